//! Which polygon contains a point, and which point of the mesh is nearest to it.

use alloc::vec;
use alloc::vec::Vec;

use super::Mesh;
use super::build::index;
use crate::geometry::{nearest_on_segment, side};
use crate::{Point, Position};

/// A grid of cells, each with the polygons whose bounding boxes overlap it.
#[derive(Clone, Default)]
pub(crate) struct Finder {
    low: Point,
    /// Cells per unit of length.
    scale: f64,
    /// The side of a cell.
    side: f64,
    columns: usize,
    rows: usize,
    /// By cell, row by row, where its polygons begin.
    first: Vec<u32>,
    polygons: Vec<u32>,
}

/// The largest number of cells that an average polygon may overlap.
const OVERLAP: usize = 4;

impl Finder {
    pub(crate) fn new(mesh: &Mesh) -> Self {
        let boxes: Vec<[Point; 2]> = (0..index(mesh.polygon_count()))
            .map(|polygon| bounds(mesh, polygon))
            .collect();
        let [low, high] = boxes.iter().fold(
            [Point::new(f64::MAX, f64::MAX), Point::new(f64::MIN, f64::MIN)],
            |all, one| join(all, *one),
        );
        // About two cells for each polygon, and fewer if the polygons are long and thin.
        let (width, height) = (high.x - low.x, high.y - low.y);
        let mut side = crate::point::sqrt(width * height / (2 * boxes.len()) as f64).max(width.max(height) / 65536.0);
        loop {
            let mut finder = Finder {
                low,
                scale: 1.0 / side,
                side,
                ..Finder::default()
            };
            (finder.columns, finder.rows) = (finder.cell(width) + 1, finder.cell(height) + 1);
            let cells: Vec<Cells> = boxes.iter().map(|bounds| finder.cells(*bounds)).collect();
            if cells.iter().map(Cells::count).sum::<usize>() <= OVERLAP * boxes.len() + 64 {
                finder.fill(|| cells.iter().copied());
                return finder;
            }
            side *= 1.5;
        }
    }

    /// A finder without polygons, of a grid with this many cells of this side.
    #[cfg(feature = "outline")]
    pub(crate) fn with_cells(low: Point, side: f64, columns: usize, rows: usize) -> Self {
        Finder {
            low,
            scale: 1.0 / side,
            side,
            columns,
            rows,
            ..Finder::default()
        }
    }

    /// Fills the cells, given those of each polygon.
    pub(crate) fn fill<I: Iterator<Item = Cells>>(&mut self, polygons: impl Fn() -> I) {
        let mut first = vec![0; self.columns * self.rows + 2];
        for cells in polygons() {
            cells.for_each(self.columns, |cell| first[cell + 2] += 1);
        }
        for cell in 1..first.len() {
            first[cell] += first[cell - 1];
        }
        let mut list = vec![0; first[first.len() - 1] as usize];
        for (polygon, cells) in (0..).zip(polygons()) {
            cells.for_each(self.columns, |cell| {
                list[first[cell + 1] as usize] = polygon;
                first[cell + 1] += 1;
            });
        }
        first.pop();
        (self.first, self.polygons) = (first, list);
    }

    /// The column or row of an offset from the lowest coordinate.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    fn cell(&self, offset: f64) -> usize {
        (offset * self.scale) as usize
    }

    fn column(&self, x: f64) -> usize {
        self.cell(x - self.low.x).min(self.columns - 1)
    }

    fn row(&self, y: f64) -> usize {
        self.cell(y - self.low.y).min(self.rows - 1)
    }

    /// The cells that a rectangle overlaps.
    pub(crate) fn cells(&self, [low, high]: [Point; 2]) -> Cells {
        Cells {
            low: [index(self.column(low.x)), index(self.row(low.y))],
            high: [index(self.column(high.x)), index(self.row(high.y))],
        }
    }

    fn polygons(&self, column: usize, row: usize) -> &[u32] {
        let cell = row * self.columns + column;
        &self.polygons[self.first[cell] as usize..self.first[cell + 1] as usize]
    }
}

/// A rectangle of cells, by the column and row of the lowest and of the highest one.
#[derive(Clone, Copy)]
pub(crate) struct Cells {
    low: [u32; 2],
    high: [u32; 2],
}

impl Cells {
    fn count(&self) -> usize {
        let count = |place: usize| (self.high[place] - self.low[place]) as usize + 1;
        count(0) * count(1)
    }

    #[inline]
    fn for_each(&self, columns: usize, mut visit: impl FnMut(usize)) {
        for row in self.low[1]..=self.high[1] {
            let begin = row as usize * columns;
            for column in self.low[0]..=self.high[0] {
                visit(begin + column as usize);
            }
        }
    }
}

fn bounds(mesh: &Mesh, polygon: u32) -> [Point; 2] {
    rectangle(mesh.outline(polygon))
}

/// The smallest rectangle that contains these points.
pub(crate) fn rectangle(points: impl Iterator<Item = Point>) -> [Point; 2] {
    let boxes = points.map(|point| [point, point]);
    boxes.reduce(join).unwrap_or_default()
}

fn join([low, high]: [Point; 2], [other_low, other_high]: [Point; 2]) -> [Point; 2] {
    [
        Point::new(low.x.min(other_low.x), low.y.min(other_low.y)),
        Point::new(high.x.max(other_high.x), high.y.max(other_high.y)),
    ]
}

impl Mesh {
    /// Returns the position of a point, or `None` if the point is outside the mesh. If several polygons contain the
    /// point, because it is on an edge or because floors overlap, the position has the lowest of their numbers: see
    /// [`locate_all`](Self::locate_all).
    ///
    /// The test is exact: a point on an edge or at a corner is inside. O(1) on average, if the polygons are about
    /// equally large.
    pub fn locate(&self, point: impl Into<Point>) -> Option<Position> {
        self.locate_all(point).next()
    }

    /// Returns the positions of a point in all polygons that contain it, in the order of their numbers.
    ///
    /// ```
    /// use astride_mesh::{Mesh, MeshError};
    ///
    /// // Two floors.
    /// let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    /// let mesh = Mesh::new([corners, corners].concat(), [[0, 1, 2, 3], [4, 5, 6, 7]])?;
    /// let floors: Vec<u32> = mesh.locate_all([1.0, 1.0]).map(|position| position.polygon).collect();
    /// assert_eq!(floors, [0, 1]);
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn locate_all(&self, point: impl Into<Point>) -> impl Iterator<Item = Position> {
        let point = point.into();
        let finder = &self.finder;
        // `NaN` is in no polygon.
        let (column, row) = (finder.column(point.x), finder.row(point.y));
        let near = finder.polygons(column, row).iter().copied();
        let found = near.filter(move |polygon| self.contains(*polygon, point));
        found.map(move |polygon| Position { polygon, point })
    }

    /// Returns the position on the mesh that is nearest to a point: the point itself if it is on the mesh.
    ///
    /// Otherwise, it is the nearest point of an edge, up to rounding errors: it is moved into the polygon by as little
    /// as the number format requires. If the coordinates are not finite, the result is arbitrary. O(1) on average if
    /// the point is near the mesh and the polygons are about equally large.
    ///
    /// ```
    /// use astride_mesh::{Mesh, MeshError, Point};
    ///
    /// let mesh = Mesh::new([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]], [[0, 1, 2, 3]])?;
    /// assert_eq!(mesh.nearest([99.0, 1.5]).point, Point::new(2.0, 1.5));
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn nearest(&self, point: impl Into<Point>) -> Position {
        self.nearest_among(point.into(), |_| true)
            .unwrap_or_else(|| self.any_position(0))
    }

    /// Returns the position on an island that is nearest to a point, as [`nearest`](Self::nearest) does on the whole
    /// mesh. `None` if there is no such [island](Self::island).
    pub fn nearest_on_island(&self, island: u32, point: impl Into<Point>) -> Option<Position> {
        let first = self.islands.iter().position(|of| *of == island)?;
        let found = self.nearest_among(point.into(), |polygon| self.islands[polygon as usize] == island);
        Some(found.unwrap_or_else(|| self.any_position(index(first))))
    }

    fn any_position(&self, polygon: u32) -> Position {
        let point = self.edge(self.edges_of(polygon).start).point;
        Position { polygon, point }
    }

    /// The nearest position among these polygons.
    fn nearest_among(&self, point: Point, is_wanted: impl Fn(u32) -> bool) -> Option<Position> {
        if let Some(position) = self.locate_all(point).find(|position| is_wanted(position.polygon)) {
            return Some(position);
        }
        let finder = &self.finder;
        let (column, row) = (finder.column(point.x), finder.row(point.y));
        let mut best: Option<(f64, Position)> = None;
        let farthest = column
            .max(finder.columns - 1 - column)
            .max(row)
            .max(finder.rows - 1 - row);
        for ring in 0..=farthest {
            // Every point of a cell in this ring is at least this far away from the cell in the middle, and thus from
            // `point`, which is in that cell or outside the grid beyond it.
            let least = (ring as f64 - 1.0).max(0.0) * finder.side;
            if best.is_some_and(|(distance, _)| distance < least * least) {
                break;
            }
            for (column, row) in cells_of_ring(column, row, ring, finder.columns, finder.rows) {
                for polygon in finder
                    .polygons(column, row)
                    .iter()
                    .copied()
                    .filter(|polygon| is_wanted(*polygon))
                {
                    let (distance, near) = self.nearest_on_boundary(polygon, point);
                    if best.is_none_or(|(least, _)| distance < least) {
                        best = Some((distance, near));
                    }
                }
            }
        }
        Some(best?.1)
    }

    /// The nearest position on the boundary of a polygon, and the square of its distance.
    pub(super) fn nearest_on_boundary(&self, polygon: u32, point: Point) -> (f64, Position) {
        let edges = self.edges_of(polygon).map(|edge| {
            let ends = [self.edge(edge).point, self.edge(self.edge(edge).next).point];
            let (near, part) = nearest_on_segment(ends[0], ends[1], point);
            (near.squared_distance(point), near, ends, part)
        });
        let nearest = edges.reduce(|best, other| if other.0 < best.0 { other } else { best });
        nearest.map_or(
            (f64::INFINITY, self.any_position(polygon)),
            |(distance, near, ends, part)| (distance, self.moved_inside(polygon, near, ends, part)),
        )
    }

    /// Returns the position in a polygon that is nearest to a point: the point itself if the polygon contains it, and
    /// otherwise as for [`nearest`](Self::nearest). `None` if there is no such polygon.
    ///
    /// Where floors overlap, this is how to stay on one of them: `nearest` may choose any floor if a point is outside of
    /// its polygon by a rounding error, as a place between two points of a path may be.
    ///
    /// # Complexity
    ///
    /// O(corners).
    ///
    /// ```
    /// use astride_mesh::{Mesh, MeshError, Point, Position};
    ///
    /// // Two floors, of which the upper one is smaller.
    /// let floor = |width: f64| [[0.0, 0.0], [width, 0.0], [width, 2.0], [0.0, 2.0]];
    /// let mesh = Mesh::new([floor(2.0), floor(1.0)].concat(), [[0, 1, 2, 3], [4, 5, 6, 7]])?;
    /// assert_eq!(mesh.nearest([1.001, 1.0]).polygon, 0);
    /// assert_eq!(mesh.nearest_in(1, [1.001, 1.0]), Some(Position::new(1, Point::new(1.0, 1.0))));
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn nearest_in(&self, polygon: u32, point: impl Into<Point>) -> Option<Position> {
        let point = point.into();
        if self.contains(polygon, point) {
            return Some(Position { polygon, point });
        }
        let exists = (polygon as usize) < self.polygon_count();
        exists.then(|| self.nearest_on_boundary(polygon, point).1)
    }

    /// Moves a point that was computed on an edge, and rounded, into the polygon.
    fn moved_inside(&self, polygon: u32, near: Point, [from, to]: [Point; 2], part: f64) -> Position {
        let corners = self.edges_of(polygon).len() as f64;
        let sum = self.outline(polygon).fold(Point::default(), |sum, point| {
            Point::new(sum.x + point.x / corners, sum.y + point.y / corners)
        });
        // A fraction that grows from 2⁻⁵² to 1.
        let mut step = 1.0 / (1_u64 << 54) as f64;
        let steps = core::iter::repeat_with(|| {
            step *= 4.0;
            step
        });
        let steps = [0.0].into_iter().chain(steps.take(27));
        let mut inner = steps.map(|step| near.towards(sum, step));
        let point = inner.find(|point| self.contains(polygon, *point));
        let corner = if part < 0.5 { from } else { to };
        Position {
            polygon,
            point: point.unwrap_or(corner),
        }
    }

    /// Whether a position exists, and the point is in its polygon.
    pub(crate) fn has(&self, position: Position) -> bool {
        self.contains(position.polygon, position.point)
    }

    /// Whether an edge contains a point, given that its polygon does.
    pub(crate) fn is_on_edge(&self, edge: u32, point: Point) -> bool {
        let (from, to) = (self.edge(edge).point, self.edge(self.edge(edge).next).point);
        side(from, to, point) == 0.0 && crate::geometry::is_between(from, to, point)
    }
}

/// The cells of a grid whose column or row differs from that of a cell by `ring`, and neither by more.
fn cells_of_ring(
    column: usize,
    row: usize,
    ring: usize,
    columns: usize,
    rows: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let range = |middle: usize, count: usize| middle.saturating_sub(ring)..=(middle + ring).min(count - 1);
    let across = range(column, columns);
    range(row, rows).flat_map(move |y| {
        // A whole row, or its two ends.
        let is_whole = y.abs_diff(row) == ring;
        let ends = [
            column.checked_sub(ring),
            Some(column + ring).filter(|x| *x < columns && ring > 0),
        ];
        let whole = is_whole.then(|| across.clone()).into_iter().flatten();
        let ends = (!is_whole).then_some(ends).into_iter().flatten().flatten();
        whole.chain(ends).map(move |x| (x, y))
    })
}
