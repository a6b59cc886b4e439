//! [`Coding`]: nodes are written as keys, or as fingerprints with the nodes next to them.

use std::marker::PhantomData;

use siphasher::sip128::SipHasher13;

use crate::key::sealed::Key as _;
use crate::key::{Key, Packed};

/// A node that can be encoded in at most 32,000 bytes.
///
/// [`Fingerprints`] requires this trait. It is implemented for every [`Packed`] node, `String` and `Vec<u8>`.
///
/// Equal nodes must have equal encodings, and different nodes different ones. A node with several encodings would count
/// once for each of them, so the elements of a `HashSet`, for example, have to be sorted first.
///
/// # Example
///
/// A node that supports `serde` can be encoded in a format such as `postcard`:
///
/// ```
/// use astride_disk::Encoded;
///
/// /// The messages in transit to each process.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
/// struct Network {
///     queues: Vec<Vec<u32>>,
/// }
///
/// impl Encoded for Network {
///     fn encode(&self, bytes: &mut Vec<u8>) {
///         bytes.extend(postcard::to_allocvec(self).expect("it has lists and numbers only"));
///     }
///     fn decode(bytes: &[u8]) -> Option<Self> {
///         postcard::from_bytes(bytes).ok()
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a node that can be written as bytes",
    note = "implement `astride_disk::Encoded`: it is a few lines"
)]
pub trait Encoded: Clone + Send + Sync {
    /// Appends the encoding of the node to `bytes`.
    fn encode(&self, bytes: &mut Vec<u8>);

    /// Returns the node with this encoding, or `None` if there is none. A file with bytes for which this method returns
    /// `None` is [damaged](astride_files::BinaryFileError::Damaged).
    fn decode(bytes: &[u8]) -> Option<Self>;
}

impl<N: Packed> Encoded for N {
    fn encode(&self, bytes: &mut Vec<u8>) {
        self.key().write_rest(0, bytes);
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        if bytes.len() == N::Key::BYTES {
            N::from_key(N::Key::MAX.with_rest(0, bytes)?)
        } else {
            None
        }
    }
}

impl Encoded for Vec<u8> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self);
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        Some(bytes.to_owned())
    }
}

impl Encoded for String {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.as_bytes());
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        String::from_utf8(bytes.to_owned()).ok()
    }
}

/// How the nodes of an enumeration are written: as keys ([`Whole`]) or as [`Fingerprints`]. The trait is sealed.
pub trait Coding<N>: sealed::Coding<N> {}

impl<N, C: sealed::Coding<N>> Coding<N> for C {}

/// Writes nodes as their [keys](Packed), which are small. No node is ever lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Whole;

/// Compares nodes by hashes of 8 or 16 bytes, for nodes that are large or have no fixed size.
///
/// `F` is `u64` or `u128`. A fingerprint is the 128-bit SipHash-1-3 of the node's [encoding](Encoded) under a key, or
/// the first 8 bytes of this hash. Fingerprints are the same on every machine and in every version.
///
/// Levels are compared only by fingerprints. The nodes of a level are written next to its fingerprints, since
/// successors cannot be computed from those. The nodes pass through the merge once, and are read once more when they are
/// expanded. Once all nodes of a level have been expanded, only its fingerprints are needed. Unless
/// [`Options::forget_nodes`](crate::Options::forget_nodes) is set, the nodes are kept as long as the fingerprints, for
/// [`Levels::nodes`](crate::Levels::nodes) and [`Levels::trace`](crate::Levels::trace).
///
/// # Lost nodes
///
/// If two nodes have the same fingerprint, one of them is not found, and neither are the nodes that can be reached only
/// through it. The probability that an enumeration that ends with *n* nodes has lost a node is at most *n* (*n* + 1) /
/// 2<sup>*b* + 1</sup> for fingerprints of *b* bits (see [`loss`](Self::loss)). The reason is that up to the first
/// loss, at most *n* + 1 different nodes were encountered, and any two of them have the same fingerprint with
/// probability 2<sup>−*b*</sup>. (This treats `SipHash` with its key as a random function that is chosen independently
/// of the graph.) With another key, a loss would affect other nodes, so two runs with different keys and equal results
/// are a good check that no node was lost.
///
/// | nodes | 8 bytes | 16 bytes |
/// |---|---|---|
/// | a million | 2.7 · 10⁻⁸ | 1.5 · 10⁻²⁷ |
/// | a billion | 0.027 | 1.5 · 10⁻²¹ |
/// | ten billion | no bound | 1.5 · 10⁻¹⁹ |
///
/// If a graph is declared [undirected](crate::Options::undirected), a loss may also appear as
/// [`Error::OneWay`](crate::Error::OneWay).
///
/// # Example
///
/// ```
/// use astride::FnGraph;
/// use astride_disk::{Enumerator, Fingerprints, Options};
///
/// // All strings that result from repeatedly removing the first or the last letter.
/// let texts = FnGraph::new(|text: &String| {
///     let shorter = [text.get(1..), text.len().checked_sub(1).and_then(|end| text.get(..end))];
///     shorter.into_iter().flatten().map(|text| (text.to_owned(), 1_u32)).collect::<Vec<_>>()
/// });
/// let folder = std::env::temp_dir().join(format!("astride-texts-{}", std::process::id()));
/// let coding = Fingerprints::of_8_bytes(0x1234);
/// let starts = ["banana".to_owned()];
/// let levels = Enumerator::open_with(coding, &texts, starts, &folder, Options::new())?.finish()?;
/// assert_eq!(levels.counts().collect::<Vec<_>>(), [1, 2, 3, 3, 3, 3, 1]);
/// assert!(levels.loss() < 1e-17);
/// assert_eq!(levels.trace(&texts, &"nan".to_owned())?.len(), 4);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), astride_disk::Error>(())
/// ```
///
/// # Source
///
/// Stern, Dill: Improved probabilistic verification by hash compaction. CHARME 1995. The model checker TLC stores
/// fingerprints of 8 bytes in the same way: Yu, Manolios, Lamport: Model checking TLA+ specifications. CHARME 1999.
/// Aumasson, Bernstein: `SipHash`: a fast short-input PRF. INDOCRYPT 2012.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprints<F> {
    key: u128,
    width: PhantomData<fn() -> F>,
}

impl Fingerprints<u64> {
    /// Creates fingerprints of 8 bytes. The key may be any number, but must not depend on the graph. A folder can only
    /// be opened again with the same key.
    pub const fn of_8_bytes(key: u128) -> Self {
        let width = PhantomData;
        Self { key, width }
    }
}

impl Fingerprints<u128> {
    /// Creates fingerprints of 16 bytes. The key may be any number, but must not depend on the graph. A folder can only
    /// be opened again with the same key.
    pub const fn of_16_bytes(key: u128) -> Self {
        let width = PhantomData;
        Self { key, width }
    }
}

impl<F: Key> Fingerprints<F> {
    /// Returns an upper bound on the probability that an enumeration that ends with this number of nodes has lost a
    /// node. See [above](Self#lost-nodes).
    #[expect(clippy::cast_precision_loss, reason = "a probability needs few digits")]
    pub fn loss(&self, nodes: u64) -> f64 {
        let pairs = nodes as f64 * (nodes as f64 + 1.0) / 2.0;
        (pairs / 256_f64.powf(F::BYTES as f64)).min(1.0)
    }
}

pub(crate) mod sealed {
    use std::ops::Range;

    use super::{Encoded, Fingerprints, SipHasher13, Whole};
    use crate::key::{Key, Packed};

    /// The conversion between nodes and the keys and bytes that are written.
    pub trait Coding<N>: Clone + Send + Sync {
        type Key: Key;
        type Place: Place;
        /// Whether a node consists of more than its key. Its bytes are then written next to the key.
        const HAS_BYTES: bool;

        /// Returns the key of a node, and appends the bytes that belong next to the key.
        fn key(&self, node: &N, bytes: &mut Vec<u8>) -> Self::Key;

        /// Returns the node with this key and these bytes.
        fn node(&self, key: Self::Key, bytes: &[u8]) -> Option<N>;

        /// The name of the coding in the manifest.
        fn name(&self) -> String;

        /// An upper bound on the probability that one of this many nodes is lost.
        fn loss(&self, nodes: u64) -> f64;
    }

    /// The position of a node's bytes in a buffer. It takes no memory if nodes have no bytes.
    pub trait Place: Copy + Send + Sync + 'static {
        /// Appends the bytes of a node to a buffer, and returns their position.
        fn append(buffer: &mut Vec<u8>, bytes: &[u8]) -> Self;
        fn range(self) -> Range<usize>;
    }

    impl Place for () {
        #[inline]
        fn append(_: &mut Vec<u8>, _: &[u8]) -> Self {}

        fn range(self) -> Range<usize> {
            0..0
        }
    }

    impl Place for Range32 {
        #[inline]
        fn append(buffer: &mut Vec<u8>, bytes: &[u8]) -> Self {
            let start = buffer.len() as u32;
            buffer.extend_from_slice(bytes);
            Self(start, buffer.len() as u32)
        }

        fn range(self) -> Range<usize> {
            self.0 as usize..self.1 as usize
        }
    }

    /// A position in a buffer of less than 4 GiB.
    #[derive(Clone, Copy, Debug)]
    pub struct Range32(u32, u32);

    impl<N: Packed> Coding<N> for Whole {
        type Key = N::Key;
        type Place = ();
        const HAS_BYTES: bool = false;

        #[inline]
        fn key(&self, node: &N, _: &mut Vec<u8>) -> N::Key {
            node.key()
        }

        #[inline]
        fn node(&self, key: N::Key, _: &[u8]) -> Option<N> {
            N::from_key(key)
        }

        fn name(&self) -> String {
            "whole nodes".to_owned()
        }

        fn loss(&self, _: u64) -> f64 {
            0.0
        }
    }

    impl<N: Encoded, F: Fingerprint> Coding<N> for Fingerprints<F> {
        type Key = F;
        type Place = Range32;
        const HAS_BYTES: bool = true;

        fn key(&self, node: &N, bytes: &mut Vec<u8>) -> F {
            let start = bytes.len();
            node.encode(bytes);
            let hasher = SipHasher13::new_with_key(&self.key.to_le_bytes());
            F::from_hash(hasher.hash(bytes.get(start..).unwrap_or_default()).as_bytes())
        }

        fn node(&self, _: F, bytes: &[u8]) -> Option<N> {
            N::decode(bytes)
        }

        fn name(&self) -> String {
            format!("fingerprints with the key {:x}", self.key)
        }

        fn loss(&self, nodes: u64) -> f64 {
            self.loss(nodes)
        }
    }

    /// A key to which a hash of 16 bytes is truncated.
    pub trait Fingerprint: Key {
        fn from_hash(hash: [u8; 16]) -> Self;
    }

    impl Fingerprint for u64 {
        fn from_hash(hash: [u8; 16]) -> Self {
            Self::from_le_bytes(*hash.first_chunk().unwrap_or(&[0; 8]))
        }
    }

    impl Fingerprint for u128 {
        fn from_hash(hash: [u8; 16]) -> Self {
            Self::from_le_bytes(hash)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Fingerprints;
    use super::sealed::Coding;

    /// With 16 bits of each fingerprint, as many pairs of nodes collide as the bound assumes.
    #[test]
    fn fingerprints_are_as_good_as_random() {
        let (nodes, keys) = (100_u16, 3000_u16);
        let mut lost = 0;
        for key in 0..u128::from(keys) {
            let coding = Fingerprints::of_8_bytes(key);
            let fingerprint = |node: u64| Coding::<u64>::key(&coding, &node, &mut Vec::new()) >> 48;
            let different: HashSet<_> = (0..u64::from(nodes)).map(fingerprint).collect();
            lost += usize::from(nodes) - different.len();
        }
        let expected = f64::from(nodes) * f64::from(nodes - 1) / 2.0 / 65536.0 * f64::from(keys);
        let (lost, spread) = (f64::from(u32::try_from(lost).unwrap()), 4.0 * expected.sqrt());
        assert!((lost - expected).abs() < spread, "{lost} lost, {expected} expected");
    }

    /// Fingerprints are part of the file format. The values are from an implementation in another language.
    #[test]
    fn fingerprints_never_change() {
        let text = "astride".to_owned();
        let short: u64 = Fingerprints::of_8_bytes(1).key(&text, &mut Vec::new());
        let long: u128 = Fingerprints::of_16_bytes(1).key(&text, &mut Vec::new());
        assert_eq!(short, 0xa5b5_64ba_d5bb_414b);
        assert_eq!(long, 0x03b4_1735_b12c_3e61_a5b5_64ba_d5bb_414b);
    }
}
