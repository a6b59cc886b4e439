//! A robot walks while cells around it change: D* Lite after each change, compared with A* after `reset`. Run with
//! `cargo bench --bench replanning`.

mod support {
    pub(crate) mod maps;
    pub(crate) mod random;
}

use std::env;
use std::time::{Duration, Instant};

use astride::problem::Reversed;
use astride::traits::{PairHeuristic, Reached};
use astride::{AStar, DStarLite, Graph, Heuristic, Problem, Status};
use astride_grid::{ChangeCells, GridMap, GridProblem, Movement, Point};

use support::maps::{Course, generated};
use support::random::Random;

/// The numbers of cells that change at a time.
const CELLS: [usize; 2] = [1, 10];

/// The maximum distance of these cells from the robot, or from the goal, in columns and rows.
const DISTANCE: u16 = 5;

/// The number of walks on each map.
const QUERIES: u32 = 6;

/// The number of steps between two changes.
const STEPS: usize = 3;

/// Where cells change.
#[derive(Clone, Copy, Debug)]
enum Centre {
    Robot,
    Goal,
}

fn main() {
    // `cargo bench` passes this argument, but `cargo test --benches` does not and should finish quickly.
    if !env::args().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench --bench replanning`.");
        return;
    }
    println!(
        "| what changes | A*, µs | A* from the goal | D* Lite | A* / D* Lite | expanded | from the goal | D* Lite | \
         first search | from the goal | D* Lite | changes |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    // The name of a map, if only that one is to be measured.
    let only = env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    for course in generated(512, QUERIES as usize) {
        if only.as_ref().is_some_and(|only| *only != course.name) {
            continue;
        }
        for cells in CELLS {
            row(&course, cells, Centre::Robot);
            row(&course, cells, Centre::Goal);
        }
    }
}

/// For A*, A* from the goal and D* Lite: the time and the expansions of all searches after a change, and the time of
/// the first searches.
#[derive(Default)]
struct Times {
    again: [Duration; 3],
    expanded: [u64; 3],
    first: [Duration; 3],
    changes: u32,
}

fn row(course: &Course, cells: usize, centre: Centre) {
    let mut times = Times::default();
    for (seed, query) in (0..).zip(&course.queries) {
        walk(course, *query, cells, centre, &mut Random(seed), &mut times);
    }
    let micros = |time: Duration, count: u32| time.as_secs_f64() * 1e6 / f64::from(count.max(1));
    let [a_star, from_goal, d_star] = times.again.map(|time| micros(time, times.changes));
    let first = times.first.map(|time| micros(time, QUERIES));
    let expanded = times.expanded.map(|count| count / u64::from(times.changes.max(1)));
    println!(
        "| {}, {cells} around the {} | {a_star:.0} | {from_goal:.0} | {d_star:.0} | {:.1} | {} | {} | {} | {:.0} | {:.0} | \
         {:.0} | {} |",
        course.name,
        format!("{centre:?}").to_lowercase(),
        a_star / d_star,
        expanded[0],
        expanded[1],
        expanded[2],
        first[0],
        first[1],
        first[2],
        times.changes
    );
}

/// Walks from the start to the goal, along the paths of A*.
fn walk(
    course: &Course,
    (start, goal): (Point, Point),
    cells: usize,
    centre: Centre,
    random: &mut Random,
    times: &mut Times,
) {
    let problem =
        |map: &GridMap, start| GridProblem::new(map.clone(), start, goal, Movement::Eight).expect("free cells");
    let mut map = course.map.clone();
    let mut a_star = AStar::new(problem(&map, start));
    let mut from_goal = AStar::new(FromGoal(Reversed::new(problem(&map, start))));
    let mut d_star = DStarLite::new(problem(&map, start));
    times.first[0] += time(|| a_star.run());
    times.first[1] += time(|| from_goal.run());
    times.first[2] += time(|| d_star.run());
    while let Some(path) = a_star.path().filter(|path| path.edges() > STEPS) {
        let robot = path.nodes[STEPS];
        let middle = match centre {
            Centre::Robot => robot,
            Centre::Goal => goal,
        };
        let mut changes = Vec::new();
        while changes.len() < cells {
            let mut beside = |at: u16| {
                let away = u16::try_from(random.below(usize::from(2 * DISTANCE + 1))).unwrap_or_default();
                at.wrapping_add(away).wrapping_sub(DISTANCE)
            };
            let point = Point::new(beside(middle.x), beside(middle.y));
            if map.contains(point) && point != robot && point != goal {
                let cost = u8::from(!map.is_free(point));
                map.set_cost(point, cost).expect("a cell of the map");
                changes.push((point, cost));
            }
        }
        let (again, reversed) = (problem(&map, robot), FromGoal(Reversed::new(problem(&map, robot))));
        times.again[0] += time(|| by_a_star(&mut a_star, again));
        times.again[1] += time(|| by_a_star_from_goal(&mut from_goal, reversed));
        let before = d_star.stats().expanded;
        times.again[2] += time(|| by_d_star(&mut d_star, robot, &changes));
        times.expanded[0] += a_star.stats().expanded;
        times.expanded[1] += from_goal.stats().expanded;
        times.expanded[2] += d_star.stats().expanded - before;
        times.changes += 1;
        let cost = a_star.path().map(|path| path.cost);
        assert_eq!(from_goal.path().map(|path| path.cost), cost, "{robot}");
        assert_eq!(d_star.path().map(|path| path.cost), cost, "{robot}");
    }
}

/// The problem from its goal, against the direction of the steps, which D* Lite searches when it starts again.
struct FromGoal(Reversed<GridProblem<GridMap>>);

impl Graph for FromGoal {
    type Node = Point;
    type Cost = u32;

    fn successors(&self, point: &Point) -> impl Iterator<Item = (Point, u32)> {
        self.0.successors(point)
    }

    fn visit_successors(
        &self,
        point: &Point,
        reached: Reached<'_, Point>,
        visit: impl FnMut(Point, Option<usize>, u32),
    ) {
        self.0.visit_successors(point, reached, visit);
    }

    fn index(&self, point: &Point) -> Option<usize> {
        self.0.index(point)
    }

    fn node_at(&self, index: usize) -> Option<Point> {
        self.0.node_at(index)
    }

    fn index_bound(&self) -> Option<usize> {
        self.0.index_bound()
    }
}

impl Problem for FromGoal {
    fn start(&self) -> Point {
        self.0.graph().goal()
    }

    fn is_goal(&self, point: &Point) -> bool {
        *point == self.0.graph().start()
    }
}

impl Heuristic for FromGoal {
    fn estimate(&self, point: &Point) -> u32 {
        self.0.graph().estimate_between(&self.0.graph().start(), point)
    }
}

fn time(run: impl FnOnce() -> Status) -> Duration {
    let start = Instant::now();
    let _ = run();
    start.elapsed()
}

// These names allow a profiler to distinguish the two.
#[inline(never)]
fn by_a_star(search: &mut AStar<GridProblem<GridMap>>, problem: GridProblem<GridMap>) -> Status {
    search.reset(problem);
    search.run()
}

#[inline(never)]
fn by_a_star_from_goal(search: &mut AStar<FromGoal>, problem: FromGoal) -> Status {
    search.reset(problem);
    search.run()
}

#[inline(never)]
fn by_d_star(search: &mut DStarLite<GridProblem<GridMap>>, robot: Point, changes: &[(Point, u8)]) -> Status {
    search.move_start(robot).expect("a cell of the map");
    for (point, cost) in changes {
        search.set_cost(*point, *cost).expect("a cell of the map");
    }
    search.run()
}
