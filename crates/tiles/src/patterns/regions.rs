//! The regions of the blank: connected cells without a tile of the pattern.

use astride::npuzzle::Shape;

/// The cells of a board as bits of sets, and their neighbours.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    all: u32,
    neighbours: [u32; 32],
}

impl Cells {
    /// Creates the cells of a board with up to 32 cells.
    pub(super) fn new(shape: Shape) -> Self {
        let mut neighbours = [0; 32];
        for (cell, set) in neighbours.iter_mut().enumerate().take(shape.cells()) {
            *set = shape.neighbours(cell).fold(0, |set, other| set | 1 << other);
        }
        Self {
            all: u32::MAX >> (32 - shape.cells().min(32)),
            neighbours,
        }
    }

    /// The neighbours of a cell.
    pub(super) fn neighbours(&self, cell: u32) -> u32 {
        self.neighbours[cell as usize & 31]
    }

    /// The cells that the blank can reach from those in `from` without moving a tile in `occupied`.
    pub(super) fn region(&self, occupied: u32, from: u32) -> u32 {
        let free = self.all & !occupied;
        let mut region = from & free;
        let mut edge = region;
        while edge != 0 {
            let grown = members(edge).fold(0, |set, cell| set | self.neighbours(cell));
            edge = grown & free & !region;
            region |= edge;
        }
        region
    }

    /// All regions, ordered by their first cells.
    pub(super) fn regions(&self, occupied: u32) -> impl Iterator<Item = u32> {
        let mut rest = self.all & !occupied;
        core::iter::from_fn(move || {
            let first = members(rest).next()?;
            let region = self.region(occupied, 1 << first);
            rest &= !region;
            Some(region)
        })
    }
}

/// The cells in a set, in ascending order.
pub(super) fn members(set: u32) -> impl Iterator<Item = u32> {
    let mut rest = set;
    core::iter::from_fn(move || {
        let cell = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn walls_of_tiles_part_regions() {
        let cells = Cells::new(Shape::new(3, 3).unwrap());
        assert_eq!(cells.regions(0b000_000_000).collect::<Vec<_>>(), [0b111_111_111]);
        assert_eq!(
            cells.regions(0b000_111_000).collect::<Vec<_>>(),
            [0b000_000_111, 0b111_000_000]
        );
        assert_eq!(cells.regions(0b010_101_010).count(), 5);
        assert_eq!(cells.regions(0b111_111_111).count(), 0);
        assert_eq!(cells.region(0b000_111_000, 1 << 8), 0b111_000_000);
        assert_eq!(cells.region(0b000_111_000, 1 << 4), 0);
        assert_eq!(members(0b1001_0010).collect::<Vec<_>>(), [1, 4, 7]);
    }
}
