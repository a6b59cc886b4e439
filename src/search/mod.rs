//! The type [`Search`] behind nearly every algorithm, examples of how to drive it, and its engines.
//!
//! # All searches
//!
#![doc = include_str!("searches.md")]
//!
//! # Driving a search
//!
//! You can make one expansion per call, and inspect everything in between:
//!
//! ```
//! use astride::npuzzle::{Puzzle, PuzzleError};
//! use astride::{AStar, Status};
//!
//! let puzzle = Puzzle::new(&"120483765".parse()?, &"123456780".parse()?)?;
//! let mut search = AStar::new(&puzzle);
//! while search.step() == Status::Running {
//!     let (open, closed) = (search.open_nodes().count(), search.closed_nodes().count());
//!     println!("{}: {open} open, {closed} closed", puzzle.board(&search.current().unwrap()));
//!     // As for all open and closed nodes, there are g, h, f and the parent.
//!     let next = search.next_node().unwrap();
//!     println!("next: {}, g = {}, f = {:?}", puzzle.board(&next.node), next.g, next.f());
//! }
//! println!("{:?}", search.stats());
//! # Ok::<(), PuzzleError>(())
//! ```
//!
//! You can give the search a budget for each frame. [`run_for`](Search::run_for) returns
//! [`Running`](crate::Status::Running) when the budget is used up, and the next call continues from there.
//! [`reset`](Search::reset) begins another search in the same memory:
//!
//! ```
//! use astride::npuzzle::{Puzzle, PuzzleError};
//! use astride::{AStar, Budget, Status};
//! use std::time::Duration;
//!
//! let goal = "123456780".parse()?;
//! let mut search = AStar::new(Puzzle::new(&"867254301".parse()?, &goal)?);
//! let frame = Budget::new().time(Duration::from_millis(2)).expansions(500);
//! while search.run_for(frame) == Status::Running {
//!     let so_far = search.best_effort_path().unwrap(); // to the node with the least estimate
//!     println!("{} moves towards the goal, still thinking", so_far.edges());
//! }
//! assert_eq!(search.path().unwrap().cost, 31);
//!
//! search.reset(Puzzle::new(&"120483765".parse()?, &goal)?);
//! assert_eq!(search.run(), Status::Found);
//! assert_eq!(search.path().unwrap().cost, 6);
//! # Ok::<(), PuzzleError>(())
//! ```
//!
//! You can choose the algorithm at run time, through the object-safe trait [`Pathfinder`](crate::Pathfinder):
//!
//! ```
//! use astride::npuzzle::{Puzzle, PuzzleError, Tiles16};
//! use astride::{AStar, Dfs, Pathfinder, Status};
//!
//! let puzzle = Puzzle::new(&"120483765".parse()?, &"123456780".parse()?)?;
//! let searches: [Box<dyn Pathfinder<Node = Tiles16, Cost = u32> + '_>; 2] =
//!     [Box::new(AStar::new(&puzzle)), Box::new(Dfs::new(&puzzle).with_depth_limit(20))];
//! for mut search in searches {
//!     assert_eq!(search.run(), Status::Found);
//!     println!("{} moves", search.path().unwrap().cost);
//! }
//! # Ok::<(), PuzzleError>(())
//! ```
//!
//! An [`Observer`](crate::Observer), or a closure passed to [`on_event`](Search::on_event), receives every event.
//!
//! # Evaluations and engines
//!
//! Most users can ignore the rest of this module. A best-first search orders its open nodes by an [`Evaluation`]:
//! implement this trait to order them by another key. A [`Deepening`] determines the keys that iterative deepening
//! compares with its threshold. An [`Engine`](crate::engine::Engine) is the part that differs between families of
//! algorithms: the module [`engine`](crate::engine) shows how to write one.

// Comes first, so that the page of `Search` begins with the methods that drive a search.
#[expect(
    clippy::module_inception,
    reason = "the module is named after its main type, like all others"
)]
mod search;

pub(crate) mod best_first;
pub(crate) mod bidirectional;
mod compact;
pub(crate) mod cost_matrix;
pub(crate) mod deepening;
pub(crate) mod dfs;
mod disjoint;
pub(crate) mod functions;
pub(crate) mod k_shortest;
mod landmarks;
mod lss_lrta_star;
mod made;
mod onward;
pub(crate) mod pathfinder;
pub(crate) mod replanning;
mod rounds;

pub use best_first::{
    Anytime, BestFirst, Bounded, BoundedAStar, BoundingFunction, ClosedOnce, CostOnly, CostPlusEstimate,
    CostPlusWeightedEstimate, EstimateOnly, FirstMet, Optimal, OptimalPaths, OptimalPathsError, WeightError,
    WeightsError,
};
pub use bidirectional::{Bidirectional, BidirectionalBfs, LeastPair, LevelByLevel, Method, Nbs, Radius, Shared};
pub use compact::{Compact, CompactAStar};
pub use cost_matrix::CostMatrixBuilder;
pub use deepening::{Deepening, EdgeCount, Iteration, IterativeDeepening};
#[cfg(feature = "rayon")]
pub use deepening::{ParallelDeepening, ParallelIdaStar};
pub use dfs::DepthFirst;
pub use disjoint::{Disjoint, DisjointPaths};
pub use k_shortest::Deviations;
pub use landmarks::{LandmarkBuilder, Landmarks};
pub use lss_lrta_star::{Learned, LssLrtaStar, NextMove};
pub use made::Made;
pub use onward::Onward;
pub use replanning::{ChangeError, Course, FromStart, Replanning, ToGoal};
pub use search::Search;

pub use crate::engine::evaluation::{EstimateOf, Evaluation, Revisit};
pub use crate::engine::guidance::{Guidance, Informed, InformedBackward, Uninformed};
pub use crate::error::Origin;
pub use crate::observer::OnEvent;
