//! Couriers, whose searches run on other threads: right for long searches whose result may take a few frames.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use astride::{AStar, Heuristic};
use astride_grid::Point;
use bevy_ecs::prelude::*;
use bevy_tasks::futures::check_ready;
use bevy_tasks::{AsyncComputeTaskPool, Task};

use crate::town::{Town, has_changed};
use crate::walk::{At, Blocked, Rounds, Route};

/// A unit that searches on another thread.
#[derive(Component)]
pub struct Courier;

/// A search on another thread. Dropping it, say by removing the component, stops the search.
///
/// Bevy cancels a task when it is dropped, but only where the task awaits something. A search does not, and would go on
/// until its end, so it is given a flag.
#[derive(Component)]
pub struct PoolSearch<N: Send + Sync + 'static = Point> {
    task: Task<Option<Vec<N>>>,
    stop: Arc<AtomicBool>,
}

impl<N: Send + Sync> PoolSearch<N> {
    /// Begins to solve a problem.
    pub fn begin(problem: impl Heuristic<Node = N> + Send + 'static) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let task = AsyncComputeTaskPool::get().spawn(async move {
            let mut search = AStar::new(problem);
            search.run_until(&flag);
            search.path().map(|path| path.nodes)
        });
        PoolSearch { task, stop }
    }

    /// Whether the search has ended, and if so, the path. `None` inside if there is no path.
    pub fn result(&mut self) -> Option<Option<Vec<N>>> {
        check_ready(&mut self.task)
    }
}

impl<N: Send + Sync> Drop for PoolSearch<N> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Couriers that need a route and do not have a search yet.
type Idle = (With<Courier>, Without<Route>, Without<PoolSearch>);

/// Begins a search for each courier that needs a route.
pub fn begin(mut commands: Commands, town: Res<Town>, units: Query<(Entity, &At, &Rounds, Has<Blocked>), Idle>) {
    for (unit, at, rounds, is_blocked) in &units {
        let goal = rounds.goal().unwrap_or(at.0);
        if let Some(problem) = town.problem(at.0, goal, is_blocked) {
            commands
                .entity(unit)
                .remove::<Blocked>()
                .insert(PoolSearch::begin(problem));
        }
    }
}

/// Gives the routes that have been found to their couriers.
pub fn finish(mut commands: Commands, mut searches: Query<(Entity, &At, &mut PoolSearch)>) {
    for (unit, at, mut search) in &mut searches {
        if let Some(path) = search.result() {
            let route = Route::new(path.unwrap_or_else(|| vec![at.0]));
            commands.entity(unit).remove::<PoolSearch>().insert(route);
        }
    }
}

/// Stops all searches when the map changes, since they read the old one.
pub fn cancel(mut commands: Commands, town: Res<Town>, mut seen: Local<u64>, units: Query<Entity, With<PoolSearch>>) {
    if has_changed(&town, &mut seen) {
        for unit in &units {
            commands.entity(unit).remove::<PoolSearch>();
        }
    }
}
