//! [`Partition`]: the tiles of a goal, divided into patterns.

use alloc::vec::Vec;
use core::fmt;

use super::PatternError;
use super::ranking::Ranking;
use super::regions::Cells;
use super::symmetry::Symmetry;
use astride::npuzzle::{Board, Shape};

/// The tiles of a goal, divided into patterns. Each tile is in exactly one pattern, and the blank in none.
///
/// Larger patterns account for more interactions between tiles, but their tables grow fast. A table has one byte for
/// each placement of the pattern's tiles: `c` · (`c` - 1) · … bytes for `c` cells, with one factor for each tile of the
/// pattern. A pattern should contain tiles that are close together in the goal.
/// [`StandardPartition`](super::StandardPartition) has the partitions from the literature.
///
/// # Example
///
/// ```
/// use astride::npuzzle::Board;
/// use astride_tiles::patterns::Partition;
///
/// let goal: Board = "123456780".parse()?;
/// let partition = Partition::new(&goal, [[1, 2, 4, 5], [3, 6, 7, 8]])?;
/// assert_eq!(partition.to_string(), "1 2 4 5 | 3 6 7 8 towards 123456780 (3x3)");
/// assert_eq!(partition.entries().collect::<Vec<_>>(), [3024, 3024]); // 9 * 8 * 7 * 6
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Partition {
    goal: Board,
    /// The tiles of each pattern, in ascending order.
    patterns: Vec<Vec<u8>>,
}

/// The key determines the distances in a pattern's table, up to rotations and reflections. Patterns with equal keys
/// share a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key {
    /// The goal cells of the pattern's tiles, with a bit for each cell.
    pub(super) cells: u32,
    /// The cells that the blank reaches in the goal without moving one of these tiles.
    pub(super) region: u32,
}

impl Partition {
    /// The longest side of a board that can have pattern databases.
    pub(super) const LONGEST_SIDE: usize = 7;

    /// The maximum number of cells of a board that can have pattern databases.
    pub(super) const MOST_CELLS: usize = 32;

    /// Divides the tiles of a goal into the given patterns.
    ///
    /// # Errors
    ///
    /// [`BoardTooLarge`](PatternError::BoardTooLarge); otherwise, for the first invalid pattern,
    /// [`EmptyPattern`](PatternError::EmptyPattern), [`NotATile`](PatternError::NotATile) or
    /// [`TileTwice`](PatternError::TileTwice); otherwise [`TileMissing`](PatternError::TileMissing) or
    /// [`TableTooLarge`](PatternError::TableTooLarge).
    ///
    /// # Complexity
    ///
    /// Linear in the number of cells.
    pub fn new<P: AsRef<[u8]>>(goal: &Board, patterns: impl IntoIterator<Item = P>) -> Result<Self, PatternError> {
        let shape = goal.shape();
        let longest = shape.width().max(shape.height());
        if longest > Self::LONGEST_SIDE || shape.cells() > Self::MOST_CELLS {
            return Err(PatternError::BoardTooLarge { shape });
        }
        let mut pattern_of = [None; Self::MOST_CELLS];
        let mut sorted = Vec::new();
        for (pattern, tiles) in patterns.into_iter().enumerate() {
            let mut tiles = tiles.as_ref().to_vec();
            if tiles.is_empty() {
                return Err(PatternError::EmptyPattern { pattern });
            }
            for tile in &tiles {
                if *tile == 0 || usize::from(*tile) >= shape.cells() {
                    let goal = goal.clone();
                    return Err(PatternError::NotATile {
                        tile: *tile,
                        pattern,
                        goal,
                    });
                }
                if let Some(first) = pattern_of[usize::from(*tile)].replace(pattern) {
                    return Err(PatternError::TileTwice {
                        tile: *tile,
                        first,
                        second: pattern,
                    });
                }
            }
            tiles.sort_unstable();
            sorted.push(tiles);
        }
        let partition = Self {
            goal: goal.clone(),
            patterns: sorted,
        };
        if let Some((tile, _)) = (0..)
            .zip(pattern_of)
            .take(shape.cells())
            .skip(1)
            .find(|(_, pattern)| pattern.is_none())
        {
            return Err(PatternError::TileMissing { tile });
        }
        // A 32-bit number must identify each entry of all tables.
        let cells = shape.cells();
        let mut left = Some(u32::MAX);
        for (pattern, tiles) in partition.patterns.iter().enumerate() {
            let entries = Ranking::new(tiles.len(), cells).map(|ranking| ranking.entries());
            left = entries.and_then(|entries| left?.checked_sub(entries));
            if left.is_none() {
                let tiles = tiles.len();
                return Err(PatternError::TableTooLarge { pattern, tiles, cells });
            }
        }
        Ok(partition)
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The shape of the boards.
    pub fn shape(&self) -> Shape {
        self.goal.shape()
    }

    /// The tiles of each pattern, in ascending order.
    pub fn patterns(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.patterns.iter().map(Vec::as_slice)
    }

    /// The number of placements of each pattern's tiles, which is the size of its table in bytes. Patterns that are
    /// rotations or reflections of each other in the goal share a table.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = u32> {
        let cells = self.goal.cells().len();
        self.patterns
            .iter()
            .map(move |tiles| Ranking::new(tiles.len(), cells).map_or(0, |ranking| ranking.entries()))
    }

    /// The reflected partition, if it differs from this one. The sum over the reflected partition is also admissible.
    ///
    /// Take a reflection that does not move the blank's goal cell. If a board is reflected, and its tiles are renamed
    /// such that the reflected goal becomes the goal, the new board needs as many moves as the original board. This
    /// partition's estimate of the new board is therefore admissible for the original board, and equals the reflected
    /// partition's estimate of it. The reflections are tried in this order: about the two diagonals (of a square), left
    /// to right, top to bottom. Returns `None` if every reflection moves the blank's goal cell or maps the partition
    /// onto itself.
    ///
    /// ```
    /// use astride::npuzzle::Board;
    /// use astride_tiles::patterns::Partition;
    ///
    /// let partition = Partition::new(&Board::blank_last("3".parse()?), [[1, 2, 3, 4], [5, 6, 7, 8]])?;
    /// let reflected = Partition::new(partition.goal(), [[1, 4, 7, 2], [5, 8, 3, 6]])?;
    /// assert_eq!(partition.reflected(), Some(reflected));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reflected(&self) -> Option<Self> {
        let shape = self.shape();
        let reflections = [
            Symmetry::MAIN_DIAGONAL,
            Symmetry::OTHER_DIAGONAL,
            Symmetry::LEFT_TO_RIGHT,
            Symmetry::TOP_TO_BOTTOM,
        ];
        let fitting =
            |symmetry: &Symmetry| symmetry.fits(shape) && symmetry.apply(shape, self.goal.blank()) == self.goal.blank();
        let others = reflections
            .into_iter()
            .filter(fitting)
            .map(|symmetry| self.mapped(symmetry));
        // They are compared as sets of sets, since the order of the patterns does not matter.
        let same = |other: &Self| other.patterns.iter().all(|tiles| self.patterns.contains(tiles));
        others.into_iter().find(|other| !same(other))
    }

    /// The mapped partition: the symmetry maps the goal cells of each pattern to other cells, whose tiles form the new
    /// pattern.
    fn mapped(&self, symmetry: Symmetry) -> Self {
        let positions = self.goal.positions();
        let mapped = |tile: &u8| {
            let cell = symmetry.apply(self.shape(), usize::from(positions[usize::from(*tile)]));
            self.goal.tile(cell).unwrap_or_default()
        };
        let map_pattern = |tiles: &Vec<u8>| {
            let mut tiles: Vec<u8> = tiles.iter().map(mapped).collect();
            tiles.sort_unstable();
            tiles
        };
        Self {
            goal: self.goal.clone(),
            patterns: self.patterns.iter().map(map_pattern).collect(),
        }
    }

    /// For each pattern, the key of its table, and the symmetry that maps the board to that of the table.
    pub(super) fn keys(&self) -> impl Iterator<Item = (Key, Symmetry)> {
        let shape = self.shape();
        let cells = Cells::new(shape);
        let positions = self.goal.positions();
        self.patterns.iter().map(move |tiles| {
            let occupied = tiles
                .iter()
                .fold(0, |set, tile| set | 1 << positions[usize::from(*tile)]);
            let region = cells.region(occupied, 1 << self.goal.blank());
            let mapped = |symmetry: Symmetry| Key {
                cells: symmetry.apply_to_set(shape, occupied),
                region: symmetry.apply_to_set(shape, region),
            };
            let keys = Symmetry::all(shape).map(|symmetry| (mapped(symmetry), symmetry));
            let identity = (mapped(Symmetry::IDENTITY), Symmetry::IDENTITY);
            keys.fold(identity, |least, other| if other.0 < least.0 { other } else { least })
        })
    }
}

/// Shows the patterns and the goal. The tiles of each pattern are in ascending order.
impl fmt::Debug for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Partition({self})")
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (pattern, tiles) in self.patterns.iter().enumerate() {
            if pattern > 0 {
                f.write_str(" | ")?;
            }
            for (place, tile) in tiles.iter().enumerate() {
                write!(f, "{}{tile}", if place > 0 { " " } else { "" })?;
            }
        }
        write!(f, " towards {} ({})", self.goal, self.shape())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    fn error(goal: &str, patterns: &[&[u8]]) -> std::string::String {
        Partition::new(&goal.parse().unwrap(), patterns)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(error("1230", &[&[1, 2], &[], &[3]]), "pattern 1 has no tiles");
        assert_eq!(
            error("1230", &[&[1, 2, 0], &[3]]),
            "0 in pattern 0 is not a tile of 1230, whose tiles are 1 to 3"
        );
        assert_eq!(
            error("1230", &[&[1, 2], &[3, 255]]),
            "255 in pattern 1 is not a tile of 1230, whose tiles are 1 to 3"
        );
        assert_eq!(
            error("1230", &[&[1, 2], &[3, 3]]),
            "tile 3 is in pattern 1 and again in pattern 1"
        );
        assert_eq!(error("1230", &[]), "tile 1 is in no pattern");
        let goal = Board::blank_last("5".parse().unwrap());
        let all: Vec<u8> = (1..25).collect();
        assert_eq!(
            Partition::new(&goal, [&all[..8], &all[8..]]).unwrap_err().to_string(),
            "the tables up to that of pattern 0, which has 8 tiles, have 2^32 or more entries on 25 cells: use smaller \
             patterns"
        );
        for shape in ["6", "8x2", "2x8", "16x16"] {
            let goal = Board::blank_last(shape.parse().unwrap());
            assert!(matches!(
                Partition::new(&goal, [[1]]),
                Err(PatternError::BoardTooLarge { .. })
            ));
        }
    }

    #[test]
    fn reflections_leave_the_blank_in_its_place() {
        let reflected = |goal: &str, patterns: &[&[u8]]| {
            let partition = Partition::new(&goal.parse().unwrap(), patterns).unwrap();
            partition.reflected().map(|other| other.patterns)
        };
        // Reflection about the main diagonal.
        assert_eq!(
            reflected("123456780", &[&[1, 2, 3, 4], &[5, 6, 7, 8]]).unwrap(),
            [[1, 2, 4, 7], [3, 5, 6, 8]]
        );
        // Reflection about the other diagonal.
        assert_eq!(
            reflected("120345678", &[&[1, 2, 3, 4], &[5, 6, 7, 8]]).unwrap(),
            [[4, 5, 7, 8], [1, 2, 3, 6]]
        );
        // Every reflection maps the corners and the sides onto themselves.
        assert_eq!(reflected("123804765", &[&[1, 3, 5, 7], &[2, 4, 6, 8]]), None);
        // The main diagonal makes no difference, but the other one does.
        assert_eq!(
            reflected("123804765", &[&[1, 2, 8, 3, 7], &[4], &[6], &[5]]).unwrap(),
            [&[3, 4, 5, 6, 7][..], &[2], &[8], &[1]]
        );
        // Not a square, so there is no diagonal, and the blank is in the middle of a side.
        assert_eq!(reflected("1 2 3\n4 5 0", &[&[1, 2, 3], &[4, 5]]), None);
        assert_eq!(
            reflected("1 2 3\n4 0 5", &[&[1, 2], &[3, 4, 5]]).unwrap(),
            [&[2, 3][..], &[1, 4, 5]]
        );
    }

    #[test]
    fn rotated_patterns_have_one_key() {
        let goal = Board::blank_first("5".parse().unwrap());
        let patterns: [&[u8]; 4] = [
            &[1, 2, 5, 6, 7, 12],
            &[3, 4, 8, 9, 13, 14],
            &[10, 11, 15, 16, 20, 21],
            &[17, 18, 19, 22, 23, 24],
        ];
        let partition = Partition::new(&goal, patterns).unwrap();
        let keys: Vec<_> = partition.keys().map(|(key, _)| key).collect();
        assert_eq!(keys[1], keys[2]);
        assert_eq!(keys[1], keys[3]);
        assert_ne!(keys[0], keys[1]);
        let reflected = partition.reflected().unwrap();
        assert!(reflected.keys().map(|(key, _)| key).eq(keys));
    }
}
