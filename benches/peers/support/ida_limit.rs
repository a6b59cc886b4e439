//! Baselines for IDA*: a recursion [`by_hand`] for the 15-puzzle alone, and [`Recursion`], which gives the guarantees
//! of `IdaStar` for any problem with `u64` nodes, without its data structures.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "nodes are passed as in the crate")]

use std::array;

use astride::{Graph, Heuristic, Problem};

/// The 15-puzzle as a user would write it: four bits per tile, with the blank first in the goal and no kernel.
pub(crate) struct Fifteen {
    start: u64,
    /// The cells adjacent to each cell, and their number.
    beside: [([u8; 4], usize); 16],
    /// The distance of each tile in each cell from its goal.
    distances: [[u8; 16]; 16],
}

const GOAL: u64 = 0xfedc_ba98_7654_3210;

fn blank(board: u64) -> usize {
    const LOWEST: u64 = 0x1111_1111_1111_1111;
    ((board.wrapping_sub(LOWEST) & !board & (LOWEST << 3)).trailing_zeros() / 4) as usize
}

fn tile(board: u64, cell: usize) -> usize {
    (board >> (4 * cell) & 0xf) as usize
}

impl Fifteen {
    pub(crate) fn new(tiles: &[u8]) -> Self {
        let distance = |tile: usize, cell: usize| match tile {
            0 => 0,
            _ => (tile % 4).abs_diff(cell % 4) + (tile / 4).abs_diff(cell / 4),
        };
        let small = |number: usize| u8::try_from(number).expect("less than 16");
        let beside = |cell: usize| {
            let ways = [
                (cell > 3, cell.wrapping_sub(4)),
                (!cell.is_multiple_of(4), cell.wrapping_sub(1)),
                (cell % 4 < 3, cell + 1),
                (cell < 12, cell + 4),
            ];
            let (mut cells, mut count) = ([0; 4], 0);
            for (_, to) in ways.into_iter().filter(|(is_legal, _)| *is_legal) {
                cells[count] = small(to);
                count += 1;
            }
            (cells, count)
        };
        Fifteen {
            start: tiles.iter().rev().fold(0, |board, tile| board << 4 | u64::from(*tile)),
            beside: array::from_fn(beside),
            distances: array::from_fn(|tile| array::from_fn(|cell| small(distance(tile, cell)))),
        }
    }
}

impl Graph for Fifteen {
    type Node = u64;
    type Cost = u32;

    #[inline]
    fn successors(&self, board: &u64) -> impl Iterator<Item = (u64, u32)> {
        let (board, to) = (*board, blank(*board));
        let (cells, count) = &self.beside[to];
        cells[..*count].iter().map(move |from| {
            let tile = tile(board, usize::from(*from)) as u64;
            (board ^ (tile << (4 * from) | tile << (4 * to)), 1)
        })
    }
}

impl Problem for Fifteen {
    #[inline]
    fn start(&self) -> u64 {
        self.start
    }

    #[inline]
    fn is_goal(&self, board: &u64) -> bool {
        *board == GOAL
    }
}

impl Heuristic for Fifteen {
    fn estimate(&self, board: &u64) -> u32 {
        (0..16)
            .map(|cell| u32::from(self.distances[tile(*board, cell)][cell]))
            .sum()
    }

    #[inline]
    fn estimate_child(&self, parent: &u64, estimate: u32, child: &u64) -> u32 {
        let (to, from) = (blank(*parent), blank(*child));
        let distances = &self.distances[tile(*child, to)];
        estimate + u32::from(distances[to]) - u32::from(distances[from])
    }
}

/// The length of a shortest solution, by a recursion that slides tiles back and forth on one board, without checks,
/// counts, pauses or a path.
pub(crate) fn by_hand(puzzle: &Fifteen) -> u32 {
    let mut hand = ByHand {
        tiles: array::from_fn(|cell| tile(puzzle.start, cell)),
        puzzle,
        threshold: puzzle.estimate(&puzzle.start),
        beyond: 0,
    };
    let (start, estimate) = (blank(puzzle.start), hand.threshold);
    loop {
        hand.beyond = u32::MAX;
        if hand.expand(start, usize::MAX, 0, estimate) {
            return hand.threshold;
        }
        hand.threshold = hand.beyond;
    }
}

struct ByHand<'a> {
    tiles: [usize; 16],
    puzzle: &'a Fifteen,
    threshold: u32,
    beyond: u32,
}

impl ByHand<'_> {
    fn expand(&mut self, to: usize, came_from: usize, cost: u32, estimate: u32) -> bool {
        if estimate == 0 {
            return true;
        }
        let (cells, count) = self.puzzle.beside[to];
        for from in cells[..count].iter().map(|from| usize::from(*from)) {
            if from == came_from {
                continue;
            }
            let tile = self.tiles[from];
            let distances = &self.puzzle.distances[tile];
            let estimate = estimate + u32::from(distances[to]) - u32::from(distances[from]);
            let key = cost + 1 + estimate;
            if key > self.threshold {
                self.beyond = self.beyond.min(key);
                continue;
            }
            (self.tiles[to], self.tiles[from]) = (tile, 0);
            if self.expand(from, to, cost + 1, estimate) {
                return true;
            }
            (self.tiles[to], self.tiles[from]) = (0, tile);
        }
        false
    }
}

/// IDA* for any problem with `u64` nodes and `u32` costs, as a recursion that could pause after any expansion, with
/// checked sums, exact counts, a depth limit, the least estimate, and the path. It may have a table of nodes.
pub(crate) struct Recursion<'a, P> {
    problem: &'a P,
    threshold: u32,
    beyond: u32,
    left: u64,
    deepest: u32,
    generated: u64,
    nearest: u32,
    path: Vec<u64>,
    /// The iteration, the cost and the node.
    table: Vec<(u32, u32, u64)>,
    iteration: u32,
}

/// A node is looked up if costs may still rise by the first number above its cost and by the second above its key. Both
/// were chosen for the 15-puzzle.
const LOOK_UP: (u32, u32) = (30, 4);

impl<'a, P: Heuristic<Node = u64, Cost = u32>> Recursion<'a, P> {
    /// Creates a search with a table of this many nodes. With 0, no node is looked up.
    pub(crate) fn new(problem: &'a P, places: usize) -> Self {
        Recursion {
            problem,
            threshold: problem.estimate(&problem.start()),
            beyond: u32::MAX,
            left: u64::MAX,
            deepest: 200,
            generated: 0,
            nearest: u32::MAX,
            path: Vec::new(),
            table: vec![(0, 0, 0); places],
            iteration: 0,
        }
    }

    pub(crate) fn solve(&mut self) -> u32 {
        let (start, estimate) = (self.problem.start(), self.threshold);
        loop {
            (self.beyond, self.iteration) = (u32::MAX, self.iteration + 1);
            let is_done = if self.table.is_empty() {
                self.expand(start, &start, 0, estimate, 0)
            } else {
                self.look_up(start, &start, 0, estimate, 0)
            };
            if !is_done {
                return self.threshold;
            }
            self.threshold = self.beyond;
        }
    }

    fn look_up(&mut self, node: u64, came_from: &u64, cost: u32, estimate: u32, edges: u32) -> bool {
        let product = u128::from(node ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        #[expect(clippy::cast_possible_truncation, reason = "the halves, and a place in the table")]
        let place = {
            let hash = product as u64 ^ (product >> 64) as u64;
            ((u128::from(hash) * self.table.len() as u128) >> 64) as usize
        };
        let place = &mut self.table[place];
        if (place.0, place.2) == (self.iteration, node) && place.1 <= cost {
            return true;
        }
        *place = (self.iteration, cost, node);
        self.expand_level(
            node,
            came_from,
            cost,
            estimate,
            edges,
            |this, node, came_from, cost, estimate, edges| {
                let left = this.threshold - cost;
                if left >= LOOK_UP.0 && left - estimate >= LOOK_UP.1 {
                    this.look_up(node, came_from, cost, estimate, edges)
                } else if edges % 2 == 0 {
                    this.expand(node, came_from, cost, estimate, edges)
                } else {
                    this.expand_odd(node, came_from, cost, estimate, edges)
                }
            },
        )
    }

    /// Two levels in one function, as in the crate.
    fn expand(&mut self, node: u64, came_from: &u64, cost: u32, estimate: u32, edges: u32) -> bool {
        self.expand_level(
            node,
            came_from,
            cost,
            estimate,
            edges,
            |this, node, came_from, cost, estimate, edges| {
                this.expand_level(node, came_from, cost, estimate, edges, Self::expand)
            },
        )
    }

    fn expand_odd(&mut self, node: u64, came_from: &u64, cost: u32, estimate: u32, edges: u32) -> bool {
        self.expand_level(node, came_from, cost, estimate, edges, Self::expand)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is to be written out for two levels")]
    fn expand_level(
        &mut self,
        node: u64,
        came_from: &u64,
        cost: u32,
        estimate: u32,
        edges: u32,
        below: impl Fn(&mut Self, u64, &u64, u32, u32, u32) -> bool,
    ) -> bool {
        self.left -= 1;
        let is_rare = self.left == 0 || edges > self.deepest || estimate < self.nearest;
        if (is_rare || self.problem.is_goal(&node)) && !self.goes_on(node, estimate) {
            return false;
        }
        let problem = self.problem;
        for (child, edge) in problem.successors(&node) {
            if child == *came_from {
                continue;
            }
            self.generated += 1;
            let estimate = problem.estimate_child(&node, estimate, &child);
            let Some(cost) = cost.checked_add(edge) else {
                return false;
            };
            let Some(key) = cost.checked_add(estimate) else {
                return false;
            };
            if key > self.threshold {
                self.beyond = self.beyond.min(key);
            } else if !below(self, child, &node, cost, estimate, edges + 1) {
                self.path.push(node);
                return false;
            }
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn goes_on(&mut self, node: u64, estimate: u32) -> bool {
        self.nearest = self.nearest.min(estimate);
        !self.problem.is_goal(&node)
    }
}
