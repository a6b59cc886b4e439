//! [`Version`]: shows whether a map has changed.

#[cfg(not(target_has_atomic = "ptr"))]
use alloc::rc::Rc as Shared;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc as Shared;

/// Stands for the state of a map's walls, or of all its cells, at one time.
///
/// Data derived from a map keeps a clone of its version. While the map's version [is](Self::is) the same, so are the
/// cells, since a version that is still held never stands for other cells, and its memory is not reused. A copy of a
/// map has the versions of the original until one of the two changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Version(Shared<()>);

impl Version {
    pub(super) fn is(&self, other: &Self) -> bool {
        Shared::ptr_eq(&self.0, &other.0)
    }

    /// Records a change. Allocates only if the version is held elsewhere.
    pub(super) fn change(&mut self) {
        if Shared::get_mut(&mut self.0).is_none() {
            *self = Self::default();
        }
    }
}

/// Maps are equal if their cells are, whatever their history.
impl PartialEq for Version {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Version {}
