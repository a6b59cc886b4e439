//! Forbidden paths, compared with a search over the last nodes of all paths, and with nested turns.

use std::collections::{BTreeMap, BTreeSet};

use astride::graphs::CsrGraph;
use astride::problem::{Reversed, VirtualEnds};
use astride::{AStar, BidirectionalDijkstra, Dijkstra, FnGraph, Graph, Query, ReverseGraph};
use astride_labels::{Departing, Followed, ForbiddenPaths, ForbiddenPathsError, Stop, Turned, Turns};
use astride_roads::{ContractionHierarchy, CustomizableHierarchy, HierarchySearch, Order};
use proptest::prelude::*;

const NONE: u32 = u32::MAX;

/// The greatest number of nodes of a forbidden path.
const LONGEST: usize = 5;

#[derive(Clone, Debug)]
struct Town {
    nodes: u32,
    edges: Vec<(u32, u32, u32)>,
    forbidden: Vec<Vec<u32>>,
}

impl Town {
    /// Forbids paths along edges, which begin with each other's ends, and a few sequences that are no paths.
    fn any() -> impl Strategy<Value = Self> {
        (1..6_u32).prop_flat_map(|nodes| {
            let cost = prop_oneof![8 => 0..5_u32, 1 => Just(NONE)];
            let edges = prop::collection::vec((0..nodes, 0..nodes, cost), 1..16);
            let walks = prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 2..LONGEST), 0..14);
            let others = prop::collection::vec(prop::collection::vec(0..nodes, 3..=LONGEST), 0..3);
            (edges, walks, others).prop_map(move |(edges, walks, mut forbidden)| {
                for walk in walks {
                    let first = edges[walk[0].index(edges.len())];
                    let mut path = vec![first.0, first.1];
                    for pick in &walk[1..] {
                        let last = path[path.len() - 1];
                        let ways: Vec<_> = edges.iter().filter(|edge| edge.0 == last).collect();
                        if !ways.is_empty() {
                            path.push(ways[pick.index(ways.len())].1);
                        }
                    }
                    forbidden.extend((path.len() > 2).then_some(path));
                }
                Town {
                    nodes,
                    edges,
                    forbidden,
                }
            })
        })
    }

    fn graph(&self) -> CsrGraph<u32> {
        CsrGraph::from_edges(self.nodes as usize, self.edges.iter().copied()).unwrap()
    }

    fn is_forbidden(&self, path: &[u32]) -> bool {
        self.forbidden.iter().any(|forbidden| path.ends_with(forbidden))
    }

    /// The least costs of all paths from the starts, each a path with its cost, by their last nodes.
    fn costs(&self, starts: &[(Vec<u32>, u32)]) -> BTreeMap<Vec<u32>, u32> {
        let mut costs = BTreeMap::new();
        for (start, cost) in starts {
            let known = costs.entry(start.clone()).or_insert(*cost);
            *known = (*known).min(*cost);
        }
        loop {
            let before = costs.clone();
            for (path, cost) in &before {
                let last = path[path.len() - 1];
                for (_, to, edge) in self.edges.iter().filter(|edge| edge.0 == last && edge.2 != NONE) {
                    let mut next = path.clone();
                    next.push(*to);
                    if !self.is_forbidden(&next) {
                        next.drain(..next.len().saturating_sub(LONGEST - 1));
                        let known = costs.entry(next).or_insert(NONE);
                        *known = (*known).min(cost + edge);
                    }
                }
            }
            if costs == before {
                return costs;
            }
        }
    }
}

/// The least cost of the paths that end at a node.
fn cost_to(costs: &BTreeMap<Vec<u32>, u32>, goal: u32) -> Option<u32> {
    let paths = costs.iter().filter(|(path, _)| path.last() == Some(&goal));
    paths.map(|(_, cost)| *cost).min()
}

/// The number of a node in the graph that `to_csr` returns.
fn number<G: Graph<Node = u32, Cost = u32>>(town: &ForbiddenPaths<G>) -> impl Fn(&Followed<u32>) -> u32 {
    move |node| u32::try_from(town.index(node).unwrap()).unwrap()
}

proptest! {
    #[test]
    fn paths_cost_as_much_as_in_a_search_over_their_last_nodes(town in Town::any(), start: prop::sample::Index) {
        let start = u32::try_from(start.index(town.nodes as usize)).unwrap();
        let graph = town.graph().reversible().unwrap();
        let costs = town.costs(&[(vec![start], 0)]);
        let numbered = ForbiddenPaths::new(&graph, &town.forbidden).unwrap();
        let edges = &town.edges;
        let closure = FnGraph::new(|node: &u32| {
            let from = *node;
            edges.iter().filter(move |edge| edge.0 == from).map(|edge| (edge.1, edge.2))
        });
        let hashed = ForbiddenPaths::new(&closure, &town.forbidden).unwrap();
        let csr = numbered.to_csr().unwrap();
        let hierarchy = ContractionHierarchy::prepare(&csr).unwrap();
        let customizable = CustomizableHierarchy::new(&csr, &Order::by_distances(&csr).unwrap()).unwrap();
        for goal in 0..town.nodes {
            let expected = cost_to(&costs, goal);
            let mut left = Dijkstra::one_to_all(Reversed::new(&graph), goal);
            prop_assert!(!left.run().is_running());
            let estimate = |node: &Followed<u32>| left.cost_to(&node.at).unwrap_or(NONE);
            let paths = [
                Dijkstra::new(numbered.query(start, goal)).find_path().unwrap(),
                Dijkstra::new(hashed.query(start, goal)).find_path().unwrap(),
                AStar::new(numbered.query(start, goal).with_heuristic(estimate)).find_path().unwrap(),
                BidirectionalDijkstra::new(numbered.between(start, &goal)).find_path().unwrap()
                    .and_then(|path| numbered.between(start, &goal).path(&path)),
            ];
            for path in &paths {
                prop_assert_eq!(path.as_ref().map(|path| path.cost), expected);
                let Some(path) = path else { continue };
                let nodes: Vec<_> = path.iter().map(|node| node.at).collect();
                prop_assert_eq!((nodes[0], nodes.last()), (start, Some(&goal)));
                prop_assert!((0..=nodes.len()).all(|end| !town.is_forbidden(&nodes[..end])));
            }
            let trip = numbered.between(start, &goal);
            let by_contraction = HierarchySearch::new(trip.map(&hierarchy, number(&numbered))).find_path().unwrap();
            let by_index = HierarchySearch::new(trip.map(&customizable, number(&numbered))).find_path().unwrap();
            prop_assert_eq!([by_contraction, by_index].map(|path| path.map(|path| path.cost)), [expected; 2]);
        }
    }

    #[test]
    fn paths_between_edges(
        town in Town::any(),
        starts in prop::collection::vec((any::<prop::sample::Index>(), 0..5_u32), 0..3),
        goals in prop::collection::vec((any::<prop::sample::Index>(), 0..5_u32), 0..3),
    ) {
        let on_edges = |picks: &[(prop::sample::Index, u32)]| -> Vec<(u32, u32, u32)> {
            let edge = |pick: &prop::sample::Index| town.edges[pick.index(town.edges.len())];
            picks.iter().map(|(pick, cost)| (edge(pick).0, edge(pick).1, *cost)).collect()
        };
        let (starts, goals) = (on_edges(&starts), on_edges(&goals));
        let first: Vec<_> = starts.iter().map(|(from, to, cost)| (vec![*from, *to], *cost)).collect();
        let costs = town.costs(&first);
        let sums = costs.iter().flat_map(|(path, cost)| {
            let ends = goals.iter().filter(|(at, to, _)| {
                let mut whole = path.clone();
                whole.push(*to);
                path.last() == Some(at) && !town.is_forbidden(&whole)
            });
            ends.map(move |(_, _, last)| cost + last)
        });
        let expected = sums.min();
        let graph = town.graph().reversible().unwrap();
        let forbidden = ForbiddenPaths::new(&graph, &town.forbidden).unwrap();
        let csr = forbidden.to_csr().unwrap();
        let hierarchy = ContractionHierarchy::prepare(&csr).unwrap();
        let trip: VirtualEnds<_> = forbidden.between_edges(starts, goals);
        let found = [
            Dijkstra::new(&trip).find_path().unwrap().map(|path| path.cost),
            BidirectionalDijkstra::new(&trip).find_path().unwrap().map(|path| path.cost),
            HierarchySearch::new(trip.map(&hierarchy, number(&forbidden))).find_path().unwrap().map(|path| path.cost),
        ];
        prop_assert_eq!(found, [expected; 3]);
    }

    #[test]
    fn nested_turns_forbid_the_same(town in Town::any(), start: prop::sample::Index) {
        let start = u32::try_from(start.index(town.nodes as usize)).unwrap();
        let graph = town.graph();
        let short: Vec<_> = town.forbidden.iter().filter(|path| path.len() < 5).collect();
        let is_banned = |path: &[u32]| if short.iter().any(|ban| ban[..] == *path) { NONE } else { 0 };
        let inner = Turns::new(&graph, |from: &u32, at: &u32, to: &u32| is_banned(&[*from, *at, *to]));
        let outer = Turns::new(&inner, |from: &Turned<u32>, at: &Turned<u32>, to: &Turned<u32>| {
            from.from.map_or(0, |first| is_banned(&[first, from.at, at.at, to.at]))
        });
        let forbidden = ForbiddenPaths::new(&graph, &short).unwrap();
        for goal in 0..town.nodes {
            let nested = Query::new(&outer, Turned::start(Turned::start(start)), |node| node.at.at == goal);
            let expected = Dijkstra::new(nested).find_path().unwrap().map(|path| path.cost);
            let found = Dijkstra::new(forbidden.query(start, goal)).find_path().unwrap();
            prop_assert_eq!(found.map(|path| path.cost), expected);
        }
    }

    #[test]
    fn nodes_are_numbered_without_gaps_and_edges_lead_back(town in Town::any()) {
        let graph = town.graph().reversible().unwrap();
        let forbidden = ForbiddenPaths::new(&graph, &town.forbidden).unwrap();
        let nodes: Vec<_> = (0..town.nodes).flat_map(|place| forbidden.nodes_at(&place).collect::<Vec<_>>()).collect();
        let numbers: BTreeSet<_> = nodes.iter().map(|node| forbidden.index(node).unwrap()).collect();
        let bound = forbidden.index_bound().unwrap();
        prop_assert!(numbers.iter().copied().eq(0..bound) && nodes.len() == bound);
        prop_assert!(nodes.iter().all(|node| forbidden.node_at(forbidden.index(node).unwrap()) == Some(*node)));
        prop_assert_eq!(forbidden.node_at(bound), None);

        // A node for each beginning in which nothing is forbidden yet.
        let beginnings_of = |path: &'_ Vec<u32>| (2..path.len()).map(|end| path[..end].to_vec()).collect::<Vec<_>>();
        let beginnings: BTreeSet<_> = town.forbidden.iter().flat_map(beginnings_of).collect();
        let is_open = |path: &&Vec<u32>| (0..=path.len()).all(|end| !town.is_forbidden(&path[..end]));
        prop_assert_eq!(bound - town.nodes as usize, beginnings.iter().filter(is_open).count());

        let number = |node: &Followed<u32>| forbidden.index(node).unwrap();
        let key = |from: &Followed<u32>, to: &Followed<u32>, cost: u32| [number(from), number(to), cost as usize];
        let (mut ahead, mut back, mut visited) = (Vec::new(), Vec::new(), Vec::new());
        for node in &nodes {
            ahead.extend(forbidden.successors(node).map(|(to, cost)| key(node, &to, cost)));
            back.extend(forbidden.predecessors(node).map(|(from, cost)| key(&from, node, cost)));
            let reached = astride::traits::Reached { index: forbidden.index(node), ..Default::default() };
            forbidden.visit_successors(node, reached, |to, index, cost| {
                assert_eq!(index, forbidden.index(&to));
                visited.push(key(node, &to, cost));
            });
        }
        for edges in [&mut ahead, &mut back, &mut visited] {
            edges.sort_unstable();
        }
        prop_assert_eq!(&ahead, &back);
        prop_assert_eq!(ahead, visited);
    }

    #[test]
    fn one_way_on_forbids_all_others(
        town in Town::any(),
        walk in prop::collection::vec(0..6_u32, 2..LONGEST),
        next in 0..6_u32,
    ) {
        let graph = town.graph();
        let forbidden = ForbiddenPaths::only(&&graph, &walk, &next);
        let last = walk[walk.len() - 1];
        let mut expected: Vec<Vec<u32>> = Vec::new();
        for (_, to, _) in town.edges.iter().filter(|edge| edge.0 == last && edge.1 != next) {
            expected.push(walk.iter().copied().chain([*to]).collect());
        }
        expected.sort();
        expected.dedup();
        let mut sorted = forbidden.clone();
        sorted.sort();
        prop_assert_eq!(sorted, expected);
        prop_assert!(ForbiddenPaths::new(&graph, &forbidden).is_ok());
    }
}

#[test]
fn departure_times_go_around_forbidden_paths() {
    let square = CsrGraph::undirected(4, [(0, 1, 5_u32), (1, 2, 5), (2, 3, 5), (3, 0, 50)]).unwrap();
    let town = ForbiddenPaths::new(&square, [[0, 1, 2]]).unwrap();
    let traffic = Departing::new(&town, |_: &Followed<u32>, _: &Followed<u32>, minutes, time| {
        minutes + time % 2
    });
    let query = Query::new(traffic.at(7).unwrap(), Stop::new(Followed::start(0)), |stop| {
        stop.place.at == 2
    });
    // By 3, where it is time 58.
    assert_eq!(Dijkstra::new(query).find_path().unwrap().unwrap().cost, 50 + 1 + 5);
}

proptest! {
    /// The latest departure is the last one from which a search forwards arrives in time.
    #[test]
    fn arrivals_by_a_time_go_around_forbidden_paths(
        town in Town::any(),
        ends: [prop::sample::Index; 2],
        deadline in 0..16_u32,
    ) {
        let [start, goal] = ends.map(|end| u32::try_from(end.index(town.nodes as usize)).unwrap());
        let graph = town.graph().reversible().unwrap();
        let forbidden = ForbiddenPaths::new(&graph, &town.forbidden).unwrap();
        // A bus leaves every three minutes at some places, so that nobody overtakes another.
        let traffic = Departing::new(&forbidden, |from: &Followed<u32>, _: &Followed<u32>, minutes, time: u32| {
            if from.at.is_multiple_of(2) { minutes + time.next_multiple_of(3) - time } else { minutes }
        });
        let arrives = |departure: &u32| {
            let from = Stop::new(Followed::start(start));
            let query = Query::new(traffic.at(*departure).unwrap(), from, |stop| stop.place.at == goal);
            let path = Dijkstra::new(query).find_path().unwrap();
            path.is_some_and(|path| departure + path.cost <= deadline)
        };
        let expected = (0..=deadline).rev().find(arrives);
        let by = traffic.arrive_by(deadline).unwrap();
        let mut search = Dijkstra::new(by.query(Followed::start(start), Followed::start(goal)));
        for node in forbidden.nodes_at(&goal) {
            search.add_start(by.at(node), 0);
        }
        prop_assert!(!search.run().is_running());
        prop_assert_eq!(search.path().map(|path| deadline - path.cost), expected);
    }
}

#[test]
fn what_cannot_be_forbidden_or_numbered_is_an_error() {
    let line = CsrGraph::undirected(3, [(0, 1, 1_u32), (1, 2, 1)]).unwrap();
    for (paths, path, nodes) in [
        (vec![vec![0, 1, 2], vec![0, 1]], 1, 2),
        (vec![vec![]], 0, 0),
        (vec![vec![1]], 0, 1),
    ] {
        let error = ForbiddenPaths::new(&line, &paths).unwrap_err();
        assert_eq!(error, ForbiddenPathsError::TooShort { path, nodes });
    }
    // Nodes that do not exist are on no path.
    let town = ForbiddenPaths::new(&line, [[7, 8, 9], [0, 1, 9]]).unwrap();
    assert_eq!(Dijkstra::new(town.query(0, 2)).find_path().unwrap().unwrap().cost, 2);
    assert!(format!("{town:?}").ends_with("beginnings: 2, .. }"));

    let endless = FnGraph::new(|n: &u64| [(n + 1, 1_u32)]);
    let endless = ForbiddenPaths::new(&endless, [[1, 2, 3]]).unwrap();
    assert_eq!(endless.to_csr().unwrap_err(), ForbiddenPathsError::NotNumbered);
    let gap = FnGraph::new(|n: &usize| [(n + 1, 1_u32)]).with_numbering(3, |n| *n, |n| n);
    let gap = ForbiddenPaths::new(&gap, [[0, 1, 2]]).unwrap();
    assert_eq!(
        gap.to_csr().unwrap_err(),
        ForbiddenPathsError::EndOutside { from: 2, bound: 4 }
    );
}
