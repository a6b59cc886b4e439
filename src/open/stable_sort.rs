//! Sorting a bucket by cost, in the order of arrival among equals, without allocating each time.

use alloc::vec::Vec;

use crate::Cost;

/// Up to here insertion is faster than counting.
const FEW: usize = 48;
const DIGIT: u32 = 8;

/// Takes entries that are the newest first, and sorts them by ascending cost, equals the oldest first. The costs are small
/// integers ([`Cost::bucket`]); should one be none, it counts as the greatest.
pub(super) fn sort_by_cost<C: Cost>(entries: &mut Vec<(C, u32)>, scratch: &mut Vec<(C, u32)>) {
    // A search comes back from the depth: a bucket is often filled from the largest cost down, and is then in order.
    if entries.len() <= FEW {
        if let [(first, _), .., (last, _)] = entries[..]
            && last.is_less(&first)
        {
            entries.reverse();
            insertion_sort(entries, |entry, other| entry.0.is_less(&other.0));
        } else {
            insertion_sort(entries, |entry, other| !other.0.is_less(&entry.0));
        }
    } else {
        entries.reverse();
        radix_sort(entries, scratch);
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

/// The oldest first. The least significant digit first, from the least cost on: a puzzle's few different costs take one pass.
fn radix_sort<C: Cost>(entries: &mut Vec<(C, u32)>, scratch: &mut Vec<(C, u32)>) {
    let number = |entry: &(C, u32)| entry.0.bucket().unwrap_or(usize::MAX);
    let least = entries.iter().map(number).min().unwrap_or_default();
    let spread = entries.iter().map(number).max().unwrap_or_default() - least;
    let mut shift = 0;
    while shift < usize::BITS && spread >> shift > 0 {
        let digit = |entry: &(C, u32)| ((number(entry) - least) >> shift) % (1 << DIGIT);
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
            let mut entries: Vec<(u64, u32)> = costs.iter().map(|cost| cost >> (64 - bits)).zip(0..).collect();
            let mut expected = entries.clone();
            entries.reverse();
            expected.sort_by_key(|entry| entry.0);
            sort_by_cost(&mut entries, &mut Vec::new());
            prop_assert_eq!(entries, expected);
        }
    }
}
