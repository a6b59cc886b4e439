//! [`Packed`] and [`Key`]: a node as a number or as bytes of a fixed length, for sorting and writing.

use astride::npuzzle::{Tiles16, Tiles25};

/// A node that can be written in a fixed number of bytes.
///
/// The trait is implemented for `u8`, `u16`, `u32`, `u64` and `u128`, for arrays of 1 to 255 bytes, and for the packed
/// boards of the sliding-tile puzzle ([`Tiles16`] and [`Tiles25`]).
///
/// Different nodes must have different keys. The nodes of a level are sorted by their keys.
///
/// # Example
///
/// ```
/// use astride_disk::Packed;
///
/// /// Two jugs of water.
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Jugs { small: u8, large: u8 }
///
/// impl Packed for Jugs {
///     type Key = u16;
///     fn key(&self) -> u16 { u16::from_be_bytes([self.small, self.large]) }
///     fn from_key(key: u16) -> Option<Self> {
///         let [small, large] = key.to_be_bytes();
///         Some(Jugs { small, large })
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a node of a fixed number of bytes",
    note = "implement `astride_disk::Packed`: it is a few lines",
    note = "if it has no fixed number of bytes, implement `Encoded`, and use `open_with` and `Fingerprints`"
)]
pub trait Packed: Clone + Send + Sync {
    /// The key that is sorted and written. An integer is the fastest key for nodes of up to 8 bytes.
    type Key: Key;

    /// Returns the key of the node.
    fn key(&self) -> Self::Key;

    /// Returns the node with this key, or `None` if there is none. A file with a key for which this method returns
    /// `None` is [damaged](astride_files::BinaryFileError::Damaged).
    fn from_key(key: Self::Key) -> Option<Self>;
}

/// The key of a [`Packed`] node: a number from `u8` to `u128`, or an array of 1 to 255 bytes. The trait is sealed.
pub trait Key: sealed::Key {}

impl<K: sealed::Key> Key for K {}

pub(crate) mod sealed {
    /// The operations that files need. The bytes of a number are written most significant first, so that byte order is
    /// key order.
    pub trait Key: Copy + Ord + Send + Sync + 'static {
        const BYTES: usize;
        const MAX: Self;

        /// The first `shared` bytes of this key, followed by the first bytes of `rest`, or `None` if `rest` is too
        /// short.
        fn with_rest(self, shared: usize, rest: &[u8]) -> Option<Self>;

        /// Appends all bytes except the first `shared`.
        fn write_rest(self, shared: usize, bytes: &mut Vec<u8>);

        /// The number of equal leading bytes.
        fn shared(self, other: Self) -> usize;

        /// A hash that assigns the key to a bucket. It is part of the file format.
        fn hash(self) -> u64;
    }
}

/// Mixes a word into a hash, with the finalizer of `MurmurHash3`.
fn mix(hash: u64, word: u64) -> u64 {
    let mut hash = (hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ hash >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}

macro_rules! integers {
    ($($number:ty),*) => {$(
        impl sealed::Key for $number {
            const BYTES: usize = size_of::<$number>();
            const MAX: Self = <$number>::MAX;

            // Whole numbers are shifted, since copies of varying length take much longer.
            #[inline]
            fn with_rest(self, shared: usize, rest: &[u8]) -> Option<Self> {
                let rest = match rest.first_chunk() {
                    Some(bytes) => Self::from_be_bytes(*bytes),
                    None => {
                        let mut bytes = [0; Self::BYTES];
                        let needed = Self::BYTES.checked_sub(shared)?;
                        bytes[..needed].copy_from_slice(rest.get(..needed)?);
                        Self::from_be_bytes(bytes)
                    }
                };
                let later = Self::MAX.checked_shr(8 * shared as u32).unwrap_or(0);
                Some(self & !later | rest.checked_shr(8 * shared as u32).unwrap_or(0))
            }

            #[inline]
            fn write_rest(self, shared: usize, bytes: &mut Vec<u8>) {
                let end = bytes.len() + Self::BYTES - shared;
                bytes.extend_from_slice(&self.checked_shl(8 * shared as u32).unwrap_or(0).to_be_bytes());
                bytes.truncate(end);
            }

            #[inline]
            fn shared(self, other: Self) -> usize {
                (self ^ other).leading_zeros() as usize / 8
            }

            #[inline]
            #[allow(clippy::cast_lossless, reason = "one line for all integers")]
            fn hash(self) -> u64 {
                let low = mix(0, self as u64);
                if Self::BYTES > 8 { mix(low, (self as u128 >> 64) as u64) } else { low }
            }
        }

        impl Packed for $number {
            type Key = Self;

            #[inline]
            fn key(&self) -> Self {
                *self
            }

            #[inline]
            fn from_key(key: Self) -> Option<Self> {
                Some(key)
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, u128);

impl<const N: usize> sealed::Key for [u8; N] {
    const BYTES: usize = {
        assert!(0 < N && N <= 255, "a key has from 1 to 255 bytes");
        N
    };
    const MAX: Self = [u8::MAX; N];

    fn with_rest(mut self, shared: usize, rest: &[u8]) -> Option<Self> {
        let later = self.get_mut(shared..)?;
        later.copy_from_slice(rest.get(..later.len())?);
        Some(self)
    }

    fn write_rest(self, shared: usize, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self[shared..]);
    }

    fn shared(self, other: Self) -> usize {
        self.iter().zip(&other).take_while(|(one, other)| one == other).count()
    }

    fn hash(self) -> u64 {
        self.chunks(8).fold(0, |hash, chunk| {
            let word = chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            mix(hash, word)
        })
    }
}

impl<const N: usize> Packed for [u8; N] {
    type Key = Self;

    fn key(&self) -> Self {
        *self
    }

    fn from_key(key: Self) -> Option<Self> {
        Some(key)
    }
}

impl Packed for Tiles16 {
    type Key = u64;

    #[inline]
    fn key(&self) -> u64 {
        self.bits()
    }

    #[inline]
    fn from_key(key: u64) -> Option<Self> {
        Some(Self::from_bits(key))
    }
}

impl Packed for Tiles25 {
    type Key = u128;

    #[inline]
    fn key(&self) -> u128 {
        self.bits()
    }

    #[inline]
    fn from_key(key: u128) -> Option<Self> {
        Some(Self::from_bits(key))
    }
}
