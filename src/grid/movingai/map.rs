//! [`TerrainMap`]: a `.map` file.

use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;
#[cfg(feature = "std")]
use std::path::Path;

use super::Terrain;
use crate::grid::files::{Fault, Field, FormatError, Line, excerpt, lines};
#[cfg(feature = "std")]
use crate::grid::files::{FileError, read_file};
use crate::grid::{GridError, GridMap, Point};

/// A map as a `.map` file has it, a [`Terrain`] a cell. The format is described on the [module's page](super).
///
/// A byte a cell. [`Display`](fmt::Display) writes what [`parse`](Self::parse) reads:
/// `std::fs::write("my.map", map.to_string())`.
///
/// # Example
///
/// ```
/// use astride::grid::movingai::{Terrain, TerrainMap};
/// use astride::grid::Point;
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
    /// [`FormatError`] with the line and the column of what is wrong first.
    ///
    /// # Complexity
    ///
    /// O(length of the text). Memory is taken as rows are read, whatever the header says.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::grid::movingai::TerrainMap;
    ///
    /// let terrain = TerrainMap::parse(b"type octile\nheight 1\nwidth 2\nmap\n.@\n")?;
    /// assert_eq!((terrain.width(), terrain.height()), (2, 1));
    ///
    /// let error = TerrainMap::parse(b"type octile\nheight 0\nwidth 2\nmap\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2, column 8: the height is \"0\": a whole number from 1 to 65535 is expected"
    /// );
    /// # Ok::<(), astride::grid::FormatError>(())
    /// ```
    pub fn parse(text: &[u8]) -> Result<Self, FormatError> {
        let mut lines = lines(text);
        let mut next = move || lines.next();
        let (width, height) = header(&mut next)?;
        let mut cells = Vec::new();
        for found in 0..height {
            let row = match next() {
                // Where a row is missing, blank lines are the end.
                Some(row) if !row.is_blank() => row,
                end => {
                    let (what, line) = ("rows", end.map_or(5 + found, |line| line.number));
                    let expected = height;
                    return Err(Fault::TooFew { what, found, expected }.at(line, 1));
                }
            };
            read_row(&row, width, height, &mut cells)?;
        }
        while let Some(line) = next() {
            if !line.is_blank() {
                let text = excerpt(line.bytes);
                return Err(Fault::Unexpected { text }.at(line.number, 1));
            }
        }
        let side = |side: usize| u16::try_from(side).unwrap_or(u16::MAX);
        Ok(Self {
            width: side(width),
            height: side(height),
            cells,
        })
    }

    /// Reads a `.map` file.
    ///
    /// # Errors
    ///
    /// [`FileError`]: the file cannot be read, or its text is malformed.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::grid::movingai::TerrainMap;
    ///
    /// let path = std::env::temp_dir().join(format!("astride-{}.map", std::process::id()));
    /// std::fs::write(&path, "type octile\nheight 1\nwidth 2\nmap\n.@\n")?;
    /// let terrain = TerrainMap::open(&path)?;
    /// assert_eq!(terrain.width(), 2);
    ///
    /// std::fs::write(&path, "type octile\nheight 1\nwidth 2\nmap\n.#\n")?;
    /// let message = TerrainMap::open(&path).unwrap_err().to_string();
    /// assert_eq!(message, format!("{}:5:2: unknown terrain '#' (known: . G @ O T S W)", path.display()));
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        read_file(path.as_ref(), Self::parse)
    }

    /// A map whose terrain is what `terrain` says of each point, asked row by row.
    ///
    /// # Errors
    ///
    /// [`GridError::BadSize`] and [`GridError::OutOfMemory`], as for [`GridMap::new`].
    ///
    /// # Example
    ///
    /// ```
    /// use astride::grid::movingai::{Terrain, TerrainMap};
    /// use astride::grid::{GridError, GridMap};
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
    pub fn from_fn(width: usize, height: usize, mut terrain: impl FnMut(Point) -> Terrain) -> Result<Self, GridError> {
        let (columns, rows) = GridMap::check_size(width, height)?;
        let mut cells = Vec::new();
        cells
            .try_reserve_exact(width * height)
            .map_err(|_| GridError::OutOfMemory { width, height })?;
        cells.extend(
            (0..rows)
                .flat_map(|y| (0..columns).map(move |x| Point { x, y }))
                .map(&mut terrain),
        );
        Ok(Self {
            width: columns,
            height: rows,
            cells,
        })
    }

    /// The number of columns.
    ///
    /// ```
    /// # use astride::grid::movingai::TerrainMap;
    /// let terrain: TerrainMap = "type octile\nheight 2\nwidth 3\nmap\n.S@\nGWT\n".parse()?;
    /// assert_eq!(terrain.width(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The number of rows.
    ///
    /// ```
    /// # use astride::grid::movingai::TerrainMap;
    /// let terrain: TerrainMap = "type octile\nheight 2\nwidth 3\nmap\n.S@\nGWT\n".parse()?;
    /// assert_eq!(terrain.height(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The terrain at the point, `None` outside the map.
    ///
    /// ```
    /// # use astride::grid::Point;
    /// # use astride::grid::movingai::Terrain;
    /// # use astride::grid::movingai::TerrainMap;
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

    /// The map that the optima of the scenarios are for: where the terrain [is passable](Terrain::is_passable), cells are
    /// free and cost 1, and elsewhere there are walls.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// ```
    /// # use astride::grid::movingai::TerrainMap;
    /// let terrain: TerrainMap = "type octile\nheight 2\nwidth 3\nmap\n.S@\nGWT\n".parse()?;
    /// assert_eq!(terrain.to_grid_map()?.to_string(), "..#\n.##\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_grid_map(&self) -> Result<GridMap, GridError> {
        self.to_grid_map_with(|terrain| u8::from(terrain.is_passable()))
    }

    /// The map with the terrain costs that `cost` says, from 1 to 255, or 0 for a wall.
    ///
    /// Water that is passable from water alone, and not from land, needs a map for those who walk and one for those who
    /// swim: a terrain cost is of a cell, not of a border.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// ```
    /// # use astride::grid::movingai::Terrain;
    /// # use astride::grid::movingai::TerrainMap;
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

/// The width and the height.
fn header<'text>(next: &mut impl FnMut() -> Option<Line<'text>>) -> Result<(usize, usize), FormatError> {
    let mut number = 0;
    let mut line = |expected: &'static str| {
        number += 1;
        let missing = Fault::Missing { field: expected };
        next().ok_or_else(|| missing.at(number, 1))
    };
    let mut kind = line("the line \"type octile\"")?;
    kind.word("type")?;
    kind.word("octile")?;
    kind.end()?;

    let mut first = line("the line \"height\"")?;
    let mut second = first.clone();
    let is_swapped = first.field().1 == b"width";
    let side = |is_width: bool, line: &mut Line<'_>| {
        let (word, field) = if is_width {
            ("width", Field::side("the width"))
        } else {
            ("height", Field::side("the height"))
        };
        line.word(word)?;
        let side = line.number(field)?;
        line.end()?;
        Ok((line.number, side as usize))
    };
    let (_, one) = side(is_swapped, &mut second)?;
    let (number, other) = side(!is_swapped, &mut line("the line \"width\"")?)?;
    let (width, height) = if is_swapped { (one, other) } else { (other, one) };
    if GridMap::check_size(width, height).is_err() {
        return Err(Fault::TooLarge { width, height }.at(number, 1));
    }

    let mut map = line("the line \"map\"")?;
    map.word("map")?;
    map.end()?;
    Ok((width, height))
}

/// Appends the row's cells.
fn read_row(row: &Line<'_>, width: usize, height: usize, cells: &mut Vec<Terrain>) -> Result<(), FormatError> {
    cells
        .try_reserve(width)
        .map_err(|_| Fault::TooLarge { width, height }.at(row.number, 1))?;
    for (at, byte) in row.bytes.iter().enumerate().take(width) {
        let Some(terrain) = Terrain::from_letter(char::from(*byte)) else {
            let valid = row.bytes[at..]
                .utf8_chunks()
                .next()
                .and_then(|chunk| chunk.valid().chars().next());
            let letter = valid.unwrap_or(char::REPLACEMENT_CHARACTER);
            return Err(Fault::UnknownTerrain { letter }.at(row.number, at + 1));
        };
        cells.push(terrain);
    }
    let found = row.bytes.len();
    if found != width {
        return Err(Fault::RowLength { width, found }.at(row.number, found.min(width) + 1));
    }
    Ok(())
}

impl FromStr for TerrainMap {
    type Err = FormatError;

    /// As [`parse`](Self::parse).
    fn from_str(text: &str) -> Result<Self, FormatError> {
        Self::parse(text.as_bytes())
    }
}

/// The text of a `.map` file, each line with a line feed at its end.
impl fmt::Display for TerrainMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "type octile\nheight {}\nwidth {}\nmap\n", self.height, self.width)?;
        for row in self.cells.chunks(usize::from(self.width).max(1)) {
            for terrain in row {
                f.write_char(terrain.letter())?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

/// The size alone; [`Display`](fmt::Display) writes the cells.
impl fmt::Debug for TerrainMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TerrainMap")
            .field("width", &self.width)
            .field("height", &self.height)
            .finish_non_exhaustive()
    }
}
