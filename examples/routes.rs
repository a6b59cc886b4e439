//! Routes in a city: the fastest one, three alternatives, a detour around a closed road, and a matrix.
//!
//! ```text
//! cargo run --release --example routes
//! cargo run --release --example routes -- --image routes.svg
//! cargo run --release --example routes -- ny.gr ny.co --image ny.svg
//! ```
//!
//! Points to note:
//! - `Landmarks` provide a heuristic for A\* without coordinates, prepared once for all queries.
//! - They remain valid when roads become slower or are closed.
//! - `KShortestPaths` yields all routes, the fastest first. Most of them differ from the one before only by a crossing
//!   or two.
//! - `Alternatives` finds a few routes that differ substantially.
//! - `DisjointPaths` finds two routes without a common road, one out and one back.
//! - `CostMatrix` computes the costs for planning tours.

mod city;
mod picture;

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use astride::graphs::ReversibleGraph;
use astride::search::{DisjointPaths, Landmarks};
use astride::{AStar, CostMatrix, Dijkstra, FnGraph, KShortestPaths, Path, Query, SearchError, Status};
use astride_roads::{Alternatives, RouteLimits};

use city::City;

const HELP: &str = "\
Routes in a city: the fastest one, alternatives, a closed road, a matrix of times.

Usage: routes [GRAPH.gr [PLACES.co]] [--image FILE.svg]    [default: a generated city; without places no picture]";

type Route = Path<u32, u32>;

/// A road, regardless of direction.
fn road(from: u32, to: u32) -> (u32, u32) {
    (from.min(to), from.max(to))
}

/// The fastest route while a road is closed.
fn detour(
    landmarks: &Landmarks<&ReversibleGraph<u32>>,
    (start, goal): (u32, u32),
    closed: (u32, u32),
) -> Result<Option<Route>, SearchError> {
    let graph = landmarks.graph();
    let open = FnGraph::new(|node: &u32| {
        let from = *node;
        let roads = graph.edges(from).iter().copied();
        roads.filter(move |(to, _)| road(from, *to) != closed)
    });
    let query = Query::between(open, start, goal).with_heuristic(|node| landmarks.estimate(node, &goal));
    AStar::new(query).find_path()
}

/// All crossings that can be reached from a node, the nearest first.
fn reached(graph: &ReversibleGraph<u32>, node: u32) -> Result<Vec<u32>, SearchError> {
    let mut all = Dijkstra::one_to_all(graph, node);
    if let Status::Failed(error) = all.run() {
        return Err(error);
    }
    let mut reached: Vec<_> = all.closed_nodes().map(|node| (node.g, node.node)).collect();
    reached.sort_unstable();
    Ok(reached.into_iter().map(|(_, node)| node).collect())
}

fn write_matrix(
    mut out: impl Write,
    graph: &ReversibleGraph<u32>,
    depots: Vec<u32>,
    shops: Vec<u32>,
) -> Result<(), Box<dyn Error>> {
    let matrix = CostMatrix::either_way(graph, depots, shops)?;
    write!(out, "\nfrom each depot to each shop:\n{:9}", "")?;
    for shop in matrix.targets() {
        write!(out, "{shop:>9}")?;
    }
    for (row, depot) in matrix.sources().iter().enumerate() {
        write!(out, "\n{depot:>9}")?;
        for column in 0..matrix.targets().len() {
            let cost = matrix.cost(row, column).map_or("-".into(), |cost| cost.to_string());
            write!(out, "{cost:>9}")?;
        }
    }
    Ok(writeln!(out)?)
}

fn report(mut out: impl Write, city: &City, image: Option<&str>) -> Result<(), Box<dyn Error>> {
    let graph = &city.roads;
    // The route leads from one side of the city to the other.
    let middle = u32::try_from(graph.node_count() / 2)?;
    let start = reached(graph, middle)?.last().copied().unwrap_or(middle);
    let reached = reached(graph, start)?;
    let at = |percent: usize| reached[(reached.len() - 1) * percent / 100];
    let goal = at(96);

    let landmarks = Landmarks::farthest(graph, start, 16)?;
    let mut search = AStar::new(landmarks.query(start, goal));
    let status = search.run();
    let route = search
        .path()
        .ok_or_else(|| format!("from {start} to {goal}: {status}"))?;
    let mut plain = Dijkstra::new(Query::between(graph, start, goal));
    if let Status::Failed(error) = plain.run() {
        return Err(error.into());
    }
    writeln!(out, "{} crossings, {} roads\n", reached.len(), graph.edge_count() / 2)?;
    writeln!(
        out,
        "From {start} to {goal}: {} over {} crossings",
        route.cost,
        route.nodes.len()
    )?;
    let expanded = search.stats().expanded;
    writeln!(
        out,
        "expanded {expanded} by landmarks, {} without\n",
        plain.stats().expanded
    )?;

    let mut all = KShortestPaths::new(Query::between(graph, start, goal));
    let next = all.paths().take(4).collect::<Result<Vec<_>, _>>()?;
    let next: Vec<_> = next.iter().skip(1).map(|path| path.cost.to_string()).collect();
    writeln!(out, "the next routes: {}", next.join(", "))?;
    let limits = RouteLimits {
        count: 4,
        ..RouteLimits::default()
    };
    let mut alternatives = Alternatives::new(Query::between(graph, start, goal)).with_limits(limits)?;
    let shown = alternatives.find_routes()?;
    for (number, other) in shown.iter().enumerate().skip(1) {
        let shared = 100 * u64::from(other.shared) / u64::from(route.cost.max(1));
        let cost = other.path.cost;
        writeln!(
            out,
            "alternative {number}: {cost}, and {shared} % of the route's cost are known roads"
        )?;
    }
    let mut disjoint = DisjointPaths::by_edges(Query::between(graph, start, goal));
    match (disjoint.run(), disjoint.pair()) {
        (_, Some([one, other])) => writeln!(out, "two without a common road: {} and {}", one.cost, other.cost)?,
        (status, None) => writeln!(out, "two without a common road: {status}")?,
    }

    let middle = route.nodes.len() / 2;
    let closed = road(route.nodes[middle.saturating_sub(1)], route.nodes[middle]);
    let around = detour(&landmarks, (start, goal), closed)?;
    let costs = around.as_ref().map_or("no route".into(), |around| {
        format!("{}, {} more", around.cost, around.cost.saturating_sub(route.cost))
    });
    writeln!(out, "\nthe road {closed:?} is closed: {costs}")?;

    let shops = (1..8).map(|place| at(place * 13)).collect();
    write_matrix(&mut out, graph, vec![at(10), at(50), at(90)], shops)?;

    if let Some(name) = image {
        let colours = ["#d22", "#28c", "#2a5", "#a3c"];
        let mut routes: Vec<_> = colours
            .into_iter()
            .zip(shown.iter().map(|route| &route.path.nodes[..]))
            .collect();
        routes.extend(around.iter().map(|around| ("#fa0", &around.nodes[..])));
        let svg = city.svg(&routes).ok_or("no crossing has a place")?;
        fs::write(name, svg).map_err(|error| format!("{name}: {error}"))?;
        writeln!(
            out,
            "\n{name}: the route in red, alternatives in blue, green and violet, the detour in yellow"
        )?;
    }
    Ok(())
}

fn run() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (files, image) = match args[..] {
        [ref files @ .., "--image", image] => (files, Some(picture::checked(image)?)),
        ref files => (files, None),
    };
    let city = match *files {
        ["-h" | "--help"] => {
            let _ = writeln!(io::stdout(), "{HELP}");
            return Ok(());
        }
        [] => City::generate(60)?,
        [graph] if !graph.starts_with('-') => City::read(graph, None)?,
        [graph, places] if !graph.starts_with('-') => City::read(graph, Some(places))?,
        _ => return Err(format!("{args:?}: --help lists the arguments").into()),
    };
    if image.is_some() && city.places.is_none() {
        return Err("--image: a picture needs PLACES.co".into());
    }
    report(io::stdout().lock(), &city, image)
}

fn main() -> ExitCode {
    city::end(run())
}
