//! [`Itinerary`]: the way of one agent through places and times, subject to its rules.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use astride::{Graph, Heuristic, Path, Problem};

use super::rules::Rules;
use super::traffic::Traffic;
use crate::places::Places;

/// An agent at a place after a number of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) place: u32,
    time: u32,
    /// The time, but at most that from which on nothing changes.
    level: u32,
}

impl PartialEq for Moment {
    fn eq(&self, other: &Self) -> bool {
        (self.place, self.level) == (other.place, other.level)
    }
}

impl Eq for Moment {}

impl Hash for Moment {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (u64::from(self.place) << 32 | u64::from(self.level)).hash(state);
    }
}

/// The first criterion. A cost has the first criterion in its upper half and the second in its lower half.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aim {
    /// As few moves as possible, and among such paths one that meets as few agents as possible.
    FewMoves,
    /// Meets few agents, within a number of moves. (Once all other agents have arrived, a later arrival that meets
    /// fewer agents replaces an earlier one. So the minimum may be missed, but a path is always found.)
    FewMeetings { moves: u32 },
}

/// One agent's way from its start to its goal, subject to its rules, among the paths of others. The parts are shared,
/// so that a search can be kept while it is paused.
#[derive(Clone, Debug)]
pub(crate) struct Itinerary<N> {
    places: Arc<Places<N>>,
    rules: Arc<Rules>,
    traffic: Arc<Traffic>,
    start: u32,
    aim: Aim,
    /// From this time on, nothing changes: there are no more rules, and all other agents stay or have left.
    settled: u32,
}

impl<N> Itinerary<N> {
    pub(crate) fn new(
        places: &Arc<Places<N>>,
        rules: &Arc<Rules>,
        traffic: &Arc<Traffic>,
        start: u32,
        aim: Aim,
    ) -> Self {
        Itinerary {
            places: Arc::clone(places),
            rules: Arc::clone(rules),
            traffic: Arc::clone(traffic),
            start,
            aim,
            settled: rules.last.max(traffic.last()).saturating_add(1),
        }
    }

    fn moves(&self, moves: u32) -> u64 {
        match self.aim {
            Aim::FewMoves => u64::from(moves) << 32,
            Aim::FewMeetings { .. } => u64::from(moves),
        }
    }

    fn meetings(&self, meetings: u32) -> u64 {
        match self.aim {
            Aim::FewMoves => u64::from(meetings),
            Aim::FewMeetings { .. } => u64::from(meetings) << 32,
        }
    }
}

/// The place for each time until the agent arrives at its goal for good.
pub(crate) fn places_of(path: &Path<Moment, u64>) -> Vec<u32> {
    path.iter().map(|moment| moment.place).collect()
}

impl<N> Graph for Itinerary<N> {
    type Node = Moment;
    type Cost = u64;

    fn successors(&self, moment: &Moment) -> impl Iterator<Item = (Moment, u64)> {
        let from = moment.place;
        let time = moment.time.saturating_add(1);
        let places = self.places.next(from).iter().copied().chain([from]);
        let most = match self.aim {
            Aim::FewMoves => u32::MAX,
            Aim::FewMeetings { moves } => moves,
        };
        let allowed = places.filter(move |to| {
            // There is no sum if the goal cannot be reached.
            let total = time.checked_add(self.rules.remaining(*to, time));
            total.is_some_and(|total| total <= most) && self.rules.allow(from, *to, time)
        });
        allowed.map(move |place| {
            let level = time.min(self.settled);
            let cost = self.moves(1)
                + self.meetings(
                    self.traffic
                        .meetings(self.places.spot(from), self.places.spot(place), time),
                );
            (Moment { place, time, level }, cost)
        })
    }
}

impl<N> Problem for Itinerary<N> {
    fn start(&self) -> Moment {
        Moment {
            place: self.start,
            time: 0,
            level: 0,
        }
    }

    fn is_goal(&self, moment: &Moment) -> bool {
        moment.place == self.rules.goal && self.rules.may_end(moment.time)
    }
}

impl<N> Heuristic for Itinerary<N> {
    fn estimate(&self, moment: &Moment) -> u64 {
        self.moves(self.rules.remaining(moment.place, moment.time))
    }
}
