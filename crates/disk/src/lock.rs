//! [`Lock`]: only one enumeration at a time uses a folder.

use std::fs::File;
#[cfg(any(unix, windows))]
use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use crate::Error;

/// The name of the file.
const NAME: &str = "lock";

/// A locked file. The system releases the lock when the process ends, for whatever reason. The file stays.
#[derive(Debug)]
pub(crate) struct Lock(File);

/// Unlocks explicitly, since a child process that is being started briefly shares the open files and would keep the
/// lock.
#[cfg(unix)]
impl Drop for Lock {
    fn drop(&mut self) {
        let _ = rustix::fs::flock(&self.0, rustix::fs::FlockOperation::Unlock);
    }
}

impl Lock {
    pub(crate) fn new(folder: &Path) -> Result<Self, Error> {
        let path = &folder.join(NAME);
        match open(path) {
            Ok(Some(file)) => Ok(Self(file)),
            Ok(None) => Err(Error::Locked { path: path.clone() }),
            Err(error) => Err(Error::at(path)(error)),
        }
    }
}

/// Opens and locks the file, or returns `None` if it is locked.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{FlockOperation, flock};
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(file)),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Opens the file, or returns `None` if it is open. On Windows, a file can be opened exclusively.
#[cfg(windows)]
fn open(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    /// The system error for a file that another process uses.
    const SHARING_VIOLATION: i32 = 32;
    let mut options = OpenOptions::new();
    match options
        .create(true)
        .truncate(false)
        .write(true)
        .share_mode(0)
        .open(path)
    {
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(None),
        opened => opened.map(Some),
    }
}

/// With the minimum Rust version, the standard library has no file locks.
#[cfg(not(any(unix, windows)))]
fn open(_: &Path) -> io::Result<Option<File>> {
    Err(io::ErrorKind::Unsupported.into())
}
