//! Finds an exact shortest path on a mesh, step by step, and compares it with string pulling.
//!
//! `cargo run --release -p astride-mesh --example mesh -- [--image FILE.svg] [FILE.mesh X,Y X,Y]`
//!
//! Without a file, the mesh is a field of triangles with round ponds. The picture shows the mesh, what each expanded
//! node of the search has seen, the exact path, and the path that string pulling finds.

mod pulling;

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write;

use astride::Status;
use astride_mesh::{Mesh, MeshError, MeshPath, MeshProblem, Point, Polyanya};
use pulling::{length, string_pulling};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let mut image = None;
    if arguments.peek().is_some_and(|argument| argument == "--image") {
        arguments.next();
        image = Some(arguments.next().ok_or("--image needs the name of a file")?);
    }
    let rest: Vec<String> = arguments.collect();
    let (mesh, start, goal) = match &rest[..] {
        [] => (field()?, Point::new(0.4, 1.0), Point::new(29.3, 17.2)),
        [file, start, goal] => (Mesh::open(file)?, point(start)?, point(goal)?),
        _ => return Err("usage: mesh [--image FILE.svg] [FILE.mesh X,Y X,Y]".into()),
    };

    let mut search = Polyanya::new(MeshProblem::new(&mesh, start, goal)?);
    let mut views = Vec::new();
    while search.step() == Status::Running {
        if let Some(node) = search.current() {
            let [left, right] = search.problem().interval(&node);
            views.push([search.problem().root(&node), left, right]);
        }
    }
    let Some(path) = search.path() else {
        println!("there is no path from {start} to {goal}");
        return Ok(());
    };
    let path = search.problem().trace(&path);
    let stats = search.stats();
    let (polygons, expanded) = (mesh.polygon_count(), stats.expanded);
    println!("{polygons} polygons, {expanded} nodes expanded, {} stored", stats.nodes);
    println!("exact: {:.4}, {} bends", path.length, path.points.len() - 2);
    let pulled = string_pulling(&mesh, start, goal).ok_or("no polygons lead to the goal")?;
    let length = length(&pulled);
    let excess = (length / path.length - 1.0) * 100.0;
    println!("A* over polygons and string pulling: {length:.4}, {excess:.1} % longer");
    if let Some(file) = image {
        std::fs::write(&file, svg(&mesh, &views, &path, &pulled))?;
        println!("{file}: the mesh, the views of the search, and both paths");
    }
    Ok(())
}

fn point(text: &str) -> Result<Point, Box<dyn Error>> {
    let (x, y) = text.split_once(',').ok_or("a point is written as X,Y")?;
    Ok(Point::new(x.trim().parse()?, y.trim().parse()?))
}

/// A field of 30 × 18 with ponds: an irregular triangulation without the triangles in the ponds.
fn field() -> Result<Mesh, MeshError> {
    const COLUMNS: u32 = 30;
    const ROWS: u32 = 18;
    const PONDS: [(f64, f64, f64); 8] = [
        (5.0, 5.0, 3.2),
        (6.5, 13.5, 2.8),
        (13.0, 8.5, 3.6),
        (13.5, 16.0, 1.6),
        (20.0, 3.5, 2.7),
        (20.5, 13.0, 3.4),
        (26.0, 8.0, 2.6),
        (26.0, 15.0, 1.7),
    ];
    // A fixed pseudo-random shift of each inner vertex.
    let shift = |column: u32, row: u32, salt: u32| {
        let bits = (column * 73_856_093) ^ (row * 19_349_663) ^ (salt * 83_492_791);
        f64::from(bits.wrapping_mul(2_654_435_761) >> 16) / 65_536.0 * 0.6 - 0.3
    };
    let mut points = Vec::new();
    for row in 0..=ROWS {
        for column in 0..=COLUMNS {
            let is_inner = column % COLUMNS != 0 && row % ROWS != 0;
            let [x, y] = [1, 2].map(|salt| if is_inner { shift(column, row, salt) } else { 0.0 });
            points.push(Point::new(f64::from(column) + x, f64::from(row) + y));
        }
    }
    let vertex = |column: u32, row: u32| row * (COLUMNS + 1) + column;
    let mut triangles = Vec::new();
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let [a, b] = [vertex(column, row), vertex(column + 1, row)];
            let [c, d] = [vertex(column + 1, row + 1), vertex(column, row + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    triangles.retain(|corners| {
        let [a, b, c] = corners.map(|corner| points[corner as usize]);
        let centre = Point::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0);
        PONDS
            .iter()
            .all(|(x, y, radius)| centre.distance(Point::new(*x, *y)) > *radius)
    });
    Mesh::from_triangles(points, triangles)
}

/// Draws a mesh, what has been seen from each root, and two paths.
fn svg(mesh: &Mesh, views: &[[Point; 3]], path: &MeshPath, pulled: &[Point]) -> String {
    let bounds = mesh.vertices().iter().fold(HashMap::new(), |mut bounds, point| {
        for (axis, value) in [('x', point.x), ('y', point.y)] {
            let entry = bounds.entry(axis).or_insert((value, value));
            *entry = (entry.0.min(value), entry.1.max(value));
        }
        bounds
    });
    let ((left, right), (low, high)) = (bounds[&'x'], bounds[&'y']);
    let scale = 1200.0 / (right - left);
    let at = |point: &Point| format!("{:.2},{:.2}", (point.x - left) * scale, (high - point.y) * scale);
    let list = |points: &[Point]| points.iter().map(at).collect::<Vec<_>>().join(" ");
    let (width, height) = (1200.0, (high - low) * scale);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 -10 {} {}\">\n\
         <rect x=\"-10\" y=\"-10\" width=\"100%\" height=\"100%\" fill=\"#4a6d8c\"/>\n",
        width + 20.0,
        height + 20.0
    );
    let mut polygon = |points: &[Point], style: &str| {
        let _ = writeln!(text, "<polygon points=\"{}\" {style}/>", list(points));
    };
    for number in (0..).take(mesh.polygon_count()) {
        let outline: Vec<Point> = mesh.outline(number).collect();
        polygon(&outline, "fill=\"#f4f1e8\" stroke=\"#d5cfbf\" stroke-width=\"1\"");
    }
    for view in views {
        let style = "fill=\"#3b7dd8\" fill-opacity=\"0.07\" stroke=\"#3b7dd8\" stroke-opacity=\"0.3\"";
        polygon(view, style);
    }
    let lines = [(pulled, "#e08a1e", "8 6"), (&path.points[..], "#c0262d", "none")];
    for (points, colour, dashes) in lines {
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\" stroke-dasharray=\"{dashes}\"/>",
            list(points)
        );
    }
    for point in &path.points {
        let (x, y) = ((point.x - left) * scale, (high - point.y) * scale);
        let _ = writeln!(text, "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"6\" fill=\"#c0262d\"/>");
    }
    text + "</svg>\n"
}
