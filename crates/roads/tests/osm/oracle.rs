//! An independent reader of maps for cars, with rules, a decoder and a Dijkstra of its own. Streets are not joined.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::io::Read;

use flate2::read::ZlibDecoder;

/// The streets of a map for cars.
#[derive(Default)]
pub(crate) struct Streets {
    /// Latitudes and longitudes in radians.
    pub(crate) positions: HashMap<i64, [f64; 2]>,
    pub(crate) barriers: HashSet<i64>,
    /// The metres and seconds from each node to its neighbours.
    pub(crate) edges: HashMap<i64, Vec<(i64, f64, f64)>>,
}

/// A field of a message.
enum Field<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Field<'a> {
    fn bytes(&self) -> &'a [u8] {
        match self {
            Field::Bytes(bytes) => bytes,
            Field::Number(_) => panic!("bytes expected"),
        }
    }

    fn number(&self) -> u64 {
        match self {
            Field::Number(number) => *number,
            Field::Bytes(_) => panic!("a number expected"),
        }
    }

    fn list(&self) -> Vec<u64> {
        let mut rest = self.bytes();
        std::iter::from_fn(|| (!rest.is_empty()).then(|| varint(&mut rest))).collect()
    }

    /// Numbers of which each is the difference to the one before.
    fn sums(&self) -> Vec<i64> {
        let mut sum = 0;
        self.list()
            .into_iter()
            .map(|difference| {
                sum += signed(difference);
                sum
            })
            .collect()
    }
}

fn varint(rest: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let byte = rest[0];
        *rest = &rest[1..];
        value |= u64::from(byte & 127) << shift;
        if byte < 128 {
            break;
        }
    }
    value
}

fn signed(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

fn fields(mut rest: &[u8]) -> Vec<(u64, Field<'_>)> {
    let mut fields = Vec::new();
    while !rest.is_empty() {
        let tag = varint(&mut rest);
        let field = match tag & 7 {
            0 => Field::Number(varint(&mut rest)),
            2 => {
                let length = usize::try_from(varint(&mut rest)).unwrap();
                let (bytes, behind) = rest.split_at(length);
                rest = behind;
                Field::Bytes(bytes)
            }
            kind => panic!("a field of type {kind}"),
        };
        fields.push((tag >> 3, field));
    }
    fields
}

/// The decompressed blocks with data.
fn blocks(mut file: &[u8]) -> Vec<Vec<u8>> {
    let mut blocks = Vec::new();
    while let Some((length, rest)) = file.split_first_chunk::<4>() {
        let (header, rest) = rest.split_at(u32::from_be_bytes(*length) as usize);
        let (mut kind, mut size) = (&[][..], 0);
        for (tag, field) in fields(header) {
            match tag {
                1 => kind = field.bytes(),
                3 => size = usize::try_from(field.number()).unwrap(),
                _ => {}
            }
        }
        let (blob, rest) = rest.split_at(size);
        file = rest;
        for (tag, field) in fields(blob) {
            if tag == 3 && kind == b"OSMData" {
                let mut content = Vec::new();
                ZlibDecoder::new(field.bytes()).read_to_end(&mut content).unwrap();
                blocks.push(content);
            }
        }
    }
    blocks
}

type Tags = BTreeMap<String, String>;

struct Way {
    nodes: Vec<i64>,
    tags: Tags,
}

impl Streets {
    pub(crate) fn read(file: &[u8]) -> Self {
        let (mut streets, mut ways) = (Streets::default(), Vec::new());
        for block in blocks(file) {
            streets.read_block(&block, &mut ways);
        }
        for way in ways {
            streets.add_way(&way);
        }
        streets
    }

    fn read_block(&mut self, block: &[u8], ways: &mut Vec<Way>) {
        let block = fields(block);
        let table = block.iter().find(|(tag, _)| *tag == 1).unwrap().1.bytes();
        let strings: Vec<_> = fields(table)
            .iter()
            .map(|(_, string)| String::from_utf8(string.bytes().to_vec()).unwrap())
            .collect();
        let string = |number: u64| strings[usize::try_from(number).unwrap()].clone();
        let tags = |element: &[(u64, Field<'_>)]| {
            let list = |wanted| {
                element
                    .iter()
                    .filter(move |(tag, _)| *tag == wanted)
                    .flat_map(|(_, field)| field.list())
            };
            list(2)
                .zip(list(3))
                .map(|(key, value)| (string(key), string(value)))
                .collect::<Tags>()
        };
        for group in block
            .iter()
            .filter(|(tag, _)| *tag == 2)
            .flat_map(|(_, group)| fields(group.bytes()))
        {
            let element = fields(group.1.bytes());
            let field = |wanted| element.iter().find(|(tag, _)| *tag == wanted).map(|(_, field)| field);
            match group.0 {
                1 => {
                    let at = [8, 9].map(|axis| signed(field(axis).unwrap().number()));
                    self.add_node(signed(field(1).unwrap().number()), at, &tags(&element));
                }
                2 => {
                    let list = |tag| field(tag).map(Field::sums).unwrap_or_default();
                    let mut keys_values = field(10).map(Field::list).unwrap_or_default().into_iter();
                    for ((id, north), east) in list(1).into_iter().zip(list(8)).zip(list(9)) {
                        let mut tags = Tags::new();
                        while let Some(key) = keys_values.next().filter(|key| *key != 0) {
                            tags.insert(string(key), string(keys_values.next().unwrap()));
                        }
                        self.add_node(id, [north, east], &tags);
                    }
                }
                3 => ways.push(Way {
                    nodes: field(8).map(Field::sums).unwrap_or_default(),
                    tags: tags(&element),
                }),
                _ => {}
            }
        }
    }

    fn add_node(&mut self, id: i64, at: [i64; 2], tags: &Tags) {
        #[expect(clippy::cast_precision_loss, reason = "coordinates are small")]
        let at = at.map(|units| (units as f64 / 1e7).to_radians());
        self.positions.insert(id, at);
        let tag = |key: &str| tags.get(key).map(String::as_str);
        let access = ["motorcar", "motor_vehicle", "vehicle", "access"]
            .into_iter()
            .find_map(|key| is_open(tag(key)?));
        let stops = matches!(
            tag("barrier"),
            Some("block" | "bollard" | "chain" | "cycle_barrier" | "fence" | "jersey_barrier" | "planter" | "wall")
        );
        if tag("barrier").is_some() && !access.unwrap_or(!stops) {
            self.barriers.insert(id);
        }
    }

    fn add_way(&mut self, way: &Way) {
        let tag = |key: &str| way.tags.get(key).map(String::as_str);
        let speed: f64 = match tag("highway") {
            Some("motorway") => 110.0,
            Some("trunk") => 85.0,
            Some("primary") => 65.0,
            Some("motorway_link") => 60.0,
            Some("secondary") => 55.0,
            Some("trunk_link") => 50.0,
            Some("tertiary") => 45.0,
            Some("primary_link" | "unclassified") => 40.0,
            Some("secondary_link") => 35.0,
            Some("tertiary_link" | "residential" | "road") => 30.0,
            Some("service" | "track") => 15.0,
            Some("living_street") => 10.0,
            Some("pedestrian") => 7.0,
            _ => return,
        };
        let own = ["motorcar", "motor_vehicle", "vehicle"]
            .into_iter()
            .find_map(|key| is_open(tag(key)?));
        let is_closed_kind = matches!(tag("highway"), Some("track" | "pedestrian"));
        if !own.or_else(|| is_open(tag("access")?)).unwrap_or(true) || is_closed_kind && own != Some(true) {
            return;
        }
        let limit = |direction| {
            let limit = tag(direction).or(tag("maxspeed")).and_then(|limit| limit.parse().ok());
            let zone = tag("zone:traffic").filter(|zone| *zone == "FI:urban").map(|_| 50.0);
            limit.or(zone).unwrap_or(speed).min(130.0) / 3.6
        };
        let [forward, backward] = ["maxspeed:forward", "maxspeed:backward"].map(limit);
        let one_way = tag("oneway:motor_vehicle").or(tag("oneway"));
        let is_one_way = matches!(one_way, Some("yes" | "1" | "true"))
            || one_way.is_none() && (tag("junction") == Some("roundabout") || tag("highway") == Some("motorway"));
        for pair in way.nodes.windows(2) {
            let (Some(one), Some(other)) = (self.positions.get(&pair[0]), self.positions.get(&pair[1])) else {
                continue;
            };
            let metres = haversine(*one, *other);
            if one_way != Some("-1") {
                self.edges
                    .entry(pair[0])
                    .or_default()
                    .push((pair[1], metres, metres / forward));
            }
            if !is_one_way {
                self.edges
                    .entry(pair[1])
                    .or_default()
                    .push((pair[0], metres, metres / backward));
            }
        }
    }

    /// The least costs from a node to all others, and the number of edges on the way. Barriers are not passed.
    pub(crate) fn costs(&self, start: i64, by_time: bool) -> HashMap<i64, (f64, u32)> {
        let mut costs = HashMap::from([(start, (0.0, 0))]);
        let mut open = BinaryHeap::from([(Reverse(0_u64), start)]);
        let mut done = HashSet::new();
        // The order of positive floats is that of their bits.
        while let Some((_, node)) = open.pop() {
            if !done.insert(node) || node != start && self.barriers.contains(&node) {
                continue;
            }
            let (cost, edges) = costs[&node];
            for (to, metres, seconds) in self.edges.get(&node).into_iter().flatten() {
                let next = cost + if by_time { *seconds } else { *metres };
                let known = costs.entry(*to).or_insert((f64::INFINITY, 0));
                if next < known.0 {
                    *known = (next, edges + 1);
                    open.push((Reverse(next.to_bits()), *to));
                }
            }
        }
        costs
    }
}

/// What a value says about a way or a barrier.
fn is_open(value: &str) -> Option<bool> {
    match value {
        "yes" | "designated" | "official" | "permissive" | "permit" => Some(true),
        "no" | "private" | "agricultural" | "forestry" | "emergency" | "military" | "psv" | "bus" | "customers"
        | "delivery" | "residents" => Some(false),
        _ => None,
    }
}

/// The distance between two positions in metres.
fn haversine(one: [f64; 2], other: [f64; 2]) -> f64 {
    let half = |axis: usize| ((one[axis] - other[axis]) / 2.0).sin().powi(2);
    let square = half(0) + one[0].cos() * other[0].cos() * half(1);
    2.0 * 6_371_008.8 * square.sqrt().asin()
}
