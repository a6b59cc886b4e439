//! [`Labels`]: problems whose nodes are labels, which may dominate each other.

#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use core::fmt::Debug;
use core::hash::Hash;

use astride::Heuristic;
#[cfg(doc)]
use astride::{Cost, Graph};

/// A problem whose nodes are *labels*, for [`LabelSearch`](crate::LabelSearch). A label is a place together
/// with the resources used to reach it, such as a toll, a charge or time.
///
/// A cheaper label at a place need not be better than a more expensive one, since it may have used more of another
/// resource. A search therefore keeps several labels at each place. One label *dominates* another at the same place if
/// every continuation of the second is also possible from the first, with an outcome that is at least as good in
/// everything except the cost. A search drops the second label if it costs at least as much as the first.
///
/// # Contract
///
/// * The [`estimate`](Heuristic::estimate) and the [`rank`](Self::rank) are consistent: from a label to its successor,
///   the pair (cost plus estimate, rank) never falls. The estimate is the same for all labels at a place, and 0 at
///   goals.
/// * If one label dominates another at the same place, the rank of the first is not larger than that of the second. If
///   the ranks are equal in this case, the labels dominate each other.
/// * The best completion of a label never becomes better along a path: the [completed](Self::completed) label of a
///   parent dominates that of each successor. At a goal, the completed label is the label itself.
///
/// If costs [are exact](Cost::IS_EXACT), a search fails when it generates an edge along which the pair falls or the
/// completed label becomes better, or expands a label at a goal with a nonzero estimate or a better completed label.
/// The error is [`InconsistentEstimate`](astride::SearchError::InconsistentEstimate) for estimates,
/// [`InconsistentRank`](astride::SearchError::InconsistentRank) for ranks, and [`Other`](astride::SearchError::Other)
/// for completed labels.
///
/// For a resource that also falls, such as the charge used by a car that recovers charge downhill, use
/// [`ParetoPaths::with_battery`](crate::ParetoPaths::with_battery), or a rank that cannot fall, such as the resource
/// plus a potential of the place (the height).
///
/// # Example
///
/// A van has to cross a mountain: the short road climbs, and the battery holds 5 units of charge. The search finds the
/// cheapest path that the battery allows.
///
/// ```
/// use astride::{Graph, Heuristic, Problem};
/// use astride_labels::{LabelSearch, Labels};
///
/// struct Van;
///
/// impl Graph for Van {
///     /// A place, and the charge that was used up on the way.
///     type Node = (&'static str, u32);
///     type Cost = u32;
///
///     fn successors(&self, &(place, used): &(&'static str, u32)) -> impl Iterator<Item = ((&'static str, u32), u32)> {
///         let roads = [("valley", "pass", 10, 4), ("pass", "lake", 10, 3), ("valley", "tunnel", 15, 2),
///             ("tunnel", "lake", 16, 2), ("tunnel", "pass", 1, 1)];
///         let roads = roads.into_iter().filter(move |road| road.0 == place);
///         roads.map(move |(_, to, minutes, charge)| ((to, used + charge), minutes)).filter(|((_, used), _)| *used <= 5)
///     }
/// }
///
/// impl Problem for Van {
///     fn start(&self) -> (&'static str, u32) { ("valley", 0) }
///     fn is_goal(&self, (place, _): &(&'static str, u32)) -> bool { *place == "lake" }
/// }
///
/// impl Heuristic for Van {
///     fn estimate(&self, _: &(&'static str, u32)) -> u32 { 0 }
/// }
///
/// impl Labels for Van {
///     type Place = &'static str;
///     type Rank = u32;
///     fn place(&self, label: &(&'static str, u32)) -> &'static str { label.0 }
///     fn dominates(&self, one: &(&'static str, u32), other: &(&'static str, u32)) -> bool { one.1 <= other.1 }
///     fn rank(&self, label: &(&'static str, u32)) -> Option<u32> { Some(label.1) }
/// }
///
/// let path = LabelSearch::new(Van).find_path()?.expect("the battery lasts");
/// assert_eq!((path.cost, path.nodes), (31, vec![("valley", 0), ("tunnel", 2), ("lake", 4)]));
/// # Ok::<(), astride::SearchError>(())
/// ```
///
/// [`ParetoPaths`](crate::ParetoPaths) provides such problems on any graph with several costs.
#[diagnostic::on_unimplemented(
    message = "this search needs labels, but `{Self}` does not implement `Labels`",
    label = "not `Labels`",
    note = "for paths with several costs or limits: `ParetoPaths`"
)]
pub trait Labels: Heuristic {
    /// The type of a place.
    type Place: Clone + Eq + Hash;

    /// The type of a rank, which orders labels with the same sum of cost and estimate.
    type Rank: Copy + Debug + Ord;

    /// Returns the place of a label.
    fn place(&self, label: &Self::Node) -> Self::Place;

    /// Returns a small unique number for the place of a label, if it has one, so that places are not hashed. This
    /// method corresponds to [`Graph::index`](astride::Graph::index) for nodes.
    #[inline]
    fn place_index(&self, label: &Self::Node) -> Option<usize> {
        let _ = label;
        None
    }

    /// Returns whether `one` is at least as good as `other` in everything except the cost. Both labels are at the same
    /// place, or both are at goals.
    fn dominates(&self, one: &Self::Node, other: &Self::Node) -> bool;

    /// Returns the rank of a label, by which labels with the same sum of cost and estimate are ordered for expansion.
    /// The rank is usually a lower bound on the resources that the label will have used at the goal.
    ///
    /// Returns `None` if the rank is too large for its type. The search then fails.
    fn rank(&self, label: &Self::Node) -> Option<Self::Rank>;

    /// Returns the best label at a goal that `label` could lead to, with lower bounds in place of the resources used. A
    /// search drops `label` if a path that it has found [dominates](Self::dominates) the returned label.
    ///
    /// Optional. Without this method, a search finds the same paths with more expansions.
    #[inline]
    fn completed(&self, label: &Self::Node) -> Option<Self::Node> {
        let _ = label;
        None
    }
}

macro_rules! pointer {
    ($($(#[$attribute:meta])* $pointer:ty),*) => {$(
        $(#[$attribute])*
        impl<T: Labels + ?Sized> Labels for $pointer {
            type Place = T::Place;
            type Rank = T::Rank;

            #[inline]
            fn place(&self, label: &T::Node) -> T::Place {
                (**self).place(label)
            }

            #[inline]
            fn place_index(&self, label: &T::Node) -> Option<usize> {
                (**self).place_index(label)
            }

            #[inline]
            fn dominates(&self, one: &T::Node, other: &T::Node) -> bool {
                (**self).dominates(one, other)
            }

            #[inline]
            fn rank(&self, label: &T::Node) -> Option<T::Rank> {
                (**self).rank(label)
            }

            #[inline]
            fn completed(&self, label: &T::Node) -> Option<T::Node> {
                (**self).completed(label)
            }
        }
    )*};
}

pointer!(&T, #[cfg(target_has_atomic = "ptr")] Arc<T>);
