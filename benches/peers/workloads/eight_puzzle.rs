//! The 8-puzzle by A* with the Manhattan distance: the two longest boards, and random ones.

use astride::npuzzle::{Board, Puzzle, Tiles16};
use astride::{AStar, Dijkstra, Graph, Heuristic, Problem, Status};
use petgraph::csr::Csr;

use crate::support::contest::{Contest, NO_PATH, Target, timed};
use crate::support::in_place::in_place;

pub(crate) fn run() {
    let goal: Board = "123456780".parse().expect("a legal board");
    let longest = ["867254301", "647850321"].map(|board| board.parse().expect("a legal board"));
    contest("8-puzzle, the two boards at 31 moves", &goal, &longest, 21);
    let random: Vec<Board> = (0..1000).map(|seed| Board::random(&goal, seed)).collect();
    contest("8-puzzle, random boards", &goal, &random, 5);
}

fn contest(title: &str, goal: &Board, boards: &[Board], rounds: usize) {
    let puzzles: Vec<Puzzle> = boards
        .iter()
        .map(|board| Puzzle::new(board, goal).expect("a solvable board"))
        .collect();
    let mut search = AStar::new(&puzzles[0]);
    let explicit = Explicit::new(&puzzles[0]);
    Contest::new(title, puzzles.len(), rounds)
        .ours("new", || {
            timed(|| puzzles.iter().map(|puzzle| solve(&mut AStar::new(puzzle))).collect())
        })
        .ours("reset", || {
            timed(|| {
                let solve = |puzzle| {
                    search.reset(puzzle);
                    solve(&mut search)
                };
                puzzles.iter().map(solve).collect()
            })
        })
        .peer("pathfinding", Target::None, || {
            timed(|| puzzles.iter().map(by_pathfinding).collect())
        })
        .peer("petgraph, graph built before", Target::None, || {
            timed(|| puzzles.iter().map(|puzzle| explicit.solve(puzzle)).collect())
        })
        .run();
}

fn solve(search: &mut AStar<&Puzzle>) -> f64 {
    assert_ne!(search.run(), Status::Running);
    search.path().map_or(NO_PATH, |path| path.cost.into())
}

pub(crate) fn by_pathfinding(puzzle: &Puzzle) -> f64 {
    let found = pathfinding::prelude::astar(
        &puzzle.start(),
        |tiles| in_place::<4, _>(puzzle.successors(tiles)),
        |tiles| puzzle.estimate(tiles),
        |tiles| puzzle.is_goal(tiles),
    );
    found.map_or(NO_PATH, |(_, cost)| cost.into())
}

/// All boards and moves of the 8-puzzle, for `petgraph`, which needs an explicit graph. Building it is not timed.
struct Explicit {
    boards: Vec<Tiles16>,
    moves: Csr<(), u32>,
    /// The number of each board. `petgraph` needs that of the start, whereas the others start from the board itself.
    numbers: std::collections::HashMap<Tiles16, u32>,
}

impl Explicit {
    fn new(puzzle: &Puzzle) -> Self {
        let mut search = Dijkstra::one_to_all(puzzle, puzzle.start());
        assert_eq!(search.run(), Status::Found);
        let boards: Vec<Tiles16> = search.closed_nodes().map(|closed| closed.node).collect();
        let numbers: std::collections::HashMap<_, _> = boards.iter().copied().zip(0..).collect();
        let mut moves: Vec<(u32, u32, u32)> = boards
            .iter()
            .zip(0..)
            .flat_map(|(tiles, number)| puzzle.successors(tiles).map(move |(next, cost)| (number, next, cost)))
            .map(|(from, to, cost)| (from, numbers[&to], cost))
            .collect();
        moves.sort_unstable();
        let moves = Csr::from_sorted_edges(&moves).expect("sorted edges");
        Explicit { boards, moves, numbers }
    }

    fn solve(&self, puzzle: &Puzzle) -> f64 {
        let found = petgraph::algo::astar(
            &self.moves,
            self.numbers[&puzzle.start()],
            |number| puzzle.is_goal(&self.boards[number as usize]),
            |edge| *edge.weight(),
            |number| puzzle.estimate(&self.boards[number as usize]),
        );
        found.map_or(NO_PATH, |(cost, _)| cost.into())
    }
}
