//! [`OptimalPaths`]: all cheapest paths, counted and listed.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;
use core::{iter, slice};

use hashbrown::HashMap;

use super::edges::{Edges, NONE};
use super::ties::exceeds;
use super::{AStar, BestFirst, Optimal};
use crate::memory::{filled, with_capacity};
use crate::search::Search;
use crate::{Cost, Heuristic, Observer, Path, Problem, SearchError};

/// All cheapest paths of a problem, counted and listed.
///
/// This type holds the nodes that lie on such paths and the edges between them, each once, however many paths there
/// are. Counting the paths takes one pass over the nodes and edges. [`iter`](Self::iter) builds one path at a time.
///
/// # Arguments
///
/// [`new`](Self::new) takes a [`Heuristic`] and searches with A\*. [`of`](Self::of) takes an A\* or Dijkstra search at
/// any stage. With `of`, any [`Problem`] will do; the search may have a node limit and an observer, and may be run in
/// slices until it finds the first path.
///
/// # What counts as a path
///
/// * A path leads from a start to the first goal on it, at the least possible cost. If several goals are equally near,
///   all of them count.
/// * Paths are distinguished by their nodes. Parallel edges of the same cost count as one.
/// * A path visits no node twice. Edges of cost zero are allowed. However, if a cheapest path follows an edge of a
///   *cycle* of such edges, the paths cannot be counted, and the result is [`OptimalPathsError::ZeroCostCycle`]. An
///   undirected edge of cost zero is a cycle, too. A cycle that cheapest paths do not follow does no harm, even if it
///   has a node in common with them.
/// * The cost of a path is added up from the start. If sums are rounded, as with floats, paths whose sums differ in the
///   last digit do not count as equal, and a path is also missing if rounding makes another path to one of its nodes
///   cheaper: see [`with_tolerance`](Self::with_tolerance). An estimate that rounding makes too large is not
///   admissible. Sums of multiples of a power of two, such as 0.25, are exact up to 2⁵³ times this power (2²⁴ times for
///   `f32`).
/// * With [`add_start`](Search::add_start), a path may begin at any of the starts, which have to be added before the
///   first step. A start that is added later is not recognized as a start if its node has already been reached at the
///   same cost.
/// * With an estimate that is not admissible, some or all of the cheapest paths may be missing, as in A\* itself.
///
/// # Complexity
///
/// The search has to expand *all* nodes whose f = g + h is at most the cost of a cheapest path. Memory is needed for
/// these nodes and the edges between them; the memory limit of a search does not apply to the result. The successors of
/// the nodes are generated a second time, with O(1) lookups for each successor. Each path of the iterator takes
/// O(length) time.
///
/// # Errors
///
/// [`OptimalPathsError::Search`] if the search fails or there is not enough memory for the paths;
/// [`OptimalPathsError::ZeroCostCycle`] if a cheapest path follows an edge of a cycle of edges that cost nothing.
/// [`KShortestPaths`](crate::KShortestPaths) lists the paths one by one in this case.
///
/// # Example
///
/// ```
/// use astride::{Dijkstra, FnGraph, Query};
/// use astride::search::OptimalPaths;
///
/// // The shortest paths through a city of 20 × 20 blocks: 40 choose 20.
/// let streets = FnGraph::new(|&(x, y): &(u32, u32)| [((x + 1, y), 1_u32), ((x, y + 1), 1)]);
/// let query = Query::new(&streets, (0, 0), |end| *end == (20, 20)).with_heuristic(|(x, y)| {
///     if *x > 20 || *y > 20 { u32::MAX } else { 40 - x - y } // cells beyond the corner are dead ends
/// });
/// let paths = OptimalPaths::new(&query)?;
/// println!("{} paths of {} blocks", paths.count().unwrap(), paths.cost().unwrap());
/// // prints: 137846528820 paths of 40 blocks
/// assert_eq!((paths.cost(), paths.count()), (Some(40), Some(137_846_528_820)));
/// let first = paths.iter().next().unwrap();
/// assert_eq!(first.nodes[..3], [(0, 0), (1, 0), (2, 0)]);
///
/// // Without an estimate, and with at most 1,000 nodes:
/// let mut search = Dijkstra::new(&query).with_node_limit(1_000);
/// assert_eq!(OptimalPaths::of(&mut search)?.count(), Some(137_846_528_820));
/// # Ok::<(), astride::search::OptimalPathsError>(())
/// ```
///
/// # Source
///
/// For the counting: Brandes: A Faster Algorithm for Betweenness Centrality. Journal of Mathematical Sociology 25(2),
/// 2001 (lemma 3).
#[doc(alias = "all shortest paths")]
#[derive(Clone, Debug)]
pub struct OptimalPaths<N, C> {
    /// `None` if there is no path.
    cost: Option<C>,
    /// The nodes of all paths, each before those to which it leads.
    nodes: Vec<N>,
    starts: Vec<u32>,
    edges: Edges,
    count: Option<u128>,
}

/// Why cheapest paths cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptimalPathsError {
    /// The search failed, or there is not enough memory for the paths.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A cheapest path follows an edge of a cycle of edges that cost nothing.
    #[error("a cheapest path follows a cycle of edges that cost nothing: list the paths with `KShortestPaths`")]
    ZeroCostCycle,
    /// The tolerance is negative or not finite.
    #[error("the tolerance is {tolerance}, but it must be finite and not negative")]
    Tolerance {
        /// The tolerance.
        tolerance: String,
    },
}

impl<N: Clone + Eq + Hash, C: Cost> OptimalPaths<N, C> {
    /// Finds all cheapest paths of a problem with A\*.
    ///
    /// # Errors
    ///
    /// Those described for [`OptimalPaths`](Self#errors).
    pub fn new<P: Heuristic<Node = N, Cost = C>>(problem: P) -> Result<Self, OptimalPathsError> {
        Self::of(&mut AStar::new(problem))
    }

    /// Finds all cheapest paths by completing a search with [`AStar`](crate::AStar) or [`Dijkstra`](crate::Dijkstra).
    ///
    /// The search may have found its path already, or may not have begun. It runs until it finds its path, and then
    /// expands the other nodes that could be on a path of the same cost. The search keeps its path, and can be reset
    /// and used again.
    ///
    /// # Errors
    ///
    /// Those described for [`OptimalPaths`](Self#errors). If the search fails, even after it has found a path, its
    /// status is then [`Status::Failed`](crate::Status::Failed). If only the memory for the result is missing, the
    /// search keeps its path.
    ///
    /// ```
    /// use astride::{AStar, FnGraph, Query, Status};
    /// use astride::search::OptimalPaths;
    ///
    /// let stairs = FnGraph::new(|n: &u32| [(n + 1, 1_u32), (n + 2, 1)]);
    /// let mut search = AStar::new(Query::new(&stairs, 0, |n| *n == 5)
    ///     .with_heuristic(|n| 5_u32.saturating_sub(*n).div_ceil(2)));
    /// assert_eq!(search.run(), Status::Found);
    /// let paths = OptimalPaths::of(&mut search)?;
    /// let nodes: Vec<_> = paths.iter().map(|path| path.nodes).collect();
    /// assert_eq!(nodes, [[0, 1, 3, 5], [0, 2, 3, 5], [0, 2, 4, 5]]);
    /// # Ok::<(), astride::search::OptimalPathsError>(())
    /// ```
    pub fn of<P, V, W>(search: &mut Search<BestFirst<P, V>, W>) -> Result<Self, OptimalPathsError>
    where
        P: Problem<Node = N, Cost = C>,
        V: Optimal<P>,
        W: Observer<N, C>,
    {
        Self::with_tolerance(search, C::ZERO)
    }

    /// Finds all paths whose cost differs from that of a cheapest path only by rounding errors, like [`of`](Self::of).
    ///
    /// An edge counts if the path along it to its end costs at most `tolerance` more than the cheapest path to this
    /// node, and a goal counts if it costs at most `tolerance` more than the nearest one. Estimates may be too large by
    /// as much. The tolerance should be larger than the rounding error of a whole path, and much smaller than any
    /// difference between the costs of two paths: a path may exceed the least cost by up to `tolerance` for each of its
    /// edges. Edges that cost less than half of the tolerance count as free, so that a cycle of them may be a
    /// [`ZeroCostCycle`](OptimalPathsError::ZeroCostCycle).
    ///
    /// All paths are returned with the cost of the cheapest one.
    ///
    /// # Errors
    ///
    /// Those of [`of`](Self::of), and [`OptimalPathsError::Tolerance`] if the tolerance is negative or not finite.
    ///
    /// ```
    /// use astride::{Dijkstra, FnGraph, Query};
    /// use astride::search::OptimalPaths;
    ///
    /// // The sums of 0.1 and 0.2 depend on their order.
    /// let streets = FnGraph::new(|&(x, y): &(u32, u32)| [((x + 1, y), 0.1), ((x, y + 1), 0.2)]);
    /// let mut search = Dijkstra::new(Query::new(&streets, (0, 0), |end| *end == (10, 10)));
    /// assert!(OptimalPaths::of(&mut search)?.count() < Some(184_756));
    /// // 20 choose 10:
    /// assert_eq!(OptimalPaths::with_tolerance(&mut search, 1e-9)?.count(), Some(184_756));
    /// # Ok::<(), astride::search::OptimalPathsError>(())
    /// ```
    pub fn with_tolerance<P, V, W>(
        search: &mut Search<BestFirst<P, V>, W>,
        tolerance: C,
    ) -> Result<Self, OptimalPathsError>
    where
        P: Problem<Node = N, Cost = C>,
        V: Optimal<P>,
        W: Observer<N, C>,
    {
        if tolerance.is_less(&C::ZERO) || C::ZERO.plus(tolerance).is_none() {
            let tolerance = format!("{tolerance:?}");
            return Err(OptimalPathsError::Tolerance { tolerance });
        }
        if !search.run_through_ties(tolerance)? {
            return Ok(Self {
                cost: None,
                nodes: Vec::new(),
                starts: Vec::new(),
                edges: Edges::default(),
                count: Some(0),
            });
        }
        let nodes = search.engine.frontier.nodes.len();
        Self::of_closed(search, tolerance).ok_or(SearchError::OutOfMemory { nodes })?
    }

    /// Collects the paths of a search whose closed nodes include those of all cheapest paths. Returns `None` if there
    /// is not enough memory.
    fn of_closed<P, V, W>(search: &Search<BestFirst<P, V>, W>, tolerance: C) -> Option<Result<Self, OptimalPathsError>>
    where
        P: Problem<Node = N, Cost = C>,
        V: Optimal<P>,
        W: Observer<N, C>,
    {
        let mut reached = Reached::default();
        for id in search.closed_starts() {
            reached.grow_for()?;
            reached.number(id, NONE);
        }
        let starts = u32::try_from(reached.ids.len()).ok()?;
        let mut edges = Edges::default();
        let mut number = 0;
        while let Some(id) = reached.ids.get(number as usize).copied() {
            search.visit_cheapest_successors(id, tolerance, |child| {
                reached.grow_for()?;
                match reached.number(child, number) {
                    Some(child) => edges.push(child),
                    None => Some(()),
                }
            })?;
            edges.end_node()?;
            number += 1;
        }

        let (table, problem) = (&search.engine.frontier.nodes, &search.problem);
        let cost_of = |id: &u32| table.cost(*id);
        let is_goal = |id: &u32| table.node(problem, *id).is_some_and(|node| problem.is_goal(&node));
        let mut ends = with_capacity(reached.ids.len())?;
        ends.extend(reached.ids.iter().map(is_goal));
        let costs = reached.ids.iter().zip(&ends).filter(|(_, is_goal)| **is_goal);
        let cost = costs.map(|(id, _)| cost_of(id)).min_by(C::order);
        for (id, is_end) in reached.ids.iter().zip(&mut ends) {
            *is_end &= cost.is_some_and(|cost| !exceeds(cost_of(id), cost, tolerance));
        }
        let mut useful = edges.leading_to(ends)?;
        let mut order = edges.topological(&useful)?;
        if order.len() < useful.iter().filter(|is_useful| **is_useful).count() {
            if !edges.cut_cycles(starts, &mut useful)? {
                return Some(Err(OptimalPathsError::ZeroCostCycle));
            }
            order = edges.topological(&useful)?;
        }

        let mut places = filled(NONE, useful.len())?;
        for (place, number) in (0..).zip(&order) {
            places[*number as usize] = place;
        }
        let place_of = |number: u32| places.get(number as usize).copied().filter(|place| *place != NONE);
        let mut kept = Edges::default();
        for number in &order {
            let mut children = edges.of(*number).iter().filter_map(|child| place_of(*child));
            children.try_for_each(|child| kept.push(child))?;
            kept.end_node()?;
        }
        let mut first = with_capacity(starts as usize)?;
        first.extend((0..starts).filter_map(place_of));
        let mut nodes = with_capacity(order.len())?;
        for number in &order {
            let id = reached.ids[*number as usize];
            match table.node(problem, id) {
                Some(node) => nodes.push(node),
                None => return Some(Err(SearchError::NoNodeAt { index: id as usize }.into())),
            }
        }
        Some(Ok(Self {
            cost,
            count: kept.count(&first, filled(0, nodes.len())?),
            nodes,
            starts: first,
            edges: kept,
        }))
    }
}

impl<N, C> OptimalPaths<N, C> {
    /// Returns the number of cheapest paths, or `None` if it exceeds `u128::MAX`. O(1).
    pub fn count(&self) -> Option<u128> {
        self.count
    }

    /// Returns whether there is no path.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the nodes that lie on cheapest paths, each before those to which it leads.
    pub fn nodes(&self) -> &[N] {
        &self.nodes
    }
}

impl<N: Clone, C: Copy> OptimalPaths<N, C> {
    /// Returns the cost of a cheapest path, or `None` if there is no path.
    pub fn cost(&self) -> Option<C> {
        self.cost
    }

    /// Returns the paths, built one at a time. Each path takes O(length) time, and the iterator takes O(length) memory.
    ///
    /// The order is that of the successors: paths that branch at a node come in the order in which the problem returns
    /// that node's successors. Starts come in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = Path<N, C>> {
        let mut starts = self.starts.iter();
        // The nodes of the path returned last, each with the number of its edges that have been followed.
        let mut branch = Vec::new();
        iter::from_fn(move || self.next_path(&mut starts, &mut branch))
    }

    fn next_path(&self, starts: &mut slice::Iter<'_, u32>, branch: &mut Vec<(u32, usize)>) -> Option<Path<N, C>> {
        // Backtracks to the last node with an edge that has not been followed, or to the next start.
        let mut next = loop {
            let Some((node, followed)) = branch.last_mut() else {
                break Some(*starts.next()?);
            };
            if let Some(child) = self.edges.of(*node).get(*followed) {
                *followed += 1;
                break Some(*child);
            }
            branch.pop();
        };
        // Every node leads to a goal, and a goal has no edges.
        while let Some(node) = next {
            next = self.edges.of(node).first().copied();
            branch.push((node, usize::from(next.is_some())));
        }
        let nodes = branch.iter().map(|(node, _)| self.nodes[*node as usize].clone());
        Some(Path {
            nodes: nodes.collect(),
            cost: self.cost?,
        })
    }
}

/// The nodes on cheapest paths, numbered in the order in which they are reached.
#[derive(Default)]
struct Reached {
    ids: Vec<u32>,
    /// By number, the last node with an edge to this node.
    parents: Vec<u32>,
    /// The numbers by id.
    numbers: HashMap<u32, u32>,
}

impl Reached {
    /// Allocates memory for one more node. Returns `None` if there is not enough memory.
    fn grow_for(&mut self) -> Option<()> {
        self.ids.try_reserve(1).ok()?;
        self.parents.try_reserve(1).ok()?;
        self.numbers.try_reserve(1).ok()
    }

    /// The number of a node to which an edge leads, or `None` if the edge is parallel to an earlier one from the same
    /// parent. There must be [capacity](Self::grow_for).
    fn number(&mut self, id: u32, parent: u32) -> Option<u32> {
        let next = u32::try_from(self.ids.len()).ok()?;
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.ids.push(id);
            self.parents.push(parent);
            return Some(number);
        }
        let last = core::mem::replace(&mut self.parents[number as usize], parent);
        (last != parent).then_some(number)
    }
}
