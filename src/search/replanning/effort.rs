//! [`Effort`]: the choice between a search from scratch and a repair, by the work of each.

use crate::engine::Progress;

/// A repair is given up when it has inspected this fraction (one in `PART`) of the edges that the last search from
/// scratch generated. With 64, ten changed cells around the robot of `benches/replanning.rs` take a third longer among
/// rooms; with 8 or 32, nothing is faster.
const PART: u64 = 16;

/// The number of edges that a repair may always inspect. It corresponds to a few dozen expansions, so that a small
/// change to a small map is repaired. With 150, a door that closes on a map of 29 × 16 cells would take as long as a
/// search from scratch, and no map of `benches/replanning.rs` would gain more than 8 µs.
const LEAST: u64 = 300;

/// The method by which a search continues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// The search from scratch, with A*.
    #[default]
    First,
    /// The repair, from the first change that matters.
    Repair,
    /// The search from scratch also uses the methods of a repair, and no repair is given up.
    Careful,
}

/// The phase of a search, and the work of the search from scratch and of repairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Effort {
    phase: Phase,
    /// Whether no repair can continue from the data of the search from scratch.
    pub(super) is_unrepairable: bool,
    /// The counts of generated and reopened nodes when the search from scratch began.
    generated_before: u64,
    reopened_before: u64,
    /// The number of edges that the search from scratch inspected.
    first: u64,
    /// The number of edges that repairs have inspected since the last end.
    pub(super) repair: u64,
    /// The number of times that the search has begun again since the last end. Each time, the limit doubles, so that
    /// changes during searches cannot prevent the search from ending.
    restarts: u32,
}

impl Effort {
    /// The effort of a search that begins again from scratch.
    pub(super) fn again(&self, progress: &Progress, is_careful: bool) -> Self {
        Effort {
            phase: if is_careful { Phase::Careful } else { Phase::First },
            generated_before: progress.generated,
            reopened_before: progress.reopened,
            restarts: self.restarts.saturating_add(1),
            ..Effort::default()
        }
    }

    /// Resets the limit after an end.
    pub(super) fn end(&mut self) {
        (self.repair, self.restarts) = (0, 0);
    }

    #[inline]
    pub(super) fn is_first(&self) -> bool {
        self.phase == Phase::First
    }

    /// Whether a repair can continue from the current state. It cannot if the search from scratch has reopened a node,
    /// since the cost that this node has propagated is unknown, or if there are dead ends, since they are not marked as
    /// such.
    pub(super) fn can_repair(&self, progress: &Progress) -> bool {
        !self.is_first() || !self.is_unrepairable && progress.reopened == self.reopened_before
    }

    /// Ends the search from scratch. A repair follows.
    pub(super) fn begin_repair(&mut self, progress: &Progress) {
        self.phase = Phase::Repair;
        self.first = progress.generated - self.generated_before;
    }

    /// Whether a repair has taken so long that it is better to begin again.
    pub(super) fn gives_up(&self, progress: &Progress) -> bool {
        let first = if self.is_first() {
            progress.generated - self.generated_before
        } else {
            self.first
        };
        let limit = (first / PART).max(LEAST).saturating_mul(1 << self.restarts.min(32));
        self.phase != Phase::Careful && self.repair > limit
    }
}
