//! [`FloatLimit`]: the counterpart of [`GridLimit`] in `f64`.

use std::cmp::Ordering;

use astride_grid::{GridCost, GridMap, Movement, Point};

use super::grid_limit::{DX, DY, GridLimit};

/// A* on an 8-connected grid without cutting corners, in `f64`, written by hand for this purpose alone.
///
/// A bucket is 2⁻¹⁰ of a step wide, so that it may hold several keys, and is sorted when its turn comes. With
/// `LARGER_COST`, it is also sorted by cost, as in the crate; otherwise, the newest of equal keys comes first.
pub(crate) struct FloatLimit<const LARGER_COST: bool> {
    /// The map and its steps.
    grid: GridLimit<true>,
    cells: Vec<Cell>,
    query: u32,
    /// The expansions of all queries.
    pub(crate) expanded: u64,
    ring: Vec<Vec<(f64, u32)>>,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    cost: f64,
    /// As in [`GridLimit`].
    arrival: u32,
    stamp: u32,
}

const PER_STEP: f64 = 1024.0;
/// More than f can rise in one step.
const RING: usize = 4096;

impl<const LARGER_COST: bool> FloatLimit<LARGER_COST> {
    pub(crate) fn new(map: &GridMap) -> Self {
        let grid = GridLimit::new(map);
        FloatLimit {
            cells: vec![Cell::default(); grid.free_neighbours.len()],
            grid,
            query: 0,
            expanded: 0,
            ring: vec![Vec::new(); RING],
        }
    }

    /// The cost of a cheapest path.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "a map has less than 2³¹ cells, and keys are not negative"
    )]
    pub(crate) fn cost(&mut self, start: Point, goal: Point) -> Option<f64> {
        let width = self.grid.width;
        let offsets = GridLimit::<true>::offsets(width);
        let number = GridLimit::<true>::number;
        let (start, goal) = (number(width, start), number(width, goal));
        let place = |cell: usize| ((cell % width) as i32, (cell / width) as i32);
        let (goal_x, goal_y) = place(goal);
        let diagonal = f64::diagonal(Movement::Eight);
        let estimate = |x: i32, y: i32| {
            let (dx, dy) = (x.abs_diff(goal_x), y.abs_diff(goal_y));
            f64::from(dx.max(dy)) + (diagonal - 1.0) * f64::from(dx.min(dy))
        };
        let number = |key: f64| (key * PER_STEP) as usize;
        self.query += 1;
        let (met, closed) = (2 * self.query, 2 * self.query + 1);
        for bucket in &mut self.ring {
            bucket.clear();
        }
        let (x, y) = place(start);
        self.cells[start] = Cell {
            cost: 0.0,
            arrival: 8,
            stamp: met,
        };
        let mut current = vec![(estimate(x, y), start as u32)];
        let mut turn = number(current[0].0);
        let mut in_ring = 0;
        loop {
            let Some((_, cell)) = current.pop() else {
                if in_ring == 0 {
                    return None;
                }
                while self.ring[turn % RING].is_empty() {
                    turn += 1;
                }
                std::mem::swap(&mut current, &mut self.ring[turn % RING]);
                in_ring -= current.len();
                // Cells with equal keys stay in order.
                let cells = &self.cells;
                current.sort_by(|(key, cell), (other_key, other)| {
                    let cost = |cell: u32| if LARGER_COST { cells[cell as usize].cost } else { 0.0 };
                    let by_key = other_key.total_cmp(key);
                    by_key.then_with(|| cost(*cell).total_cmp(&cost(*other)))
                });
                continue;
            };
            let cell = cell as usize;
            let Cell { cost, arrival, stamp } = self.cells[cell];
            if stamp == closed {
                continue;
            }
            self.cells[cell].stamp = closed;
            if cell == goal {
                return Some(cost);
            }
            self.expanded += 1;
            let (x, y) = place(cell);
            let mut steps = self.grid.steps[arrival as usize][usize::from(self.grid.free_neighbours[cell])];
            while steps != 0 {
                let direction = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                let next = cell.wrapping_add_signed(offsets[direction]);
                let sum = cost + if direction < 4 { 1.0 } else { diagonal };
                let known = self.cells[next];
                if known.stamp == closed || (known.stamp == met && known.cost <= sum) {
                    continue;
                }
                self.cells[next] = Cell {
                    cost: sum,
                    arrival: direction as u32,
                    stamp: met,
                };
                let key = sum + estimate(x + DX[direction], y + DY[direction]);
                let entry = (key, next as u32);
                if number(key) == turn {
                    let is_after = |(other, cell): &(f64, u32)| match other.total_cmp(&key) {
                        Ordering::Less => false,
                        Ordering::Equal => !LARGER_COST || self.cells[*cell as usize].cost <= sum,
                        Ordering::Greater => true,
                    };
                    let place = current.iter().rposition(is_after).map_or(0, |place| place + 1);
                    current.insert(place, entry);
                } else {
                    self.ring[number(key) % RING].push(entry);
                    in_ring += 1;
                }
            }
        }
    }
}
