//! Grids of voxels in three dimensions: walls, 6, 18 or 26 neighbours, paths at any angle, `.3dmap` files.
//!
//! A [`VoxelMap`] stores whether each [`Voxel`] is blocked or free. A [`VoxelProblem`] is the problem of getting from
//! one voxel to another under a [`Neighbourhood`]; in an [`AnyAngleVoxelProblem`], paths follow straight lines instead,
//! and in a [`WalkProblem`], a unit walks over blocks, jumps and drops.
//!
//! ```
//! use astride::{AStar, Status};
//! use astride_grid::voxel::{Neighbourhood, Voxel, VoxelError, VoxelMap, VoxelProblem};
//!
//! // A wall across the map, with a hole at the far end of the uppermost layer.
//! let hole = Voxel::new(5, 9, 3);
//! let map = VoxelMap::from_fn(10, 10, 4, |voxel| voxel.x != 5 || voxel == hole)?;
//! let (start, goal) = (Voxel::new(0, 9, 0), Voxel::new(9, 9, 0));
//!
//! let mut search = AStar::new(VoxelProblem::new(&map, start, goal, Neighbourhood::Six)?);
//! assert_eq!(search.run(), Status::Found);
//! let path = search.path().unwrap();
//! assert_eq!(path.cost, 9 + 3 + 3);
//! assert!(path.nodes.contains(&hole));
//! # Ok::<(), VoxelError>(())
//! ```
//!
//! # Files
//!
//! [`VoxelMap::parse`] reads a `.3dmap` file, and [`VoxelScenarioFile::parse`] reads the problems of a `.3dscen` file
//! with the lengths of shortest paths. These are the formats of the benchmarks for voxel grids.
//!
//! A `.3dmap` file begins with the word `voxel` and the size of the map in x, y and z. Each further line has the
//! coordinates of a blocked voxel:
//!
//! ```text
//! voxel 105 132 105
//! 50 50 50
//! 50 50 51
//! ```
//!
//! A `.3dscen` file begins with the line `version 1` and a line with the name of the map. Each further line has the
//! coordinates of the start and of the goal, the length of a shortest path under [`Neighbourhood::TwentySix`], and the
//! ratio of that length to the distance without obstacles:
//!
//! ```text
//! version 1
//! Simple.3dmap
//! 56 76 52 48 85 45 15.31710829 1.054
//! ```
//!
//! In both formats, blank lines after the beginning are skipped, and lines may end in a line feed, or in a carriage
//! return and a line feed.
//!
//! # Source
//!
//! D. Brewer, N. R. Sturtevant: *Benchmarks for Pathfinding in 3D Voxel Space*. Symposium on Combinatorial Search
//! (`SoCS`) 2018. <https://movingai.com/benchmarks/voxels.html>

mod any_angle;
mod cost;
mod cube;
mod error;
mod line_of_sight;
mod map;
mod map_file;
mod neighbourhood;
mod numbered;
mod point;
mod problem;
mod scenario;
mod walk;

pub use any_angle::AnyAngleVoxelProblem;
pub use cost::VoxelCost;
pub use error::VoxelError;
pub use map::VoxelMap;
pub use neighbourhood::Neighbourhood;
pub use point::Voxel;
pub use problem::VoxelProblem;
pub use scenario::{VoxelScenario, VoxelScenarioFile};
pub use walk::{Walk, WalkProblem};
