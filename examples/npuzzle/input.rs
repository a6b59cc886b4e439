//! [`tasks`]: the boards to solve, from any source, each with its goal and known to be solvable.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::Path;
use std::str;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use astride::npuzzle::{Board, PuzzleError, Shape};
use astride::text::TextError;
use astride_tiles::{Instance, InstanceError};

use crate::cli::Cli;
use crate::error::Error;

/// The time to wait for standard input if the command line does not name it.
const PATIENCE: Duration = Duration::from_secs(1);

/// A board to solve. It can reach its goal.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) start: Board,
    pub(crate) goal: Board,
    /// The origin of a random board, for a heading. `{}` is the name of the puzzle.
    pub(crate) origin: Option<String>,
    /// The length of a shortest solution, if it is known in advance.
    pub(crate) optimum: Option<usize>,
}

/// Returns all boards that the command line requests, at least one.
pub(crate) fn tasks(cli: &Cli) -> Result<Vec<Task>, Error> {
    let target = Target::new(cli)?;
    let mut tasks = Vec::new();
    // No board is as short as a tile, so these are the tiles of one board, without quotes.
    let is_one = cli.boards.len() > 1 && cli.boards.iter().all(|text| (1..4).contains(&text.len()));
    let boards = if is_one {
        vec![cli.boards.join(" ")]
    } else {
        cli.boards.clone()
    };
    for (number, text) in (1..).zip(&boards) {
        if text == "-" {
            read_boards(io::stdin().lock(), "standard input", &target, &mut tasks)?;
        } else {
            let place = format!("board {number} ({})", quoted(text));
            let task = target.parse(text).and_then(|board| target.task(board, None, None));
            tasks.push(task.map_err(|error| bad_board(place, error))?);
        }
    }
    for path in &cli.file {
        if path == Path::new("-") {
            read_boards(io::stdin().lock(), "standard input", &target, &mut tasks)?;
        } else {
            let place = path.display().to_string();
            let file = File::open(path).map_err(|error| Error::input(&place, error))?;
            read_boards(file, &place, &target, &mut tasks)?;
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

/// Random boards: as many as requested, or one.
fn random(cli: &Cli, target: &Target) -> Result<Vec<Task>, Error> {
    let shape = target.shape.map_or_else(|| Shape::new(3, 3), Ok);
    let goal = target.goal(shape.map_err(|error| Error::input("--size", error))?);
    let one = |offset: u32| {
        let seed = cli.seed.unwrap_or(1).wrapping_add(offset.into());
        let (start, origin) = match cli.walk {
            Some(moves) => (
                Board::random_walk(&goal, moves, seed),
                format!("The {{}} after a random walk of {moves} moves (seed {seed})"),
            ),
            None => (Board::random(&goal, seed), format!("A random {{}} (seed {seed})")),
        };
        Task {
            start,
            goal: goal.clone(),
            origin: Some(origin),
            optimum: None,
        }
    };
    Ok((0..cli.random.unwrap_or(1)).map(one).collect())
}

/// The properties that all boards share.
struct Target {
    /// Their shape, if it is given.
    shape: Option<Shape>,
    /// The goal, if it is given.
    goal: Option<Board>,
    /// Whether the blank of the goal is in the first cell, if the command line specifies its place.
    blank: Option<bool>,
}

impl Target {
    fn new(cli: &Cli) -> Result<Self, Error> {
        let mut target = Self {
            shape: cli.size,
            goal: None,
            blank: None,
        };
        match cli.goal.as_deref() {
            None => {}
            Some("blank-first") => target.blank = Some(true),
            Some("blank-last") => target.blank = Some(false),
            Some(text) => {
                let goal = target.parse(text);
                let goal = goal.map_err(|error| bad_board(format_args!("--goal ({})", quoted(text)), error))?;
                target.shape = Some(goal.shape());
                target.goal = Some(goal);
            }
        }
        Ok(target)
    }

    /// The goal of boards of this shape.
    fn goal(&self, shape: Shape) -> Board {
        match (&self.goal, self.blank) {
            (Some(board), _) => board.clone(),
            (None, Some(true)) => Board::blank_first(shape),
            (None, _) => Board::blank_last(shape),
        }
    }

    fn parse(&self, text: &str) -> Result<Board, PuzzleError> {
        self.shape
            .map_or_else(|| text.parse(), |shape| Board::parse(text, shape))
    }

    /// A board with its goal, which is that of the file unless the command line has one.
    fn task(&self, start: Board, optimum: Option<usize>, of_file: Option<Board>) -> Result<Task, PuzzleError> {
        let is_said = self.goal.is_some() || self.blank.is_some();
        let goal = of_file.filter(|_| !is_said).unwrap_or_else(|| self.goal(start.shape()));
        if start.is_solvable(&goal)? {
            Ok(Task {
                start,
                goal,
                origin: None,
                optimum,
            })
        } else {
            Err(PuzzleError::Unsolvable { start, goal })
        }
    }
}

/// The error for a board, with its place.
fn bad_board(place: impl Display, error: PuzzleError) -> Error {
    match error {
        PuzzleError::NotSquare { tiles } => Error::input(
            place,
            format_args!("{tiles} tiles do not fill a square: give the shape with --size"),
        ),
        PuzzleError::Unsolvable { ref start, .. } => Error::input(place, format_args!("{error}; {}", reachable(start))),
        error => Error::input(place, error),
    }
}

/// States which of the named goals can be reached from a board that cannot reach its own goal.
fn reachable(start: &Board) -> &'static str {
    let shape = start.shape();
    let [first, last] =
        [Board::blank_first(shape), Board::blank_last(shape)].map(|goal| start.is_solvable(&goal) == Ok(true));
    match (first, last) {
        (true, true) => "--goal blank-first and --goal blank-last can be reached",
        (true, false) => "--goal blank-first can be reached",
        (false, true) => "--goal blank-last can be reached",
        (false, false) => "neither blank-first nor blank-last can be reached, but both can if two tiles are exchanged",
    }
}

/// The largest number of bytes that are read, so that an endless file does not use up all memory.
const LARGEST: u64 = 1 << 28;

/// Reads boards in the format of [`Instance`].
fn read_boards(reader: impl Read, place: &str, target: &Target, tasks: &mut Vec<Task>) -> Result<(), Error> {
    let mut bytes = Vec::new();
    match reader.take(LARGEST + 1).read_to_end(&mut bytes) {
        Ok(count) if count as u64 > LARGEST => {
            return Err(Error::input(place, format_args!("larger than {LARGEST} bytes")));
        }
        Ok(_) => {}
        Err(error) => return Err(Error::input(place, error)),
    }
    let text = str::from_utf8(&bytes).map_err(|error| {
        let lines = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n');
        Error::input(format_args!("{place}:{}", lines.count()), "not UTF-8 text")
    })?;
    let instances = Instance::read_all(text, target.shape).map_err(|InstanceError { line, error }| match error {
        PuzzleError::Text(TextError { line, column, fault }) => {
            Error::input(format_args!("{place}:{line}:{column}"), fault)
        }
        error => bad_board(format_args!("{place}:{line}"), error),
    })?;
    if instances.is_empty() {
        return Err(Error::input(place, "no board in it"));
    }
    for instance in instances {
        let task = target.task(instance.start, instance.optimum, instance.goal);
        tasks.push(task.map_err(|error| bad_board(format_args!("{place}:{}", instance.line), error))?);
    }
    Ok(())
}

/// Reads boards from standard input if it is a pipe, although the command line does not name it. Since programs are
/// often started with an open pipe to which nothing is ever written, this does not wait forever.
fn read_piped(target: &Target, tasks: &mut Vec<Task>) -> Result<(), Error> {
    if io::stdin().is_terminal() {
        return Ok(());
    }
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let something = io::stdin().lock().fill_buf().map(|bytes| !bytes.is_empty());
        // If it came too late, there is no longer a receiver.
        let _ = sender.send(something);
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(Ok(true)) => read_boards(io::stdin().lock(), "standard input", target, tasks),
        Ok(Ok(false) | Err(_)) => Ok(()),
        Err(_) => {
            let note = "note: nothing on standard input for a second: a random board instead (- waits for boards)";
            // If standard error is closed, the board is solved without the note.
            let _ = writeln!(io::stderr(), "{note}");
            Ok(())
        }
    }
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
