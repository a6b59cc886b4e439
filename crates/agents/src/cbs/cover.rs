//! The least weights of vertices that cover all edges of a small graph with weights.

use alloc::vec::Vec;

/// The number of edges that are examined before a bound has to suffice.
const EFFORT: usize = 10_000;

/// Two vertices, and the least sum of their weights.
pub(crate) type Edge = (usize, usize, u64);

/// The least sum of integer weights of all vertices such that the weights of the ends of each edge add up to at least
/// the weight of the edge, or a lower bound if the graph is too large.
pub(crate) fn vertex_cover(edges: &[Edge]) -> u64 {
    let mut effort = EFFORT;
    cover(edges.to_vec(), u64::MAX, &mut effort)
}

/// The least sum of weights, or any number not below `limit` if the least sum is not below `limit`.
fn cover(mut edges: Vec<Edge>, limit: u64, effort: &mut usize) -> u64 {
    edges.retain(|(_, _, weight)| *weight > 0);
    let mut matched = matching(&mut edges);
    if matched >= limit || edges.len() < 2 {
        return matched;
    }
    let mut sum = 0;
    while !edges.is_empty() {
        let part = take_component(&mut edges);
        let matched_part = matching(&mut part.clone());
        // The bound of the other parts has been added already.
        matched -= matched_part;
        sum += cover_component(part, limit.saturating_sub(sum + matched), effort);
    }
    sum
}

/// Takes out all edges that are connected with the last one.
fn take_component(edges: &mut Vec<Edge>) -> Vec<Edge> {
    let mut part: Vec<Edge> = edges.pop().into_iter().collect();
    let mut at = 0;
    while let Some((a, b, _)) = part.get(at).copied() {
        let touches = |edge: &mut Edge| [a, b].contains(&edge.0) || [a, b].contains(&edge.1);
        part.extend(edges.extract_if(.., touches));
        at += 1;
    }
    part
}

/// The same as [`cover`] for a connected graph.
fn cover_component(mut edges: Vec<Edge>, limit: u64, effort: &mut usize) -> u64 {
    let matched = matching(&mut edges);
    if matched >= limit || edges.len() < 2 || *effort < edges.len() {
        return matched;
    }
    *effort -= edges.len();
    let degree = |vertex: usize| edges.iter().filter(|(a, b, _)| *a == vertex || *b == vertex).count();
    let vertices = edges.iter().flat_map(|(a, b, _)| [*a, *b]);
    let Some(hub) = vertices.max_by_key(|vertex| degree(*vertex)) else {
        return 0;
    };
    let neighbours: Vec<(usize, u64)> = edges
        .iter()
        .filter_map(|(a, b, weight)| match hub {
            hub if hub == *a => Some((*b, *weight)),
            hub if hub == *b => Some((*a, *weight)),
            _ => None,
        })
        .collect();
    let most = neighbours.iter().map(|(_, weight)| *weight).max().unwrap_or(0);
    // With this weight of the hub, its neighbours need the rest.
    let mut best = limit;
    for weight in (0..=most).rev() {
        let raised = |vertex: usize| {
            let mine = neighbours.iter().filter(|(neighbour, _)| *neighbour == vertex);
            mine.map(|(_, needed)| needed.saturating_sub(weight)).max().unwrap_or(0)
        };
        let mut ends: Vec<usize> = neighbours.iter().map(|(neighbour, _)| *neighbour).collect();
        ends.sort_unstable();
        ends.dedup();
        let paid: u64 = weight + ends.into_iter().map(raised).sum::<u64>();
        if paid >= best {
            continue;
        }
        let rest = edges.iter().filter(|(a, b, _)| *a != hub && *b != hub);
        let rest = rest.map(|(a, b, needed)| (*a, *b, needed.saturating_sub(raised(*a) + raised(*b))));
        best = best.min(paid + cover(rest.collect(), best - paid, effort));
    }
    best
}

/// The sum of the weights of a greedily chosen set of edges without common ends. No cover has a smaller sum.
fn matching(edges: &mut [Edge]) -> u64 {
    edges.sort_unstable_by_key(|(a, b, weight)| (core::cmp::Reverse(*weight), *a, *b));
    let mut taken = Vec::new();
    let mut sum = 0;
    for (a, b, weight) in edges {
        if !taken.contains(a) && !taken.contains(b) {
            taken.extend([*a, *b]);
            sum += *weight;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covers_are_least() {
        let mut state = 1_u64;
        let mut random = |bound: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        for _ in 0..300 {
            let (count, most) = (random(10), 1 + random(3));
            let mut vertex = || usize::try_from(random(6)).expect("small");
            let edges: Vec<_> = (0..count)
                .map(|number| (vertex(), vertex(), 1 + number % most))
                .filter(|(a, b, _)| a != b)
                .collect();
            let weight = |all: u32, vertex: usize| u64::from(all >> (2 * vertex) & 3);
            let is_cover = |all: u32| {
                edges
                    .iter()
                    .all(|(a, b, least)| weight(all, *a) + weight(all, *b) >= *least)
            };
            let sum = |all: u32| (0..6).map(|vertex| weight(all, vertex)).sum::<u64>();
            let least = (0_u32..1 << 12).filter(|all| is_cover(*all)).map(sum).min();
            assert_eq!(Some(vertex_cover(&edges)), least, "{edges:?}");
        }
    }

    #[test]
    fn large_graphs_have_a_bound() {
        let edges: Vec<_> = (0..300)
            .flat_map(|a| [(a, (a + 1) % 300, 1), (a, (a + 7) % 300, 1)])
            .collect();
        assert!((100..=300).contains(&vertex_cover(&edges)));
    }
}
