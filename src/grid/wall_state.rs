//! [`WallState`]: tells whether a map's walls are still what they were.

#[cfg(not(target_has_atomic = "ptr"))]
use alloc::rc::Rc as Shared;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc as Shared;

/// Stands for where a map's walls are, at one time.
///
/// What was computed from the walls keeps a clone. As long as that is [the same](Self::is) as the map's, so are the walls:
/// a state that somebody has kept is never used for other walls, and memory that is still held is not handed out again. A
/// copy of a map has the state of the original until one of them changes.
#[derive(Clone, Debug, Default)]
pub(super) struct WallState(Shared<()>);

impl WallState {
    pub(super) fn is(&self, other: &Self) -> bool {
        Shared::ptr_eq(&self.0, &other.0)
    }

    /// The walls change. Allocates only where somebody has kept the state.
    pub(super) fn change(&mut self) {
        if Shared::get_mut(&mut self.0).is_none() {
            *self = Self::default();
        }
    }
}

/// Maps are equal by their cells, whatever became of them.
impl PartialEq for WallState {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for WallState {}
