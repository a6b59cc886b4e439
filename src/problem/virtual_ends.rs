//! [`VirtualEnds`]: several starts and goals, each with a cost of its own.

use alloc::vec::Vec;
use core::fmt;

use hashbrown::HashMap;

use crate::traits::{Hints, NoSuchNode, PairHeuristic, Reached, ReverseHeuristic};
use crate::{Cost, Graph, Heuristic, KnownGoal, Path, Problem, ReverseGraph};

/// A graph with a virtual start and a virtual goal: the problem of finding the cheapest path from any of several starts
/// to any of several goals, where each start and each goal has a cost of its own.
///
/// An edge leads from the virtual start to each start, and one from each goal to the virtual goal, at the given costs.
/// A cheapest path between the virtual nodes thus has the least sum of the costs of its start, its edges and its goal.
/// Examples are places in the middle of a street, from which both ends of the street can be reached, a walk to one of
/// several bus stops, and depots with fixed costs.
///
/// [`Search::add_start`] also adds starts with costs, without an adapter. `VirtualEnds` is for goals with costs, and
/// for searches that need one known goal, such as bidirectional ones, [`LpaStar`](crate::LpaStar),
/// [`DStarLite`](crate::DStarLite), [`KShortestPaths`](crate::KShortestPaths) and `HierarchySearch` of `astride-roads`.
///
/// # Arguments
///
/// `graph`: any [`Graph`], or a reference to one. If it is a [`Problem`], its start and its goals are ignored. If it is
/// a [`ReverseGraph`], so is the `VirtualEnds`. If it is a [`PairHeuristic`], the `VirtualEnds` has estimates in all
/// directions, and they take the costs of starts and goals into account: they are the least over all goals, or over all
/// starts. They are admissible, or consistent, if those of the graph are. For many goals, or with another estimate, use
/// `Query::between(&ends, VirtualNode::Start, VirtualNode::Goal)` and [`with_heuristic`](crate::Query::with_heuristic).
///
/// `starts`, `goals`: nodes of the graph, each with its cost. If a node is given several times, the lowest cost counts.
/// A node may be both a start and a goal. A cost of [`Cost::INFINITY`] means that paths cannot begin or end there.
///
/// The graph must generate each goal as a node. Jump points, for example, are generated only for the goal of their own
/// problem.
///
/// # Returns
///
/// The nodes of a path are [`VirtualNode`]s, and [`path`](Self::path) translates a path into one of the graph.
///
/// # Complexity
///
/// A search expands two more nodes than in the graph. Each expansion looks the node up among the goals, by comparison
/// if there are at most eight, and otherwise in a hash table. An estimate asks for one estimate per goal.
///
/// If the nodes of the graph have indices, so have those of the `VirtualEnds`, which are larger by two. The virtual
/// nodes then have the indices 0 and 1.
///
/// # Errors
///
/// A search fails with [`NoSuchNode`](crate::SearchError::NoSuchNode) if the graph does not have a start or a goal. If
/// the cost of a start or a goal is below zero or not a number, a search that reaches the edge fails with
/// [`NegativeCost`](crate::SearchError::NegativeCost) or [`InvalidCost`](crate::SearchError::InvalidCost).
///
/// # Example
///
/// A walk to one of two bus stops, a ride, and a walk from one of two others:
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride::problem::VirtualEnds;
/// use astride::{BidirectionalDijkstra, Dijkstra, Status};
///
/// // 0 ─4─ 1 ─4─ 2 ─4─ 3
/// let line = CsrGraph::undirected(4, [(0, 1, 4_u32), (1, 2, 4), (2, 3, 4)])?;
/// let trip = VirtualEnds::new(&line, [(0, 1), (1, 8)], [(2, 9), (3, 2)]);
///
/// let path = Dijkstra::new(&trip).find_path()?.expect("a way");
/// let path = trip.path(&path).expect("a ride");
/// assert_eq!((path.nodes, path.cost), (vec![0, 1, 2, 3], 1 + 12 + 2));
///
/// let mut search = BidirectionalDijkstra::new(&trip);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 15);
///
/// // It may be better to walk all the way.
/// let trip = trip.with_direct_cost(14);
/// let path = Dijkstra::new(&trip).find_path()?.expect("a way");
/// assert_eq!((path.cost, trip.path(&path)), (14, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Search::add_start`]: crate::search::Search::add_start
#[doc(alias(
    "super-source",
    "super-sink",
    "supersource",
    "supersink",
    "phantom node",
    "virtual node",
    "multiple sources",
    "multiple goals",
    "add_goal",
    "offset"
))]
#[derive(Clone)]
pub struct VirtualEnds<G: Graph> {
    graph: G,
    starts: Ends<G::Node, G::Cost>,
    goals: Ends<G::Node, G::Cost>,
    direct_cost: G::Cost,
}

/// A node of a [`VirtualEnds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VirtualNode<N> {
    /// The virtual start, from which an edge leads to each start.
    Start,
    /// The virtual goal, to which an edge leads from each goal.
    Goal,
    /// A node of the graph.
    Real(N),
}

impl<N> VirtualNode<N> {
    /// Returns the node of the graph, or `None` for the virtual start and the virtual goal.
    #[inline]
    pub fn real(&self) -> Option<&N> {
        match self {
            VirtualNode::Real(node) => Some(node),
            VirtualNode::Start | VirtualNode::Goal => None,
        }
    }
}

/// The number of virtual nodes, which have the lowest indices.
const VIRTUAL: usize = 2;

impl<G: Graph> VirtualEnds<G> {
    /// Adds a virtual start and a virtual goal to a graph.
    ///
    /// # Complexity
    ///
    /// O(starts + goals) on average.
    pub fn new(
        graph: G,
        starts: impl IntoIterator<Item = (G::Node, G::Cost)>,
        goals: impl IntoIterator<Item = (G::Node, G::Cost)>,
    ) -> Self {
        VirtualEnds {
            graph,
            starts: starts.into_iter().collect(),
            goals: goals.into_iter().collect(),
            direct_cost: G::Cost::INFINITY,
        }
    }

    /// Adds an edge from the virtual start to the virtual goal: a path that visits no node of the graph, such as the
    /// way between two places on the same street.
    ///
    /// [`path`](Self::path) returns `None` for this path.
    pub fn with_direct_cost(self, cost: G::Cost) -> Self {
        VirtualEnds {
            direct_cost: cost,
            ..self
        }
    }

    /// Returns the same starts and goals, with the same costs, in another graph, such as a hierarchy that was prepared
    /// from this one. `node` returns the node of the other graph that corresponds to a node of this one.
    pub fn map<H: Graph<Cost = G::Cost>>(&self, graph: H, node: impl Fn(&G::Node) -> H::Node) -> VirtualEnds<H> {
        let ends = |ends: &Ends<G::Node, G::Cost>| ends.list.iter().map(|(end, cost)| (node(end), *cost)).collect();
        VirtualEnds {
            graph,
            starts: ends(&self.starts),
            goals: ends(&self.goals),
            direct_cost: self.direct_cost,
        }
    }

    /// Returns the graph.
    pub fn graph(&self) -> &G {
        &self.graph
    }

    /// Returns a mutable reference to the graph, for changes that a search repairs: see [`LpaStar`](crate::LpaStar).
    pub fn graph_mut(&mut self) -> &mut G {
        &mut self.graph
    }

    /// The starts with their costs, each once.
    pub fn starts(&self) -> &[(G::Node, G::Cost)] {
        &self.starts.list
    }

    /// The goals with their costs, each once.
    pub fn goals(&self) -> &[(G::Node, G::Cost)] {
        &self.goals.list
    }

    /// The cost of the [direct edge](Self::with_direct_cost), or [`Cost::INFINITY`] if there is none.
    pub fn direct_cost(&self) -> G::Cost {
        self.direct_cost
    }

    /// Returns the part of a path that lies in the graph, with the cost of the whole path, or `None` if the path visits
    /// no node of the graph.
    pub fn path(&self, path: &Path<VirtualNode<G::Node>, G::Cost>) -> Option<Path<G::Node, G::Cost>> {
        let nodes: Vec<_> = path.iter().filter_map(VirtualNode::real).cloned().collect();
        (!nodes.is_empty()).then_some(Path { nodes, cost: path.cost })
    }

    /// The first start or goal, whose index tells whether the graph numbers its nodes. If it does not, the virtual
    /// nodes must not have indices either: a search over nodes of both kinds takes longer.
    #[inline]
    fn first_end(&self) -> Option<&G::Node> {
        let end = self.starts.list.first().or_else(|| self.goals.list.first());
        end.map(|(node, _)| node)
    }

    /// The direct edge to one of its ends, if there is one.
    #[inline]
    fn direct_edge(&self, end: VirtualNode<G::Node>) -> Option<(VirtualNode<G::Node>, G::Cost)> {
        self.direct_cost
            .order(&G::Cost::INFINITY)
            .is_ne()
            .then_some((end, self.direct_cost))
    }
}

/// An edge of a graph, or to one of its nodes.
#[inline]
fn real<N, C>((node, cost): (N, C)) -> (VirtualNode<N>, C) {
    (VirtualNode::Real(node), cost)
}

/// Describes for the graph how a real node was reached. What came from a virtual node is a start of the graph.
#[inline]
fn reached_in_graph<N>(reached: Reached<'_, VirtualNode<N>>) -> Reached<'_, N> {
    let inner = |index: usize| index.checked_sub(VIRTUAL);
    Reached {
        index: reached.index.and_then(inner),
        parent_index: reached.parent_index.and_then(inner),
        parent: reached.parent.and_then(VirtualNode::real),
        keeps_cheapest: reached.keeps_cheapest,
    }
}

impl<G: Graph> Graph for VirtualEnds<G> {
    type Node = VirtualNode<G::Node>;
    type Cost = G::Cost;

    const FIXED_COSTS: bool = G::FIXED_COSTS;

    #[inline]
    fn successors(&self, node: &Self::Node) -> impl Iterator<Item = (Self::Node, G::Cost)> {
        let starts = matches!(node, VirtualNode::Start).then(|| self.starts.list.iter().cloned());
        let last = match node {
            VirtualNode::Start => self.direct_edge(VirtualNode::Goal),
            VirtualNode::Real(node) => self.goals.cost(node).map(|cost| (VirtualNode::Goal, cost)),
            VirtualNode::Goal => None,
        };
        let edges = node.real().map(|node| self.graph.successors(node));
        let edges = edges.into_iter().flatten().chain(starts.into_iter().flatten());
        edges.map(real).chain(last)
    }

    #[inline]
    fn visit_successors(
        &self,
        node: &Self::Node,
        reached: Reached<'_, Self::Node>,
        mut visit: impl FnMut(Self::Node, Option<usize>, G::Cost),
    ) {
        let VirtualNode::Real(real) = node else {
            for (child, edge) in self.successors(node) {
                let index = self.index(&child);
                visit(child, index, edge);
            }
            return;
        };
        self.graph
            .visit_successors(real, reached_in_graph(reached), |child, index, edge| {
                visit(VirtualNode::Real(child), index.map(|index| index + VIRTUAL), edge);
            });
        if let Some(cost) = self.goals.cost(real) {
            visit(VirtualNode::Goal, self.index(&VirtualNode::Goal), cost);
        }
    }

    #[inline]
    fn hints(&self) -> Hints {
        self.graph.hints()
    }

    #[inline]
    fn index(&self, node: &Self::Node) -> Option<usize> {
        let number = match node {
            VirtualNode::Start => 0,
            VirtualNode::Goal => 1,
            // A number too large for the search stays too large.
            VirtualNode::Real(node) => return Some(self.graph.index(node)?.saturating_add(VIRTUAL)),
        };
        let is_numbered = self.first_end().is_none_or(|end| self.graph.index(end).is_some());
        is_numbered.then_some(number)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<Self::Node> {
        if let Some(index) = index.checked_sub(VIRTUAL) {
            return self.graph.node_at(index).map(VirtualNode::Real);
        }
        let has_node_at = |end| {
            self.graph
                .index(end)
                .and_then(|index| self.graph.node_at(index))
                .is_some()
        };
        let node = if index == 0 {
            VirtualNode::Start
        } else {
            VirtualNode::Goal
        };
        self.first_end().is_none_or(has_node_at).then_some(node)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(self.graph.index_bound()?.saturating_add(VIRTUAL))
    }

    /// Checks all starts for the virtual start, and all goals for the virtual goal.
    fn check_node(&self, node: &Self::Node) -> Result<(), NoSuchNode> {
        let check_all = |ends: &Ends<G::Node, G::Cost>| {
            let mut nodes = ends.list.iter();
            nodes.try_for_each(|(node, _)| self.graph.check_node(node))
        };
        match node {
            VirtualNode::Start => check_all(&self.starts),
            VirtualNode::Goal => check_all(&self.goals),
            VirtualNode::Real(node) => self.graph.check_node(node),
        }
    }

    #[inline]
    fn prefetch(&self, node: &Self::Node) {
        if let VirtualNode::Real(node) = node {
            self.graph.prefetch(node);
        }
    }
}

impl<G: ReverseGraph> ReverseGraph for VirtualEnds<G> {
    #[inline]
    fn predecessors(&self, node: &Self::Node) -> impl Iterator<Item = (Self::Node, G::Cost)> {
        let goals = matches!(node, VirtualNode::Goal).then(|| self.goals.list.iter().cloned());
        let last = match node {
            VirtualNode::Goal => self.direct_edge(VirtualNode::Start),
            VirtualNode::Real(node) => self.starts.cost(node).map(|cost| (VirtualNode::Start, cost)),
            VirtualNode::Start => None,
        };
        let edges = node.real().map(|node| self.graph.predecessors(node));
        let edges = edges.into_iter().flatten().chain(goals.into_iter().flatten());
        edges.map(real).chain(last)
    }

    #[inline]
    fn visit_predecessors(
        &self,
        node: &Self::Node,
        reached: Reached<'_, Self::Node>,
        mut visit: impl FnMut(Self::Node, Option<usize>, G::Cost),
    ) {
        let VirtualNode::Real(real) = node else {
            for (parent, edge) in self.predecessors(node) {
                let index = self.index(&parent);
                visit(parent, index, edge);
            }
            return;
        };
        self.graph
            .visit_predecessors(real, reached_in_graph(reached), |parent, index, edge| {
                visit(VirtualNode::Real(parent), index.map(|index| index + VIRTUAL), edge);
            });
        if let Some(cost) = self.starts.cost(real) {
            visit(VirtualNode::Start, self.index(&VirtualNode::Start), cost);
        }
    }

    #[inline]
    fn prefetch_predecessors(&self, node: &Self::Node) {
        if let VirtualNode::Real(node) = node {
            self.graph.prefetch_predecessors(node);
        }
    }
}

impl<G: Graph> Problem for VirtualEnds<G> {
    #[inline]
    fn start(&self) -> Self::Node {
        VirtualNode::Start
    }

    #[inline]
    fn is_goal(&self, node: &Self::Node) -> bool {
        matches!(node, VirtualNode::Goal)
    }

    fn only_goal(&self) -> Option<Self::Node> {
        Some(VirtualNode::Goal)
    }
}

impl<G: Graph> KnownGoal for VirtualEnds<G> {
    #[inline]
    fn goal(&self) -> Self::Node {
        VirtualNode::Goal
    }
}

impl<G: PairHeuristic> PairHeuristic for VirtualEnds<G> {
    fn estimate_between(&self, from: &Self::Node, to: &Self::Node) -> G::Cost {
        match (from, to) {
            (VirtualNode::Real(from), VirtualNode::Real(to)) => self.graph.estimate_between(from, to),
            (VirtualNode::Real(from), VirtualNode::Goal) => {
                self.goals.least(|goal| self.graph.estimate_between(from, goal))
            }
            (VirtualNode::Start, VirtualNode::Real(to)) => {
                self.starts.least(|start| self.graph.estimate_between(start, to))
            }
            (VirtualNode::Start, VirtualNode::Goal) => {
                let to_goal = |start: &G::Node| self.goals.least(|goal| self.graph.estimate_between(start, goal));
                let indirect = self.starts.least(to_goal);
                // An invalid cost is reported when a search reaches the edge.
                let is_less = self.direct_cost.is_less(&indirect) && !self.direct_cost.is_less(&G::Cost::ZERO);
                if is_less { self.direct_cost } else { indirect }
            }
            (VirtualNode::Start, VirtualNode::Start) | (VirtualNode::Goal, VirtualNode::Goal) => G::Cost::ZERO,
            // No edge leads to the start or from the goal.
            (_, VirtualNode::Start) | (VirtualNode::Goal, _) => G::Cost::INFINITY,
        }
    }
}

impl<G: PairHeuristic> Heuristic for VirtualEnds<G> {
    #[inline]
    fn estimate(&self, node: &Self::Node) -> G::Cost {
        self.estimate_between(node, &VirtualNode::Goal)
    }
}

impl<G: PairHeuristic> ReverseHeuristic for VirtualEnds<G> {
    #[inline]
    fn estimate_from_start(&self, node: &Self::Node) -> G::Cost {
        self.estimate_between(&VirtualNode::Start, node)
    }
}

/// Shows the starts and the goals, but not the graph.
impl<G: Graph<Node: fmt::Debug>> fmt::Debug for VirtualEnds<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("VirtualEnds")
            .field("starts", &self.starts.list)
            .field("goals", &self.goals.list)
            .field("direct_cost", &self.direct_cost)
            .finish_non_exhaustive()
    }
}

/// The starts or the goals.
#[derive(Clone)]
struct Ends<N, C> {
    list: Vec<(N, C)>,
    /// The place of each node in the list. Empty if there are few nodes.
    places: HashMap<N, usize>,
}

/// The largest number of nodes that are compared one by one.
const FEW: usize = 8;

impl<N: Clone + Eq + core::hash::Hash, C: Cost> Ends<N, C> {
    #[inline]
    fn place(&self, node: &N) -> Option<usize> {
        if self.places.is_empty() {
            self.list.iter().position(|(end, _)| end == node)
        } else {
            self.places.get(node).copied()
        }
    }

    /// The cost of a node if it is an end.
    #[inline]
    fn cost(&self, node: &N) -> Option<C> {
        self.place(node).map(|place| self.list[place].1)
    }

    /// Adds an end, or lowers its cost.
    fn push(&mut self, node: N, cost: C) {
        if let Some(place) = self.place(&node) {
            let known = &mut self.list[place].1;
            // An invalid cost is kept, so that a search reports it.
            if is_valid(*known) && (cost.is_less(known) || !is_valid(cost)) {
                *known = cost;
            }
            return;
        }
        self.list.push((node.clone(), cost));
        if !self.places.is_empty() {
            self.places.insert(node, self.list.len() - 1);
        } else if self.list.len() > FEW {
            let places = self.list.iter().enumerate();
            self.places = places.map(|(place, (node, _))| (node.clone(), place)).collect();
        }
    }

    /// The least sum of the cost of an end and its estimate. If the sum is too large or the cost invalid, it is the
    /// estimate alone, which is also a lower bound.
    fn least(&self, estimate: impl Fn(&N) -> C) -> C {
        let sums = self.list.iter().map(|(node, cost)| {
            let estimate = estimate(node);
            let sum = estimate.plus(*cost).filter(|sum| !sum.is_less(&estimate));
            let is_closed = cost.order(&C::INFINITY).is_eq();
            if is_closed {
                C::INFINITY
            } else {
                sum.unwrap_or(estimate)
            }
        });
        sums.min_by(C::order).unwrap_or(C::INFINITY)
    }
}

/// Whether a cost is a number and not below zero.
fn is_valid<C: Cost>(cost: C) -> bool {
    let is_infinite = || cost.order(&C::INFINITY).is_eq();
    is_infinite() || C::ZERO.plus(cost).is_some_and(|cost| !cost.is_less(&C::ZERO))
}

impl<N: Clone + Eq + core::hash::Hash, C: Cost> FromIterator<(N, C)> for Ends<N, C> {
    fn from_iter<I: IntoIterator<Item = (N, C)>>(pairs: I) -> Self {
        let mut ends = Ends {
            list: Vec::new(),
            places: HashMap::new(),
        };
        for (node, cost) in pairs {
            ends.push(node, cost);
        }
        ends
    }
}
