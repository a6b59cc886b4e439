//! Every algorithm with every evaluation, as values of one type.

use astride::open::TieBreaking;
use astride::search::{Engine, Search};
use astride::{Observer, Pathfinder};

use super::effort::progress;
use super::world::{Units, World};
use astride_laws::Log;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Algorithm {
    AStar(TieBreaking),
    /// With a weight in halves.
    Weighted(u32),
    /// With an integer weight, without reopening closed nodes.
    WeightedOnce(u32),
    Dijkstra,
    Own(Own),
    Greedy,
    Bfs,
    Dfs,
    DfsLimited(u32),
    /// With a cycle check, like the next three.
    IdaStar,
    /// With a table of this many bytes.
    IdaStarTable(usize),
    IdDfs,
    IdDfsLimited(u32),
    Theta,
    LazyTheta,
    #[cfg(feature = "rayon")]
    Parallel,
}

/// A custom evaluation: see [`evaluations`](super::evaluations).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Own {
    LeastEstimate,
    FirstIn,
    Queue,
}

pub(crate) const TIES: [TieBreaking; 4] = [
    TieBreaking::LargerCost,
    TieBreaking::FirstIn,
    TieBreaking::LastIn,
    TieBreaking::Any,
];

pub(crate) const ALL: [Algorithm; 17] = [
    Algorithm::AStar(TieBreaking::LargerCost),
    Algorithm::AStar(TieBreaking::FirstIn),
    Algorithm::AStar(TieBreaking::LastIn),
    Algorithm::AStar(TieBreaking::Any),
    Algorithm::Weighted(3),
    Algorithm::WeightedOnce(2),
    Algorithm::Dijkstra,
    Algorithm::Own(Own::LeastEstimate),
    Algorithm::Own(Own::FirstIn),
    Algorithm::Own(Own::Queue),
    Algorithm::Greedy,
    Algorithm::Bfs,
    Algorithm::Dfs,
    Algorithm::DfsLimited(3),
    Algorithm::DfsLimited(100),
    Algorithm::Theta,
    Algorithm::LazyTheta,
];

/// The algorithms that search a node again for each path to it: on graphs that are not small, they would never end.
pub(crate) const DEEPENING: [Algorithm; 4] = [
    Algorithm::IdaStar,
    Algorithm::IdaStarTable(100),
    Algorithm::IdDfs,
    Algorithm::IdDfsLimited(3),
];

/// Creates a search of a problem and evaluates an expression with it, regardless of its type: `with_search!(algorithm,
/// problem, search => search.run())`.
macro_rules! with_search {
    ($algorithm:expr, $problem:expr, $search:ident => $then:expr) => {{
        use crate::common::algorithm::{Algorithm, Own};
        use crate::common::evaluations::{FirstIn, LeastEstimate, Queue};
        macro_rules! with {
            ($made:expr) => {{
                let $search = $made;
                $then
            }};
        }
        let problem = $problem;
        match $algorithm {
            Algorithm::AStar(ties) => with!(astride::AStar::new(problem).with_tie_breaking(ties)),
            Algorithm::Weighted(halves) => {
                with!(astride::WeightedAStar::new(problem, f64::from(halves) / 2.0).unwrap())
            }
            Algorithm::WeightedOnce(weight) => {
                with!(
                    astride::WeightedAStar::new(problem, weight.into())
                        .unwrap()
                        .without_reopening()
                )
            }
            Algorithm::Dijkstra => with!(astride::Dijkstra::new(problem)),
            Algorithm::Own(Own::LeastEstimate) => {
                with!(astride::search::Search::with_evaluation(problem, LeastEstimate))
            }
            Algorithm::Own(Own::FirstIn) => with!(astride::search::Search::with_evaluation(problem, FirstIn)),
            Algorithm::Own(Own::Queue) => with!(astride::search::Search::with_evaluation(problem, Queue)),
            Algorithm::Greedy => with!(astride::Greedy::new(problem)),
            Algorithm::Bfs => with!(astride::Bfs::new(problem)),
            Algorithm::Dfs => with!(astride::Dfs::new(problem)),
            Algorithm::DfsLimited(edges) => with!(astride::Dfs::new(problem).with_depth_limit(edges)),
            Algorithm::IdaStar => with!(astride::IdaStar::new(problem).with_cycle_check()),
            Algorithm::IdaStarTable(bytes) => {
                with!(astride::IdaStar::new(problem).with_cycle_check().with_table(bytes))
            }
            Algorithm::IdDfs => with!(astride::IdDfs::new(problem).with_cycle_check()),
            Algorithm::IdDfsLimited(edges) => {
                with!(astride::IdDfs::new(problem).with_depth_limit(edges).with_cycle_check())
            }
            Algorithm::Theta => with!(astride_grid::ThetaStar::new(problem)),
            Algorithm::LazyTheta => with!(astride_grid::LazyThetaStar::new(problem)),
            #[cfg(feature = "rayon")]
            Algorithm::Parallel => with!(astride::search::ParallelIdaStar::new(problem).with_cycle_check()),
        }
    }};
}
pub(crate) use with_search;

/// A search of a world with any algorithm.
pub(crate) type Boxed<C> = Box<dyn Pathfinder<Node = usize, Cost = C>>;

/// The same, borrowed.
pub(crate) type Lent<'a, C> = &'a mut dyn Pathfinder<Node = usize, Cost = C>;

impl Algorithm {
    pub(crate) fn is_best_first(self) -> bool {
        !matches!(self, Algorithm::Dfs | Algorithm::DfsLimited(_)) && !self.is_deepening()
    }

    pub(crate) fn is_deepening(self) -> bool {
        DEEPENING.contains(&self)
    }

    pub(crate) fn has_estimates(self) -> bool {
        !matches!(
            self,
            Algorithm::Dijkstra
                | Algorithm::Own(Own::Queue)
                | Algorithm::Bfs
                | Algorithm::Dfs
                | Algorithm::DfsLimited(_)
                | Algorithm::IdDfs
                | Algorithm::IdDfsLimited(_)
        )
    }

    /// Returns a search of the world that writes its events to the log.
    pub(crate) fn search<C: Units>(self, world: World<C>, log: &Log<usize, C>) -> Boxed<C> {
        progress("searches of random and other graphs");
        with_search!(self, world, search => Box::new(search.with_observer(log.clone())))
    }

    /// Uses one search for several worlds, and passes it to a closure each time after it has been created or reset.
    pub(crate) fn in_turn<C: Units>(
        self,
        worlds: impl IntoIterator<Item = World<C>>,
        log: &Log<usize, C>,
        show: impl FnMut(Lent<'_, C>),
    ) {
        let mut worlds = worlds.into_iter();
        let first = worlds.next().unwrap();
        with_search!(self, first, search => in_turn(search.with_observer(log.clone()), worlds, show));
    }
}

fn in_turn<C: Units, E: Engine<Problem = World<C>>, W: Observer<usize, C>>(
    mut search: Search<E, W>,
    worlds: impl Iterator<Item = World<C>>,
    mut show: impl FnMut(Lent<'_, C>),
) {
    show(&mut search);
    for world in worlds {
        search.reset(world);
        show(&mut search);
    }
}
