//! [`Plan`]: the position of each agent at each time, and the check that agents do not collide.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;

use crate::places::NONE;
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
    ///
    /// # Errors
    ///
    /// The first [`PlanError`] in order of time.
    ///
    /// # Complexity
    ///
    /// O(makespan · (nodes + agents · log(degree))) time, O(nodes) memory.
    pub fn check(&self, team: &Team<N>) -> Result<(), PlanError> {
        if self.agents != team.len() {
            return Err(PlanError::OtherAgents {
                plan: self.agents,
                team: team.len(),
            });
        }
        let places = &team.places;
        let text = |place: u32| format!("{:?}", places.node(place));
        let mut here = team.starts.to_vec();
        // The spots of all agents before and after a move.
        let (mut before, mut after): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let last: Vec<usize> = match team.end.moves() {
            None => vec![usize::MAX; self.agents],
            Some(moves) => self.arrivals().map(|time| time + moves as usize).collect(),
        };
        // The agent at each spot before the move.
        let mut who = vec![NONE; places.len()];
        for (time, at) in self.configurations().enumerate() {
            for (agent, node) in at.iter().enumerate() {
                let known = places.number(node);
                if time == 0 {
                    let start = team.starts[agent];
                    if known != Some(start) {
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
                let from = here[agent];
                let Some(to) = known.filter(|to| places.has_step(from, *to)) else {
                    let (from, to) = (text(from), format!("{node:?}"));
                    return Err(PlanError::NoEdge { agent, time, from, to });
                };
                here[agent] = to;
                after.push(places.spot(to));
            }
            if let Some((one, other, place)) = first_pair(&after, places.len()) {
                let node = text(place);
                return Err(PlanError::SameNode { one, other, time, node });
            }
            for (agent, place) in (0..).zip(&before).filter(|(_, place)| **place != NONE) {
                who[*place as usize] = agent;
            }
            for (one, (from, to)) in before.iter().zip(&after).enumerate() {
                if *to == NONE {
                    continue;
                }
                let other = who[*to as usize] as usize;
                // Each pair is encountered twice.
                if from != to && one < other && after.get(other) == Some(from) {
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
}
