//! [`Turned`]: a node together with the node before it.

/// A node of a graph together with the node before it: a node of [`Turns`](super::Turns).
///
/// A start has no node before it, so the first edge of a path needs no turn. To start in a given direction, use
/// `Turned::new(at, from)`: the cost of the first edge then includes that of the turn.
///
/// Two values are equal if both `at` and `from` are equal. A search may reach a place several times, once from each
/// side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turned<N> {
    /// The node of the graph.
    pub at: N,
    /// The node before `at`, or `None` at a start.
    pub from: Option<N>,
}

impl<N> Turned<N> {
    /// Creates a node that was reached from the node `from`.
    pub const fn new(at: N, from: N) -> Self {
        let from = Some(from);
        Turned { at, from }
    }

    /// Creates a start, which has no node before it.
    pub const fn start(at: N) -> Self {
        Turned { at, from: None }
    }
}
