//! [`Csv`] and [`Json`]: reports for other programs.

use std::io::{self, Stdout, Write};

use crate::input::Task;
use crate::output::Output;
use crate::solve::Report;

/// Comma-separated values: a header, and a line for each report.
#[derive(Debug)]
pub(crate) struct Csv {
    writer: csv::Writer<Stdout>,
}

impl Csv {
    pub(crate) fn new() -> Self {
        Self {
            writer: csv::Writer::from_writer(io::stdout()),
        }
    }
}

impl Output for Csv {
    fn begin(&mut self) -> io::Result<()> {
        // The header comes with the first row, from the names of its fields.
        Ok(())
    }

    fn report(&mut self, _: &Task, report: &Report) -> io::Result<()> {
        self.writer.serialize(report).map_err(io_error)?;
        self.writer.flush()
    }

    fn end(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The error beneath, whose kind tells a closed pipe from a full disk.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}

/// An array of objects, each on a line of its own.
#[derive(Debug)]
pub(crate) struct Json {
    separator: &'static str,
}

impl Json {
    pub(crate) fn new() -> Self {
        Self { separator: "" }
    }
}

impl Output for Json {
    fn begin(&mut self) -> io::Result<()> {
        write!(io::stdout(), "[")
    }

    fn report(&mut self, _: &Task, report: &Report) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", self.separator)?;
        serde_json::to_writer(&mut out, report)?;
        self.separator = ",";
        out.flush()
    }

    fn end(&mut self) -> io::Result<()> {
        writeln!(io::stdout(), "\n]")
    }
}
