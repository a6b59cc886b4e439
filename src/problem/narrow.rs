//! [`Narrow`]: a problem with costs in fewer bytes, for storing more nodes in the same memory.

use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;

use crate::graph::forward;
use crate::traits::{Below, Hints, NoSuchNode, NumericCost, Reached, ReverseHeuristic, Subtree};
use crate::{Cost, Graph, Heuristic, KnownGoal, Problem, ReverseGraph};

/// A problem with its costs in fewer bytes: as `u8`, `u16` or `u32` instead of a larger type.
///
/// Use it if memory is scarce and costs are small: on a 15-puzzle, A* with `u16` costs takes 0.87 times as much memory
/// as with [`u32`], and [`CompactAStar`](crate::search::CompactAStar) with `u8` takes 0.6 times as much as A* with
/// `u32`. `Narrow` does not make A* faster: solving an 8-puzzle takes 1.24 times as long as without it. It does not
/// suit grid maps: in 80 to 90 % of the scenarios on benchmark maps, `u16` is too small, and the search fails.
///
/// A search stores two costs for each node (only one if it uses no estimates), and another two for each open node,
/// unless many open nodes share a few values of f and g.
///
/// No cost is truncated or wraps around. If an edge cost or an estimate is too large, the search ends with
/// [`Status::Failed`](crate::Status::Failed); if a sum is too large, the path is [left
/// out](crate::SearchError::CostOverflow). The largest cost that fits is `T::MAX - 2`. An edge cost or an estimate of
/// [`Cost::INFINITY`] remains infinite.
///
/// # Errors
///
/// The errors are those of the search. An edge cost that does not fit is reported as
/// [`SearchError::InvalidCost`](crate::SearchError::InvalidCost), an estimate that does not fit as
/// [`InvalidEstimate`](crate::SearchError::InvalidEstimate), and a sum that does not fit as `CostOverflow` or
/// `EstimateOverflow`.
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, Puzzle, PuzzleError};
/// use astride::{AStar, Status};
/// use astride::problem::Narrow;
///
/// let (start, goal): (Board, Board) = ("208135467".parse()?, "123456780".parse()?);
/// let puzzle = Puzzle::new(&start, &goal)?;
///
/// let mut search = AStar::new(Narrow::<_, u8>::new(&puzzle));
/// assert_eq!(search.run(), Status::Found);
/// println!("{} moves", search.path().unwrap().cost.get()); // prints: 15 moves
/// assert_eq!(search.path().unwrap().cost.get(), 15);
/// # Ok::<(), PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Narrow<P, T> {
    problem: P,
    cost: PhantomData<fn() -> T>,
}

impl<P, T> Narrow<P, T> {
    /// Converts the costs of `problem`, which may be a reference, to the type `T`.
    pub fn new(problem: P) -> Self {
        Narrow {
            problem,
            cost: PhantomData,
        }
    }

    /// Returns the problem with its original costs.
    pub fn problem(&self) -> &P {
        &self.problem
    }
}

/// A cost of a [`Narrow`] problem: a small integer, or a mark for a cost that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct NarrowCost<T>(T);

impl<T: NarrowInteger> NarrowCost<T> {
    const UNFIT: Self = NarrowCost(T::UNFIT);

    /// Returns the cost as a plain integer. The cost of a path that was found always fits.
    pub fn get(self) -> T {
        self.0
    }

    #[inline]
    fn of<C: Cost>(cost: C) -> Self
    where
        T: TryFrom<C>,
    {
        match T::try_from(cost) {
            Ok(narrow) if narrow.is_less(&T::UNFIT) && cost.is_less(&C::INFINITY) => NarrowCost(narrow),
            _ => Self::of_unfit(cost),
        }
    }

    #[cold]
    fn of_unfit<C: Cost>(cost: C) -> Self {
        if cost.order(&C::INFINITY).is_eq() {
            Self::INFINITY
        } else {
            Self::UNFIT
        }
    }
}

impl<T: NarrowInteger> fmt::Debug for NarrowCost<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::UNFIT {
            return write!(formatter, "a value that does not fit into {} bits", 8 * size_of::<T>());
        }
        self.0.fmt(formatter)
    }
}

impl<T: NarrowInteger> Cost for NarrowCost<T> {
    const ZERO: Self = NarrowCost(T::ZERO);
    const INFINITY: Self = NarrowCost(T::INFINITY);

    #[inline]
    fn plus(self, rhs: Self) -> Option<Self> {
        // The mark for a cost that does not fit is larger than any sum that fits.
        let sum = self.0.plus(rhs.0)?;
        sum.is_less(&T::UNFIT).then_some(NarrowCost(sum))
    }

    #[inline]
    fn order(&self, rhs: &Self) -> Ordering {
        self.0.order(&rhs.0)
    }

    #[inline]
    fn number(self) -> Option<u64> {
        self.0.number()
    }
}

impl<T: NarrowInteger> NumericCost for NarrowCost<T> {
    #[inline]
    fn scaled(self, factor: f64) -> Option<Self> {
        let product = self.0.scaled(factor)?;
        product.is_less(&T::UNFIT).then_some(NarrowCost(product))
    }

    #[inline]
    fn divided(self, divisor: f64) -> Self {
        NarrowCost(self.0.divided(divisor))
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self.0.to_f64()
    }

    #[inline]
    fn minus(self, rhs: Self) -> Self {
        if self.0.is_less(&T::UNFIT) {
            NarrowCost(self.0.minus(rhs.0))
        } else {
            self
        }
    }
}

/// An integer type for a [`NarrowCost`]: `u8`, `u16` or `u32`.
///
/// The trait is sealed.
#[doc(hidden)]
pub trait NarrowInteger: NumericCost + Eq + sealed::Narrow {}

mod sealed {
    pub trait Narrow {
        /// The mark for a cost that does not fit: the number below infinity.
        const UNFIT: Self;
    }
}

macro_rules! narrow_integer {
    ($($integer:ty)*) => {$(
        impl NarrowInteger for $integer {}

        impl sealed::Narrow for $integer {
            const UNFIT: Self = <$integer>::MAX - 1;
        }
    )*};
}

narrow_integer!(u8 u16 u32);

impl<P: Graph, T: NarrowInteger + TryFrom<P::Cost>> Graph for Narrow<P, T> {
    type Node = P::Node;
    type Cost = NarrowCost<T>;

    const FIXED_COSTS: bool = P::FIXED_COSTS;

    #[inline]
    fn successors(&self, node: &P::Node) -> impl Iterator<Item = (P::Node, NarrowCost<T>)> {
        let successors = self.problem.successors(node);
        successors.map(|(child, cost)| (child, NarrowCost::of(cost)))
    }

    #[inline]
    fn visit_successors(
        &self,
        node: &P::Node,
        reached: Reached<'_, P::Node>,
        mut visit: impl FnMut(P::Node, Option<usize>, NarrowCost<T>),
    ) {
        self.problem.visit_successors(node, reached, |node, index, cost| {
            visit(node, index, NarrowCost::of(cost));
        });
    }

    forward!(self.problem =>
        fn hints(&self) -> Hints;
        fn index(&self, node: &P::Node) -> Option<usize>;
        fn node_at(&self, index: usize) -> Option<P::Node>;
        fn index_bound(&self) -> Option<usize>;
        fn check_node(&self, node: &P::Node) -> Result<(), NoSuchNode>;
        fn prefetch(&self, node: &P::Node);
    );
}

impl<P: ReverseGraph, T: NarrowInteger + TryFrom<P::Cost>> ReverseGraph for Narrow<P, T> {
    #[inline]
    fn predecessors(&self, node: &P::Node) -> impl Iterator<Item = (P::Node, NarrowCost<T>)> {
        let predecessors = self.problem.predecessors(node);
        predecessors.map(|(parent, cost)| (parent, NarrowCost::of(cost)))
    }

    #[inline]
    fn visit_predecessors(
        &self,
        node: &P::Node,
        reached: Reached<'_, P::Node>,
        mut visit: impl FnMut(P::Node, Option<usize>, NarrowCost<T>),
    ) {
        self.problem.visit_predecessors(node, reached, |node, index, cost| {
            visit(node, index, NarrowCost::of(cost));
        });
    }

    forward!(self.problem => fn prefetch_predecessors(&self, node: &P::Node););
}

// `nearest_passed` is not forwarded, since the costs of a graph need not fit back into its own type.
impl<P: Problem, T: NarrowInteger + TryFrom<P::Cost>> Problem for Narrow<P, T> {
    forward!(self.problem =>
        fn start(&self) -> P::Node;
        fn is_goal(&self, node: &P::Node) -> bool;
        fn seeks_goal(&self) -> bool;
        fn only_goal(&self) -> Option<P::Node>;
    );
}

impl<P: KnownGoal, T: NarrowInteger + TryFrom<P::Cost>> KnownGoal for Narrow<P, T> {
    forward!(self.problem => fn goal(&self) -> P::Node;);
}

impl<P: Heuristic, T: NarrowInteger + TryFrom<P::Cost> + Into<P::Cost>> Heuristic for Narrow<P, T> {
    #[inline]
    fn estimate(&self, node: &P::Node) -> NarrowCost<T> {
        NarrowCost::of(self.problem.estimate(node))
    }

    #[inline]
    fn estimate_child(&self, parent: &P::Node, estimate: NarrowCost<T>, child: &P::Node) -> NarrowCost<T> {
        NarrowCost::of(self.problem.estimate_child(parent, estimate.0.into(), child))
    }

    // Costs are unchanged, or the search fails.
    forward!(self.problem => fn estimate_hints(&self) -> Hints;);

    #[inline]
    fn search_below(&self, subtree: Subtree<'_, P::Node, Self::Cost>) -> Option<Below<P::Node, Self::Cost>> {
        let (node, came_from) = (subtree.node, subtree.came_from);
        let subtree = subtree.map(node, came_from, |cost| {
            if cost == NarrowCost::INFINITY {
                P::Cost::INFINITY
            } else {
                cost.0.into()
            }
        });
        let below = self.problem.search_below(subtree)?.map(|node| node, NarrowCost::of);
        // A cost that does not fit is an error, which the search returns when it reaches that cost itself.
        let mut costs = below.path.iter().flatten().map(|(_, cost)| *cost).chain([below.beyond]);
        costs.all(|cost| cost != NarrowCost::UNFIT).then_some(below)
    }
}

impl<P: ReverseHeuristic, T: NarrowInteger + TryFrom<P::Cost> + Into<P::Cost>> ReverseHeuristic for Narrow<P, T> {
    #[inline]
    fn estimate_from_start(&self, node: &P::Node) -> NarrowCost<T> {
        NarrowCost::of(self.problem.estimate_from_start(node))
    }
}
