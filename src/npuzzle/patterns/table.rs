//! [`Table`]: for each placement of a pattern's tiles, how many moves of theirs lead to the goal.

use alloc::vec::Vec;

use super::partition::Key;
use super::ranking::Ranking;
use crate::npuzzle::Shape;

/// One pattern's distances, in the orientation of its [`Key`]. The pattern's tiles are those that belong in the key's cells,
/// in ascending order of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) key: Key,
    pub(super) ranking: Ranking,
    /// By the number of the placement.
    pub(super) distances: Vec<u8>,
    /// Whether no move of a tile changes the distance by more than one.
    pub(super) is_consistent: bool,
}

impl Table {
    /// The distance of placements from which no moves lead to the goal. (There are some where the pattern has all tiles.)
    pub(super) const UNREACHED: u8 = u8::MAX;

    /// The ranking for the tiles of a key.
    pub(super) fn ranking(shape: Shape, key: Key) -> Option<Ranking> {
        Ranking::new(key.cells.count_ones() as usize, shape.cells())
    }
}
