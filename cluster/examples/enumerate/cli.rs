//! [`Cli`]: the command line. `help.txt` explains it.

use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

use astride::npuzzle::Shape;
use lexopt::Parser;
use lexopt::prelude::{Long, Short};

use crate::Error;
use crate::options::{by_name, exclude, once};
use crate::worlds::{Row, Turns};

/// What the user wants.
#[derive(Debug)]
pub(crate) struct Cli {
    pub(crate) world: World,
    pub(crate) depth: Option<usize>,
    pub(crate) deepest: usize,
    pub(crate) two_levels: bool,
    pub(crate) node_limit: Option<u64>,
    pub(crate) is_plain: bool,
    pub(crate) threads: usize,
    pub(crate) processes: usize,
    /// Of all processes, if the user has started them.
    pub(crate) addresses: Option<Vec<String>>,
    pub(crate) me: usize,
    pub(crate) format: Format,
    pub(crate) shows_progress: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum World {
    Tiles(Shape),
    Row(Row),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Table,
    Csv,
    Json,
}

const FORMATS: [(&str, Format); 3] = [("table", Format::Table), ("csv", Format::Csv), ("json", Format::Json)];

/// The most processes that one machine starts, and the most threads of each.
const MOST: usize = 256;

impl Cli {
    /// Reads the command line of this process.
    pub(crate) fn read() -> Result<Self, Error> {
        let mut parser = Parser::from_env();
        let parser = &mut parser;
        let (mut size, mut pancakes, mut top_spin) = (None, None, None);
        let (mut depth, mut deepest, mut node_limit) = (None, None, None);
        let (mut threads, mut processes, mut addresses, mut me) = (None, None, None, None);
        let (mut hosts, mut format) = (None::<PathBuf>, None);
        let (mut two_levels, mut is_plain, mut shows_progress) = (false, false, false);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("size") => once(&mut size, "--size", parser, Shape::from_str)?,
                Long("pancakes") => once(&mut pancakes, "--pancakes", parser, |text| row(Turns::Pancakes, text))?,
                Long("top-spin") => once(&mut top_spin, "--top-spin", parser, |text| row(Turns::TopSpin, text))?,
                Long("depth") => once(&mut depth, "--depth", parser, usize::from_str)?,
                Long("deepest") => once(&mut deepest, "--deepest", parser, usize::from_str)?,
                Long("two-levels") => two_levels = true,
                Long("node-limit") => once(&mut node_limit, "--node-limit", parser, u64::from_str)?,
                Long("plain") => is_plain = true,
                Long("threads") => once(&mut threads, "--threads", parser, count)?,
                Long("processes") => once(&mut processes, "--processes", parser, count)?,
                Long("hosts") => hosts = Some(parser.value()?.into()),
                Long("addresses") => once(&mut addresses, "--addresses", parser, list)?,
                Long("me") => once(&mut me, "--me", parser, usize::from_str)?,
                Long("format") => once(&mut format, "--format", parser, |name| by_name(&FORMATS, name))?,
                Long("progress") => shows_progress = true,
                Short('h') | Long("help") => return Err(Error::Help(include_str!("help.txt"))),
                Short('V') | Long("version") => {
                    return Err(Error::Help(concat!("enumerate ", env!("CARGO_PKG_VERSION"), "\n")));
                }
                _ => return Err(argument.unexpected().into()),
            }
        }
        let worlds = [
            ("--size", size.is_some()),
            ("--pancakes", pancakes.is_some()),
            ("--top-spin", top_spin.is_some()),
        ];
        for (place, world) in worlds.iter().enumerate() {
            exclude(&[*world], &worlds[..place])?;
        }
        exclude(&[("--hosts", hosts.is_some())], &[("--addresses", addresses.is_some())])?;
        let not_plain = [
            ("--deepest", deepest.is_some()),
            ("--node-limit", node_limit.is_some()),
            ("--threads", threads.is_some()),
            ("--processes", processes.is_some()),
            ("--hosts", hosts.is_some()),
            ("--addresses", addresses.is_some()),
        ];
        exclude(&[("--plain", is_plain)], &not_plain)?;
        if let Some(file) = hosts {
            addresses = Some(hosts_of(&file)?);
        }
        let fault = match (&addresses, me) {
            (Some(_), None) => "the option '--me' is missing: which of the addresses is this process's?",
            (None, Some(_)) => "the option '--me' has no use without '--hosts' or '--addresses'",
            (Some(addresses), _) if processes.is_some_and(|processes| processes != addresses.len()) => {
                "the option '--processes' is not the number of addresses"
            }
            _ => "",
        };
        if !fault.is_empty() {
            return Err(Error::Usage(fault.into()));
        }
        let square = Shape::new(3, 3)?;
        Ok(Self {
            world: pancakes
                .or(top_spin)
                .map_or(World::Tiles(size.unwrap_or(square)), World::Row),
            depth,
            deepest: deepest.unwrap_or(0),
            two_levels,
            node_limit,
            is_plain,
            threads: threads.unwrap_or(1),
            processes: processes.unwrap_or(1),
            addresses,
            me: me.unwrap_or(0),
            format: format.unwrap_or(Format::Table),
            shows_progress,
        })
    }
}

fn row(turns: Turns, text: &str) -> Result<Row, String> {
    let len = text.parse().map_err(|error| format!("{error}"))?;
    Row::new(turns, len).ok_or_else(|| "not from 4 to 16".into())
}

fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().map_err(|error| format!("{error}"))?;
    if (1..=MOST).contains(&count) {
        Ok(count)
    } else {
        Err(format!("not from 1 to {MOST}"))
    }
}

fn list(text: &str) -> Result<Vec<String>, String> {
    let addresses: Vec<String> = text.split(',').map(|address| address.trim().into()).collect();
    if addresses.iter().all(|address| address.contains(':')) {
        Ok(addresses)
    } else {
        Err("not addresses such as 10.0.0.1:4100, separated by commas".into())
    }
}

/// The addresses of a file, one a line. Empty lines, and what follows a `#`, are skipped.
fn hosts_of(file: &PathBuf) -> Result<Vec<String>, Error> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).map_err(|source| Error::File {
        name: name.clone(),
        source,
    })?;
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim());
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    list(&lines.join(",")).map_err(|reason| Error::Usage(format!("{name}: {reason}").into()))
}
