//! [`Observer`], [`Event`]: watching a search think.

use crate::SearchError;

/// Receives every event of a search, in order.
///
/// Every method has an empty default, so an observer implements only what it needs. Without an observer (`()`), the
/// calls are compiled away. For a closure instead of a type, see [`on_event`](crate::search::Search::on_event).
///
/// # Example
///
/// The order in which depth-first search goes through a binary tree:
///
/// ```
/// use astride::{Dfs, FnGraph, Observer, Query, Status};
///
/// #[derive(Default)]
/// struct Order(Vec<u32>);
///
/// impl Observer<u32, u32> for Order {
///     fn expanded(&mut self, node: &u32, _cost: u32) {
///         self.0.push(*node);
///     }
/// }
///
/// let tree = FnGraph::new(|n: &u32| [(2 * n, 1), (2 * n + 1, 1)].into_iter().filter(|(child, _)| *child < 8));
/// let mut search = Dfs::new(Query::new(tree, 1, |_| false)).observe(Order::default());
/// assert_eq!(search.run(), Status::Exhausted);
/// assert_eq!(search.observer().0, [1, 2, 4, 5, 3, 6, 7]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no observer of nodes `{N}` with costs `{C}`",
    note = "for a closure, call `on_event(|event| …)` instead of `observe`"
)]
pub trait Observer<N, C> {
    /// A node was met for the first time and is now open. `parent` is `None` for a start. In depth-first search, an
    /// edge to a node that has not been visited now waits for its turn.
    #[inline]
    fn opened(&mut self, node: &N, parent: Option<&N>, cost: C) {
        let _ = (node, parent, cost);
    }

    /// A node is being expanded: its successors come next.
    #[inline]
    fn expanded(&mut self, node: &N, cost: C) {
        let _ = (node, cost);
    }

    /// A cheaper path to a node was found. If the node was closed, it is open again.
    #[inline]
    fn improved(&mut self, node: &N, parent: Option<&N>, old_cost: C, new_cost: C) {
        let _ = (node, parent, old_cost, new_cost);
    }

    /// A goal was chosen for expansion: the search ends. In [`AraStar`](crate::AraStar) a better path was found, and
    /// the search goes on.
    #[inline]
    fn found(&mut self, goal: &N, cost: C) {
        let _ = (goal, cost);
    }

    /// There is nothing left to expand: the search ends.
    #[inline]
    fn exhausted(&mut self) {}

    /// The search ends as failed. It goes on if the error is a limit that is then raised.
    #[inline]
    fn failed(&mut self, error: &SearchError) {
        let _ = error;
    }

    /// Whether this observer ignores all events. A search may then take steps that it could not report. Only `()` does.
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

/// Lends an observer to a search.
impl<N, C, W: Observer<N, C> + ?Sized> Observer<N, C> for &mut W {
    fn opened(&mut self, node: &N, parent: Option<&N>, cost: C) {
        (**self).opened(node, parent, cost);
    }

    fn expanded(&mut self, node: &N, cost: C) {
        (**self).expanded(node, cost);
    }

    fn improved(&mut self, node: &N, parent: Option<&N>, old_cost: C, new_cost: C) {
        (**self).improved(node, parent, old_cost, new_cost);
    }

    fn found(&mut self, goal: &N, cost: C) {
        (**self).found(goal, cost);
    }

    fn exhausted(&mut self) {
        (**self).exhausted();
    }

    fn failed(&mut self, error: &SearchError) {
        (**self).failed(error);
    }

    fn is_silent(&self) -> bool {
        (**self).is_silent()
    }
}

/// An event of a search, for closures: see [`on_event`](crate::search::Search::on_event). Each variant is the
/// [`Observer`] method of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are the arguments of the methods")]
pub enum Event<'a, N, C> {
    /// See [`Observer::opened`].
    Opened {
        node: &'a N,
        parent: Option<&'a N>,
        cost: C,
    },
    /// See [`Observer::expanded`].
    Expanded { node: &'a N, cost: C },
    /// See [`Observer::improved`].
    Improved {
        node: &'a N,
        parent: Option<&'a N>,
        old_cost: C,
        new_cost: C,
    },
    /// See [`Observer::found`].
    Found { goal: &'a N, cost: C },
    /// See [`Observer::exhausted`].
    Exhausted,
    /// See [`Observer::failed`].
    Failed { error: &'a SearchError },
}

/// The observer that [`on_event`](crate::search::Search::on_event) makes of a closure.
#[derive(Clone, Copy, Debug)]
pub struct OnEvent<F>(pub(crate) F);

impl<N, C, F: FnMut(Event<'_, N, C>)> Observer<N, C> for OnEvent<F> {
    fn opened(&mut self, node: &N, parent: Option<&N>, cost: C) {
        (self.0)(Event::Opened { node, parent, cost });
    }

    fn expanded(&mut self, node: &N, cost: C) {
        (self.0)(Event::Expanded { node, cost });
    }

    fn improved(&mut self, node: &N, parent: Option<&N>, old_cost: C, new_cost: C) {
        (self.0)(Event::Improved {
            node,
            parent,
            old_cost,
            new_cost,
        });
    }

    fn found(&mut self, goal: &N, cost: C) {
        (self.0)(Event::Found { goal, cost });
    }

    fn exhausted(&mut self) {
        (self.0)(Event::Exhausted);
    }

    fn failed(&mut self, error: &SearchError) {
        (self.0)(Event::Failed { error });
    }
}
