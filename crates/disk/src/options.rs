//! [`Options`]: the levels that an enumeration keeps, and its memory and disk limits.

use crate::manifest::Kind;

/// The settings of an enumeration: the levels that it compares and keeps, its memory and disk limits, and its number of
/// threads.
///
/// ```
/// use astride_disk::Options;
///
/// let options = Options::new().undirected().with_memory(512 << 20).with_disk(200 << 30).with_threads(8);
/// # let _ = options;
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    pub(crate) kind: Kind,
    pub(crate) forgets_nodes: bool,
    pub(crate) name: String,
    pub(crate) memory: usize,
    pub(crate) disk: u64,
    pub(crate) threads: usize,
    pub(crate) buckets: u32,
}

impl Options {
    /// Creates the default settings: a directed graph, all levels kept, 256 MiB of memory, no disk limit, one thread,
    /// 64 buckets.
    pub fn new() -> Self {
        Self {
            kind: Kind::Directed,
            forgets_nodes: false,
            name: String::new(),
            memory: 256 << 20,
            disk: u64::MAX,
            threads: 1,
            buckets: 64,
        }
    }

    /// Looks for duplicates only in the last two levels instead of in all levels. All levels stay on disk.
    ///
    /// This is correct if every edge leads both ways, since the successors of a level are then in the level before it,
    /// in the level itself, or in the next one. Between any two nodes, there must be as many edges in one direction as
    /// in the other.
    ///
    /// On other graphs, nodes of earlier levels would be counted again, perhaps forever. The enumeration therefore
    /// counts the edges from each level to the next and those that lead back. If these numbers differ, the enumeration
    /// fails with [`Error::OneWay`](crate::Error::OneWay). This check is not a proof, since a graph can be constructed
    /// that passes it although some edges lead only one way.
    pub fn undirected(self) -> Self {
        let kind = Kind::Undirected;
        Self { kind, ..self }
    }

    /// Like [`undirected`](Self::undirected), but also removes levels from the disk when they are no longer needed.
    /// Only the last two levels can then be read, and no path can be traced.
    pub fn with_two_levels(self) -> Self {
        let kind = Kind::TwoLevels;
        Self { kind, ..self }
    }

    /// With [`Fingerprints`](crate::Fingerprints), keeps only the fingerprints of a level once its nodes have been
    /// expanded. Only the nodes of the last level can then be read, and no path can be traced. The setting may differ
    /// each time that a folder is opened. Without fingerprints, the setting has no effect.
    pub fn forget_nodes(self) -> Self {
        let forgets_nodes = true;
        Self { forgets_nodes, ..self }
    }

    /// Names the graph. A folder can only be opened again with the same name. Without a name, another graph with the
    /// same settings is detected only if its starts or their successors differ.
    pub fn with_name(self, name: impl Into<String>) -> Self {
        let name = name.into();
        Self { name, ..self }
    }

    /// Sets the memory in bytes for the buffers of all threads together. This memory does not include the program
    /// itself, a batch of a few thousand nodes for each thread, or the files if they are in memory.
    pub fn with_memory(self, bytes: usize) -> Self {
        let memory = bytes;
        Self { memory, ..self }
    }

    /// Sets the maximum number of bytes of all files, including temporary ones, on disk or in memory. The enumeration
    /// fails with [`Error::DiskLimit`](crate::Error::DiskLimit) before it exceeds this limit. When the folder is opened
    /// again with a larger limit, the enumeration continues from the last complete level.
    pub fn with_disk(self, bytes: u64) -> Self {
        let disk = bytes;
        Self { disk, ..self }
    }

    /// Sets the number of threads, from 1 to 256. At most one thread for each bucket is used. The number may differ
    /// each time that a folder is opened.
    pub fn with_threads(self, threads: usize) -> Self {
        let threads = threads.clamp(1, 256);
        Self { threads, ..self }
    }

    /// Sets the number of buckets, from 1 to 4096. Nodes are distributed among the buckets by a hash, and each bucket
    /// is sorted and merged separately. A folder can only be opened again with the same number of buckets.
    pub fn with_buckets(self, buckets: u32) -> Self {
        let buckets = buckets.clamp(1, 4096);
        Self { buckets, ..self }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}
