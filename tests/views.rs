//! What anytime and compact A* tell of themselves, and their limits. `tests/accounts.rs` has the searches with two
//! tables, and `tests/search` all others.

mod common;

use astride::{AraStar, Budget, CompactAStar, Pathfinder, SearchError, Status};
use proptest::prelude::*;

use common::effort::cases;
use common::ends::{Ends, ends};
use common::plan::{Guess, Plan};
use common::world::{INDEXES, Index};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    AnyTime,
    Compact,
}

const ALL: [Kind; 2] = [Kind::AnyTime, Kind::Compact];

type Boxed<'a> = Box<dyn Pathfinder<Node = usize, Cost = u32> + 'a>;

impl Kind {
    fn search(self, ends: &Ends<u32>) -> Boxed<'_> {
        match self {
            Kind::AnyTime => Box::new(AraStar::new(ends)),
            Kind::Compact => Box::new(CompactAStar::new(ends)),
        }
    }
}

fn check_views(kind: Kind, plan: &Plan, search: &dyn Pathfinder<Node = usize, Cost = u32>) {
    let open: Vec<_> = search.open_nodes().collect();
    let closed: Vec<_> = search.closed_nodes().collect();
    assert!(open.iter().all(|view| view.is_open) && closed.iter().all(|view| !view.is_open));
    let (stats, met) = (search.stats(), open.len() + closed.len());
    assert_eq!((stats.open, stats.nodes), (open.len(), met), "{kind:?}");
    let views: Vec<_> = open.into_iter().chain(closed).collect();
    for node in 0..plan.nodes {
        let found = search.find(&node);
        let view = views.iter().find(|view| view.node == node);
        assert_eq!(found.as_ref(), view, "{kind:?}");
        let is_told = found.as_ref().filter(|found| found.cost < u32::MAX);
        assert_eq!(search.cost_to(&node), is_told.map(|found| found.cost), "{kind:?}");
        let path = search.path_to(&node);
        assert_eq!(path.is_some(), is_told.is_some(), "{kind:?}");
        if let (Some(path), Some(found)) = (path, found) {
            assert_eq!(path.nodes.last(), Some(&node));
            assert!(path.cost <= found.cost && path.edges() >= usize::from(found.parent.is_some()));
        }
    }
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn views_fit_together_after_each_step(plan in ends(9, 40), place in 0..INDEXES.len()) {
        let ends = Ends::new(&plan, [Guess::Consistent(3); 2], INDEXES[place]);
        for kind in ALL {
            let mut search = kind.search(&ends);
            check_views(kind, &plan, search.as_ref());
            loop {
                let next = search.next_node().map(|next| next.node);
                let expanded = search.stats().expanded;
                let status = search.step();
                check_views(kind, &plan, search.as_ref());
                // An anytime search that takes a goal goes on.
                let is_goal = kind == Kind::AnyTime && next.is_some_and(|next| plan.goals[next]);
                if search.stats().expanded > expanded && status.is_running() && !is_goal {
                    prop_assert_eq!(next, search.current(), "{:?}", kind);
                }
                if !status.is_running() {
                    break;
                }
            }
            prop_assert_eq!(search.next_node(), None);
            let found = search.path();
            prop_assert_eq!(found.is_some(), search.status() == Status::Found);
            // Of nodes with the same estimate the first one counts, which need not be the goal.
            if let Some(path) = found.filter(|_| kind != Kind::Compact) {
                let best = search.best_effort_path();
                prop_assert_eq!(best, Some(path), "{:?}", kind);
            }
        }
    }
}

/// A map of 20 columns and rows. Its cells cost 1 to 9.
fn map() -> Plan {
    let cell = |x: usize, y: usize| y * 20 + x;
    let mut edges = Vec::new();
    for (x, y) in (0..400_usize).map(|cell| (cell % 20, cell / 20)) {
        let neighbours = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        for (to_x, to_y) in neighbours.into_iter().filter(|(x, y)| *x < 20 && *y < 20) {
            let cost = (to_x * 7 + to_y * 13 + to_x * to_y) % 9 + 1;
            edges.push((cell(x, y), cell(to_x, to_y), Some(cost as u64)));
        }
    }
    Plan {
        nodes: 400,
        edges,
        start: cell(4, 5),
        more_starts: Vec::new(),
        goals: (0..400).map(|node| node == cell(15, 12)).collect(),
        draws: vec![0; 400],
    }
}

#[test]
fn limits_are_kept_and_allow_what_is_needed() {
    let plan = map();
    for index in [Index::Never, Index::AlwaysWithNodes] {
        let ends = Ends::new(&plan, [Guess::Consistent(2); 2], index);
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
                // Neither the same limit nor the other one changes anything.
                search.set_node_limit(limit);
                search.set_memory_limit(usize::MAX);
                assert_eq!(failure(search.status()), failed);
                search.set_node_limit(nodes);
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
fn a_budget_of_nodes_ends_with_the_expansion_that_stores_the_last_one() {
    let plan = map();
    let ends = Ends::new(&plan, [Guess::Consistent(2); 2], Index::Never);
    for kind in ALL {
        for count in [1, 7, 50] {
            let (mut search, mut stepped) = (kind.search(&ends), kind.search(&ends));
            // Opens the start.
            assert_eq!(search.next_node(), stepped.next_node());
            while search.status().is_running() {
                let full = stepped.stats().nodes + count;
                let _ = search.run_for(Budget::new().nodes(count));
                while stepped.step().is_running() && stepped.stats().nodes < full {}
                let did = |search: &Boxed<'_>| (search.status(), search.stats().expanded, search.stats().nodes);
                assert_eq!(did(&search), did(&stepped), "{kind:?}");
            }
        }
    }
}
