//! Paths to stored nodes, and their true costs.

use alloc::vec::Vec;
use core::hash::Hash;

use crate::nodes::NodeTable;
use crate::{Cost, Graph, Path};

impl<N: Clone + Eq + Hash, C: Cost, V: Copy> NodeTable<N, C, V> {
    /// Returns the path to a stored node and its true cost. `None` if its cost is infinite or, after the next case, too
    /// large for the cost type. O(length), and clones each node.
    ///
    /// `has_reopened` says whether a cheaper path to a closed node has been found, as it happens in every search that
    /// does not expand nodes in the order of their costs. The nodes after the closed one may still have their old costs,
    /// so the costs of all edges are then queried again.
    pub fn path<G: Graph<Node = N, Cost = C>>(&self, graph: &G, id: u32, has_reopened: bool) -> Option<Path<N, C>> {
        let mut nodes = Vec::with_capacity(self.parents(id).count());
        let mut start = id;
        for id in self.parents(id) {
            nodes.push(self.node(graph, id)?);
            start = id;
        }
        nodes.reverse();
        let stored = self.cost(id);
        if !stored.is_less(&C::INFINITY) {
            // The path has been withdrawn.
            return None;
        }
        let cost = if has_reopened {
            follow(graph, self.cost(start), &mut nodes, stored)?
        } else {
            stored
        };
        Some(Path { nodes, cost })
    }
}

/// Follows the stored path through `nodes`, whose first node is reached at `cost`, and returns its cost: the cost of
/// each edge is queried again, and the cheapest of parallel edges counts. `None` if the sum is too large for the cost
/// type.
///
/// Each node except the first is replaced with the one to which its edge leads. The two are equal, but the stored one
/// may carry the baggage of an older path, on which the costs of its edges depend.
///
/// If there is no such edge, the nodes stay, and the result is `stored`, the last node's cost when it was reached. This
/// happens if the successors depend on baggage: a node whose baggage has changed may no longer lead to the next one.
pub(crate) fn follow<G: Graph>(
    graph: &G,
    mut cost: G::Cost,
    nodes: &mut [G::Node],
    stored: G::Cost,
) -> Option<G::Cost> {
    let Some((first, rest)) = nodes.split_first_mut() else {
        return Some(stored);
    };
    let mut fresh: Vec<G::Node> = Vec::with_capacity(rest.len());
    for child in &*rest {
        let Some((node, edge)) = cheapest_edge(graph, fresh.last().unwrap_or(first), child) else {
            return Some(stored);
        };
        cost = cost.plus(edge)?;
        fresh.push(node);
    }
    rest.iter_mut().zip(fresh).for_each(|(node, fresh)| *node = fresh);
    Some(cost)
}

/// The cheapest edge from one node to another: the node to which it leads, and its cost.
pub(crate) fn cheapest_edge<G: Graph>(graph: &G, from: &G::Node, to: &G::Node) -> Option<(G::Node, G::Cost)> {
    let edges = graph.successors(from);
    let edges = edges.filter(|(node, edge)| node == to && edge.is_less(&G::Cost::INFINITY));
    edges.min_by(|(_, one), (_, other)| one.order(other))
}
