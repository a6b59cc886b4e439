//! Landmark estimates, against Floyd-Warshall, and against the costs of paths including all rounding.

use std::cmp::Ordering;

use astride::graphs::CsrGraph;
use astride::search::{LandmarkBuilder, Landmarks, Nbs};
use astride::traits::NumericCost;
use astride::traits::ReverseHeuristic;
use astride::{
    AStar, BidirectionalAStar, Budget, Cost, Dijkstra, FnGraph, Graph, Heuristic, KnownGoal, ReverseGraph, Status,
    Stepper,
};
use proptest::prelude::*;

use crate::common::ends::ends;
use crate::common::plan::{Guess, Plan};
use crate::common::rough::Rough;
use crate::common::world::{INDEXES, Index, Units, World};

/// Checks that estimates towards a node are at most the distance, are infinite only if there is no path, and fall along
/// an edge by at most its cost, except for the rounding of floats.
fn check_towards<C: Units>(plan: &Plan, graph: &World<C>, to: usize, estimate: impl Fn(usize) -> C) {
    for (from, far) in plan.all_pairs().iter().enumerate() {
        assert!(estimate(from).order(&C::far(far[to])).is_le(), "{from} to {to}");
        for (next, cost) in graph.successors(&from) {
            assert!(
                is_at_most(estimate(from), cost.plus(estimate(next))),
                "{from} by {next} to {to}"
            );
        }
    }
}

/// The same for estimates from a node.
fn check_from<C: Units>(plan: &Plan, graph: &World<C>, from: usize, estimate: impl Fn(usize) -> C) {
    for (to, far) in plan.all_pairs()[from].iter().enumerate() {
        assert!(estimate(to).order(&C::far(*far)).is_le(), "{from} to {to}");
        for (next, cost) in graph.successors(&to) {
            assert!(
                is_at_most(estimate(next), cost.plus(estimate(to))),
                "{from} to {next} by {to}"
            );
        }
    }
}

fn is_at_most<C: Units>(estimate: C, further: Option<C>) -> bool {
    let rounding = C::units(10_000_000).rounding(8);
    further.is_none_or(|further| estimate.minus(rounding).order(&further).is_le())
}

/// Checks the estimates of all pairs, in both directions.
fn check<C: Units>(plan: &Plan, graph: &World<C>, landmarks: &Landmarks<&World<C>>) {
    for node in 0..plan.nodes {
        check_towards(plan, graph, node, |from| landmarks.estimate(&from, &node));
        check_from(plan, graph, node, |to| landmarks.estimate(&node, &to));
    }
}

fn check_all<C: Units>(plan: &Plan, count: usize) {
    let far = plan.all_pairs();
    for index in INDEXES {
        let graph = World::<C>::with_guesses(plan, [Guess::Zero; 2], index);
        let landmarks = Landmarks::farthest(&graph, plan.start, count).unwrap();
        assert!(landmarks.landmarks().len() <= count.min(plan.nodes));
        assert!(count == 0 || !landmarks.landmarks().is_empty());
        check(plan, &graph, &landmarks);
        for landmark in landmarks.landmarks() {
            for node in 0..plan.nodes {
                // Floats are slightly less.
                let is_it = |estimate: C, far| {
                    let far = C::far(far);
                    far.minus(far.rounding(4 * plan.nodes)).order(&estimate).is_le()
                };
                assert!(is_it(landmarks.estimate(landmark, &node), far[*landmark][node]));
                assert!(is_it(landmarks.estimate(&node, landmark), far[node][*landmark]));
            }
        }
        for goal in 0..plan.nodes {
            let query = landmarks.query(plan.start, goal);
            assert_eq!(query.goal(), goal);
            check_towards(plan, &graph, goal, |from| query.estimate(&from));
            check_from(plan, &graph, plan.start, |to| query.estimate_from_start(&to));
        }
    }
}

fn finds_the_cheapest<C: Units>(plan: &Plan, count: usize) {
    let graph = World::<C>::with_guesses(plan, [Guess::Zero; 2], Index::SometimesWithNodes);
    let landmarks = Landmarks::farthest(&graph, plan.start, count).unwrap();
    let mut search = AStar::new(landmarks.query(0, 0));
    let mut from_both = BidirectionalAStar::new(landmarks.query(0, 0));
    let mut near = Nbs::new(landmarks.query(0, 0));
    for (goal, far) in plan.all_pairs()[plan.start].iter().enumerate() {
        let expected = far.map(C::units);
        search.reset(landmarks.query(plan.start, goal));
        from_both.reset(landmarks.query(plan.start, goal));
        near.reset(landmarks.query(plan.start, goal));
        let ends = [search.run(), from_both.run(), near.run()];
        let end = if expected.is_some() {
            Status::Found
        } else {
            Status::Exhausted
        };
        assert_eq!(ends, [end.clone(), end.clone(), end]);
        let costs = [search.path(), from_both.path(), near.path()].map(|path| path.map(|path| path.cost));
        assert_eq!(costs, [expected; 3]);
        assert!(!C::IS_EXACT || search.stats().reopened == 0);
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(500))]

    #[test]
    fn estimates_are_admissible_and_consistent(plan in ends(8, 1_000_000), count in 0..10_usize) {
        check_all::<u32>(&plan, count);
        check_all::<f64>(&plan, count);
    }

    #[test]
    fn searches_with_landmarks_find_the_cheapest_path(plan in ends(12, 1_000), count in 0..10_usize) {
        finds_the_cheapest::<u32>(&plan, count);
        finds_the_cheapest::<f64>(&plan, count);
        finds_the_cheapest::<Rough>(&plan, count);
    }

    #[test]
    fn in_slices_the_landmarks_are_the_same(plan in ends(9, 50), budget in 0..5_u64) {
        let graph = World::<u32>::with_guesses(&plan, [Guess::Zero; 2], Index::Sometimes);
        let mut whole = LandmarkBuilder::farthest(&graph, plan.start, 4);
        prop_assert_eq!(whole.run(), Status::Found);
        let mut in_slices = LandmarkBuilder::farthest(&graph, plan.start, 4);
        loop {
            let before = in_slices.stats().expanded;
            let status = match budget {
                0 => in_slices.step(),
                _ => in_slices.run_for(Budget::new().expansions(budget)),
            };
            prop_assert!(in_slices.stats().expanded - before <= budget.max(1));
            if status == Status::Found {
                break;
            }
        }
        prop_assert_eq!(whole.stats().expanded, in_slices.stats().expanded);
        let (whole, in_slices) = (whole.finish().unwrap(), in_slices.finish().unwrap());
        check(&plan, &graph, &in_slices);
        prop_assert_eq!(whole.landmarks(), in_slices.landmarks());
    }

    #[test]
    fn what_rounding_adds_is_taken_off(weights in prop::collection::vec(0.0_f32..1.0, 200..400), seed in 0..100_u32) {
        // A ring with chords: many sums, in many orders.
        let nodes = u32::try_from(weights.len()).unwrap();
        let roads = (0..nodes).flat_map(|node| {
            let weight = |at: u32| weights[(at % nodes) as usize];
            [(node, (node + 1) % nodes, weight(node)), (node, (node * 7 + 3) % nodes, 9.0 * weight(node + 5))]
        });
        let graph = CsrGraph::undirected(nodes as usize, roads).unwrap();
        let landmarks = Landmarks::farthest(&graph, seed, 5).unwrap();
        for from in [0, 50, 100, 199] {
            let mut all = Dijkstra::one_to_all(&graph, from);
            assert_eq!(all.run(), Status::Found);
            let query = landmarks.query(from, from);
            for to in 0..nodes {
                let cost = all.cost_to(&to).unwrap();
                prop_assert!(landmarks.estimate(&from, &to) <= cost && query.estimate_from_start(&to) <= cost);
                prop_assert!(landmarks.estimate(&from, &to) >= 0.0);
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(300))]

    /// Distances that do not fit are no reason to fail, or to give up a node.
    #[test]
    fn near_the_largest_cost(plan in ends(6, 254), count in 1..4_usize) {
        let graph = World::<u8>::with_guesses(&plan, [Guess::Zero; 2], Index::Sometimes);
        let landmarks = Landmarks::farthest(&graph, plan.start, count).unwrap();
        for (start, far) in plan.all_pairs().into_iter().enumerate() {
            for (goal, far) in far.into_iter().enumerate() {
                let mut search = AStar::new(landmarks.query(start, goal));
                let status = search.run();
                let expected = far.filter(|far| *far < 255);
                prop_assert_eq!(search.path().map(|path| path.cost.into()), expected);
                prop_assert_eq!(status == Status::Found, expected.is_some());
                prop_assert!(status != Status::Exhausted || far.is_none());
            }
        }
    }
}

#[test]
fn a_failure_is_reported_and_stays() {
    let graph = CsrGraph::from_edges(3, [(0, 1, 1_i32), (1, 2, -1)])
        .unwrap()
        .reversible()
        .unwrap();
    let mut builder = LandmarkBuilder::farthest(&graph, 0, 2);
    let Status::Failed(error) = builder.run() else {
        panic!("found")
    };
    assert_eq!(builder.step(), Status::Failed(error.clone()));
    assert_eq!(builder.finish().unwrap_err(), error);
}

/// Sums up to 1000 are rounded down, and larger ones up, so that roundings differ as much as possible.
#[derive(Clone, Copy, Debug)]
struct Coarse(f64);

const COARSE: f64 = 1e-6;

impl Cost for Coarse {
    const ZERO: Self = Coarse(0.0);
    const INFINITY: Self = Coarse(f64::INFINITY);
    const IS_EXACT: bool = false;

    fn plus(self, rhs: Self) -> Option<Self> {
        let sum = self.0 + rhs.0;
        let factor = if sum < 1000.0 { 1.0 - COARSE } else { 1.0 + COARSE };
        sum.is_finite().then_some(Coarse(sum * factor))
    }

    fn order(&self, rhs: &Self) -> Ordering {
        self.0.total_cmp(&rhs.0)
    }
}

impl NumericCost for Coarse {
    fn scaled(self, factor: f64) -> Option<Self> {
        Some(Coarse(self.0 * factor))
    }

    fn divided(self, divisor: f64) -> Self {
        Coarse(self.0 / divisor)
    }

    fn to_f64(self) -> f64 {
        self.0
    }

    fn minus(self, rhs: Self) -> Self {
        Coarse((self.0 - rhs.0).max(0.0))
    }

    fn rounding(self, additions: usize) -> Self {
        Coarse(self.0 * COARSE * f64::from(u32::try_from(additions).unwrap()))
    }
}

/// 1 is near 0. The distance from 1 to all others is almost 1000, and from 0 slightly more.
#[test]
fn a_distance_and_its_part_may_be_rounded_differently() {
    let nodes = 30_u32;
    let edges = (1..nodes).map(|node| match node {
        1 => (0, 1, Coarse(10.0)),
        2 => (1, 2, Coarse(995.0)),
        _ => (node - 1, node, Coarse(0.01)),
    });
    let edges: Vec<_> = edges.chain([(nodes - 1, 0, Coarse(3_000.0))]).collect();
    let steps = |from: &u32, is_ahead: bool| {
        let from = *from;
        let ways = edges.iter().map(move |(one, other, cost)| {
            if is_ahead {
                (*one, *other, *cost)
            } else {
                (*other, *one, *cost)
            }
        });
        ways.filter(move |way| way.0 == from).map(|way| (way.1, way.2))
    };
    let graph = FnGraph::new(|node: &u32| steps(node, true)).with_predecessors(|node| steps(node, false));
    let landmarks = Landmarks::farthest(&graph, 0, nodes as usize).unwrap();
    for from in 0..nodes {
        let mut all = Dijkstra::one_to_all(&graph, from);
        assert_eq!(all.run(), Status::Found);
        for to in 0..nodes {
            let (estimate, cost) = (landmarks.estimate(&from, &to), all.cost_to(&to).unwrap());
            assert!(estimate.0 <= cost.0, "{from} to {to}: {estimate:?} {cost:?}");
            assert!(
                estimate.0 >= cost.0 * (1.0 - 1e-3) - 0.1,
                "{from} to {to}: {estimate:?} {cost:?}"
            );
        }
    }
}

/// A row of nodes whose bound on indices exceeds any memory.
struct Boundless;

impl Graph for Boundless {
    type Node = usize;
    type Cost = u32;

    fn successors(&self, node: &usize) -> impl Iterator<Item = (usize, u32)> {
        (*node < 99).then_some((node + 1, 1)).into_iter()
    }

    fn index(&self, node: &usize) -> Option<usize> {
        Some(*node)
    }

    fn index_bound(&self) -> Option<usize> {
        Some(usize::MAX)
    }
}

impl ReverseGraph for Boundless {
    fn predecessors(&self, node: &usize) -> impl Iterator<Item = (usize, u32)> {
        node.checked_sub(1).map(|before| (before, 1)).into_iter()
    }
}

/// On an empty map, the estimates lead straight to the goal.
#[test]
fn landmarks_need_no_further_call() {
    let node = |x: u32, y: u32| y * 50 + x;
    let east = (0..50).flat_map(|y| (1..50).map(move |x| (node(x - 1, y), node(x, y), 1_u32)));
    let south = (1..50).flat_map(|y| (0..50).map(move |x| (node(x, y - 1), node(x, y), 1)));
    let graph = CsrGraph::undirected(2_500, east.chain(south)).unwrap();
    let landmarks = Landmarks::farthest(&graph, node(25, 25), 16).unwrap();
    let mut search = AStar::new(landmarks.query(node(5, 40), node(45, 10)));
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().unwrap().cost, 70);
    assert!(search.stats().expanded < 100, "{}", search.stats().expanded);
}

#[test]
fn a_bound_on_indices_is_no_more_than_a_hint() {
    let landmarks = Landmarks::farthest(Boundless, 0, 1).unwrap();
    assert_eq!((landmarks.landmarks(), landmarks.estimate(&10, &90)), (&[99][..], 80));
}

#[test]
fn the_distances_count_as_memory() {
    let nodes = 2_000_u32;
    let ring = FnGraph::new(|n: &u32| [((n + 1) % nodes, 1_u32)]).with_predecessors(|n| [((n + nodes - 1) % nodes, 1)]);
    for count in [1, 8] {
        let mut builder = LandmarkBuilder::farthest(&ring, 0, count);
        assert_eq!((builder.run(), builder.complete()), (Status::Found, count));
        let stats = builder.stats();
        // To and from each landmark.
        let distances = 2 * count * nodes as usize * size_of::<u32>();
        let one_search = 2_000 * 20..2_000 * 80;
        assert!(one_search.contains(&(stats.bytes - distances)), "{stats:?}");
        // And one search for the first landmark.
        let searches = 2 * count as u64 + 1;
        assert_eq!(stats.expanded, searches * u64::from(nodes));
        assert_eq!(stats.generated, searches * (u64::from(nodes) + 1));
    }
}
