//! Forty robots in a warehouse: a plan for all of them, better plans, and moves to ever new goals without a plan.
//!
//! ```text
//! cargo run --release --example agents
//! cargo run --release --example agents -- --image paths.svg --animation robots.svg
//! ```
//!
//! Points to note:
//! - `Team::on_map` checks the starts and the goals. `AnytimePlanner` soon finds a plan, and improves it.
//! - `Plan::check` verifies a plan, and `Plan` has the position of each agent at each time.
//! - `Pibt` makes one move after another, so goals may change at any time.

mod picture;

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use astride::Budget;
use astride_agents::{AgentId, AnytimePlanner, Pibt, PibtError, Plan, Team};
use astride_grid::{GridMap, Movement, Point};

const WAREHOUSE: &str = "
................................
.#####.#####.#####.#####.#####..
.#####.#####.#####.#####.#####..
................................
.#####.#####.#####.#####.#####..
.#####.#####.#####.#####.#####..
................................
.#####.#####.#####.#####.#####..
.#####.#####.#####.#####.#####..
................................
.#####.#####.#####.#####.#####..
.#####.#####.#####.#####.#####..
................................
";

const ROBOTS: usize = 40;

const HELP: &str = "\
Forty robots in a warehouse: a plan for all of them, better ones, and many goals without a plan.

  --image FILE.svg       Draws the paths of the best plan
  --animation FILE.svg   Animates the robots; open the file in a browser

Exit code: 0 there is a plan, 2 bad input.";

/// The free cells in a random order, which is always the same.
fn shuffled(map: &GridMap, mut state: u64) -> Vec<Point> {
    let mut cells: Vec<Point> = map.points().filter(|cell| map.is_free(*cell)).collect();
    for place in (1..cells.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        cells.swap(place, usize::try_from(state >> 33).unwrap_or(0) % (place + 1));
    }
    cells
}

fn describe(mut out: impl Write, title: &str, plan: &Plan<Point>) -> io::Result<()> {
    let (makespan, costs, loss) = (plan.makespan(), plan.sum_of_costs(), plan.sum_of_loss());
    writeln!(
        out,
        "{title:<18}{makespan:>4} moves, sum of costs {costs}, sum of loss {loss}"
    )
}

/// The number of pixels along each side of a cell.
const CELL: u16 = 20;

/// The middle of a cell.
fn middle(at: u16) -> u16 {
    at * CELL + CELL / 2
}

/// The colour of a robot.
fn colour(robot: usize) -> String {
    format!("hsl({} 70% 45%)", robot * 137 % 360)
}

/// A picture of the warehouse, with `drawn` on top and the goals as rings in the colours of the robots.
fn svg(map: &GridMap, plan: &Plan<Point>, drawn: &str) -> String {
    let (width, height) = (map.width() * CELL, map.height() * CELL);
    let mut text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n");
    text += "<rect width=\"100%\" height=\"100%\" fill=\"#f4f4f2\"/>\n";
    for wall in map.points().filter(|cell| !map.is_free(*cell)) {
        let (x, y) = (wall.x * CELL, wall.y * CELL);
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#889\"/>"
        );
    }
    for robot in 0..plan.agents() {
        if let Some(goal) = plan.position(robot, plan.makespan()) {
            let (x, y, colour) = (middle(goal.x), middle(goal.y), colour(robot));
            let _ = writeln!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
            );
        }
    }
    text + drawn + "</svg>\n"
}

fn image(map: &GridMap, plan: &Plan<Point>) -> String {
    let mut drawn = String::new();
    for robot in 0..plan.agents() {
        let points = plan.path(robot).map(|at| format!("{},{} ", middle(at.x), middle(at.y)));
        let (points, colour) = (points.collect::<String>(), colour(robot));
        let _ = writeln!(
            drawn,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\" opacity=\"0.6\"/>"
        );
    }
    svg(map, plan, &drawn)
}

/// A looping animation with three moves per second.
fn animation(map: &GridMap, plan: &Plan<Point>) -> String {
    let mut drawn = String::new();
    // At the end, all robots stay at their goals for two moves.
    let times = || 0..=plan.makespan() + 2;
    let seconds = (plan.makespan() + 2).div_ceil(3);
    for robot in 0..plan.agents() {
        let values = |of: fn(&Point) -> u16| {
            let at = times().filter_map(|time| plan.position(robot, time));
            at.map(|at| middle(of(at)).to_string()).collect::<Vec<_>>().join(";")
        };
        let _ = writeln!(drawn, "<circle r=\"6\" fill=\"{}\">", colour(robot));
        for (name, values) in [("cx", values(|at| at.x)), ("cy", values(|at| at.y))] {
            let _ = writeln!(
                drawn,
                "<animate attributeName=\"{name}\" dur=\"{seconds}s\" repeatCount=\"indefinite\" values=\"{values}\"/>"
            );
        }
        drawn += "</circle>\n";
    }
    svg(map, plan, &drawn)
}

/// The number of moves of the robots that get a new goal whenever they arrive.
const MOVES: usize = 200;

/// Returns how often a robot arrives at a goal and gets another one.
fn arrivals(map: &GridMap, team: &Team<Point>) -> Result<usize, PibtError> {
    let mut game = Pibt::new(team);
    let robots: Vec<AgentId> = game.agents().collect();
    let mut goals = shuffled(map, 3).into_iter().cycle();
    let mut arrivals = 0;
    for _ in 0..MOVES {
        game.next_move();
        for robot in &robots {
            if game.position(*robot)? == game.goal(*robot)? {
                arrivals += 1;
                game.set_goal(*robot, &goals.next().unwrap_or_default())?;
            }
        }
    }
    Ok(arrivals)
}

fn report(mut out: impl Write, files: Files<'_>) -> Result<(), Box<dyn Error>> {
    let map: GridMap = WAREHOUSE.parse()?;
    let ends = shuffled(&map, 1).into_iter().zip(shuffled(&map, 2)).take(ROBOTS);
    let team = Team::on_map(&map, Movement::Four, ends)?;

    let mut planner = AnytimePlanner::new(&team);
    let plan = planner.next_plan()?.ok_or("there is no plan")?;
    let least = planner.lower_bound().unwrap_or(0);
    writeln!(out, "{ROBOTS} robots, at least {least} moves in all")?;
    describe(&mut out, "The first plan:", &plan)?;
    // A program with a deadline would use a time budget.
    let budget = Budget::new().expansions(300_000);
    let best = planner.best_plan(budget)?.ok_or("there is no plan")?;
    best.check(&team)?;
    describe(&mut out, "A better one:", &best)?;

    writeln!(
        out,
        "Without a plan:   {} arrivals in {MOVES} moves",
        arrivals(&map, &team)?
    )?;

    for (file, picture) in [
        (files.image, image as fn(&GridMap, &Plan<Point>) -> String),
        (files.animation, animation),
    ] {
        if let Some(file) = file {
            fs::write(file, picture(&map, &best)).map_err(|error| format!("{file}: {error}"))?;
            writeln!(out, "{file}: written")?;
        }
    }
    Ok(())
}

#[derive(Clone, Copy, Default)]
struct Files<'a> {
    image: Option<&'a str>,
    animation: Option<&'a str>,
}

fn run(mut args: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut files = Files::default();
    loop {
        args = match args {
            [] => return report(io::stdout().lock(), files),
            ["--help" | "-h"] => return Ok(writeln!(io::stdout(), "{HELP}")?),
            ["--image", file, rest @ ..] => {
                files.image = Some(picture::checked(file)?);
                rest
            }
            ["--animation", file, rest @ ..] => {
                files.animation = Some(picture::checked(file)?);
                rest
            }
            _ => return Err(format!("{args:?}: --help lists the arguments").into()),
        };
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has read enough.
        Err(error)
            if error
                .downcast_ref::<io::Error>()
                .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}
