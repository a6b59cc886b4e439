//! Every adapter forwards the optional methods of the type that it wraps. A forgotten method would go unnoticed
//! otherwise, since most defaults are correct but slow.

use std::cell::Cell;
use std::sync::Arc;

use astride::problem::{EitherWay, Filtered, Narrow, Reversed, VirtualEnds, VirtualNode};
use astride::traits::{Below, Consistency, Hints, NoSuchNode, Reached, ReverseHeuristic, Subtree};
use astride::{
    Cost, Dijkstra, FnGraph, Graph, Heuristic, KnownGoal, Problem, Query, ReverseGraph, SearchError, Status,
};
use astride_roads::Hierarchy;

thread_local! {
    /// The last node that was prefetched, and whether its predecessors were to be read.
    static PREFETCHED: Cell<Option<(u32, bool)>> = const { Cell::new(None) };
}

/// A problem whose methods do not return the results of their defaults.
#[derive(Clone, Copy)]
struct Spy<const HAS_FIXED_COSTS: bool>;

const SPY: Spy<true> = Spy;

impl<const HAS_FIXED_COSTS: bool> Graph for Spy<HAS_FIXED_COSTS> {
    type Node = u32;
    type Cost = u32;

    const FIXED_COSTS: bool = HAS_FIXED_COSTS;

    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, u32)> {
        [(node + 1, 1)].into_iter()
    }

    fn visit_successors(&self, node: &u32, reached: Reached<'_, u32>, mut visit: impl FnMut(u32, Option<usize>, u32)) {
        visit(node + 2, reached.index, 2);
    }

    fn hints(&self) -> Hints {
        Hints::NONE.preferring_reopening(true)
    }

    fn index(&self, node: &u32) -> Option<usize> {
        Some(*node as usize + 100)
    }

    fn node_at(&self, index: usize) -> Option<u32> {
        u32::try_from(index - 100).ok()
    }

    fn index_bound(&self) -> Option<usize> {
        Some(10)
    }

    fn check_node(&self, node: &u32) -> Result<(), NoSuchNode> {
        NoSuchNode::unless(false, format_args!("spied {node}"))
    }

    fn prefetch(&self, node: &u32) {
        PREFETCHED.set(Some((*node, false)));
    }
}

impl<const HAS_FIXED_COSTS: bool> ReverseGraph for Spy<HAS_FIXED_COSTS> {
    fn predecessors(&self, node: &u32) -> impl Iterator<Item = (u32, u32)> {
        [(node - 1, 3)].into_iter()
    }

    fn visit_predecessors(&self, at: &u32, reached: Reached<'_, u32>, mut visit: impl FnMut(u32, Option<usize>, u32)) {
        visit(at - 2, reached.index, 4);
    }

    fn prefetch_predecessors(&self, node: &u32) {
        PREFETCHED.set(Some((*node, true)));
    }
}

impl<const HAS_FIXED_COSTS: bool> Hierarchy for Spy<HAS_FIXED_COSTS> {
    fn edges_up(&self, index: usize, is_backward: bool) -> impl DoubleEndedIterator<Item = (usize, u32, u32)> {
        [(index + 1, u32::from(is_backward), 7)].into_iter()
    }

    fn left_out(&self) -> Option<[u32; 2]> {
        Some([5, 6])
    }

    fn unpack(&self, edges: &[(u32, u32)], path: &mut Vec<u32>) {
        path.extend(edges.iter().map(|(edge, end)| edge + end));
    }
}

impl<const HAS_FIXED_COSTS: bool> Problem for Spy<HAS_FIXED_COSTS> {
    fn start(&self) -> u32 {
        1
    }

    fn is_goal(&self, node: &u32) -> bool {
        *node == 9
    }

    fn seeks_goal(&self) -> bool {
        false
    }

    fn nearest_passed(
        &self,
        nearest: (&u32, u32),
        expanded: impl Iterator<Item = (u32, u32)>,
    ) -> Option<(u32, u32, u32)> {
        expanded.map(|(node, cost)| (node, *nearest.0, nearest.1 + cost)).next()
    }

    fn only_goal(&self) -> Option<u32> {
        Some(9)
    }
}

impl<const HAS_FIXED_COSTS: bool> KnownGoal for Spy<HAS_FIXED_COSTS> {
    fn goal(&self) -> u32 {
        9
    }
}

impl<const HAS_FIXED_COSTS: bool> Heuristic for Spy<HAS_FIXED_COSTS> {
    fn estimate(&self, node: &u32) -> u32 {
        9 - node
    }

    fn estimate_child(&self, parent: &u32, parent_estimate: u32, child: &u32) -> u32 {
        100 * parent + 10 * parent_estimate + child
    }

    fn estimate_hints(&self) -> Hints {
        let hints = Hints::NONE.preferring_last_in(true).expecting_few_open(true);
        hints.with_consistency(Consistency::BothWays)
    }

    fn search_below(&self, subtree: Subtree<'_, u32, u32>) -> Option<Below<u32, u32>> {
        let path = [(*subtree.came_from, subtree.cost), (*subtree.node, subtree.estimate)];
        Some(Below {
            expanded: subtree.expansions,
            generated: 2,
            beyond: subtree.threshold,
            path: Some(path.to_vec()),
        })
    }
}

impl<const HAS_FIXED_COSTS: bool> ReverseHeuristic for Spy<HAS_FIXED_COSTS> {
    fn estimate_from_start(&self, node: &u32) -> u32 {
        node - 1
    }
}

/// The results of the methods that follow edges in one direction.
macro_rules! edges {
    ($graph:expr, $list:ident, $visit:ident, $prefetch:ident) => {{
        let listed = $graph.$list(&5).map(|(node, cost)| (node, cost.number()));
        let (listed, mut visited) = (listed.collect::<Vec<_>>(), Vec::new());
        let reached = Reached {
            index: Some(50),
            ..Reached::default()
        };
        $graph.$visit(&5, reached, |node, index, cost| {
            visited.push((node, index, cost.number()))
        });
        $graph.$prefetch(&5);
        format!("{:?}", (listed, visited, PREFETCHED.take()))
    }};
}

fn ahead(graph: &impl Graph<Node = u32>) -> String {
    edges!(graph, successors, visit_successors, prefetch)
}

fn back(graph: &impl ReverseGraph<Node = u32>) -> String {
    edges!(graph, predecessors, visit_predecessors, prefetch_predecessors)
}

/// The results of the other methods of a graph.
fn nodes<G: Graph<Node = u32>>(graph: &G) -> String {
    let indices = (graph.index(&5), graph.node_at(106), graph.index_bound());
    format!("{:?}", (G::FIXED_COSTS, graph.hints(), indices, graph.check_node(&5)))
}

fn hierarchy(graph: &impl Hierarchy<Node = u32, Cost = u32>) -> String {
    let mut path = vec![1];
    graph.unpack(&[(7, 2)], &mut path);
    let edges: Vec<_> = graph.edges_up(3, true).collect();
    format!("{:?}", (edges, graph.left_out(), path))
}

fn problem<P: KnownGoal<Node = u32> + ReverseHeuristic>(problem: &P) -> String {
    // Only the problem can create costs of its type: that of a number is an estimate.
    let cost = |number: u32| problem.estimate(&(9 - number));
    let below = problem.search_below(Subtree {
        node: &4,
        cost: cost(3),
        estimate: cost(5),
        came_from: &2,
        threshold: cost(8),
        expansions: 7,
    });
    let below = below.map(|below| below.map(|node| node, Cost::number));
    let child = problem.estimate_child(&1, cost(5), &2);
    let estimates = [problem.estimate(&4), child, problem.estimate_from_start(&4)].map(Cost::number);
    let goals = (problem.goal(), problem.only_goal(), problem.seeks_goal());
    let nodes = (problem.start(), goals, [8, 9].map(|node| problem.is_goal(&node)));
    format!("{:?}", (nodes, estimates, problem.estimate_hints(), below))
}

/// The results of all methods of a pointer.
fn all<P: Hierarchy<Node = u32, Cost = u32> + KnownGoal + ReverseHeuristic>(pointer: &P) -> String {
    let graph = (ahead(pointer), back(pointer), nodes(pointer), hierarchy(pointer));
    let passed = pointer.nearest_passed((&4, 2), [(3, 5)].into_iter());
    format!("{:?}", (graph, problem(pointer), passed))
}

#[test]
fn pointers_forward_every_method() {
    assert_eq!(all::<&Spy<true>>(&&SPY), all(&SPY));
    assert_eq!(all(&Arc::new(SPY)), all(&SPY));
}

#[test]
fn graphs_of_graphs_forward_every_method() {
    let graph = |ahead, back| [ahead, back, nodes(&SPY)];
    let (forwards, backwards) = (graph(ahead(&SPY), back(&SPY)), graph(back(&SPY), ahead(&SPY)));
    let (query, to_all, reversed) = (Query::between(SPY, 1, 9), Query::to_all(SPY, 1), Reversed::new(SPY));
    assert_eq!([ahead(&query), back(&query), nodes(&query)], forwards);
    assert_eq!([ahead(&to_all), back(&to_all), nodes(&to_all)], forwards);
    assert_eq!([ahead(&reversed), back(&reversed), nodes(&reversed)], backwards);
    assert_eq!(hierarchy(&query), hierarchy(&SPY));
    for (is_backward, edges) in [(false, ahead(&SPY)), (true, back(&SPY))] {
        let either_way = EitherWay::new(SPY, is_backward);
        assert_eq!([ahead(&either_way), nodes(&either_way)], [edges, nodes(&SPY)]);
    }
}

#[test]
fn narrow_costs_forward_every_method() {
    let narrow = Narrow::<_, u8>::new(SPY);
    let seen = [ahead(&narrow), back(&narrow), nodes(&narrow), problem(&narrow)];
    assert_eq!(seen, [ahead(&SPY), back(&SPY), nodes(&SPY), problem(&SPY)]);
}

#[test]
fn filtered_edges_keep_the_rest() {
    let filtered = |keeps: bool| Filtered::new(Spy::<false>, move |_: &u32, _: &u32| keeps);
    let (all, none) = (filtered(true), filtered(false));
    // Only the lists of edges are filtered; what a graph visits may rely on edges that are left out.
    assert_eq!(
        ahead(&all),
        "([(6, Some(1))], [(6, Some(106), Some(1))], Some((5, false)))"
    );
    assert_eq!(
        back(&all),
        "([(4, Some(3))], [(4, Some(104), Some(3))], Some((5, true)))"
    );
    assert_eq!(ahead(&none), "([], [], Some((5, false)))");
    assert_eq!(back(&none), "([], [], Some((5, true)))");
    let hints = format!("{:?}", SPY.hints());
    let expected = nodes(&Spy::<false>).replace(&hints, &format!("{:?}", Hints::NONE));
    assert_eq!(nodes(&none), expected);
    // Nor does a kernel know which edges are left out.
    let expected = problem(&Spy::<false>);
    let (expected, _) = expected.rsplit_once("Some(Below").expect("a kernel");
    assert_eq!(problem(&none), format!("{expected}None)"));
}

#[test]
fn virtual_ends_forward_the_methods_of_their_graph() {
    use VirtualNode::{Goal, Real, Start};
    let trip = VirtualEnds::new(SPY, [(5, 30), (7, 40)], [(5, 50)]).with_direct_cost(60);
    assert_eq!(
        trip.successors(&Real(5)).collect::<Vec<_>>(),
        [(Real(6), 1), (Goal, 50)]
    );
    assert_eq!(
        trip.successors(&Start).collect::<Vec<_>>(),
        [(Real(5), 30), (Real(7), 40), (Goal, 60)]
    );
    assert_eq!(
        trip.predecessors(&Real(5)).collect::<Vec<_>>(),
        [(Real(4), 3), (Start, 30)]
    );
    assert_eq!(
        trip.predecessors(&Goal).collect::<Vec<_>>(),
        [(Real(5), 50), (Start, 60)]
    );
    let reached = |index| Reached {
        index: Some(index),
        ..Reached::default()
    };
    let mut visited = Vec::new();
    let mut visit = |node, index, cost| visited.push((node, index, cost));
    trip.visit_successors(&Real(5), reached(52), &mut visit);
    trip.visit_predecessors(&Real(5), reached(52), &mut visit);
    trip.visit_successors(&Start, reached(0), &mut visit);
    let expected = [
        (Real(7), Some(52), 2),
        (Goal, Some(1), 50),
        (Real(3), Some(52), 4),
        (Start, Some(0), 30),
        (Real(5), Some(107), 30),
        (Real(7), Some(109), 40),
        (Goal, Some(1), 60),
    ];
    assert_eq!(visited, expected);
    trip.prefetch(&Real(5));
    assert_eq!(PREFETCHED.take(), Some((5, false)));
    trip.prefetch_predecessors(&Real(5));
    assert_eq!(PREFETCHED.take(), Some((5, true)));

    let nodes = [Start, Goal, Real(5)];
    assert_eq!(nodes.map(|node| trip.index(&node)), [Some(0), Some(1), Some(107)]);
    assert_eq!([0, 1, 107].map(|index| trip.node_at(index)), nodes.map(Some));
    assert_eq!((trip.index_bound(), trip.hints()), (Some(12), SPY.hints()));
    assert!(nodes.iter().all(|node| trip.check_node(node) == SPY.check_node(&5)));
    const { assert!(VirtualEnds::<Spy<true>>::FIXED_COSTS) }

    let edges = |index, is_backward| trip.edges_up(index, is_backward).collect::<Vec<_>>();
    assert_eq!(edges(3, true), [(4, 1, 7)]);
    assert_eq!(edges(0, false), [(107, 30, 0), (109, 40, 1), (1, 60, u32::MAX)]);
    assert_eq!(
        (edges(0, true), edges(1, false), edges(1, true)),
        (vec![], vec![], vec![(107, 50, 0)])
    );
    assert_eq!(
        (trip.left_out(), trip.prefers_index_order()),
        (SPY.left_out(), SPY.prefers_index_order())
    );
    let mut path = vec![Start];
    trip.unpack(&[(0, Real(5)), (7, Real(2)), (0, Goal)], &mut path);
    assert_eq!(path, [Start, Real(5), Real(9), Goal]);
}

#[test]
fn ends_given_twice_have_their_lowest_cost() {
    let line = FnGraph::new(|n: &u32| [(n + 1, 1_u32)]).both_ways();
    // Few goals are compared one by one, and many are hashed.
    for count in [3, 8, 9, 40] {
        let goals = (0..count)
            .chain(0..count)
            .map(|n| (10 + n, (n * 7 + 3) % count + count));
        let cheaper = (0..count).step_by(2).map(|n| (10 + n, n % 5));
        let trip = VirtualEnds::new(&line, [(0, 9), (0, 5), (0, 7)], goals.chain(cheaper));
        assert_eq!((trip.starts(), trip.goals().len()), (&[(0, 5)][..], count as usize));
        let least = (0..count).map(|n| 10 + n + if n % 2 == 0 { n % 5 } else { (n * 7 + 3) % count + count });
        let path = Dijkstra::new(&trip).find_path().unwrap().unwrap();
        assert_eq!(path.cost, 5 + least.min().unwrap(), "{count} goals");
        for n in 0..count + 20 {
            let node = VirtualNode::Real(n);
            let has_edge = trip
                .successors(&node)
                .filter(|(node, _)| *node == VirtualNode::Goal)
                .count();
            assert_eq!(has_edge, usize::from((10..10 + count).contains(&n)), "{n}");
        }
    }
}

#[test]
fn invalid_costs_of_ends_are_errors() {
    let line = FnGraph::new(|n: &u32| [(n + 1, 1.0_f64)]);
    let check = |trip: &VirtualEnds<_>| {
        let status = Dijkstra::new(trip).run();
        let is_named = matches!(
            status,
            Status::Failed(SearchError::NegativeCost { .. } | SearchError::InvalidCost { .. })
        );
        assert!(is_named, "{trip:?}: {status:?}");
    };
    for invalid in [-1.0, f64::NAN, f64::NEG_INFINITY] {
        for costs in [[invalid, 2.0], [2.0, invalid], [-7.0, invalid]] {
            let twice = costs.map(|cost| (0, cost));
            check(&VirtualEnds::new(&line, twice, [(3, 0.0)]));
            check(&VirtualEnds::new(&line, [(0, 0.0)], twice));
        }
        check(&VirtualEnds::new(&line, [], []).with_direct_cost(invalid));
    }
    // No path leads over an end at an infinite cost, and a path without ends does not exist.
    for trip in [
        VirtualEnds::new(&line, [(0, f64::INFINITY)], [(3, 0.0)]),
        VirtualEnds::new(&line, [], [(3, 0.0)]),
    ] {
        assert_eq!(Dijkstra::new(&trip).run(), Status::Exhausted);
    }
}
