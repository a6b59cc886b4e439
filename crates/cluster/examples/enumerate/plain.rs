//! The same search as a plain loop over sets, on one thread and without the crate, for comparison.

use std::collections::HashSet;

use astride::Graph;
use foldhash::fast::FixedState;

/// Returns the number of nodes at each depth, and whether these are all nodes.
pub(crate) fn levels<G: Graph>(graph: &G, start: G::Node, two_levels: bool, depth: Option<usize>) -> (Vec<u64>, bool) {
    let is_deep_enough = |levels: &[u64]| depth.is_some_and(|depth| levels.len() > depth);
    let mut levels = Vec::new();
    let mut known = HashSet::with_hasher(FixedState::default());
    if two_levels {
        let mut level = known.clone();
        level.insert(start);
        while !level.is_empty() && !is_deep_enough(&levels) {
            levels.push(level.len() as u64);
            let mut next = HashSet::with_hasher(FixedState::default());
            for node in &level {
                let children = graph.successors(node).map(|(child, _)| child);
                next.extend(children.filter(|child| !known.contains(child)));
            }
            known = std::mem::replace(&mut level, next);
        }
        return (levels, level.is_empty());
    }
    known.insert(start.clone());
    let mut level = vec![start];
    while !level.is_empty() && !is_deep_enough(&levels) {
        levels.push(level.len() as u64);
        let mut next = Vec::new();
        for node in &level {
            let children = graph.successors(node).map(|(child, _)| child);
            next.extend(children.filter(|child| known.insert(child.clone())));
        }
        level = next;
    }
    (levels, level.is_empty())
}
