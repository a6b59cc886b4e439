//! [`Path`]: the result of a search.

use alloc::vec::Vec;

/// A path: its nodes from the start to the end, and its cost.
///
/// ```
/// let path = astride::bfs(&1, |n| [n + 1, n * 2], |n| *n == 10)?.expect("10 can be reached");
/// assert_eq!(path.nodes, [1, 2, 4, 5, 10]);
/// assert_eq!(path.edges(), 4);
/// # Ok::<(), astride::SearchError>(())
/// ```
#[doc(alias("route", "waypoint", "waypoints"))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Path<N, C> {
    /// The nodes, from a start to the end. Never empty.
    pub nodes: Vec<N>,
    /// The sum of the costs of the edges and of the start.
    pub cost: C,
}

impl<N, C> Path<N, C> {
    /// The number of edges: one less than the number of nodes.
    pub fn edges(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// Returns the nodes in order.
    pub fn iter(&self) -> core::slice::Iter<'_, N> {
        self.nodes.iter()
    }
}

impl<N, C> From<Path<N, C>> for (Vec<N>, C) {
    fn from(path: Path<N, C>) -> Self {
        (path.nodes, path.cost)
    }
}

impl<N, C> IntoIterator for Path<N, C> {
    type Item = N;
    type IntoIter = alloc::vec::IntoIter<N>;

    fn into_iter(self) -> Self::IntoIter {
        self.nodes.into_iter()
    }
}

impl<'a, N, C> IntoIterator for &'a Path<N, C> {
    type Item = &'a N;
    type IntoIter = core::slice::Iter<'a, N>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
