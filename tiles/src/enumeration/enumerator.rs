//! [`Enumerator`]: the settings of an enumeration, and how it runs.

use core::ops::ControlFlow;

use alloc::vec::Vec;

use super::bits::Bits;
use super::levels::Levels;
use super::ranking::Ranking;
use super::{Enumeration, EnumerationError};
use astride::npuzzle::Board;

/// Enumerates the boards of a puzzle. It sets how much memory may be used, and whether the depths are kept.
///
/// # Example
///
/// The callback may stop the enumeration early:
///
/// ```
/// use std::ops::ControlFlow;
/// use astride::npuzzle::Board;
/// use astride_tiles::Enumerator;
///
/// let goal = Board::blank_last("3x4".parse()?);
/// let enumeration = Enumerator::new(&goal).run(|level| {
///     println!("depth {}: {} boards, {} of {}", level.depth, level.boards, level.met, level.states);
///     if level.depth < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert!(!enumeration.is_complete());
/// assert_eq!(enumeration.histogram(), [1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Enumerator {
    goal: Board,
    memory_limit: u64,
    keep_depths: bool,
}

/// One depth of an enumeration, reported when all of its boards are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// The fewest moves from these boards to the goal.
    pub depth: u32,
    /// The number of boards at this depth.
    pub boards: u64,
    /// The number of boards at this depth or a smaller one.
    pub met: u64,
    /// The number of boards that can reach the goal.
    pub states: u64,
}

impl Enumerator {
    /// The default memory limit: 1 GiB.
    pub const DEFAULT_MEMORY_LIMIT: u64 = 1 << 30;

    /// An enumeration of all boards that can reach `goal`, within the
    /// [default limit](Self::DEFAULT_MEMORY_LIMIT), which does not keep their depths.
    pub fn new(goal: &Board) -> Self {
        Self {
            goal: goal.clone(),
            memory_limit: Self::DEFAULT_MEMORY_LIMIT,
            keep_depths: false,
        }
    }

    /// Limits the memory for the boards to `bytes`. Tables of some kilobytes to megabytes come on top. A puzzle that
    /// needs more is refused before any memory is allocated.
    ///
    /// ```
    /// use astride::npuzzle::Board;
    /// use astride_tiles::Enumerator;
    /// let enumerator = Enumerator::new(&Board::blank_last("2x7".parse()?)).with_memory_limit(6 << 30);
    /// assert_eq!(enumerator.bytes(), 5_811_886_080);
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn with_memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// Keeps another bit for each board, so that the depth of every board is known afterwards. This takes twice the
    /// memory.
    pub fn with_depths(mut self) -> Self {
        self.keep_depths = true;
        self
    }

    /// The bytes for the boards: 64 bits for 60 boards, twice that to keep the depths. `u128::MAX` stands for more than
    /// that.
    pub fn bytes(&self) -> u128 {
        let cells = self.goal.shape().cells() as u128;
        let (_, words) = Ranking::size(self.goal.shape());
        let bits = if self.keep_depths { 2 } else { 1 };
        words.saturating_mul(8 * cells * bits)
    }

    /// Enumerates the boards, depth by depth, and calls `progress` after each depth. If `progress` returns `Break`, the
    /// enumeration ends with the depths that it has.
    ///
    /// With the feature `rayon` it runs on the threads of the pool in which it is called; the result is the same.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](EnumerationError::TooLarge); [`OutOfMemory`](EnumerationError::OutOfMemory) if the allocator
    /// refuses. (Some systems promise more memory than they have, and end the program later.)
    ///
    /// # Complexity
    ///
    /// For each depth a pass over half of the bits, 60 boards at a time. (3×4, one core: 0.5 s; 2×7, two cores: 2 min.)
    ///
    /// # Source
    ///
    /// R. E. Korf, P. Schultze: Large-Scale Parallel Breadth-First Search. AAAI 2005, for the ranking in the order of
    /// the alphabet and for searching the boards of each cell of the blank together.
    pub fn run(&self, mut progress: impl FnMut(Level) -> ControlFlow<()>) -> Result<Enumeration, EnumerationError> {
        let shape = self.goal.shape();
        let (states, words) = Ranking::size(shape);
        let bytes = self.bytes();
        let out_of_memory = || EnumerationError::OutOfMemory { shape, states, bytes };
        if bytes > self.memory_limit.into() {
            return Err(EnumerationError::TooLarge {
                shape,
                states,
                bytes,
                limit: self.memory_limit,
            });
        }
        let words = usize::try_from(words).map_err(|_| out_of_memory())?;
        let states = u64::try_from(states).map_err(|_| out_of_memory())?;
        let mut bits = Bits::new(shape, words).ok_or_else(out_of_memory)?;
        let mut marks = None;
        if self.keep_depths {
            marks = Some(Bits::new(shape, words).ok_or_else(out_of_memory)?);
        }
        let ranking = Ranking::new(&self.goal);
        let levels = Levels::new(&ranking, &bits, shape);

        bits.set(ranking.place(&self.goal));
        let mut colour = bits.colour(self.goal.blank());
        let mut histogram = Vec::new();
        let (mut boards, mut met) = (1, 0);
        for depth in 0.. {
            met += boards;
            histogram.push(boards);
            let level = Level {
                depth,
                boards,
                met,
                states,
            };
            if progress(level).is_break() || met == states {
                break;
            }
            colour = 1 - colour;
            // The second bit of the depth is marked. The first follows from the colour, so the two tell a nearer
            // neighbour from a further one.
            let marks = marks.as_mut().filter(|_| (depth + 1) & 2 != 0);
            boards = levels.next(&ranking, &mut bits, colour, marks.map(|marks| marks.half_mut(colour)));
        }
        Ok(Enumeration::new(self.goal.clone(), ranking, histogram, bits, marks))
    }
}
