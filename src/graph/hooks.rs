//! The arguments and results of the optional methods of [`Graph`] and [`Heuristic`].

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

#[cfg(doc)]
use crate::{Cost, Graph, Heuristic};

/// A node is not in the graph: see [`Graph::check_node`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no node {node}")]
pub struct NoSuchNode {
    /// The node, as text.
    pub node: String,
}

impl NoSuchNode {
    /// Returns an error that names the node unless it `exists`.
    ///
    /// # Errors
    ///
    /// [`NoSuchNode`] unless the node exists.
    pub fn unless(exists: bool, node: impl fmt::Display) -> Result<(), Self> {
        if exists {
            return Ok(());
        }
        Err(NoSuchNode { node: node.to_string() })
    }
}

/// How a search reached the node whose successors it asks for: see [`Graph::visit_successors`].
///
/// The parent of a node is the node whose expansion led to it. The parent is unknown for a start, and also if edges
/// have changed since the node was reached.
#[derive(Debug)]
pub struct Reached<'a, N> {
    /// The [index](Graph::index) of the node, if it has one.
    pub index: Option<usize>,
    /// The parent's index, if it has one.
    pub parent_index: Option<usize>,
    /// The parent, if the search stores nodes, as it does for nodes without an index and for graphs without
    /// [`node_at`](Graph::node_at).
    pub parent: Option<&'a N>,
    /// Whether each node is expanded again if a cheaper path to it is found. If so, more expensive paths may be left
    /// out, and so may all but one of several paths with the same cost.
    pub keeps_cheapest: bool,
}

impl<N> Default for Reached<'_, N> {
    /// Nothing is known, so no successor may be left out.
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
    /// The parent of the root, or the root itself if the root is a start.
    pub came_from: &'a N,
    /// Nodes whose sum of cost and estimate exceeds this value are cut off.
    pub threshold: C,
    /// The number of expansions after which the search should pause, if it can. At least 1.
    pub expansions: u64,
}

impl<'a, N, C> Subtree<'a, N, C> {
    /// Returns the same subtree for a problem that wraps the subtree's problem or is wrapped by it: with the other
    /// problem's nodes for the root and its parent, and with costs converted by `convert`.
    ///
    /// A wrapper forwards [`Heuristic::search_below`] with this method and [`Below::map`].
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

/// The result of [`Heuristic::search_below`] in a subtree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Below<N, C> {
    /// The number of nodes expanded, including the root.
    pub expanded: u64,
    /// The number of successors generated, not counting the edges back to parents. If there is a `path`, the successors
    /// of the root and of all nodes on the path are not counted, because the search generates them again.
    pub generated: u64,
    /// The least sum of cost and estimate among the nodes that were cut off, or [`Cost::INFINITY`] if there are none.
    pub beyond: C,
    /// The nodes of the path after the root, with their costs. If a goal was found, it is the last node; if the search
    /// has paused, the last node is the next one to expand. `None` if the whole subtree was searched.
    pub path: Option<Vec<(N, C)>>,
}

impl<N, C> Below<N, C> {
    /// Returns the same result with other nodes and costs, for a wrapper of a problem: the counterpart of
    /// [`Subtree::map`].
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
