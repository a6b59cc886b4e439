//! The steps that a canonical order keeps, in tables by the direction of arrival and the free neighbours.
//!
//! If cheapest paths between two cells differ only in the order of their steps, a search needs just one of them. The
//! order kept here is diagonal steps before straight ones, or, with [`Movement::Four`], horizontal steps before
//! vertical ones. A step is left out if the previous cell reaches the same cell in another way that is cheaper, or that
//! is as cheap and in that order.
//!
//! It does not matter along which of several cheapest paths a search has reached a cell (a tie), although this
//! determines which steps are left out there. A straight step on a cheapest path is never left out, since only a
//! cheaper path could replace it, and a diagonal step is left out only if a straight step leads to the same cell at the
//! same cost. Every cell therefore keeps a predecessor. (With `Movement::Four`, read "vertical" for "straight" and
//! "horizontal" for "diagonal".)

use super::Movement;
use super::movement::{DIRECTIONS, FIRST_DIAGONAL, opposite};

/// The steps that are kept, for each direction of arrival (the last entry is for none) and each byte of free
/// neighbours.
pub(super) type Pruning = [[u8; 256]; DIRECTIONS.len() + 1];

/// The number for an unknown direction of arrival, after which no step is left out.
pub(super) const UNKNOWN: usize = DIRECTIONS.len();

impl Movement {
    /// The allowed steps for each of the 256 neighbour bytes.
    #[inline]
    pub(super) fn table(self) -> &'static [u8; 256] {
        &self.pruning()[UNKNOWN]
    }

    /// The steps that the canonical order keeps.
    #[inline]
    pub(super) fn pruning(self) -> &'static Pruning {
        &CANONICAL[self as usize]
    }

    /// The steps that come first in the canonical order, as bits. A search *sweeps* in their directions, looking to
    /// both [sides](sides) on the way.
    #[inline]
    pub(super) const fn sweeps(self) -> u8 {
        match self {
            Self::Four => 1 << RIGHT | 1 << LEFT,
            _ => 0xF0,
        }
    }

    /// Whether walls can require steps from a cell of a sweep other than straight on and to the [sides].
    #[inline]
    pub(super) const fn turns_on_sweeps(self) -> bool {
        matches!(self, Self::EightCuttingCorners | Self::EightSqueezing)
    }

    /// All steps except those to cells that the parent's expansion has met at no greater cost, on a map with one
    /// terrain cost or on any map.
    #[inline]
    pub(super) fn onward(self, is_uniform: bool) -> &'static Pruning {
        let tables = if is_uniform { &ONWARD } else { &ONWARD_ON_ANY_TERRAIN };
        &tables[self as usize]
    }

    /// All steps except the one back and those to cells that the parent reaches in one step. On varying terrain, steps
    /// to cells that the parent reaches diagonally are kept, since the diagonal step may cost more.
    const fn onward_after(self, arrival: usize, free: u8, is_uniform: bool) -> u8 {
        let back = opposite(arrival);
        if arrival >= FIRST_DIAGONAL {
            let [one, other] = sides(arrival);
            return !(1 << back | 1 << opposite(one) | 1 << opposite(other));
        }
        let (left, right) = (counterclockwise(arrival), clockwise(arrival));
        let (behind_left, behind_right) = (between(left, back), between(right, back));
        let met = 1 << back | 1 << behind_left | 1 << behind_right;
        // Cells met through a diagonal step of the parent, if that is allowed.
        let met = match self {
            _ if !is_uniform => met,
            Self::Four => met,
            Self::Eight => met | (free >> behind_left & 1) << left | (free >> behind_right & 1) << right,
            Self::EightCuttingCorners | Self::EightSqueezing => met | 1 << left | 1 << right,
        };
        !met
    }

    /// The steps that the order keeps after a step in this direction, as if all of them were allowed.
    const fn kept(self, arrival: usize, free: u8) -> u8 {
        if arrival >= FIRST_DIAGONAL {
            return 1 << arrival | self.kept_after_diagonal(arrival, free);
        }
        let (left, right) = (counterclockwise(arrival), clockwise(arrival));
        let straight_on = 1 << arrival;
        match self {
            Self::Four if arrival == RIGHT || arrival == LEFT => straight_on | 1 << left | 1 << right,
            Self::Four | Self::Eight => {
                let back = opposite(arrival);
                straight_on
                    | if_wall(free, between(left, back), 1 << left | 1 << between(left, arrival))
                    | if_wall(free, between(right, back), 1 << right | 1 << between(right, arrival))
            }
            Self::EightCuttingCorners | Self::EightSqueezing => {
                straight_on
                    | if_wall(free, left, 1 << between(left, arrival))
                    | if_wall(free, right, 1 << between(right, arrival))
            }
        }
    }

    const fn kept_after_diagonal(self, arrival: usize, free: u8) -> u8 {
        let [one, other] = sides(arrival);
        let both = 1 << one | 1 << other;
        match self {
            // The cells beside a diagonal step are free, so no cell behind it has to be reached through it.
            Self::Four | Self::Eight => both,
            Self::EightCuttingCorners | Self::EightSqueezing => {
                both | if_wall(free, opposite(one), 1 << between(opposite(one), other))
                    | if_wall(free, opposite(other), 1 << between(opposite(other), one))
            }
        }
    }
}

/// The numbers of the straight directions.
pub(super) const UP: usize = 0;
pub(super) const RIGHT: usize = 1;
pub(super) const DOWN: usize = 2;
pub(super) const LEFT: usize = 3;

const fn clockwise(straight: usize) -> usize {
    (straight + 1) & 3
}

const fn counterclockwise(straight: usize) -> usize {
    (straight + 3) & 3
}

/// The diagonal between two straight directions at right angles.
#[inline]
pub(super) const fn between(one: usize, other: usize) -> usize {
    FIRST_DIAGONAL + if clockwise(one) == other { one } else { other }
}

/// The straight directions in which a sweep looks: the two beside a diagonal, or up and down on a horizontal sweep.
#[inline]
pub(super) const fn sides(sweep: usize) -> [usize; 2] {
    if sweep >= FIRST_DIAGONAL {
        [sweep & 3, clockwise(sweep & 3)]
    } else {
        [counterclockwise(sweep), clockwise(sweep)]
    }
}

const fn if_wall(free: u8, direction: usize, kept: u8) -> u8 {
    if free >> direction & 1 == 0 { kept } else { 0 }
}

/// What a table keeps.
#[derive(Clone, Copy)]
enum Kept {
    Canonical,
    Onward { is_uniform: bool },
}

/// The tables of all movement rules.
const fn build(what: Kept) -> [Pruning; 4] {
    let mut tables = [[[0; 256]; DIRECTIONS.len() + 1]; 4];
    let mut rule = 0;
    while rule < Movement::ALL.len() {
        let movement = Movement::ALL[rule];
        let mut arrival = 0;
        while arrival <= UNKNOWN {
            let mut free = 0_u8;
            loop {
                let kept = match what {
                    _ if arrival == UNKNOWN => u8::MAX,
                    Kept::Canonical => movement.kept(arrival, free),
                    Kept::Onward { is_uniform } => movement.onward_after(arrival, free, is_uniform),
                };
                tables[rule][arrival][free as usize] = movement.allowed(free) & kept;
                if free == u8::MAX {
                    break;
                }
                free += 1;
            }
            arrival += 1;
        }
        rule += 1;
    }
    tables
}

static CANONICAL: [Pruning; 4] = build(Kept::Canonical);
static ONWARD: [Pruning; 4] = build(Kept::Onward { is_uniform: true });
static ONWARD_ON_ANY_TERRAIN: [Pruning; 4] = build(Kept::Onward { is_uniform: false });

#[cfg(test)]
mod tests {
    use super::*;

    type Offset = (i8, i8);

    /// Whether a step is allowed within the 3 x 3 cells around the current one, which is itself free.
    fn is_step(movement: Movement, free: u8, from: Offset, to: Offset) -> bool {
        let is_free = |(x, y): Offset| match DIRECTIONS.iter().position(|direction| *direction == (x, y)) {
            Some(direction) => free >> direction & 1 == 1,
            None => (x, y) == (0, 0),
        };
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let beside = u8::from(is_free((to.0, from.1))) + u8::from(is_free((from.0, to.1)));
        is_free(from)
            && is_free(to)
            && dx.abs().max(dy.abs()) == 1
            && (dx == 0
                || dy == 0
                || match movement {
                    Movement::Four => false,
                    Movement::Eight => beside == 2,
                    Movement::EightCuttingCorners => beside >= 1,
                    Movement::EightSqueezing => true,
                })
    }

    /// The cost of a step, and whether it belongs to those that come first in the order.
    fn step(movement: Movement, from: Offset, to: Offset) -> (u32, bool) {
        let is_diagonal = from.0 != to.0 && from.1 != to.1;
        match movement {
            Movement::Four => (2, from.1 == to.1),
            _ => (if is_diagonal { 3 } else { 2 }, is_diagonal),
        }
    }

    /// The definition: no other path of at most two steps is cheaper, or as cheap and in the canonical order.
    fn is_kept(movement: Movement, free: u8, arrival: usize, to: Offset) -> bool {
        let (x, y) = DIRECTIONS[arrival];
        let (from, here) = ((-x, -y), (0, 0));
        let (first, second) = (step(movement, from, here), step(movement, here, to));
        let cost = first.0 + second.0;
        let is_in_order = first.1 || !second.1;
        let direct = is_step(movement, free, from, to) || from == to;
        let by_way = DIRECTIONS.iter().any(|by| {
            is_step(movement, free, from, *by) && is_step(movement, free, *by, to) && {
                let (one, two) = (step(movement, from, *by), step(movement, *by, to));
                let other = one.0 + two.0;
                other < cost || other == cost && !is_in_order && one.1 && !two.1
            }
        });
        !direct && !by_way
    }

    #[test]
    fn tables_keep_what_the_definition_keeps() {
        for movement in Movement::ALL {
            for free in 0..=u8::MAX {
                let allowed = movement.table()[usize::from(free)];
                for (arrival, (x, y)) in DIRECTIONS.into_iter().enumerate() {
                    if !is_step(movement, free, (-x, -y), (0, 0)) {
                        continue;
                    }
                    let kept = movement.pruning()[arrival][usize::from(free)];
                    for (direction, to) in DIRECTIONS.into_iter().enumerate() {
                        let expected = allowed >> direction & 1 == 1 && is_kept(movement, free, arrival, to);
                        assert_eq!(
                            kept >> direction & 1 == 1,
                            expected,
                            "{movement}, free {free:08b}, arrival {arrival}, step {direction}"
                        );
                    }
                }
            }
        }
    }
}
