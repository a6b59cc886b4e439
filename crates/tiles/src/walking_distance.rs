//! [`WalkingDistance`]: the moves needed between rows, plus the moves needed between columns.

use alloc::boxed::Box;

use super::walking_patterns::{LineCodes, Lines, Patterns};
use astride::engine::Refusal;
use astride::npuzzle::{Board, PuzzleError, Shape, Slide, TileHeuristic, Tiles};
use astride::traits::Consistency;

/// The fewest moves up and down that bring each tile into its goal row, plus the fewest moves left and right that bring
/// each tile into its goal column. It is admissible and consistent.
///
/// If columns are ignored, a board becomes a *pattern*: each row is a multiset of tiles, and only the goal row of each
/// tile counts. A move takes any tile from a row next to the blank's row into the blank's row. When the heuristic is
/// created, a breadth-first search over all patterns (24,964 on 4×4 cells) finds the number of such moves from each
/// pattern to the goal's. Ignoring rows instead of columns gives the number of moves left and right. Each move of the
/// puzzle is of one of these two kinds, so the two numbers can be added.
///
/// Whereas [`Manhattan`](astride::npuzzle::Manhattan) lets tiles slide over each other freely, a tile can move here
/// only if the blank is in a neighbouring row or column. The estimate is therefore never less than the Manhattan
/// distance; it can be larger or smaller than the estimate of [`LinearConflict`](astride::npuzzle::LinearConflict), and
/// [`Maximum`](astride::npuzzle::Maximum) combines the two.
///
/// # Why it is consistent
///
/// A move of the puzzle is a move in one of the board's two patterns, and can be reversed. That pattern's distance
/// therefore changes by at most one, and the other pattern does not change. (In fact, the distance changes by exactly
/// one, since the blank's row or column determines whether it is even or odd. The tests check this for every move of
/// the 8-puzzle, and for random moves on larger boards.)
///
/// # Complexity
///
/// There are two tables with a byte for each pattern, or only one if rows and columns are alike (on a square board with
/// the goal's blank on the main diagonal). On 4×4 cells, a table takes 150 kB, including the data that number its
/// patterns. The time to build the tables is proportional to their size: about one millisecond on 4×4 cells, and at
/// most 30 ms on 3×5 and all smaller boards. The largest boards take much longer: 4×5 cells have 6 million patterns
/// (0.4 s), and 5×5 cells have 66 million (5 s and 70 MB). If several searches have the same goal, they can share one
/// heuristic, since `&WalkingDistance` is also a heuristic.
///
/// For a board of `w` × `h` cells, an estimate takes O(`w` `h`). For a slide, the heuristic reads only the rows or
/// only the columns, and looks up the distances of two patterns, the parent's and the child's, since the parent's
/// estimate gives only the sum for rows and columns.
///
/// # Source
///
/// Ken'ichiro Takahashi (takaken): How to write a 15 puzzle solver (web page in Japanese; a
/// [translation](http://juropollo.xe0.ru/stp_wd_translation_en.htm)).
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, Puzzle};
/// use astride_tiles::WalkingDistance;
/// use astride::{AStar, Heuristic, Problem, Status};
///
/// let goal = Board::blank_last("4".parse()?);
/// let walking_distance = WalkingDistance::new(&goal)?;
/// assert_eq!(walking_distance.patterns(), (24_964, 24_964));
///
/// let start: Board = "5 1 2 4, 9 6 3 8, 13 10 7 11, _ 14 15 12".parse()?;
/// let puzzle = Puzzle::new(&start, &goal)?.with_heuristic(|_| walking_distance);
/// assert_eq!(puzzle.estimate(&puzzle.start()), 9);
/// let mut search = AStar::new(puzzle);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 9);
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[derive(Clone)]
pub struct WalkingDistance {
    shape: Shape,
    vertical: Direction,
    horizontal: Direction,
    rows: Patterns,
    /// `None` if they are the same as those of the rows.
    columns: Option<Patterns>,
}

/// The layout of the lines of a direction on the board.
#[derive(Clone)]
struct Direction {
    lines: usize,
    length: usize,
    /// The distances in the array from a line to the next, and from a cell of a line to the next.
    line_step: usize,
    cell_step: usize,
    /// The code of each tile, starting with the blank.
    codes: Box<[u32]>,
}

impl Direction {
    /// The codes of all lines.
    #[inline]
    fn line_codes<T: Tiles>(&self, tiles: T) -> LineCodes {
        let mut codes = LineCodes::default();
        for (line, code) in codes.iter_mut().enumerate().take(self.lines) {
            let cells = (0..self.length).map(|cell| line * self.line_step + cell * self.cell_step);
            *code = cells.map(|cell| self.code(tiles.get(cell))).fold(0, u32::wrapping_add);
        }
        codes
    }

    #[inline]
    fn code(&self, tile: u8) -> u32 {
        self.codes.get(usize::from(tile)).copied().unwrap_or_default()
    }

    /// The distances of this direction's pattern after and before a slide from line `from` to line `to`.
    #[inline]
    fn change<T: Tiles>(&self, patterns: &Patterns, child: T, tile: u8, from: usize, to: usize) -> (u32, u32) {
        let mut codes = self.line_codes(child);
        let now = patterns.distance(&codes);
        let exchanged = self.code(tile).wrapping_sub(self.code(0));
        if let Some(code) = codes.get_mut(from) {
            *code = code.wrapping_add(exchanged);
        }
        if let Some(code) = codes.get_mut(to) {
            *code = code.wrapping_sub(exchanged);
        }
        (now, patterns.distance(&codes))
    }
}

/// Shows the name and the shape, without tables.
impl core::fmt::Debug for WalkingDistance {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(formatter, "WalkingDistance({})", self.shape)
    }
}

impl WalkingDistance {
    /// Creates the heuristic for a goal.
    ///
    /// # Errors
    ///
    /// [`PuzzleError::TablesTooLarge`] if a table would take more than 128 MiB. Boards up to 5×5 are possible, as are
    /// 2×6, 2×7 and 3×6 in either orientation. [`PuzzleError::OutOfMemory`] if memory is exhausted.
    ///
    /// ```
    /// use astride::npuzzle::Board;
    /// use astride_tiles::WalkingDistance;
    ///
    /// let error = WalkingDistance::new(&Board::blank_last("6".parse()?)).unwrap_err();
    /// let message = "a table of walking-distance for a board of 6x6 would take more than 134217728 bytes";
    /// assert_eq!(error.to_string(), message);
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn new(goal: &Board) -> Result<Self, PuzzleError> {
        let shape = goal.shape();
        let (width, height) = (shape.width(), shape.height());
        let build = |lines: Lines| {
            let heuristic = "walking-distance";
            Patterns::new(lines).map_err(|refusal| match refusal {
                Refusal::OutOfMemory => PuzzleError::OutOfMemory { heuristic, shape },
                _ => PuzzleError::TablesTooLarge {
                    heuristic,
                    shape,
                    limit: Patterns::MOST_BYTES,
                },
            })
        };
        let of_rows = Lines {
            count: height,
            length: width,
            goal_blank: shape.row(goal.blank()),
        };
        let of_columns = Lines {
            count: width,
            length: height,
            goal_blank: shape.column(goal.blank()),
        };
        // The direction with more lines has more patterns and comes first, so no time is lost with the other if it is
        // rejected.
        let (rows, columns) = if of_columns == of_rows {
            (build(of_rows)?, None)
        } else if height > width {
            let rows = build(of_rows)?;
            (rows, Some(build(of_columns)?))
        } else {
            let columns = build(of_columns)?;
            (build(of_rows)?, Some(columns))
        };
        let direction = |patterns: &Patterns, line_step, cell_step, line: &dyn Fn(usize) -> usize| {
            let Lines { count, length, .. } = patterns.lines();
            let codes = patterns.codes();
            let mut of_tiles: Box<[u32]> = goal.cells().iter().map(|_| codes.blank()).collect();
            for (cell, tile) in goal.cells().iter().enumerate().filter(|(_, tile)| **tile != 0) {
                if let Some(code) = of_tiles.get_mut(usize::from(*tile)) {
                    *code = codes.tile(line(cell));
                }
            }
            Direction {
                lines: count,
                length,
                line_step,
                cell_step,
                codes: of_tiles,
            }
        };
        Ok(Self {
            shape,
            vertical: direction(&rows, width, 1, &|cell| shape.row(cell)),
            horizontal: direction(columns.as_ref().unwrap_or(&rows), 1, width, &|cell| shape.column(cell)),
            rows,
            columns,
        })
    }

    /// The number of patterns of the rows, and the number of patterns of the columns.
    pub fn patterns(&self) -> (usize, usize) {
        (self.rows.len(), self.columns().len())
    }

    #[inline]
    fn columns(&self) -> &Patterns {
        self.columns.as_ref().unwrap_or(&self.rows)
    }
}

impl<T: Tiles> TileHeuristic<T> for WalkingDistance {
    #[inline]
    fn estimate(&self, tiles: T) -> u32 {
        self.rows.distance(&self.vertical.line_codes(tiles))
            + self.columns().distance(&self.horizontal.line_codes(tiles))
    }

    #[inline]
    fn estimate_slide(&self, parent_estimate: u32, child: T, slide: Slide) -> u32 {
        let Slide { tile, from, to } = slide;
        let shape = self.shape;
        // A board has at least two columns, so only cells that are neighbours in a row have consecutive numbers.
        let (now, before) = if from.abs_diff(to) == 1 {
            let (from, to) = (shape.column(from), shape.column(to));
            self.horizontal.change(self.columns(), child, tile, from, to)
        } else {
            let (from, to) = (shape.row(from), shape.row(to));
            self.vertical.change(&self.rows, child, tile, from, to)
        };
        parent_estimate.wrapping_add(now).wrapping_sub(before)
    }

    fn consistency(&self) -> Option<Consistency> {
        Some(Consistency::BothWays)
    }
}
