//! The one-call functions, used as people use them on the first day with a crate: the same closures over hashed nodes
//! for this crate, for `pathfinding`, and for a program by hand.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::AtomicBool;

use pathfinding::prelude as peer;

use crate::support::by_hashes::{best_first, breadth_first};
use crate::support::contest::{Contest, NO_PATH, Target, Timed, timed};
use crate::support::first_day::{
    Cell, Cells, Heading, Place, Robot, SHUFFLED, SOLVED, distances, knight, lists, manhattan, operations, slide,
};
use crate::support::guarded::{Guarded, Refused};
use crate::support::random::Random;

#[derive(Clone, Copy)]
enum Method {
    AStar,
    Dijkstra,
    BreadthFirst,
}

use Method::{AStar, BreadthFirst, Dijkstra};

/// A start, and closures for successors, estimates and goals.
type Program<N, S, E, G> = (N, S, E, G);

pub(crate) fn run() {
    on_cells();
    on_states();
    on_graphs();
}

fn on_cells() {
    let maps =
        |side, percent, count| -> Vec<Cells> { (0..count).map(|seed| Cells::generated(side, percent, seed)).collect() };
    let small = maps(71, 22, 20);
    compare("71² cells, pairs", AStar, &in_four_directions(&small));
    compare("71² cells, pairs", BreadthFirst, &in_four_directions(&small));
    compare("6² cells, pairs", AStar, &in_four_directions(&maps(6, 10, 300)));

    let large = maps(300, 12, 3);
    let pairs: Vec<_> = large
        .iter()
        .map(|map| {
            let goal = map.goal();
            let estimate = move |&(x, y): &Cell| {
                let (dx, dy) = (goal.0.abs_diff(x), goal.1.abs_diff(y));
                10 * dx.max(dy) + 4 * dx.min(dy)
            };
            let successors = |cell: &Cell| map.in_eight_directions(cell);
            ((0, 0), successors, estimate, move |cell: &Cell| *cell == goal)
        })
        .collect();
    compare("terrain of 300² cells, pairs", AStar, &pairs);

    let mazes = maps(141, 25, 3);
    let robots: Vec<_> = mazes
        .iter()
        .map(|map| {
            let goal = map.goal();
            let start = Robot {
                cell: (0, 0),
                heading: Heading::East,
            };
            let successors = |robot: &Robot| map.with_turns(robot);
            (start, successors, |_: &_| 0, move |robot: &Robot| robot.cell == goal)
        })
        .collect();
    compare("141² cells with turns, struct", Dijkstra, &robots);
    let places: Vec<_> = mazes
        .iter()
        .map(|map| {
            let goal = Place::Floor(4, map.goal());
            let successors = |place: &Place| map.with_lifts(place);
            let start = Place::Floor(0, (0, 0));
            (start, successors, |_: &_| 0, move |place: &Place| *place == goal)
        })
        .collect();
    compare("five floors of 141² cells with lifts, enum", Dijkstra, &places);

    let halls = maps(101, 15, 3);
    let keys: Vec<_> = halls
        .iter()
        .map(|map| {
            let goal = map.goal();
            let successors = |state: &(Cell, u8)| map.with_keys(state);
            (
                ((0, 0), 0),
                successors,
                |_: &_| 0,
                move |state: &(Cell, u8)| state.0 == goal,
            )
        })
        .collect();
    compare("101² cells, doors and keys, cell and set", BreadthFirst, &keys);

    let goals = [(150, 61), (-40, 90), (77, -5), (12, 140)];
    let knights = goals.map(|goal| {
        let estimate = move |cell: &Cell| manhattan(*cell, goal).div_ceil(3);
        ((0, 0), knight, estimate, move |cell: &Cell| *cell == goal)
    });
    compare("knight on an endless board, pairs", AStar, &knights);
}

/// A program for each map, from corner to corner.
#[expect(clippy::type_complexity, reason = "three closures")]
fn in_four_directions(
    maps: &[Cells],
) -> Vec<Program<Cell, impl Fn(&Cell) -> Vec<(Cell, u32)>, impl Fn(&Cell) -> u32, impl Fn(&Cell) -> bool>> {
    let program = |map| {
        let goal = Cells::goal(map);
        let estimate = move |cell: &Cell| manhattan(*cell, goal);
        (
            (0, 0),
            |cell: &Cell| map.around(cell),
            estimate,
            move |cell: &Cell| *cell == goal,
        )
    };
    maps.iter().map(program).collect()
}

fn on_states() {
    let boards = [(SHUFFLED, slide, distances, |board: &_| *board == SOLVED)];
    compare("8-puzzle, [u8; 9]", AStar, &boards);
    compare("8-puzzle, [u8; 9]", BreadthFirst, &boards);

    let numbers = [(1, operations, |_: &_| 0, |number: &u64| *number == 987_654)];
    compare("arithmetic, u64", BreadthFirst, &numbers);

    // Two neighbours are exchanged, at a cost that depends on both.
    let mut random = Random(11);
    let costs: Vec<u32> = (0..64)
        .map(|_| u32::try_from(1 + random.below(1000)).expect("small"))
        .collect();
    let exchanges = |row: &Vec<u8>| {
        let exchange = |place: usize| {
            let mut next = row.clone();
            next.swap(place, place + 1);
            let cost = costs[usize::from(row[place] * 8 + row[place + 1])];
            (next, cost)
        };
        (0..row.len() - 1).map(exchange).collect::<Vec<_>>()
    };
    let sorted = |row: &Vec<u8>| row.is_sorted();
    let rows = [(vec![6, 3, 7, 0, 5, 2, 4, 1], exchanges, |_: &_| 0, sorted)];
    compare("rearrangement, Vec<u8>", Dijkstra, &rows);
}

fn on_graphs() {
    let edges = lists(30_000, 900, 7);
    let middle = edges.len() / 2;
    let numbers = [(
        0,
        |node: &usize| edges[*node].iter().copied(),
        |_: &usize| 0,
        |node: &usize| *node == middle,
    )];
    compare("adjacency lists, usize", Dijkstra, &numbers);
    compare("adjacency lists, usize", BreadthFirst, &numbers);

    let edges = lists(3_000, 90, 8);
    let name = |node: usize| format!("town {node}");
    let mut roads: HashMap<String, Vec<(String, u32)>> = HashMap::new();
    for (node, edges) in edges.iter().enumerate() {
        let named = edges.iter().map(|(other, cost)| (name(*other), *cost));
        roads.entry(name(node)).or_default().extend(named);
    }
    let (first, last) = (name(0), name(edges.len() / 2));
    let of = |town: &str| roads.get(town).map_or(&[][..], Vec::as_slice).iter();
    let towns = [(
        first.as_str(),
        |town: &&str| {
            of(town)
                .map(|(other, cost)| (other.as_str(), *cost))
                .collect::<Vec<_>>()
        },
        |_: &&str| 0,
        |town: &&str| *town == last,
    )];
    compare("road map, &str", Dijkstra, &towns);
    let towns = [(
        first.clone(),
        |town: &String| of(town).cloned().collect::<Vec<_>>(),
        |_: &String| 0,
        |town: &String| *town == last,
    )];
    compare("road map, String", Dijkstra, &towns);
}

fn compare<N, I, S, E, G>(title: &str, method: Method, programs: &[Program<N, S, E, G>])
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = (N, u32)>,
    S: Fn(&N) -> I,
    E: Fn(&N) -> u32,
    G: Fn(&N) -> bool,
{
    let name = match method {
        AStar => "A\\*",
        Dijkstra => "Dijkstra",
        BreadthFirst => "breadth-first",
    };
    Contest::new(format!("{title}, {name}"), programs.len(), 15)
        .ours("one call", || solve(programs, |program| by_astride(method, program)))
        .peer("pathfinding", Target::Faster(1.1), || {
            solve(programs, |program| by_pathfinding(method, program))
        })
        .peer("hand-written", Target::None, || {
            solve(programs, |program| by_hand(method, program))
        })
        .peer("hand-written, with the guarantees", Target::None, || {
            solve(programs, |program| guarded(method, program).expect("no limit"))
        })
        .run();
}

/// The costs of all paths.
fn solve<P>(programs: &[P], cost: impl Fn(&P) -> Option<u32>) -> Timed {
    timed(|| {
        programs
            .iter()
            .map(|program| cost(program).map_or(NO_PATH, f64::from))
            .collect()
    })
}

fn by_astride<N, I, S, E, G>(method: Method, (start, successors, estimate, goal): &Program<N, S, E, G>) -> Option<u32>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = (N, u32)>,
    S: Fn(&N) -> I,
    E: Fn(&N) -> u32,
    G: Fn(&N) -> bool,
{
    const VALID: &str = "costs above zero";
    match method {
        AStar => astride::astar(start, successors, estimate, goal)
            .expect(VALID)
            .map(|path| path.cost),
        Dijkstra => astride::dijkstra(start, successors, goal)
            .expect(VALID)
            .map(|path| path.cost),
        BreadthFirst => {
            let path = astride::bfs(start, |node| nodes(successors(node)), goal).expect(VALID);
            path.map(|path| number_of_edges(&path.nodes))
        }
    }
}

fn by_pathfinding<N, I, S, E, G>(
    method: Method,
    (start, successors, estimate, goal): &Program<N, S, E, G>,
) -> Option<u32>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = (N, u32)>,
    S: Fn(&N) -> I,
    E: Fn(&N) -> u32,
    G: Fn(&N) -> bool,
{
    match method {
        AStar => peer::astar(start, successors, estimate, goal).map(|(_, cost)| cost),
        Dijkstra => peer::dijkstra(start, successors, goal).map(|(_, cost)| cost),
        BreadthFirst => {
            let path = peer::bfs(start, |node| nodes(successors(node)), goal);
            path.map(|path| number_of_edges(&path))
        }
    }
}

fn by_hand<N, I, S, E, G>(method: Method, (start, successors, estimate, goal): &Program<N, S, E, G>) -> Option<u32>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = (N, u32)>,
    S: Fn(&N) -> I,
    E: Fn(&N) -> u32,
    G: Fn(&N) -> bool,
{
    let (path, cost) = match method {
        AStar => best_first(start, successors, estimate, goal)?,
        Dijkstra => best_first(start, successors, |_| 0, goal)?,
        BreadthFirst => breadth_first(start, |node| nodes(successors(node)), goal)?,
    };
    std::hint::black_box(path);
    Some(cost)
}

fn guarded<N, I, S, E, G>(
    method: Method,
    (start, successors, estimate, goal): &Program<N, S, E, G>,
) -> Result<Option<u32>, Refused>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = (N, u32)>,
    S: Fn(&N) -> I,
    E: Fn(&N) -> u32,
    G: Fn(&N) -> bool,
{
    let stop = AtomicBool::new(false);
    let zero = |_: &N| 0;
    let mut search = match method {
        AStar => Guarded::new(start, estimate(start))?,
        Dijkstra | BreadthFirst => Guarded::new(start, 0)?,
    };
    let goes_on = match method {
        AStar => search.best_first(successors, estimate, goal, u64::MAX, &stop)?,
        Dijkstra => search.best_first(successors, zero, goal, u64::MAX, &stop)?,
        BreadthFirst => {
            let edges = |node: &N| nodes(successors(node)).map(|node| (node, 1));
            search.breadth_first(edges, goal, u64::MAX, &stop)?
        }
    };
    assert!(!goes_on);
    Ok(search.path().map(|(path, cost)| {
        std::hint::black_box(path);
        cost
    }))
}

fn nodes<N>(successors: impl IntoIterator<Item = (N, u32)>) -> impl Iterator<Item = N> {
    successors.into_iter().map(|(node, _)| node)
}

fn number_of_edges<N>(path: &[N]) -> u32 {
    u32::try_from(path.len() - 1).expect("a short path")
}
