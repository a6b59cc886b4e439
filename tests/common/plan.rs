//! A random problem in whole units, and its solution by textbook algorithms that share no code with the crate.

use std::collections::{BTreeSet, VecDeque};

use proptest::prelude::*;

/// A distance, or `None` if there is no path.
pub(crate) type Far = Option<u64>;

/// A directed graph with self-loops, parallel edges and unconnected parts, one or more starts, and any number of goals.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) nodes: usize,
    /// Source, target and units of each edge; `None` is an infinite cost, which counts as no edge.
    pub(crate) edges: Vec<(usize, usize, Far)>,
    pub(crate) start: usize,
    /// Further starts with their costs.
    pub(crate) more_starts: Vec<(usize, u64)>,
    pub(crate) goals: Vec<bool>,
    /// A number for each node, from which estimates are computed.
    pub(crate) draws: Vec<u64>,
}

/// The kinds of estimates for a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Guess {
    Zero,
    /// The true distance, infinite at dead ends.
    Perfect,
    /// This many quarters of the true distance, infinite at dead ends.
    Consistent(u64),
    /// A different part of the true distance at each node; anything at dead ends.
    Admissible,
    /// Anything, even at goals; infinite at some of the dead ends.
    Wild,
}

pub(crate) const ADMISSIBLE: [Guess; 5] = [
    Guess::Zero,
    Guess::Perfect,
    Guess::Consistent(3),
    Guess::Consistent(1),
    Guess::Admissible,
];

/// Generates edge costs of one magnitude, and of all magnitudes up to the largest.
pub(crate) fn units(largest: u64) -> BoxedStrategy<Far> {
    prop_oneof![
        4 => (0..=largest.min(9)).prop_map(Some),
        2 => (0..=largest.min(40_000)).prop_map(Some),
        2 => (0..=largest).prop_map(Some),
        1 => Just(Some(0)),
        1 => Just(None),
    ]
    .boxed()
}

/// Generates plans of up to `most` nodes with edges of up to `largest` units.
pub(crate) fn plans(most: usize, largest: u64) -> impl Strategy<Value = Plan> {
    (1..=most).prop_flat_map(move |nodes| {
        let edges = prop::collection::vec((0..nodes, 0..nodes, units(largest)), 0..=3 * nodes);
        let more_starts = prop::collection::vec((0..nodes, 0..=largest), 0..3);
        let goals = prop::collection::vec(prop::bool::weighted(0.15), nodes);
        let draws = prop::collection::vec(any::<u64>(), nodes);
        (edges, 0..nodes, more_starts, goals, draws).prop_map(move |(edges, start, more_starts, goals, draws)| Plan {
            nodes,
            edges,
            start,
            more_starts,
            goals,
            draws,
        })
    })
}

fn nearer(known: &mut Far, found: u64) -> bool {
    let is_nearer = known.is_none_or(|known| found < known);
    if is_nearer {
        *known = Some(found);
    }
    is_nearer
}

impl Plan {
    /// Creates a plan of edges with these units, from node 0 to the last one.
    pub(crate) fn of_edges(edges: impl IntoIterator<Item = (usize, usize, u64)>) -> Self {
        let edges: Vec<_> = edges
            .into_iter()
            .map(|(from, to, units)| (from, to, Some(units)))
            .collect();
        let last = edges.iter().map(|edge| edge.0.max(edge.1)).max().unwrap();
        let plan = Plan {
            nodes: last + 1,
            edges,
            start: 0,
            more_starts: Vec::new(),
            goals: Vec::new(),
            draws: vec![0; last + 1],
        };
        plan.between(0, last)
    }

    /// Returns the plan with another start and one goal.
    pub(crate) fn between(self, start: usize, goal: usize) -> Self {
        let goals = (0..self.nodes).map(|node| node == goal).collect();
        Plan { start, goals, ..self }
    }

    fn starts(&self) -> impl Iterator<Item = (usize, u64)> {
        [(self.start, 0)].into_iter().chain(self.more_starts.iter().copied())
    }

    /// Returns the reversed edges.
    pub(crate) fn turned_edges(&self) -> Vec<(usize, usize, Far)> {
        let turned = |(from, to, units): &(usize, usize, Far)| (*to, *from, *units);
        self.edges.iter().map(turned).collect()
    }

    /// Returns the plan with each edge in both directions.
    pub(crate) fn both_ways(mut self) -> Self {
        self.edges.extend(self.turned_edges());
        self
    }

    fn finite_edges(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        self.edges
            .iter()
            .filter_map(|(from, to, units)| Some((*from, *to, (*units)?)))
    }

    /// Bellman-Ford: returns the distance of each node, given those of some nodes.
    fn bellman_ford(&self, mut far: Vec<Far>, edges: &[(usize, usize, u64)]) -> Vec<Far> {
        for _ in 0..self.nodes {
            for (from, to, units) in edges {
                if let Some(start) = far[*from] {
                    nearer(&mut far[*to], start + units);
                }
            }
        }
        far
    }

    /// Returns the distance of each node from the starts.
    pub(crate) fn far_from_starts(&self) -> Vec<Far> {
        let mut far = vec![None; self.nodes];
        for (start, units) in self.starts() {
            nearer(&mut far[start], units);
        }
        self.bellman_ford(far, &self.finite_edges().collect::<Vec<_>>())
    }

    /// Returns the distance from each node to the nearest goal.
    pub(crate) fn to_goal(&self) -> Vec<Far> {
        let far = self.goals.iter().map(|is_goal| is_goal.then_some(0)).collect();
        let reversed: Vec<_> = self.finite_edges().map(|(from, to, units)| (to, from, units)).collect();
        self.bellman_ford(far, &reversed)
    }

    /// Floyd-Warshall: returns the distance from each node to each other.
    pub(crate) fn all_pairs(&self) -> Vec<Vec<Far>> {
        let mut far = vec![vec![None; self.nodes]; self.nodes];
        for (node, row) in far.iter_mut().enumerate() {
            row[node] = Some(0);
        }
        for (from, to, units) in self.finite_edges() {
            nearer(&mut far[from][to], units);
        }
        for middle in 0..self.nodes {
            for from in 0..self.nodes {
                for to in 0..self.nodes {
                    if let (Some(there), Some(on)) = (far[from][middle], far[middle][to]) {
                        nearer(&mut far[from][to], there + on);
                    }
                }
            }
        }
        far
    }

    /// Returns the least distance in `far` among all goals.
    pub(crate) fn nearest_goal(&self, far: &[Far]) -> Far {
        let goals = self.goals.iter().zip(far).filter(|(is_goal, _)| **is_goal);
        goals.filter_map(|(_, far)| *far).min()
    }

    /// Returns the fewest edges from any start to each node, by a plain breadth-first search.
    pub(crate) fn fewest_edges(&self) -> Vec<Far> {
        let mut fewest = vec![None; self.nodes];
        let mut queue = VecDeque::new();
        for (start, _) in self.starts() {
            if nearer(&mut fewest[start], 0) {
                queue.push_back((start, 0));
            }
        }
        while let Some((node, count)) = queue.pop_front() {
            for (from, to, _) in self.finite_edges() {
                if from == node && fewest[to].is_none() {
                    fewest[to] = Some(count + 1);
                    queue.push_back((to, count + 1));
                }
            }
        }
        fewest
    }

    /// Returns a bound on all paths and on all estimates except wild ones.
    pub(crate) fn scale(&self) -> u64 {
        self.finite_edges().map(|(_, _, units)| units).max().unwrap_or(0) * self.nodes as u64
    }

    pub(crate) fn estimates(&self, guess: Guess) -> Vec<Far> {
        let scale = self.scale();
        let of_node = |(far, draw): (Far, &u64)| match (guess, far) {
            (Guess::Zero, _) => Some(0),
            (Guess::Perfect, far) => far,
            (Guess::Consistent(quarters), far) => far.map(|far| far * quarters / 4),
            (Guess::Admissible, Some(far)) => Some(far * (draw % 5) / 4),
            (Guess::Wild, Some(_)) => Some(draw % (2 * scale + 1)),
            (Guess::Admissible | Guess::Wild, None) => (draw % 2 == 0).then_some(draw / 2 % (scale + 1)),
        };
        self.to_goal().into_iter().zip(&self.draws).map(of_node).collect()
    }

    /// Returns the least cost of a path along these nodes, with the cheapest start and the cheapest parallel edges.
    pub(crate) fn cheapest_sum(&self, nodes: &[usize]) -> Far {
        self.sums(nodes).first().copied()
    }

    /// Returns all possible costs of a path along these nodes, over all choices of parallel edges and starts.
    pub(crate) fn sums(&self, nodes: &[usize]) -> BTreeSet<u64> {
        let starts = self.starts().filter(|(node, _)| nodes.first() == Some(node));
        let mut sums: BTreeSet<_> = starts.map(|(_, units)| units).collect();
        for pair in nodes.windows(2) {
            let edges = self.finite_edges().filter(|edge| [edge.0, edge.1] == *pair);
            sums = edges
                .flat_map(|edge| sums.iter().map(move |sum| sum + edge.2).collect::<Vec<_>>())
                .collect();
        }
        sums
    }
}
