//! Improving plans: compared with optimal ones, with and without pauses, and the ends of the search.

use astride::{Budget, Status, Stepper};
use astride_agents::{Lacam, Lns, Plan, PlanError, Team};

use crate::cbs::least_sum;
use crate::effort::share;
use crate::worlds::{Random, World};

#[test]
fn plans_get_better_and_stay_plans() {
    let (mut gained, mut optimal, teams) = (0, 0, share(400).max(60));
    for seed in 0..u64::from(teams) {
        let mut random = Random(seed);
        let agents = 2 + random.below(3);
        let nodes = agents + random.below([7, 5, 3][agents as usize - 2]);
        let world = World::random(nodes, &mut random);
        let team = world.team(agents, &mut random);
        let Some(first) = Lacam::new(&team).with_seed(seed).find_plan().expect("no limits") else {
            continue;
        };
        let size = 1 + random.below(4) as usize;
        let search = Lns::new(&team, &first).expect("a plan");
        let mut search = search.with_seed(seed).with_size(size).with_patience(100);
        assert_eq!(search.plan(), first);
        let mut cost = first.sum_of_costs() as u64;
        assert_eq!((search.cost(), search.lower_bound()), (cost, None));
        while let Some(plan) = search.next_plan().expect("no limits") {
            assert_eq!(plan.check(&team), Ok(()), "seed {seed}");
            assert!(search.cost() < cost, "seed {seed}");
            cost = search.cost();
            assert_eq!(plan.sum_of_costs() as u64, cost, "seed {seed}");
            gained += 1;
        }
        // The end is final, and the plan remains available.
        assert_eq!(
            (search.step(), search.seek_next()),
            (Status::Exhausted, Status::Exhausted)
        );
        let plan = search.plan();
        assert_eq!((plan.check(&team), plan.sum_of_costs() as u64), (Ok(()), cost));
        let least = least_sum(&world, &team).expect("there is a plan") as u64;
        assert!(
            search.lower_bound().is_some_and(|bound| bound <= least) && least <= cost,
            "seed {seed}"
        );
        optimal += u32::from(cost == least);
    }
    assert!(
        gained > 0 && optimal > teams / 4,
        "{gained} better plans, {optimal} optimal"
    );
}

/// Agents on 8 x 8 cells that all cross the middle.
fn crowd() -> (Team<usize>, Plan<usize>) {
    let next = |cell: &usize| {
        let (x, y) = (cell % 8, cell / 8);
        let steps = [
            (x > 0).then(|| cell - 1),
            (x < 7).then(|| cell + 1),
            (y > 0).then(|| cell - 8),
            (y < 7).then(|| cell + 8),
        ];
        steps.into_iter().flatten().map(|cell| (cell, 1_u32))
    };
    let team = Team::new(&astride::FnGraph::new(next), (0..20).map(|cell| (cell, 63 - cell))).expect("a team");
    let plan = Lacam::new(&team).find_plan().expect("no limits").expect("a plan");
    (team, plan)
}

#[test]
fn the_same_seed_leads_to_the_same_plans_with_and_without_pauses() {
    let (team, first) = crowd();
    let search = |seed| Lns::new(&team, &first).expect("a plan").with_seed(seed);
    let (mut one, mut other) = (search(7), search(7));
    for _ in 0..10 {
        let plan = one.next_plan().expect("no limits").expect("a better plan");
        let _ = other.seek_next();
        while other.run_for(Budget::new().expansions(30)) == Status::Running {}
        assert_eq!(other.plan(), plan);
        assert_eq!(other.stats().expanded, one.stats().expanded);
    }
    let mut different = search(8);
    let _ = different.improve(Budget::new().expansions(100_000));
    assert_ne!(different.plan(), one.plan());
    assert_eq!(different.status(), Status::Found);
    assert!(different.cost() < first.sum_of_costs() as u64);
    assert_eq!(different.plan().check(&team), Ok(()));
}

#[test]
fn an_optimal_plan_ends_the_search() {
    let line = astride::FnGraph::new(|n: &usize| [(n + 1, 1_u32)].into_iter().filter(|(n, _)| *n < 5));
    let team = Team::new(&line, [(0, 3), (1, 4)]).expect("a team");
    let late = Plan::from_paths([vec![0, 1, 2, 3], vec![1, 1, 2, 3, 4]]);
    let late = late.expect("paths");
    assert!(matches!(Lns::new(&team, &late), Err(PlanError::SameNode { .. })));
    let slow = Plan::from_paths([vec![0, 0, 0, 1, 2, 3], vec![1, 2, 2, 3, 4]]).expect("paths");
    let mut search = Lns::new(&team, &slow).expect("a plan");
    assert_eq!(search.improve(Budget::new()), Status::Exhausted);
    assert_eq!((search.cost(), search.lower_bound()), (6, Some(6)));
    let others = Plan::from_paths([vec![0]]).expect("a path");
    assert_eq!(
        Lns::new(&team, &others).map(|_| ()),
        Err(PlanError::OtherAgents { plan: 1, team: 2 })
    );
}
