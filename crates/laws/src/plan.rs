//! [`Plan`]: a problem in whole units, and its solution by textbook algorithms that share no code with `astride`.

use std::collections::{BTreeSet, VecDeque};

use crate::random::Random;

/// A distance, or `None` if there is no path.
pub type Far = Option<u64>;

/// A problem in whole units, from which a [`World`](crate::World) is made: a directed graph that can have self-loops,
/// parallel edges and unconnected parts, one or more starts, and any number of goals.
///
/// The distances are computed by the Bellman-Ford and Floyd-Warshall algorithms, in O(nodes · edges) and O(nodes³).
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of nodes. Each node is a number below this one.
    pub nodes: usize,
    /// Source, target and units of each edge; `None` is an infinite cost, which counts as no edge.
    pub edges: Vec<(usize, usize, Far)>,
    /// The start, at a cost of zero.
    pub start: usize,
    /// Further starts with their costs.
    pub more_starts: Vec<(usize, u64)>,
    /// Whether each node is a goal.
    pub goals: Vec<bool>,
    /// A number for each node, from which estimates are computed.
    pub draws: Vec<u64>,
}

/// The kinds of estimates for a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guess {
    /// Zero for each node.
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

/// The kinds of estimates that never exceed the true distance.
pub const ADMISSIBLE: [Guess; 5] = [
    Guess::Zero,
    Guess::Perfect,
    Guess::Consistent(3),
    Guess::Consistent(1),
    Guess::Admissible,
];

fn nearer(known: &mut Far, found: u64) -> bool {
    let is_nearer = known.is_none_or(|known| found < known);
    if is_nearer {
        *known = Some(found);
    }
    is_nearer
}

/// Returns a number below `end`.
fn below(random: &mut Random, end: usize) -> usize {
    usize::try_from(random.next() % end as u64).expect("it is below a usize")
}

impl Plan {
    /// Creates a random plan of at most `most_nodes` nodes, which is the same for the same seed. Half of the plans have
    /// one start, and half have one goal.
    ///
    /// # Panics
    ///
    /// Panics if `most_nodes` is zero.
    pub fn random(seed: u64, most_nodes: usize) -> Self {
        let mut random = Random(seed);
        let random = &mut random;
        let nodes = 1 + below(random, most_nodes);
        let largest = [9, 1, 40_000, 3_000_000][below(random, 4)];
        let units = |random: &mut Random| match random.next() % 10 {
            0 => None,
            1 => Some(0),
            _ => Some(random.next() % (largest + 1)),
        };
        let edges =
            (0..below(random, 3 * nodes + 1)).map(|_| (below(random, nodes), below(random, nodes), units(random)));
        let edges = edges.collect();
        let start = below(random, nodes);
        let more_starts =
            (0..[0, 0, 1, 2][below(random, 4)]).map(|_| (below(random, nodes), random.next() % (largest + 1)));
        let more_starts = more_starts.collect();
        let has_one_goal = below(random, 2) == 0;
        let goal = below(random, nodes);
        Plan {
            nodes,
            edges,
            start,
            more_starts,
            goals: (0..nodes)
                .map(|node| {
                    if has_one_goal {
                        node == goal
                    } else {
                        below(random, 6) == 0
                    }
                })
                .collect(),
            draws: (0..nodes).map(|_| random.next()).collect(),
        }
    }

    /// Creates a square of hills with `side` nodes in each row, between two corners. Each step to one of four
    /// neighbours costs between 1 and 13 times `unit`.
    ///
    /// # Panics
    ///
    /// Panics if `side` is zero.
    pub fn hills(side: usize, unit: u64) -> Self {
        let mut edges = Vec::new();
        for from in 0..side * side {
            let (x, y) = (from % side, from / side);
            let steps = [
                (x + 1 < side).then_some(from + 1),
                (y + 1 < side).then_some(from + side),
                (x > 0).then(|| from - 1),
                (y > 0).then(|| from - side),
            ];
            let height = |to: usize| (from as u64 * 7919 + to as u64 * 104_729) % 13 + 1;
            edges.extend(
                steps
                    .into_iter()
                    .flatten()
                    .map(|to| (from, to, Some(unit * height(to)))),
            );
        }
        let plan = Plan {
            nodes: side * side,
            edges,
            start: 0,
            more_starts: Vec::new(),
            goals: Vec::new(),
            draws: vec![0; side * side],
        };
        plan.between(0, side * side - 1)
    }

    /// Creates a random plan with a large open list: each of `nodes` nodes has five edges, the first of which leads to
    /// the next node.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer than five nodes.
    pub fn wide(seed: u64, nodes: usize) -> Self {
        let mut random = Random(seed);
        let random = &mut random;
        let largest = [1, 9, 400, 10_000_000][below(random, 4)];
        // Most of the edges lead to a few nodes.
        let few = 1 + below(random, 4);
        let mut edges = Vec::new();
        for from in 0..nodes {
            for edge in 0..5 {
                let to = if edge == 0 {
                    (from + 1) % nodes
                } else {
                    below(random, nodes) / few
                };
                edges.push((from, to, Some(1 + random.next() % largest)));
            }
        }
        Plan {
            nodes,
            edges,
            start: 0,
            more_starts: vec![(nodes / 2, 3), (nodes / 3, 3), (1, 1)],
            goals: (0..nodes).map(|node| node + 1 == nodes).collect(),
            draws: (0..nodes).map(|_| random.next()).collect(),
        }
    }

    /// Creates a plan of edges with these units, from node 0 to the last one.
    ///
    /// # Panics
    ///
    /// Panics if there is no edge.
    pub fn of_edges(edges: impl IntoIterator<Item = (usize, usize, u64)>) -> Self {
        let edges: Vec<_> = edges
            .into_iter()
            .map(|(from, to, units)| (from, to, Some(units)))
            .collect();
        let last = edges.iter().map(|edge| edge.0.max(edge.1)).max().expect("an edge");
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
    pub fn between(self, start: usize, goal: usize) -> Self {
        let goals = (0..self.nodes).map(|node| node == goal).collect();
        Plan { start, goals, ..self }
    }

    fn starts(&self) -> impl Iterator<Item = (usize, u64)> {
        [(self.start, 0)].into_iter().chain(self.more_starts.iter().copied())
    }

    /// Returns the reversed edges.
    pub fn turned_edges(&self) -> Vec<(usize, usize, Far)> {
        let turned = |(from, to, units): &(usize, usize, Far)| (*to, *from, *units);
        self.edges.iter().map(turned).collect()
    }

    /// Returns the plan with reversed edges, from the first goal to the start.
    pub fn turned(&self) -> Self {
        let turned = Plan {
            edges: self.turned_edges(),
            more_starts: Vec::new(),
            ..self.clone()
        };
        let goal = self.goals.iter().position(|is_goal| *is_goal);
        turned.between(goal.unwrap_or(self.start), self.start)
    }

    /// Returns the plan with each edge in both directions.
    pub fn both_ways(mut self) -> Self {
        self.edges.extend(self.turned_edges());
        self
    }

    fn finite_edges(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        self.edges
            .iter()
            .filter_map(|(from, to, units)| Some((*from, *to, (*units)?)))
    }

    /// Bellman-Ford: returns the distance of each node, given those of some nodes.
    fn bellman_ford(mut far: Vec<Far>, edges: &[(usize, usize, u64)]) -> Vec<Far> {
        let mut changes = true;
        while changes {
            changes = false;
            for (from, to, units) in edges {
                if let Some(start) = far[*from] {
                    changes |= nearer(&mut far[*to], start + units);
                }
            }
        }
        far
    }

    /// Returns the distance of each node from the starts.
    pub fn far_from_starts(&self) -> Vec<Far> {
        let mut far = vec![None; self.nodes];
        for (start, units) in self.starts() {
            nearer(&mut far[start], units);
        }
        Self::bellman_ford(far, &self.finite_edges().collect::<Vec<_>>())
    }

    /// Returns the distance from each node to the nearest goal.
    pub fn to_goal(&self) -> Vec<Far> {
        let far = self.goals.iter().map(|is_goal| is_goal.then_some(0)).collect();
        let reversed: Vec<_> = self.finite_edges().map(|(from, to, units)| (to, from, units)).collect();
        Self::bellman_ford(far, &reversed)
    }

    /// Floyd-Warshall: returns the distance from each node to each other.
    pub fn all_pairs(&self) -> Vec<Vec<Far>> {
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
    pub fn nearest_goal(&self, far: &[Far]) -> Far {
        let goals = self.goals.iter().zip(far).filter(|(is_goal, _)| **is_goal);
        goals.filter_map(|(_, far)| *far).min()
    }

    /// Returns the fewest edges from any start to each node, by a plain breadth-first search.
    pub fn fewest_edges(&self) -> Vec<Far> {
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
    pub fn scale(&self) -> u64 {
        self.finite_edges().map(|(_, _, units)| units).max().unwrap_or(0) * self.nodes as u64
    }

    /// Returns estimates of the distance from each node to the nearest goal.
    pub fn estimates(&self, guess: Guess) -> Vec<Far> {
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
    pub fn cheapest_sum(&self, nodes: &[usize]) -> Far {
        self.sums(nodes).first().copied()
    }

    /// Returns all possible costs of a path along these nodes, over all choices of parallel edges and starts.
    pub fn sums(&self, nodes: &[usize]) -> BTreeSet<u64> {
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
