//! [`Team`]: a graph, and the start and the goal of each agent on it.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;

use astride::Graph;

use crate::TeamError;
use crate::places::{NONE, Places};

/// A graph with the start and the goal of each agent.
///
/// Time is counted in moves. In each move, all agents act at the same time: each follows an edge or stays. No two
/// agents may be at the same node, and no two may change places along an edge, but agents may follow one another, even
/// in a circle. Each edge takes one move, whatever its cost.
///
/// The agents are numbered from 0. A team stores a copy of the part of the graph that can be reached from the starts,
/// so this part must be finite. Clones share the copy, so cloning a team takes constant time.
#[derive(Debug)]
pub struct Team<N> {
    pub(crate) places: Arc<Places<N>>,
    pub(crate) starts: Arc<[u32]>,
    pub(crate) goals: Arc<[u32]>,
}

// Not derived, since the nodes are shared and need not be `Clone`.
impl<N> Clone for Team<N> {
    fn clone(&self) -> Self {
        Team {
            places: self.places.clone(),
            starts: self.starts.clone(),
            goals: self.goals.clone(),
        }
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
        let node = |place| format!("{:?}", places.node(place));
        if let Some((one, other, place)) = first_pair(&starts, places.len()) {
            let node = node(place);
            return Err(TeamError::SameStart { one, other, node });
        }
        if let Some((one, other, place)) = first_pair(&goals, places.len()) {
            let node = node(place);
            return Err(TeamError::SameGoal { one, other, node });
        }
        if let Some(agent) = places.first_apart(starts.iter().copied().zip(goals.iter().copied())) {
            return Err(unreachable(agent));
        }
        Ok(Team {
            places: Arc::new(places),
            starts: starts.into(),
            goals: goals.into(),
        })
    }
}

impl<N> Team<N> {
    /// The number of agents, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a team is never empty")]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The number of nodes that can be reached from the starts.
    pub fn node_count(&self) -> usize {
        self.places.len()
    }

    /// Returns the start and the goal of each agent.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = (&N, &N)> {
        let pairs = self.starts.iter().zip(self.goals.iter());
        pairs.map(|(start, goal)| (self.places.node(*start), self.places.node(*goal)))
    }
}

/// The first two agents at the same one of `count` places, and the place.
pub(crate) fn first_pair(agents: &[u32], count: usize) -> Option<(usize, usize, u32)> {
    let mut seen = vec![NONE; count];
    for (other, place) in (0..).zip(agents) {
        let one = core::mem::replace(&mut seen[*place as usize], other);
        if one != NONE {
            return Some((one as usize, other as usize, *place));
        }
    }
    None
}
