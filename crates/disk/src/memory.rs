//! [`Blobs`]: files in memory.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Error;

/// The complete files, by their paths.
#[derive(Debug, Default)]
pub(crate) struct Blobs(Mutex<HashMap<PathBuf, Arc<Blob>>>);

impl Blobs {
    fn files(&self) -> MutexGuard<'_, HashMap<PathBuf, Arc<Blob>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn insert(&self, path: &Path, blob: Blob) {
        self.files().insert(path.to_owned(), Arc::new(blob));
    }

    pub(crate) fn remove(&self, path: &Path) {
        self.files().remove(path);
    }

    pub(crate) fn rename(&self, path: &Path, target: &Path) {
        let mut files = self.files();
        if let Some(blob) = files.remove(path) {
            files.insert(target.to_owned(), blob);
        }
    }

    /// Opens a file. Its content remains until it is closed, even if it is removed earlier.
    pub(crate) fn open(&self, path: &Path) -> io::Result<Place> {
        let blob = self.files().get(path).cloned();
        let blob = blob.ok_or(io::ErrorKind::NotFound)?;
        Ok(Place {
            blob,
            piece: 0,
            offset: 0,
        })
    }
}

/// The content of a file as a list of pieces with their positions, one for each write, so that nothing is moved when
/// the file grows.
#[derive(Debug, Default)]
pub(crate) struct Blob {
    pieces: Vec<(u64, Box<[u8]>)>,
    length: u64,
}

impl Blob {
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let mut piece = Vec::new();
        let reserved = piece
            .try_reserve_exact(bytes.len())
            .and_then(|()| self.pieces.try_reserve(1));
        reserved.map_err(|_| Error::OutOfMemory { bytes: bytes.len() })?;
        piece.extend_from_slice(bytes);
        self.pieces.push((self.length, piece.into_boxed_slice()));
        self.length += bytes.len() as u64;
        Ok(())
    }
}

/// A position in a file.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    blob: Arc<Blob>,
    piece: usize,
    /// The position in the piece.
    offset: usize,
}

impl Place {
    pub(crate) fn seek(&mut self, place: u64) {
        let pieces = &self.blob.pieces;
        self.piece = pieces.partition_point(|piece| piece.0 <= place).saturating_sub(1);
        let start = pieces.get(self.piece).map_or(0, |piece| piece.0);
        self.offset = usize::try_from(place - start).unwrap_or(usize::MAX);
    }

    /// Fills `bytes`, or returns `None` if the file is too short.
    pub(crate) fn read(&mut self, mut bytes: &mut [u8]) -> Option<()> {
        while !bytes.is_empty() {
            let rest = self.blob.pieces.get(self.piece)?.1.get(self.offset..)?;
            let count = rest.len().min(bytes.len());
            let (now, later) = bytes.split_at_mut(count);
            now.copy_from_slice(rest.get(..count)?);
            bytes = later;
            self.offset += count;
            if count == rest.len() {
                (self.piece, self.offset) = (self.piece + 1, 0);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let mut blob = Blob::default();
        for piece in [&[0, 1, 2][..], &[3], &[], &[4, 5, 6, 7, 8]] {
            blob.push(piece).unwrap();
        }
        let blobs = Blobs::default();
        let (path, name) = (Path::new("a"), Path::new("b"));
        assert!(blobs.open(path).is_err());
        blobs.insert(path, blob);
        blobs.rename(path, name);
        let mut place = blobs.open(name).unwrap();
        blobs.remove(name);
        assert!(blobs.open(name).is_err());
        for start in 0..=9 {
            for end in start..=9 {
                place.seek(u64::from(start));
                let mut bytes = vec![0; usize::from(end - start)];
                place.read(&mut bytes).unwrap();
                assert_eq!(bytes, (start..end).collect::<Vec<u8>>());
            }
            place.seek(u64::from(start));
            assert_eq!(place.read(&mut vec![0; usize::from(10 - start)]), None);
        }
    }
}
