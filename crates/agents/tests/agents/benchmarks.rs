//! Scenarios of the `MovingAI` benchmarks that another program has solved, if their folder exists.

use std::fs;
use std::path::PathBuf;

use astride::{Budget, Dijkstra, Status};
use astride_agents::{AnytimePlanner, Lacam, Lns, Plan, Team};
use astride_grid::movingai::{ScenarioFile, TerrainMap};
use astride_grid::{GridProblem, Movement, Point};

/// Each row of `lacam0.csv`: the team, its lower bound on the sum of costs, and the sum that the program found.
fn teams() -> Vec<(String, Team<Point>, usize)> {
    let Some(folder) = std::env::var_os("ASTRIDE_DATA") else {
        eprintln!("skipped: ASTRIDE_DATA is not set");
        return Vec::new();
    };
    let folder = PathBuf::from(folder).join("mapf");
    let read = |name: &str| fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let table = String::from_utf8(read("lacam0.csv")).expect("text");
    let mut teams = Vec::new();
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        let &[map, scenarios, agents, _, _, _, bound, _] = &columns[..] else {
            panic!("{row}");
        };
        let agents: usize = agents.parse().expect("a number");
        if agents > 1000 {
            continue;
        }
        let cells = TerrainMap::parse(&read(&format!("{map}.map"))).expect("a map");
        let cells = cells.to_grid_map().expect("a map");
        let file = ScenarioFile::parse(&read(&format!("{map}-{scenarios}.scen"))).expect("scenarios");
        let pairs: Vec<_> = file.iter().take(agents).map(|one| (one.start, one.goal)).collect();
        let team = Team::on_map(&cells, Movement::Four, pairs.iter().copied()).expect("a team");
        let bound: usize = bound.parse().expect("a number");
        if agents <= 200 {
            // The bound, computed by another search.
            let moves = pairs.iter().map(|(start, goal)| {
                let graph = GridProblem::new(&cells, *start, *goal, Movement::Four).expect("on the map");
                Dijkstra::new(graph)
                    .find_path()
                    .expect("valid costs")
                    .expect("a path")
                    .edges()
            });
            assert_eq!(moves.sum::<usize>(), bound, "{row}");
        }
        teams.push((row.to_string(), team, bound));
    }
    teams
}

#[test]
fn lacam_solves_what_lacam0_solves() {
    for (row, team, bound) in teams() {
        let mut search = Lacam::new(&team);
        assert_eq!(astride::Stepper::run(&mut search), Status::Found, "{row}");
        let plan = search.plan().expect("a plan");
        assert_eq!(plan.check(&team), Ok(()), "{row}");
        assert_eq!(search.lower_bound(), Some(bound as u64), "{row}");
        assert!(plan.sum_of_costs() >= bound && plan.sum_of_loss() >= bound, "{row}");
        let mut better = Lns::new(&team, &plan).expect("a plan");
        let _ = better.improve(Budget::new().expansions(200_000));
        let least = better.lower_bound().expect("distances");
        assert_eq!((better.plan().check(&team), least), (Ok(()), bound as u64), "{row}");
        assert!(
            better.cost() >= least && better.cost() <= plan.sum_of_costs() as u64,
            "{row}"
        );
        assert_eq!(better.plan().sum_of_costs() as u64, better.cost(), "{row}");
        let mut planner = AnytimePlanner::new(&team);
        let best = planner.best_plan(Budget::new().expansions(200_000));
        let best = best.expect("no limits").expect("a plan");
        assert_eq!((best.check(&team), planner.lower_bound()), (Ok(()), Some(bound as u64)));
        assert!((bound..=plan.sum_of_costs()).contains(&best.sum_of_costs()), "{row}");
        let text = plan.to_string();
        assert_eq!(text.parse::<Plan<Point>>(), Ok(plan), "{row}");
    }
}
