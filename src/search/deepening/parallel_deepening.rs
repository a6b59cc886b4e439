//! [`ParallelDeepening`]: the engine of IDA\* on several threads.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;

use super::Iteration;
use super::branch::{BranchOf, Spot};
use super::iterative_deepening::{StartOf, new_start};
use super::keys::Cutoff;
use crate::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, check_cost_limit};
use crate::memory::Memory;
use crate::search::CostPlusEstimate;
use crate::{Cost, Graph, Heuristic, Observer, Path, SearchNode, Status};

/// The engine of [`ParallelIdaStar`](super::ParallelIdaStar).
#[doc(hidden)]
pub struct ParallelDeepening<P: Heuristic> {
    pub(super) starts: Vec<StartOf<P, CostPlusEstimate>>,
    /// The subtrees to be divided further, one level of the tree after another. All of them come after those in
    /// `subtrees`.
    pub(super) to_divide: VecDeque<Subtree<P>>,
    /// The subtrees for the threads, in the order of the search. While an iteration is being divided, they are the
    /// known part of the next level.
    pub(super) subtrees: Vec<Subtree<P>>,
    /// Whether the threads have begun to work on the subtrees.
    pub(super) is_divided: bool,
    /// The number of nodes expanded to divide this iteration.
    pub(super) divided: usize,
    /// The keys that were cut off in this iteration.
    pub(super) cutoff: Cutoff<P::Cost>,
    pub(super) iterations: Vec<Iteration<P::Cost>>,
    pub(super) limit: Option<P::Cost>,
    pub(super) found: Option<FoundPath<P>>,
    pub(super) current: Option<P::Node>,
    /// The node at which the first path was left out that is too expensive for the cost type.
    pub(super) overflow_node: Option<P::Node>,
    /// The least estimate so far, and the path to its node.
    pub(super) nearest: Option<(P::Cost, FoundPath<P>)>,
    /// The maximum number of entries at a time.
    pub(super) stored: usize,
    pub(super) checks_cycles: bool,
}

pub(super) type Subtree<P> = BranchOf<P, CostPlusEstimate>;

pub(super) type FoundPath<P> = Path<<P as Graph>::Node, <P as Graph>::Cost>;

/// The name of a node or a path.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Waiting {
    /// An entry of the branch with this number.
    Entry(usize, Spot),
    /// A start, before the first iteration.
    Start(usize),
    /// The node that was expanded last, and the path found.
    Last,
    /// The path to the node with the least estimate.
    Nearest,
}

impl<P: Heuristic> ParallelDeepening<P> {
    pub(super) fn new() -> Self {
        ParallelDeepening {
            starts: Vec::new(),
            to_divide: VecDeque::new(),
            subtrees: Vec::new(),
            is_divided: false,
            divided: 0,
            cutoff: Cutoff::new(),
            iterations: Vec::new(),
            limit: None,
            found: None,
            current: None,
            overflow_node: None,
            nearest: None,
            stored: 0,
            checks_cycles: false,
        }
    }

    /// The threshold of the next iteration, or `None` if there is none.
    pub(super) fn next_threshold(&self) -> Option<P::Cost> {
        let least = if self.iterations.is_empty() {
            self.starts.iter().map(|start| start.key).min_by(Cost::order)
        } else {
            // A branch that has paused after its last expansion has not passed its key on yet.
            let branches = self.branches().map(|branch| branch.cutoff.beyond);
            branches.chain([self.cutoff.beyond]).min_by(Cost::order)
        };
        let least = least.filter(|least| least.is_less(&P::Cost::INFINITY));
        least.filter(|least| self.limit.is_none_or(|limit| !limit.is_less(least)))
    }

    /// Counts the nodes and the bytes of all branches, each of which has its own ledger.
    pub(super) fn count_memory(&self, memory: &mut Memory) {
        let bytes = self.branches().map(|branch| branch.memory.bytes()).sum::<usize>()
            + self.starts.capacity() * size_of::<StartOf<P, CostPlusEstimate>>()
            + (self.subtrees.capacity() + self.to_divide.capacity()) * size_of::<Subtree<P>>()
            + self.iterations.capacity() * size_of::<Iteration<P::Cost>>();
        memory.set_counts(self.stored, bytes);
    }

    pub(super) fn branches(&self) -> impl Iterator<Item = &Subtree<P>> {
        self.to_divide.iter().chain(&self.subtrees)
    }
}

impl<P: Heuristic<Node: Send + Sync, Cost: Send + Sync> + Sync> Engine for ParallelDeepening<P> {
    type Problem = P;
    type Id = Waiting;
    const STEP: u64 = 1 << 16;
    const BATCH: u64 = Self::STEP;

    fn advance<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> bool {
        for subtree in self.to_divide.iter_mut().chain(&mut self.subtrees) {
            subtree.memory.limit_like(&context.progress.memory);
        }
        context.progress.status = self.search(&mut context, allowance).unwrap_or_else(Status::Failed);
        self.count_open(context.progress);
        context.progress.status.is_running()
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        context.progress.generated += 1;
        if let Err(error) = check_cost_limit(self.limit.unwrap_or(P::Cost::INFINITY)) {
            return context.progress.fail(error);
        }
        match new_start(context.problem, &CostPlusEstimate::default(), node, cost) {
            Ok(Some(start)) => {
                let key = start.key;
                if context.progress.memory.push(&mut self.starts, start).is_none() {
                    return;
                }
                // An iteration with a threshold above the key of the new start may find a goal that is not the cheapest
                // one.
                if let Some(threshold) = self.threshold() {
                    let begun = if key.is_less(&threshold) {
                        self.begin_iteration(&mut context, key)
                    } else {
                        self.take_start(&mut context, self.starts.len() - 1)
                    };
                    if let Err(error) = begun {
                        context.progress.fail(error);
                    }
                }
                self.count_open(context.progress);
            }
            Ok(None) => {}
            Err(error) => context.progress.fail_within(self.has_cost_limit(), error),
        }
    }

    fn overflow_node(&self, _: &P) -> Option<P::Node> {
        self.overflow_node.clone()
    }

    fn clear(&mut self, _: &mut Memory) {
        self.starts.clear();
        self.to_divide.clear();
        self.subtrees.clear();
        (self.is_divided, self.divided, self.stored) = (false, 0, 0);
        self.cutoff = Cutoff::new();
        self.iterations.clear();
        self.found = None;
        self.current = None;
        self.overflow_node = None;
        self.nearest = None;
    }

    fn reserve(&mut self, _: &P, _: usize, _: &mut Memory) {}

    fn next(&mut self, _: &P, _: &mut Progress) -> Option<Waiting> {
        let branches = self.branches().enumerate();
        let mut waiting =
            branches.flat_map(|(branch, own)| own.waiting().map(move |spot| Waiting::Entry(branch, spot)));
        waiting.next().or_else(|| {
            self.next_threshold()?;
            let places = 0..self.starts.len();
            let least = places.min_by(|one, other| self.starts[*one].key.order(&self.starts[*other].key));
            least.map(Waiting::Start)
        })
    }

    fn last(&self, _: &P) -> Option<Waiting> {
        self.current.as_ref().map(|_| Waiting::Last)
    }

    fn best(&self, _: &P) -> Option<Waiting> {
        Some(Waiting::Nearest)
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = Waiting> {
        let starts = if self.iterations.is_empty() && is_open {
            self.starts.len()
        } else {
            0
        };
        let of_branches = self.branches().enumerate().flat_map(move |(branch, own)| {
            let open = own.waiting().filter(move |_| is_open);
            let closed = own.closed().filter(move |_| !is_open);
            open.chain(closed).map(move |spot| Waiting::Entry(branch, spot))
        });
        (0..starts).map(Waiting::Start).chain(of_branches)
    }

    fn id_of(&self, _: &P, node: &P::Node) -> Option<Waiting> {
        self.branches().enumerate().find_map(|(branch, own)| {
            let is_it = |spot: &Spot| own.entry(*spot).is_some_and(|entry| entry.node == *node);
            let spot = own.closed().find(is_it)?;
            Some(Waiting::Entry(branch, spot))
        })
    }

    fn view(&self, _: &P, id: Waiting) -> Option<ViewOf<Self>> {
        match id {
            Waiting::Entry(branch, spot) => self.branches().nth(branch)?.view(spot, |h| Some(*h)),
            Waiting::Start(place) => Some(self.starts.get(place)?.entry.view(None, |h| Some(*h))),
            Waiting::Last | Waiting::Nearest => self
                .current
                .clone()
                .map(|node| SearchNode::new(node, P::Cost::ZERO, None, None, true)),
        }
    }

    fn path(&self, _: &P, id: Waiting) -> Option<PathOf<Self>> {
        match id {
            Waiting::Entry(branch, spot) => self.branches().nth(branch)?.path_to(spot),
            Waiting::Start(_) => None,
            Waiting::Last => self.found.clone(),
            Waiting::Nearest => self.nearest.as_ref().map(|(_, path)| path.clone()),
        }
    }
}

impl<P: Heuristic> Clone for ParallelDeepening<P> {
    fn clone(&self) -> Self {
        ParallelDeepening {
            starts: self.starts.clone(),
            to_divide: self.to_divide.clone(),
            subtrees: self.subtrees.clone(),
            iterations: self.iterations.clone(),
            found: self.found.clone(),
            current: self.current.clone(),
            overflow_node: self.overflow_node.clone(),
            nearest: self.nearest.clone(),
            ..*self
        }
    }
}

impl<P: Heuristic> fmt::Debug for ParallelDeepening<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ParallelDeepening")
            .field("iterations", &self.iterations.len())
            .field("subtrees", &self.subtrees.len())
            .finish_non_exhaustive()
    }
}
