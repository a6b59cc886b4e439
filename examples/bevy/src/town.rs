//! The map, and everything that is derived from it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use astride::{Budget, Status, Stepper};
use astride_grid::{GridError, GridMap, GridProblem, GridWorld, Movement, Point};
use bevy_ecs::prelude::*;

/// The movement rule of all units.
pub const MOVEMENT: Movement = Movement::Eight;

/// A path that avoids units is at most about so many cells longer for each of them.
const DETOUR: u8 = 20;

/// A wall is to be built or torn down.
#[derive(Message, Clone, Copy, Debug)]
pub struct ChangeWall {
    pub at: Point,
    pub is_wall: bool,
}

/// The map with its flow field, and the unit in each cell.
#[derive(Resource)]
pub struct Town {
    world: GridWorld<GridMap>,
    /// The number of the field towards the destination of the villagers.
    field: usize,
    /// A copy of the map for searches that outlast a frame. They keep the one that they began with.
    snapshot: Arc<GridMap>,
    /// Counts the changes of the map.
    version: u64,
    units: HashMap<Point, Entity>,
    /// Cells that stay as they are.
    protected: HashSet<Point>,
}

impl Town {
    /// Creates a town without units.
    ///
    /// # Errors
    ///
    /// [`GridError`] if the villagers' destination is not a free cell of the map.
    pub fn new(map: GridMap, destination: Point) -> Result<Self, GridError> {
        let snapshot = Arc::new(map.clone());
        let mut world = GridWorld::new(map, MOVEMENT)?;
        let field = world.add_field(0, [destination])?;
        Ok(Town {
            world,
            field,
            snapshot,
            version: 0,
            units: HashMap::new(),
            protected: HashSet::new(),
        })
    }

    pub fn map(&self) -> &GridMap {
        self.world.map()
    }

    /// Differs if the map has changed.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn unit_at(&self, cell: Point) -> Option<Entity> {
        self.units.get(&cell).copied()
    }

    /// Whether a unit could stand in a cell.
    pub fn has_room(&self, cell: Point) -> bool {
        self.map().is_free(cell) && !self.units.contains_key(&cell)
    }

    /// Returns the problem of finding a path from a unit to its goal, or to the nearest cell that can be reached, for a
    /// search on another thread or over several frames.
    ///
    /// That a goal cannot be reached is found out here, without a search of all cells.
    ///
    /// # Arguments
    ///
    /// `avoids_units`: whether the path should lead around cells where units stand now, unless the way around is much
    /// longer. This copies the map.
    pub fn problem(&self, from: Point, goal: Point, avoids_units: bool) -> Option<GridProblem<Arc<GridMap>>> {
        let goal = self.world.nearest_connected(from, goal).unwrap_or(from);
        let mut map = Arc::clone(&self.snapshot);
        if avoids_units {
            let map = Arc::make_mut(&mut map);
            for cell in self.units.keys() {
                map.set_cost(*cell, DETOUR).ok()?;
            }
        }
        GridProblem::new(map, from, goal, MOVEMENT).ok()
    }

    /// Whether a path that was found earlier can still be followed to its end.
    pub fn is_open(&self, path: &[Point]) -> bool {
        self.world.open_part(path).len() == path.len()
    }

    /// The next cell on the way to the villagers' destination, and the cost from a cell.
    pub fn field(&self) -> &astride_grid::WorldField {
        &self.world.fields()[self.field]
    }

    /// Sends the villagers elsewhere. They follow the old field until the new one is complete.
    ///
    /// # Errors
    ///
    /// [`GridError`] if this is not a free cell of the map.
    pub fn set_destination(&mut self, destination: Point) -> Result<(), GridError> {
        self.world.fields_mut()[self.field].set_goals([destination])
    }

    /// Computes or repairs the field, as far as the budget allows.
    pub fn keep_field(&mut self, budget: Budget) -> Status {
        self.world.run_for(budget)
    }

    /// Puts a new unit on the map. Returns whether there was room.
    pub fn enter(&mut self, unit: Entity, cell: Point) -> bool {
        let has_room = self.has_room(cell);
        if has_room {
            self.units.insert(cell, unit);
        }
        has_room
    }

    /// Moves a unit by one step. Returns whether the step was open and there was room.
    pub fn step(&mut self, from: Point, to: Point) -> bool {
        let steps = (from.x.abs_diff(to.x)).max(from.y.abs_diff(to.y));
        let can = steps == 1 && self.has_room(to) && self.is_open(&[from, to]);
        if can && let Some(unit) = self.units.remove(&from) {
            self.units.insert(to, unit);
            return true;
        }
        false
    }

    /// Moves several units at once, which may follow each other. Each move leads to a cell that is free or that another
    /// one of these units leaves.
    pub fn move_together(&mut self, moves: &[(Point, Point)]) {
        let units: Vec<_> = moves.iter().map(|(from, _)| self.units.remove(from)).collect();
        for (unit, (_, to)) in units.into_iter().zip(moves) {
            self.units.extend(unit.map(|unit| (*to, unit)));
        }
    }

    /// Keeps cells from being changed, such as a fence that separates units.
    pub fn protect(&mut self, cells: impl IntoIterator<Item = Point>) {
        self.protected.extend(cells);
    }

    /// Builds or tears down a wall. Nothing happens off the map, in a protected cell, below a unit, or in the
    /// destination of the villagers.
    fn change_wall(&mut self, change: ChangeWall) {
        let ChangeWall { at, is_wall } = change;
        let is_taken = self.units.contains_key(&at) || self.field().goals().contains(&at);
        if self.protected.contains(&at) || is_wall && is_taken || self.map().is_free(at) != is_wall {
            return;
        }
        let changed = if is_wall {
            self.world.set_wall(at)
        } else {
            self.world.set_free(at)
        };
        if changed.is_ok() {
            self.version += 1;
            self.snapshot = Arc::new(self.map().clone());
        }
    }
}

/// Changes walls as requested.
pub fn change_walls(mut town: ResMut<Town>, mut changes: MessageReader<ChangeWall>) {
    for change in changes.read() {
        town.change_wall(*change);
    }
}

/// Whether the map has changed since a system looked last. For a `Local<u64>` of that system.
pub fn has_changed(town: &Town, seen: &mut u64) -> bool {
    std::mem::replace(seen, town.version()) != town.version()
}
