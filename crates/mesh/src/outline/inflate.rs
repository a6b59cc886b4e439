//! Inflating what is not free by the radius of an agent.

use alloc::vec::Vec;
use core::f64::consts::PI;

use hashbrown::HashMap;

use super::{Contours, Whole};

/// The largest angle between two segments that replace an arc. The corner between them is 1 / cos(half of it) times as
/// far away as the arc, which is 1.02.
const STEP: f64 = PI / 8.0;

/// Convex pieces that cover all free points that are nearer to the boundary than the radius: next to each edge, a
/// rectangle; and at each corner at which the boundary turns towards what is not free, a sector. The rounded corners of
/// neighbouring pieces are the same.
///
/// Edges for which `is_open` holds are no boundary.
pub(super) fn pieces(free: &Contours, radius: f64, is_open: impl Fn(Whole, Whole) -> bool) -> Contours {
    let mut visits: HashMap<(i32, i32), u32> = HashMap::new();
    for point in free.iter().flatten() {
        *visits.entry((point.x, point.y)).or_default() += 1;
    }
    let mut pieces = Contours::new();
    for contour in free {
        let next = contour.iter().cycle().skip(1);
        let angles: Vec<f64> = contour.iter().zip(next).map(|(from, to)| normal(*from, *to)).collect();
        for (place, &from) in contour.iter().enumerate() {
            let to = contour[(place + 1) % contour.len()];
            if is_open(from, to) {
                continue;
            }
            let angle = angles[place];
            pieces.push(alloc::vec![
                from,
                to,
                moved(to, angle, radius),
                moved(from, angle, radius)
            ]);

            let before = angles[(place + contour.len() - 1) % contour.len()];
            if visits[&(from.x, from.y)] > 1 {
                // Which edges meet here in a corner is unknown, so the whole disc is covered.
                pieces.push(arc(from, 0.0, -2.0 * PI, radius));
            } else if turns_right(contour[(place + contour.len() - 1) % contour.len()], from, to) {
                let turn = (angle - before) % (2.0 * PI);
                let turn = if turn > 0.0 { turn - 2.0 * PI } else { turn };
                let mut sector = arc(from, before, turn, radius);
                sector.push(moved(from, angle, radius));
                sector.push(from);
                sector.push(moved(from, before, radius));
                pieces.push(sector);
            }
        }
    }
    for piece in &mut pieces {
        // All in the same direction, so that none cancels another one out.
        if doubled_area(piece) < 0 {
            piece.reverse();
        }
    }
    pieces
}

/// How far the pieces reach from the boundary at most, with a margin for rounding. 0 if the radius is 0.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the radius is less than half of the size of the outline"
)]
pub(super) fn reach(radius: f64) -> i32 {
    let reach = libm::ceil(radius / libm::cos(STEP * 0.500_001)) as i32;
    if radius > 0.0 { reach + 4 } else { 0 }
}

/// The corners of the segments outside an arc around a point: tangents at both ends and in between.
fn arc(centre: Whole, begin: f64, turn: f64, radius: f64) -> Vec<Whole> {
    let mut count = 1;
    while turn.abs() > STEP * 1.000_001 * f64::from(count) {
        count += 1;
    }
    let step = turn / f64::from(count);
    let distance = radius / libm::cos(step / 2.0);
    (0..count)
        .map(|number| moved(centre, begin + step * (f64::from(number) + 0.5), distance))
        .collect()
}

/// The direction to the left of an edge, as an angle.
fn normal(from: Whole, to: Whole) -> f64 {
    let (x, y) = (f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y));
    libm::atan2(x, -y)
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the radius is less than half of the size of the outline"
)]
fn moved(point: Whole, angle: f64, distance: f64) -> Whole {
    let shift = |coordinate: i32, part: f64| libm::rint(f64::from(coordinate) + part * distance) as i32;
    Whole::new(shift(point.x, libm::cos(angle)), shift(point.y, libm::sin(angle)))
}

fn turns_right(a: Whole, b: Whole, c: Whole) -> bool {
    doubled_area(&[a, b, c]) < 0
}

/// Twice the area that a curve encloses, negative if it is clockwise.
pub(super) fn doubled_area(curve: &[Whole]) -> i128 {
    let next = curve.iter().cycle().skip(1);
    let parts = curve
        .iter()
        .zip(next)
        .map(|(from, to)| i128::from(from.x) * i128::from(to.y) - i128::from(from.y) * i128::from(to.x));
    parts.sum()
}
