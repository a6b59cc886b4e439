//! [`Error`]: why an enumeration stopped, or a level cannot be read.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use astride_files::BinaryFileError;

/// Why an enumeration cannot begin or continue, or why its levels cannot be read.
///
/// Whatever the error, complete levels on disk remain as they are. Once the cause is removed,
/// [`Enumerator::open`](crate::Enumerator::open) continues from the last complete level.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written (for example because the disk is full), is damaged, or was written by another
    /// version.
    #[error(transparent)]
    File(Arc<BinaryFileError>),

    /// The folder belongs to an enumeration with a different setting, graph or start.
    #[error("{}: {setting} is {found} in this folder, but {expected} was given", path.display())]
    Settings {
        /// The file that contains the setting.
        path: PathBuf,
        /// The setting that differs.
        setting: &'static str,
        /// The value in the file.
        found: String,
        /// The value that was given.
        expected: String,
    },

    /// The folder has levels, but the file that lists them is missing.
    #[error("{}: missing, although there are files of levels", path.display())]
    NoManifest {
        /// The path of the missing file.
        path: PathBuf,
    },

    /// Another process, or another [`Enumerator`](crate::Enumerator) of this process, is using this folder.
    #[error("{}: another enumeration is using this folder", path.display())]
    Locked {
        /// The locked file.
        path: PathBuf,
    },

    /// The files would take more bytes than [`Options::with_disk`](crate::Options::with_disk) allows.
    #[error("the files take {used} bytes, and {more} more would exceed the limit of {limit} bytes")]
    DiskLimit {
        /// The number of bytes in all files of the enumeration.
        used: u64,
        /// The number of bytes that were to be written.
        more: u64,
        /// The limit.
        limit: u64,
    },

    /// The memory set with [`Options::with_memory`](crate::Options::with_memory) is too small for the buffers.
    #[error("{given} bytes of memory are not enough: at least {least} bytes are needed")]
    MemoryLimit {
        /// The memory that was set, in bytes.
        given: usize,
        /// The minimum for this number of threads, in bytes.
        least: usize,
    },

    /// The allocator could not provide the memory for a list or a table.
    #[error("not enough memory for {bytes} bytes")]
    OutOfMemory {
        /// The size of the list or the table.
        bytes: usize,
    },

    /// The [encoding](crate::Encoded) of a node is too long.
    #[error("the encoding of a node has {bytes} bytes, but at most {most} can be written")]
    NodeLength {
        /// The length of the encoding.
        bytes: usize,
        /// The maximum length.
        most: usize,
    },

    /// An index is outside the table of [distances](crate::Distances).
    #[error("the index of a node is {index}, but the table has {count} entries")]
    Index {
        /// The index.
        index: u64,
        /// The number of entries.
        count: u64,
    },

    /// A distance is greater than [`Distances::LARGEST`](crate::Distances::LARGEST).
    #[error("a distance is more than 254, the largest that a table can hold")]
    TooFar,

    /// The system could not start a thread.
    #[error("the system could not start a thread: {reason}")]
    Thread {
        /// The system's error message.
        reason: String,
    },

    /// No start was given.
    #[error("no start was given")]
    NoStart,

    /// The graph was declared [undirected](crate::Options::undirected), but it has an edge that leads only one way.
    #[error("{there} edges lead from depth {depth} to the next one, but {back} lead back: the graph is not undirected")]
    OneWay {
        /// The depth.
        depth: usize,
        /// The number of edges that lead from this depth to the next one.
        there: u64,
        /// The number of edges that lead from the next depth back to this one.
        back: u64,
    },

    /// The code of the graph, of its nodes or of the invariant panicked.
    #[error("the code of the graph, of its nodes or of the invariant panicked: {message}")]
    Panicked {
        /// The message of the panic, if it is a string.
        message: String,
    },

    /// The nodes of the level are not stored: either the level is deeper than the last one, or
    /// [`with_two_levels`](crate::Options::with_two_levels) or [`forget_nodes`](crate::Options::forget_nodes) has
    /// removed them.
    #[error("the nodes at depth {depth} are not stored")]
    NotKept {
        /// The depth.
        depth: usize,
    },

    /// The node is in none of the stored levels.
    #[error("the node is in none of the levels")]
    Unknown,

    /// A node on the path has no predecessor at the depth before its own, so the levels belong to another graph.
    #[error("no edge leads from depth {depth} to the node: the levels belong to another graph")]
    NoPredecessor {
        /// The depth.
        depth: usize,
    },
}

impl From<BinaryFileError> for Error {
    fn from(error: BinaryFileError) -> Self {
        Self::File(Arc::new(error))
    }
}

impl Error {
    /// Adds the path of the file to a system error.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let file = BinaryFileError::at(path);
        |source| file(source).into()
    }

    pub(crate) fn damaged(path: &Path, fault: &str) -> Self {
        let (path, fault) = (path.to_owned(), fault.to_owned());
        BinaryFileError::Damaged { path, fault }.into()
    }
}
