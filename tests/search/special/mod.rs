//! The searches that `Algorithm` leaves out: what those with several tables of nodes have in common, and what anytime
//! and compact A\* have in common.

mod failures;
mod limits;
mod starts;

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

use astride::search::{BidirectionalBfs, CompactAStar, DisjointPaths, Nbs};
use astride::{
    AraStar, BidirectionalAStar, BidirectionalDijkstra, DStarLite, KShortestPaths, LpaStar, Pathfinder, Status,
};

use crate::common::plan::{Guess, Plan};
use crate::common::world::{Index, World};
use astride_laws::{Event, Log};

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
    AraStar,
    Compact,
}

const SEVERAL_TABLES: [Kind; 9] = [
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

const ONE_TABLE: [Kind; 2] = [Kind::AraStar, Kind::Compact];

fn all() -> impl Iterator<Item = Kind> {
    SEVERAL_TABLES.into_iter().chain(ONE_TABLE)
}

impl Kind {
    fn is_bidirectional(self) -> bool {
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
            Kind::AraStar => Box::new(AraStar::new(ends).with_observer(log)),
            Kind::Compact => Box::new(CompactAStar::new(ends).with_observer(log)),
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

impl<'a> Deref for Driven<'a> {
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
    World::<i32>::with_guesses(&plan, [Guess::Zero; 2], Index::Never)
}

/// Checks the counts of a search against its events and the edges of the graph.
fn check_counts(kind: Kind, ends: &World<i32>, search: &Any<'_>, log: &Log<usize, i32>) {
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

/// 1 is expanded before 2, although the cheaper path to 1 leads through 2.
#[test]
fn a_closed_node_is_opened_again_for_a_cheaper_path() {
    let mut ends = World::<i32>::with_guesses(
        &Plan::of_edges([(0, 1, 5), (0, 2, 1), (2, 1, 1), (1, 3, 10)]),
        [Guess::Zero; 2],
        Index::Never,
    );
    ends.estimates[2] = 8;
    // An anytime search also reopens the goal.
    for (kind, reopened) in [(Kind::AraStar, 2), (Kind::Compact, 1)] {
        let log = Log::default();
        let mut search = Driven::new(kind, &ends, &log);
        assert_eq!(search.run(), Status::Found);
        assert_eq!(
            (search.path().unwrap().cost, search.stats().reopened),
            (12, reopened),
            "{kind:?}"
        );
        check_counts(kind, &ends, &*search, &log);
    }
}
