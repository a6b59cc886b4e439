//! The 15-puzzle by A* with the Manhattan distance: four of Korf's instances.

use astride::problem::Narrow;
use astride::search::CompactAStar;
use astride::search::{Engine, Search};
use astride::{AStar, Status};

use super::eight_puzzle::by_pathfinding;
use crate::support::contest::{Contest, NO_PATH, Target, timed};
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
