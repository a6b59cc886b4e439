//! [`Turned`]: where one is, and where one came from.

/// A node of a graph together with the node before it: a node of [`Turns`](super::Turns).
///
/// A start has no node before it, so its first edge needs no turn. To face somewhere at the start, give it one: with
/// `Turned::new(at, from)`, the first edge costs the turn from there.
///
/// Two are equal if both nodes are. A search over them may come to a place several times, once from each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turned<N> {
    /// Where one is.
    pub at: N,
    /// Where one came from, or `None` at a start.
    pub from: Option<N>,
}

impl<N> Turned<N> {
    /// A node that was reached from another one.
    pub const fn new(at: N, from: N) -> Self {
        let from = Some(from);
        Turned { at, from }
    }

    /// A node without one before it: a start.
    pub const fn start(at: N) -> Self {
        Turned { at, from: None }
    }
}
