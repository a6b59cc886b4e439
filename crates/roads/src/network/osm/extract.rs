//! [`Extract`]: the streets, positions and turn restrictions of an extract, read in two passes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use super::blocks::{Block, Blocks};
use super::messages::{DenseNodes, Node, NodeBlock, NodeGroup, Relation, Way, WayBlock, WayGroup};
use super::report::OsmReport;
use super::restrictions::Restriction;
use super::tags::{Strings, Tags};
use super::way::WayRule;
use super::{OsmError, OsmProfile};
use crate::Position;
use crate::network::{NONE, edges};
use astride::graphs::CsrError;

/// What an extract contains for a vehicle. Nodes are numbered in the order of their identifiers.
pub(super) struct Extract {
    /// The identifiers of the nodes of streets, sorted.
    pub(super) ids: Vec<i64>,
    /// The position of each node, or `None` if it is not in the extract.
    pub(super) positions: Vec<Option<Position>>,
    /// Whether a barrier at the node stops the vehicle.
    pub(super) barriers: Vec<bool>,
    pub(super) ways: Vec<UsedWay>,
    /// The nodes of all ways, one way after another.
    pub(super) nodes: Vec<u32>,
    pub(super) lanes: Vec<Lane>,
    pub(super) names: Vec<Arc<str>>,
    pub(super) restrictions: Vec<Restriction>,
}

/// A street.
pub(super) struct UsedWay {
    pub(super) id: i64,
    /// Where its nodes end in the list of all nodes. Those of the next way follow.
    pub(super) end: usize,
    /// The number of its lane.
    pub(super) lane: u32,
}

/// What streets have in common if they can be joined to one edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lane {
    /// The number of the name, or `NONE`.
    pub(super) name: u32,
    /// The speed in each direction in km/h, or `None` if it is closed.
    pub(super) forward: Option<f64>,
    pub(super) backward: Option<f64>,
}

impl Lane {
    fn key(&self) -> (u32, Option<u64>, Option<u64>) {
        (
            self.name,
            self.forward.map(f64::to_bits),
            self.backward.map(f64::to_bits),
        )
    }
}

impl Extract {
    pub(super) fn read(
        mut reader: impl Read + Seek,
        profile: &OsmProfile,
        report: &mut OsmReport,
    ) -> Result<Self, OsmError> {
        let begin = |source| OsmError::Io { block: 0, source };
        let mut first = FirstPass::new(profile);
        reader.seek(SeekFrom::Start(0)).map_err(begin)?;
        let mut blocks = Blocks::new(&mut reader);
        while let Some(block) = blocks.next()? {
            first.read(&block, &blocks.content(&block)?, report)?;
        }
        let mut second = SecondPass::new(&first.nodes, profile)?;
        reader.seek(SeekFrom::Start(0)).map_err(begin)?;
        let mut blocks = Blocks::new(&mut reader);
        while let Some(block) = blocks.next()? {
            if first.blocks_with_nodes.binary_search(&block.number).is_ok() {
                second.read(block.number, &blocks.content(&block)?)?;
            }
        }
        let SecondPass {
            ids,
            positions,
            barriers,
            ..
        } = second;
        let number = |id: &i64| ids.binary_search(id).map_or(NONE, small);
        let nodes = first.nodes.iter().map(number).collect();
        let ferries = first.ferries;
        let mut extract = Extract {
            nodes,
            ids,
            positions,
            barriers,
            ways: first.ways,
            lanes: first.lanes,
            names: first.names,
            restrictions: first.restrictions,
        };
        for (way, minutes) in ferries {
            extract.set_duration(way, minutes, profile);
        }
        Ok(extract)
    }

    /// The nodes of a way, by the number of the way.
    pub(super) fn nodes_of(&self, way: usize) -> &[u32] {
        let begin = way.checked_sub(1).map_or(0, |before| self.ways[before].end);
        &self.nodes[begin..self.ways[way].end]
    }

    /// The position of a node, if it is in the extract.
    pub(super) fn position(&self, node: u32) -> Option<Position> {
        *self.positions.get(node as usize)?
    }

    /// Computes the speed of a ferry from its duration. If a part of it is outside the extract, or it has no length,
    /// the speed remains that of the profile.
    fn set_duration(&mut self, way: usize, minutes: f64, profile: &OsmProfile) {
        let positions: Option<Vec<_>> = self.nodes_of(way).iter().map(|node| self.position(*node)).collect();
        let metres = edges::length(positions.unwrap_or_default().into_iter());
        let speed = metres / 1000.0 / (minutes / 60.0);
        if speed > 0.0 && speed.is_finite() {
            let lane = &mut self.lanes[self.ways[way].lane as usize];
            for direction in [&mut lane.forward, &mut lane.backward] {
                *direction = direction.map(|_| speed.min(profile.top_speed));
            }
        }
    }
}

/// A number that fits, or else `NONE`, which cannot occur because the lists are limited.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(NONE)
}

/// The first pass: streets and turn restrictions.
struct FirstPass<'profile> {
    profile: &'profile OsmProfile,
    blocks_with_nodes: Vec<u64>,
    ways: Vec<UsedWay>,
    /// The identifiers of the nodes of all ways.
    nodes: Vec<i64>,
    lanes: Vec<Lane>,
    lane_numbers: HashMap<(u32, Option<u64>, Option<u64>), u32>,
    names: Vec<Arc<str>>,
    name_numbers: HashMap<Arc<str>, u32>,
    /// Ways with a duration in minutes.
    ferries: Vec<(usize, f64)>,
    restrictions: Vec<Restriction>,
}

impl<'profile> FirstPass<'profile> {
    fn new(profile: &'profile OsmProfile) -> Self {
        FirstPass {
            profile,
            blocks_with_nodes: Vec::new(),
            ways: Vec::new(),
            nodes: Vec::new(),
            lanes: Vec::new(),
            lane_numbers: HashMap::new(),
            names: Vec::new(),
            name_numbers: HashMap::new(),
            ferries: Vec::new(),
            restrictions: Vec::new(),
        }
    }

    fn read(&mut self, block: &Block, content: &WayBlock, report: &mut OsmReport) -> Result<(), OsmError> {
        let strings = Strings::new(block.number, content.table.as_ref());
        let (mut tags, mut has_nodes) = (Tags::default(), false);
        let (mut group, mut way, mut relation) = (WayGroup::default(), Way::default(), Relation::default());
        for bytes in &content.groups {
            strings.decode(&mut group, bytes)?;
            has_nodes |= group.dense.is_some() || !group.nodes.is_empty();
            for bytes in &group.ways {
                strings.decode(&mut way, bytes)?;
                strings.read_tags(&way.keys, &way.values, &mut tags)?;
                self.way(&way, &tags, &strings, report)?;
            }
            for bytes in &group.relations {
                strings.decode(&mut relation, bytes)?;
                strings.read_tags(&relation.keys, &relation.values, &mut tags)?;
                self.relation(&relation, &tags, &strings, report)?;
            }
        }
        if has_nodes {
            self.blocks_with_nodes.push(block.number);
        }
        Ok(())
    }

    fn way(
        &mut self,
        way: &Way,
        tags: &Tags<'_>,
        strings: &Strings<'_>,
        report: &mut OsmReport,
    ) -> Result<(), OsmError> {
        let Some(rule) = WayRule::new(tags, self.profile) else {
            return Ok(());
        };
        report.streets += 1;
        let rule = match rule {
            Ok(rule) => rule,
            Err(fault) => {
                report.count(fault);
                return Ok(());
            }
        };
        report.unknown_limits += usize::from(rule.has_unknown_limit);
        let mut node = 0;
        for difference in &way.nodes {
            self.nodes.push(strings.add(&mut node, *difference)?);
        }
        let name = tags.get("name").or_else(|| tags.get("ref"));
        let name = name.map_or(NONE, |name| self.name(name));
        let lane = Lane {
            name,
            forward: rule.forward,
            backward: rule.backward,
        };
        let lane = if let Some(minutes) = rule.minutes {
            self.ferries.push((self.ways.len(), minutes));
            self.lanes.push(lane);
            small(self.lanes.len() - 1)
        } else {
            lane_number(lane, &mut self.lanes, &mut self.lane_numbers)
        };
        self.ways.push(UsedWay {
            id: way.id,
            end: self.nodes.len(),
            lane,
        });
        Ok(())
    }

    fn name(&mut self, name: &str) -> u32 {
        if let Some(number) = self.name_numbers.get(name) {
            return *number;
        }
        let (number, name) = (small(self.names.len()), Arc::<str>::from(name));
        self.names.push(Arc::clone(&name));
        self.name_numbers.insert(name, number);
        number
    }

    fn relation(
        &mut self,
        relation: &Relation,
        tags: &Tags<'_>,
        strings: &Strings<'_>,
        report: &mut OsmReport,
    ) -> Result<(), OsmError> {
        if tags.get("type") == Some("restriction") {
            let restriction = Restriction::read(relation, tags, strings, self.profile, report)?;
            self.restrictions.extend(restriction);
        }
        Ok(())
    }
}

/// Returns the number of a lane, which is added to the list if it is new.
fn lane_number(lane: Lane, lanes: &mut Vec<Lane>, numbers: &mut HashMap<(u32, Option<u64>, Option<u64>), u32>) -> u32 {
    match numbers.entry(lane.key()) {
        Entry::Occupied(entry) => *entry.get(),
        Entry::Vacant(entry) => {
            let number = small(lanes.len());
            lanes.push(lane);
            *entry.insert(number)
        }
    }
}

/// Returns the number of the lane in the opposite direction for each lane, which is added to the list if it is new.
pub(super) fn opposite_lanes(lanes: &mut Vec<Lane>) -> Vec<u32> {
    let mut numbers = HashMap::new();
    for (number, lane) in lanes.iter().enumerate() {
        // Two ferries may have equal lanes.
        numbers.entry(lane.key()).or_insert(small(number));
    }
    let mut opposite = Vec::new();
    while let Some(lane) = lanes.get(opposite.len()).copied() {
        let Lane {
            name,
            forward,
            backward,
        } = lane;
        let reversed = Lane {
            name,
            forward: backward,
            backward: forward,
        };
        opposite.push(lane_number(reversed, lanes, &mut numbers));
    }
    opposite
}

/// The second pass: positions and barriers of the nodes of streets.
struct SecondPass<'profile> {
    profile: &'profile OsmProfile,
    ids: Vec<i64>,
    positions: Vec<Option<Position>>,
    barriers: Vec<bool>,
    /// The place in `ids` where the next node is expected, since nodes are usually sorted.
    next: usize,
}

impl<'profile> SecondPass<'profile> {
    fn new(nodes: &[i64], profile: &'profile OsmProfile) -> Result<Self, OsmError> {
        let mut ids = nodes.to_vec();
        ids.sort_unstable();
        ids.dedup();
        let nodes = ids.len();
        if u32::try_from(nodes).is_err() {
            return Err(CsrError::TooManyNodes { nodes }.into());
        }
        Ok(SecondPass {
            profile,
            positions: vec![None; nodes],
            barriers: vec![false; nodes],
            ids,
            next: 0,
        })
    }

    fn read(&mut self, number: u64, block: &NodeBlock) -> Result<(), OsmError> {
        let strings = Strings::new(number, block.table.as_ref());
        let (mut group, mut node) = (NodeGroup::default(), Node::default());
        for bytes in &block.groups {
            strings.decode(&mut group, bytes)?;
            for bytes in &group.nodes {
                strings.decode(&mut node, bytes)?;
                self.node(&node, block, &strings)?;
            }
            if let Some(dense) = &group.dense {
                self.dense(dense, block, &strings)?;
            }
        }
        Ok(())
    }

    fn node(&mut self, node: &Node, block: &NodeBlock, strings: &Strings<'_>) -> Result<(), OsmError> {
        let Some(place) = self.find(node.id) else {
            return Ok(());
        };
        let mut tags = Tags::default();
        strings.read_tags(&node.keys, &node.values, &mut tags)?;
        self.set(place, [node.latitude, node.longitude], block, strings)?;
        self.barriers[place] = is_barrier(&tags, self.profile);
        Ok(())
    }

    fn dense(&mut self, dense: &DenseNodes, block: &NodeBlock, strings: &Strings<'_>) -> Result<(), OsmError> {
        let nodes = dense.ids.len();
        if dense.latitudes.len() != nodes || dense.longitudes.len() != nodes {
            let coordinates = (dense.latitudes.len(), dense.longitudes.len());
            let fault = format!(
                "{nodes} nodes have {} latitudes and {} longitudes",
                coordinates.0, coordinates.1
            );
            return Err(strings.damaged(fault));
        }
        let (mut id, mut latitude, mut longitude) = (0, 0, 0);
        let mut tags = Tags::default();
        let mut keys_values = dense.keys_values.iter();
        let coordinates = dense.latitudes.iter().zip(&dense.longitudes);
        for (difference, (north, east)) in dense.ids.iter().zip(coordinates) {
            let id = strings.add(&mut id, *difference)?;
            let at = [strings.add(&mut latitude, *north)?, strings.add(&mut longitude, *east)?];
            let place = self.find(id);
            tags.0.clear();
            while let Some(key) = keys_values.next().filter(|key| **key != 0) {
                let Some(value) = keys_values.next() else {
                    return Err(strings.damaged("the last key has no value"));
                };
                if place.is_some() {
                    tags.0.push((strings.get(*key)?, strings.get(*value)?));
                }
            }
            if let Some(place) = place {
                self.set(place, at, block, strings)?;
                self.barriers[place] = is_barrier(&tags, self.profile);
            }
        }
        Ok(())
    }

    /// Finds a node among those of streets.
    fn find(&mut self, id: i64) -> Option<usize> {
        let is_before = self.ids.get(self.next).is_none_or(|next| id <= *next);
        let is_behind = self.next.checked_sub(1).is_none_or(|last| id > self.ids[last]);
        if !is_before || !is_behind {
            self.next = self.ids.partition_point(|other| *other < id);
        }
        let place = self.next;
        let is_there = self.ids.get(place) == Some(&id);
        self.next += usize::from(is_there);
        is_there.then_some(place)
    }

    fn set(&mut self, place: usize, at: [i64; 2], block: &NodeBlock, strings: &Strings<'_>) -> Result<(), OsmError> {
        let offsets = [block.latitude_offset(), block.longitude_offset()];
        let unit = i64::from(block.granularity());
        let [latitude, longitude] = [0, 1].map(|axis| {
            let billionths = at[axis].checked_mul(unit)?.checked_add(offsets[axis])?;
            #[expect(clippy::cast_precision_loss, reason = "valid coordinates are below 2⁵³")]
            Some(billionths as f64 / 1e9)
        });
        let node = self.ids[place];
        let (Some(latitude), Some(longitude)) = (latitude, longitude) else {
            let fault = format!("the coordinates of node {node} do not fit into 64 bits");
            return Err(strings.damaged(fault));
        };
        let position = Position::new(latitude, longitude);
        self.positions[place] = Some(position.map_err(|source| OsmError::Position { node, source })?);
        Ok(())
    }
}

/// Whether a node has a barrier that stops the vehicle.
fn is_barrier(tags: &Tags<'_>, profile: &OsmProfile) -> bool {
    tags.get("barrier").is_some_and(|barrier| match tags.access(profile) {
        Some((opens, _)) => !opens,
        None => profile.barriers.contains(barrier),
    })
}
