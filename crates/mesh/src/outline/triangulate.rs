//! Constrained Delaunay triangulation of the area inside curves.

use alloc::vec::Vec;

use i_triangle::int::triangulatable::IntTriangulatable;
use i_triangle::int::triangulation::IntTriangulation;

use super::inflate::doubled_area;
use super::{Contours, OutlineError, Whole};

/// The points and triangles, counterclockwise, of the area on the left of curves that do not cross.
pub(super) fn triangulate(contours: &Contours) -> Result<(Vec<Whole>, Vec<[u32; 3]>), OutlineError> {
    let IntTriangulation { points, indices } = contours.triangulate().into_delaunay().into_triangulation();
    let (triangles, _) = indices.as_chunks::<3>();

    let corners = |triangle: &[u32; 3]| triangle.map(|vertex| points[vertex as usize]);
    let covered: i128 = triangles.iter().map(|triangle| doubled_area(&corners(triangle))).sum();
    let wanted: i128 = contours.iter().map(|contour| doubled_area(contour)).sum();
    if covered != wanted {
        return Err(OutlineError::Triangulation);
    }
    Ok((points, triangles.to_vec()))
}
