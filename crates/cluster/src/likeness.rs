//! Checks whether all processes search the same graph, using [`fingerprints`] of the nodes around the starts.

use std::collections::HashSet;
use std::hash::Hash;
use std::time::{Duration, Instant};

use foldhash::fast::FixedState;

use crate::error::guard;
use crate::owner::Owner;

/// The maximum number of nodes that are expanded, and the maximum time that this may take.
const NODES: usize = 4096;
const TIME: Duration = Duration::from_secs(1);

/// Fingerprints of the first 1, 2, 4, … nodes of a breadth-first search, and one of all nodes if there are no more. The
/// search ends after 4096 nodes or one second.
///
/// `expand` passes on the successors of a node, each with the hash of the edge, and returns a hash of everything else
/// to be compared. Nodes at the same depth are taken in the order of their hashes, so that successors may come in any
/// order. If `expand` panics, the fingerprints end before that node, and the search will report the panic.
pub(crate) fn fingerprints<N: Hash + Clone>(
    starts: &[N],
    mut expand: impl FnMut(&N, &mut dyn FnMut(N, u64)) -> u64,
) -> String {
    let hash_of = |node: &N| Owner::among(1).of(node).1;
    let number_of = |numbers: &[u64]| Owner::among(1).of(numbers).1;
    let (begun, mut count, mut sum) = (Instant::now(), 0_usize, 0_u64);
    let (mut known, mut texts) = (HashSet::with_hasher(FixedState::default()), Vec::new());
    let mut level: Vec<_> = starts.iter().map(|start| (hash_of(start), start.clone())).collect();
    loop {
        level.sort_unstable_by_key(|(hash, _)| *hash);
        level.retain(|(hash, _)| known.insert(*hash));
        if level.is_empty() {
            texts.push(format!("{:x}", number_of(&[sum, count as u64, 1])));
            break;
        }
        let mut next = Vec::new();
        for (hash, node) in level {
            if count >= NODES || begun.elapsed() > TIME {
                return texts.join(" ");
            }
            let mut edges = 0_u64;
            let mut take = |child: N, edge| {
                let child_hash = hash_of(&child);
                edges = edges.wrapping_add(number_of(&[child_hash, edge]));
                next.push((child_hash, child));
                if next.len() > 4 * NODES {
                    // Only these can be expanded before the limit is reached.
                    next.sort_unstable_by_key(|(hash, _)| *hash);
                    next.dedup_by_key(|(hash, _)| *hash);
                    next.retain(|(hash, _)| !known.contains(hash));
                    next.truncate(NODES);
                }
            };
            let Ok(other) = guard(|| expand(&node, &mut take)) else {
                return texts.join(" ");
            };
            sum = sum.wrapping_add(number_of(&[hash, edges, other]));
            count += 1;
            if count.is_power_of_two() {
                texts.push(format!("{:x}", number_of(&[sum, count as u64, 0])));
            }
        }
        level = next;
    }
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fingerprints of a graph with this many nodes and three edges each, in some order.
    fn graph(nodes: u64, is_turned: bool, changed: u64) -> String {
        fingerprints(&[0, 1], |node: &u64, take| {
            let mut children = [1, 2, 3].map(|edge| (node * 7 + edge + u64::from(*node == changed)) % nodes);
            if is_turned {
                children.reverse();
            }
            for child in children {
                take(child, child % 5);
            }
            u64::from(*node == 12)
        })
    }

    #[test]
    fn graphs_that_differ_near_the_starts_have_different_fingerprints() {
        for nodes in [10, 3000, 1_000_000] {
            let first = graph(nodes, false, u64::MAX);
            assert_eq!(
                first,
                graph(nodes, true, u64::MAX),
                "the order of successors does not matter"
            );
            for changed in [0, 1, 2, 9] {
                assert_ne!(first, graph(nodes, false, changed), "{nodes} nodes, {changed}");
            }
        }
        assert_ne!(graph(10, false, u64::MAX), graph(11, false, u64::MAX));
    }

    #[test]
    fn many_successors_and_panics_are_no_harm() {
        let star = |end: u64| {
            fingerprints(&[0], move |node: &u64, take| {
                let children = if *node == 0 { 1..end } else { 0..0 };
                for child in children {
                    take(child, 0);
                }
                0
            })
        };
        assert_eq!(star(100_000), star(100_000));
        assert_ne!(star(100_000), star(100_001));
        let trap = |at: u64| {
            fingerprints(&[0], move |node: &u64, take| {
                assert_ne!(*node, at, "a trap");
                take(node + 1, 0);
                0
            })
        };
        // The fingerprints of 1, 2, 4 and 8 nodes.
        assert_eq!(trap(10).split(' ').count(), 4);
        assert!(trap(20).starts_with(&trap(10)));
    }
}
