//! Costs of a [`CustomizableHierarchy`]: computes all of them, or only those that depend on changed ones.

use alloc::collections::BinaryHeap;
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::CustomizableHierarchy;
use super::topology::{NONE, Topology};
use crate::HierarchyError;
use crate::order::neighbours::{filled, node_count, number, out_of_memory, visit_edges};
use astride::graphs::CsrError;
use astride::{Cost, Graph};

/// A value for each direction of an arc or an edge: up and down.
pub(super) type Both<T> = [T; 2];

/// The index of the upward direction in [`Both`].
pub(super) const UP: usize = 0;
pub(super) const DOWN: usize = 1;

/// The costs of the arcs, and the paths that they stand for.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Costs<C> {
    /// The costs of the edges.
    pub(super) edges: Vec<Both<C>>,
    /// The costs of the arcs, which are infinite if there is no path.
    pub(super) arcs: Vec<Both<C>>,
    /// The lowest node through which a path costs the same as the arc, or `NONE` if an edge does. If the arc costs
    /// infinity and has a middle, the path through it costs too much for the type.
    pub(super) middles: Vec<Both<u32>>,
    /// The number of arcs that cost too much for the type in one or both directions.
    pub(super) too_large: usize,
}

impl<C: Cost> Costs<C> {
    /// Creates the costs of a topology whose arcs are all closed.
    pub(super) fn new(topology: &Topology) -> Result<Self, CsrError> {
        let (nodes, arcs) = (topology.node_count(), topology.heads.len());
        Ok(Costs {
            edges: filled(nodes, topology.edges.len(), [C::INFINITY; 2])?,
            arcs: filled(nodes, arcs, [C::INFINITY; 2])?,
            middles: filled(nodes, arcs, [NONE; 2])?,
            too_large: 0,
        })
    }

    /// Computes the costs of all arcs from those of the edges, starting with the lowest nodes.
    fn customize(&mut self, topology: &Topology, paths: &mut [Paths<C>]) {
        self.arcs.fill([C::INFINITY; 2]);
        for ((_, arc), cost) in topology.edges.iter().zip(&self.edges) {
            self.arcs[*arc as usize] = *cost;
        }
        self.too_large = 0;
        for rank in 0..number(topology.node_count()) {
            let row = topology.arcs(rank);
            let heads = topology.heads_of(rank);
            // The rows of all lower nodes are complete.
            let (done, own) = self.arcs.split_at_mut(row.start);
            for (high, cost) in heads.iter().zip(&*own) {
                paths[*high as usize] = Paths::new(*cost);
            }
            for (low, leg) in topology.lower_of(rank) {
                let leg = *leg as usize;
                let [from, to] = done[leg];
                let others = leg + 1..topology.arcs(*low).end;
                for (high, [up, down]) in topology.heads[others.clone()].iter().zip(&done[others]) {
                    let paths = &mut paths[*high as usize];
                    paths.relax(UP, to, *up, *low);
                    paths.relax(DOWN, *down, from, *low);
                }
            }
            let middles = &mut self.middles[row.clone()];
            for (high, (cost, middle)) in heads.iter().zip(own.iter_mut().zip(middles)) {
                (*cost, *middle) = (paths[*high as usize].costs, paths[*high as usize].middles);
                self.too_large += usize::from(is_too_much(*cost, *middle));
            }
        }
    }

    /// The costs of the two parts of an arc that costs too much for the type.
    #[cold]
    pub(super) fn left_out(&self, topology: &Topology) -> Option<Both<C>> {
        let mut arcs = self.arcs.iter().zip(&self.middles).enumerate();
        let (arc, (costs, middles)) = arcs.find(|(_, (cost, middle))| is_too_much(**cost, **middle))?;
        let direction = usize::from(middles[UP] == NONE || costs[UP].is_less(&C::INFINITY));
        let ends = [topology.low(number(arc)), topology.heads[arc]];
        let (from, to) = (ends[direction], ends[1 - direction]);
        let part = |end, way: usize| Some(self.arcs[topology.arc(middles[direction], end)?][way]);
        Some([part(from, DOWN)?, part(to, UP)?])
    }

    /// Computes the costs of one arc from its edge and the arcs below.
    fn recompute(&self, topology: &Topology, low: u32, high: u32, arc: u32) -> Paths<C> {
        let edge = topology.edge_on(low, arc);
        let mut paths = Paths::new(edge.map_or([C::INFINITY; 2], |edge| self.edges[edge]));
        let below = topology.lower_of(low);
        let mut others = topology.lower_of(high);
        if let Some((lowest, _)) = below.first() {
            others = &others[others.partition_point(|(node, _)| node < lowest)..];
        }
        let mut others = others.iter().copied().peekable();
        for (node, leg) in below {
            while others.next_if(|(other, _)| other < node).is_some() {}
            if let Some((_, other)) = others.next_if(|(other, _)| other == node) {
                let ([from, to], [up, down]) = (self.arcs[*leg as usize], self.arcs[other as usize]);
                paths.relax(UP, to, up, *node);
                paths.relax(DOWN, down, from, *node);
            }
        }
        paths
    }
}

/// The best paths between the ends of an arc: their costs and their middle nodes.
#[derive(Clone, Copy)]
struct Paths<C> {
    costs: Both<C>,
    middles: Both<u32>,
}

impl<C: Cost> Paths<C> {
    /// Begins with the paths along an edge.
    fn new(costs: Both<C>) -> Self {
        Paths {
            costs,
            middles: [NONE; 2],
        }
    }

    /// Takes the path through a node if it is cheaper than the best one.
    #[inline]
    fn relax(&mut self, direction: usize, first: C, second: C, node: u32) {
        match first.plus(second) {
            Some(sum) if sum.is_less(&self.costs[direction]) => {
                (self.costs[direction], self.middles[direction]) = (sum, node);
            }
            Some(_) => {}
            None => self.refuse(direction, [first, second], node),
        }
    }

    /// Whether the path through a node is the best one, or would be. Among nodes with equal costs, the lowest counts.
    fn depends(mut self, direction: usize, first: C, second: C, node: u32) -> bool {
        let (best, middle) = (self.costs[direction], self.middles[direction]);
        let is_tie = || first.plus(second).is_none_or(|sum| !best.is_less(&sum));
        let is_lower = middle != NONE && node < middle && is_tie();
        self.relax(direction, first, second, node);
        is_lower || self.middles[direction] == node
    }

    /// Records that there is a path, if there is one, but that it costs too much for the type.
    #[cold]
    fn refuse(&mut self, direction: usize, parts: [C; 2], node: u32) {
        let is_finite = |cost: &C| cost.is_less(&C::INFINITY);
        let (best, middle) = (self.costs[direction], &mut self.middles[direction]);
        if *middle == NONE && !is_finite(&best) && parts.iter().all(is_finite) {
            *middle = node;
        }
    }
}

/// Whether an arc costs infinity because the sum through its middle is too large.
fn is_too_much<C: Cost>(cost: Both<C>, middle: Both<u32>) -> bool {
    let is_closed = |direction: usize| !cost[direction].is_less(&C::INFINITY);
    middle[UP] != NONE && is_closed(UP) || middle[DOWN] != NONE && is_closed(DOWN)
}

/// Rejects an invalid cost of an edge.
fn check<C: Cost>(from: u32, to: u32, cost: C) -> Result<(), HierarchyError> {
    // A `NaN` may come before all numbers, but its sums are not finite.
    if C::ZERO.plus(cost).is_none() && cost.order(&C::INFINITY).is_ne() {
        let cost = format!("{cost:?}");
        return Err(HierarchyError::InvalidCost { from, to, cost });
    }
    if cost.is_less(&C::ZERO) {
        let cost = format!("{cost:?}");
        return Err(HierarchyError::NegativeCost { from, to, cost });
    }
    Ok(())
}

impl<C: Cost> CustomizableHierarchy<C> {
    /// Takes the costs of all edges from a graph: the one from which the hierarchy was built, or one with the same
    /// nodes and a subset of its edges. An edge that is missing from the graph is closed. Of parallel edges, only the
    /// cheapest counts.
    ///
    /// # Complexity
    ///
    /// O(n + t) for n nodes and t triangles of arcs (see the [type](Self#complexity)).
    ///
    /// # Errors
    ///
    /// [`UnknownEdge`](HierarchyError::UnknownEdge), [`NegativeCost`](HierarchyError::NegativeCost),
    /// [`InvalidCost`](HierarchyError::InvalidCost), [`NoIndices`](HierarchyError::NoIndices),
    /// [`NoIndex`](HierarchyError::NoIndex), and [`Graph`](HierarchyError::Graph) if memory is exhausted. These errors
    /// leave the hierarchy unchanged.
    pub fn customize<G: Graph<Cost = C>>(&mut self, graph: &G) -> Result<(), HierarchyError> {
        let bound = node_count(graph)?;
        let nodes = self.node_count();
        let mut edges = filled(nodes, self.costs.edges.len(), [C::INFINITY; 2])?;
        visit_edges(graph, bound, 0..bound, |from, to, cost| {
            check(from, to, cost)?;
            if from != to {
                let (edge, is_down) = self.edge(from, to)?;
                let known = &mut edges[edge][usize::from(is_down)];
                if cost.is_less(known) {
                    *known = cost;
                }
            }
            Ok(())
        })?;
        self.customize_edges(edges)
    }

    /// Takes the costs of all edges from a closure, which gets the start and the end of an edge. The closure is called
    /// for both directions of each edge, and [`Cost::INFINITY`] closes a direction.
    ///
    /// # Errors
    ///
    /// [`NegativeCost`](HierarchyError::NegativeCost), [`InvalidCost`](HierarchyError::InvalidCost) and
    /// [`Graph`](HierarchyError::Graph), as with [`customize`](Self::customize).
    pub fn customize_by(&mut self, mut cost: impl FnMut(u32, u32) -> C) -> Result<(), HierarchyError> {
        let mut edges = filled(self.node_count(), self.costs.edges.len(), [C::INFINITY; 2])?;
        for low in 0..number(self.node_count()) {
            for place in self.topology.edges_of(low) {
                let high = self.topology.edges[place].0;
                let [low, high] = [low, high].map(|rank| self.topology.nodes[rank as usize]);
                for (direction, from, to) in [(UP, low, high), (DOWN, high, low)] {
                    let cost = cost(from, to);
                    check(from, to, cost)?;
                    edges[place][direction] = cost;
                }
            }
        }
        self.customize_edges(edges)
    }

    pub(super) fn customize_edges(&mut self, edges: Vec<Both<C>>) -> Result<(), HierarchyError> {
        let mut paths = filled(self.node_count(), self.node_count(), Paths::new([C::INFINITY; 2]))?;
        self.costs.edges = edges;
        self.costs.customize(&self.topology, &mut paths);
        Ok(())
    }

    /// Sets the cost of the edge from one node to another, and updates the shortcuts that depend on it.
    /// [`Cost::INFINITY`] closes the edge. The cost replaces those of all parallel edges. A cost can also be set for
    /// the opposite direction of a one-way street. An edge from a node to itself is ignored, since no cheapest path
    /// needs it.
    ///
    /// # Complexity
    ///
    /// See [`set_costs`](Self::set_costs).
    ///
    /// # Errors
    ///
    /// Those of [`set_costs`](Self::set_costs).
    pub fn set_cost(&mut self, from: u32, to: u32, cost: C) -> Result<(), HierarchyError> {
        self.set_costs([(from, to, cost)])
    }

    /// Sets the costs of several edges at once, each given as start, end and cost. This takes less time than setting
    /// the costs one by one.
    ///
    /// # Complexity
    ///
    /// O(log n) for each arc that may change, and for each arc at one of its ends, where n is the number of nodes. Arcs
    /// that may change lie between nodes to which the lower ends of the changed edges climb. If most edges change,
    /// [`customize`](Self::customize) takes less time.
    ///
    /// # Errors
    ///
    /// [`UnknownEdge`](HierarchyError::UnknownEdge), [`NegativeCost`](HierarchyError::NegativeCost),
    /// [`InvalidCost`](HierarchyError::InvalidCost), and [`Graph`](HierarchyError::Graph) if there is not enough memory
    /// for the list of changes. These errors leave the hierarchy unchanged.
    pub fn set_costs(&mut self, edges: impl IntoIterator<Item = (u32, u32, C)>) -> Result<(), HierarchyError> {
        let mut changes = Vec::new();
        for (from, to, cost) in edges {
            check(from, to, cost)?;
            if from == to && self.rank(from).is_some() {
                continue;
            }
            let (edge, is_down) = self.edge(from, to)?;
            changes
                .try_reserve(1)
                .map_err(|_| out_of_memory(self.node_count(), changes.len()))?;
            changes.push((edge, is_down, cost));
        }
        let mut waiting = BinaryHeap::new();
        for (edge, is_down, cost) in changes {
            let known = &mut self.costs.edges[edge][usize::from(is_down)];
            if !known.order(&cost).is_eq() {
                *known = cost;
                waiting.push(Reverse(self.topology.edges[edge].1));
            }
        }
        self.change(waiting);
        Ok(())
    }

    /// Takes from a graph the costs of the edges that begin at `nodes`, and updates the shortcuts that depend on them.
    /// Edges that the graph no longer has are closed.
    ///
    /// After a cell of a grid map has changed, pass the indices of the cell and of its neighbours, since the steps to
    /// the cell and past its corners are edges that begin at its neighbours.
    ///
    /// # Complexity
    ///
    /// See [`set_costs`](Self::set_costs).
    ///
    /// # Errors
    ///
    /// Those of [`set_costs`](Self::set_costs), and [`NoIndices`](HierarchyError::NoIndices) and
    /// [`NoIndex`](HierarchyError::NoIndex).
    pub fn update<G: Graph<Cost = C>>(
        &mut self,
        graph: &G,
        nodes: impl IntoIterator<Item = u32>,
    ) -> Result<(), HierarchyError> {
        let bound = node_count(graph)?;
        let mut edges: Vec<(u32, u32, C)> = Vec::new();
        for node in nodes {
            let begin = edges.len();
            // All edges from the node are closed first.
            let Some(rank) = self.rank(node) else { continue };
            let higher = self.topology.edges[self.topology.edges_of(rank)]
                .iter()
                .map(|(high, _)| *high);
            let lower = self.topology.lower_of(rank).iter();
            let lower = lower
                .filter(|(low, arc)| self.topology.edge_on(*low, *arc).is_some())
                .map(|(low, _)| *low);
            edges.extend(
                higher
                    .chain(lower)
                    .map(|end| (node, self.topology.nodes[end as usize], C::INFINITY)),
            );
            visit_edges(graph, bound, [node as usize], |from, to, cost| {
                check(from, to, cost)?;
                let known = edges[begin..].iter_mut().find(|edge| edge.1 == to);
                match known {
                    Some((_, _, known)) if cost.is_less(known) => *known = cost,
                    Some(_) => {}
                    None if from == to => {}
                    None => return Err(HierarchyError::UnknownEdge { from, to }),
                }
                Ok(())
            })?;
        }
        self.set_costs(edges)
    }

    fn edge(&self, from: u32, to: u32) -> Result<(usize, bool), HierarchyError> {
        self.topology
            .edge(from, to)
            .ok_or(HierarchyError::UnknownEdge { from, to })
    }

    /// Recomputes arcs, the lowest first, and then those that depend on changed ones.
    fn change(&mut self, mut waiting: BinaryHeap<Reverse<u32>>) {
        let (topology, costs) = (&self.topology, &mut self.costs);
        while let Some(Reverse(arc)) = waiting.pop() {
            while waiting.peek() == Some(&Reverse(arc)) {
                waiting.pop();
            }
            let (low, high) = (topology.low(arc), topology.heads[arc as usize]);
            let Paths {
                costs: cost,
                middles: middle,
            } = costs.recompute(topology, low, high, arc);
            let place = arc as usize;
            let old = core::mem::replace(&mut costs.arcs[place], cost);
            let old_middle = core::mem::replace(&mut costs.middles[place], middle);
            costs.too_large += usize::from(is_too_much(cost, middle));
            costs.too_large -= usize::from(is_too_much(old, old_middle));
            let has_changed = [UP, DOWN].map(|direction| !old[direction].order(&cost[direction]).is_eq());
            if has_changed == [false; 2] {
                continue;
            }
            // Paths through the lower end, between the upper end and another node.
            for other in topology.arcs(low) {
                let end = topology.heads[other];
                let Some(upper) = topology.arc(high.min(end), high.max(end)) else {
                    continue;
                };
                let adjacent = costs.arcs[other];
                // Down along this arc and up along the other one, and in the opposite direction.
                let out = (cost[DOWN], adjacent[UP], usize::from(end < high), has_changed[DOWN]);
                let back = (cost[UP], adjacent[DOWN], usize::from(end > high), has_changed[UP]);
                let known = Paths {
                    costs: costs.arcs[upper],
                    middles: costs.middles[upper],
                };
                let depends = |(first, second, direction, has_changed)| {
                    has_changed && known.depends(direction, first, second, low)
                };
                if depends(out) || depends(back) {
                    waiting.push(Reverse(number(upper)));
                }
            }
        }
    }
}
