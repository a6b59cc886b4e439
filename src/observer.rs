//! [`Observer`], [`NodeEvent`], [`Event`]: watching a search.

use crate::graph::forward;
use crate::{Cost, SearchError};

/// Receives every event of a search, in order.
///
/// Every method has an empty default implementation, so an observer implements only the methods that it needs. Without
/// an observer (`()`), the calls are compiled away. For a closure instead of a type, see
/// [`on_event`](crate::search::Search::on_event).
///
/// # Example
///
/// The order in which depth-first search visits a binary tree:
///
/// ```
/// use astride::{Dfs, FnGraph, NodeEvent, Observer, Query, Status};
///
/// #[derive(Default)]
/// struct Order(Vec<u32>);
///
/// impl Observer<u32, u32> for Order {
///     fn expanded(&mut self, event: NodeEvent<'_, u32, u32>) {
///         self.0.push(*event.node);
///     }
/// }
///
/// let tree = FnGraph::new(|n: &u32| [(2 * n, 1), (2 * n + 1, 1)].into_iter().filter(|(child, _)| *child < 8));
/// let mut search = Dfs::new(Query::new(tree, 1, |_| false)).with_observer(Order::default());
/// assert_eq!(search.run(), Status::Exhausted);
/// assert_eq!(search.observer().0, [1, 2, 4, 5, 3, 6, 7]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an observer of nodes `{N}` with costs `{C}`",
    note = "for a closure, call `on_event(|event| …)` instead of `with_observer`"
)]
pub trait Observer<N, C> {
    /// A node was reached for the first time and is now open. In depth-first search, this method is called for each
    /// edge that leads to an unvisited node; in iterative deepening, it is called in every iteration, for each path to
    /// a node within the threshold.
    #[inline]
    fn opened(&mut self, event: NodeEvent<'_, N, C>) {
        let _ = event;
    }

    /// A node is being expanded. Its successors follow.
    #[inline]
    fn expanded(&mut self, event: NodeEvent<'_, N, C>) {
        let _ = event;
    }

    /// A cheaper path to a node was found. The previous cost was `old_g`. If the node was closed, it is open again.
    #[inline]
    fn improved(&mut self, event: NodeEvent<'_, N, C>, old_g: C) {
        let _ = (event, old_g);
    }

    /// A goal was chosen for expansion, and the search ends. In [`AraStar`](crate::AraStar), a better path was found,
    /// and the search continues. In bidirectional searches and [`DStarLite`](crate::DStarLite), `g` is the cost of the
    /// whole path, and `parent` and `h` are `None`.
    #[inline]
    fn found(&mut self, event: NodeEvent<'_, N, C>) {
        let _ = event;
    }

    /// Nothing is left to expand, and the search ends. If the problem [seeks no goal](crate::Problem::seeks_goal), the
    /// search has succeeded.
    #[inline]
    fn exhausted(&mut self) {}

    /// The search has failed and ends.
    #[inline]
    fn failed(&mut self, error: &SearchError) {
        let _ = error;
    }

    /// Returns whether this observer ignores all events, as `()` does. If so, a search may use faster methods that
    /// report no events.
    #[inline]
    fn is_silent(&self) -> bool {
        false
    }
}

/// Ignores all events.
impl<N, C> Observer<N, C> for () {
    #[inline]
    fn is_silent(&self) -> bool {
        true
    }
}

/// A reference to an observer is an observer.
impl<N, C, W: Observer<N, C> + ?Sized> Observer<N, C> for &mut W {
    forward!((**self) =>
        fn opened(&mut self, event: NodeEvent<'_, N, C>);
        fn expanded(&mut self, event: NodeEvent<'_, N, C>);
        fn improved(&mut self, event: NodeEvent<'_, N, C>, old_g: C);
        fn found(&mut self, event: NodeEvent<'_, N, C>);
        fn exhausted(&mut self);
        fn failed(&mut self, error: &SearchError);
        fn is_silent(&self) -> bool;
    );
}

/// The state of a node in an event for an [`Observer`].
///
/// ```
/// use astride::NodeEvent;
///
/// let event = NodeEvent::new(&'b', Some(&'a'), 3, Some(4));
/// assert_eq!((event.g, event.f()), (3, Some(7)));
/// ```
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeEvent<'a, N, C> {
    /// The node.
    pub node: &'a N,
    /// The preceding node on the path. `None` for a start.
    pub parent: Option<&'a N>,
    /// The cost of the path to the node.
    pub g: C,
    /// The estimate of the cost from the node to the goal, in searches that use one.
    pub h: Option<C>,
    /// Whether the node belongs to the goal's side of a bidirectional search, as
    /// [`SearchNode::is_backward`](crate::SearchNode::is_backward) describes.
    pub is_backward: bool,
}

/// An event only borrows nodes, so `N` need not be `Clone`.
impl<N, C: Copy> Clone for NodeEvent<'_, N, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N, C: Copy> Copy for NodeEvent<'_, N, C> {}

impl<'a, N, C> NodeEvent<'a, N, C> {
    /// Creates an event for a node that is not on the goal's side.
    pub fn new(node: &'a N, parent: Option<&'a N>, g: C, h: Option<C>) -> Self {
        NodeEvent {
            node,
            parent,
            g,
            h,
            is_backward: false,
        }
    }
}

impl<N, C: Cost> NodeEvent<'_, N, C> {
    /// Returns `g + h`, or `g` in a search without estimates. `None` if the sum is not finite.
    pub fn f(&self) -> Option<C> {
        f(self.g, self.h)
    }
}

/// The cost of a path plus the estimate of the rest.
pub(crate) fn f<C: Cost>(g: C, h: Option<C>) -> Option<C> {
    match h {
        Some(h) => g.plus(h),
        None => Some(g),
    }
}

/// An event of a search, as passed to the closure of [`on_event`](crate::search::Search::on_event). Each variant
/// corresponds to the [`Observer`] method of the same name.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a, N, C> {
    /// See [`Observer::opened`].
    Opened(NodeEvent<'a, N, C>),
    /// See [`Observer::expanded`].
    Expanded(NodeEvent<'a, N, C>),
    /// See [`Observer::improved`]: the state of the node, and the previous cost of the path to it.
    Improved(NodeEvent<'a, N, C>, C),
    /// See [`Observer::found`].
    Found(NodeEvent<'a, N, C>),
    /// See [`Observer::exhausted`].
    Exhausted,
    /// See [`Observer::failed`].
    Failed(&'a SearchError),
}

impl<N, C: Copy> Clone for Event<'_, N, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N, C: Copy> Copy for Event<'_, N, C> {}

/// An observer, created by [`on_event`](crate::search::Search::on_event), that calls a closure with each [`Event`].
#[derive(Clone, Copy, Debug)]
pub struct OnEvent<F>(F);

impl<F> OnEvent<F> {
    /// Creates an observer that calls `receive` with each event.
    pub const fn new(receive: F) -> Self {
        OnEvent(receive)
    }
}

impl<N, C, F: FnMut(Event<'_, N, C>)> Observer<N, C> for OnEvent<F> {
    fn opened(&mut self, event: NodeEvent<'_, N, C>) {
        (self.0)(Event::Opened(event));
    }

    fn expanded(&mut self, event: NodeEvent<'_, N, C>) {
        (self.0)(Event::Expanded(event));
    }

    fn improved(&mut self, event: NodeEvent<'_, N, C>, old_g: C) {
        (self.0)(Event::Improved(event, old_g));
    }

    fn found(&mut self, event: NodeEvent<'_, N, C>) {
        (self.0)(Event::Found(event));
    }

    fn exhausted(&mut self) {
        (self.0)(Event::Exhausted);
    }

    fn failed(&mut self, error: &SearchError) {
        (self.0)(Event::Failed(error));
    }
}
