//! Grids of hexagons: axial and offset coordinates, walls and terrain costs, and a problem for any search.
//!
//! A [`HexMap`] is a [`GridMap`](crate::GridMap) in which every other row or column is shifted by half a hexagon, as
//! its [`HexLayout`] determines. Maps are therefore made, read and written as maps of squares. A cell is identified by
//! its axial coordinates, a [`Hex`], and a [`HexProblem`] is the problem of getting from one cell to another.
//!
//! ```
//! use astride::{AStar, Status};
//! use astride_grid::TextMap;
//! use astride_grid::hex::{HexError, HexLayout, HexMap, HexProblem};
//!
//! let text: TextMap = "
//!     ....#.
//!     S.#..G
//!     ..#...
//! ".parse()?;
//! let layout = HexLayout::OddRows;
//! let (start, goal) = (layout.hex(text.start.unwrap()), layout.hex(text.goal.unwrap()));
//! let map = HexMap::new(text.map, layout);
//!
//! let mut search = AStar::new(HexProblem::new(&map, start, goal)?);
//! assert_eq!(search.run(), Status::Found);
//! let path = search.path().unwrap();
//! assert_eq!(path.cost, 6);
//! assert_eq!(map.drawing().path(&path).start(start).goal(goal).to_string(), "\
//! . . * * # .
//!  S * # * * G
//! . . # . . .
//! ");
//! # Ok::<(), HexError>(())
//! ```
//!
//! # Coordinates
//!
//! | coordinates | type | good for |
//! |---|---|---|
//! | axial | [`Hex`] `{ q, r }` | distances and steps: the same six differences lead to the neighbours of every cell |
//! | offset | [`Point`](crate::Point) `{ x, y }` | storing and drawing: column and row of a rectangle of cells |
//!
//! [`HexLayout::hex`] and [`HexLayout::point`] convert between them. With a third coordinate, `s = -q - r`, axial
//! coordinates become cube coordinates.
//!
//! # Costs
//!
//! The cost of a step is the terrain cost of the cell that it enters, which is 1 unless it has been set. Costs are
//! exact in every [`GridCost`](crate::GridCost), as far as the type represents whole numbers exactly.
//!
//! # Source
//!
//! The names of the coordinates and layouts are those of Patel's *Hexagonal Grids* (Red Blob Games, 2013),
//! <https://www.redblobgames.com/grids/hexagons/>.

mod coordinates;
mod drawing;
mod error;
mod layout;
mod map;
mod problem;
mod pruning;

pub use coordinates::Hex;
pub use drawing::HexDrawing;
pub use error::HexError;
pub use layout::HexLayout;
pub use map::HexMap;
pub use problem::{ChangeHexes, HexProblem};
