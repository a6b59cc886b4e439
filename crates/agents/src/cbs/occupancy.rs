//! [`Occupancy`]: how many agents are at each spot at each time.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::Hash;

use hashbrown::hash_map::Entry;

use super::low_level::{NumberMap, key};
use crate::places::{NONE, Places};
use crate::{AtEnd, Team};

/// The number of agents at each spot at each time, which a search for a path avoids where it costs nothing.
#[derive(Clone, Debug)]
pub(crate) struct Occupancy {
    end: AtEnd,
    can_follow: bool,
    at: NumberMap<u64, u32>,
    /// The number of agents that move from one spot to another: the spot and time of arrival, and the spot before.
    moves: NumberMap<(u64, u32), u32>,
    /// The time from which on an agent stays at a spot for good, or [`NONE`].
    stays: Vec<u32>,
    /// At each time, the number of agents that arrive or leave for good.
    ends: Vec<u32>,
}

impl Occupancy {
    pub(crate) fn new<N>(team: &Team<N>) -> Self {
        Occupancy {
            end: team.end,
            can_follow: team.places.can_follow,
            at: NumberMap::default(),
            moves: NumberMap::default(),
            stays: vec![NONE; team.places.len()],
            ends: Vec::new(),
        }
    }

    /// The last time at which an agent arrives or leaves.
    pub(crate) fn last(&self) -> u32 {
        let last = self.ends.iter().rposition(|agents| *agents > 0);
        last.map_or(0, |last| u32::try_from(last).unwrap_or(NONE))
    }

    /// The time after the last one at which an agent with this path is listed.
    fn times(&self, path: &[u32]) -> u32 {
        let stay = self.end.moves().map_or(0, |moves| moves as usize + 1);
        u32::try_from(path.len() + stay).unwrap_or(NONE)
    }

    /// Inserts an agent with its path, which has a place for each time.
    pub(crate) fn insert<N>(&mut self, places: &Places<N>, path: &[u32]) {
        let times = self.times(path);
        let mut last = NONE;
        for (spot, time) in places.entered(path) {
            *self.at.entry(key(spot, time)).or_insert(0) += 1;
        }
        for (time, spot, before) in visits(self.end, times, places, path) {
            *self.at.entry(key(spot, time)).or_insert(0) += 1;
            if before != NONE && before != spot {
                *self.moves.entry((key(spot, time), before)).or_insert(0) += 1;
            }
            last = spot;
        }
        if self.end == AtEnd::Stays {
            self.stays[last as usize] = times;
        }
        let last = times.saturating_sub(1) as usize;
        if self.ends.len() <= last {
            self.ends.resize(last + 1, 0);
        }
        self.ends[last] += 1;
    }

    /// Removes an agent with its path.
    pub(crate) fn remove<N>(&mut self, places: &Places<N>, path: &[u32]) {
        let times = self.times(path);
        let mut last = NONE;
        for (spot, time) in places.entered(path) {
            decrease(&mut self.at, key(spot, time));
        }
        for (time, spot, before) in visits(self.end, times, places, path) {
            decrease(&mut self.at, key(spot, time));
            if before != NONE && before != spot {
                decrease(&mut self.moves, (key(spot, time), before));
            }
            last = spot;
        }
        if self.end == AtEnd::Stays {
            self.stays[last as usize] = NONE;
        }
        self.ends[times.saturating_sub(1) as usize] -= 1;
    }

    #[inline]
    fn agents(&self, spot: u32, time: u32) -> u32 {
        let listed = self.at.get(&key(spot, time)).copied().unwrap_or(0);
        listed + u32::from(self.stays[spot as usize] <= time)
    }

    /// The number of agents that an agent would meet in a move between two spots.
    #[inline]
    pub(crate) fn meetings(&self, from: u32, to: u32, time: u32) -> u32 {
        let entered = self.agents(to, time);
        if from == to {
            return entered;
        }
        let left = self.agents(to, time - 1);
        if !self.can_follow {
            return entered + left + self.agents(from, time);
        }
        if left == 0 {
            return entered;
        }
        entered + self.moves.get(&(key(from, time), to)).copied().unwrap_or(0)
    }
}

/// The times and spots of an agent with a path, each with the spot before, or [`NONE`] at the start.
fn visits<N>(end: AtEnd, times: u32, places: &Places<N>, path: &[u32]) -> impl Iterator<Item = (u32, u32, u32)> {
    let spots = (0..times).map_while(move |time| Some((time, places.spot(end.place(path, time)?))));
    spots.scan(NONE, |before, (time, spot)| {
        Some((time, spot, core::mem::replace(before, spot)))
    })
}

/// Lowers a number by one, and removes it at 0.
fn decrease<K: Eq + Hash>(numbers: &mut NumberMap<K, u32>, key: K) {
    if let Entry::Occupied(mut entry) = numbers.entry(key) {
        *entry.get_mut() -= 1;
        if *entry.get() == 0 {
            entry.remove();
        }
    }
}
