//! [`Solver`]: finds shortest solutions with the fastest method.

mod databases;
mod error;
mod solution;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicU64, Ordering};
use std::path::PathBuf;
use std::time::Duration;

use databases::Databases;
pub use error::SolverError;
pub use solution::{Method, Solution};

use crate::patterns::{BuildProgress, Partition, PatternDatabases, PatternError, PatternPuzzle};
use astride::npuzzle::{Board, LinearConflict, Move, Puzzle, PuzzleError, Shape, TileBytes, Tiles, Tiles16, Tiles25};
use astride::{AStar, Budget, Heuristic, IdaStar, Pathfinder, Problem, SearchError, Status};

/// Finds shortest solutions with the fastest method of the crate for the size of the board.
///
/// Easy boards are solved by IDA\*, with the Manhattan distance on 4×4 cells and with linear conflicts on all other
/// boards. Once such searches, for one board or several, have taken about as long as building additive pattern
/// databases would, the databases are built and kept for all later boards. The databases can be kept in a
/// [folder](Self::with_folder) between runs. Databases in the folder are used after about a million expansions at the
/// latest.
///
/// | board | at first | for at most this many expansions | then |
/// |---|---|---:|---|
/// | up to 9 cells | IDA\*, linear conflict | 30,000 | A\*, patterns of up to 5 tiles (3×3: 4-4) |
/// | 4×4 | IDA\*, Manhattan | 30 million | IDA\*, 6-6-3 (or those in the folder: 5-5-5, 7-8) |
/// | up to 12 cells | IDA\*, linear conflict | 300,000 | A\*, patterns of up to 6 tiles |
/// | up to 16 cells, 7 per side | IDA\*, linear conflict | 300,000 | IDA\*, patterns of up to 6 tiles |
/// | up to 25 cells, 7 per side | IDA\*, linear conflict | 20 million | IDA\*, up to 5 tiles each (5×5: 6-6-6-6) |
/// | larger | IDA\*, linear conflict | no limit | |
///
/// The named partitions are for goals with the blank in a corner. For other goals, patterns have up to 5 tiles on 4×4
/// and 5×5 cells, and 4 tiles on 3×3 cells. On 4×7 and 5×6 cells, in either orientation, databases are used only if
/// [`with_partition`](Self::with_partition) names their partition.
///
/// A 15-puzzle takes a fraction of a second from a cold start, and milliseconds once the databases are ready. A random
/// 24-puzzle takes hours or days. Shortest solutions of larger puzzles can be found only if the start is close to the
/// goal. Otherwise, set a budget with [`solve_within`](Self::solve_within), or use
/// [`WeightedAStar`](astride::WeightedAStar) or [`Greedy`](astride::Greedy), whose solutions need not be shortest.
///
/// Boards with more than seven cells on a side (such as 2×8) have no databases, and can take a very long time to solve.
///
/// A solver can be shared between threads. `Solver` needs the feature `std`. With the feature `rayon`, all cores build
/// databases and work on a board that needs IDA\* with databases, and [`solve_all`](Self::solve_all) solves one board
/// per core at a time. If there are several shortest solutions, the one returned may differ from call to call.
///
/// # Example
///
/// ```
/// use astride::npuzzle::Board;
/// use astride_tiles::Solver;
///
/// let goal = Board::blank_last("4".parse()?);
/// let solver = Solver::new(&goal);
/// let start: Board = "5 1 2 4, 9 6 3 8, 13 10 7 11, _ 14 15 12".parse()?;
/// let solution = solver.solve(&start)?;
/// assert_eq!(solution.moves.len(), 9);
/// assert_eq!(start.apply_all(solution.moves)?, goal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    goal: Board,
    databases: Databases,
    /// The number of boards expanded without databases.
    expanded: AtomicU64,
}

/// The search for a board that can use all cores.
#[cfg(not(feature = "rayon"))]
use astride::IdaStar as OnAllCores;
#[cfg(feature = "rayon")]
use astride::search::ParallelIdaStar as OnAllCores;

/// The total number of boards to expand before databases are built, which takes about as long as building them. It is
/// not known beforehand whether databases will be needed. This number ensures that all boards together never take more
/// than twice as long as necessary.
fn worth_databases(shape: Shape) -> u64 {
    match (shape.width(), shape.height(), shape.cells()) {
        (4, 4, _) => 30_000_000,
        (_, _, ..10) => 30_000,
        (_, _, ..17) => 300_000,
        _ => 20_000_000,
    }
}

/// The same for databases that need only be read.
const WORTH_READING: u64 = 1_000_000;

/// Each board always gets at least that number divided by this one, so that an easy board never depends on databases.
const AT_ANY_RATE: u64 = 100;

/// The maximum number of cells of boards that A* solves, since all of these boards fit into memory.
const FEW_CELLS: usize = 12;

/// The maximum number of cells of a board, and of a board that can have pattern databases.
const LARGEST: usize = 256;
const MOST_WITH_PATTERNS: usize = 32;

/// The maximum number of patterns of a node.
const PATTERNS: usize = 4;
const MORE_PATTERNS: usize = 8;

impl Solver {
    /// Creates a solver for a goal. It builds databases only when they are needed.
    pub fn new(goal: &Board) -> Self {
        Self {
            goal: goal.clone(),
            databases: Databases::default(),
            expanded: AtomicU64::new(0),
        }
    }

    /// Reads pattern databases from this folder, and writes newly built ones to it. If there are databases for several
    /// [standard partitions](crate::patterns::StandardPartition), the solver uses those with which a search expands the
    /// fewest boards.
    ///
    /// The folder is created if necessary. Files written by [`PatternDatabases::load_or_build`] are recognized, but a
    /// partition that the solver would not choose itself is used only if [`with_partition`](Self::with_partition) names
    /// it.
    pub fn with_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.databases.folder = Some(folder.into());
        self
    }

    /// Uses only the databases of this partition, whose goal must be that of the solver.
    ///
    /// # Errors
    ///
    /// [`SolverError::OtherGoal`] if the goals differ, and [`PatternError::TooManyPatterns`] if there are more than
    /// eight patterns.
    ///
    /// ```
    /// use astride_tiles::patterns::StandardPartition;
    /// use astride::npuzzle::Board;
    /// use astride_tiles::Solver;
    ///
    /// let goal = Board::blank_last("4".parse()?);
    /// let solver = Solver::new(&goal).with_partition(StandardPartition::SixSixThree.of(&goal)?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_partition(mut self, partition: Partition) -> Result<Self, SolverError> {
        if *partition.goal() != self.goal {
            return Err(SolverError::OtherGoal {
                expected: self.goal,
                found: partition.goal().clone(),
            });
        }
        let patterns = partition.patterns().len();
        if patterns > MORE_PATTERNS {
            let room = MORE_PATTERNS;
            return Err(PatternError::TooManyPatterns { patterns, room }.into());
        }
        self.databases.partition = Some(partition);
        Ok(self)
    }

    /// Calls `progress` every few milliseconds while databases are built, and stops the build if it returns `Break`.
    /// Boards that need the databases then fail until another call builds them. The callback must not use the solver.
    pub fn with_progress(
        mut self,
        progress: impl Fn(BuildProgress) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Self {
        self.databases.progress = Some(Box::new(progress));
        self
    }

    /// The board to reach.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Finds a shortest solution.
    ///
    /// # Errors
    ///
    /// [`SolverError::Puzzle`] if there is no solution, or if the shape of the board differs from the goal's;
    /// [`SolverError::Patterns`] if databases cannot be built or read; and [`SolverError::Search`] if the search runs
    /// out of memory.
    pub fn solve(&self, start: &Board) -> Result<Solution, SolverError> {
        self.solve_within(start, Budget::new())
    }

    /// Finds a shortest solution within the budget.
    ///
    /// The budget's limits on nodes and memory apply only to the boards that A\* stores. The time limit includes the
    /// time to build databases, or to wait for another thread that builds them. A build that exceeds the budget stops
    /// within a few tenths of a second (allocating tables and reading or writing files cannot be interrupted), and
    /// starts over for the next board.
    ///
    /// # Errors
    ///
    /// The errors of [`solve`](Self::solve), and [`SolverError::OutOfBudget`].
    ///
    /// ```
    /// use astride::Budget;
    /// use astride::npuzzle::Board;
    /// use astride_tiles::{Solver, SolverError};
    ///
    /// let goal = Board::blank_last("6".parse()?);
    /// let solver = Solver::new(&goal);
    /// let answer = solver.solve_within(&Board::random(&goal, 1), Budget::new().expansions(100_000));
    /// assert!(matches!(answer, Err(SolverError::OutOfBudget { expanded: 100_000, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_within(&self, start: &Board, budget: Budget) -> Result<Solution, SolverError> {
        let mut work = Work::new(budget);
        if let Some(solution) = self.at_first(start, &mut work, 1)? {
            return Ok(solution);
        }
        self.then(start, &mut work, true)
    }

    /// Finds shortest solutions of several boards, and returns them in the order of the boards. With the feature
    /// `rayon`, all cores work on the boards.
    ///
    /// # Errors
    ///
    /// Each board has its own result, with the errors of [`solve`](Self::solve).
    ///
    /// ```
    /// use astride::npuzzle::Board;
    /// use astride_tiles::Solver;
    ///
    /// let goal = Board::blank_last("3".parse()?);
    /// let boards: Vec<Board> = (0..20).map(|seed| Board::random(&goal, seed)).collect();
    /// let solutions = Solver::new(&goal).solve_all(&boards).into_iter().collect::<Result<Vec<_>, _>>()?;
    /// assert!(solutions.iter().all(|solution| solution.moves.len() <= 31));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_all(&self, starts: &[Board]) -> Vec<Result<Solution, SolverError>> {
        self.solve_all_within(starts, Budget::new())
    }

    /// Like [`solve_all`](Self::solve_all), but with a budget for each board as in
    /// [`solve_within`](Self::solve_within). The time to build databases does not count towards the budget.
    ///
    /// # Errors
    ///
    /// The errors of [`solve_within`](Self::solve_within).
    pub fn solve_all_within(&self, starts: &[Board], budget: Budget) -> Vec<Result<Solution, SolverError>> {
        // All cores build databases together, so this is done between the two attempts, when no core is working on a
        // board.
        let attempts = for_each(starts.iter().collect(), |start| {
            let mut work = Work::new(budget);
            let answer = self.at_first(start, &mut work, starts.len());
            let needs_databases = matches!(answer, Ok(None)) && work.left(None).is_some();
            work.pause();
            (start, work, answer, needs_databases)
        });
        let are_needed = attempts.iter().any(|(.., needs_databases)| *needs_databases);
        let refusal = if self.databases.are_for(self.goal.shape()) && are_needed {
            self.databases.get(&self.goal, &|| false).err()
        } else {
            None
        };
        for_each(attempts, |(start, mut work, answer, needs_databases)| {
            if let Some(solution) = answer? {
                return Ok(solution);
            }
            if let Some(error) = refusal.as_ref().filter(|_| needs_databases) {
                // The build is not repeated for each board.
                return Err(SolverError::Patterns(error.clone()));
            }
            work.go_on();
            self.then(start, &mut work, false)
        })
    }

    /// The first attempt, without databases. Several boards share the remaining expansions.
    fn at_first(&self, start: &Board, work: &mut Work, boards: usize) -> Result<Option<Solution>, SolverError> {
        let shape = self.goal.shape();
        let is_4x4 = (shape.width(), shape.height()) == (4, 4);
        if *start == self.goal {
            let method = if is_4x4 {
                Method::Manhattan
            } else {
                Method::LinearConflict
            };
            return work.solution(Some(Ok(Vec::new())), method);
        }
        if self.databases.ready().is_some() {
            // The second attempt also checks the board.
            return Ok(None);
        }
        let at_most = self.databases.are_for(shape).then(|| {
            let mut worth = worth_databases(shape);
            if self.databases.are_stored(&self.goal) {
                worth = worth.min(WORTH_READING);
            }
            let left = worth.saturating_sub(self.expanded.load(Ordering::Relaxed));
            (left / boards.max(1) as u64).max(worth / AT_ANY_RATE)
        });
        let answer = if is_4x4 {
            let puzzle = Puzzle::new(start, &self.goal)?;
            let path = by_manhattan(&puzzle, work, at_most.unwrap_or(u64::MAX))?;
            work.solution(path.map(|nodes| puzzle.moves(&nodes)), Method::Manhattan)
        } else if shape.cells() <= Tiles16::CAPACITY {
            self.by_linear_conflict::<Tiles16>(start, work, at_most)
        } else if shape.cells() <= Tiles25::CAPACITY {
            self.by_linear_conflict::<Tiles25>(start, work, at_most)
        } else {
            self.by_linear_conflict::<TileBytes<LARGEST>>(start, work, at_most)
        };
        self.expanded.fetch_add(work.expanded, Ordering::Relaxed);
        answer
    }

    fn by_linear_conflict<T: Tiles>(
        &self,
        start: &Board,
        work: &mut Work,
        at_most: Option<u64>,
    ) -> Result<Option<Solution>, SolverError> {
        let puzzle = Puzzle::<T>::new_typed(start, &self.goal)?.with_heuristic(LinearConflict::new);
        let path = work.run(&mut IdaStar::new(&puzzle), at_most)?;
        work.solution(path.map(|nodes| puzzle.moves(&nodes)), Method::LinearConflict)
    }

    /// The second attempt, with databases. A board that is `alone` gets all cores.
    fn then(&self, start: &Board, work: &mut Work, alone: bool) -> Result<Solution, SolverError> {
        let shape = self.goal.shape();
        if work.left(None).is_none() || !self.databases.are_for(shape) {
            return Err(work.out_of_budget());
        }
        let is_over = work.is_over();
        let databases = match self.databases.get(&self.goal, &is_over) {
            Ok(databases) => databases,
            // The time limit stopped the build, not the callback for the progress.
            Err(error) if matches!(*error, PatternError::Stopped) && is_over() => {
                return Err(work.out_of_budget());
            }
            Err(error) => return Err(SolverError::Patterns(error)),
        };
        let solution = match (shape.cells(), databases.partition().patterns().len() <= PATTERNS) {
            (..=FEW_CELLS, true) => storing_all::<PATTERNS>(start, databases, work),
            (..=FEW_CELLS, false) => storing_all::<MORE_PATTERNS>(start, databases, work),
            (..=Tiles16::CAPACITY, true) => deepening::<Tiles16, PATTERNS>(start, databases, work, alone),
            (..=Tiles16::CAPACITY, false) => deepening::<Tiles16, MORE_PATTERNS>(start, databases, work, alone),
            (..=Tiles25::CAPACITY, true) => deepening::<Tiles25, PATTERNS>(start, databases, work, alone),
            (..=Tiles25::CAPACITY, false) => deepening::<Tiles25, MORE_PATTERNS>(start, databases, work, alone),
            _ => deepening::<TileBytes<MOST_WITH_PATTERNS>, MORE_PATTERNS>(start, databases, work, alone),
        };
        solution?.ok_or_else(|| work.out_of_budget())
    }
}

/// The factor by which an iteration on 4×4 cells roughly exceeds the expansions of all earlier iterations together.
const GROWTH: u64 = 6;

/// IDA\* is several times as fast if its expansions are not limited, so the number of iterations is limited instead.
/// They end when the next one is likely to exceed `at_most` expansions, or when the time is over.
fn by_manhattan(puzzle: &Puzzle, work: &mut Work, at_most: u64) -> Result<Option<Vec<Tiles16>>, SolverError> {
    if work.budget.max_expansions().is_some() {
        return work.run(&mut IdaStar::new(puzzle), Some(at_most));
    }
    let mut limit = puzzle.estimate(&puzzle.start());
    loop {
        let path = work.run(&mut IdaStar::new(puzzle).with_cost_limit(limit), None)?;
        if path.is_some() || work.expanded > at_most / GROWTH || work.left(None).is_none() {
            return Ok(path);
        }
        limit += 2;
    }
}

/// A\* with pattern databases.
fn storing_all<const P: usize>(
    start: &Board,
    databases: &PatternDatabases,
    work: &mut Work,
) -> Result<Option<Solution>, SolverError> {
    let puzzle = PatternPuzzle::<Tiles16, _, P>::new_typed(start, databases)?;
    let (nodes, bytes) = (work.budget.max_nodes(), work.budget.max_memory());
    let search = AStar::new(&puzzle).with_node_limit(nodes.unwrap_or(usize::MAX));
    let path = work.run(&mut search.with_memory_limit(bytes.unwrap_or(usize::MAX)), None)?;
    work.solution(path.map(|nodes| puzzle.moves(&nodes)), Method::AStarWithPatterns)
}

/// IDA\* with pattern databases.
fn deepening<T: Tiles, const P: usize>(
    start: &Board,
    databases: &PatternDatabases,
    work: &mut Work,
    alone: bool,
) -> Result<Option<Solution>, SolverError> {
    let puzzle = PatternPuzzle::<T, _, P>::new_typed(start, databases)?;
    let path = if alone && threads() > 1 {
        work.run(&mut OnAllCores::new(&puzzle), None)?
    } else {
        work.run(&mut IdaStar::new(&puzzle), None)?
    };
    work.solution(path.map(|nodes| puzzle.moves(&nodes)), Method::IdaStarWithPatterns)
}

/// Returns a shortest solution from one board to another, found by a [`Solver`].
///
/// For several boards with the same goal, reuse a solver. To search with a heuristic of your choice, pass a [`Puzzle`]
/// to a search such as [`IdaStar`].
///
/// # Errors
///
/// The errors of [`Solver::solve`].
///
/// ```
/// use astride::npuzzle::Board;
///
/// let goal = Board::blank_last("4".parse()?);
/// let solution = astride_tiles::solve(&Board::random_walk(&goal, 30, 1), &goal)?;
/// println!("{} moves by {}", solution.moves.len(), solution.method);
/// # assert!(solution.moves.len() <= 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(start: &Board, goal: &Board) -> Result<Solution, SolverError> {
    Solver::new(goal).solve(start)
}

/// The number of threads.
fn threads() -> usize {
    #[cfg(feature = "rayon")]
    {
        rayon::current_num_threads()
    }
    #[cfg(not(feature = "rayon"))]
    {
        1
    }
}

/// Calls a function for each item, on all cores if possible.
fn for_each<I: Send, O: Send>(items: Vec<I>, function: impl Fn(I) -> O + Send + Sync) -> Vec<O> {
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        items.into_par_iter().map(function).collect()
    }
    #[cfg(not(feature = "rayon"))]
    {
        items.into_iter().map(function).collect()
    }
}

/// The time since the first call.
fn standard_clock() -> Duration {
    static FIRST: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(std::time::Instant::now).elapsed()
}

/// The work for one board so far, and its budget.
struct Work {
    /// The clock of the budget, or that of the standard library.
    clock: fn() -> Duration,
    /// The time when this attempt began, and the time that earlier attempts took.
    begun: Duration,
    before: Duration,
    budget: Budget,
    expanded: u64,
    generated: u64,
}

impl Work {
    fn new(budget: Budget) -> Self {
        let clock = budget.clock().unwrap_or(standard_clock);
        Self {
            clock,
            begun: clock(),
            before: Duration::ZERO,
            budget,
            expanded: 0,
            generated: 0,
        }
    }

    /// Stops the clock until [`go_on`](Self::go_on).
    fn pause(&mut self) {
        self.before = self.elapsed();
    }

    fn go_on(&mut self) {
        self.begun = (self.clock)();
    }

    fn elapsed(&self) -> Duration {
        self.before + (self.clock)().saturating_sub(self.begun)
    }

    /// Returns a function that checks whether the time of the budget is over.
    fn is_over(&self) -> impl Fn() -> bool + Sync + use<> {
        let (clock, begun, before) = (self.clock, self.begun, self.before);
        let limit = self.budget.max_time();
        move || limit.is_some_and(|limit| before + clock().saturating_sub(begun) >= limit)
    }

    /// The rest of the budget for one search, or `None` if nothing is left.
    fn left(&self, at_most: Option<u64>) -> Option<Budget> {
        let expansions = self
            .budget
            .max_expansions()
            .map(|limit| limit.saturating_sub(self.expanded));
        let time = self.budget.max_time().map(|limit| limit.saturating_sub(self.elapsed()));
        let is_used_up = expansions == Some(0) || time.is_some_and(|time| time.is_zero());
        if is_used_up {
            return None;
        }
        // Nodes and bytes are left out, since a branch takes hardly any memory, and A* has its own limits.
        let mut left = Budget::new();
        if let Some(expansions) = expansions.into_iter().chain(at_most).min() {
            left = left.expansions(expansions);
        }
        if let Some(time) = time {
            left = left.time_by(time, self.clock);
        }
        Some(left)
    }

    /// Runs a search for at most `at_most` expansions. Returns the nodes of the path if it finds one.
    fn run<S: Pathfinder>(
        &mut self,
        search: &mut S,
        at_most: Option<u64>,
    ) -> Result<Option<Vec<S::Node>>, SolverError> {
        let Some(budget) = self.left(at_most) else {
            return Ok(None);
        };
        let status = search.run_for(budget);
        let took = search.stats();
        self.expanded += took.expanded;
        self.generated += took.generated;
        match status {
            // Only A* has such limits, from the budget.
            Status::Failed(SearchError::NodeLimit { .. } | SearchError::MemoryLimit { .. }) => {
                Err(self.out_of_budget())
            }
            Status::Failed(error) => Err(error.into()),
            // Unsolvable puzzles have been rejected.
            Status::Running | Status::Exhausted | Status::Found => Ok(search.path().map(|path| path.nodes)),
        }
    }

    fn solution(
        &self,
        moves: Option<Result<Vec<Move>, PuzzleError>>,
        method: Method,
    ) -> Result<Option<Solution>, SolverError> {
        let Some(moves) = moves.transpose()? else {
            return Ok(None);
        };
        Ok(Some(Solution {
            moves,
            method,
            expanded: self.expanded,
            generated: self.generated,
            elapsed: self.elapsed(),
        }))
    }

    fn out_of_budget(&self) -> SolverError {
        SolverError::OutOfBudget {
            expanded: self.expanded,
            generated: self.generated,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// A clock that advances by a second whenever it is read.
    fn clock() -> Duration {
        static READINGS: AtomicU64 = AtomicU64::new(0);
        Duration::from_secs(READINGS.fetch_add(1, Ordering::Relaxed))
    }

    #[test]
    fn databases_are_not_built_beyond_the_time() {
        const SECONDS: u64 = 100;
        let goal = Board::blank_last("4".parse().unwrap());
        let calls = Arc::new(AtomicU64::new(0));
        let counter = calls.clone();
        // The clock is read after each of the build's many thousand steps. The callback would end a build that goes on.
        let solver = Solver::new(&goal).with_progress(move |_| match counter.fetch_add(1, Ordering::Relaxed) {
            ..SECONDS => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        });
        let mut work = Work::new(Budget::new().time_by(Duration::from_secs(SECONDS), clock));
        let answer = solver.then(&Board::random(&goal, 1), &mut work, true);
        assert!(
            matches!(answer, Err(SolverError::OutOfBudget { expanded: 0, .. })),
            "{answer:?}"
        );
        let calls = calls.load(Ordering::Relaxed);
        assert!((1..SECONDS).contains(&calls), "{calls}");
        // Waiting for another thread's build does not exceed the time either.
        let _at_work = solver.databases.hold();
        let mut work = Work::new(Budget::new().time(Duration::from_millis(20)));
        let answer = solver.then(&Board::random(&goal, 2), &mut work, true);
        assert!(matches!(answer, Err(SolverError::OutOfBudget { .. })), "{answer:?}");
    }

    #[test]
    fn a_build_for_several_boards_takes_none_of_their_time() {
        static READINGS: AtomicU64 = AtomicU64::new(0);
        static SECONDS: AtomicU64 = AtomicU64::new(6);
        /// The first attempt takes six seconds.
        fn clock() -> Duration {
            let is_first = READINGS.fetch_add(1, Ordering::Relaxed) == 0;
            Duration::from_secs(if is_first { 0 } else { SECONDS.load(Ordering::Relaxed) })
        }
        let goal = Board::blank_last("3".parse().unwrap());
        // Each step of the build takes a second.
        let solver = Solver::new(&goal).with_progress(|_| {
            SECONDS.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        solver.expanded.store(worth_databases(goal.shape()), Ordering::Relaxed);
        let budget = Budget::new().time_by(Duration::from_secs(10), clock);
        let answers = solver.solve_all_within(&["867254301".parse().unwrap()], budget);
        assert!(SECONDS.load(Ordering::Relaxed) > 100);
        assert_eq!(answers[0].as_ref().unwrap().elapsed, Duration::from_secs(6));
    }

    /// With a time limit, expansions are not limited either.
    #[test]
    fn a_long_time_changes_nothing() {
        let goal = Board::blank_last("4".parse().unwrap());
        let start = Board::random_walk(&goal, 60, 3);
        let solve = |budget| Solver::new(&goal).solve_within(&start, budget).unwrap();
        let (free, timed) = (solve(Budget::new()), solve(Budget::new().time(Duration::MAX)));
        assert_eq!((timed.expanded, timed.moves), (free.expanded, free.moves));
    }

    /// Boards of more than 25 cells have no databases by default.
    #[test]
    fn a_partition_is_used_on_a_board_of_any_size() {
        let goal = Board::blank_last("4x7".parse().unwrap());
        let tiles: Vec<u8> = (1..28).collect();
        let partition = Partition::new(&goal, tiles.chunks(4)).unwrap();
        let solver = Solver::new(&goal).with_partition(partition).unwrap();
        let solver = solver.with_progress(|_| ControlFlow::Break(()));
        let answer = solver.then(&Board::random(&goal, 1), &mut Work::new(Budget::new()), true);
        let Err(SolverError::Patterns(error)) = answer else {
            panic!("{answer:?}")
        };
        assert!(matches!(*error, PatternError::Stopped), "{error}");
    }

    #[test]
    fn no_moves_are_found_by_the_method_for_easy_boards() {
        for (shape, method) in [("4", Method::Manhattan), ("3", Method::LinearConflict)] {
            let goal = Board::blank_last(shape.parse().unwrap());
            assert_eq!(Solver::new(&goal).solve(&goal).unwrap().method, method);
        }
    }
}
