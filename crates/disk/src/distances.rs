//! [`Distances`]: the depth of each node, in one byte.

use std::io::Write;
use std::path::Path;

use astride_files::{BinaryFile, Fields, Format, write_whole};
use crc32fast::Hasher;

use crate::Error;

const FORMAT: Format = Format {
    magic: b"ASTRDIST",
    version: 1,
    content: "distances",
};
const HEADER: usize = 8 + 4 + 8;

/// The entry of a node that was not reached.
const UNREACHED: u8 = u8::MAX;

/// A table of the depths of nodes, one byte each, such as a pattern database or an endgame table.
///
/// You assign an index to each node; indices start at 0 and should have few gaps. Several nodes may have the same
/// index, like all states with the same pattern in a pattern database. The entry at this index is then the least of
/// their depths.
///
/// [`Levels::distances`](crate::Levels::distances) creates and fills a table. If an enumeration keeps only two levels,
/// call [`Levels::add_distances`](crate::Levels::add_distances) for each level when it is complete.
///
/// # Distances to a goal
///
/// Enumerate from the goals along reversed edges (see [`astride::problem::Reversed`]). The depth of a node is then the
/// number of edges from it to the nearest goal. If edges lead both ways, they need not be reversed.
///
/// In a two-player game, a position is lost only if every move from it loses. Each complete level can be added to the
/// table before it is expanded, so the graph can look up in the table which moves are known to lose. The successors of
/// a node are then the positions from which a move leads to it. A position in which the losing side is to move is left
/// out of the successors as long as it has a move that is not known to lose.
///
/// # File
///
/// [`save`](Self::save) writes `ASTRDIST`, the version 1 (u32), the number of indices (u64), one byte for each index
/// (the distance, or 255 for none), and the CRC-32 of everything before it. Numbers are little-endian.
///
/// # Example
///
/// ```
/// use astride::FnGraph;
/// use astride_disk::{Distances, Enumerator, Options};
///
/// // A safe's dial has 100 numbers and turns by 1, 7 or 30 either way. How many turns lead to 0?
/// let dial = FnGraph::new(|at: &u8| {
///     let at = *at;
///     [1, 7, 30, 70, 93, 99].map(move |turn| ((at + turn) % 100, 1_u32))
/// });
/// let levels = Enumerator::in_memory(&dial, [0], Options::new().undirected())?.finish()?;
/// let turns = levels.distances(100, |at| u64::from(*at))?;
/// assert_eq!((turns.get(0), turns.get(37), turns.get(50)), (Some(0), Some(2), Some(5)));
///
/// let path = std::env::temp_dir().join(format!("{}.turns", std::process::id()));
/// turns.save(&path)?;
/// assert_eq!(Distances::load(&path)?, turns);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), astride_disk::Error>(())
/// ```
///
/// # Source
///
/// Culberson, Schaeffer: Pattern databases. Computational Intelligence 14(3), 1998.
#[derive(Clone, PartialEq, Eq)]
pub struct Distances {
    bytes: Vec<u8>,
}

impl Distances {
    /// The largest distance that an entry can hold.
    pub const LARGEST: usize = UNREACHED as usize - 1;

    /// Creates a table for the indices below `count`, all of them unreached.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`].
    pub fn new(count: u64) -> Result<Self, Error> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let mut bytes = Vec::new();
        let reserved = bytes.try_reserve_exact(count);
        reserved.map_err(|_| Error::OutOfMemory { bytes: count })?;
        bytes.resize(count, UNREACHED);
        Ok(Self { bytes })
    }

    /// Returns the number of indices.
    pub fn count(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns the distance at an index, or `None` if the index was not reached or is not in the table.
    #[inline]
    pub fn get(&self, index: u64) -> Option<usize> {
        let entry = usize::try_from(index).ok().and_then(|index| self.bytes.get(index));
        entry
            .filter(|entry| **entry != UNREACHED)
            .map(|entry| usize::from(*entry))
    }

    /// Sets the distance at an index unless the table already has a smaller one.
    ///
    /// # Errors
    ///
    /// [`Error::Index`] if the index is not in the table, and [`Error::TooFar`] if the distance is greater than
    /// [`LARGEST`](Self::LARGEST).
    #[inline]
    pub fn lower(&mut self, index: u64, distance: usize) -> Result<(), Error> {
        let count = self.count();
        let entry = usize::try_from(index).ok().and_then(|index| self.bytes.get_mut(index));
        let entry = entry.ok_or(Error::Index { index, count })?;
        let distance = u8::try_from(distance).ok().filter(|distance| *distance != UNREACHED);
        let distance = distance.ok_or(Error::TooFar)?;
        *entry = distance.min(*entry);
        Ok(())
    }

    /// Returns the number of indices with each distance.
    pub fn histogram(&self) -> Vec<u64> {
        let mut histogram = vec![0; usize::from(UNREACHED) + 1];
        for entry in &self.bytes {
            histogram[usize::from(*entry)] += 1;
        }
        let _unreached = histogram.pop();
        let end = histogram
            .iter()
            .rposition(|count| *count > 0)
            .map_or(0, |last| last + 1);
        histogram.truncate(end);
        histogram
    }

    /// Writes the table to a file, either completely or not at all.
    ///
    /// # Errors
    ///
    /// [`Error::File`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let mut header = FORMAT.begin();
        header.extend(self.count().to_le_bytes());
        let mut hasher = Hasher::new();
        hasher.update(&header);
        hasher.update(&self.bytes);
        let crc = hasher.finalize().to_le_bytes();
        let parts = [&header[..], &self.bytes, &crc];
        let written = write_whole(path.as_ref(), |file| {
            parts.iter().try_for_each(|part| file.write_all(part))
        });
        Ok(written?)
    }

    /// Reads a table that was written by [`save`](Self::save).
    ///
    /// # Errors
    ///
    /// [`Error::File`].
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Error> {
        let mut file = BinaryFile::open(path.as_ref())?;
        let length = usize::try_from(file.length).unwrap_or(usize::MAX);
        let mut bytes = file.begin(&FORMAT, length.max(HEADER + 4))?;
        let content = file.checked(&bytes, "table")?;
        let count = Fields(content.get(8 + 4..).unwrap_or_default()).u64();
        if count != Some((content.len() - HEADER) as u64) {
            return Err(file
                .damaged("its header states a wrong number of entries".to_owned())
                .into());
        }
        bytes.truncate(bytes.len() - 4);
        bytes.drain(..HEADER);
        Ok(Self { bytes })
    }
}

/// Shows the histogram instead of the entries.
impl std::fmt::Debug for Distances {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = formatter.debug_struct("Distances");
        debug.field("histogram", &self.histogram()).finish_non_exhaustive()
    }
}
