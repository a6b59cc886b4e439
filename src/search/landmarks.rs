//! [`Landmarks`]: a heuristic for any graph, and [`LandmarkBuilder`], which computes them in steps.

use alloc::vec::Vec;
use core::fmt;

use super::rounds::Rounds;
use crate::memory::Memory;
use crate::nodes::{Link, NodeTable};
use crate::problem::{EitherWay, Estimated, Exactly};
use crate::traits::{Consistency, NumericCost};
use crate::{Cost, Graph, Query, ReverseGraph, SearchError, Stats, Status, Stepper};

/// A heuristic that needs no coordinates, for any graph whose edges can be followed backwards. It derives lower bounds
/// from the distances from and to a few nodes, the landmarks (ALT: A\*, landmarks, triangle inequality).
///
/// Use landmarks with A\* if there are no coordinates, or if the straight-line distance is a poor estimate of the cost.
/// With the travel times on the roads of New York as costs, A\* with sixteen landmarks expands a nineteenth of the
/// nodes that [`Dijkstra`](crate::Dijkstra)'s algorithm expands, and takes at most a tenth of the time, after three
/// seconds of preparation. If the network does not change, [`HierarchySearch`] is faster still.
///
/// If the cheapest path from a landmark to the goal costs 100, and that from the landmark to a node costs 30, any path
/// from that node to the goal costs at least 70. The same holds in reverse for the distances to a landmark. The
/// estimate is the largest of these bounds. It is admissible and consistent, and so is the estimate from the start,
/// which bidirectional searches use. With floats, the largest possible rounding error is subtracted, and the estimate
/// is consistent up to rounding errors. The estimate is infinite if the distances prove that there is no path.
///
/// # Arguments
///
/// [`Landmarks::farthest`] takes a finite [`ReverseGraph`] whose costs can be [subtracted](NumericCost), such as
/// `GridProblem` of the crate `astride-grid`, or a reference to one; a node from which the first search starts; and the
/// number of landmarks, such as sixteen. Bounds are best if a landmark lies behind the goal, so each landmark is chosen
/// as far as possible from the previous ones, which leads to landmarks at the edge of a map.
///
/// # Returns
///
/// The landmarks with all of their distances, ready for [queries](Self::query). To compute them in slices, or to limit
/// the number of nodes, use [`LandmarkBuilder`].
///
/// The distances are those of the graph at that time. If an edge becomes more expensive or is removed, the
/// estimate remains admissible; if an edge becomes cheaper or is added, the estimate may become too large.
///
/// # Complexity
///
/// One search to all nodes with [`Dijkstra`](crate::Dijkstra)'s algorithm, and then two such searches for each
/// landmark. Memory is needed for two costs for each pair of a landmark and a node (128 bytes per node with 16
/// landmarks and costs of 4 bytes) and, until they are complete, for the nodes of one search. In a query, each estimate
/// takes one lookup and O(landmarks) time.
///
/// # Errors
///
/// The [`SearchError`]s with which [`Dijkstra`](crate::Dijkstra) fails.
///
/// # Example
///
/// ```
/// use astride_grid::{GridMap, GridProblem, Movement, Point};
/// use astride::{AStar, Status};
/// use astride::search::Landmarks;
///
/// // A wall with one gap at the bottom, which the straight-line distance does not take into account.
/// let map = GridMap::from_fn(40, 40, |cell| u8::from(cell.x != 20 || cell.y == 39))?;
/// let (start, goal) = (Point::new(5, 5), Point::new(35, 5));
/// let grid = GridProblem::new(&map, start, goal, Movement::Eight)?;
///
/// let landmarks = Landmarks::farthest(&grid, start, 4)?;
/// let mut search = AStar::new(landmarks.query(start, goal));
/// assert_eq!(search.run(), Status::Found);
/// let mut by_air = AStar::new(&grid);
/// assert_eq!(by_air.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, by_air.path().unwrap().cost);
/// assert!(search.stats().expanded < by_air.stats().expanded / 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Goldberg, Harrelson: Computing the shortest path: A\* search meets graph theory. SODA 2005.
///
/// [`HierarchySearch`]: https://docs.rs/astride-roads/latest/astride_roads/type.HierarchySearch.html
#[doc(alias("alt", "triangle inequality", "differential heuristic"))]
pub struct Landmarks<G: ReverseGraph> {
    graph: G,
    chosen: Vec<G::Node>,
    rows: Rows<G>,
}

/// Computes [`Landmarks`] step by step.
///
/// It is a [`Stepper`], whose status is [`Status::Found`] once all distances are known. A step makes at most one
/// expansion. The step that ends a search also copies its distances.
///
/// # Example
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride::search::LandmarkBuilder;
/// use astride::{Budget, Status, Stepper};
/// use std::time::Duration;
///
/// let road = CsrGraph::undirected(10_000, (1..10_000).map(|node| (node - 1, node, 1_u32)))?;
/// let mut builder = LandmarkBuilder::farthest(&road, 0, 4);
/// while builder.run_for(Budget::new().time(Duration::from_millis(2))) == Status::Running {
///     println!("{} of 4 landmarks", builder.complete());
/// }
/// let landmarks = builder.finish()?;
/// assert_eq!(landmarks.estimate(&100, &9_000), 8_900);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LandmarkBuilder<G: ReverseGraph> {
    rounds: Rounds<EitherWay<G>>,
    chosen: Vec<G::Node>,
    /// The number of landmarks requested.
    count: usize,
    /// The number of landmarks whose distances from and to all nodes are known.
    complete: usize,
    /// The next landmark.
    next: Option<G::Node>,
    rows: Rows<G>,
    status: Status,
}

/// For each node, the distances from and to all landmarks.
struct Rows<G: Graph> {
    /// The row of a node that no path connects with a landmark. All rows have this length.
    unknown: Vec<G::Cost>,
    /// The rows by index.
    indexed: Vec<G::Cost>,
    /// The nodes without an index, each with the number of its row.
    hashed: NodeTable<G::Node, G::Cost, u32>,
    /// The ledger of `hashed`.
    memory: Memory,
    numbered: Vec<G::Cost>,
    /// The maximum number of nodes that a search has reached.
    nodes: usize,
}

impl<G: ReverseGraph<Cost: NumericCost>> Landmarks<G> {
    /// Computes `count` landmarks of `graph`, or fewer if fewer nodes can be reached from `seed`, or if no other node
    /// can be reached from a landmark. `graph` may be a reference. The first landmark is the node farthest from `seed`.
    ///
    /// # Errors
    ///
    /// The [`SearchError`]s with which [`Dijkstra`](crate::Dijkstra) fails.
    pub fn farthest(graph: G, seed: G::Node, count: usize) -> Result<Self, SearchError> {
        LandmarkBuilder::farthest(graph, seed, count).finish()
    }

    /// Returns the graph.
    pub fn graph(&self) -> &G {
        &self.graph
    }

    /// Returns the landmarks, in the order in which they were chosen.
    pub fn landmarks(&self) -> &[G::Node] {
        &self.chosen
    }

    /// Returns the largest lower bound that the landmarks give for the cost of a path from one node to another.
    pub fn estimate(&self, from: &G::Node, to: &G::Node) -> G::Cost {
        self.largest(self.row(from), self.row(to))
    }

    /// Returns the problem of finding a path from one node to another, with estimates in both directions, for
    /// [`AStar`](crate::AStar), [`BidirectionalAStar`](crate::BidirectionalAStar) and other searches.
    ///
    /// All queries have the same type, so that a search can be [reset](super::Search::reset) to the next one.
    #[expect(clippy::type_complexity, reason = "a closure has no name")]
    pub fn query(
        &self,
        start: G::Node,
        goal: G::Node,
    ) -> Query<
        &G,
        Exactly<G::Node>,
        Estimated<impl Fn(&G::Node) -> G::Cost + use<'_, G>>,
        Estimated<impl Fn(&G::Node) -> G::Cost + use<'_, G>>,
    > {
        let (from, to) = (self.row(&start), self.row(&goal));
        Query::between(&self.graph, start, goal)
            .with_heuristic(move |node| self.largest(self.row(node), to))
            // Not consistent both ways: along a one-way edge to a node that cannot reach the goal, the estimate rises
            // to infinity.
            .with_consistency(Consistency::Consistent)
            .with_reverse_heuristic(move |node| self.largest(from, self.row(node)))
    }

    #[inline]
    fn row(&self, node: &G::Node) -> &[G::Cost] {
        self.rows.get(&self.graph, node).unwrap_or(&self.rows.unknown)
    }

    /// The largest of the landmarks' bounds on a path between two nodes with these rows.
    #[inline]
    fn largest(&self, from: &[G::Cost], to: &[G::Cost]) -> G::Cost {
        // Both distances to the landmark, and the one between the nodes, may be rounded.
        let additions = 2 * self.rows.nodes;
        let difference = |longer: G::Cost, shorter: G::Cost| {
            if longer.is_less(&G::Cost::INFINITY) {
                longer.minus(longer.rounding(additions)).minus(shorter)
            } else if shorter.is_less(&G::Cost::INFINITY) {
                G::Cost::INFINITY
            } else {
                G::Cost::ZERO
            }
        };
        let larger = |one: G::Cost, other: G::Cost| if one.is_less(&other) { other } else { one };
        let landmarks = from.chunks_exact(2).zip(to.chunks_exact(2)).take(self.chosen.len());
        landmarks.fold(G::Cost::ZERO, |most, (from, to)| {
            larger(most, larger(difference(to[0], from[0]), difference(from[1], to[1])))
        })
    }
}

impl<G: ReverseGraph<Cost: NumericCost>> LandmarkBuilder<G> {
    /// Prepares to compute the same landmarks as [`Landmarks::farthest`].
    pub fn farthest(graph: G, seed: G::Node, count: usize) -> Self {
        let rows = Rows {
            unknown: Vec::new(),
            indexed: Vec::new(),
            hashed: NodeTable::default(),
            memory: Memory::default(),
            numbered: Vec::new(),
            nodes: 0,
        };
        LandmarkBuilder {
            rounds: Rounds::new(EitherWay::new(graph, false), seed),
            chosen: Vec::new(),
            count,
            complete: 0,
            next: None,
            rows,
            status: if count == 0 { Status::Found } else { Status::Running },
        }
    }

    /// Makes the search fail if more than `limit` nodes would be stored: see
    /// [`with_node_limit`](super::Search::with_node_limit).
    pub fn with_node_limit(mut self, limit: usize) -> Self {
        self.rounds.search.set_node_limit(limit);
        self
    }

    /// Returns the number of landmarks whose distances from and to all nodes are known.
    pub fn complete(&self) -> usize {
        self.complete
    }

    /// Runs all remaining steps and returns the landmarks.
    ///
    /// # Errors
    ///
    /// As for [`Landmarks::farthest`]; [`SearchError::NodeLimit`]; and [`SearchError::Panicked`] if a step panicked.
    pub fn finish(mut self) -> Result<Landmarks<G>, SearchError> {
        if let Status::Failed(error) = self.run() {
            return Err(error);
        }
        Ok(Landmarks {
            graph: self.rounds.into_graph().into_graph(),
            chosen: self.chosen,
            rows: self.rows,
        })
    }

    /// Copies the results of the current search if it has reached all nodes, and begins the next one.
    fn end_round(&mut self, is_backward: bool, is_complete: bool) -> Result<Status, SearchError> {
        let search = &self.rounds.search;
        // The node farthest from the seed or the landmark.
        let last = search.current();
        if self.rows.unknown.is_empty() {
            self.count = self.count.min(self.rounds.search.stats().nodes);
            let (width, nodes) = (2 * self.count, self.rounds.search.stats().nodes);
            let reserved = self.rows.unknown.try_reserve_exact(width);
            reserved.map_err(|_| SearchError::OutOfMemory { nodes })?;
            self.rows.unknown.resize(width, G::Cost::INFINITY);
            self.next = last;
        } else if is_backward {
            if is_complete {
                self.rows.fill(&self.rounds, 2 * self.complete + 1)?;
            }
            self.complete += 1;
        } else {
            self.next = if is_complete {
                self.rows.fill(&self.rounds, 2 * self.complete)?
            } else {
                last.filter(|last| !self.chosen.contains(last))
            };
            if let Some(landmark) = self.chosen.last().cloned() {
                self.rounds.search.problem.graph_mut().set_backward(true);
                self.rounds.restart(landmark);
            }
            return Ok(Status::Running);
        }
        match self.next.take().filter(|_| self.complete < self.count) {
            Some(next) => {
                self.chosen.push(next.clone());
                self.rounds.search.problem.graph_mut().set_backward(false);
                self.rounds.restart(next);
                Ok(Status::Running)
            }
            None => Ok(Status::Found),
        }
    }
}

impl<G: ReverseGraph<Cost: NumericCost>> Stepper for LandmarkBuilder<G> {
    /// Makes at most one expansion.
    fn step(&mut self) -> Status {
        if self.status.is_running() {
            // The status until the step is done, since the graph's code may panic.
            self.status = Status::Failed(SearchError::Panicked);
            let is_backward = self.rounds.graph().is_backward();
            let result = match self.rounds.search.step() {
                Status::Running => Ok(Status::Running),
                // An unknown distance may be one that is too large for the cost type, so none of them is used.
                Status::Failed(error) if error.is_overflow() => self.end_round(is_backward, false),
                Status::Failed(error) => Err(error.in_direction(is_backward)),
                Status::Found | Status::Exhausted => self.end_round(is_backward, true),
            };
            self.status = result.unwrap_or_else(Status::Failed);
        }
        self.status()
    }

    fn status(&self) -> Status {
        self.status.clone()
    }

    /// Returns the statistics of all searches so far. `bytes` includes the memory of the distances.
    fn stats(&self) -> Stats {
        let stats = self.rounds.stats();
        let costs = self.rows.indexed.capacity() + self.rows.numbered.capacity();
        Stats {
            bytes: stats.bytes + costs * size_of::<G::Cost>() + self.rows.memory.bytes(),
            ..stats
        }
    }
}

impl<G: ReverseGraph> Rows<G> {
    /// The distances of a node, or `None` if no path connects it with a landmark.
    #[inline]
    fn get(&self, graph: &G, node: &G::Node) -> Option<&[G::Cost]> {
        let (rows, number) = if let Some(index) = graph.index(node) {
            (&self.indexed, index)
        } else {
            let number = self.hashed.value(self.hashed.find(graph, node)?)?;
            (&self.numbered, number as usize)
        };
        let width = self.unknown.len();
        rows.get(number.checked_mul(width)?..)?.get(..width)
    }

    /// Copies the distances that a search has found into a column. Returns the node that is farthest from all landmarks
    /// according to the columns filled so far, if there is one.
    fn fill(&mut self, rounds: &Rounds<EitherWay<G>>, column: usize) -> Result<Option<G::Node>, SearchError> {
        let (engine, graph, width) = (&rounds.search.engine, rounds.graph().graph(), self.unknown.len());
        self.nodes = self.nodes.max(rounds.search.progress.memory.nodes());
        let nodes = &engine.frontier.nodes;
        let mut farthest = None;
        let mut least = G::Cost::ZERO;
        for id in nodes.ids() {
            let Some(node) = nodes.node(graph, id) else { continue };
            let (rows, number) = match graph.index(&node) {
                Some(index) => (&mut self.indexed, index),
                None => (
                    &mut self.numbered,
                    hashed_row(&mut self.hashed, graph, &node, &mut self.memory)?,
                ),
            };
            let end = (number + 1).saturating_mul(width);
            let begin = end - width;
            if rows.len() < end {
                let bound = graph.index_bound().unwrap_or(0).saturating_mul(width).max(end);
                let has_capacity =
                    rows.try_reserve(bound - rows.len()).is_ok() || rows.try_reserve(end - rows.len()).is_ok();
                if !has_capacity {
                    return Err(SearchError::OutOfMemory { nodes: self.nodes });
                }
                rows.resize(end, G::Cost::INFINITY);
            }
            rows[begin + column] = nodes.cost(id);
            let nearest = rows[begin..=begin + column]
                .iter()
                .step_by(2)
                .min_by(|one, other| one.order(other));
            if let Some(nearest) = nearest.filter(|nearest| least.is_less(nearest)) {
                least = *nearest;
                farthest = Some(node);
            }
        }
        Ok(farthest)
    }
}

/// The row number of a node without an index. A new node is stored.
fn hashed_row<G: Graph>(
    table: &mut NodeTable<G::Node, G::Cost, u32>,
    graph: &G,
    node: &G::Node,
    memory: &mut Memory,
) -> Result<usize, SearchError> {
    let key = table.key(graph, node);
    let id = if let Some(id) = table.get(key, node) {
        id
    } else {
        let number = u32::try_from(table.len()).unwrap_or(u32::MAX);
        let link = Link::new(None, false);
        let stored = table.insert(graph, key, node.clone(), G::Cost::ZERO, link, number, memory, |_| ());
        stored.ok_or_else(|| memory.error())?
    };
    Ok(table.value(id).map_or(0, |number| number as usize))
}

impl<G: ReverseGraph> fmt::Debug for Landmarks<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Landmarks")
            .field("landmarks", &self.chosen.len())
            .finish_non_exhaustive()
    }
}

impl<G: ReverseGraph> fmt::Debug for LandmarkBuilder<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("LandmarkBuilder")
            .field("complete", &self.complete)
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}
