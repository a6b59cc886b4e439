//! Scenarios of real maps: every length that the benchmark files promise, by canonical A*, by jump points and by tables.
//!
//! N. R. Sturtevant: Benchmarks for Grid-Based Pathfinding. IEEE Transactions on Computational Intelligence and AI in
//! Games 4(2), 2012. <https://movingai.com/benchmarks>

use std::f64::consts::SQRT_2;
use std::path::{self, PathBuf};
use std::{env, fs};

use astride::grid::{CanonicalProblem, GridMap, GridProblem, JumpMap, JumpProblem, JumpTable, Movement, Point};
use astride::{AStar, Heuristic, Path, Status};

struct Scenario {
    start: Point,
    goal: Point,
    length: f64,
}

/// The maps of the folder, or none and a notice that the test is skipped.
fn maps() -> Vec<PathBuf> {
    let Some(folder) = env::var_os("ASTRIDE_MOVINGAI").filter(|folder| !folder.is_empty()) else {
        let notice = "SKIPPED: no real map was searched, since ASTRIDE_MOVINGAI names no folder of maps";
        eprintln!("{notice}");
        return Vec::new();
    };
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut maps: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "map"))
        .collect();
    maps.sort();
    assert!(!maps.is_empty(), "{} has no maps", folder.display());
    maps
}

fn read(path: &path::Path) -> (GridMap, Vec<Scenario>) {
    let text =
        |path: &path::Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let map = text(path);
    // Four lines of header.
    let rows: Vec<&[u8]> = map
        .lines()
        .skip(4)
        .map(str::as_bytes)
        .filter(|row| !row.is_empty())
        .collect();
    let is_free = |point: Point| b".GS".contains(&rows[usize::from(point.y)][usize::from(point.x)]);
    let map = GridMap::from_fn(rows[0].len(), rows.len(), |point| u8::from(is_free(point))).unwrap();
    let scenarios = text(&path.with_extension("map.scen"));
    let scenario = |line: &str| {
        // Bucket, map, width, height, start x and y, goal x and y, optimal length.
        let fields: Vec<&str> = line.split_whitespace().collect();
        let point = |at: usize| Point::new(fields[at].parse().unwrap(), fields[at + 1].parse().unwrap());
        Scenario {
            start: point(4),
            goal: point(6),
            length: fields[8].parse().unwrap(),
        }
    };
    (
        map,
        scenarios
            .lines()
            .skip(1)
            .filter(|line| !line.is_empty())
            .map(scenario)
            .collect(),
    )
}

/// Answers the scenarios one after the other in one search: each path's cost, and a look at each path. A few goals cannot
/// be reached; the files give them the length 0.
fn costs<P: Heuristic>(
    scenarios: &[&Scenario],
    problem: impl Fn(Point, Point) -> P,
    mut look: impl FnMut(&P, &Path<P::Node, P::Cost>, &Scenario),
) -> Vec<Option<P::Cost>> {
    let mut search: Option<AStar<P>> = None;
    let solve = |scenario: &&Scenario| {
        let Scenario { start, goal, length } = **scenario;
        let question = problem(start, goal);
        let search = match &mut search {
            Some(search) => {
                search.reset(question);
                search
            }
            none => none.insert(AStar::new(question)),
        };
        let is_unreachable = length == 0.0 && start != goal;
        let expected = if is_unreachable {
            Status::Exhausted
        } else {
            Status::Found
        };
        assert_eq!(search.run(), expected, "from {start} to {goal}");
        let path = search.path()?;
        look(search.problem(), &path, scenario);
        Some(path.cost)
    };
    scenarios.iter().map(solve).collect()
}

/// Lengths in the files are rounded: to six digits, some to two after the point.
fn is_length(found: f64, written: f64) -> bool {
    (found - written).abs() < 0.0051 + 1e-5 * written
}

/// The length of a way from cell to cell, each step of which must be allowed.
fn length(map: &GridMap, cells: &[Point]) -> f64 {
    let step = |pair: &[Point]| {
        let (from, to) = (pair[0], pair[1]);
        assert!(
            from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) == 1,
            "one step from {from} to {to}"
        );
        let corners = [from, to, Point::new(from.x, to.y), Point::new(to.x, from.y)];
        assert!(corners.iter().all(|corner| map.is_free(*corner)), "from {from} to {to}");
        if from.x != to.x && from.y != to.y { SQRT_2 } else { 1.0 }
    };
    cells.windows(2).map(step).sum()
}

/// Every `stride`-th scenario of each map by jumps, every `slow_stride`-th by the searches that take longer, too.
fn check(stride: usize, slow_stride: usize) {
    for path in maps() {
        let (map, scenarios) = read(&path);
        let sample = |stride: usize| -> Vec<&Scenario> { scenarios.iter().step_by(stride).collect() };
        let jump_map = JumpMap::new(map.clone(), Movement::Eight).unwrap();
        let table = JumpTable::try_from(jump_map.clone()).unwrap();
        let check_length = |cells: &[Point], scenario: &Scenario| {
            let found = length(&map, cells);
            let Scenario { start, goal, length } = scenario;
            assert!(
                is_length(found, *length),
                "{}: {start} to {goal}: {found}",
                path.display()
            );
        };

        let fast = sample(stride);
        let online = costs(
            &fast,
            |start, goal| JumpProblem::new(&jump_map, start, goal).unwrap(),
            |problem, path, scenario| check_length(&problem.cells(path), scenario),
        );
        let offline = costs(
            &fast,
            |start, goal| JumpProblem::new(&table, start, goal).unwrap(),
            |problem, path, scenario| check_length(&problem.cells(path), scenario),
        );
        assert_eq!(online, offline, "{}", path.display());
        let exact = costs(
            &fast,
            |start, goal| JumpProblem::<_, f64>::with_cost(&table, start, goal).unwrap(),
            |_, path, scenario| assert!(is_length(path.cost, scenario.length)),
        );
        assert_eq!(exact.len(), fast.len());

        let slow = sample(slow_stride);
        let plain = |start, goal| GridProblem::new(&map, start, goal, Movement::Eight).unwrap();
        let plain = costs(&slow, plain, |_, path, scenario| check_length(&path.nodes, scenario));
        let canonical = costs(
            &slow,
            |start, goal| CanonicalProblem::new(&map, start, goal, Movement::Eight).unwrap(),
            |_, path, scenario| {
                let cells: Vec<Point> = path.nodes.iter().map(|node| node.point).collect();
                check_length(&cells, scenario);
            },
        );
        let online = costs(
            &slow,
            |start, goal| JumpProblem::new(&jump_map, start, goal).unwrap(),
            |_, _, _| (),
        );
        assert_eq!((&canonical, &online), (&plain, &plain), "{}", path.display());
    }
}

#[test]
fn scenarios_have_their_lengths() {
    check(7, 131);
}

#[test]
#[ignore = "all of them, by plain steps too: minutes"]
fn all_scenarios_have_their_lengths() {
    check(1, 1);
}
