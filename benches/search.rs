//! Every algorithm on two small worlds, the 8-puzzle and a grid: `cargo bench --bench search`.

use std::hint::black_box;
use std::time::Duration;

use astride::grid::{GridMap, GridProblem, Movement, Point};
use astride::npuzzle::{Board, Puzzle};
use astride::{AStar, Bfs, Dfs, Dijkstra, Greedy, Heuristic, Pathfinder, ScaledCost, WeightedAStar};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion};

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();

    // 24 moves: a typical board.
    let (start, goal): (Board, Board) = (legal("378206451"), legal("123456780"));
    let puzzle = Puzzle::new(&start, &goal).expect("a solvable board");
    every_algorithm(criterion.benchmark_group("8-puzzle"), &puzzle);

    let map = columns();
    let (start, goal) = (Point::new(0, 0), Point::new(99, 99));
    let problem = GridProblem::new(&map, start, goal, Movement::Eight).expect("two free cells");
    every_algorithm(criterion.benchmark_group("grid"), &problem);
    let problem = GridProblem::<_, f64>::new_typed(&map, start, goal, Movement::Eight).expect("two free cells");
    every_algorithm(criterion.benchmark_group("grid-f64"), &problem);

    criterion.final_summary();
}

/// A new search each time.
fn every_algorithm<P: Heuristic<Cost: ScaledCost>>(mut group: BenchmarkGroup<'_, WallTime>, problem: &P) {
    bench(&mut group, "astar", || AStar::new(problem));
    bench(&mut group, "weighted-astar", || {
        WeightedAStar::new(problem, 2.0).expect("a legal weight")
    });
    bench(&mut group, "dijkstra", || Dijkstra::new(problem));
    bench(&mut group, "greedy", || Greedy::new(problem));
    bench(&mut group, "bfs", || Bfs::new(problem));
    bench(&mut group, "dfs", || Dfs::new(problem));
    group.finish();
}

fn bench<S: Pathfinder>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, new: impl Fn() -> S) {
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let mut search = new();
            let status = search.run();
            black_box((status, search.stats().expanded))
        });
    });
}

fn legal(board: &str) -> Board {
    board.parse().expect("a legal board")
}

/// 100 × 100 cells with walls that leave a gap of ten cells above and below in turn.
fn columns() -> GridMap {
    GridMap::from_fn(100, 100, |Point { x, y }| {
        let is_gap = if x % 40 == 10 { y < 10 } else { y >= 90 };
        u8::from(x % 20 != 10 || is_gap)
    })
    .expect("a legal size")
}
