//! [`GridCost`]: the costs of straight and diagonal steps, in integers and in floats.

use super::Movement;
use astride::Cost;

/// A type for the costs of paths on a grid: `u32`, `u64`, `f32` or `f64`.
///
/// | movement | `u32`, `u64` | `f64` | `f32` |
/// |---|---|---|---|
/// | [`Four`](Movement::Four) | straight 1 | straight 1 | straight 1 |
/// | the others | straight 985, diagonal 1393 | straight 1, diagonal √2 | straight 1, diagonal 1.4140625 |
/// | error of a diagonal step, in straight steps | −3.6 · 10⁻⁷ | +1.1 · 10⁻¹¹ | −1.5 · 10⁻⁴ |
/// | exact up to this many straight steps | 4.3 million, any | 16.7 million | 131,072 |
///
/// Up to the limit in the last row of the table, all four types are *exact*: two paths that differ only in the order of
/// their steps cost the same, and estimates are admissible and consistent to the last bit. With the floats nearest to
/// √2, the last bits of a sum would depend on the order of its terms, and A* would expand and reopen cells needlessly:
/// on an empty map of 512 × 512 cells, it would expand 26,855 cells in `f32` instead of 497. Steps into more expensive
/// cells cost a multiple of these costs, so the limit is reached sooner: in `f32`, after 13,107 straight steps into
/// cells of cost 10.
///
/// Choose **integers** unless you need something else: they are the fastest, and only `f64` has a more precise diagonal
/// step. 1393 / 985 is a convergent of the continued fraction of √2. If every cell costs 1, the cheaper of two paths is
/// the shorter one unless their numbers of diagonal steps differ by 985 or more: no fraction with a smaller denominator
/// lies between 1393 / 985 and √2, so if the paths differ by s straight and d < 985 diagonal steps, s + d√2 and 985 s +
/// 1393 d have the same sign. In all 20,846 scenarios of nine `MovingAI` maps, the cheapest path was also a shortest
/// one. [`in_cells`](Self::in_cells) converts a cost to a length in cells. If a path costs more than a `u32` can hold,
/// the search fails with an error. A `u64` can hold the cost of any path on any map.
///
/// In **`f64`**, a diagonal step costs 1.4142135623842478, the multiple of 2⁻²⁹ nearest to √2. (The cost of a thousand
/// diagonal steps is too high by 1.1 · 10⁻⁸.)
///
/// In **`f32`**, a diagonal step costs 181 / 128, which is close enough for games: the cost of a thousand diagonal
/// steps is too low by 0.15. If every cell costs 1, the cheaper of two paths is the shorter one unless their numbers of
/// diagonal steps differ by 99 or more. Costs above 131,072 are rounded, at each step by up to 6 · 10⁻⁸ of the cost, so
/// a search may find a path that is slightly longer than the shortest.
///
/// The trait is sealed, so that methods can be added to it.
///
/// # Example
///
/// ```
/// use astride_grid::{GridCost, Movement};
///
/// assert_eq!((u32::straight(Movement::Four), u32::straight(Movement::Eight)), (1, 985));
/// assert_eq!(u32::diagonal(Movement::Eight), 1393);
/// assert!((f64::diagonal(Movement::Eight) - std::f64::consts::SQRT_2).abs() < 2e-11);
/// assert_eq!(f32::diagonal(Movement::Eight), 1.414_062_5);
/// ```
pub trait GridCost: Cost + sealed::Arithmetic {
    /// The cost of a straight step into a cell of terrain cost 1.
    fn straight(movement: Movement) -> Self;

    /// The cost of a diagonal step into a cell of terrain cost 1. Under [`Movement::Four`], which has no diagonal
    /// steps, this cost serves only for estimates, and is at most √2 times the cost of a straight step.
    fn diagonal(movement: Movement) -> Self;

    /// Converts the cost to a number of straight steps into cells of terrain cost 1. If every cell costs 1, the result
    /// is the length of the path in cells.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{GridCost, Movement};
    ///
    /// let cost: u32 = 2 * 985 + 1393;
    /// assert!((cost.in_cells(Movement::Eight) - (2.0 + 2_f64.sqrt())).abs() < 1e-6);
    /// assert_eq!(3_u32.in_cells(Movement::Four), 3.0);
    /// ```
    fn in_cells(self, movement: Movement) -> f64 {
        self.to_f64() / Self::straight(movement).to_f64()
    }
}

pub(super) mod sealed {
    use core::ops::Sub;

    use crate::Movement;

    /// The arithmetic behind [`GridCost`](super::GridCost).
    pub trait Arithmetic: Sub<Output = Self> + Sized {
        /// The sum, without a check for overflow: the costs of steps and the estimates between cells of a map are far
        /// below the limit.
        fn add(self, rhs: Self) -> Self;

        /// The product, without a check either.
        fn times(self, factor: u32) -> Self;

        /// The greatest factor up to `wanted` for which the product is finite, and exact in `f64`.
        fn greatest_factor(self, wanted: u8) -> u8;

        /// The nearest `f64`.
        fn to_f64(self) -> f64;

        /// The length of the straight line, rounded down, in the unit of the steps and never more than their sum.
        fn euclidean(movement: Movement, dx: u16, dy: u16) -> Self;
    }
}

/// The square of the straight line's length in cells: below 2³³.
#[inline]
fn squared(dx: u16, dy: u16) -> u64 {
    u64::from(dx).pow(2) + u64::from(dy).pow(2)
}

macro_rules! integer_grid_cost {
    ($($integer:ty)*) => {$(
        impl GridCost for $integer {
            #[inline]
            fn straight(movement: Movement) -> Self {
                if movement.has_diagonals() { 985 } else { 1 }
            }

            #[inline]
            fn diagonal(movement: Movement) -> Self {
                if movement.has_diagonals() { 1393 } else { 1 }
            }
        }

        impl sealed::Arithmetic for $integer {
            #[inline]
            fn add(self, rhs: Self) -> Self {
                self.wrapping_add(rhs)
            }

            #[inline]
            fn times(self, factor: u32) -> Self {
                self.wrapping_mul(factor.into())
            }

            #[inline]
            fn greatest_factor(self, wanted: u8) -> u8 {
                let most = (Self::MAX - 1).checked_div(self).unwrap_or(Self::MAX);
                u8::try_from(most).unwrap_or(u8::MAX).min(wanted)
            }

            #[inline]
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless, reason = "of u64 alone, above 2⁵³")]
            fn to_f64(self) -> f64 {
                self as f64
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, clippy::cast_lossless, reason = "below 2²⁸")]
            fn euclidean(movement: Movement, dx: u16, dy: u16) -> Self {
                let squared = squared(dx, dy);
                // In units of 1393 / √2, which is a little below 985, since in units of 985 a long diagonal line would
                // cost more than its steps of 1393.
                let line = if movement.has_diagonals() { squared * (1393 * 1393) / 2 } else { squared };
                line.isqrt() as Self
            }
        }
    )*};
}

integer_grid_cost!(u32 u64);

/// The number of bits after the binary point of all `f64` costs.
pub(super) const FRACTION: u32 = 29;

/// Multiples of 2⁻²⁹ are exact up to this number.
const EXACT: f64 = (1_u32 << (f64::MANTISSA_DIGITS - FRACTION)) as f64;

/// √2 as a multiple of 2⁻²⁹, rounded up. By luck, it is 50 times as close as a number with that many bits can be
/// expected to be.
const DIAGONAL: f64 = 759_250_125.0 / (1_u32 << FRACTION) as f64;

impl GridCost for f64 {
    #[inline]
    fn straight(_: Movement) -> Self {
        1.0
    }

    #[inline]
    fn diagonal(movement: Movement) -> Self {
        // Under `Four`, it only bounds estimates, and the contract requires a multiple of 2⁻²⁹ below √2.
        if movement.has_diagonals() {
            DIAGONAL
        } else {
            DIAGONAL - 1.0 / f64::from(1_u32 << FRACTION)
        }
    }
}

impl sealed::Arithmetic for f64 {
    #[inline]
    fn add(self, rhs: Self) -> Self {
        self + rhs
    }

    #[inline]
    fn times(self, factor: u32) -> Self {
        self * f64::from(factor)
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates, and is not negative"
    )]
    fn greatest_factor(self, wanted: u8) -> u8 {
        // The product has to be exact, not just finite.
        ((EXACT / self) as u8).min(wanted)
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self
    }

    #[inline]
    fn euclidean(_: Movement, dx: u16, dy: u16) -> Self {
        root_down(squared(dx, dy))
    }
}

/// The length of the straight line in cells, rounded *up* to a multiple of 2⁻²⁹.
///
/// The triangle inequality therefore holds to the last bit: a line is never longer than the sum of the lines or steps
/// of a detour (the diagonal step, [`DIAGONAL`], is also rounded up). The [`euclidean`](sealed::Arithmetic::euclidean)
/// estimate, which is rounded down, is consistent with such lines.
#[inline]
pub(super) fn length(dx: u16, dy: u16) -> f64 {
    root_up(squared(dx, dy))
}

/// The square root of a number below 2³⁴, rounded up to a multiple of 2⁻²⁹.
#[inline]
pub(super) fn root_up(squared: u64) -> f64 {
    let (near, excess) = near_root(squared);
    fraction(near + u64::from(excess < 0))
}

/// The same, but rounded down exactly, as all estimates are, which keeps them consistent.
#[inline]
pub(super) fn root_down(squared: u64) -> f64 {
    let (near, excess) = near_root(squared);
    fraction(near - u64::from(excess > 0))
}

/// A float whose last bit stands for 2⁻²⁹, so that the last bits of a sum with it count multiples of 2⁻²⁹.
const FRACTION_LAST: f64 = (1_u32 << (f64::MANTISSA_DIGITS - 1 - FRACTION)) as f64;

/// `parts` times 2⁻²⁹, where `parts` is below 2⁵².
#[inline]
fn fraction(parts: u64) -> f64 {
    f64::from_bits(FRACTION_LAST.to_bits() + parts) - FRACTION_LAST
}

/// The root of a number below 2³⁴ in parts of 2⁻²⁹, less than one part off, and the sign of the error of its square.
#[inline]
fn near_root(squared: u64) -> (u64, i64) {
    #[cfg(feature = "std")]
    let near = {
        // This takes a tenth of the time of the integer root, but `core` has no root of floats.
        #[expect(clippy::cast_precision_loss, reason = "below 2⁵³")]
        let root = (squared.cast_signed() as f64).sqrt();
        (root + FRACTION_LAST).to_bits() - FRACTION_LAST.to_bits()
    };
    #[cfg(not(feature = "std"))]
    #[expect(clippy::cast_possible_truncation, reason = "below 2⁴⁶")]
    let near = (u128::from(squared) << (2 * FRACTION)).isqrt() as u64;
    // The squares have up to 92 bits but are less than 2⁴⁸ apart, so the last 64 bits are enough.
    let excess = near.wrapping_mul(near).wrapping_sub(squared << (2 * FRACTION));
    (near, excess.cast_signed())
}

/// All `f32` costs are multiples of 2⁻⁷, and a diagonal step is 181 of these. More bits after the point would leave too
/// few before it: the next multiples much closer to √2 are those of 2⁻¹³, which are exact only up to 2,048.
const SEVEN_BITS: f32 = 128.0;

impl GridCost for f32 {
    #[inline]
    fn straight(_: Movement) -> Self {
        1.0
    }

    #[inline]
    fn diagonal(_: Movement) -> Self {
        181.0 / SEVEN_BITS
    }
}

impl sealed::Arithmetic for f32 {
    #[inline]
    fn add(self, rhs: Self) -> Self {
        self + rhs
    }

    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "sides and factors are below 2²⁴")]
    fn times(self, factor: u32) -> Self {
        self * factor as f32
    }

    #[inline]
    fn greatest_factor(self, wanted: u8) -> u8 {
        // Not reduced even if the product is inexact, since a smaller factor would cost far more than rounding does.
        wanted
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self.into()
    }

    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "below 2²⁴")]
    fn euclidean(movement: Movement, dx: u16, dy: u16) -> Self {
        let squared = squared(dx, dy);
        // In units of 181 / √2, as with integers, and rounded down exactly to a multiple of 2⁻⁷.
        let square = if movement.has_diagonals() {
            squared * (181 * 181) / 2
        } else {
            squared * (128 * 128)
        };
        root(square) as f32 / SEVEN_BITS
    }
}

/// The square root, rounded down, of a number below 2⁵².
#[inline]
fn root(square: u64) -> u64 {
    #[cfg(feature = "std")]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "exact: two roots differ by 2⁻²⁷ at least, twice what the root is rounded by"
    )]
    return (square as f64).sqrt() as u64;
    #[cfg(not(feature = "std"))]
    return square.isqrt();
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact is what is claimed")]
mod tests {
    use super::sealed::Arithmetic;
    use super::*;

    #[test]
    fn diagonal_constants_are_next_to_the_root_of_two() {
        assert!((1393.0_f64 / 985.0 / core::f64::consts::SQRT_2 - 1.0).abs() < 3.7e-7);
        const { assert!(DIAGONAL > core::f64::consts::SQRT_2 && DIAGONAL - core::f64::consts::SQRT_2 < 1.2e-11) };
        assert!(f64::diagonal(Movement::Four) < core::f64::consts::SQRT_2);
        assert_eq!(f64::diagonal(Movement::Eight), 1.414_213_562_384_247_8);
        assert_eq!(1393_u64.pow(2), 2 * 985_u64.pow(2) - 1, "just too small: a convergent");
    }

    /// Checks that straight and diagonal steps compare by cost as they do by length, for up to `most` diagonal steps.
    fn orders_paths(straight_step: u64, diagonal_step: u64, most: u64) {
        for diagonal in 1..=most + 1 {
            let below = (2 * diagonal * diagonal).isqrt();
            for straight in [below, below + 1] {
                let exactly = straight * straight < 2 * diagonal * diagonal;
                let by_cost = straight_step * straight < diagonal_step * diagonal;
                let is_same = diagonal <= most || straight > below;
                assert_eq!(exactly == by_cost, is_same, "{straight}, {diagonal}");
            }
        }
    }

    #[test]
    fn integers_order_paths_as_their_lengths_do_up_to_984_diagonal_steps_of_difference() {
        orders_paths(985, 1393, 984);
    }

    #[test]
    fn sums_of_f64_steps_do_not_depend_on_their_order() {
        let mut sums = [0.0_f64; 3];
        for step in 0..6_000_000_u32 {
            let parts = [step % 2 == 0, step % 4 < 2, step < 3_000_000];
            for (sum, diagonal) in sums.iter_mut().zip(parts) {
                *sum += if diagonal { DIAGONAL } else { 1.0 };
            }
        }
        assert_eq!(sums[0], 3e6 + 3e6 * DIAGONAL);
        assert_eq!(sums[1], sums[0]);
        assert_eq!(sums[2], sums[0]);
    }

    #[test]
    fn sums_of_f32_steps_do_not_depend_on_their_order() {
        let diagonal = f32::diagonal(Movement::Eight);
        assert_eq!((diagonal, 181_u32.pow(2)), (1.414_062_5, 2 * 128_u32.pow(2) - 7));
        let mut sums = [0.0_f32; 3];
        for step in 0..100_000_u32 {
            let parts = [step % 2 == 0, step % 4 < 2, step < 50_000];
            for (sum, is_diagonal) in sums.iter_mut().zip(parts) {
                *sum += if is_diagonal { diagonal } else { 1.0 };
            }
        }
        assert_eq!(sums, [50_000.0 + 50_000.0 * diagonal; 3]);
    }

    #[test]
    fn f32_orders_paths_as_their_lengths_do_up_to_98_diagonal_steps_of_difference() {
        orders_paths(128, 181, 98);
    }

    #[test]
    fn roots_are_those_of_integers() {
        for near in (1..1_u64 << 26).step_by(9973).chain((1 << 26) - 9..1 << 26) {
            for square in [near * near - 1, near * near, near * near + 1] {
                assert_eq!(root(square), square.isqrt(), "{square}");
            }
        }
    }

    #[test]
    fn straight_lines_are_rounded_down() {
        let most = u16::MAX;
        assert_eq!(u32::euclidean(Movement::Four, 3, 4), 5);
        assert_eq!(u32::euclidean(Movement::Eight, 3, 4), 4924, "5 * 985 would be 4925");
        assert_eq!(u64::euclidean(Movement::Eight, most, most), u64::from(most) * 1393);
        assert_eq!(u32::euclidean(Movement::Eight, most, most), u32::from(most) * 1393);
        assert_eq!(f64::euclidean(Movement::Eight, 3, 4), 5.0);
        assert_eq!(f32::euclidean(Movement::Four, 3, 4), 5.0);
        let steps = f32::from(most) * f32::diagonal(Movement::Eight);
        assert_eq!(f32::euclidean(Movement::Eight, most, most), steps);
        for (dx, dy) in [(1, 1), (2, 1), (most, most), (most, 1), (12_345, 54_321)] {
            let line = (f64::from(dx).powi(2) + f64::from(dy).powi(2)).sqrt();
            assert!((f64::euclidean(Movement::Eight, dx, dy) - line).abs() < 2e-9);
            let narrow = f64::from(f32::euclidean(Movement::Eight, dx, dy));
            assert!(narrow <= line && line - narrow <= line * 1.1e-4 + 1.0 / 128.0);
        }
    }

    #[test]
    fn lines_are_rounded_as_roots_of_integers_are() {
        let sides = (0..=u16::MAX).step_by(251).chain(0..300).chain([40_000, u16::MAX - 1]);
        for (dx, dy) in sides.clone().flat_map(|dx| sides.clone().map(move |dy| (dx, dy))) {
            let scaled = u128::from(squared(dx, dy)) << (2 * FRACTION);
            let down = scaled.isqrt();
            let up = down + u128::from(down * down != scaled);
            #[expect(clippy::cast_precision_loss, reason = "below 2⁵³")]
            let parts = [down, up].map(|parts| parts as f64 / f64::from(1_u32 << FRACTION));
            assert_eq!(
                [f64::euclidean(Movement::Eight, dx, dy), length(dx, dy)],
                parts,
                "{dx}, {dy}"
            );
        }
    }

    #[test]
    fn lengths_are_rounded_up_and_estimates_down() {
        let estimate = |dx, dy| f64::euclidean(Movement::Eight, dx, dy);
        assert_eq!((length(3, 4), estimate(3, 4)), (5.0, 5.0));
        assert_eq!((length(7, 0), length(1, 1)), (7.0, DIAGONAL));
        for (dx, dy) in [(1, 1), (2, 1), (5, 7), (1000, 999), (u16::MAX, u16::MAX)] {
            assert_eq!(length(dx, dy) - estimate(dx, dy), 1.0 / f64::from(1_u32 << FRACTION));
        }
    }

    #[test]
    fn factors_stop_short_of_infinity() {
        let most = 1393 * 65_534_u32;
        let factor = most.greatest_factor(255);
        assert!(most.checked_mul(factor.into()).is_some() && most.checked_mul(u32::from(factor) + 1).is_none());
        assert_eq!(u64::from(most).greatest_factor(255), 255);
        assert_eq!(0_u32.greatest_factor(255), 255);
        assert_eq!(1.0_f64.greatest_factor(9), 9);
        assert_eq!(0.0_f64.greatest_factor(255), 255);
        assert_eq!((65_534.0 * DIAGONAL).greatest_factor(255), 181);
    }
}
