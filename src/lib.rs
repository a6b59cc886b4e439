//! Generic graph search that can be stepped.
//!
//! Describe a world with one small trait, or with two closures, and search it with A\*, weighted A\*, IDA\*, Dijkstra,
//! greedy best-first, breadth-first, depth-first, iterative deepening, bidirectional or any-angle search (Theta\*): to
//! the end, one expansion at a time, or for a budget of expansions, nodes or milliseconds. A search can be paused,
//! resumed, watched, cancelled and used again.
//!
//! Three worlds come with the crate, built on the same public traits as your own: the sliding-tile puzzle
//! ([`npuzzle`]), the grid map ([`grid`]), and graphs given edge by edge, such as road networks ([`explicit`]). If you
//! know another crate, start with [`coming_from`].
//!
#![doc = include_str!("search.svg")]
//!
//! A\* on a map, drawn by the crate itself: `cargo run --release --example grid_map -- --image search.svg`.
//!
//! # Overview
//!
//! What you implement, each trait adding one thing to the one before:
//!
//! | trait | says | asked for by |
//! |---|---|---|
//! | [`Cost`] | what adds up along a path: every integer type, `f32`, `f64`, or your own | all |
//! | [`Graph`] | the successors of a node, with the costs of the edges to them | [`Dijkstra::one_to_all`](Dijkstra#method.one_to_all), [`CostMatrix`] |
//! | [`Problem`] | where to start, and what is a goal | [`Dijkstra`], [`Bfs`], [`Dfs`], [`IdDfs`], [`NearestGoals`], [`DisjointPaths`] |
//! | [`ReverseGraph`] | the predecessors of a node: a [`Graph`] that can be walked backwards | the searches from both ends, such as [`BidirectionalDijkstra`]; [`KShortestPaths`], [`LpaStar`], [`DStarLite`], [`CompactAStar`], [`Landmarks`] |
//! | [`KnownGoal`] | the one goal of a [`Problem`] | those of the row above, except `CompactAStar` and `Landmarks` |
//! | [`Heuristic`] | how far the goal still is | [`AStar`], [`WeightedAStar`], [`BoundedAStar`], [`AraStar`], [`Greedy`], [`IdaStar`], [`LssLrtaStar`], [`CompactAStar`], [`LpaStar`], [`OptimalPaths`] |
//! | [`ReverseHeuristic`] | how far the start is: a [`Heuristic`] in both directions | [`BidirectionalAStar`], [`Nbs`] |
//! | [`PairHeuristic`] | how far it is from any node to any other | [`DStarLite`] |
//! | [`Hierarchy`] | which path a shortcut stands for: a [`ReverseGraph`] that was prepared | [`HierarchySearch`] |
//! | [`AnyAngle`] | how far it is straight to another node, and whether that node is in sight | [`ThetaStar`], [`LazyThetaStar`] |
//!
//! [`FnGraph`] makes a graph of a closure. [`Query`] makes a problem of a graph, a start, a test for the goal and, if
//! you have one, an estimate. [`Landmarks`] are an estimate for any graph. [`Reversed`] turns the edges of a graph
//! round. [`Via`] is a node with the action that led to it. [`WeightedAStar`], [`BoundedAStar`] and [`AraStar`] also
//! need [`ScaledCost`]; [`DisjointPaths`] and [`Landmarks`] need [`DifferenceCost`]. `WeightedAStar` and
//! `BoundedAStar` are faster if the problem states the [`Consistency`] of its estimate.
//!
//! What you drive:
//!
//! * A search is a value that you make of a problem, such as [`AStar`]. Drive it with [`step`](search::Search::step),
//!   [`run`](search::Search::run), [`run_for`](search::Search::run_for) a [`Budget`], or
//!   [`run_until`](search::Search::run_until) a flag is set, and look into it at any time. Nearly all searches are the one
//!   type [`Search`](search::Search), whose page lists the methods. Types of their own are [`LssLrtaStar`], which is
//!   driven move by move, the iterator [`NearestGoals`], [`CostMatrix`] and [`OptimalPaths`].
//! * [`Status`] is [`Running`](Status::Running), or one of three ends: [`Found`](Status::Found),
//!   [`Exhausted`](Status::Exhausted) (there is no path), [`Failed`](Status::Failed) with a [`SearchError`] (whether
//!   there is a path is not known).
//! * [`Path`] and [`Stats`] are what a search found, and what that took.
//! * [`SearchNode`] is what a search knows of a node: g, h, f, its parent, and whether it is open.
//! * [`Observer`] receives every event of a search. For closures there is [`Event`].
//! * [`Pathfinder`] is the object-safe trait of every [`Search`](search::Search), to choose one at run time.
//! * [`astar`], [`dijkstra`], [`greedy`], [`bfs`], [`dfs`], [`ida_star`] and [`id_dfs`] are one call for one search,
//!   over closures.
//!
//! # Examples
//!
//! The cheapest way from 1 to 100, where adding 1 costs 1 and doubling costs 2:
//!
//! ```
//! use astride::{Dijkstra, FnGraph, Query, Status};
//!
//! let graph = FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 2)]);
//! let mut search = Dijkstra::new(Query::new(&graph, 1, |n| *n == 100));
//! while search.step() == Status::Running {}
//! let path = search.path().unwrap();
//! assert_eq!(path.nodes, [1, 2, 3, 6, 12, 24, 25, 50, 100]);
//! assert_eq!(path.cost, 13);
//! ```
//!
//! A world of your own, in slices of 16 expansions. Until it is done, there is a path to go on with:
//!
//! ```
//! use astride::{AStar, Budget, Graph, Heuristic, Problem, Status};
//!
//! /// A frog that jumps one or three steps up a stair, and falls back two from every seventh.
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
//!         // Three steps for an effort of two are the best that it can do.
//!         self.top.saturating_sub(*stair) * 2 / 3
//!     }
//! }
//!
//! let mut search = AStar::new(Frog { top: 100 });
//! while search.run_for(Budget::new().expansions(16)) == Status::Running {
//!     let so_far = search.best_effort_path().unwrap();
//!     assert!(so_far.cost > 0);
//! }
//! assert_eq!(search.status(), Status::Found);
//! assert_eq!(search.path().unwrap().cost, 71);
//!
//! search.reset(Frog { top: 10 });
//! assert_eq!(search.run(), Status::Found);
//! ```
//!
//! # The algorithms
//!
//! | search | needs | the path it promises |
//! |---|---|---|
//! | [`AStar`] | [`Heuristic`] | a cheapest one, if the estimate is admissible, consistent or not |
//! | [`CompactAStar`] | [`Heuristic`], [`ReverseGraph`], nodes that are [`Copy`] | the same, in about half the memory |
//! | [`WeightedAStar`] | [`Heuristic`] with a [`ScaledCost`], a weight | at most [`bound`](WeightedAStar#method.bound) times the cheapest, if the estimate is admissible |
//! | [`BoundedAStar`] | the same | the same, with far fewer expansions on puzzles |
//! | [`AraStar`] | [`Heuristic`] with a [`ScaledCost`] | some path soon and better ones later, each with a [`bound`](AraStar#method.bound); in the end a cheapest one, if the estimate is admissible |
//! | [`LssLrtaStar`] | [`Heuristic`] | the way of an agent that moves after a short look-ahead, and learns |
//! | [`Dijkstra`] | [`Problem`] | a cheapest one; over a plain [`Graph`], [to every node](Dijkstra#method.one_to_all) |
//! | [`BidirectionalDijkstra`] | [`KnownGoal`], [`ReverseGraph`] | a cheapest one, searched from both ends |
//! | [`BidirectionalAStar`] | [`KnownGoal`], [`ReverseGraph`], [`ReverseHeuristic`] | the same, if both estimates are consistent |
//! | [`Nbs`] | [`KnownGoal`], [`ReverseGraph`], [`ReverseHeuristic`] | the same, if both estimates are admissible, consistent or not |
//! | [`HierarchySearch`] | [`KnownGoal`], [`Hierarchy`], such as a prepared [road network](explicit::ContractionHierarchy) | a cheapest one, from a few hundred nodes |
//! | [`Greedy`] | [`Heuristic`] | some path, with its true cost |
//! | [`Bfs`] | [`Problem`] | one of the fewest edges, whatever they cost |
//! | [`BidirectionalBfs`] | [`KnownGoal`], [`ReverseGraph`] | one of the fewest edges, searched from both ends |
//! | [`Dfs`] | [`Problem`] | some path, with its true cost; within a depth limit, if you set one |
//! | [`NearestGoals`] | [`Problem`] | cheapest ones to all goals, one after the other, the nearest first |
//! | [`KShortestPaths`] | [`KnownGoal`], [`ReverseGraph`] | all simple ones, one after the other, the cheapest first |
//! | [`DisjointPaths`] | [`Problem`] with a [`DifferenceCost`] | two without a common edge, or without a common node, that cost least together |
//! | [`CostMatrix`] | [`Graph`], several starts and goals | a cheapest one from each to each |
//! | [`LpaStar`] | [`Heuristic`], [`KnownGoal`], [`ReverseGraph`] | a cheapest one, again after each change of the graph |
//! | [`DStarLite`] | [`PairHeuristic`], [`KnownGoal`], [`ReverseGraph`] | the same, from a start that moves |
//! | [`IdaStar`] | [`Heuristic`] | a cheapest one, if the estimate is admissible; stores only one branch. With the feature `rayon`, `ParallelIdaStar` does it on several threads |
//! | [`IdDfs`] | [`Problem`] | one of the fewest edges, whatever they cost; stores only one branch |
//! | [`ThetaStar`] | [`AnyAngle`] | a short one that turns at any angle, not always the shortest |
//! | [`LazyThetaStar`] | [`AnyAngle`] | the same with fewer looks along lines, a little longer |
//! | [`OptimalPaths`] | [`Heuristic`], or a finished A\* or Dijkstra search | all cheapest ones, counted and listed |
//!
//! Each has a page with its arguments, what it returns, its complexity, its errors, an example, and where it was
//! published.
//!
//! # Lower-level APIs
//!
//! Most users can ignore these modules.
//!
//! * [`search`] has the type [`Search`](search::Search) and its engines. A\*, Dijkstra and the other best-first
//!   searches differ only in their [`Evaluation`](search::Evaluation): implement it to order open nodes by a key of
//!   your own. IDA\* and iterative deepening by edges differ only in their [`Deepening`](search::Deepening).
//! * [`open`] has the open lists from which an evaluation chooses one.
//! * [`text`] has the errors of all readers of texts.
//!
//! # Crate features
//!
//! * **`std`** (a default): the clock, that is `Budget::time` and [`Stats::elapsed`]; the files of `explicit`, `grid`
//!   and `npuzzle::patterns`; and `npuzzle::Solver`.
//! * **`gzip`**: DIMACS files may be compressed.
//! * **`ordered-float`**: `OrderedFloat` of that crate is a [`Cost`].
//! * **`petgraph`**: graphs of the crate `petgraph` can be searched, by `explicit::PetGraph`.
//! * **`prefetch`** (with `std`): searches on an [`explicit::CsrGraph`] have the edges of a node fetched when they open
//!   it. On large graphs that saves a fifth of the time. [`CompactAStar`] has its table fetched in the same way.
//! * **`rayon`**: several threads for `ParallelIdaStar`, pattern databases, [`npuzzle::Enumeration`] and
//!   `npuzzle::Solver`.
//! * **`serde`**: paths, statistics, statuses, errors of searches, boards, grid maps and [`explicit::CsrGraph`] can be
//!   written and read. What is read is checked.
//!
//! Without `std`, with `default-features = false`, the crate is `no_std` and builds on `alloc` alone: time budgets do
//! not exist, and `elapsed` stays zero.
//!
//! The minimum Rust version is 1.88. There is no unsafe code.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

#[cfg(doc)]
#[doc = include_str!("coming_from.md")]
pub mod coming_from {}
mod cost;
mod error;
pub mod explicit;
#[cfg(feature = "std")]
mod files;
mod graph;
pub mod grid;
mod nodes;
pub mod npuzzle;
mod observer;
pub mod open;
mod path;
mod pathfinder;
mod problem;
pub mod search;
mod search_node;
#[cfg(feature = "serde")]
mod serialization;
pub mod text;
mod via;

pub use cost::{Cost, DifferenceCost, ScaledCost};
pub use error::{Origin, SearchError};
#[cfg(feature = "std")]
pub use files::BinaryFileError;
pub use graph::{
    AnyAngle, Below, Consistency, Graph, Heuristic, Hierarchy, KnownGoal, PairHeuristic, Problem, ReverseGraph,
    ReverseHeuristic, Subtree,
};
pub use observer::{Event, Observer};
pub use path::Path;
pub use pathfinder::{Budget, Pathfinder, Stats, Status};
pub use problem::{
    BothWays, EitherWay, Estimated, EstimatedBetween, Exactly, FnGraph, Narrow, NarrowCost, NarrowInteger, NoEstimate,
    OneToAll, OneWay, Predecessors, Query, Reversed,
};
#[cfg(feature = "rayon")]
#[doc(inline)]
pub use search::ParallelIdaStar;
#[doc(inline)]
pub use search::{
    AStar, AraStar, Bfs, BidirectionalAStar, BidirectionalBfs, BidirectionalDijkstra, BoundedAStar, BoundingFunction,
    CompactAStar, CostMatrix, DStarLite, Dfs, Dijkstra, DisjointPaths, Greedy, HierarchySearch, IdDfs, IdaStar,
    KShortestPaths, Landmarks, LazyThetaStar, LpaStar, LssLrtaStar, Nbs, NearestGoals, NextMove, OptimalPaths,
    OptimalPathsError, ThetaStar, WeightError, WeightedAStar, WeightsError, astar, bfs, dfs, dijkstra, greedy, id_dfs,
    ida_star,
};
pub use search_node::SearchNode;
pub use via::Via;

/// The code in the README is compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
