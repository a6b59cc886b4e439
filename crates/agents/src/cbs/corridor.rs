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
struct Corridor {
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
    /// If two agents meet in a corridor: either one of them leaves it only after the other one has passed through, or
    /// the other way round, unless they get to the end by another way earlier.
    pub(super) fn corridor_split(
        &mut self,
        paths: &[Arc<AgentPath>],
        conflict: &Conflict,
    ) -> Result<Option<Split>, Status> {
        let team = self.maps.team.clone();
        if !team.places.spots.are_places() {
            return Ok(None);
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
        let through = |place: u32| {
            (place != NONE)
                .then(|| Corridor::through(&team.places, place, ends))
                .flatten()
        };
        let Some(corridor) = through(spot).or_else(|| through(from)) else {
            return Ok(None);
        };
        let passages = [one, other].map(|agent| corridor.passage(&paths[agent].places, time));
        let [Some(is_forward), Some(is_other_forward)] = passages else {
            return Ok(None);
        };
        if is_forward == is_other_forward {
            return Ok(None);
        }
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
