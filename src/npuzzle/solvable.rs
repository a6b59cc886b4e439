//! Testing whether one board can reach another.

use super::{Board, PuzzleError};

impl Board {
    /// Returns whether some sequence of moves leads from this board to `goal`.
    ///
    /// Each move exchanges the blank with a tile. This changes the parity of the permutation from the board to the
    /// goal, and brings the blank one cell nearer to its goal cell or one cell further away. So two parities must
    /// agree: that of the permutation of all cells, and that of the number of rows plus columns between the blank and
    /// its goal cell. On every board of at least 2×2 cells, this condition is also sufficient, for any goal and any
    /// width. (For the goal [`Board::blank_last`], the usual count of inversions gives the same result.) Thus the
    /// boards of a shape fall into two halves. Moves lead from each board to every other board of its half, but never
    /// to the other half. The even half is that of [`Board::blank_last`], and the other is the odd half.
    ///
    /// # Errors
    ///
    /// Returns [`PuzzleError::ShapesDiffer`] if the shapes differ.
    ///
    /// # Complexity
    ///
    /// Linear in the number of cells. Nothing is allocated.
    ///
    /// # Source
    ///
    /// W. W. Johnson, W. E. Story: Notes on the "15" Puzzle. American Journal of Mathematics 2 (1879).
    ///
    /// # Example
    ///
    /// ```
    /// use astride::npuzzle::Board;
    ///
    /// let goal: Board = "123456780".parse()?;
    /// assert!("867254301".parse::<Board>()?.is_solvable(&goal)?);
    /// assert!(!"213456780".parse::<Board>()?.is_solvable(&goal)?);
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn is_solvable(&self, goal: &Self) -> Result<bool, PuzzleError> {
        if self.shape() != goal.shape() {
            return Err(PuzzleError::ShapesDiffer {
                start: self.shape(),
                goal: goal.shape(),
            });
        }
        let blank_is_odd = self.shape().distance(self.blank(), goal.blank()) % 2 == 1;
        Ok(self.is_odd_permutation_of(goal) == blank_is_odd)
    }

    /// The half of all boards of this shape to which the board belongs.
    pub(super) fn half(&self) -> &'static str {
        match self.is_solvable(&Self::blank_last(self.shape())) {
            Ok(true) => "even",
            _ => "odd",
        }
    }

    /// Returns whether an odd number of exchanges of two cells turns one board into the other.
    fn is_odd_permutation_of(&self, goal: &Self) -> bool {
        let positions = goal.positions();
        let mut seen = [false; 256];
        let mut odd = false;
        for start in 0..self.cells().len() {
            // A cycle of n cells takes n - 1 exchanges, so its first cell is not counted.
            let mut cell = start;
            while !seen[cell] {
                seen[cell] = true;
                cell = usize::from(positions[usize::from(self.cells()[cell])]);
                odd ^= cell != start;
            }
        }
        odd
    }
}
