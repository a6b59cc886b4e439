//! Moves that take time: all planners that accept them, and the check of plans, against a search over the states of all
//! agents.

use astride::{Budget, Dijkstra, FnGraph, Query, Status, Stepper};
use astride_agents::{
    AnytimePlanner, AtEnd, Cbs, Durations, Lns, Order, Plan, PlanError, Prioritized, ReservationError, Reservations,
    Retry, Team, TeamError,
};

use crate::effort::share;
use crate::rules::{Case, moves_at, random_team};
use crate::worlds::{Random, World};

/// An agent at a node, on its way with a number of moves left, after its arrival with a number of moves left to stay,
/// or gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Agent {
    At(u32),
    Between(u32, u32, u32),
    /// `None` stands for all moves to come.
    Stays(u32, Option<u32>),
    Gone,
}

/// A team whose moves take time, and the number of moves from each node to each other.
struct Timed {
    case: Case,
    team: Team<u32, Durations>,
    moves: Vec<Vec<u32>>,
}

impl Timed {
    /// The spots where an agent is.
    fn held(&self, agent: Agent) -> Vec<u32> {
        let nodes = match agent {
            Agent::At(node) | Agent::Stays(node, _) => vec![node],
            Agent::Between(from, to, _) => vec![from, to],
            Agent::Gone => vec![],
        };
        nodes.iter().map(|node| self.case.spots[*node as usize]).collect()
    }

    /// Whether two agents can go from one state to another at the same time.
    fn is_allowed(&self, one: [Agent; 2], other: [Agent; 2]) -> bool {
        let [before, after] = one.map(|agent| self.held(agent));
        let [before_other, after_other] = other.map(|agent| self.held(agent));
        let overlap = |here: &[u32], there: &[u32]| here.iter().any(|spot| there.contains(spot));
        let without =
            |all: &[u32], out: &[u32]| -> Vec<u32> { all.iter().copied().filter(|spot| !out.contains(spot)).collect() };
        let (left, entered) = (without(&before, &after), without(&after, &before));
        let (left_other, entered_other) = (
            without(&before_other, &after_other),
            without(&after_other, &before_other),
        );
        let is_swap = overlap(&left, &entered_other) && overlap(&entered, &left_other);
        let follows = overlap(&after, &before_other) || overlap(&before, &after_other);
        !overlap(&after, &after_other) && !is_swap && (self.case.can_follow || !follows)
    }

    /// The states after a move, with the node where a plan lists the agent.
    fn options(&self, agent: Agent, goal: u32) -> Vec<(Agent, u32)> {
        let stayed = |left: Option<u32>| match left {
            Some(0) => Agent::Gone,
            left => Agent::Stays(goal, left.map(|left| left - 1)),
        };
        match agent {
            Agent::At(node) => {
                let steps = self.case.world.steps(node).map(|next| {
                    let moves = self.moves[node as usize][next as usize];
                    if node == next || moves == 1 {
                        (Agent::At(next), next)
                    } else {
                        (Agent::Between(node, next, moves - 1), node)
                    }
                });
                let stay = (node == goal).then(|| (stayed(moves_at(self.team.end())), goal));
                steps.chain(stay).collect()
            }
            Agent::Between(_, to, 1) => vec![(Agent::At(to), to)],
            Agent::Between(from, to, left) => vec![(Agent::Between(from, to, left - 1), from)],
            Agent::Stays(_, left) => vec![(stayed(left), goal)],
            Agent::Gone => vec![(Agent::Gone, goal)],
        }
    }

    /// The least sum over all moves of what `cost` counts for an agent that has not arrived, given where a plan lists
    /// it before and after the move.
    fn least(&self, cost: impl Fn(u32, u32, u32) -> u32) -> Option<u32> {
        let goals: Vec<u32> = self.team.agents().map(|(_, goal)| *goal).collect();
        let graph = FnGraph::new(|at: &Vec<Agent>| {
            let mut all = vec![(Vec::new(), 0)];
            for (agent, goal) in at.iter().copied().zip(goals.iter().copied()) {
                let listed = match agent {
                    Agent::At(node) | Agent::Between(node, ..) => Some(node),
                    _ => None,
                };
                let options = self.options(agent, goal).into_iter();
                let options: Vec<(Agent, u32)> = options
                    .map(|(next, node)| {
                        let has_arrived = matches!(next, Agent::Stays(..) | Agent::Gone);
                        let listed = listed.filter(|_| !has_arrived);
                        (next, listed.map_or(0, |listed| cost(listed, node, goal)))
                    })
                    .collect();
                let fits = |before: &Vec<Agent>, next: Agent| {
                    let mut others = before.iter().zip(at);
                    others.all(|(other, from)| self.is_allowed([agent, next], [*from, *other]))
                };
                let longer = all.iter().flat_map(|(before, sum)| {
                    let fitting = options.iter().filter(|(next, _)| fits(before, *next));
                    fitting.map(move |(next, more)| ([&before[..], &[*next]].concat(), sum + more))
                });
                all = longer.collect();
            }
            all
        });
        let start: Vec<Agent> = self.team.agents().map(|(start, _)| Agent::At(*start)).collect();
        let is_goal = |at: &Vec<Agent>| {
            let mut at = at.iter().zip(&goals);
            at.all(|(agent, goal)| match agent {
                Agent::At(node) => node == goal,
                Agent::Between(..) => false,
                Agent::Stays(..) | Agent::Gone => true,
            })
        };
        let path = Dijkstra::new(Query::new(graph, start, is_goal)).find_path();
        path.expect("a small graph").map(|path| path.cost)
    }

    /// Whether the paths of all agents, which have one node for each time, are legal.
    fn is_legal(&self, paths: &[Vec<u32>]) -> bool {
        let agents = paths.iter().zip(self.team.agents());
        let states: Option<Vec<Vec<Agent>>> = agents
            .map(|(path, (start, goal))| {
                let is_complete = path.first() == Some(start) && path.last() == Some(goal);
                self.states(path).filter(|_| is_complete)
            })
            .collect();
        let Some(states) = states else {
            return false;
        };
        let times = paths.iter().map(Vec::len).max().expect("an agent") + 5;
        let at = |agent: usize, time: usize| states[agent][time.min(states[agent].len() - 1)];
        (1..times).all(|time| {
            (0..paths.len()).all(|one| {
                let step = |agent: usize| [at(agent, time - 1), at(agent, time)];
                (0..one).all(|other| self.is_allowed(step(one), step(other)))
            })
        })
    }

    /// The states of an agent with a path, until nothing changes any more. `None` if it cannot follow the path.
    fn states(&self, path: &[u32]) -> Option<Vec<Agent>> {
        let goal = *path.last()?;
        let arrival = path
            .iter()
            .rposition(|node| *node != goal)
            .map_or(0, |before| before + 1);
        let mut states = vec![Agent::At(path[0])];
        let mut time = 0;
        while time < arrival {
            // The agent waits as long as it can.
            let change = time + path[time..].iter().position(|node| *node != path[time])?;
            let (from, to) = (path[time], path[change]);
            if !self.case.world.next[from as usize].contains(&to) {
                return None;
            }
            let moves = self.moves[from as usize][to as usize] as usize;
            let waits = (change - time).checked_sub(moves)?;
            states.extend(vec![Agent::At(from); waits]);
            states.extend((1..moves).rev().map(|left| {
                let left = u32::try_from(left).expect("few moves");
                Agent::Between(from, to, left)
            }));
            states.push(Agent::At(to));
            time = change;
        }
        match moves_at(self.team.end()) {
            None => states.push(Agent::Stays(goal, None)),
            Some(moves) => {
                states.extend((0..moves).rev().map(|left| Agent::Stays(goal, Some(left))));
                states.push(Agent::Gone);
            }
        }
        Some(states)
    }
}

/// A random team whose moves take up to `most` moves.
fn random_case(seed: u64, most: u32) -> Timed {
    let mut random = Random(seed);
    let agents = 1 + random.below(3);
    let nodes = agents.max(2) + random.below([6, 4, 3][agents as usize - 1]);
    let world = World::random(nodes, &mut random);
    timed(world, agents, most, &mut random)
}

fn timed(world: World, agents: u32, most: u32, random: &mut Random) -> Timed {
    let nodes = world.nodes();
    let case = random_team(world, agents, random);
    let rare = 1 + random.below(3);
    let mut duration = || if random.one_in(rare) { 1 + random.below(most) } else { 1 };
    let moves: Vec<Vec<u32>> = (0..nodes).map(|_| (0..nodes).map(|_| duration()).collect()).collect();
    let team = case.team.clone();
    let team = team.with_durations(|from, to| moves[*from as usize][*to as usize]);
    Timed {
        team: team.expect("small durations"),
        case,
        moves,
    }
}

fn check(timed: &Timed, plan: &Plan<u32>, seed: u64) -> u32 {
    assert_eq!(plan.check(&timed.team), Ok(()), "seed {seed}");
    let paths: Vec<Vec<u32>> = (0..plan.agents())
        .map(|agent| plan.path(agent).copied().collect())
        .collect();
    assert!(timed.is_legal(&paths), "seed {seed}: {plan:?}");
    u32::try_from(plan.sum_of_costs()).expect("a short plan")
}

#[test]
fn plans_are_legal_and_those_of_conflict_based_search_are_optimal() {
    compare(share(2000));
}

fn compare(teams: u32) {
    let mut counts = [0; 5];
    for seed in 0..u64::from(teams) {
        let timed = random_case(seed, 4);
        let team = &timed.team;
        let sum = timed.least(|_, _, _| 1);
        let loss = timed.least(|from, to, goal| u32::from(from != goal || to != goal));
        counts[0] += u32::from(sum.is_some());

        let limit = if sum.is_some() { 2000 } else { 20 };
        for factor in [1.0, 1.3] {
            let search = Cbs::bounded(team, factor).expect("a factor");
            let mut search = search.with_node_limit(limit);
            search.run();
            let bound = search.lower_bound();
            assert!(sum.is_none_or(|sum| bound <= sum.into()), "seed {seed}");
            let Some(plan) = search.plan() else {
                let is_none = sum.is_none() || matches!(search.status(), Status::Failed(_));
                assert!(is_none, "seed {seed}");
                continue;
            };
            let cost = check(&timed, &plan, seed);
            assert_eq!(search.cost(), Some(cost.into()), "seed {seed}");
            assert!(
                loss.is_some_and(|loss| loss as usize <= plan.sum_of_loss()),
                "seed {seed}"
            );
            if factor > 1.0 {
                assert!(u64::from(cost) * 10 <= bound * 13, "seed {seed}: {cost} of {bound}");
            } else {
                assert_eq!(Some(cost), sum, "seed {seed}");
                counts[1] += 1;
            }
        }

        let (order, retry) = if seed % 2 == 0 {
            (Order::Given, Retry::FailedFirst)
        } else {
            (Order::LongestFirst, Retry::Shuffled { seed })
        };
        let planner = Prioritized::new(team).with_order(order).with_retry(retry);
        let mut planner = planner.with_attempts(6);
        if planner.run() == Status::Found {
            counts[2] += 1;
            let plan = planner.plan().expect("a plan");
            let cost = check(&timed, &plan, seed);
            let mut search = Lns::new(team, &plan).expect("a plan").with_patience(20).with_seed(seed);
            search.improve(Budget::new());
            let better = check(&timed, &search.plan(), seed);
            assert_eq!(search.cost(), better.into(), "seed {seed}");
            assert!(sum.is_some_and(|sum| (sum..=cost).contains(&better)), "seed {seed}");
            assert!(search.lower_bound() <= sum.map(u64::from), "seed {seed}");
            counts[3] += u32::from(Some(better) == sum);
        }

        let mut planner = AnytimePlanner::new(team).with_seed(seed).with_patience(20);
        let mut cost = None;
        while let Ok(Some(plan)) = planner.next_plan() {
            let sum_of_plan = check(&timed, &plan, seed);
            assert!(cost.is_none_or(|cost| sum_of_plan < cost), "seed {seed}");
            cost = Some(sum_of_plan);
        }
        assert!(cost >= sum || cost.is_none(), "seed {seed}");
        counts[4] += u32::from(cost.is_some());
    }
    let most = teams / 2;
    assert!(counts.iter().all(|count| *count > most), "{counts:?} of {teams}");
}

#[test]
fn plans_are_optimal_where_conflicts_are_symmetric() {
    let teams = share(500);
    let mut solved = 0;
    for seed in 0..u64::from(teams) {
        let mut random = Random(seed);
        let world = World::narrow(&mut random);
        let timed = timed(world, 2, 3, &mut random);
        let sum = timed.least(|_, _, _| 1);
        let limit = if sum.is_some() { 3000 } else { 20 };
        let mut search = Cbs::new(&timed.team).with_node_limit(limit);
        search.run();
        if let Some(plan) = search.plan() {
            assert_eq!(Some(check(&timed, &plan, seed)), sum, "seed {seed}");
            solved += 1;
        }
    }
    assert!(solved > teams * 2 / 3, "{solved} of {teams}");
}

#[test]
fn plans_are_checked_by_the_rules_of_the_search() {
    let (mut legal, mut illegal) = (0, [0; 6]);
    for seed in 0..u64::from(share(20_000)) {
        let timed = random_case(seed, 3);
        let mut random = Random(!seed);
        // Agents that go to their goals by random paths, some of which are too fast or use missing edges.
        let is_hasty = random.one_in(8);
        let paths: Vec<Vec<u32>> = timed
            .team
            .agents()
            .map(|(start, goal)| {
                let mut path = vec![*start];
                for _ in 0..12 {
                    let at = path[path.len() - 1];
                    if at == *goal && !random.one_in(3) {
                        break;
                    }
                    let next = &timed.case.world.next[at as usize];
                    if next.is_empty() || random.one_in(4) {
                        path.push(at);
                        continue;
                    }
                    let mut to = next[random.below(u32::try_from(next.len()).expect("few")) as usize];
                    let mut moves = timed.moves[at as usize][to as usize];
                    if is_hasty && random.one_in(4) {
                        moves -= 1;
                    }
                    if is_hasty && random.one_in(16) {
                        to = random.below(timed.case.world.nodes());
                    }
                    path.extend(vec![at; (moves.max(1) - 1) as usize]);
                    path.push(to);
                }
                path
            })
            .collect();
        let plan = Plan::from_paths(paths.clone()).expect("paths with nodes");
        let length = plan.makespan() + 1;
        let padded: Vec<Vec<u32>> = paths
            .into_iter()
            .map(|mut path| {
                path.resize(length, *path.last().expect("a node"));
                path
            })
            .collect();
        let result = plan.check(&timed.team);
        assert_eq!(
            result.is_ok(),
            timed.is_legal(&padded),
            "seed {seed}: {result:?}, {padded:?}"
        );
        match result {
            Ok(()) => legal += 1,
            Err(PlanError::NoEdge { .. }) => illegal[0] += 1,
            Err(PlanError::TooFast { .. }) => illegal[1] += 1,
            Err(PlanError::SameNode { .. }) => illegal[2] += 1,
            Err(PlanError::Swap { .. }) => illegal[3] += 1,
            Err(PlanError::Follows { .. }) => illegal[4] += 1,
            Err(PlanError::OtherGoal { .. }) => illegal[5] += 1,
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    let least = share(20);
    assert!(
        legal > least && illegal.iter().all(|count| *count > least),
        "{legal}, {illegal:?}"
    );
}

/// A corridor of five nodes, in which it takes a number of moves to enter each.
fn corridor(agents: &[(u32, u32)], moves: [u32; 5]) -> Result<Team<u32, Durations>, TeamError> {
    let line = FnGraph::new(|node: &u32| {
        let beside = [node.wrapping_sub(1), node + 1].into_iter().filter(|next| *next < 5);
        beside.map(|next| (next, 1_u32))
    });
    let team = Team::new(&line, agents.iter().copied())?;
    team.with_durations(|_, to| moves[*to as usize])
}

#[test]
fn wrong_durations() {
    for moves in [0, 65_536, u32::MAX] {
        let error = corridor(&[(0, 4)], [1, 1, 1, moves, 1]).map(|_| ());
        let (from, to) = ("2".to_owned(), "3".to_owned());
        assert_eq!(error, Err(TeamError::Duration { from, to, moves }));
    }
    assert!(corridor(&[(0, 4)], [65_535; 5]).is_ok());

    let line = |nodes: u32| FnGraph::new(move |node: &u32| (*node + 1 < nodes).then_some((node + 1, 1_u32)));
    let team = Team::new(&line(70_000), [(0, 69_999)]).expect("a team");
    let error = team.clone().with_durations(|_, _| 65_535).map(|_| ());
    assert_eq!(error, Err(TeamError::TooLong));
    assert!(team.with_durations(|_, _| 60_000).is_ok());
}

#[test]
fn a_team_whose_moves_all_take_one_is_like_any_other() {
    let team = corridor(&[(0, 4)], [1; 5]).expect("a team");
    let mut search = AnytimePlanner::new(&team);
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.cost(), Some(4));
}

#[test]
fn the_time_of_a_move_passes_before_the_agent_arrives() {
    let team = corridor(&[(0, 2), (4, 3)], [1, 1, 3, 1, 1]).expect("a team");
    let plan = |path: &[u32]| Plan::from_paths([path.to_vec(), vec![4, 4, 4, 3]]).expect("two paths");
    let too_fast = PlanError::TooFast {
        agent: 0,
        time: 3,
        from: "1".into(),
        to: "2".into(),
        passed: 2,
        needed: 3,
    };
    assert_eq!(plan(&[0, 1, 1, 2]).check(&team), Err(too_fast));
    assert_eq!(plan(&[0, 1, 1, 1, 2]).check(&team), Ok(()));
    assert_eq!(plan(&[0, 1, 1, 1, 1, 1, 2]).check(&team), Ok(()));

    let mut table = Reservations::new(&team);
    let too_fast = ReservationError::TooFast {
        from: "1".into(),
        to: "2".into(),
        time: 8,
        passed: 2,
        needed: 3,
    };
    assert_eq!(table.reserve(5, &[0, 1, 1, 2], AtEnd::Leaves), Err(too_fast.clone()));
    assert_eq!(table.release(5, &[0, 1, 1, 2], AtEnd::Leaves), Err(too_fast));
    assert_eq!(table.reserve(5, &[0, 1, 1, 1, 2], AtEnd::Leaves), Ok(()));
    // It is on its way from time 6 to time 9, and holds both nodes meanwhile.
    for (node, free) in [(0, 6), (1, 9), (2, 10)] {
        assert!(table.block(&node, free - 1..=free - 1).is_err(), "node {node}");
        assert_eq!(table.block(&node, free..=free), Ok(()), "node {node}");
    }
    assert!(table.block(&2, 7..=7).is_err());
    assert_eq!(table.block(&2, 6..=6), Ok(()));
}

#[test]
fn agents_do_not_pass_each_other_in_a_long_move() {
    let ring = FnGraph::new(|node: &u32| [((node + 1) % 4, 1_u32), ((node + 3) % 4, 1)]);
    let team = Team::new(&ring, [(0, 1), (1, 0)]).expect("a team");
    let long = |from: &u32, to: &u32| if from + to == 1 { 2 } else { 1 };
    let team = team.with_durations(long).expect("small durations");
    let plan = Plan::from_paths([vec![0, 0, 1], vec![1, 1, 0]]).expect("two paths");
    let (one, other, time, node) = (0, 1, 1, "1".to_owned());
    assert_eq!(plan.check(&team), Err(PlanError::SameNode { one, other, time, node }));
    let mut search = Cbs::new(&team);
    assert_eq!(search.run(), Status::Found);
    // Both go around the ring in the same direction, with one long move.
    assert_eq!(search.cost(), Some(2 + 3));
}

#[test]
fn queries_that_arrive_too_late() {
    let team = corridor(&[(0, 4)], [1, 1, 65_535, 1, 1]).expect("a team");
    let table = Reservations::new(&team);
    let last = u32::MAX - 1;
    let query = |time: u32| table.query(&0, time, &4, AtEnd::Leaves).map(|_| ());
    assert_eq!(query(last - 65_538), Ok(()));
    let (time, moves) = (last - 65_537, 65_538);
    assert_eq!(query(time), Err(ReservationError::TooLate { time, moves }));
}

#[test]
fn a_detour_of_many_moves_takes_no_memory() {
    // A one-way ring, which takes more than six million moves, and an edge in the other direction.
    let ring = FnGraph::new(|node: &u32| {
        let back = (*node == 1).then_some((0, 1_u32));
        [((node + 1) % 100, 1)].into_iter().chain(back)
    });
    let team = Team::new(&ring, [(1, 0), (50, 51)]).expect("a team");
    let long = |from: &u32, to: &u32| if (*from, *to) == (1, 0) { 3 } else { 65_535 };
    let team = team.with_durations(long).expect("small durations");
    for factor in [1.0, 1.5] {
        let mut search = Cbs::bounded(&team, factor).expect("a factor");
        assert_eq!(search.run(), Status::Found);
        assert_eq!(search.cost(), Some(3 + 65_535));
        assert_eq!(search.plan().expect("a plan").check(&team), Ok(()));
    }
}
