//! Merging triangles into convex polygons.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::Point;
use crate::geometry::side;
use crate::mesh::NONE;
use crate::mesh::build::Polygons;

/// Removes the edges between triangles, the longest first, where what is left remains convex. The triangles are
/// counterclockwise.
///
/// Edge `3 * triangle + place` leads from a corner to the next one.
pub(super) fn merge(points: &[Point], triangles: &[[u32; 3]]) -> Polygons {
    let begin: Vec<u32> = triangles.iter().flatten().copied().collect();
    let count = u32::try_from(begin.len()).unwrap_or(NONE);
    let mut next: Vec<u32> = (0..count).map(|edge| edge - edge % 3 + (edge + 1) % 3).collect();
    let mut previous: Vec<u32> = (0..count).map(|edge| edge - edge % 3 + (edge + 2) % 3).collect();
    let at = |edge: u32| points[begin[edge as usize] as usize];

    let mut by_ends = HashMap::new();
    let mut pairs = Vec::new();
    for edge in 0..count {
        let (from, to) = (begin[edge as usize], begin[next[edge as usize] as usize]);
        if let Some(twin) = by_ends.remove(&(to, from)) {
            pairs.push((edge, twin));
        } else {
            by_ends.insert((from, to), edge);
        }
    }
    let length = |edge: u32, twin: u32| at(edge).squared_distance(at(twin));
    // Stable, so that the result is always the same.
    pairs.sort_by(|one, other| length(other.0, other.1).total_cmp(&length(one.0, one.1)));

    let mut is_gone = vec![false; begin.len()];
    for (edge, twin) in pairs {
        let (edge_at, twin_at) = (edge as usize, twin as usize);
        let (before, after) = (previous[edge_at], next[edge_at]);
        let (twin_before, twin_after) = (previous[twin_at], next[twin_at]);
        let end = |edge: u32| at(next[edge as usize]);
        let is_convex =
            side(at(before), at(edge), end(twin_after)) >= 0.0 && side(at(twin_before), at(twin), end(after)) >= 0.0;
        if is_convex {
            next[before as usize] = twin_after;
            previous[twin_after as usize] = before;
            next[twin_before as usize] = after;
            previous[after as usize] = twin_before;
            (is_gone[edge_at], is_gone[twin_at]) = (true, true);
        }
    }

    let mut polygons = Polygons::default();
    for first in 0..count {
        if is_gone[first as usize] {
            continue;
        }
        let mut corners = Vec::new();
        let mut edge = first;
        while !is_gone[edge as usize] {
            is_gone[edge as usize] = true;
            corners.push(begin[edge as usize]);
            edge = next[edge as usize];
        }
        polygons.push(corners);
    }
    polygons
}
