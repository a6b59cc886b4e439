//! [`Position`]: a place on the sphere, given by latitude and longitude.

/// The mean radius of the Earth in metres, as the International Union of Geodesy and Geophysics defines it.
pub const EARTH_RADIUS: f64 = 6_371_008.8;

/// A place on the Earth, given by its latitude and longitude in degrees.
///
/// # Example
///
/// ```
/// use astride_roads::Position;
///
/// let (arad, bucharest) = (Position::new(46.17, 21.32)?, Position::new(44.43, 26.10)?);
/// assert_eq!(format!("{:.0} km", arad.metres_to(bucharest) / 1000.0), "421 km");
///
/// let error = Position::new(95.0, 21.32).unwrap_err();
/// assert_eq!(error.to_string(), "the latitude is 95: it must be from -90 to 90 degrees");
/// # Ok::<(), astride_roads::PositionError>(())
/// ```
#[doc(alias("coordinates", "latitude", "longitude", "lat", "lon", "GPS", "WGS 84"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    latitude: f64,
    longitude: f64,
}

impl Position {
    /// Creates a position from its degrees north of the equator and east of Greenwich.
    ///
    /// # Errors
    ///
    /// [`PositionError`] if the latitude is not between −90 and 90, or the longitude not between −180 and 180.
    pub fn new(latitude: f64, longitude: f64) -> Result<Self, PositionError> {
        if !(-90.0..=90.0).contains(&latitude) {
            return Err(PositionError::Latitude { latitude });
        }
        if !(-180.0..=180.0).contains(&longitude) {
            return Err(PositionError::Longitude { longitude });
        }
        Ok(Position { latitude, longitude })
    }

    /// The degrees north of the equator, from −90 to 90.
    pub fn latitude(self) -> f64 {
        self.latitude
    }

    /// The degrees east of Greenwich, from −180 to 180.
    pub fn longitude(self) -> f64 {
        self.longitude
    }

    /// Returns the distance to another position in metres, along the surface of a sphere with the radius
    /// [`EARTH_RADIUS`]. Like the haversine formula, it computes the length of the great circle's shorter arc.
    ///
    /// The Earth is not quite a sphere: distances on the reference ellipsoid differ from those on the sphere by at most
    /// 0.6 %. The rounding error is below a ten-millionth of a metre.
    #[doc(alias("haversine", "great circle", "orthodrome"))]
    pub fn metres_to(self, other: Position) -> f64 {
        metres(self.vector(), other.vector())
    }

    /// The position to which a vector points, which need not have the length 1.
    pub(crate) fn of_vector([front, east, up]: [f64; 3]) -> Self {
        // The arc tangent is at most half a turn, or a quarter if its second argument is not negative.
        Position {
            latitude: up.atan2(front.hypot(east)).to_degrees().clamp(-90.0, 90.0),
            longitude: east.atan2(front).to_degrees().clamp(-180.0, 180.0),
        }
    }

    /// The unit vector that points there.
    pub(crate) fn vector(self) -> [f64; 3] {
        let (sin, cos) = self.latitude.to_radians().sin_cos();
        let (east, front) = self.longitude.to_radians().sin_cos();
        [cos * front, cos * east, sin]
    }
}

/// The distance between the positions to which two vectors point.
///
/// Kahan's formula for the angle is accurate both for close positions, where the cosine would round to 1, and for
/// opposite ones, where the haversine would do so. It takes two square roots and one arc tangent.
pub(crate) fn metres(one: [f64; 3], other: [f64; 3]) -> f64 {
    let square = |sum: f64, part: f64| sum + part * part;
    let between = [0, 1, 2]
        .map(|axis| one[axis] - other[axis])
        .into_iter()
        .fold(0.0, square);
    let along = [0, 1, 2]
        .map(|axis| one[axis] + other[axis])
        .into_iter()
        .fold(0.0, square);
    2.0 * EARTH_RADIUS * f64::atan2(between.sqrt(), along.sqrt())
}

/// A latitude or a longitude that is out of range or not a number.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PositionError {
    /// The latitude is not between −90 and 90.
    #[error("the latitude is {latitude}: it must be from -90 to 90 degrees")]
    Latitude {
        /// The latitude.
        latitude: f64,
    },

    /// The longitude is not between −180 and 180.
    #[error("the longitude is {longitude}: it must be from -180 to 180 degrees")]
    Longitude {
        /// The longitude.
        longitude: f64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn haversine(one: Position, other: Position) -> f64 {
        let half = |one: f64, other: f64| ((one - other).to_radians() / 2.0).sin().powi(2);
        let cosines = one.latitude.to_radians().cos() * other.latitude.to_radians().cos();
        let square = half(one.latitude, other.latitude) + cosines * half(one.longitude, other.longitude);
        2.0 * EARTH_RADIUS * square.sqrt().min(1.0).asin()
    }

    #[test]
    fn distances_are_those_of_the_haversine_formula_and_symmetric() {
        let degrees = |most: i32| (-most..=most).step_by(15).map(f64::from);
        let all: Vec<Position> = degrees(90)
            .flat_map(|latitude| degrees(180).map(move |longitude| Position::new(latitude, longitude).unwrap()))
            .collect();
        for one in &all {
            for other in &all {
                let metres = one.metres_to(*other);
                // The haversine formula is less accurate for nearly opposite positions.
                assert!((metres - haversine(*one, *other)).abs() < 0.2, "{one:?} {other:?}");
                assert_eq!(metres.to_bits(), other.metres_to(*one).to_bits());
            }
            assert!(one.metres_to(*one).to_bits() == 0);
        }
    }

    #[test]
    fn small_and_great_distances_are_accurate() {
        let at = |latitude, longitude| Position::new(latitude, longitude).unwrap();
        let degree = EARTH_RADIUS * core::f64::consts::PI / 180.0;
        for (one, other, degrees) in [
            (at(50.0, 8.0), at(50.000_001, 8.0), 0.000_001),
            (at(0.0, 179.5), at(0.0, -179.5), 1.0),
            (at(90.0, 0.0), at(89.0, 135.0), 1.0),
            (at(90.0, 0.0), at(-90.0, 77.0), 180.0),
            (at(0.0, 0.0), at(0.0, 179.999_999), 179.999_999),
        ] {
            let metres = one.metres_to(other);
            assert!((metres - degrees * degree).abs() < 1e-7, "{one:?} {other:?}: {metres}");
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for value in [f64::NAN, f64::INFINITY, -180.001, 181.0] {
            assert!(matches!(Position::new(value, 0.0), Err(PositionError::Latitude { .. })));
            assert!(matches!(
                Position::new(0.0, value),
                Err(PositionError::Longitude { .. })
            ));
        }
        assert!(Position::new(90.1, 0.0).is_err());
        let corner = Position::new(-90.0, 180.0).unwrap();
        assert!((corner.latitude() + 90.0).abs() + (corner.longitude() - 180.0).abs() < 1e-9);
    }
}
