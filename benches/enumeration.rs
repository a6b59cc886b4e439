//! All boards of a puzzle: `cargo bench --bench enumeration [-- SHAPE…]`.
//!
//! Without shapes, it measures 9, 10 and 12 cells, in half a minute. `-- 2x7` takes 6 GB and some minutes. With
//! `--features rayon`, it runs on all cores (set `RAYON_NUM_THREADS` for fewer). If all boards fit into the table of a
//! search, Dijkstra's algorithm from the goal is measured for comparison.

use std::env;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use astride::npuzzle::{Board, Puzzle, Shape};
use astride::{Dijkstra, OneToAll, Problem, Status};
use astride_tiles::{Enumeration, Enumerator};

const SHAPES: [&str; 7] = ["3x3", "2x5", "5x2", "3x4", "4x3", "2x6", "6x2"];

/// Up to this number of cells, a search does the same for comparison.
const SEARCHED: usize = 10;

/// An enumeration that takes more bytes than this is measured only once.
const LARGE: u128 = 1 << 30;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `cargo bench` passes this argument, but `cargo test --benches` does not and should finish quickly.
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench --bench enumeration`.");
        return ExitCode::SUCCESS;
    }
    // In a run of all benchmarks, an argument that is not a shape may be the name of another benchmark's workload.
    let wanted: Vec<Shape> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let usual = SHAPES.iter().map(|shape| shape.parse().expect("a shape"));
    let chosen = if wanted.is_empty() { usual.collect() } else { wanted };
    println!("### All boards of a puzzle\n");
    println!("| | boards | greatest depth | memory for them | time | million boards/s | Dijkstra's time ÷ this |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for shape in chosen {
        measure(&Board::blank_last(shape));
    }
    println!();
    ExitCode::SUCCESS
}

#[expect(
    clippy::cast_precision_loss,
    reason = "at most some gigabytes and boards by the thousand million"
)]
fn measure(goal: &Board) {
    let enumerator = || Enumerator::new(goal).with_memory_limit(16 << 30);
    let bytes = enumerator().bytes();
    let rounds = if bytes > LARGE { 1 } else { 7 };
    let mut times = Vec::new();
    let mut ratios = Vec::new();
    let mut last: Option<Enumeration> = None;
    for _ in 0..rounds {
        let (time, result) = timed(|| enumerator().finish());
        let enumeration = match result {
            Ok(enumeration) => enumeration,
            Err(error) => return println!("\n{error}\n"),
        };
        if goal.shape().cells() <= SEARCHED {
            let (other, histogram) = timed(|| by_dijkstra(goal));
            assert_eq!(histogram, enumeration.histogram());
            ratios.push(other.as_secs_f64() / time.as_secs_f64());
        }
        times.push(time.as_secs_f64());
        last = Some(enumeration);
    }
    let (Some(enumeration), Some(time)) = (last, median(times)) else {
        return;
    };
    println!(
        "| {} | {} | {} | {:.3} MB | {:.2} ms | {:.0} | {} |",
        goal.shape(),
        enumeration.states(),
        enumeration.greatest_depth(),
        bytes as f64 / 1e6,
        time * 1e3,
        enumeration.states() as f64 / time / 1e6,
        median(ratios).map_or_else(String::new, |ratio| format!("{ratio:.0}")),
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// The same histogram by a search that stores each board.
fn by_dijkstra(goal: &Board) -> Vec<u64> {
    let puzzle = Puzzle::new(goal, goal).expect("at most 16 cells");
    let mut search: Dijkstra<OneToAll<_>> = Dijkstra::one_to_all(&puzzle, puzzle.start());
    assert_eq!(search.run(), Status::Found);
    let mut histogram = Vec::new();
    for closed in search.closed_nodes() {
        let depth = usize::try_from(closed.g).expect("below a hundred");
        if histogram.len() <= depth {
            histogram.resize(depth + 1, 0);
        }
        histogram[depth] += 1;
    }
    histogram
}
