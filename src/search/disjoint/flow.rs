//! [`Flow`]: the paths found so far, along which a search may go back.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::Hash;

use hashbrown::HashMap;

use crate::engine::Progress;
use crate::{Cost, Graph, Path};

/// The edges of the paths found so far. Only [`paths`](Self::paths) decides to which path an edge belongs.
#[derive(Clone, Debug)]
pub(super) struct Flow<N, C> {
    /// The start of each path, with its cost.
    starts: Vec<(N, C)>,
    stops: HashMap<N, Stop<N, C>>,
}

/// The edges of the paths at one node.
#[derive(Clone, Debug)]
struct Stop<N, C> {
    /// The source and the cost of each edge to the node.
    sources: Vec<(N, C)>,
    edges: Vec<Edge<N, C>>,
}

/// An edge of a path.
#[derive(Clone, Debug)]
pub(super) struct Edge<N, C> {
    /// The position among the successors.
    pub(super) place: usize,
    to: N,
    cost: C,
}

/// A step of a path that is added.
enum Step<C> {
    Along {
        place: usize,
        cost: C,
    },
    /// Against an edge of this cost.
    Back {
        cost: C,
    },
}

impl<N, C> Flow<N, C> {
    pub(super) fn new() -> Self {
        Flow {
            starts: Vec::new(),
            stops: HashMap::default(),
        }
    }

    /// The number of paths.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.stops.clear();
    }
}

impl<N: Clone + Eq + Hash, C: Cost> Flow<N, C> {
    /// The nodes of all paths, unless a path is a single node.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &N> {
        self.stops.keys()
    }

    pub(super) fn contains(&self, node: &N) -> bool {
        self.stops.contains_key(node)
    }

    /// The source and the cost of each edge to a node.
    pub(super) fn sources(&self, node: &N) -> &[(N, C)] {
        self.stops.get(node).map_or(&[], |stop| &stop.sources)
    }

    /// The edges from a node.
    pub(super) fn edges(&self, node: &N) -> &[Edge<N, C>] {
        self.stops.get(node).map_or(&[], |stop| &stop.edges)
    }

    /// Adds a path whose start has this cost. Each node comes with the information whether the step to it may go back
    /// along an edge, which is then removed. Returns `None` if there is not enough memory.
    pub(super) fn add<G: Graph<Node = N, Cost = C>>(
        &mut self,
        graph: &G,
        path: &[(N, bool)],
        start_cost: C,
    ) -> Option<()> {
        let (start, _) = path.first()?;
        self.stops.try_reserve(path.len()).ok()?;
        self.starts.push((start.clone(), start_cost));
        let pairs = || path.iter().zip(path.iter().skip(1));
        // All steps are along or against edges of the flow as it was before.
        let steps: Vec<_> = pairs()
            .map(|((from, _), (to, may_go_back))| self.step(graph, from, to, *may_go_back))
            .collect();
        for (((from, _), (to, _)), step) in pairs().zip(steps) {
            match step {
                Step::Along { place, cost } => {
                    let (to, source) = (to.clone(), (from.clone(), cost));
                    self.stop(&to).sources.push(source);
                    self.stop(from).edges.push(Edge { place, to, cost });
                }
                Step::Back { cost } => {
                    let is_it = |known: &C| known.order(&cost).is_eq();
                    let edges = &mut self.stop(to).edges;
                    let place = edges.iter().position(|edge| edge.to == *from && is_it(&edge.cost));
                    place.map(|place| edges.remove(place));
                    let sources = &mut self.stop(from).sources;
                    let place = sources.iter().position(|(source, known)| source == to && is_it(known));
                    place.map(|place| sources.remove(place));
                }
            }
        }
        self.stops
            .retain(|_, stop| !stop.sources.is_empty() || !stop.edges.is_empty());
        Some(())
    }

    fn stop(&mut self, node: &N) -> &mut Stop<N, C> {
        let new = || Stop {
            sources: Vec::new(),
            edges: Vec::new(),
        };
        self.stops.entry(node.clone()).or_insert_with(new)
    }

    /// A step of a path. Going back never costs more than going along an edge.
    fn step<G: Graph<Node = N, Cost = C>>(&self, graph: &G, from: &N, to: &N, may_go_back: bool) -> Step<C> {
        let sources = self.sources(from).iter();
        let costs = sources
            .filter(|(source, _)| may_go_back && source == to)
            .map(|(_, cost)| *cost);
        if let Some(cost) = costs.max_by(C::order) {
            return Step::Back { cost };
        }
        let is_taken = |place: usize| self.edges(from).iter().any(|edge| edge.place == place);
        let edges = graph.successors(from).enumerate();
        let edges = edges.filter(|(place, (node, _))| node == to && !is_taken(*place));
        let edge = edges.min_by(|(_, (_, one)), (_, (_, other))| one.order(other));
        // An edge is missing only if the successors of equal nodes differ.
        let (place, cost) = edge.map_or((usize::MAX, C::ZERO), |(place, (_, cost))| (place, cost));
        Step::Along { place, cost }
    }

    /// The paths, cheapest first. If one of them costs too much, returns the node where its cost overflows.
    pub(super) fn paths(&self, progress: &mut Progress) -> Result<Vec<Path<N, C>>, N> {
        // The number of each node's edges that belong to earlier paths.
        let mut used = HashMap::<&N, usize>::new();
        let mut paths = Vec::new();
        for (start, cost) in &self.starts {
            let mut nodes = vec![(start, *cost)];
            let mut visits = HashMap::<&N, usize>::new();
            visits.insert(start, 0);
            while let Some((node, cost)) = nodes.last().copied()
                && let used = used.entry(node).or_insert(0)
                && let Some(edge) = self.edges(node).get(*used)
            {
                *used += 1;
                let sum = progress.sum(cost, edge.cost, edge.place).ok_or_else(|| node.clone())?;
                // The path may visit a node twice if the cycle costs nothing.
                let visit = visits.get(&edge.to).copied();
                let is_it = |visit: &usize| nodes.get(*visit).is_some_and(|(known, _)| **known == edge.to);
                if let Some(visit) = visit.filter(is_it) {
                    nodes.truncate(visit + 1);
                } else {
                    visits.insert(&edge.to, nodes.len());
                    nodes.push((&edge.to, sum));
                }
            }
            let cost = nodes.last().map_or(*cost, |(_, cost)| *cost);
            let nodes = nodes.into_iter().map(|(node, _)| node.clone()).collect();
            paths.push(Path { nodes, cost });
        }
        paths.sort_by(|one, other| one.cost.order(&other.cost));
        Ok(paths)
    }
}

/// A node with a side. A node of a known path that only one path may use has two sides: a path that arrives from
/// elsewhere, at the near side, can only go back along the known path, whereas a path that comes back along it, to the
/// far side, can go anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sided<N> {
    pub(super) node: N,
    /// Whether this is the far side.
    pub(super) is_far: bool,
}

impl<N: Clone> Sided<N> {
    pub(super) const fn near(node: N) -> Self {
        Sided { node, is_far: false }
    }

    /// The near side and the far side.
    pub(super) fn both(node: &N) -> [Self; 2] {
        [false, true].map(|is_far| Sided {
            node: node.clone(),
            is_far,
        })
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
