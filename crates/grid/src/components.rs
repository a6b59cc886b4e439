//! [`Components`]: which cells can be reached from one another, without a search.

use alloc::collections::{TryReserveError, VecDeque};
use alloc::vec::Vec;
use core::fmt;

use super::estimate::Gauge;
use super::movement::{DIRECTIONS, FIRST_DIAGONAL, directions_of};
use super::version::Version;
use super::{Estimate, GridError, GridMap, Movement, Point};

/// The connected components of a map: they show without a search whether there is a path from one cell to another.
///
/// Components are valid for one map with its current walls. Every method that looks up cells takes the map, checks in
/// constant time whether its walls have changed, and returns [`GridError::Stale`] if they have. (A copy of the map
/// counts as the same map until the walls of one of the two change. Changes to terrain costs do not matter.)
///
/// [`set_cost`](Self::set_cost) changes a cell of the map and updates the components; [`rebuild`](Self::rebuild)
/// computes them again after other changes. A [`GridWorld`](super::GridWorld) owns a map together with its components,
/// so that they are never stale.
///
/// All movement rules except [`Movement::EightSqueezing`] connect the same cells: wherever a diagonal step is allowed,
/// two straight steps lead to the same cell.
///
/// # Complexity
///
/// O(cells) to compute, usually with 4 to 7 bytes per cell. A query takes O(1), or O(log changes) once walls have
/// changed.
///
/// # Example
///
/// ```
/// use astride_grid::{Components, GridError, GridMap, Movement, Point};
///
/// let mut map: GridMap = "
///     ..#.
///     ..#.
/// ".parse()?;
/// let (left, door, right) = (Point::new(0, 0), Point::new(2, 1), Point::new(3, 0));
/// let mut components = Components::new(&map, Movement::Eight)?;
/// assert_eq!(components.component_count(&map)?, 2);
/// assert!(!components.are_connected(&map, left, right)?);
///
/// // Changes the map and the components.
/// components.set_cost(&mut map, door, 1)?;
/// assert!(components.are_connected(&map, left, right)?);
/// assert_eq!(components.size(&map, left)?, 7);
///
/// // Any other change is detected.
/// map.set_wall(door)?;
/// assert_eq!(components.are_connected(&map, left, right), Err(GridError::Stale));
/// components.rebuild(&map)?;
/// assert!(!components.are_connected(&map, left, right)?);
/// # Ok::<(), GridError>(())
/// ```
#[doc(alias("connected components", "flood fill", "reachable"))]
#[derive(Clone)]
pub struct Components {
    movement: Movement,
    /// The directions in which a cell is connected to its free neighbours.
    mask: u8,
    walls: Version,
    /// A label for each cell, by its index, or [`WALL`].
    labels: Vec<u32>,
    /// The parent of each label. A root is its own parent.
    parents: Vec<u32>,
    /// The height of each root's tree. Unlike the sizes, heights never fall, so chains stay short however often cells
    /// change.
    ranks: Vec<u8>,
    /// The number of cells with a root's label.
    sizes: Vec<u32>,
    /// The number of components.
    count: u32,
    /// Cells waiting to be explored. Empty between calls.
    stack: Vec<u32>,
}

const WALL: u32 = u32::MAX;

impl Components {
    /// Computes the components of the map.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    pub fn new(map: &GridMap, movement: Movement) -> Result<Self, GridError> {
        let mut components = Self {
            movement,
            mask: if movement == Movement::EightSqueezing {
                0xFF
            } else {
                0x0F
            },
            walls: Version::default(),
            labels: Vec::new(),
            parents: Vec::new(),
            ranks: Vec::new(),
            sizes: Vec::new(),
            count: 0,
            stack: Vec::new(),
        };
        components.rebuild(map)?;
        Ok(components)
    }

    /// Computes the components of a map, reusing the memory of the current ones.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(cells).
    pub fn rebuild(&mut self, map: &GridMap) -> Result<(), GridError> {
        // The components are stale until they are complete.
        self.walls = Version::default();
        self.labels.clear();
        self.parents.clear();
        self.ranks.clear();
        self.sizes.clear();
        self.stack.clear();
        self.label(map).map_err(|_| map.out_of_memory())?;
        self.count = as_label(self.sizes.len());
        self.walls = map.walls.clone();
        Ok(())
    }

    /// Returns whether the map's walls are those that the components were computed for.
    pub fn is_current(&self, map: &GridMap) -> bool {
        self.walls.is(&map.walls)
    }

    /// The movement rule.
    pub fn movement(&self) -> Movement {
        self.movement
    }

    /// Returns whether there is a path from one cell to the other. No path leads to or from a wall or a point off the
    /// map.
    ///
    /// # Errors
    ///
    /// [`GridError::Stale`].
    #[inline]
    pub fn are_connected(&self, map: &GridMap, one: Point, other: Point) -> Result<bool, GridError> {
        let (one, other) = (self.root_at(map, one)?, self.root_at(map, other)?);
        Ok(one.is_some() && one == other)
    }

    /// The number of cells in the component of this cell; 0 for a wall or a point off the map.
    ///
    /// # Errors
    ///
    /// [`GridError::Stale`].
    pub fn size(&self, map: &GridMap, point: Point) -> Result<u32, GridError> {
        Ok(self.root_at(map, point)?.map_or(0, |root| self.sizes[root as usize]))
    }

    /// Returns the cell nearest to `to` that a unit at `from` can reach: `to` itself if there is a path, and otherwise
    /// a cell with the [strongest](Estimate::strongest) estimate as small as possible, the first in reading order.
    /// `from` may be a wall, which the unit can leave by the steps that
    /// [`GridProblem::new_lenient`](super::GridProblem::new_lenient) describes, and `to` may be one as well. `None` if
    /// either is off the map.
    ///
    /// A search for a goal that cannot be reached expands every reachable cell; a search for the cell returned by this
    /// method does not. The cell is also a goal for a [`FlowField`](super::FlowField), for the units in its component.
    ///
    /// # Errors
    ///
    /// [`GridError::Stale`].
    ///
    /// # Complexity
    ///
    /// O(d²) if the cell is d columns or rows away from `to`.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{Components, GridError, GridMap, Movement, Point};
    ///
    /// let map: GridMap = "
    ///     ....#.
    ///     .#..#.
    /// ".parse()?;
    /// let components = Components::new(&map, Movement::Four)?;
    /// let (unit, clicked) = (Point::new(0, 0), Point::new(5, 1));
    /// assert_eq!(components.nearest_connected(&map, unit, clicked)?, Some(Point::new(3, 1)));
    /// # Ok::<(), GridError>(())
    /// ```
    #[doc(alias("blocked goal", "nearest reachable", "closest"))]
    pub fn nearest_connected(&self, map: &GridMap, from: Point, to: Point) -> Result<Option<Point>, GridError> {
        self.check(map)?;
        if !map.contains(from) || !map.contains(to) {
            return Ok(None);
        }
        let root = |cell: usize| {
            self.labels
                .get(cell)
                .filter(|label| **label != WALL)
                .map(|label| self.root(*label))
        };
        let cell = map.index(from);
        let steps = self.movement.table()[usize::from(map.bits(from))];
        let near = around(map, cell, if map.is_free(from) { 0 } else { steps });
        let roots: Vec<u32> = near.chain([cell]).filter_map(root).collect();

        let gauge = Gauge::<u64>::new(Estimate::strongest(self.movement), self.movement, map);
        let mut nearest = (gauge.measure(from, to), from);
        // One square around `to` after another, until no cell of the next one can be nearer.
        for radius in 0..map.width().max(map.height()) {
            if gauge.measure(Point::default(), Point::new(radius, 0)) > nearest.0 {
                break;
            }
            let side = |at: u16, end: u16| at.saturating_sub(radius)..=at.saturating_add(radius).min(end - 1);
            for y in side(to.y, map.height()) {
                let columns = side(to.x, map.width());
                let (first, last) = (*columns.start(), *columns.end());
                let inner = if y.abs_diff(to.y) == radius || first == last {
                    1
                } else {
                    last - first
                };
                for x in columns
                    .step_by(inner.into())
                    .filter(|x| y.abs_diff(to.y).max(x.abs_diff(to.x)) == radius)
                {
                    let point = Point { x, y };
                    if root(map.index(point)).is_some_and(|root| roots.contains(&root)) {
                        nearest = nearest.min((gauge.measure(point, to), point));
                    }
                }
            }
        }
        Ok(Some(nearest.1))
    }

    /// The number of components.
    ///
    /// # Errors
    ///
    /// [`GridError::Stale`].
    pub fn component_count(&self, map: &GridMap) -> Result<u32, GridError> {
        self.check(map)?;
        Ok(self.count)
    }

    /// Changes a cell as [`GridMap::set_cost`] does, and updates the components.
    ///
    /// # Errors
    ///
    /// [`GridError::Stale`] if the components are not [current](Self::is_current); [`GridError::Outside`]. Nothing is
    /// changed then. [`GridError::OutOfMemory`] if all components are recomputed: the cell has then changed, and the
    /// components are stale.
    ///
    /// # Complexity
    ///
    /// O(log changes) if a wall becomes free, or if the neighbours of a new wall are still connected around it. If a
    /// new wall may have split a component, the parts around it are explored alternately until they meet or all but one
    /// have been explored completely; this takes time proportional to the number of cells explored. Once as many labels
    /// have been used as there are cells, all components are recomputed.
    pub fn set_cost(&mut self, map: &mut GridMap, point: Point, cost: u8) -> Result<(), GridError> {
        self.check(map)?;
        map.set_cost(point, cost)?;
        self.update(map, point)
    }

    /// Updates the components after a change of one cell. No other cell may have changed.
    pub(super) fn update(&mut self, map: &GridMap, point: Point) -> Result<(), GridError> {
        let (cell, is_free) = (map.index(point), map.is_free(point));
        if is_free == (self.labels[cell] != WALL) {
            return Ok(());
        }
        if self.parents.len() > self.labels.len() {
            return self.rebuild(map);
        }
        if is_free {
            self.join(map, cell);
        } else {
            self.part(map, cell, map.bits(point));
        }
        self.walls = map.walls.clone();
        Ok(())
    }

    /// Joins a cell that was a wall to its free neighbours.
    fn join(&mut self, map: &GridMap, cell: usize) {
        let label = self.new_label();
        self.labels[cell] = label;
        self.sizes[label as usize] = 1;
        self.count += 1;
        for neighbour in around(map, cell, map.neighbours[cell] & self.mask) {
            let (one, other) = (self.root(self.labels[cell]), self.root(self.labels[neighbour]));
            if one != other {
                self.unite(one, other);
                self.count -= 1;
            }
        }
    }

    /// Updates the labels after a free cell with these free neighbours became a wall, which may separate the parts that
    /// it connected.
    fn part(&mut self, map: &GridMap, cell: usize, free: u8) {
        let root = self.root(self.labels[cell]);
        self.labels[cell] = WALL;
        self.sizes[root as usize] -= 1;
        if free & self.mask == 0 {
            self.count -= 1;
            return;
        }
        if is_ring_connected(free, self.mask) {
            return;
        }
        self.split(map, root, around(map, cell, free & self.mask));
    }

    /// Finds out which cells are still connected after the cell between them became a wall.
    ///
    /// Each cell begins a front with its own label. The fronts advance in turns, so that no part is explored for longer
    /// than the others. Fronts that meet become one, and a front that cannot advance is a separate part. The last
    /// remaining part, usually the largest, keeps the old label.
    fn split(&mut self, map: &GridMap, old: u32, cells: impl Iterator<Item = usize>) {
        let first_new = as_label(self.parents.len());
        let mut fronts: Vec<(u32, VecDeque<usize>)> = Vec::new();
        for cell in cells {
            let label = self.new_label();
            self.labels[cell] = label;
            self.sizes[label as usize] = 1;
            fronts.push((label, VecDeque::from([cell])));
        }
        while self.is_undecided(&fronts) {
            for (label, front) in &mut fronts {
                let Some(cell) = front.pop_front() else { continue };
                let mut root = self.root(*label);
                for neighbour in around(map, cell, map.neighbours[cell] & self.mask) {
                    let found = self.labels[neighbour];
                    if found < first_new {
                        self.labels[neighbour] = *label;
                        self.sizes[root as usize] += 1;
                        front.push_back(neighbour);
                    } else {
                        root = self.unite(root, self.root(found));
                    }
                }
            }
        }
        // Each root among the new labels is a part.
        let open = fronts.iter().find(|(_, front)| !front.is_empty());
        let kept = self.root(open.map_or(first_new, |(label, _)| *label));
        for label in first_new..as_label(self.parents.len()) {
            if self.parents[label as usize] == label && label != kept {
                self.sizes[old as usize] -= self.sizes[label as usize];
                self.count += 1;
            }
        }
        self.hang(kept, old);
    }

    /// Whether two fronts that have not met can still advance.
    fn is_undecided(&self, fronts: &[(u32, VecDeque<usize>)]) -> bool {
        let mut open = fronts
            .iter()
            .filter(|(_, front)| !front.is_empty())
            .map(|(label, _)| self.root(*label));
        open.next().is_some_and(|first| open.any(|other| other != first))
    }

    /// Joins two roots and returns the common root. The one of lower rank becomes the child, so that chains stay short.
    /// If the ranks are equal, it is the smaller one.
    fn unite(&mut self, one: u32, other: u32) -> u32 {
        if one == other {
            return one;
        }
        let key = |root: u32| (self.ranks[root as usize], self.sizes[root as usize]);
        let (child, parent) = if key(one) < key(other) {
            (one, other)
        } else {
            (other, one)
        };
        self.hang(child, parent);
        self.sizes[parent as usize] += self.sizes[child as usize];
        parent
    }

    /// Makes one root the child of another.
    fn hang(&mut self, child: u32, parent: u32) {
        let below = self.ranks[child as usize] + 1;
        self.parents[child as usize] = parent;
        self.ranks[parent as usize] = self.ranks[parent as usize].max(below);
    }

    /// Gives a label to each free cell.
    fn label(&mut self, map: &GridMap) -> Result<(), TryReserveError> {
        let cells = map.costs.len();
        self.labels.try_reserve_exact(cells)?;
        self.labels.resize(cells, WALL);
        for (cell, cost) in map.costs.iter().enumerate() {
            if *cost != 0 && self.labels[cell] == WALL {
                self.flood(map, cell)?;
            }
        }
        Ok(())
    }

    /// Gives a new label to a cell and to all unlabelled cells that are connected to it.
    fn flood(&mut self, map: &GridMap, cell: usize) -> Result<(), TryReserveError> {
        self.parents.try_reserve(1)?;
        self.ranks.try_reserve(1)?;
        self.sizes.try_reserve(1)?;
        self.stack.try_reserve(1)?;
        let label = self.new_label();
        let mut size = 1;
        self.labels[cell] = label;
        self.stack.push(as_label(cell));
        while let Some(cell) = self.stack.pop() {
            let cell = cell as usize;
            for neighbour in around(map, cell, map.neighbours[cell] & self.mask) {
                if self.labels[neighbour] == WALL {
                    self.labels[neighbour] = label;
                    self.stack.try_reserve(1)?;
                    self.stack.push(as_label(neighbour));
                    size += 1;
                }
            }
        }
        self.sizes[label as usize] = size;
        Ok(())
    }

    fn new_label(&mut self) -> u32 {
        let label = as_label(self.parents.len());
        self.parents.push(label);
        self.ranks.push(0);
        self.sizes.push(0);
        label
    }

    fn root(&self, mut label: u32) -> u32 {
        loop {
            let parent = self.parents[label as usize];
            if parent == label {
                return label;
            }
            label = parent;
        }
    }

    fn check(&self, map: &GridMap) -> Result<(), GridError> {
        if self.is_current(map) {
            Ok(())
        } else {
            Err(GridError::Stale)
        }
    }

    fn root_at(&self, map: &GridMap, point: Point) -> Result<Option<u32>, GridError> {
        self.check(map)?;
        let label = self.labels.get(map.index(point)).filter(|label| **label != WALL);
        Ok(label.map(|label| self.root(*label)))
    }
}

impl fmt::Debug for Components {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Components")
            .field("movement", &self.movement)
            .field("cells", &self.labels.len())
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

/// There are fewer than 2³¹ cells, and at most twice as many labels.
#[expect(clippy::cast_possible_truncation, reason = "see above")]
fn as_label(number: usize) -> u32 {
    number as u32
}

/// The neighbours of a cell in the directions of a byte that lead to free cells, by their indices.
fn around(map: &GridMap, cell: usize, directions: u8) -> impl Iterator<Item = usize> {
    directions_of(directions).map(move |direction| cell.wrapping_add(map.offset(DIRECTIONS[direction & 7])))
}

/// Whether the free neighbours of a cell in the directions of `mask` are connected to one another without it, through
/// the eight cells around it.
fn is_ring_connected(free: u8, mask: u8) -> bool {
    const STRAIGHT: u8 = 0b0101_0101;
    // Clockwise from the cell above, so that straight neighbours have even places and diagonal ones odd places.
    let place = |direction: usize| (direction % FIRST_DIAGONAL) * 2 + usize::from(direction >= FIRST_DIAGONAL);
    let ring = |bits: u8| {
        let set = (0..DIRECTIONS.len()).filter(|direction| bits >> direction & 1 == 1);
        set.fold(0_u8, |ring, direction| ring | 1 << place(direction))
    };
    let (open, wanted) = (ring(free), ring(free & mask));
    let mut reached = 1_u8 << wanted.trailing_zeros().min(7);
    loop {
        let mut next = reached | reached.rotate_left(1) | reached.rotate_right(1);
        if mask & 0xF0 != 0 {
            let straight = reached & STRAIGHT;
            next |= straight.rotate_left(2) | straight.rotate_right(2);
        }
        next &= open;
        if next == reached {
            return wanted & !reached == 0;
        }
        reached = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_of_labels_stay_short_when_a_small_component_changes_again_and_again() {
        let mut map = GridMap::from_fn(64, 64, |point| u8::from(point == Point::new(0, 0))).unwrap();
        let mut components = Components::new(&map, Movement::Four).unwrap();
        for cost in [1, 0].into_iter().cycle().take(4000) {
            components.set_cost(&mut map, Point::new(1, 0), cost).unwrap();
        }
        let labels = (0..as_label(components.parents.len())).map(|label| {
            let parent = |label: &u32| Some(components.parents[*label as usize]).filter(|parent| parent != label);
            core::iter::successors(Some(label), parent).count()
        });
        assert!(labels.max() < Some(16));
    }
}
