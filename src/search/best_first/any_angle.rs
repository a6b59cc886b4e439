//! [`AnyAngleEngine`]: the engine behind Theta* and Lazy Theta*, whose paths leave the edges where there is sight.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::frontier::{Frontier, Generation, Parent};
use super::{Evaluation, Revisit};
use crate::error::Origin;
use crate::nodes::{Limits, Record};
use crate::open::Buckets;
use crate::search::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, sealed};
use crate::search::sums::{path_cost, start_cost};
use crate::search::{Informed, Search};
use crate::{AnyAngle, Cost, Graph, Heuristic, Observer, Path, SearchError, Status};

/// The engine of any-angle search.
///
/// Use it by its other names: [`ThetaStar`](crate::ThetaStar) looks along a line when it finds one,
/// [`LazyThetaStar`](crate::LazyThetaStar) (`IS_LAZY`) when it expands the node at the end. They differ in nothing else. A
/// node that has been expanded stays closed, and keeps its path.
#[derive(Clone)]
pub struct AnyAngleEngine<P: AnyAngle, const IS_LAZY: bool> {
    frontier: Frontier<P, ClosedOnce>,
    /// By id, the best way to a node along an edge, to fall back on. Empty unless lines are taken on trust.
    by_edge: Vec<Way<P::Cost>>,
}

/// The evaluation of any-angle search: f = g + h, and closed nodes stay closed.
#[derive(Clone)]
struct ClosedOnce;

impl<P: Heuristic> Evaluation<P> for ClosedOnce {
    type Guidance = Informed;
    type Key = P::Cost;
    type Open = Buckets<P::Cost>;

    #[inline]
    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        cost.plus(estimate)
    }

    #[inline]
    fn revisit(&self) -> Revisit {
        Revisit::WhileOpen
    }
}

/// A way to a node: over which stored one, and what it costs.
#[derive(Clone, Copy, Debug)]
struct Way<C> {
    cost: C,
    /// `None` for a start.
    parent: Option<u32>,
}

/// The node being expanded.
struct Expansion<P: Graph> {
    id: u32,
    node: P::Node,
    cost: P::Cost,
    estimate: P::Cost,
    /// Its parent: successors of a node are looked for from there.
    ancestor: Option<Ancestor<P>>,
}

struct Ancestor<P: Graph> {
    id: u32,
    node: P::Node,
    cost: P::Cost,
}

impl<P: AnyAngle, const IS_LAZY: bool> Search<AnyAngleEngine<P, IS_LAZY>> {
    /// A search that has not begun.
    pub fn new(problem: P) -> Self {
        let engine = AnyAngleEngine {
            frontier: Frontier::new(ClosedOnce),
            by_edge: Vec::new(),
        };
        Search::from_engine(problem, engine)
    }
}

impl<P: AnyAngle, const IS_LAZY: bool> sealed::Sealed for AnyAngleEngine<P, IS_LAZY> {}

impl<P: AnyAngle, const IS_LAZY: bool> Engine for AnyAngleEngine<P, IS_LAZY> {
    type Problem = P;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        if !self.frontier.is_within_memory_limit(context.progress) {
            return false;
        }
        let Some((id, _)) = self.frontier.take_open(context.progress) else {
            context.progress.status = Status::Exhausted;
            return false;
        };
        self.settle(context.problem, id);
        let record = self.frontier.nodes.record(id);
        if context.problem.is_goal(&record.node) {
            context.observer.found(&record.node, record.cost);
            context.progress.status = Status::Found;
            return false;
        }
        self.expand(context, id)
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, node: P::Node, cost: P::Cost) {
        let cost = match start_cost(cost) {
            Ok(cost) => cost,
            Err(error) => return context.progress.fail(*error),
        };
        let way = Way { cost, parent: None };
        let mut generation = Generation::of_start(context);
        self.offer(&mut generation, node, way, way, 0);
        let progress = generation.context.progress;
        progress.generated += u64::from(!progress.can_be_resumed());
        count_open(progress);
    }

    fn stored(&self) -> usize {
        self.frontier.nodes.len()
    }

    fn bytes(&self) -> usize {
        self.frontier.bytes() + self.by_edge.capacity() * size_of::<Way<P::Cost>>()
    }

    fn limits(&self) -> Limits {
        self.frontier.nodes.limits()
    }

    fn set_limits(&mut self, limits: Limits) {
        self.frontier.nodes.set_limits(limits);
    }

    fn reserve(&mut self, problem: &P, nodes: usize) {
        self.frontier.nodes.reserve(problem, &problem.start(), nodes);
    }

    fn clear(&mut self) {
        self.frontier.clear();
        self.by_edge.clear();
    }

    fn current(&self) -> Option<&P::Node> {
        self.frontier.nodes.current().map(|record| &record.node)
    }

    fn next_node(&mut self, _: &P) -> Option<ViewOf<'_, Self>> {
        self.frontier.next_open().map(|id| self.frontier.view(id))
    }

    fn open_nodes(&self) -> impl Iterator<Item = ViewOf<'_, Self>> {
        self.frontier.views(true)
    }

    fn closed_nodes(&self) -> impl Iterator<Item = ViewOf<'_, Self>> {
        self.frontier.views(false)
    }

    fn find(&self, problem: &P, node: &P::Node) -> Option<ViewOf<'_, Self>> {
        let id = self.frontier.nodes.find(problem, node)?;
        Some(self.frontier.view(id))
    }

    fn current_path(&self, problem: &P) -> Option<PathOf<Self>> {
        Some(self.path_of(problem, self.frontier.nodes.current?))
    }

    fn best_effort_path(&self, problem: &P) -> Option<PathOf<Self>> {
        Some(self.path_of(problem, self.frontier.best_effort_node()?))
    }

    fn path_to(&self, problem: &P, node: &P::Node) -> Option<PathOf<Self>> {
        Some(self.path_of(problem, self.frontier.nodes.find(problem, node)?))
    }
}

impl<P: AnyAngle, const IS_LAZY: bool> AnyAngleEngine<P, IS_LAZY> {
    /// Whether the node has been expanded: its path is final. A dead end never is, and takes every cheaper path.
    #[inline]
    fn is_settled(record: &Record<P::Node, P::Cost, P::Cost>) -> bool {
        !record.is_open() && record.value.is_less(&P::Cost::INFINITY)
    }

    /// The way to a node: if it was taken on trust and there is no sight, the best one along an edge.
    fn true_way(&self, problem: &P, id: u32) -> Way<P::Cost> {
        let nodes = &self.frontier.nodes;
        let record = nodes.record(id);
        let way = Way {
            cost: record.cost,
            parent: record.parent(),
        };
        let Some(around) = self.by_edge.get(id as usize) else {
            return way;
        };
        let is_edge = around.parent == way.parent && around.cost.order(&way.cost).is_eq();
        let is_clear = is_edge
            || way
                .parent
                .is_some_and(|parent| problem.line_of_sight(&nodes.record(parent).node, &record.node));
        if is_clear { way } else { *around }
    }

    /// Checks the line to a node that is about to be expanded. What has been checked once is not checked again.
    #[inline]
    fn settle(&mut self, problem: &P, id: u32) {
        if IS_LAZY {
            let way = self.true_way(problem, id);
            let record = self.frontier.nodes.record_mut(id);
            record.cost = way.cost;
            record.set_parent(way.parent);
            self.by_edge[id as usize] = way;
        }
    }

    fn expand<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, id: u32) -> bool {
        let nodes = &self.frontier.nodes;
        let record = nodes.record(id);
        let expansion = Expansion::<P> {
            id,
            node: record.node.clone(),
            cost: record.cost,
            estimate: record.value,
            ancestor: record.parent().map(|parent| {
                let Record { node, cost, .. } = nodes.record(parent);
                Ancestor {
                    id: parent,
                    node: node.clone(),
                    cost: *cost,
                }
            }),
        };
        context.observer.expanded(&expansion.node, expansion.cost);
        let (problem, mut generated) = (context.problem, 0);
        let parent = Parent {
            id,
            node: &expansion.node,
            estimate: expansion.estimate,
        };
        let mut generation = Generation::of_successors(context, parent);
        problem.successors(&expansion.node).for_each(|(child, edge)| {
            let place = generated;
            generated += 1;
            if generation.context.progress.status.is_running()
                && let Err(error) = self.meet(&mut generation, &expansion, child, edge, place)
            {
                generation.context.progress.fail(*error);
            }
        });
        let progress = generation.context.progress;
        if !progress.status.is_running() && progress.can_be_resumed() {
            self.frontier.put_back(id, progress);
            return false;
        }
        progress.expanded += 1;
        progress.generated += generated as u64;
        count_open(progress);
        progress.status.is_running()
    }

    /// A successor: takes the line from the parent's parent if there is one in sight, and else the edge.
    #[inline]
    fn meet<'a, W: Observer<P::Node, P::Cost>>(
        &mut self,
        generation: &mut Generation<'a, P, ClosedOnce, W>,
        from: &'a Expansion<P>,
        child: P::Node,
        edge: P::Cost,
        place: usize,
    ) -> Result<(), Box<SearchError>> {
        let Some(cost) = path_cost(from.cost, edge, || Origin::Successor(place))? else {
            return Ok(());
        };
        let by_edge = Way {
            cost,
            parent: Some(from.id),
        };
        let problem = generation.context.problem;
        let nodes = &self.frontier.nodes;
        let known = nodes.find(problem, &child).map(|id| nodes.record(id));
        if known.is_some_and(Self::is_settled) {
            return Ok(());
        }
        let line = match &from.ancestor {
            Some(ancestor) => {
                let distance = problem.distance(&ancestor.node, &child);
                let cost = path_cost(ancestor.cost, distance, || Origin::Line(place))?;
                cost.filter(|cost| !by_edge.cost.is_less(cost))
                    .map(|cost| (ancestor, cost))
            }
            None => None,
        };
        // The line is the cheaper of the two: mostly that settles it, before anything is looked at along it.
        let least = line.map_or(by_edge.cost, |(_, cost)| cost);
        let is_better = known.is_none_or(|known| least.is_less(&known.cost));
        let in_sight =
            line.filter(|(ancestor, _)| is_better && (IS_LAZY || problem.line_of_sight(&ancestor.node, &child)));
        let (way, parent) = match in_sight {
            Some((ancestor, cost)) => {
                let parent = Some(ancestor.id);
                (Way { cost, parent }, (ancestor.id, &ancestor.node))
            }
            None => (by_edge, (from.id, &from.node)),
        };
        generation.parent = Some(parent);
        self.offer(generation, child, way, by_edge, place);
        Ok(())
    }

    /// Stores a node, or gives one that waits (or is a dead end) a better way. Keeps the best way along an edge.
    fn offer<W: Observer<P::Node, P::Cost>>(
        &mut self,
        generation: &mut Generation<'_, P, ClosedOnce, W>,
        node: P::Node,
        way: Way<P::Cost>,
        by_edge: Way<P::Cost>,
        place: usize,
    ) {
        let nodes = &self.frontier.nodes;
        let key = nodes.key(generation.context.problem, &node);
        match nodes.get(key, &node) {
            None => {
                self.frontier.discover(generation, node, way.cost, key, place);
                if IS_LAZY && self.by_edge.len() < self.frontier.nodes.len() {
                    self.by_edge.push(by_edge);
                }
            }
            Some(id) => {
                let record = nodes.record(id);
                if Self::is_settled(record) {
                    return;
                }
                let is_better = way.cost.is_less(&record.cost);
                if let Some(known) = self.by_edge.get_mut(id as usize)
                    && by_edge.cost.is_less(&known.cost)
                {
                    *known = by_edge;
                }
                if is_better {
                    self.frontier.improve(generation, id, node, way.cost, key, place);
                }
            }
        }
    }

    /// The path to a stored node. Lines taken on trust are looked along first.
    fn path_of(&self, problem: &P, id: u32) -> PathOf<Self> {
        let nodes = &self.frontier.nodes;
        let way = self.true_way(problem, id);
        let mut chain = way.parent.map(|parent| nodes.chain(parent)).unwrap_or_default();
        chain.push(id);
        Path {
            nodes: chain.iter().map(|id| nodes.record(*id).node.clone()).collect(),
            cost: way.cost,
        }
    }
}

fn count_open(progress: &mut Progress) {
    progress.max_open = progress.max_open.max(progress.open);
}

impl<P: AnyAngle, const IS_LAZY: bool> fmt::Debug for AnyAngleEngine<P, IS_LAZY> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if IS_LAZY { "LazyThetaStar" } else { "ThetaStar" };
        formatter.write_str(name)
    }
}
