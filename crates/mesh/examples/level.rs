//! Builds meshes of a level with walls and crates, for agents of two sizes, and finds a path for each.
//!
//! `cargo run --release -p astride-mesh --features outline --example level -- [--image FILE.svg]`
//!
//! The picture shows the walls and crates, the polygons of both meshes, and both paths with the width of the agents.

use std::error::Error;
use std::fmt::Write;

use astride_mesh::{Mesh, Outline, Point};

const WIDTH: f64 = 40.0;
const HEIGHT: f64 = 24.0;

/// The radius of each agent, and the colour in which its path is drawn.
const AGENTS: [(f64, &str); 2] = [(0.4, "#2a7f4f"), (1.1, "#c0262d")];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let image = match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => None,
        (Some("--image"), Some(file)) => Some(file),
        _ => return Err("usage: level [--image FILE.svg]".into()),
    };
    let level = level();
    let (start, goal) = ([2.0, 2.0], [38.0, 21.5]);
    let mut drawings = Vec::new();
    for (radius, colour) in AGENTS {
        let mesh = Mesh::from_outline(&level, radius)?;
        println!(
            "radius {radius}: {} polygons, {} islands",
            mesh.polygon_count(),
            mesh.island_count()
        );
        let path = mesh
            .path(start, goal)?
            .ok_or("the agent does not fit through the doors")?;
        println!("  a path of {:.3} with {} bends", path.length, path.points.len() - 2);
        drawings.push((mesh, path.points, radius, colour));
    }
    if let Some(file) = image {
        std::fs::write(&file, svg(&level, &drawings))?;
        println!("{file}: the level, both meshes, and both paths");
    }
    Ok(())
}

/// A rectangle around a point, turned by an angle.
fn rectangle(x: f64, y: f64, width: f64, height: f64, angle: f64) -> [Point; 4] {
    let (sin, cos) = angle.sin_cos();
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(right, up)| {
        let (along, across) = (right * width / 2.0, up * height / 2.0);
        Point::new(x + along * cos - across * sin, y + along * sin + across * cos)
    })
}

/// A hall with walls that have doors, and crates, some of which overlap.
fn level() -> Outline {
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
    let crates = [
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
    crates.into_iter().fold(level, |level, (x, y, size, angle)| {
        level.with_obstacle(rectangle(x, y, size, size, angle))
    })
}

/// Draws the level, the polygons of each mesh, and a path for each agent.
fn svg(level: &Outline, drawings: &[(Mesh, Vec<Point>, f64, &str)]) -> String {
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
    let fills = ["#e4e9ee", "#faf8f2"];
    for ((mesh, _, _, _), fill) in drawings.iter().zip(fills) {
        for polygon in (0..).take(mesh.polygon_count()) {
            let points = list(&mut mesh.outline(polygon));
            let _ = writeln!(
                text,
                "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"#a9b7c4\" stroke-width=\"1\"/>"
            );
        }
    }
    for obstacle in level.obstacles() {
        let points = list(&mut obstacle.iter().copied());
        let _ = writeln!(text, "<polygon points=\"{points}\" fill=\"#4a5a68\"/>");
    }
    for (_, path, radius, colour) in drawings {
        let points = list(&mut path.iter().copied());
        for (width, opacity) in [(2.0 * radius * SCALE, 0.25), (3.0, 1.0)] {
            let _ = writeln!(
                text,
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-opacity=\"{opacity}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
            );
        }
    }
    text + "</svg>\n"
}
