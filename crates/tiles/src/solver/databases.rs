//! [`Databases`]: the pattern databases of a solver, built or read when they are first needed.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, TryLockError};
use std::thread;
use std::time::Duration;

use crate::patterns::{BuildProgress, Partition, PatternBuilder, PatternDatabases, PatternError, StandardPartition};
use astride::Stepper;
use astride::npuzzle::{Board, Shape};

/// The callback that receives the progress of a build.
pub(super) type Progress = Box<dyn Fn(BuildProgress) -> ControlFlow<()> + Send + Sync>;

/// The pattern databases of a solver, built or read when they are first needed.
#[derive(Default)]
pub(super) struct Databases {
    /// The partition that the user chose, if any.
    pub(super) partition: Option<Partition>,
    pub(super) folder: Option<PathBuf>,
    pub(super) progress: Option<Progress>,
    ready: OnceLock<Arc<PatternDatabases>>,
    /// Locked while they are built or read.
    at_work: Mutex<()>,
}

impl Databases {
    /// Whether databases for boards of a shape can be built and are worth building, or the user chose them.
    pub(super) fn are_for(&self, shape: Shape) -> bool {
        self.partition.is_some() || shape.cells() <= 25 && shape.width().max(shape.height()) <= 7
    }

    /// Returns the databases if they are ready, without waiting.
    pub(super) fn ready(&self) -> Option<&Arc<PatternDatabases>> {
        self.ready.get()
    }

    /// Returns the databases for a goal. If they are not ready, it builds them or waits for them, until the time
    /// `is_over`.
    pub(super) fn get(
        &self,
        goal: &Board,
        is_over: &(impl Fn() -> bool + Sync),
    ) -> Result<&Arc<PatternDatabases>, Arc<PatternError>> {
        let _at_work = loop {
            if let Some(databases) = self.ready() {
                return Ok(databases);
            }
            match self.at_work.try_lock() {
                Ok(guard) => break guard,
                Err(TryLockError::Poisoned(guard)) => break guard.into_inner(),
                Err(TryLockError::WouldBlock) if is_over() => return Err(Arc::new(PatternError::Stopped)),
                // Another thread is building them, which takes seconds.
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        };
        if let Some(databases) = self.ready() {
            return Ok(databases);
        }
        let databases = apart(|| self.load_or_build(goal, is_over))?;
        Ok(self.ready.get_or_init(|| Arc::new(databases)))
    }

    /// Takes the lock of a thread that builds them.
    #[cfg(test)]
    pub(super) fn hold(&self) -> std::sync::MutexGuard<'_, ()> {
        self.at_work.lock().unwrap()
    }

    fn load_or_build(&self, goal: &Board, is_over: &impl Fn() -> bool) -> Result<PatternDatabases, PatternError> {
        let goes_on = |builder: &PatternBuilder| {
            let callback = self.progress.as_ref();
            callback.is_none_or(|callback| callback(builder.progress()).is_continue()) && !is_over()
        };
        let drive = |builder: &mut PatternBuilder| while goes_on(builder) && builder.step().is_running() {};
        let partition = match &self.partition {
            Some(partition) => partition.clone(),
            None => self.choose(goal)?,
        };
        match &self.folder {
            Some(folder) => PatternDatabases::load_or_build(folder, &partition, drive),
            None => PatternDatabases::build_with(&partition, drive),
        }
    }

    /// Whether the databases for a goal need only be read.
    pub(super) fn are_stored(&self, goal: &Board) -> bool {
        self.folder.is_some()
            && match &self.partition {
                Some(partition) => self.has_file(partition),
                None => self.choose(goal).is_ok_and(|partition| self.has_file(&partition)),
            }
    }

    fn has_file(&self, partition: &Partition) -> bool {
        let name = PatternDatabases::file_name(partition);
        self.folder.as_ref().is_some_and(|folder| folder.join(name).is_file())
    }

    /// Returns the partition with the fewest nodes among those with a file in the folder, or, if there is none, the one
    /// that is worth building.
    fn choose(&self, goal: &Board) -> Result<Partition, PatternError> {
        let standard: Vec<_> = StandardPartition::ALL
            .into_iter()
            .filter_map(|standard| Some((standard, standard.of(goal).ok()?)))
            .collect();
        if let Some((_, stored)) = standard.iter().rev().find(|(_, partition)| self.has_file(partition)) {
            return Ok(stored.clone());
        }
        match standard
            .into_iter()
            .find(|(standard, _)| *standard == WORTH_BUILDING || standard.side() != 4)
        {
            Some((_, partition)) => Ok(partition),
            None => Partition::new(goal, neighbours(goal)),
        }
    }
}

/// The partition for the 15-puzzle. Building its tables takes 0.8 s on one core, eleven times as long as those of
/// 5-5-5, and makes solving hard boards nine times as fast.
const WORTH_BUILDING: StandardPartition = StandardPartition::SixSixThree;

/// Does work on separate threads, as many as `rayon` has here, and waits for it.
///
/// The caller may be a task of `rayon`, and holds a lock. A task that waits in `rayon` runs other tasks in the
/// meantime, and one that needs the same lock would wait forever. `rayon` must therefore not know about the wait, and
/// its threads cannot do the work, since all of them may be waiting.
#[cfg(feature = "rayon")]
fn apart<T: Send>(work: impl FnOnce() -> Result<T, PatternError> + Send) -> Result<T, Arc<PatternError>> {
    let threads = rayon::current_num_threads();
    let refused = |reason| PatternError::Thread { reason };
    let on_own_threads = move || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|error| refused(error.to_string()))?.install(work)
    };
    let answer = thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, on_own_threads);
        let thread = thread.map_err(|error| refused(error.to_string()))?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    answer.map_err(Arc::new)
}

#[cfg(not(feature = "rayon"))]
fn apart<T>(work: impl FnOnce() -> Result<T, PatternError>) -> Result<T, Arc<PatternError>> {
    work().map_err(Arc::new)
}

/// Patterns of tiles that are neighbours in the goal, line by line, for goals without a standard partition.
fn neighbours(goal: &Board) -> Vec<Vec<u8>> {
    let (width, height) = (goal.shape().width(), goal.shape().height());
    // Lines along the shorter side.
    let by_column = height < width;
    let mut tiles: Vec<_> = goal
        .cells()
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, tile)| *tile != 0)
        .collect();
    if by_column {
        tiles.sort_by_key(|(cell, _)| (cell % width, cell / width));
    }
    let most = if goal.shape().cells() > 16 { 5 } else { 6 };
    let tiles: Vec<u8> = tiles.into_iter().map(|(_, tile)| tile).collect();
    let count = tiles.len().div_ceil(most);
    tiles.chunks(tiles.len().div_ceil(count)).map(<[u8]>::to_vec).collect()
}

impl fmt::Debug for Databases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Databases")
            .field("partition", &self.partition)
            .field("folder", &self.folder)
            .field("ready", &self.ready)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(shape: &str) -> Partition {
        let goal = Board::blank_last(shape.parse().unwrap());
        Databases::default().choose(&goal).unwrap()
    }

    #[test]
    fn partitions_are_those_worth_building() {
        let standard =
            |shape: &str, standard: StandardPartition| standard.of(&Board::blank_last(shape.parse().unwrap())).unwrap();
        assert_eq!(chosen("3"), standard("3", StandardPartition::FourFour));
        assert_eq!(chosen("4"), standard("4", StandardPartition::SixSixThree));
        assert_eq!(chosen("5"), standard("5", StandardPartition::SixSixSixSix));
    }

    #[test]
    fn patterns_lie_along_the_shorter_side() {
        let patterns = |shape: &str| -> Vec<Vec<u8>> { chosen(shape).patterns().map(<[u8]>::to_vec).collect() };
        // By column: 1 5 9, 2 6 10, 3 7 11, 4 8.
        assert_eq!(patterns("4x3"), [vec![1, 2, 5, 6, 9, 10], vec![3, 4, 7, 8, 11]]);
        assert_eq!(patterns("3x4"), [vec![1, 2, 3, 4, 5, 6], vec![7, 8, 9, 10, 11]]);
    }

    /// In a process of its own, since no thread can be started there.
    #[cfg(feature = "rayon")]
    #[cfg_attr(miri, ignore = "starts a process")]
    #[test]
    fn a_refused_thread_is_an_error() {
        const NAME: &str = "solver::databases::tests::a_refused_thread_is_an_error";
        const STACK: (&str, &str) = ("RUST_MIN_STACK", "1000000000000000000");
        if std::env::var(STACK.0).is_ok_and(|size| size == STACK.1) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(1 << 20);
            pool.build_global().unwrap();
            let error = apart(|| Ok(())).unwrap_err();
            return assert!(matches!(*error, PatternError::Thread { .. }), "{error}");
        }
        let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
        alone.args([NAME, "--exact", "--test-threads=1"]).env(STACK.0, STACK.1);
        let output = alone.output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
}
