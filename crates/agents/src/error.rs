//! [`TeamError`] and [`PlanError`]: errors in a team or in a plan.
//!
//! Nodes are stored as their `Debug` text, so that the errors need no type parameters.

use alloc::string::String;

/// Why a [`Team`](crate::Team) could not be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TeamError {
    /// There are no agents.
    #[error("the team has no agents: give at least one start and goal")]
    NoAgents,
    /// An agent's start or goal is a wall or off the map. Only [`Team::on_map`](crate::Team::on_map) reports this
    /// error.
    #[error("the {end} {node} of agent {agent} is a wall or off the map")]
    NotFree {
        /// The number of the agent.
        agent: usize,
        /// `start` or `goal`.
        end: &'static str,
        /// The node, as text.
        node: String,
    },
    /// Two agents start at the same node.
    #[error("agents {one} and {other} both start at {node}")]
    SameStart {
        /// The number of the first agent.
        one: usize,
        /// The number of the second agent.
        other: usize,
        /// The node, as text.
        node: String,
    },
    /// Two agents have the same goal, but only one of them could stay there. Agents that
    /// [leave](crate::Team::with_end) may share their goals.
    #[error("agents {one} and {other} have the same goal {node}")]
    SameGoal {
        /// The number of the first agent.
        one: usize,
        /// The number of the second agent.
        other: usize,
        /// The node, as text.
        node: String,
    },
    /// No path leads from an agent's start to its goal, for example because the goal is in a wall, off the map, or in
    /// another component.
    #[error("agent {agent} cannot get from {start} to {goal}: no path leads there")]
    Unreachable {
        /// The number of the agent.
        agent: usize,
        /// Its start, as text.
        start: String,
        /// Its goal, as text.
        goal: String,
    },
    /// There are more agents than nodes that can be reached from the starts.
    #[error("{agents} agents do not fit: only {nodes} nodes can be reached from their starts")]
    TooManyAgents {
        /// The number of agents.
        agents: usize,
        /// The number of nodes that can be reached from the starts.
        nodes: usize,
    },
    /// More than 2³² − 1 nodes or edges can be reached from the starts.
    #[error("too many nodes or edges can be reached from the starts: at most 2^32 - 1 of each are possible")]
    TooLarge,
    /// An edge takes no moves, or more than 65,535.
    #[error(
        "the edge from {from} to {to} takes {moves} moves, but 1 to {} are possible",
        u16::MAX
    )]
    Duration {
        /// The node at which the edge begins, as text.
        from: String,
        /// The node at which the edge ends, as text.
        to: String,
        /// The number of moves that it takes.
        moves: u32,
    },
    /// A path that passes each node at most once could take 2³² − 1 moves or more.
    #[error("the edges take too long: a path through all nodes could take 2^32 - 1 moves or more")]
    TooLong,
}

/// An error in a plan, found by [`Plan::check`](crate::Plan::check) or [`Plan::from_paths`](crate::Plan::from_paths).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The plan and the team have different numbers of agents.
    #[error("the plan is for {plan} agents, but the team has {team}")]
    OtherAgents {
        /// The number of agents in the plan.
        plan: usize,
        /// The number of agents in the team.
        team: usize,
    },
    /// An agent has a path without nodes.
    #[error("the path of agent {agent} has no nodes")]
    EmptyPath {
        /// The number of the agent.
        agent: usize,
    },
    /// The path of an agent does not begin at the agent's start.
    #[error("agent {agent} begins at {node}, but its start is {start}")]
    OtherStart {
        /// The number of the agent.
        agent: usize,
        /// The first node of the path, as text.
        node: String,
        /// Its start, as text.
        start: String,
    },
    /// The path of an agent does not end at the agent's goal.
    #[error("agent {agent} ends at {node}, but its goal is {goal}")]
    OtherGoal {
        /// The number of the agent.
        agent: usize,
        /// The last node of the path, as text.
        node: String,
        /// Its goal, as text.
        goal: String,
    },
    /// An agent makes a move for which the graph has no edge.
    #[error("agent {agent} goes from {from} to {to} in move {time}, but no edge leads there")]
    NoEdge {
        /// The number of the agent.
        agent: usize,
        /// The number of the move, starting at 1.
        time: usize,
        /// The node before the move, as text.
        from: String,
        /// The node after the move, as text.
        to: String,
    },
    /// An agent arrives at a node before as many moves have passed as the edge there
    /// [takes](crate::Team::with_durations).
    #[error(
        "agent {agent} arrives at {to} in move {time} and was at {from} after move {}, \
         but the edge takes {needed} moves",
        time.saturating_sub(*passed)
    )]
    TooFast {
        /// The number of the agent.
        agent: usize,
        /// The number of the move in which it arrives, starting at 1.
        time: usize,
        /// The node at which the edge begins, as text.
        from: String,
        /// The node at which it arrives, as text.
        to: String,
        /// The number of moves since it arrived at `from`.
        passed: usize,
        /// The number of moves that the edge takes.
        needed: usize,
    },
    /// Two agents are at the same node (a vertex conflict). An agent on an edge that takes several
    /// moves is at both ends of it.
    #[error("agents {one} and {other} are both at {node} after move {time}")]
    SameNode {
        /// The number of the first agent.
        one: usize,
        /// The number of the second agent.
        other: usize,
        /// The number of moves made so far; 0 means before the first move.
        time: usize,
        /// The node, as text.
        node: String,
    },
    /// An agent enters a node in the move in which another one leaves it, although agents may not
    /// [follow](crate::Team::without_following) one another.
    #[error("agent {one} enters {node} in move {time}, in which agent {other} leaves it")]
    Follows {
        /// The number of the agent that enters.
        one: usize,
        /// The number of the agent that leaves.
        other: usize,
        /// The number of the move, starting at 1.
        time: usize,
        /// The node, as text.
        node: String,
    },
    /// Two agents change places in one move (an edge conflict).
    #[error("agents {one} and {other} change places in move {time}: between {from} and {to}")]
    Swap {
        /// The number of the first agent.
        one: usize,
        /// The number of the second agent.
        other: usize,
        /// The number of the move, starting at 1.
        time: usize,
        /// The node that the first agent leaves, as text.
        from: String,
        /// The node that the second agent leaves, as text.
        to: String,
    },
}
