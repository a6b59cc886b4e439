//! What all units have in common, and how those with a route of their own follow it.

use astride_grid::{Direction, Point};
use bevy_ecs::prelude::*;

use crate::town::{Town, has_changed};

/// Where a unit is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct At(pub Point);

/// Adds a unit to the town. Returns `None` if there is no room for it.
pub fn spawn(world: &mut World, at: Point, unit: impl Bundle) -> Option<Entity> {
    let unit = world.spawn((At(at), unit)).id();
    let has_entered = world.resource_mut::<Town>().enter(unit, at);
    if !has_entered {
        world.despawn(unit);
    }
    has_entered.then_some(unit)
}

/// The posts that a unit visits in turn, for ever.
#[derive(Component, Clone, Debug)]
pub struct Rounds {
    posts: Vec<Point>,
    next: usize,
    /// The number of posts that the unit has reached.
    pub visits: u32,
}

impl Rounds {
    /// Creates rounds of these posts.
    pub fn new(posts: impl IntoIterator<Item = Point>) -> Self {
        Rounds {
            posts: posts.into_iter().collect(),
            next: 0,
            visits: 0,
        }
    }

    /// The post that the unit is on its way to. `None` if it has no posts.
    pub fn goal(&self) -> Option<Point> {
        self.posts.get(self.next).copied()
    }

    /// Continues with the next post. `has_arrived` tells whether the unit has reached this one.
    pub fn go_on(&mut self, has_arrived: bool) {
        self.visits += u32::from(has_arrived);
        self.next = (self.next + 1) % self.posts.len().max(1);
    }
}

/// The path that a unit follows. A unit without one needs a search.
#[derive(Component, Clone, Debug)]
pub struct Route {
    cells: Vec<Point>,
    /// The number of the cell where the unit is.
    at: usize,
    /// The frames for which another unit has been in the way.
    waits: u32,
}

impl Route {
    pub fn new(cells: Vec<Point>) -> Self {
        Route { cells, at: 0, waits: 0 }
    }

    /// The rest of the path, from the unit on.
    pub fn rest(&self) -> &[Point] {
        &self.cells[self.at.min(self.cells.len())..]
    }
}

/// A unit that another one blocked. Its next path leads around the units that stand in its way.
#[derive(Component)]
pub struct Blocked;

/// After so many frames, a unit makes way for the one in front of it, and searches again.
const PATIENCE: u32 = 3;

/// Takes the routes away that a new wall has closed.
pub fn reroute(mut commands: Commands, town: Res<Town>, mut seen: Local<u64>, units: Query<(Entity, &Route)>) {
    if has_changed(&town, &mut seen) {
        for (unit, route) in &units {
            if !town.is_open(route.rest()) {
                commands.entity(unit).remove::<Route>();
            }
        }
    }
}

/// Moves each unit that has a route by one step, if there is room.
pub fn follow_routes(
    mut commands: Commands,
    mut town: ResMut<Town>,
    mut units: Query<(Entity, &mut At, &mut Route, &mut Rounds)>,
) {
    for (unit, mut at, mut route, mut rounds) in &mut units {
        match *route.rest() {
            [_, next, ..] if town.step(at.0, next) => {
                at.0 = next;
                route.at += 1;
                route.waits = 0;
            }
            [_, _, ..] if route.waits < PATIENCE => route.waits += 1,
            [_, _, ..] => {
                if let Some(aside) = step_aside(&mut town, at.0, unit) {
                    at.0 = aside;
                }
                commands.entity(unit).remove::<Route>().insert(Blocked);
            }
            _ => {
                // At the end, which may be short of a post that no path leads to.
                let has_arrived = rounds.goal() == Some(at.0);
                rounds.go_on(has_arrived);
                commands.entity(unit).remove::<Route>();
            }
        }
    }
}

/// Moves a unit to a cell beside it. Units try the directions in different orders, so that they do not follow each
/// other. Returns the new cell if there was room.
fn step_aside(town: &mut Town, at: Point, unit: Entity) -> Option<Point> {
    let first = unit.index_u32() as usize % 8;
    let directions = Direction::ALL.into_iter().cycle().skip(first).take(8);
    let mut cells = directions.filter_map(|direction| at.neighbour(direction));
    cells.find(|cell| town.step(at, *cell))
}
