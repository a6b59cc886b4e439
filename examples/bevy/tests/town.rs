//! The town for hundreds of frames: nobody walks through a wall or into another, and everybody gets somewhere.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::sleep;
use std::time::Duration;

use astride::{FnGraph, Graph, Query};
use astride_bevy::crowd::Villager;
use astride_bevy::frame::Guard;
use astride_bevy::pool::{Courier, PoolSearch};
use astride_bevy::town::MOVEMENT;
use astride_bevy::walk::{At, Rounds, Route};
use astride_bevy::yard::Porter;
use astride_bevy::{ChangeWall, FrameTime, Town, scene};
use astride_grid::{GridProblem, Point};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_tasks::{AsyncComputeTaskPool, block_on};

/// A linear congruential generator, by Knuth.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u16) -> u16 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u16::try_from((self.0 >> 33) % u64::from(bound)).unwrap()
    }
}

/// The unit in each cell.
fn positions(app: &mut App) -> HashMap<Point, Entity> {
    let world = app.world_mut();
    let all: Vec<(Point, Entity)> = world
        .query::<(Entity, &At)>()
        .iter(world)
        .map(|(unit, at)| (at.0, unit))
        .collect();
    let positions: HashMap<Point, Entity> = all.iter().copied().collect();
    assert_eq!(positions.len(), all.len(), "two units are in one cell");
    positions
}

/// Runs a frame, and checks every unit.
fn frame(app: &mut App) {
    let before: HashMap<Entity, Point> = positions(app).into_iter().map(|(cell, unit)| (unit, cell)).collect();
    app.update();
    let after = positions(app);
    assert_eq!(after.len(), before.len());
    let world = app.world_mut();
    let routes: Vec<Vec<Point>> = world
        .query::<&Route>()
        .iter(world)
        .map(|route| route.rest().to_vec())
        .collect();
    let town = world.resource::<Town>();
    for (cell, unit) in &after {
        assert!(town.map().is_free(*cell), "{unit} is in a wall at {cell}");
        assert_eq!(town.unit_at(*cell), Some(*unit));
        let from = before[unit];
        let steps = GridProblem::new(town.map(), from, from, MOVEMENT).unwrap();
        let is_step = *cell == from || steps.successors(&from).any(|(to, _)| to == *cell);
        assert!(is_step, "{unit} has moved from {from} to {cell}");
        let other = after.get(&from).filter(|other| *other != unit);
        assert!(
            other.is_none_or(|other| before[other] != *cell),
            "two units have changed places at {cell}"
        );
    }
    for route in routes {
        assert!(
            town.is_open(&route),
            "a unit keeps a route that leads through a wall: {route:?}"
        );
    }
}

/// The number of visits of all units with a component.
fn visits<K: Component>(app: &mut App) -> Vec<u32> {
    let world = app.world_mut();
    world
        .query_filtered::<&Rounds, With<K>>()
        .iter(world)
        .map(|rounds| rounds.visits)
        .collect()
}

#[test]
fn nobody_walks_through_a_wall_or_into_another() {
    for seed in 1..=4 {
        let mut random = Random(seed);
        let mut app = scene::app().unwrap();
        let map = app.world().resource::<Town>().map();
        let (width, height) = (map.width(), map.height());
        let mut changes = 0;
        for number in 0..300 {
            if number % 3 == 0 {
                let at = Point::new(random.below(width), random.below(height));
                let is_wall = app.world().resource::<Town>().map().is_free(at);
                app.world_mut().write_message(ChangeWall { at, is_wall });
                changes += 1;
            }
            frame(&mut app);
            // A real frame leaves more time to the other threads.
            sleep(Duration::from_millis(1));
        }
        let version = app.world().resource::<Town>().version();
        assert!(
            version > changes / 2,
            "most changes are allowed: {version} of {changes}"
        );
        for visits in [
            visits::<Courier>(&mut app),
            visits::<Guard>(&mut app),
            visits::<Porter>(&mut app),
        ] {
            assert!(visits.iter().sum::<u32>() > 0, "{visits:?}");
        }
    }
}

#[test]
fn without_changes_everybody_arrives() {
    let mut app = scene::app().unwrap();
    for _ in 0..300 {
        frame(&mut app);
        sleep(Duration::from_millis(1));
    }
    for visits in [
        visits::<Courier>(&mut app),
        visits::<Guard>(&mut app),
        visits::<Porter>(&mut app),
    ] {
        assert!(visits.iter().all(|visits| *visits > 1), "{visits:?}");
    }
    let world = app.world_mut();
    let mut villagers = world.query_filtered::<&At, With<Villager>>();
    let costs = villagers
        .iter(world)
        .map(|at| world.resource::<Town>().field().cost(at.0).unwrap());
    // Eight of them fit around the first one.
    assert!(
        costs.max().unwrap() <= 2 * 1393,
        "the villagers are at their destination"
    );
}

#[test]
fn a_route_that_a_wall_closes_is_left() {
    let mut app = scene::app().unwrap();
    while !app
        .world_mut()
        .query::<&Route>()
        .iter(app.world())
        .any(|route| route.rest().len() > 12)
    {
        frame(&mut app);
    }
    let world = app.world_mut();
    let mut routes = world.query::<(Entity, &Route)>();
    let (unit, route) = routes.iter(world).find(|(_, route)| route.rest().len() > 12).unwrap();
    let at = route.rest()[route.rest().len() / 2];
    let goal = *route.rest().last().unwrap();
    world.write_message(ChangeWall { at, is_wall: true });
    for _ in 0..200 {
        frame(&mut app);
        sleep(Duration::from_millis(1));
        if app.world().get::<At>(unit).unwrap().0 == goal {
            return;
        }
    }
    panic!("the unit does not arrive");
}

#[test]
fn without_time_only_the_other_threads_search() {
    let mut app = scene::app().unwrap();
    app.insert_resource(FrameTime(Duration::ZERO));
    for _ in 0..100 {
        frame(&mut app);
        sleep(Duration::from_millis(1));
    }
    assert_eq!(visits::<Guard>(&mut app).into_iter().sum::<u32>(), 0);
    assert!(visits::<Courier>(&mut app).into_iter().sum::<u32>() > 0);
    app.insert_resource(FrameTime::default());
    for _ in 0..100 {
        frame(&mut app);
    }
    assert!(visits::<Guard>(&mut app).into_iter().sum::<u32>() > 0);
}

/// If searches did not stop, all threads of the pool would be busy for ever, and this test would never end.
#[test]
fn a_search_that_is_dropped_stops() {
    let _app = scene::app().unwrap(); // has the task pools
    let pool = AsyncComputeTaskPool::get();
    let begun = Arc::new(AtomicUsize::new(0));
    let endless = || {
        let numbers = FnGraph::new(|number: &u64| [(number + 1, 1_u64)]);
        let begun = Arc::clone(&begun);
        let estimate = move |number: &u64| {
            begun.fetch_add(usize::from(*number == 0), Relaxed);
            0
        };
        PoolSearch::begin(Query::new(numbers, 0, |_| false).with_heuristic(estimate))
    };
    let searches: Vec<PoolSearch<u64>> = std::iter::repeat_with(endless).take(pool.thread_num()).collect();
    while begun.load(Relaxed) < searches.len() {
        sleep(Duration::from_millis(1));
    }
    drop(searches);
    assert_eq!(block_on(pool.spawn(async { 7 })), 7);
}
