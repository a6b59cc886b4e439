//! Generates levels: areas with walls, for meshes.

use std::f64::consts::TAU;

use astride_mesh::{Mesh, Point};

use crate::generate::{self, Dice};
use crate::limits::ALL;
use crate::protocol::Generator;
use crate::scene::{Grid, Level, Walker};
use crate::world::mesh::outline;

/// The number of columns, and of rows, of the lattice of places for the start and the goal.
const COLUMNS: usize = 48;

/// The distance from the start and the goal to a wall, if there is room, as a part of the size of the level.
const ROOM: f64 = 0.02;

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn float(number: usize) -> f64 {
    number as f64
}

fn rectangle([left, top, right, bottom]: [f64; 4]) -> Vec<[f64; 2]> {
    vec![[left, top], [right, top], [right, bottom], [left, bottom]]
}

fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A polygon with its corners around an ellipse, up to a random part nearer to its centre.
fn rock([x, y]: [f64; 2], [long, short]: [f64; 2], part: f64, corners: usize, dice: &mut Dice) -> Vec<[f64; 2]> {
    let [begin, turn] = [0, 1].map(|_| dice.part() * TAU);
    let corner = |number: usize| {
        let (sine, cosine) = (begin + TAU * float(number) / float(corners)).sin_cos();
        let distance = 1.0 - part * dice.part();
        let (along, across) = (long * distance * cosine, short * distance * sine);
        [
            round(x + along * turn.cos() - across * turn.sin()),
            round(y + along * turn.sin() + across * turn.cos()),
        ]
    };
    (0..corners).map(corner).collect()
}

/// Creates a level of a size.
pub(crate) fn level(what: Generator, [width, height]: [usize; 2], dice: &mut Dice) -> Result<Level, String> {
    let (wide, high) = (float(width), float(height));
    let mut area = rectangle([0.0, 0.0, wide, high]);
    let mut walls = Vec::new();
    match what {
        Generator::Hall => {
            // Without two of its corners.
            let cut = (wide.min(high) / 4.0).round();
            area = vec![
                [cut, 0.0],
                [wide, 0.0],
                [wide, high - cut],
                [wide - cut, high],
                [0.0, high],
                [0.0, cut],
            ];
            let side = 12.0_f64.min(wide / 2.0).min(high / 2.0);
            let columns = (wide / side).floor();
            let rows = (high / side).floor();
            let mut at = [0.5, 0.5];
            while at[1] < rows {
                while at[0] < columns {
                    let shift = |dice: &mut Dice| (dice.part() - 0.5) * 0.3;
                    let centre = [
                        (at[0] + shift(dice)) * wide / columns,
                        (at[1] + shift(dice)) * high / rows,
                    ];
                    let radii = [0.45 + 0.15 * dice.part(), 0.2 + 0.15 * dice.part()].map(|part| side * part);
                    walls.push(rock(centre, radii, 0.1, 3 + dice.below(4), dice));
                    at[0] += 1.0;
                }
                at = [0.5, at[1] + 1.0];
            }
        }
        Generator::Office => walls = rectangles(width, height, &generate::rooms(width, height, dice)),
        Generator::Rocks => {
            for _ in 0..(width * height / 45).clamp(3, ALL.mesh_walls / 2) {
                let centre = [dice.part() * wide, dice.part() * high];
                let size = 1.0 + 3.0 * dice.part() * dice.part();
                walls.push(rock(centre, [size; 2], 0.5, 5 + dice.below(4), dice));
            }
        }
        _ => {}
    }
    let mut level = Level {
        areas: vec![area],
        walls,
        ..Level::default()
    };
    place(&mut level)?;
    Ok(level)
}

/// Puts the start and the goal slightly off the lower left and the upper right corner, where paths connect them.
fn place(level: &mut Level) -> Result<(), String> {
    let points = || level.areas.iter().flatten();
    let [[left, wide], [top, high]] = [0, 1].map(|axis| {
        let low = points().fold(f64::INFINITY, |low, point| low.min(point[axis]));
        let high = points().fold(f64::NEG_INFINITY, |high, point| high.max(point[axis]));
        [low, high - low]
    });
    let size = wide.max(high);
    let outline = outline(level)?;
    let mesh = Mesh::from_outline(&outline, size * ROOM).or_else(|_| Mesh::from_outline(&outline, 0.0));
    let mesh = mesh.map_err(|error| error.to_string())?;
    // Coordinates with few digits.
    #[expect(clippy::cast_possible_truncation, reason = "no float has more than 308 digits")]
    let grain = 10_f64.powi(2 - size.log10().floor() as i32);
    let round = |side: f64| (side * grain).round() / grain;
    // A lattice of places, and how many of them each island has.
    let place = |number: usize| {
        let part = |part: usize| (float(part) + 0.5) / float(COLUMNS);
        Point::new(
            round(left + wide * part(number % COLUMNS)),
            round(top + high * part(number / COLUMNS)),
        )
    };
    let mut sizes = vec![0; mesh.island_count() as usize];
    let mut places = Vec::new();
    for point in (0..COLUMNS * COLUMNS).map(place) {
        if let Some(island) = mesh.locate(point).and_then(|position| mesh.island(position.polygon)) {
            sizes[island as usize] += 1;
            places.push((point, island));
        }
    }
    let largest = (0..).zip(&sizes).max_by_key(|(_, size)| **size);
    let largest = largest.map(|(island, _)| island);
    let inside = places.iter().filter(|(_, island)| Some(*island) == largest);
    let nearest = |x: f64, y: f64| {
        let wanted = Point::new(left + wide * x, top + high * y);
        let points = inside.clone().map(|(point, _)| *point);
        let near = points.min_by(|one, other| wanted.distance(*one).total_cmp(&wanted.distance(*other)));
        <[f64; 2]>::from(near.unwrap_or_else(|| mesh.nearest(wanted).point))
    };
    level.start = nearest(0.06, 0.94);
    level.goals = vec![nearest(0.94, 0.06)];
    Ok(())
}

/// Takes over the polygons of a mesh as areas, which are united again. Their sides do not matter.
pub(crate) fn from_polygons(text: &str) -> Result<Level, String> {
    let mesh = Mesh::parse(text.as_bytes()).map_err(|error| error.to_string())?;
    let (count, most) = (mesh.polygon_count(), ALL.mesh_walls);
    if count > most {
        return Err(format!("the mesh has {count} polygons, but may have at most {most}"));
    }
    let polygons = (0..).take(count);
    let mut level = Level {
        areas: polygons
            .map(|polygon| mesh.outline(polygon).map(<[f64; 2]>::from).collect())
            .collect(),
        ..Level::default()
    };
    place(&mut level)?;
    Ok(level)
}

/// Takes over the walls, the ends and the units of a map. Terrain does not matter.
pub(crate) fn from_map(grid: &Grid) -> Result<Level, String> {
    let cells: Vec<u8> = grid.cells.bytes().map(|symbol| u8::from(symbol != b'#')).collect();
    if grid.width == 0 || cells.len() != grid.width * grid.height {
        return Err(String::from("\"world\": the map must have width × height cells"));
    }
    let middle = |[x, y]: [usize; 2]| [float(x) + 0.5, float(y) + 0.5];
    let walls = rectangles(grid.width, grid.height, &cells);
    if walls.len() > ALL.mesh_walls {
        return Err(format!(
            "the walls of the map are {} rectangles, but a mesh may have at most {}",
            walls.len(),
            ALL.mesh_walls
        ));
    }
    Ok(Level {
        areas: vec![rectangle([0.0, 0.0, float(grid.width), float(grid.height)])],
        walls,
        radius: 0.0,
        start: middle(grid.start),
        goals: grid.goals.iter().copied().map(middle).collect(),
        units: grid
            .units
            .iter()
            .map(|unit| Walker {
                start: middle(unit.start),
                goal: middle(unit.goal),
            })
            .collect(),
    })
}

/// Covers the walls of a map with rectangles that are as wide, and then as high, as possible.
fn rectangles(width: usize, height: usize, cells: &[u8]) -> Vec<Vec<[f64; 2]>> {
    let mut is_left: Vec<bool> = cells.iter().map(|cost| *cost == 0).collect();
    let mut walls = Vec::new();
    for begin in 0..is_left.len() {
        if !is_left[begin] {
            continue;
        }
        let (x, y) = (begin % width, begin / width);
        let wide = is_left[begin..(y + 1) * width]
            .iter()
            .take_while(|is_left| **is_left)
            .count();
        let row = |y: usize| y * width + x..y * width + x + wide;
        let mut bottom = y;
        while bottom < height && is_left[row(bottom)].iter().all(|is_left| *is_left) {
            is_left[row(bottom)].fill(false);
            bottom += 1;
        }
        walls.push(rectangle([x, y, x + wide, bottom].map(float)));
    }
    walls
}
