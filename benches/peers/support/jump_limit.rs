//! [`JumpLimit`]: A* over a table of jumps, written by hand for this purpose alone, as a baseline for `JumpTable`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use astride_grid::{GridMap, Point};

use super::grid_limit::{DIAGONAL, STRAIGHT, allowed_steps, kept_steps, number, offsets};

/// JPS+ with intermediate pruning, in integer costs, without cutting corners, with flat arrays and a heap of 8-byte
/// entries, and without traits or options.
pub(crate) struct JumpLimit {
    /// The width including a frame of wall around the map.
    width: usize,
    offsets: [isize; 8],
    free_neighbours: Vec<u8>,
    /// The steps to take for each direction of arrival (the last entry is for none) and each byte of free neighbours.
    steps: [[u8; 256]; 9],
    /// By cell and direction, the distance to the next jump point or, on a diagonal, to the next cell that sees one;
    /// otherwise, minus the distance to the wall.
    jumps: Vec<[i16; 8]>,
    cells: Vec<Cell>,
    query: u32,
    /// Entries with f in the upper half and the cell in the lower half.
    open: BinaryHeap<Reverse<u64>>,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    cost: u32,
    /// The start is its own parent.
    parent: u32,
    /// Twice the number of the query that met the cell last, plus one if it is closed.
    stamp: u32,
}

impl JumpLimit {
    pub(crate) fn new(map: &GridMap) -> Self {
        let width = usize::from(map.width()) + 2;
        let count = width * (usize::from(map.height()) + 2);
        let mut free = vec![false; count];
        for point in map.points() {
            free[number(width, point)] = map.is_free(point);
        }
        let offsets = offsets(width);
        let mut free_neighbours = vec![0; count];
        for cell in (0..count).filter(|cell| free[*cell]) {
            for (direction, offset) in offsets.into_iter().enumerate() {
                free_neighbours[cell] |= u8::from(free[cell.wrapping_add_signed(offset)]) << direction;
            }
        }
        let steps: [[u8; 256]; 9] =
            std::array::from_fn(|arrival| std::array::from_fn(|free| allowed_steps(free) & kept_steps(arrival, free)));
        let mut jumps = vec![[0; 8]; count];
        for direction in 0..8 {
            // The next cell first.
            for place in 0..count {
                let cell = if offsets[direction] < 0 {
                    place
                } else {
                    count - 1 - place
                };
                if steps[direction][usize::from(free_neighbours[cell])] >> direction & 1 == 0 {
                    continue;
                }
                let next = cell.wrapping_add_signed(offsets[direction]);
                let turns = steps[direction][usize::from(free_neighbours[next])] & !(1 << direction);
                let [one, other] = sides(direction);
                let is_stop = if direction < 4 {
                    turns != 0
                } else {
                    jumps[next][one].max(jumps[next][other]) > 0
                };
                jumps[cell][direction] = match jumps[next][direction] {
                    _ if is_stop => 1,
                    further if further > 0 => further + 1,
                    further => further - 1,
                };
            }
        }
        JumpLimit {
            width,
            offsets,
            free_neighbours,
            steps,
            jumps,
            cells: vec![Cell::default(); count],
            query: 0,
            open: BinaryHeap::new(),
        }
    }

    /// The jump points of a cheapest path, as cell numbers, and its cost.
    #[expect(clippy::cast_possible_truncation, reason = "a map has less than 2³² cells")]
    pub(crate) fn path(&mut self, start: Point, goal: Point) -> Option<(Vec<u32>, u32)> {
        let (start, goal) = (number(self.width, start), number(self.width, goal));
        self.query += 1;
        self.open.clear();
        self.meet(start, start, 0, goal);
        while let Some(Reverse(entry)) = self.open.pop() {
            let cell = entry as u32 as usize;
            let Cell { cost, parent, stamp } = self.cells[cell];
            if stamp == 2 * self.query + 1 {
                continue;
            }
            self.cells[cell].stamp = 2 * self.query + 1;
            if cell == goal {
                return Some((self.path_to(goal as u32), cost));
            }
            let arrival = if cell == start {
                8
            } else {
                self.directions(parent as usize, cell)[1]
            };
            let kept = self.steps[arrival][usize::from(self.free_neighbours[cell])];
            if kept >> self.directions(cell, goal)[0] & 1 == 1 && self.sees(cell, goal) {
                self.meet(goal, cell, cost + self.estimate(cell, goal), goal);
                continue;
            }
            let jumps = self.jumps[cell];
            for direction in (0..4).filter(|direction| kept >> direction & 1 == 1) {
                self.jump(cell, cell, cost, direction, jumps[direction], goal);
            }
            for direction in (4..8).filter(|direction| kept >> direction & 1 == 1) {
                let (mut at, mut sum, mut next) = (cell, cost, jumps[direction]);
                while next > 0 {
                    at = self.along(at, direction, next);
                    sum += DIAGONAL * u32::from(next.unsigned_abs());
                    let jumps = self.jumps[at];
                    for side in sides(direction) {
                        self.jump(cell, at, sum, side, jumps[side], goal);
                    }
                    next = jumps[direction];
                }
            }
        }
        None
    }

    #[inline]
    fn jump(&mut self, parent: usize, from: usize, cost: u32, direction: usize, distance: i16, goal: usize) {
        if distance > 0 {
            let cost = cost + STRAIGHT * u32::from(distance.unsigned_abs());
            self.meet(self.along(from, direction, distance), parent, cost, goal);
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a map has less than 2³² cells")]
    fn meet(&mut self, cell: usize, parent: usize, cost: u32, goal: usize) {
        let known = self.cells[cell];
        if known.stamp >= 2 * self.query && known.cost <= cost {
            return;
        }
        self.cells[cell] = Cell {
            cost,
            parent: parent as u32,
            stamp: 2 * self.query,
        };
        let f = cost + self.estimate(cell, goal);
        self.open.push(Reverse(u64::from(f) << 32 | cell as u64));
    }

    #[inline]
    fn along(&self, from: usize, direction: usize, steps: i16) -> usize {
        from.wrapping_add_signed(self.offsets[direction] * isize::from(steps))
    }

    /// The distance to another cell, in columns and rows.
    #[inline]
    #[expect(
        clippy::cast_possible_wrap,
        clippy::cast_possible_truncation,
        reason = "both sides have 16 bits"
    )]
    fn difference(&self, from: usize, to: usize) -> (i32, i32) {
        let (from, to, width) = (from as u32, to as u32, self.width as u32);
        (
            (to % width) as i32 - (from % width) as i32,
            (to / width) as i32 - (from / width) as i32,
        )
    }

    #[inline]
    fn estimate(&self, from: usize, to: usize) -> u32 {
        let (dx, dy) = self.difference(from, to);
        let (dx, dy) = (dx.unsigned_abs(), dy.unsigned_abs());
        STRAIGHT * dx.abs_diff(dy) + DIAGONAL * dx.min(dy)
    }

    /// The directions of the first and the last step, diagonal ones first.
    #[inline]
    fn directions(&self, from: usize, to: usize) -> [usize; 2] {
        let (dx, dy) = self.difference(from, to);
        let (horizontal, vertical) = (if dx > 0 { 1 } else { 3 }, if dy > 0 { 2 } else { 0 });
        let diagonal = 4 + if (vertical + 1) % 4 == horizontal {
            vertical
        } else {
            horizontal
        };
        let straight = if dx.abs() > dy.abs() { horizontal } else { vertical };
        [
            if dx == 0 || dy == 0 { straight } else { diagonal },
            if dx.abs() == dy.abs() { diagonal } else { straight },
        ]
    }

    /// Whether the path to the goal is free, taking diagonal steps first.
    #[inline]
    fn sees(&self, from: usize, goal: usize) -> bool {
        let (dx, dy) = self.difference(from, goal);
        let [first, last] = self.directions(from, goal);
        let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
        let mut at = from;
        [(first, short), (last, long - short)]
            .into_iter()
            .all(|(direction, mut left)| {
                while left > 0 {
                    let distance = self.jumps[at][direction];
                    let steps = i32::from(distance.unsigned_abs()).min(left);
                    at = at.wrapping_add_signed(self.offsets[direction] * steps as isize);
                    left -= steps;
                    if left > 0 && distance <= 0 {
                        return false;
                    }
                }
                true
            })
    }

    fn path_to(&self, goal: u32) -> Vec<u32> {
        let mut path = vec![goal];
        let mut cell = goal;
        while self.cells[cell as usize].parent != cell {
            cell = self.cells[cell as usize].parent;
            path.push(cell);
        }
        path.reverse();
        path
    }
}

/// The straight directions beside a diagonal.
fn sides(diagonal: usize) -> [usize; 2] {
    [diagonal & 3, (diagonal + 1) & 3]
}
