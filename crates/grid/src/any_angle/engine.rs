//! [`AnyAngleEngine`]: the engine behind Theta* and Lazy Theta*, whose paths can leave the edges along lines of sight.

use alloc::boxed::Box;
use core::fmt;

use astride::engine::{
    Allowance, ById, Context, Engine, Frontier, Generation, Link, Memory, Parent, PathOf, Progress, Taken, ViewOf,
    path_cost,
};
use astride::search::{ClosedOnce, Origin};
use astride::{Cost, Graph, Observer, Path, SearchError, Status};

use super::AnyAngle;

/// The engine of any-angle search.
///
/// Use it through its aliases. They differ only in when a line is checked: [`ThetaStar`](crate::ThetaStar)
/// checks a line when it is found, and [`LazyThetaStar`](crate::LazyThetaStar) (`IS_LAZY`) when the node at its
/// end is expanded. A node that has been expanded stays closed and keeps its path.
#[doc(hidden)]
#[derive(Clone)]
pub struct AnyAngleEngine<P: AnyAngle, const IS_LAZY: bool> {
    frontier: Frontier<P, ClosedOnce>,
    /// By id, the best way to a node along an edge, which is used if its line turns out to be blocked. Empty unless
    /// lines are assumed clear.
    by_edge: ById<Option<Way<P::Cost>>>,
}

/// A way to a node: its parent and its cost.
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
    /// The parent of the node, from which lines to successors are tried.
    ancestor: Option<Ancestor<P>>,
}

struct Ancestor<P: Graph> {
    id: u32,
    node: P::Node,
    cost: P::Cost,
}

impl<P: AnyAngle, const IS_LAZY: bool> Default for AnyAngleEngine<P, IS_LAZY> {
    fn default() -> Self {
        AnyAngleEngine {
            frontier: Frontier::new(ClosedOnce),
            by_edge: ById::default(),
        }
    }
}

impl<P: AnyAngle, const IS_LAZY: bool> Engine for AnyAngleEngine<P, IS_LAZY> {
    type Problem = P;
    type Id = u32;

    const KEEPS_CLOSED: bool = true;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        let Some(Taken { id, .. }) = self.frontier.take_open(context.progress) else {
            return self.frontier.exhaust(context.progress);
        };
        let Some(node) = self.frontier.taken_node(context.problem, context.progress, id) else {
            return false;
        };
        if self
            .settle(context.problem, id, &node, &mut context.progress.memory)
            .is_none()
        {
            return false;
        }
        let (cost, link) = self.frontier.nodes().state(id);
        let parent = link.parent();
        let taken = Taken { id, cost, parent };
        if context.problem.is_goal(&node) {
            self.frontier
                .notify(context.problem, context.observer, taken, &node, W::found);
            context.progress.status = Status::Found;
            return false;
        }
        self.expand(context, taken, node)
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, node: P::Node, cost: P::Cost) {
        let way = Way { cost, parent: None };
        let mut generation = Generation { context, parent: None };
        self.offer(&mut generation, &node, way, way, 0);
        generation.context.progress.count_start();
    }

    fn clear(&mut self, _: &mut Memory) {
        self.frontier.clear();
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        self.frontier.reserve(problem, nodes, memory);
    }

    fn next(&mut self, _: &P, progress: &mut Progress) -> Option<u32> {
        self.frontier.next_open(&mut progress.memory)
    }

    fn last(&self, _: &P) -> Option<u32> {
        self.frontier.current()
    }

    fn best(&self, problem: &P) -> Option<u32> {
        let nearest = self.frontier.nearest().filter(|_| IS_LAZY);
        let nearest = nearest.and_then(|nearest| self.cheapest_of(problem, nearest.estimate));
        nearest.or_else(|| self.frontier.best())
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
        let table = &self.frontier.nodes();
        let last = table.node(problem, id)?;
        let way = self.true_way(problem, id, &last);
        let chain = way.parent.map(|parent| table.chain(parent)).unwrap_or_default();
        let inner = chain.iter().map(|id| table.node(problem, *id));
        let nodes = inner.chain([Some(last)]).collect::<Option<_>>()?;
        Some(Path { nodes, cost: way.cost })
    }
}

impl<P: AnyAngle, const IS_LAZY: bool> AnyAngleEngine<P, IS_LAZY> {
    /// Whether a stored node has been expanded, so that its path is final. A dead end is never expanded, and takes
    /// every cheaper path.
    #[inline]
    fn is_settled(&self, problem: &P, id: u32, node: &P::Node) -> bool {
        let frontier = &self.frontier;
        !frontier.nodes().link(id).is_open() && frontier.estimate_of(problem, id, node).is_less(&P::Cost::INFINITY)
    }

    /// The way to a node, or the best one along an edge if its line was assumed clear but is blocked.
    fn true_way(&self, problem: &P, id: u32, node: &P::Node) -> Way<P::Cost> {
        let nodes = &self.frontier.nodes();
        let (cost, link) = nodes.state(id);
        let parent = link.parent();
        let way = Way { cost, parent };
        let Some(Some(around)) = self.by_edge.get(id) else {
            return way;
        };
        let is_edge = around.parent == way.parent && around.cost.order(&way.cost).is_eq();
        let is_clear = is_edge || {
            let parent = way.parent.and_then(|parent| nodes.node(problem, parent));
            parent.is_some_and(|parent| problem.line_of_sight(&parent, node))
        };
        if is_clear { way } else { *around }
    }

    /// Checks the line to a node that is about to be expanded. No line is checked twice.
    #[inline]
    fn settle(&mut self, problem: &P, id: u32, node: &P::Node, memory: &mut Memory) -> Option<()> {
        if IS_LAZY {
            let way = self.true_way(problem, id, node);
            let link = Link::new(way.parent, false);
            self.frontier.nodes_mut().set_state(id, way.cost, link);
            self.by_edge.set(id, Some(way), memory)?;
        }
        Some(())
    }

    fn expand<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: Context<'_, P, W>,
        taken: Taken<P::Cost>,
        node: P::Node,
    ) -> bool {
        let nodes = &self.frontier.nodes();
        let Taken { id, cost, parent } = taken;
        let expansion = Expansion::<P> {
            id,
            node,
            cost,
            ancestor: parent.and_then(|parent| {
                Some(Ancestor {
                    id: parent,
                    node: nodes.node(context.problem, parent)?,
                    cost: nodes.cost(parent),
                })
            }),
        };
        self.frontier
            .notify(context.problem, context.observer, taken, &expansion.node, W::expanded);
        let (problem, mut generated) = (context.problem, 0);
        let mut generation = Generation { context, parent: None };
        problem.successors(&expansion.node).for_each(|(child, edge)| {
            let place = generated;
            generated += 1;
            if generation.context.progress.status.is_running()
                && let Err(error) = self.reach(&mut generation, &expansion, &child, edge, place)
            {
                generation.context.progress.fail(*error);
            }
        });
        let progress = generation.context.progress;
        progress.count_expansion(generated);
        progress.note_open();
        progress.status.is_running()
    }

    /// Takes the line from the parent's parent to a successor if the successor is in sight from there, and otherwise
    /// the edge.
    #[inline]
    fn reach<'a, W: Observer<P::Node, P::Cost>>(
        &mut self,
        generation: &mut Generation<'a, P, ClosedOnce, W>,
        from: &'a Expansion<P>,
        child: &P::Node,
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
        let nodes = &self.frontier.nodes();
        let known = nodes.find(problem, child);
        if known.is_some_and(|id| self.is_settled(problem, id, child)) {
            return Ok(());
        }
        let line = match &from.ancestor {
            Some(ancestor) => {
                let distance = problem.distance(&ancestor.node, child);
                let cost = match path_cost(ancestor.cost, distance, || Origin::Line(place)) {
                    // The edge is cheaper.
                    Err(error) if matches!(*error, SearchError::CostOverflow { .. }) => None,
                    cost => cost?,
                };
                cost.filter(|cost| !by_edge.cost.is_less(cost))
                    .map(|cost| (ancestor, cost))
            }
            None => None,
        };
        // The line need not be checked if neither way is cheaper than the known path, which is the usual case.
        let least = line.map_or(by_edge.cost, |(_, cost)| cost);
        let is_better = known.is_none_or(|id| least.is_less(&nodes.cost(id)));
        let in_sight =
            line.filter(|(ancestor, _)| is_better && (IS_LAZY || problem.line_of_sight(&ancestor.node, child)));
        let (way, parent) = match in_sight {
            Some((ancestor, cost)) => {
                let parent = Some(ancestor.id);
                (Way { cost, parent }, &ancestor.node)
            }
            None => (by_edge, &from.node),
        };
        generation.parent = way.parent.map(|id| Parent {
            id,
            node: parent,
            estimate: None,
        });
        self.offer(generation, child, way, by_edge, place);
        Ok(())
    }

    /// Stores a node, or gives an open node or a dead end a better way. Keeps the best way along an edge.
    fn offer<W: Observer<P::Node, P::Cost>>(
        &mut self,
        generation: &mut Generation<'_, P, ClosedOnce, W>,
        node: &P::Node,
        way: Way<P::Cost>,
        by_edge: Way<P::Cost>,
        place: usize,
    ) {
        let problem = generation.context.problem;
        let key = self.frontier.nodes().key(problem, node);
        let known = self.frontier.nodes().get(key, node);
        if known.is_some_and(|id| self.is_settled(problem, id, node)) {
            return;
        }
        let id = match known {
            None => self.frontier.discover(generation, node.clone(), way.cost, key, place),
            Some(id) => {
                if way.cost.is_less(&self.frontier.nodes().cost(id)) {
                    self.frontier.improve(generation, id, node.clone(), way.cost, place);
                }
                Some(id)
            }
        };
        // No code of the user runs after a new node has been stored, which might panic and leave the way of an earlier
        // search in this place.
        if IS_LAZY
            && let Some(id) = id
            && (known.is_none() || self.is_cheaper(id, by_edge))
        {
            self.by_edge
                .set(id, Some(by_edge), &mut generation.context.progress.memory);
        }
    }

    /// Whether a way along an edge costs less than the best one so far to a stored node.
    fn is_cheaper(&self, id: u32, by_edge: Way<P::Cost>) -> bool {
        let known = self.by_edge.get(id).copied().flatten();
        known.is_none_or(|known| by_edge.cost.is_less(&known.cost))
    }

    /// The node with the cheapest path among those with this estimate. Costs rise where lines that were assumed clear
    /// are blocked.
    fn cheapest_of(&self, problem: &P, estimate: P::Cost) -> Option<u32> {
        let nodes = &self.frontier.nodes();
        let equal = nodes.ids().filter_map(|id| {
            let node = nodes.node(problem, id)?;
            let is_equal = self.frontier.estimate_of(problem, id, &node).order(&estimate).is_eq();
            is_equal.then(|| (id, self.true_way(problem, id, &node).cost))
        });
        let (id, _) = equal.min_by(|(_, one), (_, other)| one.order(other))?;
        Some(id)
    }
}

impl<P: AnyAngle, const IS_LAZY: bool> fmt::Debug for AnyAngleEngine<P, IS_LAZY> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if IS_LAZY { "LazyThetaStar" } else { "ThetaStar" };
        formatter.write_str(name)
    }
}
