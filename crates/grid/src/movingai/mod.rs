//! Maps and scenarios in the formats of the `MovingAI` benchmarks: `.map` and `.scen`.
//!
//! [`TerrainMap`] is a map as stored in its file, with a [`Terrain`] for each cell. [`TerrainMap::to_grid_map`] returns
//! the [`GridMap`](super::GridMap) to search. A [`ScenarioFile`] holds the problems of a file, each a [`Scenario`] with
//! the [`Length`] of a shortest path. Maps and scenario files are read from bytes, text or (with `std`) files, and
//! written with `Display`.
//!
//! ```
//! use astride_grid::movingai::{ScenarioFile, TerrainMap};
//! use astride_grid::{GridCost, Movement};
//! use astride::{AStar, Status};
//!
//! // From files: TerrainMap::open("den520d.map")?, ScenarioFile::open("den520d.map.scen")?
//! let terrain: TerrainMap = "type octile\nheight 3\nwidth 4\nmap\n..@.\n.T..\n....\n".parse()?;
//! let scenarios: ScenarioFile = "version 1\n0\ttiny.map\t4\t3\t0\t0\t3\t0\t6.41421\n".parse()?;
//!
//! let map = terrain.to_grid_map()?;
//! scenarios.check_map(&map)?;
//! for scenario in scenarios.iter() {
//!     let mut search = AStar::new(scenario.problem(&map)?);
//!     assert_eq!(search.run(), Status::Found);
//!     let length = search.path().map(|path| path.cost.in_cells(Movement::Eight));
//!     assert!(scenario.is_met_by(length));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Maps
//!
//! A `.map` file begins with a header of four lines. Then there is a line for each row, with a letter for each cell:
//!
//! ```text
//! type octile
//! height 3
//! width 4
//! map
//! ..@.
//! .T..
//! ....
//! ```
//!
//! | letter | [`Terrain`] | in the benchmarks |
//! |---|---|---|
//! | `.` | [`Ground`](Terrain::Ground) | passable |
//! | `G` | [`Grass`](Terrain::Grass) | passable |
//! | `S` | [`Swamp`](Terrain::Swamp) | passable, treated as ground |
//! | `W` | [`Water`](Terrain::Water) | not passable on foot: only from water to water, for ships |
//! | `T` | [`Trees`](Terrain::Trees) | not passable |
//! | `@` | [`OutOfBounds`](Terrain::OutOfBounds) | not passable |
//! | `O` | [`OutOfBoundsO`](Terrain::OutOfBoundsO) | not passable |
//!
//! The optima of the scenarios are for a walker: every passable cell costs the same, and water is a wall.
//! [`Terrain::is_passable`] and [`TerrainMap::to_grid_map`] follow that rule. For another rule, such as slow swamps or
//! a map for ships, [`TerrainMap::to_grid_map_with`] takes the terrain cost of each kind of terrain from a closure.
//!
//! Height and width may come in either order. Lines may end in a line feed, or in a carriage return and a line feed.
//! Only blank lines may follow the last row.
//!
//! # Scenarios
//!
//! A `.scen` file begins with the line `version 1` (or `version 1.0`). Then there is a line for each scenario, with
//! nine fields: the bucket, the map's name, its width and height, the column and row of the start, the column and row
//! of the goal, and the length of a shortest path. Columns and rows are counted from 0 at the upper left. The fields
//! are separated by tabs, so the map's name may contain spaces. In a line without tabs, fields are separated by spaces.
//! Blank lines after the first line are skipped.
//!
//! The bucket is not checked; in most files, it is the length divided by 4, rounded down. An optimum of 0 with a goal
//! other than the start means that no path connects the two.
//!
//! The movement rule is [`Movement::Eight`](super::Movement::Eight): a diagonal step, of length √2, requires both cells
//! beside it to be free.
//!
//! # Source
//!
//! N. R. Sturtevant: *Benchmarks for Grid-Based Pathfinding*. IEEE Transactions on Computational Intelligence and AI in
//! Games 4(2), 2012. <https://movingai.com/benchmarks/formats.html>

mod length;
mod map;
mod scenario;
mod scenario_file;
mod terrain;

pub use length::Length;
pub use map::TerrainMap;
pub use scenario::Scenario;
pub use scenario_file::ScenarioFile;
pub use terrain::Terrain;
