//! Compares optimal plans, and plans within a factor, with a search over the arrangements of all agents.

use astride::{AStar, Budget, FnGraph, Query, SearchError, Status, Stepper};
use astride_agents::{Cbs, Team};

use crate::effort::share;
use crate::worlds::{Random, World};

/// The least sum of costs, computed by a search over all places of all agents. Each agent may stop at its goal for
/// good.
pub(crate) fn least_sum(world: &World, team: &Team<u32>) -> Option<usize> {
    type Arrangement = Vec<(u32, bool)>;
    let goals: Vec<u32> = team.agents().map(|(_, goal)| *goal).collect();
    let graph = FnGraph::new(|at: &Arrangement| {
        let mut all: Vec<(Arrangement, u32)> = vec![(Vec::new(), 0)];
        for (agent, (node, has_stopped)) in at.iter().copied().enumerate() {
            let mut options: Vec<((u32, bool), u32)> = Vec::new();
            if has_stopped || node == goals[agent] {
                options.push(((node, true), 0));
            }
            if !has_stopped {
                options.extend(world.steps(node).map(|next| ((next, false), 1)));
            }
            let fits = |before: &Arrangement, next: u32| {
                let mut others = before.iter().zip(at);
                others.all(|((other, _), (from, _))| *other != next && (*other, *from) != (node, next))
            };
            let longer = all.iter().flat_map(|(before, cost)| {
                let fitting = options.iter().filter(|((next, _), _)| fits(before, *next));
                fitting.map(move |(option, more)| ([&before[..], &[*option]].concat(), cost + more))
            });
            all = longer.collect();
        }
        all
    });
    let start: Arrangement = team.agents().map(|(start, _)| (*start, false)).collect();
    let is_goal = |at: &Arrangement| at.iter().all(|(_, has_stopped)| *has_stopped);
    let query = Query::new(graph, start, is_goal).with_heuristic(|at: &Arrangement| {
        let away = at.iter().zip(&goals).filter(|((node, _), goal)| node != *goal).count();
        u32::try_from(away).expect("few")
    });
    AStar::new(query)
        .find_path()
        .expect("a search")
        .map(|path| path.cost as usize)
}

#[test]
fn optimal_and_bounded_plans() {
    compare(share(400));
}

#[test]
#[ignore = "takes a minute with optimisation"]
fn optimal_and_bounded_plans_of_many_teams() {
    compare(share(2000));
}

fn compare(teams: u32) {
    let (mut solved, mut unsolved) = (0, 0);
    for seed in 0..u64::from(teams) {
        let mut random = Random(seed);
        let agents = 2 + random.below(3);
        let nodes = agents + random.below([7, 5, 3][agents as usize - 2]);
        let mut world = World::random(nodes, &mut random);
        if seed % 4 == 0 {
            world.add_dead_end(random.below(nodes));
        }
        let team = world.team(agents, &mut random);
        let optimum = least_sum(&world, &team);
        let limit = if optimum.is_some() { 1500 } else { 100 };
        let mut search = Cbs::new(&team).with_node_limit(limit);
        let mut before = 0;
        while search.run_for(Budget::new().expansions(1)) == Status::Running {
            assert!(search.lower_bound() >= before, "seed {seed}");
            before = search.lower_bound();
            assert_eq!(search.plan(), None);
            let stats = search.stats();
            assert!(stats.open <= stats.max_open, "seed {seed}: {stats:?}");
        }
        let Some(optimum) = optimum else {
            unsolved += 1;
            assert_ne!(search.status(), Status::Found, "seed {seed}");
            continue;
        };
        assert!(search.lower_bound() <= optimum as u64, "seed {seed}");
        if search.status() == Status::Failed(SearchError::NodeLimit { limit }) {
            continue;
        }
        solved += 1;
        assert_eq!(search.status(), Status::Found, "seed {seed}");
        let plan = search.plan().expect("a plan");
        assert_eq!(plan.check(&team), Ok(()), "seed {seed}");
        assert_eq!(plan.sum_of_costs(), optimum, "seed {seed}");
        assert_eq!(
            (search.cost(), search.lower_bound()),
            (Some(optimum as u64), optimum as u64)
        );

        let factor = if random.one_in(8) {
            1e12
        } else {
            1.0 + f64::from(random.below(11)) / 10.0
        };
        let mut search = Cbs::bounded(&team, factor).expect("a factor").with_node_limit(3000);
        if search.run() != Status::Found {
            continue;
        }
        let plan = search.plan().expect("a plan");
        assert_eq!(plan.check(&team), Ok(()), "seed {seed}");
        assert_eq!(search.cost(), Some(plan.sum_of_costs() as u64));
        assert!(search.lower_bound() <= optimum as u64, "seed {seed}");
        let most = f64::from(u32::try_from(search.lower_bound()).expect("small")) * factor;
        assert!(
            f64::from(u32::try_from(plan.sum_of_costs()).expect("small")) <= most + 1e-9,
            "seed {seed}"
        );
    }
    assert!(
        solved > teams / 2 && unsolved > teams / 10,
        "{solved} solved, {unsolved} without a plan"
    );
}

#[test]
fn teams_without_a_plan() {
    // Two agents on an edge cannot change places. The search proves this, since there are only two arrangements.
    let edge = FnGraph::new(|node: &u32| [(1 - node, 1_u32)]);
    let team = Team::new(&edge, [(0, 1), (1, 0)]).expect("a team");
    assert_eq!(Cbs::new(&team).run(), Status::Exhausted);

    // On a long corridor, the proof would take too long.
    let line = FnGraph::new(|node: &u32| {
        let beside = [node.wrapping_sub(1), node + 1].into_iter().filter(|next| *next < 9);
        beside.map(|next| (next, 1_u32))
    });
    let team = Team::new(&line, [(0, 8), (8, 0)]).expect("a team");
    let mut search = Cbs::new(&team).with_node_limit(50);
    assert_eq!(search.run(), Status::Failed(SearchError::NodeLimit { limit: 50 }));
    assert!(search.lower_bound() > 16 && search.plan().is_none() && search.cost().is_none());
    assert_eq!(search.step(), search.status());
}

#[test]
fn wrong_factors() {
    let edge = FnGraph::new(|node: &u32| [(1 - node, 1_u32)]);
    let team = Team::new(&edge, [(0, 1)]).expect("a team");
    for factor in [0.5, f64::NAN, f64::INFINITY] {
        let error = Cbs::bounded(&team, factor).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the weight is {factor}, but it must be finite and at least 1")
        );
    }
}

#[test]
fn a_tree_without_nodes_solves_nothing() {
    let line = FnGraph::new(|node: &u32| (*node < 3).then(|| (node + 1, 1_u32)));
    let team = Team::new(&line, [(0, 3)]).expect("a team");
    let mut search = Cbs::new(&team).with_node_limit(0);
    assert_eq!(search.run(), Status::Failed(SearchError::NodeLimit { limit: 0 }));
    assert_eq!((search.plan(), search.stats().nodes), (None, 0));
    assert_eq!(Cbs::new(&team).with_node_limit(1).run(), Status::Found);
}
