//! The neighbour bytes of a [`GridMap`]: which of each cell's eight neighbours are free.

use super::movement::{DIRECTIONS, opposite};
use super::{GridMap, Point};

impl GridMap {
    /// A bit for each of [`DIRECTIONS`] that leads to a free cell; no bits for a wall or outside the map.
    #[inline]
    pub(super) fn neighbours(&self, point: Point) -> u8 {
        self.neighbours_of(self.index(point))
    }

    /// The same, by the cell's [`index`](Self::index).
    #[inline]
    pub(super) fn neighbours_of(&self, cell: usize) -> u8 {
        self.neighbours.get(cell).copied().unwrap_or(0)
    }

    /// The offset from the index of a cell to that of a neighbour on the map, added with wrapping.
    #[inline]
    pub(super) fn offset(&self, (columns, rows): (i8, i8)) -> usize {
        let stride = usize::from(self.width) + 1;
        let down = stride.wrapping_mul(isize::from(rows).cast_unsigned());
        down.wrapping_add(isize::from(columns).cast_unsigned())
    }

    /// The neighbour in that direction, if it is on the map.
    pub(super) fn neighbour(&self, point: Point, direction: usize) -> Option<Point> {
        point.step(direction).filter(|neighbour| self.contains(*neighbour))
    }

    /// The cells around a point, at most eight.
    pub(super) fn around(&self, point: Point) -> impl Iterator<Item = Point> {
        (0..DIRECTIONS.len()).filter_map(move |direction| self.neighbour(point, direction))
    }

    /// The bits of one cell's byte, looked up neighbour by neighbour.
    pub(super) fn bits(&self, point: Point) -> u8 {
        let is_free = |direction| {
            self.neighbour(point, direction)
                .is_some_and(|neighbour| self.is_free(neighbour))
        };
        (0..DIRECTIONS.len()).fold(0, |bits, direction| bits | u8::from(is_free(direction)) << direction)
    }

    /// Updates the byte of a cell that became free or a wall, and the bytes around it.
    pub(super) fn tell_neighbours(&mut self, point: Point, is_free: bool) {
        for direction in 0..DIRECTIONS.len() {
            if let Some(neighbour) = self
                .neighbour(point, direction)
                .filter(|neighbour| self.is_free(*neighbour))
            {
                let cell = self.index(neighbour);
                self.neighbours[cell] ^= 1 << opposite(direction);
            }
        }
        let cell = self.index(point);
        self.neighbours[cell] = if is_free { self.bits(point) } else { 0 };
    }

    /// Computes all bytes, one row and direction at a time instead of cell by cell, so that the inner loop has no
    /// branches.
    pub(super) fn find_neighbours(&mut self) {
        let stride = usize::from(self.width) + 1;
        for y in 0..usize::from(self.height) {
            let here = y * stride;
            for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                // The row above the first wraps around, and is out of range just as the row below the last is.
                let there = here.wrapping_add_signed(isize::from(dy) * stride.cast_signed());
                let Some(row) = self.costs.get(there..there.wrapping_add(stride)) else {
                    continue;
                };
                // The wall at the end of each row is the neighbour of its last cell; the first cell has none on its
                // left.
                let (from, to) = (usize::from(dx < 0), stride - 1);
                let shifted = &row[from.saturating_add_signed(isize::from(dx))..];
                let costs = &self.costs[here + from..here + to];
                let bytes = &mut self.neighbours[here + from..here + to];
                for ((byte, cost), neighbour) in bytes.iter_mut().zip(costs).zip(shifted) {
                    *byte |= u8::from(*cost != 0 && *neighbour != 0) << direction;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn random_map() -> impl Strategy<Value = GridMap> {
        (1..9_usize, 1..9_usize).prop_flat_map(|(width, height)| {
            prop::collection::vec(prop_oneof![Just(0), Just(1), 2..5_u8], width * height).prop_map(move |costs| {
                let mut costs = costs.into_iter();
                GridMap::from_fn(width, height, |_| costs.next().unwrap()).unwrap()
            })
        })
    }

    proptest! {
        #[test]
        fn neighbour_bytes_are_those_of_the_definition(map in random_map()) {
            for point in map.points() {
                let expected = if map.is_free(point) { map.bits(point) } else { 0 };
                prop_assert_eq!(map.neighbours(point), expected, "{} of\n{}", point, map);
            }
        }
    }
}
