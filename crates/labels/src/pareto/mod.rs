//! [`ParetoPaths`]: all paths that no other path dominates.

mod bounds;
mod problem;

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::hash::Hash;
use core::iter::FusedIterator;
use core::mem;
use core::sync::atomic::AtomicBool;

use crate::LabelSearch;
use astride::search::{Origin, Search};
use astride::traits::NumericCost;
use astride::{Cost, SearchError, Stats, Status, Stepper};

use crate::{CostsError, SeveralCosts};
use bounds::{Bounds, Least};
use problem::Window;
pub use problem::{Label, ParetoProblem};

/// An iterator over the Pareto-optimal paths between two nodes: those that no other path dominates, the cheapest first.
///
/// Use it for time and toll, length and danger, or any number of such costs. With [limits](Self::with_limits), the
/// first path is the cheapest one within the limits. With [time windows](Self::with_windows), paths visit nodes only
/// while these are open. With a [battery](ParetoPaths::with_battery), edges can charge as well as consume.
///
/// A path *dominates* another if it is at least as good in the cost and in each resource, and better in at least one of
/// them. The paths that no other path dominates form the *Pareto front*. If only a few of these paths are of interest,
/// `take` a few, or stop when the cost becomes too large.
///
/// # Methods
///
/// | to | call |
/// |---|---|
/// | get the paths | [`next`](Iterator::next), and all of [`Iterator`] |
/// | compute the next path in slices | [`step`](Stepper::step), [`run_for`](Stepper::run_for), [`run_until`](Stepper::run_until) |
/// | limit the resources of a path | [`with_limits`](Self::with_limits), [`with_windows`](Self::with_windows), [`with_departure`](Self::with_departure), [`with_battery`](ParetoPaths::with_battery) |
/// | limit the search | [`with_node_limit`](Self::with_node_limit), [`with_memory_limit`](Self::with_memory_limit) |
/// | inspect the search and the graph | [`search`](Self::search), [`costs`](Self::costs) |
/// | search for other paths in the same memory | [`reset`](Self::reset) |
///
/// # Arguments
///
/// [`ParetoPaths::new`] takes a [`SeveralCosts`], a start and a goal. [`to_any`](Self::to_any) takes several goals, and
/// the paths to all of them form one front.
///
/// # Returns
///
/// `Ok` with a [`CostedPath`] for each combination of cost and resources in the front, in order of cost, and at equal
/// cost in lexicographic order of the resources. If several paths have the same cost and resources, only one is
/// returned. If the search fails, the iterator returns `Err` once and then ends. With costs [that are
/// rounded](Cost::IS_EXACT), such as floats, all of this holds only up to rounding.
///
/// # Complexity
///
/// First, searches with [`Dijkstra`](astride::Dijkstra)'s algorithm run from the goals, one for the cost and one for
/// each of the `M` resources, over all nodes from which a goal can be reached. These searches provide the lower bounds
/// that guide the search for the paths. For the complexity of that search, see [`LabelSearch`]. The size of the front
/// and the number of labels can grow exponentially with the number of nodes.
///
/// # Errors
///
/// [`Status::Failed`] if a sum of costs is too large for its type; if there is no path except those on which a resource
/// is too large for its type; if a limit of the search is reached; or if memory is exhausted. Also if a resource
/// [falls](SeveralCosts::with_recuperation) along a cycle of edges that cost nothing.
///
/// # Example
///
/// ```
/// use astride_labels::{ParetoPaths, SeveralCosts};
///
/// let roads = SeveralCosts::from_edges([
///     ("Arad", "Sibiu", 140, [12]), // kilometres, toll
///     ("Arad", "Timisoara", 118, [0]),
///     ("Timisoara", "Sibiu", 190, [0]),
///     ("Sibiu", "Bucharest", 278, [25]),
///     ("Sibiu", "Bucharest", 310, [0]),
/// ])?;
/// let mut front = Vec::new();
/// for path in ParetoPaths::new(&roads, &"Arad", &"Bucharest")? {
///     let path = path?;
///     println!("{} km and {} of toll by {}", path.cost, path.resources[0], path.nodes.join(", "));
///     front.push((path.cost, path.resources[0]));
/// }
/// assert_eq!(front, [(418, 37), (450, 12), (618, 0)]);
///
/// let mut cheap = ParetoPaths::new(&roads, &"Arad", &"Bucharest")?.with_limits([20])?;
/// assert_eq!(cheap.next().unwrap()?.cost, 450);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// See [`LabelSearch`]. Lower bounds from backward searches: Tung, Chew: A multicriteria Pareto-optimal path algorithm.
/// European Journal of Operational Research 62(2), 1992. Time windows: Desrochers, Soumis: A generalized permanent
/// labelling algorithm for the shortest path problem with time windows. INFOR 26(3), 1988.
#[doc(alias(
    "multi-objective",
    "bi-objective",
    "Pareto front",
    "constrained shortest path",
    "resource constrained",
    "time window",
    "toll"
))]
pub struct ParetoPaths<'a, N, C: Cost, const M: usize> {
    costs: &'a SeveralCosts<N, C, M>,
    start: u32,
    goals: Vec<u32>,
    departure: [C; M],
    limits: [C; M],
    windows: Arc<[[Window<C>; M]]>,
    node_limit: Option<usize>,
    memory_limit: Option<usize>,
    /// The searches for lower bounds, until they are complete.
    bounds: Option<Bounds<'a, N, C, M>>,
    least: Arc<[Least<C, M>]>,
    /// The search for the paths, once it has begun.
    search: Option<LabelSearch<ParetoProblem<'a, N, C, M>>>,
    /// The final status if it was reached without a search for paths.
    end: Option<Status>,
    /// The statistics of the searches for lower bounds.
    before: Stats,
    /// Whether the search has found a path.
    has_found: bool,
    /// The failure of the search in terms of the graph, instead of the search's own one.
    failure: Option<SearchError>,
    /// Whether the current path or failure of the search has been returned.
    is_returned: bool,
}

/// A path with its cost and the resources that it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostedPath<N, C, const M: usize> {
    /// All nodes, from the start to the goal.
    pub nodes: Vec<N>,
    /// The sum of the costs of the edges.
    pub cost: C,
    /// The resources used on the way to the goal, including any waiting there. Without
    /// [windows](ParetoPaths::with_windows), these are the resources already used at the start plus those of the edges.
    pub resources: [C; M],
    /// The resources used on the way to each node, including any waiting there.
    pub along: Vec<[C; M]>,
}

impl<'a, N: Clone + Debug + Eq + Hash, C: Cost, const M: usize> ParetoPaths<'a, N, C, M> {
    /// Prepares the search for the paths from `start` to `goal`.
    ///
    /// # Errors
    ///
    /// [`CostsError::UnknownNode`] if `start` or `goal` is not in the graph.
    pub fn new(costs: &'a SeveralCosts<N, C, M>, start: &N, goal: &N) -> Result<Self, CostsError> {
        Self::to_any(costs, start, [goal])
    }

    /// Prepares the search for the paths from `start` to any of `goals`. A path ends at the first goal that it reaches.
    ///
    /// # Errors
    ///
    /// [`CostsError::UnknownNode`] if `start` or one of `goals` is not in the graph.
    pub fn to_any<'n>(
        costs: &'a SeveralCosts<N, C, M>,
        start: &N,
        goals: impl IntoIterator<Item = &'n N>,
    ) -> Result<Self, CostsError>
    where
        N: 'n,
    {
        let start = costs.number(start)?;
        let mut goals: Vec<u32> = goals
            .into_iter()
            .map(|goal| costs.number(goal))
            .collect::<Result<_, _>>()?;
        goals.sort_unstable();
        goals.dedup();
        Ok(ParetoPaths {
            bounds: (!goals.is_empty()).then(|| Bounds::new(costs, &goals)),
            end: goals.is_empty().then_some(Status::Exhausted),
            costs,
            start,
            goals,
            departure: [C::ZERO; M],
            limits: [C::INFINITY; M],
            windows: Arc::default(),
            node_limit: None,
            memory_limit: None,
            least: Arc::default(),
            search: None,
            before: Stats::default(),
            has_found: false,
            failure: None,
            is_returned: false,
        })
    }

    /// Leaves out paths that use more of a resource than its limit. [`Cost::INFINITY`] stands for no limit. The first
    /// path is then the cheapest one within the limits, and [`Status::Exhausted`] without any path proves that
    /// there is none. A resource that [falls](SeveralCosts::with_recuperation) must be within its limit at every node.
    /// Call this method before the first step.
    ///
    /// # Errors
    ///
    /// [`CostsError::InvalidArgument`] if a limit is neither finite nor infinity, such as a NaN.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_labels::{ParetoPaths, SeveralCosts};
    ///
    /// // Minutes, charge in percent, and toll.
    /// let roads = SeveralCosts::from_edges([(0, 1, 30, [60, 0]), (0, 2, 20, [30, 5]), (2, 1, 20, [10, 5])])?;
    /// let mut fast = ParetoPaths::new(&roads, &0, &1)?.with_limits([50, i32::MAX])?;
    /// assert_eq!(fast.next().unwrap()?.nodes, [0, 2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_limits(mut self, limits: [C; M]) -> Result<Self, CostsError> {
        for (resource, limit) in limits.iter().enumerate() {
            if !is_finite_or_infinity(limit) {
                let argument = format!("the limit of resource {resource}");
                return Err(invalid(argument, limit, FINITE_OR_INFINITY));
            }
        }
        self.limits = limits;
        Ok(self)
    }

    /// Sets the resources already used at the start, such as the departure time. They are [`Cost::ZERO`] by default.
    /// Call this method before the first step.
    ///
    /// # Errors
    ///
    /// [`CostsError::InvalidArgument`] if a resource is below zero or not finite.
    pub fn with_departure(mut self, resources: [C; M]) -> Result<Self, CostsError> {
        for (resource, value) in resources.iter().enumerate() {
            if !is_finite_and_not_negative(value) {
                let argument = format!("resource {resource} at the departure");
                return Err(invalid(argument, value, FINITE_AND_NOT_NEGATIVE));
            }
        }
        self.departure = resources;
        Ok(self)
    }

    /// Sets the time windows of each node: for each resource, the least and the greatest value that it may have there.
    /// If a path arrives with a resource below its least value, it waits until the resource has that value, at no cost.
    /// A path that arrives with a resource above its greatest value is left out. O(nodes). Call this method before the
    /// first step.
    ///
    /// # Errors
    ///
    /// [`CostsError::InvalidArgument`] if an end of a window is neither finite nor infinity, such as a NaN.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_labels::{ParetoPaths, SeveralCosts};
    ///
    /// // Kilometres and minutes. The ferry of place 1 leaves at ten, and the gate of place 2 closes at a quarter past.
    /// let roads = SeveralCosts::from_edges([(0, 1, 8, [10]), (1, 3, 2, [30]), (0, 2, 9, [20]), (2, 3, 4, [10])])?;
    /// let opening = |place: &u8| match place {
    ///     1 => [(10 * 60, 10 * 60)],
    ///     2 => [(0, 10 * 60 + 15)],
    ///     _ => [(0, 24 * 60)],
    /// };
    /// let leaving = |time| ParetoPaths::new(&roads, &0, &3)?.with_windows(opening)?.with_departure([time]);
    /// let paths: Vec<_> = leaving(9 * 60)?.collect::<Result<_, _>>()?;
    /// assert_eq!([&paths[0].nodes[..], &paths[1].nodes], [[0, 1, 3], [0, 2, 3]]);
    /// assert_eq!(paths[0].along, [[9 * 60], [10 * 60], [10 * 60 + 30]]);
    /// assert_eq!(leaving(10 * 60)?.count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_windows(mut self, mut window: impl FnMut(&N) -> [(C, C); M]) -> Result<Self, CostsError> {
        let windows = |node| {
            let mut windows = window(node);
            for (resource, (from, until)) in windows.iter_mut().enumerate() {
                if let Some(end) = [*from, *until].iter().find(|end| !is_finite_or_infinity(*end)) {
                    let argument = format!("an end of the window of resource {resource} at {node:?}");
                    return Err(invalid(argument, end, FINITE_OR_INFINITY));
                }
                if from.order(&C::INFINITY).is_eq() {
                    // A path would wait forever for an infinite value, so no path can visit the node.
                    *until = C::ZERO;
                }
            }
            Ok(windows)
        };
        self.windows = self.costs.nodes().iter().map(windows).collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// Limits the number of labels stored: see [`with_node_limit`](Search::with_node_limit). This limit does not apply
    /// to the searches for lower bounds. Call this before the first step, or before a reset.
    pub fn with_node_limit(mut self, limit: usize) -> Self {
        self.node_limit = Some(limit);
        self
    }

    /// Limits the bytes that labels take: see [`with_memory_limit`](Search::with_memory_limit). This limit does not
    /// apply to the searches for lower bounds. Call this before the first step, or before a reset.
    pub fn with_memory_limit(mut self, limit: usize) -> Self {
        self.memory_limit = Some(limit);
        self
    }

    /// The graph.
    pub fn costs(&self) -> &'a SeveralCosts<N, C, M> {
        self.costs
    }

    /// The search for the paths, which gives access to its labels, or `None` until the lower bounds are known.
    pub fn search(&self) -> Option<&LabelSearch<ParetoProblem<'a, N, C, M>>> {
        // After a reset, the search may be an earlier one, whose memory the next one will use.
        let is_current = self.bounds.is_none() && !self.has_failed();
        self.search.as_ref().filter(|_| is_current)
    }

    /// Restarts with another start and goal, in the same memory and with the same settings. If the goal stays the same,
    /// the lower bounds are kept.
    ///
    /// # Errors
    ///
    /// [`CostsError::UnknownNode`] if `start` or `goal` is not in the graph. This error leaves the search unchanged.
    pub fn reset(&mut self, start: &N, goal: &N) -> Result<(), CostsError> {
        let (start, goal) = (self.costs.number(start)?, self.costs.number(goal)?);
        let has_bounds = self.bounds.is_none() && self.goals == [goal] && !self.has_failed();
        (self.start, self.goals) = (start, alloc::vec![goal]);
        (self.end, self.before) = (None, Stats::default());
        (self.has_found, self.failure, self.is_returned) = (false, None, false);
        if has_bounds {
            self.begin();
        } else {
            self.bounds = Some(Bounds::new(self.costs, &self.goals));
        }
        Ok(())
    }

    /// Begins the search for paths when the lower bounds are known.
    fn begin(&mut self) {
        // The end until the search has begun, since code of the cost type may panic.
        self.end = Some(Status::Failed(SearchError::Panicked));
        let mut problem = ParetoProblem {
            costs: self.costs,
            start: self.start,
            departure: self.departure,
            goals: self.goals.clone(),
            limits: self.limits,
            windows: Arc::clone(&self.windows),
            has_overflowed: AtomicBool::new(false),
            least: Arc::clone(&self.least),
        };
        let end = match problem.arrive(self.start, &self.departure, &[C::ZERO; M]) {
            Err(_) => {
                let failure = self.too_large(&problem, self.start, &self.departure, &[C::ZERO; M]);
                Some(failure.map_or(Status::Exhausted, Status::Failed))
            }
            Ok(arrival) => {
                problem.departure = arrival;
                None
            }
        };
        let search = match self.search.take() {
            Some(mut search) => {
                search.reset(problem);
                search
            }
            None => LabelSearch::new(problem),
        };
        let search = self.search.insert(search);
        if let Some(limit) = self.node_limit {
            search.set_node_limit(limit);
        }
        if let Some(limit) = self.memory_limit {
            search.set_memory_limit(limit);
        }
        self.end = end;
    }

    /// The failure of a search that has ended without any path, although a resource was too large for its type.
    #[cold]
    fn overflow(&self) -> Option<SearchError> {
        let search = self.search.as_ref()?;
        let problem = search.problem();
        if self.has_found || !problem.has_overflowed() {
            return None;
        }
        let mut labels = search.closed_nodes().map(|label| label.node);
        labels.find_map(|label| {
            let mut edges = self.costs.out.at(label.place).iter();
            edges.find_map(|edge| self.too_large(problem, edge.node, &label.resources, &edge.resources))
        })
    }

    /// The failure if a node could not be entered because a resource is too large for its type.
    fn too_large(
        &self,
        problem: &ParetoProblem<'a, N, C, M>,
        place: u32,
        used: &[C; M],
        more: &[C; M],
    ) -> Option<SearchError> {
        let (resource, used, rest) = problem.too_large(place, used, more)?;
        let node = self.costs.nodes().get(place as usize)?;
        let reason = match used {
            Some(used) => format!(
                "resource {resource} is {used:?} at {node:?}, and at least {rest:?} more is used from there to a goal: \
                 the sum is too large for its type"
            ),
            None => format!("resource {resource} is too large for its type at {node:?}"),
        };
        Some(SearchError::Other { reason })
    }

    fn end_bounds(&mut self) {
        if let Some(bounds) = self.bounds.take() {
            self.before = bounds.stats();
        }
    }

    fn has_failed(&self) -> bool {
        matches!(self.end, Some(Status::Failed(_)))
    }

    /// The path to the label that the search has found.
    fn path(&self) -> Option<CostedPath<N, C, M>> {
        let path = self.search.as_ref()?.path()?;
        let nodes = path
            .nodes
            .iter()
            .filter_map(|label| self.costs.nodes().get(label.place as usize));
        Some(CostedPath {
            nodes: nodes.cloned().collect(),
            cost: path.cost,
            resources: path.nodes.last()?.resources,
            along: path.nodes.iter().map(|label| label.resources).collect(),
        })
    }
}

impl<N: Clone + Debug + Eq + Hash, C: NumericCost> ParetoPaths<'_, N, C, 1> {
    /// Leaves out paths on which a battery would run empty. The first path is then the cheapest one that the battery
    /// allows, such as the fastest, and further paths are more expensive but arrive with more charge. Call this method
    /// before the first step.
    ///
    /// The battery holds at most `capacity`, and `charge` of it at the start. The resource of an edge is the charge
    /// that the edge consumes. If it is below zero, as in a graph made
    /// [`with_recuperation`](SeveralCosts::with_recuperation), the edge charges the battery, but never above its
    /// capacity.
    ///
    /// The resource of a path is the charge that is missing in the battery, so `capacity - path.resources[0]` is the
    /// charge that is left. A [window](Self::with_windows) can require some charge to be left at a node.
    ///
    /// # Errors
    ///
    /// [`CostsError::InvalidArgument`] if `charge` or `capacity` is below zero or not finite.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_labels::{ParetoPaths, SeveralCosts};
    ///
    /// // Minutes, and the charge that an edge consumes. The pass can be reached from the valley with a full battery,
    /// // and from the depot next to it, where the car can also be charged.
    /// let roads = SeveralCosts::with_recuperation([
    ///     ("valley", "pass", 30, [95]),
    ///     ("pass", "lake", 20, [-40]),
    ///     ("lake", "city", 25, [35]),
    ///     ("valley", "depot", 10, [5]),
    ///     ("depot", "depot", 15, [-30]),
    ///     ("depot", "pass", 25, [85]),
    ///     ("valley", "city", 120, [60]),
    /// ])?;
    /// let mut paths = ParetoPaths::new(&roads, &"valley", &"city")?.with_battery(80, 100)?;
    /// let fastest = paths.next().expect("a path")?;
    /// assert_eq!(fastest.nodes, ["valley", "depot", "depot", "pass", "lake", "city"]);
    /// assert_eq!((fastest.cost, 100 - fastest.resources[0]), (95, 20));
    /// assert!(paths.next().is_none(), "no slower path arrives with more charge");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Source
    ///
    /// Artmeier, Haselmayr, Leucker, Sachenbacher: The shortest path problem revisited: Optimal routing for electric
    /// vehicles. KI 2010. Eisner, Funke, Storandt: Optimal route planning for electric vehicles in large networks. AAAI
    /// 2011. Baum, Dibbelt, Gemsa, Wagner, Zündorf: Shortest feasible paths with charging stops for battery electric
    /// vehicles. SIGSPATIAL 2015.
    #[doc(alias("electric vehicle", "state of charge", "recuperation"))]
    pub fn with_battery(self, charge: C, capacity: C) -> Result<Self, CostsError> {
        for (argument, value) in [("the charge", charge), ("the capacity", capacity)] {
            if !is_finite_and_not_negative(&value) {
                return Err(invalid(argument.into(), &value, FINITE_AND_NOT_NEGATIVE));
            }
        }
        self.with_limits([capacity])?.with_departure([capacity.minus(charge)])
    }
}

const FINITE_OR_INFINITY: &str = "finite or infinity";
const FINITE_AND_NOT_NEGATIVE: &str = "finite and not below zero";

fn is_finite_or_infinity<C: Cost>(value: &C) -> bool {
    C::ZERO.plus(*value).is_some() || value.order(&C::INFINITY).is_eq()
}

fn is_finite_and_not_negative<C: Cost>(value: &C) -> bool {
    // A cost type may order minus zero below zero. Adding it to zero makes it plain zero.
    C::ZERO.plus(*value).is_some_and(|value| !value.is_less(&C::ZERO))
}

fn invalid(argument: String, value: &impl Debug, expected: &'static str) -> CostsError {
    CostsError::InvalidArgument {
        argument,
        value: format!("{value:?}"),
        expected,
    }
}

/// The failure in terms of a graph with several costs. Estimates and ranks are those of [`ParetoProblem`], of which a
/// caller need not know.
fn explained(error: SearchError) -> SearchError {
    match error {
        SearchError::EstimateOverflow { cost, estimate, .. } => SearchError::CostOverflow {
            cost,
            edge: estimate,
            origin: Origin::Remainder,
        },
        SearchError::InconsistentRank { .. } => SearchError::Other {
            reason: "edges that cost nothing form a cycle along which a resource falls: give one of them a cost".into(),
        },
        error => error,
    }
}

/// The status is [`Found`](Status::Found) at each path until [`next`](Iterator::next) returns that path, and
/// [`Exhausted`](Status::Exhausted) when there are no more paths.
///
/// ```
/// use astride::{Budget, Status, Stepper};
/// use astride_labels::{ParetoPaths, SeveralCosts};
///
/// let line = (0..100_u32).flat_map(|place| [(place, place + 1, 2, [1]), (place, place + 1, 1, [2])]);
/// let roads = SeveralCosts::from_edges(line)?;
/// let mut paths = ParetoPaths::new(&roads, &0, &100)?;
/// while paths.run_for(Budget::new().expansions(50)) == Status::Running {}
/// let path = paths.next().unwrap()?;
/// assert_eq!((path.cost, path.resources), (100, [200]));
/// assert_eq!(paths.count(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<N: Clone + Debug + Eq + Hash, C: Cost, const M: usize> Stepper for ParetoPaths<'_, N, C, M> {
    /// Makes at most one expansion. The last step of a search for lower bounds also takes O(nodes), and that for the
    /// cost O(nodes log nodes + edges) for each resource that falls, or longer if many edges cost nothing.
    fn step(&mut self) -> Status {
        if let Some(bounds) = &mut self.bounds {
            match bounds.step(self.costs, &self.goals) {
                Status::Running => {}
                Status::Failed(error) => {
                    self.end = Some(Status::Failed(error));
                    self.end_bounds();
                }
                Status::Found | Status::Exhausted => {
                    self.least = bounds.least();
                    self.end_bounds();
                    self.begin();
                }
            }
        } else if self.end.is_none()
            && let Some(search) = &mut self.search
        {
            if self.is_returned && search.status() == Status::Found {
                self.is_returned = false;
                let _ = search.seek_next();
            }
            match search.step() {
                Status::Running => {}
                Status::Found => self.has_found = true,
                Status::Exhausted => self.failure = self.overflow(),
                Status::Failed(error) => self.failure = Some(explained(error)),
            }
        }
        self.status()
    }

    fn status(&self) -> Status {
        if self.bounds.is_some() {
            return Status::Running;
        }
        let end = self.end.clone().or_else(|| self.failure.clone().map(Status::Failed));
        let status = end.or_else(|| Some(self.search.as_ref()?.status()));
        match status {
            Some(Status::Found) | None if self.is_returned => Status::Running,
            Some(status) => status,
            None => Status::Running,
        }
    }

    /// Returns the statistics of all searches so far, including those for lower bounds.
    fn stats(&self) -> Stats {
        if let Some(bounds) = &self.bounds {
            return bounds.stats();
        }
        let now = self.search().map(Search::stats).unwrap_or_default();
        let mut stats = now.after(&self.before);
        stats.bytes += size_of_val(&*self.least) + size_of_val(&*self.windows);
        stats
    }
}

impl<N: Clone + Debug + Eq + Hash, C: Cost, const M: usize> Iterator for ParetoPaths<'_, N, C, M> {
    type Item = Result<CostedPath<N, C, M>, SearchError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.run() {
            Status::Found => {
                self.is_returned = true;
                self.path().map(Ok)
            }
            Status::Failed(error) => (!mem::replace(&mut self.is_returned, true)).then_some(Err(error)),
            Status::Exhausted | Status::Running => None,
        }
    }
}

impl<N: Clone + Debug + Eq + Hash, C: Cost, const M: usize> FusedIterator for ParetoPaths<'_, N, C, M> {}

impl<N, C: Cost, const M: usize> Debug for ParetoPaths<'_, N, C, M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ParetoPaths")
            .field("costs", self.costs)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
