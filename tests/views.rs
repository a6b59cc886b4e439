//! What the searches that are more than one best-first search tell of themselves, and their limits. The others are
//! compared with oracles in `tests/search`.

mod common;

use astride::{
    AraStar, BidirectionalAStar, BidirectionalBfs, BidirectionalDijkstra, Budget, CompactAStar, DStarLite,
    DisjointPaths, KShortestPaths, LpaStar, Nbs, PairHeuristic, Pathfinder, SearchError, Status,
};
use proptest::prelude::*;

use common::effort::cases;
use common::ends::{Ends, ends};
use common::plan::{Guess, Plan};
use common::world::{INDEXES, Index};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    AnyTime,
    Compact,
    BothEnds,
    BothEndsByEdges,
    BothEndsEstimated,
    LeastPair,
    Disjoint,
    DisjointByNodes,
    KShortest,
    Replanning,
    ReplanningBackwards,
}

const ALL: [Kind; 11] = [
    Kind::AnyTime,
    Kind::Compact,
    Kind::BothEnds,
    Kind::BothEndsByEdges,
    Kind::BothEndsEstimated,
    Kind::LeastPair,
    Kind::Disjoint,
    Kind::DisjointByNodes,
    Kind::KShortest,
    Kind::Replanning,
    Kind::ReplanningBackwards,
];

type Boxed<'a> = Box<dyn Pathfinder<Node = usize, Cost = u32> + 'a>;

impl PairHeuristic for Ends<u32> {
    fn estimate_between(&self, _: &usize, _: &usize) -> u32 {
        0
    }
}

impl Kind {
    fn search(self, ends: &Ends<u32>) -> Boxed<'_> {
        match self {
            Kind::AnyTime => Box::new(AraStar::new(ends)),
            Kind::Compact => Box::new(CompactAStar::new(ends)),
            Kind::BothEnds => Box::new(BidirectionalDijkstra::new(ends)),
            Kind::BothEndsByEdges => Box::new(BidirectionalBfs::new(ends)),
            Kind::BothEndsEstimated => Box::new(BidirectionalAStar::new(ends)),
            Kind::LeastPair => Box::new(Nbs::new(ends)),
            Kind::Disjoint => Box::new(DisjointPaths::by_edges(ends)),
            Kind::DisjointByNodes => Box::new(DisjointPaths::by_nodes(ends)),
            Kind::KShortest => Box::new(KShortestPaths::new(ends)),
            Kind::Replanning => Box::new(LpaStar::new(ends)),
            Kind::ReplanningBackwards => Box::new(DStarLite::new(ends)),
        }
    }

    /// The second of the two searches has nodes with two sides and costs of its own.
    fn is_disjoint(self) -> bool {
        matches!(self, Kind::Disjoint | Kind::DisjointByNodes)
    }

    fn is_replanning(self) -> bool {
        matches!(self, Kind::Replanning | Kind::ReplanningBackwards)
    }
}

fn check_views(kind: Kind, plan: &Plan, search: &dyn Pathfinder<Node = usize, Cost = u32>) {
    let open: Vec<_> = search.open_nodes().collect();
    let closed: Vec<_> = search.closed_nodes().collect();
    assert!(open.iter().all(|view| view.is_open) && closed.iter().all(|view| !view.is_open));
    let (stats, met) = (search.stats(), open.len() + closed.len());
    assert_eq!(stats.open, open.len(), "{kind:?}");
    assert!(stats.nodes >= met, "{kind:?}");
    assert!(
        stats.nodes == met || kind.is_disjoint() || kind.is_replanning(),
        "{kind:?}"
    );
    let views: Vec<_> = open.into_iter().chain(closed).collect();
    for node in 0..plan.nodes {
        let known = |is_backward| {
            let mut views = views
                .iter()
                .filter(move |view| view.node == node && view.is_backward == is_backward);
            views.next()
        };
        let found = search.find(&node);
        assert_eq!(
            found.is_some(),
            known(false).or(known(true)).is_some(),
            "{kind:?} {node}"
        );
        let Some(found) = found else {
            continue;
        };
        if kind.is_disjoint() {
            let path = search.path_to(&node);
            assert_eq!(path.as_ref().map(|path| path.cost), search.cost_to(&node), "{kind:?}");
            continue;
        }
        assert_eq!(Some(&found), known(false).or(known(true)), "{kind:?}");
        let is_told = !found.is_backward && kind != Kind::ReplanningBackwards && found.cost < u32::MAX;
        assert_eq!(search.cost_to(&node), is_told.then_some(found.cost), "{kind:?}");
        let path = search.path_to(&node);
        assert!(path.is_some() == is_told || kind.is_replanning(), "{kind:?}");
        if let Some(path) = path {
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
            // Its tables are cleared between two steps.
            let enough = if kind == Kind::KShortest { 2 * nodes } else { nodes };
            for (limit, suffices) in [(enough, true), (nodes - 1, false), (nodes / 2, false), (0, false)] {
                let mut search = kind.search(&ends);
                search.set_node_limit(limit);
                let failed = failure(search.run());
                assert_eq!(failed, (!suffices).then_some(limit), "{kind:?} {nodes}");
                assert!(search.stats().nodes <= limit, "{kind:?}");
                // Neither the same limit nor the other one changes anything.
                search.set_node_limit(limit);
                search.set_memory_limit(usize::MAX);
                assert_eq!(failure(search.status()), failed);
                search.set_node_limit(enough);
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
