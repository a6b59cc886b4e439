//! [`Lns`]: improves a plan for as long as there is time.

mod neighbourhood;

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;

use astride::{AStar, Budget, SearchError, Stats, Status, Stepper};
use fastrand::Rng;

use super::prioritized::EXPANSIONS;
use super::query::{SharedQuery, Trip, places_of};
use super::table::Table;
use super::{route_of, routes_to_plan};
use crate::distances::Distances;
use crate::onward::{Onward, next_plan, run_past_plans};
use crate::places::NONE;
use crate::{Plan, PlanError, Team};
use neighbourhood::Neighbourhoods;

/// Large neighbourhood search: improves a plan for as long as there is time.
///
/// Use it after a fast planner, such as [`Lacam`](crate::Lacam), to lower the [sum of costs](Plan::sum_of_costs) of a
/// plan for tens to thousands of agents. It repeatedly removes the routes of a few agents (the neighbourhood), and
/// replans these agents one after another around all others, in a random order. If their total cost is no higher than
/// before, the new routes are kept. The plan therefore never gets worse, but a proof that a plan is optimal usually
/// requires [`Cbs`](crate::Cbs). [`AnytimePlanner`](crate::AnytimePlanner) finds the first plan, too, and often a much
/// better one for this search to continue with.
///
/// # Methods
///
/// | to | call |
/// |---|---|
/// | find the best plan within a budget | [`improve`](Self::improve) |
/// | see each better plan | [`next_plan`](Self::next_plan), or [`seek_next`](Self::seek_next) and then `run_for` |
/// | get the best plan so far | [`plan`](Self::plan), [`cost`](Self::cost), [`lower_bound`](Self::lower_bound) |
/// | set limits | [`with_size`](Self::with_size), [`with_patience`](Self::with_patience) |
///
/// # Returns
///
/// The status is [`Status::Found`] after each plan that is better than those before it, and
/// [`seek_next`](Self::seek_next) continues the search. The status is [`Status::Exhausted`] if the cost equals the
/// [lower bound](Self::lower_bound), which proves the plan optimal, or if the search [gives up](Self::with_patience)
/// because too many neighbourhoods in a row have brought no improvement.
///
/// # Complexity
///
/// A step plans one agent with A\* over the [safe intervals](crate::SafeIntervalQuery) of all nodes, or makes 10,000
/// expansions for it. At the beginning, one step for each agent runs a breadth-first search from the agent's goal. The
/// distances take as much memory as those of [`Lacam`](crate::Lacam), and each move of each agent takes about 50 bytes.
///
/// # Example
///
/// ```
/// use std::time::Duration;
///
/// use astride::Budget;
/// use astride_agents::{Lacam, Lns, Team};
/// use astride_grid::{GridMap, GridProblem, Movement, Point};
///
/// let map: GridMap = "......\n......\n..@@..\n......\n......".parse()?;
/// let at = Point::new;
/// let graph = GridProblem::new(&map, at(0, 0), at(5, 4), Movement::Four)?;
/// let team = Team::new(&graph, (0..6).map(|x| (at(x, 0), at(5 - x, 4))))?;
/// let first = Lacam::new(&team).find_plan()?.ok_or("there is no plan")?;
///
/// let mut search = Lns::new(&team, &first)?;
/// search.improve(Budget::new().time(Duration::from_millis(20)));
/// let better = search.plan();
/// better.check(&team)?;
/// assert!(better.sum_of_costs() <= first.sum_of_costs());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// J. Li, Z. Chen, D. Harabor, P. Stuckey, S. Koenig: *Anytime Multi-Agent Path Finding via Large Neighborhood Search*
/// (IJCAI 2021).
#[doc(alias("large neighborhood search", "mapf-lns", "anytime", "improve", "refine"))]
#[derive(Clone, Debug)]
pub struct Lns<N> {
    team: Team<N>,
    rng: Rng,
    size: usize,
    patience: u32,
    table: Arc<Table>,
    /// The best plan so far: the place of each agent at each time until it stays at its goal.
    routes: Vec<Vec<u32>>,
    cost: u64,
    /// The distances to the goal of each agent, as far as they have been prepared, and the moves from its start.
    distances: Vec<Arc<Distances>>,
    least: Vec<u32>,
    neighbourhoods: Neighbourhoods,
    /// The agents that are being replanned, in order, and the new routes of the first ones.
    replanned: Vec<u32>,
    fresh: Vec<Vec<u32>>,
    /// The search for the next agent, if a step has ended before it.
    search: Option<AStar<SharedQuery<N>>>,
    /// The maximum number of expansions in a step.
    expansions: u64,
    /// The number of neighbourhoods in a row without improvement.
    in_vain: u32,
    status: Status,
    stats: Stats,
}

impl<N: Clone + Debug + Eq + Hash> Lns<N> {
    /// Creates a search that begins with a plan for the team.
    ///
    /// # Errors
    ///
    /// The [`PlanError`] with which [`Plan::check`] rejects the plan for this team.
    pub fn new<D>(team: &Team<N, D>, plan: &Plan<N>) -> Result<Self, PlanError> {
        let mut search = Lns {
            team: team.with_mark(),
            rng: Rng::with_seed(0),
            size: 4,
            patience: 10_000,
            table: Arc::default(),
            cost: 0,
            routes: Vec::new(),
            distances: Vec::new(),
            least: Vec::new(),
            neighbourhoods: Neighbourhoods::default(),
            replanned: Vec::new(),
            fresh: Vec::new(),
            search: None,
            expansions: EXPANSIONS,
            in_vain: 0,
            status: Status::Running,
            stats: Stats::default(),
        };
        search.set_plan(plan)?;
        Ok(search)
    }

    /// Continues with another plan. What the search has learned about neighbourhoods is kept.
    pub(crate) fn set_plan(&mut self, plan: &Plan<N>) -> Result<(), PlanError> {
        plan.check(&self.team)?;
        let team = &self.team;
        let mut routes = vec![Vec::new(); team.len()];
        for configuration in plan.configurations() {
            for (route, node) in routes.iter_mut().zip(configuration) {
                // The node has a number, since the plan was checked.
                route.push(team.places.number(node).unwrap_or(NONE));
            }
        }
        let mut table = Table::new(team.places.len());
        for route in &mut routes {
            let goal = route.last().copied();
            let away = route.iter().rposition(|place| Some(*place) != goal);
            route.truncate(away.map_or(1, |time| time + 2));
            route_of(team, route).take(&mut table);
        }
        self.table = Arc::new(table);
        self.cost = routes.iter().map(|route| moves(route)).sum();
        self.routes = routes;
        self.stats = self.stats();
        self.search = None;
        self.replanned.clear();
        self.fresh.clear();
        self.in_vain = 0;
        self.status = Status::Running;
        Ok(())
    }

    /// The distances to the goal of each agent and the moves from its start, once they are known.
    pub(crate) fn distances(&self) -> Option<(&[Arc<Distances>], &[u32])> {
        (self.least.len() == self.team.len()).then_some((&self.distances, &self.least))
    }

    /// Sets the seed of the random numbers. The default is 0. The same seed leads to the same plans, whether or not the
    /// search is paused. As with the other settings, call this method before the first step.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.rng = Rng::with_seed(seed);
        self
    }

    /// Sets the number of agents that are replanned together, from one to all of them. The default is 4. If there is
    /// plenty of room, larger neighbourhoods eventually lead to better plans; on crowded maps, smaller ones succeed
    /// more often.
    pub fn with_size(mut self, agents: usize) -> Self {
        self.size = agents.max(1);
        self
    }

    /// Sets the number of neighbourhoods in a row without improvement after which the search gives up. The default is
    /// 10,000.
    pub fn with_patience(mut self, neighbourhoods: u32) -> Self {
        self.patience = neighbourhoods;
        self
    }

    /// Continues the search after a better plan has been found, and otherwise has no effect. Returns the status.
    pub fn seek_next(&mut self) -> Status {
        if self.status == Status::Found {
            self.status = Status::Running;
        }
        self.status.clone()
    }

    /// Runs until a plan is found that is better than all plans before it. Returns `None` if the plan is optimal or the
    /// search has given up.
    ///
    /// # Errors
    ///
    /// The error of [`Status::Failed`].
    pub fn next_plan(&mut self) -> Result<Option<Plan<N>>, SearchError> {
        next_plan(self, |search| Some(search.plan()))
    }

    /// Runs until the budget is used up or the search ends, without stopping at each better plan. Returns the status,
    /// which is [`Found`](Status::Found) if the search can continue.
    pub fn improve(&mut self, budget: Budget) -> Status {
        run_past_plans(self, budget);
        if self.status.is_running() {
            self.status = Status::Found;
        }
        self.status()
    }

    /// Returns the best plan so far, which at first is the plan given to [`new`](Self::new).
    ///
    /// # Complexity
    ///
    /// O(agents · makespan).
    pub fn plan(&self) -> Plan<N> {
        routes_to_plan(&self.team, &self.routes)
    }

    /// Returns the [sum of costs](Plan::sum_of_costs) of the best plan so far.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Returns a lower bound on the sum of costs: the total number of moves that the agents would need if each were
    /// alone. The bound is `None` before the distances to the goals are known.
    pub fn lower_bound(&self) -> Option<u64> {
        let (_, least) = self.distances()?;
        Some(least.iter().map(|moves| u64::from(*moves)).sum())
    }

    fn advance(&mut self) -> Result<Status, SearchError> {
        if self.least.len() < self.team.len() {
            let agent = self.least.len();
            let mut distances = Distances::new(&self.team.places, self.team.goals[agent]);
            let start = self.team.starts[agent];
            self.least.push(distances.get(&self.team.places, start));
            distances.prepare(&self.team.places, start);
            self.distances.push(Arc::new(distances));
            return Ok(Status::Running);
        }
        if self.replanned.is_empty() {
            if self.lower_bound() == Some(self.cost) || self.in_vain >= self.patience {
                return Ok(Status::Exhausted);
            }
            self.begin();
        }
        let bound: u64 = self
            .replanned
            .iter()
            .map(|agent| moves(&self.routes[*agent as usize]))
            .sum();
        let route = match self.plan_next(bound) {
            Ok(Some(route)) => route,
            Ok(None) => {
                self.end(bound, bound);
                return Ok(Status::Running);
            }
            Err(Status::Failed(error)) => return Err(error),
            Err(paused) => return Ok(paused),
        };
        route_of(&self.team, &route).take(Arc::make_mut(&mut self.table));
        self.fresh.push(route);
        if self.fresh.len() < self.replanned.len() {
            return Ok(Status::Running);
        }
        let cost = self.fresh.iter().map(|route| moves(route)).sum();
        Ok(if self.end(bound, cost) {
            Status::Found
        } else {
            Status::Running
        })
    }

    /// Chooses the next neighbourhood, and removes its routes from the table.
    fn begin(&mut self) {
        self.replanned = self.neighbourhoods.choose(
            &self.team.places,
            &self.routes,
            &self.least,
            &self.distances,
            self.size,
            &mut self.rng,
        );
        self.rng.shuffle(&mut self.replanned);
        for agent in &self.replanned {
            route_of(&self.team, &self.routes[*agent as usize]).give(Arc::make_mut(&mut self.table));
        }
    }

    /// A route for the next agent of the neighbourhood, or `None` if there is none with which the neighbourhood as a
    /// whole can cost at most `bound`. Returns [`Status::Running`] if the search needs another step, or its failure.
    fn plan_next(&mut self, bound: u64) -> Result<Option<Vec<u32>>, Status> {
        let agent = self.replanned[self.fresh.len()] as usize;
        let mut search = match self.search.take() {
            Some(search) => search,
            None => match self.search(agent, bound) {
                Some(search) => search,
                None => return Ok(None),
            },
        };
        let status = search.run_for(Budget::new().expansions(self.expansions));
        if status.is_running() {
            self.search = Some(search);
            return Err(status);
        }
        self.stats = search.stats().after(&self.stats);
        let route = search.path().map(|path| places_of(&path).collect());
        match (route, status) {
            (None, failed @ Status::Failed(_)) => Err(failed),
            (route, _) => Ok(route),
        }
    }

    /// The search for the next agent of the neighbourhood, or `None` if its start is taken.
    fn search(&mut self, agent: usize, bound: u64) -> Option<AStar<SharedQuery<N>>> {
        let used: u64 = self.fresh.iter().map(|route| moves(route)).sum();
        let rest = self.replanned[self.fresh.len() + 1..].iter();
        let rest: u64 = rest.map(|agent| u64::from(self.least[*agent as usize])).sum();
        let limit = u32::try_from(bound.saturating_sub(used + rest)).unwrap_or(u32::MAX);
        let trip = Trip::of(&self.team, agent);
        let distances = Arc::clone(&self.distances[agent]);
        let (places, table) = (Arc::clone(&self.team.places), Arc::clone(&self.table));
        let query = SharedQuery::new(places, table, None, trip, distances)?;
        Some(AStar::new(query).with_cost_limit(limit))
    }

    /// Keeps the new routes of the neighbourhood if there is one for each agent, and otherwise restores the old ones.
    /// Returns whether the plan is better.
    fn end(&mut self, before: u64, after: u64) -> bool {
        let is_kept = self.fresh.len() == self.replanned.len();
        if is_kept {
            for (agent, route) in self.replanned.iter().zip(self.fresh.drain(..)) {
                self.routes[*agent as usize] = route;
            }
        } else {
            for route in self.fresh.drain(..) {
                route_of(&self.team, &route).give(Arc::make_mut(&mut self.table));
            }
            for agent in &self.replanned {
                route_of(&self.team, &self.routes[*agent as usize]).take(Arc::make_mut(&mut self.table));
            }
        }
        self.replanned.clear();
        let gain = before - after;
        self.neighbourhoods.learn(gain);
        self.cost -= gain;
        self.in_vain = if gain > 0 { 0 } else { self.in_vain + 1 };
        gain > 0
    }
}

/// The number of moves of a route.
fn moves(route: &[u32]) -> u64 {
    route.len().saturating_sub(1) as u64
}

impl<N: Clone + Debug + Eq + Hash> Onward for Lns<N> {
    fn onward(&mut self) -> Status {
        self.seek_next()
    }
}

/// A step plans one agent, or makes 10,000 expansions for it. The first steps, one for each agent, compute the
/// distances to the goals.
impl<N: Clone + Debug + Eq + Hash> Stepper for Lns<N> {
    fn step(&mut self) -> Status {
        if self.status.is_running() {
            self.status = self.advance().unwrap_or_else(Status::Failed);
        }
        self.status.clone()
    }

    fn status(&self) -> Status {
        self.status.clone()
    }

    /// Adds up the counts of the searches for all agents.
    fn stats(&self) -> Stats {
        let search = self.search.as_ref();
        search.map_or(self.stats, |search| search.stats().after(&self.stats))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Prioritized;
    use super::super::prioritized::tests::team;
    use super::*;

    #[test]
    fn a_step_ends_after_some_expansions_and_this_changes_nothing() {
        let mut rng = Rng::with_seed(6);
        let mut better = 0;
        for team in (0..40).filter_map(|_| team(&mut rng)) {
            let mut planner = Prioritized::new(&team);
            planner.run();
            let Some(plan) = planner.plan() else { continue };
            let run = |expansions| {
                let mut search = Lns::new(&team, &plan).expect("a plan").with_patience(30);
                let first = search.cost;
                search.expansions = expansions;
                let mut before = 0;
                while !matches!(search.step(), Status::Exhausted | Status::Failed(_)) {
                    search.seek_next();
                    let expanded = search.stats().expanded;
                    assert!(expanded - before <= expansions);
                    before = expanded;
                }
                (
                    search.status(),
                    search.stats().expanded,
                    first - search.cost,
                    search.routes,
                )
            };
            let whole = run(u64::MAX);
            better += whole.2;
            assert_eq!([run(1), run(6)], [whole.clone(), whole]);
        }
        assert!(better > 0);
    }
}
