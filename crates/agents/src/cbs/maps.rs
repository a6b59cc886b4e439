//! [`Maps`]: a team, and the distances to the places that matter.

use alloc::sync::Arc;

use hashbrown::HashMap;

use crate::Team;
use crate::distances::Distances;

/// A team, and the number of moves from each place to some places, counted on demand.
#[derive(Clone, Debug)]
pub(crate) struct Maps<N> {
    pub(crate) team: Team<N>,
    known: HashMap<u32, Arc<[u32]>>,
}

impl<N> Maps<N> {
    pub(crate) fn new(team: &Team<N>) -> Self {
        Maps {
            team: team.clone(),
            known: HashMap::new(),
        }
    }

    /// The moves from each place to this one.
    pub(crate) fn distances(&mut self, to: u32) -> Arc<[u32]> {
        let places = &self.team.places;
        let known = self.known.entry(to);
        known
            .or_insert_with(|| Distances::new(places.len(), to).all(places).into())
            .clone()
    }
}
