//! Prints the result as a table, as CSV or as JSON.

use std::io::{self, Write};
use std::time::Duration;

use crate::Error;
use crate::cli::{Cli, Format};

/// The data to be printed.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) levels: Vec<u64>,
    pub(crate) is_complete: bool,
    pub(crate) deepest: Vec<String>,
    pub(crate) seconds: f64,
    pub(crate) bytes: Option<u64>,
    pub(crate) sent: Option<u64>,
    /// The number of processes, and the number of threads of each.
    pub(crate) workers: (usize, usize),
}

impl Report {
    pub(crate) fn new(levels: Vec<u64>, elapsed: Duration) -> Self {
        Self {
            levels,
            is_complete: true,
            deepest: Vec::new(),
            seconds: elapsed.as_secs_f64(),
            bytes: None,
            sent: None,
            workers: (1, 1),
        }
    }
}

pub(crate) fn write(cli: &Cli, report: &Report) -> Result<(), Error> {
    let out = &mut io::stdout().lock();
    match cli.format {
        Format::Table => table(out, report)?,
        Format::Csv => {
            writeln!(out, "depth,states")?;
            for (depth, nodes) in report.levels.iter().enumerate() {
                writeln!(out, "{depth},{nodes}")?;
            }
        }
        Format::Json => json(out, cli, report)?,
    }
    Ok(out.flush()?)
}

#[expect(clippy::cast_precision_loss, reason = "a few digits are shown")]
fn table(out: &mut impl Write, report: &Report) -> io::Result<()> {
    writeln!(out, "depth          states           total")?;
    let mut total = 0;
    for (depth, nodes) in report.levels.iter().enumerate() {
        total += nodes;
        writeln!(out, "{depth:>5} {nodes:>15} {total:>15}")?;
    }
    for node in &report.deepest {
        writeln!(out, "deepest: {node}")?;
    }
    let a_state = |sum: u64| sum as f64 / total as f64;
    let (seconds, speed) = (report.seconds, total as f64 / report.seconds / 1e6);
    let all = if report.is_complete { "all" } else { "not all" };
    write!(
        out,
        "{total} states ({all}), {seconds:.2} s, {speed:.2} million states per second"
    )?;
    if let (Some(bytes), Some(sent)) = (report.bytes, report.sent) {
        write!(
            out,
            ", {:.1} bytes and {:.2} nodes sent per state",
            a_state(bytes),
            a_state(sent)
        )?;
    }
    writeln!(out)
}

fn json(out: &mut impl Write, cli: &Cli, report: &Report) -> io::Result<()> {
    let world = cli.world.name();
    let (processes, threads) = report.workers;
    let number = |number: Option<u64>| number.map_or("null".to_owned(), |number| number.to_string());
    // No text has a character that JSON would have to escape.
    let deepest: Vec<_> = report.deepest.iter().map(|node| format!("\"{node}\"")).collect();
    let levels: Vec<_> = report.levels.iter().map(u64::to_string).collect();
    writeln!(
        out,
        "{{\"world\":\"{world}\",\"processes\":{processes},\"threads\":{threads},\"complete\":{},\"states\":{},\
         \"levels\":[{}],\"deepest\":[{}],\"seconds\":{:.6},\"bytes\":{},\"sent\":{}}}",
        report.is_complete,
        report.levels.iter().sum::<u64>(),
        levels.join(","),
        deepest.join(","),
        report.seconds,
        number(report.bytes),
        number(report.sent),
    )
}
