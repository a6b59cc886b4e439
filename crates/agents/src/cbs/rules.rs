//! [`Constraint`]: where one agent has to be, or must not be. [`Rules`]: all constraints on one agent.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::maps::Maps;
use crate::places::NONE;

/// A constraint that resolves a conflict: one agent must (or must not) be at a place after a move, or make a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    pub(crate) agent: usize,
    /// The number of moves made.
    pub(crate) time: u32,
    pub(crate) place: u32,
    /// The place where the move begins, or [`NONE`] if it does not matter.
    pub(crate) from: u32,
    /// Whether the agent has to be there, so that no other agent can. Otherwise it must not be there.
    pub(crate) is_positive: bool,
}

impl Constraint {
    /// The places that a positive constraint takes, with their times.
    fn taken(self) -> impl Iterator<Item = (u32, u32)> {
        let before = (self.from != NONE).then(|| (self.time - 1, self.from));
        before.into_iter().chain([(self.time, self.place)])
    }

    /// Whether an agent that follows a path violates the constraint.
    pub(crate) fn is_broken_by(self, agent: usize, path: &[u32]) -> bool {
        let is_at = |time: u32, place: u32| path.get(time as usize).or(path.last()) == Some(&place);
        let makes =
            |from: u32, to: u32| (from == NONE || self.time > 0 && is_at(self.time - 1, from)) && is_at(self.time, to);
        match (self.agent == agent, self.is_positive) {
            (true, true) => !makes(self.from, self.place),
            (true, false) => makes(self.from, self.place),
            (false, true) => {
                let is_taken = self.taken().any(|(time, place)| is_at(time, place));
                is_taken || self.from != NONE && makes(self.place, self.from)
            }
            (false, false) => false,
        }
    }
}

/// Everything to which one agent is bound.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Places where the agent must not be, as sorted pairs of time and place.
    places: Vec<(u32, u32)>,
    /// Moves that it must not make, as sorted triples of arrival time, place left and place entered.
    moves: Vec<(u32, u32, u32)>,
    /// Places where the agent has to be, as sorted pairs of time and place.
    landmarks: Vec<(u32, u32)>,
    /// The moves from each place to each of these.
    to_landmarks: Vec<Arc<[u32]>>,
    /// The moves from each place to the goal.
    pub(crate) to_goal: Arc<[u32]>,
    pub(crate) goal: u32,
    /// The agent cannot stay at its goal before this time.
    pub(crate) at_least: u32,
    /// After this time, there are no rules.
    pub(crate) last: u32,
}

impl Rules {
    /// The rules for an agent under all these constraints, on itself and on others.
    pub(crate) fn new<N>(agent: usize, constraints: &[Constraint], maps: &mut Maps<N>) -> Self {
        let goal = maps.team.goals[agent];
        let (mut places, mut moves, mut landmarks) = (Vec::new(), Vec::new(), Vec::new());
        for constraint in constraints {
            let Constraint { time, place, from, .. } = *constraint;
            match (constraint.agent == agent, constraint.is_positive) {
                (true, true) => landmarks.extend(constraint.taken()),
                (true, false) if from == NONE => places.push((time, place)),
                (true, false) => moves.push((time, from, place)),
                (false, true) => {
                    places.extend(constraint.taken());
                    if from != NONE {
                        moves.push((time, place, from));
                    }
                }
                (false, false) => {}
            }
        }
        places.sort_unstable();
        moves.sort_unstable();
        landmarks.sort_unstable();
        landmarks.dedup();
        let to_goal = maps.distances(goal);
        // The agent may stay at its goal.
        let away = landmarks.iter().filter(|(_, place)| *place != goal);
        let arrivals = away.map(|(time, place)| time.saturating_add(to_goal[*place as usize]));
        let leaves = places
            .iter()
            .filter(|(_, place)| *place == goal)
            .map(|(time, _)| time + 1);
        let at_least = arrivals.chain(leaves).max().unwrap_or(0);
        let times = places.iter().chain(&landmarks).map(|(time, _)| *time);
        let last = times.chain(moves.iter().map(|(time, ..)| *time)).max().unwrap_or(0);
        Rules {
            to_landmarks: landmarks.iter().map(|(_, place)| maps.distances(*place)).collect(),
            places,
            moves,
            landmarks,
            to_goal,
            goal,
            at_least,
            last,
        }
    }

    /// Whether the agent may move from one place to another, arriving at a given time, and can still reach the next
    /// place where it has to be.
    #[inline]
    pub(crate) fn allow(&self, from: u32, to: u32, time: u32) -> bool {
        if time > self.last {
            return true;
        }
        if self.places.binary_search(&(time, to)).is_ok() || self.moves.binary_search(&(time, from, to)).is_ok() {
            return false;
        }
        let next = self.landmarks.partition_point(|(at, _)| *at < time);
        self.landmarks
            .get(next)
            .is_none_or(|(at, _)| self.to_landmarks[next][to as usize] <= at - time)
    }

    /// A lower bound on the moves until the agent stays at its goal.
    #[inline]
    pub(crate) fn remaining(&self, place: u32, time: u32) -> u32 {
        self.to_goal[place as usize].max(self.at_least.saturating_sub(time))
    }
}
