//! Corridors: chains of places through which two agents cannot pass in opposite directions.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::hash::Hash;

use astride::Status;

use super::low_level::Aim;
use super::rules::Constraint;
use super::traffic::Conflict;
use super::{AgentPath, Cbs, Split};
use crate::places::{NONE, Places};

/// A chain of places, each of which has no neighbours except those before and after it.
#[derive(Clone, Debug)]
pub(super) struct Corridor {
    /// The places at its ends, and all in between, in order.
    places: Vec<u32>,
}

impl Corridor {
    /// The longest corridor through a place that has none of these starts and goals inside.
    fn through<N>(places: &Places<N>, place: u32, ends: [u32; 4]) -> Option<Self> {
        let is_inside = |place: u32| {
            !ends.contains(&place) && places.next(place).len() == 2 && places.next(place) == places.before(place)
        };
        if !is_inside(place) {
            return None;
        }
        let walk = |mut before: u32, mut at: u32| {
            let mut walked = vec![at];
            while is_inside(at) && at != place {
                let next = places.next(at).iter().find(|next| **next != before)?;
                (before, at) = (at, *next);
                walked.push(at);
            }
            // A ring has no ends.
            (at != place).then_some(walked)
        };
        let [left, right] = places.next(place).first_chunk::<2>()?;
        let mut all = walk(place, *left)?;
        all.reverse();
        all.push(place);
        all.extend(walk(place, *right)?);
        Some(Corridor { places: all })
    }

    /// The step in which two agents would have to exchange their places, as the first one makes it: a corridor without
    /// places in between.
    fn of_step(conflict: &Conflict, paths: [&[u32]; 2]) -> Option<Self> {
        let Conflict { time, spot, from, .. } = *conflict;
        if from != NONE {
            return Some(Corridor {
                places: vec![from, spot],
            });
        }
        // If nobody may follow, agents can be in conflict at their starts.
        let [before, after] = [time.checked_sub(1)?, time + 1];
        let around = paths.map(|path| path.get(before as usize).zip(path.get(after as usize)));
        let [(before, after), (other_before, other_after)] = [around[0]?, around[1]?];
        let are_opposite = (before, after) == (other_after, other_before) && *after != spot;
        are_opposite.then(|| Corridor {
            places: vec![spot, *after],
        })
    }

    /// The number of moves from one end to the other.
    fn moves(&self) -> u32 {
        u32::try_from(self.places.len() - 1).unwrap_or(NONE)
    }

    /// Whether a path passes through the corridor around a time in the order of the places, or in the opposite order.
    /// `None` if it does not pass through.
    fn passage(&self, path: &[u32], time: u32) -> Option<bool> {
        let [first, last] = [self.places[0], self.places[self.places.len() - 1]];
        let is_end = |place: &&u32| **place == first || **place == last;
        let time = (time as usize).min(path.len());
        let entered = *path[..time].iter().rev().find(is_end)?;
        let left = *path[time..].iter().find(is_end)?;
        (entered != left).then_some(entered == first)
    }
}

impl<N: Clone + Eq + Hash> Cbs<N> {
    /// The corridor in which two agents are in each other's way, and whether the first one passes through it in the
    /// order of its places. If no cheapest path of either agent avoids the conflict, the step in which they would
    /// exchange their places is a corridor, too.
    pub(super) fn corridor(
        &self,
        paths: &[Arc<AgentPath>],
        conflict: &Conflict,
        is_cardinal: bool,
    ) -> Option<(Corridor, bool)> {
        let team = &self.maps.team;
        if !team.places.spots.are_places() {
            return None;
        }
        let Conflict {
            one,
            other,
            time,
            spot,
            from,
            ..
        } = *conflict;
        let ends = [team.starts[one], team.starts[other], team.goals[one], team.goals[other]];
        let both = [&paths[one].places[..], &paths[other].places];
        let through = |place: u32| {
            let corridor = (place != NONE)
                .then(|| Corridor::through(&team.places, place, ends))
                .flatten()?;
            let [is_forward, is_other_forward] = both.map(|path| corridor.passage(path, time));
            (is_forward? != is_other_forward?).then_some((corridor, is_forward?))
        };
        let step = || Some((Corridor::of_step(conflict, both)?, true));
        let corridor = through(spot).or_else(|| through(from));
        corridor.or_else(|| is_cardinal.then(step).flatten())
    }

    /// If two agents meet in a corridor: either one of them leaves it only after the other one has passed through, or
    /// the other way round, unless they get to the end by another way earlier.
    pub(super) fn corridor_split(
        &mut self,
        paths: &[Arc<AgentPath>],
        conflict: &Conflict,
        is_cardinal: bool,
    ) -> Result<Option<Split>, Status> {
        let Conflict { one, other, .. } = *conflict;
        let Some((corridor, is_forward)) = self.corridor(paths, conflict, is_cardinal) else {
            return Ok(None);
        };
        let count = corridor.places.len();
        let (head, tail) = (&corridor.places[..2], &corridor.places[count - 2..]);
        let ([first, second], [third, fourth]) = ([head[0], head[1]], [tail[0], tail[1]]);
        // The step with which each agent leaves the corridor.
        let [out, out_other] = if is_forward {
            [(third, fourth), (second, first)]
        } else {
            [(second, first), (third, fourth)]
        };
        let arrival = self.earliest(one, &paths[one], out.1, (NONE, NONE), NONE)?;
        let arrival_other = self.earliest(other, &paths[other], out_other.1, (NONE, NONE), NONE)?;
        let (Some(arrival), Some(arrival_other)) = (arrival, arrival_other) else {
            return Ok(None);
        };
        let latest = arrival_other.saturating_add(corridor.moves());
        let latest_other = arrival.saturating_add(corridor.moves());
        let around = self.earliest(one, &paths[one], out.1, out, latest)?;
        let around_other = self.earliest(other, &paths[other], out_other.1, out_other, latest_other)?;
        if around == Some(0) || around_other == Some(0) {
            return Ok(None);
        }
        let constraint = |agent: usize, spot: u32, latest: u32, around: Option<u32>| {
            let time = around.map_or(latest, |around| latest.min(around.saturating_sub(1)));
            vec![Constraint::NotUntil { agent, spot, time }]
        };
        Ok(Some([
            constraint(one, out.1, latest, around),
            constraint(other, out_other.1, latest_other, around_other),
        ]))
    }

    /// The earliest time at which an agent can be at a place under its rules, if it does not make a certain step.
    /// `None` if this is after `most`.
    fn earliest(
        &mut self,
        agent: usize,
        path: &AgentPath,
        place: u32,
        without: (u32, u32),
        most: u32,
    ) -> Result<Option<u32>, Status> {
        let (_, rules) = self.rules_within(&path.bounds);
        let rules = Arc::new(rules.towards(place, without, &mut self.maps));
        let places = self.find(&rules, self.maps.team.starts[agent], Aim::Early { most })?;
        Ok(places.map(|places| u32::try_from(places.len() - 1).unwrap_or(NONE)))
    }
}
