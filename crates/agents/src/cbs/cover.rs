//! The smallest number of vertices that cover all edges of a small graph.

use alloc::vec::Vec;

/// The number of edges that are examined before a bound has to suffice.
const EFFORT: usize = 10_000;

/// The size of a smallest set of vertices that contains an end of each edge, or a lower bound if the graph is too
/// large.
pub(crate) fn vertex_cover(edges: &[(usize, usize)]) -> usize {
    let mut effort = EFFORT;
    cover(edges, usize::MAX, &mut effort)
}

/// The size of a smallest cover, or any number not below `limit` if the size is not below `limit`.
fn cover(edges: &[(usize, usize)], limit: usize, effort: &mut usize) -> usize {
    let matched = matching(edges);
    if matched >= limit || edges.is_empty() || *effort < edges.len() {
        return matched;
    }
    *effort -= edges.len();
    let degree = |vertex: usize| edges.iter().filter(|(a, b)| *a == vertex || *b == vertex).count();
    let vertices = edges.iter().flat_map(|(a, b)| [*a, *b]);
    let Some(hub) = vertices.max_by_key(|vertex| degree(*vertex)) else {
        return 0;
    };
    // Either the hub is in the cover, or all of its neighbours are.
    let rest: Vec<_> = edges.iter().copied().filter(|(a, b)| *a != hub && *b != hub).collect();
    let with_hub = 1 + cover(&rest, limit.saturating_sub(1), effort);
    let mut neighbours: Vec<usize> = edges
        .iter()
        .filter_map(|(a, b)| if *a == hub { Some(*b) } else { (*b == hub).then_some(*a) })
        .collect();
    neighbours.sort_unstable();
    neighbours.dedup();
    if neighbours.len() == 1 {
        return with_hub;
    }
    let is_covered = |vertex: usize| neighbours.binary_search(&vertex).is_ok();
    let rest: Vec<_> = edges
        .iter()
        .copied()
        .filter(|(a, b)| !is_covered(*a) && !is_covered(*b))
        .collect();
    let limit = limit.min(with_hub);
    let without = neighbours.len() + cover(&rest, limit.saturating_sub(neighbours.len()), effort);
    with_hub.min(without)
}

/// The size of a greedily chosen set of edges without common ends. No cover is smaller.
fn matching(edges: &[(usize, usize)]) -> usize {
    let mut taken = Vec::new();
    for (a, b) in edges {
        if !taken.contains(a) && !taken.contains(b) {
            taken.extend([*a, *b]);
        }
    }
    taken.len() / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covers_are_smallest() {
        let mut state = 1_u64;
        let mut random = |bound: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            usize::try_from((state >> 33) % bound).expect("small")
        };
        for _ in 0..300 {
            let count = random(14);
            let edges: Vec<_> = (0..count)
                .map(|_| (random(8), random(8)))
                .filter(|(a, b)| a != b)
                .collect();
            let is_cover = |set: u32| edges.iter().all(|(a, b)| set & (1 << a | 1 << b) != 0);
            let least = (0_u32..256).filter(|set| is_cover(*set)).map(u32::count_ones).min();
            assert_eq!(
                Some(vertex_cover(&edges)),
                least.map(|least| least as usize),
                "{edges:?}"
            );
        }
    }

    #[test]
    fn large_graphs_have_a_bound() {
        let edges: Vec<_> = (0..300)
            .flat_map(|a| [(a, (a + 1) % 300), (a, (a + 7) % 300)])
            .collect();
        assert!((100..=300).contains(&vertex_cover(&edges)));
    }
}
