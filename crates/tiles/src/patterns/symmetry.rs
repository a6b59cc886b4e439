//! [`Symmetry`]: the rotations and reflections of a board.

use astride::npuzzle::Shape;

/// A rotation or reflection that maps a board onto a board of the same shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    flip_rows: bool,
    flip_columns: bool,
    /// Whether rows become columns after the flips, which is possible only for a square.
    transpose: bool,
}

impl Symmetry {
    pub(super) const IDENTITY: Self = Self::new(false, false, false);
    /// The rotation by half a turn.
    pub(super) const HALF_TURN: Self = Self::new(true, true, false);
    pub(super) const LEFT_TO_RIGHT: Self = Self::new(false, true, false);
    pub(super) const TOP_TO_BOTTOM: Self = Self::new(true, false, false);
    pub(super) const MAIN_DIAGONAL: Self = Self::new(false, false, true);
    pub(super) const OTHER_DIAGONAL: Self = Self::new(true, true, true);

    const fn new(flip_rows: bool, flip_columns: bool, transpose: bool) -> Self {
        Self {
            flip_rows,
            flip_columns,
            transpose,
        }
    }

    /// All symmetries of a shape: eight for a square, and four for any other shape.
    pub(super) fn all(shape: Shape) -> impl Iterator<Item = Self> + Clone {
        let quarters = if shape.width() == shape.height() { 8 } else { 4 };
        (0..quarters).map(|bits| Self::new(bits & 1 != 0, bits & 2 != 0, bits & 4 != 0))
    }

    /// Whether it maps the shape onto itself.
    pub(super) fn fits(self, shape: Shape) -> bool {
        !self.transpose || shape.width() == shape.height()
    }

    /// Maps a cell.
    pub(super) fn apply(self, shape: Shape, cell: usize) -> usize {
        let (mut row, mut column) = (shape.row(cell), shape.column(cell));
        if self.flip_rows {
            row = shape.height() - 1 - row;
        }
        if self.flip_columns {
            column = shape.width() - 1 - column;
        }
        if self.transpose {
            column * shape.width() + row
        } else {
            row * shape.width() + column
        }
    }

    /// Maps a set of cells, given as bits.
    pub(super) fn apply_to_set(self, shape: Shape, cells: u32) -> u32 {
        (0..shape.cells())
            .filter(|cell| cells >> cell & 1 == 1)
            .fold(0, |mapped, cell| mapped | 1 << self.apply(shape, cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::vec::Vec;

    #[test]
    fn they_keep_neighbours_and_differ() {
        for (width, height) in [(2, 2), (3, 3), (4, 4), (5, 5), (3, 2), (2, 5), (5, 4)] {
            let shape = Shape::new(width, height).unwrap();
            let mut maps = BTreeSet::new();
            for symmetry in Symmetry::all(shape) {
                assert!(symmetry.fits(shape));
                let map: Vec<_> = (0..shape.cells()).map(|cell| symmetry.apply(shape, cell)).collect();
                for cell in 0..shape.cells() {
                    for other in 0..shape.cells() {
                        assert_eq!(shape.distance(cell, other), shape.distance(map[cell], map[other]));
                    }
                    assert_eq!(symmetry.apply_to_set(shape, 1 << cell), 1 << map[cell]);
                }
                maps.insert(map);
            }
            assert_eq!(maps.len(), if width == height { 8 } else { 4 });
        }
    }

    #[test]
    fn names_are_right() {
        let shape = Shape::new(3, 3).unwrap();
        let map = |symmetry: Symmetry| (0..9).map(|cell| symmetry.apply(shape, cell)).collect::<Vec<_>>();
        assert_eq!(map(Symmetry::IDENTITY), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(map(Symmetry::HALF_TURN), [8, 7, 6, 5, 4, 3, 2, 1, 0]);
        assert_eq!(map(Symmetry::LEFT_TO_RIGHT), [2, 1, 0, 5, 4, 3, 8, 7, 6]);
        assert_eq!(map(Symmetry::TOP_TO_BOTTOM), [6, 7, 8, 3, 4, 5, 0, 1, 2]);
        assert_eq!(map(Symmetry::MAIN_DIAGONAL), [0, 3, 6, 1, 4, 7, 2, 5, 8]);
        assert_eq!(map(Symmetry::OTHER_DIAGONAL), [8, 5, 2, 7, 4, 1, 6, 3, 0]);
    }
}
