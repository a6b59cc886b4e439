//! [`Mover`]: one move of all agents, using priority inheritance with backtracking.

use alloc::vec;
use alloc::vec::Vec;

use fastrand::Rng;

use crate::distances::Guides;
use crate::places::{NONE, Places};

/// Finds a place for one agent after another, in order of priority. An agent that wants the place of another agent
/// passes its priority on: the other agent must make way first, and if it cannot, the first agent tries its next
/// choice.
///
/// An agent prefers places near its goal. Ties go to the place that hinders fewer neighbours (the hindrance of Okumura
/// and Nagai, 2025), and then to a random one.
#[derive(Clone, Debug)]
pub(crate) struct Mover {
    /// The agent at each [spot](Places::spot) before the move.
    now: Vec<u32>,
    /// The agent that will be at each spot after the move.
    next: Vec<u32>,
    /// Whether two agents that have to change places in a corridor pull each other out of it.
    swaps: bool,
    rng: Rng,
    /// The agents that wait for the next one to make way.
    frames: Vec<Frame>,
    /// The choices of all of them, one agent after another: a key (the lower, the better) and a place.
    choices: Vec<(u64, u32)>,
    /// The neighbours of an agent, each with its distance to its own goal.
    neighbours: Vec<(u32, u32)>,
}

/// An agent that looks for a place.
#[derive(Clone, Copy, Debug)]
struct Frame {
    agent: u32,
    /// The agent that it pulls along if it gets its first choice, or `NONE`.
    drawn: u32,
    /// Its first choice.
    first: usize,
    /// The choice to be tried next.
    at: usize,
}

/// The move that is being made.
#[derive(Debug)]
pub(crate) struct Move<'a, N> {
    pub(crate) places: &'a Places<N>,
    pub(crate) guides: &'a mut Guides,
    /// The place of each agent.
    pub(crate) from: &'a [u32],
    /// The next place of each agent, or `NONE` if it has not been decided.
    pub(crate) to: &'a mut [u32],
}

impl<N> Move<'_, N> {
    #[inline]
    fn moves(&mut self, agent: u32, place: u32) -> u32 {
        self.guides.moves(self.places, agent, place)
    }

    /// Whether an agent moves to the spot that another one leaves. (An agent is not in its own way.)
    #[inline]
    fn is_swap(&self, from: u32, other: u32) -> bool {
        let to = self.to.get(other as usize).copied().unwrap_or(NONE);
        to != NONE && self.places.spot(to) == self.places.spot(from)
    }

    /// Whether a step brings the agent nearer to its goal.
    #[inline]
    fn is_nearer(&mut self, agent: u32, to: u32, from: u32) -> bool {
        self.moves(agent, to) < self.moves(agent, from)
    }
}

/// The outcome of an agent's next choice.
enum Outcome {
    Taken,
    /// The place is taken if the agent there makes way.
    Inherited(u32),
    NoneLeft,
}

impl Mover {
    pub(crate) fn new(places: usize, swaps: bool) -> Self {
        Mover {
            now: vec![NONE; places],
            next: vec![NONE; places],
            swaps,
            rng: Rng::with_seed(0),
            frames: Vec::new(),
            choices: Vec::new(),
            neighbours: Vec::new(),
        }
    }

    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.rng = Rng::with_seed(seed);
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.now.capacity() + self.next.capacity()) * size_of::<u32>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.choices.capacity() * size_of::<(u64, u32)>()
    }

    /// Begins a move. Returns false if the places that are already decided conflict with each other.
    pub(crate) fn begin<N>(&mut self, step: &Move<'_, N>, agents: &[u32]) -> bool {
        for agent in agents {
            self.now[step.places.spot(step.from[*agent as usize]) as usize] = *agent;
        }
        for agent in agents {
            let (from, to) = (step.from[*agent as usize], step.to[*agent as usize]);
            if to == NONE {
                continue;
            }
            let to = step.places.spot(to) as usize;
            let there = self.now[to];
            let is_near = !step.places.can_follow && there != NONE && there != *agent;
            if self.next[to] != NONE || is_near || there != *agent && step.is_swap(from, there) {
                return false;
            }
            self.next[to] = *agent;
        }
        true
    }

    /// Ends a move, decided or not.
    pub(crate) fn end<N>(&mut self, step: &Move<'_, N>, agents: &[u32]) {
        for agent in agents {
            let (from, to) = (step.from[*agent as usize], step.to[*agent as usize]);
            self.now[step.places.spot(from) as usize] = NONE;
            if to != NONE {
                self.next[step.places.spot(to) as usize] = NONE;
            }
        }
    }

    /// Decides where an agent goes, and where each agent goes that has to make way for it. Returns false, and records
    /// the agent as staying, if every place that it can reach, including its own, is already assigned to another agent.
    pub(crate) fn decide<N>(&mut self, step: &mut Move<'_, N>, agent: u32) -> bool {
        self.open(step, agent);
        let mut made_way = false;
        // A stack instead of recursion, since the chain may include all agents.
        while let Some(frame) = self.frames.last_mut() {
            let found = made_way || {
                match next_choice(frame, &self.choices, &self.now, &mut self.next, step) {
                    Outcome::Taken => true,
                    Outcome::Inherited(other) => {
                        self.open(step, other);
                        continue;
                    }
                    Outcome::NoneLeft => false,
                }
            };
            let Frame {
                agent,
                drawn,
                first,
                at,
            } = *frame;
            self.frames.pop();
            self.choices.truncate(first);
            let here = step.from[agent as usize];
            let spot = step.places.spot(here) as usize;
            if !found {
                self.next[spot] = agent;
                step.to[agent as usize] = here;
            } else if at == first + 1 && drawn != NONE && step.to[drawn as usize] == NONE && self.next[spot] == NONE {
                self.next[spot] = drawn;
                step.to[drawn as usize] = here;
            }
            made_way = found;
        }
        made_way
    }

    /// Finds the choices of an agent.
    fn open<N>(&mut self, step: &mut Move<'_, N>, agent: u32) {
        let here = step.from[agent as usize];
        let places = step.places;
        let first = self.choices.len();
        self.neighbours.clear();
        for place in places.next(here) {
            let other = self.now[places.spot(*place) as usize];
            if other != NONE && other != agent {
                self.neighbours.push((other, step.moves(other, *place)));
            }
        }
        for place in places.choices(agent, here) {
            let mut hindrance = 0_u64;
            for (other, moves) in &self.neighbours {
                hindrance += u64::from(step.moves(*other, place) < *moves);
            }
            let tie = u64::from(self.rng.u32(..) >> 8);
            let key = u64::from(step.moves(agent, place)) << 32 | hindrance.min(255) << 24 | tie;
            self.choices.push((key, place));
        }
        self.choices[first..].sort_unstable();
        let mut drawn = NONE;
        if self.swaps {
            drawn = self.drawn(step, agent, self.choices[first].1);
            if drawn != NONE {
                // An agent that pulls another one along goes away from its goal.
                for choice in &mut self.choices[first..] {
                    let away = u64::from(NONE - step.moves(agent, choice.1));
                    choice.0 = away << 32 | u64::from(self.rng.u32(..) >> 8);
                }
                self.choices[first..].sort_unstable();
            }
        }
        self.frames.push(Frame {
            agent,
            drawn,
            first,
            at: first,
        });
    }

    /// The agent that has to follow this one out of a corridor so that the two can change places where there is room,
    /// or `NONE`. This is the swap of Okumura (IJCAI 2023).
    fn drawn<N>(&self, step: &mut Move<'_, N>, agent: u32, best: u32) -> u32 {
        let here = step.from[agent as usize];
        let places = step.places;
        if places.is_private(here) || places.is_private(best) || !places.can_follow {
            // Nobody follows an agent that leaves.
            return NONE;
        }
        let other = self.now[places.spot(best) as usize];
        if other != NONE
            && other != agent
            && step.to[other as usize] == NONE
            && self.has_to_swap(step, agent, other, here, best)
            && self.can_swap(step, best, here)
            && places.has_step(step.from[other as usize], here)
        {
            return other;
        }
        if best == here {
            return NONE;
        }
        // An agent behind this one, which will have to swap with it one move later.
        for behind in places.next(here) {
            let other = self.now[places.spot(*behind) as usize];
            if other != NONE
                && other != agent
                && *behind != best
                && self.has_to_swap(step, other, agent, here, best)
                && self.can_swap(step, best, here)
                && places.has_step(step.from[other as usize], here)
            {
                return other;
            }
        }
        NONE
    }

    /// The number of ways onward from a place for an agent that comes from `back`, and one of them. Dead ends whose
    /// agents are at their goals do not count.
    #[inline]
    fn ways<N>(&self, step: &Move<'_, N>, place: u32, back: u32) -> (usize, u32) {
        let (mut count, mut way) = (0, NONE);
        for next in step.places.next(place) {
            if step.places.is_private(*next) {
                continue;
            }
            let there = self.now[step.places.spot(*next) as usize];
            let is_closed = there != NONE && step.guides.goal(there) == *next && step.places.next(*next).len() == 1;
            if *next != back && !is_closed {
                count += 1;
                way = *next;
            }
        }
        (count, way)
    }

    /// Whether one agent, at `from`, pushes another, at `to`, through a corridor at whose end both need to pass each
    /// other.
    fn has_to_swap<N>(&self, step: &mut Move<'_, N>, pusher: u32, pulled: u32, mut from: u32, mut to: u32) -> bool {
        while step.is_nearer(pusher, to, from) {
            match self.ways(step, to, from) {
                (0, _) => break,
                (1, way) => (from, to) = (to, way),
                _ => return false,
            }
        }
        step.is_nearer(pulled, from, to) && (step.moves(pusher, from) == 0 || step.is_nearer(pusher, to, from))
    }

    /// Whether the way from `from` through `to` leads to a place with room.
    fn can_swap<N>(&self, step: &Move<'_, N>, from: u32, to: u32) -> bool {
        let (first, mut from, mut to) = (from, from, to);
        // If some edges are one-way, the way may end in a cycle that does not contain the first place.
        for _ in 0..step.places.len() {
            match self.ways(step, to, from) {
                (0, _) => return false,
                (1, way) => (from, to) = (to, way),
                _ => return true,
            }
            if to == first {
                return false;
            }
        }
        false
    }
}

/// Tries the next choices of an agent until one is free or may be left by the agent there.
#[inline]
fn next_choice<N>(
    frame: &mut Frame,
    choices: &[(u64, u32)],
    now: &[u32],
    next: &mut [u32],
    step: &mut Move<'_, N>,
) -> Outcome {
    let here = step.from[frame.agent as usize];
    if step.to[frame.agent as usize] == here {
        // It has waited in vain for another one to make way.
        next[step.places.spot(here) as usize] = NONE;
        step.to[frame.agent as usize] = NONE;
    }
    while let Some((_, place)) = choices.get(frame.at).copied() {
        frame.at += 1;
        let spot = step.places.spot(place) as usize;
        let other = now[spot];
        if next[spot] != NONE || other != NONE && other != frame.agent && step.is_swap(here, other) {
            continue;
        }
        if other != NONE && other != frame.agent && !step.places.can_follow {
            if step.to[other as usize] != NONE {
                continue;
            }
            // The agent waits while the other one makes way. If it does not, this agent may still go elsewhere.
            next[step.places.spot(here) as usize] = frame.agent;
            step.to[frame.agent as usize] = here;
            return Outcome::Inherited(other);
        }
        next[spot] = frame.agent;
        step.to[frame.agent as usize] = place;
        return if other != NONE && other != frame.agent && step.to[other as usize] == NONE {
            Outcome::Inherited(other)
        } else {
            Outcome::Taken
        };
    }
    Outcome::NoneLeft
}
