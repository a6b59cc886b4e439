//! A town to begin with, and its picture.

use std::error::Error;

use astride_grid::{GridMap, Point};
use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::prelude::*;

use crate::TownPlugin;
use crate::crowd::Villager;
use crate::frame::Guard;
use crate::pool::Courier;
use crate::town::Town;
use crate::walk::{At, Rounds, spawn};
use crate::yard::Porter;

/// `C` is a courier, `G` a guard, `V` a villager, `P` a porter in the fenced yard, and `*` the villagers' destination.
const MAP: &str = "
    C..................#...............C
    .........#.........#................
    ...G.....#.........#......####..G...
    .........#............#......#......
    ##.#######....................#.....
    .........#.........#.........#......
    .V.V.....#.........#.........#......
    .V.V.....#....*....#.........#......
    .V.V...............#...#############
    .V.V.....#.........#...#............
    .........#.........#...#.P..##..##P.
    ####.#####....####.#...#....##..##..
    .........#.........#...#............
    C........#.........#...#.P..##..##P.
    ...G...................#....##..##..
    .........#.........#...#............
";

/// The upper left corner of the yard's fence.
const FENCE: Point = Point::new(23, 8);

/// Creates an app with the plugin and the units of the scene. Each call to [`App::update`] is a frame.
///
/// # Errors
///
/// If the map above is not well-formed.
pub fn app() -> Result<App, Box<dyn Error>> {
    let rows = MAP.split_whitespace();
    let cells = (0..)
        .zip(rows)
        .flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, mark)| (Point::new(x, y), mark)));
    let cells: Vec<(Point, char)> = cells.collect();
    let marked = |mark| -> Vec<Point> { cells.iter().filter(|cell| cell.1 == mark).map(|cell| cell.0).collect() };

    let map: GridMap = MAP.replace(['C', 'G', 'V', 'P', '*'], ".").parse()?;
    let mut town = Town::new(map, *marked('*').first().ok_or("no destination")?)?;
    let is_fence = |cell: &Point| cell.x >= FENCE.x && cell.y >= FENCE.y && (cell.x == FENCE.x || cell.y == FENCE.y);
    town.protect(marked('#').into_iter().filter(is_fence));

    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TownPlugin))
        .insert_resource(town);
    let world = app.world_mut();
    add(world, &marked('C'), || Courier);
    add(world, &marked('G'), || Guard);
    add(world, &marked('P'), || Porter);
    for cell in marked('V') {
        spawn(world, cell, Villager);
    }
    Ok(app)
}

/// Adds units of a kind, each of which visits the posts of all the others.
fn add<K: Component>(world: &mut World, posts: &[Point], kind: impl Fn() -> K) {
    for (number, post) in posts.iter().enumerate() {
        let (before, after) = posts.split_at(number + 1);
        spawn(world, *post, (kind(), Rounds::new(after.iter().chain(before).copied())));
    }
}

/// Draws the town as it is now.
pub fn picture(app: &mut App) -> String {
    let world = app.world_mut();
    let mut units = world.query::<(&At, Has<Courier>, Has<Guard>, Has<Villager>)>();
    let mark = |is_courier, is_guard, is_villager| match (is_courier, is_guard, is_villager) {
        (true, ..) => 'C',
        (_, true, _) => 'G',
        (.., true) => 'V',
        _ => 'P',
    };
    let marks = units
        .iter(world)
        .map(|(at, courier, guard, villager)| (at.0, mark(courier, guard, villager)));
    let marks: std::collections::HashMap<Point, char> = marks.collect();
    let map = world.resource::<Town>().map();
    let mut text = String::new();
    for cell in map.points() {
        let ground = if map.is_free(cell) { '.' } else { '#' };
        text.push(marks.get(&cell).copied().unwrap_or(ground));
        if cell.x + 1 == map.width() {
            text.push('\n');
        }
    }
    text
}
