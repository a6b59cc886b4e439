//! [`GridLimit`]: A* on a grid, written by hand for this purpose alone, as a baseline for a generic engine.

use astride_grid::{GridMap, Point};

/// A* on an 8-connected grid without cutting corners, in integer costs, written by hand, with flat arrays around one
/// byte of free neighbours per cell and buckets by f, and without traits or options.
///
/// It uses the properties of this problem alone: f never falls and never rises by more than 2 · 1393 in a step, so that
/// the buckets are a ring of fixed size; the estimate is consistent, so that a closed cell stays closed; and no sum
/// overflows. Everything is kept from query to query, and a stamp shows whether a cell has been met in this query.
///
/// With `IN_ORDER`, it keeps one order of steps, diagonal ones first, as the crate does. Otherwise, it looks at all
/// eight neighbours of each cell, as most programs do.
///
/// With `PROMISES`, it keeps some of the promises that the crate makes, each in addition to those before it, to show
/// their cost: 1 detects sums that overflow, 2 has an open list for any integer keys ([`AnyKeys`]), 3 stores the number
/// of each cell's parent, as is possible in any graph, and opens closed cells again, 4 has the counts and limits of the
/// crate and can pause after any expansion, and 5 has terrain costs and other estimates.
pub(crate) struct GridLimit<const IN_ORDER: bool, const PROMISES: u8 = 0> {
    /// The width including a frame of wall around the map.
    pub(super) width: usize,
    /// A bit for each neighbour that is free.
    pub(super) free_neighbours: Vec<u8>,
    /// The steps to take for each direction of arrival (the last entry is for none) and each byte of free neighbours.
    pub(super) steps: [[u8; 256]; 9],
    cells: Vec<Cell>,
    query: u32,
    /// The expansions of all queries.
    pub(crate) expanded: u64,
    ring: Vec<Vec<u32>>,
    /// A bit for each bucket that is not empty.
    occupied: [u64; RING / 64],
    any_keys: AnyKeys,
    counts: Counts,
    limits: Limits,
    terrain: Vec<u8>,
    is_uniform: bool,
    is_straight_line: bool,
    step_costs: [u32; 2],
}

/// The counts that the crate keeps, except expansions.
#[derive(Default)]
struct Counts {
    generated: u64,
    reopened: u64,
    open: usize,
    max_open: usize,
    stored: usize,
    current: Option<u32>,
    /// The cell with the least estimate, and that estimate.
    nearest: Option<(u32, u32)>,
}

struct Limits {
    expansions: u64,
    stored: usize,
    cost: u32,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    cost: u32,
    /// The direction of the step to it, or 8.
    arrival: u32,
    /// Twice the number of the query that met the cell last, plus one if it is closed.
    stamp: u32,
}

/// A flag next to the number of a cell's parent.
const OPEN: u32 = 1 << 31;
/// Stands for no parent.
const NONE: u32 = OPEN - 1;

pub(crate) const STRAIGHT: u32 = 985;
pub(crate) const DIAGONAL: u32 = 1393;
/// More than f can rise in one step.
const RING: usize = 4096;
/// Up, right, down, left, and between them the diagonals.
pub(super) const DX: [i32; 8] = [0, 1, 0, -1, 1, 1, -1, -1];
pub(super) const DY: [i32; 8] = [-1, 0, 1, 0, -1, 1, 1, -1];

impl<const IN_ORDER: bool, const PROMISES: u8> GridLimit<IN_ORDER, PROMISES> {
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
            any_keys: AnyKeys::default(),
            counts: Counts::default(),
            limits: Limits {
                expansions: u64::MAX,
                stored: usize::MAX,
                cost: u32::MAX,
            },
            terrain: vec![1; count],
            is_uniform: true,
            is_straight_line: false,
            step_costs: [STRAIGHT, DIAGONAL],
        }
    }

    pub(super) fn number(width: usize, point: Point) -> usize {
        (usize::from(point.y) + 1) * width + usize::from(point.x) + 1
    }

    pub(super) fn offsets(width: usize) -> [isize; 8] {
        let width = width.cast_signed();
        [-width, 1, width, -1, -width + 1, width + 1, width - 1, -width - 1]
    }

    /// A cheapest path, as cell numbers, and its cost.
    #[expect(
        clippy::too_many_lines,
        reason = "one loop with all promises, each of which is left out by a constant"
    )]
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
        let [straight, diagonal] = if PROMISES >= 5 {
            self.step_costs
        } else {
            [STRAIGHT, DIAGONAL]
        };
        let (is_uniform, is_straight_line) = (self.is_uniform, self.is_straight_line);
        let estimate = |x: i32, y: i32| {
            let (dx, dy) = (x.abs_diff(goal_x), y.abs_diff(goal_y));
            if PROMISES >= 5 && is_straight_line {
                return straight_line(dx, dy, straight);
            }
            straight * dx.abs_diff(dy) + diagonal * dx.min(dy)
        };
        let plus = |one: u32, other: u32| {
            if PROMISES >= 1 {
                one.checked_add(other).filter(|sum| *sum < u32::MAX)
            } else {
                Some(one + other)
            }
        };
        self.query += 1;
        let (met, closed) = (2 * self.query, 2 * self.query + 1);
        if PROMISES >= 2 {
            self.any_keys.clear();
        } else {
            for bucket in &mut self.ring {
                bucket.clear();
            }
            self.occupied.fill(0);
        }
        self.counts = Counts {
            open: 1,
            stored: 1,
            ..Counts::default()
        };

        let (x, y) = place(start);
        let mut f = estimate(x, y);
        self.cells[start] = Cell {
            cost: 0,
            arrival: if PROMISES >= 3 { OPEN | NONE } else { 8 },
            stamp: met,
        };
        self.push(f, 0, start as u32);
        let mut left = self.limits.expansions;
        loop {
            if PROMISES >= 4 {
                left = left.checked_sub(1)?;
            }
            let cell = if PROMISES >= 2 {
                let cells = &self.cells;
                self.any_keys.pop_fresh(|cell, pushed| {
                    let Cell { cost, arrival, stamp } = cells[cell as usize];
                    if PROMISES >= 3 {
                        arrival & OPEN != 0 && cost == pushed
                    } else {
                        stamp != closed
                    }
                })?
            } else if let Some(cell) = self.ring[f as usize % RING].pop() {
                cell
            } else {
                f = self.next_f(f)?;
                continue;
            };
            let cell = cell as usize;
            let Cell { cost, arrival, stamp } = self.cells[cell];
            let arrival = if PROMISES >= 3 {
                self.cells[cell].arrival = arrival & !OPEN;
                let step = cell.wrapping_sub((arrival & !OPEN) as usize).cast_signed();
                offsets.iter().position(|offset| *offset == step).unwrap_or(8)
            } else {
                if stamp == closed {
                    continue;
                }
                self.cells[cell].stamp = closed;
                arrival as usize
            };
            if PROMISES >= 4 {
                self.counts.open -= 1;
                self.counts.current = Some(cell as u32);
            }
            if cell == goal {
                return Some((self.path_to(goal as u32), cost));
            }
            self.expanded += 1;
            let (x, y) = place(cell);
            let mut steps = self.steps[arrival][usize::from(self.free_neighbours[cell])];
            while steps != 0 {
                let direction = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                let next = cell.wrapping_add_signed(offsets[direction]);
                let mut step = if direction < 4 { straight } else { diagonal };
                if PROMISES >= 5 && !is_uniform {
                    step *= u32::from(self.terrain[next]);
                }
                let sum = plus(cost, step)?;
                let known = self.cells[next];
                let is_closed = PROMISES < 3 && known.stamp == closed;
                if is_closed || (known.stamp == met && known.cost <= sum) {
                    continue;
                }
                let is_first = known.stamp != met;
                let h = estimate(x + DX[direction], y + DY[direction]);
                let key = plus(sum, h)?;
                if PROMISES >= 4 {
                    let counts = &mut self.counts;
                    counts.generated += 1;
                    if is_first {
                        if key > self.limits.cost {
                            continue;
                        }
                        if counts.stored >= self.limits.stored {
                            return None;
                        }
                        counts.stored += 1;
                        counts.open += 1;
                        if counts.nearest.is_none_or(|(_, least)| h < least) {
                            counts.nearest = Some((next as u32, h));
                        }
                    } else if known.arrival & OPEN == 0 {
                        counts.open += 1;
                        counts.reopened += 1;
                    }
                }
                self.cells[next] = Cell {
                    cost: sum,
                    arrival: if PROMISES >= 3 {
                        OPEN | cell as u32
                    } else {
                        direction as u32
                    },
                    stamp: met,
                };
                self.push(key, sum, next as u32);
            }
            if PROMISES >= 4 {
                self.counts.max_open = self.counts.max_open.max(self.counts.open);
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a map has less than 2³² cells")]
    fn path_to(&self, goal: u32) -> Vec<u32> {
        let offsets = offsets(self.width);
        let mut path = vec![goal];
        let mut cell = goal as usize;
        while PROMISES >= 3 && self.cells[cell].arrival & !OPEN != NONE {
            cell = (self.cells[cell].arrival & !OPEN) as usize;
            path.push(cell as u32);
        }
        while let Some(offset) = offsets.get(self.cells[cell].arrival as usize) {
            cell = cell.wrapping_add_signed(-offset);
            path.push(cell as u32);
        }
        path.reverse();
        path
    }

    #[inline]
    fn push(&mut self, f: u32, cost: u32, cell: u32) {
        if PROMISES >= 2 {
            return self.any_keys.push(f, cost, cell);
        }
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

/// A diagonal step requires both straight ones beside it.
pub(crate) fn allowed_steps(free: usize) -> u8 {
    let is_free = |direction: usize| free >> direction & 1 == 1;
    (0..8)
        .filter(|direction| is_free(*direction))
        .filter(|direction| *direction < 4 || is_free(direction - 4) && is_free((direction - 3) % 4))
        .map(|direction| 1 << direction)
        .sum()
}

/// The steps to cells that no other path from the previous cell reaches more cheaply, or as cheaply and with diagonal
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

// Not inlined, so that it does not displace the formula that is used.
#[inline(never)]
fn straight_line(dx: u32, dy: u32, straight: u32) -> u32 {
    (dx * dx + dy * dy).isqrt() * straight
}

/// An open list for any integer keys, the newest of equal ones first: a ring of buckets that can grow, a two-level
/// bitmap of the non-empty ones, and one array for the entries of all buckets.
#[derive(Default)]
struct AnyKeys {
    /// The newest entry of each bucket.
    ring: Vec<u32>,
    occupied: Vec<u64>,
    /// A bit for each word of `occupied` that is not 0.
    summary: Vec<u64>,
    entries: Vec<Entry>,
    free: u32,
    /// No key is less than this or greater than `highest`.
    lowest: u32,
    highest: u32,
    len: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u32,
    cost: u32,
    cell: u32,
    next: u32,
}

const END: u32 = u32::MAX;

impl AnyKeys {
    fn clear(&mut self) {
        while let Some(place) = self.next_place(0) {
            self.ring[place] = END;
            self.empty(place);
        }
        self.entries.clear();
        (self.free, self.len) = (END, 0);
    }

    #[inline]
    fn push(&mut self, key: u32, cost: u32, cell: u32) {
        if key < self.lowest || (key - self.lowest) as usize >= self.ring.len() || self.len == 0 {
            self.make_room(key);
        }
        self.highest = self.highest.max(key);
        self.link(key, cost, cell);
    }

    #[inline]
    fn link(&mut self, key: u32, cost: u32, cell: u32) {
        let place = key as usize & (self.ring.len() - 1);
        let head = &mut self.ring[place];
        if *head == END {
            self.occupied[place / 64] |= 1 << (place % 64);
            self.summary[place / 4096] |= 1 << (place / 64 % 64);
        }
        let mut entry = Entry {
            key,
            cost,
            cell,
            next: *head,
        };
        self.len += 1;
        if let Some(unused) = self.entries.get_mut(self.free as usize) {
            *head = self.free;
            self.free = unused.next;
            *unused = entry;
        } else {
            entry.next = std::mem::replace(head, u32::try_from(self.entries.len()).unwrap_or(END));
            self.entries.push(entry);
        }
    }

    /// Makes the ring wide enough for one more key.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, key: u32) {
        if self.len == 0 {
            (self.lowest, self.highest) = (key, key);
        }
        (self.lowest, self.highest) = (self.lowest.min(key), self.highest.max(key));
        let spread = (self.highest - self.lowest) as usize;
        if spread < self.ring.len() {
            return;
        }
        let mut moved = Vec::new();
        while let Some(place) = self.next_place(0) {
            let mut link = self.ring[place];
            while let Some(entry) = self.entries.get(link as usize) {
                moved.push(*entry);
                link = entry.next;
            }
            self.empty(place);
        }
        let size = (spread + 1).next_power_of_two().max(64);
        self.ring = vec![END; size];
        self.occupied = vec![0; size / 64];
        self.summary = vec![0; size.div_ceil(4096)];
        self.entries.clear();
        (self.free, self.len) = (END, 0);
        for Entry { key, cost, cell, .. } in moved.into_iter().rev() {
            self.link(key, cost, cell);
        }
    }

    #[inline]
    fn pop_fresh(&mut self, is_fresh: impl Fn(u32, u32) -> bool) -> Option<u32> {
        while self.len > 0 {
            let mask = self.ring.len() - 1;
            let mut place = self.lowest as usize & mask;
            if self.ring[place] == END {
                let next = self.next_place(place)?;
                self.lowest += u32::try_from(next.wrapping_sub(place) & mask).ok()?;
                place = next;
            }
            let head = self.ring[place];
            let entry = &mut self.entries[head as usize];
            let (cell, cost) = (entry.cell, entry.cost);
            let older = std::mem::replace(&mut entry.next, self.free);
            (self.free, self.ring[place]) = (head, older);
            self.len -= 1;
            if older == END {
                self.empty(place);
            }
            if is_fresh(cell, cost) {
                return Some(cell);
            }
        }
        None
    }

    #[inline]
    fn empty(&mut self, place: usize) {
        let word = &mut self.occupied[place / 64];
        *word &= !(1 << (place % 64));
        if *word == 0 {
            self.summary[place / 4096] &= !(1 << (place / 64 % 64));
        }
    }

    /// The first non-empty bucket at or after a place, continuing at the beginning of the ring.
    #[inline]
    fn next_place(&self, place: usize) -> Option<usize> {
        let bits = self.occupied.get(place / 64)? & (u64::MAX << (place % 64));
        if bits != 0 {
            return Some(place / 64 * 64 + bits.trailing_zeros() as usize);
        }
        let word = self.next_word(place / 64 + 1).or_else(|| self.next_word(0))?;
        Some(word * 64 + self.occupied[word].trailing_zeros() as usize)
    }

    #[inline]
    fn next_word(&self, word: usize) -> Option<usize> {
        let mut bits = self.summary.get(word / 64)? & (u64::MAX << (word % 64));
        let mut place = word / 64;
        while bits == 0 {
            place += 1;
            bits = *self.summary.get(place)?;
        }
        Some(place * 64 + bits.trailing_zeros() as usize)
    }
}
