//! Dead ends: polygons that a path enters only if it ends there.
//!
//! If polygons with a single open edge are removed again and again, what has been removed are trees, which hang at the
//! polygons that remain. A path that enters a tree has to come back across the same edge, so no shortest path does this
//! unless it ends in the tree. Demyen, Buro: Efficient triangulation-based pathfinding (AAAI 2006), prune
//! triangulations in this way.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::build::{index, mark_dead_end};
use super::{Mesh, NONE};

/// Returns, for each polygon, a range of numbers: a polygon in a dead end has the ranges of the polygons behind it
/// within its own. All others have an empty range. Also marks the edges that lead from a polygon into a dead end.
pub(super) fn find(mesh: &mut Mesh) -> Vec<Range<u32>> {
    let count = mesh.first.len() - 1;
    let mut open = vec![0_u32; count];
    for edge in mesh.edges.iter().filter(|edge| edge.twin != NONE) {
        open[edge.polygon as usize] += 1;
    }
    let mut is_removed = vec![false; count];
    // The removed polygons, each after those behind it, with the edge by which each is left.
    let mut removed = Vec::<(u32, u32)>::new();
    let mut waiting: Vec<u32> = (0..index(count))
        .filter(|polygon| open[*polygon as usize] == 1)
        .collect();
    while let Some(polygon) = waiting.pop() {
        let mut edges = mesh.first[polygon as usize]..mesh.first[polygon as usize + 1];
        let exit = edges.find(|edge| {
            let twin = mesh.edges[*edge as usize].twin;
            twin != NONE && !is_removed[mesh.edges[twin as usize].polygon as usize]
        });
        // The last polygon of a tree has none.
        let Some(exit) = exit else { continue };
        is_removed[polygon as usize] = true;
        removed.push((polygon, exit));
        let twin = mesh.edges[exit as usize].twin;
        let parent = mesh.edges[twin as usize].polygon as usize;
        open[parent] -= 1;
        if open[parent] == 1 {
            waiting.push(index(parent));
        }
    }
    // The number of polygons in each tree, and then their numbers.
    let mut sizes = vec![1_u32; count];
    for (polygon, exit) in &removed {
        let parent = mesh.edges[mesh.edges[*exit as usize].twin as usize].polygon as usize;
        sizes[parent] += sizes[*polygon as usize];
    }
    let mut ranges = vec![0..0; count];
    let mut free = vec![0; count];
    let mut next = 0;
    for (polygon, exit) in removed.iter().rev() {
        let twin = mesh.edges[*exit as usize].twin as usize;
        let parent = mesh.edges[twin].polygon as usize;
        let number = if is_removed[parent] {
            &mut free[parent]
        } else {
            &mut next
        };
        let begin = *number;
        *number += sizes[*polygon as usize];
        ranges[*polygon as usize] = begin..begin + sizes[*polygon as usize];
        free[*polygon as usize] = begin + 1;
    }
    for (_, exit) in removed {
        let twin = mesh.edges[exit as usize].twin as usize;
        mark_dead_end(&mut mesh.edges[twin]);
    }
    ranges
}
