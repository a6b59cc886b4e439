//! [`Merge`]: the keys of several files in order, without duplicates.

use std::path::Path;

use crate::Error;
use crate::key::Key;
use crate::run::{Cursor, NO_NODE};

/// The content of a file to be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Role {
    /// Successors, some of which may be known.
    Successors,
    /// A level.
    Known,
    /// The level before the one that was expanded.
    Before,
}

/// A key, and the kinds of files that have it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Merged<K> {
    pub(crate) key: K,
    /// The number of times that it occurs among the successors.
    pub(crate) times: u64,
    pub(crate) is_known: bool,
    pub(crate) is_before: bool,
}

/// Marks the end of a file, which is greater than every key.
const OVER: u32 = u32::MAX;

/// A tree of losers (Knuth, *The Art of Computer Programming*, volume 3, section 5.4.1). Each key takes one comparison
/// on each of about log2(files) levels.
#[derive(Debug)]
pub(crate) struct Merge<K> {
    cursors: Vec<(Cursor<K>, Role)>,
    /// The number of times that the next key of each file occurs there.
    times: Vec<u64>,
    /// For each inner node of the tree, the next key of the file that lost there, with the number of the file.
    losers: Vec<(K, u32)>,
    winner: (K, u32),
    /// The bytes of the successor that was returned last. If several successors have this key, these are the least
    /// bytes.
    bytes: Vec<u8>,
}

impl<K: Key> Merge<K> {
    pub(crate) fn new(cursors: Vec<(Cursor<K>, Role)>) -> Result<Self, Error> {
        let files = cursors.len();
        let mut merge = Self {
            cursors,
            times: vec![0; files],
            losers: vec![(K::MAX, OVER); files],
            winner: (K::MAX, OVER),
            bytes: Vec::new(),
        };
        // The winners of all subtrees, from the leaves to the root.
        let mut winners = vec![(K::MAX, OVER); 2 * files];
        for file in 0..files {
            winners[files + file] = merge.pull(file)?;
        }
        for node in (1..files).rev() {
            let (one, other) = (winners[2 * node], winners[2 * node + 1]);
            (winners[node], merge.losers[node]) = (one.min(other), one.max(other));
        }
        merge.winner = winners.get(1).copied().unwrap_or((K::MAX, OVER));
        Ok(merge)
    }

    /// Takes the next key of a file.
    #[inline]
    fn pull(&mut self, file: usize) -> Result<(K, u32), Error> {
        Ok(match self.cursors[file].0.next()? {
            None => (K::MAX, OVER),
            Some((key, times)) => {
                self.times[file] = times;
                (key, file as u32)
            }
        })
    }

    pub(crate) fn next(&mut self) -> Result<Option<Merged<K>>, Error> {
        let (key, file) = self.winner;
        if file == OVER {
            return Ok(None);
        }
        let mut merged = Merged {
            key,
            times: 0,
            is_known: false,
            is_before: false,
        };
        while self.winner.0 == key && self.winner.1 != OVER {
            let file = self.winner.1 as usize;
            match self.cursors[file].1 {
                Role::Successors => {
                    let bytes = self.cursors[file].0.bytes();
                    if merged.times == 0 || *bytes < *self.bytes {
                        self.bytes.clear();
                        self.bytes.extend(bytes);
                    }
                    merged.times += self.times[file];
                }
                Role::Known => merged.is_known = true,
                Role::Before => (merged.is_known, merged.is_before) = (true, true),
            }
            let mut rising = self.pull(file)?;
            let mut node = usize::midpoint(self.cursors.len(), file);
            while node > 0 {
                let other = self.losers[node];
                let is_less = other < rising;
                self.losers[node] = if is_less { rising } else { other };
                rising = if is_less { other } else { rising };
                node /= 2;
            }
            self.winner = rising;
        }
        Ok(Some(merged))
    }

    /// The bytes of the node whose key was returned last, if files of successors contain bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The error for a key that does not belong to any node.
    pub(crate) fn no_node(&self) -> Error {
        let path = self.cursors.first().map(|(cursor, _)| cursor.path());
        Error::damaged(path.unwrap_or(Path::new("")), NO_NODE)
    }
}
