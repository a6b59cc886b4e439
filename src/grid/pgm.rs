//! Weighted maps as text: plain PGM, a number a cell.

use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "std")]
use std::path::Path;

use super::files::{Fault, Field, FormatError, Line, excerpt, lines};
#[cfg(feature = "std")]
use super::files::{FileError, read_file};
use super::{GridMap, Point};

/// # Weighted maps in files
///
/// [`TextMap`](super::TextMap) has characters for terrain costs up to 9. A map with greater ones is written as a *plain PGM*
/// (portable graymap, `P2`): a picture whose grey values are the terrain costs, black a wall. Any program that shows
/// pictures of this kind shows the map, and many can paint one.
///
/// ```text
/// P2
/// 3 2
/// 255
/// 1 0 12
/// 1 1 255
/// ```
///
/// After `P2` come the width, the height, the greatest value (1 to 255) and the values row by row, separated by white space;
/// what follows a `#` in its line is a comment. Values are taken as they are, whatever the greatest one. The format is
/// described at <https://netpbm.sourceforge.net/doc/pgm.html>; of its two kinds this is the one that is text.
impl GridMap {
    /// Reads a map from a plain PGM: see [above](#weighted-maps-in-files).
    ///
    /// # Errors
    ///
    /// [`FormatError`] with the line and the column of what is wrong first.
    ///
    /// # Complexity
    ///
    /// O(length of the text). Memory is taken as values are read, whatever the header says.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::grid::{GridMap, Point};
    ///
    /// let map = GridMap::from_pgm(b"P2 # my map\n3 2 255\n1 0 12\n1 1 255\n")?;
    /// assert_eq!(map.cost(Point::new(2, 1)), Some(255));
    /// assert!(!map.is_free(Point::new(1, 0)));
    ///
    /// let error = GridMap::from_pgm(b"P2\n2 1\n255\n1 256\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 4, column 3: the terrain cost is \"256\": a whole number up to the greatest value is expected"
    /// );
    /// # Ok::<(), astride::grid::FormatError>(())
    /// ```
    pub fn from_pgm(text: &[u8]) -> Result<Self, FormatError> {
        let mut tokens = tokens(text);
        let (line, column, magic) = tokens.next().unwrap_or((1, 1, b""));
        if magic != b"P2" {
            let (expected, found) = ("P2", excerpt(magic));
            return Err(Fault::Expected { expected, found }.at(line, column));
        }
        let width = tokens.number(Field::side("the width"))? as usize;
        let height = tokens.number(Field::side("the height"))? as usize;
        let too_large = Fault::TooLarge { width, height };
        let (size_line, _) = tokens.place;
        if Self::check_size(width, height).is_err() {
            return Err(too_large.at(size_line, 1));
        }
        let most = tokens.number(GREATEST)?;
        let cell = Field {
            name: "the terrain cost",
            least: 0,
            most,
            expected: "a whole number up to the greatest value",
        };
        let mut costs = Vec::new();
        for found in 0..width * height {
            let Some((line, column, text)) = tokens.next() else {
                let (what, expected) = ("cells", width * height);
                let (line, column) = tokens.place;
                return Err(Fault::TooFew { what, found, expected }.at(line, column));
            };
            let cost = super::files::number(text, cell).map_err(|fault| fault.at(line, column))?;
            costs.try_reserve(1).map_err(|_| too_large.clone().at(line, column))?;
            costs.push(u8::try_from(cost).unwrap_or(u8::MAX));
        }
        if let Some((line, column, text)) = tokens.next() {
            return Err(Fault::Unexpected { text: excerpt(text) }.at(line, column));
        }
        let mut costs = costs.into_iter();
        Self::from_fn(width, height, |_| costs.next().unwrap_or(0)).map_err(|_| too_large.at(size_line, 1))
    }

    /// Reads a map from a file, a plain PGM: see [above](#weighted-maps-in-files).
    ///
    /// # Errors
    ///
    /// [`FileError`]: the file cannot be read, or its text is malformed.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::grid::GridMap;
    ///
    /// let path = std::env::temp_dir().join(format!("astride-{}.pgm", std::process::id()));
    /// let map: GridMap = "1#9".parse()?;
    /// std::fs::write(&path, map.pgm().to_string())?;
    /// assert_eq!(GridMap::open_pgm(&path)?, map);
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn open_pgm(path: impl AsRef<Path>) -> Result<Self, FileError> {
        read_file(path.as_ref(), Self::from_pgm)
    }

    /// The map as a plain PGM, to be written: see [above](#weighted-maps-in-files). A line a row, however long.
    ///
    /// ```
    /// use astride::grid::{GridMap, Point};
    ///
    /// let mut map: GridMap = ".#.".parse()?;
    /// map.set_cost(Point::new(2, 0), 200)?;
    /// assert_eq!(map.pgm().to_string(), "P2\n3 1\n255\n1 0 200\n");
    /// # Ok::<(), astride::grid::GridError>(())
    /// ```
    pub fn pgm(&self) -> impl fmt::Display + '_ {
        Pgm(self)
    }
}

/// A map, written as a plain PGM.
struct Pgm<'map>(&'map GridMap);

impl fmt::Display for Pgm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.0.width(), self.0.height());
        write!(f, "P2\n{width} {height}\n255\n")?;
        for y in 0..height {
            for x in 0..width {
                let separator = if x == 0 { "" } else { " " };
                write!(f, "{separator}{}", self.0.factor(Point { x, y }))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A terrain cost is a byte.
const GREATEST: Field = Field {
    name: "the greatest value",
    least: 1,
    most: 255,
    expected: "a whole number from 1 to 255",
};

/// The words of a text with their lines and columns, comments left out.
struct Tokens<'text, L> {
    lines: L,
    current: Option<Line<'text>>,
    /// Line and column of the last word, or after it, where there is none any more.
    place: (usize, usize),
}

fn tokens<'text>(text: &'text [u8]) -> Tokens<'text, impl Iterator<Item = Line<'text>>> {
    let without_comment = |mut line: Line<'text>| {
        let end = line.bytes.iter().position(|byte| *byte == b'#');
        line.bytes = &line.bytes[..end.unwrap_or(line.bytes.len())];
        line
    };
    Tokens {
        lines: lines(text).map(without_comment),
        current: None,
        place: (1, 1),
    }
}

impl<'text, L: Iterator<Item = Line<'text>>> Tokens<'text, L> {
    fn next(&mut self) -> Option<(usize, usize, &'text [u8])> {
        loop {
            if let Some(line) = &mut self.current {
                let (column, word) = line.field();
                if !line.is_blank() {
                    self.place = (line.number, column);
                }
                if !word.is_empty() {
                    return Some((line.number, column, word));
                }
            }
            self.current = Some(self.lines.next()?);
        }
    }

    fn number(&mut self, field: Field) -> Result<u32, FormatError> {
        let Some((line, column, text)) = self.next() else {
            let (line, column) = self.place;
            return Err(Fault::Missing { field: field.name }.at(line, column));
        };
        super::files::number(text, field).map_err(|fault| fault.at(line, column))
    }
}
