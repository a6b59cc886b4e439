//! Graph searches that can be stepped: A\*, Dijkstra, IDA\* and over twenty more run to the end, one expansion at a
//! time, or for a budget of nodes or milliseconds. You describe a graph with one small trait or a closure, and a search
//! can be paused, watched, cancelled and used again.
//!
#![doc = include_str!("search.svg")]
//!
//! A\* on a map of rooms: closed cells, open cells, and the path.
//!
//! The fewest moves of a knight on an infinite chessboard:
//!
//! ```
//! use astride::{AStar, FnGraph, Query};
//!
//! fn main() {
//!     let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
//!     let board = FnGraph::new(|&(x, y): &(i32, i32)| jumps.map(|(dx, dy)| ((x + dx, y + dy), 1)));
//!     let estimate = |&(x, y): &(i32, i32)| (x.abs_diff(8) + y.abs_diff(4)).div_ceil(3);
//!     let mut search = AStar::new(Query::new(&board, (0, 0), |cell| *cell == (8, 4)).with_heuristic(estimate));
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
//! 1. **One goal, or all nodes?** One goal, or the nearest of several: see question 2. All nodes:
//!    [`Dijkstra::one_to_all`](Dijkstra#method.one_to_all), which can stop at a cost. Several goals, the nearest first:
//!    [`NearestGoals`]. Several starts to several goals: [`CostMatrix`].
//! 2. **Is there an estimate of the remaining cost?** With one, [`AStar`]; [`Landmarks`] make one without coordinates.
//!    If a path within a known factor of the cheapest is enough, [`WeightedAStar`]; if it has to come soon and may
//!    improve later, [`AraStar`]. Without an estimate, [`Dijkstra`]; [`Bfs`] if every edge costs the same;
//!    [`BidirectionalDijkstra`] if the goal is one known node and edges can be followed backwards.
//! 3. **Does memory matter?** [`IdaStar`] stores only one branch. It suits puzzles, but not maps: it searches a node
//!    again for each path to it. [`CompactAStar`] takes about half the memory of [`AStar`] and more time, on maps
//!    several times as much.
//! 4. **Does the world change?** [`DStarLite`] repairs the path of an agent that moves, and [`LpaStar`] a path between
//!    fixed ends. Their first search takes up to twice as long as A\*, so they pay off after small
//!    changes. For an agent that has to move at once, use [`LssLrtaStar`].
//! 5. **Several paths?** [`KShortestPaths`] finds the cheapest, the second cheapest, and so on; [`DisjointPaths`] finds
//!    two without a common edge or node; [`OptimalPaths`] counts and lists all cheapest ones.
//! 6. **Many queries on one map?** Prepare it. For a road network, a [`ContractionHierarchy`] with [`HierarchySearch`];
//!    for a grid, a [`JumpMap`], or one [`FlowField`] for all units with the same goal.
//!
//! The searches that first programs need are at the root of the crate, the others in [`search`].
//!
//! [`first_programs`] has ten programs to copy from. If you know another crate, [`coming_from`] translates its
//! programs, and [`comparison`] compares the features. [`state_on_nodes`] is about nodes that carry a time,
//! an action, fuel or keys.
//!
//! Two worlds come with the crate: graphs given edge by edge ([`graphs`]), and as an example of the traits the
//! sliding-tile puzzle ([`npuzzle`]). Others are crates that use only what is public here, as yours does:
//! [`astride-grid`] for maps, [`astride-labels`] for paths with several costs, limits, turn costs or departure times,
//! [`astride-agents`] for many agents that must not run into each other, [`astride-roads`] for road networks,
//! [`astride-tiles`] for hard puzzles, and `astride-cluster` for state spaces that need several machines.
//!
//! [`ContractionHierarchy`]: https://docs.rs/astride-roads/latest/astride_roads/struct.ContractionHierarchy.html
//! [`FlowField`]: https://docs.rs/astride-grid/latest/astride_grid/struct.FlowField.html
//! [`JumpMap`]: https://docs.rs/astride-grid/latest/astride_grid/struct.JumpMap.html
//! [`astride-agents`]: https://docs.rs/astride-agents/latest/astride_agents/
//! [`astride-grid`]: https://docs.rs/astride-grid/latest/astride_grid/
//! [`astride-labels`]: https://docs.rs/astride-labels/latest/astride_labels/
//! [`astride-roads`]: https://docs.rs/astride-roads/latest/astride_roads/
//! [`astride-tiles`]: https://docs.rs/astride-tiles/latest/astride_tiles/
//! [`BidirectionalBfs`]: search::BidirectionalBfs
//! [`BoundedAStar`]: search::BoundedAStar
//! [`CompactAStar`]: search::CompactAStar
//! [`DisjointPaths`]: search::DisjointPaths
//! [`HierarchySearch`]: search::HierarchySearch
//! [`LabelSearch`]: search::LabelSearch
//! [`Labels`]: traits::Labels
//! [`Landmarks`]: search::Landmarks
//! [`LazyThetaStar`]: search::LazyThetaStar
//! [`LssLrtaStar`]: search::LssLrtaStar
//! [`Nbs`]: search::Nbs
//! [`OptimalPaths`]: search::OptimalPaths
//! [`ThetaStar`]: search::ThetaStar
//! [`Reversed`]: problem::Reversed
//! [`AnyAngle`]: traits::AnyAngle
//! [`Consistency`]: traits::Consistency
//! [`Hierarchy`]: traits::Hierarchy
//! [`NumericCost`]: traits::NumericCost
//! [`PairHeuristic`]: traits::PairHeuristic
//! [`ReverseHeuristic`]: traits::ReverseHeuristic
//!
//! # Describing a graph
//!
//! [`FnGraph`] makes a graph from a closure. [`Query`] makes a problem from a graph, a start, a test for the goal and,
//! if you have one, an estimate. A type of your own implements some of these traits:
//!
//! | Trait | What it provides | Required by |
//! |---|---|---|
//! | [`Cost`] | addition along a path: every integer type, `f32`, `f64`, or your own type | all |
//! | [`Graph`] | the successors of a node, with the costs of the edges | [`Dijkstra::one_to_all`](Dijkstra#method.one_to_all), [`CostMatrix`] |
//! | [`Problem`] | the start, and a test for goals | [`Dijkstra`], [`Bfs`], [`Dfs`], [`IdDfs`], [`NearestGoals`], [`DisjointPaths`] |
//! | [`Heuristic`] | an estimate of the remaining cost | [`AStar`], [`WeightedAStar`], [`BoundedAStar`], [`AraStar`], [`Greedy`], [`IdaStar`], [`LssLrtaStar`], [`CompactAStar`], [`LpaStar`], [`OptimalPaths`] |
//! | [`ReverseGraph`] | the predecessors of a node | bidirectional searches, [`KShortestPaths`], [`LpaStar`], [`DStarLite`], [`CompactAStar`], [`Landmarks`] |
//! | [`KnownGoal`] | the one goal of a problem | those of the row above, except `CompactAStar` and `Landmarks` |
//! | [`ReverseHeuristic`] | an estimate of the cost from the start | [`BidirectionalAStar`], [`Nbs`] |
//! | [`PairHeuristic`] | an estimate between any two nodes | [`DStarLite`] |
//! | [`Hierarchy`] | the path that a shortcut stands for | [`HierarchySearch`] |
//! | [`AnyAngle`] | the straight distance to another node, and whether that node is in sight | [`ThetaStar`], [`LazyThetaStar`] |
//!
//! [`WeightedAStar`], [`BoundedAStar`], [`AraStar`], [`DisjointPaths`] and [`Landmarks`] also require a
//! [`NumericCost`]. `WeightedAStar` and `BoundedAStar` are faster if the problem states the
//! [`Consistency`] of its estimate. [`Reversed`] is a graph with all edges reversed. [`Via`] is a node with the action
//! that led to it.
//!
//! A world of your own, searched in slices of 16 expansions. Between the slices there is a path to follow already:
//!
//! ```
//! use astride::{AStar, Budget, Graph, Heuristic, Problem, Status};
//!
//! /// A frog that jumps one or three stairs up, and falls back two from every seventh.
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
//!     // Optional: a small number for each node. Then no node is hashed.
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
//!         // Three stairs for an effort of two are the best that it can do.
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
//! * A search is a value that you make from a problem, such as [`AStar`]. Drive it with [`step`](search::Search::step),
//!   [`run`](search::Search::run), [`run_for`](search::Search::run_for) a [`Budget`], or
//!   [`run_until`](search::Search::run_until) a flag is set, and inspect it at any time. Nearly all searches are the
//!   one type [`Search`](search::Search), whose page lists the methods. Four have types of their own: [`LssLrtaStar`],
//!   which is driven move by move, the iterator [`NearestGoals`], [`CostMatrix`] and [`OptimalPaths`].
//! * Whatever else goes on step by step, such as [`CostMatrix`] and [`Landmarks`], is driven in the same way, by the
//!   trait [`Stepper`]. A type of your own gets these methods if it implements that trait.
//! * [`Status`] is [`Running`](Status::Running) until the search ends: [`Found`](Status::Found) (a goal; or all nodes,
//!   if no goal is sought), [`Exhausted`](Status::Exhausted) (there is no path), or [`Failed`](Status::Failed) with a
//!   [`SearchError`] (it is not known whether there is a path).
//! * [`Path`] is the path found; [`Stats`] counts the work it took.
//! * [`SearchNode`] is the state of one node: g, h, f, its parent, and whether it is open.
//! * [`Observer`] receives every event of a search. With closures, use [`Event`].
//! * [`Pathfinder`] is the object-safe trait of every [`Search`](search::Search), to choose one at run time.
//! * [`astar`], [`dijkstra`], [`greedy`], [`bfs`], [`dfs`], [`ida_star`] and [`id_dfs`] run one search over closures in
//!   a single call.
//!
//! # All searches
//!
//! | Search | Needs | Path it promises |
//! |---|---|---|
//! | [`AStar`] | [`Heuristic`] | a cheapest one, if the estimate is admissible |
//! | [`CompactAStar`] | [`Heuristic`], [`ReverseGraph`], nodes that are [`Copy`] | the same, in about half the memory |
//! | [`IdaStar`] | [`Heuristic`] | the same; stores only one branch. With the feature `rayon`, `ParallelIdaStar` uses several threads |
//! | [`Dijkstra`] | [`Problem`] | a cheapest one; over a plain [`Graph`], [to every node](Dijkstra#method.one_to_all) |
//! | [`BidirectionalDijkstra`] | [`KnownGoal`], [`ReverseGraph`] | a cheapest one |
//! | [`BidirectionalAStar`] | [`KnownGoal`], [`ReverseGraph`], [`ReverseHeuristic`] | the same, if both estimates are consistent |
//! | [`Nbs`] | [`KnownGoal`], [`ReverseGraph`], [`ReverseHeuristic`] | the same, if both estimates are admissible |
//! | [`HierarchySearch`] | [`KnownGoal`], [`Hierarchy`], such as a [`ContractionHierarchy`] | a cheapest one, after expanding a few hundred nodes |
//! | [`Bfs`] | [`Problem`] | one with the fewest edges, whatever they cost |
//! | [`BidirectionalBfs`] | [`KnownGoal`], [`ReverseGraph`] | the same |
//! | [`IdDfs`] | [`Problem`] | the same; stores only one branch |
//! | [`Dfs`] | [`Problem`] | some path, with its true cost; within a depth limit, if you set one |
//! | [`Greedy`] | [`Heuristic`] | some path, with its true cost |
//! | [`WeightedAStar`] | [`Heuristic`] with a [`NumericCost`], a weight | at most [`bound`](WeightedAStar#method.bound) times the cheapest, if the estimate is admissible |
//! | [`BoundedAStar`] | the same | the same, with far fewer expansions on puzzles |
//! | [`AraStar`] | [`Heuristic`] with a [`NumericCost`] | some path soon and better ones later, each with a [`bound`](AraStar#method.bound); in the end a cheapest one, if the estimate is admissible |
//! | [`LssLrtaStar`] | [`Heuristic`] | the way of an agent that looks a few steps ahead, moves, and learns |
//! | [`ThetaStar`] | [`AnyAngle`] | a short one that turns at any angle, not always the shortest |
//! | [`LazyThetaStar`] | [`AnyAngle`] | the same with fewer line-of-sight checks, slightly longer |
//! | [`LpaStar`] | [`Heuristic`], [`KnownGoal`], [`ReverseGraph`] | a cheapest one, again after each change of the graph |
//! | [`DStarLite`] | [`PairHeuristic`], [`KnownGoal`], [`ReverseGraph`] | the same, from a start that moves |
//! | [`NearestGoals`] | [`Problem`] | a cheapest one to each goal, the nearest goal first |
//! | [`CostMatrix`] | [`Graph`], several starts and goals | a cheapest one from each to each |
//! | [`KShortestPaths`] | [`KnownGoal`], [`ReverseGraph`]; [`Problem`] to search [`forward`](KShortestPaths#method.forward) | the simple paths one at a time, the cheapest first |
//! | [`DisjointPaths`] | [`Problem`] with a [`NumericCost`] | two without a common edge, or without a common node, that cost least together |
//! | [`LabelSearch`] | [`Labels`] | all that no other one dominates in several costs, the cheapest first; or a cheapest one within limits |
//! | [`OptimalPaths`] | [`Heuristic`], or a finished A\* or Dijkstra search | all cheapest ones, counted and listed |
//!
//! An estimate is *admissible* if it is never more than the cost of a cheapest path to a goal. It is *consistent* if,
//! moreover, it drops along an edge by at most the cost of that edge. Costs must not be negative.
//!
//! Every search finds a path if there is one, and proves that there is none on a finite graph, with three exceptions.
//! [`Greedy`] and [`Dfs`] may follow an infinite branch forever. [`IdaStar`] and [`IdDfs`] need a cycle check or a
//! limit to end without a path on a graph with cycles. [`LssLrtaStar`] needs a way back from every node. On infinite
//! graphs, each node must have finitely many edges, and except for `Bfs` their costs must not shrink towards zero.
//!
//! All nodes that a search meets stay in memory, except where the table says that it stores only one branch.
//!
//! Each search has a page with its arguments, what it returns, its complexity, its errors, an example, and its source.
//!
//! # Lower-level APIs
//!
//! Most users can ignore these modules.
//!
//! * [`search`] contains the type [`Search`](search::Search) and its engines. A\*, Dijkstra and the other best-first
//!   searches differ only in their [`Evaluation`](search::Evaluation): implement it to order open nodes by another key.
//!   IDA\* and iterative deepening by edges differ only in their [`Deepening`](search::Deepening).
//! * [`open`] contains the open lists from which an evaluation chooses one.
//! * [`text`] contains the errors of all parsers, and the reader of lines behind them.
//!
//! # Crate features
//!
//! * **`std`** (on by default): the clock for `Budget::time` and [`Stats::elapsed`], and [`text`] read from files.
//! * **`ordered-float`**: `OrderedFloat` of that crate is a [`Cost`].
//! * **`petgraph`**: graphs of the crate `petgraph` can be searched, through `graphs::PetGraph`.
//! * **`prefetch`** (on by default, needs `std`): searches on a [`graphs::CsrGraph`] fetch the edges of a node into the
//!   processor's cache when they open it, which saves a quarter of the time on large road networks. So does
//!   [`CompactAStar`] with its table. It does nothing on processors other than x86 and 64-bit ARM.
//! * **`rayon`**: `ParallelIdaStar`, which searches on several threads.
//! * **`serde`**: paths, statistics, statuses, errors of searches, boards and [`graphs::CsrGraph`] can be serialized,
//!   and
//!   are checked when deserialized.
//!
//! With `default-features = false` the crate is `no_std` and needs only `alloc`. Then there are no time budgets, and
//! `elapsed` stays zero.
//!
//! The minimum Rust version is 1.88. There is no unsafe code.
// Marks each item with the feature that it needs: unstable, so for docs.rs alone.
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
#[doc = include_str!("state_on_nodes.md")]
pub mod state_on_nodes {}
mod budget;
mod cost;
mod error;
#[cfg(all(test, feature = "std"))]
mod error_texts;
mod graph;
pub mod graphs;
mod limits;
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

/// The code in the README is compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
