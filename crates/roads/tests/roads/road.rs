//! Real road networks, if the folder of data is given: the optimum of every query, found by Dijkstra's algorithm and
//! A*.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use astride::{AStar, Dijkstra, Query, Status};
use astride_roads::HierarchySearch;
use astride_roads::{ContractionHierarchy, dimacs};
use flate2::bufread::GzDecoder;

use super::csr::sum;

pub(crate) fn folder() -> Option<PathBuf> {
    let Some(data) = env::var_os("ASTRIDE_DATA").filter(|data| !data.is_empty()) else {
        // Not `eprintln`, whose output is shown only for tests that fail.
        let notice = "SKIPPED: no road network was searched, since ASTRIDE_DATA names no folder of data";
        let _ = writeln!(io::stderr(), "{notice}");
        return None;
    };
    Some(Path::new(&data).join("road"))
}

/// Decompresses the file here, so that this test does not need the feature `gzip`.
pub(crate) fn unpack(path: &Path) -> BufReader<GzDecoder<BufReader<File>>> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::new(GzDecoder::new(BufReader::new(file)))
}

#[test]
#[ignore = "200 searches of 231,550 nodes: some ten seconds"]
fn every_query_of_rome_is_answered_with_its_optimum() {
    let Some(folder) = folder() else { return };
    let graph = dimacs::read_graph::<u32>(unpack(&folder.join("rome.gr.gz"))).unwrap();
    assert_eq!((graph.node_count(), graph.edge_count()), (231_550, 510_680));
    let places = dimacs::read_coordinates(unpack(&folder.join("rome.co.gz"))).unwrap();
    assert_eq!(places.len(), graph.node_count());
    let text = fs::read_to_string(folder.join("rome.queries")).unwrap();
    let queries: Vec<[u32; 3]> = text
        .lines()
        .map(|line| {
            let numbers: Vec<u32> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
            numbers.try_into().unwrap()
        })
        .collect();
    assert_eq!(queries.len(), 200);

    let question = |start: u32, goal: u32| Query::new(&graph, start, move |node| *node == goal);
    let guided = |start, goal: u32| {
        let places = &places;
        question(start, goal).with_heuristic(move |node| places.floor_distance(*node, goal))
    };
    let mut dijkstra = Dijkstra::new(question(0, 0));
    let mut astar = AStar::new(guided(0, 0));
    let mut expanded = [0, 0];
    for [start, goal, optimum] in queries {
        dijkstra.reset(question(start, goal));
        assert_eq!(dijkstra.run(), Status::Found);
        astar.reset(guided(start, goal));
        assert_eq!(astar.run(), Status::Found);
        for path in [dijkstra.path().unwrap(), astar.path().unwrap()] {
            assert_eq!(path.cost, optimum, "{start} to {goal}");
            assert_eq!(sum(&graph, &path), optimum);
            assert_eq!((path.nodes[0], path.nodes[path.edges()]), (start, goal));
        }
        assert_eq!(astar.stats().reopened, 0, "the estimate is consistent");
        expanded[0] += dijkstra.stats().expanded;
        expanded[1] += astar.stats().expanded;
    }
    assert!(expanded[1] < expanded[0], "the estimate is of use: {expanded:?}");
}

#[test]
#[cfg(feature = "gzip")]
fn rome_is_read_compressed() {
    let Some(folder) = folder() else { return };
    let open = |name| BufReader::new(File::open(folder.join(name)).unwrap());
    let graph = dimacs::read_graph::<u32>(open("rome.gr.gz")).unwrap();
    assert_eq!(graph, dimacs::read_graph(unpack(&folder.join("rome.gr.gz"))).unwrap());
    let places = dimacs::read_coordinates(open("rome.co.gz")).unwrap();
    assert_eq!(places.len(), graph.node_count());
}

/// Compares a hierarchy with Dijkstra's algorithm for a thousand pairs on each network.
#[test]
#[ignore = "prepares two large networks, and searches all of them thirty times"]
fn a_hierarchy_finds_the_cheapest_paths_of_rome_and_new_york() {
    let Some(folder) = folder() else { return };
    for (name, seed) in [("rome.gr.gz", 1_u64), ("ny_time.gr.gz", 2)] {
        let graph = dimacs::read_graph::<u32>(unpack(&folder.join(name))).unwrap();
        let hierarchy = ContractionHierarchy::prepare(&graph).unwrap();
        let nodes = graph.node_count() as u64;
        let mut state = seed;
        let mut draw = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            u32::try_from((state >> 33) % nodes).unwrap()
        };
        let mut search = HierarchySearch::new(hierarchy.query(0, 0));
        let mut dijkstra = Dijkstra::one_to_all(&graph, 0);
        for _ in 0..32 {
            let start = draw();
            dijkstra.reset(Query::to_all(&graph, start));
            assert_eq!(dijkstra.run(), Status::Found);
            for _ in 0..32 {
                let goal = draw();
                search.reset(hierarchy.query(start, goal));
                assert_ne!(search.run(), Status::Running);
                let Some(path) = search.path() else {
                    assert_eq!(dijkstra.cost_to(&goal), None, "{name}: {start} to {goal}");
                    continue;
                };
                assert_eq!(Some(path.cost), dijkstra.cost_to(&goal), "{name}: {start} to {goal}");
                assert_eq!((path.nodes[0], path.nodes[path.edges()]), (start, goal));
                assert_eq!(sum(&graph, &path), path.cost);
            }
        }
    }
}
