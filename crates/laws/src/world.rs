//! [`World`]: a plan as a graph and a problem, with costs of some type, and with nodes that are indexed, hashed, or mixed.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use astride::traits::{NumericCost, PairHeuristic, ReverseHeuristic};
use astride::{Cost, Graph, Heuristic, KnownGoal, Problem, ReverseGraph};
use astride_grid::AnyAngle;
use astride_labels::Labels;

use crate::fuse::burn;
use crate::{Far, Guess, Index, Plan};

/// A cost type that can represent units without rounding.
pub trait Units: NumericCost + PartialEq + Send + Sync + 'static {
    /// Returns this number of units.
    ///
    /// # Panics
    ///
    /// Panics if the type cannot represent them.
    fn units(units: u64) -> Self;

    /// Returns a distance, which is infinite if there is no path.
    fn far(far: Far) -> Self {
        far.map_or(Self::INFINITY, Self::units)
    }

    /// Returns whether this cost is less than another one by more than rounding.
    fn is_below(&self, other: &Self) -> bool {
        self.is_less(other)
    }
}

macro_rules! integer_units {
    ($($integer:ty)*) => {$(
        impl Units for $integer {
            fn units(units: u64) -> Self {
                Self::try_from(units).expect("so many units")
            }
        }
    )*};
}

integer_units!(u8 u16 u32 u64 u128 usize i16 i32 i64);

/// A unit is a quarter. Zero is minus zero, which has to count as zero wherever a problem returns it.
impl Units for f64 {
    #[expect(clippy::cast_precision_loss, reason = "units are far below 2⁵³")]
    fn units(units: u64) -> Self {
        if units == 0 { -0.0 } else { units as f64 * 0.25 }
    }
}

/// A unit is an eighth; exact up to 2²⁴ of them. Zero is again minus zero.
impl Units for f32 {
    fn units(units: u64) -> Self {
        if units == 0 {
            -0.0
        } else {
            f32::from(u16::try_from(units).expect("so many units")) * 0.125
        }
    }
}

/// The type of the nodes of a [`World`]: [`Place`] or `usize`.
pub trait Numbered: Clone + Debug + Eq + Hash {
    /// Returns the node with a number.
    fn numbered(number: usize) -> Self;

    /// Returns the number of the node.
    fn number(&self) -> usize;
}

impl Numbered for usize {
    fn numbered(number: usize) -> Self {
        number
    }

    fn number(&self) -> usize {
        *self
    }
}

/// A node whose `Clone`, `Eq` and `Hash` may [panic](crate::fuse).
#[derive(Copy, Debug, PartialOrd, Ord)]
pub struct Place(u32);

#[expect(
    clippy::expl_impl_clone_on_copy,
    clippy::non_canonical_clone_impl,
    reason = "it may panic"
)]
impl Clone for Place {
    fn clone(&self) -> Self {
        burn();
        Place(self.0)
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        burn();
        self.0 == other.0
    }
}

impl Eq for Place {}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        burn();
        self.0.hash(state);
    }
}

impl Numbered for Place {
    fn numbered(number: usize) -> Self {
        Place(u32::try_from(number).expect("few nodes"))
    }

    fn number(&self) -> usize {
        self.0 as usize
    }
}

/// A [`Plan`] as a problem that implements every trait that a search may need, except `Hierarchy`. Each call of its
/// code may [panic](crate::fuse).
///
/// It allocates nothing while it is searched, and every field may be changed, for example to make a cost invalid.
/// Searches of this problem are what [`check`](crate::check) takes.
#[derive(Clone, Debug)]
pub struct World<C = u32, N = Place> {
    /// The target and the cost of each edge, for each node.
    pub edges: Vec<Vec<(usize, C)>>,
    /// The source and the cost of each edge to a node, for each node.
    pub back_edges: Vec<Vec<(usize, C)>>,
    /// The start.
    pub start: usize,
    /// Whether each node is a goal. A search with a known goal takes the first one.
    pub goals: Vec<bool>,
    /// The estimate of each node.
    pub estimates: Vec<C>,
    /// The estimate of the cost from the start to each node.
    pub back_estimates: Vec<C>,
    /// The estimates between any two nodes, from which `estimates` are taken as well; empty for zero.
    pub pairs: Vec<Vec<C>>,
    /// The nodes that have an index.
    pub index: Index,
    /// The type of the nodes.
    pub nodes: PhantomData<fn() -> N>,
}

/// A world without nodes, to which fields can be added.
impl<C, N> Default for World<C, N> {
    fn default() -> Self {
        World {
            edges: Vec::new(),
            back_edges: Vec::new(),
            start: 0,
            goals: Vec::new(),
            estimates: Vec::new(),
            back_estimates: Vec::new(),
            pairs: Vec::new(),
            index: Index::Never,
            nodes: PhantomData,
        }
    }
}

impl<C: Units, N> World<C, N> {
    /// Creates the world of a plan, with estimates of zero from the start.
    ///
    /// # Panics
    ///
    /// Panics if the cost type cannot represent a cost or an estimate.
    pub fn new(plan: &Plan, guess: Guess, index: Index) -> Self {
        let mut world = World {
            edges: vec![Vec::new(); plan.nodes],
            back_edges: vec![Vec::new(); plan.nodes],
            start: plan.start,
            goals: plan.goals.clone(),
            estimates: plan.estimates(guess).into_iter().map(C::far).collect(),
            back_estimates: vec![C::ZERO; plan.nodes],
            index,
            ..World::default()
        };
        for (from, to, units) in &plan.edges {
            world.edges[*from].push((*to, C::far(*units)));
            world.back_edges[*to].push((*from, C::far(*units)));
        }
        world
    }

    /// Creates the world of a plan, with estimates to the goal and from the start.
    ///
    /// # Panics
    ///
    /// Panics if the cost type cannot represent a cost or an estimate.
    pub fn with_guesses(plan: &Plan, [ahead, back]: [Guess; 2], index: Index) -> Self {
        World {
            back_estimates: plan.turned().estimates(back).into_iter().map(C::far).collect(),
            ..World::new(plan, ahead, index)
        }
    }

    /// Creates the world of a plan with these estimates between all nodes.
    ///
    /// # Panics
    ///
    /// Panics if the cost type cannot represent a cost or an estimate.
    pub fn with_pairs(plan: &Plan, pairs: &[Vec<Far>], index: Index) -> Self {
        let row = |row: &Vec<Far>| row.iter().map(|far| C::far(*far)).collect();
        World {
            pairs: pairs.iter().map(row).collect(),
            ..World::new(plan, Guess::Zero, index)
        }
    }
}

impl<C: Cost, N> World<C, N> {
    /// Creates nodes 0, 1, 2 … in a row with these edge costs, from the first to the last, with estimates of zero.
    pub fn row(costs: &[C]) -> Self {
        let nodes = costs.len() + 1;
        let mut edges: Vec<_> = (1..).zip(costs).map(|(to, cost)| vec![(to, *cost)]).collect();
        edges.push(Vec::new());
        World {
            edges,
            start: 0,
            goals: (1..=nodes).map(|node| node == nodes).collect(),
            estimates: vec![C::ZERO; nodes],
            back_estimates: vec![C::ZERO; nodes],
            ..World::default()
        }
    }
}

/// Returns the nodes and costs of a list of edges.
fn named<C: Copy, N: Numbered>(edges: &[(usize, C)]) -> impl Iterator<Item = (N, C)> {
    burn();
    edges.iter().map(|(node, cost)| {
        burn();
        (N::numbered(*node), *cost)
    })
}

impl<C: Cost, N: Numbered> Graph for World<C, N> {
    type Node = N;
    type Cost = C;

    fn successors(&self, node: &N) -> impl Iterator<Item = (N, C)> {
        named(&self.edges[node.number()])
    }

    fn index(&self, node: &N) -> Option<usize> {
        burn();
        self.index.of(node.number(), self.edges.len())
    }

    fn node_at(&self, index: usize) -> Option<N> {
        burn();
        self.index.node_at(index, self.edges.len()).map(N::numbered)
    }
}

impl<C: Cost, N: Numbered> ReverseGraph for World<C, N> {
    fn predecessors(&self, node: &N) -> impl Iterator<Item = (N, C)> {
        named(&self.back_edges[node.number()])
    }
}

impl<C: Cost, N: Numbered> Problem for World<C, N> {
    fn start(&self) -> N {
        burn();
        N::numbered(self.start)
    }

    fn is_goal(&self, node: &N) -> bool {
        burn();
        self.goals[node.number()]
    }
}

impl<C: Cost, N: Numbered> KnownGoal for World<C, N> {
    fn goal(&self) -> N {
        burn();
        N::numbered(self.goals.iter().position(|is_goal| *is_goal).expect("a goal"))
    }
}

impl<C: Cost, N: Numbered> PairHeuristic for World<C, N> {
    fn estimate_between(&self, from: &N, to: &N) -> C {
        burn();
        self.pairs.get(from.number()).map_or(C::ZERO, |row| row[to.number()])
    }
}

impl<C: Cost, N: Numbered> Heuristic for World<C, N> {
    fn estimate(&self, node: &N) -> C {
        burn();
        let row = self.pairs.get(node.number());
        row.map_or_else(|| self.estimates[node.number()], |row| row[self.goal().number()])
    }
}

impl<C: Cost, N: Numbered> ReverseHeuristic for World<C, N> {
    fn estimate_from_start(&self, node: &N) -> C {
        burn();
        self.back_estimates[node.number()]
    }
}

/// Lines are edges, so that paths along them are paths of the plan. To other nodes, there is no line, or a short one
/// without line of sight, which it would be wrong to assume clear.
impl<C: Cost, N: Numbered> AnyAngle for World<C, N> {
    fn distance(&self, from: &N, to: &N) -> C {
        burn();
        let edges = self.edges[from.number()]
            .iter()
            .filter(|(node, _)| *node == to.number());
        let blocked = if (from.number() + to.number()).is_multiple_of(3) {
            C::INFINITY
        } else {
            C::ZERO
        };
        edges.map(|(_, cost)| *cost).min_by(C::order).unwrap_or(blocked)
    }

    fn line_of_sight(&self, from: &N, to: &N) -> bool {
        burn();
        self.edges[from.number()].iter().any(|(node, _)| *node == to.number())
    }
}

/// Only the cheapest label at a place counts.
impl<C: Cost, N: Numbered> Labels for World<C, N> {
    type Place = N;
    type Rank = ();

    fn place(&self, label: &N) -> N {
        burn();
        N::numbered(label.number())
    }

    fn place_index(&self, label: &N) -> Option<usize> {
        self.index(label)
    }

    fn dominates(&self, _: &N, _: &N) -> bool {
        burn();
        true
    }

    fn rank(&self, _: &N) -> Option<()> {
        burn();
        Some(())
    }
}
