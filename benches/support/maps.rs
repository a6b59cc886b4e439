//! Generated grid maps, and pairs of cells between which there is a path.

use astride_grid::{GridMap, Point};

use super::random::Random;

/// A map with queries.
pub(crate) struct Course {
    pub(crate) name: String,
    pub(crate) map: GridMap,
    /// Pairs of a start and a goal that are connected.
    pub(crate) queries: Vec<(Point, Point)>,
}

impl Course {
    /// Draws this many random queries.
    pub(crate) fn sampled(name: impl Into<String>, map: GridMap, queries: usize, random: &mut Random) -> Self {
        let cells = component(&map, random);
        Course {
            name: name.into(),
            map,
            queries: (0..queries)
                .map(|_| (cells[random.below(cells.len())], cells[random.below(cells.len())]))
                .collect(),
        }
    }
}

/// The four kinds of maps of the benchmarks, `side` cells wide and high.
pub(crate) fn generated(side: u16, queries: usize) -> Vec<Course> {
    type Kind = (&'static str, fn(usize, &mut Random) -> GridMap);
    const KINDS: [Kind; 4] = [
        ("open", |side, _| from_walls(side, |_, _| false)),
        ("rooms", rooms),
        ("maze", maze),
        ("25 % random", |side, random| {
            from_walls(side, |_, _| random.percent(25))
        }),
    ];
    KINDS
        .iter()
        .zip(1..)
        .map(|((name, generate), seed)| {
            let mut random = Random(seed);
            let map = generate(side.into(), &mut random);
            Course::sampled(*name, map, queries, &mut random)
        })
        .collect()
}

fn from_walls(side: usize, mut is_wall: impl FnMut(usize, usize) -> bool) -> GridMap {
    let cost = |point: Point| u8::from(!is_wall(point.x.into(), point.y.into()));
    GridMap::from_fn(side, side, cost).expect("a legal size")
}

/// Rooms of 15 cells a side. Three in four walls between two rooms have a door of one cell.
fn rooms(side: usize, random: &mut Random) -> GridMap {
    const ROOM: usize = 16;
    let count = side.div_ceil(ROOM);
    let mut doors = || -> Vec<Option<usize>> {
        (0..count * count)
            .map(|_| random.percent(75).then(|| random.below(ROOM - 1)))
            .collect()
    };
    let (right, below) = (doors(), doors());
    from_walls(side, |x, y| {
        let room = y / ROOM * count + x / ROOM;
        let (x, y) = (x % ROOM, y % ROOM);
        match (x == ROOM - 1, y == ROOM - 1) {
            (false, false) => false,
            (true, false) => right[room] != Some(y),
            (false, true) => below[room] != Some(x),
            (true, true) => true,
        }
    })
}

/// A perfect maze by depth-first search, with corridors 7 cells wide and walls of one cell.
fn maze(side: usize, random: &mut Random) -> GridMap {
    const CORRIDOR: usize = 8;
    let count = side / CORRIDOR;
    let (mut seen, mut right, mut below) = (
        vec![false; count * count],
        vec![false; count * count],
        vec![false; count * count],
    );
    seen[0] = true;
    let mut trail = vec![0];
    while let Some(&room) = trail.last() {
        let (x, y) = (room % count, room / count);
        // The neighbour, and the room whose right or lower wall is between the two.
        let sides = [
            (x + 1 < count).then(|| (room + 1, room, true)),
            (x > 0).then(|| (room - 1, room - 1, true)),
            (y + 1 < count).then(|| (room + count, room, false)),
            (y > 0).then(|| (room - count, room - count, false)),
        ];
        let ways: Vec<_> = sides.into_iter().flatten().filter(|(next, ..)| !seen[*next]).collect();
        if ways.is_empty() {
            trail.pop();
            continue;
        }
        let (next, wall, is_right) = ways[random.below(ways.len())];
        if is_right {
            right[wall] = true;
        } else {
            below[wall] = true;
        }
        seen[next] = true;
        trail.push(next);
    }
    from_walls(side, |x, y| {
        let room = y / CORRIDOR * count + x / CORRIDOR;
        match (x % CORRIDOR == CORRIDOR - 1, y % CORRIDOR == CORRIDOR - 1) {
            (false, false) => false,
            (true, false) => !right[room],
            (false, true) => !below[room],
            (true, true) => true,
        }
    })
}

/// The cells that can be reached from some random cell, at least half of all free ones.
///
/// If corners are not cut, a diagonal step leads nowhere that straight steps do not.
fn component(map: &GridMap, random: &mut Random) -> Vec<Point> {
    let free: Vec<Point> = map.points().filter(|point| map.is_free(*point)).collect();
    loop {
        let mut seen = vec![false; usize::from(map.width()) * usize::from(map.height())];
        let number = |point: Point| usize::from(point.y) * usize::from(map.width()) + usize::from(point.x);
        let start = free[random.below(free.len())];
        seen[number(start)] = true;
        let mut cells = vec![start];
        let mut next = 0;
        while let Some(&Point { x, y }) = cells.get(next) {
            next += 1;
            let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            for point in around.map(|(x, y)| Point::new(x, y)) {
                if map.is_free(point) && !seen[number(point)] {
                    seen[number(point)] = true;
                    cells.push(point);
                }
            }
        }
        if cells.len() * 2 >= free.len() {
            return cells;
        }
    }
}
