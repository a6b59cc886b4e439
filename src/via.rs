//! [`Via`]: a node with the action that led to it.

use core::hash::{Hash, Hasher};

/// A node together with the action, or the edge, that led to it.
///
/// A [`Path`](crate::Path) contains its nodes, but not the edges between them. If several edges lead from one node to
/// another, or if actions have names, make `Via` the node type. Each successor, and each node of the path, then carries
/// the action that led to it.
///
/// `Eq` and `Hash` ignore the action, so the search still stores each node once. If the node is reached again at a
/// lower cost, the new value replaces the stored one. The stored action is therefore always the one on the path found.
/// Among parallel edges, it is the action of the cheapest one (of the first if several are equally cheap, or if the
/// search ignores costs, as breadth-first search does). Use a search that follows edges forwards: a search backwards
/// from the goal does not know by which action its nodes are reached.
///
/// A start has no action. To look up a node, for example with [`cost_to`](crate::Pathfinder::cost_to), pass
/// `Via::start(node)`: the action is ignored.
///
/// # Example
///
/// ```
/// use astride::{Dijkstra, FnGraph, Query, Status, Via};
///
/// // Two towns, and two ways from each to the other.
/// let graph = FnGraph::new(|town: &Via<u8, &str>| {
///     let other = 1 - town.node;
///     [(Via::new(other, "train"), 30_u32), (Via::new(other, "bus"), 20)]
/// });
/// let mut search = Dijkstra::new(Query::new(&graph, Via::start(0), |town| town.node == 1));
/// assert_eq!(search.run(), Status::Found);
/// let path = search.path().unwrap();
/// assert_eq!(path.iter().filter_map(|town| town.action).collect::<Vec<_>>(), ["bus"]);
/// assert_eq!(path.cost, 20);
/// assert_eq!(search.cost_to(&Via::start(1)), Some(20));
/// ```
///
/// In your own [`Graph`](crate::Graph), [`index`](crate::Graph::index) must ignore the action as well.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Via<N, A> {
    /// The node.
    pub node: N,
    /// The action that led to the node, or `None` for a start.
    pub action: Option<A>,
}

impl<N, A> Via<N, A> {
    /// Creates a node to which `action` led.
    pub const fn new(node: N, action: A) -> Self {
        let action = Some(action);
        Via { node, action }
    }

    /// Creates a node without an action, such as a start or a node to look up.
    pub const fn start(node: N) -> Self {
        Via { node, action: None }
    }
}

impl<N: PartialEq, A> PartialEq for Via<N, A> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<N: Eq, A> Eq for Via<N, A> {}

impl<N: Hash, A> Hash for Via<N, A> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.node.hash(state);
    }
}
