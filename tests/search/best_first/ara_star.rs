//! Searches between optimal and fast: searches with a bound, anytime search, and real-time search.

use astride::search::{BoundedAStar, BoundingFunction, LssLrtaStar, NextMove, WeightError, WeightsError};
use astride::{AraStar, FnGraph, Pathfinder, Query, SearchError, Status, WeightedAStar};
use proptest::prelude::*;

use crate::common::korf::instances;
use crate::common::memory::{check_memory_limit, wide_plans};
use crate::common::plan::{ADMISSIBLE, Far, Guess, Plan, plans};
use crate::common::rough::Rough;
use crate::common::world::{INDEXES, Index, Units, World, add_starts, check_ends};
use astride_laws::{Event, Log};

const FUNCTIONS: [BoundingFunction; 4] = [
    BoundingFunction::Xdp,
    BoundingFunction::Xup,
    BoundingFunction::Pwxd,
    BoundingFunction::Pwxu,
];

const CONSISTENT: [Guess; 4] = [Guess::Zero, Guess::Perfect, Guess::Consistent(3), Guess::Consistent(1)];

#[expect(clippy::cast_precision_loss, reason = "the callers allow for it")]
fn is_within(factor: f64, [units, optimum]: [u64; 2]) -> bool {
    units as f64 <= factor * optimum as f64
}

fn factors() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(1.0),
        (1_u16..48).prop_map(|sixteenths| 1.0 + f64::from(sixteenths) / 16.0),
        Just(1e9),
        Just(f64::MAX),
    ]
}

fn check_bounded<C: Units>(plan: &Plan, factor: f64, tolerance: f64) {
    let symmetric = plan.clone().both_ways();
    for (place, function) in FUNCTIONS.into_iter().enumerate() {
        let index = INDEXES[(place + plan.nodes) % INDEXES.len()];
        let search = |plan: &Plan, guess| {
            BoundedAStar::new(World::<C>::new(plan, guess, index), factor)
                .unwrap()
                .with_function(function)
        };
        for guess in ADMISSIBLE {
            if let Some(units) = check_ends(plan, &mut search(plan, guess)) {
                assert!(is_within(factor * tolerance, units), "{function:?} {guess:?} {units:?}");
            }
        }
        let needs_both_ways = matches!(function, BoundingFunction::Xdp | BoundingFunction::Pwxd);
        let plan = if needs_both_ways { &symmetric } else { plan };
        for guess in CONSISTENT {
            let mut search = search(plan, guess).without_reopening();
            if let Some(units) = check_ends(plan, &mut search) {
                assert!(is_within(factor * tolerance, units), "{function:?} {guess:?} {units:?}");
            }
            assert_eq!(search.stats().reopened, 0);
            assert!(search.stats().expanded <= plan.nodes as u64);
        }
        // A path is found regardless of the estimates.
        for guess in [Guess::Admissible, Guess::Wild] {
            check_ends(plan, &mut search(plan, guess).without_reopening());
        }
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(500))]

    #[test]
    fn costs_that_no_float_can_hold_are_rounded(plan in plans(12, 1 << 56), factor in factors()) {
        check_bounded::<u64>(&plan, factor.min(1e100), 1.0 + 0.5_f64.powi(40));
    }
}

#[test]
fn a_weight_is_finite_and_at_least_one() {
    let world = World::row(&[1_u32, 1]);
    for weight in [0.5, 0.0, -2.0, 1.0 - f64::EPSILON, f64::INFINITY, f64::NEG_INFINITY] {
        let error = Err(WeightError { weight });
        assert_eq!(WeightedAStar::new(&world, weight).map(|search| search.bound()), error);
        assert_eq!(BoundedAStar::new(&world, weight).map(|search| search.bound()), error);
    }
    let error = WeightedAStar::new(&world, f64::NAN).unwrap_err();
    assert!(error.weight.is_nan());
    assert_eq!(
        error.to_string(),
        "the weight is NaN, but it must be finite and at least 1"
    );
    assert!(BoundedAStar::new(&world, f64::NAN).is_err());
    for weight in [1.0, 1e300, f64::MAX] {
        assert_eq!(
            WeightedAStar::new(&world, weight).map(|search| search.bound()),
            Ok(weight)
        );
        assert_eq!(
            BoundedAStar::new(&world, weight).map(|search| search.bound()),
            Ok(weight)
        );
    }
}

#[test]
fn of_nodes_that_are_equally_near_the_last_one_comes_first() {
    let mut world = World::row(&[1_u32; 5]);
    world.edges[1..].fill(Vec::new());
    world.edges[0] = (1..=5).map(|node| (node, 1)).collect();
    for goal in 1..=5_u8 {
        world.goals = (0..6).map(|node| node == goal).collect();
        let mut search = BoundedAStar::new(world.clone(), 2.0)
            .unwrap()
            .with_function(BoundingFunction::Xup);
        assert_eq!(search.run(), Status::Found);
        assert_eq!(search.stats().expanded, 6 - u64::from(goal));
    }
}

/// Along the one-way edge from 2 to 3, the estimate rises by more than the cost of the edge. Node 2 was closed with a
/// path of twice the least cost, and the goal is reached by a path of more than twice the least cost.
#[test]
fn edges_of_one_direction_need_reopening_or_an_upward_function() {
    let world = |index| World::<u32> {
        edges: vec![
            vec![(1, 0), (2, 20), (4, 230)],
            vec![(2, 10)],
            vec![(3, 0)],
            vec![(4, 100)],
            vec![],
        ],
        start: 0,
        goals: vec![false, false, false, false, true],
        estimates: vec![10, 10, 0, 100, 0],
        index,
        ..World::default()
    };
    for index in INDEXES {
        for (function, cost) in FUNCTIONS.into_iter().zip([230, 120, 230, 120]) {
            let mut search = BoundedAStar::new(world(index), 2.0).unwrap().with_function(function);
            assert_eq!(search.run(), Status::Found);
            assert!(search.path().unwrap().cost <= 220);
            let mut search = BoundedAStar::new(world(index), 2.0)
                .unwrap()
                .with_function(function)
                .without_reopening();
            assert_eq!(search.run(), Status::Found);
            assert_eq!(search.path().unwrap().cost, cost, "{function:?}");
        }
    }
}

#[test]
fn downward_functions_expand_fewer_nodes_than_weighted_a_star() {
    let (mut weighted, mut bounded) = (0, [0; 2]);
    for puzzle in instances().map(|instance| instance.puzzle).step_by(10) {
        let mut search = WeightedAStar::new(&puzzle, 3.0).unwrap();
        assert_eq!(search.run(), Status::Found);
        weighted += search.stats().expanded;
        for (sum, function) in bounded.iter_mut().zip([BoundingFunction::Xdp, BoundingFunction::Pwxd]) {
            let mut search = BoundedAStar::new(&puzzle, 3.0).unwrap().with_function(function);
            assert_eq!(search.run(), Status::Found);
            *sum += search.stats().expanded;
        }
    }
    assert!(
        bounded.iter().all(|bounded| *bounded < weighted),
        "{bounded:?} {weighted}"
    );
}

fn costs_found<C: Copy>(log: &Log<usize, C>) -> Vec<C> {
    let events = log.events();
    let found = events.iter().filter_map(|event| match event {
        Event::Found(_, cost) => Some(*cost),
        _ => None,
    });
    found.collect()
}

/// Checks a search step by step, with all starts of the plan.
fn check_anytime<C: Units>(plan: &Plan, guess: Guess, index: Index, [first, decrease]: [f64; 2]) {
    let world = World::<C>::new(plan, guess, index);
    let log = Log::default();
    let mut search = AraStar::new(&world)
        .with_weights(first, decrease)
        .unwrap()
        .with_observer(log.clone());
    add_starts(&mut search, plan);
    let optimum = plan.nearest_goal(&plan.far_from_starts());
    let is_admissible = guess != Guess::Wild;
    let is_consistent = !matches!(guess, Guess::Admissible | Guess::Wild);
    let (mut bound, mut weight, mut in_pass) = (f64::INFINITY, first, Vec::new());
    loop {
        let next = search.next_node().map(|next| next.node);
        let expanded = search.stats().expanded;
        let status = search.step();
        if status.is_running() {
            assert_eq!(search.stats().expanded, expanded + 1);
            let next = next.unwrap();
            assert!(plan.goals[next] || search.current() == Some(next));
        }
        assert!(search.bound() <= bound);
        let next_weight = search.weight();
        let is_less = next_weight <= weight - decrease || next_weight <= 1.0;
        assert!(is_less || (next_weight - weight).abs() < f64::EPSILON);
        if next_weight < weight {
            in_pass.clear();
        }
        if status.is_running() {
            let current = search.current().unwrap();
            assert!(
                !is_consistent || !in_pass.contains(&current),
                "{current} twice by {next_weight}"
            );
            in_pass.push(current);
        }
        (bound, weight) = (search.bound(), search.weight());
        if bound.is_finite() {
            let path = search.best_effort_path().unwrap();
            let units = plan.cheapest_sum(&path.nodes).unwrap();
            assert!(plan.goals[*path.nodes.last().unwrap()]);
            assert_eq!(path.cost, C::units(units));
            let found = costs_found(&log);
            assert!(found.is_sorted_by(|before, after| after.is_less(before)));
            let found = *found.last().unwrap();
            assert!(!found.is_below(&path.cost));
            // Nodes cost at least a unit, or nothing.
            assert!(bound <= 1.0 || bound <= (found.to_f64() / C::units(1).to_f64()));
            let limit = if is_consistent { bound.min(first) } else { bound };
            assert!(!is_admissible || is_within(limit * (1.0 + 1e-15), [units, optimum.unwrap()]));
        }
        match status {
            Status::Running => assert_eq!(search.path(), None),
            Status::Found => break,
            Status::Exhausted => return assert_eq!(optimum, None),
            Status::Failed(error) => panic!("{error}"),
        }
    }
    assert!((bound - 1.0).abs() < f64::EPSILON);
    let path = search.path();
    assert_eq!(path, search.best_effort_path());
    assert_eq!(
        path.as_ref().and_then(|path| path.nodes.last().copied()),
        search.current()
    );
    if is_admissible {
        assert_eq!(path.map(|path| path.cost), optimum.map(C::units));
    }
}

fn weights() -> impl Strategy<Value = [f64; 2]> {
    let first = prop_oneof![Just(1.0), 1.0..4.0, Just(1e6), Just(f64::MAX)];
    let decrease = prop_oneof![Just(0.25), 0.01..2.0, Just(1e-300), Just(f64::MAX)];
    (first, decrease).prop_map(|(first, decrease)| [first, decrease])
}

proptest! {
    #![proptest_config(crate::common::effort::cases(2_000))]

    #[test]
    fn anytime_search_has_true_bounds_and_ends_with_a_cheapest_path(
        plan in plans(14, 40_000),
        place in 0..INDEXES.len(),
        weights in weights(),
    ) {
        for guess in ADMISSIBLE.into_iter().chain([Guess::Wild]) {
            check_anytime::<u32>(&plan, guess, INDEXES[place], weights);
            check_anytime::<f64>(&plan, guess, INDEXES[place], weights);
            check_anytime::<Rough>(&plan, guess, INDEXES[place], weights);
        }
    }

    /// Sums fit into a byte, but weighted sums do not.
    #[test]
    fn anytime_search_bears_weights_that_are_too_large(plan in plans(8, 15), weights in weights()) {
        for guess in ADMISSIBLE {
            check_anytime::<u8>(&plan, guess, Index::Sometimes, weights);
        }
    }

    /// The reports are consistent, except between two passes.
    #[test]
    fn anytime_search_takes_no_more_memory_than_its_limit(
        plan in wide_plans(150),
        guess in 0..ADMISSIBLE.len(),
        index in 0..INDEXES.len(),
        parts in 2..20_usize,
    ) {
        let world = World::<u32>::new(&plan, ADMISSIBLE[guess], INDEXES[index]);
        let mut search = AraStar::new(&world);
        let add_starts = |search: &mut dyn Pathfinder<Node = usize, Cost = u32>| add_starts(search, &plan);
        prop_assert_eq!(check_memory_limit(&mut search, add_starts, parts, 1 << 18), Status::Found);
        let optimum = plan.nearest_goal(&plan.far_from_starts());
        prop_assert_eq!(search.path().map(|path| path.cost), optimum.map(u32::units));
    }

    #[test]
    fn anytime_search_takes_starts_under_way(plan in plans(14, 90), steps in 0_usize..12) {
        let world = World::<u32>::new(&plan, Guess::Admissible, Index::SometimesWithNodes);
        let mut search = AraStar::new(&world);
        for _ in 0..steps {
            let _ = search.step();
        }
        if search.status().is_running() {
            add_starts(&mut search, &plan);
            let optimum = plan.nearest_goal(&plan.far_from_starts());
            while search.step().is_running() {
                if search.bound().is_finite() {
                    let units = u64::from(search.best_effort_path().unwrap().cost);
                    prop_assert!(is_within(search.bound() * (1.0 + 1e-15), [units, optimum.unwrap()]));
                }
            }
            prop_assert_eq!(search.path().map(|path| path.cost), optimum.map(u32::units));
        }
    }

    #[test]
    fn anytime_search_begins_anew_after_a_reset_and_after_a_limit(plan in plans(14, 90), weights in weights()) {
        let [first, decrease] = weights;
        let world = World::<u32>::new(&plan, Guess::Admissible, Index::Sometimes);
        let search = || AraStar::new(&world).with_weights(first, decrease).unwrap();
        let mut once = search();
        let status = once.run();
        let mut again = search();
        for _ in 0..plan.nodes / 2 {
            let _ = again.step();
        }
        again.reset(&world);
        prop_assert!(again.bound().is_infinite() && again.weight() >= first);
        prop_assert_eq!(again.run(), status.clone());
        prop_assert_eq!((again.path(), again.stats().expanded), (once.path(), once.stats().expanded));
        let mut limited = search().with_node_limit(0);
        for limit in 0.. {
            if limited.run() != (Status::Failed(SearchError::NodeLimit { limit })) {
                break;
            }
            limited.set_node_limit(limit + 1);
            limited.restart();
        }
        prop_assert_eq!(limited.status(), status);
        prop_assert_eq!(limited.path().map(|path| path.cost), once.path().map(|path| path.cost));
    }
}

/// With a weight of 2.5, node 2 is expanded before 3, although the cheaper path to it leads through 3.
#[test]
fn what_becomes_cheaper_in_a_pass_waits_for_the_next_one() {
    let mut world = World::row(&[0_u32; 4]);
    world.edges = vec![
        vec![(4, 100), (1, 1)],
        vec![(2, 20), (3, 1)],
        vec![(4, 75)],
        vec![(2, 10)],
        vec![],
    ];
    world.estimates = vec![0, 36, 26, 36, 0];
    let mut search = AraStar::new(&world).with_weights(3.0, 0.5).unwrap();
    while search.current() != Some(3) {
        assert_eq!(search.step(), Status::Running);
    }
    assert_eq!((search.weight(), search.cost_to(&2)), (2.5, Some(12)));
    assert_eq!((search.step(), search.current()), (Status::Running, Some(2)));
    assert!(search.weight() < 2.5);
    assert_eq!((search.run(), search.path().unwrap().cost), (Status::Found, 87));
}

#[test]
fn weights_decrease_as_asked_and_by_more_if_no_node_is_promising() {
    let all = [(0, 119), (45, 118), (55, 117), (75, 116), (100, 115)];
    for (ways, decrease, expected) in [
        (&all[..], Some(0.5), vec![3.0, 2.5, 2.0, 1.5, 1.0]),
        (&all, None, vec![3.0, 2.0, 1.0]),
        (&[all[0], all[4]], Some(0.5), vec![3.0, 1.19]),
    ] {
        // From the start, one node leads to each path, which has an estimate and a cost.
        let goal = ways.len() + 1;
        let mut world = World::row(&vec![1_u32; goal]);
        world.edges = vec![Vec::new(); goal + 1];
        for (node, (estimate, cost)) in (1..).zip(ways) {
            world.edges[0].push((node, 1));
            world.edges[node].push((goal, *cost));
            world.estimates[node] = *estimate;
        }
        let search = AraStar::new(&world);
        let mut search = match decrease {
            Some(decrease) => search.with_weights(3.0, decrease).unwrap(),
            None => search,
        };
        let mut weights = vec![search.weight()];
        while search.step().is_running() {
            weights.push(search.weight());
        }
        weights.dedup();
        assert_eq!(weights, expected);
        assert_eq!(
            search.path().map(|path| path.cost),
            ways.last().map(|(_, cost)| cost + 1)
        );
    }
}

#[test]
fn weights_that_do_not_decrease_are_refused() {
    let world = World::row(&[1_u32, 1]);
    let weights = |first, decrease| {
        AraStar::new(&world)
            .with_weights(first, decrease)
            .map(|search| search.weight())
    };
    for weight in [0.5, -1.0, f64::INFINITY] {
        assert_eq!(weights(weight, 1.0), Err(WeightsError::First(WeightError { weight })));
        assert_eq!(weights(1e3, 1.0), Ok(1e3));
    }
    for decrease in [0.0, -1.0, f64::INFINITY] {
        assert_eq!(weights(2.0, decrease), Err(WeightsError::Decrease { decrease }));
    }
    assert!(weights(f64::NAN, 1.0).is_err() && weights(2.0, f64::NAN).is_err());
}

/// Returns the plan with each edge in both directions, without edges of zero cost.
fn walkable(plan: Plan) -> Plan {
    let mut plan = plan.both_ways();
    for (.., units) in &mut plan.edges {
        *units = units.map(|units| units.max(1));
    }
    plan
}

type Agent<C> = LssLrtaStar<World<C>>;

/// Moves the agent to the end of its path, and checks the estimates that it learns. Removes edges during the walk:
/// `removed` pairs the number of moves before the removal with the edge's position in the plan. Returns the units of
/// the path if it reaches a goal.
fn walk<C: Units>(
    agent: &mut Agent<C>,
    plan: &mut Plan,
    guess: Guess,
    look_ahead: u64,
    removed: &[(u64, usize)],
) -> Far {
    let mut units = 0;
    for moves in 0..20_000 {
        let half = plan.edges.len() / 2;
        for (_, place) in removed.iter().filter(|(after, place)| *after == moves && *place < half) {
            // In both directions.
            plan.edges[*place].2 = None;
            plan.edges[half + place].2 = None;
            agent.problem_mut().edges = World::new(plan, guess, Index::Never).edges;
        }
        let to_goal = plan.to_goal();
        let before = *agent.position();
        let known: Vec<_> = (0..plan.nodes).map(|node| agent.estimate(&node)).collect();
        match agent.next_move(look_ahead).unwrap() {
            NextMove::To(node) => {
                let edges = plan.edges.iter().filter(|edge| (edge.0, edge.1) == (before, node));
                units += edges.filter_map(|edge| edge.2).min().expect("an edge");
                assert_eq!(*agent.position(), node);
            }
            NextMove::Arrived => {
                assert!(plan.goals[before]);
                return Some(units);
            }
            NextMove::Unreachable => {
                assert_eq!(to_goal[before], None);
                return None;
            }
        }
        assert!(agent.look_ahead().stats().expanded <= look_ahead.max(1));
        for (node, known) in known.iter().enumerate() {
            let estimate = agent.estimate(&node);
            assert!(!estimate.is_less(known) && !C::far(to_goal[node]).is_less(&estimate));
        }
        if !matches!(guess, Guess::Admissible) {
            for (from, to, edge) in &plan.edges {
                let onward = C::far(*edge).plus(agent.estimate(to)).unwrap_or(C::INFINITY);
                assert!(!onward.is_less(&agent.estimate(from)), "{from} {to}");
            }
        }
    }
    panic!("on its way for ever");
}

proptest! {
    #![proptest_config(crate::common::effort::cases(1_000))]

    #[test]
    fn an_agent_arrives_and_learns_a_cheapest_path(
        plan in plans(12, 60),
        look_ahead in 0_u64..6,
        place in 0..INDEXES.len(),
    ) {
        let mut plan = walkable(plan);
        for guess in ADMISSIBLE {
            let world = World::<u32>::new(&plan, guess, INDEXES[place]);
            let optimum = plan.to_goal()[plan.start];
            let mut agent = LssLrtaStar::new(world.clone());
            let learned =
                |agent: &Agent<u32>| (0..plan.nodes).map(|node| agent.estimate(&node)).collect::<Vec<_>>();
            loop {
                let before = learned(&agent);
                let mut plan = plan.clone();
                let units = walk(&mut agent, &mut plan, guess, look_ahead, &[]);
                prop_assert_eq!(units.is_some(), optimum.is_some());
                if optimum.is_none() || learned(&agent) == before {
                    prop_assert_eq!(units, optimum);
                    break;
                }
                agent.restart(plan.start);
            }
            // An agent that looks far enough ahead needs neither a second trial nor any learned estimates.
            agent.reset(world);
            prop_assert_eq!(walk(&mut agent, &mut plan, guess, u64::MAX, &[]), optimum);
        }
    }

    #[test]
    fn an_agent_takes_notice_of_walls(
        plan in plans(14, 9),
        look_ahead in 1_u64..9,
        removed in prop::collection::vec((0_u64..12, 0_usize..40), 1..20),
    ) {
        let plan = walkable(plan);
        for guess in ADMISSIBLE {
            let mut walled_up = plan.clone();
            let mut agent = LssLrtaStar::new(World::<f64>::new(&plan, guess, Index::AlwaysWithNodes));
            walk(&mut agent, &mut walled_up, guess, look_ahead, &removed);
        }
    }
}

#[test]
fn an_agent_whose_limit_is_raised_goes_on() {
    let around = |&(x, y): &(i32, i32)| {
        let cells = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        cells
            .into_iter()
            .filter(|(x, y)| (0..50).contains(x) && (0..50).contains(y))
    };
    let graph = FnGraph::new(|cell: &(i32, i32)| around(cell).map(|next| (next, 1_u32)).collect::<Vec<_>>());
    let query = Query::new(graph, (0, 0), |cell| *cell == (19, 19));
    let query = query.with_heuristic(|(x, y)| x.abs_diff(19) + y.abs_diff(19));
    let mut agent = LssLrtaStar::new(query).with_node_limit(12);
    let failed = (0..9).map(|_| agent.next_move(6)).find(Result::is_err);
    assert_eq!(failed, Some(Err(SearchError::NodeLimit { limit: 12 })));
    let mut agent = agent.with_node_limit(100_000);
    let end = (0..10_000)
        .map(|_| agent.next_move(6).unwrap())
        .find(|step| !matches!(step, NextMove::To(_)));
    assert_eq!(end, Some(NextMove::Arrived));
}

#[test]
fn an_agent_fails_as_its_look_ahead_does_and_stays_where_it_is() {
    let mut agent = LssLrtaStar::new(World::row(&[1.0, -1.0]));
    assert_eq!(agent.next_move(1), Ok(NextMove::To(1)));
    for _ in 0..2 {
        assert!(matches!(agent.next_move(1), Err(SearchError::NegativeCost { .. })));
        assert_eq!(*agent.position(), 1);
    }
    agent.reset(World::row(&[1.0, 1.0]));
    assert_eq!(agent.next_move(9), Ok(NextMove::To(1)));
    assert_eq!(agent.plan().collect::<Vec<_>>(), [&2]);
    assert_eq!(
        (agent.next_move(0), agent.next_move(0)),
        (Ok(NextMove::To(2)), Ok(NextMove::Arrived))
    );

    let mut agent = LssLrtaStar::new(World::row(&[1_u32, 1])).with_node_limit(1);
    assert_eq!(agent.next_move(1), Err(SearchError::NodeLimit { limit: 1 }));
    // There is no path to the last node.
    let mut agent = LssLrtaStar::new(World::row(&[1_u32, u32::MAX]));
    assert_eq!(agent.next_move(9), Ok(NextMove::Unreachable));
    assert_eq!([0, 1, 2].map(|node| agent.estimate(&node)), [u32::MAX, u32::MAX, 0]);
    // Sums that are too large prove nothing.
    let mut agent = LssLrtaStar::new(World::row(&[200_u8, 200]));
    agent.restart(0);
    assert!(matches!(agent.next_move(9), Err(SearchError::CostOverflow { .. })));
}
