//! [`Coordinates`]: the positions of nodes, and the distances between them.

use alloc::vec::Vec;

/// The coordinates of the nodes of an explicit graph: an x and a y for each node, starting with node 0.
///
/// If no edge costs less than its length, the distance to the goal is an admissible estimate for A\*. If costs are not
/// lengths, scale the distance so that no edge costs less than its scaled length: for travel times, divide the distance
/// by the greatest speed.
///
/// Integer distances ([`floor_distance`](Coordinates::floor_distance)) are the exact distances, rounded down. Float
/// distances ([`distance`](Coordinates#method.distance), with the feature `std`) are subject to rounding.
///
/// ```
/// use astride_roads::Coordinates;
///
/// let places = Coordinates::new(vec![(0, 0), (-3, 4), (10, 10)]);
/// assert_eq!(places.floor_distance(0, 1), 5);
/// assert_eq!(places.floor_distance(0, 2), 14); // 14.14
/// assert_eq!(places.get(1), Some((-3, 4)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Coordinates<T> {
    places: Vec<(T, T)>,
}

impl<T: Copy> Coordinates<T> {
    /// Creates the coordinates of nodes 0, 1, 2 and so on.
    pub fn new(places: Vec<(T, T)>) -> Self {
        Coordinates { places }
    }

    /// The coordinates of `node`, if it has any.
    #[inline]
    pub fn get(&self, node: u32) -> Option<(T, T)> {
        self.places.get(node as usize).copied()
    }

    /// The number of nodes with coordinates.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns whether there are no coordinates.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The x and y of each node.
    pub fn as_slice(&self) -> &[(T, T)] {
        &self.places
    }
}

impl<T> From<Vec<(T, T)>> for Coordinates<T> {
    fn from(places: Vec<(T, T)>) -> Self {
        Coordinates { places }
    }
}

impl<T> FromIterator<(T, T)> for Coordinates<T> {
    fn from_iter<I: IntoIterator<Item = (T, T)>>(places: I) -> Self {
        Coordinates {
            places: places.into_iter().collect(),
        }
    }
}

impl Coordinates<i32> {
    /// The length of the straight line between two nodes, rounded down, or 0 if one of them has no coordinates. It is
    /// at most `u32::MAX` − 1, since `u32::MAX` as an estimate marks a dead end.
    ///
    /// As an estimate for a fixed goal, the distance is consistent, and therefore admissible, if all nodes have
    /// coordinates and no edge costs less than the length of the straight line between its ends (integer costs are then
    /// at least this length rounded up). Under the same conditions, the distance is consistent [both
    /// ways](astride::traits::Consistency::BothWays), and can be [declared](astride::Query::with_consistency) as such.
    ///
    /// No rounding error can make the result too large.
    #[inline]
    pub fn floor_distance(&self, a: u32, b: u32) -> u32 {
        let (Some((ax, ay)), Some((bx, by))) = (self.get(a), self.get(b)) else {
            return 0;
        };
        // A side is below 2³², so its square fits into 64 bits, but the sum of two squares may not.
        let (dx, dy) = (u64::from(ax.abs_diff(bx)), u64::from(ay.abs_diff(by)));
        let line = (dx * dx).checked_add(dy * dy).map_or(u32::MAX, floor_root);
        line.min(u32::MAX - 1)
    }
}

/// The square root, rounded down.
#[cfg(feature = "std")]
#[inline]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a root has 32 bits, and the float is at most one too large: the cast saturates"
)]
fn floor_root(square: u64) -> u32 {
    // Rounding may raise the root of k² − 1 to k, but never lowers a root below an integer, since integers are floats.
    let root = (square as f64).sqrt() as u32;
    root - u32::from(u64::from(root) * u64::from(root) > square)
}

/// The same with integers, which takes longer.
#[cfg(not(feature = "std"))]
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a root has 32 bits")]
fn floor_root(square: u64) -> u32 {
    square.isqrt() as u32
}

#[cfg(feature = "std")]
impl Coordinates<f64> {
    /// The length of the straight line between two nodes, or 0 if one of them has no finite coordinates or the length
    /// is too large for an `f64`.
    ///
    /// As an estimate for a fixed goal, the distance is consistent (and therefore admissible) up to rounding if all
    /// nodes have finite coordinates, no length is too large, and no edge costs less than the length of the straight
    /// line between its ends. The rounded sum of the costs along a straight line can be slightly less than the length
    /// of the line, so the path found can cost more than the cheapest one, by at most that difference.
    #[inline]
    pub fn distance(&self, a: u32, b: u32) -> f64 {
        let (Some((ax, ay)), Some((bx, by))) = (self.get(a), self.get(b)) else {
            return 0.0;
        };
        let (dx, dy) = (ax - bx, ay - by);
        let line = (dx * dx + dy * dy).sqrt();
        if line.is_finite() { line } else { long_line(dx, dy) }
    }
}

/// A line whose square is not finite.
#[cfg(feature = "std")]
#[cold]
fn long_line(dx: f64, dy: f64) -> f64 {
    let line = dx.hypot(dy);
    if line.is_finite() { line } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_distances_are_no_dead_ends() {
        let far = Coordinates::new(vec![
            (i32::MIN, i32::MIN),
            (i32::MAX, i32::MAX),
            (i32::MAX, i32::MIN),
            (i32::MAX - 1, i32::MIN),
        ]);
        assert_eq!(far.floor_distance(0, 1), u32::MAX - 1);
        assert_eq!(far.floor_distance(0, 2), u32::MAX - 1);
        assert_eq!(far.floor_distance(0, 3), u32::MAX - 1);
        assert_eq!(far.floor_distance(2, 3), 1);
    }

    #[test]
    fn roots_are_exact_wherever_a_float_would_round() {
        let near = |root: u64| [root.saturating_sub(2), root.saturating_sub(1), root, root + 1];
        let roots = (0..32)
            .flat_map(|bit| near(1 << bit))
            .chain(near(u64::from(u32::MAX) - 1));
        let roots = roots.chain((1..1000).map(|step| u64::from(u32::MAX) / 1000 * step));
        for square in roots.flat_map(|root| near(root * root)).chain([u64::MAX - 1, u64::MAX]) {
            assert_eq!(u64::from(floor_root(square)), square.isqrt(), "{square}");
        }
    }

    #[test]
    fn what_is_not_known_is_estimated_at_zero() {
        let places: Coordinates<i32> = [(0, 0), (9, 0)].into_iter().collect();
        assert_eq!(places.floor_distance(0, 2), 0);
        assert_eq!(places.floor_distance(u32::MAX, 1), 0);
        assert_eq!((places.len(), places.is_empty(), places.get(2)), (2, false, None));
    }

    #[test]
    #[cfg(feature = "std")]
    fn distances_are_costs_whatever_the_coordinates() {
        let odd = [0.0, 3.0, -1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        let places = Coordinates::new(odd.iter().flat_map(|x| odd.iter().map(move |y| (*x, *y))).collect());
        for a in 0..36 {
            for b in 0..37 {
                let distance = places.distance(a, b);
                assert!(distance.is_finite() && distance >= 0.0, "{a} {b}: {distance}");
            }
        }
        for scale in [1.0, 1e200] {
            let places = Coordinates::new(vec![(0.0, 0.0), (3.0 * scale, -4.0 * scale)]);
            assert!((places.distance(0, 1) / scale - 5.0).abs() < 1e-12, "{scale}");
        }
    }
}
