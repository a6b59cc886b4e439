//! [`Order`]: the nodes of a graph by importance, for a hierarchy whose costs can change.

mod cut;
mod dissection;
pub(crate) mod neighbours;
mod reduction;

use alloc::vec::Vec;

pub use dissection::Dissection;

use crate::{Coordinates, HierarchyError};
use astride::Graph;
use neighbours::filled;

/// The order in which a [`CustomizableHierarchy`](crate::CustomizableHierarchy) ranks the nodes of a graph, the least
/// important first.
///
/// The position of a node in the order is its rank. A hierarchy is exact with any order, but small only with a good
/// one, whose important nodes separate large parts of the graph from each other. [`Dissection`] computes such an order.
/// The order does not depend on the costs of the edges, and stays good as long as no edges are added.
///
/// # Complexity
///
/// An order takes 4 bytes per node. Computing an order with coordinates takes a second on the road network of Rome
/// (231,550 nodes), which is half of the time in which a [`ContractionHierarchy`](crate::ContractionHierarchy) is
/// prepared.
///
/// # Example
///
/// A ring of six roads, which two opposite nodes divide into two parts:
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride_roads::{Coordinates, Order};
///
/// let ring = CsrGraph::undirected(6, (0..6).map(|node| (node, (node + 1) % 6, 10_u32)))?;
/// let order = Order::by_distances(&ring)?;
/// assert_eq!(order.len(), 6);
///
/// let places = Coordinates::new(vec![(0, 0), (1, 1), (2, 1), (3, 0), (2, -1), (1, -1)]);
/// let order = Order::by_coordinates(&ring, &places)?;
/// let mine = Order::new(vec![0, 2, 4, 1, 5, 3])?;
/// assert_eq!(mine.nodes()[5], 3); // the most important one
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("nested dissection", "elimination order", "ranks"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    nodes: Vec<u32>,
}

impl Order {
    /// Creates an order from a list of nodes, with the node of rank 0 first. O(n) for n nodes.
    ///
    /// # Errors
    ///
    /// [`Order`](HierarchyError::Order) if the list does not contain each node exactly once, and
    /// [`Graph`](HierarchyError::Graph) if memory is exhausted.
    pub fn new(nodes: Vec<u32>) -> Result<Self, HierarchyError> {
        let mut is_taken = filled(nodes.len(), nodes.len(), false)?;
        for (place, node) in nodes.iter().enumerate() {
            match is_taken.get_mut(*node as usize) {
                Some(is_taken) if !*is_taken => *is_taken = true,
                _ => {
                    return Err(HierarchyError::Order {
                        place,
                        node: *node,
                        nodes: nodes.len(),
                    });
                }
            }
        }
        Ok(Order { nodes })
    }

    /// Computes an order by nested dissection with coordinates. [`Dissection`] describes the method, and can compute
    /// the order in slices.
    ///
    /// # Errors
    ///
    /// Those of [`Dissection::by_coordinates`].
    pub fn by_coordinates<G: Graph>(graph: &G, places: &Coordinates<i32>) -> Result<Self, HierarchyError> {
        Ok(Dissection::by_coordinates(graph, places)?.finish())
    }

    /// Computes an order by nested dissection without coordinates, using distances measured in edges. [`Dissection`]
    /// describes the method, and can compute the order in slices.
    ///
    /// # Errors
    ///
    /// Those of [`Dissection::new`].
    pub fn by_distances<G: Graph>(graph: &G) -> Result<Self, HierarchyError> {
        Ok(Dissection::new(graph)?.finish())
    }

    /// The nodes by rank, the least important first.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}
