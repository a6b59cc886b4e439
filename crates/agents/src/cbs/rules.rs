//! [`Constraint`]: what one agent has to do, or must not do. [`Rules`]: all constraints on one agent.

use alloc::collections::BinaryHeap;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::low_level::NumberMap;
use super::maps::Maps;
use crate::places::{NONE, Places, Spots};
use crate::{AtEnd, Team};

/// A constraint of a branch, which resolves a conflict.
#[derive(Clone, Debug)]
pub(crate) enum Constraint {
    Visit(Visit),
    /// An agent must not be at these places at these times, given as pairs of time and place.
    Avoid {
        agent: usize,
        cells: Arc<[(u32, u32)]>,
    },
    /// An agent must not be at a spot at this time or earlier.
    NotUntil {
        agent: usize,
        spot: u32,
        time: u32,
    },
    /// An agent arrives at its goal for good at this time or earlier. If it stays there, no other agent can be at this
    /// spot from then on; otherwise, the spot is [`NONE`].
    ArrivesBy {
        agent: usize,
        time: u32,
        spot: u32,
    },
    /// An agent arrives at its goal for good after this time.
    ArrivesAfter {
        agent: usize,
        time: u32,
    },
}

/// An agent must (or must not) be at a spot after a move, or make a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    pub(crate) agent: usize,
    /// The number of moves made.
    pub(crate) time: u32,
    pub(crate) spot: u32,
    /// The spot where the move begins, or [`NONE`] if it does not matter.
    pub(crate) from: u32,
    /// Whether the agent has to be there, so that no other agent can. Otherwise it must not be there.
    pub(crate) is_positive: bool,
}

impl Visit {
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

    /// The constraints of the two branches in which an agent must not, or must, do this.
    pub(crate) fn split(self) -> [Vec<Constraint>; 2] {
        [false, true].map(|is_positive| vec![Constraint::Visit(Visit { is_positive, ..self })])
    }

    /// Whether an agent that follows a path violates the constraint.
    fn is_broken_by<N>(self, team: &Team<N>, agent: usize, path: &[u32]) -> bool {
        let spot_of = |place: u32| team.places.spot(place);
        let is_at = |time: u32, spot: u32| {
            let place = team.end.place(path, time);
            let entered = team.places.durations.entered(path, time);
            place.is_some_and(|place| spot_of(place) == spot) || entered.is_some_and(|place| spot_of(place) == spot)
        };
        let makes = |from: u32, to: u32| {
            // A step that takes several moves never leaves a spot and enters another one at once.
            let is_move = from == NONE || self.time > 0 && is_at(self.time - 1, from) && !is_at(self.time - 1, to);
            is_move && is_at(self.time, to) && (from == NONE || !is_at(self.time, from))
        };
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

impl Constraint {
    /// The same constraint with other numbers for the agents.
    pub(crate) fn renumbered(&self, number: impl Fn(usize) -> usize) -> Self {
        let mut constraint = self.clone();
        let (Constraint::Visit(Visit { agent, .. })
        | Constraint::Avoid { agent, .. }
        | Constraint::NotUntil { agent, .. }
        | Constraint::ArrivesBy { agent, .. }
        | Constraint::ArrivesAfter { agent, .. }) = &mut constraint;
        *agent = number(*agent);
        constraint
    }

    /// Whether an agent that follows a path violates the constraint.
    pub(crate) fn is_broken_by<N>(&self, team: &Team<N>, agent: usize, path: &[u32]) -> bool {
        let moves = path.len() as u64 - 1;
        let spot_of = |place: &u32| team.places.spot(*place);
        match self {
            Constraint::Visit(visit) => visit.is_broken_by(team, agent, path),
            Constraint::Avoid { agent: who, cells } => {
                let is_there = |(time, place): &(u32, u32)| path.get(*time as usize) == Some(place);
                *who == agent && cells.iter().any(is_there)
            }
            Constraint::NotUntil { agent: who, spot, time } => {
                *who == agent
                    && path
                        .iter()
                        .take(*time as usize + 1)
                        .any(|place| spot_of(place) == *spot)
            }
            Constraint::ArrivesBy { agent: who, time, spot } => {
                if *who == agent {
                    moves > u64::from(*time)
                } else {
                    let enters = || team.places.durations.entered(path, *time);
                    *spot != NONE
                        && (path.iter().skip(*time as usize).any(|place| spot_of(place) == *spot)
                            || enters().is_some_and(|place| spot_of(&place) == *spot))
                }
            }
            Constraint::ArrivesAfter { agent: who, time } => *who == agent && moves <= u64::from(*time),
        }
    }
}

/// What all constraints on one agent say.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bounds {
    agent: usize,
    /// Spots where the agent must not be, as sorted pairs of time and spot.
    spots: Vec<(u32, u32)>,
    /// Places where the agent must not be, as sorted pairs of time and place.
    cells: Vec<(u32, u32)>,
    /// Moves that it must not make, as sorted triples of arrival time, spot left and spot entered.
    moves: Vec<(u32, u32, u32)>,
    /// Spots where it must not be from one time to another, as sorted triples of spot, first time and last time.
    closed: Vec<(u32, u32, u32)>,
    /// Spots where the agent has to be, as sorted pairs of time and spot.
    landmarks: Vec<(u32, u32)>,
    /// The agent must not arrive for good before this time.
    at_least: u32,
    /// The agent must not arrive for good after this time.
    at_most: u32,
}

impl Bounds {
    /// Those for an agent under all these constraints, on itself and on others.
    pub(crate) fn new<N>(agent: usize, constraints: &[Constraint], team: &Team<N>) -> Self {
        let mut bounds = Bounds {
            agent,
            spots: Vec::new(),
            cells: Vec::new(),
            moves: Vec::new(),
            closed: Vec::new(),
            landmarks: Vec::new(),
            at_least: 0,
            at_most: u32::MAX,
        };
        for constraint in constraints {
            match constraint {
                Constraint::Visit(visit) => {
                    let Visit { time, spot, from, .. } = *visit;
                    match (visit.agent == agent, visit.is_positive) {
                        (true, true) => bounds.landmarks.extend(visit.landmarks()),
                        (true, false) if from == NONE => bounds.spots.push((time, spot)),
                        (true, false) => bounds.moves.push((time, from, spot)),
                        (false, true) => {
                            bounds.spots.extend(visit.taken(team.places.can_follow));
                            if from != NONE {
                                bounds.moves.push((time, spot, from));
                            }
                        }
                        (false, false) => {}
                    }
                }
                Constraint::Avoid { agent: who, cells } if *who == agent => {
                    let list = if team.places.spots.are_places() {
                        &mut bounds.spots
                    } else {
                        &mut bounds.cells
                    };
                    list.extend_from_slice(cells);
                }
                Constraint::NotUntil { agent: who, spot, time } if *who == agent => {
                    bounds.closed.push((*spot, 0, *time));
                }
                Constraint::ArrivesBy { agent: who, time, .. } if *who == agent => {
                    bounds.at_most = bounds.at_most.min(*time);
                }
                Constraint::ArrivesBy { time, spot, .. } if *spot != NONE => {
                    bounds.closed.push((*spot, *time, u32::MAX));
                }
                Constraint::ArrivesAfter { agent: who, time } if *who == agent => {
                    bounds.at_least = bounds.at_least.max(time.saturating_add(1));
                }
                _ => {}
            }
        }
        bounds.spots.sort_unstable();
        bounds.spots.dedup();
        bounds.cells.sort_unstable();
        bounds.cells.dedup();
        bounds.moves.sort_unstable();
        bounds.moves.dedup();
        bounds.landmarks.sort_unstable();
        bounds.landmarks.dedup();
        // For each spot, only the widest of the intervals that begin or end together.
        bounds
            .closed
            .sort_unstable_by_key(|(spot, from, until)| (*spot, *from, core::cmp::Reverse(*until)));
        bounds
            .closed
            .dedup_by(|next, kept| next.0 == kept.0 && next.2 <= kept.2);
        bounds
    }
}

/// Everything to which one agent is bound.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    of_places: Spots,
    pub(crate) bounds: Arc<Bounds>,
    /// The moves from each place to each of the spots where the agent has to be.
    to_landmarks: Vec<Arc<[u32]>>,
    /// The latest time at which an agent that can still reach its goal can be at each place, if there is any.
    latest: NumberMap<u32, u32>,
    /// The moves from each place to the goal.
    pub(crate) to_goal: Arc<[u32]>,
    pub(crate) goal: u32,
    goal_spot: u32,
    /// The agent cannot arrive for good before this time.
    pub(crate) at_least: u32,
    end: AtEnd,
    /// After this time, no rule begins or ends.
    pub(crate) last: u32,
    /// After this time, there are no rules except for spots that are closed for good.
    last_at_once: u32,
    /// A step that the agent must not make at any time.
    without: (u32, u32),
}

impl Rules {
    pub(crate) fn new<N>(bounds: &Arc<Bounds>, maps: &mut Maps<N>) -> Self {
        let Bounds {
            spots,
            cells,
            moves,
            closed,
            landmarks,
            ..
        } = &**bounds;
        let goal = maps.team.goals[bounds.agent];
        let end = maps.team.end;
        let goal_spot = maps.team.places.spot(goal);
        // Spots that are closed before the agent can be there.
        let start = maps.team.starts[bounds.agent] as usize;
        let mut never = Vec::new();
        for (spot, from, until) in closed {
            if *until == u32::MAX && maps.moves_to_spot(*spot)[start] >= *from {
                never.push(*spot);
            }
        }
        let to_goal = maps.moves_around(goal, never);
        let to_landmarks: Vec<Arc<[u32]>> = landmarks.iter().map(|(_, spot)| maps.moves_to_spot(*spot)).collect();
        let arrivals = landmarks.iter().map(|(time, spot)| {
            if *spot == goal_spot {
                // The agent may still be at its goal.
                end.moves().map_or(0, |moves| time.saturating_sub(moves))
            } else {
                let places = &maps.team.places;
                // With durations, the agent may be about to arrive at another place.
                let nearest = |place: u32| {
                    let onward = places.next(place).iter().filter(|_| !places.durations.are_unit());
                    let onward = onward.map(|next| to_goal[*next as usize].saturating_add(1));
                    onward.fold(to_goal[place as usize], u32::min)
                };
                let from_there = places.spots.places_of(*spot).map(nearest);
                time.saturating_add(from_there.min().unwrap_or(u32::MAX))
            }
        });
        // An agent that stays needs its goal for good.
        let stays = end == AtEnd::Stays;
        let leaves = spots.iter().filter(|(_, spot)| stays && *spot == goal_spot);
        let leaves = leaves.chain(cells.iter().filter(|(_, place)| stays && *place == goal));
        let opens = closed.iter().filter(|(spot, from, _)| *spot == goal_spot && *from == 0);
        let opens = opens.map(|(.., until)| until.saturating_add(1));
        let at_least = arrivals
            .chain(leaves.map(|(time, _)| time + 1))
            .chain(opens)
            .max()
            .unwrap_or(0)
            .max(bounds.at_least);
        let times = spots.iter().chain(cells).chain(landmarks).map(|(time, _)| *time);
        let times = times.chain(moves.iter().map(|(time, ..)| *time));
        let last_at_once = times.max().unwrap_or(0);
        let changes = closed
            .iter()
            .map(|(_, from, until)| if *until == u32::MAX { *from } else { *until });
        let last = changes.max().unwrap_or(0).max(last_at_once);
        Rules {
            of_places: maps.team.places.spots.clone(),
            to_landmarks,
            bounds: Arc::clone(bounds),
            latest: latest(&maps.team.places, goal, closed),
            to_goal,
            goal,
            goal_spot,
            at_least,
            end,
            last,
            last_at_once,
            without: (NONE, NONE),
        }
    }

    /// These rules for an agent that goes to a place, without making a certain step.
    pub(crate) fn towards<N>(&self, place: u32, without: (u32, u32), maps: &mut Maps<N>) -> Self {
        let mut bounds = Bounds::clone(&self.bounds);
        bounds.at_most = u32::MAX;
        Rules {
            of_places: self.of_places.clone(),
            bounds: Arc::new(bounds),
            latest: NumberMap::default(),
            to_landmarks: self.to_landmarks.clone(),
            to_goal: maps.moves_to_goal(place),
            goal: place,
            goal_spot: maps.team.places.spot(place),
            at_least: 0,
            end: AtEnd::Leaves,
            last: self.last,
            last_at_once: self.last_at_once,
            without,
        }
    }

    /// Whether the agent may be at this place before its first move.
    pub(crate) fn allow_start(&self, place: u32) -> bool {
        let spot = *self.of_places.of(&place);
        self.bounds.spots.binary_search(&(0, spot)).is_err()
            && self.bounds.cells.binary_search(&(0, place)).is_err()
            && !self.is_closed(spot, 0)
    }

    #[inline]
    fn is_closed(&self, spot: u32, time: u32) -> bool {
        let closed = &self.bounds.closed;
        if closed.is_empty() {
            return false;
        }
        let first = closed.partition_point(|(at, ..)| *at < spot);
        let mut here = closed[first..].iter().take_while(|(at, ..)| *at == spot);
        here.any(|(_, from, until)| (*from..=*until).contains(&time))
    }

    /// Whether the agent may move from one place to another, arriving at a given time, and can still reach the next
    /// place where it has to be.
    #[inline]
    pub(crate) fn allow(&self, from: u32, to: u32, time: u32) -> bool {
        let entered = *self.of_places.of(&to);
        if self.is_closed(entered, time) || (from, to) == self.without {
            return false;
        }
        if self.latest.get(&to).is_some_and(|latest| time > *latest) {
            return false;
        }
        if time > self.last_at_once {
            return true;
        }
        let left = *self.of_places.of(&from);
        let Bounds {
            spots,
            cells,
            moves,
            landmarks,
            ..
        } = &*self.bounds;
        if spots.binary_search(&(time, entered)).is_ok()
            || moves.binary_search(&(time, left, entered)).is_ok()
            || cells.binary_search(&(time, to)).is_ok()
        {
            return false;
        }
        let next = landmarks.partition_point(|(at, _)| *at < time);
        landmarks
            .get(next)
            .is_none_or(|(at, _)| self.to_landmarks[next][to as usize] <= at - time)
    }

    /// Whether the agent may move from one place to another, or wait, if this takes a number of moves from a given time
    /// on, and can still reach the next place where it has to be. Until it arrives, it is at both places.
    pub(crate) fn allow_timed(&self, from: u32, to: u32, time: u32, moves: u32) -> bool {
        let [left, entered] = [from, to].map(|place| *self.of_places.of(&place));
        let arrival = time.saturating_add(moves);
        let (first, before) = (time.saturating_add(1), arrival.saturating_sub(1));
        if self.closes(entered, first, arrival) || self.closes(left, first, before) {
            return false;
        }
        if self.latest.get(&to).is_some_and(|latest| arrival > *latest) {
            return false;
        }
        let Bounds {
            spots,
            moves: forbidden,
            landmarks,
            ..
        } = &*self.bounds;
        let is_there = |(at, spot): &(u32, u32)| *spot == entered || *spot == left && *at < arrival;
        let begin = spots.partition_point(|(at, _)| *at < first);
        let mut met = spots[begin..].iter().take_while(|(at, _)| *at <= arrival);
        if met.any(is_there) || moves == 1 && forbidden.binary_search(&(arrival, left, entered)).is_ok() {
            return false;
        }
        let begin = landmarks.partition_point(|(at, _)| *at < first);
        let next = landmarks.partition_point(|(at, _)| *at <= arrival);
        let is_on_time = |(at, _): &(u32, u32)| self.to_landmarks[next][to as usize] <= at - arrival;
        landmarks[begin..next].iter().all(is_there) && landmarks.get(next).is_none_or(is_on_time)
    }

    /// Whether a spot is closed at some time of a range, both ends included.
    fn closes(&self, spot: u32, first: u32, last: u32) -> bool {
        let mut closed = self.bounds.closed.iter();
        first <= last && closed.any(|(at, from, until)| *at == spot && *from <= last && *until >= first)
    }

    /// Whether the agent may arrive at its goal for good at this time.
    #[inline]
    pub(crate) fn may_end(&self, time: u32) -> bool {
        if time < self.at_least || time > self.bounds.at_most {
            return false;
        }
        let Some(moves) = self.end.moves() else {
            return true;
        };
        let spots = &self.bounds.spots;
        let first = spots.partition_point(|(at, _)| *at < time);
        let until = time.saturating_add(moves);
        let stay = spots[first..].iter().take_while(|(at, _)| *at <= until);
        stay.into_iter().all(|(_, spot)| *spot != self.goal_spot)
    }

    /// A lower bound on the moves until the agent arrives at its goal for good.
    #[inline]
    pub(crate) fn remaining(&self, place: u32, time: u32) -> u32 {
        self.to_goal[place as usize].max(self.at_least.saturating_sub(time))
    }

    /// The agent must not arrive for good after this time.
    pub(crate) fn at_most(&self) -> u32 {
        self.bounds.at_most
    }
}

/// The latest time at which an agent can be at each place from which it can reach its goal only through spots that are
/// closed for good from some time on.
fn latest<N>(places: &Places<N>, goal: u32, closed: &[(u32, u32, u32)]) -> NumberMap<u32, u32> {
    let mut latest = NumberMap::default();
    let from = |place: u32| {
        let spot = places.spot(place);
        let first = closed.partition_point(|(at, ..)| *at < spot);
        let mut here = closed[first..].iter().take_while(|(at, ..)| *at == spot);
        here.find(|(.., until)| *until == u32::MAX).map(|(_, from, _)| *from)
    };
    if closed.iter().all(|(.., until)| *until != u32::MAX) {
        return latest;
    }
    // From all these places, the goal can be reached at any time.
    let mut is_open = vec![false; places.len()];
    is_open[goal as usize] = true;
    let mut queue = vec![goal];
    let mut waiting = BinaryHeap::new();
    let mut count = 1;
    while let Some(place) = queue.pop() {
        for before in places.before(place) {
            if is_open[*before as usize] {
                continue;
            }
            if let Some(from) = from(*before) {
                waiting.push((from.saturating_sub(1), *before));
            } else {
                is_open[*before as usize] = true;
                count += 1;
                queue.push(*before);
            }
        }
    }
    if count == places.len() {
        return latest;
    }
    while let Some((time, place)) = waiting.pop() {
        if is_open[place as usize] || latest.contains_key(&place) {
            continue;
        }
        latest.insert(place, time);
        for before in places.before(place) {
            let time = time.saturating_sub(1);
            let time = from(*before).map_or(time, |from| time.min(from.saturating_sub(1)));
            waiting.push((time, *before));
        }
    }
    latest
}
