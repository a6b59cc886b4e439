//! [`World`]: a plan as a graph and problem of the crate.

use std::cmp::Ordering;

use astride::traits::{Consistency, Hints, NumericCost};
use astride::traits::{PairHeuristic, ReverseHeuristic};
use astride::{Cost, Graph, Heuristic, KnownGoal, Problem, ReverseGraph, Via};
use astride_grid::AnyAngle;
use astride_laws::{INDEXES, Index};
use ordered_float::OrderedFloat;

use crate::Source;
use crate::plan::{Edge, Far, Plan};

/// A cost type that can express units without rounding.
pub(crate) trait Units: NumericCost + PartialEq + Send + Sync + 'static {
    /// The largest edge cost used.
    const LARGEST: u64 = 1 << 40;
    /// The least sum that is too large.
    const CEILING: u128 = u128::MAX;

    fn units(units: u64) -> Self;

    /// Converts a sum that is not too large.
    fn sum(units: u128) -> Self {
        Self::units(u64::try_from(units).unwrap_or(u64::MAX))
    }

    /// Whether this cost is less than another by more than rounding.
    fn is_below(&self, other: &Self) -> bool {
        self.is_less(other)
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Units for $integer {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "of a constant: the smaller one")]
            const LARGEST: u64 = if Self::MAX as u128 > u64::MAX as u128 { u64::MAX } else { Self::MAX as u64 } - 1;
            #[allow(clippy::cast_sign_loss, reason = "the largest number is above zero")]
            const CEILING: u128 = Self::MAX as u128;

            fn units(units: u64) -> Self {
                Self::try_from(units).unwrap_or(Self::MAX)
            }

            fn sum(units: u128) -> Self {
                Self::try_from(units).unwrap_or(Self::MAX)
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 usize i16 i32 i64);

/// A unit is a quarter, so sums are exact. Zero is expressed as minus zero, which must count as zero.
impl Units for f64 {
    #[expect(clippy::cast_precision_loss, reason = "units are far below 2⁵³")]
    fn units(units: u64) -> Self {
        if units == 0 { -0.0 } else { units as f64 * 0.25 }
    }
}

/// The same as for the float that it contains.
impl Units for OrderedFloat<f64> {
    fn units(units: u64) -> Self {
        OrderedFloat(f64::units(units))
    }
}

/// A unit is an eighth, so sums are exact. Zero is expressed as minus zero.
impl Units for f32 {
    const LARGEST: u64 = 1 << 15;

    #[expect(clippy::cast_precision_loss, reason = "sums are below 2²⁴")]
    fn units(units: u64) -> Self {
        if units == 0 { -0.0 } else { units as f32 * 0.125 }
    }
}

/// A custom cost type that is not numeric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Own(u16);

impl Cost for Own {
    const ZERO: Self = Own(0);
    const INFINITY: Self = Own(u16::MAX);

    fn plus(self, rhs: Self) -> Option<Self> {
        self.0.checked_add(rhs.0).filter(|sum| *sum < u16::MAX).map(Own)
    }

    fn order(&self, rhs: &Self) -> Ordering {
        self.0.cmp(&rhs.0)
    }
}

impl NumericCost for Own {
    fn scaled(self, factor: f64) -> Option<Self> {
        self.0.scaled(factor).map(Own)
    }

    fn divided(self, divisor: f64) -> Self {
        Own(self.0.divided(divisor))
    }

    fn to_f64(self) -> f64 {
        self.0.into()
    }

    fn minus(self, rhs: Self) -> Self {
        Own(self.0.saturating_sub(rhs.0))
    }
}

impl Units for Own {
    const LARGEST: u64 = 65_534;
    const CEILING: u128 = 65_535;

    fn units(units: u64) -> Self {
        Own(u16::try_from(units).unwrap_or(u16::MAX))
    }
}

/// A node with the number of the edge that led to it.
pub(crate) type Node = Via<usize, usize>;

#[derive(Clone, Debug)]
pub(crate) struct World<C> {
    successors: Vec<Vec<(Node, C)>>,
    predecessors: Vec<Vec<(Node, C)>>,
    start: usize,
    goals: Vec<bool>,
    goal: usize,
    estimates: [Vec<C>; 2],
    consistency: Consistency,
    pairs: Vec<Vec<C>>,
    index: Index,
    has_bound: bool,
    pub(crate) has_baggage: bool,
}

impl<C: Units> World<C> {
    pub(crate) fn new(plan: &Plan, source: &mut Source) -> Self {
        let has_baggage = source.once_in(2);
        let index = source.one_of(&INDEXES[..if has_baggage { 3 } else { 5 }]);
        let has_bound = source.once_in(2);
        source.tell(|| format!("{index:?}, bound {has_bound}, baggage {has_baggage}"));
        let mut world = World {
            successors: Vec::new(),
            predecessors: Vec::new(),
            start: plan.starts[0].0,
            goals: plan.goals.clone(),
            goal: plan.goal(),
            estimates: [0, 1].map(|side| Self::costs(&plan.estimates[side])),
            consistency: if plan.guess.is_consistent() {
                Consistency::Consistent
            } else {
                Consistency::Unknown
            },
            pairs: Vec::new(),
            index,
            has_bound,
            has_baggage,
        };
        world.set_edges(plan);
        world
    }

    /// Replaces the edges with those of the plan.
    pub(crate) fn set_edges(&mut self, plan: &Plan) {
        self.successors = vec![Vec::new(); plan.nodes];
        self.predecessors = self.successors.clone();
        for (number, Edge { from, to, units }) in plan.edges.iter().enumerate() {
            let cost = units.map_or(C::INFINITY, C::units);
            let node = |node: usize| {
                if self.has_baggage {
                    Via::new(node, number)
                } else {
                    Via::start(node)
                }
            };
            self.successors[*from].push((node(*to), cost));
            self.predecessors[*to].push((node(*from), cost));
        }
    }

    /// Sets the estimates between all nodes.
    pub(crate) fn set_pairs(&mut self, pairs: &[Vec<Option<u64>>]) {
        self.pairs = pairs.iter().map(|row| Self::costs(row)).collect();
    }

    fn costs(units: &[Option<u64>]) -> Vec<C> {
        units.iter().map(|units| units.map_or(C::INFINITY, C::units)).collect()
    }
}

impl<C: Units> Graph for World<C> {
    type Node = Node;
    type Cost = C;

    fn successors(&self, node: &Node) -> impl Iterator<Item = (Node, C)> {
        self.successors[node.node].iter().copied()
    }

    fn index(&self, Via { node, .. }: &Node) -> Option<usize> {
        self.index.of(*node, self.goals.len())
    }

    fn node_at(&self, index: usize) -> Option<Node> {
        self.index.node_at(index, self.goals.len()).map(Via::start)
    }

    fn index_bound(&self) -> Option<usize> {
        self.has_bound.then_some(self.goals.len())
    }
}

impl<C: Units> ReverseGraph for World<C> {
    fn predecessors(&self, node: &Node) -> impl Iterator<Item = (Node, C)> {
        self.predecessors[node.node].iter().copied()
    }
}

impl<C: Units> Problem for World<C> {
    fn start(&self) -> Node {
        Via::start(self.start)
    }

    fn is_goal(&self, node: &Node) -> bool {
        self.goals[node.node]
    }
}

impl<C: Units> KnownGoal for World<C> {
    fn goal(&self) -> Node {
        Via::start(self.goal)
    }
}

impl<C: Units> Heuristic for World<C> {
    fn estimate(&self, node: &Node) -> C {
        self.estimates[0][node.node]
    }

    fn estimate_hints(&self) -> Hints {
        Hints::NONE.with_consistency(self.consistency)
    }
}

impl<C: Units> ReverseHeuristic for World<C> {
    fn estimate_from_start(&self, node: &Node) -> C {
        self.estimates[1][node.node]
    }
}

impl<C: Units> PairHeuristic for World<C> {
    fn estimate_between(&self, from: &Node, to: &Node) -> C {
        self.pairs[from.node][to.node]
    }
}

/// Lines are edges, so paths along them are paths of the plan. To other nodes, there is no line, or a short one without
/// line of sight.
impl<C: Units> AnyAngle for World<C> {
    fn distance(&self, from: &Node, to: &Node) -> C {
        let edges = self.successors[from.node].iter().filter(|(node, _)| node == to);
        let is_short = !(from.node + to.node).is_multiple_of(3);
        let blocked = if is_short { C::ZERO } else { C::INFINITY };
        edges.map(|(_, cost)| *cost).min_by(C::order).unwrap_or(blocked)
    }

    fn line_of_sight(&self, from: &Node, to: &Node) -> bool {
        self.successors[from.node].iter().any(|(node, _)| node == to)
    }
}

/// Converts a distance to the cost type.
pub(crate) fn cost<C: Units>(far: Far) -> Option<C> {
    far.map(C::sum)
}

/// Whether the cost of three units may differ from the sum of three costs of one unit.
pub(crate) fn is_rounded<C: Units>() -> bool {
    let sum = (0..3).try_fold(C::ZERO, |sum, _| sum.plus(C::units(1)));
    sum.is_some_and(|sum| !sum.order(&C::units(3)).is_eq())
}
