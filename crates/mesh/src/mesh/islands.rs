//! Islands: polygons between which there are paths.

use alloc::vec;
use alloc::vec::Vec;

use super::build::index;
use super::{Edge, NONE};

/// Returns the number of the island of each polygon, and how many islands there are. Union-find with path halving
/// (Tarjan, van Leeuwen: Worst-case analysis of set union algorithms. Journal of the ACM 31(2), 1984).
pub(super) fn find(edges: &[Edge], first: &[u32]) -> (Vec<u32>, u32) {
    let count = first.len() - 1;
    let mut parents: Vec<u32> = (0..index(count)).collect();
    for (number, edge) in (0..).zip(edges) {
        // Each pair of edges once.
        if edge.twin != NONE && edge.twin > number {
            let (one, other) = (
                root(&mut parents, edge.polygon),
                root(&mut parents, edges[edge.twin as usize].polygon),
            );
            // The lower number becomes the root, so that islands are numbered in the order of their first polygons.
            let (low, high) = (one.min(other), one.max(other));
            parents[high as usize] = low;
        }
    }
    let mut numbers = vec![NONE; count];
    let mut islands = 0;
    for polygon in 0..index(count) {
        let root = root(&mut parents, polygon) as usize;
        if numbers[root] == NONE {
            numbers[root] = islands;
            islands += 1;
        }
        numbers[polygon as usize] = numbers[root];
    }
    (numbers, islands)
}

fn root(parents: &mut [u32], mut polygon: u32) -> u32 {
    while parents[polygon as usize] != polygon {
        let grandparent = parents[parents[polygon as usize] as usize];
        parents[polygon as usize] = grandparent;
        polygon = grandparent;
    }
    polygon
}
