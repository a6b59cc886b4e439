//! Real maps with their scenarios, read from the folder that `ASTRIDE_MOVINGAI` names.
//!
//! N. R. Sturtevant: Benchmarks for Grid-Based Pathfinding. IEEE Transactions on Computational Intelligence and AI in
//! Games 4(2), 2012. <https://movingai.com/benchmarks>

use std::io::{self, Write};
use std::path::PathBuf;
use std::{env, fs};

use astride_grid::movingai::{ScenarioFile, TerrainMap};

use super::maps::Course;

/// A map and its scenarios.
pub(crate) struct Files {
    /// The path of the map's file.
    pub(crate) path: PathBuf,
    pub(crate) map: TerrainMap,
    pub(crate) scenarios: ScenarioFile,
}

/// Every map in the folder, by name. Prints a note if there is no folder.
pub(crate) fn files() -> impl Iterator<Item = Files> {
    paths().into_iter().map(|path| Files {
        map: TerrainMap::open(&path).unwrap_or_else(|error| panic!("{error}")),
        scenarios: ScenarioFile::open(path.with_extension("map.scen")).unwrap_or_else(|error| panic!("{error}")),
        path,
    })
}

fn paths() -> Vec<PathBuf> {
    let Some(folder) = env::var_os("ASTRIDE_MOVINGAI").filter(|folder| !folder.is_empty()) else {
        // Not `println`, whose output tests show only if they fail.
        let _ = writeln!(
            io::stderr(),
            "SKIPPED: no real maps, since ASTRIDE_MOVINGAI names no folder of maps and scenarios\n"
        );
        return Vec::new();
    };
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("ASTRIDE_MOVINGAI={}: {error}", folder.display()));
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "map"))
        .collect();
    paths.sort();
    assert!(
        !paths.is_empty(),
        "ASTRIDE_MOVINGAI={}: there are no maps",
        folder.display()
    );
    paths
}

/// Every map in the folder, with about `queries` of its scenarios, evenly spread.
pub(crate) fn courses(queries: usize) -> Vec<Course> {
    files().map(|files| course(&files, queries)).collect()
}

fn course(Files { path, map, scenarios }: &Files, queries: usize) -> Course {
    Course {
        name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        map: map.to_grid_map().expect("memory for the map"),
        queries: scenarios
            .iter()
            .step_by(scenarios.len().div_ceil(queries).max(1))
            .map(|scenario| (scenario.start, scenario.goal))
            .collect(),
    }
}
