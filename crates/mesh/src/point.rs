//! [`Point`] and [`Position`]: places on a mesh.

use core::fmt;

/// A point of the plane.
///
/// The unit is that of the mesh, and *y* points upwards: the corners of a polygon are in counterclockwise order if its
/// area is on the left of each edge.
///
/// ```
/// use astride_mesh::Point;
///
/// assert_eq!(Point::new(3.0, 4.0), [3.0, 4.0].into());
/// assert_eq!(Point::new(0.0, 0.0).distance(Point::new(3.0, 4.0)), 5.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The first coordinate.
    pub x: f64,
    /// The second coordinate.
    pub y: f64,
}

impl Point {
    /// Creates a point.
    #[inline]
    pub const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    /// Returns the length of the straight line to another point.
    #[inline]
    pub fn distance(self, other: Point) -> f64 {
        sqrt(self.squared_distance(other))
    }

    #[inline]
    pub(crate) fn squared_distance(self, other: Point) -> f64 {
        let (x, y) = (other.x - self.x, other.y - self.y);
        x * x + y * y
    }

    /// The point at this part of the line to `other`.
    #[inline]
    pub(crate) fn towards(self, other: Point, part: f64) -> Point {
        Point::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }
}

impl From<[f64; 2]> for Point {
    fn from([x, y]: [f64; 2]) -> Self {
        Point { x, y }
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Point { x, y }
    }
}

impl From<Point> for [f64; 2] {
    fn from(point: Point) -> Self {
        [point.x, point.y]
    }
}

/// Writes the coordinates with a comma between them.
impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{},{}", self.x, self.y)
    }
}

/// A place on a mesh: a point, and the polygon that contains it.
///
/// Where floors overlap, the polygon tells them apart. [`Mesh::locate`](crate::Mesh::locate) returns the position of a
/// point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The number of the polygon.
    pub polygon: u32,
    /// The point, which lies in the polygon or on its boundary.
    pub point: Point,
}

impl Position {
    /// Creates a position. Whether the polygon contains the point is checked where the position is used.
    #[inline]
    pub const fn new(polygon: u32, point: Point) -> Self {
        Position { polygon, point }
    }
}

#[inline]
pub(crate) fn sqrt(number: f64) -> f64 {
    #[cfg(feature = "std")]
    return number.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrt(number);
}
