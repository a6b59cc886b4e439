//! [`Error`]: why a search on a cluster ended without a result.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Why a search on a cluster ended without a result.
///
/// Every remaining process returns the same error, with [few exceptions](crate::Cluster#several-processes). Processes
/// are numbered from 0 in the order of their addresses, and workers are numbered from 0 across all processes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The number of this process is too large.
    #[error("this is process {process} (counted from 0), but there are {addresses} addresses")]
    NoAddress {
        /// The number that was given.
        process: usize,
        /// The number of addresses.
        addresses: usize,
    },
    /// This process cannot listen on its address.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address.
        address: String,
        /// The system's error message.
        reason: String,
    },
    /// A process could not be reached in time.
    #[error("process {process} at {address} could not be reached within {patience:?}: {reason}")]
    Unreachable {
        /// The process that could not be reached.
        process: usize,
        /// Its address.
        address: String,
        /// How long this process tried to connect.
        patience: Duration,
        /// Why the last attempt failed.
        reason: String,
    },
    /// A process did not connect in time.
    #[error("process {process} did not connect within {patience:?}")]
    Silent {
        /// The process.
        process: usize,
        /// How long the other processes waited.
        patience: Duration,
    },
    /// Two processes were given the same number.
    #[error("two processes were started as process {process}")]
    Twice {
        /// The number.
        process: usize,
    },
    /// A process was started with settings different from those of process 0.
    #[error("process {process} has a different {setting} from process 0: {theirs} there, {ours} in process 0")]
    Mismatch {
        /// The process.
        process: usize,
        /// The setting that differs.
        setting: String,
        /// The value of the setting in that process.
        theirs: String,
        /// The value of the setting in process 0.
        ours: String,
    },
    /// A process refused this one because their secrets or settings differ. Only the error of the refusing process
    /// names the difference, since without a [secret](crate::Cluster::with_secret), anyone could ask for the settings.
    #[error(
        "process {process} refused this process: their secrets or settings differ (see the error of process {process})"
    )]
    Refused {
        /// The process that refused this one.
        process: usize,
    },
    /// A process called with a different [secret](crate::Cluster::with_secret), and never with the right one.
    #[error("process {process} has a different secret from process 0")]
    OtherSecret {
        /// The process.
        process: usize,
    },
    /// Data from a process is not part of the search: it was not sent by that process, or was changed in transit.
    #[error("process {process} sent data that is not part of the search: {reason}")]
    Garbled {
        /// The process.
        process: usize,
        /// The reason.
        reason: String,
    },
    /// The connection to a process broke, for example because the process ended or was killed.
    #[error("process {process} ended, or the connection to it broke, before the search was done")]
    Lost {
        /// The process.
        process: usize,
    },
    /// A process was silent for longer than the cluster's patience, for example because it was frozen or the network
    /// was disconnected.
    #[error("process {process} has been silent for more than {patience:?}")]
    Frozen {
        /// The process.
        process: usize,
        /// The time set with [`Cluster::with_patience`](crate::Cluster::with_patience).
        patience: Duration,
    },
    /// The system denied a process a thread, a connection or random numbers.
    #[error("the system denied process {process} a resource: {reason}")]
    System {
        /// The process.
        process: usize,
        /// The system's error message.
        reason: String,
    },
    /// A worker could not continue.
    #[error("worker {worker}: {failure}")]
    Failed {
        /// The worker.
        worker: usize,
        /// The reason.
        failure: Failure,
    },
}

/// Why a worker could not continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// Memory ran out.
    #[error("not enough memory for {bytes} more bytes")]
    OutOfMemory {
        /// The number of bytes that were requested.
        bytes: u64,
    },
    /// The node limit was reached.
    #[error("node limit reached: each worker may store at most {nodes} nodes")]
    NodeLimit {
        /// The limit.
        nodes: u64,
    },
    /// An enumeration that compares only two levels has found edges that lead only one way. For this graph, do not set
    /// [`EnumerateOptions::with_two_levels`](crate::EnumerateOptions::with_two_levels) or, on disk,
    /// [`Options::undirected`](crate::disk::Options::undirected) or
    /// [`Options::with_two_levels`](crate::disk::Options::with_two_levels).
    #[error("{there} edges lead from depth {depth} to the next, but {back} lead back: the graph is not undirected")]
    OneWay {
        /// The depth.
        depth: u64,
        /// The number of edges from this depth to the next one.
        there: u64,
        /// The number of edges from the next depth back to this one.
        back: u64,
    },
    /// The cost of an edge or of a start is negative, or not a number, or the cost of a start is infinite.
    #[error("a cost is negative or not a number, or that of a start is infinite: {cost}")]
    Cost {
        /// The cost.
        cost: String,
    },
    /// An estimate is negative, or not a number.
    #[error("an estimate is negative or not a number: {estimate}")]
    Estimate {
        /// The estimate.
        estimate: String,
    },
    /// The sum of the cost of a path and that of an edge, or of a cost and an estimate, is too large for the cost type.
    #[error("the sum of the costs {cost} and {added} is too large for the cost type")]
    Overflow {
        /// The cost.
        cost: String,
        /// The cost or estimate that was added to this cost.
        added: String,
    },
    /// A cost has no [`number`](astride::Cost::number), or its number is too large.
    #[error("the cost {cost} has no `Cost::number`, or its number is too large")]
    NoNumber {
        /// The cost.
        cost: String,
    },
    /// A worker could not read a node or a cost that another worker had sent, since the `serde` implementation of the
    /// type cannot read what it has written.
    #[error("a node or a cost that was sent could not be read: {text}")]
    Unreadable {
        /// The reason.
        text: String,
    },
    /// A file or a folder of an enumeration on disk cannot be read or written.
    #[error("{text}")]
    File {
        /// The file and the reason.
        text: String,
    },
    /// The disk is full, or a quota is used up.
    #[error("the disk is full: {text}")]
    DiskFull {
        /// The file and the reason.
        text: String,
    },
    /// A file is damaged: its bytes are not those that were written, or some are missing.
    #[error("{text}")]
    Damaged {
        /// The file and the damage.
        text: String,
    },
    /// A file was written by another version.
    #[error("{text}")]
    Version {
        /// The file and the versions.
        text: String,
    },
    /// A folder contains the levels of another process, of another graph, or of a run with other settings.
    #[error("{path}: {setting} is {found} in this folder, but {expected} was given")]
    OtherRun {
        /// The file that contains the setting.
        path: String,
        /// The setting that differs.
        setting: String,
        /// The value in the file.
        found: String,
        /// The value that was given.
        expected: String,
    },
    /// The folders of two processes cannot belong to the same run, since one has several more levels than the other.
    #[error("the folder of process {process} has {levels} levels, but that of process {other} has {others}")]
    Folders {
        /// One of the processes.
        process: usize,
        /// The number of levels of process `process`, which is 0 if its folder is missing or empty.
        levels: usize,
        /// The other process.
        other: usize,
        /// The number of levels of process `other`.
        others: usize,
    },
    /// A process has one more level than another, but cannot discard it, since the levels before it are no longer on
    /// disk. The folder of the other process must therefore be an older copy.
    #[error("another process has an older copy of its folder: depth {depth} is no longer on disk")]
    NotKept {
        /// The depth.
        depth: usize,
    },
    /// A folder has levels, but the file that lists them is missing.
    #[error("{path}: missing, although there are files of levels")]
    NoManifest {
        /// The path of the missing file.
        path: String,
    },
    /// Another process is using the folder.
    #[error("{path}: another enumeration is using this folder")]
    Locked {
        /// The locked file.
        path: String,
    },
    /// The files of a process would take more bytes than [`Options::with_disk`](crate::disk::Options::with_disk)
    /// allows.
    #[error("the files take {used} bytes, and {more} more would exceed the limit of {limit} bytes")]
    DiskLimit {
        /// The number of bytes in all files of the process.
        used: u64,
        /// The number of bytes that were to be written.
        more: u64,
        /// The limit.
        limit: u64,
    },
    /// The memory set with [`Options::with_memory`](crate::disk::Options::with_memory) is too small for the buffers.
    #[error("{given} bytes of memory are not enough: at least {least} bytes are needed")]
    MemoryLimit {
        /// The memory that was set, in bytes.
        given: u64,
        /// The minimum for this number of threads, in bytes.
        least: u64,
    },
    /// No start was given.
    #[error("no start was given")]
    NoStart,
    /// The code of the graph, of a node or of a callback panicked.
    #[error("the code of the graph, of its nodes or of a callback panicked: {text}")]
    Panicked {
        /// The panic's message.
        text: String,
    },
}

/// Runs user code and catches a panic.
pub(crate) fn guard<T>(work: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = text(&*panic);
        // The engine panics if it cannot read a message.
        if text.starts_with("bincode::deserialize() failed") {
            Failure::Unreadable { text }
        } else {
            Failure::Panicked { text }
        }
    })
}

/// The message of a panic, truncated if it is long.
fn text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or_default().chars().take(1000).collect()
}
