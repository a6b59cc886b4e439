//! Reduces failing cases.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Family, Source};

/// Parts of up to this many bytes are tried with every length.
const SHORT: usize = 16;

/// The message with which a case fails, or `None` if it passes.
pub fn failure(family: &Family, source: &mut Source) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(|| (family.check)(source))).err()?;
    let text = payload.downcast_ref::<String>().cloned();
    let text = text.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string));
    Some(text.unwrap_or_else(|| "a panic without a message".into()))
}

/// Returns a smaller case that also fails, and from which no part can be removed, and no byte lowered, without making
/// it pass. Stops early after `attempts` cases.
pub fn smaller(family: &Family, bytes: &[u8], mut attempts: usize) -> Vec<u8> {
    let mut best = bytes.to_vec();
    let mut is_better = |best: &mut Vec<u8>, other: Vec<u8>| {
        attempts = attempts.saturating_sub(1);
        let mut source = Source::replay(&other);
        let fails = attempts > 0 && failure(family, &mut source).is_some();
        if fails {
            // The remaining bytes were not read, and zeros at the end have no effect.
            *best = source.taken().to_vec();
            best.truncate(best.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1));
        }
        fails
    };
    loop {
        let before = best.clone();
        let mut length = best.len();
        while length > 0 {
            let mut start = 0;
            while start < best.len() {
                let end = (start + length).min(best.len());
                let mut shorter = best.clone();
                shorter.drain(start..end);
                let mut zero = best.clone();
                zero[start..end].fill(0);
                if !is_better(&mut best, shorter) && (zero == best || !is_better(&mut best, zero)) {
                    // Short parts are tried at every position, since some of them are items of a list.
                    start = if length > SHORT { end } else { start + 1 };
                }
            }
            length = if length > SHORT { length / 2 } else { length - 1 };
        }
        for place in 0..best.len() {
            let halved = |byte: u8| [byte / 2, byte.saturating_sub(16), byte.saturating_sub(1)];
            while let Some(byte) = best.get(place).copied().filter(|byte| *byte > 0) {
                let lower = |to: u8| {
                    let mut lower = best.clone();
                    lower[place] = to;
                    lower
                };
                let candidates: Vec<_> = halved(byte).map(lower).into();
                if !candidates.into_iter().any(|lower| is_better(&mut best, lower)) {
                    break;
                }
            }
        }
        if best == before || best.is_empty() {
            return best;
        }
    }
}
