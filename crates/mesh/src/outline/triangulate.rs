//! Constrained Delaunay triangulation of the area inside curves.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;
use spade::handles::FixedFaceHandle;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

use super::inflate::doubled_area;
use super::{Contours, OutlineError, Whole};

/// The points and triangles, counterclockwise, of the area on the left of curves that do not cross.
pub(super) fn triangulate(contours: &Contours) -> Result<(Vec<Whole>, Vec<[u32; 3]>), OutlineError> {
    let mut numbers: HashMap<(i32, i32), usize> = HashMap::new();
    let mut points = Vec::new();
    let mut edges = Vec::new();
    for contour in contours {
        let vertices = contour.iter().map(|point| {
            *numbers.entry((point.x, point.y)).or_insert_with(|| {
                points.push(*point);
                points.len() - 1
            })
        });
        let vertices: Vec<usize> = vertices.collect();
        let next = vertices.iter().cycle().skip(1);
        edges.extend(vertices.iter().zip(next).map(|(from, to)| [*from, *to]));
    }
    let positions = points
        .iter()
        .map(|point| Point2::new(f64::from(point.x), f64::from(point.y)));
    let mut conflicts = 0;
    let triangulation =
        ConstrainedDelaunayTriangulation::<_>::try_bulk_load_cdt(positions.collect(), edges, |_| conflicts += 1)
            .map_err(|_| OutlineError::Triangulation)?;
    let triangles = inside(&triangulation);

    let corners = |triangle: &[u32; 3]| triangle.map(|vertex| points[vertex as usize]);
    let covered: i128 = triangles.iter().map(|triangle| doubled_area(&corners(triangle))).sum();
    let wanted: i128 = contours.iter().map(|contour| doubled_area(contour)).sum();
    if conflicts > 0 || covered != wanted {
        return Err(OutlineError::Triangulation);
    }
    Ok((points, triangles))
}

/// The triangles inside the curves: from the outside, an odd number of curves has to be crossed.
#[allow(clippy::cast_possible_truncation, reason = "`spade` numbers vertices with 32 bits")]
fn inside(triangulation: &ConstrainedDelaunayTriangulation<Point2<f64>>) -> Vec<[u32; 3]> {
    let mut is_inside: Vec<Option<bool>> = vec![None; triangulation.num_all_faces()];
    let mut open: Vec<(FixedFaceHandle<_>, bool)> = Vec::new();
    for edge in triangulation.convex_hull() {
        if let Some(face) = edge.rev().face().as_inner() {
            open.push((face.fix(), edge.is_constraint_edge()));
        }
    }
    while let Some((face, is)) = open.pop() {
        if is_inside[face.index()].replace(is).is_some() {
            continue;
        }
        for edge in triangulation.face(face).adjacent_edges() {
            if let Some(neighbour) = edge.rev().face().as_inner()
                && is_inside[neighbour.fix().index()].is_none()
            {
                open.push((neighbour.fix(), is != edge.is_constraint_edge()));
            }
        }
    }
    let faces = triangulation.inner_faces();
    let faces = faces.filter(|face| is_inside[face.fix().index()] == Some(true));
    faces
        .map(|face| face.vertices().map(|vertex| vertex.fix().index() as u32))
        .collect()
}
