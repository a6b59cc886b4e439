//! Fringe search, written on the public parts of searches. A variant of IDA* that stores nodes: within an iteration, it
//! expands nodes depth first, and keeps those beyond the threshold for the next iteration.
//!
//! Björnsson, Enzenberger, Holte, Schaeffer: Fringe search: beating A* at pathfinding on game maps. CIG 2005.

use std::mem;

use astride::engine::{Allowance, Context, Engine, Frontier, Memory, PathOf, Progress, Successors, ViewOf};
use astride::open::Fifo;
use astride::search::Evaluation;
use astride::search::{Informed, Search};
use astride::{Cost, Heuristic, Observer};

pub(crate) type FringeSearch<P, W = ()> = Search<Fringe<P>, W>;

/// Generated nodes come out of the open list as they were opened. The engine keeps them in lists of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AsOpened;

impl<P: Heuristic> Evaluation<P> for AsOpened {
    type Guidance = Informed;
    type Key = ();
    type Open = Fifo;

    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<()> {
        cost.plus(estimate).map(|_| ())
    }
}

#[derive(Clone)]
pub(crate) struct Fringe<P: Heuristic> {
    frontier: Frontier<P, AsOpened>,
    successors: Successors<P::Node, P::Cost>,
    /// The open nodes of this iteration and of the next one, each with its cost when it was put there. The next one to
    /// be looked at is the last of `now`.
    now: Vec<(u32, P::Cost)>,
    later: Vec<(u32, P::Cost)>,
    /// Nodes with a higher f are expanded in a later iteration.
    threshold: P::Cost,
    /// The least f of the nodes in `later`.
    least: P::Cost,
}

impl<P: Heuristic> Default for Fringe<P> {
    fn default() -> Self {
        Fringe {
            frontier: Frontier::new(AsOpened),
            successors: Successors::default(),
            now: Vec::new(),
            later: Vec::new(),
            threshold: P::Cost::ZERO,
            least: P::Cost::INFINITY,
        }
    }
}

impl<P: Heuristic> Fringe<P> {
    /// Moves the nodes that have just been opened to the front, the first of them first.
    fn take_opened(&mut self, memory: &mut Memory) {
        let front = self.now.len();
        while let Some(id) = self.frontier.pop_open(memory) {
            memory.push(&mut self.now, (id, self.frontier.nodes().cost(id)));
        }
        self.now[front..].reverse();
    }

    /// Returns the node that is expanded next, which is then the last of `now`.
    fn choose(&mut self, problem: &P, memory: &mut Memory) -> Option<u32> {
        loop {
            let Some((id, cost)) = self.now.last().copied() else {
                if self.later.is_empty() {
                    return None;
                }
                mem::swap(&mut self.now, &mut self.later);
                self.now.reverse();
                self.threshold = mem::replace(&mut self.least, P::Cost::INFINITY);
                continue;
            };
            let nodes = self.frontier.nodes();
            if nodes.is_fresh(id, Some(cost)) {
                let node = nodes.node(problem, id)?;
                let f = cost.plus(self.frontier.estimate_of(problem, id, &node))?;
                if !self.threshold.is_less(&f) {
                    return Some(id);
                }
                if f.is_less(&self.least) {
                    self.least = f;
                }
                memory.push(&mut self.later, (id, cost))?;
            }
            self.now.pop();
        }
    }
}

impl<P: Heuristic> Engine for Fringe<P> {
    type Problem = P;
    type Id = u32;

    const KEEPS_CLOSED: bool = true;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        let memory = &mut context.progress.memory;
        let Some(id) = self.choose(context.problem, memory) else {
            return self.frontier.exhaust(context.progress);
        };
        self.now.pop();
        let taken = self.frontier.close(id, context.progress);
        let is_running = self.frontier.expand(&mut self.successors, context.reborrow(), taken);
        self.take_opened(&mut context.progress.memory);
        is_running
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        self.frontier.open_start(context.reborrow(), node, cost);
        self.take_opened(&mut context.progress.memory);
    }

    fn clear(&mut self, _: &mut Memory) {
        self.frontier.clear();
        self.successors.clear();
        self.now.clear();
        self.later.clear();
        (self.threshold, self.least) = (P::Cost::ZERO, P::Cost::INFINITY);
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        self.frontier.reserve(problem, nodes, memory);
    }

    fn next(&mut self, problem: &P, progress: &mut Progress) -> Option<u32> {
        self.choose(problem, &mut progress.memory)
    }

    fn last(&self, _: &P) -> Option<u32> {
        self.frontier.current()
    }

    fn best(&self, _: &P) -> Option<u32> {
        self.frontier.best()
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = u32> {
        self.frontier.ids(is_open)
    }

    fn id_of(&self, problem: &P, node: &P::Node) -> Option<u32> {
        self.frontier.find(problem, node)
    }

    fn view(&self, problem: &P, id: u32) -> Option<ViewOf<Self>> {
        self.frontier.view(problem, id)
    }

    fn path(&self, problem: &P, id: u32) -> Option<PathOf<Self>> {
        self.frontier.path(problem, id)
    }
}
