//! [`Cost`]: a cost that adds up along a path.

#[cfg(feature = "ordered-float")]
mod ordered_float;

use core::cmp::Ordering;
use core::fmt::Debug;

/// A cost that adds up along a path.
///
/// Every primitive integer, `f32` and `f64` implement it, so no wrapper type is needed. `u32` is a good default: it is
/// fast and takes little memory. For other costs, such as amounts of money or pairs in lexicographic order, implement
/// the trait for your own type. Four items are required. [`Narrow`](crate::problem::Narrow) stores integer costs in
/// fewer bytes.
///
/// # Laws
///
/// * [`order`](Self::order) is a total order, [`ZERO`](Self::ZERO) is neutral, and [`INFINITY`](Self::INFINITY) is the
///   greatest value that a search reaches. Minus zero equals `ZERO`.
/// * [`plus`](Self::plus) is monotone: adding a cost that is not below zero never makes a sum smaller.
/// * A finite sum is below infinity: `plus` returns `None` for a sum that reaches `INFINITY`.
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
///     fn plus(self, rhs: Self) -> Option<Self> {
///         Some(Trip {
///             tolls: self.tolls.plus(rhs.tolls)?,
///             minutes: self.minutes.plus(rhs.minutes)?,
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
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a cost",
    label = "not a `Cost`",
    note = "all primitive integers, `f32` and `f64` are costs; implement `Cost` for your own type",
    note = "the feature `ordered-float` adds `OrderedFloat`"
)]
pub trait Cost: Copy + Debug {
    /// The cost of a path without edges.
    const ZERO: Self;

    /// A cost that exceeds that of every path. As an estimate, it marks a dead end; as the cost of an edge, it means
    /// that there is no edge.
    const INFINITY: Self;

    /// Whether sums are exact. If sums are rounded, as with floats, a search tolerates estimates that are inconsistent
    /// only by rounding.
    const IS_EXACT: bool = true;

    /// Returns the sum, or `None` if it is not finite because of an overflow, a `NaN` or an infinite operand.
    fn plus(self, rhs: Self) -> Option<Self>;

    /// Compares two costs in a total order, which is [`Ord::cmp`] for integers. Floats are compared as numbers, so that
    /// minus zero equals zero, and `NaN`s come first or last, as in [`f64::total_cmp`].
    fn order(&self, rhs: &Self) -> Ordering;

    /// Returns a number that represents this cost, for a type whose costs are numbers. Optional.
    ///
    /// If costs have numbers, most open lists are arrays of buckets; otherwise, they are heaps. A wrapper around a
    /// primitive number should forward the call. The numbers must be in the same order as the costs, and different
    /// costs must have different numbers. Either all non-negative costs have a number, except those too large for one,
    /// or none has.
    #[inline]
    fn number(self) -> Option<u64> {
        None
    }

    /// Returns whether this cost comes before `rhs` in the [`order`](Self::order).
    #[inline]
    fn is_less(&self, rhs: &Self) -> bool {
        self.order(rhs) == Ordering::Less
    }
}

/// A cost that is a number: it can be multiplied by a factor, compared with floats, and subtracted. Searches that find
/// a path within a factor of the cheapest, such as [`WeightedAStar`](crate::WeightedAStar), require it, and so do
/// [`DisjointPaths`](crate::search::DisjointPaths) and [`Landmarks`](crate::search::Landmarks).
///
/// `NumericCost` is implemented for every primitive integer, `f32` and `f64`.
#[diagnostic::on_unimplemented(
    message = "this search multiplies or subtracts costs, but `{Self}` does not implement `NumericCost`",
    label = "not a `NumericCost`",
    note = "all primitive integers, `f32` and `f64` implement it; implement `NumericCost` for your own type"
)]
pub trait NumericCost: Cost {
    /// Returns the cost times `factor`, or `None` if the product is not finite.
    ///
    /// `factor` is finite and at least 1. Except for the rounding errors of floats, the product must not exceed the
    /// exact one: round down. If sums [are exact](Cost::IS_EXACT), the product with a whole factor must also be exact.
    fn scaled(self, factor: f64) -> Option<Self>;

    /// Returns the cost divided by `divisor`.
    ///
    /// `divisor` is finite and at least 1, and the cost is finite and not negative. Except for the rounding errors of
    /// floats, the result must not be less than the exact quotient: round up. Weighted A\* calls this only if sums [are
    /// exact](Cost::IS_EXACT) and the weight is not a whole number.
    fn divided(self, divisor: f64) -> Self;

    /// Returns the float that is nearest to this cost.
    fn to_f64(self) -> f64;

    /// Returns the difference that must be added to `rhs` to get this cost, or [`ZERO`](Cost::ZERO) if `rhs` is larger.
    ///
    /// This cost is finite, and both costs are at least zero. The difference of floats is rounded as usual.
    fn minus(self, rhs: Self) -> Self;

    /// Returns the largest amount by which a sum of this size may differ from the exact sum after this number of
    /// additions. The result is zero for costs whose sums [are exact](Cost::IS_EXACT).
    fn rounding(self, additions: usize) -> Self {
        let _ = additions;
        Self::ZERO
    }
}

/// The part of [`Cost`] and [`NumericCost`] that differs between primitive numbers, for which the traits are
/// implemented once.
mod number {
    use core::cmp::Ordering;
    use core::fmt::Debug;

    pub trait Number: Copy + Debug {
        const NOTHING: Self;
        const MOST: Self;
        const EXACT: bool;

        fn sum(self, rhs: Self) -> Option<Self>;
        fn compare(&self, rhs: &Self) -> Ordering;
        fn bits(self) -> Option<u64>;
        fn difference(self, rhs: Self) -> Self;
        fn times(self, factor: f64) -> Option<Self>;
        fn quotient(self, divisor: f64) -> Self;
        fn float(self) -> f64;
        fn off(self, additions: usize) -> Self;
    }
}

use number::Number;

#[diagnostic::do_not_recommend]
impl<T: Number> Cost for T {
    const ZERO: Self = T::NOTHING;
    const INFINITY: Self = T::MOST;
    const IS_EXACT: bool = T::EXACT;

    #[inline]
    fn plus(self, rhs: Self) -> Option<Self> {
        self.sum(rhs)
    }

    #[inline]
    fn order(&self, rhs: &Self) -> Ordering {
        self.compare(rhs)
    }

    #[inline]
    fn number(self) -> Option<u64> {
        self.bits()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Number> NumericCost for T {
    #[inline]
    fn scaled(self, factor: f64) -> Option<Self> {
        self.times(factor)
    }

    #[inline]
    fn divided(self, divisor: f64) -> Self {
        self.quotient(divisor)
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self.float()
    }

    #[inline]
    fn minus(self, rhs: Self) -> Self {
        self.difference(rhs)
    }

    fn rounding(self, additions: usize) -> Self {
        self.off(additions)
    }
}

macro_rules! integers {
    ($($integer:ty, $sum:expr;)*) => {$(
        #[allow(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_lossless,
            reason = "a macro over all widths; costs below 2⁵³ are exact, casts saturate, and saturated is infinite"
        )]
        impl Number for $integer {
            const NOTHING: Self = 0;
            const MOST: Self = Self::MAX;
            const EXACT: bool = true;

            #[inline]
            fn sum(self, rhs: Self) -> Option<Self> {
                $sum(self, rhs)
            }

            #[inline]
            fn compare(&self, rhs: &Self) -> Ordering {
                self.cmp(rhs)
            }

            #[inline]
            fn bits(self) -> Option<u64> {
                u64::try_from(self).ok()
            }

            #[inline]
            fn difference(self, rhs: Self) -> Self {
                if rhs < self { self.saturating_sub(rhs) } else { 0 }
            }

            #[inline]
            fn times(self, factor: f64) -> Option<Self> {
                // The whole part is multiplied exactly, since the float product of a large integer may be rounded up
                // too far.
                let whole = factor as Self;
                let product = self.checked_mul(whole)?;
                let fraction = self as f64 * (factor - whole as f64);
                product.sum(fraction as Self)
            }

            #[inline]
            fn quotient(self, divisor: f64) -> Self {
                let quotient = self as f64 / divisor;
                let down = quotient as Self;
                down.saturating_add(Self::from((down as f64) < quotient))
            }

            #[inline]
            fn float(self) -> f64 {
                self as f64
            }

            fn off(self, _: usize) -> Self {
                0
            }
        }
    )*};
}

// A single comparison, one side of which a loop over the edges of a node can compute beforehand.
macro_rules! unsigned {
    ($($integer:ty)*) => {
        integers!($($integer, |cost: $integer, rhs: $integer| (rhs < <$integer>::MAX - cost).then(|| cost.wrapping_add(rhs));)*);
    };
}

macro_rules! signed {
    ($($integer:ty)*) => {
        integers!($($integer, |cost: $integer, rhs: $integer| cost.checked_add(rhs).filter(|sum| *sum != <$integer>::MAX);)*);
    };
}

unsigned!(u8 u16 u32 u64 u128 usize);
signed!(i8 i16 i32 i64 i128 isize);

macro_rules! floats {
    ($($float:ty)*) => {$(
        #[allow(clippy::cast_possible_truncation, reason = "f32 rounds; f64 does not")]
        impl Number for $float {
            const NOTHING: Self = 0.0;
            const MOST: Self = Self::INFINITY;
            const EXACT: bool = false;

            #[inline]
            fn sum(self, rhs: Self) -> Option<Self> {
                let sum = self + rhs;
                sum.is_finite().then_some(sum)
            }

            #[inline]
            fn compare(&self, rhs: &Self) -> Ordering {
                self.partial_cmp(rhs).unwrap_or_else(|| self.total_cmp(rhs))
            }

            /// The bits of non-negative floats, read as integers, have the order of the floats.
            #[inline]
            fn bits(self) -> Option<u64> {
                (self >= 0.0).then_some(self.abs().to_bits().into())
            }

            #[inline]
            fn difference(self, rhs: Self) -> Self {
                if rhs < self { self - rhs } else { 0.0 }
            }

            #[inline]
            fn times(self, factor: f64) -> Option<Self> {
                let product = (self.float() * factor) as Self;
                product.is_finite().then_some(product)
            }

            #[inline]
            fn quotient(self, divisor: f64) -> Self {
                self / divisor as Self
            }

            #[inline]
            fn float(self) -> f64 {
                self.into()
            }

            #[allow(clippy::cast_precision_loss, reason = "a bound, of which the first digits matter")]
            fn off(self, additions: usize) -> Self {
                // Each addition is off by at most half of this.
                self * Self::EPSILON * additions as Self
            }
        }
    )*};
}

floats!(f32 f64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_overflow_into_none() {
        assert_eq!(250_u8.plus(4), Some(254));
        assert_eq!(250_u8.plus(5), None, "255 is infinity");
        assert_eq!(250_u8.plus(6), None);
        assert_eq!(i8::MIN.plus(-1), None);
        assert_eq!(0_u32.plus(u32::INFINITY), None);
    }

    #[test]
    fn floats_refuse_what_is_not_finite() {
        assert_eq!(0.5_f64.plus(0.25), Some(0.75));
        assert_eq!(f64::MAX.plus(f64::MAX), None);
        assert_eq!(1.0_f64.plus(f64::NAN), None);
        assert_eq!(1.0_f32.plus(f32::INFINITY), None);
    }

    #[test]
    fn numbers_keep_the_order_and_are_for_what_is_not_negative() {
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
        assert!(floats.windows(2).all(|pair| pair[0].number() < pair[1].number()));
        assert_eq!((-0.0_f64).number(), Some(0));
        assert_eq!((-1.0_f64).number(), None);
        assert_eq!(f64::NAN.number(), None);
        assert_eq!((-7_i32).number(), None);
        assert_eq!(u128::MAX.number(), None);
        assert_eq!(7_u8.number(), Some(7));
    }

    #[test]
    fn the_order_of_floats_is_total_and_minus_zero_is_zero() {
        let groups: [&[f64]; 8] = [
            &[-f64::NAN],
            &[f64::NEG_INFINITY],
            &[-1.0],
            &[-f64::MIN_POSITIVE],
            &[-0.0, 0.0],
            &[1.0],
            &[f64::INFINITY],
            &[f64::NAN],
        ];
        for (place, group) in groups.iter().enumerate() {
            for (other_place, other_group) in groups.iter().enumerate() {
                for (one, other) in group
                    .iter()
                    .flat_map(|one| other_group.iter().map(move |other| (one, other)))
                {
                    assert_eq!(one.order(other), place.cmp(&other_place), "{one} {other}");
                }
            }
        }
    }

    #[test]
    fn differences_are_never_below_zero() {
        assert_eq!(
            (7_u32.minus(5), 5_u32.minus(7), u8::INFINITY.minus(0)),
            (2, 0, u8::INFINITY)
        );
        assert_eq!((2.5_f64.minus(1.0), 1.0_f64.minus(2.5)), (1.5, 0.0));
        assert!(f64::INFINITY.minus(1.0).is_infinite() && f64::INFINITY.minus(f64::INFINITY).order(&0.0).is_eq());
    }

    #[test]
    fn a_sum_of_floats_is_off_by_no_more_than_its_rounding() {
        let sum = (0..1_000).fold(0.0_f32, |sum, _| sum.plus(0.1).unwrap());
        assert!(7_u32.rounding(1_000) == 0 && (100.0 - sum).abs() <= sum.rounding(1_000));
        assert!(sum.rounding(1_000) < 0.02);
    }

    #[test]
    fn a_cost_without_numbers_is_compared_by_its_order() {
        #[derive(Clone, Copy, Debug)]
        struct Pair(u32, u32);

        impl Cost for Pair {
            const ZERO: Self = Pair(0, 0);
            const INFINITY: Self = Pair(u32::MAX, u32::MAX);

            fn plus(self, rhs: Self) -> Option<Self> {
                Some(Pair(self.0.plus(rhs.0)?, self.1.plus(rhs.1)?))
            }

            fn order(&self, rhs: &Self) -> Ordering {
                (self.0, self.1).cmp(&(rhs.0, rhs.1))
            }
        }

        assert!(Pair(1, 9).is_less(&Pair(2, 0)) && !Pair(2, 0).is_less(&Pair(2, 0)));
        let sum = Pair(1, 2).plus(Pair(3, 4)).unwrap();
        assert_eq!((sum.0, sum.1, sum.number()), (4, 6, None));
    }

    #[test]
    fn scaling_rounds_down() {
        assert_eq!(7_u32.scaled(1.5), Some(10));
        assert_eq!(200_u8.scaled(2.0), None);
        assert_eq!(2.0_f64.scaled(1.5), Some(3.0));
        assert_eq!(f64::MAX.scaled(2.0), None);
        // The factor alone is too large for the type.
        assert_eq!([0.0, 1.0_f32].map(|cost| cost.scaled(1e60)), [Some(0.0), None]);
    }

    #[test]
    fn dividing_rounds_up() {
        assert_eq!([0, 1, 3, 4, 254].map(|cost: u8| cost.divided(1.5)), [0, 1, 2, 3, 170]);
        assert_eq!([0, 1, 126].map(|cost: i8| cost.divided(1e300)), [0, 1, 1]);
        assert_eq!((126_i8.divided(1.0), (1_u64 << 52).divided(1.0)), (126, 1 << 52));
        assert!(u128::MAX.divided(1.5) < u128::MAX);
        assert!((3.0_f64.divided(1.5) - 2.0).abs() < 1e-9 && (3.0_f32.divided(1.5) - 2.0).abs() < 1e-6);
    }

    #[test]
    fn a_quotient_is_the_least_integer_that_is_enough() {
        for eighths in 8..64_u32 {
            let divisor = f64::from(eighths) / 8.0;
            for cost in (0..2_000).chain([u32::MAX - 1, u32::MAX / 3]) {
                let exact = (u64::from(cost) * 8).div_ceil(eighths.into());
                assert_eq!(u64::from(cost.divided(divisor)), exact, "{cost} / {divisor}");
                assert_eq!(u64::from(cost).divided(divisor), exact, "{cost} / {divisor}");
            }
        }
    }
}
