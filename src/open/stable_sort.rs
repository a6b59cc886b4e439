//! Sorting a bucket without allocating each time. Equal entries keep their order of arrival.

use alloc::vec::Vec;

use super::Rank;
use crate::Cost;
use crate::memory::Memory;

/// Up to this many entries, insertion sort is faster than radix sort.
const FEW: usize = 48;
const DIGIT: u32 = 8;

/// Sorts entries so that the last one is the first to come out. They are given with the newest first, and the newest of
/// equals comes out first. If all have the same key (`is_exact`), costs have a [`Cost::number`]. Otherwise, equal
/// entries of a large bucket come out in arbitrary order. Returns `None` if there is not enough memory.
pub(super) fn sort_to_come_out<C: Cost>(
    entries: &mut [(Rank<C>, u32)],
    scratch: &mut Vec<(Rank<C>, u32)>,
    is_exact: bool,
    memory: &mut Memory,
) -> Option<()> {
    if entries.len() <= FEW {
        if is_exact {
            sort_few(entries, |entry, other| other.cost.is_less(&entry.cost));
        } else {
            sort_few(entries, Rank::is_before);
        }
    } else if is_exact {
        entries.reverse();
        return radix_sort(entries, scratch, memory);
    } else {
        entries.sort_unstable_by(|entry, other| other.0.order(&entry.0));
    }
    Some(())
}

/// `is_before` returns whether an entry comes out before another one.
fn sort_few<C: Copy>(entries: &mut [(Rank<C>, u32)], is_before: impl Fn(&Rank<C>, &Rank<C>) -> bool) {
    // A bucket is often filled from the largest cost down, as a search returns from deep nodes. It is then in order.
    if let [(newest, _), .., (oldest, _)] = entries
        && is_before(newest, oldest)
    {
        entries.reverse();
        insertion_sort(entries, |entry, other| is_before(&other.0, &entry.0));
    } else {
        insertion_sort(entries, |entry, other| !is_before(&entry.0, &other.0));
    }
}

fn insertion_sort<T: Copy>(entries: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for end in 1..entries.len() {
        let entry = entries[end];
        let mut hole = end;
        while hole > 0 && is_before(&entry, &entries[hole - 1]) {
            entries[hole] = entries[hole - 1];
            hole -= 1;
        }
        entries[hole] = entry;
    }
}

/// Sorts entries by cost, digit by digit, the least significant digit first. Digits are those of the difference from
/// the least cost, so that the few different costs of a puzzle take one pass. The entries are given with the oldest
/// first.
fn radix_sort<C: Cost>(
    entries: &mut [(Rank<C>, u32)],
    scratch: &mut Vec<(Rank<C>, u32)>,
    memory: &mut Memory,
) -> Option<()> {
    let number = |entry: &(Rank<C>, u32)| entry.0.cost.number().unwrap_or(u64::MAX);
    let least = entries.iter().map(number).min().unwrap_or_default();
    let spread = entries.iter().map(number).max().unwrap_or_default() - least;
    let mut shift = 0;
    while shift < u64::BITS && spread >> shift > 0 {
        let digit = |entry: &(Rank<C>, u32)| usize::from(((number(entry) - least) >> shift).to_le_bytes()[0]);
        let mut ends = [0_usize; 1 << DIGIT];
        for entry in &*entries {
            ends[digit(entry)] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        scratch.clear();
        memory.grow(scratch, entries.len())?;
        scratch.extend_from_slice(entries);
        for entry in scratch.iter().rev() {
            let end = &mut ends[digit(entry)];
            *end -= 1;
            entries[*end] = *entry;
        }
        shift += DIGIT;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_like_the_standard_library(
            costs in prop::collection::vec(any::<u64>(), 0..200),
            unused in (0_u32..64, 0_u32..64),
        ) {
            let rank = |cost: &u64| Rank { key: 7, cost: cost >> unused.0 << unused.1 };
            let mut entries: Vec<(Rank<u64>, u32)> = costs.iter().map(rank).zip(0..).collect();
            let mut expected: Vec<_> = entries.iter().map(|(rank, node)| (rank.cost, *node)).collect();
            expected.sort_by_key(|entry| entry.0);
            entries.reverse();
            sort_to_come_out(&mut entries, &mut Vec::new(), true, &mut Memory::default()).unwrap();
            let sorted: Vec<_> = entries.iter().map(|(rank, node)| (rank.cost, *node)).collect();
            prop_assert_eq!(sorted, expected);
        }

        #[test]
        fn different_keys_come_first(ranks in prop::collection::vec((0_u64..9, 0_u64..9), 0..200)) {
            let mut entries: Vec<_> = ranks.iter().map(|(key, cost)| Rank { key: *key, cost: *cost }).zip(0_u32..).collect();
            let mut expected = ranks;
            expected.sort_by_key(|(key, cost)| (u64::MAX - key, *cost));
            entries.reverse();
            sort_to_come_out(&mut entries, &mut Vec::new(), false, &mut Memory::default()).unwrap();
            let sorted: Vec<_> = entries.iter().map(|(rank, _)| (rank.key, rank.cost)).collect();
            prop_assert_eq!(sorted, expected);
        }
    }
}
