//! Makes [`MeshPath`]s of paths of search nodes.

use alloc::vec;
use alloc::vec::Vec;
use core::borrow::Borrow;

use astride::Status;

use crate::geometry::{is_between, side};
use crate::mesh::{Mesh, NONE};
use crate::node::{MeshNode, NodeKind};
use crate::{EndError, MeshPath, MeshProblem, Point, Polyanya};

/// Runs a search, whose limits are those of memory only.
pub(crate) fn find_path<M: Borrow<Mesh>>(problem: MeshProblem<M>) -> Result<Option<MeshPath>, EndError> {
    let mut search = Polyanya::new(problem);
    match search.run() {
        Status::Failed(error) => Err(error.into()),
        _ => Ok(search.path().map(|path| search.problem().trace(&path))),
    }
}

/// The path along these search nodes.
pub(crate) fn trace<M: Borrow<Mesh>>(problem: &MeshProblem<M>, nodes: &[MeshNode]) -> MeshPath {
    let mut points = vec![problem.start_point()];
    let mut links = Vec::new();
    // The number of points that a straight line does not make superfluous.
    let mut fixed = 1;
    for (place, node) in nodes.iter().enumerate() {
        let mut add = |point: Point| {
            // A turn by an angle of zero is none.
            if points.len() > fixed
                && let [.., before, last] = points[..]
                && side(before, last, point) == 0.0
                && is_between(before, point, last)
            {
                points.pop();
            }
            if points.last() != Some(&point) {
                points.push(point);
            }
        };
        if let NodeKind::Link(number) = node.kind() {
            if let Some(link) = problem.mesh().links().get(number as usize) {
                add(link.from.point);
                links.push((points.len() - 1, number));
                points.push(link.to.point);
                fixed = points.len();
            }
            continue;
        }
        add(problem.root(node));
        match node.kind() {
            NodeKind::Goal(goal) => add(problem.goal_point(goal)),
            NodeKind::Interval if place + 1 == nodes.len() => add(problem.point_ahead(node)),
            _ => {}
        }
    }
    let mesh = problem.mesh();
    let mut next_links = links.iter().peekable();
    let mut distances = vec![0.0];
    let mut length = 0.0;
    for (place, ends) in points.windows(2).enumerate() {
        let link = next_links.next_if(|(begin, _)| *begin == place);
        let link = link.and_then(|(_, number)| mesh.links().get(*number as usize));
        length += link.map_or(ends[0].distance(ends[1]), |link| link.cost);
        distances.push(length);
    }
    let (polygons, taken) = polygons(problem, nodes).unwrap_or_default();
    let mut path = MeshPath {
        origin: (points[0], 0.0),
        points,
        length,
        links,
        polygons,
        version: mesh.version(),
        distances,
        entries: Vec::new(),
    };
    path.entries = entries(mesh, &path, &taken);
    path
}

/// How far along the path each polygon is entered, given the number of polygons before each link.
fn entries(mesh: &Mesh, path: &MeshPath, taken: &[usize]) -> Vec<f64> {
    let MeshPath { points, distances, .. } = path;
    let mut links = taken.iter().zip(&path.links).peekable();
    // The part of the path on which the last polygon is entered, and how far along the path that is.
    let (mut place, mut walked) = (0, 0.0);
    let mut entries = vec![0.0; path.polygons.len().min(1)];
    for (number, pair) in (1..).zip(path.polygons.windows(2)) {
        let mut has_arrived = false;
        while let Some((_, (begin, _))) = links.next_if(|(before, _)| **before <= number) {
            (place, walked) = (begin + 1, distances[begin + 1]);
            has_arrived = mesh.contains(pair[1], points[place]);
        }
        let end = links.peek().map_or(points.len() - 1, |(_, (begin, _))| *begin);
        // Several if there are vertices in the middle of a side. They are on one line.
        let shared = mesh.edges_of(pair[0]).map(|edge| mesh.edge(edge));
        let shared = shared.filter(|edge| edge.twin != NONE && mesh.edge(edge.twin).polygon() == pair[1]);
        let shared = shared.map(|edge| [edge.point, mesh.edge(edge.next).point]);
        if !has_arrived && shared.clone().next().is_some() {
            while place + 1 < end && distances[place + 1] <= walked {
                place += 1;
            }
            // The end of a path that is not complete is rounded, so it may not meet the last polygon.
            let found = (place..end).find_map(|part| {
                let ends = [points[part], points[part + 1]];
                let along = [distances[part], distances[part + 1]];
                Some((part, meeting(&shared, ends, along)?))
            });
            let (part, entry) = found.unwrap_or((place, distances[end]));
            place = part;
            walked = walked.max(entry);
        }
        entries.push(walked);
    }
    entries
}

/// How far along the path one of its parts first meets edges, if it does, given the ends of the part and how far along
/// the path these are. The edges are on one line, and the path comes from their left.
fn meeting(
    edges: &(impl Iterator<Item = [Point; 2]> + Clone),
    ends: [Point; 2],
    [begin, end]: [f64; 2],
) -> Option<f64> {
    let [from, to] = edges.clone().next()?;
    let [before, after] = ends.map(|point| side(from, to, point));
    let is_met = |point: Point| edges.clone().any(|[from, to]| is_between(from, to, point));
    if before < 0.0 || before == 0.0 && is_met(ends[0]) {
        Some(begin)
    } else if before == 0.0 && after == 0.0 {
        let passed = edges.clone().flatten();
        let passed = passed.filter(|point| is_between(ends[0], ends[1], *point));
        passed.map(|point| begin + ends[0].distance(point)).reduce(f64::min)
    } else if before > 0.0 && after < 0.0 {
        Some(begin + (end - begin) * (before / (before - after)))
    } else {
        (after == 0.0 && is_met(ends[1])).then_some(end)
    }
}

/// The polygons along these search nodes, and for each link the number of polygons before it. `None` for nodes of
/// another mesh.
fn polygons<M: Borrow<Mesh>>(problem: &MeshProblem<M>, nodes: &[MeshNode]) -> Option<(Vec<u32>, Vec<usize>)> {
    let mesh = problem.mesh();
    let mut found = Vec::new();
    let mut taken = Vec::new();
    let mut turn = None;
    // The polygons that contain the start or the end of the last link, unless the path has left them.
    let mut origin = Some(problem.start_polygons());
    for node in nodes {
        match node.kind() {
            NodeKind::Start => {}
            NodeKind::LeftTurn | NodeKind::RightTurn => turn = Some(node),
            NodeKind::Interval => {
                let edge = mesh.edges.get(node.edge as usize)?;
                let before = mesh.edges.get(edge.twin as usize)?.polygon();
                go_around(mesh, turn.take(), &mut found, |polygon| polygon == before);
                add(&mut found, before);
                add(&mut found, edge.polygon());
                origin = None;
            }
            NodeKind::Goal(_) | NodeKind::Link(_) => {
                let link = match node.kind() {
                    NodeKind::Link(link) => Some(link),
                    _ => None,
                };
                let is_there = |polygon: u32| match node.kind() {
                    NodeKind::Goal(goal) => problem.goals_in(polygon).any(|(number, _)| Some(number) == goal),
                    _ => mesh.links.in_polygon(polygon).any(|(number, _)| Some(number) == link),
                };
                go_around(mesh, turn.take(), &mut found, is_there);
                // A path within the polygons of the start.
                if let Some(polygons) = origin {
                    let point = match (node.kind(), link) {
                        (NodeKind::Goal(goal), _) => problem.goal_point(goal),
                        (_, link) => mesh.links().get(link? as usize)?.from.point,
                    };
                    let mut polygons = polygons.iter().copied();
                    add(&mut found, polygons.find(|polygon| mesh.contains(*polygon, point))?);
                }
                if let Some(link) = link {
                    taken.push(found.len());
                    origin = mesh.links.ends.get(link as usize).map(Vec::as_slice);
                }
            }
        }
    }
    if found.is_empty() {
        found.push(problem.start_position().polygon);
    }
    Some((found, taken))
}

fn add(found: &mut Vec<u32>, polygon: u32) {
    if found.last() != Some(&polygon) {
        found.push(polygon);
    }
}

/// Adds the polygons around a corner, from the one straight ahead to the first one for which `is_last` holds.
fn go_around(mesh: &Mesh, turn: Option<&MeshNode>, found: &mut Vec<u32>, is_last: impl Fn(u32) -> bool) {
    let Some(turn) = turn.filter(|turn| (turn.edge as usize) < mesh.edges.len()) else {
        return;
    };
    let is_left = turn.kind() == NodeKind::LeftTurn;
    let mut edge = turn.edge;
    loop {
        let polygon = mesh.edge(edge).polygon();
        add(found, polygon);
        if is_last(polygon) {
            return;
        }
        let twin = if is_left {
            mesh.edge(mesh.previous(edge)).twin
        } else {
            mesh.edge(edge).twin
        };
        if twin == NONE {
            return;
        }
        edge = if is_left { twin } else { mesh.edge(twin).next };
        if edge == turn.edge {
            return;
        }
    }
}
