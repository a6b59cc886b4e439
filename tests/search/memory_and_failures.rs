//! The reports of bidirectional searches, searches for several paths and replanning searches after every step: counts
//! against events and the graph, nodes against the other methods that return them, and limits that are hit.

use std::ops::DerefMut;

use astride::search::{BidirectionalBfs, DisjointPaths, Nbs, Origin};
use astride::{
    BidirectionalAStar, BidirectionalDijkstra, Budget, DStarLite, KShortestPaths, LpaStar, Pathfinder, SearchError,
    Status,
};

use crate::common::plan::{Guess, Plan};
use crate::common::world::{Index, World};
use astride_laws::Log;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    DisjointEdges,
    DisjointNodes,
    KShortest,
    LpaStar,
    DStarLite,
    Dijkstra,
    Bfs,
    AStar,
    Nbs,
}

const KINDS: [Kind; 9] = [
    Kind::DisjointEdges,
    Kind::DisjointNodes,
    Kind::KShortest,
    Kind::LpaStar,
    Kind::DStarLite,
    Kind::Dijkstra,
    Kind::Bfs,
    Kind::AStar,
    Kind::Nbs,
];

impl Kind {
    fn is_from_both_ends(self) -> bool {
        matches!(self, Kind::Dijkstra | Kind::Bfs | Kind::AStar | Kind::Nbs)
    }

    fn is_disjoint(self) -> bool {
        matches!(self, Kind::DisjointEdges | Kind::DisjointNodes)
    }

    fn is_replanning(self) -> bool {
        matches!(self, Kind::LpaStar | Kind::DStarLite)
    }
}

type Any<'a> = dyn Pathfinder<Node = usize, Cost = i32> + 'a;

/// A search that continues after a path if there may be another one.
enum Driven<'a> {
    One(Box<Any<'a>>),
    Several(Box<KShortestPaths<&'a World<i32>, Log<usize, i32>>>),
}

impl<'a> Driven<'a> {
    fn new(kind: Kind, ends: &'a World<i32>, log: &Log<usize, i32>) -> Self {
        let log = log.clone();
        Driven::One(match kind {
            Kind::DisjointEdges => Box::new(DisjointPaths::by_edges(ends).with_observer(log)),
            Kind::DisjointNodes => Box::new(DisjointPaths::by_nodes(ends).with_observer(log)),
            Kind::KShortest => return Driven::Several(Box::new(KShortestPaths::new(ends).with_observer(log))),
            Kind::LpaStar => Box::new(LpaStar::new(ends).with_observer(log)),
            Kind::DStarLite => Box::new(DStarLite::new(ends).with_observer(log)),
            Kind::Dijkstra => Box::new(BidirectionalDijkstra::new(ends).with_observer(log)),
            Kind::Bfs => Box::new(BidirectionalBfs::new(ends).with_observer(log)),
            Kind::AStar => Box::new(BidirectionalAStar::new(ends).with_observer(log)),
            Kind::Nbs => Box::new(Nbs::new(ends).with_observer(log)),
        })
    }

    /// Runs to the end. Returns the costs of the paths and the last status.
    fn run_through(&mut self) -> (Vec<i32>, Status) {
        let mut costs = Vec::new();
        loop {
            let status = self.run();
            costs.extend(self.path().map(|path| path.cost));
            match self {
                Driven::Several(search) if status == Status::Found => drop(search.seek_next()),
                _ => return (costs, status),
            }
        }
    }
}

impl<'a> std::ops::Deref for Driven<'a> {
    type Target = Any<'a>;

    fn deref(&self) -> &Any<'a> {
        match self {
            Driven::One(search) => search.as_ref(),
            Driven::Several(search) => search.as_ref(),
        }
    }
}

impl<'a> DerefMut for Driven<'a> {
    fn deref_mut(&mut self) -> &mut Any<'a> {
        match self {
            Driven::One(search) => search.as_mut(),
            Driven::Several(search) => search.as_mut(),
        }
    }
}

/// A ring of many nodes, few of which are open at any time.
fn ring(nodes: usize) -> World<i32> {
    let edges = |from: usize| [(from, (from + 1) % nodes, 1), ((from + 1) % nodes, from, 2)];
    let plan = Plan::of_edges((0..nodes).flat_map(edges)).between(0, nodes / 2);
    World::with_guesses(&plan, [Guess::Zero; 2], Index::Never)
}

/// A graph in which most of the nodes are open at once: each of 50 nodes leads to 50 others, and those lead to the
/// goal. So do `aside` nodes that can be reached only from the last one.
fn fan(aside: usize) -> World<i32> {
    let (goal, nodes) = (2_551, 2_553 + aside);
    let edges = |node: usize| match node {
        0 => (1..51).map(|to| (0, to, 1)).collect::<Vec<_>>(),
        1..51 => (0..50).map(|place| (node, 50 * node + 1 + place, 1)).collect(),
        2_551 => vec![],
        _ if node == nodes - 1 => (2_552..node).map(|to| (node, to, 1)).collect(),
        _ => vec![(node, goal, node as u64)],
    };
    let plan = Plan::of_edges((0..nodes).flat_map(edges)).between(0, goal);
    World::with_guesses(&plan, [Guess::Zero; 2], Index::Never)
}

#[test]
fn memory_stays_within_its_limit() {
    let nodes = 3_000;
    let ends = ring(nodes);
    // The queue of a replanning search grows by doubling, in addition to the nodes.
    for kind in KINDS.into_iter().filter(|kind| !kind.is_replanning()) {
        let log = Log::default();
        let mut whole = Driven::new(kind, &ends, &log);
        let expected = whole.run();
        // Together with a limit on nodes, and alone.
        for node_limit in [nodes * 3, usize::MAX] {
            let mut limit = 16_384;
            loop {
                let mut search = Driven::new(kind, &ends, &log);
                search.set_node_limit(node_limit);
                search.set_memory_limit(limit);
                let status = search.run();
                if status == expected {
                    break;
                }
                assert_eq!(status, Status::Failed(SearchError::MemoryLimit { limit }), "{kind:?}");
                // The open list may grow by one more expansion.
                let bytes = search.stats().bytes;
                assert!(bytes <= limit + 4_096, "{kind:?} {bytes} {limit}");
                limit += limit / 4;
            }
            assert!(limit > 32_768, "{kind:?}");
        }
    }
}

/// After a late start, each of the two searches still gets the part of the limit that the other one leaves.
#[test]
fn a_late_start_takes_no_more_memory_than_there_is() {
    let (ends, log) = (fan(2_000), Log::default());
    let mut bytes = 0;
    for is_limited in [false, true] {
        let mut search = Driven::new(Kind::DisjointEdges, &ends, &log);
        if is_limited {
            search.set_memory_limit(3 * bytes);
        }
        // By then, the second search has begun.
        assert_eq!(search.run_for(Budget::new().expansions(2_600)), Status::Running);
        search.add_start(ends.edges.len() - 1, 0);
        assert_eq!(search.run(), Status::Found);
        bytes = search.stats().bytes;
    }
}

/// An edge with an invalid cost is named by its place.
#[test]
fn a_failure_names_the_place_of_the_edge() {
    use Origin::{Predecessor, Successor};
    // Two paths from 0 to 5; the cheapest one leads through 1 and 3.
    let plan = Plan::of_edges([
        (0, 1, 1),
        (0, 2, 2),
        (1, 3, 1),
        (2, 3, 2),
        (2, 4, 2),
        (3, 5, 1),
        (4, 5, 2),
    ]);
    let log = Log::default();
    let check_expanded = |kind: Kind, search: &Any<'_>| {
        assert_eq!(search.stats().expanded, log.expansions(), "{kind:?}");
    };
    let is_of = |status: Status, node: Option<usize>, at: usize, origin: Origin| {
        let Status::Failed(SearchError::NegativeCost { origin: found, .. }) = status else {
            panic!("{status:?}");
        };
        assert_eq!((found, node), (origin, Some(at)));
    };
    for kind in KINDS {
        for node in 0..6 {
            let mut ends = World::<i32>::with_guesses(&plan, [Guess::Zero; 2], Index::Always);
            ends.edges[node].push((0, -1));
            let ahead = Successor(ends.edges[node].len() - 1);
            log.clear();
            let mut search = Driven::new(kind, &ends, &log);
            let end = search.run_through().1;
            if matches!(end, Status::Failed(_)) {
                is_of(end, search.current(), node, ahead);
                check_expanded(kind, &*search);
            } else {
                assert!(
                    node >= 4 || kind == Kind::DStarLite || kind.is_from_both_ends(),
                    "{kind:?} {node} {end:?}"
                );
            }
            let mut ends = World::<i32>::with_guesses(&plan, [Guess::Zero; 2], Index::Always);
            ends.back_edges[node].push((5, -1));
            let back = Predecessor(ends.back_edges[node].len() - 1);
            log.clear();
            let mut search = Driven::new(kind, &ends, &log);
            let end = search.run_through().1;
            if matches!(end, Status::Failed(_)) {
                is_of(end, search.current(), node, back);
                check_expanded(kind, &*search);
            } else {
                assert!(
                    node < 4 || kind.is_disjoint() || kind == Kind::LpaStar || kind.is_from_both_ends(),
                    "{kind:?} {node} {end:?}"
                );
            }
        }
    }
}

/// Whichever way the search has followed edges last.
#[test]
fn the_invalid_cost_of_a_start_is_not_taken_for_that_of_the_goal() {
    let (ends, log) = (ring(30), Log::default());
    for kind in KINDS {
        for steps in 0..4 {
            let mut search = Driven::new(kind, &ends, &log);
            for _ in 0..steps {
                assert_eq!(search.step(), Status::Running);
            }
            search.add_start(1, -3);
            let (cost, origin) = ("-3".into(), Origin::Start);
            let expected = Status::Failed(SearchError::NegativeCost { cost, origin });
            assert_eq!(search.status(), expected, "{kind:?} {steps}");
        }
    }
}

#[test]
fn of_a_start_that_comes_twice_the_lower_cost_counts() {
    let plan = Plan::of_edges([(0, 2, 9), (1, 2, 1)]);
    let (ends, log) = (
        World::<i32>::with_guesses(&plan, [Guess::Zero; 2], Index::Always),
        Log::default(),
    );
    // Searches for the fewest edges differ.
    for kind in KINDS.into_iter().filter(|kind| *kind != Kind::Bfs) {
        for costs in [[20, 1], [1, 20]] {
            let mut search = Driven::new(kind, &ends, &log);
            for cost in costs {
                search.add_start(1, cost);
            }
            assert_eq!(search.run(), Status::Found);
            assert_eq!(search.path().unwrap().cost, 2, "{kind:?} {costs:?}");
        }
    }
}

#[test]
fn a_budget_of_nodes_ends_with_the_expansion_that_stores_the_last_one() {
    let (ends, log) = (ring(300), Log::default());
    for kind in KINDS {
        for count in [1, 7, 50] {
            let (mut search, mut stepped) = (Driven::new(kind, &ends, &log), Driven::new(kind, &ends, &log));
            // Opens the start.
            assert_eq!(search.next_node(), stepped.next_node());
            while search.status().is_running() {
                let full = stepped.stats().nodes + count;
                let _ = search.run_for(Budget::new().nodes(count));
                while stepped.step().is_running() && stepped.stats().nodes < full {}
                let did = |search: &Any<'_>| (search.status(), search.stats().expanded, search.stats().nodes);
                assert_eq!(did(&*search), did(&*stepped), "{kind:?}");
            }
        }
    }
}
