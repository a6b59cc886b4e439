//! [`NamedGraph`]: nodes with names, and edges added one by one.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::problem::Exactly;
use crate::traits::NoSuchNode;
use crate::{Cost, Graph, Query, ReverseGraph};

/// A graph whose nodes have names, built edge by edge, for data that comes from a table or is typed in.
///
/// A node is a number, assigned in the order in which the names first appear, so that no search hashes a name.
/// [`query`](Self::query) makes a problem from two names, and [`names`](Self::names) turns a path back into names. The
/// graph also stores the edges into each node, so bidirectional and replanning searches accept it.
///
/// For graphs with millions of edges, use a [`CsrGraph`](super::CsrGraph), which needs less memory and is faster.
///
/// # Complexity
///
/// Adding an edge or looking up a name takes O(1) on average.
///
/// # Example
///
/// The routes between two towns, the shortest first:
///
/// ```
/// use astride::KShortestPaths;
/// use astride::graphs::NamedGraph;
///
/// let mut roads = NamedGraph::new(); for line in ["Arad,Sibiu,140", "Sibiu,Pitesti,177", "Pitesti,Bucharest,101",
/// "Sibiu,Fagaras,99", "Fagaras,Bucharest,211"] { let [from, to, length] = line.split(',').collect::<Vec<_>>()[..] else
/// { panic!("three fields") }; roads.both_ways(from, to, length.parse::<u32>()?); } let mut search =
/// KShortestPaths::new(roads.query("Arad", "Bucharest")?); while let Some(path) = search.next_path()? { println!("{}
/// km: {}", path.cost, roads.names(&path.nodes).join(", "));
/// #   assert!([418, 450].contains(&path.cost));
/// }
/// // 418 km: Arad, Sibiu, Pitesti, Bucharest
/// // 450 km: Arad, Sibiu, Fagaras, Bucharest
///
/// let error = roads.query("Arad", "Budapest").unwrap_err();
/// assert_eq!(error.to_string(), "no node is named \"Budapest\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct NamedGraph<C> {
    names: Vec<String>,
    /// The nodes, to be looked up by the hashes of their names.
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
    successors: Vec<Vec<(u32, C)>>,
    predecessors: Vec<Vec<(u32, C)>>,
}

/// The error for a name that no node of a [`NamedGraph`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no node is named {name:?}")]
pub struct UnknownName {
    /// The name.
    pub name: String,
}

impl<C: Cost> NamedGraph<C> {
    /// Creates a graph without nodes.
    pub fn new() -> Self {
        NamedGraph {
            names: Vec::new(),
            numbers: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            successors: Vec::new(),
            predecessors: Vec::new(),
        }
    }

    /// Adds an edge, and its ends if they are not yet in the graph. Parallel edges and self-loops are kept.
    pub fn edge(&mut self, from: &str, to: &str, cost: C) {
        let (from, to) = (self.add(from), self.add(to));
        self.connect(from, to, cost);
    }

    /// Adds an edge that leads both ways at the same cost.
    pub fn both_ways(&mut self, one: &str, other: &str, cost: C) {
        let (one, other) = (self.add(one), self.add(other));
        self.connect(one, other, cost);
        if one != other {
            self.connect(other, one, cost);
        }
    }

    /// Returns the number of the node with this name, adding the node if there is none.
    pub fn add(&mut self, name: &str) -> u32 {
        if let Some(number) = self.node(name) {
            return number;
        }
        // 2³² names do not fit into any memory.
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name.to_owned());
        self.successors.push(Vec::new());
        self.predecessors.push(Vec::new());
        let (names, hasher) = (&self.names, &self.hasher);
        let hash = |number: &u32| hasher.hash_one(names[*number as usize].as_str());
        self.numbers.insert_unique(hasher.hash_one(name), number, hash);
        number
    }

    fn connect(&mut self, from: u32, to: u32, cost: C) {
        if let Some(row) = self.successors.get_mut(from as usize) {
            row.push((to, cost));
        }
        if let Some(row) = self.predecessors.get_mut(to as usize) {
            row.push((from, cost));
        }
    }

    /// Returns the problem of finding a path from one node to another.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownName`] if either name is unknown.
    pub fn query(&self, start: &str, goal: &str) -> Result<Query<&Self, Exactly<u32>>, UnknownName> {
        let node = |name: &str| self.node(name).ok_or_else(|| UnknownName { name: name.to_owned() });
        Ok(Query::between(self, node(start)?, node(goal)?))
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.names.len()
    }

    /// The number of edges. An edge that leads both ways counts as two, unless it is a self-loop.
    pub fn edge_count(&self) -> usize {
        self.successors.iter().map(Vec::len).sum()
    }

    /// The number of a node.
    pub fn node(&self, name: &str) -> Option<u32> {
        let is_name = |number: &u32| self.name(*number) == Some(name);
        self.numbers.find(self.hasher.hash_one(name), is_name).copied()
    }

    /// The name of a node.
    pub fn name(&self, node: u32) -> Option<&str> {
        self.names.get(node as usize).map(String::as_str)
    }

    /// The names of the nodes of a path. Numbers that do not belong to a node are left out.
    pub fn names(&self, nodes: &[u32]) -> Vec<&str> {
        nodes.iter().filter_map(|node| self.name(*node)).collect()
    }
}

impl<C: Cost> Default for NamedGraph<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C> fmt::Debug for NamedGraph<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("NamedGraph");
        fields.field("nodes", &self.names.len()).finish_non_exhaustive()
    }
}

impl<C: Cost> Graph for NamedGraph<C> {
    type Node = u32;
    type Cost = C;

    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        self.successors.get(*node as usize).into_iter().flatten().copied()
    }

    fn index(&self, node: &u32) -> Option<usize> {
        let index = *node as usize;
        (index < self.names.len()).then_some(index)
    }

    fn node_at(&self, index: usize) -> Option<u32> {
        u32::try_from(index).ok()
    }

    fn index_bound(&self) -> Option<usize> {
        Some(self.names.len())
    }

    fn check_node(&self, node: &u32) -> Result<(), NoSuchNode> {
        NoSuchNode::unless(self.index(node).is_some(), node)
    }
}

impl<C: Cost> ReverseGraph for NamedGraph<C> {
    fn predecessors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        self.predecessors.get(*node as usize).into_iter().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs::CsrGraph;
    use alloc::format;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_edges_are_those_of_a_graph_of_numbers(
            edges in prop::collection::vec((0..12_u32, 0..12_u32, 0..9_u32, any::<bool>()), 0..40),
        ) {
            let (mut graph, mut list) = (NamedGraph::new(), Vec::new());
            for name in 0..12 {
                prop_assert_eq!(graph.add(&format!("node {name}")), name);
            }
            for (from, to, cost, is_both) in edges {
                let (one, other) = (format!("node {from}"), format!("node {to}"));
                list.push((from, to, cost));
                if is_both {
                    graph.both_ways(&one, &other, cost);
                    if from != to {
                        list.push((to, from, cost));
                    }
                } else {
                    graph.edge(&one, &other, cost);
                }
            }
            let expected = CsrGraph::from_edges(12, list).unwrap().reversible().unwrap();
            prop_assert_eq!((graph.node_count(), graph.edge_count()), (12, expected.edge_count()));
            let sorted = |edges: &mut dyn Iterator<Item = (u32, u32)>| {
                let mut edges: Vec<_> = edges.collect();
                edges.sort_unstable();
                edges
            };
            for node in 0..13 {
                prop_assert_eq!(sorted(&mut graph.successors(&node)), sorted(&mut expected.successors(&node)));
                prop_assert_eq!(sorted(&mut graph.predecessors(&node)), sorted(&mut expected.predecessors(&node)));
                prop_assert_eq!(graph.name(node).and_then(|name| graph.node(name)), (node < 12).then_some(node));
            }
        }
    }

    #[test]
    fn a_number_without_a_node_is_no_node() {
        let mut graph = NamedGraph::new();
        graph.both_ways("a", "b", 1_u32);
        for outside in [2, u32::MAX] {
            assert_eq!(graph.index(&outside), None);
            let mut search = crate::Dijkstra::one_to_all(&graph, outside);
            let error = crate::SearchError::NoSuchNode {
                origin: crate::search::Origin::Start,
                node: outside.to_string(),
            };
            assert_eq!(search.run(), crate::Status::Failed(error));
        }
    }
}
