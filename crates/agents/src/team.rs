//! [`Team`]: a graph, and the start and the goal of each agent on it.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;

use astride::Graph;

use crate::places::{NONE, Places};
use crate::{AtEnd, Durations, TeamError, UnitDurations};

/// A graph with the start and the goal of each agent.
///
/// Time is counted in moves. In each move, all agents act at the same time: each follows an edge or stays. No two
/// agents may be at the same node, and no two may change places along an edge, but agents may follow one another, even
/// in a circle, unless they are [forbidden to](Self::without_following). Each edge takes one move, whatever its cost,
/// unless [`with_durations`](Self::with_durations) sets how many moves it takes.
///
/// An agent that has arrived at its goal stays there, unless the team was created [with another
/// end](Self::with_end). If nodes are more than places, such as a cell and a heading, say which of them are the [same
/// spot](Self::with_spots). All planners and [`Plan::check`](crate::Plan::check) follow these rules, except that
/// [`Lacam`](crate::Lacam) and [`Pibt`](crate::Pibt) accept no team with [durations](Durations).
///
/// The agents are numbered from 0. A team stores a copy of the part of the graph that can be reached from the starts,
/// so this part must be finite. Clones share the copy, so cloning a team takes constant time.
#[derive(Debug)]
pub struct Team<N, D = UnitDurations> {
    pub(crate) places: Arc<Places<N>>,
    pub(crate) starts: Arc<[u32]>,
    pub(crate) goals: Arc<[u32]>,
    pub(crate) end: AtEnd,
    durations: PhantomData<fn() -> D>,
}

// Not derived, since the nodes are shared and need not be `Clone`.
impl<N, D> Clone for Team<N, D> {
    fn clone(&self) -> Self {
        self.with_mark()
    }
}

impl<N: Clone + Debug + Eq + Hash> Team<N> {
    /// Creates a team from the start and the goal of each agent, and finds the nodes that can be reached from the
    /// starts.
    ///
    /// # Errors
    ///
    /// A [`TeamError`] if the team itself is invalid. Only a search can decide whether there is a plan for all agents
    /// together.
    ///
    /// # Complexity
    ///
    /// O(nodes + edges), or O(agents · edges) if some edges are one-way.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::FnGraph;
    /// use astride_agents::{Team, TeamError};
    ///
    /// let corridor = FnGraph::new(|x: &i32| {
    ///     let next = [x - 1, x + 1].into_iter().filter(|x| (0..5).contains(x));
    ///     next.map(|x| (x, 1_u32))
    /// });
    /// let team = Team::new(&corridor, [(0, 3), (1, 4)])?;
    /// assert_eq!((team.len(), team.node_count()), (2, 5));
    ///
    /// let error = Team::new(&corridor, [(0, 3), (1, 7)]).unwrap_err();
    /// assert_eq!(error.to_string(), "agent 1 cannot get from 1 to 7: no path leads there");
    /// # Ok::<(), TeamError>(())
    /// ```
    pub fn new<G: Graph<Node = N>>(graph: &G, agents: impl IntoIterator<Item = (N, N)>) -> Result<Self, TeamError> {
        Team::with_end(graph, agents, AtEnd::Stays)
    }

    /// Like [`new`](Self::new), but with agents that may leave their goals to others: `end` says what an agent does
    /// once it has arrived. If agents leave, several of them may have the same goal.
    ///
    /// An agent that passes through its goal has not arrived: it arrives when it comes to its goal for the last time.
    /// [`Plan`](crate::Plan)s still list an agent at its goal after it has left.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new), and [`TeamError::TooLarge`] if the agents stay for so many moves that the places from
    /// which they leave cannot be numbered.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::{FnGraph, Stepper};
    /// use astride_agents::{AtEnd, Cbs, Team};
    ///
    /// // Two agents go to the same end of a corridor, where there is a lift.
    /// let corridor = FnGraph::new(|x: &i32| {
    ///     let next = [x - 1, x + 1].into_iter().filter(|x| (0..4).contains(x));
    ///     next.map(|x| (x, 1_u32))
    /// });
    /// let agents = [(0, 3), (1, 3)];
    /// assert!(Team::new(&corridor, agents).is_err());
    ///
    /// for (end, cost) in [(AtEnd::Leaves, 3 + 2), (AtEnd::LeavesAfter(2), 5 + 2)] {
    ///     let team = Team::with_end(&corridor, agents, end)?;
    ///     let mut search = Cbs::new(&team);
    ///     search.run();
    ///     let plan = search.plan().ok_or("no plan")?;
    ///     plan.check(&team)?;
    ///     assert_eq!(plan.sum_of_costs(), cost);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_end<G: Graph<Node = N>>(
        graph: &G,
        agents: impl IntoIterator<Item = (N, N)>,
        end: AtEnd,
    ) -> Result<Self, TeamError> {
        let agents: Vec<(N, N)> = agents.into_iter().collect();
        if agents.is_empty() {
            return Err(TeamError::NoAgents);
        }
        let places = Places::new(graph, agents.iter().map(|(start, _)| start.clone()))?;
        if agents.len() > places.len() {
            return Err(TeamError::TooManyAgents {
                agents: agents.len(),
                nodes: places.len(),
            });
        }
        let unreachable = |agent: usize| {
            let (start, goal) = &agents[agent];
            TeamError::Unreachable {
                agent,
                start: format!("{start:?}"),
                goal: format!("{goal:?}"),
            }
        };
        let (mut starts, mut goals) = (Vec::with_capacity(agents.len()), Vec::with_capacity(agents.len()));
        for (agent, (start, goal)) in agents.iter().enumerate() {
            let number = |node| places.number(node).ok_or_else(|| unreachable(agent));
            starts.push(number(start)?);
            goals.push(number(goal)?);
        }
        check_ends(&places, &starts, &goals, end)?;
        if let Some(agent) = places.first_apart(starts.iter().copied().zip(goals.iter().copied())) {
            return Err(unreachable(agent));
        }
        if end
            .moves()
            .is_some_and(|moves| !places.has_numbers_for_exits(agents.len(), moves))
        {
            return Err(TeamError::TooLarge);
        }
        Ok(Team {
            places: Arc::new(places),
            starts: starts.into(),
            goals: goals.into(),
            end,
            durations: PhantomData,
        })
    }
}

impl<N: Clone + Debug, D> Team<N, D> {
    /// Sets which nodes are the same spot, so that two agents cannot be at different ones of them at the same time:
    /// those for which `spot` returns equal keys. Agents can change places neither along an edge nor between two
    /// spots.
    ///
    /// Use this if nodes are more than places, for example for vehicles that take a move to turn: a node is a cell and
    /// a direction, and the cell is the spot. All planners and [`Plan::check`](crate::Plan::check) then keep two
    /// vehicles out of the same cell.
    ///
    /// # Errors
    ///
    /// [`TeamError::SameStart`] and [`TeamError::SameGoal`] if two agents start at the same spot, or stay at the same
    /// spot.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::FnGraph;
    /// use astride_agents::{Lacam, Team};
    ///
    /// // Vehicles on a ring of six cells, which go forward or turn around.
    /// let ring = FnGraph::new(|&(cell, is_forward): &(u8, bool)| {
    ///     let ahead = (cell + if is_forward { 1 } else { 5 }) % 6;
    ///     [((ahead, is_forward), 1_u32), ((cell, !is_forward), 1)]
    /// });
    /// let agents = [((0, true), (3, true)), ((3, false), (0, false))];
    /// let team = Team::new(&ring, agents)?.with_spots(|(cell, _)| *cell)?;
    /// let plan = Lacam::new(&team).find_plan()?.expect("there is a plan");
    /// plan.check(&team)?;
    /// for at in plan.configurations() {
    ///     assert_ne!(at[0].0, at[1].0);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("heading", "rotation", "orientation", "turn", "kinematics"))]
    pub fn with_spots<K: Eq + Hash>(mut self, spot: impl Fn(&N) -> K) -> Result<Self, TeamError> {
        let mut places = Arc::unwrap_or_clone(self.places);
        places.unite(spot);
        check_ends(&places, &self.starts, &self.goals, self.end)?;
        self.places = Arc::new(places);
        Ok(self)
    }

    /// Sets the duration of each edge: the number of moves that it takes to follow the edge. Use this for terrain, slow
    /// doors, and roads of different lengths. `moves` returns a number from 1 to 65,535 for the node at which an edge
    /// begins and the node at which it ends. Planners ignore the costs of edges, so if the costs are durations, return
    /// them. Without this method, each edge takes one move.
    ///
    /// An agent that sets out at time t arrives at time t + d, where d is the duration. Meanwhile, from time t + 1 to
    /// time t + d − 1, it is at both nodes, and no other agent can be at either of them. Agents can wait at nodes, but
    /// not on the way. In a [`Plan`](crate::Plan), an agent is listed at the first node until it arrives at the second
    /// one. The [sum of costs](crate::Plan::sum_of_costs) counts all moves.
    ///
    /// All other rules of a team can be combined with durations.
    ///
    /// # Errors
    ///
    /// [`TeamError::Duration`] if `moves` returns 0 or more than 65,535, and [`TeamError::TooLong`] if a path could
    /// take 2³² − 1 moves or more.
    ///
    /// # Complexity
    ///
    /// One call to `moves` for each edge. Planners store the position of each agent after each move, so choose a unit
    /// of time in which most edges take few moves.
    ///
    /// # Example
    ///
    /// The third node of a corridor is a swamp that takes nine moves to enter. Two agents pass through it, one after
    /// another:
    ///
    /// ```
    /// use astride::{FnGraph, Stepper};
    /// use astride_agents::{Cbs, Team};
    ///
    /// let corridor = FnGraph::new(|x: &u32| (*x < 5).then_some((x + 1, 1_u32)));
    /// let agents = [(1, 5), (0, 4)];
    /// let team = Team::new(&corridor, agents)?.with_durations(|_, to| if *to == 2 { 9 } else { 1 })?;
    ///
    /// let mut search = Cbs::new(&team);
    /// search.run();
    /// let plan = search.plan().ok_or("no plan")?;
    /// plan.check(&team)?;
    /// assert_eq!(plan.sum_of_costs(), (9 + 3) + (9 + 9 + 2));
    /// assert_eq!((plan.position(0, 8), plan.position(0, 9)), (Some(&1), Some(&2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// With the feature `grid`, [`GridMap::cost`] returns the cost of a cell's terrain, which is the cost of a step
    /// into the cell: see `Team::on_map` for an example.
    ///
    /// [`GridMap::cost`]: https://docs.rs/astride-grid/latest/astride_grid/struct.GridMap.html#method.cost
    ///
    /// # Source
    ///
    /// Moves that take several time steps: T. Walker, N. Sturtevant, A. Felner, *Extended Increasing Cost Tree Search
    /// for Non-Unit Cost Domains* (IJCAI 2018). There, agents are bodies that move along lines; here, an agent on its
    /// way is at both ends of its edge.
    #[doc(alias(
        "duration",
        "terrain",
        "swamp",
        "weighted",
        "edge cost",
        "slow",
        "non-unit cost",
        "mapf_r"
    ))]
    pub fn with_durations(mut self, moves: impl FnMut(&N, &N) -> u32) -> Result<Team<N, Durations>, TeamError> {
        let mut places = Arc::unwrap_or_clone(self.places);
        places.set_durations(moves)?;
        self.places = Arc::new(places);
        Ok(self.with_mark())
    }
}

impl<N: Clone, D> Team<N, D> {
    /// Forbids that agents follow one another closely: a node must be empty before an agent enters it. An agent that
    /// moves to a node at one time can be followed to the node that it has left one move later.
    ///
    /// Use this for trains, or for robots that do not know exactly when the one before them starts to move. Agents can
    /// then not move in a circle without a gap.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::FnGraph;
    /// use astride_agents::{Lacam, Team};
    ///
    /// let line = FnGraph::new(|x: &u32| (*x < 5).then_some((x + 1, 1_u32)));
    /// let agents = [(0, 4), (1, 5)];
    /// let close = Team::new(&line, agents)?;
    /// let plan = Lacam::new(&close).find_plan()?.expect("there is a plan");
    /// assert_eq!(plan.makespan(), 4);
    ///
    /// let apart = Team::new(&line, agents)?.without_following();
    /// assert!(plan.check(&apart).is_err());
    /// let plan = Lacam::new(&apart).find_plan()?.expect("there is a plan");
    /// plan.check(&apart)?;
    /// assert_eq!(plan.makespan(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Source
    ///
    /// The rule against *following conflicts*: R. Stern et al., *Multi-Agent Pathfinding: Definitions, Variants, and
    /// Benchmarks* (`SoCS` 2019).
    #[must_use]
    #[doc(alias("train", "following conflict", "cycle conflict", "k-robust"))]
    pub fn without_following(mut self) -> Self {
        let mut places = Arc::unwrap_or_clone(self.places);
        places.can_follow = false;
        self.places = Arc::new(places);
        self
    }
}

impl<N: Clone> Team<N> {
    /// The places, including those through which the agents leave.
    pub(crate) fn leaving_places(&self) -> Arc<Places<N>> {
        let Some(moves) = self.end.moves() else {
            return Arc::clone(&self.places);
        };
        // The team was created only if they can be numbered.
        let places = self.places.with_exits(&self.goals, moves);
        places.map_or_else(|| Arc::clone(&self.places), Arc::new)
    }
}

impl<N, D> Team<N, D> {
    /// This team with another mark, or without one, for a planner that accepts all teams.
    pub(crate) fn with_mark<E>(&self) -> Team<N, E> {
        Team {
            places: Arc::clone(&self.places),
            starts: Arc::clone(&self.starts),
            goals: Arc::clone(&self.goals),
            end: self.end,
            durations: PhantomData,
        }
    }

    /// The number of agents, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a team is never empty")]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The number of nodes that can be reached from the starts.
    pub fn node_count(&self) -> usize {
        self.places.len()
    }

    /// Returns what an agent does once it has arrived.
    pub fn end(&self) -> AtEnd {
        self.end
    }

    /// Returns the start and the goal of each agent.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = (&N, &N)> {
        let pairs = self.starts.iter().zip(self.goals.iter());
        pairs.map(|(start, goal)| (self.places.node(*start), self.places.node(*goal)))
    }
}

/// Checks that no two agents start at the same spot, or stay there.
fn check_ends<N: Debug>(places: &Places<N>, starts: &[u32], goals: &[u32], end: AtEnd) -> Result<(), TeamError> {
    let pair = |agents: &[u32]| {
        let spots: Vec<u32> = agents.iter().map(|place| places.spot(*place)).collect();
        let (one, other, _) = first_pair(&spots, places.len())?;
        Some((one, other, format!("{:?}", places.node(agents[other]))))
    };
    if let Some((one, other, node)) = pair(starts) {
        return Err(TeamError::SameStart { one, other, node });
    }
    match pair(goals) {
        Some((one, other, node)) if end == AtEnd::Stays => Err(TeamError::SameGoal { one, other, node }),
        _ => Ok(()),
    }
}

/// The first two agents at the same one of `count` places, and the place. An agent at [`NONE`] is at no place.
pub(crate) fn first_pair(agents: &[u32], count: usize) -> Option<(usize, usize, u32)> {
    let mut seen = vec![NONE; count];
    for (other, place) in (0..).zip(agents).filter(|(_, place)| **place != NONE) {
        let one = core::mem::replace(&mut seen[*place as usize], other);
        if one != NONE {
            return Some((one as usize, other as usize, *place));
        }
    }
    None
}
