//! [`VoxelCost`]: the costs of steps through faces, edges and corners, in integers and in floats.

use super::{Neighbourhood, Voxel};
use crate::cost::FRACTION;
use crate::{GridCost, Movement};

/// A type for the costs of paths through voxels: `u32`, `u64`, `f32` or `f64`.
///
/// | neighbourhood | through | integers | `f64` | `f32` |
/// |---|---|---|---|---|
/// | [`Six`](Neighbourhood::Six) | faces | 1 | 1 | 1 |
/// | [`Eighteen`](Neighbourhood::Eighteen) | faces, edges | 985, 1393 | 1, √2 | 1, 1.4140625 |
/// | [`TwentySix`](Neighbourhood::TwentySix) | also corners | 4109, 5811, 7117 | 1, √2, √3 | 1, 1.4140625, 1.734375 |
///
/// As in [`GridCost`], all four types are exact: two paths that differ only in the order of their steps cost the same,
/// and estimates are admissible and consistent to the last bit. Integers are exact up to the greatest number that the
/// type holds, which is enough for a million straight steps in `u32` and for any path in `u64`. Floats are exact up to
/// 16.7 million straight steps in `f64`, and up to 131,072 in `f32`.
///
/// In **integers**, 5811 / 4109 is √2 − 8.6 · 10⁻⁷, and 7117 / 4109 is √3 + 7.9 · 10⁻⁷. No denominator below 12,368
/// makes both approximations better. Where nothing is blocked, estimates are exact despite these errors, since they
/// count the same steps as paths do. The cheaper of two paths is the shorter one unless their numbers of steps through
/// edges or through corners differ by 35 or more.
///
/// In **`f64`**, both roots are rounded up to multiples of 2⁻²⁹, by 1.1 · 10⁻¹¹ and 5.8 · 10⁻¹⁰. In **`f32`**, the
/// roots are multiples of 2⁻⁷, off by −1.5 · 10⁻⁴ and +2.3 · 10⁻³.
///
/// The trait is sealed, so that methods can be added to it.
///
/// # Example
///
/// ```
/// use astride_grid::voxel::{Neighbourhood, VoxelCost};
///
/// assert_eq!(u32::steps(Neighbourhood::TwentySix), [4109, 5811, 7117]);
/// let [straight, edge, corner] = f64::steps(Neighbourhood::TwentySix);
/// assert_eq!(straight, 1.0);
/// assert!((edge - 2_f64.sqrt()).abs() < 2e-11 && (corner - 3_f64.sqrt()).abs() < 6e-10);
/// ```
pub trait VoxelCost: GridCost {
    /// The costs of a step along one, two and three axes. A step that the neighbourhood does not allow costs as much as
    /// the steps that replace it.
    fn steps(neighbourhood: Neighbourhood) -> [Self; 3];

    /// Converts the cost of a path to a number of straight steps, which is the length of the path in voxels.
    ///
    /// ```
    /// use astride_grid::voxel::{Neighbourhood, VoxelCost};
    ///
    /// assert!((7117_u32.in_voxels(Neighbourhood::TwentySix) - 3_f64.sqrt()).abs() < 1e-6);
    /// ```
    fn in_voxels(self, neighbourhood: Neighbourhood) -> f64 {
        self.to_f64() / Self::steps(neighbourhood)[0].to_f64()
    }
}

macro_rules! voxel_cost {
    ($cost:ty, $twenty_six:expr) => {
        impl VoxelCost for $cost {
            #[inline]
            fn steps(neighbourhood: Neighbourhood) -> [Self; 3] {
                // As on a map of squares.
                let [face, edge] = [Self::straight(Movement::Eight), Self::diagonal(Movement::Eight)];
                let one = Self::straight(Movement::Four);
                match neighbourhood {
                    Neighbourhood::Six => [one, one + one, one + one + one],
                    Neighbourhood::Eighteen => [face, edge, face + edge],
                    Neighbourhood::TwentySix => $twenty_six,
                }
            }
        }
    };
}

voxel_cost!(u32, [4109, 5811, 7117]);
voxel_cost!(u64, [4109, 5811, 7117]);
voxel_cost!(f32, [1.0, Self::diagonal(Movement::Eight), 222.0 / 128.0]);
voxel_cost!(f64, [1.0, Self::diagonal(Movement::Eight), CORNER]);

/// √3 as a multiple of 2⁻²⁹, rounded up.
const CORNER: f64 = 929_887_697.0 / (1_u32 << FRACTION) as f64;

/// The cost of a cheapest path between two voxels if nothing is blocked.
///
/// The steps counted here make a cheapest path, since a corner costs no more than an edge and a face, an edge no more
/// than two faces, and two edges that share one axis no less than a corner and a face. As the cost of a cheapest path,
/// the distance is consistent.
#[inline]
pub(super) fn distance<C: VoxelCost>(costs: [C; 3], neighbourhood: Neighbourhood, from: Voxel, to: Voxel) -> C {
    let [straight, edge, corner] = costs;
    let [x, y, z] = from.distances(to).map(u32::from);
    let sum = x + y + z;
    let most = x.max(y).max(z);
    if neighbourhood == Neighbourhood::Eighteen {
        // Each step through an edge replaces two steps along different axes, as long as two axes are left.
        let edges = (sum / 2).min(sum - most);
        return edge.times(edges).add(straight.times(sum - 2 * edges));
    }
    let least = x.min(y).min(z);
    let middle = sum - most - least;
    let corners = corner.times(least);
    corners
        .add(edge.times(middle - least))
        .add(straight.times(most - middle))
}

/// The square of the length of the straight line in voxels, below 2³⁴.
#[inline]
pub(super) fn squared(from: Voxel, to: Voxel) -> u64 {
    from.distances(to).iter().map(|part| u64::from(*part).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{root_down, root_up};

    #[test]
    #[expect(clippy::float_cmp, reason = "exact is what is claimed")]
    fn float_steps_are_the_lengths_of_lines() {
        for (axes, step) in [1, 2, 3].into_iter().zip(f64::steps(Neighbourhood::TwentySix)) {
            assert_eq!(step, root_up(axes));
            assert!(root_down(axes) <= step && step - root_down(axes) <= 2e-9);
        }
        let off = CORNER - 3_f64.sqrt();
        assert!(off > 0.0 && off < 5.9e-10);
    }

    /// Checks the conditions under which `distance` is the cost of a cheapest path.
    #[test]
    fn costs_are_those_of_a_distance() {
        fn check<C: VoxelCost + PartialOrd>() {
            let [face, edge, corner] = C::steps(Neighbourhood::TwentySix);
            assert!(edge <= face.add(face) && corner <= edge.add(face) && corner.add(face) <= edge.add(edge));
            let [face, edge, other] = C::steps(Neighbourhood::Eighteen);
            assert!(edge <= face.add(face) && other <= edge.add(face));
        }
        check::<u32>();
        check::<u64>();
        check::<f32>();
        check::<f64>();
    }

    /// Checks that a path with some more steps of each kind is longer if and only if it costs more.
    #[test]
    fn integers_order_paths_as_their_lengths_do_up_to_34_diagonal_steps_of_difference() {
        for (edges, corners) in (-34..=34_i32).flat_map(|edges| (-34..=34_i32).map(move |corners| (edges, corners))) {
            let length = f64::from(edges) * 2_f64.sqrt() + f64::from(corners) * 3_f64.sqrt();
            // Covers the numbers of straight steps that nearly make up for them.
            for straight in -140..=140_i32 {
                let real = f64::from(straight) + length;
                let by_cost = 4109 * straight + 5811 * edges + 7117 * corners;
                let is_zero = straight == 0 && edges == 0 && corners == 0;
                let is_same = if is_zero {
                    by_cost == 0
                } else {
                    (real > 0.0) == (by_cost > 0) && by_cost != 0
                };
                assert!(is_same, "{straight}, {edges}, {corners}");
            }
        }
    }
}
