//! Road networks for the graph searches of [`astride`].
//!
//! * [`Coordinates`] of the nodes of a [`CsrGraph`](astride::graphs::CsrGraph) provide an estimate for A\*, and a
//!   [`Renumbering`] places neighbours close together in memory.
//! * [`ContractionHierarchy`] is a graph prepared for fast queries by
//!   [`HierarchySearch`]. It can be saved to a file.
//! * [`CustomizableHierarchy`] is a hierarchy whose costs can change, all at once or edge by edge. It is built from a
//!   graph and an [`Order`], which [`Dissection`] computes. Such hierarchies also work for grid maps and any other
//!   graph with indices.
//! * [`RankedHierarchy`] provides one-to-all searches, isochrones and cost matrices for both kinds of hierarchy.
//! * [`Alternatives`] finds the cheapest route and others that differ from it.
//! * `Network` (feature `std`) has places with names, latitudes and longitudes. With the feature `csv`, it can be read
//!   from two CSV files, and with the feature `osm` from an extract of OpenStreetMap.
//! * `RouteQuery` (feature `std`) finds routes between places in the middle of streets. With the feature `nearest`,
//!   `StreetIndex` finds the street that is nearest to a latitude and longitude.
//! * `dimacs` (feature `std`) reads and writes graphs and coordinates in the text format of the 9th DIMACS
//!   Implementation Challenge. With the feature `gzip`, `dimacs` also reads compressed files.
//!
//! ```
//! use astride::graphs::{CsrError, CsrGraph};
//! use astride::{AStar, Query, Status};
//! use astride_roads::Coordinates;
//!
//! let edges = [(0, 1, 7_u32), (0, 2, 2), (1, 3, 1), (2, 3, 4)]; // from, to, cost
//! let graph = CsrGraph::undirected(4, edges)?; // `from_edges` for one-way streets
//!
//! let places = Coordinates::new(vec![(0, 0), (6, 0), (1, 1), (5, 0)]);
//! let goal = 3;
//! let distance = |node: &u32| places.floor_distance(*node, goal);
//! let query = Query::new(&graph, 0, |node| *node == goal).with_heuristic(distance);
//! let mut search = AStar::new(query);
//! assert_eq!(search.run(), Status::Found);
//! assert_eq!(search.path().unwrap().nodes, [0, 2, 3]);
//! # Ok::<(), CsrError>(())
//! ```
//!
//! # For routing
//!
//! | You need | Use |
//! |---|---|
//! | routes by the names of places, from CSV | `Network::open_csv`, `Network::query` |
//! | routes in a city of OpenStreetMap | `Network::open_osm`, `OsmProfile` |
//! | the line along a route, the lengths and names of its streets | `Network::shape`, `Network::edges` |
//! | latitude, longitude, the haversine distance | `Position`, `Position::metres_to` |
//! | the nearest street to a position, such as one that a car may enter | `StreetIndex::nearest`, `nearest_where` |
//! | routes between places on streets, for every search and hierarchy | `RouteQuery` |
//! | several starts and goals, each with a cost | [`VirtualEnds`](astride::problem::VirtualEnds) |
//! | straight-line distance as an estimate, for lengths or travel times | `Network::query`, which includes it; `Network::estimate` |
//! | the fastest route | [`AStar`](astride::AStar); for many queries a [`ContractionHierarchy`] |
//! | alternatives | [`Alternatives`] |
//! | an isochrone: all places within a travel time | [`RankedHierarchy::within`], or [`Dijkstra::one_to_all`](astride::Dijkstra#method.one_to_all) with a cost limit |
//! | a matrix of travel times | [`RankedHierarchy::matrix`], or [`CostMatrix`](astride::CostMatrix) without preparation |
//! | traffic, closed roads | [`CustomizableHierarchy`] |
//! | turn restrictions, such as those of `Network::bans` | `ForbiddenPaths` of the crate [`astride-labels`](https://docs.rs/astride-labels), or `Turns` for turn costs as well |
//! | rush hours, tolls, limits on battery charge | `Departing`, `SeveralCosts` and `ParetoPaths` of the same crate |
//! | two routes without a common road | [`DisjointPaths`](astride::search::DisjointPaths) |
//!
#![cfg_attr(
    feature = "csv",
    doc = r#"
The fastest route, alternatives, an isochrone and a matrix, from two CSV files:

```
use astride::AStar;
use astride_roads::{Alternatives, ContractionHierarchy, Network, RankedHierarchy};

# let (places, streets) = (
#     "name,latitude,longitude\nMill,50.0,8.0\nGate,50.1,8.1\nBridge,50.1,8.0\nTower,50.2,8.1\n",
#     "from,to,minutes,oneway\nMill,Gate,20,no\nGate,Tower,12,no\nMill,Bridge,15,no\nBridge,Tower,21,yes\n",
# );
# let files = std::env::temp_dir().join(format!("astride-roads-doc-{}", std::process::id()));
# std::fs::create_dir_all(&files)?;
# std::fs::write(files.join("places.csv"), places)?;
# std::fs::write(files.join("streets.csv"), streets)?;
# let file = |name: &str| files.join(name);
# let roads = Network::<u32>::open_csv(file("places.csv"), file("streets.csv"), "minutes")?;
# std::fs::remove_dir_all(&files)?;
# #[cfg(any())]
let roads = Network::<u32>::open_csv("places.csv", "streets.csv", "minutes")?;

let path = AStar::new(roads.query("Mill", "Tower")?).find_path()?.ok_or("no route")?;
println!("{} minutes by {}", path.cost, roads.names(&path.nodes).join(", ")); // 32 minutes by Mill, Gate, Tower
# assert_eq!((path.cost, roads.names(&path.nodes)), (32, vec!["Mill", "Gate", "Tower"]));

for route in Alternatives::new(roads.query("Mill", "Tower")?).find_routes()? {
    println!("{:?}, {} minutes known already", roads.names(&route.path.nodes), route.shared);
}
# let mut search = Alternatives::new(roads.query("Mill", "Tower")?);
# assert_eq!(roads.names(&search.find_routes()?[1].path.nodes), ["Mill", "Bridge", "Tower"]);

let hierarchy = ContractionHierarchy::prepare(roads.graph())?; // once for all queries
let isochrone = hierarchy.within(roads.node("Mill")?, 20)?; // Mill, Gate and Bridge, with their minutes
let times = hierarchy.matrix(roads.nodes(["Mill", "Gate"])?, roads.nodes(["Bridge", "Tower"])?)?;
# assert_eq!((isochrone, times), (vec![(0, 0), (1, 20), (2, 15)], vec![vec![15, 32], vec![35, 12]]));
# Ok::<(), Box<dyn std::error::Error>>(())
```
"#
)]
#![cfg_attr(
    feature = "osm",
    doc = r#"
# From a map extract to a route

An extract of OpenStreetMap has streets, speed limits, closed roads and turn restrictions. [`Network::open_osm`] reads
one for a vehicle, whose [`OsmProfile`] you can change:

```no_run
use astride::AStar;
use astride_labels::Turns;
use astride_roads::{Network, OsmProfile, OsmRoad, Position};

let mut truck = OsmProfile::car();
truck.access.push("hgv".to_owned()); // the key for trucks takes precedence over `motor_vehicle`
truck.top_speed = 80.0;
truck.highways.insert("track".to_owned(), OsmRoad::new(10.0));
let (roads, report) = Network::open_osm("Helsinki.osm.pbf", &truck)?;
println!("{report}"); // what was left out, and why

// The junctions nearest to two positions, without those that have no connection to the rest.
let part = roads.largest_part();
let nearest = |latitude, longitude| -> Result<u32, Box<dyn std::error::Error>> {
    let position = Position::new(latitude, longitude)?;
    let metres = |node: &u32| roads.position(*node).map_or(f64::INFINITY, |at| at.metres_to(position));
    let nodes = part.iter().copied();
    Ok(nodes.min_by(|one, other| metres(one).total_cmp(&metres(other))).ok_or("no streets")?)
};
let (from, to) = (nearest(60.1660, 24.9370)?, nearest(60.1780, 24.9520)?);

// The fastest route that obeys turn restrictions. `Network::query` ignores them.
let turn = |from: &u32, at: &u32, to: &u32| if roads.is_banned(*from, *at, *to) { u32::MAX } else { 0 };
let town = Turns::new(roads.graph(), turn).indexed()?; // once for all queries
let query = town.query(from, to).with_heuristic(|node| roads.estimate(node.at, to));
let path = AStar::new(query).find_path()?.ok_or("no route")?;
println!("{} s", path.cost / 1000); // costs are milliseconds

// The streets and the line of the route.
let nodes: Vec<u32> = path.nodes.iter().map(|node| node.at).collect();
for pair in nodes.windows(2) {
    let edge = roads.edge_between(pair[0], pair[1]).ok_or("no street")?;
    println!("{:.0} m {}", edge.metres(), edge.name().unwrap_or("?"));
}
let line: Vec<Position> = roads.shape(&nodes);

// The shortest route instead: the same network with lengths in centimetres.
let lengths = roads.lengths()?;
# Ok::<(), Box<dyn std::error::Error>>(())
```

Prepare a hierarchy for many queries: `ContractionHierarchy::prepare(roads.graph())`, or with turn restrictions that of
the graph which `Turns::to_csr` returns. The example `city_routes` of this crate is a whole program.
"#
)]
// Marks each item with the feature that it needs. This is unstable, so only docs.rs uses it.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod alternatives;
mod climb;
#[cfg(feature = "std")]
mod content;
mod coordinates;
mod customizable;
#[cfg(feature = "std")]
pub mod dimacs;
#[cfg(all(test, feature = "csv", feature = "osm"))]
mod error_texts;
mod hierarchy;
#[cfg(feature = "std")]
mod network;
mod order;
#[cfg(feature = "std")]
mod position;
mod ranked;
mod renumbering;
#[cfg(feature = "std")]
mod route;

pub use alternatives::{AlternativeRoute, Alternatives, RouteLimitError, RouteLimits};
#[cfg(feature = "std")]
pub use astride_files::BinaryFileError;
pub use climb::{Climb, Hierarchy, HierarchySearch};
pub use coordinates::Coordinates;
pub use customizable::CustomizableHierarchy;
pub use hierarchy::{ContractionHierarchy, HierarchyError, Preparation};
#[cfg(feature = "csv")]
pub use network::{CsvColumns, CsvError, QuoteFault, Table};
#[cfg(feature = "std")]
pub use network::{Network, NetworkEdge, NetworkError, RoadCost, Street};
#[cfg(feature = "osm")]
pub use network::{OsmError, OsmProfile, OsmReport, OsmRoad, SpeedLimits};
pub use order::{Dissection, Order};
#[cfg(feature = "std")]
pub use position::{EARTH_RADIUS, Position, PositionError};
pub use ranked::RankedHierarchy;
pub use renumbering::Renumbering;
#[cfg(feature = "std")]
pub use route::{EdgePosition, Route, RouteError, RouteQuery};
#[cfg(feature = "nearest")]
pub use route::{NearestStreet, StreetIndex};

/// Compiles and runs the code of the README with the other doctests.
#[cfg(all(doctest, feature = "csv"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
