//! Files of databases, which are written completely or not at all, and read with every byte checked.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `ASTRPDB` and a line feed |
//! | 4, 4 | version of the format, length of the header (from the first byte to its checksum) |
//! | 1, 1, 1, 1 | width, height, number of patterns, number of tables |
//! | 1 per cell | the goal |
//! | 1 per tile, from tile 1 | the number of its pattern |
//! | 4, 4, 8, 1, 4 per table | goal cells of the tiles, region of the blank in the goal (a bit for each cell), number of entries, 1 if no move changes a distance by more than one and otherwise 0, CRC-32 of the entries |
//! | 4 | CRC-32 of the header up to here |
//! | 1 per entry, table by table | the distances, in the order of the placements' numbers |

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use super::build::{self, PatternBuilder};
use super::table::Table;
use super::{Partition, PatternDatabases, PatternError};
use astride::npuzzle::{Board, Shape};
use astride_files::BinaryFileError;
use astride_files::{BinaryFile, Fields, Format, add_checksum, replaceable, write_whole};

const FORMAT: Format = Format {
    magic: b"ASTRPDB\n",
    version: 1,
    content: "pattern databases",
};
/// Magic, version, length of the header.
const FIXED: usize = 16;
/// A length that no valid header exceeds.
const LONGEST_HEADER: usize = 1 << 12;
/// The number of bytes that are read and checked at a time, so that they stay in the cache.
const CHUNK: usize = 1 << 18;

impl PatternDatabases {
    /// The file name that [`load_or_build`](Self::load_or_build) uses for a partition. Equal partitions of equal goals
    /// have the same name. Other partitions almost certainly have different names, since a name contains a checksum.
    ///
    /// ```
    /// use astride::npuzzle::Board;
    /// use astride_tiles::patterns::{PatternDatabases, StandardPartition};
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

    /// Reads the databases of a partition from a folder, or, if the folder does not contain them, builds them and
    /// writes them to the folder. The folder is created if necessary. `drive` steps the builder, and is not called if
    /// the file exists.
    ///
    /// A damaged file, or one with other content, is left unchanged and causes an error.
    ///
    /// # Errors
    ///
    /// The errors of [`load`](Self::load), [`build`](Self::build) and [`save`](Self::save), and
    /// [`Stopped`](PatternError::Stopped) if `drive` stops before the builder has finished.
    ///
    /// ```no_run
    /// use astride::npuzzle::Board;
    /// use astride::{Budget, Status, Stepper};
    /// use astride_tiles::patterns::{PatternDatabases, StandardPartition};
    /// use std::time::Duration;
    ///
    /// let partition = StandardPartition::SevenEight.of(&Board::blank_last("4".parse()?))?;
    /// let databases = PatternDatabases::load_or_build("tables", &partition, |builder| {
    ///     while builder.run_for(Budget::new().time(Duration::from_millis(100))) == Status::Running {
    ///         let progress = builder.progress();
    ///         eprint!("\r{} of {} placements", progress.known, progress.placements);
    ///     }
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_or_build(
        folder: impl AsRef<Path>,
        partition: &Partition,
        drive: impl FnOnce(&mut PatternBuilder),
    ) -> Result<Self, PatternError> {
        let folder = folder.as_ref();
        let path = folder.join(Self::file_name(partition));
        match Self::load(&path, partition) {
            Err(PatternError::File(BinaryFileError::Io { source, .. })) if source.kind() == io::ErrorKind::NotFound => {
                // Before the long work, so that an unwritable folder is detected immediately.
                fs::create_dir_all(folder).map_err(BinaryFileError::at(folder))?;
                replaceable(&path)?;
                let databases = Self::build_with(partition, drive)?;
                databases.save(&path)?;
                Ok(databases)
            }
            answer => answer,
        }
    }

    /// Reads the databases of a partition from a file.
    ///
    /// The whole file is read into memory, and every byte is checked. (The file is not memory-mapped, since another
    /// program could change a mapped file.)
    ///
    /// # Errors
    ///
    /// The errors of [`open`](Self::open), and [`OtherPartition`](PatternError::OtherPartition) if the file belongs to
    /// another partition or another goal.
    pub fn load(path: impl AsRef<Path>, partition: &Partition) -> Result<Self, PatternError> {
        let (file, header) = open(path.as_ref())?;
        if header.partition != *partition {
            return Err(PatternError::OtherPartition {
                path: file.path(),
                found: header.partition.to_string(),
                expected: partition.to_string(),
            });
        }
        header.databases(file)
    }

    /// Reads the databases in a file, whatever their partition.
    ///
    /// # Errors
    ///
    /// [`File`](PatternError::File), [`OutOfMemory`](PatternError::OutOfMemory).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, PatternError> {
        let (file, header) = open(path.as_ref())?;
        header.databases(file)
    }

    /// Writes the databases to a temporary file in the destination folder and then renames that file, so the
    /// destination file is never incomplete.
    ///
    /// A regular file with this name is replaced. If the name is a symbolic link to a regular file, the link is kept,
    /// and its target is replaced. Anything else (a folder, a device, a socket, a named pipe, or a link to one of these
    /// or to nothing) is left unchanged and causes an error.
    ///
    /// # Errors
    ///
    /// [`File`](PatternError::File) with [`Io`](BinaryFileError::Io) or [`NotRegular`](BinaryFileError::NotRegular).
    ///
    /// ```
    /// use astride::npuzzle::Board;
    /// use astride_tiles::patterns::{PatternDatabases, StandardPartition};
    ///
    /// let path = std::env::temp_dir().join(format!("astride-example-{}.pdb", std::process::id()));
    /// let databases = PatternDatabases::build(&StandardPartition::FourFour.of(&Board::blank_last("3".parse()?))?)?;
    /// databases.save(&path)?;
    /// assert_eq!(PatternDatabases::open(&path)?, databases);
    /// std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), PatternError> {
        let write = |file: &mut File| {
            file.write_all(&header(self))?;
            file.write_all(self.distances())
        };
        Ok(write_whole(path.as_ref(), write)?)
    }
}

/// Opens a file and reads its header.
fn open(path: &Path) -> Result<(BinaryFile, Header), PatternError> {
    let mut file = BinaryFile::open(path)?;
    let mut bytes = file.begin(&FORMAT, FIXED)?;
    let length = Fields(bytes.get(FIXED - 4..).unwrap_or_default())
        .u32()
        .unwrap_or_default();
    let rest = match usize::try_from(length) {
        Ok(length @ FIXED..=LONGEST_HEADER) => length - FIXED,
        _ => return Err(file.damaged(format!("a header of {length} bytes")).into()),
    };
    if file.append(&mut bytes, rest)? < rest {
        return Err(file.wrong_length(length.into()).into());
    }
    match Header::parse(file.checked(&bytes, "header")?) {
        Some(header) => Ok((file, header)),
        None => Err(file.damaged("its header is impossible".to_string()).into()),
    }
}

/// The shape, the goal and the patterns, as in the header.
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
    let mut bytes = FORMAT.begin();
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&rest);
    add_checksum(&mut bytes);
    bytes
}

/// The content of a header.
struct Header {
    partition: Partition,
    tables: Vec<Table>,
    /// The checksums of the tables.
    checks: Vec<u32>,
    /// The length of the header, and the number of entries of all tables.
    length: usize,
    entries: usize,
}

impl Header {
    /// Parses the bytes between the fixed part and the checksum. Returns `None` if this crate cannot have written them.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields(bytes.get(FIXED..)?);
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
            length: bytes.len() + 4,
            entries,
        })
    }

    /// Reads the tables, which follow the header.
    fn databases(self, mut file: BinaryFile) -> Result<PatternDatabases, PatternError> {
        let expected = self.length as u64 + self.entries as u64;
        if file.length != expected {
            return Err(file.wrong_length(expected).into());
        }
        let mut distances = build::with_capacity(self.entries)?;
        for (number, (table, expected_check)) in self.tables.iter().zip(&self.checks).enumerate() {
            let end = distances.len() + table.ranking.entries() as usize;
            let mut check = crc32fast::Hasher::new();
            while distances.len() < end {
                let start = distances.len();
                if file.append(&mut distances, CHUNK.min(end - start))? == 0 {
                    // The file has become shorter since it was opened.
                    return Err(file.wrong_length(expected).into());
                }
                check.update(distances.get(start..).unwrap_or_default());
            }
            if check.finalize() != *expected_check {
                let fault = format!("the checksum of its table {number} does not match");
                return Err(file.damaged(fault).into());
            }
        }
        Ok(PatternDatabases::from_tables(self.partition, self.tables, distances))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::{Status, Stepper};
    use std::path::PathBuf;
    use std::process;

    /// A temporary file, which is removed at the end.
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

    fn file_error<T: std::fmt::Debug>(result: Result<T, PatternError>) -> BinaryFileError {
        match result {
            Err(PatternError::File(error)) => error,
            other => panic!("{other:?}"),
        }
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

    /// Files are kept for years, so their content must not change, for example through another orientation of a table.
    #[test]
    fn files_are_what_they_always_were() {
        let goals = ["1230", "123456780", "803765142"];
        let patterns: [&[&[u8]]; 3] = [
            &[&[1, 2, 3]],
            &[&[1, 2, 4, 5], &[3, 6, 7, 8]],
            &[&[1, 4, 7], &[2, 5, 8], &[3, 6]],
        ];
        let files = goals.into_iter().zip(patterns).map(|(goal, patterns)| {
            let partition = Partition::new(&goal.parse().unwrap(), patterns).unwrap();
            let databases = PatternDatabases::build(&partition).unwrap();
            let scratch = Scratch::new(&format!("kept-{goal}"));
            databases.save(&scratch.0).unwrap();
            assert_eq!(PatternDatabases::open(&scratch.0).unwrap(), databases);
            let bytes = fs::read(&scratch.0).unwrap();
            (
                PatternDatabases::file_name(&partition),
                bytes.len(),
                crc32fast::hash(&bytes),
            )
        });
        let known = [
            ("2x2-3-8c7a1c3c.pdb".to_string(), 76, 3_907_433_161),
            ("3x3-4-4-85acfcd0.pdb".to_string(), 6131, 4_201_867_556),
            ("3x3-3-3-2-5d10d5ff.pdb".to_string(), 1184, 3_818_968_910),
        ];
        assert_eq!(files.collect::<Vec<_>>(), known);
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
        let error = |bytes: &[u8]| file_error(open(bytes));
        assert_eq!(open(&bytes).unwrap(), databases);
        for length in 0..bytes.len() {
            let error = error(&bytes[..length]);
            let is_clear = match error {
                BinaryFileError::OtherContent { .. } => length < FORMAT.magic.len(),
                BinaryFileError::WrongLength { found, expected, .. } => {
                    found == length as u64 && expected > found && expected <= bytes.len() as u64
                }
                _ => false,
            };
            assert!(is_clear, "{length}: {error}");
        }
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert!(matches!(error(&longer), BinaryFileError::WrongLength { .. }));
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[place] ^= 1 << bit;
                let error = error(&flipped);
                let is_clear = match error {
                    BinaryFileError::OtherContent { .. } => place < 8,
                    BinaryFileError::Version { .. } => (8..12).contains(&place),
                    BinaryFileError::WrongLength { .. } => (12..16).contains(&place),
                    BinaryFileError::Damaged { .. } => place >= 12,
                    _ => false,
                };
                assert!(is_clear, "{place}, {bit}: {error}");
            }
        }
    }

    #[test]
    fn nothing_is_believed_that_a_header_says() {
        // Invalid content with a correct checksum leads to an error, not to a panic or endless reading.
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
                    // Another partition with the same tables, or another flag for consistency, cannot be detected.
                    Ok(databases) => assert_eq!(databases.bytes(), small().bytes()),
                    Err(PatternError::File(BinaryFileError::Damaged { .. } | BinaryFileError::WrongLength { .. })) => {}
                    Err(error) => panic!("{place} {byte}: {error}"),
                }
            }
        }
    }

    #[test]
    fn other_files_are_refused() {
        let open = |name: &str, bytes: &[u8]| file_error(PatternDatabases::open(&Scratch::with(name, bytes).0));
        assert!(matches!(
            open("png", b"\x89PNG\r\n\x1a\n and more"),
            BinaryFileError::OtherContent { .. }
        ));
        assert!(matches!(open("empty", b""), BinaryFileError::OtherContent { .. }));
        assert!(matches!(
            open("text", "ASTRPDB\r\n".repeat(99).as_bytes()),
            BinaryFileError::OtherContent { .. }
        ));
        // Headers of all lengths, correct and incorrect ones.
        for length in 0..=u8::MAX {
            let mut bytes = b"ASTRPDB\n\x01\0\0\0\0\0\0\0".to_vec();
            bytes[12] = length;
            bytes.resize(300, 7);
            let error = open("lengths", &bytes);
            assert!(matches!(error, BinaryFileError::Damaged { .. }), "{length}: {error}");
        }
        let error = open("newer", b"ASTRPDB\n\x02\0\0\0\x40\0\0\0");
        assert!(
            error
                .to_string()
                .ends_with("its format has version 2, but only version 1 can be read"),
            "{error}"
        );
        assert!(matches!(
            file_error(PatternDatabases::open(std::env::temp_dir().join("astride-nowhere.pdb"))),
            BinaryFileError::Io { .. }
        ));
        assert!(matches!(
            file_error(small().save("/")),
            BinaryFileError::NotRegular { .. }
        ));
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
        let mut builds = 0;
        let mut load_or_build = || {
            PatternDatabases::load_or_build(folder.0.join("deep"), &partition, |builder| {
                assert_eq!(builder.run(), Status::Found);
                builds += 1;
            })
        };
        let path = folder.0.join("deep").join(PatternDatabases::file_name(&partition));
        assert_eq!(load_or_build().unwrap(), small());
        assert_eq!(load_or_build().unwrap(), small());
        // Nothing else is left in the folder, and a damaged file is kept.
        assert_eq!(fs::read_dir(folder.0.join("deep")).unwrap().count(), 1);
        fs::write(&path, b"something else").unwrap();
        assert!(matches!(
            file_error(load_or_build()),
            BinaryFileError::OtherContent { .. }
        ));
        assert_eq!(fs::read(&path).unwrap(), b"something else");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(matches!(file_error(load_or_build()), BinaryFileError::Io { .. }));
        assert_eq!(builds, 1);
    }
}
