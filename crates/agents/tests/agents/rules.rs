//! The rules of teams: agents that leave their goals, nodes that share spots, agents that must not follow one another.
//! All planners against a search over the states of all agents.

use astride::{Budget, Dijkstra, FnGraph, Query, Status, Stepper};
use astride_agents::{
    AgentId, AnytimePlanner, AtEnd, Cbs, Footprint, Lacam, Lns, Order, Pibt, Plan, PlanError, Prioritized, Team,
    TeamError,
};

use crate::effort::share;
use crate::worlds::{Random, World};

/// An agent on its way, after its arrival with a number of moves left to stay, or gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Agent {
    Walks(u32),
    /// At this node. `None` stands for all moves to come.
    Stays(u32, Option<u32>),
    Gone,
}

impl Agent {
    fn node(self) -> Option<u32> {
        match self {
            Agent::Walks(node) | Agent::Stays(node, _) => Some(node),
            Agent::Gone => None,
        }
    }
}

pub(crate) fn moves_at(end: AtEnd) -> Option<u32> {
    match end {
        AtEnd::Stays => None,
        AtEnd::Leaves => Some(0),
        AtEnd::LeavesAfter(moves) => Some(u32::from(moves)),
    }
}

/// A team, and the spot of each node.
pub(crate) struct Case {
    pub(crate) world: World,
    pub(crate) team: Team<u32>,
    pub(crate) spots: Vec<u32>,
    pub(crate) can_follow: bool,
}

impl Case {
    fn spot(&self, agent: Agent) -> Option<u32> {
        agent.node().map(|node| self.spots[node as usize])
    }
}

/// The least sum over all moves of what `cost` counts for an agent that is on its way between two nodes.
fn least(case: &Case, cost: impl Fn(u32, u32, u32) -> u32) -> Option<u32> {
    let Case { world, team, .. } = case;
    let goals: Vec<u32> = team.agents().map(|(_, goal)| *goal).collect();
    let stay = moves_at(team.end());
    let graph = FnGraph::new(|at: &Vec<Agent>| {
        let mut all = vec![(Vec::new(), 0)];
        for (agent, goal) in at.iter().copied().zip(goals.iter().copied()) {
            let stayed = |left: Option<u32>| match left {
                Some(0) => Agent::Gone,
                left => Agent::Stays(goal, left.map(|left| left - 1)),
            };
            let mut options = Vec::new();
            match agent {
                Agent::Walks(node) => {
                    options.extend(
                        world
                            .steps(node)
                            .map(|next| (Agent::Walks(next), cost(node, next, goal))),
                    );
                    if node == goal {
                        options.push((stayed(stay), 0));
                    }
                }
                Agent::Stays(_, left) => options.push((stayed(left), 0)),
                Agent::Gone => options.push((Agent::Gone, 0)),
            }
            let fits = |before: &Vec<Agent>, next: Agent| {
                let mut others = before.iter().zip(at);
                let spot = |agent: Agent| case.spot(agent);
                let is_empty = |to: Agent, left: Agent| spot(to).is_none() || spot(to) != spot(left);
                others.all(|(other, from)| {
                    let is_swap = next != Agent::Gone && (spot(*other), spot(*from)) == (spot(agent), spot(next));
                    let is_apart = is_empty(next, *from) && is_empty(*other, agent);
                    is_empty(next, *other) && !is_swap && (case.can_follow || is_apart)
                })
            };
            let longer = all.iter().flat_map(|(before, sum)| {
                let fitting = options.iter().filter(|(next, _)| fits(before, *next));
                fitting.map(move |(next, more)| ([&before[..], &[*next]].concat(), sum + more))
            });
            all = longer.collect();
        }
        all
    });
    let start: Vec<Agent> = team.agents().map(|(start, _)| Agent::Walks(*start)).collect();
    let is_goal = |at: &Vec<Agent>| {
        let mut at = at.iter().zip(&goals);
        at.all(|(agent, goal)| agent.node().is_none_or(|node| node == *goal))
    };
    let path = Dijkstra::new(Query::new(graph, start, is_goal)).find_path();
    path.expect("a small graph").map(|path| path.cost)
}

fn random_case(seed: u64) -> Case {
    let mut random = Random(seed);
    let agents = 1 + random.below(3);
    let nodes = agents.max(2) + random.below([6, 5, 4][agents as usize - 1]);
    let world = World::random(nodes, &mut random);
    random_team(world, agents, &mut random)
}

/// A team with random rules.
pub(crate) fn random_team(world: World, agents: u32, random: &mut Random) -> Case {
    let nodes = world.nodes();
    let starts = random.distinct(agents, nodes);
    let (end, goals) = match random.below(4) {
        0 => (AtEnd::Stays, random.distinct(agents, nodes)),
        kind => {
            let end = match kind {
                1 => AtEnd::Leaves,
                _ => AtEnd::LeavesAfter(u16::try_from(random.below(4)).expect("a small number")),
            };
            // Several agents often have the same goal.
            let kinds = 1 + random.below(nodes);
            (end, (0..agents).map(|_| random.below(kinds)).collect())
        }
    };
    let team = Team::with_end(&world.graph(), starts.into_iter().zip(goals), end);
    let team = team.expect("all nodes can be reached");
    let mut spots: Vec<u32> = (0..world.nodes()).collect();
    if random.one_in(2) {
        // Most such spots are those of two starts or goals, in which case the nodes stay apart.
        for _ in 0..=random.below(3) {
            let mut united = spots.clone();
            united[random.below(nodes) as usize] = random.below(nodes);
            if team.clone().with_spots(|node| united[*node as usize]).is_ok() {
                spots = united;
            }
        }
    }
    // Otherwise, all teams would be without corridor reasoning.
    let team = if spots.iter().zip(0..).all(|(spot, node)| *spot == node) {
        team
    } else {
        team.with_spots(|node| spots[*node as usize]).expect("checked above")
    };
    let can_follow = !random.one_in(3);
    Case {
        world,
        team: if can_follow { team } else { team.without_following() },
        spots,
        can_follow,
    }
}

#[test]
fn all_planners_keep_the_rule_and_the_best_plans_are_optimal() {
    let mut counts = [0; 4];
    let teams = share(500);
    for seed in 0..u64::from(teams) {
        let case = random_case(seed);
        let team = case.team.clone();
        let sum = least(&case, |_, _, _| 1);
        counts[0] += u32::from(sum.is_some());

        let limit = if sum.is_some() { 1500 } else { 100 };
        let mut search = Cbs::new(&team).with_node_limit(limit);
        if search.run() == Status::Found {
            let plan = search.plan().expect("a plan");
            assert_eq!(plan.check(&team), Ok(()), "seed {seed}");
            let cost = plan.sum_of_costs();
            assert_eq!(
                (search.cost(), Some(cost)),
                (Some(cost as u64), sum.map(|sum| sum as usize)),
                "seed {seed}"
            );
            counts[1] += 1;
        } else {
            assert!(
                sum.is_none() || matches!(search.status(), Status::Failed(_)),
                "seed {seed}"
            );
        }

        let loss = least(&case, |from, to, goal| u32::from(from != goal || to != goal));
        let mut search = Lacam::new(&team).with_seed(seed);
        let mut best = None;
        while let Some(plan) = search.next_plan().expect("no limits") {
            assert_eq!(plan.check(&team), Ok(()), "seed {seed}");
            best = Some(u32::try_from(plan.sum_of_loss()).expect("a short plan"));
            assert_eq!(search.cost(), best.map(u64::from), "seed {seed}");
        }
        assert_eq!((search.status(), best), (Status::Exhausted, loss), "seed {seed}");

        let order = if seed % 2 == 0 {
            Order::Given
        } else {
            Order::LongestFirst
        };
        let mut planner = Prioritized::new(&team).with_order(order).with_attempts(4);
        if planner.run() == Status::Found {
            counts[2] += 1;
            let plan = planner.plan().expect("a plan");
            improve(&team, &plan, sum, seed);
        }
        if let Some(plan) = Lacam::new(&team).find_plan().expect("no limits") {
            counts[3] += 1;
            improve(&team, &plan, sum, seed);
        }
    }
    let most = teams * 2 / 3;
    assert!(counts.iter().all(|count| *count > most), "{counts:?} of {teams}");
}

#[test]
fn the_best_of_three_methods_keeps_the_rules_and_is_often_optimal() {
    let teams = share(500);
    let (mut plans, mut optimal) = (0, 0);
    for seed in 0..u64::from(teams) {
        let case = random_case(seed);
        let team = &case.team;
        let least = least(&case, |_, _, _| 1).map(u64::from);
        let mut planner = AnytimePlanner::new(team).with_seed(seed).with_patience(30);
        let mut cost = None;
        while let Some(plan) = planner.next_plan().expect("no limits") {
            assert_eq!(plan.check(team), Ok(()), "seed {seed}");
            assert!(cost.is_none() || planner.cost() < cost, "seed {seed}");
            cost = planner.cost();
            assert_eq!(cost, Some(plan.sum_of_costs() as u64), "seed {seed}");
        }
        assert_eq!(planner.status(), Status::Exhausted, "seed {seed}");
        assert_eq!(cost.is_some(), least.is_some(), "seed {seed}");
        assert!(
            cost >= least && (cost.is_none() || planner.lower_bound() <= least),
            "seed {seed}"
        );
        plans += u32::from(cost.is_some());
        optimal += u32::from(cost.is_some() && cost == least);
    }
    assert!(
        plans > teams * 2 / 3 && optimal > plans * 3 / 4,
        "{optimal} of {plans} optimal"
    );
}

#[test]
fn plans_are_optimal_where_conflicts_are_symmetric() {
    optimal_plans_in_narrow_worlds(share(100));
}

#[test]
#[ignore = "takes ten seconds with optimisation"]
fn plans_are_optimal_in_many_worlds_where_conflicts_are_symmetric() {
    optimal_plans_in_narrow_worlds(share(2000));
}

fn optimal_plans_in_narrow_worlds(teams: u32) {
    let mut solved = 0;
    for seed in 0..u64::from(teams) {
        let mut random = Random(seed);
        let world = World::narrow(&mut random);
        let agents = if world.nodes() > 7 { 2 } else { 2 + random.below(2) };
        let case = random_team(world, agents, &mut random);
        let sum = least(&case, |_, _, _| 1).map(u64::from);
        let limit = if sum.is_some() { 3000 } else { 100 };
        for factor in [1.0, 1.2] {
            let search = Cbs::bounded(&case.team, factor).expect("a factor");
            let mut search = search.with_node_limit(limit);
            search.run();
            let bound = search.lower_bound();
            assert!(sum.is_none_or(|sum| bound <= sum), "seed {seed}: {bound} of {sum:?}");
            let Some(plan) = search.plan() else {
                let is_none = sum.is_none() || matches!(search.status(), Status::Failed(_));
                assert!(is_none, "seed {seed}");
                continue;
            };
            assert_eq!(plan.check(&case.team), Ok(()), "seed {seed}");
            assert_eq!(search.cost(), Some(plan.sum_of_costs() as u64), "seed {seed}");
            if factor > 1.0 {
                assert!(
                    plan.sum_of_costs() * 5 <= usize::try_from(bound).expect("small") * 6,
                    "seed {seed}"
                );
            } else {
                assert_eq!(search.cost(), sum, "seed {seed}");
                solved += 1;
            }
        }
    }
    assert!(solved > teams * 3 / 4, "{solved} of {teams}");
}

/// Checks a plan and those to which large neighbourhood search improves it.
fn improve(team: &Team<u32>, plan: &Plan<u32>, least: Option<u32>, seed: u64) {
    let least = least.expect("a plan exists") as usize;
    assert_eq!(plan.check(team), Ok(()), "seed {seed}");
    assert!(plan.sum_of_costs() >= least, "seed {seed}");
    let mut search = Lns::new(team, plan).expect("a plan").with_patience(20).with_seed(seed);
    search.improve(Budget::new());
    let better = search.plan();
    assert_eq!(better.check(team), Ok(()), "seed {seed}");
    assert_eq!(search.cost(), better.sum_of_costs() as u64, "seed {seed}");
    assert!(
        (least..=plan.sum_of_costs()).contains(&better.sum_of_costs()),
        "seed {seed}"
    );
}

#[test]
fn agents_leave_the_game_after_their_stay() {
    let mut left = 0;
    for seed in 0..u64::from(share(300)) {
        let Case {
            world,
            team,
            spots,
            can_follow,
        } = random_case(seed);
        let mut game = Pibt::new(&team).with_seed(seed);
        let mut agents: Vec<_> = game.agents().map(|agent| (agent, 0)).collect();
        for _ in 0..40 {
            let before: Vec<_> = game.positions().map(|(agent, node)| (agent, *node)).collect();
            for (agent, stayed) in &mut agents {
                let is_home = game.position(*agent) == game.goal(*agent);
                *stayed = if is_home { *stayed + 1 } else { 0 };
            }
            game.next_move();
            let is_over = |stayed: u32| moves_at(team.end()).is_some_and(|moves| stayed > moves);
            agents.retain(|(agent, stayed)| {
                assert_eq!(game.position(*agent).is_err(), is_over(*stayed), "seed {seed}");
                left += u32::from(is_over(*stayed));
                !is_over(*stayed)
            });
            let after: Vec<_> = game.positions().map(|(agent, node)| (agent, *node)).collect();
            for (place, (agent, node)) in after.iter().enumerate() {
                let is_apart = |other: u32| spots[other as usize] != spots[*node as usize];
                assert!(after[..place].iter().all(|(_, other)| is_apart(*other)), "seed {seed}");
                let (_, from) = before.iter().find(|(one, _)| one == agent).expect("the same agent");
                assert!(world.has_step(*from, *node), "seed {seed}");
                let is_free = |(one, other): &(AgentId, u32)| one == agent || is_apart(*other);
                assert!(can_follow || before.iter().all(is_free), "seed {seed}");
            }
        }
    }
    assert!(left > share(200), "{left}");
}

#[test]
fn a_plan_is_checked_by_the_rule_of_its_team() {
    let line = FnGraph::new(|node: &u32| {
        let next = [node.wrapping_sub(1), node + 1].into_iter().filter(|next| *next < 4);
        next.map(|next| (next, 1_u32))
    });
    let agents = [(2, 3), (0, 3)];
    assert!(matches!(Team::new(&line, agents), Err(TeamError::SameGoal { .. })));
    let waits = |moves: usize| {
        let mut path = vec![0, 1];
        path.extend(vec![1; moves]);
        path.extend([2, 3]);
        Plan::from_paths([vec![2, 3], path]).expect("two paths")
    };
    for (end, needed) in [
        (AtEnd::Leaves, 0),
        (AtEnd::LeavesAfter(1), 0),
        (AtEnd::LeavesAfter(3), 2),
        (AtEnd::LeavesAfter(9), 8),
    ] {
        let team = Team::with_end(&line, agents, end).expect("a team");
        assert_eq!(waits(needed).check(&team), Ok(()), "{end:?}");
        if needed > 0 {
            let (one, other, time, node) = (0, 1, 2 + needed, "3".to_owned());
            assert_eq!(
                waits(needed - 1).check(&team),
                Err(PlanError::SameNode { one, other, time, node })
            );
        }
    }
}

#[test]
fn places_to_leave_from_that_cannot_be_numbered_are_an_error() {
    let line = FnGraph::new(|node: &u32| {
        let next = [node.wrapping_sub(1), node + 1]
            .into_iter()
            .filter(|next| *next < 70_000);
        next.map(|next| (next, 1_u32))
    });
    let agents = |count: u32| (0..count).map(|agent| (agent, 69_999));
    assert!(Team::with_end(&line, agents(100), AtEnd::LeavesAfter(u16::MAX)).is_ok());
    let error = Team::with_end(&line, agents(65_536), AtEnd::LeavesAfter(u16::MAX));
    assert_eq!(error.map(|_| ()), Err(TeamError::TooLarge));
}

#[test]
fn large_agents_leave_a_gap_if_they_must_not_follow() {
    let mut found = 0;
    for seed in 0..u64::from(share(300)) {
        let mut random = Random(seed);
        let nodes = 8 + random.below(8);
        let world = World::random(nodes, &mut random);
        let (starts, goals) = (random.distinct(3, nodes), random.distinct(3, nodes));
        let end = if random.one_in(2) {
            AtEnd::Stays
        } else {
            AtEnd::LeavesAfter(1)
        };
        let team = Team::with_end(&world.graph(), starts.into_iter().zip(goals), end);
        let team = team.expect("all nodes can be reached").without_following();
        // A node and one beside it.
        let covered: Vec<Vec<u32>> = (0..nodes)
            .map(|node| vec![node, world.next[node as usize][0]])
            .collect();
        let footprint = Footprint::new(&team, |node: &u32| covered[*node as usize].clone());
        let is_large = random.below(3) as usize;
        let planner = Prioritized::new(&team).with_footprint(is_large, footprint);
        let mut planner = planner.expect("it fits everywhere");
        if planner.run() != Status::Found {
            continue;
        }
        found += 1;
        let plan = planner.plan().expect("a plan");
        assert_eq!(plan.check(&team), Ok(()), "seed {seed}");
        let arrivals: Vec<usize> = (0..3)
            .map(|agent| {
                let path: Vec<u32> = plan.path(agent).copied().collect();
                path.iter()
                    .rposition(|node| Some(node) != path.last())
                    .map_or(0, |time| time + 1)
            })
            .collect();
        let cells = |agent: usize, time: usize| {
            let is_there = moves_at(end).is_none_or(|moves| time <= arrivals[agent] + moves as usize);
            let node = *plan.position(agent, time).expect("an agent");
            let cells = if agent == is_large {
                covered[node as usize].clone()
            } else {
                vec![node]
            };
            if is_there { cells } else { Vec::new() }
        };
        for time in 0..=plan.makespan() + 2 {
            for (one, other) in [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)] {
                let taken = cells(one, time);
                let is_free = |cell: &u32| !cells(other, time).contains(cell) && !cells(other, time + 1).contains(cell);
                assert!(taken.iter().all(is_free), "seed {seed}, time {time}");
            }
        }
    }
    assert!(found > share(60), "{found}");
}

/// One agent is still at its start when the other one would enter it.
#[test]
fn agents_in_a_row_that_must_not_follow() {
    let line = FnGraph::new(|place: &u32| {
        let next = [place.wrapping_sub(1), place + 1].into_iter().filter(|next| *next < 6);
        next.map(|next| (next, 1_u32))
    });
    for ends in [[(1, 3), (0, 2)], [(0, 2), (1, 3)]] {
        let team = Team::new(&line, ends).expect("a team").without_following();
        let mut search = Cbs::new(&team);
        assert_eq!((search.run(), search.cost()), (Status::Found, Some(5)));
    }
}
