//! Maps as text: [`TextMap`], and [`GridMap`] from a string and to one.

use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

use super::{End, GridError, GridMap, Point};

/// A map read from text, with the marks of a start and a goal if there are any.
///
/// A character a cell, a line a row:
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
/// source code. All rows must have the same length.
///
/// # Errors
///
/// [`FromStr`] answers [`GridError::Empty`], [`GridError::Ragged`], [`GridError::UnknownCharacter`] (a space within a
/// row is one), [`GridError::SecondMark`], and for a map too large what [`GridMap::new`] does. Of several errors the
/// first row's is told; the length of a row is looked at after its characters.
///
/// # Example
///
/// ```
/// use astride::grid::{GridError, Point, TextMap};
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

/// A row of the text: its line and the column of its first cell, both from 1, and its cells.
struct Row<'text> {
    line: usize,
    column: usize,
    cells: &'text str,
}

impl FromStr for TextMap {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        let rows = rows(text);
        let Some(width) = rows.first().map(|row| row.cells.chars().count()) else {
            return Err(GridError::Empty);
        };
        let height = rows.len();
        let mut costs = Vec::new();
        let mut marks = [None; 2];
        for (y, row) in rows.iter().enumerate() {
            read_row(row, y, width, &mut costs, &mut marks)?;
        }
        let mut costs = costs.into_iter();
        let map = GridMap::from_fn(width, height, |_| costs.next().unwrap_or(0))?;
        let [start, goal] = marks;
        Ok(Self { map, start, goal })
    }
}

/// The rows without the empty lines around them and the white space at their ends.
fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = (1..)
        .zip(text.lines())
        .map(|(line, text)| {
            let indented = text.trim_end();
            let cells = indented.trim_start();
            let indent = &indented[..indented.len() - cells.len()];
            Row {
                line,
                column: indent.chars().count() + 1,
                cells,
            }
        })
        .skip_while(|row| row.cells.is_empty())
        .collect();
    let filled = rows
        .iter()
        .rposition(|row| !row.cells.is_empty())
        .map_or(0, |last| last + 1);
    rows.truncate(filled);
    rows
}

/// Appends the row's terrain costs and notes its marks.
fn read_row(
    row: &Row<'_>,
    y: usize,
    width: usize,
    costs: &mut Vec<u8>,
    marks: &mut [Option<Point>; 2],
) -> Result<(), GridError> {
    let line = row.line;
    for (x, character) in row.cells.chars().enumerate() {
        let column = row.column + x;
        let (cost, end) = match character {
            '.' => (1, None),
            '#' | '@' => (0, None),
            'S' => (1, Some(End::Start)),
            'G' => (1, Some(End::Goal)),
            '1'..='9' => (character as u8 - b'0', None),
            _ => {
                return Err(GridError::UnknownCharacter {
                    character,
                    line,
                    column,
                });
            }
        };
        costs.push(cost);
        let Some(end) = end else { continue };
        // Where a coordinate does not fit, the map is too large, which is said when it is made.
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else {
            continue;
        };
        let mark = &mut marks[usize::from(end == End::Goal)];
        if let Some(first) = *mark {
            return Err(GridError::SecondMark {
                end,
                first,
                line,
                column,
            });
        }
        *mark = Some(Point { x, y });
    }
    let found = row.cells.chars().count();
    if found != width {
        return Err(GridError::Ragged {
            line,
            column: row.column + found.min(width),
            expected: width,
            found,
        });
    }
    Ok(())
}

/// Reads what [`TextMap`] reads; the start and goal marks are free cells and nothing more.
///
/// ```
/// use astride::grid::{GridError, GridMap};
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

/// Writes what [`TextMap`] reads: `.` for a cost of 1, `#` for a wall, a digit for a cost up to 9, each row with a line
/// feed at its end. There is no character for greater costs: they are written `?`, which is refused when it is read, so
/// that none gets lost unnoticed; [`GridMap::pgm`] writes them all.
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

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn error(text: &str) -> GridError {
        text.parse::<TextMap>().unwrap_err()
    }

    #[test]
    fn every_character_means_its_cell() {
        let text: TextMap = ".#@19SG".parse().unwrap();
        let costs: Vec<_> = text.map.points().map(|point| text.map.cost(point)).collect();
        assert_eq!(costs, [1, 0, 0, 1, 9, 1, 1].map(Some));
        assert_eq!(
            (text.start, text.goal),
            (Some(Point::new(5, 0)), Some(Point::new(6, 0)))
        );
        assert_eq!(text.map.to_string(), ".##.9..\n");
    }

    #[test]
    fn white_space_around_the_map_is_ignored() {
        let plain: GridMap = "..\n.#".parse().unwrap();
        for text in ["..\n.#\n", "\n\n  ..  \n\t.#\n \n\n", "..\r\n.#\r\n"] {
            assert_eq!(text.parse(), Ok(plain.clone()), "{text:?}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        for text in ["", "\n", "  \n\t\n"] {
            assert_eq!(error(text), GridError::Empty);
        }
        let unknown = |character, line, column| GridError::UnknownCharacter {
            character,
            line,
            column,
        };
        assert_eq!(error("..\n.ä"), unknown('ä', 2, 2));
        assert_eq!(error("\n  ..\n  .0"), unknown('0', 3, 4));
        assert_eq!(error(". ."), unknown(' ', 1, 2));
        assert_eq!(
            error("...\n.."),
            GridError::Ragged {
                line: 2,
                column: 3,
                expected: 3,
                found: 2
            }
        );
        assert_eq!(
            error(" ..\n ..."),
            GridError::Ragged {
                line: 2,
                column: 4,
                expected: 2,
                found: 3
            }
        );
        assert_eq!(
            error("..\n\n.."),
            GridError::Ragged {
                line: 2,
                column: 1,
                expected: 2,
                found: 0
            }
        );
        let first = Point::new(0, 0);
        assert_eq!(
            error("S.\nGS"),
            GridError::SecondMark {
                end: End::Start,
                first,
                line: 2,
                column: 2
            }
        );
        assert_eq!(
            error("GG"),
            GridError::SecondMark {
                end: End::Goal,
                first,
                line: 1,
                column: 2
            }
        );
        let wide = ".".repeat(65_536) + "S";
        assert_eq!(
            error(&wide),
            GridError::BadSize {
                width: 65_537,
                height: 1
            }
        );
    }

    #[test]
    fn costs_without_a_character_are_not_read_back() {
        let mut map = GridMap::new(2, 1).unwrap();
        map.set_cost(Point::new(1, 0), 10).unwrap();
        assert_eq!(map.to_string(), ".?\n");
        assert!(map.to_string().parse::<GridMap>().is_err());
    }
}
