//! [`CostMatrix`]: the cheapest paths from several nodes to several nodes or goals, and [`CostMatrixBuilder`], which
//! computes it in steps.

use alloc::vec::Vec;
use core::fmt;

#[cfg(doc)]
use super::Search;
use super::rounds::Rounds;
use crate::engine::check_node;
use crate::error::Origin;
use crate::memory::Memory;
use crate::nodes::{Link, NodeTable};
use crate::problem::EitherWay;
use crate::{Cost, Graph, Path, ReverseGraph, SearchError, Stats, Status, Stepper};

/// The costs of the cheapest paths from each of several sources to each of several targets, and the paths on demand:
/// one to many, or many to many.
///
/// Use it if sources and targets lie near each other. For each source, it runs one search with
/// [`Dijkstra`](crate::Dijkstra)'s algorithm until all targets are reached. If the targets are spread over the whole
/// graph, each of these searches takes as long as a search to all nodes. On a road network that does not change, run
/// one [`HierarchySearch`] for each pair instead: with 20 sources and 20 targets on the roads of Rome and New York,
/// this is 30 to 50 times faster than a `CostMatrix`, not counting the preparation.
///
/// If edges can be followed backwards, [`either_way`](Self::either_way) runs one search for each target instead when
/// there are fewer targets than sources.
///
/// # Arguments
///
/// A [`Graph`], or a reference to one, and two lists of nodes: arrays, vectors, or slices, as for `matrix` of the
/// hierarchies in `astride-roads`. The lists may be empty and may contain a node twice. Instead of targets,
/// [`to_goals`](Self::to_goals) takes tests, each of which stands for the nearest node that passes it.
///
/// # Returns
///
/// The complete matrix, even if there are pairs without a path. [`cost`](Self::cost) returns the entries,
/// [`rows`](Self::rows) all of them in the form in which hierarchies return a matrix, and [`path`](Self::path) the
/// corresponding paths. To compute the matrix in slices, or to limit the number of
/// nodes, use [`CostMatrixBuilder`](crate::search::CostMatrixBuilder).
///
/// # Complexity
///
/// One search for each source, up to the farthest target, or one for each target, up to the farthest source. On an
/// infinite graph, a search for an unreachable target never ends. Memory is needed for the nodes of one search, a table
/// of the targets, and the matrix.
///
/// # Errors
///
/// The [`SearchError`]s with which [`Dijkstra`](crate::Dijkstra) fails.
///
/// # Example
///
/// Which of two fire stations is nearer to each of three houses?
///
/// ```
/// use astride::CostMatrix;
/// use astride::graphs::CsrGraph;
///
/// let roads = CsrGraph::undirected(6, [(0, 1, 4_u32), (1, 2, 3), (2, 3, 5), (3, 4, 2)])?;
/// let mut matrix = CostMatrix::new(&roads, [0, 4], [1, 2, 5])?;
/// let costs: Vec<_> = (0..3).map(|house| (matrix.cost(0, house), matrix.cost(1, house))).collect();
/// println!("{costs:?}"); // prints: [(Some(4), Some(10)), (Some(7), Some(7)), (None, None)]
/// assert_eq!(costs, [(Some(4), Some(10)), (Some(7), Some(7)), (None, None)]);
/// let path = matrix.path(1, 0)?.unwrap();
/// assert_eq!((path.nodes, path.cost), (vec![4, 3, 2, 1], 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Dijkstra: A note on two problems in connexion with graphs. Numerische Mathematik 1, 1959.
///
/// [`HierarchySearch`]: https://docs.rs/astride-roads/latest/astride_roads/type.HierarchySearch.html
#[doc(alias(
    "one to many",
    "many to many",
    "many-to-many",
    "distance matrix",
    "travel time matrix"
))]
pub struct CostMatrix<G: Graph, F = fn(&<G as Graph>::Node) -> bool>(CostMatrixBuilder<G, F>);

/// Computes a [`CostMatrix`] step by step.
///
/// It is a [`Stepper`], whose status is [`Status::Found`] once the matrix is complete. A step makes at most one
/// expansion.
///
/// # Example
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride::search::CostMatrixBuilder;
/// use astride::{Budget, Status, Stepper};
/// use std::time::Duration;
///
/// let roads = CsrGraph::undirected(1_000, (1..1_000).map(|node| (node / 2, node, 1_u32)))?;
/// let mut builder = CostMatrixBuilder::new(&roads, vec![0, 1], vec![998, 999]);
/// while builder.run_for(Budget::new().time(Duration::from_millis(2))) == Status::Running {
///     println!("{} expansions so far", builder.stats().expanded);
/// }
/// let matrix = builder.finish()?;
/// assert_eq!(matrix.cost(1, 0), Some(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CostMatrixBuilder<G: Graph, F = fn(&<G as Graph>::Node) -> bool> {
    /// The nodes where the searches begin; `leaves` are those that they have to reach.
    roots: Vec<G::Node>,
    leaves: Vec<G::Node>,
    /// Tests instead of leaves.
    goals: Vec<F>,
    /// Whether the searches run backwards from the targets.
    is_backward: bool,
    /// `None` if there is no search to run.
    rounds: Option<Rounds<G>>,
    /// The leaves. Those that the current search has not reached are open.
    ends: NodeTable<G::Node, G::Cost, ()>,
    ids: Vec<u32>,
    /// For each test, the nearest node that passes it, if the current search has found one.
    found: Vec<Option<G::Node>>,
    /// The same for every source whose search is complete.
    nearest: Vec<Option<G::Node>>,
    /// The number of leaves and goals that the current search has not reached.
    missing: usize,
    /// The number of searches completed.
    done: usize,
    /// The root of the last search, if it is complete.
    present: Option<usize>,
    /// For each search, the costs to all leaves and goals.
    costs: Vec<G::Cost>,
    status: Status,
}

/// A path through a graph.
type PathOn<G> = Path<<G as Graph>::Node, <G as Graph>::Cost>;

impl<G: Graph> CostMatrix<G> {
    /// Computes the costs of the cheapest paths from `sources` to `targets`. `graph` may be a reference.
    ///
    /// # Errors
    ///
    /// The [`SearchError`]s with which [`Dijkstra`](crate::Dijkstra) fails.
    pub fn new(graph: G, sources: impl AsRef<[G::Node]>, targets: impl AsRef<[G::Node]>) -> Result<Self, SearchError> {
        CostMatrixBuilder::new(graph, sources, targets).finish()
    }
}

impl<G: Graph, F: Fn(&G::Node) -> bool> CostMatrix<G, F> {
    /// Computes, for each of `sources` and each test in `goals`, the cost of a cheapest path to the nearest
    /// node that passes the test. `graph` may be a reference.
    ///
    /// [`nearest`](Self::nearest) returns that node. At each node that it expands, a search runs the tests that no node
    /// has passed so far. If the tests have several types, box them.
    ///
    /// ```
    /// use astride::{CostMatrix, FnGraph};
    ///
    /// let line = FnGraph::new(|n: &u32| [(n + 1, 1_u32), (n.saturating_sub(1), 1)]);
    /// let goals = [10, 7].map(|factor| move |n: &u32| n % factor == 0);
    /// let matrix = CostMatrix::to_goals(&line, [16, 33], goals.into())?;
    /// assert_eq!((matrix.nearest(0, 0), matrix.cost(0, 0)), (Some(&20), Some(4)));
    /// assert_eq!((matrix.nearest(0, 1), matrix.cost(0, 1)), (Some(&14), Some(2)));
    /// assert_eq!((matrix.nearest(1, 1), matrix.cost(1, 1)), (Some(&35), Some(2)));
    /// # Ok::<(), astride::SearchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`new`](CostMatrix::new).
    pub fn to_goals(graph: G, sources: impl AsRef<[G::Node]>, goals: Vec<F>) -> Result<Self, SearchError> {
        CostMatrixBuilder::to_goals(graph, sources, goals).finish()
    }

    /// Returns the sources, in the order of the matrix.
    pub fn sources(&self) -> &[G::Node] {
        let CostMatrixBuilder { roots, leaves, .. } = &self.0;
        if self.0.is_backward { leaves } else { roots }
    }

    /// Returns the targets, in the order of the matrix.
    pub fn targets(&self) -> &[G::Node] {
        let CostMatrixBuilder { roots, leaves, .. } = &self.0;
        if self.0.is_backward { roots } else { leaves }
    }

    /// Returns the node nearest to `sources()[source]` that passes test number `goal`. `None` if there is no such node,
    /// or if a number is out of range.
    pub fn nearest(&self, source: usize, goal: usize) -> Option<&G::Node> {
        let matrix = &self.0;
        if source >= matrix.roots.len() || goal >= matrix.goals.len() {
            return None;
        }
        matrix.nearest.get(source * matrix.goals.len() + goal)?.as_ref()
    }

    /// Returns the cost of the cheapest path from `sources()[source]` to `targets()[target]`, or to the nearest node
    /// that passes test number `target`. `None` if there is no path, or if a number is out of range.
    pub fn cost(&self, source: usize, target: usize) -> Option<G::Cost> {
        let matrix = &self.0;
        let (root, leaf) = matrix.turned(source, target);
        if root >= matrix.roots.len() || leaf >= matrix.width() {
            return None;
        }
        let cost = matrix.costs.get(root * matrix.width() + leaf);
        cost.copied().filter(|cost| cost.is_less(&G::Cost::INFINITY))
    }

    /// Returns all costs: a row for each source, with [`Cost::INFINITY`] wherever [`cost`](Self::cost) returns `None`.
    pub fn rows(&self) -> Vec<Vec<G::Cost>> {
        let (roots, leaves) = (self.0.roots.len(), self.0.width());
        let (rows, columns) = if self.0.is_backward {
            (leaves, roots)
        } else {
            (roots, leaves)
        };
        let entry = |source, target| self.cost(source, target).unwrap_or(G::Cost::INFINITY);
        let row = |source| (0..columns).map(|target| entry(source, target)).collect();
        (0..rows).map(row).collect()
    }

    /// Returns a cheapest path, whose cost [`cost`](Self::cost) returns. `None` if `cost` returns `None`.
    ///
    /// Paths are not stored. The search that found the path runs again unless it was the last one, so request all paths
    /// from one source before those from the next. If [`either_way`](Self::either_way) runs one search for each target,
    /// group the requests by target instead.
    ///
    /// # Errors
    ///
    /// Those of [`new`](CostMatrix::new).
    pub fn path(&mut self, source: usize, target: usize) -> Result<Option<PathOn<G>>, SearchError> {
        if self.cost(source, target).is_none() {
            return Ok(None);
        }
        let matrix = &mut self.0;
        let (root, leaf) = matrix.turned(source, target);
        if matrix.present != Some(root) {
            matrix.present = None;
            matrix.begin_round(root);
            while matrix.step_round()? {}
            matrix.present = Some(root);
        }
        let end = matrix.leaves.get(leaf).or_else(|| matrix.found.get(leaf)?.as_ref());
        let ends = matrix.rounds.as_ref().zip(end);
        let mut path = ends.and_then(|(rounds, end)| rounds.search.path_to(end));
        if let Some(path) = path.as_mut().filter(|_| matrix.is_backward) {
            path.nodes.reverse();
        }
        Ok(path)
    }
}

impl<G: ReverseGraph> CostMatrix<EitherWay<G>> {
    /// Does the same as [`new`](CostMatrix::new), but runs a backward search for each target if there are fewer targets
    /// than sources. Float costs may then be rounded differently than with `new`.
    ///
    /// # Errors
    ///
    /// As for [`new`](CostMatrix::new).
    pub fn either_way(
        graph: G,
        sources: impl AsRef<[G::Node]>,
        targets: impl AsRef<[G::Node]>,
    ) -> Result<Self, SearchError> {
        CostMatrixBuilder::either_way(graph, sources, targets).finish()
    }
}

impl<G: Graph> CostMatrixBuilder<G> {
    /// Prepares to compute the same matrix as [`CostMatrix::new`].
    pub fn new(graph: G, sources: impl AsRef<[G::Node]>, targets: impl AsRef<[G::Node]>) -> Self {
        let (sources, targets) = (sources.as_ref().to_vec(), targets.as_ref().to_vec());
        Self::with_direction(graph, sources, targets, Vec::new(), false)
    }
}

impl<G: Graph, F: Fn(&G::Node) -> bool> CostMatrixBuilder<G, F> {
    /// Prepares to compute the same matrix as [`CostMatrix::to_goals`].
    pub fn to_goals(graph: G, sources: impl AsRef<[G::Node]>, goals: Vec<F>) -> Self {
        Self::with_direction(graph, sources.as_ref().to_vec(), Vec::new(), goals, false)
    }

    fn with_direction(graph: G, roots: Vec<G::Node>, leaves: Vec<G::Node>, goals: Vec<F>, is_backward: bool) -> Self {
        let mut matrix = CostMatrixBuilder {
            roots,
            leaves,
            goals,
            is_backward,
            rounds: None,
            ends: NodeTable::default(),
            ids: Vec::new(),
            found: Vec::new(),
            nearest: Vec::new(),
            missing: 0,
            done: 0,
            present: None,
            costs: Vec::new(),
            status: Status::Found,
        };
        let first = matrix.roots.first().filter(|_| matrix.width() > 0);
        if let Some(first) = first.cloned() {
            matrix.status = match matrix.enter_ends(&graph) {
                Ok(()) => Status::Running,
                Err(error) => Status::Failed(error),
            };
            matrix.rounds = Some(Rounds::new(graph, first));
            matrix.begin_round(0);
        }
        matrix
    }

    /// Makes the search fail if more than `limit` nodes would be stored: see
    /// [`with_node_limit`](Search::with_node_limit).
    pub fn with_node_limit(mut self, limit: usize) -> Self {
        if let Some(rounds) = &mut self.rounds {
            rounds.search.set_node_limit(limit);
        }
        self
    }

    /// Runs all remaining steps and returns the matrix.
    ///
    /// # Errors
    ///
    /// As for [`CostMatrix::new`]; [`SearchError::NodeLimit`]; and [`SearchError::Panicked`] if a step panicked.
    pub fn finish(mut self) -> Result<CostMatrix<G, F>, SearchError> {
        match self.run() {
            Status::Failed(error) => Err(error),
            _ => Ok(CostMatrix(self)),
        }
    }

    /// The number of costs that each search finds.
    fn width(&self) -> usize {
        self.leaves.len() + self.goals.len()
    }

    /// A source and a target as a root and a leaf.
    fn turned(&self, source: usize, target: usize) -> (usize, usize) {
        if self.is_backward {
            (target, source)
        } else {
            (source, target)
        }
    }

    /// Stores the leaves, so that searches can find them.
    fn enter_ends(&mut self, graph: &G) -> Result<(), SearchError> {
        let mut memory = Memory::default();
        let origin = if self.is_backward { Origin::Start } else { Origin::Goal };
        for node in &self.leaves {
            check_node(graph, node, origin)?;
            let key = self.ends.key(graph, node);
            if self.ends.get(key, node).is_none() {
                let link = Link::new(None, true);
                let stored = self
                    .ends
                    .insert(graph, key, node.clone(), G::Cost::ZERO, link, (), &mut memory, |_| ());
                self.ids.push(stored.ok_or_else(|| memory.error())?);
            }
        }
        Ok(())
    }

    /// Begins the search from this root for all leaves and goals.
    fn begin_round(&mut self, root: usize) {
        let start = self.roots[root].clone();
        if let Some(rounds) = &mut self.rounds {
            rounds.restart(start);
        }
        for id in &self.ids {
            self.ends.set_open(*id, true);
        }
        self.found.clear();
        self.found.resize(self.goals.len(), None);
        self.missing = self.ids.len() + self.goals.len();
    }

    /// Makes at most one expansion. Returns whether there is more to find.
    fn step_round(&mut self) -> Result<bool, SearchError> {
        let Some(rounds) = &mut self.rounds else {
            return Ok(false);
        };
        match rounds.search.step() {
            Status::Running => {}
            Status::Failed(error) => return Err(error.in_direction(self.is_backward)),
            Status::Found | Status::Exhausted => return Ok(false),
        }
        let Some(node) = rounds.search.current() else {
            return Ok(true);
        };
        let end = self.ends.find(rounds.graph(), &node);
        if let Some(end) = end.filter(|end| self.ends.link(*end).is_open()) {
            self.ends.set_open(end, false);
            self.missing -= 1;
        }
        for (goal, found) in self.goals.iter().zip(&mut self.found) {
            if found.is_none() && goal(&node) {
                *found = Some(node.clone());
                self.missing -= 1;
            }
        }
        Ok(self.missing > 0)
    }

    /// Copies the results of the current search, and begins the next one.
    fn end_round(&mut self) -> Result<Status, SearchError> {
        let Some(rounds) = &self.rounds else {
            return Ok(Status::Found);
        };
        let search = &rounds.search;
        let has_capacity = self
            .costs
            .try_reserve(self.width())
            .and(self.nearest.try_reserve(self.goals.len()));
        has_capacity.map_err(|_| SearchError::OutOfMemory {
            nodes: search.stats().nodes,
        })?;
        let ends = self
            .leaves
            .iter()
            .map(Some)
            .chain(self.found.iter().map(Option::as_ref));
        let costs = ends.map(|end| end.and_then(|end| search.cost_to(end)).unwrap_or(G::Cost::INFINITY));
        self.costs.extend(costs);
        self.nearest.extend_from_slice(&self.found);
        self.present = Some(self.done);
        self.done += 1;
        if self.done == self.roots.len() {
            return Ok(Status::Found);
        }
        self.begin_round(self.done);
        Ok(Status::Running)
    }
}

impl<G: Graph, F: Fn(&G::Node) -> bool> Stepper for CostMatrixBuilder<G, F> {
    /// Makes at most one expansion.
    fn step(&mut self) -> Status {
        if self.status.is_running() {
            // The status until the step is done, since the graph's code may panic.
            self.status = Status::Failed(SearchError::Panicked);
            let result = match self.step_round() {
                Ok(true) => Ok(Status::Running),
                Ok(false) => self.end_round(),
                Err(error) => Err(error),
            };
            self.status = result.unwrap_or_else(Status::Failed);
        }
        self.status()
    }

    fn status(&self) -> Status {
        self.status.clone()
    }

    /// Returns the statistics of all searches so far. The numbers of nodes and bytes are those of the current search,
    /// since all searches use the same memory.
    fn stats(&self) -> Stats {
        self.rounds.as_ref().map(Rounds::stats).unwrap_or_default()
    }
}

impl<G: ReverseGraph> CostMatrixBuilder<EitherWay<G>> {
    /// Prepares to compute the same matrix as [`CostMatrix::either_way`].
    pub fn either_way(graph: G, sources: impl AsRef<[G::Node]>, targets: impl AsRef<[G::Node]>) -> Self {
        let (sources, targets) = (sources.as_ref().to_vec(), targets.as_ref().to_vec());
        let is_backward = targets.len() < sources.len();
        let (roots, leaves) = if is_backward {
            (targets, sources)
        } else {
            (sources, targets)
        };
        Self::with_direction(
            EitherWay::new(graph, is_backward),
            roots,
            leaves,
            Vec::new(),
            is_backward,
        )
    }
}

impl<G: Graph, F> fmt::Debug for CostMatrix<G, F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CostMatrix")
            .field("costs", &self.0.costs)
            .finish_non_exhaustive()
    }
}

impl<G: Graph, F> fmt::Debug for CostMatrixBuilder<G, F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CostMatrixBuilder")
            .field("done", &self.done)
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}
