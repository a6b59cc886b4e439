//! [`HexMap`]: a rectangle of hexagons, stored as a map of squares.

use core::fmt;

use super::{Hex, HexDrawing, HexError, HexLayout};
use crate::{End, GridMap, Point};

/// A rectangle of hexagons, each either a wall or free with a terrain cost.
///
/// A `HexMap` is a [`GridMap`] with a [`HexLayout`]. Operations that only a `GridMap` offers, such as reading text
/// ([`TextMap`](crate::TextMap)) and PGM, are done before the conversion to a map of hexagons, or afterwards through
/// [`cells`](Self::cells), in offset coordinates. The six neighbours of a hexagon are among the eight neighbours of the
/// square in its place, so the byte in which a `GridMap` records the free neighbours of a cell speeds up searches on
/// hexagons as well.
///
/// # Example
///
/// ```
/// use astride_grid::GridMap;
/// use astride_grid::hex::{Hex, HexError, HexLayout, HexMap};
///
/// let mut map = HexMap::new(GridMap::new(4, 3)?, HexLayout::OddRows);
/// map.set_wall(Hex::new(1, 1))?;
/// map.set_cost(Hex::new(2, 0), 5)?;
/// assert_eq!(map.to_string(), "\
/// . . 5 .
///  . # . .
/// . . . .
/// ");
/// assert_eq!(map.cells().to_string(), "..5.\n.#..\n....\n");
/// # Ok::<(), HexError>(())
/// ```
#[doc(alias("hexagonal grid", "hexagonal map", "hex grid", "hexagons"))]
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HexMap {
    cells: GridMap,
    layout: HexLayout,
}

impl HexMap {
    /// Creates a map of hexagons from the cells of a map of squares.
    ///
    /// # Complexity
    ///
    /// O(1).
    #[inline]
    pub fn new(cells: GridMap, layout: HexLayout) -> Self {
        Self { cells, layout }
    }

    /// The same cells as a rectangle of squares, each at the offset coordinates of its hexagon.
    #[inline]
    pub fn cells(&self) -> &GridMap {
        &self.cells
    }

    /// Consumes the map and returns the same cells as a rectangle of squares.
    pub fn into_cells(self) -> GridMap {
        self.cells
    }

    /// The layout, which determines which rows or columns are shifted.
    #[inline]
    pub fn layout(&self) -> HexLayout {
        self.layout
    }

    /// Returns whether the hexagon is on the map.
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        self.point(hex).is_some()
    }

    /// The offset coordinates of a hexagon of the map. `None` outside the map.
    #[inline]
    pub fn point(&self, hex: Hex) -> Option<Point> {
        self.layout.point(hex).filter(|point| self.cells.contains(*point))
    }

    /// Returns whether the hexagon is on the map and not a wall.
    #[inline]
    pub fn is_free(&self, hex: Hex) -> bool {
        self.cost(hex).is_some_and(|cost| cost != 0)
    }

    /// The terrain cost of the hexagon, from 1 to 255, or 0 for a wall. `None` outside the map.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        self.cells.cost(self.layout.point(hex)?)
    }

    /// Gives the hexagon a terrain cost from 1 to 255, or makes it a wall if `cost` is 0. O(1).
    ///
    /// # Errors
    ///
    /// [`HexError::Outside`].
    pub fn set_cost(&mut self, hex: Hex, cost: u8) -> Result<(), HexError> {
        let point = self.point_inside(hex)?;
        Ok(self.cells.set_cost(point, cost)?)
    }

    /// The offset coordinates of a hexagon, or an error if it is not on the map.
    pub(super) fn point_inside(&self, hex: Hex) -> Result<Point, HexError> {
        let (width, height) = (self.cells.width(), self.cells.height());
        self.point(hex).ok_or(HexError::Outside { hex, width, height })
    }

    /// Makes the hexagon a wall.
    ///
    /// # Errors
    ///
    /// [`HexError::Outside`].
    pub fn set_wall(&mut self, hex: Hex) -> Result<(), HexError> {
        self.set_cost(hex, 0)
    }

    /// Makes the hexagon free, with a terrain cost of 1.
    ///
    /// # Errors
    ///
    /// [`HexError::Outside`].
    pub fn set_free(&mut self, hex: Hex) -> Result<(), HexError> {
        self.set_cost(hex, 1)
    }

    /// All hexagons of the map, row by row in offset coordinates.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let layout = self.layout;
        self.cells.points().map(move |point| layout.hex(point))
    }

    /// Returns a drawing of the map, in which a path and the hexagons reached by a search can be marked.
    pub fn drawing(&self) -> HexDrawing<'_> {
        HexDrawing::new(self)
    }

    /// Returns an error for the first end of a path that is off the map or, unless that is allowed, a wall; the start
    /// is checked first.
    pub(super) fn check_ends(&self, start: Hex, goal: Hex, may_be_walls: bool) -> Result<(), HexError> {
        for (end, hex) in [(End::Start, start), (End::Goal, goal)] {
            match self.cost(hex) {
                None => {
                    let (width, height) = (self.cells.width(), self.cells.height());
                    return Err(HexError::EndOutside {
                        end,
                        hex,
                        width,
                        height,
                    });
                }
                Some(0) if !may_be_walls => return Err(HexError::EndInWall { end, hex }),
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// Shows the layout and the size; [`Display`](fmt::Display) draws the cells.
impl fmt::Debug for HexMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HexMap")
            .field("layout", &self.layout)
            .field("cells", &self.cells)
            .finish()
    }
}

/// Draws the hexagons in their places, with the characters of [`TextMap`](crate::TextMap). This text cannot be read
/// back, but that of [`cells`](HexMap::cells) can if no terrain cost exceeds 9.
impl fmt::Display for HexMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.drawing().fmt(f)
    }
}
