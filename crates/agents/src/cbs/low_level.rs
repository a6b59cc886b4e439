//! [`PathSearch`]: the search for a path of one agent through places and times, subject to its rules.

use alloc::collections::BinaryHeap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::hash::{BuildHasherDefault, Hasher};

use astride::Stats;
use hashbrown::HashMap;

use super::occupancy::Occupancy;
use super::rules::Rules;
use crate::places::{NONE, Places};

/// Multiplies numbers by an odd constant, which is enough for pairs of place and time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Multiply(u64);

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        let product = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }
}

/// A map with keys that are numbers.
pub(crate) type NumberMap<K, V> = HashMap<K, V, BuildHasherDefault<Multiply>>;

/// A place and a time as one key.
pub(crate) fn key(place: u32, time: u32) -> u64 {
    u64::from(time) << 32 | u64::from(place)
}

/// From this layer on, layers are not stored in an array: with durations, few of them have moments.
const FAR: usize = 1 << 16;

/// What the best path is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aim {
    /// As few moves as possible, but no more than a number, and among such paths one that meets as few agents as
    /// possible.
    FewMoves { most: u32 },
    /// Meets few agents, within a number of moves. (Once all other agents have arrived, a later arrival that meets
    /// fewer agents replaces an earlier one. So the minimum may be missed, but a path is always found.)
    FewMeetings { moves: u32 },
    /// As few moves as possible, but no more than a number, whatever other agents do.
    Early { most: u32 },
}

/// An agent at a place after a number of moves.
#[derive(Clone, Copy, Debug)]
struct Moment {
    place: u32,
    time: u32,
    /// The number of agents that it has met.
    meetings: u32,
    parent: u32,
    is_expanded: bool,
}

/// An A\* search for one agent's way from its start to its goal, subject to its rules, among the paths of others. The
/// rules are shared, so that a search can be kept while it is paused.
#[derive(Clone, Debug)]
pub(crate) struct PathSearch {
    rules: Arc<Rules>,
    aim: Aim,
    /// From this time on, nothing changes: there are no more rules, and all other agents stay or have left.
    settled: u32,
    moments: Vec<Moment>,
    /// The moment for each place and time. Times from which on nothing changes are one.
    known: NumberMap<u64, u32>,
    /// The open moments by the two parts of their keys. The first part is that of the layer; in the layer that is being
    /// expanded, they are sorted by the second part.
    layers: Vec<Vec<(u32, u32)>>,
    layer: usize,
    /// The open moments of layers from [`FAR`] on: the layer, the second part of the key, and the moment.
    far: BinaryHeap<Reverse<(usize, u32, u32)>>,
    now: Vec<Vec<u32>>,
    /// The position in `now` before which there are no moments.
    at: usize,
    /// The estimate at the start.
    first: u32,
    found: Option<u32>,
    pub(crate) stats: Stats,
}

impl PathSearch {
    pub(crate) fn new<N>(
        places: &Places<N>,
        rules: &Arc<Rules>,
        others: &Occupancy,
        start: u32,
        aim: Aim,
        memory: Option<PathSearch>,
    ) -> Self {
        let (mut moments, mut known) = memory.map_or_else(Default::default, |search| (search.moments, search.known));
        moments.clear();
        known.clear();
        let mut search = PathSearch {
            rules: Arc::clone(rules),
            aim,
            settled: rules.last.max(others.last()).saturating_add(1),
            moments,
            known,
            layers: Vec::new(),
            layer: 0,
            far: BinaryHeap::new(),
            now: Vec::new(),
            at: 0,
            first: rules.remaining(start, 0),
            found: None,
            stats: Stats::default(),
        };
        debug_assert!((start as usize) < places.len());
        search.reach(start, 0, 0, NONE);
        search
    }

    /// Opens a place at a time, if it has not been reached by a better path.
    fn reach(&mut self, place: u32, time: u32, meetings: u32, parent: u32) {
        let most = match self.aim {
            Aim::FewMoves { most } | Aim::Early { most } => most,
            Aim::FewMeetings { moves } => moves,
        };
        // There is no sum if the goal cannot be reached.
        let Some(total) = time
            .checked_add(self.rules.remaining(place, time))
            .filter(|total| *total <= most)
        else {
            return;
        };
        let (moves, kind) = (total - self.first, matches!(self.aim, Aim::FewMeetings { .. }));
        let Ok(number) = u32::try_from(self.moments.len()) else {
            return;
        };
        let entry = self.known.entry(key(place, time.min(self.settled)));
        let number = *entry.or_insert(number);
        let moment = Moment {
            place,
            time,
            meetings,
            parent,
            is_expanded: false,
        };
        if let Some(known) = self.moments.get_mut(number as usize) {
            let is_better = if kind {
                (meetings, time) < (known.meetings, known.time)
            } else {
                (time, meetings) < (known.time, known.meetings)
            };
            if known.is_expanded || !is_better {
                return;
            }
            *known = moment;
        } else {
            self.moments.push(moment);
        }
        let (layer, rank) = if kind { (meetings, moves) } else { (moves, meetings) };
        let layer = layer as usize;
        if layer == self.layer {
            self.push_now(rank, number);
            return;
        }
        if layer >= FAR {
            self.far.push(Reverse((layer, rank, number)));
            return;
        }
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, Vec::new());
        }
        self.layers[layer].push((rank, number));
    }

    fn push_now(&mut self, rank: u32, number: u32) {
        // The rank only breaks ties.
        let rank = (rank as usize).min(FAR);
        if self.now.len() <= rank {
            self.now.resize(rank + 1, Vec::new());
        }
        self.now[rank].push(number);
        self.at = self.at.min(rank);
    }

    /// Takes out the next open moment.
    fn pop(&mut self) -> Option<u32> {
        loop {
            while let Some(bucket) = self.now.get_mut(self.at) {
                while let Some(number) = bucket.pop() {
                    let moment = &mut self.moments[number as usize];
                    if !core::mem::replace(&mut moment.is_expanded, true) {
                        return Some(number);
                    }
                }
                self.at += 1;
            }
            self.layer += 1;
            while self.layers.get(self.layer).is_some_and(Vec::is_empty) {
                self.layer += 1;
            }
            self.at = self.now.len();
            if self.layer >= self.layers.len() {
                self.begin_far_layer()?;
                continue;
            }
            for (rank, number) in core::mem::take(&mut self.layers[self.layer]) {
                self.push_now(rank, number);
            }
        }
    }

    /// Begins the next layer from [`FAR`] on, if there is one.
    #[cold]
    fn begin_far_layer(&mut self) -> Option<()> {
        let Reverse((layer, ..)) = *self.far.peek()?;
        self.layer = layer;
        while let Some(Reverse((at, rank, number))) = self.far.peek().copied()
            && at == layer
        {
            self.far.pop();
            self.push_now(rank, number);
        }
        Some(())
    }

    /// Makes at most this many expansions. Returns whether the search has ended.
    pub(crate) fn run<N>(&mut self, places: &Places<N>, others: &Occupancy, mut expansions: u64) -> bool {
        let are_unit = places.durations.are_unit();
        while let Some(number) = self.pop() {
            let Moment {
                place, time, meetings, ..
            } = self.moments[number as usize];
            if place == self.rules.goal && self.rules.may_end(time) {
                self.found = Some(number);
                return true;
            }
            if expansions == 0 {
                // It will be taken out again.
                self.moments[number as usize].is_expanded = false;
                self.now[self.at].push(number);
                return false;
            }
            expansions -= 1;
            self.stats.expanded += 1;
            if !are_unit {
                self.expand_timed(places, others, number);
                continue;
            }
            let next = time.saturating_add(1);
            // Of equally good moments, the one reached last is expanded first, so agents rather wait later.
            for to in core::iter::once(&place).chain(places.next(place)) {
                if self.rules.allow(place, *to, next) {
                    let more = match self.aim {
                        Aim::Early { .. } => 0,
                        _ => others.meetings(places.spot(place), places.spot(*to), next),
                    };
                    self.stats.generated += 1;
                    self.reach(*to, next, meetings.saturating_add(more), number);
                }
            }
        }
        true
    }

    /// Expands a moment if the team has durations.
    #[inline(never)]
    fn expand_timed<N>(&mut self, places: &Places<N>, others: &Occupancy, number: u32) {
        let Moment {
            place, time, meetings, ..
        } = self.moments[number as usize];
        for (to, moves) in core::iter::once((place, 1)).chain(places.steps(place)) {
            let arrival = time.saturating_add(moves);
            if !self.rules.allow_timed(place, to, time, moves) {
                continue;
            }
            let [left, entered] = [place, to].map(|place| places.spot(place));
            let more = match self.aim {
                Aim::Early { .. } => 0,
                _ if moves == 1 => others.meetings(left, entered, arrival),
                _ => {
                    let at = |spot: u32, time: u32| others.meetings(spot, spot, time);
                    let before = (time.saturating_add(1)..arrival).take_while(|time| *time <= self.settled);
                    let on_the_way = before.map(|time| at(left, time).saturating_add(at(entered, time)));
                    on_the_way.fold(at(entered, arrival), u32::saturating_add)
                }
            };
            self.stats.generated += 1;
            self.reach(to, arrival, meetings.saturating_add(more), number);
        }
    }

    /// The place for each time until the agent arrives at its goal for good.
    pub(crate) fn places(&self) -> Option<Vec<u32>> {
        let mut places = Vec::new();
        let mut at = self.found?;
        let mut after = self.moments.get(at as usize)?.time.saturating_add(1);
        while let Some(moment) = self.moments.get(at as usize) {
            // Until it arrives at the next place, the agent is at this one.
            places.extend(core::iter::repeat_n(moment.place, (after - moment.time) as usize));
            (after, at) = (moment.time, moment.parent);
        }
        places.reverse();
        Some(places)
    }
}
