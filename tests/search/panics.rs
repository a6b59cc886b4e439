//! If user code panics at any call, in any engine, the search has failed until it is reset.

use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use astride::search::{Engine, Search};
use astride::{Budget, Graph, Heuristic, NodeEvent, Observer, Path, Problem, SearchError, Status};
use astride_grid::AnyAngle;

use crate::common::algorithm::with_search;
use crate::common::world::{INDEXES, World};
use crate::every;

/// Panics at the call for which it was set.
#[derive(Default)]
struct Fuse(AtomicU64);

impl Fuse {
    fn set(&self, calls: u64) {
        self.0.store(calls, Ordering::Relaxed);
    }

    fn burn(&self) {
        if self.0.fetch_sub(1, Ordering::Relaxed) == 1 {
            // Without the panic message.
            resume_unwind(Box::new("the fuse"));
        }
    }
}

/// A node all of whose methods may panic.
struct Brittle<'a>(usize, &'a Fuse);

impl Clone for Brittle<'_> {
    fn clone(&self) -> Self {
        self.1.burn();
        Brittle(self.0, self.1)
    }
}

impl PartialEq for Brittle<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.1.burn();
        self.0 == other.0
    }
}

impl Eq for Brittle<'_> {}

impl Hash for Brittle<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.1.burn();
        self.0.hash(state);
    }
}

/// A world and an observer, all of whose methods may panic.
#[derive(Clone, Copy)]
struct Fragile<'a>(&'a World<u32>, &'a Fuse);

impl<'a> Fragile<'a> {
    fn burn(self) -> &'a World<u32> {
        self.1.burn();
        self.0
    }
}

impl<'a> Graph for Fragile<'a> {
    type Node = Brittle<'a>;
    type Cost = u32;

    fn successors(&self, node: &Brittle<'a>) -> impl Iterator<Item = (Brittle<'a>, u32)> {
        let successors = self.burn().edges[node.0].iter();
        successors.map(|(child, cost)| {
            self.burn();
            (Brittle(*child, self.1), *cost)
        })
    }

    fn index(&self, node: &Brittle<'a>) -> Option<usize> {
        self.burn().index(&node.0)
    }
}

impl<'a> Problem for Fragile<'a> {
    fn start(&self) -> Brittle<'a> {
        Brittle(self.burn().start, self.1)
    }

    fn is_goal(&self, node: &Brittle<'a>) -> bool {
        self.burn().goals[node.0]
    }
}

impl<'a> Heuristic for Fragile<'a> {
    fn estimate(&self, node: &Brittle<'a>) -> u32 {
        self.burn().estimates[node.0]
    }
}

impl<'a> AnyAngle for Fragile<'a> {
    fn distance(&self, from: &Brittle<'a>, to: &Brittle<'a>) -> u32 {
        self.burn().distance(&from.0, &to.0)
    }

    fn line_of_sight(&self, from: &Brittle<'a>, to: &Brittle<'a>) -> bool {
        self.burn().line_of_sight(&from.0, &to.0)
    }
}

impl<'a> Observer<Brittle<'a>, u32> for Fragile<'_> {
    fn opened(&mut self, _: NodeEvent<'_, Brittle<'a>, u32>) {
        self.burn();
    }

    fn expanded(&mut self, _: NodeEvent<'_, Brittle<'a>, u32>) {
        self.burn();
    }

    fn improved(&mut self, _: NodeEvent<'_, Brittle<'a>, u32>, _: u32) {
        self.burn();
    }

    fn found(&mut self, _: NodeEvent<'_, Brittle<'a>, u32>) {
        self.burn();
    }

    fn exhausted(&mut self) {
        self.burn();
    }

    fn failed(&mut self, _: &SearchError) {
        self.burn();
    }
}

/// A ladder with two paths to each node, with parallel edges, edges that lead back, and dead ends beside it.
fn ladder(has_goal: bool) -> World<u32> {
    const RUNGS: usize = 6;
    let onward = |node: usize| {
        let edges = [
            (node + 1, 3),
            (node + 2, 4),
            (node + 2, 9),
            (node.saturating_sub(1), 1),
            (RUNGS + 2, 1),
        ];
        edges.into_iter().filter(move |_| node < RUNGS).collect()
    };
    World {
        edges: (0..RUNGS + 3).map(onward).collect(),
        start: 0,
        goals: (0..RUNGS + 3).map(|node| has_goal && node == RUNGS).collect(),
        // Inconsistent, so that nodes are reopened.
        estimates: vec![9, 0, 7, 0, 3, 0, 0, 0, u32::MAX],
        index: INDEXES[0],
    }
}

/// The results of a search that has ended; for a search on several threads, those that are the same in every run.
type Known = (Status, Option<u32>, Option<Rest>);
type Rest = ([u64; 5], Vec<usize>, Vec<usize>, Vec<(usize, u32)>);

fn known<'a, E: Engine<Problem = Fragile<'a>>, W>(search: &Search<E, W>) -> Known {
    let cost = search.path().map(|path| path.cost);
    let stats = search.stats();
    let counts = [
        stats.expanded,
        stats.generated,
        stats.reopened,
        stats.open as u64,
        stats.nodes as u64,
    ];
    let plain = |path: Option<Path<Brittle<'a>, u32>>| path.iter().flatten().map(|node| node.0).collect();
    let mut closed: Vec<_> = search.closed_nodes().map(|closed| (closed.node.0, closed.g)).collect();
    closed.sort_unstable();
    let rest = (counts, plain(search.path()), plain(search.best_effort_path()), closed);
    (search.status(), cost, (E::STEP == 1).then_some(rest))
}

/// Runs to the end, step by step if `is_stepped`.
fn drive<'a, E, W>(search: &mut Search<E, W>, more_start: &Brittle<'a>, is_stepped: bool) -> Status
where
    E: Engine<Problem = Fragile<'a>>,
    W: Observer<Brittle<'a>, u32>,
{
    search.add_start(more_start.clone(), 2);
    while is_stepped && search.step().is_running() {
        let _ = search.next_node();
    }
    search.run()
}

/// Makes a search panic at every call in turn, later only at some calls: the distance to the next one is one plus the
/// number of calls so far divided by `each`.
fn check<'a, E, W>(mut search: Search<E, W>, each: u64)
where
    E: Engine<Problem = Fragile<'a>> + std::fmt::Debug,
    W: Observer<Brittle<'a>, u32>,
{
    let problem = *search.problem();
    let (fuse, last) = (problem.1, Brittle(problem.0.edges.len() - 1, problem.1));
    let end = drive(&mut search, &last, false);
    let expected = known(&search);
    assert_eq!(expected.0, end);
    for is_stepped in [false, true] {
        let mut calls = 0;
        loop {
            calls += 1 + calls / each;
            search.reset(problem);
            fuse.set(calls);
            let result = catch_unwind(AssertUnwindSafe(|| drive(&mut search, &last, is_stepped)));
            fuse.set(0);
            match result {
                Ok(status) => {
                    assert_eq!(status, end);
                    assert_eq!(known(&search), expected, "{search:?}");
                    break;
                }
                // The extra start was never passed.
                Err(_) if calls == 1 => {}
                Err(_) => check_failed(&mut search, &last),
            }
            search.reset(problem);
            let _ = drive(&mut search, &last, is_stepped);
            assert_eq!(known(&search), expected, "after call {calls}, {search:?}");
        }
    }
}

fn check_failed<'a, E, W>(search: &mut Search<E, W>, node: &Brittle<'a>)
where
    E: Engine<Problem = Fragile<'a>> + std::fmt::Debug,
    W: Observer<Brittle<'a>, u32>,
{
    crate::common::effort::progress("searches that panicked");
    let failed = Status::Failed(SearchError::Panicked);
    let stats = search.stats();
    for _ in 0..2 {
        assert_eq!(search.status(), failed, "{search:?}");
        assert_eq!(search.step(), failed);
        assert_eq!(search.run(), failed);
        assert_eq!(search.run_for(Budget::new()), failed);
        assert_eq!(search.run_until(&AtomicBool::new(false)), failed);
        search.add_start(node.clone(), 0);
        search.set_node_limit(usize::MAX);
        search.set_memory_limit(usize::MAX);
        assert!(search.next_node().is_none() && search.path().is_none());
    }
    let _ = (search.best_effort_path(), search.current(), format!("{search:?}"));
    let _ = (search.open_nodes().count(), search.closed_nodes().count());
    for place in 0..node.0.min(9) {
        let node = Brittle(place, node.1);
        let _ = (search.known_node(&node), search.cost_to(&node), search.path_to(&node));
    }
    assert_eq!(search.stats(), stats);
}

#[test]
fn a_search_that_panicked_has_failed_until_it_is_reset() {
    for algorithm in every() {
        for (index, has_goal) in INDEXES.into_iter().zip([true, false, true]) {
            let (world, fuse) = (
                World {
                    index,
                    ..ladder(has_goal)
                },
                Fuse::default(),
            );
            let problem = Fragile(&world, &fuse);
            // Only some of the many calls along every path.
            let each = if algorithm.is_deepening() { 20 } else { u64::MAX };
            with_search!(algorithm, problem, search => check(search, each));
            with_search!(algorithm, problem, search => check(search.with_observer(problem), each));
        }
    }
}

/// On several threads: a tree with so many branches that they are distributed among the threads.
#[cfg(feature = "rayon")]
#[test]
fn a_panic_on_any_thread_is_noticed() {
    const INNER: usize = (1 << 12) - 1;
    let children = |node: usize| [2 * node + 1, 2 * node + 2].map(|child| (child, 1)).to_vec();
    let nodes = 2 * INNER + 1;
    let world = World {
        edges: (0..nodes)
            .map(|node| if node < INNER { children(node) } else { Vec::new() })
            .collect(),
        start: 0,
        goals: (0..nodes).map(|node| node == nodes - 100).collect(),
        // The remaining depth, so that there is one iteration.
        estimates: (0..nodes).map(|node| 12 - (node + 1).ilog2()).collect(),
        index: INDEXES[0],
    };
    let fuse = Fuse::default();
    let problem = Fragile(&world, &fuse);
    with_search!(crate::common::algorithm::Algorithm::Parallel, problem,
        search => check(search.with_observer(problem), 1));
}
