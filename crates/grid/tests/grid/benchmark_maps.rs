//! Scenarios of real maps: A* finds every length in the benchmark files with plain steps, with jump points, and with
//! jump tables.
//!
//! N. R. Sturtevant: Benchmarks for Grid-Based Pathfinding. IEEE Transactions on Computational Intelligence and AI in
//! Games 4(2), 2012. <https://movingai.com/benchmarks>

use std::f64::consts::SQRT_2;
use std::thread;

use crate::effort::{progress, stride};
use astride::{AStar, Heuristic, Path, Status};
use astride_grid::movingai::{Scenario, ScenarioFile};
use astride_grid::{GridCost, GridMap, GridProblem, JumpMap, JumpPoints, JumpProblem, JumpTable, Movement, Point};

/// A kind of problem to which scenarios are converted.
trait OnMap: Heuristic<Cost: GridCost> {
    /// Every cell of a path.
    fn cells(&self, path: &Path<Self::Node, Self::Cost>) -> Vec<Point>;
}

impl<C: GridCost> OnMap for GridProblem<&GridMap, C> {
    fn cells(&self, path: &Path<Point, C>) -> Vec<Point> {
        path.nodes.clone()
    }
}

impl<J: JumpPoints, C: GridCost> OnMap for JumpProblem<J, C> {
    fn cells(&self, path: &Path<Self::Node, C>) -> Vec<Point> {
        self.cells(path)
    }
}

/// The length of a path from cell to cell, each step of which must be allowed. It does not depend on the costs of the
/// search.
fn walk(map: &GridMap, cells: &[Point]) -> f64 {
    let step = |pair: &[Point]| {
        let (from, to) = (pair[0], pair[1]);
        let reach = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
        assert!(reach == 1, "one step from {from} to {to}");
        let corners = [from, to, Point::new(from.x, to.y), Point::new(to.x, from.y)];
        assert!(corners.iter().all(|corner| map.is_free(*corner)), "from {from} to {to}");
        if from.x != to.x && from.y != to.y { SQRT_2 } else { 1.0 }
    };
    cells.windows(2).map(step).sum()
}

/// Solves the scenarios one after the other with one search, and checks the ends, steps and length of each path.
/// Returns the costs.
fn costs<'s, P: OnMap>(
    map: &GridMap,
    scenarios: impl Iterator<Item = &'s Scenario>,
    problem: impl Fn(&Scenario) -> P,
) -> Vec<Option<P::Cost>> {
    let mut search: Option<AStar<P>> = None;
    let solve = |scenario: &Scenario| {
        progress("scenarios of the benchmark maps");
        let question = problem(scenario);
        let search = match &mut search {
            Some(search) => {
                search.reset(question);
                search
            }
            none => none.insert(AStar::new(question)),
        };
        let status = search.run();
        assert_eq!(
            status == Status::Found,
            !scenario.is_unreachable(),
            "{scenario}: {status}"
        );
        let Some(path) = search.path() else {
            assert_eq!(status, Status::Exhausted, "{scenario}");
            return None;
        };
        let cells = search.problem().cells(&path);
        assert_eq!(
            (cells.first(), cells.last()),
            (Some(&scenario.start), Some(&scenario.goal))
        );
        let (length, counted) = (walk(map, &cells), path.cost.in_cells(Movement::Eight));
        assert!(
            scenario.is_met_by(Some(length)) && scenario.is_met_by(Some(counted)),
            "{scenario}: {length}, {counted}"
        );
        // The files use another root of 2, which makes a difference of at most 1.3 * 10^-8 of the length. Otherwise,
        // only the rounding to the digits in the file is allowed for.
        let optimum = scenario.optimum;
        let slack = optimum.rounding() + optimum.value() * 2e-8;
        assert!((length - optimum.value()).abs() <= slack, "{scenario}: {length}");
        Some(path.cost)
    };
    scenarios.map(solve).collect()
}

/// Every map in the folder with its scenarios.
fn maps() -> impl Iterator<Item = (GridMap, ScenarioFile)> {
    crate::support::movingai::files().map(|files| {
        println!("{}: {} scenarios", files.path.display(), files.scenarios.len());
        (files.map.to_grid_map().unwrap(), files.scenarios)
    })
}

/// Solves every third of these scenarios with floats as well.
#[test]
#[ignore = "20,846 scenarios: ten seconds"]
fn every_scenario_has_its_optimum_by_jumps() {
    for (map, scenarios) in maps() {
        let some = || scenarios.iter().step_by(stride());
        let jump_map = &JumpMap::new(map.clone(), Movement::Eight).unwrap();
        let table = &JumpTable::try_from(jump_map.clone()).unwrap();
        let online = costs(&map, some(), |scenario| {
            JumpProblem::new(jump_map, scenario.start, scenario.goal).unwrap()
        });
        let offline = costs(&map, some(), |scenario| {
            JumpProblem::new(table, scenario.start, scenario.goal).unwrap()
        });
        assert!(online == offline);
        costs(&map, some().step_by(3), |scenario| {
            JumpProblem::<_, f64>::new_typed(table, scenario.start, scenario.goal).unwrap()
        });
    }
}

/// Solves scenarios with A*, some of them also with floats. Also checks, for every path length in the benchmarks,
/// that the path of least cost in units of 985 and 1393 is one of least length.
#[test]
#[ignore = "20,846 scenarios: a minute"]
fn every_scenario_has_its_optimum_by_steps() {
    for (map, scenarios) in maps() {
        let map = &map;
        // Nothing else takes as long, so on one thread it would keep a single core busy at the end.
        thread::scope(|scope| {
            for first in 0..2 {
                let half = scenarios.iter().step_by(stride()).skip(first).step_by(2);
                let problem = |scenario: &Scenario| scenario.problem(map).unwrap();
                scope.spawn(move || costs(map, half, problem));
            }
        });
        costs(map, scenarios.iter().step_by(183), |scenario| {
            GridProblem::<_, f64>::new_typed(map, scenario.start, scenario.goal, Movement::Eight).unwrap()
        });
    }
}
