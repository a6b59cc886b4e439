//! The texts of all errors of this crate.

#[macro_use]
#[path = "../../../tests/common/error_texts.rs"]
mod table;

use std::io;

use crate::BinaryFileError;

error_texts! {
    BinaryFileError {
        Io { path: "rome.ch".into(), source: io::Error::other("permission denied") } => "rome.ch: permission denied";
        NotRegular { path: "rome.ch".into(), found: "a folder" } => "rome.ch: a folder, not a regular file";
        OtherContent { path: "rome.ch".into(), expected: "a contraction hierarchy" } =>
            "rome.ch: does not contain a contraction hierarchy";
        Version { path: "rome.ch".into(), found: 3, known: 4 } =>
            "rome.ch: its format has version 3, but only version 4 can be read";
        WrongLength { path: "rome.ch".into(), found: 999, expected: 1000 } =>
            "rome.ch: 999 bytes instead of 1000";
        Damaged { path: "rome.ch".into(), fault: "the checksum of the edges does not match".into() } =>
            "rome.ch: damaged: the checksum of the edges does not match";
    }
}
