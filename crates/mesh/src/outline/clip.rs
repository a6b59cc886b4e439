//! Clipping rings to a rectangle.

use alloc::vec::Vec;

use super::{Contours, Whole};

/// A rectangle in whole numbers, by its lowest and its highest corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) low: Whole,
    pub(super) high: Whole,
}

impl Frame {
    /// The smallest rectangle that contains these contours, or `None` if there are no points.
    pub(super) fn of(contours: &Contours) -> Option<Self> {
        let points = contours.iter().flatten();
        let frames = points.map(|point| Frame {
            low: *point,
            high: *point,
        });
        frames.reduce(|one, other| Frame {
            low: Whole::new(one.low.x.min(other.low.x), one.low.y.min(other.low.y)),
            high: Whole::new(one.high.x.max(other.high.x), one.high.y.max(other.high.y)),
        })
    }

    /// The rectangle that has this margin more on each side.
    pub(super) fn grown(&self, margin: i32) -> Self {
        Frame {
            low: Whole::new(self.low.x - margin, self.low.y - margin),
            high: Whole::new(self.high.x + margin, self.high.y + margin),
        }
    }

    pub(super) fn touches(&self, other: &Frame) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    /// Whether an edge lies on the boundary of the rectangle, which contains it.
    pub(super) fn has_on_boundary(&self, from: Whole, to: Whole) -> bool {
        from.x == to.x && (from.x == self.low.x || from.x == self.high.x)
            || from.y == to.y && (from.y == self.low.y || from.y == self.high.y)
    }

    /// The parts of contours in the rectangle. Parts outside are moved to the boundary of the rectangle, where they
    /// enclose nothing, so that points inside have the same winding numbers as before.
    ///
    /// Points at which edges cross the boundary are rounded along the boundary, and depend on the edge only. So
    /// neighbouring rectangles have the same points in common.
    pub(super) fn clip(&self, contours: &Contours) -> Contours {
        let clipped = contours.iter().filter_map(|contour| self.clip_one(contour));
        clipped.collect()
    }

    fn clip_one(&self, contour: &[Whole]) -> Option<Vec<Whole>> {
        let Frame { low, high } = *self;
        let whole = Frame::of(&alloc::vec![contour.to_vec()])?;
        if !whole.touches(self) {
            return None;
        }
        let mut ring = contour.to_vec();
        if whole.low.x < low.x {
            ring = clip(&ring, |point| point.x >= low.x, |from, to| at_x(from, to, low.x));
        }
        if whole.high.x > high.x {
            ring = clip(&ring, |point| point.x <= high.x, |from, to| at_x(from, to, high.x));
        }
        if whole.low.y < low.y {
            ring = clip(&ring, |point| point.y >= low.y, |from, to| at_y(from, to, low.y));
        }
        if whole.high.y > high.y {
            ring = clip(&ring, |point| point.y <= high.y, |from, to| at_y(from, to, high.y));
        }
        (ring.len() > 2).then_some(ring)
    }
}

/// Clips a ring to a half-plane: Sutherland and Hodgman, Reentrant polygon clipping, Communications of the ACM 17(1),
/// 1974.
pub(super) fn clip<P: Copy>(ring: &[P], is_inside: impl Fn(P) -> bool, crossing: impl Fn(P, P) -> P) -> Vec<P> {
    let mut clipped = Vec::with_capacity(ring.len() + 4);
    for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        if is_inside(from) {
            clipped.push(from);
        }
        if is_inside(from) != is_inside(to) {
            clipped.push(crossing(from, to));
        }
    }
    clipped
}

/// The point of an edge, which is not vertical, with this *x*.
fn at_x(from: Whole, to: Whole, x: i32) -> Whole {
    Whole::new(x, crossing([from.x, from.y], [to.x, to.y], x))
}

/// The point of an edge, which is not horizontal, with this *y*.
fn at_y(from: Whole, to: Whole, y: i32) -> Whole {
    Whole::new(crossing([from.y, from.x], [to.y, to.x], y), y)
}

/// The second coordinate, rounded, of the point of an edge that has this first one. It is between those of the ends.
#[allow(clippy::cast_possible_truncation, reason = "it is between two of these numbers")]
fn crossing(from: [i32; 2], to: [i32; 2], first: i32) -> i32 {
    let [from_first, from_second, to_first, to_second, first] = [from[0], from[1], to[0], to[1], first].map(i128::from);
    let (run, rise) = (to_first - from_first, to_second - from_second);
    let (run, rise) = if run < 0 { (-run, -rise) } else { (run, rise) };
    let doubled = 2 * (from_second * run + (first - from_first) * rise) + run;
    doubled.div_euclid(2 * run) as i32
}
