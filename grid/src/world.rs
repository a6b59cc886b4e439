//! [`GridWorld`]: a map and what is derived from it, changed together.

use super::map::changes_of_cells;
use super::{Clearance, Components, GridError, GridMap, JumpMap, JumpPoints, JumpTable, Movement, Point};

/// A map and what is derived from it under one movement rule: jump points and connected components.
///
/// A changed cell is one call, and every search sees the change: plain searches by [`map`](Self::map), jump point
/// searches by [`jumps`](Self::jumps), questions about connections by [`are_connected`](Self::are_connected). Nothing
/// derived is ever stale. A [`FlowField`](super::FlowField) has a copy of the map and tells by
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
#[derive(Clone, Debug)]
pub struct GridWorld<M> {
    ground: M,
    components: Components,
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
        let ground = M::prepare(map, movement)?;
        let components = Components::new(ground.grid(), movement)?;
        Ok(Self {
            ground,
            components,
            clearance: None,
        })
    }

    /// The map.
    pub fn map(&self) -> &GridMap {
        self.ground.grid()
    }

    /// Returns the map.
    pub fn into_map(self) -> GridMap {
        self.ground.into_grid()
    }

    /// The movement rule.
    pub fn movement(&self) -> Movement {
        self.components.movement()
    }

    /// The components of [`map`](Self::map), which are always current.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// Whether there is a path from one cell to the other: see [`Components::are_connected`].
    pub fn are_connected(&self, one: Point, other: Point) -> bool {
        self.components.are_connected(self.map(), one, other) == Ok(true)
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
    /// [`JumpTable::set_cost`], and for clearances [`Clearance::set_cost`].
    pub fn set_cost(&mut self, point: Point, cost: u8) -> Result<(), GridError> {
        self.ground.change(point, cost)?;
        if let Some(clearance) = &mut self.clearance {
            clearance.update(self.ground.grid(), point);
        }
        self.components.update(self.ground.grid(), point)
    }

    changes_of_cells!();
}

impl<M: Ground + JumpPoints> GridWorld<M> {
    /// The source of jump points for a [`JumpProblem`](super::JumpProblem).
    pub fn jumps(&self) -> &M {
        &self.ground
    }
}

/// How a [`GridWorld`] holds its map. The trait is sealed.
pub trait Ground: sealed::Ground {}

mod sealed {
    use super::{GridError, GridMap, Movement, Point};

    pub trait Ground: Sized {
        fn prepare(map: GridMap, movement: Movement) -> Result<Self, GridError>;
        fn grid(&self) -> &GridMap;
        fn into_grid(self) -> GridMap;
        fn change(&mut self, point: Point, cost: u8) -> Result<(), GridError>;
    }
}

macro_rules! ground {
    ($($ground:ty: $prepare:expr, $map:expr, $into_map:expr;)*) => {$(
        impl Ground for $ground {}

        impl sealed::Ground for $ground {
            fn prepare(map: GridMap, movement: Movement) -> Result<Self, GridError> {
                $prepare(map, movement)
            }

            fn grid(&self) -> &GridMap {
                $map(self)
            }

            fn into_grid(self) -> GridMap {
                $into_map(self)
            }

            fn change(&mut self, point: Point, cost: u8) -> Result<(), GridError> {
                self.set_cost(point, cost)
            }
        }
    )*};
}

ground! {
    GridMap: |map, _| Ok(map), |map| map, |map| map;
    JumpMap: JumpMap::new, JumpMap::map, JumpMap::into_map;
    JumpTable: JumpTable::new, JumpTable::map, JumpTable::into_map;
}
