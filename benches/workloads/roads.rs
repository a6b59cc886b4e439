//! A generated graph that is like a road network: one to all, and one to one by Dijkstra's algorithm and by A*.

use std::time::Instant;

use astride::{AStar, Dijkstra, OneToAll, Query};
use petgraph::csr::Csr;

use crate::support::contest::{Contest, NO_PATH, Target, timed, timed_then};
use crate::support::road::RoadMap;

pub(crate) fn run() {
    let map = RoadMap::generate(500, 1);
    let roads: Vec<(u32, u32, u32)> = all_roads(&map).collect();
    let graph = Csr::<(), u32>::from_sorted_edges(&roads).expect("sorted edges");
    println!("A road-like graph of {} nodes and {} arcs.\n", map.len(), roads.len());
    let queries = map.queries(30, 2);
    one_to_all(&map, &graph, queries[0].0);
    by_dijkstra(&map, &graph, &queries);
    by_astar(&map, &graph, &queries);
}

/// All roads, sorted: from, to, weight.
pub(crate) fn all_roads(map: &RoadMap) -> impl Iterator<Item = (u32, u32, u32)> {
    let nodes = 0..u32::try_from(map.len()).expect("a u32 a node");
    nodes.flat_map(|from| map.from(from).iter().map(move |(to, weight)| (from, *to, *weight)))
}

fn one_to_all(map: &RoadMap, graph: &Csr<(), u32>, start: u32) {
    let nodes = || 0..u32::try_from(map.len()).expect("a u32 a node");
    let sum = |cost_to: &dyn Fn(u32) -> Option<u32>| {
        let costs: Vec<u32> = nodes().filter_map(cost_to).collect();
        let count = u32::try_from(costs.len()).expect("a u32 a node");
        vec![count.into(), costs.into_iter().map(f64::from).sum()]
    };
    let mut kept = Dijkstra::one_to_all(map, start);
    Contest::new("Roads, Dijkstra, one to all", 1, 11)
        .ours("new", || {
            timed_then(
                || {
                    let mut search = Dijkstra::one_to_all(map, start);
                    let _ = search.run();
                    search
                },
                |search| sum(&|node| search.cost_to(&node)),
            )
        })
        .ours("reset", || {
            timed_then(
                || {
                    kept.reset(OneToAll::new(map, start));
                    let _ = kept.run();
                    &kept
                },
                |search| sum(&|node| search.cost_to(&node)),
            )
        })
        .peer("pathfinding, dijkstra_all", Target::Faster(2.0), || {
            timed_then(
                || pathfinding::prelude::dijkstra_all(&start, |node| map.from(*node).iter().copied()),
                |found| {
                    let cost = |node| {
                        if node == start {
                            Some(0)
                        } else {
                            found.get(&node).map(|(_, cost)| *cost)
                        }
                    };
                    sum(&cost)
                },
            )
        })
        .peer("petgraph", Target::Faster(2.0), || {
            timed_then(
                || petgraph::algo::dijkstra(graph, start, None, |edge| *edge.weight()),
                |found| sum(&|node| found.get(&node).copied()),
            )
        })
        .run();
}

fn by_dijkstra(map: &RoadMap, graph: &Csr<(), u32>, queries: &[(u32, u32)]) {
    // A named type for the goal, so that a search can be reset from one to the next.
    let problem = |start, goal: u32| Query::new(map, start, move |node: &u32| *node == goal);
    let mut kept = Dijkstra::new(problem(0, 0));
    let mut input = fast_paths::InputGraph::new();
    for (from, to, weight) in all_roads(map) {
        input.add_edge(from as usize, to as usize, weight as usize);
    }
    input.freeze();
    let start = Instant::now();
    let prepared = fast_paths::prepare(&input);
    println!(
        "fast_paths prepared its contraction hierarchy in {:.1} s.\n",
        start.elapsed().as_secs_f64()
    );
    let mut calculator = fast_paths::create_calculator(&prepared);
    Contest::new("Roads, Dijkstra, one to one", queries.len(), 5)
        .ours("new", || {
            timed(|| {
                let solve = |&(start, goal): &(u32, u32)| {
                    let mut search = Dijkstra::new(problem(start, goal));
                    let _ = search.run();
                    search.path().map_or(NO_PATH, |path| path.cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .ours("reset", || {
            timed(|| {
                let solve = |&(start, goal): &(u32, u32)| {
                    kept.reset(problem(start, goal));
                    let _ = kept.run();
                    kept.path().map_or(NO_PATH, |path| path.cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .peer("pathfinding", Target::Faster(2.0), || {
            timed(|| {
                let solve = |&(start, goal): &(u32, u32)| {
                    let successors = |node: &u32| map.from(*node).iter().copied();
                    let answer = pathfinding::prelude::dijkstra(&start, successors, |node| *node == goal);
                    answer.map_or(NO_PATH, |(_, cost)| cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .peer("petgraph, the cost alone", Target::Faster(2.0), || {
            timed(|| {
                let solve = |&(start, goal): &(u32, u32)| {
                    let costs = petgraph::algo::dijkstra(graph, start, Some(goal), |edge| *edge.weight());
                    costs.get(&goal).map_or(NO_PATH, |cost| (*cost).into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .peer("fast_paths, prepared before", Target::None, || {
            timed(|| {
                let mut solve = |&(start, goal): &(u32, u32)| {
                    let path = calculator.calc_path(&prepared, start as usize, goal as usize);
                    path.map_or(NO_PATH, |path| {
                        u32::try_from(path.get_weight()).expect("a cost that fits").into()
                    })
                };
                queries.iter().map(&mut solve).collect()
            })
        })
        .run();
}

fn by_astar(map: &RoadMap, graph: &Csr<(), u32>, queries: &[(u32, u32)]) {
    let problem = |start, goal: u32| {
        Query::new(map, start, move |node: &u32| *node == goal).heuristic(move |node| map.estimate(*node, goal))
    };
    let mut kept = AStar::new(problem(0, 0));
    Contest::new("Roads, A*, one to one", queries.len(), 5)
        .ours("new", || {
            timed(|| {
                let solve = |&(start, goal): &(u32, u32)| {
                    let mut search = AStar::new(problem(start, goal));
                    let _ = search.run();
                    search.path().map_or(NO_PATH, |path| path.cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .ours("reset", || {
            timed(|| {
                let solve = |&(start, goal): &(u32, u32)| {
                    kept.reset(problem(start, goal));
                    let _ = kept.run();
                    kept.path().map_or(NO_PATH, |path| path.cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .peer("pathfinding", Target::Faster(1.0), || {
            timed(|| {
                let solve = |&(start, goal): &(u32, u32)| {
                    let answer = pathfinding::prelude::astar(
                        &start,
                        |node| map.from(*node).iter().copied(),
                        |node| map.estimate(*node, goal),
                        |node| *node == goal,
                    );
                    answer.map_or(NO_PATH, |(_, cost)| cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .peer("petgraph", Target::Faster(2.0), || {
            timed(|| {
                let solve = |&(start, goal): &(u32, u32)| {
                    let estimate = |node| map.estimate(node, goal);
                    let answer =
                        petgraph::algo::astar(graph, start, |node| node == goal, |edge| *edge.weight(), estimate);
                    answer.map_or(NO_PATH, |(cost, _)| cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .run();
}
