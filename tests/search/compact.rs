//! The reports and limits of anytime and compact A*. The searches with two tables are in
//! `memory_and_failures.rs`, and all others in files of their own.

use std::collections::BTreeSet;

use astride::search::{CompactAStar, Origin};
use astride::{AraStar, Budget, Pathfinder, SearchError, Status};

use crate::common::plan::{Guess, Plan};
use crate::common::world::{Index, World};
use astride_laws::{Event, Log};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    AnyTime,
    Compact,
}

const ALL: [Kind; 2] = [Kind::AnyTime, Kind::Compact];

type Told = Log<usize, u32>;

type Boxed<'a> = Box<dyn Pathfinder<Node = usize, Cost = u32> + 'a>;

impl Kind {
    fn search(self, ends: &World<u32>) -> Boxed<'_> {
        self.observed(ends, &Told::default())
    }

    fn observed<'a>(self, ends: &'a World<u32>, log: &Told) -> Boxed<'a> {
        match self {
            Kind::AnyTime => Box::new(AraStar::new(ends).with_observer(log.clone())),
            Kind::Compact => Box::new(CompactAStar::new(ends).with_observer(log.clone())),
        }
    }
}

/// Checks the counts of a search against its events and the edges of the graph.
fn check_counts(kind: Kind, ends: &World<u32>, search: &dyn Pathfinder<Node = usize, Cost = u32>, log: &Told) {
    let (mut closed, mut expanded, mut generated, mut reopened) = (BTreeSet::new(), 0, 1, 0);
    for event in log.events().iter() {
        match event {
            Event::Expanded(node, _) => {
                closed.insert(*node);
                expanded += 1;
                generated += ends.edges[*node].len() as u64;
            }
            // After this, an anytime search continues.
            Event::Found(node, _) => {
                closed.insert(*node);
            }
            Event::Improved(node, ..) => reopened += u64::from(closed.remove(node)),
            _ => {}
        }
    }
    let stats = search.stats();
    let counted = (stats.expanded, stats.generated, stats.reopened);
    assert_eq!(counted, (expanded, generated, reopened), "{kind:?}");
    assert_eq!(stats.open, search.open_nodes().count(), "{kind:?}");
}

/// 2 is the goal, and it is known to come next.
#[test]
fn a_start_that_is_added_comes_before_a_dearer_goal() {
    let ends = World::with_guesses(&Plan::of_edges([(0, 2, 5), (1, 2, 1)]), [Guess::Zero; 2], Index::Never);
    for kind in ALL {
        let mut search = kind.search(&ends);
        assert!(search.step().is_running());
        assert_eq!(search.next_node().map(|next| next.node), Some(2));
        search.add_start(1, 0);
        assert_eq!(
            (search.run(), search.path().unwrap().cost),
            (Status::Found, 1),
            "{kind:?}"
        );
    }
}

/// 1 to 10 are expanded together, unless one of them is the goal.
#[test]
fn of_nodes_that_are_equally_near_the_goal_comes_first() {
    for goal in 1..=10 {
        let plan = Plan::of_edges((1..=10).map(|node| (0, node, 1))).between(0, goal);
        let ends = World::with_guesses(&plan, [Guess::Zero; 2], Index::Never);
        let mut search = Kind::Compact.search(&ends);
        assert_eq!((search.run(), search.stats().expanded), (Status::Found, 1), "{goal}");
    }
}

#[test]
fn a_failure_is_that_of_an_edge_and_counts_as_an_expansion() {
    // 1 and 2 come together. An edge of one of them is too expensive.
    for (good, bad) in [(1, 2), (2, 1)] {
        let most = u64::from(u32::MAX) - 1;
        let plan = Plan::of_edges([
            (0, 1, 1),
            (0, 2, 1),
            (good, 0, 1),
            (good, 0, 1),
            (bad, 0, 1),
            (bad, 3, most),
        ]);
        let ends = World::with_guesses(&plan, [Guess::Zero; 2], Index::Never);
        for kind in ALL {
            let log = Told::default();
            let mut search = kind.observed(&ends, &log);
            let Status::Failed(SearchError::CostOverflow { origin, .. }) = search.run() else {
                panic!("{:?}", search.status());
            };
            assert_eq!(
                (origin, search.current()),
                (Origin::Successor(1), Some(bad)),
                "{kind:?}"
            );
            check_counts(kind, &ends, search.as_ref(), &log);
        }
    }
}

/// 1 is expanded before 2, although the cheaper path to 1 leads through 2.
#[test]
fn a_closed_node_is_opened_again_for_a_cheaper_path() {
    let mut ends = World::with_guesses(
        &Plan::of_edges([(0, 1, 5), (0, 2, 1), (2, 1, 1), (1, 3, 10)]),
        [Guess::Zero; 2],
        Index::Never,
    );
    ends.estimates[2] = 8;
    // An anytime search also reopens the goal.
    for (kind, reopened) in [(Kind::AnyTime, 2), (Kind::Compact, 1)] {
        let log = Told::default();
        let mut search = kind.observed(&ends, &log);
        assert_eq!(search.run(), Status::Found);
        assert_eq!(
            (search.path().unwrap().cost, search.stats().reopened),
            (12, reopened),
            "{kind:?}"
        );
        check_counts(kind, &ends, search.as_ref(), &log);
    }
}

/// The estimate is so large that the costs of the paths to 1 vanish in the sum: the more expensive path comes first.
#[test]
fn a_path_that_has_become_cheaper_is_not_gone_along() {
    let plan = Plan::of_edges([(0, 1, 8), (0, 2, 4), (2, 1, 2), (1, 3, 1)]);
    let mut ends = World::<f64>::with_guesses(&plan, [Guess::Zero; 2], Index::Never);
    (ends.estimates[1], ends.estimates[3]) = (1e17, 2e17);
    let mut search = CompactAStar::new(&ends);
    assert_eq!(search.run(), Status::Found);
    assert_eq!(
        (search.path().unwrap().nodes, search.stats().expanded),
        (vec![0, 2, 1, 3], 3)
    );
}

#[test]
fn no_node_is_expanded_while_more_memory_is_in_use_than_the_limit_allows() {
    let plan = map();
    let ends = World::with_guesses(&plan, [Guess::Consistent(2); 2], Index::Never);
    for kind in ALL {
        let mut search = kind.search(&ends);
        assert!(search.step().is_running());
        let before = search.stats();
        let limit = before.bytes - 1;
        search.set_memory_limit(limit);
        assert_eq!(
            search.step(),
            Status::Failed(SearchError::MemoryLimit { limit }),
            "{kind:?}"
        );
        assert_eq!(search.stats().expanded, before.expanded);
        search.set_memory_limit(usize::MAX);
        search.restart();
        assert_eq!(search.run(), Status::Found);
    }
}

/// 1 to 16 are taken together, and the first of them fills the place that they have left in the open list.
#[test]
fn nodes_that_go_back_to_the_open_list_are_within_the_memory_limit() {
    let ways = (1..=16).map(|node| (0, node, 0));
    let plan = Plan::of_edges(ways.chain((17..=32).map(|node| (16, node, 0)))).between(0, 32);
    let ends = World::with_guesses(&plan, [Guess::Zero; 2], Index::Never);
    let mut search = Kind::Compact.search(&ends);
    assert!(search.step().is_running() && search.step().is_running());
    let limit = search.stats().bytes;
    search.set_memory_limit(limit);
    search.add_start(1, 0);
    assert_eq!(search.status(), Status::Failed(SearchError::MemoryLimit { limit }));
    assert_eq!(search.stats().bytes, limit);
}

/// A map of 20 columns and rows. Its cells cost 1 to 9.
fn map() -> Plan {
    let cell = |x: usize, y: usize| y * 20 + x;
    let mut edges = Vec::new();
    for (x, y) in (0..400_usize).map(|cell| (cell % 20, cell / 20)) {
        let neighbours = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        for (to_x, to_y) in neighbours.into_iter().filter(|(x, y)| *x < 20 && *y < 20) {
            let cost = (to_x * 7 + to_y * 13 + to_x * to_y) % 9 + 1;
            edges.push((cell(x, y), cell(to_x, to_y), cost as u64));
        }
    }
    Plan::of_edges(edges).between(cell(4, 5), cell(15, 12))
}

#[test]
fn limits_are_kept_and_allow_what_is_needed() {
    let plan = map();
    for index in [Index::Never, Index::AlwaysWithNodes] {
        let ends = World::with_guesses(&plan, [Guess::Consistent(2); 2], index);
        for kind in ALL {
            let mut whole = kind.search(&ends);
            let (mut nodes, mut bytes) = (0, 0);
            let mut is_running = true;
            while is_running {
                is_running = whole.step().is_running();
                let stats = whole.stats();
                (nodes, bytes) = (stats.nodes.max(nodes), stats.bytes.max(bytes));
            }
            assert_eq!(whole.status(), Status::Found);
            let failure = |status| match status {
                Status::Failed(SearchError::NodeLimit { limit } | SearchError::MemoryLimit { limit }) => Some(limit),
                _ => None,
            };
            for (limit, suffices) in [(nodes, true), (nodes - 1, false), (nodes / 2, false), (0, false)] {
                let mut search = kind.search(&ends);
                search.set_node_limit(limit);
                let failed = failure(search.run());
                assert_eq!(failed, (!suffices).then_some(limit), "{kind:?} {nodes}");
                assert!(search.stats().nodes <= limit, "{kind:?}");
                // A search that has ended stays ended, regardless of new limits.
                search.set_node_limit(nodes);
                search.set_memory_limit(usize::MAX);
                assert_eq!(failure(search.run()), failed);
                search.restart();
                assert_eq!(
                    (search.run(), search.path()),
                    (whole.status(), whole.path()),
                    "{kind:?}"
                );
            }
            for (limit, suffices) in [(4 * bytes, true), (bytes / 2, false), (0, false)] {
                let mut search = kind.search(&ends);
                search.set_memory_limit(limit);
                let failed = failure(search.run());
                assert_eq!(failed, (!suffices).then_some(limit), "{kind:?} {bytes}");
                assert!(suffices || search.stats().bytes <= bytes, "{kind:?}");
                search.set_memory_limit(usize::MAX);
                search.restart();
                assert_eq!(
                    (search.run(), search.path()),
                    (whole.status(), whole.path()),
                    "{kind:?}"
                );
            }
        }
    }
}

#[test]
fn a_budget_of_nodes_or_memory_ends_with_the_expansion_that_uses_it_up() {
    let plan = map();
    let ends = World::with_guesses(&plan, [Guess::Consistent(2); 2], Index::Never);
    for kind in ALL {
        for (count, is_of_bytes) in [(1, false), (7, false), (50, false), (1, true), (9_000, true)] {
            // The parts of its table grow depending on the hashes, which differ from search to search.
            if is_of_bytes && kind == Kind::Compact {
                continue;
            }
            let (mut search, mut stepped) = (kind.search(&ends), kind.search(&ends));
            // Opens the start.
            assert_eq!(search.next_node(), stepped.next_node());
            let budget = Budget::new();
            let budget = if is_of_bytes {
                budget.memory(count)
            } else {
                budget.nodes(count)
            };
            let used = |search: &Boxed<'_>| {
                let stats = search.stats();
                if is_of_bytes { stats.bytes } else { stats.nodes }
            };
            while search.status().is_running() {
                let full = used(&stepped) + count;
                let _ = search.run_for(budget);
                while stepped.step().is_running() && used(&stepped) < full {}
                let did = |search: &Boxed<'_>| (search.status(), search.stats().expanded, search.stats().nodes);
                assert_eq!(did(&search), did(&stepped), "{kind:?}");
            }
        }
    }
}
