//! Generates worlds: maps, boards and graphs, determined by a seed.

use astride::graphs::CsrGraph;
use astride::npuzzle::Board;
use astride::{Dijkstra, Status};
use astride_grid::{Components, GridMap, Movement, Point};

use crate::levels;
use crate::limits::ALL;
use crate::protocol::Generator;
use crate::scene::{Grid, Network, PuzzleBoard, World};
use crate::world::puzzle::board;

/// A pseudorandom number generator (splitmix64, by S. Vigna).
pub(crate) struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1) as u64;
        usize::try_from(self.roll() % bound).unwrap_or(0)
    }

    /// Returns a number from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub(crate) fn part(&mut self) -> f64 {
        (self.roll() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Creates a world of a kind. `sizes` are the width, the height and the number of nodes; `world` is the map from which
/// a mesh is made.
pub(crate) fn world(
    what: Generator,
    sizes: [Option<usize>; 3],
    seed: u64,
    world: Option<World>,
) -> Result<World, String> {
    let [width, height, nodes] = sizes;
    let within = |name: &str, size: Option<usize>, [least, most, usual]: [usize; 3]| match size.unwrap_or(usual) {
        size if (least..=most).contains(&size) => Ok(size),
        size => Err(format!("{name:?} is {size}, but must be from {least} to {most}")),
    };
    let mut dice = Dice(seed);
    match what {
        Generator::Puzzle => {
            let most = ALL.puzzle_side;
            let (width, height) = (
                within("width", width, [2, most, 3])?,
                within("height", height, [2, most, 3])?,
            );
            puzzle(width, height, seed)
        }
        Generator::Blank => Ok(blank()),
        Generator::Map => match world {
            Some(World::Grid(grid)) => levels::from_map(&grid).map(World::Mesh),
            _ => Err(String::from("\"world\" must be a map")),
        },
        Generator::Hall | Generator::Office | Generator::Rocks | Generator::Yard => {
            let (width, height) = (
                within("width", width, [8, ALL.mesh_side, 64])?,
                within("height", height, [8, ALL.mesh_side, 40])?,
            );
            levels::level(what, [width, height], &mut dice).map(World::Mesh)
        }
        Generator::Graph => Ok(graph(within("nodes", nodes, [2, ALL.graph_nodes, 60])?, &mut dice)),
        _ => {
            let most = ALL.map_side;
            let (width, height) = (
                within("width", width, [2, most, 64])?,
                within("height", height, [2, most, 40])?,
            );
            let cells = match what {
                Generator::Rooms => rooms(width, height, &mut dice),
                Generator::Maze => maze(width, height, &mut dice),
                Generator::Cave => cave(width, height, &mut dice),
                Generator::Terrain => terrain(width, height, &mut dice),
                _ => vec![1; width * height],
            };
            map(width, height, cells)
        }
    }
}

/// Creates a map whose start and goal are far apart. Cells that cannot be reached from there become walls.
fn map(width: usize, height: usize, mut cells: Vec<u8>) -> Result<World, String> {
    let words = |error: astride_grid::GridError| error.to_string();
    if cells.iter().all(|cost| *cost == 0) {
        cells[0] = 1;
    }
    let map = GridMap::from_fn(width, height, |point| {
        cells[usize::from(point.y) * width + usize::from(point.x)]
    });
    let map = map.map_err(words)?;
    let components = Components::new(&map, Movement::Four).map_err(words)?;
    let size = |point: &Point| components.size(&map, *point).unwrap_or(0);
    let largest = map.points().max_by_key(size).unwrap_or_default();
    let is_inside = |point: &Point| components.are_connected(&map, largest, *point).unwrap_or(false);
    // Slightly off the lower left and the upper right corner.
    let nearest = |x: usize, y: usize| {
        let distance = |point: &Point| usize::from(point.x).abs_diff(x) + usize::from(point.y).abs_diff(y);
        let point = map.points().filter(is_inside).min_by_key(distance).unwrap_or_default();
        [usize::from(point.x), usize::from(point.y)]
    };
    let (left, top) = (width / 12, height / 12);
    let (start, goal) = (nearest(left, height - 1 - top), nearest(width - 1 - left, top));
    for (cell, point) in cells.iter_mut().zip(map.points()) {
        if !is_inside(&point) {
            *cell = 0;
        }
    }
    let symbol = |cost: &u8| {
        char::from_digit((*cost).into(), 10)
            .filter(|digit| *digit != '0')
            .unwrap_or('#')
    };
    Ok(World::Grid(Grid {
        width,
        height,
        cells: cells.iter().map(symbol).collect(),
        movement: String::from("eight"),
        start,
        goals: vec![goal],
        units: Vec::new(),
    }))
}

/// Rooms in rows and columns, with doors in most walls between them, so that every room can be reached.
pub(crate) fn rooms(width: usize, height: usize, dice: &mut Dice) -> Vec<u8> {
    let walls = |length: usize, dice: &mut Dice| {
        let mut walls = Vec::new();
        let mut next = 5 + dice.below(6);
        while next + 4 < length {
            walls.push(next);
            next += 6 + dice.below(6);
        }
        walls
    };
    let (columns, rows) = (walls(width, dice), walls(height, dice));
    let mut cells = vec![1; width * height];
    for y in 0..height {
        for x in &columns {
            cells[y * width + x] = 0;
        }
    }
    for x in 0..width {
        for y in &rows {
            cells[y * width + x] = 0;
        }
    }
    let ends = |walls: &[usize], length: usize| -> Vec<(usize, usize)> {
        let begins = std::iter::once(0).chain(walls.iter().map(|wall| wall + 1));
        begins.zip(walls.iter().copied().chain([length])).collect()
    };
    // The walls without a door: the rooms on both sides, and the cells where a door may be.
    let mut closed = Vec::new();
    let mut groups = Groups::new((columns.len() + 1) * (rows.len() + 1));
    let room = |column: usize, row: usize| row * (columns.len() + 1) + column;
    for (row, (top, bottom)) in ends(&rows, height).into_iter().enumerate() {
        for (column, x) in columns.iter().enumerate() {
            let rooms = [room(column, row), room(column + 1, row)];
            let places: Vec<usize> = (top..bottom).map(|y| y * width + x).collect();
            if dice.below(4) > 0 {
                cells[places[dice.below(places.len())]] = 1;
                groups.join(rooms);
            } else {
                closed.push((rooms, places));
            }
        }
    }
    for (column, (left, right)) in ends(&columns, width).into_iter().enumerate() {
        for (row, y) in rows.iter().enumerate() {
            let rooms = [room(column, row), room(column, row + 1)];
            let places: Vec<usize> = (left..right).map(|x| y * width + x).collect();
            if dice.below(4) > 0 {
                cells[places[dice.below(places.len())]] = 1;
                groups.join(rooms);
            } else {
                closed.push((rooms, places));
            }
        }
    }
    for (rooms, places) in closed {
        if groups.join(rooms) {
            cells[places[dice.below(places.len())]] = 1;
        }
    }
    cells
}

/// Disjoint groups of rooms between which there are doors.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Groups((0..count).collect())
    }

    /// Returns the room that stands for the group of a room.
    fn first(&mut self, mut room: usize) -> usize {
        while self.0[room] != room {
            self.0[room] = self.0[self.0[room]];
            room = self.0[room];
        }
        room
    }

    /// Joins the groups of two rooms. Returns whether they were different.
    fn join(&mut self, rooms: [usize; 2]) -> bool {
        let [one, other] = rooms.map(|room| self.first(room));
        self.0[one] = other;
        one != other
    }
}

/// A maze dug by a random walk that backtracks at dead ends, with a few walls removed, so that there are cycles.
fn maze(width: usize, height: usize, dice: &mut Dice) -> Vec<u8> {
    let mut cells = vec![0; width * height];
    let (columns, rows) = (width.div_ceil(2), height.div_ceil(2));
    let mut way = vec![(dice.below(columns), dice.below(rows))];
    cells[way[0].1 * 2 * width + way[0].0 * 2] = 1;
    while let Some((x, y)) = way.last().copied() {
        let sides = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        let is_new = |(x, y): &(usize, usize)| *x < columns && *y < rows && cells[y * 2 * width + x * 2] == 0;
        let new: Vec<_> = sides.into_iter().filter(is_new).collect();
        match new.get(dice.below(new.len())) {
            Some((to_x, to_y)) => {
                cells[(y + to_y) * width + x + to_x] = 1;
                cells[to_y * 2 * width + to_x * 2] = 1;
                way.push((*to_x, *to_y));
            }
            None => drop(way.pop()),
        }
    }
    for _ in 0..width * height / 100 {
        let (x, y) = (dice.below(width), dice.below(height));
        if (x + y) % 2 == 1 {
            cells[y * width + x] = 1;
        }
    }
    cells
}

/// Random rocks, smoothed a few times.
fn cave(width: usize, height: usize, dice: &mut Dice) -> Vec<u8> {
    let mut cells: Vec<u8> = (0..width * height).map(|_| u8::from(dice.part() > 0.44)).collect();
    for _ in 0..4 {
        let before = cells.clone();
        let rock = |x: usize, y: usize| x >= width || y >= height || before[y * width + x] == 0;
        for (number, cell) in cells.iter_mut().enumerate() {
            let (x, y) = (number % width, number / width);
            let around = (0..9).filter(|place| rock((x + place % 3).wrapping_sub(1), (y + place / 3).wrapping_sub(1)));
            *cell = u8::from(around.count() < 5);
        }
    }
    cells
}

/// Hills of costs 1 to 7 with lakes between them.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small numbers"
)]
fn terrain(width: usize, height: usize, dice: &mut Dice) -> Vec<u8> {
    let mut heights = vec![0.0_f64; width * height];
    for (scale, weight) in [(24.0, 1.0), (11.0, 0.5), (5.0, 0.25)] {
        let columns = (width as f64 / scale) as usize + 2;
        let rows = (height as f64 / scale) as usize + 2;
        let knots: Vec<f64> = (0..columns * rows).map(|_| dice.part()).collect();
        for (number, value) in heights.iter_mut().enumerate() {
            let (x, y) = ((number % width) as f64 / scale, (number / width) as f64 / scale);
            let smooth = |part: f64| part * part * (3.0 - 2.0 * part);
            let (across, down) = (smooth(x.fract()), smooth(y.fract()));
            let knot = |dx: usize, dy: usize| knots[(y as usize + dy) * columns + x as usize + dx];
            let upper = knot(0, 0) * (1.0 - across) + knot(1, 0) * across;
            let lower = knot(0, 1) * (1.0 - across) + knot(1, 1) * across;
            *value += weight * (upper * (1.0 - down) + lower * down);
        }
    }
    let cost = |height: &f64| match height / 1.75 {
        height if height < 0.33 => 0,
        height => ((height - 0.33) * 16.0).clamp(1.0, 7.0) as u8,
    };
    heights.iter().map(cost).collect()
}

fn puzzle(width: usize, height: usize, seed: u64) -> Result<World, String> {
    let mut tiles: Vec<u8> = (1..=u8::try_from(width * height).unwrap_or(25)).collect();
    if let Some(blank) = tiles.last_mut() {
        *blank = 0;
    }
    let goal = board(width, height, &tiles)?;
    // Boards of more than nine cells are shuffled with so few moves that most searches can finish.
    let start = match width * height {
        0..10 => Board::random(&goal, seed),
        10..17 => Board::random_walk(&goal, 80, seed),
        _ => Board::random_walk(&goal, 70, seed),
    };
    Ok(World::Puzzle(PuzzleBoard {
        width,
        height,
        tiles: start.cells().to_vec(),
        goal: goal.cells().to_vec(),
    }))
}

/// Two nodes without an edge.
fn blank() -> World {
    World::Graph(Network {
        nodes: vec![[0.0, 0.0], [100.0, 70.0]],
        goals: vec![1],
        ..Network::default()
    })
}

/// Points at a minimum distance from each other, each with edges to its nearest neighbours.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small numbers"
)]
fn graph(count: usize, dice: &mut Dice) -> World {
    let columns = ((count as f64 * 1.6).sqrt().ceil() as usize).max(1);
    let rows = count.div_ceil(columns);
    let side = 1000.0 / columns as f64;
    let mut fields: Vec<usize> = (0..columns * rows).collect();
    for place in (1..fields.len()).rev() {
        fields.swap(place, dice.below(place + 1));
    }
    fields.truncate(count);
    fields.sort_unstable();
    let round = |value: f64| (value * 10.0).round() / 10.0;
    let mut at = vec![None; columns * rows];
    let mut nodes = Vec::with_capacity(count);
    for field in fields {
        at[field] = u32::try_from(nodes.len()).ok();
        let (x, y) = ((field % columns) as f64, (field / columns) as f64);
        let shake = |dice: &mut Dice| 0.15 + 0.7 * dice.part();
        nodes.push([round((x + shake(dice)) * side), round((y + shake(dice)) * side)]);
    }
    let mut edges = Vec::new();
    let distance = |from: [f64; 2], to: [f64; 2]| (from[0] - to[0]).hypot(from[1] - to[1]);
    for (field, node) in at.iter().enumerate() {
        let Some(node) = node else { continue };
        let (x, y) = (field % columns, field / columns);
        let mut around: Vec<u32> = Vec::new();
        for other in y.saturating_sub(2)..(y + 3).min(rows) {
            let begin = other * columns;
            around.extend(
                at[begin + x.saturating_sub(2)..begin + (x + 3).min(columns)]
                    .iter()
                    .flatten(),
            );
        }
        around.retain(|other| other != node);
        let here = nodes[*node as usize];
        let to = |other: &u32| distance(here, nodes[*other as usize]);
        for _ in 0..3 {
            // Not sorted, since a few nodes are not worth the size of another sort in the WebAssembly.
            let nearest = (0..around.len()).min_by(|i, j| to(&around[*i]).total_cmp(&to(&around[*j])));
            let Some(nearest) = nearest else { break };
            let other = around.remove(nearest);
            let ends = (other.min(*node), other.max(*node));
            edges.push(ends);
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let edges: Vec<(u32, u32, f64)> = edges
        .into_iter()
        .map(|(from, to)| {
            let length = distance(nodes[from as usize], nodes[to as usize]);
            (from, to, round(length * (1.0 + 0.6 * dice.part().powi(2))).max(0.1))
        })
        .collect();
    let start = 0;
    // The node that is most expensive to reach.
    let goal = CsrGraph::undirected(nodes.len(), edges.iter().copied())
        .ok()
        .and_then(|graph| {
            let mut search = Dijkstra::one_to_all(&graph, start);
            if search.run() != Status::Found {
                return None;
            }
            let far = search.closed_nodes().max_by(|one, other| one.g.total_cmp(&other.g));
            far.map(|far| far.node)
        });
    World::Graph(Network {
        nodes,
        edges,
        directed: false,
        start,
        goals: vec![goal.unwrap_or(start)],
        names: Vec::new(),
    })
}
