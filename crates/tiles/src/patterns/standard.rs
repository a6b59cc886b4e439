//! [`StandardPartition`]: the partitions from the literature.

use alloc::string::ToString;
use alloc::vec;
use core::fmt;
use core::str::FromStr;

use super::symmetry::Symmetry;
use super::{Partition, PatternError};
use astride::npuzzle::Board;

/// A partition from the literature, for goals with the blank in a corner.
///
/// The name lists the number of tiles in each pattern. Each digit in these drawings stands for a pattern, which
/// consists of the goal's tiles in the cells with this digit. If the goal's blank is not at the top left, the drawing
/// is reflected or turned accordingly.
///
/// ```text
///  4-4      5-5-5      6-6-3      7-8        6-6-6-6
///  . 1 1    . 1 1 1    . 1 2 2    . 1 1 1    . 1 1 2 2
///  2 1 1    2 1 1 3    1 1 2 2    1 1 1 1    1 1 1 2 2
///  2 2 2    2 2 3 3    1 1 2 2    2 2 2 2    3 3 1 2 2
///           2 2 3 3    1 3 3 3    2 2 2 2    3 3 4 4 4
///                                            3 3 4 4 4
/// ```
///
/// | partition | puzzle | size of all tables |
/// |---|---|---|
/// | `4-4` | 8 | 6 kB |
/// | `5-5-5` | 15 | 1.0 MB (two of the patterns share a table) |
/// | `6-6-3` | 15 | 11.5 MB |
/// | `7-8` | 15 | 577 MB |
/// | `6-6-6-6` | 24 | 255 MB (three of the patterns share a table) |
///
/// # Source
///
/// R. E. Korf, A. Felner: Disjoint pattern database heuristics. Artificial Intelligence 134 (2002). A. Felner, R. E.
/// Korf, S. Hanan: Additive pattern database heuristics. Journal of Artificial Intelligence Research 22 (2004).
///
/// # Example
///
/// ```
/// use astride::npuzzle::Board;
/// use astride_tiles::patterns::StandardPartition;
///
/// let partition = StandardPartition::SevenEight.of(&Board::blank_first("4".parse()?))?;
/// assert_eq!(partition.patterns().next(), Some(&[1, 2, 3, 4, 5, 6, 7][..]));
/// assert_eq!("7-8".parse::<StandardPartition>()?, StandardPartition::SevenEight);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StandardPartition {
    /// `4-4`: for the 8-puzzle.
    FourFour,
    /// `5-5-5`: for the 15-puzzle, with tables that are built in less than a tenth of a second.
    FiveFiveFive,
    /// `6-6-3`: for the 15-puzzle, with tables that are built in less than a second.
    SixSixThree,
    /// `7-8`: for the 15-puzzle, with the largest tables and by far the fewest expansions.
    SevenEight,
    /// `6-6-6-6`: for the 24-puzzle.
    SixSixSixSix,
}

impl StandardPartition {
    /// All standard partitions, sorted by the size of the board and then by the size of the tables.
    pub const ALL: [Self; 5] = [
        Self::FourFour,
        Self::FiveFiveFive,
        Self::SixSixThree,
        Self::SevenEight,
        Self::SixSixSixSix,
    ];

    /// The width and height of the board.
    pub fn side(self) -> usize {
        match self {
            Self::FourFour => 3,
            Self::FiveFiveFive | Self::SixSixThree | Self::SevenEight => 4,
            Self::SixSixSixSix => 5,
        }
    }

    /// The pattern of each cell, with the blank first, and the number of patterns.
    fn drawing(self) -> (&'static [u8], usize) {
        match self {
            Self::FourFour => (b".11 211 222", 2),
            Self::FiveFiveFive => (b".111 2113 2233 2233", 3),
            Self::SixSixThree => (b".122 1122 1122 1333", 3),
            Self::SevenEight => (b".111 1111 2222 2222", 2),
            Self::SixSixSixSix => (b".1122 11122 33122 33444 33444", 4),
        }
    }

    /// Returns the partition for a goal.
    ///
    /// # Errors
    ///
    /// [`NotForThisGoal`](PatternError::NotForThisGoal) if the partition is for another shape, or if the goal's blank
    /// is not in a corner.
    ///
    /// # Complexity
    ///
    /// Linear in the number of cells.
    pub fn of(self, goal: &Board) -> Result<Partition, PatternError> {
        let (shape, blank) = (goal.shape(), goal.blank());
        // The symmetries that can map the blank's corner to the first cell.
        let turns = [
            Symmetry::IDENTITY,
            Symmetry::HALF_TURN,
            Symmetry::LEFT_TO_RIGHT,
            Symmetry::TOP_TO_BOTTOM,
        ];
        let turn = turns.into_iter().find(|turn| turn.apply(shape, blank) == 0);
        let is_square = (shape.width(), shape.height()) == (self.side(), self.side());
        let Some(turn) = turn.filter(|_| is_square) else {
            return Err(PatternError::NotForThisGoal {
                partition: self,
                goal: goal.clone(),
            });
        };
        let (drawing, count) = self.drawing();
        let mut patterns = vec![vec![]; count];
        for (cell, mark) in drawing.iter().filter(|mark| **mark != b' ').enumerate() {
            // Each of these turns is its own inverse.
            let tile = goal.tile(turn.apply(shape, cell)).unwrap_or_default();
            if let Some(pattern) = patterns.get_mut(usize::from(mark.wrapping_sub(b'1'))) {
                pattern.push(tile);
            }
        }
        Partition::new(goal, patterns)
    }
}

impl fmt::Display for StandardPartition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::FourFour => "4-4",
            Self::FiveFiveFive => "5-5-5",
            Self::SixSixThree => "6-6-3",
            Self::SevenEight => "7-8",
            Self::SixSixSixSix => "6-6-6-6",
        })
    }
}

impl FromStr for StandardPartition {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let named = Self::ALL
            .into_iter()
            .find(|partition| partition.to_string() == text.trim());
        named.ok_or_else(|| PatternError::UnknownPartition { text: text.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::npuzzle::Shape;
    use std::string::String;
    use std::vec::Vec;

    #[test]
    fn names_say_the_sizes_of_the_patterns() {
        for standard in StandardPartition::ALL {
            assert_eq!(standard.to_string().parse::<StandardPartition>().unwrap(), standard);
            let shape = Shape::new(standard.side(), standard.side()).unwrap();
            for goal in [Board::blank_first(shape), Board::blank_last(shape)] {
                let partition = standard.of(&goal).unwrap();
                let sizes: Vec<String> = partition.patterns().map(|tiles| tiles.len().to_string()).collect();
                assert_eq!(sizes.join("-"), standard.to_string());
                assert!(partition.reflected().is_some(), "{standard}");
            }
        }
        assert!("7-9".parse::<StandardPartition>().is_err());
    }

    #[test]
    fn every_corner_will_do() {
        let patterns = |goal: &str| {
            let partition = StandardPartition::SevenEight.of(&goal.parse().unwrap())?;
            Ok::<_, PatternError>(partition.patterns().map(<[u8]>::to_vec).collect::<Vec<_>>())
        };
        let (low, high): (Vec<u8>, Vec<u8>) = ((1..8).collect(), (8..16).collect());
        assert_eq!(patterns("0123456789abcdef").unwrap(), [low.clone(), high.clone()]);
        assert_eq!(patterns("1230456789abcdef").unwrap(), [low, high]);
        let (low, high): (Vec<u8>, Vec<u8>) = ((1..9).collect(), (9..16).collect());
        assert_eq!(patterns("123456789abcdef0").unwrap(), [high.clone(), low.clone()]);
        assert_eq!(patterns("123456789abc0def").unwrap(), [high, low]);
        assert_eq!(
            patterns("1023456789abcdef").unwrap_err().to_string(),
            "the partition 7-8 is for 4x4 cells and a goal with the blank in a corner, but 1023456789abcdef (4x4) is \
             not such a goal: divide its tiles with Partition::new"
        );
        assert!(patterns("012345678").is_err());
    }
}
