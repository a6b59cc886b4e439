//! From an extract of OpenStreetMap to a route: reads a city, prepares it once, and finds the fastest route between two
//! positions.
//!
//! ```sh
//! cargo run --release -p astride-roads --features osm,nearest --example city_routes -- \
//!     Helsinki.osm.pbf 60.1660,24.9370 60.1780,24.9520 --alternatives --isochrone 5min --svg route.svg
//! ```
//!
//! Points to note:
//! - `Network::open_osm` reads the streets that the profile uses, and reports what it has left out.
//! - `StreetIndex::nearest` finds the street beside each position, and `RouteQuery` makes a query of two such places.
//! - `ForbiddenPaths` adds the turn restrictions of the map. Its graph is prepared as a hierarchy, in slices, so that
//!   progress can be shown; `save` and `open` keep the hierarchy for the next time.
//! - The same trip is searched in the hierarchy for the fastest route, and in the graph for alternatives and for all
//!   that can be reached within a time.

mod drawing;
mod request;

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use astride::graphs::ReversibleGraph;
use astride::problem::{VirtualEnds, VirtualNode};
use astride::{Budget, Dijkstra, Graph, Stepper};
use astride_labels::{Followed, ForbiddenPaths};
use astride_roads::{
    Alternatives, ContractionHierarchy, HierarchySearch, NearestStreet, Network, Position, Preparation, Route,
    RouteQuery, StreetIndex,
};
use request::{HELP, Request};

type Town<'roads> = ForbiddenPaths<&'roads ReversibleGraph<u32>>;

/// A position must be at most so many metres away from a street.
const NEAR: f64 = 500.0;

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    let answered = match Request::read(std::env::args().skip(1)) {
        Ok(Some(request)) => answer(request, &mut out),
        Ok(None) => writeln!(out, "{HELP}").map(|()| true).map_err(Into::into),
        Err(error) => Err(error),
    };
    match answered {
        Ok(is_found) => ExitCode::from(u8::from(!is_found)),
        Err(error) => match error.downcast_ref::<io::Error>() {
            // The reader has read enough.
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            _ => {
                let _ = writeln!(io::stderr(), "error: {error}");
                ExitCode::from(2)
            }
        },
    }
}

/// Answers a request. Returns whether there is a route.
fn answer(request: Request, out: &mut impl Write) -> Result<bool, Box<dyn Error>> {
    let (roads, report) = Network::open_osm(&request.file, &request.profile)?;
    let streets = StreetIndex::new(&roads);
    let part: HashSet<u32> = roads.largest_part().into_iter().collect();
    let is_connected = |edge: usize| {
        let edge = roads.edge(edge);
        edge.is_some_and(|edge| part.contains(&edge.from()) && part.contains(&edge.to()))
    };
    let [from, to] = request.ends.map(|position| nearest(&streets, position, is_connected));
    let query = RouteQuery::new(&roads, from?, to?)?;

    let town = ForbiddenPaths::new(roads.graph(), roads.bans())?;
    let trip = town.between_edges(query.start_edges(), query.goal_edges());
    let trip = trip.with_direct_cost(query.direct_cost());
    let hierarchy = hierarchy(&town, request.hierarchy.as_deref())?;
    writeln!(out, "{report}\n")?;
    let Some(path) = fastest(&town, &trip, &hierarchy)? else {
        writeln!(out, "There is no route.")?;
        return Ok(false);
    };
    let route = |nodes: &[u32], cost| {
        let route = query.route_with(nodes, cost, banned(&roads));
        route.ok_or("a path that is no route")
    };
    let mut routes = vec![route(&path.nodes, path.cost)?];
    print(out, &roads, &routes[0])?;

    if request.alternatives {
        let mut search = Alternatives::new(&trip);
        for found in search.find_routes()?.iter().skip(1) {
            let nodes = found.path.iter().filter_map(VirtualNode::real);
            let nodes: Vec<u32> = nodes.map(|node| node.at).collect();
            let route = route(&nodes, found.path.cost)?;
            writeln!(out, "\nAlternative:")?;
            print(out, &roads, &route)?;
            routes.push(route);
        }
    }
    let mut within = HashSet::new();
    if let Some(limit) = request.isochrone {
        within = reached(&town, &trip, limit)?;
        let all = roads.graph().node_count();
        writeln!(out, "\n{} of {all} junctions within {}", within.len(), time(limit))?;
    }
    let write = |file: &str, text: String| fs::write(file, text).map_err(|error| format!("{file}: {error}"));
    if let Some(file) = request.svg {
        write(&file, drawing::svg(&roads, &routes, &within))?;
    }
    if let Some(file) = request.geojson {
        write(&file, drawing::geojson(&routes))?;
    }
    Ok(true)
}

/// The nearest street that is connected to the rest: two places if it leads both ways.
fn nearest(
    streets: &StreetIndex,
    position: Position,
    is_connected: impl Fn(usize) -> bool,
) -> Result<Vec<NearestStreet>, Box<dyn Error>> {
    let found = streets.nearest_where(position, NEAR, is_connected)?;
    if found.is_empty() {
        let (latitude, longitude) = (position.latitude(), position.longitude());
        return Err(format!("there is no street within {NEAR} m of {latitude},{longitude}").into());
    }
    Ok(found)
}

/// Opens the hierarchy of a town if there is a file with it. Otherwise prepares it, and saves it if there is a name.
fn hierarchy(town: &Town<'_>, file: Option<&Path>) -> Result<ContractionHierarchy<u32>, Box<dyn Error>> {
    if let Some(file) = file.filter(|file| file.exists()) {
        let hierarchy = ContractionHierarchy::open(file)?;
        if Some(hierarchy.node_count()) != town.index_bound() {
            return Err(format!("{}: this is the hierarchy of another map or profile", file.display()).into());
        }
        return Ok(hierarchy);
    }
    let graph = town.to_csr()?;
    let mut preparation = Preparation::new(&graph)?;
    let shows_progress = io::stderr().is_terminal();
    while preparation
        .run_for(Budget::new().time(Duration::from_millis(100)))
        .is_running()
    {
        if shows_progress {
            let percent = 100 * preparation.contracted() / graph.node_count().max(1);
            // The last steps take the longest.
            write!(io::stderr(), "\rprepared {percent} %")?;
        }
    }
    if shows_progress {
        write!(io::stderr(), "\r\x1b[K")?;
    }
    let hierarchy = preparation.finish()?;
    if let Some(file) = file {
        hierarchy.save(file)?;
    }
    Ok(hierarchy)
}

/// The fastest path of a trip, found in the hierarchy.
fn fastest(
    town: &Town<'_>,
    trip: &VirtualEnds<&Town<'_>>,
    hierarchy: &ContractionHierarchy<u32>,
) -> Result<Option<astride::Path<u32, u32>>, Box<dyn Error>> {
    // Nodes that are not numbered do not occur.
    let number = |node: &Followed<u32>| {
        let index = town.index(node).and_then(|index| index.try_into().ok());
        index.unwrap_or(u32::MAX)
    };
    let path = HierarchySearch::new(trip.map(hierarchy, number)).find_path()?;
    Ok(path.map(|path| {
        let numbers = path.iter().filter_map(VirtualNode::real);
        let nodes = numbers.filter_map(|number| town.node_at(*number as usize));
        astride::Path {
            nodes: nodes.map(|node| node.at).collect(),
            cost: path.cost,
        }
    }))
}

/// What a path costs in addition to its edges: it must not contain a banned one.
fn banned(roads: &Network<u32>) -> impl Fn(&[u32]) -> u32 {
    |nodes| {
        let is_banned = |ban: &Vec<u32>| nodes.windows(ban.len()).any(|part| part == ban);
        if roads.bans().iter().any(is_banned) {
            u32::MAX
        } else {
            0
        }
    }
}

/// The junctions that can be reached from the start of a trip within a time.
fn reached(town: &Town<'_>, trip: &VirtualEnds<&Town<'_>>, limit: Duration) -> Result<HashSet<u32>, Box<dyn Error>> {
    let limit = u32::try_from(limit.as_millis())?;
    let everywhere = VirtualEnds::new(town, trip.starts().iter().copied(), []);
    let mut search = Dijkstra::new(everywhere).with_cost_limit(limit);
    search.run();
    let nodes = search.closed_nodes().filter_map(|node| Some(node.node.real()?.at));
    Ok(nodes.collect())
}

/// Prints the length, the time and the streets of a route.
fn print(out: &mut impl Write, roads: &Network<u32>, route: &Route<u32>) -> io::Result<()> {
    let pieces = route.shape.windows(2).map(|pair| pair[0].metres_to(pair[1]));
    let metres = pieces.fold(0.0, |sum, piece| sum + piece);
    writeln!(out, "{metres:.0} m, {}", time(Duration::from_millis(route.cost.into())))?;
    for (name, metres) in streets(roads, route) {
        writeln!(out, "{metres:6.0} m  {name}")?;
    }
    Ok(())
}

/// The names of the streets along a route, each with the metres along it.
fn streets<'roads>(roads: &'roads Network<u32>, route: &Route<u32>) -> Vec<(&'roads str, f64)> {
    let part = |edge, fraction: f64| roads.edge(edge).map(|edge| (edge, fraction));
    let (start, goal) = (route.start, route.goal);
    let edges: Vec<_> = if route.nodes.is_empty() {
        part(start.edge, goal.fraction - start.fraction).into_iter().collect()
    } else {
        let whole = route
            .nodes
            .windows(2)
            .filter_map(|pair| Some((roads.edge_between(pair[0], pair[1])?, 1.0)));
        let first = part(start.edge, 1.0 - start.fraction);
        first
            .into_iter()
            .chain(whole)
            .chain(part(goal.edge, goal.fraction))
            .collect()
    };
    let mut streets: Vec<(&str, f64)> = Vec::new();
    for (edge, fraction) in edges {
        let (name, metres) = (edge.name().unwrap_or("(without a name)"), edge.metres() * fraction);
        match streets.last_mut() {
            Some((last, sum)) if *last == name => *sum += metres,
            _ => streets.push((name, metres)),
        }
    }
    streets
}

fn time(time: Duration) -> String {
    format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60)
}
