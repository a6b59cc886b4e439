//! [`AnytimePlanner`]: the best plan within the available time, by whichever method improves it.

use core::fmt::Debug;
use core::hash::Hash;

use astride::{Budget, SearchError, Stats, Status, Stepper};

use crate::onward::{Onward, next_plan, run_past_plans};
use crate::reservations::Ejection;
use crate::{Lacam, Lns, Plan, Prioritized, Team};

/// Finds a plan as fast as possible, and then improves it until the time is over, with whichever method improves it
/// most.
///
/// Use it if you want the best plan within a given time and do not want to choose a planner. The first plan is that of
/// [`Lacam`], so there is one if there can be one. Then three methods take turns:
///
/// * [`Lns`] replans a few agents at a time.
/// * A second plan is made from nothing: agents are planned one after another, as by
///   [`Prioritized`](crate::Prioritized), but an agent without a way takes the routes of others, which are planned
///   again. With a thousand agents, the result is often much better than the first plan. This method ends once all
///   agents have a route, or if it makes no progress.
/// * [`Lacam`] continues.
///
/// If the team has [durations](Team::with_durations), the first plan is that of [`Prioritized`](crate::Prioritized),
/// which may find none although there is one, and only [`Lns`] improves it.
///
/// For each method, the planner measures by how much its turns lower the [sum of costs](Plan::sum_of_costs) per
/// expansion, and nearly all turns go to the best one. (For the second plan, this is the expected gain, divided by the
/// expected number of expansions until it is complete.) Every sixteenth turn goes to the method that has waited
/// longest, so that all measurements stay current. Work is counted in expansions rather than in time, so the same seed
/// leads to the same plans.
///
/// For 14 teams of 200 to 1,000 agents on five `MovingAI` maps, the sum of costs after ten seconds of processor time
/// was 49 to 79 % of that of the first plan by Okumura's program `lacam0`: at most 75 % on all maps except `den520d`, where
/// no plan can have less than 74 %. With `--anytime`, that program uses the ten seconds as well, and the planner's sum
/// was 50 to 80 % of its sum.
///
/// # Methods
///
/// | to | call |
/// |---|---|
/// | get the best plan within a budget, in one call | [`best_plan`](Self::best_plan) |
/// | find the first plan, or each better plan | [`next_plan`](Self::next_plan), or [`seek_next`](Self::seek_next) and then `run_for` |
/// | continue within a budget | [`improve`](Self::improve) |
/// | get the best plan so far | [`plan`](Self::plan), [`cost`](Self::cost), [`lower_bound`](Self::lower_bound) |
/// | set limits | [`with_patience`](Self::with_patience), [`with_memory_limit`](Self::with_memory_limit) |
///
/// # Returns
///
/// The status is [`Status::Found`] after each plan that is better than those before it, and
/// [`seek_next`](Self::seek_next) continues the search. The status is [`Status::Exhausted`] if there is no plan at all,
/// if the best plan is proven optimal (its cost is the [lower bound](Self::lower_bound)), or if the search [gives
/// up](Self::with_patience).
///
/// # Complexity
///
/// A step is one step of one method, so it makes at most 10,000 expansions. The memory is that of a [`Lacam`] and an
/// [`Lns`], and, until the second plan is complete, that of its moves.
///
/// # Errors
///
/// The errors of [`Lacam`] before the first plan, or those of [`Prioritized`](crate::Prioritized) if the team has
/// durations, and those of [`Lns`]. If `Lacam` reaches its memory limit after the first plan, the other methods
/// continue without it.
///
/// # Example
///
/// ```
/// use std::time::Duration;
///
/// use astride::Budget;
/// use astride_agents::{AnytimePlanner, Team};
/// use astride_grid::{GridMap, GridProblem, Movement, Point};
///
/// let map: GridMap = "......\n......\n..@@..\n......\n......".parse()?;
/// let at = Point::new;
/// let graph = GridProblem::new(&map, at(0, 0), at(5, 4), Movement::Four)?;
/// let team = Team::new(&graph, (0..6).map(|x| (at(x, 0), at(5 - x, 4))))?;
///
/// let budget = Budget::new().time(Duration::from_millis(50));
/// let plan = AnytimePlanner::new(&team).best_plan(budget)?.ok_or("no plan within 50 ms")?;
/// plan.check(&team)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("portfolio", "best plan", "time limit", "mapf", "multi-agent", "lns2"))]
#[derive(Clone, Debug)]
pub struct AnytimePlanner<N> {
    team: Team<N>,
    seed: u64,
    patience: u32,
    /// Until it has failed or is exhausted.
    lacam: Option<Lacam<N>>,
    /// If the team has durations, until this has found the first plan.
    first: Option<Prioritized<N>>,
    /// From the first plan on. This has the best plan.
    lns: Option<Lns<N>>,
    has_given_up: bool,
    /// While the second plan is being made.
    second: Option<Ejection<N>>,
    /// Whether the second plan has been begun, or is not made because the team has durations.
    has_second: bool,
    rates: [Rate; METHODS.len()],
    turn: Option<Turn>,
    turns: u64,
    /// The cost of the last plan of `Lacam` that was compared with the best one.
    compared: Option<u64>,
    /// What `Lacam` has proven.
    least: u64,
    status: Status,
    /// The counts of methods that have ended.
    stats: Stats,
}

/// A method that improves plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Second,
    Lns,
    Lacam,
}

const METHODS: [Method; 3] = [Method::Second, Method::Lns, Method::Lacam];

/// How much a method lowers the cost.
#[derive(Clone, Copy, Debug, Default)]
struct Rate {
    /// The gain per unit of work, in which earlier turns count less and less. `None` before the first turn.
    gain: Option<f64>,
    /// For the second plan, the number of agents that get a route per unit of work, averaged in the same way.
    progress: Option<f64>,
    /// The work in all turns.
    work: u64,
    /// The last turn, counted from 1.
    turn: u64,
}

/// The current turn of a method, and the state at its beginning.
#[derive(Clone, Copy, Debug)]
struct Turn {
    method: Method,
    work: u64,
    cost: u64,
    waiting: usize,
}

/// The work in a turn: about as many expansions as a processor makes in 25 milliseconds.
const TURN: u64 = 50_000;

/// The work of a step besides its expansions.
const STEP: u64 = 20;

/// The weight of the last turn in an average.
const LEARNING: f64 = 0.1;

/// The expected progress of the second plan is at least its average progress divided by this.
const PAUSE: f64 = 16.0;

/// A turn whose number is a multiple of this goes to the method that has waited longest.
const EXPLORE: u64 = 16;

/// The average after another value.
fn learn(average: &mut Option<f64>, value: f64) {
    let before = average.unwrap_or(value);
    *average = Some(before + LEARNING * (value - before));
}

#[expect(clippy::cast_precision_loss, reason = "an average")]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

impl<N: Clone + Debug + Eq + Hash> AnytimePlanner<N> {
    /// Creates a planner.
    pub fn new<D>(team: &Team<N, D>) -> Self {
        let takes_time = !team.places.durations.are_unit();
        let team = team.with_mark();
        AnytimePlanner {
            seed: 0,
            patience: 10_000,
            lacam: (!takes_time).then(|| Lacam::new(&team)),
            first: takes_time.then(|| Prioritized::new(&team)),
            lns: None,
            has_given_up: false,
            second: None,
            has_second: takes_time,
            team,
            rates: Default::default(),
            turn: None,
            turns: 0,
            compared: None,
            least: 0,
            status: Status::Running,
            stats: Stats::default(),
        }
    }

    /// Sets the seed of the random numbers of all methods. The default is 0. The same seed leads to the same plans,
    /// whether or not the search is paused. As with the other settings, call this method before the first step.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self.lacam = self.lacam.map(|lacam| lacam.with_seed(seed));
        self
    }

    /// Sets the number of neighbourhoods in a row without improvement after which [`Lns`] gives up. The default is
    /// 10,000. Once it has given up and the second plan is complete, the search ends.
    pub fn with_patience(mut self, neighbourhoods: u32) -> Self {
        self.patience = neighbourhoods;
        self
    }

    /// Sets the number of bytes that [`Lacam`] may allocate, whose memory otherwise grows with every turn. The other
    /// methods need little more memory than plans.
    pub fn with_memory_limit(mut self, bytes: usize) -> Self {
        self.lacam = self.lacam.map(|lacam| lacam.with_memory_limit(bytes));
        self
    }

    /// Runs until the budget is used up or the search ends, and returns the best plan. Returns `None` if there is no
    /// plan yet; if there is none at all, the [status](Stepper::status) is [`Exhausted`](Status::Exhausted). The next
    /// call continues from there.
    ///
    /// # Errors
    ///
    /// The error of [`Status::Failed`].
    pub fn best_plan(&mut self, budget: Budget) -> Result<Option<Plan<N>>, SearchError> {
        match self.improve(budget) {
            Status::Failed(error) => Err(error),
            _ => Ok(self.plan()),
        }
    }

    /// Continues the search after a plan has been found, and otherwise has no effect. Returns the status.
    pub fn seek_next(&mut self) -> Status {
        if self.status == Status::Found {
            self.status = Status::Running;
        }
        self.status.clone()
    }

    /// Runs until the next plan is found: either the first plan, or one that is better than all plans before it.
    /// Returns `None` if there is no such plan, or if the search has given up.
    ///
    /// # Errors
    ///
    /// The error of [`Status::Failed`].
    pub fn next_plan(&mut self) -> Result<Option<Plan<N>>, SearchError> {
        next_plan(self, Self::plan)
    }

    /// Runs until the budget is used up or the search ends, without stopping at each plan. Returns
    /// [`Found`](Status::Found) if a plan has been found and the search can continue, and otherwise the status of the
    /// search.
    pub fn improve(&mut self, budget: Budget) -> Status {
        run_past_plans(self, budget);
        if self.lns.is_some() && self.status.is_running() {
            self.status = Status::Found;
        }
        self.status()
    }

    /// Returns the best plan so far.
    ///
    /// # Complexity
    ///
    /// O(agents · makespan).
    pub fn plan(&self) -> Option<Plan<N>> {
        self.lns.as_ref().map(Lns::plan)
    }

    /// Returns the [sum of costs](Plan::sum_of_costs) of the best plan so far.
    pub fn cost(&self) -> Option<u64> {
        self.lns.as_ref().map(Lns::cost)
    }

    /// Returns a lower bound on the sum of costs: the total number of moves that the agents would need if each were
    /// alone, or the optimal [sum of loss](Plan::sum_of_loss) if [`Lacam`] has proven it. The bound is `None` before
    /// the distances to the goals are known.
    pub fn lower_bound(&self) -> Option<u64> {
        let distances = match (&self.lns, &self.lacam) {
            (Some(lns), lacam) => lns
                .lower_bound()
                .or_else(|| lacam.as_ref().and_then(Lacam::lower_bound)),
            (None, Some(lacam)) => lacam.lower_bound(),
            (None, None) => None,
        };
        distances.map(|bound| bound.max(self.least))
    }

    /// Makes a step towards the first plan.
    fn find_first(&mut self) -> Status {
        let (status, plan) = match (&mut self.lacam, &mut self.first) {
            (Some(lacam), _) => (lacam.step(), lacam.plan()),
            (None, Some(first)) => (first.step(), first.plan()),
            (None, None) => return Status::Exhausted,
        };
        if status != Status::Found {
            return status;
        }
        match plan.map(|plan| Lns::new(&self.team, &plan)) {
            Some(Ok(lns)) => {
                self.compared = self.lacam.as_ref().and_then(Lacam::cost);
                if let Some(first) = self.first.take() {
                    self.stats = first.stats().after(&self.stats);
                }
                self.lns = Some(lns.with_seed(self.seed).with_patience(self.patience));
            }
            Some(Err(error)) => return Status::failed(&error),
            None => return Status::Exhausted,
        }
        status
    }

    fn advance(&mut self) -> Status {
        let Some(lns) = &mut self.lns else {
            return self.find_first();
        };
        let cost = lns.cost();
        let Some((distances, least)) = lns.distances() else {
            return lns.step();
        };
        if !self.has_second {
            self.has_second = true;
            let second = Ejection::new(&self.team, self.seed, distances.to_vec(), least.to_vec());
            self.second = Some(second);
        }
        if self.lower_bound() == Some(cost) {
            return Status::Exhausted;
        }
        let Some(turn) = self.turn.or_else(|| self.begin_turn(cost)) else {
            return Status::Exhausted;
        };
        let before = self.stats_of(turn.method).expanded;
        let status = match turn.method {
            Method::Second => self.continue_second(),
            Method::Lns => self.continue_lns(),
            Method::Lacam => self.continue_lacam(),
        };
        if let Status::Failed(_) = status {
            return status;
        }
        let is_over = !self.is_usable(turn.method);
        let expansions = self.stats_of(turn.method).expanded.saturating_sub(before);
        let work = turn.work + STEP + expansions * self.weight(turn.method);
        let turn = Turn { work, ..turn };
        self.turn = Some(turn);
        if work >= TURN || is_over {
            self.end_turn(turn);
        }
        if self.cost() < Some(cost) {
            Status::Found
        } else {
            Status::Running
        }
    }

    /// The work of an expansion: `Lacam` moves all agents.
    fn weight(&self, method: Method) -> u64 {
        match method {
            Method::Lacam => self.team.len() as u64,
            Method::Second | Method::Lns => 1,
        }
    }

    fn is_usable(&self, method: Method) -> bool {
        match method {
            Method::Second => self.second.is_some(),
            Method::Lns => !self.has_given_up,
            Method::Lacam => self.lacam.is_some(),
        }
    }

    fn stats_of(&self, method: Method) -> Stats {
        match method {
            Method::Second => self.second.as_ref().map(Stepper::stats),
            Method::Lns => self.lns.as_ref().map(Stepper::stats),
            Method::Lacam => self.lacam.as_ref().map(Stepper::stats),
        }
        .unwrap_or_default()
    }

    /// Chooses the method of the next turn. Returns `None` if only `Lacam` is left, or nothing.
    fn begin_turn(&mut self, cost: u64) -> Option<Turn> {
        if self.has_given_up && self.second.is_none() {
            return None;
        }
        self.turns += 1;
        let usable = METHODS.into_iter().filter(|method| self.is_usable(*method));
        let rate = |method: &Method| self.rates[*method as usize];
        let method = if self.turns.is_multiple_of(EXPLORE) {
            usable.min_by_key(|method| rate(method).turn)?
        } else {
            let gain = |method: &Method| rate(method).gain.unwrap_or(f64::INFINITY);
            // The first of several best ones.
            usable.rev().max_by(|one, other| gain(one).total_cmp(&gain(other)))?
        };
        self.rates[method as usize].turn = self.turns;
        Some(Turn {
            method,
            work: 0,
            cost,
            waiting: self.second.as_ref().map_or(0, Ejection::waiting),
        })
    }

    /// Measures what a turn has gained.
    fn end_turn(&mut self, turn: Turn) {
        self.turn = None;
        if turn.method == Method::Lacam {
            self.adopt_from_lacam();
        }
        let cost = self.cost().unwrap_or(turn.cost);
        let agents = self.team.len() as u64;
        let rate = &mut self.rates[turn.method as usize];
        rate.work += turn.work;
        match (turn.method, &self.second) {
            (Method::Second, Some(second)) => {
                let (before, after) = (turn.waiting as u64, second.waiting() as u64);
                let more = ratio(before.saturating_sub(after), turn.work);
                let fewer = ratio(after.saturating_sub(before), turn.work);
                learn(&mut rate.progress, more - fewer);
                // Progress comes in leaps, so a pause is not yet the end of it.
                let overall = ratio(agents.saturating_sub(after), rate.work);
                let progress = rate.progress.unwrap_or(0.0).max(overall / PAUSE);
                rate.gain = Some(ratio(cost.saturating_sub(second.bound()), after) * progress);
            }
            _ => learn(&mut rate.gain, ratio(turn.cost.saturating_sub(cost), turn.work)),
        }
    }

    fn continue_second(&mut self) -> Status {
        let Some(second) = &mut self.second else {
            return Status::Running;
        };
        let status = second.step();
        if !status.is_running() {
            self.stats = second.stats().after(&self.stats);
            let plan = second.plan();
            self.second = None;
            self.adopt(plan);
        }
        Status::Running
    }

    fn continue_lns(&mut self) -> Status {
        let Some(lns) = &mut self.lns else {
            return Status::Running;
        };
        lns.seek_next();
        let status = lns.step();
        self.has_given_up = status == Status::Exhausted;
        status
    }

    fn continue_lacam(&mut self) -> Status {
        let Some(lacam) = &mut self.lacam else {
            return Status::Running;
        };
        lacam.seek_next();
        let status = lacam.step();
        if status == Status::Exhausted {
            // No plan has a smaller sum of loss, which is at most the sum of costs.
            self.least = lacam.cost().unwrap_or(0);
        }
        if let Status::Exhausted | Status::Failed(_) = status {
            self.adopt_from_lacam();
            if let Some(lacam) = self.lacam.take() {
                self.stats = lacam.stats().after(&self.stats);
            }
        }
        Status::Running
    }

    fn adopt_from_lacam(&mut self) {
        let best = self.cost();
        let Some(lacam) = &self.lacam else {
            return;
        };
        // The sum of loss is at most the sum of costs.
        if lacam.cost() != self.compared && lacam.cost() < best {
            self.compared = lacam.cost();
            let plan = lacam.plan();
            self.adopt(plan);
        }
    }

    /// Continues with this plan if it is better than the best one.
    fn adopt(&mut self, plan: Option<Plan<N>>) {
        let (Some(plan), Some(lns)) = (plan, &mut self.lns) else {
            return;
        };
        if (plan.sum_of_costs() as u64) < lns.cost() && lns.set_plan(&plan).is_ok() {
            self.has_given_up = false;
        }
    }
}

impl<N: Clone + Debug + Eq + Hash> Onward for AnytimePlanner<N> {
    fn onward(&mut self) -> Status {
        self.seek_next()
    }
}

/// A step is one step of one method: it expands one configuration, or makes at most 10,000 expansions for one agent.
impl<N: Clone + Debug + Eq + Hash> Stepper for AnytimePlanner<N> {
    fn step(&mut self) -> Status {
        if self.status.is_running() {
            self.status = self.advance();
        }
        self.status.clone()
    }

    fn status(&self) -> Status {
        self.status.clone()
    }

    /// Adds up the counts of all methods.
    fn stats(&self) -> Stats {
        let all = METHODS.map(|method| self.stats_of(method));
        let first = self.first.as_ref().map(Stepper::stats);
        all.into_iter()
            .chain(first)
            .fold(self.stats, |sum, stats| stats.after(&sum))
    }
}
