//! [`Graph`], [`Problem`], [`Heuristic`]: the traits that users implement.

use core::hash::Hash;

use crate::Cost;

mod forward;
mod hints;
mod hooks;
mod special;

pub(crate) use forward::forward;
pub use hints::{Consistency, Hints};
pub use hooks::{Below, NoSuchNode, Reached, Subtree};
pub use special::{PairHeuristic, ReverseHeuristic};

/// A weighted directed graph, explicit or implicit, finite or not.
///
/// # Which nodes are the same
///
/// Two nodes are the same if `Eq` returns `true`; their hashes must then agree. Equal nodes may carry different baggage
/// that the comparison ignores, such as the direction of arrival or parts of an estimate that the successor function
/// has computed. If a node is reached again at a lower cost, the new node replaces the stored one. Therefore, neither
/// an estimate computed step by step nor a successor rule that depends on the parent needs a separate trait. The page
/// [`state_on_nodes`](crate::state_on_nodes) explains which state may be baggage.
///
/// # Example
///
/// An infinite graph that is never built: from `n`, one edge leads to `n + 1` at a cost of 1, and one to `2 * n` at a
/// cost of 2.
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
    note = "implement `Graph`, or make a graph from a closure that returns successors with costs: `FnGraph::new(|node| [(next, cost)])`"
)]
pub trait Graph {
    /// The type of a node, or state. A node is cloned for each expansion, so keep it small or cheap to clone.
    type Node: Clone + Eq + Hash;

    /// The cost of an edge.
    type Cost: Cost;

    /// Whether the edges of this graph are right only with their own costs. By default, other costs are possible.
    ///
    /// Set this constant to `true` if nodes carry the cost of the path to them and the costs of edges depend on it, as
    /// with departure times, or if the graph leaves out edges because of the costs of others, as with jump points. An
    /// adapter that changes costs would make the paths through such a graph wrong, so it should not compile: begin its
    /// constructor with an assertion. An adapter that leaves costs as they are forwards the constant.
    ///
    /// ```compile_fail,E0080
    /// use astride::{FnGraph, Graph};
    ///
    /// /// A bus that leaves every ten minutes. A node is a stop and the time.
    /// struct Bus;
    ///
    /// impl Graph for Bus {
    ///     type Node = (u32, u32);
    ///     type Cost = u32;
    ///     const FIXED_COSTS: bool = true;
    ///     fn successors(&self, &(stop, time): &(u32, u32)) -> impl Iterator<Item = ((u32, u32), u32)> {
    ///         let minutes = time.next_multiple_of(10) - time + 4;
    ///         [((stop + 1, time + minutes), minutes)].into_iter()
    ///     }
    /// }
    ///
    /// /// An adapter with a surcharge on each edge, of which the time in a node of `Bus` would know nothing.
    /// fn with_surcharge<G: Graph<Cost = u32>>(graph: G, surcharge: u32) -> impl Graph<Node = G::Node, Cost = u32> {
    ///     const { assert!(!G::FIXED_COSTS, "the costs of this graph cannot be changed") }
    ///     let add = move |(next, cost)| (next, cost + surcharge);
    ///     FnGraph::new(move |node| graph.successors(node).map(add).collect::<Vec<_>>())
    /// }
    ///
    /// with_surcharge(Bus, 3);
    /// ```
    const FIXED_COSTS: bool = false;

    /// Returns the successors of `node`, each with the cost of the edge to it.
    ///
    /// Costs must not be negative. A cost of [`Cost::INFINITY`] counts as no edge. Parallel edges and self-loops are
    /// allowed. Most searches consume the iterator with `for_each`, so an efficient `fold` pays off.
    fn successors(&self, node: &Self::Node) -> impl Iterator<Item = (Self::Node, Self::Cost)>;

    /// Passes the successors of `node` to `visit`, each with its [index](Self::index) and the cost of the edge to it.
    ///
    /// The default implementation calls [`successors`](Self::successors) and `index`. Override this method if the graph
    /// can save work:
    ///
    /// * The index of a successor may be computed from that of the node, `reached.index`.
    /// * A successor may be left out if the expansion of `node`'s parent has already reached it at no greater cost. In
    ///   an undirected graph, the edge back to the parent can always be left out. Leaving such successors out changes
    ///   neither costs nor ties.
    /// * If `reached.keeps_cheapest` is set, a successor may also be left out if another path from the parent to it is
    ///   cheaper than the one through `node`, or costs the same and has no edge that is left out.
    ///
    /// Searches with an [`Evaluation`](crate::search::Evaluation) call this method, and most others call `successors`.
    /// Successors that are left out do not count as [generated](crate::Stats::generated).
    ///
    /// ```
    /// use astride::traits::Reached;
    /// use astride::{Dijkstra, Graph, Status};
    ///
    /// /// Houses along a street. From each house, one can walk to both neighbours.
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
        for (child, edge) in self.successors(node) {
            let index = self.index(&child);
            visit(child, index, edge);
        }
    }

    /// Returns what a search may know about the graph in advance. By default, nothing is known.
    #[inline]
    fn hints(&self) -> Hints {
        Hints::NONE
    }

    /// Returns a small unique number for the node, if it has one. Such a node is not hashed, except by
    /// [`LssLrtaStar`](crate::search::LssLrtaStar), [`CompactAStar`](crate::search::CompactAStar) and the
    /// [table](crate::IdaStar#table) of `IdaStar`.
    ///
    /// Equal nodes must have equal numbers, and different nodes different ones. Numbers should be dense, and neighbours
    /// should have numbers that are near each other: a search keeps an array of entries up to the largest number that
    /// it reaches, 8 bytes and a cost for each number, or, without [`node_at`](Self::node_at), pages of 512 bytes for
    /// 64 numbers each, as it reaches them. Numbers of 2³⁰ − 1 or more are rejected with
    /// [`SearchError::IndexTooLarge`](crate::SearchError::IndexTooLarge).
    #[inline]
    fn index(&self, node: &Self::Node) -> Option<usize> {
        let _ = node;
        None
    }

    /// Returns the node with this [`index`](Self::index). With this method, most searches store no nodes, which saves
    /// memory and time.
    ///
    /// It must either return the node for every number that `index` returns, or always return `None`. For other
    /// numbers, the result is arbitrary. Do not implement this method for nodes with baggage, which cannot be restored
    /// from an index. A search asks for the [estimate](Heuristic::estimate) of an indexed node again when it finds a
    /// cheaper path to the node, instead of storing the estimate.
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

    /// Returns a number greater than every [`index`](Self::index), if one is known: usually the number of nodes.
    ///
    /// This hint lets a search allocate its array of nodes, or of their pages, at once, so that the search never stops
    /// to enlarge it.
    #[inline]
    fn index_bound(&self) -> Option<usize> {
        None
    }

    /// Returns an error if the graph does not have this node, as far as it knows. Searches check each start and a known
    /// goal, and fail with [`SearchError::NoSuchNode`](crate::SearchError::NoSuchNode).
    ///
    /// The default implementation rejects a node whose [`index`](Self::index) is not below
    /// [`index_bound`](Self::index_bound). A wrapper whose nodes contain those of another graph should ask that graph.
    ///
    /// # Errors
    ///
    /// [`NoSuchNode`], which names the node.
    fn check_node(&self, node: &Self::Node) -> Result<(), NoSuchNode> {
        match (self.index(node), self.index_bound()) {
            (Some(index), Some(bound)) => NoSuchNode::unless(
                index < bound,
                format_args!("with the index {index}, since `index_bound` returns {bound}"),
            ),
            _ => Ok(()),
        }
    }

    /// Starts fetching the memory that [`successors`](Self::successors) will read, without waiting for it. Optional.
    ///
    /// Most searches call this method for each node that they open. Implementing it is worthwhile for large graphs, on
    /// which searches mostly wait for memory. It must have no observable effect. Use the processor's prefetch
    /// instruction, for example through the crate `prefetch-index`, since an ordinary read would wait for the memory.
    #[inline]
    fn prefetch(&self, node: &Self::Node) {
        let _ = node;
    }
}

/// A graph that can also be searched backwards, as required, for example, by
/// [`BidirectionalDijkstra`](crate::BidirectionalDijkstra) and [`Reversed`](crate::problem::Reversed).
///
/// If all edges lead both ways at the same cost, an empty `impl` is enough, because the provided method returns the
/// successors.
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
    message = "this search needs the predecessors of nodes, but `{Self}` does not implement `ReverseGraph`",
    label = "not a `ReverseGraph`",
    note = "implement `ReverseGraph`: an empty `impl` is enough if every edge leads both ways at the same cost",
    note = "for closures: `FnGraph::new(…).both_ways()`, or `FnGraph::new(…).with_predecessors(|node| …)`",
    note = "for a `CsrGraph`: `graph.reversible()`, or create the graph with `CsrGraph::undirected`"
)]
pub trait ReverseGraph: Graph {
    /// Returns the nodes from which an edge leads to `node`, each with the cost of that edge.
    ///
    /// The edges must be those of [`successors`](Graph::successors), reversed: a node with two edges to `node` is
    /// returned twice. The default implementation returns the successors.
    #[inline]
    fn predecessors(&self, node: &Self::Node) -> impl Iterator<Item = (Self::Node, Self::Cost)> {
        self.successors(node)
    }

    /// Passes the predecessors of `node` to `visit`, as [`Graph::visit_successors`] does with successors.
    ///
    /// `reached` describes how a search of the reversed graph reached `node`. The default implementation leaves nothing
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

    /// Starts fetching the memory that [`predecessors`](Self::predecessors) will read: see [`Graph::prefetch`].
    /// Optional.
    ///
    /// Most searches that follow edges backwards call this method. The default implementation calls `prefetch`.
    #[inline]
    fn prefetch_predecessors(&self, node: &Self::Node) {
        self.prefetch(node);
    }
}

/// A graph with a start and a test for goals.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a problem, that is, a graph with a start and a goal",
    label = "not a `Problem`",
    note = "implement `Problem`, or make a query from a graph: `Query::new(graph, start, |node| …)`",
    note = "from one node to all others: `Dijkstra::one_to_all(graph, start)`"
)]
pub trait Problem: Graph {
    /// Returns the node where paths begin. `add_start` adds further starts to a search.
    fn start(&self) -> Self::Node;

    /// Returns whether `node` is a goal. Any number of nodes may be goals, including none.
    fn is_goal(&self, node: &Self::Node) -> bool;

    /// Returns whether a goal is sought, as it is by default. If no goal is sought, the search visits all reachable
    /// nodes, and is [`Found`](crate::Status::Found) instead of [`Exhausted`](crate::Status::Exhausted) when nothing is
    /// left to expand. Adapters must forward this method.
    #[inline]
    fn seeks_goal(&self) -> bool {
        true
    }

    /// Returns the best end of a partial path among the nodes that edges *pass*, for a graph whose edges stand for
    /// several steps each, as those between jump points do. [`best_effort_path`] calls this method; by default, edges
    /// pass nothing.
    ///
    /// `nearest` is the end of the best partial path from node to node, with its cost, and `expanded` contains the
    /// nodes that the search has expanded, with their costs. The method returns `(from, to, cost)` if an edge of the
    /// expanded node `from`, or a dead end in its direction, passes the node `to` at this cost from `from`, and `to`
    /// has a smaller estimate than the end of `nearest`, or the same estimate and a cheaper path. Among all such nodes,
    /// the estimate decides, and then the cost of the path. Adapters that keep the cost type must forward this method.
    ///
    /// [`best_effort_path`]: crate::search::Search::best_effort_path
    #[inline]
    fn nearest_passed(
        &self,
        nearest: (&Self::Node, Self::Cost),
        expanded: impl Iterator<Item = (Self::Node, Self::Cost)>,
    ) -> Option<(Self::Node, Self::Node, Self::Cost)> {
        let _ = (nearest, expanded);
        None
    }

    /// Returns the goal if only one node can be a goal and it is known, so that searches can
    /// [check](Graph::check_node) it. Optional.
    fn only_goal(&self) -> Option<Self::Node> {
        None
    }
}

/// A problem with a single goal that is known in advance, as required, for example, by bidirectional searches.
///
/// [`Query::between`](crate::Query::between) makes such a problem from any graph and two nodes.
#[diagnostic::on_unimplemented(
    message = "this search needs to know the goal, but `{Self}` does not implement `KnownGoal`",
    label = "not a `KnownGoal`",
    note = "implement `KnownGoal`, or make a query between two nodes: `Query::between(graph, start, goal)`"
)]
pub trait KnownGoal: Problem {
    /// Returns the goal, the only node for which [`is_goal`](Problem::is_goal) returns `true`.
    fn goal(&self) -> Self::Node;
}

/// A problem with an estimate of the remaining cost.
///
/// An estimate is *admissible* if it never exceeds the cost of a cheapest path to a goal. With an admissible estimate,
/// A* finds a cheapest path. An admissible estimate is *consistent* if it never falls along an edge by more than the
/// cost of that edge. With a consistent estimate, A* never expands a node twice, unless a start is added later. An
/// estimate of [`Cost::INFINITY`] means that no goal can be reached from the node, which is then dropped. Estimates
/// must not be negative. A problem whose estimate is consistent should [state](Self::estimate_hints) this.
#[diagnostic::on_unimplemented(
    message = "this search needs an estimate, but `{Self}` does not implement `Heuristic`",
    label = "not a `Heuristic`",
    note = "implement `Heuristic`, or add an estimate to a query: `Query::new(…).with_heuristic(|node| …)`",
    note = "`Dijkstra`, `Bfs`, `Dfs` and `IdDfs` search without estimates"
)]
pub trait Heuristic: Problem {
    /// Returns an estimate of the cost of a cheapest path from `node` to a goal.
    fn estimate(&self, node: &Self::Node) -> Self::Cost;

    /// Returns the estimate of a child, given that of its parent. Override this method if the difference between the
    /// two estimates is faster to compute than the estimate itself.
    ///
    /// The result must be the same as that of [`estimate`](Self::estimate) for `child`.
    #[inline]
    fn estimate_child(&self, parent: &Self::Node, parent_estimate: Self::Cost, child: &Self::Node) -> Self::Cost {
        let _ = (parent, parent_estimate);
        self.estimate(child)
    }

    /// Returns what a search may know about the estimate in advance, above all whether it is
    /// [consistent](Hints::consistency). By default, nothing is known.
    #[inline]
    fn estimate_hints(&self) -> Hints {
        Hints::NONE
    }

    /// Searches a whole subtree on behalf of [`IdaStar`](crate::IdaStar), or returns `None`: see [depth-first
    /// kernels](crate::traits#depth-first-kernels), for authors of such kernels.
    #[inline]
    fn search_below(&self, subtree: Subtree<'_, Self::Node, Self::Cost>) -> Option<Below<Self::Node, Self::Cost>> {
        let _ = subtree;
        None
    }
}
