//! Searches on grid maps.

use astride::{
    AStar, BidirectionalDijkstra, Budget, DStarLite, Dijkstra, FnGraph, Graph, Heuristic, IdaStar, LpaStar, Problem,
    Query, Status,
};
use astride_grid::{
    AnyAngleProblem, ChangeCells, GridMap, GridProblem, JumpMap, JumpProblem, JumpTable, Movement, Point,
};
use astride_grid::{LazyThetaStar, ThetaStar};
use astride_labels::Turns;

use crate::Table;
use crate::rows::common;
use crate::support::maps::{Course, generated};
use crate::support::movingai;
use crate::support::paired::{Promise, Work};
use crate::support::random::Random;

const MOVEMENT: Movement = Movement::Eight;

type MapProblem<'a> = GridProblem<&'a GridMap>;

pub(crate) fn add_to(table: &mut Table) {
    let mut courses = generated(256, 6);
    courses.push(terrain(256, 6));
    courses.extend(movingai::courses(6));
    for course in &mut courses {
        let Course { map, queries, .. } = course;
        // Some of the first scenarios of one map have no path.
        queries
            .retain(|(start, goal)| start != goal && AStar::new(problem(map, (*start, *goal))).run() == Status::Found);
    }
    for course in &courses {
        let (name, problems) = (&course.name, problems(course));
        common::informed(table, name, &problems);
        common::compact(table, name, &problems);
        common::bidirectional(table, name, &problems);
        let a_star = || Work::of(&problems, AStar::new);
        table.add("LpaStar, first search", name, a_star, || {
            Work::of(&problems, LpaStar::new)
        });
        table.add("DStarLite, first search", name, a_star, || {
            Work::of(&problems, DStarLite::new)
        });
        let dijkstra = || Work::of(&problems, Dijkstra::new);
        table.add("BidirectionalDijkstra beside Dijkstra", name, dijkstra, || {
            Work::of(&problems, BidirectionalDijkstra::new)
        });
        replanning(table, course);
        closures(table, course);
        turns(table, course);
        if course.map.is_uniform() {
            any_angle(table, course);
            jump_points(table, course);
        }
    }
    no_path(table);
}

fn problem(map: &GridMap, (start, goal): (Point, Point)) -> MapProblem<'_> {
    GridProblem::new(map, start, goal, MOVEMENT).expect("two free cells")
}

/// An open map with hills, whose cells cost 1 to 9.
fn terrain(side: u16, queries: usize) -> Course {
    let mut random = Random(5);
    let hills: Vec<(usize, usize, usize)> = (0..60)
        .map(|_| {
            (
                random.below(side.into()),
                random.below(side.into()),
                8 + random.below(24),
            )
        })
        .collect();
    let cost = |point: Point| {
        let (x, y) = (usize::from(point.x), usize::from(point.y));
        let within =
            |(hill_x, hill_y, radius): &&(usize, usize, usize)| x.abs_diff(*hill_x) + y.abs_diff(*hill_y) < *radius;
        u8::try_from(1 + 2 * hills.iter().filter(within).count().min(4)).expect("up to 9")
    };
    let map = GridMap::from_fn(side.into(), side.into(), cost).expect("a legal size");
    Course::sampled("terrain", map, queries, &mut random)
}

fn problems(course: &Course) -> Vec<MapProblem<'_>> {
    course
        .queries
        .iter()
        .map(|query| problem(&course.map, *query))
        .collect()
}

fn any_angle(table: &mut Table, course: &Course) {
    let Course { name, map, queries } = course;
    let any_angle: Vec<_> = queries
        .iter()
        .map(|&(start, goal)| AnyAngleProblem::new(map, start, goal, MOVEMENT).expect("two free cells"))
        .collect();
    let problems = problems(course);
    let taut = || {
        let mut work = Work::default();
        for problem in &problems {
            let mut search = AStar::new(problem);
            assert_eq!(search.run(), Status::Found);
            let path = search.path().expect("found");
            work.expanded += search.stats().expanded;
            work.bytes += search.stats().bytes;
            work.costs
                .push(map.pull_taut(&path.nodes, MOVEMENT).expect("a path of the map").cost);
        }
        work
    };
    table.add_with(
        Promise::Nothing,
        "ThetaStar beside A* and pull_taut",
        name,
        taut,
        || Work::of(&any_angle, ThetaStar::new),
    );
    table.add_with(
        Promise::Nothing,
        "LazyThetaStar beside A* and pull_taut",
        name,
        taut,
        || Work::of(&any_angle, LazyThetaStar::new),
    );
}

/// Some cells near the start or the goal become walls and then free again, with a search after each change.
fn replanning(table: &mut Table, course: &Course) {
    let Course { name, map, queries } = course;
    let Some(query) = queries.last().copied() else { return };
    let mut random = Random(9);
    for end in ["start", "goal"] {
        let middle = if end == "start" { query.0 } else { query.1 };
        let mut beside = |at: u16| {
            at.wrapping_add(u16::try_from(random.below(17)).expect("small"))
                .wrapping_sub(8)
        };
        let mut cells = Vec::new();
        while cells.len() < 12 {
            let cell = Point::new(beside(middle.x), beside(middle.y));
            if map.is_free(cell) && cell != query.0 && cell != query.1 {
                cells.push(cell);
            }
        }
        let workload = format!("{name}, near the {end}");
        let owned = || GridProblem::new(map.clone(), query.0, query.1, MOVEMENT).expect("two free cells");
        // Once with the cell as a wall, and once as it was.
        let changes: Vec<_> = cells
            .iter()
            .flat_map(|cell| [(*cell, 0), (*cell, map.cost(*cell).unwrap_or(1))])
            .collect();
        macro_rules! repairs {
            ($search:expr) => {{
                let mut search = $search;
                assert_ne!(search.run(), Status::Running);
                let changes = &changes;
                move || {
                    let mut work = Work::default();
                    for (cell, cost) in changes {
                        let before = search.stats().expanded;
                        search.set_cost(*cell, *cost).expect("a cell of the map");
                        assert_ne!(search.run(), Status::Running);
                        work.add(&search);
                        work.expanded -= before;
                    }
                    work
                }
            }};
        }
        let a_star = || {
            let (mut map, changes) = (map.clone(), &changes);
            move || {
                let mut work = Work::default();
                for (cell, cost) in changes {
                    map.set_cost(*cell, *cost).expect("a cell of the map");
                    work.run(&mut AStar::new(problem(&map, query)));
                }
                work
            }
        };
        let (lpa, d_star) = ("LpaStar, a repair", "DStarLite, a repair");
        table.add(lpa, &workload, a_star(), repairs!(LpaStar::new(owned())));
        table.add(d_star, &workload, a_star(), repairs!(DStarLite::new(owned())));
    }
}

type Cell = (usize, usize);

/// A* for each query, on a graph of pairs of numbers.
fn search<G: Graph<Node = Cell, Cost = u32>>(course: &Course, graph: &G) -> Work {
    let mut work = Work::default();
    for (start, goal) in &course.queries {
        let [start, goal] = [start, goal].map(|point| (usize::from(point.x), usize::from(point.y)));
        let left = |(x, y): &Cell| u32::try_from(x.abs_diff(goal.0) + y.abs_diff(goal.1)).unwrap_or(u32::MAX);
        work.run(&mut AStar::new(
            Query::new(graph, start, |cell| *cell == goal).with_heuristic(left),
        ));
    }
    work
}

/// The map as closures over pairs of numbers.
fn closures(table: &mut Table, course: &Course) {
    let Course { name, map, .. } = course;
    let (width, height) = (usize::from(map.width()), usize::from(map.height()));
    let point = |(x, y): Cell| {
        Point::new(
            u16::try_from(x).unwrap_or(u16::MAX),
            u16::try_from(y).unwrap_or(u16::MAX),
        )
    };
    let around = |&(x, y): &Cell| {
        let cells = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        let inside = cells.into_iter().filter(|(x, y)| *x < width && *y < height);
        inside.filter_map(|cell| {
            map.cost(point(cell))
                .filter(|cost| *cost > 0)
                .map(|cost| (cell, u32::from(cost)))
        })
    };
    let hashed = FnGraph::new(around);
    let indexed = FnGraph::new(around).with_index(|(x, y)| y * width + x);
    let numbered =
        FnGraph::new(around).with_numbering(width * height, |(x, y)| y * width + x, |at| (at % width, at / width));
    let four: Vec<_> = course
        .queries
        .iter()
        .map(|&(start, goal)| GridProblem::new(map, start, goal, Movement::Four).expect("two free cells"))
        .collect();
    let grid = || Work::of(&four, AStar::new);
    let closures = |name: &str| format!("FnGraph {name}");
    table.add(&closures("beside GridProblem"), name, grid, || search(course, &hashed));
    table.add(&closures("with_index beside GridProblem"), name, grid, || {
        search(course, &indexed)
    });
    let plain = || search(course, &hashed);
    table.add(&closures("with_index beside FnGraph"), name, plain, || {
        search(course, &indexed)
    });
    table.add(&closures("with_numbering beside FnGraph"), name, plain, || {
        search(course, &numbered)
    });
}

/// A turn costs as much as two steps: on the map, with a closure over hashed nodes, and edge by edge.
fn turns(table: &mut Table, course: &Course) {
    const TURN: u32 = 2 * 985;
    let name = &course.name;
    let step = |from: Point, to: Point| {
        let offset = |from: u16, to: u16| i32::from(to) - i32::from(from);
        (offset(from.x, to.x), offset(from.y, to.y))
    };
    let turn = |from: &Point, at: &Point, to: &Point| TURN * u32::from(step(*from, *at) != step(*at, *to));
    let problems = problems(course);
    let Some(first) = problems.first() else { return };
    let town = Turns::new(first, turn);
    let (graph, edges) = town.to_csr().expect("a map is small enough");
    let cells: Vec<Point> = (graph.nodes().map(|number| edges.turned(number)))
        .map(|turned| turned.map_or(Point::new(u16::MAX, u16::MAX), |turned| turned.at))
        .collect();
    let by_map = || Work::of(&problems, |problem| AStar::new(problem.with_turn_cost(TURN)));
    let by_closure = || Work::of(&problems, |problem| AStar::new(Turns::new(problem, turn)));
    let by_edges = || {
        Work::of(&problems, |problem| {
            let start = edges.departure(&problem.start()).expect("a cell");
            let is_goal = |number: &u32| problem.is_goal(&cells[*number as usize]);
            let query = Query::new(&graph, start, is_goal);
            AStar::new(query.with_heuristic(|number| problem.estimate(&cells[*number as usize])))
        })
    };
    table.add("with_turn_cost beside a CsrGraph of the turns", name, by_edges, by_map);
    table.add("with_turn_cost beside Turns, hashed", name, by_closure, by_map);
}

fn jump_points(table: &mut Table, course: &Course) {
    let Course { name, map, .. } = course;
    let jump_map = JumpMap::new(map.clone(), MOVEMENT).expect("a movement with jump points");
    let jump_table = JumpTable::try_from(jump_map.clone()).expect("memory");
    let problems = problems(course);
    let a_star = || Work::of(&problems, AStar::new);
    macro_rules! by_jumps {
        ($jumps:expr) => {
            || {
                Work::of(&course.queries, |&(start, goal)| {
                    AStar::new(JumpProblem::new($jumps, start, goal).expect("two free cells"))
                })
            }
        };
    }
    table.add("A* by JumpMap", name, a_star, by_jumps!(&jump_map));
    table.add("A* by JumpTable, warm", name, a_star, by_jumps!(&jump_table));
    table.add(
        "JumpTable, warm, beside JumpMap",
        name,
        by_jumps!(&jump_map),
        by_jumps!(&jump_table),
    );
    // A wall is built and removed before each query.
    let far = map
        .points()
        .filter(|point| map.is_free(*point))
        .nth(1000)
        .expect("a large map");
    macro_rules! with_changes {
        ($jumps:ident) => {{
            let mut jumps = $jumps.clone();
            move || {
                let mut work = Work::default();
                for (start, goal) in course.queries.iter().filter(|query| query.0 != far && query.1 != far) {
                    for cost in [0, 1] {
                        jumps.set_cost(far, cost).expect("a cell of the map");
                        work.run(&mut AStar::new(
                            JumpProblem::new(&jumps, *start, *goal).expect("two free cells"),
                        ));
                    }
                }
                work
            }
        }};
    }
    let row = "JumpTable, changed before each query, beside JumpMap";
    table.add(row, name, with_changes!(jump_map), with_changes!(jump_table));
}

/// 64 cells, with the goal behind a wall, to show the work of IDA* in a million expansions.
fn no_path(table: &mut Table) {
    let map = GridMap::from_fn(8, 8, |point| u8::from(point.x != 6 && (point.x, point.y) != (7, 3))).expect("a size");
    let query = (Point::new(0, 0), Point::new(7, 7));
    let a_star = || {
        let mut work = Work::default();
        work.run(&mut AStar::new(problem(&map, query)));
        work
    };
    table.add_with(
        Promise::Nothing,
        "IdaStar",
        "8×8 cells without a path, stopped at 10⁶ expansions",
        a_star,
        || {
            let mut search = IdaStar::new(problem(&map, query));
            let status = search.run_for(Budget::new().expansions(1_000_000));
            assert_eq!(status, Status::Running, "many paths lead to each cell");
            let mut work = Work::default();
            work.add(&search);
            work
        },
    );
}
