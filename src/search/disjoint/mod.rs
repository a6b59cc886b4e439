//! [`DisjointPaths`]: disjoint paths with the least total cost.

mod engine;
mod flow;

pub use engine::Disjoint;

use super::{Made, Search};
use crate::engine::PathOf;
use crate::traits::NumericCost;
use crate::{Problem, Status};

/// Two or more paths without a common edge, or without a common node, with the least total cost. Two such paths are a
/// connection that survives the closure of any single road or, without a common node, of any single crossing on the
/// way.
///
/// Use it if another path must remain when one is blocked. For alternatives that may share edges, use
/// [`KShortestPaths`](crate::KShortestPaths).
///
/// The cheapest path need not be one of them. Removing the edges of the cheapest path and searching again is not
/// enough: this may miss existing paths, or find more expensive ones.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// [`with_count`](Search#method.with_count) sets the number of paths, which is two by default.
/// [`paths`](Search#method.paths) returns all paths, [`pair`](Search#method.pair) returns both of two, and
/// [`path`](Search::path) returns the cheapest of them. [`best_effort_path`](Search::best_effort_path) returns the
/// cheapest path of the problem once it is known, even if the search ends without enough disjoint paths; once these are
/// found, it returns the cheapest of them, as `path` does.
///
/// The search runs Dijkstra's algorithm once for each path. [`open_nodes`](Search::open_nodes) and
/// [`closed_nodes`](Search::closed_nodes) return the nodes of the current run. After the first run, costs are reduced:
/// in the second one, the cost of the goal is the amount by which the total cost of two paths exceeds twice the cost of
/// the cheapest path. [`known_node`](Search::known_node), [`cost_to`](Search::cost_to) and
/// [`path_to`](Search::path_to) refer to the first run; a node that only a later run has reached has neither a cost nor
/// a path.
///
/// # Arguments
///
/// [`DisjointPaths::by_edges`](DisjointPaths#method.by_edges) and
/// [`DisjointPaths::by_nodes`](DisjointPaths#method.by_nodes) take a [`Problem`] whose costs can be
/// [subtracted](NumericCost), or a reference to one. More starts can be added, each with a cost. With `by_nodes`, the
/// paths may still share starts and goals.
///
/// Parallel edges count as different edges. If an edge leads both ways, at most one of the paths uses it, and only in
/// one direction. Over [`VirtualEnds`](crate::problem::VirtualEnds), the edges of the virtual nodes are edges like all
/// others, so the paths have different starts and different goals.
///
/// # Returns
///
/// [`Status::Found`] with the paths; [`Status::Exhausted`] if there are fewer: `paths` then returns as many as
/// possible. If the cheapest path is a single node, all paths consist of this node.
///
/// # Complexity
///
/// A run of [`Dijkstra`](crate::Dijkstra) for each path: the first ends at the nearest goal, and each other one makes
/// at most one expansion for each node (with `by_nodes`, two for each node of the paths so far). After the first run,
/// each successor takes two lookups, and after the second one, three. The search stores the nodes of the first and the
/// current run, and of all others together. With floats, the total cost is the least up to rounding errors.
///
/// # Errors
///
/// [`Status::Failed`] as in [`Dijkstra`](crate::Dijkstra), and if the cost type is too narrow for the cost of one of the
/// paths or for the amount by which one of them increases the total cost, which may be the cost of two paths.
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
/// All paths without a common edge:
///
/// ```
/// use astride::graphs::{CsrError, CsrGraph};
/// use astride::search::DisjointPaths;
/// use astride::{Query, Status};
///
/// let edges = [(0, 1, 1_u32), (1, 4, 1), (0, 2, 2), (2, 4, 2), (0, 3, 3), (3, 4, 3), (1, 2, 0)];
/// let roads = CsrGraph::from_edges(5, edges)?;
/// let mut search = DisjointPaths::by_edges(Query::new(&roads, 0, |node| *node == 4)).with_count(usize::MAX);
/// assert_eq!(search.run(), Status::Exhausted);
/// assert_eq!(search.paths().iter().map(|path| path.cost).collect::<Vec<_>>(), [2, 4, 6]);
/// # Ok::<(), CsrError>(())
/// ```
///
/// # Source
///
/// Suurballe: Disjoint paths in a network. Networks 4(2), 1974. Suurballe, Tarjan: A quick method for finding shortest
/// pairs of disjoint paths. Networks 14(2), 1984. Bhandari: Survivable Networks: Algorithms for Diverse Routing.
/// Kluwer, 1999 (for any number of paths).
#[doc(alias("suurballe", "bhandari"))]
pub type DisjointPaths<P, W = ()> = Search<Disjoint<P>, W>;

impl<P: Problem<Cost: NumericCost>> DisjointPaths<P> {
    /// Creates a search for two paths without a common edge.
    pub fn by_edges(problem: P) -> DisjointPaths<Made<P, Self>> {
        Search::with_engine(problem, Disjoint::new(false))
    }

    /// Creates a search for two paths without a common node, except for starts and goals.
    pub fn by_nodes(problem: P) -> DisjointPaths<Made<P, Self>> {
        Search::with_engine(problem, Disjoint::new(true))
    }
}

impl<P: Problem<Cost: NumericCost>, W> DisjointPaths<P, W> {
    /// Sets the number of paths (two by default, at least one), before starts are added.
    pub fn with_count(mut self, count: usize) -> Self {
        self.engine.count = count.max(1);
        self
    }

    /// Returns the paths, cheapest first, once the search has ended.
    pub fn paths(&self) -> &[PathOf<Disjoint<P>>] {
        &self.engine.paths
    }

    /// Returns both of two paths, the cheaper one first, or `None` before [`Status::Found`].
    pub fn pair(&self) -> Option<&[PathOf<Disjoint<P>>; 2]> {
        let paths = self.paths().try_into().ok();
        paths.filter(|_| self.status() == Status::Found)
    }
}
