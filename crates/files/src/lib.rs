//! Binary files in which the companion crates of [`astride`](https://docs.rs/astride) store tables of numbers that take
//! a long time to compute.
//!
//! A file begins with a [`Format`] and has checksums. [`write_whole`] writes a file completely or not at all.
//! [`BinaryFile`] reads a file and verifies its checksums, and [`Fields`] parses the numbers. Users of the companion
//! crates need only the error [`BinaryFileError`].
//!
//! ```
//! use astride_files::{BinaryFile, BinaryFileError, Fields, Format, add_checksum, write_whole};
//! use std::io::Write;
//!
//! const FORMAT: Format = Format { magic: b"DISTANCE", version: 1, content: "distances" };
//!
//! let path = std::env::temp_dir().join(format!("{}.distances", std::process::id()));
//! let mut bytes = FORMAT.begin();
//! bytes.extend(7_u32.to_le_bytes());
//! add_checksum(&mut bytes);
//! write_whole(&path, |file| file.write_all(&bytes))?;
//!
//! let mut file = BinaryFile::open(&path)?;
//! let bytes = file.begin(&FORMAT, 8 + 4 + 4 + 4)?;
//! let mut fields = Fields(&file.checked(&bytes, "table")?[8 + 4..]);
//! assert_eq!(fields.u32(), Some(7));
//!
//! // One bit of the file is damaged.
//! let mut bytes = bytes;
//! bytes[12] ^= 1;
//! let error = file.checked(&bytes, "table").unwrap_err();
//! assert!(error.to_string().ends_with("damaged: the checksum of its table does not match"));
//! # std::fs::remove_file(&path).unwrap();
//! # Ok::<(), BinaryFileError>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(test)]
mod error_texts;

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Displays a path in an error message. An empty path is displayed as `""`, so that the message names it.
fn displayed(path: &Path) -> std::path::Display<'_> {
    let is_empty = path.as_os_str().is_empty();
    (if is_empty { Path::new("\"\"") } else { path }).display()
}

/// The reason why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BinaryFileError {
    /// The file cannot be read or written.
    #[error("{}: {source}", displayed(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },

    /// At the path of a file to be written, there is something other than a regular file or a link to one. It is left
    /// unchanged.
    #[error("{}: {found}, not a regular file", path.display())]
    NotRegular {
        /// The path.
        path: PathBuf,
        /// What is at the path: a folder, a device, a socket, a named pipe, or a symbolic link to one of these or to
        /// nothing.
        found: &'static str,
    },

    /// The file does not have the expected kind of content.
    #[error("{}: does not contain {expected}", path.display())]
    OtherContent {
        /// The file.
        path: PathBuf,
        /// The expected content: the [`Format::content`].
        expected: &'static str,
    },

    /// The file has a version of the format that cannot be read.
    #[error("{}: its format has version {found}, but only version {known} can be read", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version in the file.
        found: u32,
        /// The version that can be read.
        known: u32,
    },

    /// The file is shorter or longer than it should be.
    #[error("{}: {found} bytes instead of {expected}", path.display())]
    WrongLength {
        /// The file.
        path: PathBuf,
        /// Its length in bytes.
        found: u64,
        /// The length that it should have, or the least possible length if the file is too short to tell.
        expected: u64,
    },

    /// A checksum of the file does not match, or the content of the file is invalid.
    #[error("{}: damaged: {fault}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The checksum that does not match, or the content that is invalid.
        fault: String,
    },
}

impl BinaryFileError {
    /// Returns a function that adds the path of the file to an error of the operating system.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }
}

/// The format of a file, as recorded in its first bytes.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The first eight bytes.
    pub magic: &'static [u8; 8],
    /// The version, which follows the first eight bytes.
    pub version: u32,
    /// The kind of content of files in this format, as named in errors.
    pub content: &'static str,
}

impl Format {
    /// Returns the first bytes of a file in this format, which [`BinaryFile::begin`] checks.
    pub fn begin(&self) -> Vec<u8> {
        [&self.magic[..], &self.version.to_le_bytes()].concat()
    }
}

/// Appends the checksum of all bytes so far, for [`BinaryFile::checked`].
pub fn add_checksum(bytes: &mut Vec<u8>) {
    bytes.extend(crc32fast::hash(bytes).to_le_bytes());
}

/// A file that is being read.
#[derive(Debug)]
pub struct BinaryFile {
    path: PathBuf,
    file: File,
    /// The length of the file when it was opened, in bytes.
    pub length: u64,
}

impl BinaryFile {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// [`BinaryFileError::Io`].
    pub fn open(path: &Path) -> Result<Self, BinaryFileError> {
        let file = File::open(path).map_err(BinaryFileError::at(path))?;
        let length = file.metadata().map_err(BinaryFileError::at(path))?.len();
        let path = path.to_owned();
        Ok(Self { path, file, length })
    }

    /// Returns the path.
    pub fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Reads `count` bytes, or all that are left if there are fewer, and appends them to `bytes`. Returns the number of
    /// bytes read.
    ///
    /// # Errors
    ///
    /// [`BinaryFileError::Io`].
    pub fn append(&mut self, bytes: &mut Vec<u8>, count: usize) -> Result<usize, BinaryFileError> {
        let mut file = (&mut self.file).take(count as u64);
        file.read_to_end(bytes).map_err(BinaryFileError::at(&self.path))
    }

    /// Reads `count` bytes, which must begin with the [`Format`].
    ///
    /// # Errors
    ///
    /// [`OtherContent`](BinaryFileError::OtherContent), [`Version`](BinaryFileError::Version),
    /// [`WrongLength`](BinaryFileError::WrongLength) and [`Io`](BinaryFileError::Io).
    pub fn begin(&mut self, format: &Format, count: usize) -> Result<Vec<u8>, BinaryFileError> {
        let mut bytes = Vec::new();
        self.append(&mut bytes, count)?;
        let mut fields = Fields(&bytes);
        if fields.bytes(format.magic.len()) != Some(format.magic) {
            return Err(BinaryFileError::OtherContent {
                path: self.path(),
                expected: format.content,
            });
        }
        match fields.u32() {
            Some(found) if found != format.version => Err(BinaryFileError::Version {
                path: self.path(),
                found,
                known: format.version,
            }),
            _ if bytes.len() < count => Err(self.wrong_length(count as u64)),
            _ => Ok(bytes),
        }
    }

    /// Returns the bytes without the checksum at their end. `part` is the name of these bytes in an error.
    ///
    /// # Errors
    ///
    /// [`BinaryFileError::Damaged`] if the checksum does not match.
    pub fn checked<'a>(&self, bytes: &'a [u8], part: &str) -> Result<&'a [u8], BinaryFileError> {
        let (content, check) = bytes.split_at(bytes.len().saturating_sub(4));
        if Fields(check).u32() == Some(crc32fast::hash(content)) {
            Ok(content)
        } else {
            Err(self.damaged(format!("the checksum of its {part} does not match")))
        }
    }

    /// Returns the error for a file that should have `expected` bytes.
    pub fn wrong_length(&self, expected: u64) -> BinaryFileError {
        BinaryFileError::WrongLength {
            path: self.path(),
            found: self.length,
            expected,
        }
    }

    /// Returns the error for a file with invalid content.
    pub fn damaged(&self, fault: String) -> BinaryFileError {
        let path = self.path();
        BinaryFileError::Damaged { path, fault }
    }
}

/// Writes a temporary file in the destination folder and then renames it, so the destination is either written
/// completely or left unchanged.
///
/// # Errors
///
/// [`BinaryFileError::Io`], and [`BinaryFileError::NotRegular`] if there is something at the path other than a regular
/// file or a link to one.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), BinaryFileError> {
    /// Distinguishes the temporary files of this process.
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let path = &replaceable(path)?;
    let (temporary, created) = loop {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        name.push(format!(".{}-{count}.tmp", process::id()));
        let temporary = path.with_file_name(name);
        match File::create_new(&temporary) {
            // Processes in different containers can have the same number, and one may have been killed.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => break (temporary, created),
        }
    };
    let result = created
        .and_then(|mut file| write(&mut file).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        // The temporary file may not exist. Only the first error matters.
        let _ = fs::remove_file(&temporary);
    }
    result.map_err(BinaryFileError::at(path))
}

/// Returns the path of the regular file that [`write_whole`] would replace, after following symbolic links, or `path`
/// itself if it does not exist.
///
/// # Errors
///
/// Those of [`write_whole`].
pub fn replaceable(path: &Path) -> Result<PathBuf, BinaryFileError> {
    let not_regular = |found| {
        let path = path.to_owned();
        Err(BinaryFileError::NotRegular { path, found })
    };
    let is_link = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.is_symlink(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(path.to_owned()),
        Err(error) => return Err(BinaryFileError::at(path)(error)),
    };
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => not_regular(name_of(metadata.file_type())),
        Ok(_) if is_link => fs::canonicalize(path).map_err(BinaryFileError::at(path)),
        Ok(_) => Ok(path.to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => not_regular("a symbolic link to nothing"),
        Err(error) => Err(BinaryFileError::at(path)(error)),
    }
}

/// The kind of something that is not a regular file.
fn name_of(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_fifo() {
            return "a named pipe";
        }
    }
    if kind.is_dir() { "a folder" } else { "a device" }
}

/// Bytes to parse. The methods take little-endian numbers from the front, and return `None` if too few bytes are left.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(
    /// The bytes that are left to parse.
    pub &'a [u8],
);

impl<'a> Fields<'a> {
    /// Takes `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (front, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(front)
    }

    /// Takes a byte.
    pub fn byte(&mut self) -> Option<u8> {
        self.bytes(1)?.first().copied()
    }

    /// Takes a four-byte number.
    pub fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    /// Takes an eight-byte number.
    pub fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::io::Write;

    #[test]
    fn temporary_files_of_others_are_left_alone() {
        let folder = env::temp_dir().join(format!("astride-files-{}", process::id()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("table");
        // A process with the same number was killed in another container.
        let others = [0, 1].map(|count| folder.join(format!("table.{}-{count}.tmp", process::id())));
        for other in &others {
            fs::write(other, "half of").unwrap();
        }
        let result = write_whole(&path, |file| file.write_all(b"whole"));
        let found = [&others[0], &others[1], &path].map(|path| fs::read_to_string(path).ok());
        fs::remove_dir_all(&folder).unwrap();
        result.unwrap();
        assert_eq!(found, ["half of", "half of", "whole"].map(|text| Some(text.to_owned())));
    }
}
