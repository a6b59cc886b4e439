//! [`Constraint`]: where one agent has to be, or must not be; [`Rules`]: all constraints that one agent has to keep.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::maps::Maps;
use crate::places::NONE;

/// A constraint by which a conflict is solved: one agent is at a place after a move, or makes a move, or must not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    pub(crate) agent: usize,
    /// The number of moves made.
    pub(crate) time: u32,
    pub(crate) place: u32,
    /// Where the move begins. [`NONE`] if it does not matter.
    pub(crate) from: u32,
    /// Whether the agent has to be there, and so nobody else can. Otherwise it must not.
    pub(crate) is_positive: bool,
}

impl Constraint {
    /// The places that a positive constraint takes, with their times.
    fn taken(self) -> impl Iterator<Item = (u32, u32)> {
        let before = (self.from != NONE).then(|| (self.time - 1, self.from));
        before.into_iter().chain([(self.time, self.place)])
    }
}

impl Constraint {
    /// Whether an agent on a path breaks the constraint.
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

/// Everything that one agent has to keep.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Where the agent must not be: times and places, in order.
    places: Vec<(u32, u32)>,
    /// Which moves it must not make: times of arrival, from where, to where, in order.
    moves: Vec<(u32, u32, u32)>,
    /// Where the agent has to be: times and places, in order.
    landmarks: Vec<(u32, u32)>,
    /// The moves from each place to each of these.
    to_landmarks: Vec<Arc<[u32]>>,
    /// The moves from each place to the goal.
    pub(crate) to_goal: Arc<[u32]>,
    pub(crate) goal: u32,
    /// The agent cannot be at its goal for good before this time.
    pub(crate) at_least: u32,
    /// After this time there are no rules.
    pub(crate) last: u32,
}

impl Rules {
    /// The rules for an agent under all these constraints, its own ones and those of others.
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
        // At its goal the agent may stay.
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

    /// Whether the agent may move from one place to another, to arrive at a time, and gets to the next place where it
    /// has to be.
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

    /// The moves that are left at least until the agent is at its goal for good.
    #[inline]
    pub(crate) fn remaining(&self, place: u32, time: u32) -> u32 {
        self.to_goal[place as usize].max(self.at_least.saturating_sub(time))
    }
}
