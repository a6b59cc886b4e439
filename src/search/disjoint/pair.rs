//! [`FirstPath`]: the cheapest path, along which a second search may go back, and the pair that results from both.

use alloc::vec::Vec;

use crate::search::engine::Progress;
use crate::{Cost, Graph, Path};

/// The cheapest path.
#[derive(Clone, Debug)]
pub(super) struct FirstPath<N> {
    pub(super) stops: Vec<Stop<N>>,
    /// The ids of the nodes in the first search, in order, each with its place on the path.
    places: Vec<(u32, usize)>,
}

/// A node of the cheapest path.
#[derive(Clone, Debug)]
pub(super) struct Stop<N> {
    pub(super) node: N,
    /// Whether both paths may visit this node.
    pub(super) is_shared: bool,
}

/// A place on one of the two paths found by the searches.
#[derive(Clone, Copy)]
enum At {
    First(usize),
    Second(usize),
}

impl<N> FirstPath<N> {
    pub(super) const fn new() -> Self {
        FirstPath {
            stops: Vec::new(),
            places: Vec::new(),
        }
    }

    pub(super) fn is_known(&self) -> bool {
        !self.stops.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.stops.clear();
        self.places.clear();
    }

    /// Sets the nodes of the path with their ids.
    pub(super) fn set(&mut self, stops: Vec<Stop<N>>, ids: &[u32]) {
        self.stops = stops;
        self.places.extend(ids.iter().copied().zip(0..));
        self.places.sort_unstable();
    }

    /// The place on the path of the node with this id.
    #[inline]
    pub(super) fn place(&self, id: u32) -> Option<usize> {
        let found = self.places.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.places[found].1)
    }
}

impl<N: Clone + PartialEq> FirstPath<N> {
    /// The path's edge from its node at `place`: its position among the successors, and its cost.
    pub(super) fn edge<G: Graph<Node = N>>(&self, graph: &G, place: usize) -> Option<(usize, G::Cost)> {
        let (from, to) = (self.stops.get(place)?, self.stops.get(place + 1)?);
        cheapest_edge(graph, &from.node, &to.node, None)
    }

    /// Makes the pair, the cheaper path first, from this path and a `second` one, whose nodes come with their places on
    /// this one. If one of the paths costs too much, returns the node where its cost overflows.
    pub(super) fn pair<G: Graph<Node = N>>(
        &self,
        graph: &G,
        second: &[(N, Option<usize>)],
        starts: &[(N, G::Cost)],
        progress: &mut Progress,
    ) -> Result<[Path<N, G::Cost>; 2], N> {
        // If the second path goes back along an edge of the first one, neither path of the pair uses the edge. Where
        // the second path stops going back, the first one continues along the second.
        let goes_back = |at: usize| {
            let place = second.get(at)?.1?.checked_sub(1)?;
            (second.get(at + 1)?.1? == place).then_some(place)
        };
        let mut change = alloc::vec![None; self.stops.len()];
        for at in 0..second.len() {
            if let Some(place) = goes_back(at) {
                change[place] = Some(at + 1);
            }
        }
        let settled = |at: At| {
            let at = match at {
                At::Second(at) if goes_back(at).is_some() => second[at].1.map_or(At::Second(at), At::First),
                at => at,
            };
            match at {
                At::First(place) => change[place].map_or(at, At::Second),
                at @ At::Second(_) => at,
            }
        };
        let mut walk = |start| self.walk(graph, second, starts, progress, start, settled);
        let (one, other) = (walk(At::First(0))?, walk(At::Second(0))?);
        Ok(if other.cost.is_less(&one.cost) {
            [other, one]
        } else {
            [one, other]
        })
    }

    /// The path from a start of one of the two searches to the goal.
    fn walk<G: Graph<Node = N>>(
        &self,
        graph: &G,
        second: &[(N, Option<usize>)],
        starts: &[(N, G::Cost)],
        progress: &mut Progress,
        start: At,
        settled: impl Fn(At) -> At,
    ) -> Result<Path<N, G::Cost>, N> {
        let mut at = settled(start);
        let mut nodes: Vec<(N, G::Cost)> = Vec::new();
        // The positions at which the path visits the nodes of the first path. It may visit a node twice if the cycle
        // costs nothing.
        let mut visits = alloc::vec![usize::MAX; self.stops.len()];
        let mut cost = G::Cost::ZERO;
        loop {
            let (node, place) = match at {
                At::First(place) => (&self.stops[place].node, Some(place)),
                At::Second(at) => (&second[at].0, second[at].1),
            };
            if nodes.is_empty() {
                let costs = starts.iter().filter(|(start, _)| start == node).map(|(_, cost)| *cost);
                cost = costs.min_by(G::Cost::order).unwrap_or(G::Cost::ZERO);
            }
            match place.map(|place| visits[place]) {
                Some(visit) if nodes.get(visit).is_some_and(|(known, _)| known == node) => {
                    nodes.truncate(visit + 1);
                    cost = nodes[visit].1;
                }
                _ => {
                    if let Some(place) = place {
                        visits[place] = nodes.len();
                    }
                    nodes.push((node.clone(), cost));
                }
            }
            let next = match at {
                At::First(place) if place + 1 == self.stops.len() => None,
                At::First(place) => Some((self.edge(graph, place), At::First(place + 1))),
                At::Second(at) => second.get(at + 1).map(|(to, _)| {
                    let taken = place.and_then(|place| self.edge(graph, place));
                    let edge = cheapest_edge(graph, node, to, taken.map(|(taken, _)| taken));
                    (edge, At::Second(at + 1))
                }),
            };
            let Some((edge, next)) = next else {
                let nodes = nodes.into_iter().map(|(node, _)| node).collect();
                return Ok(Path { nodes, cost });
            };
            if let Some((number, edge)) = edge {
                cost = progress.sum(cost, edge, number).ok_or_else(|| node.clone())?;
            }
            at = settled(next);
        }
    }
}

/// The cheapest edge between two nodes, ignoring one successor: its position among the successors, and its cost.
pub(super) fn cheapest_edge<G: Graph>(
    graph: &G,
    from: &G::Node,
    to: &G::Node,
    except: Option<usize>,
) -> Option<(usize, G::Cost)> {
    let edges = graph.successors(from).enumerate();
    let edges = edges.filter(|(place, (node, _))| node == to && Some(*place) != except);
    edges
        .map(|(place, (_, edge))| (place, edge))
        .min_by(|(_, one), (_, other)| one.order(other))
}

/// A node with a side. A node of the first path that only one path may use has two sides: a path that arrives from
/// elsewhere, at the near side, can only go back along the first path, whereas a path that comes back along it, to the
/// far side, can go anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sided<N> {
    pub(super) node: N,
    /// Whether this is the far side.
    pub(super) is_far: bool,
}

impl<N> Sided<N> {
    pub(super) const fn near(node: N) -> Self {
        Sided { node, is_far: false }
    }
}

/// A graph whose nodes have two sides. All its edges lead to near sides.
pub(super) struct TwoSided<'a, G>(pub(super) &'a G);

impl<G: Graph> Graph for TwoSided<'_, G> {
    type Node = Sided<G::Node>;
    type Cost = G::Cost;

    fn successors(&self, from: &Sided<G::Node>) -> impl Iterator<Item = (Sided<G::Node>, G::Cost)> {
        let successors = self.0.successors(&from.node);
        successors.map(|(node, edge)| (Sided::near(node), edge))
    }

    // Far sides are hashed, since there are few of them.
    #[inline]
    fn index(&self, node: &Sided<G::Node>) -> Option<usize> {
        if node.is_far { None } else { self.0.index(&node.node) }
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<Sided<G::Node>> {
        self.0.node_at(index).map(Sided::near)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.0.index_bound()
    }
}
