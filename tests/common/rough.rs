//! [`Rough`]: a cost whose sums are rounded.

use std::cmp::Ordering;

use astride::Cost;
use astride::traits::NumericCost;

use super::world::Units;

/// A float with a unit of a tenth. A search compares and adds these costs like floats. Only `==` and
/// [`Units::is_below`], which tests use, ignore the rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rough(pub(crate) f64);

impl Rough {
    fn is_near(self, other: Self) -> bool {
        self.0.order(&other.0).is_eq() || (self.0 - other.0).abs() <= 1e-12 * self.0.max(other.0)
    }
}

impl PartialEq for Rough {
    fn eq(&self, other: &Self) -> bool {
        self.is_near(*other)
    }
}

impl Cost for Rough {
    const ZERO: Self = Rough(0.0);
    const INFINITY: Self = Rough(f64::INFINITY);
    const IS_EXACT: bool = false;

    fn plus(self, rhs: Self) -> Option<Self> {
        self.0.plus(rhs.0).map(Rough)
    }

    fn order(&self, rhs: &Self) -> Ordering {
        self.0.order(&rhs.0)
    }

    fn number(self) -> Option<u64> {
        self.0.number()
    }
}

impl NumericCost for Rough {
    fn scaled(self, factor: f64) -> Option<Self> {
        self.0.scaled(factor).map(Rough)
    }

    fn divided(self, divisor: f64) -> Self {
        Rough(self.0.divided(divisor))
    }

    fn to_f64(self) -> f64 {
        self.0
    }

    fn minus(self, rhs: Self) -> Self {
        Rough(self.0.minus(rhs.0))
    }

    fn rounding(self, additions: usize) -> Self {
        Rough(self.0.rounding(additions))
    }
}

impl Units for Rough {
    #[expect(clippy::cast_precision_loss, reason = "units are far below 2⁵³")]
    fn units(units: u64) -> Self {
        Rough(units as f64 / 10.0)
    }

    fn is_below(&self, other: &Self) -> bool {
        self.is_less(other) && !self.is_near(*other)
    }
}
