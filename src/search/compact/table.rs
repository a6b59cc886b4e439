//! [`CompactTable`]: nodes and their costs, and nothing else, by hash.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
#[cfg(not(feature = "prefetch"))]
use core::hint::black_box;
use core::mem;

use hashbrown::DefaultHashBuilder;

use crate::Cost;
use crate::limits::Room;

/// A hash table of nodes with their costs and whether they are open.
///
/// It consists of segments that grow one by one, in place: growing takes little time at once, and no memory besides
/// what it leads to. What finds its bucket full goes to the next one of the segment. Nothing is ever removed on its
/// own.
#[derive(Clone, Debug)]
pub(super) struct CompactTable<N, C> {
    segments: Vec<Segment<N, C>>,
    len: usize,
    buckets: usize,
    hasher: DefaultHashBuilder,
}

#[derive(Clone, Debug)]
struct Segment<N, C> {
    buckets: Vec<Bucket<N, C>>,
    len: usize,
}

/// Seven nodes: with 8 bytes a node and one a cost, a cache line. They are filled from the front, and an infinite cost
/// marks a place as free.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket<N, C> {
    nodes: [N; WIDTH],
    costs: [C; WIDTH],
    /// A bit for each open node.
    open: u8,
}

const WIDTH: usize = 7;
const SEGMENT_BITS: u32 = 8;

/// Where a node lies, until the table is changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    segment: usize,
    bucket: usize,
    entry: usize,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<C> {
    pub(super) cost: C,
    pub(super) is_open: bool,
}

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

    /// The number of nodes.
    #[inline]
    fn len(&self) -> usize {
        (0..WIDTH).map(|entry| usize::from(!self.is_free(entry))).sum()
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

    /// The entry with this node.
    #[inline]
    fn find(&self, node: &N) -> Option<usize> {
        let mut equal = 0_u32;
        for entry in 0..WIDTH {
            equal |= u32::from(self.nodes[entry] == *node) << entry;
        }
        let first = equal.trailing_zeros() as usize;
        // Free entries hold any node.
        (first < WIDTH && !self.is_free(first)).then_some(first)
    }
}

impl<N: Copy + Eq, C: Cost> Segment<N, C> {
    /// The bucket and entry of a node.
    #[inline]
    fn find(&self, home: usize, node: &N) -> Option<(usize, usize)> {
        let mut number = home;
        loop {
            let bucket = self.buckets.get(number)?;
            if let Some(entry) = bucket.find(node) {
                return Some((number, entry));
            }
            if bucket.is_free(WIDTH - 1) {
                return None;
            }
            number = self.after(number);
        }
    }

    #[inline]
    fn after(&self, number: usize) -> usize {
        if number + 1 == self.buckets.len() {
            0
        } else {
            number + 1
        }
    }

    /// Adds a node for which there is room.
    #[inline]
    fn add(&mut self, home: usize, node: N, state: State<C>) {
        if !self.add_from(home, node, state) {
            self.add_from(0, node, state);
        }
    }

    /// Adds a node to its bucket or the next one with room up to the last. Returns whether there is one.
    #[inline]
    fn add_from(&mut self, home: usize, node: N, state: State<C>) -> bool {
        let mut after = self.buckets[home..].iter();
        let Some(after) = after.position(|bucket| bucket.is_free(WIDTH - 1)) else {
            return false;
        };
        self.put((home + after, self.buckets[home + after].len()), node, state);
        self.len += 1;
        true
    }

    /// Seven of eight places at most are used: above that, too many buckets run over. One at least is free, where a
    /// look-up ends.
    #[inline]
    fn is_full(&self) -> bool {
        (self.len + 1) * 8 > self.buckets.len() * WIDTH * 7
    }

    fn put(&mut self, (number, entry): (usize, usize), node: N, state: State<C>) {
        if let Some(bucket) = self.buckets.get_mut(number) {
            bucket.nodes[entry] = node;
            bucket.costs[entry] = state.cost;
            bucket.open = bucket.open & !(1 << entry) | u8::from(state.is_open) << entry;
        }
    }

    fn entries(&self) -> impl Iterator<Item = (N, State<C>)> {
        self.buckets.iter().flat_map(Bucket::entries)
    }
}

impl<N: Copy + Eq + Hash, C: Cost> CompactTable<N, C> {
    pub(super) fn new() -> Self {
        CompactTable {
            segments: Vec::new(),
            len: 0,
            buckets: 0,
            hasher: DefaultHashBuilder::default(),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        self.buckets * size_of::<Bucket<N, C>>() + self.segments.capacity() * size_of::<Segment<N, C>>()
    }

    #[inline]
    pub(super) fn hash(&self, node: &N) -> u64 {
        self.hasher.hash_one(node)
    }

    /// A hash's segment, and its bucket there: its place among them in proportion, so that their number need be no
    /// power of two.
    #[inline]
    fn home(&self, hash: u64) -> (usize, usize) {
        // A hasher that is not the default one may leave the upper bits alone.
        let mixed = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let segment = (mixed >> (u64::BITS - SEGMENT_BITS)) as usize;
        let part = mixed >> (32 - SEGMENT_BITS) & u64::from(u32::MAX);
        let buckets = self.segments.get(segment).map_or(0, |segment| segment.buckets.len());
        (segment, ((part * buckets as u64) >> 32) as usize)
    }

    /// Has the memory fetched that a look-up will want, without waiting for it.
    #[inline]
    pub(super) fn warm(&self, hash: u64) {
        let (segment, bucket) = self.home(hash);
        if let Some(segment) = self.segments.get(segment) {
            #[cfg(feature = "prefetch")]
            prefetch_index::prefetch_index(&segment.buckets, bucket);
            #[cfg(not(feature = "prefetch"))]
            black_box(segment.buckets.get(bucket).map(|bucket| bucket.open));
        }
    }

    /// Where a node lies, and what is known of it.
    #[inline]
    pub(super) fn find(&self, hash: u64, node: &N) -> Option<(Place, State<C>)> {
        let (segment, home) = self.home(hash);
        let (bucket, entry) = self.segments.get(segment)?.find(home, node)?;
        let state = self.segments[segment].buckets[bucket].state(entry);
        Some((Place { segment, bucket, entry }, state))
    }

    #[inline]
    pub(super) fn state(&self, node: &N) -> Option<State<C>> {
        self.find(self.hash(node), node).map(|(_, state)| state)
    }

    /// The node as it is stored, which may differ in what `Eq` leaves out.
    pub(super) fn stored(&self, node: &N) -> Option<(N, State<C>)> {
        let (place, state) = self.find(self.hash(node), node)?;
        Some((
            self.segments[place.segment].buckets[place.bucket].nodes[place.entry],
            state,
        ))
    }

    /// Replaces a node and what is known of it.
    #[inline]
    pub(super) fn replace(&mut self, place: Place, node: N, state: State<C>) {
        if let Some(segment) = self.segments.get_mut(place.segment) {
            segment.put((place.bucket, place.entry), node, state);
        }
    }

    /// Opens or closes a stored node.
    #[inline]
    pub(super) fn set_open(&mut self, hash: u64, node: &N, is_open: bool) {
        if let Some((place, state)) = self.find(hash, node) {
            self.replace(place, *node, State { is_open, ..state });
        }
    }

    /// Whether there is room for a node with this hash that is not stored yet.
    #[inline]
    pub(super) fn has_room(&self, hash: u64) -> bool {
        let (segment, _) = self.home(hash);
        self.segments.get(segment).is_some_and(|segment| !segment.is_full())
    }

    /// Makes this room. `None` if there is no memory.
    #[cold]
    pub(super) fn make_room(&mut self, hash: u64, node: &N, room: &mut Room) -> Option<()> {
        self.begin(room)?;
        let (segment, _) = self.home(hash);
        let old = self.segments[segment].buckets.len();
        // By 62 to 112 %, so that not all segments grow at the same time. By less, each node is moved more often.
        let more = ((old * (160 + segment / 2)) >> SEGMENT_BITS) + 1;
        self.grow(segment, *node, old + more, room)
    }

    /// Stores a node that is not stored yet and for which there is room.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64, node: N, state: State<C>) {
        let (segment, home) = self.home(hash);
        if let Some(segment) = self.segments.get_mut(segment) {
            segment.add(home, node, state);
            self.len += 1;
        }
    }

    /// Makes room for so many nodes in all, as far as there is memory.
    pub(super) fn reserve(&mut self, filler: N, nodes: usize) {
        let room = &mut Room::default();
        if self.begin(room).is_none() {
            return;
        }
        // Not all segments get equally many: the square root is about the usual deviation.
        let share = nodes >> SEGMENT_BITS;
        let places = (share + 3 * share.isqrt()).saturating_mul(8) / 7 + WIDTH;
        for number in 0..self.segments.len() {
            let buckets = places / WIDTH + 1;
            if self.segments[number].buckets.len() < buckets && self.grow(number, filler, buckets, room).is_none() {
                return;
            }
        }
    }

    /// Makes all segments, without any room, if there are none yet.
    fn begin(&mut self, room: &mut Room) -> Option<()> {
        let more = (1 << SEGMENT_BITS) - self.segments.len();
        room.grow_by(&mut self.segments, more, more)?;
        self.segments.resize_with(1 << SEGMENT_BITS, || Segment {
            buckets: Vec::new(),
            len: 0,
        });
        Some(())
    }

    /// Gives a segment so many buckets.
    fn grow(&mut self, number: usize, filler: N, buckets: usize, room: &mut Room) -> Option<()> {
        let empty = Bucket::empty(filler);
        let list = &mut self.segments[number].buckets;
        let old = list.len();
        room.grow_by(list, buckets - old, buckets - old)?;
        list.resize(buckets, empty);
        self.buckets += buckets - old;
        // In place, from the end: a node's bucket is its hash in proportion to their number, so that nearly all nodes
        // go up, to where nothing will be moved any more. The others wait until all have been moved.
        let mut others = Vec::new();
        for from in (0..old).rev() {
            let bucket = mem::replace(&mut self.segments[number].buckets[from], empty);
            for (node, state) in bucket.entries() {
                let (_, home) = self.home(self.hash(&node));
                let segment = &mut self.segments[number];
                segment.len -= 1;
                if home <= from || !segment.add_from(home, node, state) {
                    Room::default().grow(&mut others, 1).or_else(|| room.run_out())?;
                    others.push((home, node, state));
                }
            }
        }
        for (home, node, state) in others {
            self.segments[number].add(home, node, state);
        }
        Some(())
    }

    /// Removes all nodes and keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        for segment in self.segments.iter_mut().filter(|segment| segment.len > 0) {
            for bucket in &mut segment.buckets {
                bucket.costs = [C::INFINITY; WIDTH];
            }
            segment.len = 0;
        }
        self.len = 0;
    }

    /// All nodes, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (N, State<C>)> {
        self.segments.iter().flat_map(Segment::entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Refusal;
    use alloc::collections::BTreeMap;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_what_was_put_in(
            nodes in prop::collection::vec((0..1500_u64, 0..100_u8, any::<bool>()), 0..2000),
            reserved in prop_oneof![Just(0_usize), 0..4000_usize],
        ) {
            let mut table = CompactTable::<u64, u8>::new();
            if reserved > 0 {
                table.reserve(7, reserved);
            }
            for round in 0..2 {
                let mut model = BTreeMap::new();
                for (node, cost, is_open) in nodes.iter().skip(round) {
                    let (hash, state) = (table.hash(node), State { cost: *cost, is_open: *is_open });
                    table.warm(hash);
                    if let Some((place, _)) = table.find(hash, node) { table.replace(place, *node, state) } else {
                        prop_assert!(table.has_room(hash) || table.make_room(hash, node, &mut Room::default()).is_some());
                        prop_assert!(table.has_room(hash));
                        table.insert(hash, *node, state);
                    }
                    model.insert(*node, (*cost, *is_open));
                }
                prop_assert_eq!(table.len(), model.len());
                for node in 0..1500 {
                    let state = table.state(&node).map(|state| (state.cost, state.is_open));
                    prop_assert_eq!(state, model.get(&node).copied());
                }
                let all: BTreeMap<_, _> = table.iter().map(|(node, state)| (node, (state.cost, state.is_open))).collect();
                prop_assert_eq!(all, model);
                let bytes = table.bytes();
                table.clear();
                prop_assert_eq!((table.len(), table.bytes(), table.iter().count()), (0, bytes, 0));
            }
        }
    }

    #[test]
    fn memory_is_what_was_promised() {
        assert_eq!(size_of::<Bucket<u64, u8>>(), 64);
        let mut table = CompactTable::<u64, u8>::new();
        let state = State { cost: 1, is_open: true };
        let mut room = Room::of(100);
        assert_eq!(table.make_room(table.hash(&0), &0, &mut room), None);
        assert_eq!(room.refusal, Some(Refusal::MemoryLimit));
        for node in 0..200_000 {
            let hash = table.hash(&node);
            if !table.has_room(hash) {
                table.make_room(hash, &node, &mut Room::default()).unwrap();
            }
            table.insert(hash, node, state);
            if node > 50_000 && node % 1000 == 0 {
                let tenths = table.bytes() * 10 / table.len();
                assert!((104..=170).contains(&tenths), "{tenths} at {node}");
            }
        }
    }

    #[test]
    fn the_first_node_takes_no_more_than_the_limit_either() {
        let mut needed = 0;
        for bytes in (0..10_000).step_by(16) {
            let mut table = CompactTable::<u64, u8>::new();
            if table.make_room(table.hash(&0), &0, &mut Room::of(bytes)).is_none() {
                needed = bytes;
            }
            assert!(table.bytes() <= bytes, "{bytes}");
        }
        assert!((8_000..9_000).contains(&needed), "{needed}");
    }

    #[test]
    fn a_memory_limit_allows_exactly_what_is_allocated() {
        // With the same hashes each time.
        let empty = CompactTable::<u64, u8>::new();
        let fill = |limit: usize| {
            let (mut table, mut grown) = (empty.clone(), 0);
            for node in 0..20_000 {
                let hash = table.hash(&node);
                if !table.has_room(hash) {
                    grown += 1;
                    let mut room = Room::of(limit - table.bytes());
                    table.make_room(hash, &node, &mut room).ok_or(room.reason())?;
                }
                table.insert(
                    hash,
                    node,
                    State {
                        cost: 1,
                        is_open: false,
                    },
                );
            }
            Ok::<_, Refusal>((table, grown))
        };
        let (table, grown) = fill(usize::MAX).unwrap();
        assert!(grown < 256 * 16, "{grown}");
        assert!(fill(table.bytes()).is_ok());
        assert!(matches!(fill(table.bytes() - 1), Err(Refusal::MemoryLimit)));
        // All parts have some, and all buckets of a part.
        assert!(table.segments.iter().all(|segment| (30..150).contains(&segment.len)));
        let buckets = || table.segments.iter().flat_map(|segment| &segment.buckets);
        let without_room = buckets().filter(|bucket| !bucket.is_free(WIDTH - 1)).count();
        assert!(
            without_room < buckets().count() / 2,
            "{without_room} of {}",
            buckets().count()
        );
    }
}
