//! IDA* with the Manhattan distance: the nodes per second of an observed search, which takes them one by one, of a
//! search that takes whole subtrees at once, and of all threads.

use std::time::{Duration, Instant};

use astride::npuzzle::{Puzzle, Tiles16};
use astride::{IdaStar, Observer, Status};

use crate::support::instances::{Instance, fifteen_puzzles, numbered};
use crate::support::rate::rate;

/// The instances of fewer than about seven million nodes.
const SHORT: [u64; 5] = [2, 5, 12, 28, 30];

/// The instances that Burns and others quote.
const LONG: std::ops::RangeInclusive<u64> = 1..=10;

/// The range of nodes of the harder half of the instances. (The hardest, 88, has six billion.)
const HARD: std::ops::Range<u64> = 200_000_000..1_000_000_000;

pub(crate) fn run(is_long: bool) {
    let chosen = if is_long { numbered(LONG) } else { numbered(SHORT) };
    let chosen: Vec<_> = chosen.iter().collect();
    println!(
        "Korf's {}, nodes of all iterations; each of their lengths and of the failing iterations' nodes is checked.\n",
        numbers(&chosen)
    );
    println!("| search | nodes | s | 10⁶ nodes/s |");
    println!("|---|---:|---:|---:|");
    sum("IdaStar, observed", &chosen, |puzzle, instance| {
        on_one_thread(IdaStar::new(puzzle).on_event(|_| ()), instance)
    });
    let alone = sum("IdaStar", &chosen, |puzzle, instance| {
        on_one_thread(IdaStar::new(puzzle), instance)
    });
    if is_long {
        let all = fifteen_puzzles();
        let hard: Vec<_> = all.iter().filter(|one| HARD.contains(&one.nodes)).take(8).collect();
        println!("\nThe harder half, {}:\n", numbers(&hard));
        println!("| search | nodes | s | 10⁶ nodes/s |");
        println!("|---|---:|---:|---:|");
        let alone = sum("IdaStar", &hard, |puzzle, instance| {
            on_one_thread(IdaStar::new(puzzle), instance)
        });
        parallel(&hard, alone);
    } else {
        parallel(&chosen, alone);
    }
}

fn numbers(instances: &[&Instance]) -> String {
    let numbers: Vec<_> = instances.iter().map(|instance| instance.number.to_string()).collect();
    numbers.join(", ")
}

/// Runs all instances, prints a row, and returns the time.
fn sum(name: &str, instances: &[&Instance], run: impl Fn(&Puzzle, &Instance) -> u64) -> Duration {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for instance in instances {
        let puzzle = instance.puzzle();
        let start = Instant::now();
        nodes += run(&puzzle, instance);
        time += start.elapsed();
    }
    println!(
        "| {name} | {nodes} | {:.3} | {:.1} |",
        time.as_secs_f64(),
        rate(nodes, time)
    );
    time
}

/// Runs a search, checks its result, and returns the number of nodes.
fn on_one_thread<W: Observer<Tiles16, u32>>(mut search: IdaStar<&Puzzle, W>, instance: &Instance) -> u64 {
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().map(|path| path.edges()), Some(instance.length));
    let (_, failing) = search.iterations().split_last().expect("a search that was made");
    let in_failing: u64 = failing.iter().map(|iteration| iteration.generated).sum();
    let expected = instance.nodes_last.map(|last| instance.nodes - last - 1);
    assert_eq!(Some(in_failing), expected, "the paper's nodes");
    search.stats().generated
}

#[cfg(feature = "rayon")]
fn parallel(instances: &[&Instance], alone: Duration) {
    let time = sum("ParallelIdaStar", instances, |puzzle, instance| {
        let mut search = astride::search::ParallelIdaStar::new(puzzle);
        assert_eq!(search.run(), Status::Found);
        assert_eq!(search.path().map(|path| path.edges()), Some(instance.length));
        search.stats().generated
    });
    println!(
        "\nParallelIdaStar on {} threads: IdaStar's time is {:.2} times its own.",
        std::thread::available_parallelism().map_or(1, usize::from),
        alone.as_secs_f64() / time.as_secs_f64()
    );
}

#[cfg(not(feature = "rayon"))]
fn parallel(_instances: &[&Instance], _alone: Duration) {
    println!("\nParallelIdaStar: skipped, it needs `--features rayon`.");
}
