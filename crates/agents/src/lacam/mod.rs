//! [`Lacam`]: a first plan quickly, then better ones until one is optimal.

mod configurations;
mod constraints;
mod edges;

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use astride::engine::Memory;
use astride::search::OnEvent;
use astride::{Budget, Event, NodeEvent, Observer, SearchError, Stats, Status, Stepper};
use fastrand::Rng;

use crate::distances::{Distances, Guides};
use crate::mover::{Move, Mover};
use crate::onward::{Onward, next_plan, run_past_plans};
use crate::places::{NONE, Places};
use crate::{Plan, Team};
use configurations::Configurations;
use constraints::constrain;
use edges::Edges;

/// `LaCAM`\*: finds a plan quickly, even for a thousand agents, and then better ones, until one is proven optimal.
///
/// Use it to bring all agents of a [`Team`] to their goals. The search is complete: it finds a plan if there is one,
/// and otherwise eventually proves that there is none. On most maps of the `MovingAI` benchmarks, it finds a first plan
/// for a thousand agents within a second, and better plans with more time; on the large map `orz900d`, the first plan
/// took 2.1 s. On crowded maps, the first plan is far from optimal. Proving that a plan is optimal is
/// feasible only for small teams.
///
/// If agents constantly get new goals, use [`Pibt`](crate::Pibt). To lower the [sum of costs](Plan::sum_of_costs) within
/// a given time, use [`AnytimePlanner`](crate::AnytimePlanner), which begins with this search and then continues with
/// whichever method improves the plan most.
///
/// The search is depth-first over configurations (the positions of all agents at one time). The next configuration
/// results from one move of [`Pibt`](crate::Pibt), with swaps in corridors. Each time the search returns to a
/// configuration, it prescribes other moves, first for one agent and then for more, until all possible moves have been
/// tried. The cost of a plan is its [sum of loss](Plan::sum_of_loss): in each move, every agent that does not stay at
/// its goal counts 1.
///
/// # Methods
///
/// | to | call |
/// |---|---|
/// | find the first plan | [`find_plan`](Self::find_plan), or a method of [`Stepper`], such as `run_for` with a budget |
/// | continue to a better plan | [`next_plan`](Self::next_plan), or [`seek_next`](Self::seek_next) and then `run_for` |
/// | find the best plan within a budget | [`improve`](Self::improve) |
/// | get the best plan so far | [`plan`](Self::plan), [`cost`](Self::cost), [`lower_bound`](Self::lower_bound) |
/// | inspect the search | [`configuration`](Self::configuration), [`stats`](Stepper::stats) |
/// | watch it | [`with_observer`](Self::with_observer), [`on_event`](Self::on_event) |
/// | limit its memory | [`with_memory_limit`](Self::with_memory_limit) |
///
/// # Arguments
///
/// [`Lacam::new`] takes a [`Team`] without [durations](crate::Durations), and shares its graph. Edges may be
/// one-way, and nodes may have any number of successors.
///
/// # Returns
///
/// The status is [`Status::Found`] after each plan that is better than those before it, and
/// [`seek_next`](Self::seek_next) continues the search. [`Status::Exhausted`] means that there is no better plan:
/// [`plan`](Self::plan) then returns an optimal plan, or `None` if there is no plan at all.
///
/// # Complexity
///
/// A step expands one configuration in O(agents · degree²) time. In addition, it sorts the agents, follows the
/// corridors in which agents meet, and updates the known configurations that can be reached in a better way. At the
/// beginning, one step for each agent runs a breadth-first search from the agent's goal, which continues later if
/// agents go farther away. The distances take 2 bytes for each node and agent, and each configuration takes 4 bytes for
/// each agent; on a graph with 2¹⁶ nodes or more, they take 4 and 6 bytes, respectively.
///
/// # Errors
///
/// [`SearchError::MemoryLimit`], [`SearchError::OutOfMemory`], [`SearchError::NodeLimit`] at 2³⁰ − 1 configurations,
/// and [`SearchError::Panicked`] if the observer panicked and the panic was caught. The best plan so far is kept.
///
/// # Example
///
/// ```
/// use astride::{Status, Stepper};
/// use astride_agents::{Lacam, Team};
/// use astride_grid::{GridMap, GridProblem, Movement, Point};
///
/// // Two agents have to change places, and there is only one place where they can.
/// let map: GridMap = ".....\n@@.@@".parse()?;
/// let at = Point::new;
/// let graph = GridProblem::new(&map, at(0, 0), at(4, 0), Movement::Four)?;
/// let team = Team::new(&graph, [(at(0, 0), at(4, 0)), (at(4, 0), at(0, 0))])?;
/// let mut search = Lacam::new(&team);
/// let plan = search.find_plan()?.expect("there is a plan");
/// plan.check(&team)?;
/// // Better plans, until there are no more.
/// while search.next_plan()?.is_some() {}
/// assert_eq!(search.status(), Status::Exhausted);
/// assert_eq!(search.cost(), Some(11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// K. Okumura: *`LaCAM`: search-based algorithm for quick multi-agent pathfinding* (AAAI 2023), *Improving `LaCAM` for
/// scalable eventually optimal multi-agent pathfinding* (IJCAI 2023), and *Engineering `LaCAM`\*: towards real-time,
/// large-scale, and near-optimal multi-agent pathfinding* (AAMAS 2024). The occasional choice of a random configuration
/// comes from the last paper.
#[doc(alias("lacam*", "lacam", "mapf", "multi-agent", "anytime"))]
#[derive(Clone, Debug)]
pub struct Lacam<N, W = ()> {
    team: Team<N>,
    /// The places of the team and, if its agents leave, those through which they leave.
    places: Arc<Places<N>>,
    /// Where each agent is in the end: at its goal, or at its exit.
    ends: Arc<[u32]>,
    /// The number of moves from an agent's goal to its end.
    last_moves: u32,
    observer: W,
    guides: Guides,
    mover: Mover,
    rng: Rng,
    seed: u64,
    memory: Memory,
    /// The bytes of the distances and of the mover that the ledger includes. Both grow without asking.
    unasked: usize,
    status: Status,
    expanded: u64,
    generated: u64,
    reopened: u64,
    max_open: usize,

    configurations: Configurations,
    nodes: Vec<Node>,
    edges: Edges,
    /// The open configurations, the next one last. A configuration may be listed several times.
    open: Vec<u32>,
    /// The configuration with all agents at their ends, once it is found.
    goal: Option<u32>,

    /// The configuration that was expanded last, or `NONE`.
    current: u32,
    /// The places of all agents there.
    from: Vec<u32>,
    /// The agents in order of their priorities there.
    order: Vec<u32>,
    /// The places to which all agents go.
    to: Vec<u32>,
    /// For each agent, its rank among agents that have been away equally long: those with long paths come first.
    rank: Vec<u32>,
    choices: Vec<u32>,
    queue: VecDeque<u32>,
}

/// The data of a configuration.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The configuration before it on the best way from the starts, or `NONE`.
    parent: u32,
    /// The first of the moves from here, or `NONE`.
    edges: u32,
    /// The sum of loss on the way from the starts (g).
    cost: u64,
    /// The total number of moves that the agents would need to their goals if each were alone (h). It may be 0 before
    /// all agents have left.
    rest: u64,
    /// The number of the next constraint, or the largest number if there are no more.
    constraint: u64,
}

const NO_MORE: u64 = u64::MAX;

/// One choice in a thousand is random, so that the search does not stay in one region.
const RANDOM: u32 = 1000;

/// Returns true once in `one_in` times on average.
fn chance(rng: &mut Rng, one_in: u32) -> bool {
    rng.u32(..one_in) == 0
}

impl<N: Clone> Lacam<N> {
    /// Creates a search.
    pub fn new(team: &Team<N>) -> Self {
        Lacam::observed(team, ())
    }
}

impl<N: Clone, W: Observer<Vec<N>, u64>> Lacam<N, W> {
    fn observed(team: &Team<N>, observer: W) -> Self {
        let (places, last_moves) = (team.leaving_places(), team.end.moves().map_or(0, |moves| moves + 1));
        let ends = (0..)
            .zip(&*team.goals)
            .map(|(agent, goal)| places.exit(agent).unwrap_or(*goal))
            .collect();
        let (agents, count) = (team.len(), places.len());
        Lacam {
            team: team.clone(),
            places,
            ends,
            last_moves,
            observer,
            guides: Guides::default(),
            mover: Mover::new(count, true),
            rng: Rng::with_seed(0),
            seed: 0,
            memory: Memory::default(),
            unasked: 0,
            status: Status::Running,
            expanded: 0,
            generated: 0,
            reopened: 0,
            max_open: 0,
            configurations: Configurations::new(agents, count),
            nodes: Vec::new(),
            edges: Edges::default(),
            open: Vec::new(),
            goal: None,
            current: NONE,
            from: Vec::new(),
            order: Vec::new(),
            to: vec![NONE; agents],
            rank: Vec::new(),
            choices: Vec::new(),
            queue: VecDeque::new(),
        }
    }

    /// Sends all events of the search to `observer`, which replaces the previous one. The search starts over.
    ///
    /// In these events, a node is a configuration: the positions of all agents, in the order of the agents' numbers.
    /// `g` is the sum of loss on the way from the starts, and `h` is the total number of moves that the agents would
    /// still need if each were alone. The same configuration may be expanded several times. `found` reports each better
    /// plan.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::{Event, FnGraph};
    /// use astride_agents::{Lacam, Team};
    ///
    /// let circle = FnGraph::new(|n: &u32| [((n + 1) % 9, 1_u32), ((n + 8) % 9, 1)]);
    /// let team = Team::new(&circle, [(0, 3), (3, 6), (6, 0)])?;
    /// let mut seen = Vec::new();
    /// let mut search = Lacam::new(&team).on_event(|event| {
    ///     if let Event::Opened(event) = event {
    ///         seen.push(event.node.clone());
    ///     }
    /// });
    /// search.find_plan()?;
    /// drop(search);
    /// assert_eq!(seen, [[0, 3, 6], [1, 4, 7], [2, 5, 8], [3, 6, 0]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_observer<V: Observer<Vec<N>, u64>>(self, observer: V) -> Lacam<N, V> {
        Lacam::observed(&self.team, observer)
            .with_seed(self.seed)
            .with_memory_limit(self.memory.limits().1)
    }

    /// Like [`with_observer`](Self::with_observer), but calls a closure with each event, so that no new type is needed.
    pub fn on_event<F>(self, receive: F) -> Lacam<N, OnEvent<F>>
    where
        F: FnMut(Event<'_, Vec<N>, u64>),
    {
        self.with_observer(OnEvent::new(receive))
    }

    /// Returns the observer.
    pub fn observer(&self) -> &W {
        &self.observer
    }

    /// Sets the seed of the random numbers. The default is 0. The same seed leads to the same plans, whether or not the
    /// search is paused. Call this before the first step.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self.rng = Rng::with_seed(seed);
        self.mover.set_seed(seed);
        self
    }

    /// Sets the number of bytes that the search may allocate, including the distances. The search
    /// [fails](SearchError::MemoryLimit) if it needs more than that. The sizes of the open list and of the lists in
    /// which distances and moves are computed are checked only before each step, so the search may exceed the limit
    /// during a step.
    pub fn with_memory_limit(mut self, bytes: usize) -> Self {
        self.set_memory_limit(bytes);
        self
    }

    /// Changes the memory limit for the rest of the search. A search that has failed remains failed.
    pub fn set_memory_limit(&mut self, bytes: usize) {
        self.memory.set_limit(bytes);
    }

    /// Runs until the first plan is found. Returns the best plan so far, or `None` if there is no plan at all.
    ///
    /// # Errors
    ///
    /// The error of [`Status::Failed`].
    pub fn find_plan(&mut self) -> Result<Option<Plan<N>>, SearchError> {
        if let Status::Failed(error) = self.run() {
            return Err(error);
        }
        Ok(self.plan())
    }

    /// Continues the search after a plan has been found, and otherwise has no effect. Returns the status, which is
    /// usually [`Running`](Status::Running), but [`Exhausted`](Status::Exhausted) if the plan is known to be optimal.
    pub fn seek_next(&mut self) -> Status {
        if self.status == Status::Found {
            self.status = if self.is_over() {
                self.observer.exhausted();
                Status::Exhausted
            } else {
                Status::Running
            };
        }
        self.status.clone()
    }

    /// Runs until the next plan is found: either the first plan, or one that is better than all plans before it.
    /// Returns `None` if there is no such plan.
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
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use astride::{Budget, FnGraph};
    /// use astride_agents::{Lacam, Team};
    ///
    /// let circle = FnGraph::new(|n: &u32| [((n + 1) % 9, 1_u32), ((n + 8) % 9, 1)]);
    /// let team = Team::new(&circle, [(0, 4), (3, 7), (6, 1)])?;
    /// let mut search = Lacam::new(&team);
    /// let status = search.improve(Budget::new().time(Duration::from_millis(20)));
    /// println!("{status}: {:?} moves, at least {:?}", search.cost(), search.lower_bound());
    /// # Ok::<(), astride_agents::TeamError>(())
    /// ```
    pub fn improve(&mut self, budget: Budget) -> Status {
        run_past_plans(self, budget);
        if self.goal.is_some() && self.status.is_running() {
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
        let mut at = self.goal?;
        let mut configurations = Vec::new();
        while at != NONE {
            configurations.push(at);
            at = self.nodes[at as usize].parent;
        }
        if self.last_moves > 0 {
            self.leave_out_exits(&mut configurations);
        }
        let mut positions = Vec::with_capacity(configurations.len() * self.team.starts.len());
        let mut places = Vec::new();
        for id in configurations.into_iter().rev() {
            self.configurations.read(id, &mut places);
            positions.extend(places.iter().map(|place| self.places.node(*place).clone()));
        }
        Some(Plan::from_positions(self.team.starts.len(), positions))
    }

    /// Removes the first of these configurations, which are in reverse order, as long as all agents are at their goals
    /// or gone in the next one, too.
    fn leave_out_exits(&self, configurations: &mut Vec<u32>) {
        let mut places = Vec::new();
        let is_over = |id: &u32| {
            self.configurations.read(*id, &mut places);
            let mut at = places.iter().zip(self.team.goals.iter());
            at.all(|(place, goal)| self.places.ordinary(*place) == *goal)
        };
        let moves = configurations.iter().copied().take_while(is_over).count();
        configurations.drain(..moves.saturating_sub(1));
    }

    /// Returns the [sum of loss](Plan::sum_of_loss) of the best plan so far.
    pub fn cost(&self) -> Option<u64> {
        Some(self.nodes[self.goal? as usize].cost)
    }

    /// Returns a lower bound on the cost: the total number of moves that the agents would need if each were alone. The
    /// bound is `None` before the distances to the goals are known. Once the search is exhausted, [`cost`](Self::cost)
    /// is the better bound.
    pub fn lower_bound(&self) -> Option<u64> {
        Some(self.nodes.first()?.rest)
    }

    /// Returns the positions in the configuration that was expanded last, in the order of the agents' numbers. Before
    /// the first expansion, there are no positions.
    pub fn configuration(&self) -> impl ExactSizeIterator<Item = &N> {
        self.from.iter().map(|place| self.places.node(*place))
    }
}

impl<N: Clone, W: Observer<Vec<N>, u64>> Lacam<N, W> {
    /// Whether there is provably no better plan.
    fn is_over(&self) -> bool {
        let is_best = |goal| self.nodes[0].rest >= self.nodes[goal as usize].cost;
        self.open.is_empty() || self.goal.is_some_and(is_best)
    }

    /// Reports an event of a configuration if there is an observer.
    fn report(&mut self, id: u32, send: impl FnOnce(&mut W, NodeEvent<'_, Vec<N>, u64>)) {
        if self.observer.is_silent() {
            return;
        }
        let Node { parent, cost, rest, .. } = self.nodes[id as usize];
        let mut places = Vec::new();
        let mut read = |id| {
            self.configurations.read(id, &mut places);
            places
                .iter()
                .map(|place| self.places.node(*place).clone())
                .collect::<Vec<N>>()
        };
        let node = read(id);
        let parent = (parent != NONE).then(|| read(parent));
        send(
            &mut self.observer,
            NodeEvent::new(&node, parent.as_ref(), cost, Some(rest)),
        );
    }

    /// Makes a step. Returns `None` if there is not enough memory.
    fn advance(&mut self) -> Option<Status> {
        let unasked = self.guides.bytes() + self.mover.bytes();
        self.memory.add(unasked - mem::replace(&mut self.unasked, unasked))?;
        if self.nodes.is_empty() {
            self.prepare()?;
            return Some(Status::Running);
        }
        let Some(id) = self.choose() else {
            return Some(if self.is_over() {
                Status::Exhausted
            } else {
                Status::Running
            });
        };
        self.expanded += 1;
        self.load(id);
        self.report(id, W::expanded);
        if self.goal.is_none() && self.nodes[id as usize].rest == 0 && *self.from == *self.ends {
            self.goal = Some(id);
            self.report(id, W::found);
            return Some(Status::Found);
        }
        self.grow()?;
        let before = self.goal.map(|goal| self.nodes[goal as usize].cost);
        if self.generate(id) {
            self.generated += 1;
            self.reach(id)?;
        }
        match self.goal {
            Some(goal) if before.is_some_and(|before| self.nodes[goal as usize].cost < before) => {
                self.report(goal, W::found);
                Some(Status::Found)
            }
            _ => Some(Status::Running),
        }
    }

    /// Computes the distances to the next agent's goal, and opens the first configuration after the last of them.
    fn prepare(&mut self) -> Option<()> {
        let agent = self.guides.len();
        if let (Some(start), Some(end)) = (self.team.starts.get(agent), self.ends.get(agent)) {
            let bytes = Distances::bytes_for(self.places.len());
            self.memory.take(bytes)?;
            self.unasked += bytes;
            self.guides.push(self.places.len(), *end);
            let agent = u32::try_from(agent).unwrap_or(NONE);
            let moves = self.guides.moves(&self.places, agent, *start);
            self.rank.push(moves.saturating_sub(self.last_moves));
            return Some(());
        }
        // The number of agents fits into 32 bits.
        self.order = (0..).take(self.team.starts.len()).collect();
        let moves = core::mem::take(&mut self.rank);
        self.order
            .sort_by_key(|agent| core::cmp::Reverse(moves[*agent as usize]));
        self.rank.resize(self.order.len(), 0);
        for (rank, agent) in (0..).zip(&self.order) {
            self.rank[*agent as usize] = rank;
        }
        self.grow()?;
        self.memory.add_node()?;
        self.configurations.push(0, &self.team.starts, &self.ends, None);
        self.nodes.push(Node {
            parent: NONE,
            edges: NONE,
            cost: 0,
            rest: moves.iter().map(|moves| u64::from(*moves)).sum(),
            constraint: 0,
        });
        self.generated += 1;
        self.open.push(0);
        self.report(0, W::opened);
        Some(())
    }

    /// Chooses the next configuration, or `None` if this step expands none.
    fn choose(&mut self) -> Option<u32> {
        let mut id = *self.open.last()?;
        let Some(goal) = self.goal else {
            if self.nodes[id as usize].constraint == NO_MORE {
                self.open.pop();
                return None;
            }
            return Some(id);
        };
        if chance(&mut self.rng, RANDOM) {
            id = if self.rng.bool() {
                0
            } else {
                self.open[self.rng.usize(..self.open.len())]
            };
            self.open.push(id);
        }
        let Node {
            cost, rest, constraint, ..
        } = self.nodes[id as usize];
        if constraint == NO_MORE {
            self.open.pop();
            return None;
        }
        if cost + rest >= self.nodes[goal as usize].cost {
            self.open.pop();
            // Better plans branch off early. (Pruning the first configuration would prove the best plan optimal.)
            if self.nodes[0].constraint != NO_MORE && id != 0 {
                self.open.push(0);
            }
            return None;
        }
        Some(id)
    }

    /// Makes a configuration the current one, with the agents in the order of their priorities.
    fn load(&mut self, id: u32) {
        if self.current == id {
            return;
        }
        self.current = id;
        self.configurations.read(id, &mut self.from);
        let (away, rank) = (self.configurations.away(id), &self.rank);
        self.order.sort_by_key(|agent| {
            let agent = *agent as usize;
            u64::from(u16::MAX - away[agent]) << 32 | u64::from(rank[agent])
        });
    }

    /// Allocates memory for one more element in every list.
    fn grow(&mut self) -> Option<()> {
        self.configurations.grow(&mut self.memory)?;
        self.edges.grow(&mut self.memory)?;
        self.memory.grow(&mut self.nodes, 1)?;
        // The next configuration and a random one.
        self.memory.grow(&mut self.open, 2)
    }

    /// Generates the next configuration from the next constraint. Returns false if there is none.
    fn generate(&mut self, id: u32) -> bool {
        let node = &mut self.nodes[id as usize];
        let number = node.constraint;
        node.constraint += 1;
        self.to.fill(NONE);
        let seed = self.seed ^ u64::from(id).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let pair = (&self.from[..], &mut self.to[..]);
        if !constrain(&self.places, pair, &self.order, number, seed, &mut self.choices) {
            node.constraint = NO_MORE;
            return false;
        }
        let mut step = Move {
            places: &self.places,
            guides: &mut self.guides,
            from: &self.from,
            to: &mut self.to,
        };
        let mut is_done = self.mover.begin(&step, &self.order);
        if is_done {
            is_done = self.order.iter().all(|agent| {
                let is_decided = step.to[*agent as usize] != NONE;
                is_decided || self.mover.decide(&mut step, *agent)
            });
        }
        self.mover.end(&step, &self.order);
        is_done
    }

    /// Processes the generated configuration, which may be new.
    fn reach(&mut self, from: u32) -> Option<()> {
        let moves = self.from.iter().zip(&self.to).zip(self.team.goals.iter());
        let is_home = |place: u32, goal: u32| self.places.ordinary(place) == goal;
        let away = moves.filter(|((from, to), goal)| !is_home(**from, **goal) || !is_home(**to, **goal));
        let away = away.count();
        // At most the number of agents.
        let cost = u32::try_from(away).unwrap_or(NONE);
        if let Some(to) = self.configurations.find(&self.to) {
            let node = &mut self.nodes[from as usize];
            node.edges = self.edges.add(from, to, cost, node.edges);
            self.improve_way(from, to, cost);
            let is_random = chance(&mut self.rng, RANDOM);
            self.open.push(if is_random { 0 } else { to });
            return Some(());
        }
        let mut rest = 0;
        for (agent, place) in (0..).zip(&self.to) {
            let moves = self.guides.moves(&self.places, agent, *place);
            if moves == NONE {
                // The goals cannot be reached from there.
                return Some(());
            }
            rest += u64::from(moves.saturating_sub(self.last_moves));
        }
        self.memory.add_node()?;
        // There are at most `MAX_NODES`.
        let id = u32::try_from(self.nodes.len()).ok()?;
        let node = &mut self.nodes[from as usize];
        node.edges = self.edges.add(from, id, cost, node.edges);
        let new = Node {
            parent: from,
            edges: NONE,
            cost: node.cost + u64::from(cost),
            rest,
            constraint: 0,
        };
        self.nodes.push(new);
        self.configurations.push(id, &self.to, &self.ends, Some(from));
        self.open.push(id);
        self.report(id, W::opened);
        Some(())
    }

    /// Adopts a better way to a known configuration, and then all better ways onward from there.
    fn improve_way(&mut self, from: u32, to: u32, cost: u32) {
        self.relax(from, to, cost);
        while let Some(from) = self.queue.pop_front() {
            let mut next = self.nodes[from as usize].edges;
            while let Some(edge) = self.edges.get(next).copied() {
                next = edge.next;
                self.relax(from, edge.to, edge.cost);
            }
        }
    }

    /// Adopts a way to a known configuration if it is better, and queues the configuration.
    fn relax(&mut self, from: u32, to: u32, cost: u32) {
        let bound = self.goal.map(|goal| self.nodes[goal as usize].cost);
        let cost = self.nodes[from as usize].cost + u64::from(cost);
        let node = &mut self.nodes[to as usize];
        let before = node.cost;
        if cost >= before {
            return;
        }
        (node.cost, node.parent) = (cost, from);
        self.queue.push_back(to);
        if bound.is_some_and(|bound| cost + node.rest < bound) {
            self.reopened += 1;
            self.open.push(to);
        }
        self.report(to, |observer, event| observer.improved(event, before));
    }
}

impl<N: Clone, W: Observer<Vec<N>, u64>> Onward for Lacam<N, W> {
    fn onward(&mut self) -> Status {
        self.seek_next()
    }
}

/// A step expands one configuration, or removes one from the open list. The first steps, one for each agent, compute
/// the distances to the goals, and the next one opens the first configuration.
impl<N: Clone, W: Observer<Vec<N>, u64>> Stepper for Lacam<N, W> {
    fn step(&mut self) -> Status {
        if self.status.is_running() {
            // The status during the step, since code of the observer may panic.
            self.status = Status::Failed(SearchError::Panicked);
            let status = self.advance();
            self.status = status.unwrap_or_else(|| Status::Failed(self.memory.error()));
            self.max_open = self.max_open.max(self.open.len());
            match &self.status {
                Status::Exhausted => self.observer.exhausted(),
                Status::Failed(error) => self.observer.failed(error),
                _ => {}
            }
        }
        self.status.clone()
    }

    fn status(&self) -> Status {
        self.status.clone()
    }

    /// Counts configurations: those that were expanded, those that were generated (the first one, and one by each
    /// move), and those that are stored. `bytes` includes the distances. Time is not measured.
    fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        stats.expanded = self.expanded;
        stats.generated = self.generated;
        stats.reopened = self.reopened;
        stats.open = self.open.len();
        stats.max_open = self.max_open;
        stats.nodes = self.nodes.len();
        stats.bytes = self.memory.bytes() - self.unasked + self.guides.bytes() + self.mover.bytes();
        stats
    }
}
