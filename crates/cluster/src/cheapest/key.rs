//! [`Key`]: the timestamps of a cheapest-path search.

use serde::{Deserialize, Serialize};
use timely::order::{PartialOrder, TotalOrder};
use timely::progress::timestamp::Refines;
use timely::progress::{PathSummary, Timestamp};

/// A layer of nodes with equal keys, and the progress of the search within the layer.
///
/// Keys are ordered by layer, then by hops. The engine requires that time advances along every cycle, but an edge may
/// leave the sum unchanged (if the cost rises by as much as the estimate falls). Therefore there are hops within a
/// layer. A worker adds a hop whenever it has expanded some nodes, which shows the other workers how far ahead it is.
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

/// The hops that a path through the dataflow adds to a key.
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

/// A dataflow with these timestamps may be nested in one without timestamps.
impl Refines<()> for Key {
    fn to_inner((): ()) -> Self {
        Self::default()
    }

    fn to_outer(self) {}

    fn summarize(_: Hops) {}
}
