//! [`Configurations`]: where all agents are in each known configuration, and for how long they have been away.

use alloc::vec::Vec;

use astride::engine::Memory;
use hashbrown::HashTable;

/// For each configuration, the place of each agent and the number of moves since it was at its goal. This takes 4 bytes
/// for each agent, or 6 on a graph with 2¹⁶ places or more.
#[derive(Clone, Debug)]
pub(super) struct Configurations {
    agents: usize,
    places: Places,
    away: Vec<u16>,
    known: HashTable<u32>,
}

#[derive(Clone, Debug)]
enum Places {
    Short(Vec<u16>),
    Long(Vec<u32>),
}

impl Configurations {
    pub(super) fn new(agents: usize, places: usize) -> Self {
        let places = if u16::try_from(places).is_ok() {
            Places::Short(Vec::new())
        } else {
            Places::Long(Vec::new())
        };
        Configurations {
            agents,
            places,
            away: Vec::new(),
            known: HashTable::new(),
        }
    }

    fn row(&self, id: u32) -> core::ops::Range<usize> {
        let first = id as usize * self.agents;
        first..first + self.agents
    }

    /// Reads the places of all agents into a list.
    pub(super) fn read(&self, id: u32, into: &mut Vec<u32>) {
        into.clear();
        match &self.places {
            Places::Short(places) => into.extend(places[self.row(id)].iter().map(|place| u32::from(*place))),
            Places::Long(places) => into.extend_from_slice(&places[self.row(id)]),
        }
    }

    /// The moves since each agent was at its goal.
    pub(super) fn away(&self, id: u32) -> &[u16] {
        &self.away[self.row(id)]
    }

    fn is_at(&self, id: u32, at: &[u32]) -> bool {
        match &self.places {
            Places::Short(places) => places[self.row(id)]
                .iter()
                .zip(at)
                .all(|(one, other)| u32::from(*one) == *other),
            Places::Long(places) => places[self.row(id)] == *at,
        }
    }

    fn hash(&self, id: u32) -> u64 {
        match &self.places {
            Places::Short(places) => hash(places[self.row(id)].iter().map(|place| u32::from(*place))),
            Places::Long(places) => hash(places[self.row(id)].iter().copied()),
        }
    }

    /// The configuration with all agents at these places.
    pub(super) fn find(&self, at: &[u32]) -> Option<u32> {
        let hash = hash(at.iter().copied());
        self.known.find(hash, |id| self.is_at(*id, at)).copied()
    }

    /// Allocates memory for another configuration.
    pub(super) fn grow(&mut self, memory: &mut Memory) -> Option<()> {
        match &mut self.places {
            Places::Short(places) => memory.grow(places, self.agents)?,
            Places::Long(places) => memory.grow(places, self.agents)?,
        }
        memory.grow(&mut self.away, self.agents)?;
        let mut known = core::mem::take(&mut self.known);
        let result = memory.grow_table(&mut known, |id| self.hash(*id));
        self.known = known;
        result
    }

    /// Adds a new configuration with the next number, one move after the configuration `before`.
    pub(super) fn push(&mut self, id: u32, at: &[u32], goals: &[u32], before: Option<u32>) {
        match &mut self.places {
            #[expect(clippy::cast_possible_truncation, reason = "there are less than 2^16 places")]
            Places::Short(places) => places.extend(at.iter().map(|place| *place as u16)),
            Places::Long(places) => places.extend_from_slice(at),
        }
        match before {
            None => self.away.resize(self.agents, 0),
            Some(before) => {
                let first = self.away.len();
                self.away.extend_from_within(self.row(before));
                for (away, (at, goal)) in self.away[first..].iter_mut().zip(at.iter().zip(goals)) {
                    *away = if at == goal { 0 } else { away.saturating_add(1) };
                }
            }
        }
        let mut known = core::mem::take(&mut self.known);
        known.insert_unique(hash(at.iter().copied()), id, |id| self.hash(*id));
        self.known = known;
    }
}

fn hash(at: impl Iterator<Item = u32>) -> u64 {
    at.fold(0, mix)
}

/// Mixes a number into a hash.
pub(super) fn mix(hash: u64, number: u32) -> u64 {
    let product = (hash.rotate_left(23) ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}
