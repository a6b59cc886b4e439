//! Faults on purpose.
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Error;

/// What changes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Create,
    Write,
    Sync,
    Rename,
    Remove,
}

/// What happens at an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing.
    None,
    /// From there on nothing is changed any more, as if the process had been killed.
    Death,
    /// The same, and what was not made durable is lost, as if the machine had lost power.
    PowerCut,
    /// The process ends.
    Abort,
    /// The disk is full: only removing a file succeeds.
    Full,
}

thread_local! {
    /// What happens to the next folder that this thread opens, and at which operation.
    static PLAN: Cell<(Kind, u64)> = const { Cell::new((Kind::None, u64::MAX)) };
}

pub(crate) fn plan(kind: Kind, at: u64) {
    PLAN.set((kind, at));
}

#[derive(Debug)]
pub(crate) struct Fault {
    kind: Kind,
    at: u64,
    count: AtomicU64,
    unsynced: Mutex<BTreeSet<PathBuf>>,
}

impl Fault {
    pub(crate) fn planned() -> Self {
        let (kind, at) = PLAN.get();
        Self {
            kind,
            at,
            count: AtomicU64::new(0),
            unsynced: Mutex::new(BTreeSet::new()),
        }
    }

    pub(crate) fn before(&self, operation: Operation, path: &Path) -> Result<(), Error> {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        let mut unsynced = self.unsynced.lock().unwrap();
        if count < self.at {
            match operation {
                Operation::Create => drop(unsynced.insert(path.to_owned())),
                Operation::Sync => drop(unsynced.remove(path)),
                Operation::Rename => assert!(!unsynced.contains(path), "{} may be empty", path.display()),
                Operation::Write | Operation::Remove => {}
            }
            return Ok(());
        }
        match self.kind {
            Kind::None => return Ok(()),
            Kind::Full if operation == Operation::Remove => return Ok(()),
            Kind::Abort => std::process::abort(),
            Kind::PowerCut => {
                for path in std::mem::take(&mut *unsynced) {
                    // It may have been removed.
                    if let Ok(file) = OpenOptions::new().write(true).open(path) {
                        file.set_len(0).unwrap();
                    }
                }
            }
            Kind::Death | Kind::Full => {}
        }
        Err(Error::at(path)(io::ErrorKind::StorageFull.into()))
    }
}
