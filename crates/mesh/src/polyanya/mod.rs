//! [`Polyanya`]: exact shortest paths on a mesh.
//!
//! # Why it is exact
//!
//! A node of Polyanya is a root and an interval, that is, a part of an edge that is visible from the root. The ends of
//! most intervals are intersections, which floating-point numbers cannot represent, so a program that stores the ends
//! as points needs tolerances to decide whether an end is a corner, or whether a corner is visible. Every tolerance is
//! wrong for some map, or for the same map in another unit.
//!
//! Here, no decision depends on a computed point. The ends of an interval are represented by what makes them: an end is
//! either a vertex of the edge, or the point where a *ray* crosses the edge. A ray is a pair of points of the input: it
//! leads from the root through a vertex that was passed before, or, after a turn, from the previous root through the
//! corner at which the path turned. The only questions about an interval are
//!
//! * on which side of a ray a vertex of the next polygon lies, from which follows through which edges the ray leaves
//!   the polygon, and whether it does so exactly at a vertex;
//! * on which side of a ray a goal lies, from which follows whether the root sees it;
//! * whether an end is a vertex at which the path may turn. This is a comparison of two numbers of vertices.
//!
//! All of these are the sign of one determinant of three input points (the start and the goals are input as well),
//! which `geometry::side` computes exactly (Shewchuk, Discrete & Computational Geometry 18, 1997). The same test
//! decides beforehand at which vertices a shortest path can turn: those whose polygons span more than half a turn.
//!
//! Lengths are sums of square roots, and are rounded. Estimates are computed from rounded ends. Both decide only the
//! order of expansions. So a path is a possible one, exactly, and it is longer than a shortest one by rounding errors
//! at most.
//!
//! Intervals are closed: a ray that touches a corner sees what is on the ray behind it. Intervals without an extent are
//! not needed. If two corners on opposite sides leave only one ray between them, a path along this ray turns at the
//! first of them by an angle of zero, and the views after a turn are closed as well.
//!
//! # Turns
//!
//! In the paper, the expansion of an interval that ends at a corner also generates the intervals that become visible
//! after a turn at that corner (the *non-observable* ones). Most of them are never expanded. Therefore, the turn itself
//! is a node here, an interval of a single point, whose expansion generates the intervals behind it, and also those in
//! the polygons around the corner. For each corner and direction, the search keeps the length of the shortest path to
//! it. A node whose root has been reached on a shorter path is dropped, and so is a turn in the same direction at the
//! same length: what lies behind it is the same for all shortest paths.

mod engine;

pub use engine::PolyanyaEngine;

use astride::search::Search;

/// Polyanya: exact shortest paths among convex polygons.
///
/// # Methods
///
/// Those of [`Search`], to drive it, to set limits and to see what it does. A step expands one [node](crate::MeshNode),
/// that is, a root with an interval that is visible from there, or a turn at a corner. Nodes whose root has been
/// reached on a shorter path since are dropped first, up to 256 in one step.
///
/// [`MeshProblem::trace`](crate::MeshProblem::trace) returns the points and the polygons of a path.
/// [`seek_next`](Search::seek_next) continues to the next of several goals, and [`paths`](Search::paths) returns an
/// iterator over the paths to all of them, the shortest first. [`known_node`](Search::known_node),
/// [`cost_to`](Search::cost_to) and [`path_to`](Search::path_to) look through all nodes for the one given.
///
/// # Arguments
///
/// `Polyanya::new` takes a [`MeshProblem`](crate::MeshProblem). Further starts can only be nodes of
/// the same problem.
///
/// # Returns
///
/// [`Status::Found`](astride::Status::Found) with a shortest path to the nearest goal. Its cost is the length. What is
/// visible and where a path may turn is decided exactly, whatever the scale of the mesh. Only lengths are rounded, so
/// that the path is longer than a shortest one by rounding errors at most.
///
/// [`Status::Exhausted`](astride::Status::Exhausted) if no goal can be reached, or no other goal. If all goals are on
/// other islands, the search notices this before the first expansion. [`best_effort_path`](Search::best_effort_path)
/// then searches for a path to the nearest position that can be reached, which takes the time of such a search.
///
/// # Complexity
///
/// A search may generate exponentially many nodes in theory, as the same edge may be visible from one root through many
/// sequences of polygons around obstacles. On maps, it generates few: on the mesh `aurora` of the paper, which has
/// 34,816 triangles, the mean of 1,000 queries is 492 expansions, of about 920 instructions each. A node takes 32
/// bytes, and an open one 16 bytes more; 16 bytes are allocated for each corner of the mesh. [`reset`](Search::reset)
/// takes O(corners reached).
///
/// # Errors
///
/// [`Status::Failed`](astride::Status::Failed) at a [limit](Search::with_memory_limit), or without enough memory.
///
/// # Example
///
/// ```
/// use astride::Status;
/// use astride_mesh::{Mesh, MeshProblem, Polyanya};
///
/// let corners = [
///     [0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0], // a room
///     [3.0, 3.0], [6.0, 3.0], [6.0, 6.0], [3.0, 6.0], // and a pillar in it
/// ];
/// let mesh = Mesh::new(corners, [[0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]])?;
/// let mut search = Polyanya::new(MeshProblem::to_nearest(&mesh, [1.0, 4.0], [[8.0, 4.0], [5.0, 7.0]])?);
/// while search.step() == Status::Running {
///     for open in search.open_nodes() {
///         println!("from {} through {:?}", search.problem().root(&open.node), search.problem().interval(&open.node));
///     }
/// }
/// let path = search.problem().trace(&search.path().unwrap());
/// assert_eq!(path.points, [[1.0, 4.0], [3.0, 6.0], [5.0, 7.0]].map(Into::into));
///
/// assert_eq!(search.seek_next(), Status::Running);
/// assert_eq!(search.run(), Status::Found);
/// assert!((search.path().unwrap().cost - (3.0 + 2.0 * 5_f64.sqrt())).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Cui, Harabor, Grastien: Compromise-free pathfinding on a navigation mesh. IJCAI 2017. Dead ends are left out as in
/// Demyen, Buro: Efficient triangulation-based pathfinding. AAAI 2006.
#[doc(alias(
    "navmesh",
    "navigation mesh",
    "any-angle",
    "funnel",
    "string pulling",
    "visibility graph"
))]
pub type Polyanya<M, W = ()> = Search<PolyanyaEngine<M>, W>;
