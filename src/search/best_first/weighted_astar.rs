//! [`WeightedAStar`]: a path within a chosen factor of the cheapest, found faster.

use super::{BestFirst, Evaluation, Revisit};
use crate::open::Buckets;
use crate::search::{Informed, Search};
use crate::{Cost, Heuristic, ScaledCost};

/// Weighted A*: a path within a chosen factor of the cheapest, found with fewer expansions if the estimate is good.
///
/// Expands the open node with the least g + w · h; among equals the one with the larger g. With an admissible estimate
/// the path costs at most w times as much as the cheapest one, and mostly much less. Closed nodes are opened again if a
/// cheaper path turns up, so that the bound holds with inconsistent estimates, too. With a consistent one that is not
/// needed: see [`without_reopening`](WeightedAStar#method.without_reopening).
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// # Arguments
///
/// [`WeightedAStar::new`] takes a [`Heuristic`] whose costs are [`ScaledCost`]s, and the weight: finite and at least 1
/// (with 1 it is A*).
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path whose cost is at most [`bound`](WeightedAStar#method.bound)
/// times the cheapest one's; [`Status::Exhausted`](crate::Status::Exhausted) where there is no path.
///
/// # Complexity
///
/// As for [`AStar`](crate::AStar).
///
/// # Errors
///
/// As for [`AStar`](crate::AStar); a weight below 1 or not finite is a [`WeightError`].
///
/// # Example
///
/// ```
/// use astride::{FnGraph, Query, Status, WeightedAStar};
///
/// let steps = FnGraph::new(|n: &u32| [(n + 1, 1_u32), (n + 3, 2)]);
/// let problem = Query::new(&steps, 0, |n| *n == 30).heuristic(|n| 30_u32.saturating_sub(*n) / 2);
/// let mut search = WeightedAStar::new(problem, 1.5)?;
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.bound(), 1.5);
/// assert!(search.path().unwrap().cost <= 30);
/// # Ok::<(), astride::WeightError>(())
/// ```
///
/// # Source
///
/// Pohl: Heuristic search viewed as path finding in a graph. Artificial Intelligence 1, 1970. The bound: Davis,
/// Bramanti-Gregor, Wang: The advantages of using depth and breadth components in heuristic search. ISMIS 1988.
#[doc(alias("weighted a*", "wa*", "bounded suboptimal"))]
pub type WeightedAStar<P, W = ()> = Search<BestFirst<P, CostPlusWeightedEstimate>, W>;

impl<P: Heuristic<Cost: ScaledCost>> WeightedAStar<P> {
    /// A search that has not begun and counts the estimate `weight` times.
    ///
    /// # Errors
    ///
    /// [`WeightError`] unless `weight` is finite and at least 1.
    pub fn new(problem: P, weight: f64) -> Result<Self, WeightError> {
        WeightError::check(weight)?;
        let revisit = Revisit::Reopen;
        Ok(Search::with_evaluation(
            problem,
            CostPlusWeightedEstimate { weight, revisit },
        ))
    }
}

impl<P: Heuristic<Cost: ScaledCost>, W> WeightedAStar<P, W> {
    /// Leaves closed nodes closed: each node is expanded at most once.
    ///
    /// The [`bound`](Self::bound) then holds with a consistent estimate, and not with every admissible one; with
    /// integer costs, it holds for a whole weight (with another one, rounding may exceed it a little). Opening nodes
    /// again can cost more than the weight saves: on the map `den520d` of the `MovingAI` benchmarks, a weight of 2
    /// expands a third more cells than A* with reopening, and half as many without. Source: Likhachev, Gordon, Thrun:
    /// ARA*: anytime A* with provable bounds on sub-optimality. NIPS 2003.
    ///
    /// ```
    /// use astride_grid::{GridMap, GridProblem, Movement, Point};
    /// use astride::{Status, WeightedAStar};
    ///
    /// let map = GridMap::new(64, 64)?;
    /// let problem = GridProblem::new(&map, Point::new(0, 0), Point::new(63, 20), Movement::Eight)?;
    /// let mut search = WeightedAStar::new(problem, 2.0)?.without_reopening();
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.stats().reopened, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without_reopening(mut self) -> Self {
        self.engine.frontier.evaluation.revisit = Revisit::WhileOpen;
        self
    }

    /// Returns the weight: the path costs at most this many times the cheapest path's cost, if the estimate is
    /// admissible.
    pub fn bound(&self) -> f64 {
        self.evaluation().weight
    }
}

/// An invalid weight: below 1, infinite, or not a number.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the weight is {weight}, and must be finite and at least 1")]
pub struct WeightError {
    /// The weight.
    pub weight: f64,
}

impl WeightError {
    pub(super) fn check(weight: f64) -> Result<(), Self> {
        let is_valid = weight.is_finite() && weight >= 1.0;
        is_valid.then_some(()).ok_or(WeightError { weight })
    }
}

/// The evaluation of [`WeightedAStar`]: g + w · h, with the product rounded down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostPlusWeightedEstimate {
    weight: f64,
    revisit: Revisit,
}

impl<P: Heuristic<Cost: ScaledCost>> Evaluation<P> for CostPlusWeightedEstimate {
    type Guidance = Informed;
    type Key = P::Cost;
    type Open = Buckets<P::Cost>;

    #[inline]
    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        cost.plus(estimate.scaled(self.weight)?)
    }

    #[inline]
    fn revisit(&self) -> Revisit {
        self.revisit
    }
}
