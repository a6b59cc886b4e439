//! [`Observer`]: watching a search think.

/// Hears of every event of a search, in the order in which they happen.
///
/// Every method has an empty default, so that an observer says only what it wants to know. Where none is set (`()`), the
/// calls are compiled away.
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
pub trait Observer<N, C> {
    /// A node was met for the first time and is now open. `parent` is `None` for a start. In depth-first search: an edge
    /// to a node that has not been visited waits for its turn.
    #[inline]
    fn opened(&mut self, node: &N, parent: Option<&N>, cost: C) {
        let _ = (node, parent, cost);
    }

    /// A node is being expanded: its successors come next.
    #[inline]
    fn expanded(&mut self, node: &N, cost: C) {
        let _ = (node, cost);
    }

    /// A cheaper path to a node was found. Where the node was closed, it is open again.
    #[inline]
    fn improved(&mut self, node: &N, parent: Option<&N>, old_cost: C, new_cost: C) {
        let _ = (node, parent, old_cost, new_cost);
    }

    /// A goal was chosen for expansion: the search ends.
    #[inline]
    fn found(&mut self, goal: &N, cost: C) {
        let _ = (goal, cost);
    }

    /// Whether the observer ignores all events: a search may then skip them. `false` unless overridden.
    #[inline]
    fn is_silent(&self) -> bool {
        false
    }
}

/// Watches nothing.
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

    fn is_silent(&self) -> bool {
        (**self).is_silent()
    }
}
