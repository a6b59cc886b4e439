//! [`Chains`]: streets joined to edges from junction to junction.

use std::collections::{HashMap, HashSet};

use super::OsmError;
use super::extract::{Extract, Lane, opposite_lanes};
use super::report::OsmReport;
use crate::Position;
use crate::network::{Builder, NONE, Network, edges};

/// Joins straight segments between nodes to chains, which become the edges of a network.
///
/// A node is a place of the network if it is a junction or a dead end, if the street changes there, or if a turn
/// restriction needs it. Further nodes become places where otherwise two edges would lead from one node to another, or
/// an edge would lead back to its start.
pub(super) struct Chains<'extract> {
    extract: &'extract Extract,
    segments: Vec<Segment>,
    /// The lane in the opposite direction for each lane.
    opposite: Vec<u32>,
    /// The nodes of which the further nodes are copies, with the number of each copy, from 2. The first of the further
    /// nodes follows the last node of the extract.
    copies: Vec<(u32, u32)>,
    /// The segments at each node: those of node n are between `ends[n]` and `ends[n + 1]`.
    ends: Vec<usize>,
    at_nodes: Vec<u32>,
    is_place: Vec<bool>,
    /// The nodes that turn restrictions need.
    restricted: &'extract HashSet<u32>,
    builder: Builder<u32>,
    places: Places,
    /// The number of the edge between two nodes.
    edges: HashMap<(u32, u32), usize>,
    parallel_edges: usize,
}

/// A straight part of a way between two different nodes.
#[derive(Clone, Copy)]
struct Segment {
    ends: [u32; 2],
    lane: u32,
    is_done: bool,
}

/// Where the nodes of an extract are in a network.
pub(super) struct Places {
    /// The node of the network for each node of the extract, or `NONE`.
    numbers: Vec<u32>,
    /// For each node that turn restrictions need and each of its neighbours, the place at the other end of the edge.
    behind: HashMap<(u32, u32), u32>,
}

impl Places {
    /// The node of the network for a node of the extract.
    pub(super) fn number(&self, node: u32) -> Option<u32> {
        self.numbers
            .get(node as usize)
            .copied()
            .filter(|number| *number != NONE)
    }

    /// The node of the network at the other end of the edge that leads from a node of the extract past a neighbour.
    pub(super) fn behind(&self, node: u32, neighbour: u32) -> Option<u32> {
        let node = self.behind.get(&(node, neighbour))?;
        self.number(*node)
    }
}

impl<'extract> Chains<'extract> {
    /// Prepares the segments of all streets. `restricted` are the nodes that turn restrictions need.
    pub(super) fn new(
        extract: &'extract mut Extract,
        restricted: &'extract HashSet<u32>,
        report: &mut OsmReport,
    ) -> Result<Self, OsmError> {
        let opposite = opposite_lanes(&mut extract.lanes);
        let extract = &*extract;
        let mut segments = segments(extract, report);
        let copies = split_at_barriers(extract, &mut segments, report);
        let nodes = extract.ids.len() + copies.len();
        if u32::try_from(nodes).is_err() {
            return Err(astride::graphs::CsrError::TooManyNodes { nodes }.into());
        }
        let mut chains = Chains {
            extract,
            segments,
            opposite,
            copies,
            ends: vec![0; nodes + 1],
            at_nodes: Vec::new(),
            is_place: vec![false; nodes],
            restricted,
            builder: Builder::new(),
            places: Places {
                numbers: vec![NONE; nodes],
                behind: HashMap::new(),
            },
            edges: HashMap::new(),
            parallel_edges: 0,
        };
        chains.sort_by_node();
        for node in 0..nodes {
            chains.is_place[node] = chains.is_needed(small(node));
        }
        chains.join()?;
        report.parallel_edges = chains.parallel_edges;
        Ok(chains)
    }

    /// Returns the network without bans, and where the nodes of the extract are in it.
    pub(super) fn into_network(self) -> Result<(Network<u32>, Places), OsmError> {
        Ok((self.builder.finish()?, self.places))
    }

    /// Lists the segments at each node.
    fn sort_by_node(&mut self) {
        let ends = self.segments.iter().flat_map(|segment| segment.ends);
        for node in ends.clone() {
            self.ends[node as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut self.ends {
            sum += *end;
            *end = sum;
        }
        self.at_nodes = vec![0; sum];
        for (place, node) in ends.enumerate() {
            let end = &mut self.ends[node as usize];
            *end -= 1;
            self.at_nodes[*end] = small(place / 2);
        }
    }

    fn segments_at(&self, node: u32) -> &[u32] {
        &self.at_nodes[self.ends[node as usize]..self.ends[node as usize + 1]]
    }

    /// The node at the other end of a segment, and the lane that leads there.
    fn follow(&self, segment: u32, from: u32) -> (u32, u32) {
        let Segment {
            ends: [first, second],
            lane,
            ..
        } = self.segments[segment as usize];
        if from == first {
            (second, lane)
        } else {
            (first, self.opposite[lane as usize])
        }
    }

    /// Whether a node must be a place of the network.
    fn is_needed(&self, node: u32) -> bool {
        match *self.segments_at(node) {
            [] => false,
            [one, other] => {
                let (_, lane_to_one) = self.follow(one, node);
                let (_, lane_to_other) = self.follow(other, node);
                let lane = |number: u32| self.extract.lanes[number as usize];
                let changes = lane(self.opposite[lane_to_one as usize]) != lane(lane_to_other);
                changes || self.restricted.contains(&node)
            }
            _ => true,
        }
    }

    /// Joins all segments and adds the edges to the network.
    fn join(&mut self) -> Result<(), OsmError> {
        for segment in 0..self.segments.len() {
            // Neighbours get neighbouring numbers.
            for node in self.segments[segment].ends {
                if self.is_place[node as usize] {
                    self.add_place(node)?;
                }
            }
        }
        // First the straight edges, which cannot be divided if another edge leads to the same node.
        let mut chain = Vec::new();
        for segment in 0..self.segments.len() {
            let Segment { ends, lane, .. } = self.segments[segment];
            if ends.iter().all(|node| self.is_place[*node as usize]) {
                self.segments[segment].is_done = true;
                self.add_edges(&ends, lane)?;
            }
        }
        for node in 0..small(self.is_place.len()) {
            if self.is_place[node as usize] {
                for place in self.ends[node as usize]..self.ends[node as usize + 1] {
                    self.follow_chain(node, self.at_nodes[place], &mut chain)?;
                }
            }
        }
        // Streets that lead round without a junction.
        for segment in 0..self.segments.len() {
            let [node, _] = self.segments[segment].ends;
            self.follow_chain(node, small(segment), &mut chain)?;
        }
        Ok(())
    }

    /// Adds the chain that begins at a node with a segment, unless this has been done.
    fn follow_chain(&mut self, start: u32, segment: u32, chain: &mut Vec<u32>) -> Result<(), OsmError> {
        if self.segments[segment as usize].is_done {
            return Ok(());
        }
        let (_, lane) = self.follow(segment, start);
        let (mut node, mut segment) = (start, segment);
        chain.clear();
        chain.push(start);
        loop {
            self.segments[segment as usize].is_done = true;
            (node, _) = self.follow(segment, node);
            chain.push(node);
            // A bend has two segments. (A place may have many, which must not be looked through for each chain.)
            let is_open = |next: &&u32| !self.segments[**next as usize].is_done;
            let is_end = self.is_place[node as usize];
            let next = if is_end {
                None
            } else {
                self.segments_at(node).iter().find(is_open)
            };
            match next {
                Some(next) => segment = *next,
                None => return self.add_edges(chain, lane),
            }
        }
    }

    /// Adds the edges along a chain. If there is an edge between its ends already, one of its nodes becomes a place.
    fn add_edges(&mut self, chain: &[u32], lane: u32) -> Result<(), OsmError> {
        let (Some(from), Some(to)) = (chain.first().copied(), chain.last().copied()) else {
            return Ok(());
        };
        let Lane {
            name,
            forward,
            backward,
        } = self.extract.lanes[lane as usize];
        if chain.len() > 2 {
            let is_taken = |ends, speed: Option<f64>| speed.is_some() && self.edges.contains_key(&ends);
            if from == to || is_taken((from, to), forward) || is_taken((to, from), backward) {
                // The shorter part first, since it may be straight.
                let middle = chain.len() / 2;
                self.add_edges(&chain[middle..], lane)?;
                return self.add_edges(&chain[..=middle], lane);
            }
        }
        let numbers = (self.add_place(from)?, self.add_place(to)?);
        let between = &chain[1..chain.len() - 1];
        let positions = chain.iter().filter_map(|node| self.position(*node));
        let metres = edges::length(positions);
        let between: Vec<_> = between.iter().filter_map(|node| self.position(*node)).collect();
        let shape = self.builder.shapes.add(&between)?;
        let name = self.extract.names.get(name as usize).cloned();
        for (is_reversed, speed) in [(false, forward), (true, backward)] {
            let Some(speed) = speed else { continue };
            let (from, to, numbers) = if is_reversed {
                (to, from, (numbers.1, numbers.0))
            } else {
                (from, to, numbers)
            };
            let cost = self.milliseconds(metres, speed, [from, to])?;
            let shape = if shape == NONE {
                NONE
            } else {
                2 * shape + u32::from(is_reversed)
            };
            self.add_edge((from, to), numbers, cost, name.as_deref(), shape);
        }
        if self.restricted.contains(&from) {
            self.places.behind.insert((from, self.original(chain[1])), to);
        }
        if self.restricted.contains(&to) {
            self.places
                .behind
                .insert((to, self.original(chain[chain.len() - 2])), from);
        }
        Ok(())
    }

    /// Adds an edge, or replaces the edge between the same nodes if the new one is cheaper.
    fn add_edge(&mut self, ends: (u32, u32), numbers: (u32, u32), cost: u32, name: Option<&str>, shape: u32) {
        let builder = &mut self.builder;
        let edge = *self.edges.entry(ends).or_insert(builder.edges.len());
        if edge == builder.edges.len() {
            builder.street(numbers, cost, true, name);
            builder.shapes.of_edges.push(shape);
            return;
        }
        self.parallel_edges += 1;
        if cost < builder.edges[edge].2 {
            builder.edges[edge].2 = cost;
            builder.streets.of_edges[edge] = name.map_or(NONE, |name| builder.street_name(name));
            builder.shapes.of_edges[edge] = shape;
        }
    }

    /// Makes a node a place of the network, if it is not, and returns its number.
    fn add_place(&mut self, node: u32) -> Result<u32, OsmError> {
        let number = self.places.numbers[node as usize];
        if number != NONE {
            return Ok(number);
        }
        let original = self.original(node);
        let id = self.extract.ids[original as usize];
        let number = small(self.builder.places.names.len());
        if let Some(position) = self.position(node) {
            // The places at a barrier have different names.
            let name = match self.copy(node) {
                Some((_, copy)) => format!("{id}#{copy}"),
                None => id.to_string(),
            };
            self.builder.place(&name, position)?;
            self.places.numbers[node as usize] = number;
        }
        Ok(number)
    }

    /// The node of the extract from which a node was copied, and the number of the copy.
    fn copy(&self, node: u32) -> Option<(u32, u32)> {
        let copy = (node as usize).checked_sub(self.extract.ids.len())?;
        Some(self.copies[copy])
    }

    /// The node of the extract from which a node was copied, or the node itself.
    fn original(&self, node: u32) -> u32 {
        self.copy(node).map_or(node, |(original, _)| original)
    }

    /// The position of a node, which is known for the ends of segments.
    fn position(&self, node: u32) -> Option<Position> {
        self.extract.position(self.original(node))
    }

    /// The travel time, rounded up, so that short edges do not seem faster than they are.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is checked"
    )]
    fn milliseconds(&self, metres: f64, speed: f64, ends: [u32; 2]) -> Result<u32, OsmError> {
        let milliseconds = (metres * 3600.0 / speed).ceil();
        if milliseconds < f64::from(u32::MAX) {
            return Ok(milliseconds as u32);
        }
        let [from, to] = ends.map(|node| self.extract.ids[self.original(node) as usize]);
        Err(OsmError::TooSlow { from, to, milliseconds })
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(NONE)
}

/// Divides the ways into segments, which end where a node is not in the extract.
fn segments(extract: &Extract, report: &mut OsmReport) -> Vec<Segment> {
    let mut segments = Vec::new();
    for (number, way) in extract.ways.iter().enumerate() {
        let before = segments.len();
        let mut last = None;
        for node in extract.nodes_of(number) {
            if extract.position(*node).is_none() {
                report.missing_nodes += 1;
                last = None;
                continue;
            }
            if let Some(last) = last.filter(|last| last != node) {
                segments.push(Segment {
                    ends: [last, *node],
                    lane: way.lane,
                    is_done: false,
                });
            }
            last = Some(*node);
        }
        let count = if segments.len() > before {
            &mut report.used
        } else {
            &mut report.too_short
        };
        *count += 1;
    }
    segments
}

/// Gives each segment at a barrier a node of its own. Returns the nodes of which the new nodes are copies, with the
/// number of each copy, from 2.
fn split_at_barriers(extract: &Extract, segments: &mut [Segment], report: &mut OsmReport) -> Vec<(u32, u32)> {
    let (mut copies, mut counts) = (Vec::new(), HashMap::new());
    for node in segments.iter_mut().flat_map(|segment| &mut segment.ends) {
        if !extract.barriers[*node as usize] {
            continue;
        }
        let count = counts.entry(*node).or_insert(0);
        *count += 1;
        if *count > 1 {
            let copy = small(extract.ids.len() + copies.len());
            copies.push((*node, *count));
            *node = copy;
        }
    }
    report.barriers = counts.len();
    copies
}
