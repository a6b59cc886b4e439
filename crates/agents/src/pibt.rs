//! [`Pibt`]: the next move of all agents, without a plan.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt::{self, Debug};
use core::hash::Hash;

use crate::distances::Guides;
use crate::mover::{Move, Mover};
use crate::places::{NONE, Places};
use crate::{AtEnd, Team};

/// Priority inheritance with backtracking (PIBT): computes one move of all agents at a time, without a plan.
///
/// Use it for games and for robots that constantly get new goals. It does not plan ahead, so goals can change at any
/// time, and agents can come and go. A move of a thousand agents, except the first, takes less than a millisecond. If
/// each agent must reliably reach a single goal, or reach it in few moves, use [`Lacam`](crate::Lacam).
///
/// In each move, the agents choose their next places in order of priority: each prefers the place nearest to its goal.
/// If another agent is at that place and has not chosen yet, it inherits the first agent's priority and has to make
/// way. An agent's priority grows with each move that ends away from its goal, and drops when the agent reaches it.
///
/// # Methods
///
/// | to | call |
/// |---|---|
/// | move all agents | [`next_move`](Self::next_move) |
/// | see where they are | [`positions`](Self::positions), [`position`](Self::position), [`agent_at`](Self::agent_at) |
/// | send an agent elsewhere | [`set_goal`](Self::set_goal) |
/// | spread the work before the first move over several frames | [`prepare`](Self::prepare) |
/// | let agents come and go | [`add`](Self::add), [`remove`](Self::remove) |
///
/// # Arguments
///
/// [`Pibt::new`] takes a [`Team`] without [durations](crate::Durations). If its agents [leave](Team::with_end), each
/// agent is removed at the beginning of the move after its stay at its goal, and its handle is no longer valid. The
/// agents move on the nodes that could be reached from the starts when the team was created. Goals that are set later
/// may be shared by several agents, which then take turns there.
///
/// # Returns
///
/// No two agents are ever at the same node, and no two change places in one move. If each edge leads both ways and is
/// part of a simple cycle of at least three nodes, each agent eventually reaches its goal, but the agents may never all
/// be at their goals at the same time. On other graphs, agents may block each other forever, for example two that meet
/// in a dead end.
///
/// # Complexity
///
/// A move takes O(agents · degree²) time, plus the time to sort the agents by priority; most of them are already in
/// order. A new goal requires a breadth-first search from the goal, which continues until it reaches all agents with
/// that goal. The first move runs the breadth-first searches for all agents that were not [prepared](Self::prepare),
/// which takes 0.6 s for a thousand agents on a map of 256 × 256 cells; each later move takes 0.3 ms. The distances
/// take 2 bytes for each node and goal if there are fewer than 2¹⁶ nodes, and otherwise 4 bytes.
///
/// # Example
///
/// ```
/// use astride_agents::{Pibt, Team};
/// use astride_grid::{GridMap, GridProblem, Movement, Point};
///
/// let map: GridMap = "....\n.@@.\n....".parse()?;
/// let at = Point::new;
/// let graph = GridProblem::new(&map, at(0, 0), at(3, 0), Movement::Four)?;
/// let team = Team::new(&graph, [(at(0, 0), at(3, 0)), (at(3, 0), at(0, 0))])?;
/// let mut game = Pibt::new(&team);
/// let third = game.add(&at(0, 2), &at(3, 2))?;
/// let mut arrivals = 0;
/// for _ in 0..20 {
///     game.next_move();
///     if game.position(third)? == game.goal(third)? {
///         arrivals += 1;
///         let goal = if arrivals % 2 == 1 { at(0, 2) } else { at(3, 2) };
///         game.set_goal(third, &goal)?;
///     }
/// }
/// assert!(arrivals > 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// K. Okumura, M. Machida, X. Défago, Y. Tamura: *Priority inheritance with backtracking for iterative multi-agent path
/// finding* (Artificial Intelligence 310, 2022). Ties between choices are broken by hindrance: K. Okumura, H. Nagai:
/// *Lightweight and effective preference construction in PIBT* (`SoCS` 2025).
#[doc(alias("mapf", "multi-agent", "crowd", "lifelong"))]
#[derive(Clone, Debug)]
pub struct Pibt<N> {
    places: Arc<Places<N>>,
    guides: Guides,
    mover: Mover,
    /// For each slot, the place of its agent, or `NONE` if it has none.
    at: Vec<u32>,
    next: Vec<u32>,
    /// For each slot, the moves since its agent was at its goal.
    away: Vec<u32>,
    /// For each slot, the moves for which its agent has stayed at its goal, if agents leave.
    home: Vec<u32>,
    end: AtEnd,
    generations: Vec<u32>,
    /// The slots with agents, those that have been away longest first.
    order: Vec<u32>,
    free: Vec<u32>,
    /// For each spot, the slot of the agent there, or `NONE`.
    who: Vec<u32>,
}

/// A handle to an agent in a [`Pibt`]. The handle of an agent is not reused after the agent is removed. Handles are
/// valid only for the `Pibt` that returned them and its clones; in another one, they may belong to other agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AgentId {
    pub(crate) slot: u32,
    pub(crate) generation: u32,
}

impl fmt::Display for AgentId {
    /// Writes the number of the agent's slot, and how many agents had this slot before.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.slot, self.generation)
    }
}

/// Why a call to a method of [`Pibt`] was rejected. A rejected call changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PibtError {
    /// The agent has been removed, or belongs to another `Pibt`.
    #[error("there is no agent {agent}: it was removed, or belongs to another `Pibt`")]
    NoSuchAgent {
        /// The requested agent.
        agent: AgentId,
    },
    /// The node was not among those that could be reached from the starts when the team was created.
    #[error("no agent of the team can reach the node {node}")]
    UnknownNode {
        /// The node, as text.
        node: String,
    },
    /// Another agent is already at the node at which an agent was to be added.
    #[error("agent {agent} is already at the node {node}")]
    Occupied {
        /// The agent that is already at the node.
        agent: AgentId,
        /// The node, as text.
        node: String,
    },
    /// No path leads to the goal.
    #[error("no path leads from {from} to {goal}")]
    Unreachable {
        /// The agent's node, as text.
        from: String,
        /// The goal, as text.
        goal: String,
    },
    /// There are already 2³² − 1 agents, so no more can be added.
    #[error("there are too many agents: at most {} are possible", u32::MAX)]
    TooManyAgents,
}

impl<N: Clone + Debug + Eq + Hash> Pibt<N> {
    /// Places all agents of a team at their starts. The agents get the first handles, in the order of their numbers.
    pub fn new(team: &Team<N>) -> Self {
        let agents = team.starts.len();
        let mut pibt = Pibt {
            places: Arc::clone(&team.places),
            guides: Guides::default(),
            mover: Mover::new(team.places.len(), false),
            at: team.starts.to_vec(),
            next: vec![NONE; agents],
            away: vec![0; agents],
            home: vec![0; agents],
            end: team.end,
            generations: vec![0; agents],
            order: (0..).take(agents).collect(),
            free: Vec::new(),
            who: vec![NONE; team.places.len()],
        };
        for goal in team.goals.iter() {
            pibt.guides.push(pibt.places.len(), *goal);
        }
        for (slot, place) in (0..).zip(&pibt.at) {
            pibt.who[pibt.places.spot(*place) as usize] = slot;
        }
        pibt
    }

    /// Sets the seed of the random numbers that decide between equally good places. The default is 0. The same calls
    /// with the same seed lead to the same moves.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.mover.set_seed(seed);
        self
    }

    /// Adds an agent.
    ///
    /// # Errors
    ///
    /// [`PibtError::UnknownNode`], [`PibtError::Occupied`] if another agent is at `start` or its spot,
    /// [`PibtError::Unreachable`], and [`PibtError::TooManyAgents`].
    pub fn add(&mut self, start: &N, goal: &N) -> Result<AgentId, PibtError> {
        let (place, target) = (self.number(start)?, self.number(goal)?);
        if let Some(agent) = self.agent_at(start) {
            let node = format!("{start:?}");
            return Err(PibtError::Occupied { agent, node });
        }
        let slot = match self.free.last() {
            Some(slot) => *slot,
            None => self.new_slot().ok_or(PibtError::TooManyAgents)?,
        };
        if !self.guides.set(&self.places, slot, place, target) {
            return Err(self.unreachable(place, target));
        }
        self.free.pop();
        self.at[slot as usize] = place;
        (self.away[slot as usize], self.home[slot as usize]) = (0, 0);
        self.who[self.places.spot(place) as usize] = slot;
        self.order.push(slot);
        Ok(self.id(slot))
    }

    /// Makes a slot without an agent.
    fn new_slot(&mut self) -> Option<u32> {
        let slot = u32::try_from(self.at.len()).ok().filter(|slot| *slot < NONE)?;
        self.guides.push_without_goal();
        self.at.push(NONE);
        self.next.push(NONE);
        self.away.push(0);
        self.home.push(0);
        self.generations.push(0);
        self.free.push(slot);
        Some(slot)
    }

    /// Removes an agent and returns its node.
    ///
    /// # Errors
    ///
    /// [`PibtError::NoSuchAgent`].
    pub fn remove(&mut self, agent: AgentId) -> Result<&N, PibtError> {
        let slot = self.slot(agent)?;
        let place = self.take_away(slot);
        Ok(self.places.node(place))
    }

    /// Removes the agent of a slot and returns its place.
    fn take_away(&mut self, slot: u32) -> u32 {
        let place = core::mem::replace(&mut self.at[slot as usize], NONE);
        self.who[self.places.spot(place) as usize] = NONE;
        self.generations[slot as usize] = self.generations[slot as usize].wrapping_add(1);
        self.order.retain(|one| *one != slot);
        self.guides.remove_goal(slot);
        self.free.push(slot);
        place
    }

    /// Gives an agent another goal, from the next move on.
    ///
    /// # Errors
    ///
    /// [`PibtError::NoSuchAgent`], [`PibtError::UnknownNode`] and [`PibtError::Unreachable`]. After an error, the agent
    /// keeps its goal.
    pub fn set_goal(&mut self, agent: AgentId, goal: &N) -> Result<(), PibtError> {
        let (slot, goal) = (self.slot(agent)?, self.number(goal)?);
        let place = self.at[slot as usize];
        if !self.guides.set(&self.places, slot, place, goal) {
            return Err(self.unreachable(place, goal));
        }
        self.home[slot as usize] = 0;
        Ok(())
    }

    /// Runs the breadth-first search from an agent's goal now instead of during the next move. This has no effect on
    /// the moves.
    ///
    /// # Errors
    ///
    /// [`PibtError::NoSuchAgent`].
    pub fn prepare(&mut self, agent: AgentId) -> Result<(), PibtError> {
        let slot = self.slot(agent)?;
        self.guides.moves(&self.places, slot, self.at[slot as usize]);
        Ok(())
    }

    /// Makes one move, in which each agent follows an edge or stays. Returns the number of agents that are not at their
    /// goals after the move. This number may never reach 0, even if each agent reaches its goal again and again, since
    /// agents at their goals make way for others.
    pub fn next_move(&mut self) -> usize {
        let mut leaving = self.leaving();
        if self.places.can_follow {
            leaving.drain(..).for_each(|slot| _ = self.take_away(slot));
        }
        for agent in &self.order {
            let slot = *agent as usize;
            self.next[slot] = NONE;
            let is_away = self.at[slot] != self.guides.goal(*agent);
            self.away[slot] = if is_away { self.away[slot].saturating_add(1) } else { 0 };
        }
        // In this move, nobody can enter the places of the others.
        for slot in &leaving {
            self.next[*slot as usize] = self.at[*slot as usize];
        }
        self.order
            .sort_by_key(|slot| (Reverse(self.away[*slot as usize]), *slot));
        let mut step = Move {
            places: &self.places,
            guides: &mut self.guides,
            from: &self.at,
            to: &mut self.next,
        };
        self.mover.begin(&step, &self.order);
        for slot in &self.order {
            if step.to[*slot as usize] == NONE {
                self.mover.decide(&mut step, *slot);
            }
        }
        self.mover.end(&step, &self.order);
        for slot in &self.order {
            self.who[self.places.spot(self.at[*slot as usize]) as usize] = NONE;
        }
        let mut left = 0;
        for slot in &self.order {
            let place = self.next[*slot as usize];
            self.at[*slot as usize] = place;
            self.who[self.places.spot(place) as usize] = *slot;
            left += usize::from(place != self.guides.goal(*slot));
        }
        leaving.drain(..).for_each(|slot| _ = self.take_away(slot));
        left
    }

    /// The slots of the agents that have stayed at their goals for as long as their team's rule says.
    fn leaving(&mut self) -> Vec<u32> {
        let Some(moves) = self.end.moves() else {
            return Vec::new();
        };
        let mut leaving = Vec::new();
        for slot in &self.order {
            let home = &mut self.home[*slot as usize];
            if self.at[*slot as usize] != self.guides.goal(*slot) {
                *home = 0;
            } else if *home < moves {
                *home += 1;
            } else {
                leaving.push(*slot);
            }
        }
        leaving
    }

    /// Returns the agent at a node, or at its [spot](Team::with_spots).
    pub fn agent_at(&self, node: &N) -> Option<AgentId> {
        let slot = self.who[self.places.spot(self.places.number(node)?) as usize];
        (slot != NONE).then(|| self.id(slot))
    }

    fn number(&self, node: &N) -> Result<u32, PibtError> {
        let number = self.places.number(node);
        number.ok_or_else(|| PibtError::UnknownNode {
            node: format!("{node:?}"),
        })
    }

    fn unreachable(&self, from: u32, goal: u32) -> PibtError {
        PibtError::Unreachable {
            from: format!("{:?}", self.places.node(from)),
            goal: format!("{:?}", self.places.node(goal)),
        }
    }
}

impl<N> Pibt<N> {
    /// The number of agents.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns whether there are no agents.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns the agents. Until an agent is removed, the agents are in the order in which they were added, starting
    /// with those of the team.
    pub fn agents(&self) -> impl Iterator<Item = AgentId> {
        let slots = (0..).zip(&self.at).filter(|(_, place)| **place != NONE);
        slots.map(|(slot, _)| self.id(slot))
    }

    /// Returns the positions of all agents, in the order of [`agents`](Self::agents).
    pub fn positions(&self) -> impl Iterator<Item = (AgentId, &N)> {
        let slots = (0..).zip(&self.at).filter(|(_, place)| **place != NONE);
        slots.map(|(slot, place)| (self.id(slot), self.places.node(*place)))
    }

    /// Returns the node of an agent.
    ///
    /// # Errors
    ///
    /// [`PibtError::NoSuchAgent`].
    pub fn position(&self, agent: AgentId) -> Result<&N, PibtError> {
        let slot = self.slot(agent)?;
        Ok(self.places.node(self.at[slot as usize]))
    }

    /// Returns an agent's goal.
    ///
    /// # Errors
    ///
    /// [`PibtError::NoSuchAgent`].
    pub fn goal(&self, agent: AgentId) -> Result<&N, PibtError> {
        let slot = self.slot(agent)?;
        Ok(self.places.node(self.guides.goal(slot)))
    }

    fn id(&self, slot: u32) -> AgentId {
        AgentId {
            slot,
            generation: self.generations[slot as usize],
        }
    }

    fn slot(&self, agent: AgentId) -> Result<u32, PibtError> {
        let slot = agent.slot as usize;
        let is_there = self.at.get(slot).is_some_and(|place| *place != NONE);
        if is_there && self.generations[slot] == agent.generation {
            Ok(agent.slot)
        } else {
            Err(PibtError::NoSuchAgent { agent })
        }
    }
}
