//! [`LinearConflict`]: Manhattan plus two moves for each tile that must leave its line.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::{Manhattan, Slide, TileHeuristic};
use crate::npuzzle::{Board, Shape, Tiles};
use crate::traits::Consistency;

/// [`Manhattan`], plus two moves for each tile that must leave its row or column to let another one pass. It is
/// admissible and consistent.
///
/// In each row, consider the tiles whose goal is in that row. If these tiles are not in the goal's order, some of them
/// must leave the row and come back. Each tile that leaves needs two moves, out of the row and back, in addition to its
/// moves along the row, which are all that Manhattan counts. The least number of tiles that must leave is the number of
/// tiles outside a longest increasing subsequence. The same holds for each column. The blank is never counted.
///
/// # Why it is consistent
///
/// A tile that moves up or down passes no tile of its column, so no column's order changes. If the tile leaves its goal
/// row, Manhattan rises by one, while the number of tiles that must leave that row falls by at most one; if it enters
/// the row, the reverse holds. Two moves are counted for each such tile, so the estimate changes by one in either case.
/// If the tile does neither, only Manhattan changes. The same holds for columns. So every move changes the estimate by
/// exactly one, up or down. (The tests check this for every move of the 8-puzzle.)
///
/// # Complexity
///
/// O(`w` `h` (`w` + `h`)) for a board of `w` × `h` cells; O(`w`² + `h`²) for a slide, which affects at most two rows or
/// two columns.
///
/// # Source
///
/// O. Hansson, A. Mayer, M. Yung: Criticizing Solutions to Relaxed Models Yields Powerful Admissible Heuristics.
/// Information Sciences 63 (1992).
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, LinearConflict, PuzzleError, TileHeuristic, Tiles, Tiles16};
///
/// let goal: Board = "123456780".parse()?;
/// let estimate = |text: &str| {
///     let tiles = Tiles16::pack(text.parse::<Board>()?.cells()).unwrap();
///     Ok::<_, PuzzleError>(LinearConflict::new(&goal).estimate(tiles))
/// };
/// assert_eq!(estimate("321456780")?, 4 + 2 * 2); // two of the three must leave the first row
/// assert_eq!(estimate("647850321")?, 21 + 2); // 31 moves in truth
/// # Ok::<(), PuzzleError>(())
/// ```
#[derive(Clone)]
pub struct LinearConflict {
    manhattan: Manhattan,
    shape: Shape,
    /// The row and column of each cell, which are looked up to avoid a division.
    rows: Box<[u8]>,
    columns: Box<[u8]>,
    /// The row and column of each tile's goal, or `NOWHERE` for the blank.
    goal_rows: Box<[u8]>,
    goal_columns: Box<[u8]>,
}

/// A row or column that does not exist on any board.
const NOWHERE: u8 = u8::MAX;

/// The cells of a row or column, `step` apart, and the goals of tiles along it.
#[derive(Clone, Copy)]
struct Line<'a> {
    first: usize,
    step: usize,
    length: usize,
    /// This row (or column), the rows of the tiles' goals, and their columns.
    number: u8,
    goal_lines: &'a [u8],
    goal_places: &'a [u8],
}

impl Line<'_> {
    /// The least number of tiles that must leave the line. `tile_in` returns the tile in a cell.
    #[inline]
    fn leavers(self, tile_in: impl Fn(usize) -> u8) -> u32 {
        // The least last element of an increasing subsequence of each length.
        let mut lasts = [0_u8; Shape::LONGEST];
        let mut longest = 0;
        let mut tiles = 0;
        for index in 0..self.length {
            let tile = usize::from(tile_in(self.first + index * self.step));
            if self.goal_lines.get(tile) != Some(&self.number) {
                continue;
            }
            let Some(place) = self.goal_places.get(tile) else {
                continue;
            };
            // There are few of them, so counting the smaller ones is faster than a binary search.
            let smaller = lasts.iter().take(longest).filter(|last| *last < place).count();
            if let Some(last) = lasts.get_mut(smaller) {
                *last = *place;
            }
            longest = longest.max(smaller + 1);
            tiles += 1;
        }
        tiles - u32::try_from(longest).unwrap_or(tiles)
    }
}

short_debug!(LinearConflict);

impl LinearConflict {
    /// Creates the heuristic for a goal.
    pub fn new(goal: &Board) -> Self {
        let shape = goal.shape();
        let bytes = |of: &dyn Fn(usize) -> usize| -> Box<[u8]> {
            (0..shape.cells())
                .map(|cell| u8::try_from(of(cell)).unwrap_or(NOWHERE))
                .collect()
        };
        let (rows, columns) = (bytes(&|cell| shape.row(cell)), bytes(&|cell| shape.column(cell)));
        let of_goal = |lines: &[u8]| -> Box<[u8]> {
            let mut of_tile: Vec<u8> = vec![NOWHERE; shape.cells()];
            for (tile, line) in goal.cells().iter().zip(lines).filter(|(tile, _)| **tile != 0) {
                of_tile[usize::from(*tile)] = *line;
            }
            of_tile.into_boxed_slice()
        };
        let (goal_rows, goal_columns) = (of_goal(&rows), of_goal(&columns));
        Self {
            manhattan: Manhattan::new(goal),
            shape,
            rows,
            columns,
            goal_rows,
            goal_columns,
        }
    }

    #[inline]
    fn row(&self, number: u8) -> Line<'_> {
        Line {
            first: usize::from(number) * self.shape.width(),
            step: 1,
            length: self.shape.width(),
            number,
            goal_lines: &self.goal_rows,
            goal_places: &self.goal_columns,
        }
    }

    #[inline]
    fn column(&self, number: u8) -> Line<'_> {
        Line {
            first: usize::from(number),
            step: self.shape.width(),
            length: self.shape.height(),
            number,
            goal_lines: &self.goal_columns,
            goal_places: &self.goal_rows,
        }
    }
}

impl<T: Tiles> TileHeuristic<T> for LinearConflict {
    #[inline]
    fn estimate(&self, tiles: T) -> u32 {
        let lines = |count: usize| (0..NOWHERE).take(count);
        let leavers = |line: Line<'_>| line.leavers(|cell| tiles.get(cell));
        let in_rows: u32 = lines(self.shape.height()).map(|number| leavers(self.row(number))).sum();
        let in_columns: u32 = lines(self.shape.width())
            .map(|number| leavers(self.column(number)))
            .sum();
        self.manhattan.sum(tiles) + 2 * (in_rows + in_columns)
    }

    #[inline]
    fn estimate_slide(&self, parent_estimate: u32, child: T, slide: Slide) -> u32 {
        let Slide { tile, from, to } = slide;
        let manhattan = self.manhattan.estimate_slide(parent_estimate, child, slide);

        // A move up or down can change only the order within rows, and only if the tile leaves or enters its goal row.
        let line_of = |lines: &[u8], cell: usize| lines.get(cell).copied();
        let goal_of = |lines: &[u8]| lines.get(usize::from(tile)).copied();
        let (from_column, to_column) = (line_of(&self.columns, from), line_of(&self.columns, to));
        let (goal, left, entered, line) = if from_column == to_column {
            let goal = goal_of(&self.goal_rows);
            (
                goal,
                line_of(&self.rows, from),
                line_of(&self.rows, to),
                goal.map(|number| self.row(number)),
            )
        } else {
            let goal = goal_of(&self.goal_columns);
            (goal, from_column, to_column, goal.map(|number| self.column(number)))
        };
        let Some(line) = line.filter(|_| goal == left || goal == entered) else {
            return manhattan;
        };

        let now = line.leavers(|cell| child.get(cell));
        let before = line.leavers(|cell| match cell {
            _ if cell == from => tile,
            _ if cell == to => 0,
            _ => child.get(cell),
        });
        manhattan.wrapping_add(2 * now).wrapping_sub(2 * before)
    }

    fn consistency(&self) -> Option<Consistency> {
        Some(Consistency::BothWays)
    }
}
