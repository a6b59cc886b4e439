//! [`Kernel`]: depth-first search on boards of 4×4 cells, with the blank's cell and the last move known to the compiler.

use alloc::vec::Vec;

use super::tiles::Tiles16;
use super::{Board, Move, Shape};

/// Depth-first search below a board of 4×4 cells, as far as the Manhattan distance allows.
///
/// It does what iterative deepening does through the traits, for this one puzzle and this one heuristic, three to four
/// times as fast. What makes the difference:
///
/// * For each cell of the blank and each last move there is a function of its own, 80 in all, made by the compiler of one
///   generic text. In each, the cells that tiles come from and go to are constants, and which moves there are is known.
/// * A move changes the estimate by one, up or down. With the cost of one, what is left of the threshold shrinks by two or
///   not at all, and one bit of a table tells which. Neither cost nor estimate is kept.
/// * Calls are the stack: a return needs no decision. They go as deep as the estimate plus what is left, which callers
///   have to keep small.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    /// For each cell of the blank and each move, a bit for each tile that gets farther away from its goal by it.
    away: [[u16; 4]; CELLS],
    goal: u64,
}

/// What the search below a board came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Below {
    pub(super) expanded: u64,
    /// Successors, but for the way back.
    pub(super) generated: u64,
    /// Whether the goal was found.
    pub(super) is_found: bool,
}

const WIDTH: usize = 4;
const CELLS: usize = WIDTH * WIDTH;

/// The place of each move in [`Move::ALL`], and one for "no move yet". A move and its opposite add up to three.
const UP: usize = 0;
const LEFT: usize = 1;
const RIGHT: usize = 2;
const DOWN: usize = 3;
const NONE: usize = 4;

impl Kernel {
    /// The kernel towards a goal; `None` where that is not of 4×4 cells.
    pub(super) fn new(goal: &Board) -> Option<Self> {
        let shape = goal.shape();
        if (shape.width(), shape.height()) != (WIDTH, WIDTH) {
            return None;
        }
        let mut away = [[0; 4]; CELLS];
        for (blank, moves) in away.iter_mut().enumerate() {
            for (direction, tiles) in moves.iter_mut().enumerate() {
                if is_legal(blank, direction) {
                    *tiles = farther(goal, shape, blank, target(blank, direction));
                }
            }
        }
        Some(Self {
            away,
            goal: bits(goal.cells()),
        })
    }

    /// The goal.
    pub(super) fn goal(&self) -> Tiles16 {
        Tiles16::from_bits(self.goal)
    }

    /// Searches below a board: all that can be reached from it, but for the way back from the `last` move, and for boards
    /// whose cost plus estimate exceeds the board's own by more than `left`. What exceeds it does so by two at least.
    ///
    /// Where it finds the goal, it appends the moves that lead there, the last one first.
    pub(super) fn search(&self, board: Tiles16, last: Option<Move>, left: u32, moves: &mut Vec<Move>) -> Below {
        let bits = board.bits();
        let mut search = Search {
            kernel: self,
            below: Below::default(),
            moves,
        };
        let last = last.map_or(NONE, |last| last as usize);
        // Estimates have the parity of the way that is left, so that an odd rest is of no use.
        let left = i32::try_from(left / 2).unwrap_or(i32::MAX);
        search.below.is_found = EXPAND[super::Tiles::blank(board)][last](&mut search, bits, left);
        search.below
    }
}

/// Four bits a tile, the first cell's lowest: as in [`Tiles16`].
fn bits(cells: &[u8]) -> u64 {
    cells.iter().rev().fold(0, |bits, tile| bits << 4 | u64::from(*tile))
}

/// A bit for each tile that gets farther away from its goal when it slides from one cell to another.
fn farther(goal: &Board, shape: Shape, to: usize, from: usize) -> u16 {
    let is_farther = |home: usize| shape.distance(to, home) > shape.distance(from, home);
    let tiles = goal.cells().iter().enumerate().filter(|(_, tile)| **tile != 0);
    tiles.fold(0, |bits, (home, tile)| bits | u16::from(is_farther(home)) << tile)
}

/// Whether the blank can move that way.
const fn is_legal(blank: usize, direction: usize) -> bool {
    match direction {
        UP => blank >= WIDTH,
        LEFT => !blank.is_multiple_of(WIDTH),
        RIGHT => blank % WIDTH + 1 < WIDTH,
        _ => blank + WIDTH < CELLS,
    }
}

/// The cell that the blank moves to. For a move that is not legal, some cell.
const fn target(blank: usize, direction: usize) -> usize {
    let cell = match direction {
        UP => blank + CELLS - WIDTH,
        LEFT => blank + CELLS - 1,
        RIGHT => blank + 1,
        _ => blank + WIDTH,
    };
    cell % CELLS
}

/// How many moves there are, without the way back.
const fn branching(blank: usize, last: usize) -> u64 {
    let (mut count, mut direction) = (0, 0);
    while direction < 4 {
        if is_legal(blank, direction) && direction + last != 3 {
            count += 1;
        }
        direction += 1;
    }
    count
}

struct Search<'a> {
    kernel: &'a Kernel,
    below: Below,
    moves: &'a mut Vec<Move>,
}

type Expand = fn(&mut Search<'_>, u64, i32) -> bool;

macro_rules! for_each_cell {
    ($($blank:literal)*) => {
        [$([
            expand::<$blank, UP> as Expand,
            expand::<$blank, LEFT>,
            expand::<$blank, RIGHT>,
            expand::<$blank, DOWN>,
            expand::<$blank, NONE>,
        ]),*]
    };
}

/// The function for each cell of the blank and each last move. A call through it with constants is a direct one.
static EXPAND: [[Expand; 5]; CELLS] = for_each_cell!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

/// Expands a board. Half of `left` is what cost plus estimate may still grow by. Answers whether the goal was found.
fn expand<const BLANK: usize, const LAST: usize>(search: &mut Search<'_>, board: u64, left: i32) -> bool {
    if board == search.kernel.goal {
        return true;
    }
    search.below.expanded += 1;
    search.below.generated += const { branching(BLANK, LAST) };
    generate::<BLANK, LAST, UP>(search, board, left)
        || generate::<BLANK, LAST, LEFT>(search, board, left)
        || generate::<BLANK, LAST, RIGHT>(search, board, left)
        || generate::<BLANK, LAST, DOWN>(search, board, left)
}

#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "it is to be written out four times in each of 80 functions"
)]
fn generate<const BLANK: usize, const LAST: usize, const DIRECTION: usize>(
    search: &mut Search<'_>,
    board: u64,
    left: i32,
) -> bool {
    if !const { is_legal(BLANK, DIRECTION) && DIRECTION + LAST != 3 } {
        return false;
    }
    let from = const { target(BLANK, DIRECTION) };
    let tile = board >> (4 * from) & 0xf;
    let left = left - i32::from(search.kernel.away[BLANK][DIRECTION] >> tile & 1);
    if left < 0 {
        return false;
    }
    let child = board ^ (tile << (4 * from) | tile << (4 * BLANK));
    let is_found = EXPAND[from][DIRECTION](search, child, left);
    if is_found {
        search.moves.push(Move::ALL[DIRECTION]);
    }
    is_found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::npuzzle::{Manhattan, TileHeuristic, Tiles};
    use std::string::String;

    /// The same by the definition, on boards as people see them.
    fn by_definition(
        board: &Board,
        goal: &Board,
        last: Option<Move>,
        left: i32,
        below: &mut Below,
    ) -> Option<Vec<Move>> {
        let manhattan = Manhattan::new(goal);
        let estimate = |board: &Board| {
            let tiles = Tiles16::pack(board.cells()).unwrap();
            i32::try_from(TileHeuristic::<Tiles16>::estimate(&manhattan, tiles)).unwrap()
        };
        if board == goal {
            return Some(Vec::new());
        }
        below.expanded += 1;
        let children: Vec<_> = Move::ALL
            .into_iter()
            .filter(|direction| last != Some(direction.opposite()))
            .filter_map(|direction| Some((direction, board.apply(direction).ok()?)))
            .collect();
        below.generated += children.len() as u64;
        for (direction, child) in children {
            let left = left - 1 - estimate(&child) + estimate(board);
            if left < 0 {
                continue;
            }
            if let Some(mut moves) = by_definition(&child, goal, Some(direction), left, below) {
                moves.push(direction);
                return Some(moves);
            }
        }
        None
    }

    #[test]
    fn it_does_what_the_definition_says() {
        for goal in ["0123456789abcdef", "123456789abcdef0", "13579bdf02468ace"] {
            let goal: Board = goal.parse().unwrap();
            let kernel = Kernel::new(&goal).unwrap();
            for seed in 0..40 {
                let board = Board::random_walk(&goal, 14 + seed, seed);
                for last in [
                    None,
                    Some(Move::Up),
                    Some(Move::Left),
                    Some(Move::Right),
                    Some(Move::Down),
                ] {
                    for left in [0, 1, 2, 6] {
                        let (mut below, mut moves) = (Below::default(), Vec::new());
                        let expected = by_definition(&board, &goal, last, left, &mut below);
                        below.is_found = expected.is_some();
                        let tiles = Tiles16::pack(board.cells()).unwrap();
                        let found = kernel.search(tiles, last, left.unsigned_abs(), &mut moves);
                        assert_eq!(found, below, "{board} {last:?} {left}");
                        assert_eq!(moves, expected.unwrap_or_default(), "{board} {last:?} {left}");
                    }
                }
            }
        }
    }

    #[test]
    fn other_shapes_have_none() {
        for shape in ["3", "5", "2x8", "8x2"] {
            assert!(Kernel::new(&Board::blank_last(shape.parse().unwrap())).is_none());
        }
    }

    #[test]
    fn a_solution_of_some_length_is_a_solution() {
        let goal: Board = "0123456789abcdef".parse().unwrap();
        // Korf's 12th, of 45 moves.
        let start: Board = "e19648c57230abdf".parse().unwrap();
        let kernel = Kernel::new(&goal).unwrap();
        let tiles = Tiles16::pack(start.cells()).unwrap();
        let mut moves = Vec::new();
        assert!(!kernel.search(tiles, None, 8, &mut moves).is_found);
        assert!(kernel.search(tiles, None, 10, &mut moves).is_found);
        moves.reverse();
        assert_eq!(moves.len(), 45, "{}", moves.iter().copied().collect::<String>());
        assert_eq!(start.apply_all(moves).unwrap(), goal);
    }
}
