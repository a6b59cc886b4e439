//! Beam search: level by level, it expands only the nodes with the least estimates, as many as the beam is wide.

use astride::engine::{Allowance, Context, Engine, Frontier, Memory, PathOf, Progress, Successors, ViewOf};
use astride::search::{EstimateOnly, Search};
use astride::{Heuristic, Observer};

/// The engine of beam search.
pub(crate) struct Beam<P: Heuristic> {
    width: usize,
    /// All nodes, and an open list of the next level, the best node first.
    frontier: Frontier<P, EstimateOnly>,
    /// The open nodes of this level, the best one last.
    level: Vec<u32>,
    successors: Successors<P::Node, P::Cost>,
}

impl<P: Heuristic> Beam<P> {
    /// Creates a search with a beam of this width.
    pub(crate) fn search(problem: P, width: usize) -> Search<Self> {
        let beam = Beam {
            width,
            frontier: Frontier::new(EstimateOnly),
            level: Vec::new(),
            successors: Successors::default(),
        };
        Search::with_engine(problem, beam)
    }

    /// Begins the next level with its best nodes, and closes the others.
    fn begin_level(&mut self, progress: &mut Progress) {
        while let Some(id) = self.frontier.pop_open(&mut progress.memory) {
            if self.level.len() < self.width {
                progress.memory.push(&mut self.level, id);
            } else {
                self.frontier.leave_out(id, progress);
            }
        }
        self.level.reverse();
    }
}

impl<P: Heuristic> Engine for Beam<P> {
    type Problem = P;
    type Id = u32;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        if self.level.is_empty() {
            self.begin_level(context.progress);
        }
        let Some(id) = self.level.pop() else {
            return self.frontier.exhaust(context.progress);
        };
        let taken = self.frontier.close(id, context.progress);
        self.frontier.expand(&mut self.successors, context, taken)
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, node: P::Node, cost: P::Cost) {
        self.frontier.open_start(context, node, cost);
    }

    fn clear(&mut self, _: &mut Memory) {
        self.frontier.clear();
        self.level.clear();
        self.successors.clear();
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        self.frontier.reserve(problem, nodes, memory);
    }

    fn next(&mut self, _: &P, progress: &mut Progress) -> Option<u32> {
        let next = self.level.last().copied();
        next.or_else(|| self.frontier.next_open(&mut progress.memory))
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
