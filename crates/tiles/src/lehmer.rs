//! Permutations as digits: the Lehmer code, in the factorial number system.
//!
//! The first of `m` things has `m` choices, the next one `m - 1`, and so on. A digit is the number of smaller things
//! among those that are left. Any part of an arrangement, such as its beginning or its end, therefore has its own code.

use alloc::vec;
use alloc::vec::Vec;

use astride::engine::with_capacity;

/// Turns distinct values into digits, subtracting from each value the number of smaller ones before it.
pub(crate) fn encode(values: &mut [u8]) {
    for place in (0..values.len()).rev() {
        let (before, rest) = values.split_at_mut(place);
        if let Some(value) = rest.first_mut() {
            let smaller = before.iter().filter(|other| **other < *value).count();
            *value -= u8::try_from(smaller).unwrap_or_default();
        }
    }
}

/// Turns digits back into the values.
pub(crate) fn decode(digits: &mut [u8]) {
    for place in (0..digits.len()).rev() {
        if let Some((first, later)) = digits.get_mut(place..).and_then(<[u8]>::split_first_mut) {
            for other in later {
                *other += u8::from(*other >= *first);
            }
        }
    }
}

/// The number with these digits, the first of which has `choices` choices.
pub(crate) fn number(digits: &[u8], choices: usize) -> usize {
    let radices = (0..=choices).rev();
    digits
        .iter()
        .zip(radices)
        .fold(0, |number, (digit, radix)| number * radix + usize::from(*digit))
}

/// Writes the digits of a number, the first of which has `choices` choices.
pub(crate) fn spell(mut number: usize, choices: usize, digits: &mut [u8]) {
    let last = (choices + 1).saturating_sub(digits.len()).max(1);
    for (digit, radix) in digits.iter_mut().rev().zip(last..) {
        *digit = u8::try_from(number % radix).unwrap_or_default();
        number /= radix;
    }
}

/// The number of arrangements of `places` things out of `choices`.
pub(crate) fn arrangements(choices: usize, places: usize) -> usize {
    (choices + 1 - places..=choices).product()
}

/// For the number of each arrangement of `places` things out of `choices`, the number of what `rotate` makes of it.
/// Returns `None` if there is not enough memory.
pub(crate) fn rotations(choices: usize, places: usize, rotate: impl Fn(&mut [u8])) -> Option<Vec<u32>> {
    let mut digits = vec![0; places];
    let rotated = |arrangement| {
        spell(arrangement, choices, &mut digits);
        decode(&mut digits);
        rotate(&mut digits);
        encode(&mut digits);
        u32::try_from(number(&digits, choices)).unwrap_or(u32::MAX)
    };
    let mut all = with_capacity(arrangements(choices, places))?;
    all.extend((0..arrangements(choices, places)).map(rotated));
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_follow_the_alphabet() {
        let mut found = Vec::new();
        for number in 0..arrangements(4, 3) {
            let mut digits = [0; 3];
            spell(number, 4, &mut digits);
            assert_eq!(super::number(&digits, 4), number);
            decode(&mut digits);
            found.push(digits);
        }
        assert_eq!(found.len(), 24);
        assert!(found.is_sorted() && found.iter().all(|values| values.iter().all(|value| *value < 4)));
        assert_eq!((found[0], found[23]), ([0, 1, 2], [3, 2, 1]));
    }

    proptest! {
        #[test]
        fn decode_undoes_encode(
            values in Just((0..20_u8).collect::<Vec<_>>()).prop_shuffle(),
            places in 0..21_usize,
        ) {
            let values = &values[..places];
            let mut digits = values.to_vec();
            encode(&mut digits);
            for (place, digit) in digits.iter().enumerate() {
                let smaller = values[..place].iter().filter(|other| **other < values[place]).count();
                prop_assert_eq!(usize::from(*digit), usize::from(values[place]) - smaller);
            }
            decode(&mut digits);
            prop_assert_eq!(&digits, &values);
        }
    }
}
