//! Which polygon contains a point, and which point of the mesh is nearest to it.

use super::Mesh;
use super::build::index;
use crate::geometry::{nearest_on_segment, side};
use crate::{Point, Position};

/// The point on the boundary of a polygon that is nearest to another one, both of which are rounded.
#[derive(Clone, Copy)]
pub(super) struct Nearest {
    pub(super) squared_distance: f64,
    point: Point,
    /// The nearer end of its edge.
    corner: Point,
}

impl Mesh {
    /// Returns the position of a point, or `None` if the point is outside the mesh. If several polygons contain the
    /// point, because it is on an edge or because floors overlap, the position has the lowest of their numbers: see
    /// [`locate_all`](Self::locate_all).
    ///
    /// The test is exact: a point on an edge or at a corner is inside. O(1) on average if the polygons are about
    /// equally large, also if a few islands are far away from the others.
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
        let (column, row) = (finder.columns.cell(point.x), finder.rows.cell(point.y));
        let near = finder.polygons(column, row).iter().copied();
        let found = near.filter(move |polygon| self.contains(*polygon, point));
        found.map(move |polygon| Position { polygon, point })
    }

    /// Returns the position on the mesh that is nearest to a point: the point itself if it is on the mesh.
    ///
    /// Otherwise, it is the nearest point of an edge, up to rounding errors: it is moved into the polygon by as little
    /// as the number format requires. If the coordinates or their squares are not finite, the result is arbitrary. O(1)
    /// on average if the point is near the mesh and the polygons are about equally large.
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
        let (column, row) = (finder.columns.cell(point.x), finder.rows.cell(point.y));
        let mut best: Option<(Nearest, u32)> = None;
        let farthest = column
            .max(finder.columns.count - 1 - column)
            .max(row)
            .max(finder.rows.count - 1 - row);
        for ring in 0..=farthest {
            let least = finder.distance_of_ring(point, column, row, ring);
            if best.is_some_and(|(best, _)| best.squared_distance < least * least) {
                break;
            }
            for (column, row) in cells_of_ring(column, row, ring, finder.columns.count, finder.rows.count) {
                let polygons = finder.polygons(column, row).iter().copied();
                let least = finder.squared_distance(point, column, row);
                if best.is_some_and(|(best, _)| best.squared_distance < least) {
                    continue;
                }
                for polygon in polygons.filter(|polygon| is_wanted(*polygon)) {
                    let near = self.nearest_on_boundary(polygon, point);
                    if best.is_none_or(|(best, _)| near.squared_distance < best.squared_distance) {
                        best = Some((near, polygon));
                    }
                }
            }
        }
        let (near, polygon) = best?;
        Some(self.moved_inside(polygon, &near))
    }

    /// The nearest point on the boundary of a polygon.
    pub(super) fn nearest_on_boundary(&self, polygon: u32, point: Point) -> Nearest {
        let near = |edge: u32| {
            let ends = [self.edge(edge).point, self.edge(self.edge(edge).next).point];
            let (near, part) = nearest_on_segment(ends[0], ends[1], point);
            Nearest {
                squared_distance: near.squared_distance(point),
                point: near,
                corner: ends[usize::from(part >= 0.5)],
            }
        };
        let mut edges = self.edges_of(polygon);
        let first = near(edges.start);
        edges.next();
        edges.map(near).fold(first, |best, other| {
            if other.squared_distance < best.squared_distance {
                other
            } else {
                best
            }
        })
    }

    /// Returns the position in a polygon that is nearest to a point: the point itself if the polygon contains it, and
    /// otherwise as for [`nearest`](Self::nearest). `None` if there is no such polygon.
    ///
    /// Where floors overlap, this is how to stay on one of them: `nearest` may choose any floor if a point is outside
    /// of its polygon by a rounding error. For the place of an agent on its path, see [`start_of`](Self::start_of).
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
        exists.then(|| self.moved_inside(polygon, &self.nearest_on_boundary(polygon, point)))
    }

    /// Moves a point that was computed on an edge, and rounded, into the polygon.
    fn moved_inside(&self, polygon: u32, near: &Nearest) -> Position {
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
        let mut inner = steps.map(|step| near.point.towards(sum, step));
        let point = inner.find(|point| self.contains(polygon, *point));
        Position {
            polygon,
            point: point.unwrap_or(near.corner),
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
