//! Compares lengths on the meshes of the authors of Polyanya, if `ASTRIDE_DATA` names a folder with them.

use std::fs;
use std::path::PathBuf;

use astride_mesh::{Mesh, Point};

/// The folder of meshes, if there is one.
pub(crate) fn folder(what: &str) -> Option<PathBuf> {
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

/// The lines of a scenario file: bucket, mesh, two numbers, start, goal, length.
fn scenario(text: &str) -> Vec<(Point, Point, f64)> {
    let numbers = |line: &str| {
        line.split_whitespace()
            .skip(2)
            .map(|word| word.parse().unwrap())
            .collect::<Vec<f64>>()
    };
    let lines = text.lines().skip(1).map(numbers);
    lines
        .map(|line| (Point::new(line[2], line[3]), Point::new(line[4], line[5]), line[6]))
        .collect()
}

/// The bends around the obstacles of `bad-ambig`.
const BENDS: &[(f64, f64)] = &[(1.0, 2.0), (2.0, 2.0), (2.0, 1.0)];

/// The square root of 0.9802.
const ROOT: f64 = 0.990_050_503_762_308;

/// A mesh, the bends of the path of each scenario, and the lengths.
type Case = (&'static str, &'static [&'static [(f64, f64)]], &'static [f64]);

#[test]
fn meshes_that_broke_other_programs_have_the_documented_paths() {
    let Some(folder) = folder("bad meshes") else { return };
    // Some lengths in these files are rounded to whole numbers, so the bends are listed here.
    let cases: [Case; 5] = [
        // The start and the goal are in polygons that touch in the vertex 1,1, and no path leads through it. A point at
        // this vertex belongs to the first polygon there.
        (
            "bad-ambig",
            &[BENDS, &[], &[], BENDS],
            &[2.0 + 2.0 * ROOT, 0.0, 0.014_142_135_623_731, 3.0 + ROOT],
        ),
        ("bad-collinear", &[&[(1.0, 2.0), (4.0, 2.0), (3.0, 1.0)]], &[]),
        ("bad-collinear2-rot0", &[&[(1.0, 1.0), (4.0, 1.0)]], &[6.0]),
        ("bad-collinear2-rot90", &[&[(-1.0, 1.0), (-1.0, 4.0)]], &[6.0]),
        ("square", &[&[]], &[std::f64::consts::FRAC_1_SQRT_2]),
    ];
    for (name, bends, lengths) in cases {
        let mesh = Mesh::open(folder.join(format!("{name}.mesh"))).unwrap();
        let text = fs::read_to_string(folder.join(format!("{name}.scen"))).unwrap();
        let scenario = scenario(&text);
        assert_eq!(scenario.len(), bends.len());
        for (place, (start, goal, _)) in scenario.into_iter().enumerate() {
            let path = mesh.path(start, goal).unwrap().unwrap();
            let bends: Vec<Point> = bends[place].iter().map(|bend| (*bend).into()).collect();
            let inner = path.points.get(1..path.points.len() - 1).unwrap_or_default();
            assert_eq!(inner, bends, "{name}, {start} to {goal}");
            if let Some(length) = lengths.get(place) {
                assert!((path.length - length).abs() < 1e-12, "{name}: {path:?}");
            }
            let back = mesh.path(goal, start).unwrap().unwrap();
            // The vertex may belong to another polygon, but not in these files.
            assert!((path.length - back.length).abs() < 1e-12, "{name}: {path:?}, {back:?}");
        }
    }
    // The corners have been rounded, so that polygons are slightly concave and are cut.
    let rotated = Mesh::open(folder.join("bad-collinear2-rot45.mesh")).unwrap();
    assert!(rotated.polygon_count() > 7);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let path = rotated
        .path([half, half], [half, 4.949_747_468_305_833])
        .unwrap()
        .unwrap();
    assert!((path.length - 6.0).abs() < 1e-12, "{path:?}");
    let hard = Mesh::open(folder.join("hard.mesh")).unwrap();
    assert_eq!((hard.polygon_count(), hard.island_count()), (38, 2));
}

#[test]
fn a_file_that_is_written_reads_the_same() {
    let Some(folder) = folder("written meshes") else { return };
    for name in [
        "arena",
        "arena-merged",
        "aurora",
        "bad-ambig",
        "bad-collinear",
        "hard",
        "square",
    ] {
        let mesh = Mesh::open(folder.join(format!("{name}.mesh"))).unwrap();
        let text = mesh.to_string();
        let again = Mesh::parse(text.as_bytes()).unwrap();
        assert!(again.to_string() == text, "{name}");
        assert_eq!(again.vertices(), mesh.vertices());
        for polygon in 0..u32::try_from(mesh.polygon_count()).unwrap() {
            assert_eq!(again.polygon(polygon), mesh.polygon(polygon));
            assert!(
                again.neighbours(polygon).eq(mesh.neighbours(polygon)),
                "{name}, polygon {polygon}"
            );
        }
    }
}
