//! Routes in a city: time and toll, a limit on the charge, forbidden turns, and the rush hour.
//!
//! ```text
//! cargo run --release --example several_costs
//! cargo run --release --example several_costs -- --image front.svg
//! ```
//!
//! Points to note:
//! - `SeveralCosts` makes a graph of several costs from any graph and a closure.
//! - `ParetoPaths` yields the compromises, the fastest first. With a limit, its first path is the fastest within that
//!   limit.
//! - `Turns` and `Departing` wrap a graph. Every search that accepts a graph also accepts the wrapped one.

mod city;
mod picture;

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use astride::problem::Reversed;
use astride::{AStar, Cost, Dijkstra, Status};
use astride_labels::{CostedPath, Departing, ParetoPaths, SeveralCosts, Turns};

use city::City;

const HELP: &str = "\
Routes in a city: time and toll, a limit on the charge, forbidden turns, and the rush hour.

Usage: several_costs [--image FILE.svg]    [draws four routes, from the fastest to the cheapest]";

/// The number of crossings along each side of the city.
const SIDE: u32 = 40;

const START: u32 = 41;
const GOAL: u32 = SIDE * SIDE - 85;

/// A route with one resource: cents of toll, or watt-hours of charge.
type Route = CostedPath<u32, u32, 1>;

/// Whether a road belongs to one of the fast streets, which cost a toll and use more charge.
fn is_fast(from: u32, to: u32) -> bool {
    let street = if from.abs_diff(to) == 1 {
        from / SIDE
    } else {
        from % SIDE
    };
    street % 10 == 5
}

/// All compromises between time and toll.
fn front(city: &City) -> Result<Vec<Route>, Box<dyn Error>> {
    let toll = |from: &u32, to: &u32, seconds| [if is_fast(*from, *to) { 2 * seconds } else { 0 }];
    let costs = SeveralCosts::explore(&city.roads, &START, toll)?;
    Ok(ParetoPaths::new(&costs, &START, &GOAL)?.collect::<Result<_, _>>()?)
}

/// Some of the routes, evenly spread, including the first and the last one.
fn some(routes: &[Route], count: usize) -> Vec<&Route> {
    let last = routes.len().saturating_sub(1);
    let mut places: Vec<usize> = (0..count).map(|place| place * last / (count - 1)).collect();
    places.dedup();
    places.into_iter().filter_map(|place| routes.get(place)).collect()
}

/// The fastest routes with less and less charge.
fn within_charges(mut out: impl Write, city: &City) -> Result<(), Box<dyn Error>> {
    let charge = |from: &u32, to: &u32, seconds| [if is_fast(*from, *to) { 5 * seconds } else { seconds }];
    let costs = SeveralCosts::explore(&city.roads, &START, charge)?;
    let mut limit = u32::MAX;
    writeln!(out, "\nThe fastest route within a charge:")?;
    for _ in 0..4 {
        let mut routes = ParetoPaths::new(&costs, &START, &GOAL)?.with_limits([limit])?;
        match routes.next().transpose()? {
            Some(route) => {
                let [used] = route.resources;
                writeln!(out, "{:>9} s with {used} Wh", route.cost)?;
                limit = used - used / 8;
            }
            None => writeln!(out, "        none with {limit} Wh")?,
        }
    }
    Ok(())
}

/// The fastest routes if turns to the left take time or are forbidden.
fn turns(mut out: impl Write, city: &City) -> Result<(), Box<dyn Error>> {
    let places = city.places.as_ref().ok_or("a generated city has places")?;
    let is_left = |from: u32, at: u32, to: u32| {
        let [from, at, to] = [from, at, to].map(|node| places.get(node).unwrap_or_default());
        i64::from(at.0 - from.0) * i64::from(to.1 - at.1) > i64::from(at.1 - from.1) * i64::from(to.0 - at.0)
    };
    writeln!(out, "\nThe fastest route, with its turns to the left:")?;
    for (words, slow, into_fast) in [
        ("which take no time", 0, 0),
        ("which take 20 s each", 20, 20),
        ("none into a fast street", 0, u32::INFINITY),
    ] {
        let town = Turns::new(&city.roads, |&from, &at, &to| match (from, at, to) {
            _ if from == to => u32::INFINITY, // no U-turns
            _ if !is_left(from, at, to) => 0,
            _ if is_fast(at, to) && !is_fast(from, at) => into_fast,
            _ => slow,
        });
        let route = Dijkstra::new(town.query(START, GOAL)).find_path()?.ok_or("no route")?;
        let nodes: Vec<u32> = route.iter().map(|node| node.at).collect();
        let left = nodes.windows(3).filter(|turn| is_left(turn[0], turn[1], turn[2]));
        writeln!(out, "{:>9} s with {} of them, {words}", route.cost, left.count())?;
    }
    Ok(())
}

/// The second of the day at which an hour begins.
const fn clock(hour: u32) -> u32 {
    hour * 3600
}

/// The fastest routes at eight and at noon, when the fast streets are full and when they are empty.
fn departures(mut out: impl Write, city: &City) -> Result<(), Box<dyn Error>> {
    // The queue grows from seven on. At eight, a road takes three times as long, and by ten the queue is gone.
    let traffic = Departing::new(&city.roads, |from, to, seconds, time| {
        let grown = time.saturating_sub(clock(7)) / 15;
        let left = clock(10).saturating_sub(time) / 30;
        if is_fast(*from, *to) {
            seconds + grown.min(left).min(2 * seconds)
        } else {
            seconds
        }
    });
    traffic.check_fifo(city.roads.nodes(), (clock(6)..clock(11)).step_by(60))?;
    // No route is faster than on empty roads.
    let mut free = Dijkstra::one_to_all(Reversed::new(&city.roads), GOAL);
    if let Status::Failed(error) = free.run() {
        return Err(error.into());
    }
    writeln!(out, "\nFrom {START} to {GOAL} at")?;
    for hour in [8, 12] {
        let estimate = |place: &u32| free.cost_to(place).unwrap_or(u32::INFINITY);
        let query = traffic
            .query(START, clock(hour), GOAL)?
            .with_heuristic(|stop| estimate(&stop.place));
        let route = AStar::new(query).find_path()?.ok_or("no route")?;
        let nodes: Vec<u32> = route.iter().map(|stop| stop.place).collect();
        let fast = nodes.windows(2).filter(|road| is_fast(road[0], road[1])).count();
        let all = route.edges();
        writeln!(
            out,
            "{hour:>6}:00 {} s, {fast} of {all} roads on fast streets",
            route.cost
        )?;
    }
    Ok(())
}

fn report(mut out: impl Write, image: Option<&str>) -> Result<(), Box<dyn Error>> {
    let city = City::generate(SIDE)?;
    let front = front(&city)?;
    writeln!(
        out,
        "{} compromises between time and toll, from {START} to {GOAL}:",
        front.len()
    )?;
    for route in some(&front, 8) {
        let [cents] = route.resources;
        writeln!(out, "{:>9} s for {:>2}.{:02}", route.cost, cents / 100, cents % 100)?;
    }
    within_charges(&mut out, &city)?;
    turns(&mut out, &city)?;
    departures(&mut out, &city)?;
    if let Some(name) = image {
        let colours = ["#d22", "#fa0", "#28c", "#2a5"];
        let routes: Vec<_> = colours
            .into_iter()
            .zip(some(&front, 4).into_iter().map(|route| &route.nodes[..]))
            .collect();
        let svg = city.svg(&routes).ok_or("a generated city has places")?;
        fs::write(name, svg).map_err(|error| format!("{name}: {error}"))?;
        writeln!(
            out,
            "\n{name}: from the fastest route, in red, to the cheapest one, in green"
        )?;
    }
    Ok(())
}

fn run() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let image = match *args {
        ["-h" | "--help"] => {
            let _ = writeln!(io::stdout(), "{HELP}");
            return Ok(());
        }
        [] => None,
        ["--image", image] => Some(picture::checked(image)?),
        _ => return Err(format!("{args:?}: --help lists the arguments").into()),
    };
    report(io::stdout().lock(), image)
}

fn main() -> ExitCode {
    city::end(run())
}
