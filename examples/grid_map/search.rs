//! What came of a search.

use astride::grid::{GridCost, Point};
use astride::{Pathfinder, Stats, Status};
use serde::Serialize;

use crate::algorithm::{Algorithm, Problem, Settings};

/// A type that costs are counted in here.
pub(crate) trait Unit: GridCost + 'static {
    fn amount(self) -> Amount;
}

impl Unit for u32 {
    fn amount(self) -> Amount {
        Amount::Whole(self)
    }
}

impl Unit for f64 {
    fn amount(self) -> Amount {
        Amount::Real(self)
    }
}

/// A cost of either type.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Amount {
    Whole(u32),
    Real(f64),
}

impl Amount {
    pub(crate) fn as_f64(self) -> f64 {
        match self {
            Self::Whole(whole) => whole.into(),
            Self::Real(real) => real,
        }
    }
}

/// What came of a search.
pub(crate) struct Outcome {
    pub(crate) algorithm: Algorithm,
    pub(crate) title: String,
    /// The factor of weighted A*.
    pub(crate) weight: Option<f64>,
    pub(crate) status: Status,
    pub(crate) stats: Stats,
    /// Empty where none was found.
    pub(crate) path: Vec<Point>,
    pub(crate) cost: Option<Amount>,
    /// What a straight step costs where the terrain costs 1.
    pub(crate) unit: Amount,
    pub(crate) open: Vec<Point>,
    pub(crate) closed: Vec<Point>,
}

impl Outcome {
    pub(crate) fn new<C: Unit>(
        algorithm: Algorithm,
        settings: &Settings,
        problem: &Problem<'_, C>,
        search: &dyn Pathfinder<Node = Point, Cost = C>,
    ) -> Self {
        let path = search.path();
        Self {
            algorithm,
            title: algorithm.title(settings),
            weight: algorithm.is_weighted().then_some(settings.weight),
            status: search.status(),
            stats: search.stats(),
            cost: path.as_ref().map(|path| path.cost.amount()),
            path: path.map_or_else(Vec::new, |path| path.nodes),
            unit: C::straight(problem.movement()).amount(),
            open: search.open_nodes().map(|(point, _)| *point).collect(),
            closed: search.closed_nodes().map(|(point, _)| *point).collect(),
        }
    }
}
