//! [`Story`]: one solution, drawn, with its moves and what it took.

use std::io::{self, Write};

use anstyle::Style;
use astride::npuzzle::{Board, Move};
use indicatif::HumanCount;

use crate::cli::{Cli, Show};
use crate::drawing::{Picture, pictures_in_row, side_by_side};
use crate::input::{Source, Task};
use crate::output::{Output, terminal_width};
use crate::solve::{Outcome, Report};
use crate::style::{BAD, GOOD, QUIET, TITLE, paint};

/// What the letters of the moves mean.
const LEGEND: &str = "Moves are those of the blank: U up, L left, R right, D down";

/// The columns of what is no terminal.
const USUAL_WIDTH: usize = 80;
/// More moves than this are not all drawn.
const MOST_DRAWN: usize = 100;
/// More lines of moves than this are not all printed.
const MOST_LINES: usize = 6;
/// Where the values of the report begin.
const INDENT: usize = 10;

/// One solution after the other, drawn, with its moves and what it took.
pub(crate) struct Story {
    width: usize,
    is_moving: bool,
    is_animated: bool,
    has_hint: bool,
}

impl Story {
    pub(crate) fn new(cli: &Cli) -> Self {
        Self {
            width: terminal_width().unwrap_or(USUAL_WIDTH),
            is_moving: cli.is_moving(),
            is_animated: cli.show() == Show::Animation,
            has_hint: std::env::args_os().len() == 1,
        }
    }
}

impl Output for Story {
    fn begin(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn report(&mut self, task: &Task, report: &Report) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        if self.is_moving {
            writeln!(out)?;
        }
        self.print_words(&mut out, TITLE, &title(task, report))?;
        if report.moves.is_some() {
            self.print_words(&mut out, QUIET, LEGEND)?;
        }
        writeln!(out)?;
        match &report.moves {
            Some(moves) if !self.is_animated => self.draw_solution(&mut out, &task.start, moves)?,
            Some(_) => {}
            None => {
                let pictures = [
                    Picture::new("start", &task.start, None),
                    Picture::new("goal", &task.goal, None),
                ];
                self.draw(&mut out, &pictures)?;
            }
        }
        self.print_report(&mut out, report)?;
        if self.has_hint && matches!(task.source, Source::Random { .. }) {
            writeln!(out)?;
            let hint = "More, after `--`: --seed 2, --size 4, --algorithm all, --animate, --step, --help";
            self.print_words(&mut out, QUIET, hint)?;
        }
        out.flush()
    }

    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What was solved, and how.
fn title(task: &Task, report: &Report) -> String {
    let shape = task.start.shape();
    let name = format!("{}-puzzle", shape.cells() - 1);
    let name = if shape.width() == shape.height() {
        name
    } else {
        format!("{name} ({shape})")
    };
    let puzzle = match task.source {
        Source::Given => format!("The {name} {}", task.start),
        Source::Random { seed } => format!("A random {name} (seed {seed})"),
        Source::Walk { moves, seed } => format!("The {name} after a random walk of {moves} moves (seed {seed})"),
    };
    let result = match report.status {
        Outcome::Solved => "solved",
        _ => "not solved",
    };
    let heuristic = report
        .heuristic
        .map_or(String::new(), |name| format!(" with the {name} heuristic"));
    format!("{puzzle}, {result} by {}{heuristic}", report.title)
}

impl Story {
    /// Prints a text in as many lines as it needs.
    fn print_words(&self, out: &mut impl Write, style: Style, text: &str) -> io::Result<()> {
        let mut line = String::new();
        for word in text.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > self.width {
                writeln!(out, "{}", paint(style, std::mem::take(&mut line)))?;
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        writeln!(out, "{}", paint(style, line))
    }

    fn draw(&self, out: &mut impl Write, pictures: &[Picture]) -> io::Result<()> {
        for line in side_by_side(pictures, self.width) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)
    }

    /// All boards of the solution, or the first and the last ones of a long one.
    fn draw_solution(&self, out: &mut impl Write, start: &Board, moves: &[Move]) -> io::Result<()> {
        let mut pictures = vec![Picture::new("start", start, None)];
        let mut board = start.clone();
        for (number, step) in (1..).zip(moves) {
            let Ok(next) = board.apply(*step) else { break };
            // What was in the blank's new cell is the tile that moved.
            let tile = board.tile(next.blank());
            pictures.push(Picture::new(&format!("{number} {step}"), &next, tile));
            board = next;
        }
        if moves.len() <= MOST_DRAWN {
            return self.draw(out, &pictures);
        }
        let in_row = pictures
            .last()
            .map_or(1, |picture| pictures_in_row(picture, self.width));
        let (first, rest) = pictures.split_at((2 * in_row).min(pictures.len()));
        let (left_out, last) = rest.split_at(rest.len().saturating_sub(in_row));
        self.draw(out, first)?;
        if !left_out.is_empty() {
            let note = format!("… {} more boards …", HumanCount(left_out.len() as u64));
            writeln!(out, "{}\n", paint(QUIET, note))?;
        }
        self.draw(out, last)
    }

    fn print_report(&self, out: &mut impl Write, report: &Report) -> io::Result<()> {
        let mut line =
            |name: &str, value: String| writeln!(out, "{}{value}", paint(QUIET, format_args!("{name:<INDENT$}")));
        if let (Some(moves), Some(length)) = (&report.moves, report.length) {
            for (name, part) in ["moves"].into_iter().chain(std::iter::repeat("")).zip(self.wrap(moves)) {
                line(name, part)?;
            }
            let unit = if length == 1 { "move" } else { "moves" };
            line(
                "length",
                format!("{} {unit}, {}", paint(GOOD, HumanCount(length as u64)), report.promise),
            )?;
        } else {
            let failure = report.failure.as_deref().unwrap_or("there is no solution");
            line("status", paint(BAD, format_args!("{}: {failure}", report.status)))?;
        }
        line("expanded", format!("{} boards", HumanCount(report.expanded)))?;
        line("generated", format!("{} boards", HumanCount(report.generated)))?;
        if let Some(boards) = report.max_open {
            line("max open", format!("{} boards at a time", HumanCount(boards as u64)))?;
        }
        line("seconds", format!("{:.6}", report.seconds))
    }

    /// The moves in as many lines as they need, or the beginning of a long solution.
    fn wrap(&self, moves: &[Move]) -> Vec<String> {
        let width = self.width.saturating_sub(INDENT).max(10);
        let mut lines: Vec<String> = moves.chunks(width).map(|line| line.iter().copied().collect()).collect();
        if lines.len() > MOST_LINES {
            lines.truncate(MOST_LINES - 1);
            lines.push("… (--format json or csv prints all)".into());
        }
        if lines.is_empty() {
            lines.push("none: the board is the goal".into());
        }
        lines
    }
}
