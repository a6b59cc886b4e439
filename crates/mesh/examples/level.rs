//! Three agents of two sizes walk through a level with walls, while crates are moved into their way.
//!
//! `cargo run --release -p astride-mesh --features outline --example level -- [--image FILE.svg]`
//!
//! Each size of agent has its own `MeshWorld`. After each change, the agents whose paths are no longer open find other
//! ones from where they are, and each path is compared with that of A* and string pulling. The picture shows the walls
//! and crates at the end, the polygons of both meshes, what the last search of each agent has seen, the ways of the
//! agents with their width, and dashed, the paths of string pulling that were longer.

mod pulling;

use std::error::Error;
use std::fmt::Write;

use astride::Status;
use astride_mesh::{Mesh, MeshPath, MeshProblem, MeshWorld, ObstacleId, Outline, Point, Polyanya};
use pulling::{length, string_pulling};

const WIDTH: f64 = 40.0;
const HEIGHT: f64 = 24.0;

/// The two sizes of agents.
const RADII: [f64; 2] = [0.4, 1.1];

/// When each crate is pushed, its number, and where to.
const MOVES: [(f64, usize, [f64; 2]); 3] = [(4.0, 3, [18.0, 2.8]), (9.0, 9, [20.0, 12.5]), (20.0, 9, [23.0, 14.5])];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let image = match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => None,
        (Some("--image"), Some(file)) => Some(file),
        _ => return Err("usage: level [--image FILE.svg]".into()),
    };
    let mut worlds = RADII.into_iter().map(World::new).collect::<Result<Vec<_>, _>>()?;
    for world in &worlds {
        let mesh = world.world.mesh();
        println!(
            "radius {}: {} polygons",
            world.world.agent_radius(),
            mesh.polygon_count()
        );
    }
    let mut agents = [
        Agent::new("small A", 0, [1.5, 1.5], [26.1, 5.6], "#2a7f4f"),
        Agent::new("small B", 0, [1.5, 22.0], [38.0, 2.0], "#7a4fa3"),
        Agent::new("large C", 1, [1.5, 5.6], [38.4, 9.7], "#c0262d"),
    ];
    let mut moves = MOVES.iter().peekable();
    for second in 0.. {
        if let Some((_, number, to)) = moves.next_if(|(time, ..)| *time <= f64::from(second)) {
            println!("second {second}: crate {number} is pushed to ({}, {})", to[0], to[1]);
            for world in &mut worlds {
                world.push(*number, *to)?;
            }
        }
        for agent in &mut agents {
            agent.reroute(worlds[agent.size].world.mesh())?;
            agent.walk(1.5);
        }
        if agents.iter().all(Agent::has_arrived) {
            break;
        }
    }
    for agent in &agents {
        println!(
            "{} has walked {:.2} and searched {} times",
            agent.name,
            length(&agent.way),
            agent.searches
        );
    }
    if let Some(file) = image {
        std::fs::write(&file, svg(&worlds, &agents))?;
        println!("{file}: the level, both meshes, and the ways of all agents");
    }
    Ok(())
}

/// The level for agents of one size.
struct World {
    world: MeshWorld,
    crates: Vec<ObstacleId>,
}

impl World {
    fn new(radius: f64) -> Result<Self, Box<dyn Error>> {
        let mut world = MeshWorld::new(&hall(), radius)?;
        let mut ids = Vec::new();
        for (x, y, size, angle) in CRATES {
            ids.push(world.add_obstacle(rectangle(x, y, size, size, angle))?);
        }
        world.update()?;
        Ok(World { world, crates: ids })
    }

    /// Moves a crate. Only the surroundings of both places are built anew.
    fn push(&mut self, number: usize, [x, y]: [f64; 2]) -> Result<(), Box<dyn Error>> {
        let (_, _, size, _) = CRATES[number];
        self.world
            .move_obstacle(self.crates[number], rectangle(x, y, size, size, 0.0))?;
        Ok(self.world.update()?)
    }
}

struct Agent {
    name: &'static str,
    /// The number of its radius.
    size: usize,
    goal: Point,
    colour: &'static str,
    /// The places where it has been.
    way: Vec<Point>,
    /// What is left of its path.
    path: Option<MeshPath>,
    searches: u32,
    /// The version of the mesh of its last search.
    version: Option<u64>,
    /// What its last search has seen.
    views: Vec<[Point; 3]>,
    /// How much longer than the exact path string pulling was at most, and its path.
    excess: f64,
    pulled: Vec<Point>,
}

impl Agent {
    fn new(name: &'static str, size: usize, start: [f64; 2], goal: [f64; 2], colour: &'static str) -> Self {
        Agent {
            name,
            size,
            goal: goal.into(),
            colour,
            way: vec![start.into()],
            path: None,
            searches: 0,
            version: None,
            views: Vec::new(),
            excess: 0.0,
            pulled: Vec::new(),
        }
    }

    fn place(&self) -> Point {
        self.way.last().copied().unwrap_or(self.goal)
    }

    fn has_arrived(&self) -> bool {
        self.place() == self.goal
    }

    /// Finds another path if the present one is closed, or if there was none and the mesh has changed.
    fn reroute(&mut self, mesh: &Mesh) -> Result<(), Box<dyn Error>> {
        let is_settled = match &self.path {
            Some(path) => mesh.is_open(path),
            None => self.version == Some(mesh.version()),
        };
        if self.has_arrived() || is_settled {
            return Ok(());
        }
        self.version = Some(mesh.version());
        // A crate may have been pushed onto the agent.
        let start = mesh.nearest(self.place());
        let goal = mesh.nearest(self.goal);
        let mut search = Polyanya::new(MeshProblem::new(mesh, start, goal)?);
        self.views.clear();
        while search.step() == Status::Running {
            if let Some(node) = search.current() {
                let [left, right] = search.problem().interval(&node);
                self.views.push([search.problem().root(&node), left, right]);
            }
        }
        self.searches += 1;
        self.path = search.path().map(|path| search.problem().trace(&path));
        let Some(path) = &self.path else {
            println!("  {}: no way, so it waits", self.name);
            return Ok(());
        };
        let pulled = string_pulling(mesh, start.point, goal.point).ok_or("no polygons lead to the goal")?;
        let excess = length(&pulled) - path.length;
        println!(
            "  {}: {:.3} to go; string pulling: {excess:.3} longer ({:.1} %)",
            self.name,
            path.length,
            excess / path.length * 100.0
        );
        if excess > self.excess + 1e-9 {
            (self.excess, self.pulled) = (excess, pulled);
        }
        Ok(())
    }

    /// Walks a distance along the path.
    fn walk(&mut self, distance: f64) {
        if let Some(path) = &mut self.path {
            let rest = path.rest(distance);
            let passed = path.points.len() - rest.points.len();
            self.way.extend(&path.points[1..=passed]);
            self.way.push(rest.points[0]);
            *path = rest;
        }
    }
}

/// A rectangle around a point, turned by an angle.
fn rectangle(x: f64, y: f64, width: f64, height: f64, angle: f64) -> [Point; 4] {
    let (sin, cos) = angle.sin_cos();
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(right, up)| {
        let (along, across) = (right * width / 2.0, up * height / 2.0);
        Point::new(x + along * cos - across * sin, y + along * sin + across * cos)
    })
}

/// A hall with walls that have doors.
fn hall() -> Outline {
    let mut level = Outline::new(rectangle(WIDTH / 2.0, HEIGHT / 2.0, WIDTH, HEIGHT, 0.0));
    // Each wall at this x, with doors from one y to another.
    for (x, doors) in [
        (10.0, [(4.0, 5.6), (17.0, 20.0)]),
        (20.0, [(10.0, 13.0), (2.0, 3.4)]),
        (30.0, [(19.0, 20.4), (4.0, 7.0)]),
    ] {
        let mut ends = [0.0, doors[0].0, doors[0].1, doors[1].0, doors[1].1, HEIGHT];
        ends.sort_by(f64::total_cmp);
        for part in ends.chunks(2) {
            level = level.with_obstacle(rectangle(
                x,
                f64::midpoint(part[0], part[1]),
                0.6,
                part[1] - part[0],
                0.0,
            ));
        }
    }
    level
}

/// The centre, the side and the angle of each crate. Some of them overlap.
const CRATES: [(f64, f64, f64, f64); 14] = [
    (4.0, 9.0, 2.4, 0.3),
    (5.6, 10.2, 2.0, 0.9),
    (6.0, 16.5, 2.2, 0.2),
    (14.0, 6.0, 3.0, 0.5),
    (14.4, 13.4, 2.4, 1.1),
    (13.4, 15.2, 2.0, 0.1),
    (16.5, 21.0, 2.6, 0.7),
    (24.0, 5.0, 2.6, 0.4),
    (25.5, 11.5, 3.2, 0.6),
    (23.0, 18.0, 2.4, 0.2),
    (24.8, 19.0, 2.0, 0.8),
    (35.0, 6.0, 2.6, 1.0),
    (33.4, 13.0, 3.4, 0.35),
    (35.0, 14.6, 2.0, 0.9),
];
/// Draws the level, the polygons of each mesh, and for each agent, its last search and its way.
fn svg(worlds: &[World], agents: &[Agent]) -> String {
    const SCALE: f64 = 30.0;
    let list = |points: &mut dyn Iterator<Item = Point>| {
        let points = points.map(|point| format!("{:.2},{:.2}", point.x * SCALE, (HEIGHT - point.y) * SCALE));
        points.collect::<Vec<_>>().join(" ")
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#b9c4cf\"/>\n",
        WIDTH * SCALE,
        HEIGHT * SCALE
    );
    // Writing to a string cannot fail.
    let mut shape = |tag: &str, points: String, style: &str| {
        let _ = writeln!(text, "<{tag} points=\"{points}\" {style}/>");
    };
    for (world, fill) in worlds.iter().zip(["#e4e9ee", "#faf8f2"]) {
        let mesh = world.world.mesh();
        for polygon in (0..).take(mesh.polygon_count()) {
            let style = format!("fill=\"{fill}\" stroke=\"#a9b7c4\" stroke-width=\"1\"");
            shape("polygon", list(&mut mesh.outline(polygon)), &style);
        }
    }
    for agent in agents {
        for view in &agent.views {
            let style = format!("fill=\"{}\" fill-opacity=\"0.06\"", agent.colour);
            shape("polygon", list(&mut view.iter().copied()), &style);
        }
    }
    if let Some(world) = worlds.first() {
        for obstacle in world.world.outline().obstacles() {
            shape("polygon", list(&mut obstacle.iter().copied()), "fill=\"#4a5a68\"");
        }
    }
    for agent in agents {
        let (colour, radius) = (agent.colour, RADII[agent.size]);
        let lines = [
            (&agent.way, 2.0 * radius * SCALE, 0.25, "none"),
            (&agent.way, 3.0, 1.0, "none"),
            (&agent.pulled, 2.0, 0.8, "9 6"),
        ];
        for (points, width, opacity, dashes) in lines {
            let style = format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\" \
                 stroke-dasharray=\"{dashes}\" stroke-linejoin=\"round\" stroke-linecap=\"round\""
            );
            shape("polyline", list(&mut points.iter().copied()), &style);
        }
    }
    text + "</svg>\n"
}
