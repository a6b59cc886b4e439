//! Writes small maps in the format `.osm.pbf`.

use std::io::Write;

use astride_roads::{Network, OsmProfile, OsmReport};
use flate2::Compression;
use flate2::write::ZlibEncoder;

/// The tags of an element.
pub(crate) type Tags<'a> = &'a [(&'a str, &'a str)];

/// A map, element by element.
#[derive(Clone, Default)]
pub(crate) struct Map {
    strings: Vec<String>,
    nodes: Vec<u8>,
    ways: Vec<u8>,
    relations: Vec<u8>,
}

/// The type of a relation's member.
#[derive(Clone, Copy)]
pub(crate) enum Member {
    Node = 0,
    Way = 1,
    Relation = 2,
}

impl Map {
    pub(crate) fn new() -> Self {
        // String 0 is a separator.
        let strings = vec![String::new()];
        Map {
            strings,
            ..Map::default()
        }
    }

    pub(crate) fn node(&mut self, id: i64, [latitude, longitude]: [f64; 2], tags: Tags<'_>) -> &mut Self {
        #[expect(clippy::cast_possible_truncation, reason = "coordinates are small")]
        let units = |degrees: f64| zigzag((degrees * 1e7).round() as i64);
        let mut node = number(1, zigzag(id));
        node.extend(self.tags(tags));
        node.extend(number(8, units(latitude)));
        node.extend(number(9, units(longitude)));
        self.nodes.extend(bytes(1, &node));
        self
    }

    pub(crate) fn way(&mut self, id: i64, nodes: &[i64], tags: Tags<'_>) -> &mut Self {
        let mut way = number(1, id.cast_unsigned());
        way.extend(self.tags(tags));
        way.extend(packed(8, differences(nodes)));
        self.ways.extend(bytes(3, &way));
        self
    }

    pub(crate) fn relation(&mut self, id: i64, members: &[(&str, Member, i64)], tags: Tags<'_>) -> &mut Self {
        let mut relation = number(1, id.cast_unsigned());
        relation.extend(self.tags(tags));
        let roles: Vec<u64> = members.iter().map(|(role, ..)| self.string(role)).collect();
        let ids: Vec<i64> = members.iter().map(|(_, _, id)| *id).collect();
        relation.extend(packed(8, roles));
        relation.extend(packed(9, differences(&ids)));
        relation.extend(packed(10, members.iter().map(|(_, kind, _)| *kind as u64)));
        self.relations.extend(bytes(4, &relation));
        self
    }

    /// The map as a file with one compressed block.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut table = Vec::new();
        for string in &self.strings {
            table.extend(bytes(1, string.as_bytes()));
        }
        let mut block = bytes(1, &table);
        for group in [&self.nodes, &self.ways, &self.relations] {
            block.extend(bytes(2, group));
        }
        let mut file = header();
        file.extend(compressed("OSMData", &block));
        file
    }

    /// Reads the map.
    pub(crate) fn read(&self, profile: &OsmProfile) -> (Network<u32>, OsmReport) {
        read(&self.write(), profile).unwrap()
    }

    fn tags(&mut self, tags: Tags<'_>) -> Vec<u8> {
        let keys: Vec<u64> = tags.iter().map(|(key, _)| self.string(key)).collect();
        let values: Vec<u64> = tags.iter().map(|(_, value)| self.string(value)).collect();
        [packed(2, keys), packed(3, values)].concat()
    }

    fn string(&mut self, string: &str) -> u64 {
        let place = self.strings.iter().position(|other| other == string);
        let place = place.unwrap_or_else(|| {
            self.strings.push(string.to_owned());
            self.strings.len() - 1
        });
        place as u64
    }
}

pub(crate) fn read(file: &[u8], profile: &OsmProfile) -> Result<(Network<u32>, OsmReport), astride_roads::OsmError> {
    Network::read_osm(std::io::Cursor::new(file), profile)
}

/// The header of a file.
pub(crate) fn header() -> Vec<u8> {
    let features = ["OsmSchema-V0.6", "DenseNodes"].map(|feature| bytes(4, feature.as_bytes()));
    compressed("OSMHeader", &features.concat())
}

/// A block with compressed content.
pub(crate) fn compressed(kind: &str, content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).unwrap();
    let mut blob = number(2, content.len() as u64);
    blob.extend(bytes(3, &encoder.finish().unwrap()));
    block(kind, &blob)
}

/// A block with this message.
pub(crate) fn block(kind: &str, blob: &[u8]) -> Vec<u8> {
    let header = [bytes(1, kind.as_bytes()), number(3, blob.len() as u64)].concat();
    let length = u32::try_from(header.len()).unwrap().to_be_bytes();
    [&length[..], &header, blob].concat()
}

pub(crate) fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 127 {
        bytes.push(value.to_le_bytes()[0] | 128);
        value >>= 7;
    }
    bytes.push(value.to_le_bytes()[0]);
    bytes
}

pub(crate) fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

/// A field with a number.
pub(crate) fn number(field: u64, value: u64) -> Vec<u8> {
    [varint(field << 3), varint(value)].concat()
}

/// A field with bytes, a text or a message.
pub(crate) fn bytes(field: u64, value: &[u8]) -> Vec<u8> {
    [&varint(field << 3 | 2), &varint(value.len() as u64), value].concat()
}

/// A field with several numbers.
pub(crate) fn packed(field: u64, values: impl IntoIterator<Item = u64>) -> Vec<u8> {
    let values: Vec<u8> = values.into_iter().flat_map(varint).collect();
    bytes(field, &values)
}

/// Each value as the difference to the one before.
fn differences(values: &[i64]) -> Vec<u64> {
    let before = [0].into_iter().chain(values.iter().copied());
    before
        .zip(values)
        .map(|(before, value)| zigzag(value - before))
        .collect()
}
