//! [`LabelSearch`]: all paths of which none is better than another in everything.

mod engine;
mod store;

pub use engine::LabelSetting;

use super::{Made, Search};
use crate::traits::Labels;

/// Label setting with dominance: all paths that no other path dominates, the cheapest first.
///
/// Use it if paths have a second cost, a limit on a resource, or time windows. Nodes are [`Labels`], that is, places
/// with the resources used on the way to them. The crate `astride-labels` has problems of this kind over any graph.
///
/// The search ends as [`Found`](crate::Status::Found) with each path. [`seek_next`](Search::seek_next) continues to the
/// next one, in steps if you like. [`paths`](Search::paths) is an iterator over all of them. If only the cheapest path
/// is sought, such as the cheapest one within a limit, stop after the first.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// A step makes one expansion. If it finds hundreds of dominated labels in the open list, it only drops these.
/// [`open_nodes`](Search::open_nodes) returns such labels until they are dropped. [`known_node`](Search::known_node),
/// [`cost_to`](Search::cost_to) and [`path_to`](Search::path_to) look through all labels for one that equals the given
/// one. [`best_effort_path`](Search::best_effort_path) is the path to the closed label with the least estimate.
///
/// # Arguments
///
/// [`LabelSearch::new`](LabelSearch#method.new) takes a problem that implements [`Labels`], or a reference to one.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with the next path, [`Status::Exhausted`](crate::Status::Exhausted) after
/// the last one. No path that is found dominates another one at the same or a higher cost. Every other path to a goal is
/// dominated by one that is found and costs no more. Of paths that are equal in the cost and dominate each other, one
/// is found. If sums [are rounded](crate::Cost::IS_EXACT), this holds except for rounding.
///
/// # Complexity
///
/// O(log n) for each of n labels that are met, and a comparison with the labels at the same place of which none
/// dominates another. With one quantity besides the cost there is one such label: the last one. The number of labels
/// can grow exponentially with the number of nodes, and even faster with each further quantity. A label takes 12 bytes
/// more than its node and its cost; an open one also takes an entry of a heap. [`reset`](Search::reset) takes O(places).
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) as in [`AStar`](crate::AStar), and if the problem breaks the contract of
/// [`Labels`]: [`InconsistentEstimate`](crate::SearchError::InconsistentEstimate), or
/// [`Other`](crate::SearchError::Other) if a [rank](Labels::rank) is too large.
///
/// # Example
///
/// See [`Labels`].
///
/// # Source
///
/// Two costs: Hernández, Yeoh, Baier, Zhang, Suazo, Koenig, Salzman: Simple and efficient bi-objective search
/// algorithms via fast dominance checks. Artificial Intelligence 314, 2023 (BOA\*; first at ICAPS 2020). More than two,
/// with closed labels compared in all but the first cost: Pulido, Mandow, Pérez de la Cruz: Dimensionality reduction in
/// multiobjective shortest path search. Computers & Operations Research 64, 2015; Ren, Zhan, Rathinam, Likhachev,
/// Choset: Enhanced multi-objective A\* using balanced binary search trees. `SoCS` 2022.
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

impl<P: Labels> LabelSearch<P> {
    /// Creates a search.
    pub fn new(problem: P) -> Made<P, Self> {
        Search::from_engine(problem, LabelSetting::new())
    }
}
