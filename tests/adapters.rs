//! Every adapter forwards every hook of the type that it wraps. A forgotten hook would go unnoticed otherwise, since
//! its default is correct but slow.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Mutex};

use astride::problem::{EitherWay, Narrow, Reversed};
use astride::traits::{Below, Consistency, Hierarchy, PairHeuristic, Reached, ReverseHeuristic, Subtree};
use astride::{Cost, Graph, Heuristic, KnownGoal, Problem, Query, ReverseGraph};
use astride_grid::AnyAngle;

/// A line of numbers that counts the calls to each of its hooks.
#[derive(Debug, Default)]
struct Spy(Mutex<BTreeMap<&'static str, u32>>);

impl Spy {
    fn note(&self, hook: &'static str) {
        *self.0.lock().unwrap().entry(hook).or_default() += 1;
    }

    /// Returns the hooks that have been called since the last call.
    fn take(&self) -> Vec<&'static str> {
        let calls = mem::take(&mut *self.0.lock().unwrap());
        assert!(calls.values().all(|count| *count == 1), "{calls:?}");
        calls.into_keys().collect()
    }
}

impl Graph for Spy {
    type Node = u32;
    type Cost = u32;

    const FIXED_COSTS: bool = true;

    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, u32)> {
        self.note("successors");
        [(node + 1, 1)].into_iter()
    }

    fn visit_successors(&self, node: &u32, reached: Reached<'_, u32>, mut visit: impl FnMut(u32, Option<usize>, u32)) {
        self.note("visit_successors");
        visit(node + 1, reached.index, 1);
    }

    fn prefers_reopening(&self) -> bool {
        self.note("prefers_reopening");
        true
    }

    fn index(&self, node: &u32) -> Option<usize> {
        self.note("index");
        Some(*node as usize)
    }

    fn node_at(&self, index: usize) -> Option<u32> {
        self.note("node_at");
        u32::try_from(index).ok()
    }

    fn index_bound(&self) -> Option<usize> {
        self.note("index_bound");
        Some(10)
    }

    fn prefetch(&self, _: &u32) {
        self.note("prefetch");
    }
}

impl ReverseGraph for Spy {
    fn predecessors(&self, node: &u32) -> impl Iterator<Item = (u32, u32)> {
        self.note("predecessors");
        [(node - 1, 1)].into_iter()
    }

    fn visit_predecessors(
        &self,
        node: &u32,
        reached: Reached<'_, u32>,
        mut visit: impl FnMut(u32, Option<usize>, u32),
    ) {
        self.note("visit_predecessors");
        visit(node - 1, reached.index, 1);
    }

    fn prefetch_predecessors(&self, _: &u32) {
        self.note("prefetch_predecessors");
    }
}

impl Hierarchy for Spy {
    fn edges_up(&self, index: usize, is_backward: bool) -> impl DoubleEndedIterator<Item = (usize, u32, u32)> {
        self.note("edges_up");
        [(index + 1, u32::from(is_backward), 7)].into_iter()
    }

    fn unpack(&self, edges: &[(u32, u32)], path: &mut Vec<u32>) {
        self.note("unpack");
        path.extend(edges.iter().map(|(_, end)| *end));
    }
}

impl Problem for Spy {
    fn start(&self) -> u32 {
        self.note("start");
        1
    }

    fn is_goal(&self, node: &u32) -> bool {
        self.note("is_goal");
        *node == 9
    }

    fn seeks_goal(&self) -> bool {
        self.note("seeks_goal");
        false
    }

    fn nearest_passed(
        &self,
        nearest: (&u32, u32),
        expanded: impl Iterator<Item = (u32, u32)>,
    ) -> Option<(u32, u32, u32)> {
        self.note("nearest_passed");
        expanded.map(|(node, cost)| (node, *nearest.0, nearest.1 + cost)).next()
    }
}

impl KnownGoal for Spy {
    fn goal(&self) -> u32 {
        self.note("goal");
        9
    }
}

impl Heuristic for Spy {
    fn estimate(&self, node: &u32) -> u32 {
        self.note("estimate");
        9 - node
    }

    fn estimate_child(&self, _: &u32, _: u32, child: &u32) -> u32 {
        self.note("estimate_child");
        9 - child
    }

    fn consistency(&self) -> Consistency {
        self.note("consistency");
        Consistency::BothWays
    }

    fn prefers_last_in(&self) -> bool {
        self.note("prefers_last_in");
        true
    }

    fn search_below(&self, subtree: Subtree<'_, u32, u32>) -> Option<Below<u32, u32>> {
        self.note("search_below");
        let path = vec![(subtree.node + 1, subtree.cost + 1)];
        Some(Below {
            expanded: subtree.expansions,
            generated: 2,
            beyond: subtree.threshold + 1,
            path: Some(path),
        })
    }
}

impl ReverseHeuristic for Spy {
    fn estimate_from_start(&self, node: &u32) -> u32 {
        self.note("estimate_from_start");
        node - 1
    }
}

impl PairHeuristic for Spy {
    fn estimate_between(&self, from: &u32, to: &u32) -> u32 {
        self.note("estimate_between");
        from.abs_diff(*to)
    }
}

impl AnyAngle for Spy {
    fn distance(&self, from: &u32, to: &u32) -> u32 {
        self.note("distance");
        from.abs_diff(*to)
    }

    fn line_of_sight(&self, _: &u32, _: &u32) -> bool {
        self.note("line_of_sight");
        true
    }
}

const FORWARD: [&str; 7] = [
    "index",
    "index_bound",
    "node_at",
    "prefers_reopening",
    "prefetch",
    "successors",
    "visit_successors",
];
const BACKWARD: [&str; 3] = ["predecessors", "prefetch_predecessors", "visit_predecessors"];
const REVERSED: [&str; 7] = [
    "index",
    "index_bound",
    "node_at",
    "predecessors",
    "prefers_reopening",
    "prefetch_predecessors",
    "visit_predecessors",
];
const REVERSED_BACKWARD: [&str; 3] = ["prefetch", "successors", "visit_successors"];

/// Calls every hook of a graph with the nodes of the spy. Checks that the hooks called on the spy are `expected`.
fn graph<G: Graph<Node = u32>>(spy: &Spy, graph: &G, expected: &[&str]) {
    assert!(G::FIXED_COSTS);
    assert_eq!(graph.successors(&5).count(), 1);
    assert_eq!(graph.index(&5), Some(5));
    assert_eq!(graph.node_at(6), Some(6));
    assert_eq!(graph.index_bound(), Some(10));
    graph.prefetch(&5);
    assert!(graph.prefers_reopening());
    let mut visited = Vec::new();
    let reached = Reached {
        index: Some(5),
        ..Reached::default()
    };
    graph.visit_successors(&5, reached, |node, index, _| visited.push((node, index)));
    assert_eq!((visited.len(), visited[0].1), (1, Some(5)));
    assert_eq!(spy.take(), expected);
}

fn backward(spy: &Spy, graph: &impl ReverseGraph<Node = u32>, expected: &[&str]) {
    assert_eq!(graph.predecessors(&5).count(), 1);
    graph.prefetch_predecessors(&5);
    graph.visit_predecessors(&5, Reached::default(), |_, _, _| ());
    assert_eq!(spy.take(), expected);
}

fn problem(spy: &Spy, problem: &impl KnownGoal<Node = u32>) {
    assert_eq!((problem.start(), problem.goal()), (1, 9));
    assert!(problem.is_goal(&9) && !problem.seeks_goal());
    assert_eq!(spy.take(), ["goal", "is_goal", "seeks_goal", "start"]);
}

/// Checks the hooks of a problem, in which the cost of a number is `cost`.
fn heuristic<P: Heuristic<Node = u32>>(spy: &Spy, problem: &P, cost: impl Fn(u32) -> P::Cost) {
    let is = |found: &P::Cost, number| found.order(&cost(number)).is_eq();
    assert!(is(&problem.estimate(&4), 5));
    assert!(is(&problem.estimate_child(&4, cost(5), &5), 4));
    assert_eq!(problem.consistency(), Consistency::BothWays);
    assert!(problem.prefers_last_in());
    let below = problem
        .search_below(Subtree {
            node: &4,
            cost: cost(3),
            estimate: cost(5),
            came_from: &3,
            threshold: cost(8),
            expansions: 7,
        })
        .unwrap();
    assert_eq!((below.expanded, below.generated), (7, 2));
    assert!(is(&below.beyond, 9));
    let [(node, reached)] = below.path.as_deref().unwrap() else {
        panic!("one node")
    };
    assert!(*node == 5 && is(reached, 4));
    assert_eq!(
        spy.take(),
        [
            "consistency",
            "estimate",
            "estimate_child",
            "prefers_last_in",
            "search_below"
        ]
    );
}

fn from_start(spy: &Spy, problem: &impl ReverseHeuristic<Node = u32>) {
    let _ = problem.estimate_from_start(&4);
    assert_eq!(spy.take(), ["estimate_from_start"]);
}

fn unpacked(spy: &Spy, graph: &impl Hierarchy<Node = u32, Cost = u32>) {
    assert_eq!(graph.edges_up(3, true).collect::<Vec<_>>(), [(4, 1, 7)]);
    let mut path = vec![1];
    graph.unpack(&[(7, 2)], &mut path);
    assert_eq!(path, [1, 2]);
    assert_eq!(spy.take(), ["edges_up", "unpack"]);
}

/// Checks all traits of a pointer.
fn all<P>(spy: &Spy, pointer: &P)
where
    P: Heuristic<Node = u32, Cost = u32> + Hierarchy + KnownGoal + ReverseHeuristic + PairHeuristic + AnyAngle,
{
    graph(spy, pointer, &FORWARD);
    backward(spy, pointer, &BACKWARD);
    problem(spy, pointer);
    assert_eq!(pointer.nearest_passed((&4, 2), [(3, 5)].into_iter()), Some((3, 4, 7)));
    assert_eq!(spy.take(), ["nearest_passed"]);
    heuristic(spy, pointer, |number| number);
    from_start(spy, pointer);
    unpacked(spy, pointer);
    assert_eq!(pointer.estimate_between(&3, &5), 2);
    assert_eq!(pointer.distance(&3, &5), 2);
    assert!(pointer.line_of_sight(&3, &5));
    assert_eq!(spy.take(), ["distance", "estimate_between", "line_of_sight"]);
}

#[test]
fn pointers_forward_every_hook() {
    let spy = &Spy::default();
    all(spy, spy);
    all(spy, &spy);
    all(spy, &Arc::new(spy));
}

#[test]
fn graphs_of_graphs_forward_every_hook() {
    let spy = &Spy::default();
    graph(spy, &Query::to_all(spy, 1), &FORWARD);
    backward(spy, &Query::to_all(spy, 1), &BACKWARD);
    let query = Query::between(spy, 1, 9);
    graph(spy, &query, &FORWARD);
    backward(spy, &query, &BACKWARD);
    unpacked(spy, &query);
    graph(spy, &Reversed::new(spy), &REVERSED);
    backward(spy, &Reversed::new(spy), &REVERSED_BACKWARD);
    graph(spy, &EitherWay::new(spy, false), &FORWARD);
    graph(spy, &EitherWay::new(spy, true), &REVERSED);
}

#[test]
fn narrow_costs_forward_every_hook() {
    let spy = &Spy::default();
    let narrow = Narrow::<_, u8>::new(spy);
    graph(spy, &narrow, &FORWARD);
    backward(spy, &narrow, &BACKWARD);
    problem(spy, &narrow);
    from_start(spy, &narrow);
    // Only the problem can create costs of this type: that of a number is its estimate.
    let cost = |number: u32| {
        let cost = narrow.estimate(&(9 - number));
        let _ = spy.take();
        cost
    };
    let costs = [3, 4, 5, 8, 9].map(|number| (number, cost(number)));
    heuristic(spy, &narrow, |number| {
        let (_, cost) = costs.iter().find(|(of, _)| *of == number).unwrap();
        *cost
    });
}
