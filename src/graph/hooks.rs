//! What the optional methods of [`Graph`] and [`Heuristic`] are given, and what they return.

use alloc::vec::Vec;

#[cfg(doc)]
use crate::{Cost, Graph, Heuristic};

/// How a search has come to the node whose successors it asks for: see [`Graph::visit_successors`].
///
/// The parent is the node whose expansion led to this one. It is unknown for a start, and if edges have changed since.
#[derive(Debug)]
pub struct Reached<'a, N> {
    /// The [index](Graph::index) of the node, if it has one.
    pub index: Option<usize>,
    /// The parent's index, if it has one.
    pub parent_index: Option<usize>,
    /// The parent, if the search stores nodes: those without an index, and those of a graph without
    /// [`node_at`](Graph::node_at).
    pub parent: Option<&'a N>,
    /// Whether each node that is reached by a cheaper path is expanded again, so that paths that cost more than
    /// others, and all but one of those that cost the same, may be left out.
    pub keeps_cheapest: bool,
}

impl<N> Default for Reached<'_, N> {
    /// Nothing is known: no successor may be left out.
    fn default() -> Self {
        Reached {
            index: None,
            parent_index: None,
            parent: None,
            keeps_cheapest: false,
        }
    }
}

impl<N> Clone for Reached<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for Reached<'_, N> {}

/// A subtree that [`Heuristic::search_below`] may search.
#[derive(Clone, Copy, Debug)]
pub struct Subtree<'a, N, C> {
    /// The root of the subtree.
    pub node: &'a N,
    /// The cost of the path to the root.
    pub cost: C,
    /// The estimate of the root.
    pub estimate: C,
    /// The parent of the root, or the root itself if it is a start.
    pub came_from: &'a N,
    /// Nodes with a larger sum of cost and estimate are cut off.
    pub threshold: C,
    /// The number of expansions after which the search should pause, if it can. At least 1.
    pub expansions: u64,
}

impl<'a, N, C> Subtree<'a, N, C> {
    /// The same subtree in a problem that wraps this one, or is wrapped by it: with its nodes for the root and for the
    /// node before the root, and with costs converted by `convert`.
    ///
    /// A wrapper forwards [`Heuristic::search_below`] by this and by [`Below::map`].
    pub fn map<M, D>(self, node: &'a M, came_from: &'a M, mut convert: impl FnMut(C) -> D) -> Subtree<'a, M, D> {
        Subtree {
            node,
            cost: convert(self.cost),
            estimate: convert(self.estimate),
            came_from,
            threshold: convert(self.threshold),
            expansions: self.expansions,
        }
    }
}

/// What [`Heuristic::search_below`] found in a subtree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Below<N, C> {
    /// The number of nodes expanded, the root included.
    pub expanded: u64,
    /// The number of successors generated, without the ways back. If there is a `path`, the successors of the root and
    /// of all nodes of the path are not counted: the search generates them once more.
    pub generated: u64,
    /// The least sum of cost and estimate that was cut off, or [`Cost::INFINITY`].
    pub beyond: C,
    /// The nodes after the root with their costs. If a goal was found, it is the last one. If the search has paused,
    /// the last one is the node to go on with, which has not been expanded. `None` if everything was searched.
    pub path: Option<Vec<(N, C)>>,
}

impl<N, C> Below<N, C> {
    /// The same result with other nodes and costs: for a wrapper of a problem, beside [`Subtree::map`].
    pub fn map<M, D>(self, mut node: impl FnMut(N) -> M, mut cost: impl FnMut(C) -> D) -> Below<M, D> {
        Below {
            expanded: self.expanded,
            generated: self.generated,
            beyond: cost(self.beyond),
            path: self.path.map(|path| {
                path.into_iter()
                    .map(|(at, reached)| (node(at), cost(reached)))
                    .collect()
            }),
        }
    }
}
