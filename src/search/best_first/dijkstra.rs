//! [`Dijkstra`]: a cheapest path without an estimate, to one goal or to all nodes.

use super::{BestFirst, Optimal};
use crate::engine::Evaluation;
use crate::open::CostQueue;
use crate::search::{Made, Search, Uninformed};
use crate::{Graph, OneToAll, Problem, Query};

/// Dijkstra's algorithm: a cheapest path without an estimate, to the nearest goal or to all nodes.
///
/// Use it if there is no estimate, or for the costs from one node to all others. With an estimate,
/// [`AStar`](crate::AStar) finds a path of the same cost with fewer expansions: on nine benchmark grid maps, Dijkstra's
/// algorithm expands 1.1 to 5.8 times as many cells as A*. If the goal is known and edges can be followed backwards,
/// [`BidirectionalDijkstra`](crate::BidirectionalDijkstra) usually expands at most about half as many nodes as
/// `Dijkstra`.
///
/// It expands the open node with the least cost g. Once a node is closed, its cost is final, unless a start is added
/// later.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// # Arguments
///
/// [`Dijkstra::new`](Dijkstra#method.new) takes a [`Problem`], or a reference to one;
/// [`Dijkstra::one_to_all`](Dijkstra#method.one_to_all) takes a [`Graph`] and a start; [`dijkstra`](crate::dijkstra)
/// takes closures. More starts can be added, each with a cost.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a cheapest path to a goal;
/// [`Status::Exhausted`](crate::Status::Exhausted) if no goal can be reached. A search to all nodes is `Found` when it
/// has closed them all. After that, `cost_to` and `path_to` return the cost of a cheapest path to any reachable node,
/// and the path itself.
///
/// # Complexity
///
/// O(n + m) lookups and open-list operations (O(1) each for integer costs close together, otherwise O(log n)) for n
/// nodes no farther from the start than the goal and m edges from them; memory for the nodes reached.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) if a cost is negative or not a number, if a sum is too large for the cost
/// type, if a limit is reached, or if memory is exhausted.
///
/// # Example
///
/// ```
/// use astride::{Dijkstra, FnGraph, Status};
///
/// let roads = FnGraph::new(|town: &&str| match *town {
///     "Aix" => vec![("Bonn", 7.5), ("Cluj", 2.0)],
///     "Cluj" => vec![("Bonn", 4.0)],
///     _ => vec![],
/// });
/// let mut search = Dijkstra::one_to_all(roads, "Aix");
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.cost_to(&"Bonn"), Some(6.0));
/// let path = search.path_to(&"Bonn").unwrap();
/// println!("{} for {}", path.nodes.join(" - "), path.cost); // prints: Aix - Cluj - Bonn for 6
/// assert_eq!(path.nodes, ["Aix", "Cluj", "Bonn"]);
/// assert_eq!(search.cost_to(&"Rome"), None);
/// ```
///
/// # Source
///
/// Dijkstra: A note on two problems in connexion with graphs. Numerische Mathematik 1, 1959.
#[doc(alias("uniform cost", "uniform-cost", "ucs", "shortest path"))]
pub type Dijkstra<P, W = ()> = Search<BestFirst<P, CostOnly>, W>;

impl<P: Problem> Dijkstra<P> {
    /// Creates a search.
    pub fn new(problem: P) -> Dijkstra<Made<P, Self>> {
        Search::with_evaluation(problem, CostOnly)
    }
}

impl<G: Graph> Dijkstra<OneToAll<G>> {
    /// Creates a search from `start` to every node of `graph`, which may be a reference. It ends with
    /// [`Status::Found`](crate::Status::Found); on an infinite graph, it needs a cost limit to end. Its `path()` is
    /// `None`.
    ///
    /// For an isochrone, add [`with_cost_limit`](Search::with_cost_limit).
    #[doc(alias("shortest path tree", "isochrone", "reachable"))]
    pub fn one_to_all(graph: G, start: G::Node) -> Self {
        Dijkstra::new(Query::to_all(graph, start))
    }
}

/// The evaluation of [`Dijkstra`]: g.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CostOnly;

impl<P: Problem> Evaluation<P> for CostOnly {
    type Guidance = Uninformed;
    type Key = P::Cost;
    type Open = CostQueue<P::Cost>;

    #[inline]
    fn key(&self, _: &P::Node, cost: P::Cost, (): ()) -> Option<P::Cost> {
        Some(cost)
    }
}

impl<P: Problem> Optimal<P> for CostOnly {}
