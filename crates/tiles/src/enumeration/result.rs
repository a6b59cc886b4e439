//! [`Enumeration`]: the result of enumerating all boards of a puzzle.

use core::fmt;

use alloc::vec::Vec;

use super::bits::Bits;
use super::ranking::Ranking;
use super::{EnumerationError, Enumerator};
use astride::npuzzle::{Board, Move, PuzzleError};

/// All boards that can reach a goal, grouped by the number of moves that they need.
///
/// # Example
///
/// ```
/// use astride::npuzzle::Board;
/// use astride_tiles::Enumeration;
///
/// let goal: Board = "123456780".parse()?;
/// let enumeration = Enumeration::from_goal(&goal)?;
/// assert_eq!(enumeration.states(), 181_440);
/// assert_eq!(enumeration.greatest_depth(), 31);
/// assert_eq!(enumeration.histogram()[..6], [1, 2, 4, 8, 16, 20]);
/// let deepest: Vec<_> = enumeration.deepest().map(|board| board.to_string()).collect();
/// assert_eq!(deepest, ["647850321", "867254301"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Enumeration {
    pub(super) goal: Board,
    pub(super) ranking: Ranking,
    pub(super) histogram: Vec<u64>,
    pub(super) reached: u64,
    /// The boards at the last two depths, each in the half of its colour.
    pub(super) bits: Bits,
    /// The second bit of each board's depth.
    pub(super) marks: Option<Bits>,
}

impl Enumeration {
    /// Enumerates all boards that can reach `goal`. [`Enumerator`] does the same in slices, with settings for the
    /// memory limit and for keeping depths.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](EnumerationError::TooLarge) if the boards take more than 1 GiB (those of 3×4 cells take 32 MB, and
    /// those of 2×7 cells 5.8 GB), and [`OutOfMemory`](EnumerationError::OutOfMemory) if memory is exhausted.
    pub fn from_goal(goal: &Board) -> Result<Self, EnumerationError> {
        Enumerator::new(goal).finish()
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The number of boards at each depth, starting with the goal at depth 0.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The number of boards: half of all arrangements.
    pub fn states(&self) -> u64 {
        self.reached
    }

    /// The depth of the hardest boards, in moves.
    pub fn greatest_depth(&self) -> u32 {
        u32::try_from(self.histogram.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// The mean depth of all boards, including the goal.
    ///
    /// ```
    /// use astride_tiles::Enumeration;
    /// let enumeration = Enumeration::from_goal(&"123804765".parse()?)?;
    /// assert_eq!(format!("{:.3}", enumeration.mean_depth()), "21.503");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "a mean of up to 15 digits is exact enough")]
    pub fn mean_depth(&self) -> f64 {
        let moves: u128 = (0..)
            .zip(&self.histogram)
            .map(|(depth, boards)| depth * u128::from(*boards))
            .sum();
        moves as f64 / self.reached as f64
    }

    /// The hardest boards, sorted by the cell of the blank and then by their tiles.
    ///
    /// # Complexity
    ///
    /// A complete iteration reads one bit per board, for about half of the boards.
    pub fn deepest(&self) -> impl Iterator<Item = Board> {
        // The colour changes with each move.
        let colour = (self.bits.colour(self.goal.blank()) + self.histogram.len() + 1) % 2;
        self.bits.places(colour).map(|place| self.ranking.board(place))
    }

    /// The fewest moves from `board` to the goal.
    ///
    /// # Errors
    ///
    /// The errors of [`solve`](Self::solve).
    ///
    /// # Complexity
    ///
    /// The same as for `solve`, since `depth` also follows a path to the goal.
    ///
    /// ```
    /// use astride_tiles::Enumerator;
    ///
    /// let goal = "123456780".parse()?;
    /// let enumeration = Enumerator::new(&goal).with_depths().finish()?;
    /// assert_eq!(enumeration.depth(&"638541720".parse()?)?, 28);
    /// assert_eq!(enumeration.depth(&"012345678".parse()?)?, 22);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn depth(&self, board: &Board) -> Result<u32, EnumerationError> {
        let moves = self.solve(board)?;
        Ok(u32::try_from(moves.len()).unwrap_or(u32::MAX))
    }

    /// A shortest sequence of moves of the blank from `board` to the goal.
    ///
    /// A second bit per board is enough to find such a sequence. The cell of the blank determines whether the depth is
    /// even or odd, and together with the bit it gives the depth modulo 4. The depth modulo 4 then shows whether a
    /// neighbouring board is one move nearer to the goal or one move farther away.
    ///
    /// # Errors
    ///
    /// [`DepthsNotKept`](EnumerationError::DepthsNotKept) if the enumeration ran without
    /// [`with_depths`](Enumerator::with_depths), and [`Board`](EnumerationError::Board), with
    /// [`ShapesDiffer`](PuzzleError::ShapesDiffer) or [`Unsolvable`](PuzzleError::Unsolvable), if the board is not
    /// among those enumerated.
    ///
    /// # Complexity
    ///
    /// At most five boards are looked up for each move, each in time quadratic in the number of cells.
    pub fn solve(&self, board: &Board) -> Result<Vec<Move>, EnumerationError> {
        let marks = self.marks.as_ref().ok_or(EnumerationError::DepthsNotKept)?;
        if !board.is_solvable(&self.goal)? {
            let (start, goal) = (board.clone(), self.goal.clone());
            return Err(PuzzleError::Unsolvable { start, goal }.into());
        }
        let modulo_4 = |board: &Board| {
            let odd = self.bits.colour(board.blank()) != self.bits.colour(self.goal.blank());
            u8::from(odd) + 2 * u8::from(marks.get(self.ranking.place(board)))
        };
        let mut moves = Vec::new();
        let mut board = board.clone();
        while board != self.goal {
            let nearer = (modulo_4(&board) + 3) % 4;
            let step = board
                .moves()
                .filter_map(|direction| Some((direction, board.apply(direction).ok()?)))
                .find(|(_, next)| modulo_4(next) == nearer);
            let Some((direction, next)) = step else { break };
            moves.push(direction);
            board = next;
        }
        Ok(moves)
    }
}

/// Shows the goal, the number of boards and the greatest depth, without the bits.
impl fmt::Debug for Enumeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Enumeration");
        fields
            .field("goal", &self.goal)
            .field("states", &self.states())
            .field("greatest_depth", &self.greatest_depth())
            .field("keeps_depths", &self.marks.is_some());
        fields.finish_non_exhaustive()
    }
}
