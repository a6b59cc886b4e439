//! A failing allocation at any place causes an error, never a wrong path, and the search can be reset afterwards.

use std::fmt::Display;
use std::fs;
use std::time::{Duration, Instant};

use astride::engine::Engine;
use astride::graphs::CsrGraph;
use astride::npuzzle::Board;
use astride::search::{OptimalPaths, OptimalPathsError, Search};
use astride::{AStar, AraStar, DStarLite, Dijkstra, FnGraph, Observer, Query, SearchError, Status, Stepper};
use astride_grid::movingai::TerrainMap;
use astride_grid::{
    ChangeCells, Components, FlowField, GridMap, GridProblem, GridWorld, JumpMap, JumpTable, Movement, Point,
};
use astride_laws::{Guess, Index, Plan};
use astride_roads::dimacs::{read_coordinates, read_graph};
use astride_roads::{ContractionHierarchy, CustomizableHierarchy, Order, RankedHierarchy};
use astride_tiles::patterns::{Partition, PatternDatabases};
use astride_tiles::{Enumerator, WalkingDistance};

use crate::allocator::{every_failure, failing, spared};
use crate::effort::share;

type World = astride_laws::World<u64>;

/// Receives events and does nothing.
struct Watcher;

impl<N, C> Observer<N, C> for Watcher {}

/// Returns hills with hashed nodes, with indexed nodes, and with nodes that are created from their indices. `cargo test`
/// uses only the first ones.
fn hills(side: usize) -> [World; 3] {
    let kinds = [
        (Index::Never, 1),
        (Index::Always, 1_000_000),
        (Index::AlwaysWithNodes, 10_000_000_000),
    ];
    kinds.map(|(index, unit)| World::new(&Plan::hills(side, unit), Guess::Consistent(2), index))
}

fn check<E>(name: &str, least: usize, hills: &World, make: impl Fn(World) -> Search<E, Watcher>)
where
    E: Engine<Problem = World>,
{
    let new = || make(spared(|| hills.clone()));
    let mut whole = new();
    let expected = (whole.run(), whole.path().unwrap().cost);
    assert_eq!(expected.0, Status::Found);
    // The search lives outside `work`, so that no allocation fails while it is checked.
    let held = std::cell::RefCell::new(None);
    let count = every_failure(
        least,
        || {
            let mut search = new();
            assert_ne!(search.run(), Status::Running);
            *held.borrow_mut() = Some(search);
        },
        |(), has_failed| {
            let Some(mut search) = held.take() else { return };
            let status = search.status();
            if matches!(status, Status::Failed(SearchError::OutOfMemory { .. })) {
                assert!(has_failed);
                assert_eq!((search.step(), search.run()), (status.clone(), status), "{name}");
                assert!(search.path().is_none());
            } else {
                let cost = search.path().map(|path| path.cost);
                assert_eq!((status, cost), (expected.0.clone(), Some(expected.1)), "{name}");
            }
            search.reset(hills.clone());
            let again = (search.run(), search.path().map(|path| path.cost));
            assert_eq!(again, (expected.0.clone(), Some(expected.1)), "{name} after a reset");
        },
    );
    // A single branch takes less than the allocations that never fail.
    assert!(count > 0 || name.contains("IdDfs"), "{name}");
}

/// Returns the least size of an allocation that fails. Lists that grow with a path or with the number of starts or
/// iterations are smaller on these hills, and the documented guarantee does not cover them.
fn least(name: &str) -> usize {
    let is_one_of = |names: &[&str]| names.iter().any(|part| name.contains(part));
    if is_one_of(&["Disjoint"]) {
        5000
    } else if is_one_of(&["KShortest"]) {
        4096
    } else if is_one_of(&["Compact", "LpaStar", "DStar"]) {
        1024
    } else if is_one_of(&["IdaStar", "IdDfs"]) {
        512
    } else {
        0
    }
}

#[test]
fn a_search_that_lacks_memory_has_failed_until_it_is_reset() {
    macro_rules! check_all {
        ($($name:ident: $family:ident $guidance:ident($laws:expr, $side:literal) $make:expr;)*) => {$(
            for hills in hills($side).iter().take(share(3) as usize) {
                let name = stringify!($name);
                check(name, least(name), hills, |hills| ($make)(hills).with_observer(Watcher));
            }
        )*};
    }
    astride_laws::searches!(check_all);
}

/// A capacity is a hint: nodes of an unknown number are reserved only so far as costs little time and memory.
fn check_absurd_capacity<E>(name: &str, index: Index, search: Search<E>)
where
    E: Engine<Problem = World>,
{
    const MOST: usize = 1 << 27;
    let start = Instant::now();
    let mut search = search.with_capacity(usize::MAX / 2);
    let (elapsed, bytes) = (start.elapsed(), search.stats().bytes);
    // Far less than all these nodes would take, and more than a busy machine needs.
    assert!(elapsed < Duration::from_secs(60), "{name}, {index:?}: {elapsed:?}");
    // The memory of an array by index is not used until the search reaches the index.
    assert!(bytes < MOST || index != Index::Never, "{name}: {bytes} bytes");
    assert_eq!(search.run(), Status::Found, "{name}, {index:?}");
}

#[test]
fn an_absurd_capacity_takes_little_time_and_memory() {
    macro_rules! check_all {
        ($($name:ident: $family:ident $guidance:ident($laws:expr, $side:literal) $make:expr;)*) => {$(
            for hills in hills($side).into_iter().take(share(3) as usize) {
                check_absurd_capacity(stringify!($name), hills.index, ($make)(hills));
            }
        )*};
    }
    astride_laws::searches!(check_all);
}

/// On a plain, all keys are equal.
#[test]
fn nodes_with_equal_keys_can_run_out_of_memory() {
    let plain = World::new(&Plan::hills(20, 0), Guess::Zero, Index::Never);
    check("AStar", 0, &plain, |plain| AStar::new(plain).with_observer(Watcher));
}

/// A node is reached at a lower cost in the pass in which it was expanded, or waits at the end of a pass. If the
/// cheapest path leads through it, it must not be lost.
#[test]
fn an_anytime_search_that_lacks_memory_finds_no_more_expensive_path() {
    // From 0 through 1 to 4. The first list has a cheaper path through 3, which waits after some others; the second
    // list has a cheaper path to 1.
    let waiting: &[(u8, u8, u64)] = &[
        (0, 1, 5),
        (0, 3, 1),
        (0, 5, 1),
        (0, 6, 1),
        (0, 7, 1),
        (0, 8, 1),
        (1, 4, 10),
        (3, 4, 9),
    ];
    let cheaper: &[(u8, u8, u64)] = &[(0, 1, 5), (0, 2, 1), (2, 1, 1), (1, 4, 10)];
    for (edges, estimates, cost) in [
        (waiting, [0, 0, 0, 9, 0, 6, 6, 6, 6], 10),
        (cheaper, [0, 0, 4, 0, 0, 0, 0, 0, 0], 12),
    ] {
        let steps = |node: &u8| {
            let from = *node;
            edges
                .iter()
                .filter(move |edge| edge.0 == from)
                .map(|edge| (edge.1, edge.2))
        };
        let graph = FnGraph::new(steps);
        let query = Query::new(&graph, 0, |node: &u8| *node == 4).with_heuristic(|node| estimates[usize::from(*node)]);
        let mut found = 0;
        every_failure(
            0,
            || {
                let mut search = AraStar::new(&query);
                let status = search.run();
                (status, spared(|| search.path().map(|path| path.cost)))
            },
            |(status, path), has_failed| match status {
                Status::Found => {
                    found += 1;
                    assert_eq!(path, Some(cost));
                }
                Status::Failed(SearchError::OutOfMemory { .. }) => assert!(has_failed),
                status => panic!("{status:?}"),
            },
        );
        assert!(found >= 2);
    }
}

/// Only memory for the result is missing, so the search keeps its path.
#[test]
fn all_cheapest_paths_that_lack_memory_are_refused() {
    // Beside the start, there is a cycle of cost zero.
    let streets = FnGraph::new(|&(x, y): &(u32, u32)| match (x, y) {
        (0, 0) => [((1, 0), 1_u32), ((0, 1), 1), ((99, 99), 0)],
        (99, 99) => [((0, 0), 0); 3],
        _ => [((x + 1, y), 1), ((x, y + 1), 1), ((x, y + 1), 1)],
    });
    let mut search = Dijkstra::new(Query::new(streets, (0, 0), |end| *end == (20, 20)));
    let expected = OptimalPaths::of(&mut search).unwrap().count();
    let nodes = search.stats().nodes;
    let count = every_failure(
        0,
        || OptimalPaths::of(&mut search).map(|paths| paths.count()),
        |count, has_failed| match count {
            Err(OptimalPathsError::Search(error)) => {
                assert!(has_failed);
                assert_eq!(error, SearchError::OutOfMemory { nodes });
            }
            count => assert_eq!((count, has_failed), (Ok(expected), false)),
        },
    );
    assert!(count > 40);
    assert_eq!(
        (search.status(), search.path().map(|path| path.cost)),
        (Status::Found, Some(40))
    );
}

/// A repair stores labels of nodes, each page of which may find no memory.
#[test]
fn a_repair_that_lacks_memory_has_failed_until_it_is_reset() {
    let map = GridMap::from_fn(40, 40, |_| 1).unwrap();
    let problem = |map: &GridMap| {
        let ends = (Point::new(1, 20), Point::new(38, 20));
        GridProblem::new(map.clone(), ends.0, ends.1, Movement::Eight).unwrap()
    };
    let mut changed = map.clone();
    // Short walls, which are repaired, and a long one, after which the search begins again.
    let walls = [(30, 20..21), (10, 18..23), (20, 2..38)]
        .map(|(column, rows)| rows.map(move |row| (Point::new(column, row), 0)));
    let walls = walls.map(Vec::from_iter);
    for (point, cost) in walls.iter().flatten() {
        changed.set_cost(*point, *cost).unwrap();
    }
    let mut whole = AStar::new(problem(&changed));
    assert_eq!(whole.run(), Status::Found);
    let expected = whole.path().map(|path| path.cost);
    let mut failures = 0;
    every_failure(
        1024,
        || {
            let mut search = spared(|| DStarLite::new(problem(&map)));
            for wall in &walls {
                let _ = search.run();
                for (point, cost) in wall {
                    search.set_cost(*point, *cost).unwrap();
                }
            }
            let _ = search.run();
            search
        },
        |mut search, has_failed| {
            if matches!(search.status(), Status::Failed(SearchError::OutOfMemory { .. })) {
                failures += 1;
                assert!(has_failed && search.path().is_none());
            } else {
                assert_eq!(search.path().map(|path| path.cost), expected);
            }
            search.reset(problem(&changed));
            assert_eq!(
                (search.run(), search.path().map(|path| path.cost)),
                (Status::Found, expected)
            );
        },
    );
    assert!(failures > 0);
}

/// The least size of a failing allocation in bytes. The tables built here are larger, and allocations that do not grow
/// with them are smaller.
const LEAST: usize = 4096;

/// A result is either complete or an error that names the purpose of the missing memory. Allocations that do not grow
/// with the size of the result never fail.
fn check_made<T: PartialEq, E: Display>(name: &str, least: usize, build: impl Fn() -> Result<T, E>) {
    let Ok(expected) = build() else { panic!("{name}") };
    let mut errors = 0;
    let count = every_failure(least, &build, |result, has_failed| match result {
        Ok(made) => assert!(made == expected, "{name}"),
        Err(error) => {
            errors += 1;
            let text = error.to_string();
            assert!(
                has_failed && (text.contains("memory") || text.contains("too large")),
                "{name}: {text}"
            );
        }
    });
    assert!(
        count > 0 && errors > 0,
        "{name}: {errors} errors from {count} allocations"
    );
}

#[test]
fn graphs_that_lack_memory_are_refused() {
    const NODES: u32 = 1500;
    let edges = || (0..NODES).flat_map(|node| [(node, (node + 1) % NODES, node % 7 + 1), (node, node / 2, 9)]);
    let graph = || CsrGraph::from_edges(NODES as usize, edges());
    check_made("a graph", LEAST, graph);
    check_made("an undirected graph", LEAST, || {
        CsrGraph::undirected(NODES as usize, edges())
    });
    let ready = graph().unwrap();
    check_made("a reversible graph", LEAST, || spared(|| ready.clone()).reversible());
    let lines: Vec<_> = edges()
        .map(|(from, to, cost)| format!("a {} {} {cost}\n", from + 1, to + 1))
        .collect();
    let text = format!("p sp {NODES} {}\n{}", 2 * NODES, lines.concat());
    check_made("a file of a graph", LEAST, || read_graph::<u32>(text.as_bytes()));
    let lines: Vec<_> = (1..=NODES).map(|node| format!("v {node} {node} 7\n")).collect();
    let text = format!("p aux sp co {NODES}\n{}", lines.concat());
    check_made("a file of coordinates", LEAST, || read_coordinates(text.as_bytes()));
    check_made("a hierarchy", LEAST, || ContractionHierarchy::prepare(&ready));
    let hierarchy = ContractionHierarchy::prepare(&ready).unwrap();
    let path = std::env::temp_dir().join(format!("astride-faults-{}.hierarchy", std::process::id()));
    hierarchy.save(&path).unwrap();
    check_made("a file of a hierarchy", LEAST, || {
        ContractionHierarchy::<u32>::open(&path)
    });
    check_made("one to all", LEAST, || hierarchy.one_to_all(7));
    check_made("an order", LEAST, || Order::by_distances(&ready));
    let order = Order::by_distances(&ready).unwrap();
    check_made("a customizable hierarchy", LEAST, || {
        CustomizableHierarchy::new(&ready, &order)
    });
    CustomizableHierarchy::new(&ready, &order).unwrap().save(&path).unwrap();
    check_made("a file of a customizable hierarchy", LEAST, || {
        CustomizableHierarchy::<u32>::open(&path)
    });
    fs::remove_file(&path).unwrap();
}

#[test]
fn maps_that_lack_memory_are_refused() {
    let side = 300;
    let make = || GridMap::from_fn(side, side, |point| u8::from((point.x * 7 + point.y * 13) % 11 > 1));
    check_made("a map", LEAST, make);
    let map = make().unwrap();
    let text = map.to_string();
    let rows = text.replace('#', "@");
    let text = format!("type octile\nheight {side}\nwidth {side}\nmap\n{rows}");
    check_made("a file of a map", LEAST, || TerrainMap::parse(text.as_bytes()));
    let terrain = TerrainMap::parse(text.as_bytes()).unwrap();
    check_made("a map of a terrain", LEAST, || terrain.to_grid_map());
    check_made("jump points", LEAST, || {
        JumpMap::new(spared(|| map.clone()), Movement::Eight).map(|jumps| jumps.map() == &map)
    });
    check_made("a jump table", LEAST, || {
        JumpTable::new(spared(|| map.clone()), Movement::Eight).map(|jumps| jumps.map() == &map)
    });
    check_made("components", LEAST, || {
        Components::new(&map, Movement::Eight)?.component_count(&map)
    });
    check_made("a flow field", LEAST, || {
        let mut field = FlowField::new(&map, [Point::new(2, 2)], Movement::Eight).map_err(|error| error.to_string())?;
        match field.run() {
            Status::Failed(error) => Err(error.to_string()),
            _ => Ok(field.cost(Point::new(200, 100))),
        }
    });
}

#[test]
fn tables_of_puzzles_that_lack_memory_are_refused() {
    let goal: Board = "123456780".parse().unwrap();
    let partition = Partition::new(&goal, [&[1, 2, 3, 4, 5, 6][..], &[7, 8]]).unwrap();
    check_made("pattern databases", 1 << 15, || PatternDatabases::build(&partition));
    let path = std::env::temp_dir().join(format!("astride-faults-{}.pdb", std::process::id()));
    PatternDatabases::build(&partition).unwrap().save(&path).unwrap();
    check_made("a file of pattern databases", 1 << 15, || PatternDatabases::open(&path));
    fs::remove_file(&path).unwrap();
    check_made("an enumeration", 10_241, || {
        let enumeration = Enumerator::new(&goal).with_depths().finish();
        enumeration.map(|enumeration| enumeration.histogram().to_vec())
    });
    // The moves on longer boards take more.
    let goal = Board::blank_last("3x4".parse().unwrap());
    let partition = Partition::new(&goal, [&[1, 2, 3, 4][..], &[5, 6, 7, 8], &[9, 10, 11]]).unwrap();
    check_made("pattern databases of twelve cells", 1 << 13, || {
        PatternDatabases::build(&partition)
    });
    let goal = Board::blank_last("5x2".parse().unwrap());
    check_made("walking distances", LEAST, || {
        WalkingDistance::new(&goal).map(|distances| distances.patterns())
    });
    check_made("an enumeration of ten cells", 10_241, || {
        let enumeration = Enumerator::new(&goal).finish();
        enumeration.map(|enumeration| enumeration.histogram().to_vec())
    });
}

/// After enough changes, a world computes its components again. If memory runs out then, the next call does so,
/// whichever cell it changes, and even if it changes none.
#[test]
fn a_world_computes_its_components_after_memory_ran_out() {
    for next in [(5, 5), (19, 19), (0, 0)].map(Point::from) {
        let first = Point::new(0, 0);
        let map = GridMap::from_fn(20, 20, |point| u8::from(point == first)).unwrap();
        let mut world = GridWorld::<GridMap>::new(map.clone(), Movement::Four).unwrap();
        for point in map.points() {
            world.set_free(point).unwrap();
        }
        let last = Point::new(19, 19);
        let failed = (0..400).any(|_| {
            // The version of a map is smaller.
            let (result, has_failed) = failing(1, true, 32, || world.toggle(last));
            assert_eq!(result.is_err(), has_failed);
            has_failed
        });
        assert!(failed);
        assert!(!world.components().is_current(world.map()) && !world.are_connected(first, first));
        let cost = u8::from(next != Point::new(5, 5));
        world.set_cost(next, cost).unwrap();
        let fresh = Components::new(world.map(), Movement::Four).unwrap();
        for point in map.points() {
            assert_eq!(
                world.components().size(world.map(), point),
                fresh.size(world.map(), point)
            );
            assert_eq!(
                world.are_connected(first, point),
                fresh.are_connected(world.map(), first, point).unwrap()
            );
        }
    }
}
