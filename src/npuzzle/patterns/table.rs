//! [`Table`]: a pattern's table, without the distances themselves.

use super::partition::Key;
use super::ranking::Ranking;
use crate::npuzzle::Shape;

/// A table of the distances of one pattern's placements, in the orientation of its [`Key`]. The pattern's tiles are
/// those that belong in the key's cells, in ascending order of these.
///
/// The distances of all tables lie one after the other in one array: see [`PatternDatabases`](super::PatternDatabases).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) key: Key,
    pub(super) ranking: Ranking,
    /// Where its distances begin.
    pub(super) start: u32,
    /// Whether no move of a tile changes the distance by more than one.
    pub(super) is_consistent: bool,
}

impl Table {
    /// The distance of placements from which no moves lead to the goal. (There are some if the pattern has all tiles.)
    pub(super) const UNREACHED: u8 = u8::MAX;

    /// The ranking for the tiles of a key.
    pub(super) fn ranking(shape: Shape, key: Key) -> Option<Ranking> {
        Ranking::new(key.cells.count_ones() as usize, shape.cells())
    }
}
