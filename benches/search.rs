//! Every algorithm on two small worlds, the 8-puzzle and a grid: `cargo bench --bench search`.

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use astride::npuzzle::{Board, Puzzle};
use astride::traits::NumericCost;
use astride::{AStar, Bfs, Dfs, Dijkstra, Greedy, Heuristic, Pathfinder, Status, WeightedAStar};
use astride_grid::{GridMap, GridProblem, Movement, Point};

/// Each search is repeated for this long.
const TIME: Duration = Duration::from_secs(1);

fn main() {
    // `cargo bench` passes this argument, but `cargo test --benches` does not and should finish quickly.
    if !env::args().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench --bench search`.");
        return;
    }
    println!("| | µs, least | median | runs |\n|---|---:|---:|---:|");

    // A typical board, which takes 24 moves.
    let (start, goal): (Board, Board) = (legal("378206451"), legal("123456780"));
    let puzzle = Puzzle::new(&start, &goal).expect("a solvable board");
    every_algorithm("8-puzzle", &puzzle);

    let map = columns();
    let (start, goal) = (Point::new(0, 0), Point::new(99, 99));
    let problem = GridProblem::new(&map, start, goal, Movement::Eight).expect("two free cells");
    every_algorithm("grid", &problem);
    let problem = GridProblem::<_, f64>::new_typed(&map, start, goal, Movement::Eight).expect("two free cells");
    every_algorithm("grid-f64", &problem);
}

/// Creates a new search each time.
fn every_algorithm<P: Heuristic<Cost: NumericCost>>(world: &str, problem: &P) {
    bench(world, "A*", || AStar::new(problem));
    bench(world, "weighted A*", || {
        WeightedAStar::new(problem, 2.0).expect("a legal weight")
    });
    bench(world, "Dijkstra", || Dijkstra::new(problem));
    bench(world, "greedy", || Greedy::new(problem));
    bench(world, "breadth-first", || Bfs::new(problem));
    bench(world, "depth-first", || Dfs::new(problem));
}

/// Prints the least time and the median. The first run fills the caches and does not count.
fn bench<S: Pathfinder>(world: &str, algorithm: &str, new: impl Fn() -> S) {
    let run = || {
        let start = Instant::now();
        let mut search = new();
        assert_ne!(black_box(search.run()), Status::Running);
        drop(search);
        start.elapsed()
    };
    run();
    let start = Instant::now();
    let mut times = vec![run()];
    while start.elapsed() < TIME {
        times.push(run());
    }
    times.sort_unstable();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let (least, median) = (micros(times[0]), micros(times[times.len() / 2]));
    println!("| {world}, {algorithm} | {least:.1} | {median:.1} | {} |", times.len());
}

fn legal(board: &str) -> Board {
    board.parse().expect("a legal board")
}

/// 100 × 100 cells with walls that leave a gap of ten cells, alternately above and below.
fn columns() -> GridMap {
    GridMap::from_fn(100, 100, |Point { x, y }| {
        let is_gap = if x % 40 == 10 { y < 10 } else { y >= 90 };
        u8::from(x % 20 != 10 || is_gap)
    })
    .expect("a legal size")
}
