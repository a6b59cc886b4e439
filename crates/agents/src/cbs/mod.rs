//! [`Cbs`]: plans of least cost, or within a factor of it.

mod corridor;
mod cover;
mod low_level;
mod maps;
mod mdd;
mod occupancy;
mod open;
mod pair;
mod rules;
mod traffic;

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::hash::Hash;

use astride::search::WeightError;
use astride::{SearchError, Stats, Status, Stepper};
use hashbrown::HashMap;

use crate::places::{NONE, Places};
use crate::{AtEnd, Plan, Team};
use cover::vertex_cover;
use low_level::{Aim, PathSearch};
use maps::Maps;
use mdd::Mdd;
use occupancy::Occupancy;
use open::{Open, Rank, scaled};
use pair::{Pair, Part};
use rules::{Bounds, Constraint, Rules, Visit};
use traffic::{Conflict, Traffic};

/// Conflict-based search (CBS): finds a plan with the least [sum of costs](Plan::sum_of_costs), or one whose sum is
/// within a given factor of the least.
///
/// Use this planner for tens of agents whose plan must be optimal or must have a proven bound.
/// [`Prioritized`](crate::Prioritized) plans many agents without such a proof.
///
/// At first, each agent has a cheapest path, as if it were alone; in a bounded search, this path may be longer. If two
/// agents collide, the search branches. In one branch, one of the agents must not be at the place of the collision at
/// that time. In the other branch, the same agent must be there, so no other agent can be. Paths that violate the new
/// constraint are replanned. The branches form a tree, whose nodes are expanded in order of their lower bounds; a
/// bounded search prefers the node with the fewest conflicts among those whose cost is within its factor of the least
/// bound.
///
/// These techniques make the search fast:
///
/// * Conflicts at a goal are resolved first, then those that raise the cost in both branches, and conflicts that can be
///   avoided at no additional cost are bypassed (the latter two by Boyarski et al.).
/// * Under disjoint splitting, no plan is in both branches (Li et al., ICAPS 2019).
/// * The lower bound includes the additional moves of agents that are in each other's way. They are computed by a
///   search for each two of them (the heuristic WDG of Li et al., IJCAI 2019).
/// * If an agent passes the goal at which another one stays, the search branches on the time of arrival: either the
///   other one arrives later, or nobody passes its goal from then on (target reasoning).
/// * If two agents meet head-on in a corridor, one of them can leave it only after the other one has passed through
///   (corridor reasoning). A single step is a corridor, too, if neither agent has another cheapest path.
/// * If two agents cross an open area, there are many ways to collide, which one branching resolves (rectangle
///   reasoning). Instead of rectangles, the search compares the diagrams of both agents' shortest paths, so that it
///   finds such conflicts on any graph, with any rule of a [`Team`].
///
/// Target reasoning applies only to agents that [stay](AtEnd::Stays) at their goals, and corridor reasoning only if
/// each node is a [spot](Team::with_spots) of its own. If the team has [durations](Team::with_durations), there is no
/// rectangle and corridor reasoning, since both assume that each move ends at a node. The conflicts that are resolved
/// first are then those of agents that together need additional moves. Plans are still optimal, but the search expands
/// more nodes of the tree.
///
/// # Methods
///
/// The methods of [`Stepper`] run the search. At first, each agent is planned by itself, and then the nodes of the tree
/// are processed. A step processes at most one node, and pauses after 10,000 expansions of its searches for paths.
/// [`stats`](Stepper::stats) counts the nodes of the tree, and [`low_level`](Self::low_level) returns the counts of the
/// searches for paths. [`lower_bound`](Self::lower_bound) grows during the search, so even a search that is paused or
/// fails proves a bound.
///
/// # Arguments
///
/// [`new`](Self::new) finds an optimal plan. [`bounded`](Self::bounded) takes a factor, such as 1.1, for a plan that
/// costs at most 1.1 times as much as an optimal one. A factor allows agents to make detours from the beginning, which
/// saves branches: for the first 40 agents of the scenario `random-32-32-20-random-1` of the `MovingAI` benchmarks, the
/// search expands 4 nodes of the tree to find a plan within a factor of 1.2, but 88 to find an optimal one.
///
/// # Returns
///
/// * [`Status::Found`]: [`plan`](Self::plan) returns the plan.
/// * [`Status::Exhausted`]: there is no plan.
/// * [`Status::Failed`]: the [node limit](Self::with_node_limit) was reached, or memory ran out.
///
/// # A team without a plan
///
/// If there is no plan, the search usually does not end, but proves higher and higher bounds. It ends as `Exhausted` if
/// no branch is left, or if the lower bound exceeds an upper bound on the cost of an optimal plan: the number of agents
/// times the number of their arrangements on the nodes. The search ends in this way only for very few agents on very
/// few nodes. If there may be no plan, use a limit or a budget, or first run [`Lacam`](crate::Lacam), which decides for
/// any team whether there is one.
///
/// # Complexity
///
/// Exponential in the number of conflicts that cannot be avoided. Each node of the tree takes an A\* search over places
/// and times for each replanned agent, and O(agents · makespan) time to find the conflicts, if there are few.
///
/// # Example
///
/// Two agents at the ends of a corridor with a bay change places. Planning one agent after another fails here, whatever
/// the order:
///
/// ```
/// use astride::{Status, Stepper};
/// use astride_agents::{Cbs, Team};
/// use astride_grid::{GridMap, GridProblem, Movement, Point};
///
/// let map: GridMap = ".....\n@@.@@".parse()?;
/// let [left, right] = [Point::new(0, 0), Point::new(4, 0)];
/// let graph = GridProblem::new(&map, left, right, Movement::Four)?;
/// let team = Team::new(&graph, [(left, right), (right, left)])?;
///
/// let mut search = Cbs::new(&team);
/// assert_eq!(search.run(), Status::Found);
/// let plan = search.plan().ok_or("no plan")?;
/// plan.check(&team)?;
/// assert_eq!((search.cost(), search.lower_bound()), (Some(11), 11));
/// assert_eq!(plan.sum_of_costs(), 4 + 7); // into the bay, waiting there, and out of it
///
/// let mut search = Cbs::bounded(&team, 1.5)?;
/// assert_eq!(search.run(), Status::Found);
/// assert!(search.cost().is_some_and(|cost| cost <= 16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// * G. Sharon, R. Stern, A. Felner, N. Sturtevant: *Conflict-based search for optimal multi-agent pathfinding*
///   (Artificial Intelligence 219, 2015).
/// * E. Boyarski, A. Felner, R. Stern, G. Sharon, D. Tolpin, O. Betzalel, S. Shimony: *ICBS: Improved Conflict-Based
///   Search Algorithm for Multi-Agent Pathfinding* (IJCAI 2015).
/// * J. Li, D. Harabor, P. Stuckey, A. Felner, H. Ma, S. Koenig: *Disjoint Splitting for Multi-Agent Path Finding with
///   Conflict-Based Search* (ICAPS 2019).
/// * J. Li, A. Felner, E. Boyarski, H. Ma, S. Koenig: *Improved Heuristics for Multi-Agent Path Finding with
///   Conflict-Based Search* (IJCAI 2019), the heuristic WDG.
/// * J. Li, D. Harabor, P. Stuckey, H. Ma, S. Koenig: *Symmetry-Breaking Constraints for Grid-Based Multi-Agent Path
///   Finding* (AAAI 2019); J. Li, G. Gange, D. Harabor, P. Stuckey, H. Ma, S. Koenig: *New Techniques for Pairwise
///   Symmetry Breaking in Multi-Agent Path Finding* (ICAPS 2020); J. Li, D. Harabor, P. Stuckey, H. Ma, G. Gange,
///   S. Koenig: *Pairwise Symmetry Reasoning for Multi-Agent Path Finding Search* (Artificial Intelligence 301, 2021).
/// * H. Zhang, J. Li, P. Surynek, S. Koenig, T. K. S. Kumar: *Multi-Agent Path Finding with Mutex Propagation* (ICAPS
///   2020), for the comparison of diagrams.
/// * M. Barer, G. Sharon, R. Stern, A. Felner: *Suboptimal Variants of the Conflict-Based Search Algorithm for the
///   Multi-Agent Pathfinding Problem* (`SoCS` 2014), for the bounded search, ECBS.
#[doc(alias("conflict-based search", "icbs", "ecbs", "cbsh", "mapf", "optimal plan"))]
#[derive(Clone, Debug)]
pub struct Cbs<N> {
    maps: Maps<N>,
    factor: f64,
    node_limit: usize,
    nodes: Vec<Node>,
    open: Open,
    /// The proven lower bound on the cost of any plan.
    bound: u64,
    /// If there is a plan, an optimal one costs at most this.
    most: u64,
    solution: Option<Vec<Arc<AgentPath>>>,
    status: Status,
    stats: Stats,
    low_level: Stats,
    /// The node of the tree that is being processed.
    current: Option<usize>,
    pauses: Pauses,
    /// The paths of agents among which the next path is planned, as far as there are any.
    shown: Vec<Option<Arc<AgentPath>>>,
    occupancy: Occupancy,
    /// The number of rules that were created.
    rules_count: u64,
    /// The diagrams of the cheapest paths, keyed by the numbers of the rules.
    mdds: HashMap<u64, Arc<Mdd>>,
    /// The rules of agents, with the numbers that identify them.
    rules: HashMap<Arc<Bounds>, (u64, Arc<Rules>)>,
    /// Which shortest paths of two agents are compatible, keyed by the numbers of the rules of these paths.
    pairs: HashMap<(u64, u64), Arc<Pair>>,
    /// The additional moves of two agents, keyed by all that binds them. These are more than the rules of their paths,
    /// which may have been planned under fewer constraints.
    known_extras: HashMap<[Arc<Bounds>; 2], u64>,
    /// What binds each agent at the node of the tree with this number, as far as it is known.
    bounds_at: (usize, Vec<Option<Arc<Bounds>>>),
    /// Constraints on the whole tree.
    given: Arc<[Constraint]>,
    /// Whether this is the search for two agents of another one.
    is_pair: bool,
}

/// The constraints of the two branches that resolve a conflict.
type Split = [Vec<Constraint>; 2];

/// The number of expansions of searches for paths after which a step pauses.
const EXPANSIONS: u64 = 10_000;

/// The searches for paths in the current part of the work: the root, or a node of the tree. If a step pauses, the next
/// one repeats this part, with the results of the searches that have ended.
#[derive(Clone, Debug)]
struct Pauses {
    /// The maximum number of expansions in a step.
    expansions: u64,
    /// The expansions that are left in this step.
    left: u64,
    ended: Vec<Option<Vec<u32>>>,
    /// The number of the next search.
    next: usize,
    paused: Option<PathSearch>,
    /// A search that has ended, whose memory the next one uses.
    memory: Option<PathSearch>,
    is_pausing: bool,
}

impl Pauses {
    fn new() -> Self {
        Pauses {
            expansions: EXPANSIONS,
            left: 0,
            ended: Vec::new(),
            next: 0,
            paused: None,
            memory: None,
            is_pausing: false,
        }
    }

    /// Begins a step.
    fn begin(&mut self) {
        (self.left, self.next, self.is_pausing) = (self.expansions, 0, false);
    }

    /// Returns the places of the path that a search finds, or `None` if there is none. If the step has to pause,
    /// returns [`Status::Running`].
    fn find<N>(
        &mut self,
        search: impl FnOnce(Option<PathSearch>) -> PathSearch,
        places: &Places<N>,
        others: &Occupancy,
        stats: &mut Stats,
    ) -> Result<Option<Vec<u32>>, Status> {
        let number = self.next;
        self.next += 1;
        if let Some(places) = self.ended.get(number) {
            return Ok(places.clone());
        }
        self.is_pausing = self.left == 0;
        if self.is_pausing {
            return Err(Status::Running);
        }
        let memory = &mut self.memory;
        let mut search = self.paused.take().unwrap_or_else(|| search(memory.take()));
        let before = search.stats.expanded;
        let has_ended = search.run(places, others, self.left);
        self.left = self.left.saturating_sub(search.stats.expanded - before);
        if !has_ended {
            (self.left, self.is_pausing, self.paused) = (0, true, Some(search));
            return Err(Status::Running);
        }
        let places = search.places();
        *stats = search.stats.after(stats);
        self.memory = Some(search);
        self.ended.push(places.clone());
        Ok(places)
    }

    /// Forgets the searches of a part that is complete.
    fn end(&mut self) {
        self.ended.clear();
        self.paused = None;
    }
}

/// When all rules have more than this many distances, they are dropped.
const REMEMBERED_PLACES: usize = 1 << 24;

/// The number of nodes of the tree after which a search for two agents is given up.
const PAIR_NODES: usize = 64;

/// The same if it is not known before whether the two agents need additional moves.
const UNCERTAIN_PAIR_NODES: usize = 8;

/// When there are more than this, all diagrams, all pairs or all rules are dropped.
const REMEMBERED: usize = 1 << 14;

/// A node of the tree: constraints, and the paths that differ from those of the parent.
#[derive(Clone, Debug)]
struct Node {
    parent: Option<usize>,
    constraints: Vec<Constraint>,
    changed: Vec<(usize, Arc<AgentPath>)>,
    /// The sum of the least costs of all agents' paths.
    least: u64,
    rank: Rank,
    /// Whether the bound takes into account which agents are in each other's way.
    is_estimated: bool,
}

/// A path of an agent.
#[derive(Clone, Debug)]
struct AgentPath {
    /// A place for each time until the agent arrives at its goal for good.
    places: Vec<u32>,
    /// The rules under which the path was planned. There may be more by now, which the path also satisfies.
    bounds: Arc<Bounds>,
    /// The number that identifies these rules.
    number: u64,
    /// The least number of moves under these rules. In a bounded search, the path may have more.
    least: u32,
}

impl AgentPath {
    fn moves(&self) -> u64 {
        self.places.len() as u64 - 1
    }

    /// The path without moves in which the agent waits at its goal. In a branch in which it arrives later than on a
    /// shortest path, it may have waited there.
    fn until_arrival(mut path: Arc<Self>) -> Arc<Self> {
        while let [.., before, last] = path.places[..]
            && before == last
        {
            Arc::make_mut(&mut path).places.pop();
        }
        path
    }
}

impl<N: Clone + Eq + Hash> Cbs<N> {
    /// Creates a search for an optimal plan.
    pub fn new<D>(team: &Team<N, D>) -> Self {
        Cbs::with_factor(&team.with_mark(), 1.0)
    }

    /// Creates a search for a plan that costs at most `factor` times as much as an optimal one.
    ///
    /// # Errors
    ///
    /// [`WeightError`] unless `factor` is finite and at least 1.
    pub fn bounded<D>(team: &Team<N, D>, factor: f64) -> Result<Self, WeightError> {
        let is_valid = factor.is_finite() && factor >= 1.0;
        is_valid
            .then(|| Cbs::with_factor(&team.with_mark(), factor))
            .ok_or(WeightError { weight: factor })
    }

    fn with_factor(team: &Team<N>, factor: f64) -> Self {
        // A shortest plan repeats no arrangement, and in each move an agent adds at most 1 to the sum.
        // One that leaves may also be gone, or have arrived a number of moves ago. With durations, it may be on its
        // way.
        let places = team.node_count() as u64;
        let agents = team.len() as u64;
        let ends = team.end.moves().map_or(0, |moves| u64::from(moves) + 2);
        let others = ends + team.places.transit_count();
        let choices = (0..agents).map(|agent| places - agent + others);
        let arrangements = choices.fold(1_u64, u64::saturating_mul);
        Cbs {
            most: arrangements.saturating_mul(agents),
            ..Cbs::with_maps(Maps::new(team), factor)
        }
    }

    fn with_maps(maps: Maps<N>, factor: f64) -> Self {
        let shown = vec![None; maps.team.len()];
        let occupancy = Occupancy::new(&maps.team);
        Cbs {
            maps,
            factor,
            node_limit: usize::MAX,
            nodes: Vec::new(),
            open: Open::new(factor),
            bound: 0,
            most: u64::MAX,
            solution: None,
            status: Status::Running,
            stats: Stats::default(),
            low_level: Stats::default(),
            current: None,
            pauses: Pauses::new(),
            shown,
            occupancy,
            rules_count: 0,
            mdds: HashMap::new(),
            rules: HashMap::new(),
            given: Arc::default(),
            is_pair: false,
            pairs: HashMap::new(),
            known_extras: HashMap::new(),
            bounds_at: (0, Vec::new()),
        }
    }

    /// Sets the number of nodes of the tree at which the search fails with [`SearchError::NodeLimit`]. By default,
    /// there is no limit.
    pub fn with_node_limit(mut self, nodes: usize) -> Self {
        self.node_limit = nodes;
        self
    }

    /// Returns the plan once it has been found.
    pub fn plan(&self) -> Option<Plan<N>> {
        let paths = self.solution.as_ref()?;
        let routes = paths.iter().map(|path| path.places.as_slice());
        Some(Plan::from_routes(&self.maps.team, &routes))
    }

    /// Returns the [sum of costs](Plan::sum_of_costs) of the plan once it has been found.
    pub fn cost(&self) -> Option<u64> {
        let paths = self.solution.as_ref()?;
        Some(paths.iter().map(|path| path.moves()).sum())
    }

    /// Returns the proven lower bound on the cost of any plan. The bound is 0 at first; unless the search is
    /// [bounded](Self::bounded), it equals the cost of the plan once the plan has been found.
    pub fn lower_bound(&self) -> u64 {
        self.bound
    }

    /// Returns the factor within which the plan is optimal, which is 1 unless the search is [bounded](Self::bounded).
    pub fn factor(&self) -> f64 {
        self.factor
    }

    /// Returns the combined counts of all searches that plan the path of one agent or compare the paths of two agents.
    pub fn low_level(&self) -> Stats {
        let paused = self.pauses.paused.as_ref();
        paused.map_or(self.low_level, |search| search.stats.after(&self.low_level))
    }

    /// Plans each agent by itself, and opens the root of the tree.
    fn open_root(&mut self) -> Status {
        if self.node_limit == 0 {
            return Status::Failed(SearchError::NodeLimit { limit: 0 });
        }
        let agents = self.maps.team.len();
        let given = Arc::clone(&self.given);
        let mut traffic = Traffic::new(&self.maps.team);
        let mut paths = vec![None; agents];
        let mut changed = Vec::with_capacity(agents);
        for agent in 0..agents {
            self.show(&paths);
            match self.plan_agent(agent, &given) {
                Ok(Some(path)) => {
                    traffic.insert(&self.maps.team.places, agent, &path.places);
                    paths[agent] = Some(Arc::clone(&path));
                    changed.push((agent, path));
                }
                // `Team::new` has checked that each agent has a path, so this is not expected.
                Ok(None) => return Status::Exhausted,
                Err(failed) => return failed,
            }
        }
        let conflicts = traffic.conflicts(self.maps.team.node_count()).len();
        let least = changed.iter().map(|(_, path)| u64::from(path.least)).sum();
        let rank = Rank {
            bound: least,
            cost: changed.iter().map(|(_, path)| path.moves()).sum(),
            conflicts,
        };
        self.add(Node {
            parent: None,
            constraints: Vec::new(),
            changed,
            least,
            rank,
            is_estimated: false,
        });
        Status::Running
    }

    fn add(&mut self, node: Node) {
        self.open.push(self.nodes.len(), node.rank);
        self.nodes.push(node);
        self.stats.generated += 1;
        self.stats.max_open = self.stats.max_open.max(self.open.len());
    }

    /// Processes the next node of the tree.
    fn take_node(&mut self) -> Status {
        let id = if let Some(id) = self.current {
            id
        } else {
            let Some(bound) = self.open.bound() else {
                return Status::Exhausted;
            };
            self.bound = bound;
            if bound > self.most {
                return Status::Exhausted;
            }
            let Some(id) = self.open.pop(|node| self.nodes[node].rank.bound) else {
                return Status::Exhausted;
            };
            if self.pairs.len() > REMEMBERED {
                self.pairs.clear();
            }
            if self.known_extras.len() > REMEMBERED {
                self.known_extras.clear();
            }
            *self.current.insert(id)
        };
        let paths = self.paths(id);
        let mut traffic = Traffic::new(&self.maps.team);
        for (agent, path) in paths.iter().enumerate() {
            traffic.insert(&self.maps.team.places, agent, &path.places);
        }
        let conflicts = traffic.conflicts(self.maps.team.node_count());
        if conflicts.is_empty() {
            self.bound = self.bound.min(self.nodes[id].rank.cost);
            self.solution = Some(paths.into_iter().map(AgentPath::until_arrival).collect());
            return Status::Found;
        }
        if !self.nodes[id].is_estimated {
            let extra = match self.extras(id, &paths, &conflicts) {
                // Two such agents together need at least these moves.
                Ok(extras) => vertex_cover(&extras),
                Err(paused) => return paused,
            };
            self.nodes[id].is_estimated = true;
            let bound = self.nodes[id].least + extra;
            let rank = &mut self.nodes[id].rank;
            if bound > rank.bound {
                rank.bound = bound;
                let rank = *rank;
                self.open.push(id, rank);
                return Status::Running;
            }
        }
        let status = self.branch(id, &paths, &traffic, &conflicts);
        self.stats.expanded += u64::from(!self.pauses.is_pausing);
        status
    }

    /// The paths of all agents at a node of the tree.
    fn paths(&self, id: usize) -> Vec<Arc<AgentPath>> {
        let mut paths: Vec<Option<&Arc<AgentPath>>> = vec![None; self.maps.team.len()];
        let mut at = Some(id);
        while let Some(node) = at.map(|id| &self.nodes[id]) {
            for (agent, path) in &node.changed {
                paths[*agent].get_or_insert(path);
            }
            at = node.parent;
        }
        paths.into_iter().flatten().cloned().collect()
    }

    /// The constraints at a node of the tree.
    fn constraints(&self, id: usize) -> Vec<Constraint> {
        let mut constraints = self.given.to_vec();
        let mut at = Some(id);
        while let Some(node) = at.map(|id| &self.nodes[id]) {
            constraints.extend_from_slice(&node.constraints);
            at = node.parent;
        }
        constraints
    }

    /// Whether steps may take several moves.
    fn has_durations(&self) -> bool {
        !self.maps.team.places.durations.are_unit()
    }

    /// The rules for an agent under all these constraints, and the number that identifies them.
    fn rules_of(&mut self, agent: usize, constraints: &[Constraint]) -> (u64, Arc<Rules>) {
        let bounds = Arc::new(Bounds::new(agent, constraints, &self.maps.team));
        self.rules_within(&bounds)
    }

    /// The rules that consist of these bounds, and the number that identifies them.
    fn rules_within(&mut self, bounds: &Arc<Bounds>) -> (u64, Arc<Rules>) {
        if let Some((number, rules)) = self.rules.get(bounds) {
            return (*number, Arc::clone(rules));
        }
        let memory = self.rules.len() * (self.maps.team.node_count() + REMEMBERED_PLACES / REMEMBERED);
        if memory > REMEMBERED_PLACES {
            self.rules.clear();
        }
        self.rules_count += 1;
        let rules = Arc::new(Rules::new(bounds, &mut self.maps));
        self.rules
            .insert(Arc::clone(bounds), (self.rules_count, Arc::clone(&rules)));
        (self.rules_count, rules)
    }

    /// Lets the next path be planned among these.
    fn show(&mut self, paths: &[Option<Arc<AgentPath>>]) {
        let places = &self.maps.team.places;
        let same = |one: &Option<Arc<AgentPath>>, other: &Option<Arc<AgentPath>>| match (one, other) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        // All are removed before the first is inserted, since agents stay at spots that others need on their way.
        for (shown, path) in self.shown.iter_mut().zip(paths) {
            if !same(shown, path)
                && let Some(old) = shown.take()
            {
                self.occupancy.remove(places, &old.places);
            }
        }
        for (shown, path) in self.shown.iter_mut().zip(paths) {
            if shown.is_none()
                && let Some(new) = path
            {
                self.occupancy.insert(places, &new.places);
                *shown = Some(Arc::clone(new));
            }
        }
    }

    /// Searches for a path under rules, among those that are shown.
    fn find(&mut self, rules: &Arc<Rules>, start: u32, aim: Aim) -> Result<Option<Vec<u32>>, Status> {
        let (places, others) = (&self.maps.team.places, &self.occupancy);
        let search = |memory| PathSearch::new(places, rules, others, start, aim, memory);
        self.pauses.find(search, places, others, &mut self.low_level)
    }

    /// A path of an agent under its rules, or `None` if there is none.
    fn plan_agent(&mut self, agent: usize, constraints: &[Constraint]) -> Result<Option<Arc<AgentPath>>, Status> {
        let (number, rules) = self.rules_of(agent, constraints);
        let team = self.maps.team.clone();
        let start = team.starts[agent];
        if !rules.allow_start(start) {
            return Ok(None);
        }
        let most = rules.at_most();
        let Some(mut places) = self.find(&rules, start, Aim::FewMoves { most })? else {
            return Ok(None);
        };
        let least = places.len() as u64 - 1;
        let most = scaled(least, self.factor).min(u64::from(rules.at_most()));
        let spot = |place: u32| team.places.spot(place);
        let meets = (1..)
            .zip(places.windows(2))
            .any(|(time, step)| self.occupancy.meetings(spot(step[0]), spot(step[1]), time) > 0);
        if most > least && meets {
            let moves = u32::try_from(most).unwrap_or(u32::MAX);
            places = self.find(&rules, start, Aim::FewMeetings { moves })?.unwrap_or(places);
        }
        Ok(Some(Arc::new(AgentPath {
            number,
            places,
            least: u32::try_from(least).unwrap_or(u32::MAX),
            bounds: Arc::clone(&rules.bounds),
        })))
    }

    /// The diagram of the cheapest paths under the rules of a given path.
    fn mdd(&mut self, agent: usize, path: &AgentPath) -> Arc<Mdd> {
        if self.mdds.len() > REMEMBERED {
            self.mdds.clear();
        }
        if let Some(known) = self.mdds.get(&path.number) {
            return Arc::clone(known);
        }
        let (_, rules) = self.rules_within(&path.bounds);
        let team = &self.maps.team;
        let mdd = Mdd::new(&team.places, &rules, team.starts[agent], path.least, team.end);
        let mdd = Arc::new(mdd);
        self.mdds.insert(path.number, Arc::clone(&mdd));
        mdd
    }

    /// The pairs of agents with conflicts that are in each other's way, with the additional moves that both need.
    fn extras(
        &mut self,
        id: usize,
        paths: &[Arc<AgentPath>],
        conflicts: &[Conflict],
    ) -> Result<Vec<(usize, usize, u64)>, Status> {
        let mut extras = Vec::new();
        for (one, other) in pairs_of(conflicts) {
            let extra = self.extra(id, paths, one, other)?;
            if extra > 0 {
                extras.push((one, other, extra));
            }
        }
        Ok(extras)
    }

    /// A lower bound on the additional moves of two agents, from a search for the two of them, if at least `known` are
    /// known already.
    fn extra_of_pair(&mut self, id: usize, paths: &[Arc<AgentPath>], one: usize, other: usize, known: u64) -> u64 {
        if self.is_pair {
            return known;
        }
        let team = self.maps.team.clone();
        let pair = |all: &[u32]| [one, other].map(|agent| all[agent]).into();
        self.maps.team.starts = pair(&team.starts);
        self.maps.team.goals = pair(&team.goals);
        let maps = core::mem::replace(&mut self.maps, Maps::new(&team));
        let mut search = Cbs::with_maps(maps, 1.0);
        search.is_pair = true;
        let number = |agent: usize| match agent {
            agent if agent == one => 0,
            agent if agent == other => 1,
            _ => usize::MAX,
        };
        let constraints = self.constraints(id);
        search.given = constraints
            .iter()
            .map(|constraint| constraint.renumbered(number))
            .collect();
        let nodes = if known > 0 { PAIR_NODES } else { UNCERTAIN_PAIR_NODES };
        while search.status.is_running() && search.nodes.len() < nodes && search.low_level.expanded < EXPANSIONS {
            search.step();
        }
        self.low_level = search.low_level.after(&self.low_level);
        let least = u64::from(paths[one].least) + u64::from(paths[other].least);
        let bound = if search.status == Status::Exhausted {
            least + 1
        } else {
            search.bound.max(least + known)
        };
        self.maps = search.maps;
        self.maps.team = team;
        bound - least
    }

    /// What binds an agent at a node of the tree.
    fn bounds_at(&mut self, id: usize, agent: usize) -> Arc<Bounds> {
        if self.bounds_at.0 != id || self.bounds_at.1.is_empty() {
            self.bounds_at = (id, vec![None; self.maps.team.len()]);
        }
        if let Some(known) = &self.bounds_at.1[agent] {
            return Arc::clone(known);
        }
        let bounds = Arc::new(Bounds::new(agent, &self.constraints(id), &self.maps.team));
        self.bounds_at.1[agent] = Some(Arc::clone(&bounds));
        bounds
    }

    /// Does some work for two agents, unless this step has to pause.
    fn compare<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Result<T, Status> {
        if self.pauses.left == 0 {
            self.pauses.is_pausing = true;
            return Err(Status::Running);
        }
        let before = self.low_level.expanded;
        let result = work(self);
        self.pauses.left = self.pauses.left.saturating_sub(self.low_level.expanded - before);
        Ok(result)
    }

    /// Which shortest paths of two agents are compatible.
    fn pair(&mut self, paths: &[Arc<AgentPath>], one: usize, other: usize) -> Result<Arc<Pair>, Status> {
        let numbers = (paths[one].number, paths[other].number);
        if let Some(known) = self.pairs.get(&numbers) {
            return Ok(Arc::clone(known));
        }
        let pair = self.compare(|search| {
            let (a, b) = (search.mdd(one, &paths[one]), search.mdd(other, &paths[other]));
            let can_follow = search.maps.team.places.can_follow;
            Arc::new(Pair::new(&a, &b, can_follow, &mut search.low_level))
        })?;
        self.pairs.insert(numbers, Arc::clone(&pair));
        Ok(pair)
    }

    /// A lower bound on the additional moves that two agents need because of each other.
    fn extra(&mut self, id: usize, paths: &[Arc<AgentPath>], one: usize, other: usize) -> Result<u64, Status> {
        let has_durations = self.has_durations();
        if !has_durations && !self.pair(paths, one, other)?.is_dependent {
            return Ok(0);
        }
        let known = u64::from(!has_durations);
        let bounds = [one, other].map(|agent| self.bounds_at(id, agent));
        if let Some(known) = self.known_extras.get(&bounds) {
            return Ok(*known);
        }
        let extra = self.compare(|search| search.extra_of_pair(id, paths, one, other, known))?;
        self.known_extras.insert(bounds, extra);
        Ok(extra)
    }

    /// The branches that resolve the best conflict. Conflicts at a goal come first, the longest delay of an arrival
    /// before shorter ones: they raise the bound of one branch by the delay. Then follow conflicts that no cheapest
    /// path of either agent avoids, and those that no cheapest path of one of them avoids. Among each of these,
    /// corridors come first, then agents that are most in the way of others. Resolving a conflict of two agents that
    /// are in nobody else's way costs what the bound takes into account already, so it would only multiply the nodes.
    /// Ties go to the earliest.
    fn choose(&mut self, id: usize, paths: &[Arc<AgentPath>], conflicts: &[Conflict]) -> Result<Option<Split>, Status> {
        if self.has_durations() {
            return self.choose_timed(id, paths, conflicts);
        }
        let degrees = self.degrees(id, paths, conflicts)?;
        let mut best = None;
        let mut least = None;
        for conflict in conflicts {
            let Conflict { one, other, .. } = *conflict;
            let delay = self.target(paths, conflict).map_or(0, |(agent, time)| {
                (u64::from(time) + 1).saturating_sub(paths[agent].moves())
            });
            let (visit, at_once) = self.visit(paths, conflict);
            let pair = self.pair(paths, one, other)?;
            let Pair {
                is_dependent,
                one: part,
                other: part_other,
            } = &*pair;
            let is_blocked = part.is_passed_by(&paths[one].places) || part_other.is_passed_by(&paths[other].places);
            let avoidable = match at_once {
                _ if *is_dependent || delay > 0 => 0,
                2 if is_blocked => 1,
                _ => at_once,
            };
            let is_corridor = delay == 0 && self.corridor(paths, conflict, at_once == 0).is_some();
            let degree = if avoidable == 0 {
                degrees[one] + degrees[other]
            } else {
                0
            };
            let rank = (Reverse(delay), avoidable, !is_corridor, Reverse(degree), conflict.time);
            if least.is_none_or(|least| rank < least) {
                least = Some(rank);
                best = Some((*conflict, visit, at_once));
            }
        }
        let Some((conflict, visit, avoidable)) = best else {
            return Ok(None);
        };
        let splits = [
            self.target_split(paths, &conflict),
            self.corridor_split(paths, &conflict, avoidable == 0)?,
            self.pair_split(paths, &conflict, avoidable)?,
        ];
        let split = splits.into_iter().flatten().find(|split| self.splits(split, paths));
        Ok(Some(split.unwrap_or_else(|| visit.split())))
    }

    /// The same if the team has durations: the earliest conflict of two agents that both need additional moves, or else
    /// of any two.
    fn choose_timed(
        &mut self,
        id: usize,
        paths: &[Arc<AgentPath>],
        conflicts: &[Conflict],
    ) -> Result<Option<Split>, Status> {
        let extras = self.extras(id, paths, conflicts)?;
        let is_costly = |conflict: &&Conflict| {
            let mut pairs = extras.iter().map(|(one, other, _)| (*one, *other));
            pairs.any(|pair| pair == (conflict.one, conflict.other))
        };
        let Some(conflict) = conflicts.iter().find(is_costly).or_else(|| conflicts.first()) else {
            return Ok(None);
        };
        let target = self.target_split(paths, conflict);
        let Conflict {
            one, time, spot, from, ..
        } = *conflict;
        let visit = Visit {
            agent: one,
            time,
            spot,
            from,
            is_positive: true,
        };
        let target = target.filter(|split| self.splits(split, paths));
        Ok(Some(target.unwrap_or_else(|| visit.split())))
    }

    /// Whether each of two branches excludes one of these paths.
    fn splits(&self, split: &Split, paths: &[Arc<AgentPath>]) -> bool {
        let breaks = |constraint: &Constraint| {
            let mut paths = paths.iter().enumerate();
            paths.any(|(agent, path)| constraint.is_broken_by(&self.maps.team, agent, &path.places))
        };
        split.iter().all(|constraints| constraints.iter().any(breaks))
    }

    /// The additional moves of each agent with each of those in its way, added up.
    fn degrees(&mut self, id: usize, paths: &[Arc<AgentPath>], conflicts: &[Conflict]) -> Result<Vec<u64>, Status> {
        let mut degrees = vec![0; paths.len()];
        for (one, other, extra) in self.extras(id, paths, conflicts)? {
            degrees[one] += extra;
            degrees[other] += extra;
        }
        Ok(degrees)
    }

    /// The place and time at which an agent has to be in one branch, and the number of agents with cheapest paths that
    /// avoid the conflict.
    fn visit(&mut self, paths: &[Arc<AgentPath>], conflict: &Conflict) -> (Visit, usize) {
        let Conflict {
            one,
            other,
            time,
            spot,
            from,
            other_time,
        } = *conflict;
        let (a, b) = (self.mdd(one, &paths[one]), self.mdd(other, &paths[other]));
        let (needs_one, needs_other) = if from == NONE {
            (a.needs(spot, time), b.needs(spot, other_time))
        } else {
            let needs_one = a.needs(from, time - 1) && a.needs(spot, time);
            (needs_one, b.needs(spot, time - 1) && b.needs(from, time))
        };
        let avoidable = usize::from(!needs_one) + usize::from(!needs_other);
        let is_one = (needs_one, a.singles) >= (needs_other, b.singles);
        // If they change places, the other agent comes from the spot to which the first one goes.
        let (time, spot, from) = if is_one {
            (time, spot, from)
        } else if from == NONE {
            (other_time, spot, from)
        } else {
            (time, from, spot)
        };
        let visit = Visit {
            agent: if is_one { one } else { other },
            time,
            spot,
            from,
            is_positive: true,
        };
        (visit, avoidable)
    }

    /// If an agent passes the goal at which another one stays, the latter, and the time at which the former is there.
    fn target(&self, paths: &[Arc<AgentPath>], conflict: &Conflict) -> Option<(usize, u32)> {
        let team = &self.maps.team;
        if team.end != AtEnd::Stays || conflict.from != NONE {
            return None;
        }
        let Conflict {
            one,
            other,
            time,
            other_time,
            spot,
            ..
        } = *conflict;
        let is_target = |(agent, time): &(usize, u32)| {
            team.places.spot(team.goals[*agent]) == spot && paths[*agent].moves() <= u64::from(*time)
        };
        // If one agent follows the other, the goal counts from the time at which the other one is there.
        [(one, other_time), (other, time)].into_iter().find(is_target)
    }

    /// If an agent passes the goal at which another one stays: either the other one arrives later, or nobody can pass.
    fn target_split(&self, paths: &[Arc<AgentPath>], conflict: &Conflict) -> Option<Split> {
        let (agent, time) = self.target(paths, conflict)?;
        let spot = conflict.spot;
        let later = Constraint::ArrivesAfter { agent, time };
        Some([vec![later], vec![Constraint::ArrivesBy { agent, time, spot }]])
    }

    /// If the shortest paths of two agents are incompatible, at least one of them leaves its shortest paths.
    fn pair_split(
        &mut self,
        paths: &[Arc<AgentPath>],
        conflict: &Conflict,
        avoidable: usize,
    ) -> Result<Option<Split>, Status> {
        let Conflict { one, other, .. } = *conflict;
        let pair = self.pair(paths, one, other)?;
        if avoidable == 0 {
            return Ok(None);
        }
        if !pair.is_dependent {
            let sides = [(one, other, &pair.other), (other, one, &pair.one)];
            let split = sides
                .into_iter()
                .find(|(_, agent, part)| part.is_passed_by(&paths[*agent].places));
            return Ok(split.map(|(agent, late, part)| {
                let last = part.cells.last().map_or(0, |(time, _)| *time);
                let mdd = self.mdd(agent, &paths[agent]);
                let cells = mdd.places(last).iter().map(|place| (last, *place)).collect();
                let leaves = [
                    Constraint::Avoid { agent, cells },
                    Constraint::ArrivesAfter {
                        agent,
                        time: paths[agent].least,
                    },
                ];
                let avoids = Constraint::Avoid {
                    agent: late,
                    cells: Arc::clone(&part.cells),
                };
                [leaves.to_vec(), vec![avoids]]
            }));
        }
        let leaves = |agent: usize, part: &Part| {
            let cells = Arc::clone(&part.cells);
            let later = Constraint::ArrivesAfter {
                agent,
                time: paths[agent].least,
            };
            vec![Constraint::Avoid { agent, cells }, later]
        };
        Ok(Some([leaves(one, &pair.one), leaves(other, &pair.other)]))
    }

    /// Branches on a conflict, or replaces paths by others that avoid it at the same cost.
    fn branch(&mut self, id: usize, paths: &[Arc<AgentPath>], traffic: &Traffic, conflicts: &[Conflict]) -> Status {
        let split = match self.choose(id, paths, conflicts) {
            Ok(Some(split)) => split,
            Ok(None) => return Status::Exhausted,
            Err(status) => return status,
        };
        let mut children = Vec::new();
        for constraints in split {
            let child = match self.child(id, constraints, paths, traffic, conflicts) {
                Ok(Some(child)) => child,
                Ok(None) => continue,
                Err(failed) => return failed,
            };
            let node = &mut self.nodes[id];
            if child.least == node.least && child.rank.conflicts < node.rank.conflicts {
                node.rank.conflicts = child.rank.conflicts;
                node.rank.cost = child.rank.cost;
                let is_kept = |agent: usize| child.changed.iter().all(|(other, _)| *other != agent);
                node.changed.retain(|(agent, _)| is_kept(*agent));
                let taken_over = child.changed.iter().map(|(agent, path)| {
                    // The rules of the child do not apply to this node.
                    let places = path.places.clone();
                    (
                        *agent,
                        Arc::new(AgentPath {
                            places,
                            ..AgentPath::clone(&paths[*agent])
                        }),
                    )
                });
                node.changed.extend(taken_over);
                node.is_estimated = false;
                let rank = node.rank;
                self.open.push(id, rank);
                return Status::Running;
            }
            children.push(child);
        }
        for child in children {
            if self.nodes.len() >= self.node_limit {
                let limit = self.node_limit;
                return Status::Failed(SearchError::NodeLimit { limit });
            }
            self.add(child);
        }
        Status::Running
    }

    /// The node with further constraints, or `None` if an agent then has no path.
    fn child(
        &mut self,
        parent: usize,
        new: Vec<Constraint>,
        paths: &[Arc<AgentPath>],
        traffic: &Traffic,
        conflicts: &[Conflict],
    ) -> Result<Option<Node>, Status> {
        let mut constraints = self.constraints(parent);
        constraints.extend_from_slice(&new);
        let mut traffic = Traffic::clone(traffic);
        let breaks = |agent: usize| {
            let is_broken =
                |constraint: &Constraint| constraint.is_broken_by(&self.maps.team, agent, &paths[agent].places);
            new.iter().any(is_broken)
        };
        let agents: Vec<usize> = (0..paths.len()).filter(|agent| breaks(*agent)).collect();
        let mut shown: Vec<_> = paths.iter().cloned().map(Some).collect();
        for agent in &agents {
            traffic.remove(*agent);
            shown[*agent] = None;
        }
        let Node { mut least, rank, .. } = self.nodes[parent];
        let (mut cost, mut changed) = (rank.cost, Vec::with_capacity(agents.len()));
        for agent in &agents {
            self.show(&shown);
            let Some(path) = self.plan_agent(*agent, &constraints)? else {
                return Ok(None);
            };
            traffic.insert(&self.maps.team.places, *agent, &path.places);
            shown[*agent] = Some(Arc::clone(&path));
            let old = &paths[*agent];
            least = least - u64::from(old.least) + u64::from(path.least);
            cost = cost - old.moves() + path.moves();
            changed.push((*agent, path));
        }
        let is_changed = |agent: usize| agents.binary_search(&agent).is_ok();
        let is_old = |conflict: &&Conflict| !is_changed(conflict.one) && !is_changed(conflict.other);
        let mut list = Vec::new();
        for agent in &agents {
            traffic.conflicts_of(*agent, |other| other > *agent || !is_changed(other), &mut list);
        }
        let conflicts = conflicts.iter().filter(is_old).count() + list.len();
        Ok(Some(Node {
            parent: Some(parent),
            constraints: new,
            changed,
            least,
            rank: Rank {
                bound: rank.bound.max(least),
                cost,
                conflicts,
            },
            is_estimated: false,
        }))
    }
}

/// The pairs of agents with conflicts.
fn pairs_of(conflicts: &[Conflict]) -> Vec<(usize, usize)> {
    let mut pairs: Vec<_> = conflicts
        .iter()
        .map(|Conflict { one, other, .. }| (*one, *other))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

impl<N: Clone + Eq + Hash> Stepper for Cbs<N> {
    /// Plans each agent by itself, and then processes one node of the tree in each step. A step pauses after 10,000
    /// expansions of the searches for paths, and the next one continues there.
    fn step(&mut self) -> Status {
        if self.status.is_running() {
            self.pauses.begin();
            self.status = if self.nodes.is_empty() {
                self.open_root()
            } else {
                self.take_node()
            };
            if !self.pauses.is_pausing {
                self.pauses.end();
                self.current = None;
            }
        }
        self.status.clone()
    }

    fn status(&self) -> Status {
        self.status.clone()
    }

    fn stats(&self) -> Stats {
        let mut stats = self.stats;
        stats.open = self.open.len();
        stats.nodes = self.nodes.len();
        stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::FnGraph;
    use fastrand::Rng;

    /// Agents on a square of 5 × 5 places, some of which are walls.
    fn team(rng: &mut Rng) -> Option<Team<(usize, usize)>> {
        let walls: Vec<bool> = (0..25).map(|_| rng.u8(..4) == 0).collect();
        let is_free = |(x, y): (usize, usize)| x < 5 && y < 5 && !walls[5 * y + x];
        let square = FnGraph::new(|&(x, y): &(usize, usize)| {
            let next = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
            next.into_iter().filter(|next| is_free(*next)).map(|next| (next, 1_u32))
        });
        let mut free: Vec<_> = (0..25)
            .map(|place| (place % 5, place / 5))
            .filter(|place| is_free(*place))
            .collect();
        rng.shuffle(&mut free);
        let ends = free.get(..6)?;
        Team::new(&square, ends.chunks(2).map(|ends| (ends[0], ends[1]))).ok()
    }

    #[test]
    fn pauses_change_nothing() {
        let mut rng = Rng::with_seed(7);
        let (mut solved, mut steps) = (0, 0);
        while solved < 100 {
            let Some(team) = team(&mut rng) else { continue };
            let factor = if rng.bool() { 1.0 } else { 1.3 };
            let run = |expansions, steps: &mut u64| {
                let mut search = Cbs::bounded(&team, factor).expect("a factor").with_node_limit(300);
                search.pauses.expansions = expansions;
                while search.status.is_running() {
                    search.step();
                    *steps += 1;
                }
                let plan = search
                    .solution
                    .as_ref()
                    .map(|paths| paths.iter().map(|path| path.places.clone()).collect::<Vec<_>>());
                (
                    search.status(),
                    search.cost(),
                    search.bound,
                    search.stats(),
                    search.low_level().expanded,
                    plan,
                )
            };
            let mut few = 0;
            let whole = run(u64::MAX, &mut few);
            for expansions in [1, 7, 50] {
                assert_eq!(run(expansions, &mut steps), whole);
            }
            assert!(steps > few);
            solved += u32::from(whole.0 == Status::Found);
        }
    }

    #[test]
    fn a_step_ends_after_some_expansions_of_a_path() {
        let line = FnGraph::new(|place: &u32| (*place < 40).then(|| (place + 1, 1_u32)));
        let team = Team::new(&line, [(0, 40), (1, 39)]).expect("a team");
        let mut search = Cbs::new(&team);
        search.pauses.expansions = 5;
        let mut steps = 0;
        while search.nodes.is_empty() {
            let before = search.low_level().expanded;
            assert_eq!(search.step(), Status::Running);
            let more = search.low_level().expanded - before;
            assert!((1..=5).contains(&more), "{more} expansions");
            steps += 1;
        }
        assert!(steps > 10);
    }
}
