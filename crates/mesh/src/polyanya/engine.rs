//! [`PolyanyaEngine`]: the engine of [`Polyanya`](crate::Polyanya).

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::marker::PhantomData;

use astride::engine::{Allowance, Context, Engine, Memory, Nearest, PathOf, Progress, ViewOf};
use astride::open::{DaryHeap, Entry};
use astride::search::Onward;
use astride::{Heuristic, NodeEvent, Observer, Path, Problem, SearchNode, Status};

use super::Polyanya;
use crate::geometry::View;
use crate::mesh::Mesh;
use crate::node::{MeshNode, NEAREST, NodeKind, link_of};
use crate::successors::Visit;
use crate::{MeshProblem, Point};

/// The largest number of nodes that one step drops before it leaves the expansion to the next.
const DROPPED: usize = 256;

/// The id of the goal that stands for the nearest position to goals that cannot be reached. It is not stored.
const NEAREST_ID: u32 = u32::MAX;

/// The parent of a start.
const NO_PARENT: u32 = u32::MAX;

/// The engine of [`Polyanya`](crate::Polyanya). Nodes are expanded in the order of length plus estimate, and those are
/// dropped whose root has been reached on a shorter path.
#[doc(hidden)]
pub struct PolyanyaEngine<M> {
    nodes: Vec<Stored>,
    open: DaryHeap<Waiting>,
    /// The best open node that the last expansion generated, which is often the next one.
    held: Option<Waiting>,
    /// By corner, the lengths of the shortest paths to it that go on with a turn to the left and to the right.
    best: Vec<[f64; 2]>,
    /// The corners reached.
    reached: Vec<u32>,
    /// By goal, the length of the shortest path to it, or minus infinity once it has been found.
    goals: Vec<f64>,
    /// By link, the length of the shortest path to its end.
    links: Vec<f64>,
    current: Option<u32>,
    nearest: Option<Nearest<u32, f64>>,
    problem: PhantomData<fn(M)>,
}

/// A stored node, in 32 bytes.
#[derive(Clone, Copy, Debug)]
struct Stored {
    node: MeshNode,
    /// The length of the path to the root.
    g: f64,
    parent: u32,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Closed,
    /// No longer needed. The node is not listed, but it may be the parent of others.
    Dropped,
}

/// An open node. Among equal nodes, the newest comes first.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    f: f64,
    id: u32,
}

impl Entry for Waiting {
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.f < other.f || self.f == other.f && self.id > other.id
    }
}

impl<M> Clone for PolyanyaEngine<M> {
    fn clone(&self) -> Self {
        PolyanyaEngine {
            nodes: self.nodes.clone(),
            open: self.open.clone(),
            best: self.best.clone(),
            reached: self.reached.clone(),
            goals: self.goals.clone(),
            links: self.links.clone(),
            ..*self
        }
    }
}

impl<M> Default for PolyanyaEngine<M> {
    fn default() -> Self {
        PolyanyaEngine {
            nodes: Vec::new(),
            open: DaryHeap::default(),
            held: None,
            best: Vec::new(),
            reached: Vec::new(),
            goals: Vec::new(),
            links: Vec::new(),
            current: None,
            nearest: None,
            problem: PhantomData,
        }
    }
}

impl<M: Borrow<Mesh>> Engine for PolyanyaEngine<M> {
    type Problem = MeshProblem<M>;
    type Id = u32;

    fn advance<W: Observer<MeshNode, f64>>(
        &mut self,
        context: Context<'_, MeshProblem<M>, W>,
        _: Allowance<'_>,
    ) -> bool {
        let progress = &mut *context.progress;
        if context.problem.is_possible() {
            for _ in 0..DROPPED {
                let Some(Waiting { f, id }) = self.pop(&mut progress.memory) else {
                    return Self::exhaust(progress);
                };
                if !self.is_beaten(id) {
                    return self.expand(context, id, f);
                }
                self.drop_open(id, progress);
            }
            return true;
        }
        Self::exhaust(progress)
    }

    fn open_start<W: Observer<MeshNode, f64>>(
        &mut self,
        context: Context<'_, MeshProblem<M>, W>,
        node: MeshNode,
        cost: f64,
    ) {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        let mesh = problem.mesh();
        let (corners, goals, links) = (mesh.corner_count as usize, problem.goals().len(), mesh.links().len());
        let memory = &mut progress.memory;
        if grow(&mut self.best, corners, [f64::INFINITY; 2], memory).is_none()
            || grow(&mut self.goals, goals, f64::INFINITY, memory).is_none()
            || grow(&mut self.links, links, f64::INFINITY, memory).is_none()
        {
            return;
        }
        let h = problem.estimate(&node);
        observer.opened(NodeEvent::new(&node, None, cost, Some(h)));
        let stored = Stored {
            node,
            g: cost,
            parent: NO_PARENT,
            state: State::Open,
        };
        if let Some(id) = store(&mut self.nodes, stored, memory) {
            self.open.push(Waiting { f: cost + h, id }, memory);
            progress.open += 1;
        }
        progress.count_start();
    }

    fn clear(&mut self, _: &mut Memory) {
        for corner in self.reached.drain(..) {
            self.best[corner as usize] = [f64::INFINITY; 2];
        }
        self.goals.fill(f64::INFINITY);
        self.links.fill(f64::INFINITY);
        self.nodes.clear();
        self.open.clear();
        self.held = None;
        self.current = None;
        self.nearest = None;
    }

    fn reserve(&mut self, _: &MeshProblem<M>, nodes: usize, memory: &mut Memory) {
        let stored = self.nodes.len();
        if nodes > self.nodes.capacity() {
            memory.grow_by(&mut self.nodes, 0, nodes - stored);
        }
    }

    fn next(&mut self, problem: &MeshProblem<M>, progress: &mut Progress) -> Option<u32> {
        if !problem.is_possible() {
            return None;
        }
        loop {
            let Waiting { f, id } = self.pop(&mut progress.memory)?;
            if !self.is_beaten(id) {
                self.held = Some(Waiting { f, id });
                return Some(id);
            }
            self.drop_open(id, progress);
        }
    }

    fn last(&self, _: &MeshProblem<M>) -> Option<u32> {
        self.current
    }

    fn best(&self, problem: &MeshProblem<M>) -> Option<u32> {
        if !problem.is_possible() {
            return (!self.nodes.is_empty()).then_some(NEAREST_ID);
        }
        Some(self.nearest?.node)
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = u32> {
        let wanted = if is_open { State::Open } else { State::Closed };
        let nodes = (0..).zip(&self.nodes);
        nodes
            .filter(move |(_, stored)| stored.state == wanted)
            .map(|(id, _)| id)
    }

    fn id_of(&self, _: &MeshProblem<M>, node: &MeshNode) -> Option<u32> {
        let nodes = (0..).zip(&self.nodes);
        let equal = nodes.filter(|(_, stored)| stored.node == *node && stored.state != State::Dropped);
        Some(equal.min_by(|one, other| one.1.g.total_cmp(&other.1.g))?.0)
    }

    fn view(&self, problem: &MeshProblem<M>, id: u32) -> Option<ViewOf<Self>> {
        let stored = self.nodes.get(id as usize)?;
        let parent = self.nodes.get(stored.parent as usize).map(|parent| parent.node);
        let (h, is_open) = (problem.estimate(&stored.node), stored.state == State::Open);
        Some(SearchNode::new(stored.node, stored.g, Some(h), parent, is_open))
    }

    fn path(&self, problem: &MeshProblem<M>, id: u32) -> Option<PathOf<Self>> {
        if id == NEAREST_ID {
            return path_to_nearest(problem);
        }
        let cost = self.nodes.get(id as usize)?.g;
        let mut nodes = Vec::new();
        let mut next = id;
        while let Some(stored) = self.nodes.get(next as usize) {
            nodes.push(stored.node);
            next = stored.parent;
        }
        nodes.reverse();
        Some(Path { nodes, cost })
    }
}

impl<M: Borrow<Mesh>> Onward for PolyanyaEngine<M> {
    fn go_on<W: Observer<MeshNode, f64>>(&mut self, context: Context<'_, MeshProblem<M>, W>) {
        // The next node is still open.
        context.progress.note_open();
    }
}

impl<M: Borrow<Mesh>> PolyanyaEngine<M> {
    /// Takes the next open node.
    #[inline]
    fn pop(&mut self, memory: &mut Memory) -> Option<Waiting> {
        match (self.held.take(), self.open.first()) {
            (Some(held), Some(first)) if first.is_before(&held) => {
                let first = self.open.pop();
                self.open.push(held, memory);
                first
            }
            (Some(held), _) => Some(held),
            (None, _) => self.open.pop(),
        }
    }

    #[cold]
    fn exhaust(progress: &mut Progress) -> bool {
        progress.status = Status::Exhausted;
        false
    }

    /// Whether the root of a node has been reached on a shorter path since the node was generated.
    #[inline]
    fn is_beaten(&self, id: u32) -> bool {
        let stored = &self.nodes[id as usize];
        if let Some(goal) = stored.node.goal_number() {
            return self.goals.get(goal as usize).is_some_and(|best| *best < stored.g);
        }
        if let Some([left, right]) = self.best.get(stored.node.root as usize) {
            return left.min(*right) < stored.g;
        }
        let link = link_of(stored.node.root).and_then(|link| self.links.get(link as usize));
        link.is_some_and(|best| *best < stored.g)
    }

    fn drop_open(&mut self, id: u32, progress: &mut Progress) {
        self.nodes[id as usize].state = State::Dropped;
        progress.memory.remove_nodes(1);
        progress.open -= 1;
    }

    /// Closes a node and, unless it is a goal, opens its successors. Returns whether the search is still running.
    #[inline]
    fn expand<W: Observer<MeshNode, f64>>(&mut self, context: Context<'_, MeshProblem<M>, W>, id: u32, f: f64) -> bool {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        let stored = &mut self.nodes[id as usize];
        stored.state = State::Closed;
        let Stored { node, g, .. } = *stored;
        self.current = Some(id);
        progress.open -= 1;
        let is_goal = problem.is_goal(&node);
        let is_first = |nearest: &Nearest<u32, f64>| !problem.is_goal(&self.nodes[nearest.node as usize].node);
        if is_goal && self.nearest.as_ref().is_some_and(is_first) {
            // A turn at the goal may be as near.
            self.nearest = None;
        }
        Nearest::note(&mut self.nearest, id, Some(f - g), g);
        if is_goal {
            // Another path may be shorter by rounding, but a goal is found once.
            if let Some(best) = node.goal_number().and_then(|goal| self.goals.get_mut(goal as usize)) {
                *best = f64::NEG_INFINITY;
            }
            self.notify(problem, observer, id, W::found);
            progress.status = Status::Found;
            return false;
        }
        self.notify(problem, observer, id, W::expanded);
        let mut generation = Generation {
            engine: self,
            problem,
            observer,
            progress,
            parent: id,
            node,
            g,
            root: problem.root_point(node.root),
            generated: 0,
        };
        problem.expand(&node, &mut generation);
        let generated = generation.generated;
        progress.count_expansion(generated);
        progress.note_open();
        progress.status.is_running()
    }

    /// Notifies an observer of a stored node. Costs nothing without an observer.
    #[inline]
    fn notify<W: Observer<MeshNode, f64>>(
        &self,
        problem: &MeshProblem<M>,
        observer: &mut W,
        id: u32,
        receive: impl FnOnce(&mut W, NodeEvent<'_, MeshNode, f64>),
    ) {
        if !observer.is_silent()
            && let Some(view) = self.view(problem, id)
        {
            receive(observer, view.event());
        }
    }
}

/// An expansion in progress.
struct Generation<'a, M, W> {
    engine: &'a mut PolyanyaEngine<M>,
    problem: &'a MeshProblem<M>,
    observer: &'a mut W,
    progress: &'a mut Progress,
    parent: u32,
    node: MeshNode,
    g: f64,
    root: Point,
    generated: usize,
}

impl<M: Borrow<Mesh>, W: Observer<MeshNode, f64>> Generation<'_, M, W> {
    /// Opens a successor.
    #[inline]
    fn open(&mut self, node: MeshNode, g: f64, h: f64) {
        let Self { engine, progress, .. } = self;
        let memory = &mut progress.memory;
        let stored = Stored {
            node,
            g,
            parent: self.parent,
            state: State::Open,
        };
        let Some(id) = store(&mut engine.nodes, stored, memory) else {
            return;
        };
        self.observer
            .opened(NodeEvent::new(&node, Some(&self.node), g, Some(h)));
        let mut waiting = Waiting { f: g + h, id };
        match &mut engine.held {
            Some(held) => {
                if waiting.is_before(held) {
                    core::mem::swap(held, &mut waiting);
                }
                engine.open.push(waiting, memory);
            }
            None => engine.held = Some(waiting),
        }
        progress.open += 1;
    }
}

impl<M: Borrow<Mesh>, W: Observer<MeshNode, f64>> Visit for Generation<'_, M, W> {
    #[inline]
    fn interval(&mut self, node: MeshNode, view: &View) {
        self.generated += 1;
        let h = self.problem.estimate_interval(self.root, view);
        self.open(node, self.g, h);
    }

    #[inline]
    fn turn(&mut self, node: MeshNode, corner: Point) {
        let place = self.generated;
        self.generated += 1;
        let Some(g) = self.progress.sum(self.g, self.root.distance(corner), place) else {
            return;
        };
        let side = usize::from(node.kind() == NodeKind::RightTurn);
        let [same, other] = {
            let best = &self.engine.best[node.root as usize];
            [best[side], best[1 - side]]
        };
        if g >= same || g > other {
            return;
        }
        if same.min(other) == f64::INFINITY && self.progress.memory.push(&mut self.engine.reached, node.root).is_none()
        {
            return;
        }
        self.engine.best[node.root as usize][side] = g;
        let h = self.problem.estimate_point(corner);
        self.open(node, g, h);
    }

    #[inline]
    fn goal(&mut self, node: MeshNode, goal: Point) {
        let place = self.generated;
        self.generated += 1;
        let Some(g) = self.progress.sum(self.g, self.root.distance(goal), place) else {
            return;
        };
        let best = &mut self.engine.goals[node.right as usize];
        if g < *best {
            *best = g;
            self.open(node, g, 0.0);
        }
    }

    fn link(&mut self, node: MeshNode, from: Point, cost: f64) {
        let place = self.generated;
        self.generated += 1;
        let Some(g) = self.progress.sum(self.g, self.root.distance(from) + cost, place) else {
            return;
        };
        let best = link_of(node.root).and_then(|link| self.engine.links.get_mut(link as usize));
        if let Some(best) = best.filter(|best| g < **best) {
            *best = g;
            let h = self.problem.estimate(&node);
            self.open(node, g, h);
        }
    }
}

/// Stores a node. Returns its id, or `None` if there is not enough memory.
#[inline]
fn store(nodes: &mut Vec<Stored>, stored: Stored, memory: &mut Memory) -> Option<u32> {
    memory.grow(nodes, 1)?;
    memory.add_node()?;
    let id = u32::try_from(nodes.len()).ok()?;
    nodes.push(stored);
    Some(id)
}

/// Makes a list longer.
fn grow<T: Clone>(list: &mut Vec<T>, len: usize, element: T, memory: &mut Memory) -> Option<()> {
    if len > list.len() {
        let more = len - list.len();
        memory.grow_by(list, more, more)?;
        list.resize(len, element);
    }
    Some(())
}

/// A path to the nearest position to goals that cannot be reached, by another search.
fn path_to_nearest<M: Borrow<Mesh>>(problem: &MeshProblem<M>) -> Option<Path<MeshNode, f64>> {
    let nearest = problem.nearest_to_goals()?;
    let mut search = Polyanya::new(MeshProblem::new(problem.mesh(), problem.start_position(), nearest).ok()?);
    let mut path = search.find_path().ok()??;
    if let Some(goal) = path.nodes.last_mut() {
        goal.right = NEAREST;
    }
    Some(path)
}

impl<M> fmt::Debug for PolyanyaEngine<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Polyanya")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_small() {
        assert_eq!((size_of::<Stored>(), size_of::<Waiting>()), (32, 16));
        assert_eq!(size_of::<crate::mesh::Edge>(), 32);
    }
}
