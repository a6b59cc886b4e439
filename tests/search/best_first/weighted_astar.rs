//! The weights of weighted A\*, and of the other search with a bound.

use astride::WeightedAStar;
use astride::search::{BoundedAStar, WeightError};

use crate::common::world::World;

#[test]
fn a_weight_is_finite_and_at_least_one() {
    let world = World::row(&[1_u32, 1]);
    for weight in [0.5, 0.0, -2.0, 1.0 - f64::EPSILON, f64::INFINITY, f64::NEG_INFINITY] {
        let error = Err(WeightError { weight });
        assert_eq!(WeightedAStar::new(&world, weight).map(|search| search.bound()), error);
        assert_eq!(BoundedAStar::new(&world, weight).map(|search| search.bound()), error);
    }
    let error = WeightedAStar::new(&world, f64::NAN).unwrap_err();
    assert!(error.weight.is_nan());
    assert_eq!(
        error.to_string(),
        "the weight is NaN, but it must be finite and at least 1"
    );
    assert!(BoundedAStar::new(&world, f64::NAN).is_err());
    for weight in [1.0, 1e300, f64::MAX] {
        assert_eq!(
            WeightedAStar::new(&world, weight).map(|search| search.bound()),
            Ok(weight)
        );
        assert_eq!(
            BoundedAStar::new(&world, weight).map(|search| search.bound()),
            Ok(weight)
        );
    }
}
