//! [`Left`]: the rest of a budget.

use super::Budget;
use super::clock::{Stride, Watch};

/// The rest of a budget while a call uses it up.
pub(crate) struct Left<'a> {
    pub(crate) budget: Budget,
    watch: &'a Watch,
    pub(crate) stride: Stride,
    /// The counts at which it is used up. The largest number means that there is no limit.
    pub(crate) expanded: u64,
    nodes: usize,
    bytes: usize,
}

impl<'a> Left<'a> {
    /// Starts using up a budget, given the numbers of expansions, nodes and bytes at the start.
    pub(crate) fn new(budget: Budget, watch: &'a Watch, expanded: u64, (nodes, bytes): (usize, usize)) -> Self {
        Left {
            budget,
            watch,
            stride: Stride::default(),
            expanded: budget
                .expansions
                .map_or(u64::MAX, |count| expanded.saturating_add(count)),
            nodes: budget.nodes.map_or(usize::MAX, |count| nodes.saturating_add(count)),
            bytes: budget.memory.map_or(usize::MAX, |more| bytes.saturating_add(more)),
        }
    }

    /// Returns whether the budget is used up, given the counts. Reads the clock now and then.
    #[inline]
    pub(crate) fn is_over(
        &mut self,
        expanded: impl FnOnce() -> u64,
        nodes: impl FnOnce() -> usize,
        bytes: impl FnOnce() -> usize,
    ) -> bool {
        self.expanded != u64::MAX && expanded() >= self.expanded
            || self.nodes != usize::MAX && nodes() >= self.nodes
            || self.bytes != usize::MAX && bytes() >= self.bytes
            || self
                .budget
                .time
                .is_some_and(|time| self.stride.is_over(self.watch, time))
    }
}
