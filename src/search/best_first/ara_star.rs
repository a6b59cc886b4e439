//! [`AraStar`]: some path soon, then better ones, and finally a cheapest one.

use core::fmt;

use super::{BestFirst, WeightError};
use crate::engine::{Allowance, Context, Engine, Evaluation, PathOf, Progress, ViewOf};
use crate::graph::forward;
use crate::memory::Memory;
use crate::open::{OpenList, Passes};
use crate::search::{Informed, Made, Search};
use crate::traits::NumericCost;
use crate::{Cost, Heuristic, Observer, Status};

/// Anytime search, ARA\*: some path soon, then better ones, and finally a cheapest one.
///
/// Use this search if time may run out before the cheapest path is found. The first path is that of
/// [`WeightedAStar`](crate::WeightedAStar) with a weight of 3, without reopening. On three maps of the `MovingAI`
/// benchmarks, the first path is found after 9 to 54 % of the expansions of [`AStar`](crate::AStar), and the last path
/// is proven to be a cheapest one after 109 to 169 %. If there is time to find the cheapest path, choose A\*; if a path
/// within a fixed factor of the cheapest is enough, choose weighted A\*.
///
/// ARA\* runs weighted A\* in several passes, with decreasing weights. A pass reuses the results of the earlier ones,
/// and expands a node again only if a cheaper path to it has been found since. Within a pass, no node is expanded
/// twice, except in the last pass, which has a weight of 1 and is A\* with reopening.
///
/// After the first path, the search remains [`Running`](Status::Running) until the best path is proven to be a cheapest
/// one. Until then, [`bound`](AraStar#method.bound) is the cost of the best path divided by the least g + h of the
/// nodes that were open at the end of the last completed pass. The bound is often far below the weight, holds even if
/// estimates are inconsistent, and never rises unless a start is added during the search.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// [`best_effort_path`](Search::best_effort_path) leads to a goal once a path to one has been found, which is certain
/// once the [`bound`](AraStar#method.bound) is finite. From call to call, the cost of this path may rise a little, but
/// it stays within the bound. An observer receives [`found`](Observer::found) for each better path.
///
/// # Arguments
///
/// [`AraStar::new`](AraStar#method.new) takes a [`Heuristic`] whose costs are [`NumericCost`]s. The weights are 3, 2
/// and 1 unless you [choose](AraStar#method.with_weights) others. With more weights, the search usually finds more
/// paths before the last one, but takes longer to find the last one.
///
/// # Returns
///
/// [`Status::Found`] with a cheapest path if the estimate is admissible, consistent or not;
/// [`Status::Exhausted`] if there is no path.
///
/// # Complexity
///
/// With a consistent estimate, each pass expands a node at most once, even if the problem does not
/// [state](crate::traits::Hints::consistency) that the estimate is consistent. The first step of a pass puts the n open
/// nodes in a new order, which takes O(n) for integer costs close together, otherwise O(n log n). The memory is that of
/// [`AStar`](crate::AStar), plus 4 bytes for each node expanded.
///
/// # Errors
///
/// As for [`AStar`](crate::AStar). No weight is too large for the cost type: nodes whose keys are too large come last.
///
/// # Example
///
/// A search that gets two milliseconds of each frame:
///
/// ```
/// use astride_grid::{GridError, GridMap, GridProblem, Movement, Point};
/// use astride::{AraStar, Budget, Status};
/// use std::time::Duration;
///
/// let mut map = GridMap::new(64, 64)?;
/// for y in 0..60 {
///     map.set_wall(Point::new(32, y));
/// }
/// let problem = GridProblem::new(&map, Point::new(2, 5), Point::new(60, 2), Movement::Eight)?;
/// let mut search = AraStar::new(problem);
/// let frame = Budget::new().time(Duration::from_millis(2));
/// while search.run_for(frame) == Status::Running {
///     if search.bound().is_finite() {
///         let path = search.best_effort_path().unwrap();
///         println!("walk along {} cells, at most {} times the least cost", path.edges(), search.bound());
///     }
/// }
/// assert_eq!(search.status(), Status::Found);
/// assert_eq!(search.bound(), 1.0);
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// Likhachev, Gordon, Thrun: ARA\*: anytime A\* with provable bounds on sub-optimality. NIPS 2003.
#[doc(alias("ara*", "anytime", "anytime a*"))]
pub type AraStar<P, W = ()> = Search<Anytime<P>, W>;

/// The engine of [`AraStar`].
#[doc(hidden)]
#[derive(Clone)]
pub struct Anytime<P: Heuristic<Cost: NumericCost>> {
    inner: BestFirst<P, ByPass>,
    first_weight: f64,
    decrease: f64,
    /// The goal of the best path so far, and an upper bound on its cost.
    best: Option<(u32, P::Cost)>,
    /// No path costs less.
    least: P::Cost,
}

/// Invalid weights of [`AraStar`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum WeightsError {
    /// The first weight is invalid.
    #[error(transparent)]
    First(#[from] WeightError),
    /// The decrease is not above 0, or not finite.
    #[error("the decrease of the weight is {decrease}, but it must be finite and above 0")]
    Decrease {
        /// The decrease of the weight from pass to pass.
        decrease: f64,
    },
}

impl<P: Heuristic<Cost: NumericCost>> AraStar<P> {
    /// Creates a search.
    pub fn new(problem: P) -> AraStar<Made<P, Self>> {
        // Additional passes with 2.5 and 1.5 would increase the total number of expansions by a tenth to two fifths.
        let first_weight = 3.0;
        let engine = Anytime {
            inner: BestFirst::new(ByPass { weight: first_weight }),
            first_weight,
            decrease: 1.0,
            best: None,
            least: P::Cost::ZERO,
        };
        Search::with_engine(problem, engine)
    }
}

impl<P: Heuristic<Cost: NumericCost>, W> AraStar<P, W> {
    /// Sets the weight of the first pass, and by how much the weight decreases from pass to pass. The search decreases
    /// the weight by more if the next pass could not find a better path otherwise. Call this before the first step.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] unless `first` is finite and at least 1, and `decrease` is finite and above 0.
    ///
    /// ```
    /// use astride::{AraStar, FnGraph, Query};
    /// use astride::search::WeightsError;
    ///
    /// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
    /// let query = Query::new(line, 0, |n| *n == 5).with_heuristic(|n| n.abs_diff(5));
    /// let search = AraStar::new(&query).with_weights(10.0, 1.0)?;
    /// assert_eq!(search.weight(), 10.0);
    /// assert!(AraStar::new(&query).with_weights(0.5, 1.0).is_err());
    /// # Ok::<(), WeightsError>(())
    /// ```
    pub fn with_weights(mut self, first: f64, decrease: f64) -> Result<Self, WeightsError> {
        WeightError::check(first)?;
        if !(decrease.is_finite() && decrease > 0.0) {
            return Err(WeightsError::Decrease { decrease });
        }
        (self.engine.first_weight, self.engine.decrease) = (first, decrease);
        self.engine.inner.frontier.evaluation.weight = first;
        Ok(self)
    }

    /// Returns the weight of the current pass.
    pub fn weight(&self) -> f64 {
        self.engine.inner.frontier.evaluation.weight
    }

    /// Returns the proven bound: the best path so far costs at most this many times as much as a cheapest one, if the
    /// estimate is admissible. The bound is infinite while there is no path, and 1 at the end.
    pub fn bound(&self) -> f64 {
        match self.engine.best {
            None => f64::INFINITY,
            Some((_, cost)) if !self.engine.least.is_less(&cost) => 1.0,
            Some((_, cost)) => cost.to_f64() / self.engine.least.to_f64(),
        }
    }
}

/// The evaluation of [`AraStar`]: g + w · h, with the weight of the pass.
#[derive(Clone, Copy, Debug)]
struct ByPass {
    weight: f64,
}

impl<P: Heuristic<Cost: NumericCost>> Evaluation<P> for ByPass {
    type Guidance = Informed;
    type Key = P::Cost;
    type Open = Passes<P::Cost>;

    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        cost.plus(estimate)?;
        let weighted = estimate.scaled(self.weight).and_then(|weighted| cost.plus(weighted));
        Some(weighted.unwrap_or(P::Cost::INFINITY))
    }
}

impl<P: Heuristic<Cost: NumericCost>> Anytime<P> {
    /// Chooses the next node, in the next pass if this one can find no better path. `None` if there is no node that
    /// can be part of a better path.
    fn choose(&mut self, problem: &P, memory: &mut Memory) -> Option<u32> {
        loop {
            let best = self.best.map_or(P::Cost::INFINITY, |(_, cost)| cost);
            let frontier = &mut self.inner.frontier;
            let chosen = frontier.choose(memory);
            // A node that no longer exists has no key, and makes the search fail when it is taken.
            let comes_before = |id| frontier.key(problem, id).is_none_or(|key| key.is_less(&best));
            if chosen.is_some_and(|id| self.best.is_none() || comes_before(id)) {
                return chosen;
            }
            if !self.begin_pass(problem, best, memory) {
                return None;
            }
        }
    }

    /// Chooses the next weight, and orders by it the nodes that can be part of a path cheaper than `best`. Returns
    /// whether there are any.
    fn begin_pass(&mut self, problem: &P, best: P::Cost, memory: &mut Memory) -> bool {
        let frontier = &mut self.inner.frontier;
        frontier.release(problem, memory);
        let (nodes, open) = (&frontier.nodes, &mut frontier.open);
        let mut waiting = open.take_all(memory, nodes.freshness());
        let (mut least, mut promising) = (best, 1.0);
        waiting.retain(|id| {
            let Some(node) = nodes.node(problem, *id) else {
                return true;
            };
            let (cost, estimate) = (nodes.cost(*id), frontier.estimate_of(problem, *id, &node));
            let Some(f) = cost.plus(estimate).filter(|f| f.is_less(&best)) else {
                return false;
            };
            if f.is_less(&least) {
                least = f;
            }
            // With a larger weight, the node would come after the goal of the best path.
            promising = ((best.to_f64() - cost.to_f64()) / estimate.to_f64()).max(promising);
            true
        });
        if self.least.is_less(&least) {
            self.least = least;
        }
        let ByPass { weight } = frontier.evaluation;
        let next = (weight - self.decrease).min(promising).max(1.0);
        frontier.evaluation.weight = if next < weight { next } else { 1.0 };
        frontier.open.is_last = frontier.evaluation.weight <= 1.0;
        let is_any = !waiting.is_empty();
        for id in &waiting {
            match frontier.key(problem, *id) {
                Some(key) => frontier.open.push(*id, key, frontier.nodes.cost(*id), memory),
                None => frontier.chosen = Some(*id),
            }
        }
        frontier.open.take_back(waiting);
        is_any
    }
}

impl<P: Heuristic<Cost: NumericCost>> Engine for Anytime<P> {
    type Problem = P;
    type Id = u32;

    const KEEPS_CLOSED: bool = true;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        loop {
            let chosen = self.choose(problem, &mut progress.memory);
            let frontier = &mut self.inner.frontier;
            let Some(taken) = chosen.and_then(|_| frontier.take_open(progress)) else {
                progress.status = match self.best {
                    Some((goal, _)) => {
                        frontier.nodes.current = Some(goal);
                        Status::Found
                    }
                    None => Status::Exhausted,
                };
                return false;
            };
            let Some(node) = frontier.taken_node(problem, progress, taken.id) else {
                return false;
            };
            if !problem.is_goal(&node) {
                let context = Context {
                    problem,
                    observer,
                    progress,
                };
                return frontier.expand_node(&mut self.inner.successors, context, taken, &node);
            }
            frontier.notify(problem, observer, taken, &node, W::found);
            self.best = Some((taken.id, taken.cost));
            frontier.cost_limit = taken.cost;
        }
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, node: P::Node, cost: P::Cost) {
        // The known lower bound on the cost does not hold for paths from here.
        let f = cost.plus(context.problem.estimate(&node)).unwrap_or(P::Cost::ZERO);
        if f.is_less(&self.least) {
            self.least = f;
        }
        self.inner.open_start(context, node, cost);
    }

    fn clear(&mut self, memory: &mut Memory) {
        self.inner.clear(memory);
        self.inner.frontier.evaluation.weight = self.first_weight;
        self.inner.frontier.cost_limit = P::Cost::INFINITY;
        self.best = None;
        self.least = P::Cost::ZERO;
    }

    fn next(&mut self, problem: &P, progress: &mut Progress) -> Option<u32> {
        self.choose(problem, &mut progress.memory)
    }

    fn best(&self, problem: &P) -> Option<u32> {
        self.best.map(|(goal, _)| goal).or_else(|| self.inner.best(problem))
    }

    forward!(self.inner =>
        fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory);
        fn last(&self, problem: &P) -> Option<u32>;
        fn ids(&self, is_open: bool) -> impl Iterator<Item = u32>;
        fn id_of(&self, problem: &P, node: &P::Node) -> Option<u32>;
        fn view(&self, problem: &P, id: u32) -> Option<ViewOf<Self>>;
        fn path(&self, problem: &P, id: u32) -> Option<PathOf<Self>>;
    );
}

impl<P: Heuristic<Cost: NumericCost>> fmt::Debug for Anytime<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Anytime")
            .field("weight", &self.inner.frontier.evaluation.weight)
            .finish_non_exhaustive()
    }
}
