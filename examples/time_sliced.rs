//! A game loop: a unit hunts a moving target, and the search for its path gets a small budget in each frame.
//!
//! ```text
//! cargo run --release --example time_sliced
//! cargo run --release --example time_sliced -- --animate
//! cargo run --release --example time_sliced -- --frame-micros 20
//! ```
//!
//! Points to note:
//! - `run_for(budget)` in each frame: a long search takes many short frames, never a long one.
//! - `best_effort_path()` while the search is running: the unit sets out at once, and turns back if it went the wrong
//!   way.
//! - `reset(problem)` when the target has moved away: it cancels one search and starts the next in the same memory, so
//!   that no frame waits for the allocator. `with_capacity` allocates most of that memory before the game begins.
//! - The map is in an `Rc`, so that each problem can share it without a copy or a lifetime.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::rc::Rc;
use std::thread;
use std::time::Duration;

use astride::{AStar, Budget, Status};
use astride_grid::{GridError, GridMap, GridProblem, Layer, Movement, Point, TextMap};

/// The unit starts at S, and the target at G.
const MAP: &str = "
    ............................................................
    ..S....................#....................................
    .......................#....................................
    ...........#############.........########################...
    .......................#........................#...........
    .......................#........................#...........
    ......#######..........#........................#...........
    ......#.....#..........###########......#.......#....####...
    ......#.....#..........#................#.......#....#......
    ......#................#................#.......#....#..G...
    ......#.....#..........#.....############............#......
    ......#.....#..........#................#............#......
    ......#######.......................................#.......
    .......................#................#...................
    .......................#................#...................
";

/// The places between which the target wanders, in a circle.
const POSTS: [Point; 4] = [
    Point::new(57, 1),
    Point::new(26, 1),
    Point::new(44, 13),
    Point::new(57, 12),
];

/// The target makes one step in this many frames, whereas the unit makes one in each frame.
const TARGET_PACE: u64 = 2;

/// The search starts again when the target is more than this many cells away from the goal of the search.
const LEASH: u16 = 8;

const LEGEND: &str = "U unit  T target  * way so far  + closed  o open  # wall";

const HELP: &str = "\
A unit hunts a moving target. The search for its path gets a small budget in each frame.

  --expansions N     Expansions that the search may make in each frame [default: 40]
  --frame-micros N   Microseconds that it may take instead, as in a real game: the result depends on the machine
  --frames N         Gives up after this many frames [default: 300]
  --animate          Draws every frame, in place and slowly if standard output is a terminal

Exit code: 0 caught, 1 not caught in time, 2 bad input.";

struct Args {
    /// The budget for each frame.
    budget: Budget,
    frames: u64,
    animate: bool,
}

impl Args {
    /// Reads the arguments of this process. Returns `None` if the help was requested.
    fn read() -> Result<Option<Self>, String> {
        let (mut expansions, mut micros, mut frames, mut animate) = (None, None, None, false);
        let mut words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
        while let Some(word) = words.next() {
            let value = match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--animate" => {
                    animate = true;
                    continue;
                }
                "--expansions" => &mut expansions,
                "--frame-micros" => &mut micros,
                "--frames" => &mut frames,
                _ => return Err(format!("{word:?} is not an option: --help lists them")),
            };
            let text = words.next().unwrap_or_default();
            let number = text.parse().ok().filter(|number: &u64| *number > 0);
            *value = Some(number.ok_or_else(|| format!("{word} {text:?}: not a whole number from 1 to {}", u64::MAX))?);
        }
        let budget = match (expansions, micros) {
            (Some(_), Some(_)) => return Err("--expansions and --frame-micros exclude each other".into()),
            (_, Some(micros)) => Budget::new().time(Duration::from_micros(micros)),
            (expansions, None) => Budget::new().expansions(expansions.unwrap_or(40)),
        };
        let frames = frames.unwrap_or(300);
        Ok(Some(Self {
            budget,
            frames,
            animate,
        }))
    }
}

type Search = AStar<GridProblem<Rc<GridMap>>>;

struct Game {
    map: Rc<GridMap>,
    /// The only search of the whole game.
    search: Search,
    /// The cells that the unit has visited since the search began. It stands on the last one.
    trail: Vec<Point>,
    /// The path to follow, as far as it is known.
    way: Vec<Point>,
    /// The target's round trip, and its position on it.
    round: Vec<Point>,
    target: usize,
    restarts: u32,
    /// The number of expansions in this frame.
    expanded: u64,
}

/// The event of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// The search continues, or its path is followed.
    Nothing,
    /// The target got too far away from the goal of the search.
    Restarted,
    /// The search has found a path.
    Found,
    Caught,
}

impl Game {
    fn new() -> Result<Self, GridError> {
        let text: TextMap = MAP.parse()?;
        let map = Rc::new(text.map);
        let unit = text.start.unwrap_or_default();
        let home = text.goal.unwrap_or_default();
        let problem = GridProblem::new(map.clone(), unit, home, Movement::Eight)?;
        // This is room for all cells. The open list allocates further memory in the first searches, and keeps it.
        let mut search = AStar::new(problem).with_capacity(map.width() as usize * map.height() as usize);

        // The target's round trip is found piece by piece with the same search, so that no other one has to be created.
        let mut round = Vec::new();
        let mut from = home;
        for post in POSTS.into_iter().chain([home]) {
            search.reset(GridProblem::new(map.clone(), from, post, Movement::Eight)?);
            if let Status::Failed(error) = search.run() {
                return Err(error.into());
            }
            round.extend(search.path().into_iter().flatten().skip(1));
            from = post;
        }
        let mut game = Self {
            map,
            search,
            trail: Vec::new(),
            way: Vec::new(),
            round,
            target: 0,
            restarts: 0,
            expanded: 0,
        };
        game.target = game.round.len() - 1;
        game.seek(unit)?;
        Ok(game)
    }

    fn unit(&self) -> Point {
        self.trail.last().copied().unwrap_or_default()
    }

    fn target(&self) -> Point {
        self.round[self.target]
    }

    /// Drops the current search, and begins one from the unit to the present position of the target.
    fn seek(&mut self, unit: Point) -> Result<(), GridError> {
        self.search.reset(GridProblem::new(
            self.map.clone(),
            unit,
            self.target(),
            Movement::Eight,
        )?);
        self.trail.clear();
        self.trail.push(unit);
        self.way.clear();
        Ok(())
    }

    /// One iteration of the game loop.
    fn frame(&mut self, number: u64, budget: Budget) -> Result<Event, GridError> {
        if number.is_multiple_of(TARGET_PACE) {
            self.target = (self.target + 1) % self.round.len();
        }

        let mut event = Event::Nothing;
        let sought = self.search.problem().goal();
        if distance(sought, self.target()) > LEASH || self.unit() == sought {
            self.seek(self.unit())?;
            self.restarts += 1;
            event = Event::Restarted;
        }

        let before = self.search.stats().expanded;
        if self.search.status().is_running() {
            if self.search.run_for(budget) == Status::Found {
                event = Event::Found;
            }
            // Once a path is found, it does not change.
            if let Some(path) = self.search.path().or_else(|| self.search.best_effort_path()) {
                self.way = path.nodes;
            }
        }

        self.expanded = self.search.stats().expanded - before;

        self.step();
        if distance(self.unit(), self.target()) <= 1 {
            event = Event::Caught;
        }
        Ok(event)
    }

    /// Moves the unit along the path. If the unit has gone astray, it first goes back to the cell where the path
    /// branches off.
    fn step(&mut self) {
        if self.way.starts_with(&self.trail) {
            self.trail.extend(self.way.get(self.trail.len()));
        } else {
            self.trail.pop();
        }
    }

    /// The state of the search on one line.
    fn report(&self, number: u64) -> String {
        let doing = match self.search.status() {
            Status::Running if self.way.starts_with(&self.trail) => "searching, unit goes ahead",
            Status::Running => "searching, unit turns back",
            Status::Found => "found, unit on its way",
            Status::Exhausted => "no way",
            Status::Failed(_) => "failed",
        };
        let (unit, target) = (self.unit().to_string(), self.target().to_string());
        let stats = self.search.stats();
        format!(
            "frame {number:3}  unit {unit:<5}  target {target:<5}  expanded {:3} of {:4}  {doing}",
            self.expanded, stats.expanded
        )
    }

    /// The map with everything on it. `paint` puts a style around a symbol.
    fn picture(&self, paint: impl Fn(&str, char) -> String) -> String {
        let drawing = self
            .map
            .drawing()
            .closed(self.search.closed_nodes().map(|closed| closed.node))
            .open(self.search.open_nodes().map(|open| open.node))
            .path(&self.way);
        let mut text = String::new();
        for (y, row) in (0..).zip(drawing.rows()) {
            for (x, (layer, symbol)) in (0..).zip(row) {
                let cell = Point::new(x, y);
                text += &match layer {
                    _ if cell == self.unit() => paint("1;30;42", 'U'),
                    _ if cell == self.target() => paint("1;97;41", 'T'),
                    Layer::Path => paint("1;33", symbol),
                    Layer::Open => paint("36", symbol),
                    Layer::Closed => paint("34", symbol),
                    _ => paint("2", symbol),
                };
            }
            text.push('\n');
        }
        text
    }
}

/// The number of steps between two cells without walls.
fn distance(one: Point, other: Point) -> u16 {
    one.x.abs_diff(other.x).max(one.y.abs_diff(other.y))
}

/// Plays until the target is caught or the frames are used up. Returns whether the target was caught.
fn play(args: &Args, game: &mut Game) -> io::Result<bool> {
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
    writeln!(out, "{LEGEND}\n")?;
    for number in 1..=args.frames {
        let event = game.frame(number, args.budget).map_err(io::Error::other)?;

        if moves_pictures {
            // Moves to the upper left corner and clears the rest. Ctrl-C leaves nothing to restore.
            write!(out, "\x1b[H\x1b[J")?;
        }
        writeln!(out, "{}", game.report(number))?;
        if args.animate || event != Event::Nothing {
            writeln!(out, "{}", game.picture(paint))?;
        }
        if moves_pictures {
            writeln!(out, "{LEGEND}")?;
            out.flush()?;
            thread::sleep(Duration::from_millis(80));
        }
        if event == Event::Caught {
            let restarts = game.restarts;
            writeln!(out, "Caught in frame {number}: one search, restarted {restarts} times.")?;
            return Ok(true);
        }
    }
    writeln!(out, "Not caught in {} frames.", args.frames)?;
    Ok(false)
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
    let mut game = match Game::new() {
        Ok(game) => game,
        Err(error) => return complain(&error),
    };
    match play(&args, &mut game) {
        Ok(was_caught) => ExitCode::from(u8::from(!was_caught)),
        // The reader has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => complain(&error),
    }
}

/// Prints one line on standard error and returns the exit code for bad input.
fn complain(message: &(impl std::fmt::Display + ?Sized)) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(2)
}
