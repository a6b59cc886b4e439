//! Searches that repair their results while the graph changes. `tools/differential/` checks them on many changes of
//! random graphs and maps.

use std::cell::{Cell, RefCell};

use astride::search::ChangeError;
use astride::search::Origin;
use astride::traits::PairHeuristic;
use astride::{
    AStar, Budget, Cost, DStarLite, FnGraph, Heuristic, KnownGoal, LpaStar, Pathfinder, Query, ReverseGraph,
    SearchError, Stats, Status,
};
use astride_grid::{ChangeCells, GridError, GridMap, GridProblem, Movement, Point, TextMap};
use proptest::prelude::*;

use crate::common::ends::{ends, goal_of};
use crate::common::plan::{Far, Plan, units};
use crate::common::world::{INDEXES, Index, Units, World};
use astride_laws::{Event, Log};

/// An edge and its new cost.
type Change = (prop::sample::Index, Far);

/// A plan and its changes.
#[derive(Clone, Debug)]
struct Story {
    plan: Plan,
    /// In each round, some edges get new costs, and the start may move.
    rounds: Vec<(Vec<Change>, Option<prop::sample::Index>)>,
    /// Whether edges of infinite cost are omitted.
    drops_edges: bool,
}

fn stories(most: usize, largest: u64, rounds: usize) -> impl Strategy<Value = Story> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), units(largest)), 0..4);
    let rounds = prop::collection::vec((changes, prop::option::of(any::<prop::sample::Index>())), 1..rounds);
    (ends(most, largest), rounds, any::<bool>()).prop_map(|(plan, rounds, drops_edges)| Story {
        plan,
        rounds,
        drops_edges,
    })
}

/// The changed edges of a round, and the plan after it.
type Round = (Vec<(usize, usize)>, Plan);

impl Story {
    /// Returns the plan as the searches get it.
    fn given(&self, plan: &Plan) -> Plan {
        let is_left = |edge: &(usize, usize, Far)| !self.drops_edges || edge.2.is_some();
        Plan {
            edges: plan.edges.iter().copied().filter(is_left).collect(),
            ..plan.clone()
        }
    }

    fn rounds(&self) -> Vec<Round> {
        let mut plan = self.plan.clone();
        let rounds = self.rounds.iter().map(|(changes, start)| {
            let mut changed = Vec::new();
            for (edge, units) in changes {
                if plan.edges.is_empty() {
                    break;
                }
                let edge = edge.index(plan.edges.len());
                if plan.edges[edge].2 != *units {
                    plan.edges[edge].2 = *units;
                    changed.push((plan.edges[edge].0, plan.edges[edge].1));
                }
            }
            if let Some(start) = start {
                plan.start = start.index(plan.nodes);
            }
            // An edge that appears and disappears within a round does not count.
            let given = self.given(&plan);
            (changed, given)
        });
        rounds.collect()
    }

    /// Three quarters of the least distances over all rounds.
    fn estimates(&self) -> Vec<Vec<Far>> {
        let mut cheapest = self.plan.clone();
        for (_, plan) in self.rounds() {
            cheapest.edges.extend(plan.edges);
        }
        let quarters = |far: Far| far.map(|far| (far * 3).div_ceil(4));
        let row = |row: Vec<Far>| row.into_iter().map(quarters).collect();
        cheapest.all_pairs().into_iter().map(row).collect()
    }
}

fn check(search: &dyn Pathfinder<Node = usize, Cost = u32>, plan: &Plan, optimum: Far) {
    let path = search.path();
    assert_eq!(path.is_some(), optimum.is_some(), "{:?} {plan:?}", search.status());
    if let Some(path) = path {
        let sum = plan.cheapest_sum(&path.nodes).map(u32::units);
        assert_eq!(Some(path.cost), sum, "{path:?}");
        assert_eq!(path.nodes.last(), Some(&goal_of(plan)));
        assert_eq!(path.cost, u32::far(optimum), "{path:?}");
        assert_eq!(search.status(), Status::Found);
        assert_eq!(search.best_effort_path(), Some(path));
    } else {
        assert_eq!(search.status(), Status::Exhausted);
    }
    let stats = search.stats();
    assert_eq!(search.open_nodes().count(), stats.open);
    assert!(search.closed_nodes().count() + stats.open <= stats.nodes);
}

/// Edges that change outside the search.
type Edges<C> = RefCell<Vec<(usize, usize, C)>>;

/// A query on these edges, with estimates of zero.
fn query<C: Cost>(
    edges: &Edges<C>,
    start: usize,
    goal: usize,
) -> impl Heuristic<Node = usize, Cost = C> + PairHeuristic + KnownGoal + ReverseGraph {
    let edges_at = move |node: usize, is_back: bool| -> Vec<(usize, C)> {
        let turned = edges
            .borrow()
            .iter()
            .map(|edge| if is_back { (edge.1, edge.0, edge.2) } else { *edge })
            .collect::<Vec<_>>();
        turned
            .into_iter()
            .filter(|edge| edge.0 == node)
            .map(|edge| (edge.1, edge.2))
            .collect()
    };
    let graph = FnGraph::new(move |node: &usize| edges_at(*node, false));
    Query::between(graph.with_predecessors(move |node| edges_at(*node, true)), start, goal)
        .with_heuristic(|_| C::ZERO)
        .with_heuristic_between(|_, _| C::ZERO)
}

#[test]
fn a_cycle_that_costs_nothing_does_not_keep_itself_alive() {
    let edges = Edges::new(vec![(0, 1, 5_u32), (1, 2, 0), (2, 1, 0), (2, 3, 1)]);
    let mut lpa = LpaStar::new(query(&edges, 0, 3));
    // Reversed for D* Lite, so that the cycle is cut off from its beginning.
    let turned = Edges::new(
        edges
            .borrow()
            .iter()
            .map(|(from, to, cost)| (*to, *from, *cost))
            .collect(),
    );
    let mut d_star = DStarLite::new(query(&turned, 3, 0));
    assert_eq!((lpa.run(), d_star.run()), (Status::Found, Status::Found));
    lpa.change_edges([(0, 1)], |_| edges.borrow_mut().remove(0)).unwrap();
    d_star
        .change_edges([(1, 0)], |_| turned.borrow_mut().remove(0))
        .unwrap();
    assert_eq!((lpa.status(), d_star.status()), (Status::Running, Status::Running));
    assert_eq!((lpa.run(), d_star.run()), (Status::Exhausted, Status::Exhausted));
    assert_eq!(
        (lpa.cost_to(&2), lpa.path_to(&2), lpa.known_node(&2)),
        (None, None, None)
    );
    assert_eq!(lpa.best_effort_path().unwrap().nodes, [0]);
}

#[test]
fn a_node_that_no_path_reaches_any_more_has_no_cost() {
    let is_cut = Cell::new(false);
    let line = FnGraph::new(|node: &u32| {
        let is_last = *node == 5 || is_cut.get() && *node == 2;
        (!is_last).then_some((node + 1, 1_u32))
    });
    let line = line.with_predecessors(|node: &u32| {
        let is_first = *node == 0 || is_cut.get() && *node == 3;
        (!is_first).then(|| (node - 1, 1))
    });
    let mut search = LpaStar::new(Query::between(line, 0, 5).with_heuristic(|node| 5 - node));
    assert_eq!((search.run(), search.cost_to(&3)), (Status::Found, Some(3)));
    search.change_edges([(2, 3)], |_| is_cut.set(true)).unwrap();
    assert_eq!((search.cost_to(&3), search.path_to(&3)), (None, None));
}

#[test]
fn a_repair_without_enough_memory_ends() {
    type Place = (u32, u32);
    let is_steep = Cell::new(false);
    let cost = |one: &Place, other: &Place| {
        let is_dear = is_steep.get() && [one, other].contains(&&(6, 6));
        if is_dear { 50_u32 } else { 1 }
    };
    let around = |&(x, y): &Place| {
        let cells = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
        cells.into_iter().filter(|(x, y)| *x < 12 && *y < 12)
    };
    let graph = FnGraph::new(|from: &Place| around(from).map(|to| (to, cost(from, &to))).collect::<Vec<_>>());
    let graph =
        graph.with_predecessors(|to: &Place| around(to).map(|from| (from, cost(&from, to))).collect::<Vec<_>>());
    for more in (0..2400).step_by(60) {
        is_steep.set(false);
        let distance = |one: &Place, other: &Place| one.0.abs_diff(other.0) + one.1.abs_diff(other.1);
        let query = Query::between(&graph, (0, 0), (11, 11)).with_heuristic_between(distance);
        let mut search = DStarLite::new(query);
        assert_eq!(search.run(), Status::Found);
        search.set_memory_limit(search.stats().bytes + more);
        search.move_start((0, 1)).unwrap();
        let cells = [(6, 6), (5, 6), (6, 5), (7, 6), (6, 7)];
        let _ = search.change_nodes(cells, |_| is_steep.set(true));
        assert_ne!(search.run(), Status::Running);
    }
}

#[test]
fn what_is_wrong_with_a_change_is_said() {
    let map = GridMap::new(4, 3).unwrap();
    let (start, goal) = (Point::new(0, 0), Point::new(3, 2));
    let mut search = DStarLite::new(GridProblem::new(map, start, goal, Movement::Four).unwrap());
    assert_eq!(search.run(), Status::Found);
    let beyond = Point::new(1, 3);
    let outside = ChangeError::NoSuchNode {
        place: 0,
        node: "1,3".into(),
    };
    assert_eq!(search.move_start(beyond), Err(outside.clone()));
    assert_eq!(search.change_nodes([beyond, start], |_| ()), Err(outside.clone()));
    let knight = (start, Point::new(1, 2));
    let place = ChangeError::NoSuchEdge { place: 1 };
    assert_eq!(
        search.change_edges([(start, Point::new(1, 0)), knight], |_| ()),
        Err(place.clone())
    );
    assert_eq!(search.change_edges([(beyond, start)], |_| ()), Err(outside.clone()));
    assert!(matches!(search.set_cost(beyond, 1), Err(GridError::Outside { .. })));
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().unwrap().cost, 5);
    assert_eq!(
        place.to_string(),
        "edge 1 of the change exists neither before nor after it"
    );
    search.set_node_limit(1);
    search.restart();
    assert_eq!(search.run(), Status::Failed(SearchError::NodeLimit { limit: 1 }));
    assert_eq!(search.change_nodes([beyond], |_| ()), Err(outside));
}

#[test]
fn starts_and_changed_nodes_count_as_memory() {
    let edges = Edges::new((0..2_000).map(|node| (node, node + 1, 0_u64)).collect());
    let mut search = LpaStar::new(query(&edges, 0, 2_000));
    assert_eq!(search.run_for(Budget::new().expansions(1_500)), Status::Running);
    let before = search.stats().bytes;
    // Starts at known nodes, which have cheaper paths.
    for start in 0..1_000 {
        search.add_start(start, 1);
    }
    let with_starts = search.stats().bytes;
    assert!(with_starts - before >= 1_000 * size_of::<((usize, u64), (u32, u64))>());
    search.change_nodes(0..1_000, |_| ()).unwrap();
    assert!(search.stats().bytes - with_starts >= 1_000 * size_of::<usize>());
}

#[test]
fn an_edge_that_is_no_cost_can_be_corrected() {
    let edges = Edges::new(vec![(0, 1, 1), (1, 2, 4), (2, 3, -1), (0, 3, 9_i32)]);
    let mut lpa = LpaStar::new(query(&edges, 0, 3));
    let mut d_star = DStarLite::new(query(&edges, 0, 3));
    let failure = |origin| {
        Status::Failed(SearchError::NegativeCost {
            cost: "-1".into(),
            origin,
        })
    };
    assert_eq!((lpa.run(), lpa.current()), (failure(Origin::Successor(0)), Some(2)));
    assert_eq!(
        (d_star.run(), d_star.current()),
        (failure(Origin::Predecessor(0)), Some(3))
    );
    assert_eq!(lpa.open_nodes().count(), lpa.stats().open);
    edges.borrow_mut()[2].2 = 2;
    lpa.change_edges([(2, 3)], |_| ()).unwrap();
    d_star.change_edges([(2, 3)], |_| ()).unwrap();
    assert_eq!((lpa.run(), d_star.run()), (Status::Found, Status::Found));
    assert_eq!((lpa.path().unwrap().cost, d_star.path().unwrap().cost), (7, 7));

    // An invalid change is reported immediately.
    edges.borrow_mut()[2].2 = -1;
    lpa.change_edges([(2, 3)], |_| ()).unwrap();
    d_star.change_edges([(2, 3)], |_| ()).unwrap();
    assert_eq!(
        (lpa.status(), lpa.current()),
        (failure(Origin::Predecessor(0)), Some(3))
    );
    assert_eq!(
        (d_star.status(), d_star.current()),
        (failure(Origin::Successor(0)), Some(2))
    );
    edges.borrow_mut()[2].2 = 5;
    lpa.change_edges([(2, 3)], |_| ()).unwrap();
    d_star.change_edges([(2, 3)], |_| ()).unwrap();
    assert_eq!((lpa.run(), d_star.run()), (Status::Found, Status::Found));
    assert_eq!((lpa.path().unwrap().cost, d_star.path().unwrap().cost), (9, 9));

    // Results that do not depend on an edge are kept.
    lpa.reset(query(&edges, 0, 3));
    d_star.reset(query(&edges, 0, 3));
    lpa.add_start(1, -3);
    d_star.add_start(1, -3);
    let refused = Status::Failed(SearchError::NegativeCost {
        cost: "-3".into(),
        origin: Origin::Start,
    });
    assert_eq!((lpa.status(), d_star.status()), (refused.clone(), refused.clone()));
    lpa.change_edges([(2, 3)], |_| ()).unwrap();
    d_star.change_edges([(2, 3)], |_| ()).unwrap();
    assert_eq!((lpa.run(), d_star.run()), (refused.clone(), refused));
}

/// The edge that fails is not looked at until a repair expands the node where it begins.
#[test]
fn an_expansion_that_has_failed_is_repeated_after_a_change() {
    let edges = Edges::new(vec![(0, 1, 1), (1, 4, 1), (0, 3, 5), (3, 4, 5_i32)]);
    let mut search = LpaStar::new(query(&edges, 0, 4));
    assert_eq!(search.run(), Status::Found);
    edges.borrow_mut()[1].2 = 100;
    for (cost, expected) in [(-1, None), (5, Some(10))] {
        edges.borrow_mut()[3].2 = cost;
        search.change_edges([(1, 4), (3, 4)], |_| ()).unwrap();
        assert_eq!(matches!(search.run(), Status::Failed(_)), expected.is_none());
        assert_eq!(search.path().map(|path| path.cost), expected);
        assert_eq!(search.open_nodes().count(), search.stats().open);
    }
}

#[test]
fn a_panic_during_a_change_ends_the_search() {
    let edges = Edges::new(vec![(0, 1, 1_u32)]);
    let mut search = LpaStar::new(query(&edges, 0, 1));
    assert_eq!(search.run(), Status::Found);
    let change = std::panic::AssertUnwindSafe(|| search.change_nodes([0, 1], |_| panic!("on purpose")));
    assert!(std::panic::catch_unwind(change).is_err());
    assert_eq!(search.run(), Status::Failed(SearchError::Panicked));
    assert_eq!(search.change_nodes([0], |_| 7), Ok(7));
    assert_eq!(search.run(), Status::Failed(SearchError::Panicked));
    search.reset(query(&edges, 0, 1));
    assert_eq!(search.run(), Status::Found);
}

#[test]
fn events_and_counts_are_those_of_expansions() {
    let edges = Edges::new(vec![(0, 1, 1_u32), (1, 2, 1), (0, 2, 5)]);
    let log = Log::default();
    let mut search = LpaStar::new(query(&edges, 0, 2)).with_observer(log.clone());
    assert_eq!(search.next_node().unwrap().node, 0);
    while search.step().is_running() {}
    let events = [
        Event::Opened(0, None, 0),
        Event::Expanded(0, 0),
        Event::Opened(1, Some(0), 1),
        Event::Opened(2, Some(0), 5),
        Event::Expanded(1, 1),
        Event::Improved(2, Some(1), 5, 2),
        Event::Found(2, 2),
    ];
    assert_eq!(*log.events(), events);
    assert_eq!((search.stats().expanded, search.stats().generated), (2, 4));
    log.clear();
    search.change_edges([(1, 2)], |_| edges.borrow_mut()[1].2 = 9).unwrap();
    assert_eq!(search.run(), Status::Found);
    assert_eq!(*log.events(), [Event::Found(2, 5)], "the goal needs no expansion");
    log.clear();
    search
        .change_edges([(0, 1), (0, 2)], |_| edges.borrow_mut().retain(|edge| edge.0 != 0))
        .unwrap();
    let lost = search.known_node(&1).unwrap();
    assert_eq!((lost.g, lost.is_open, lost.parent), (u32::INFINITY, true, None));
    assert_eq!(search.run(), Status::Exhausted);
    assert_eq!(*log.events(), [Event::Expanded(1, 1), Event::Exhausted]);
}

proptest! {
    #![proptest_config(crate::common::effort::cases(300))]

    /// After changes as well, hitting a limit ends a search.
    #[test]
    fn a_limit_ends_a_search_until_it_is_restarted(story in stories(12, 9, 8), index in 0..INDEXES.len()) {
        let estimates = story.estimates();
        let first = Plan { more_starts: Vec::new(), ..story.given(&story.plan) };
        let problem = |plan: &Plan| World::<u32>::with_pairs(plan, &estimates, INDEXES[index]);
        let mut searches = (LpaStar::new(problem(&first)), DStarLite::new(problem(&first)));
        let both: [&mut dyn Pathfinder<Node = usize, Cost = u32>; 2] = [&mut searches.0, &mut searches.1];
        for search in both {
            for limit in 0.. {
                search.set_node_limit(limit);
                search.restart();
                let status = search.run();
                prop_assert!(search.stats().nodes <= limit);
                prop_assert_eq!(search.open_nodes().count(), search.stats().open);
                if status != Status::Failed(SearchError::NodeLimit { limit }) {
                    break;
                }
                search.set_node_limit(usize::MAX);
                prop_assert_eq!(search.run(), status);
            }
            check(search, &first, first.far_from_starts()[goal_of(&first)]);
        }
        for (edges, plan) in story.rounds() {
            let plan = Plan { start: first.start, more_starts: Vec::new(), ..plan };
            let optimum = plan.far_from_starts()[goal_of(&plan)];
            searches.0.set_node_limit(searches.0.stats().nodes);
            let _ = searches.0.change_edges(edges.clone(), |known| *known = problem(&plan));
            let status = searches.0.run();
            searches.0.set_node_limit(usize::MAX);
            if matches!(status, Status::Failed(_)) {
                let _ = searches.0.change_edges(edges, |known| *known = problem(&plan));
                prop_assert_eq!(searches.0.run(), status);
                searches.0.restart();
                prop_assert_ne!(searches.0.run(), Status::Running);
            }
            check(&searches.0, &plan, optimum);
        }
    }

}

proptest! {
    #![proptest_config(crate::common::effort::cases(600))]

    /// The start moves after some steps, or another one is added. With consistent estimates, the next node is still the
    /// one with the least f, and the path is still a cheapest one.
    #[test]
    fn a_start_that_moves_or_comes_late_changes_the_order(
        plan in ends(12, 9), steps in 0..8_usize, start: prop::sample::Index, cost in 0..9_u64, moves: bool,
    ) {
        let mut plan = Plan { more_starts: Vec::new(), ..plan };
        let mut search = DStarLite::new(World::<u32>::with_pairs(&plan, &plan.all_pairs(), Index::Sometimes));
        for _ in 0..steps {
            let _ = search.step();
        }
        let start = start.index(plan.nodes);
        if moves {
            plan.start = start;
            prop_assert_eq!(search.move_start(start), Ok(()));
        } else if search.status().is_running() {
            plan.more_starts.push((start, cost));
            search.add_start(start, u32::units(cost));
        }
        while search.status().is_running() {
            if let Some(next) = search.next_node() {
                let f = search.open_nodes().filter_map(|view| view.f()).min();
                prop_assert!(!next.is_open || next.f() == f, "{:?} {:?}", next, f);
            }
            let _ = search.step();
        }
        check(&search, &plan, plan.nearest_goal(&plan.far_from_starts()));
    }
}

/// A problem with these edges and these estimates between nodes; the first node is the start, and the last one is the
/// goal.
fn changing(edges: &[(usize, usize, u64)], estimates: &[(usize, usize, i32)]) -> World<i32> {
    let plan = Plan::of_edges(edges.iter().copied());
    let zeros = vec![vec![Some(0); plan.nodes]; plan.nodes];
    let mut problem = World::with_pairs(&plan, &zeros, Index::Always);
    for (from, to, estimate) in estimates {
        problem.pairs[*from][*to] = *estimate;
    }
    problem
}

#[test]
fn estimates_of_the_first_start_do_not_hide_a_path_from_another_one() {
    // Node 2 is far from 0 but near 1.
    let problem = changing(&[(0, 3, 10), (0, 2, 100), (1, 2, 1), (2, 3, 1)], &[(0, 2, 100)]);
    let mut search = DStarLite::new(problem);
    let _ = search.step();
    search.add_start(1, 0);
    assert_eq!((search.run(), search.path().unwrap().cost), (Status::Found, 2));
}

/// An estimate below zero between the two starts, which is admissible, does not make the keys of the other nodes too
/// large.
#[test]
fn a_start_can_move_to_where_the_estimate_is_below_zero() {
    let problem = changing(&[(1, 2, 1), (2, 4, 10), (1, 3, 8), (3, 4, 5), (0, 1, 1)], &[(0, 1, -5)]);
    let mut search = DStarLite::new(problem);
    let _ = search.step();
    search.move_start(1).unwrap();
    assert_eq!((search.run(), search.path().unwrap().cost), (Status::Found, 11));
}

#[test]
fn a_closed_node_whose_cost_changes_is_opened_again() {
    let problem = |first| changing(&[(0, 1, first), (1, 2, 1), (2, 3, 1)], &[]);
    let mut search = LpaStar::new(problem(1));
    assert_eq!((search.run(), search.stats().reopened), (Status::Found, 0));
    search.change_edges([(0, 1)], |known| *known = problem(2)).unwrap();
    assert_eq!(search.stats().reopened, 1);
    assert_eq!((search.run(), search.path().unwrap().cost), (Status::Found, 4));
}

/// A move requests only the estimate between the two starts.
#[test]
fn a_move_leaves_all_keys_as_they_are_until_their_turn_comes() {
    let asked = Cell::new(0);
    let plane = FnGraph::new(|&(x, y): &(i32, i32)| {
        let next = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)];
        next.into_iter()
            .filter(|(x, y)| (0..30).contains(x) && (0..30).contains(y))
            .map(|next| (next, 1_u32))
    });
    let query = Query::between(plane.both_ways(), (0, 0), (29, 29)).with_heuristic(|_| 0);
    let mut search = DStarLite::new(query.with_heuristic_between(|one: &(i32, i32), other: &(i32, i32)| {
        asked.set(asked.get() + 1);
        one.0.abs_diff(other.0) + one.1.abs_diff(other.1)
    }));
    let _ = search.run_for(Budget::new().expansions(60));
    assert!(search.stats().open > 10);
    asked.set(0);
    search.move_start((1, 0)).unwrap();
    assert!(asked.get() <= 2, "{}", asked.get());

    // From another corner, the nodes on the path there come first.
    search.move_start((29, 0)).unwrap();
    while search.status().is_running() {
        let least = search.open_nodes().filter_map(|view| view.f()).min();
        let next = search.next_node().unwrap();
        assert!(!next.is_open || next.f() == least, "{next:?} {least:?}");
        let _ = search.step();
    }
    assert_eq!(search.path().unwrap().cost, 29);
}

/// After a path has been found, it is found again with another end, and then an edge of their common part becomes more
/// expensive.
#[test]
fn a_path_is_sound_as_far_as_all_its_nodes_are() {
    let edges = [(0, 1, 1), (1, 2, 1), (2, 4, 5), (2, 3, 1), (3, 4, 10), (0, 4, 50)];
    let estimates = [(0, 4, 4), (1, 4, 3), (2, 4, 2), (3, 4, 1)];
    let mut search = LpaStar::new(changing(&edges, &estimates));
    let mut costs = edges;
    let rounds = [((2, 4), 5, 7), ((3, 4), 1, 4), ((1, 2), 100, 50), ((1, 2), 1, 4)];
    for ((from, to), units, optimum) in rounds {
        for edge in costs.iter_mut().filter(|edge| (edge.0, edge.1) == (from, to)) {
            edge.2 = units;
        }
        let _ = search.change_edges([(from, to)], |problem| *problem = changing(&costs, &estimates));
        assert_eq!(search.run(), Status::Found);
        assert_eq!(search.path().map(|path| path.cost), Some(optimum));
    }
}

#[test]
fn a_change_does_not_lift_a_limit_but_counts_after_a_restart() {
    let edges = Edges::new(vec![(0, 1, 1), (1, 2, 4), (2, 3, 1), (0, 3, 9_i32)]);
    let mut search = LpaStar::new(query(&edges, 0, 3)).with_node_limit(2);
    let at_limit = Status::Failed(SearchError::NodeLimit { limit: 2 });
    assert_eq!(search.run(), at_limit);
    edges.borrow_mut()[1].2 = 2;
    search.change_edges([(1, 2)], |_| ()).unwrap();
    search.change_estimates(|_| ());
    search.set_node_limit(4);
    assert_eq!(search.run(), at_limit);
    search.restart();
    assert_eq!((search.run(), search.path().unwrap().cost), (Status::Found, 4));
}

/// A sum that was too large may fit after a change.
#[test]
fn a_change_can_correct_a_sum_that_is_too_large() {
    let first = Cell::new(200_u8);
    let ahead = |node: &u32| match node {
        0 => vec![(1, first.get())],
        1 => vec![(2, 100)],
        _ => vec![],
    };
    let back = |node: &u32| match node {
        1 => vec![(0, first.get())],
        2 => vec![(1, 100)],
        _ => vec![],
    };
    let query = Query::between(FnGraph::new(ahead).with_predecessors(back), 0, 2).with_heuristic(|_| 0);
    let mut search = LpaStar::new(query);
    for (cost, expected) in [(200, None), (20, Some(120)), (180, None), (255, None)] {
        assert_eq!(search.change_edges([(0, 1)], |_| first.set(cost)), Ok(()));
        let status = search.run();
        assert_eq!(search.path().map(|path| path.cost), expected, "{cost}");
        let is_overflow = matches!(status, Status::Failed(SearchError::CostOverflow { .. }));
        // 255 stands for no edge.
        assert_eq!(is_overflow, expected.is_none() && cost < 255, "{cost}: {status}");
    }
}

/// The only path begins at a start whose cost is near the greatest cost.
#[test]
fn a_start_from_which_the_path_costs_too_much_is_an_overflow() {
    let greatest = i32::MAX - 1;
    for (cost, is_too_much) in [(greatest - 1, false), (greatest, true)] {
        let mut search = DStarLite::new(changing(&[(0, 2, 1), (2, 1, 7)], &[]));
        let _ = search.step();
        search.move_start(1).unwrap();
        search.add_start(0, cost);
        let status = search.run();
        let overflow = SearchError::CostOverflow {
            cost: cost.to_string(),
            edge: "1".into(),
            origin: Origin::Remainder,
        };
        if is_too_much {
            assert_eq!((status, search.current()), (Status::Failed(overflow), Some(0)));
        } else {
            assert_eq!((status, search.path().unwrap().cost), (Status::Found, greatest));
        }
    }
}

#[test]
fn a_change_can_correct_the_sum_of_a_start_and_its_path() {
    let edge = Cell::new(6_u8);
    let ahead = |node: &u32| (*node == 1).then(|| (2, edge.get()));
    let back = |node: &u32| (*node == 2).then(|| (1, edge.get()));
    let query = Query::between(FnGraph::new(ahead).with_predecessors(back), 0, 2).with_heuristic_between(|_, _| 0);
    let mut search = DStarLite::new(query);
    search.add_start(1, 250);
    for (cost, expected) in [(6, None), (4, Some(254)), (5, None), (0, Some(250))] {
        assert_eq!(search.change_edges([(1, 2)], |_| edge.set(cost)), Ok(()));
        let status = search.run();
        assert_eq!(search.path().map(|path| path.cost), expected, "{cost}");
        let is_overflow = matches!(status, Status::Failed(SearchError::CostOverflow { .. }));
        assert_eq!(is_overflow, expected.is_none(), "{cost}: {status}");
    }
}

/// A map with random walls, but none at its corners.
fn walls(side: u16, walls: &[prop::sample::Index]) -> GridMap {
    let mut map = GridMap::new(side.into(), side.into()).unwrap();
    for wall in walls {
        let place = u16::try_from(1 + wall.index(usize::from(side * side) - 2)).unwrap();
        map.set_cost(Point::new(place % side, place / side), 0).unwrap();
    }
    map
}

fn corners(map: &GridMap) -> GridProblem<GridMap> {
    let last = map.width() - 1;
    GridProblem::new(map.clone(), Point::new(0, 0), Point::new(last, last), Movement::Eight).unwrap()
}

fn expanded(search: &dyn Pathfinder<Node = Point, Cost = u32>, before: &Stats) -> u64 {
    search.stats().expanded - before.expanded
}

/// A large change costs no more than a new search, and a small one costs less.
#[test]
fn a_large_change_begins_the_search_again_and_a_small_one_does_not() {
    let map = GridMap::new(60, 60).unwrap();
    let mut searches = (LpaStar::new(corners(&map)), DStarLite::new(corners(&map)));
    assert_eq!((searches.0.run(), searches.1.run()), (Status::Found, Status::Found));
    let (before, closed) = (searches.1.stats(), searches.1.closed_nodes().count());

    // Beside the path, where the search has generated no nodes.
    let (lpa, d_star) = (&mut searches.0, &mut searches.1);
    lpa.set_cost(Point::new(50, 3), 0).unwrap();
    d_star.set_cost(Point::new(50, 3), 0).unwrap();
    assert_eq!((lpa.run(), d_star.run()), (Status::Found, Status::Found));
    assert_eq!((d_star.closed_nodes().count(), expanded(d_star, &before)), (closed, 0));

    // A wall across the path.
    let mut changed = map.clone();
    changed.set_cost(Point::new(50, 3), 0).unwrap();
    for x in 5..58 {
        changed.set_cost(Point::new(x, 30), 0).unwrap();
        lpa.set_cost(Point::new(x, 30), 0).unwrap();
        d_star.set_cost(Point::new(x, 30), 0).unwrap();
    }
    for (search, end) in [
        (lpa as &mut dyn Pathfinder<Node = Point, Cost = u32>, Point::new(0, 0)),
        (d_star, Point::new(59, 59)),
    ] {
        let open: Vec<_> = search.open_nodes().map(|view| (view.node, view.g)).collect();
        assert_eq!((open, search.closed_nodes().count()), (vec![(end, 0)], 0));
        assert_eq!(search.next_node().map(|view| view.node), Some(end));
        let before = search.stats();
        assert_eq!(search.run(), Status::Found);
        let mut fresh: [Box<dyn Pathfinder<Node = Point, Cost = u32>>; 2] = [
            Box::new(LpaStar::new(corners(&changed))),
            Box::new(DStarLite::new(corners(&changed))),
        ];
        let fresh = &mut fresh[usize::from(end.x > 0)];
        assert_eq!(fresh.run(), Status::Found);
        assert_eq!(expanded(search, &before), fresh.stats().expanded);
        assert_eq!(search.path(), fresh.path());
    }
}

/// The change that people try first: they close a door on the path. A repair is also worthwhile on a small map.
#[test]
fn a_door_that_closes_on_a_small_map_is_repaired() {
    let text: TextMap = "
        ....#........................
        ....#........................
        ....#.............#..........
        ....#.............#..........
        ....#.............#..........
        ....#.............#..........
        ....#.............#..........
        ..................#..........
        ..S.#.............#........G.
        ....#.............#..........
        ..................#..........
        ....#.............#..........
        ....#.............#..........
        ....#.............#..........
        ....#........................
        ....#........................
    "
    .parse()
    .unwrap();
    let (start, goal, door) = (text.start.unwrap(), text.goal.unwrap(), Point::new(4, 10));
    let mut search = DStarLite::new(GridProblem::new(text.map, start, goal, Movement::Eight).unwrap());
    assert_eq!(search.run(), Status::Found);
    assert!(search.path().unwrap().nodes.contains(&door));
    let before = search.stats();
    search.set_cost(door, 0).unwrap();
    assert_eq!(search.run(), Status::Found);
    let (first, repair) = (before.expanded, expanded(&search, &before));
    assert!(repair < first / 4, "{repair} expansions after {first}");
    let mut fresh = AStar::new(search.problem());
    assert_eq!(fresh.run(), Status::Found);
    assert_eq!(search.path().unwrap().cost, fresh.path().unwrap().cost);
}

/// Changes come faster than a search from scratch could end, but little depends on them.
#[test]
fn a_search_comes_to_its_end_however_often_it_could_begin_again() {
    let mut map = GridMap::new(40, 40).unwrap();
    for y in 0..39 {
        map.set_cost(Point::new(20, y), 0).unwrap();
    }
    let problem = GridProblem::new(map, Point::new(10, 2), Point::new(39, 2), Movement::Eight).unwrap();
    for expansions in [10, 30] {
        let (mut search, mut rounds) = (LpaStar::new(problem.clone()), 0);
        while search.run_for(Budget::new().expansions(expansions)).is_running() {
            search.set_cost(Point::new(5, 0), u8::from(rounds % 2 == 1)).unwrap();
            rounds += 1;
            assert!(rounds < 1_000, "{:?}", search.stats());
        }
        assert!(rounds > 20, "{rounds}");
        let mut again = AStar::new(search.problem());
        assert_eq!(again.run(), Status::Found);
        assert_eq!(search.path().unwrap().cost, again.path().unwrap().cost);
    }
}

/// Changes where no nodes have been generated leave the first search unchanged.
#[test]
fn a_change_far_away_does_not_disturb_the_first_search() {
    let map = GridMap::new(30, 30).unwrap();
    let mut changed = map.clone();
    let mut search = DStarLite::new(corners(&map));
    let _ = search.run_for(Budget::new().expansions(5));
    for x in 0..10 {
        changed.set_cost(Point::new(x, 9 - x), 0).unwrap();
        search.set_cost(Point::new(x, 9 - x), 0).unwrap();
    }
    assert_eq!((search.stats().expanded, search.closed_nodes().count()), (5, 5));
    let mut fresh = DStarLite::new(corners(&changed));
    assert_eq!((search.run(), fresh.run()), (Status::Exhausted, Status::Exhausted));
    assert_eq!(search.stats().expanded, fresh.stats().expanded);
}

/// A node that was a dead end can lie on the path from another start.
#[test]
fn a_dead_end_is_none_for_another_start() {
    // From 0 through 2 to 4, and from 1 through 3 to 4.
    let edges = [(0, 2, 1), (1, 3, 1), (2, 4, 1), (3, 4, 1)];
    let infinite = i32::INFINITY;
    let mut search = DStarLite::new(changing(&edges, &[(0, 3, infinite), (1, 2, infinite)]));
    assert_eq!(
        (search.run(), search.path().unwrap().nodes),
        (Status::Found, vec![0, 2, 4])
    );
    search.move_start(1).unwrap();
    assert_eq!(
        (search.run(), search.path().unwrap().nodes),
        (Status::Found, vec![1, 3, 4])
    );
}

/// After the start has moved, a node is estimated again when it comes first, even if only the next node is asked for.
#[test]
fn an_estimate_that_is_invalid_from_another_start_is_an_error() {
    let edges = [(0, 2, 1), (0, 3, 1), (1, 2, 1), (1, 3, 7), (2, 4, 1), (3, 4, 2)];
    for looks in 0..3 {
        let mut search = DStarLite::new(changing(&edges, &[(1, 2, -1)]));
        assert!(search.step().is_running());
        search.move_start(1).unwrap();
        for _ in 0..looks {
            assert_eq!(search.next_node(), None);
        }
        let (estimate, origin) = ("-1".into(), Origin::Current);
        let expected = Status::Failed(SearchError::InvalidEstimate { estimate, origin });
        assert_eq!((search.run(), search.current()), (expected, Some(2)), "{looks}");
        assert_eq!(search.open_nodes().count(), search.stats().open);
        search.change_estimates(|problem| *problem = changing(&edges, &[]));
        assert_eq!((search.run(), search.path().unwrap().cost), (Status::Found, 2));
    }
}

/// A node that has become a dead end is closed when it comes first, even if only the next node is asked for.
#[test]
fn a_new_dead_end_is_not_counted_as_open() {
    let mut search = DStarLite::new(changing(&[(0, 3, 1), (1, 2, 1), (2, 3, 9)], &[(1, 0, i32::INFINITY)]));
    assert!(search.step().is_running());
    assert_eq!(search.stats().open, 2);
    search.move_start(1).unwrap();
    assert_eq!(search.next_node().unwrap().node, 2);
    assert_eq!((search.open_nodes().count(), search.stats().open), (1, 1));
    assert_eq!((search.run(), search.path().unwrap().cost), (Status::Found, 10));
}

proptest! {
    #![proptest_config(crate::common::effort::cases(200))]

    /// In each round, some cells change, perhaps during a search, and the start may move before the search has ended.
    #[test]
    fn after_each_change_a_path_costs_what_that_of_a_star_costs(
        side in 3..24_u16,
        free in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
        rounds in prop::collection::vec(
            (prop::collection::vec(any::<prop::sample::Index>(), 0..12), any::<prop::sample::Index>(), prop::option::of(0..60_u64)),
            1..12,
        ),
    ) {
        let mut map = walls(side, &free);
        let last = Point::new(side - 1, side - 1);
        let mut lpa = LpaStar::new(corners(&map));
        let mut d_star = DStarLite::new(corners(&map));
        for (cells, start, budget) in rounds {
            for cell in cells {
                let place = u16::try_from(1 + cell.index(usize::from(side * side) - 2)).unwrap();
                let point = Point::new(place % side, place / side);
                let cost = u8::from(!map.is_free(point));
                map.set_cost(point, cost).unwrap();
                lpa.set_cost(point, cost).unwrap();
                d_star.set_cost(point, cost).unwrap();
            }
            let start = u16::try_from(start.index(usize::from(side * side))).unwrap();
            let start = Point::new(start % side, start / side);
            if map.is_free(start) {
                d_star.move_start(start).unwrap();
            }
            if let Some(expansions) = budget {
                let _ = lpa.run_for(Budget::new().expansions(expansions));
                let _ = d_star.run_for(Budget::new().expansions(expansions));
                continue;
            }
            if !map.is_free(start) {
                d_star.move_start(Point::new(0, 0)).unwrap();
            }
            let from = |start| {
                let mut search = AStar::new(GridProblem::new(map.clone(), start, last, Movement::Eight).unwrap());
                search.find_path().unwrap().map(|path| path.cost)
            };
            let _ = (lpa.run(), d_star.run());
            prop_assert_eq!(lpa.path().map(|path| path.cost), from(Point::new(0, 0)));
            let start = if map.is_free(start) { start } else { Point::new(0, 0) };
            prop_assert_eq!(d_star.path().map(|path| path.cost), from(start));
            for search in [&lpa as &dyn Pathfinder<Node = Point, Cost = u32>, &d_star] {
                prop_assert_eq!(search.open_nodes().count(), search.stats().open);
            }
        }
    }
}
