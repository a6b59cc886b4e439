//! An algorithm chosen at run time, and what came of it.

use astride::grid::{GridCost, GridMap, GridProblem, Point};
use astride::{AStar, Bfs, Dfs, Dijkstra, Greedy, Pathfinder, Stats, Status, WeightError, WeightedAStar};
use serde::Serialize;

use crate::cli::Algorithm;

/// A search on a grid, whichever it is.
pub(crate) type Search<'a, C> = dyn Pathfinder<Node = Point, Cost = C> + 'a;

/// The search for the name.
pub(crate) fn new<'a, C: GridCost>(
    algorithm: Algorithm,
    problem: &'a GridProblem<&GridMap, C>,
    weight: f64,
    limit_nodes: Option<usize>,
) -> Result<Box<Search<'a, C>>, WeightError> {
    let limit = limit_nodes.unwrap_or(usize::MAX);
    Ok(match algorithm {
        Algorithm::AStar => Box::new(AStar::new(problem).with_node_limit(limit)),
        Algorithm::Dijkstra => Box::new(Dijkstra::new(problem).with_node_limit(limit)),
        Algorithm::Greedy => Box::new(Greedy::new(problem).with_node_limit(limit)),
        Algorithm::Bfs => Box::new(Bfs::new(problem).with_node_limit(limit)),
        Algorithm::Dfs => Box::new(Dfs::new(problem).with_node_limit(limit)),
        Algorithm::WeightedAStar => Box::new(WeightedAStar::new(problem, weight)?.with_node_limit(limit)),
    })
}

/// A type that costs are counted in here.
pub(crate) trait Unit: GridCost {
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
        weight: f64,
        problem: &GridProblem<&GridMap, C>,
        search: &Search<'_, C>,
    ) -> Self {
        let path = search.path();
        Self {
            algorithm,
            weight: (algorithm == Algorithm::WeightedAStar).then_some(weight),
            status: search.status(),
            stats: search.stats(),
            cost: path.as_ref().map(|path| path.cost.amount()),
            path: path.map_or_else(Vec::new, |path| path.nodes),
            unit: C::straight(problem.movement()).amount(),
            open: search.open_nodes().map(|(point, _)| *point).collect(),
            closed: search.closed_nodes().map(|(point, _)| *point).collect(),
        }
    }

    pub(crate) fn title(&self) -> String {
        match self.weight {
            Some(weight) => format!("{} ({weight})", self.algorithm.name()),
            None => self.algorithm.name().to_string(),
        }
    }
}
