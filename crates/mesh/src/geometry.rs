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

/// A lower bound on the length of a path from `root` through the segment from `left` to `right` to `target`, which is
/// exact if nothing else is in the way: Cui, Harabor, Grastien (2017), section 3.4.
///
/// `left` and `right` may be rounded, so the bound is rounded as well.
#[inline]
pub(crate) fn estimate_through(root: Point, left: Point, right: Point, target: Point) -> f64 {
    // A target on the side of the root is mirrored: the path has to cross the segment and come back.
    let (ex, ey) = (right.x - left.x, right.y - left.y);
    let height = ex * (target.y - left.y) - ey * (target.x - left.x);
    let root_height = ex * (root.y - left.y) - ey * (root.x - left.x);
    let squared = ex * ex + ey * ey;
    let target = if height * root_height > 0.0 && squared > 0.0 {
        let twice = 2.0 * height / squared;
        Point::new(target.x + ey * twice, target.y - ex * twice)
    } else {
        target
    };
    let (tx, ty) = (target.x - root.x, target.y - root.y);
    if (left.x - root.x) * ty - (left.y - root.y) * tx > 0.0 {
        root.distance(left) + left.distance(target)
    } else if (right.x - root.x) * ty - (right.y - root.y) * tx < 0.0 {
        root.distance(right) + right.distance(target)
    } else {
        crate::point::sqrt(tx * tx + ty * ty)
    }
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
        let estimate = |root, target| estimate_through(root, left, right, target);
        assert_eq!(estimate(at(0.0, -3.0), at(0.0, 4.0)), 7.0);
        assert_eq!(estimate(at(0.0, -3.0), at(0.0, -4.0)), 7.0);
        assert_eq!(estimate(at(4.0, -4.0), at(5.0, 3.0)), 10.0);
        assert_eq!(estimate(at(-4.0, -4.0), at(-5.0, 3.0)), 10.0);
        assert_eq!(point_through(at(4.0, -4.0), left, right, at(5.0, 3.0)), right);
    }
}
