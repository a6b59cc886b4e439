//! Errors in teams and plans are found and named.

use astride::FnGraph;
use astride_agents::{Plan, PlanError, Team, TeamError};
use astride_grid::{GridMap, GridProblem, Movement, Point};

type Cells = GridProblem<GridMap>;

fn cells(map: &str) -> Cells {
    let map: GridMap = map.parse().expect("a map");
    let free = map.points().find(|cell| map.is_free(*cell)).expect("a free cell");
    GridProblem::new(map, free, free, Movement::Four).expect("on the map")
}

fn points<const A: usize>(places: [(u16, u16); A]) -> [Point; A] {
    places.map(|(x, y)| Point::new(x, y))
}

#[test]
fn wrong_teams() {
    let map = cells("..@.\n..@.");
    let [a, b, c, right, wall] = points([(0, 0), (1, 0), (1, 1), (3, 0), (2, 0)]);
    let error = |agents: &[(Point, Point)]| Team::new(&map, agents.iter().copied()).unwrap_err();
    let text = |agents: &[(Point, Point)]| error(agents).to_string();
    assert_eq!(error(&[]), TeamError::NoAgents);
    assert_eq!(
        text(&[(a, b), (c, a), (a, c)]),
        format!("agents 0 and 2 both start at {a:?}")
    );
    assert_eq!(
        text(&[(a, b), (c, b)]),
        format!("agents 0 and 1 have the same goal {b:?}")
    );
    for goal in [right, wall, Point::new(9, 9)] {
        let expected = format!("agent 1 cannot get from {b:?} to {goal:?}: no path leads there");
        assert_eq!(text(&[(a, c), (b, goal)]), expected);
    }
    // The goal is in reach of another agent, but not of this one.
    assert!(matches!(
        error(&[(a, right), (right, a)]),
        TeamError::Unreachable { agent: 0, .. }
    ));
    let crowd = [(a, a), (b, b), (c, c), (a, b), (b, a)];
    assert_eq!(error(&crowd), TeamError::TooManyAgents { agents: 5, nodes: 4 });
}

#[test]
fn one_way_streets() {
    let circle = FnGraph::new(|n: &u32| {
        if *n < 4 {
            vec![((n + 1) % 4, 1_u32)]
        } else {
            vec![(0, 1)]
        }
    });
    assert!(Team::new(&circle, [(0, 3), (3, 2)]).is_ok());
    // Node 4 leads into the circle, and nothing leads back.
    let error = Team::new(&circle, [(4, 1), (2, 4)]).unwrap_err();
    assert!(matches!(error, TeamError::Unreachable { agent: 1, .. }));
}

#[test]
fn wrong_plans() {
    let [a, b, c, d] = points([(0, 0), (1, 0), (0, 1), (1, 1)]);
    let team = Team::new(&cells("..\n.."), [(a, b), (b, c)]).expect("a team");
    let check = |paths: [Vec<Point>; 2]| Plan::from_paths(paths).expect("no empty path").check(&team);
    assert_eq!(check([vec![a, a, b], vec![b, d, c]]), Ok(()));
    assert!(matches!(
        check([vec![a, b], vec![b, a, c]]),
        Err(PlanError::Swap {
            one: 0,
            other: 1,
            time: 1,
            ..
        })
    ));
    assert!(matches!(
        check([vec![a, b], vec![b, b, d, c]]),
        Err(PlanError::SameNode { time: 1, .. })
    ));
    assert!(matches!(
        check([vec![a, b], vec![b, c]]),
        Err(PlanError::NoEdge { agent: 1, time: 1, .. })
    ));
    assert!(matches!(
        check([vec![a], vec![b, d, c]]),
        Err(PlanError::OtherGoal { agent: 0, .. })
    ));
    assert!(matches!(
        check([vec![c, a, b], vec![b, d, c]]),
        Err(PlanError::OtherStart { agent: 0, .. })
    ));
    let one = Plan::from_paths([vec![a, b]]).expect("no empty path");
    assert_eq!(one.check(&team), Err(PlanError::OtherAgents { plan: 1, team: 2 }));
    assert_eq!(
        Plan::from_paths([vec![a], vec![]]),
        Err(PlanError::EmptyPath { agent: 1 })
    );
}

#[test]
fn costs_of_a_plan() {
    let [a, b, c, d] = points([(0, 0), (1, 0), (0, 1), (1, 1)]);
    // The second agent is at its goal after the first move, makes way, and comes back.
    let plan = Plan::from_paths([vec![a, a, c], vec![b, d, b, d]]).expect("no empty path");
    assert_eq!((plan.makespan(), plan.sum_of_costs(), plan.sum_of_loss()), (3, 5, 5));
    let idle = Plan::from_paths([vec![a, a, c], vec![d, d, d, b, d]]).expect("no empty path");
    assert_eq!((idle.makespan(), idle.sum_of_costs(), idle.sum_of_loss()), (4, 6, 4));
    assert_eq!(idle.position(0, 9), Some(&c));
    assert_eq!((idle.position(2, 0), idle.path(1).count()), (None, 5));
    let nobody: Plan<u32> = Plan::from_paths([]).expect("no empty path");
    assert_eq!(
        (nobody.makespan(), nobody.sum_of_costs(), nobody.sum_of_loss()),
        (0, 0, 0)
    );
}

#[test]
fn an_infinite_cost_is_no_edge() {
    let broken = FnGraph::new(|n: &u32| {
        if *n == 0 {
            vec![(1, u32::MAX), (2, 1)]
        } else {
            vec![(0, 1)]
        }
    });
    assert!(Team::new(&broken, [(0, 2)]).is_ok());
    assert!(matches!(
        Team::new(&broken, [(0, 1)]),
        Err(TeamError::Unreachable { agent: 0, .. })
    ));

    // Any other cost is one move.
    for cost in [f64::NAN, -f64::NAN, -1.0, f64::MAX] {
        let graph = FnGraph::new(|n: &u32| [(1 - n, cost)]);
        assert!(Team::new(&graph, [(0, 1)]).is_ok(), "{cost}");
    }
}

#[cfg(feature = "grid")]
#[test]
fn walls_on_maps() {
    let map: GridMap = "..@.\n..@.".parse().expect("a map");
    let [a, b, wall, right, far] = points([(0, 0), (1, 0), (2, 0), (3, 0), (9, 9)]);
    let error = |agents: &[(Point, Point)]| {
        let error = Team::on_map(&map, Movement::Four, agents.iter().copied()).unwrap_err();
        error.to_string()
    };
    assert_eq!(
        error(&[(a, b), (wall, a)]),
        "the start (2,0) of agent 1 is a wall or off the map"
    );
    assert_eq!(
        error(&[(a, b), (b, far)]),
        "the goal (9,9) of agent 1 is a wall or off the map"
    );
    assert_eq!(error(&[]), TeamError::NoAgents.to_string());
    assert!(error(&[(a, right)]).starts_with("agent 0 cannot get from"));
    let team = Team::on_map(&map, Movement::Four, [(a, b)]).expect("a team");
    assert_eq!((team.len(), team.node_count()), (1, 4));
}
