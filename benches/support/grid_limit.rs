//! [`GridLimit`]: A* on a grid, written by hand for that alone: what a generic engine is measured against.

use astride_grid::{GridMap, Point};

/// A* on an 8-connected grid without cutting corners, in integer costs, written by hand: flat arrays around one byte of
/// free neighbours a cell, buckets by f, no traits, no options, nothing that can be set.
///
/// It uses what is true of this problem alone: f never falls and never rises by more than 2 · 1393 in a step, so that
/// the buckets are a ring of fixed size; the estimate is consistent, so that a closed cell stays closed; no sum
/// overflows. Everything is kept from query to query, and a cell that was not met in this query is told by a stamp.
///
/// `IN_ORDER` keeps one order of steps, diagonal ones first, as the crate does. Without it, all eight neighbours of
/// each cell are looked at, as in most programs.
pub(crate) struct GridLimit<const IN_ORDER: bool> {
    /// With a frame of wall around the map.
    width: usize,
    /// A bit for each neighbour that is free.
    free_neighbours: Vec<u8>,
    /// The steps to take for each direction of arrival, the last for none, and byte of free neighbours.
    steps: [[u8; 256]; 9],
    cells: Vec<Cell>,
    query: u32,
    /// Of all queries.
    pub(crate) expanded: u64,
    ring: Vec<Vec<u32>>,
    /// A bit for each bucket that is not empty.
    occupied: [u64; RING / 64],
}

#[derive(Clone, Copy, Default)]
struct Cell {
    cost: u32,
    /// The direction of the step to it, or 8.
    arrival: u32,
    /// Twice the number of the query that met the cell last, plus one where it is closed.
    stamp: u32,
}

pub(crate) const STRAIGHT: u32 = 985;
pub(crate) const DIAGONAL: u32 = 1393;
/// More than f can rise in one step.
const RING: usize = 4096;
/// Up, right, down, left, and between them the diagonals.
const DX: [i32; 8] = [0, 1, 0, -1, 1, 1, -1, -1];
const DY: [i32; 8] = [-1, 0, 1, 0, -1, 1, 1, -1];

impl<const IN_ORDER: bool> GridLimit<IN_ORDER> {
    pub(crate) fn new(map: &GridMap) -> Self {
        let width = usize::from(map.width()) + 2;
        let count = width * (usize::from(map.height()) + 2);
        let mut free = vec![false; count];
        for point in map.points() {
            free[number(width, point)] = map.is_free(point);
        }
        let mut free_neighbours = vec![0; count];
        for (cell, _) in free.iter().enumerate().filter(|(_, is_free)| **is_free) {
            for (direction, offset) in offsets(width).into_iter().enumerate() {
                free_neighbours[cell] |= u8::from(free[cell.wrapping_add_signed(offset)]) << direction;
            }
        }
        GridLimit {
            width,
            free_neighbours,
            steps: std::array::from_fn(|arrival| {
                std::array::from_fn(|free| {
                    let kept = if IN_ORDER { kept_steps(arrival, free) } else { 0xFF };
                    allowed_steps(free) & kept
                })
            }),
            cells: vec![Cell::default(); count],
            query: 0,
            expanded: 0,
            ring: vec![Vec::new(); RING],
            occupied: [0; RING / 64],
        }
    }

    /// A cheapest path, as numbers of cells, and its cost.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "a map has less than 2³¹ cells"
    )]
    pub(crate) fn path(&mut self, start: Point, goal: Point) -> Option<(Vec<u32>, u32)> {
        let width = self.width;
        let offsets = offsets(width);
        let (start, goal) = (number(width, start), number(width, goal));
        let place = |cell: usize| ((cell % width) as i32, (cell / width) as i32);
        let (goal_x, goal_y) = place(goal);
        let estimate = |x: i32, y: i32| {
            let (dx, dy) = (x.abs_diff(goal_x), y.abs_diff(goal_y));
            STRAIGHT * dx.abs_diff(dy) + DIAGONAL * dx.min(dy)
        };
        self.query += 1;
        let (met, closed) = (2 * self.query, 2 * self.query + 1);
        for bucket in &mut self.ring {
            bucket.clear();
        }
        self.occupied.fill(0);

        let (x, y) = place(start);
        let mut f = estimate(x, y);
        self.cells[start] = Cell {
            cost: 0,
            arrival: 8,
            stamp: met,
        };
        self.push(f, start as u32);
        loop {
            let Some(cell) = self.ring[f as usize % RING].pop() else {
                f = self.next_f(f)?;
                continue;
            };
            let cell = cell as usize;
            let Cell { cost, arrival, stamp } = self.cells[cell];
            if stamp == closed {
                continue;
            }
            self.cells[cell].stamp = closed;
            if cell == goal {
                return Some((self.path_to(goal as u32), cost));
            }
            self.expanded += 1;
            let (x, y) = place(cell);
            let mut steps = self.steps[arrival as usize][usize::from(self.free_neighbours[cell])];
            while steps != 0 {
                let direction = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                let next = cell.wrapping_add_signed(offsets[direction]);
                let sum = cost + if direction < 4 { STRAIGHT } else { DIAGONAL };
                let known = self.cells[next];
                if known.stamp == closed || (known.stamp == met && known.cost <= sum) {
                    continue;
                }
                self.cells[next] = Cell {
                    cost: sum,
                    arrival: direction as u32,
                    stamp: met,
                };
                self.push(sum + estimate(x + DX[direction], y + DY[direction]), next as u32);
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a map has less than 2³² cells")]
    fn path_to(&self, goal: u32) -> Vec<u32> {
        let offsets = offsets(self.width);
        let mut path = vec![goal];
        let mut cell = goal as usize;
        while let Some(offset) = offsets.get(self.cells[cell].arrival as usize) {
            cell = cell.wrapping_add_signed(-offset);
            path.push(cell as u32);
        }
        path.reverse();
        path
    }

    #[inline]
    fn push(&mut self, f: u32, cell: u32) {
        let bucket = f as usize % RING;
        self.ring[bucket].push(cell);
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
    }

    /// The least f above `f`, whose bucket has run empty.
    #[inline]
    fn next_f(&mut self, f: u32) -> Option<u32> {
        let bucket = f as usize % RING;
        self.occupied[bucket / 64] &= !(1 << (bucket % 64));
        let words = self.occupied.len();
        let mut bits = self.occupied[bucket / 64] & (u64::MAX << (bucket % 64));
        for word in bucket / 64..=bucket / 64 + words {
            if word > bucket / 64 {
                bits = self.occupied[word % words];
            }
            if bits != 0 {
                let next = word * 64 + bits.trailing_zeros() as usize;
                return Some(f + u32::try_from(next - bucket).ok()?);
            }
        }
        None
    }
}

pub(crate) fn number(width: usize, point: Point) -> usize {
    (usize::from(point.y) + 1) * width + usize::from(point.x) + 1
}

pub(crate) fn offsets(width: usize) -> [isize; 8] {
    let width = width.cast_signed();
    [-width, 1, width, -1, -width + 1, width + 1, width - 1, -width - 1]
}

/// A diagonal step needs both straight ones beside it.
pub(crate) fn allowed_steps(free: usize) -> u8 {
    let is_free = |direction: usize| free >> direction & 1 == 1;
    (0..8)
        .filter(|direction| is_free(*direction))
        .filter(|direction| *direction < 4 || is_free(direction - 4) && is_free((direction - 3) % 4))
        .map(|direction| 1 << direction)
        .sum()
}

/// The steps that no other way from the cell before makes superfluous, which is cheaper, or as cheap and takes diagonal
/// steps first.
pub(crate) fn kept_steps(arrival: usize, free: usize) -> u8 {
    let [left, right, back] = [3, 1, 2].map(|turn| (arrival + turn) % 4);
    let between = |one: usize, other: usize| 4 + if (one + 1) % 4 == other { one } else { other };
    let past_wall = |side| {
        let is_wall = free >> between(side, back) & 1 == 0;
        u8::from(is_wall) << side | u8::from(is_wall) << between(side, arrival)
    };
    match arrival {
        0..4 => 1 << arrival | past_wall(left) | past_wall(right),
        4..8 => 1 << arrival | 1 << (arrival - 4) | 1 << ((arrival - 3) % 4),
        _ => 0xFF,
    }
}
