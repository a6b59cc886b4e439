//! [`Levels`]: access to the complete levels.

use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use astride::{Cost, Graph};

use crate::coding::{Coding, Whole};
use crate::disk::{Disk, Reader, check_path};
use crate::key::Packed;
use crate::key::sealed::Key as _;
use crate::manifest::{Manifest, NAME};
use crate::merge::{Merge, Role};
use crate::run::{Cursor, NO_NODE};
use crate::sample::Smallest;
use crate::{Distances, Error};

/// The complete levels of an enumeration: their numbers of nodes, the nodes themselves, and shortest paths.
///
/// An [`Enumerator`](crate::Enumerator) provides its levels while it runs, and returns them at the end.
/// [`open`](Self::open) opens the levels in a folder.
///
/// # Example
///
/// ```
/// use astride::FnGraph;
/// use astride_disk::{Enumerator, Levels, Options};
///
/// let folder = std::env::temp_dir().join(format!("astride-levels-{}", std::process::id()));
/// let cube = FnGraph::new(|corner: &u16| {
///     let corner = *corner;
///     (0..12).map(move |side| (corner ^ 1 << side, 1_u32))
/// });
/// Enumerator::open(&cube, [0], &folder, Options::new().undirected())?.finish()?;
///
/// let levels = Levels::<u16>::open(&folder)?;
/// assert_eq!(levels.counts().collect::<Vec<_>>()[..4], [1, 12, 66, 220]);
/// let corners: Vec<u16> = levels.nodes(1)?.collect::<Result<_, _>>()?;
/// assert_eq!(corners[..5], [1, 2, 4, 8, 16]);
/// assert_eq!(levels.trace(&cube, &0b101)?.len(), 3);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), astride_disk::Error>(())
/// ```
#[derive(Debug)]
pub struct Levels<N, C = Whole> {
    pub(crate) disk: Arc<Disk>,
    pub(crate) manifest: Manifest,
    pub(crate) coding: C,
    pub(crate) node: PhantomData<fn() -> N>,
}

impl<N: Packed> Levels<N> {
    /// Opens the levels in a folder. The nodes must have the type with which they were written.
    ///
    /// A process may read levels while another process runs the enumeration. The reading process sees the levels that
    /// were complete when it opened the folder. If the enumeration has removed the files of a level since then (see
    /// [`with_two_levels`](crate::Options::with_two_levels) and [`forget_nodes`](crate::Options::forget_nodes)),
    /// reading the level fails with [`Error::File`].
    ///
    /// # Errors
    ///
    /// [`Error::File`], and [`Error::Settings`] if the keys in the folder have a different length from those of `N`, or
    /// are [`Fingerprints`](crate::Fingerprints).
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, Error> {
        Self::open_with(Whole, folder)
    }
}

impl<N, C: Coding<N>> Levels<N, C> {
    /// Like [`open`](Levels::open), for levels that were written with a coding other than [`Whole`].
    ///
    /// # Errors
    ///
    /// [`Error::File`], and [`Error::Settings`] if the levels were written with a different coding, or with keys of a
    /// different length.
    pub fn open_with(coding: C, folder: impl AsRef<Path>) -> Result<Self, Error> {
        check_path(folder.as_ref())?;
        let disk = Disk::new(folder.as_ref(), u64::MAX);
        let manifest = Manifest::read(&disk)?;
        manifest.check_nodes(&disk.path(NAME), C::Key::BYTES, coding.name())?;
        let node = PhantomData;
        Ok(Self {
            disk,
            manifest,
            coding,
            node,
        })
    }

    /// Returns the number of nodes at each depth.
    pub fn counts(&self) -> impl ExactSizeIterator<Item = u64> {
        self.manifest.levels.iter().map(|level| level.nodes)
    }

    /// Returns the number of nodes.
    pub fn total(&self) -> u64 {
        self.counts().sum()
    }

    /// Returns whether it is known that there are no deeper nodes.
    pub fn is_complete(&self) -> bool {
        self.manifest.is_complete
    }

    /// Returns a node that violates the [invariant](crate::Enumerator::with_invariant), if any was found: the one with
    /// the smallest key in the first level that has such nodes.
    pub fn violation(&self) -> Option<N> {
        let bytes = self.manifest.violation.as_ref()?;
        let (key, rest) = (C::Key::MAX.with_rest(0, bytes)?, bytes.get(C::Key::BYTES..)?);
        self.coding.node(key, rest)
    }

    /// Returns an upper bound on the probability that a node was lost. Without [`Fingerprints`](crate::Fingerprints),
    /// the bound is 0; with them, it [depends on the number of nodes](crate::Fingerprints#lost-nodes).
    pub fn loss(&self) -> f64 {
        self.coding.loss(self.total())
    }

    /// Returns the nodes of a level, sorted by their keys. The nodes are read one block of each bucket at a time.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`] if the nodes of the level are not stored, and [`Error::File`], which the iterator can return
    /// as well. After an error, the iterator ends.
    ///
    /// # Complexity
    ///
    /// O(*n* log *b*) comparisons for *n* nodes in *b* buckets, and at most 32 KiB of memory for each bucket.
    pub fn nodes(&self, depth: usize) -> Result<Nodes<N, C>, Error> {
        let level = self.manifest.levels.get(depth);
        let runs = level.map_or(&[][..], |level| level.whole_parts(C::HAS_BYTES));
        if runs.is_empty() {
            return Err(Error::NotKept { depth });
        }
        // Each file is opened once, since a process may not be allowed to open a file for each bucket.
        let mut cursors = Vec::new();
        for run in runs {
            let reader = Reader::open(&self.disk, &run.path)?;
            for bucket in run.buckets.iter() {
                cursors.push((Cursor::new(reader.clone(), run, bucket)?, Role::Successors));
            }
        }
        Ok(Nodes {
            merge: Some(Merge::new(cursors)?),
            coding: self.coding.clone(),
            node: PhantomData,
        })
    }

    /// Returns a uniform random sample of the nodes of a level: all sets of `count` nodes are equally likely. If the
    /// level has at most `count` nodes, all of them are returned.
    ///
    /// The nodes are in random order, so the first ones are themselves a smaller sample. The same `seed` yields the
    /// same sample, in memory and on disk, with any number of threads and buckets. (A node is drawn if the hash of its
    /// key, computed by SipHash-1-3 with the seed, is among the `count` smallest.)
    ///
    /// ```
    /// use astride::FnGraph;
    /// use astride_disk::{Enumerator, Options};
    ///
    /// let cube = FnGraph::new(|corner: &u16| {
    ///     let corner = *corner;
    ///     (0..12).map(move |side| (corner ^ 1 << side, 1_u32))
    /// });
    /// let levels = Enumerator::in_memory(&cube, [0], Options::new().undirected())?.finish()?;
    /// let sample = levels.sample(6, 10, 1)?;
    /// assert!(sample.len() == 10 && sample.iter().all(|corner| corner.count_ones() == 6));
    /// // A sample of all levels, with the depths.
    /// assert!(levels.sample_all(10, 1)?.iter().all(|(depth, corner)| corner.count_ones() as usize == *depth));
    /// # Ok::<(), astride_disk::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`nodes`](Self::nodes), and [`Error::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// Reads the level once and keeps `count` nodes in memory.
    pub fn sample(&self, depth: usize, count: usize, seed: u64) -> Result<Vec<N>, Error> {
        Ok(self
            .draw(depth..depth + 1, count, seed)?
            .into_iter()
            .map(|(_, node)| node)
            .collect())
    }

    /// Returns a uniform random sample of all nodes, with their depths. See [`sample`](Self::sample).
    ///
    /// # Errors
    ///
    /// The errors of `sample`.
    ///
    /// # Complexity
    ///
    /// Reads all levels once and keeps `count` nodes in memory.
    pub fn sample_all(&self, count: usize, seed: u64) -> Result<Vec<(usize, N)>, Error> {
        self.draw(0..self.counts().len(), count, seed)
    }

    fn draw(&self, depths: Range<usize>, count: usize, seed: u64) -> Result<Vec<(usize, N)>, Error> {
        let mut smallest = Smallest::new(count, seed);
        for depth in depths {
            let Some(mut merge) = self.nodes(depth)?.merge else {
                continue;
            };
            while let Some(merged) = merge.next()? {
                smallest.push(merged.key, depth, merge.bytes())?;
            }
        }
        let no_node = || Error::damaged(&self.disk.path(""), NO_NODE);
        let drawn = smallest.drawn().into_iter();
        let nodes = drawn.map(|(_, key, depth, bytes)| Some((depth, self.coding.node(key, &bytes)?)));
        nodes.map(|node| node.ok_or_else(no_node)).collect()
    }

    /// Returns a table of the depths of all nodes. `index` assigns each node a number below `count`. See [`Distances`]
    /// for uses.
    ///
    /// # Errors
    ///
    /// The errors of [`nodes`](Self::nodes), and [`Error::Index`], [`Error::TooFar`] and [`Error::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// Reads all levels once and needs one byte of memory for each index.
    pub fn distances(&self, count: u64, mut index: impl FnMut(&N) -> u64) -> Result<Distances, Error> {
        let mut table = Distances::new(count)?;
        for depth in 0..self.counts().len() {
            self.add_distances(depth, &mut table, &mut index)?;
        }
        Ok(table)
    }

    /// Adds the nodes of one level to a table of distances.
    ///
    /// # Errors
    ///
    /// The errors of [`nodes`](Self::nodes), and [`Error::Index`] and [`Error::TooFar`].
    pub fn add_distances(
        &self,
        depth: usize,
        table: &mut Distances,
        mut index: impl FnMut(&N) -> u64,
    ) -> Result<(), Error> {
        self.nodes(depth)?
            .try_for_each(|node| table.lower(index(&node?), depth))
    }

    /// Returns the depth of a node, or `None` if the node is in none of the stored levels.
    ///
    /// # Errors
    ///
    /// [`Error::File`].
    ///
    /// # Complexity
    ///
    /// Reads one bucket of each level, up to the level of the node, and each bucket at most up to the node's key.
    pub fn depth(&self, node: &N) -> Result<Option<usize>, Error> {
        let key = self.coding.key(node, &mut Vec::new());
        let bucket = self.manifest.layout.bucket(key);
        for (depth, level) in self.manifest.levels.iter().enumerate() {
            let Some(part) = level.part(bucket) else { continue };
            let Some(mut cursor) = Cursor::<C::Key>::open(&self.disk, part, bucket)? else {
                continue;
            };
            while let Some((found, _)) = cursor.next()? {
                if found == key {
                    return Ok(Some(depth));
                }
                if found > key {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// Returns a path with the fewest edges from a start to this node.
    ///
    /// `graph` is the graph that was enumerated. No reversed edges are needed, since each earlier level is expanded
    /// again until a node is found from which an edge leads to the next node on the path.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if the node is in none of the stored levels, [`Error::NotKept`] if the nodes of an earlier
    /// level are not stored, [`Error::NoPredecessor`] if the graph is a different one, and [`Error::File`].
    ///
    /// # Complexity
    ///
    /// Expands at most all nodes in the levels before the node's own. Memory is needed only for the path and for
    /// reading one level at a time.
    pub fn trace<G: Graph<Node = N>>(&self, graph: &G, node: &N) -> Result<Vec<N>, Error>
    where
        N: Clone,
    {
        let deepest = self.depth(node)?.ok_or(Error::Unknown)?;
        let mut path = vec![node.clone()];
        let mut bytes = Vec::new();
        let mut key = |node: &N| {
            bytes.clear();
            self.coding.key(node, &mut bytes)
        };
        let mut target = key(node);
        for depth in (0..deepest).rev() {
            let mut leads = |node: &N| {
                let mut successors = graph.successors(node);
                successors.any(|(child, cost)| key(&child) == target && cost.is_less(&G::Cost::INFINITY))
            };
            let mut nodes = self.nodes(depth)?;
            let parent = nodes.find(|node| node.as_ref().map_or(true, &mut leads));
            let parent = parent.ok_or(Error::NoPredecessor { depth })??;
            target = key(&parent);
            path.push(parent);
        }
        path.reverse();
        Ok(path)
    }
}

/// An iterator over the sorted nodes of a level: see [`Levels::nodes`].
#[derive(Debug)]
pub struct Nodes<N, C: Coding<N> = Whole> {
    /// `None` after the end.
    merge: Option<Merge<C::Key>>,
    coding: C,
    node: PhantomData<fn() -> N>,
}

impl<N, C: Coding<N>> Iterator for Nodes<N, C> {
    type Item = Result<N, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let merge = self.merge.as_mut()?;
        let next = merge.next().and_then(|merged| {
            let Some(merged) = merged else { return Ok(None) };
            let node = self.coding.node(merged.key, merge.bytes());
            node.map(Some).ok_or_else(|| merge.no_node())
        });
        if !matches!(next, Ok(Some(_))) {
            self.merge = None;
        }
        next.transpose()
    }
}

impl<N, C: Coding<N>> FusedIterator for Nodes<N, C> {}
