//! Finds the fastest route between two positions in an extract of OpenStreetMap.
//!
//! ```sh
//! cargo run --release -p astride-roads --features osm --example city_routes -- \
//!     Helsinki.osm.pbf 60.1660,24.9370 60.1780,24.9520
//! ```
//!
//! The route begins and ends at the nearest junctions, and obeys turn restrictions via a node. `--profile bicycle` or
//! `foot` chooses another vehicle than a car. `--svg FILE` draws the streets and the route, and `--geojson FILE` writes
//! the route for other programs.

use std::error::Error;
use std::fmt::Write;

use astride::AStar;
use astride_labels::Turns;
use astride_roads::{Network, OsmProfile, Position};

const USAGE: &str = "usage: city_routes FILE.osm.pbf LATITUDE,LONGITUDE LATITUDE,LONGITUDE \
                     [--profile car|bicycle|foot] [--svg FILE] [--geojson FILE]";

/// What the command line asks for.
struct Request {
    file: String,
    ends: [Position; 2],
    profile: OsmProfile,
    svg: Option<String>,
    geojson: Option<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let request = request(std::env::args().skip(1))?;
    let (roads, report) = Network::open_osm(&request.file, &request.profile)?;
    println!("{report}");

    // Without small parts of the map that have no connection to the rest.
    let junctions = roads.largest_part();
    let [from, to] = request.ends.map(|position| nearest(&roads, &junctions, position));
    let (from, to) = (from.ok_or("there are no streets")?, to.ok_or("there are no streets")?);
    let turn = |from: &u32, at: &u32, to: &u32| if roads.is_banned(*from, *at, *to) { u32::MAX } else { 0 };
    let town = Turns::new(roads.graph(), turn).indexed()?;
    let query = town.query(from, to).with_heuristic(|node| roads.estimate(node.at, to));
    let path = AStar::new(query).find_path()?.ok_or("no route")?;
    let nodes: Vec<u32> = path.nodes.iter().map(|node| node.at).collect();

    let streets = streets(&roads, &nodes);
    let metres: f64 = streets.iter().map(|(_, metres)| metres).sum();
    let seconds = path.cost / 1000;
    println!("\n{metres:.0} m, {} min {} s", seconds / 60, seconds % 60);
    for (name, metres) in &streets {
        println!("{metres:6.0} m  {name}");
    }

    let line = roads.shape(&nodes);
    if let Some(file) = request.svg {
        std::fs::write(file, svg(&roads, &line))?;
    }
    if let Some(file) = request.geojson {
        std::fs::write(file, geojson(&line, metres, seconds))?;
    }
    Ok(())
}

fn request(mut arguments: impl Iterator<Item = String>) -> Result<Request, Box<dyn Error>> {
    let (Some(file), Some(from), Some(to)) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err(USAGE.into());
    };
    let mut request = Request {
        file,
        ends: [position(&from)?, position(&to)?],
        profile: OsmProfile::car(),
        svg: None,
        geojson: None,
    };
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or(USAGE)?;
        match (option.as_str(), value.as_str()) {
            ("--profile", "car") => request.profile = OsmProfile::car(),
            ("--profile", "bicycle") => request.profile = OsmProfile::bicycle(),
            ("--profile", "foot") => request.profile = OsmProfile::foot(),
            ("--svg", _) => request.svg = Some(value),
            ("--geojson", _) => request.geojson = Some(value),
            _ => return Err(USAGE.into()),
        }
    }
    Ok(request)
}

fn position(text: &str) -> Result<Position, Box<dyn Error>> {
    let (latitude, longitude) = text.split_once(',').ok_or(USAGE)?;
    Ok(Position::new(latitude.trim().parse()?, longitude.trim().parse()?)?)
}

/// The nearest of some junctions.
fn nearest(roads: &Network<u32>, junctions: &[u32], position: Position) -> Option<u32> {
    let distances = junctions
        .iter()
        .filter_map(|node| Some((*node, roads.position(*node)?.metres_to(position))));
    let nearest = distances.min_by(|(_, left), (_, right)| left.total_cmp(right));
    nearest.map(|(node, _)| node)
}

/// The names of the streets along a path, each with its length in metres.
fn streets<'roads>(roads: &'roads Network<u32>, nodes: &[u32]) -> Vec<(&'roads str, f64)> {
    let mut streets: Vec<(&str, f64)> = Vec::new();
    for pair in nodes.windows(2) {
        let Some(edge) = roads.edge_between(pair[0], pair[1]) else {
            continue;
        };
        let name = edge.name().unwrap_or("(without a name)");
        match streets.last_mut() {
            Some((last, metres)) if *last == name => *metres += edge.metres(),
            _ => streets.push((name, edge.metres())),
        }
    }
    streets
}

/// Draws all streets and a line.
fn svg(roads: &Network<u32>, line: &[Position]) -> String {
    let all: Vec<Vec<Position>> = roads.edges().map(|edge| edge.shape().collect()).collect();
    let positions = || all.iter().flatten();
    let least = |degrees: fn(Position) -> f64| positions().map(|at| degrees(*at)).fold(f64::INFINITY, f64::min);
    let greatest = |degrees: fn(Position) -> f64| positions().map(|at| degrees(*at)).fold(-f64::INFINITY, f64::max);
    let (south, north) = (least(Position::latitude), greatest(Position::latitude));
    let (west, east) = (least(Position::longitude), greatest(Position::longitude));
    let shrink = f64::midpoint(south, north).to_radians().cos();
    let scale = 1000.0 / ((east - west) * shrink).max(1e-9);
    let points = |positions: &[Position]| {
        positions.iter().fold(String::new(), |mut points, at| {
            let (x, y) = (
                (at.longitude() - west) * shrink * scale,
                (north - at.latitude()) * scale,
            );
            let _ = write!(points, "{x:.1},{y:.1} ");
            points
        })
    };
    let height = (north - south) * scale;
    let mut svg =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 {height:.0}\" fill=\"none\">\n");
    for street in &all {
        let _ = writeln!(svg, "<polyline points=\"{}\" stroke=\"#999\"/>", points(street));
    }
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" stroke=\"#c0262d\" stroke-width=\"4\"/>\n</svg>",
        points(line)
    );
    svg
}

/// A line with its length and its travel time.
fn geojson(line: &[Position], metres: f64, seconds: u32) -> String {
    let positions: Vec<_> = line
        .iter()
        .map(|at| format!("[{:.7},{:.7}]", at.longitude(), at.latitude()))
        .collect();
    format!(
        "{{\"type\":\"Feature\",\"properties\":{{\"metres\":{metres:.0},\"seconds\":{seconds}}},\
         \"geometry\":{{\"type\":\"LineString\",\"coordinates\":[{}]}}}}\n",
        positions.join(",")
    )
}
