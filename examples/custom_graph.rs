//! A custom graph: cities, roads between them, and the shortest path from one to another.
//!
//! `cargo run --example custom_graph`, or with two cities: `cargo run --example custom_graph -- Lisbon Warsaw`
//!
//! A type `Trip` with three short `impl`s is all that every search of the crate needs. `by_query` and `by_function` do
//! the same with closures, without a named type.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use astride::{AStar, FnGraph, Graph, Heuristic, Path, Problem, Query, SearchError, Status};

const HELP: &str = "\
The shortest path by road between two European cities, and the cities that the search expanded.

Usage: custom_graph [FROM TO]    [default: Lisbon Warsaw; an unknown name lists all cities]";

type City = &'static str;

/// The positions of cities, in degrees north and east.
#[rustfmt::skip]
const CITIES: [(City, f64, f64); 18] = [
    ("Amsterdam", 52.37, 4.90), ("Barcelona", 41.39, 2.17), ("Berlin", 52.52, 13.41), ("Bordeaux", 44.84, -0.58),
    ("Brussels", 50.85, 4.35), ("Budapest", 47.50, 19.04), ("Frankfurt", 50.11, 8.68), ("Hamburg", 53.55, 9.99),
    ("Lisbon", 38.72, -9.14), ("Lyon", 45.76, 4.84), ("Madrid", 40.42, -3.70), ("Milan", 45.46, 9.19),
    ("Munich", 48.14, 11.58), ("Paris", 48.86, 2.35), ("Prague", 50.08, 14.44), ("Vienna", 48.21, 16.37),
    ("Warsaw", 52.23, 21.01), ("Zurich", 47.37, 8.54),
];

/// The lengths of roads, in kilometres. All roads lead both ways.
#[rustfmt::skip]
const ROADS: [(City, City, f64); 31] = [
    ("Lisbon", "Madrid", 625.0), ("Madrid", "Barcelona", 620.0), ("Madrid", "Bordeaux", 690.0),
    ("Barcelona", "Lyon", 640.0), ("Barcelona", "Bordeaux", 560.0), ("Bordeaux", "Paris", 585.0),
    ("Bordeaux", "Lyon", 555.0), ("Lyon", "Paris", 465.0), ("Lyon", "Milan", 450.0), ("Lyon", "Zurich", 430.0),
    ("Paris", "Brussels", 315.0), ("Paris", "Frankfurt", 575.0), ("Paris", "Zurich", 655.0),
    ("Brussels", "Amsterdam", 210.0), ("Brussels", "Frankfurt", 400.0), ("Amsterdam", "Hamburg", 465.0),
    ("Frankfurt", "Hamburg", 490.0), ("Frankfurt", "Berlin", 550.0), ("Frankfurt", "Munich", 390.0),
    ("Frankfurt", "Zurich", 415.0), ("Hamburg", "Berlin", 290.0), ("Berlin", "Prague", 350.0),
    ("Berlin", "Warsaw", 575.0), ("Munich", "Milan", 495.0), ("Munich", "Prague", 385.0), ("Munich", "Vienna", 435.0),
    ("Munich", "Zurich", 315.0), ("Prague", "Vienna", 335.0), ("Prague", "Warsaw", 640.0),
    ("Vienna", "Budapest", 245.0), ("Zurich", "Milan", 280.0),
];

/// The problem: the shortest path by road from one city to another.
struct Trip {
    from: City,
    to: City,
}

impl Graph for Trip {
    type Node = City;
    type Cost = f64;

    fn successors(&self, city: &City) -> impl Iterator<Item = (City, f64)> {
        roads_from(city)
    }
}

impl Problem for Trip {
    fn start(&self) -> City {
        self.from
    }

    fn is_goal(&self, city: &City) -> bool {
        *city == self.to
    }
}

impl Heuristic for Trip {
    /// No road is shorter than the straight line, so A* finds a shortest path.
    fn estimate(&self, city: &City) -> f64 {
        straight_line(city, self.to)
    }
}

/// The neighbours of a city, and their distances by road.
fn roads_from(city: City) -> impl Iterator<Item = (City, f64)> {
    ROADS.into_iter().filter_map(move |(one, other, km)| {
        if city == one {
            Some((other, km))
        } else if city == other {
            Some((one, km))
        } else {
            None
        }
    })
}

/// The length of the great circle between two cities, in kilometres.
fn straight_line(from: City, to: City) -> f64 {
    let place = |city| {
        CITIES
            .into_iter()
            .find(|(name, ..)| *name == city)
            .expect("a city of the table")
    };
    let ((_, north, east), (_, to_north, to_east)) = (place(from), place(to));
    let half_sine = |from: f64, to: f64| ((to - from).to_radians() / 2.0).sin();
    let cosines = north.to_radians().cos() * to_north.to_radians().cos();
    let chord = half_sine(north, to_north).powi(2) + cosines * half_sine(east, to_east).powi(2);
    2.0 * 6371.0 * chord.sqrt().asin()
}

/// The same with closures: a search that can be stepped, limited and watched like the one on `Trip`.
fn by_query(from: City, to: City) -> Option<Path<City, f64>> {
    let graph = FnGraph::new(|city: &City| roads_from(city));
    let trip = Query::new(graph, from, |city| *city == to).with_heuristic(|city| straight_line(city, to));
    let mut search = AStar::new(trip);
    while search.step() == Status::Running {}
    search.path()
}

/// The same with closures in one call.
fn by_function(from: City, to: City) -> Result<Option<Path<City, f64>>, SearchError> {
    astride::astar(
        &from,
        |city| roads_from(city),
        |city| straight_line(city, to),
        |city| *city == to,
    )
}

/// Returns whether the path was found and was the same each time.
fn report(mut out: impl Write, from: City, to: City) -> io::Result<bool> {
    let mut search = AStar::new(Trip { from, to });
    let status = search.run();
    let Some(path) = search.path() else {
        writeln!(out, "No way from {from} to {to}: {status:?}")?;
        return Ok(false);
    };
    let as_crows_fly = straight_line(from, to);
    writeln!(
        out,
        "From {from} to {to}: {} km by road, {as_crows_fly:.0} as the crow flies\n",
        path.cost
    )?;
    for city in &path {
        let km = search.cost_to(city).expect("a city of the path");
        writeln!(out, "{km:6} km  {city}")?;
    }

    let mut expanded: Vec<_> = search.closed_nodes().collect();
    expanded.sort_by(|one, other| one.g.total_cmp(&other.g));
    let expanded: Vec<City> = expanded.into_iter().map(|closed| closed.node).collect();
    writeln!(
        out,
        "\nExpanded {} of {} cities, the nearest first:",
        expanded.len(),
        CITIES.len()
    )?;
    writeln!(out, "{}\n", expanded.join(", "))?;

    let by_traits = Some(path);
    let all_agree = by_query(from, to) == by_traits && by_function(from, to) == Ok(by_traits);
    compare(out, all_agree)
}

/// Prints and returns whether all three results are the same.
pub(crate) fn compare(mut out: impl Write, all_agree: bool) -> io::Result<bool> {
    let words = if all_agree { "all the same" } else { "NOT the same" };
    writeln!(out, "By traits, by a query, by a function: {words}")?;
    Ok(all_agree)
}

/// The exit code: 0 for success, 1 for failure, 2 if the input is bad or the result cannot be written.
pub(crate) fn exit_code(result: &Result<bool, String>) -> u8 {
    match result {
        Ok(is_well) => u8::from(!is_well),
        Err(_) => 2,
    }
}

/// The city with this name, in upper or lower case.
fn city(name: &str) -> Result<City, String> {
    let cities = CITIES.map(|(city, ..)| city);
    let found = cities.into_iter().find(|city| city.eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("unknown city {name:?} (known: {})", cities.join(", ")))
}

fn run() -> Result<bool, String> {
    let args: Vec<String> = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    let (from, to) = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => ("Lisbon", "Warsaw"),
        ["-h" | "--help"] => {
            let _ = writeln!(io::stdout(), "{HELP}");
            return Ok(true);
        }
        [from, to] => (city(from)?, city(to)?),
        _ => return Err(format!("two cities are expected, or none: {args:?}")),
    };
    match report(io::stdout().lock(), from, to) {
        // A closed pipe is not an error: the reader has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        result => result.map_err(|error| format!("standard output: {error}")),
    }
}

fn main() -> ExitCode {
    let result = run();
    if let Err(error) = &result {
        let _ = writeln!(io::stderr(), "error: {error}");
    }
    ExitCode::from(exit_code(&result))
}
