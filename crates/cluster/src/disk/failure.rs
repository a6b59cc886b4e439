//! The errors of [`astride_disk`] in a form that can be sent to all processes.

use std::io;

use astride_disk::Error;
use astride_files::BinaryFileError;

use crate::error::Failure;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match error {
            Error::File(error) => file(&error, text),
            Error::Settings {
                path,
                setting,
                found,
                expected,
            } => Self::OtherRun {
                path: path.display().to_string(),
                setting: setting.to_owned(),
                found,
                expected,
            },
            Error::NoManifest { path } => Self::NoManifest {
                path: path.display().to_string(),
            },
            Error::Locked { path } => Self::Locked {
                path: path.display().to_string(),
            },
            Error::DiskLimit { used, more, limit } => Self::DiskLimit { used, more, limit },
            Error::MemoryLimit { given, least } => Self::MemoryLimit {
                given: given as u64,
                least: least as u64,
            },
            Error::OutOfMemory { bytes } => Self::OutOfMemory { bytes: bytes as u64 },
            Error::NotKept { depth } => Self::NotKept { depth },
            Error::NoStart => Self::NoStart,
            Error::OneWay { depth, there, back } => {
                let depth = depth as u64;
                Self::OneWay { depth, there, back }
            }
            Error::Panicked { message } => Self::Panicked { text: message },
            _ => Self::File { text },
        }
    }
}

fn file(error: &BinaryFileError, text: String) -> Failure {
    match error {
        BinaryFileError::Version { .. } => Failure::Version { text },
        BinaryFileError::Damaged { .. }
        | BinaryFileError::WrongLength { .. }
        | BinaryFileError::OtherContent { .. } => Failure::Damaged { text },
        BinaryFileError::Io { source, .. } => match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Failure::DiskFull { text },
            io::ErrorKind::UnexpectedEof => Failure::Damaged { text },
            _ => Failure::File { text },
        },
        _ => Failure::File { text },
    }
}
