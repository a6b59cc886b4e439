//! Guards, whose searches run in a system, with a budget for each frame: right for short searches whose result is
//! wanted soon, and for platforms without threads.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use astride::{AStar, Budget, Status};
use astride_grid::{GridMap, GridProblem, Point};
use bevy_ecs::prelude::*;

use crate::FrameTime;
use crate::town::{Town, has_changed};
use crate::walk::{At, Blocked, Rounds, Route};

/// A unit that searches in a system.
#[derive(Component)]
pub struct Guard;

/// A guard that waits for its search, or whose search is running.
#[derive(Component)]
pub struct Waiting;

/// The searches of all guards, one after another.
#[derive(Resource, Default)]
pub struct FrameSearches {
    waiting: VecDeque<Entity>,
    /// The unit whose search is running.
    unit: Option<Entity>,
    /// Kept for the next unit, since a search that is reset reuses its memory.
    search: Option<AStar<GridProblem<Arc<GridMap>>>>,
}

/// Guards that need a route and do not wait yet.
type Idle = (With<Guard>, Without<Route>, Without<Waiting>);

/// Lets all guards wait that need a route.
pub fn begin(mut commands: Commands, mut searches: ResMut<FrameSearches>, units: Query<Entity, Idle>) {
    for unit in &units {
        searches.waiting.push_back(unit);
        commands.entity(unit).insert(Waiting);
    }
}

/// Repairs the field of the villagers and continues the searches of the guards, until the time of the frame is used up.
pub fn search(
    mut commands: Commands,
    mut town: ResMut<Town>,
    time: Res<FrameTime>,
    mut searches: ResMut<FrameSearches>,
    units: Query<(&At, &Rounds, Has<Blocked>), With<Guard>>,
) {
    let begin = Instant::now();
    let left = || Budget::new().time(time.0.saturating_sub(begin.elapsed()));
    town.keep_field(Budget::new().time(time.0 / 2));
    let searches = &mut *searches;
    while let Some(unit) = searches.unit.or_else(|| searches.waiting.pop_front()) {
        // The unit may have been despawned meanwhile.
        let Ok((at, rounds, is_blocked)) = units.get(unit) else {
            searches.unit = None;
            continue;
        };
        if searches.unit.is_none() {
            let goal = rounds.goal().unwrap_or(at.0);
            let Some(problem) = town.problem(at.0, goal, is_blocked) else {
                continue;
            };
            match &mut searches.search {
                Some(search) => search.reset(problem),
                empty => *empty = Some(AStar::new(problem)),
            }
            searches.unit = Some(unit);
        }
        let Some(search) = &mut searches.search else { break };
        if search.run_for(left()) == Status::Running {
            break; // continues in the next frame
        }
        let path: Vec<Point> = search.path().map_or_else(|| vec![at.0], |path| path.nodes);
        commands
            .entity(unit)
            .remove::<(Waiting, Blocked)>()
            .insert(Route::new(path));
        searches.unit = None;
    }
}

/// Begins the running search again when the map changes, since it reads the old one.
pub fn cancel(town: Res<Town>, mut seen: Local<u64>, mut searches: ResMut<FrameSearches>) {
    if has_changed(&town, &mut seen)
        && let Some(unit) = searches.unit.take()
    {
        searches.waiting.push_front(unit);
    }
}
