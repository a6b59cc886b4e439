//! [`Successors`]: the jump points that can be seen from a cell.

use super::map::along;
use super::source::sealed::Jumps;
use crate::grid::movement::FIRST_DIAGONAL;
use crate::grid::problem::{StepCosts, Steps};
use crate::grid::pruning::sides;
use crate::grid::{Arrival, GridCost, Point};

/// What a jump problem's cell leads to.
pub(super) enum Successors<'a, J, C> {
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
/// A sweep does not stop at a cell from where a side leads to a jump point: that cell would only be a node on the way, and
/// the jump points at its sides are successors at once (intermediate pruning). It does stop where a wall beside the sweep
/// itself leaves more than one way on.
pub(super) struct Seen<'a, J, C> {
    jumps: &'a J,
    costs: StepCosts<C>,
    /// Where the lines and the sweeps begin.
    from: Point,
    /// The sweeps that are left, as bits, the lowest one under way.
    sweeps: u8,
    /// How far the sweep has come, and what that costs.
    at: Point,
    swept: C,
    /// The straight lines to look along from there, as bits.
    lines: u8,
    /// Whether the sweep goes on.
    goes_on: bool,
}

impl<'a, J: Jumps, C: GridCost> Seen<'a, J, C> {
    /// With the straight lines and the sweeps from a cell.
    #[inline]
    pub(super) fn new(jumps: &'a J, costs: StepCosts<C>, from: Point, lines: u8, sweeps: u8) -> Self {
        Self {
            jumps,
            costs,
            from,
            sweeps,
            at: from,
            swept: C::ZERO,
            lines,
            goes_on: true,
        }
    }

    /// Goes on with the sweep. Answers a jump point where it has to end.
    #[inline]
    fn sweep(&mut self, direction: usize) -> Option<(Arrival, C)> {
        let steps = self.goes_on.then(|| self.jumps.sweep(self.at, direction)).flatten();
        let Some(steps) = steps else {
            self.sweeps &= self.sweeps - 1;
            (self.at, self.swept, self.goes_on) = (self.from, C::ZERO, true);
            return None;
        };
        let step = if direction < FIRST_DIAGONAL {
            self.costs.straight
        } else {
            self.costs.diagonal
        };
        self.at = along(self.at, direction, steps);
        self.swept = self.swept.plus(step.times(steps.into()));
        let kept = self.jumps.jump_map().kept(self.at, direction);
        let [one, other] = sides(direction);
        let beside = 1 << one | 1 << other;
        if kept & !(1 << direction | beside) != 0 {
            self.goes_on = false;
            return Some((Arrival::by(direction, self.at), self.swept));
        }
        self.lines = kept & beside;
        self.goes_on = kept >> direction & 1 == 1;
        None
    }
}

impl<J: Jumps, C: GridCost> Iterator for Seen<'_, J, C> {
    type Item = (Arrival, C);

    #[inline]
    fn next(&mut self) -> Option<(Arrival, C)> {
        loop {
            if self.lines != 0 {
                let direction = self.lines.trailing_zeros() as usize;
                self.lines &= self.lines - 1;
                if let Some(steps) = self.jumps.straight(self.at, direction) {
                    let cost = self.swept.plus(self.costs.straight.times(steps.into()));
                    return Some((Arrival::by(direction, along(self.at, direction, steps)), cost));
                }
            } else if self.sweeps != 0 {
                let found = self.sweep(self.sweeps.trailing_zeros() as usize);
                if found.is_some() {
                    return found;
                }
            } else {
                return None;
            }
        }
    }
}
