//! Puzzles with known optima, from data files, for every optimal algorithm.

use astride::npuzzle::{Board, Hamming, LinearConflict, Manhattan, Puzzle, Shape, TileHeuristic, Tiles16, Zero};
use astride::{AStar, Bfs, Dijkstra, IdDfs, IdaStar, Pathfinder, Status, WeightedAStar};
use astride_tiles::Instance;

use crate::common::algorithm::TIES;
use crate::common::effort::progress;

type Search<'a> = Box<dyn Pathfinder<Node = Tiles16, Cost = u32> + 'a>;

fn with<H: TileHeuristic<Tiles16>>(start: &Board, goal: &Board, build: impl FnOnce(&Board) -> H) -> Puzzle<Tiles16, H> {
    Puzzle::even_if_unsolvable(start, goal).unwrap().with_heuristic(build)
}

fn check_puzzle(puzzle: &Puzzle<Tiles16, impl TileHeuristic<Tiles16>>, mut search: Search<'_>, length: Option<usize>) {
    progress("searches of puzzles");
    let status = search.run();
    let Some(length) = length else {
        assert_eq!((status, search.stats().nodes), (Status::Exhausted, 181_440));
        return;
    };
    assert_eq!(status, Status::Found);
    let path = search.path().unwrap();
    assert_eq!(path.cost as usize, length, "{:?}", puzzle.start_board());
    let moves = puzzle.moves(&path.nodes).unwrap();
    assert_eq!(moves.len(), length);
    assert_eq!(puzzle.start_board().apply_all(moves).as_ref(), Ok(puzzle.goal_board()));
}

#[test]
#[ignore = "each search of each board: a minute"]
fn eight_puzzles() {
    let mut count = 0;
    for line in include_str!("../../testdata/eight_puzzle.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let fields: Vec<_> = line.split_whitespace().collect();
        let [start, goal, length] = fields[..] else {
            panic!("{line}")
        };
        let (start, goal): (Board, Board) = (start.parse().unwrap(), goal.parse().unwrap());
        let length = (length != "unsolvable").then(|| length.parse().unwrap());
        assert_eq!(start.is_solvable(&goal), Ok(length.is_some()));

        let manhattan = with(&start, &goal, Manhattan::new);
        let conflict = with(&start, &goal, LinearConflict::new);
        let hamming = with(&start, &goal, Hamming::new);
        let zero = with(&start, &goal, Zero::new);
        for ties in TIES {
            let search = AStar::new(&manhattan).with_tie_breaking(ties);
            check_puzzle(&manhattan, Box::new(search), length);
        }
        check_puzzle(
            &manhattan,
            Box::new(WeightedAStar::new(&manhattan, 1.0).unwrap()),
            length,
        );
        check_puzzle(&manhattan, Box::new(Dijkstra::new(&manhattan)), length);
        check_puzzle(&manhattan, Box::new(Bfs::new(&manhattan)), length);
        check_puzzle(&conflict, Box::new(AStar::new(&conflict)), length);
        check_puzzle(&hamming, Box::new(AStar::new(&hamming)), length);
        check_puzzle(&zero, Box::new(AStar::new(&zero)), length);
        // If there is no solution, these searches would never end.
        if let Some(moves) = length {
            check_puzzle(&manhattan, Box::new(IdaStar::new(&manhattan)), length);
            check_puzzle(&conflict, Box::new(IdaStar::new(&conflict)), length);
            if moves <= 20 {
                check_puzzle(&zero, Box::new(IdDfs::new(&zero)), length);
            }
        }
        count += 1;
    }
    assert!(count > 20);
}

#[test]
#[ignore = "a million boards for each of twelve puzzles: half a minute"]
fn fifteen_puzzles() {
    let goal = Board::blank_first(Shape::new(4, 4).unwrap());
    let mut count = 0;
    let instances = Instance::read_all(include_str!("../../testdata/korf_15_puzzle.txt"), None).unwrap();
    for Instance { start, optimum, .. } in instances {
        let manhattan = Puzzle::new(&start, &goal).unwrap();
        check_puzzle(&manhattan, Box::new(AStar::new(&manhattan)), optimum);
        let conflict = Puzzle::new(&start, &goal).unwrap().with_heuristic(LinearConflict::new);
        check_puzzle(&conflict, Box::new(AStar::new(&conflict)), optimum);
        check_puzzle(&conflict, Box::new(IdaStar::new(&conflict)), optimum);
        count += 1;
    }
    assert!(count > 8);
}
