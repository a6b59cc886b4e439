//! [`Output`]: prints reports, each as soon as it is available.

use std::io::{self, StdoutLock, Write};
use std::time::Instant;

use astride::npuzzle::Move;
use console::style;

use crate::algorithm::Algorithm;
use crate::cli::{Cli, Format, Show};
use crate::drawing::{Picture, animate, draw, draw_solution, quiet, terminal_width, title};
use crate::error::Error;
use crate::input::Task;
use crate::progress::grouped;
use crate::solve::Report;

/// The meaning of the letters of moves.
const LEGEND: &str = "Moves are those of the blank: U up, L left, R right, D down";
const HINT: &str = "More, after `--`: --seed 2, --size 4, --algorithm all, --animate, --step, --help";

/// The number of columns if the output is not a terminal.
const USUAL_WIDTH: usize = 80;
/// The largest number of lines of moves that are printed.
const MOST_LINES: usize = 6;
/// The column where the values of a story begin.
const INDENT: usize = 10;
/// The number of moves printed in a row if the output is not a terminal, and the least number in any row.
const LONGEST_MOVES: usize = 80;
const SHORTEST_MOVES: usize = 8;

/// The columns, with widths that fit most values.
const COLUMNS: [(&str, usize); 11] = [
    ("board", 5),
    ("algorithm", 9),
    ("heuristic", 9),
    ("status", 9),
    ("length", 6),
    ("optimum", 7),
    ("expanded", 8),
    ("generated", 9),
    ("max_open", 8),
    ("seconds", 8),
    ("moves", 0),
];
/// The optimum, `generated` and `max_open`, without which a table fits into a terminal.
const LEFT_OUT: [usize; 3] = [5, 7, 8];
const MOVES: usize = 10;

/// Whether a column has words instead of numbers.
fn is_text(column: usize) -> bool {
    column < 4 || column == MOVES
}

/// Prints reports.
pub(crate) struct Output<'a> {
    cli: &'a Cli,
    /// `None` for a story: one drawn solution, with its moves and statistics.
    format: Option<Format>,
    widths: [usize; COLUMNS.len()],
    /// The board that several algorithms solve.
    drawn: Option<&'a Task>,
    totals: Totals,
    begun: Instant,
}

impl<'a> Output<'a> {
    pub(crate) fn new(cli: &'a Cli, tasks: &'a [Task]) -> Self {
        let algorithms = cli.algorithm().members();
        let is_single = tasks.len() == 1 && algorithms.len() == 1;
        let format = match cli.format {
            None if is_single || cli.show() != Show::Result => None,
            format => Some(format.unwrap_or(Format::Table)),
        };
        let drawn = tasks.first().filter(|_| tasks.len() == 1 && cli.format.is_none());
        let mut widths = COLUMNS.map(|(_, width)| width);
        widths[0] = tasks
            .iter()
            .map(|task| task.start.to_string().len())
            .max()
            .unwrap_or(0)
            .max(widths[0]);
        widths[2] = match cli.algorithm() {
            // The heuristic may differ from board to board.
            Algorithm::Auto => "linear-conflict".len(),
            _ => cli.heuristic().name().len().max(widths[2]),
        };
        Self {
            cli,
            format,
            widths,
            drawn,
            totals: Totals::default(),
            begun: Instant::now(),
        }
    }

    pub(crate) fn report(&mut self, task: &Task, report: &Report) -> Result<(), Error> {
        let mut out = io::stdout().lock();
        let is_first = self.totals.searches == 0;
        self.totals.add(task, report);
        let values = values(task, report);
        match self.format {
            None => self.tell(&mut out, task, report)?,
            Some(Format::Table) => {
                if is_first {
                    if let Some(task) = self.drawn {
                        draw_ends(&mut out, task, terminal_width().unwrap_or(USUAL_WIDTH))?;
                    }
                    writeln!(out, "{}", title(self.row(&COLUMNS.map(|(name, _)| name.into()))))?;
                }
                let row = self.row(&values.map(|value| value.unwrap_or_else(|| "-".into())));
                let is_well = report.is_well(task);
                writeln!(out, "{}", if is_well { row } else { style(row).yellow().to_string() })?;
            }
            Some(Format::Json) => {
                let fields = COLUMNS
                    .iter()
                    .zip(values)
                    .enumerate()
                    .map(|(column, ((name, _), value))| {
                        let quote = if is_text(column) && value.is_some() { "\"" } else { "" };
                        let value = value.unwrap_or_else(|| "null".into());
                        // No text contains a character that JSON would have to escape.
                        format!("\"{name}\":{quote}{value}{quote}")
                    });
                let object = fields.collect::<Vec<_>>().join(",");
                write!(out, "{}\n{{{object}}}", if is_first { "[" } else { "," })?;
            }
        }
        Ok(out.flush()?)
    }

    pub(crate) fn end(&self) -> Result<(), Error> {
        match self.format {
            Some(Format::Json) => writeln!(io::stdout(), "\n]")?,
            // The algorithms for a single board are meant to be compared, not added up.
            Some(Format::Table) if self.drawn.is_none() && self.totals.searches > 1 => {
                writeln!(io::stdout(), "{}", title(self.totals.line(self.begun)))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Aligns words to the left and numbers to the right, and adds as many of the moves as fit.
    fn row(&self, values: &[String; COLUMNS.len()]) -> String {
        let shown = || (0..COLUMNS.len()).filter(|column| !LEFT_OUT.contains(column));
        let used: usize = shown().map(|column| self.widths[column] + 2).sum::<usize>() - 2;
        let room = terminal_width()
            .map_or(LONGEST_MOVES, |width| width.saturating_sub(used))
            .max(SHORTEST_MOVES);
        let cells = shown().map(|column| match (&values[column], self.widths[column]) {
            (moves, _) if column == MOVES && moves.len() > room => format!("{}…", &moves[..room - 1]),
            (value, width) if is_text(column) => format!("{value:<width$}  "),
            (value, width) => format!("{value:>width$}  "),
        });
        cells.collect::<String>().trim_end().to_string()
    }

    /// Prints one drawn solution, with its moves and statistics.
    fn tell(&self, out: &mut StdoutLock<'_>, task: &Task, report: &Report) -> io::Result<()> {
        let width = terminal_width().unwrap_or(USUAL_WIDTH);
        let show = self.cli.show();
        if let (Show::Animation, Some(moves)) = (show, &report.moves) {
            animate(out, &task.start, moves)?;
        } else if show != Show::Result {
            writeln!(out)?;
        }
        for line in wrapped(&heading(task, report), width) {
            writeln!(out, "{}", title(line))?;
        }
        if report.moves.is_some() {
            writeln!(out, "{}", quiet(LEGEND))?;
        }
        writeln!(out)?;
        match &report.moves {
            Some(moves) if show != Show::Animation => draw_solution(out, &task.start, moves, width)?,
            Some(_) => {}
            None => draw_ends(out, task, width)?,
        }

        let mut line = |name: &str, value: String| writeln!(out, "{}{value}", quiet(format!("{name:<INDENT$}")));
        if let Some(moves) = &report.moves {
            for (number, part) in parts(moves, width.saturating_sub(INDENT).max(10))
                .into_iter()
                .enumerate()
            {
                line(if number == 0 { "moves" } else { "" }, part)?;
            }
            let unit = if moves.len() == 1 { "move" } else { "moves" };
            let length = style(grouped(moves.len() as u64)).green();
            line("length", format!("{length} {unit}, {}", report.promise))?;
        } else {
            let failure = report.failure.as_deref().unwrap_or("there is no solution");
            line(
                "status",
                style(format!("{}: {failure}", report.status)).yellow().to_string(),
            )?;
        }
        line("expanded", format!("{} boards", grouped(report.expanded)))?;
        line("generated", format!("{} boards", grouped(report.generated)))?;
        if let Some(boards) = report.max_open {
            line("max open", format!("{} boards at a time", grouped(boards as u64)))?;
        }
        line("seconds", format!("{:.6}", report.seconds))?;
        if std::env::args_os().len() == 1 && task.origin.is_some() {
            writeln!(out, "\n{}", quiet(HINT))?;
        }
        Ok(())
    }
}

/// The values of a row.
fn values(task: &Task, report: &Report) -> [Option<String>; COLUMNS.len()] {
    let number = |number: Option<usize>| number.map(|number| number.to_string());
    [
        Some(task.start.to_string()),
        Some(report.algorithm.name().into()),
        report.heuristic.map(String::from),
        Some(report.status.into()),
        number(report.length()),
        number(task.optimum),
        Some(report.expanded.to_string()),
        Some(report.generated.to_string()),
        number(report.max_open),
        Some(format!("{:.6}", report.seconds)),
        report.moves.as_ref().map(|moves| moves.iter().copied().collect()),
    ]
}

fn draw_ends(out: &mut impl Write, task: &Task, width: usize) -> io::Result<()> {
    let ends = [("start", &task.start), ("goal", &task.goal)];
    draw(out, &ends.map(|(label, board)| Picture::new(label, board, None)), width)
}

/// The puzzle, the algorithm, and whether the puzzle was solved.
fn heading(task: &Task, report: &Report) -> String {
    let shape = task.start.shape();
    let mut puzzle = format!("{}-puzzle", shape.cells() - 1);
    if shape.width() != shape.height() {
        puzzle = format!("{puzzle} ({shape})");
    }
    let given = || format!("The {{}} {}", task.start);
    let puzzle = task.origin.clone().unwrap_or_else(given).replace("{}", &puzzle);
    let result = if report.moves.is_some() { "solved" } else { "not solved" };
    let heuristic = report
        .heuristic
        .map_or(String::new(), |name| format!(" with the {name} heuristic"));
    format!("{puzzle}, {result} by {}{heuristic}", report.title)
}

/// The text, split into as many lines as it needs.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= width => line.extend([" ", word]),
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// The moves, split into as many lines as they need, or the beginning of a long solution.
fn parts(moves: &[Move], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = moves.chunks(width).map(|line| line.iter().copied().collect()).collect();
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES - 1);
        lines.push("… (--format json prints all)".into());
    }
    if lines.is_empty() {
        lines.push("none: the board is the goal".into());
    }
    lines
}

/// The totals of several searches.
#[derive(Default)]
struct Totals {
    searches: usize,
    solved: usize,
    moves: usize,
    /// The number of lengths that could be compared with known ones, and the number of wrong ones among them.
    compared: usize,
    wrong: usize,
}

impl Totals {
    fn add(&mut self, task: &Task, report: &Report) {
        self.searches += 1;
        self.solved += usize::from(report.moves.is_some());
        self.moves += report.length().unwrap_or_default();
        self.compared += usize::from(report.moves.is_some() && task.optimum.is_some());
        self.wrong += usize::from(report.is_wrong(task));
    }

    /// If several boards are solved at once, the time is less than the sum of the times of the searches.
    fn line(&self, begun: Instant) -> String {
        let lengths = match (self.compared, self.wrong) {
            (0, _) => String::new(),
            (compared, 0) => format!("; {compared} lengths are as they should be"),
            (compared, wrong) => format!("; {wrong} of {compared} lengths are NOT as they should be"),
        };
        let (solved, searches, moves) = (self.solved, self.searches, grouped(self.moves as u64));
        let seconds = begun.elapsed().as_secs_f64();
        format!("{solved} of {searches} solved, {moves} moves, {seconds:.3} s{lengths}")
    }
}
