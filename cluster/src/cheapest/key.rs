//! [`Key`]: the timestamps of a cheapest-path search.

use serde::{Deserialize, Serialize};
use timely::order::{PartialOrder, TotalOrder};
use timely::progress::timestamp::Refines;
use timely::progress::{PathSummary, Timestamp};

/// A layer of nodes with equal keys, and how far the search has come within the layer.
///
/// Ordered by the layer first. The engine requires that time moves on along every cycle, but an edge may leave the key
/// as it is (the cost rises by as much as the estimate falls). So there are hops within a layer. A worker adds one more
/// whenever it has expanded some nodes: by that the workers see who is ahead of whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Key {
    pub(crate) layer: u64,
    pub(crate) hops: u64,
}

impl PartialOrder for Key {
    fn less_equal(&self, other: &Self) -> bool {
        self <= other
    }
}

impl TotalOrder for Key {}

impl Timestamp for Key {
    type Summary = Hops;

    fn minimum() -> Self {
        Self::default()
    }
}

/// What a way through the dataflow adds to a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hops(pub(crate) u64);

impl PartialOrder for Hops {
    fn less_equal(&self, other: &Self) -> bool {
        self <= other
    }
}

impl PathSummary<Key> for Hops {
    fn results_in(&self, key: &Key) -> Option<Key> {
        Some(Key {
            layer: key.layer,
            hops: key.hops.checked_add(self.0)?,
        })
    }

    fn followed_by(&self, other: &Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Hops)
    }
}

/// A dataflow with these timestamps may stand in one without any.
impl Refines<()> for Key {
    fn to_inner((): ()) -> Self {
        Self::default()
    }

    fn to_outer(self) {}

    fn summarize(_: Hops) {}
}
