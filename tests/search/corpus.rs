//! Instances with known optima, from data files, for every optimal algorithm.

use std::collections::HashMap;

use crate::common::algorithm::{Algorithm, TIES};
use crate::common::effort::progress;
use crate::common::world::{INDEXES, Units, World};
use astride::npuzzle::{Board, Hamming, LinearConflict, Manhattan, Puzzle, Shape, TileHeuristic, Tiles16, Zero};
use astride::{AStar, Bfs, Dijkstra, IdDfs, IdaStar, Pathfinder, Status, WeightedAStar};
use astride_laws::Log;
use astride_tiles::Instance;

/// Returns the lines of a data file, without comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

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
    for line in lines(include_str!("../../testdata/eight_puzzle.txt")) {
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

/// Reads a graph of the data file and its optimum.
fn graph<C: Units>(block: &[&str]) -> (World<C>, Option<C>) {
    fn number<'a>(numbers: &mut HashMap<&'a str, usize>, name: &'a str) -> usize {
        let next = numbers.len();
        *numbers.entry(name).or_insert(next)
    }
    let units = |text: &str| C::units(text.parse().unwrap());
    let mut numbers = HashMap::new();
    let (mut edges, mut estimates, mut goals) = (Vec::new(), Vec::new(), Vec::new());
    let (mut start, mut optimum) = (0, None);
    for line in block {
        let fields: Vec<_> = line.split_whitespace().collect();
        match fields[..] {
            ["graph", _] => {}
            ["start", node] => start = number(&mut numbers, node),
            ["goal", ref nodes @ ..] => goals.extend(nodes.iter().map(|node| number(&mut numbers, node))),
            ["optimum", cost] => optimum = (cost != "none").then(|| units(cost)),
            [kind @ ("edge" | "both"), from, to, cost] => {
                let (from, to) = (number(&mut numbers, from), number(&mut numbers, to));
                edges.push((from, to, units(cost)));
                edges.extend((kind == "both").then(|| (to, from, units(cost))));
            }
            ["estimate", node, cost] => estimates.push((number(&mut numbers, node), units(cost))),
            _ => panic!("{line}"),
        }
    }
    let nodes = numbers.len();
    let mut world = World {
        edges: vec![Vec::new(); nodes],
        start,
        goals: (0..nodes).map(|node| goals.contains(&node)).collect(),
        estimates: vec![C::ZERO; nodes],
        ..World::default()
    };
    for (from, to, cost) in edges {
        world.edges[from].push((to, cost));
    }
    for (node, estimate) in estimates {
        world.estimates[node] = estimate;
    }
    (world, optimum)
}

fn check_graph<C: Units>(block: &[&str]) {
    let (world, optimum) = graph::<C>(block);
    let others = [
        Algorithm::Dijkstra,
        Algorithm::LeastEstimate,
        Algorithm::FirstIn,
        Algorithm::WeightOfOne,
        Algorithm::IdaStarChecked,
        Algorithm::AStar,
        Algorithm::AStarFirstIn,
        Algorithm::AStarLastIn,
        Algorithm::AStarAny,
    ];
    for algorithm in others {
        for index in INDEXES {
            let mut search = algorithm.search(World { index, ..world.clone() }, &Log::default());
            let found = search.run() == Status::Found;
            assert_eq!(found, optimum.is_some(), "{} {algorithm:?}", block[0]);
            assert_eq!(
                search.path().map(|path| path.cost),
                optimum,
                "{} {algorithm:?}",
                block[0]
            );
        }
    }
}

/// Checks all graphs with one cost type.
pub(crate) fn check_graphs<C: Units>() {
    let lines: Vec<_> = lines(include_str!("../../testdata/graphs.txt")).collect();
    let blocks = lines.split(|line| line.is_empty()).filter(|block| !block.is_empty());
    let mut count = 0;
    for block in blocks {
        check_graph::<C>(block);
        count += 1;
    }
    assert_eq!(count, 8);
}

#[test]
fn graphs() {
    check_graphs::<u32>();
    check_graphs::<f64>();
}

#[test]
fn greedy_and_breadth_first_take_the_road_through_fagaras() {
    let text = include_str!("../../testdata/graphs.txt");
    let lines: Vec<_> = lines(text).skip_while(|line| *line != "graph romania").collect();
    let (world, _) = graph::<u32>(lines.split(|line| line.is_empty()).next().unwrap());
    for algorithm in [Algorithm::Greedy, Algorithm::Bfs, Algorithm::IdDfsChecked] {
        let mut search = algorithm.search(world.clone(), &Log::default());
        assert_eq!(search.run(), Status::Found);
        let path = search.path().unwrap();
        assert_eq!((path.cost, path.edges()), (450, 3));
    }
}
