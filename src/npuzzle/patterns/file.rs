//! Files of databases: written whole, and read with every byte checked.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ASTRPDB` and a line feed |
//! | 4, 4 | version of the format; length of the header, from the first byte to the header's checksum |
//! | 1, 1, 1, 1 | width, height, number of patterns, number of tables |
//! | a byte a cell | the goal |
//! | a byte a tile, from tile 1 | which pattern it is in |
//! | 4, 4, 8, 1, 4 for each table | cells of the tiles in the goal, region of the blank there (a bit for each cell); entries; 1 if no move changes a distance by more than one, else 0; CRC-32 of the entries |
//! | 4 | CRC-32 of the header up to here |
//! | a byte an entry, table by table | the distances, by the number of the placement |

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::build::{self, BuildProgress};
use super::table::Table;
use super::{Partition, PatternDatabases, PatternError};
use crate::files::{Fields, write_whole};
use crate::npuzzle::{Board, Shape};

const MAGIC: &[u8; 8] = b"ASTRPDB\n";
const VERSION: u32 = 1;
/// Magic, version, length of the header.
const FIXED: usize = 16;
/// More than a header can have.
const LONGEST_HEADER: usize = 1 << 12;
/// Read and checked at a time: what stays in the cache.
const CHUNK: usize = 1 << 18;

impl PatternDatabases {
    /// The name that [`load_or_build`](Self::load_or_build) gives a partition's file. Equal partitions of equal goals
    /// have the same name, and all others different ones.
    ///
    /// ```
    /// use astride::npuzzle::Board;
    /// use astride::npuzzle::patterns::{PatternDatabases, StandardPartition};
    ///
    /// let partition = StandardPartition::FiveFiveFive.of(&Board::blank_first("4".parse()?))?;
    /// assert_eq!(PatternDatabases::file_name(&partition), "4x4-5-5-5-4a3ce603.pdb");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn file_name(partition: &Partition) -> String {
        let sizes: Vec<String> = partition.patterns().map(|tiles| tiles.len().to_string()).collect();
        let check = crc32fast::hash(&description(partition, 0));
        format!("{}-{}-{check:08x}.pdb", partition.shape(), sizes.join("-"))
    }

    /// Reads the databases of a partition from a folder, or builds them and writes them to it if it does not have them.
    /// The folder is created if necessary.
    ///
    /// If the file is damaged, or is something else, that is an error, and the file stays as it is.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load), [`build_with`](Self::build_with) and [`save`](Self::save).
    ///
    /// ```no_run
    /// use astride::npuzzle::Board;
    /// use astride::npuzzle::patterns::{PatternDatabases, StandardPartition};
    /// use std::ops::ControlFlow;
    ///
    /// let partition = StandardPartition::SevenEight.of(&Board::blank_last("4".parse()?))?;
    /// let databases = PatternDatabases::load_or_build("tables", &partition, |progress| {
    ///     eprint!("\r{} of {} placements", progress.known, progress.placements);
    ///     ControlFlow::Continue(())
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_or_build(
        folder: impl AsRef<Path>,
        partition: &Partition,
        progress: impl FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Result<Self, PatternError> {
        let folder = folder.as_ref();
        let path = folder.join(Self::file_name(partition));
        match Self::load(&path, partition) {
            Err(PatternError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                // Before the long work, so that a folder that cannot be made is known at once.
                fs::create_dir_all(folder).map_err(at(folder))?;
                let databases = Self::build_with(partition, progress)?;
                databases.save(&path)?;
                Ok(databases)
            }
            answer => answer,
        }
    }

    /// Reads the databases of a partition.
    ///
    /// The whole file is read into memory, and every byte is checked. (It is not mapped, since another program could
    /// change a mapped file.)
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open), and [`OtherPartition`](PatternError::OtherPartition) if the file is that of another
    /// partition or of another goal.
    pub fn load(path: impl AsRef<Path>, partition: &Partition) -> Result<Self, PatternError> {
        let path = path.as_ref();
        let mut file = DatabaseFile::open(path)?;
        let header = file.header()?;
        if header.partition != *partition {
            return Err(PatternError::OtherPartition {
                path: path.to_path_buf(),
                found: header.partition.to_string(),
                expected: partition.to_string(),
            });
        }
        file.databases(header)
    }

    /// Reads the databases of any partition.
    ///
    /// # Errors
    ///
    /// [`Io`](PatternError::Io), [`NotDatabases`](PatternError::NotDatabases), [`Version`](PatternError::Version),
    /// [`WrongLength`](PatternError::WrongLength), [`Damaged`](PatternError::Damaged),
    /// [`OutOfMemory`](PatternError::OutOfMemory).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, PatternError> {
        let mut file = DatabaseFile::open(path.as_ref())?;
        let header = file.header()?;
        file.databases(header)
    }

    /// Writes the databases to a file: first under another name in the same folder, and then it renames that file. So
    /// the file is there completely or not at all.
    ///
    /// # Errors
    ///
    /// [`Io`](PatternError::Io).
    ///
    /// ```
    /// use astride::npuzzle::Board;
    /// use astride::npuzzle::patterns::{PatternDatabases, StandardPartition};
    ///
    /// let path = std::env::temp_dir().join(format!("astride-example-{}.pdb", std::process::id()));
    /// let databases = PatternDatabases::build(&StandardPartition::FourFour.of(&Board::blank_last("3".parse()?))?)?;
    /// databases.save(&path)?;
    /// assert_eq!(PatternDatabases::open(&path)?, databases);
    /// std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), PatternError> {
        let path = path.as_ref();
        let write = |file: &mut File| {
            file.write_all(&header(self))?;
            file.write_all(self.distances())
        };
        write_whole(path, write).map_err(at(path))
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> PatternError {
    let path = path.to_path_buf();
    move |source| PatternError::Io { path, source }
}

/// Shape, goal and patterns, as in the header.
fn description(partition: &Partition, tables: usize) -> Vec<u8> {
    let shape = partition.shape();
    let patterns = partition.patterns();
    let numbers = [shape.width(), shape.height(), patterns.len(), tables];
    let mut bytes: Vec<u8> = numbers.iter().filter_map(|number| u8::try_from(*number).ok()).collect();
    bytes.extend_from_slice(partition.goal().cells());
    let mut pattern_of = vec![0; shape.cells()];
    for (pattern, tiles) in (0..).zip(patterns) {
        for tile in tiles {
            pattern_of[usize::from(*tile)] = pattern;
        }
    }
    bytes.extend_from_slice(&pattern_of[1..]);
    bytes
}

fn header(databases: &PatternDatabases) -> Vec<u8> {
    let mut rest = description(databases.partition(), databases.tables().len());
    for table in databases.tables() {
        rest.extend_from_slice(&table.key.cells.to_le_bytes());
        rest.extend_from_slice(&table.key.region.to_le_bytes());
        rest.extend_from_slice(&u64::from(table.ranking.entries()).to_le_bytes());
        rest.push(table.is_consistent.into());
        let distances = databases.distances().get(table.start as usize..).unwrap_or_default();
        let distances = distances.get(..table.ranking.entries() as usize).unwrap_or_default();
        rest.extend_from_slice(&crc32fast::hash(distances).to_le_bytes());
    }
    let length = u32::try_from(FIXED + rest.len() + 4).unwrap_or(u32::MAX);
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&rest);
    let check = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&check.to_le_bytes());
    bytes
}

/// What a header says.
struct Header {
    partition: Partition,
    tables: Vec<Table>,
    /// The checksums of the tables.
    checks: Vec<u32>,
    /// How long the header is, and how many entries all tables have.
    length: usize,
    entries: usize,
}

impl Header {
    /// Reads what follows the fixed part and precedes the checksum. `None` if this crate cannot have written it.
    fn parse(length: usize, bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields(bytes);
        let (width, height) = (fields.byte()?, fields.byte()?);
        let (patterns, tables) = (fields.byte()?, fields.byte()?);
        let shape = Shape::new(width.into(), height.into()).ok()?;
        let goal = Board::new(shape, fields.bytes(shape.cells())?).ok()?;
        let mut tiles_of = vec![vec![]; patterns.into()];
        for (tile, pattern) in (1..).zip(fields.bytes(shape.cells() - 1)?) {
            tiles_of.get_mut(usize::from(*pattern))?.push(tile);
        }
        let partition = Partition::new(&goal, tiles_of).ok()?;
        let (mut needed, entries) = PatternDatabases::tables_of(&partition);
        if needed.len() != usize::from(tables) {
            return None;
        }
        let mut checks = Vec::new();
        for table in &mut needed {
            let found = (fields.u32()?, fields.u32()?, fields.u64()?);
            if found != (table.key.cells, table.key.region, u64::from(table.ranking.entries())) {
                return None;
            }
            table.is_consistent = match fields.byte()? {
                0 => false,
                1 => true,
                _ => return None,
            };
            checks.push(fields.u32()?);
        }
        fields.0.is_empty().then_some(Self {
            partition,
            tables: needed,
            checks,
            length,
            entries,
        })
    }

    /// The length that the file must have.
    fn file_length(&self) -> u64 {
        self.length as u64 + self.entries as u64
    }
}

/// A file that is being read.
struct DatabaseFile {
    path: PathBuf,
    file: File,
    /// Its length when it was opened.
    length: u64,
}

impl DatabaseFile {
    fn open(path: &Path) -> Result<Self, PatternError> {
        let file = File::open(path).map_err(at(path))?;
        let length = file.metadata().map_err(at(path))?.len();
        Ok(Self {
            path: path.to_path_buf(),
            file,
            length,
        })
    }

    fn wrong_length(&self, expected: u64) -> PatternError {
        PatternError::WrongLength {
            path: self.path.clone(),
            found: self.length,
            expected,
        }
    }

    fn damaged(&self, part: String) -> PatternError {
        PatternError::Damaged {
            path: self.path.clone(),
            part,
        }
    }

    /// Adds this many bytes, or all that are left if there are fewer.
    fn append(&mut self, bytes: &mut Vec<u8>, count: usize) -> Result<usize, PatternError> {
        let file = (&mut self.file).take(count as u64);
        { file }.read_to_end(bytes).map_err(at(&self.path))
    }

    fn header(&mut self) -> Result<Header, PatternError> {
        let mut bytes = Vec::with_capacity(LONGEST_HEADER);
        self.append(&mut bytes, FIXED)?;
        if !bytes.starts_with(MAGIC) {
            let path = self.path.clone();
            return Err(PatternError::NotDatabases { path });
        }
        let mut fields = Fields(bytes.get(MAGIC.len()..).unwrap_or_default());
        let (version, length) = (fields.u32(), fields.u32());
        if let Some(found) = version.filter(|version| *version != VERSION) {
            return Err(PatternError::Version {
                path: self.path.clone(),
                found,
                known: VERSION,
            });
        }
        let Some(length) = length.and_then(|length| usize::try_from(length).ok()) else {
            return Err(self.wrong_length(FIXED as u64));
        };
        if !(FIXED + 4..=LONGEST_HEADER).contains(&length) {
            return Err(self.damaged("header".to_string()));
        }
        self.append(&mut bytes, length - FIXED)?;
        if bytes.len() < length {
            return Err(self.wrong_length(length as u64));
        }
        let (content, check) = bytes.split_at(length - 4);
        let is_right = Fields(check).u32() == Some(crc32fast::hash(content));
        let header = content.get(FIXED..).and_then(|content| Header::parse(length, content));
        match header.filter(|_| is_right) {
            Some(header) => Ok(header),
            None => Err(self.damaged("header".to_string())),
        }
    }

    /// Reads what follows the header.
    fn databases(mut self, header: Header) -> Result<PatternDatabases, PatternError> {
        let expected = header.file_length();
        if self.length != expected {
            return Err(self.wrong_length(expected));
        }
        let mut distances = build::room(header.entries)?;
        for (number, (table, expected_check)) in header.tables.iter().zip(&header.checks).enumerate() {
            let end = distances.len() + table.ranking.entries() as usize;
            let mut check = crc32fast::Hasher::new();
            while distances.len() < end {
                let start = distances.len();
                if self.append(&mut distances, CHUNK.min(end - start))? == 0 {
                    // It has become shorter since it was opened.
                    return Err(self.wrong_length(expected));
                }
                check.update(distances.get(start..).unwrap_or_default());
            }
            if check.finalize() != *expected_check {
                return Err(self.damaged(format!("table {number}")));
            }
        }
        Ok(PatternDatabases::from_tables(
            header.partition,
            header.tables,
            distances,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process;

    /// A file of its own, removed in the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("astride-{}-{name}", process::id())))
        }

        fn with(name: &str, bytes: &[u8]) -> Self {
            let scratch = Self::new(name);
            fs::write(&scratch.0, bytes).unwrap();
            scratch
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn small() -> PatternDatabases {
        let goal: Board = "1230".parse().unwrap();
        PatternDatabases::build(&Partition::new(&goal, [[1, 2].as_slice(), &[3]]).unwrap()).unwrap()
    }

    fn bytes_of(databases: &PatternDatabases, name: &str) -> Vec<u8> {
        let scratch = Scratch::new(name);
        databases.save(&scratch.0).unwrap();
        fs::read(&scratch.0).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        for (goal, patterns) in [
            ("123456780", [[1, 2, 3, 4], [5, 6, 7, 8]]),
            ("123804765", [[1, 3, 5, 7], [2, 4, 6, 8]]),
        ] {
            let partition = Partition::new(&goal.parse().unwrap(), patterns).unwrap();
            let databases = PatternDatabases::build(&partition).unwrap();
            let scratch = Scratch::new(goal);
            databases.save(&scratch.0).unwrap();
            databases.save(&scratch.0).unwrap(); // over the first
            assert_eq!(PatternDatabases::open(&scratch.0).unwrap(), databases);
            assert_eq!(PatternDatabases::load(&scratch.0, &partition).unwrap(), databases);
        }
    }

    #[test]
    fn no_byte_can_be_missing_or_wrong() {
        let databases = small();
        let bytes = bytes_of(&databases, "whole");
        let scratch = Scratch::new("broken");
        let open = |bytes: &[u8]| {
            fs::write(&scratch.0, bytes).unwrap();
            PatternDatabases::open(&scratch.0)
        };
        assert_eq!(open(&bytes).unwrap(), databases);
        for length in 0..bytes.len() {
            let error = open(&bytes[..length]).unwrap_err();
            let is_clear = match error {
                PatternError::NotDatabases { .. } => length < MAGIC.len(),
                PatternError::WrongLength { found, expected, .. } => {
                    found == length as u64 && expected > found && expected <= bytes.len() as u64
                }
                _ => false,
            };
            assert!(is_clear, "{length}: {error}");
        }
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert!(matches!(open(&longer), Err(PatternError::WrongLength { .. })));
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[place] ^= 1 << bit;
                let error = open(&flipped).unwrap_err();
                let is_clear = match error {
                    PatternError::NotDatabases { .. } => place < 8,
                    PatternError::Version { .. } => (8..12).contains(&place),
                    PatternError::WrongLength { .. } => (12..16).contains(&place),
                    PatternError::Damaged { .. } => place >= 12,
                    _ => false,
                };
                assert!(is_clear, "{place}, {bit}: {error}");
            }
        }
    }

    #[test]
    fn nothing_is_believed_that_a_header_says() {
        // Nonsense with a right checksum gets an error, and neither a panic nor endless reading.
        let bytes = bytes_of(&small(), "believed");
        let length = usize::try_from(u32::from_le_bytes(bytes[12..16].try_into().unwrap())).unwrap();
        for place in FIXED..length - 4 {
            for byte in [0, 1, 2, 3, 7, 16, 33, 127, 128, 255] {
                let mut changed = bytes.clone();
                changed[place] = byte;
                let check = crc32fast::hash(&changed[..length - 4]);
                changed[length - 4..length].copy_from_slice(&check.to_le_bytes());
                let scratch = Scratch::with("nonsense", &changed);
                match PatternDatabases::open(&scratch.0) {
                    // Another partition that has the same tables, or another word on consistency, cannot be told.
                    Ok(databases) => assert_eq!(databases.bytes(), small().bytes()),
                    Err(PatternError::Damaged { .. } | PatternError::WrongLength { .. }) => {}
                    Err(error) => panic!("{place} {byte}: {error}"),
                }
            }
        }
    }

    #[test]
    fn other_files_are_refused() {
        let open = |name: &str, bytes: &[u8]| PatternDatabases::open(&Scratch::with(name, bytes).0).unwrap_err();
        assert!(matches!(
            open("png", b"\x89PNG\r\n\x1a\n and more"),
            PatternError::NotDatabases { .. }
        ));
        assert!(matches!(open("empty", b""), PatternError::NotDatabases { .. }));
        assert!(matches!(
            open("text", "ASTRPDB\r\n".repeat(99).as_bytes()),
            PatternError::NotDatabases { .. }
        ));
        let error = open("newer", b"ASTRPDB\n\x02\0\0\0\x40\0\0\0");
        assert!(
            error
                .to_string()
                .ends_with("its format is version 2, and this is read: 1"),
            "{error}"
        );
        assert!(matches!(
            PatternDatabases::open(std::env::temp_dir().join("astride-nowhere.pdb")),
            Err(PatternError::Io { .. })
        ));
        assert!(matches!(small().save("/"), Err(PatternError::Io { .. })));
    }

    #[test]
    fn the_partition_and_the_goal_must_be_those_asked_for() {
        let databases = small();
        let scratch = Scratch::new("other");
        databases.save(&scratch.0).unwrap();
        let load = |goal: &str, patterns: [&[u8]; 2]| {
            PatternDatabases::load(&scratch.0, &Partition::new(&goal.parse().unwrap(), patterns).unwrap())
        };
        assert!(load("1230", [&[2, 1], &[3]]).is_ok());
        for (goal, patterns) in [
            ("1203", [&[1, 2][..], &[3][..]]),
            ("1230", [&[1, 3], &[2]]),
            ("2130", [&[1, 2], &[3]]),
        ] {
            let error = load(goal, patterns).unwrap_err();
            assert!(matches!(error, PatternError::OtherPartition { .. }), "{error}");
        }
    }

    #[test]
    fn a_folder_keeps_what_was_built() {
        let folder = Scratch::new("folder");
        let partition = small().partition().clone();
        let mut levels = 0;
        let mut load_or_build = || {
            PatternDatabases::load_or_build(folder.0.join("deep"), &partition, |_| {
                levels += 1;
                ControlFlow::Continue(())
            })
        };
        assert_eq!(load_or_build().unwrap(), small());
        let (built, path) = (
            levels,
            folder.0.join("deep").join(PatternDatabases::file_name(&partition)),
        );
        assert!(built > 0);
        let mut load_or_build = || {
            PatternDatabases::load_or_build(folder.0.join("deep"), &partition, |_| {
                levels += 1;
                ControlFlow::Continue(())
            })
        };
        assert_eq!(load_or_build().unwrap(), small());
        // Nothing else is left there, and what is damaged stays.
        assert_eq!(fs::read_dir(folder.0.join("deep")).unwrap().count(), 1);
        fs::write(&path, b"something else").unwrap();
        assert!(matches!(load_or_build(), Err(PatternError::NotDatabases { .. })));
        assert_eq!(levels, built);
        assert_eq!(fs::read(&path).unwrap(), b"something else");
    }
}
