//! [`in_place`]: a few successors without an allocation, for closures that have to return owned values.

use std::array::IntoIter;
use std::iter::Flatten;

/// Up to `N` items instead of a `Vec`. The closures that `pathfinding` takes cannot return an iterator that borrows the
/// node. Those in its documentation return a `Vec`; this is faster, by about a tenth for A* on grids.
#[inline]
pub(crate) fn in_place<const N: usize, T: Copy>(items: impl Iterator<Item = T>) -> Flatten<IntoIter<Option<T>, N>> {
    let mut array = [None; N];
    let mut count = 0;
    items.for_each(|item| {
        array[count] = Some(item);
        count += 1;
    });
    array.into_iter().flatten()
}
