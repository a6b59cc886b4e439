//! What came of a search.

use std::time::Duration;

use astride::grid::{Estimate, Point};
use astride::{Stats, Status};

use crate::algorithm::{Algorithm, Settings};
use crate::input::Question;
use crate::search::{Amount, MapSearch, cells};

pub(crate) struct Outcome {
    pub(crate) algorithm: Algorithm,
    pub(crate) title: String,
    pub(crate) estimate: Option<Estimate>,
    /// The factor of weighted A*.
    pub(crate) weight: Option<f64>,
    pub(crate) status: Status,
    pub(crate) stats: Stats,
    /// How long it took to find out what had to be known of the map beforehand.
    pub(crate) building: Option<Duration>,
    /// The way: points with straight lines between them. Empty where none was found.
    pub(crate) line: Vec<Point>,
    /// Those of its points that the search has stored.
    pub(crate) nodes: Vec<Point>,
    pub(crate) cost: Option<Amount>,
    /// What a straight step costs where the terrain costs 1.
    pub(crate) unit: Amount,
    pub(crate) open: Vec<Point>,
    pub(crate) closed: Vec<Point>,
}

impl Outcome {
    pub(crate) fn new(
        algorithm: Algorithm,
        settings: &Settings,
        question: &Question,
        building: Option<Duration>,
        search: &dyn MapSearch,
    ) -> Self {
        let way = search.way();
        let cost = way.as_ref().map(|way| way.cost);
        let (line, nodes) = way.map_or_else(Default::default, |way| (way.line, way.nodes));
        Self {
            algorithm,
            title: algorithm.title(settings),
            estimate: algorithm.estimate(question),
            weight: algorithm.is_weighted().then_some(settings.weight),
            status: search.status(),
            stats: search.stats(),
            building,
            line,
            nodes,
            cost,
            unit: search.unit(),
            open: search.open(),
            closed: search.closed(),
        }
    }

    /// Every cell on the way.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Point> {
        cells(&self.line)
    }
}

/// The estimates of several searches, in words.
pub(crate) fn estimates(found: impl IntoIterator<Item = Option<Estimate>>) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in found.into_iter().flatten().map(|estimate| estimate.to_string()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.as_slice() {
        [] => "no estimate".to_string(),
        [name] => format!("{name} estimate"),
        names => format!("{} estimates", names.join(" and ")),
    }
}
