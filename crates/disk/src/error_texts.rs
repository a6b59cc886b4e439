//! The texts of all errors of this crate.

#[macro_use]
#[path = "../../../tests/common/error_texts.rs"]
mod table;

use std::sync::Arc;

use astride_files::BinaryFileError;

use crate::Error;

fn damaged() -> BinaryFileError {
    BinaryFileError::Damaged {
        path: "cube/levels".into(),
        fault: "the checksum of the list does not match".into(),
    }
}

error_texts! {
    Error {
        File(Arc::new(damaged())) => "cube/levels: damaged: the checksum of the list does not match";
        Settings {
            path: "cube/levels".into(),
            setting: "the number of bytes of a node",
            found: "8".into(),
            expected: "16".into(),
        } => "cube/levels: the number of bytes of a node is 8 in this folder, but 16 was given";
        NoManifest { path: "cube/levels".into() } => "cube/levels: missing, although there are files of levels";
        Locked { path: "cube/lock".into() } => "cube/lock: another enumeration is using this folder";
        DiskLimit { used: 900, more: 200, limit: 1000 } =>
            "the files take 900 bytes, and 200 more would exceed the limit of 1000 bytes";
        MemoryLimit { given: 1000, least: 65_536 } =>
            "1000 bytes of memory are not enough: at least 65536 bytes are needed";
        OutOfMemory { bytes: 4096 } => "not enough memory for 4096 bytes";
        NodeLength { bytes: 40_000, most: 32_000 } =>
            "the encoding of a node has 40000 bytes, but at most 32000 can be written";
        Index { index: 5040, count: 5040 } => "the index of a node is 5040, but the table has 5040 entries";
        TooFar => "a distance is more than 254, the largest that a table can hold";
        Thread { reason: "resource temporarily unavailable".into() } =>
            "the system could not start a thread: resource temporarily unavailable";
        NoStart => "no start was given";
        OneWay { depth: 3, there: 10, back: 9 } =>
            "10 edges lead from depth 3 to the next one, but 9 lead back: the graph is not undirected";
        Panicked { message: "index out of bounds".into() } =>
            "the code of the graph, of its nodes or of the invariant panicked: index out of bounds";
        NotKept { depth: 3 } => "the nodes at depth 3 are not stored";
        Unknown => "the node is in none of the levels";
        NoPredecessor { depth: 3 } => "no edge leads from depth 3 to the node: the levels belong to another graph";
    }
}
