//! Road networks, generated and real: one to all, and one to one by Dijkstra's algorithm and by A*.

use std::env;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Instant;

use astride::explicit::{Coordinates, dimacs};
use astride::{AStar, Dijkstra, OneToAll, Problem, Query};
use flate2::bufread::GzDecoder;
use petgraph::csr::Csr;

use crate::support::contest::{Contest, NO_PATH, Target, timed, timed_then};
use crate::support::road::RoadMap;

/// Questions on one network.
pub(super) struct Course {
    pub(super) name: &'static str,
    pub(super) map: RoadMap,
    graph: Csr<(), u32>,
    pub(super) queries: Vec<(u32, u32)>,
    /// The costs of the cheapest paths, where they are known.
    optima: Option<Vec<f64>>,
}

impl Course {
    fn new(name: &'static str, map: RoadMap, queries: Vec<(u32, u32)>, optima: Option<Vec<f64>>) -> Self {
        // That crate wants no parallel roads, and the cheapest one is all that counts.
        let mut roads: Vec<(u32, u32, u32)> = map.graph.iter().collect();
        roads.sort_unstable();
        roads.dedup_by_key(|road| (road.0, road.1));
        println!("{name}: {} nodes, {} arcs.\n", map.len(), map.graph.edge_count());
        Course {
            name,
            graph: Csr::from_sorted_edges(&roads).expect("sorted edges"),
            map,
            queries,
            optima,
        }
    }

    pub(super) fn contest<'a>(&self, what: &str, rounds: usize) -> Contest<'a> {
        let contest = Contest::new(format!("{}, {what}", self.name), self.queries.len(), rounds);
        match &self.optima {
            Some(optima) => contest.expect(optima.clone()),
            None => contest,
        }
    }
}

pub(crate) fn run() {
    let map = RoadMap::generate(500, 1);
    let queries = map.queries(30, 2);
    let generated = Course::new("Roads", map, queries, None);
    one_to_all(&generated);
    by_dijkstra(&generated);
    by_astar(&generated);
    prepared(&generated);
    if let Some(rome) = rome() {
        one_to_all(&rome);
        by_dijkstra(&rome);
        by_astar(&rome);
    }
}

/// Opens a file of roads from the 9th DIMACS challenge; says so where there is no folder.
fn unpack(name: &str) -> Option<impl BufRead + use<>> {
    let Some(data) = env::var_os("ASTRIDE_DATA").filter(|data| !data.is_empty()) else {
        println!("{name}: skipped, since ASTRIDE_DATA names no folder of data.\n");
        return None;
    };
    let path = Path::new(&data).join("road").join(name);
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(BufReader::new(GzDecoder::new(BufReader::new(file))))
}

/// New York's travel times, without places, and queries from anywhere to anywhere.
pub(super) fn new_york() -> Option<Course> {
    let graph = dimacs::read_graph(unpack("ny_time.gr.gz")?).expect("a graph");
    let places = Coordinates::new(vec![(0, 0); graph.node_count()]);
    let map = RoadMap { graph, places };
    let queries = map.queries(60, 3);
    Some(Course::new("New York", map, queries, None))
}

/// The roads of Rome, and a fifth of the queries with their optima.
pub(super) fn rome() -> Option<Course> {
    let map = RoadMap {
        graph: dimacs::read_graph(unpack("rome.gr.gz")?).expect("a graph"),
        places: dimacs::read_coordinates(unpack("rome.co.gz")?).expect("coordinates"),
    };
    // Each line: from, to, what the cheapest path costs.
    let data = env::var_os("ASTRIDE_DATA").unwrap_or_default();
    let text = fs::read_to_string(Path::new(&data).join("road/rome.queries")).expect("queries");
    let lines = text.lines().step_by(5).map(|line| {
        let numbers: Vec<u32> = line
            .split_whitespace()
            .map(|number| number.parse().expect("a number"))
            .collect();
        <[u32; 3]>::try_from(numbers).expect("three numbers a line")
    });
    let (queries, optima) = lines
        .map(|[start, goal, cost]| ((start, goal), f64::from(cost)))
        .unzip();
    Some(Course::new("Rome", map, queries, Some(optima)))
}

fn one_to_all(course: &Course) {
    let Course {
        map, graph, queries, ..
    } = course;
    let (start, _) = queries[0];
    let nodes = || 0..u32::try_from(map.len()).expect("a u32 a node");
    let sum = |cost_to: &dyn Fn(u32) -> Option<u32>| {
        let costs: Vec<u32> = nodes().filter_map(cost_to).collect();
        let count = u32::try_from(costs.len()).expect("a u32 a node");
        vec![count.into(), costs.into_iter().map(f64::from).sum()]
    };
    let mut kept = Dijkstra::one_to_all(&map.graph, start);
    Contest::new(format!("{}, Dijkstra, one to all", course.name), 1, 11)
        .ours("new", || {
            timed_then(
                || {
                    let mut search = Dijkstra::one_to_all(&map.graph, start);
                    let _ = search.run();
                    search
                },
                |search| sum(&|node| search.cost_to(&node)),
            )
        })
        .ours("reset", || {
            timed_then(
                || {
                    kept.reset(OneToAll::new(&map.graph, start));
                    let _ = kept.run();
                    &kept
                },
                |search| sum(&|node| search.cost_to(&node)),
            )
        })
        .peer("pathfinding, dijkstra_all", Target::Faster(2.0), || {
            timed_then(
                || pathfinding::prelude::dijkstra_all(&start, |node| map.graph.edges(*node).iter().copied()),
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

fn by_dijkstra(course: &Course) {
    let Course {
        map, graph, queries, ..
    } = course;
    let problem = |start, goal| question(map, (start, goal));
    let mut kept = Dijkstra::new(problem(0, 0));
    course
        .contest("Dijkstra, one to one", 5)
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
                    let successors = |node: &u32| map.graph.edges(*node).iter().copied();
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
        .run();
}

/// For orientation: what a contraction hierarchy takes, and then saves.
fn prepared(course: &Course) {
    let Course { map, queries, .. } = course;
    let mut input = fast_paths::InputGraph::new();
    for (from, to, weight) in map.graph.iter() {
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
    let mut search = Dijkstra::new(question(map, (0, 0)));
    course
        .contest("prepared beforehand", 5)
        .ours("reset, nothing prepared", || {
            timed(|| {
                let solve = |query: &(u32, u32)| {
                    search.reset(question(map, *query));
                    let _ = search.run();
                    search.path().map_or(NO_PATH, |path| path.cost.into())
                };
                queries.iter().map(solve).collect()
            })
        })
        .peer("fast_paths", Target::None, || {
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

/// From one crossing to another.
fn question(map: &RoadMap, (start, goal): (u32, u32)) -> impl Problem<Node = u32, Cost = u32> {
    Query::new(&map.graph, start, move |node: &u32| *node == goal)
}

fn by_astar(course: &Course) {
    let Course {
        map, graph, queries, ..
    } = course;
    let problem = |start, goal: u32| {
        Query::new(&map.graph, start, move |node: &u32| *node == goal).heuristic(move |node| map.estimate(*node, goal))
    };
    let mut kept = AStar::new(problem(0, 0));
    course
        .contest("A*, one to one", 5)
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
                        |node| map.graph.edges(*node).iter().copied(),
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
