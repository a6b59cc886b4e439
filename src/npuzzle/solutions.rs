//! [`OptimalSolutions`]: all shortest solutions of a puzzle.

use alloc::vec::Vec;
use core::fmt;

use super::{Move, Puzzle, TileHeuristic, Tiles};
use crate::search::{OptimalPaths, OptimalPathsError};

/// All shortest solutions of a [`Puzzle`], to be counted or listed as moves of the blank.
///
/// This type is returned by [`Puzzle::optimal_solutions`]. [`OptimalPaths`] lists the same solutions, each as a
/// sequence of boards.
///
/// # Facts
///
/// With the goal's blank in a corner, boards of the 8-puzzle have 2.76 shortest solutions on average, and at most 64;
/// the two boards that take 31 moves have 40 each.
#[derive(Clone)]
pub struct OptimalSolutions<'a, T: Tiles, H> {
    puzzle: &'a Puzzle<T, H>,
    paths: OptimalPaths<T, u32>,
}

impl<T: Tiles, H: TileHeuristic<T>> Puzzle<T, H> {
    /// Finds all shortest solutions, with A\* and the puzzle's heuristic, which must be admissible.
    ///
    /// # Errors
    ///
    /// Returns [`OptimalPathsError::Search`] if there is not enough memory for the search. To search with a limit, see
    /// [`OptimalPaths::of`].
    ///
    /// # Complexity
    ///
    /// A\* must expand all boards whose f = g + h is at most the length of a shortest solution, whereas for a single
    /// solution it stops before it has expanded all boards whose f equals that length. The solutions themselves are not
    /// stored, however many there are.
    ///
    /// ```
    /// use astride::npuzzle::{Board, LinearConflict, Puzzle};
    ///
    /// let goal: Board = "123456780".parse()?;
    /// let start: Board = "867254301".parse()?;
    /// let puzzle = Puzzle::new(&start, &goal)?.with_heuristic(LinearConflict::new);
    /// let solutions = puzzle.optimal_solutions()?;
    /// assert_eq!((solutions.length(), solutions.count()), (Some(31), Some(40)));
    /// for moves in solutions.iter() {
    ///     assert_eq!(start.apply_all(moves)?, goal);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn optimal_solutions(&self) -> Result<OptimalSolutions<'_, T, H>, OptimalPathsError> {
        let paths = OptimalPaths::new(self)?;
        Ok(OptimalSolutions { puzzle: self, paths })
    }
}

impl<'a, T: Tiles, H> OptimalSolutions<'a, T, H> {
    /// The number of moves of each solution, or `None` if the puzzle cannot be solved.
    pub fn length(&self) -> Option<u32> {
        self.paths.cost()
    }

    /// The number of solutions, or `None` if it exceeds `u128::MAX`. O(1).
    pub fn count(&self) -> Option<u128> {
        self.paths.count()
    }

    /// Yields the solutions one after another, in lexicographic order of their moves, where Up comes first, followed by
    /// Left, Right and Down. Each solution takes O(length) time, and the iterator takes O(length) memory.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Move>> + use<'_, 'a, T, H> {
        // The nodes on these paths belong to the puzzle, so there are moves between them.
        self.paths.iter().filter_map(|path| self.puzzle.moves(&path.nodes).ok())
    }

    /// The same solutions, each as a path of packed boards.
    pub fn paths(&self) -> &OptimalPaths<T, u32> {
        &self.paths
    }
}

/// Writes the puzzle and the number of solutions, without the solutions.
impl<T: Tiles, H: fmt::Debug> fmt::Debug for OptimalSolutions<'_, T, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OptimalSolutions")
            .field("puzzle", &self.puzzle)
            .field("length", &self.length())
            .field("count", &self.count())
            .finish_non_exhaustive()
    }
}
