//! Maps as text: [`TextMap`], and [`GridMap`] from and to a string.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

use super::{GridError, GridMap, Point};
use astride::text::{Fault, TextError};

/// A map read from text, with the marks of a start and a goal if there are any.
///
/// Each line is a row, and each character a cell:
///
/// | character | cell |
/// |---|---|
/// | `.` | free |
/// | `#` or `@` | wall |
/// | `1` to `9` | free, with this terrain cost |
/// | `S` | free, the start: at most one |
/// | `G` | free, the goal: at most one |
///
/// White space around a row and empty lines before and after the map are ignored, so that a map can be indented in
/// source code. All rows must have the same length. Map files of the `MovingAI` benchmarks have a header and other
/// characters: read them with [`TerrainMap`](super::movingai::TerrainMap).
///
/// # Errors
///
/// [`FromStr`] returns [`GridError::Text`] with the place of the first error, or the errors of [`GridMap::new`] for a
/// map that is too large. A space within a row is an unknown character. The length of a row is checked after its
/// characters.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, Point, TextMap};
///
/// let text: TextMap = "
///     S.#.
///     .3.G
/// ".parse()?;
/// assert_eq!(text.start, Some(Point::new(0, 0)));
/// assert_eq!(text.goal, Some(Point::new(3, 1)));
/// assert_eq!(text.map.to_string(), "..#.\n.3..\n");
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMap {
    /// The map; the marked cells are free.
    pub map: GridMap,
    /// The cell marked `S`.
    pub start: Option<Point>,
    /// The cell marked `G`.
    pub goal: Option<Point>,
}

/// A row of the text: its line and the column of its first cell, both starting at 1, and its cells.
struct Row<'text> {
    line: usize,
    column: usize,
    cells: &'text str,
}

impl Row<'_> {
    /// An error at the cell in column `x`.
    fn error(&self, x: usize, fault: Fault) -> GridError {
        let (line, column) = (self.line, self.column + x);
        GridError::Text(TextError { line, column, fault })
    }
}

impl FromStr for TextMap {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        let rows = rows(text);
        let width = rows.first().map_or(0, |row| row.cells.chars().count());
        let mut costs = Vec::new();
        let mut marks = [None; 2];
        for (y, row) in rows.iter().enumerate() {
            for (x, character) in row.cells.chars().enumerate() {
                let (cost, mark) = match character {
                    '.' => (1, None),
                    '#' | '@' => (0, None),
                    'S' => (1, Some((0, "start"))),
                    'G' => (1, Some((1, "goal"))),
                    '1'..='9' => (character as u8 - b'0', None),
                    _ => {
                        let (text, known) = (character.to_string(), ". # @ 1-9 S G");
                        let what = "character";
                        return Err(row.error(x, Fault::Unknown { what, text, known }));
                    }
                };
                costs.push(cost);
                if let Some((mark, name)) = mark
                    && let Some((_, first)) = marks[mark].replace(((x, y), row.line))
                {
                    let what = name.to_string();
                    return Err(row.error(x, Fault::Second { what, first }));
                }
            }
            let (what, found, expected) = ("cells in the row", row.cells.chars().count(), width);
            if found != expected {
                return Err(row.error(found.min(width), Fault::WrongCount { what, found, expected }));
            }
        }
        if rows.is_empty() {
            let (line, column, field) = (1, 1, "the first row");
            return Err(GridError::Text(TextError {
                line,
                column,
                fault: Fault::Missing { field },
            }));
        }
        let mut costs = costs.into_iter();
        let map = GridMap::from_fn(width, rows.len(), |_| costs.next().unwrap_or(0))?;
        // The coordinates fit, since the size of the map does.
        let point = |((x, y), _)| Some(Point::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?));
        let [start, goal] = marks.map(|mark| mark.and_then(point));
        Ok(Self { map, start, goal })
    }
}

/// The rows, without empty lines around them or white space at their ends.
fn rows(text: &str) -> Vec<Row<'_>> {
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rows: Vec<Row<'_>> = (1..)
        .zip(text.lines())
        .map(|(line, text)| {
            let indented = text.trim_end();
            let cells = indented.trim_start();
            let indent = &indented[..indented.len() - cells.len()];
            let column = indent.chars().count() + 1;
            Row { line, column, cells }
        })
        .skip_while(|row| row.cells.is_empty())
        .collect();
    let filled = rows.iter().rposition(|row| !row.cells.is_empty());
    rows.truncate(filled.map_or(0, |last| last + 1));
    rows
}

/// Reads the format of [`TextMap`], treating the start and goal marks as free cells.
///
/// ```
/// use astride_grid::{GridError, GridMap};
///
/// let map: GridMap = "S#G".parse()?;
/// assert_eq!(map.to_string(), ".#.\n");
/// # Ok::<(), GridError>(())
/// ```
impl FromStr for GridMap {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        text.parse().map(|text: TextMap| text.map)
    }
}

/// Writes the format of [`TextMap`]: `.` for a cost of 1, `#` for a wall, a digit for a cost from 2 to 9, each row with
/// a line feed at its end. Greater costs have no character and are written as `?`, which cannot be read back.
/// [`GridMap::pgm`] writes all costs.
impl fmt::Display for GridMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height() {
            for x in 0..self.width() {
                f.write_char(symbol(self.factor(Point { x, y })))?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

/// The character for a terrain cost.
pub(super) fn symbol(cost: u8) -> char {
    match cost {
        0 => '#',
        1 => '.',
        2..=9 => char::from(b'0' + cost),
        _ => '?',
    }
}
