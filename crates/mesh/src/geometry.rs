//! Exact side tests, and the points and lengths derived from them.

use robust::{Coord, orient2d};

use crate::Point;

/// On which side of the line from `a` to `b` a point lies: positive on the left, negative on the right, and zero if the
/// three points are collinear.
///
/// The sign is exact: it is that of the real number, whatever the scale of the coordinates. (The products must not
/// underflow; see [`MAX_COORDINATE`](crate::mesh::MAX_COORDINATE).) The value is an approximation of twice the area of
/// the triangle.
#[inline]
pub(crate) fn side(a: Point, b: Point, point: Point) -> f64 {
    // The same as the first stage of `orient2d`, which is not inlined. 3.33… · 10⁻¹⁶ is the bound of Ozaki et al.
    let (left, right) = ((a.x - point.x) * (b.y - point.y), (a.y - point.y) * (b.x - point.x));
    let area = left - right;
    let bound = 3.330_669_062_177_372_4e-16 * (left + right).abs();
    // A product is zero only if one of its factors is.
    if area.abs() > bound || left == 0.0 && right == 0.0 {
        return area;
    }
    exact_side(a, b, point)
}

#[cold]
#[inline(never)]
fn exact_side(a: Point, b: Point, point: Point) -> f64 {
    let coordinates = |point: Point| Coord { x: point.x, y: point.y };
    orient2d(coordinates(a), coordinates(b), coordinates(point))
}

/// The point at which a line crosses the segment from `from` to `to`, given the [sides](side) of both ends, which are
/// opposite.
#[inline]
pub(crate) fn crossing(from: Point, to: Point, from_side: f64, to_side: f64) -> Point {
    from.towards(to, from_side / (from_side - to_side))
}

/// The point of a segment that is nearest to `point`, and how far along the segment it lies, from 0 to 1.
pub(crate) fn nearest_on_segment(from: Point, to: Point, point: Point) -> (Point, f64) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let part = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy);
    if part <= 0.0 || part.is_nan() {
        (from, 0.0)
    } else if part >= 1.0 {
        (to, 1.0)
    } else {
        (from.towards(to, part), part)
    }
}

/// Whether a point that is known to lie on the line through `a` and `b` lies between the two, or is one of them.
pub(crate) fn is_between(a: Point, b: Point, point: Point) -> bool {
    let within = |one: f64, other: f64, value: f64| value >= one.min(other) && value <= one.max(other);
    within(a.x, b.x, point.x) && within(a.y, b.y, point.y)
}

/// A part of an edge, as seen from a root.
#[derive(Clone, Copy)]
pub(crate) struct View {
    /// The ends of the part, which may be rounded.
    pub(crate) left: Point,
    pub(crate) right: Point,
    /// The ends of the whole edge, left and right.
    pub(crate) edge: [Point; 2],
}

/// A lower bound on the length of a path from `root` through a part of an edge to `target`, which is exact if nothing
/// else is in the way: Cui, Harabor, Grastien (2017), section 3.4.
///
/// The ends of the part may be rounded. So the path is taken to bend at an end only if this is certain in spite of it,
/// and the result is too large by rounding errors of a length at most.
#[inline]
pub(crate) fn estimate_through(root: Point, view: &View, target: Point) -> f64 {
    let target = mirrored(view, target);
    let (tx, ty) = (target.x - root.x, target.y - root.y);
    let size = root.x.abs() + root.y.abs() + target.x.abs() + target.y.abs();
    let (left, right) = (view.left, view.right);
    let turn_left = (left.x - root.x) * ty - (left.y - root.y) * tx;
    let turn_right = (right.y - root.y) * tx - (right.x - root.x) * ty;
    let length = tx.abs() + ty.abs();
    let doubt = |end: Point| {
        1e-15 * (size + end.x.abs() + end.y.abs()) * (length + (end.x - root.x).abs() + (end.y - root.y).abs())
    };
    if turn_left > 0.0 && turn_left > doubt(left) {
        root.distance(left) + left.distance(target)
    } else if turn_right > 0.0 && turn_right > doubt(right) {
        root.distance(right) + right.distance(target)
    } else {
        crate::point::sqrt(tx * tx + ty * ty)
    }
}

/// The target, mirrored at the edge if it is on the side of the root: a path has to cross the edge and come back.
#[inline]
fn mirrored(view: &View, target: Point) -> Point {
    let [from, to] = view.edge;
    let (x, y) = (to.x - from.x, to.y - from.y);
    let height = x * (target.y - from.y) - y * (target.x - from.x);
    // The root is on the right of the line from the left to the right end.
    if height >= 0.0 {
        return target;
    }
    let twice = 2.0 * height / (x * x + y * y);
    Point::new(target.x + y * twice, target.y - x * twice)
}

/// The point of the segment at which [`estimate_through`] is attained.
pub(crate) fn point_through(root: Point, left: Point, right: Point, target: Point) -> Point {
    let length = |part: f64| {
        let point = left.towards(right, part);
        root.distance(point) + point.distance(target)
    };
    let (mut low, mut high) = (0.0, 1.0);
    // The sum of two distances is convex along a line.
    for _ in 0..80 {
        let third = (high - low) / 3.0;
        if length(low + third) <= length(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    let parts = [0.0, 1.0, low];
    let best = parts
        .into_iter()
        .min_by(|one, other| length(*one).total_cmp(&length(*other)));
    left.towards(right, best.unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_exact_near_a_line() {
        // The example of Kettner et al., Classroom examples of robustness problems, 2008: neighbours of (0.5, 0.5).
        let (a, b) = (Point::new(12.0, 12.0), Point::new(24.0, 24.0));
        for row in 0..64_i32 {
            for column in 0..64_i32 {
                let ulp = f64::EPSILON / 2.0;
                let point = Point::new(0.5 + f64::from(column) * ulp, 0.5 + f64::from(row) * ulp);
                let found = side(a, b, point);
                let expected = row - column;
                assert_eq!(found > 0.0, expected > 0, "{row}, {column}: {found}");
                assert_eq!(found < 0.0, expected < 0, "{row}, {column}: {found}");
            }
        }
    }

    #[test]
    fn an_estimate_bends_at_the_ends_of_the_segment() {
        let at = Point::new;
        let (left, right) = (at(-1.0, 0.0), at(1.0, 0.0));
        let view = View {
            left,
            right,
            edge: [left, right],
        };
        let estimate = |root, target| estimate_through(root, &view, target);
        assert_eq!(estimate(at(0.0, -3.0), at(0.0, 4.0)), 7.0);
        assert_eq!(estimate(at(0.0, -3.0), at(0.0, -4.0)), 7.0);
        assert_eq!(estimate(at(4.0, -4.0), at(5.0, 3.0)), 10.0);
        assert_eq!(estimate(at(-4.0, -4.0), at(-5.0, 3.0)), 10.0);
        assert_eq!(point_through(at(4.0, -4.0), left, right, at(5.0, 3.0)), right);
    }
}
