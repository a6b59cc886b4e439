//! Any-angle paths compared with paths along the grid, in time and in length:
//! `cargo bench -p astride-grid --bench any_angle [-- QUERIES]`.
//!
//! If `ASTRIDE_MOVINGAI` names their folder, real maps are used as well, with about QUERIES scenarios for each map (200
//! by default).

#[path = "../../../benches/support"]
mod support {
    pub(crate) mod maps;
    pub(crate) mod movingai;
    pub(crate) mod random;
}

use std::cell::Cell;
use std::env;
use std::time::{Duration, Instant};

use astride::{AStar, Graph, Heuristic, Path, Pathfinder, Problem, Status};
use astride_grid::AnyAngle;
use astride_grid::{AnyAngleProblem, GridMap, GridProblem, Movement, Point};
use astride_grid::{LazyThetaStar, ThetaStar};
use support::maps::{Course, generated};
use support::movingai;

const MOVEMENT: Movement = Movement::Eight;

fn main() {
    let queries = env::args()
        .skip(1)
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(200);
    let mut courses = generated(512, 50);
    courses.extend(movingai::courses(queries));
    for course in &mut courses {
        // Some of the first scenarios of one map have no path.
        let Course { map, queries, .. } = course;
        queries.retain(|(start, goal)| {
            let problem = GridProblem::new(&*map, *start, *goal, MOVEMENT).expect("two free cells");
            AStar::new(problem).run() == Status::Found
        });
    }
    println!(
        "| µs a query | A*, `u32` | A*, `f64` | Theta* | Lazy Theta* | pulling taut A*'s | Theta*'s | looks, Theta* | Lazy Theta* |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    let rows: Vec<_> = courses.iter().map(measured).collect();

    println!("\n| length, in parts of A*'s | A*, taut | Theta* | Lazy Theta* | Theta*, taut | Lazy Theta*, taut |");
    println!("|---|---:|---:|---:|---:|---:|");
    let mut sum = Lengths::default();
    for (course, lengths) in courses.iter().zip(&rows) {
        lengths.print(&course.name);
        sum.add(lengths);
    }
    sum.print("all");
}

/// Times the searches of one map, prints the times, and returns the lengths.
fn measured(course: &Course) -> Lengths {
    let Course { name, map, queries } = course;
    let any_angle = |(start, goal)| AnyAngleProblem::new(map, start, goal, MOVEMENT).expect("two free cells");
    let integers = |(start, goal)| GridProblem::new(map, start, goal, MOVEMENT).expect("two free cells");
    let floats = |(start, goal)| GridProblem::<_, f64>::new_typed(map, start, goal, MOVEMENT).expect("two free cells");
    let taut = |path: &Path<Point, f64>| map.pull_taut(&path.nodes, MOVEMENT).expect("a path");

    let first = queries[0];
    let mut by_integers = AStar::new(integers(first));
    let (integer_time, _) = timed(queries, |query| {
        by_integers.reset(integers(query));
        found(&mut by_integers)
    });
    let mut by_floats = AStar::new(floats(first));
    let (float_time, steps) = timed(queries, |query| {
        by_floats.reset(floats(query));
        found(&mut by_floats)
    });
    let mut theta = ThetaStar::new(any_angle(first));
    let (theta_time, lines) = timed(queries, |query| {
        theta.reset(any_angle(query));
        found(&mut theta)
    });
    let mut lazy = LazyThetaStar::new(any_angle(first));
    let (lazy_time, lazy_lines) = timed(queries, |query| {
        lazy.reset(any_angle(query));
        found(&mut lazy)
    });
    let (taut_time, smooth) = timed(&steps, |path| taut(&path));
    let (taut_lines_time, taut_lines) = timed(&lines, |path| taut(&path));
    let (_, taut_lazy_lines) = timed(&lazy_lines, |path| taut(&path));

    let looks = |search: &dyn Fn(Counting<'_>)| {
        let looks = Cell::new(0);
        for query in queries {
            search(Counting(any_angle(*query), &looks));
        }
        looks.get() / queries.len()
    };
    let looks = [
        looks(&|problem| drop(found(&mut ThetaStar::new(problem)))),
        looks(&|problem| drop(found(&mut LazyThetaStar::new(problem)))),
    ];
    let times = [
        integer_time,
        float_time,
        theta_time,
        lazy_time,
        taut_time,
        taut_lines_time,
    ];
    let times = times.map(|time| time.as_micros().to_string());
    println!("| {name} | {} | {} | {} |", times.join(" | "), looks[0], looks[1]);

    let mut lengths = Lengths::default();
    for query in 0..queries.len() {
        let smooth = smooth[query].cost;
        let paths = [&lines, &lazy_lines, &taut_lines, &taut_lazy_lines].map(|paths| paths[query].cost);
        lengths.count(steps[query].cost, smooth, paths);
    }
    lengths
}

fn found<S: Pathfinder<Node = Point>>(search: &mut S) -> Path<Point, S::Cost> {
    assert_eq!(search.run(), Status::Found, "the cells are connected");
    search.path().expect("found")
}

/// Returns the mean time of a query, which is the least of three rounds, and the results.
fn timed<Q: Clone, R>(questions: &[Q], mut solve: impl FnMut(Q) -> R) -> (Duration, Vec<R>) {
    let mut rounds = (0..3).map(|_| {
        let start = Instant::now();
        let results: Vec<_> = questions.iter().map(|question| solve(question.clone())).collect();
        (
            start.elapsed() / u32::try_from(questions.len()).expect("few questions"),
            results,
        )
    });
    let first = rounds.next().expect("three rounds");
    rounds.fold(first, |least, round| if round.0 < least.0 { round } else { least })
}

/// Sums of lengths relative to those along the grid, and how often and by how much a path was longer than that of A*
/// pulled taut.
#[derive(Default)]
struct Lengths {
    paths: u32,
    smooth: f64,
    by_kind: [(f64, u32, f64); 4],
}

impl Lengths {
    fn count(&mut self, steps: f64, smooth: f64, kinds: [f64; 4]) {
        if steps == 0.0 {
            return;
        }
        self.paths += 1;
        self.smooth += smooth / steps;
        for ((sum, longer, most), length) in self.by_kind.iter_mut().zip(kinds) {
            *sum += length / steps;
            *longer += u32::from(length > smooth);
            *most = most.max(length / smooth - 1.0);
        }
    }

    fn add(&mut self, other: &Self) {
        self.paths += other.paths;
        self.smooth += other.smooth;
        for ((sum, longer, most), other) in self.by_kind.iter_mut().zip(other.by_kind) {
            (*sum, *longer, *most) = (*sum + other.0, *longer + other.1, most.max(other.2));
        }
    }

    fn print(&self, name: &str) {
        let paths = f64::from(self.paths);
        print!("| {name} | {:.4} |", self.smooth / paths);
        for (sum, longer, most) in self.by_kind {
            print!(
                " {:.4} ({:.1} %, {:.2} %) |",
                sum / paths,
                100.0 * f64::from(longer) / paths,
                100.0 * most
            );
        }
        println!();
    }
}

/// A problem that counts how often it is asked for a line of sight.
struct Counting<'a>(AnyAngleProblem<&'a GridMap>, &'a Cell<usize>);

impl Graph for Counting<'_> {
    type Node = Point;
    type Cost = f64;

    fn successors(&self, node: &Point) -> impl Iterator<Item = (Point, f64)> {
        self.0.successors(node)
    }

    fn index(&self, node: &Point) -> Option<usize> {
        self.0.index(node)
    }
}

impl Problem for Counting<'_> {
    fn start(&self) -> Point {
        self.0.start()
    }

    fn is_goal(&self, node: &Point) -> bool {
        self.0.is_goal(node)
    }
}

impl Heuristic for Counting<'_> {
    fn estimate(&self, node: &Point) -> f64 {
        self.0.estimate(node)
    }
}

impl AnyAngle for Counting<'_> {
    fn distance(&self, from: &Point, to: &Point) -> f64 {
        self.0.distance(from, to)
    }

    fn line_of_sight(&self, from: &Point, to: &Point) -> bool {
        self.1.set(self.1.get() + 1);
        self.0.line_of_sight(from, to)
    }
}
