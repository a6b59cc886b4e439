//! [`Preparation`]: chooses which node to contract next, and adds the shortcuts that this requires.

use alloc::collections::BinaryHeap;
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;

use super::witnesses::{Label, Witnesses};
use super::{ContractionHierarchy, HierarchyError, NONE, down, up};
use crate::order::neighbours::inverse;
use astride::engine::{self, with_capacity};
use astride::graphs::{CsrError, CsrGraph};
use astride::{Cost, SearchError, Status, Stepper};

/// The number of nodes that a witness search may expand: `GUESS` to estimate the shortcuts of a contraction, and
/// `THOROUGH` for the contraction itself.
const GUESS: usize = 30;
const THOROUGH: usize = 500;
/// If a node has at least this many pairs of neighbours, the estimate counts all of them.
const MANY: usize = 1 << 12;

/// An edge or a shortcut between remaining nodes. For a contracted node, one that leads up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<C> {
    pub(super) end: u32,
    /// The middle node of a shortcut, or `NONE`.
    middle: u32,
    pub(super) cost: C,
}

impl<C: Cost + Ord> ContractionHierarchy<C> {
    /// Prepares a graph. To prepare a graph in slices, use [`Preparation`].
    ///
    /// # Errors
    ///
    /// [`NegativeCost`](HierarchyError::NegativeCost), and [`Graph`](HierarchyError::Graph) if there are too many
    /// shortcuts or memory is exhausted.
    pub fn prepare(graph: &CsrGraph<C>) -> Result<Self, HierarchyError> {
        Preparation::new(graph)?.finish()
    }
}

/// The preparation of a [`ContractionHierarchy`], step by step.
///
/// It is a [`Stepper`]. A step evaluates one node. Once each node has been evaluated, a step also contracts the node
/// that it evaluates if no other node left is less important. On road networks, the last steps take the longest, since
/// the last nodes have the most edges.
///
/// # Example
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride::{Budget, Status, Stepper};
/// use astride_roads::Preparation;
/// use std::time::Duration;
///
/// let graph = CsrGraph::undirected(10_000, (1..10_000).map(|node| (node / 2, node, node)))?;
/// let mut preparation = Preparation::new(&graph)?;
/// while preparation.run_for(Budget::new().time(Duration::from_millis(100))) == Status::Running {
///     println!("{} of {} nodes", preparation.contracted(), graph.node_count());
/// }
/// let hierarchy = preparation.finish()?;
/// assert!(hierarchy.rank(0) < hierarchy.rank(1)); // a leaf, and its neighbour
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Preparation<C> {
    contraction: Contraction<C>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    /// The number of nodes that have been queued for the first time.
    queued: u32,
    ranks: Vec<u32>,
    contracted: u32,
    state: Result<Status, HierarchyError>,
}

impl<C: Cost + Ord> Preparation<C> {
    /// Begins the preparation of a graph. This copies the edges, but contracts no node.
    ///
    /// # Errors
    ///
    /// [`NegativeCost`](HierarchyError::NegativeCost), and [`Graph`](HierarchyError::Graph) if memory is exhausted.
    pub fn new(graph: &CsrGraph<C>) -> Result<Self, HierarchyError> {
        let queue = with_capacity(graph.node_count()).ok_or_else(|| out_of_memory(graph))?;
        Ok(Preparation {
            contraction: Contraction::new(graph)?,
            queue: BinaryHeap::from(queue),
            queued: 0,
            ranks: filled(graph, 0)?,
            contracted: 0,
            state: Ok(Status::Running),
        })
    }

    /// The number of nodes contracted so far.
    pub fn contracted(&self) -> usize {
        self.contracted as usize
    }

    /// Runs all remaining steps and returns the hierarchy.
    ///
    /// # Errors
    ///
    /// [`Graph`](HierarchyError::Graph) if there are too many shortcuts or memory is exhausted, and
    /// [`Panicked`](HierarchyError::Panicked) if a step panicked.
    pub fn finish(mut self) -> Result<ContractionHierarchy<C>, HierarchyError> {
        while self.step().is_running() {}
        match self.state? {
            Status::Found => self.contraction.finish(&self.ranks),
            _ => Err(HierarchyError::Panicked),
        }
    }

    fn advance(&mut self) -> Result<Status, HierarchyError> {
        if (self.queued as usize) < self.ranks.len() {
            let node = self.queued;
            self.queue.push(Reverse((self.contraction.priority(node), node)));
            self.queued += 1;
            return Ok(Status::Running);
        }
        let Some(Reverse((_, node))) = self.queue.pop() else {
            return Ok(Status::Found);
        };
        // The priority computed before may be out of date. If it has grown, the node goes back into the queue.
        let priority = self.contraction.priority(node);
        if self.queue.peek().is_some_and(|Reverse(next)| *next < (priority, node)) {
            self.queue.push(Reverse((priority, node)));
        } else {
            self.contraction.contract(node)?;
            self.ranks[node as usize] = self.contracted;
            self.contracted += 1;
        }
        Ok(Status::Running)
    }
}

impl<C: Cost + Ord> Stepper for Preparation<C> {
    fn step(&mut self) -> Status {
        if matches!(self.state, Ok(Status::Running)) {
            // The state during the step, since code of the cost type may panic.
            self.state = Ok(Status::Failed(SearchError::Panicked));
            self.state = self.advance();
        }
        self.status()
    }

    fn status(&self) -> Status {
        self.state.as_ref().map_or_else(Status::failed, Status::clone)
    }
}

impl<C> fmt::Debug for Preparation<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Preparation")
            .field("contracted", &self.contracted)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// The graph of the remaining nodes, and the edges that lead up from contracted ones.
struct Contraction<C> {
    out: Vec<Vec<Edge<C>>>,
    /// The edges into each node, reversed.
    into: Vec<Vec<Edge<C>>>,
    /// Each is greater than the levels of all contracted neighbours.
    levels: Vec<u32>,
    witnesses: Witnesses<C>,
    /// The shortcuts that contracting the last node evaluated requires.
    missing: Vec<Missing<C>>,
}

/// A shortcut that a contraction requires.
#[derive(Clone, Copy)]
struct Missing<C> {
    from: u32,
    to: u32,
    /// Infinity if the sum is too large for the cost type.
    cost: C,
}

impl<C: Cost + Ord> Contraction<C> {
    fn new(graph: &CsrGraph<C>) -> Result<Self, HierarchyError> {
        let mut out = with_capacity(graph.node_count()).ok_or_else(|| out_of_memory(graph))?;
        let mut into = filled(graph, Vec::new())?;
        for from in graph.nodes() {
            let mut row = Vec::with_capacity(graph.edges(from).len());
            for (to, cost) in graph.edges(from) {
                if *cost < C::ZERO {
                    let cost = format!("{cost:?}");
                    return Err(HierarchyError::NegativeCost { from, to: *to, cost });
                }
                if *to != from && *cost < C::INFINITY {
                    row.push(Edge {
                        end: *to,
                        middle: NONE,
                        cost: *cost,
                    });
                }
            }
            sort(&mut row);
            row.dedup_by_key(|edge| edge.end);
            for edge in &row {
                into[edge.end as usize].push(Edge { end: from, ..*edge });
            }
            out.push(row);
        }
        Ok(Contraction {
            out,
            into,
            levels: filled(graph, 0)?,
            witnesses: Witnesses::new(filled(graph, Label::new(0))?),
            missing: Vec::new(),
        })
    }

    /// The nodes with the lowest priority are contracted first: those that need few shortcuts for the edges they
    /// remove, and those around which little has been contracted, so that contraction proceeds evenly everywhere.
    fn priority(&mut self, node: u32) -> u32 {
        let (out, into) = (self.out[node as usize].len(), self.into[node as usize].len());
        let pairs = out.saturating_mul(into);
        let shortcuts = if pairs < MANY {
            self.find_missing(node, GUESS);
            self.missing.len()
        } else {
            pairs
        };
        let quotient = shortcuts.saturating_mul(1000) / (out + into).max(1);
        let level = self.levels[node as usize].saturating_mul(100);
        u32::try_from(quotient).unwrap_or(u32::MAX).saturating_add(level)
    }

    /// Finds the shortcuts that contracting a node requires.
    fn find_missing(&mut self, node: u32, limit: usize) {
        self.missing.clear();
        let is_finite = |edge: &&Edge<C>| edge.cost < C::INFINITY;
        let targets = &self.out[node as usize];
        for first in self.into[node as usize].iter().filter(is_finite) {
            let from = first.end;
            let over = |second: &Edge<C>| Missing {
                from,
                to: second.end,
                cost: first.cost.plus(second.cost).unwrap_or(C::INFINITY),
            };
            let targets = targets.iter().filter(is_finite);
            let ways = targets.filter(|second| second.end != from).map(over);
            let wanted = ways.clone().map(|way| (way.to, way.cost));
            self.witnesses.search(&self.out, from, node, wanted, limit);
            self.missing.extend(ways.filter(|way| !self.witnesses.is_found(way.to)));
        }
    }

    fn contract(&mut self, node: u32) -> Result<(), HierarchyError> {
        self.find_missing(node, THOROUGH);
        for Missing { from, to, cost } in self.missing.iter().copied() {
            if cost == C::INFINITY {
                // If a path costs less, even one via the node, no cheapest path needs the shortcut.
                let wanted = [(to, C::INFINITY)].into_iter();
                self.witnesses.search(&self.out, from, NONE, wanted, usize::MAX);
                if self.witnesses.is_found(to) {
                    continue;
                }
                // Otherwise, the shortcut is kept only as a mark that a path has been left out.
            }
            for (row, end) in [(&mut self.out[from as usize], to), (&mut self.into[to as usize], from)] {
                row.try_reserve(1).map_err(|_| CsrError::OutOfMemory {
                    nodes: self.levels.len(),
                    edges: self.missing.len(),
                })?;
                put(
                    row,
                    Edge {
                        end,
                        middle: node,
                        cost,
                    },
                );
            }
        }
        let above = self.levels[node as usize] + 1;
        for edge in &self.out[node as usize] {
            leave_out(&mut self.into[edge.end as usize], node);
        }
        for edge in &self.into[node as usize] {
            leave_out(&mut self.out[edge.end as usize], node);
        }
        let neighbours = self.out[node as usize].iter().chain(&self.into[node as usize]);
        for neighbour in neighbours {
            let level = &mut self.levels[neighbour.end as usize];
            *level = above.max(*level);
        }
        Ok(())
    }

    fn finish(mut self, contracted: &[u32]) -> Result<ContractionHierarchy<C>, HierarchyError> {
        let ranks = self.sorted_depth_first(contracted)?;
        let rank = |node: u32| ranks.get(node as usize).copied().unwrap_or(NONE);
        for edge in self.out.iter_mut().chain(&mut self.into).flatten() {
            (edge.end, edge.middle) = (rank(edge.end), rank(edge.middle));
        }
        for row in self.out.iter_mut().chain(&mut self.into) {
            sort(row);
        }
        let nodes = inverse(&ranks)?;
        let rows = || {
            let both = nodes
                .iter()
                .map(|node| (&self.out[*node as usize], &self.into[*node as usize]));
            (0..)
                .zip(both)
                .flat_map(|(rank, (out, into))| [(up(rank), out), (down(rank), into)])
        };
        let edges = || rows().flat_map(|(row, edges)| edges.iter().map(move |edge| (row, edge)));
        let graph = CsrGraph::from_edges(2 * nodes.len(), edges().map(|(row, edge)| (row, edge.end, edge.cost)))?;
        let mut middles = with_capacity(graph.edge_count()).ok_or_else(|| out_of_memory(&graph))?;
        middles.extend(edges().map(|(_, edge)| edge.middle));
        Ok(ContractionHierarchy::new(ranks, nodes, graph, &middles)?)
    }

    /// Computes new ranks, for which every edge still leads up, in depth-first order from the top, so that nodes that
    /// lead only to the same node have adjacent ranks. More of a search's reads then hit the processor's cache.
    fn sorted_depth_first(&self, ranks: &[u32]) -> Result<Vec<u32>, CsrError> {
        let nodes = inverse(ranks)?;
        let above = |node: u32| self.out[node as usize].iter().chain(&self.into[node as usize]);
        let downward = nodes
            .iter()
            .flat_map(|node| above(*node).map(|edge| (edge.end, *node, 0_u8)));
        let downward = CsrGraph::from_edges(nodes.len(), downward)?;
        // The number of edges that lead up from each node to nodes without a new rank.
        let (mut open, mut sorted) = (filled(&downward, 0)?, filled(&downward, 0)?);
        let mut waiting = nodes;
        waiting.retain(|node| {
            open[*node as usize] = above(*node).count();
            open[*node as usize] == 0
        });
        for rank in downward.nodes().rev() {
            let Some(node) = waiting.pop() else { break };
            sorted[node as usize] = rank;
            for (low, _) in downward.edges(node) {
                open[*low as usize] -= 1;
                if open[*low as usize] == 0 {
                    waiting.push(*low);
                }
            }
        }
        Ok(sorted)
    }
}

/// Creates a list with a value for each node, if there is memory for it.
fn filled<T: Clone, C>(graph: &CsrGraph<C>, value: T) -> Result<Vec<T>, CsrError> {
    engine::filled(value, graph.node_count()).ok_or_else(|| out_of_memory(graph))
}

#[cold]
fn out_of_memory<C>(graph: &CsrGraph<C>) -> CsrError {
    CsrError::OutOfMemory {
        nodes: graph.node_count(),
        edges: graph.edge_count(),
    }
}

/// Adds an edge, or replaces a more expensive one with the same end.
fn put<C>(row: &mut Vec<Edge<C>>, edge: Edge<C>) {
    match row.iter_mut().find(|known| known.end == edge.end) {
        Some(known) => *known = edge,
        None => row.push(edge),
    }
}

/// Sorts edges by their ends, and parallel edges by their costs.
fn sort<C: Ord>(row: &mut [Edge<C>]) {
    row.sort_unstable_by(|edge, other| edge.end.cmp(&other.end).then_with(|| edge.cost.cmp(&other.cost)));
}

/// Removes the edge with this end.
fn leave_out<C>(row: &mut Vec<Edge<C>>, end: u32) {
    if let Some(place) = row.iter().position(|edge| edge.end == end) {
        row.swap_remove(place);
    }
}
