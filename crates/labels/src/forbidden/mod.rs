//! [`ForbiddenPaths`]: a graph in which some sequences of nodes are forbidden.

mod automaton;
mod error;

use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt;

pub use error::ForbiddenPathsError;

use astride::graphs::{CsrError, CsrGraph};
use astride::problem::VirtualEnds;
use astride::traits::{Hints, NoSuchNode, Reached};
use astride::{Cost, Graph, Heuristic, Problem, ReverseGraph};
use automaton::{Automaton, NO_PREFIX};

/// A graph in which paths must not contain certain sequences of consecutive nodes, such as turn restrictions over one
/// or several junctions.
///
/// A forbidden path has three or more nodes. With three nodes, it is a banned turn. With more, only all of its edges
/// together are forbidden, as in a turn restriction that leads over another street. Forbidden paths may overlap and
/// contain each other.
///
/// [`Turns`](crate::Turns) also forbids turns, and adds costs to the others, but has a node for each edge of the graph.
/// A node of `ForbiddenPaths` is a node of the graph together with the beginning of a forbidden path that leads there,
/// which most nodes do not have. So where nothing is forbidden, a search does hardly more than in the graph itself. For
/// turn costs as well, wrap a `ForbiddenPaths` in a `Turns`.
///
/// # Arguments
///
/// `graph`: any [`Graph`], or a reference to one. If the graph is a [`Problem`], a [`Heuristic`] or a [`ReverseGraph`],
/// so is the `ForbiddenPaths`. A path then begins at the start of that problem, and may reach a goal in any way. The
/// estimates are those of `graph`, and stay admissible and consistent. `paths`: sequences of nodes.
///
/// Several states of a node may be a goal. For searches that need a single goal, [`between`](Self::between) adds one,
/// and [`to_csr`](Self::to_csr) returns a graph that can be prepared as a hierarchy.
///
/// # Departure times
///
/// If travel times depend on the departure, wrap a `ForbiddenPaths` in a [`Departing`](crate::Departing). The opposite
/// does not compile, since the other edges of such a graph are right only with those that are left out:
///
/// ```compile_fail,E0080
/// use astride::graphs::CsrGraph;
/// use astride_labels::{Departing, ForbiddenPaths};
///
/// let roads = CsrGraph::from_edges(3, [(0, 1, 5_u32), (1, 2, 5)])?;
/// let traffic = Departing::new(&roads, |_, _, minutes, _| minutes);
/// let town = ForbiddenPaths::<_>::new(traffic.at(0)?, [[]; 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Returns
///
/// A search finds the cheapest path that contains no forbidden one. The nodes of the path are [`Followed`], each with
/// its place in the field `at`. A path may visit a place twice to avoid a forbidden path.
///
/// # Complexity
///
/// Building takes O(k · d) on average for forbidden paths of k nodes in total, of which at most d continue one
/// beginning. The graph has a further node for each beginning of at least two nodes of a forbidden path, except for
/// whole ones. Each expansion takes a lookup in a hash table, and each edge a comparison with each forbidden
/// continuation at its start. On the roads of Rome, Dijkstra's algorithm from one node to all others takes 97 million
/// instructions with 7,867 banned turns, 93 million without any, and 85 million in the graph itself. It expands 224,013
/// nodes with these turns, compared with 480,799 of a `Turns`.
///
/// Nodes are numbered if those of the graph are and it has an [`index_bound`](Graph::index_bound).
///
/// # Example
///
/// ```
/// use astride::Dijkstra;
/// use astride::graphs::CsrGraph;
/// use astride_labels::ForbiddenPaths;
///
/// // 5 ─── 6 ─── 7
/// // │     │     │
/// // 0 ─── 1 ─── 2 ─── 3
/// let streets = [(0, 1), (1, 2), (2, 3), (0, 5), (1, 6), (2, 7), (5, 6), (6, 7)];
/// let roads = CsrGraph::undirected(8, streets.map(|(from, to)| (from, to, 10_u32)))?;
///
/// // Vehicles from 6 may not turn at 1, and those that leave the main road may not come back at the next corner.
/// let forbidden = [vec![6, 1, 2], vec![1, 6, 7, 2], vec![6, 7, 2, 3]];
/// let town = ForbiddenPaths::new(&roads, &forbidden)?;
/// let path = Dijkstra::new(town.query(5, 3)).find_path()?.expect("a way");
/// assert_eq!(path.iter().map(|node| node.at).collect::<Vec<_>>(), [5, 0, 1, 2, 3]);
///
/// // At the end of a one-way street, vehicles must turn left: all other ways are forbidden.
/// let only = ForbiddenPaths::only(&roads, &[0, 1], &6);
/// assert_eq!(only, [[0, 1, 0], [0, 1, 2]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// D. Villeneuve, G. Desaulniers: *The shortest path problem with forbidden paths* (European Journal of Operational
/// Research 165(1), 2005), with the automaton of A. Aho and M. Corasick: *Efficient String Matching: An Aid to
/// Bibliographic Search* (Communications of the ACM 18(6), 1975).
#[doc(alias(
    "turn restriction",
    "turn ban",
    "via way",
    "no_right_turn",
    "only_straight_on",
    "Aho-Corasick",
    "forbidden sequence"
))]
#[derive(Clone)]
pub struct ForbiddenPaths<G: Graph> {
    graph: G,
    automaton: Automaton<G::Node>,
}

/// A node of a graph together with the beginning of a forbidden path that was followed to it: a node of
/// [`ForbiddenPaths`].
///
/// Values from different `ForbiddenPaths` must not be mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Followed<N> {
    /// The node of the graph.
    pub at: N,
    prefix: u32,
}

impl<N> Followed<N> {
    /// Creates a start, where no forbidden path has begun.
    pub const fn start(at: N) -> Self {
        Followed { at, prefix: NO_PREFIX }
    }

    /// Returns whether a forbidden path has begun, with at least one edge.
    pub fn is_restricted(&self) -> bool {
        self.prefix != NO_PREFIX
    }
}

impl<G: Graph> ForbiddenPaths<G> {
    /// Forbids paths in a graph.
    ///
    /// Does not compile if the costs of the graph [are fixed](Graph::FIXED_COSTS), as those of a departure or of jump
    /// points are.
    ///
    /// # Errors
    ///
    /// [`ForbiddenPathsError`] if a path has fewer than three nodes, or if there are too many paths.
    pub fn new<P: AsRef<[G::Node]>>(graph: G, paths: impl IntoIterator<Item = P>) -> Result<Self, ForbiddenPathsError> {
        const {
            assert!(
                !G::FIXED_COSTS,
                "`ForbiddenPaths` leaves out edges, but the edges of this graph are right only with all others; \
                 for departure times, wrap the `ForbiddenPaths` in a `Departing`"
            );
        }
        let automaton = Automaton::new(paths)?;
        Ok(ForbiddenPaths { graph, automaton })
    }

    /// Returns the paths to forbid so that only one way on is allowed: whoever has `followed` this path must go on to
    /// `next`.
    ///
    /// These are the continuations of `followed` to all other successors of its last node. With two nodes in
    /// `followed`, they are turn restrictions such as `only_straight_on` of OpenStreetMap. If a vehicle must follow
    /// several edges, call this function once for each of them, with one more node each time. If `next` is not a
    /// successor, there is no way on.
    pub fn only(graph: &G, followed: &[G::Node], next: &G::Node) -> Vec<Vec<G::Node>> {
        let mut others: Vec<G::Node> = Vec::new();
        let ends = followed.last().into_iter().flat_map(|last| graph.successors(last));
        for (node, _) in ends.filter(|(node, _)| node != next) {
            if !others.contains(&node) {
                others.push(node);
            }
        }
        let path = |node| followed.iter().cloned().chain([node]).collect();
        others.into_iter().map(path).collect()
    }

    /// Returns a reference to the graph.
    pub fn graph(&self) -> &G {
        &self.graph
    }

    /// Returns the graph.
    pub fn into_graph(self) -> G {
        self.graph
    }

    /// Returns the problem of finding a path from `start` to `goal`, which may be reached in any way. For A\*, add a
    /// heuristic for the place: `town.query(start, goal).with_heuristic(|node| bound(&node.at))`.
    ///
    /// If the graph is itself a problem, its start and goals are ignored.
    pub fn query(
        &self,
        start: G::Node,
        goal: G::Node,
    ) -> astride::Query<&Self, impl Fn(&Followed<G::Node>) -> bool + Clone> {
        astride::Query::new(self, Followed::start(start), move |node| node.at == goal)
    }

    /// Returns all nodes at a place: the start there, and one for each beginning of a forbidden path that ends there.
    pub fn nodes_at(&self, place: &G::Node) -> impl Iterator<Item = Followed<G::Node>> {
        let states = self.automaton.states_at(place);
        states.map(|prefix| Followed {
            at: place.clone(),
            prefix,
        })
    }

    /// Returns the problem of finding a path from `start` to `goal` with a single virtual goal, for bidirectional and
    /// other searches that need one.
    pub fn between(&self, start: G::Node, goal: &G::Node) -> VirtualEnds<&Self> {
        let goals = self.nodes_at(goal).map(|node| (node, G::Cost::ZERO));
        VirtualEnds::new(self, [(Followed::start(start), G::Cost::ZERO)], goals)
    }

    /// Returns the problem of finding a path from a place on an edge to a place on an edge. The arguments are those of
    /// [`Turns::between_edges`](crate::Turns::between_edges). Forbidden paths may begin with the edge of the start, and
    /// end with that of the goal.
    pub fn between_edges(
        &self,
        starts: impl IntoIterator<Item = (G::Node, G::Node, G::Cost)>,
        goals: impl IntoIterator<Item = (G::Node, G::Node, G::Cost)>,
    ) -> VirtualEnds<&Self> {
        let starts = starts.into_iter().filter_map(|(from, at, cost)| {
            let prefix = Automaton::step(self.automaton.row(&from, NO_PREFIX), &at)?;
            Some((Followed { at, prefix }, cost))
        });
        let goals = goals.into_iter().flat_map(|(at, to, cost)| {
            let nodes = self.nodes_at(&at);
            let allowed = nodes.filter(|node| Automaton::step(self.row(node), &to).is_some());
            allowed.map(|node| (node, cost)).collect::<Vec<_>>()
        });
        VirtualEnds::new(self, starts, goals)
    }

    /// Returns the graph with its nodes numbered by [`index`](Graph::index), for searches that prepare a graph.
    ///
    /// To search it, or a hierarchy prepared from it, [`map`](VirtualEnds::map) a problem from
    /// [`between`](Self::between) or [`between_edges`](Self::between_edges), and translate the numbers of its path by
    /// [`node_at`](Graph::node_at).
    ///
    /// # Complexity
    ///
    /// O(nodes + edges), including the nodes for beginnings of forbidden paths.
    ///
    /// # Errors
    ///
    /// [`ForbiddenPathsError::NotNumbered`] if the graph does not number its nodes, and [`ForbiddenPathsError::Csr`] if
    /// there are too many edges or not enough memory for them.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::Graph;
    /// use astride::graphs::CsrGraph;
    /// use astride_labels::ForbiddenPaths;
    /// use astride_roads::{ContractionHierarchy, HierarchySearch};
    ///
    /// let ring = CsrGraph::undirected(4, [(0, 1, 1_u32), (1, 2, 1), (2, 3, 1), (3, 0, 1)])?;
    /// let town = ForbiddenPaths::new(&ring, [[0, 1, 2]])?;
    /// let graph = town.to_csr()?;
    /// assert_eq!(graph.node_count(), 5); // with a node for those who come from 0 to 1
    /// let hierarchy = ContractionHierarchy::prepare(&graph)?;
    ///
    /// let number = |node: &_| u32::try_from(town.index(node).expect("a node of the town")).expect("few nodes");
    /// let trip = town.between(0, &2).map(&hierarchy, number);
    /// let path = HierarchySearch::new(&trip).find_path()?.and_then(|path| trip.path(&path)).expect("a way");
    /// let places: Vec<_> = path.iter().map(|number| town.node_at(*number as usize).expect("a node").at).collect();
    /// assert_eq!((places, path.cost), (vec![0, 3, 2], 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_csr(&self) -> Result<CsrGraph<G::Cost>, ForbiddenPathsError> {
        let bound = self.index_bound().ok_or(ForbiddenPathsError::NotNumbered)?;
        if bound > astride::engine::MAX_NODES {
            return Err(CsrError::TooManyNodes { nodes: bound }.into());
        }
        if bound > 0 && (0..bound).all(|index| self.node_at(index).is_none()) {
            return Err(ForbiddenPathsError::NotNumbered);
        }
        let outside = Cell::new(None);
        let row = |from: usize| {
            let edges = self.node_at(from).map(|node| {
                let edges = self.successors(&node).filter_map(|(to, cost)| {
                    let index = self.index(&to).filter(|index| *index < bound);
                    if index.is_none() {
                        outside.set(Some(from));
                    }
                    Some((u32::try_from(index?).ok()?, cost))
                });
                edges.collect::<Vec<_>>()
            });
            edges.into_iter().flatten()
        };
        let graph = CsrGraph::from_rows((0..bound).map(row))?;
        match outside.get() {
            Some(from) => Err(ForbiddenPathsError::EndOutside { from, bound }),
            None => Ok(graph),
        }
    }

    #[inline]
    fn row(&self, node: &Followed<G::Node>) -> &[(G::Node, Option<u32>)] {
        self.automaton.row(&node.at, node.prefix)
    }
}

impl<G: Graph> Graph for ForbiddenPaths<G> {
    type Node = Followed<G::Node>;
    type Cost = G::Cost;

    #[inline]
    fn successors(&self, node: &Self::Node) -> impl Iterator<Item = (Self::Node, G::Cost)> {
        let row = self.row(node);
        let edges = self.graph.successors(&node.at);
        edges.filter_map(move |(at, cost)| {
            let prefix = Automaton::step(row, &at)?;
            Some((Followed { at, prefix }, cost))
        })
    }

    #[inline]
    fn visit_successors(
        &self,
        node: &Self::Node,
        reached: Reached<'_, Self::Node>,
        mut visit: impl FnMut(Self::Node, Option<usize>, G::Cost),
    ) {
        let row = self.row(node);
        let bound = self.graph.index_bound();
        // The parent is unknown, so that no edge is left out because of a path that may be forbidden.
        let reached = Reached {
            index: reached.index.filter(|_| node.prefix == NO_PREFIX),
            ..Reached::default()
        };
        self.graph.visit_successors(&node.at, reached, |at, index, cost| {
            if let Some(prefix) = Automaton::step(row, &at) {
                let index = bound.and_then(|bound| index_of(bound, index, prefix));
                visit(Followed { at, prefix }, index, cost);
            }
        });
    }

    #[inline]
    fn index(&self, node: &Self::Node) -> Option<usize> {
        index_of(self.graph.index_bound()?, self.graph.index(&node.at), node.prefix)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<Self::Node> {
        let bound = self.graph.index_bound()?;
        if index < bound {
            return self.graph.node_at(index).map(Followed::start);
        }
        let prefix = u32::try_from(index - bound + 1).ok()?;
        let [at, _] = self.automaton.ends(prefix)?;
        // Either all nodes can be restored from their indices, or none.
        self.graph.node_at(self.graph.index(at)?)?;
        Some(Followed { at: at.clone(), prefix })
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.graph.index_bound()?.checked_add(self.automaton.len() - 1)
    }

    fn check_node(&self, node: &Self::Node) -> Result<(), NoSuchNode> {
        self.graph.check_node(&node.at)
    }

    #[inline]
    fn prefetch(&self, node: &Self::Node) {
        self.graph.prefetch(&node.at);
    }
}

/// The index of a node: those of the graph come first, and then one for each state.
#[inline]
fn index_of(bound: usize, index: Option<usize>, prefix: u32) -> Option<usize> {
    // An index that breaks its bound would be that of a state.
    let index = index.filter(|index| *index < bound)?;
    if prefix == NO_PREFIX {
        Some(index)
    } else {
        bound.checked_add(prefix as usize - 1)
    }
}

/// The predecessors of a node are all nodes at the places before it from which the edge leads there.
impl<G: ReverseGraph> ReverseGraph for ForbiddenPaths<G> {
    fn predecessors(&self, node: &Self::Node) -> impl Iterator<Item = (Self::Node, G::Cost)> {
        let before = self.automaton.ends(node.prefix).map(|[_, before]| before);
        let edges = self.graph.predecessors(&node.at);
        let edges = edges.filter(move |(from, _)| before.is_none_or(|before| before == from));
        edges.flat_map(move |(from, cost)| {
            let states = self.automaton.states_at(&from);
            let leads_here =
                |state: &u32| Automaton::step(self.automaton.row(&from, *state), &node.at) == Some(node.prefix);
            let nodes = states.filter(leads_here).map(|prefix| {
                (
                    Followed {
                        at: from.clone(),
                        prefix,
                    },
                    cost,
                )
            });
            nodes.collect::<Vec<_>>()
        })
    }

    #[inline]
    fn prefetch_predecessors(&self, node: &Self::Node) {
        self.graph.prefetch_predecessors(&node.at);
    }
}

impl<G: Problem> Problem for ForbiddenPaths<G> {
    #[inline]
    fn start(&self) -> Self::Node {
        Followed::start(self.graph.start())
    }

    #[inline]
    fn is_goal(&self, node: &Self::Node) -> bool {
        self.graph.is_goal(&node.at)
    }

    #[inline]
    fn seeks_goal(&self) -> bool {
        self.graph.seeks_goal()
    }
}

/// The estimate of a node is that of its place. Forbidding paths makes none cheaper, so the guarantees of that estimate
/// still hold.
impl<G: Heuristic> Heuristic for ForbiddenPaths<G> {
    #[inline]
    fn estimate(&self, node: &Self::Node) -> G::Cost {
        self.graph.estimate(&node.at)
    }

    #[inline]
    fn estimate_child(&self, parent: &Self::Node, estimate: G::Cost, child: &Self::Node) -> G::Cost {
        self.graph.estimate_child(&parent.at, estimate, &child.at)
    }

    #[inline]
    fn estimate_hints(&self) -> Hints {
        Hints::NONE.with_consistency(self.graph.estimate_hints().consistency)
    }
}

/// Shows the number of beginnings of forbidden paths.
impl<G: Graph + fmt::Debug> fmt::Debug for ForbiddenPaths<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ForbiddenPaths")
            .field("graph", &self.graph)
            .field("beginnings", &(self.automaton.len() - 1))
            .finish_non_exhaustive()
    }
}
