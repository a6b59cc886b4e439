//! A game loop: a unit hunts a target that moves, and the search for the way gets a small budget each frame.
//!
//! ```text
//! cargo run --release --example time_sliced
//! cargo run --release --example time_sliced -- --animate
//! cargo run --release --example time_sliced -- --frame-micros 20
//! ```
//!
//! What to take from it into a game:
//! - `run_for(budget)` each frame: a long search costs many short frames, never a long one.
//! - `best_effort_path()` while the search goes on: the unit sets out at once, and turns round where that was wrong.
//! - `reset(problem)` when the target has moved away: it cancels one search and begins the next in the same memory, so
//!   that no frame waits for the allocator. `with_capacity` takes most of that memory before the game begins.
//! - The map in an `Rc`, so that each problem has it without a copy and without a lifetime.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::rc::Rc;
use std::thread;
use std::time::Duration;

use astride::{AStar, Budget, Status};
use astride_grid::{GridError, GridMap, GridProblem, Layer, Movement, Point, TextMap};

/// S is where the unit begins, G where the target does.
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

/// Where the target wanders, in a circle.
const POSTS: [Point; 4] = [
    Point::new(57, 1),
    Point::new(26, 1),
    Point::new(44, 13),
    Point::new(57, 12),
];

/// The target makes a step every so many frames, the unit one each frame.
const TARGET_PACE: u64 = 2;

/// The search starts again when the target is more than this many cells from where it was sought.
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
    /// For each frame.
    budget: Budget,
    frames: u64,
    animate: bool,
}

impl Args {
    /// Reads the arguments of this process. `None` means that the help was asked for.
    fn read() -> Result<Option<Self>, String> {
        let (mut expansions, mut micros, mut frames, mut animate) = (None, None, None, false);
        let mut words = env::args().skip(1);
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
            *value = Some(number.ok_or_else(|| format!("{word} {text:?}: not a number of at least 1"))?);
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
    /// One for the whole game.
    search: Search,
    /// Where the unit has come from since the search began; it stands on the last cell.
    trail: Vec<Point>,
    /// The way to go, as far as it is known.
    way: Vec<Point>,
    /// The target's round, and where in it the target is.
    round: Vec<Point>,
    target: usize,
    restarts: u32,
    /// Expansions in this frame.
    expanded: u64,
}

/// What happened in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// The search goes on, or its path is followed.
    Nothing,
    /// The target got away from where it was sought.
    Restarted,
    /// The search has found the way.
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
        // Room for all cells; what the open list needs beyond that comes with the first searches, and stays.
        let mut search = AStar::new(problem).with_capacity(map.width() as usize * map.height() as usize);

        // The target's round, piece by piece: a search is reused wherever one would be made.
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

    /// Drops the search that is under way, and begins one from the unit to where the target is now.
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

    /// One turn of the game loop.
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
            // Once the way is found it stays as it is.
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

    /// Moves the unit along the way. If the unit has gone astray, it first goes back to where the way branches off.
    fn step(&mut self) {
        if self.way.starts_with(&self.trail) {
            self.trail.extend(self.way.get(self.trail.len()));
        } else {
            self.trail.pop();
        }
    }

    /// What the search is doing, in a line.
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

/// The steps between two cells if there were no walls.
fn distance(one: Point, other: Point) -> u16 {
    one.x.abs_diff(other.x).max(one.y.abs_diff(other.y))
}

/// Plays until the target is caught. Returns whether it was.
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
            // To the upper left corner, and clear what follows. Ctrl-C leaves nothing to restore.
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
            // If standard output is closed, the reader has seen enough.
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
        // The reader has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => complain(&error),
    }
}

/// One line on standard error, and the exit code for bad input.
fn complain(message: &(impl std::fmt::Display + ?Sized)) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(2)
}
