//! Compares replanning searches with Bellman-Ford through many changes of a graph.

use std::collections::BTreeMap;

use astride::search::{Course, Replanning, Search};
use astride::traits::PairHeuristic;
use astride::{Budget, Cost, DStarLite, Heuristic, LpaStar, NodeEvent, Observer, SearchError, Status, Via};

use crate::Source;
use crate::plan::{Guess, Plan, Wish};
use crate::rough::Rough;
use crate::world::{Node, Units, World, cost, is_rounded};

/// LPA\* or D\* Lite with one cost type.
pub fn changes(source: &mut Source) {
    match source.below(4) {
        0 => one::<u32>(source),
        1 => one::<u8>(source),
        2 => one::<f64>(source),
        _ => one::<Rough>(source),
    }
}

/// The change of the start in a round.
#[derive(Clone, Copy, Debug)]
enum Turn {
    Stays,
    Moves(usize),
    /// Another start is added.
    Comes(usize, u64),
}

/// A round: the edges that change, with their new costs, and the change of the start.
type Round = (Vec<(usize, Option<u64>)>, Turn);

/// The properties that all rounds share.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "any of them goes with any other")]
struct Story {
    /// Whether the start can move, which needs D\* Lite.
    moves: bool,
    /// Whether edges of infinite cost are left out.
    drops_edges: bool,
    /// Whether LPA\* expands a node at most twice after a change, and once more if it restarts. This requires exactly
    /// consistent estimates, positive costs, and sums that fit the type, because a sum that is too large interrupts an
    /// expansion, which is then repeated.
    expands_seldom: bool,
    /// Whether the estimates guarantee a cheapest path.
    is_promised: bool,
    largest_estimate: u64,
}

fn rounds(source: &mut Source, plan: &Plan, moves: bool, largest: u64) -> Vec<Round> {
    let mut rounds = Vec::new();
    let mean = source.one_of(&[3, 30]);
    while source.more(mean) {
        let mut edges = Vec::new();
        while !plan.edges.is_empty() && source.more(2) {
            let units = (!source.once_in(4)).then(|| source.up_to(largest));
            edges.push((source.below(plan.edges.len()), units));
        }
        let turn = match source.byte() % 4 {
            1 if moves => Turn::Comes(source.below(plan.nodes), source.up_to(largest)),
            2 | 3 if moves => Turn::Moves(source.below(plan.nodes)),
            _ => Turn::Stays,
        };
        rounds.push((edges, turn));
    }
    rounds
}

/// Estimates between all nodes that are valid in all rounds. If they are consistent, they are this many quarters of the
/// distances.
fn pairs(source: &mut Source, plan: &Plan, rounds: &[Round], quarters: u128, largest: u64) -> Vec<Vec<Option<u64>>> {
    let mut cheapest = plan.clone();
    for (edge, units) in rounds.iter().flat_map(|(edges, _)| edges) {
        let known = &mut cheapest.edges[*edge].units;
        *known = Some(known.unwrap_or(u64::MAX).min(units.unwrap_or(u64::MAX)));
    }
    // Removes edges that never have a cost.
    cheapest.edges.retain(|edge| edge.units != Some(u64::MAX));
    let mut estimate = |far: u128| {
        let estimate = match quarters {
            ADMISSIBLE => far * u128::from(source.byte() % 5) / 4,
            WILD => far * u128::from(source.byte() % 9) / 4,
            quarters => (far * quarters).div_ceil(4),
        };
        u64::try_from(estimate).unwrap_or(u64::MAX).min(largest)
    };
    let row = |row: Vec<Option<u128>>| row.into_iter().map(|far| far.map(&mut estimate)).collect();
    cheapest.all_pairs().into_iter().map(row).collect()
}

/// Values of `quarters` for which the number of quarters differs for each pair of nodes. For `WILD`, it may be too
/// large.
const ADMISSIBLE: u128 = 5;
const WILD: u128 = 6;

fn one<C: Units>(source: &mut Source) {
    let largest = if source.once_in(4) {
        C::LARGEST
    } else {
        9.min(C::LARGEST)
    };
    let wish = Wish {
        most_nodes: 12,
        has_one_goal: true,
        has_one_start: false,
        is_undirected: false,
        largest,
    };
    let moves = source.once_in(2);
    let mut plan = Plan::new(source, wish);
    plan.guess = Guess::Zero;
    let rounds = rounds(source, &plan, moves, largest);
    let quarters = u128::from(source.byte() % 7);
    let pairs = pairs(source, &plan, &rounds, quarters, C::LARGEST);
    let goal = plan.goal();
    plan.estimates = [pairs.iter().map(|row| row[goal]).collect(), vec![None; plan.nodes]];
    let changed = rounds
        .iter()
        .flat_map(|(edges, _)| edges)
        .filter_map(|(_, units)| *units);
    let total = plan.total() + changed.clone().map(u128::from).sum::<u128>();
    let is_positive = plan
        .edges
        .iter()
        .filter_map(|edge| edge.units)
        .chain(changed)
        .all(|units| units > 0);
    let stays = plan.starts.len() == 1 && rounds.iter().all(|(_, turn)| matches!(turn, Turn::Stays));
    let story = Story {
        moves,
        drops_edges: source.once_in(2),
        expands_seldom: quarters < ADMISSIBLE && is_positive && total < C::CEILING && !is_rounded::<C>(),
        is_promised: quarters < ADMISSIBLE || quarters == ADMISSIBLE && (!moves || stays),
        largest_estimate: pairs.iter().flatten().flatten().copied().max().unwrap_or(0),
    };
    source.tell(|| {
        let costs = std::any::type_name::<C>();
        format!("costs of {costs}, {story:?}, {plan:?}, then {rounds:?}")
    });
    let mut world = World::<C>::new(&plan, source);
    world.set_edges(&story.told(&plan));
    world.set_pairs(&pairs);
    if moves {
        let search = DStarLite::new(world).with_observer(Expansions::default());
        story.follow(search, plan, rounds, source, |search, start| {
            search.move_start(Via::start(start)).expect("a node");
        });
    } else {
        let search = LpaStar::new(world).with_observer(Expansions::default());
        story.follow(search, plan, rounds, source, |_, _| ());
    }
}

/// The number of expansions of each node since the last change.
#[derive(Debug, Default)]
struct Expansions(BTreeMap<usize, u32>);

impl<C: Cost> Observer<Node, C> for Expansions {
    fn expanded(&mut self, event: NodeEvent<'_, Node, C>) {
        *self.0.entry(event.node.node).or_default() += 1;
    }
}

type Watched<C, D> = Search<Replanning<World<C>, D>, Expansions>;

impl Story {
    /// The plan as the search gets it.
    fn told(&self, plan: &Plan) -> Plan {
        let mut plan = plan.clone();
        plan.edges.retain(|edge| !self.drops_edges || edge.units.is_some());
        plan
    }

    fn follow<C: Units, D: Course<World<C>>>(
        self,
        mut search: Watched<C, D>,
        mut plan: Plan,
        rounds: Vec<Round>,
        source: &mut Source,
        move_start: impl Fn(&mut Watched<C, D>, usize),
    ) {
        for (node, units) in &plan.starts[1..] {
            search.add_start(Via::start(*node), C::units(*units));
        }
        self.check(&mut search, &plan, source);
        for (edges, turn) in rounds {
            let mut changed = Vec::new();
            for (edge, units) in edges {
                let edge = &mut plan.edges[edge];
                if edge.units != units {
                    edge.units = units;
                    changed.push((Via::start(edge.from), Via::start(edge.to)));
                }
            }
            search.observer_mut().0.clear();
            // An edge that appears and disappears within a round never exists for the search.
            let _ = search.change_edges(changed, |world| world.set_edges(&self.told(&plan)));
            match turn {
                Turn::Moves(start) => {
                    plan.starts = vec![(start, 0)];
                    move_start(&mut search, start);
                }
                Turn::Comes(start, units) if search.status().is_running() => {
                    plan.starts.push((start, units));
                    search.add_start(Via::start(start), C::units(units));
                }
                Turn::Stays | Turn::Comes(..) => {}
            }
            self.check(&mut search, &plan, source);
        }
        while search.run().is_running() {}
    }

    fn check<C: Units, D: Course<World<C>>>(&self, search: &mut Watched<C, D>, plan: &Plan, source: &mut Source) {
        // D* Lite estimates from the start, unless there are several starts.
        let start = plan.starts[0].0;
        let is_alone = plan.starts.iter().all(|(other, _)| *other == start);
        for view in search.open_nodes() {
            let estimate = match self.moves {
                true if is_alone => search.problem().estimate_between(&Via::start(start), &view.node),
                true => C::ZERO,
                false => search.problem().estimate(&view.node),
            };
            assert_eq!(view.h, Some(estimate));
        }
        if source.once_in(4) {
            // The next change then comes in the middle of the search.
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
        let sum = |nodes: &[Node]| {
            let nodes: Vec<usize> = nodes.iter().map(|node| node.node).collect();
            let (least, _) = plan.costs_of(&nodes).unwrap_or_else(|| panic!("{nodes:?} is no path"));
            Some(least)
        };
        match search.status() {
            Status::Found => {
                let path = search.path().expect("the path that was found");
                let least = sum(&path.nodes);
                assert_eq!(Some(path.cost), cost(least), "{path:?}");
                assert!(optimum.is_some() && (least == optimum || !self.is_promised), "{path:?}");
                assert!(plan.goals[path.nodes[path.edges()].node]);
                assert_eq!(search.best_effort_path(), Some(path));
            }
            Status::Exhausted => assert_eq!(optimum, None, "a goal can be reached"),
            Status::Failed(SearchError::CostOverflow { .. } | SearchError::EstimateOverflow { .. }) => {
                assert!(plan.total() + u128::from(self.largest_estimate) >= C::CEILING);
                assert!(!self.is_promised || optimum.is_none_or(|optimum| optimum >= C::CEILING));
                return;
            }
            status => panic!("{status}"),
        }
        let stats = search.stats();
        assert_eq!(search.open_nodes().count(), stats.open);
        assert!(search.closed_nodes().count() + stats.open <= stats.nodes);
        if !self.moves {
            for view in search.closed_nodes() {
                if let Some(path) = search.path_to(&view.node) {
                    assert_eq!(Some(path.cost), cost(sum(&path.nodes)), "{path:?}");
                }
            }
            let most = search.observer().0.values().max().copied().unwrap_or(0);
            assert!(!self.expands_seldom || most <= 3, "a node was expanded {most} times");
        }
    }
}
