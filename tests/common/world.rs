//! A plan as a problem of the crate, with costs of some type, and with nodes that are indexed, hashed, or mixed.

use astride::traits::NumericCost;
use astride::{Cost, Graph, Heuristic, Pathfinder, Problem, Status};
use astride_grid::AnyAngle;

pub(crate) use super::index::{INDEXES, Index};
use super::plan::{Far, Guess, Plan};

/// A cost type that can represent units without rounding.
pub(crate) trait Units: NumericCost + PartialEq + Send + Sync + 'static {
    fn units(units: u64) -> Self;

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
                Self::try_from(units).unwrap()
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
            f32::from(u16::try_from(units).unwrap()) * 0.125
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct World<C> {
    pub(crate) edges: Vec<Vec<(usize, C)>>,
    pub(crate) start: usize,
    pub(crate) goals: Vec<bool>,
    pub(crate) estimates: Vec<C>,
    pub(crate) index: Index,
}

impl<C: Units> World<C> {
    pub(crate) fn new(plan: &Plan, guess: Guess, index: Index) -> Self {
        let mut edges = vec![Vec::new(); plan.nodes];
        for (from, to, units) in &plan.edges {
            edges[*from].push((*to, C::far(*units)));
        }
        World {
            edges,
            start: plan.start,
            goals: plan.goals.clone(),
            estimates: plan.estimates(guess).into_iter().map(C::far).collect(),
            index,
        }
    }
}

impl<C: Cost> World<C> {
    /// Creates nodes 0, 1, 2 … in a row with these edge costs, from the first to the last, with estimates of zero.
    pub(crate) fn row(costs: &[C]) -> Self {
        let nodes = costs.len() + 1;
        let mut edges: Vec<_> = (1..).zip(costs).map(|(to, cost)| vec![(to, *cost)]).collect();
        edges.push(Vec::new());
        World {
            edges,
            start: 0,
            goals: (1..=nodes).map(|node| node == nodes).collect(),
            estimates: vec![C::ZERO; nodes],
            index: Index::Never,
        }
    }
}

impl<C: Cost> Graph for World<C> {
    type Node = usize;
    type Cost = C;

    fn successors(&self, node: &usize) -> impl Iterator<Item = (usize, C)> {
        self.edges[*node].iter().copied()
    }

    fn index(&self, node: &usize) -> Option<usize> {
        self.index.of(*node, self.edges.len())
    }

    fn node_at(&self, index: usize) -> Option<usize> {
        self.index.node_at(index, self.edges.len())
    }
}

impl<C: Cost> Problem for World<C> {
    fn start(&self) -> usize {
        self.start
    }

    fn is_goal(&self, node: &usize) -> bool {
        self.goals[*node]
    }
}

impl<C: Cost> Heuristic for World<C> {
    fn estimate(&self, node: &usize) -> C {
        self.estimates[*node]
    }
}

/// Lines are edges, so that paths along them are paths of the plan. To other nodes, there is no line, or a short one
/// without line of sight, which it would be wrong to assume clear.
impl<C: Cost> AnyAngle for World<C> {
    fn distance(&self, from: &usize, to: &usize) -> C {
        let edges = self.edges[*from].iter().filter(|(node, _)| node == to);
        let blocked = if (from + to).is_multiple_of(3) {
            C::INFINITY
        } else {
            C::ZERO
        };
        edges.map(|(_, cost)| *cost).min_by(C::order).unwrap_or(blocked)
    }

    fn line_of_sight(&self, from: &usize, to: &usize) -> bool {
        self.edges[*from].iter().any(|(node, _)| node == to)
    }
}

/// Adds the further starts of the plan.
pub(crate) fn add_starts<C: Units>(search: &mut dyn Pathfinder<Node = usize, Cost = C>, plan: &Plan) {
    for (start, units) in &plan.more_starts {
        search.add_start(*start, C::units(*units));
    }
}

/// Runs the search with all starts of the plan. It must find a path if and only if there is one. Returns the units of
/// its path, and those of a cheapest one.
pub(crate) fn check_ends<C: Units>(
    plan: &Plan,
    search: &mut dyn Pathfinder<Node = usize, Cost = C>,
) -> Option<[u64; 2]> {
    add_starts(search, plan);
    let status = search.run();
    let optimum = plan.nearest_goal(&plan.far_from_starts());
    let end = if optimum.is_some() {
        Status::Found
    } else {
        Status::Exhausted
    };
    assert_eq!(status, end);
    let path = search.path()?;
    let units = plan.cheapest_sum(&path.nodes).expect("a path of the plan");
    assert!(plan.goals[*path.nodes.last().unwrap()]);
    assert_eq!(path.cost, C::units(units));
    Some([units, optimum?])
}
