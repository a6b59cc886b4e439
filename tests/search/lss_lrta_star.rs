//! Real-time search: an agent arrives, learns a cheapest path, notices walls, and may plan in slices.

use astride::search::{LssLrtaStar, NextMove};
use astride::{Budget, SearchError, Status, Stepper};
use proptest::prelude::*;

use crate::common::plan::{ADMISSIBLE, Far, Guess, Plan, plans};
use crate::common::square::open_square;
use crate::common::world::{INDEXES, Index, Units, World};

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

proptest! {
    #![proptest_config(crate::common::effort::cases(500))]

    /// An agent that plans in slices takes the same path as one that plans at each move.
    #[test]
    fn an_agent_that_plans_in_slices_makes_the_same_moves(
        plan in plans(12, 60), slices in prop::collection::vec(0_u64..4, 1..5),
    ) {
        let world = World::<u32>::new(&plan, Guess::Consistent(7), INDEXES[plan.nodes % INDEXES.len()]);
        let look_ahead = slices.iter().sum::<u64>();
        let (mut at_once, mut in_slices) = (LssLrtaStar::new(&world), LssLrtaStar::new(&world));
        for _ in 0..100 {
            let before = in_slices.stats().expanded;
            let mut status = in_slices.status();
            for slice in &slices {
                status = in_slices.run_for(Budget::new().expansions(*slice));
            }
            prop_assert!(in_slices.stats().expanded - before <= look_ahead);
            let next = at_once.next_move(look_ahead);
            prop_assert_eq!(&in_slices.next_move(0), &next);
            prop_assert!(status != Status::Exhausted || next == Ok(NextMove::Unreachable));
            for node in 0..plan.nodes {
                prop_assert_eq!(in_slices.estimate(&node), at_once.estimate(&node));
            }
            if !matches!(next, Ok(NextMove::To(_))) {
                break;
            }
        }
    }
}

#[test]
fn an_agent_whose_limit_is_raised_goes_on() {
    let mut agent = LssLrtaStar::new(open_square()).with_node_limit(12);
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
    // Nor do they after a single expansion, which opens no node.
    let mut estimated = World::row(&[1_u8, 254]);
    estimated.estimates[1] = 254;
    let mut agent = LssLrtaStar::new(estimated);
    assert!(matches!(agent.next_move(1), Err(SearchError::EstimateOverflow { .. })));
}
