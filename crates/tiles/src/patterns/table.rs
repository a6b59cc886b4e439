//! [`Table`]: a pattern's table, without the distances themselves.

use super::partition::Key;
use super::ranking::Ranking;

/// A table of the distances of one pattern's placements, in the orientation of its [`Key`]. The pattern's tiles are
/// those with their goals in the key's cells, in ascending order of the cells.
///
/// The distances of all tables are stored one after the other in one array: see
/// [`PatternDatabases`](super::PatternDatabases).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) key: Key,
    pub(super) ranking: Ranking,
    /// The position of its first distance.
    pub(super) start: u32,
    /// Whether no move of a tile changes the distance by more than one.
    pub(super) is_consistent: bool,
}

impl Table {
    /// The distance of placements that cannot reach the goal. (They exist if the pattern has all tiles.)
    pub(super) const UNREACHED: u8 = u8::MAX;

    /// The entry for a distance. If the distance does not fit, the entry is a lower bound.
    pub(super) fn entry(distance: u32) -> u8 {
        u8::try_from(distance).unwrap_or(u8::MAX).min(Self::UNREACHED - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_distance_is_taken_for_that_of_a_placement_that_is_not_reached() {
        let entries = [0, 1, 253, 254, 255, 256, u32::MAX].map(Table::entry);
        assert_eq!(entries, [0, 1, 253, 254, 254, 254, 254]);
    }
}
