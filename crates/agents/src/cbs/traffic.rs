//! [`Traffic`]: where all agents are at each time. [`Conflict`]: two agents in each other's way.

use alloc::vec;
use alloc::vec::Vec;

use crate::AtEnd;
use crate::places::{NONE, Places};

/// The spot of each agent at each time. After the last time, nothing changes.
#[derive(Clone, Debug)]
pub(crate) struct Traffic {
    agents: usize,
    end: AtEnd,
    /// The spots of all agents at time 0, then at time 1, and so on. [`NONE`] if an agent has left or was removed.
    places: Vec<u32>,
}

/// Two agents at the same spot, or two that change places.
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
}

impl Traffic {
    pub(crate) fn new(agents: usize, end: AtEnd) -> Self {
        Traffic {
            agents,
            end,
            places: vec![NONE; agents],
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
        for row in self.places.chunks_exact_mut(self.agents) {
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
    }

    /// The number of agents that an agent would meet in a move between two spots.
    #[inline]
    pub(crate) fn meetings(&self, from: u32, to: u32, time: u32) -> u32 {
        let pairs = self.at(time - 1).iter().zip(self.at(time));
        pairs
            .map(|(before, after)| {
                // Without branches, so that the compiler can vectorize the comparison.
                u32::from(*after == to) | u32::from(*before == to) & u32::from(*after == from)
            })
            .sum()
    }

    /// Adds the conflicts of an agent with the others for which `is_wanted` holds.
    pub(crate) fn conflicts_of(&self, one: usize, is_wanted: impl Fn(usize) -> bool, list: &mut Vec<Conflict>) {
        for time in 1..=self.last() {
            let (before, after) = (self.at(time - 1), self.at(time));
            let (from, spot) = (before[one], after[one]);
            if spot == NONE {
                break;
            }
            // The only agent that it meets is itself.
            if self.meetings(from, spot, time) == 1 {
                continue;
            }
            for other in (0..self.agents).filter(|other| *other != one && is_wanted(*other)) {
                let is_same = after[other] == spot;
                if is_same || (after[other], before[other]) == (from, spot) {
                    let from = if is_same { NONE } else { from };
                    list.push(Conflict {
                        one,
                        other,
                        time,
                        spot,
                        from,
                    });
                }
            }
        }
    }
}
