//! [`DisjointPaths`]: two disjoint paths with the least total cost.

mod engine;
mod pair;

pub use engine::Disjoint;

use super::engine::PathOf;
use super::{Made, Search};
use crate::traits::NumericCost;
use crate::{Problem, Status};

/// Two paths without a common edge, or without a common node, with the least total cost. Such a pair is a connection
/// that survives the closure of any single road or, without a common node, of any single crossing on the way.
///
/// Use it if a second path must remain when the first one is blocked. For alternatives that may share edges, use
/// [`KShortestPaths`](crate::KShortestPaths).
///
/// The cheapest path need not be one of the two. Removing the edges of the cheapest path and searching again is not
/// enough: this may miss an existing pair, or find a more expensive one.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// [`path`](Search::path) returns the cheaper of the two paths, and [`pair`](Search#method.pair) returns both.
/// [`best_effort_path`](Search::best_effort_path) returns the cheapest path once it is known, even if the search ends
/// without a pair; once the pair is found, it returns the cheaper of the two, as `path` does.
///
/// The search runs Dijkstra's algorithm twice. [`known_node`](Search::known_node), [`open_nodes`](Search::open_nodes)
/// and [`closed_nodes`](Search::closed_nodes) return the nodes of the current run. In the second run, costs are
/// reduced: the cost of the goal is the amount by which the total cost of the pair exceeds twice the cost of the
/// cheapest path. [`cost_to`](Search::cost_to) and [`path_to`](Search::path_to) find only the nodes of the first run.
///
/// # Arguments
///
/// [`DisjointPaths::by_edges`](DisjointPaths#method.by_edges) and
/// [`DisjointPaths::by_nodes`](DisjointPaths#method.by_nodes) take a [`Problem`] whose costs can be
/// [subtracted](NumericCost), or a reference to one. More starts can be added, each with a cost. With `by_nodes`, the
/// two paths may still share starts and goals.
///
/// Parallel edges count as different edges. If an edge leads both ways, at most one of the paths uses it, and only in
/// one direction.
///
/// # Returns
///
/// [`Status::Found`] with two paths; [`Status::Exhausted`] if there is no such pair. If the cheapest path is a single
/// node, both paths consist of this node.
///
/// # Complexity
///
/// Two runs of [`Dijkstra`](crate::Dijkstra): the first ends at the nearest goal, and the second makes at most one
/// expansion for each node (with `by_nodes`, two for each node of the cheapest path). In the second run, each successor
/// takes two lookups. The search stores the nodes of both runs. With floats, the total cost is the least up to rounding
/// errors.
///
/// # Errors
///
/// [`Status::Failed`] as in [`Dijkstra`](crate::Dijkstra), and if one of the two paths costs too much for the cost
/// type.
///
/// # Example
///
/// The cheapest path from `a` to `f` leads through `b`, `d` and `e`. Every other path leads through at least one of
/// these towns, so the cheapest path is not part of the pair:
///
/// ```
/// use astride::{FnGraph, Query, Status};
/// use astride::search::DisjointPaths;
///
/// let roads = FnGraph::new(|town: &char| match town {
///     'a' => vec![('b', 1_u32), ('c', 4)],
///     'b' => vec![('d', 1), ('e', 4)],
///     'c' => vec![('d', 4)],
///     'd' => vec![('e', 1), ('f', 4)],
///     'e' => vec![('f', 1)],
///     _ => vec![],
/// });
/// let mut search = DisjointPaths::by_nodes(Query::new(roads, 'a', |town| *town == 'f'));
/// while search.step() == Status::Running {}
/// let [one, other] = search.pair().unwrap();
/// println!("{:?} and {:?}", one.nodes, other.nodes); // prints: ['a', 'b', 'e', 'f'] and ['a', 'c', 'd', 'f']
/// assert_eq!((one.nodes.as_slice(), one.cost), (['a', 'b', 'e', 'f'].as_slice(), 6));
/// assert_eq!((other.nodes.as_slice(), other.cost), (['a', 'c', 'd', 'f'].as_slice(), 12));
/// ```
///
/// # Source
///
/// Suurballe: Disjoint paths in a network. Networks 4(2), 1974. Suurballe, Tarjan: A quick method for finding shortest
/// pairs of disjoint paths. Networks 14(2), 1984.
#[doc(alias("suurballe", "bhandari"))]
pub type DisjointPaths<P, W = ()> = Search<Disjoint<P>, W>;

impl<P: Problem<Cost: NumericCost>> DisjointPaths<P> {
    /// Creates a search for two paths without a common edge.
    pub fn by_edges(problem: P) -> DisjointPaths<Made<P, Self>> {
        Search::from_engine(problem, Disjoint::new(false))
    }

    /// Creates a search for two paths without a common node, except for starts and goals.
    pub fn by_nodes(problem: P) -> DisjointPaths<Made<P, Self>> {
        Search::from_engine(problem, Disjoint::new(true))
    }
}

impl<P: Problem<Cost: NumericCost>, W> DisjointPaths<P, W> {
    /// Returns both paths, the cheaper one first, or `None` before [`Status::Found`].
    pub fn pair(&self) -> Option<&[PathOf<Disjoint<P>>; 2]> {
        self.engine.pair.as_ref().filter(|_| self.status() == Status::Found)
    }
}
