//! [`SeveralCosts`]: a graph in which each edge has a cost and resources.

use alloc::format;
use alloc::vec::Vec;
use core::array;
use core::fmt::{self, Debug};
use core::hash::Hash;

use astride::engine::MAX_NODES;
use astride::engine::{filled, with_capacity};
use astride::graphs::CsrGraph;
use astride::{Cost, Graph};
use hashbrown::HashMap;

use crate::error::{CostsError, Which};

/// A finite graph whose edges have a cost and `M` *resources*, which are further costs such as a toll, battery charge
/// or time.
///
/// Build it once, from edges or from another graph, and use it for any number of queries with
/// [`ParetoPaths`](crate::ParetoPaths). Nodes can have any type with `Clone`, `Debug`, `Eq` and `Hash`, such as
/// numbers, names or cells of a map.
///
/// | from | with |
/// |---|---|
/// | edges | [`from_edges`](Self::from_edges) |
/// | a graph and a closure for the resources | [`explore`](Self::explore) |
/// | two graphs with the same edges | [`pair`](SeveralCosts::pair) |
/// | edges on which resources may fall | [`with_recuperation`](Self::with_recuperation) |
///
/// Edges with an infinite cost or resource are left out. All parallel edges are kept.
///
/// # Complexity
///
/// With costs of c bytes (4 or 8), an edge takes 2 · (2 + `M`) · c bytes. A node takes about 16 bytes plus twice its
/// own size.
///
/// # Example
///
/// ```
/// use astride_labels::{CostsError, SeveralCosts};
///
/// let roads = SeveralCosts::from_edges([
///     ("Arad", "Sibiu", 140, [12]), // kilometres, toll
///     ("Sibiu", "Bucharest", 278, [25]),
///     ("Sibiu", "Bucharest", 310, [0]),
/// ])?;
/// assert_eq!((roads.node_count(), roads.edge_count()), (3, 3));
///
/// let wrong = SeveralCosts::from_edges([("Arad", "Sibiu", 140, [-12])]);
/// assert_eq!(
///     wrong.unwrap_err().to_string(),
///     r#"resource 0 of the edge from "Arad" to "Sibiu" is -12, which is below zero"#
/// );
/// # Ok::<(), CostsError>(())
/// ```
#[derive(Clone)]
pub struct SeveralCosts<N, C, const M: usize> {
    numbers: HashMap<N, u32>,
    nodes: Vec<N>,
    pub(crate) out: Rows<C, M>,
    pub(crate) into: Rows<C, M>,
    /// Which resources fall along some edge.
    pub(crate) falls: [bool; M],
}

/// An edge to or from a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<C, const M: usize> {
    pub(crate) node: u32,
    pub(crate) cost: C,
    pub(crate) resources: [C; M],
}

/// The edges at each node, stored next to each other.
#[derive(Clone)]
pub(crate) struct Rows<C, const M: usize> {
    offsets: Vec<u32>,
    edges: Vec<Edge<C, M>>,
}

impl<C, const M: usize> Rows<C, M> {
    #[inline]
    pub(crate) fn at(&self, node: u32) -> &[Edge<C, M>] {
        match self.offsets.get(node as usize..) {
            Some([begin, end, ..]) => &self.edges[*begin as usize..*end as usize],
            _ => &[],
        }
    }
}

impl<N: Clone + Debug + Eq + Hash, C: Cost, const M: usize> SeveralCosts<N, C, M> {
    /// Creates a graph from edges, each with its two nodes, its cost and its resources. O(edges) hash lookups.
    ///
    /// # Errors
    ///
    /// [`CostsError`] if a cost or a resource is negative or not a number, if there are too many nodes or edges, or if
    /// memory is exhausted.
    pub fn from_edges(edges: impl IntoIterator<Item = (N, N, C, [C; M])>) -> Result<Self, CostsError> {
        Builder::new().with_edges(edges)
    }

    /// Creates a graph like [`from_edges`](Self::from_edges), whose resources may fall along edges: those below zero
    /// are gained. The costs must not be below zero.
    ///
    /// For an electric car, the resource is the charge that an edge consumes, or, if it is below zero, the charge
    /// gained by driving downhill or at a charging station.
    /// [`ParetoPaths::with_battery`](crate::ParetoPaths::with_battery) finds the paths that a battery allows. In
    /// general, the resources used on a path never fall below zero, and what would be gained beyond that is lost;
    /// [limits](crate::ParetoPaths::with_limits) apply at every node of a path.
    ///
    /// # Errors
    ///
    /// Those of [`from_edges`](Self::from_edges), except for resources below zero.
    ///
    /// # Example
    ///
    /// An electric car uses 3 units of charge for each minute and 1 for each 10 metres that it climbs, and gains half a
    /// unit for each 10 metres of descent:
    ///
    /// ```
    /// use astride::graphs::CsrGraph;
    /// use astride_labels::{ParetoPaths, SeveralCosts};
    ///
    /// let minutes = CsrGraph::undirected(3, [(0, 1, 5), (1, 2, 4)])?;
    /// let height = [300, 600, 280];
    /// let used = |from: u32, to: u32, minutes| {
    ///     let climb = (height[to as usize] - height[from as usize]) / 10;
    ///     [3 * minutes + if climb > 0 { climb } else { climb / 2 }]
    /// };
    /// let edges = minutes.nodes().flat_map(|from| minutes.edges(from).iter().map(move |edge| (from, edge)));
    /// let edges = edges.map(|(from, &(to, minutes))| (from, to, minutes, used(from, to, minutes)));
    /// let roads = SeveralCosts::with_recuperation(edges)?;
    ///
    /// let mut paths = ParetoPaths::new(&roads, &0, &2)?.with_battery(50, 60)?;
    /// let path = paths.next().expect("a path")?;
    /// assert_eq!(path.along.iter().map(|used| 60 - used[0]).collect::<Vec<_>>(), [50, 5, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("replenishment", "electric vehicle", "battery"))]
    pub fn with_recuperation(edges: impl IntoIterator<Item = (N, N, C, [C; M])>) -> Result<Self, CostsError> {
        let mut builder = Builder::new();
        builder.may_fall = true;
        builder.with_edges(edges)
    }

    /// Creates a graph from all edges that can be reached from `start` in another graph, such as a `CsrGraph` or a map.
    /// The closure gets both nodes of an edge and its cost, and returns its resources. O(nodes + edges). If infinitely
    /// many nodes can be reached, the call fails only when memory or node numbers run out.
    ///
    /// Does not compile if the costs of the graph [are fixed](Graph::FIXED_COSTS): the edges of a departure depend on
    /// the path, and those of jump points on their costs alone.
    ///
    /// # Errors
    ///
    /// Those of [`from_edges`](Self::from_edges).
    ///
    /// ```
    /// use astride::graphs::CsrGraph;
    /// use astride_labels::SeveralCosts;
    ///
    /// let minutes = CsrGraph::undirected(3, [(0, 1, 20_u32), (1, 2, 15), (0, 2, 50)])?;
    /// let bridge = |from: &u32, to: &u32| [*from, *to].contains(&1) && [*from, *to].contains(&2);
    /// let roads = SeveralCosts::explore(&minutes, &0, |from, to, _| [if bridge(from, to) { 8 } else { 0 }])?;
    /// assert_eq!(roads.edge_count(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explore<G: Graph<Node = N, Cost = C>>(
        graph: G,
        start: &N,
        mut resources: impl FnMut(&N, &N, C) -> [C; M],
    ) -> Result<Self, CostsError> {
        const {
            assert!(
                !G::FIXED_COSTS,
                "the edges of this graph depend on the path or on their costs alone, so they cannot get further costs"
            );
        }
        let mut builder = Builder::new();
        builder.number(start)?;
        let mut next = 0;
        while let Some(from) = builder.nodes.get(next).cloned() {
            // Nodes are found in the order of their numbers.
            let number = builder.number(&from)?;
            let mut result = Ok(());
            graph.successors(&from).for_each(|(to, cost)| {
                if result.is_ok() && cost.order(&C::INFINITY).is_ne() {
                    result = builder.number(&to).and_then(|end| {
                        let resources = resources(&from, &to, cost);
                        builder.add((&from, &to), (number, end), cost, resources)
                    });
                }
            });
            result?;
            next += 1;
        }
        builder.finish()
    }

    pub(crate) fn number(&self, node: &N) -> Result<u32, CostsError> {
        let known = self.numbers.get(node).copied();
        known.ok_or_else(|| CostsError::UnknownNode {
            node: format!("{node:?}"),
        })
    }
}

impl<N, C, const M: usize> SeveralCosts<N, C, M> {
    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.out.edges.len()
    }

    /// All nodes, in the order in which they were found. The place of a [`Label`](crate::Label) is a position in this
    /// list.
    pub fn nodes(&self) -> &[N] {
        &self.nodes
    }
}

impl<C: Cost> SeveralCosts<u32, C, 1> {
    /// Combines two graphs with the same edges in the same order. The costs of the second graph become the resource.
    /// O(nodes + edges).
    ///
    /// # Errors
    ///
    /// [`CostsError::OtherNodes`] or [`CostsError::OtherEdges`] if the nodes or the edges of the graphs differ, and the
    /// errors of [`from_edges`](Self::from_edges).
    ///
    /// ```
    /// use astride::graphs::CsrGraph;
    /// use astride_labels::SeveralCosts;
    ///
    /// let minutes = CsrGraph::from_edges(3, [(0, 1, 20_u32), (1, 2, 15), (0, 2, 50)])?;
    /// let toll = CsrGraph::from_edges(3, [(0, 1, 0), (1, 2, 8), (0, 2, 0)])?;
    /// let roads = SeveralCosts::pair(&minutes, &toll)?;
    /// assert_eq!(roads.nodes(), [0, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pair(cost: &CsrGraph<C>, resource: &CsrGraph<C>) -> Result<Self, CostsError> {
        let (one, other) = (cost.node_count(), resource.node_count());
        if one != other {
            return Err(CostsError::OtherNodes { one, other });
        }
        let mut builder = Builder::new();
        for node in cost.nodes() {
            builder.number(&node)?;
        }
        for node in cost.nodes() {
            let (costs, resources) = (cost.edges(node), resource.edges(node));
            let end = |edges: &[(u32, C)], place: usize| edges.get(place).map(|edge| edge.0);
            let differs = |place| end(costs, place) != end(resources, place);
            if let Some(place) = (0..costs.len().max(resources.len())).find(|place| differs(*place)) {
                return Err(CostsError::OtherEdges { node, place });
            }
            for ((to, cost), (_, resource)) in costs.iter().zip(resources) {
                builder.add((&node, to), (node, *to), *cost, [*resource])?;
            }
        }
        builder.finish()
    }
}

/// A graph that is being built.
struct Builder<N, C, const M: usize> {
    numbers: HashMap<N, u32>,
    nodes: Vec<N>,
    edges: Vec<(u32, u32, C, [C; M])>,
    /// Whether resources may be below zero.
    may_fall: bool,
}

impl<N: Clone + Debug + Eq + Hash, C: Cost, const M: usize> Builder<N, C, M> {
    fn new() -> Self {
        Builder {
            numbers: HashMap::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            may_fall: false,
        }
    }

    fn with_edges(
        mut self,
        edges: impl IntoIterator<Item = (N, N, C, [C; M])>,
    ) -> Result<SeveralCosts<N, C, M>, CostsError> {
        for (from, to, cost, resources) in edges {
            let (start, end) = (self.number(&from)?, self.number(&to)?);
            self.add((&from, &to), (start, end), cost, resources)?;
        }
        self.finish()
    }

    fn out_of_memory(&self) -> CostsError {
        CostsError::OutOfMemory {
            edges: self.edges.len(),
        }
    }

    /// The number of a node. A node that has not been seen gets the next one.
    fn number(&mut self, node: &N) -> Result<u32, CostsError> {
        if let Some(number) = self.numbers.get(node) {
            return Ok(*number);
        }
        if self.nodes.len() >= MAX_NODES {
            return Err(CostsError::TooLarge);
        }
        let number = u32::try_from(self.nodes.len()).map_err(|_| CostsError::TooLarge)?;
        if self.numbers.try_reserve(1).is_err() || self.nodes.try_reserve(1).is_err() {
            return Err(self.out_of_memory());
        }
        self.numbers.insert(node.clone(), number);
        self.nodes.push(node.clone());
        Ok(number)
    }

    fn add(
        &mut self,
        (from, to): (&N, &N),
        (start, end): (u32, u32),
        cost: C,
        resources: [C; M],
    ) -> Result<(), CostsError> {
        let resources_in_order = (0..).map(Which::Resource).zip(resources);
        let mut is_edge = true;
        for (which, value) in [(Which::Cost, cost)].into_iter().chain(resources_in_order) {
            let is_infinite = value.order(&C::INFINITY).is_eq();
            is_edge &= !is_infinite;
            let text = |value: C| (format!("{from:?}"), format!("{to:?}"), format!("{value:?}"));
            // Minus zero is zero.
            if C::ZERO.plus(value).is_none() && !is_infinite {
                let (from, to, cost) = text(value);
                return Err(CostsError::InvalidCost { from, to, which, cost });
            }
            let may_fall = self.may_fall && which != Which::Cost;
            if !may_fall && value.is_less(&C::ZERO) {
                let (from, to, cost) = text(value);
                return Err(CostsError::NegativeCost { from, to, which, cost });
            }
        }
        if !is_edge {
            return Ok(());
        }
        if self.edges.len() >= u32::MAX as usize {
            return Err(CostsError::TooLarge);
        }
        if self.edges.try_reserve(1).is_err() {
            return Err(self.out_of_memory());
        }
        self.edges.push((start, end, cost, resources));
        Ok(())
    }

    fn finish(self) -> Result<SeveralCosts<N, C, M>, CostsError> {
        let out = self.rows(|edge| (edge.0, edge.1))?;
        let into = self.rows(|edge| (edge.1, edge.0))?;
        let falls = |resource: usize| self.edges.iter().any(|edge| edge.3[resource].is_less(&C::ZERO));
        let falls = array::from_fn(|resource| self.may_fall && falls(resource));
        Ok(SeveralCosts {
            falls,
            numbers: self.numbers,
            nodes: self.nodes,
            out,
            into,
        })
    }

    /// The edges sorted by the first node of `ends`, in their original order at each node. The second node is stored.
    fn rows(&self, ends: impl Fn(&(u32, u32, C, [C; M])) -> (u32, u32)) -> Result<Rows<C, M>, CostsError> {
        let lists = filled(0_u32, self.nodes.len() + 1).zip(with_capacity(self.edges.len()));
        let (mut offsets, mut edges) = lists.ok_or_else(|| self.out_of_memory())?;
        for edge in &self.edges {
            offsets[ends(edge).0 as usize + 1] += 1;
        }
        for node in 1..offsets.len() {
            offsets[node] += offsets[node - 1];
        }
        let Some(first) = self.edges.first() else {
            return Ok(Rows { offsets, edges });
        };
        let placeholder = Edge {
            node: 0,
            cost: first.2,
            resources: first.3,
        };
        edges.resize(self.edges.len(), placeholder);
        // Each offset moves to the end of its row, which is the beginning of the next one.
        for edge in &self.edges {
            let (at, node) = ends(edge);
            let place = &mut offsets[at as usize];
            edges[*place as usize] = Edge {
                node,
                cost: edge.2,
                resources: edge.3,
            };
            *place += 1;
        }
        offsets.rotate_right(1);
        offsets[0] = 0;
        Ok(Rows { offsets, edges })
    }
}

impl<N, C, const M: usize> Debug for SeveralCosts<N, C, M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SeveralCosts")
            .field("nodes", &self.nodes.len())
            .field("edges", &self.out.edges.len())
            .finish_non_exhaustive()
    }
}
