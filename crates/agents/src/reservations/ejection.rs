//! [`Ejection`]: a plan for all agents, one after another, in which an agent in need takes the routes of others.

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;

use astride::traits::{Consistency, Hints};
use astride::{AStar, Budget, Graph, Heuristic, Problem, Stats, Status, Stepper, WeightedAStar};
use fastrand::Rng;

use super::occupancy::{Occupancy, Stay};
use super::prioritized::EXPANSIONS;
use super::query::{SharedQuery, Trip, places_of};
use super::table::Table;
use super::{route_of, routes_to_plan};
use crate::distances::Distances;
use crate::places::{NONE, Places};
use crate::{AtEnd, Plan, Team};

/// The cost of a collision, in moves, with an agent that has not lost its route before.
const COLLISION: u32 = 16;

/// The increase of this cost each time that the agent loses its route.
const INCREASE: u32 = 32;

/// The weight of the estimate in searches that allow collisions. On a warehouse with 1,000 agents, the plan is complete
/// after 6.6 s of processor time with this weight, and after 8.7 s with 2, at a cost of 121,129 and 118,807.
const WEIGHT: f64 = 3.0;

/// The number of times that agents lose their routes, for each agent, after which the planner gives up.
const PATIENCE: u64 = 20;

/// Prioritized planning that never starts over. Agents are planned one after another around those that have a route.
/// An agent without a way around them takes a route on which it collides with few of them. These lose their routes
/// (they are *ejected*), and are planned again later.
///
/// The cost of a collision grows with the number of times that an agent has lost its route, so that agents with little
/// room eventually keep theirs. The idea is that of J. Li et al., *MAPF-LNS2: Fast Repairing for Multi-Agent Path
/// Finding via Large Neighborhood Search* (AAAI 2022), and the growing penalties are those of Y. Nagata, O. Bräysy, *A
/// powerful route minimization heuristic for the vehicle routing problem with time windows* (2009).
///
/// A step makes at most 10,000 expansions. The status is [`Status::Exhausted`] if the planner has given up.
#[derive(Clone, Debug)]
pub(crate) struct Ejection<N> {
    team: Team<N>,
    table: Arc<Table>,
    occupancy: Arc<Occupancy>,
    /// Empty for an agent without a route.
    routes: Vec<Vec<u32>>,
    /// The distances to the goal of each agent, which have been prepared, and the moves from its start.
    distances: Vec<Arc<Distances>>,
    least: Vec<u32>,
    bound: u64,
    /// The agents without a route, the next one first.
    waiting: VecDeque<u32>,
    /// The cost of a collision with each agent.
    penalties: Arc<Vec<u32>>,
    ejected: u64,
    search: Option<Search<N>>,
    status: Status,
    stats: Stats,
}

/// The search for the next agent, if a step has ended before it.
#[derive(Clone, Debug)]
enum Search<N> {
    Around(AStar<SharedQuery<N>>),
    Through(WeightedAStar<Through<N>>),
}

impl<N: Clone + Debug + Eq + Hash> Ejection<N> {
    /// Creates a planner from the distances to the goals and the moves from the starts.
    pub(crate) fn new(team: &Team<N>, seed: u64, distances: Vec<Arc<Distances>>, least: Vec<u32>) -> Self {
        let mut order: Vec<u32> = (0..).take(team.len()).collect();
        Rng::with_seed(seed).shuffle(&mut order);
        Ejection {
            team: team.clone(),
            table: Arc::new(Table::new(team.places.len())),
            occupancy: Arc::default(),
            routes: vec![Vec::new(); team.len()],
            bound: least.iter().map(|moves| u64::from(*moves)).sum(),
            distances,
            least,
            waiting: order.into(),
            penalties: Arc::new(vec![COLLISION; team.len()]),
            ejected: 0,
            search: None,
            status: Status::Running,
            stats: Stats::default(),
        }
    }

    /// The plan, once all agents have a route.
    pub(crate) fn plan(&self) -> Option<Plan<N>> {
        (self.status == Status::Found).then(|| routes_to_plan(&self.team, &self.routes))
    }

    /// The sum of costs of all routes, and of the moves that the other agents would need if each were alone.
    pub(crate) fn bound(&self) -> u64 {
        self.bound
    }

    /// The number of agents without a route.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    fn advance(&mut self) -> Status {
        let Some(agent) = self.waiting.front().copied() else {
            return Status::Found;
        };
        match self.search.take() {
            None => match self.around(agent) {
                Some(search) => self.go_around(agent, search),
                None => self.begin_through(agent),
            },
            Some(Search::Around(search)) => self.go_around(agent, search),
            Some(Search::Through(search)) => self.go_through(agent, search),
        }
    }

    /// The search for a route around all others, or `None` if the start is taken.
    fn around(&self, agent: u32) -> Option<AStar<SharedQuery<N>>> {
        let (team, agent) = (&self.team, agent as usize);
        let trip = Trip::of(team, agent);
        let (places, table) = (Arc::clone(&team.places), Arc::clone(&self.table));
        let query = SharedQuery::new(places, table, None, trip, Arc::clone(&self.distances[agent]))?;
        // Rather than wait for very long, the agent goes through others.
        let limit = self.least[agent].saturating_mul(2).saturating_add(64);
        Some(AStar::new(query).with_cost_limit(limit))
    }

    fn go_around(&mut self, agent: u32, mut search: AStar<SharedQuery<N>>) -> Status {
        // Enough for a route with few detours.
        let most = EXPANSIONS.max(16 * u64::from(self.least[agent as usize]));
        let status = search.run_for(Budget::new().expansions(EXPANSIONS));
        if status.is_running() && search.stats().expanded < most {
            self.search = Some(Search::Around(search));
            return status;
        }
        self.stats = search.stats().after(&self.stats);
        let route: Option<Vec<u32>> = search.path().map(|path| places_of(&path).collect());
        // The table is not shared any more.
        drop(search);
        match route {
            Some(route) => self.take(agent, route),
            None => self.begin_through(agent),
        }
    }

    /// Begins the search for a route on which the agent collides with few others.
    fn begin_through(&mut self, agent: u32) -> Status {
        let places = &self.team.places;
        let goal = self.team.goals[agent as usize];
        let mut visits = Vec::new();
        for (other, route) in (0..).zip(&self.routes) {
            let Some((end, moves)) = route.split_last() else {
                continue;
            };
            let mut first = 0;
            for place in moves {
                if places.spot(*place) == places.spot(goal) {
                    let (agent, last) = (other, first);
                    visits.push(Stay { agent, first, last });
                }
                first += 1;
            }
            if places.spot(*end) == places.spot(goal) {
                let (agent, last) = (other, self.team.end.last(first));
                visits.push(Stay { agent, first, last });
            }
        }
        let problem = Through {
            places: Arc::clone(places),
            occupancy: Arc::clone(&self.occupancy),
            penalties: Arc::clone(&self.penalties),
            distances: Arc::clone(&self.distances[agent as usize]),
            visits,
            start: self.team.starts[agent as usize],
            goal,
            end: self.team.end,
        };
        match WeightedAStar::new(problem, WEIGHT) {
            Ok(search) => self.search = Some(Search::Through(search)),
            // The weight is valid.
            Err(_) => return Status::Exhausted,
        }
        Status::Running
    }

    fn go_through(&mut self, agent: u32, mut search: WeightedAStar<Through<N>>) -> Status {
        let status = search.run_for(Budget::new().expansions(EXPANSIONS));
        if status.is_running() {
            self.search = Some(Search::Through(search));
            return status;
        }
        self.stats = search.stats().after(&self.stats);
        let Some(path) = search.path() else {
            return Status::Exhausted;
        };
        let mut route: Vec<u32> = path.nodes.iter().filter_map(|moment| moment.place()).collect();
        // It has arrived when it comes to its goal for the last time.
        while let [.., before, last] = route[..]
            && before == last
        {
            route.pop();
        }
        let ejected = search.problem().ejected(&route);
        drop(search);
        for other in ejected {
            self.eject(other);
        }
        self.take(agent, route)
    }

    fn eject(&mut self, agent: u32) {
        let route = core::mem::take(&mut self.routes[agent as usize]);
        route_of(&self.team, &route).give(Arc::make_mut(&mut self.table));
        Arc::make_mut(&mut self.occupancy).remove(&self.team.places, agent, &route);
        self.bound += u64::from(self.least[agent as usize]);
        self.bound -= route.len().saturating_sub(1) as u64;
        let penalty = &mut Arc::make_mut(&mut self.penalties)[agent as usize];
        *penalty = penalty.saturating_add(INCREASE);
        self.waiting.push_back(agent);
        self.ejected += 1;
    }

    /// Gives an agent a route that collides with no other.
    fn take(&mut self, agent: u32, route: Vec<u32>) -> Status {
        let taken = route_of(&self.team, &route);
        debug_assert!(taken.needs().all(|need| self.table.first_taken(need).is_none()));
        taken.take(Arc::make_mut(&mut self.table));
        let occupancy = Arc::make_mut(&mut self.occupancy);
        occupancy.insert(&self.team.places, agent, &route, self.team.end);
        self.bound -= u64::from(self.least[agent as usize]);
        self.bound += route.len().saturating_sub(1) as u64;
        self.routes[agent as usize] = route;
        self.waiting.pop_front();
        if self.waiting.is_empty() {
            Status::Found
        } else if self.ejected > PATIENCE * self.team.len() as u64 {
            Status::Exhausted
        } else {
            Status::Running
        }
    }
}

impl<N: Clone + Debug + Eq + Hash> Stepper for Ejection<N> {
    fn step(&mut self) -> Status {
        if self.status.is_running() {
            self.status = self.advance();
        }
        self.status.clone()
    }

    fn status(&self) -> Status {
        self.status.clone()
    }

    fn stats(&self) -> Stats {
        match &self.search {
            None => self.stats,
            Some(Search::Around(search)) => search.stats().after(&self.stats),
            Some(Search::Through(search)) => search.stats().after(&self.stats),
        }
    }
}

/// The problem of one agent that may collide with others: a place at each time, and the end of the route after the
/// last arrival at the goal. Costs are moves and penalties for collisions.
#[derive(Clone, Debug)]
struct Through<N> {
    places: Arc<Places<N>>,
    occupancy: Arc<Occupancy>,
    penalties: Arc<Vec<u32>>,
    distances: Arc<Distances>,
    /// The visits of others to the goal.
    visits: Vec<Stay>,
    start: u32,
    goal: u32,
    end: AtEnd,
}

/// A place at a time, or the end, whose place is [`NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Moment {
    place: u32,
    time: u32,
}

impl Moment {
    const END: Moment = Moment { place: NONE, time: 0 };

    fn place(self) -> Option<u32> {
        (self != Moment::END).then_some(self.place)
    }
}

impl<N> Through<N> {
    /// The agents that come to the goal while this one is there after its arrival.
    fn visitors(&self, arrival: u32) -> impl Iterator<Item = u32> {
        let last = self.end.last(arrival);
        let last = last.saturating_add(u32::from(!self.places.can_follow));
        let visits = self.visits.iter();
        let visits = visits.filter(move |visit| visit.first <= last && visit.last > arrival);
        visits.map(|visit| visit.agent)
    }

    /// The agents with which a route collides, in order.
    fn ejected(&self, route: &[u32]) -> Vec<u32> {
        let mut agents = Vec::new();
        if let Some(start) = route.first() {
            agents.extend(self.occupancy.at(self.places.spot(*start), 0));
        }
        let mut time = 0;
        for step in route.windows(2) {
            let places = &self.places;
            let found = |agent| agents.push(agent);
            self.occupancy.collisions(places, step[0], step[1], time, found);
            time += 1;
        }
        agents.extend(self.visitors(time));
        agents.sort_unstable();
        agents.dedup();
        agents
    }

    fn penalty(&self, agent: u32) -> u32 {
        self.penalties[agent as usize]
    }
}

impl<N> Graph for Through<N> {
    type Node = Moment;
    type Cost = u32;

    fn successors(&self, moment: &Moment) -> impl Iterator<Item = (Moment, u32)> {
        let Moment { place, time } = *moment;
        let next = moment.place().map_or(&[][..], |place| self.places.next(place));
        let stay = moment.place();
        let moves = next.iter().copied().chain(stay).map(move |to| {
            let mut cost = 1_u32;
            let found = |agent| cost = cost.saturating_add(self.penalty(agent));
            self.occupancy.collisions(&self.places, place, to, time, found);
            let time = time.saturating_add(1);
            (Moment { place: to, time }, cost)
        });
        let is_arrival = place == self.goal;
        let end = is_arrival.then(|| {
            let penalties = self.visitors(time).map(|agent| self.penalty(agent));
            (Moment::END, penalties.fold(0, u32::saturating_add))
        });
        moves.chain(end)
    }
}

impl<N> Problem for Through<N> {
    fn start(&self) -> Moment {
        let (place, time) = (self.start, 0);
        Moment { place, time }
    }

    fn is_goal(&self, moment: &Moment) -> bool {
        *moment == Moment::END
    }
}

impl<N> Heuristic for Through<N> {
    /// Consistent, as the distances are.
    fn estimate_hints(&self) -> Hints {
        Hints::NONE.with_consistency(Consistency::Consistent)
    }

    fn estimate(&self, moment: &Moment) -> u32 {
        moment.place().map_or(0, |place| self.distances.at_least(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::FnGraph;

    /// Agents on a square of 5 × 5 places.
    fn team(rng: &mut Rng) -> Team<usize> {
        let square = FnGraph::new(|place: &usize| {
            let (x, y) = (place % 5, place / 5);
            let next = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
            let next = next.into_iter().filter(|(x, y)| *x < 5 && *y < 5);
            next.map(|(x, y)| (5 * y + x, 1_u32))
        });
        let [mut starts, mut goals] = [(); 2].map(|()| (0..25).collect::<Vec<usize>>());
        rng.shuffle(&mut starts);
        rng.shuffle(&mut goals);
        Team::new(&square, starts.into_iter().zip(goals).take(12)).expect("a team")
    }

    fn planner<N: Clone + Debug + Eq + Hash>(team: &Team<N>, seed: u64) -> Ejection<N> {
        let (mut all, mut least) = (Vec::new(), Vec::new());
        for (start, goal) in team.starts.iter().zip(team.goals.iter()) {
            let mut distances = Distances::new(&team.places, *goal);
            least.push(distances.get(&team.places, *start));
            distances.prepare(&team.places, *start);
            all.push(Arc::new(distances));
        }
        Ejection::new(team, seed, all, least)
    }

    #[test]
    fn plans_are_valid_and_the_bound_is_their_cost() {
        let mut rng = Rng::with_seed(7);
        let (mut found, mut ejected) = (0, 0);
        for seed in 0..60 {
            let mut team = team(&mut rng);
            if seed % 3 == 0 {
                team = team.without_following();
            }
            let mut planner = planner(&team, seed);
            let least = planner.bound();
            planner.run();
            ejected += planner.ejected;
            let Some(plan) = planner.plan() else { continue };
            assert_eq!(plan.check(&team), Ok(()), "seed {seed}");
            assert_eq!(plan.sum_of_costs() as u64, planner.bound(), "seed {seed}");
            assert!(planner.bound() >= least, "seed {seed}");
            found += 1;
        }
        assert!(found > 30 && ejected > 10, "{found} plans, {ejected} ejections");
    }

    #[test]
    fn two_agents_that_cannot_pass_each_other_end_the_search() {
        let corridor = FnGraph::new(|x: &i32| {
            let next = [x - 1, x + 1].into_iter().filter(|x| (0..5).contains(x));
            next.map(|x| (x, 1_u32))
        });
        let team = Team::new(&corridor, [(0, 4), (4, 0)]).expect("a team");
        let mut planner = planner(&team, 0);
        assert_eq!(planner.run(), Status::Exhausted);
        assert_eq!((planner.plan(), planner.waiting()), (None, 1));
    }
}
