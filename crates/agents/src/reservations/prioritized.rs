//! [`Prioritized`]: all agents of a team, planned one after another.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;

use astride::{AStar, Budget, Stats, Status, Stepper};
use fastrand::Rng;

use super::footprint::{Cover, Footprint};
use super::query::{SharedQuery, Trip, places_of};
use super::route::Route;
use super::table::Table;
use super::{ReservationError, Reservations};
use crate::distances::Distances;
use crate::{Plan, Team};

/// Which agents are planned first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The agents with the smallest numbers. The default.
    #[default]
    Given,
    /// The agents whose goals are the most moves away from their starts. Ties go to the agent with the smaller number.
    ///
    /// If there is little room, this order needs fewer attempts than [`Given`](Order::Given): for the first 200 agents
    /// of the scenario `random-32-32-20-random-2` of the `MovingAI` benchmarks, it needs 4 instead of 7. If there is
    /// plenty of room, its plans are worse than those of `Given`, because the other agents have to wait for those with
    /// long paths: for the first 1,000 agents of `den520d-random-1`, the sum of costs is 204,513 instead of 193,269,
    /// and the searches expand 1.6 times as many nodes.
    LongestFirst,
}

/// The order of the agents in the next attempt, after an agent has found no path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Retry {
    /// The agent that found no path goes first, and the others stay in order. The default.
    #[default]
    FailedFirst,
    /// All agents in a random order. The same seed leads to the same orders.
    Shuffled {
        /// The seed of the random numbers.
        seed: u64,
    },
}

/// Why [`Prioritized`] found no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrioritizedError {
    /// All attempts have failed. Another order may succeed, or there may be no plan.
    #[error(
        "no plan in {attempts} attempts; in the last attempt, agent {agent} found no path around the agents planned \
         before it: try another order or another planner"
    )]
    NoPlan {
        /// The number of attempts.
        attempts: u32,
        /// The agent that found no path in the last attempt.
        agent: usize,
    },
}

/// The maximum number of expansions in a step.
pub(super) const EXPANSIONS: u64 = 10_000;

/// Prioritized planning, also called cooperative A\*: plans one agent after another, each around those planned before
/// it. If an agent finds no path, planning restarts in another order.
///
/// Use this planner for many agents on maps with enough room, for agents of different [sizes](Footprint), and for
/// planning around existing [reservations](Reservations). Each agent arrives as early as those planned before it allow,
/// but the plan as a whole is usually not optimal. On narrow maps, it can happen that no order works although there is
/// a plan. [`Cbs`](crate::Cbs) finds optimal plans for tens of agents.
///
/// # Methods
///
/// The methods of [`Stepper`] run the planner. A step plans one agent, or makes 10,000 expansions for it. With
/// [`Order::LongestFirst`], the planner first takes one step for each agent to count the moves from its start to its
/// goal. [`Stepper::run_for`] pauses between steps. [`stats`](Stepper::stats) adds up the counts of all searches, for
/// all agents and attempts.
///
/// # Returns
///
/// * [`Status::Found`]: [`plan`](Self::plan) returns the plan.
/// * [`Status::Exhausted`]: an agent has no path even without the others, so there is no plan.
/// * [`Status::Failed`]: all attempts have failed (see [`error`](Self::error)), or a search has failed.
///
/// # Complexity
///
/// One A\* search for each agent and attempt, over the [safe intervals](crate::SafeIntervalQuery) of all nodes.
///
/// # Example
///
/// ```
/// use astride::{Status, Stepper};
/// use astride_agents::{Prioritized, Team};
/// use astride_grid::{GridMap, GridProblem, Movement, Point};
///
/// let map: GridMap = ".....\n.....".parse()?;
/// let [left, right] = [Point::new(0, 0), Point::new(4, 0)];
/// let graph = GridProblem::new(&map, left, right, Movement::Four)?;
/// let team = Team::new(&graph, [(left, Point::new(3, 0)), (right, Point::new(1, 0))])?;
///
/// let mut planner = Prioritized::new(&team);
/// assert_eq!(planner.run(), Status::Found);
/// let plan = planner.plan().ok_or("no plan")?;
/// plan.check(&team)?;
/// assert_eq!(plan.sum_of_costs(), 3 + 5); // the first agent goes straight ahead, the second goes around it
///
/// // In a corridor with a bay, an agent that is already planned does not make way, so no order works.
/// let map: GridMap = ".....\n@@.@@".parse()?;
/// let graph = GridProblem::new(&map, left, right, Movement::Four)?;
/// let team = Team::new(&graph, [(left, right), (right, left)])?;
/// let mut planner = Prioritized::new(&team);
/// assert!(matches!(planner.run(), Status::Failed(_)));
/// assert_eq!(planner.attempts(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// M. Erdmann, T. Lozano-Pérez: *On Multiple Moving Objects* (Algorithmica 2, 1987). D. Silver: *Cooperative
/// Pathfinding* (AIIDE 2005). M. Bennewitz, W. Burgard, S. Thrun: *Finding and optimizing solvable priority schemes for
/// decoupled path planning techniques for teams of mobile robots* (Robotics and Autonomous Systems 41, 2002).
#[doc(alias("cooperative a*", "priorities", "whca*", "mapf"))]
#[derive(Clone, Debug)]
pub struct Prioritized<N> {
    base: Reservations<N>,
    footprints: Vec<Option<Arc<Footprint>>>,
    order: Order,
    retry: Retry,
    max_attempts: u32,
    /// The moves of each agent if no other agent is in the way, as far as they have been counted.
    moves: Vec<u32>,
    /// The agents in order; empty before the first attempt.
    queue: Vec<usize>,
    /// The number of planned agents, which are the first ones of the queue.
    planned: usize,
    routes: Vec<Vec<u32>>,
    table: Arc<Table>,
    /// The search for the next agent, if a step has ended before it.
    search: Option<AStar<SharedQuery<N>>>,
    /// The maximum number of expansions in a step.
    expansions: u64,
    attempts: u32,
    rng: Rng,
    status: Status,
    error: Option<PrioritizedError>,
    stats: Stats,
}

impl<N: Clone + Debug + Eq + Hash> Prioritized<N> {
    /// Creates a planner for a team, without existing reservations.
    pub fn new<D>(team: &Team<N, D>) -> Self {
        Prioritized::among(Reservations::new(team))
    }

    /// Creates a planner for the team for which the reservations were created. All agents avoid these reservations.
    pub fn among(reservations: Reservations<N>) -> Self {
        let agents = reservations.team.len();
        Prioritized {
            table: Arc::new(reservations.table.clone()),
            search: None,
            expansions: EXPANSIONS,
            base: reservations,
            footprints: alloc::vec![None; agents],
            order: Order::default(),
            retry: Retry::default(),
            max_attempts: 100,
            moves: Vec::new(),
            queue: Vec::new(),
            planned: 0,
            routes: alloc::vec![Vec::new(); agents],
            attempts: 0,
            rng: Rng::with_seed(0),
            status: Status::Running,
            error: None,
            stats: Stats::default(),
        }
    }

    /// Sets the order of the agents in the first attempt. Call this method before the first step, like the other
    /// settings.
    pub fn with_order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// Sets the order of the agents in the attempts after the first.
    pub fn with_retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        if let Retry::Shuffled { seed } = retry {
            self.rng = Rng::with_seed(seed);
        }
        self
    }

    /// Sets the number of attempts after which the planner fails. The default is 100. There is always at least one
    /// attempt.
    pub fn with_attempts(mut self, attempts: u32) -> Self {
        self.max_attempts = attempts;
        self
    }

    /// Sets the nodes that an agent covers. [`Plan::check`] ignores footprints; to verify the plan, reserve the routes
    /// of all agents with [`Reservations::reserve_as`].
    ///
    /// # Errors
    ///
    /// `UnknownAgent`, and `DoesNotFit` if the agent does not fit at its start or at its goal.
    pub fn with_footprint(mut self, agent: usize, footprint: Footprint) -> Result<Self, ReservationError> {
        let team = self.base.team.clone();
        let (start, goal) = team.agents().nth(agent).ok_or(ReservationError::UnknownAgent {
            agent,
            agents: team.len(),
        })?;
        self.base.place(Some(&footprint), start)?;
        self.base.place(Some(&footprint), goal)?;
        self.footprints[agent] = Some(Arc::new(footprint));
        Ok(self)
    }

    /// Returns the plan once it has been found.
    pub fn plan(&self) -> Option<Plan<N>> {
        let is_found = self.status == Status::Found;
        is_found.then(|| Plan::from_routes(&self.base.team, &self.routes.iter().map(Vec::as_slice)))
    }

    /// Returns the error if all attempts have failed.
    pub fn error(&self) -> Option<&PrioritizedError> {
        self.error.as_ref()
    }

    /// Returns the number of attempts, including the current one.
    pub fn attempts(&self) -> u32 {
        self.attempts
    }

    /// Returns the number of agents that have a route in the current attempt.
    pub fn planned(&self) -> usize {
        self.planned
    }

    /// Begins an attempt with the agents in the order of the queue.
    fn begin(&mut self) {
        self.attempts += 1;
        self.planned = 0;
        Arc::make_mut(&mut self.table).clone_from(&self.base.table);
    }

    /// Sorts the agents into the order of the first attempt, once all moves have been counted.
    fn sort(&mut self) {
        self.queue = (0..self.routes.len()).collect();
        if self.order == Order::LongestFirst {
            self.queue.sort_by_key(|agent| core::cmp::Reverse(self.moves[*agent]));
        }
    }

    /// Plans the next agent, or makes some expansions for it.
    fn plan_next(&mut self) -> Status {
        let agent = self.queue[self.planned];
        let mut search = match self.search.take() {
            Some(search) => search,
            None => match self.query(agent) {
                Some(query) => AStar::new(query),
                None => return self.fail(agent),
            },
        };
        let status = search.run_for(Budget::new().expansions(self.expansions));
        if status.is_running() {
            self.search = Some(search);
            return status;
        }
        self.stats = search.stats().after(&self.stats);
        let path = search.path();
        // The table is not shared any more.
        drop(search);
        let Some(path) = path else {
            return if let Status::Exhausted = status {
                self.fail(agent)
            } else {
                status
            };
        };
        let places: Vec<u32> = places_of(&path).collect();
        let route = Route {
            places: &places,
            time: 0,
            end: self.base.team.end,
            cover: Cover::new(&self.base.team.places, self.footprints[agent].as_deref()),
        };
        route.take(Arc::make_mut(&mut self.table));
        self.routes[agent] = places;
        self.planned += 1;
        if self.planned < self.queue.len() {
            Status::Running
        } else {
            Status::Found
        }
    }

    /// The problem of an agent, unless its start is taken.
    fn query(&self, agent: usize) -> Option<SharedQuery<N>> {
        let team = &self.base.team;
        let trip = Trip::of(team, agent);
        let (places, table) = (Arc::clone(&team.places), Arc::clone(&self.table));
        let footprint = self.footprints[agent].clone();
        let mut distances = Distances::new(&places, trip.goal);
        distances.prepare(&places, trip.start);
        SharedQuery::new(places, table, footprint, trip, Arc::new(distances))
    }

    /// Restarts in another order, or ends.
    fn fail(&mut self, agent: usize) -> Status {
        if self.planned == 0 {
            return Status::Exhausted;
        }
        if self.attempts >= self.max_attempts {
            let attempts = self.attempts;
            let error = PrioritizedError::NoPlan { attempts, agent };
            let status = Status::failed(&error);
            self.error = Some(error);
            return status;
        }
        match self.retry {
            Retry::FailedFirst => self.queue[..=self.planned].rotate_right(1),
            Retry::Shuffled { .. } => self.rng.shuffle(&mut self.queue),
        }
        self.begin();
        Status::Running
    }
}

impl<N: Clone + Debug + Eq + Hash> Stepper for Prioritized<N> {
    /// Plans one agent, or makes 10,000 expansions for it. With [`Order::LongestFirst`], the first steps, one for each
    /// agent, only count the moves from the agent's start to its goal.
    fn step(&mut self) -> Status {
        if !self.status.is_running() {
            return self.status.clone();
        }
        let team = self.base.team.clone();
        if self.order == Order::LongestFirst && self.moves.len() < team.len() {
            let agent = self.moves.len();
            let mut distances = Distances::new(&team.places, team.goals[agent]);
            self.moves.push(distances.get(&team.places, team.starts[agent]));
            return Status::Running;
        }
        if self.queue.is_empty() {
            self.sort();
            self.begin();
        }
        self.status = self.plan_next();
        self.status.clone()
    }

    fn status(&self) -> Status {
        self.status.clone()
    }

    fn stats(&self) -> Stats {
        let search = self.search.as_ref();
        search.map_or(self.stats, |search| search.stats().after(&self.stats))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use astride::FnGraph;

    /// Agents on a square of 6 × 6 places, of which every seventh is a wall.
    pub(in super::super) fn team(rng: &mut Rng) -> Option<Team<usize>> {
        let square = FnGraph::new(|place: &usize| {
            let (x, y) = (place % 6, place / 6);
            let next = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
            let next = next
                .into_iter()
                .filter(|(x, y)| *x < 6 && *y < 6)
                .map(|(x, y)| 6 * y + x);
            next.filter(|place| place % 7 != 3).map(|place| (place, 1_u32))
        });
        let mut free: Vec<usize> = (0..36).filter(|place| place % 7 != 3).collect();
        rng.shuffle(&mut free);
        Team::new(&square, free[..16].chunks(2).map(|ends| (ends[0], ends[1]))).ok()
    }

    #[test]
    fn a_step_ends_after_some_expansions_and_this_changes_nothing() {
        let mut rng = Rng::with_seed(5);
        for team in (0..50).filter_map(|_| team(&mut rng)) {
            let run = |expansions| {
                let mut planner = Prioritized::new(&team).with_attempts(5);
                planner.expansions = expansions;
                let mut before = 0;
                while planner.step().is_running() {
                    let expanded = planner.stats().expanded;
                    assert!(expanded - before <= expansions);
                    before = expanded;
                }
                (
                    planner.status(),
                    planner.attempts(),
                    planner.stats().expanded,
                    planner.routes,
                )
            };
            let whole = run(u64::MAX);
            assert_eq!([run(1), run(6)], [whole.clone(), whole]);
        }
    }
}
