//! [`TieBrokenBuckets`]: the open list of A*.

use super::{Buckets, ByCost, Heap, OpenList};
use crate::Cost;
use crate::search::TieBreaking;

/// [`Buckets`], or a [`Heap`] where ties are broken by arrival: see [`TieBreaking`].
#[derive(Clone, Debug)]
pub struct TieBrokenBuckets<C>(Kind<C>);

#[derive(Clone, Debug)]
enum Kind<C> {
    LargerCost(Buckets<C>),
    Arrival(Heap<ByCost<C>, C>),
}

impl<C: Cost> TieBrokenBuckets<C> {
    pub(crate) fn new(ties: TieBreaking) -> Self {
        TieBrokenBuckets(match ties {
            TieBreaking::LargerCost => Kind::LargerCost(Buckets::default()),
            TieBreaking::FirstIn => Kind::Arrival(Heap::first_in_first_out()),
            TieBreaking::LastIn => Kind::Arrival(Heap::last_in_first_out()),
        })
    }
}

impl<C: Cost> Default for TieBrokenBuckets<C> {
    fn default() -> Self {
        Self::new(TieBreaking::default())
    }
}

impl<C: Cost> OpenList<C, C> for TieBrokenBuckets<C> {
    #[inline]
    fn push(&mut self, node: u32, key: C, cost: C) {
        match &mut self.0 {
            Kind::LargerCost(buckets) => buckets.push(node, key, cost),
            Kind::Arrival(heap) => heap.push(node, ByCost(key), cost),
        }
    }

    #[inline]
    fn pop_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool) -> Option<u32> {
        match &mut self.0 {
            Kind::LargerCost(buckets) => buckets.pop_fresh(is_fresh),
            Kind::Arrival(heap) => heap.pop_fresh(is_fresh),
        }
    }

    fn peek_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool) -> Option<u32> {
        match &mut self.0 {
            Kind::LargerCost(buckets) => buckets.peek_fresh(is_fresh),
            Kind::Arrival(heap) => heap.peek_fresh(is_fresh),
        }
    }

    fn clear(&mut self) {
        match &mut self.0 {
            Kind::LargerCost(buckets) => buckets.clear(),
            Kind::Arrival(heap) => heap.clear(),
        }
    }

    fn bytes(&self) -> usize {
        match &self.0 {
            Kind::LargerCost(buckets) => buckets.bytes(),
            Kind::Arrival(heap) => heap.bytes(),
        }
    }
}
