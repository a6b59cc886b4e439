//! Injected faults: at any change of any file, the process dies, the machine loses power, or the disk is full.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Error;

/// An operation that changes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Create,
    Write,
    Sync,
    Rename,
    Remove,
}

/// A fault at an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing.
    None,
    /// Nothing is changed from then on, as if the process had been killed.
    Death,
    /// The same, and everything that is not durable is lost, as if the machine had lost power.
    PowerCut,
    /// The process aborts.
    Abort,
    /// The disk is full, so only removing a file succeeds.
    Full,
}

thread_local! {
    /// The fault for the next folder that this thread opens, and the number of the operation at which it happens.
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
                    // The file may have been removed.
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

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::{env, fs};

    use astride::{FnGraph, Graph};

    use super::*;
    use crate::{Enumerator, Fingerprints, Levels, Options};

    /// A grid of 5 × 5 cells, with ten edges between neighbours.
    fn grid() -> impl Graph<Node = u128> + Sync {
        FnGraph::new(|cell: &u128| {
            let (x, y) = (cell % 5, cell / 5);
            let next = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
            let next = next.into_iter().filter(|(x, y)| *x < 5 && *y < 5);
            next.flat_map(|(x, y)| [(y * 5 + x, 1_u32); 10])
        })
    }

    /// A way to enumerate the grid.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Way {
        AllLevels,
        TwoLevels,
        Fingerprints,
    }

    const WAYS: [Way; 3] = [Way::AllLevels, Way::TwoLevels, Way::Fingerprints];

    impl Way {
        /// Options with little memory, so that a level takes several files of successors.
        fn options(self) -> Options {
            let options = Options::new().with_memory(3600).with_buckets(8);
            match self {
                Way::AllLevels => options.undirected(),
                Way::TwoLevels => options.with_two_levels(),
                Way::Fingerprints => options.with_memory(4700).undirected().forget_nodes(),
            }
        }

        /// The number of files at the end: the lock, the list and the levels.
        fn files(self) -> usize {
            match self {
                Way::AllLevels => 2 + COUNTS.len(),
                Way::TwoLevels => 2 + 2,
                Way::Fingerprints => 2 + COUNTS.len() + 1,
            }
        }

        /// Enumerates, and returns the counts before and after.
        fn enumerate(self, folder: &Path) -> Result<(Vec<u64>, Vec<u64>), Error> {
            if self == Way::Fingerprints {
                let coding = Fingerprints::of_8_bytes(0);
                let search = Enumerator::open_with(coding, grid(), [0], folder, self.options())?;
                let before = search.levels().counts().collect();
                Ok((before, search.finish()?.counts().collect()))
            } else {
                let search = Enumerator::open(grid(), [0], folder, self.options())?;
                let before = search.levels().counts().collect();
                Ok((before, search.finish()?.counts().collect()))
            }
        }

        fn complete(self, folder: &Path) -> usize {
            let counts = if self == Way::Fingerprints {
                Levels::<u128, _>::open_with(Fingerprints::of_8_bytes(0), folder).map(|levels| levels.counts().len())
            } else {
                Levels::<u128>::open(folder).map(|levels| levels.counts().len())
            };
            counts.unwrap_or(0)
        }
    }

    const COUNTS: [u64; 9] = [1, 2, 3, 4, 5, 4, 3, 2, 1];

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = env::temp_dir().join(format!("astride-disk-faults-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// Enumerates with a fault, and returns whether the enumeration reached the end.
    fn attempt(folder: &Path, way: Way, kind: Kind, at: u64) -> bool {
        plan(kind, at);
        let result = way.enumerate(folder);
        plan(Kind::None, u64::MAX);
        match result {
            Ok((_, counts)) => assert_eq!(counts, COUNTS),
            Err(Error::File(_)) => return false,
            Err(error) => panic!("{error}"),
        }
        true
    }

    /// Continues without a fault, and checks that no complete level was lost.
    fn goes_on(folder: &Path, way: Way) {
        let complete = way.complete(folder);
        let (before, counts) = way.enumerate(folder).unwrap();
        assert!(before.len() >= complete);
        assert_eq!(counts, COUNTS);
        assert_eq!(fs::read_dir(folder).unwrap().count(), way.files());
    }

    /// The number of changes of files in an enumeration.
    fn changes(kind: Kind, way: Way) -> u64 {
        let folder = Folder::new(&format!("count-{kind:?}-{way:?}"));
        for at in 0.. {
            if attempt(&folder.0, way, kind, at) {
                println!("{kind:?} at each of {at} changes");
                return at;
            }
            goes_on(&folder.0, way);
            fs::remove_dir_all(&folder.0).unwrap();
        }
        unreachable!("it comes to the end");
    }

    #[test]
    fn after_a_death_at_any_change_it_goes_on() {
        for way in WAYS {
            let changes = changes(Kind::Death, way);
            assert!(changes > 200, "{way:?}: {changes}");
        }
    }

    #[test]
    fn after_a_loss_of_power_at_any_change_it_goes_on() {
        for way in WAYS {
            assert!(changes(Kind::PowerCut, way) > 200);
        }
    }

    #[test]
    fn after_a_full_disk_at_any_change_it_goes_on() {
        for way in WAYS {
            assert!(changes(Kind::Full, way) > 200);
        }
    }

    #[test]
    fn after_many_deaths_it_goes_on() {
        let folder = Folder::new("many");
        let mut random = 1_u64;
        for round in 0..21_usize {
            let mut deaths = 0;
            loop {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let kind = if random >> 40 & 1 == 0 {
                    Kind::Death
                } else {
                    Kind::PowerCut
                };
                if attempt(&folder.0, WAYS[round % 3], kind, random >> 33 & 127) {
                    break;
                }
                deaths += 1;
            }
            assert!(deaths > 1, "{deaths}");
            fs::remove_dir_all(&folder.0).unwrap();
        }
    }

    /// The environment variable with the folder of the child process and the change at which it dies.
    const TASK: &str = "ASTRIDE_DISK_TASK";

    #[test]
    fn child() {
        let Ok(task) = env::var(TASK) else { return };
        let (at, folder) = task.split_once(' ').unwrap();
        attempt(Path::new(folder), Way::AllLevels, Kind::Abort, at.parse().unwrap());
    }

    #[test]
    fn after_the_death_of_a_process_it_goes_on() {
        let folder = Folder::new("process");
        let mut deaths = 0;
        for at in (0..).step_by(3) {
            let mut child = Command::new(env::current_exe().unwrap());
            child
                .args(["--exact", "faults::tests::child"])
                .env(TASK, format!("{at} {}", folder.0.display()));
            let status = child.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
            if status.success() {
                break;
            }
            deaths += 1;
            goes_on(&folder.0, Way::AllLevels);
            fs::remove_dir_all(&folder.0).unwrap();
        }
        println!("{deaths} processes died");
        assert!(deaths > 60, "{deaths}");
    }
}
