//! [`TwoCosts`]: a graph whose edges have a second cost, for Pareto-optimal paths.

use std::rc::Rc;

use astride::{Cost, Dijkstra, FnGraph, Graph, Heuristic, Problem, ReverseGraph, SearchError, Status};
use astride_labels::Labels;
use astride_roads::Coordinates;

use super::graph::Net;
use crate::record::Codec;

/// A node of the graph with the second cost of the path to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Label {
    pub(crate) place: u32,
    pub(crate) second: u64,
}

/// The meaning of the second cost of an edge.
pub(crate) enum Second {
    /// Each edge counts 1.
    Edges,
    /// The length of the edge as drawn.
    Length(Rc<Coordinates<f64>>),
}

impl Second {
    fn of(&self, from: u32, to: u32) -> f64 {
        match self {
            Second::Edges => 1.0,
            Second::Length(places) => places.distance(from, to),
        }
    }
}

/// Converts costs into integers: their sums are exact, so paths with the same cost compare as equal.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    /// The number of units in 1.
    units: f64,
}

impl Scale {
    /// Chooses the largest suitable power of ten if a path has fewer than `nodes` edges that cost at most `most` each.
    fn new(nodes: usize, most: f64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a graph has far fewer nodes")]
        let sum = most * nodes as f64;
        // At 10¹⁵, floats still distinguish tenths of a unit.
        let digits = (1e15 / sum).log10().floor().clamp(0.0, 300.0);
        #[expect(clippy::cast_possible_truncation, reason = "at most 300, as just seen")]
        let units = 10_f64.powi(digits as i32);
        Scale { units }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "weights and lengths are checked: they are neither negative nor too large"
    )]
    fn count(self, amount: f64) -> u64 {
        (amount * self.units).round() as u64
    }

    #[expect(clippy::cast_precision_loss, reason = "16 digits are enough for the page")]
    pub(crate) fn amount(self, count: u64) -> f64 {
        count as f64 / self.units
    }
}

/// The least remaining cost from each node to a goal, for each cost separately.
#[derive(Default)]
struct Least {
    first: Vec<u64>,
    second: Vec<u64>,
}

/// The problem of finding paths from one node of a graph to any of several, with two costs: the weight of an edge and
/// another cost.
pub(crate) struct TwoCosts {
    graph: Net,
    start: u32,
    goals: Rc<Vec<u32>>,
    second: Second,
    scales: [Scale; 2],
    /// The lower bounds; empty if all of them are zero.
    least: Least,
}

impl TwoCosts {
    pub(crate) fn new(graph: Net, start: u32, goals: Rc<Vec<u32>>, second: Second) -> Self {
        let most = |cost: &dyn Fn(u32, u32, f64) -> f64| {
            let costs = graph.iter().map(|(from, to, weight)| cost(from, to, weight));
            Scale::new(graph.node_count(), costs.fold(0.0, f64::max))
        };
        let scales = [most(&|_, _, weight| weight), most(&|from, to, _| second.of(from, to))];
        TwoCosts {
            graph,
            start,
            goals,
            second,
            scales,
            least: Least::default(),
        }
    }

    /// Computes lower bounds with searches from the goals on the reversed edges.
    pub(crate) fn with_bounds(mut self) -> Result<Self, SearchError> {
        self.least = Least {
            first: self.least_to_goals(|(first, _)| first)?,
            second: self.least_to_goals(|(_, second)| second)?,
        };
        Ok(self)
    }

    fn least_to_goals(&self, pick: fn((u64, u64)) -> u64) -> Result<Vec<u64>, SearchError> {
        let backward = FnGraph::new(|node: &u32| {
            let edges = self.graph.predecessors(node);
            let edges = edges.map(|(from, weight)| (from, pick(self.edge(from, *node, weight))));
            edges.collect::<Vec<_>>()
        });
        let first = self.goals.first().copied().unwrap_or(self.start);
        let mut search = Dijkstra::one_to_all(backward, first);
        for goal in self.goals.iter().skip(1) {
            search.add_start(*goal, 0);
        }
        if let Status::Failed(error) = search.run() {
            return Err(error);
        }
        let least = |node: u32| search.cost_to(&node).unwrap_or(u64::INFINITY);
        Ok(self.graph.nodes().map(least).collect())
    }

    /// Returns the bytes of the lower bounds.
    pub(crate) fn prepared(&self) -> usize {
        size_of_val(&*self.least.first) + size_of_val(&*self.least.second)
    }

    /// Returns the number of nodes of the graph.
    pub(crate) fn places(&self) -> usize {
        self.graph.node_count()
    }

    pub(crate) fn scales(&self) -> [Scale; 2] {
        self.scales
    }

    fn edge(&self, from: u32, to: u32, weight: f64) -> (u64, u64) {
        let [first, second] = self.scales;
        (first.count(weight), second.count(self.second.of(from, to)))
    }

    /// Returns a lower bound on the second cost at a goal.
    fn second_at_goal(&self, label: &Label) -> Option<u64> {
        let least = self.least.second.get(label.place as usize).copied().unwrap_or(0);
        label.second.plus(least)
    }

    /// Returns the best label at a goal that can result from a label, if it is known.
    fn at_goal(&self, label: &Label) -> Option<Label> {
        self.completed(label).or_else(|| self.is_goal(label).then_some(*label))
    }

    /// Returns whether a path that was found dominates the best path that can result from a label.
    pub(crate) fn is_beaten(&self, label: &Label, found: &Label) -> bool {
        self.at_goal(label).is_some_and(|end| self.dominates(found, &end))
    }
}

impl Graph for TwoCosts {
    type Node = Label;
    type Cost = u64;

    fn successors(&self, label: &Label) -> impl Iterator<Item = (Label, u64)> {
        self.graph.successors(&label.place).map(|(to, weight)| {
            let (cost, more) = self.edge(label.place, to, weight);
            let label = Label {
                place: to,
                second: label.second.saturating_add(more),
            };
            (label, cost)
        })
    }
}

impl Problem for TwoCosts {
    fn start(&self) -> Label {
        Label {
            place: self.start,
            second: 0,
        }
    }

    fn is_goal(&self, label: &Label) -> bool {
        self.goals.contains(&label.place)
    }
}

impl Heuristic for TwoCosts {
    fn estimate(&self, label: &Label) -> u64 {
        self.least.first.get(label.place as usize).copied().unwrap_or(0)
    }
}

impl Labels for TwoCosts {
    type Place = u32;
    type Rank = u64;

    fn place(&self, label: &Label) -> u32 {
        label.place
    }

    fn place_index(&self, label: &Label) -> Option<usize> {
        Some(label.place as usize)
    }

    fn dominates(&self, one: &Label, other: &Label) -> bool {
        one.second <= other.second
    }

    fn rank(&self, label: &Label) -> Option<u64> {
        self.second_at_goal(label)
    }

    fn completed(&self, label: &Label) -> Option<Label> {
        let has_bounds = !self.least.second.is_empty();
        let second = self.second_at_goal(label).filter(|_| has_bounds)?;
        Some(Label {
            place: label.place,
            second,
        })
    }
}

/// Gives each label the number of its node.
pub(crate) struct ByPlace(pub(crate) Scale);

impl Codec<Label, u64> for ByPlace {
    fn number(&self, label: &Label) -> u32 {
        label.place
    }

    fn node(&self, _: u32) -> Option<Label> {
        None
    }

    fn amount(&self, cost: u64) -> f64 {
        self.0.amount(cost)
    }
}
