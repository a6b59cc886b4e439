//! A real road network, where the folder of data is given: every query's optimum, by Dijkstra and by A*.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use astride::explicit::dimacs;
use astride::{AStar, Dijkstra, Query, Status};
use flate2::bufread::GzDecoder;

fn folder() -> Option<PathBuf> {
    let Some(data) = env::var_os("ASTRIDE_DATA").filter(|data| !data.is_empty()) else {
        // Not `eprintln`, which is shown for tests that fail only.
        let notice = "SKIPPED: no road network was searched, since ASTRIDE_DATA names no folder of data";
        let _ = writeln!(io::stderr(), "{notice}");
        return None;
    };
    Some(Path::new(&data).join("road"))
}

/// The file, unpacked here so that this test does not need the feature `gzip`.
fn unpack(path: &Path) -> BufReader<GzDecoder<BufReader<File>>> {
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
        question(start, goal).heuristic(move |node| places.floor_distance(*node, goal))
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
            let edge = |step: &[u32]| {
                let between = graph.edges(step[0]).iter().filter(|(to, _)| *to == step[1]);
                between.map(|(_, cost)| *cost).min().expect("steps follow edges")
            };
            assert_eq!(path.nodes.windows(2).map(edge).sum::<u32>(), optimum);
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
