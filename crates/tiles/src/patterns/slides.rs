//! [`Slides`]: the changes of the placements' numbers when a tile moves.

use alloc::vec::Vec;

use super::database::View;
use super::table::Table;
use astride::npuzzle::Shape;

/// The changes that each move makes to the sums of some pattern databases.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Slides {
    sums: Vec<Sum>,
    /// For each cell of the blank, the cells to which it can move, each plus one, followed by zeros.
    exits: [[u8; 4]; 32],
}

/// The changes that each move makes to one sum.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Sum {
    /// By tile.
    movers: [Mover; 32],
    /// The amount added to the number when a tile passes another tile of its pattern, and zero for all other tiles.
    passing: [[u32; 32]; 32],
    /// For each orientation of a table and each cell of the blank, the moves from there in that orientation.
    steps: Vec<[[Step; 4]; 32]>,
}

/// The parameters for the change of a placement's number when a tile moves.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Mover {
    pattern: u8,
    orientation: u8,
    weight: u32,
}

/// A move of a tile in a table's orientation.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Step {
    /// The amount that the move adds to the number of the tile's cell.
    difference: i8,
    /// The number of cells of the board that the tile passes, and the cells.
    count: u8,
    passed: [u8; 6],
}

impl Slides {
    pub(super) fn new(shape: Shape, sums: &[Vec<View>], tables: &[Table]) -> Self {
        let mut exits = [[0; 4]; 32];
        for (blank, exits) in exits.iter_mut().enumerate().take(shape.cells()) {
            for (exit, from) in exits.iter_mut().zip(shape.neighbours(blank)) {
                *exit = u8::try_from(from + 1).unwrap_or_default();
            }
        }
        let sums = sums.iter().map(|views| Sum::new(shape, views, tables)).collect();
        Self { sums, exits }
    }

    pub(super) fn truncate(&mut self, sums: usize) {
        self.sums.truncate(sums);
    }

    /// One or two sums: that of the partition and that of the reflected one.
    #[inline]
    pub(super) fn sums(&self) -> &[Sum] {
        &self.sums
    }

    /// The blank's moves from a cell: their numbers, and the cells from which tiles come.
    #[inline]
    pub(super) fn exits(&self, blank: usize) -> impl Iterator<Item = (usize, usize)> {
        let exits = self.exits[blank & 31].iter().enumerate();
        exits.map_while(|(exit, cell)| Some((exit, usize::from(*cell).checked_sub(1)?)))
    }
}

impl Sum {
    fn new(shape: Shape, views: &[View], tables: &[Table]) -> Self {
        let mut orientations: Vec<[u8; 32]> = Vec::new();
        let (mut movers, mut passing) = ([Mover::default(); 32], [[0; 32]; 32]);
        for (pattern, view) in views.iter().enumerate() {
            let known = orientations.iter().position(|cells| *cells == view.cells);
            let orientation = known.unwrap_or_else(|| {
                orientations.push(view.cells);
                orientations.len() - 1
            });
            let Some(Table { ranking, .. }) = tables.get(view.table) else {
                continue;
            };
            for (place, tile) in view.tiles.iter().enumerate() {
                movers[usize::from(*tile) & 31] = Mover {
                    pattern: u8::try_from(pattern).unwrap_or(u8::MAX),
                    orientation: u8::try_from(orientation).unwrap_or(u8::MAX),
                    weight: ranking.weight(place),
                };
                for (other_place, other) in view.tiles.iter().enumerate().filter(|(other, _)| *other != place) {
                    passing[usize::from(*tile) & 31][usize::from(*other) & 31] = ranking.passing(place, other_place);
                }
            }
        }
        let steps = orientations.iter().map(|cells| steps(shape, cells)).collect();
        Self { movers, passing, steps }
    }

    /// Returns the pattern of a tile, and the amount by which the number of its placement grows when the tile makes the
    /// move with number `exit` into the blank's cell. `tile_in` returns the tile in a cell before the move.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "twice in an expansion, with a node in registers")]
    pub(super) fn growth(&self, tile: usize, blank: usize, exit: usize, tile_in: impl Fn(usize) -> u8) -> (usize, u32) {
        let mover = self.movers[tile & 31];
        let Some(steps) = self.steps.get(usize::from(mover.orientation)) else {
            return (usize::from(mover.pattern), 0);
        };
        let step = &steps[blank & 31][exit & 3];
        let passing = &self.passing[tile & 31];
        let passed = step.passed.iter().take(usize::from(step.count));
        let growth = passed.fold(0_u32, |growth, cell| {
            let other = tile_in(usize::from(*cell));
            growth.wrapping_add(passing[usize::from(other) & 31])
        });
        let difference = i32::from(step.difference);
        let growth = growth.wrapping_mul(difference.signum().cast_unsigned());
        let growth = growth.wrapping_add(mover.weight.wrapping_mul(difference.cast_unsigned()));
        (usize::from(mover.pattern), growth)
    }
}

/// Each move in a table's orientation, indexed by the blank's cell before the move, and then by its neighbours in
/// ascending order.
fn steps(shape: Shape, cells: &[u8; 32]) -> [[Step; 4]; 32] {
    let mut all = [[Step::default(); 4]; 32];
    for (blank, exits) in all.iter_mut().enumerate().take(shape.cells()) {
        for (step, from) in exits.iter_mut().zip(shape.neighbours(blank)) {
            let (before, after) = (cells[from & 31], cells[blank & 31]);
            step.difference = after.cast_signed().wrapping_sub(before.cast_signed());
            let between = |cell: &u8| (before.min(after) + 1..before.max(after)).contains(cell);
            let passed = (0..).zip(&cells[..shape.cells()]).filter(|(_, cell)| between(cell));
            for (place, (cell, _)) in step.passed.iter_mut().zip(passed) {
                *place = cell;
                step.count += 1;
            }
        }
    }
    all
}
