//! [`Occupancy`]: which agent is at a spot at a time.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::AtEnd;
use crate::places::Places;

/// The agents at each spot at each time. No two of them are there at the same time.
#[derive(Clone, Debug, Default)]
pub(super) struct Occupancy {
    /// The agents that have not arrived yet, by spot and time.
    moving: HashMap<(u32, u32), u32>,
    /// The agents that have arrived at each spot.
    arrived: HashMap<u32, Vec<Stay>>,
}

/// The times at which an agent is at a spot, both ends included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stay {
    pub(super) agent: u32,
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Occupancy {
    /// Adds an agent with its places at all times until its arrival, from time 0 on.
    pub(super) fn insert<N>(&mut self, places: &Places<N>, agent: u32, route: &[u32], end: AtEnd) {
        let Some((goal, moves)) = route.split_last() else {
            return;
        };
        let mut first = 0;
        for place in moves {
            self.moving.insert((places.spot(*place), first), agent);
            first += 1;
        }
        let last = end.last(first);
        let stays = self.arrived.entry(places.spot(*goal)).or_default();
        stays.push(Stay { agent, first, last });
    }

    /// Removes an agent with the route with which it was added.
    pub(super) fn remove<N>(&mut self, places: &Places<N>, agent: u32, route: &[u32]) {
        let Some((goal, moves)) = route.split_last() else {
            return;
        };
        for (time, place) in (0..).zip(moves) {
            self.moving.remove(&(places.spot(*place), time));
        }
        if let Some(stays) = self.arrived.get_mut(&places.spot(*goal)) {
            stays.retain(|stay| stay.agent != agent);
        }
    }

    /// The agent at a spot at a time.
    #[inline]
    pub(super) fn at(&self, spot: u32, time: u32) -> Option<u32> {
        let moving = self.moving.get(&(spot, time)).copied();
        moving.or_else(|| {
            let mut stays = self.arrived.get(&spot)?.iter();
            let stay = stays.find(|stay| (stay.first..=stay.last).contains(&time));
            stay.map(|stay| stay.agent)
        })
    }

    /// Calls a function with each agent with which another one collides that goes from one place to another, or stays,
    /// and arrives at `time + 1`. An agent may be reported several times.
    #[inline]
    pub(super) fn collisions<N>(&self, places: &Places<N>, from: u32, to: u32, time: u32, mut found: impl FnMut(u32)) {
        let (from, to) = (places.spot(from), places.spot(to));
        let there = self.at(to, time + 1);
        there.into_iter().for_each(&mut found);
        if from == to {
            return;
        }
        let (left, entering) = (self.at(to, time), self.at(from, time + 1));
        if places.can_follow {
            left.filter(|_| left == entering).into_iter().for_each(found);
        } else {
            left.into_iter().chain(entering).for_each(found);
        }
    }
}
