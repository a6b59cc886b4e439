//! [`GridWorld`]: a map and what is derived from it, changed together.

use super::map::changes_of_cells;
use alloc::vec::Vec;

use super::{Clearance, Components, GridError, GridMap, Ground, JumpPoints, Movement, Point, UnitKind, UnitMap};

/// A map and what is derived from it under one movement rule: jump points, connected components, and the same for units
/// of other sizes and on other terrain.
///
/// A changed cell is one call, and every search sees the change: plain searches by [`map`](Self::map), jump point
/// searches by [`jumps`](Self::jumps), questions about connections by [`are_connected`](Self::are_connected). Nothing
/// derived is ever stale. [`add_unit`](Self::add_unit) adds a kind of unit that covers several cells or pays its own
/// terrain costs, and [`units`](Self::units) have the same for each kind. A [`FlowField`](super::FlowField) has a copy of the map and tells by
/// [`is_current`](super::FlowField::is_current) whether it has to be computed again.
///
/// `M` says how much is prepared for jump points:
///
/// | `M` | prepared | bytes a cell | a changed wall |
/// |---|---|---|---|
/// | [`GridMap`] | nothing: maps of several terrain costs | 6 | that of [`Components::set_cost`] |
/// | [`JumpMap`] | rows and columns as bits | 7 | the same and O(1) |
/// | [`JumpTable`] | all jumps | 23 | the same and that of [`JumpTable::set_cost`] |
///
/// # Example
///
/// A game with a door:
///
/// ```
/// use astride_grid::{FlowField, GridError, GridProblem, GridWorld, JumpMap, JumpProblem, Movement, Point};
/// use astride::{AStar, Status, Stepper};
///
/// let mut world = GridWorld::<JumpMap>::new("
///     ...#...
///     ...#...
///     .......
/// ".parse()?, Movement::Eight)?;
/// let (unit, camp, door) = (Point::new(1, 0), Point::new(5, 0), Point::new(3, 2));
/// let mut field = FlowField::new(world.map().clone(), [camp], world.movement())?;
/// assert_eq!(field.run(), Status::Found);
/// assert_eq!(field.cost(unit), Some(2 * 1393 + 4 * 985));
///
/// // The door closes, and another one opens.
/// world.set_wall(door)?;
/// assert!(!world.are_connected(unit, camp));
/// world.set_free(Point::new(3, 1))?;
/// assert!(world.are_connected(unit, camp));
///
/// let mut plain = AStar::new(GridProblem::new(world.map(), unit, camp, world.movement())?);
/// let mut jumping = AStar::new(JumpProblem::new(world.jumps(), unit, camp)?);
/// assert_eq!((plain.run(), jumping.run()), (Status::Found, Status::Found));
/// let cost = plain.path().unwrap().cost;
/// assert_eq!(jumping.path().unwrap().cost, cost);
///
/// if !field.is_current(world.map()) {
///     field.reset(world.map().clone(), [camp])?;
///     field.run();
/// }
/// assert_eq!(field.cost(unit), Some(cost));
/// # Ok::<(), GridError>(())
/// ```
/// Units of three sizes, each with its own map:
///
/// ```
/// use astride_grid::{GridError, GridMap, GridWorld, JumpMap, Movement, Point, UnitKind};
///
/// let mut world = GridWorld::<JumpMap>::new(GridMap::new(9, 6)?, Movement::Eight)?;
/// let tank = world.add_unit(UnitKind::new(2)?)?;
/// let giant = world.add_unit(UnitKind::new(3)?)?;
/// for y in [0, 1, 4, 5] {
///     world.set_wall(Point::new(4, y))?; // leaves a gate of two cells
/// }
/// let (west, east) = (Point::new(0, 0), Point::new(6, 0));
/// assert!(world.units()[tank].are_connected(west, east));
/// assert!(!world.units()[giant].are_connected(west, east));
/// # Ok::<(), GridError>(())
/// ```
#[doc(alias("unit size", "agent radius", "dynamic map"))]
#[derive(Clone, Debug)]
pub struct GridWorld<M> {
    /// Those of the map itself first.
    units: Vec<UnitMap<M>>,
    movement: Movement,
    clearance: Option<Clearance>,
}

impl<M: Ground> GridWorld<M> {
    /// Takes a map and derives from it what `M` asks for, and the components.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(cells).
    pub fn new(map: GridMap, movement: Movement) -> Result<Self, GridError> {
        let unit = UnitMap::new(UnitKind::new(1)?, map, movement)?;
        Ok(Self {
            units: alloc::vec![unit],
            movement,
            clearance: None,
        })
    }

    /// The map.
    pub fn map(&self) -> &GridMap {
        self.units[0].map()
    }

    /// Returns the map.
    pub fn into_map(mut self) -> GridMap {
        self.units.swap_remove(0).into_map()
    }

    /// The movement rule.
    pub fn movement(&self) -> Movement {
        self.movement
    }

    /// The components of [`map`](Self::map), which are always current.
    pub fn components(&self) -> &Components {
        self.units[0].components()
    }

    /// Whether there is a path from one cell to the other: see [`Components::are_connected`].
    pub fn are_connected(&self, one: Point, other: Point) -> bool {
        self.units[0].are_connected(one, other)
    }

    /// Derives the map of another kind of unit, and keeps it current from now on, with its jump points and components.
    /// It takes as many bytes as the world's own map does.
    ///
    /// Returns the place of the kind in [`units`](Self::units): that of an equal kind if the world has one.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(cells · log size).
    pub fn add_unit(&mut self, kind: UnitKind) -> Result<usize, GridError> {
        if let Some(known) = self.units.iter().position(|unit| *unit.kind() == kind) {
            return Ok(known);
        }
        let map = self.map().for_unit(&kind)?;
        self.units.push(UnitMap::new(kind, map, self.movement)?);
        Ok(self.units.len() - 1)
    }

    /// The maps of all kinds of units, in the order in which they were added. The first one is the world's own
    /// [`map`](Self::map), that of units of one cell.
    pub fn units(&self) -> &[UnitMap<M>] {
        &self.units
    }

    /// Computes the [`clearance`](Self::clearance) of the map, up to squares of the side `largest`, and keeps it
    /// current from now on. This takes one byte a cell.
    ///
    /// # Errors
    ///
    /// [`GridError::NoSize`] if `largest` is 0; [`GridError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(cells).
    pub fn keep_clearance(&mut self, largest: u8) -> Result<(), GridError> {
        self.clearance = Some(Clearance::new(self.map(), largest)?);
        Ok(())
    }

    /// The largest square of free cells at each cell of [`map`](Self::map), always current. `None` before
    /// [`keep_clearance`](Self::keep_clearance).
    pub fn clearance(&self) -> Option<&Clearance> {
        self.clearance.as_ref()
    }

    /// As [`GridMap::set_cost`].
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    ///
    /// # Complexity
    ///
    /// O(1) if only the terrain changes. Otherwise see [`Components::set_cost`], for a [`JumpTable`] also
    /// [`JumpTable::set_cost`], and for clearances [`Clearance::set_cost`]. For each kind of unit in addition
    /// O(size²), and the same for each of its positions that changes, of which there are at most size².
    ///
    /// [`JumpTable`]: super::JumpTable
    /// [`JumpTable::set_cost`]: super::JumpTable::set_cost
    pub fn set_cost(&mut self, point: Point, cost: u8) -> Result<(), GridError> {
        self.map().check_inside(point)?;
        let before = self.map().factor(point);
        let (cells, others) = self.units.split_at_mut(1);
        // If memory runs out for one kind, the others are current all the same.
        let mut done = cells[0].change(point, cost);
        let map = cells[0].map();
        for unit in others {
            if unit.kind().cost(before) != unit.kind().cost(cost) {
                for (position, cost) in unit.kind().positions_around(map, point) {
                    done = unit.change(position, cost).and(done);
                }
            }
        }
        if let Some(clearance) = &mut self.clearance {
            clearance.update(map, point);
        }
        done
    }

    changes_of_cells!();
}

impl<M: Ground + JumpPoints> GridWorld<M> {
    /// The source of jump points for a [`JumpProblem`](super::JumpProblem).
    pub fn jumps(&self) -> &M {
        self.units[0].jumps()
    }
}
