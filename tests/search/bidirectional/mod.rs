//! Searches that follow edges backwards, bidirectionally or along the path found: what they have in common.

mod astar;
mod bfs;
mod nbs;

use std::cmp::Ordering;

use astride::graphs::CsrGraph;
use astride::npuzzle::{Board, Manhattan, Puzzle, TileHeuristic};
use astride::search::{BidirectionalBfs, Nbs, Origin};
use astride::traits::ReverseHeuristic;
use astride::{
    AStar, BidirectionalAStar, BidirectionalDijkstra, Budget, Cost, DStarLite, FnGraph, Graph, Heuristic,
    KShortestPaths, KnownGoal, LpaStar, Pathfinder, Problem, Query, ReverseGraph, SearchError, SearchNode, Status,
};
use proptest::prelude::*;

use crate::common::ends::{ends, goal_of};
use crate::common::plan::{CONSISTENT, Guess, Plan};
use crate::common::world::{INDEXES, Index, Units, World};

/// The second start is left out, since the sum of its cost and its estimate does not fit the cost type.
#[test]
fn a_start_that_is_left_out_does_not_hinder_the_others() {
    let graph = CsrGraph::from_edges(4, [(0, 3, 5_u8), (1, 3, 100)]).unwrap();
    let graph = graph.reversible().unwrap();
    let query = Query::between(&graph, 0, 3).with_heuristic(|node| if *node == 1 { 100 } else { 0 });
    let query = || query.clone().with_reverse_heuristic(|_| 0);
    let searches: [Box<dyn Pathfinder<Node = u32, Cost = u8> + '_>; 2] =
        [Box::new(BidirectionalAStar::new(query())), Box::new(Nbs::new(query()))];
    for mut search in searches {
        search.add_start(1, 200);
        assert_eq!(search.run(), Status::Found);
        assert_eq!(search.path().unwrap().cost, 5);
    }
}

/// Defines [`Kind`] from the rows of its family.
macro_rules! define {
    (@ [$($kinds:ident)*]) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Kind {
            $($kinds,)*
        }

        const ALL: [Kind; [$(Kind::$kinds),*].len()] = [$(Kind::$kinds),*];
    };
    (@ [$($kinds:ident)*] $name:ident: backward $guidance:ident($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        define! { @ [$($kinds)* $name] $($rest)* }
    };
    (@ $kinds:tt $name:ident: $family:ident $guidance:ident($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        define! { @ $kinds $($rest)* }
    };
}

astride_laws::searches! { define @ [] }

macro_rules! with_search {
    ($kind:expr, $problem:expr, $search:ident => $then:expr) => {{
        let (kind, problem) = ($kind, $problem);
        astride_laws::searches! { search_of_rows @ [kind, problem, $search => $then] }
    }};
}

/// Continues [`with_search`] with the rows.
macro_rules! search_of_rows {
    (@ [$($given:tt)*]) => {
        unreachable!()
    };
    (@ [$kind:ident, $problem:ident, $search:ident => $then:expr]
        $name:ident: backward $guidance:ident($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        if $kind == Kind::$name {
            let $search = ($make)($problem);
            $then
        } else {
            search_of_rows! { @ [$kind, $problem, $search => $then] $($rest)* }
        }
    };
    (@ $given:tt $name:ident: $family:ident $guidance:ident($($laws:tt)*) $make:expr; $($rest:tt)*) => {
        search_of_rows! { @ $given $($rest)* }
    };
}

type Boxed<'a, C> = Box<dyn Pathfinder<Node = usize, Cost = C> + 'a>;

fn search<C: Units>(kind: Kind, ends: &World<C>) -> Boxed<'_, C> {
    with_search!(kind, ends, search => Box::new(search))
}

proptest! {
    #![proptest_config(crate::common::effort::cases(2_000))]

    /// Paths that do not fit are left out, so every search finds the cheapest path if it fits.
    #[test]
    fn near_the_greatest_cost(plan in ends(7, 254), guess in 0..4_usize) {
        let plan = Plan { more_starts: Vec::new(), ..plan };
        let guess = CONSISTENT[guess];
        if plan.estimates(guess).iter().flatten().all(|estimate| *estimate < 255) {
            for index in INDEXES {
                let ends = World::<u8>::with_guesses(&plan, [guess, Guess::Zero], index);
                for kind in ALL {
                    check_near_the_greatest_cost(&plan, search(kind, &ends).as_mut(), kind != Kind::BidirectionalBfs);
                }
                check_near_the_greatest_cost(&plan, &mut AStar::new(&ends), true);
                check_near_the_greatest_cost(&plan, &mut LpaStar::new(&ends), true);
                check_near_the_greatest_cost(&plan, &mut DStarLite::new(&ends), true);
                check_near_the_greatest_cost(&plan, &mut KShortestPaths::new(&ends), true);
            }
        }
    }
}

fn check_near_the_greatest_cost(plan: &Plan, search: &mut dyn Pathfinder<Node = usize, Cost = u8>, is_optimal: bool) {
    let optimum = plan.nearest_goal(&plan.far_from_starts());
    match search.run() {
        Status::Found => {
            let path = search.path().unwrap();
            assert_eq!(path.nodes.last(), Some(&goal_of(plan)));
            assert!(plan.sums(&path.nodes).contains(&path.cost.into()));
            assert!(!is_optimal || Some(u64::from(path.cost)) == optimum);
        }
        Status::Exhausted => assert_eq!(optimum, None),
        Status::Failed(SearchError::CostOverflow { .. } | SearchError::EstimateOverflow { .. }) => {
            assert!(!is_optimal || optimum.is_none_or(|optimum| optimum >= 255));
        }
        status => panic!("{status}"),
    }
}

#[test]
fn an_edge_that_no_path_needs_does_not_matter() {
    let most = u64::from(u32::MAX) - 1;
    for index in INDEXES {
        for edges in [
            [(0, 1, 2), (1, 2, most), (0, 3, 5)],
            [(0, 3, 5), (2, 1, most), (1, 3, 2)],
            [(0, 1, 2), (1, 0, most), (0, 3, 5)],
            [(0, 1, most), (1, 3, 2), (0, 3, 5)],
        ] {
            let ends = World::<u32>::with_guesses(&Plan::of_edges(edges).between(0, 3), [Guess::Zero; 2], index);
            for kind in ALL {
                let mut search = search(kind, &ends);
                assert_eq!(search.run(), Status::Found, "{kind:?} {edges:?}");
                assert_eq!(search.path().unwrap().cost, 5, "{kind:?} {edges:?}");
            }
        }
    }
}

/// A float ordered by `total_cmp`, which puts minus zero before zero.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ByBits(f64);

impl Cost for ByBits {
    const ZERO: Self = ByBits(0.0);
    const INFINITY: Self = ByBits(f64::INFINITY);

    fn plus(self, rhs: Self) -> Option<Self> {
        self.0.plus(rhs.0).map(ByBits)
    }

    fn order(&self, rhs: &Self) -> Ordering {
        self.0.total_cmp(&rhs.0)
    }
}

#[test]
fn minus_zero_is_a_cost_like_zero() {
    fn check<C: Cost + PartialEq>(minus_zero: C) {
        let query = || {
            let graph = FnGraph::new(move |node: &u8| [(node + 1, minus_zero)]);
            let graph =
                graph.with_predecessors(move |node: &u8| node.checked_sub(1).map(|before| (before, minus_zero)));
            let query = Query::between(graph, 0, 2).with_heuristic(move |_| minus_zero);
            query.with_reverse_heuristic(move |_| minus_zero)
        };
        for kind in ALL {
            with_search!(kind, query(), search => {
                let mut search = search;
                search.add_start(1, minus_zero);
                assert_eq!(search.run(), Status::Found, "{kind:?}");
                let path = search.path().unwrap();
                assert_eq!((path.cost, path.nodes.last()), (C::ZERO, Some(&2)), "{kind:?}");
                assert_eq!(format!("{:?}", path.cost), format!("{:?}", C::ZERO));
            });
        }
    }
    check(-0.0_f32);
    check(-0.0_f64);
    check(ByBits(-0.0));
}

/// A row of nodes with these edge costs, and the goal at its end.
fn row(costs: [u8; 3]) -> impl ReverseHeuristic<Node = usize, Cost = u8> + KnownGoal + ReverseGraph {
    let ahead = move |node: &usize| costs.get(*node).map(|cost| (node + 1, *cost));
    let back = move |node: &usize| node.checked_sub(1).map(|before| (before, costs[before]));
    let graph = FnGraph::new(ahead).with_predecessors(back);
    Query::between(graph, 0, costs.len())
        .with_heuristic(|_| 0)
        .with_reverse_heuristic(|_| 0)
}

#[test]
fn a_path_that_is_too_expensive_is_not_called_missing() {
    for kind in ALL {
        for costs in [
            [100, 100, 100],
            [1, 0, 254],
            [254, 0, 1],
            [1, 254, 0],
            [0, 1, 254],
            [128, 127, 0],
        ] {
            with_search!(kind, row(costs), search => {
                let mut search = search;
                let is_overflow = matches!(search.run(), Status::Failed(SearchError::CostOverflow { .. }));
                assert!(is_overflow, "{kind:?} {costs:?}: {}", search.status());
            });
        }
        with_search!(kind, row([100, 54, 100]), search => {
            let mut search = search;
            assert_eq!((search.run(), search.path().map(|path| path.cost)), (Status::Found, Some(254)));
        });
    }
    let mut search = BidirectionalDijkstra::new(row([200, 0, 100]));
    let Status::Failed(error) = search.run() else {
        panic!("it fits")
    };
    let end = "+ 100 is too large for the cost type";
    assert!(error.to_string().ends_with(end) || error.to_string().ends_with("+ 200 is too large for the cost type"));
}

#[test]
fn errors_on_the_side_of_the_goal_say_so() {
    let query = |cost: i32| {
        let back = move |node: &u32| [(node + 1, 1), (node + 7, cost)];
        Query::between(
            FnGraph::new(|_: &u32| [(0, 1), (1, 1), (2, 1)]).with_predecessors(back),
            9,
            20,
        )
    };
    let mut search = BidirectionalDijkstra::new(query(-3));
    let expected = SearchError::NegativeCost {
        cost: "-3".into(),
        origin: Origin::Predecessor(1),
    };
    assert_eq!(search.run(), Status::Failed(expected.clone()));
    assert_eq!(
        expected.to_string(),
        "the cost of predecessor 1 of the current node is -3, which is below zero"
    );
    assert_eq!(search.current(), Some(20));

    let mut search = Nbs::new(query(1).with_heuristic(|_| 0).with_reverse_heuristic(|_| -1));
    let expected = SearchError::InvalidEstimate {
        estimate: "-1".into(),
        origin: Origin::Goal,
    };
    assert_eq!(search.run(), Status::Failed(expected));

    // A start is never on that side, whichever side was searched last.
    let expected = SearchError::NegativeCost {
        cost: "-1".into(),
        origin: Origin::Start,
    };
    for kind in ALL {
        for steps in 0..3 {
            let query = query(1).with_heuristic(|_| 0).with_reverse_heuristic(|_| 0);
            with_search!(kind, query, search => {
                let mut search = search;
                for _ in 0..steps {
                    assert_eq!(search.step(), Status::Running);
                }
                search.add_start(1, -1);
                assert_eq!(search.status(), Status::Failed(expected.clone()), "{kind:?}");
            });
        }
    }
}

/// A problem whose two methods about its goal contradict each other.
struct Fickle;

impl Graph for Fickle {
    type Node = u32;
    type Cost = u32;

    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, u32)> {
        [(node + 1, 1)].into_iter()
    }
}

impl ReverseGraph for Fickle {}

impl Problem for Fickle {
    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, node: &u32) -> bool {
        *node == 3
    }
}

impl KnownGoal for Fickle {
    fn goal(&self) -> u32 {
        4
    }
}

#[test]
fn a_goal_that_is_denied_is_an_error() {
    let mut search = BidirectionalBfs::new(Fickle);
    assert_eq!(search.run(), Status::Failed(SearchError::GoalDenied));
}

#[test]
fn from_a_node_to_itself() {
    for kind in ALL {
        let query = Query::between(FnGraph::new(|_: &u32| [(7, 1_u32)]).both_ways(), 7, 7);
        with_search!(kind, query.with_heuristic(|_| 0).with_reverse_heuristic(|_| 0), search => {
            let mut search = search;
            assert_eq!((search.step(), search.stats().expanded), (Status::Found, 0));
            let path = search.path().unwrap();
            assert_eq!((path.nodes, path.cost, search.current()), (vec![7], 0, Some(7)));
        });
    }
}

/// Only the smaller of two parts is searched.
#[test]
fn a_goal_that_cannot_be_reached_is_noticed_from_its_side() {
    for kind in [
        Kind::BidirectionalDijkstra,
        Kind::BidirectionalBfs,
        Kind::BidirectionalAStar,
        Kind::Nbs,
    ] {
        let graph = FnGraph::new(|node: &u64| {
            if *node < 5 {
                vec![((node + 1) % 5, 1_u64)]
            } else {
                vec![(node + 1, 1)]
            }
        });
        let graph = graph.with_predecessors(|node| (*node < 5).then_some(((node + 4) % 5, 1)));
        let query = Query::between(graph, 100, 3)
            .with_heuristic(|_| 0)
            .with_reverse_heuristic(|_| 0);
        with_search!(kind, query, search => {
            let mut search = search;
            assert_eq!(search.run_for(Budget::new().expansions(20)), Status::Exhausted, "{kind:?}");
        });
    }
}

/// Checks the documented order of expansion, for consistent estimates.
fn check_choices(kind: Kind, plan: &Plan, guess: Guess, index: Index) {
    let ends = World::<u32>::with_guesses(plan, [guess; 2], index);
    let mut search = search(kind, &ends);
    // The f of the last expanded node, for each side.
    let mut reached = [0_i64; 2];
    while let Some(next) = search.next_node() {
        let f = |view: &SearchNode<usize, u32>| view.g + view.h.unwrap();
        let open: Vec<_> = search.open_nodes().collect();
        let (back, ahead): (Vec<_>, Vec<_>) = open.iter().partition(|view| view.is_backward);
        if kind == Kind::Nbs {
            let bound = |one: &SearchNode<usize, u32>, other: &SearchNode<usize, u32>| {
                f(one).max(f(other)).max(one.g + other.g)
            };
            let least = ahead
                .iter()
                .flat_map(|one| back.iter().map(|other| bound(one, other)))
                .min();
            let others = if next.is_backward { &ahead } else { &back };
            assert_eq!(others.iter().map(|other| bound(&next, other)).min(), least);
        } else if ahead.len() != back.len() {
            assert_eq!(
                next.is_backward,
                back.len() < ahead.len(),
                "{kind:?}: the side with fewer open nodes"
            );
        }
        if kind == Kind::BidirectionalAStar {
            let there = if next.is_backward {
                &ends.estimates
            } else {
                &ends.back_estimates
            }[next.node];
            let best = search
                .best_effort_path()
                .filter(|path| path.nodes.last() == Some(&goal_of(plan)));
            if let Some(best) = best.filter(|_| there < u32::MAX) {
                let bound = i64::from(next.g) + reached[usize::from(!next.is_backward)] - i64::from(there);
                assert!(bound < best.cost.into(), "{next:?} is not left out: {bound} {best:?}");
            }
            reached[usize::from(next.is_backward)] = f(&next).into();
        }
        let _ = search.step();
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(600))]

    #[test]
    fn the_next_node_is_the_one_that_the_page_of_the_search_names(
        plan in ends(20, 9), guess in 0..CONSISTENT.len(), index in 0..INDEXES.len(),
    ) {
        for kind in [Kind::BidirectionalDijkstra, Kind::BidirectionalAStar, Kind::Nbs] {
            check_choices(kind, &plan, CONSISTENT[guess], INDEXES[index]);
        }
    }
}

/// The same on a map of 12 columns and rows, where many nodes are left out. Its cells cost 1 to 9.
#[test]
fn on_a_map_the_next_node_is_the_one_that_the_page_of_the_search_names() {
    let costs = (0..144_usize).map(|cell| (cell % 12 * 7 + cell / 12 * 13 + cell % 12 * (cell / 12)) % 9 + 1);
    let costs: Vec<_> = costs.map(|cost| cost as u64).collect();
    let beside = |cell: usize| {
        let right = (cell % 12 < 11).then(|| (cell, cell + 1, costs[cell + 1]));
        right
            .into_iter()
            .chain((cell < 132).then(|| (cell, cell + 12, costs[cell + 12])))
    };
    let plan = Plan::of_edges((0..144).flat_map(beside)).between(38, 105).both_ways();
    for guess in CONSISTENT {
        for kind in [Kind::BidirectionalDijkstra, Kind::BidirectionalAStar, Kind::Nbs] {
            check_choices(kind, &plan, guess, Index::Never);
        }
    }
}

/// On a plane, a side without estimates spreads in all directions.
#[test]
fn estimates_on_the_side_of_the_goal_save_expansions() {
    let plane =
        FnGraph::new(|&(x, y): &(i32, i32)| [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)].map(|next| (next, 1_u32)));
    let plane = plane.both_ways();
    let far = |&(x, y): &(i32, i32), to: i32| x.abs_diff(to) + y.unsigned_abs();
    for kind in [Kind::BidirectionalAStar, Kind::Nbs] {
        let expanded = [1, 0].map(|weight| {
            let query = Query::between(&plane, (0, 0), (20, 0)).with_heuristic(|node| far(node, 20));
            with_search!(kind, query.with_reverse_heuristic(|node| weight * far(node, 0)), search => {
                let mut search = search;
                assert_eq!(search.run(), Status::Found);
                search.stats().expanded
            })
        });
        assert!(expanded[0] < expanded[1], "{kind:?} {expanded:?}");
    }
}

#[test]
fn the_start_and_the_goal_are_generated() {
    for kind in [
        Kind::BidirectionalDijkstra,
        Kind::BidirectionalBfs,
        Kind::BidirectionalAStar,
        Kind::Nbs,
    ] {
        with_search!(kind, row([1, 1, 1]), search => {
            let mut search = search;
            assert!(search.next_node().is_some());
            assert_eq!((search.stats().generated, search.stats().open), (2, 2), "{kind:?}");
        });
    }
}

#[test]
fn puzzles() {
    let goal: Board = "123456780".parse().unwrap();
    for seed in 0..30 {
        let start = Board::random(&goal, seed);
        let puzzle = Puzzle::new(&start, &goal).unwrap();
        let mut plain = AStar::new(&puzzle);
        assert_eq!(plain.run(), Status::Found);
        let back = Manhattan::new(&start);
        let query = Query::between(&puzzle, puzzle.start(), puzzle.goal())
            .with_heuristic(|tiles| puzzle.estimate(tiles))
            .with_reverse_heuristic(|tiles| back.estimate(*tiles));
        for kind in ALL {
            with_search!(kind, &query, search => {
                let mut search = search;
                assert_eq!(search.run(), Status::Found);
                let path = search.path().unwrap();
                assert_eq!(Some(path.cost), plain.path().map(|path| path.cost), "{kind:?}");
                assert!(puzzle.moves(&path.nodes).is_ok());
            });
        }
    }
}
