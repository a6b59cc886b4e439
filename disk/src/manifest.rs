//! [`Manifest`]: the list of the levels that are complete. To replace this file is to finish a level.

use std::path::Path;
use std::sync::Arc;

use astride_files::{BinaryFile, Fields, Format, add_checksum};

use crate::disk::Disk;
use crate::run::{LARGEST_BLOCK, Layout, Run};
use crate::{Error, Options};

/// The name of the file.
pub(crate) const NAME: &str = "levels";
/// What it is written as at first.
pub(crate) const TEMPORARY: &str = "levels.tmp";

/// The setting, as an error names it.
pub(crate) const KEY_LENGTH: &str = "the length of a key";

const FORMAT: Format = Format {
    magic: b"ASTRDISK",
    version: 1,
    content: "the levels of an enumeration",
};

/// Which levels are looked at, and which are kept.
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
    /// Its files, none if it is forgotten. Bucket `b` of `n` files is in file `b % n`.
    pub(crate) parts: Vec<Run>,
}

impl Stored {
    /// The file that has this bucket.
    pub(crate) fn part(&self, bucket: u32) -> Option<&Run> {
        let place = bucket as usize % self.parts.len().max(1);
        self.parts.get(place)
    }

    /// The name of one of its files.
    pub(crate) fn file_name(depth: usize, part: usize) -> String {
        format!("level-{depth:06}.{part}")
    }
}

#[derive(Debug)]
pub(crate) struct Manifest {
    pub(crate) layout: Layout,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    /// A hash of the starts and their successors.
    pub(crate) fingerprint: u64,
    pub(crate) is_complete: bool,
    /// The key of a node that violates the invariant, as its bytes.
    pub(crate) violation: Option<Vec<u8>>,
    pub(crate) levels: Vec<Stored>,
    /// The bytes of the file.
    pub(crate) length: u64,
}

impl Manifest {
    /// Reads the file and checks those that it lists.
    pub(crate) fn read(disk: &Arc<Disk>) -> Result<Self, Error> {
        let path = disk.path(NAME);
        let mut file = BinaryFile::open(&path)?;
        let length = usize::try_from(file.length).unwrap_or(usize::MAX);
        let bytes = file.begin(&FORMAT, length.max(8 + 4))?;
        let content = file.checked(&bytes, "content")?;
        let damaged = || Error::damaged(&path, "it has impossible values");
        let manifest = Self::parse(disk, content.get(8 + 4..).unwrap_or(&[]), file.length).ok_or_else(damaged)?;
        for run in manifest.levels.iter().flat_map(|level| &level.parts) {
            run.check(disk)?;
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
        let name_length = fields.u32()? as usize;
        let name = String::from_utf8(fields.bytes(name_length)?.to_owned()).ok()?;
        let violation_length = fields.u32()? as usize;
        let violation = (violation_length > 0).then_some(fields.bytes(violation_length)?.to_owned());
        let mut levels = Vec::new();
        for depth in 0..fields.u64()? {
            let (nodes, there, parts) = (fields.u64()?, fields.u64()?, fields.u32()?);
            let part = |part| {
                let path = disk.path(&Stored::file_name(usize::try_from(depth).ok()?, part as usize));
                Some(Run::listed(path, depth, fields.u64()?, fields.u32()?, layout))
            };
            let parts = (0..parts).map(part).collect::<Option<_>>()?;
            levels.push(Stored { nodes, there, parts });
        }
        fields.0.is_empty().then_some(Self {
            layout,
            kind,
            name,
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
        for text in [self.name.as_bytes(), self.violation.as_deref().unwrap_or_default()] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text);
        }
        bytes.extend((self.levels.len() as u64).to_le_bytes());
        for level in &self.levels {
            bytes.extend(level.nodes.to_le_bytes());
            bytes.extend(level.there.to_le_bytes());
            bytes.extend((level.parts.len() as u32).to_le_bytes());
            for part in &level.parts {
                bytes.extend(part.length.to_le_bytes());
                bytes.extend(part.crc.to_le_bytes());
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
        disk.rename(&file.path, NAME, self.length)?;
        self.length = file.length;
        Ok(())
    }

    /// Compares the settings with those that were given now.
    pub(crate) fn check(
        &self,
        path: &Path,
        key_bytes: usize,
        options: &Options,
        fingerprint: u64,
    ) -> Result<(), Error> {
        let kind = |kind| KINDS[kind as usize].1.to_owned();
        let settings = [
            (KEY_LENGTH, self.layout.key_bytes.to_string(), key_bytes.to_string()),
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
}
