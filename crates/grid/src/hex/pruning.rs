//! The steps that a canonical order keeps on hexagons, in tables by the direction of arrival and the free neighbours.
//!
//! A path along two directions at 60 degrees can take its steps in any order. One of the two directions is among the
//! last three of [`AROUND`](super::coordinates::AROUND), and steps in that direction come first in the order kept here,
//! just as diagonal steps come before straight ones on squares. The argument about ties in `crate::pruning` holds here
//! as well, with "early" for "diagonal" and "late" for "straight".

use super::coordinates::{FIRST_EARLY, SIDES, beside, opposite};

/// The steps that are kept, for each direction of arrival (the last entry is for none) and each set of free neighbours.
pub(super) type Pruning = [[u8; 1 << SIDES]; SIDES + 1];

/// The number for an unknown direction of arrival, after which no step is left out.
pub(super) const UNKNOWN: usize = SIDES;

/// Leaves out the cells that the parent's expansion has met: the parent itself, and the two common neighbours.
pub(super) static ONWARD: Pruning = build(false);

/// Leaves out more, for a map with a single terrain cost: an early step after a late one, unless a wall keeps the early
/// one from being taken first.
pub(super) static CANONICAL: Pruning = build(true);

const fn build(is_canonical: bool) -> Pruning {
    let mut tables = [[0; 1 << SIDES]; SIDES + 1];
    let mut arrival = 0;
    while arrival <= SIDES {
        let mut free = 0_u8;
        while free < 1 << SIDES {
            let kept = if arrival == UNKNOWN {
                free
            } else {
                kept(arrival, free, is_canonical)
            };
            tables[arrival][free as usize] = free & kept;
            free += 1;
        }
        arrival += 1;
    }
    tables
}

const fn kept(arrival: usize, free: u8, is_canonical: bool) -> u8 {
    let is_late = arrival < FIRST_EARLY;
    let [left, right] = beside(arrival);
    // The neighbours of both this cell and the parent. A step from there in the direction of arrival leads to the same
    // cell as a step to the left or right from here.
    let (behind_left, behind_right) = (opposite(right), opposite(left));
    let mut kept = 1 << arrival;
    if !(is_canonical && is_late && free >> behind_left & 1 == 1) {
        kept |= 1 << left;
    }
    if !(is_canonical && is_late && free >> behind_right & 1 == 1) {
        kept |= 1 << right;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Hex;
    use crate::hex::coordinates::AROUND;

    const HERE: Hex = Hex::new(0, 0);

    /// Whether a step is allowed between the current cell, which is free, and its six neighbours, or among these.
    fn is_step(free: u8, from: Hex, to: Hex) -> bool {
        let is_free = |hex: Hex| match HERE.neighbours().iter().position(|neighbour| *neighbour == hex) {
            Some(direction) => free >> direction & 1 == 1,
            None => hex == HERE,
        };
        is_free(from) && is_free(to) && from.distance(to) == 1
    }

    fn is_early(from: Hex, to: Hex) -> bool {
        from.neighbours()[FIRST_EARLY..].contains(&to)
    }

    /// The definition: the cell is not the parent, and the parent has no step to it. In the canonical order, moreover,
    /// no other path of two steps takes an early step before a late one, unless this path is itself in order.
    #[test]
    fn tables_keep_what_the_definition_keeps() {
        for free in 0..1 << SIDES {
            assert_eq!(
                (
                    ONWARD[UNKNOWN][usize::from(free)],
                    CANONICAL[UNKNOWN][usize::from(free)]
                ),
                (free, free)
            );
            for arrival in 0..SIDES {
                let parent = HERE.neighbours()[opposite(arrival)];
                assert_eq!(parent.step(AROUND[arrival]), HERE);
                if !is_step(free, parent, HERE) {
                    continue;
                }
                for (direction, to) in HERE.neighbours().into_iter().enumerate() {
                    let is_free = free >> direction & 1 == 1;
                    let is_news = !is_step(free, parent, to) && parent != to;
                    let is_in_order = is_early(parent, HERE) || !is_early(HERE, to);
                    let has_better = HERE.neighbours().into_iter().any(|by| {
                        is_step(free, parent, by) && is_step(free, by, to) && is_early(parent, by) && !is_early(by, to)
                    });
                    let bits = |table: &Pruning| table[arrival][usize::from(free)] >> direction & 1 == 1;
                    assert_eq!(bits(&ONWARD), is_free && is_news, "{free:06b} {arrival} {direction}");
                    let is_canonical = is_free && is_news && (is_in_order || !has_better);
                    assert_eq!(bits(&CANONICAL), is_canonical, "{free:06b} {arrival} {direction}");
                }
            }
        }
    }
}
