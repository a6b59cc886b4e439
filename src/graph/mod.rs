//! [`Graph`], [`Problem`], [`Heuristic`]: what a user implements.

use core::hash::Hash;

use crate::Cost;

mod forward;
mod hooks;
mod labels;
mod special;

pub(crate) use forward::forward;
pub use hooks::{Below, Reached, Subtree};
pub use labels::Labels;
pub use special::{AnyAngle, Hierarchy, PairHeuristic, ReverseHeuristic};

/// A weighted directed graph, explicit or implicit, finite or not.
///
/// # Which nodes are the same
///
/// `Eq` and `Hash` decide. Equal nodes may carry different baggage that the comparison leaves out, such as the
/// direction of arrival or parts of an estimate that the successor function has at hand. If a node is reached again at
/// a lower cost, the newly generated one replaces the stored one. That is how a heuristic with memory, or a successor
/// rule that depends on the parent, is written without another trait.
/// The page [`state_on_nodes`](crate::state_on_nodes) explains which state may be baggage, and which may not.
///
/// # Example
///
/// An infinite graph, never built: from `n` one may add 1 (for 1) or double (for 2).
///
/// ```
/// use astride::Graph;
///
/// struct Doubling;
///
/// impl Graph for Doubling {
///     type Node = u64;
///     type Cost = u32;
///     fn successors(&self, n: &u64) -> impl Iterator<Item = (u64, u32)> {
///         [(n + 1, 1), (n * 2, 2)].into_iter()
///     }
/// }
///
/// assert_eq!(Doubling.successors(&5).collect::<Vec<_>>(), [(6, 1), (10, 2)]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a graph",
    label = "not a `Graph`",
    note = "implement `Graph`, or make one of a closure that returns successors with costs: `FnGraph::new(|node| [(next, cost)])`"
)]
pub trait Graph {
    /// A state. Cloned once per expansion: keep it small, or make cloning cheap.
    type Node: Clone + Eq + Hash;

    /// What an edge costs.
    type Cost: Cost;

    /// Returns the successors of `node`, each with the cost of the edge to it.
    ///
    /// Costs must not be negative. A cost of [`Cost::INFINITY`] counts as no edge. Parallel edges and self-loops are
    /// fine. A search takes the iterator with `for_each`, so an iterator with a good `fold` pays off.
    fn successors(&self, node: &Self::Node) -> impl Iterator<Item = (Self::Node, Self::Cost)>;

    /// Passes the successors of `node` to `visit`, each with its [index](Self::index) and the cost of the edge to it.
    ///
    /// The default makes them of [`successors`](Self::successors) and `index`. A graph overrides it if it knows more:
    ///
    /// * The index of a successor may follow from that of the node, `reached.index`.
    /// * A successor may be left out if the expansion of the parent has met the same node at no greater cost: the way
    ///   back to the parent at least, in an undirected graph. That changes neither costs nor ties.
    /// * If `reached.keeps_cheapest`, a successor may also be left out if a cheaper path leads from the parent to it,
    ///   or one of the same cost that no other such rule leaves out.
    ///
    /// Best-first searches call this, and others `successors`. What is left out is not counted as
    /// [generated](crate::Stats::generated).
    ///
    /// ```
    /// use astride::traits::Reached;
    /// use astride::{Dijkstra, Graph, Status};
    ///
    /// /// Houses along a street. From each one can walk to both neighbours.
    /// struct Street { houses: usize }
    ///
    /// impl Graph for Street {
    ///     type Node = usize;
    ///     type Cost = u32;
    ///     fn successors(&self, house: &usize) -> impl Iterator<Item = (usize, u32)> {
    ///         let neighbours = [house.wrapping_sub(1), house + 1];
    ///         neighbours.into_iter().filter(|next| *next < self.houses).map(|next| (next, 1))
    ///     }
    ///     fn visit_successors(
    ///         &self,
    ///         house: &usize,
    ///         reached: Reached<'_, usize>,
    ///         mut visit: impl FnMut(usize, Option<usize>, u32),
    ///     ) {
    ///         // The way back is left out.
    ///         let onward = self.successors(house).filter(|(next, _)| Some(*next) != reached.parent_index);
    ///         onward.for_each(|(next, cost)| visit(next, Some(next), cost));
    ///     }
    ///     fn index(&self, house: &usize) -> Option<usize> { Some(*house) }
    ///     fn node_at(&self, index: usize) -> Option<usize> { Some(index) }
    /// }
    ///
    /// let mut search = Dijkstra::one_to_all(Street { houses: 100 }, 0);
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!((search.cost_to(&99), search.stats().generated), (Some(99), 100));
    /// ```
    #[inline]
    fn visit_successors(
        &self,
        node: &Self::Node,
        reached: Reached<'_, Self::Node>,
        mut visit: impl FnMut(Self::Node, Option<usize>, Self::Cost),
    ) {
        let _ = reached;
        self.successors(node).for_each(|(child, edge)| {
            let index = self.index(&child);
            visit(child, index, edge);
        });
    }

    /// Whether [`visit_successors`](Self::visit_successors) leaves out so much for a search that keeps the cheapest
    /// paths that weighted A\* should be one: it then opens closed nodes again even if the estimate is consistent.
    #[inline]
    fn prefers_reopening(&self) -> bool {
        false
    }

    /// A small unique number for the node, if there is one. No search hashes a node that has one, except
    /// [`LssLrtaStar`](crate::search::LssLrtaStar).
    ///
    /// Equal nodes must have equal numbers, different nodes different ones. A search keeps an array up to the largest
    /// number that it meets (8 bytes and a cost each), so numbers should be dense. From 2³⁰ − 1 on they are refused
    /// with [`SearchError::IndexTooLarge`](crate::SearchError::IndexTooLarge).
    #[inline]
    fn index(&self, node: &Self::Node) -> Option<usize> {
        let _ = node;
        None
    }

    /// The node with this [`index`](Self::index): then no search stores a node, which saves memory and time.
    ///
    /// It must return the node for each index that `index` returns, or always `None`. What it returns for other numbers
    /// does not matter. Nodes that carry baggage, which the index does not tell, must be stored: leave this method out.
    /// A search asks for the [estimate](Heuristic::estimate) of an indexed node again when it finds a cheaper path to
    /// it, instead of storing it.
    ///
    /// ```
    /// use astride::{AStar, Graph, Heuristic, Problem, Status};
    ///
    /// /// From the upper left to the lower right corner of an empty board.
    /// struct Board { width: usize, height: usize }
    ///
    /// impl Graph for Board {
    ///     type Node = (usize, usize);
    ///     type Cost = u32;
    ///     fn successors(&self, &(x, y): &(usize, usize)) -> impl Iterator<Item = ((usize, usize), u32)> {
    ///         let steps = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
    ///         steps.into_iter().filter(|(x, y)| *x < self.width && *y < self.height).map(|cell| (cell, 1))
    ///     }
    ///     fn index(&self, &(x, y): &(usize, usize)) -> Option<usize> { Some(y * self.width + x) }
    ///     fn node_at(&self, index: usize) -> Option<(usize, usize)> { Some((index % self.width, index / self.width)) }
    /// }
    ///
    /// impl Problem for Board {
    ///     fn start(&self) -> (usize, usize) { (0, 0) }
    ///     fn is_goal(&self, &(x, y): &(usize, usize)) -> bool { (x + 1, y + 1) == (self.width, self.height) }
    /// }
    ///
    /// impl Heuristic for Board {
    ///     fn estimate(&self, &(x, y): &(usize, usize)) -> u32 { (self.width + self.height - 2 - x - y) as u32 }
    /// }
    ///
    /// let mut search = AStar::new(Board { width: 30, height: 20 });
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.path().unwrap().cost, 48);
    /// ```
    #[inline]
    fn node_at(&self, index: usize) -> Option<Self::Node> {
        let _ = index;
        None
    }

    /// A number that no [`index`](Self::index) reaches, if it is known: for nodes with indices, their number.
    ///
    /// It is a hint. A search then makes its array of nodes at once, and never stops to enlarge it.
    #[inline]
    fn index_bound(&self) -> Option<usize> {
        None
    }

    /// Begins to fetch the memory that [`successors`](Self::successors) will read, without waiting for it. Optional.
    ///
    /// A search calls this for each node that it opens. It is worth while for large graphs in memory, whose searches
    /// mostly wait for it. It must not change anything that can be seen. Use what a processor has for the purpose, as
    /// the crate `prefetch-index` does: to read the memory would be to wait for it.
    #[inline]
    fn prefetch(&self, node: &Self::Node) {
        let _ = node;
    }
}

/// A graph that can also be searched backwards: for [`BidirectionalDijkstra`](crate::BidirectionalDijkstra) and the
/// other bidirectional searches, and for [`Reversed`](crate::problem::Reversed).
///
/// If all edges lead both ways for the same cost, one line is enough: the provided method returns the successors.
///
/// ```
/// use astride::{Graph, ReverseGraph};
///
/// /// Adding 1 costs 1, and so does taking 1 away.
/// struct Line;
///
/// impl Graph for Line {
///     type Node = i64;
///     type Cost = u32;
///     fn successors(&self, n: &i64) -> impl Iterator<Item = (i64, u32)> {
///         [(n + 1, 1), (n - 1, 1)].into_iter()
///     }
/// }
///
/// impl ReverseGraph for Line {}
///
/// /// Doubling costs 2: only even numbers have a predecessor.
/// struct Doubling;
///
/// impl Graph for Doubling {
///     type Node = u64;
///     type Cost = u32;
///     fn successors(&self, n: &u64) -> impl Iterator<Item = (u64, u32)> {
///         [(n * 2, 2)].into_iter()
///     }
/// }
///
/// impl ReverseGraph for Doubling {
///     fn predecessors(&self, n: &u64) -> impl Iterator<Item = (u64, u32)> {
///         n.is_multiple_of(2).then_some((n / 2, 2)).into_iter()
///     }
/// }
///
/// assert_eq!(Line.predecessors(&5).count(), 2);
/// assert_eq!(Doubling.predecessors(&10).collect::<Vec<_>>(), [(5, 2)]);
/// assert_eq!(Doubling.predecessors(&5).count(), 0);
/// ```
#[diagnostic::on_unimplemented(
    message = "this needs the predecessors of nodes, but `{Self}` does not implement `ReverseGraph`",
    label = "not a `ReverseGraph`",
    note = "implement `ReverseGraph`: an empty `impl` is enough if every edge leads both ways for the same cost",
    note = "for closures: `FnGraph::new(…).both_ways()`, or `FnGraph::new(…).with_predecessors(|node| …)`",
    note = "for a `CsrGraph`: `graph.reversible()`, or `CsrGraph::undirected`, whose graph is one"
)]
pub trait ReverseGraph: Graph {
    /// Returns the nodes from which an edge leads to `node`, each with the cost of that edge.
    ///
    /// These must be the edges of [`successors`](Graph::successors), the other way round: a node with two edges to
    /// `node` is returned twice. Without an implementation of your own, the method returns the successors.
    #[inline]
    fn predecessors(&self, node: &Self::Node) -> impl Iterator<Item = (Self::Node, Self::Cost)> {
        self.successors(node)
    }

    /// Passes the predecessors of `node` to `visit`: what [`Graph::visit_successors`] is for `successors`.
    ///
    /// `reached` tells how a search of the reversed graph has come to `node`. Without an implementation nothing is left
    /// out.
    #[inline]
    fn visit_predecessors(
        &self,
        node: &Self::Node,
        reached: Reached<'_, Self::Node>,
        mut visit: impl FnMut(Self::Node, Option<usize>, Self::Cost),
    ) {
        let _ = reached;
        self.predecessors(node).for_each(|(parent, edge)| {
            let index = self.index(&parent);
            visit(parent, index, edge);
        });
    }

    /// Begins to fetch the memory that [`predecessors`](Self::predecessors) will read: see [`Graph::prefetch`].
    /// Optional.
    ///
    /// A search calls it through [`Reversed`](crate::problem::Reversed). Without an implementation it does what
    /// `prefetch` does.
    #[inline]
    fn prefetch_predecessors(&self, node: &Self::Node) {
        self.prefetch(node);
    }
}

/// A graph with a question: from where, to what.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a problem, which is a graph with a start and a goal",
    label = "not a `Problem`",
    note = "implement `Problem`, or ask a question about a graph: `Query::new(graph, start, |node| …)`",
    note = "from one node to all others: `Dijkstra::one_to_all(graph, start)`"
)]
pub trait Problem: Graph {
    /// Where paths begin. More starts can be given to a search with `add_start`.
    fn start(&self) -> Self::Node;

    /// Whether a path may end here. Any number of nodes may be goals, none included.
    fn is_goal(&self, node: &Self::Node) -> bool;

    /// Whether a goal is sought, which is the default. If not, all nodes that can be reached are: a search with nothing
    /// left to expand is then [`Found`](crate::Status::Found) instead of [`Exhausted`](crate::Status::Exhausted).
    /// An adapter forwards this.
    #[inline]
    fn seeks_goal(&self) -> bool {
        true
    }
}

/// A problem with one goal that is known beforehand: for searches that also begin at the goal.
///
/// [`Query::between`](crate::Query::between) makes one of any graph and two nodes.
#[diagnostic::on_unimplemented(
    message = "this search needs to know the goal, but `{Self}` does not implement `KnownGoal`",
    label = "not a `KnownGoal`",
    note = "implement `KnownGoal`, or ask a query with two ends: `Query::between(graph, start, goal)`"
)]
pub trait KnownGoal: Problem {
    /// The goal: the only node for which [`is_goal`](Problem::is_goal) holds.
    fn goal(&self) -> Self::Node;
}

/// A problem that can guess how far the goal still is.
///
/// An estimate is *admissible* if it is never more than the cheapest path to a goal costs: A* then finds a cheapest
/// path. It is *consistent* if it also never falls by more than the edge's cost from a node to its successor: A* then
/// never expands a node twice. An estimate of [`Cost::INFINITY`] says that no goal can be reached: the node is dropped.
/// Estimates must not be negative. A problem whose estimate is consistent should [state](Self::consistency) it.
#[diagnostic::on_unimplemented(
    message = "this search needs an estimate, but `{Self}` does not implement `Heuristic`",
    label = "not a `Heuristic`",
    note = "implement `Heuristic`, or add an estimate to a query: `Query::new(…).with_heuristic(|node| …)`",
    note = "`Dijkstra`, `Bfs`, `Dfs` and `IdDfs` search without estimates"
)]
pub trait Heuristic: Problem {
    /// A guess at the cost of the cheapest path from `node` to a goal.
    fn estimate(&self, node: &Self::Node) -> Self::Cost;

    /// The child's estimate, given its parent's. Override it if the difference is cheaper to compute than the whole.
    ///
    /// It must return what [`estimate`](Self::estimate) returns for `child`.
    #[inline]
    fn estimate_child(&self, parent: &Self::Node, parent_estimate: Self::Cost, child: &Self::Node) -> Self::Cost {
        let _ = (parent, parent_estimate);
        self.estimate(child)
    }

    /// States whether the estimate is consistent. Optional: without an implementation, nothing is known.
    ///
    /// [`WeightedAStar`](crate::WeightedAStar) and [`BoundedAStar`](crate::search::BoundedAStar) then expand each node
    /// once, which often saves most of their time. Other searches do not ask.
    ///
    /// The statement must hold for all edges of the graph and for all paths, whatever the start. It also promises that
    /// equal nodes have the same successors: a node whose baggage decides about its successors must not state anything.
    /// If the statement is false, a search may miss a path, or exceed its bound. Nothing panics.
    #[inline]
    fn consistency(&self) -> Consistency {
        Consistency::Unknown
    }

    /// Whether [`AStar`](crate::AStar) should expand, of several open nodes with the same f, the one that was opened
    /// last, instead of the one with the largest g.
    ///
    /// That takes less time if costs are integers and f differs by less than 2¹⁵ among the open nodes, since nothing
    /// has to be sorted. On grids it expands hardly more nodes; on sliding-tile puzzles up to 1.9 times as many. See
    /// [`AStar::with_tie_breaking`](crate::AStar::with_tie_breaking).
    #[inline]
    fn prefers_last_in(&self) -> bool {
        false
    }

    /// Whether few nodes will be open at a time, and their f differs widely, as with jump points on grids.
    ///
    /// [`AStar`](crate::AStar) then keeps them in a small heap, and of several with the same f expands any first.
    #[inline]
    fn expects_few_open(&self) -> bool {
        false
    }

    /// Searches a whole subtree for [`IdaStar`](crate::IdaStar) and `ParallelIdaStar`, or returns `None`.
    ///
    /// An optional hook: most users can ignore it. Override it if your problem has a faster way to search depth first
    /// than one node at a time. The sliding-tile puzzle of this crate does. A search calls it for nodes that it is
    /// about to expand, if it has no observer, no cycle check and no limit of expansions. If the result is `None`, the
    /// search goes through the subtree by itself.
    ///
    /// The result must be what the search would find by itself:
    /// * The way back to [`came_from`](Subtree::came_from), and from each other node to its parent, is left out.
    /// * Nodes whose cost plus estimate exceeds [`threshold`](Subtree::threshold) are cut off.
    /// * Successors are searched in their order, and the first goal ends the search. The root is no goal.
    ///
    /// A call cannot be interrupted. It should pause after some [`expansions`](Subtree::expansions), and return the
    /// [path](Below::path) to the next node. An empty path is a pause at the root: the search expands it, and asks for
    /// the subtrees of its successors.
    #[inline]
    fn search_below(&self, subtree: Subtree<'_, Self::Node, Self::Cost>) -> Option<Below<Self::Node, Self::Cost>> {
        let _ = subtree;
        None
    }
}

/// What a [`Heuristic`] [states](Heuristic::consistency) about its estimate h, for every edge from a node a to a node b
/// that costs c. The variants are ordered: each one includes those before it.
///
/// With floats, both inequalities may be off by rounding. The bound of a search that relies on them may then be
/// exceeded by as much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Consistency {
    /// Nothing.
    #[default]
    Unknown,
    /// The estimate never falls by more than the edge costs, h(a) ≤ c + h(b), and it is 0 at goals. Therefore it is
    /// admissible.
    Consistent,
    /// The estimate is consistent, and it never rises by more than the edge costs: h(b) ≤ c + h(a). A consistent
    /// estimate has this property if every edge leads both ways at the same cost.
    BothWays,
}
