//! Grid maps for the graph searches of [`astride`]: walls, terrain costs, and steps in four or eight directions.
//!
//! A [`GridMap`] holds walls and the costs of entering cells, a [`Movement`] is a rule for steps, and a [`GridProblem`]
//! is the problem of getting from one [`Point`] to another. The problem implements [`Heuristic`](astride::Heuristic),
//! so nearly every search accepts it. The estimate is the strongest admissible [`Estimate`] unless you choose another.
//!
//! ```
//! use astride_grid::{GridError, GridProblem, Movement, TextMap};
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
//! On a map with a single terrain cost, many paths differ only in the order of their steps. Searches exploit this,
//! especially those with jump points, and still find a cheapest path:
//!
//! | problem | prepared data | updates for a changed wall | generated nodes |
//! |---|---|---|---|
//! | [`GridProblem`] | none | none | most cells only once, since one order of steps is enough |
//! | [`JumpProblem`] on a [`JumpMap`] | 1 byte per cell | O(1) | only jump points (JPS), 10 to 100 times fewer |
//! | [`JumpProblem`] on a [`JumpTable`] | 21 bytes per cell | rows, columns, diagonals | the same, precomputed (JPS+) |
//!
//! ```
//! use astride_grid::{GridError, GridMap, JumpMap, JumpProblem, Movement, Point};
//! use astride::{AStar, Status};
//!
//! let mut map = JumpMap::new(GridMap::new(640, 480)?, Movement::Eight)?;
//! for y in 0..400 {
//!     map.set_wall(Point::new(320, y))?;
//! }
//! let problem = JumpProblem::new(&map, Point::new(10, 10), Point::new(600, 20))?;
//! let mut search = AStar::new(problem);
//! assert_eq!(search.run(), Status::Found);
//! let path = search.path().unwrap();
//! assert_eq!(path.nodes.len(), 4); // the turns
//! assert!(search.problem().cells(&path).len() > 700); // every cell
//! # Ok::<(), GridError>(())
//! ```
//!
//! # Any-angle paths
//!
//! [`ThetaStar`] and [`LazyThetaStar`] find any-angle paths
//! for an [`AnyAngleProblem`], and [`GridMap::pull_taut`] straightens any path of cells; both need a map with a single
//! terrain cost. Lines of sight are computed in integers, so they are exact. [`AnyAngleProblem::short_path`] returns
//! the shorter of Theta\*'s path and A\*'s, both pulled taut.
//!
//! ```
//! use astride_grid::{AnyAngleProblem, GridError, LazyThetaStar, Movement, TextMap};
//! use astride::Status;
//!
//! let text: TextMap = "
//!     S.......
//!     ....#...
//!     ....#...
//!     ....#..G
//! ".parse()?;
//! let (map, start, goal) = (text.map, text.start.unwrap(), text.goal.unwrap());
//! let problem = AnyAngleProblem::new(&map, start, goal, Movement::Eight)?;
//! let mut search = LazyThetaStar::new(problem);
//! assert_eq!(search.run(), Status::Found);
//! let path = search.path().unwrap();
//! let path = map.pull_taut(&path.nodes, Movement::Eight)?; // also for a path of A*
//! assert!(path.cost < 8.61); // 8.83 along steps
//! println!("{}", map.drawing().path(&path));
//! # Ok::<(), GridError>(())
//! ```
//!
//! # Few bends
//!
//! [`GridProblem::with_turn_cost`] adds a cost to each change of direction, for example for a robot that has to stop to
//! turn, or for a pipe or a corridor. See [`TurnProblem`].
//!
//! ```
//! use astride_grid::{GridError, GridMap, GridProblem, Movement, Point};
//! use astride::{AStar, Status};
//!
//! let map = GridMap::new(64, 64)?;
//! let (start, goal) = (Point::new(3, 5), Point::new(60, 40));
//! let problem = GridProblem::new(&map, start, goal, Movement::Four)?;
//! let mut search = AStar::new(problem.with_turn_cost(3));
//! assert_eq!(search.run(), Status::Found);
//! assert_eq!(search.path().unwrap().cost, 57 + 35 + 3); // one bend
//! # Ok::<(), GridError>(())
//! ```
//!
//! # One search, many units
//!
//! | to find | use |
//! |---|---|
//! | paths from everywhere to the nearest goal | [`FlowField`]: the cost and the next step for each cell |
//! | the same on a changing map, with moving goals | [`WorldField`] of a [`GridWorld`] |
//! | a path from one cell to the nearest of several goals | [`GridGoals`], a problem for any search |
//! | paths to several goals in order of cost | [`NearestGoals`](astride::NearestGoals) over `GridGoals` |
//! | whether there is a path at all | [`Components`], without a search |
//! | the cells that a unit can reach with five movement points | [`GridMap::reach`] |
//!
//! # Units of several sizes, on several terrains
//!
//! A [`UnitKind`] has a size in cells and a table of terrain costs, and [`GridMap::for_unit`] returns a map of the
//! positions of such units. All searches, fields and components work on this map. When a cell changes, a [`GridWorld`]
//! updates the maps of all its kinds of units. For each cell, [`Clearance`] holds the size of the largest square of
//! free cells whose upper left corner is that cell.
//!
//! ```
//! use astride::{AStar, Status};
//! use astride_grid::{GridError, GridMap, GridProblem, Movement, Point, UnitKind};
//!
//! let map: GridMap = "
//!     ........
//!     ...#....
//!     ...#....
//!     ........
//!     ........
//! ".parse()?;
//! let giants = map.for_unit(&UnitKind::new(2)?)?;
//! let (start, goal) = (Point::new(0, 0), Point::new(6, 0)); // the upper left of the four cells
//! let mut search = AStar::new(GridProblem::new(&giants, start, goal, Movement::Four)?);
//! assert_eq!(search.run(), Status::Found);
//! assert_eq!(search.path().unwrap().cost, 12, "round the wall, where two cells are free");
//! # Ok::<(), GridError>(())
//! ```
//!
//! # Changing maps and moving targets
//!
//! Changing a cell of a [`GridMap`] takes constant time. A [`GridWorld`] also updates the jump points and components of
//! its map; searches borrow the map or the jump points from the world. The world's [fields](WorldField) follow changes
//! to the map and to their goals. [`DStarLite`](astride::DStarLite) and [`LpaStar`](astride::LpaStar) repair their path
//! when a cell of their map changes.
//!
//! ```
//! use astride_grid::{GridError, GridMap, GridWorld, Movement, Point};
//! use astride::{Budget, Status, Stepper};
//!
//! let map: GridMap = "
//!     ....#..
//!     ....#..
//!     ....#..
//! ".parse()?;
//! let (camp, unit, door) = (Point::new(0, 1), Point::new(6, 2), Point::new(4, 0));
//!
//! let mut world = GridWorld::<GridMap>::new(map, Movement::Eight)?; // or <JumpMap>, <JumpTable>
//! assert!(!world.are_connected(unit, camp));
//! world.set_free(door)?; // changes the map and everything derived from it
//! assert!(world.are_connected(unit, camp));
//!
//! let to_camp = world.add_field(0, [camp])?; // one search for all one-cell units
//! assert_eq!(world.run_for(Budget::new().expansions(1000)), Status::Found); // in each frame
//! let field = &world.fields()[to_camp];
//! assert_eq!(field.next(unit), Some(Point::new(6, 1)));
//! assert_eq!(field.path_from(unit).unwrap().nodes.len(), 8);
//!
//! world.set_wall(door)?;
//! assert_eq!(world.fields()[to_camp].next(Point::new(5, 0)), None, "no step into a new wall");
//! # Ok::<(), GridError>(())
//! ```
//!
//! A map cannot change while a search borrows it. If a search lives longer than a frame, hold the map in an
//! [`Rc`](alloc::rc::Rc) and change it with `Rc::make_mut`, which copies the map if a search still holds it. `reset`
//! gives a search another problem, possibly on another map, and reuses the search's memory.
//!
//! ```
//! use astride_grid::{GridError, GridMap, GridProblem, Movement, Point};
//! use astride::{AStar, Budget, Status};
//! use std::rc::Rc;
//!
//! let mut map = Rc::new(GridMap::new(64, 64)?);
//! let (unit, mut target) = (Point::new(0, 0), Point::new(63, 63));
//! let to = |map: &Rc<GridMap>, target| GridProblem::new(map.clone(), unit, target, Movement::Eight);
//! let mut search = AStar::new(to(&map, target)?).with_capacity(65 * 64);
//!
//! let mut ways = 0;
//! for frame in 0..60 {
//!     if frame % 20 == 10 {
//!         // A wall is built and the target moves, so the search starts again, in the same memory.
//!         for y in 0..60 {
//!             Rc::make_mut(&mut map).set_wall(Point::new(frame, y))?;
//!         }
//!         target.y -= 1;
//!         search.reset(to(&map, target)?);
//!     }
//!     // A budget for each frame: expansions, or `.time(Duration::from_millis(2))`.
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
//! # Ends in walls
//!
//! Constructors refuse ends in walls, so that mistakes are noticed. If a player may click on a wall, or a unit may
//! stand on a cell that is blocked, use these methods:
//!
//! | to find | use |
//! |---|---|
//! | a path from a wall, or to the cell nearest to a wall | `new_lenient` of any problem, then [`best_effort_path`] |
//! | the reachable cell that is nearest to a wall, without a search | [`Components::nearest_connected`] |
//! | the next step for a unit in a wall | [`FlowField::next_lenient`], [`WorldField::next_lenient`] |
//! | the cells within reach of a unit in a wall | [`GridMap::reach_lenient`] |
//!
//! [`best_effort_path`]: astride::search::Search::best_effort_path
//!
//! # Negative coordinates
//!
//! The upper left cell of a map is `Point::new(0, 0)`. If the coordinates of your world can be negative, keep those of
//! the upper left cell, and convert with [`Point::offset`]:
//!
//! ```
//! use astride::AStar;
//! use astride_grid::{GridMap, GridProblem, Movement, Point};
//!
//! let (left, top) = (-50, -20); // of a world from (-50, -20) to (49, 19)
//! let map = GridMap::new(100, 40)?;
//! let to_map = |x: i32, y: i32| Point::default().offset(x - left, y - top).filter(|point| map.contains(*point));
//! let to_world = |point: &Point| (i32::from(point.x) + left, i32::from(point.y) + top);
//!
//! let (start, goal) = (to_map(-50, 3).expect("on the map"), to_map(-48, -1).expect("on the map"));
//! let path = AStar::new(GridProblem::new(&map, start, goal, Movement::Four)?).find_path()?.expect("no walls");
//! assert_eq!(path.iter().map(to_world).last(), Some((-48, -1)));
//! assert_eq!((path.cost, to_map(-51, 0), to_map(50, 0)), (6, None, None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Other grids
//!
//! | cells | module | neighbours |
//! |---|---|---|
//! | hexagons | [`hex`] | six, in axial or offset coordinates |
//! | voxels, in three dimensions | [`voxel`] | 6, 18 or 26, any voxel in sight, or steps over blocks; `.3dmap` files |
//!
//! Maps that wrap around, one-way cells and walls between cells: see [`recipes`].
//!
//! # Pictures
//!
//! [`GridMap::drawing`] returns a [`Drawing`] of the map, in which a path and the cells reached by a search can be
//! marked. A drawing can be output as text, cell by cell for colouring, or, with the default feature `pictures`, as SVG
//! or pixels.
//!
//! # Files
//!
//! | files | read and written by |
//! |---|---|
//! | text with one character for each cell | [`TextMap`] and the `Display` of [`GridMap`]; terrain costs up to 9 |
//! | maps and scenarios of the `MovingAI` benchmarks | [`movingai`] |
//! | maps of voxels and their scenarios: `.3dmap`, `.3dscen` | [`voxel`] |
//! | plain PGM, with one number for each cell | [`GridMap::from_pgm`] and [`GridMap::pgm`]; all terrain costs |
//!
//! # Units
//!
//! Costs are `u32` unless you choose another [`GridCost`]. A step under [`Movement::Four`] costs 1. If diagonal steps
//! are allowed, a straight step costs 985 and a diagonal one 1393, since 1393 / 985 is √2 to six significant digits.
//! Each cost is multiplied by the terrain cost of the cell that is entered.
//!
//! # Sources
//!
//! The movement rules and the notion of octile distance are those of Sturtevant's *Benchmarks for Grid-Based
//! Pathfinding* (IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012).

// Marks each item with the feature that it needs. The attribute is unstable, so only docs.rs enables it.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod any_angle;
mod clearance;
mod components;
mod cost;
mod direction;
mod drawing;
mod ends;
mod error;
#[cfg(test)]
mod error_texts;
mod estimate;
mod flow_field;
mod forward;
mod goals;
pub mod hex;
mod jump;
mod line_of_sight;
mod map;
mod movement;
pub mod movingai;
mod neighbours;
mod numbers;
mod open_part;
mod pgm;
#[cfg(feature = "pictures")]
mod picture;
mod point;
mod problem;
mod pruning;
mod reach;
#[cfg(doc)]
#[doc = include_str!("recipes.md")]
pub mod recipes {}
#[cfg(feature = "serde")]
mod serialization;
mod taut;
mod text;
mod turns;
mod unit_kind;
mod unit_map;
mod version;
pub mod voxel;
mod world;
mod world_field;

pub use any_angle::{AnyAngle, AnyAngleEngine, AnyAngleProblem, LazyThetaStar, ThetaStar};
pub use clearance::Clearance;
pub use components::Components;
pub use cost::GridCost;
pub use direction::Direction;
pub use drawing::{Drawing, Layer};
pub use error::{End, GridError};
pub use estimate::Estimate;
pub use flow_field::FlowField;
pub use goals::GridGoals;
pub use jump::{JumpMap, JumpPoints, JumpProblem, JumpTable};
pub use line_of_sight::{CellsOnLine, cells_on_line};
pub use map::GridMap;
pub use movement::Movement;
#[cfg(feature = "pictures")]
pub use picture::Pixels;
pub use point::Point;
pub use problem::{ChangeCells, GridProblem, MapMut};
pub use reach::Reach;
pub use text::TextMap;
pub use turns::{Arrival, OnCells, TurnProblem};
pub use unit_kind::UnitKind;
pub use unit_map::{Ground, UnitMap};
pub use world::GridWorld;
pub use world_field::WorldField;

/// The code in the README, which is compiled and run with the examples of the documentation.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
