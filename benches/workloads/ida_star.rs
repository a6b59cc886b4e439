//! IDA* with the Manhattan distance: nodes a second, on one thread and on all, and beside `pathfinding`.

use std::time::{Duration, Instant};

use astride::{Graph, Heuristic, IdaStar, Problem, Status};

use crate::support::korf100::{Instance, instances};

/// Those of fewer than seven million nodes or so, for which `pathfinding` takes seconds, too.
const SHORT: [u64; 5] = [2, 5, 12, 28, 30];

/// What Burns and others quote.
const LONG: std::ops::RangeInclusive<u64> = 1..=10;

pub(crate) fn run(is_long: bool) {
    let is_wanted = |number: u64| {
        if is_long {
            LONG.contains(&number)
        } else {
            SHORT.contains(&number)
        }
    };
    let chosen: Vec<_> = instances().into_iter().filter(|one| is_wanted(one.number)).collect();
    println!("| Korf's | length | nodes | of ours more | s | 10⁶ nodes/s | expanded |");
    println!("|---:|---:|---:|---:|---:|---:|---:|");
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for instance in &chosen {
        let (generated, taken) = on_one_thread(instance);
        nodes += generated;
        time += taken;
    }
    println!(
        "| all | | {nodes} | | {:.3} | {:.1} | |",
        time.as_secs_f64(),
        rate(nodes, time)
    );

    println!();
    parallel(is_long, time, &chosen);
    if !is_long {
        beside_pathfinding(time, &chosen);
    }
}

#[expect(clippy::cast_precision_loss, reason = "printed with one decimal")]
fn rate(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64() / 1e6
}

/// The nodes, and the time.
fn on_one_thread(instance: &Instance) -> (u64, Duration) {
    let mut search = IdaStar::new(&instance.puzzle);
    let start = Instant::now();
    let end = search.run();
    let time = start.elapsed();
    assert_eq!(end, Status::Found);
    assert_eq!(search.path().map(|path| u64::from(path.cost)), Some(instance.length));
    let (last, failing) = search.iterations().split_last().expect("a search that was made");
    let in_failing: u64 = failing.iter().map(|iteration| iteration.generated).sum();
    assert_eq!(
        in_failing,
        instance.nodes - instance.nodes_last - 1,
        "the paper's nodes"
    );
    let stats = search.stats();
    println!(
        "| {} | {} | {} | {} | {:.3} | {:.1} | {} |",
        instance.number,
        instance.length,
        instance.nodes,
        last.generated - instance.nodes_last,
        time.as_secs_f64(),
        rate(stats.generated, time),
        stats.expanded
    );
    (stats.generated, time)
}

#[cfg(feature = "rayon")]
fn parallel(is_long: bool, alone: Duration, chosen: &[Instance]) {
    use astride::ParallelIdaStar;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for instance in chosen {
        let mut search = ParallelIdaStar::new(&instance.puzzle);
        let start = Instant::now();
        let status = search.run();
        time += start.elapsed();
        assert_eq!(status, Status::Found);
        assert_eq!(search.path().map(|path| u64::from(path.cost)), Some(instance.length));
        nodes += search.stats().generated;
    }
    println!(
        "ParallelIdaStar on {} threads: {nodes} nodes, {:.3} s, {:.1} · 10⁶ nodes/s; IdaStar's time is {:.2} times that{}",
        std::thread::available_parallelism().map_or(1, usize::from),
        time.as_secs_f64(),
        rate(nodes, time),
        alone.as_secs_f64() / time.as_secs_f64(),
        if is_long { "." } else { " (short searches: see --long)." }
    );
}

#[cfg(not(feature = "rayon"))]
fn parallel(_is_long: bool, _alone: Duration, _chosen: &[Instance]) {
    println!("ParallelIdaStar: skipped, it needs `--features rayon`.");
}

/// `pathfinding`'s IDA* with the same successors and estimates. It asks for each estimate from scratch, and sorts the
/// successors by it.
fn beside_pathfinding(alone: Duration, chosen: &[Instance]) {
    let mut time = Duration::ZERO;
    for Instance { puzzle, length, .. } in chosen {
        let start = Instant::now();
        let path = pathfinding::directed::idastar::idastar(
            &puzzle.start(),
            |node| puzzle.successors(node).collect::<Vec<_>>(),
            |node| puzzle.estimate(node),
            |node| puzzle.is_goal(node),
        );
        time += start.elapsed();
        assert_eq!(path.map(|(_, cost)| u64::from(cost)), Some(*length));
    }
    println!(
        "pathfinding: {:.3} s, {:.1} times IdaStar's.",
        time.as_secs_f64(),
        time.as_secs_f64() / alone.as_secs_f64()
    );
}
