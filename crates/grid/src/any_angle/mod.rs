//! Paths that turn at any angle: the trait [`AnyAngle`], the searches [`ThetaStar`] and [`LazyThetaStar`], and
//! [`AnyAngleProblem`] on a grid map.

mod engine;
mod lazy_theta_star;
mod problem;
mod theta_star;

pub use engine::AnyAngleEngine;
pub use lazy_theta_star::LazyThetaStar;
pub use problem::AnyAngleProblem;
pub use theta_star::ThetaStar;

#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;

use crate::forward::forward;
use astride::Heuristic;

/// A heuristic on a graph in a plane or in space, for paths that may also lead straight to any node in sight.
///
/// [`ThetaStar`](crate::ThetaStar) and [`LazyThetaStar`](crate::LazyThetaStar) require this trait.
///
/// The estimate must not exceed the cost of a path along straight lines, which may be lower than that along edges. On a
/// grid with diagonal steps, use the Euclidean distance, not the octile one. A line should cost no more than a detour,
/// and no more than an edge between the same two nodes: a search takes the line only if the path then costs at most as
/// much as with the edge.
///
/// # Example
///
/// A boat on a lake follows the channels between buoys, or goes straight if no island is in the way:
///
/// ```
/// use astride::{Graph, Heuristic, Problem, Status};
/// use astride_grid::{AnyAngle, ThetaStar};
///
/// struct Lake {
///     buoys: Vec<(f64, f64)>,
///     /// Centre and radius.
///     island: ((f64, f64), f64),
/// }
///
/// impl Graph for Lake {
///     type Node = usize;
///     type Cost = f64;
///     /// Channels lead from each buoy to the one before and the one after.
///     fn successors(&self, buoy: &usize) -> impl Iterator<Item = (usize, f64)> {
///         let buoy = *buoy;
///         let channels = [buoy.checked_sub(1), Some(buoy + 1).filter(|next| *next < self.buoys.len())];
///         channels.into_iter().flatten().map(move |next| (next, self.distance(&buoy, &next)))
///     }
/// }
///
/// impl Problem for Lake {
///     fn start(&self) -> usize { 0 }
///     fn is_goal(&self, buoy: &usize) -> bool { buoy + 1 == self.buoys.len() }
/// }
///
/// impl Heuristic for Lake {
///     fn estimate(&self, buoy: &usize) -> f64 { self.distance(buoy, &(self.buoys.len() - 1)) }
/// }
///
/// impl AnyAngle for Lake {
///     fn distance(&self, from: &usize, to: &usize) -> f64 {
///         let ((ax, ay), (bx, by)) = (self.buoys[*from], self.buoys[*to]);
///         (ax - bx).hypot(ay - by)
///     }
///     fn line_of_sight(&self, from: &usize, to: &usize) -> bool {
///         let ((cx, cy), radius) = self.island;
///         let ((ax, ay), (bx, by)) = (self.buoys[*from], self.buoys[*to]);
///         let (dx, dy) = (bx - ax, by - ay);
///         let along = (((cx - ax) * dx + (cy - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
///         (ax + along * dx - cx).hypot(ay + along * dy - cy) > radius
///     }
/// }
///
/// let buoys = vec![(0.0, 0.0), (1.0, 2.0), (2.0, 3.0), (4.0, 3.0), (6.0, 2.0), (8.0, 0.0)];
/// let mut search = ThetaStar::new(Lake { buoys, island: ((4.0, 0.0), 2.0) });
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().nodes, [0, 3, 5]);
/// ```
#[diagnostic::on_unimplemented(
    message = "any-angle search needs lines of sight, but `{Self}` does not implement `AnyAngle`",
    label = "not `AnyAngle`",
    note = "implement `AnyAngle`; on a grid map, search an `AnyAngleProblem`"
)]
pub trait AnyAngle: Heuristic {
    /// Returns the cost of the straight line between two nodes, or [`Cost::INFINITY`](astride::Cost::INFINITY) if they
    /// are not in sight of each other.
    ///
    /// The cost must not be negative, and it may differ between the two directions.
    fn distance(&self, from: &Self::Node, to: &Self::Node) -> Self::Cost;

    /// Returns whether a path may lead straight from one node to the other. This method is called only for pairs of
    /// nodes with a finite distance.
    #[doc(alias = "line of sight")]
    fn line_of_sight(&self, from: &Self::Node, to: &Self::Node) -> bool;
}

macro_rules! pointer {
    ($($(#[$attribute:meta])* $pointer:ty),* $(,)?) => {$(
        $(#[$attribute])*
        impl<T: AnyAngle + ?Sized> AnyAngle for $pointer {
            forward!((**self) =>
                fn distance(&self, from: &T::Node, to: &T::Node) -> T::Cost;
                fn line_of_sight(&self, from: &T::Node, to: &T::Node) -> bool;
            );
        }
    )*};
}

pointer!(&T, #[cfg(target_has_atomic = "ptr")] Arc<T>);
