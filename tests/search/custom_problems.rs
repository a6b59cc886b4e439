//! The parts of a search: nodes with extra data, pointers, closures, and custom costs and orders.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::common::evaluations::LeastEstimate;
use crate::common::world::World;
use astride::open::TieBreaking;
use astride::search::Search;
use astride::{
    AStar, Bfs, Cost, Dfs, Dijkstra, FnGraph, Graph, Greedy, Heuristic, Path, Pathfinder, Problem, Query, Status,
    WeightedAStar,
};
use astride_laws::{Event, Log};

/// A place with the previous place, which equality ignores.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    place: u32,
    from: u32,
}

impl PartialEq for Arrival {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl Eq for Arrival {}

impl Hash for Arrival {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place.hash(state);
    }
}

/// 0 → 2 is expensive, 0 → 1 → 2 is cheap, 2 → 3 leads to the goal, and 3 → 2 leads back.
struct Detour {
    indexed: bool,
    estimates: [u32; 4],
}

impl Graph for Detour {
    type Node = Arrival;
    type Cost = u32;

    fn successors(&self, node: &Arrival) -> impl Iterator<Item = (Arrival, u32)> {
        let edges: &[(u32, u32)] = match node.place {
            0 => &[(2, 9), (1, 1), (0, 0)],
            1 => &[(2, 1)],
            2 => &[(3, 5), (1, 0)],
            _ => &[],
        };
        let from = node.place;
        edges
            .iter()
            .map(move |(place, cost)| (Arrival { place: *place, from }, *cost))
    }

    fn index(&self, node: &Arrival) -> Option<usize> {
        self.indexed.then_some(node.place as usize)
    }
}

impl Problem for Detour {
    fn start(&self) -> Arrival {
        Arrival { place: 0, from: 99 }
    }

    fn is_goal(&self, node: &Arrival) -> bool {
        node.place == 3
    }
}

impl Heuristic for Detour {
    fn estimate(&self, node: &Arrival) -> u32 {
        self.estimates[node.place as usize]
    }
}

fn arrivals(path: Option<Path<Arrival, u32>>) -> Vec<(u32, u32)> {
    path.unwrap().nodes.iter().map(|node| (node.place, node.from)).collect()
}

#[test]
fn the_cheaper_path_brings_its_extra_data() {
    // With the second estimates, 2 is closed at 9 before 1 is expanded, and has to be reopened.
    for (estimates, reopened) in [([0; 4], 0), ([0, 6, 0, 5], 0), ([7, 6, 0, 0], 0), ([0, 14, 0, 20], 1)] {
        for indexed in [false, true] {
            let detour = || Detour { indexed, estimates };
            let log = Log::default();
            let mut search = AStar::new(detour()).with_observer(log.clone());
            assert_eq!(search.run(), Status::Found);
            assert_eq!(arrivals(search.path()), [(0, 99), (1, 0), (2, 1), (3, 2)]);
            assert_eq!((search.path().unwrap().cost, search.stats().reopened), (7, reopened));
            let improved = |event: &&Event<Arrival, u32>| {
                matches!(
                    event,
                    Event::Improved(Arrival { place: 2, from: 1 }, Some(Arrival { place: 1, .. }), 9, 2)
                )
            };
            assert_eq!(log.events().iter().filter(improved).count(), 1, "{:?}", log.events());

            let mut search = Dijkstra::new(detour());
            assert_eq!(search.run(), Status::Found);
            assert_eq!(arrivals(search.path()), [(0, 99), (1, 0), (2, 1), (3, 2)]);

            // With the fewest edges, the expensive node stays, including its extra data.
            let mut search = Bfs::new(detour());
            assert_eq!(search.run(), Status::Found);
            assert_eq!(arrivals(search.path()), [(0, 99), (2, 0), (3, 2)]);
        }
    }
}

/// A bus leaves stop 3 for stop 4 at twelve and takes an hour, so the cost of the last edge depends on the time.
#[test]
fn a_path_through_an_improved_node_has_the_extra_data_of_its_nodes() {
    #[derive(Clone, Copy, Debug)]
    struct Timed {
        place: u32,
        time: u32,
    }

    impl PartialEq for Timed {
        fn eq(&self, other: &Self) -> bool {
            self.place == other.place
        }
    }

    impl Eq for Timed {}

    impl Hash for Timed {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.place.hash(state);
        }
    }

    let town = FnGraph::new(|&Timed { place, time }: &Timed| {
        let edges = match place {
            0 => vec![(1, 9), (2, 4)],
            1 => vec![(3, 1)],
            2 => vec![(1, 1)],
            3 => vec![(4, 13 - time)],
            _ => vec![],
        };
        edges.into_iter().map(move |(place, cost)| {
            (
                Timed {
                    place,
                    time: time + cost,
                },
                cost,
            )
        })
    });
    let goal = Timed { place: 4, time: 0 };
    // Node 2, from which 1 is reached at five instead of nine, is expanded when the route by bus is already known.
    let estimate = |stop: &Timed| [0, 0, 10, 0, 10][stop.place as usize];
    let start = Timed { place: 0, time: 0 };
    let mut search = AStar::new(Query::new(&town, start, |stop| *stop == goal).with_heuristic(estimate));
    for place in [0, 1, 3, 2] {
        assert_eq!(search.step(), Status::Running);
        assert_eq!(search.current().unwrap().place, place);
    }
    let path = search.path_to(&goal).unwrap();
    let stops: Vec<_> = path.nodes.iter().map(|stop| (stop.place, stop.time)).collect();
    assert_eq!(stops, [(0, 0), (2, 4), (1, 5), (3, 6), (4, 13)]);
    assert_eq!(path.cost, 13);
}

#[test]
fn a_start_at_no_cost_keeps_its_place() {
    let mut search = Dijkstra::new(World::row(&[3_u32, 3, 3]));
    search.add_start(0, 7);
    search.add_start(2, 4);
    search.add_start(2, 5);
    search.add_start(1, 3);
    assert_eq!(search.run(), Status::Found);
    let path = search.path().unwrap();
    assert_eq!((path.nodes, path.cost), (vec![2, 3], 7));
    assert_eq!([0, 1, 2, 3].map(|node| search.cost_to(&node)), [0, 3, 4, 7].map(Some));
    assert_eq!(search.path_to(&1).unwrap().nodes, [1], "the first of equals stays");
}

#[test]
fn a_start_added_under_way_counts() {
    let costs = [5_u32; 10];
    let mut search = Dijkstra::new(World::row(&costs));
    for _ in 0..6 {
        assert_eq!(search.step(), Status::Running);
    }
    // One start that was closed at 20 is reopened at 1; another one is far ahead.
    search.add_start(4, 1);
    search.add_start(9, 2);
    assert_eq!(search.run(), Status::Found);
    let path = search.path().unwrap();
    assert_eq!((path.nodes, path.cost), (vec![9, 10], 7));
    assert_eq!(search.stats().reopened, 2, "4, and 5 after it");

    let mut search = Dfs::new(World::row(&costs));
    let _ = search.step();
    search.add_start(9, 2);
    search.add_start(10, 0);
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().unwrap().nodes.len(), 11, "first come, first served");
}

#[test]
fn pointers_are_problems_too() {
    let world = World::row(&[1_u32, 2, 3]);
    let cost = |mut search: Box<dyn Pathfinder<Node = usize, Cost = u32> + '_>| {
        assert_eq!(search.run(), Status::Found);
        search.path().unwrap().cost
    };
    assert_eq!(cost(Box::new(AStar::new(&world))), 6);
    assert_eq!(cost(Box::new(AStar::new(&&world))), 6);
    assert_eq!(cost(Box::new(WeightedAStar::new(Arc::new(&world), 2.0).unwrap())), 6);
    assert_eq!(cost(Box::new(Greedy::new(Arc::new(world.clone())))), 6);
    assert_eq!(
        cost(Box::new(Dijkstra::new(Query::new(&world, 1, |node| *node == 3)))),
        5
    );
}

/// Overrides every method that has a default.
struct Overriding(World<u32>);

impl Graph for Overriding {
    type Node = usize;
    type Cost = u32;

    fn successors(&self, node: &usize) -> impl Iterator<Item = (usize, u32)> {
        self.0.successors(node)
    }

    fn index(&self, node: &usize) -> Option<usize> {
        Some(*node)
    }
}

impl Problem for Overriding {
    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, node: &usize) -> bool {
        *node == 3
    }
}

impl Heuristic for Overriding {
    fn estimate(&self, _node: &usize) -> u32 {
        10
    }

    fn estimate_child(&self, _parent: &usize, parent_estimate: u32, _child: &usize) -> u32 {
        parent_estimate - 1
    }
}

#[test]
fn pointers_hand_on_what_is_overridden() {
    fn check(pointer: impl Heuristic<Node = usize, Cost = u32>) {
        assert_eq!((pointer.index(&2), pointer.estimate_child(&0, 10, &1)), (Some(2), 9));
        let mut search = AStar::new(pointer);
        assert_eq!(search.run(), Status::Found);
    }
    let problem = || Overriding(World::row(&[1, 2, 3]));
    let lent = problem();
    check(&lent);
    check(Arc::new(problem()));
}

/// The estimate of the start is computed from scratch, and each other one from that of its parent.
#[test]
fn a_search_asks_for_the_estimate_of_a_child_where_it_has_its_parents() {
    let mut search = AStar::new(Overriding(World::row(&[1, 2, 3])));
    assert_eq!(search.run(), Status::Found);
    assert_eq!(
        [0, 1, 2, 3].map(|node| search.known_node(&node).unwrap().h),
        [10, 9, 8, 7].map(Some)
    );
}

#[test]
fn closures_may_count() {
    let (mut expanded, mut estimated, mut asked) = (0, 0, 0);
    let path = astride::astar(
        &0_u32,
        |node| {
            expanded += 1;
            [(node + 1, 1_u32), (node + 2, 1)]
        },
        |node| {
            estimated += 1;
            10_u32.saturating_sub(*node) / 2
        },
        |node| {
            asked += 1;
            *node == 10
        },
    );
    assert_eq!(path.unwrap().unwrap().cost, 5);
    assert_eq!((expanded + 1, estimated > expanded), (asked, true));

    let mut visited = Vec::new();
    let successors = |node: &u32| {
        visited.push(*node);
        [(node * 2, 1.5), (node * 2 + 1, 2.5)]
            .into_iter()
            .filter(|(node, _)| *node < 8)
    };
    assert_eq!(astride::dijkstra(&1, successors, |_| false), Ok(None));
    // 5 and 6 cost the same, so last in, first out decides.
    assert_eq!(visited, [1, 2, 3, 4, 6, 5, 7]);

    let mut calls = 0;
    let mut count = |node: &u32| {
        calls += 1;
        vec![node + 1, node + 3]
    };
    let path = astride::bfs(&0, &mut count, |node| *node == 9).unwrap().unwrap();
    assert_eq!((path.nodes, path.cost), (vec![0, 3, 6, 9], 3));
    let path = astride::dfs(&0, &mut count, |node| *node == 9).unwrap().unwrap();
    assert_eq!((path.cost, path.nodes.len()), (9, 10));
    let edges = |node: &u32| count(node).into_iter().map(|next| (next, 2_u8));
    let path = astride::greedy(
        &0,
        edges,
        |node| 9_u32.abs_diff(*node).try_into().unwrap(),
        |node| *node == 9,
    );
    assert_eq!(path.unwrap().unwrap().cost, 6);
    assert!(calls > 10);

    let failed = astride::astar(&0, |node| [(node + 1, 1.0)], |_| f64::NAN, |_| false);
    assert!(failed.is_err());
    let failed = astride::dijkstra(&0, |node| [(node + 1, 100_u8)], |_| false);
    assert!(failed.is_err());
}

#[test]
fn the_best_effort_is_the_least_estimate() {
    let estimates = [5_u32, 4, 2, 2, 3, 1];
    let graph = FnGraph::new(|node: &u32| if *node < 4 { vec![(node + 1, 1_u32)] } else { Vec::new() });
    let query = Query::new(&graph, 0, |node| *node == 5).with_heuristic(|node| estimates[*node as usize]);
    for mut search in [
        Box::new(AStar::new(&query)) as Box<dyn Pathfinder<Node = u32, Cost = u32>>,
        Box::new(Greedy::new(&query)),
        Box::new(WeightedAStar::new(&query, 2.0).unwrap()),
    ] {
        assert_eq!(search.best_effort_path(), None);
        let mut ends = Vec::new();
        while search.step().is_running() {
            ends.push(search.best_effort_path().unwrap().nodes.pop().unwrap());
        }
        assert_eq!(ends, [1, 2, 2, 2, 2]);
        assert_eq!((search.status(), search.path()), (Status::Exhausted, None));
        assert_eq!(search.best_effort_path().unwrap().nodes, [0, 1, 2]);
    }
    let mut search = Dijkstra::new(&query);
    let _ = (search.step(), search.step());
    assert_eq!(search.best_effort_path().unwrap().nodes, [0, 1], "the current node");
}

/// Fewest tolls first, then fewest minutes: a cost that is not a number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Trip(u32, u32);

impl Cost for Trip {
    const ZERO: Self = Trip(0, 0);
    const INFINITY: Self = Trip(u32::MAX, u32::MAX);

    fn plus(self, rhs: Self) -> Option<Self> {
        Some(Trip(self.0.plus(rhs.0)?, self.1.plus(rhs.1)?))
    }

    fn order(&self, rhs: &Self) -> Ordering {
        (self.0, self.1).cmp(&(rhs.0, rhs.1))
    }
}

#[test]
fn costs_of_ones_own() {
    let world = World {
        edges: vec![
            vec![(1, Trip(1, 5)), (2, Trip(0, 50)), (4, Trip::INFINITY)],
            vec![(3, Trip(0, 5))],
            vec![(3, Trip(0, 50)), (1, Trip(0, 60))],
            vec![(4, Trip(0, 1))],
            vec![],
        ],
        start: 0,
        goals: vec![false, false, false, false, true],
        estimates: vec![Trip(0, 101), Trip(0, 6), Trip(0, 51), Trip(0, 1), Trip::ZERO],
        index: crate::common::world::Index::Sometimes,
        ..World::default()
    };
    for mut search in [
        Box::new(AStar::new(&world)) as Box<dyn Pathfinder<Node = usize, Cost = Trip>>,
        Box::new(Dijkstra::new(&world)),
        Box::new(AStar::new(&world).with_tie_breaking(TieBreaking::LastIn)),
        Box::new(Search::with_evaluation(&world, LeastEstimate)),
    ] {
        assert_eq!(search.run(), Status::Found);
        let path = search.path().unwrap();
        assert_eq!((path.nodes, path.cost), (vec![0, 2, 3, 4], Trip(0, 101)));
    }
}

#[test]
fn a_path_is_its_nodes() {
    let path = Path {
        nodes: vec![3, 1, 4],
        cost: 9_u32,
    };
    assert!(path.iter().eq(&[3, 1, 4]) && (&path).into_iter().eq(&[3, 1, 4]));
    assert_eq!((path.edges(), path.into()), (2, (vec![3, 1, 4], 9)));
}
