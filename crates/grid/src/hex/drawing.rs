//! [`HexDrawing`]: a map of hexagons with the path and the cells that a search has reached.

#[cfg(feature = "pictures")]
use alloc::collections::BTreeMap;
#[cfg(feature = "pictures")]
use alloc::string::String;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt::{self, Write};

use super::{Hex, HexMap};
#[cfg(feature = "pictures")]
use crate::picture::{Colour, svg_page, write_shape};
use crate::{Drawing, Layer, Point};

/// The side of a hexagon whose opposite sides are a unit apart: 1 / √3.
#[cfg(feature = "pictures")]
const SIDE: f32 = 0.577_350_26;

/// A map of hexagons with the path and the cells that a search has reached, made by [`HexMap::drawing`].
///
/// [`Display`](fmt::Display) draws a character for each cell, as [`Drawing`] does, in a place that shows the shift of
/// its row or column. [`svg`](Self::svg) returns a picture. Hexagons off the map are ignored. The order in which marks
/// are added does not matter, only that of the [`Layer`]s.
///
/// # Example
///
/// ```
/// use astride_grid::hex::{Hex, HexError, HexLayout, HexMap};
///
/// let map = HexMap::new("....\n..#.\n....".parse()?, HexLayout::OddColumns);
/// let path = [Hex::new(0, 0), Hex::new(1, 0), Hex::new(2, -1), Hex::new(3, -1)];
/// let drawing = map.drawing().closed(&path).open([Hex::new(0, 1)]).path(&path).start(path[0]).goal(path[3]);
/// assert_eq!(drawing.to_string(), "\
/// S   *
///   *   G
/// o   #
///   .   .
/// .   .
///   .   .
/// ");
/// # Ok::<(), HexError>(())
/// ```
#[derive(Clone)]
pub struct HexDrawing<'map> {
    pub(super) map: &'map HexMap,
    /// The drawing of the same cells in offset coordinates.
    drawing: Drawing<'map>,
}

impl<'map> HexDrawing<'map> {
    pub(super) fn new(map: &'map HexMap) -> Self {
        let drawing = map.cells().drawing();
        Self { map, drawing }
    }

    /// Marks the closed cells of a search.
    pub fn closed(self, hexes: impl IntoIterator<Item: Borrow<Hex>>) -> Self {
        self.mark(hexes, Layer::Closed)
    }

    /// Marks the open cells of a search.
    pub fn open(self, hexes: impl IntoIterator<Item: Borrow<Hex>>) -> Self {
        self.mark(hexes, Layer::Open)
    }

    /// Marks the cells of a path.
    pub fn path(mut self, hexes: impl IntoIterator<Item: Borrow<Hex>>) -> Self {
        let points = hexes.into_iter().filter_map(|hex| self.map.point(*hex.borrow()));
        let points: Vec<Point> = points.collect();
        self.drawing = self.drawing.mark(&points, Layer::Path);
        self.drawing.paths.push(points);
        self
    }

    /// Marks the start.
    pub fn start(self, hex: Hex) -> Self {
        self.mark([hex], Layer::Start)
    }

    /// Marks the goal.
    pub fn goal(self, hex: Hex) -> Self {
        self.mark([hex], Layer::Goal)
    }

    /// Returns the layer that is visible at the hexagon, or `None` off the map.
    pub fn layer(&self, hex: Hex) -> Option<Layer> {
        self.drawing.layer(self.map.point(hex)?)
    }

    /// Returns the drawing as an SVG image with a legend. One unit is the distance between two opposite sides of a
    /// hexagon. Paths are lines from centre to centre.
    ///
    /// ```
    /// # use astride_grid::hex::{Hex, HexError, HexLayout, HexMap};
    /// let map = HexMap::new("..#\n...".parse()?, HexLayout::OddRows);
    /// let svg = map.drawing().path([Hex::new(0, 0), Hex::new(0, 1)]).svg();
    /// assert!(svg.starts_with("<svg") && svg.contains(r#"points="0.5,0.57735026 1,1.44337"#));
    /// # Ok::<(), HexError>(())
    /// ```
    #[cfg(feature = "pictures")]
    pub fn svg(&self) -> String {
        // Writing to a string does not fail.
        self.try_svg().unwrap_or_default()
    }

    #[cfg(feature = "pictures")]
    fn try_svg(&self) -> Result<String, fmt::Error> {
        let cells = self.map.cells();
        let greatest = self.drawing.greatest_cost();
        let mut shapes = BTreeMap::<Colour, String>::new();
        for point in cells.points() {
            let shape = shapes.entry(self.drawing.colour(point, greatest)).or_default();
            let [x, y] = self.centre(point);
            // Around the hexagon, beginning at a corner on the long diagonal.
            if self.map.layout().shifts_rows() {
                write!(
                    shape,
                    "M{x} {}l.5 {1}v{SIDE}l-.5 {1}l-.5-{1}v-{SIDE}z",
                    y - SIDE,
                    SIDE / 2.0
                )?;
            } else {
                write!(
                    shape,
                    "M{} {y}l{1} .5h{SIDE}l{1}-.5l-{1}-.5h-{SIDE}z",
                    x - SIDE,
                    SIDE / 2.0
                )?;
            }
        }
        let mut body = String::new();
        for (colour, shape) in shapes {
            write_shape(&mut body, colour, &shape)?;
        }
        let last = Point::new(cells.width() - 1, cells.height() - 1);
        // The last line may be unshifted while the one before it is shifted.
        let [width, height] = self.centre(last).map(|place| f64::from(place) + 1.0);
        self.drawing
            .write_marks(&mut body, width.max(height), |point| self.centre(point))?;
        svg_page(width, height, &body)
    }

    /// The place of a cell's centre in the picture.
    #[cfg(feature = "pictures")]
    fn centre(&self, point: Point) -> [f32; 2] {
        let layout = self.map.layout();
        let shift = if layout.is_shifted(layout.hex(point)) { 1.0 } else { 0.5 };
        if layout.shifts_rows() {
            [f32::from(point.x) + shift, f32::from(point.y) * (1.5 * SIDE) + SIDE]
        } else {
            [f32::from(point.x) * (1.5 * SIDE) + SIDE, f32::from(point.y) + shift]
        }
    }

    fn mark(mut self, hexes: impl IntoIterator<Item: Borrow<Hex>>, layer: Layer) -> Self {
        let points = hexes.into_iter().filter_map(|hex| self.map.point(*hex.borrow()));
        self.drawing = self.drawing.mark(points, layer);
        self
    }
}

impl fmt::Debug for HexDrawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HexDrawing")
            .field("map", self.map)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for HexDrawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = self.map.layout();
        let (width, height) = (self.map.cells().width(), self.map.cells().height());
        // A shifted row is shifted by one character and a shifted column by one line, so each column has every other
        // line.
        let parts = if layout.shifts_rows() { 1 } else { 2 };
        for line in 0..u32::from(height) * parts {
            let mut gap = 0;
            for x in 0..width {
                let shift = |y| u32::from(layout.is_shifted(layout.hex(Point { x, y })));
                // The row on this line, if the column has one there.
                let y = if layout.shifts_rows() {
                    Some(line)
                } else {
                    line.checked_sub(shift(0))
                        .filter(|line| line % 2 == 0)
                        .map(|line| line / 2)
                };
                let y = y.and_then(|y| u16::try_from(y).ok());
                if let Some(y) = y {
                    let indent = if layout.shifts_rows() && x == 0 { shift(y) } else { 0 };
                    (0..gap + indent).try_for_each(|_| f.write_char(' '))?;
                    f.write_char(self.drawing.symbol(Point { x, y }).unwrap_or(' '))?;
                    gap = 1;
                } else {
                    gap += 2;
                }
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}
