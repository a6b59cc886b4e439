//! `.mesh` files.

use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;
#[cfg(feature = "std")]
use std::path::Path;

#[cfg(feature = "std")]
use astride::text::{FileError, read_file};
use astride::text::{Line, TextError, lines};

use crate::mesh::build::{self, Polygons};
use crate::mesh::{Mesh, NONE};
use crate::{MeshError, Point};

/// An error in a `.mesh` file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeshFileError {
    /// The file cannot be read.
    #[cfg(feature = "std")]
    #[error(transparent)]
    File(FileError),
    /// The text is malformed.
    #[error(transparent)]
    Text(TextError),
    /// The text describes something that is not a mesh.
    #[error("line {line}, column {column}: {source}")]
    Mesh {
        /// The line of the polygon or vertex, starting at 1.
        line: usize,
        /// The column at which it begins, starting at 1.
        column: usize,
        /// Why it is not a mesh.
        source: MeshError,
    },
}

/// The largest number of things that a file may announce.
const LIMIT: i64 = (1 << 30) - 1;

/// The words of a text, which lines separate like spaces.
struct Words<'a, L> {
    lines: L,
    line: Line<'a>,
}

impl<'a, L: Iterator<Item = Line<'a>>> Words<'a, L> {
    /// Moves on to the line of the next word, if there is one.
    fn skip(&mut self) {
        while self.line.is_at_end()
            && let Some(line) = self.lines.next()
        {
            self.line = line;
        }
    }

    fn whole(&mut self, field: &'static str, range: RangeInclusive<i64>) -> Result<i64, TextError> {
        self.skip();
        let (first, last) = (*range.start(), *range.end());
        let expected = format_args!("a whole number from {first} to {last}");
        self.line.value(field, expected, |text| {
            text.parse().ok().filter(|number| range.contains(number))
        })
    }

    fn coordinate(&mut self, field: &'static str) -> Result<f64, TextError> {
        self.skip();
        self.line.value(field, "a number", |text| text.parse().ok())
    }

    /// The place of the next word.
    fn place(&mut self) -> (usize, usize) {
        self.skip();
        let mut line = self.line.clone();
        line.field();
        (line.number, line.column())
    }
}

impl Mesh {
    /// Reads the text of a `.mesh` file of version 1 or 2, the format of the authors of Polyanya.
    ///
    /// The text consists of words: `mesh`, the version, the numbers of vertices and of polygons; then for each vertex
    /// its coordinates, the number of its neighbours, and its neighbours; and for each polygon the number of its
    /// corners, its corners in counterclockwise order, and its neighbours. A neighbour is the number of a polygon, or
    /// -1 where the mesh ends. In version 2, the first neighbour of a polygon is that across the edge from the last
    /// corner to the first one, and in version 1, that across the edge from the first corner to the second one.
    ///
    /// An edge of two polygons neither of which has the other as a neighbour is a wall. The neighbours of vertices are
    /// ignored.
    ///
    /// # Errors
    ///
    /// [`MeshFileError`] with the place of the first error.
    ///
    /// # Complexity
    ///
    /// O(length of the text). Memory grows with the numbers read, not with those announced.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_mesh::Mesh;
    ///
    /// let vertices = "0 0 3 0 1 -1\n3 0 2 0 -1\n3 3 3 1 0 -1\n0 3 2 1 -1\n";
    /// let text = format!("mesh\n2\n4 2\n{vertices}3 0 1 2 1 -1 -1\n3 0 2 3 -1 0 -1\n");
    /// let mesh = Mesh::parse(text.as_bytes())?;
    /// assert_eq!(mesh.polygon(1), [0, 2, 3]);
    /// assert_eq!(mesh.to_string(), text);
    ///
    /// let error = Mesh::parse(b"mesh\n2\n3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 2 1 -1 -1 -1\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 7, column 1: the corners of polygon 0 are in clockwise order: counterclockwise order is expected"
    /// );
    /// # Ok::<(), astride_mesh::MeshFileError>(())
    /// ```
    pub fn parse(text: &[u8]) -> Result<Self, MeshFileError> {
        let mut places = Places::default();
        let (vertices, polygons) = read(text, &mut places).map_err(MeshFileError::Text)?;
        let mesh = build::check_points(&vertices).and_then(|()| build::build(vertices, polygons));
        mesh.map_err(|source| {
            let (line, column) = places.of(&source);
            MeshFileError::Mesh { line, column, source }
        })
    }

    /// Reads a `.mesh` file: see [`parse`](Self::parse).
    ///
    /// # Errors
    ///
    /// [`MeshFileError`].
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, MeshFileError> {
        let text = read_file(path.as_ref(), |text| Ok(text.to_vec())).map_err(MeshFileError::File)?;
        Self::parse(&text)
    }
}

/// Where vertices and polygons are in a text.
#[derive(Default)]
struct Places {
    vertices: Vec<(usize, usize)>,
    polygons: Vec<(usize, usize)>,
}

impl Places {
    fn of(&self, error: &MeshError) -> (usize, usize) {
        let (list, number) = match error {
            MeshError::BadCoordinate { vertex, .. } => (&self.vertices, *vertex),
            MeshError::RepeatedPoint { second, .. } => (&self.vertices, *second),
            MeshError::TooFewCorners { polygon, .. }
            | MeshError::NoSuchVertex { polygon, .. }
            | MeshError::RepeatedCorner { polygon, .. }
            | MeshError::Clockwise { polygon }
            | MeshError::NotConvex { polygon, .. }
            | MeshError::OneWay { polygon, .. } => (&self.polygons, *polygon),
            MeshError::SharedSide { second, .. } => (&self.polygons, *second),
            // The third line announces the numbers.
            MeshError::Empty
            | MeshError::TooMany { .. }
            | MeshError::Heights { .. }
            | MeshError::OutOfMemory { .. } => return (3, 1),
        };
        list.get(number).copied().unwrap_or((3, 1))
    }
}

fn read(text: &[u8], places: &mut Places) -> Result<(Vec<Point>, Polygons), TextError> {
    let mut lines = lines(text);
    let line = lines.next().unwrap_or(Line::new(1, &[]));
    let mut words = Words { lines, line };
    words.skip();
    words.line.word("mesh")?;
    let version = words.whole("the version", 1..=2)?;
    let vertex_count = words.whole("the number of vertices", 0..=LIMIT)?;
    let polygon_count = words.whole("the number of polygons", 0..=LIMIT)?;
    let mut vertices = Vec::new();
    for _ in 0..vertex_count {
        places.vertices.push(words.place());
        let (x, y) = (words.coordinate("x")?, words.coordinate("y")?);
        vertices.push(Point { x, y });
        for _ in 0..words.whole("the number of neighbours", 0..=LIMIT)? {
            words.whole("a neighbour", -1..=polygon_count - 1)?;
        }
    }
    let mut polygons = Polygons::default();
    let mut neighbours = Vec::new();
    for _ in 0..polygon_count {
        places.polygons.push(words.place());
        let corners = words.whole("the number of corners", 0..=LIMIT)?;
        let first = polygons.corners.len();
        for _ in 0..corners {
            let corner = words.whole("a corner", 0..=vertex_count - 1)?;
            polygons.corners.extend(u32::try_from(corner));
        }
        polygons.push([]);
        for _ in 0..corners {
            neighbours.push(words.whole("a neighbour", -1..=polygon_count - 1)?);
        }
        if version == 2 && corners > 0 {
            neighbours[first..].rotate_left(1);
        }
    }
    words.skip();
    words.line.end()?;
    polygons.neighbours = Some(neighbours);
    Ok((vertices, polygons))
}

/// Writes a mesh as the text of a `.mesh` file of version 2, as [`parse`](Mesh::parse) reads it.
impl fmt::Display for Mesh {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (vertices, polygons) = (self.vertices(), self.polygon_count());
        writeln!(formatter, "mesh\n2\n{} {polygons}", vertices.len())?;
        // By vertex, an edge of each of its fans.
        let mut fans = alloc::vec![Vec::new(); vertices.len()];
        let mut is_known = alloc::vec![false; self.points.len()];
        for (number, edge) in (0..).zip(&self.edges) {
            if !core::mem::replace(&mut is_known[edge.vertex as usize], true) {
                fans[self.given_vertex(edge.vertex) as usize].push(number);
            }
        }
        for (point, fans) in vertices.iter().zip(fans) {
            let around: Vec<i64> = fans.iter().flat_map(|edge| self.around(*edge)).collect();
            write!(formatter, "{} {} {}", point.x, point.y, around.len())?;
            around.iter().try_for_each(|polygon| write!(formatter, " {polygon}"))?;
            writeln!(formatter)?;
        }
        for polygon in 0..build::index(polygons) {
            let corners = self.polygon(polygon);
            write!(formatter, "{}", corners.len())?;
            corners.iter().try_for_each(|corner| write!(formatter, " {corner}"))?;
            let mut neighbours: Vec<i64> = self.neighbours(polygon).map(|one| one.map_or(-1, i64::from)).collect();
            neighbours.rotate_right(1);
            neighbours
                .iter()
                .try_for_each(|neighbour| write!(formatter, " {neighbour}"))?;
            writeln!(formatter)?;
        }
        Ok(())
    }
}

impl Mesh {
    /// The polygons around a vertex, counterclockwise, and -1 for what is outside the mesh.
    fn around(&self, edge: u32) -> Vec<i64> {
        let (begin, is_closed) = build::fan_begin(&self.edges, edge);
        let mut found = Vec::new();
        let mut next = begin;
        loop {
            found.push(i64::from(self.edge(next).polygon()));
            next = self.edge(self.previous(next)).twin;
            if next == NONE || next == begin {
                break;
            }
        }
        if !is_closed {
            found.push(-1);
        }
        found
    }
}
