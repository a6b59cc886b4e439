//! [`Arrival`]: a cell and the cell from which it was entered.

use crate::Point;
use crate::movement::{DIRECTIONS, opposite};

/// A cell and the cell from which it was entered: a node of a [`TurnProblem`](super::TurnProblem).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Arrival {
    /// The cell.
    pub at: Point,
    /// The cell from which `at` was entered, or `None` at a start without a direction, where the first step is never a
    /// turn.
    pub from: Option<Point>,
}

impl Arrival {
    /// A cell that was entered from another one.
    pub const fn new(at: Point, from: Point) -> Self {
        let from = Some(from);
        Arrival { at, from }
    }

    /// A cell where paths begin.
    pub const fn start(at: Point) -> Self {
        Arrival { at, from: None }
    }

    /// The cell that a step in this direction leads to.
    #[inline]
    pub(super) fn by(direction: usize, at: Point) -> Self {
        let (dx, dy) = DIRECTIONS[opposite(direction & 7)];
        let from = Point {
            x: at.x.wrapping_add_signed(dx.into()),
            y: at.y.wrapping_add_signed(dy.into()),
        };
        Arrival::new(at, from)
    }

    /// The direction of the step into the cell, if it was entered by a step.
    pub(super) fn direction(self) -> Option<usize> {
        self.from?.direction_to(self.at)
    }
}
