//! [`RankedHierarchy`]: one-to-all and many-to-many costs from a hierarchy.

use alloc::collections::BinaryHeap;
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::Hierarchy;
use crate::order::neighbours::{filled, number, out_of_memory, row, sum_up, with_capacity};
use crate::{ContractionHierarchy, CustomizableHierarchy, HierarchyError};
use astride::Cost;
use astride::graphs::CsrError;

/// A hierarchy whose indices are ranks, so every edge leads to a higher index. It provides one-to-all searches,
/// isochrones and cost matrices.
///
/// [`ContractionHierarchy`] and [`CustomizableHierarchy`] implement this trait. All methods are provided, so another
/// hierarchy needs only an empty implementation. If an edge leads to a lower index, the returned costs may be wrong.
///
/// # Example
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride_roads::{ContractionHierarchy, RankedHierarchy};
///
/// // A street of 100 houses, each a minute from the next.
/// let street = CsrGraph::undirected(100, (1..100).map(|house| (house - 1, house, 1_u32)))?;
/// let hierarchy = ContractionHierarchy::prepare(&street)?;
///
/// let minutes = hierarchy.one_to_all(40)?;
/// assert_eq!((minutes[0], minutes[99]), (40, 59));
///
/// let near = hierarchy.within(40, 2)?;
/// assert_eq!(near, [(38, 2), (39, 1), (40, 0), (41, 1), (42, 2)]);
///
/// let rows = hierarchy.matrix([10, 90], [0, 50, 99])?;
/// assert_eq!(rows, [[10, 40, 89], [90, 40, 9]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Delling, Goldberg, Nowatzyk, Werneck: PHAST: Hardware-Accelerated Shortest Path Trees. Journal of Parallel and
/// Distributed Computing 73(7), 2013 (one to all). Knopp, Sanders, Schultes, Schulz, Wagner: Computing Many-to-Many
/// Shortest Paths Using Highway Hierarchies. ALENEX 2007 (the matrix).
#[doc(alias("PHAST", "isochrone", "one to all", "many to many", "distance matrix"))]
pub trait RankedHierarchy: Hierarchy<Node = u32> {
    /// Returns the costs of the cheapest paths from one node to all nodes, indexed by node, with [`Cost::INFINITY`] if
    /// there is no path. If `start` is not in the graph, there are no paths.
    ///
    /// # Complexity
    ///
    /// O(n + m) for n nodes and m edges and shortcuts: one sweep up the ranks and one down, without a queue.
    ///
    /// # Errors
    ///
    /// [`PathOverflow`](HierarchyError::PathOverflow) if a cheapest path costs more than the cost type can hold, and
    /// [`Graph`](HierarchyError::Graph) if there is not enough memory for the result.
    fn one_to_all(&self, start: u32) -> Result<Vec<Self::Cost>, HierarchyError> {
        by_node(self, checked_sweep(self, start, false)?)
    }

    /// Returns the costs of the cheapest paths from all nodes to one node, like [`one_to_all`](Self::one_to_all) in the
    /// opposite direction.
    ///
    /// # Errors
    ///
    /// Those of [`one_to_all`](Self::one_to_all).
    fn all_to_one(&self, goal: u32) -> Result<Vec<Self::Cost>, HierarchyError> {
        by_node(self, checked_sweep(self, goal, true)?)
    }

    /// Returns the nodes that can be reached from `start` at a cost of at most `limit`, each with the cost of its
    /// cheapest path. If costs are times, this is an isochrone. The nodes are sorted.
    ///
    /// # Complexity
    ///
    /// That of [`one_to_all`](Self::one_to_all), and O(k log k) for k nodes returned.
    ///
    /// # Errors
    ///
    /// [`InvalidLimit`](HierarchyError::InvalidLimit) if `limit` is not a number, and
    /// [`Graph`](HierarchyError::Graph) if there is not enough memory for the result.
    #[doc(alias = "isochrone")]
    fn within(&self, start: u32, limit: Self::Cost) -> Result<Vec<(u32, Self::Cost)>, HierarchyError> {
        if Self::Cost::ZERO.plus(limit).is_none() && limit.order(&Self::Cost::INFINITY).is_ne() {
            return Err(HierarchyError::InvalidLimit {
                limit: format!("{limit:?}"),
            });
        }
        let (costs, _) = sweep(self, start, false)?;
        let is_near = |cost: &Self::Cost| cost.is_less(&Self::Cost::INFINITY) && !limit.is_less(cost);
        let count = costs.iter().filter(|cost| is_near(cost)).count();
        let mut near = with_capacity(costs.len(), count)?;
        let found = costs.iter().enumerate().filter(|(_, cost)| is_near(cost));
        near.extend(found.filter_map(|(rank, cost)| Some((self.node_at(rank)?, *cost))));
        near.sort_unstable_by_key(|(node, _)| *node);
        Ok(near)
    }

    /// Returns the costs of the cheapest paths from each source to each target. There is a row for each source, with
    /// [`Cost::INFINITY`] for targets without a path. The arguments and the result are those of
    /// [`CostMatrix::new`](astride::CostMatrix::new) and [`CostMatrix::rows`](astride::CostMatrix::rows), which need no
    /// preparation.
    ///
    /// # Complexity
    ///
    /// O(n + (s + t) · c log c + p log p + s · (t + b)) for n nodes, s sources, t targets, and p pairs of a target and
    /// a node to which it climbs. Here c is the number of edges and shortcuts that lead up from the nodes to which one
    /// source or target climbs (a few thousand on a road network), and b is the number of pairs of a target and a node
    /// to which both that target and one source climb. The memory is O(n + p), plus that of the result.
    ///
    /// # Errors
    ///
    /// [`PathOverflow`](HierarchyError::PathOverflow) if a cheapest path costs more than the cost type can hold, and
    /// [`Graph`](HierarchyError::Graph) if there is not enough memory for the result.
    fn matrix(
        &self,
        sources: impl AsRef<[u32]>,
        targets: impl AsRef<[u32]>,
    ) -> Result<Vec<Vec<Self::Cost>>, HierarchyError> {
        let (sources, targets) = (sources.as_ref(), targets.as_ref());
        let count = self.index_bound().unwrap_or(0);
        let mut climber = Climber::new(count)?;
        // The nodes to which each target climbs, in a bucket for each rank.
        let mut reached = Vec::new();
        let mut is_cut_short = self.left_out().is_some();
        for (column, target) in targets.iter().enumerate() {
            for (rank, cost) in climber.climb(self, *target, true) {
                reached
                    .try_reserve(1)
                    .map_err(|_| out_of_memory(count, reached.len()))?;
                reached.push((*rank, number(column), *cost));
            }
            is_cut_short |= climber.has_overflowed;
        }
        u32::try_from(reached.len()).map_err(|_| CsrError::TooManyEdges)?;
        let mut first = filled(count, count + 1, 0_u32)?;
        for (rank, _, _) in &reached {
            first[*rank as usize + 1] += 1;
        }
        sum_up(&mut first);
        reached.sort_unstable_by_key(|(rank, column, _)| (*rank, *column));

        let mut rows = Vec::new();
        rows.try_reserve_exact(sources.len())
            .map_err(|_| out_of_memory(count, sources.len()))?;
        for source in sources {
            let mut costs = filled(count, targets.len(), Self::Cost::INFINITY)?;
            let mut has_overflowed = is_cut_short;
            for (rank, up) in climber.climb(self, *source, false) {
                for (_, column, down) in &reached[row(&first, *rank)] {
                    let best = &mut costs[*column as usize];
                    match up.plus(*down) {
                        Some(sum) if sum.is_less(best) => *best = sum,
                        Some(_) => {}
                        None => has_overflowed = true,
                    }
                }
            }
            if has_overflowed || climber.has_overflowed {
                check_row(self, *source, targets, &costs)?;
            }
            rows.push(costs);
        }
        Ok(rows)
    }
}

impl<C: Cost> RankedHierarchy for ContractionHierarchy<C> {}
impl<C: Cost> RankedHierarchy for CustomizableHierarchy<C> {}

/// The open edges between a rank and higher ones.
#[inline]
fn open_edges<H: RankedHierarchy + ?Sized>(
    hierarchy: &H,
    rank: usize,
    is_backward: bool,
) -> impl Iterator<Item = (usize, H::Cost, u32)> {
    let edges = hierarchy.edges_up(rank, is_backward);
    edges.filter(|(_, cost, _)| cost.is_less(&H::Cost::INFINITY))
}

/// The costs to all nodes, or from all nodes, by rank, and whether a sum was too large.
fn sweep<H: RankedHierarchy + ?Sized>(
    hierarchy: &H,
    end: u32,
    is_backward: bool,
) -> Result<(Vec<H::Cost>, bool), HierarchyError> {
    let count = hierarchy.index_bound().unwrap_or(0);
    let mut costs = filled(count, count, H::Cost::INFINITY)?;
    let mut has_overflowed = hierarchy.left_out().is_some();
    let Some(start) = hierarchy.index(&end).filter(|start| *start < count) else {
        return Ok((costs, false));
    };
    costs[start] = H::Cost::ZERO;
    // First up from `end`, and then from the top down to all nodes.
    for rank in start..count {
        let cost = costs[rank];
        if cost.is_less(&H::Cost::INFINITY) {
            for (high, edge, _) in open_edges(hierarchy, rank, is_backward) {
                match (cost.plus(edge), costs.get_mut(high)) {
                    (Some(sum), Some(known)) if sum.is_less(known) => *known = sum,
                    (None, _) => has_overflowed = true,
                    _ => {}
                }
            }
        }
    }
    for rank in (0..count).rev() {
        let mut best = costs[rank];
        for (high, edge, _) in open_edges(hierarchy, rank, !is_backward) {
            let Some(above) = costs.get(high).filter(|above| above.is_less(&H::Cost::INFINITY)) else {
                continue;
            };
            match above.plus(edge) {
                Some(sum) if sum.is_less(&best) => best = sum,
                Some(_) => {}
                None => has_overflowed = true,
            }
        }
        costs[rank] = best;
    }
    Ok((costs, has_overflowed))
}

/// Like `sweep`, but an error if a node can be reached only by paths that cost too much.
fn checked_sweep<H: RankedHierarchy + ?Sized>(
    hierarchy: &H,
    end: u32,
    is_backward: bool,
) -> Result<Vec<H::Cost>, HierarchyError> {
    let (costs, has_overflowed) = sweep(hierarchy, end, is_backward)?;
    if !has_overflowed {
        return Ok(costs);
    }
    let is_reached = |rank: usize| costs.get(rank).is_some_and(|cost| cost.is_less(&H::Cost::INFINITY));
    for rank in 0..costs.len() {
        let mut below = open_edges(hierarchy, rank, is_backward).map(|(high, ..)| (rank, high));
        let mut above = open_edges(hierarchy, rank, !is_backward).map(|(high, ..)| (high, rank));
        let is_missing = |(from, to): &(usize, usize)| is_reached(*from) && !is_reached(*to);
        if let Some((_, missing)) = below.find(is_missing).or_else(|| above.find(is_missing)) {
            let missing = hierarchy.node_at(missing).unwrap_or(end);
            let (from, to) = if is_backward { (missing, end) } else { (end, missing) };
            return Err(HierarchyError::PathOverflow { from, to });
        }
    }
    Ok(costs)
}

/// Returns an error if a target can be reached only by paths that cost too much.
#[cold]
fn check_row<H: RankedHierarchy + ?Sized>(
    hierarchy: &H,
    source: u32,
    targets: &[u32],
    costs: &[H::Cost],
) -> Result<(), HierarchyError> {
    // This ignores costs, and finds whether there is a path at all.
    let is_reached = reach(hierarchy, source)?;
    let rank = |target: &u32| hierarchy.index(target).filter(|rank| *rank < is_reached.len());
    let mut missing = targets.iter().zip(costs);
    let missing = missing
        .find(|(target, cost)| !cost.is_less(&H::Cost::INFINITY) && rank(target).is_some_and(|rank| is_reached[rank]));
    missing.map_or(Ok(()), |(target, _)| {
        Err(HierarchyError::PathOverflow {
            from: source,
            to: *target,
        })
    })
}

/// For each rank, whether a path leads to it, whatever it costs. Such a path may need a shortcut that was left out, so
/// this repeats sweeps along the other edges until they reach no more nodes.
fn reach<H: RankedHierarchy + ?Sized>(hierarchy: &H, source: u32) -> Result<Vec<bool>, HierarchyError> {
    let count = hierarchy.index_bound().unwrap_or(0);
    let mut is_reached = filled(count, count, false)?;
    let mut has_news = false;
    if let Some(start) = hierarchy.index(&source).and_then(|start| is_reached.get_mut(start)) {
        (*start, has_news) = (true, true);
    }
    while core::mem::take(&mut has_news) {
        for rank in (0..count).chain((0..count).rev()) {
            for (high, ..) in open_edges(hierarchy, rank, false) {
                has_news |= is_reached[rank] && !is_reached[high];
                is_reached[high] |= is_reached[rank];
            }
            for (high, ..) in open_edges(hierarchy, rank, true) {
                has_news |= is_reached[high] && !is_reached[rank];
                is_reached[rank] |= is_reached[high];
            }
        }
    }
    Ok(is_reached)
}

/// Reorders costs from ranks to nodes.
fn by_node<H: RankedHierarchy + ?Sized>(hierarchy: &H, by_rank: Vec<H::Cost>) -> Result<Vec<H::Cost>, HierarchyError> {
    let mut costs = filled(by_rank.len(), by_rank.len(), H::Cost::INFINITY)?;
    for (rank, cost) in by_rank.into_iter().enumerate() {
        let node = hierarchy.node_at(rank).and_then(|node| costs.get_mut(node as usize));
        if let Some(known) = node {
            *known = cost;
        }
    }
    Ok(costs)
}

/// Finds the nodes to which a node climbs, for one node after another.
struct Climber<C> {
    /// The costs by rank, which are infinite between two climbs.
    costs: Vec<C>,
    waiting: BinaryHeap<Reverse<u32>>,
    reached: Vec<(u32, C)>,
    has_overflowed: bool,
}

impl<C: Cost> Climber<C> {
    fn new(count: usize) -> Result<Self, HierarchyError> {
        Ok(Climber {
            costs: filled(count, count, C::INFINITY)?,
            waiting: BinaryHeap::new(),
            reached: Vec::new(),
            has_overflowed: false,
        })
    }

    /// The ranks to which a cheapest path from a node always climbs (or, if `is_backward`, from which a cheapest path
    /// to the node always descends), with its cost.
    ///
    /// Ranks are visited from the lowest to the highest, so the cost of each is final when it is visited. Ranks to
    /// which a cheaper path leads from above are then removed, from the highest down.
    fn climb<H>(&mut self, hierarchy: &H, end: u32, is_backward: bool) -> &[(u32, C)]
    where
        H: RankedHierarchy<Cost = C> + ?Sized,
    {
        self.reached.clear();
        self.has_overflowed = false;
        let Some(start) = hierarchy.index(&end).filter(|start| *start < self.costs.len()) else {
            return &self.reached;
        };
        self.costs[start] = C::ZERO;
        self.waiting.push(Reverse(number(start)));
        while let Some(Reverse(rank)) = self.waiting.pop() {
            let cost = self.costs[rank as usize];
            self.reached.push((rank, cost));
            for (high, edge, _) in open_edges(hierarchy, rank as usize, is_backward) {
                match (cost.plus(edge), self.costs.get_mut(high)) {
                    (Some(sum), Some(known)) if sum.is_less(known) => {
                        if !known.is_less(&C::INFINITY) {
                            self.waiting.push(Reverse(number(high)));
                        }
                        *known = sum;
                    }
                    (None, _) => self.has_overflowed = true,
                    _ => {}
                }
            }
        }
        for (rank, cost) in self.reached.iter().rev() {
            let mut cheapest = *cost;
            for (high, edge, _) in open_edges(hierarchy, *rank as usize, !is_backward) {
                let sum = self.costs.get(high).and_then(|above| above.plus(edge));
                cheapest = sum.filter(|sum| sum.is_less(&cheapest)).unwrap_or(cheapest);
            }
            self.costs[*rank as usize] = cheapest;
        }
        let costs = &mut self.costs;
        self.reached
            .retain(|(rank, cost)| !core::mem::replace(&mut costs[*rank as usize], C::INFINITY).is_less(cost));
        &self.reached
    }
}
