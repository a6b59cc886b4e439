//! The way of most engines, for comparison: A* from polygon to polygon, and string pulling.

use astride::{AStar, FnGraph, Query};
use astride_mesh::{Mesh, Point, Position};

/// The usual way: A* from edge to edge, through their midpoints, and then the shortest path through these polygons.
pub(crate) fn string_pulling(mesh: &Mesh, start: Point, goal: Point) -> Option<Vec<Point>> {
    let (first, last) = (mesh.locate(start)?, mesh.locate(goal)?);
    let centre = |one: u32, other: u32| {
        let [left, right] = portal(mesh, one, other)?;
        Some(Point::new(
            f64::midpoint(left.x, right.x),
            f64::midpoint(left.y, right.y),
        ))
    };
    // A node is a polygon and the one before it.
    let place = |&(before, polygon): &(u32, u32)| match (before == polygon, polygon == last.polygon) {
        (true, _) => start,
        _ => centre(before, polygon).unwrap_or(start),
    };
    let graph = FnGraph::new(|node: &(u32, u32)| {
        let (from, polygon) = (place(node), node.1);
        let neighbours: Vec<u32> = mesh.neighbours(polygon).flatten().collect();
        let next = neighbours.into_iter().map(move |neighbour| (polygon, neighbour));
        next.map(|next| (next, from.distance(place(&next)))).collect::<Vec<_>>()
    });
    let query = Query::new(graph, (first.polygon, first.polygon), |node| node.1 == last.polygon);
    let path = AStar::new(query.with_heuristic(|node| place(node).distance(goal)))
        .find_path()
        .ok()??;
    let portals = path.nodes.windows(2).map(|pair| portal(mesh, pair[0].1, pair[1].1));
    let portals = portals.chain([Some([goal; 2])]).collect::<Option<Vec<_>>>()?;
    Some(funnel(first, &portals))
}

/// The edge between two polygons, as seen from the first one: its left and its right end.
fn portal(mesh: &Mesh, from: u32, to: u32) -> Option<[Point; 2]> {
    let place = mesh.neighbours(from).position(|neighbour| neighbour == Some(to))?;
    let corners: Vec<Point> = mesh.outline(from).collect();
    Some([corners[(place + 1) % corners.len()], corners[place]])
}

/// The shortest path through a sequence of portals, by the simple stupid funnel algorithm.
fn funnel(start: Position, portals: &[[Point; 2]]) -> Vec<Point> {
    let area = |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let mut path = vec![start.point];
    let (mut apex, mut ends, mut places) = (start.point, [start.point; 2], [0; 2]);
    let mut next = 0;
    while let Some(portal) = portals.get(next) {
        let mut restart = None;
        for side in 0..2 {
            let turn = |end: Point, point: Point| area(apex, end, point) * if side == 0 { -1.0 } else { 1.0 };
            // Only a portal that narrows the funnel is taken.
            if ends[side] != apex && turn(ends[side], portal[side]) < 0.0 {
                continue;
            }
            if ends[side] == apex || turn(ends[1 - side], portal[side]) < 0.0 || ends[1 - side] == apex {
                (ends[side], places[side]) = (portal[side], next);
            } else {
                // The two sides have crossed: the path turns at the other end.
                restart = Some((ends[1 - side], places[1 - side]));
                break;
            }
        }
        next += 1;
        if let Some((turn, place)) = restart {
            path.push(turn);
            (apex, ends, places) = (turn, [turn; 2], [place; 2]);
            next = place + 1;
        }
    }
    if let Some([goal, _]) = portals.last() {
        path.push(*goal);
    }
    path.dedup();
    path
}

/// The length of a line through points.
pub(crate) fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
}
