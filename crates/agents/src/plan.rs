//! [`Plan`]: the position of each agent at each time, and the check that agents do not collide.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;

use crate::places::{NONE, Places};
use crate::team::first_pair;
use crate::{PlanError, Team};

/// The position of each agent at each time: before the first move, after the first move, and so on.
///
/// After the last move, all agents stay where they are, unless the rule of their [team](Team::with_end) is that they
/// leave. An agent that has left is still listed at its goal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan<N> {
    agents: usize,
    /// The positions of all agents at time 0, then at time 1, and so on. Those at time 0 always exist.
    positions: Vec<N>,
}

impl<N: Clone> Plan<N> {
    /// A plan from one or more configurations of `agents` agents each, one after another.
    pub(crate) fn from_positions(agents: usize, positions: Vec<N>) -> Self {
        debug_assert!(agents > 0 && !positions.is_empty() && positions.len().is_multiple_of(agents));
        Plan { agents, positions }
    }

    /// A plan from one route for each agent: its place at each time until it arrives at its goal for good.
    pub(crate) fn from_routes<'r>(team: &Team<N>, routes: &(impl Iterator<Item = &'r [u32]> + Clone)) -> Self {
        let times = routes.clone().map(<[u32]>::len).max().unwrap_or(0);
        let mut positions = Vec::with_capacity(times * team.goals.len());
        for time in 0..times {
            let at = routes.clone().zip(team.goals.iter());
            let at = at.map(|(route, goal)| route.get(time).unwrap_or(goal));
            positions.extend(at.map(|place| team.places.node(*place).clone()));
        }
        Plan::from_positions(team.goals.len(), positions)
    }

    /// Creates a plan from one path for each agent, with a node for each time. An agent whose path is shorter than the
    /// longest one stays at the end of its path.
    ///
    /// # Errors
    ///
    /// [`PlanError::EmptyPath`] if a path has no nodes. Use [`check`](Self::check) to find collisions.
    pub fn from_paths(paths: impl IntoIterator<Item = Vec<N>>) -> Result<Self, PlanError> {
        let paths: Vec<Vec<N>> = paths.into_iter().collect();
        let mut ends = Vec::with_capacity(paths.len());
        for (agent, path) in paths.iter().enumerate() {
            ends.push(path.last().ok_or(PlanError::EmptyPath { agent })?);
        }
        let times = paths.iter().map(Vec::len).max().unwrap_or(0);
        let mut positions = Vec::with_capacity(times * paths.len());
        for time in 0..times {
            let at = |(path, end): (&Vec<N>, &&N)| path.get(time).unwrap_or(end).clone();
            positions.extend(paths.iter().zip(&ends).map(at));
        }
        Ok(Plan {
            agents: paths.len(),
            positions,
        })
    }
}

impl<N> Plan<N> {
    /// The number of agents.
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// The length of the plan in moves, after which all agents stay where they are.
    pub fn makespan(&self) -> usize {
        self.configurations().len().saturating_sub(1)
    }

    /// Returns the positions of all agents at each time, in the order of the agents' numbers.
    pub fn configurations(&self) -> impl ExactSizeIterator<Item = &[N]> + DoubleEndedIterator {
        // A plan without agents has no positions.
        self.positions.chunks_exact(self.agents.max(1))
    }

    /// Returns the position of an agent after `time` moves, or `None` if there is no such agent.
    pub fn position(&self, agent: usize, time: usize) -> Option<&N> {
        let time = time.min(self.makespan());
        self.configurations().nth(time)?.get(agent)
    }

    /// Returns the positions of an agent, one for each time. There are [`makespan`](Self::makespan) + 1 positions, or
    /// none if there is no such agent.
    pub fn path(&self, agent: usize) -> impl Iterator<Item = &N> {
        self.configurations().filter_map(move |at| at.get(agent))
    }
}

impl<N: Eq> Plan<N> {
    /// The total number of moves of all agents, counted for each agent until it has arrived for good. Waiting counts as
    /// a move, except after an agent's last arrival at the end of its path.
    pub fn sum_of_costs(&self) -> usize {
        self.arrivals().sum()
    }

    /// The time at which each agent arrives at the end of its path for good.
    fn arrivals(&self) -> impl Iterator<Item = usize> {
        let ends = self.configurations().next_back().unwrap_or_default();
        ends.iter().enumerate().map(|(agent, end)| {
            let is_away = |at: &[N]| at[agent] != *end;
            self.configurations().rposition(is_away).map_or(0, |time| time + 1)
        })
    }

    /// The total number of moves of all agents, except those in which an agent stays at the end of its path. For an
    /// agent that arrives early, stays, and later makes way for others, the sum of loss counts fewer moves than
    /// [`sum_of_costs`](Self::sum_of_costs).
    ///
    /// K. Okumura: *Improving `LaCAM` for Scalable Eventually Optimal Multi-Agent Pathfinding* (IJCAI 2023).
    pub fn sum_of_loss(&self) -> usize {
        let Some(ends) = self.configurations().next_back() else {
            return 0;
        };
        let moves = self.configurations().zip(self.configurations().skip(1));
        let losses = moves.map(|(from, to)| {
            let pairs = from.iter().zip(to).zip(ends);
            pairs.filter(|((from, to), end)| from != end || to != end).count()
        });
        losses.sum()
    }
}

impl<N: Clone + Debug + Eq + Hash> Plan<N> {
    /// Verifies the plan: every agent of the team begins at its start, follows edges or stays, and ends at its goal; no
    /// two agents are at the same node, or at the same [spot](Team::with_spots), at the same time, and no two change
    /// places in one move. Agents that have [left](Team::with_end) are in nobody's way. If agents must not
    /// [follow](Team::without_following) one another, no agent enters a node that another one leaves in the same move.
    /// If edges take [several moves](Team::with_durations), no agent arrives too early, and an agent on its way is at
    /// both nodes.
    ///
    /// # Errors
    ///
    /// The first [`PlanError`] in order of time.
    ///
    /// # Complexity
    ///
    /// O(makespan · (nodes + agents · log(degree))) time. The memory is O(nodes), and O(nodes + makespan · agents) if
    /// the team has durations.
    pub fn check<D>(&self, team: &Team<N, D>) -> Result<(), PlanError> {
        if self.agents != team.len() {
            return Err(PlanError::OtherAgents {
                plan: self.agents,
                team: team.len(),
            });
        }
        let places = &team.places;
        let text = |place: u32| format!("{:?}", places.node(place));
        let mut here = team.starts.to_vec();
        // The time at which each agent has arrived there.
        let mut since = vec![0; self.agents];
        // The spots of all agents before and after a move. With durations, the spots that they are entering follow.
        let entered = self.entered_spots(places);
        let (mut before, mut after): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let last: Vec<usize> = match team.end.moves() {
            None => vec![usize::MAX; self.agents],
            Some(moves) => self.arrivals().map(|time| time + moves as usize).collect(),
        };
        // The agent at each spot before the move.
        let mut who = vec![NONE; places.len()];
        for (time, at) in self.configurations().enumerate() {
            for (agent, node) in at.iter().enumerate() {
                if time == 0 {
                    let start = team.starts[agent];
                    if places.number(node) != Some(start) {
                        let (node, start) = (format!("{node:?}"), text(start));
                        return Err(PlanError::OtherStart { agent, node, start });
                    }
                    after.push(places.spot(start));
                    continue;
                }
                if time > last[agent] {
                    after.push(NONE);
                    continue;
                }
                let passed = time - since[agent];
                let to = check_step(places, agent, time, here[agent], node, passed)?;
                if to != here[agent] {
                    since[agent] = time;
                }
                here[agent] = to;
                after.push(places.spot(to));
            }
            let entered = entered.chunks_exact(self.agents).nth(time);
            for (agent, spot) in entered.into_iter().flatten().enumerate() {
                let is_other = after[agent] != NONE && after[agent] != *spot;
                after.push(if is_other { *spot } else { NONE });
            }
            if let Some((one, other, place)) = first_pair(&after, places.len()) {
                let [one, other] = [one, other].map(|entry| entry % self.agents);
                let (one, other, node) = (one.min(other), one.max(other), text(place));
                return Err(PlanError::SameNode { one, other, time, node });
            }
            let agents = (0..).take(self.agents).cycle();
            for (agent, place) in agents.zip(&before).filter(|(_, place)| **place != NONE) {
                who[*place as usize] = agent;
            }
            for (entry, (from, to)) in before.iter().zip(&after).enumerate() {
                if *to == NONE {
                    continue;
                }
                let one = entry % self.agents;
                let other = who[*to as usize] as usize;
                // Each pair is encountered twice.
                if entry == one && from != to && one < other && after.get(other) == Some(from) {
                    let (from, to) = (text(*from), text(*to));
                    return Err(PlanError::Swap {
                        one,
                        other,
                        time,
                        from,
                        to,
                    });
                }
                if !places.can_follow && other != one && other != NONE as usize {
                    let node = text(*to);
                    return Err(PlanError::Follows { one, other, time, node });
                }
            }
            for place in before.iter().filter(|place| **place != NONE) {
                who[*place as usize] = NONE;
            }
            core::mem::swap(&mut before, &mut after);
            after.clear();
        }
        for (agent, (place, goal)) in here.iter().zip(team.goals.iter()).enumerate() {
            if place != goal {
                let (node, goal) = (text(*place), text(*goal));
                return Err(PlanError::OtherGoal { agent, node, goal });
            }
        }
        Ok(())
    }

    /// The spots that agents on their way are entering, or [`NONE`]: those of all agents at time 0, then at time 1, and
    /// so on. Empty if each step takes one move.
    fn entered_spots(&self, places: &Places<N>) -> Vec<u32> {
        if places.durations.are_unit() {
            return Vec::new();
        }
        let mut entered = vec![NONE; self.positions.len()];
        for agent in 0..self.agents {
            let path: Vec<u32> = self.path(agent).map_while(|node| places.number(node)).collect();
            for (spot, time) in places.entered(&path) {
                entered[time as usize * self.agents + agent] = spot;
            }
        }
        entered
    }
}

/// Checks that a step leads to a node, and that its time has passed since the agent's last arrival. Returns the number
/// of the node.
fn check_step<N: Clone + Debug + Eq + Hash>(
    places: &Places<N>,
    agent: usize,
    time: usize,
    from: u32,
    node: &N,
    passed: usize,
) -> Result<u32, PlanError> {
    let step = || (format!("{:?}", places.node(from)), format!("{node:?}"));
    let to = places.number(node).filter(|to| places.has_step(from, *to));
    let to = to.ok_or_else(|| {
        let (from, to) = step();
        PlanError::NoEdge { agent, time, from, to }
    })?;
    let needed = places.durations.of(from, to) as usize;
    if passed < needed {
        let (from, to) = step();
        return Err(PlanError::TooFast {
            agent,
            time,
            from,
            to,
            passed,
            needed,
        });
    }
    Ok(to)
}
