//! Roads by name: the shortest route, alternatives, the places within 200 km, and a table of distances.
//!
//! ```text
//! cargo run --release --example roads_by_name
//! cargo run --release --example roads_by_name -- places.csv streets.csv minutes Station Harbour 15
//! ```
//!
//! The two files beside this one are the map of Romania in the textbook by Russell and Norvig, "Artificial
//! Intelligence: A Modern Approach", with the real latitudes and longitudes of its towns.
//!
//! Points to note:
//! - `Network` reads places and streets from CSV files, and maps names to nodes and back.
//! - Its queries have an estimate that never exceeds the cost. Some roads in the textbook are shorter than the straight
//!   line, so the plain distance would exceed it.
//! - `Alternatives` finds routes that differ substantially, unlike the next shortest paths.
//! - A `ContractionHierarchy` is prepared once, for isochrones (`within`) and tables of distances or times (`matrix`).

#[path = "../city/mod.rs"]
#[expect(dead_code, reason = "only the end of the program is shared")]
mod city;

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use astride::AStar;
use astride_roads::{Alternatives, ContractionHierarchy, Network, RankedHierarchy};

const PLACES: &str = include_str!("places.csv");
const STREETS: &str = include_str!("streets.csv");

const HELP: &str = "\
Roads by name: the cheapest route, alternatives, places nearby, and a table.

Usage: roads_by_name [PLACES.csv STREETS.csv COLUMN FROM TO LIMIT]    [default: Romania, km, Arad, Bucharest, 200]

PLACES.csv has the columns name, latitude and longitude. STREETS.csv has from, to, and costs in COLUMN, such as km or
seconds, and optionally oneway and name. Places within LIMIT of FROM are listed.";

/// Writes the shortest route and its alternatives. Returns the nodes of the shortest one.
fn write_routes(
    mut out: impl Write,
    roads: &Network<u32>,
    unit: &str,
    from: &str,
    to: &str,
) -> Result<Vec<u32>, Box<dyn Error>> {
    let mut search = AStar::new(roads.query(from, to)?);
    let path = search
        .find_path()?
        .ok_or_else(|| format!("there is no route from {from} to {to}"))?;
    writeln!(
        out,
        "From {from} to {to} in {} {unit}: {}",
        path.cost,
        roads.names(&path.nodes).join(", ")
    )?;
    writeln!(
        out,
        "Expanded {} of {} places",
        search.stats().expanded,
        roads.graph().node_count()
    )?;

    writeln!(out, "\nAlternatives:")?;
    let mut search = Alternatives::new(roads.query(from, to)?);
    for route in search.find_routes()?.iter().skip(1) {
        let names = roads.names(&route.path.nodes).join(", ");
        writeln!(
            out,
            "{} {unit}, {} of them on known roads: {names}",
            route.path.cost, route.shared
        )?;
    }
    Ok(path.nodes)
}

fn report(
    mut out: impl Write,
    roads: &Network<u32>,
    unit: &str,
    ends: [&str; 2],
    limit: u32,
) -> Result<(), Box<dyn Error>> {
    let [from, to] = ends;
    let route = write_routes(&mut out, roads, unit, from, to)?;

    let hierarchy = ContractionHierarchy::prepare(roads.graph())?;
    let mut near = hierarchy.within(roads.node(from)?, limit)?;
    near.sort_unstable_by_key(|(node, cost)| (*cost, *node));
    writeln!(out, "\nWithin {limit} {unit} of {from}:")?;
    for (node, cost) in &near {
        writeln!(out, "{cost:>8}  {}", roads.name(*node).unwrap_or_default())?;
    }

    // The table has the costs from both ends to the places on the route.
    let rows = roads.nodes(ends)?;
    write!(out, "\n{unit:16}")?;
    for name in roads.names(&route) {
        write!(out, "{name:>16}")?;
    }
    for (name, costs) in ends.iter().zip(hierarchy.matrix(&rows, &route)?) {
        write!(out, "\n{name:16}")?;
        for cost in costs {
            let cost = if cost == u32::MAX { "-".into() } else { cost.to_string() };
            write!(out, "{cost:>16}")?;
        }
    }
    Ok(writeln!(out)?)
}

fn run() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut out = io::stdout().lock();
    match args[..] {
        [] => {
            let roads = Network::read_csv(PLACES.as_bytes(), STREETS.as_bytes(), "km")?;
            report(out, &roads, "km", ["Arad", "Bucharest"], 200)
        }
        [places, streets, column, from, to, limit] => {
            let not_a_limit = |_| format!("LIMIT {limit:?}: not a whole number from 0 to {}", u32::MAX);
            let limit = limit.parse().map_err(not_a_limit)?;
            report(
                out,
                &Network::open_csv(places, streets, column)?,
                column,
                [from, to],
                limit,
            )
        }
        ["-h" | "--help"] => {
            let _ = writeln!(out, "{HELP}");
            Ok(())
        }
        _ => Err(format!("{args:?}: --help lists the arguments").into()),
    }
}

fn main() -> ExitCode {
    city::end(run())
}
