//! [`Kernel`]: depth-first search on boards of 4×4 cells, with the blank's cell and the last move known to the
//! compiler.

use alloc::vec::Vec;

use super::{Board, Shape, Tiles};
use crate::traits::{Below, Subtree};

/// Depth-first search below a board of 4×4 cells, as far as the Manhattan distance allows.
///
/// It does the same as the general search, but for this shape and this heuristic it is several times as fast, for two
/// reasons:
///
/// * There is a function for each cell of the blank and each last move. The compiler makes all 80 from one generic
///   function. In each, the cells that tiles come from and go to are constants, and the legal moves are known.
/// * A move changes the estimate by one, up or down. Together with the cost of one, that uses up two or nothing of the
///   rest of the threshold, depending on one bit of a table. Neither the cost nor the estimate is stored. For the seven
///   boards in eight that have no rest, there are 80 further functions, which do not even need the rest.
#[derive(Clone)]
pub(super) struct Kernel {
    /// For each cell of the blank and each move, a bit for each tile that the move takes away from its goal.
    away: [[u16; 4]; CELLS],
}

const WIDTH: usize = 4;
const CELLS: usize = WIDTH * WIDTH;

/// The place of each move in [`Move::ALL`](super::Move::ALL), and one for "no move yet". A move and its opposite add up
/// to three.
const UP: usize = 0;
const LEFT: usize = 1;
const RIGHT: usize = 2;
const DOWN: usize = 3;
const NONE: usize = 4;

impl Kernel {
    /// Whether boards have 4×4 cells.
    #[inline]
    pub(super) fn is_for(shape: Shape) -> bool {
        (shape.width(), shape.height()) == (WIDTH, WIDTH)
    }

    /// The kernel towards a goal, or `None` if the goal has another shape.
    pub(super) fn new(goal: &Board) -> Option<Self> {
        let shape = goal.shape();
        if !Self::is_for(shape) {
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
        Some(Self { away })
    }

    /// Searches a subtree: see [`Heuristic::search_below`](crate::Heuristic::search_below). The estimate has to be the
    /// Manhattan distance to the kernel's goal.
    pub(super) fn search<T: Tiles>(&self, goal: T, subtree: Subtree<'_, T, u32>) -> Option<Below<T, u32>> {
        if !is_small(&subtree) {
            // Pauses at once, so that the search asks for the subtrees below instead.
            return Some(Below {
                expanded: 1,
                generated: 0,
                beyond: u32::MAX,
                path: Some(Vec::new()),
            });
        }
        // Without a tile for each number, the recursion might not end: a start can be any packed board.
        let numbers = (0..CELLS).fold(0_u32, |numbers, cell| numbers | 1 << (subtree.node.get(cell) & 31));
        if numbers != 0xffff {
            return None;
        }
        let Subtree { cost, threshold, .. } = subtree;
        let left = threshold.saturating_sub(cost.saturating_add(subtree.estimate));
        let (from, blank) = (subtree.came_from.blank(), subtree.node.blank());
        let last = (0..4).find(|direction| is_legal(from, *direction) && target(from, *direction) == blank);
        let mut search = Search {
            away: self.away,
            goal: bits(goal),
            done: 0,
            path: Vec::new(),
        };
        // A move takes two or nothing from what is left.
        let expand = EXPAND.get(blank)?[last.unwrap_or(NONE)];
        let below = expand(&mut search, bits(*subtree.node), left / 2);
        let is_found = below == FOUND;
        let done = if is_found { search.done } else { below };
        let mut tiles = *subtree.node;
        let step = |(cost, cell): (u32, &usize)| {
            tiles = tiles.slide(tiles.blank(), *cell);
            (tiles, cost)
        };
        Some(Below {
            expanded: done & 0xffff_ffff,
            generated: done >> 32,
            // The tree below has no end, so something was cut off.
            beyond: threshold.saturating_add(2 - left % 2),
            path: is_found.then(|| (cost + 1..).zip(search.path.iter().rev()).map(step).collect()),
        })
    }
}

/// Whether a subtree is small enough to be searched in one call, and its recursion shallow enough.
///
/// A subtree is as deep as there are moves left below the threshold. How fast it grows depends on how many of them may
/// lead away from the goal. The weight and the limit are measured: on the 15-puzzle with the Manhattan distance no
/// subtree had more than 80,000 boards (0.7 ms on a busy machine). Subtrees a hundred times as large are at most 7 %
/// faster.
#[inline]
fn is_small<N>(subtree: &Subtree<'_, N, u32>) -> bool {
    let left = subtree.threshold.saturating_sub(subtree.cost);
    let away = left.saturating_sub(subtree.estimate);
    left.saturating_add(away.saturating_mul(4)) <= 60
}

/// Four bits a tile, the first cell's lowest.
fn bits<T: Tiles>(tiles: T) -> u64 {
    (0..CELLS)
        .rev()
        .fold(0, |bits, cell| bits << 4 | u64::from(tiles.get(cell) & 0xf))
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

struct Search {
    /// A copy of the kernel's, one load nearer.
    away: [[u16; 4]; CELLS],
    goal: u64,
    /// What was done before the goal was found, along the path.
    done: Done,
    /// The cells of the blank, from the goal upwards, once it is found.
    path: Vec<usize>,
}

impl Search {
    /// Adds a board to the path, above the one whose blank is in `cell`.
    #[cold]
    #[inline(never)]
    fn found(&mut self, done: Done, cell: usize) {
        self.done += done;
        self.path.push(cell);
    }
}

/// The boards expanded, and 2³² times those generated, so that the sum is in one register. [`is_small`] subtrees have
/// far fewer.
type Done = u64;

/// In place of a [`Done`]: the goal is below.
const FOUND: Done = Done::MAX;

type Expand = fn(&mut Search, u64, u32) -> Done;
type ExpandTight = fn(&mut Search, u64) -> Done;

macro_rules! for_each_cell {
    ($expand:ident as $type:ty: $($blank:literal)*) => {
        [$([
            $expand::<$blank, UP> as $type,
            $expand::<$blank, LEFT>,
            $expand::<$blank, RIGHT>,
            $expand::<$blank, DOWN>,
            $expand::<$blank, NONE>,
        ]),*]
    };
}

/// The function for each cell of the blank and each last move. A call through it with constants is a direct one.
static EXPAND: [[Expand; 5]; CELLS] = for_each_cell!(expand as Expand: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
static EXPAND_TIGHT: [[ExpandTight; 5]; CELLS] =
    for_each_cell!(expand_tight as ExpandTight: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

/// Expands a board. Cost plus estimate may still grow by twice `left`.
fn expand<const BLANK: usize, const LAST: usize>(search: &mut Search, board: u64, left: u32) -> Done {
    if left == 0 {
        return expand_tight::<BLANK, LAST>(search, board);
    }
    expand_all::<BLANK, LAST, false>(search, board, left)
}

/// Expands a board with nothing left: every move has to lead towards the goal.
fn expand_tight<const BLANK: usize, const LAST: usize>(search: &mut Search, board: u64) -> Done {
    expand_all::<BLANK, LAST, true>(search, board, 0)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "it is the body of two functions")]
fn expand_all<const BLANK: usize, const LAST: usize, const IS_TIGHT: bool>(
    search: &mut Search,
    board: u64,
    left: u32,
) -> Done {
    if board == search.goal {
        return FOUND;
    }
    let mut done = const { 1 + (branching(BLANK, LAST) << 32) };
    let is_found = generate::<BLANK, LAST, UP, IS_TIGHT>(search, board, left, &mut done)
        || generate::<BLANK, LAST, LEFT, IS_TIGHT>(search, board, left, &mut done)
        || generate::<BLANK, LAST, RIGHT, IS_TIGHT>(search, board, left, &mut done)
        || generate::<BLANK, LAST, DOWN, IS_TIGHT>(search, board, left, &mut done);
    if is_found { FOUND } else { done }
}

#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "it is to be written out four times in each of 160 functions"
)]
fn generate<const BLANK: usize, const LAST: usize, const DIRECTION: usize, const IS_TIGHT: bool>(
    search: &mut Search,
    board: u64,
    left: u32,
    done: &mut Done,
) -> bool {
    if !const { is_legal(BLANK, DIRECTION) && DIRECTION + LAST != 3 } {
        return false;
    }
    let from = const { target(BLANK, DIRECTION) };
    let tile = board >> (4 * from) & 0xf;
    let is_away = u32::from(search.away[BLANK][DIRECTION]) >> tile & 1;
    if IS_TIGHT && is_away != 0 {
        return false;
    }
    let child = board ^ (tile << (4 * from) | tile << (4 * BLANK));
    let below = if IS_TIGHT {
        EXPAND_TIGHT[from][DIRECTION](search, child)
    } else {
        EXPAND[from][DIRECTION](search, child, left - is_away)
    };
    if below == FOUND {
        // The successors of the boards along the path do not count.
        search.found(*done - const { branching(BLANK, LAST) << 32 }, from);
        return true;
    }
    *done += below;
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::npuzzle::{Puzzle, Tiles16};
    use crate::{Heuristic, IdaStar, Status};

    #[test]
    fn foreign_boards_do_no_harm() {
        let goal = Board::blank_last("4".parse().unwrap());
        let puzzle = Puzzle::new(&goal, &goal).unwrap();
        for bits in [u64::MAX, 0, 0x1234_5678_9abc_def1] {
            let node = &Tiles16::from_bits(bits);
            let subtree = Subtree {
                node,
                cost: u32::MAX - 1,
                estimate: 3,
                came_from: node,
                threshold: u32::MAX,
                expansions: 1,
            };
            let _ = puzzle.search_below(subtree);
        }
        // A start can be a board that does not exist.
        let start = Board::random_walk(&goal, 30, 1);
        let mut search = IdaStar::new(Puzzle::new(&start, &goal).unwrap()).with_cost_limit(14);
        search.add_start(Tiles16::pack(&[0; 16]).unwrap(), 1);
        assert_eq!(search.run(), Status::Exhausted);
        for shape in ["3", "5", "2x8", "8x2"] {
            assert!(Kernel::new(&Board::blank_last(shape.parse().unwrap())).is_none());
        }
    }
}
