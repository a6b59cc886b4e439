//! [`Maps`]: a team, and the distances to the places that matter.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::Team;
use crate::distances::Distances;
use crate::places::NONE;

/// A team, and the number of moves from each place to some places, counted on demand.
#[derive(Clone, Debug)]
pub(crate) struct Maps<N> {
    pub(crate) team: Team<N>,
    to_goals: HashMap<u32, Arc<[u32]>>,
    /// Not used if no two places are the same spot and each step takes one move.
    to_spots: HashMap<u32, Arc<[u32]>>,
    /// The moves to a goal that avoid some spots, which are sorted.
    around: HashMap<(u32, Vec<u32>), Arc<[u32]>>,
}

/// When `around` has more numbers than this, it is cleared.
const REMEMBERED: usize = 1 << 22;

impl<N> Maps<N> {
    pub(crate) fn new(team: &Team<N>) -> Self {
        Maps {
            team: team.clone(),
            to_goals: HashMap::new(),
            to_spots: HashMap::new(),
            around: HashMap::new(),
        }
    }

    /// The moves from each place to a goal.
    pub(crate) fn moves_to_goal(&mut self, goal: u32) -> Arc<[u32]> {
        let places = &self.team.places;
        let known = self.to_goals.entry(goal);
        known
            .or_insert_with(|| Distances::new(places, goal).all(places).into())
            .clone()
    }

    /// The moves from each place to the nearest one of a spot. With durations, the steps: an agent is at a place one
    /// move after it has set out for it.
    pub(crate) fn moves_to_spot(&mut self, spot: u32) -> Arc<[u32]> {
        let places = &self.team.places;
        if places.spots.are_places() && places.durations.are_unit() {
            return self.moves_to_goal(spot);
        }
        let known = self.to_spots.entry(spot);
        let distances = || Distances::in_steps(places.len(), places.spots.places_of(spot));
        known.or_insert_with(|| distances().all(places).into()).clone()
    }

    /// The moves from each place to a goal for an agent that never enters these spots, which are sorted.
    pub(crate) fn moves_around(&mut self, goal: u32, closed: Vec<u32>) -> Arc<[u32]> {
        // With durations, the lower bound without closed spots is enough.
        if closed.is_empty() || !self.team.places.durations.are_unit() {
            return self.moves_to_goal(goal);
        }
        let places = &self.team.places;
        if self.around.len() * places.len() > REMEMBERED {
            self.around.clear();
        }
        let distances = |(goal, closed): &(u32, Vec<u32>)| {
            let mut moves = vec![NONE; places.len()];
            moves[*goal as usize] = 0;
            let mut queue = vec![*goal];
            let mut at = 0;
            while let Some(place) = queue.get(at).copied() {
                at += 1;
                for before in places.before(place) {
                    if moves[*before as usize] == NONE && closed.binary_search(&places.spot(*before)).is_err() {
                        moves[*before as usize] = moves[place as usize] + 1;
                        queue.push(*before);
                    }
                }
            }
            moves.into()
        };
        let key = (goal, closed);
        if let Some(known) = self.around.get(&key) {
            return Arc::clone(known);
        }
        let moves: Arc<[u32]> = distances(&key);
        self.around.insert(key, Arc::clone(&moves));
        moves
    }
}
