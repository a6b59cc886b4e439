//! A handful of searches to count the instructions of: see `instructions.sh`, which runs this under `valgrind`.
//!
//! `instructions WORKLOAD` runs one of them and prints how many nodes it expanded. It measures nothing by itself.

mod support {
    pub(crate) mod maps;
    pub(crate) mod random;
    pub(crate) mod road;
}

use std::env;
use std::process::ExitCode;

use astride::grid::{GridCost, GridProblem, Movement};
use astride::npuzzle::{Board, Puzzle};
use astride::{AStar, Dijkstra, Pathfinder, Query};

use support::maps::generated;
use support::road::RoadMap;

type Workload = (&'static str, fn() -> u64);

const WORKLOADS: [Workload; 5] = [
    ("8-puzzle", eight_puzzle),
    ("grid-integer", grid::<u32>),
    ("grid-f64", grid::<f64>),
    ("roads", roads),
    ("roads-astar", roads_by_astar),
];

fn main() -> ExitCode {
    let wanted = env::args().nth(1);
    let Some((_, run)) = WORKLOADS.iter().find(|(name, _)| Some(*name) == wanted.as_deref()) else {
        println!(
            "Run benches/instructions.sh. Workloads: {}",
            WORKLOADS.map(|(name, _)| name).join(" ")
        );
        return ExitCode::SUCCESS;
    };
    println!("expanded {}", run());
    ExitCode::SUCCESS
}

/// What callgrind counts: everything between here and the return.
#[inline(never)]
fn counted<S: Pathfinder>(search: &mut S) -> u64 {
    let _ = search.run();
    search.stats().expanded
}

/// One of the two longest boards.
fn eight_puzzle() -> u64 {
    let board = |board: &str| -> Board { board.parse().expect("a legal board") };
    let puzzle = Puzzle::new(&board("867254301"), &board("123456780")).expect("a solvable board");
    counted(&mut AStar::new(&puzzle))
}

/// A quarter of the cells are walls.
fn grid<C: GridCost>() -> u64 {
    let courses = generated(256, 1);
    let course = courses
        .iter()
        .find(|course| course.name == "25 % random")
        .expect("one of them");
    let (start, goal) = course.queries[0];
    let problem = GridProblem::<_, C>::with_cost(&course.map, start, goal, Movement::Eight);
    counted(&mut AStar::new(problem.expect("two free cells")))
}

/// One to all.
fn roads() -> u64 {
    let map = RoadMap::generate(150, 3);
    println!("{} nodes", map.len());
    let (start, _) = map.queries(1, 4)[0];
    counted(&mut Dijkstra::one_to_all(&map, start))
}

fn roads_by_astar() -> u64 {
    let map = RoadMap::generate(500, 1);
    let (start, goal) = map.queries(1, 2)[0];
    let query = Query::new(&map, start, |node| *node == goal).heuristic(|node| map.estimate(*node, goal));
    counted(&mut AStar::new(query))
}
