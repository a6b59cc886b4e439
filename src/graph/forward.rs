//! Graphs, problems and heuristics that forward their methods: pointers, and [`forward_indices`] for wrappers.

#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;

use super::{Below, Hints, NoSuchNode, PairHeuristic, Reached, ReverseHeuristic, Subtree};
use crate::{Graph, Heuristic, KnownGoal, Problem, ReverseGraph};

/// In the `impl Graph` of a wrapper that has the same nodes as the wrapped graph, forwards [`Graph::index`],
/// [`Graph::node_at`], [`Graph::index_bound`] and [`Graph::check_node`] to that graph, which is in the given field.
///
/// ```
/// use astride::{FnGraph, Graph};
///
/// /// A graph whose edges all cost twice as much.
/// struct Doubled<G> {
///     graph: G,
/// }
///
/// impl<G: Graph<Cost = u32>> Graph for Doubled<G> {
///     type Node = G::Node;
///     type Cost = u32;
///
///     fn successors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, u32)> {
///         self.graph.successors(node).map(|(child, cost)| (child, 2 * cost))
///     }
///
///     astride::forward_indices!(graph);
/// }
///
/// let line = Doubled { graph: FnGraph::new(|x: &u32| [(x + 1, 1)]) };
/// assert_eq!(line.successors(&5).collect::<Vec<_>>(), [(6, 2)]);
/// assert_eq!(line.index(&5), None);
/// ```
#[macro_export]
macro_rules! forward_indices {
    ($graph:ident) => {
        #[inline]
        fn index(&self, node: &Self::Node) -> ::core::option::Option<usize> {
            self.$graph.index(node)
        }

        #[inline]
        fn node_at(&self, index: usize) -> ::core::option::Option<Self::Node> {
            self.$graph.node_at(index)
        }

        #[inline]
        fn index_bound(&self) -> ::core::option::Option<usize> {
            self.$graph.index_bound()
        }

        fn check_node(&self, node: &Self::Node) -> ::core::result::Result<(), $crate::traits::NoSuchNode> {
            self.$graph.check_node(node)
        }
    };
}

/// Defines methods that only call the same method of another value: `forward!(self.graph => fn f(&self, n: &N) ->
/// bool;);`.
macro_rules! forward {
    ($other:expr => $(fn $method:ident(&$($this:ident)+ $(, $given:ident: $type:ty)*) $(-> $returned:ty)?;)+) => {$(
        #[inline]
        fn $method(&$($this)+ $(, $given: $type)*) $(-> $returned)? {
            $other.$method($($given),*)
        }
    )+};
}
pub(crate) use forward;

/// Implements the traits for pointers: a reference to a graph is a graph, and so is an `Arc` of one.
macro_rules! pointer {
    ($($(#[$attribute:meta])* $pointer:ty),* $(,)?) => {$(
        $(#[$attribute])*
        impl<T: Graph + ?Sized> Graph for $pointer {
            type Node = T::Node;
            type Cost = T::Cost;

            const FIXED_COSTS: bool = T::FIXED_COSTS;

            forward!((**self) =>
                fn successors(&self, node: &T::Node) -> impl Iterator<Item = (T::Node, T::Cost)>;
                fn visit_successors(
                    &self,
                    node: &T::Node,
                    reached: Reached<'_, T::Node>,
                    visit: impl FnMut(T::Node, Option<usize>, T::Cost)
                );
                fn hints(&self) -> Hints;
                fn index(&self, node: &T::Node) -> Option<usize>;
                fn node_at(&self, index: usize) -> Option<T::Node>;
                fn index_bound(&self) -> Option<usize>;
                fn check_node(&self, node: &T::Node) -> Result<(), NoSuchNode>;
                fn prefetch(&self, node: &T::Node);
            );
        }

        $(#[$attribute])*
        impl<T: ReverseGraph + ?Sized> ReverseGraph for $pointer {
            forward!((**self) =>
                fn predecessors(&self, node: &T::Node) -> impl Iterator<Item = (T::Node, T::Cost)>;
                fn visit_predecessors(
                    &self,
                    node: &T::Node,
                    reached: Reached<'_, T::Node>,
                    visit: impl FnMut(T::Node, Option<usize>, T::Cost)
                );
                fn prefetch_predecessors(&self, node: &T::Node);
            );
        }

        $(#[$attribute])*
        impl<T: Problem + ?Sized> Problem for $pointer {
            forward!((**self) =>
                fn start(&self) -> T::Node;
                fn is_goal(&self, node: &T::Node) -> bool;
                fn seeks_goal(&self) -> bool;
                fn nearest_passed(
                    &self,
                    nearest: (&T::Node, T::Cost),
                    expanded: impl Iterator<Item = (T::Node, T::Cost)>
                ) -> Option<(T::Node, T::Node, T::Cost)>;
                fn only_goal(&self) -> Option<T::Node>;
            );
        }

        $(#[$attribute])*
        impl<T: KnownGoal + ?Sized> KnownGoal for $pointer {
            forward!((**self) => fn goal(&self) -> T::Node;);
        }

        $(#[$attribute])*
        impl<T: Heuristic + ?Sized> Heuristic for $pointer {
            forward!((**self) =>
                fn estimate(&self, node: &T::Node) -> T::Cost;
                fn estimate_child(&self, parent: &T::Node, estimate: T::Cost, child: &T::Node) -> T::Cost;
                fn estimate_hints(&self) -> Hints;
                fn search_below(&self, subtree: Subtree<'_, T::Node, T::Cost>) -> Option<Below<T::Node, T::Cost>>;
            );
        }

        $(#[$attribute])*
        impl<T: ReverseHeuristic + ?Sized> ReverseHeuristic for $pointer {
            forward!((**self) => fn estimate_from_start(&self, node: &T::Node) -> T::Cost;);
        }

        $(#[$attribute])*
        impl<T: PairHeuristic + ?Sized> PairHeuristic for $pointer {
            forward!((**self) => fn estimate_between(&self, from: &T::Node, to: &T::Node) -> T::Cost;);
        }
    )*};
}

pointer!(&T, #[cfg(target_has_atomic = "ptr")] Arc<T>);
