//! Searches on sliding-tile puzzles.

use astride::npuzzle::{Board, Puzzle};
use astride::problem::Narrow;
use astride::search::CompactAStar;
#[cfg(feature = "rayon")]
use astride::search::ParallelIdaStar;
use astride::{AStar, IdaStar, Pathfinder, Status};

use crate::Table;
use crate::rows::common;
use crate::support::instances::{Instance, fifteen_puzzles};
use crate::support::paired::Work;
use crate::support::random::Random;

pub(crate) fn add_to(table: &mut Table) {
    on(table, "8-puzzle", &eight_puzzles(30));
    let mut instances = fifteen_puzzles();
    instances.sort_by_key(|instance| instance.nodes);
    let puzzles: Vec<_> = instances.iter().take(2).map(Instance::puzzle).collect();
    on(table, "15-puzzle", &puzzles);
}

/// Random boards that can be solved.
fn eight_puzzles(count: usize) -> Vec<Puzzle> {
    let goal: Board = "123456780".parse().expect("a legal board");
    let mut random = Random(11);
    let mut draw = || {
        let mut tiles: Vec<u8> = (0..9).collect();
        for place in (1..9).rev() {
            tiles.swap(place, random.below(place + 1));
        }
        Board::new(goal.shape(), &tiles).expect("a legal board")
    };
    // Half of all boards can be solved.
    let puzzles = std::iter::repeat_with(|| Puzzle::new(&draw(), &goal).ok());
    puzzles.flatten().take(count).collect()
}

fn on(table: &mut Table, workload: &str, puzzles: &[Puzzle]) {
    common::informed(table, workload, puzzles);
    common::compact(table, workload, puzzles);
    let a_star = || Work::of(puzzles, AStar::new);
    let narrow: Vec<_> = puzzles.iter().map(Narrow::<_, u8>::new).collect();
    table.add("A*, costs Narrow in u8", workload, a_star, || {
        narrowed(&narrow, AStar::new)
    });
    table.add("CompactAStar, costs Narrow in u8", workload, a_star, || {
        narrowed(&narrow, CompactAStar::new)
    });
    let ida_star = || Work::of(puzzles, IdaStar::new);
    table.add("IdaStar", workload, a_star, ida_star);
    #[cfg(feature = "rayon")]
    table.add("ParallelIdaStar beside IdaStar", workload, ida_star, || {
        Work::of(puzzles, ParallelIdaStar::new)
    });
}

/// Does the same as [`Work::of`].
fn narrowed<'a, S>(problems: &[Narrow<&'a Puzzle, u8>], search: impl Fn(Narrow<&'a Puzzle, u8>) -> S) -> Work
where
    S: Pathfinder<Cost = astride::problem::NarrowCost<u8>>,
{
    let mut work = Work::default();
    for problem in problems {
        let mut search = search(*problem);
        assert_ne!(search.run(), Status::Running);
        work.expanded += search.stats().expanded;
        work.bytes += search.stats().bytes;
        let path = search.path();
        work.costs
            .push(path.map_or(f64::INFINITY, |path| path.cost.get().into()));
    }
    work
}
