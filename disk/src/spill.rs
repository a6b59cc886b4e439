//! [`Spill`]: successors on their way to the disk.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use astride::{Cost, Graph};

use crate::Error;
use crate::disk::Disk;
use crate::key::{Key, Packed};
use crate::manifest::Manifest;
use crate::merge::{Merge, Role};
use crate::run::{BLOCK_HEADER, Cursor, LARGEST_BLOCK, Layout, NO_NODE, Run, RunWriter};

/// What the threads share: where and how they write, and how much memory each has.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) disk: Arc<Disk>,
    pub(crate) layout: Layout,
    /// The most keys in the buffer of a bucket.
    capacity: usize,
    /// The most files that are merged at a time.
    files: usize,
    /// Numbers temporary files.
    count: AtomicU64,
}

/// The least capacity of a buffer, and the fewest files to be merged at a time: one of each [`Role`], and another one.
const LEAST_CAPACITY: usize = 16;
const FEWEST_FILES: usize = 4;
/// More files at a time could be more than a process may open.
const MOST_FILES: usize = 256;

/// The names of temporary files begin with this.
pub(crate) const TEMPORARY: &str = "run-";

impl Room {
    /// The size of blocks with which many files can be merged in so much memory.
    pub(crate) fn block(key_bytes: usize, memory: usize, threads: usize) -> u32 {
        (memory / threads / 256).clamp(64.max(key_bytes + 1), LARGEST_BLOCK) as u32
    }

    /// Divides the memory.
    pub(crate) fn new<K: Key>(disk: Arc<Disk>, layout: Layout, memory: usize, threads: usize) -> Result<Self, Error> {
        // The buffers of successors are gone when files are merged. An eighth is left for lists and what is written.
        let share = memory / 8 * 7 / threads;
        let (bucket, file) = (
            layout.buckets as usize * size_of::<K>(),
            layout.block as usize + BLOCK_HEADER + 256,
        );
        let (capacity, files) = (share / bucket, share / file);
        if capacity < LEAST_CAPACITY || files < FEWEST_FILES {
            let least = (LEAST_CAPACITY * bucket).max(FEWEST_FILES * file);
            let least = least
                .saturating_mul(threads)
                .div_ceil(7)
                .saturating_add(threads)
                .saturating_mul(8);
            return Err(Error::MemoryLimit { given: memory, least });
        }
        Ok(Self {
            disk,
            layout,
            capacity,
            files: files.min(MOST_FILES),
            count: AtomicU64::new(0),
        })
    }

    fn temporary<K: Key>(&self, depth: u64) -> Result<RunWriter<K>, Error> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        RunWriter::create(&self.disk, &format!("{TEMPORARY}{number:06}"), depth, self.layout)
    }

    /// Merges one bucket: the successors with the levels that they are compared with. `levels` has all levels before
    /// the new one that are looked at.
    pub(crate) fn merge<K: Key>(
        &self,
        bucket: u32,
        successors: &[Arc<Run>],
        manifest: &Manifest,
        looked_at: usize,
    ) -> Result<Merge<K>, Error> {
        let depth = manifest.levels.len();
        let mut files = Vec::new();
        for run in successors {
            files.push((Cursor::open_shared(&self.disk, run, bucket)?, Role::Successors));
            self.reduce(bucket, &mut files, depth as u64)?;
        }
        for (place, level) in manifest.levels.iter().enumerate().rev().take(looked_at) {
            let role = if place + 2 == depth { Role::Before } else { Role::Known };
            if let Some(run) = level.part(bucket) {
                files.push((Cursor::open(&self.disk, run, bucket)?, role));
                self.reduce(bucket, &mut files, depth as u64)?;
            }
        }
        Merge::new(files)
    }

    /// Merges files of one role into one file if no other can be added.
    fn reduce<K: Key>(&self, bucket: u32, files: &mut Vec<(Cursor<K>, Role)>, depth: u64) -> Result<(), Error> {
        if files.len() < self.files {
            return Ok(());
        }
        let is_more = |role| files.iter().filter(|file| file.1 == role).count() > 1;
        let role = if is_more(Role::Successors) {
            Role::Successors
        } else {
            Role::Known
        };
        let (some, others) = std::mem::take(files).into_iter().partition(|file| file.1 == role);
        *files = others;
        let some: Vec<_> = some;
        // All of them are taken as successors, so that their keys are counted.
        let mut merge = Merge::new(some.into_iter().map(|(file, _)| (file, Role::Successors)).collect())?;
        let mut writer = self.temporary(depth)?;
        writer.go_to(bucket)?;
        while let Some(merged) = merge.next()? {
            writer.push(merged.key, if role == Role::Known { 1 } else { merged.times })?;
        }
        let run = writer.finish_temporary()?;
        files.push((Cursor::open_shared(&self.disk, &run, bucket)?, role));
        Ok(())
    }
}

/// The successors that one thread has found.
#[derive(Debug)]
pub(crate) struct Spill<K> {
    room: Arc<Room>,
    depth: u64,
    buckets: Vec<Vec<K>>,
    pub(crate) runs: Vec<Arc<Run>>,
    pub(crate) generated: u64,
}

impl<K: Key> Spill<K> {
    /// For successors at this depth.
    pub(crate) fn new(room: Arc<Room>, depth: u64) -> Self {
        Self {
            buckets: (0..room.layout.buckets).map(|_| Vec::new()).collect(),
            room,
            depth,
            runs: Vec::new(),
            generated: 0,
        }
    }

    /// The bytes of the buffers.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.iter().map(Vec::capacity).sum::<usize>() * size_of::<K>()
    }

    /// Expands nodes.
    pub(crate) fn expand<G>(&mut self, graph: &G, keys: &[K]) -> Result<(), Error>
    where
        G: Graph<Node: Packed<Key = K>>,
    {
        for key in keys {
            // It may be in any file of the level.
            let node = G::Node::from_key(*key).ok_or_else(|| Error::damaged(&self.room.disk.path(""), NO_NODE))?;
            let mut result = Ok(());
            graph.successors(&node).for_each(|(child, cost)| {
                if result.is_ok() && cost.is_less(&G::Cost::INFINITY) {
                    self.generated += 1;
                    result = self.push(child.key());
                }
            });
            result?;
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn push(&mut self, key: K) -> Result<(), Error> {
        let bucket = self.room.layout.bucket(key) as usize;
        if self.buckets[bucket].len() == self.buckets[bucket].capacity() {
            self.make_room(bucket)?;
        }
        self.buckets[bucket].push(key);
        Ok(())
    }

    #[cold]
    fn make_room(&mut self, bucket: usize) -> Result<(), Error> {
        let keys = &mut self.buckets[bucket];
        if keys.len() >= self.room.capacity {
            return self.flush();
        }
        let more = keys.len().max(LEAST_CAPACITY).min(self.room.capacity - keys.len());
        let bytes = (keys.len() + more) * size_of::<K>();
        keys.try_reserve_exact(more).map_err(|_| Error::OutOfMemory { bytes })
    }

    /// Writes all buffers to a file.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        if self.buckets.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let mut writer = self.room.temporary(self.depth)?;
        for (bucket, keys) in (0..).zip(&mut self.buckets) {
            writer.go_to(bucket)?;
            keys.sort_unstable();
            for same in keys.chunk_by(|one, other| one == other) {
                writer.push(same[0], same.len() as u64)?;
            }
            keys.clear();
        }
        self.runs.push(writer.finish_temporary()?);
        Ok(())
    }
}
