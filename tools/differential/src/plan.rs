//! [`Plan`]: a problem in whole units, and its solution by textbook algorithms over arrays.

use std::collections::BTreeSet;

use crate::Source;

/// A distance, or `None` if there is no path.
pub(crate) type Far = Option<u128>;

/// An edge, whose number is its position in the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The cost. `None` is an infinite cost, so the edge does not exist.
    pub(crate) units: Option<u64>,
}

/// The kind of a plan's estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Guess {
    Zero,
    /// This many quarters of the true distance, and infinite at dead ends.
    Consistent(u128),
    /// A different part of the true distance at each node, and anything at dead ends.
    Admissible,
    /// Anything, even at goals, and infinite at some dead ends.
    Wild,
}

/// Each guarantees at most as much as the one before it.
const GUESSES: [Guess; 6] = [
    Guess::Zero,
    Guess::Consistent(4),
    Guess::Consistent(3),
    Guess::Consistent(1),
    Guess::Admissible,
    Guess::Wild,
];

impl Guess {
    pub(crate) fn is_consistent(self) -> bool {
        matches!(self, Guess::Zero | Guess::Consistent(_))
    }
}

/// A directed graph with self-loops, parallel edges and unconnected parts, starts and goals.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) nodes: usize,
    pub(crate) edges: Vec<Edge>,
    /// Each start has an initial cost, which is 0 for the first one, the start of the problem itself.
    pub(crate) starts: Vec<(usize, u64)>,
    pub(crate) goals: Vec<bool>,
    /// The estimates from each node to the nearest goal, and from the nearest start to each node.
    pub(crate) estimates: [Vec<Option<u64>>; 2],
    /// The kind of all estimates.
    pub(crate) guess: Guess,
}

/// The requirements for a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) most_nodes: usize,
    pub(crate) has_one_goal: bool,
    pub(crate) has_one_start: bool,
    /// Whether each edge leads both ways and has a positive cost.
    pub(crate) is_undirected: bool,
    /// The largest cost of an edge or a start, and the largest estimate.
    pub(crate) largest: u64,
}

impl Wish {
    pub(crate) fn one_goal(self) -> Self {
        Wish {
            has_one_goal: true,
            ..self
        }
    }

    pub(crate) fn one_start(self) -> Self {
        Wish {
            has_one_start: true,
            ..self
        }
    }
}

impl Plan {
    pub(crate) fn new(source: &mut Source, wish: Wish) -> Self {
        // A few nodes are enough for most bugs.
        let is_large = source.once_in(4);
        let nodes = 1 + source.below(if is_large {
            wish.most_nodes
        } else {
            wish.most_nodes.min(6)
        });
        let scale = wish.largest.min(source.one_of(&[9, 0, 1, 100, 100_000, u64::MAX]));
        let units = |source: &mut Source| {
            let units = source.up_to(scale);
            (units % 16 != 15 || source.once_in(2)).then_some(units)
        };
        let mean = u8::try_from(2 * nodes).unwrap_or(u8::MAX);
        let mut edges = Vec::new();
        while edges.len() < 4 * nodes && source.more(mean) {
            let (from, to, units) = (source.below(nodes), source.below(nodes), units(source));
            if wish.is_undirected {
                let units = units.map(|units| units.max(1));
                edges.push(Edge {
                    from: to,
                    to: from,
                    units,
                });
                edges.push(Edge { from, to, units });
            } else {
                edges.push(Edge { from, to, units });
            }
        }
        let mut starts = vec![(source.below(nodes), 0)];
        while !wish.has_one_start && starts.len() < 4 && source.once_in(4) {
            starts.push((source.below(nodes), units(source).unwrap_or(0)));
        }
        let mut goals = vec![false; nodes];
        goals[nodes - 1 - source.below(nodes)] = true;
        while !wish.has_one_goal && source.once_in(3) {
            let node = source.below(nodes);
            goals[node] = !goals[node];
        }
        let mut plan = Plan {
            nodes,
            edges,
            starts,
            goals,
            estimates: [vec![], vec![]],
            guess: Guess::Zero,
        };
        let choice = usize::from(source.byte());
        // Estimates from the start are of the same kind, or of one that guarantees more.
        let place = choice % GUESSES.len();
        let back = GUESSES[place - choice / GUESSES.len() % (place + 1)];
        plan.guess = GUESSES[place];
        let ahead = estimates(&plan.to_goals(), plan.guess, wish.largest, source);
        let back = estimates(&plan.to_nodes(), back, wish.largest, source);
        plan.estimates = [ahead, back];
        plan
    }

    pub(crate) fn goal(&self) -> usize {
        self.goals.iter().position(|is_goal| *is_goal).unwrap_or(0)
    }

    fn finite_edges(&self) -> impl Iterator<Item = (usize, usize, u128)> {
        let finite = |edge: &Edge| Some((edge.from, edge.to, u128::from(edge.units?)));
        self.edges.iter().filter_map(finite)
    }

    /// The Bellman-Ford algorithm, starting from known distances.
    fn bellman_ford(mut far: Vec<Far>, edges: &[(usize, usize, u128)]) -> Vec<Far> {
        let mut changes = true;
        while changes {
            changes = false;
            for (from, to, units) in edges {
                if let Some(sum) = far[*from].map(|far| far + units)
                    && far[*to].is_none_or(|known| sum < known)
                {
                    (far[*to], changes) = (Some(sum), true);
                }
            }
        }
        far
    }

    /// The distance of each node from the starts.
    pub(crate) fn to_nodes(&self) -> Vec<Far> {
        let mut far = vec![None; self.nodes];
        for (node, units) in &self.starts {
            far[*node] = Some(far[*node].unwrap_or(u128::MAX).min((*units).into()));
        }
        Self::bellman_ford(far, &self.finite_edges().collect::<Vec<_>>())
    }

    /// The distance from each node to the nearest goal.
    pub(crate) fn to_goals(&self) -> Vec<Far> {
        let far = self.goals.iter().map(|is_goal| is_goal.then_some(0)).collect();
        let turned = self.finite_edges().map(|(from, to, units)| (to, from, units));
        Self::bellman_ford(far, &turned.collect::<Vec<_>>())
    }

    /// The distances between all nodes, by the Floyd-Warshall algorithm.
    pub(crate) fn all_pairs(&self) -> Vec<Vec<Far>> {
        let mut far = vec![vec![None; self.nodes]; self.nodes];
        let mut lower = |from: usize, to: usize, units: u128| {
            let far: &mut Far = &mut far[from][to];
            *far = Some(far.unwrap_or(u128::MAX).min(units));
        };
        (0..self.nodes).for_each(|node| lower(node, node, 0));
        self.finite_edges().for_each(|(from, to, units)| lower(from, to, units));
        for middle in 0..self.nodes {
            for from in 0..self.nodes {
                for to in 0..self.nodes {
                    if let (Some(there), Some(on)) = (far[from][middle], far[middle][to]) {
                        far[from][to] = Some(far[from][to].unwrap_or(u128::MAX).min(there + on));
                    }
                }
            }
        }
        far
    }

    /// The least distance of a goal in `far`.
    pub(crate) fn nearest_goal(&self, far: &[Far]) -> Far {
        let goals = self.goals.iter().zip(far).filter(|(is_goal, _)| **is_goal);
        goals.filter_map(|(_, far)| *far).min()
    }

    /// The same plan with edges that cost 1 and starts that cost 0, for distances in edges.
    pub(crate) fn in_edges(&self) -> Self {
        let mut plan = self.clone();
        plan.starts.iter_mut().for_each(|start| start.1 = 0);
        plan.edges
            .iter_mut()
            .for_each(|edge| edge.units = edge.units.map(|_| 1));
        plan
    }

    /// A bound on all sums that a search computes along a path.
    pub(crate) fn total(&self) -> u128 {
        let edges = || self.finite_edges().map(|(_, _, units)| units);
        let starts = self.starts.iter().map(|(_, units)| u128::from(*units));
        edges().sum::<u128>() + edges().max().unwrap_or(0) + starts.max().unwrap_or(0)
    }

    /// The largest estimate.
    pub(crate) fn largest_estimate(&self) -> u128 {
        let all = self.estimates.iter().flatten().flatten();
        all.copied().max().unwrap_or(0).into()
    }

    /// The least and the greatest cost of the path along these nodes, depending on the choice among parallel edges and
    /// starts, or `None` if there is no such path.
    pub(crate) fn costs_of(&self, nodes: &[usize]) -> Option<(u128, u128)> {
        fn range(all: impl Iterator<Item = u128> + Clone) -> Option<(u128, u128)> {
            Some((all.clone().min()?, all.max()?))
        }
        let first = *nodes.first()?;
        let starts = self.starts.iter().filter(|(node, _)| *node == first);
        let mut sum = range(starts.map(|(_, units)| u128::from(*units)))?;
        for pair in nodes.windows(2) {
            let edges = self.edges.iter().filter(|edge| [edge.from, edge.to] == *pair);
            let (least, most) = range(edges.filter_map(|edge| edge.units.map(u128::from)))?;
            sum = (sum.0 + least, sum.1 + most);
        }
        Some(sum)
    }

    /// All simple paths from a start to a goal, as the numbers of their edges, with their costs. A path may continue
    /// beyond a goal. Paths along different parallel edges are distinct.
    pub(crate) fn simple_paths(&self) -> Vec<SimplePath> {
        let mut all = Vec::new();
        for (start, units) in &self.starts {
            self.extend(&mut vec![*start], &mut Vec::new(), (*units).into(), &mut all);
        }
        all
    }

    fn extend(&self, nodes: &mut Vec<usize>, edges: &mut Vec<usize>, units: u128, all: &mut Vec<SimplePath>) {
        let last = nodes[nodes.len() - 1];
        if self.goals[last] {
            all.push(SimplePath {
                nodes: nodes.clone(),
                edges: edges.iter().copied().collect(),
                units,
            });
        }
        for (number, edge) in self.edges.iter().enumerate() {
            if let Some(more) = edge.units.filter(|_| edge.from == last && !nodes.contains(&edge.to)) {
                nodes.push(edge.to);
                edges.push(number);
                self.extend(nodes, edges, units + u128::from(more), all);
                nodes.pop();
                edges.pop();
            }
        }
    }
}

fn estimates(far: &[Far], guess: Guess, largest: u64, source: &mut Source) -> Vec<Option<u64>> {
    let largest = u128::from(largest);
    let mut of = |far: &Far| {
        let units = match (guess, far) {
            (Guess::Zero, _) => Some(0),
            (Guess::Consistent(quarters), far) => far.map(|far| far.min(largest) * quarters / 4),
            (Guess::Admissible, Some(far)) => Some((*far).min(largest) * u128::from(source.byte() % 5) / 4),
            (Guess::Wild, Some(far)) => Some((*far).min(largest) * u128::from(source.byte() % 9) / 4),
            (Guess::Admissible | Guess::Wild, None) => source.once_in(2).then_some(7),
        };
        units.map(|units| u64::try_from(units.min(largest)).expect("it is at most the largest"))
    };
    far.iter().map(&mut of).collect()
}

/// A path that visits no node twice.
#[derive(Clone, Debug)]
pub(crate) struct SimplePath {
    pub(crate) nodes: Vec<usize>,
    pub(crate) edges: BTreeSet<usize>,
    pub(crate) units: u128,
}
