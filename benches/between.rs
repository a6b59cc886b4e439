//! Searches between optimal and fast ones: `cargo bench --bench between [-- QUERIES]`.
//!
//! Prints the mean expansions of weighted A* and of searches with other bounding functions on Korf's hundred
//! 15-puzzles. Also compares anytime search with A* and measures real-time search on generated maps and, if
//! `ASTRIDE_MOVINGAI` names their folder, on real ones, with about QUERIES scenarios for each map (50 by default).

mod support {
    #[expect(
        dead_code,
        reason = "only the boards of the 15-puzzle and their lengths are used here"
    )]
    pub(crate) mod instances;
    pub(crate) mod maps;
    pub(crate) mod movingai;
    pub(crate) mod random;
}

use std::env;

use astride::npuzzle::Puzzle;
use astride::search::{BoundedAStar, BoundingFunction, LssLrtaStar, NextMove};
use astride::{AStar, AraStar, Graph, Pathfinder, Stats, Status, WeightedAStar};
use astride_grid::{GridProblem, Movement};
use support::instances::fifteen_puzzles;
use support::maps::{Course, generated};
use support::movingai;

/// The weights of anytime search.
const WEIGHTS: [f64; 3] = [3.0, 2.0, 1.0];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `cargo bench` passes this argument, but `cargo test --benches` does not and should finish quickly.
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench --bench between`.");
        return;
    }
    let queries = arguments
        .iter()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(50);
    let mut courses = generated(512, queries);
    courses.extend(movingai::courses(queries));
    for course in &mut courses {
        // Some of the first scenarios of one map have no path, and some begin at the goal.
        let Course { map, queries, .. } = course;
        queries.retain(|(start, goal)| {
            let problem = GridProblem::new(&*map, *start, *goal, Movement::Eight).expect("two free cells");
            start != goal && AStar::new(problem).run() == Status::Found
        });
    }
    anytime(&courses);
    real_time(&courses);
    bounded();
}

/// Runs a search, and returns its statistics and the cost of its path.
fn run<S: Pathfinder<Cost = u32>>(mut search: S) -> (Stats, u32) {
    assert_eq!(search.run(), Status::Found);
    (search.stats(), search.path().expect("found").cost)
}

fn bounded() {
    let puzzles: Vec<_> = fifteen_puzzles()
        .iter()
        .map(|instance| (instance.puzzle(), instance.length))
        .collect();
    let row = |factor: f64, name: &str, search: &dyn Fn(&Puzzle) -> (Stats, u32)| {
        let (mut expanded, mut ratio) = (0, 0.0);
        for (puzzle, length) in &puzzles {
            let (stats, cost) = search(puzzle);
            expanded += stats.expanded;
            ratio += f64::from(cost) / as_float(*length);
        }
        let count = puzzles.len();
        let (expanded, ratio) = (mean(expanded, count), ratio / as_float(count));
        println!("| {factor} | {name} | {expanded} | {ratio:.3} |");
    };
    println!("\n| factor | search | expansions | cost, in parts of the optimum |");
    println!("|---:|---|---:|---:|");
    for factor in [3.0, 2.0, 1.5] {
        let weighted = |puzzle| WeightedAStar::new(puzzle, factor).expect("a weight");
        row(factor, "weighted A*", &|puzzle| run(weighted(puzzle.clone())));
        row(factor, "the same with reopening", &|puzzle| {
            run(weighted(puzzle.clone()).with_reopening())
        });
        for function in [
            BoundingFunction::Pwxd,
            BoundingFunction::Xdp,
            BoundingFunction::Xup,
            BoundingFunction::Pwxu,
        ] {
            let bounded = |puzzle: Puzzle| {
                let search = BoundedAStar::new(puzzle, factor).expect("a factor");
                search.with_function(function)
            };
            row(factor, &format!("{function:?}"), &|puzzle| run(bounded(puzzle.clone())));
            row(factor, "the same with reopening", &|puzzle| {
                run(bounded(puzzle.clone()).with_reopening())
            });
        }
    }
}

fn anytime(courses: &[Course]) {
    println!("| | A* | ARA*, the first path | its bound | its cost | ARA* | weighted A* at all weights |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for Course { name, map, queries } in courses {
        let (mut plain, mut first, mut all, mut each) = (0, 0, 0, 0);
        let (mut bound, mut ratio) = (0.0, 0.0);
        for (start, goal) in queries {
            let problem = GridProblem::new(map, *start, *goal, Movement::Eight).expect("two free cells");
            let (stats, optimum) = run(AStar::new(&problem));
            plain += stats.expanded;
            let mut search = AraStar::new(&problem);
            while search.bound().is_infinite() {
                let _ = search.step();
            }
            first += search.stats().expanded;
            bound += search.bound();
            let cost = search.best_effort_path().expect("found").cost;
            ratio += f64::from(cost) / f64::from(optimum);
            let (stats, cost) = run(search);
            assert_eq!(cost, optimum);
            all += stats.expanded;
            for weight in WEIGHTS {
                let search = WeightedAStar::new(&problem, weight).expect("a weight");
                each += run(search).0.expanded;
            }
        }
        let count = queries.len();
        let [plain, first, all, each] = [plain, first, all, each].map(|expanded| mean(expanded, count));
        let [bound, ratio] = [bound, ratio].map(|sum| sum / as_float(count));
        println!("| {name} | {plain} | {first} | {bound:.3} | {ratio:.3} | {all} | {each} |");
    }
}

fn real_time(courses: &[Course]) {
    println!("\n| | look-ahead | way, in parts of the optimum | third trial |");
    println!("|---|---:|---:|---:|");
    // In mazes, an agent that does not look far ahead walks for a very long time.
    for Course { name, map, queries } in courses.iter().filter(|course| !course.name.contains("maze")) {
        for look_ahead in [100, 1000] {
            let mut ways = [0.0; 3];
            for (start, goal) in queries {
                let problem = GridProblem::new(map, *start, *goal, Movement::Eight).expect("two free cells");
                let (_, optimum) = run(AStar::new(&problem));
                let mut agent = LssLrtaStar::new(&problem);
                for way in &mut ways {
                    let mut from = *start;
                    agent.restart(from);
                    while let NextMove::To(cell) = agent.next_move(look_ahead).expect("no failure") {
                        let step = problem.successors(&from).find(|(to, _)| *to == cell);
                        *way += f64::from(step.expect("a step").1) / f64::from(optimum);
                        from = cell;
                    }
                }
            }
            let [first, _, third] = ways.map(|way| way / as_float(queries.len()));
            println!("| {name} | {look_ahead} | {first:.2} | {third:.2} |");
        }
    }
}

fn mean(sum: u64, count: usize) -> u64 {
    sum / count as u64
}

#[expect(clippy::cast_precision_loss, reason = "few questions")]
fn as_float(count: usize) -> f64 {
    count as f64
}
