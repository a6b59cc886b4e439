//! [`Rows`]: a map and the rules of its steps, as the tests implement them.

use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BinaryHeap};

use astride_grid::{GridMap, Movement, Point};

/// Terrain costs row by row, with 0 for a wall.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) width: usize,
    pub(crate) cells: Vec<u8>,
}

impl Rows {
    pub(crate) fn new(width: usize, cells: Vec<u8>) -> Self {
        Rows { width, cells }
    }

    pub(crate) fn of(map: &GridMap) -> Self {
        let cells = map.points().filter_map(|point| map.cost(point)).collect();
        Rows::new(map.width().into(), cells)
    }

    pub(crate) fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The terrain cost, which is also 0 outside the map.
    pub(crate) fn cost(&self, x: i32, y: i32) -> u8 {
        let cell = usize::try_from(x).ok().filter(|x| *x < self.width);
        let cell = cell.zip(usize::try_from(y).ok()).map(|(x, y)| y * self.width + x);
        cell.and_then(|cell| self.cells.get(cell).copied()).unwrap_or(0)
    }

    pub(crate) fn map(&self) -> GridMap {
        GridMap::from_fn(self.width, self.height(), |point| {
            self.cost(point.x.into(), point.y.into())
        })
        .unwrap()
    }

    pub(crate) fn point(&self, cell: usize) -> Point {
        let side = |side: usize| u16::try_from(side).unwrap();
        Point::new(side(cell % self.width), side(cell / self.width))
    }

    pub(crate) fn free_points(&self) -> Vec<Point> {
        let cells = self.cells.iter().enumerate().filter(|(_, cost)| **cost > 0);
        cells.map(|(cell, _)| self.point(cell)).collect()
    }

    /// The rules as one would state them: each step, whether it is diagonal, and the terrain that it enters.
    pub(crate) fn steps(&self, from: Point, movement: Movement) -> Vec<(Point, bool, u8)> {
        let (x, y) = (i32::from(from.x), i32::from(from.y));
        let mut steps = Vec::new();
        if self.cost(x, y) == 0 {
            return steps;
        }
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let is_diagonal = dx * dy != 0;
            let beside = u8::from(self.cost(x + dx, y) > 0) + u8::from(self.cost(x, y + dy) > 0);
            let is_allowed = match movement {
                _ if (dx, dy) == (0, 0) => false,
                _ if !is_diagonal => true,
                Movement::Four => false,
                Movement::Eight => beside == 2,
                Movement::EightCuttingCorners => beside > 0,
                Movement::EightSqueezing => true,
            };
            let terrain = self.cost(x + dx, y + dy);
            if is_allowed && terrain > 0 {
                let to = Point::new((x + dx).try_into().unwrap(), (y + dy).try_into().unwrap());
                steps.push((to, is_diagonal, terrain));
            }
        }
        steps
    }

    /// The cost of a step, if there is one.
    pub(crate) fn step(&self, from: Point, to: Point, movement: Movement) -> Option<u64> {
        let mut steps = self.steps(from, movement).into_iter();
        let (_, is_diagonal, terrain) = steps.find(|(next, ..)| *next == to)?;
        Some(length(movement, is_diagonal) * u64::from(terrain))
    }

    /// The costs of the cheapest paths from a cell, in integers.
    pub(crate) fn costs_from(&self, start: Point, movement: Movement) -> BTreeMap<Point, u64> {
        Self::costs(&[(start, 0)], |point| {
            let steps = self.steps(point, movement).into_iter();
            steps.map(|(to, is_diagonal, terrain)| (to, length(movement, is_diagonal) * u64::from(terrain)))
        })
    }

    /// The costs of the cheapest paths from a cell that may be a wall: it counts as free for the first step alone.
    pub(crate) fn costs_from_wall(&self, start: Point, movement: Movement) -> BTreeMap<Point, u64> {
        let mut freed = self.clone();
        let cell = usize::from(start.y) * self.width + usize::from(start.x);
        freed.cells[cell] = freed.cells[cell].max(1);
        let mut costs = BTreeMap::from([(start, 0)]);
        for (next, is_diagonal, terrain) in freed.steps(start, movement) {
            let step = length(movement, is_diagonal) * u64::from(terrain);
            for (cell, cost) in self.costs_from(next, movement) {
                let known = costs.entry(cell).or_insert(u64::MAX);
                *known = (cost + step).min(*known);
            }
        }
        costs
    }

    /// The cost from each cell to the nearest goal. Cells from which no goal can be reached are left out.
    pub(crate) fn costs_to(&self, goals: &[Point], movement: Movement) -> BTreeMap<Point, u64> {
        let goals: Vec<(Point, u64)> = goals.iter().map(|goal| (*goal, 0)).collect();
        self.costs_to_priced(&goals, movement)
    }

    /// The same for goals with costs of their own.
    pub(crate) fn costs_to_priced(&self, goals: &[(Point, u64)], movement: Movement) -> BTreeMap<Point, u64> {
        Self::costs(goals, |point| {
            // Each step can also be taken in reverse, at the terrain cost of this cell.
            let terrain = u64::from(self.cost(point.x.into(), point.y.into()));
            let steps = self.steps(point, movement).into_iter();
            steps.map(move |(from, is_diagonal, _)| (from, length(movement, is_diagonal) * terrain))
        })
    }

    /// Dijkstra's algorithm.
    fn costs<I: Iterator<Item = (Point, u64)>>(
        ends: &[(Point, u64)],
        next: impl Fn(Point) -> I,
    ) -> BTreeMap<Point, u64> {
        let mut settled = BTreeMap::new();
        let mut open: BinaryHeap<_> = ends.iter().map(|(end, cost)| Reverse((*cost, *end))).collect();
        while let Some(Reverse((cost, point))) = open.pop() {
            if let Entry::Vacant(entry) = settled.entry(point) {
                entry.insert(cost);
                open.extend(next(point).map(|(to, step)| Reverse((cost + step, to))));
            }
        }
        settled
    }
}

fn length(movement: Movement, is_diagonal: bool) -> u64 {
    match movement {
        Movement::Four => 1,
        _ if is_diagonal => 1393,
        _ => 985,
    }
}
