//! Routes in a city: the fastest one, three alternatives, what to do when a road is closed, and a matrix.
//!
//! ```text
//! cargo run --release --example routes
//! cargo run --release --example routes -- --image routes.svg
//! cargo run --release --example routes -- ny.gr ny.co --image ny.svg
//! ```
//!
//! What to take from it:
//! - `Landmarks` are an estimate for A\* without coordinates, prepared once for all queries.
//! - They stay good when roads become dearer or are closed. The alternatives are searched on dearer roads.
//! - `KShortestPaths` yields all routes, the fastest first. The next ones mostly differ by a crossing or two.
//! - `DisjointPaths` finds a way out and another one back, without a common road.
//! - `CostMatrix` is for planning tours.

mod city;

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use astride::graphs::ReversibleGraph;
use astride::search::{DisjointPaths, Landmarks};
use astride::{AStar, CostMatrix, Dijkstra, FnGraph, KShortestPaths, Path, Query, SearchError, Status, Stepper};

use city::City;

const HELP: &str = "\
Routes in a city: the fastest one, alternatives, a closed road, a matrix of times.

Usage: routes [GRAPH.gr [PLACES.co]] [--image FILE.svg]    [default: a generated city; without places no picture]";

type Route = Path<u32, u32>;

/// A road, whichever way it is taken.
fn road(from: u32, to: u32) -> (u32, u32) {
    (from.min(to), from.max(to))
}

fn roads(route: &Route) -> HashSet<(u32, u32)> {
    route.nodes.windows(2).map(|hop| road(hop[0], hop[1])).collect()
}

/// The fastest route if each road costs what `price` makes of it, which is no less than it does, or is closed. It is
/// returned with what it really costs.
fn detour(
    landmarks: &Landmarks<&ReversibleGraph<u32>>,
    (start, goal): (u32, u32),
    price: impl Fn((u32, u32), u32) -> Option<u32>,
) -> Option<Route> {
    let (graph, price) = (landmarks.graph(), &price);
    let changed = FnGraph::new(|node: &u32| {
        let from = *node;
        let roads = graph.edges(from).iter();
        roads.filter_map(move |(to, cost)| Some((*to, price(road(from, *to), *cost)?)))
    });
    let query = Query::between(changed, start, goal).with_heuristic(|node| landmarks.estimate(node, &goal));
    let mut search = AStar::new(query);
    if search.run() != Status::Found {
        return None;
    }
    let nodes = search.path()?.nodes;
    let cost = |hop: &[u32]| {
        let roads = graph.edges(hop[0]).iter().filter(|(to, _)| *to == hop[1]);
        roads.map(|(_, cost)| *cost).min()
    };
    let cost = nodes.windows(2).filter_map(cost).fold(0, u32::saturating_add);
    Some(Path { nodes, cost })
}

/// All crossings to which one comes from a node, the nearest first.
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
    let mut matrix = CostMatrix::either_way(graph, depots, shops);
    if let Status::Failed(error) = matrix.run() {
        return Err(error.into());
    }
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
    // From one side of the city to the other.
    let middle = u32::try_from(graph.node_count() / 2)?;
    let start = reached(graph, middle)?.last().copied().unwrap_or(middle);
    let reached = reached(graph, start)?;
    let at = |percent: usize| reached[(reached.len() - 1) * percent / 100];
    let goal = at(96);

    let mut landmarks = Landmarks::farthest(graph, start, 16);
    if let Status::Failed(error) = landmarks.run() {
        return Err(error.into());
    }
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
    let (mut shown, mut used) = (vec![route], Vec::new());
    while let (Some(last), true) = (shown.last(), shown.len() < 4) {
        used.push(roads(last));
        // Half as much again for each route that has the road.
        let price = |road, cost: u32| {
            let half = used.iter().filter(|used| used.contains(&road)).map(|_| cost / 2);
            Some(half.fold(cost, u32::saturating_add))
        };
        let Some(other) = detour(&landmarks, (start, goal), price) else {
            break;
        };
        let other_roads = roads(&other);
        let own = other_roads
            .iter()
            .filter(|road| !used.iter().any(|used| used.contains(road)));
        let (number, own, all) = (shown.len(), own.count(), other.edges());
        writeln!(
            out,
            "alternative {number}: {}, {own} of {all} roads are new",
            other.cost
        )?;
        shown.push(other);
    }
    let mut disjoint = DisjointPaths::by_edges(Query::between(graph, start, goal));
    match (disjoint.run(), disjoint.pair()) {
        (_, Some([one, other])) => writeln!(out, "two without a common road: {} and {}", one.cost, other.cost)?,
        (status, None) => writeln!(out, "two without a common road: {status}")?,
    }

    let route = &shown[0];
    let middle = route.nodes.len() / 2;
    let closed = road(route.nodes[middle.saturating_sub(1)], route.nodes[middle]);
    let around = detour(&landmarks, (start, goal), |road, cost| (road != closed).then_some(cost));
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
            .zip(shown.iter().map(|route| &route.nodes[..]))
            .collect();
        routes.extend(around.iter().map(|around| ("#fa0", &around.nodes[..])));
        let svg = city.svg(&routes).ok_or("--image: a picture needs PLACES.co")?;
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
        [ref files @ .., "--image", image] => (files, Some(image)),
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
    report(io::stdout().lock(), &city, image)
}

fn main() -> ExitCode {
    city::end(run())
}
