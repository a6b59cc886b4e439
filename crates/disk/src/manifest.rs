//! [`Manifest`]: the list of complete levels. A level is complete when this file has been replaced.

use std::path::Path;
use std::sync::Arc;

use astride_files::{BinaryFile, Fields, Format, add_checksum};

use crate::disk::Disk;
use crate::run::{Content, LARGEST_BLOCK, Layout, Run};
use crate::{Error, Options};

/// The name of the file.
pub(crate) const NAME: &str = "levels";
/// The name under which it is written first.
pub(crate) const TEMPORARY: &str = "levels.tmp";

const FORMAT: Format = Format {
    magic: b"ASTRDISK",
    version: 2,
    content: "the levels of an enumeration",
};

/// The levels that are compared, and those that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Directed,
    Undirected,
    TwoLevels,
}

const KINDS: [(Kind, &str); 3] = [
    (Kind::Directed, "directed"),
    (Kind::Undirected, "undirected"),
    (Kind::TwoLevels, "undirected with two levels"),
];

/// A level.
#[derive(Debug)]
pub(crate) struct Stored {
    pub(crate) nodes: u64,
    /// The number of edges that lead to the next level.
    pub(crate) there: u64,
    /// The files of its keys, or none if the level is forgotten. With `n` files, bucket `b` is in file `b % n`.
    pub(crate) parts: Vec<Run>,
    /// The same for its nodes if they consist of more than their keys.
    pub(crate) whole: Vec<Run>,
}

impl Stored {
    /// The file with the keys of this bucket.
    pub(crate) fn part(&self, bucket: u32) -> Option<&Run> {
        part_of(&self.parts, bucket)
    }

    /// The first bucket with nodes that is at least `from`, and the file with its nodes.
    pub(crate) fn next_whole_part(&self, from: u32, has_bytes: bool) -> Option<(u32, &Run)> {
        let parts = self.whole_parts(has_bytes).iter();
        let next = parts.filter_map(|run| Some((run.buckets.next(from)?, run)));
        next.min_by_key(|(bucket, _)| *bucket)
    }

    /// The files with the nodes of this level.
    pub(crate) fn whole_parts(&self, has_bytes: bool) -> &[Run] {
        if has_bytes { &self.whole } else { &self.parts }
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &Run> {
        self.parts.iter().chain(&self.whole)
    }

    /// The name of one of the files of a level.
    pub(crate) fn file_name(depth: usize, part: usize, content: Content) -> String {
        let name = if content == Content::Keys { LEVEL } else { NODES };
        format!("{name}{depth:06}.{part}")
    }
}

fn part_of<T>(parts: &[T], bucket: u32) -> Option<&T> {
    parts.get(bucket as usize % parts.len().max(1))
}

/// The prefixes of the names of files of keys and of nodes.
pub(crate) const LEVEL: &str = "level-";
pub(crate) const NODES: &str = "nodes-";

#[derive(Debug)]
pub(crate) struct Manifest {
    pub(crate) layout: Layout,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    /// The name of the coding.
    pub(crate) coding: String,
    /// A hash of the starts and their successors.
    pub(crate) fingerprint: u64,
    pub(crate) is_complete: bool,
    /// The bytes of a node that violates the invariant: those of its key and those next to it.
    pub(crate) violation: Option<Vec<u8>>,
    pub(crate) levels: Vec<Stored>,
    /// The size of the file in bytes.
    pub(crate) length: u64,
}

impl Manifest {
    /// Reads the file and checks the files that it lists.
    pub(crate) fn read(disk: &Arc<Disk>) -> Result<Self, Error> {
        let path = disk.path(NAME);
        let mut file = BinaryFile::open(&path)?;
        let length = usize::try_from(file.length).unwrap_or(usize::MAX);
        let bytes = file.begin(&FORMAT, length.max(8 + 4))?;
        let content = file.checked(&bytes, "content")?;
        let damaged = || Error::damaged(&path, "it has impossible values");
        let mut manifest = Self::parse(disk, content.get(8 + 4..).unwrap_or(&[]), file.length).ok_or_else(damaged)?;
        for level in &mut manifest.levels {
            for run in level.parts.iter_mut().chain(&mut level.whole) {
                run.check(disk)?;
            }
        }
        Ok(manifest)
    }

    fn parse(disk: &Disk, bytes: &[u8], length: u64) -> Option<Self> {
        let mut fields = Fields(bytes);
        let layout = Layout {
            key_bytes: fields.u32()?,
            buckets: fields.u32()?,
            block: fields.u32()?,
        };
        if layout.buckets == 0 || layout.block as usize > LARGEST_BLOCK {
            return None;
        }
        let kind = KINDS.get(usize::from(fields.byte()?))?.0;
        let is_complete = fields.byte()? == 1;
        let fingerprint = fields.u64()?;
        let mut bytes = || {
            let length = fields.u32()? as usize;
            fields.bytes(length).map(<[u8]>::to_owned)
        };
        let (name, coding) = (String::from_utf8(bytes()?).ok()?, String::from_utf8(bytes()?).ok()?);
        let violation = Some(bytes()?).filter(|bytes| !bytes.is_empty());
        let mut levels = Vec::new();
        for depth in 0..fields.u64()? {
            let (nodes, there) = (fields.u64()?, fields.u64()?);
            let mut files = |content| {
                let count = fields.u32()?;
                let file = |part| {
                    let path = disk.path(&Stored::file_name(usize::try_from(depth).ok()?, part as usize, content));
                    let sizes = (fields.u64()?, fields.u32()?);
                    Some(Run::listed(path, depth, sizes, layout, content))
                };
                (0..count).map(file).collect::<Option<Vec<_>>>()
            };
            let (parts, whole) = (files(Content::Keys)?, files(Content::Nodes)?);
            levels.push(Stored {
                nodes,
                there,
                parts,
                whole,
            });
        }
        fields.0.is_empty().then_some(Self {
            layout,
            kind,
            name,
            coding,
            fingerprint,
            is_complete,
            violation,
            levels,
            length,
        })
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = FORMAT.begin();
        for number in [self.layout.key_bytes, self.layout.buckets, self.layout.block] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.push(self.kind as u8);
        bytes.push(u8::from(self.is_complete));
        bytes.extend(self.fingerprint.to_le_bytes());
        let violation = self.violation.as_deref().unwrap_or_default();
        for text in [self.name.as_bytes(), self.coding.as_bytes(), violation] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text);
        }
        bytes.extend((self.levels.len() as u64).to_le_bytes());
        for level in &self.levels {
            bytes.extend(level.nodes.to_le_bytes());
            bytes.extend(level.there.to_le_bytes());
            for files in [&level.parts, &level.whole] {
                bytes.extend((files.len() as u32).to_le_bytes());
                for file in files {
                    bytes.extend(file.length.to_le_bytes());
                    bytes.extend(file.crc.to_le_bytes());
                }
            }
        }
        add_checksum(&mut bytes);
        bytes
    }

    /// Replaces the file. All files that it lists must be durable.
    pub(crate) fn write(&mut self, disk: &Arc<Disk>) -> Result<(), Error> {
        let mut file = disk.create(TEMPORARY)?;
        file.write(&self.bytes())?;
        file.sync()?;
        let (path, length) = (file.path.clone(), file.length);
        file.close();
        disk.rename(&path, NAME, self.length)?;
        self.length = length;
        Ok(())
    }

    /// Compares the settings with those that were given.
    pub(crate) fn check(
        &self,
        path: &Path,
        (key_bytes, coding): (usize, String),
        options: &Options,
        fingerprint: u64,
    ) -> Result<(), Error> {
        self.check_nodes(path, key_bytes, coding)?;
        let kind = |kind| KINDS[kind as usize].1.to_owned();
        let settings = [
            (
                "the number of buckets",
                self.layout.buckets.to_string(),
                options.buckets.to_string(),
            ),
            ("the kind of the graph", kind(self.kind), kind(options.kind)),
            (
                "the name of the graph",
                format!("{:?}", self.name),
                format!("{:?}", options.name),
            ),
            (
                "the hash of the starts and their successors",
                format!("{:x}", self.fingerprint),
                format!("{fingerprint:x}"),
            ),
        ];
        compare(path, settings)
    }

    /// Compares the length of keys and the coding.
    pub(crate) fn check_nodes(&self, path: &Path, key_bytes: usize, coding: String) -> Result<(), Error> {
        let settings = [
            (
                "the length of a key",
                self.layout.key_bytes.to_string(),
                key_bytes.to_string(),
            ),
            ("the coding of the nodes", self.coding.clone(), coding),
        ];
        compare(path, settings)
    }
}

/// Returns an error for the first setting whose value is not the expected one.
fn compare<const N: usize>(path: &Path, settings: [(&'static str, String, String); N]) -> Result<(), Error> {
    match settings.into_iter().find(|(_, found, expected)| found != expected) {
        None => Ok(()),
        Some((setting, found, expected)) => Err(Error::Settings {
            path: path.to_owned(),
            setting,
            found,
            expected,
        }),
    }
}
