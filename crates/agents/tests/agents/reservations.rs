//! Compares reservations with a list of agents and doors, and earliest arrivals with a search over nodes and times.

use std::collections::BTreeSet;

use astride::{AStar, Budget, Dijkstra, FnGraph, Query, Status, Stepper};
use astride_agents::{
    AtEnd, Footprint, Order, Prioritized, PrioritizedError, ReservationError, Reservations, Retry, Team,
};

use crate::effort::share;
use crate::worlds::{Random, World};

/// An agent or a door, which covers nodes at some times.
#[derive(Clone, Debug)]
enum Actor {
    Door(u32, u32, u32),
    Agent {
        time: u32,
        route: Vec<u32>,
        end: AtEnd,
        is_large: bool,
    },
}

/// After this time, nothing changes.
const SETTLED: u32 = 60;

/// A model of the reservations without a table.
struct Model<'w> {
    world: &'w World,
    /// The nodes that a large agent covers at each node. There are none if it cannot be there.
    shapes: Vec<Vec<u32>>,
    /// The number of moves from each node to each other.
    moves: Vec<Vec<u32>>,
    actors: Vec<Actor>,
}

impl Model<'_> {
    fn shape(&self, node: u32, is_large: bool) -> BTreeSet<u32> {
        if is_large {
            self.shapes[node as usize].iter().copied().collect()
        } else {
            BTreeSet::from([node])
        }
    }

    fn cells(&self, actor: &Actor, time: u32) -> BTreeSet<u32> {
        match actor {
            Actor::Door(node, from, until) if (*from..=*until).contains(&time) => BTreeSet::from([*node]),
            Actor::Door(..) => BTreeSet::new(),
            Actor::Agent {
                time: begin,
                route,
                end,
                is_large,
            } => {
                let Some(step) = time.checked_sub(*begin) else {
                    return BTreeSet::new();
                };
                let last = route.last().filter(|_| *end == AtEnd::Stays);
                let Some(node) = route.get(step as usize).or(last) else {
                    return BTreeSet::new();
                };
                let here = self.shape(*node, *is_large);
                let mut rest = (0..).zip(&route[route.len().min(step as usize)..]);
                match rest.find(|(_, next)| *next != node) {
                    Some((wait, next)) if wait < self.moves[*node as usize][*next as usize] => {
                        &here | &self.shape(*next, *is_large)
                    }
                    _ => here,
                }
            }
        }
    }

    /// Whether any of the cells is covered.
    fn is_taken(&self, cells: &BTreeSet<u32>, time: u32) -> bool {
        self.actors
            .iter()
            .any(|actor| !self.cells(actor, time).is_disjoint(cells))
    }

    /// Whether an agent comes the other way, arriving at this time. Doors do not move.
    fn meets(&self, from: &BTreeSet<u32>, to: &BTreeSet<u32>, time: u32) -> bool {
        let agents = self.actors.iter().filter(|actor| match actor {
            Actor::Door(..) => false,
            Actor::Agent { time: begin, route, .. } => {
                (begin + 1..begin + u32::try_from(route.len()).expect("short")).contains(&time)
            }
        });
        agents.into_iter().any(|actor| {
            let (before, after) = (self.cells(actor, time - 1), self.cells(actor, time));
            let (left, entered) = (from - to, to - from);
            !(&left & &(&after - &before)).is_empty() && !(&entered & &(&before - &after)).is_empty()
        })
    }

    fn fits(&self, actor: &Actor) -> bool {
        let mut times = (0..SETTLED + 20).map(|time| (time, self.cells(actor, time)));
        let is_free = times.all(|(time, cells)| !self.is_taken(&cells, time));
        let Actor::Agent { time, route, .. } = actor else {
            return is_free;
        };
        let mut times = (time + 1..).take(route.len() - 1);
        is_free && times.all(|time| !self.meets(&self.cells(actor, time - 1), &self.cells(actor, time), time))
    }

    /// Whether an agent that sets out at a time can go to another node, where it arrives after a number of moves.
    fn can_go(&self, from: u32, to: u32, time: u32, moves: u32, is_large: bool) -> bool {
        let [from, to] = [from, to].map(|node| self.shape(node, is_large));
        let mut way = (time + 1)..(time + moves);
        !to.is_empty()
            && way.all(|time| !self.is_taken(&(&from | &to), time))
            && !self.is_taken(&to, time + moves)
            && (moves > 1 || !self.meets(&from, &to, time + 1))
    }

    /// The time until the earliest arrival, computed by a search over all nodes and times.
    fn earliest(&self, (start, time): (u32, u32), goal: u32, end: AtEnd, is_large: bool) -> Option<u32> {
        let horizon = SETTLED + 20 + 8 * self.world.nodes();
        let graph = FnGraph::new(|&(node, time): &(u32, u32)| {
            let steps = self.world.steps(node).filter(|_| time < horizon).map(|next| {
                let moves = self.moves[node as usize][next as usize];
                (next, if next == node { 1 } else { moves })
            });
            let steps = steps.filter(|(next, moves)| self.can_go(node, *next, time, *moves, is_large));
            steps
                .map(|(next, moves)| ((next, time + moves), moves))
                .collect::<Vec<_>>()
        });
        let is_goal = |&(node, time): &(u32, u32)| {
            let cells = self.shape(goal, is_large);
            node == goal && (end == AtEnd::Leaves || (time..=horizon).all(|time| !self.is_taken(&cells, time)))
        };
        Dijkstra::new(Query::new(graph, (start, time), is_goal))
            .find_path()
            .expect("a search")
            .map(|path| path.cost)
    }

    fn random_agent(&self, random: &mut Random) -> Actor {
        let is_large = random.one_in(3);
        let mut route = vec![random.below(self.world.nodes())];
        for _ in 0..random.below(9) {
            let at = *route.last().expect("a start");
            let steps: Vec<u32> = self.world.steps(at).collect();
            let next = steps[random.below(u32::try_from(steps.len()).expect("few")) as usize];
            let moves = if next == at {
                1
            } else {
                self.moves[at as usize][next as usize]
            };
            route.extend(vec![at; moves as usize - 1]);
            route.push(next);
        }
        let end = if random.one_in(3) { AtEnd::Stays } else { AtEnd::Leaves };
        Actor::Agent {
            time: random.below(15),
            route,
            end,
            is_large,
        }
    }
}

fn reserve(table: &mut Reservations<u32>, large: &Footprint, actor: &Actor) -> Result<(), ReservationError> {
    match actor {
        Actor::Door(node, from, until) => table.block(node, *from..=*until),
        Actor::Agent {
            time,
            route,
            end,
            is_large: false,
        } => table.reserve(*time, route, *end),
        Actor::Agent {
            time,
            route,
            end,
            is_large: true,
        } => table.reserve_as(large, *time, route, *end),
    }
}

fn release(table: &mut Reservations<u32>, large: &Footprint, actor: &Actor) -> Result<(), ReservationError> {
    match actor {
        Actor::Door(node, from, until) => table.unblock(node, *from..=*until),
        Actor::Agent {
            time,
            route,
            end,
            is_large: false,
        } => table.release(*time, route, *end),
        Actor::Agent {
            time,
            route,
            end,
            is_large: true,
        } => table.release_as(large, *time, route, *end),
    }
}

/// Makes random reservations and releases some of them. The table has to agree with the model.
fn fill(table: &mut Reservations<u32>, model: &mut Model<'_>, large: &Footprint, random: &mut Random, seed: u64) {
    let nodes = model.world.nodes();
    for _ in 0..random.below(14) {
        let actor = if random.one_in(3) {
            let from = random.below(20);
            let until = if random.one_in(4) {
                u32::MAX
            } else {
                from + random.below(6)
            };
            Actor::Door(random.below(nodes), from, until)
        } else {
            model.random_agent(random)
        };
        let has_place = match &actor {
            Actor::Agent { route, is_large, .. } => route.iter().all(|node| !model.shape(*node, *is_large).is_empty()),
            // Doors that overlap become one, of which parts cannot be released as they were closed.
            Actor::Door(node, from, until) => {
                let joins = |other: &Actor| match other {
                    Actor::Door(other, first, last) => other == node && first <= until && from <= last,
                    Actor::Agent { .. } => false,
                };
                if model.actors.iter().any(joins) {
                    continue;
                }
                true
            }
        };
        let result = reserve(table, large, &actor);
        assert_eq!(
            result.is_ok(),
            has_place && model.fits(&actor),
            "seed {seed}: {actor:?}: {result:?}"
        );
        if result.is_ok() {
            model.actors.push(actor);
        }
        if random.one_in(5) && !model.actors.is_empty() {
            let number = random.below(u32::try_from(model.actors.len()).expect("few"));
            let actor = model.actors.remove(number as usize);
            assert_eq!(release(table, large, &actor), Ok(()), "seed {seed}");
        }
    }
}

#[test]
fn earliest_arrivals() {
    let (mut found, mut missed) = (0, 0);
    for seed in 0..u64::from(share(3000)) {
        let mut random = Random(seed);
        let nodes = 2 + random.below(7);
        let world = World::random(nodes, &mut random);
        let team = world.team(1, &mut random);
        let shapes = (0..nodes).map(|node| {
            let count = [0, 1, 1, 2, 2, 3][random.below(6) as usize].min(nodes);
            let mut cells = random.distinct(count, nodes);
            if random.one_in(2) && count > 0 {
                cells[0] = node;
            }
            cells
        });
        let shapes: Vec<Vec<u32>> = shapes.collect();
        let most = 1 + random.below(2) * random.below(4);
        let moves: Vec<Vec<u32>> = (0..nodes)
            .map(|_| (0..nodes).map(|_| 1 + random.below(most)).collect())
            .collect();
        let team = team.with_durations(|from, to| moves[*from as usize][*to as usize]);
        let team = team.expect("small durations");
        let mut model = Model {
            world: &world,
            shapes,
            moves,
            actors: Vec::new(),
        };
        let large = Footprint::new(&team, |node| model.shapes[*node as usize].clone());
        let mut table = Reservations::new(&team);
        fill(&mut table, &mut model, &large, &mut random, seed);
        for _ in 0..4 {
            let (start, goal) = (random.below(nodes), random.below(nodes));
            let (time, is_large) = (random.below(12), random.one_in(3));
            let end = if random.one_in(2) { AtEnd::Stays } else { AtEnd::Leaves };
            let query = if is_large {
                table.query_as(&large, &start, time, &goal, end)
            } else {
                table.query(&start, time, &goal, end)
            };
            let [from, to] = [start, goal].map(|node| model.shape(node, is_large));
            let query = match query {
                Ok(query) => query,
                Err(error) => {
                    let is_right = match error {
                        ReservationError::DoesNotFit { .. } => from.is_empty() || to.is_empty(),
                        _ => model.is_taken(&from, time),
                    };
                    assert!(is_right, "seed {seed}");
                    continue;
                }
            };
            let expected = model.earliest((start, time), goal, end, is_large);
            let path = AStar::new(&query).find_path().expect("a search");
            assert_eq!(path.as_ref().map(|path| path.cost), expected, "seed {seed}");
            let mut slow = Dijkstra::new(&query);
            while slow.run_for(Budget::new().expansions(1)) == Status::Running {}
            assert_eq!(slow.path().map(|path| path.cost), expected, "seed {seed}");
            let Some(path) = path else {
                missed += 1;
                continue;
            };
            found += 1;
            let route = query.route(&path);
            assert_eq!(route.len(), path.cost as usize + 1);
            assert!(route.windows(2).all(|step| world.has_step(step[0], step[1])));
            assert_eq!(route.first().zip(route.last()), Some((&start, &goal)));
            let agent = Actor::Agent {
                time,
                route,
                end,
                is_large,
            };
            assert!(model.fits(&agent), "seed {seed}: {agent:?}");
            assert_eq!(reserve(&mut table, &large, &agent), Ok(()), "seed {seed}");
            assert_eq!(release(&mut table, &large, &agent), Ok(()), "seed {seed}");
        }
    }
    assert!(found > missed && missed > 50, "{found} found, {missed} not");
}

/// A corridor of five nodes.
fn corridor(agents: &[(u32, u32)]) -> Team<u32> {
    let line = FnGraph::new(|node: &u32| {
        let beside = [node.wrapping_sub(1), node + 1].into_iter().filter(|next| *next < 5);
        beside.map(|next| (next, 1_u32))
    });
    Team::new(&line, agents.iter().copied()).expect("a team")
}

#[test]
fn wrong_reservations() {
    let team = corridor(&[(0, 4)]);
    let mut table = Reservations::new(&team);
    let text = |result: Result<(), ReservationError>| result.unwrap_err().to_string();
    assert_eq!(
        text(table.block(&9, 0..=1)),
        "the node 9 is not among those that the team can reach"
    );
    assert_eq!(text(table.reserve(0, &[], AtEnd::Stays)), "the route has no nodes");
    assert_eq!(
        text(table.reserve(3, &[0, 1, 3], AtEnd::Stays)),
        "the route goes from 1 to 3 at time 5, but no edge leads there"
    );
    let late = ReservationError::TooLate {
        time: u32::MAX - 1,
        moves: 1,
    };
    assert_eq!(table.reserve(u32::MAX - 1, &[0, 1], AtEnd::Leaves), Err(late));
    assert_eq!(table.reserve(u32::MAX - 1, &[0], AtEnd::Leaves), Ok(()));
    assert_eq!(table.reserve(0, &[2, 1], AtEnd::Leaves), Ok(()));
    assert_eq!(
        text(table.reserve(0, &[1, 2], AtEnd::Leaves)),
        "another agent moves from 2 to 1 at time 1"
    );
    assert_eq!(
        text(table.reserve(0, &[1], AtEnd::Stays)),
        "the node 1 is taken at time 1"
    );
    assert_eq!(
        text(table.release(0, &[2, 2], AtEnd::Leaves)),
        "the node 2 is not reserved at time 1"
    );
    assert_eq!(table.block(&3, 4..=u32::MAX), Ok(()));
    assert_eq!(
        text(table.release(0, &[3], AtEnd::Stays)),
        "the node 3 is not reserved at time 0"
    );
    assert_eq!(
        text(table.release(7, &[3], AtEnd::Leaves)),
        "the node 3 is not reserved at time 7"
    );
    #[expect(clippy::reversed_empty_ranges, reason = "a range without times")]
    let nothing = table.block(&3, 9..=8);
    assert_eq!(nothing, Ok(()));
    assert_eq!(
        table.block(&1, 0..=5).unwrap_err().to_string(),
        "the node 1 is taken at time 1"
    );
    // Both nodes are taken, but no agent moves from one to the other.
    assert_eq!(table.reserve(0, &[0], AtEnd::Leaves), Ok(()));
    assert_eq!(
        text(table.release(0, &[0, 1], AtEnd::Leaves)),
        "no move from 0 to 1 is reserved at time 1"
    );
    let error = table.query(&3, 7, &0, AtEnd::Stays).unwrap_err();
    assert_eq!(error.to_string(), "the node 3 is taken at time 7");
    assert!(table.query(&3, 3, &0, AtEnd::Stays).is_ok());

    let pair = Footprint::new(&team, |node| [*node, node + 1]);
    let error = table.reserve_as(&pair, 5, &[4], AtEnd::Leaves).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the footprint of the agent does not fit at the node 4"
    );
    // A footprint for another graph fits nowhere.
    let larger = FnGraph::new(|node: &u32| [((node + 1) % 9, 1_u32)]);
    let other = Footprint::new(&Team::new(&larger, [(0, 4)]).expect("a team"), |node| [*node]);
    assert!(table.reserve_as(&other, 5, &[2], AtEnd::Leaves).is_err());
}

/// Blocked times are a set, to which `block` adds times and from which `unblock` removes them. Times of agents belong
/// to nobody else.
#[test]
fn blocked_times_join() {
    const TIMES: u32 = 12;
    let team = corridor(&[(0, 4)]);
    for seed in 0..u64::from(share(2000)) {
        let mut random = Random(seed);
        let mut table = Reservations::new(&team);
        let (mut blocked, mut reserved) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..random.below(20) {
            let from = random.below(TIMES);
            let until = [from + random.below(TIMES - from), u32::MAX][usize::from(random.one_in(6))];
            let times = || from..=until.min(TIMES);
            match random.below(4) {
                0 | 1 => {
                    let first = times().find(|time| reserved.contains(time));
                    let node = String::from("2");
                    let expected = first.map_or(Ok(()), |time| Err(ReservationError::Taken { node, time }));
                    if expected.is_ok() {
                        blocked.extend(times());
                    }
                    assert_eq!(table.block(&2, from..=until), expected, "seed {seed}");
                }
                2 => {
                    blocked.retain(|time| !times().contains(time));
                    assert_eq!(table.unblock(&2, from..=until), Ok(()), "seed {seed}");
                }
                _ => {
                    let is_free = !blocked.contains(&from) && reserved.insert(from);
                    let result = table.reserve(from, &[2], AtEnd::Leaves);
                    assert_eq!(result.is_ok(), is_free, "seed {seed}");
                }
            }
        }
        // Both ends of time, and everything between.
        for time in 0..=TIMES {
            let is_reserved = reserved.contains(&time);
            let released = table.release(time, &[2], AtEnd::Leaves);
            assert_eq!(released.is_ok(), is_reserved, "seed {seed}, time {time}");
            let is_free = table.query(&2, time, &2, AtEnd::Leaves).is_ok();
            assert_eq!(is_free, !blocked.contains(&time), "seed {seed}, time {time}");
        }
        assert_eq!(table.unblock(&2, 0..=u32::MAX), Ok(()));
        assert_eq!(table.reserve(0, &[2], AtEnd::Stays), Ok(()), "seed {seed}");
    }
}

#[test]
fn plans_one_after_the_other() {
    let (mut found, mut failed) = (0, 0);
    for seed in 0..u64::from(share(1000)) {
        let mut random = Random(seed);
        let nodes = 4 + random.below(20);
        let world = World::random(nodes, &mut random);
        let agents = 1 + random.below(nodes / 3);
        let team = world.team(agents, &mut random);
        let order = [Order::Given, Order::LongestFirst][random.below(2) as usize];
        let retry = [Retry::FailedFirst, Retry::Shuffled { seed }][random.below(2) as usize];
        let mut planner = Prioritized::new(&team)
            .with_order(order)
            .with_retry(retry)
            .with_attempts(20);
        assert_eq!(planner.plan(), None);
        let mut status = Status::Running;
        while status == Status::Running {
            status = planner.run_for(Budget::new().expansions(10));
        }
        assert_eq!(planner.status(), planner.step());
        if status == Status::Found {
            found += 1;
            let plan = planner.plan().expect("a plan");
            assert_eq!(plan.check(&team), Ok(()), "seed {seed}");
            assert_eq!(planner.planned(), agents as usize);
        } else {
            failed += 1;
            let Some(PrioritizedError::NoPlan { attempts, agent }) = planner.error() else {
                panic!("seed {seed}: {status:?}");
            };
            assert!(*attempts == 20 && *agent < agents as usize, "seed {seed}");
        }
    }
    assert!(found > 2 * failed && failed > 0, "{found} found, {failed} not");
}

#[test]
fn plans_around_doors_and_for_large_agents() {
    let mut found = 0;
    for seed in 0..u64::from(share(1000)) {
        let mut random = Random(seed);
        let nodes = 6 + random.below(20);
        let world = World::random(nodes, &mut random);
        let agents = 1 + random.below(nodes / 5);
        let team = world.team(agents, &mut random);
        let mut table = Reservations::new(&team);
        for _ in 0..random.below(4) {
            let from = 1 + random.below(9);
            let closed = table.block(&random.below(nodes), from..=from + random.below(9));
            assert_eq!(closed, Ok(()), "doors may overlap");
        }
        let shape = |node: &u32| [*node, world.next[*node as usize][0]];
        let pair = Footprint::new(&team, shape);
        let is_large: Vec<bool> = (0..agents).map(|_| random.one_in(3)).collect();
        let mut planner = Prioritized::among(table.clone()).with_attempts(20);
        for (agent, is_large) in is_large.iter().enumerate() {
            if *is_large {
                planner = planner.with_footprint(agent, pair.clone()).expect("it fits");
            }
        }
        if planner.run() != Status::Found {
            continue;
        }
        found += 1;
        let plan = planner.plan().expect("a plan");
        assert_eq!(plan.check(&team), Ok(()), "seed {seed}");
        for (agent, is_large) in is_large.iter().enumerate() {
            let route: Vec<u32> = plan.path(agent).copied().collect();
            let result = if *is_large {
                table.reserve_as(&pair, 0, &route, AtEnd::Stays)
            } else {
                table.reserve(0, &route, AtEnd::Stays)
            };
            assert_eq!(result, Ok(()), "seed {seed}, agent {agent}");
        }
    }
    assert!(found > share(300), "{found} plans");
}

#[test]
fn no_way_at_all() {
    let team = corridor(&[(0, 4)]);
    let mut table = Reservations::new(&team);
    table.block(&2, 0..=u32::MAX).expect("free");
    let mut planner = Prioritized::among(table);
    assert_eq!(planner.run(), Status::Exhausted);
    assert_eq!((planner.plan(), planner.error()), (None, None));

    // No order lets the agents pass.
    let team = corridor(&[(0, 4), (4, 0)]);
    let mut planner = Prioritized::new(&team).with_attempts(3);
    let status = planner.run();
    assert_eq!(
        status.to_string(),
        "failed: no plan in 3 attempts; in the last attempt, agent 1 found no path around the agents planned before \
         it: try another order or another planner"
    );
    let error = planner
        .with_footprint(2, Footprint::new(&team, |node| [*node]))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no agent 2: the team has 2, numbered from 0"
    );
}

#[test]
fn a_way_that_would_take_forever_is_no_way() {
    let team = corridor(&[(0, 4)]);
    for (last, arrival) in [(u32::MAX - 5, Some(u32::MAX - 1)), (u32::MAX - 4, None)] {
        let mut reservations = Reservations::new(&team);
        reservations.block(&1, 0..=last).expect("it is free");
        let query = reservations.query(&0, 0, &4, AtEnd::Leaves).expect("the start is free");
        let path = Dijkstra::new(&query).find_path().expect("no failure");
        assert_eq!(path.map(|path| path.cost), arrival);
        let path = AStar::new(&query).find_path().expect("no failure");
        assert_eq!(path.map(|path| path.cost), arrival);
    }
}

#[test]
fn a_query_near_the_last_time_is_too_late() {
    let team = corridor(&[(0, 4)]);
    let reservations = Reservations::new(&team);
    let query = |time| reservations.query(&0, time, &4, AtEnd::Leaves);
    let last = query(u32::MAX - 5).expect("in time");
    let arrival = AStar::new(&last).find_path().expect("no failure").map(|path| path.cost);
    assert_eq!(arrival, Some(4));
    for time in u32::MAX - 4..=u32::MAX {
        let error = query(time).map(drop).unwrap_err();
        assert_eq!(error, ReservationError::TooLate { time, moves: 4 });
        let footprint = Footprint::new(&team, |node| [*node]);
        let error = reservations
            .query_as(&footprint, &0, time, &4, AtEnd::Stays)
            .map(drop)
            .unwrap_err();
        assert_eq!(error, ReservationError::TooLate { time, moves: 4 });
    }
    assert!(reservations.query(&4, u32::MAX - 1, &4, AtEnd::Stays).is_ok());
    assert!(reservations.query(&4, u32::MAX, &4, AtEnd::Stays).is_err());
}
