//! [`Table`]: reports in aligned columns.

use std::io::{self, Write};

use crate::algorithm::Selection;
use crate::cli::Cli;
use crate::drawing::{Picture, side_by_side};
use crate::input::Task;
use crate::output::{Output, shorten, terminal_width};
use crate::solve::{Outcome, Report};
use crate::style::{BAD, TITLE, paint};
use crate::totals::Totals;

/// As much of a solution as is printed where there is no terminal to fit.
const LONGEST_MOVES: usize = 80;
/// Less of a solution than this is not worth its place.
const SHORTEST_MOVES: usize = 12;

const HEADER: [&str; 9] = [
    "board",
    "algorithm",
    "heuristic",
    "status",
    "length",
    "expanded",
    "generated",
    "max_open",
    "seconds",
];
/// The first columns are words, the others numbers.
const WORDS: usize = 4;

/// Reports in aligned columns. The moves come last, as many as fit.
pub(crate) struct Table {
    widths: [usize; HEADER.len()],
    longest_moves: usize,
    picture: Option<Task>,
    totals: Totals,
}

impl Table {
    /// Numbers may turn out wider than their columns: there is no way to know.
    pub(crate) fn new(cli: &Cli, tasks: &[Task]) -> Self {
        let mut widths = [0, 0, 0, 9, 6, 8, 9, 8, 8];
        widths[0] = tasks
            .iter()
            .map(|task| task.start.to_string().len())
            .max()
            .unwrap_or_default();
        widths[1] = cli
            .algorithm_names()
            .iter()
            .map(|name| name.len())
            .max()
            .unwrap_or_default();
        widths[2] = match cli.algorithm {
            // Each board has its own.
            Selection::Auto => "linear-conflict".len(),
            _ => cli.heuristic().name().len(),
        };
        for (width, name) in widths.iter_mut().zip(HEADER) {
            *width = (*width).max(name.len());
        }
        let used: usize = widths.iter().map(|width| width + 2).sum();
        let longest_moves = terminal_width().map_or(LONGEST_MOVES, |width| width.saturating_sub(used));
        Self {
            widths,
            longest_moves: longest_moves.max(SHORTEST_MOVES),
            picture: None,
            totals: Totals::new(),
        }
    }

    /// The same, below a drawing of the board and its goal.
    pub(crate) fn below(self, task: &Task) -> Self {
        Self {
            picture: Some(task.clone()),
            ..self
        }
    }

    fn row(&self, values: &[String; HEADER.len()], moves: &str) -> String {
        let cells = values.iter().zip(self.widths).enumerate();
        let cells = cells.map(|(column, (value, width))| match column {
            0..WORDS => format!("{value:<width$}  "),
            _ => format!("{value:>width$}  "),
        });
        let row: String = cells.chain([shorten(moves, self.longest_moves)]).collect();
        row.trim_end().to_string()
    }
}

impl Output for Table {
    fn begin(&mut self) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        if let Some(task) = &self.picture {
            let pictures = [
                Picture::new("start", &task.start, None),
                Picture::new("goal", &task.goal, None),
            ];
            for line in side_by_side(&pictures, terminal_width().unwrap_or(80)) {
                writeln!(out, "{line}")?;
            }
            writeln!(out)?;
        }
        writeln!(out, "{}", paint(TITLE, self.row(&HEADER.map(String::from), "moves")))?;
        out.flush()
    }

    fn report(&mut self, _: &Task, report: &Report) -> io::Result<()> {
        let or_dash = |value: Option<usize>| value.map_or("-".into(), |value| value.to_string());
        let values = [
            report.board.to_string(),
            report.algorithm.into(),
            report.heuristic.unwrap_or("-").into(),
            report.status.to_string(),
            or_dash(report.length),
            report.expanded.to_string(),
            report.generated.to_string(),
            or_dash(report.max_open),
            seconds(report.seconds),
        ];
        let moves: Option<String> = report.moves.as_ref().map(|moves| moves.iter().copied().collect());
        let row = self.row(&values, &moves.unwrap_or_default());
        let is_well = report.status == Outcome::Solved && !report.is_wrong();
        let row = if is_well { row } else { paint(BAD, row) };
        self.totals.add(report);
        let mut out = anstream::stdout().lock();
        writeln!(out, "{row}")?;
        out.flush()
    }

    fn end(&mut self) -> io::Result<()> {
        // The algorithms of one board are there to be compared, not to be added up.
        if self.picture.is_none() && self.totals.is_worth_a_line() {
            writeln!(anstream::stdout(), "{}", paint(TITLE, self.totals))?;
        }
        Ok(())
    }
}

/// Microseconds matter where a search takes no second.
fn seconds(seconds: f64) -> String {
    if seconds < 10.0 {
        format!("{seconds:.6}")
    } else {
        format!("{seconds:.2}")
    }
}
