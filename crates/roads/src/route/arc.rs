//! [`Arc`]: the shorter arc of a great circle between two points of the unit sphere.

/// A point of the unit sphere, or a vector.
pub(super) type Vector = [f64; 3];

/// The shorter arc of a great circle between two points. If the points are opposite, no arc is the shortest one, and
/// only the ends belong to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Arc {
    pub(super) ends: [Vector; 2],
}

/// The orthonormal axes of the plane of an arc, and half of the arc's angle.
struct Plane {
    /// From the centre of the sphere to the middle of the arc.
    middle: Vector,
    /// From the first end to the second.
    along: Vector,
    half_angle: f64,
}

impl Arc {
    fn plane(&self) -> Option<Plane> {
        let [start, end] = self.ends;
        let (sum, difference) = (plus(start, end, 1.0), plus(end, start, -1.0));
        let (twice_cosine, twice_sine) = (length(sum), length(difference));
        // Kahan's formula for the angle is accurate for short arcs and for long ones.
        (twice_cosine > 0.0 && twice_sine > 0.0).then(|| Plane {
            middle: sum.map(|part| part / twice_cosine),
            along: difference.map(|part| part / twice_sine),
            half_angle: twice_sine.atan2(twice_cosine),
        })
    }

    /// The point of the arc that is nearest to a point, and the fraction of the arc before it.
    ///
    /// The nearest point of a great circle is that of the point's projection onto its plane. The distance grows with
    /// the angle from there, so an end is nearest if the projection lies outside of the arc.
    #[cfg(any(test, feature = "nearest"))]
    pub(super) fn nearest(&self, point: Vector) -> (f64, Vector) {
        let [start, end] = self.ends;
        let Some(plane) = self.plane() else {
            let is_start = square(plus(point, start, -1.0)) <= square(plus(point, end, -1.0));
            return if is_start { (0.0, start) } else { (1.0, end) };
        };
        // Measured from the middle of the chord: `along` is inaccurate for a short arc, but then this vector is short.
        let chord_middle = plus(start, end, 1.0).map(|part| part / 2.0);
        let from_middle = plus(point, chord_middle, -1.0);
        let angle = dot(from_middle, plane.along).atan2(dot(point, plane.middle));
        let half = plane.half_angle;
        if angle <= -half {
            (0.0, start)
        } else if angle >= half {
            (1.0, end)
        } else {
            (((angle + half) / (2.0 * half)).clamp(0.0, 1.0), plane.at(angle))
        }
    }

    /// The point at a fraction of the arc, which is between 0 and 1.
    pub(super) fn at(&self, fraction: f64) -> Vector {
        let [start, end] = self.ends;
        match self.plane() {
            Some(plane) if 0.0 < fraction && fraction < 1.0 => plane.at((2.0 * fraction - 1.0) * plane.half_angle),
            _ if fraction < 1.0 => start,
            _ => end,
        }
    }

    /// The corners of a box that contains the arc.
    #[cfg(feature = "nearest")]
    pub(super) fn corners(&self) -> [Vector; 2] {
        // For rounding errors, which are below 10⁻¹⁵.
        const MARGIN: f64 = 1e-14;
        let [start, end] = self.ends;
        // No point of an arc is farther from its chord c than the middle, by 1 − √(1 − c²/4), which is at most c²/4.
        let height = square(plus(end, start, -1.0)) / 4.0;
        let corner = |pick: fn(f64, f64) -> f64, more: f64| [0, 1, 2].map(|axis| pick(start[axis], end[axis]) + more);
        [corner(f64::min, -height - MARGIN), corner(f64::max, height + MARGIN)]
    }
}

impl Plane {
    fn at(&self, angle: f64) -> Vector {
        let (sine, cosine) = angle.sin_cos();
        plus(self.middle.map(|part| part * cosine), self.along, sine)
    }
}

/// The sum of a vector and a multiple of another one.
fn plus(one: Vector, other: Vector, factor: f64) -> Vector {
    [0, 1, 2].map(|axis| one[axis] + factor * other[axis])
}

fn dot(one: Vector, other: Vector) -> f64 {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

fn square(vector: Vector) -> f64 {
    dot(vector, vector)
}

fn length(vector: Vector) -> f64 {
    square(vector).sqrt()
}

/// The square of the straight line between two points, which grows with their distance on the sphere.
#[cfg(feature = "nearest")]
pub(super) fn line_2(one: Vector, other: Vector) -> f64 {
    square(plus(one, other, -1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::position::metres;

    fn at(latitude: f64, longitude: f64) -> Vector {
        Position::new(latitude, longitude).unwrap().vector()
    }

    #[test]
    fn fractions_are_those_of_the_length() {
        for (one, other) in [
            (at(0.0, 179.0), at(0.0, -179.0)),
            (at(89.9, 10.0), at(89.9, -170.0)),
            (at(50.0, 8.0), at(50.000_01, 8.000_01)),
            (at(10.0, 10.0), at(-40.0, 150.0)),
        ] {
            let arc = Arc { ends: [one, other] };
            let whole = metres(one, other);
            for step in 0..=10 {
                let fraction = f64::from(step) / 10.0;
                let point = arc.at(fraction);
                let (first, second) = (metres(one, point), metres(point, other));
                assert!((first - fraction * whole).abs() < 1e-6, "{first} {whole}");
                assert!((first + second - whole).abs() < 1e-6, "{first} {second} {whole}");
                let (found, nearest) = arc.nearest(point);
                assert!((found - fraction).abs() * whole < 1e-6 && metres(nearest, point) < 1e-6);
            }
        }
    }

    #[test]
    #[cfg(feature = "nearest")]
    fn boxes_contain_their_arcs() {
        for other in [
            at(50.000_01, 8.0),
            at(51.0, 9.0),
            at(0.0, -172.0),
            at(-49.9, -172.1),
            at(90.0, 0.0),
        ] {
            let arc = Arc {
                ends: [at(50.0, 8.0), other],
            };
            let [least, most] = arc.corners();
            for step in 0..=1000 {
                let point = arc.at(f64::from(step) / 1000.0);
                assert!(
                    (0..3).all(|axis| least[axis] <= point[axis] && point[axis] <= most[axis]),
                    "{arc:?} {step}"
                );
            }
        }
    }

    #[test]
    fn arcs_without_a_plane_have_only_ends() {
        let (one, other) = (at(0.0, 0.0), at(0.0, 90.0));
        let opposite = one.map(|part| -part);
        assert_eq!(Arc { ends: [one, one] }.nearest(other), (0.0, one));
        let half = Arc { ends: [one, opposite] };
        assert!([one, opposite].contains(&half.nearest(other).1));
        assert_eq!((half.at(0.0), half.at(1.0)), (one, opposite));
    }
}
