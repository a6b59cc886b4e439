//! Routes as pictures and as `GeoJSON`.

use std::collections::HashSet;
use std::fmt::Write;

use astride_roads::{Network, Position, Route};

/// The width of a picture in pixels.
const WIDTH: f64 = 1000.0;

/// Draws all streets, those between junctions in reach, and the routes, of which the first is the fastest.
pub(crate) fn svg(roads: &Network<u32>, routes: &[Route<u32>], reached: &HashSet<u32>) -> String {
    let streets: Vec<(bool, Vec<Position>)> = roads
        .edges()
        .map(|edge| {
            let is_reached = reached.contains(&edge.from()) && reached.contains(&edge.to());
            (is_reached, edge.shape().collect())
        })
        .collect();
    let all = || {
        streets
            .iter()
            .flat_map(|(_, shape)| shape)
            .chain(routes.iter().flat_map(|route| &route.shape))
    };
    let least = |degrees: fn(Position) -> f64| all().map(|at| degrees(*at)).fold(f64::INFINITY, f64::min);
    let greatest = |degrees: fn(Position) -> f64| all().map(|at| degrees(*at)).fold(f64::NEG_INFINITY, f64::max);
    let (south, north) = (least(Position::latitude), greatest(Position::latitude));
    let (west, east) = (least(Position::longitude), greatest(Position::longitude));
    // A degree of longitude is shorter than one of latitude.
    let shrink = f64::midpoint(south, north).to_radians().cos();
    let scale = WIDTH / ((east - west) * shrink).max(1e-9);
    let points = |line: &[Position]| {
        line.iter().fold(String::new(), |mut points, at| {
            let (x, y) = (
                (at.longitude() - west) * shrink * scale,
                (north - at.latitude()) * scale,
            );
            let _ = write!(points, "{x:.1},{y:.1} ");
            points
        })
    };
    let height = (north - south) * scale;
    let mut svg =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" fill=\"none\">\n");
    let mut draw = |line: &[Position], style: &str| {
        let _ = writeln!(svg, "<polyline points=\"{}\" {style}/>", points(line));
    };
    for (is_reached, street) in &streets {
        draw(
            street,
            if *is_reached {
                "stroke=\"#3a7d44\" stroke-width=\"2\""
            } else {
                "stroke=\"#aaa\""
            },
        );
    }
    // The fastest last, on top.
    for (number, route) in routes.iter().enumerate().rev() {
        draw(
            &route.shape,
            if number == 0 {
                "stroke=\"#c0262d\" stroke-width=\"5\""
            } else {
                "stroke=\"#e69f00\" stroke-width=\"4\""
            },
        );
    }
    svg += "</svg>\n";
    svg
}

/// The routes as lines, each with its travel time in seconds.
pub(crate) fn geojson(routes: &[Route<u32>]) -> String {
    let lines = routes.iter().map(|route| {
        let positions = route
            .shape
            .iter()
            .map(|at| format!("[{:.7},{:.7}]", at.longitude(), at.latitude()));
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"seconds\":{}}},\
             \"geometry\":{{\"type\":\"LineString\",\"coordinates\":[{}]}}}}",
            route.cost / 1000,
            positions.collect::<Vec<_>>().join(",")
        )
    });
    let lines: Vec<_> = lines.collect();
    format!(
        "{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n",
        lines.join(",\n")
    )
}
