//! [`Enumerator`]: the settings of an enumeration, and its steps.

use core::fmt;

use alloc::vec;

use super::bits::Bits;
use super::levels::Levels;
use super::ranking::Ranking;
use super::{Enumeration, EnumerationError};
use astride::npuzzle::Board;
use astride::{Status, Stepper};

/// Enumerates the boards of a puzzle, with settings for the memory limit and for keeping depths.
///
/// It is a [`Stepper`]. A step processes up to about 60 million boards, which takes a few milliseconds. With the
/// feature `rayon`, a step runs on the threads of the pool in which it is called, with the same result as on one
/// thread.
///
/// # Complexity
///
/// Each depth takes one pass over half of the bits, which processes 60 boards at a time. (Enumerating the boards of 3×4
/// cells takes 0.5 s on one core, and those of 2×7 cells two minutes on two cores.)
///
/// # Example
///
/// ```
/// use astride::npuzzle::Board;
/// use astride::{Budget, Status, Stepper};
/// use astride_tiles::{EnumerationError, Enumerator};
/// use std::time::Duration;
///
/// let mut enumerator = Enumerator::new(&Board::blank_last("2x5".parse()?));
/// while enumerator.run_for(Budget::new().time(Duration::from_millis(100))) == Status::Running {
///     println!("{} depths are complete", enumerator.histogram().len());
/// }
/// let enumeration = enumerator.finish()?;
/// assert_eq!(enumeration.histogram()[..11], [1, 2, 3, 6, 11, 19, 30, 44, 68, 112, 176]);
/// # Ok::<(), EnumerationError>(())
/// ```
///
/// # Source
///
/// R. E. Korf, P. Schultze: Large-Scale Parallel Breadth-First Search. AAAI 2005 (the ranking in lexicographic order,
/// and the joint processing of all boards with the blank in the same cell).
pub struct Enumerator {
    goal: Board,
    memory_limit: u64,
    keep_depths: bool,
    /// `None` before the first step.
    work: Option<Work>,
    state: Result<Status, EnumerationError>,
}

/// An enumeration that has begun.
struct Work {
    /// The depths that are complete.
    all: Enumeration,
    levels: Levels,
    /// The number of boards that can reach the goal.
    states: u64,
    /// The colour of the boards at the current depth, the number of completed portions, and the number of boards in
    /// them.
    colour: usize,
    portions: usize,
    boards: u64,
}

impl Enumerator {
    /// The default memory limit: 1 GiB.
    pub const DEFAULT_MEMORY_LIMIT: u64 = 1 << 30;

    /// Creates an enumeration of all boards that can reach `goal`, with the [default
    /// limit](Self::DEFAULT_MEMORY_LIMIT), and without keeping depths. The memory for the boards is allocated in the
    /// first step.
    pub fn new(goal: &Board) -> Self {
        Self {
            goal: goal.clone(),
            memory_limit: Self::DEFAULT_MEMORY_LIMIT,
            keep_depths: false,
            work: None,
            state: Ok(Status::Running),
        }
    }

    /// Limits the memory for the boards to `bytes`. A puzzle that needs more memory is rejected before any memory is
    /// allocated. In addition, internal tables take at most 7 MB on boards of up to 14 cells, except 110 MB on 7×2
    /// cells.
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

    /// Keeps a second bit per board, so that the depth of every board is known afterwards. This doubles the memory.
    pub fn with_depths(mut self) -> Self {
        self.keep_depths = true;
        self
    }

    /// The number of bytes for the boards: 8 bytes for every 60 boards (for every three on 2×2 cells), or 16 if depths
    /// are kept. `u128::MAX` stands for any larger number.
    pub fn bytes(&self) -> u128 {
        let cells = self.goal.shape().cells() as u128;
        let (_, words) = Ranking::size(self.goal.shape());
        let bits = if self.keep_depths { 2 } else { 1 };
        words.saturating_mul(8 * cells * bits)
    }

    /// Returns the number of boards at each complete depth, starting with the goal at depth 0.
    pub fn histogram(&self) -> &[u64] {
        self.work.as_ref().map_or(&[], |work| &work.all.histogram)
    }

    /// Runs all remaining steps and returns the result.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](EnumerationError::TooLarge) if the boards take more memory than the limit allows, and
    /// [`OutOfMemory`](EnumerationError::OutOfMemory) if the allocation fails. (Some systems promise more memory than
    /// they have, and later kill the program.)
    pub fn finish(mut self) -> Result<Enumeration, EnumerationError> {
        let mut work = match self.work.take() {
            Some(work) => work,
            None => self.begin()?,
        };
        while !work.is_complete() {
            work.advance();
        }
        Ok(work.all)
    }

    fn begin(&self) -> Result<Work, EnumerationError> {
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
        bits.set(ranking.place(&self.goal));
        Ok(Work {
            levels: Levels::new(&ranking, &bits, shape).ok_or_else(out_of_memory)?,
            colour: 1 - bits.colour(self.goal.blank()),
            all: Enumeration {
                goal: self.goal.clone(),
                ranking,
                histogram: vec![1],
                reached: 1,
                bits,
                marks,
            },
            states,
            portions: 0,
            boards: 0,
        })
    }

    fn advance(&mut self) -> Result<Status, EnumerationError> {
        match &mut self.work {
            Some(work) if work.is_complete() => return Ok(Status::Found),
            Some(work) => work.advance(),
            None => self.work = Some(self.begin()?),
        }
        Ok(Status::Running)
    }
}

impl Work {
    fn is_complete(&self) -> bool {
        self.all.reached == self.states
    }

    /// Finds some boards of the next depth.
    fn advance(&mut self) {
        let Enumeration {
            ranking,
            histogram,
            reached,
            bits,
            marks,
            ..
        } = &mut self.all;
        // The second bit of the depth is marked. The first bit follows from the colour, so the two distinguish nearer
        // neighbours from farther ones.
        let marks = marks.as_mut().filter(|_| histogram.len() & 2 != 0);
        let marks = marks.map(|marks| marks.half_mut(self.colour));
        let end = self.portions + self.levels.portions_at_once();
        self.boards += self.levels.next(ranking, bits, self.colour, marks, self.portions..end);
        self.portions = end;
        if end >= self.levels.portions(bits, self.colour) {
            *reached += self.boards;
            histogram.push(self.boards);
            (self.colour, self.portions, self.boards) = (1 - self.colour, 0, 0);
        }
    }
}

impl Stepper for Enumerator {
    fn step(&mut self) -> Status {
        if matches!(self.state, Ok(Status::Running)) {
            self.state = self.advance();
        }
        self.status()
    }

    fn status(&self) -> Status {
        self.state.as_ref().map_or_else(Status::failed, Status::clone)
    }
}

impl fmt::Debug for Enumerator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Enumerator")
            .field("goal", &self.goal)
            .field("histogram", &self.histogram())
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}
