//! [`Distances`]: the number of moves from each place to a goal, computed on demand. [`Guides`]: those of all agents.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::places::{NONE, Places};

/// The moves from each place to one goal if no other agent is in the way. They are computed by a breadth-first search
/// from the goal, against the edges, which continues whenever a place is requested that it has not reached yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Distances {
    goal: u32,
    moves: Moves,
    front: Front,
}

/// One more than the moves from each place, or 0 for a place that has not been reached. Zeroed memory is allocated but
/// not touched, so places far away from all agents cost nothing.
#[derive(Clone, Debug)]
enum Moves {
    /// For graphs with fewer than 2¹⁶ places, whose distances all fit.
    Short(Vec<u16>),
    Long(Vec<u32>),
}

impl Default for Moves {
    fn default() -> Self {
        Moves::Short(Vec::new())
    }
}

/// The places that have a distance but have not been expanded: those at one distance, and those one move farther away.
#[derive(Clone, Debug, Default)]
struct Front {
    now: Vec<u32>,
    later: Vec<u32>,
}

impl Distances {
    pub(crate) fn new(places: usize, goal: u32) -> Self {
        Distances::to_any(places, [goal])
    }

    /// The moves to the nearest of several goals.
    pub(crate) fn to_any(places: usize, goals: impl IntoIterator<Item = u32>) -> Self {
        let mut moves = if u16::try_from(places).is_ok() {
            Moves::Short(vec![0; places])
        } else {
            Moves::Long(vec![0; places])
        };
        let now: Vec<u32> = goals.into_iter().collect();
        for goal in &now {
            match &mut moves {
                Moves::Short(moves) => moves[*goal as usize] = 1,
                Moves::Long(moves) => moves[*goal as usize] = 1,
            }
        }
        Distances {
            goal: now.first().copied().unwrap_or(NONE),
            moves,
            front: Front { now, later: Vec::new() },
        }
    }

    /// The moves from a place to the goal, or `NONE` if it cannot be reached.
    #[inline]
    pub(crate) fn get<N>(&mut self, places: &Places<N>, place: u32) -> u32 {
        let known = match &self.moves {
            Moves::Short(moves) => u32::from(moves[place as usize]),
            Moves::Long(moves) => moves[place as usize],
        };
        if known == 0 {
            self.go_on(places, place)
        } else {
            known - 1
        }
    }

    /// The moves from each place to the goal.
    pub(crate) fn all<N>(mut self, places: &Places<N>) -> Vec<u32> {
        (0..).take(places.len()).map(|place| self.get(places, place)).collect()
    }

    #[cold]
    fn go_on<N>(&mut self, places: &Places<N>, wanted: u32) -> u32 {
        let found = match &mut self.moves {
            Moves::Short(moves) => u32::from(spread(places, moves, &mut self.front, wanted, |moves| moves + 1)),
            Moves::Long(moves) => spread(places, moves, &mut self.front, wanted, |moves| moves + 1),
        };
        // `NONE` for 0.
        found.wrapping_sub(1)
    }

    /// Releases the memory.
    fn clear(&mut self) {
        self.moves = Moves::default();
        self.front = Front::default();
    }

    /// The bytes needed for this number of places, not counting the front.
    pub(crate) fn bytes_for(places: usize) -> usize {
        let size = if u16::try_from(places).is_ok() { 2 } else { 4 };
        places.saturating_mul(size) + size_of::<Self>()
    }

    fn bytes(&self) -> usize {
        let places = match &self.moves {
            Moves::Short(moves) => moves.len(),
            Moves::Long(moves) => moves.len(),
        };
        Self::bytes_for(places) + (self.front.now.capacity() + self.front.later.capacity()) * size_of::<u32>()
    }
}

/// Assigns distances to more places until the wanted one has a distance. Returns that distance.
fn spread<N, T: Copy + Default + PartialEq>(
    places: &Places<N>,
    moves: &mut [T],
    front: &mut Front,
    wanted: u32,
    after: impl Fn(T) -> T,
) -> T {
    let unknown = T::default();
    while moves[wanted as usize] == unknown {
        let Some(place) = front.now.pop() else {
            if front.later.is_empty() {
                break;
            }
            core::mem::swap(&mut front.now, &mut front.later);
            continue;
        };
        let next = after(moves[place as usize]);
        for before in places.before(place) {
            let known = &mut moves[*before as usize];
            if *known == unknown {
                *known = next;
                front.later.push(*before);
            }
        }
    }
    moves[wanted as usize]
}

/// The goal of each agent, and the distances to it. Agents with the same goal share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guides {
    /// For each agent.
    goals: Vec<u32>,
    /// For each agent, the index of its distances, or `NONE` if it has no goal.
    fields: Vec<u32>,
    distances: Vec<Distances>,
    /// For each entry of the distances, the number of agents that use it.
    users: Vec<u32>,
    /// For each goal, the index of its distances.
    by_goal: HashMap<u32, u32>,
    /// Distances without users.
    unused: Vec<u32>,
}

impl Guides {
    /// The number of agents.
    pub(crate) fn len(&self) -> usize {
        self.goals.len()
    }

    /// Adds the next agent.
    pub(crate) fn push(&mut self, places: usize, goal: u32) {
        let field = self.field(places, goal);
        self.users[field as usize] += 1;
        self.goals.push(goal);
        self.fields.push(field);
    }

    /// Adds the next agent, without a goal.
    pub(crate) fn push_without_goal(&mut self) {
        self.goals.push(NONE);
        self.fields.push(NONE);
    }

    /// Takes the goal from an agent.
    pub(crate) fn remove_goal(&mut self, agent: u32) {
        let field = core::mem::replace(&mut self.fields[agent as usize], NONE);
        self.release(field);
    }

    /// Gives an agent another goal if the goal can be reached from a place. Returns whether it can.
    pub(crate) fn set<N>(&mut self, places: &Places<N>, agent: u32, place: u32, goal: u32) -> bool {
        let field = self.field(places.len(), goal);
        self.users[field as usize] += 1;
        let can_be_reached = self.distances[field as usize].get(places, place) != NONE;
        let mut unused = field;
        if can_be_reached {
            self.goals[agent as usize] = goal;
            unused = core::mem::replace(&mut self.fields[agent as usize], field);
        }
        self.release(unused);
        can_be_reached
    }

    /// The index of the distances to a goal. The caller adds a user.
    fn field(&mut self, places: usize, goal: u32) -> u32 {
        if let Some(field) = self.by_goal.get(&goal) {
            return *field;
        }
        let distances = Distances::new(places, goal);
        // At most one more than the number of agents.
        let field = self.unused.pop().or_else(|| u32::try_from(self.users.len()).ok());
        let field = field.unwrap_or(NONE);
        if field as usize == self.users.len() {
            self.distances.push(distances);
            self.users.push(0);
        } else {
            self.distances[field as usize] = distances;
        }
        self.by_goal.insert(goal, field);
        field
    }

    fn release(&mut self, field: u32) {
        let Some(users) = self.users.get_mut(field as usize) else {
            return;
        };
        *users -= 1;
        if *users == 0 {
            self.by_goal.remove(&self.distances[field as usize].goal);
            self.distances[field as usize].clear();
            self.unused.push(field);
        }
    }

    pub(crate) fn goal(&self, agent: u32) -> u32 {
        self.goals[agent as usize]
    }

    /// The moves of an agent from a place to its goal, or `NONE`.
    #[inline]
    pub(crate) fn moves<N>(&mut self, places: &Places<N>, agent: u32, place: u32) -> u32 {
        self.distances[self.fields[agent as usize] as usize].get(places, place)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.distances.iter().map(Distances::bytes).sum()
    }
}
