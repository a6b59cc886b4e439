//! [`Pathfinder`]: searches as trait objects, chosen at run time.

use alloc::boxed::Box;
use core::iter;
use core::sync::atomic::AtomicBool;

use super::Search;
use crate::engine::Engine;
use crate::graph::forward;
use crate::{Budget, Cost, Observer, Path, Problem, SearchNode, Stats, Status, Stepper};

/// The object-safe trait of all [`Search`]es, which lets an application choose one at run time.
///
/// The methods of this trait and of [`Stepper`] are those of [`Search`], and are documented there. Methods that depend
/// on the problem's type, such as `reset`, exist only in `Search`. The trait is sealed, and only `Search` implements
/// it.
///
/// ```
/// use astride::{AStar, Dfs, FnGraph, Pathfinder, Query, Status};
///
/// let number_line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
/// let problem = Query::new(&number_line, 0, |n| *n == 5).with_heuristic(|n| n.abs_diff(5));
///
/// let patient = true;
/// let mut search: Box<dyn Pathfinder<Node = i32, Cost = u32> + '_> =
///     if patient { Box::new(AStar::new(&problem)) } else { Box::new(Dfs::new(&problem)) };
/// while search.step() == Status::Running {}
/// assert_eq!(search.path().map(|path| path.cost), Some(5));
/// ```
pub trait Pathfinder: Stepper + sealed::Sealed {
    /// A state of the problem.
    type Node;

    /// The cost of an edge.
    type Cost: Cost;

    /// See [`Search::add_start`].
    fn add_start(&mut self, node: Self::Node, cost: Self::Cost);

    /// See [`Search::restart`].
    fn restart(&mut self);

    /// See [`Search::set_node_limit`].
    fn set_node_limit(&mut self, limit: usize);

    /// See [`Search::set_memory_limit`].
    fn set_memory_limit(&mut self, bytes: usize);

    /// See [`Search::path`].
    fn path(&self) -> Option<Path<Self::Node, Self::Cost>>;

    /// See [`Search::best_effort_path`].
    fn best_effort_path(&self) -> Option<Path<Self::Node, Self::Cost>>;

    /// See [`Search::current`].
    fn current(&self) -> Option<Self::Node>;

    /// See [`Search::next_node`].
    fn next_node(&mut self) -> Option<SearchNode<Self::Node, Self::Cost>>;

    /// See [`Search::open_nodes`].
    fn open_nodes(&self) -> Box<dyn Iterator<Item = SearchNode<Self::Node, Self::Cost>> + '_>;

    /// See [`Search::closed_nodes`].
    fn closed_nodes(&self) -> Box<dyn Iterator<Item = SearchNode<Self::Node, Self::Cost>> + '_>;

    /// See [`Search::known_node`].
    fn known_node(&self, node: &Self::Node) -> Option<SearchNode<Self::Node, Self::Cost>>;

    /// See [`Search::cost_to`].
    fn cost_to(&self, node: &Self::Node) -> Option<Self::Cost>;

    /// See [`Search::path_to`].
    fn path_to(&self, node: &Self::Node) -> Option<Path<Self::Node, Self::Cost>>;
}

mod sealed {
    pub trait Sealed {}
    impl<E: crate::engine::Engine, W> Sealed for crate::search::Search<E, W> {}
}

impl<P: Problem, E: Engine<Problem = P>, W: Observer<P::Node, P::Cost>> Stepper for Search<E, W> {
    forward!(self =>
        fn step(&mut self) -> Status;
        fn status(&self) -> Status;
        fn stats(&self) -> Stats;
        fn run(&mut self) -> Status;
        fn run_for(&mut self, budget: Budget) -> Status;
        fn run_until(&mut self, stop: &AtomicBool) -> Status;
    );
}

impl<P: Problem, E: Engine<Problem = P>, W: Observer<P::Node, P::Cost>> Pathfinder for Search<E, W> {
    type Node = P::Node;
    type Cost = P::Cost;

    forward!(self =>
        fn add_start(&mut self, node: P::Node, cost: P::Cost);
        fn restart(&mut self);
        fn set_node_limit(&mut self, limit: usize);
        fn set_memory_limit(&mut self, bytes: usize);
        fn path(&self) -> Option<Path<P::Node, P::Cost>>;
        fn best_effort_path(&self) -> Option<Path<P::Node, P::Cost>>;
        fn current(&self) -> Option<P::Node>;
        fn next_node(&mut self) -> Option<SearchNode<P::Node, P::Cost>>;
        fn known_node(&self, node: &P::Node) -> Option<SearchNode<P::Node, P::Cost>>;
        fn cost_to(&self, node: &P::Node) -> Option<P::Cost>;
        fn path_to(&self, node: &P::Node) -> Option<Path<P::Node, P::Cost>>;
    );

    fn open_nodes(&self) -> Box<dyn Iterator<Item = SearchNode<P::Node, P::Cost>> + '_> {
        plain(self.open_nodes())
    }

    fn closed_nodes(&self) -> Box<dyn Iterator<Item = SearchNode<P::Node, P::Cost>> + '_> {
        plain(self.closed_nodes())
    }
}

/// Hides every method of an iterator except `next`: once boxed, the others would also be compiled for each search.
fn plain<'a, T>(mut items: impl Iterator<Item = T> + 'a) -> Box<dyn Iterator<Item = T> + 'a> {
    Box::new(iter::from_fn(move || items.next()))
}
