//! A square of hills whose methods may panic at a chosen call.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::panic::resume_unwind;

use astride::traits::{PairHeuristic, ReverseHeuristic};
use astride::{Graph, Heuristic, KnownGoal, NodeEvent, Observer, Problem, ReverseGraph, SearchError};
use astride_grid::AnyAngle;
use astride_labels::Labels;

thread_local! {
    /// The number of the call on this thread at which the user's code panics; 0 for never.
    pub(crate) static FUSE: Cell<u64> = const { Cell::new(0) };
}

pub(crate) fn burn() {
    let left = FUSE.get();
    FUSE.set(left.saturating_sub(1));
    if left == 1 {
        // Without the panic message.
        resume_unwind(Box::new("the fuse"));
    }
}

#[derive(Copy, Debug)]
pub(crate) struct Spot(pub(crate) u16);

#[expect(
    clippy::expl_impl_clone_on_copy,
    clippy::non_canonical_clone_impl,
    reason = "it may panic"
)]
impl Clone for Spot {
    fn clone(&self) -> Self {
        burn();
        Spot(self.0)
    }
}

impl PartialEq for Spot {
    fn eq(&self, other: &Self) -> bool {
        burn();
        self.0 == other.0
    }
}

impl Eq for Spot {}

impl Hash for Spot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        burn();
        self.0.hash(state);
    }
}

/// The way in which spots are distinguished.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Told {
    Hash,
    Index,
    /// By an index that leads back to them.
    IndexAlone,
}

/// 4-connected, from corner to corner. It allocates nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hills {
    pub(crate) side: u16,
    pub(crate) told: Told,
    /// The least cost of a step; the greatest is up to twelve times more.
    pub(crate) unit: u64,
}

impl Hills {
    /// Returns hills with hashed nodes, with indexed nodes, and with nodes that are created from their indices.
    pub(crate) fn of_each_kind(side: u16) -> [Hills; 3] {
        let kinds = [
            (Told::Hash, 1),
            (Told::Index, 1_000_000),
            (Told::IndexAlone, 10_000_000_000),
        ];
        kinds.map(|(told, unit)| Hills { side, told, unit })
    }

    fn steps(self, spot: Spot, is_ahead: bool) -> impl Iterator<Item = (Spot, u64)> {
        burn();
        let Hills { side, unit, .. } = self;
        let (x, y) = (spot.0 % side, spot.0 / side);
        let steps = [
            (x + 1 < side).then_some(spot.0 + 1),
            (y + 1 < side).then_some(spot.0 + side),
            (x > 0).then(|| spot.0 - 1),
            (y > 0).then(|| spot.0 - side),
        ];
        steps.into_iter().flatten().map(move |next| {
            burn();
            let (from, to) = if is_ahead { (spot.0, next) } else { (next, spot.0) };
            let height = (u64::from(from) * 7919 + u64::from(to) * 104_729) % 13 + 1;
            (Spot(next), unit * height)
        })
    }

    fn between(self, from: Spot, to: Spot) -> u64 {
        burn();
        let along = |from: u16, to: u16| u64::from(from.abs_diff(to));
        self.unit * (along(from.0 % self.side, to.0 % self.side) + along(from.0 / self.side, to.0 / self.side))
    }

    fn last(self) -> Spot {
        Spot(self.side * self.side - 1)
    }
}

impl Graph for Hills {
    type Node = Spot;
    type Cost = u64;

    fn successors(&self, spot: &Spot) -> impl Iterator<Item = (Spot, u64)> {
        self.steps(*spot, true)
    }

    fn index(&self, spot: &Spot) -> Option<usize> {
        burn();
        (self.told != Told::Hash).then_some(usize::from(spot.0))
    }

    fn node_at(&self, index: usize) -> Option<Spot> {
        burn();
        (self.told == Told::IndexAlone).then(|| Spot(u16::try_from(index).unwrap()))
    }
}

impl ReverseGraph for Hills {
    fn predecessors(&self, spot: &Spot) -> impl Iterator<Item = (Spot, u64)> {
        self.steps(*spot, false)
    }
}

impl Problem for Hills {
    fn start(&self) -> Spot {
        burn();
        Spot(0)
    }

    fn is_goal(&self, spot: &Spot) -> bool {
        burn();
        spot.0 == self.last().0
    }
}

impl KnownGoal for Hills {
    fn goal(&self) -> Spot {
        burn();
        self.last()
    }
}

impl Heuristic for Hills {
    fn estimate(&self, spot: &Spot) -> u64 {
        self.between(*spot, self.last())
    }
}

impl ReverseHeuristic for Hills {
    fn estimate_from_start(&self, spot: &Spot) -> u64 {
        self.between(Spot(0), *spot)
    }
}

impl PairHeuristic for Hills {
    fn estimate_between(&self, from: &Spot, to: &Spot) -> u64 {
        self.between(*from, *to)
    }
}

impl AnyAngle for Hills {
    fn distance(&self, from: &Spot, to: &Spot) -> u64 {
        13 * self.between(*from, *to)
    }

    fn line_of_sight(&self, from: &Spot, to: &Spot) -> bool {
        burn();
        (from.0 + to.0) % 5 > 1
    }
}

/// Only the cheapest label at a spot counts.
impl Labels for Hills {
    type Place = Spot;
    type Rank = ();

    fn place(&self, spot: &Spot) -> Spot {
        burn();
        *spot
    }

    fn place_index(&self, spot: &Spot) -> Option<usize> {
        self.index(spot)
    }

    fn dominates(&self, _: &Spot, _: &Spot) -> bool {
        burn();
        true
    }

    fn rank(&self, _: &Spot) -> Option<()> {
        burn();
        Some(())
    }
}

/// Panics at a chosen call, like the hills.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watcher;

impl Observer<Spot, u64> for Watcher {
    fn opened(&mut self, _: NodeEvent<'_, Spot, u64>) {
        burn();
    }

    fn expanded(&mut self, _: NodeEvent<'_, Spot, u64>) {
        burn();
    }

    fn improved(&mut self, _: NodeEvent<'_, Spot, u64>, _: u64) {
        burn();
    }

    fn found(&mut self, _: NodeEvent<'_, Spot, u64>) {
        burn();
    }

    fn exhausted(&mut self) {
        burn();
    }

    fn failed(&mut self, _: &SearchError) {
        burn();
    }
}

/// Calls a macro with each search on hills, and a side length that it can handle.
macro_rules! each_search {
    ($check:ident!) => {{
        $check!(20, astride::AStar::new);
        $check!(20, |hills: Hills| astride::AStar::new(hills)
            .with_tie_breaking(astride::open::TieBreaking::FirstIn));
        $check!(20, |hills: Hills| astride::WeightedAStar::new(hills, 1.5).unwrap());
        $check!(20, astride::AraStar::new);
        $check!(20, astride::Dijkstra::new);
        $check!(20, astride::Greedy::new);
        $check!(20, astride::Bfs::new);
        $check!(20, astride::Dfs::new);
        $check!(20, |hills: Hills| astride::Dfs::new(hills).with_depth_limit(1000));
        $check!(20, astride_grid::ThetaStar::new);
        $check!(20, astride_grid::LazyThetaStar::new);
        $check!(20, astride::BidirectionalDijkstra::new);
        $check!(20, astride::search::BidirectionalBfs::new);
        $check!(20, astride::BidirectionalAStar::new);
        $check!(20, astride::search::Nbs::new);
        $check!(30, astride::search::CompactAStar::new);
        $check!(30, astride::LpaStar::new);
        $check!(30, astride::DStarLite::new);
        $check!(30, astride::KShortestPaths::new);
        $check!(20, astride::KShortestPaths::forward);
        $check!(20, astride::KShortestPaths::forward_with_estimates);
        $check!(20, astride_labels::LabelSearch::new);
        $check!(30, astride::search::DisjointPaths::by_edges);
        $check!(30, astride::search::DisjointPaths::by_nodes);
        $check!(4, astride::IdaStar::new);
        $check!(4, |hills: Hills| astride::IdaStar::new(hills).with_cycle_check());
        $check!(4, |hills: Hills| astride::IdaStar::new(hills).with_table(1 << 12));
        $check!(3, astride::IdDfs::new);
    }};
}
pub(crate) use each_search;
