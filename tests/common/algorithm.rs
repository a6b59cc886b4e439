//! Every algorithm with every open list, to be chosen by value.

use std::hash::BuildHasher;

use astride::open::{DaryHeap, IndexedHeap, OpenList};
use astride::search::{AnyAngleSearch, BestFirst, Deepening, Evaluation, IterativeDeepening, SightCheck};
use astride::{
    AStar, AnyAngle, Bfs, Dfs, Dijkstra, Graph, Greedy, IdDfs, IdaStar, LazyThetaStar, Observer, Pathfinder, ThetaStar,
    WeightedAStar,
};

use super::log::Log;
use super::world::{Units, World};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum List {
    Default,
    Dary,
    Indexed,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Algorithm {
    AStar(List),
    /// With a weight in halves.
    Weighted(u32),
    /// With a whole weight, and closed nodes left closed.
    WeightedOnce(u32),
    Dijkstra(List),
    Greedy,
    Bfs,
    Dfs,
    DfsLimited(u32),
    /// With a cycle check, as the next two.
    IdaStar,
    IdDfs,
    IdDfsLimited(u32),
    Theta,
    LazyTheta,
}

pub(crate) const ALL: [Algorithm; 15] = [
    Algorithm::AStar(List::Default),
    Algorithm::AStar(List::Dary),
    Algorithm::AStar(List::Indexed),
    Algorithm::Weighted(3),
    Algorithm::WeightedOnce(2),
    Algorithm::Dijkstra(List::Default),
    Algorithm::Dijkstra(List::Dary),
    Algorithm::Dijkstra(List::Indexed),
    Algorithm::Greedy,
    Algorithm::Bfs,
    Algorithm::Dfs,
    Algorithm::DfsLimited(3),
    Algorithm::DfsLimited(100),
    Algorithm::Theta,
    Algorithm::LazyTheta,
];

/// Those that search a node again for each path that leads to it: on a graph of any size they would never be done.
pub(crate) const DEEPENING: [Algorithm; 3] = [Algorithm::IdaStar, Algorithm::IdDfs, Algorithm::IdDfsLimited(3)];

impl Algorithm {
    pub(crate) fn is_best_first(self) -> bool {
        !matches!(self, Algorithm::Dfs | Algorithm::DfsLimited(_)) && !self.is_deepening()
    }

    pub(crate) fn is_deepening(self) -> bool {
        DEEPENING.contains(&self)
    }

    pub(crate) fn has_estimates(self) -> bool {
        matches!(
            self,
            Algorithm::AStar(_)
                | Algorithm::Weighted(_)
                | Algorithm::WeightedOnce(_)
                | Algorithm::Greedy
                | Algorithm::IdaStar
                | Algorithm::Theta
                | Algorithm::LazyTheta
        )
    }

    /// A search of the world that writes its events to the log.
    pub(crate) fn search<C: Units>(self, world: World<C>, log: &Log<usize, C>) -> Box<dyn Search<World<C>>> {
        self.limited(world, log, usize::MAX)
    }

    /// The same with a limit of stored nodes.
    pub(crate) fn limited<C: Units>(
        self,
        world: World<C>,
        log: &Log<usize, C>,
        nodes: usize,
    ) -> Box<dyn Search<World<C>>> {
        let log = log.clone();
        match self {
            Algorithm::AStar(list) => listed(AStar::new(world).with_node_limit(nodes).observe(log), list),
            Algorithm::Dijkstra(list) => listed(Dijkstra::new(world).with_node_limit(nodes).observe(log), list),
            Algorithm::Weighted(halves) => {
                let search = WeightedAStar::new(world, f64::from(halves) / 2.0).unwrap();
                Box::new(search.with_node_limit(nodes).observe(log))
            }
            Algorithm::WeightedOnce(weight) => {
                let search = WeightedAStar::new(world, weight.into()).unwrap().without_reopening();
                Box::new(search.with_node_limit(nodes).observe(log))
            }
            Algorithm::Greedy => Box::new(Greedy::new(world).with_node_limit(nodes).observe(log)),
            Algorithm::Bfs => Box::new(Bfs::new(world).with_node_limit(nodes).observe(log)),
            Algorithm::Theta => Box::new(ThetaStar::new(world).with_node_limit(nodes).observe(log)),
            Algorithm::LazyTheta => Box::new(LazyThetaStar::new(world).with_node_limit(nodes).observe(log)),
            Algorithm::Dfs => Box::new(Dfs::new(world).with_node_limit(nodes).observe(log)),
            Algorithm::DfsLimited(edges) => {
                let search = Dfs::new(world).with_depth_limit(edges);
                Box::new(search.with_node_limit(nodes).observe(log))
            }
            Algorithm::IdaStar => Box::new(
                IdaStar::new(world)
                    .with_cycle_check()
                    .with_node_limit(nodes)
                    .observe(log),
            ),
            Algorithm::IdDfs => Box::new(IdDfs::new(world).with_cycle_check().with_node_limit(nodes).observe(log)),
            Algorithm::IdDfsLimited(edges) => {
                let search = IdDfs::new(world).with_depth_limit(edges).with_cycle_check();
                Box::new(search.with_node_limit(nodes).observe(log))
            }
        }
    }
}

fn listed<C, E, W>(search: BestFirst<World<C>, E, W>, list: List) -> Box<dyn Search<World<C>>>
where
    C: Units,
    E: Evaluation<World<C>> + 'static,
    W: Observer<usize, C> + 'static,
{
    match list {
        List::Default => Box::new(search),
        List::Dary => Box::new(search.with_open_list(DaryHeap::default())),
        List::Indexed => Box::new(search.with_open_list(IndexedHeap::default())),
    }
}

/// A pathfinder, and what the trait leaves out because it names the problem.
pub(crate) trait Search<P: Graph>: Pathfinder<Node = P::Node, Cost = P::Cost> {
    fn reset(&mut self, problem: P);
}

impl<P, E, W, O, S> Search<P> for BestFirst<P, E, W, O, S>
where
    P: astride::Problem,
    E: Evaluation<P>,
    W: Observer<P::Node, P::Cost>,
    O: OpenList<P::Cost>,
    S: BuildHasher,
{
    fn reset(&mut self, problem: P) {
        self.reset(problem);
    }
}

impl<P, W, S> Search<P> for Dfs<P, W, S>
where
    P: astride::Problem,
    W: Observer<P::Node, P::Cost>,
    S: BuildHasher,
{
    fn reset(&mut self, problem: P) {
        self.reset(problem);
    }
}

impl<P, D, W> Search<P> for IterativeDeepening<P, D, W>
where
    P: astride::Problem,
    D: Deepening<P>,
    W: Observer<P::Node, P::Cost>,
{
    fn reset(&mut self, problem: P) {
        self.reset(problem);
    }
}

impl<P, K, W, O, S> Search<P> for AnyAngleSearch<P, K, W, O, S>
where
    P: AnyAngle,
    K: SightCheck,
    W: Observer<P::Node, P::Cost>,
    O: OpenList<P::Cost>,
    S: BuildHasher,
{
    fn reset(&mut self, problem: P) {
        self.reset(problem);
    }
}
