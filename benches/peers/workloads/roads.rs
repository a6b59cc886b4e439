//! Road networks, generated and real: one-to-all searches, and one-to-one searches by Dijkstra's algorithm and A*.

use std::path::Path;
use std::{env, fs};

use astride::engine::Engine;
use astride::search::Search;
use astride::{AStar, Dijkstra, Heuristic, Pathfinder, Problem, Query, Status};
use astride_roads::Renumbering;
use petgraph::csr::Csr;

use crate::support::contest::{Contest, NO_PATH, Target, Timed, timed, timed_then};
use crate::support::dijkstra::ByHand;
use crate::support::road::RoadMap;

/// Queries on one network.
pub(super) struct Course {
    pub(super) name: &'static str,
    pub(super) map: RoadMap,
    graph: Csr<(), u32>,
    pub(super) queries: Vec<(u32, u32)>,
    /// The costs of the cheapest paths, if they are known.
    optima: Option<Vec<f64>>,
    /// The same roads and queries with other node numbers: along a curve, or depth-first if there are no coordinates.
    renumbered: (RoadMap, Vec<(u32, u32)>),
}

impl Course {
    fn new(name: &'static str, map: RoadMap, queries: Vec<(u32, u32)>, optima: Option<Vec<f64>>) -> Self {
        // That crate does not accept parallel roads, and only the cheapest of these matters.
        let mut roads: Vec<(u32, u32, u32)> = map.graph.iter().collect();
        roads.sort_unstable();
        roads.dedup_by_key(|road| (road.0, road.1));
        println!("{name}: {} nodes, {} arcs.\n", map.len(), map.graph.edge_count());
        let numbers = if map.places.is_empty() {
            Renumbering::depth_first(&map.graph)
        } else {
            Renumbering::along_curve(&map.graph, &map.places)
        };
        let renumbered = RoadMap {
            graph: numbers.graph(&map.graph).expect("memory for a graph"),
            places: numbers.coordinates(&map.places),
        };
        let renumber = |(start, goal): &(u32, u32)| (numbers.number(*start), numbers.number(*goal));
        let renumbered = (renumbered, queries.iter().map(renumber).collect());
        Course {
            name,
            graph: Csr::from_sorted_edges(&roads).expect("sorted edges"),
            map,
            queries,
            optima,
            renumbered,
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
    every_contest(&generated("Roads", 500, 30));
    every_contest(&generated("A million nodes", 1000, 10));
    for course in [rome(), new_york()].iter().flatten() {
        every_contest(course);
    }
}

/// The number of random queries on a generated network.
pub(super) fn generated(name: &'static str, side: usize, queries: usize) -> Course {
    let map = RoadMap::generate(side, 1);
    let queries = map.queries(queries, 2);
    Course::new(name, map, queries, None)
}

fn every_contest(course: &Course) {
    one_to_all(course);
    by_dijkstra(course);
    if !course.map.places.is_empty() {
        by_astar(course);
    }
}

/// Travel times in and around New York, without coordinates.
pub(super) fn new_york() -> Option<Course> {
    let map = RoadMap::read("ny_time", false)?;
    let queries = map.queries(60, 3);
    Some(Course::new("New York", map, queries, None))
}

/// The roads of Rome, with a fifth of the queries and their optima.
pub(super) fn rome() -> Option<Course> {
    let map = RoadMap::read("rome", true)?;
    // Each line holds the ends of a query and the cost of the cheapest path.
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
        map,
        graph,
        queries,
        renumbered,
        ..
    } = course;
    let (start, _) = queries[0];
    let nodes = || 0..u32::try_from(map.len()).expect("a u32 a node");
    let sum = |cost_to: &dyn Fn(u32) -> Option<u32>| {
        let costs: Vec<u32> = nodes().filter_map(cost_to).collect();
        let count = u32::try_from(costs.len()).expect("a u32 a node");
        vec![count.into(), costs.into_iter().map(f64::from).sum()]
    };
    let mut kept = Dijkstra::one_to_all(&map.graph, start);
    let mut kept_renumbered = Dijkstra::one_to_all(&renumbered.0.graph, renumbered.1[0].0);
    let mut by_hand = ByHand::new(&map.graph);
    Contest::new(format!("{}, Dijkstra, one to all", course.name), 1, 11)
        .ours("new", || {
            timed_then(
                || {
                    let mut search = Dijkstra::one_to_all(&map.graph, start);
                    assert_eq!(search.run(), Status::Found);
                    search
                },
                |search| sum(&|node| search.cost_to(&node)),
            )
        })
        .ours("reset", || {
            timed_then(
                || {
                    kept.reset(Query::to_all(&map.graph, start));
                    assert_eq!(kept.run(), Status::Found);
                    &kept
                },
                |search| sum(&|node| search.cost_to(&node)),
            )
        })
        .ours("reset, renumbered", || {
            timed_then(
                || {
                    kept_renumbered.reset(Query::to_all(&renumbered.0.graph, renumbered.1[0].0));
                    assert_eq!(kept_renumbered.run(), Status::Found);
                    &kept_renumbered
                },
                |search| sum(&|node| search.cost_to(&node)),
            )
        })
        .peer("by hand", Target::Within(1.1), || {
            timed_then(
                || {
                    by_hand.run(start);
                    &by_hand
                },
                |search| sum(&|node| search.cost_to(node)),
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
    ours(
        course,
        course.contest("Dijkstra, one to one", 5),
        question,
        Dijkstra::new,
    )
    .peer("pathfinding", Target::Faster(2.0), || {
        solve_all(queries, |start, goal| {
            let successors = |node: &u32| map.graph.edges(*node).iter().copied();
            let found = pathfinding::prelude::dijkstra(&start, successors, |node| *node == goal);
            found.map_or(NO_PATH, |(_, cost)| cost.into())
        })
    })
    .peer("petgraph, the cost alone", Target::Faster(2.0), || {
        solve_all(queries, |start, goal| {
            let costs = petgraph::algo::dijkstra(graph, start, Some(goal), |edge| *edge.weight());
            costs.get(&goal).map_or(NO_PATH, |cost| (*cost).into())
        })
    })
    .run();
}

fn by_astar(course: &Course) {
    let Course {
        map, graph, queries, ..
    } = course;
    ours(course, course.contest("A*, one to one", 5), question, AStar::new)
        .peer("pathfinding", Target::Faster(1.0), || {
            solve_all(queries, |start, goal| {
                let found = pathfinding::prelude::astar(
                    &start,
                    |node| map.graph.edges(*node).iter().copied(),
                    |node| map.estimate(*node, goal),
                    |node| *node == goal,
                );
                found.map_or(NO_PATH, |(_, cost)| cost.into())
            })
        })
        .peer("petgraph", Target::Faster(3.5), || {
            solve_all(queries, |start, goal| {
                let estimate = |node| map.estimate(node, goal);
                let found = petgraph::algo::astar(graph, start, |node| node == goal, |edge| *edge.weight(), estimate);
                found.map_or(NO_PATH, |(cost, _)| cost.into())
            })
        })
        .run();
}

/// Measures a new search for each query, and one that is reset.
fn ours<'a, P, E>(
    course: &'a Course,
    contest: Contest<'a>,
    question: impl Fn(&'a RoadMap, u32, u32) -> P + Copy + 'a,
    new: impl Fn(P) -> Search<E> + Copy + 'a,
) -> Contest<'a>
where
    P: Problem<Node = u32, Cost = u32>,
    E: Engine<Problem = P> + 'a,
{
    let Course {
        map,
        queries,
        renumbered,
        ..
    } = course;
    let reset = move |map: &'a RoadMap, queries: &'a [(u32, u32)]| {
        let mut kept = new(question(map, 0, 0));
        move || {
            solve_all(queries, |start, goal| {
                kept.reset(question(map, start, goal));
                cost_of(&mut kept)
            })
        }
    };
    contest
        .ours("new", move || {
            solve_all(queries, |start, goal| cost_of(&mut new(question(map, start, goal))))
        })
        .ours("reset", reset(map, queries))
        .ours("reset, renumbered", reset(&renumbered.0, &renumbered.1))
}

/// Times all queries.
pub(super) fn solve_all(queries: &[(u32, u32)], mut cost: impl FnMut(u32, u32) -> f64) -> Timed {
    timed(|| queries.iter().map(|(start, goal)| cost(*start, *goal)).collect())
}

/// The cost of the cheapest path, which is also constructed.
pub(super) fn cost_of(search: &mut impl Pathfinder<Node = u32, Cost = u32>) -> f64 {
    assert_ne!(search.run(), Status::Running);
    search.path().map_or(NO_PATH, |path| path.cost.into())
}

/// The problem of getting from one crossing to another.
fn question(map: &RoadMap, start: u32, goal: u32) -> impl Heuristic<Node = u32, Cost = u32> {
    Query::new(&map.graph, start, move |node: &u32| *node == goal).with_heuristic(move |node| map.estimate(*node, goal))
}
