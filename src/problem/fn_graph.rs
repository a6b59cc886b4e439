//! [`FnGraph`]: a graph made from a closure.

use core::fmt;
use core::hash::Hash;
use core::marker::PhantomData;

use crate::{Cost, Graph, ReverseGraph};

/// A graph made from a closure that returns the successors of a node, each with the cost of the edge to it.
///
/// An `FnGraph` is the quickest way to a first search. Its nodes are hashed unless [`with_index`](Self::with_index)
/// numbers them, which saves up to 30 % of the time of A* on maps with walls, or
/// [`with_numbering`](Self::with_numbering) numbers them both ways, which saves half of it. Use a
/// [`CsrGraph`](crate::graphs::CsrGraph) if the graph is given edge by edge, or a [`GridProblem`] if it is a map.
///
/// ```
/// use astride::{FnGraph, Graph};
///
/// let doubling = FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 2)]);
/// assert_eq!(doubling.successors(&5).count(), 2);
/// ```
///
/// With predecessors, an `FnGraph` is a [`ReverseGraph`]:
///
/// ```
/// use astride::{FnGraph, ReverseGraph};
///
/// let line = FnGraph::new(|n: &i64| [(n + 1, 1_u32), (n - 1, 1)]).both_ways();
/// assert_eq!(line.predecessors(&5).count(), 2);
///
/// let halves = |n: &u64| (n % 2 == 0).then_some((n / 2, 2));
/// let doubling = FnGraph::new(|n: &u64| [(n * 2, 2_u32)]).with_predecessors(halves);
/// assert_eq!(doubling.predecessors(&5).count(), 0);
/// ```
///
/// [`GridProblem`]: https://docs.rs/astride-grid/latest/astride_grid/struct.GridProblem.html
#[doc(alias("implicit graph", "closure"))]
#[derive(Clone)]
pub struct FnGraph<N, C, F, B = (), X = ()> {
    successors: F,
    predecessors: B,
    index: X,
    edge: PhantomData<fn(&N) -> C>,
}

/// The type argument of an [`FnGraph`] whose edges lead both ways at the same cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BothWays;

/// The type argument of an [`FnGraph`] that has predecessors: a closure.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Predecessors<B>(B);

/// The type argument of an [`FnGraph`] that numbers its nodes both ways: two closures.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Numbering<X, A> {
    nodes: usize,
    index: X,
    node_at: A,
}

/// The type argument of an [`FnGraph`] that numbers its nodes: a closure, a [`Numbering`], or `()` if they are hashed.
pub trait NodeIndex<N> {
    #[doc(hidden)]
    fn of(&self, node: &N) -> Option<usize>;

    #[doc(hidden)]
    fn node_at(&self, index: usize) -> Option<N> {
        let _ = index;
        None
    }

    #[doc(hidden)]
    fn bound(&self) -> Option<usize> {
        None
    }
}

impl<N, X: Fn(&N) -> usize, A: Fn(usize) -> N> NodeIndex<N> for Numbering<X, A> {
    #[inline]
    fn of(&self, node: &N) -> Option<usize> {
        Some((self.index)(node))
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<N> {
        (index < self.nodes).then(|| (self.node_at)(index))
    }

    #[inline]
    fn bound(&self) -> Option<usize> {
        Some(self.nodes)
    }
}

impl<N> NodeIndex<N> for () {
    #[inline]
    fn of(&self, _: &N) -> Option<usize> {
        None
    }
}

impl<N, X: Fn(&N) -> usize> NodeIndex<N> for X {
    #[inline]
    fn of(&self, node: &N) -> Option<usize> {
        Some(self(node))
    }
}

impl<N, C, F, I> FnGraph<N, C, F>
where
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
{
    /// Creates a graph whose edges are those that `successors` returns.
    pub fn new(successors: F) -> Self {
        FnGraph {
            successors,
            predecessors: (),
            index: (),
            edge: PhantomData,
        }
    }
}

impl<N, C, F, I, X> FnGraph<N, C, F, (), X>
where
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
{
    /// Turns the graph into a [`ReverseGraph`] in which every edge leads both ways at the same cost.
    pub fn both_ways(self) -> FnGraph<N, C, F, BothWays, X> {
        self.with(BothWays)
    }

    /// Turns the graph into a [`ReverseGraph`]. `predecessors` takes a node, and returns the nodes from which an edge
    /// leads to it, each with the cost of that edge.
    pub fn with_predecessors<B, J>(self, predecessors: B) -> FnGraph<N, C, F, Predecessors<B>, X>
    where
        B: Fn(&N) -> J,
        J: IntoIterator<Item = (N, C)>,
    {
        self.with(Predecessors(predecessors))
    }

    fn with<B>(self, predecessors: B) -> FnGraph<N, C, F, B, X> {
        FnGraph {
            successors: self.successors,
            predecessors,
            index: self.index,
            edge: PhantomData,
        }
    }
}

impl<N, C, F, B> FnGraph<N, C, F, B> {
    /// Gives each node a small unique number, so that hardly any search hashes nodes: see [`Graph::index`].
    ///
    /// As with [`Graph::index`], equal nodes must have equal numbers, and different nodes must have different ones. A
    /// search allocates pages of 64 entries as it reaches numbers, 512 bytes each, so neighbours should have numbers
    /// that are near each other. Numbers of 2³⁰ − 1 or more are rejected with
    /// [`SearchError::IndexTooLarge`](crate::SearchError::IndexTooLarge). If two nodes have the same number, a search
    /// treats them as one node, and its paths may be wrong.
    ///
    /// On maps with walls, A* takes 0.6 to 0.9 times as long as with hashing (`cargo bench --bench defaults`). On open
    /// maps, where A* hardly leaves the path and nearly every cell is on a page of its own, a new search takes 0.9 to
    /// 1.3 times as long as with hashing, and 0.9 times after a [`reset`](crate::search::Search::reset).
    ///
    /// A search still stores each node that it reaches, since it cannot restore a node from its number. With
    /// [`with_numbering`](Self::with_numbering), most searches store no nodes, which saves memory and time.
    ///
    /// # Example
    ///
    /// A grid of tuples:
    ///
    /// ```
    /// use astride::{AStar, FnGraph, Query, Status};
    ///
    /// let (width, height) = (30_usize, 20_usize);
    /// let grid = FnGraph::new(|&(x, y): &(usize, usize)| {
    ///     let steps = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
    ///     steps.into_iter().filter(|&(x, y)| x < width && y < height).map(|cell| (cell, 1_usize))
    /// })
    /// .with_index(|&(x, y)| y * width + x);
    ///
    /// let goal = (29, 19);
    /// let query = Query::new(&grid, (0, 0), |cell| *cell == goal)
    ///     .with_heuristic(|&(x, y)| goal.0.abs_diff(x) + goal.1.abs_diff(y));
    /// let mut search = AStar::new(query);
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.path().unwrap().cost, 48);
    /// ```
    pub fn with_index<X: Fn(&N) -> usize>(self, index: X) -> FnGraph<N, C, F, B, X> {
        self.numbered(index)
    }

    /// Numbers the nodes both ways. Like [`with_index`](Self::with_index), `index` returns the number of a node, which
    /// must be below `nodes` (a start with another number is refused with
    /// [`NoSuchNode`](crate::SearchError::NoSuchNode)); `node_at` returns the node with a number, as [`Graph::node_at`]
    /// does.
    ///
    /// Most searches then store no nodes: on maps with walls, A* takes 0.45 to 0.55 times as long as with hashing. A
    /// search allocates an array of 12 bytes for each of the `nodes` if costs are `u32`, and the operating system
    /// provides this memory as it is used.
    ///
    /// Numbers that `node_at` does not turn back into the same node make paths wrong.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::{Dijkstra, FnGraph, Query, Status};
    ///
    /// let (width, height) = (30_usize, 20_usize);
    /// let grid = FnGraph::new(|&(x, y): &(usize, usize)| {
    ///     let steps = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
    ///     steps.into_iter().filter(|&(x, y)| x < width && y < height).map(|cell| (cell, 1_u32))
    /// })
    /// .with_numbering(width * height, |&(x, y)| y * width + x, |number| (number % width, number / width));
    ///
    /// let mut search = Dijkstra::new(Query::to_all(&grid, (0, 0)));
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.cost_to(&(29, 19)), Some(48));
    /// ```
    pub fn with_numbering<X, A>(self, nodes: usize, index: X, node_at: A) -> FnGraph<N, C, F, B, Numbering<X, A>>
    where
        X: Fn(&N) -> usize,
        A: Fn(usize) -> N,
    {
        self.numbered(Numbering { nodes, index, node_at })
    }

    fn numbered<X>(self, index: X) -> FnGraph<N, C, F, B, X> {
        FnGraph {
            successors: self.successors,
            predecessors: self.predecessors,
            index,
            edge: PhantomData,
        }
    }
}

impl<N, C, F, I, B, X> Graph for FnGraph<N, C, F, B, X>
where
    N: Clone + Eq + Hash,
    C: Cost,
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
    X: NodeIndex<N>,
{
    type Node = N;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &N) -> impl Iterator<Item = (N, C)> {
        (self.successors)(node).into_iter()
    }

    #[inline]
    fn index(&self, node: &N) -> Option<usize> {
        self.index.of(node)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<N> {
        self.index.node_at(index)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.index.bound()
    }
}

impl<N, C, F, I, X> ReverseGraph for FnGraph<N, C, F, BothWays, X>
where
    N: Clone + Eq + Hash,
    C: Cost,
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
    X: NodeIndex<N>,
{
}

impl<N, C, F, I, B, J, X> ReverseGraph for FnGraph<N, C, F, Predecessors<B>, X>
where
    N: Clone + Eq + Hash,
    C: Cost,
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
    B: Fn(&N) -> J,
    J: IntoIterator<Item = (N, C)>,
    X: NodeIndex<N>,
{
    #[inline]
    fn predecessors(&self, node: &N) -> impl Iterator<Item = (N, C)> {
        (self.predecessors.0)(node).into_iter()
    }
}

impl<N, C, F, B, X> fmt::Debug for FnGraph<N, C, F, B, X> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FnGraph").finish_non_exhaustive()
    }
}
