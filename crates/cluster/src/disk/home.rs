//! [`Home`]: the folder of a process, shared by its workers.

use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use astride::Graph;
use astride_disk::share::Share;
use astride_disk::{Options, Packed};

use super::State;
use crate::error::Failure;

/// The share of a process once it is open, and the arguments with which it is opened.
#[derive(Debug)]
pub(super) struct Home<G: Graph<Node: Packed>> {
    pub(super) graph: G,
    starts: Vec<G::Node>,
    folder: PathBuf,
    options: Options,
    /// The number of this process, and the number of processes.
    pub(super) place: (usize, usize),
    threads: usize,
    share: RwLock<Option<Share<G::Node>>>,
}

impl<G: Graph<Node: Packed>> Home<G> {
    pub(super) fn new(
        graph: G,
        starts: Vec<G::Node>,
        folder: &Path,
        options: Options,
        place: (usize, usize),
        threads: usize,
    ) -> Self {
        Self {
            graph,
            starts,
            folder: folder.to_owned(),
            options,
            place,
            threads,
            share: RwLock::new(None),
        }
    }

    /// The state of the share in the folder. If there is none, nothing is changed, since this may be the wrong folder.
    pub(super) fn inspect(&self) -> Result<State, Failure> {
        if self.starts.is_empty() {
            return Err(Failure::NoStart);
        }
        if !Share::<G::Node>::exists(&self.folder)? {
            return Ok(State::default());
        }
        self.open()?;
        self.with(|share| Ok(state(share)))
    }

    /// Opens or begins the share, and goes back to this many commits.
    pub(super) fn begin(&self, commits: usize) -> Result<State, Failure> {
        if self.share.read().unwrap_or_else(PoisonError::into_inner).is_none() {
            self.open()?;
        }
        self.change(|share| {
            while share.commits() > commits {
                share.go_back()?;
            }
            Ok(state(share))
        })
    }

    fn open(&self) -> Result<(), Failure> {
        let (starts, options) = (self.starts.clone(), self.options.clone());
        let share = Share::open(&self.graph, starts, self.place, self.threads, &self.folder, options)?;
        *self.share.write().unwrap_or_else(PoisonError::into_inner) = Some(share);
        Ok(())
    }

    /// Uses the share, which must be open.
    pub(super) fn with<T>(
        &self,
        work: impl FnOnce(&Share<G::Node>) -> Result<T, astride_disk::Error>,
    ) -> Result<T, Failure> {
        let share = self.share.read().unwrap_or_else(PoisonError::into_inner);
        Ok(work(share.as_ref().expect("workers begin when it is open"))?)
    }

    /// Changes the share, which must be open.
    pub(super) fn change<T>(
        &self,
        work: impl FnOnce(&mut Share<G::Node>) -> Result<T, astride_disk::Error>,
    ) -> Result<T, Failure> {
        let mut share = self.share.write().unwrap_or_else(PoisonError::into_inner);
        Ok(work(share.as_mut().expect("workers begin when it is open"))?)
    }
}

fn state<N: Packed>(share: &Share<N>) -> State {
    State {
        commits: share.commits(),
        counts: share.levels().counts().collect(),
        is_complete: share.levels().is_complete(),
    }
}
