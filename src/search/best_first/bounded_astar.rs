//! [`BoundedAStar`]: a path within a chosen factor of the cheapest, with keys other than g + w · h.

use core::cmp::Reverse;

use super::{BestFirst, WeightError};
use crate::engine::{Evaluation, Revisit};
use crate::open::{ByCost, Heap};
use crate::search::{Informed, Made, Search};
use crate::traits::{Consistency, NumericCost};
use crate::{Cost, Heuristic};

/// A path within a chosen factor of the cheapest, with the keys of Chen and Sturtevant: PWXD, XDP, XUP and PWXU.
///
/// Use this search for puzzles, with the default function: on Korf's 100 boards of the 15-puzzle, with factors from 1.5
/// to 3, PWXD makes 0.25 to 0.4 times as many expansions as [`WeightedAStar`](crate::WeightedAStar). On grid maps, PWXD
/// makes 0.95 to 2.6 times as many expansions, and each takes longer, so use weighted A* there.
///
/// Weighted A* applies the same factor w along the whole path; this search distributes the factor differently,
/// depending on the [`BoundingFunction`], but guarantees the same bound. Among nodes with equal keys, the one with the
/// largest g comes first; if g is equal as well, the one that was opened last.
///
/// # Consistent estimates
///
/// If the problem [states](crate::traits::Hints::consistency) the consistency that the bounding function
/// [needs](BoundingFunction::needs), closed nodes stay closed, and each node is expanded at most once. Otherwise, and
/// in the cases that [`ReopenUnless`](crate::search::Revisit::ReopenUnless) lists, closed nodes are reopened for
/// cheaper paths, as in weighted A*, and the bound holds with every admissible estimate. The default bounding function
/// needs an estimate that is consistent [both ways](crate::traits::Consistency::BothWays).
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// # Arguments
///
/// [`BoundedAStar::new`](BoundedAStar#method.new) takes a [`Heuristic`] whose costs are [`NumericCost`]s, and the
/// factor, which must be finite and at least 1 (with 1, the search is A*). The bounding function is `Pwxd` unless you
/// [choose](BoundedAStar#method.with_function) another one.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path whose cost is at most [`bound`](BoundedAStar#method.bound) times
/// that of a cheapest one, if the estimate is admissible; [`Status::Exhausted`](crate::Status::Exhausted) if there is
/// no path. Keys are `f64`s for every cost type. With rounding, the cost may therefore exceed the bound by a factor of
/// 1 + 2⁻⁴⁸ or, if closed nodes stay closed, by such a factor for each edge of the path. With integer costs below 2³²
/// and a factor such as 1.5 or 2.25, rounding makes no difference.
///
/// # Complexity
///
/// As for [`AStar`](crate::AStar), but with O(log n) for each operation of the open list.
///
/// # Errors
///
/// As for [`AStar`](crate::AStar); in addition, [`WeightError`] if the factor is below 1 or not finite.
///
/// # Example
///
/// ```
/// use astride::npuzzle::Puzzle;
/// use astride::Status;
/// use astride::search::BoundedAStar;
///
/// let puzzle = Puzzle::new(&"867254301".parse()?, &"123456780".parse()?)?;
/// let mut search = BoundedAStar::new(&puzzle, 1.5)?;
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.stats().reopened, 0, "the Manhattan distance is consistent");
/// assert!(search.path().unwrap().cost <= 46, "at most half as many again as the 31 moves that are needed");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Chen, Sturtevant: Conditions for avoiding node re-expansions in bounded suboptimal search. IJCAI 2019 (XDP and XUP).
/// Chen, Sturtevant: Necessary and sufficient conditions for avoiding reopenings in best first suboptimal search with
/// general bounding functions. AAAI 2021 (PWXD and PWXU).
#[doc(alias("bounded suboptimal", "pwxd", "xdp"))]
pub type BoundedAStar<P, W = ()> = Search<BestFirst<P, Bounded>, W>;

impl<P: Heuristic<Cost: NumericCost>> BoundedAStar<P> {
    /// Creates a search for a path that costs at most `factor` times as much as a cheapest one, with the bounding
    /// function [`Pwxd`](BoundingFunction::Pwxd).
    ///
    /// # Errors
    ///
    /// [`WeightError`] unless `factor` is finite and at least 1.
    pub fn new(problem: P, factor: f64) -> Result<BoundedAStar<Made<P, Self>>, WeightError> {
        WeightError::check(factor)?;
        let evaluation = Bounded {
            function: BoundingFunction::default(),
            factor,
            reopens: None,
        };
        Ok(Search::with_evaluation(problem, evaluation))
    }
}

impl<P: Heuristic<Cost: NumericCost>, W> BoundedAStar<P, W> {
    /// Replaces the bounding function. Call this before the first step.
    ///
    /// ```
    /// use astride::{FnGraph, Query};
    /// use astride::search::{BoundedAStar, BoundingFunction};
    ///
    /// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
    /// let query = Query::new(line, 0, |n| *n == 5).with_heuristic(|n| n.abs_diff(5));
    /// let search = BoundedAStar::new(query, 1.5)?.with_function(BoundingFunction::Xdp);
    /// assert_eq!(search.evaluation().function(), BoundingFunction::Xdp);
    /// # Ok::<(), astride::search::WeightError>(())
    /// ```
    pub fn with_function(mut self, function: BoundingFunction) -> Self {
        self.engine.frontier.evaluation.function = function;
        self
    }

    /// Leaves closed nodes closed, whatever the problem states. The bound then holds if the estimate has the
    /// consistency that the bounding function [needs](BoundingFunction::needs). With any other estimate, a path is
    /// still found, but may exceed the bound.
    pub fn without_reopening(mut self) -> Self {
        self.engine.frontier.evaluation.reopens = Some(false);
        self
    }

    /// Reopens closed nodes for cheaper paths, whatever the problem states. The bound then holds with every admissible
    /// estimate.
    pub fn with_reopening(mut self) -> Self {
        self.engine.frontier.evaluation.reopens = Some(true);
        self
    }

    /// Returns the factor: the path costs at most this many times as much as a cheapest one, if the estimate is
    /// admissible.
    pub fn bound(&self) -> f64 {
        self.evaluation().factor
    }
}

/// How [`BoundedAStar`] computes its keys from g and h, and thereby distributes the factor w over the path.
///
/// With all functions, the key is h at the start, where g is 0, and g / w at the goal, where h is 0. The *weight* of a
/// node is the effect of a change in h on its key, divided by the effect of an equal change in g.
///
/// Use [`Pwxd`](Self::Pwxd), the default, or [`Xdp`](Self::Xdp), which finds cheaper paths but takes longer. The other
/// two are for research: on the 15-puzzle, with factors of 2 and 3, `Xup` makes 1.3 to 1.8 times as many expansions as
/// weighted A*, and `Pwxu` seven times as many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoundingFunction {
    /// "Convex downward parabola": the weight rises from 1 at the start to 2w - 1 at the goal. The key is
    /// (g + (2w - 1)h + √((g - h)² + 4wgh)) / (2w).
    Xdp,
    /// "Convex upward parabola": the weight falls from 2w - 1 at the start to 1 at the goal. The key is
    /// (g + h + √((g + h)² + 4w(w - 1)h²)) / (2w).
    Xup,
    /// Piecewise "convex downward": the weight is 1 while h > g, and 2w - 1 afterwards. The key is first g + h, and
    /// then (g + (2w - 1)h) / w.
    #[default]
    Pwxd,
    /// Piecewise "convex upward": the weight is 2w - 1 while g < (2w - 1)h, and 1 afterwards. The key is first
    /// g / (2w - 1) + h, and then (g + h) / w.
    Pwxu,
}

impl BoundingFunction {
    /// Returns the consistency that an estimate needs for the bound to hold if closed nodes stay closed.
    pub fn needs(self) -> Consistency {
        match self {
            BoundingFunction::Xdp | BoundingFunction::Pwxd => Consistency::BothWays,
            BoundingFunction::Xup | BoundingFunction::Pwxu => Consistency::Consistent,
        }
    }

    /// The key. No factor is too large, since all terms are positive and at most about as large as g + h.
    fn key(self, factor: f64, g: f64, h: f64) -> f64 {
        let part = 1.0 / factor;
        match self {
            BoundingFunction::Pwxd if h > g => g + h,
            BoundingFunction::Pwxd => g * part + h * (2.0 - part),
            BoundingFunction::Pwxu if g * part < h * (2.0 - part) => g * part / (2.0 - part) + h,
            BoundingFunction::Pwxu => (g + h) * part,
            BoundingFunction::Xdp | BoundingFunction::Xup => {
                // Scaled because the squares could be too large or too small for a float.
                let scale = g.max(h);
                if scale <= 0.0 {
                    return 0.0;
                }
                let (g, h, half) = (g / scale, h / scale, 0.5 * part);
                let (linear, squared) = match self {
                    BoundingFunction::Xdp => (g * half + h * (1.0 - half), square(half * (g - h)) + part * g * h),
                    _ => ((g + h) * half, square(half * (g + h)) + (1.0 - part) * square(h)),
                };
                scale * (linear + square_root(squared))
            }
        }
    }
}

fn square(number: f64) -> f64 {
    number * number
}

/// Computed by Newton's method, since there is no square root without `std`. The first guess is accurate to one
/// sixteenth.
fn square_root(number: f64) -> f64 {
    let mut root = f64::from_bits((number.to_bits() >> 1) + (1023 << 51));
    for _ in 0..4 {
        root = 0.5 * (root + number / root);
    }
    root
}

/// The evaluation of [`BoundedAStar`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounded {
    function: BoundingFunction,
    factor: f64,
    /// Whether closed nodes are reopened, or `None` to follow the problem.
    reopens: Option<bool>,
}

impl Bounded {
    /// Returns the bounding function.
    pub fn function(&self) -> BoundingFunction {
        self.function
    }
}

impl<P: Heuristic<Cost: NumericCost>> Evaluation<P> for Bounded {
    type Guidance = Informed;
    type Key = (ByCost<f64>, Reverse<ByCost<P::Cost>>);
    type Open = Heap<Self::Key, P::Cost>;

    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<Self::Key> {
        // As in A*, an infinite estimate is a dead end, and too large a sum is an error.
        cost.plus(estimate)?;
        let key = self.function.key(self.factor, cost.to_f64(), estimate.to_f64());
        Some((ByCost(key.plus(0.0)?), Reverse(ByCost(cost))))
    }

    fn revisit(&self) -> Revisit {
        match self.reopens {
            None => Revisit::ReopenUnless(self.function.needs()),
            Some(true) => Revisit::Reopen,
            Some(false) => Revisit::WhileOpen,
        }
    }

    fn open_list(&self) -> Self::Open {
        Heap::last_in_first_out()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [BoundingFunction; 4] = [
        BoundingFunction::Xdp,
        BoundingFunction::Xup,
        BoundingFunction::Pwxd,
        BoundingFunction::Pwxu,
    ];

    /// The key as published, without rearrangement.
    fn published(function: BoundingFunction, w: f64, g: f64, h: f64) -> f64 {
        match function {
            BoundingFunction::Xdp => (g + (2.0 * w - 1.0) * h + ((g - h).powi(2) + 4.0 * w * g * h).sqrt()) / (2.0 * w),
            BoundingFunction::Xup => (g + h + ((g + h).powi(2) + 4.0 * w * (w - 1.0) * h.powi(2)).sqrt()) / (2.0 * w),
            BoundingFunction::Pwxd if h > g => g + h,
            BoundingFunction::Pwxd => (g + (2.0 * w - 1.0) * h) / w,
            BoundingFunction::Pwxu if g < (2.0 * w - 1.0) * h => g / (2.0 * w - 1.0) + h,
            BoundingFunction::Pwxu => (g + h) / w,
        }
    }

    proptest! {
        #[test]
        fn keys_are_those_that_were_published(w in 1.0..1e3, g in 0.0..1e9, h in 0.0..1e9) {
            for function in ALL {
                let near_the_bend = [0.2, 0.5, 0.7, 1.0].map(|part| (g, g / w * part));
                for (g, h) in [(g, h), (g, 0.0), (0.0, h), (g, h * 1e-9), (g * 1e-9, h)].into_iter().chain(near_the_bend) {
                    let (key, expected) = (function.key(w, g, h), published(function, w, g, h));
                    prop_assert!((key - expected).abs() <= expected * 1e-14, "{function:?} {key} {expected}");
                }
            }
        }

        #[test]
        fn the_ends_of_the_range_have_keys(
            w in prop::sample::select(vec![1.0, 1e300, f64::MAX]),
            scale in prop::sample::select(vec![1e-300, 1.0, 1e300]),
        ) {
            for function in ALL {
                for (g, h) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 3.0), (3.0, 1.0)] {
                    let key = function.key(w, g * scale, h * scale);
                    prop_assert!(key >= 0.0 && key <= (g + h) * scale * 2.001, "{function:?} {key}");
                }
                prop_assert!((function.key(w, 0.0, scale) / scale - 1.0).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn roots_are_right_to_the_last_bit_but_one() {
        for exponent in -1000..1000 {
            let number = 1.37 * f64::from(exponent).exp2();
            assert!((square_root(number) / number.sqrt() - 1.0).abs() <= f64::EPSILON);
        }
        assert!(square_root(0.0) < 1e-150);
    }
}
