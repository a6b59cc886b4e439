//! Alternatives: each route obeys its limits, and none is missed, checked with the distances between all nodes.

use std::cell::Cell;
use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::road;
use astride::graphs::{CsrGraph, ReversibleGraph};
use astride::{Budget, FnGraph, Query, SearchError, Status, Stepper};
use astride_roads::{AlternativeRoute, Alternatives, RouteLimits, dimacs};
use proptest::prelude::*;

const NODES: usize = 12;
/// The range is so wide that no two paths cost the same.
const COSTS: std::ops::Range<u64> = 1..1 << 40;
/// Stands for a distance if there is no path.
const NONE: u64 = u64::MAX / 4;

/// Distances between all pairs of nodes, from the Floyd–Warshall algorithm, and the cheapest edges.
struct Oracle {
    edges: Vec<Vec<u64>>,
    distances: Vec<Vec<u64>>,
    /// The second node of the cheapest path.
    next: Vec<Vec<usize>>,
}

impl Oracle {
    fn new(list: &[(u32, u32, u64)]) -> Self {
        let mut edges = vec![vec![NONE; NODES]; NODES];
        for (from, to, cost) in list {
            let edge = &mut edges[*from as usize][*to as usize];
            *edge = (*edge).min(*cost);
        }
        let mut distances = edges.clone();
        let mut next: Vec<Vec<usize>> = vec![(0..NODES).collect(); NODES];
        (0..NODES).for_each(|node| distances[node][node] = 0);
        for over in 0..NODES {
            for from in 0..NODES {
                for to in 0..NODES {
                    let sum = distances[from][over] + distances[over][to];
                    if sum < distances[from][to] {
                        distances[from][to] = sum;
                        next[from][to] = next[from][over];
                    }
                }
            }
        }
        Oracle { edges, distances, next }
    }

    fn cheapest(&self, from: usize, to: usize) -> Vec<usize> {
        let mut path = vec![from];
        while path[path.len() - 1] != to {
            path.push(self.next[path[path.len() - 1]][to]);
        }
        path
    }

    fn cost(&self, path: &[usize]) -> u64 {
        path.windows(2).map(|hop| self.edges[hop[0]][hop[1]]).sum()
    }

    fn is_cheapest(&self, path: &[usize]) -> bool {
        self.cost(path) == self.distances[path[0]][path[path.len() - 1]]
    }

    fn shared(&self, one: &[usize], other: &[usize]) -> u64 {
        let hops = one.windows(2).filter(|hop| other.windows(2).any(|other| other == *hop));
        hops.map(|hop| self.edges[hop[0]][hop[1]]).sum()
    }

    /// The cost of the middle part of a path, including the edges to and from it. The path is a cheapest path from the
    /// beginning of this part to the goal, and from the start to the end of this part.
    fn middle(&self, path: &[usize]) -> u64 {
        let end = (0..path.len()).rfind(|end| self.is_cheapest(&path[..=*end])).unwrap();
        let start = (0..path.len()).find(|start| self.is_cheapest(&path[*start..])).unwrap();
        if start == 0 || end == path.len() - 1 {
            return self.cost(path);
        }
        self.cost(&path[start - 1..=end + 1])
    }
}

/// A share of a number, computed as for the limits.
#[expect(clippy::cast_precision_loss, reason = "sums are below 2⁵³")]
fn part(share: f64, of: u64) -> f64 {
    share * of as f64
}

fn nodes(route: &AlternativeRoute<u32, u64>) -> Vec<usize> {
    route.path.nodes.iter().map(|node| *node as usize).collect()
}

fn is_simple(path: &[usize]) -> bool {
    (1..path.len()).all(|place| !path[..place].contains(&path[place]))
}

fn edges() -> impl Strategy<Value = Vec<(u32, u32, u64)>> {
    let ends = 0..u32::try_from(NODES).unwrap();
    let edge = (ends.clone(), ends, COSTS, any::<bool>());
    prop::collection::vec(edge, 10..50).prop_map(|edges| {
        let both = |(from, to, cost, leads_back)| {
            [Some((from, to, cost)), Some((to, from, cost)).filter(|_| leads_back)]
                .into_iter()
                .flatten()
        };
        edges.into_iter().flat_map(both).collect()
    })
}

fn limits() -> impl Strategy<Value = RouteLimits> {
    (1..6_usize, 0..=10_u8, 0..=10_u8, 0..=10_u8).prop_map(|(count, sharing, stretch, local)| RouteLimits {
        count,
        sharing: f64::from(sharing) / 10.0,
        stretch: 1.0 + f64::from(stretch) / 5.0,
        local_optimality: f64::from(local) / 10.0,
    })
}

fn graph(edges: &[(u32, u32, u64)]) -> ReversibleGraph<u64> {
    CsrGraph::from_edges(NODES, edges.iter().copied())
        .unwrap()
        .reversible()
        .unwrap()
}

proptest! {
    #[test]
    fn every_route_keeps_its_limits_and_none_is_missed(edges in edges(), limits in limits()) {
        let (graph, oracle) = (graph(&edges), Oracle::new(&edges));
        let mut search = Alternatives::new(Query::between(&graph, 0, 1)).with_limits(limits).unwrap();
        let status = search.run();
        let shortest = oracle.distances[0][1];
        if shortest == NONE {
            prop_assert_eq!((status, search.routes().len()), (Status::Exhausted, 0));
            return Ok(());
        }
        prop_assert_eq!(status, Status::Found);
        let most = part(limits.stretch, shortest);
        let routes: Vec<_> = search.routes().iter().map(nodes).collect();
        prop_assert_eq!(search.routes()[0].path.cost, shortest);
        prop_assert!((1..=limits.count).contains(&routes.len()));
        for (place, (found, route)) in search.routes().iter().zip(&routes).enumerate() {
            prop_assert!((route[0], route[route.len() - 1]) == (0, 1) && is_simple(route));
            prop_assert_eq!(found.path.cost, oracle.cost(route));
            prop_assert!(part(1.0, found.path.cost) <= most);
            let shared = routes[..place].iter().map(|before| oracle.shared(before, route)).max();
            prop_assert_eq!(found.shared, shared.unwrap_or(0));
            prop_assert!(part(1.0, found.shared) <= part(limits.sharing, shortest));
            prop_assert!(!routes[..place].contains(route));
            for start in 0..route.len() {
                for end in start..route.len() {
                    let cost = part(1.0, oracle.cost(&route[start..=end]));
                    if cost < part(limits.local_optimality, shortest) {
                        prop_assert!(oracle.is_cheapest(&route[start..=end]));
                    }
                }
            }
        }
        // The route through each node is among the alternatives, or breaks a limit.
        for over in (0..NODES).filter(|over| oracle.distances[0][*over] + oracle.distances[*over][1] < NONE) {
            let route = [&oracle.cheapest(0, over)[..], &oracle.cheapest(over, 1)[1..]].concat();
            let is_near = is_simple(&route) && part(1.0, oracle.cost(&route)) <= most;
            let is_known = routes.contains(&route) || routes.len() == limits.count;
            let is_similar = || routes.iter().any(|known| {
                part(1.0, oracle.shared(known, &route)) > part(limits.sharing, shortest)
            });
            let has_detour = || part(1.0, oracle.middle(&route)) < part(limits.local_optimality, shortest);
            prop_assert!(!is_near || is_known || is_similar() || has_detour(), "{:?} of {:?}", route, routes);
        }
    }

    #[test]
    fn slices_find_the_same(edges in edges(), limits in limits(), budget in 1..9_u64) {
        let graph = graph(&edges);
        let search = || Alternatives::new(Query::between(&graph, 0, 1)).with_limits(limits).unwrap();
        let (mut whole, mut sliced) = (search(), search());
        let status = whole.run();
        let mut expanded = 0;
        while sliced.run_for(Budget::new().expansions(budget)) == Status::Running {
            prop_assert!(sliced.stats().expanded <= expanded + budget);
            expanded = sliced.stats().expanded;
        }
        prop_assert_eq!((sliced.status(), sliced.step()), (status.clone(), status));
        prop_assert_eq!(sliced.routes(), whole.routes());
    }
}

#[test]
fn a_route_to_the_start_itself_has_one_node() {
    let roads = CsrGraph::undirected(3, [(0, 1, 5_u32), (1, 2, 5)]).unwrap();
    let mut search = Alternatives::new(Query::between(&roads, 1, 1));
    let routes = search.find_routes().unwrap();
    assert_eq!(
        (routes.len(), &routes[0].path.nodes[..], routes[0].path.cost),
        (1, &[1][..], 0)
    );
}

#[test]
fn routes_that_cost_nothing_or_the_same_are_returned_once() {
    for cost in [0, 3_u32] {
        let square = CsrGraph::undirected(4, [(0, 1, cost), (1, 3, cost), (0, 2, cost), (2, 3, cost)]).unwrap();
        let limits = RouteLimits {
            sharing: 1.0,
            local_optimality: 0.0,
            count: 9,
            ..RouteLimits::default()
        };
        let mut search = Alternatives::new(Query::between(&square, 0, 3))
            .with_limits(limits)
            .unwrap();
        let mut routes: Vec<_> = search
            .find_routes()
            .unwrap()
            .iter()
            .map(|route| route.path.nodes.clone())
            .collect();
        routes.sort();
        assert_eq!(routes, [[0, 1, 3], [0, 2, 3]]);
    }
}

#[test]
fn costs_may_be_floats_and_nodes_anything() {
    let roads = FnGraph::new(|town: &&str| match *town {
        "Aix" => vec![("Bonn", 1.5), ("Cluj", 1.75), ("Delft", 9.0)],
        "Bonn" | "Cluj" | "Delft" => vec![("Erfurt", 1.0)],
        _ => vec![],
    })
    .with_predecessors(|town: &&str| match *town {
        "Erfurt" => vec![("Bonn", 1.0), ("Cluj", 1.0), ("Delft", 1.0)],
        "Bonn" => vec![("Aix", 1.5)],
        "Cluj" => vec![("Aix", 1.75)],
        "Delft" => vec![("Aix", 9.0)],
        _ => vec![],
    });
    let mut search = Alternatives::new(Query::between(&roads, "Aix", "Erfurt"));
    let routes: Vec<_> = search
        .find_routes()
        .unwrap()
        .iter()
        .map(|route| route.path.cost)
        .collect();
    assert_eq!(routes, [2.5, 2.75]);
}

#[test]
fn bad_costs_fail_and_bad_limits_are_refused() {
    let roads = CsrGraph::undirected(3, [(0, 1, 5), (1, 2, -5)]).unwrap();
    let mut search = Alternatives::new(Query::between(&roads, 0, 2));
    assert!(matches!(search.find_routes(), Err(SearchError::NegativeCost { .. })));
    assert!(matches!(search.step(), Status::Failed(_)));

    let fine = RouteLimits::default();
    for (limits, message) in [
        (
            RouteLimits { sharing: -0.1, ..fine },
            "the limit `sharing` is -0.1: it must be from 0 to 1",
        ),
        (
            RouteLimits {
                sharing: f64::NAN,
                ..fine
            },
            "the limit `sharing` is NaN: it must be from 0 to 1",
        ),
        (
            RouteLimits {
                stretch: f64::INFINITY,
                ..fine
            },
            "the limit `stretch` is inf: it must be finite and at least 1",
        ),
        (
            RouteLimits {
                local_optimality: 2.0,
                ..fine
            },
            "the limit `local_optimality` is 2: it must be from 0 to 1",
        ),
    ] {
        let error = Alternatives::new(Query::between(&roads, 0, 2))
            .with_limits(limits)
            .unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn a_search_whose_graph_panicked_has_failed() {
    let square = CsrGraph::undirected(4, [(0, 1, 1_u32), (1, 3, 1), (0, 2, 1), (2, 3, 1)]).unwrap();
    for fatal in 1.. {
        let calls = Cell::new(0);
        let beside = |node: &u32| {
            calls.set(calls.get() + 1);
            assert_ne!(calls.get(), fatal, "a bug");
            square.edges(*node).to_vec()
        };
        let roads = FnGraph::new(beside).with_predecessors(beside);
        let mut search = Alternatives::new(Query::between(&roads, 0, 3));
        if catch_unwind(AssertUnwindSafe(|| search.run())).is_ok() {
            assert!(fatal > 8, "{fatal}");
            break;
        }
        assert_eq!(search.run(), Status::Failed(SearchError::Panicked), "call {fatal}");
    }
}

#[test]
#[ignore = "20 times two searches of 231,550 nodes: half a minute without optimisation"]
fn alternatives_in_rome_share_at_most_the_limit() {
    let Some(folder) = road::folder() else { return };
    let graph = dimacs::read_graph::<u64>(road::unpack(&folder.join("rome.gr.gz"))).unwrap();
    let graph = graph.reversible().unwrap();
    let limits = RouteLimits::default();
    let (mut queries, mut complete) = (0, 0);
    for line in fs::read_to_string(folder.join("rome.queries"))
        .unwrap()
        .lines()
        .take(20)
    {
        let [start, goal, optimum] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (start, goal, optimum) = (start.parse().unwrap(), goal.parse().unwrap(), optimum.parse().unwrap());
        let mut search = Alternatives::new(Query::between(&graph, start, goal));
        let routes = search.find_routes().unwrap();
        assert_eq!(routes[0].path.cost, optimum);
        let edges = |route: &AlternativeRoute<u32, u64>| -> HashMap<(u32, u32), u64> {
            let cost = |from, to| {
                graph
                    .edges(from)
                    .iter()
                    .filter(|(end, _)| *end == to)
                    .map(|(_, cost)| *cost)
                    .min()
            };
            let hops = route.path.nodes.windows(2);
            hops.map(|hop| ((hop[0], hop[1]), cost(hop[0], hop[1]).unwrap()))
                .collect()
        };
        for (place, route) in routes.iter().enumerate() {
            assert_eq!(edges(route).values().sum::<u64>(), route.path.cost);
            assert!(part(1.0, route.path.cost) <= part(limits.stretch, optimum));
            for before in routes[..place].iter().map(edges) {
                let shared = edges(route).into_iter().filter(|(edge, _)| before.contains_key(edge));
                let shared: u64 = shared.map(|(_, cost)| cost).sum();
                assert!(shared <= route.shared && part(1.0, shared) <= part(limits.sharing, optimum));
            }
        }
        queries += 1;
        complete += usize::from(routes.len() == limits.count);
    }
    assert!(queries == 20 && complete >= 16, "{complete} of {queries}");
}

/// The second route costs more than a multiple of the first that does not fit, so there is no limit of stretch.
#[test]
fn a_path_that_does_not_fit_is_no_alternative() {
    let edges = [(0, 1, 2), (1, 2, 253), (0, 3, 200), (0, 4, 5), (4, 3, 205), (2, 3, 7)];
    let graph = CsrGraph::from_edges(5, edges).unwrap().reversible().unwrap();
    let mut search = Alternatives::new(Query::between(&graph, 0_u32, 3));
    let routes = search.find_routes().unwrap();
    assert_eq!(routes.first().map(|route| route.path.cost), Some(200_u8));
}
