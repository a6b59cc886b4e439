//! The texts of all errors of this crate.

#[macro_use]
#[path = "../../../tests/common/error_texts.rs"]
mod table;

use std::time::Duration;

use crate::{Error, Failure, LaunchError};

const PATIENCE: Duration = Duration::from_secs(30);

error_texts! {
    Error {
        NoAddress { process: 3, addresses: 3 } => "this is process 3 (counted from 0), but there are 3 addresses";
        Listen { address: "node1:4000".into(), reason: "address in use".into() } =>
            "cannot listen on node1:4000: address in use";
        Unreachable {
            process: 1,
            address: "node1:4000".into(),
            patience: PATIENCE,
            reason: "connection refused".into(),
        } => "process 1 at node1:4000 could not be reached within 30s: connection refused";
        Silent { process: 1, patience: PATIENCE } => "process 1 did not connect within 30s";
        Twice { process: 1 } => "two processes were started as process 1";
        Mismatch { process: 1, setting: "number of threads".into(), theirs: "4".into(), ours: "8".into() } =>
            "process 1 has a different number of threads from process 0: 4 there, 8 in process 0";
        Refused { process: 1 } =>
            "process 1 refused this process: their secrets or settings differ (see the error of process 1)";
        OtherSecret { process: 1 } => "process 1 has a different secret from process 0";
        Garbled { process: 1, reason: "its tag is wrong".into() } =>
            "process 1 sent data that is not part of the search: its tag is wrong";
        Lost { process: 1 } => "process 1 ended, or the connection to it broke, before the search was done";
        Frozen { process: 1, patience: PATIENCE } => "process 1 has been silent for more than 30s";
        System { process: 1, reason: "too many open files".into() } =>
            "the system denied process 1 a resource: too many open files";
        Failed { worker: 5, failure: Failure::NodeLimit { nodes: 1000 } } =>
            "worker 5: node limit reached: each worker may store at most 1000 nodes";
    }
    Failure {
        OutOfMemory { bytes: 4096 } => "not enough memory for 4096 more bytes";
        NodeLimit { nodes: 1000 } => "node limit reached: each worker may store at most 1000 nodes";
        OneWay { depth: 3, there: 10, back: 9 } =>
            "10 edges lead from depth 3 to the next, but 9 lead back: the graph is not undirected";
        Cost { cost: "-5".into() } => "a cost is negative or not a number, or that of a start is infinite: -5";
        Estimate { estimate: "NaN".into() } => "an estimate is negative or not a number: NaN";
        Overflow { cost: "200".into(), added: "100".into() } =>
            "the sum of the costs 200 and 100 is too large for the cost type";
        NoNumber { cost: "0.5".into() } => "the cost 0.5 has no `Cost::number`, or its number is too large";
        Unreadable { text: "unexpected end".into() } =>
            "a node or a cost that was sent could not be read: unexpected end";
        File { text: "stacks/levels: permission denied".into() } => "stacks/levels: permission denied";
        DiskFull { text: "stacks/level-000003.0: no space left on device".into() } =>
            "the disk is full: stacks/level-000003.0: no space left on device";
        Damaged { text: "stacks/levels: damaged: a checksum does not match".into() } =>
            "stacks/levels: damaged: a checksum does not match";
        Version { text: "stacks/levels: version 3, but this program reads version 2".into() } =>
            "stacks/levels: version 3, but this program reads version 2";
        OtherRun {
            path: "stacks/levels".into(),
            setting: "the name".into(),
            found: "share 0 of 2".into(),
            expected: "share 1 of 2".into(),
        } => "stacks/levels: the name is share 0 of 2 in this folder, but share 1 of 2 was given";
        Folders { process: 1, levels: 3, other: 0, others: 7 } =>
            "the folder of process 1 has 3 levels, but that of process 0 has 7";
        NotKept { depth: 3 } =>
            "another process has an older copy of its folder: depth 3 is no longer on disk";
        NoManifest { path: "stacks/levels".into() } => "stacks/levels: missing, although there are files of levels";
        Locked { path: "stacks/lock".into() } => "stacks/lock: another enumeration is using this folder";
        DiskLimit { used: 900, more: 200, limit: 1000 } =>
            "the files take 900 bytes, and 200 more would exceed the limit of 1000 bytes";
        MemoryLimit { given: 1000, least: 65_536 } =>
            "1000 bytes of memory are not enough: at least 65536 bytes are needed";
        NoStart => "no start was given";
        Panicked { text: "index out of bounds".into() } =>
            "the code of the graph, of its nodes or of a callback panicked: index out of bounds";
    }
    LaunchError {
        Option { option: "--threads", value: "0".into(), reason: "expected a number from 1 to 256".into() } =>
            "invalid value '0' for '--threads': expected a number from 1 to 256";
        Usage { option: "--threads", reason: "is given twice".into() } => "the option '--threads' is given twice";
        Unset { variable: "SLURM_PROCID", by: "srun" } =>
            "the environment variable SLURM_PROCID is not set: was this started by srun?";
        Variable { variable: "SLURM_PROCID", value: "x".into(), reason: "expected a number".into() } =>
            "the environment variable SLURM_PROCID is 'x': expected a number";
        File { name: "hosts:3".into(), reason: "no port".into() } => "hosts:3: no port";
        Start { process: 1, reason: "out of memory".into() } => "cannot start process 1: out of memory";
    }
}
