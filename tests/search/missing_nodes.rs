//! A start, or the goal of a problem that knows it, must be in the graph.

use crate::common::algorithm::with_search;
use crate::common::world::World;
use astride::graphs::{CsrGraph, NamedGraph};
use astride::problem::{Narrow, Reversed};
use astride::search::{BidirectionalBfs, CompactAStar, DisjointPaths, Landmarks, LssLrtaStar, Nbs, Origin};
use astride::traits::NoSuchNode;
use astride::{
    AStar, AraStar, BidirectionalAStar, BidirectionalDijkstra, CostMatrix, DStarLite, Dijkstra, Graph, Heuristic,
    KShortestPaths, LpaStar, NearestGoals, Problem, Query, SearchError, Status, Stepper,
};
use astride_grid::AnyAngle;
use astride_grid::{Arrival, GridMap, GridProblem, JumpMap, JumpProblem, Movement, Point};
use astride_labels::{Departing, Stop, Turned, Turns};
use astride_roads::HierarchySearch;
use astride_roads::{ContractionHierarchy, CustomizableHierarchy, Order};

fn missing(origin: Origin, node: &str) -> Status {
    let node = node.into();
    Status::Failed(SearchError::NoSuchNode { origin, node })
}

/// Three nodes in a row, and a start that may be missing.
struct Row(World<u32>, usize);

impl Graph for Row {
    type Node = usize;
    type Cost = u32;

    fn successors(&self, node: &usize) -> impl Iterator<Item = (usize, u32)> {
        self.0.successors(node)
    }

    fn index(&self, node: &usize) -> Option<usize> {
        Some(*node)
    }

    fn index_bound(&self) -> Option<usize> {
        Some(3)
    }
}

impl Problem for Row {
    fn start(&self) -> usize {
        self.1
    }

    fn is_goal(&self, node: &usize) -> bool {
        [2, 9].contains(node)
    }
}

impl Heuristic for Row {
    fn estimate(&self, _: &usize) -> u32 {
        0
    }
}

impl AnyAngle for Row {
    fn distance(&self, from: &usize, to: &usize) -> u32 {
        self.0.distance(from, to)
    }

    fn line_of_sight(&self, from: &usize, to: &usize) -> bool {
        self.0.line_of_sight(from, to)
    }
}

#[test]
fn every_search_refuses_a_start_that_is_missing() {
    let text = "with the index 9, since `index_bound` returns 3";
    for algorithm in crate::every() {
        let row = |start| Row(World::row(&[1, 1]), start);
        with_search!(algorithm, row(9), search => {
            let mut search = search;
            assert_eq!(search.run(), missing(Origin::Start, text), "{algorithm:?}");
            assert_eq!((search.current(), search.path(), search.stats().nodes), (None, None, 0));
            search.reset(row(0));
            assert_eq!(search.run(), Status::Found);
            search.restart();
            search.add_start(9, 0);
            assert_eq!(search.status(), missing(Origin::Start, text), "{algorithm:?}");
        });
    }
}

#[test]
fn a_missing_node_is_no_path_to_itself() {
    let graph = CsrGraph::undirected(3, [(0, 1, 1_u32), (1, 2, 1)]).unwrap();
    let query = |start, goal| {
        Query::between(&graph, start, goal)
            .with_heuristic(|_| 0)
            .with_reverse_heuristic(|_| 0)
    };
    let pairs = |start, goal| Query::between(&graph, start, goal).with_heuristic_between(|_, _| 0);
    for (start, goal, origin) in [(9, 9, Origin::Goal), (9, 0, Origin::Start), (0, 9, Origin::Goal)] {
        let expected = missing(origin, "9");
        assert_eq!(AStar::new(query(start, goal)).run(), expected);
        assert_eq!(AraStar::new(query(start, goal)).run(), expected);
        assert_eq!(Dijkstra::new(query(start, goal)).run(), expected);
        assert_eq!(BidirectionalDijkstra::new(query(start, goal)).run(), expected);
        assert_eq!(BidirectionalAStar::new(query(start, goal)).run(), expected);
        assert_eq!(BidirectionalBfs::new(query(start, goal)).run(), expected);
        assert_eq!(Nbs::new(query(start, goal)).run(), expected);
        assert_eq!(CompactAStar::new(query(start, goal)).run(), expected);
        assert_eq!(KShortestPaths::new(query(start, goal)).run(), expected);
        assert_eq!(KShortestPaths::forward(query(start, goal)).run(), expected);
        assert_eq!(
            KShortestPaths::forward_with_estimates(query(start, goal)).run(),
            expected
        );
        assert_eq!(DisjointPaths::by_nodes(query(start, goal)).run(), expected);
        assert_eq!(LpaStar::new(query(start, goal)).run(), expected);
        assert_eq!(DStarLite::new(pairs(start, goal)).run(), expected);
        assert_eq!(LssLrtaStar::new(query(start, goal)).run(), expected);
        assert_eq!(Dijkstra::new(Narrow::<_, u8>::new(query(start, goal))).run(), expected);
        assert_eq!(
            Dijkstra::new(Query::between(Reversed::new(&graph), start, goal)).run(),
            expected
        );
        let matrix = CostMatrix::new(&graph, [0, start], [1, goal]);
        assert_eq!(matrix.map(drop).map_err(Status::Failed), Err(expected));
        // Two sources and one target: the sources are checked before the search from the target begins.
        let first = if start == 9 { Origin::Start } else { Origin::Goal };
        let matrix = CostMatrix::either_way(&graph, [0, start], [goal]);
        assert_eq!(matrix.map(drop).map_err(Status::Failed), Err(missing(first, "9")));
    }
    let expected = missing(Origin::Start, "9");
    assert_eq!(Dijkstra::one_to_all(&graph, 9).run(), expected);
    assert_eq!(NearestGoals::new(query(9, 0)).run(), expected);
    let landmarks = Landmarks::farthest(&graph, 9, 2);
    assert_eq!(landmarks.map(drop).map_err(Status::Failed), Err(expected));
    let mut search = DStarLite::new(pairs(0, 2));
    assert!(search.move_start(9).is_err());
    assert_eq!(search.run(), Status::Found);
}

#[test]
fn every_graph_knows_its_nodes() {
    let graph = CsrGraph::undirected(3, [(0, 1, 1_u32), (1, 2, 1)]).unwrap();
    let order = Order::by_distances(&graph).unwrap();
    let contracted = ContractionHierarchy::prepare(&graph).unwrap();
    let customizable = CustomizableHierarchy::new(&graph, &order).unwrap();
    for (start, goal, origin) in [(9, 9, Origin::Goal), (9, 0, Origin::Start), (0, 9, Origin::Goal)] {
        let expected = missing(origin, "9");
        assert_eq!(HierarchySearch::new(contracted.query(start, goal)).run(), expected);
        assert_eq!(HierarchySearch::new(customizable.query(start, goal)).run(), expected);
    }
    // The search begins at the goal.
    let departing = Departing::new(&graph, |_, _, cost, _| cost);
    for (start, goal, origin) in [(9, 9, Origin::Goal), (9, 0, Origin::Goal), (0, 9, Origin::Start)] {
        let status = Dijkstra::new(departing.arrive_by(60).unwrap().query(start, goal)).run();
        assert_eq!(status, missing(origin, "9"));
    }
    let turns = Turns::new(&graph, |_, _, _| 0);
    let departing = Departing::new(&graph, |_, _, cost, _| cost);
    let expected = missing(Origin::Start, "9");
    assert_eq!(Dijkstra::new(turns.query(9, 9)).run(), expected);
    assert_eq!(
        Dijkstra::one_to_all(turns.indexed().unwrap(), Turned::start(9)).run(),
        expected
    );
    assert_eq!(
        Dijkstra::one_to_all(departing.at(0).unwrap(), Stop::new(9)).run(),
        expected
    );
    assert_eq!(
        Dijkstra::new(departing.query(9, 0, 9).unwrap()).run(),
        missing(Origin::Goal, "9")
    );

    let mut named = NamedGraph::new();
    named.edge("a", "b", 1_u32);
    assert_eq!(Dijkstra::one_to_all(&named, 9).run(), expected);

    let map = GridMap::new(4, 3).unwrap();
    let (start, goal) = (Point::new(0, 0), Point::new(3, 2));
    let grid = GridProblem::new(&map, start, goal, Movement::Four).unwrap();
    let jumps = JumpMap::new(map.clone(), Movement::Four).unwrap();
    let jumps: JumpProblem<_> = JumpProblem::new(&jumps, start, goal).unwrap();
    for outside in [Point::new(4, 0), Point::new(0, 3), Point::new(u16::MAX, u16::MAX)] {
        let expected = missing(Origin::Start, &outside.to_string());
        let mut search = AStar::new(&grid);
        search.add_start(outside, 0);
        assert_eq!(search.status(), expected);
        let mut search = AStar::new(&jumps);
        search.add_start(outside, 0);
        assert_eq!(search.status(), expected);
        let mut search = AStar::new(grid.with_turn_cost(1));
        search.add_start(Arrival::start(outside), 0);
        assert_eq!(search.status(), expected);
        assert_eq!(grid.check_node(&start), Ok(()));
        assert_eq!(
            grid.check_node(&outside),
            Err(NoSuchNode {
                node: outside.to_string()
            })
        );
    }
}
