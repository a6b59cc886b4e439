//! Parts of an enumeration that several processes store in separate folders.
//!
//! * [`Share`] holds the levels of one process, and its documentation describes how a level is enumerated.
//! * [`Worker`] represents a thread that hands out nodes and takes successors, and [`Merging`] one that merges
//!   successors.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use astride::Graph;

use crate::coding::Whole;
use crate::enumerator::{Part, caught, fingerprint, open_folder, sorted};
use crate::key::Packed;
use crate::key::sealed::Key as _;
use crate::lock::Lock;
use crate::manifest::{Kind, Stored};
use crate::run::{Cursor, Run};
use crate::spill::{Settings, Spill};
use crate::{Error, Levels, Options};

/// The part of an enumeration that one of several processes stores in a separate folder.
///
/// This type is for crates such as `astride-cluster`, which distribute an enumeration over processes and transfer the
/// successors between them. An [`Enumerator`](crate::Enumerator) needs only one process.
///
/// The share to which a node belongs is determined by a hash of its key (see [`owner`](Self::owner)). The list of
/// levels stores the name set with [`Options::with_name`] and the number of the share, so that no folder is mistaken
/// for another. [`Levels::open`] reads the nodes of a share. If there are several shares, [`Levels::trace`] does not
/// work, since it needs the nodes of all of them.
///
/// # A level
///
/// 1. Each thread has a [`Worker`], which [returns](Worker::nodes) nodes of the last level. Each successor of these
///    nodes is [pushed](Worker::push) to a worker of the share to which the successor belongs.
/// 2. When no more successors can arrive, all workers [flush](Worker::flush) the successors in memory. Each worker then
///    [merges](Merging::merge) successors with the levels that may contain the same nodes, and
///    [finishes](Merging::finish). The files of the next level are now durable, but not yet part of the share.
/// 3. When all shares have reached this point, each [commits](Self::commit) the level.
/// 4. When all shares have committed the level, each [forgets](Self::forget) the levels that are no longer needed.
///
/// If a process is lost during these steps, the shares differ by at most one level. Shares that are ahead can [go
/// back](Self::go_back), so that all continue from the same level.
///
/// # Example
///
/// Two shares of the corners of a cube, in one process and thread:
///
/// ```
/// use astride::{FnGraph, Graph};
/// use astride_disk::Options;
/// use astride_disk::share::Share;
///
/// let cube = FnGraph::new(|corner: &u16| {
///     let corner = *corner;
///     (0..10).map(move |side| (corner ^ 1 << side, 1_u32))
/// });
/// let folder = std::env::temp_dir().join(format!("astride-shares-{}", std::process::id()));
/// let options = Options::new().undirected().with_memory(1 << 20);
/// let open = |share| Share::open(&cube, [0], (share, 2), 1, folder.join(share.to_string()), options.clone());
/// let mut shares = [open(0)?, open(1)?];
/// let mut is_over = false;
/// while !is_over {
///     let mut workers = shares.each_ref().map(|share| share.worker(0));
///     for share in [0, 1] {
///         loop {
///             let nodes = workers[share].nodes(&shares[share], 100)?;
///             if nodes.is_empty() {
///                 break;
///             }
///             for (child, _) in nodes.iter().flat_map(|corner| cube.successors(corner)) {
///                 workers[Share::owner(&child, 2)].push(&child)?;
///             }
///         }
///     }
///     let mut found = 0;
///     for (worker, share) in workers.into_iter().zip(&shares) {
///         let mut worker = worker.flush(share)?;
///         while !worker.merge(share)? {}
///         found += worker.finish(share)?.nodes;
///     }
///     is_over = found == 0;
///     for share in &mut shares {
///         share.commit(is_over)?;
///     }
///     for share in &mut shares {
///         share.forget()?;
///     }
/// }
/// let total: u64 = shares.iter().map(|share| share.levels().total()).sum();
/// assert_eq!(total, 1 << 10);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), astride_disk::Error>(())
/// ```
#[derive(Debug)]
pub struct Share<N: Packed> {
    levels: Levels<N>,
    settings: Arc<Settings>,
    threads: usize,
    /// The files that the workers have handed over: first those of successors, then those of the next level.
    successors: Mutex<Vec<Arc<Run>>>,
    merged: Mutex<Vec<(usize, Run, Found)>>,
    /// The last field, so that the lock is released after all temporary files have been removed.
    _lock: Lock,
}

/// The counts of one thread for the next level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The number of nodes.
    pub nodes: u64,
    /// The number of edges that lead to nodes of the next level.
    pub there: u64,
    /// The number of edges that lead back to the level before the one that was expanded.
    pub back: u64,
}

impl<N: Packed> Share<N> {
    /// Begins share number `share.0`, counted from 0, of `share.1` shares in a folder, which is created if necessary,
    /// or opens the existing share.
    ///
    /// # Arguments
    ///
    /// `graph`, `starts` and `options` are those of the whole enumeration and the same for all shares, except for the
    /// memory and the disk limit. `threads` (at least 1) replaces the number of threads in the options.
    ///
    /// # Errors
    ///
    /// The errors of [`Enumerator::open`](crate::Enumerator::open).
    pub fn open<G: Graph<Node = N>>(
        graph: &G,
        starts: impl IntoIterator<Item = N>,
        share: (usize, usize),
        threads: usize,
        folder: impl AsRef<Path>,
        options: Options,
    ) -> Result<Self, Error> {
        let mut starts = sorted(&Whole, starts)?;
        let fingerprint = caught(|| Ok(fingerprint(&Whole, graph, &starts)))?;
        let (me, shares) = share;
        starts.retain(|(_, _, start)| Self::owner(start, shares) == me);
        let threads = threads.max(1);
        let of_shares = format!("share {me} of {shares}");
        let name = if options.name.is_empty() {
            of_shares
        } else {
            format!("{}, {of_shares}", options.name)
        };
        let options = options.with_name(name);
        let ((levels, settings), lock) = open_folder(Whole, folder.as_ref(), &starts, options, fingerprint, threads)?;
        Ok(Self {
            levels,
            settings,
            threads,
            successors: Mutex::new(Vec::new()),
            merged: Mutex::new(Vec::new()),
            _lock: lock,
        })
    }

    /// Returns whether a folder contains files of an enumeration. If the folder contains none, [`open`](Self::open)
    /// begins a share.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if the folder cannot be read.
    pub fn exists(folder: impl AsRef<Path>) -> Result<bool, Error> {
        let folder = folder.as_ref();
        if !folder.try_exists().map_err(Error::at(folder))? {
            return Ok(false);
        }
        for entry in fs::read_dir(folder).map_err(Error::at(folder))? {
            let name = entry.map_err(Error::at(folder))?.file_name();
            if name.to_string_lossy().starts_with("level") {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the number of the share to which a node belongs, computed from a hash of its key. The hash is part of
    /// the file format.
    ///
    /// Shares can be divided further: with *n* times as many shares, each group of *n* consecutive shares corresponds
    /// to one original share.
    #[inline]
    pub fn owner(node: &N, shares: usize) -> usize {
        // The hash is mixed again, so that the nodes of a share are spread over all buckets.
        let mixed = node.key().hash().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        ((u128::from(mixed) * shares as u128) >> 32) as usize
    }

    /// Returns the hash of a node, which determines its owner and its bucket.
    pub fn hash(node: &N) -> u64 {
        node.key().hash()
    }

    /// Appends the bytes of a node to `bytes`, for [`Worker::push_bytes`].
    #[inline]
    pub fn write(node: &N, bytes: &mut Vec<u8>) {
        node.key().write_rest(0, bytes);
    }

    /// Returns the committed levels of this share.
    pub fn levels(&self) -> &Levels<N> {
        &self.levels
    }

    /// Returns the number of commits so far: one for each level, plus one once it is known that there are no deeper
    /// nodes.
    pub fn commits(&self) -> usize {
        self.levels.manifest.levels.len() + usize::from(self.levels.is_complete())
    }

    /// Returns the number of edges from the second-to-last level to the nodes of this share in the last level, or
    /// `None` if the graph is directed or there is no such level.
    ///
    /// If the graph is undirected, the sum of this number over all shares equals the sum of [`Found::back`] over all
    /// workers.
    pub fn edges_to_last(&self) -> Option<u64> {
        let manifest = &self.levels.manifest;
        let before = manifest.levels.len().checked_sub(2)?;
        (manifest.kind != Kind::Directed).then_some(manifest.levels[before].there)
    }

    /// Returns the number of bytes in all files, and the numbers of bytes written and read since the folder was opened.
    pub fn traffic(&self) -> [u64; 3] {
        let (written, read) = self.levels.disk.traffic();
        [self.levels.disk.used(), written, read]
    }

    /// Returns a worker for the next level. `thread` is the number of the worker, counted from 0. Each number below the
    /// `threads` given to [`open`](Self::open) must have exactly one worker.
    pub fn worker(&self, thread: usize) -> Worker<N> {
        Worker {
            thread,
            bucket: 0,
            cursor: None,
            spill: Spill::new(Arc::clone(&self.settings), self.levels.manifest.levels.len() as u64),
        }
    }

    /// Adds the level that all workers have [finished](Merging::finish) to the committed levels. `is_over` means that
    /// no share has a node in this level, so there are no deeper nodes.
    ///
    /// # Errors
    ///
    /// [`Error::File`] and [`Error::DiskLimit`]. After an error, the folder may or may not contain the level, and the
    /// share must be opened again.
    pub fn commit(&mut self, is_over: bool) -> Result<(), Error> {
        self.successors
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
        let mut merged = std::mem::take(&mut *lock(&self.merged));
        merged.sort_unstable_by_key(|(thread, ..)| *thread);
        let sum = |count: fn(&Found) -> u64| merged.iter().map(|(.., found)| count(found)).sum();
        let (nodes, there) = (sum(|found| found.nodes), sum(|found| found.there));
        let parts: Vec<_> = merged.into_iter().map(|(_, run, _)| run).collect();
        let Levels { disk, manifest, .. } = &mut self.levels;
        if let Some(last) = manifest.levels.last_mut() {
            last.there = there;
        }
        if is_over {
            manifest.is_complete = true;
            manifest.write(disk)?;
            return parts.iter().try_for_each(|run| disk.remove(&run.path, run.length));
        }
        manifest.levels.push(Stored {
            nodes,
            there: 0,
            parts,
            whole: Vec::new(),
        });
        manifest.write(disk)
    }

    /// Removes the levels that are no longer needed. Call this method once all shares have committed the last level.
    /// Without [`with_two_levels`](Options::with_two_levels), the call has no effect.
    ///
    /// # Errors
    ///
    /// [`Error::File`] and [`Error::DiskLimit`].
    pub fn forget(&mut self) -> Result<(), Error> {
        let Levels { disk, manifest, .. } = &mut self.levels;
        if manifest.kind != Kind::TwoLevels {
            return Ok(());
        }
        let old = manifest.levels.len().saturating_sub(2);
        let unneeded: Vec<_> = manifest.levels[..old]
            .iter_mut()
            .flat_map(|level| std::mem::take(&mut level.parts))
            .collect();
        if unneeded.is_empty() {
            return Ok(());
        }
        manifest.write(disk)?;
        unneeded.iter().try_for_each(|run| disk.remove(&run.path, run.length))
    }

    /// Undoes the last [`commit`](Self::commit). Call this method if another share has made one commit fewer than this
    /// one.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`] if a level needed to continue has been removed (see [`forget`](Self::forget)),
    /// [`Error::File`] and [`Error::DiskLimit`].
    pub fn go_back(&mut self) -> Result<(), Error> {
        let Levels { disk, manifest, .. } = &mut self.levels;
        let mut removed = Vec::new();
        if manifest.is_complete {
            manifest.is_complete = false;
        } else {
            // The two levels with which the next one is compared.
            let Some(last) = manifest.levels.len().checked_sub(2) else {
                return Err(Error::NotKept { depth: 0 });
            };
            let mut needed = last.saturating_sub(1)..=last;
            if let Some(depth) = needed.find(|depth| manifest.levels[*depth].parts.is_empty()) {
                return Err(Error::NotKept { depth });
            }
            removed.extend(manifest.levels.pop().into_iter().flat_map(|level| level.parts));
        }
        if let Some(last) = manifest.levels.last_mut() {
            last.there = 0;
        }
        manifest.write(disk)?;
        removed.iter().try_for_each(|run| disk.remove(&run.path, run.length))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One thread's work on the next level of a [`Share`]: handing out nodes and taking successors.
#[derive(Debug)]
pub struct Worker<N: Packed> {
    thread: usize,
    /// The bucket to be read next.
    bucket: u32,
    cursor: Option<Cursor<N::Key>>,
    spill: Spill<N::Key, ()>,
}

impl<N: Packed> Worker<N> {
    /// Returns at most `at_most` further nodes of the last level, or an empty list if there are no more.
    ///
    /// # Errors
    ///
    /// [`Error::File`].
    pub fn nodes(&mut self, share: &Share<N>, at_most: usize) -> Result<Vec<N>, Error> {
        let manifest = &share.levels.manifest;
        let mut nodes = Vec::new();
        while nodes.len() < at_most {
            if let Some(cursor) = &mut self.cursor
                && let Some((key, _)) = cursor.next()?
            {
                nodes.push(N::from_key(key).ok_or_else(|| cursor.no_node())?);
                continue;
            }
            let last = manifest.levels.last();
            let Some((bucket, run)) = last.and_then(|level| level.next_whole_part(self.bucket, false)) else {
                self.cursor = None;
                break;
            };
            self.bucket = bucket + 1;
            self.cursor = if bucket as usize % share.threads == self.thread {
                Cursor::open(&share.levels.disk, run, bucket)?
            } else {
                None
            };
        }
        Ok(nodes)
    }

    /// Takes a successor that belongs to the share. If the memory is full, the successors in it are written to a file.
    ///
    /// # Errors
    ///
    /// [`Error::File`], [`Error::DiskLimit`] and [`Error::OutOfMemory`].
    #[inline]
    pub fn push(&mut self, node: &N) -> Result<(), Error> {
        self.spill.take(&Whole, node)
    }

    /// Takes successors that [`Share::write`] has appended one after another. An incomplete node at the end is ignored.
    ///
    /// # Errors
    ///
    /// The errors of [`push`](Self::push).
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let keys = bytes
            .chunks_exact(N::Key::BYTES)
            .filter_map(|bytes| N::Key::MAX.with_rest(0, bytes));
        keys.into_iter().try_for_each(|key| self.spill.store(key))
    }

    /// Writes the successors that are in memory to a file, frees the memory, and begins the file of the next level. All
    /// workers of a share must call this method before any of them merges.
    ///
    /// # Errors
    ///
    /// [`Error::File`] and [`Error::DiskLimit`].
    pub fn flush(mut self, share: &Share<N>) -> Result<Merging<N>, Error> {
        self.spill.flush()?;
        lock(&share.successors).append(&mut self.spill.runs);
        Ok(Merging {
            thread: self.thread,
            part: Part::new(
                &share.levels.disk,
                share.levels.manifest.levels.len(),
                self.thread,
                share.settings.layout,
                false,
            )?,
        })
    }
}

/// One thread's work on the next level of a [`Share`] after all successors have arrived: merging some of the buckets.
#[derive(Debug)]
pub struct Merging<N: Packed> {
    thread: usize,
    part: Part<N::Key>,
}

impl<N: Packed> Merging<N> {
    /// Merges some successors, and returns whether all have been merged.
    ///
    /// # Errors
    ///
    /// [`Error::File`], [`Error::DiskLimit`] and [`Error::OutOfMemory`].
    pub fn merge(&mut self, share: &Share<N>) -> Result<bool, Error> {
        let successors = lock(&share.successors).clone();
        let (settings, manifest) = (&share.settings, &share.levels.manifest);
        self.part
            .advance(settings, &successors, manifest, share.threads, |_, _| true)?;
        Ok(self.part.is_merged())
    }

    /// Makes the merged nodes durable. Call this method once [`merge`](Self::merge) has returned `true`.
    ///
    /// # Errors
    ///
    /// [`Error::File`] and [`Error::DiskLimit`].
    pub fn finish(self, share: &Share<N>) -> Result<Found, Error> {
        let part = self.part;
        let found = Found {
            nodes: part.nodes,
            there: part.there,
            back: part.back,
        };
        lock(&share.merged).push((self.thread, part.writer.finish_level()?, found));
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::{env, process};

    use astride::FnGraph;

    use super::*;
    use crate::faults::{Kind as Fault, plan};

    /// A grid of 4 × 4 cells.
    fn grid() -> impl Graph<Node = u64> {
        FnGraph::new(|cell: &u64| {
            let (x, y) = (cell % 4, cell / 4);
            let next = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
            let next = next.into_iter().filter(|(x, y)| *x < 4 && *y < 4);
            next.map(|(x, y)| (y * 4 + x, 1_u32))
        })
    }

    const COUNTS: [u64; 7] = [1, 2, 3, 4, 3, 2, 1];

    fn open(folder: &Path, share: usize, options: &Options) -> Result<Share<u64>, Error> {
        Share::open(
            &grid(),
            [0],
            (share, 2),
            1,
            folder.join(share.to_string()),
            options.clone(),
        )
    }

    /// Runs two shares to the end, unless there is an error.
    fn finish(shares: &mut [Share<u64>; 2]) -> Result<(), Error> {
        let commits = shares.each_ref().map(Share::commits);
        let least = commits[0].min(commits[1]);
        assert!(commits.iter().all(|commits| commits - least <= 1), "{commits:?}");
        for share in shares.iter_mut().filter(|share| share.commits() > least) {
            share.go_back()?;
        }
        let grid = grid();
        while !shares[0].levels().is_complete() {
            let mut workers = shares.each_ref().map(|share| share.worker(0));
            for share in 0..2 {
                let nodes = workers[share].nodes(&shares[share], 25)?;
                for (child, _) in nodes.iter().flat_map(|node| grid.successors(node)) {
                    workers[Share::owner(&child, 2)].push(&child)?;
                }
            }
            let mut found = 0;
            for (worker, share) in workers.into_iter().zip(&*shares) {
                let mut merging = worker.flush(share)?;
                while !merging.merge(share)? {}
                found += merging.finish(share)?.nodes;
            }
            shares.iter_mut().try_for_each(|share| share.commit(found == 0))?;
            shares.iter_mut().try_for_each(Share::forget)?;
        }
        Ok(())
    }

    /// Tests a fault of one share at each change of its files, while it is enumerated or goes back.
    #[test]
    fn after_a_fault_of_one_share_at_any_change_both_go_on() {
        let folder = env::temp_dir().join(format!("astride-disk-share-faults-{}", process::id()));
        let options = Options::new().with_memory(1 << 14).with_buckets(3);
        let two_levels = options.clone().with_two_levels();
        for (options, kind, victim) in [
            (&options, Fault::Death, 1),
            (&options.clone().undirected(), Fault::Full, 0),
            (&two_levels, Fault::Death, 0),
            (&two_levels, Fault::PowerCut, 1),
        ] {
            let changes = faults(&folder, options, kind, victim);
            assert!(changes > 70, "{kind:?} at {changes} changes");
        }
    }

    fn faults(folder: &Path, options: &Options, kind: Fault, victim: usize) -> u64 {
        let mut at = 0;
        loop {
            let _ = fs::remove_dir_all(folder);
            let mut is_over = false;
            // The second fault strikes the files that the first one has left, and thus while a share goes back.
            for at in [at, at % 7] {
                let of_victim = |share| {
                    plan(if share == victim { kind } else { Fault::None }, at);
                    let share = open(folder, share, options);
                    plan(Fault::None, u64::MAX);
                    share
                };
                let shares = of_victim(0).and_then(|first| Ok([first, of_victim(1)?]));
                match shares.and_then(|mut shares| finish(&mut shares)) {
                    Ok(()) => is_over = true,
                    Err(Error::File(_)) => is_over = false,
                    Err(error) => panic!("{error}"),
                }
                if is_over {
                    break;
                }
            }
            let mut shares = [0, 1].map(|share| open(folder, share, options).unwrap());
            finish(&mut shares).unwrap();
            let counts = |share: &Share<u64>| share.levels().counts().collect::<Vec<_>>();
            let sums: Vec<_> = counts(&shares[0])
                .iter()
                .zip(counts(&shares[1]))
                .map(|(one, other)| one + other)
                .collect();
            assert_eq!(sums, COUNTS);
            drop(shares);
            for share in ["0", "1"] {
                let names: Vec<PathBuf> = fs::read_dir(folder.join(share))
                    .unwrap()
                    .map(|entry| entry.unwrap().path())
                    .collect();
                // The lock, the list and the levels.
                let levels = if options.kind == Kind::TwoLevels {
                    2
                } else {
                    COUNTS.len()
                };
                assert_eq!(names.len(), 2 + levels, "{names:?}");
            }
            if is_over {
                let _ = fs::remove_dir_all(folder);
                return at;
            }
            at += 1;
        }
    }
}
