//! Real maps with their scenarios, read from the folder that `ASTRIDE_MOVINGAI` names.
//!
//! N. R. Sturtevant: Benchmarks for Grid-Based Pathfinding. IEEE Transactions on Computational Intelligence and AI in
//! Games 4(2), 2012. <https://movingai.com/benchmarks>

use std::path::Path;
use std::{env, fs};

use astride::grid::movingai::{ScenarioFile, TerrainMap};

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
    let terrain = TerrainMap::open(path).unwrap_or_else(|error| panic!("{error}"));
    let scenarios = ScenarioFile::open(path.with_extension("map.scen")).unwrap_or_else(|error| panic!("{error}"));
    Course {
        name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        map: terrain.to_grid_map().expect("memory for the map"),
        queries: scenarios
            .iter()
            .step_by(scenarios.len().div_ceil(queries).max(1))
            .map(|scenario| (scenario.start, scenario.goal))
            .collect(),
    }
}
