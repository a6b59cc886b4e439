//! [`Estimate`]: lower bounds on the distance between two cells.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::{GridCost, GridError, GridMap, Movement, Point};

/// A lower bound on the cost from one cell to another, computed from their distances in columns (`dx`) and rows (`dy`).
///
/// In the formulas, the unit is the cost of a straight step:
///
/// | estimate | formula | admissible for |
/// |---|---|---|
/// | `Zero` | 0 | all movements; turns A* into Dijkstra's algorithm |
/// | `Chebyshev` | max(`dx`, `dy`) | all movements |
/// | `Euclidean` | √(`dx`² + `dy`²) | all movements |
/// | `Octile` | max(`dx`, `dy`) + (√2 − 1) min(`dx`, `dy`) | all movements; exact on an empty map with diagonal steps |
/// | `Manhattan` | `dx` + `dy` | [`Movement::Four`] alone, where it is exact on an empty map |
///
/// Each estimate is multiplied by the least terrain cost of the map, or by a smaller number if the longest estimate
/// would be too large for the type. Wherever an estimate is admissible, it is also consistent, so A\* expands no node
/// twice. Apart from rounding, an estimate is never smaller than those above it in the table, so the default is the
/// last one that is admissible for the movement rule. (Under [`Movement::Four`], rounding has the largest effect on
/// `Octile`, which then equals `Chebyshev` in integers.)
///
/// Admissibility and consistency hold exactly, up to the greatest cost that the type represents exactly: see
/// [`GridCost`].
///
/// # Example
///
/// ```
/// use astride_grid::{Estimate, GridError, Movement};
///
/// assert_eq!(Estimate::strongest(Movement::Four), Estimate::Manhattan);
/// assert_eq!(Estimate::strongest(Movement::Eight), Estimate::Octile);
/// assert!(!Estimate::Manhattan.is_admissible(Movement::Eight));
/// assert_eq!("octile".parse(), Ok::<_, GridError>(Estimate::Octile));
/// ```
#[doc(alias("octile", "manhattan", "chebyshev", "euclidean"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Estimate {
    /// Always 0.
    Zero,
    /// The sum of the two distances: the number of steps under [`Movement::Four`] if no wall is in the way.
    Manhattan,
    /// The cost of going diagonally as far as possible, then straight.
    Octile,
    /// The greater of the two distances: the cost if diagonal steps were as cheap as straight ones.
    Chebyshev,
    /// The length of the straight line.
    Euclidean,
}

impl Estimate {
    /// Every estimate.
    pub const ALL: [Self; 5] = [
        Self::Zero,
        Self::Manhattan,
        Self::Octile,
        Self::Chebyshev,
        Self::Euclidean,
    ];

    /// Returns whether the estimate never exceeds the true cost under this movement rule, on any map.
    ///
    /// ```
    /// use astride_grid::{Estimate, Movement};
    ///
    /// assert!(Estimate::Manhattan.is_admissible(Movement::Four));
    /// assert!(Estimate::Euclidean.is_admissible(Movement::EightCuttingCorners));
    /// assert!(!Estimate::Manhattan.is_admissible(Movement::EightCuttingCorners));
    /// ```
    #[inline]
    pub const fn is_admissible(self, movement: Movement) -> bool {
        !(matches!(self, Self::Manhattan) && movement.has_diagonals())
    }

    /// The greatest admissible estimate under this movement rule.
    ///
    /// ```
    /// use astride_grid::{Estimate, Movement};
    ///
    /// assert_eq!(Estimate::strongest(Movement::EightSqueezing), Estimate::Octile);
    /// ```
    #[inline]
    pub const fn strongest(movement: Movement) -> Self {
        if movement.has_diagonals() {
            Self::Octile
        } else {
            Self::Manhattan
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Manhattan => "manhattan",
            Self::Octile => "octile",
            Self::Chebyshev => "chebyshev",
            Self::Euclidean => "euclidean",
        }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Estimate {
    type Err = GridError;

    /// # Errors
    ///
    /// [`GridError::UnknownEstimate`] for any text other than the five names.
    fn from_str(text: &str) -> Result<Self, GridError> {
        let found = Self::ALL.into_iter().find(|estimate| estimate.name() == text);
        found.ok_or_else(|| GridError::UnknownEstimate {
            text: String::from(text),
        })
    }
}

/// An estimate prepared for one map and one movement rule.
///
/// All estimates except the straight line share one formula with different constants, so that the search does not
/// branch on the kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gauge<C> {
    /// The cost of each column or row of the longer distance.
    longer: C,
    /// The additional cost of each column or row of the shorter distance.
    shorter: C,
    /// The movement rule and a factor for the straight line, which this formula does not cover.
    line: Option<(Movement, u8)>,
}

impl<C: GridCost> Gauge<C> {
    /// `estimate` must be admissible.
    pub(super) fn new(estimate: Estimate, movement: Movement, map: &GridMap) -> Self {
        let step = C::straight(movement);
        let (longer, shorter) = match estimate {
            Estimate::Zero => (C::ZERO, C::ZERO),
            Estimate::Manhattan => (step, step),
            Estimate::Octile | Estimate::Euclidean => (step, C::diagonal(movement) - step),
            Estimate::Chebyshev => (step, C::ZERO),
        };
        let plain = Self {
            longer,
            shorter,
            line: None,
        };
        // If the least terrain cost would make the longest estimate overflow, a smaller factor is used, which is
        // admissible as well. This covers straight lines as well, which are never longer than the steps.
        let longest = plain.measure(Point::new(0, 0), Point::new(map.width() - 1, map.height() - 1));
        let factor = longest.greatest_factor(map.least_cost().unwrap_or(1));
        Self {
            longer: longer.times(factor.into()),
            shorter: shorter.times(factor.into()),
            line: (estimate == Estimate::Euclidean).then_some((movement, factor)),
        }
    }

    /// The same, or an error if the estimate is not admissible.
    pub(super) fn checked(estimate: Estimate, movement: Movement, map: &GridMap) -> Result<Self, GridError> {
        if !estimate.is_admissible(movement) {
            return Err(GridError::Inadmissible { estimate, movement });
        }
        Ok(Self::new(estimate, movement, map))
    }

    /// The estimate between two points of the map. For other points, the result is meaningless, but there is no panic.
    #[inline]
    pub(super) fn measure(&self, from: Point, to: Point) -> C {
        if let Some((movement, factor)) = self.line {
            return straight_line(from, to, movement, factor);
        }
        let wide = i32::from;
        let (dx, dy) = (wide(from.x) - wide(to.x), wide(from.y) - wide(to.y));
        let (dx, dy) = (dx.unsigned_abs(), dy.unsigned_abs());
        self.longer.times(dx.max(dy)).add(self.shorter.times(dx.min(dy)))
    }
}

// Not inlined: an integer square root takes much code, which would displace the formula that all other estimates use.
#[inline(never)]
fn straight_line<C: GridCost>(from: Point, to: Point, movement: Movement, factor: u8) -> C {
    C::euclidean(movement, from.x.abs_diff(to.x), from.y.abs_diff(to.y)).times(factor.into())
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use proptest::prelude::*;

    use super::*;
    use astride::Cost;

    #[test]
    fn names_round_trip() {
        for estimate in Estimate::ALL {
            assert_eq!(estimate.to_string().parse(), Ok(estimate));
        }
        assert_eq!(
            "x".parse::<Estimate>(),
            Err(GridError::UnknownEstimate { text: "x".to_string() })
        );
    }

    /// Checks that one step changes the estimate by no more than it costs, to the last bit.
    fn check_consistent<C: GridCost + PartialOrd>(map: &GridMap, points: [Point; 2], terrain: u8) {
        let [from, to] = points;
        for movement in Movement::ALL {
            for estimate in Estimate::ALL
                .into_iter()
                .filter(|estimate| estimate.is_admissible(movement))
            {
                let gauge = Gauge::<C>::new(estimate, movement, map);
                let before = gauge.measure(from, to);
                for direction in 0..crate::movement::DIRECTIONS.len() {
                    let Some(next) = map.neighbour(from, direction) else {
                        continue;
                    };
                    let step = match (direction < crate::movement::FIRST_DIAGONAL, movement) {
                        (true, _) => C::straight(movement),
                        (false, Movement::Four) => continue,
                        (false, _) => C::diagonal(movement),
                    };
                    let sum = step.times(terrain.into()).add(gauge.measure(next, to));
                    assert!(
                        before <= sum,
                        "{estimate}, {movement}, {from} to {to}: {before:?} > {sum:?}"
                    );
                }
            }
        }
    }

    proptest! {
        #[test]
        fn estimates_are_consistent_on_the_widest_maps(x in 0..65_535_u16, y in 0..9_u16, z in 0..65_535_u16,
                                                        w in 0..9_u16, terrain in 1..=255_u8, transposed: bool) {
            use std::sync::LazyLock;
            static MAPS: LazyLock<[GridMap; 2]> = LazyLock::new(|| {
                [GridMap::new(65_535, 9).unwrap(), GridMap::new(9, 65_535).unwrap()]
            });
            let mut map = MAPS[usize::from(transposed)].clone();
            map.force_least(terrain);
            let points = if transposed { [(y, x), (w, z)] } else { [(x, y), (z, w)] }.map(Point::from);
            check_consistent::<u32>(&map, points, terrain);
            check_consistent::<u64>(&map, points, terrain);
            check_consistent::<f64>(&map, points, terrain);
            // A greater cost would not be exact.
            map.force_least(1);
            check_consistent::<f32>(&map, points, 1);
        }

        #[test]
        fn estimates_are_consistent_on_square_maps(points: [(u16, u16); 2], terrain in 1..=255_u8) {
            let mut map = GridMap::new(300, 300).unwrap();
            map.force_least(terrain);
            let points = points.map(|(x, y)| Point::new(x % 300, y % 300));
            check_consistent::<u32>(&map, points, terrain);
            check_consistent::<u64>(&map, points, terrain);
            check_consistent::<f64>(&map, points, terrain);
            check_consistent::<f32>(&map, points, terrain);
        }
    }

    #[test]
    fn no_estimate_on_the_widest_map_overflows() {
        for terrain in [1, 46, 47, 48, 255] {
            let mut map = GridMap::new(65_535, 1).unwrap();
            map.force_least(terrain);
            let gauge = Gauge::<u32>::new(Estimate::Octile, Movement::Eight, &map);
            let far = gauge.measure(Point::new(0, 0), Point::new(65_534, 0));
            let exact = 985 * 65_534 * u64::from(terrain);
            assert!(u64::from(far) <= exact && far < u32::INFINITY);
            assert!(
                u64::from(far) == exact || far > u32::MAX / 2,
                "no weaker than it has to be"
            );
        }
    }
}
