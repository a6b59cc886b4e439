//! [`Way`]: the path from one cell to another in canonical order.

use crate::pruning::{DOWN, LEFT, RIGHT, UP, between};
use crate::{Movement, Point};

/// The canonical path between two cells if there were no walls: a sweep, then a straight line.
pub(super) struct Way {
    /// The direction of the sweep and its length.
    pub(super) sweep: usize,
    pub(super) swept: u16,
    /// The direction of the straight line and its length.
    pub(super) line: usize,
    pub(super) straight: u16,
}

impl Way {
    #[inline]
    pub(super) fn between(from: Point, to: Point, movement: Movement) -> Self {
        let (dx, dy) = (to.x.abs_diff(from.x), to.y.abs_diff(from.y));
        let horizontal = if to.x >= from.x { RIGHT } else { LEFT };
        let vertical = if to.y >= from.y { DOWN } else { UP };
        if !movement.has_diagonals() {
            return Self {
                sweep: horizontal,
                swept: dx,
                line: vertical,
                straight: dy,
            };
        }
        Self {
            sweep: between(horizontal, vertical),
            swept: dx.min(dy),
            line: if dx > dy { horizontal } else { vertical },
            straight: dx.abs_diff(dy),
        }
    }

    /// The direction of its last step.
    #[inline]
    pub(super) fn arrival(&self) -> usize {
        if self.straight == 0 { self.sweep } else { self.line }
    }
}
