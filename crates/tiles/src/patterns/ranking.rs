//! [`Ranking`]: numbers the placements of a pattern's tiles without gaps.

/// The maximum number of tiles of a pattern, which is one less than the number of cells.
pub(super) const MAX_TILES: usize = 31;

/// Numbers the ways to put `tiles` tiles on `cells` cells, in lexicographic order: the first tile's cell counts most.
///
/// The number is the sum over all tiles of a weight times (the cell minus the number of earlier tiles in lower cells).
/// When a tile moves to the next cell, the number therefore grows by the tile's weight. A tile that moves by a row
/// passes the cells in between. This also changes the counts for the tile and for the tiles of the pattern that it
/// passes: see [`passing`](Self::passing). [`PatternPuzzle`](super::PatternPuzzle) keeps the number up to date in this
/// way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ranking {
    entries: u32,
    weights: [u32; MAX_TILES],
}

impl Ranking {
    /// Returns `None` if there are 2³² placements or more, or too few cells for the tiles.
    pub(super) fn new(tiles: usize, cells: usize) -> Option<Self> {
        if tiles >= cells || tiles > MAX_TILES {
            return None;
        }
        let mut weights = [0; MAX_TILES];
        let mut entries = 1_u32;
        for place in (0..tiles).rev() {
            weights[place] = entries;
            entries = entries.checked_mul(u32::try_from(cells - place).ok()?)?;
        }
        Some(Self { entries, weights })
    }

    /// The number of placements: `cells`! / (`cells` - `tiles`)!.
    pub(super) fn entries(&self) -> u32 {
        self.entries
    }

    /// The amount by which the number grows when the tile at this place in the pattern moves to the next cell.
    pub(super) fn weight(&self, place: usize) -> u32 {
        self.weights.get(place).copied().unwrap_or_default()
    }

    /// The additional amount by which the number grows when the tile at this place in the pattern passes another one.
    /// (The number can also shrink, in which case the sum wraps around.)
    pub(super) fn passing(&self, place: usize, other: usize) -> u32 {
        if other < place {
            self.weight(place).wrapping_neg()
        } else {
            self.weight(other)
        }
    }

    /// The number of a placement, given the cells of the tiles, each below 32, in the pattern's order.
    #[inline]
    pub(super) fn rank(&self, placement: impl Iterator<Item = u8>) -> u32 {
        let (mut rank, mut occupied) = (0_u32, 0_u32);
        for (cell, weight) in placement.zip(self.weights) {
            let cell = u32::from(cell & 31);
            let earlier = (occupied & ((1 << cell) - 1)).count_ones();
            rank = rank.wrapping_add(weight.wrapping_mul(cell - earlier));
            occupied |= 1 << cell;
        }
        rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All placements in lexicographic order.
    fn placements(tiles: usize, cells: u8, visit: &mut impl FnMut(&[u8]), placed: &mut std::vec::Vec<u8>) {
        if placed.len() == tiles {
            return visit(placed);
        }
        for cell in 0..cells {
            if !placed.contains(&cell) {
                placed.push(cell);
                placements(tiles, cells, visit, placed);
                placed.pop();
            }
        }
    }

    #[test]
    fn numbers_are_those_of_the_lexicographic_order() {
        for (tiles, cells) in [(0, 4), (1, 6), (3, 9), (4, 9), (8, 9), (5, 6), (2, 32)] {
            let ranking = Ranking::new(tiles, usize::from(cells)).unwrap();
            let mut next = 0;
            placements(
                tiles,
                cells,
                &mut |placement| {
                    assert_eq!(ranking.rank(placement.iter().copied()), next, "{placement:?}");
                    next += 1;
                },
                &mut std::vec::Vec::new(),
            );
            assert_eq!(ranking.entries(), next);
        }
    }

    #[test]
    fn sizes_are_those_of_the_literature() {
        let entries = |tiles, cells| Ranking::new(tiles, cells).map(|ranking| ranking.entries());
        assert_eq!(entries(8, 16), Some(518_918_400));
        assert_eq!(entries(7, 16), Some(57_657_600));
        assert_eq!(entries(6, 25), Some(127_512_000));
        assert_eq!(entries(9, 16), Some(4_151_347_200));
        assert_eq!(entries(10, 16), None);
        assert_eq!(entries(8, 25), None);
        assert_eq!(entries(9, 9), None);
        assert_eq!(entries(31, 32), None);
    }

    #[test]
    fn moves_change_the_number_by_weights() {
        let (width, cells) = (3, 12);
        let ranking = Ranking::new(4, cells).unwrap();
        let check = |placement: &[u8]| {
            for (place, from) in placement.iter().enumerate() {
                let to = from + width;
                if usize::from(to) >= cells || placement.contains(&to) {
                    continue;
                }
                let mut moved = placement.to_vec();
                moved[place] = to;
                let is_passed = |(_, cell): &(usize, &u8)| (from + 1..to).contains(cell);
                let passed = placement.iter().enumerate().filter(is_passed);
                let by_passing = passed.fold(0_u32, |sum, (other, _)| sum.wrapping_add(ranking.passing(place, other)));
                let before = ranking.rank(placement.iter().copied());
                let after = before
                    .wrapping_add(u32::from(width) * ranking.weight(place))
                    .wrapping_add(by_passing);
                assert_eq!(ranking.rank(moved.into_iter()), after, "{placement:?}");
            }
        };
        placements(4, 12, &mut |placement| check(placement), &mut std::vec::Vec::new());
    }
}
