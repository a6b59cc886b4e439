//! [`CostMatrix`]: cheapest paths from several nodes to several nodes.

use alloc::vec::Vec;
use core::fmt;

#[cfg(doc)]
use super::Search;
use super::rounds::Rounds;
use crate::problem::EitherWay;
use crate::{Budget, Cost, Graph, Path, ReverseGraph, SearchError, Stats, Status};

/// The costs of the cheapest paths from each of several nodes to each of several nodes, and the paths on demand: one to
/// many, or many to many.
///
/// Use it if the ends lie near each other. It makes one search by [`Dijkstra`](crate::Dijkstra)'s algorithm for each
/// source, which ends as soon as it has reached all targets. If the ends are spread over the whole graph, that takes as
/// long as a search to all nodes for each source. On a road network that does not change, one
/// [`HierarchySearch`](crate::search::HierarchySearch) for each pair is then 30 to 50 times faster (20 sources and 20 targets
/// on the roads of Rome and New York, after the preparation).
///
/// If edges can be followed backwards, [`either_way`](Self::either_way) makes one search for each target instead if
/// there are fewer of them.
///
/// # Arguments
///
/// A [`Graph`], or a reference to one, and two lists of nodes, which may be empty and may name a node twice.
///
/// # Returns
///
/// [`run`](Self::run), [`run_for`](Self::run_for) and [`step`](Self::step) return [`Status::Found`] once the matrix is
/// complete, even if there are pairs without a path. [`cost`](Self::cost) then returns the entries, and
/// [`path`](Self::path) a path.
///
/// # Complexity
///
/// That of one search for each source (or target), up to the target that is farthest from it. On an infinite graph, a
/// search for a target that cannot be reached never ends. Memory for the nodes of one search, a table to find the
/// targets, and the matrix.
///
/// # Errors
///
/// [`Status::Failed`] as in [`Dijkstra`](crate::Dijkstra).
///
/// # Example
///
/// Which of two fire stations is nearest to each of three houses?
///
/// ```
/// use astride::graphs::{CsrError, CsrGraph};
/// use astride::{Budget, CostMatrix, Status};
///
/// let roads = CsrGraph::undirected(6, [(0, 1, 4_u32), (1, 2, 3), (2, 3, 5), (3, 4, 2)])?;
/// let (stations, houses) = (vec![0, 4], vec![1, 2, 5]);
/// let mut matrix = CostMatrix::new(&roads, stations, houses);
/// while matrix.run_for(Budget::new().expansions(3)) == Status::Running {}
/// let costs: Vec<_> = (0..3).map(|house| (matrix.cost(0, house), matrix.cost(1, house))).collect();
/// println!("{costs:?}"); // prints: [(Some(4), Some(10)), (Some(7), Some(7)), (None, None)]
/// assert_eq!(costs, [(Some(4), Some(10)), (Some(7), Some(7)), (None, None)]);
/// let path = matrix.path(1, 0).unwrap().unwrap();
/// assert_eq!((path.nodes, path.cost), (vec![4, 3, 2, 1], 10));
/// # Ok::<(), CsrError>(())
/// ```
///
/// # Source
///
/// Dijkstra: A note on two problems in connexion with graphs. Numerische Mathematik 1, 1959.
#[doc(alias(
    "one to many",
    "many to many",
    "many-to-many",
    "distance matrix",
    "travel time matrix"
))]
pub struct CostMatrix<G: Graph> {
    sources: Vec<G::Node>,
    targets: Vec<G::Node>,
    /// Whether the searches go from the targets against the edges.
    is_backward: bool,
    /// `None` if there is no search to make.
    rounds: Option<Rounds<G>>,
    /// How many searches have been made.
    done: usize,
    /// The end from which the present search begins.
    present: usize,
    /// For each search, what it costs to the other ends.
    costs: Vec<G::Cost>,
    status: Status,
}

/// A path through a graph.
type PathOn<G> = Path<<G as Graph>::Node, <G as Graph>::Cost>;

impl<G: Graph> CostMatrix<G> {
    /// The costs of all paths on `graph` (or a reference to one) from `sources` to `targets`. Nothing is searched yet.
    pub fn new(graph: G, sources: Vec<G::Node>, targets: Vec<G::Node>) -> Self {
        Self::with_direction(graph, sources, targets, false)
    }

    fn with_direction(graph: G, sources: Vec<G::Node>, targets: Vec<G::Node>, is_backward: bool) -> Self {
        let (roots, leaves) = if is_backward {
            (&targets, &sources)
        } else {
            (&sources, &targets)
        };
        let first = roots.first().filter(|_| !leaves.is_empty()).cloned();
        let mut rounds = first.map(|root| Rounds::new(graph, root));
        let status = match rounds.as_mut().map(|rounds| rounds.set_ends(leaves)) {
            None => Status::Found,
            Some(Ok(())) => Status::Running,
            Some(Err(error)) => Status::Failed(error),
        };
        CostMatrix {
            sources,
            targets,
            is_backward,
            rounds,
            done: 0,
            present: 0,
            costs: Vec::new(),
            status,
        }
    }

    /// Fails if more than `limit` nodes would be stored: see [`with_node_limit`](Search::with_node_limit).
    pub fn with_node_limit(mut self, limit: usize) -> Self {
        if let Some(rounds) = &mut self.rounds {
            rounds.search.set_node_limit(limit);
        }
        self
    }

    /// The sources, in the order of the matrix.
    pub fn sources(&self) -> &[G::Node] {
        &self.sources
    }

    /// The targets, in the order of the matrix.
    pub fn targets(&self) -> &[G::Node] {
        &self.targets
    }

    /// Returns the status: [`Status::Found`] once the matrix is complete.
    pub fn status(&self) -> Status {
        self.status.clone()
    }

    /// Returns the statistics of all searches so far. The numbers of nodes and bytes are those of the current search,
    /// since all of them use the same memory.
    pub fn stats(&self) -> Stats {
        self.rounds.as_ref().map(Rounds::stats).unwrap_or_default()
    }

    /// Makes at most one expansion.
    pub fn step(&mut self) -> Status {
        if let (Status::Running, Some(rounds)) = (&self.status, &mut self.rounds) {
            self.status = Status::Failed(SearchError::Panicked);
            let status = rounds.step();
            self.enter(status);
        }
        self.status()
    }

    /// Runs until the matrix is complete.
    pub fn run(&mut self) -> Status {
        self.run_for(Budget::new())
    }

    /// Runs until the matrix is complete or the budget is used up. In the latter case it returns [`Status::Running`],
    /// and the next call continues from there.
    pub fn run_for(&mut self, mut budget: Budget) -> Status {
        while let (Status::Running, false, Some(rounds)) = (&self.status, budget.is_empty(), &mut self.rounds) {
            self.status = Status::Failed(SearchError::Panicked);
            let status = rounds.run_for(&mut budget);
            let is_paused = status.is_running();
            self.enter(status);
            if is_paused {
                break;
            }
        }
        self.status()
    }

    /// Returns the cost of the cheapest path from `sources()[source]` to `targets()[target]`. `None` if there is no
    /// path, if the search has not been made yet, and if there are not so many.
    pub fn cost(&self, source: usize, target: usize) -> Option<G::Cost> {
        if source >= self.sources.len() || target >= self.targets.len() {
            return None;
        }
        let (root, leaf) = self.turned(source, target);
        let cost = self.costs.get(root * self.leaves().len() + leaf);
        cost.copied().filter(|cost| cost.is_less(&G::Cost::INFINITY))
    }

    /// Returns a cheapest path from `sources()[source]` to `targets()[target]`. `None` if [`cost`](Self::cost) returns
    /// `None`, and before the matrix is complete.
    ///
    /// Paths are not stored: the search that found the path is made again, unless it was the last one that was made. So
    /// ask for all paths from one source before those from the next (from the targets, if they are fewer and the matrix
    /// was made [`either_way`](Self::either_way)).
    ///
    /// # Errors
    ///
    /// Those of [`Status::Failed`].
    pub fn path(&mut self, source: usize, target: usize) -> Result<Option<PathOn<G>>, SearchError> {
        if self.status != Status::Found || self.cost(source, target).is_none() {
            return Ok(None);
        }
        let (root, leaf) = self.turned(source, target);
        let (start, end) = (self.roots()[root].clone(), self.leaves()[leaf].clone());
        let Some(rounds) = &mut self.rounds else {
            return Ok(None);
        };
        if self.present != root || !matches!(rounds.search.status(), Status::Found | Status::Exhausted) {
            rounds.restart(start);
            self.present = root;
        }
        match rounds.run_for(&mut Budget::new()) {
            Status::Failed(error) => Err(rounds.error(error, self.is_backward)),
            _ => Ok(rounds.search.path_to(&end).map(|mut path| {
                if self.is_backward {
                    path.nodes.reverse();
                }
                path
            })),
        }
    }

    /// The ends from which the searches go.
    fn roots(&self) -> &[G::Node] {
        if self.is_backward { &self.targets } else { &self.sources }
    }

    /// The ends to which they go.
    fn leaves(&self) -> &[G::Node] {
        if self.is_backward { &self.sources } else { &self.targets }
    }

    /// A source and a target as a root and a leaf.
    fn turned(&self, source: usize, target: usize) -> (usize, usize) {
        if self.is_backward {
            (target, source)
        } else {
            (source, target)
        }
    }

    /// Enters where the present search stands, and begins the next one if it is done. Until then the status is that of
    /// code of the graph that has panicked.
    fn enter(&mut self, status: Status) {
        let (roots, leaves) = if self.is_backward {
            (&self.targets, &self.sources)
        } else {
            (&self.sources, &self.targets)
        };
        let Some(rounds) = &mut self.rounds else { return };
        match status {
            Status::Running => self.status = Status::Running,
            Status::Failed(error) => self.status = Status::Failed(rounds.error(error, self.is_backward)),
            Status::Found | Status::Exhausted => {
                if self.costs.try_reserve(leaves.len()).is_err() {
                    let nodes = rounds.search.stats().nodes;
                    self.status = Status::Failed(SearchError::OutOfMemory { nodes });
                    return;
                }
                let costs = leaves
                    .iter()
                    .map(|leaf| rounds.search.cost_to(leaf).unwrap_or(G::Cost::INFINITY));
                self.costs.extend(costs);
                self.done += 1;
                match roots.get(self.done) {
                    Some(next) => {
                        rounds.restart(next.clone());
                        self.present = self.done;
                        self.status = Status::Running;
                    }
                    None => self.status = Status::Found,
                }
            }
        }
    }
}

impl<G: ReverseGraph> CostMatrix<EitherWay<G>> {
    /// As [`new`](CostMatrix::new), with a search for each target, against the edges, if there are fewer targets than
    /// sources. The costs of floats may then differ in rounding.
    pub fn either_way(graph: G, sources: Vec<G::Node>, targets: Vec<G::Node>) -> Self {
        let is_backward = targets.len() < sources.len();
        Self::with_direction(EitherWay::new(graph, is_backward), sources, targets, is_backward)
    }
}

impl<G: Graph> fmt::Debug for CostMatrix<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CostMatrix")
            .field("sources", &self.sources.len())
            .field("targets", &self.targets.len())
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}
