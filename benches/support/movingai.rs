//! Real maps with their scenarios, read from the folder that `ASTRIDE_MOVINGAI` names.
//!
//! N. R. Sturtevant: Benchmarks for Grid-Based Pathfinding. IEEE Transactions on Computational Intelligence and AI in
//! Games 4(2), 2012. <https://movingai.com/benchmarks>

use std::path::Path;
use std::{env, fs};

use astride::grid::{GridMap, Point};

use super::maps::Course;

/// Every map of the folder with about `queries` of its scenarios, evenly spread; says so where there is no folder.
pub(crate) fn courses(queries: usize) -> Vec<Course> {
    let Some(folder) = env::var_os("ASTRIDE_MOVINGAI") else {
        println!("Real maps: skipped, since ASTRIDE_MOVINGAI names no folder.\n");
        return Vec::new();
    };
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("ASTRIDE_MOVINGAI={}: {error}", folder.display()));
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "map"))
        .collect();
    paths.sort();
    paths.iter().map(|path| course(path, queries)).collect()
}

fn course(path: &Path, queries: usize) -> Course {
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = read(path);
    // Four lines of header: type, height, width, "map".
    let rows: Vec<&[u8]> = text
        .lines()
        .skip(4)
        .map(str::as_bytes)
        .filter(|row| !row.is_empty())
        .collect();
    let is_free = |point: Point| b".GS".contains(&rows[usize::from(point.y)][usize::from(point.x)]);
    let map = GridMap::from_fn(rows[0].len(), rows.len(), |point| u8::from(is_free(point))).expect("a legal map");

    let scenarios = read(&path.with_extension("map.scen"));
    let all: Vec<_> = scenarios.lines().skip(1).filter_map(scenario).collect();
    Course {
        name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        map,
        queries: all
            .iter()
            .step_by(all.len().div_ceil(queries).max(1))
            .copied()
            .collect(),
    }
}

/// Bucket, map, width, height, start x and y, goal x and y, optimal length.
fn scenario(line: &str) -> Option<(Point, Point)> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [.., start_x, start_y, goal_x, goal_y, _length] = fields.as_slice() else {
        return None;
    };
    let point = |x: &str, y: &str| Some(Point::new(x.parse().ok()?, y.parse().ok()?));
    Some((point(start_x, start_y)?, point(goal_x, goal_y)?))
}
