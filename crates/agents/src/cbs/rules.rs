//! [`Constraint`]: where one agent has to be, or must not be. [`Rules`]: all constraints on one agent.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::maps::Maps;
use crate::places::{NONE, Spots};
use crate::{AtEnd, Team};

/// A constraint that resolves a conflict: one agent must (or must not) be at a spot after a move, or make a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    pub(crate) agent: usize,
    /// The number of moves made.
    pub(crate) time: u32,
    pub(crate) spot: u32,
    /// The spot where the move begins, or [`NONE`] if it does not matter.
    pub(crate) from: u32,
    /// Whether the agent has to be there, so that no other agent can. Otherwise it must not be there.
    pub(crate) is_positive: bool,
}

impl Constraint {
    /// The spots where the agent of a positive constraint has to be, with their times.
    fn landmarks(self) -> impl Iterator<Item = (u32, u32)> {
        let before = (self.from != NONE).then(|| (self.time - 1, self.from));
        before.into_iter().chain([(self.time, self.spot)])
    }

    /// The spots where no other agent can be under a positive constraint, with their times. If agents must not follow
    /// one another, these include the times before and after.
    fn taken(self, can_follow: bool) -> impl Iterator<Item = (u32, u32)> {
        let near = [self.time.checked_sub(1), self.time.checked_add(1)];
        let near = near.into_iter().flatten().filter(move |_| !can_follow);
        self.landmarks().chain(near.map(move |time| (time, self.spot)))
    }

    /// Whether an agent that follows a path violates the constraint.
    pub(crate) fn is_broken_by<N>(self, team: &Team<N>, agent: usize, path: &[u32]) -> bool {
        let is_at = |time: u32, spot: u32| {
            let place = team.end.place(path, time);
            place.is_some_and(|place| team.places.spot(place) == spot)
        };
        let makes =
            |from: u32, to: u32| (from == NONE || self.time > 0 && is_at(self.time - 1, from)) && is_at(self.time, to);
        match (self.agent == agent, self.is_positive) {
            (true, true) => !makes(self.from, self.spot),
            (true, false) => makes(self.from, self.spot),
            (false, true) => {
                let is_taken = self.taken(team.places.can_follow).any(|(time, spot)| is_at(time, spot));
                is_taken || self.from != NONE && makes(self.spot, self.from)
            }
            (false, false) => false,
        }
    }
}

/// Everything to which one agent is bound.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    of_places: Spots,
    /// Spots where the agent must not be, as sorted pairs of time and spot.
    spots: Vec<(u32, u32)>,
    /// Moves that it must not make, as sorted triples of arrival time, spot left and spot entered.
    moves: Vec<(u32, u32, u32)>,
    /// Spots where the agent has to be, as sorted pairs of time and spot.
    landmarks: Vec<(u32, u32)>,
    /// The moves from each place to each of these.
    to_landmarks: Vec<Arc<[u32]>>,
    /// The moves from each place to the goal.
    pub(crate) to_goal: Arc<[u32]>,
    pub(crate) goal: u32,
    goal_spot: u32,
    /// The agent cannot arrive for good before this time.
    pub(crate) at_least: u32,
    end: AtEnd,
    /// After this time, there are no rules.
    pub(crate) last: u32,
}

impl Rules {
    /// The rules for an agent under all these constraints, on itself and on others.
    pub(crate) fn new<N>(agent: usize, constraints: &[Constraint], maps: &mut Maps<N>) -> Self {
        let goal = maps.team.goals[agent];
        let (mut spots, mut moves, mut landmarks) = (Vec::new(), Vec::new(), Vec::new());
        for constraint in constraints {
            let Constraint { time, spot, from, .. } = *constraint;
            match (constraint.agent == agent, constraint.is_positive) {
                (true, true) => landmarks.extend(constraint.landmarks()),
                (true, false) if from == NONE => spots.push((time, spot)),
                (true, false) => moves.push((time, from, spot)),
                (false, true) => {
                    spots.extend(constraint.taken(maps.team.places.can_follow));
                    if from != NONE {
                        moves.push((time, spot, from));
                    }
                }
                (false, false) => {}
            }
        }
        spots.sort_unstable();
        moves.sort_unstable();
        landmarks.sort_unstable();
        landmarks.dedup();
        let to_goal = maps.moves_to_goal(goal);
        let end = maps.team.end;
        let goal_spot = maps.team.places.spot(goal);
        let to_landmarks: Vec<Arc<[u32]>> = landmarks.iter().map(|(_, spot)| maps.moves_to_spot(*spot)).collect();
        let arrivals = landmarks.iter().map(|(time, spot)| {
            if *spot == goal_spot {
                // The agent may still be at its goal.
                end.moves().map_or(0, |moves| time.saturating_sub(moves))
            } else {
                let from_there = maps
                    .team
                    .places
                    .spots
                    .places_of(*spot)
                    .map(|place| to_goal[place as usize]);
                time.saturating_add(from_there.min().unwrap_or(u32::MAX))
            }
        });
        // An agent that stays needs its goal for good.
        let is_needed = |spot: u32| spot == goal_spot && end == AtEnd::Stays;
        let leaves = spots.iter().filter(|(_, spot)| is_needed(*spot));
        let at_least = arrivals.chain(leaves.map(|(time, _)| time + 1)).max().unwrap_or(0);
        let times = spots.iter().chain(&landmarks).map(|(time, _)| *time);
        let last = times.chain(moves.iter().map(|(time, ..)| *time)).max().unwrap_or(0);
        Rules {
            of_places: maps.team.places.spots.clone(),
            to_landmarks,
            spots,
            moves,
            landmarks,
            to_goal,
            goal,
            goal_spot,
            at_least,
            end,
            last,
        }
    }

    /// Whether the agent may be at this place before its first move.
    pub(crate) fn allow_start(&self, place: u32) -> bool {
        self.spots.binary_search(&(0, *self.of_places.of(&place))).is_err()
    }

    /// Whether the agent may move from one place to another, arriving at a given time, and can still reach the next
    /// place where it has to be.
    #[inline]
    pub(crate) fn allow(&self, from: u32, to: u32, time: u32) -> bool {
        if time > self.last {
            return true;
        }
        let (left, entered) = (*self.of_places.of(&from), *self.of_places.of(&to));
        if self.spots.binary_search(&(time, entered)).is_ok()
            || self.moves.binary_search(&(time, left, entered)).is_ok()
        {
            return false;
        }
        let next = self.landmarks.partition_point(|(at, _)| *at < time);
        self.landmarks
            .get(next)
            .is_none_or(|(at, _)| self.to_landmarks[next][to as usize] <= at - time)
    }

    /// Whether the agent may arrive at its goal for good at this time.
    #[inline]
    pub(crate) fn may_end(&self, time: u32) -> bool {
        if time < self.at_least {
            return false;
        }
        let Some(moves) = self.end.moves() else {
            return true;
        };
        let first = self.spots.partition_point(|(at, _)| *at < time);
        let until = time.saturating_add(moves);
        let stay = self.spots[first..].iter().take_while(|(at, _)| *at <= until);
        stay.into_iter().all(|(_, spot)| *spot != self.goal_spot)
    }

    /// A lower bound on the moves until the agent arrives at its goal for good.
    #[inline]
    pub(crate) fn remaining(&self, place: u32, time: u32) -> u32 {
        self.to_goal[place as usize].max(self.at_least.saturating_sub(time))
    }
}
