//! [`Successors`]: the jump points that can be seen from a cell.

use super::map::along;
use super::source::sealed::{Jumps, Sight, Sweep};
use crate::movement::FIRST_DIAGONAL;
use crate::problem::{StepCosts, Steps};
use crate::pruning::sides;
use crate::{Arrival, GridCost, Point};

/// What a jump problem's cell leads to.
pub(super) enum Successors<'a, J: Jumps, C> {
    /// The goal, where it can be seen: nothing else is needed then.
    Goal(Option<(Arrival, C)>),
    /// The jump points that can be seen.
    Seen(Seen<'a, J, C>),
    /// Every step, where jumps would not do.
    Steps(Steps<'a, C>),
}

impl<J: Jumps, C: GridCost> Iterator for Successors<'_, J, C> {
    type Item = (Arrival, C);

    #[inline]
    fn next(&mut self) -> Option<(Arrival, C)> {
        match self {
            Self::Seen(seen) => seen.next(),
            Self::Goal(goal) => goal.take(),
            Self::Steps(steps) => steps.next().map(|(point, cost)| (point.into(), cost)),
        }
    }
}

/// The jump points that can be seen from a cell: first along straight lines, then to both sides of every sweep.
///
/// A sweep does not stop at a cell from where a side leads to a jump point: that cell would only be a node on the way,
/// and the jump points at its sides are successors at once (intermediate pruning). It does stop where a wall beside the
/// sweep itself leaves more than one way on.
pub(super) struct Seen<'a, J: Jumps, C> {
    jumps: &'a J,
    costs: StepCosts<C>,
    /// Where the lines and the sweeps begin.
    from: Point,
    /// The straight lines that are left to look along, as bits.
    lines: u8,
    /// The sweeps that are left, as bits, the lowest one under way.
    sweeps: u8,
    sweep: Option<J::Sweep<'a>>,
    /// The jump point seen at the other side of the last cell of the sweep.
    other: Option<(Arrival, C)>,
}

impl<'a, J: Jumps, C: GridCost> Seen<'a, J, C> {
    /// With the straight lines and the sweeps from a cell.
    #[inline]
    pub(super) fn new(jumps: &'a J, costs: StepCosts<C>, from: Point, lines: u8, sweeps: u8) -> Self {
        Self {
            jumps,
            costs,
            from,
            lines,
            sweeps,
            sweep: None,
            other: None,
        }
    }

    /// The jump point so many steps away in a straight direction.
    #[inline]
    fn jump(&self, from: Point, swept: C, direction: usize, steps: u16) -> (Arrival, C) {
        let cost = swept.add(self.costs.straight.times(steps.into()));
        (Arrival::by(direction, along(from, direction, steps)), cost)
    }

    /// What is seen from a cell of a sweep: one thing now, another perhaps next time.
    #[inline]
    fn take(&mut self, direction: usize, sight: Sight) -> (Arrival, C) {
        let step = if direction < FIRST_DIAGONAL {
            self.costs.straight
        } else {
            self.costs.diagonal
        };
        let at = along(self.from, direction, sight.swept);
        let swept = step.times(sight.swept.into());
        if sight.is_jump_point {
            return (Arrival::by(direction, at), swept);
        }
        let ([one, other], [to_one, to_other]) = (sides(direction), sight.sides);
        if to_one == 0 {
            return self.jump(at, swept, other, to_other);
        }
        self.other = (to_other != 0).then(|| self.jump(at, swept, other, to_other));
        self.jump(at, swept, one, to_one)
    }
}

impl<J: Jumps, C: GridCost> Iterator for Seen<'_, J, C> {
    type Item = (Arrival, C);

    #[inline]
    fn next(&mut self) -> Option<(Arrival, C)> {
        while self.lines != 0 {
            let direction = self.lines.trailing_zeros() as usize;
            self.lines &= self.lines - 1;
            let steps = self.jumps.straight(self.from, direction);
            if steps != 0 {
                return Some(self.jump(self.from, C::ZERO, direction, steps));
            }
        }
        if self.other.is_some() {
            return self.other.take();
        }
        while self.sweeps != 0 {
            let direction = self.sweeps.trailing_zeros() as usize;
            let sweep = self.sweep.get_or_insert_with(|| self.jumps.sweep(self.from, direction));
            if let Some(sight) = sweep.next_sight() {
                return Some(self.take(direction, sight));
            }
            self.sweep = None;
            self.sweeps &= self.sweeps - 1;
        }
        None
    }
}
