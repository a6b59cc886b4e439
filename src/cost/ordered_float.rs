//! [`Cost`] for the float wrapper of the crate `ordered-float`.
//!
//! `NotNan` is missing: [`Cost::ZERO`] must be a constant, and there is no constant `NotNan` without unsafe code.

use core::cmp::Ordering;

use ordered_float::OrderedFloat;

use super::NumericCost;
use crate::Cost;

/// Forwards all methods to the float.
impl<F: Cost> Cost for OrderedFloat<F> {
    const ZERO: Self = Self(F::ZERO);
    const INFINITY: Self = Self(F::INFINITY);
    const IS_EXACT: bool = F::IS_EXACT;

    #[inline]
    fn plus(self, rhs: Self) -> Option<Self> {
        self.0.plus(rhs.0).map(Self)
    }

    #[inline]
    fn order(&self, rhs: &Self) -> Ordering {
        self.0.order(&rhs.0)
    }

    #[inline]
    fn number(self) -> Option<u64> {
        self.0.number()
    }
}

impl<F: NumericCost> NumericCost for OrderedFloat<F> {
    #[inline]
    fn minus(self, rhs: Self) -> Self {
        Self(self.0.minus(rhs.0))
    }

    fn rounding(self, additions: usize) -> Self {
        Self(self.0.rounding(additions))
    }

    #[inline]
    fn scaled(self, factor: f64) -> Option<Self> {
        self.0.scaled(factor).map(Self)
    }

    #[inline]
    fn divided(self, divisor: f64) -> Self {
        Self(self.0.divided(divisor))
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self.0.to_f64()
    }
}
