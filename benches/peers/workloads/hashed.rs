//! Graphs whose nodes are strings, which allocate when cloned, or pairs of numbers. They are given by closures, so that
//! nothing can be indexed. The closures look each node up in a `HashMap` with `SipHash`, which takes most of the time:
//! see `first_day` for programs whose searches take more of it.

use std::collections::HashMap;
use std::hash::Hash;
use std::hint::black_box;
use std::iter::Cloned;
use std::slice::Iter;

use astride::{Dijkstra, FnGraph, Query, Status};

use crate::support::contest::{Contest, NO_PATH, Target, timed, timed_then};
use crate::support::hashed_limit::HashedLimit;
use crate::support::road::RoadMap;

type Roads<N> = HashMap<N, Vec<(N, u32)>>;

/// Crossings on each side of the lattice.
const SIDE: u32 = 150;

pub(crate) fn run() {
    compare("String nodes", |node| format!("crossing-{node:05}"));
    compare("Pairs of numbers as nodes", |node| {
        ((node % SIDE).cast_signed(), (node / SIDE).cast_signed())
    });
}

fn compare<N: Clone + Eq + Hash>(title: &str, name: impl Fn(u32) -> N) {
    let map = RoadMap::generate(SIDE as usize, 3);
    let mut roads = Roads::new();
    for (from, to, weight) in map.graph.iter() {
        roads.entry(name(from)).or_default().push((name(to), weight));
    }
    let named = |(start, goal)| (name(start), name(goal));
    let queries: Vec<(N, N)> = map.queries(30, 4).into_iter().map(named).collect();
    one_to_all(title, &roads, &queries[0].0);
    one_to_one(title, &roads, &queries);
}

/// One closure for both crates.
fn successors<'a, N: Clone + Eq + Hash>(roads: &'a Roads<N>) -> impl Fn(&N) -> Cloned<Iter<'a, (N, u32)>> + Copy {
    move |name| roads.get(name).map_or(&[][..], Vec::as_slice).iter().cloned()
}

/// The work of making and dropping the successors once for each of these nodes, which no crate can avoid.
fn successors_alone<'a, N: Clone + Eq + Hash + 'a>(roads: &Roads<N>, nodes: impl Iterator<Item = &'a N>) {
    for node in nodes {
        successors(roads)(node).for_each(|successor| drop(black_box(successor)));
    }
}

fn one_to_all<N: Clone + Eq + Hash>(title: &str, roads: &Roads<N>, start: &N) {
    let graph = FnGraph::new(successors(roads));
    let mut kept = Dijkstra::one_to_all(&graph, start.clone());
    let sum = |cost_to: &dyn Fn(&N) -> Option<u32>| {
        let costs: Vec<u32> = roads.keys().filter_map(cost_to).collect();
        let count = u32::try_from(costs.len()).expect("some thousand nodes");
        vec![count.into(), costs.into_iter().map(f64::from).sum()]
    };
    let mut by_hand = HashedLimit::default();
    let mut by_dijkstra = Dijkstra::one_to_all(&graph, start.clone());
    assert_eq!(by_dijkstra.run(), Status::Found);
    let expanded: Vec<N> = by_dijkstra.closed_nodes().map(|closed| closed.node).collect();
    Contest::new(format!("{title}, Dijkstra, one to all"), 1, 21)
        .ours("new", || {
            timed_then(
                || {
                    let mut search = Dijkstra::one_to_all(&graph, start.clone());
                    assert_eq!(search.run(), Status::Found);
                    search
                },
                |search| sum(&|node| search.cost_to(node)),
            )
        })
        .ours("reset", || {
            timed_then(
                || {
                    kept.reset(Query::to_all(&graph, start.clone()));
                    assert_eq!(kept.run(), Status::Found);
                    &kept
                },
                |search| sum(&|node| search.cost_to(node)),
            )
        })
        .peer("pathfinding, dijkstra_all", Target::Faster(1.0), || {
            timed_then(
                || pathfinding::prelude::dijkstra_all(start, successors(roads)),
                |found| {
                    let cost = |node: &N| {
                        if node == start {
                            Some(0)
                        } else {
                            found.get(node).map(|(_, cost)| *cost)
                        }
                    };
                    sum(&cost)
                },
            )
        })
        .peer("hand-written", Target::None, || {
            timed_then(
                || {
                    by_hand.run(start, successors(roads), |_| false);
                    &by_hand
                },
                |search| sum(&|node| search.cost_to(node)),
            )
        })
        .peer("successors alone", Target::None, || {
            timed_then(
                || successors_alone(roads, expanded.iter()),
                |()| sum(&|node| by_dijkstra.cost_to(node)),
            )
        })
        .run();
}

fn one_to_one<N: Clone + Eq + Hash>(title: &str, roads: &Roads<N>, queries: &[(N, N)]) {
    let graph = FnGraph::new(successors(roads));
    let problem = |start: &N, goal: &N| {
        let goal = goal.clone();
        Query::new(&graph, start.clone(), move |node: &N| *node == goal)
    };
    let mut kept = Dijkstra::new(problem(&queries[0].0, &queries[0].1));
    let mut by_hand = HashedLimit::default();
    let (mut expanded, mut results) = (Vec::new(), Vec::new());
    for (start, goal) in queries {
        let mut search = Dijkstra::new(problem(start, goal));
        assert_ne!(search.run(), Status::Running);
        results.push(search.path().map_or(NO_PATH, |path| path.cost.into()));
        expanded.extend(search.closed_nodes().map(|closed| closed.node));
    }
    Contest::new(format!("{title}, Dijkstra, one to one"), queries.len(), 11)
        .ours("new", || {
            timed(|| {
                let solve = |(start, goal): &(N, N)| {
                    let mut search = Dijkstra::new(problem(start, goal));
                    assert_ne!(search.run(), Status::Running);
                    search.path().map_or(NO_PATH, |path| path.cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .ours("reset", || {
            timed(|| {
                let solve = |(start, goal): &(N, N)| {
                    kept.reset(problem(start, goal));
                    assert_ne!(kept.run(), Status::Running);
                    kept.path().map_or(NO_PATH, |path| path.cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .peer("pathfinding", Target::Faster(1.0), || {
            timed(|| {
                let solve = |(start, goal): &(N, N)| {
                    let found = pathfinding::prelude::dijkstra(start, successors(roads), |node| node == goal);
                    found.map_or(NO_PATH, |(_, cost)| cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .peer("hand-written", Target::None, || {
            timed(|| {
                let mut solve = |(start, goal): &(N, N)| {
                    let cost = by_hand.run(start, successors(roads), |node| node == goal);
                    black_box(by_hand.path_to(goal));
                    cost.map_or(NO_PATH, f64::from)
                };
                queries.iter().map(&mut solve).collect()
            })
        })
        .peer("successors alone", Target::None, || {
            timed(|| {
                successors_alone(roads, expanded.iter());
                results.clone()
            })
        })
        .run();
}
