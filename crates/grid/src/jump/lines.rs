//! [`Lines`]: the rows and columns of a map as bits, which are read 64 cells at a time.

use alloc::vec::Vec;
use core::iter;

use crate::Point;
use crate::pruning::{DOWN, LEFT, RIGHT};

/// The rows and columns of a map as bits, once for each straight direction, so that every scan goes towards higher
/// bits.
///
/// A line begins with a wall bit and ends with at least one, so that every scan along it ends.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Lines {
    blocks: Vec<Block>,
    /// Up, right, down, left.
    layouts: [Layout; 4],
}

/// 64 cells of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Block {
    /// The bits at which a scan stops: walls, and cells from which a path along the line may have to turn.
    stops: u64,
    free: u64,
}

const WALL: Block = Block {
    stops: u64::MAX,
    free: 0,
};

const BITS: usize = u64::BITS as usize;

/// Where the lines of one direction are stored.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Layout {
    /// The first block.
    first: usize,
    /// The number of blocks of a line.
    stride: usize,
    is_row: bool,
    /// The bit of a coordinate is `(coordinate ^ flip) + shift`, which is `coordinate + 1`, or the same counted from
    /// the other end.
    flip: usize,
    shift: usize,
}

impl Layout {
    fn new(first: usize, direction: usize, width: usize, height: usize) -> Self {
        let is_row = direction == RIGHT || direction == LEFT;
        let length = if is_row { width } else { height };
        let is_forward = direction == RIGHT || direction == DOWN;
        Self {
            first,
            stride: (length + 2).div_ceil(BITS),
            is_row,
            flip: if is_forward { 0 } else { usize::MAX },
            shift: length * usize::from(!is_forward) + 1,
        }
    }

    /// The number of a point's bit, counted over all blocks.
    #[inline]
    fn bit(&self, point: Point) -> usize {
        let (line, along) = if self.is_row {
            (point.y, point.x)
        } else {
            (point.x, point.y)
        };
        let bit = (usize::from(along) ^ self.flip).wrapping_add(self.shift);
        (self.first + usize::from(line) * self.stride) * BITS + bit
    }
}

impl Lines {
    /// The lines of a map of this size, all wall. `None` if there is not enough memory for them.
    pub(super) fn new(width: u16, height: u16) -> Option<Self> {
        let (width, height) = (usize::from(width), usize::from(height));
        let mut count = 0_usize;
        let mut layouts = [Layout::new(0, 0, 0, 0); 4];
        for (direction, layout) in layouts.iter_mut().enumerate() {
            *layout = Layout::new(count, direction, width, height);
            let lines = if layout.is_row { height } else { width };
            count = count.checked_add(layout.stride.checked_mul(lines)?)?;
        }
        let mut blocks = Vec::new();
        blocks.try_reserve_exact(count).ok()?;
        blocks.extend(iter::repeat_n(WALL, count));
        Some(Self { blocks, layouts })
    }

    pub(super) fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<Block>()
    }

    /// Records whether a point is free and, as bits, in which straight directions a path may have to turn there.
    pub(super) fn set(&mut self, point: Point, is_free: bool, turns: u8) {
        for (direction, layout) in self.layouts.iter().enumerate() {
            let bit = layout.bit(point);
            let block = &mut self.blocks[bit / BITS];
            let bit = 1 << (bit % BITS);
            let enter = |word: &mut u64, is_set: bool| *word = if is_set { *word | bit } else { *word & !bit };
            enter(&mut block.free, is_free);
            enter(&mut block.stops, !is_free || turns >> direction & 1 == 1);
        }
    }

    /// A cursor that looks from a point in a straight direction.
    #[inline]
    pub(super) fn cursor(&self, from: Point, direction: usize) -> Cursor {
        Cursor(self.layouts[direction & 3].bit(from) + 1)
    }

    /// The shift that moves a cursor in a straight direction by this many columns and rows, each −1, 0 or 1.
    #[inline]
    pub(super) fn shift(&self, direction: usize, (columns, rows): (i8, i8)) -> Shift {
        let layout = &self.layouts[direction & 3];
        let (across, along) = if layout.is_row {
            (rows, columns)
        } else {
            (columns, rows)
        };
        let towards = if layout.flip == 0 { along } else { -along };
        let lines = (layout.stride * BITS).wrapping_mul(isize::from(across).cast_unsigned());
        Shift(lines.wrapping_add(isize::from(towards).cast_unsigned()))
    }

    /// The distance to the next cell where a path may have to turn, or 0 if a wall comes first.
    #[inline]
    pub(super) fn turn(&self, from: Cursor) -> u16 {
        let (distance, is_free) = self.look(from, |block| block.stops);
        distance * u16::from(is_free)
    }

    /// The number of free cells before the next wall.
    #[inline]
    pub(super) fn run(&self, from: Cursor) -> u16 {
        self.look(from, |block| !block.free).0.saturating_sub(1)
    }

    /// The distance to the next stop, and whether it is free.
    #[inline]
    fn look(&self, Cursor(bit): Cursor, stops: impl Fn(&Block) -> u64) -> (u16, bool) {
        let block = |place: usize| self.blocks.get(place).unwrap_or(&WALL);
        let mut place = bit / BITS;
        let mut here = block(place);
        let mut left = stops(here) & (u64::MAX << (bit % BITS));
        while left == 0 {
            place += 1;
            here = block(place);
            left = stops(here);
        }
        let stop = left.trailing_zeros() as usize;
        // A line has at most 65535 cells and one more bit at either end.
        #[expect(clippy::cast_possible_truncation, reason = "see above")]
        let distance = (place * BITS + stop + 1 - bit) as u16;
        (distance, here.free >> stop & 1 == 1)
    }
}

/// The first bit to read: that of the next cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor(usize);

/// The shift that moves a cursor to a neighbour: along its direction, against it, or to an adjacent line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift(usize);

impl Cursor {
    #[inline]
    pub(super) fn move_by(&mut self, shift: Shift) {
        self.0 = self.0.wrapping_add(shift.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::DIRECTIONS;
    use alloc::vec;
    use proptest::prelude::*;

    #[test]
    fn looks_along_a_line_stop_where_a_walk_does() {
        let cell = prop_oneof![30 => Just((true, 0)), 1 => (any::<bool>(), 0..16_u8)];
        let size = prop_oneof![(1..300_u16, 1..4_u16), (1..4_u16, 1..300_u16)];
        let cells = size.prop_flat_map(move |(width, height)| {
            let count = usize::from(width) * usize::from(height);
            (Just((width, height)), prop::collection::vec(cell.clone(), count))
        });
        proptest!(|(((width, height), cells) in cells)| {
            let mut lines = Lines::new(width, height).unwrap();
            let points: Vec<Point> = (0..height).flat_map(|y| (0..width).map(move |x| Point { x, y })).collect();
            for (point, (is_free, turns)) in points.iter().zip(&cells) {
                lines.set(*point, *is_free, *turns);
            }
            let at = |point: Point| cells[usize::from(point.y) * usize::from(width) + usize::from(point.x)];
            for from in points {
                let is_inside = |point: &Point| point.x < width && point.y < height;
                for direction in 0..4 {
                    let mut walk = vec![];
                    let mut next = Some(from);
                    while let Some(here) = next {
                        next = here.step(direction).filter(|point| is_inside(point) && at(*point).0);
                        walk.extend(next);
                    }
                    prop_assert_eq!(usize::from(lines.run(lines.cursor(from, direction))), walk.len());
                    for (side, shift) in DIRECTIONS.into_iter().enumerate() {
                        let beside = from.step(side).filter(is_inside);
                        let mut cursor = lines.cursor(from, direction);
                        cursor.move_by(lines.shift(direction, shift));
                        let expected = beside.map(|beside| lines.cursor(beside, direction));
                        prop_assert!(expected.is_none_or(|expected| expected.0 == cursor.0));
                    }
                    let turn = walk.iter().position(|point| at(*point).1 >> direction & 1 == 1);
                    let found = usize::from(lines.turn(lines.cursor(from, direction)));
                    prop_assert_eq!(found, turn.map_or(0, |steps| steps + 1));
                }
            }
        });
    }

    #[test]
    fn the_longest_line_is_seen_from_end_to_end() {
        let mut lines = Lines::new(u16::MAX, 1).unwrap();
        for x in 0..u16::MAX {
            let turns = u8::from(x == 65_534) << RIGHT | u8::from(x == 0) << LEFT;
            lines.set(Point { x, y: 0 }, true, turns);
        }
        let ends = [(Point::new(0, 0), RIGHT), (Point::new(65_534, 0), LEFT)];
        for (end, direction) in ends {
            let cursor = lines.cursor(end, direction);
            assert_eq!((lines.turn(cursor), lines.run(cursor)), (65_534, 65_534));
        }
    }
}
