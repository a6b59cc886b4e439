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
    /// The start, the corners at which the path turns, and the end. If the start is the end, the point is listed once.
    pub points: Vec<Point>,
    /// The length of the path through these points.
    pub length: f64,
    /// The polygons along the path, each a neighbour of the one before it.
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
    for (place, node) in nodes.iter().enumerate() {
        let mut add = |point: Point| {
            // A turn by an angle of zero is none.
            if let [.., before, last] = points[..]
                && side(before, last, point) == 0.0
                && is_between(before, point, last)
            {
                points.pop();
            }
            if points.last() != Some(&point) {
                points.push(point);
            }
        };
        add(problem.root(node));
        match node.kind() {
            NodeKind::Goal(goal) => add(problem.goal_point(goal)),
            NodeKind::Interval if place + 1 == nodes.len() => add(problem.point_ahead(node)),
            _ => {}
        }
    }
    let lengths = points.windows(2).map(|ends| ends[0].distance(ends[1]));
    // A sum of no floats is -0.
    let length = lengths.fold(0.0, |sum, length| sum + length);
    let polygons = polygons(problem, nodes).unwrap_or_default();
    MeshPath {
        points,
        length,
        polygons,
        version: problem.mesh().version(),
    }
}

/// The polygons along these search nodes. `None` for nodes of another mesh.
fn polygons<M: Borrow<Mesh>>(problem: &MeshProblem<M>, nodes: &[MeshNode]) -> Option<Vec<u32>> {
    let mesh = problem.mesh();
    let mut found = Vec::new();
    let mut turn = None;
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
            }
            NodeKind::Goal(goal) => {
                let point = problem.goal_point(goal);
                go_around(mesh, turn.take(), &mut found, |polygon| {
                    let mut goals = problem.goals_in(polygon);
                    goals.any(|(number, _)| Some(number) == goal)
                });
                // A path within the polygons of the start.
                if found.is_empty() {
                    let mut polygons = problem.start_polygons().iter().copied();
                    found.push(polygons.find(|polygon| mesh.contains(*polygon, point))?);
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
