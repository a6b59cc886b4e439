//! [`Enumerator`]: enumerates a graph breadth first, level by level, and can resume after an interruption.

use std::any::Any;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use astride::{Cost, Graph, Stats, Status, Stepper};

use crate::coding::sealed::Place;
use crate::coding::{Coding, Whole};
use crate::disk::{Disk, check_path};
use crate::key::sealed::Key as _;
use crate::key::{Key, Packed};
use crate::lock::Lock;
use crate::manifest::{self, Kind, Manifest, Stored};
use crate::merge::Merge;
use crate::run::{Buckets, Content, Cursor, Layout, Run, RunWriter};
use crate::spill::{self, Settings, Spill};
use crate::{Error, Levels, Options};

/// Returns whether a node satisfies the invariant.
type Invariant<N> = Box<dyn Fn(&N) -> bool + Send + Sync>;

/// The number of nodes that a thread expands in a step, and the number of keys that it merges.
const EXPANDED: usize = 1 << 12;
const MERGED: usize = 1 << 16;
/// The number of bytes in addition to the keys after which no more nodes are read for a step.
const MOST_BYTES: usize = 1 << 20;

/// A complete level, with statistics. The bytes written and read are counted from the opening of the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// The number of edges from the nearest start.
    pub depth: usize,
    /// The number of nodes at this depth.
    pub nodes: u64,
    /// The number of nodes up to this depth.
    pub total: u64,
    /// The total size of all files in bytes.
    pub disk: u64,
    /// The number of bytes written.
    pub written: u64,
    /// The number of bytes read.
    pub read: u64,
}

/// Enumerates the nodes that can be reached from some starts, breadth first, and stores them in the files of a folder
/// or in memory.
///
/// Edges with a cost of [`Cost::INFINITY`] are ignored. Other costs do not matter.
///
/// # Methods
///
/// * [`open`](Self::open) begins or resumes an enumeration in a folder, and [`in_memory`](Self::in_memory) begins one
///   in memory. [`open_with`](Self::open_with) and [`in_memory_with`](Self::in_memory_with) do the same with
///   [`Fingerprints`](crate::Fingerprints). After any of these four calls, the other methods are the same.
/// * [`next_level`](Self::next_level) enumerates one level.
/// * [`finish`](Self::finish) enumerates all levels and returns the [`Levels`].
/// * The methods of [`Stepper`] run the enumeration in slices: [`run_for`](Stepper::run_for) stops when a budget is
///   used up, and [`run_until`](Stepper::run_until) when a stop flag is set. In a step, each thread expands up to 4,096
///   nodes or merges up to 65,536 keys. A step that fills the memory takes longer, because the successors held there
///   are then sorted and written to a file. The [`status`](Stepper::status) at the end is [`Found`](Status::Found); see
///   [`with_invariant`](Self::with_invariant) for the status with an invariant.
///
/// # Pause and restart
///
/// Each complete level is a checkpoint. [`open`](Self::open) continues from the last checkpoint, whether the enumerator
/// was dropped, its process was killed, or its machine lost power. The work on an incomplete level is repeated.
///
/// # Complexity
///
/// Each successor is sorted in memory, written once and read once. A file holds the successors that fit into one
/// thread's share of the memory. If there are more files than can be merged at a time (at most 256, and fewer if many
/// threads share the number of files that a process may have open), some successors are written and read more than
/// once. Each level is also read for comparison with the next two levels or, if the graph is directed, with every later
/// level. Use [`Options::undirected`] if every edge leads both ways.
///
/// # Example
///
/// ```
/// use astride::{Budget, FnGraph, Status, Stepper};
/// use astride_disk::{Enumerator, Options};
///
/// // The corners of a cube of 14 dimensions.
/// let cube = FnGraph::new(|corner: &u16| {
///     let corner = *corner;
///     (0..14).map(move |side| (corner ^ 1 << side, 1_u32))
/// });
/// let folder = std::env::temp_dir().join(format!("astride-cube-{}", std::process::id()));
/// let options = Options::new().undirected().with_memory(1 << 20);
///
/// let mut search = Enumerator::open(&cube, [0], &folder, options.clone())?;
/// assert_eq!(search.run_for(Budget::new().expansions(5_000)), Status::Running);
/// println!("{} nodes so far", search.levels().total());
/// drop(search);
///
/// // Later, perhaps in another process.
/// let mut search = Enumerator::open(&cube, [0], &folder, options)?;
/// while let Some(level) = search.next_level()? {
///     println!("depth {}: {} nodes", level.depth, level.nodes);
/// }
/// assert_eq!(search.levels().total(), 1 << 14);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), astride_disk::Error>(())
/// ```
///
/// # Source
///
/// Korf: Best-first frontier search with delayed duplicate detection. AAAI 2004. Korf, Schultze: Large-scale parallel
/// breadth-first search. AAAI 2005. Zhou, Hansen: Breadth-first heuristic search. ICAPS 2004. The last paper shows why
/// two levels suffice if edges lead both ways.
pub struct Enumerator<G: Graph, C: Coding<G::Node> = Whole> {
    graph: G,
    invariant: Option<Invariant<G::Node>>,
    threads: usize,
    forgets_nodes: bool,
    levels: Levels<G::Node, C>,
    settings: Arc<Settings>,
    phase: Phase<C::Key>,
    /// The successors that each thread has found. Kept from level to level, since there may be many buckets.
    spills: Vec<Spill<C::Key, C::Place>>,
    status: Status,
    error: Option<Error>,
    stats: Stats,
    /// The last field, so that the lock is released after all temporary files have been removed.
    _lock: Option<Lock>,
}

/// The work on the last level.
enum Phase<K> {
    Start,
    Expanding {
        /// The bucket that is being read.
        cursor: Option<Cursor<K>>,
        /// The next bucket.
        bucket: u32,
    },
    Merging {
        successors: Vec<Arc<Run>>,
        parts: Vec<Part<K>>,
    },
    End,
}

/// The buckets of the new level that one thread merges: with *n* threads, every *n*-th bucket.
#[derive(Debug)]
pub(crate) struct Part<K> {
    pub(crate) writer: RunWriter<K>,
    /// Writes the nodes if they consist of more than their keys.
    whole: Option<RunWriter<K>>,
    /// The number of the thread.
    number: usize,
    /// The non-empty buckets that have not been merged, the next one last. They are unknown until the first one is
    /// opened.
    buckets: Option<Vec<u32>>,
    merge: Option<Merge<K>>,
    pub(crate) nodes: u64,
    pub(crate) there: u64,
    pub(crate) back: u64,
    /// A key, and the bytes in addition to it.
    violation: Option<(K, Vec<u8>)>,
}

impl<K: Key> Part<K> {
    /// Creates the part of thread number `part` at this depth. `has_bytes` means that nodes consist of more than their
    /// keys.
    pub(crate) fn new(
        disk: &Arc<Disk>,
        depth: usize,
        part: usize,
        layout: Layout,
        has_bytes: bool,
    ) -> Result<Self, Error> {
        let writer = |content| {
            let name = Stored::file_name(depth, part, content);
            RunWriter::create(disk, &name, depth as u64, layout, content)
        };
        Ok(Self {
            writer: writer(Content::Keys)?,
            whole: has_bytes.then(|| writer(Content::Nodes)).transpose()?,
            number: part,
            buckets: None,
            merge: None,
            nodes: 0,
            there: 0,
            back: 0,
            violation: None,
        })
    }

    /// Returns whether all buckets have been merged.
    pub(crate) fn is_merged(&self) -> bool {
        self.merge.is_none() && self.buckets.as_ref().is_some_and(Vec::is_empty)
    }

    /// Merges some keys of the successors with those of the levels. `is_good` is the invariant.
    pub(crate) fn advance(
        &mut self,
        settings: &Settings,
        successors: &[Arc<Run>],
        manifest: &Manifest,
        threads: usize,
        is_good: impl Fn(K, &[u8]) -> bool,
    ) -> Result<(), Error> {
        if self.merge.is_none() {
            let buckets = self.buckets.get_or_insert_with(|| {
                let mut all = Buckets::default();
                for run in successors {
                    all.add_all(&run.buckets);
                }
                let is_own = |bucket: &u32| *bucket as usize % threads == self.number;
                let mut buckets: Vec<_> = all.iter().filter(is_own).collect();
                buckets.reverse();
                buckets
            });
            let Some(bucket) = buckets.pop() else { return Ok(()) };
            self.writer.go_to(bucket)?;
            if let Some(whole) = &mut self.whole {
                whole.go_to(bucket)?;
            }
            self.merge = Some(settings.merge(bucket, successors, manifest)?);
        }
        let Some(merge) = &mut self.merge else { return Ok(()) };
        for _ in 0..MERGED {
            let Some(merged) = merge.next()? else {
                self.merge = None;
                return Ok(());
            };
            if merged.is_before {
                self.back += merged.times;
            }
            if merged.is_known {
                continue;
            }
            self.there += merged.times;
            self.nodes += 1;
            self.writer.push(merged.key, 1, &[])?;
            let bytes = merge.bytes();
            if let Some(whole) = &mut self.whole {
                whole.push(merged.key, 1, bytes)?;
            }
            let is_least = |least: &(K, Vec<u8>)| merged.key < least.0;
            if !is_good(merged.key, bytes) && self.violation.as_ref().is_none_or(is_least) {
                self.violation = Some((merged.key, bytes.to_owned()));
            }
        }
        Ok(())
    }
}

impl<G: Graph<Node: Packed> + Sync> Enumerator<G> {
    /// Begins an enumeration in a folder, which is created if necessary, or resumes the one that the folder contains.
    ///
    /// The folder must not be used for anything else. This call does not enumerate any further level.
    ///
    /// # Arguments
    ///
    /// Each time that the folder is opened, `graph` and `starts` must be the same. The memory, the disk limit and the
    /// number of threads may differ. A start that is given twice counts once.
    ///
    /// # Errors
    ///
    /// * [`Error::Settings`] if the folder contains the levels of another enumeration, that is, if the length of the
    ///   key, the coding of the nodes, the number of buckets, the kind of the graph (directed, undirected, or
    ///   undirected with two levels), its name, the starts or their successors differ.
    /// * [`Error::Locked`] if another enumerator is using the folder.
    /// * [`Error::File`] if a file cannot be read or written, is damaged, or was written by another version, and
    ///   [`Error::NoManifest`] if the list of levels is missing.
    /// * [`Error::MemoryLimit`], [`Error::DiskLimit`], [`Error::NoStart`], [`Error::Panicked`].
    pub fn open(
        graph: G,
        starts: impl IntoIterator<Item = G::Node>,
        folder: impl AsRef<Path>,
        options: Options,
    ) -> Result<Self, Error> {
        Self::open_with(Whole, graph, starts, folder, options)
    }

    /// Begins an enumeration whose files are in memory. All other calls are the same as for files on disk.
    ///
    /// Nodes are sorted, and each is stored without the leading bytes that it shares with the node before it, so nodes
    /// take less memory than in a table. (All levels of 3,628,800 stacks of ten pancakes, with 8 bytes for each stack,
    /// took 15 MB.) [`Options::with_disk`] limits the bytes of all files, including temporary ones.
    /// [`Options::with_memory`] separately limits the bytes of the buffers.
    ///
    /// # Errors
    ///
    /// [`Error::MemoryLimit`], [`Error::DiskLimit`], [`Error::NoStart`], [`Error::Panicked`], [`Error::OutOfMemory`].
    pub fn in_memory(graph: G, starts: impl IntoIterator<Item = G::Node>, options: Options) -> Result<Self, Error> {
        Self::in_memory_with(Whole, graph, starts, options)
    }
}

impl<G: Graph + Sync, C: Coding<G::Node>> Enumerator<G, C> {
    /// Like [`open`](Enumerator::open), with another coding of nodes, such as [`Fingerprints`](crate::Fingerprints).
    ///
    /// # Errors
    ///
    /// The errors of `open`, and [`Error::NodeLength`] if an encoding is too long; later calls can return `NodeLength`
    /// as well.
    pub fn open_with(
        coding: C,
        graph: G,
        starts: impl IntoIterator<Item = G::Node>,
        folder: impl AsRef<Path>,
        options: Options,
    ) -> Result<Self, Error> {
        let starts = sorted(&coding, starts)?;
        let fingerprint = caught(|| Ok(fingerprint(&coding, &graph, &starts)))?;
        let (threads, forgets_nodes) = (options.threads.min(options.buckets as usize), options.forgets_nodes);
        let (opened, lock) = open_folder(coding, folder.as_ref(), &starts, options, fingerprint, threads)?;
        Ok(Self::with_levels(opened, Some(lock), graph, threads, forgets_nodes))
    }

    /// Like [`in_memory`](Enumerator::in_memory), with another coding of nodes, such as
    /// [`Fingerprints`](crate::Fingerprints).
    ///
    /// # Errors
    ///
    /// The errors of `in_memory`, and [`Error::NodeLength`] if an encoding is too long; later calls can return
    /// `NodeLength` as well.
    pub fn in_memory_with(
        coding: C,
        graph: G,
        starts: impl IntoIterator<Item = G::Node>,
        options: Options,
    ) -> Result<Self, Error> {
        let starts = sorted(&coding, starts)?;
        let disk = Disk::in_memory(options.disk);
        let (threads, forgets_nodes) = (options.threads.min(options.buckets as usize), options.forgets_nodes);
        let opened = levels_in(disk, None, coding, &starts, options, 0, threads)?;
        Ok(Self::with_levels(opened, None, graph, threads, forgets_nodes))
    }

    fn with_levels(
        (levels, settings): Opened<G::Node, C>,
        lock: Option<Lock>,
        graph: G,
        threads: usize,
        forgets_nodes: bool,
    ) -> Self {
        let is_complete = levels.is_complete() || levels.manifest.violation.is_some();
        Self {
            graph,
            invariant: None,
            threads,
            forgets_nodes,
            levels,
            settings,
            phase: if is_complete { Phase::End } else { Phase::Start },
            spills: Vec::new(),
            status: if is_complete { Status::Found } else { Status::Running },
            error: None,
            stats: Stats::default(),
            _lock: lock,
        }
    }

    /// Ends the enumeration after the first level with a node for which `invariant` returns `false`.
    ///
    /// The status is then [`Found`](Status::Found), [`Levels::violation`] returns the node, and [`Levels::trace`]
    /// returns a shortest path to it. If no node violates the invariant, the status at the end is
    /// [`Exhausted`](Status::Exhausted). Nodes are checked when they are found, so after a restart, levels that were
    /// already complete are not checked again. An enumeration that has ended with a violation is not continued when its
    /// folder is opened again.
    ///
    /// ```
    /// use astride::{FnGraph, Status, Stepper};
    /// use astride_disk::{Enumerator, Options};
    ///
    /// // Two jugs, of three and five litres. Can one measure four litres?
    /// let jugs = FnGraph::new(|jugs: &[u8; 2]| {
    ///     let [a, b] = *jugs;
    ///     let (over, back) = (a.min(5 - b), b.min(3 - a));
    ///     let next = [[3, b], [a, 5], [0, b], [a, 0], [a - over, b + over], [a + back, b - back]];
    ///     next.map(|jugs| (jugs, 1_u32))
    /// });
    /// let folder = std::env::temp_dir().join(format!("astride-jugs-{}", std::process::id()));
    /// let search = Enumerator::open(&jugs, [[0, 0]], &folder, Options::new())?;
    /// let mut search = search.with_invariant(|jugs| jugs[1] != 4);
    /// assert_eq!(search.run(), Status::Found);
    ///
    /// let levels = search.finish()?;
    /// let path = levels.trace(&jugs, &levels.violation().unwrap())?;
    /// assert_eq!(path, [[0, 0], [0, 5], [3, 2], [0, 2], [2, 0], [2, 5], [3, 4]]);
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), astride_disk::Error>(())
    /// ```
    pub fn with_invariant(mut self, invariant: impl Fn(&G::Node) -> bool + Send + Sync + 'static) -> Self {
        self.invariant = Some(Box::new(invariant));
        if self.levels.is_complete() && self.levels.manifest.violation.is_none() {
            self.status = Status::Exhausted;
        }
        self
    }

    /// Enumerates the next level and returns it, or `None` if the enumeration has ended.
    ///
    /// # Errors
    ///
    /// Any [`Error`]. All subsequent calls return the same error.
    pub fn next_level(&mut self) -> Result<Option<Level>, Error> {
        let depth = self.levels.manifest.levels.len();
        while self.levels.manifest.levels.len() == depth {
            if !self.step().is_running() {
                break;
            }
        }
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let (written, read) = self.levels.disk.traffic();
        let level = self.levels.manifest.levels.get(depth);
        Ok(level.map(|level| Level {
            depth,
            nodes: level.nodes,
            total: self.levels.total(),
            disk: self.levels.disk.used(),
            written,
            read,
        }))
    }

    /// Enumerates the remaining levels and returns all of them.
    ///
    /// # Errors
    ///
    /// Any [`Error`].
    pub fn finish(mut self) -> Result<Levels<G::Node, C>, Error> {
        let _ = self.run();
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.levels),
        }
    }

    /// Returns the complete levels.
    pub fn levels(&self) -> &Levels<G::Node, C> {
        &self.levels
    }

    /// Returns the error if the enumeration has failed.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }

    /// Makes one step. An error ends the enumeration.
    fn advance(&mut self) -> Result<(), Error> {
        match &mut self.phase {
            Phase::Start => self.begin_level(),
            Phase::Expanding { .. } => self.expand(),
            Phase::Merging { .. } => self.merge(),
            Phase::End => Ok(()),
        }
    }

    fn begin_level(&mut self) -> Result<(), Error> {
        let depth = self.levels.manifest.levels.len();
        if let (1, Some(is_good)) = (depth, &self.invariant) {
            for start in self.levels.nodes(0)? {
                let start = start?;
                if !is_good(&start) {
                    let mut bytes = Vec::new();
                    let key = self.levels.coding.key(&start, &mut bytes);
                    self.levels.manifest.violation = Some(bytes_of(key, &bytes));
                    self.levels.manifest.write(&self.levels.disk)?;
                    self.end();
                    return Ok(());
                }
            }
        }
        if self.spills.is_empty() {
            let spill = |_| Spill::new(Arc::clone(&self.settings), depth as u64);
            self.spills = (0..self.threads).map(spill).collect();
        }
        self.phase = Phase::Expanding {
            cursor: None,
            bucket: 0,
        };
        Ok(())
    }

    /// Expands some nodes of the last level.
    fn expand(&mut self) -> Result<(), Error> {
        let Phase::Expanding { cursor, bucket } = &mut self.phase else {
            return Ok(());
        };
        let spills = &mut self.spills;
        let (manifest, coding) = (&self.levels.manifest, &self.levels.coding);
        let (mut keys, mut bytes) = (Vec::new(), Vec::new());
        while keys.len() < EXPANDED * self.threads && bytes.len() <= MOST_BYTES {
            if let Some(cursor) = cursor
                && let Some((key, _)) = cursor.next()?
            {
                keys.push((key, C::Place::append(&mut bytes, cursor.bytes())));
                continue;
            }
            let last = manifest.levels.last();
            let Some((next, run)) = last.and_then(|level| level.next_whole_part(*bucket, C::HAS_BYTES)) else {
                break;
            };
            *cursor = Cursor::open(&self.levels.disk, run, next)?;
            *bucket = next + 1;
        }
        let graph = &self.graph;
        if keys.is_empty() {
            in_parallel(spills.iter_mut(), Spill::flush)?;
            let successors = spills.iter_mut().flat_map(Spill::finish).collect();
            return self.begin_merge(successors);
        }
        let shares = keys.chunks(keys.len().div_ceil(self.threads));
        in_parallel(spills.iter_mut().zip(shares), |(spill, keys)| {
            spill.expand(graph, coding, keys, &bytes)
        })?;
        self.stats.expanded += keys.len() as u64;
        self.stats.generated += spills
            .iter_mut()
            .map(|spill| std::mem::take(&mut spill.generated))
            .sum::<u64>();
        Ok(())
    }

    fn begin_merge(&mut self, successors: Vec<Arc<Run>>) -> Result<(), Error> {
        let (disk, layout) = (&self.levels.disk, self.settings.layout);
        let depth = self.levels.manifest.levels.len();
        let part = |part| Part::new(disk, depth, part, layout, C::HAS_BYTES);
        let parts = (0..self.threads).map(part).collect::<Result<_, Error>>()?;
        self.phase = Phase::Merging { successors, parts };
        Ok(())
    }

    /// Merges some keys of the next level.
    fn merge(&mut self) -> Result<(), Error> {
        let Phase::Merging { successors, parts } = &mut self.phase else {
            return Ok(());
        };
        let (settings, manifest, invariant) = (&self.settings, &self.levels.manifest, &self.invariant);
        let threads = parts.len();
        if !parts.iter().all(Part::is_merged) {
            // A key that does not belong to any node is reported when it is expanded.
            let coding = &self.levels.coding;
            let is_good = |key, bytes: &[u8]| {
                let invariant = invariant.as_ref();
                invariant.is_none_or(|is_good| coding.node(key, bytes).is_none_or(|node| is_good(&node)))
            };
            return in_parallel(parts.iter_mut(), |part| {
                part.advance(settings, successors, manifest, threads, is_good)
            });
        }
        let parts = std::mem::take(parts);
        self.complete(parts)?;
        // This removes the files of successors.
        self.phase = Phase::Start;
        if self.levels.manifest.is_complete || self.levels.manifest.violation.is_some() {
            self.end();
        }
        Ok(())
    }

    /// Makes a level durable.
    fn complete(&mut self, parts: Vec<Part<C::Key>>) -> Result<(), Error> {
        let Levels { disk, manifest, .. } = &mut self.levels;
        let sum = |count: fn(&Part<C::Key>) -> u64| parts.iter().map(count).sum::<u64>();
        let (nodes, there, back) = (sum(|part| part.nodes), sum(|part| part.there), sum(|part| part.back));
        if let (true, Some(depth)) = (manifest.kind != Kind::Directed, manifest.levels.len().checked_sub(2)) {
            let there = manifest.levels[depth].there;
            if there != back {
                return Err(Error::OneWay { depth, there, back });
            }
        }
        let violation = parts.iter().filter_map(|part| part.violation.as_ref());
        let violation = violation.min().map(|(key, bytes)| bytes_of(*key, bytes));
        let mut level = Stored {
            nodes,
            there: 0,
            parts: Vec::new(),
            whole: Vec::new(),
        };
        for part in parts {
            level.parts.push(part.writer.finish_level()?);
            if let Some(whole) = part.whole {
                level.whole.push(whole.finish_level()?);
            }
        }
        let levels = manifest.levels.len();
        if let Some(last) = manifest.levels.last_mut() {
            last.there = there;
        }
        // The files that are no longer needed, and the depths to which they belong.
        let mut old = Vec::new();
        if nodes == 0 {
            manifest.is_complete = true;
            old.push((levels, level.parts, level.whole));
        } else {
            manifest.violation = violation;
            if let (Kind::TwoLevels, Some(depth)) = (manifest.kind, levels.checked_sub(2)) {
                let Stored { parts, whole, .. } = &mut manifest.levels[depth];
                old.push((depth, std::mem::take(parts), std::mem::take(whole)));
            }
            if let (true, Some(depth)) = (self.forgets_nodes, levels.checked_sub(1)) {
                let whole = std::mem::take(&mut manifest.levels[depth].whole);
                old.push((depth, Vec::new(), whole));
            }
            manifest.levels.push(level);
        }
        if let Err(error) = manifest.write(disk) {
            // Restores the list of levels.
            if nodes == 0 {
                manifest.is_complete = false;
            } else {
                manifest.levels.truncate(levels);
                manifest.violation = None;
                for (depth, mut parts, mut whole) in old {
                    manifest.levels[depth].parts.append(&mut parts);
                    manifest.levels[depth].whole.append(&mut whole);
                }
            }
            return Err(error);
        }
        let mut unneeded = old.iter().flat_map(|(_, parts, whole)| parts.iter().chain(whole));
        unneeded.try_for_each(|run| disk.remove(&run.path, run.length))
    }

    fn end(&mut self) {
        let is_found = self.invariant.is_none() || self.levels.manifest.violation.is_some();
        self.status = if is_found { Status::Found } else { Status::Exhausted };
        self.phase = Phase::End;
        self.spills.clear();
    }
}

impl<G: Graph + Sync, C: Coding<G::Node>> Stepper for Enumerator<G, C> {
    fn step(&mut self) -> Status {
        if self.status.is_running() {
            let start = Instant::now();
            if let Err(error) = caught(|| self.advance()) {
                self.status = Status::failed(&error);
                self.error = Some(error);
                // This removes the temporary files.
                self.phase = Phase::End;
                self.spills.clear();
            }
            self.stats.elapsed += start.elapsed();
        }
        self.status()
    }

    fn status(&self) -> Status {
        self.status.clone()
    }

    /// Expansions, successors and the time spent in steps are counted from the opening of the folder. `nodes` counts
    /// the nodes of all levels, and `bytes` counts the bytes of the buffers for successors, but not those of the files.
    fn stats(&self) -> Stats {
        let mut stats = self.stats;
        stats.nodes = usize::try_from(self.levels.total()).unwrap_or(usize::MAX);
        stats.bytes = self.spills.iter().map(Spill::bytes).sum();
        stats
    }
}

impl<G: Graph, C: Coding<G::Node>> std::fmt::Debug for Enumerator<G, C> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = formatter.debug_struct("Enumerator");
        debug.field("status", &self.status).field("stats", &self.stats);
        debug.finish_non_exhaustive()
    }
}

/// The levels, and the data that the threads share.
pub(crate) type Opened<N, C> = (Levels<N, C>, Arc<Settings>);

/// Opens the levels in a folder for `threads` threads, or begins with the level of the starts.
pub(crate) fn open_folder<N, C: Coding<N>>(
    coding: C,
    folder: &Path,
    starts: &[Start<N, C::Key>],
    options: Options,
    fingerprint: u64,
    threads: usize,
) -> Result<(Opened<N, C>, Lock), Error> {
    let create = fs::create_dir_all(folder).map_err(|error| match error.kind() {
        // "File exists" would not say what is wrong with that.
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
        _ => error,
    });
    create.map_err(Error::at(folder))?;
    check_path(folder)?;
    let lock = Lock::new(folder)?;
    let disk = Disk::new(folder, options.disk);
    let path = disk.path(manifest::NAME);
    let known = if path.try_exists().map_err(Error::at(&path))? {
        let manifest = Manifest::read(&disk)?;
        manifest.check(&path, (C::Key::BYTES, coding.name()), &options, fingerprint)?;
        Some(manifest)
    } else {
        None
    };
    clean(&disk, folder, known.as_ref())?;
    let opened = levels_in(disk, known, coding, starts, options, fingerprint, threads)?;
    Ok((opened, lock))
}

/// Takes the levels from the manifest, or begins with the first one.
fn levels_in<N, C: Coding<N>>(
    disk: Arc<Disk>,
    known: Option<Manifest>,
    coding: C,
    starts: &[Start<N, C::Key>],
    options: Options,
    fingerprint: u64,
    threads: usize,
) -> Result<Opened<N, C>, Error> {
    let layout = known.as_ref().map_or_else(
        || Layout {
            key_bytes: C::Key::BYTES as u32,
            buckets: options.buckets,
            block: Settings::block(C::Key::BYTES, options.memory, threads),
        },
        |manifest| manifest.layout,
    );
    let settings = Settings::new::<N, C>(Arc::clone(&disk), layout, options.memory, threads)?;
    let manifest = match known {
        Some(manifest) => manifest,
        None => begin(&coding, &disk, layout, starts, options, fingerprint)?,
    };
    let levels = Levels {
        disk,
        manifest,
        coding,
        node: PhantomData,
    };
    Ok((levels, Arc::new(settings)))
}

/// A node with its key and the bytes in addition to it.
pub(crate) type Start<N, K> = (K, Vec<u8>, N);

/// Returns the starts without duplicates, in the order of their keys.
pub(crate) fn sorted<N, C: Coding<N>>(
    coding: &C,
    starts: impl IntoIterator<Item = N>,
) -> Result<Vec<Start<N, C::Key>>, Error> {
    let start = |node| {
        let mut bytes = Vec::new();
        let key = coding.key(&node, &mut bytes);
        spill::check_length(bytes.len()).map(|()| (key, bytes, node))
    };
    let mut starts = caught(|| starts.into_iter().map(start).collect::<Result<Vec<_>, _>>())?;
    starts.sort_by_key(|start| start.0);
    starts.dedup_by_key(|start| start.0);
    if starts.is_empty() {
        Err(Error::NoStart)
    } else {
        Ok(starts)
    }
}

/// Writes the level of the starts, and the first manifest.
fn begin<N, C: Coding<N>>(
    coding: &C,
    disk: &Arc<Disk>,
    layout: Layout,
    starts: &[Start<N, C::Key>],
    options: Options,
    fingerprint: u64,
) -> Result<Manifest, Error> {
    let mut starts: Vec<_> = starts
        .iter()
        .map(|(key, bytes, _)| (layout.bucket(*key), *key, bytes))
        .collect();
    starts.sort_unstable();
    let write = |content| {
        let mut writer = RunWriter::create(disk, &Stored::file_name(0, 0, content), 0, layout, content)?;
        for (bucket, key, bytes) in &starts {
            writer.go_to(*bucket)?;
            writer.push(*key, 1, bytes)?;
        }
        writer.finish_level()
    };
    let level = Stored {
        nodes: starts.len() as u64,
        there: 0,
        parts: vec![write(Content::Keys)?],
        whole: if C::HAS_BYTES {
            vec![write(Content::Nodes)?]
        } else {
            Vec::new()
        },
    };
    let mut manifest = Manifest {
        layout,
        kind: options.kind,
        name: options.name,
        coding: coding.name(),
        fingerprint,
        is_complete: false,
        violation: None,
        levels: vec![level],
        length: 0,
    };
    manifest.write(disk)?;
    Ok(manifest)
}

/// Removes the files that an interrupted enumeration has left, and counts the bytes of the other files.
fn clean(disk: &Disk, folder: &Path, manifest: Option<&Manifest>) -> Result<(), Error> {
    let listed: BTreeSet<&PathBuf> = manifest
        .iter()
        .flat_map(|manifest| &manifest.levels)
        .flat_map(Stored::files)
        .map(|run| &run.path)
        .collect();
    let mut unlisted = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::at(folder))? {
        let entry = entry.map_err(Error::at(folder))?;
        let (path, name) = (entry.path(), entry.file_name());
        let length = entry.metadata().map_err(Error::at(&path))?.len();
        let name = name.to_string_lossy();
        let is_level = name.starts_with(manifest::LEVEL) || name.starts_with(manifest::NODES);
        let is_start = name
            .get(manifest::LEVEL.len()..)
            .is_some_and(|rest| rest.starts_with("000000."));
        if listed.contains(&path) || name == manifest::NAME {
            disk.adopt(length);
        } else if is_level && manifest.is_none() && !is_start {
            let path = disk.path(manifest::NAME);
            return Err(Error::NoManifest { path });
        } else if is_level || name.starts_with(spill::TEMPORARY) || name == manifest::TEMPORARY {
            unlisted.push((path, length));
        }
    }
    for (path, length) in unlisted {
        disk.adopt(length);
        disk.remove(&path, length)?;
    }
    Ok(())
}

/// A hash of the starts, which must be sorted, and of their successors.
pub(crate) fn fingerprint<G: Graph, C: Coding<G::Node>>(
    coding: &C,
    graph: &G,
    starts: &[Start<G::Node, C::Key>],
) -> u64 {
    let mut keys: Vec<_> = starts.iter().map(|start| start.0).collect();
    for (_, _, start) in starts {
        let edges = graph
            .successors(start)
            .filter(|(_, cost)| cost.is_less(&G::Cost::INFINITY));
        let mut next: Vec<_> = edges.map(|(child, _)| coding.key(&child, &mut Vec::new())).collect();
        next.sort_unstable();
        keys.extend(next);
    }
    keys.iter().fold(keys.len() as u64, |hash, key| {
        (hash.rotate_left(5) ^ key.hash()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

fn bytes_of<K: Key>(key: K, rest: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    key.write_rest(0, &mut bytes);
    bytes.extend(rest);
    bytes
}

/// Runs each task in a separate thread, and returns the first error.
fn in_parallel<T: Send>(
    tasks: impl Iterator<Item = T>,
    work: impl Fn(T) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let (mut tasks, work) = (tasks, &work);
    let Some(first) = tasks.next() else { return Ok(()) };
    thread::scope(|scope| {
        let threads: Vec<_> = tasks
            .map(|task| thread::Builder::new().spawn_scoped(scope, move || caught(|| work(task))))
            .collect();
        let mut result = caught(|| work(first));
        for thread in threads {
            let other = match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| Err(panicked(&*panic))),
                Err(error) => Err(Error::Thread {
                    reason: error.to_string(),
                }),
            };
            result = result.and(other);
        }
        result
    })
}

/// Runs user code, and turns a panic into an error.
pub(crate) fn caught<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panicked(&*panic)))
}

fn panicked(panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    let message = text.unwrap_or("no message").to_owned();
    Error::Panicked { message }
}
