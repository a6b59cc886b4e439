//! [`tasks`]: the boards to solve, from wherever they come, each with its goal and known to be solvable.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use astride::npuzzle::{Board, PuzzleError, Shape};

use crate::cli::Cli;
use crate::error::Error;
use crate::instances::{Instance, Instances};

/// How long to wait for standard input if the command line does not name it.
const PATIENCE: Duration = Duration::from_secs(1);

/// A board to solve. It can reach its goal.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) start: Board,
    pub(crate) goal: Board,
    /// Where the board comes from, for a heading.
    pub(crate) source: Source,
    /// The length of a shortest solution, where it is known beforehand.
    pub(crate) optimum: Option<usize>,
}

/// Where a board comes from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Given,
    Random { seed: u64 },
    Walk { moves: u64, seed: u64 },
}

/// All boards that the command line asks for: at least one.
pub(crate) fn tasks(cli: &Cli) -> Result<Vec<Task>, Error> {
    let target = Target::new(cli)?;
    let mut tasks = Vec::new();
    // No board is as short as a tile: these are the tiles of one board, without quotes.
    let is_one = cli.boards.len() > 1 && cli.boards.iter().all(|text| (1..4).contains(&text.len()));
    let boards = if is_one {
        vec![cli.boards.join(" ")]
    } else {
        cli.boards.clone()
    };
    for (number, text) in (1..).zip(&boards) {
        if text == "-" {
            read_lines(io::stdin().lock(), "standard input", &target, &mut tasks)?;
        } else {
            let place = format_args!("board {number} ({})", quoted(text)).to_string();
            tasks.push(target.task(text).map_err(|error| bad_board(place, &error))?);
        }
    }
    for path in &cli.file {
        if path == Path::new("-") {
            read_lines(io::stdin().lock(), "standard input", &target, &mut tasks)?;
        } else {
            let place = path.display().to_string();
            let file = File::open(path).map_err(|error| Error::input(&place, error))?;
            read_lines(BufReader::new(file), &place, &target, &mut tasks)?;
        }
    }
    let is_random = cli.random.is_some() || cli.walk.is_some() || cli.seed.is_some();
    if tasks.is_empty() && !is_random {
        read_piped(&target, &mut tasks)?;
    }
    if tasks.is_empty() {
        tasks = random(cli, &target)?;
    }
    Ok(tasks)
}

/// Random boards: as many as were asked for, or one.
fn random(cli: &Cli, target: &Target) -> Result<Vec<Task>, Error> {
    let goal = target.goal(
        target
            .shape
            .map_or_else(|| Shape::new(3, 3), Ok)
            .map_err(|error| Error::input("--size", error))?,
    );
    let first = cli.seed.unwrap_or(1);
    let one = |offset| {
        let seed = first.wrapping_add(u64::from(offset));
        let (start, source) = match cli.walk {
            Some(moves) => (Board::random_walk(&goal, moves, seed), Source::Walk { moves, seed }),
            None => (Board::random(&goal, seed), Source::Random { seed }),
        };
        Task {
            start,
            goal: goal.clone(),
            source,
            optimum: None,
        }
    };
    Ok((0..cli.random.unwrap_or(1)).map(one).collect())
}

/// What all boards have in common.
struct Target {
    /// Their shape, where it was given.
    shape: Option<Shape>,
    goal: Goal,
}

enum Goal {
    /// As the file says, or with the blank last.
    Unsaid,
    BlankFirst,
    BlankLast,
    Board(Board),
}

impl Target {
    fn new(cli: &Cli) -> Result<Self, Error> {
        let goal = match cli.goal.as_deref() {
            None => Goal::Unsaid,
            Some("blank-first") => Goal::BlankFirst,
            Some("blank-last") => Goal::BlankLast,
            Some(text) => {
                let place = format!("--goal ({})", quoted(text));
                Goal::Board(parse(text, cli.size).map_err(|error| bad_board(place, &error))?)
            }
        };
        let shape = match &goal {
            Goal::Board(board) => Some(board.shape()),
            Goal::Unsaid | Goal::BlankFirst | Goal::BlankLast => cli.size,
        };
        Ok(Self { shape, goal })
    }

    /// The goal of boards of that shape.
    fn goal(&self, shape: Shape) -> Board {
        match &self.goal {
            Goal::BlankFirst => Board::blank_first(shape),
            Goal::Unsaid | Goal::BlankLast => Board::blank_last(shape),
            Goal::Board(board) => board.clone(),
        }
    }

    /// Reads a board.
    fn task(&self, text: &str) -> Result<Task, PuzzleError> {
        self.task_of(Instance::from(parse(text, self.shape)?), &Instances::default())
    }

    fn task_of(&self, instance: Instance, instances: &Instances) -> Result<Task, PuzzleError> {
        let Instance { board: start, optimum } = instance;
        let goal = match self.goal {
            Goal::Unsaid => instances.goal(start.shape()),
            _ => None,
        };
        let goal = goal.unwrap_or_else(|| self.goal(start.shape()));
        if start.is_solvable(&goal)? {
            Ok(Task {
                start,
                goal,
                source: Source::Given,
                optimum,
            })
        } else {
            Err(PuzzleError::Unsolvable { start, goal })
        }
    }
}

/// The error of a board, with its place.
fn bad_board(place: impl Display, error: &PuzzleError) -> Error {
    match error {
        PuzzleError::NotSquare { tiles } => Error::input(
            place,
            format_args!("{tiles} tiles do not fill a square: give the shape with --size"),
        ),
        error => Error::input(place, error),
    }
}

fn parse(text: &str, shape: Option<Shape>) -> Result<Board, PuzzleError> {
    match shape {
        Some(shape) => Board::parse(text, shape),
        None => text.parse(),
    }
}

/// Reads boards: one a line, or several lines that are the rows of one board.
fn read_lines(reader: impl BufRead, place: &str, target: &Target, tasks: &mut Vec<Task>) -> Result<(), Error> {
    let before = tasks.len();
    let mut instances = Instances::default();
    // The lines without comments, each with its number.
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (number, line) in (1..).zip(reader.lines()) {
        let line = line.map_err(|error| Error::input(format_args!("{place}:{number}"), error))?;
        // Some editors begin a file with a byte order mark.
        let line = if number == 1 {
            line.trim_start_matches('\u{feff}')
        } else {
            &line
        };
        let (text, comment) = line.split_once('#').unwrap_or((line, ""));
        instances.comment(comment);
        lines.push((number, text.trim().to_string()));
    }
    for block in lines.split(|(_, text)| text.is_empty()) {
        let rows: Vec<&str> = block.iter().map(|(_, text)| text.as_str()).collect();
        if let (true, Ok(board)) = (rows.len() > 1, parse(&rows.join("\n"), target.shape)) {
            let task = target.task_of(Instance::from(board), &instances);
            tasks.push(task.map_err(|error| bad_board(format_args!("{place}:{}", block[0].0), &error))?);
            continue;
        }
        for (number, text) in block {
            let instance = parse(text, target.shape)
                .map(Instance::from)
                .or_else(|error| instances.read(text, target.shape).ok_or(error));
            let task = instance.and_then(|instance| target.task_of(instance, &instances));
            let place = format_args!("{place}:{number} ({})", quoted(text)).to_string();
            tasks.push(task.map_err(|error| bad_board(place, &error))?);
        }
    }
    if tasks.len() == before {
        return Err(Error::input(place, "no board in it"));
    }
    Ok(())
}

/// Reads boards from standard input if it is a pipe, although the command line does not name it. Programs are often
/// started with an open pipe to which nothing is ever written, so this does not wait forever.
fn read_piped(target: &Target, tasks: &mut Vec<Task>) -> Result<(), Error> {
    if io::stdin().is_terminal() {
        return Ok(());
    }
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let something = io::stdin().lock().fill_buf().map(|bytes| !bytes.is_empty());
        // If it came too late, nobody listens any more.
        let _ = sender.send(something);
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(Ok(true)) => read_lines(io::stdin().lock(), "standard input", target, tasks),
        Ok(Ok(false) | Err(_)) => Ok(()),
        Err(_) => {
            eprintln_quietly(
                "note: nothing on standard input for a second: a random board instead (- waits for boards)",
            );
            Ok(())
        }
    }
}

/// Prints a note on standard error, if that is possible.
fn eprintln_quietly(note: &str) {
    use std::io::Write;
    let _ = writeln!(io::stderr(), "{note}");
}

/// The text on one line, shortened if it is long.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() > LONGEST {
        let beginning: String = text.chars().take(LONGEST).collect();
        format!("{beginning:?}…")
    } else {
        format!("{text:?}")
    }
}
