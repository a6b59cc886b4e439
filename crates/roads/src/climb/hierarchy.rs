//! [`Hierarchy`]: a graph whose edges join lower and higher nodes.

#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

#[cfg(doc)]
use astride::Graph;
use astride::problem::{VirtualEnds, VirtualNode};
use astride::{Cost, Query, ReverseGraph};

#[cfg(doc)]
use crate::{ContractionHierarchy, CustomizableHierarchy};

/// A graph prepared for [`HierarchySearch`](crate::HierarchySearch): its edges join lower and higher nodes, and
/// some are shortcuts, each of which stands for a path.
///
/// [`ContractionHierarchy`] prepares a road network. [`CustomizableHierarchy`] prepares any graph with small
/// separators, such as a map, and lets the costs change later. Both the [`successors`](Graph::successors) and the
/// [`predecessors`](ReverseGraph::predecessors) of a node are higher than the node. If paths lead from one node to
/// another, one of the cheapest must have a highest node that can be reached from both the start, along successors, and
/// the goal, along predecessors. Every node must have an [`index`](Graph::index), for which [`node_at`](Graph::node_at)
/// returns the node, and the indices should be dense.
#[diagnostic::on_unimplemented(
    message = "this search needs a prepared graph, but `{Self}` does not implement `Hierarchy`",
    label = "not a `Hierarchy`",
    note = "for a `CsrGraph`: `ContractionHierarchy`, and `hierarchy.query(start, goal)`"
)]
pub trait Hierarchy: ReverseGraph {
    /// Returns the edges that lead from the node with this index to higher nodes or, if `is_backward`, from higher
    /// nodes to this node. Each edge is given by the index of the higher node, the cost, and a unique number. An edge
    /// with the cost [`Cost::INFINITY`](astride::Cost::INFINITY) is ignored.
    fn edges_up(&self, index: usize, is_backward: bool) -> impl DoubleEndedIterator<Item = (usize, Self::Cost, u32)>;

    /// Returns whether a search should expand nodes in the order of their indices instead of their costs. The higher
    /// end of each edge must then have the higher index.
    ///
    /// Each node is then expanded once, when its cost is final, and the search does not read the edges from higher
    /// nodes. This order is faster if few nodes can be reached by climbing and most of them are connected to each
    /// other, as in a customizable hierarchy.
    #[inline]
    fn prefers_index_order(&self) -> bool {
        false
    }

    /// Returns the costs of the two parts of a shortcut that was left out because their sum is too large for the cost
    /// type, if there is one.
    ///
    /// A search that finds no path then fails with [`CostOverflow`](astride::SearchError::CostOverflow), since the
    /// shortcut may belong to a path.
    #[inline]
    fn left_out(&self) -> Option<[Self::Cost; 2]> {
        None
    }

    /// Unpacks consecutive edges of a path: appends to `path` the nodes that these edges stand for, except for the
    /// first node. Each edge is given by its number and the node where it ends.
    fn unpack(&self, edges: &[(u32, Self::Node)], path: &mut Vec<Self::Node>);
}

macro_rules! forward_hierarchy {
    ($(#[$attribute:meta])* ($($parameters:tt)*) $type:ty, $self:ident => $inner:expr) => {
        $(#[$attribute])*
        impl<$($parameters)*> Hierarchy for $type {
            #[inline]
            fn edges_up(
                &$self,
                index: usize,
                is_backward: bool,
            ) -> impl DoubleEndedIterator<Item = (usize, Self::Cost, u32)> {
                $inner.edges_up(index, is_backward)
            }

            #[inline]
            fn prefers_index_order(&$self) -> bool {
                $inner.prefers_index_order()
            }

            fn left_out(&$self) -> Option<[Self::Cost; 2]> {
                $inner.left_out()
            }

            fn unpack(&$self, edges: &[(u32, Self::Node)], path: &mut Vec<Self::Node>) {
                $inner.unpack(edges, path);
            }
        }
    };
}

forward_hierarchy!((H: Hierarchy + ?Sized) &H, self => (**self));
forward_hierarchy!(#[cfg(target_has_atomic = "ptr")] (H: Hierarchy + ?Sized) Arc<H>, self => (**self));
forward_hierarchy!((H: Hierarchy, F, E, R) Query<H, F, E, R>, self => self.graph());

/// The virtual nodes are the lowest ones, so that the edges from the virtual start and those to the virtual goal lead
/// up.
///
/// Hierarchies on which queries run may have several starts and goals, each with a cost:
///
/// ```
/// use astride::Status;
/// use astride::graphs::CsrGraph;
/// use astride::problem::VirtualEnds;
/// use astride_roads::{ContractionHierarchy, HierarchySearch};
///
/// let street = CsrGraph::undirected(100, (1..100).map(|house| (house - 1, house, 2_u32)))?;
/// let hierarchy = ContractionHierarchy::prepare(&street)?;
///
/// let trip = VirtualEnds::new(&hierarchy, [(10, 5), (20, 40)], [(90, 7), (99, 0)]);
/// let mut search = HierarchySearch::new(&trip);
/// assert_eq!(search.run(), Status::Found);
/// let path = trip.path(&search.path().unwrap()).expect("a path over houses");
/// assert_eq!((path.nodes[0], path.nodes[path.edges()], path.cost), (10, 90, 5 + 160 + 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<H: Hierarchy> Hierarchy for VirtualEnds<H> {
    #[inline]
    fn edges_up(&self, index: usize, is_backward: bool) -> impl DoubleEndedIterator<Item = (usize, H::Cost, u32)> {
        let ends = match index {
            START if !is_backward => self.starts(),
            GOAL if is_backward => self.goals(),
            _ => &[],
        };
        let ends = ends.iter().enumerate();
        let virtual_edges = ends.filter_map(|(place, (node, cost))| {
            let index = self.graph().index(node)? + VIRTUAL;
            // The number has to be unique only among the edges of a node.
            Some((index, *cost, u32::try_from(place).ok()?))
        });
        let direct = (index == START && !is_backward && self.direct_cost().is_less(&H::Cost::INFINITY))
            .then(|| (GOAL, self.direct_cost(), u32::MAX));
        let real = index
            .checked_sub(VIRTUAL)
            .map(|index| self.graph().edges_up(index, is_backward));
        let real = real
            .into_iter()
            .flatten()
            .map(|(high, cost, number)| (high + VIRTUAL, cost, number));
        real.chain(virtual_edges).chain(direct)
    }

    #[inline]
    fn prefers_index_order(&self) -> bool {
        self.graph().prefers_index_order()
    }

    fn left_out(&self) -> Option<[H::Cost; 2]> {
        self.graph().left_out()
    }

    fn unpack(&self, edges: &[(u32, Self::Node)], path: &mut Vec<Self::Node>) {
        let mut edges = edges;
        if let (Some(VirtualNode::Start), Some(((_, first), rest))) = (path.last(), edges.split_first()) {
            path.push(first.clone());
            edges = rest;
        }
        let last = edges.last().filter(|(_, node)| matches!(node, VirtualNode::Goal));
        let real = edges
            .iter()
            .filter_map(|(number, node)| Some((*number, node.real()?.clone())));
        let mut nodes: Vec<_> = path.last().and_then(VirtualNode::real).cloned().into_iter().collect();
        self.graph().unpack(&real.collect::<Vec<_>>(), &mut nodes);
        // The first node is in the path already.
        path.extend(nodes.into_iter().skip(1).map(VirtualNode::Real));
        path.extend(last.map(|(_, node)| node.clone()));
    }
}

/// The indices of the virtual nodes.
const START: usize = 0;
const GOAL: usize = 1;

/// The number of virtual nodes, by which the indices of all others are larger.
const VIRTUAL: usize = 2;
