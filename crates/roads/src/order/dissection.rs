//! [`Dissection`]: nested dissection, step by step.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::Order;
use super::cut::{Cutter, Side};
use super::neighbours::{Neighbours, filled, number, with_capacity};
use super::reduction::Reduction;
use crate::{Coordinates, HierarchyError};
use astride::{Graph, Status, Stepper};

/// One node in this many belongs to each end of a part. The second share, for cuts nearer to the middle, is skipped for
/// parts larger than `LARGE`, where it would double the time and save only 1 to 4 % of the arcs.
const SHARES: [usize; 2] = [4, 3];
const LARGE: usize = 10_000;
/// Parts of at most this many nodes are not divided.
const SMALL: usize = 2;

/// Computes an [`Order`] by nested dissection, step by step.
///
/// First, nodes with at most two neighbours are removed, and their neighbours joined, until all nodes have at least
/// three. On a road network, most nodes are dead ends and bends, and these come first in the order. Then the rest of
/// the graph is dissected.
///
/// A cut of as few nodes as possible divides the graph into two parts, each with at most about three quarters of the
/// nodes. The nodes of the cut come last in the order, and each part is divided in turn. To find a small cut, a maximum
/// flow is sent from the nodes at one end of the part to those at the other. With coordinates, cuts are computed in
/// four directions. Without coordinates, cuts are computed for two pairs of distant nodes, and each end consists of the
/// nodes near one node of a pair. The best cut has the fewest nodes relative to the size of the smaller part.
///
/// A `Dissection` is a [`Stepper`]. A step computes one cut, or divides a part into its connected components. The first
/// steps take the longest, since they process the whole graph.
///
/// # Complexity
///
/// O(n + m) bytes for n nodes and m edges. A cut of k nodes takes at most k + 1 passes over its part of the graph, and
/// usually only a few. At most eight cuts are computed for each part, and each node lies in O(log n) parts.
///
/// # Example
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride::{Budget, Status, Stepper};
/// use astride_roads::Dissection;
/// use std::time::Duration;
///
/// let graph = CsrGraph::undirected(10_000, (1..10_000).map(|node| (node / 2, node, node)))?;
/// let mut dissection = Dissection::new(&graph)?;
/// while dissection.run_for(Budget::new().time(Duration::from_millis(100))) == Status::Running {
///     println!("{} of {} nodes", dissection.placed(), graph.node_count());
/// }
/// let order = dissection.finish();
/// assert_eq!(order.len(), 10_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// George: Nested Dissection of a Regular Finite Element Mesh. SIAM Journal on Numerical Analysis 10(2), 1973. The cuts
/// are based on Schild, Sommer: On Balanced Separators in Road Networks. SEA 2015.
#[doc(alias("nested dissection", "inertial flow", "separator", "partition"))]
pub struct Dissection {
    /// The nodes that come first in the order.
    removed: Vec<u32>,
    /// The nodes of the reduced graph, whose numbers are used below.
    kept: Vec<u32>,
    neighbours: Neighbours,
    places: Vec<(i64, i64)>,
    /// The nodes in the order known so far. Those of a part are adjacent.
    nodes: Vec<u32>,
    /// The positions of the parts that are still to be divided.
    waiting: Vec<Range<usize>>,
    placed: usize,
    work: Option<Work>,
    cutter: Cutter,
    /// The side of each node in the best cut of the current part.
    sides: Vec<Side>,
    /// Whether each node belongs to the current part and has not been reached by a search in it.
    is_new: Vec<bool>,
    /// The nodes of the current part, in another order.
    list: Vec<u32>,
    /// The distance of each node from each end.
    distances: [Vec<u32>; 2],
}

/// The state of the work on a part.
struct Work {
    part: Range<usize>,
    /// The next attempt.
    attempt: usize,
    /// The number of nodes of the best cut so far, and of its smaller side.
    best: Option<(usize, usize)>,
}

impl Dissection {
    /// Creates the dissection of a graph without coordinates. This copies the edges, and removes the nodes with at most
    /// two neighbours, but computes no cut.
    ///
    /// # Errors
    ///
    /// [`NoIndices`](HierarchyError::NoIndices) or [`NoIndex`](HierarchyError::NoIndex) if a node has no index, and
    /// [`Graph`](HierarchyError::Graph) if the graph is too large or memory is exhausted.
    pub fn new<G: Graph>(graph: &G) -> Result<Self, HierarchyError> {
        let Reduction {
            removed,
            kept,
            neighbours,
        } = Reduction::new(Neighbours::new(graph)?)?;
        let count = neighbours.node_count();
        let mut nodes = filled(count, count, 0)?;
        for (node, place) in (0..).zip(&mut nodes) {
            *place = node;
        }
        // The parts never outnumber the nodes.
        let mut waiting = with_capacity(count, count + 1)?;
        waiting.push(0..count);
        Ok(Dissection {
            placed: removed.len(),
            removed,
            kept,
            places: Vec::new(),
            nodes,
            waiting,
            work: None,
            cutter: Cutter::new(count)?,
            sides: filled(count, count, Side::Cut)?,
            is_new: filled(count, count, false)?,
            list: filled(count, count, 0)?,
            distances: [filled(count, count, 0)?, filled(count, count, 0)?],
            neighbours,
        })
    }

    /// Creates the dissection of a graph with coordinates, which are in the order of the nodes' indices. Nodes without
    /// coordinates are treated as if they were at (0, 0).
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub fn by_coordinates<G: Graph>(graph: &G, places: &Coordinates<i32>) -> Result<Self, HierarchyError> {
        let mut dissection = Self::new(graph)?;
        let nodes = dissection.nodes.len();
        dissection.places = with_capacity(nodes, nodes)?;
        let place = |node: &u32| {
            let (x, y) = places.as_slice().get(*node as usize).copied().unwrap_or_default();
            (i64::from(x), i64::from(y))
        };
        dissection.places.extend(dissection.kept.iter().map(place));
        Ok(dissection)
    }

    /// The number of nodes whose position in the order is final.
    pub fn placed(&self) -> usize {
        self.placed
    }

    /// Runs all remaining steps and returns the order.
    pub fn finish(mut self) -> Order {
        while self.step().is_running() {}
        let mut nodes = self.removed;
        // The list has the capacity for all nodes.
        nodes.extend(self.nodes.iter().map(|node| self.kept[*node as usize]));
        Order { nodes }
    }

    /// Divides a part into its connected components. If it is connected, it is the next part to be cut.
    fn divide(&mut self, part: Range<usize>) {
        if part.len() <= SMALL {
            self.placed += part.len();
            return;
        }
        for node in &self.nodes[part.clone()] {
            self.is_new[*node as usize] = true;
        }
        let mut reached = 0;
        let before = self.waiting.len();
        for place in part.clone() {
            let node = self.nodes[place];
            if !self.is_new[node as usize] {
                continue;
            }
            let begin = reached;
            reached = spread(&self.neighbours, node, &mut self.is_new, &mut self.list, reached);
            self.waiting.push(part.start + begin..part.start + reached);
        }
        self.nodes[part.clone()].copy_from_slice(&self.list[..reached]);
        if self.waiting.len() == before + 1 {
            self.waiting.pop();
            self.work = Some(Work {
                part,
                attempt: 0,
                best: None,
            });
        }
    }

    /// Computes one cut, and divides the part after its last cut.
    fn attempt(&mut self, mut work: Work) {
        let nodes = work.part.len();
        let directions = if self.places.is_empty() { 2 } else { 4 };
        let share = SHARES[work.attempt / directions];
        let ends = (nodes / share).max(1);
        self.list[..nodes].copy_from_slice(&self.nodes[work.part.clone()]);
        self.sort(work.attempt % directions, nodes, ends);

        // A cut with more nodes would be worse even if both sides had the same size.
        let most = work
            .best
            .map_or(nodes, |(cut, smaller)| cut * (nodes / 2 + 1) / (smaller + 1));
        if let Some(cut) = self.cutter.cut(&self.neighbours, &self.list[..nodes], ends, most) {
            let list = &self.list[..nodes];
            let first = list
                .iter()
                .filter(|node| self.cutter.side(**node) == Side::First)
                .count();
            let smaller = first.min(nodes - first - cut);
            if work.best.is_none_or(|best| cut * (best.1 + 1) < best.0 * (smaller + 1)) {
                work.best = Some((cut, smaller));
                for node in list {
                    self.sides[*node as usize] = self.cutter.side(*node);
                }
            }
        }
        work.attempt += 1;
        let shares = if nodes > LARGE { 1 } else { SHARES.len() };
        if work.attempt < directions * shares {
            self.work = Some(work);
        } else {
            self.split(work.part);
        }
    }

    /// Moves `ends` nodes at one end of the part to the front of the list, and the same number from the other end to
    /// its back.
    fn sort(&mut self, direction: usize, nodes: usize, ends: usize) {
        if self.places.is_empty() {
            self.measure(direction, nodes);
        }
        let (list, places, [near, far]) = (&mut self.list[..nodes], &self.places, &self.distances);
        let along = |node: u32| {
            let node = node as usize;
            let key = match places.get(node) {
                None => i64::from(near[node]) - i64::from(far[node]),
                Some((x, y)) => match direction {
                    0 => *x,
                    1 => *y,
                    2 => x + y,
                    _ => x - y,
                },
            };
            (key, node)
        };
        list.select_nth_unstable_by_key(ends - 1, |node| along(*node));
        let rest = &mut list[ends..];
        let inner = rest.len() - ends;
        if inner > 0 {
            rest.select_nth_unstable_by_key(inner, |node| along(*node));
        }
    }

    /// Computes the distances of the nodes of the list from two nodes that lie far apart.
    fn measure(&mut self, direction: usize, nodes: usize) {
        let any = self.list[0];
        let last = |list: &[u32]| list[nodes - 1];
        self.measure_from(any, 0, nodes);
        let mut end = last(&self.list);
        for _ in 0..direction {
            // A node that is far from both previous ends.
            self.measure_from(end, 0, nodes);
            let other = last(&self.list);
            self.measure_from(other, 1, nodes);
            let [near, far] = &self.distances;
            let from_both = |node: &u32| near[*node as usize].min(far[*node as usize]);
            end = self.list[..nodes]
                .iter()
                .copied()
                .max_by_key(from_both)
                .unwrap_or(other);
        }
        self.measure_from(end, 0, nodes);
        let other = last(&self.list);
        self.measure_from(other, 1, nodes);
    }

    /// Computes the distances of the nodes of the list from one of them, and sorts the list by these distances.
    fn measure_from(&mut self, start: u32, end: usize, nodes: usize) {
        for node in &self.list[..nodes] {
            self.is_new[*node as usize] = true;
        }
        let distances = &mut self.distances[end];
        distances[start as usize] = 0;
        self.is_new[start as usize] = false;
        self.list[0] = start;
        let mut reached = 1;
        for place in 0..nodes {
            let node = self.list[place];
            for next in self.neighbours.of(node) {
                if core::mem::take(&mut self.is_new[*next as usize]) {
                    distances[*next as usize] = distances[node as usize] + 1;
                    self.list[reached] = *next;
                    reached += 1;
                }
            }
        }
    }

    /// Sorts the nodes of a part by their side. The cut comes last, so its position is final.
    fn split(&mut self, part: Range<usize>) {
        let mut place = part.start;
        let mut starts = [part.start; 3];
        for (side, start) in [Side::First, Side::Second, Side::Cut].into_iter().zip(&mut starts) {
            *start = place;
            for node in self.nodes[part.clone()]
                .iter()
                .filter(|node| self.sides[**node as usize] == side)
            {
                self.list[place - part.start] = *node;
                place += 1;
            }
        }
        self.nodes[part.clone()].copy_from_slice(&self.list[..part.len()]);
        let [first, second, cut] = starts;
        self.placed += part.end - cut;
        self.waiting
            .extend([first..second, second..cut].into_iter().filter(|part| !part.is_empty()));
    }
}

/// Appends `start` and all new nodes connected to it to `list`, which has `reached` nodes so far. Returns the new
/// number of nodes.
fn spread(neighbours: &Neighbours, start: u32, is_new: &mut [bool], list: &mut [u32], reached: usize) -> usize {
    is_new[start as usize] = false;
    list[reached] = start;
    let (mut place, mut reached) = (reached, reached + 1);
    while place < reached {
        for next in neighbours.of(list[place]) {
            if core::mem::take(&mut is_new[*next as usize]) {
                list[reached] = *next;
                reached += 1;
            }
        }
        place += 1;
    }
    reached
}

impl Stepper for Dissection {
    fn step(&mut self) -> Status {
        if let Some(work) = self.work.take() {
            self.attempt(work);
        } else if let Some(part) = self.waiting.pop() {
            self.divide(part);
        }
        self.status()
    }

    fn status(&self) -> Status {
        if self.work.is_none() && self.waiting.is_empty() {
            Status::Found
        } else {
            Status::Running
        }
    }
}

impl fmt::Debug for Dissection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Dissection")
            .field("nodes", &number(self.removed.len() + self.nodes.len()))
            .field("placed", &self.placed)
            .finish_non_exhaustive()
    }
}
