//! [`Instance`]: boards to solve, read from files.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use astride::npuzzle::{Board, PuzzleError, Shape};
use astride::text::TextError;

/// A board to solve, with its goal and its optimum if the text contains them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    /// The board from which to start.
    pub start: Board,
    /// The goal, if the text contains one for boards of this shape.
    pub goal: Option<Board>,
    /// The length of a shortest solution, if the text contains it.
    pub optimum: Option<usize>,
    /// The number of the line on which the board begins, starting at 1.
    pub line: usize,
}

/// An error in a text that lists boards, and the line of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceError {
    /// The number of the line on which the board begins, starting at 1.
    pub line: usize,
    /// The error in the board. The line and column of a [`PuzzleError::Text`] are counted in the whole text.
    pub error: PuzzleError,
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            PuzzleError::Text(error) => error.fmt(f),
            error => write!(f, "line {}: {error}", self.line),
        }
    }
}

impl core::error::Error for InstanceError {}

impl Instance {
    /// Reads all boards of a text. If no shape is given, it is inferred from the tiles.
    ///
    /// A board is written as for [`Board::parse`]: on one line, or with one line for each row and an empty line between
    /// two boards. Everything after a `#` is a comment, and a line with only a comment counts as empty.
    ///
    /// Tables of instances, as printed in papers, can also be read: a line contains an id, the tiles, and any further
    /// columns. Two kinds of comments apply to all boards of the text. `# Fields:` names the columns, separated by
    /// commas: one of the names must contain `tiles`, and a later column whose name contains `length` gives the length
    /// of a shortest solution. `# GOAL:` lists the tiles of the goal as numbers, where `..` stands for the tiles between
    /// two numbers, and `/` may separate rows. A list that is not a board of the same shape is ignored.
    ///
    /// # Errors
    ///
    /// The first [`PuzzleError`], with the line of its board. Whether a board can reach its goal is not checked.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_tiles::{Instance, InstanceError};
    ///
    /// let text = "# Fields: id, 9 tiles, estimate, optimal length\n# GOAL: 0 .. 8\n1 1 2 5 3 4 0 6 7 8 3 3\n";
    /// let table = Instance::read_all(text, None)?;
    /// assert_eq!((table[0].start.to_string(), table[0].optimum), ("125340678".into(), Some(3)));
    /// assert_eq!(table[0].goal.as_ref().map(|goal| goal.to_string()), Some("012345678".into()));
    ///
    /// let typed = Instance::read_all("123\n456\n7_8\n\n1 2 / 3 _\n", None)?;
    /// assert_eq!((typed.len(), typed[1].line), (2, 5));
    /// let error = Instance::read_all("120\n453\n7?6\n", None).unwrap_err();
    /// assert_eq!(error.to_string(), "line 3, column 2: unknown character \"?\" (known: 0-9 a-z _)");
    /// # Ok::<(), InstanceError>(())
    /// ```
    pub fn read_all(text: &str, shape: Option<Shape>) -> Result<Vec<Self>, InstanceError> {
        // Some editors begin a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut comments = Comments::default();
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let (tiles, comment) = line.split_once('#').unwrap_or((line, ""));
            comments.take(comment);
            lines.push((number, tiles.trim_end()));
        }
        let mut all = Vec::new();
        for block in lines.split(|(_, text)| text.is_empty()) {
            let rows: Vec<&str> = block.iter().map(|(_, text)| *text).collect();
            let text = rows.join("\n");
            let whole = parse(&text, shape);
            let is_row = |row: &&str| comments.read(row, shape).is_err();
            // If no line is a board, all lines together should be one.
            let boards = if rows.len() > 1 && (whole.is_ok() || rows.iter().all(is_row)) {
                alloc::vec![(block[0].0, text.as_str(), whole.map(|start| (start, None)))]
            } else {
                let read = |&(line, text)| (line, text, comments.read(text, shape));
                block.iter().map(read).collect()
            };
            for (line, text, board) in boards {
                let (start, optimum) = board.map_err(|error| InstanceError::new(line, text, error))?;
                let goal = comments.goal(start.shape());
                all.push(Instance {
                    start,
                    goal,
                    optimum,
                    line,
                });
            }
        }
        Ok(all)
    }
}

impl InstanceError {
    /// `text` is the text of the board, which begins on this line.
    fn new(line: usize, text: &str, error: PuzzleError) -> Self {
        let error = match error {
            PuzzleError::Text(error) => {
                // A `/` ends a line of the board, but not of the text.
                let rows = text.split(['\n', '/']).take(error.line - 1);
                let before = text.get(..rows.map(|row| row.len() + 1).sum()).unwrap_or(text);
                let last = before.rsplit('\n').next().unwrap_or_default();
                PuzzleError::Text(TextError {
                    line: line + before.matches('\n').count(),
                    column: last.chars().count() + error.column,
                    ..error
                })
            }
            error => error,
        };
        InstanceError { line, error }
    }
}

fn parse(text: &str, shape: Option<Shape>) -> Result<Board, PuzzleError> {
    shape.map_or_else(|| text.parse(), |shape| Board::parse(text, shape))
}

/// The content of the comments read so far.
#[derive(Default)]
struct Comments {
    /// The column of the length, counted from 0 after the tiles.
    length_column: Option<usize>,
    /// The tiles of the goal.
    goal: Option<Vec<u8>>,
}

impl Comments {
    fn take(&mut self, text: &str) {
        if let Some((_, goal)) = text.split_once("GOAL:") {
            self.goal = read_goal(goal);
        }
        if let Some((_, fields)) = text.split_once("Fields:") {
            let mut after_tiles = fields.split(',').skip_while(|field| !field.contains("tiles")).skip(1);
            self.length_column = after_tiles.position(|field| field.contains("length"));
        }
    }

    fn goal(&self, shape: Shape) -> Option<Board> {
        Board::new(shape, self.goal.as_deref()?).ok()
    }

    /// Reads a line, which is a board or a row of a table. If no shape is given, a row's board is the largest possible
    /// square.
    fn read(&self, line: &str, shape: Option<Shape>) -> Result<(Board, Option<usize>), PuzzleError> {
        let error = match parse(line, shape) {
            Ok(board) => return Ok((board, None)),
            Err(error) => error,
        };
        let columns: Vec<&str> = line.split_whitespace().skip(1).collect();
        let squares = (Shape::SHORTEST..=Shape::LONGEST).rev();
        let squares = squares.filter_map(|side| Shape::new(side, side).ok());
        let mut shapes = shape.into_iter().chain(squares.filter(|_| shape.is_none()));
        let row = shapes.find_map(|shape| {
            let (tiles, further) = columns.split_at_checked(shape.cells())?;
            let optimum = self.length_column.and_then(|column| further.get(column)?.parse().ok());
            Some((Board::parse(&tiles.join(" "), shape).ok()?, optimum))
        });
        row.ok_or(error)
    }
}

/// Reads the tiles of a goal, up to a remark in parentheses.
fn read_goal(text: &str) -> Option<Vec<u8>> {
    let text = text.split('(').next().unwrap_or_default();
    let text: String = text.replace(['/', ','], " ").replace("..", " .. ");
    let (mut tiles, mut is_range) = (Vec::<u8>::new(), false);
    for word in text.trim_end_matches(['.', ' ']).split_whitespace() {
        if word == ".." {
            is_range = true;
            continue;
        }
        let tile = if word == "_" { 0 } else { word.parse().ok()? };
        if core::mem::take(&mut is_range) {
            tiles.extend(tiles.last()?.checked_add(1)?..tile);
        }
        tiles.push(tile);
    }
    Some(tiles)
}
