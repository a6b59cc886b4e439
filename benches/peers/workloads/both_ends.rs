//! Bidirectional searches from one place to another on real roads.

use std::time::Instant;

use astride::engine::Engine;
use astride::graphs::ReversibleGraph;
use astride::search::Search;
use astride::search::{BidirectionalBfs, Landmarks, Nbs};
use astride::traits::ReverseHeuristic;
use astride::{AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, Graph, KnownGoal, Query, Status};
use astride_roads::Coordinates;
use petgraph::graph::DiGraph;

use super::roads::{Course, new_york, rome};
use crate::support::both_ends::ByHand;
use crate::support::contest::{Contest, NO_PATH, Target, Timed, timed};
use crate::support::road::RoadMap;

pub(crate) fn run() {
    for course in [rome(), new_york()].into_iter().flatten() {
        by_cost(&course);
        by_edges(&course);
    }
    if let Some(rome) = rome() {
        by_estimates(&rome);
    }
}

/// Solves all queries with one search, which is reset for each.
fn all<'a, E>(
    queries: &'a [(u32, u32)],
    mut search: Search<E>,
    problem: impl Fn(u32, u32) -> E::Problem + 'a,
    result: impl Fn(&Search<E>) -> f64 + 'a,
) -> impl FnMut() -> Timed + 'a
where
    E: Engine<Problem: Graph<Node = u32, Cost = u32>> + 'a,
{
    move || {
        timed(|| {
            let solve = |&(start, goal): &(u32, u32)| {
                search.reset(problem(start, goal));
                assert_ne!(search.run(), Status::Running);
                result(&search)
            };
            queries.iter().map(solve).collect()
        })
    }
}

/// The number of expansions of all queries together.
fn expansions<E>(queries: &[(u32, u32)], mut search: Search<E>, problem: impl Fn(u32, u32) -> E::Problem) -> u64
where
    E: Engine<Problem: Graph<Node = u32, Cost = u32>>,
{
    let expanded = |&(start, goal): &(u32, u32)| {
        search.reset(problem(start, goal));
        assert_ne!(search.run(), Status::Running);
        search.stats().expanded
    };
    queries.iter().map(expanded).sum()
}

fn cost<E: Engine<Problem: Graph<Node = u32, Cost = u32>>>(search: &Search<E>) -> f64 {
    search.path().map_or(NO_PATH, |path| path.cost.into())
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand edges")]
fn edges<E: Engine<Problem: Graph<Node = u32, Cost = u32>>>(search: &Search<E>) -> f64 {
    search.path().map_or(NO_PATH, |path| path.edges() as f64)
}

fn by_cost(course: &Course) {
    let graph = reversible(&course.map);
    let queries = course.queries.as_slice();
    let problem = |start, goal| Query::between(&graph, start, goal);
    let mut theirs = DiGraph::<(), u32>::new();
    for _ in graph.nodes() {
        theirs.add_node(());
    }
    for (from, to, weight) in graph.iter() {
        theirs.add_edge(from.into(), to.into(), weight);
    }
    let begin = Instant::now();
    let landmarks = Landmarks::farthest(&graph, queries[0].0, 16).expect("a small graph");
    let preparation = begin.elapsed();
    let known = |start, goal| landmarks.query(start, goal);
    println!(
        "{}: {} expansions by Dijkstra's algorithm for each by A* with landmarks, which took {:.1} s",
        course.name,
        expansions(queries, Dijkstra::new(problem(0, 0)), problem)
            / expansions(queries, AStar::new(known(0, 0)), known).max(1),
        preparation.as_secs_f64()
    );
    course
        .contest("bidirectional", 7)
        .ours(
            "bidirectional",
            all(queries, BidirectionalDijkstra::new(problem(0, 0)), problem, cost),
        )
        .ours("Dijkstra", all(queries, Dijkstra::new(problem(0, 0)), problem, cost))
        .ours("A*, landmarks", all(queries, AStar::new(known(0, 0)), known, cost))
        .ours(
            "bidirectional A*, landmarks",
            all(queries, BidirectionalAStar::new(known(0, 0)), known, cost),
        )
        .peer("pathfinding", Target::Faster(1.0), || {
            timed(|| {
                let solve = |(start, goal): &(u32, u32)| {
                    let successors = |node: &u32| graph.edges(*node).iter().copied();
                    let predecessors = |node: &u32| graph.edges_into(*node).iter().copied();
                    let found = pathfinding::prelude::dijkstra_bidirectional(start, goal, successors, predecessors);
                    found.map_or(NO_PATH, |(_, cost)| cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .peer("petgraph, the cost alone", Target::Faster(1.0), || {
            timed(|| {
                let solve = |&(start, goal): &(u32, u32)| {
                    let weight = |edge: petgraph::graph::EdgeReference<'_, u32>| *edge.weight();
                    let cost = petgraph::algo::bidirectional_dijkstra(&theirs, start.into(), goal.into(), weight);
                    cost.map_or(NO_PATH, f64::from)
                };
                queries.iter().map(solve).collect()
            })
        })
        .run();
}

fn by_edges(course: &Course) {
    let graph = reversible(&course.map);
    let queries = course.queries.as_slice();
    let problem = |start, goal| Query::between(&graph, start, goal);
    let mut by_hand = ByHand::new(&graph);
    Contest::new(
        format!("{}, fewest edges, bidirectional", course.name),
        queries.len(),
        7,
    )
    .ours(
        "bidirectional",
        all(queries, BidirectionalBfs::new(problem(0, 0)), problem, edges),
    )
    .ours("Bfs", all(queries, astride::Bfs::new(problem(0, 0)), problem, edges))
    .peer("pathfinding", Target::Faster(1.0), || {
        timed(|| {
            let solve = |(start, goal): &(u32, u32)| {
                let successors = |node: &u32| targets(graph.edges(*node));
                let predecessors = |node: &u32| targets(graph.edges_into(*node));
                edges_of(pathfinding::prelude::bfs_bidirectional(
                    start,
                    goal,
                    successors,
                    predecessors,
                ))
            };
            queries.iter().map(solve).collect()
        })
    })
    .peer("pathfinding with a Vec a node, as on its page", Target::None, || {
        timed(|| {
            let solve = |(start, goal): &(u32, u32)| {
                let successors = |node: &u32| targets(graph.edges(*node)).collect::<Vec<_>>();
                let predecessors = |node: &u32| targets(graph.edges_into(*node)).collect::<Vec<_>>();
                edges_of(pathfinding::prelude::bfs_bidirectional(
                    start,
                    goal,
                    successors,
                    predecessors,
                ))
            };
            queries.iter().map(solve).collect()
        })
    })
    .peer("hand-written", Target::None, || {
        timed(|| {
            queries
                .iter()
                .map(|(start, goal)| edges_of(by_hand.path(*start, *goal)))
                .collect()
        })
    })
    .run();
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand edges")]
fn edges_of(nodes: Option<Vec<u32>>) -> f64 {
    nodes.map_or(NO_PATH, |nodes| (nodes.len() - 1) as f64)
}

fn targets(edges: &[(u32, u32)]) -> impl Iterator<Item = u32> + use<'_> {
    edges.iter().map(|(node, _)| *node)
}

fn by_estimates(course: &Course) {
    let graph = reversible(&course.map);
    let (queries, places) = (course.queries.as_slice(), &course.map.places);
    let problem = |start, goal| estimated(&graph, places, start, goal);
    course
        .contest("bidirectional with estimates", 7)
        .ours(
            "bidirectional A*",
            all(queries, BidirectionalAStar::new(problem(0, 0)), problem, cost),
        )
        .ours("A*", all(queries, AStar::new(problem(0, 0)), problem, cost))
        .ours("NBS", all(queries, Nbs::new(problem(0, 0)), problem, cost))
        .run();
}

fn estimated<'a>(
    graph: &'a ReversibleGraph<u32>,
    places: &'a Coordinates<i32>,
    start: u32,
    goal: u32,
) -> impl ReverseHeuristic<Node = u32, Cost = u32> + KnownGoal + astride::ReverseGraph + 'a {
    Query::between(graph, start, goal)
        .with_heuristic(move |node| places.floor_distance(*node, goal))
        .with_reverse_heuristic(move |node| places.floor_distance(start, *node))
}

fn reversible(map: &RoadMap) -> ReversibleGraph<u32> {
    map.graph.clone().reversible().expect("memory for the roads")
}
