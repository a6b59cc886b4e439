//! [`Direction`]: the direction in which one side of a bidirectional search follows the edges.

use crate::engine::Side;
use crate::{Graph, ReverseGraph};

/// The direction in which a side follows the edges.
pub(super) trait Direction<P: Graph> {
    const SIDE: Side;

    fn edges(problem: &P, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)>;

    /// Begins to fetch the edges of a node into the cache.
    fn prefetch(problem: &P, node: &P::Node);
}

pub(super) struct Successors;
pub(super) struct Predecessors;

impl<P: ReverseGraph> Direction<P> for Successors {
    const SIDE: Side = Side::Forward;

    #[inline]
    fn edges(problem: &P, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)> {
        problem.successors(node)
    }

    #[inline]
    fn prefetch(problem: &P, node: &P::Node) {
        problem.prefetch(node);
    }
}

impl<P: ReverseGraph> Direction<P> for Predecessors {
    const SIDE: Side = Side::Backward;

    #[inline]
    fn edges(problem: &P, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)> {
        problem.predecessors(node)
    }

    #[inline]
    fn prefetch(problem: &P, node: &P::Node) {
        problem.prefetch_predecessors(node);
    }
}
