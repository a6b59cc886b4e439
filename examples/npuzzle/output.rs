//! [`Output`]: where reports go.

use std::io::{self, IsTerminal};

use crate::cli::{Cli, Format};
use crate::input::Task;
use crate::machine::{Csv, Json};
use crate::solve::Report;
use crate::story::Story;
use crate::table::Table;

/// Where reports go, one after the other, each as soon as it is there.
pub(crate) trait Output {
    fn begin(&mut self) -> io::Result<()>;
    fn report(&mut self, task: &Task, report: &Report) -> io::Result<()>;
    fn end(&mut self) -> io::Result<()>;
}

/// The output that the command line asks for.
pub(crate) fn choose(cli: &Cli, tasks: &[Task]) -> Box<dyn Output> {
    let is_single = tasks.len() == 1 && cli.algorithm_names().len() == 1;
    match (cli.format, tasks) {
        (Some(Format::Csv), _) => Box::new(Csv::new()),
        (Some(Format::Json), _) => Box::new(Json::new()),
        (None, _) if is_single || cli.is_moving() => Box::new(Story::new(cli)),
        (None, [task]) => Box::new(Table::new(cli, tasks).below(task)),
        (Some(Format::Table) | None, _) => Box::new(Table::new(cli, tasks)),
    }
}

/// The columns of the terminal, where standard output is one.
pub(crate) fn terminal_width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    crossterm::terminal::size()
        .ok()
        .map(|(columns, _)| usize::from(columns))
        .filter(|columns| *columns > 0)
}

/// The beginning of a text that may be too long for its place.
pub(crate) fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        text.to_string()
    } else {
        text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
    }
}
