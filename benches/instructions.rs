//! A handful of searches whose instructions are counted: see `instructions.sh`, which runs this program under
//! `valgrind`.
//!
//! `instructions WORKLOAD` runs one of them and prints the number of expanded nodes. It measures nothing by itself.

mod support {
    #[expect(dead_code, reason = "only some of the problems are counted")]
    pub(crate) mod first_day;
    pub(crate) mod float_limit;
    pub(crate) mod grid_limit;
    pub(crate) mod maps;
    pub(crate) mod movingai;
    pub(crate) mod random;
    #[expect(dead_code, reason = "roads are generated here")]
    pub(crate) mod road;
}

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use astride::npuzzle::{Board, Puzzle};
use astride::{AStar, Bfs, Budget, Dijkstra, FnGraph, Heuristic, Observer, Pathfinder, Query, Status};
use astride_grid::{GridCost, GridMap, GridProblem, JumpMap, JumpProblem, Movement, Point};

use support::first_day::{Cell, Cells, Heading, Robot, SHUFFLED, SOLVED, distances, lists, manhattan, slide};
use support::float_limit::FloatLimit;
use support::grid_limit::GridLimit;
use support::maps::generated;
use support::movingai::courses;
use support::road::RoadMap;

type Workload = (&'static str, fn() -> u64);

const WORKLOADS: [Workload; 45] = [
    ("8-puzzle", eight_puzzle),
    ("grid-integer", grid::<u32>),
    ("grid-integer-stepped", grid_stepped),
    ("grid-integer-with-budget", grid_with_budget),
    ("grid-integer-observed", grid_observed),
    ("grid-f64", grid::<f64>),
    ("city", on_map::<u32, CITY>),
    ("city-f64", on_map::<f64, CITY>),
    ("city-f64-by-hand", floats_by_hand::<true, CITY>),
    ("city-f64-by-hand-last-in", floats_by_hand::<false, CITY>),
    ("city-by-hand", by_hand::<true, 0, CITY>),
    ("city-by-hand-1", by_hand::<true, 1, CITY>),
    ("city-by-hand-2", by_hand::<true, 2, CITY>),
    ("city-by-hand-3", by_hand::<true, 3, CITY>),
    ("city-by-hand-4", by_hand::<true, 4, CITY>),
    ("city-by-hand-5", by_hand::<true, 5, CITY>),
    ("city-by-hand-all-eight", by_hand::<false, 0, CITY>),
    ("rooms", on_map::<u32, ROOMS>),
    ("rooms-f64", on_map::<f64, ROOMS>),
    ("rooms-f64-by-hand", floats_by_hand::<true, ROOMS>),
    ("rooms-by-hand", by_hand::<true, 0, ROOMS>),
    ("rooms-by-hand-1", by_hand::<true, 1, ROOMS>),
    ("rooms-by-hand-2", by_hand::<true, 2, ROOMS>),
    ("rooms-by-hand-3", by_hand::<true, 3, ROOMS>),
    ("rooms-by-hand-4", by_hand::<true, 4, ROOMS>),
    ("rooms-by-hand-5", by_hand::<true, 5, ROOMS>),
    ("rooms-by-hand-all-eight", by_hand::<false, 0, ROOMS>),
    ("game", on_map::<u32, GAME>),
    ("game-f64", on_map::<f64, GAME>),
    ("game-f64-by-hand", floats_by_hand::<true, GAME>),
    ("game-by-hand", by_hand::<true, 0, GAME>),
    ("game-by-hand-1", by_hand::<true, 1, GAME>),
    ("game-by-hand-2", by_hand::<true, 2, GAME>),
    ("game-by-hand-3", by_hand::<true, 3, GAME>),
    ("game-by-hand-4", by_hand::<true, 4, GAME>),
    ("game-by-hand-5", by_hand::<true, 5, GAME>),
    ("game-by-hand-all-eight", by_hand::<false, 0, GAME>),
    ("city-jump-points", jump_points::<CITY>),
    ("roads", roads),
    ("roads-astar", roads_by_astar),
    ("first-day-cells", first_day_cells),
    ("first-day-cells-by-breadth", first_day_cells_by_breadth),
    ("first-day-turns", first_day_turns),
    ("first-day-board", first_day_board),
    ("first-day-lists", first_day_lists),
];

fn main() -> ExitCode {
    let wanted = env::args().nth(1);
    let Some((_, search)) = WORKLOADS.iter().find(|(name, _)| Some(*name) == wanted.as_deref()) else {
        println!(
            "Run benches/instructions.sh. Workloads: {}",
            WORKLOADS.map(|(name, _)| name).join(" ")
        );
        return ExitCode::SUCCESS;
    };
    println!("expanded {}", search());
    ExitCode::SUCCESS
}

/// Callgrind counts everything between the call to this function and its return.
#[inline(never)]
fn counted<S>(search: &mut S, drive: impl FnOnce(&mut S)) {
    drive(search);
}

/// Counts a search from beginning to end.
fn run<S: Pathfinder>(mut search: S) -> u64 {
    counted(&mut search, |search| {
        assert_eq!(search.run(), Status::Found);
    });
    search.stats().expanded
}

/// One of the two longest boards.
fn eight_puzzle() -> u64 {
    let board = |board: &str| -> Board { board.parse().expect("a legal board") };
    let puzzle = Puzzle::new(&board("867254301"), &board("123456780")).expect("a solvable board");
    run(AStar::new(&puzzle))
}

/// A quarter of the cells are walls.
fn on_grid<C: GridCost>(search: impl FnOnce(GridProblem<&GridMap, C>) -> u64) -> u64 {
    let courses = generated(256, 1);
    let course = courses
        .iter()
        .find(|course| course.name == "25 % random")
        .expect("one of them");
    let (start, goal) = course.queries[0];
    search(GridProblem::new_typed(&course.map, start, goal, Movement::Eight).expect("two free cells"))
}

fn grid<C: GridCost>() -> u64 {
    on_grid::<C>(|problem| run(AStar::new(problem)))
}

/// The positions of real maps among those in the folder.
const CITY: usize = 2;
const ROOMS: usize = 0;
const GAME: usize = 5;

/// Runs twenty queries on a real map, all of which are counted. Returns 1 without a search if there is no folder of
/// maps.
fn on_real_map<const MAP: usize>(mut search: impl FnMut(&GridMap, &[(Point, Point)]) -> u64) -> u64 {
    courses(20)
        .get(MAP)
        .map_or(1, |course| search(&course.map, &course.queries))
}

fn on_map<C: GridCost, const MAP: usize>() -> u64 {
    on_real_map::<MAP>(|map, queries| {
        let problem =
            |(start, goal)| GridProblem::<_, C>::new_typed(map, start, goal, Movement::Eight).expect("two free cells");
        resets(
            AStar::new(problem(queries[0])),
            queries.iter().map(|query| problem(*query)),
        )
    })
}

fn jump_points<const MAP: usize>() -> u64 {
    on_real_map::<MAP>(|map, queries| {
        let map = JumpMap::new(map.clone(), Movement::Eight).expect("memory for the map");
        let problem = |(start, goal)| JumpProblem::new(&map, start, goal).expect("two free cells");
        resets(
            AStar::new(problem(queries[0])),
            queries.iter().map(|query| problem(*query)),
        )
    })
}

/// Runs one search after the other in the same memory. The first one makes room and is not counted.
fn resets<P: Heuristic>(mut search: AStar<P>, problems: impl Iterator<Item = P>) -> u64 {
    assert_eq!(search.run(), Status::Found);
    let mut expanded = 0;
    for problem in problems {
        search.reset(problem);
        counted(&mut search, |search| {
            assert_eq!(search.run(), Status::Found);
        });
        expanded += search.stats().expanded;
    }
    expanded
}

fn by_hand<const IN_ORDER: bool, const PROMISES: u8, const MAP: usize>() -> u64 {
    on_real_map::<MAP>(|map, queries| {
        let mut limit = GridLimit::<IN_ORDER, PROMISES>::new(map);
        assert!(limit.path(queries[0].0, queries[0].1).is_some());
        limit.expanded = 0;
        for (start, goal) in queries {
            counted(&mut limit, |limit| {
                assert!(limit.path(*start, *goal).is_some());
            });
        }
        limit.expanded
    })
}

fn floats_by_hand<const LARGER_COST: bool, const MAP: usize>() -> u64 {
    on_real_map::<MAP>(|map, queries| {
        let mut limit = FloatLimit::<LARGER_COST>::new(map);
        for (start, goal) in queries {
            counted(&mut limit, |limit| {
                assert!(limit.cost(*start, *goal).is_some());
            });
        }
        limit.expanded
    })
}

fn grid_stepped() -> u64 {
    on_grid::<u32>(|problem| {
        let mut search = AStar::new(problem);
        counted(&mut search, |search| while search.step().is_running() {});
        search.stats().expanded
    })
}

fn grid_with_budget() -> u64 {
    on_grid::<u32>(|problem| {
        let mut search = AStar::new(problem);
        counted(&mut search, |search| {
            // The clock stands still, since how often it is read depends on the speed of the machine.
            let budget = Budget::new()
                .expansions(u64::MAX)
                .nodes(usize::MAX)
                .time_by(Duration::from_secs(3600), || Duration::ZERO);
            let _ = search.run_for(budget);
        });
        search.stats().expanded
    })
}

fn grid_observed() -> u64 {
    on_grid::<u32>(|problem| run(AStar::new(problem).with_observer(Nothing)))
}

/// An observer that implements no method.
struct Nothing;

impl<N, C> Observer<N, C> for Nothing {}

/// A one-to-all search.
fn roads() -> u64 {
    let map = RoadMap::generate(150, 3);
    println!("{} nodes", map.len());
    let (start, _) = map.queries(1, 4)[0];
    run(Dijkstra::one_to_all(&map.graph, start))
}

fn roads_by_astar() -> u64 {
    let map = RoadMap::generate(500, 1);
    let (start, goal) = map.queries(1, 2)[0];
    let query = Query::new(&map.graph, start, |node| *node == goal).with_heuristic(|node| map.estimate(*node, goal));
    run(AStar::new(query))
}

/// A call of a function over closures, which does not return the number of expansions. A search of the same problem
/// does.
fn call<S: Pathfinder>(mut call: impl FnMut() -> bool, mut search: S) -> u64 {
    counted(&mut call, |call| assert!(call()));
    assert_eq!(search.run(), Status::Found);
    search.stats().expanded
}

fn first_day_cells() -> u64 {
    let map = Cells::generated(71, 22, 1);
    let goal = map.goal();
    let (around, estimate) = (|cell: &Cell| map.around(cell), |cell: &Cell| manhattan(*cell, goal));
    let query = Query::new(FnGraph::new(around), (0, 0), |cell| *cell == goal).with_heuristic(estimate);
    call(
        || astride::astar(&(0, 0), around, estimate, |cell| *cell == goal).is_ok_and(|path| path.is_some()),
        AStar::new(query),
    )
}

fn first_day_cells_by_breadth() -> u64 {
    let map = Cells::generated(71, 22, 1);
    let goal = map.goal();
    let around = |cell: &Cell| map.around(cell);
    let nodes = |cell: &Cell| around(cell).into_iter().map(|(cell, _)| cell);
    call(
        || astride::bfs(&(0, 0), nodes, |cell| *cell == goal).is_ok_and(|path| path.is_some()),
        Bfs::new(Query::new(FnGraph::new(around), (0, 0), |cell| *cell == goal)),
    )
}

fn first_day_turns() -> u64 {
    let map = Cells::generated(71, 25, 1);
    let goal = map.goal();
    let start = Robot {
        cell: (0, 0),
        heading: Heading::East,
    };
    let ways = |robot: &Robot| map.with_turns(robot);
    call(
        || astride::dijkstra(&start, ways, |robot| robot.cell == goal).is_ok_and(|path| path.is_some()),
        Dijkstra::new(Query::new(FnGraph::new(ways), start, |robot| robot.cell == goal)),
    )
}

fn first_day_board() -> u64 {
    let query = Query::new(FnGraph::new(slide), SHUFFLED, |board| *board == SOLVED).with_heuristic(distances);
    call(
        || astride::astar(&SHUFFLED, slide, distances, |board| *board == SOLVED).is_ok_and(|path| path.is_some()),
        AStar::new(query),
    )
}

fn first_day_lists() -> u64 {
    let edges = lists(10_000, 900, 7);
    let of = |node: &usize| edges[*node].iter().copied();
    let goal = edges.len() / 2;
    call(
        || astride::dijkstra(&0, of, |node| *node == goal).is_ok_and(|path| path.is_some()),
        Dijkstra::new(Query::new(FnGraph::new(of), 0, |node| *node == goal)),
    )
}
