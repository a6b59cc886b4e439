//! [`Kernel`]: depth-first search on boards of 4×4 cells, with the blank's cell and the last move as compile-time
//! constants.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Board, Shape, Tiles};
use crate::traits::{Below, Subtree};

/// Depth-first search below a board of 4×4 cells, as far as the Manhattan distance allows.
///
/// It does the same as the general search, but only for this shape and this heuristic, and is several times as fast. It
/// owes its speed to three things:
///
/// * There is a function for each cell of the blank and each last move. The compiler generates all of them from one
///   generic function. In each, the cells that tiles come from and go to are constants, and the legal moves are known.
/// * A move changes the estimate by one, up or down. Together with its cost of one, a move therefore uses up two or
///   nothing of the threshold, and only the number of moves that may still lead away from the goal is stored, instead
///   of the cost and the estimate. If this number is zero (as for seven boards in eight) or one, it is not even passed:
///   separate functions handle these cases.
/// * A second word has a bit for each move of each tile: see [`Nearer`]. Therefore, if no move may lead away from the
///   goal, a board without a move towards it (one in three) is counted without being constructed.
#[derive(Clone)]
pub(super) struct Kernel {
    goal: u64,
    nearer: Box<Nearer>,
}

/// For each cell and each tile in it, four bits, starting at bit `4 * cell`. Each is set if the tile comes nearer to
/// its goal when the blank moves up, left, right or down *to* the cell. The bits of all cells form a word, so that a
/// single test shows whether a board has a move towards the goal. The word is zero only for the goal.
type Nearer = [[u64; 16]; CELLS];

const WIDTH: usize = 4;
const CELLS: usize = WIDTH * WIDTH;

/// The position of each move in [`Move::ALL`](super::Move::ALL), and one more for "no move yet". A move and its
/// opposite add up to three.
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

    /// Creates the kernel for a goal, or returns `None` if the goal has another shape.
    pub(super) fn new(goal: &Board) -> Option<Self> {
        let shape = goal.shape();
        if !Self::is_for(shape) {
            return None;
        }
        let mut nearer = Box::new([[0; 16]; CELLS]);
        let mut bits = 0;
        for (home, tile) in goal.cells().iter().enumerate() {
            bits |= u64::from(tile & 0xf) << (4 * home);
            let moves = (0..CELLS).flat_map(|blank| (0..4).map(move |direction| (blank, direction)));
            for (blank, direction) in moves.filter(|(blank, direction)| is_legal(*blank, *direction)) {
                let from = target(blank, direction);
                if *tile != 0 && shape.distance(blank, home) < shape.distance(from, home) {
                    nearer[from][usize::from(tile & 0xf)] |= bit(blank, direction);
                }
            }
        }
        Some(Self { goal: bits, nearer })
    }

    /// Searches a subtree: see [`Heuristic::search_below`](crate::Heuristic::search_below). The estimate must be the
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
        // The bits in `nearer` hold only for the kernel's goal.
        if bits(goal) != self.goal {
            return None;
        }
        // If a number had no tile, the recursion might not end. A start can be any packed board.
        let numbers = (0..CELLS).fold(0_u32, |numbers, cell| numbers | 1 << (subtree.node.get(cell) & 31));
        if numbers != 0xffff {
            return None;
        }
        let board = bits(*subtree.node);
        let nearer = (0..CELLS).fold(0, |bits, cell| bits | self.nearer[cell][tile(board, cell)]);
        let Subtree { cost, threshold, .. } = subtree;
        let left = threshold.saturating_sub(cost.saturating_add(subtree.estimate));
        let (from, blank) = (subtree.came_from.blank(), subtree.node.blank());
        let last = (0..4).find(|direction| is_legal(from, *direction) && target(from, *direction) == blank);
        let last = last.unwrap_or(NONE);
        // A move uses up two or nothing of what is left.
        let done = match left / 2 {
            _ if nearer == 0 => FOUND,
            0 => NONE_LEFT.get(blank)?[last](&self.nearer, board, nearer, 0),
            1 => ONE_LEFT.get(blank)?[last](&self.nearer, board, nearer, 0),
            left => MANY_LEFT.get(blank)?[last](&self.nearer, board, nearer, 0, left),
        };
        if done & FOUND != 0 {
            // The general search has to count the nodes before the goal, and to find the path.
            return None;
        }
        Some(Below {
            expanded: done & (GENERATED - 1),
            generated: done / GENERATED,
            // The tree below is infinite, so something was cut off.
            beyond: threshold.saturating_add(2 - left % 2),
            path: None,
        })
    }
}

/// Whether a subtree is small enough to be searched in one call, and its recursion shallow enough.
///
/// The depth of a subtree is the number of moves left below the threshold, and its growth depends on how many of them
/// may lead away from the goal. The weight and the limit were chosen by measurement: no subtree of Korf's instances had
/// more than 210,000 boards (0.7 ms on a busy machine), and hill climbing found none with three million. Larger
/// subtrees would not be faster.
#[inline]
fn is_small<N>(subtree: &Subtree<'_, N, u32>) -> bool {
    let left = subtree.threshold.saturating_sub(subtree.cost);
    let away = left.saturating_sub(subtree.estimate);
    left.saturating_add(away.saturating_mul(4)) <= 64
}

/// The tiles of a board, four bits each, with the first cell in the lowest bits.
fn bits<T: Tiles>(tiles: T) -> u64 {
    (0..CELLS)
        .rev()
        .fold(0, |bits, cell| bits << 4 | u64::from(tiles.get(cell) & 0xf))
}

#[inline]
const fn tile(board: u64, cell: usize) -> usize {
    (board >> (4 * cell) & 0xf) as usize
}

/// Whether the blank can move in this direction.
const fn is_legal(blank: usize, direction: usize) -> bool {
    match direction {
        UP => blank >= WIDTH,
        LEFT => !blank.is_multiple_of(WIDTH),
        RIGHT => blank % WIDTH + 1 < WIDTH,
        _ => blank + WIDTH < CELLS,
    }
}

/// Whether the blank can move in this direction without going straight back.
const fn is_move(blank: usize, last: usize, direction: usize) -> bool {
    is_legal(blank, direction) && direction + last != 3
}

/// The cell that the blank moves to, or an arbitrary cell if the move is not legal.
const fn target(blank: usize, direction: usize) -> usize {
    let cell = match direction {
        UP => blank + CELLS - WIDTH,
        LEFT => blank + CELLS - 1,
        RIGHT => blank + 1,
        _ => blank + WIDTH,
    };
    cell % CELLS
}

/// The bit of a move of the blank, among the bits of the cell that it moves to: see [`Nearer`].
const fn bit(blank: usize, direction: usize) -> u64 {
    1 << (4 * target(blank, direction) + direction)
}

/// The bits of all moves except the one straight back.
const fn moves(blank: usize, last: usize) -> u64 {
    let (mut bits, mut direction) = (0, 0);
    while direction < 4 {
        if is_move(blank, last, direction) {
            bits |= bit(blank, direction);
        }
        direction += 1;
    }
    bits
}

/// The number of boards expanded plus [`GENERATED`] times the number generated, so that both fit into one register. The
/// numbers for [`is_small`] subtrees are far below `GENERATED`.
type Done = u64;

/// The amount that counts one generated board. It is so small that a processor adds it, or twice it, as an immediate
/// operand.
const GENERATED: Done = 1 << 28;

/// The bit that is set in a [`Done`] if the goal is below.
const FOUND: Done = 1 << 63;

/// The amount that an expanded board adds to a [`Done`].
const fn one(blank: usize, last: usize) -> Done {
    1 + GENERATED * moves(blank, last).count_ones() as Done
}

type Expand = fn(&Nearer, u64, u64, Done) -> Done;
type ExpandMany = fn(&Nearer, u64, u64, Done, u32) -> Done;

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

/// The functions for each cell of the blank and each last move. A call through these arrays with constants is a direct
/// call.
static NONE_LEFT: [[Expand; 5]; CELLS] = for_each_cell!(none_left as Expand: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
static ONE_LEFT: [[Expand; 5]; CELLS] = for_each_cell!(one_left as Expand: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
static MANY_LEFT: [[ExpandMany; 5]; CELLS] =
    for_each_cell!(many_left as ExpandMany: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

/// Expands a board that is not the goal, and all boards below it, if every move has to lead towards the goal. Returns
/// `done` with these boards added.
fn none_left<const BLANK: usize, const LAST: usize>(table: &Nearer, board: u64, nearer: u64, done: Done) -> Done {
    let done = done + const { one(BLANK, LAST) };
    let done = towards::<BLANK, LAST, UP>(table, board, nearer, done);
    let done = towards::<BLANK, LAST, LEFT>(table, board, nearer, done);
    let done = towards::<BLANK, LAST, RIGHT>(table, board, nearer, done);
    towards::<BLANK, LAST, DOWN>(table, board, nearer, done)
}

/// The same if one move may lead away from the goal.
fn one_left<const BLANK: usize, const LAST: usize>(table: &Nearer, board: u64, nearer: u64, done: Done) -> Done {
    if nearer == 0 {
        return found(done);
    }
    let done = done + const { one(BLANK, LAST) };
    let done = either_way::<BLANK, LAST, UP>(table, board, nearer, done);
    let done = either_way::<BLANK, LAST, LEFT>(table, board, nearer, done);
    let done = either_way::<BLANK, LAST, RIGHT>(table, board, nearer, done);
    either_way::<BLANK, LAST, DOWN>(table, board, nearer, done)
}

/// The same if `left` moves, which are two or more, may lead away from the goal.
fn many_left<const BLANK: usize, const LAST: usize>(
    table: &Nearer,
    board: u64,
    nearer: u64,
    done: Done,
    left: u32,
) -> Done {
    if nearer == 0 {
        return found(done);
    }
    let done = done + const { one(BLANK, LAST) };
    let done = any_way::<BLANK, LAST, UP>(table, board, nearer, done, left);
    let done = any_way::<BLANK, LAST, LEFT>(table, board, nearer, done, left);
    let done = any_way::<BLANK, LAST, RIGHT>(table, board, nearer, done, left);
    any_way::<BLANK, LAST, DOWN>(table, board, nearer, done, left)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "with constants, it is a few instructions")]
fn towards<const BLANK: usize, const LAST: usize, const DIRECTION: usize>(
    table: &Nearer,
    board: u64,
    nearer: u64,
    done: Done,
) -> Done {
    if !const { is_move(BLANK, LAST, DIRECTION) } || nearer & const { bit(BLANK, DIRECTION) } == 0 {
        return done;
    }
    // The tiles next to the blank's next cell, except the one that slides, stay in place.
    if nearer & const { moves(target(BLANK, DIRECTION), DIRECTION) } == 0 {
        // If no other tile can come nearer, and this one only by this move, the move brings all tiles to their goal
        // cells.
        if nearer == const { bit(BLANK, DIRECTION) } {
            return found(done);
        }
        return done + const { one(target(BLANK, DIRECTION), DIRECTION) };
    }
    let (board, nearer) = slide::<BLANK, DIRECTION>(table, board, nearer);
    NONE_LEFT[const { target(BLANK, DIRECTION) }][DIRECTION](table, board, nearer, done)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "with constants, it is a few instructions")]
fn either_way<const BLANK: usize, const LAST: usize, const DIRECTION: usize>(
    table: &Nearer,
    board: u64,
    nearer: u64,
    done: Done,
) -> Done {
    if !const { is_move(BLANK, LAST, DIRECTION) } {
        return done;
    }
    if nearer & const { bit(BLANK, DIRECTION) } == 0 {
        if nearer & const { moves(target(BLANK, DIRECTION), DIRECTION) } == 0 {
            return done + const { one(target(BLANK, DIRECTION), DIRECTION) };
        }
        let (board, nearer) = slide::<BLANK, DIRECTION>(table, board, nearer);
        return NONE_LEFT[const { target(BLANK, DIRECTION) }][DIRECTION](table, board, nearer, done);
    }
    let (board, nearer) = slide::<BLANK, DIRECTION>(table, board, nearer);
    ONE_LEFT[const { target(BLANK, DIRECTION) }][DIRECTION](table, board, nearer, done)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "with constants, it is a few instructions")]
fn any_way<const BLANK: usize, const LAST: usize, const DIRECTION: usize>(
    table: &Nearer,
    board: u64,
    nearer: u64,
    done: Done,
    left: u32,
) -> Done {
    if !const { is_move(BLANK, LAST, DIRECTION) } {
        return done;
    }
    let left = left - u32::from(nearer & const { bit(BLANK, DIRECTION) } == 0);
    let (board, nearer) = slide::<BLANK, DIRECTION>(table, board, nearer);
    if left == 1 {
        return ONE_LEFT[const { target(BLANK, DIRECTION) }][DIRECTION](table, board, nearer, done);
    }
    MANY_LEFT[const { target(BLANK, DIRECTION) }][DIRECTION](table, board, nearer, done, left)
}

/// A board and its bits after a move.
#[inline(always)]
#[expect(clippy::inline_always, reason = "with constants, it is a few instructions")]
fn slide<const BLANK: usize, const DIRECTION: usize>(table: &Nearer, board: u64, nearer: u64) -> (u64, u64) {
    let from = const { target(BLANK, DIRECTION) };
    let tile = tile(board, from);
    let board = board ^ ((tile as u64) << (4 * from) | (tile as u64) << (4 * BLANK));
    (board, nearer & !(0xf << (4 * from)) | table[BLANK][tile])
}

#[cold]
#[inline(never)]
fn found(done: Done) -> Done {
    done | FOUND
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::npuzzle::{Manhattan, Puzzle, Tiles16};
    use crate::{Graph, Heuristic, IdaStar, Problem, Status};

    /// The numbers of nodes expanded and generated below a node, and the least key cut off. `None` if the goal is
    /// there.
    fn count(puzzle: &Puzzle, node: Tiles16, came_from: Tiles16, (cost, threshold): (u32, u32)) -> Option<[u64; 3]> {
        if puzzle.is_goal(&node) {
            return None;
        }
        let mut sum = [1, 0, u64::MAX];
        for (child, _) in puzzle.successors(&node).filter(|(child, _)| *child != came_from) {
            sum[1] += 1;
            let key = cost + 1 + puzzle.estimate(&child);
            if key > threshold {
                sum[2] = sum[2].min(key.into());
                continue;
            }
            let below = count(puzzle, child, node, (cost + 1, threshold))?;
            sum = [sum[0] + below[0], sum[1] + below[1], sum[2].min(below[2])];
        }
        Some(sum)
    }

    #[test]
    fn subtrees_are_counted_as_by_a_plain_recursion() {
        let standard = Board::blank_last("4".parse().unwrap());
        let (mut with_goal, mut without) = (0, 0);
        for seed in 0..200 {
            let goal = Board::random_walk(&standard, 200 * (seed % 3), seed);
            let start = Board::random_walk(&goal, 1 + seed % 29, seed);
            let puzzle = Puzzle::new(&start, &goal).unwrap();
            let start = puzzle.start();
            let successor = puzzle.successors(&start).nth(1).unwrap().0;
            for (node, came_from) in [(start, start), (successor, start)] {
                for more in 0..7 {
                    let (estimate, cost) = (puzzle.estimate(&node), 5);
                    let threshold = cost + estimate + more;
                    let below = puzzle.search_below(Subtree {
                        node: &node,
                        cost,
                        estimate,
                        came_from: &came_from,
                        threshold,
                        expansions: 1,
                    });
                    let Some(expected) = count(&puzzle, node, came_from, (cost, threshold)) else {
                        assert_eq!(below, None, "{start:?} {goal}");
                        with_goal += 1;
                        continue;
                    };
                    let below = below.expect("there is no goal");
                    assert_eq!([below.expanded, below.generated, below.beyond.into()], expected);
                    assert_eq!(below.path, None);
                    without += 1;
                }
            }
        }
        assert!(with_goal > 100 && without > 1000, "{with_goal} {without}");
    }

    #[test]
    fn a_search_with_the_kernel_is_the_same_as_one_without() {
        let standard = Board::blank_first("4".parse().unwrap());
        for seed in 0..20 {
            let goal = Board::random_walk(&standard, 100 * (seed % 2), seed);
            let start = Board::random_walk(&goal, 40, seed);
            let puzzle = Puzzle::new(&start, &goal).unwrap();
            let (mut fast, mut plain) = (IdaStar::new(&puzzle), IdaStar::new(&puzzle).on_event(|_| ()));
            assert_eq!((fast.run(), plain.run()), (Status::Found, Status::Found));
            assert_eq!((fast.path(), fast.iterations()), (plain.path(), plain.iterations()));
            assert_eq!(fast.best_effort_path(), plain.best_effort_path());
        }
    }

    #[test]
    fn a_distance_to_another_goal_finds_the_own_one() {
        let goal = Board::blank_first("4".parse().unwrap());
        let (start, other) = (Board::random_walk(&goal, 9, 1), Board::random_walk(&goal, 4, 2));
        let puzzle = Puzzle::new(&start, &goal).unwrap();
        let puzzle = puzzle.with_heuristic(|_| Manhattan::new(&other));
        let (mut fast, mut plain) = (IdaStar::new(&puzzle), IdaStar::new(&puzzle).on_event(|_| ()));
        assert_eq!((fast.run(), plain.run()), (Status::Found, Status::Found));
        assert_eq!((fast.path(), fast.iterations()), (plain.path(), plain.iterations()));
    }

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
        // A start can be an impossible board.
        let start = Board::random_walk(&goal, 30, 1);
        let mut search = IdaStar::new(Puzzle::new(&start, &goal).unwrap()).with_cost_limit(14);
        search.add_start(Tiles16::pack(&[0; 16]).unwrap(), 1);
        assert_eq!(search.run(), Status::Exhausted);
        for shape in ["3", "5", "2x8", "8x2"] {
            assert!(Kernel::new(&Board::blank_last(shape.parse().unwrap())).is_none());
        }
    }
}
