//! The 15-puzzle by A* with the Manhattan distance: four of Korf's instances.

use astride::{AStar, Narrow};

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
                timed(|| {
                    let mut search = AStar::new(Narrow::<_, u16>::new(&puzzle));
                    let _ = search.run();
                    vec![search.path().map_or(NO_PATH, |path| path.cost.get().into())]
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

fn solve(search: &mut AStar<&astride::npuzzle::Puzzle>) -> f64 {
    let _ = search.run();
    search.path().map_or(NO_PATH, |path| path.cost.into())
}
