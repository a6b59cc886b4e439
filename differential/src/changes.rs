//! Searches that replan, through many changes of a graph, against Bellman-Ford.

use astride::search::{Course, Replanning, Search};
use astride::{Budget, DStarLite, LpaStar, SearchError, Status, Via};

use crate::Source;
use crate::plan::{Guess, Plan, Wish};
use crate::world::{Units, World, cost};

/// LPA\* or D\* Lite on one type of costs.
pub fn changes(source: &mut Source) {
    match source.below(3) {
        0 => one::<u32>(source),
        1 => one::<u8>(source),
        _ => one::<f64>(source),
    }
}

/// A round: edges that change, and what they cost from then on; the new start, if it moves.
type Round = (Vec<(usize, Option<u64>)>, Option<usize>);

fn rounds(source: &mut Source, plan: &Plan, moves: bool, largest: u64) -> Vec<Round> {
    let mut rounds = Vec::new();
    let mean = source.one_of(&[3, 30]);
    while source.more(mean) {
        let mut edges = Vec::new();
        while !plan.edges.is_empty() && source.more(2) {
            let units = (!source.once_in(4)).then(|| source.up_to(largest));
            edges.push((source.below(plan.edges.len()), units));
        }
        let start = (moves && source.once_in(2)).then(|| source.below(plan.nodes));
        rounds.push((edges, start));
    }
    rounds
}

/// Estimates between all nodes that are consistent in all rounds.
fn pairs(plan: &Plan, rounds: &[Round], quarters: u128, largest: u64) -> Vec<Vec<Option<u64>>> {
    let mut cheapest = plan.clone();
    for (edge, units) in rounds.iter().flat_map(|(edges, _)| edges) {
        let known = &mut cheapest.edges[*edge].units;
        *known = Some(known.unwrap_or(u64::MAX).min(units.unwrap_or(u64::MAX)));
    }
    // An edge that never has a cost.
    cheapest.edges.retain(|edge| edge.units != Some(u64::MAX));
    let quarter = |far: u128| {
        u64::try_from((far * quarters).div_ceil(4))
            .unwrap_or(u64::MAX)
            .min(largest)
    };
    let row = |row: Vec<Option<u128>>| row.into_iter().map(|far| far.map(quarter)).collect();
    cheapest.all_pairs().into_iter().map(row).collect()
}

fn one<C: Units>(source: &mut Source) {
    let largest = if source.once_in(4) {
        C::LARGEST
    } else {
        9.min(C::LARGEST)
    };
    let wish = Wish {
        most_nodes: 12,
        has_one_goal: true,
        has_one_start: true,
        is_undirected: false,
        largest,
    };
    let moves = source.once_in(2);
    let mut plan = Plan::new(source, wish);
    plan.guess = Guess::Zero;
    let rounds = rounds(source, &plan, moves, largest);
    let pairs = pairs(&plan, &rounds, u128::from(source.byte() % 5), C::LARGEST);
    let largest = pairs.iter().flatten().flatten().copied().max().unwrap_or(0);
    let goal = plan.goal();
    plan.estimates = [pairs.iter().map(|row| row[goal]).collect(), vec![None; plan.nodes]];
    source.tell(|| {
        format!(
            "costs of {}, moves: {moves}, {plan:?}, then {rounds:?}",
            std::any::type_name::<C>()
        )
    });
    let mut world = World::<C>::new(&plan, source);
    world.set_pairs(&pairs);
    if moves {
        let mut search = DStarLite::new(world);
        follow(&mut search, plan, (rounds, largest), source, |search, start| {
            search.move_start(Via::start(start)).expect("a node");
        });
    } else {
        let mut search = LpaStar::new(world);
        follow(&mut search, plan, (rounds, largest), source, |_, _| ());
    }
}

fn follow<C: Units, D: Course<World<C>>>(
    search: &mut Search<Replanning<World<C>, D>>,
    mut plan: Plan,
    (rounds, largest): (Vec<Round>, u64),
    source: &mut Source,
    move_start: impl Fn(&mut Search<Replanning<World<C>, D>>, usize),
) {
    check(search, &plan, largest, source);
    for (edges, start) in rounds {
        let mut changed = Vec::new();
        for (edge, units) in edges {
            let edge = &mut plan.edges[edge];
            edge.units = units;
            changed.push((Via::start(edge.from), Via::start(edge.to)));
        }
        // Edges of infinite cost are there.
        let _ = search.change_edges(changed, |world| world.set_edges(&plan));
        if let Some(start) = start {
            plan.starts = vec![(start, 0)];
            move_start(search, start);
        }
        check(search, &plan, largest, source);
    }
    while search.run().is_running() {}
}

fn check<C: Units, D: Course<World<C>>>(
    search: &mut Search<Replanning<World<C>, D>>,
    plan: &Plan,
    largest_estimate: u64,
    source: &mut Source,
) {
    if source.once_in(4) {
        // It is changed in the middle.
        let _ = search.run_for(Budget::new().expansions(u64::from(source.byte() % 4)));
        return;
    }
    while search
        .run_for(Budget::new().expansions(1 + u64::from(source.byte())))
        .is_running()
    {
        assert!(search.stats().expanded < 3_000_000, "it goes on for ever");
    }
    let optimum = plan.nearest_goal(&plan.to_nodes());
    match search.status() {
        Status::Found => {
            let path = search.path().expect("the path that was found");
            let nodes: Vec<usize> = path.nodes.iter().map(|node| node.node).collect();
            let (least, _) = plan.costs_of(&nodes).unwrap_or_else(|| panic!("{nodes:?} is no path"));
            assert_eq!((Some(path.cost), Some(least)), (cost(optimum), optimum), "{nodes:?}");
            assert!(plan.goals[nodes[nodes.len() - 1]]);
        }
        Status::Exhausted => assert_eq!(optimum, None, "a goal can be reached"),
        Status::Failed(SearchError::CostOverflow { .. } | SearchError::EstimateOverflow { .. }) => {
            assert!(plan.total() + u128::from(largest_estimate) >= C::CEILING);
        }
        status => panic!("{status}"),
    }
    let stats = search.stats();
    assert_eq!(search.open_nodes().count(), stats.open);
}
