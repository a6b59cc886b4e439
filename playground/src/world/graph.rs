//! [`Roads`]: searches on a graph.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;

use astride::graphs::{CsrGraph, ReversibleGraph};
use astride::search::Landmarks;
use astride::traits::{PairHeuristic, ReverseHeuristic};
use astride::{Graph, Heuristic, KnownGoal, Problem, Query, ReverseGraph, SearchError};
use astride_roads::HierarchySearch;
use astride_roads::{ContractionHierarchy, Coordinates};

use ordered_float::OrderedFloat;

use super::any::AnyProblem;
use super::two_costs::{ByPlace, Second, TwoCosts};
use super::{Look, Made, distinct, several_goals};
use crate::choice::Choice;
use crate::driver::{Driver, Wires};
use crate::front::Front;
use crate::limits;
use crate::record::{Codec, Sink};
use crate::scene::Network;
use crate::searches::{cheapest_path, plain, with_both_estimates, with_estimate, with_goal};
use crate::text_graph;

/// The coordinates that a node may have.
pub(crate) const SIDES: RangeInclusive<f64> = -1e9..=1e9;
/// The weights that an edge may have.
pub(crate) const WEIGHTS: RangeInclusive<f64> = 0.0..=1e12;

pub(super) type Net = Arc<ReversibleGraph<f64>>;

/// A checked graph with its start and goals.
pub(crate) struct Roads {
    graph: Net,
    places: Rc<Coordinates<f64>>,
    names: Rc<Vec<String>>,
    start: u32,
    goals: Rc<Vec<u32>>,
    /// The least ratio of an edge's weight to its length: no path costs less than its length times this ratio.
    pace: f64,
    landmarks: Option<Rc<Landmarks<Net>>>,
}

impl Roads {
    /// Checks a graph.
    pub(crate) fn new(network: &Network) -> Result<Self, String> {
        let (nodes, edges, most) = (network.nodes.len(), network.edges.len(), limits::ALL);
        if nodes == 0 || nodes > most.graph_nodes {
            return Err(format!(
                "\"nodes\": there are {nodes}, but there must be from 1 to {}",
                most.graph_nodes
            ));
        }
        if edges > most.graph_edges {
            return Err(format!(
                "\"edges\": there are {edges}, but at most {} are allowed",
                most.graph_edges
            ));
        }
        let is_far = |place: &[f64; 2]| place.iter().any(|side| !SIDES.contains(side));
        if let Some(node) = network.nodes.iter().position(is_far) {
            return Err(format!("\"nodes\"[{node}]: coordinates must be from -1e9 to 1e9"));
        }
        for (place, (from, to, weight)) in network.edges.iter().enumerate() {
            if *from as usize >= nodes || *to as usize >= nodes {
                return Err(format!(
                    "\"edges\"[{place}] leads from {from} to {to}, but there are {nodes} nodes, numbered from 0"
                ));
            }
            if !WEIGHTS.contains(weight) {
                return Err(format!(
                    "\"edges\"[{place}] has the weight {weight}, which must be from 0 to 1e12"
                ));
            }
        }
        let is_outside = |node: &&u32| **node as usize >= nodes;
        if let Some(node) = [network.start].iter().chain(&network.goals).find(is_outside) {
            return Err(format!(
                "the start or a goal is {node}, but there are {nodes} nodes, numbered from 0"
            ));
        }
        if network.goals.is_empty() || network.goals.len() > most.goals {
            let goals = network.goals.len();
            return Err(format!(
                "\"goals\": there are {goals}, but there must be from 1 to {}",
                most.goals
            ));
        }
        check_names(&network.names, nodes)?;
        let list = network.edges.iter().copied();
        let graph = if network.directed {
            CsrGraph::from_edges(nodes, list).and_then(CsrGraph::reversible)
        } else {
            CsrGraph::undirected(nodes, list)
        };
        let graph = graph.map_err(|error| error.to_string())?;
        let places = Coordinates::new(network.nodes.iter().map(|place| (place[0], place[1])).collect());
        let pace = |(from, to, weight): &(u32, u32, f64)| {
            let length = places.distance(*from, *to);
            if length > 0.0 { weight / length } else { f64::INFINITY }
        };
        let least = network.edges.iter().map(pace).fold(f64::INFINITY, f64::min);
        Ok(Roads {
            // Rounding must not make an estimate too large.
            pace: if least.is_finite() { least * (1.0 - 1e-9) } else { 0.0 },
            graph: Arc::new(graph),
            places: Rc::new(places),
            names: Rc::new(network.names.clone()),
            start: network.start,
            goals: Rc::new(distinct(network.goals.iter().copied())),
            landmarks: None,
        })
    }

    /// Returns the same graph with another start and goal.
    pub(crate) fn between(&self, start: Option<u32>, goal: Option<u32>) -> Result<Self, String> {
        let nodes = self.graph.node_count();
        if let Some(node) = start.into_iter().chain(goal).find(|node| *node as usize >= nodes) {
            return Err(format!("there is no node {node}"));
        }
        Ok(Roads {
            graph: self.graph.clone(),
            places: self.places.clone(),
            names: self.names.clone(),
            start: start.unwrap_or(self.start),
            goals: goal.map_or_else(|| self.goals.clone(), |goal| Rc::new(vec![goal])),
            pace: self.pace,
            landmarks: self.landmarks.clone(),
        })
    }

    fn only_goal(&self, choice: &Choice) -> Result<u32, String> {
        match **self.goals {
            [goal] => Ok(goal),
            ref goals => Err(several_goals(choice, goals.len())),
        }
    }

    fn guess(&mut self, choice: &Choice) -> Result<Guess, String> {
        Ok(match choice.heuristic {
            "straight-line" => Guess::Straight(self.places.clone(), self.pace),
            "doubled" => Guess::Straight(self.places.clone(), self.pace * 2.0),
            "landmarks" => {
                if self.landmarks.is_none() {
                    let landmarks = Landmarks::farthest(self.graph.clone(), self.start, 8)
                        .map_err(|error| format!("the landmarks cannot be computed: {error}"))?;
                    self.landmarks = Some(Rc::new(landmarks));
                }
                self.landmarks.clone().map_or(Guess::Zero, Guess::Landmarks)
            }
            _ => Guess::Zero,
        })
    }

    fn trip(&self, guess: Guess) -> Trip {
        Trip {
            guess,
            graph: self.graph.clone(),
            start: self.start,
            goals: self.goals.clone(),
        }
    }

    fn look_at(&self, trip: Trip) -> Rc<dyn Look> {
        Rc::new(RoadLook {
            trip,
            names: self.names.clone(),
        })
    }

    /// Returns the description of the nodes, and their number.
    pub(crate) fn look(&self) -> (Rc<dyn Look>, usize) {
        (self.look_at(self.trip(Guess::Zero)), self.graph.node_count())
    }

    pub(crate) fn make(&mut self, choice: &Choice, sink: Sink) -> Result<Made, String> {
        let guess = self.guess(choice)?;
        let trip = self.trip(guess);
        let look = self.look_at(trip.clone());
        let mut prepared = match &trip.guess {
            // The costs of the paths to and from each landmark.
            Guess::Landmarks(found) => found.landmarks().len() * self.graph.node_count() * 2 * size_of::<f64>(),
            _ => 0,
        };
        let driver = self.driver(choice, trip, sink, &mut prepared)?;
        Ok(Made { driver, look, prepared })
    }

    /// Creates the search for the Pareto front of paths with two costs.
    fn front(&self, choice: &Choice, sink: Sink) -> Result<Front, SearchError> {
        let second = match choice.pick("second") {
            "edges" => Second::Edges,
            _ => Second::Length(self.places.clone()),
        };
        let mut problem = TwoCosts::new(self.graph.clone(), self.start, self.goals.clone(), second);
        if choice.pick("bounds") == "exact" {
            problem = problem.with_bounds()?;
        }
        let [scale, _] = problem.scales();
        let wires = Wires::new(Rc::new(ByPlace(scale)), sink);
        Ok(Front::new(
            problem,
            choice.count("paths") as usize,
            choice.pick("second"),
            wires,
        ))
    }

    fn driver(&self, choice: &Choice, trip: Trip, sink: Sink, prepared: &mut usize) -> Result<Box<dyn Driver>, String> {
        let wires = || Wires::of::<u32, f64>(Rc::new(Plain), sink.clone());
        let trip = AnyProblem::with_both_estimates(trip);
        if let Some(made) = with_estimate(choice, trip.clone(), self.goals.len(), wires()) {
            return made;
        }
        if choice.algorithm.id == "pareto-paths" {
            let front = self.front(choice, sink).map_err(|error| error.to_string())?;
            *prepared = front.prepared();
            return Ok(Box::new(front));
        }
        let goal = self.only_goal(choice)?;
        if let Some(made) = with_goal(choice, trip.clone(), wires()) {
            return made;
        }
        if let Some(made) = with_both_estimates(choice, trip, wires()) {
            return made;
        }
        // The hierarchy needs costs with a total order.
        let graph = &self.graph;
        let edges = graph.iter().map(|(from, to, weight)| (from, to, OrderedFloat(weight)));
        let graph = CsrGraph::from_edges(graph.node_count(), edges).map_err(|error| error.to_string())?;
        let hierarchy = ContractionHierarchy::prepare(&graph).map_err(|error| error.to_string())?;
        // The two ends and the cost.
        *prepared = hierarchy.edge_count() * (2 * size_of::<u32>() + size_of::<f64>());
        let wires: Wires<u32, OrderedFloat<f64>> = Wires::new(Rc::new(Plain), sink);
        Ok(plain(
            HierarchySearch::new(Query::between(Arc::new(hierarchy), self.start, goal)),
            wires,
        ))
    }
}

/// Checks that the names of nodes are short enough to be shown, contain nothing that has a meaning in the text of a
/// graph, and are unique.
fn check_names(names: &[String], nodes: usize) -> Result<(), String> {
    if !names.is_empty() && names.len() != nodes {
        let count = names.len();
        return Err(format!(
            "\"names\": there are {count} for {nodes} nodes: there must be none, or one for each"
        ));
    }
    let mut known = HashMap::new();
    for (node, name) in names.iter().enumerate() {
        if let Err(wrong) = text_graph::check_name(name) {
            return Err(format!("\"names\"[{node}]: {wrong}"));
        }
        if let Some(other) = known.insert(name, node).filter(|_| !name.is_empty()) {
            return Err(format!("\"names\"[{node}] is {name:?}, and so is \"names\"[{other}]"));
        }
    }
    Ok(())
}

/// Numbers nodes by themselves.
struct Plain;

impl<C: Into<f64>> Codec<u32, C> for Plain {
    fn number(&self, node: &u32) -> u32 {
        *node
    }

    fn node(&self, number: u32) -> Option<u32> {
        Some(number)
    }

    fn amount(&self, cost: C) -> f64 {
        cost.into()
    }
}

/// Estimates the distance from one node to another.
#[derive(Clone)]
enum Guess {
    Zero,
    Straight(Rc<Coordinates<f64>>, f64),
    Landmarks(Rc<Landmarks<Net>>),
}

/// The problem of finding a path from one node of a graph to the nearest of several.
#[derive(Clone)]
struct Trip {
    graph: Net,
    start: u32,
    goals: Rc<Vec<u32>>,
    guess: Guess,
}

impl Graph for Trip {
    type Node = u32;
    type Cost = f64;

    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, f64)> {
        self.graph.successors(node)
    }

    fn index(&self, node: &u32) -> Option<usize> {
        self.graph.index(node)
    }

    fn node_at(&self, index: usize) -> Option<u32> {
        self.graph.node_at(index)
    }

    fn index_bound(&self) -> Option<usize> {
        self.graph.index_bound()
    }
}

impl ReverseGraph for Trip {
    fn predecessors(&self, node: &u32) -> impl Iterator<Item = (u32, f64)> {
        self.graph.predecessors(node)
    }
}

impl Problem for Trip {
    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, node: &u32) -> bool {
        self.goals.contains(node)
    }
}

impl KnownGoal for Trip {
    fn goal(&self) -> u32 {
        self.goals.first().copied().unwrap_or(self.start)
    }
}

impl PairHeuristic for Trip {
    fn estimate_between(&self, from: &u32, to: &u32) -> f64 {
        match &self.guess {
            Guess::Zero => 0.0,
            Guess::Straight(places, pace) => places.distance(*from, *to) * pace,
            Guess::Landmarks(landmarks) => landmarks.estimate(from, to),
        }
    }
}

impl Heuristic for Trip {
    fn estimate(&self, node: &u32) -> f64 {
        let estimates = self.goals.iter().map(|goal| self.estimate_between(node, goal));
        estimates.fold(f64::INFINITY, f64::min)
    }
}

impl ReverseHeuristic for Trip {
    fn estimate_from_start(&self, node: &u32) -> f64 {
        self.estimate_between(&self.start, node)
    }
}

/// The description of nodes.
struct RoadLook {
    trip: Trip,
    names: Rc<Vec<String>>,
}

impl Look for RoadLook {
    fn successors(&self, node: u32) -> Vec<(u32, f64)> {
        self.trip.successors(&node).collect()
    }

    fn name(&self, node: u32) -> Option<String> {
        let count = self.trip.graph.node_count();
        let name = self.names.get(node as usize).filter(|name| !name.is_empty());
        ((node as usize) < count).then(|| name.cloned().unwrap_or_else(|| format!("node {node}")))
    }

    fn cheapest_path(&self) -> Option<Vec<(u32, f64)>> {
        let trip = Trip {
            guess: Guess::Zero,
            ..self.trip.clone()
        };
        let wires = Wires::of::<u32, f64>(Rc::new(Plain), Sink::deaf());
        cheapest_path(AnyProblem::reversible(trip), &wires, u64::MAX)
    }
}
