//! A small game: sixty units of three sizes chase a player over grass, forest and swamp, while walls are built.
//!
//! ```text
//! cargo run --release --example chase
//! cargo run --release --example chase -- --animate
//! cargo run --release --example chase -- --frame-micros 2000 --range 5
//! ```
//!
//! Points to note:
//! - A `GridWorld` owns the map. Each kind of unit (`UnitKind`) has a size, its own terrain costs, and a field towards
//!   the player. A wall is added in one call, and from then on no field leads into it.
//! - `world.run_for(budget)` in each frame computes and repairs all fields. Meanwhile, units follow the present fields,
//!   and a step of the player only sets new goals (`set_goals`).
//! - Units do not overlap: a unit moves to the nearest free position among those that are one step nearer in the field,
//!   or waits if there is none.
//! - `map.reach(position, movement, points)` is the movement range of a unit.

mod picture;

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use astride::{Budget, Graph, Status, Stepper};
use astride_grid::{GridError, GridMap, GridProblem, GridWorld, Movement, Point, TextMap, UnitKind};

/// `.` is grass, 2 is forest, and 3 is swamp. The player starts at S.
const MAP: &str = "
    ............................................................................
    ......................222..........................................222......
    .....######.........2222222..............#####....................22222.....
    ..........#.........2222222..................#...................2222222....
    ..........#...........222....................#....................22222.....
    ..........#..................................#..............................
    ..............................333............#.......................3333...
    .............................33333.................................33333333.
    .....................#......3333333.................................333333..
    .....................#.......33333......S......######.................33....
    .....................#........333...........................................
    .....................#......................................................
    ..222................#...............................#......................
    .22222...............................................#..........222.........
    2222222...........................#####..............#.........22222........
    .22222................................#..............#..........222.........
    ..222.................................#.....................................
    .......................333............#............................#######..
    ......................33333..........................222....................
    .......................333..........................22222...................
    ............................................................................
";

/// The kinds of units: name, symbol, size, number, and costs of forest and swamp.
const KINDS: [(&str, char, u8, usize, [u8; 2]); 3] = [
    ("wolf", 'w', 1, 30, [2, 3]),
    ("troll", 'T', 2, 20, [1, 2]),
    // A giant does not notice the forest and would not get out of a swamp.
    ("giant", 'G', 3, 10, [1, 0]),
];

/// Units start at least this many columns or rows away from the player.
const AWAY: u16 = 14;

/// The number of frames after which the fleeing player builds another piece of wall.
const WALL_PACE: u64 = 3;

/// The movement rule of the player and of all units.
const MOVEMENT: Movement = Movement::Eight;

const LEGEND: &str = "P player  w wolf  T troll (2 x 2)  G giant (3 x 3)  # wall  2 forest  3 swamp";

const HELP: &str = "\
Sixty units of three sizes chase a player, who builds walls. Their fields get a small budget in each frame.

  --seed N           The seed of the game [default: 1]
  --expansions N     Expansions that all fields together may make in each frame [default: 2000]
  --frame-micros N   Microseconds that they may take instead, as in a real game: the result depends on the machine
  --frames N         Gives up after this many frames [default: 300]
  --range N          At the end, shows the cells that the player and a unit of each kind reach with N movement points
  --image FILE.svg   Draws the final state
  --animate          Draws every frame, in place and slowly if standard output is a terminal

Exit code: 0 caught, 1 not caught in time, 2 bad input.";

#[derive(Default)]
struct Args {
    seed: Option<u64>,
    expansions: Option<u64>,
    micros: Option<u64>,
    frames: Option<u64>,
    range: Option<u64>,
    image: Option<String>,
    animate: bool,
}

impl Args {
    /// Reads the arguments of this process. Returns `None` if the help was requested.
    fn read() -> Result<Option<Self>, String> {
        let mut args = Self::default();
        let mut words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
        while let Some(word) = words.next() {
            let value = match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--animate" => {
                    args.animate = true;
                    continue;
                }
                "--image" => {
                    let name = words.next().ok_or("--image: the name of a file is missing")?;
                    args.image = Some(picture::checked(&name)?.into());
                    continue;
                }
                "--seed" => &mut args.seed,
                "--expansions" => &mut args.expansions,
                "--frame-micros" => &mut args.micros,
                "--frames" => &mut args.frames,
                "--range" => &mut args.range,
                _ => return Err(format!("{word:?} is not an option: --help lists them")),
            };
            let text = words.next().unwrap_or_default();
            let number = text.parse().ok().filter(|number: &u64| *number > 0);
            *value = Some(number.ok_or_else(|| format!("{word} {text:?}: not a whole number from 1 to {}", u64::MAX))?);
        }
        if args.expansions.is_some() && args.micros.is_some() {
            return Err("--expansions and --frame-micros exclude each other".into());
        }
        Ok(Some(args))
    }

    /// The budget for each frame.
    fn budget(&self) -> Budget {
        match self.micros {
            Some(micros) => Budget::new().time(Duration::from_micros(micros)),
            None => Budget::new().expansions(self.expansions.unwrap_or(2000)),
        }
    }
}

/// Random numbers from a seed, the same on every machine (`SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % bound.max(1) as u64).unwrap_or(0)
    }

    fn pick(&mut self, points: &[Point]) -> Option<Point> {
        points.get(self.below(points.len())).copied()
    }
}

struct Unit {
    /// The index of its kind in [`KINDS`].
    kind: usize,
    /// The upper left cell that it covers.
    at: Point,
    /// The number of frames until it can step again. Rough terrain takes longer.
    rest: u8,
}

struct Game {
    world: GridWorld<GridMap>,
    /// The indices of the kinds in the world, and those of their fields.
    kinds: [usize; KINDS.len()],
    fields: [usize; KINDS.len()],
    /// The player's own field, which leads to the refuge.
    flight: usize,
    player: Point,
    units: Vec<Unit>,
    /// The unit on each cell of the map, row by row.
    occupants: Vec<Option<usize>>,
    random: Random,
    walls: u32,
}

/// The event of a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    Nothing,
    /// A piece of wall was built.
    Wall(Point),
    /// A unit of this kind caught the player.
    Caught(usize),
}

impl Game {
    fn new(seed: u64) -> Result<Self, GridError> {
        let text: TextMap = MAP.parse()?;
        let player = text.start.unwrap_or_default();
        let cells = usize::from(text.map.width()) * usize::from(text.map.height());
        let mut world = GridWorld::<GridMap>::new(text.map, MOVEMENT)?;
        let (mut kinds, mut fields) = ([0; KINDS.len()], [0; KINDS.len()]);
        for (place, (_, _, size, _, [forest, swamp])) in KINDS.into_iter().enumerate() {
            let kind = UnitKind::new(size)?.with_cost(2, forest).with_cost(3, swamp);
            let around = kind.positions_over(player);
            kinds[place] = world.add_unit(kind)?;
            fields[place] = world.add_field(kinds[place], around)?;
        }
        let flight = world.add_field(0, [player])?;
        let mut game = Self {
            world,
            kinds,
            fields,
            flight,
            player,
            units: Vec::new(),
            occupants: vec![None; cells],
            random: Random(seed),
            walls: 0,
        };
        // The largest units come first, while there is room.
        for (kind, (.., count, _)) in KINDS.into_iter().enumerate().rev() {
            for _ in 0..count {
                game.place_unit(kind);
            }
        }
        // While the game is loading, no frame has to be drawn.
        match game.world.run() {
            Status::Failed(error) => Err(error.into()),
            _ => Ok(game),
        }
    }

    /// Puts a unit on a random position that is far from the player and has a path to the player.
    fn place_unit(&mut self, kind: usize) {
        let positions = &self.world.units()[self.kinds[kind]];
        let free = |at: &Point| {
            distance(*at, self.player) >= AWAY
                && positions.are_connected(*at, self.player)
                && self.cells_of(kind, *at).all(|cell| self.occupants[cell].is_none())
        };
        let free: Vec<Point> = positions.map().points().filter(free).collect();
        if let Some(at) = self.random.pick(&free) {
            self.units.push(Unit { kind, at, rest: 0 });
            self.occupy(self.units.len() - 1, true);
        }
    }

    /// The numbers of the cells that a unit covers.
    fn cells_of(&self, kind: usize, at: Point) -> impl Iterator<Item = usize> + use<> {
        let (width, size) = (usize::from(self.world.map().width()), usize::from(KINDS[kind].2));
        let first = usize::from(at.y) * width + usize::from(at.x);
        (0..size).flat_map(move |y| (0..size).map(move |x| first + y * width + x))
    }

    fn cell(&self, point: Point) -> usize {
        usize::from(point.y) * usize::from(self.world.map().width()) + usize::from(point.x)
    }

    fn occupy(&mut self, unit: usize, is_there: bool) {
        let Unit { kind, at, .. } = self.units[unit];
        for cell in self.cells_of(kind, at) {
            self.occupants[cell] = is_there.then_some(unit);
        }
    }

    /// One iteration of the game loop.
    fn frame(&mut self, number: u64, budget: Budget) -> Result<Event, GridError> {
        self.flee()?;
        let mut event = Event::Nothing;
        if number.is_multiple_of(WALL_PACE)
            && let Some(wall) = self.build_wall()?
        {
            event = Event::Wall(wall);
        }
        for (kind, field) in self.kinds.into_iter().zip(self.fields) {
            let around: Vec<Point> = self.world.units()[kind].kind().positions_over(self.player).collect();
            self.world.fields_mut()[field].set_goals(around)?;
        }

        // All fields share the budget of a frame. Incomplete ones continue in the next frame.
        if let Status::Failed(error) = self.world.run_for(budget) {
            return Err(error.into());
        }

        for unit in 0..self.units.len() {
            self.step(unit);
        }
        if let Some(unit) = self.occupants[self.cell(self.player)] {
            event = Event::Caught(self.units[unit].kind);
        }
        Ok(event)
    }

    /// Moves the player towards the refuge, or chooses another refuge.
    fn flee(&mut self) -> Result<(), GridError> {
        let field = &self.world.fields()[self.flight];
        match field.next(self.player) {
            Some(next) if self.occupants[self.cell(next)].is_none() => self.player = next,
            _ if field.is_complete() => {
                let map = self.world.map();
                let is_connected = |point: &Point| self.world.are_connected(*point, self.player);
                let cells: Vec<Point> = map.points().filter(is_connected).collect();
                // Among some random places, the one that is furthest from any unit.
                let places: Vec<Point> = (0..8).filter_map(|_| self.random.pick(&cells)).collect();
                let from_units = |place: &Point| self.units.iter().map(|unit| distance(unit.at, *place)).min();
                let refuge = places.into_iter().max_by_key(from_units).unwrap_or(self.player);
                self.world.fields_mut()[self.flight].set_goals([refuge])?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Builds a wall beside the player, on the side of the nearest unit, unless that would shut the player in.
    fn build_wall(&mut self) -> Result<Option<Point>, GridError> {
        let Some(nearest) = self.units.iter().min_by_key(|unit| distance(unit.at, self.player)) else {
            return Ok(None);
        };
        let towards = |from: u16, to: u16| match from.cmp(&to) {
            std::cmp::Ordering::Less => from + 2,
            std::cmp::Ordering::Equal => from,
            std::cmp::Ordering::Greater => from.saturating_sub(2),
        };
        let wall = Point::new(
            towards(self.player.x, nearest.at.x),
            towards(self.player.y, nearest.at.y),
        );
        let refuge = self.world.fields()[self.flight].goals()[0];
        let cost = self.world.map().cost(wall).unwrap_or(0);
        if cost == 0 || wall == self.player || wall == refuge || self.occupants[self.cell(wall)].is_some() {
            return Ok(None);
        }
        self.world.set_wall(wall)?;
        if !self.world.are_connected(self.player, refuge) {
            self.world.set_cost(wall, cost)?;
            return Ok(None);
        }
        self.walls += 1;
        Ok(Some(wall))
    }

    /// Moves a unit a step nearer to the player, if there is room for it.
    fn step(&mut self, unit: usize) {
        let Unit { kind, at, rest } = self.units[unit];
        if rest > 0 {
            self.units[unit].rest -= 1;
            return;
        }
        let field = &self.world.fields()[self.fields[kind]];
        let map = self.world.units()[self.kinds[kind]].map();
        let (Some(cost), Ok(steps)) = (field.cost(at), GridProblem::new(map, at, at, MOVEMENT)) else {
            return;
        };
        let has_room = |to: Point| {
            let mut cells = self.cells_of(kind, to);
            cells.all(|cell| self.occupants[cell].is_none_or(|other| other == unit))
        };
        let nearer = steps.successors(&at).filter_map(|(to, _)| Some((field.cost(to)?, to)));
        let nearer = nearer.filter(|(left, to)| *left < cost && has_room(*to)).min();
        let Some((_, to)) = nearer else { return };
        let rest = map.cost(to).unwrap_or(1) - 1;
        self.occupy(unit, false);
        self.units[unit] = Unit { kind, at: to, rest };
        self.occupy(unit, true);
    }

    /// A summary of the frame on one line.
    fn report(&self, number: u64) -> String {
        let near = self
            .units
            .iter()
            .filter(|unit| distance(unit.at, self.player) <= 5)
            .count();
        let complete = self.world.fields().iter().filter(|field| field.is_complete()).count();
        format!(
            "frame {number:3}  player {:<5}  {near:2} of {} units near  {complete} of {} fields complete  {} walls",
            self.player.to_string(),
            self.units.len(),
            self.world.fields().len(),
            self.walls,
        )
    }

    /// The map with everything on it. `paint` puts a style around a symbol.
    fn picture(&self, paint: impl Fn(&str, char) -> String) -> String {
        let mut text = String::new();
        for point in self.world.map().points() {
            let unit = self.occupants[self.cell(point)].map(|unit| self.units[unit].kind);
            text += &match (unit, self.world.map().cost(point).unwrap_or(0)) {
                _ if point == self.player => paint("1;97;41", 'P'),
                (Some(kind), _) => paint(["1;33", "1;35", "1;36"][kind], KINDS[kind].1),
                (None, 0) => paint("1", '#'),
                (None, 1) => paint("2", '.'),
                (None, terrain) => paint("32", char::from(b'0' + terrain.min(9))),
            };
            if point.x + 1 == self.world.map().width() {
                text.push('\n');
            }
        }
        text
    }

    /// Writes the cells that the player and the first unit of each kind can reach with this many movement points.
    fn write_ranges(&self, out: &mut impl Write, points: u32) -> Result<(), Box<dyn Error>> {
        let map = self.world.map();
        let range = map.reach(self.player, MOVEMENT, points)?;
        let count = range.cells().count();
        writeln!(
            out,
            "\nWith {points} points the player gets to {count} cells, at these costs:"
        )?;
        // More columns would not fit into a terminal.
        let around = u16::try_from(points).unwrap_or(u16::MAX).min(9);
        let from = |side: u16| side.saturating_sub(around);
        for y in from(self.player.y)..(self.player.y + around + 1).min(map.height()) {
            for x in from(self.player.x)..(self.player.x + around + 1).min(map.width()) {
                let cell = Point::new(x, y);
                match range.cost(cell) {
                    Some(cost) => write!(out, "{cost:4.1}")?,
                    None => write!(out, "{:>4}", if map.is_free(cell) { '.' } else { '#' })?,
                }
            }
            writeln!(out)?;
        }
        for (kind, (name, ..)) in KINDS.into_iter().enumerate() {
            if let Some(unit) = self.units.iter().find(|unit| unit.kind == kind) {
                let positions = self.world.units()[self.kinds[kind]].map();
                let count = positions.reach(unit.at, MOVEMENT, points)?.cells().count();
                writeln!(out, "The {name} at {} gets to {count} positions.", unit.at)?;
            }
        }
        Ok(())
    }

    /// The map with the cells of the units and the path of the player.
    fn svg(&self) -> String {
        let cells = |is_large: bool| {
            let units = self
                .units
                .iter()
                .filter(move |unit| (KINDS[unit.kind].2 > 1) == is_large);
            units.flat_map(|unit| {
                let size = u16::from(KINDS[unit.kind].2);
                let cells = move |y| (0..size).map(move |x| Point::new(unit.at.x + x, unit.at.y + y));
                (0..size).flat_map(cells)
            })
        };
        let way = self.world.fields()[self.flight].path_from(self.player);
        let drawing = self.world.map().drawing().closed(cells(true)).open(cells(false));
        let drawing = drawing.path(way.iter().flatten()).start(self.player);
        drawing.svg()
    }
}

/// The number of steps between two cells without walls.
fn distance(one: Point, other: Point) -> u16 {
    one.x.abs_diff(other.x).max(one.y.abs_diff(other.y))
}

/// Plays until the player is caught or the frames are used up. Returns whether the player was caught.
fn play(args: &Args) -> Result<bool, Box<dyn Error>> {
    let mut game = Game::new(args.seed.unwrap_or(1))?;
    let mut out = io::stdout().lock();
    let is_terminal = out.is_terminal();
    let moves_pictures = args.animate && is_terminal;
    let is_coloured = is_terminal && env::var_os("NO_COLOR").is_none();
    let paint = |style: &str, symbol: char| {
        if is_coloured {
            format!("\x1b[{style}m{symbol}\x1b[0m")
        } else {
            symbol.to_string()
        }
    };
    writeln!(out, "{LEGEND}\n\n{}", game.picture(paint))?;
    let frames = args.frames.unwrap_or(300);
    let mut caught = None;
    for number in 1..=frames {
        let event = game.frame(number, args.budget())?;
        if moves_pictures {
            // Moves to the upper left corner and clears the rest. Ctrl-C leaves nothing to restore.
            write!(out, "\x1b[H\x1b[J")?;
        }
        match event {
            Event::Wall(at) => writeln!(out, "{}, one at {at}", game.report(number))?,
            _ => writeln!(out, "{}", game.report(number))?,
        }
        if args.animate {
            writeln!(out, "{}", game.picture(paint))?;
        }
        if moves_pictures {
            writeln!(out, "{LEGEND}")?;
            out.flush()?;
            thread::sleep(Duration::from_millis(80));
        }
        if let Event::Caught(kind) = event {
            caught = Some((number, KINDS[kind].0));
            break;
        }
    }
    if !args.animate {
        writeln!(out, "\n{}", game.picture(paint))?;
    }
    match caught {
        Some((number, name)) => writeln!(out, "Caught in frame {number} by a {name}.")?,
        None => writeln!(out, "Not caught in {frames} frames.")?,
    }
    if let Some(points) = args.range {
        game.write_ranges(&mut out, u32::try_from(points).unwrap_or(u32::MAX))?;
    }
    if let Some(path) = &args.image {
        fs::write(path, game.svg()).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(caught.is_some())
}

fn main() -> ExitCode {
    let args = match Args::read() {
        Ok(Some(args)) => args,
        Ok(None) => {
            // If standard output is closed, the reader has read enough.
            let _ = writeln!(io::stdout(), "{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return complain(&message),
    };
    match play(&args) {
        Ok(was_caught) => ExitCode::from(u8::from(!was_caught)),
        Err(error) => match error.downcast_ref::<io::Error>() {
            // The reader has read enough.
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            _ => complain(&error),
        },
    }
}

/// Prints one line on standard error and returns the exit code for bad input.
fn complain(message: &(impl std::fmt::Display + ?Sized)) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(2)
}
