//! The time by which a call exceeds its budget: `cargo bench -p astride-peers --bench pauses [-- PART OF A NAME]`.
//!
//! Searches run in slices of 2 ms, as a game would drive them. The time of a slice is the processor time of this
//! thread, so that other programs on the machine do not count. (The program is in this workspace member because the
//! standard library has no such clock.)

mod support {
    pub(crate) mod clock;
    #[expect(dead_code, reason = "24-puzzles and nodes are for IDA*")]
    #[path = "../../support/instances.rs"]
    pub(crate) mod instances;
    #[path = "../../support/maps.rs"]
    pub(crate) mod maps;
    #[path = "../../support/random.rs"]
    pub(crate) mod random;
}

use std::env;
use std::time::Duration;

use astride::engine::Engine;
use astride::problem::Narrow;
use astride::search::CompactAStar;
use astride::search::Search;
use astride::{AStar, Budget, Dijkstra, FnGraph, Graph, OneToAll, Problem, Query};
use astride_grid::{GridCost, GridProblem, Movement};

use support::clock::processor_time;
use support::instances::numbered;
use support::maps::generated;

const BUDGET: Duration = Duration::from_millis(2);
/// The time by which a call may exceed its budget.
const TARGET: Duration = Duration::from_millis(2);
const ROUNDS: usize = 3;
const TEN_MILLION: usize = 10_000_000;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `cargo bench` passes this argument, but `cargo test --benches` does not and should finish quickly.
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench -p astride-peers --bench pauses`.");
        return;
    }
    let part = arguments.iter().find(|argument| *argument != "--bench");
    let is_wanted = |name: &str| part.is_none_or(|part| name.contains(part));
    println!("### The longest call over its budget of 2 ms, by processor time\n");
    println!("| | nodes | B a node | all calls | calls | longest over budget | calls over by 2 ms |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let puzzle = |number| numbered([number])[0].puzzle();
    if is_wanted("Korf 2") {
        measure("Korf 2, A*", || AStar::new(puzzle(2)));
        measure("Korf 2, compact A*", || {
            CompactAStar::new(Narrow::<_, u8>::new(puzzle(2)))
        });
    }
    if is_wanted("Korf 88") {
        measure("Korf 88, A*, to ten million nodes", || AStar::new(puzzle(88)));
        measure("Korf 88, compact A*, to ten million nodes", || {
            CompactAStar::new(Narrow::<_, u8>::new(puzzle(88)))
        });
        measure("Korf 88, Dijkstra, to ten million nodes", || {
            Dijkstra::new(one_to_all(puzzle(88)))
        });
    }
    if is_wanted("map") {
        on_map::<u32>("a 2000x2000 map, `u32`");
        on_map::<f64>("a 2000x2000 map, `f64`");
    }
    if is_wanted("plane") {
        measure("a plane with indices, Dijkstra, to ten million nodes", || {
            Dijkstra::new(one_to_all(Plane))
        });
        measure("a plane without, Dijkstra, to ten million nodes", || {
            Dijkstra::new(Query::to_all(FnGraph::new(steps), (0, 0)))
        });
    }
    println!();
}

fn one_to_all<P: Problem>(problem: P) -> OneToAll<P> {
    let start = problem.start();
    Query::to_all(problem, start)
}

fn on_map<C: GridCost>(name: &str) {
    for course in generated(2000, 1).into_iter().step_by(3) {
        let (start, goal) = course.queries[0];
        measure(&format!("{name}, {}, A*", course.name), || {
            AStar::new(GridProblem::<_, C>::new_typed(&course.map, start, goal, Movement::Eight).expect("free cells"))
        });
        measure(&format!("{name}, {}, one to all", course.name), || {
            let grid = GridProblem::<_, C>::new_typed(&course.map, start, goal, Movement::Eight).expect("free cells");
            Dijkstra::new(one_to_all(grid))
        });
    }
}

/// A quarter of an infinite plane.
struct Plane;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as `FnGraph` calls it")]
fn steps(&(x, y): &(u16, u16)) -> [((u16, u16), u32); 4] {
    [
        ((x.saturating_add(1), y), 2),
        ((x, y.saturating_add(1)), 3),
        ((x.saturating_sub(1), y), 2),
        ((x, y.saturating_sub(1)), 3),
    ]
}

impl Graph for Plane {
    type Node = (u16, u16);
    type Cost = u32;

    fn successors(&self, node: &(u16, u16)) -> impl Iterator<Item = ((u16, u16), u32)> {
        steps(node).into_iter()
    }

    /// Numbers the cells diagonal by diagonal.
    fn index(&self, &(x, y): &(u16, u16)) -> Option<usize> {
        let diagonal = usize::from(x) + usize::from(y);
        Some(diagonal * (diagonal + 1) / 2 + usize::from(x))
    }
}

impl Problem for Plane {
    fn start(&self) -> (u16, u16) {
        (0, 0)
    }

    fn is_goal(&self, _: &(u16, u16)) -> bool {
        false
    }
}

/// The times of one round.
struct Round {
    all: Duration,
    calls: usize,
    longest: Duration,
    over: usize,
}

/// Prints the round with the median time, and the least of the longest calls of all rounds.
fn measure<E: Engine>(name: &str, new: impl Fn() -> Search<E>) {
    let mut rounds = Vec::new();
    let (mut nodes, mut bytes) = (0, 0);
    for _ in 0..ROUNDS {
        let mut search = new();
        rounds.push(run(&mut search));
        (nodes, bytes) = (search.stats().nodes, search.stats().bytes);
    }
    let longest = rounds.iter().map(|round| round.longest).min().unwrap_or_default();
    rounds.sort_unstable_by_key(|round| round.all);
    let median = &rounds[ROUNDS / 2];
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let over = longest.saturating_sub(BUDGET);
    #[expect(clippy::cast_precision_loss, reason = "some hundred million bytes")]
    let per_node = bytes as f64 / nodes as f64;
    println!(
        "| {name} | {nodes} | {per_node:.1} B | {:.0} ms | {} | {:.2} ms {} | {} |",
        millis(median.all),
        median.calls,
        millis(over),
        if over <= TARGET { '✓' } else { '✗' },
        median.over,
    );
}

fn run<E: Engine>(search: &mut Search<E>) -> Round {
    let mut round = Round {
        all: Duration::ZERO,
        calls: 0,
        longest: Duration::ZERO,
        over: 0,
    };
    loop {
        let start = processor_time();
        let status = search.run_for(Budget::new().time(BUDGET).nodes(TEN_MILLION));
        let call = processor_time().saturating_sub(start);
        round.all += call;
        round.calls += 1;
        round.longest = round.longest.max(call);
        round.over += usize::from(call > BUDGET + TARGET);
        if !status.is_running() || search.stats().nodes >= TEN_MILLION {
            return round;
        }
    }
}
