//! [`WeightedAStar`]: a path within a chosen factor of the cheapest, found faster.

use super::BestFirst;
use crate::engine::{Evaluation, Revisit};
use crate::open::Buckets;
use crate::search::{Informed, Made, Search};
use crate::traits::{Consistency, NumericCost};
use crate::{Cost, Heuristic};

/// Weighted A*: a path within a chosen factor of the cheapest, found with fewer expansions than A* needs if the
/// estimate is good.
///
/// Use this search if a path that costs a few per cent more than the cheapest is good enough. With a weight of 2, on
/// three maps of the `MovingAI` benchmarks, it expands 57 % (`brc202d`), 31 % (`arena2`) and 12 % (`32room_000`) as
/// many cells as [`AStar`](crate::AStar), and the paths cost 6 to 11 % more than the cheapest ones. If the cheapest
/// path is needed in the end, use [`AraStar`](crate::AraStar); for puzzles, also consider
/// [`BoundedAStar`](crate::search::BoundedAStar).
///
/// With the weight w, it expands the open node with the least g + w · h, and among nodes with the same value the one
/// with the largest g. With integer costs, unless w is whole, ⌈g / w⌉ + h takes the place of g + w · h. With an
/// admissible estimate, the path costs at most w times as much as the cheapest one, and usually much less.
///
/// # Consistent estimates
///
/// If the problem [states](crate::traits::Hints::consistency) that its estimate is consistent, closed nodes usually
/// stay closed, so that each node is expanded only once. The bound still holds. Grid problems, puzzles and
/// [`Landmarks`](crate::search::Landmarks) state whether their estimates are consistent. For closures, call
/// [`Query::with_consistency`](crate::Query::with_consistency).
///
/// If the problem states nothing, closed nodes are reopened for cheaper paths, since otherwise the bound would not hold
/// with every admissible estimate. Reopening can cost more than the weight saves: on `brc202d` with a weight of 2, the
/// search then expands twice as many cells as A*, unless reopening allows successors to be [left
/// out](crate::Graph::visit_successors). Even with a consistent estimate, closed nodes are reopened if the graph
/// [prefers](crate::traits::Hints::prefers_reopening) it (as a grid with one terrain cost does), if there is a [cost
/// limit](crate::search::Search::with_cost_limit), or once a start has been [added](crate::search::Search::add_start)
/// during the search.
///
/// To override this choice, call [`with_reopening`](WeightedAStar#method.with_reopening) or
/// [`without_reopening`](WeightedAStar#method.without_reopening).
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// # Reopening
///
/// With a consistent estimate, [`with_reopening`](WeightedAStar#method.with_reopening) is rarely worthwhile. On grid
/// maps, reopening makes paths one or two per cent cheaper, but requires up to six times as many expansions. On Korf's
/// 100 boards with a weight of 3, the mean number of expansions is 11,762 with reopening and 13,210 without.
///
/// # Arguments
///
/// [`WeightedAStar::new`](WeightedAStar#method.new) takes a [`Heuristic`] whose costs are [`NumericCost`]s, and the
/// weight, which must be finite and at least 1 (with 1, the search is A*).
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path whose cost is at most [`bound`](WeightedAStar#method.bound)
/// times that of a cheapest one if the estimate is admissible; [`Status::Exhausted`](crate::Status::Exhausted) if there
/// is no path.
///
/// # Complexity
///
/// As for [`AStar`](crate::AStar), but n is the number of nodes for which g + w · h is at most w times the cost of a
/// cheapest path.
///
/// # Errors
///
/// As for [`AStar`](crate::AStar); a weight that is below 1 or not finite is rejected with a [`WeightError`].
///
/// # Example
///
/// ```
/// use astride::{FnGraph, Query, Status, WeightedAStar};
///
/// let steps = FnGraph::new(|n: &u32| [(n + 1, 1_u32), (n + 3, 2)]);
/// let problem = Query::new(&steps, 0, |n| *n == 30).with_heuristic(|n| 30_u32.saturating_sub(*n) / 2);
/// let mut search = WeightedAStar::new(problem, 1.5)?;
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.bound(), 1.5);
/// assert!(search.path().unwrap().cost <= 30);
/// # Ok::<(), astride::search::WeightError>(())
/// ```
///
/// # Source
///
/// Pohl: Heuristic search viewed as path finding in a graph. Artificial Intelligence 1, 1970. The bound: Davis,
/// Bramanti-Gregor, Wang: The advantages of using depth and breadth components in heuristic search. ISMIS 1988.
#[doc(alias("weighted a*", "wa*", "bounded suboptimal"))]
pub type WeightedAStar<P, W = ()> = Search<BestFirst<P, CostPlusWeightedEstimate>, W>;

impl<P: Heuristic<Cost: NumericCost>> WeightedAStar<P> {
    /// Creates a search that multiplies the estimate by `weight`.
    ///
    /// # Errors
    ///
    /// [`WeightError`] unless `weight` is finite and at least 1.
    pub fn new(problem: P, weight: f64) -> Result<WeightedAStar<Made<P, Self>>, WeightError> {
        WeightError::check(weight)?;
        Ok(Search::with_evaluation(problem, CostPlusWeightedEstimate::new(weight)))
    }
}

impl<P: Heuristic<Cost: NumericCost>, W> WeightedAStar<P, W> {
    /// Leaves closed nodes closed, whatever the problem states. The bound is then guaranteed only if the estimate is
    /// consistent.
    ///
    /// ```
    /// use astride::{FnGraph, Query, Status, WeightedAStar};
    ///
    /// let steps = FnGraph::new(|n: &u32| [(n + 1, 1_u32), (n + 3, 2)]);
    /// let problem = Query::new(&steps, 0, |n| *n == 30).with_heuristic(|n| 30_u32.saturating_sub(*n) / 2);
    /// let mut search = WeightedAStar::new(problem, 2.0)?.without_reopening();
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.stats().reopened, 0);
    /// # Ok::<(), astride::search::WeightError>(())
    /// ```
    pub fn without_reopening(mut self) -> Self {
        self.engine.frontier.evaluation.revisit = Revisit::WhileOpen;
        self
    }

    /// Reopens closed nodes for cheaper paths, whatever the problem states. The bound then holds with every admissible
    /// estimate. With a consistent estimate, reopening is [rarely worthwhile](WeightedAStar#reopening).
    pub fn with_reopening(mut self) -> Self {
        self.engine.frontier.evaluation.revisit = Revisit::Reopen;
        self
    }

    /// Returns the weight: the path costs at most this many times as much as a cheapest one, if the estimate is
    /// admissible. Rounding errors may add to this unless the weight is whole and costs are integers below 2⁵³.
    pub fn bound(&self) -> f64 {
        self.evaluation().weight
    }
}

/// An invalid weight: below 1, infinite, or not a number.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the weight is {weight}, but it must be finite and at least 1")]
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

/// The evaluation of [`WeightedAStar`]: g + w · h or, with exact costs and a fractional weight, ⌈g / w⌉ + h.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostPlusWeightedEstimate {
    weight: f64,
    is_whole: bool,
    revisit: Revisit,
}

impl CostPlusWeightedEstimate {
    fn new(weight: f64) -> Self {
        CostPlusWeightedEstimate {
            weight,
            is_whole: weight % 1.0 <= 0.0,
            revisit: Revisit::ReopenUnless(Consistency::Consistent),
        }
    }
}

impl<P: Heuristic<Cost: NumericCost>> Evaluation<P> for CostPlusWeightedEstimate {
    type Guidance = Informed;
    type Key = P::Cost;
    type Open = Buckets<P::Cost>;

    #[inline]
    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        if self.is_whole || !P::Cost::IS_EXACT {
            let weighted = estimate.scaled(self.weight).and_then(|weighted| cost.plus(weighted));
            // As long as the sum fits without the weight, so may the path, whose node then comes last.
            return weighted.or_else(|| cost.plus(estimate).map(|_| P::Cost::INFINITY));
        }
        // A sum that is too large for A* is too large here as well.
        cost.plus(estimate)?;
        // If w · h were rounded, a difference between estimates could count for more than w times as much, at every
        // edge of a path whose closed nodes stay closed.
        cost.divided(self.weight).plus(estimate)
    }

    #[inline]
    fn revisit(&self) -> Revisit {
        self.revisit
    }
}
