//! [`HierarchySearch`]: a cheapest path through a prepared graph.

use astride::search::Search;

use super::Climb;
#[cfg(doc)]
use super::Hierarchy;
#[cfg(doc)]
use crate::{ContractionHierarchy, CustomizableHierarchy};
#[cfg(doc)]
use astride::KnownGoal;

/// Search through a hierarchy: a cheapest path through a prepared graph, found by climbing from the start and the goal.
///
/// Use it for many queries on a road network that does not change. On networks of 230,000 to 264,000 nodes, a query
/// takes 20 to 65 µs after 2 to 5 seconds of preparation. If costs change, as with traffic, use a
/// [`CustomizableHierarchy`], or, if they only rise, [`AStar`](astride::AStar) with
/// [`Landmarks`](astride::search::Landmarks). For a few queries, or a graph without main roads, such as a random graph,
/// use A* or [`BidirectionalDijkstra`](astride::BidirectionalDijkstra).
///
/// The sides take turns, each expanding its open node with the least cost. A side is done when the least cost among its
/// open nodes is no lower than the cost of the best path found, and the search ends when both sides are done. A node is
/// closed without generating its successors if a higher node that its side knows offers a cheaper path to it.
///
/// If the hierarchy [prefers the order of indices](Hierarchy::prefers_index_order), as a
/// [`CustomizableHierarchy`] does, the search instead expands the open node with the lowest index on either side, and
/// ends when no node is open. A node whose cost is at least that of the best path found is closed without generating
/// its successors.
///
/// # Methods
///
/// Those of [`Search`], to drive it, to set limits and to see what it does. As in
/// [`BidirectionalDijkstra`](astride::BidirectionalDijkstra), open and closed nodes are those of both sides.
///
/// Every path returned is a path in the original graph. The nodes that the search reaches, and their costs, belong to
/// paths that only climb, either forwards from the start or backwards from the goal.
/// [`cost_to`](astride::search::Search::cost_to) and [`path_to`](astride::search::Search::path_to) refer to the path
/// that only climbs, even if another path is cheaper.
///
/// # Arguments
///
/// `HierarchySearch::new` takes a [`KnownGoal`] that is a [`Hierarchy`], such as the
/// result of [`ContractionHierarchy::query`] or [`CustomizableHierarchy::query`]. More starts can be added, each with a
/// cost.
///
/// # Returns
///
/// [`Status::Found`](astride::Status::Found) with a cheapest path; [`Status::Exhausted`](astride::Status::Exhausted) if
/// the goal cannot be reached.
///
/// # Complexity
///
/// As for [`BidirectionalDijkstra`](astride::BidirectionalDijkstra), where n is the number of nodes that can be reached
/// by climbing: a few hundred on a road network. Unpacking the path takes time proportional to its length. The first
/// query allocates arrays for all nodes of the hierarchy, and the search keeps these arrays when it is `reset`.
///
/// # Errors
///
/// Those of [`BidirectionalDijkstra`](astride::BidirectionalDijkstra).
///
/// # Example
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride::Status;
/// use astride_roads::{ContractionHierarchy, HierarchySearch};
///
/// let line = CsrGraph::undirected(1000, (1..1000).map(|node| (node - 1, node, 1_u32)))?;
/// let hierarchy = ContractionHierarchy::prepare(&line)?;
/// let mut search = HierarchySearch::new(hierarchy.query(0, 999));
/// while search.step() == Status::Running {}
/// let path = search.path().unwrap();
/// println!("{} nodes", path.nodes.len()); // prints: 1000 nodes
/// assert_eq!((path.cost, path.nodes.len()), (999, 1000));
/// assert!(search.stats().expanded < 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Geisberger, Sanders, Schultes, Vetter: Exact Routing in Large Road Networks Using Contraction Hierarchies.
/// Transportation Science 46(3), 2012. For expansion in the order of indices: Dibbelt, Strasser, Wagner: Customizable
/// Contraction Hierarchies. ACM Journal of Experimental Algorithmics 21, 2016.
#[doc(alias("ch", "contraction hierarchies", "routing", "road network"))]
pub type HierarchySearch<P, W = ()> = Search<Climb<P>, W>;
