//! [`Owner`]: determines the worker to which a node belongs.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

/// Determines the worker to which a node belongs. All processes agree, since the seed of the hash is fixed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    workers: u64,
}

impl Owner {
    pub(crate) fn among(workers: usize) -> Self {
        Self {
            workers: workers as u64,
        }
    }

    /// Returns the worker, and the hash for its table.
    #[inline]
    pub(crate) fn of<N: Hash + ?Sized>(self, node: &N) -> (u64, u64) {
        let hash = FixedState::default().hash_one(node);
        // The hash is mixed again, so that the hashes of a worker's nodes vary in the bits that its table uses.
        let mixed = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        ((mixed * self.workers) >> 32, hash)
    }
}

/// The hash of a fixed value. It differs between machines that hash differently, because of their byte order, word
/// size, or version of the standard library or the hash function.
pub(crate) fn fingerprint() -> u64 {
    let number = 0x0123_4567_89ab_cdef_u64;
    Owner::among(1)
        .of(&(
            number,
            7_usize,
            -7_i32,
            'x',
            "text of many bytes",
            [1_u8, 2, 3],
            Some([5_u16]),
        ))
        .1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_worker_gets_its_share() {
        for workers in [2, 3, 16, 100] {
            let owner = Owner::among(workers);
            for step in [1, 16, 1 << 20, 1 << 32] {
                let mut shares = vec![0; workers];
                for number in 0..100_000_u64 {
                    shares[usize::try_from(owner.of(&(number * step)).0).unwrap()] += 1;
                }
                let share = 100_000 / workers;
                let spread = shares.iter().max().unwrap() - shares.iter().min().unwrap();
                assert!(spread < share / 3, "{workers} workers, step {step}: {shares:?}");
            }
        }
    }
}
