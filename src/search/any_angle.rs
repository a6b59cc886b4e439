//! [`AnyAngleSearch`]: the engine behind Theta* and Lazy Theta*, whose paths leave the edges where there is sight.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;

use super::drive::{Engine, Progress, driving_surface};
use super::node_table_answers::node_table_answers;
use super::path_cost::{checked_key, explain_path_cost, path_cost, start_cost};
use super::sight_check::SightCheck;
use super::sight_check::sealed::{Way, WayByEdge};
use crate::error::Origin;
use crate::nodes::{Key, NodeTable, Record};
use crate::open::{DefaultOpen, OpenList};
use crate::{AnyAngle, Cost, Graph, Observer, Path, SearchError, Status};

/// The engine of [`ThetaStar`](crate::ThetaStar) and [`LazyThetaStar`](crate::LazyThetaStar).
///
/// Use it by those names. They differ in `K`, which says when a line of sight is checked, and in nothing else. `W` is
/// the [`Observer`], `O` the [open list](crate::open), `S` hashes nodes that have no [`index`](Graph::index).
///
/// A node that has been expanded stays closed, and keeps its path.
#[derive(Clone, Debug)]
pub struct AnyAngleSearch<
    P: AnyAngle,
    K: SightCheck,
    W = (),
    O = DefaultOpen<<P as Graph>::Cost>,
    S = DefaultHashBuilder,
> {
    problem: P,
    observer: W,
    open: O,
    nodes: NodeTable<P::Node, P::Cost, Known<P::Cost, K>, S>,
    progress: Progress,
    /// The node with the least estimate so far.
    nearest: Option<(u32, P::Cost)>,
    /// The successors of the node being expanded; empty between expansions.
    successors: Vec<(P::Node, P::Cost)>,
}

/// What is stored of a node besides its cost and its parent.
#[derive(Clone, Debug)]
struct Known<C: Cost, K: SightCheck> {
    estimate: C,
    /// The best way to it along an edge, where the parent has been taken on trust.
    by_edge: K::ByEdge<C>,
}

/// The node being expanded.
struct Expansion<N, C> {
    id: u32,
    node: N,
    cost: C,
    estimate: C,
    parent: Option<Ancestor<N, C>>,
}

/// Its parent: successors of a node are looked for from there.
struct Ancestor<N, C> {
    id: u32,
    node: N,
    cost: C,
}

impl<P: AnyAngle, K: SightCheck> AnyAngleSearch<P, K> {
    /// A search that has not begun.
    pub fn new(problem: P) -> Self {
        AnyAngleSearch {
            problem,
            observer: (),
            open: DefaultOpen::default(),
            nodes: NodeTable::new(DefaultHashBuilder::default()),
            progress: Progress::default(),
            nearest: None,
            successors: Vec::new(),
        }
    }
}

impl<P: AnyAngle, K: SightCheck, W, O, S> AnyAngleSearch<P, K, W, O, S> {
    /// The same search, watched by `observer`, in place of the one it had. Lend it with `&mut` to have it back.
    pub fn observe<W2: Observer<P::Node, P::Cost>>(self, observer: W2) -> AnyAngleSearch<P, K, W2, O, S> {
        AnyAngleSearch {
            problem: self.problem,
            observer,
            open: self.open,
            nodes: self.nodes,
            progress: self.progress,
            nearest: self.nearest,
            successors: self.successors,
        }
    }
}

impl<P: AnyAngle, K: SightCheck, W, O, S: BuildHasher> AnyAngleSearch<P, K, W, O, S> {
    /// The same search with another open list. It begins anew: what it had found is dropped.
    pub fn with_open_list<O2: OpenList<P::Cost>>(self, open: O2) -> AnyAngleSearch<P, K, W, O2, S> {
        let mut nodes = self.nodes;
        nodes.clear();
        AnyAngleSearch {
            problem: self.problem,
            observer: self.observer,
            open,
            nodes,
            progress: Progress::default(),
            nearest: None,
            successors: Vec::new(),
        }
    }

    /// The same search with another hasher. It begins anew: what it had found is dropped.
    pub fn with_hasher<S2: BuildHasher>(self, hasher: S2) -> AnyAngleSearch<P, K, W, O, S2>
    where
        O: OpenList<P::Cost>,
    {
        let mut open = self.open;
        open.clear();
        AnyAngleSearch {
            problem: self.problem,
            observer: self.observer,
            open,
            nodes: self.nodes.with_hasher(hasher),
            progress: Progress::default(),
            nearest: None,
            successors: Vec::new(),
        }
    }
}

driving_surface! {
    impl<P: AnyAngle, K: SightCheck, W, O, S: BuildHasher> AnyAngleSearch<P, K, W, O, S>, node P::Node, cost P::Cost,
    where { W: Observer<P::Node, P::Cost>, O: OpenList<P::Cost> }
}

node_table_answers! {
    impl<P: AnyAngle, K: SightCheck, W, O, S: BuildHasher> AnyAngleSearch<P, K, W, O, S>,
    where { W: Observer<P::Node, P::Cost>, O: OpenList<P::Cost> }
}

impl<P, K, W, O, S> Engine for AnyAngleSearch<P, K, W, O, S>
where
    P: AnyAngle,
    K: SightCheck,
    W: Observer<P::Node, P::Cost>,
    O: OpenList<P::Cost>,
    S: BuildHasher,
{
    fn advance(&mut self) -> bool {
        if !self.progress.status.is_running() {
            return false;
        }
        self.begin();
        if !self.progress.status.is_running() {
            return false;
        }
        let Some(id) = self.take_open() else {
            self.progress.status = Status::Exhausted;
            return false;
        };
        self.progress.current = Some(id);
        self.progress.open -= 1;
        self.settle(id);
        let record = self.nodes.record_mut(id);
        record.close();
        if self.problem.is_goal(&record.node) {
            self.observer.found(&record.node, record.cost);
            self.progress.status = Status::Found;
            return false;
        }
        match self.expand(id) {
            Ok(()) => true,
            Err(error) => {
                self.progress.status = Status::Failed(*error);
                false
            }
        }
    }

    fn progress(&self) -> &Progress {
        &self.progress
    }

    fn progress_mut(&mut self) -> &mut Progress {
        &mut self.progress
    }

    fn stored(&self) -> usize {
        self.nodes.len()
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }
}

impl<P, K, W, O, S> AnyAngleSearch<P, K, W, O, S>
where
    P: AnyAngle,
    K: SightCheck,
    W: Observer<P::Node, P::Cost>,
    O: OpenList<P::Cost>,
    S: BuildHasher,
{
    #[cold]
    fn open_start(&mut self, node: P::Node, cost: P::Cost) {
        self.progress.generated += 1;
        let opened = start_cost(cost).map_err(Box::new).and_then(|cost| {
            let key = self.nodes.key(&self.problem, &node);
            let way = Way { cost, parent: None };
            match self.nodes.find(key, &node) {
                None => self.discover(node, key, way, way, None, Origin::Start),
                Some(id) if self.is_settled(id) => Ok(()),
                Some(id) => {
                    self.nodes.record_mut(id).value.by_edge.offer(way);
                    if cost.is_less(&self.nodes.record(id).cost) {
                        self.improve(id, node, way, Origin::Start)
                    } else {
                        Ok(())
                    }
                }
            }
        });
        if let Err(error) = opened {
            self.progress.status = Status::Failed(*error);
        }
        self.progress.max_open = self.progress.max_open.max(self.progress.open);
    }

    /// The next open node. An entry is stale where its node has been expanded, or opened again at a lower cost.
    #[inline]
    fn take_open(&mut self) -> Option<u32> {
        loop {
            let (id, pushed) = self.open.pop()?;
            let record = self.nodes.record(id);
            if record.is_open() && pushed.is_none_or(|cost| cost.order(&record.cost).is_eq()) {
                return Some(id);
            }
        }
    }

    /// Whether the node has been expanded: its path is final. A dead end never is, and takes every cheaper path.
    #[inline]
    fn is_settled(&self, id: u32) -> bool {
        let record = self.nodes.record(id);
        !record.is_open() && record.value.estimate.is_less(&P::Cost::INFINITY)
    }

    /// Where the way to a node was taken on trust and there is no sight, the best way along an edge.
    fn way_around(&self, id: u32) -> Option<Way<P::Cost>> {
        let record = self.nodes.record(id);
        let around = record.value.by_edge.get()?;
        let is_edge = around.parent == record.parent() && around.cost.order(&record.cost).is_eq();
        let is_clear = is_edge
            || record.parent().is_some_and(|parent| {
                self.problem
                    .line_of_sight(&self.nodes.record(parent).node, &record.node)
            });
        (!is_clear).then_some(around)
    }

    /// Checks the line to a node that is about to be expanded.
    #[inline]
    fn settle(&mut self, id: u32) {
        let around = self.way_around(id);
        let record = self.nodes.record_mut(id);
        if let Some(way) = around {
            record.cost = way.cost;
            record.set_parent(way.parent);
        }
        // What has been checked once is not checked again.
        record.value.by_edge = K::ByEdge::new(Way {
            cost: record.cost,
            parent: record.parent(),
        });
    }

    fn expand(&mut self, id: u32) -> Result<(), Box<SearchError>> {
        let record = self.nodes.record(id);
        let (node, cost, estimate) = (record.node.clone(), record.cost, record.value.estimate);
        let parent = record.parent().map(|parent| {
            let Record { node, cost, .. } = self.nodes.record(parent);
            Ancestor {
                id: parent,
                node: node.clone(),
                cost: *cost,
            }
        });
        self.observer.expanded(&node, cost);
        self.progress.expanded += 1;
        // Taken out for the while, so that the problem can be asked for the lines on the way.
        let mut successors = core::mem::take(&mut self.successors);
        successors.extend(self.problem.successors(&node));
        let expansion = Expansion {
            id,
            node,
            cost,
            estimate,
            parent,
        };
        let mut result = Ok(());
        for (place, (child, edge)) in successors.drain(..).enumerate() {
            self.progress.generated += 1;
            if result.is_ok() {
                result = self.meet(&expansion, child, edge, place);
            }
        }
        self.successors = successors;
        self.progress.max_open = self.progress.max_open.max(self.progress.open);
        result
    }

    /// A successor: takes the line from the parent's parent where there is one in sight, and else the edge.
    #[inline]
    fn meet(
        &mut self,
        from: &Expansion<P::Node, P::Cost>,
        child: P::Node,
        edge: P::Cost,
        place: usize,
    ) -> Result<(), Box<SearchError>> {
        let Some(cost) = sum(from.cost, edge, Origin::Successor(place))? else {
            return Ok(());
        };
        let by_edge = Way {
            cost,
            parent: Some(from.id),
        };
        let key = self.nodes.key(&self.problem, &child);
        let known = self.nodes.find(key, &child);
        if known.is_some_and(|id| self.is_settled(id)) {
            return Ok(());
        }
        let line = self.line(from, &child, &by_edge, Origin::Line(place))?;
        if let Some(id) = known {
            let record = self.nodes.record_mut(id);
            record.value.by_edge.offer(by_edge);
            // The line is the cheaper of the two: mostly that settles it, before anything is looked at along it.
            if !line.unwrap_or(by_edge).cost.is_less(&record.cost) {
                return Ok(());
            }
        }
        let in_sight = line.filter(|_| {
            let parent = from.parent.as_ref();
            K::ON_EXPANSION || parent.is_some_and(|parent| self.problem.line_of_sight(&parent.node, &child))
        });
        let way = in_sight.unwrap_or(by_edge);
        let origin = Origin::Successor(place);
        match known {
            None => self.discover(child, key, way, by_edge, Some(from), origin),
            Some(id) if way.cost.is_less(&self.nodes.record(id).cost) => self.improve(id, child, way, origin),
            Some(_) => Ok(()),
        }
    }

    /// The straight line to a successor from its parent's parent, looked along or not, where it is no dearer than the
    /// edge.
    #[inline]
    fn line(
        &self,
        from: &Expansion<P::Node, P::Cost>,
        child: &P::Node,
        by_edge: &Way<P::Cost>,
        origin: Origin,
    ) -> Result<Option<Way<P::Cost>>, Box<SearchError>> {
        let Some(parent) = &from.parent else { return Ok(None) };
        let cost = sum(parent.cost, self.problem.distance(&parent.node, child), origin)?;
        Ok(cost.filter(|cost| !by_edge.cost.is_less(cost)).map(|cost| Way {
            cost,
            parent: Some(parent.id),
        }))
    }

    /// Stores a node, and opens it unless it is a dead end.
    fn discover(
        &mut self,
        node: P::Node,
        key: Key,
        way: Way<P::Cost>,
        by_edge: Way<P::Cost>,
        from: Option<&Expansion<P::Node, P::Cost>>,
        origin: Origin,
    ) -> Result<(), Box<SearchError>> {
        let estimate = match from {
            Some(from) => self.problem.estimate_child(&from.node, from.estimate, &node),
            None => self.problem.estimate(&node),
        };
        let rank = checked_key(way.cost.checked_add(estimate), way.cost, Some(estimate), origin)?;
        let value = Known {
            estimate,
            by_edge: K::ByEdge::new(by_edge),
        };
        let record = Record::new(node, way.cost, value, way.parent);
        let id = self
            .nodes
            .insert(key, record)
            .map_err(|refusal| Box::new(self.nodes.error(refusal)))?;
        let Some(rank) = rank else {
            // A dead end is stored, lest it be estimated again, but never opened.
            self.nodes.record_mut(id).close();
            return Ok(());
        };
        if self.nearest.is_none_or(|(_, least)| estimate.is_less(&least)) {
            self.nearest = Some((id, estimate));
        }
        self.progress.open += 1;
        let parent = way.parent.map(|parent| &self.nodes.record(parent).node);
        self.observer.opened(&self.nodes.record(id).node, parent, way.cost);
        self.open.push(id, rank, way.cost);
        Ok(())
    }

    /// Gives a node that waits, or a dead end, a better way.
    fn improve(&mut self, id: u32, node: P::Node, way: Way<P::Cost>, origin: Origin) -> Result<(), Box<SearchError>> {
        let record = self.nodes.record_mut(id);
        let (old_cost, estimate) = (record.cost, record.value.estimate);
        let rank = checked_key(way.cost.checked_add(estimate), way.cost, Some(estimate), origin)?;
        record.node = node;
        record.cost = way.cost;
        record.set_parent(way.parent);
        let Some(rank) = rank else { return Ok(()) };
        let parent = way.parent.map(|parent| &self.nodes.record(parent).node);
        self.observer
            .improved(&self.nodes.record(id).node, parent, old_cost, way.cost);
        self.open.push(id, rank, way.cost);
        Ok(())
    }

    /// The path to a stored node. Lines taken on trust are looked along first.
    fn path_of(&self, id: u32) -> Path<P::Node, P::Cost> {
        let record = self.nodes.record(id);
        let way = self.way_around(id).unwrap_or(Way {
            cost: record.cost,
            parent: record.parent(),
        });
        let mut chain = way.parent.map(|parent| self.nodes.chain(parent)).unwrap_or_default();
        chain.push(id);
        Path {
            nodes: chain.iter().map(|id| self.nodes.record(*id).node.clone()).collect(),
            cost: way.cost,
        }
    }

    fn best_effort_node(&self) -> Option<u32> {
        self.nearest.map(|(id, _)| id).or(self.progress.current)
    }

    fn open_iter(&self) -> impl Iterator<Item = (&P::Node, P::Cost)> {
        self.nodes
            .iter()
            .filter(|record| record.is_open())
            .map(|record| (&record.node, record.cost))
    }

    fn clear_open(&mut self) {
        self.open.clear();
        self.nearest = None;
    }
}

/// The cost of a path and one edge or line more, or `None` where that is missing.
#[inline]
fn sum<C: Cost>(cost: C, more: C, origin: Origin) -> Result<Option<C>, Box<SearchError>> {
    match path_cost(cost, more) {
        Some(sum) => Ok(Some(sum)),
        None => explain_path_cost(cost, more, origin).map_err(Box::new),
    }
}
