//! [`GridWorld`]: a map and everything derived from it, changed together.

use alloc::vec::Vec;

use super::map::changes_of_cells;
use super::{
    Clearance, Components, GridError, GridMap, Ground, JumpPoints, Movement, Point, UnitKind, UnitMap, WorldField,
};
use astride::{Status, Stepper};

/// A map and everything derived from it under one movement rule: jump points, connected components, flow fields, and
/// the same for units of other sizes and with other terrain costs.
///
/// A single call changes a cell and updates everything derived from the map except the flow fields, which are computed
/// and repaired while the world is [run](Stepper::run_for), with a budget for each frame.
///
/// | for | use |
/// |---|---|
/// | plain searches | [`map`](Self::map) |
/// | jump point searches | [`jumps`](Self::jumps) |
/// | whether there is a path | [`are_connected`](Self::are_connected) |
/// | the nearest reachable cell | [`nearest_connected`](Self::nearest_connected) |
/// | whether a path is still open, and how far | [`open_part`](Self::open_part) |
/// | the same for large units, on any terrain | [`add_unit`](Self::add_unit), then [`units`](Self::units) |
/// | the next step for each of many units | [`add_field`](Self::add_field), then [`fields`](Self::fields) |
/// | how large a unit fits at a cell | [`keep_clearance`](Self::keep_clearance), then [`clearance`](Self::clearance) |
///
/// `M` determines how much data about jump points is prepared:
///
/// | `M` | prepared | usual bytes per cell | complexity of changing a wall |
/// |---|---|---|---|
/// | [`GridMap`] | nothing, for maps of several terrain costs | 6 to 9 | that of [`Components::set_cost`] |
/// | [`JumpMap`] | rows and columns as bits | 7 to 10 | the same, plus O(1) |
/// | [`JumpTable`] | all jumps | 27 to 30 | the same, plus that of [`JumpTable::set_cost`] |
///
/// [`JumpMap`]: super::JumpMap
/// [`JumpTable`]: super::JumpTable
/// [`JumpTable::set_cost`]: super::JumpTable::set_cost
///
/// # Example
///
/// A game with a door:
///
/// ```
/// use astride_grid::{GridError, GridProblem, GridWorld, JumpMap, JumpProblem, Movement, Point};
/// use astride::{AStar, Status, Stepper};
///
/// let mut world = GridWorld::<JumpMap>::new("
///     ...#...
///     ...#...
///     .......
/// ".parse()?, Movement::Eight)?;
/// let (unit, camp, door) = (Point::new(1, 0), Point::new(5, 0), Point::new(3, 2));
/// let to_camp = world.add_field(0, [camp])?;
/// assert_eq!(world.run(), Status::Found);
/// assert_eq!(world.fields()[to_camp].cost(unit), Some(2 * 1393 + 4 * 985));
///
/// // The door closes, and another one opens.
/// world.set_wall(door)?;
/// assert!(!world.are_connected(unit, camp));
/// assert_eq!(world.fields()[to_camp].next(Point::new(2, 2)), None, "no step into the door");
/// world.set_free(Point::new(3, 1))?;
/// assert!(world.are_connected(unit, camp));
///
/// let mut plain = AStar::new(GridProblem::new(world.map(), unit, camp, world.movement())?);
/// let mut jumping = AStar::new(JumpProblem::new(world.jumps(), unit, camp)?);
/// assert_eq!((plain.run(), jumping.run()), (Status::Found, Status::Found));
/// let cost = plain.path().unwrap().cost;
/// assert_eq!(jumping.path().unwrap().cost, cost);
///
/// assert_eq!(world.run(), Status::Found); // repairs the field
/// assert_eq!(world.fields()[to_camp].cost(unit), Some(cost));
/// # Ok::<(), GridError>(())
/// ```
///
/// Units of three sizes, with a map for each size:
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
    /// The maps of all kinds of units, beginning with that of the world itself.
    units: Vec<UnitMap<M>>,
    fields: Vec<WorldField>,
    /// The field to step next, if it needs steps.
    turn: usize,
    movement: Movement,
    clearance: Option<Clearance>,
}

impl<M: Ground> GridWorld<M> {
    /// Creates a world from a map, computing its components and the jump points that `M` prepares.
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
            fields: Vec::new(),
            turn: 0,
            movement,
            clearance: None,
        })
    }

    /// The map.
    pub fn map(&self) -> &GridMap {
        self.units[0].map()
    }

    /// Consumes the world and returns its map.
    pub fn into_map(mut self) -> GridMap {
        self.units.swap_remove(0).into_map()
    }

    /// The movement rule.
    pub fn movement(&self) -> Movement {
        self.movement
    }

    /// The components of [`map`](Self::map), which are always current, except after [`set_cost`](Self::set_cost) has
    /// run out of memory.
    pub fn components(&self) -> &Components {
        self.units[0].components()
    }

    /// Returns whether there is a path from one cell to the other: see [`Components::are_connected`].
    pub fn are_connected(&self, one: Point, other: Point) -> bool {
        self.units[0].are_connected(one, other)
    }

    /// Returns the cell nearest to `to` that a unit at `from` can reach, as a goal if `to` is a wall or walled in: see
    /// [`Components::nearest_connected`].
    pub fn nearest_connected(&self, from: Point, to: Point) -> Option<Point> {
        self.units[0].nearest_connected(from, to)
    }

    /// Derives the map of another kind of unit, with its jump points and components, and keeps all of these current
    /// from then on. Each further kind takes as much memory as the world's own map with its jump points and components.
    ///
    /// Returns the index of the kind in [`units`](Self::units), or that of an equal kind if the world already has one.
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

    /// The maps of all kinds of units, in the order in which they were added. The first is the world's own
    /// [`map`](Self::map), for units of one cell.
    pub fn units(&self) -> &[UnitMap<M>] {
        &self.units
    }

    /// Adds a flow field that leads units of one kind to the nearest goal. [Running](Stepper::run_for) the world
    /// computes the field, which then follows changes to the map. Its goals can be [moved](WorldField::set_goals).
    ///
    /// Returns the index of the field in [`fields`](Self::fields).
    ///
    /// # Arguments
    ///
    /// `unit`: the index of the kind of unit in [`units`](Self::units); 0 for units of one cell. `goals`: positions of
    /// units of this kind, at least one. A goal in a wall is ignored until the cell is free.
    ///
    /// # Errors
    ///
    /// [`GridError::NoUnit`] for an index that no kind has; [`GridError::NoGoal`] if there is no goal;
    /// [`GridError::EndOutside`] for the first goal off the map; [`GridError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(cells).
    pub fn add_field(&mut self, unit: usize, goals: impl IntoIterator<Item = Point>) -> Result<usize, GridError> {
        self.add_field_with_costs(unit, goals.into_iter().map(|goal| (goal, 0)))
    }

    /// Like [`add_field`](Self::add_field), with goals that have [costs of their
    /// own](super::FlowField::new_with_costs).
    ///
    /// # Errors
    ///
    /// As for [`add_field`](Self::add_field).
    ///
    /// # Complexity
    ///
    /// O(cells).
    pub fn add_field_with_costs(
        &mut self,
        unit: usize,
        goals: impl IntoIterator<Item = (Point, u32)>,
    ) -> Result<usize, GridError> {
        let count = self.units.len();
        let kind = self.units.get(unit).ok_or(GridError::NoUnit { unit, count })?;
        let goals: Vec<(Point, u32)> = goals.into_iter().collect();
        self.fields
            .push(WorldField::new(unit, kind.map(), &goals, self.movement)?);
        Ok(self.fields.len() - 1)
    }

    /// The flow fields, in the order in which they were added.
    pub fn fields(&self) -> &[WorldField] {
        &self.fields
    }

    /// The flow fields, mutable so that their goals can be moved.
    pub fn fields_mut(&mut self) -> &mut [WorldField] {
        &mut self.fields
    }

    /// Computes the [`clearance`](Self::clearance) of the map, for squares of at most `largest` cells a side, and keeps
    /// it current from then on. The clearance takes one byte per cell.
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

    /// The clearances of [`map`](Self::map), which are always current. `None` before
    /// [`keep_clearance`](Self::keep_clearance) is called.
    pub fn clearance(&self) -> Option<&Clearance> {
        self.clearance.as_ref()
    }

    /// Changes a cell, as [`GridMap::set_cost`] does.
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`]; [`GridError::OutOfMemory`] if components have to be recomputed: the cell has then
    /// changed, and the next call recomputes them, even if it changes nothing.
    ///
    /// # Complexity
    ///
    /// For the world's own map, O(1) if only the terrain changes, and otherwise the sum of the times of
    /// [`Components::set_cost`], [`JumpTable::set_cost`] if `M` is a [`JumpTable`], and [`Clearance::set_cost`] if
    /// clearances are kept. Each further kind of unit adds O(size²), plus the time for its components and jump points
    /// for each position that changes (at most size² positions). Each field adds the time of
    /// [`FlowField::set_cost`](super::FlowField::set_cost).
    ///
    /// [`JumpTable`]: super::JumpTable
    /// [`JumpTable::set_cost`]: super::JumpTable::set_cost
    pub fn set_cost(&mut self, point: Point, cost: u8) -> Result<(), GridError> {
        self.map().check_inside(point)?;
        let before = self.map().factor(point);
        // Memory may have run out during an earlier change.
        let mut done = self.units.iter_mut().try_for_each(UnitMap::refresh);
        if before == cost {
            return done;
        }
        // If memory runs out for one part, the others are still updated.
        done = self.change(0, point, cost).and(done);
        for unit in 1..self.units.len() {
            let kind = self.units[unit].kind();
            if kind.cost(before) != kind.cost(cost) {
                for (position, cost) in kind.positions_around(self.map(), point) {
                    done = self.change(unit, position, cost).and(done);
                }
            }
        }
        if let Some(clearance) = &mut self.clearance {
            clearance.update(self.units[0].map(), point);
        }
        done
    }

    /// Changes a position of a kind of unit.
    fn change(&mut self, unit: usize, position: Point, cost: u8) -> Result<(), GridError> {
        if self.units[unit].map().cost(position) == Some(cost) {
            return Ok(());
        }
        let mut done = self.units[unit].change(position, cost);
        for field in self.fields.iter_mut().filter(|field| field.unit() == unit) {
            done = field.change(position, cost).and(done);
        }
        done
    }

    changes_of_cells!();
}

/// Computes and repairs the [fields](GridWorld::fields) one after another. The status is [`Status::Found`] when all
/// fields are complete. Each step expands or repairs one cell of a field.
impl<M: Ground> Stepper for GridWorld<M> {
    fn step(&mut self) -> Status {
        let count = self.fields.len();
        let due = (self.turn..count).chain(0..self.turn.min(count));
        let mut due = due.filter(|field| self.fields[*field].status().is_running());
        let Some(field) = due.next() else {
            return self.status();
        };
        self.turn = field;
        if !self.fields[field].advance() {
            return Status::Running;
        }
        self.turn += 1;
        self.status()
    }

    fn status(&self) -> Status {
        let mut status = Status::Found;
        for field in &self.fields {
            match field.status() {
                Status::Running => return Status::Running,
                failed @ Status::Failed(_) => status = failed,
                Status::Found | Status::Exhausted => {}
            }
        }
        status
    }
}

impl<M: Ground + JumpPoints> GridWorld<M> {
    /// The source of jump points for a [`JumpProblem`](super::JumpProblem).
    pub fn jumps(&self) -> &M {
        self.units[0].jumps()
    }
}
