//! Driving a search: the surface that all of them share, written once.

use core::time::Duration;

use crate::{Budget, Stats, Status};

/// What an algorithm has to provide for the [`driving_surface`].
pub(crate) trait Engine {
    /// How many expansions [`advance_by`](Self::advance_by) should be given at a time, at least: zero where it makes one
    /// whatever it is given.
    const BATCH: u64 = 0;

    /// Makes one expansion if the search is running. Answers whether it still is.
    fn advance(&mut self) -> bool;

    /// Makes at least one expansion and at most so many (which is not zero), if the search is running. Answers whether it
    /// still is. For engines that are faster by the dozen.
    #[inline]
    fn advance_by(&mut self, expansions: u64) -> bool {
        let _ = expansions;
        self.advance()
    }

    /// How far the search is.
    fn progress(&self) -> &Progress;

    fn progress_mut(&mut self) -> &mut Progress;

    /// How many nodes are stored.
    fn stored(&self) -> usize;

    /// How many bytes are allocated.
    fn bytes(&self) -> usize;
}

/// How far a search is.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    pub(crate) status: Status,
    /// Whether the problem's start has been opened.
    pub(crate) begun: bool,
    /// The node that was expanded last.
    pub(crate) current: Option<u32>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) reopened: u64,
    pub(crate) open: usize,
    pub(crate) max_open: usize,
    pub(crate) elapsed: Duration,
}

impl Default for Progress {
    fn default() -> Self {
        Progress {
            status: Status::Running,
            begun: false,
            current: None,
            expanded: 0,
            generated: 0,
            reopened: 0,
            open: 0,
            max_open: 0,
            elapsed: Duration::ZERO,
        }
    }
}

/// See [`Pathfinder::run`](crate::Pathfinder::run).
pub(crate) fn run(engine: &mut impl Engine) -> Status {
    let watch = Watch::start();
    while engine.advance_by(u64::MAX) {}
    finish(engine, &watch)
}

/// See [`Pathfinder::run_for`](crate::Pathfinder::run_for).
pub(crate) fn run_for<E: Engine>(engine: &mut E, budget: Budget) -> Status {
    let watch = Watch::start();
    let last_expansion = budget
        .expansions
        .map(|count| engine.progress().expanded.saturating_add(count));
    let full = budget.nodes.map(|count| engine.stored().saturating_add(count));
    let mut stride = Stride::default();
    while last_expansion.is_none_or(|last| engine.progress().expanded < last)
        && full.is_none_or(|full| engine.stored() < full)
        && budget.time.is_none_or(|time| !stride.is_over(&watch, time))
        && engine.advance_by(if E::BATCH > 0 {
            let left = last_expansion.map_or(u64::MAX, |last| last - engine.progress().expanded);
            match (budget.nodes, budget.time) {
                // Each expansion may be the one that stores too many.
                (Some(_), _) => 1,
                (None, Some(_)) => left.min(stride.take().max(E::BATCH)),
                (None, None) => left,
            }
        } else {
            1
        })
    {}
    finish(engine, &watch)
}

fn finish(engine: &mut impl Engine, watch: &Watch) -> Status {
    let progress = engine.progress_mut();
    progress.elapsed += watch.elapsed();
    progress.status.clone()
}

/// See [`Pathfinder::stats`](crate::Pathfinder::stats).
pub(crate) fn stats(engine: &impl Engine) -> Stats {
    let progress = engine.progress();
    Stats {
        expanded: progress.expanded,
        generated: progress.generated,
        reopened: progress.reopened,
        open: progress.open,
        max_open: progress.max_open,
        nodes: engine.stored(),
        bytes: engine.bytes(),
        elapsed: progress.elapsed,
    }
}

/// A clock, where there is one.
struct Watch {
    #[cfg(feature = "std")]
    start: std::time::Instant,
}

impl Watch {
    fn start() -> Self {
        Watch {
            #[cfg(feature = "std")]
            start: std::time::Instant::now(),
        }
    }

    #[cfg(feature = "std")]
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    #[cfg(not(feature = "std"))]
    #[expect(clippy::unused_self, reason = "the same call with and without a clock")]
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// Reads the clock now and then: often enough to keep to the time where an expansion takes long, seldom enough not to
/// be felt where it takes no time.
#[derive(Default)]
struct Stride {
    /// Expansions from one reading to the next.
    length: u32,
    left: u32,
    last: Duration,
}

impl Stride {
    /// Expansions between two readings should take about this long: a thousand times what a reading takes.
    const AIM: Duration = Duration::from_micros(20);

    /// The expansions until the next reading, to be made at once: at least one.
    fn take(&mut self) -> u64 {
        u64::from(core::mem::take(&mut self.left)) + 1
    }

    #[inline]
    fn is_over(&mut self, watch: &Watch, time: Duration) -> bool {
        if self.left > 0 {
            self.left -= 1;
            return false;
        }
        let now = watch.elapsed();
        if now >= time {
            return true;
        }
        self.length = if now.saturating_sub(self.last) < Self::AIM {
            (self.length * 2).clamp(1, 1 << 10)
        } else {
            self.length / 2
        };
        self.left = self.length;
        self.last = now;
        false
    }
}

/// The methods by which a user drives a search, and [`Pathfinder`](crate::Pathfinder) with the same ones.
///
/// For a type that is an [`Engine`], has the fields `problem: P`, `observer: W` and `progress`, and the methods
/// `open_start`, `current_node`, `current_path`, `nearest_path`, `open_iter`,
/// `closed_iter`, `find_cost`, `find_path`, `limit_nodes`, `reserve` and `clear`. Where the nodes are in a node table,
/// [`node_table_answers`](super::node_table_answers) writes most of these.
macro_rules! driving_surface {
    (impl<$($parameter:ident $(: $bound:path)?),*> $type:ty, node $node:ty, cost $cost:ty, where { $($where:tt)* }) => {
        impl<$($parameter $(: $bound)?),*> $type where $($where)* {
            /// Expands one node and answers where the search then stands. The first step opens the start.
            #[inline]
            pub fn step(&mut self) -> $crate::Status {
                $crate::search::drive::Engine::advance(self);
                self.progress.status.clone()
            }

            /// Steps until the search ends. On an infinite graph without a reachable goal that is never: see
            /// [`run_for`](Self::run_for), or set a [node limit](Self::with_node_limit).
            pub fn run(&mut self) -> $crate::Status {
                $crate::search::drive::run(self)
            }

            /// Steps until the search ends or the budget is used up: then it answers
            /// [`Status::Running`](crate::Status::Running), and the next call goes on from there.
            pub fn run_for(&mut self, budget: $crate::Budget) -> $crate::Status {
                $crate::search::drive::run_for(self, budget)
            }

            /// Where the search stands.
            pub fn status(&self) -> $crate::Status {
                self.progress.status.clone()
            }

            /// The path that was found, or `None` before [`Status::Found`](crate::Status::Found). O(length), and clones
            /// each node.
            pub fn path(&self) -> Option<$crate::Path<$node, $cost>> {
                match self.progress.status {
                    $crate::Status::Found => self.current_path(),
                    _ => None,
                }
            }

            /// The path to the node with the least estimate so far, the first one of equals: somewhere to go while the
            /// search goes on. A search without estimates has no such node: it answers the path to the
            /// [`current`](Self::current) one, which jumps about from step to step. `None` before the first step.
            pub fn best_effort_path(&self) -> Option<$crate::Path<$node, $cost>> {
                self.nearest_path()
            }

            /// What the search has done so far.
            pub fn stats(&self) -> $crate::Stats {
                $crate::search::drive::stats(self)
            }

            /// The node that was expanded last; once found, the goal; after a failure, the node whose edge it was.
            /// `None` before the first step, and where a start made the search fail.
            pub fn current(&self) -> Option<&$node> {
                self.current_node()
            }

            /// The open nodes with their costs, in no particular order. O(stored nodes). In depth-first search: the
            /// successors that wait, one for each edge, though some may have been visited by the time it is their turn.
            pub fn open_nodes(&self) -> impl Iterator<Item = (&$node, $cost)> {
                self.open_iter()
            }

            /// The closed nodes with their costs, in no particular order: those that were expanded and not opened again,
            /// and dead ends. O(stored nodes).
            pub fn closed_nodes(&self) -> impl Iterator<Item = (&$node, $cost)> {
                self.closed_iter()
            }

            /// Opens the problem's start, once.
            #[inline]
            fn begin(&mut self) {
                if !self.progress.begun {
                    self.progress.begun = true;
                    self.open_start(self.problem.start(), <$cost as $crate::Cost>::ZERO);
                }
            }

            /// Adds a start, besides the problem's own, from which paths have `cost` already.
            ///
            /// May be called at any time while the search is running. An invalid cost makes the search
            /// [`Status::Failed`](crate::Status::Failed). After an end it changes nothing.
            pub fn add_start(&mut self, node: $node, cost: $cost) {
                if self.progress.status.is_running() {
                    self.begin();
                    // The problem's own start may have failed.
                    if self.progress.status.is_running() {
                        self.open_start(node, cost);
                    }
                }
            }

            /// The cost of the path to `node` that the search holds, or `None` where it has met no such node. In
            /// Dijkstra's algorithm it is final once the node is closed, and for all nodes once the search is
            /// [`Exhausted`](crate::Status::Exhausted). One look-up.
            pub fn cost_to(&self, node: &$node) -> Option<$cost> {
                self.find_cost(node)
            }

            /// The path to `node` that the search holds: see [`cost_to`](Self::cost_to). O(length), and clones each node.
            pub fn path_to(&self, node: &$node) -> Option<$crate::Path<$node, $cost>> {
                self.find_path(node)
            }

            /// The problem.
            pub fn problem(&self) -> &P {
                &self.problem
            }

            /// The observer.
            pub fn observer(&self) -> &W {
                &self.observer
            }

            /// The observer, to change it.
            pub fn observer_mut(&mut self) -> &mut W {
                &mut self.observer
            }

            /// Ends the search and answers its observer.
            pub fn into_observer(self) -> W {
                self.observer
            }

            /// Fails with [`SearchError::NodeLimit`](crate::SearchError::NodeLimit) rather than store more than `limit`
            /// nodes: for infinite graphs, and against running out of memory. There is always a limit of 2³¹ − 1. To pause
            /// instead of failing, see [`Budget::nodes`](crate::Budget::nodes).
            pub fn with_node_limit(mut self, limit: usize) -> Self {
                self.limit_nodes(limit);
                self
            }

            /// Makes room for so many nodes beforehand, as far as there is memory. For nodes with an
            /// [`index`](crate::Graph::index), room for indices below `nodes`: say how many nodes the graph has, and the
            /// first search does not stop to grow that array.
            pub fn with_capacity(mut self, nodes: usize) -> Self {
                self.reserve(nodes);
                self
            }

            /// Begins anew with another problem, and keeps everything else: the memory, the observer, the limit.
            ///
            /// For nodes with an [`index`](crate::Graph::index) that own nothing on the heap this takes constant time, plus
            /// what was left in the open list.
            ///
            /// The problem has to be of the same type. Each closure has a type of its own, so queries of closures have to
            /// come from one place in the program:
            ///
            /// ```
            /// use astride::{AStar, FnGraph, Query, Status};
            ///
            /// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
            /// let to = |goal: i32| Query::new(&line, 0, move |n| *n == goal).heuristic(move |n| n.abs_diff(goal));
            ///
            /// let mut search = AStar::new(to(5));
            /// assert_eq!(search.run(), Status::Found);
            /// search.reset(to(-7));
            /// assert_eq!(search.run(), Status::Found);
            /// assert_eq!(search.path().unwrap().cost, 7);
            /// ```
            pub fn reset(&mut self, problem: P) {
                self.problem = problem;
                self.clear();
                self.progress = $crate::search::drive::Progress::default();
            }
        }

        impl<$($parameter $(: $bound)?),*> $crate::Pathfinder for $type where $($where)* {
            type Node = $node;
            type Cost = $cost;

            fn step(&mut self) -> $crate::Status {
                self.step()
            }

            fn run(&mut self) -> $crate::Status {
                self.run()
            }

            fn run_for(&mut self, budget: $crate::Budget) -> $crate::Status {
                self.run_for(budget)
            }

            fn status(&self) -> $crate::Status {
                self.status()
            }

            fn path(&self) -> Option<$crate::Path<$node, $cost>> {
                self.path()
            }

            fn best_effort_path(&self) -> Option<$crate::Path<$node, $cost>> {
                self.best_effort_path()
            }

            fn stats(&self) -> $crate::Stats {
                self.stats()
            }

            fn current(&self) -> Option<&$node> {
                self.current()
            }

            fn open_nodes(&self) -> alloc::boxed::Box<dyn Iterator<Item = (&$node, $cost)> + '_> {
                alloc::boxed::Box::new(self.open_nodes())
            }

            fn closed_nodes(&self) -> alloc::boxed::Box<dyn Iterator<Item = (&$node, $cost)> + '_> {
                alloc::boxed::Box::new(self.closed_nodes())
            }

            fn add_start(&mut self, node: $node, cost: $cost) {
                self.add_start(node, cost);
            }

            fn cost_to(&self, node: &$node) -> Option<$cost> {
                self.cost_to(node)
            }

            fn path_to(&self, node: &$node) -> Option<$crate::Path<$node, $cost>> {
                self.path_to(node)
            }
        }
    };
}
pub(super) use driving_surface;
