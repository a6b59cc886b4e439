//! Grid maps: walls, terrain costs, four or eight directions.
//!
//! A [`GridMap`] says where one can go and what it costs to enter a cell, a [`Movement`] which steps are allowed, and a
//! [`GridProblem`] asks for the way from one [`Point`] to another. That is a [`Heuristic`](crate::Heuristic) for any of
//! the searches, with the strongest admissible [`Estimate`] unless another one is asked for.
//!
//! ```
//! use astride::grid::{GridError, GridProblem, Movement, TextMap};
//! use astride::{AStar, Status};
//!
//! let text: TextMap = "
//!     S..#....
//!     .#.#.##.
//!     .#...#.G
//! ".parse()?;
//! let (start, goal) = (text.start.unwrap(), text.goal.unwrap());
//!
//! let mut search = AStar::new(GridProblem::new(&text.map, start, goal, Movement::Four)?);
//! assert_eq!(search.run(), Status::Found);
//! let path = search.path().unwrap();
//! assert_eq!(path.cost, 13);
//!
//! let drawing = text.map.drawing().path(&path).start(start).goal(goal);
//! assert_eq!(drawing.to_string(), "\
//! S**#****
//! .#*#*##*
//! .#***#.G
//! ");
//! # Ok::<(), GridError>(())
//! ```
//!
//! # Faster searches
//!
//! On a map of one terrain cost, which most are, many paths differ in the order of their steps alone. Three problems make
//! use of it, for the same searches and with the same costs:
//!
//! | problem | prepared | a change of a cell | a search |
//! |---|---|---|---|
//! | [`GridProblem`] | nothing | free | every step |
//! | [`CanonicalProblem`] | nothing | free | one order of steps: most cells are met once |
//! | [`JumpProblem`] on a [`JumpMap`] | a byte a cell | O(1) | jump points alone (JPS): ten to a hundred times fewer nodes on maps of games |
//! | [`JumpProblem`] on a [`JumpTable`] | 16 bytes a cell | along rows, columns, diagonals | jump points, looked up (JPS+) |
//!
//! Their nodes are [`Arrival`]s: points that remember the direction of arrival.
//!
//! # Units
//!
//! Costs are `u32` unless another [`GridCost`] is chosen: a step of [`Movement::Four`] costs 1; with diagonal steps a
//! straight one costs 985 and a diagonal one 1393, whose ratio is √2 to six digits. Each is multiplied by the terrain
//! cost of the cell that is entered.
//!
//! # Sources
//!
//! The movement rules and the notion of octile distance are those of N. R. Sturtevant, *Benchmarks for Grid-Based
//! Pathfinding* (IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012).

mod arrival;
mod canonical;
mod cost;
mod drawing;
mod error;
mod estimate;
mod jump;
mod map;
mod movement;
mod neighbours;
mod point;
mod problem;
mod pruning;
mod text;

pub use arrival::Arrival;
pub use canonical::CanonicalProblem;
pub use cost::GridCost;
pub use drawing::{Drawing, Layer};
pub use error::{End, GridError};
pub use estimate::Estimate;
pub use jump::{JumpMap, JumpPoints, JumpProblem, JumpTable};
pub use map::GridMap;
pub use movement::Movement;
pub use point::Point;
pub use problem::GridProblem;
pub use text::TextMap;
