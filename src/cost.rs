//! [`Cost`]: what adds up along a path.

#[cfg(feature = "ordered-float")]
mod ordered_float;

use core::cmp::Ordering;
use core::fmt::Debug;

/// What adds up along a path.
///
/// Implemented for every primitive integer and for `f32` and `f64`, so that no wrapper type is needed. Implement it for
/// your own type where a path is judged by something else: lexicographic pairs, money, time with a time zone.
///
/// # Laws
///
/// * [`order`](Self::order) is a total order, [`ZERO`](Self::ZERO) is neutral, [`INFINITY`](Self::INFINITY) is the
///   greatest value that an algorithm meets.
/// * [`checked_add`](Self::checked_add) is monotone: adding a cost that is not below zero never makes a sum smaller.
/// * A finite sum is below infinity: where a sum reaches `INFINITY`, `checked_add` answers `None`.
///
/// # Example
///
/// Fewest tolls first, then fewest minutes:
///
/// ```
/// use astride::Cost;
/// use std::cmp::Ordering;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Trip { tolls: u32, minutes: u32 }
///
/// impl Cost for Trip {
///     const ZERO: Self = Trip { tolls: 0, minutes: 0 };
///     const INFINITY: Self = Trip { tolls: u32::MAX, minutes: u32::MAX };
///     fn checked_add(self, rhs: Self) -> Option<Self> {
///         Some(Trip {
///             tolls: Cost::checked_add(self.tolls, rhs.tolls)?,
///             minutes: Cost::checked_add(self.minutes, rhs.minutes)?,
///         })
///     }
///     fn order(&self, rhs: &Self) -> Ordering {
///         (self.tolls, self.minutes).cmp(&(rhs.tolls, rhs.minutes))
///     }
/// }
///
/// let toll_free = Trip { tolls: 0, minutes: 90 };
/// assert!(toll_free.is_less(&Trip { tolls: 1, minutes: 30 }));
/// ```
pub trait Cost: Copy + Debug {
    /// The cost of a path without edges.
    const ZERO: Self;

    /// More than any path costs. As an estimate it marks a dead end, as an edge's cost a missing edge.
    const INFINITY: Self;

    /// The sum, or `None` where there is no finite one: an overflow, a `NaN`, an infinite operand.
    fn checked_add(self, rhs: Self) -> Option<Self>;

    /// A total order: [`Ord::cmp`] for integers, [`f64::total_cmp`] for floats.
    fn order(&self, rhs: &Self) -> Ordering;

    /// The cost as an array index, where costs are small integers: lets an open list be an array of buckets.
    ///
    /// Where it answers, it must be one to one and keep the order. It should answer for all costs that are not negative, or
    /// for none: the type's kind of open list is chosen by what it says of zero. `None` (the default) for everything else.
    #[inline]
    fn bucket(self) -> Option<usize> {
        None
    }

    /// A number that keeps the order without being one to one: where `a` comes before `b`, its number is not larger. Lets
    /// the open list sort costs roughly by buckets, and exactly within one.
    ///
    /// [`bucket`](Self::bucket) unless there is more to say: for floats, their bits.
    #[inline]
    fn coarse(self) -> Option<usize> {
        self.bucket()
    }

    /// The cost times `factor`, rounded down, or `None` where that is not finite. Weighted A* asks for it.
    ///
    /// `factor` is finite and at least 1. The default multiplies by the whole part of `factor` through repeated
    /// addition, in O(log `factor`): a bound of `factor` then still holds. Override it where fractions count.
    fn scaled(self, factor: f64) -> Option<Self> {
        // A float above u64::MAX saturates here, and any cost but zero overflows long before.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the whole part is meant, saturated"
        )]
        let mut times = factor as u64;
        let (mut product, mut power) = (Self::ZERO, self);
        loop {
            if times & 1 == 1 {
                product = product.checked_add(power)?;
            }
            times >>= 1;
            if times == 0 {
                return Some(product);
            }
            power = power.checked_add(power)?;
        }
    }

    /// Whether this cost comes before `rhs` in the [`order`](Self::order).
    #[inline]
    fn is_less(&self, rhs: &Self) -> bool {
        self.order(rhs) == Ordering::Less
    }
}

macro_rules! integer_cost {
    ($($integer:ty, $checked_add:expr;)*) => {$(
        impl Cost for $integer {
            const ZERO: Self = 0;
            const INFINITY: Self = Self::MAX;

            #[inline]
            fn checked_add(self, rhs: Self) -> Option<Self> {
                $checked_add(self, rhs)
            }

            #[inline]
            fn order(&self, rhs: &Self) -> Ordering {
                self.cmp(rhs)
            }

            #[inline]
            fn bucket(self) -> Option<usize> {
                usize::try_from(self).ok()
            }

            #[inline]
            #[allow(
                clippy::cast_precision_loss,
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_lossless,
                reason = "a macro over all widths; the product saturates, and saturated is infinite"
            )]
            fn scaled(self, factor: f64) -> Option<Self> {
                // The whole part exactly: the float product of a large integer may be rounded to one that is too large.
                let whole = factor as Self;
                let product = self.checked_mul(whole)?;
                let fraction = self as f64 * (factor - whole as f64);
                Cost::checked_add(product, fraction as Self)
            }
        }
    )*};
}

// One comparison, with what a loop over the edges of a node can compute beforehand.
macro_rules! unsigned_cost {
    ($($integer:ty)*) => {
        integer_cost!($($integer, |cost: $integer, rhs: $integer| (rhs < <$integer>::MAX - cost).then(|| cost.wrapping_add(rhs));)*);
    };
}

macro_rules! signed_cost {
    ($($integer:ty)*) => {
        integer_cost!($($integer, |cost: $integer, rhs: $integer| cost.checked_add(rhs).filter(|sum| *sum != <$integer>::MAX);)*);
    };
}

unsigned_cost!(u8 u16 u32 u64 u128 usize);
signed_cost!(i8 i16 i32 i64 i128 isize);

macro_rules! float_cost {
    ($($float:ty: $bits:ty),*) => {$(
        impl Cost for $float {
            const ZERO: Self = 0.0;
            const INFINITY: Self = Self::INFINITY;

            #[inline]
            fn checked_add(self, rhs: Self) -> Option<Self> {
                let sum = self + rhs;
                sum.is_finite().then_some(sum)
            }

            #[inline]
            fn order(&self, rhs: &Self) -> Ordering {
                self.total_cmp(rhs)
            }

            /// The bits of floats that are not negative are in the order of the floats.
            #[inline]
            fn coarse(self) -> Option<usize> {
                if self.is_sign_negative() {
                    return None;
                }
                // The upper half of the bits where a usize has no more.
                let bits = self.to_bits();
                usize::try_from(bits >> (<$bits>::BITS.saturating_sub(usize::BITS))).ok()
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "f32 rounds; f64 does not")]
            fn scaled(self, factor: f64) -> Option<Self> {
                let product = self * factor as Self;
                product.is_finite().then_some(product)
            }
        }
    )*};
}

float_cost!(f32: u32, f64: u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_overflow_into_none() {
        assert_eq!(Cost::checked_add(250_u8, 4), Some(254));
        assert_eq!(Cost::checked_add(250_u8, 5), None, "255 is infinity");
        assert_eq!(Cost::checked_add(250_u8, 6), None);
        assert_eq!(Cost::checked_add(i8::MIN, -1), None);
        assert_eq!(Cost::checked_add(0_u32, u32::INFINITY), None);
    }

    #[test]
    fn floats_refuse_what_is_not_finite() {
        assert_eq!(Cost::checked_add(0.5_f64, 0.25), Some(0.75));
        assert_eq!(Cost::checked_add(f64::MAX, f64::MAX), None);
        assert_eq!(Cost::checked_add(1.0, f64::NAN), None);
        assert_eq!(Cost::checked_add(1.0_f32, f32::INFINITY), None);
    }

    #[test]
    fn buckets_are_for_what_is_not_negative() {
        assert_eq!(7_u64.bucket(), Some(7));
        assert_eq!((-7_i32).bucket(), None);
        assert_eq!(u128::MAX.bucket(), None);
        assert_eq!(7.0_f64.bucket(), None);
    }

    #[test]
    fn coarse_numbers_keep_the_order() {
        let floats = [
            0.0,
            f64::MIN_POSITIVE,
            0.5,
            1.0,
            1.0 + f64::EPSILON,
            3e9,
            f64::MAX,
            f64::INFINITY,
        ];
        assert!(floats.windows(2).all(|pair| pair[0].coarse() < pair[1].coarse()));
        assert_eq!((-0.0_f64).coarse(), None);
        assert_eq!(7_u8.coarse(), Some(7));
    }

    #[test]
    fn scaling_rounds_down() {
        assert_eq!(7_u32.scaled(1.5), Some(10));
        assert_eq!(200_u8.scaled(2.0), None);
        assert_eq!(2.0_f64.scaled(1.5), Some(3.0));
        assert_eq!(f64::MAX.scaled(2.0), None);
    }

    #[test]
    fn default_scaling_multiplies_by_the_whole_part() {
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Plain(u32);
        impl Cost for Plain {
            const ZERO: Self = Plain(0);
            const INFINITY: Self = Plain(u32::MAX);
            fn checked_add(self, rhs: Self) -> Option<Self> {
                Cost::checked_add(self.0, rhs.0).map(Plain)
            }
            fn order(&self, rhs: &Self) -> Ordering {
                self.0.cmp(&rhs.0)
            }
        }
        for times in 1_u32..40 {
            assert_eq!(Plain(3).scaled(f64::from(times) + 0.9), Some(Plain(3 * times)));
        }
        assert_eq!(Plain(u32::MAX / 2).scaled(3.0), None);
    }
}
