//! [`LabelSearch`]: all paths that are not dominated by another.

mod engine;
mod labels;
mod store;

pub use engine::LabelSetting;
pub use labels::Labels;

use astride::search::Search;

/// Label setting with dominance: all paths that no other path dominates, the cheapest first.
///
/// Use it if paths have a second cost, a limit on a resource, or time windows. The nodes of the problem are
/// [labels](Labels), that is, places together with the resources used on the way to them.
/// [`ParetoPaths`](crate::ParetoPaths) searches problems of this kind on any graph.
///
/// The search stops at each path with [`Found`](astride::Status::Found). [`seek_next`](Search::seek_next) lets the
/// search continue to the next path, in steps if you like. [`paths`](Search::paths) returns an iterator over all paths.
/// If you need only the cheapest path, such as the cheapest one within a limit, stop after the first path.
///
/// # Methods
///
/// Those of [`Search`], to drive it, to set limits and to see what it does.
///
/// A step makes one expansion, unless hundreds of dominated labels come first in the open list: it then only drops
/// these. [`open_nodes`](Search::open_nodes) includes dominated labels until they are dropped.
/// [`known_node`](Search::known_node), [`cost_to`](Search::cost_to) and [`path_to`](Search::path_to) look through all
/// labels for one that equals the given label. [`best_effort_path`](Search::best_effort_path) returns the path to the
/// closed label with the least estimate and, among equal estimates, the least cost.
///
/// # Arguments
///
/// `LabelSearch::new` takes a problem that implements [`Labels`], or a reference to one. If a
/// start is added after the first step, the paths begin again with the first one.
///
/// # Returns
///
/// [`Status::Found`](astride::Status::Found) with the next path; [`Status::Exhausted`](astride::Status::Exhausted)
/// after the last one. Among the paths found, none dominates another of the same or a higher cost; every other path to
/// a goal is dominated by one of them that costs no more. Of several paths that have the same cost and dominate each
/// other, only one is found. If sums [are rounded](astride::Cost::IS_EXACT), these guarantees hold only up to rounding
/// errors.
///
/// # Complexity
///
/// Each of the n labels generated takes O(log n) time, plus comparisons with the closed labels at the same place that
/// no other label dominates. With one quantity in addition to the cost, only the last of these closed labels has to be
/// compared. The number of labels can grow exponentially with the number of places, and the more quantities there are,
/// the faster it grows. A label takes 8 bytes more than its node and its cost, and an open label also takes a heap
/// entry. [`reset`](Search::reset) takes O(places).
///
/// # Errors
///
/// [`Status::Failed`](astride::Status::Failed) as in [`AStar`](astride::AStar); with
/// [`InconsistentEstimate`](astride::SearchError::InconsistentEstimate),
/// [`InconsistentRank`](astride::SearchError::InconsistentRank) or [`Other`](astride::SearchError::Other) if the search
/// notices that the problem breaks the contract of [`Labels`]; with `Other` if a [rank](Labels::rank) is too large.
///
/// # Example
///
/// See [`Labels`].
///
/// # Source
///
/// For two costs: Hernández, Yeoh, Baier, Zhang, Suazo, Koenig, Salzman: Simple and efficient bi-objective search
/// algorithms via fast dominance checks. Artificial Intelligence 314, 2023 (BOA\*; first at ICAPS 2020). For more than
/// two costs, with closed labels compared in all costs except the first: Pulido, Mandow, Pérez de la Cruz:
/// Dimensionality reduction in multiobjective shortest path search. Computers & Operations Research 64, 2015; Ren,
/// Zhan, Rathinam, Likhachev, Choset: Enhanced multi-objective A\* using balanced binary search trees. `SoCS` 2022.
#[doc(alias(
    "BOA*",
    "NAMOA*",
    "Pareto",
    "multi-objective",
    "bi-objective",
    "constrained shortest path",
    "resource constraint"
))]
pub type LabelSearch<P, W = ()> = Search<LabelSetting<P>, W>;
