//! Compares turn costs with labels over all pairs of nodes, relaxed until nothing changes.

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io::BufReader;
use std::path::Path as FilePath;

use astride::graphs::{CsrGraph, NamedGraph};
use astride::problem::Reversed;
use astride::traits::Consistency;
use astride::{
    AStar, BidirectionalDijkstra, Dijkstra, FnGraph, Graph, Heuristic, KShortestPaths, NearestGoals, Path, Pathfinder,
    Problem, Query, ReverseGraph, SearchError, Status, WeightedAStar,
};
use astride_grid::movingai::{ScenarioFile, TerrainMap};
use astride_grid::{GridMap, GridProblem, JumpMap, JumpProblem, Movement, Point};
use astride_labels::{Departing, Turned, Turns, TurnsError};
use astride_roads::{ContractionHierarchy, CustomizableHierarchy, HierarchySearch, Order};
use proptest::prelude::*;

const NONE: u32 = u32::MAX;

type Edge = (u32, u32, u32);

/// A few nodes, the edges between them, and the cost of each turn.
#[derive(Clone, Debug)]
struct Town {
    nodes: u32,
    edges: Vec<Edge>,
    turns: Vec<u32>,
}

impl Town {
    /// Includes zero costs, parallel edges, self-loops, U-turns and missing edges.
    fn any() -> impl Strategy<Value = Self> {
        (1..7_u32).prop_flat_map(|nodes| {
            let cost = prop_oneof![8 => 0..5_u32, 1 => Just(NONE)];
            let turn = prop_oneof![4 => Just(0), 4 => 0..6_u32, 2 => Just(NONE)];
            let edges = prop::collection::vec((0..nodes, 0..nodes, cost), 0..20);
            (edges, prop::collection::vec(turn, (nodes * nodes * nodes) as usize))
                .prop_map(move |(edges, turns)| Town { nodes, edges, turns })
        })
    }

    fn turn(&self, from: u32, at: u32, to: u32) -> u32 {
        self.turns[((from * self.nodes + at) * self.nodes + to) as usize]
    }

    fn graph(&self) -> CsrGraph<u32> {
        CsrGraph::from_edges(self.nodes as usize, self.edges.iter().copied()).unwrap()
    }

    /// The cost of the cheapest path to each node from each side, from relaxing all turns until nothing changes. Each
    /// start has its cost.
    fn costs(&self, starts: &[(Turned<u32>, u32)]) -> BTreeMap<(u32, Option<u32>), u32> {
        let mut costs = BTreeMap::new();
        for (start, cost) in starts {
            let known = costs.entry((start.at, start.from)).or_insert(*cost);
            *known = (*known).min(*cost);
        }
        loop {
            let before = costs.clone();
            for ((at, from), cost) in &before {
                for (_, to, edge) in self
                    .edges
                    .iter()
                    .filter(|(start, _, edge)| start == at && *edge != NONE)
                {
                    let turn = from.map_or(0, |from| self.turn(from, *at, *to));
                    if turn != NONE {
                        let known = costs.entry((*to, Some(*at))).or_insert(NONE);
                        *known = (*known).min(cost + edge + turn);
                    }
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    /// The cost of a path, or `None` if it is not a path.
    fn cost_of(&self, nodes: &[u32]) -> Option<u32> {
        let mut sum = 0;
        for (place, pair) in nodes.windows(2).enumerate() {
            let edges = self
                .edges
                .iter()
                .filter(|(from, to, cost)| [*from, *to] == *pair && *cost != NONE);
            sum += edges.map(|(_, _, cost)| cost).min()?;
            if let Some(before) = place.checked_sub(1) {
                let turn = self.turn(nodes[before], pair[0], pair[1]);
                sum += Some(turn).filter(|turn| *turn != NONE)?;
            }
        }
        Some(sum)
    }
}

fn index() -> impl Strategy<Value = prop::sample::Index> {
    any::<prop::sample::Index>()
}

fn least(costs: &BTreeMap<(u32, Option<u32>), u32>, is_goal: impl Fn(u32) -> bool) -> Option<u32> {
    costs
        .iter()
        .filter(|((at, _), _)| is_goal(*at))
        .map(|(_, cost)| *cost)
        .min()
}

fn places(path: &Path<Turned<u32>, u32>) -> Vec<u32> {
    path.iter().map(|node| node.at).collect()
}

/// All edges of a graph of turns, as pairs of nodes with costs, in order.
fn edges_of<G: Graph<Node = Turned<u32>, Cost = u32>>(graph: &G, nodes: u32) -> Vec<(String, String, u32)> {
    let mut edges = Vec::new();
    for node in all_nodes(nodes) {
        let finite = graph.successors(&node).filter(|(_, cost)| *cost != NONE);
        edges.extend(finite.map(|(to, cost)| (format!("{node:?}"), format!("{to:?}"), cost)));
    }
    edges.sort();
    edges
}

fn all_nodes(nodes: u32) -> impl Iterator<Item = Turned<u32>> {
    let turned = move |at| (0..nodes).map(move |from| Turned::new(at, from));
    (0..nodes).flat_map(move |at| turned(at).chain([Turned::start(at)]))
}

/// Checks every cost from `start` and the paths to every node, with one search that is reset each time.
fn check<G, P>(town: &Town, graph: &G, start: u32, problem: impl Fn(u32) -> P) -> Result<u64, TestCaseError>
where
    G: Graph<Node = Turned<u32>, Cost = u32>,
    P: Problem<Node = Turned<u32>, Cost = u32>,
{
    let costs = town.costs(&[(Turned::start(start), 0)]);
    let mut all = Dijkstra::one_to_all(graph, Turned::start(start));
    prop_assert_eq!(all.run(), Status::Found);
    for node in all_nodes(town.nodes) {
        let expected = costs.get(&(node.at, node.from)).copied();
        prop_assert_eq!(all.cost_to(&node), expected, "from {} to {:?}", start, node);
    }
    prop_assert_eq!(all.stats().expanded, costs.len() as u64);
    let mut search = Dijkstra::new(problem(0));
    for goal in 0..town.nodes {
        search.reset(problem(goal));
        let expected = least(&costs, |at| at == goal);
        let status = if expected.is_some() {
            Status::Found
        } else {
            Status::Exhausted
        };
        prop_assert_eq!(search.run(), status);
        let path = search.path();
        prop_assert_eq!(path.as_ref().map(|path| path.cost), expected);
        if let Some(path) = path {
            let nodes = places(&path);
            prop_assert_eq!((nodes[0], nodes.last()), (start, Some(&goal)));
            prop_assert_eq!(town.cost_of(&nodes), expected);
        }
    }
    Ok(all.stats().expanded)
}

proptest! {
    #[test]
    fn costs_are_those_of_pairs_of_nodes(town in Town::any(), start in any::<prop::sample::Index>()) {
        let start = u32::try_from(start.index(town.nodes as usize)).unwrap();
        let turn = |from: &u32, at: &u32, to: &u32| town.turn(*from, *at, *to);
        let graph = town.graph();
        let hashed = Turns::new(&graph, turn);
        let expanded = check(&town, &hashed, start, |goal| hashed.query(start, goal))?;
        let indexed = Turns::new(&graph, turn).indexed().unwrap();
        prop_assert_eq!(check(&town, &indexed, start, |goal| indexed.query(start, goal))?, expanded);

        // Other graphs with the same edges.
        let reversible = town.graph().reversible().unwrap();
        let indexed = Turns::new(reversible, turn).indexed().unwrap();
        check(&town, &indexed, start, |goal| indexed.query(start, goal))?;
        let edges = &town.edges;
        let closure = FnGraph::new(|node: &u32| {
            let from = *node;
            edges.iter().filter(move |edge| edge.0 == from).map(|edge| (edge.1, edge.2))
        });
        let hashed = Turns::new(closure, turn);
        check(&town, &hashed, start, |goal| hashed.query(start, goal))?;
        let mut named = NamedGraph::new();
        for node in 0..town.nodes {
            named.add(&node.to_string());
        }
        for (from, to, cost) in &town.edges {
            named.edge(&from.to_string(), &to.to_string(), *cost);
        }
        let indexed = Turns::new(named, turn).indexed().unwrap();
        check(&town, &indexed, start, |goal| indexed.query(start, goal))?;
    }

    #[test]
    fn paths_begin_and_end_on_edges(
        town in Town::any(),
        starts in prop::collection::vec((index(), 0..5_u32), 0..3),
        goals in prop::collection::vec((index(), 0..5_u32), 0..3),
    ) {
        let on_edges = |picks: &[(prop::sample::Index, u32)]| -> Vec<Edge> {
            let open: Vec<_> = town.edges.iter().filter(|edge| edge.2 != NONE).collect();
            let picks = picks.iter().filter(|_| !open.is_empty());
            picks.map(|(edge, cost)| (open[edge.index(open.len())], cost)).map(|(edge, cost)| (edge.0, edge.1, *cost)).collect()
        };
        let (starts, goals) = (on_edges(&starts), on_edges(&goals));
        let costs = town.costs(&starts.iter().map(|(from, to, cost)| (Turned::new(*to, *from), *cost)).collect::<Vec<_>>());
        let (costs, town) = (&costs, &town);
        let sums = goals.iter().flat_map(|(at, to, last)| {
            let arrivals = costs.iter().filter(move |((node, _), _)| node == at);
            arrivals.filter_map(move |((_, from), cost)| {
                let turn = from.map_or(0, |from| town.turn(from, *at, *to));
                (turn != NONE && *cost != NONE).then(|| cost + turn + last)
            })
        });
        let expected = sums.min();

        let graph = town.graph().reversible().unwrap();
        let turn = |from: &u32, at: &u32, to: &u32| town.turn(*from, *at, *to);
        let hashed = Turns::new(&graph, turn);
        let indexed = Turns::new(&graph, turn).indexed().unwrap();
        let (csr, map) = hashed.to_csr().unwrap();
        let hierarchy = ContractionHierarchy::prepare(&csr).unwrap();
        let trip = hashed.between_edges(starts.clone(), goals.clone());
        let numbered = trip.map(&hierarchy, |node| map.number(node).expect("an edge"));
        let indexed = indexed.between_edges(starts, goals);
        let found = [
            Dijkstra::new(&trip).find_path().unwrap().map(|path| path.cost),
            BidirectionalDijkstra::new(&trip).find_path().unwrap().map(|path| path.cost),
            Dijkstra::new(&indexed).find_path().unwrap().map(|path| path.cost),
            BidirectionalDijkstra::new(&indexed).find_path().unwrap().map(|path| path.cost),
            HierarchySearch::new(&numbered).find_path().unwrap().map(|path| path.cost),
        ];
        prop_assert_eq!(found, [expected; 5]);
    }

    #[test]
    fn a_problem_with_turns_has_its_start_its_goals_and_its_estimate(
        town in Town::any(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
        more in prop::collection::vec((index(), prop::option::of(index()), 0..4_u32), 0..3),
    ) {
        let pick = |index: prop::sample::Index| u32::try_from(index.index(town.nodes as usize)).unwrap();
        let (start, goals): (u32, Vec<u32>) = (pick(picks[0]), picks[1..].iter().map(|index| pick(*index)).collect());
        let turn = |from: &u32, at: &u32, to: &u32| town.turn(*from, *at, *to);
        let graph = town.graph();
        // The exact costs without turns are consistent.
        let back = graph.clone().reversible().unwrap();
        let mut to_goals = Dijkstra::one_to_all(Reversed::new(&back), *goals.first().unwrap_or(&start));
        for goal in &goals {
            to_goals.add_start(*goal, 0);
        }
        let _ = to_goals.run();
        let estimate = |node: &u32| {
            if goals.is_empty() { 0 } else { to_goals.cost_to(node).unwrap_or(NONE) }
        };
        let problem = Query::new(&graph, start, |node| goals.contains(node))
            .with_heuristic(estimate)
            .with_consistency(Consistency::Consistent);
        let hashed = Turns::new(&problem, turn);
        prop_assert_eq!(hashed.estimate_hints().consistency, Consistency::Consistent);
        let indexed = Turns::new(&problem, turn).indexed().unwrap();
        for node in all_nodes(town.nodes) {
            prop_assert_eq!(hashed.estimate(&node), estimate(&node.at));
        }

        let mut starts = vec![(Turned::start(start), 0)];
        starts.extend(more.iter().map(|(at, from, cost)| (Turned { at: pick(*at), from: from.map(pick) }, *cost)));
        let expected = least(&town.costs(&starts), |at| goals.contains(&at));
        let run = |search: &mut dyn Pathfinder<Node = Turned<u32>, Cost = u32>| {
            for (node, cost) in &starts[1..] {
                search.add_start(*node, *cost);
            }
            let status = search.run();
            assert_eq!(status, if expected.is_some() { Status::Found } else { Status::Exhausted });
            (search.path().map(|path| path.cost), search.stats().expanded)
        };
        let by_hash = run(&mut AStar::new(&hashed));
        prop_assert_eq!(by_hash.0, expected);
        prop_assert_eq!(run(&mut AStar::new(&indexed)).0, expected);
        for cost in [
            run(&mut WeightedAStar::new(&hashed, 2.0).unwrap()).0,
            run(&mut WeightedAStar::new(&indexed, 2.0).unwrap()).0,
        ] {
            prop_assert!(cost.is_some() == expected.is_some() && cost <= expected.map(|cost| 2 * cost));
        }
        let (by_hash, by_number) = (run(&mut Dijkstra::new(&hashed)), run(&mut Dijkstra::new(&indexed)));
        prop_assert_eq!(by_hash.0, by_number.0);
        // Only one of parallel edges has a number, so nodes of equal cost may come in another order.
        let mut ends: Vec<(u32, u32)> = town.edges.iter().map(|edge| (edge.0, edge.1)).collect();
        ends.sort_unstable();
        ends.dedup();
        if ends.len() == town.edges.len() {
            prop_assert_eq!(by_hash.1, by_number.1);
        }
    }

    #[test]
    fn the_graph_of_the_turns_has_the_same_paths(town in Town::any()) {
        let turn = |from: &u32, at: &u32, to: &u32| town.turn(*from, *at, *to);
        let graph = town.graph();
        let turns = Turns::new(&graph, turn);
        let (by_edges, map) = turns.to_csr().unwrap();
        let reversible = by_edges.clone().reversible().unwrap();
        for start in 0..town.nodes {
            let costs = town.costs(&[(Turned::start(start), 0)]);
            let mut all = Dijkstra::one_to_all(&by_edges, map.departure(&start).unwrap());
            prop_assert_eq!(all.run(), Status::Found);
            for node in all_nodes(town.nodes) {
                let number = map.number(&node);
                let cost = number.and_then(|number| all.cost_to(&number));
                prop_assert_eq!(cost, costs.get(&(node.at, node.from)).copied());
                prop_assert_eq!(number.and_then(|number| map.turned(number)), number.map(|_| node));
            }
            for goal in 0..town.nodes {
                let expected = least(&costs, |at| at == goal);
                let ends = (map.departure(&start).unwrap(), map.arrival(&goal).unwrap());
                prop_assert_eq!(map.turned(ends.1), None);
                let mut both = BidirectionalDijkstra::new(Query::between(&reversible, ends.0, ends.1));
                let _ = both.run();
                prop_assert_eq!(both.path().map(|path| path.cost), expected);
                if let Some(path) = both.path() {
                    let path = map.path(&path);
                    prop_assert_eq!((path.nodes[0], path.nodes.last()), (start, Some(&goal)));
                    prop_assert_eq!(town.cost_of(&path.nodes), Some(path.cost));
                }
            }
        }
        prop_assert_eq!((map.departure(&town.nodes), map.arrival(&town.nodes)), (None, None));
    }

    #[test]
    fn predecessors_are_the_other_ends_of_successors(town in Town::any()) {
        let turn = |from: &u32, at: &u32, to: &u32| town.turn(*from, *at, *to);
        let graph = town.graph().reversible().unwrap();
        let turns = Turns::new(&graph, turn);
        // Pairs that are not an edge also have successors, but no node has them as a successor.
        let is_node = |node: &Turned<u32>| node.from.is_none_or(|from| {
            town.edges.iter().any(|edge| (edge.0, edge.1) == (from, node.at))
        });
        let mut back = Vec::new();
        for node in all_nodes(town.nodes) {
            let finite = turns.predecessors(&node).filter(|(_, cost)| *cost != NONE);
            back.extend(finite.map(|(from, cost)| (format!("{from:?}"), format!("{node:?}"), cost)));
        }
        back.sort();
        let mut ahead = edges_of(&turns, town.nodes);
        let nodes: Vec<_> = all_nodes(town.nodes).filter(is_node).map(|node| format!("{node:?}")).collect();
        ahead.retain(|(from, _, _)| nodes.contains(from));
        prop_assert_eq!(back, ahead);
    }
}

/// Every graph of three nodes without parallel edges.
#[test]
fn numbers_lead_back_to_their_nodes() {
    let pairs: Vec<(u32, u32)> = (0..3).flat_map(|from| (0..3).map(move |to| (from, to))).collect();
    for subset in 0..1_u32 << pairs.len() {
        let edges: Vec<Edge> = pairs
            .iter()
            .enumerate()
            .filter(|(place, _)| subset >> place & 1 == 1)
            .map(|(_, (from, to))| (*from, *to, 1))
            .collect();
        let graph = CsrGraph::from_edges(3, edges.iter().copied()).unwrap();
        let turns = Turns::new(&graph, |_, _, _| 0).indexed().unwrap();
        let bound = turns.index_bound().unwrap();
        assert_eq!(bound, edges.len() + 3);
        for index in 0..bound {
            let node = turns.node_at(index).unwrap();
            assert_eq!(turns.index(&node), Some(index), "{node:?}");
        }
        for node in all_nodes(3) {
            let is_numbered = node.from.is_none_or(|from| edges.contains(&(from, node.at, 1)));
            assert_eq!(turns.index(&node).is_some(), is_numbered, "{node:?}");
            let expected: Vec<_> = turns
                .successors(&node)
                .map(|(to, cost)| (to, turns.index(&to), cost))
                .collect();
            let mut visited = Vec::new();
            let reached = astride::traits::Reached {
                index: turns.index(&node),
                ..Default::default()
            };
            turns.visit_successors(&node, reached, |to, index, cost| visited.push((to, index, cost)));
            assert_eq!(visited, expected);
        }
    }
}

#[test]
fn turns_that_are_no_costs_are_errors_that_name_them() {
    let line = CsrGraph::from_edges(3, [(0, 1, 5.0), (1, 2, 5.0)]).unwrap();
    for (turn, is_negative) in [
        (-3.0, true),
        (f64::NEG_INFINITY, false),
        (f64::NAN, false),
        (-f64::NAN, false),
    ] {
        let run = |search: &mut dyn Pathfinder<Node = Turned<u32>, Cost = f64>| match search.run() {
            Status::Failed(SearchError::NegativeCost { cost, .. }) => {
                assert!(is_negative && cost == format!("{turn:?}"), "{turn}: {cost}");
            }
            Status::Failed(SearchError::InvalidCost { cost, .. }) => {
                assert!(!is_negative && cost == format!("{turn:?}"), "{turn}: {cost}");
            }
            status => panic!("{turn}: {status:?}"),
        };
        let turns = Turns::new(&line, |_, _, _| turn);
        run(&mut Dijkstra::new(turns.query(0, 2)));
        let (graph, map) = turns.to_csr().unwrap();
        let mut search = Dijkstra::new(Query::between(
            &graph,
            map.departure(&0).unwrap(),
            map.arrival(&2).unwrap(),
        ));
        assert!(matches!(search.run(), Status::Failed(_)));
        let turns = Turns::new(&line, |_, _, _| turn).indexed().unwrap();
        run(&mut Dijkstra::new(turns.query(0, 2)));
    }
    for (turn, expected) in [(f64::INFINITY, None), (-0.0, Some(10.0)), (0.5, Some(10.5))] {
        let turns = Turns::new(&line, |_, _, _| turn).indexed().unwrap();
        let path = Dijkstra::new(turns.query(0, 2)).find_path().unwrap();
        assert_eq!(path.map(|path| path.cost), expected);
    }
    // A turn does not compensate for a negative edge.
    let negative = CsrGraph::from_edges(3, [(0, 1, 5), (1, 2, -5_i32)]).unwrap();
    let mut search = Dijkstra::new(Query::new(
        Turns::new(&negative, |_, _, _| 9),
        Turned::start(0),
        |node| node.at == 2,
    ));
    let Status::Failed(SearchError::NegativeCost { cost, .. }) = search.run() else {
        panic!("{:?}", search.status());
    };
    assert_eq!(cost, "-5");
    // A sum that is too large is left out.
    let line = CsrGraph::from_edges(3, [(0, 1, 5), (1, 2, 5_u8)]).unwrap();
    for (turn, status) in [(251, Status::Exhausted), (200, Status::Found)] {
        let turns = Turns::new(&line, |_, _, _| turn);
        assert_eq!(Dijkstra::new(turns.query(0, 2)).run(), status);
    }
}

#[test]
fn a_way_that_is_banned_is_no_way() {
    let line = CsrGraph::undirected(3, [(0, 1, 1_u32), (1, 2, 1)]).unwrap();
    let turns = Turns::new(&line, |from, _, to| if from == to { 0 } else { NONE });
    let mut search = Dijkstra::new(turns.query(0, 2));
    assert_eq!(search.run(), Status::Exhausted);
    search.reset(turns.query(2, 2));
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().unwrap().nodes, [Turned::start(2)]);
    search.reset(turns.query(7, 2));
    assert!(matches!(search.run(), Status::Failed(SearchError::NoSuchNode { .. })));
}

/// States a bound that is too small.
#[derive(Debug)]
struct Wrong;
impl Graph for Wrong {
    type Node = usize;
    type Cost = u32;
    fn successors(&self, node: &usize) -> impl Iterator<Item = (usize, u32)> {
        [(node + 1, 1)].into_iter()
    }
    fn index(&self, node: &usize) -> Option<usize> {
        (*node != 3).then_some(*node)
    }
    fn node_at(&self, index: usize) -> Option<usize> {
        Some(index)
    }
    fn index_bound(&self) -> Option<usize> {
        Some(2)
    }
}

/// A graph that numbers its nodes, but cannot map the numbers back to nodes.
struct NoWayBack;

impl Graph for NoWayBack {
    type Node = usize;
    type Cost = u32;
    fn successors(&self, node: &usize) -> impl Iterator<Item = (usize, u32)> {
        [((node + 1) % 5, 1)].into_iter()
    }
    fn index(&self, node: &usize) -> Option<usize> {
        Some(*node)
    }
    fn index_bound(&self) -> Option<usize> {
        Some(5)
    }
}

#[test]
fn what_cannot_be_numbered_is_an_error() {
    let none = |_: &u64, _: &u64, _: &u64| 0;
    let endless = FnGraph::new(|n: &u64| [(n + 1, 1_u32)]);
    assert_eq!(
        Turns::new(&endless, none).to_csr().unwrap_err(),
        TurnsError::NotNumbered
    );
    // Numbers without a way back to nodes.
    let turns = Turns::new(NoWayBack, |_, _, _| 0);
    assert_eq!(turns.to_csr().unwrap_err(), TurnsError::NotNumbered);
    assert_eq!(Dijkstra::new(turns.query(0, 3)).run(), Status::Found);
    // A graph without nodes is not an error.
    let empty = CsrGraph::<u32>::from_edges(0, []).unwrap();
    let empty = Turns::new(&empty, |_, _, _| 0).indexed().unwrap();
    assert_eq!(empty.index_bound(), Some(0));

    let error = Turns::new(Wrong, |_, _, _| 0).indexed().unwrap_err();
    let expected = TurnsError::EndOutside {
        from: 1,
        index: Some(2),
        bound: 2,
    };
    assert_eq!(error, expected);
    assert_eq!(
        error.to_string(),
        "an edge from the node with index 1 leads to a node with index 2, which is not below the bound 2"
    );
}

#[test]
fn nearest_goals_come_once_from_each_side() {
    let ring = CsrGraph::undirected(4, [(0, 1, 1_u32), (1, 2, 1), (2, 3, 1), (3, 0, 1)]).unwrap();
    let turns = Turns::new(&ring, |from, _, to| if from == to { NONE } else { 0 });
    let search = NearestGoals::new(Query::new(&turns, Turned::start(0), |node| node.at == 1));
    let costs: Vec<u32> = search.map(|path| path.unwrap().cost).collect();
    assert_eq!(costs, [1, 3]);
    // Each has one path to the arrival. A longer one would repeat an edge.
    let (graph, map) = turns.to_csr().unwrap();
    let graph = graph.reversible().unwrap();
    let query = Query::between(&graph, map.departure(&0).unwrap(), map.arrival(&1).unwrap());
    let costs: Vec<u32> = KShortestPaths::new(query)
        .paths()
        .map(|path| path.unwrap().cost)
        .collect();
    assert_eq!(costs, [1, 3]);
}

/// Reads a folder of data, or prints that it is skipped.
fn data(variable: &str) -> Option<std::path::PathBuf> {
    let folder = env::var_os(variable).filter(|folder| !folder.is_empty());
    if folder.is_none() {
        println!("skipped, since {variable} names no folder");
    }
    folder.map(Into::into)
}

/// Compares a road network with an edge-based graph that is built here.
#[test]
fn roads_are_searched_as_a_graph_of_their_edges() {
    let Some(folder) = data("ASTRIDE_DATA") else { return };
    let file = File::open(FilePath::new(&folder).join("road/rome.gr.gz")).unwrap();
    let text = flate2::read::GzDecoder::new(BufReader::new(file));
    let roads: CsrGraph<u32> = astride_roads::dimacs::read_graph(BufReader::new(text)).unwrap();
    let turn = |from: &u32, at: &u32, to: &u32| {
        if from == to { NONE } else { ((from ^ at ^ to) & 3) * 50 }
    };

    let edges: Vec<Edge> = roads.iter().collect();
    let count = u32::try_from(edges.len()).unwrap();
    // A node for each start follows the edges.
    let mut by_hand = Vec::new();
    for (number, (from, at, _)) in (0..).zip(&edges) {
        for next in roads.edge_numbers(*at) {
            let (_, to, cost) = edges[next];
            let turn = turn(from, at, &to);
            if turn != NONE {
                by_hand.push((number, u32::try_from(next).unwrap(), cost + turn));
            }
        }
    }
    for node in roads.nodes() {
        let first = roads.edge_numbers(node);
        by_hand.extend(first.map(|edge| (count + node, u32::try_from(edge).unwrap(), edges[edge].2)));
    }
    let by_hand = CsrGraph::from_edges(edges.len() + roads.node_count(), by_hand).unwrap();

    let (hashed, indexed) = (Turns::new(&roads, turn), Turns::new(&roads, turn).indexed().unwrap());
    let (by_edges, map) = hashed.to_csr().unwrap();
    let nodes = u32::try_from(roads.node_count()).unwrap();
    for query in 1..3 {
        let (start, goal) = (query * 577 % nodes, query * 1_361 % nodes);
        let mut oracle = Dijkstra::new(Query::new(&by_hand, count + start, |edge| {
            edges.get(*edge as usize).is_some_and(|edge| edge.1 == goal)
        }));
        let expected = oracle.find_path().unwrap().map(|path| path.cost);
        let mut by_hash = Dijkstra::new(hashed.query(start, goal));
        let mut by_number = Dijkstra::new(indexed.query(start, goal));
        let _ = (by_hash.run(), by_number.run());
        assert_eq!(by_hash.path().map(|path| path.cost), expected);
        assert_eq!(by_number.path().map(|path| path.cost), expected);
        let ends = (map.departure(&start).unwrap(), map.arrival(&goal).unwrap());
        let mut search = Dijkstra::new(Query::between(&by_edges, ends.0, ends.1));
        assert_eq!(search.find_path().unwrap().map(|path| path.cost), expected);
    }
}

/// Compares the turns of a grid map from a closure, hashed and numbered, with those that the map itself has.
#[test]
fn maps_have_the_same_turns() {
    let Some(folder) = data("ASTRIDE_MOVINGAI") else { return };
    for (name, step) in [("arena2", 300), ("maze512-4-0", 4_000)] {
        let read = |ending: &str| std::fs::read(folder.join(format!("{name}.map{ending}"))).unwrap();
        let map: GridMap = TerrainMap::parse(&read("")).unwrap().to_grid_map().unwrap();
        let scenarios = ScenarioFile::parse(&read(".scen")).unwrap();
        for (movement, price) in [(Movement::Four, 3), (Movement::Eight, 2 * 985)] {
            let direction = |from: Point, to: Point| {
                let offset = |from: u16, to: u16| i32::from(to) - i32::from(from);
                (offset(from.x, to.x), offset(from.y, to.y))
            };
            let turn =
                |from: &Point, at: &Point, to: &Point| price * u32::from(direction(*from, *at) != direction(*at, *to));
            for scenario in scenarios.iter().take(1_300).step_by(step) {
                let problem = GridProblem::new(&map, scenario.start, scenario.goal, movement).unwrap();
                let mut own = AStar::new(problem.with_turn_cost(price));
                let mut closure = AStar::new(Turns::new(problem, turn));
                assert_eq!(own.run(), closure.run());
                let costs = [own.path().map(|path| path.cost), closure.path().map(|path| path.cost)];
                assert_eq!(costs[0], costs[1], "{name}, {movement}: {scenario:?}");
            }
        }
    }
}

/// The cost of a cheapest path without any of the banned sequences, each of which has three edges or two. States are
/// the last four nodes.
fn without_banned(edges: &[Edge], banned: &[Vec<u32>], start: u32, goal: u32) -> Option<u32> {
    let mut costs = BTreeMap::from([(vec![start], 0_u32)]);
    loop {
        let before = costs.clone();
        for (last, cost) in &before {
            for (from, to, edge) in edges {
                let mut next = last.clone();
                next.push(*to);
                if last.last() != Some(from) || banned.iter().any(|banned| next.ends_with(banned)) {
                    continue;
                }
                next.drain(..next.len().saturating_sub(4));
                let known = costs.entry(next).or_insert(NONE);
                *known = (*known).min(cost + edge);
            }
        }
        if costs == before {
            let at_goal = costs.iter().filter(|(last, _)| last.last() == Some(&goal));
            return at_goal.map(|(_, cost)| *cost).min();
        }
    }
}

proptest! {
    /// The recipe of the page of `Turns`. Bans overlap, share edges and contain each other.
    #[test]
    fn bans_over_several_edges_are_nested_turns(
        edges in prop::collection::vec((0..5_u32, 0..5_u32, 0..5_u32), 0..16),
        twos in prop::collection::vec(prop::collection::vec(0..5_u32, 3), 0..6),
        threes in prop::collection::vec(prop::collection::vec(0..5_u32, 4), 0..40),
        start in 0..5_u32,
        goal in 0..5_u32,
    ) {
        let graph = CsrGraph::from_edges(5, edges.iter().copied()).unwrap();
        let cost = |is_banned: bool| if is_banned { NONE } else { 0 };
        let inner = Turns::new(&graph, |from, at, to| cost(twos.contains(&vec![*from, *at, *to])));
        let outer = |from: &Turned<u32>, at: &Turned<u32>, to: &Turned<u32>| {
            cost(from.from.is_some_and(|first| threes.contains(&vec![first, from.at, at.at, to.at])))
        };
        let banned: Vec<_> = twos.iter().chain(&threes).cloned().collect();
        let expected = without_banned(&edges, &banned, start, goal);
        let begin = || Turned::start(Turned::start(start));
        let hashed = Turns::new(&inner, outer);
        let query = Query::new(&hashed, begin(), |node| node.at.at == goal);
        let path = Dijkstra::new(query).find_path().unwrap();
        prop_assert_eq!(path.map(|path| path.cost), expected);

        let numbered = inner.clone().indexed().unwrap();
        let numbered = Turns::new(&numbered, outer).indexed().unwrap();
        let query = Query::new(&numbered, begin(), |node| node.at.at == goal);
        let path = Dijkstra::new(query).find_path().unwrap();
        prop_assert_eq!(path.map(|path| path.cost), expected);
    }
}

/// Other costs would make the edges of these graphs wrong, so `Turns` and `Departing` do not compile over them.
#[test]
fn graphs_whose_costs_cannot_change_are_marked() {
    fn is_fixed<G: Graph>(_: &G) -> bool {
        G::FIXED_COSTS
    }
    let roads = CsrGraph::undirected(3, [(0, 1, 5_u32), (1, 2, 5)]).unwrap();
    assert!(!is_fixed(&roads) && !is_fixed(&Turns::new(&roads, |_, _, _| 1)));

    let traffic = Departing::new(&roads, |_, _, minutes, _| minutes);
    assert!(is_fixed(&traffic.at(5).unwrap()) && is_fixed(&&traffic.query(0, 5, 2).unwrap()));
    assert!(is_fixed(&ContractionHierarchy::prepare(&roads).unwrap()));
    let order = Order::by_distances(&roads).unwrap();
    let customizable = CustomizableHierarchy::new(&roads, &order).unwrap();
    assert!(is_fixed(&customizable) && is_fixed(&customizable.query(0, 2)));

    let map: GridMap = "...\n...".parse().unwrap();
    let (start, goal) = (Point::new(0, 0), Point::new(2, 1));
    let jumps = JumpMap::new(map.clone(), Movement::Eight).unwrap();
    assert!(is_fixed(&JumpProblem::new(&jumps, start, goal).unwrap()));
    assert!(!is_fixed(
        &GridProblem::new(&map, start, goal, Movement::Eight).unwrap()
    ));
}
