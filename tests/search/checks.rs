//! Searches of a plan against Bellman-Ford, Floyd-Warshall and a plain breadth-first search.

use crate::common::algorithm::{ALL, Algorithm, Boxed, DEEPENING, Own, TIES};
use crate::common::log::Log;
use crate::common::plan::{ADMISSIBLE, Guess, Plan};
use crate::common::world::{INDEXES, Index, Units, World};
use astride::open::TieBreaking;
use astride::search::Origin;
use astride::{Dijkstra, Path, SearchError, Status};

/// 0 → 1, and from 1 a good edge, a missing one, and the one in question to the goal.
pub(crate) fn forked<C: Units>(first: C, edge: C, index: Index) -> World<C> {
    let mut world = World::row(&[first, C::ZERO, C::ZERO, C::ZERO]);
    world.edges = vec![
        vec![(1, first)],
        vec![(2, C::ZERO), (3, C::INFINITY), (4, edge), (3, C::ZERO)],
        vec![],
        vec![],
        vec![],
    ];
    world.index = index;
    world
}

pub(crate) fn check_edge<C: Units>(first: C, edge: C, expected: impl Into<Option<SearchError>>) {
    let expected = expected.into();
    for algorithm in ALL.into_iter().chain(DEEPENING) {
        for index in INDEXES {
            let log = Log::default();
            let mut search = algorithm.search(forked(first, edge, index), &log);
            let status = search.run();
            assert_eq!(search.stats().expanded, log.expansions(), "{algorithm:?} {expected:?}");
            match &expected {
                Some(error) => {
                    assert_eq!(status, Status::Failed(error.clone()), "{algorithm:?}");
                    assert_eq!(search.current(), Some(1), "{algorithm:?}");
                    assert_eq!(search.path(), None);
                    assert!(!error.to_string().is_empty());
                }
                None => assert!(matches!(status, Status::Found | Status::Exhausted), "{algorithm:?}"),
            }
        }
    }
}

/// The estimate of one node is wrong: the start's, or that of the third successor.
pub(crate) fn check_estimate<C: Units>(
    algorithm: Algorithm,
    estimate: C,
    expected: impl Fn(Origin) -> Option<SearchError>,
) {
    for index in INDEXES {
        let mut at_start = forked(C::units(10), C::ZERO, index);
        at_start.estimates[0] = estimate;
        let mut search = algorithm.search(at_start.clone(), &Log::default());
        let status = search.run();
        if let Some(error) = expected(Origin::Start) {
            assert_eq!(status, Status::Failed(error), "{algorithm:?}");
            assert_eq!((search.current(), search.stats().nodes), (None, 0));
        }

        let mut at_successor = forked(C::units(10), C::ZERO, index);
        at_successor.estimates[4] = estimate;
        let mut search = algorithm.search(at_successor, &Log::default());
        let status = search.run();
        if let Some(error) = expected(Origin::Successor(2)) {
            assert_eq!(status, Status::Failed(error), "{algorithm:?}");
            assert_eq!(search.current(), Some(1));
        } else {
            assert!(
                matches!(status, Status::Found | Status::Exhausted),
                "{algorithm:?} {status:?}"
            );
        }
    }
}

/// The error of an invalid estimate at a place, if the algorithm asks for any.
pub(crate) fn invalid_estimate(algorithm: Algorithm, text: &str) -> impl Fn(Origin) -> Option<SearchError> {
    move |origin| {
        let estimate = text.into();
        algorithm
            .has_estimates()
            .then_some(SearchError::InvalidEstimate { estimate, origin })
    }
}

/// A search with all starts of the plan, run to its end.
fn ended<C: Units>(algorithm: Algorithm, plan: &Plan, guess: Guess, index: Index) -> Boxed<C> {
    let mut search = begun(algorithm, plan, guess, index);
    let status = search.run();
    assert!(
        matches!(status, Status::Found | Status::Exhausted),
        "{algorithm:?} {status:?}"
    );
    search
}

fn begun<C: Units>(algorithm: Algorithm, plan: &Plan, guess: Guess, index: Index) -> Boxed<C> {
    let mut search = algorithm.search(World::<C>::new(plan, guess, index), &Log::default());
    for (start, units) in &plan.more_starts {
        search.add_start(*start, C::units(*units));
    }
    search
}

/// The path leads from a start to a goal, and costs what it says. Answers its length in edges.
fn check_path<C: Units>(algorithm: Algorithm, plan: &Plan, path: &Path<usize, C>) -> usize {
    assert!(plan.goals[*path.nodes.last().unwrap()], "{algorithm:?}");
    check_way(algorithm, plan, path)
}

/// The same without the goal.
fn check_way<C: Units>(algorithm: Algorithm, plan: &Plan, path: &Path<usize, C>) -> usize {
    let sums = match algorithm {
        // They stay with the first of parallel edges.
        Algorithm::Bfs | Algorithm::Dfs => Vec::from_iter(plan.first_sum(&path.nodes)),
        // Where a shorter way to an inner node was found, that asks for the cheapest of them, and else for the first.
        Algorithm::DfsLimited(_) => Vec::from_iter(plan.sums(&path.nodes)),
        _ => Vec::from_iter(plan.cheapest_sum(&path.nodes)),
    };
    assert!(!sums.is_empty(), "{algorithm:?}: no path at all: {path:?}");
    assert!(
        sums.iter().any(|sum| C::units(*sum) == path.cost),
        "{algorithm:?} {path:?} {sums:?}"
    );
    assert_ne!(format!("{:?}", path.cost), "-0.0", "{algorithm:?}");
    path.edges()
}

fn check_optimal<C: Units>(plan: &Plan, index: Index) {
    let optimum = plan.nearest_goal(&plan.far_from_starts());
    let check = |algorithm, guess| {
        let search = ended::<C>(algorithm, plan, guess, index);
        let path = search.path();
        if let Some(path) = &path {
            check_path(algorithm, plan, path);
        }
        assert_eq!(
            path.map(|path| path.cost),
            optimum.map(C::units),
            "{algorithm:?} {guess:?}"
        );
        assert_eq!(search.status() == Status::Found, optimum.is_some());
    };
    for guess in ADMISSIBLE {
        for ties in TIES {
            check(Algorithm::AStar(ties), guess);
        }
        check(Algorithm::Own(Own::LeastEstimate), guess);
        check(Algorithm::Own(Own::FirstIn), guess);
    }
    check(Algorithm::Dijkstra, Guess::Zero);
    // A weight of 1 is A*.
    check(Algorithm::Weighted(2), Guess::Admissible);
}

/// What promises a path within a bound, or just a path.
fn check_suboptimal<C: Units>(plan: &Plan, index: Index) {
    let optimum = plan.nearest_goal(&plan.far_from_starts());
    for halves in [3, 4, 6] {
        for guess in ADMISSIBLE {
            let algorithm = Algorithm::Weighted(halves);
            let path = ended::<C>(algorithm, plan, guess, index).path();
            assert_eq!(path.is_some(), optimum.is_some(), "{algorithm:?} {guess:?}");
            if let Some(path) = path {
                check_path(algorithm, plan, &path);
                let units = plan.cheapest_sum(&path.nodes).unwrap();
                assert!(
                    2 * units <= u64::from(halves) * optimum.unwrap(),
                    "{algorithm:?} {guess:?}"
                );
            }
        }
    }
    for weight in [1, 2, 3] {
        for guess in [Guess::Zero, Guess::Perfect, Guess::Consistent(3), Guess::Consistent(1)] {
            let algorithm = Algorithm::WeightedOnce(weight);
            let search = ended::<C>(algorithm, plan, guess, index);
            assert_eq!(search.stats().reopened, 0);
            assert_eq!(search.path().is_some(), optimum.is_some(), "{algorithm:?} {guess:?}");
            if let Some(path) = search.path() {
                check_path(algorithm, plan, &path);
                let units = plan.cheapest_sum(&path.nodes).unwrap();
                assert!(units <= u64::from(weight) * optimum.unwrap(), "{algorithm:?} {guess:?}");
            }
        }
    }
    for guess in [Guess::Zero, Guess::Perfect, Guess::Admissible, Guess::Wild] {
        for algorithm in [
            Algorithm::AStar(TieBreaking::LargerCost),
            Algorithm::Own(Own::LeastEstimate),
            Algorithm::Own(Own::Queue),
            Algorithm::Greedy,
            Algorithm::Theta,
            Algorithm::LazyTheta,
        ] {
            let path = ended::<C>(algorithm, plan, guess, index).path();
            assert_eq!(path.is_some(), optimum.is_some(), "{algorithm:?} {guess:?}");
            if let Some(path) = path {
                check_path(algorithm, plan, &path);
            }
        }
    }
}

/// What counts edges.
fn check_edges<C: Units>(plan: &Plan, index: Index) {
    let fewest = plan.nearest_goal(&plan.fewest_edges());
    let edges = |algorithm| {
        let path = ended::<C>(algorithm, plan, Guess::Zero, index).path()?;
        Some(check_path(algorithm, plan, &path) as u64)
    };
    assert_eq!(edges(Algorithm::Bfs), fewest);
    assert_eq!(edges(Algorithm::Dfs).is_some(), fewest.is_some());
    for limit in 0..6 {
        let found = edges(Algorithm::DfsLimited(limit));
        assert_eq!(
            found.is_some(),
            fewest.is_some_and(|fewest| fewest <= u64::from(limit)),
            "limit {limit}"
        );
        assert!(found.is_none_or(|edges| edges <= u64::from(limit)));
    }
}

/// From each node to all: costs and paths.
pub(crate) fn check_one_to_all<C: Units>(plan: &Plan, index: Index) {
    let world = World::<C>::new(plan, Guess::Zero, index);
    for (start, far) in plan.all_pairs().iter().enumerate() {
        let mut search = Dijkstra::one_to_all(&world, start);
        assert_eq!(search.run(), Status::Found);
        let alone = Plan {
            start,
            more_starts: Vec::new(),
            ..plan.clone()
        };
        for (node, far) in far.iter().enumerate() {
            assert_eq!(search.cost_to(&node), far.map(C::units), "{start} to {node}");
            assert_eq!(search.path_to(&node).is_some(), far.is_some());
            if let Some(path) = search.path_to(&node) {
                assert_eq!((path.nodes[0], path.nodes.last()), (start, Some(&node)));
                assert_eq!(C::far(alone.cheapest_sum(&path.nodes)), path.cost);
                assert_eq!(C::far(*far), path.cost);
            }
        }
    }
}

/// While the search goes on, too, every path that it tells of is one.
pub(crate) fn check_underway<C: Units>(plan: &Plan, guess: Guess, index: Index) {
    let far = plan.far_from_starts();
    for algorithm in ALL {
        let mut search = begun::<C>(algorithm, plan, guess, index);
        let mut is_running = true;
        while is_running {
            is_running = search.step().is_running();
            for (node, far) in far.iter().enumerate() {
                let (cost, path) = (search.cost_to(&node), search.path_to(&node));
                assert_eq!(cost.is_some(), path.is_some());
                if let (Some(cost), Some(path)) = (cost, path) {
                    assert_eq!(path.nodes.last(), Some(&node), "{algorithm:?}");
                    check_way(algorithm, plan, &path);
                    assert!(!path.cost.is_below(&C::far(*far)), "{algorithm:?}");
                    match algorithm {
                        // A shorter way to an inner node may have raised the cost since.
                        Algorithm::DfsLimited(_) => {}
                        // A line is taken on trust, and looked along when the path is asked for.
                        Algorithm::LazyTheta => assert!(!path.cost.is_below(&cost), "{cost:?} {path:?}"),
                        _ => assert!(!cost.is_below(&path.cost), "{algorithm:?} {cost:?} {path:?}"),
                    }
                }
            }
            if let Some(path) = search.best_effort_path() {
                check_way(algorithm, plan, &path);
            }
            if algorithm == Algorithm::Dijkstra {
                for closed in search.closed_nodes() {
                    assert_eq!(closed.g, C::far(far[closed.node]), "a closed node's cost is final");
                }
            }
        }
    }
}

pub(crate) fn check_all<C: Units>(plan: &Plan) {
    for index in INDEXES {
        check_optimal::<C>(plan, index);
        check_suboptimal::<C>(plan, index);
        check_edges::<C>(plan, index);
    }
}

/// Iterative deepening, with a cycle check: on graphs of few nodes, since it goes along every path.
pub(crate) fn check_deepening<C: Units>(plan: &Plan, index: Index) {
    let optimum = plan.nearest_goal(&plan.far_from_starts());
    for guess in ADMISSIBLE {
        let search = ended::<C>(Algorithm::IdaStar, plan, guess, index);
        let path = search.path();
        if let Some(path) = &path {
            check_path(Algorithm::IdaStar, plan, path);
        }
        assert_eq!(path.map(|path| path.cost), optimum.map(C::units), "{guess:?}");
    }
    // Whatever the estimate, a path that is one.
    let path = ended::<C>(Algorithm::IdaStar, plan, Guess::Wild, index).path();
    assert_eq!(path.is_some(), optimum.is_some());
    if let Some(path) = path {
        check_edge_sum(plan, &path);
        assert!(plan.goals[*path.nodes.last().unwrap()]);
    }

    let fewest = plan.nearest_goal(&plan.fewest_edges());
    for algorithm in [Algorithm::IdDfs, Algorithm::IdDfsLimited(3)] {
        let path = ended::<C>(algorithm, plan, Guess::Zero, index).path();
        let within = fewest.filter(|edges| algorithm == Algorithm::IdDfs || *edges <= 3);
        assert_eq!(path.as_ref().map(|path| path.edges() as u64), within, "{algorithm:?}");
        if let Some(path) = path {
            check_edge_sum(plan, &path);
            assert!(plan.goals[*path.nodes.last().unwrap()]);
        }
    }
}

/// The path's cost is the sum of edges along it, of one or the other where they are parallel.
fn check_edge_sum<C: Units>(plan: &Plan, path: &Path<usize, C>) {
    let sums = plan.sums(&path.nodes);
    assert!(sums.iter().any(|sum| C::units(*sum) == path.cost), "{path:?} {sums:?}");
}

/// While it goes on, too, every path that it tells of is one, and thresholds rise.
pub(crate) fn check_deepening_underway<C: Units>(plan: &Plan, guess: Guess) {
    for algorithm in [Algorithm::IdaStar, Algorithm::IdDfs] {
        let mut search = begun::<C>(algorithm, plan, guess, Index::Never);
        let mut is_running = true;
        while is_running {
            is_running = search.step().is_running();
            for node in 0..plan.nodes {
                assert_eq!(search.cost_to(&node), search.path_to(&node).map(|path| path.cost));
                if let Some(path) = search.path_to(&node) {
                    check_edge_sum(plan, &path);
                }
            }
            if let Some(path) = search.best_effort_path() {
                check_edge_sum(plan, &path);
            }
        }
    }
}
