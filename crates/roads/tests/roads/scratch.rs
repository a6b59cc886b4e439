//! [`Scratch`]: a temporary file. [`forge`]: changed files of hierarchies with valid checksums.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// A temporary file, which is removed at the end.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Self(env::temp_dir().join(format!("astride-{}-{count}.hierarchy", process::id())))
    }

    pub(crate) fn with(bytes: &[u8]) -> Self {
        let scratch = Self::new();
        fs::write(&scratch.0, bytes).unwrap();
        scratch
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Corrects the checksums.
pub(crate) fn forge(bytes: &mut [u8]) {
    let end = bytes.len() - 4;
    let check = crc32fast::hash(&bytes[..20]);
    bytes[20..24].copy_from_slice(&check.to_le_bytes());
    let check = crc32fast::hash(&bytes[24..end]);
    bytes[end..].copy_from_slice(&check.to_le_bytes());
}
