//! [`Distances`]: the number of moves from each place to a goal, computed on demand. [`Guides`]: those of all agents.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use hashbrown::HashMap;

use crate::places::{NONE, Places};

/// The moves from each place to one goal if no other agent is in the way. They are computed by a breadth-first search
/// from the goal, against the edges, which continues whenever a place is requested that it has not reached yet. If
/// the team has durations, this is a search with Dijkstra's algorithm.
#[derive(Clone, Debug, Default)]
pub(crate) struct Distances {
    goal: u32,
    moves: Moves,
    front: Front,
    /// With durations, the open places instead of the front: one more than their moves, and their numbers.
    open: Option<BinaryHeap<Reverse<(u32, u32)>>>,
    /// The least distance of all places without one, as of the last call of [`prepare`](Self::prepare).
    beyond: u32,
}

/// One more than the moves from each place, or 0 for a place that has not been reached. Zeroed memory is allocated but
/// not touched, so places far away from all agents cost nothing.
#[derive(Clone, Debug)]
enum Moves {
    /// For graphs with fewer than 2¹⁶ places, whose distances all fit.
    Short(Vec<u16>),
    Long(Vec<u32>),
}

impl Moves {
    /// One more than the moves from a place, or 0.
    #[inline]
    fn of(&self, place: u32) -> u32 {
        match self {
            Moves::Short(moves) => u32::from(moves[place as usize]),
            Moves::Long(moves) => moves[place as usize],
        }
    }
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
    pub(crate) fn new<N>(places: &Places<N>, goal: u32) -> Self {
        if places.durations.are_unit() {
            return Distances::in_steps(places.len(), [goal]);
        }
        let first = Reverse((1, goal));
        Distances {
            goal,
            moves: Moves::Long(vec![0; places.len()]),
            front: Front::default(),
            open: Some(BinaryHeap::from([first])),
            beyond: 1,
        }
    }

    /// The steps to the nearest of several goals, however long they take.
    pub(crate) fn in_steps(places: usize, goals: impl IntoIterator<Item = u32>) -> Self {
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
            open: None,
            beyond: 1,
        }
    }

    /// The moves from a place to the goal, or `NONE` if it cannot be reached.
    #[inline]
    pub(crate) fn get<N>(&mut self, places: &Places<N>, place: u32) -> u32 {
        match self.moves.of(place) {
            0 => self.go_on(places, place),
            known => known - 1,
        }
    }

    /// Computes the distances that a path from a place is likely to need: those of all places that are up to half as
    /// many moves farther away as this one, and some more, since the path may lead around other agents.
    pub(crate) fn prepare<N>(&mut self, places: &Places<N>, start: u32) {
        let moves = self.get(places, start);
        let most = moves.saturating_add(moves / 2).saturating_add(16);
        if let (Some(open), Moves::Long(moves)) = (&mut self.open, &mut self.moves) {
            settle(places, moves, open, |_, next| next > most);
            self.beyond = open.peek().map_or(NONE, |Reverse((next, _))| next - 1);
            return;
        }
        let front = &mut self.front;
        self.beyond = match &mut self.moves {
            Moves::Short(moves) => spread_to(places, moves, front, most, |moves| moves + 1),
            Moves::Long(moves) => spread_to(places, moves, front, most, |moves| moves + 1),
        };
    }

    /// The moves from a place to the goal, or fewer if the place is farther away than what has been
    /// [prepared](Self::prepare). `NONE` if it is known that the goal cannot be reached.
    ///
    /// This is a consistent estimate: it is the distance, or the least distance beyond what has been prepared.
    #[inline]
    pub(crate) fn at_least(&self, place: u32) -> u32 {
        match self.moves.of(place) {
            0 => self.beyond,
            known => known - 1,
        }
    }

    /// The moves from each place to the goal.
    pub(crate) fn all<N>(mut self, places: &Places<N>) -> Vec<u32> {
        (0..).take(places.len()).map(|place| self.get(places, place)).collect()
    }

    #[cold]
    fn go_on<N>(&mut self, places: &Places<N>, wanted: u32) -> u32 {
        if let (Some(open), Moves::Long(moves)) = (&mut self.open, &mut self.moves) {
            settle(places, moves, open, |moves, _| moves[wanted as usize] > 0);
            return moves[wanted as usize].wrapping_sub(1);
        }
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
        self.open = None;
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

/// Assigns distances to more places until the wanted one has a distance. Returns one more than that, or 0.
fn spread<N, T: Copy + Default + PartialEq>(
    places: &Places<N>,
    moves: &mut [T],
    front: &mut Front,
    wanted: u32,
    after: impl Fn(T) -> T,
) -> T {
    let unknown = T::default();
    spread_until(
        places,
        moves,
        front,
        |moves, _| moves[wanted as usize] != unknown,
        after,
    );
    moves[wanted as usize]
}

/// Assigns distances to all places with at most `most` moves. Returns the least distance of the others, or `NONE`.
fn spread_to<N, T: Copy + Default + PartialEq + Into<u32>>(
    places: &Places<N>,
    moves: &mut [T],
    front: &mut Front,
    most: u32,
    after: impl Fn(T) -> T,
) -> u32 {
    let is_far = |moves: &[T], now: &[u32]| now.last().is_some_and(|place| moves[*place as usize].into() > most);
    spread_until(places, moves, front, is_far, after);
    let nearest = front.now.last().or(front.later.last());
    nearest.map_or(NONE, |place| moves[*place as usize].into())
}

/// Expands one place after another until there are enough distances, given those of all places and the places that are
/// expanded next, or until there are no more.
fn spread_until<N, T: Copy + Default + PartialEq>(
    places: &Places<N>,
    moves: &mut [T],
    front: &mut Front,
    is_enough: impl Fn(&[T], &[u32]) -> bool,
    after: impl Fn(T) -> T,
) {
    let unknown = T::default();
    while !is_enough(moves, &front.now) {
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
}

/// Settles one place after another by Dijkstra's algorithm until there are enough distances, given those of all settled
/// places and the least one of the others, or until there are no more. Distances are stored as one more.
#[inline(never)]
fn settle<N>(
    places: &Places<N>,
    moves: &mut [u32],
    open: &mut BinaryHeap<Reverse<(u32, u32)>>,
    is_enough: impl Fn(&[u32], u32) -> bool,
) {
    while let Some(Reverse((next, place))) = open.peek().copied() {
        if moves[place as usize] == 0 {
            if is_enough(moves, next) {
                break;
            }
            moves[place as usize] = next;
            for before in places.before(place) {
                if moves[*before as usize] == 0 {
                    // A team is rejected if a distance could be too large.
                    let next = next.saturating_add(places.durations.of(*before, place));
                    open.push(Reverse((next, *before)));
                }
            }
        }
        open.pop();
    }
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
        // `Guides` are for planners for which each step takes one move.
        let distances = Distances::in_steps(places, [goal]);
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
