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
//! # One search, many units
//!
//! | question | answer |
//! |---|---|
//! | from everywhere to one goal, or to the nearest of several | [`FlowField`]: the cost and the next step for each cell |
//! | from one cell to the nearest of several | [`GridGoals`], a problem for any search |
//! | to several goals in the order of their costs | [`NearestGoals`](crate::NearestGoals) over it |
//! | whether there is a way at all | [`Components`]: known without a search |
//!
//! # Maps that change, targets that move
//!
//! A cell of a [`GridMap`] is changed in constant time, and nothing is prepared that would have to be made anew. A search
//! holds the map that it was made for, so that it cannot change under it: lend it with a reference and let go of the search
//! before a change, or hold it in an [`Rc`](alloc::rc::Rc) and change it with `Rc::make_mut`, which copies the map if a
//! search still has it. `reset` gives a search another question, another map included, and keeps its memory: no frame waits
//! for the allocator.
//!
//! ```
//! use astride::grid::{GridError, GridMap, GridProblem, Movement, Point};
//! use astride::{AStar, Budget, Status};
//! use std::rc::Rc;
//!
//! let mut map = Rc::new(GridMap::new(64, 64)?);
//! let (unit, mut target) = (Point::new(0, 0), Point::new(63, 63));
//! let problem = |map: &Rc<GridMap>, target| GridProblem::new(map.clone(), unit, target, Movement::Eight);
//! let mut search = AStar::new(problem(&map, target)?).with_capacity(65 * 64);
//!
//! let mut ways = 0;
//! for frame in 0..60 {
//!     if frame % 20 == 10 {
//!         // A wall is built across the map and the target moves: the search begins anew, in the same memory.
//!         for y in 0..60 {
//!             Rc::make_mut(&mut map).set_wall(Point::new(frame, y))?;
//!         }
//!         target.y -= 1;
//!         search.reset(problem(&map, target)?);
//!     }
//!     // So much each frame, and no more. Instead of expansions it may be `.time(Duration::from_millis(2))`.
//!     if search.run_for(Budget::new().expansions(500)) == Status::Running {
//!         let ahead = search.best_effort_path().unwrap(); // to walk along meanwhile
//!         assert_eq!(ahead.nodes[0], unit);
//!     } else if search.path().is_some() {
//!         ways += 1;
//!     }
//! }
//! assert!(ways > 40);
//! # Ok::<(), GridError>(())
//! ```
//!
//! # Files
//!
//! | files | read and written by |
//! |---|---|
//! | text with a character a cell | [`TextMap`] and the `Display` of [`GridMap`]; terrain costs up to 9 |
//! | maps and scenarios of the `MovingAI` benchmarks | [`movingai`] |
//! | plain PGM, a number a cell | [`GridMap::from_pgm`] and [`GridMap::pgm`]; all terrain costs |
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

mod any_angle;
mod arrival;
mod canonical;
mod components;
mod cost;
mod drawing;
mod error;
mod estimate;
mod flow_field;
mod goals;
mod jump;
mod line_of_sight;
mod map;
mod movement;
pub mod movingai;
mod neighbours;
mod pgm;
mod point;
mod problem;
mod pruning;
mod reversed;
mod taut;
mod text;
mod wall_state;

pub use any_angle::AnyAngleProblem;
pub use arrival::Arrival;
pub use canonical::CanonicalProblem;
pub use components::Components;
pub use cost::GridCost;
pub use drawing::{Drawing, Layer};
pub use error::{End, GridError};
pub use estimate::Estimate;
pub use flow_field::FlowField;
pub use goals::GridGoals;
pub use jump::{JumpMap, JumpPoints, JumpProblem, JumpTable};
pub use line_of_sight::{CellsOnLine, cells_on_line};
pub use map::GridMap;
pub use movement::Movement;
pub use point::Point;
pub use problem::GridProblem;
pub use reversed::ReversedGrid;
pub use text::TextMap;
