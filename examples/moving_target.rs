//! A robot walks to a target across an unknown map. It assumes that unknown cells are free, sees walls only from
//! nearby, and repairs its path with D* Lite.
//!
//! ```text
//! cargo run --release --example moving_target
//! cargo run --release --example moving_target -- --image robot.svg
//! ```
//!
//! Points to note: the search owns the map that the robot knows. `set_cost` reports a wall, `move_start` reports the
//! position of the robot, and `run` does the rest. For comparison, A* starts again whenever the path has to change.

mod picture;

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use astride::{DStarLite, Status};
use astride_grid::{ChangeCells, GridMap, GridProblem, Movement, Point, TextMap};

/// The robot starts at S. G is the target.
const WORLD: &str = "
    ................................................
    .................#..............................
    .................#..........#############.......
    .................#..........#...........#.......
    .S...............#..........#...........#.......
    .................#....#######...........#.......
    .........#########..........#.......G...#.......
    .................#..........#...........#.......
    .................#..........#...........#.......
    .................#..........#########.###.......
    ................................................
    ................................................
";

/// The number of columns and rows over which the robot can see walls.
const SIGHT: u16 = 3;

const HELP: &str = "\
A robot walks to a target across an unknown map.

  --image FILE.svg   Draws the map that the robot knows at the end, and the path that it took

Exit code: 0 it arrived, 1 there is no path, 2 bad input.";

struct Robot {
    search: DStarLite<GridProblem<GridMap>>,
    /// The cells on its path so far. It stands on the last one.
    trail: Vec<Point>,
}

impl Robot {
    fn at(&self) -> Point {
        self.trail.last().copied().unwrap_or_default()
    }

    /// Reports the walls in sight to the search. Returns the number of new ones.
    fn look(&mut self, world: &GridMap) -> Result<usize, Box<dyn Error>> {
        let at = self.at();
        let is_in_sight = |point: &Point| at.x.abs_diff(point.x).max(at.y.abs_diff(point.y)) <= SIGHT;
        let known = self.search.problem().map();
        let is_new = |point: &Point| is_in_sight(point) && known.is_free(*point) && !world.is_free(*point);
        let walls: Vec<Point> = world.points().filter(is_new).collect();
        for wall in &walls {
            self.search.set_cost(*wall, 0)?;
        }
        Ok(walls.len())
    }
}

/// Walks until the robot has arrived or there is no path. Returns whether it has arrived.
fn walk(out: &mut impl Write, world: &GridMap, start: Point, goal: Point) -> Result<(Robot, bool), Box<dyn Error>> {
    let nothing = GridMap::new(world.width().into(), world.height().into())?;
    let mut robot = Robot {
        search: DStarLite::new(GridProblem::new(nothing, start, goal, Movement::Eight)?),
        trail: vec![start],
    };
    while robot.at() != goal {
        let walls = robot.look(world)?;
        let before = robot.search.stats().expanded;
        if robot.search.run() != Status::Found {
            return Ok((robot, false));
        }
        let expanded = robot.search.stats().expanded - before;
        let path = robot.search.path().ok_or("a path that was found")?;
        if walls > 0 {
            let (step, at, left) = (robot.trail.len() - 1, robot.at().to_string(), path.edges());
            writeln!(
                out,
                "step {step:3}, at {at:<5}  {walls} new walls, {left:2} steps to go, {expanded:3} nodes expanded"
            )?;
        }
        let next = path.nodes[1];
        robot.trail.push(next);
        robot.search.move_start(next)?;
    }
    let (steps, expanded) = (robot.trail.len() - 1, robot.search.stats().expanded);
    writeln!(
        out,
        "Arrived after {steps} steps, with {expanded} nodes expanded in all."
    )?;
    Ok((robot, true))
}

fn run(image: Option<&str>) -> Result<bool, Box<dyn Error>> {
    let TextMap { map, start, goal } = WORLD.parse()?;
    let (start, goal) = (start.unwrap_or_default(), goal.unwrap_or_default());
    let mut out = io::stdout().lock();
    let (robot, has_arrived) = walk(&mut out, &map, start, goal)?;
    let known = robot.search.problem().map();
    let drawing = known.drawing().path(&robot.trail).start(start).goal(goal);
    writeln!(out, "\nWhat the robot knows, and its way:\n{drawing}")?;
    if let Some(file) = image {
        fs::write(file, drawing.svg()).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(has_arrived)
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        [] => run(None),
        ["--image", file] => picture::checked(file)
            .map_err(Into::into)
            .and_then(|file| run(Some(file))),
        ["--help" | "-h"] => {
            // If standard output is closed, the reader has read enough.
            let _ = writeln!(io::stdout(), "{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => Err(format!("{words:?}: --help lists the options").into()),
    };
    match result {
        Ok(has_arrived) => ExitCode::from(u8::from(!has_arrived)),
        Err(error) if is_closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
