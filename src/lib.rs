//! Graph searches that can be stepped: A\*, Dijkstra, IDA\* and over twenty others run to the end, one expansion at a
//! time, or within a budget of nodes or milliseconds. You describe a graph with one small trait or a closure, and a
//! search can be paused, watched, cancelled and reused.
//!
#![doc = include_str!("search.svg")]
//!
//! A\* on a map of rooms: closed cells, open cells, and the path.
//!
//! This program finds the fewest moves of a knight between two squares of an infinite chessboard:
//!
//! ```
//! use astride::{AStar, FnGraph, Query};
//!
//! fn main() {
//!     let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
//!     let moves = |&(x, y): &(i32, i32)| jumps.map(|(a, b)| ((x + a, y + b), 1));
//!     let estimate = |&(x, y): &(i32, i32)| (x.abs_diff(8) + y.abs_diff(4)).div_ceil(3);
//!     let query = Query::new(FnGraph::new(moves), (0, 0), |cell| *cell == (8, 4));
//!     let mut search = AStar::new(query.with_heuristic(estimate));
//!     while search.step().is_running() {} // one expansion in each call
//!     let path = search.path().expect("a knight can reach every cell");
//!     println!("{} moves: {:?}", path.cost, path.nodes);
//! #   assert_eq!((path.cost, path.nodes), (4, vec![(0, 0), (2, 1), (4, 2), (6, 3), (8, 4)]));
//! }
//! ```
//!
//! ```text
//! 4 moves: [(0, 0), (2, 1), (4, 2), (6, 3), (8, 4)]
//! ```
//!
//! If you only want the path, one call is enough: [`astar`] takes the same closures.
//!
//! # Which search do I need?
//!
//! 1. **One goal, or all nodes?** For one goal, or the nearest of several, see question 2. For all nodes, use
//!    [`Dijkstra::one_to_all`](Dijkstra#method.one_to_all); for several goals, the nearest first, [`NearestGoals`];
//!    from several nodes to several others, [`CostMatrix`].
//! 2. **Is there an estimate of the remaining cost?** With one, use [`AStar`]. [`Landmarks`] provide an estimate even
//!    without coordinates. [`WeightedAStar`] is faster if a path within a known factor of the cheapest is enough, and
//!    [`AraStar`] finds some path soon and better ones later. Without an estimate, use [`Dijkstra`]; [`Bfs`] if every
//!    edge costs the same; [`BidirectionalDijkstra`] if the goal is one known node and edges can be followed backwards.
//! 3. **Does memory matter?** [`IdaStar`] stores only one branch. It suits puzzles but not maps, since it expands a
//!    node once for each path to that node. [`CompactAStar`] needs about half the memory of [`AStar`] but takes longer:
//!    on maps, several times as long.
//! 4. **Does the graph change?** [`DStarLite`] repairs the path of an agent that moves, and [`LpaStar`] a path between
//!    fixed ends. [`LssLrtaStar`] moves an agent before a whole path is known.
//! 5. **Several paths?** [`KShortestPaths`] finds the cheapest path, the second cheapest, and so on; [`DisjointPaths`]
//!    finds two or more paths without a common edge or node; [`OptimalPaths`] counts and lists all cheapest paths.
//! 6. **Many queries on one map?** Preprocess it: turn a road network into a [`ContractionHierarchy`], and a grid into
//!    a [`JumpMap`] or, if all queries have the same goal, into a single [`FlowField`].
//!
//! [`first_programs`] has twelve programs to copy from, and [`recipes`] answers common questions. [`coming_from`]
//! translates programs that use other libraries, and [`comparison`] compares seven crates. [`state_on_nodes`] covers
//! nodes that carry a time, an action, fuel or keys, and [`games`] covers game engines.
//!
//! The crate contains types for graphs given edge by edge ([`graphs`]) and, as an example, the sliding-tile puzzle
//! ([`npuzzle`]). Other crates, which use only its public API, cover further domains: [`astride-grid`] maps,
//! [`astride-mesh`] navigation meshes, [`astride-labels`] several costs, limits, turn costs or departure times,
//! [`astride-agents`] many agents, [`astride-roads`] road networks, [`astride-tiles`] hard puzzles, `astride-disk`
//! state spaces larger than memory, and `astride-cluster` several machines.
//!
//! Write your own algorithms with [`engine`].
//!
//! [`ContractionHierarchy`]: https://docs.rs/astride-roads/latest/astride_roads/struct.ContractionHierarchy.html
//! [`FlowField`]: https://docs.rs/astride-grid/latest/astride_grid/struct.FlowField.html
//! [`JumpMap`]: https://docs.rs/astride-grid/latest/astride_grid/struct.JumpMap.html
//! [`astride-agents`]: https://docs.rs/astride-agents/latest/astride_agents/
//! [`astride-grid`]: https://docs.rs/astride-grid/latest/astride_grid/
//! [`astride-labels`]: https://docs.rs/astride-labels/latest/astride_labels/
//! [`astride-mesh`]: https://docs.rs/astride-mesh/latest/astride_mesh/
//! [`astride-roads`]: https://docs.rs/astride-roads/latest/astride_roads/
//! [`astride-tiles`]: https://docs.rs/astride-tiles/latest/astride_tiles/
//! [`BoundedAStar`]: search::BoundedAStar
//! [`CompactAStar`]: search::CompactAStar
//! [`DisjointPaths`]: search::DisjointPaths
//! [`HierarchySearch`]: https://docs.rs/astride-roads/latest/astride_roads/type.HierarchySearch.html
//! [`Landmarks`]: search::Landmarks
//! [`LazyThetaStar`]: https://docs.rs/astride-grid/latest/astride_grid/type.LazyThetaStar.html
//! [`LssLrtaStar`]: search::LssLrtaStar
//! [`Nbs`]: search::Nbs
//! [`OptimalPaths`]: search::OptimalPaths
//! [`ThetaStar`]: https://docs.rs/astride-grid/latest/astride_grid/type.ThetaStar.html
//! [`Reversed`]: problem::Reversed
//! [`VirtualEnds`]: problem::VirtualEnds
//! [`AnyAngle`]: https://docs.rs/astride-grid/latest/astride_grid/trait.AnyAngle.html
//! [`Hierarchy`]: https://docs.rs/astride-roads/latest/astride_roads/trait.Hierarchy.html
//! [`NumericCost`]: traits::NumericCost
//! [`PairHeuristic`]: traits::PairHeuristic
//! [`ReverseHeuristic`]: traits::ReverseHeuristic
//!
//! # Describing a graph
//!
//! [`FnGraph`] makes a graph from a closure. [`Query`] makes a problem from a graph, a start, a test for the goal and,
//! if you have one, an estimate. Your own type implements some of these traits:
//!
//! | Trait | What it provides | Required by |
//! |---|---|---|
//! | [`Cost`] | addition along a path: every integer type, `f32`, `f64`, or your own type | all |
//! | [`Graph`] | the successors of a node, with the costs of the edges | [`Dijkstra::one_to_all`](Dijkstra#method.one_to_all), [`CostMatrix`] |
//! | [`Problem`] | the start, and a test for goals | [`Dijkstra`], [`Bfs`], [`Dfs`], [`IdDfs`], [`NearestGoals`], [`DisjointPaths`] |
//! | [`Heuristic`] | an estimate of the remaining cost | [`AStar`], [`WeightedAStar`], [`BoundedAStar`], [`AraStar`], [`Greedy`], [`IdaStar`], [`LssLrtaStar`], [`CompactAStar`], [`LpaStar`], [`OptimalPaths`] |
//! | [`ReverseGraph`] | the predecessors of a node | bidirectional searches, [`KShortestPaths`], [`LpaStar`], [`DStarLite`], [`CompactAStar`], [`Landmarks`] |
//! | [`KnownGoal`] | the one goal of a problem | the searches in the row above, except `CompactAStar` and `Landmarks` |
//! | [`ReverseHeuristic`] | an estimate of the cost from the start | [`BidirectionalAStar`], [`Nbs`] |
//! | [`PairHeuristic`] | an estimate between any two nodes | [`DStarLite`] |
//! | [`Hierarchy`] | the path that a shortcut stands for | [`HierarchySearch`] |
//! | [`AnyAngle`] | the straight distance to another node, and whether that node is in sight | [`ThetaStar`], [`LazyThetaStar`] |
//!
//! [`WeightedAStar`], [`BoundedAStar`], [`AraStar`], [`DisjointPaths`] and [`Landmarks`] also require a
//! [`NumericCost`]. `WeightedAStar` and `BoundedAStar` are faster if the problem states that its estimate is
//! [consistent](traits::Consistency). [`Reversed`] is a graph with all edges reversed. [`VirtualEnds`] adds starts
//! and goals with costs to any graph. [`Via`] is a node with the action that led to it.
//!
//! This program implements three of these traits and searches in slices of 16 expansions. Between slices, there is
//! already a path to follow:
//!
//! ```
//! use astride::{AStar, Budget, Graph, Heuristic, Problem, Status};
//!
//! /// A frog that jumps up one or three stairs, and falls back two from every seventh.
//! struct Frog {
//!     top: u32,
//! }
//!
//! impl Graph for Frog {
//!     type Node = u32;
//!     type Cost = u32;
//!
//!     fn successors(&self, stair: &u32) -> impl Iterator<Item = (u32, u32)> {
//!         let stair = *stair;
//!         [(1, 1), (3, 2)].into_iter().map(move |(up, effort)| {
//!             let landing = stair + up;
//!             (if landing % 7 == 0 { landing - 2 } else { landing }, effort)
//!         })
//!     }
//!
//!     // Optional: a small number for each node, so that no node is hashed.
//!     fn index(&self, stair: &u32) -> Option<usize> {
//!         usize::try_from(*stair).ok()
//!     }
//! }
//!
//! impl Problem for Frog {
//!     fn start(&self) -> u32 {
//!         0
//!     }
//!
//!     fn is_goal(&self, stair: &u32) -> bool {
//!         *stair == self.top
//!     }
//! }
//!
//! impl Heuristic for Frog {
//!     fn estimate(&self, stair: &u32) -> u32 {
//!         // The best that it can do is three stairs for an effort of two.
//!         self.top.saturating_sub(*stair) * 2 / 3
//!     }
//! }
//!
//! let mut search = AStar::new(Frog { top: 100 });
//! while search.run_for(Budget::new().expansions(16)) == Status::Running {
//!     let so_far = search.best_effort_path().unwrap();
//!     assert!(so_far.edges() > 0); // follow it meanwhile
//! }
//! let path = search.path().unwrap();
//! println!("stair {} with an effort of {}", path.nodes.last().unwrap(), path.cost);
//!
//! search.reset(Frog { top: 10 }); // the next search in the same memory
//! assert_eq!(search.run(), Status::Found);
//! println!("stair 10 with an effort of {}", search.path().unwrap().cost);
//! # assert_eq!((path.nodes.last(), path.cost, search.path().unwrap().cost), (Some(&100), 71, 7));
//! ```
//!
//! ```text
//! stair 100 with an effort of 71
//! stair 10 with an effort of 7
//! ```
//!
//! # Driving a search
//!
//! * Create a search from a problem, for example with [`AStar::new`](AStar#method.new), and drive it with
//!   [`step`](search::Search::step), [`run`](search::Search::run), [`run_for`](search::Search::run_for) (within a
//!   [`Budget`]) or [`run_until`](search::Search::run_until) (until a flag is set). You can inspect it at any time.
//!   Nearly all searches are instances of one type, [`Search`](search::Search), whose page lists the methods.
//! * [`Stepper`] is the trait behind these methods. [`LandmarkBuilder`](search::LandmarkBuilder) and your own types can
//!   be driven the same way.
//! * [`Status`] is [`Running`](Status::Running) until the search ends: [`Found`](Status::Found) (a goal or, if no goal
//!   is sought, every reachable node has been reached), [`Exhausted`](Status::Exhausted) (there is no path, or no
//!   further one), or [`Failed`](Status::Failed) with a [`SearchError`] (it is not known whether there is a path).
//! * [`Path`] is the path found; [`Stats`] counts the work it took.
//! * [`SearchNode`] is the state of one node: g, h, f, its parent, and whether it is open.
//! * [`Observer`] receives every event of a search, and so does a closure that takes an [`Event`].
//! * [`Pathfinder`] is an object-safe trait that every [`Search`](search::Search) implements, so that a program can
//!   choose a search at run time.
//! * [`astar`], [`dijkstra`], [`greedy`], [`bfs`], [`dfs`], [`ida_star`] and [`id_dfs`] run one search over closures in
//!   a single call.
//!
//! # All searches
//!
//! The page of [`search`] lists every search with the traits that it needs and the path that it promises. The page of
//! each search describes its arguments, complexity and errors, and has an example.
//!
//! An estimate is *admissible* if it never exceeds the cost of a cheapest path to a goal. It is *consistent* if,
//! moreover, it never falls along an edge by more than the cost of that edge. Costs must not be negative.
//!
//! # Lower-level APIs
//!
//! Most users can ignore these modules.
//!
//! * [`search`] contains the engines. A\*, Dijkstra and the other best-first searches differ only in their
//!   [`Evaluation`](search::Evaluation): implement this trait to order open nodes by another key. IDA\* and iterative
//!   deepening depth-first search differ only in their [`Deepening`](search::Deepening).
//! * [`open`] contains several kinds of open lists; each evaluation uses one of them.
//! * [`text`] contains the errors that the parsers of all text formats return or contain, and a line reader.
//!
//! # Crate features
//!
//! * **`std`** (on by default): the clock for `Budget::time` and [`Stats::elapsed`], and the functions of [`text`] that
//!   read files.
//! * **`prefetch`** (on by default, needs `std`): searches on a [`graphs::CsrGraph`], and [`CompactAStar`], prefetch
//!   memory, which saves a quarter of the time on large road networks. It has no effect on processors other than x86
//!   and 64-bit ARM.
//! * **`ordered-float`**: `OrderedFloat` is a [`Cost`].
//! * **`petgraph`**: graphs of the crate `petgraph` can be searched, through `graphs::PetGraph`.
//! * **`rayon`**: `ParallelIdaStar`, which searches on several threads.
//! * **`serde`**: paths, [`Via`], statistics, statuses, errors of searches, boards and [`graphs::CsrGraph`] can be
//!   serialized. Boards and graphs are checked when deserialized.
//!
//! Without default features, the crate is `no_std` and needs only `alloc`. A time budget then needs a clock of your own
//! ([`Budget::time_by`]), without which `elapsed` remains zero. The minimum Rust version is 1.88. There is no unsafe
//! code.
// Marks each item with the feature that it needs. This is unstable, so only docs.rs uses it.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

#[cfg(doc)]
#[doc = include_str!("coming_from.md")]
pub mod coming_from {}
#[cfg(doc)]
#[doc = include_str!("first_programs.md")]
pub mod first_programs {}
#[cfg(doc)]
#[doc = include_str!("comparison.md")]
pub mod comparison {}
#[cfg(doc)]
#[doc = include_str!("games.md")]
pub mod games {}
#[cfg(doc)]
#[doc = include_str!("recipes.md")]
pub mod recipes {}
#[cfg(doc)]
#[doc = include_str!("state_on_nodes.md")]
pub mod state_on_nodes {}
mod budget;
mod cost;
pub mod engine;
mod error;
#[cfg(all(test, feature = "std"))]
mod error_texts;
mod graph;
pub mod graphs;
mod memory;
mod nodes;
pub mod npuzzle;
mod observer;
pub mod open;
mod path;
mod pieces;
pub mod problem;
pub mod search;
mod search_node;
#[cfg(feature = "serde")]
pub mod serialization;
mod status;
mod stepper;
pub mod text;
pub mod traits;
mod via;

pub use budget::Budget;
pub use cost::Cost;
pub use error::SearchError;
pub use graph::{Graph, Heuristic, KnownGoal, Problem, ReverseGraph};
pub use observer::{Event, NodeEvent, Observer};
pub use path::Path;
pub use problem::fn_graph::FnGraph;
pub use problem::query::{OneToAll, Query};
pub use search::best_first::{AStar, AraStar, Bfs, Dijkstra, Greedy, NearestGoals, WeightedAStar};
pub use search::bidirectional::{BidirectionalAStar, BidirectionalDijkstra};
pub use search::cost_matrix::CostMatrix;
pub use search::deepening::{IdDfs, IdaStar};
pub use search::dfs::Dfs;
pub use search::functions::{astar, bfs, dfs, dijkstra, greedy, id_dfs, ida_star};
pub use search::k_shortest::KShortestPaths;
pub use search::pathfinder::Pathfinder;
pub use search::replanning::{DStarLite, LpaStar};
pub use search_node::SearchNode;
pub use status::{Stats, Status};
pub use stepper::Stepper;
pub use via::Via;

/// The code in the README is compiled and run as part of the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
