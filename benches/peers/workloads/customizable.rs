//! Customizable contraction hierarchies, compared on roads with `fast_paths`, which has to prepare again if costs
//! change, and on a map with terrain with A*. Also matrices and one-to-all queries on both kinds of hierarchies,
//! compared with Dijkstra's algorithm.

use astride::{AStar, Dijkstra, Graph, Query, Status};
use astride_grid::{GridMap, GridProblem, Movement, Point};
use astride_roads::HierarchySearch;
use astride_roads::{ContractionHierarchy, Coordinates, CustomizableHierarchy, Order, RankedHierarchy};

use super::prepared::input;
use super::roads::{Course, cost_of, generated, new_york, rome, solve_all};
use crate::support::contest::{Contest, NO_PATH, Target, Timed, timed, timed_then};
use crate::support::movingai;

pub(crate) fn run() {
    let courses = [Some(generated("Roads", 300, 30)), rome(), new_york()];
    for course in courses.iter().flatten() {
        roads(course);
    }
    for files in movingai::files().filter(|files| files.path.ends_with("den520d.map")) {
        let mut map = files.map.to_grid_map().expect("a map");
        for point in map.points().collect::<Vec<_>>() {
            if map.is_free(point) {
                map.set_cost(point, terrain(point)).expect("a cell");
            }
        }
        let queries = files.scenarios.iter().step_by(4);
        grid(
            &map,
            &queries.map(|query| (query.start, query.goal)).collect::<Vec<_>>(),
        );
    }
}

/// Costs of 1 to 4 in blocks of 8 × 8 cells.
fn terrain(point: Point) -> u8 {
    let block = u32::from(point.x) / 8 * 7919 + u32::from(point.y) / 8 * 104_729;
    u8::try_from(1 + block % 4).expect("a small cost")
}

fn roads(course: &Course) {
    let graph = &course.map.graph;
    let ordered = || {
        let places = &course.map.places;
        let order = if places.is_empty() {
            Order::by_distances(graph)
        } else {
            Order::by_coordinates(graph, places)
        };
        order.expect("indices")
    };
    let nothing = |()| vec![];
    let input = input(course);
    Contest::new(format!("{}, an order", course.name), 1, 1)
        .ours("Order", || timed_then(ordered, |_| vec![]))
        .run();
    let order = ordered();
    let mut hierarchy = CustomizableHierarchy::new(graph, &order).expect("small costs");
    println!("{hierarchy:?}, {} bytes\n", hierarchy.bytes());
    Contest::new(format!("{}, new costs", course.name), 1, 5)
        .ours("customize", || {
            timed_then(|| hierarchy.customize(graph).expect("the same edges"), nothing)
        })
        .peer("fast_paths", Target::Faster(1.0), || {
            timed_then(|| fast_paths::prepare(&input), |_| vec![])
        })
        .run();
    let edges: Vec<_> = graph.iter().step_by(graph.edge_count() / 500).collect();
    Contest::new(format!("{}, a changed cost", course.name), 2 * edges.len(), 5)
        .ours("set_cost", || {
            let mut change = |factor: u32| {
                for (from, to, cost) in &edges {
                    hierarchy.set_cost(*from, *to, cost * factor).expect("an edge");
                }
            };
            timed_then(
                || {
                    change(3);
                    change(1);
                },
                nothing,
            )
        })
        .run();
    // Of parallel edges, only the cost that was set last counts.
    hierarchy.customize(graph).expect("the same edges");

    let theirs = fast_paths::prepare(&input);
    let contracted = ContractionHierarchy::prepare(graph).expect("small costs");
    let queries = course.map.queries(1000, 4);
    let mut search = HierarchySearch::new(hierarchy.query(0, 0));
    let mut fixed = HierarchySearch::new(contracted.query(0, 0));
    let mut calculator = fast_paths::create_calculator(&theirs);
    Contest::new(format!("{}, customized beforehand", course.name), queries.len(), 21)
        .ours("customizable", || {
            solve_all(&queries, |start, goal| {
                search.reset(hierarchy.query(start, goal));
                cost_of(&mut search)
            })
        })
        .ours("contracted", || {
            solve_all(&queries, |start, goal| {
                fixed.reset(contracted.query(start, goal));
                cost_of(&mut fixed)
            })
        })
        .peer("fast_paths", Target::None, || {
            solve_all(&queries, |start, goal| {
                let path = calculator.calc_path(&theirs, start as usize, goal as usize);
                path.map_or(NO_PATH, |path| {
                    u32::try_from(path.get_weight()).expect("a cost that fits").into()
                })
            })
        })
        .run();

    let (sources, targets): (Vec<u32>, Vec<u32>) = queries.iter().take(100).copied().unzip();
    for (what, sources, targets) in [
        ("100 to 100", &sources[..], Some(&targets[..])),
        ("one to all", &sources[..1], None),
    ] {
        Contest::new(format!("{}, {what}", course.name), 1, 3)
            .ours("contracted", || many(&contracted, sources, targets))
            .ours("customizable", || many(&hierarchy, sources, targets))
            .peer("Dijkstra", Target::Faster(1.0), || {
                let all: Vec<u32> = graph.nodes().collect();
                let mut search = Dijkstra::one_to_all(graph, 0);
                timed(|| {
                    let row = |source: &u32| {
                        search.reset(Query::to_all(graph, *source));
                        assert_eq!(search.run(), Status::Found);
                        let costs = targets.unwrap_or(&all).iter().map(|target| search.cost_to(target));
                        costs.map(|cost| cost.map_or(NO_PATH, f64::from)).collect::<Vec<_>>()
                    };
                    sources.iter().flat_map(row).collect()
                })
            })
            .run();
    }
}

/// A matrix, or the costs from the first source to all nodes.
fn many(hierarchy: &impl RankedHierarchy<Cost = u32>, sources: &[u32], targets: Option<&[u32]>) -> Timed {
    let costs = || match targets {
        Some(targets) => hierarchy.matrix(sources, targets).expect("small costs"),
        None => vec![hierarchy.one_to_all(sources[0]).expect("small costs")],
    };
    timed_then(costs, |rows| {
        let cost = |cost: u32| if cost == u32::MAX { NO_PATH } else { cost.into() };
        rows.into_iter().flatten().map(cost).collect()
    })
}

fn grid(map: &GridMap, queries: &[(Point, Point)]) {
    let problem = |start, goal| GridProblem::new(map, start, goal, Movement::Eight).expect("free cells");
    let (start, goal) = queries[0];
    let graph = problem(start, goal);
    let bound = graph.index_bound().expect("a number of cells");
    let place = |index| {
        graph
            .node_at(index)
            .map_or((0, 0), |point| (point.x.into(), point.y.into()))
    };
    let places: Coordinates<i32> = (0..bound).map(place).collect();
    let order = Order::by_coordinates(&graph, &places).expect("indices");
    let mut hierarchy = CustomizableHierarchy::new(&graph, &order).expect("small costs");
    println!("den520d with terrain: {hierarchy:?}, {} bytes\n", hierarchy.bytes());
    Contest::new("den520d with terrain, new costs", 1, 21)
        .ours("customize", || {
            timed_then(|| hierarchy.customize(&graph).expect("the same edges"), |()| vec![])
        })
        .run();

    // Walls are built and removed, one after the other.
    let index = |point: &Point| u32::try_from(graph.index(point).expect("an index")).expect("a small map");
    let free: Vec<Point> = map.points().filter(|point| map.is_free(*point)).collect();
    let mut changed = map.clone();
    let walls: Vec<Point> = free.iter().copied().step_by(free.len() / 200).collect();
    Contest::new("den520d with terrain, a wall", 2 * walls.len(), 5)
        .ours("update", || {
            timed_then(
                || {
                    for wall in &walls {
                        let around = |centre: u16| centre.saturating_sub(1)..=centre + 1;
                        let cells = around(wall.y).flat_map(|y| around(wall.x).map(move |x| Point::new(x, y)));
                        let cells: Vec<u32> = cells
                            .filter(|cell| map.contains(*cell))
                            .map(|cell| index(&cell))
                            .collect();
                        for cost in [0, terrain(*wall)] {
                            changed.set_cost(*wall, cost).expect("a cell");
                            // Some other cell, since no problem can begin in a wall.
                            let end = free.iter().find(|cell| *cell != wall).expect("two cells");
                            let graph = GridProblem::new(&changed, *end, *end, Movement::Eight).expect("a free cell");
                            hierarchy
                                .update(&graph, cells.iter().copied())
                                .expect("edges of the map");
                        }
                    }
                },
                |()| vec![],
            )
        })
        .run();

    let mut search = HierarchySearch::new(hierarchy.query(0, 0));
    let mut astar = AStar::new(problem(start, goal));
    let solve = |cost: &mut dyn FnMut(Point, Point) -> f64| {
        timed(|| queries.iter().map(|(start, goal)| cost(*start, *goal)).collect())
    };
    Contest::new("den520d with terrain", queries.len(), 21)
        .ours("customizable", || {
            solve(&mut |start, goal| {
                search.reset(hierarchy.query(index(&start), index(&goal)));
                cost_of(&mut search)
            })
        })
        .peer("A*", Target::Faster(1.0), || {
            solve(&mut |start, goal| {
                astar.reset(problem(start, goal));
                assert_ne!(astar.run(), Status::Running);
                astar.path().map_or(NO_PATH, |path| path.cost.into())
            })
        })
        .run();
}
