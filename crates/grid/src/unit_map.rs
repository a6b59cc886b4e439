//! [`UnitMap`]: the map of one kind of unit in a world, and everything derived from it.

use super::{Components, GridError, GridMap, JumpMap, JumpPoints, JumpTable, Movement, Point, UnitKind};

/// The map of one kind of unit in a [`GridWorld`](super::GridWorld), with its jump points and components, all of which
/// the world keeps current: see [`GridWorld::units`](super::GridWorld::units).
#[derive(Clone, Debug)]
pub struct UnitMap<M> {
    kind: UnitKind,
    ground: M,
    components: Components,
}

impl<M: Ground> UnitMap<M> {
    /// `map` is the map of the positions of such units.
    pub(super) fn new(kind: UnitKind, map: GridMap, movement: Movement) -> Result<Self, GridError> {
        let ground = M::prepare(map, movement)?;
        let components = Components::new(ground.grid(), movement)?;
        Ok(Self {
            kind,
            ground,
            components,
        })
    }

    /// The kind of unit.
    pub fn kind(&self) -> &UnitKind {
        &self.kind
    }

    /// The map of positions for units of this kind, as [`GridMap::for_unit`] returns it.
    pub fn map(&self) -> &GridMap {
        self.ground.grid()
    }

    /// The components of [`map`](Self::map).
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// Returns whether there is a path for a unit of this kind from one position to the other: see
    /// [`Components::are_connected`].
    pub fn are_connected(&self, one: Point, other: Point) -> bool {
        self.components.are_connected(self.map(), one, other) == Ok(true)
    }

    /// Returns the position nearest to `to` that a unit of this kind at `from` can reach: see
    /// [`Components::nearest_connected`].
    pub fn nearest_connected(&self, from: Point, to: Point) -> Option<Point> {
        self.components.nearest_connected(self.map(), from, to).ok().flatten()
    }

    pub(super) fn into_map(self) -> GridMap {
        self.ground.into_grid()
    }

    /// Changes a position. Components that are not current wait for [`refresh`](Self::refresh).
    pub(super) fn change(&mut self, point: Point, cost: u8) -> Result<(), GridError> {
        let is_current = self.components.is_current(self.map());
        self.ground.change(point, cost)?;
        if is_current {
            self.components.update(self.ground.grid(), point)?;
        }
        Ok(())
    }

    /// Computes the components again if memory ran out during the last change.
    pub(super) fn refresh(&mut self) -> Result<(), GridError> {
        if self.components.is_current(self.ground.grid()) {
            return Ok(());
        }
        self.components.rebuild(self.ground.grid())
    }
}

impl<M: Ground + JumpPoints> UnitMap<M> {
    /// The source of jump points for a [`JumpProblem`](super::JumpProblem).
    pub fn jumps(&self) -> &M {
        &self.ground
    }
}

/// The form in which a [`GridWorld`](super::GridWorld) holds its maps: [`GridMap`], [`JumpMap`] or [`JumpTable`]. The
/// trait is sealed.
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
