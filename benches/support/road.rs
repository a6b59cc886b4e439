//! [`RoadMap`]: a road network, generated or read from the folder that `ASTRIDE_DATA` names.

use std::env;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use astride::graphs::CsrGraph;
use astride_roads::{Coordinates, dimacs};
use flate2::bufread::GzDecoder;

use super::random::Random;

/// A road network. Distances are estimates of the costs of roads.
pub(crate) struct RoadMap {
    pub(crate) graph: CsrGraph<u32>,
    pub(crate) places: Coordinates<i32>,
}

/// The distance between two neighbours of the lattice.
const SPACING: usize = 250_000;
const HEAVIEST: u32 = 1_000_000;

impl RoadMap {
    /// A graph of `side` × `side` crossings that is like a road network: sparse and nearly planar, with weights up to
    /// 10⁶.
    ///
    /// The crossings are the points of a square lattice, moved at random. Two thirds of the neighbours are joined, and
    /// a few diagonals are added. A road's weight is at least the distance between its ends, so that the distance is a
    /// consistent estimate.
    pub(crate) fn generate(side: usize, seed: u64) -> Self {
        let mut random = Random(seed);
        let coordinate = |lattice: usize, random: &mut Random| {
            i32::try_from(lattice * SPACING + random.below(SPACING * 4 / 5)).expect("a small lattice")
        };
        let places: Vec<(i32, i32)> = (0..side * side)
            .map(|node| {
                (
                    coordinate(node % side, &mut random),
                    coordinate(node / side, &mut random),
                )
            })
            .collect();
        let mut roads = Vec::new();
        let mut join = |from: usize, to: usize, random: &mut Random| {
            let straight = distance(places[from], places[to]).ceil();
            // Fast roads cost their length, and slow ones up to twice as much.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below a million")]
            let length = straight as u32;
            let detour = u32::try_from(random.below(100)).expect("below 100");
            let weight = (length + length / 100 * detour).min(HEAVIEST);
            roads.push((index(from), index(to), weight));
            roads.push((index(to), index(from), weight));
        };
        for node in 0..side * side {
            let (x, y) = (node % side, node / side);
            if x + 1 < side && random.percent(67) {
                join(node, node + 1, &mut random);
            }
            if y + 1 < side && random.percent(67) {
                join(node, node + side, &mut random);
            }
            if x + 1 < side && y + 1 < side && random.percent(5) {
                join(node, node + side + 1, &mut random);
            }
        }
        roads.sort_unstable();
        RoadMap {
            graph: CsrGraph::from_edges(side * side, roads).expect("crossings of the lattice"),
            places: Coordinates::new(places),
        }
    }

    /// Reads a network of the 9th DIMACS challenge. Prints a note if there is no folder.
    pub(crate) fn read(name: &str, has_places: bool) -> Option<Self> {
        let graph = dimacs::read_graph(unpack(&format!("{name}.gr.gz"))?).expect("a graph");
        let places = if has_places {
            dimacs::read_coordinates(unpack(&format!("{name}.co.gz"))?).expect("coordinates")
        } else {
            Coordinates::default()
        };
        Some(RoadMap { graph, places })
    }

    pub(crate) fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// The length of the straight line, rounded down, which is a consistent estimate.
    #[inline]
    pub(crate) fn estimate(&self, from: u32, to: u32) -> u32 {
        self.places.floor_distance(from, to)
    }

    /// This many random pairs of connected crossings, each of which reaches more than half of all crossings.
    pub(crate) fn queries(&self, count: usize, seed: u64) -> Vec<(u32, u32)> {
        let mut random = Random(seed);
        let component = loop {
            let start = index(random.below(self.len()));
            let mut reached = vec![false; self.len()];
            reached[start as usize] = true;
            let mut component = vec![start];
            let mut next = 0;
            while let Some(&node) = component.get(next) {
                next += 1;
                for (to, _) in self.graph.edges(node) {
                    if !std::mem::replace(&mut reached[*to as usize], true) {
                        component.push(*to);
                    }
                }
            }
            if component.len() * 2 > self.len() {
                break component;
            }
        };
        let mut draw = || component[random.below(component.len())];
        (0..count).map(|_| (draw(), draw())).collect()
    }
}

fn index(node: usize) -> u32 {
    u32::try_from(node).expect("a graph of less than 2³² nodes")
}

fn distance(from: (i32, i32), to: (i32, i32)) -> f64 {
    f64::from(from.0 - to.0).hypot(f64::from(from.1 - to.1))
}

fn unpack(name: &str) -> Option<impl BufRead + use<>> {
    let Some(data) = env::var_os("ASTRIDE_DATA").filter(|data| !data.is_empty()) else {
        println!("{name}: skipped, since ASTRIDE_DATA names no folder of data.\n");
        return None;
    };
    let path = Path::new(&data).join("road").join(name);
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(BufReader::new(GzDecoder::new(BufReader::new(file))))
}
