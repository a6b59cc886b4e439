//! Iterative deepening: node counts of the literature, very deep graphs, infinite ones, limits, starts added under way.

mod common;

use std::cell::Cell;

use astride::npuzzle::{Board, Puzzle, Shape};
use astride::{
    AStar, Bfs, Budget, Dijkstra, FnGraph, Heuristic, IdDfs, IdaStar, Origin, Problem, Query, SearchError, Status,
};

/// An instance of Korf's hundred.
struct Instance {
    number: u32,
    puzzle: Puzzle,
    length: u32,
    nodes: u64,
    nodes_last: u64,
}

fn instances() -> impl Iterator<Item = Instance> {
    let goal = Board::blank_first(Shape::new(4, 4).unwrap());
    let lines = include_str!("../testdata/korf100.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(move |line| {
        let fields: Vec<u64> = line.split_whitespace().map(|field| field.parse().unwrap()).collect();
        let [number, tiles @ .., estimate, length, nodes, nodes_last] = &fields[..] else {
            panic!("{line}")
        };
        let tiles: Vec<_> = tiles.iter().map(|tile| u8::try_from(*tile).unwrap()).collect();
        let puzzle = Puzzle::new(&Board::new(goal.shape(), &tiles).unwrap(), &goal).unwrap();
        assert_eq!(u64::from(puzzle.estimate(&puzzle.start())), *estimate);
        Instance {
            number: u32::try_from(*number).unwrap(),
            puzzle,
            length: u32::try_from(*length).unwrap(),
            nodes: *nodes,
            nodes_last: *nodes_last,
        }
    })
}

/// In the failing iterations exactly Korf's nodes; in the last one besides them the siblings along the path, since all
/// children of a node are generated at once: two at most at each of its nodes, and three at the start.
fn check_counts(instance: &Instance) {
    let mut search = IdaStar::new(&instance.puzzle);
    assert_eq!(search.run(), Status::Found);
    let path = search.path().unwrap();
    assert_eq!(path.cost, instance.length);
    assert_eq!(instance.puzzle.moves(&path.nodes).unwrap().len(), path.edges());

    let iterations = search.iterations();
    let (last, failing) = iterations.split_last().unwrap();
    let generated: u64 = failing.iter().map(|iteration| iteration.generated).sum();
    assert_eq!(
        generated,
        instance.nodes - instance.nodes_last - 1,
        "instance {}",
        instance.number
    );
    let surplus = last.generated - instance.nodes_last;
    assert!(
        surplus <= 2 * u64::from(instance.length) + 1,
        "{surplus} in instance {}",
        instance.number
    );

    let estimate = instance.puzzle.estimate(&instance.puzzle.start());
    let thresholds: Vec<_> = iterations.iter().map(|iteration| iteration.threshold).collect();
    assert_eq!(thresholds, (estimate..=instance.length).step_by(2).collect::<Vec<_>>());
    let stats = search.stats();
    assert_eq!(stats.generated, generated + last.generated + 1);
    assert_eq!(
        stats.expanded,
        iterations.iter().map(|iteration| iteration.expanded).sum::<u64>()
    );
    assert!(stats.nodes <= 3 * instance.length as usize + 2, "{stats:?}");
}

#[test]
fn korf_counts_of_the_easier_instances() {
    let easy: Vec<_> = instances().filter(|instance| instance.nodes < 4_000_000).collect();
    assert_eq!(easy.len(), 17);
    easy.iter().for_each(check_counts);
}

#[test]
#[ignore = "36 thousand million nodes: five minutes and more"]
fn korf_counts_of_all_instances() {
    let all: Vec<_> = instances().collect();
    assert_eq!(all.iter().map(|instance| instance.nodes).sum::<u64>(), 36_302_808_031);
    assert_eq!(all.len(), 100);
    all.iter().for_each(check_counts);
}

const DEEP: u32 = 1_000_000;

/// A line with a dead end beside each node, and its end as the goal.
fn line(estimate: fn(u32) -> f64) -> impl Heuristic<Node = u32, Cost = f64> {
    let graph = FnGraph::new(|n: &u32| {
        let next = (n.is_multiple_of(2) && *n < 2 * DEEP).then_some((n + 2, 1.0));
        let aside = n.is_multiple_of(2).then_some((n + 1, 0.5));
        aside.into_iter().chain(next)
    });
    Query::new(graph, 0, |n| *n == 2 * DEEP).heuristic(move |n| estimate(*n))
}

#[test]
fn a_path_of_a_million_edges() {
    let mut search = IdaStar::new(line(|n| f64::from(DEEP - n.min(2 * DEEP) / 2)));
    assert_eq!(search.run(), Status::Found);
    let path = search.path().unwrap();
    assert_eq!((path.cost, path.edges()), (f64::from(DEEP), DEEP as usize));
    assert_eq!(search.best_effort_path(), Some(path));
    assert_eq!(search.iterations().len(), 1);

    // One at a time, through an iteration to the very bottom and up again: the goal is two beyond the first threshold.
    let estimate = |n: u32| f64::from(DEEP - n.min(2 * DEEP) / 2) - if n < 2 * DEEP { 1.0 } else { 0.0 };
    let mut search = IdaStar::new(line(estimate));
    while search.step() == Status::Running {}
    assert_eq!(search.path().map(|path| path.cost), Some(f64::from(DEEP)));
    let thresholds: Vec<_> = search
        .iterations()
        .iter()
        .map(|iteration| iteration.threshold)
        .collect();
    assert_eq!(
        thresholds,
        [f64::from(DEEP) - 1.0, f64::from(DEEP) - 0.5, f64::from(DEEP)]
    );

    // The edges of a line are a tree: no iteration but the last finds anything, so one suffices to see the depth.
    let straight = FnGraph::new(|n: &u32| [(n + 1, 1_u8)].into_iter().filter(|(n, _)| *n <= 2_000));
    let mut search = IdDfs::new(Query::new(straight, 0, |n| *n == 2_000));
    assert_eq!(
        search.run(),
        Status::Failed(SearchError::CostOverflow {
            cost: "254".into(),
            edge: "1".into(),
            origin: Origin::Successor(0)
        })
    );
    assert_eq!(search.current(), Some(&254));
}

/// From n to n + 1 and to 2n, without end, at a cost.
fn doubling() -> FnGraph<u64, u32, impl Fn(&u64) -> [(u64, u32); 2]> {
    FnGraph::new(|n: &u64| [(n + 1, 3), (n * 2, 4)])
}

#[test]
fn infinite_graphs() {
    for goal in [1_u64, 2, 3, 37, 100, 119] {
        let query =
            || Query::new(doubling(), 1, move |n| *n == goal).heuristic(move |n| if *n > goal { u32::MAX } else { 0 });
        let mut dijkstra = Dijkstra::new(query());
        assert_eq!(dijkstra.run(), Status::Found);
        let mut search = IdaStar::new(query());
        assert_eq!(search.run(), Status::Found);
        assert_eq!(search.path().unwrap().cost, dijkstra.path().unwrap().cost);

        let mut bfs = Bfs::new(query());
        assert_eq!(bfs.run(), Status::Found);
        let mut search = IdDfs::new(query());
        assert_eq!(search.run(), Status::Found);
        let path = search.path().unwrap();
        assert_eq!(path.edges(), bfs.path().unwrap().edges());
        let cost = path
            .nodes
            .windows(2)
            .map(|pair| if pair[1] == pair[0] + 1 { 3 } else { 4 })
            .sum::<u32>();
        // From 1 both edges lead to 2, and the first one is taken.
        assert_eq!(path.cost, cost);
    }

    // No goal: it goes on for as long as it is told to.
    let mut search = IdaStar::new(Query::new(doubling(), 1, |_| false).heuristic(|_| 0));
    assert_eq!(search.run_for(Budget::new().expansions(10_000)), Status::Running);
    assert_eq!(search.stats().expanded, 10_000);
    assert!(
        search
            .iterations()
            .windows(2)
            .all(|pair| pair[0].threshold < pair[1].threshold)
    );
    assert_eq!(
        search.run_for(Budget::new().time(std::time::Duration::from_millis(1))),
        Status::Running
    );
    let before = search.stats();
    assert!(before.expanded > 10_000);
    assert_eq!(search.run_for(Budget::new().nodes(2)), Status::Running);
    assert!(search.stats().nodes >= before.nodes + 2);
}

#[test]
fn limits() {
    let query = || Query::new(doubling(), 1, |n| *n == 100).heuristic(|_| 0);
    let mut search = IdaStar::new(query());
    assert_eq!(search.run(), Status::Found);
    let cost = search.path().unwrap().cost;
    assert_eq!(IdaStar::new(query()).with_cost_limit(cost).run(), Status::Found);
    let mut search = IdaStar::new(query()).with_cost_limit(cost - 1);
    assert_eq!(search.run(), Status::Exhausted);
    assert!(search.iterations().iter().all(|iteration| iteration.threshold < cost));
    assert_eq!(IdDfs::new(query()).with_depth_limit(8).run(), Status::Found);
    assert_eq!(IdDfs::new(query()).with_depth_limit(7).run(), Status::Exhausted);
    // The limit stays when the search begins anew.
    search.reset(query());
    assert_eq!(search.run(), Status::Exhausted);
    // A start beyond it.
    let far = Query::new(doubling(), 1, |n| *n == 1).heuristic(|_| 5);
    assert_eq!(IdaStar::new(far).with_cost_limit(4).run(), Status::Exhausted);
}

#[test]
fn cycles_that_cost_nothing() {
    let ring = || FnGraph::new(|n: &u32| [((n + 1) % 9, 0_u32), (*n, 0), ((n + 8) % 9, 0)]);
    for (goal, end) in [(5, Status::Found), (9, Status::Exhausted)] {
        let query = || Query::new(ring(), 0, move |n| *n == goal).heuristic(|_| 0);
        assert_eq!(IdaStar::new(query()).with_cycle_check().run(), end);
        assert_eq!(IdDfs::new(query()).with_cycle_check().run(), end);
    }
    // Without the check the branch grows and grows. A limit of nodes ends that.
    let mut search = IdaStar::new(Query::new(ring(), 0, |n| *n == 9).heuristic(|_| 0)).with_node_limit(1_000);
    assert_eq!(search.run(), Status::Failed(SearchError::NodeLimit { limit: 1_000 }));
    assert_eq!(search.stats().nodes, 1_000);
}

#[test]
fn a_start_added_under_way_is_not_too_late() {
    // The nearest goal of the new start is nearer than those of the first, and not the first on its own branch.
    let graph = FnGraph::new(|n: &u32| -> Vec<(u32, u32)> {
        match n {
            0..20 => vec![(n + 1, 1)],
            100 => vec![(101, 5), (102, 2)],
            101 | 102 => vec![(200, 1)],
            _ => vec![],
        }
    });
    for steps in 0..40 {
        for cost in [0, 3, 4, 30] {
            let mut search = IdaStar::new(Query::new(&graph, 0, |n| *n == 200 || *n == 20).heuristic(|_| 0));
            for _ in 0..steps {
                assert_eq!(search.step(), Status::Running);
            }
            search.add_start(100, cost);
            assert_eq!(search.stats().open, search.open_nodes().count());
            assert_eq!(search.run(), Status::Found);
            assert_eq!(
                search.path().unwrap().cost,
                20.min(cost + 3),
                "after {steps} steps, at {cost}"
            );
            assert_eq!(search.stats().open, search.open_nodes().count());
        }
    }
}

#[test]
fn dead_ends_are_cut_off() {
    let asked = Cell::new(0);
    let graph = FnGraph::new(|n: &u32| {
        asked.set(asked.get() + u32::from(*n >= 100));
        [(n + 1, 1_u32), (n + 100, 1)].into_iter().filter(|(n, _)| *n < 1_000)
    });
    let query =
        Query::new(&graph, 0, |n| *n == 30).heuristic(|n| if *n >= 100 { u32::MAX } else { 30_u32.saturating_sub(*n) });
    let mut search = IdaStar::new(query);
    assert_eq!(search.run(), Status::Found);
    assert_eq!((search.path().unwrap().cost, asked.get()), (30, 0));
    let of_start = Query::new(&graph, 100, |_| true).heuristic(|_| u32::MAX);
    assert_eq!(IdaStar::new(of_start).run(), Status::Exhausted);
}

#[test]
fn inconsistent_estimates() {
    // Jumps up and down by the node's number, and never too high: two thirds of the distance, or nothing.
    let graph = FnGraph::new(|n: &u32| {
        [(n + 1, 2_u32), (n + 2, 5), (n + 5, 9)]
            .into_iter()
            .filter(|(n, _)| *n <= 40)
    });
    let query =
        || Query::new(&graph, 0, |n| *n == 33).heuristic(|n| if n % 3 == 1 { 33_u32.saturating_sub(*n) } else { 0 });
    let (mut star, mut deepening) = (AStar::new(query()), IdaStar::new(query()));
    assert_eq!((star.run(), deepening.run()), (Status::Found, Status::Found));
    assert_eq!(star.path().unwrap().cost, deepening.path().unwrap().cost);
}
