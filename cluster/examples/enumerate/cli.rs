//! [`Cli`]: the command line. `help.txt` explains it.

use std::str::FromStr;

use astride::npuzzle::Shape;
use astride_cluster::Launch;
use lexopt::prelude::{Long, Short};
use lexopt::{Parser, ValueExt};

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
    /// The threads and processes that search.
    pub(crate) launch: Launch,
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

impl Cli {
    /// Reads the command line of this process.
    pub(crate) fn read() -> Result<Self, Error> {
        let mut parser = Parser::from_env();
        let parser = &mut parser;
        let (mut size, mut pancakes, mut top_spin) = (None, None, None);
        let (mut depth, mut deepest, mut node_limit) = (None, None, None);
        let (mut launch, mut format) = (Launch::new(), None);
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
                Long("format") => once(&mut format, "--format", parser, |name| by_name(&FORMATS, name))?,
                Long("progress") => shows_progress = true,
                Short('h') | Long("help") => return Err(Error::Help(include_str!("help.txt"))),
                Short('V') | Long("version") => {
                    return Err(Error::Help(concat!("enumerate ", env!("CARGO_PKG_VERSION"), "\n")));
                }
                Long(name) if Launch::OPTIONS.contains(&name) => {
                    let name = name.to_owned();
                    launch.set(&name, &parser.value()?.string()?)?;
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
        let not_plain = [("--deepest", deepest.is_some()), ("--node-limit", node_limit.is_some())];
        exclude(&[("--plain", is_plain)], &not_plain)?;
        let workers = Launch::OPTIONS.map(|name| (format!("--{name}"), launch.is_given(name)));
        for (name, is_given) in &workers {
            exclude(&[("--plain", is_plain)], &[(name, *is_given)])?;
        }
        launch.check()?;
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
            launch,
            format: format.unwrap_or(Format::Table),
            shows_progress,
        })
    }
}

fn row(turns: Turns, text: &str) -> Result<Row, String> {
    let len = text.parse().map_err(|error| format!("{error}"))?;
    Row::new(turns, len).ok_or_else(|| "not from 4 to 16".into())
}
