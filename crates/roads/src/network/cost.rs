//! [`RoadCost`]: the cost types for which distances are estimates. [`Scale`]: the least cost of a metre.

use core::str::FromStr;

use super::metres;
use astride::traits::NumericCost;

/// A cost type of a [`Network`](super::Network): a length in any unit, or a time.
///
/// Implemented for `u32`, `u64`, `i32`, `i64`, `f32` and `f64`. The trait is sealed.
///
/// Prefer integers: hierarchies need exact costs, and estimates in integers are consistent.
pub trait RoadCost: NumericCost + FromStr + rounding::Floor {}

mod rounding {
    pub trait Floor {
        /// The greatest finite cost that is at most `value`, which is not negative.
        fn floor(value: f64) -> Self;
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl RoadCost for $integer {}

        impl rounding::Floor for $integer {
            #[inline]
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
            fn floor(value: f64) -> Self {
                (value as Self).min(Self::MAX - 1)
            }
        }
    )*};
}

integers!(u32 u64 i32 i64);

impl RoadCost for f64 {}

impl rounding::Floor for f64 {
    #[inline]
    fn floor(value: f64) -> Self {
        value.min(f64::MAX)
    }
}

impl RoadCost for f32 {}

impl rounding::Floor for f32 {
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value that was rounded up is lowered again"
    )]
    fn floor(value: f64) -> Self {
        let nearest = value as f32;
        let down = if f64::from(nearest) > value {
            nearest.next_down()
        } else {
            nearest
        };
        down.min(f32::MAX)
    }
}

/// The least cost of a metre of straight line, over all edges of a graph.
///
/// It makes distances consistent estimates: along an edge, the distance decreases by at most the edge's straight line,
/// and that line times the scale is at most the edge's cost. Computed distances violate the triangle inequality by some
/// 10⁻⁸ metres, so each line is treated as slightly longer than it is. With integer costs, rounding the estimate down
/// keeps it consistent: if a ≤ n + b for an integer n, then ⌊a⌋ ≤ n + ⌊b⌋.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale(pub(super) f64);

/// The number of metres added to each line.
const MARGIN: f64 = 1e-6;

impl Scale {
    /// Computes the scale of edges, given the vectors to their ends, and their costs.
    pub(super) fn new<C: RoadCost>(edges: impl Iterator<Item = ([f64; 3], [f64; 3], C)>) -> Self {
        let costs = edges.filter_map(|(from, to, cost)| {
            let line = metres(from, to);
            // Both ends of an edge without a length have the same estimate.
            (line > 0.0).then(|| cost.to_f64() / (line + MARGIN))
        });
        let least = costs.fold(f64::INFINITY, f64::min);
        Scale(if least.is_finite() { least } else { 0.0 })
    }

    /// A lower bound on the cost of the cheapest path between two places.
    #[inline]
    pub(super) fn estimate<C: RoadCost>(self, from: [f64; 3], to: [f64; 3]) -> C {
        C::floor(self.0 * metres(from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::rounding::Floor;

    #[test]
    fn costs_are_rounded_down_and_are_finite() {
        assert_eq!(
            (u32::floor(7.99), u32::floor(1e300), i64::floor(f64::INFINITY)),
            (7, u32::MAX - 1, i64::MAX - 1)
        );
        // `f32` rounds both values up.
        for value in [1.0 / 3.0, 2.0 / 3.0] {
            let floor = <f32 as Floor>::floor(value);
            assert!(f64::from(floor) <= value && f64::from(floor.next_up()) > value);
        }
        assert!(<f32 as Floor>::floor(1e300) <= f32::MAX && <f64 as Floor>::floor(f64::INFINITY) <= f64::MAX);
    }
}
