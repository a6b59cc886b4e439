//! [`between_cells`]: what problems from one cell to another have in common, whatever the shape of the cells.

use astride::Problem;

/// Implements what follows from the fields `map`, `start`, `goal` and `leaves_wall` of a problem, and from its method
/// `measure`, which estimates the cost from one node to another.
///
/// The arguments are the problem, its map, its nodes, the trait of its costs, the word for a cell, and the further
/// fields that `Debug` shows.
macro_rules! between_cells {
    ($problem:ident, $map:ident, $node:ident, $cost:ident, $cell:literal $(; $($shown:ident),+)?) => {
        impl<M: Borrow<$map>, C: $cost> $problem<M, C> {
            /// The map.
            #[inline]
            pub fn map(&self) -> &$map {
                self.map.borrow()
            }

            /// Consumes the problem and returns its map, for example to change it.
            pub fn into_map(self) -> M {
                self.map
            }

            #[doc = concat!("The ", $cell, " where paths end. They begin at [`Problem::start`].")]
            #[inline]
            pub fn goal(&self) -> $node {
                self.goal
            }

            /// The step from a start in a wall to this cell, if there is one. Every other step leads from a free cell.
            #[inline]
            fn step_from_wall(&self, to: $node) -> Option<($node, C)> {
                if !self.leaves_wall || self.map().is_free(self.start) {
                    return None;
                }
                crate::ends::step_from_start(self, &to)
            }
        }

        impl<M: Borrow<$map>, C: $cost> Problem for $problem<M, C> {
            #[inline]
            fn start(&self) -> $node {
                self.start
            }

            #[inline]
            fn is_goal(&self, node: &$node) -> bool {
                *node == self.goal
            }
        }

        impl<M: Borrow<$map>, C: $cost> astride::KnownGoal for $problem<M, C> {
            #[inline]
            fn goal(&self) -> $node {
                self.goal
            }
        }

        impl<M: Borrow<$map>, C: $cost> astride::traits::ReverseHeuristic for $problem<M, C> {
            #[inline]
            fn estimate_from_start(&self, node: &$node) -> C {
                self.measure(self.start, *node)
            }
        }

        impl<M: Borrow<$map>, C: $cost> astride::traits::PairHeuristic for $problem<M, C> {
            #[inline]
            fn estimate_between(&self, from: &$node, to: &$node) -> C {
                self.measure(*from, *to)
            }
        }

        /// Shows the problem without its tables.
        impl<M: core::fmt::Debug, C> core::fmt::Debug for $problem<M, C> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($problem))
                    .field("map", &self.map)
                    .field("start", &self.start)
                    .field("goal", &self.goal)
                    $($(.field(stringify!($shown), &self.$shown))+)?
                    .finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use between_cells;

/// The step from the start of a problem to this node.
#[cold]
pub(crate) fn step_from_start<P: Problem>(problem: &P, to: &P::Node) -> Option<(P::Node, P::Cost)> {
    let start = problem.start();
    let (_, cost) = problem.successors(&start).find(|(next, _)| next == to)?;
    Some((start, cost))
}
