//! The best plan within a budget: with and without pauses, and teams without a plan.

use astride::{Budget, FnGraph, Status, Stepper};
use astride_agents::{AnytimePlanner, Lacam, Team};

/// Agents on 8 x 8 cells that all cross the middle.
fn crowd() -> Team<usize> {
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
    Team::new(&FnGraph::new(next), (0..24).map(|cell| (cell, 63 - cell))).expect("a team")
}

#[test]
fn the_same_seed_leads_to_the_same_plans_with_and_without_pauses() {
    let team = crowd();
    let planner = |seed| AnytimePlanner::new(&team).with_seed(seed);
    let (mut one, mut other) = (planner(7), planner(7));
    for _ in 0..10 {
        let plan = one.next_plan().expect("no limits").expect("a better plan");
        let _ = other.seek_next();
        while other.run_for(Budget::new().expansions(30)) == Status::Running {}
        assert_eq!(other.plan(), Some(plan));
        assert_eq!(other.stats().expanded, one.stats().expanded);
    }
    let mut different = planner(8);
    let plan = different
        .best_plan(Budget::new().expansions(100_000))
        .expect("no limits");
    assert_ne!(different.plan(), one.plan());
    assert_eq!(plan.map(|plan| plan.check(&team)), Some(Ok(())));
}

#[test]
fn the_first_plan_is_that_of_lacam_and_a_budget_may_be_too_small_for_it() {
    let team = crowd();
    let mut planner = AnytimePlanner::new(&team);
    assert_eq!((planner.cost(), planner.lower_bound()), (None, None));
    assert_eq!(planner.best_plan(Budget::new().expansions(1)), Ok(None));
    assert_eq!(planner.status(), Status::Running);
    let first = Lacam::new(&team).find_plan().expect("no limits");
    assert_eq!(planner.next_plan().expect("no limits"), first);
    let cost = planner.cost().expect("a plan");
    let better = planner.best_plan(Budget::new().expansions(200_000));
    let better = better.expect("no limits").expect("a plan");
    assert_eq!(better.check(&team), Ok(()));
    assert_eq!(Some(better.sum_of_costs() as u64), planner.cost());
    assert!(planner.cost() < Some(cost) && planner.lower_bound() <= planner.cost());
}

#[test]
fn a_team_without_a_plan_exhausts_the_search() {
    let corridor = FnGraph::new(|x: &i32| {
        let next = [x - 1, x + 1].into_iter().filter(|x| (0..5).contains(x));
        next.map(|x| (x, 1_u32))
    });
    let team = Team::new(&corridor, [(0, 4), (4, 0)]).expect("a team");
    let mut planner = AnytimePlanner::new(&team);
    assert_eq!(planner.best_plan(Budget::new()), Ok(None));
    assert_eq!((planner.status(), planner.plan()), (Status::Exhausted, None));
}

#[test]
fn without_memory_the_search_fails_or_goes_on_without_lacam() {
    let team = crowd();
    let mut planner = AnytimePlanner::new(&team).with_memory_limit(100);
    assert!(matches!(planner.run(), Status::Failed(_)));
    assert_eq!(planner.plan(), None);
    // Enough for the first plan.
    let mut first = Lacam::new(&team);
    first.run();
    let bytes = first.stats().bytes + 20_000;
    let mut planner = AnytimePlanner::new(&team).with_memory_limit(bytes).with_patience(500);
    planner.improve(Budget::new());
    assert_eq!(planner.status(), Status::Exhausted);
    assert_eq!(planner.plan().map(|plan| plan.check(&team)), Some(Ok(())));
}
