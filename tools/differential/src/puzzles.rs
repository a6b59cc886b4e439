//! Compares sliding-tile puzzles of all shapes with a plain breadth-first search over arrays.

use std::collections::HashMap;

use astride::npuzzle::{
    Board, Hamming, LinearConflict, ManhattanPlusHamming, Maximum, Puzzle, Shape, TileBytes, TileHeuristic, Tiles,
    Tiles16, Tiles25, Zero,
};
use astride::search::{BidirectionalBfs, CompactAStar};
use astride::{AStar, Budget, Heuristic, IdaStar, Problem, Status};
use astride_tiles::patterns::{Partition, PatternDatabases, PatternPuzzle};
use astride_tiles::{Enumerator, Solver, WalkingDistance};

use crate::Source;

/// The boards one move away from this one.
fn neighbours(tiles: &[u8], width: usize) -> Vec<Vec<u8>> {
    let blank = tiles.iter().position(|tile| *tile == 0).expect("a blank");
    let is_beside = |cell: &usize| (cell / width).abs_diff(blank / width) + (cell % width).abs_diff(blank % width) == 1;
    let exchanged = |cell: usize| {
        let mut tiles = tiles.to_vec();
        tiles.swap(cell, blank);
        tiles
    };
    (0..tiles.len()).filter(is_beside).map(exchanged).collect()
}

/// The number of moves to each board, and the number of shortest paths, up to the level of `goal`.
fn levels(start: &[u8], width: usize, goal: Option<&[u8]>) -> HashMap<Vec<u8>, (u32, u128)> {
    let mut known = HashMap::from([(start.to_vec(), (0, 1))]);
    let mut level = vec![start.to_vec()];
    let mut depth = 0;
    while !level.is_empty() && goal.is_none_or(|goal| !known.contains_key(goal)) {
        depth += 1;
        let mut next = Vec::new();
        for tiles in &level {
            let (_, ways) = known[tiles];
            for other in neighbours(tiles, width) {
                let entry = known.entry(other.clone()).or_insert_with(|| {
                    next.push(other);
                    (depth, 0)
                });
                if entry.0 == depth {
                    entry.1 += ways;
                }
            }
        }
        level = next;
    }
    known
}

/// A board and its distance to the goal.
pub fn puzzles(source: &mut Source) {
    let small = [(3, 2), (2, 2), (2, 3), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)];
    let large = [(5, 2), (4, 3), (3, 4), (4, 4), (5, 4), (5, 5), (2, 9), (6, 5)];
    let is_large = source.once_in(8);
    let (width, height) = source.one_of(if is_large { &large } else { &small });
    let shape = Shape::new(width, height).expect("a shape");
    let cells = width * height;
    let mut tiles: Vec<u8> = (0..).take(cells).collect();
    while source.more(10) {
        let [one, other] = [0, 1].map(|_| source.below(cells));
        tiles.swap(one, other);
    }
    let goal = Board::new(shape, &tiles).expect("a board");
    // Small boards get any number of moves, and large ones only as many as can be searched.
    let most = match cells {
        ..=6 => 60,
        7..=9 => 12,
        _ if source.once_in(8) => 9,
        _ => 6,
    };
    let mut moves = 0;
    while moves < most && source.more(15) {
        let next = neighbours(&tiles, width);
        tiles.clone_from(&next[source.below(next.len())]);
        moves += 1;
    }
    let start = Board::new(shape, &tiles).expect("a board");
    source.tell(|| format!("{width} x {height}: from {start} to {goal}"));
    let known = levels(&tiles, width, Some(goal.cells()));
    let (length, ways) = known[goal.cells()];
    assert_eq!(start.is_solvable(&goal), Ok(true));

    // Exchanging two tiles makes the board unsolvable.
    let (mut wrong, mut others) = (tiles.clone(), (0..cells).filter(|cell| tiles[*cell] > 0));
    if let (Some(one), Some(other)) = (others.next(), others.next()) {
        wrong.swap(one, other);
        let wrong = Board::new(shape, &wrong).expect("a board");
        assert_eq!(wrong.is_solvable(&goal), Ok(false));
        assert!(Puzzle::<TileBytes<32>>::new_typed(&wrong, &goal).is_err());
    }

    match cells {
        ..=16 => {
            let puzzle = Puzzle::new(&start, &goal).expect("it is solvable");
            match source.below(9) {
                0 => check(&puzzle, length),
                1 => check(&puzzle.with_heuristic(LinearConflict::new), length),
                2 if cells <= 9 => {
                    check(
                        &puzzle.with_heuristic(|goal| WalkingDistance::new(goal).expect("a small board")),
                        length,
                    );
                }
                3 => check(&puzzle.with_heuristic(Hamming::new), length),
                4 => check(&puzzle.with_heuristic(ManhattanPlusHamming::new), length),
                5 => {
                    let both = |goal: &Board| Maximum::new(LinearConflict::new(goal), Hamming::new(goal));
                    check(&puzzle.with_heuristic(both), length);
                }
                6 if length < 12 => check(&puzzle.with_heuristic(Zero::new), length),
                7 if cells <= 9 => check_patterns(source, &start, &goal, length),
                _ => check_rest(&puzzle, &goal, &known, (length, ways)),
            }
        }
        17..=25 => {
            let puzzle = Puzzle::<Tiles25>::new_typed(&start, &goal).expect("it is solvable");
            match source.below(2) {
                0 => check(&puzzle, length),
                _ => check(&puzzle.with_heuristic(LinearConflict::new), length),
            }
        }
        _ => check(
            &Puzzle::<TileBytes<32>>::new_typed(&start, &goal).expect("it is solvable"),
            length,
        ),
    }
}

fn check<T: Tiles, H: TileHeuristic<T>>(puzzle: &Puzzle<T, H>, length: u32) {
    let estimate = puzzle.estimate(&puzzle.start());
    let is_admissible = TileHeuristic::<T>::consistency(puzzle.heuristic()).is_some();
    assert!(
        !is_admissible || estimate <= length,
        "the estimate {estimate} is more than {length}"
    );
    let mut a_star = AStar::new(puzzle);
    while a_star.run_for(Budget::new().expansions(100)).is_running() {}
    let path = a_star.path().expect("it is solvable");
    assert!(
        path.cost == length || !is_admissible && path.cost > length,
        "A* takes {} in place of {length}",
        path.cost
    );
    for pair in path.nodes.windows(2) {
        let [parent, child] = [0, 1].map(|node| puzzle.estimate(&pair[node]));
        assert_eq!(
            puzzle.estimate_child(&pair[0], parent, &pair[1]),
            child,
            "the estimate after a move"
        );
    }
    let moves = puzzle.moves(&path.nodes).expect("neighbours");
    assert_eq!(puzzle.start_board().apply_all(moves).as_ref(), Ok(puzzle.goal_board()));
    let mut ida_star = IdaStar::new(puzzle);
    assert_eq!(ida_star.run(), Status::Found);
    let cost = ida_star.path().expect("it is solvable").cost;
    assert!(
        cost == length || !is_admissible && cost > length,
        "IDA* takes {cost} in place of {length}"
    );
}

/// Checks a random partition of the tiles.
fn check_patterns(source: &mut Source, start: &Board, goal: &Board, length: u32) {
    let tiles = u8::try_from(goal.cells().len()).expect("a small board");
    let mut patterns = [const { Vec::new() }; 3];
    for tile in 1..tiles {
        let place = source.below(3);
        // Larger tables take long.
        let most = if tiles <= 6 { 4 } else { 3 };
        let place = (0..3)
            .map(|more| (place + more) % 3)
            .find(|place| patterns[*place].len() < most)
            .expect("room for all");
        patterns[place].push(tile);
    }
    let patterns: Vec<_> = patterns.into_iter().filter(|tiles| !tiles.is_empty()).collect();
    source.tell(|| format!("{patterns:?}"));
    let partition = Partition::new(goal, patterns).expect("a partition");
    let mut databases = PatternDatabases::build(&partition).expect("memory");
    if source.once_in(2) {
        databases = databases.without_reflection();
    }
    let puzzle = PatternPuzzle::new(start, &databases).expect("it is solvable");
    assert!(puzzle.estimate(&puzzle.start()) <= length);
    let mut a_star = AStar::new(&puzzle);
    assert_eq!(a_star.run(), Status::Found);
    let mut ida_star = IdaStar::new(&puzzle);
    assert_eq!(ida_star.run(), Status::Found);
    let lengths = [a_star.path(), ida_star.path()].map(|path| path.map(|path| path.cost));
    assert_eq!(lengths, [Some(length); 2]);
    check(
        &Puzzle::new(start, goal)
            .expect("it is solvable")
            .with_heuristic(|_| databases),
        length,
    );
}

fn check_rest(
    puzzle: &Puzzle<Tiles16>,
    goal: &Board,
    known: &HashMap<Vec<u8>, (u32, u128)>,
    (length, ways): (u32, u128),
) {
    let solutions = puzzle.optimal_solutions().expect("it is solvable");
    assert_eq!((solutions.length(), solutions.count()), (Some(length), Some(ways)));
    assert_eq!(
        Solver::new(goal)
            .solve(puzzle.start_board())
            .map(|solution| solution.moves.len())
            .ok(),
        Some(length as usize)
    );
    let mut both = BidirectionalBfs::new(puzzle);
    let mut compact = CompactAStar::new(puzzle);
    assert_eq!((both.run(), compact.run()), (Status::Found, Status::Found));
    let lengths = [both.path(), compact.path()].map(|path| path.map(|path| path.cost));
    assert_eq!(lengths, [Some(length); 2]);
    if goal.cells().len() <= 6 {
        let all = levels(goal.cells(), goal.shape().width(), None);
        let depth = |depth: usize| all.values().filter(|(known, _)| *known as usize == depth).count() as u64;
        let found = Enumerator::new(goal).with_depths().finish().expect("memory");
        let deepest = all.values().map(|(depth, _)| *depth as usize).max().unwrap_or(0);
        let histogram: Vec<u64> = (0..=deepest).map(depth).collect();
        assert_eq!(found.histogram(), histogram);
        for tiles in known.keys() {
            let board = Board::new(goal.shape(), tiles).expect("a board");
            assert_eq!(found.depth(&board).ok(), all.get(tiles).map(|(depth, _)| *depth));
        }
    }
}
