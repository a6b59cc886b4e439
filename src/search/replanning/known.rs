//! [`Known`]: what a search that replans knows of each node.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::limits::Room;
use crate::nodes::{ById, Link, NodeTable};
use crate::{Cost, Problem, SearchError};

/// What it takes to get to a node: the cost, and among equals the number of edges. A further edge always makes it
/// larger, also one that costs nothing and one whose cost is lost in rounding. So no two nodes can owe their costs to
/// each other.
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

/// The nodes that have been stored, with the two costs of each.
#[derive(Clone)]
pub(super) struct Known<P: Problem> {
    /// With the second cost of each node, and the neighbour that it comes from.
    pub(super) nodes: NodeTable<P::Node, P::Cost, ()>,
    labels: ById<Label<P::Cost>>,
    /// The nodes of the last path, from where the search began, as far as nothing has changed at them: so far, the path
    /// need not be looked at again.
    trunk: Vec<u32>,
}

/// What is known of a node besides its second cost.
#[derive(Clone, Copy, Debug)]
struct Label<C> {
    /// The cost that its neighbours were told.
    told: Reach<C>,
    /// The edges of the path that the second cost belongs to.
    edges: u32,
    /// Its position in the trunk, if it is there.
    place: u32,
}

impl<C: Cost> Default for Label<C> {
    fn default() -> Self {
        Label {
            told: Reach::NONE,
            edges: 0,
            place: 0,
        }
    }
}

impl<P: Problem> Known<P> {
    pub(super) fn new() -> Self {
        Known {
            nodes: NodeTable::new(),
            labels: ById::default(),
            trunk: Vec::new(),
        }
    }

    /// Forgets all nodes. Labels stay, since a node that is stored gets a new one.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.trunk.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.labels.bytes() + self.trunk.capacity() * size_of::<u32>()
    }

    /// Makes room for the labels of nodes with indices below a bound.
    pub(super) fn reserve_labels(&mut self, bound: usize) {
        self.labels.reserve(bound);
    }

    /// Stores a node that is not stored yet.
    pub(super) fn store(
        &mut self,
        problem: &P,
        node: P::Node,
        reach: Reach<P::Cost>,
        parent: Option<u32>,
    ) -> Result<u32, SearchError> {
        let key = self.nodes.key(problem, &node);
        let link = Link::new(parent, false);
        let label = Label {
            edges: reach.edges,
            ..Label::default()
        };
        let stored = self.nodes.insert(problem, key, node, reach.cost, link, (), |_| {});
        let labelled = stored.and_then(|id| self.labels.set(id, label, &mut Room::default()).map(|()| id));
        labelled.map_err(|refusal| self.nodes.error(refusal))
    }

    /// Whether a stored node is one that the search knows a path to, or has to expand.
    pub(super) fn is_met(&self, id: u32) -> bool {
        self.reach(id).is_some() || self.nodes.link(id).is_open()
    }

    /// What follows for a node from what its neighbours have told.
    #[inline]
    pub(super) fn reach(&self, id: u32) -> Reach<P::Cost> {
        Reach {
            cost: self.nodes.cost(id),
            edges: self.labels.get(id).map_or(0, |label| label.edges),
        }
    }

    /// What the neighbours of a node have been told.
    #[inline]
    pub(super) fn told(&self, id: u32) -> Reach<P::Cost> {
        self.labels.get(id).map_or(Reach::NONE, |label| label.told)
    }

    pub(super) fn set_told(&mut self, id: u32, told: Reach<P::Cost>) {
        self.relabel(id, |label| label.told = told);
    }

    pub(super) fn set_edges(&mut self, id: u32, edges: u32) {
        self.relabel(id, |label| label.edges = edges);
    }

    /// Changes the label of a stored node, which leaves the trunk.
    fn relabel(&mut self, id: u32, change: impl FnOnce(&mut Label<P::Cost>)) {
        if let Some(place) = self.place_in_trunk(id) {
            self.trunk.truncate(place);
        }
        let mut label = self.labels.get(id).copied().unwrap_or_default();
        change(&mut label);
        // There is room for it since the node was stored.
        let _ = self.labels.set(id, label, &mut Room::default());
    }

    fn place_in_trunk(&self, id: u32) -> Option<usize> {
        let place = self.labels.get(id)?.place as usize;
        (self.trunk.get(place) == Some(&id)).then_some(place)
    }

    /// Whether the costs along the path to this node are those of the path.
    pub(super) fn is_sound(&mut self, id: u32) -> bool {
        let mut last = self.reach(id);
        if self.told(id).is_less(&last) {
            return false;
        }
        let mut chain = Vec::new();
        let mut next = self.nodes.link(id).parent();
        while let Some(parent) = next.filter(|parent| self.place_in_trunk(*parent).is_none()) {
            let reach = self.reach(parent);
            if !reach.is_less(&last) || self.told(parent).order(&reach).is_ne() {
                return false;
            }
            chain.push(parent);
            last = reach;
            next = self.nodes.link(parent).parent();
        }
        self.trunk.truncate(
            next.and_then(|parent| self.place_in_trunk(parent))
                .map_or(0, |place| place + 1),
        );
        for id in chain.into_iter().rev() {
            // There are less than 2³² nodes.
            let place = u32::try_from(self.trunk.len()).unwrap_or(u32::MAX);
            self.relabel(id, |label| label.place = place);
            self.trunk.push(id);
        }
        true
    }

    /// The ids from a node to where the search began. `None` if there is no path.
    pub(super) fn chain(&self, id: u32) -> Option<Vec<u32>> {
        let mut chain = alloc::vec![id];
        let mut last = self.reach(id);
        while let Some(parent) = self.nodes.link(chain[chain.len() - 1]).parent() {
            // Otherwise an expansion that is due will change one of them, and the parents may lead round in a circle.
            let reach = self.reach(parent);
            if !reach.is_less(&last) {
                return None;
            }
            chain.push(parent);
            last = reach;
        }
        last.is_some().then_some(chain)
    }
}
