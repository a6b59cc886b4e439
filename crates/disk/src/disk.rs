//! [`Disk`]: the place of an enumeration's files, in a folder or in memory. Every change of a file goes through it, so
//! that the limit is respected.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Error;
#[cfg(test)]
use crate::faults::{Fault, Operation};
use crate::memory::{Blob, Blobs, Place};

/// A folder, with the bytes that its files take and may take.
#[derive(Debug)]
pub(crate) struct Disk {
    folder: PathBuf,
    /// The files, if they are in memory.
    blobs: Option<Blobs>,
    limit: u64,
    used: AtomicU64,
    written: AtomicU64,
    read: AtomicU64,
    #[cfg(test)]
    fault: Fault,
}

impl Disk {
    pub(crate) fn new(folder: &Path, limit: u64) -> Arc<Self> {
        Self::with_blobs(folder, None, limit)
    }

    /// Files in memory.
    pub(crate) fn in_memory(limit: u64) -> Arc<Self> {
        Self::with_blobs(Path::new("memory"), Some(Blobs::default()), limit)
    }

    fn with_blobs(folder: &Path, blobs: Option<Blobs>, limit: u64) -> Arc<Self> {
        Arc::new(Self {
            folder: folder.to_owned(),
            blobs,
            limit,
            used: AtomicU64::new(0),
            written: AtomicU64::new(0),
            read: AtomicU64::new(0),
            #[cfg(test)]
            fault: Fault::planned(),
        })
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The bytes of all files.
    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// The numbers of bytes written and read since the folder was opened.
    pub(crate) fn traffic(&self) -> (u64, u64) {
        (self.written.load(Ordering::Relaxed), self.read.load(Ordering::Relaxed))
    }

    /// Counts the bytes of a file that already existed.
    pub(crate) fn adopt(&self, bytes: u64) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn create(self: &Arc<Self>, name: &str) -> Result<Writer, Error> {
        let path = self.path(name);
        #[cfg(test)]
        self.fault.before(Operation::Create, &path)?;
        let target = match self.blobs {
            None => Target::File(File::create(&path).map_err(Error::at(&path))?),
            Some(_) => Target::Blob(Blob::default()),
        };
        Ok(Writer {
            disk: Arc::clone(self),
            target,
            path,
            length: 0,
        })
    }

    /// Removes a file of the given size.
    pub(crate) fn remove(&self, path: &Path, bytes: u64) -> Result<(), Error> {
        #[cfg(test)]
        self.fault.before(Operation::Remove, path)?;
        match &self.blobs {
            None => fs::remove_file(path).map_err(Error::at(path))?,
            Some(blobs) => blobs.remove(path),
        }
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Renames a file and makes the names of all files durable. `replaced` is the size of the file that had the new
    /// name before.
    pub(crate) fn rename(&self, path: &Path, name: &str, replaced: u64) -> Result<(), Error> {
        let target = self.path(name);
        if let Some(blobs) = &self.blobs {
            blobs.rename(path, &target);
            self.used.fetch_sub(replaced, Ordering::Relaxed);
            return Ok(());
        }
        // The names of the files that the renamed one lists must be durable first.
        self.sync_names()?;
        #[cfg(test)]
        self.fault.before(Operation::Rename, path)?;
        fs::rename(path, &target).map_err(Error::at(&target))?;
        self.used.fetch_sub(replaced, Ordering::Relaxed);
        self.sync_names()
    }

    /// Only on Unix can a folder be opened and synchronized.
    fn sync_names(&self) -> Result<(), Error> {
        if cfg!(unix) && !cfg!(test) {
            let folder = File::open(&self.folder).and_then(|folder| folder.sync_all());
            folder.map_err(Error::at(&self.folder))?;
        }
        Ok(())
    }
}

/// Rejects an empty path. No folder has one, but joining a name to it leads to the current folder.
pub(crate) fn check_path(folder: &Path) -> Result<(), Error> {
    if folder.as_os_str().is_empty() {
        return Err(Error::at(folder)(io::ErrorKind::NotFound.into()));
    }
    Ok(())
}

/// A file that is being written.
#[derive(Debug)]
pub(crate) struct Writer {
    disk: Arc<Disk>,
    target: Target,
    pub(crate) path: PathBuf,
    pub(crate) length: u64,
}

#[derive(Debug)]
enum Target {
    File(File),
    Blob(Blob),
}

impl Writer {
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let (disk, more) = (&self.disk, bytes.len() as u64);
        let fits = |used: u64| used.checked_add(more).filter(|sum| *sum <= disk.limit);
        if let Err(used) = disk.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits) {
            let limit = disk.limit;
            return Err(Error::DiskLimit { used, more, limit });
        }
        #[cfg(test)]
        if let Err(error) = disk.fault.before(Operation::Write, &self.path) {
            // A process may die in the middle of a write, so this writes half of the bytes.
            if let Target::File(file) = &mut self.target {
                let _ = file.write_all(&bytes[..bytes.len() / 2]);
            }
            return Err(error);
        }
        match &mut self.target {
            Target::File(file) => file.write_all(bytes).map_err(Error::at(&self.path))?,
            Target::Blob(blob) => blob.push(bytes)?,
        }
        disk.written.fetch_add(more, Ordering::Relaxed);
        self.length += more;
        Ok(())
    }

    /// Makes the written bytes durable.
    pub(crate) fn sync(&self) -> Result<(), Error> {
        #[cfg(test)]
        self.disk.fault.before(Operation::Sync, &self.path)?;
        match &self.target {
            // The tests simulate the loss of power, so they do not have to wait for a real disk.
            Target::File(file) if !cfg!(test) => file.sync_all().map_err(Error::at(&self.path)),
            Target::File(_) | Target::Blob(_) => Ok(()),
        }
    }

    /// Ends the file. A file in memory can be read from now on, and one that is not ended is lost.
    pub(crate) fn close(self) {
        if let (Target::Blob(blob), Some(blobs)) = (self.target, &self.disk.blobs) {
            blobs.insert(&self.path, blob);
        }
    }
}

/// A file that is being read. A clone reads the same open file at its own position, in the same thread.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    disk: Arc<Disk>,
    source: Source,
    pub(crate) path: PathBuf,
}

#[derive(Clone, Debug)]
enum Source {
    /// Several readers may share the file, so each keeps its own position.
    File {
        file: Arc<File>,
        place: u64,
    },
    Blob(Place),
}

impl Reader {
    pub(crate) fn open(disk: &Arc<Disk>, path: &Path) -> Result<Self, Error> {
        let source = match &disk.blobs {
            None => File::open(path).map(|file| Source::File {
                file: Arc::new(read_as_asked(file)),
                place: 0,
            }),
            Some(blobs) => blobs.open(path).map(Source::Blob),
        };
        Ok(Self {
            disk: Arc::clone(disk),
            source: source.map_err(Error::at(path))?,
            path: path.to_owned(),
        })
    }

    pub(crate) fn seek(&mut self, to: u64) {
        match &mut self.source {
            Source::File { place, .. } => *place = to,
            Source::Blob(blob) => blob.seek(to),
        }
    }

    pub(crate) fn read(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.disk.read.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let read = match &mut self.source {
            Source::File { file, place } => {
                let mut file = &**file;
                let read = file.seek(SeekFrom::Start(*place)).and_then(|_| file.read_exact(bytes));
                *place += bytes.len() as u64;
                read
            }
            Source::Blob(blob) => blob.read(bytes).ok_or_else(|| io::ErrorKind::UnexpectedEof.into()),
        };
        read.map_err(Error::at(&self.path))
    }
}

/// Advises the system not to read ahead. Many files are read at the same time, each in blocks, and if memory is scarce,
/// data read ahead in all of them would be dropped before it is used.
fn read_as_asked(file: File) -> File {
    // Reading also works if the advice is rejected.
    #[cfg(target_os = "linux")]
    let _ = rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::Random);
    file
}
