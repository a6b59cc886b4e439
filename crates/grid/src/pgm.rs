//! Weighted maps as text: plain PGM, with one number for each cell.

use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "std")]
use std::path::Path;

use super::{GridMap, Point};
use astride::text::{Fault, Line, TextError, lines};
#[cfg(feature = "std")]
use astride::text::{FileError, read_file};

/// # Weighted maps in files
///
/// [`TextMap`](super::TextMap) has characters for terrain costs up to 9. A map with greater costs can be stored as a
/// *plain PGM* (portable graymap, `P2`), a picture whose grey values are the terrain costs, with black for walls. Any
/// program that displays such pictures can display the map, and many image editors can paint such maps.
///
/// ```text
/// P2
/// 3 2
/// 255
/// 1 0 12
/// 1 1 255
/// ```
///
/// After `P2` come the width, the height, the greatest value (1 to 255) and the values row by row, separated by white
/// space; everything after a `#` in a line is a comment. Each value is a terrain cost as it stands, whatever the
/// greatest value is. The format is described at <https://netpbm.sourceforge.net/doc/pgm.html> under “Plain PGM”.
impl GridMap {
    /// Reads a map from a plain PGM: see [above](#weighted-maps-in-files).
    ///
    /// # Errors
    ///
    /// [`TextError`] with the line and the column of the first error.
    ///
    /// # Complexity
    ///
    /// O(length of the text). Memory is allocated as values are read, regardless of the size in the header.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{GridMap, Point};
    ///
    /// let map = GridMap::from_pgm(b"P2 # my map\n3 2 255\n1 0 12\n1 1 255\n")?;
    /// assert_eq!(map.cost(Point::new(2, 1)), Some(255));
    /// assert!(!map.is_free(Point::new(1, 0)));
    ///
    /// let error = GridMap::from_pgm(b"P2\n2 1\n255\n1 256\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 4, column 3: the terrain cost is \"256\": a whole number from 0 to 255 is expected"
    /// );
    /// # Ok::<(), astride::text::TextError>(())
    /// ```
    pub fn from_pgm(text: &[u8]) -> Result<Self, TextError> {
        let mut words = Words::of(text);
        words.line().word("P2")?;
        let width = words.line().number("the width", 1..=u16::MAX)?;
        let line = words.line();
        let height = line.number("the height", 1..=u16::MAX)?;
        let too_large = line.error(Fault::TooLarge { width, height });
        let (width, height) = (usize::from(width), usize::from(height));
        Self::check_size(width, height).map_err(|_| too_large.clone())?;
        let most = words.line().number("the greatest value", 1..=255)?;
        let mut costs = Vec::new();
        for found in 0..width * height {
            let line = words.line();
            if line.is_at_end() {
                line.field();
                let (what, expected) = ("cells", width * height);
                return Err(line.error(Fault::WrongCount { what, found, expected }));
            }
            costs.try_reserve(1).map_err(|_| too_large.clone())?;
            costs.push(line.number("the terrain cost", 0..=most)?);
        }
        words.line().end()?;
        let mut costs = costs.into_iter();
        Self::from_fn(width, height, |_| costs.next().unwrap_or(0)).map_err(|_| too_large)
    }

    /// Reads a map from a plain PGM file: see [above](#weighted-maps-in-files).
    ///
    /// # Errors
    ///
    /// [`FileError`] if the file cannot be read or its text is malformed.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::GridMap;
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

    /// Returns the map as a plain PGM, ready to be written: see [above](#weighted-maps-in-files). Each row is one line,
    /// however long it is.
    ///
    /// ```
    /// use astride_grid::{GridMap, Point};
    ///
    /// let mut map: GridMap = ".#.".parse()?;
    /// map.set_cost(Point::new(2, 0), 200)?;
    /// assert_eq!(map.pgm().to_string(), "P2\n3 1\n255\n1 0 200\n");
    /// # Ok::<(), astride_grid::GridError>(())
    /// ```
    pub fn pgm(&self) -> impl fmt::Display + '_ {
        Pgm(self)
    }
}

/// Writes a map as a plain PGM.
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

/// The words of a text, without comments.
struct Words<'text, L> {
    lines: L,
    current: Line<'text>,
}

impl<'text> Words<'text, ()> {
    fn of(text: &'text [u8]) -> Words<'text, impl Iterator<Item = Line<'text>>> {
        let without_comment = |mut line: Line<'text>| {
            let end = line.bytes.iter().position(|byte| *byte == b'#');
            line.bytes = &line.bytes[..end.unwrap_or(line.bytes.len())];
            line
        };
        Words {
            lines: lines(text).map(without_comment),
            current: Line::new(1, b""),
        }
    }
}

impl<'text, L: Iterator<Item = Line<'text>>> Words<'text, L> {
    /// The line of the next word, or of the last one if none follows.
    fn line(&mut self) -> &mut Line<'text> {
        if self.current.is_at_end()
            && let Some(next) = self.lines.find(|line| !line.is_at_end())
        {
            self.current = next;
        }
        &mut self.current
    }
}
