//! Sorting a bucket, in the order of arrival among equals, without allocating each time.

use alloc::vec::Vec;

use super::Rank;
use crate::Cost;

/// Up to here insertion is faster than counting.
const FEW: usize = 48;
const DIGIT: u32 = 8;

/// Takes entries that are the newest last, and puts them in the order in which they come out, the first one last; of
/// equals the newest comes out first. Where all have the same key (`is_exact`), costs are small integers
/// ([`Cost::number`]). Otherwise, in a large bucket, the order of equals is any.
pub(super) fn sort_to_come_out<C: Cost>(
    entries: &mut Vec<(Rank<C>, u32)>,
    scratch: &mut Vec<(Rank<C>, u32)>,
    is_exact: bool,
) {
    if entries.len() <= FEW {
        if is_exact {
            sort_few(entries, |entry, other| other.cost.is_less(&entry.cost));
        } else {
            sort_few(entries, Rank::is_before);
        }
    } else if is_exact {
        radix_sort(entries, scratch);
    } else {
        entries.sort_unstable_by(|entry, other| other.0.order(&entry.0));
    }
}

/// `is_before`: comes out before the other.
fn sort_few<C: Copy>(entries: &mut [(Rank<C>, u32)], is_before: impl Fn(&Rank<C>, &Rank<C>) -> bool) {
    // A search comes back from the depth: a bucket is often filled from the largest cost down, and is then in reverse.
    if let [(oldest, _), .., (newest, _)] = entries
        && is_before(oldest, newest)
    {
        entries.reverse();
        insertion_sort(entries, |entry, other| !is_before(&entry.0, &other.0));
    } else {
        insertion_sort(entries, |entry, other| is_before(&other.0, &entry.0));
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

/// By cost, of entries that are the oldest first. The least significant digit first, from the least cost on: a puzzle's
/// few different costs take one pass.
fn radix_sort<C: Cost>(entries: &mut Vec<(Rank<C>, u32)>, scratch: &mut Vec<(Rank<C>, u32)>) {
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
        scratch.extend_from_slice(entries);
        for entry in scratch.iter().rev() {
            let end = &mut ends[digit(entry)];
            *end -= 1;
            entries[*end] = *entry;
        }
        shift += DIGIT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_like_the_standard_library(costs in prop::collection::vec(any::<u64>(), 0..200), bits in 1_u32..64) {
            let rank = |cost: &u64| Rank { key: 7, cost: cost >> (64 - bits) };
            let mut entries: Vec<(Rank<u64>, u32)> = costs.iter().map(rank).zip(0..).collect();
            let mut expected: Vec<_> = entries.iter().map(|(rank, node)| (rank.cost, *node)).collect();
            expected.sort_by_key(|entry| entry.0);
            sort_to_come_out(&mut entries, &mut Vec::new(), true);
            let sorted: Vec<_> = entries.iter().map(|(rank, node)| (rank.cost, *node)).collect();
            prop_assert_eq!(sorted, expected);
        }

        #[test]
        fn different_keys_come_first(ranks in prop::collection::vec((0_u64..9, 0_u64..9), 0..200)) {
            let mut entries: Vec<_> = ranks.iter().map(|(key, cost)| Rank { key: *key, cost: *cost }).zip(0_u32..).collect();
            let mut expected = ranks;
            expected.sort_by_key(|(key, cost)| (u64::MAX - key, *cost));
            sort_to_come_out(&mut entries, &mut Vec::new(), false);
            let sorted: Vec<_> = entries.iter().map(|(rank, _)| (rank.key, rank.cost)).collect();
            prop_assert_eq!(sorted, expected);
        }
    }
}
