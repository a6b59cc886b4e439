//! The laws of all searches, on meshes: the engine is bound to a mesh, so `astride_laws` cannot run it on its graphs.

use std::sync::atomic::AtomicBool;

use astride::{AStar, Budget, Dijkstra, Event, Graph, Heuristic, NodeEvent, Observer, SearchError, Status};
use astride_mesh::{Mesh, MeshNode, MeshProblem, NodeKind, Polyanya, Position};

use crate::effort::share;
use crate::random::{Random, ends};
use crate::visibility::{Plan, mesh_of, position};

/// The kind of an event, its node, the parent, the length and the estimate.
type Entry = (u8, MeshNode, Option<MeshNode>, f64, Option<f64>);

/// Every event of a node.
#[derive(Default)]
struct Log(Vec<Entry>);

impl Observer<MeshNode, f64> for Log {
    fn opened(&mut self, event: NodeEvent<'_, MeshNode, f64>) {
        self.0.push((0, *event.node, event.parent.copied(), event.g, event.h));
    }

    fn expanded(&mut self, event: NodeEvent<'_, MeshNode, f64>) {
        self.0.push((1, *event.node, event.parent.copied(), event.g, event.h));
    }

    fn found(&mut self, event: NodeEvent<'_, MeshNode, f64>) {
        self.0.push((2, *event.node, event.parent.copied(), event.g, event.h));
    }
}

type Logged<'a> = Polyanya<&'a Mesh, Log>;

type Seen = crate::seen::Seen<Vec<Entry>>;

fn seen(search: &Logged<'_>) -> Seen {
    crate::seen::seen(search, search.observer().0.clone())
}

fn each_problem(check: impl Fn(&mut Random, &dyn Fn() -> MeshProblem<&'static Mesh>)) {
    for seed in 0..u64::from(share(100)) {
        let random = &mut Random::new(seed + 5_000_000);
        let mut plan = if random.below(2) == 0 {
            Plan::triangles(random, 40, 30, 20)
        } else {
            Plan::random_rectangles(random, 7, 7, 30)
        };
        let rounds = [0, 30][random.below(2)];
        plan.merge_some(random, rounds);
        if plan.polygons.is_empty() {
            continue;
        }
        let mesh: &'static Mesh = Box::leak(Box::new(mesh_of(&plan, 1.0)));
        let mut ends = ends(random, &plan, 4).into_iter().map(|end| position(end, 1.0));
        let start = ends.next().unwrap();
        let goals: Vec<Position> = ends.take([1, 1, 3, 0][random.below(4)]).collect();
        let has_goals = random.below(8) > 0;
        check(random, &|| {
            if has_goals {
                MeshProblem::to_nearest(mesh, start, goals.clone()).unwrap()
            } else {
                MeshProblem::to_all(mesh, start).unwrap()
            }
        });
    }
}

fn new(problem: MeshProblem<&'static Mesh>) -> Logged<'static> {
    Polyanya::new(problem).with_observer(Log::default())
}

fn whole(problem: &dyn Fn() -> MeshProblem<&'static Mesh>) -> Seen {
    let mut search = new(problem());
    let _ = search.run();
    seen(&search)
}

#[test]
fn pauses_change_nothing() {
    each_problem(|_, problem| {
        let expected = whole(problem);
        let drives: [&dyn Fn(&mut Logged<'static>); 7] = [
            &|search| while search.step().is_running() {},
            &|search| while search.run_for(Budget::new().expansions(1)).is_running() {},
            &|search| while search.run_for(Budget::new().expansions(7)).is_running() {},
            &|search| while search.run_for(Budget::new().nodes(3)).is_running() {},
            &|search| while search.run_for(Budget::new().memory(100)).is_running() {},
            &|search| while search.run_until(&AtomicBool::new(false)).is_running() {},
            &|search| {
                let mut is_running = true;
                while is_running {
                    let next = search.next_node();
                    let expanded = search.stats().expanded;
                    is_running = search.step().is_running();
                    if search.stats().expanded > expanded {
                        assert_eq!(next.map(|next| next.node), search.current());
                    }
                }
            },
        ];
        for (number, drive) in drives.iter().enumerate() {
            let mut search = new(problem());
            drive(&mut search);
            let mut found = seen(&search);
            // Nodes that `next_node` drops are dropped one step earlier.
            if number == 6 {
                found.stats.max_open = expected.stats.max_open;
            }
            assert_eq!(found, expected, "drive {number}");
        }
        let mut silent = Polyanya::new(problem());
        let _ = silent.run();
        assert_eq!(
            (silent.path(), silent.stats().expanded),
            (expected.path, expected.stats.expanded)
        );
    });
}

#[test]
fn an_end_stays_an_end_and_a_reset_search_is_a_new_one() {
    each_problem(|random, problem| {
        let expected = whole(problem);
        let mut search = new(problem());
        let _ = search.run();
        let _ = (search.step(), search.run(), search.next_node());
        assert_eq!(seen(&search), expected);
        search.restart();
        let _ = search.run_for(Budget::new().expansions(random.below(20) as u64));
        search.observer_mut().0.clear();
        let plan = Plan::triangles(random, 9, 9, 20);
        if !plan.polygons.is_empty() {
            let other: &'static Mesh = Box::leak(Box::new(mesh_of(&plan, 0.1)));
            search.reset(MeshProblem::new(other, Position::new(0, mid(other)), Position::new(0, mid(other))).unwrap());
            let _ = search.run_for(Budget::new().expansions(random.below(20) as u64));
        }
        search.reset(problem());
        search.observer_mut().0.clear();
        assert_eq!(
            (search.status(), search.current(), search.path()),
            (Status::Running, None, None)
        );
        assert_eq!((search.stats().nodes, search.closed_nodes().count()), (0, 0));
        let _ = search.run();
        assert_eq!(seen(&search), expected);
    });
}

/// A corner of the first polygon.
fn mid(mesh: &Mesh) -> astride_mesh::Point {
    mesh.outline(0).next().unwrap()
}

#[test]
fn a_clone_continues_like_the_original() {
    each_problem(|random, problem| {
        let mut search = Polyanya::new(problem());
        let _ = search.run_for(Budget::new().expansions(random.below(20) as u64));
        let mut copy = search.clone();
        let _ = (search.run(), copy.run());
        assert_eq!(
            (search.path(), search.stats().expanded),
            (copy.path(), copy.stats().expanded)
        );
        assert_eq!(
            search.open_nodes().collect::<Vec<_>>(),
            copy.open_nodes().collect::<Vec<_>>()
        );
    });
}

#[test]
fn events_views_and_counts_agree() {
    each_problem(|_, problem| {
        let mut search = new(problem());
        let mut is_running = true;
        while is_running {
            is_running = search.step().is_running();
            let stats = search.stats();
            let open: Vec<_> = search.open_nodes().collect();
            let closed: Vec<_> = search.closed_nodes().collect();
            assert_eq!((open.len(), open.len() + closed.len()), (stats.open, stats.nodes));
            assert!(open.iter().all(|view| view.is_open) && closed.iter().all(|view| !view.is_open));
            assert!(stats.max_open >= stats.open);
            let events = &search.observer().0;
            let count = |kind: u8| events.iter().filter(|event| event.0 == kind).count();
            assert_eq!(count(1) as u64, stats.expanded);
            assert_eq!(count(2), usize::from(search.path().is_some()));
            for view in open.iter().chain(&closed) {
                assert_eq!(search.problem().check_node(&view.node), Ok(()));
                assert_eq!(view.h, Some(search.problem().estimate(&view.node)));
                let known = search.known_node(&view.node).unwrap();
                assert!(known.g <= view.g, "{known:?} {view:?}");
                // A path leads along edges, and costs as much as they do.
                let path = search.path_to(&view.node).unwrap();
                let mut sum = 0.0;
                for pair in path.nodes.windows(2) {
                    let edge = search.problem().successors(&pair[0]).find(|(next, _)| *next == pair[1]);
                    sum += edge.unwrap_or_else(|| panic!("no edge {pair:?}")).1;
                }
                assert!((sum - path.cost).abs() <= 1e-9 * sum.max(1.0), "{path:?}");
            }
            if let Some(path) = search.best_effort_path().filter(|_| is_running) {
                let traced = search.problem().trace(&path);
                assert!(traced.length >= path.cost - 1e-9 && !traced.polygons.is_empty());
            }
        }
    });
}

#[test]
fn limits_end_a_search() {
    each_problem(|_, problem| {
        let expected = whole(problem);
        let mut search = new(problem());
        for limit in 0..40 {
            search.reset(problem());
            search.observer_mut().0.clear();
            search.set_node_limit(limit);
            let mut is_running = true;
            while is_running {
                is_running = search.step().is_running();
                assert!(search.stats().nodes <= limit);
            }
            if search.status() == expected.status {
                assert_eq!(seen(&search), expected);
                break;
            }
            assert_eq!(search.status(), Status::Failed(SearchError::NodeLimit { limit }));
            assert_eq!((search.path(), search.next_node()), (None, None));
            search.set_node_limit(usize::MAX);
            search.restart();
            search.observer_mut().0.clear();
            let _ = search.run();
            assert_eq!(seen(&search), expected);
        }
        for limit in (0..20_000).step_by(97) {
            let mut search = new(problem()).with_memory_limit(limit).with_capacity(100);
            let _ = search.run();
            assert!(search.stats().bytes <= limit);
            if search.status() == expected.status {
                assert_eq!(seen(&search), expected);
                break;
            }
            assert_eq!(search.status(), Status::Failed(SearchError::MemoryLimit { limit }));
        }
    });
}

#[test]
fn a_panic_of_the_observer_fails_the_search_until_it_is_reset() {
    each_problem(|random, problem| {
        let expected = {
            let mut search = Polyanya::new(problem());
            (search.run(), search.path(), search.stats().expanded)
        };
        let mut left = random.below(30);
        let mut search = Polyanya::new(problem()).on_event(move |event| {
            if matches!(event, Event::Opened(_)) {
                assert_ne!(left, 0, "on purpose");
                left -= 1;
            }
        });
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| search.run()));
        if result.is_err() {
            assert_eq!(search.status(), Status::Failed(SearchError::Panicked));
            let _ = (search.best_effort_path(), search.open_nodes().count());
            search.restart();
            let mut search = search.with_observer(());
            let _ = search.run();
            assert_eq!((search.status(), search.path(), search.stats().expanded), expected);
        }
    });
}

#[test]
fn other_searches_find_paths_of_the_same_length() {
    each_problem(|_, problem| {
        let mut search = Polyanya::new(problem());
        let _ = search.run();
        let expected = search.path().map(|path| path.cost);
        let mut a_star = AStar::new(problem()).with_node_limit(100_000);
        let mut dijkstra = Dijkstra::new(problem()).with_node_limit(100_000);
        for (status, found) in [(a_star.run(), a_star.path()), (dijkstra.run(), dijkstra.path())] {
            // Without pruning by roots, some searches take too long.
            if matches!(status, Status::Failed(SearchError::NodeLimit { .. })) {
                continue;
            }
            let found = found.map(|path| path.cost);
            let is_right = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() <= 1e-9 * expected,
                (found, expected) => found == expected,
            };
            assert!(is_right, "{found:?} instead of {expected:?}");
        }
    });
}

#[test]
fn a_node_of_another_mesh_causes_no_panic() {
    each_problem(|random, problem| {
        let mut search = Polyanya::new(problem());
        let _ = search.run();
        let nodes: Vec<_> = search
            .closed_nodes()
            .chain(search.open_nodes())
            .map(|view| view.node)
            .collect();
        let plan = Plan::triangles(random, 9, 9, 20);
        if plan.polygons.is_empty() {
            return;
        }
        let mesh = mesh_of(&plan, 1.0);
        let end = Position::new(0, mid(&mesh));
        for node in nodes {
            let problem = MeshProblem::new(&mesh, end, end).unwrap();
            let _ = (
                problem.successors(&node).count(),
                problem.estimate(&node),
                problem.interval(&node),
            );
            let _ = (
                problem.polygon(&node),
                problem.root(&node),
                node.kind() == NodeKind::Start,
            );
            let cost = 1.0;
            let mut other = Polyanya::new(problem);
            other.add_start(node, cost);
            let _ = other.run_for(Budget::new().expansions(1000));
            let _ = other.path().map(|path| other.problem().trace(&path));
        }
    });
}
