//! Shortest paths on the meshes of the authors of Polyanya, compared with the crate `polyanya`.

use std::path::{Path, PathBuf};
use std::{env, fs};

use astride_mesh::{Mesh, MeshProblem, Point, Polyanya};
use glam::Vec2;
use polyanya::PolyanyaFile;

use crate::support::contest::{Contest, NO_PATH, Target, timed_then};

/// The start, the goal, and the length of the shortest path, which is rounded.
type Given = (Point, Point, f64);

pub(crate) fn run() {
    let Some(folder) = env::var_os("ASTRIDE_DATA").filter(|folder| !folder.is_empty()) else {
        println!("Meshes: skipped, since ASTRIDE_DATA names no folder of data.\n");
        return;
    };
    let folder = PathBuf::from(folder).join("mesh");
    let aurora = lengths(&folder.join("aurora_lengths_1000.csv"));
    let arena = lengths(&folder.join("arena_lengths.csv"));
    compare("aurora", &folder.join("aurora.mesh"), &aurora, Target::Faster(2.0));
    compare("arena", &folder.join("arena.mesh"), &arena, Target::None);
    compare("arena, merged", &folder.join("arena-merged.mesh"), &arena, Target::None);
}

fn lengths(file: &Path) -> Vec<Given> {
    let text = fs::read_to_string(file).expect("a list of lengths");
    let lines = text.lines().skip(1).map(|line| {
        let numbers: Vec<f64> = line
            .split(',')
            .map(|number| number.parse().expect("a number"))
            .collect();
        let [x1, y1, x2, y2, length] = <[f64; 5]>::try_from(numbers).expect("five numbers a line");
        (Point::new(x1, y1), Point::new(x2, y2), length)
    });
    lines.collect()
}

/// The given lengths in place of those found that agree with them: the given ones have six digits, and that crate's are
/// 32-bit floats.
fn snapped(given: &[Given], found: Vec<f64>) -> Vec<f64> {
    let pairs = given.iter().zip(found);
    let is_same = |given: f64, found: f64| (given - found).abs() <= 2e-5 * given.max(1.0);
    pairs
        .map(|((.., given), found)| if is_same(*given, found) { *given } else { found })
        .collect()
}

#[expect(clippy::cast_possible_truncation, reason = "that crate has 32-bit coordinates")]
fn vector(point: Point) -> Vec2 {
    Vec2::new(point.x as f32, point.y as f32)
}

fn compare(name: &str, file: &Path, queries: &[Given], target: Target) {
    let mesh = Mesh::open(file).expect("a mesh");
    let mut other: polyanya::Mesh = PolyanyaFile::from_file(&file.to_string_lossy())
        .try_into()
        .expect("a mesh");
    // Prepares its index of polygons and its islands.
    other.bake();
    let problem = |start: Point, goal: Point| MeshProblem::new(&mesh, start, goal).expect("ends on the mesh");
    let read = |found: Vec<f64>| snapped(queries, found);
    let (start, goal, _) = queries[0];
    let mut kept = Polyanya::new(problem(start, goal));
    Contest::new(format!("Mesh {name}"), queries.len(), 11)
        .expect(queries.iter().map(|(.., length)| *length).collect())
        .ours("new", || {
            let length = |(start, goal, _): &Given| {
                mesh.path(*start, *goal)
                    .ok()
                    .flatten()
                    .map_or(NO_PATH, |path| path.length)
            };
            timed_then(|| queries.iter().map(length).collect(), read)
        })
        .ours("reset", || {
            let mut length = |(start, goal, _): &Given| {
                kept.reset(problem(*start, *goal));
                let path = kept.find_path().ok().flatten();
                path.map_or(NO_PATH, |path| kept.problem().trace(&path).length)
            };
            timed_then(|| queries.iter().map(&mut length).collect(), read)
        })
        .peer("polyanya", target, || {
            let length = |(start, goal, _): &Given| {
                let path = other.path(vector(*start), vector(*goal));
                path.map_or(NO_PATH, |path| f64::from(path.length))
            };
            timed_then(|| queries.iter().map(length).collect(), read)
        })
        .run();
}
