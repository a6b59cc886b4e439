//! Matrices of costs, against Floyd-Warshall.

use astride::search::CostMatrixBuilder;
use astride::{Budget, CostMatrix, Dijkstra, FnGraph, Graph, Query, SearchError, Status, Stepper};
use proptest::prelude::*;

use crate::common::ends::ends;
use crate::common::plan::{Guess, Plan};
use crate::common::rough::Rough;
use crate::common::world::{INDEXES, Index, Units, World};

fn check<C: Units, G: Graph<Node = usize, Cost = C>>(plan: &Plan, mut matrix: CostMatrix<G>) {
    let far = plan.all_pairs();
    let (sources, targets) = (matrix.sources().to_vec(), matrix.targets().to_vec());
    for (row, source) in sources.iter().enumerate() {
        for (column, target) in targets.iter().enumerate() {
            let expected = far[*source][*target];
            assert_eq!(matrix.cost(row, column), expected.map(C::units));
            let path = matrix.path(row, column).unwrap();
            assert_eq!(path.as_ref().map(|path| path.cost), expected.map(C::units));
            if let Some(path) = path {
                assert_eq!((path.nodes.first(), path.nodes.last()), (Some(source), Some(target)));
                let start = *source;
                let more_starts = Vec::new();
                let from_source = Plan {
                    start,
                    more_starts,
                    ..plan.clone()
                };
                assert_eq!(from_source.cheapest_sum(&path.nodes), expected);
            }
        }
    }
    assert_eq!(
        [matrix.cost(sources.len(), 0), matrix.cost(usize::MAX, 0)],
        [None, None]
    );
    assert_eq!(matrix.nearest(usize::MAX, usize::MAX), None);
    assert_eq!(matrix.path(0, targets.len()), Ok(None));
}

proptest! {
    #![proptest_config(crate::common::effort::cases(1_000))]

    #[test]
    fn each_entry_is_the_distance(
        plan in ends(8, 1_000_000),
        sources in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
        targets in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
        budgets in prop::collection::vec(0..9_u64, 1..9),
    ) {
        let nodes = |ends: &[prop::sample::Index]| ends.iter().map(|end| end.index(plan.nodes)).collect::<Vec<_>>();
        let (sources, targets) = (nodes(&sources), nodes(&targets));
        for index in INDEXES {
            let ends = World::<u32>::with_guesses(&plan, [Guess::Zero; 2], index);
            let whole = CostMatrix::new(&ends, sources.clone(), targets.clone()).unwrap();
            check(&plan, whole);

            let ends = World::<Rough>::with_guesses(&plan, [Guess::Zero; 2], index);
            let whole = CostMatrix::new(&ends, sources.clone(), targets.clone()).unwrap();
            check(&plan, whole);

            let ends = World::<f64>::with_guesses(&plan, [Guess::Zero; 2], index);
            let mut in_slices = CostMatrixBuilder::either_way(&ends, sources.clone(), targets.clone());
            for budget in budgets.iter().cycle() {
                let before = in_slices.stats().expanded;
                let status = match budget {
                    0 => in_slices.step(),
                    _ => in_slices.run_for(Budget::new().expansions(*budget)),
                };
                prop_assert!(in_slices.stats().expanded - before <= (*budget).max(1));
                if status == Status::Found {
                    break;
                }
                prop_assert_eq!(status, Status::Running);
            }
            let searches = sources.len().min(targets.len());
            prop_assert!(in_slices.stats().expanded <= (searches * plan.nodes) as u64);
            check(&plan, in_slices.finish().unwrap());
        }
    }

    /// Compares a matrix with a search for each pair.
    #[test]
    fn a_test_finds_the_nearest_node_that_passes(
        plan in ends(8, 1_000_000),
        sources in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        masks in prop::collection::vec(0..256_usize, 0..4),
    ) {
        let sources: Vec<_> = sources.iter().map(|end| end.index(plan.nodes)).collect();
        let is_goal = |mask: usize| move |node: &usize| mask >> node & 1 == 1;
        for index in INDEXES {
            let ends = World::<u32>::with_guesses(&plan, [Guess::Zero; 2], index);
            let goals = masks.iter().map(|mask| is_goal(*mask)).collect();
            let mut matrix = CostMatrix::to_goals(&ends, sources.clone(), goals).unwrap();
            for (row, source) in sources.iter().enumerate() {
                for (column, mask) in masks.iter().enumerate() {
                    let mut alone = Dijkstra::new(Query::new(&ends, *source, is_goal(*mask)));
                    prop_assert_ne!(alone.run(), Status::Running);
                    let cost = alone.path().map(|path| path.cost);
                    prop_assert_eq!(matrix.cost(row, column), cost);
                    let nearest = matrix.nearest(row, column).copied();
                    prop_assert_eq!(nearest.is_some(), cost.is_some());
                    let path = matrix.path(row, column).unwrap();
                    prop_assert_eq!(path.as_ref().map(|path| path.cost), cost);
                    if let (Some(path), Some(nearest)) = (path, nearest) {
                        prop_assert!(is_goal(*mask)(&nearest));
                        prop_assert_eq!((path.nodes.first(), path.nodes.last()), (Some(source), Some(&nearest)));
                        let mut to_it = Dijkstra::new(Query::between(&ends, *source, nearest));
                        prop_assert_eq!((to_it.run(), to_it.path().map(|path| path.cost)), (Status::Found, cost));
                    }
                }
                prop_assert_eq!((matrix.cost(row, masks.len()), matrix.nearest(row, masks.len())), (None, None));
            }
        }
    }

    #[test]
    fn near_the_largest_cost_an_entry_is_right_or_the_search_fails(plan in ends(6, 200)) {
        let ends = World::<u8>::with_guesses(&plan, [Guess::Zero; 2], Index::Sometimes);
        let all: Vec<usize> = (0..plan.nodes).collect();
        let fits = plan.all_pairs().iter().flatten().flatten().all(|far| *far < 255);
        match CostMatrix::new(&ends, all.clone(), all) {
            Err(error) => {
                prop_assert!(matches!(error, SearchError::CostOverflow { .. }), "{}", error);
                prop_assert!(!fits);
            }
            Ok(matrix) => check(&plan, matrix),
        }
    }
}

#[test]
fn a_search_ends_at_the_last_target() {
    let line = FnGraph::new(|n: &i64| [(n + 1, 1_u32), (n - 1, 1)]);
    let mut builder = CostMatrixBuilder::new(line, vec![0, 1_000], vec![3, 997, 3]);
    assert_eq!(builder.run(), Status::Found);
    let stats = builder.stats();
    assert!((3_900..=4_000).contains(&stats.expanded), "{stats:?}");
    let matrix = builder.finish().unwrap();
    assert_eq!(
        (matrix.cost(0, 1), matrix.cost(1, 0), matrix.cost(1, 2)),
        (Some(997), Some(997), Some(997))
    );
}

#[test]
fn an_edge_followed_backwards_is_named_as_such() {
    let graph = FnGraph::new(|n: &u32| [(n + 1, -1_i32)]).with_predecessors(|n| n.checked_sub(1).map(|n| (n, -1)));
    let mut matrix = CostMatrixBuilder::either_way(&graph, vec![0, 1], vec![3]);
    let Status::Failed(error) = matrix.run() else {
        panic!("found")
    };
    assert_eq!(
        error.to_string(),
        "the cost of predecessor 0 of the current node is -1, which is below zero"
    );
    assert_eq!(matrix.step(), Status::Failed(error.clone()));
    assert_eq!(matrix.finish().unwrap_err(), error);

    let limited = CostMatrixBuilder::either_way(&graph, vec![0, 1], vec![3]).with_node_limit(0);
    assert_eq!(limited.finish().unwrap_err(), SearchError::NodeLimit { limit: 0 });
}

#[test]
fn with_as_many_targets_as_sources_no_edge_is_followed_backwards() {
    let graph = FnGraph::new(|n: &u32| [(n + 1, 1_u32)]).with_predecessors(|_| -> [(u32, u32); 0] { unreachable!() });
    let matrix = CostMatrix::either_way(&graph, vec![0, 1], vec![3, 7]).unwrap();
    assert_eq!(matrix.cost(1, 1), Some(6));
}

#[test]
fn what_the_searches_have_done_adds_up() {
    let grid = FnGraph::new(|&(x, y): &(u32, u32)| {
        [(x + 1, y), (x, y + 1)]
            .into_iter()
            .filter(|(x, y)| *x < 30 && *y < 30)
            .map(|next| (next, 1_u32))
    });
    let (sources, target) = ([(0, 0), (5, 9), (20, 3), (29, 29)], (29, 29));
    let mut sum = (0, 0, 0);
    for source in sources {
        let mut alone = CostMatrixBuilder::new(&grid, vec![source], vec![target]);
        assert_eq!(alone.run(), Status::Found);
        let stats = alone.stats();
        sum = (
            sum.0 + stats.expanded,
            sum.1 + stats.generated,
            stats.max_open.max(sum.2),
        );
    }
    let mut together = CostMatrixBuilder::new(&grid, sources.to_vec(), vec![target]);
    let mut elapsed = std::time::Duration::ZERO;
    while together.run_for(Budget::new().expansions(50)).is_running() {
        assert!(together.stats().elapsed >= elapsed);
        elapsed = together.stats().elapsed;
    }
    let stats = together.stats();
    assert!(stats.elapsed > std::time::Duration::ZERO);
    assert_eq!((stats.expanded, stats.generated, stats.max_open), sum);
}

/// An edge becomes too expensive after the matrix has been computed, and is then restored.
#[test]
fn a_path_is_refused_while_its_search_fails() {
    let cost = std::cell::Cell::new(1_u32);
    let line = FnGraph::new(|n: &u32| [(n + 1, cost.get())]);
    let mut matrix = CostMatrix::new(&line, vec![0, 1], vec![5]).unwrap();
    cost.set(u32::MAX - 1);
    assert!(matches!(matrix.path(0, 0), Err(SearchError::CostOverflow { .. })));
    cost.set(1);
    for _ in 0..2 {
        assert_eq!(matrix.path(0, 0).unwrap().unwrap().nodes, [0, 1, 2, 3, 4, 5]);
    }
}
