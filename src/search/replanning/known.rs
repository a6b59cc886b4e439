//! [`Known`]: the state of each node in a replanning search.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::memory::Memory;
use crate::nodes::{ById, Link, NodeTable};
use crate::{Cost, Problem};

/// The cost of reaching a node and, among equal costs, the number of edges. A further edge always makes this pair
/// larger, even if the edge costs nothing or its cost is lost in rounding. Therefore, two nodes cannot derive their
/// costs from each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<C> {
    pub(super) cost: C,
    pub(super) edges: u32,
}

impl<C: Cost> Reach<C> {
    /// No path is known.
    pub(super) const NONE: Self = Reach {
        cost: C::INFINITY,
        edges: 0,
    };

    #[inline]
    pub(super) fn order(&self, other: &Self) -> Ordering {
        self.cost.order(&other.cost).then(self.edges.cmp(&other.edges))
    }

    #[inline]
    pub(super) fn is_less(&self, other: &Self) -> bool {
        self.order(other).is_lt()
    }

    #[inline]
    pub(super) fn is_some(&self) -> bool {
        self.cost.is_less(&C::INFINITY)
    }
}

/// The stored nodes, with the two costs of each.
///
/// A search from scratch sets no labels. A node without a label has propagated its cost to its neighbours if it is
/// closed, and nothing if it is open. It gets a label when a repair first reads its state.
#[derive(Clone)]
pub(super) struct Known<P: Problem> {
    /// The nodes, each with its second cost and the neighbour from which this cost comes.
    pub(super) nodes: NodeTable<P::Node, P::Cost, P::Cost>,
    labels: ById<Label<P::Cost>>,
    /// The number of this search, counted from 1. Labels of earlier searches have lower numbers.
    number: u32,
    /// The nodes at the beginning of the last path that have not changed since, so that this part need not be checked
    /// again.
    checked: Vec<u32>,
}

/// The state of a node, except its second cost.
#[derive(Clone, Copy, Debug)]
struct Label<C> {
    /// The cost propagated to its neighbours.
    propagated: Reach<C>,
    /// The number of edges of the path to which the second cost belongs.
    edges: u32,
    /// The number of edges of the path by which the search from scratch reached the node.
    first_edges: u32,
    /// Its position among the checked nodes, if it is there.
    place: u32,
    /// The number of the search that has set the label, or 0.
    number: u32,
}

impl<C: Cost> Label<C> {
    const NONE: Self = Label {
        propagated: Reach::NONE,
        edges: 0,
        first_edges: 0,
        place: 0,
        number: 0,
    };
}

impl<P: Problem> Known<P> {
    pub(super) fn new() -> Self {
        Known {
            nodes: NodeTable::default(),
            labels: ById::new(Label::NONE),
            number: 1,
            checked: Vec::new(),
        }
    }

    /// Forgets all nodes.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.clear_labels();
    }

    /// Forgets all labels. They stay in memory, but are no longer valid.
    pub(super) fn clear_labels(&mut self) {
        self.checked.clear();
        self.number = self.number.checked_add(1).unwrap_or_else(|| {
            self.labels = ById::new(Label::NONE);
            1
        });
    }

    /// Stores a node that is not stored yet.
    pub(super) fn store(
        &mut self,
        problem: &P,
        node: P::Node,
        reach: Reach<P::Cost>,
        parent: Option<u32>,
        memory: &mut Memory,
    ) -> Option<u32> {
        let key = self.nodes.key(problem, &node);
        let link = Link::new(parent, false);
        let label = Label {
            edges: reach.edges,
            number: self.number,
            ..Label::NONE
        };
        let id = self
            .nodes
            .insert(problem, key, node, reach.cost, link, P::Cost::ZERO, memory, |_| {})?;
        self.labels.set(id, label, memory)?;
        Some(id)
    }

    /// The label of a node, if it has one.
    #[inline]
    fn label(&self, id: u32) -> Option<Label<P::Cost>> {
        self.labels.get(id).filter(|label| label.number == self.number).copied()
    }

    fn set_label(&mut self, id: u32, label: Label<P::Cost>, memory: &mut Memory) {
        // Without memory, the search ends after this step.
        let _ = self.labels.set(id, label, memory);
    }

    /// The label of a stored node. If the node has none, all nodes on the path to it get labels, so that this takes
    /// constant time on average.
    #[inline]
    fn labelled(&mut self, id: u32, memory: &mut Memory) -> Label<P::Cost> {
        match self.label(id) {
            Some(label) => label,
            None => self.label_path(id, memory),
        }
    }

    fn label_path(&mut self, id: u32, memory: &mut Memory) -> Label<P::Cost> {
        // If labels are missing, the parents may have changed and form a cycle. The search has failed anyway.
        if memory.refusal().is_some() {
            return Label::NONE;
        }
        // Parents of nodes without a label are those of the search from scratch, and lead back to its beginning.
        let (mut edges, mut at) = (0, id);
        while let Some(parent) = self.nodes.link(at).parent() {
            edges += 1;
            if let Some(label) = self.label(parent) {
                edges += label.first_edges;
                break;
            }
            at = parent;
        }
        let mut first = None;
        let mut next = Some(id);
        while let Some(id) = next.filter(|id| self.label(*id).is_none()) {
            let (cost, link) = self.nodes.state(id);
            let reach = Reach { cost, edges };
            let label = Label {
                propagated: if link.is_open() { Reach::NONE } else { reach },
                edges,
                first_edges: edges,
                place: 0,
                number: self.number,
            };
            self.set_label(id, label, memory);
            first = first.or(Some(label));
            edges = edges.saturating_sub(1);
            next = link.parent();
        }
        first.unwrap_or(Label::NONE)
    }

    /// Whether the search knows a path to a stored node or has to expand it.
    pub(super) fn is_reached(&self, id: u32) -> bool {
        self.has_path(id) || self.nodes.link(id).is_open()
    }

    pub(super) fn has_path(&self, id: u32) -> bool {
        self.nodes.cost(id).is_less(&P::Cost::INFINITY)
    }

    /// The cost of a node that follows from the costs that its neighbours have propagated.
    #[inline]
    pub(super) fn reach(&mut self, id: u32, memory: &mut Memory) -> Reach<P::Cost> {
        Reach {
            cost: self.nodes.cost(id),
            edges: self.labelled(id, memory).edges,
        }
    }

    /// The cost that a node has propagated to its neighbours.
    #[inline]
    pub(super) fn propagated(&mut self, id: u32, memory: &mut Memory) -> Reach<P::Cost> {
        match self.label(id) {
            Some(label) => label.propagated,
            None if self.nodes.link(id).is_open() => Reach::NONE,
            None => self.label_path(id, memory).propagated,
        }
    }

    pub(super) fn set_propagated(&mut self, id: u32, propagated: Reach<P::Cost>, memory: &mut Memory) {
        self.relabel(id, memory, |label| label.propagated = propagated);
    }

    pub(super) fn set_edges(&mut self, id: u32, edges: u32, memory: &mut Memory) {
        self.relabel(id, memory, |label| label.edges = edges);
    }

    /// Changes the label of a stored node, which then no longer counts as checked.
    fn relabel(&mut self, id: u32, memory: &mut Memory, change: impl FnOnce(&mut Label<P::Cost>)) {
        if let Some(place) = self.place_checked(id) {
            self.checked.truncate(place);
        }
        let mut label = self.labelled(id, memory);
        change(&mut label);
        self.set_label(id, label, memory);
    }

    fn place_checked(&self, id: u32) -> Option<usize> {
        let place = self.label(id)?.place as usize;
        (self.checked.get(place) == Some(&id)).then_some(place)
    }

    /// Whether the stored costs along the path to this node are those of the path itself.
    pub(super) fn is_sound(&mut self, id: u32, memory: &mut Memory) -> bool {
        let mut last = self.reach(id, memory);
        if self.propagated(id, memory).is_less(&last) {
            return false;
        }
        let mut chain = Vec::new();
        let mut next = self.nodes.link(id).parent();
        while let Some(parent) = next.filter(|parent| self.place_checked(*parent).is_none()) {
            let reach = self.reach(parent, memory);
            if !reach.is_less(&last) || self.propagated(parent, memory).order(&reach).is_ne() {
                return false;
            }
            chain.push(parent);
            last = reach;
            next = self.nodes.link(parent).parent();
        }
        let kept = next.and_then(|parent| self.place_checked(parent));
        self.checked.truncate(kept.map_or(0, |place| place + 1));
        for id in chain.into_iter().rev() {
            // There are fewer than 2³² nodes.
            let place = u32::try_from(self.checked.len()).unwrap_or(u32::MAX);
            self.relabel(id, memory, |label| label.place = place);
            memory.push(&mut self.checked, id);
        }
        true
    }

    /// The ids from a node back to the beginning of the search, or `None` if there is no path.
    pub(super) fn chain(&self, id: u32) -> Option<Vec<u32>> {
        let mut chain = alloc::vec![id];
        while let Some(parent) = self.nodes.link(chain[chain.len() - 1]).parent() {
            // If a parent has no path, or the parents form a cycle, a pending expansion will change one of the nodes.
            if !self.has_path(parent) || chain.len() == self.nodes.len() {
                return None;
            }
            chain.push(parent);
        }
        self.has_path(id).then_some(chain)
    }
}
