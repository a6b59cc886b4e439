//! Problems as people write them on the first day with a crate for path-finding: states that are hashed, and successors
//! in an iterator, an array or a `Vec`.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "successors get references to nodes")]

use super::random::Random;

pub(crate) type Cell = (i32, i32);

/// A map of cells, walls and terrain.
pub(crate) struct Cells {
    side: i32,
    /// 0 is a wall.
    costs: Vec<u8>,
}

impl Cells {
    /// A square map in which a cell is a wall with this probability. Both corners are free.
    pub(crate) fn generated(side: i32, percent: usize, seed: u64) -> Self {
        let mut random = Random(seed);
        let count = usize::try_from(side * side).expect("a side above zero");
        let mut cost = |place| match place {
            0 => 1,
            place if place + 1 == count => 1,
            _ if random.below(100) < percent => 0,
            _ => u8::try_from(1 + random.below(9)).expect("a digit"),
        };
        Cells {
            side,
            costs: (0..count).map(&mut cost).collect(),
        }
    }

    pub(crate) fn goal(&self) -> Cell {
        (self.side - 1, self.side - 1)
    }

    fn cost(&self, (x, y): Cell) -> u32 {
        let is_inside = (0..self.side).contains(&x) && (0..self.side).contains(&y);
        let place = usize::try_from(y * self.side + x).ok().filter(|_| is_inside);
        place.map_or(0, |place| self.costs[place].into())
    }

    /// The free cells around a cell, at a cost of 1.
    pub(crate) fn around(&self, &(x, y): &Cell) -> Vec<(Cell, u32)> {
        let cells = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)].into_iter();
        cells
            .filter(|cell| self.cost(*cell) > 0)
            .map(|cell| (cell, 1))
            .collect()
    }

    /// The free cells in eight directions. A step costs 10 or 14 times the terrain.
    pub(crate) fn in_eight_directions(&self, &(x, y): &Cell) -> impl Iterator<Item = (Cell, u32)> + use<'_> {
        let all = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        all.filter(|step| *step != (0, 0)).filter_map(move |(dx, dy)| {
            let cell = (x + dx, y + dy);
            let cost = self.cost(cell) * if dx != 0 && dy != 0 { 14 } else { 10 };
            (cost > 0).then_some((cell, cost))
        })
    }

    /// What a robot can do: a quarter turn at a cost of 5, or a step ahead at a cost of 1.
    pub(crate) fn with_turns(&self, robot: &Robot) -> Vec<(Robot, u32)> {
        let Robot { cell, heading } = *robot;
        let turned = |heading| (Robot { cell, heading }, 5);
        let (x, y) = cell;
        let (ahead, left, right) = match heading {
            Heading::East => ((x + 1, y), Heading::North, Heading::South),
            Heading::South => ((x, y + 1), Heading::East, Heading::West),
            Heading::West => ((x - 1, y), Heading::South, Heading::North),
            Heading::North => ((x, y - 1), Heading::West, Heading::East),
        };
        let mut ways = vec![turned(right), turned(left)];
        if self.cost(ahead) > 0 {
            ways.push((Robot { cell: ahead, heading }, 1));
        }
        ways
    }

    /// The ways on in a building whose floors are all alike. A few cells lead to a lift, which stops at every floor.
    pub(crate) fn with_lifts(&self, place: &Place) -> Vec<(Place, u32)> {
        const FLOORS: u8 = 5;
        match *place {
            Place::Floor(floor, cell) => {
                let (x, y) = cell;
                let around = self.around(&cell).into_iter();
                let lift = (Place::Lift(floor, cell), 10);
                let has_lift = (x * 29 + y * 17) % 211 < 3;
                around
                    .map(|(cell, cost)| (Place::Floor(floor, cell), cost))
                    .chain(has_lift.then_some(lift))
                    .collect()
            }
            Place::Lift(floor, cell) => {
                let stops = [floor.checked_sub(1), Some(floor + 1).filter(|floor| *floor < FLOORS)];
                let rides = stops.into_iter().flatten().map(|floor| (Place::Lift(floor, cell), 3));
                rides.chain([(Place::Floor(floor, cell), 10)]).collect()
            }
        }
    }

    /// The free cells around a cell, with the keys that are picked up there. A few cells hold a key, and a few are
    /// doors for which one is needed.
    pub(crate) fn with_keys(&self, &(cell, keys): &(Cell, u8)) -> Vec<((Cell, u8), u32)> {
        let mut ways = self.around(&cell);
        ways.retain(|((x, y), _)| (x * 7 + y * 13) % 31 != 5 || keys & (1 << ((x + y) % 5)) != 0);
        let key = |(x, y): Cell| {
            if (x * 11 + y * 3) % 97 == 1 {
                1 << ((x + 2 * y) % 5)
            } else {
                0
            }
        };
        ways.into_iter()
            .map(|(cell, cost)| ((cell, keys | key(cell)), cost))
            .collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Robot {
    pub(crate) cell: Cell,
    pub(crate) heading: Heading,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Heading {
    East,
    South,
    West,
    North,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Floor(u8, Cell),
    Lift(u8, Cell),
}

/// The numbers that one operation makes of a number.
pub(crate) fn operations(number: &u64) -> [(u64, u32); 3] {
    [(number * 2, 1), (number + 3, 1), (number.saturating_sub(1), 1)]
}

/// The distance with steps in four directions.
pub(crate) fn manhattan(one: Cell, other: Cell) -> u32 {
    one.0.abs_diff(other.0) + one.1.abs_diff(other.1)
}

/// The moves of a knight on an endless board.
pub(crate) fn knight(&(x, y): &Cell) -> [(Cell, u32); 8] {
    let moves = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    moves.map(|(dx, dy)| ((x + dx, y + dy), 1))
}

pub(crate) type Board = [u8; 9];

/// The boards after one move of the 8-puzzle.
pub(crate) fn slide(board: &Board) -> Vec<(Board, u32)> {
    let blank = board.iter().position(|tile| *tile == 0).expect("a blank");
    let (row, column) = (blank / 3, blank % 3);
    let mut boards = Vec::new();
    let mut slide = |from: usize| {
        let mut next = *board;
        next.swap(blank, from);
        boards.push((next, 1));
    };
    if row > 0 {
        slide(blank - 3);
    }
    if column > 0 {
        slide(blank - 1);
    }
    if column < 2 {
        slide(blank + 1);
    }
    if row < 2 {
        slide(blank + 3);
    }
    boards
}

/// The sum of the distances of all tiles to their places in [`SOLVED`].
pub(crate) fn distances(board: &Board) -> u32 {
    let tiles = board.iter().enumerate().filter(|(_, tile)| **tile != 0);
    let distance = |(place, tile): (usize, &u8)| {
        let goal = usize::from(*tile) - 1;
        (place / 3).abs_diff(goal / 3) + (place % 3).abs_diff(goal % 3)
    };
    u32::try_from(tiles.map(distance).sum::<usize>()).expect("a short way")
}

pub(crate) const SOLVED: Board = [1, 2, 3, 4, 5, 6, 7, 8, 0];
pub(crate) const SHUFFLED: Board = [8, 6, 7, 2, 5, 4, 3, 0, 1];

/// Adjacency lists of numbered nodes.
pub(crate) fn lists(nodes: usize, largest: usize, seed: u64) -> Vec<Vec<(usize, u32)>> {
    let mut random = Random(seed);
    let mut lists = vec![Vec::new(); nodes];
    for node in 0..nodes {
        for _ in 0..4 {
            let other = (node + 1 + random.below(nodes / 100)) % nodes;
            let cost = u32::try_from(1 + random.below(largest)).expect("a small cost");
            lists[node].push((other, cost));
            lists[other].push((node, cost));
        }
    }
    lists
}
