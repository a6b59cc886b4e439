//! [`Store`]: the labels of a search, and the best of them at each place.

use alloc::vec::Vec;
use core::hash::Hash;
use core::iter;

use astride::Cost;
use astride::engine::{Link, MAX_NODES, MAX_RESERVED, Memory, Refusal};
use hashbrown::HashMap;

/// Stands for no label, at the end of a chain.
const NONE: u32 = u32::MAX;

/// The labels of a search. They are never moved, since others refer to them as parents. The places of dropped labels
/// are reused.
#[derive(Clone, Debug)]
pub(super) struct Store<N, C> {
    labels: Vec<Label<N, C>>,
    /// The first of the dropped labels.
    dropped: u32,
    /// The number of labels that have not been dropped.
    len: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Label<N, C> {
    pub(super) node: N,
    pub(super) cost: C,
    /// A dropped label is its own parent.
    link: Link,
    /// The next label in the chain of dropped labels, or of closed labels at its place.
    next: u32,
}

impl<N, C> Label<N, C> {
    pub(super) fn parent(&self) -> Option<u32> {
        self.link.parent()
    }

    pub(super) fn is_open(&self) -> bool {
        self.link.is_open()
    }
}

impl<N, C> Default for Store<N, C> {
    fn default() -> Self {
        Store {
            labels: Vec::new(),
            dropped: NONE,
            len: 0,
        }
    }
}

impl<N, C: Cost> Store<N, C> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn clear(&mut self) {
        self.labels.clear();
        self.dropped = NONE;
        self.len = 0;
    }

    /// Reserves memory for this many labels in total if there is enough memory.
    pub(super) fn reserve(&mut self, labels: usize, memory: &mut Memory) {
        let more = labels.min(MAX_RESERVED).saturating_sub(self.labels.len());
        let _ = memory.grow_by(&mut self.labels, more, more);
    }

    /// Stores an open label and returns its number.
    #[inline]
    pub(super) fn insert(&mut self, node: N, cost: C, parent: Option<u32>, memory: &mut Memory) -> Option<u32> {
        memory.grow(&mut self.labels, usize::from(self.dropped == NONE))?;
        memory.add_node()?;
        let label = Label {
            node,
            cost,
            link: Link::new(parent, true),
            next: NONE,
        };
        let id = self.dropped;
        if let Some(place) = self.labels.get_mut(id as usize) {
            self.dropped = place.next;
            *place = label;
            self.len += 1;
            return Some(id);
        }
        // There are at most `MAX_NODES`.
        let id = u32::try_from(self.labels.len()).unwrap_or(NONE);
        self.labels.push(label);
        self.len += 1;
        Some(id)
    }

    /// Drops an open label, which is not the parent of another.
    #[inline]
    pub(super) fn drop_open(&mut self, id: u32, memory: &mut Memory) {
        let label = &mut self.labels[id as usize];
        label.link = Link::new(Some(id), false);
        label.next = self.dropped;
        self.dropped = id;
        self.len -= 1;
        memory.remove_nodes(1);
    }

    #[inline]
    pub(super) fn get(&self, id: u32) -> &Label<N, C> {
        &self.labels[id as usize]
    }

    /// The numbers of all labels that have not been dropped.
    pub(super) fn ids(&self) -> impl Iterator<Item = u32> {
        let numbered = (0_u32..).zip(&self.labels);
        numbered
            .filter(|(id, label)| label.parent() != Some(*id))
            .map(|(id, _)| id)
    }

    /// The numbers of the labels on the path to a label, from the end to the start.
    pub(super) fn chain(&self, id: u32) -> impl Iterator<Item = u32> {
        iter::successors(Some(id), |id| self.get(*id).parent())
    }

    /// Whether a closed label of a chain costs at most `cost` and `dominates`.
    #[inline]
    pub(super) fn has_dominating(&self, best: Best, cost: C, dominates: impl Fn(&N) -> bool) -> bool {
        let mut id = best.0;
        while let Some(label) = self.labels.get(id as usize) {
            // At each place, labels are closed in the order of their costs, except for rounding.
            if dominates(&label.node) && (C::IS_EXACT || !cost.is_less(&label.cost)) {
                return true;
            }
            id = label.next;
        }
        false
    }

    /// Closes a label and puts it at the front of a chain. Labels that it dominates are removed from the chain, since
    /// it also dominates whatever they dominate.
    #[inline]
    pub(super) fn close(&mut self, id: u32, best: Best, dominates: impl Fn(&N, &N) -> bool) -> Best {
        let mut first = NONE;
        let mut last = NONE;
        let mut next = best.0;
        while let Some(label) = self.labels.get(next as usize) {
            let (current, after) = (next, label.next);
            if !dominates(&self.labels[id as usize].node, &label.node) {
                match self.labels.get_mut(last as usize) {
                    Some(label) => label.next = current,
                    None => first = current,
                }
                last = current;
            }
            next = after;
        }
        if let Some(label) = self.labels.get_mut(last as usize) {
            label.next = NONE;
        }
        let label = &mut self.labels[id as usize];
        label.link = label.link.with_open(false);
        label.next = first;
        Best(id)
    }
}

/// A chain of closed labels that do not dominate each other: the best ones at a place or at goals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best(u32);

impl Best {
    pub(super) const NONE: Self = Best(NONE);
}

/// The best labels at each place.
#[derive(Clone, Debug)]
pub(super) struct Places<P> {
    indexed: Vec<Best>,
    hashed: HashMap<P, Best>,
}

impl<P> Default for Places<P> {
    fn default() -> Self {
        Places {
            indexed: Vec::new(),
            hashed: HashMap::new(),
        }
    }
}

impl<P: Eq + Hash> Places<P> {
    pub(super) fn clear(&mut self) {
        self.indexed.clear();
        self.hashed.clear();
    }

    #[inline]
    pub(super) fn get(&self, index: Option<usize>, place: impl FnOnce() -> P) -> Best {
        match index {
            Some(index) => self.indexed.get(index).copied().unwrap_or(Best::NONE),
            None => self.hashed.get(&place()).copied().unwrap_or(Best::NONE),
        }
    }

    #[inline]
    pub(super) fn set(
        &mut self,
        index: Option<usize>,
        place: impl FnOnce() -> P,
        best: Best,
        memory: &mut Memory,
    ) -> Option<()> {
        let Some(index) = index else {
            let place = place();
            if !self.hashed.contains_key(&place) {
                memory.grow_map(&mut self.hashed)?;
            }
            self.hashed.insert(place, best);
            return Some(());
        };
        if index >= self.indexed.len() {
            if index >= MAX_NODES {
                return memory.refuse(Refusal::IndexTooLarge(index));
            }
            let more = index + 1 - self.indexed.len();
            memory.grow(&mut self.indexed, more)?;
            self.indexed.resize(index + 1, Best::NONE);
        }
        self.indexed[index] = best;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares chains and dropped labels with plain lists.
        #[test]
        fn a_chain_holds_what_no_later_label_dominates(operations in prop::collection::vec((0..6_u8, 0..6_u8, prop::bool::ANY), 0..60)) {
            let dominates = |one: &(u8, u8), other: &(u8, u8)| one.0 <= other.0 && one.1 <= other.1;
            let (mut store, mut best, mut plain) = (Store::default(), Best::NONE, Vec::<(u8, u8)>::new());
            let mut memory = Memory::default();
            let mut kept = 0;
            for (x, y, is_dropped) in operations {
                let id = store.insert((x, y), 0_u32, None, &mut memory).unwrap();
                let is_dominated = plain.iter().any(|one| dominates(one, &(x, y)));
                prop_assert_eq!(store.has_dominating(best, 0, |one| dominates(one, &(x, y))), is_dominated);
                if is_dropped || is_dominated {
                    store.drop_open(id, &mut memory);
                } else {
                    kept += 1;
                    best = store.close(id, best, dominates);
                    plain.retain(|other| !dominates(&(x, y), other));
                    plain.push((x, y));
                }
                let mut chain = Vec::new();
                let mut next = best.0;
                while let Some(label) = store.labels.get(next as usize) {
                    chain.push(label.node);
                    next = label.next;
                }
                chain.reverse();
                prop_assert_eq!(&chain, &plain);
                prop_assert_eq!((store.len(), store.ids().count()), (kept, kept));
                prop_assert!(store.labels.len() <= kept + 1);
            }
        }
    }

    #[test]
    fn labels_of_two_costs_take_24_bytes_at_most() {
        assert!(size_of::<Label<(u32, [u32; 1]), u32>>() <= 24);
    }
}
