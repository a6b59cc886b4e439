//! [`Pathfinder`]: every search as an object, to choose one at run time.

use alloc::boxed::Box;
use core::iter;
use core::sync::atomic::AtomicBool;

use super::{Engine, Search};
use crate::{Budget, Cost, Observer, Path, Problem, SearchNode, Stats, Status, Stepper};

/// What every [`Search`] has in common, as an object-safe trait, so that an application can choose one at run time.
///
/// The methods, with those of [`Stepper`], are those of [`Search`], where they are documented and need no import.
/// Methods that depend on the problem's type, such as `reset`, are only there. The trait is sealed, and implemented for
/// `Search` only.
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

    /// What its edges cost.
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

    /// See [`Search::find`].
    fn find(&self, node: &Self::Node) -> Option<SearchNode<Self::Node, Self::Cost>>;

    /// See [`Search::cost_to`].
    fn cost_to(&self, node: &Self::Node) -> Option<Self::Cost>;

    /// See [`Search::path_to`].
    fn path_to(&self, node: &Self::Node) -> Option<Path<Self::Node, Self::Cost>>;
}

mod sealed {
    pub trait Sealed {}
    impl<E: crate::search::Engine, W> Sealed for crate::search::Search<E, W> {}
}

impl<P: Problem, E: Engine<Problem = P>, W: Observer<P::Node, P::Cost>> Stepper for Search<E, W> {
    fn step(&mut self) -> Status {
        self.step()
    }

    fn status(&self) -> Status {
        self.status()
    }

    fn stats(&self) -> Stats {
        self.stats()
    }

    fn run(&mut self) -> Status {
        self.run()
    }

    fn run_for(&mut self, budget: Budget) -> Status {
        self.run_for(budget)
    }

    fn run_until(&mut self, stop: &AtomicBool) -> Status {
        self.run_until(stop)
    }
}

impl<P: Problem, E: Engine<Problem = P>, W: Observer<P::Node, P::Cost>> Pathfinder for Search<E, W> {
    type Node = P::Node;
    type Cost = P::Cost;

    fn add_start(&mut self, node: Self::Node, cost: Self::Cost) {
        self.add_start(node, cost);
    }

    fn restart(&mut self) {
        self.restart();
    }

    fn set_node_limit(&mut self, limit: usize) {
        self.set_node_limit(limit);
    }

    fn set_memory_limit(&mut self, bytes: usize) {
        self.set_memory_limit(bytes);
    }

    fn path(&self) -> Option<Path<Self::Node, Self::Cost>> {
        self.path()
    }

    fn best_effort_path(&self) -> Option<Path<Self::Node, Self::Cost>> {
        self.best_effort_path()
    }

    fn current(&self) -> Option<Self::Node> {
        self.current()
    }

    fn next_node(&mut self) -> Option<SearchNode<Self::Node, Self::Cost>> {
        self.next_node()
    }

    fn open_nodes(&self) -> Box<dyn Iterator<Item = SearchNode<Self::Node, Self::Cost>> + '_> {
        plain(self.open_nodes())
    }

    fn closed_nodes(&self) -> Box<dyn Iterator<Item = SearchNode<Self::Node, Self::Cost>> + '_> {
        plain(self.closed_nodes())
    }

    fn find(&self, node: &Self::Node) -> Option<SearchNode<Self::Node, Self::Cost>> {
        self.find(node)
    }

    fn cost_to(&self, node: &Self::Node) -> Option<Self::Cost> {
        self.cost_to(node)
    }

    fn path_to(&self, node: &Self::Node) -> Option<Path<Self::Node, Self::Cost>> {
        self.path_to(node)
    }
}

/// Boxes an iterator by its `next` alone: the other methods of a boxed iterator would be compiled for each search, too.
fn plain<'a, T>(mut items: impl Iterator<Item = T> + 'a) -> Box<dyn Iterator<Item = T> + 'a> {
    Box::new(iter::from_fn(move || items.next()))
}
