//! [`Onward`]: searches that can continue after a path has been found.

use super::Search;
use crate::engine::{Context, CostOf, Engine, NodeOf, PathOf};
use crate::{Observer, SearchError, Status};

/// The engine of a search that can continue to the next path after finding one:
/// [`KShortestPaths`](crate::KShortestPaths) and [`LabelSearch`].
///
/// [`LabelSearch`]: https://docs.rs/astride-labels/latest/astride_labels/type.LabelSearch.html
pub trait Onward: Engine {
    /// Continues after a path has been found. The search runs again until this or a later step ends it.
    fn go_on<W>(&mut self, context: Context<'_, Self::Problem, W>)
    where
        W: Observer<NodeOf<Self>, CostOf<Self>>;
}

impl<E: Onward, W: Observer<NodeOf<E>, CostOf<E>>> Search<E, W> {
    /// In [`KShortestPaths`](crate::KShortestPaths) and [`LabelSearch`], continues to the next path after one has been
    /// found. Expands no node. Returns [`Running`](Status::Running) unless the result is already known.
    ///
    /// [`LabelSearch`]: https://docs.rs/astride-labels/latest/astride_labels/type.LabelSearch.html
    pub fn seek_next(&mut self) -> Status {
        if self.status() == Status::Found {
            self.progress.status = Status::Running;
            self.guarded(|search| {
                search.engine.go_on(Context {
                    problem: &search.problem,
                    observer: &mut search.observer,
                    progress: &mut search.progress,
                });
                search.settle();
            });
        }
        self.status()
    }

    /// Runs until the next path is found, and returns it, or `None` if there are no more.
    ///
    /// # Errors
    ///
    /// Those of [`Status::Failed`].
    pub fn next_path(&mut self) -> Result<Option<PathOf<E>>, SearchError> {
        self.seek_next();
        self.find_path()
    }

    /// Returns an iterator over the remaining paths, the cheapest first. The iterator ends after an error.
    ///
    /// ```
    /// use astride_grid::{GridError, GridMap, GridProblem, Movement, Point};
    /// use astride::KShortestPaths;
    ///
    /// let map = GridMap::new(3, 2)?;
    /// let problem = GridProblem::new(&map, Point::new(0, 0), Point::new(2, 1), Movement::Four)?;
    /// let edges: Vec<usize> = KShortestPaths::new(&problem).paths().map(|path| path.unwrap().edges()).collect();
    /// assert_eq!(edges, [3, 3, 3, 5]);
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn paths(&mut self) -> impl Iterator<Item = Result<PathOf<E>, SearchError>> {
        let mut has_failed = false;
        core::iter::from_fn(move || {
            let next = if has_failed { None } else { self.next_path().transpose() };
            has_failed = matches!(next, Some(Err(_)));
            next
        })
    }
}
