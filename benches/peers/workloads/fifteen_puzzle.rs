//! The 15-puzzle by A* with the Manhattan distance: four of Korf's instances.

use astride::engine::Engine;
use astride::problem::Narrow;
use astride::search::CompactAStar;
use astride::search::Search;
use astride::{AStar, Cost, Heuristic, Status};

use super::eight_puzzle::by_pathfinding;
use crate::support::compact_limit::CompactLimit;
use crate::support::contest::{Contest, NO_PATH, Target, Timed, timed};
use crate::support::ida_limit::Fifteen;
use crate::support::instances::{Instance, numbered};

/// From easy to hard.
const NUMBERS: [u64; 4] = [12, 28, 5, 2];

pub(crate) fn run() {
    for instance in numbered(NUMBERS) {
        let puzzle = instance.puzzle();
        let (rounds, target) = match instance.number {
            2 => (3, Target::Faster(5.0)),
            _ => (5, Target::None),
        };
        let mut search = AStar::new(&puzzle);
        let compact = || CompactAStar::new(Narrow::<_, u8>::new(&puzzle));
        let mut compact_search = compact();
        Contest::new(format!("15-puzzle, Korf {}", instance.number), 1, rounds)
            .expect(vec![length(&instance)])
            .ours("new", || timed(|| vec![solve(&mut AStar::new(&puzzle))]))
            .ours("reset", || {
                timed(|| {
                    search.reset(&puzzle);
                    vec![solve(&mut search)]
                })
            })
            .ours("costs of `u16`, new", || {
                timed(|| vec![solve(&mut AStar::new(Narrow::<_, u16>::new(&puzzle)))])
            })
            .ours("compact, new", || timed(|| vec![solve(&mut compact())]))
            .ours("compact, reset", || {
                timed(|| {
                    compact_search.reset(Narrow::new(&puzzle));
                    vec![solve(&mut compact_search)]
                })
            })
            .peer("pathfinding", target, || timed(|| vec![by_pathfinding(&puzzle)]))
            .run();
    }
}

#[expect(clippy::cast_precision_loss, reason = "lengths of two digits")]
pub(crate) fn length(instance: &Instance) -> f64 {
    instance.length as f64
}

/// The length of the path. Each move costs 1, whatever the type of the costs.
#[expect(clippy::cast_precision_loss, reason = "lengths of two digits")]
fn solve<E: Engine>(search: &mut Search<E>) -> f64 {
    assert_ne!(search.run(), Status::Running);
    search.path().map_or(NO_PATH, |path| path.edges() as f64)
}

/// Korf's instance 2 by `CompactAStar`, and by a program written by hand, to which the promises of `CompactAStar` are
/// added one at a time. All must also make the same number of expansions.
pub(crate) fn run_by_hand() {
    let instance = numbered([2]).remove(0);
    let (puzzle, fifteen) = (instance.puzzle(), Fifteen::new(instance.start.cells()));
    let (puzzle, fifteen) = (Narrow::<_, u8>::new(&puzzle), Narrow::<_, u8>::new(&fifteen));
    let mut search = CompactAStar::new(puzzle);
    Contest::new("15-puzzle, Korf 2, compact by hand", 1, 9)
        .ours("new", || timed(|| solve_and_count(&mut CompactAStar::new(puzzle))))
        .ours("reset", || {
            timed(|| {
                search.reset(puzzle);
                solve_and_count(&mut search)
            })
        })
        .peer("hand-written", Target::None, by_hand::<_, 0, 16>(fifteen))
        .peer("the crate's puzzle", Target::None, by_hand::<_, 0, 16>(puzzle))
        .peer("any costs", Target::None, by_hand::<_, 1, 16>(puzzle))
        .peer("reopening", Target::None, by_hand::<_, 2, 16>(puzzle))
        .peer("counts, limits, pauses", Target::None, by_hand::<_, 3, 16>(puzzle))
        .peer("growing", Target::None, by_hand::<_, 4, 16>(puzzle))
        .peer("growing, new", Target::None, || {
            timed(|| solve_by_hand(&mut CompactLimit::<_, 4>::new(&puzzle, 0), &puzzle))
        })
        .run();
    // The order of `AStar`.
    let mut search = AStar::new(puzzle);
    Contest::new("15-puzzle, Korf 2, a compact store, one node at a time", 1, 9)
        .ours("`AStar`, new", || timed(|| solve_and_count(&mut AStar::new(puzzle))))
        .ours("`AStar`, reset", || {
            timed(|| {
                search.reset(puzzle);
                solve_and_count(&mut search)
            })
        })
        .peer("hand-written", Target::None, by_hand::<_, 0, 1>(fifteen))
        .peer("growing", Target::None, by_hand::<_, 4, 1>(puzzle))
        .peer("growing, new", Target::None, || {
            timed(|| solve_by_hand(&mut CompactLimit::<_, 4, 1>::new(&puzzle, 0), &puzzle))
        })
        .run();
}

/// With memory that is kept from round to round, and room for all nodes.
fn by_hand<P: Heuristic<Node: Copy>, const PROMISES: u8, const BLOCK: usize>(problem: P) -> impl FnMut() -> Timed {
    let mut search = CompactLimit::<P, PROMISES, BLOCK>::new(&problem, 1_600_000);
    move || timed(|| solve_by_hand(&mut search, &problem))
}

fn solve_by_hand<P: Heuristic<Node: Copy>, const PROMISES: u8, const BLOCK: usize>(
    search: &mut CompactLimit<P, PROMISES, BLOCK>,
    problem: &P,
) -> Vec<f64> {
    let (cost, expanded) = search.run(problem).expect("a solvable board");
    counted(cost, expanded)
}

fn solve_and_count<E: Engine<Problem: Heuristic>>(search: &mut Search<E>) -> Vec<f64> {
    assert_eq!(search.run(), Status::Found);
    let cost = search.path().expect("a path").cost;
    counted(cost, search.stats().expanded)
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn counted<C: Cost>(cost: C, expanded: u64) -> Vec<f64> {
    vec![cost.number().expect("an integer") as f64, expanded as f64]
}
