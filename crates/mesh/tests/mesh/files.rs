//! Compares lengths on the meshes of the authors of Polyanya, if `ASTRIDE_DATA` names a folder with them.

use std::fs;
use std::path::PathBuf;

use astride_mesh::{Mesh, Point};

/// The folder of meshes, if there is one.
fn folder(what: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("ASTRIDE_DATA") else {
        eprintln!("{what}: skipped, since ASTRIDE_DATA does not name a folder");
        return None;
    };
    Some(PathBuf::from(folder).join("mesh"))
}

fn lengths(text: &str) -> impl Iterator<Item = (Point, Point, f64)> {
    text.lines().skip(1).map(|line| {
        let numbers: Vec<f64> = line.split(',').map(|number| number.parse().unwrap()).collect();
        let &[x1, y1, x2, y2, length] = &numbers[..] else {
            panic!("{line}")
        };
        (Point::new(x1, y1), Point::new(x2, y2), length)
    })
}

fn length(mesh: &Mesh, start: Point, goal: Point) -> f64 {
    mesh.path(start, goal).unwrap().unwrap().length
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.max(other)
}

fn compare(what: &str, meshes: &[&str], lengths_file: &str) {
    let Some(folder) = folder(what) else { return };
    let meshes: Vec<Mesh> = meshes
        .iter()
        .map(|name| Mesh::open(folder.join(name)).unwrap())
        .collect();
    let text = fs::read_to_string(folder.join(lengths_file)).unwrap();
    for (start, goal, given) in lengths(&text) {
        let first = length(&meshes[0], start, goal);
        for mesh in &meshes {
            for found in [length(mesh, start, goal), length(mesh, goal, start)] {
                // The given lengths have six digits.
                let rounding = 0.6 * 10_f64.powf(given.log10().floor() - 5.0);
                assert!(
                    (found - given).abs() <= rounding.max(1e-5),
                    "{start} to {goal}: {found} instead of {given}"
                );
                assert!(is_close(found, first), "{start} to {goal}: {found} and {first}");
            }
        }
    }
}

#[test]
fn the_lengths_on_arena_are_those_of_the_authors() {
    compare("arena", &["arena.mesh", "arena-merged.mesh"], "arena_lengths.csv");
}

#[test]
fn the_lengths_on_aurora_are_those_of_the_authors() {
    compare("aurora", &["aurora.mesh"], "aurora_lengths_1000.csv");
}
