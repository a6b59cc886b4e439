//! Graphs as text that people can type, with names, positions, and edges in one direction or both.
//!
//! ```text
//! # From the map of Romania.
//! Arad (91, 492)
//! Sibiu (207, 457)
//! Arad -- Sibiu: 140
//! Sibiu -> Fagaras: 99
//! start: Arad
//! goal: Fagaras
//! ```

use std::collections::{HashMap, HashSet};
use std::f64::consts::TAU;
use std::fmt::Write;

use crate::limits::ALL;
use crate::scene::Network;
use crate::world::graph::{SIDES, WEIGHTS};

/// The maximum number of characters of a name.
const LONGEST: usize = 40;

/// Checks a name. The error describes the problem. An empty name is valid: its node is referred to by number.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    if name.chars().count() > LONGEST {
        return Err(format!(
            "a name may have at most {LONGEST} characters, but {name:?} has more"
        ));
    }
    if name.contains([':', '(', ')', '#']) || name.contains("--") || name.contains("->") {
        return Err(format!(
            "{name:?} cannot be a name: `:`, `(`, `)`, `#`, `--` and `->` have a special meaning in the text of a graph"
        ));
    }
    if name.trim() != name || name.contains(char::is_control) {
        return Err(format!(
            "{name:?} cannot be a name: it begins or ends with a space, or contains an invisible character"
        ));
    }
    Ok(())
}

/// An edge between named nodes.
struct Edge {
    from: u32,
    to: u32,
    weight: f64,
    is_both_ways: bool,
}

/// The parts read so far.
#[derive(Default)]
struct Reader {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    places: Vec<Option<[f64; 2]>>,
    edges: Vec<Edge>,
    start: Option<u32>,
    goals: Vec<u32>,
}

/// Reads a graph. Nodes without a position are placed on a circle. The error names the line.
pub(crate) fn parse(text: &str) -> Result<Network, String> {
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            reader
                .line(line)
                .map_err(|wrong| format!("line {}, {line:?}: {wrong}", number + 1))?;
        }
    }
    reader.finish()
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let arrow = [" -- ", " -> "]
            .into_iter()
            .find_map(|arrow| Some((line.split_once(arrow)?, arrow == " -- ")));
        if let Some(((from, rest), is_both_ways)) = arrow {
            let (to, weight) = rest.rsplit_once(':').unwrap_or((rest, "1"));
            let weight = number(weight)?;
            if !WEIGHTS.contains(&weight) {
                return Err(format!("the weight is {weight}, which must be from 0 to 1e12"));
            }
            let (from, to) = (self.node(from)?, self.node(to)?);
            if self.edges.len() == ALL.graph_edges {
                return Err(format!(
                    "a graph may have at most {} edges, and this is one more",
                    ALL.graph_edges
                ));
            }
            self.edges.push(Edge {
                from,
                to,
                weight,
                is_both_ways,
            });
        } else if let Some(name) = line.strip_prefix("start:") {
            self.start = Some(self.node(name)?);
        } else if let Some(name) = line.strip_prefix("goal:") {
            let goal = self.node(name)?;
            self.goals.push(goal);
        } else if let Some((name, place)) = line.strip_suffix(')').and_then(|line| line.split_once('(')) {
            let (x, y) = place.split_once(',').ok_or("a place is two numbers, like (91, 492)")?;
            let place = [number(x)?, number(y)?];
            if place.iter().any(|side| !SIDES.contains(side)) {
                return Err(String::from("coordinates must be from -1e9 to 1e9"));
            }
            let node = self.node(name)?;
            self.places[node as usize] = Some(place);
        } else {
            self.node(line)?;
        }
        Ok(())
    }

    /// Returns the number of a node; a new name gets a new number.
    fn node(&mut self, name: &str) -> Result<u32, String> {
        let name = name.trim();
        if let Some(node) = self.numbers.get(name) {
            return Ok(*node);
        }
        if name.is_empty() {
            return Err(String::from(
                "the name of a node is missing; a line is like `Arad (91, 492)`, `Arad -- Sibiu: 140` or `start: Arad`",
            ));
        }
        check_name(name)?;
        if self.names.len() == ALL.graph_nodes {
            return Err(format!(
                "a graph may have at most {} nodes, and this is one more",
                ALL.graph_nodes
            ));
        }
        let node = u32::try_from(self.names.len()).map_err(|_| "there are too many nodes")?;
        self.numbers.insert(String::from(name), node);
        self.names.push(String::from(name));
        self.places.push(None);
        Ok(node)
    }

    fn finish(self) -> Result<Network, String> {
        let count = self.names.len();
        let last = u32::try_from(count)
            .ok()
            .and_then(|count| count.checked_sub(1))
            .ok_or("there is no node: a line is like `Arad (91, 492)` or `Arad -- Sibiu: 140`")?;
        let directed = self.edges.iter().any(|edge| !edge.is_both_ways);
        let mut edges = Vec::with_capacity(self.edges.len());
        for edge in &self.edges {
            edges.push((edge.from, edge.to, edge.weight));
            if directed && edge.is_both_ways {
                edges.push((edge.to, edge.from, edge.weight));
            }
        }
        // Names that are the numbers of the nodes need not be kept.
        let mut names = self.names;
        for (node, name) in names.iter_mut().enumerate() {
            if *name == node.to_string() {
                name.clear();
            }
        }
        if names.iter().all(String::is_empty) {
            names.clear();
        }
        Ok(Network {
            nodes: on_a_circle(&self.places),
            edges,
            directed,
            start: self.start.unwrap_or(0),
            goals: if self.goals.is_empty() { vec![last] } else { self.goals },
            names,
        })
    }
}

fn number(text: &str) -> Result<f64, String> {
    let text = text.trim();
    text.parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
        .ok_or_else(|| format!("{text:?} is not a number"))
}

/// Places nodes without a position on a circle around the others.
fn on_a_circle(places: &[Option<[f64; 2]>]) -> Vec<[f64; 2]> {
    let known = || places.iter().flatten();
    let [least, most] = known().fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[least, most], place| {
        [
            [least[0].min(place[0]), least[1].min(place[1])],
            [most[0].max(place[0]), most[1].max(place[1])],
        ]
    });
    let (centre, radius) = if known().next().is_some() {
        let centre = [0, 1].map(|axis| f64::midpoint(least[axis], most[axis]));
        (centre, (most[0] - least[0]).hypot(most[1] - least[1]).max(100.0) * 0.6)
    } else {
        ([0.0; 2], 100.0)
    };
    let missing = places.iter().filter(|place| place.is_none()).map(|_| 1.0).sum::<f64>();
    let mut turn = 0.0;
    places
        .iter()
        .map(|place| {
            place.unwrap_or_else(|| {
                let angle = turn / missing * TAU;
                turn += 1.0;
                [centre[0] - radius * angle.cos(), centre[1] + radius * angle.sin()]
                    .map(|side| ((side * 10.0).round() / 10.0).clamp(*SIDES.start(), *SIDES.end()))
            })
        })
        .collect()
}

/// Writes a graph. Reading the text gives the same graph, except for the order of the edges.
pub(crate) fn write(network: &Network) -> String {
    // A node without a name is written as its number, unless that is the name of another node.
    let taken: HashSet<&str> = network.names.iter().map(String::as_str).collect();
    let name = |node: u32| match network.names.get(node as usize) {
        Some(name) if !name.is_empty() => name.clone(),
        _ => {
            let mut name = node.to_string();
            while taken.contains(name.as_str()) {
                name.push('\'');
            }
            name
        }
    };
    let mut text = String::new();
    // Writing to a string cannot fail.
    for (node, [x, y]) in (0..).zip(&network.nodes) {
        let _ = writeln!(text, "{} ({x}, {y})", name(node));
    }
    // In a directed graph, an edge and its reverse with the same weight are written as one edge in both directions.
    let mut left: HashMap<(u32, u32, u64), usize> = HashMap::new();
    for (from, to, weight) in &network.edges {
        *left.entry((*from, *to, weight.to_bits())).or_default() += 1;
    }
    let mut take = |from: u32, to: u32, weight: f64| match left.get_mut(&(from, to, weight.to_bits())) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    for &(from, to, weight) in &network.edges {
        if !take(from, to, weight) {
            continue;
        }
        let arrow = if !network.directed || take(to, from, weight) {
            "--"
        } else {
            "->"
        };
        let _ = writeln!(text, "{} {arrow} {}: {weight}", name(from), name(to));
    }
    let _ = writeln!(text, "start: {}", name(network.start));
    for goal in &network.goals {
        let _ = writeln!(text, "goal: {}", name(*goal));
    }
    text
}
