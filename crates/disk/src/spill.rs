//! [`Spill`]: successors on their way to the disk.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use astride::{Cost, Graph};

use crate::Error;
use crate::coding::sealed::{Coding, Place};
use crate::disk::Disk;
use crate::key::Key;
use crate::manifest::{Kind, Manifest};
use crate::merge::{Merge, Role};
use crate::run::{BLOCK_HEADER, Content, Cursor, LARGEST_BLOCK, LONGEST, Layout, NO_NODE, Run, RunWriter};

/// The settings that the threads share: where and how they write, and how much memory each has.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) disk: Arc<Disk>,
    pub(crate) layout: Layout,
    /// The content of files of successors.
    content: Content,
    /// The maximum number of keys in the buffer of a bucket.
    capacity: usize,
    /// The maximum number of bytes of nodes in addition to their keys.
    bytes: usize,
    /// The maximum number of files that are merged at a time.
    files: usize,
    /// Numbers temporary files.
    count: AtomicU64,
}

/// The minimum capacity of a buffer, and the minimum number of files that are merged at a time: one for each [`Role`],
/// and one more.
const LEAST_CAPACITY: usize = 16;
const FEWEST_FILES: usize = 4;
/// The minimum capacity for the bytes of nodes.
const LEAST_BYTES: usize = 256;
/// The maximum number of files that are merged at a time.
const MOST_FILES: usize = 256;

/// The prefix of the names of temporary files.
pub(crate) const TEMPORARY: &str = "run-";

impl Settings {
    /// The size of blocks with which many files can be merged in this memory.
    pub(crate) fn block(key_bytes: usize, memory: usize, threads: usize) -> u32 {
        (memory / threads / 256).clamp(64.max(key_bytes + 1), LARGEST_BLOCK) as u32
    }

    /// Divides the memory.
    pub(crate) fn new<N, C: Coding<N>>(
        disk: Arc<Disk>,
        layout: Layout,
        memory: usize,
        threads: usize,
    ) -> Result<Self, Error> {
        // Files are merged when the buffers of successors are no longer needed, so both use the same memory. An eighth
        // remains for lists and for the block that is being written.
        let share = memory / 8 * 7 / threads;
        let (bucket, file) = (
            layout.buckets as usize * size_of::<(C::Key, C::Place)>(),
            layout.block as usize + BLOCK_HEADER + 256,
        );
        let bytes = if C::HAS_BYTES {
            (share / 2).min(u32::MAX as usize)
        } else {
            0
        };
        let (capacity, files) = ((share - bytes) / bucket, share / file);
        let least_bytes = if C::HAS_BYTES { LEAST_BYTES } else { 0 };
        if capacity < LEAST_CAPACITY || files < FEWEST_FILES || bytes < least_bytes {
            let mut least = LEAST_CAPACITY * bucket;
            if C::HAS_BYTES {
                // The larger half is for keys.
                least = (2 * least - 1).max(2 * LEAST_BYTES);
            }
            let least = least.max(FEWEST_FILES * file);
            let least = least.saturating_mul(threads).div_ceil(7).saturating_mul(8);
            return Err(Error::MemoryLimit { given: memory, least });
        }
        Ok(Self {
            disk,
            layout,
            content: if C::HAS_BYTES { Content::Nodes } else { Content::Keys },
            capacity,
            bytes,
            files: files.min(most_files(open_files(), threads)),
            count: AtomicU64::new(0),
        })
    }

    fn temporary<K: Key>(&self, depth: u64, content: Content) -> Result<RunWriter<K>, Error> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let name = format!("{TEMPORARY}{number:06}");
        RunWriter::create(&self.disk, &name, depth, self.layout, content)
    }

    /// Merges one bucket of the successors with that of the levels with which they are compared.
    pub(crate) fn merge<K: Key>(
        &self,
        bucket: u32,
        successors: &[Arc<Run>],
        manifest: &Manifest,
    ) -> Result<Merge<K>, Error> {
        let depth = manifest.levels.len();
        let compared = if manifest.kind == Kind::Directed { usize::MAX } else { 2 };
        let mut files = Vec::new();
        for run in successors {
            if let Some(cursor) = Cursor::open_shared(&self.disk, run, bucket)? {
                files.push((cursor, Role::Successors));
                self.reduce(bucket, &mut files, depth as u64)?;
            }
        }
        for (place, level) in manifest.levels.iter().enumerate().rev().take(compared) {
            let role = if place + 2 == depth { Role::Before } else { Role::Known };
            if let Some(run) = level.part(bucket)
                && let Some(cursor) = Cursor::open(&self.disk, run, bucket)?
            {
                files.push((cursor, role));
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
        // All of them are merged as successors, so that their keys are counted.
        let mut merge = Merge::new(some.into_iter().map(|(file, _)| (file, Role::Successors)).collect())?;
        let is_known = role == Role::Known;
        let mut writer = self.temporary(depth, if is_known { Content::Keys } else { self.content })?;
        writer.go_to(bucket)?;
        while let Some(merged) = merge.next()? {
            writer.push(merged.key, if is_known { 1 } else { merged.times }, merge.bytes())?;
        }
        let run = writer.finish_temporary()?;
        files.extend(Cursor::open_shared(&self.disk, &run, bucket)?.map(|cursor| (cursor, role)));
        Ok(())
    }
}

/// The maximum number of files that each of these threads merges at a time, in a process that may have `open` files open.
/// A quarter of them are for other purposes.
fn most_files(open: usize, threads: usize) -> usize {
    (open / 4 * 3 / threads).clamp(FEWEST_FILES, MOST_FILES)
}

/// The number of files that this process may have open.
fn open_files() -> usize {
    #[cfg(unix)]
    {
        let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
        limit
            .current
            .map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
    }
    #[cfg(not(unix))]
    usize::MAX
}

/// The successors that one thread has found.
#[derive(Debug)]
pub(crate) struct Spill<K, P> {
    settings: Arc<Settings>,
    depth: u64,
    buckets: Vec<Vec<(K, P)>>,
    /// The buckets that have memory.
    used: Vec<u32>,
    /// The bytes of all nodes if they consist of more than their keys.
    bytes: Vec<u8>,
    /// The bytes of the node that is being taken.
    node: Vec<u8>,
    pub(crate) runs: Vec<Arc<Run>>,
    pub(crate) generated: u64,
}

impl<K: Key, P: Place> Spill<K, P> {
    /// Creates buffers for successors at this depth.
    pub(crate) fn new(settings: Arc<Settings>, depth: u64) -> Self {
        Self {
            buckets: (0..settings.layout.buckets).map(|_| Vec::new()).collect(),
            used: Vec::new(),
            bytes: Vec::new(),
            node: Vec::new(),
            settings,
            depth,
            runs: Vec::new(),
            generated: 0,
        }
    }

    /// The size of the buffers in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let capacity = |bucket: &u32| self.buckets[*bucket as usize].capacity();
        self.used.iter().map(capacity).sum::<usize>() * size_of::<(K, P)>() + self.bytes.capacity()
    }

    /// Expands nodes.
    pub(crate) fn expand<G, C>(&mut self, graph: &G, coding: &C, nodes: &[(K, P)], bytes: &[u8]) -> Result<(), Error>
    where
        G: Graph,
        C: Coding<G::Node, Key = K, Place = P>,
    {
        for (key, place) in nodes {
            // The key may be in any file of the level.
            let damaged = || Error::damaged(&self.settings.disk.path(""), NO_NODE);
            let node = coding
                .node(*key, bytes.get(place.range()).unwrap_or_default())
                .ok_or_else(damaged)?;
            let mut result = Ok(());
            graph.successors(&node).for_each(|(child, cost)| {
                if result.is_ok() && cost.is_less(&G::Cost::INFINITY) {
                    self.generated += 1;
                    result = self.take(coding, &child);
                }
            });
            result?;
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn take<N, C: Coding<N, Key = K, Place = P>>(&mut self, coding: &C, node: &N) -> Result<(), Error> {
        self.node.clear();
        let key = coding.key(node, &mut self.node);
        if C::HAS_BYTES {
            check_length(self.node.len())?;
            if self.bytes.capacity() - self.bytes.len() < self.node.len() {
                self.reserve_bytes()?;
            }
        }
        self.store(key)
    }

    /// Takes the key of a node whose bytes, if any, are in `self.node`.
    #[inline]
    pub(crate) fn store(&mut self, key: K) -> Result<(), Error> {
        let bucket = self.settings.layout.bucket(key) as usize;
        if self.buckets[bucket].len() == self.buckets[bucket].capacity() {
            self.reserve_key(bucket)?;
        }
        let place = P::append(&mut self.bytes, &self.node);
        self.buckets[bucket].push((key, place));
        Ok(())
    }

    /// Reserves memory for a key in a bucket.
    #[cold]
    fn reserve_key(&mut self, bucket: usize) -> Result<(), Error> {
        let keys = &mut self.buckets[bucket];
        if keys.len() >= self.settings.capacity {
            return self.flush();
        }
        if keys.capacity() == 0 {
            self.used.push(bucket as u32);
        }
        let more = keys.len().max(LEAST_CAPACITY).min(self.settings.capacity - keys.len());
        let bytes = (keys.len() + more) * size_of::<(K, P)>();
        keys.try_reserve_exact(more).map_err(|_| Error::OutOfMemory { bytes })
    }

    /// Reserves memory for the bytes of the node that is being taken.
    #[cold]
    fn reserve_bytes(&mut self) -> Result<(), Error> {
        if self.bytes.len() + self.node.len() > self.settings.bytes {
            self.flush()?;
        }
        let length = self.bytes.len();
        let more = length
            .max(LEAST_BYTES)
            .min(self.settings.bytes - length)
            .max(self.node.len());
        let bytes = length + more;
        self.bytes
            .try_reserve_exact(more)
            .map_err(|_| Error::OutOfMemory { bytes })
    }

    /// Writes all buffers to a file.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        let is_empty = |bucket: &u32| self.buckets[*bucket as usize].is_empty();
        if self.used.iter().all(is_empty) {
            return Ok(());
        }
        self.used.sort_unstable();
        let mut writer = self.settings.temporary(self.depth, self.settings.content)?;
        for bucket in &self.used {
            let keys = &mut self.buckets[*bucket as usize];
            writer.go_to(*bucket)?;
            keys.sort_unstable_by_key(|key| key.0);
            for same in keys.chunk_by(|one, other| one.0 == other.0) {
                let bytes = same.iter().filter_map(|(_, place)| self.bytes.get(place.range()));
                writer.push(same[0].0, same.len() as u64, bytes.min().unwrap_or_default())?;
            }
            keys.clear();
        }
        self.bytes.clear();
        self.runs.push(writer.finish_temporary()?);
        Ok(())
    }

    /// Returns the files of all successors at this depth, frees the memory, and begins the next depth.
    pub(crate) fn finish(&mut self) -> Vec<Arc<Run>> {
        for bucket in self.used.drain(..) {
            self.buckets[bucket as usize] = Vec::new();
        }
        self.bytes = Vec::new();
        self.depth += 1;
        mem::take(&mut self.runs)
    }
}

/// Rejects a node with too many bytes.
pub(crate) fn check_length(bytes: usize) -> Result<(), Error> {
    let most = LONGEST;
    if bytes > most {
        Err(Error::NodeLength { bytes, most })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_together_stay_below_the_limit_of_open_files() {
        for (open, threads, most) in [
            (1024, 1, 256),
            (1024, 3, 256),
            (1024, 16, 48),
            (256, 1, 192),
            (256, 64, 4),
            (usize::MAX, 256, 256),
        ] {
            assert_eq!(most_files(open, threads), most, "{open} files, {threads} threads");
        }
        assert!(open_files() > 16);
    }
}
