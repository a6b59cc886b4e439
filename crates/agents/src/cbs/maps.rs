//! [`Maps`]: a team, and the distances to the places that matter.

use alloc::sync::Arc;

use hashbrown::HashMap;

use crate::Team;
use crate::distances::Distances;

/// A team, and the number of moves from each place to some places, counted on demand.
#[derive(Clone, Debug)]
pub(crate) struct Maps<N> {
    pub(crate) team: Team<N>,
    to_goals: HashMap<u32, Arc<[u32]>>,
    /// Unless each place is a spot of its own.
    to_spots: HashMap<u32, Arc<[u32]>>,
}

impl<N> Maps<N> {
    pub(crate) fn new(team: &Team<N>) -> Self {
        Maps {
            team: team.clone(),
            to_goals: HashMap::new(),
            to_spots: HashMap::new(),
        }
    }

    /// The moves from each place to a goal.
    pub(crate) fn moves_to_goal(&mut self, goal: u32) -> Arc<[u32]> {
        let places = &self.team.places;
        let known = self.to_goals.entry(goal);
        known
            .or_insert_with(|| Distances::new(places.len(), goal).all(places).into())
            .clone()
    }

    /// The moves from each place to the nearest one of a spot.
    pub(crate) fn moves_to_spot(&mut self, spot: u32) -> Arc<[u32]> {
        let places = &self.team.places;
        if places.spots.are_places() {
            return self.moves_to_goal(spot);
        }
        let known = self.to_spots.entry(spot);
        let distances = || Distances::to_any(places.len(), places.spots.places_of(spot));
        known.or_insert_with(|| distances().all(places).into()).clone()
    }
}
