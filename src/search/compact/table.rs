//! [`CompactTable`]: a hash table of nodes and their costs alone.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
#[cfg(not(feature = "prefetch"))]
use core::hint::black_box;
use core::mem;

use hashbrown::DefaultHashBuilder;

use crate::Cost;
use crate::memory::{Memory, Refusal};

/// A hash table of nodes with their costs and whether they are open.
///
/// It consists of segments that grow one at a time and in place, so that growing never takes long and hardly needs
/// memory beyond the enlarged segment. A node whose bucket is full goes to the next bucket of the segment. Single nodes
/// are never removed.
#[derive(Clone, Debug)]
pub(super) struct CompactTable<N, C> {
    segments: Vec<Segment<N, C>>,
    hasher: DefaultHashBuilder,
}

#[derive(Clone, Debug)]
struct Segment<N, C> {
    buckets: Vec<Bucket<N, C>>,
    /// The number of nodes that can be added before the segment grows.
    left: usize,
}

/// Seven nodes, which fill a cache line if a node takes 8 bytes and a cost takes one. Entries are used from the front,
/// and an infinite cost marks an entry as free.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket<N, C> {
    nodes: [N; WIDTH],
    costs: [C; WIDTH],
    /// A bit for each entry, which is set if the node is open.
    open: u8,
}

const WIDTH: usize = 7;
const SEGMENT_BITS: u32 = 8;

/// The place of a node, valid until the table changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    segment: usize,
    bucket: usize,
    entry: usize,
}

/// The state of a stored node.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<C> {
    pub(super) cost: C,
    pub(super) is_open: bool,
}

/// The place and the state of a stored node, or the place for a new one, if there [is
/// capacity](CompactTable::has_capacity).
pub(super) type Found<C> = Result<(Place, State<C>), Place>;

impl<N: Copy + Eq, C: Cost> Bucket<N, C> {
    fn empty(filler: N) -> Self {
        Bucket {
            nodes: [filler; WIDTH],
            costs: [C::INFINITY; WIDTH],
            open: 0,
        }
    }

    #[inline]
    fn is_free(&self, entry: usize) -> bool {
        self.costs[entry].order(&C::INFINITY).is_eq()
    }

    /// The first free entry of a bucket that has one. All used entries come before it.
    // A binary search, since reading all costs would have to wait for one that has just been stored.
    #[inline]
    fn first_free(&self) -> usize {
        let mut free = 0;
        for half in [4, 2, 1] {
            free += half * usize::from(!self.is_free(free + half - 1));
        }
        free
    }

    #[inline]
    fn is_full(&self) -> bool {
        !self.is_free(WIDTH - 1)
    }

    #[inline]
    fn state(&self, entry: usize) -> State<C> {
        State {
            cost: self.costs[entry],
            is_open: self.open >> entry & 1 != 0,
        }
    }

    fn entries(&self) -> impl Iterator<Item = (N, State<C>)> {
        let used = (0..WIDTH).take_while(|entry| !self.is_free(*entry));
        used.map(|entry| (self.nodes[entry], self.state(entry)))
    }

    #[inline]
    fn put(&mut self, entry: usize, node: N, state: State<C>) {
        self.nodes[entry] = node;
        self.costs[entry] = state.cost;
        self.set_open(entry, state.is_open);
    }

    #[inline]
    fn set_open(&mut self, entry: usize, is_open: bool) {
        self.open = self.open & !(1 << entry) | u8::from(is_open) << entry;
    }

    /// The entry with this node.
    #[inline]
    fn find(&self, node: &N) -> Option<usize> {
        // Without branches, which would be mispredicted.
        let mut first = WIDTH;
        for entry in (0..WIDTH).rev() {
            first = if self.nodes[entry] == *node { entry } else { first };
        }
        // A free entry may hold any node.
        (first < WIDTH && !self.is_free(first)).then_some(first)
    }
}

impl<N: Copy + Eq, C: Cost> Segment<N, C> {
    /// The total number of nodes for which there is capacity. With more nodes, too many buckets would overflow. At least
    /// one entry stays free, so that every lookup ends.
    fn capacity(&self) -> usize {
        self.buckets.len() * WIDTH * 7 / 8
    }

    /// The bucket at this fraction, in units of 2⁻³², of all buckets, so that their number need not be a power of two.
    #[inline]
    fn home(&self, part: u64) -> usize {
        ((part * self.buckets.len() as u64) >> u32::BITS) as usize
    }

    /// The first free place in this bucket or a later one.
    #[inline]
    fn free_from(&self, home: usize) -> Option<(usize, usize)> {
        let mut after = self.buckets[home..].iter();
        let number = home + after.position(|bucket| !bucket.is_full())?;
        Some((number, self.buckets[number].first_free()))
    }

    fn entries(&self) -> impl Iterator<Item = (N, State<C>)> {
        self.buckets.iter().flat_map(Bucket::entries)
    }
}

/// The segment of a hash, and the fraction of the segment's buckets that lie before its own.
#[inline]
fn split(hash: u64) -> (usize, u64) {
    // A hasher other than the default may leave the upper bits unmixed.
    let mixed = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let segment = (mixed >> (u64::BITS - SEGMENT_BITS)) as usize;
    (segment, mixed >> (32 - SEGMENT_BITS) & u64::from(u32::MAX))
}

impl<N: Copy + Eq + Hash, C: Cost> CompactTable<N, C> {
    pub(super) fn new() -> Self {
        CompactTable {
            segments: Vec::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    #[inline]
    pub(super) fn hash(&self, node: &N) -> u64 {
        self.hasher.hash_one(node)
    }

    /// Begins to fetch the memory that a lookup will need, without waiting for it.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        let (segment, part) = split(hash);
        if let Some(segment) = self.segments.get(segment) {
            #[cfg(feature = "prefetch")]
            prefetch_index::prefetch_index(&segment.buckets, segment.home(part));
            #[cfg(not(feature = "prefetch"))]
            black_box(segment.buckets.get(segment.home(part)).map(|bucket| bucket.open));
        }
    }

    #[inline]
    pub(super) fn find(&self, hash: u64, node: &N) -> Found<C> {
        let (number, part) = split(hash);
        let (mut bucket, mut entry) = (0, 0);
        if let Some(segment) = self.segments.get(number) {
            bucket = segment.home(part);
            while let Some(entries) = segment.buckets.get(bucket) {
                if let Some(entry) = entries.find(node) {
                    let place = Place {
                        segment: number,
                        bucket,
                        entry,
                    };
                    return Ok((place, entries.state(entry)));
                }
                if !entries.is_full() {
                    entry = entries.first_free();
                    break;
                }
                bucket += 1;
                if bucket == segment.buckets.len() {
                    bucket = 0;
                }
            }
        }
        Err(Place {
            segment: number,
            bucket,
            entry,
        })
    }

    /// A node as it is stored, which may differ in parts that `Eq` ignores, and its state.
    pub(super) fn stored(&self, node: &N) -> Option<(N, State<C>)> {
        let (place, state) = self.find(self.hash(node), node).ok()?;
        Some((
            self.segments[place.segment].buckets[place.bucket].nodes[place.entry],
            state,
        ))
    }

    #[inline]
    fn bucket_of(&mut self, place: Place) -> Option<&mut Bucket<N, C>> {
        self.segments.get_mut(place.segment)?.buckets.get_mut(place.bucket)
    }

    /// Replaces a node and its state.
    #[inline]
    pub(super) fn replace(&mut self, place: Place, node: N, state: State<C>) {
        if let Some(bucket) = self.bucket_of(place) {
            bucket.put(place.entry, node, state);
        }
    }

    /// Opens or closes a stored node.
    #[inline]
    pub(super) fn set_open(&mut self, place: Place, is_open: bool) {
        if let Some(bucket) = self.bucket_of(place) {
            bucket.set_open(place.entry, is_open);
        }
    }

    /// Whether there is capacity for a node at its place.
    #[inline]
    pub(super) fn has_capacity(&self, place: Place) -> bool {
        self.segments.get(place.segment).is_some_and(|segment| segment.left > 0)
    }

    /// Allocates this memory and returns the new place, or `None` if there is not enough memory.
    #[cold]
    #[inline(never)]
    pub(super) fn grow_for(&mut self, hash: u64, node: &N, memory: &mut Memory) -> Option<Place> {
        self.begin(memory)?;
        let (segment, _) = split(hash);
        let old = self.segments[segment].buckets.len();
        // By 62 to 112 %, depending on the segment, so that not all segments grow at the same time.
        let more = ((old * (160 + segment / 2)) >> SEGMENT_BITS) + 1;
        self.grow(segment, *node, old + more, memory)?;
        self.find(hash, node).err()
    }

    /// Stores a new node at its place, for which there must be [capacity](Self::has_capacity).
    #[inline]
    pub(super) fn insert(&mut self, place: Place, node: N, state: State<C>) {
        self.replace(place, node, state);
        if let Some(segment) = self.segments.get_mut(place.segment) {
            segment.left -= 1;
        }
    }

    /// Allocates memory for this many nodes in total if the memory suffices for that.
    pub(super) fn reserve(&mut self, filler: N, nodes: usize, memory: &mut Memory) {
        if self.begin(memory).is_none() {
            return;
        }
        // Segments get different numbers of nodes, with a standard deviation of about the square root.
        let share = nodes >> SEGMENT_BITS;
        let places = (share + 3 * share.isqrt()).saturating_mul(8) / 7 + WIDTH;
        let buckets = places / WIDTH + 1;
        let more = |segment: &Segment<N, C>| buckets.saturating_sub(segment.buckets.len());
        let total = self.segments.iter().map(more).fold(0, usize::saturating_add);
        if !memory.has(total.saturating_mul(size_of::<Bucket<N, C>>())) {
            return;
        }
        for number in 0..self.segments.len() {
            if more(&self.segments[number]) > 0 && self.grow(number, filler, buckets, memory).is_none() {
                return;
            }
        }
    }

    /// Creates all segments, without any capacity, if there are none yet.
    fn begin(&mut self, memory: &mut Memory) -> Option<()> {
        let more = (1 << SEGMENT_BITS) - self.segments.len();
        memory.grow_by(&mut self.segments, more, more)?;
        self.segments.resize_with(1 << SEGMENT_BITS, || Segment {
            buckets: Vec::new(),
            left: 0,
        });
        Some(())
    }

    /// Enlarges a segment to this many buckets. Returns `None` if there is not enough memory.
    fn grow(&mut self, number: usize, filler: N, buckets: usize, memory: &mut Memory) -> Option<()> {
        let empty = Bucket::empty(filler);
        // The number of nodes in each bucket. Counting is faster than looking for a free entry where one has just been
        // used.
        let mut counts = Vec::<u8>::new();
        let reserved = counts.try_reserve_exact(buckets);
        reserved.ok().or_else(|| memory.refuse(Refusal::OutOfMemory))?;
        counts.resize(buckets, 0);
        let segment = &mut self.segments[number];
        let (old, len) = (segment.buckets.len(), segment.capacity() - segment.left);
        memory.grow_by(&mut segment.buckets, buckets - old, buckets - old)?;
        segment.buckets.resize(buckets, empty);
        segment.left = segment.capacity() - len;
        // This works in place, from the last bucket to the first. The number of a node's bucket grows in proportion to
        // that of all buckets, so nearly all nodes move up, to where nothing else will be moved. The other nodes, and
        // those whose bucket is full, wait until all have been moved.
        let mut others = Vec::new();
        for from in (0..old).rev() {
            let bucket = mem::replace(&mut segment.buckets[from], empty);
            for (node, state) in bucket.entries() {
                let (_, part) = split(self.hasher.hash_one(node));
                let home = segment.home(part);
                let entry = usize::from(counts[home]);
                if home >= from && entry < WIDTH {
                    counts[home] += 1;
                    segment.buckets[home].put(entry, node, state);
                } else {
                    // This list lives only during the call, so its bytes are not counted.
                    let pushed = Memory::default().push(&mut others, (home, node, state));
                    pushed.or_else(|| memory.refuse(Refusal::OutOfMemory))?;
                }
            }
        }
        for (home, node, state) in others {
            let (number, entry) = segment.free_from(home).or_else(|| segment.free_from(0))?;
            segment.buckets[number].put(entry, node, state);
        }
        Some(())
    }

    /// Removes all nodes and keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        for segment in &mut self.segments {
            if segment.left < segment.capacity() {
                for bucket in &mut segment.buckets {
                    bucket.costs = [C::INFINITY; WIDTH];
                }
                segment.left = segment.capacity();
            }
        }
    }

    /// All nodes, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (N, State<C>)> {
        self.segments.iter().flat_map(Segment::entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use proptest::prelude::*;

    fn limited(bytes: usize) -> Memory {
        let mut memory = Memory::default();
        memory.set_limit(bytes);
        memory
    }

    /// Adds a node and returns whether the table has grown, or `None` if there is not enough memory.
    fn add(table: &mut CompactTable<u64, u8>, node: u64, state: State<u8>, memory: &mut Memory) -> Option<bool> {
        let hash = table.hash(&node);
        let place = table.find(hash, &node).unwrap_err();
        let has_capacity = table.has_capacity(place);
        let place = if has_capacity {
            place
        } else {
            table.grow_for(hash, &node, memory)?
        };
        assert!(table.has_capacity(place));
        table.insert(place, node, state);
        Some(!has_capacity)
    }

    proptest! {
        #[test]
        fn finds_what_was_put_in(
            nodes in prop::collection::vec((0..1500_u64, 0..100_u8, any::<bool>()), 0..2000),
            reserved in prop_oneof![Just(0_usize), 0..4000_usize],
        ) {
            let (mut table, memory) = (CompactTable::<u64, u8>::new(), &mut Memory::default());
            if reserved > 0 {
                table.reserve(7, reserved, memory);
            }
            for round in 0..2 {
                let mut model = BTreeMap::new();
                for (node, cost, is_open) in nodes.iter().skip(round) {
                    let (hash, state) = (table.hash(node), State { cost: *cost, is_open: *is_open });
                    table.prefetch(hash);
                    match table.find(hash, node) {
                        // Sets the same state in two steps.
                        Ok((place, _)) => {
                            table.replace(place, *node, State { is_open: !is_open, ..state });
                            table.set_open(place, *is_open);
                        }
                        Err(_) => prop_assert!(add(&mut table, *node, state, memory).is_some()),
                    }
                    model.insert(*node, (*cost, *is_open));
                }
                prop_assert_eq!(table.iter().count(), model.len());
                for node in 0..1500 {
                    let state = table.stored(&node).map(|(_, state)| (state.cost, state.is_open));
                    prop_assert_eq!(state, model.get(&node).copied());
                }
                let all: BTreeMap<_, _> = table.iter().map(|(node, state)| (node, (state.cost, state.is_open))).collect();
                prop_assert_eq!(all, model);
                table.clear();
                prop_assert_eq!(table.iter().count(), 0);
            }
        }
    }

    #[test]
    fn memory_is_what_was_promised() {
        assert_eq!(size_of::<Bucket<u64, u8>>(), 64);
        let mut table = CompactTable::<u64, u8>::new();
        let state = State { cost: 1, is_open: true };
        let mut memory = limited(100);
        assert_eq!(add(&mut table, 0, state, &mut memory), None);
        assert_eq!(memory.refusal(), Some(Refusal::MemoryLimit));
        let mut memory = Memory::default();
        for node in 0..200_000 {
            add(&mut table, node, state, &mut memory).unwrap();
            if node > 50_000 && node % 1000 == 0 {
                let tenths = memory.bytes() * 10 / table.iter().count();
                assert!((104..=170).contains(&tenths), "{tenths} at {node}");
            }
        }
    }

    #[test]
    fn the_first_node_takes_no_more_than_the_limit_either() {
        let mut needed = 0;
        for bytes in (0..10_000).step_by(16) {
            let mut table = CompactTable::<u64, u8>::new();
            let hash = table.hash(&0);
            let mut memory = limited(bytes);
            if table.grow_for(hash, &0, &mut memory).is_none() {
                needed = bytes;
            }
            assert!(memory.bytes() <= bytes, "{bytes}");
        }
        assert!((8_000..9_000).contains(&needed), "{needed}");
    }

    #[test]
    fn a_reservation_keeps_a_memory_limit_for_all_segments() {
        let (mut table, mut memory) = (CompactTable::<u64, u8>::new(), limited(1_000_000));
        table.reserve(7, 100_000, &mut memory);
        assert!(memory.bytes() < 10_000);
        table.reserve(7, 50_000, &mut memory);
        assert!((500_000..1_000_000).contains(&memory.bytes()), "{}", memory.bytes());
    }

    #[test]
    fn a_memory_limit_allows_exactly_what_is_allocated() {
        // Clones of this table compute the same hashes.
        let empty = CompactTable::<u64, u8>::new();
        let fill = |limit: usize| {
            let (mut table, mut grown, mut memory) = (empty.clone(), 0, limited(limit));
            for node in 0..20_000 {
                let state = State {
                    cost: 1,
                    is_open: false,
                };
                grown += usize::from(add(&mut table, node, state, &mut memory)?);
            }
            Some((table, grown, memory.bytes()))
        };
        let (table, grown, bytes) = fill(usize::MAX).unwrap();
        assert!(grown < 256 * 16, "{grown}");
        assert!(fill(bytes).is_some() && fill(bytes - 1).is_none());
        // The nodes are spread over all segments and over the buckets of a segment.
        let len = |segment: &Segment<u64, u8>| segment.capacity() - segment.left;
        assert!(table.segments.iter().all(|segment| (30..150).contains(&len(segment))));
        let buckets = || table.segments.iter().flat_map(|segment| &segment.buckets);
        let without_room = buckets().filter(|bucket| bucket.is_full()).count();
        assert!(
            without_room < buckets().count() / 2,
            "{without_room} of {}",
            buckets().count()
        );
    }
}
