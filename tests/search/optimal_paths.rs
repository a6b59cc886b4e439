//! All cheapest paths: against brute force on random graphs, and against a count from the goal on every board of the
//! 8-puzzle.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::common::effort::{progress, share};
use crate::common::plan::{ADMISSIBLE, Far, Guess, Plan, plans};
use crate::common::tiles::{board, board_of, eight_puzzle, neighbours};
use crate::common::world::{INDEXES, Index, Units, World};
use astride::npuzzle::{LinearConflict, Maximum, Move, Puzzle, Tiles16};
use astride::open::TieBreaking;
use astride::search::{OptimalPaths, OptimalPathsError};
use astride::{AStar, Budget, Dijkstra, FnGraph, Query, SearchError, Status};
use astride_tiles::WalkingDistance;
use proptest::prelude::*;

/// The truth: all cheapest paths without a node twice, in the order of starts and edges; or `None` where cheapest paths
/// lead through a cycle that costs nothing.
pub(crate) struct Truth {
    cost: Far,
    paths: Option<Vec<Vec<usize>>>,
}

impl Truth {
    pub(crate) fn new(plan: &Plan) -> Self {
        // A path ends at the first goal.
        let mut ending = plan.clone();
        ending.edges.retain(|(from, to, _)| !plan.goals[*from] && from != to);
        let cost = ending.nearest_goal(&ending.far_from_starts());
        let Some(optimum) = cost else {
            return Truth {
                cost,
                paths: Some(Vec::new()),
            };
        };
        let (from_start, to_goal, between) = (ending.far_from_starts(), ending.to_goal(), ending.all_pairs());
        let is_useful =
            |node: usize| matches!((from_start[node], to_goal[node]), (Some(a), Some(b)) if a + b == optimum);
        let is_cyclic = (0..plan.nodes).any(|one| {
            let both = |other: usize| between[one][other] == Some(0) && between[other][one] == Some(0);
            is_useful(one) && (0..plan.nodes).any(|other| other != one && both(other))
        });
        if is_cyclic {
            return Truth { cost, paths: None };
        }

        // Each start once, in the order in which they are opened, at its least cost.
        let mut starts = vec![(plan.start, 0)];
        for (start, units) in &plan.more_starts {
            match starts.iter_mut().find(|(known, _)| known == start) {
                Some((_, least)) => *least = (*least).min(*units),
                None => starts.push((*start, *units)),
            }
        }
        let mut paths = Vec::new();
        for (start, units) in starts {
            extend(&ending, optimum, &mut vec![start], units, &mut paths);
        }
        Truth {
            cost,
            paths: Some(paths),
        }
    }
}

/// All continuations of a path, by trying them.
fn extend(plan: &Plan, optimum: u64, path: &mut Vec<usize>, units: u64, all: &mut Vec<Vec<usize>>) {
    let last = *path.last().unwrap();
    if plan.goals[last] && units == optimum {
        all.push(path.clone());
    }
    if plan.goals[last] {
        return;
    }
    let mut tried = Vec::new();
    for (from, to, edge) in &plan.edges {
        let Some(edge) = edge.filter(|_| *from == last) else {
            continue;
        };
        if units + edge > optimum || path.contains(to) {
            continue;
        }
        let before = all.len();
        path.push(*to);
        extend(plan, optimum, path, units + edge, all);
        path.pop();
        // Parallel edges of the same cost are one.
        if all.len() > before {
            if tried.contains(to) {
                all.truncate(before);
            }
            tried.push(*to);
        }
    }
}

pub(crate) fn check<C: Units>(plan: &Plan, truth: &Truth, index: Index) {
    let compare = |found: Result<OptimalPaths<usize, C>, OptimalPathsError>| {
        let Some(expected) = &truth.paths else {
            assert_eq!(found.unwrap_err(), OptimalPathsError::ZeroCostCycle);
            return;
        };
        let found = found.unwrap();
        assert_eq!(found.cost(), truth.cost.map(C::units));
        assert_eq!(found.count(), Some(expected.len() as u128));
        assert_eq!(found.is_empty(), expected.is_empty());
        let paths: Vec<_> = found.iter().map(|path| path.nodes).collect();
        // Nodes have their cheapest edges at their places, others elsewhere: the order is that of the former.
        let sorted = |paths: &[Vec<usize>]| {
            let mut paths = paths.to_vec();
            paths.sort();
            paths
        };
        assert_eq!(sorted(&paths), sorted(expected));
        for path in &found {
            assert_eq!(plan.cheapest_sum(&path.nodes).map(C::units), found.cost());
        }
        let mut nodes: Vec<_> = expected.concat();
        nodes.sort_unstable();
        nodes.dedup();
        let mut own = found.nodes().to_vec();
        own.sort_unstable();
        assert_eq!(own, nodes);
        // Paths that share their beginning follow each other.
        for length in 1..=plan.nodes {
            let mut beginnings: Vec<_> = paths.iter().filter_map(|path| path.get(..length)).collect();
            beginnings.dedup();
            let changes = beginnings.len();
            beginnings.sort_unstable();
            beginnings.dedup();
            assert_eq!(changes, beginnings.len());
        }
    };
    macro_rules! with_starts {
        ($search:expr) => {{
            let mut search = $search;
            for (start, units) in &plan.more_starts {
                search.add_start(*start, C::units(*units));
            }
            search
        }};
    }
    for guess in ADMISSIBLE {
        let world = World::<C>::new(plan, guess, index);
        compare(OptimalPaths::of(&mut with_starts!(AStar::new(&world))));
        compare(OptimalPaths::of(&mut with_starts!(
            AStar::new(&world).with_tie_breaking(TieBreaking::FirstIn)
        )));
        compare(OptimalPaths::of(&mut with_starts!(
            AStar::new(&world).with_tie_breaking(TieBreaking::LastIn)
        )));
        // Finished before, and asked twice: the search itself is as it was.
        let mut search = with_starts!(AStar::new(&world));
        let (status, path) = (search.run(), search.path());
        for _ in 0..2 {
            compare(OptimalPaths::of(&mut search));
            assert_eq!((search.status(), search.path()), (status.clone(), path.clone()));
        }
    }
    let world = World::<C>::new(plan, Guess::Zero, index);
    compare(OptimalPaths::of(&mut with_starts!(Dijkstra::new(&world))));
    let mut search = with_starts!(Dijkstra::new(&world));
    let _ = search.run_for(Budget::new().expansions(2));
    compare(OptimalPaths::of(&mut search));
}

/// With estimates that promise nothing, what is listed are cheapest paths of what the search knows; nothing panics.
fn check_wild(plan: &Plan) {
    let world = World::<u32>::new(plan, Guess::Wild, Index::Never);
    if let Ok(found) = OptimalPaths::of(&mut AStar::new(&world)) {
        let alone = Plan {
            more_starts: Vec::new(),
            ..plan.clone()
        };
        assert_eq!(found.count(), Some(found.iter().count() as u128));
        for path in &found {
            assert!(plan.goals[*path.nodes.last().unwrap()]);
            assert_eq!(
                (alone.cheapest_sum(&path.nodes).map(u32::units), path.nodes[0]),
                (found.cost(), plan.start)
            );
        }
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(400))]

    #[test]
    fn random_graphs(plan in plans(8, 60)) {
        let truth = Truth::new(&plan);
        for index in INDEXES {
            check::<u32>(&plan, &truth, index);
        }
        check::<f64>(&plan, &truth, Index::Never);
        check_wild(&plan);
    }

    /// Many ties: edges of 1 and 2.
    #[test]
    fn random_graphs_with_many_ties(mut plan in plans(8, 9), bits in any::<u64>()) {
        for (place, edge) in plan.edges.iter_mut().enumerate() {
            edge.2 = Some(1 + (bits >> (place % 64) & 1));
        }
        let truth = Truth::new(&plan);
        check::<u32>(&plan, &truth, Index::Always);
        check::<f64>(&plan, &truth, Index::Never);
    }
}

/// All simple ways from the last node of a path to the first goal, each with its cost, added up from the start.
fn all_ways(world: &World<f64>, path: &mut Vec<usize>, costs: &mut Vec<f64>, all: &mut Vec<(Vec<usize>, Vec<f64>)>) {
    let (last, cost) = (path[path.len() - 1], costs[costs.len() - 1]);
    if world.goals[last] {
        return all.push((path.clone(), costs.clone()));
    }
    for (child, edge) in &world.edges[last] {
        if !path.contains(child) && edge.is_finite() {
            path.push(*child);
            costs.push(cost + edge);
            all_ways(world, path, costs, all);
            path.pop();
            costs.pop();
        }
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(400))]

    /// With tenths, of which two sums that are equal in decimal may differ.
    #[test]
    fn of_rounded_sums_those_that_are_the_least_from_the_start_on_count(mut plan in plans(7, 9)) {
        plan.more_starts.clear();
        let mut world = World::<f64>::new(&plan, Guess::Zero, Index::Always);
        for (_, edge) in world.edges.iter_mut().flatten() {
            *edge = (edge.max(0.25) * 4.0) / 10.0;
        }
        let mut all = Vec::new();
        all_ways(&world, &mut vec![plan.start], &mut vec![0.0], &mut all);
        let optimum = all.iter().map(|(_, costs)| costs[costs.len() - 1]).min_by(f64::total_cmp);
        // The least cost of each node, over all ways to it.
        let mut to_all = Dijkstra::one_to_all(&world, plan.start);
        assert_eq!(to_all.run(), Status::Found);
        let mut expected: Vec<_> = all
            .into_iter()
            .filter(|(_, costs)| costs.last().copied() == optimum)
            .filter(|(path, costs)| path.iter().zip(costs).all(|(node, cost)| to_all.cost_to(node) == Some(*cost)))
            .map(|(path, _)| path)
            .collect();
        expected.sort();
        expected.dedup();
        let found = OptimalPaths::new(&world).unwrap();
        let mut paths: Vec<_> = found.iter().map(|path| path.nodes).collect();
        paths.sort();
        prop_assert_eq!((found.cost(), paths), (optimum, expected));
    }
}

/// How many shortest solutions each board has: from the goal, a sum over the boards one move nearer.
fn counts_from_the_goal(goal: &str) -> BTreeMap<[u8; 9], (u32, u64)> {
    let all = eight_puzzle(goal);
    let mut counts: HashMap<[u8; 9], (u32, u64)> = HashMap::new();
    for (tiles, length) in &all {
        let nearer = neighbours(*tiles, 3).into_iter().filter_map(|next| counts.get(&next));
        let sum: u64 = nearer
            .filter(|(far, _)| far + 1 == *length)
            .map(|(_, count)| count)
            .sum();
        counts.insert(*tiles, (*length, sum.max(u64::from(*length == 0))));
    }
    counts.into_iter().collect()
}

/// All solutions of every board at one of the places: counted and listed. Answers how many in all.
fn check_boards(places: impl Fn(usize) -> bool + Sync) -> usize {
    let goal = board("123456780");
    let truth = counts_from_the_goal("123456780");
    assert_eq!(truth.len(), 181_440);
    // These totals are known.
    let total: u64 = truth.values().map(|(_, count)| count).sum();
    let most = truth.values().map(|(_, count)| *count).max().unwrap();
    assert_eq!((total, most), (500_881, 64));
    assert_eq!(truth.values().filter(|(_, count)| *count == most).count(), 2);

    let heuristic = Maximum::new(LinearConflict::new(&goal), WalkingDistance::new(&goal).unwrap());
    let boards: Vec<_> = truth.into_iter().collect();
    let (next, listed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some((tiles, (length, count))) = boards.get(place) else {
                break;
            };
            if !places(place) && *length < 31 && *count < 64 {
                continue;
            }
            progress("boards with all their solutions");
            let puzzle = Puzzle::new(&board_of(*tiles, 3, 3), &goal).unwrap();
            let found = OptimalPaths::new(puzzle.with_heuristic(|_| &heuristic)).unwrap();
            assert_eq!(
                (found.cost(), found.count()),
                (Some(*length), Some((*count).into())),
                "{tiles:?}"
            );
            listed.fetch_add(found.iter().count(), Ordering::Relaxed);
            assert_eq!(found.iter().count() as u64, *count);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
    listed.into_inner()
}

#[test]
fn boards_of_the_8_puzzle() {
    assert!(check_boards(|place| place % 2_003 == 0) > 500_881 / 2_500);
}

#[test]
#[ignore = "20 seconds: A* on every board"]
fn every_board_of_the_8_puzzle() {
    assert_eq!(check_boards(|_| true), 500_881);
}

#[test]
fn the_hardest_boards() {
    let goal = board("123456780");
    for start in ["867254301", "647850321"].map(board) {
        let puzzle = Puzzle::new(&start, &goal).unwrap();
        let solutions = puzzle.optimal_solutions().unwrap();
        assert_eq!((solutions.length(), solutions.count()), (Some(31), Some(40)));
        let all: Vec<_> = solutions.iter().collect();
        assert_eq!(all.len(), 40);
        for (moves, path) in all.iter().zip(solutions.paths()) {
            assert_eq!((moves.len(), path.edges()), (31, 31));
            assert_eq!(start.apply_all(moves.iter().copied()).unwrap(), goal);
        }
        // In the order of the moves, and so each once.
        let alphabet = |moves: &Vec<Move>| -> Vec<_> {
            moves
                .iter()
                .map(|one| Move::ALL.iter().position(|other| other == one))
                .collect()
        };
        assert!(all.is_sorted_by(|one, next| alphabet(one) < alphabet(next)));
    }
    let solved = Puzzle::new(&goal, &goal).unwrap();
    let solutions = solved.optimal_solutions().unwrap();
    assert_eq!((solutions.length(), solutions.count()), (Some(0), Some(1)));
    assert_eq!(solutions.iter().collect::<Vec<_>>(), [Vec::new()]);
    let unsolvable = Puzzle::<Tiles16>::even_if_unsolvable(&board("2130"), &board("1230")).unwrap();
    let solutions = unsolvable.optimal_solutions().unwrap();
    assert_eq!(
        (solutions.length(), solutions.count(), solutions.iter().next()),
        (None, Some(0), None)
    );
}

/// A row of diamonds has 2 to the power of their number ways through it.
fn diamonds(count: u32) -> OptimalPaths<(u32, u32), u64> {
    let graph = FnGraph::new(|&(x, y): &(u32, u32)| match y {
        0 => vec![((x, 1), 2_u64), ((x, 2), 1)],
        1 => vec![((x + 1, 0), 1)],
        _ => vec![((x + 1, 0), 2)],
    });
    OptimalPaths::of(&mut Dijkstra::new(Query::new(&graph, (0, 0), |node| {
        *node == (count, 0)
    })))
    .unwrap()
}

#[test]
fn too_many_to_count_can_still_be_listed() {
    for count in [0, 1, 10, 127] {
        let paths = diamonds(count);
        assert_eq!(
            (paths.count(), paths.cost()),
            (Some(1 << count), Some(3 * u64::from(count)))
        );
    }
    assert_eq!(diamonds(10).iter().count(), 1 << 10);
    let paths = diamonds(128);
    assert_eq!(paths.count(), None);
    assert!(
        paths
            .iter()
            .take(1_000)
            .all(|path| path.edges() == 256 && path.cost == 384)
    );
    assert_eq!(paths.nodes().len(), 3 * 128 + 1);
    // Long paths need no deep stack.
    let many = share(200_000);
    assert_eq!(diamonds(many).iter().next().unwrap().edges(), 2 * many as usize);
}

/// A node with very many successors takes no more than they are.
#[test]
fn a_star_of_edges() {
    const MANY: u32 = 200_000;
    let star = FnGraph::new(|node: &u32| match node {
        0 => (1..=MANY).chain(1..=MANY).map(|leaf| (leaf, 1_u32)).collect::<Vec<_>>(),
        _ => vec![(u32::MAX, 1)],
    });
    let paths = OptimalPaths::of(&mut Dijkstra::new(Query::new(&star, 0, |node| *node == u32::MAX))).unwrap();
    assert_eq!(paths.count(), Some(MANY.into()));
    assert!(paths.iter().map(|path| path.nodes[1]).eq(1..=MANY));
}

#[test]
fn costs_of_zero() {
    // An undirected edge of zero aside: it leads nowhere, and does no harm. On the way it is a cycle.
    let world = |edges: &[(usize, usize, u32)]| {
        let edges = edges.to_vec();
        let graph = FnGraph::new(move |node: &usize| {
            let own: Vec<_> = edges
                .iter()
                .filter(|edge| edge.0 == *node)
                .map(|edge| (edge.1, edge.2))
                .collect();
            own
        });
        OptimalPaths::of(&mut Dijkstra::new(Query::new(&graph, 0, |node| *node >= 8)))
    };
    let aside = [(0, 1, 1), (0, 2, 0), (2, 3, 0), (3, 2, 0), (1, 8, 0), (1, 1, 0)];
    assert_eq!(world(&aside).unwrap().count(), Some(1));
    let cycle = [(0, 1, 1), (1, 2, 0), (2, 1, 0), (1, 8, 4)];
    let error = world(&cycle).unwrap_err();
    assert_eq!(error, OptimalPathsError::ZeroCostCycle);
    assert!(error.to_string().contains("cycle of edges that cost nothing"));
    // A path ends at the first goal on it; other goals at the same cost count.
    let goals = [(0, 8, 3), (8, 9, 0), (0, 1, 3), (1, 9, 0), (0, 10, 4)];
    let nodes: Vec<_> = world(&goals).unwrap().iter().map(|path| path.nodes).collect();
    assert_eq!(nodes, [vec![0, 8], vec![0, 1, 9]]);
    let parallel = [(0, 1, 2), (0, 1, 1), (0, 1, 1), (1, 8, 0)];
    assert_eq!(world(&parallel).unwrap().count(), Some(1));
}

#[test]
fn failures() {
    let line = FnGraph::new(|n: &i32| [(n + 1, 1_i32), (n - 1, 1)]);
    let query = Query::new(&line, 0, |n| *n == 100);
    let mut search = Dijkstra::new(&query).with_node_limit(50);
    let error = OptimalPaths::of(&mut search).unwrap_err();
    assert_eq!(error, OptimalPathsError::Search(SearchError::NodeLimit { limit: 50 }));
    assert_eq!(error.to_string(), "the limit of 50 stored nodes is reached");
    assert_eq!(OptimalPaths::of(&mut search).unwrap_err(), error);
    assert!(matches!(search.status(), Status::Failed(_)));

    // The path is found; what is wrong is met when the others of its cost are looked for.
    let broken = FnGraph::new(|n: &i32| match n {
        0 => vec![(2, 1_i32), (1, 1)],
        1 => vec![(9, 0)],
        _ => vec![(9, -1)],
    });
    let mut search = Dijkstra::new(Query::new(&broken, 0, |n| *n == 9));
    assert_eq!(search.run(), Status::Found);
    let found = OptimalPaths::of(&mut search);
    assert!(
        matches!(found, Err(OptimalPathsError::Search(SearchError::NegativeCost { .. }))),
        "{found:?}"
    );
    assert!(matches!(search.status(), Status::Failed(_)));
}

/// With too little memory for the nodes of all cheapest paths, there are not fewer paths but a failure: also where the
/// open list grows as a node is taken from it, after the first path has been found.
#[test]
fn a_memory_limit_leaves_out_no_paths() {
    const BETWEEN: u32 = 1_000;
    let graph = FnGraph::new(|node: &u32| match *node {
        0 => vec![(1, 10_u32), (2, 5)],
        1 => vec![],
        2 => (3..3 + BETWEEN).map(|node| (node, 1)).collect(),
        _ => vec![(1, 4)],
    });
    let query = Query::new(&graph, 0, |node| *node == 1).with_heuristic(|node| [0, 0, 5, 3][(*node).min(3) as usize]);
    let mut failures = 0;
    for limit in (0..).step_by(256) {
        let mut search = AStar::new(&query).with_memory_limit(limit);
        let paths = OptimalPaths::of(&mut search).map(|paths| paths.count());
        assert!(search.stats().bytes <= limit);
        if paths == Ok(Some(1 + u128::from(BETWEEN))) {
            break;
        }
        let failure = SearchError::MemoryLimit { limit };
        assert_eq!(paths, Err(OptimalPathsError::Search(failure)));
        failures += 1;
    }
    assert!(failures > 100);
}
