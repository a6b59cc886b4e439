//! The input: the map, the start, the goal and the movement rule.

use std::io::{self, Read};
use std::path::Path;
use std::{fs, str};

use astride::text::TextError;
use astride_grid::movingai::TerrainMap;
use astride_grid::{End, Estimate, GridError, GridMap, Movement, Point, TextMap};

use crate::Args;

const ROOMS: &str = include_str!("rooms.txt");

/// A map and a query on it.
pub(crate) struct Question {
    /// The name of the map, usually its file name.
    pub(crate) name: String,
    pub(crate) map: GridMap,
    pub(crate) from: Point,
    pub(crate) to: Point,
    pub(crate) movement: Movement,
    /// `None` for the strongest estimate.
    pub(crate) estimate: Option<Estimate>,
}

impl Question {
    /// Reads the map, which supplies the values that the arguments leave open. The error is one line that names the
    /// place.
    pub(crate) fn read(args: &Args) -> Result<Self, String> {
        let (name, bytes) = match args.map.as_deref() {
            None => ("built-in".to_string(), ROOMS.as_bytes().to_vec()),
            Some(path) => read_bytes(path)?,
        };
        // Some editors begin a file with a byte order mark.
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        let (map, start, goal) = if bytes.trim_ascii_start().starts_with(b"type") {
            let map = TerrainMap::parse(bytes).map_err(|error| in_file(&name, &error))?;
            (
                map.to_grid_map().map_err(|error| format!("{name}: {error}"))?,
                None,
                None,
            )
        } else if bytes.starts_with(b"P2") {
            let map = GridMap::from_pgm(bytes).map_err(|error| in_file(&name, &error))?;
            (map, None, None)
        } else if bytes.starts_with(b"P5") {
            return Err(format!(
                "{name}: a binary PGM ('P5'); only plain ones ('P2') can be read"
            ));
        } else {
            let TextMap { map, start, goal } = text(&name, bytes)?
                .parse()
                .map_err(|error| at_its_place(&name, &error))?;
            (map, start, goal)
        };
        let mut free = map.points().filter(|point| map.is_free(*point));
        let Some(first) = free.next() else {
            return Err(format!("{name}: the map has no free cell"));
        };
        let last = free.last().unwrap_or(first);
        Ok(Self {
            name,
            map,
            from: args.from.or(start).unwrap_or(first),
            to: args.to.or(goal).unwrap_or(last),
            movement: args.movement.unwrap_or_default(),
            estimate: args.estimate,
        })
    }
}

/// Returns the bytes as text, or the place where they are not text.
fn text<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, String> {
    str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let last_line = valid.rsplit('\n').next().unwrap_or_default();
        let (line, column) = (valid.matches('\n').count() + 1, last_line.chars().count() + 1);
        let byte = bytes[error.valid_up_to()];
        format!("{name}:{line}:{column}: the byte 0x{byte:02X} is not UTF-8 text")
    })
}

/// The library's error, with the place written as in compiler messages: `file:line:column: message`.
pub(crate) fn in_file(name: &str, error: &TextError) -> String {
    let TextError { line, column, fault } = error;
    format!("{name}:{line}:{column}: {fault}")
}

/// The largest number of bytes that are read, so that an endless file does not use up all memory.
const LARGEST: u64 = 1 << 28;

pub(crate) fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), String> {
    let mut bytes = Vec::new();
    let (name, read) = if path == Path::new("-") {
        let read = io::stdin().take(LARGEST + 1).read_to_end(&mut bytes);
        ("standard input".to_string(), read)
    } else {
        let read = fs::File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
        (path.display().to_string(), read)
    };
    match read {
        Ok(count) if count as u64 > LARGEST => Err(format!("{name}: larger than {LARGEST} bytes")),
        Ok(_) => Ok((name, bytes)),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// The same for maps drawn with characters.
fn at_its_place(name: &str, error: &GridError) -> String {
    match error {
        GridError::Text(error) => in_file(name, error),
        _ => format!("{name}: {error}"),
    }
}

/// The library's error with the argument that caused it.
pub(crate) fn blame_argument(error: &GridError) -> String {
    let argument = match error {
        GridError::EndOutside { end, .. } | GridError::EndInWall { end, .. } => match end {
            End::Start => "--from: ",
            End::Goal => "--to: ",
        },
        GridError::Inadmissible { .. } => "--estimate: ",
        _ => "",
    };
    format!("{argument}{error}")
}
