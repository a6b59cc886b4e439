//! [`Cli`]: the command line, which `help.txt` explains.

use std::path::PathBuf;
use std::time::Duration;

use astride::npuzzle::Shape;
use astride_cluster::Launch;
use lexopt::prelude::{Long, Short};
use lexopt::{Parser, ValueExt};

use crate::Error;
use crate::options::{by_name, exclude, once, whole};
use crate::shape::shape;
use crate::worlds::{Row, Turns};

/// The options that the user has given.
#[derive(Debug)]
pub(crate) struct Cli {
    pub(crate) world: World,
    pub(crate) depth: Option<usize>,
    pub(crate) deepest: usize,
    pub(crate) two_levels: bool,
    pub(crate) node_limit: Option<u64>,
    pub(crate) is_plain: bool,
    pub(crate) disk: Option<OnDisk>,
    /// The threads and processes that search.
    pub(crate) launch: Launch,
    pub(crate) format: Format,
    pub(crate) shows_progress: bool,
}

/// The options for keeping the states on disk.
#[derive(Clone, Debug)]
pub(crate) struct OnDisk {
    /// Each process has a subfolder, named by its number.
    pub(crate) folder: PathBuf,
    pub(crate) memory: usize,
    pub(crate) disk: u64,
    pub(crate) time: Option<Duration>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum World {
    Tiles(Shape),
    Row(Row),
}

impl World {
    /// A human-readable name.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Tiles(shape) => format!("{shape} tiles"),
            Self::Row(row) => row.name(),
        }
    }
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
        let (mut folder, mut memory, mut disk, mut seconds) = (None, None, None, None);
        let (mut launch, mut format) = (Launch::new(), None);
        let (mut two_levels, mut is_plain, mut shows_progress) = (false, false, false);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("size") => once(&mut size, "--size", parser, shape)?,
                Long("pancakes") => once(&mut pancakes, "--pancakes", parser, |text| row(Turns::Pancakes, text))?,
                Long("top-spin") => once(&mut top_spin, "--top-spin", parser, |text| row(Turns::TopSpin, text))?,
                Long("depth") => once(&mut depth, "--depth", parser, whole(0..=usize::MAX))?,
                Long("deepest") => once(&mut deepest, "--deepest", parser, whole(0..=usize::MAX))?,
                Long("two-levels") => two_levels = true,
                Long("node-limit") => once(&mut node_limit, "--node-limit", parser, whole(0..=u64::MAX))?,
                Long("plain") => is_plain = true,
                Long("folder") => folder = Some(PathBuf::from(parser.value()?)),
                Long("memory") => once(&mut memory, "--memory", parser, whole(0..=usize::MAX))?,
                Long("disk") => once(&mut disk, "--disk", parser, whole(0..=u64::MAX))?,
                Long("seconds") => once(&mut seconds, "--seconds", parser, whole(0..=u64::MAX))?,
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
        let in_memory = [("--plain", is_plain), not_plain[0], not_plain[1]];
        exclude(&[("--folder", folder.is_some())], &in_memory)?;
        let on_disk = [
            ("--memory", memory.is_some()),
            ("--disk", disk.is_some()),
            ("--seconds", seconds.is_some()),
        ];
        if let (None, Some((name, _))) = (&folder, on_disk.iter().find(|(_, is_given)| *is_given)) {
            return Err(lexopt::Error::from(format!("the option '{name}' requires '--folder'")).into());
        }
        let megabytes = |megabytes: u64| megabytes.saturating_mul(1_000_000);
        let disk = folder.map(|folder| OnDisk {
            folder,
            memory: memory.unwrap_or(256_usize).saturating_mul(1_000_000),
            disk: disk.map_or(u64::MAX, megabytes),
            time: seconds.map(Duration::from_secs),
        });
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
            disk,
            launch,
            format: format.unwrap_or(Format::Table),
            shows_progress,
        })
    }
}

fn row(turns: Turns, text: &str) -> Result<Row, String> {
    let row = text.parse().ok().and_then(|len| Row::new(turns, len));
    row.ok_or_else(|| "not from 4 to 16".into())
}
