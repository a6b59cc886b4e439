//! [`Drawing`]: a map with the path and the cells that a search has reached.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt::{self, Write};

use super::text::symbol;
use super::{GridMap, Point, cells_on_line};

/// A mark on a cell of a [`Drawing`]. If a cell has several marks, the last of them in this list is visible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// No mark: the map itself is visible.
    #[default]
    Terrain,
    /// A cell that the search has expanded, drawn `+`.
    Closed,
    /// A cell that the search has yet to expand, drawn `o`.
    Open,
    /// A cell of the path, drawn `*`.
    Path,
    /// Where the path begins, drawn `S`.
    Start,
    /// Where the path ends, drawn `G`.
    Goal,
}

impl Layer {
    /// All marks, the topmost first.
    const ALL: [Self; 5] = [Self::Goal, Self::Start, Self::Path, Self::Open, Self::Closed];
}

/// A map with the path and the cells that a search has reached, made by [`GridMap::drawing`].
///
/// [`Display`](fmt::Display) draws one character for each cell: that of its [`Layer`], or that of the map.
/// [`rows`](Self::rows) returns the cells one by one, for colouring. [`svg`](Self::svg) and [`pixels`](Self::pixels)
/// return pictures. Points off the map are ignored. The order in which marks are added does not matter, only that of
/// the layers.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, GridMap, Point};
///
/// let map: GridMap = "....\n.##.\n....".parse()?;
/// let path = [Point::new(0, 1), Point::new(0, 0), Point::new(1, 0), Point::new(2, 0)];
/// let drawing = map
///     .drawing()
///     .closed(&path)
///     .open([Point::new(3, 0), Point::new(0, 2)])
///     .path(&path)
///     .start(path[0])
///     .goal(Point::new(3, 2));
/// assert_eq!(drawing.to_string(), "***o\nS##.\no..G\n");
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone)]
pub struct Drawing<'map> {
    pub(super) map: &'map GridMap,
    /// For each cell, by its number, a bit for each of its layers.
    marks: Vec<u8>,
    /// The points of each path. A line leads from one to the next.
    pub(super) paths: Vec<Vec<Point>>,
    /// The cells that pictures show as dots.
    #[cfg(feature = "pictures")]
    pub(super) dots: Vec<Point>,
}

impl<'map> Drawing<'map> {
    pub(super) fn new(map: &'map GridMap) -> Self {
        Self {
            map,
            marks: alloc::vec![0; map.index_bound()],
            paths: Vec::new(),
            #[cfg(feature = "pictures")]
            dots: Vec::new(),
        }
    }

    /// Marks the closed cells of a search.
    pub fn closed(self, points: impl IntoIterator<Item: Borrow<Point>>) -> Self {
        self.mark(points, Layer::Closed)
    }

    /// Marks the open cells of a search.
    pub fn open(self, points: impl IntoIterator<Item: Borrow<Point>>) -> Self {
        self.mark(points, Layer::Open)
    }

    /// Marks the cells of a path, and those on the straight lines between consecutive points that are not neighbours.
    pub fn path(mut self, points: impl IntoIterator<Item: Borrow<Point>>) -> Self {
        let points = points.into_iter().map(|point| *point.borrow());
        let path: Vec<Point> = points.filter(|point| self.map.contains(*point)).collect();
        let between = path.windows(2).flat_map(|line| cells_on_line(line[0], line[1]));
        self = self.mark(path.first(), Layer::Path).mark(between, Layer::Path);
        self.paths.push(path);
        self
    }

    /// Makes pictures show these cells as dots, in a colour that depends on their layer; a cell without a mark gets no
    /// dot. Dots suit nodes that are far apart, such as jump points or the turns of an any-angle path.
    #[cfg(feature = "pictures")]
    pub fn dots(mut self, points: impl IntoIterator<Item: Borrow<Point>>) -> Self {
        self.dots.extend(points.into_iter().map(|point| *point.borrow()));
        self
    }

    /// Marks the start.
    pub fn start(self, point: Point) -> Self {
        self.mark([point], Layer::Start)
    }

    /// Marks the goal.
    pub fn goal(self, point: Point) -> Self {
        self.mark([point], Layer::Goal)
    }

    /// Returns the layer that is visible at the point, or `None` off the map.
    pub fn layer(&self, point: Point) -> Option<Layer> {
        self.topmost(point, &Layer::ALL)
    }

    /// The first of these layers that the cell has, or `None` off the map.
    pub(super) fn topmost(&self, point: Point, layers: &[Layer]) -> Option<Layer> {
        let marks = self.map.contains(point).then(|| self.marks[self.map.index(point)])?;
        let is_marked = |layer: &&Layer| marks >> **layer as u8 & 1 == 1;
        Some(layers.iter().find(is_marked).copied().unwrap_or_default())
    }

    /// Returns the character that is visible at the point, or `None` off the map.
    pub fn symbol(&self, point: Point) -> Option<char> {
        self.layer(point).map(|layer| match layer {
            Layer::Terrain => symbol(self.map.factor(point)),
            Layer::Closed => '+',
            Layer::Open => 'o',
            Layer::Path => '*',
            Layer::Start => 'S',
            Layer::Goal => 'G',
        })
    }

    /// Returns the cells row by row, each with its layer and character, for colouring or for drawing in another way.
    ///
    /// ```
    /// # use astride_grid::{GridError, GridMap, Layer, Point};
    /// let map: GridMap = ".#\n..".parse()?;
    /// let drawing = map.drawing().path([Point::new(0, 0), Point::new(0, 1)]);
    /// let mut page = String::new();
    /// for row in drawing.rows() {
    ///     for (layer, symbol) in row {
    ///         match layer {
    ///             Layer::Path => page += &format!("<b>{symbol}</b>"),
    ///             _ => page.push(symbol),
    ///         }
    ///     }
    ///     page += "<br>";
    /// }
    /// assert_eq!(page, "<b>*</b>#<br><b>*</b>.<br>");
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = (Layer, char)>> {
        (0..self.map.height()).map(move |y| {
            (0..self.map.width()).filter_map(move |x| {
                let point = Point { x, y };
                self.layer(point).zip(self.symbol(point))
            })
        })
    }

    /// Returns the cells as [`rows`](Self::rows) does, in at most this many columns and rows, each at least 1. If the
    /// map is larger than that, each entry stands for a square of cells. If the square contains a cell of the path, the
    /// start or the goal, the entry shows the topmost of these. Otherwise, it shows a wall if walls fill at least half
    /// of the square (so that thin walls do not vanish), and in all other cases the topmost layer.
    ///
    /// ```
    /// # use astride_grid::{GridError, GridMap, Layer, Point};
    /// let map: GridMap = "....#.\n....#.\n".parse()?;
    /// let drawing = map.drawing().start(Point::new(3, 1));
    /// let [row] = &drawing.rows_within(3, 9)[..] else { panic!() };
    /// assert_eq!(row.iter().map(|(_, symbol)| symbol).collect::<String>(), ".S#");
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn rows_within(&self, columns: usize, rows: usize) -> Vec<Vec<(Layer, char)>> {
        let (width, height) = (usize::from(self.map.width()), usize::from(self.map.height()));
        let scale = width.div_ceil(columns.max(1)).max(height.div_ceil(rows.max(1)));
        let cells: Vec<Vec<_>> = self.rows().map(Iterator::collect).collect();
        let line = |band: &[Vec<(Layer, char)>]| {
            let square = |x| band.iter().flat_map(move |row| &row[x..width.min(x + scale)]);
            let merged = |x| {
                let ground = square(x).filter(|cell| cell.1 != '#');
                let walls = square(x).count() - ground.clone().count();
                match ground.max_by_key(|cell| cell.0) {
                    Some(topmost) if topmost.0 >= Layer::Path || 2 * walls < square(x).count() => *topmost,
                    _ => (Layer::Terrain, '#'),
                }
            };
            (0..width).step_by(scale).map(merged).collect()
        };
        cells.chunks(scale).map(line).collect()
    }

    pub(super) fn mark(mut self, points: impl IntoIterator<Item: Borrow<Point>>, layer: Layer) -> Self {
        for point in points {
            let point = *point.borrow();
            if self.map.contains(point) {
                let cell = self.map.index(point);
                self.marks[cell] |= 1 << layer as u8;
            }
        }
        self
    }
}

impl fmt::Debug for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawing").field("map", self.map).finish_non_exhaustive()
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            for (_, symbol) in row {
                f.write_char(symbol)?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}
