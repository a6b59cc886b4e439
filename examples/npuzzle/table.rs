//! [`Table`]: reports in aligned columns.

use std::io::{self, Write};

use astride::npuzzle::Board;

use crate::algorithm::Selection;
use crate::cli::Cli;
use crate::drawing::{Picture, side_by_side};
use crate::input::Task;
use crate::output::{Output, shorten, terminal_width};
use crate::solve::{Outcome, Report};
use crate::style::{BAD, QUIET, TITLE, paint};
use crate::totals::Totals;

/// As much of a solution as is printed where there is no terminal to fit.
const LONGEST_MOVES: usize = 80;
/// Less of a solution than this is not worth its place: it gets a line of its own.
const SHORTEST_MOVES: usize = 12;

/// What is left out where there is no room for it.
const DISPENSABLE: [&str; 2] = ["generated", "max_open"];

/// Reports in aligned columns.
///
/// Where the terminal is too narrow for all columns, what can be said once for all rows goes into a line above. If that
/// is not enough, the moves go into a line below each row.
pub(crate) struct Table {
    columns: Vec<Column>,
    /// What is said once for all rows.
    above: Option<String>,
    moves: Moves,
    picture: Option<Task>,
    gap: usize,
    totals: Totals,
}

struct Column {
    name: &'static str,
    width: usize,
    align: Align,
    /// What can be said once for all rows, if anything can.
    same: Option<String>,
    value: fn(&Report) -> String,
}

#[derive(Clone, Copy)]
enum Align {
    Left,
    Right,
}

/// Where the moves go, and how many characters they may take.
#[derive(Clone, Copy)]
enum Moves {
    Column(usize),
    Below(usize),
}

impl Table {
    pub(crate) fn new(cli: &Cli, tasks: &[Task]) -> Self {
        let columns = columns(cli, tasks);
        let mut table = Self {
            columns,
            above: None,
            moves: Moves::Column(LONGEST_MOVES),
            picture: None,
            gap: 2,
            totals: Totals::new(),
        };
        if let Some(width) = terminal_width() {
            table.fit(width);
        }
        table
    }

    /// The same, below a drawing of the board and its goal.
    pub(crate) fn below(self, task: &Task) -> Self {
        Self {
            picture: Some(task.clone()),
            ..self
        }
    }

    fn fit(&mut self, terminal: usize) {
        if self.width() + SHORTEST_MOVES > terminal {
            let same: Vec<_> = self
                .columns
                .iter()
                .filter_map(|column| Some(format!("{} {}", column.name, column.same.as_ref()?)))
                .collect();
            self.above = (!same.is_empty()).then(|| same.join(", "));
            self.columns.retain(|column| column.same.is_none());
        }
        if self.width() > terminal {
            self.gap = 1;
        }
        if self.width() > terminal + self.gap {
            self.columns.retain(|column| !DISPENSABLE.contains(&column.name));
            let note = format!("no room for {}", DISPENSABLE.join(", "));
            self.above = Some(
                self.above
                    .take()
                    .map_or(note.clone(), |above| format!("{above}; {note}")),
            );
        }
        let left = terminal.saturating_sub(self.width());
        self.moves = if left < SHORTEST_MOVES {
            Moves::Below(terminal.saturating_sub(2))
        } else {
            Moves::Column(left)
        };
    }

    /// What all columns take, and the gap after the last one.
    fn width(&self) -> usize {
        self.columns.iter().map(|column| column.width + self.gap).sum()
    }

    /// A row, with a value for each column.
    fn row(&self, value: impl Fn(&Column) -> String) -> String {
        let gap = " ".repeat(self.gap);
        let cell = |column: &Column| {
            let (width, value) = (column.width, value(column));
            match column.align {
                Align::Left => format!("{value:<width$}{gap}"),
                Align::Right => format!("{value:>width$}{gap}"),
            }
        };
        self.columns.iter().map(cell).collect()
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
        if let Some(above) = &self.above {
            writeln!(out, "{}", paint(QUIET, above))?;
        }
        let header = self.row(|column| column.name.into());
        let moves = match self.moves {
            Moves::Column(_) => "moves",
            Moves::Below(_) => "",
        };
        writeln!(
            out,
            "{}",
            paint(TITLE, format_args!("{header}{moves}").to_string().trim_end())
        )?;
        out.flush()
    }

    fn report(&mut self, _: &Task, report: &Report) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        let row = self.row(|column| (column.value)(report));
        let moves: Option<String> = report.moves.as_ref().map(|moves| moves.iter().copied().collect());
        let row = match (&moves, self.moves) {
            (Some(moves), Moves::Column(width)) => format!("{row}{}", shorten(moves, width)),
            _ => row.trim_end().to_string(),
        };
        if report.status == Outcome::Solved && !report.is_wrong() {
            writeln!(out, "{row}")?;
        } else {
            writeln!(out, "{}", paint(BAD, row))?;
        }
        self.totals.add(report);
        if let (Some(moves), Moves::Below(width)) = (&moves, self.moves) {
            writeln!(out, "  {}", paint(QUIET, shorten(moves, width)))?;
        }
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

/// All columns but the moves, as wide as they will have to be (numbers may turn out larger: there is no way to know).
fn columns(cli: &Cli, tasks: &[Task]) -> Vec<Column> {
    let boards = tasks.iter().map(|task| width_of(&task.start));
    let names = cli.algorithm_names();
    let heuristic = cli.heuristic().name();
    let any_informed = cli.algorithms().iter().any(|algorithm| algorithm.is_informed());
    let (heuristic_width, same_heuristic) = match (cli.algorithm, any_informed) {
        // Each board has its own.
        (Selection::Auto, _) => ("linear-conflict".len(), None),
        (_, true) => (heuristic.len(), Some(heuristic)),
        (_, false) => (heuristic.len(), Some("none".into())),
    };

    let text = |name, width: Option<usize>, same, value| Column {
        name,
        width: width.unwrap_or_default().max(name.len()),
        align: Align::Left,
        same,
        value,
    };
    let number = |name: &'static str, width: usize, value| Column {
        name,
        width: width.max(name.len()),
        align: Align::Right,
        same: None,
        value,
    };
    vec![
        text(
            "board",
            boards.max(),
            only(tasks).map(|task| task.start.to_string()),
            |report| report.board.to_string(),
        ),
        text(
            "algorithm",
            names.iter().map(|name| name.len()).max(),
            only(&names).map(|name| String::from(*name)),
            |report| report.algorithm.into(),
        ),
        text("heuristic", Some(heuristic_width), same_heuristic, |report| {
            report.heuristic.unwrap_or("-").into()
        }),
        text("status", None, None, |report| report.status.to_string()),
        number("length", 6, |report| {
            report.length.map_or("-".into(), |length| length.to_string())
        }),
        number("expanded", 8, |report| report.expanded.to_string()),
        number("generated", 9, |report| report.generated.to_string()),
        number("max_open", 8, |report| {
            report.max_open.map_or("-".into(), |boards| boards.to_string())
        }),
        number("seconds", 8, |report| seconds(report.seconds)),
    ]
}

/// Microseconds matter where a search takes no second.
fn seconds(seconds: f64) -> String {
    if seconds < 10.0 {
        format!("{seconds:.6}")
    } else {
        format!("{seconds:.2}")
    }
}

fn width_of(board: &Board) -> usize {
    board.to_string().len()
}

fn only<T>(items: &[T]) -> Option<&T> {
    match items {
        [item] => Some(item),
        _ => None,
    }
}
