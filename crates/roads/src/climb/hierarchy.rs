//! [`Hierarchy`]: a graph whose edges join lower and higher nodes.

#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

#[cfg(doc)]
use astride::Graph;
use astride::{Query, ReverseGraph};

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
