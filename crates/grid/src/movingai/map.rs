//! [`TerrainMap`]: a `.map` file.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;
#[cfg(feature = "std")]
use std::path::Path;

use super::Terrain;
use crate::{GridError, GridMap, Point};
use astride::text::{Fault, Line, TextError, lines};
#[cfg(feature = "std")]
use astride::text::{FileError, read_file};

/// A map as stored in a `.map` file, with a [`Terrain`] for each cell. The format is described on the [module's
/// page](super).
///
/// The map takes one byte per cell. [`Display`](fmt::Display) writes the format that [`parse`](Self::parse) reads:
/// `std::fs::write("my.map", map.to_string())`.
///
/// # Example
///
/// ```
/// use astride_grid::movingai::{Terrain, TerrainMap};
/// use astride_grid::Point;
///
/// let text = "type octile\nheight 2\nwidth 3\nmap\n.S@\nGWT\n";
/// let terrain: TerrainMap = text.parse()?;
/// assert_eq!(terrain.get(Point::new(1, 1)), Some(Terrain::Water));
/// assert_eq!(terrain.to_string(), text);
///
/// assert_eq!(terrain.to_grid_map()?.to_string(), "..#\n.##\n");
/// // A map on which swamps are slow, and one for ships.
/// let slow = terrain.to_grid_map_with(|terrain| match terrain {
///     Terrain::Swamp => 5,
///     other => u8::from(other.is_passable()),
/// })?;
/// assert_eq!(slow.to_string(), ".5#\n.##\n");
/// let sea = terrain.to_grid_map_with(|terrain| u8::from(terrain == Terrain::Water))?;
/// assert_eq!(sea.to_string(), "###\n#.#\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct TerrainMap {
    width: u16,
    height: u16,
    /// Row by row.
    cells: Vec<Terrain>,
}

impl TerrainMap {
    /// Reads the text of a `.map` file.
    ///
    /// # Errors
    ///
    /// [`TextError`] with the line and the column of the first error.
    ///
    /// # Complexity
    ///
    /// O(length of the text). Memory is allocated as rows are read, regardless of the size in the header.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::movingai::TerrainMap;
    ///
    /// let terrain = TerrainMap::parse(b"type octile\nheight 1\nwidth 2\nmap\n.@\n")?;
    /// assert_eq!((terrain.width(), terrain.height()), (2, 1));
    ///
    /// let error = TerrainMap::parse(b"type octile\nheight 0\nwidth 2\nmap\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2, column 8: the height is \"0\": a whole number from 1 to 65535 is expected"
    /// );
    /// # Ok::<(), astride::text::TextError>(())
    /// ```
    pub fn parse(text: &[u8]) -> Result<Self, TextError> {
        let mut lines = lines(text);
        // A blank line stands for every line after the last one.
        let end = Line::new(text.split(|byte| *byte == b'\n').count() + 1, b"");
        let mut next = || lines.next().unwrap_or_else(|| end.clone());
        let (width, height) = header(&mut next)?;
        let mut cells = Vec::new();
        for found in 0..height {
            let row = next();
            if row.is_at_end() {
                let (what, found, expected) = ("rows", found.into(), height.into());
                return Err(row.error(Fault::WrongCount { what, found, expected }));
            }
            read_row(&row, width, height, &mut cells)?;
        }
        lines.try_for_each(|mut line| line.end())?;
        Ok(Self { width, height, cells })
    }

    /// Reads a `.map` file.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the file cannot be read or its text is malformed.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::movingai::TerrainMap;
    ///
    /// let path = std::env::temp_dir().join(format!("astride-{}.map", std::process::id()));
    /// std::fs::write(&path, "type octile\nheight 1\nwidth 2\nmap\n.@\n")?;
    /// let terrain = TerrainMap::open(&path)?;
    /// assert_eq!(terrain.width(), 2);
    ///
    /// std::fs::write(&path, "type octile\nheight 1\nwidth 2\nmap\n.#\n")?;
    /// let message = TerrainMap::open(&path).unwrap_err().to_string();
    /// assert_eq!(message, format!("{}:5:2: unknown terrain \"#\" (known: . G @ O T S W)", path.display()));
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        read_file(path.as_ref(), Self::parse)
    }

    /// Creates a map with the terrain that `terrain` returns for each point, row by row.
    ///
    /// # Errors
    ///
    /// [`GridError::BadSize`] and [`GridError::OutOfMemory`], as for [`GridMap::new`].
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::movingai::{Terrain, TerrainMap};
    /// use astride_grid::{GridError, GridMap};
    ///
    /// let map: GridMap = "..#\n.5.".parse()?;
    /// let terrain = TerrainMap::from_fn(3, 2, |point| match map.cost(point) {
    ///     Some(1) => Terrain::Ground,
    ///     Some(2..) => Terrain::Swamp,
    ///     _ => Terrain::OutOfBounds,
    /// })?;
    /// assert_eq!(terrain.to_string(), "type octile\nheight 2\nwidth 3\nmap\n..@\n.S.\n");
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn from_fn(width: usize, height: usize, terrain: impl FnMut(Point) -> Terrain) -> Result<Self, GridError> {
        let (columns, rows) = GridMap::check_size(width, height)?;
        let mut cells = Vec::new();
        cells
            .try_reserve_exact(width * height)
            .map_err(|_| GridError::OutOfMemory { width, height })?;
        cells.extend(
            (0..rows)
                .flat_map(|y| (0..columns).map(move |x| Point { x, y }))
                .map(terrain),
        );
        Ok(Self {
            width: columns,
            height: rows,
            cells,
        })
    }

    /// The number of columns.
    #[inline]
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The number of rows.
    #[inline]
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The terrain at the point, or `None` outside the map.
    ///
    /// ```
    /// # use astride_grid::Point;
    /// # use astride_grid::movingai::Terrain;
    /// # use astride_grid::movingai::TerrainMap;
    /// let terrain: TerrainMap = "type octile\nheight 2\nwidth 3\nmap\n.S@\nGWT\n".parse()?;
    /// assert_eq!(terrain.get(Point::new(1, 1)), Some(Terrain::Water));
    /// assert_eq!(terrain.get(Point::new(3, 1)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn get(&self, point: Point) -> Option<Terrain> {
        let is_inside = point.x < self.width && point.y < self.height;
        let cell = usize::from(point.y) * usize::from(self.width) + usize::from(point.x);
        if is_inside { self.cells.get(cell).copied() } else { None }
    }

    /// Returns the map to which the optima of the scenarios refer: [passable](Terrain::is_passable) cells are free and
    /// cost 1, and all others are walls.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// ```
    /// # use astride_grid::movingai::TerrainMap;
    /// let terrain: TerrainMap = "type octile\nheight 2\nwidth 3\nmap\n.S@\nGWT\n".parse()?;
    /// assert_eq!(terrain.to_grid_map()?.to_string(), "..#\n.##\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_grid_map(&self) -> Result<GridMap, GridError> {
        self.to_grid_map_with(|terrain| u8::from(terrain.is_passable()))
    }

    /// Returns the map with the terrain costs that `cost` returns: 1 to 255, or 0 for a wall.
    ///
    /// A terrain cost belongs to a cell, not to a border between cells. If water can be entered only from water, use
    /// one map for walkers and another for swimmers.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// ```
    /// # use astride_grid::movingai::Terrain;
    /// # use astride_grid::movingai::TerrainMap;
    /// let terrain: TerrainMap = "type octile\nheight 2\nwidth 3\nmap\n.S@\nGWT\n".parse()?;
    /// let slow_swamps = |terrain: Terrain| if terrain == Terrain::Swamp { 5 } else { u8::from(terrain.is_passable()) };
    /// assert_eq!(terrain.to_grid_map_with(slow_swamps)?.to_string(), ".5#\n.##\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_grid_map_with(&self, mut cost: impl FnMut(Terrain) -> u8) -> Result<GridMap, GridError> {
        let mut cells = self.cells.iter();
        GridMap::from_fn(self.width.into(), self.height.into(), |_| {
            cells.next().map_or(0, |terrain| cost(*terrain))
        })
    }
}

/// Reads the width and the height.
fn header<'text>(next: &mut impl FnMut() -> Line<'text>) -> Result<(u16, u16), TextError> {
    let words = |mut line: Line<'_>, words: &[&'static str]| {
        words.iter().try_for_each(|word| line.word(word))?;
        line.end()
    };
    words(next(), &["type", "octile"])?;
    let mut lines = [next(), next()];
    let mut names = [("height", "the height"), ("width", "the width")];
    let is_swapped = lines[0].clone().field() == b"width";
    if is_swapped {
        names.reverse();
    }
    let mut sides = [0; 2];
    for ((side, line), (word, field)) in sides.iter_mut().zip(&mut lines).zip(names) {
        line.word(word)?;
        *side = line.number(field, 1..=u16::MAX)?;
        line.end()?;
    }
    if !is_swapped {
        sides.reverse();
    }
    let [width, height] = sides;
    if GridMap::check_size(width.into(), height.into()).is_err() {
        return Err(lines[1].error_at(0, Fault::TooLarge { width, height }));
    }
    words(next(), &["map"])?;
    Ok((width, height))
}

/// Appends the row's cells.
fn read_row(row: &Line<'_>, width: u16, height: u16, cells: &mut Vec<Terrain>) -> Result<(), TextError> {
    let too_large = |_| row.error(Fault::TooLarge { width, height });
    let (found, expected) = (row.bytes.len(), usize::from(width));
    cells.try_reserve(expected).map_err(too_large)?;
    for (at, byte) in row.bytes.iter().enumerate().take(expected) {
        let Some(terrain) = Terrain::from_letter(char::from(*byte)) else {
            let chunk = row.bytes[at..].utf8_chunks().next();
            let letter = chunk.and_then(|chunk| chunk.valid().chars().next());
            let (what, known) = ("terrain", ". G @ O T S W");
            let text = letter.unwrap_or(char::REPLACEMENT_CHARACTER).to_string();
            return Err(row.error_at(at, Fault::Unknown { what, text, known }));
        };
        cells.push(terrain);
    }
    if found != expected {
        let what = "cells in the row";
        return Err(row.error_at(found.min(expected), Fault::WrongCount { what, found, expected }));
    }
    Ok(())
}

impl FromStr for TerrainMap {
    type Err = TextError;

    /// Does the same as [`parse`](Self::parse).
    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::parse(text.as_bytes())
    }
}

/// Writes the text of a `.map` file, with a line feed at the end of each line.
impl fmt::Display for TerrainMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "type octile\nheight {}\nwidth {}\nmap\n", self.height, self.width)?;
        for row in self.cells.chunks(self.width.into()) {
            for terrain in row {
                f.write_char(terrain.letter())?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

/// Shows only the size; [`Display`](fmt::Display) writes the cells.
impl fmt::Debug for TerrainMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TerrainMap")
            .field("width", &self.width)
            .field("height", &self.height)
            .finish_non_exhaustive()
    }
}
