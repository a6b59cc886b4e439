//! [`ReservationError`]: why a reservation, a release or a query was rejected.

use alloc::string::String;

/// Why a reservation, a release or a query was rejected. A rejected call changes nothing.
///
/// Nodes are stored as their `Debug` text, so that the error needs no type parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReservationError {
    /// A node that is not in the team's graph, or that cannot be reached from any start.
    #[error("the node {node} is not among those that the team can reach")]
    UnknownNode {
        /// The node, as text.
        node: String,
    },
    /// A node at which the agent cannot be because of its footprint.
    #[error("the footprint of the agent does not fit at the node {node}")]
    DoesNotFit {
        /// The node, as text.
        node: String,
    },
    /// An agent that is not in the team.
    #[error("there is no agent {agent}: the team has {agents}, numbered from 0")]
    UnknownAgent {
        /// The number of the agent.
        agent: usize,
        /// The number of agents in the team.
        agents: usize,
    },
    /// A route without nodes.
    #[error("the route has no nodes")]
    EmptyRoute,
    /// A route with a move for which the graph has no edge.
    #[error("the route goes from {from} to {to} at time {time}, but no edge leads there")]
    NoEdge {
        /// The node before the move, as text.
        from: String,
        /// The node after the move, as text.
        to: String,
        /// The time of arrival.
        time: u32,
    },
    /// A route that arrives at a node before as many moves have passed as the edge there
    /// [takes](crate::Team::with_durations).
    #[error(
        "the route arrives at {to} at time {time} and came to {from} at time {}, but the edge takes {needed} moves",
        time.saturating_sub(*passed)
    )]
    TooFast {
        /// The node at which the edge begins, as text.
        from: String,
        /// The node at which the edge ends, as text.
        to: String,
        /// The time of arrival.
        time: u32,
        /// The number of moves since the agent came to `from`.
        passed: u32,
        /// The number of moves that the edge takes.
        needed: u32,
    },
    /// A route that ends at time 2³² − 1 or later, or a query whose shortest route would.
    #[error("the route begins at time {time} and has {moves} moves, but the last possible time is {}", u32::MAX - 1)]
    TooLate {
        /// The time of the first node.
        time: u32,
        /// The number of moves.
        moves: usize,
    },
    /// A node that is already taken at the requested time.
    #[error("the node {node} is taken at time {time}")]
    Taken {
        /// The node, as text.
        node: String,
        /// The time.
        time: u32,
    },
    /// A move by which the agent would swap places with another agent.
    #[error("another agent moves from {to} to {from} at time {time}")]
    Swap {
        /// The node that the agent leaves, as text.
        from: String,
        /// The node that the agent enters, as text.
        to: String,
        /// The time of arrival.
        time: u32,
    },
    /// A node that no agent has reserved, and that therefore cannot be released.
    #[error("the node {node} is not reserved at time {time}")]
    NotTaken {
        /// The node, as text.
        node: String,
        /// The time.
        time: u32,
    },
    /// A move that is not reserved and therefore cannot be released.
    #[error("no move from {from} to {to} is reserved at time {time}")]
    NoSuchMove {
        /// The node before the move, as text.
        from: String,
        /// The node after the move, as text.
        to: String,
        /// The time of arrival.
        time: u32,
    },
}
