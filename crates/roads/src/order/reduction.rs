//! [`Reduction`]: a graph without the nodes that have at most two neighbours.

use alloc::vec::Vec;
use core::mem;

use super::neighbours::{Neighbours, filled, number, with_capacity};
use astride::graphs::CsrError;

/// A graph without the nodes that have at most two neighbours, such as dead ends and bends.
///
/// When such a node is removed, its two neighbours are joined, so that others may then have at most two neighbours as
/// well. These nodes come first in the order, since they add only two arcs each to a hierarchy. They are removed in
/// rounds, none of which removes two neighbours, so that a street of k bends is removed in about log2(k) rounds, and
/// the arcs from a bend lead up only that many times.
pub(super) struct Reduction {
    /// The nodes removed, in order.
    pub(super) removed: Vec<u32>,
    /// The other nodes. The positions in this list are their numbers in the reduced graph.
    pub(super) kept: Vec<u32>,
    pub(super) neighbours: Neighbours,
}

impl Reduction {
    /// O(n + m) for n nodes and m edges.
    pub(super) fn new(neighbours: Neighbours) -> Result<Self, CsrError> {
        let nodes = neighbours.node_count();
        let mut rows = Rows::new(neighbours)?;
        let mut removed = with_capacity(nodes, nodes)?;
        // The last round in which a neighbour was removed.
        let mut touched = filled(nodes, nodes, 0_u32)?;
        let mut is_listed = filled(nodes, nodes, false)?;
        let (mut now, mut next) = (with_capacity(nodes, nodes)?, with_capacity(nodes, nodes)?);
        for node in (0..number(nodes)).filter(|node| rows.of(*node).len() <= 2) {
            is_listed[node as usize] = true;
            now.push(node);
        }
        let mut round = 0;
        while !now.is_empty() {
            round += 1;
            for node in now.drain(..) {
                if touched[node as usize] == round {
                    next.push(node);
                    continue;
                }
                removed.push(node);
                for end in rows.remove(node).into_iter().flatten() {
                    touched[end as usize] = round;
                    let is_new = rows.of(end).len() <= 2 && !mem::replace(&mut is_listed[end as usize], true);
                    if is_new {
                        next.push(end);
                    }
                }
            }
            mem::swap(&mut now, &mut next);
        }
        let mut kept = with_capacity(nodes, nodes - removed.len())?;
        let mut numbers = filled(nodes, nodes, 0)?;
        for node in (0..number(nodes)).filter(|node| !is_listed[*node as usize]) {
            numbers[node as usize] = number(kept.len());
            kept.push(node);
        }
        let edges = |node: &u32| {
            let ends = rows.of(*node).iter().filter(|end| *end > node);
            ends.count()
        };
        let mut list = with_capacity(nodes, kept.iter().map(edges).sum())?;
        for node in &kept {
            let ends = rows.of(*node).iter().filter(|end| *end > node);
            list.extend(ends.map(|end| (numbers[*node as usize], numbers[*end as usize])));
        }
        Ok(Reduction {
            removed,
            neighbours: Neighbours::from_edges(kept.len(), &list)?,
            kept,
        })
    }
}

/// The neighbours of each node, whose number can fall.
struct Rows {
    first: Vec<u32>,
    lengths: Vec<u32>,
    ends: Vec<u32>,
}

impl Rows {
    fn new(neighbours: Neighbours) -> Result<Self, CsrError> {
        let nodes = neighbours.node_count();
        let (first, ends) = neighbours.into_lists();
        let mut lengths = with_capacity(nodes, nodes)?;
        lengths.extend(first.windows(2).map(|row| row[1] - row[0]));
        Ok(Rows { first, lengths, ends })
    }

    fn of(&self, node: u32) -> &[u32] {
        let begin = self.first[node as usize] as usize;
        &self.ends[begin..begin + self.lengths[node as usize] as usize]
    }

    /// Removes a node with at most two neighbours, joins these, and returns them.
    fn remove(&mut self, node: u32) -> [Option<u32>; 2] {
        let row = self.of(node);
        let ends = [row.first().copied(), row.get(1).copied()];
        match ends {
            [Some(one), Some(other)] => {
                self.replace(one, node, other);
                self.replace(other, node, one);
            }
            [Some(one), None] => self.drop_end(one, node),
            _ => {}
        }
        ends
    }

    /// Replaces a neighbour of a node by another one, unless that is a neighbour already.
    fn replace(&mut self, at: u32, old: u32, new: u32) {
        if self.of(at).contains(&new) {
            self.drop_end(at, old);
        } else if let Some(place) = self.place(at, old) {
            self.ends[place] = new;
        }
    }

    fn drop_end(&mut self, at: u32, old: u32) {
        if let Some(place) = self.place(at, old) {
            let length = &mut self.lengths[at as usize];
            *length -= 1;
            self.ends.swap(place, (self.first[at as usize] + *length) as usize);
        }
    }

    fn place(&self, at: u32, end: u32) -> Option<usize> {
        let place = self.of(at).iter().position(|other| *other == end)?;
        Some(self.first[at as usize] as usize + place)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    /// Removes nodes one after another, and joins all neighbours of each.
    fn eliminate(nodes: usize, edges: &[(u32, u32)], order: &[u32]) -> (Vec<BTreeSet<u32>>, Vec<usize>) {
        let mut rows = vec![BTreeSet::new(); nodes];
        for (from, to) in edges.iter().filter(|(from, to)| from != to) {
            rows[*from as usize].insert(*to);
            rows[*to as usize].insert(*from);
        }
        let mut counts = Vec::new();
        for node in order {
            let row = mem::take(&mut rows[*node as usize]);
            counts.push(row.len());
            for end in &row {
                let others = row.iter().filter(|other| *other != end);
                rows[*end as usize].extend(others);
                rows[*end as usize].remove(node);
            }
        }
        (rows, counts)
    }

    proptest! {
        #[test]
        fn nodes_with_few_neighbours_are_removed(
            (nodes, edges) in (1..30_u32).prop_flat_map(|nodes| {
                (Just(nodes as usize), prop::collection::vec((0..nodes, 0..nodes), 0..60))
            }),
        ) {
            let reduced = Reduction::new(Neighbours::from_edges(nodes, &edges).unwrap()).unwrap();
            let mut all = [&reduced.removed[..], &reduced.kept].concat();
            let (rows, counts) = eliminate(nodes, &edges, &reduced.removed);
            prop_assert!(counts.iter().all(|count| *count <= 2));
            for (place, node) in (0..).zip(&reduced.kept) {
                let row = reduced.neighbours.of(place).iter();
                let row: Vec<u32> = row.map(|end| reduced.kept[*end as usize]).collect();
                prop_assert!(row.len() > 2);
                prop_assert!(row.iter().eq(&rows[*node as usize]));
            }
            all.sort_unstable();
            prop_assert!(all.into_iter().eq(0..number(nodes)));
        }
    }

    #[test]
    fn a_long_street_is_removed_in_few_rounds() {
        let nodes = 1 << 12;
        let edges: Vec<_> = (1..nodes).map(|node| (node - 1, node)).collect();
        let order = Reduction::new(Neighbours::from_edges(nodes as usize, &edges).unwrap())
            .unwrap()
            .removed;
        // The height of each node in the tree in which its parent is the first neighbour that is removed after it.
        let mut rank = vec![0; nodes as usize];
        for (place, node) in order.iter().enumerate() {
            rank[*node as usize] = place;
        }
        let mut rows: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); nodes as usize];
        for (from, to) in edges {
            rows[from as usize].insert(to);
            rows[to as usize].insert(from);
        }
        let mut height = vec![0_u32; nodes as usize];
        for node in &order {
            let row = mem::take(&mut rows[*node as usize]);
            for end in &row {
                rows[*end as usize].extend(row.iter().filter(|other| *other != end));
                rows[*end as usize].remove(node);
            }
            if let Some(parent) = row.iter().min_by_key(|end| rank[**end as usize]) {
                height[*parent as usize] = height[*parent as usize].max(height[*node as usize] + 1);
            }
        }
        assert!(height.into_iter().max() <= Some(13));
    }
}
