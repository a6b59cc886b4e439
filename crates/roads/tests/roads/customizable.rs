//! Compares customizable hierarchies with Bellman-Ford, after changes with recustomized ones, and on real maps and
//! roads with A\* and Dijkstra's algorithm.

use std::path::PathBuf;
use std::{env, fs};

use astride::graphs::{CsrError, CsrGraph};
use astride::{AStar, Budget, FnGraph, Graph, Query, ReverseGraph, SearchError, Status, Stepper};
use astride_grid::movingai::TerrainMap;
use astride_grid::{GridMap, GridProblem, Movement, Point};
use astride_roads::HierarchySearch;
use astride_roads::{BinaryFileError, Coordinates, CustomizableHierarchy, Dissection, HierarchyError, Order, dimacs};
use proptest::prelude::*;

use crate::effort::share;

use super::csr::{Edge, adjacency, distances, pick};
use super::hierarchy::check_near_overflow;
use super::road::{folder, unpack};
use super::scratch::{Scratch, forge};

/// Generates a number of nodes, and edges between them, including loops, parallel edges and many equal costs.
pub(crate) fn edge_lists() -> impl Strategy<Value = (usize, Vec<Edge>)> {
    (1..25_u32, prop_oneof![Just(3_u32), Just(1000)]).prop_flat_map(|(nodes, too_much)| {
        let edge = (0..nodes, 0..nodes, 0..too_much);
        (Just(nodes as usize), prop::collection::vec(edge, 0..80))
    })
}

/// Generates an order in one of the possible ways.
pub(crate) fn orders(nodes: usize) -> impl Strategy<Value = (u8, Vec<u32>, Vec<(i32, i32)>)> {
    let numbers: Vec<u32> = (0..u32::try_from(nodes).unwrap()).collect();
    let places = prop::collection::vec((-9..9_i32, any::<i32>()), 0..=nodes);
    (0..3_u8, Just(numbers).prop_shuffle(), places)
}

pub(crate) fn order(graph: &CsrGraph<u32>, (way, numbers, places): (u8, Vec<u32>, Vec<(i32, i32)>)) -> Order {
    match way {
        0 => Order::new(numbers).unwrap(),
        1 => Order::by_distances(graph).unwrap(),
        _ => Order::by_coordinates(graph, &Coordinates::new(places)).unwrap(),
    }
}

/// Compares all costs and paths with those of Bellman-Ford.
fn check_all(hierarchy: &CustomizableHierarchy<u32>, edges: &[Edge]) {
    let nodes = hierarchy.node_count();
    let rows = adjacency(nodes, edges, true);
    let mut search = HierarchySearch::new(hierarchy.query(0, 0));
    for start in 0..u32::try_from(nodes).unwrap() {
        for (goal, expected) in (0..).zip(distances(&rows, start)) {
            search.reset(hierarchy.query(start, goal));
            let status = search.run();
            assert_eq!(
                status == Status::Found,
                expected.is_some(),
                "{start} to {goal}: {status:?}"
            );
            let Some(path) = search.path() else { continue };
            assert_eq!(Some(path.cost), expected, "{start} to {goal}");
            assert_eq!((path.nodes[0], path.nodes[path.edges()]), (start, goal));
            let edge = |step: &[u32]| {
                let edges = rows[step[0] as usize].iter().filter(|(to, _)| *to == step[1]);
                edges.map(|(_, cost)| *cost).min().expect("an edge of the graph")
            };
            assert_eq!(
                path.nodes.windows(2).map(edge).sum::<u32>(),
                path.cost,
                "{start} to {goal}"
            );
        }
    }
}

proptest! {
    #[test]
    fn cheapest_paths_are_found_by_every_order(
        ((nodes, edges), given) in edge_lists().prop_flat_map(|list| {
            let orders = orders(list.0);
            (Just(list), orders)
        }),
    ) {
        let graph = CsrGraph::from_edges(nodes, edges.clone()).unwrap();
        let order = order(&graph, given);
        let mut numbers = order.nodes().to_vec();
        numbers.sort_unstable();
        prop_assert!(numbers.into_iter().eq(graph.nodes()), "an order has each node once");
        let hierarchy = CustomizableHierarchy::new(&graph, &order).unwrap();
        check_all(&hierarchy, &edges);
        for node in graph.nodes() {
            for (higher, _) in hierarchy.successors(&node).chain(hierarchy.predecessors(&node)) {
                prop_assert!(hierarchy.rank(node) < hierarchy.rank(higher));
            }
        }
    }

    #[test]
    fn changes_have_the_same_result_as_customizing_anew(
        (nodes, edges) in edge_lists(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>(), 0..6_u32), 1..40),
        way in 0..3_u8,
    ) {
        let graph = CsrGraph::from_edges(nodes, edges.clone()).unwrap();
        let order = order(&graph, (way % 2, graph.nodes().collect(), vec![]));
        let mut changed = CustomizableHierarchy::new(&graph, &order).unwrap();
        prop_assume!(!edges.is_empty());
        // The cost of each pair of nodes: the edges of the graph, and their opposite directions.
        let mut costs: Vec<Edge> = edges.iter().flat_map(|(from, to, _)| [(*from, *to), (*to, *from)])
            .filter(|(from, to)| from != to)
            .map(|(from, to)| (from, to, changed.cost(from, to).unwrap()))
            .collect();
        costs.sort_unstable();
        costs.dedup();
        prop_assume!(!costs.is_empty());
        for changes in changes.chunks(if way == 0 { 1 } else { 3 }) {
            let mut list = Vec::new();
            for (edge, is_closed, cost) in changes {
                let edge = edge.index(costs.len());
                let edge = &mut costs[edge];
                edge.2 = if *is_closed { u32::MAX } else { *cost };
                list.push(*edge);
            }
            let open = || costs.iter().copied().filter(|(_, _, cost)| *cost < u32::MAX);
            let graph = CsrGraph::from_edges(nodes, open()).unwrap();
            match (way, &list[..]) {
                (0, [(from, to, cost)]) => changed.set_cost(*from, *to, *cost).unwrap(),
                (1, _) => changed.set_costs(list.iter().copied()).unwrap(),
                _ => changed.update(&graph, list.iter().map(|(from, ..)| *from)).unwrap(),
            }
            let mut anew = changed.clone();
            anew.customize(&graph).unwrap();
            prop_assert!(anew == changed);
            anew.customize_by(|from, to| costs[costs.binary_search_by_key(&(from, to), |edge| (edge.0, edge.1)).unwrap()].2)
                .unwrap();
            prop_assert!(anew == changed);
        }
        let open: Vec<_> = costs.into_iter().filter(|(_, _, cost)| *cost < u32::MAX).collect();
        check_all(&changed, &open);
    }

    #[test]
    fn what_is_written_is_read((nodes, edges) in edge_lists(), closed: prop::sample::Index) {
        let graph = CsrGraph::from_edges(nodes, edges.clone()).unwrap();
        let mut hierarchy = CustomizableHierarchy::new(&graph, &Order::by_distances(&graph).unwrap()).unwrap();
        if let Some((from, to, _)) = (!edges.is_empty()).then(|| edges[closed.index(edges.len())]) {
            hierarchy.set_cost(from, to, u32::MAX).unwrap();
        }
        let scratch = Scratch::new();
        hierarchy.save(&scratch.0).unwrap();
        hierarchy.save(&scratch.0).unwrap(); // over the first
        prop_assert!(open(&scratch).unwrap() == hierarchy);
        let wide: CustomizableHierarchy<u64> = CustomizableHierarchy::open(&scratch.0).unwrap();
        for (from, to, _) in edges {
            let cost = hierarchy.cost(from, to).map(|cost| if cost == u32::MAX { u64::MAX } else { cost.into() });
            prop_assert_eq!(wide.cost(from, to), cost);
        }
    }

    #[test]
    fn a_search_does_the_same_however_it_is_driven(
        (nodes, edges) in edge_lists(),
        ends: [prop::sample::Index; 2],
        late: (prop::sample::Index, u8),
        steps in 0..20,
    ) {
        let graph = CsrGraph::from_edges(nodes, edges.clone()).unwrap();
        let hierarchy = CustomizableHierarchy::new(&graph, &Order::by_distances(&graph).unwrap()).unwrap();
        let [start, goal] = ends.map(|end| pick(end, nodes));
        let mut whole = HierarchySearch::new(hierarchy.query(start, goal));
        let status = whole.run();
        let mut watched = HierarchySearch::new(hierarchy.query(start, goal)).on_event(|_| {});
        let mut budgeted = HierarchySearch::new(hierarchy.query(start, goal));
        while budgeted.run_for(Budget::new().expansions(3)) == Status::Running {
            if let Some(path) = budgeted.best_effort_path() {
                let edge = |step: &[u32]| hierarchy.cost(step[0], step[1]).unwrap();
                prop_assert_eq!(path.nodes.windows(2).map(edge).sum::<u32>(), path.cost);
            }
        }
        prop_assert_eq!(watched.run(), status.clone());
        prop_assert_eq!((watched.path(), watched.stats().expanded), (whole.path(), whole.stats().expanded));
        prop_assert_eq!((budgeted.path(), budgeted.stats().expanded), (whole.path(), whole.stats().expanded));
        let mut limited = HierarchySearch::new(hierarchy.query(start, goal)).with_node_limit(1);
        for limit in 2.. {
            let Status::Failed(SearchError::NodeLimit { .. }) = limited.run() else { break };
            limited.set_node_limit(limit);
            limited.restart();
        }
        prop_assert_eq!(limited.path(), whole.path());

        // A start added while the search is running.
        let (late, cost) = (pick(late.0, nodes), u32::from(late.1));
        let rows = adjacency(nodes, &edges, true);
        let mut search = HierarchySearch::new(hierarchy.query(start, goal));
        for _ in 0..steps {
            let _ = search.step();
        }
        if search.status() == Status::Running {
            search.add_start(late, cost);
            while search.step() == Status::Running {
                if let Some(path) = search.best_effort_path() {
                    let edge = |step: &[u32]| hierarchy.cost(step[0], step[1]).unwrap();
                    let before = if path.nodes[0] == late && path.nodes[0] != start { cost } else { 0 };
                    let sum = path.nodes.windows(2).map(edge).sum::<u32>() + before;
                    prop_assert_eq!(sum, path.cost);
                }
            }
            let from_late = distances(&rows, late)[goal as usize].map(|rest| rest + cost);
            let expected = distances(&rows, start)[goal as usize].into_iter().chain(from_late).min();
            prop_assert_eq!(search.path().map(|path| path.cost), expected);
        }
    }

    #[test]
    fn costs_near_overflow_fail_or_are_right(
        (nodes, edges) in edge_lists(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..9),
    ) {
        let narrow = |(from, to, cost): &Edge| (*from, *to, u8::try_from(cost % 255).unwrap());
        let graph = CsrGraph::from_edges(nodes, edges.iter().map(narrow)).unwrap();
        let order = Order::by_distances(&graph).unwrap();
        let closed = CsrGraph::from_edges(nodes, edges.iter().map(|(from, to, _)| (*from, *to, u8::MAX))).unwrap();
        let mut hierarchy = CustomizableHierarchy::new(&closed, &order).unwrap();
        hierarchy.customize(&graph).unwrap();
        for (edge, cost) in changes {
            if !edges.is_empty() {
                let (from, to, _) = edges[edge.index(edges.len())];
                hierarchy.set_cost(from, to, cost).unwrap();
            }
            let mut anew = hierarchy.clone();
            anew.customize_by(|from, to| hierarchy.cost(from, to).unwrap()).unwrap();
            prop_assert!(anew == hierarchy);
        }
        let edges = edges.iter().filter(|(from, to, _)| from != to);
        let edges = edges.map(|(from, to, _)| (*from, *to, hierarchy.cost(*from, *to).unwrap()));
        let edges: Vec<Edge> = edges.filter(|edge| edge.2 < u8::MAX).map(|(from, to, cost)| (from, to, cost.into())).collect();
        let rows = adjacency(nodes, &edges, true);
        let mut search = HierarchySearch::new(hierarchy.query(0, 0));
        for start in graph.nodes() {
            for (goal, expected) in (0..).zip(distances(&rows, start)) {
                search.reset(hierarchy.query(start, goal));
                check_near_overflow(search.run(), search.path().map(|path| path.cost), expected);
            }
        }
    }

    /// A file with any content is rejected or read as a hierarchy.
    #[test]
    fn a_forged_file_is_refused_or_consistent(
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![0..12_u32, any::<u32>()]), 1..3),
    ) {
        let mut bytes = bytes_of(&small());
        let words = (bytes.len() - 24 - 4) / 4;
        for (place, word) in changes {
            let start = 24 + 4 * place.index(words);
            bytes[start..start + 4].copy_from_slice(&word.to_le_bytes());
        }
        forge(&mut bytes);
        match open(&Scratch::with(&bytes)) {
            Err(HierarchyError::File(BinaryFileError::Damaged { .. })
                | HierarchyError::CostTooLarge { .. }) => {}
            Err(error) => prop_assert!(false, "{}", error),
            Ok(hierarchy) => {
                let nodes = || 0..9;
                let edges = nodes().flat_map(|from| nodes().map(move |to| (from, to)));
                let edges = edges.filter_map(|(from, to)| Some((from, to, hierarchy.cost(from, to)?)));
                let edges: Vec<_> = edges.filter(|edge| edge.2 < u32::MAX / 16).collect();
                if edges.len() == 2 * 10 {
                    check_all(&hierarchy, &edges);
                }
            }
        }
    }
}

#[test]
fn what_is_wrong_is_named() {
    let graph = CsrGraph::from_edges(3, [(0, 1, 1.5_f64), (1, 2, 2.0)]).unwrap();
    let order = Order::new(vec![2, 0, 1]).unwrap();
    let mut hierarchy = CustomizableHierarchy::new(&graph, &order).unwrap();
    let before = hierarchy.clone();
    for (result, expected) in [
        (
            hierarchy.set_cost(0, 2, 1.0),
            "no edge joins 0 and 2 in the graph from which the hierarchy was built",
        ),
        (
            hierarchy.set_cost(0, 3, 1.0),
            "no edge joins 0 and 3 in the graph from which the hierarchy was built",
        ),
        (
            hierarchy.set_cost(3, 3, 1.0),
            "no edge joins 3 and 3 in the graph from which the hierarchy was built",
        ),
        (
            hierarchy.set_cost(1, 0, -1.0),
            "the edge from 1 to 0 costs -1.0, which is below zero",
        ),
        (
            hierarchy.set_cost(1, 0, f64::NAN),
            "the edge from 1 to 0 costs NaN, which is not a valid cost",
        ),
        (
            hierarchy.set_cost(1, 0, -f64::NAN),
            "the edge from 1 to 0 costs NaN, which is not a valid cost",
        ),
        (
            hierarchy.set_costs([(0, 1, 9.0), (1, 1, -2.0)]),
            "the edge from 1 to 1 costs -2.0, which is below zero",
        ),
        (
            hierarchy.customize_by(|_, _| -3.0),
            "the edge from 2 to 1 costs -3.0, which is below zero",
        ),
        (
            hierarchy.customize(&CsrGraph::from_edges(3, [(2, 0, 1.0)]).unwrap()),
            "no edge joins 2 and 0 in the graph from which the hierarchy was built",
        ),
        (
            hierarchy.update(&CsrGraph::from_edges(4, [(2, 3, 1.0)]).unwrap(), [2]),
            "no edge joins 2 and 3 in the graph from which the hierarchy was built",
        ),
        (
            Order::new(vec![0, 2, 2]).map(|_| ()),
            "the order has node 2 at position 2: each of the 3 nodes, numbered from 0, must occur exactly once",
        ),
        (
            CustomizableHierarchy::new(&graph, &Order::new(vec![0, 1]).unwrap()).map(|_| ()),
            "the order has 2 nodes, but the graph has 3",
        ),
        (
            Order::by_distances(&FnGraph::new(|node: &u32| [(node + 1, 1)])).map(|_| ()),
            "the nodes of the graph have no indices, since its `index_bound` returns `None`",
        ),
    ] {
        assert_eq!(result.unwrap_err().to_string(), expected);
    }
    assert!(hierarchy == before, "an error changes nothing");
    hierarchy.set_cost(1, 1, 7.0).unwrap();
    hierarchy.set_cost(1, 0, f64::INFINITY).unwrap();
    assert!(hierarchy == before, "a loop is on no path");
    hierarchy.set_cost(1, 0, 4.0).unwrap();
    assert_eq!(
        (hierarchy.cost(0, 1), hierarchy.cost(1, 0), hierarchy.cost(0, 2)),
        (Some(1.5), Some(4.0), None)
    );
}

/// A graph whose last edge leads out of it.
struct Endless;
impl Graph for Endless {
    type Node = usize;
    type Cost = u32;
    fn successors(&self, node: &usize) -> impl Iterator<Item = (usize, u32)> {
        [(node + 1, 1)].into_iter()
    }
    fn index(&self, node: &usize) -> Option<usize> {
        Some(*node)
    }
    fn node_at(&self, index: usize) -> Option<usize> {
        Some(index)
    }
    fn index_bound(&self) -> Option<usize> {
        Some(5)
    }
}
/// A graph with too many nodes.
struct Huge;
impl Graph for Huge {
    type Node = usize;
    type Cost = u32;
    fn successors(&self, _: &usize) -> impl Iterator<Item = (usize, u32)> {
        [].into_iter()
    }
    fn index_bound(&self) -> Option<usize> {
        Some(1 << 30)
    }
}
#[test]
fn graphs_without_proper_indices_are_refused() {
    let error = Dissection::new(&Endless).unwrap_err();
    assert_eq!(
        error.to_string(),
        "an edge from the node with index 4 leads to a node without an index below 5"
    );
    let error = Order::by_distances(&Huge).unwrap_err();
    assert!(
        matches!(error, HierarchyError::Graph(CsrError::TooManyNodes { .. })),
        "{error}"
    );
}

#[test]
fn nodes_outside_are_refused() {
    let none = CsrGraph::<u32>::from_edges(0, []).unwrap();
    let two = CsrGraph::from_edges(2, [(0, 1, 5_u32)]).unwrap();
    for graph in [none, two] {
        let hierarchy = CustomizableHierarchy::new(&graph, &Order::by_distances(&graph).unwrap()).unwrap();
        for outside in [2, 1 << 31, (1 << 31) + 1, u32::MAX] {
            assert_eq!((hierarchy.rank(outside), hierarchy.cost(outside, 0)), (None, None));
            let beside = hierarchy.successors(&outside).chain(hierarchy.predecessors(&outside));
            assert_eq!(beside.count(), 0);
            for (start, goal) in [(0, outside), (outside, 0), (outside, outside)] {
                let mut search = HierarchySearch::new(hierarchy.query(start, goal));
                let is_missing = matches!(search.run(), Status::Failed(SearchError::NoSuchNode { .. }));
                assert!(is_missing, "{}", search.status());
            }
        }
    }
}

#[test]
fn an_order_in_slices_is_the_same_and_good() {
    let side = 40_u32;
    let cells = || (0..side * side).map(|cell| (cell % side, cell / side));
    let edges = cells().flat_map(|(x, y)| [(x + 1, y), (x, y + 1)].map(|(right, down)| ((x, y), (right, down))));
    let number = |(x, y): (u32, u32)| y * side + x;
    let edges = edges.filter(|(_, (x, y))| *x < side && *y < side);
    let graph = CsrGraph::undirected(1600, edges.map(|(from, to)| (number(from), number(to), 1_u32))).unwrap();
    let places: Coordinates<i32> = cells()
        .map(|(x, y)| (i32::try_from(x).unwrap(), i32::try_from(y).unwrap()))
        .collect();
    let mut dissection = Dissection::by_coordinates(&graph, &places).unwrap();
    let (mut slices, mut before) = (0, 0);
    while dissection.run_for(Budget::new().expansions(10)) == Status::Running {
        assert!(dissection.placed() >= before);
        (slices, before) = (slices + 1, dissection.placed());
    }
    assert!(slices >= 10, "{slices}");
    assert_eq!((dissection.placed(), dissection.step()), (1600, Status::Found));
    let order = dissection.finish();
    assert_eq!(order, Order::by_coordinates(&graph, &places).unwrap());
    for order in [order, Order::by_distances(&graph).unwrap()] {
        let hierarchy = CustomizableHierarchy::new(&graph, &order).unwrap();
        // A perfect dissection has about 7.75 n log n arcs, whereas an order row by row has 62,000.
        assert!(hierarchy.arc_count() < 25_000, "{hierarchy:?}");
    }
}

/// Terrain costs in blocks, as on the benchmark maps.
fn terrain(point: Point) -> u8 {
    1 + u8::try_from((u32::from(point.x) / 8 * 7919 + u32::from(point.y) / 8 * 104_729) % 4).unwrap()
}

fn draw(state: &mut u64, below: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap() % below
}

/// Builds and removes walls, changes terrain, and compares a query after each change with A\*.
fn check_map(mut map: GridMap, movement: Movement, rounds: usize) {
    for point in map.points().collect::<Vec<_>>() {
        if map.is_free(point) {
            map.set_cost(point, terrain(point)).unwrap();
        }
    }
    let mut free: Vec<Point> = map.points().filter(|point| map.is_free(*point)).collect();
    let grid = GridProblem::new(&map, free[0], free[0], movement).unwrap();
    let bound = grid.index_bound().unwrap();
    let index = |point: Point| u32::from(point.y) * u32::from(map.width() + 1) + u32::from(point.x);
    assert_eq!(grid.index(&free[9]), Some(index(free[9]) as usize));
    let place = |index| {
        grid.node_at(index)
            .map_or((0, 0), |point| (point.x.into(), point.y.into()))
    };
    let places: Coordinates<i32> = (0..bound).map(place).collect();
    let order = Order::by_coordinates(&grid, &places).unwrap();
    let mut hierarchy = CustomizableHierarchy::new(&grid, &order).unwrap();
    let mut changed = map.clone();
    let mut state = 1;
    let mut walls = Vec::new();
    for change in 0..rounds {
        let cell = match draw(&mut state, 3) {
            0 if !walls.is_empty() => {
                let cell = walls.swap_remove(draw(&mut state, walls.len()));
                free.push(cell);
                changed.set_cost(cell, terrain(cell)).unwrap();
                cell
            }
            1 => {
                let cell = free.swap_remove(draw(&mut state, free.len()));
                walls.push(cell);
                changed.set_cost(cell, 0).unwrap();
                cell
            }
            _ => {
                let cell = free[draw(&mut state, free.len())];
                changed
                    .set_cost(cell, u8::try_from(1 + draw(&mut state, 4)).unwrap())
                    .unwrap();
                cell
            }
        };
        let [start, goal] = [(); 2].map(|()| free[draw(&mut state, free.len())]);
        let grid = GridProblem::new(&changed, start, goal, movement).unwrap();
        let around = |centre: u16| centre.saturating_sub(1)..=centre + 1;
        let cells = around(cell.y).flat_map(|y| around(cell.x).map(move |x| Point::new(x, y)));
        let cells = cells.filter(|point| changed.contains(*point));
        hierarchy.update(&grid, cells.map(index)).unwrap();
        let mut search = HierarchySearch::new(hierarchy.query(index(start), index(goal)));
        let mut astar = AStar::new(GridProblem::new(&changed, start, goal, movement).unwrap());
        assert_eq!(search.run(), astar.run(), "change {change}: {start} to {goal}");
        let [path, expected] = [search.path().map(|path| path.cost), astar.path().map(|path| path.cost)];
        assert_eq!(path, expected, "change {change}: {start} to {goal}");
        if change % (rounds / 4) == 0 {
            if let Some(path) = search.path() {
                let edge = |step: &[u32]| {
                    let [from, to] = [step[0], step[1]].map(|index| grid.node_at(index as usize).unwrap());
                    grid.successors(&from).find(|(next, _)| *next == to).expect("a step").1
                };
                assert_eq!(path.nodes.windows(2).map(edge).sum::<u32>(), path.cost);
            }
            let mut anew = hierarchy.clone();
            anew.customize(&grid).unwrap();
            assert!(anew == hierarchy);
        }
    }
}

#[test]
fn a_map_may_change() {
    for movement in [Movement::Four, Movement::Eight] {
        let map = GridMap::from_fn(40, 30, |point| u8::from((point.x * 7 + point.y * 13) % 11 > 1)).unwrap();
        check_map(map, movement, 60);
    }
}

/// Makes this many changes on each of three large maps.
fn check_large_maps(rounds: usize) {
    let Some(folder) = env::var_os("ASTRIDE_MOVINGAI") else {
        return;
    };
    for name in ["den520d", "AR0012SR", "arena2"] {
        let text = fs::read(PathBuf::from(&folder).join(format!("{name}.map"))).unwrap();
        let map = TerrainMap::parse(&text).unwrap().to_grid_map().unwrap();
        check_map(map, Movement::Eight, rounds);
    }
}

#[test]
#[ignore = "a thousand changes of each of three large maps, with a search by A* after each"]
fn large_maps_may_change() {
    check_large_maps(share(1_000) as usize);
}

#[test]
#[ignore = "minutes"]
fn large_maps_may_change_ten_thousand_times() {
    check_large_maps(10_000);
}

/// Changes costs of single edges and compares a query after each change with A\*.
fn check_roads(graph: &CsrGraph<u32>, places: &Coordinates<i32>, rounds: usize) {
    let order = Order::by_coordinates(graph, places).unwrap();
    let mut hierarchy = CustomizableHierarchy::new(graph, &order).unwrap();
    let edges: Vec<Edge> = graph.iter().collect();
    let nodes = graph.node_count();
    let mut state = 1;
    for change in 0..rounds {
        let (from, to, cost) = edges[draw(&mut state, edges.len())];
        let cost = match draw(&mut state, 4) {
            0 => u32::MAX,
            1 => cost,
            // Never below the distance, which is therefore an admissible estimate for A*.
            _ => cost + u32::try_from(draw(&mut state, 4 * cost as usize + 1)).unwrap(),
        };
        hierarchy.set_cost(from, to, cost).unwrap();
        let [start, goal] = [(); 2].map(|()| u32::try_from(draw(&mut state, nodes)).unwrap());
        let mut search = HierarchySearch::new(hierarchy.query(start, goal));
        let successors = |node: &u32| {
            let node = *node;
            let ends = graph
                .edges(node)
                .iter()
                .map(|(to, _)| *to)
                .filter(move |to| *to != node);
            ends.map(|to| (to, hierarchy.cost(node, to).unwrap()))
                .collect::<Vec<_>>()
        };
        let changed = FnGraph::new(successors).with_index(|node| *node as usize);
        let query = Query::between(changed, start, goal).with_heuristic(|node| places.floor_distance(*node, goal));
        let mut astar = AStar::new(query);
        assert_eq!(search.run(), astar.run(), "change {change}: {start} to {goal}");
        let [path, expected] = [search.path().map(|path| path.cost), astar.path().map(|path| path.cost)];
        assert_eq!(path, expected, "change {change}: {start} to {goal}");
        if change % (rounds / 4) == 0 {
            let mut anew = hierarchy.clone();
            anew.customize_by(|from, to| hierarchy.cost(from, to).unwrap()).unwrap();
            assert!(anew == hierarchy);
        }
    }
}

#[test]
fn roads_may_change() {
    let places: Vec<(i32, i32)> = (0..900)
        .map(|node| (node % 30 * 10 + node % 7, node / 30 * 10 + node % 3))
        .collect();
    let places = Coordinates::new(places);
    let roads = (0..900_u32).flat_map(|node| [(node, node + 1), (node, node + 30), (node, node + 31)]);
    let roads = roads.filter(|(from, to)| *to < 900 && (from * 7 + to * 3) % 5 > 0);
    let roads = roads.map(|(from, to)| (from, to, places.floor_distance(from, to) + 1 + from % 9));
    check_roads(&CsrGraph::undirected(900, roads).unwrap().into_graph(), &places, 100);
}

fn check_rome(rounds: usize) {
    let Some(folder) = folder() else { return };
    let graph = dimacs::read_graph::<u32>(unpack(&folder.join("rome.gr.gz"))).unwrap();
    let places = dimacs::read_coordinates(unpack(&folder.join("rome.co.gz"))).unwrap();
    check_roads(&graph, &places, rounds);
}

#[test]
#[ignore = "a thousand searches of 231,550 nodes by A*"]
fn the_roads_of_rome_may_change() {
    check_rome(share(1_000) as usize);
}

#[test]
#[ignore = "minutes"]
fn the_roads_of_rome_may_change_ten_thousand_times() {
    check_rome(10_000);
}

fn open(scratch: &Scratch) -> Result<CustomizableHierarchy<u32>, HierarchyError> {
    CustomizableHierarchy::open(&scratch.0)
}

/// A cycle with a chord, so that there are shortcuts.
fn small() -> CustomizableHierarchy<u32> {
    let circle = (0..9)
        .map(|node| (node, (node + 1) % 9, 10 + node))
        .chain([(0, 5, 300)]);
    let graph = CsrGraph::undirected(9, circle).unwrap();
    CustomizableHierarchy::new(&graph, &Order::by_distances(&graph).unwrap()).unwrap()
}

fn bytes_of(hierarchy: &CustomizableHierarchy<u32>) -> Vec<u8> {
    let scratch = Scratch::new();
    hierarchy.save(&scratch.0).unwrap();
    fs::read(&scratch.0).unwrap()
}

#[test]
fn no_byte_can_be_missing_or_wrong() {
    let bytes = bytes_of(&small());
    let longer = bytes.iter().copied().chain([0]).collect();
    let shorter = (0..bytes.len()).map(|length| bytes[..length].to_vec());
    let wrong = (0..bytes.len()).map(|place| {
        let mut wrong = bytes.clone();
        wrong[place] ^= 1 << (place % 8);
        wrong
    });
    for bytes in shorter.chain(wrong).chain([longer]) {
        assert!(matches!(open(&Scratch::with(&bytes)), Err(HierarchyError::File(_))));
    }
    let mut huge = bytes.clone();
    huge[12..20].fill(0xff);
    forge(&mut huge);
    let error = open(&Scratch::with(&huge)).unwrap_err();
    assert!(
        matches!(error, HierarchyError::File(BinaryFileError::WrongLength { .. })),
        "{error}"
    );
    let error = CustomizableHierarchy::<u8>::open(&Scratch::with(&bytes).0).unwrap_err();
    assert!(
        matches!(error, HierarchyError::CostTooLarge { cost: 300, .. }),
        "{error}"
    );
}
