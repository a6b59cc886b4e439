//! [`Traffic`]: where all agents are at each time. [`Conflict`]: two agents in each other's way.

use alloc::vec;
use alloc::vec::Vec;

use crate::places::{NONE, Places};
use crate::{AtEnd, Team};

/// The spot of each agent at each time. After the last time, nothing changes.
#[derive(Clone, Debug)]
pub(crate) struct Traffic {
    agents: usize,
    end: AtEnd,
    can_follow: bool,
    /// The spots of all agents at time 0, then at time 1, and so on. [`NONE`] if an agent has left or was removed.
    places: Vec<u32>,
    /// The spots that the agents on their way are entering, in the same order, or [`NONE`]. Empty if each step takes
    /// one move.
    entered: Vec<u32>,
}

/// Two agents at the same spot, two that change places, or, if that is forbidden, one that follows the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conflict {
    pub(crate) one: usize,
    pub(crate) other: usize,
    /// The number of moves made.
    pub(crate) time: u32,
    /// The spot of the first agent then.
    pub(crate) spot: u32,
    /// The spot from which it comes if it has changed places with the other agent, and otherwise [`NONE`].
    pub(crate) from: u32,
    /// The time at which the other agent is at this spot, which differs if one follows the other.
    pub(crate) other_time: u32,
}

impl Traffic {
    pub(crate) fn new<N>(team: &Team<N>) -> Self {
        let agents = team.starts.len();
        Traffic {
            agents,
            end: team.end,
            can_follow: team.places.can_follow,
            places: vec![NONE; agents],
            entered: if team.places.durations.are_unit() {
                Vec::new()
            } else {
                vec![NONE; agents]
            },
        }
    }

    /// The last time at which an agent arrives or leaves.
    pub(crate) fn last(&self) -> u32 {
        // Paths have fewer than 2³² places.
        u32::try_from(self.places.len() / self.agents - 1).unwrap_or(NONE)
    }

    #[inline]
    fn at(&self, time: u32) -> &[u32] {
        let first = time.min(self.last()) as usize * self.agents;
        &self.places[first..first + self.agents]
    }

    /// Removes an agent.
    pub(crate) fn remove(&mut self, agent: usize) {
        let rows = self.places.chunks_exact_mut(self.agents);
        for row in rows.chain(self.entered.chunks_exact_mut(self.agents)) {
            row[agent] = NONE;
        }
    }

    /// Inserts an agent with its path, which has a place for each time.
    pub(crate) fn insert<N>(&mut self, places: &Places<N>, agent: usize, path: &[u32]) {
        let rows = path.len() + self.end.moves().map_or(0, |moves| moves as usize + 1);
        while self.places.len() < rows * self.agents {
            self.places.extend_from_within(self.places.len() - self.agents..);
        }
        for (time, row) in (0..).zip(self.places.chunks_exact_mut(self.agents)) {
            row[agent] = self.end.place(path, time).map_or(NONE, |place| places.spot(place));
        }
        if self.entered.is_empty() {
            return;
        }
        self.entered.resize(self.places.len(), NONE);
        for (spot, time) in places.entered(path) {
            self.entered[time as usize * self.agents + agent] = spot;
        }
    }

    /// The spots where an agent is at a time, if the team has durations.
    fn held(&self, agent: usize, time: u32) -> [u32; 2] {
        let at = time.min(self.last()) as usize * self.agents + agent;
        [self.places[at], self.entered[at]]
    }

    /// The conflict of two agents in one move, if the team has durations.
    fn timed_conflict(&self, time: u32, one: usize, other: usize) -> Option<Conflict> {
        let [before, after] = [time - 1, time].map(|time| self.held(one, time));
        let [before_other, after_other] = [time - 1, time].map(|time| self.held(other, time));
        let common = |here: [u32; 2], there: [u32; 2]| {
            let mut here = here.into_iter();
            here.find(|spot| *spot != NONE && there.contains(spot))
        };
        let conflict = |time: u32, other_time: u32, spot: u32| Conflict {
            one,
            other,
            time,
            spot,
            from: NONE,
            other_time,
        };
        if let Some(spot) = common(after, after_other) {
            return Some(conflict(time, time, spot));
        }
        if !self.can_follow {
            let follows = common(after, before_other).map(|spot| conflict(time, time - 1, spot));
            return follows.or_else(|| common(before, after_other).map(|spot| conflict(time - 1, time, spot)));
        }
        let ([from, _], [spot, _]) = (before, after);
        let is_swap = spot != NONE && from != spot && (before_other, after_other) == (after, before);
        // Both steps take one move.
        (is_swap && before[1] == NONE && after[1] == NONE).then_some(Conflict {
            from,
            ..conflict(time, time, spot)
        })
    }

    /// The number of agents that an agent would meet in a move between two spots.
    #[inline]
    pub(crate) fn meetings(&self, from: u32, to: u32, time: u32) -> u32 {
        let pairs = self.at(time - 1).iter().zip(self.at(time));
        // Without branches, so that the compiler can vectorize the comparisons.
        let is = |one: &u32, other: u32| u32::from(*one == other);
        if self.can_follow {
            pairs
                .map(|(before, after)| is(after, to) | is(before, to) & is(after, from))
                .sum()
        } else {
            pairs
                .map(|(before, after)| is(after, to) | is(before, to) | is(after, from))
                .sum()
        }
    }

    /// Adds the conflicts of an agent with the others for which `is_wanted` holds.
    pub(crate) fn conflicts_of(&self, one: usize, is_wanted: impl Fn(usize) -> bool, list: &mut Vec<Conflict>) {
        if !self.entered.is_empty() {
            for time in 1..=self.last() {
                let others = (0..self.agents).filter(|other| *other != one && is_wanted(*other));
                list.extend(others.filter_map(|other| self.timed_conflict(time, one, other)));
            }
            return;
        }
        for time in 1..=self.last() {
            let (from, spot) = (self.at(time - 1)[one], self.at(time)[one]);
            if from == NONE {
                break;
            }
            // The only agent that it meets is itself.
            if spot == NONE || self.meetings(from, spot, time) > 1 {
                self.conflicts_at(time, one, &is_wanted, list);
            }
        }
    }

    /// All conflicts, in order of time.
    pub(crate) fn conflicts(&self, places: usize) -> Vec<Conflict> {
        let mut list = Vec::new();
        if !self.entered.is_empty() {
            for time in 1..=self.last() {
                for one in 0..self.agents {
                    let others = one + 1..self.agents;
                    list.extend(others.filter_map(|other| self.timed_conflict(time, one, other)));
                }
            }
            return list;
        }
        // The last agent that was found at each spot, before and after a move.
        let (mut left, mut entered) = (vec![NONE; places], vec![NONE; places]);
        let mut are_suspect = vec![false; self.agents];
        for time in 0..=self.last() {
            let before = self.at(time.saturating_sub(1));
            let after = self.at(time);
            let mut has_suspects = false;
            for (agent, spot) in (0..).zip(after).filter(|(_, spot)| **spot != NONE) {
                let at_spot = core::mem::replace(&mut entered[*spot as usize], agent);
                let from = left[*spot as usize];
                let is_other = from != NONE && from != agent && time > 0;
                let is_met = is_other && (!self.can_follow || after[from as usize] == before[agent as usize]);
                let from = if is_met { from } else { NONE };
                for other in [at_spot, from].into_iter().filter(|other| *other != NONE) {
                    are_suspect[agent as usize] = true;
                    are_suspect[other as usize] = true;
                    has_suspects = true;
                }
            }
            if has_suspects && time > 0 {
                for one in 0..self.agents {
                    if core::mem::take(&mut are_suspect[one]) && before[one] != NONE {
                        self.conflicts_at(time, one, |other| other > one, &mut list);
                    }
                }
            }
            for spot in before.iter().filter(|spot| **spot != NONE) {
                left[*spot as usize] = NONE;
            }
            core::mem::swap(&mut left, &mut entered);
        }
        list
    }

    /// Adds the conflicts of an agent with others in one move.
    fn conflicts_at(&self, time: u32, one: usize, is_wanted: impl Fn(usize) -> bool, list: &mut Vec<Conflict>) {
        let (before, after) = (self.at(time - 1), self.at(time));
        let (from, spot) = (before[one], after[one]);
        let conflict = |other: usize| {
            let conflict = Conflict {
                one,
                other,
                time,
                spot,
                from: NONE,
                other_time: time,
            };
            let (left, entered) = (before[other], after[other]);
            if spot != NONE && entered == spot {
                Some(conflict)
            } else if self.can_follow {
                ((entered, left) == (from, spot)).then_some(Conflict { from, ..conflict })
            } else if spot != NONE && left == spot {
                let other_time = time - 1;
                Some(Conflict { other_time, ..conflict })
            } else {
                let (time, spot) = (time - 1, from);
                (entered == from).then_some(Conflict { time, spot, ..conflict })
            }
        };
        let others = (0..self.agents).filter(|other| *other != one && is_wanted(*other));
        list.extend(others.filter_map(conflict));
    }
}
