//! Compares the planners on the maps of the `MovingAI` benchmarks, if `ASTRIDE_DATA` names a folder that has these maps
//! in its subfolder `mapf`.

use std::path::PathBuf;

use astride::{Status, Stepper};
use astride_agents::{Cbs, Prioritized, Team};
use astride_grid::movingai::{ScenarioFile, TerrainMap};
use astride_grid::{GridProblem, Movement};

#[test]
fn costs_of_planners() {
    let Some(folder) = std::env::var_os("ASTRIDE_DATA").map(PathBuf::from) else {
        eprintln!("skipped: ASTRIDE_DATA does not name a folder");
        return;
    };
    let cases = [
        ("random-32-32-20", 20),
        ("empty-48-48", 40),
        ("maze-32-32-4", 5),
        ("warehouse-10-20-10-2-1", 30),
        ("den520d", 20),
    ];
    for (name, count) in cases {
        let map = TerrainMap::open(folder.join(format!("mapf/{name}.map"))).expect("a map");
        let map = map.to_grid_map().expect("a map");
        let file = ScenarioFile::open(folder.join(format!("mapf/{name}-random-1.scen"))).expect("scenarios");
        let agents: Vec<_> = file.iter().take(count).map(|line| (line.start, line.goal)).collect();
        let graph = GridProblem::new(&map, agents[0].0, agents[0].1, Movement::Four).expect("on the map");
        let team = Team::new(&graph, agents).expect("a team");

        let mut optimal = Cbs::new(&team);
        let begun = optimal.step();
        assert_eq!(begun, Status::Running);
        assert_eq!(optimal.run(), Status::Found, "{name}");
        let cost = optimal.cost().expect("a plan");
        assert_eq!(optimal.lower_bound(), cost, "{name}");

        let mut bounded = Cbs::bounded(&team, 1.1).expect("a factor");
        assert_eq!(bounded.run(), Status::Found, "{name}");
        let bounded_cost = bounded.cost().expect("a plan");
        assert!(bounded.lower_bound() <= cost && cost <= bounded_cost, "{name}");
        assert!(10 * bounded_cost <= 11 * bounded.lower_bound(), "{name}");

        let mut prioritized = Prioritized::new(&team);
        assert_eq!(prioritized.run(), Status::Found, "{name}");
        for plan in [optimal.plan(), bounded.plan(), prioritized.plan()] {
            let plan = plan.expect("a plan");
            assert_eq!(plan.check(&team), Ok(()), "{name}");
            assert!(plan.sum_of_costs() as u64 >= cost, "{name}");
        }
    }
}
