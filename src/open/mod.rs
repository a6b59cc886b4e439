//! Open lists: which node comes next. Most users can ignore this module.
//!
//! [`AStar`](crate::AStar) and the others choose [`DefaultOpen`], which is right for the cost type. Another one is set
//! with [`with_open_list`](crate::search::BestFirst::with_open_list):
//!
//! | list | order among equal keys | push, pop | use |
//! |---|---|---|---|
//! | [`DefaultOpen`] | larger cost first, then last in first out (in small buckets, or of one key) | O(1), and sorting a bucket | any cost |
//! | [`DaryHeap`] | larger cost first | O(1) expected, O(log n) | any cost |
//! | [`IndexedHeap`] | larger cost first | O(log n) | any cost; one entry a node, changed in place |
//! | [`Fifo`] | first in first out | O(1) | breadth-first search: keys are not looked at |

mod bucket_queue;
mod dary_heap;
mod default_open;
mod fifo;
mod indexed_heap;
mod occupancy;
mod stable_sort;

pub use dary_heap::DaryHeap;
pub use default_open::DefaultOpen;
pub use fifo::Fifo;
pub use indexed_heap::IndexedHeap;

use core::cmp::Ordering;

use crate::Cost;

/// The open nodes of a search in the order in which they will be expanded.
///
/// A node is a number here. Where the cost of an open node falls, it is pushed again. A list either forgets the older
/// entry, or answers with each entry the cost that it was pushed with, so that the search can drop what is stale.
///
/// # Laws
///
/// `pop` answers an entry with the least key. Among equal keys one with a larger cost should come first: such nodes are
/// nearer to the goal, and A* then expands far fewer of the last layer.
pub trait OpenList<C: Cost> {
    /// Adds a node, or adds it again with a lower cost.
    fn push(&mut self, node: u32, key: C, cost: C);

    /// Takes the next node, with the cost that it was pushed with, or `None` in its place where this list has no stale
    /// entries.
    fn pop(&mut self) -> Option<(u32, Option<C>)>;

    /// Takes the next node of which `is_fresh` holds, given what [`pop`](Self::pop) answers, and drops those before it.
    ///
    /// A list that sorts entries before their turn can drop stale ones first: override it there.
    #[inline]
    fn pop_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool) -> Option<u32>
    where
        Self: Sized,
    {
        loop {
            let (node, cost) = self.pop()?;
            if is_fresh(node, cost) {
                return Some(node);
            }
        }
    }

    /// Takes all nodes out and keeps the memory.
    fn clear(&mut self);

    /// How many bytes are allocated.
    fn bytes(&self) -> usize;
}

/// What an entry is ordered by: the least key first, among equal keys the larger cost.
#[derive(Clone, Copy, Debug)]
struct Rank<C> {
    key: C,
    cost: C,
}

impl<C: Cost> Rank<C> {
    /// `Less`: comes out first.
    #[inline]
    fn order(&self, other: &Self) -> Ordering {
        self.key.order(&other.key).then_with(|| other.cost.order(&self.cost))
    }

    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        // Both comparisons, always: a branch on the first would be mispredicted as often as not.
        let (key, cost) = (self.key.order(&other.key), other.cost.order(&self.cost));
        key.is_lt() | (key.is_eq() & cost.is_lt())
    }
}
