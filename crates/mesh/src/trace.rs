//! [`MeshPath`]: a path as points and polygons.

use alloc::vec;
use alloc::vec::Vec;
use core::borrow::Borrow;

use astride::Status;

use crate::geometry::{is_between, side};
use crate::mesh::{Mesh, NONE};
use crate::node::{MeshNode, NodeKind};
use crate::{EndError, MeshProblem, Point, Polyanya};

/// A path on a mesh.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshPath {
    /// The start, the corners at which the path turns, the ends of the links that it uses, and the end. If the start is
    /// the end, the point is listed once.
    pub points: Vec<Point>,
    /// The length of the path through these points. A link counts with its cost.
    pub length: f64,
    /// The links along the path: for each of them, the place in `points` of the point at which it begins, and its
    /// number. The link ends at the next point.
    pub links: Vec<(usize, u32)>,
    /// The polygons along the path, each a neighbour of the one before it, or at the other end of a link.
    ///
    /// Where the path follows an edge or passes a vertex, any of the polygons there may be listed.
    pub polygons: Vec<u32>,
    /// The [version](Mesh::version) of the mesh.
    pub version: u64,
}

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
    let mut next_links = links.iter().peekable();
    let lengths = points.windows(2).enumerate().map(|(place, ends)| {
        let link = next_links.next_if(|(begin, _)| *begin == place);
        let link = link.and_then(|(_, number)| problem.mesh().links().get(*number as usize));
        link.map_or(ends[0].distance(ends[1]), |link| link.cost)
    });
    // A sum of no floats is -0.
    let length = lengths.fold(0.0, |sum, length| sum + length);
    let polygons = polygons(problem, nodes).unwrap_or_default();
    MeshPath {
        points,
        length,
        links,
        polygons,
        version: problem.mesh().version(),
    }
}

/// The polygons along these search nodes. `None` for nodes of another mesh.
fn polygons<M: Borrow<Mesh>>(problem: &MeshProblem<M>, nodes: &[MeshNode]) -> Option<Vec<u32>> {
    let mesh = problem.mesh();
    let mut found = Vec::new();
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
                    origin = mesh.links.ends.get(link as usize).map(Vec::as_slice);
                }
            }
        }
    }
    if found.is_empty() {
        found.push(problem.start_position().polygon);
    }
    Some(found)
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
