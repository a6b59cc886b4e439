//! [`Alternatives`]: a few routes that differ from each other.

mod limits;

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::mem;

pub use limits::{RouteLimitError, RouteLimits};

use astride::problem::Reversed;
use astride::traits::NumericCost;
use astride::{Cost, Dijkstra, Graph, KnownGoal, OneToAll, Path, ReverseGraph, SearchError, Stats, Status, Stepper};

/// The shortest route and alternatives to it: routes that differ from each other and have no needless detours.
///
/// The [`KShortestPaths`](astride::KShortestPaths) of a road network hardly differ: most of them leave the shortest
/// route only for a short detour. Alternatives obey three limits, set with [`RouteLimits`]: they share little with each
/// other, they cost little more than the shortest route, and each short part of them is a cheapest path.
///
/// The algorithm grows two trees of cheapest paths, one from the start and one to the goal. A *plateau* is a path,
/// possibly of a single node, that belongs to both trees. A route leads along the first tree to a plateau, follows the
/// plateau, and continues along the other tree. A part of the route that costs less than the plateau plus the edges
/// directly before and after it is a cheapest path, so a long plateau makes a good route. Routes are tried in ascending
/// order of their cost without the plateau and the edges next to it, and those that obey the limits are returned, up to
/// the maximum number of routes.
///
/// # Methods
///
/// Those of [`Stepper`], and:
///
/// * [`with_limits`](Self::with_limits) sets the limits.
/// * [`find_routes`](Self::find_routes) runs to the end and returns the routes.
/// * [`routes`](Self::routes) returns the routes found so far.
///
/// # Arguments
///
/// A [`KnownGoal`] that is a [`ReverseGraph`], such as the result of [`Query::between`](astride::Query::between). The
/// problem is cloned, which is cheap for a query on a reference to a graph. Estimates are not used.
///
/// # Returns
///
/// [`Status::Found`] with at least one route, of which the first is a cheapest path, or [`Status::Exhausted`] if there
/// is no path.
///
/// There may be fewer routes than the limits allow. With the default limits, three routes are found for 95 of 100
/// random pairs of junctions on the roads of Rome, and for 87 of 100 on those of New York.
///
/// # Complexity
///
/// Two searches with [`Dijkstra`]'s algorithm, up to the maximum cost of an alternative. Then O(n log n) for the n
/// nodes that both searches have closed, and O(r · k log k) for each route that is tried, where r is the number of
/// routes returned and k is the maximum number of nodes of a route. The memory is that of the two searches.
///
/// # Errors
///
/// [`Status::Failed`] with the errors of [`Dijkstra`].
///
/// # Example
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride::Query;
/// use astride_roads::Alternatives;
///
/// // From 0 to 4 through 1, 3 or 5. The route through 1 has a variant through 2.
/// let minutes = [(0, 1, 30_u32), (1, 4, 10), (1, 2, 4), (2, 4, 7), (0, 3, 21), (3, 4, 21), (0, 5, 25), (5, 4, 25)];
/// let roads = CsrGraph::undirected(6, minutes)?;
/// let mut search = Alternatives::new(Query::between(&roads, 0, 4));
/// let routes: Vec<_> = search.find_routes()?.iter().map(|route| (route.path.cost, &route.path.nodes[..])).collect();
/// // The route 0, 1, 2, 4 in 41 minutes is not among them, since it shares three quarters of the shortest route.
/// assert_eq!(routes, [(40, &[0, 1, 4][..]), (42, &[0, 3, 4]), (50, &[0, 5, 4])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Cambridge Vehicle Information Technology: Choice Routing. 2005 (plateaus). Abraham, Delling, Goldberg, Werneck:
/// Alternative routes in road networks. ACM Journal of Experimental Algorithmics 18, 2013 (the limits, and why a
/// plateau makes a route locally optimal).
#[doc(alias(
    "alternative routes",
    "plateau",
    "choice routing",
    "detour",
    "second best route",
    "via node"
))]
pub struct Alternatives<P: KnownGoal + ReverseGraph> {
    problem: P,
    limits: RouteLimits,
    /// The searches from the start and from the goal.
    forward: Dijkstra<OneToAll<P>>,
    backward: Dijkstra<OneToAll<Reversed<P>>>,
    phase: Phase,
    /// The cost of the shortest route, once known, and the maximum cost of an alternative.
    costs: Option<(P::Cost, P::Cost)>,
    /// The nodes at which plateaus may end.
    ends: Vec<P::Node>,
    /// The plateaus that may become routes, finally sorted with the best one last.
    plateaus: Vec<Plateau<P::Node, P::Cost>>,
    routes: Vec<RouteOf<P>>,
    /// The edges of each route, sorted.
    edges: Vec<Vec<Edge<P>>>,
    /// The number of steps that were not expansions.
    looked_at: u64,
}

/// One of the routes of [`Alternatives`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeRoute<N, C> {
    /// The route.
    pub path: Path<N, C>,
    /// The greatest cost of the edges that the route shares with any one earlier route.
    pub shared: C,
}

/// The start and the end of an edge, and its cost.
type Edge<P> = ((<P as Graph>::Node, <P as Graph>::Node), <P as Graph>::Cost);

/// A path and its edges, which are sorted.
type Traced<P> = (Path<<P as Graph>::Node, <P as Graph>::Cost>, Vec<Edge<P>>);

type RouteOf<P> = AlternativeRoute<<P as Graph>::Node, <P as Graph>::Cost>;

enum Phase {
    Forward,
    Backward,
    Plateaus,
    Routes,
    Over(Status),
}

/// A path of both trees.
struct Plateau<N, C> {
    start: N,
    /// The cost of the route before the edge to the plateau and after the edge from it, and its total cost.
    rest: C,
    cost: C,
}

impl<P> Alternatives<P>
where
    P: KnownGoal + ReverseGraph + Clone,
    P::Cost: NumericCost,
    P::Node: Ord,
{
    /// Creates a search with the default limits.
    pub fn new(problem: P) -> Self {
        Alternatives {
            forward: Dijkstra::one_to_all(problem.clone(), problem.start()),
            backward: Dijkstra::one_to_all(Reversed::new(problem.clone()), problem.goal()),
            problem,
            limits: RouteLimits::default(),
            phase: Phase::Forward,
            costs: None,
            ends: Vec::new(),
            plateaus: Vec::new(),
            routes: Vec::new(),
            edges: Vec::new(),
            looked_at: 0,
        }
    }

    /// Sets the limits. A search that has begun is restarted.
    ///
    /// # Errors
    ///
    /// [`RouteLimitError`] if a limit is out of range.
    pub fn with_limits(self, limits: RouteLimits) -> Result<Self, RouteLimitError> {
        let limits = limits.check()?;
        Ok(Alternatives {
            limits,
            ..Self::new(self.problem)
        })
    }

    /// The routes found so far. The first route is the shortest.
    pub fn routes(&self) -> &[RouteOf<P>] {
        &self.routes
    }

    /// Runs to the end and returns the routes. If there is no path, there are no routes.
    ///
    /// # Errors
    ///
    /// [`SearchError`] if one of the two searches failed.
    pub fn find_routes(&mut self) -> Result<&[RouteOf<P>], SearchError> {
        match self.run() {
            Status::Failed(error) => Err(error),
            _ => Ok(&self.routes),
        }
    }

    /// Makes a step of the search from the start, which ends at the maximum cost of an alternative.
    fn step_forward(&mut self) -> Phase {
        if let Some((_, most)) = self.costs
            && self.forward.next_node().is_none_or(|next| most.is_less(&next.g))
        {
            self.backward.set_cost_limit(most);
            return Phase::Backward;
        }
        match self.forward.step() {
            Status::Running => {}
            Status::Found => return Phase::Over(Status::Exhausted),
            end => return Phase::Over(end),
        }
        let goal = self.problem.goal();
        if self.costs.is_none() && self.forward.current().as_ref() == Some(&goal) {
            let nodes = self.forward.path_to(&goal).map(|path| path.nodes);
            let Some((path, edges)) = nodes.and_then(|nodes| self.with_edges(nodes)) else {
                return Phase::Over(Status::Exhausted);
            };
            let most = path.cost.scaled(self.limits.stretch).unwrap_or(P::Cost::INFINITY);
            self.costs = Some((path.cost, most));
            self.push(path, edges, P::Cost::ZERO);
            if self.limits.count <= 1 {
                return Phase::Over(Status::Found);
            }
        }
        Phase::Forward
    }

    /// Makes a step of the search from the goal. When a node is closed, it is known whether a plateau ends there.
    fn step_backward(&mut self) -> Phase {
        match self.backward.step() {
            Status::Running => {}
            // A path that is too expensive for the cost type is no alternative.
            Status::Found | Status::Failed(SearchError::CostOverflow { .. }) => return Phase::Plateaus,
            end => return Phase::Over(end),
        }
        let Some(node) = self.backward.current().filter(|node| self.cost_over(node).is_some()) else {
            return Phase::Backward;
        };
        let next = self.next(&node);
        if next.is_none_or(|next| self.before(&next).as_ref() != Some(&node)) {
            if self.ends.try_reserve(1).is_err() {
                let nodes = self.stats().nodes;
                return Phase::Over(Status::Failed(SearchError::OutOfMemory { nodes }));
            }
            self.ends.push(node);
        }
        Phase::Backward
    }

    /// Follows a plateau from its end to its start, and keeps it if it is long enough.
    fn follow_plateau(&mut self) -> Phase {
        let Some(end) = self.ends.pop() else {
            self.plateaus.sort_by(|left, right| right.order(left));
            return Phase::Routes;
        };
        let mut start = end.clone();
        while let Some(before) = self.before(&start)
            && self.next(&before).as_ref() == Some(&start)
        {
            start = before;
        }
        self.plateaus.extend(self.plateau(start, &end));
        Phase::Plateaus
    }

    /// The plateau between two nodes, if the route through it obeys the limit of local optimality.
    ///
    /// The route is a cheapest path up to the plateau's end, and also from the plateau's start. A part that is not a
    /// cheapest path therefore begins before that start and ends after that end, so it costs at least as much as the
    /// plateau and the edges directly before and after it.
    fn plateau(&self, start: P::Node, end: &P::Node) -> Option<Plateau<P::Node, P::Cost>> {
        let cost = self.cost_over(&start)?;
        let rest = match (self.before(&start), self.next(end)) {
            (Some(before), Some(next)) => self.forward.cost_to(&before)?.plus(self.backward.cost_to(&next)?)?,
            // The whole route is a cheapest path.
            _ => P::Cost::ZERO,
        };
        let (shortest, _) = self.costs?;
        let is_long = cost.minus(rest).to_f64() >= self.limits.local_optimality * shortest.to_f64();
        is_long.then_some(Plateau { start, rest, cost })
    }

    /// The cost of the cheapest route through a node, if it obeys the limit of stretch.
    fn cost_over(&self, node: &P::Node) -> Option<P::Cost> {
        let (_, most) = self.costs?;
        let forward = self.forward.known_node(node).filter(|known| !known.is_open)?;
        let cost = forward.g.plus(self.backward.cost_to(node)?)?;
        (!most.is_less(&cost)).then_some(cost)
    }

    /// Examines the best remaining route.
    fn choose_route(&mut self) -> Phase {
        let plateau = self.plateaus.pop().filter(|_| self.routes.len() < self.limits.count);
        let (Some(plateau), Some((shortest, most))) = (plateau, self.costs) else {
            return Phase::Over(Status::Found);
        };
        let Some((path, edges)) = self.route_over(&plateau.start) else {
            return Phase::Routes;
        };
        let shared = self.edges.iter().map(|route| shared::<P>(route, &edges));
        let shared = shared.fold(
            P::Cost::ZERO,
            |most, shared| if most.is_less(&shared) { shared } else { most },
        );
        let is_known = self.routes.iter().any(|route| route.path.nodes == path.nodes);
        let differs = !is_known && shared.to_f64() <= self.limits.sharing * shortest.to_f64();
        if differs && !most.is_less(&path.cost) {
            self.push(path, edges, shared);
        }
        Phase::Routes
    }

    /// The route along the first tree to a node, and along the second to the goal, or `None` if it visits a node twice.
    fn route_over(&self, node: &P::Node) -> Option<Traced<P>> {
        let mut nodes = self.forward.path_to(node)?.nodes;
        let rest = self.backward.path_to(node)?.nodes;
        nodes.extend(rest.into_iter().rev().skip(1));
        let mut sorted: Vec<_> = nodes.iter().collect();
        sorted.sort_unstable();
        let is_simple = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        if is_simple { self.with_edges(nodes) } else { None }
    }

    /// The path along these nodes, with its edges sorted.
    fn with_edges(&self, nodes: Vec<P::Node>) -> Option<Traced<P>> {
        let (mut cost, mut edges) = (P::Cost::ZERO, Vec::with_capacity(nodes.len()));
        for hop in nodes.windows(2) {
            let successors = self.problem.successors(&hop[0]).filter(|(end, _)| *end == hop[1]);
            let (_, edge) = successors.min_by(|(_, left), (_, right)| left.order(right))?;
            cost = cost.plus(edge)?;
            edges.push(((hop[0].clone(), hop[1].clone()), edge));
        }
        edges.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
        Some((Path { nodes, cost }, edges))
    }

    fn push(&mut self, path: Path<P::Node, P::Cost>, edges: Vec<Edge<P>>, shared: P::Cost) {
        self.routes.push(AlternativeRoute { path, shared });
        self.edges.push(edges);
    }

    /// The node before another one on the cheapest path from the start.
    fn before(&self, node: &P::Node) -> Option<P::Node> {
        self.forward.known_node(node).filter(|known| !known.is_open)?.parent
    }

    /// The node after another one on the cheapest path to the goal.
    fn next(&self, node: &P::Node) -> Option<P::Node> {
        self.backward.known_node(node).filter(|known| !known.is_open)?.parent
    }
}

/// The cost of the edges that two routes have in common.
fn shared<P: Graph<Node: Ord>>(one: &[Edge<P>], other: &[Edge<P>]) -> P::Cost {
    let common = one
        .iter()
        .filter(|(edge, _)| other.binary_search_by(|(other, _)| other.cmp(edge)).is_ok());
    // This is at most the cost of all edges of a route, which is finite.
    common.fold(P::Cost::ZERO, |sum, (_, cost)| {
        sum.plus(*cost).unwrap_or(P::Cost::INFINITY)
    })
}

impl<N, C: Cost> Plateau<N, C> {
    /// Orders the better plateau first.
    fn order(&self, other: &Self) -> Ordering {
        self.rest.order(&other.rest).then(self.cost.order(&other.cost))
    }
}

impl<P> Stepper for Alternatives<P>
where
    P: KnownGoal + ReverseGraph + Clone,
    P::Cost: NumericCost,
    P::Node: Ord,
{
    /// Makes one expansion, or examines one plateau or one route.
    fn step(&mut self) -> Status {
        // The phase during the step, since code of the graph may panic.
        let phase = mem::replace(&mut self.phase, Phase::Over(Status::Failed(SearchError::Panicked)));
        self.phase = match phase {
            Phase::Forward => self.step_forward(),
            Phase::Backward => self.step_backward(),
            Phase::Plateaus => self.follow_plateau(),
            Phase::Routes => self.choose_route(),
            over @ Phase::Over(_) => over,
        };
        self.looked_at += u64::from(matches!(self.phase, Phase::Plateaus | Phase::Routes));
        self.status()
    }

    fn status(&self) -> Status {
        match &self.phase {
            Phase::Over(status) => status.clone(),
            _ => Status::Running,
        }
    }

    /// Returns the sums of the statistics of both searches, except for `max_open`, which is the greater of the two
    /// values. A step that examines a plateau or a route counts as an expansion.
    fn stats(&self) -> Stats {
        let (mut sum, backward) = (self.forward.stats(), self.backward.stats());
        sum.expanded += backward.expanded + self.looked_at;
        sum.generated += backward.generated;
        sum.open += backward.open;
        sum.max_open = sum.max_open.max(backward.max_open);
        sum.nodes += backward.nodes;
        sum.bytes += backward.bytes;
        sum.elapsed += backward.elapsed;
        sum
    }
}

impl<P: KnownGoal + ReverseGraph> fmt::Debug for Alternatives<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("Alternatives");
        fields.field("limits", &self.limits).field("routes", &self.routes.len());
        fields.finish_non_exhaustive()
    }
}
