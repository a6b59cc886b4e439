//! [`CompactLimit`]: A* in little memory, written by hand, as a baseline for `CompactAStar`.

use std::hash::BuildHasher;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use astride::{Cost, Graph, Heuristic};
use hashbrown::DefaultHashBuilder;
use prefetch_index::prefetch_index;

/// A* that stores nodes and their costs alone, seven in a bucket, and expands open nodes in blocks of 16, in the same
/// order as `CompactAStar`.
///
/// Without `PROMISES`, it uses the properties of one problem: costs are small integers, so that an array has a stack
/// for each f and g; no node is opened again; and the table has its final size from the beginning. The promises come in
/// addition to those before: 1 has stacks sorted by rank, for any costs, 2 opens closed nodes again, 3 has dead ends,
/// the counts and limits of the crate, and can pause after any expansion, and 4 has a table that grows in 256 parts.
/// There are no observers, views, typed errors or paths, and a stack is one list.
///
/// With a `BLOCK` of 1, nodes are expanded in the order of `AStar`, one at a time.
pub(crate) struct CompactLimit<P: Graph, const PROMISES: u8, const BLOCK: usize = 16> {
    hasher: DefaultHashBuilder,
    /// 256 with all promises, and otherwise one.
    segments: Vec<Segment<P::Node, P::Cost>>,
    /// Without promises, by number. With them, by rank, the least last.
    stacks: Vec<Stack<P::Node, P::Cost>>,
    /// Without promises, the first stack that may have a node.
    least: usize,
    recent: [usize; 2],
    spare: Vec<Vec<P::Node>>,
    /// The nodes that are expanded next, the next one last, with their places.
    block: Vec<(P::Node, Place)>,
    counts: Counts,
    nearest: Option<(P::Node, P::Cost)>,
    /// Expansions, nodes and bytes.
    limits: (u64, usize, usize),
    stop: AtomicBool,
    bytes: usize,
}

/// An infinite cost marks a place as free.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<N, C> {
    nodes: [N; WIDTH],
    costs: [C; WIDTH],
    open: u8,
}

/// Buckets, and the number of nodes.
type Segment<N, C> = (Vec<Bucket<N, C>>, usize);

/// Nodes with the same f, g and h.
type Stack<N, C> = ([C; 3], Vec<N>);

/// A segment, a bucket and an entry.
type Place = (usize, usize, usize);

#[derive(Default)]
struct Counts {
    expanded: u64,
    generated: u64,
    reopened: u64,
    stored: usize,
    open: usize,
    max_open: usize,
}

const WIDTH: usize = 7;
/// More than any cost, without promises.
const COSTS: usize = 128;

impl<N: Copy + Eq, C: Cost> Bucket<N, C> {
    fn empty(filler: N) -> Self {
        let (nodes, costs) = ([filler; WIDTH], [C::INFINITY; WIDTH]);
        Bucket { nodes, costs, open: 0 }
    }

    fn is_free(&self, entry: usize) -> bool {
        self.costs[entry].order(&C::INFINITY).is_eq()
    }

    fn first_free(&self) -> usize {
        let half = |free, half| free + half * usize::from(!self.is_free(free + half - 1));
        [4, 2, 1].into_iter().fold(0, half)
    }

    fn is_open(&self, entry: usize) -> bool {
        self.open >> entry & 1 != 0
    }

    fn put(&mut self, entry: usize, node: N, cost: C, is_open: bool) {
        (self.nodes[entry], self.costs[entry]) = (node, cost);
        self.set_open(entry, is_open);
    }

    fn set_open(&mut self, entry: usize, is_open: bool) {
        self.open = self.open & !(1 << entry) | u8::from(is_open) << entry;
    }
}

impl<P: Heuristic<Node: Copy>, const PROMISES: u8, const BLOCK: usize> CompactLimit<P, PROMISES, BLOCK> {
    /// Makes a table of this many buckets, or an empty one that grows.
    pub(crate) fn new(problem: &P, buckets: usize) -> Self {
        let (segments, buckets) = if PROMISES >= 4 { (256, 0) } else { (1, buckets) };
        let stacks = if PROMISES == 0 { COSTS * COSTS } else { 0 };
        CompactLimit {
            hasher: DefaultHashBuilder::default(),
            segments: vec![(vec![Bucket::empty(problem.start()); buckets], 0); segments],
            stacks: vec![([P::Cost::ZERO; 3], Vec::new()); stacks],
            least: 0,
            recent: [0; 2],
            spare: Vec::new(),
            block: Vec::new(),
            counts: Counts::default(),
            nearest: None,
            limits: (u64::MAX, (1 << 30) - 1, usize::MAX),
            stop: AtomicBool::new(false),
            bytes: 0,
        }
    }

    /// The cost of a cheapest path, and the number of expansions. The memory of the previous search is reused.
    pub(crate) fn run(&mut self, problem: &P) -> Option<(P::Cost, u64)> {
        for (buckets, stored) in &mut self.segments {
            for bucket in buckets {
                bucket.costs = [P::Cost::INFINITY; WIDTH];
            }
            *stored = 0;
        }
        self.stacks.iter_mut().for_each(|(_, nodes)| nodes.clear());
        self.block.clear();
        (self.least, self.counts, self.nearest) = (0, Counts::default(), None);
        let (mut waiting, mut successors, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let (start, mut rank) = (problem.start(), [P::Cost::ZERO; 3]);
        self.meet(start, rank[1], self.hasher.hash_one(start), || problem.estimate(&start))?;
        loop {
            let mut count = BLOCK;
            if PROMISES >= 3 {
                let left = self.limits.0 - self.counts.expanded;
                if left == 0 || self.stop.load(Ordering::Relaxed) || self.bytes > self.limits.2 {
                    return None;
                }
                count = usize::try_from(left).map_or(BLOCK, |left| left.min(BLOCK));
            }
            while self.block.is_empty() {
                let (least, nodes) = self.least()?;
                rank = *least;
                let first = nodes.len().saturating_sub(BLOCK);
                waiting.extend(nodes.drain(first..).map(|node| (node, 0)));
                for (node, hash) in &mut waiting {
                    *hash = self.hasher.hash_one(*node);
                    self.warm(*hash);
                }
                for (node, hash) in waiting.drain(..) {
                    let (place, known) = self.find(hash, &node);
                    let is_current = known.is_some_and(|cost| cost.order(&rank[1]).is_eq());
                    if is_current && (PROMISES < 2 || self.bucket(place).is_open(place.2)) {
                        self.block.push((node, place));
                    }
                }
                if self.block.iter().any(|(node, _)| problem.is_goal(node)) {
                    return Some((rank[1], self.counts.expanded));
                }
            }
            successors.clear();
            for (node, _) in self.block.iter().rev().take(count) {
                problem.successors(node).for_each(|(child, edge)| {
                    let hash = self.hasher.hash_one(child);
                    self.warm(hash);
                    successors.push((child, edge, hash));
                });
                ends.push(successors.len());
            }
            let mut begin = 0;
            for end in ends.drain(..) {
                let (node, place) = *self.block.last()?;
                if PROMISES >= 2 {
                    self.bucket(place).set_open(place.2, false);
                }
                for (child, edge, hash) in &successors[begin..end] {
                    let cost = rank[1].plus(*edge).filter(|_| !edge.is_less(&P::Cost::ZERO))?;
                    self.meet(*child, cost, *hash, || problem.estimate_child(&node, rank[2], child))?;
                }
                self.block.pop();
                self.counts.expanded += 1;
                if PROMISES >= 3 {
                    self.counts.open -= 1;
                    self.counts.generated += (end - begin) as u64;
                    self.counts.max_open = self.counts.max_open.max(self.counts.open);
                }
                begin = end;
            }
        }
    }

    /// Stores and opens a node if it is new or has become cheaper. `None` is an error.
    #[inline]
    fn meet(&mut self, node: P::Node, cost: P::Cost, hash: u64, estimate: impl FnOnce() -> P::Cost) -> Option<()> {
        let (mut place, known) = self.find(hash, &node);
        if known.is_some_and(|known| !cost.is_less(&known)) {
            return Some(());
        }
        let h = estimate();
        let f = cost.plus(h);
        if PROMISES >= 3 {
            if h.is_less(&P::Cost::ZERO) || f.is_none() && h.is_less(&P::Cost::INFINITY) {
                return None;
            }
            let is_new = known.is_none();
            self.counts.stored += usize::from(is_new);
            if self.counts.stored > self.limits.1 {
                return None;
            }
            if is_new && f.is_some() && self.nearest.is_none_or(|(_, least)| h.is_less(&least)) {
                self.nearest = Some((node, h));
            }
            let is_opened = f.is_some() && (is_new || !self.bucket(place).is_open(place.2));
            self.counts.open += usize::from(is_opened);
            self.counts.reopened += u64::from(is_opened && !is_new);
        }
        if PROMISES >= 4 && known.is_none() {
            let (buckets, stored) = &self.segments[place.0];
            if *stored >= buckets.len() * WIDTH * 7 / 8 {
                place = self.grow(place.0, hash, &node)?;
            }
            self.segments[place.0].1 += 1;
        }
        let bucket = self.bucket(place);
        bucket.put(place.2, node, cost, PROMISES >= 2 && f.is_some());
        f.map_or((PROMISES >= 3).then_some(()), |f| self.push([f, cost, h], node))
    }

    #[inline]
    fn bucket(&mut self, (segment, bucket, _): Place) -> &mut Bucket<P::Node, P::Cost> {
        &mut self.segments[segment].0[bucket]
    }

    /// The segment of a hash, and its bucket, given the number of buckets in each segment.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than the number of buckets")]
    fn home(hash: u64, buckets: impl FnOnce(usize) -> usize) -> (usize, usize) {
        let (segment, part) = if PROMISES >= 4 {
            (hash >> 56, hash << 8)
        } else {
            (0, hash)
        };
        let product = u128::from(part) * buckets(segment as usize) as u128;
        (segment as usize, (product >> u64::BITS) as usize)
    }

    #[inline]
    fn warm(&self, hash: u64) {
        let (segment, bucket) = Self::home(hash, |segment| self.segments[segment].0.len());
        prefetch_index(&self.segments[segment].0, bucket);
    }

    /// The place of a node, or a free one for it, and its known cost.
    #[inline]
    fn find(&self, hash: u64, node: &P::Node) -> (Place, Option<P::Cost>) {
        let (segment, mut number) = Self::home(hash, |segment| self.segments[segment].0.len());
        let buckets = &self.segments[segment].0;
        while let Some(bucket) = buckets.get(number) {
            let same = (0..WIDTH).rev().filter(|entry| bucket.nodes[*entry] == *node);
            let entry = same.fold(WIDTH, |_, entry| entry);
            if entry < WIDTH && !bucket.is_free(entry) {
                return ((segment, number, entry), Some(bucket.costs[entry]));
            }
            if bucket.is_free(WIDTH - 1) {
                return ((segment, number, bucket.first_free()), None);
            }
            number = if number + 1 < buckets.len() { number + 1 } else { 0 };
        }
        ((segment, 0, 0), None)
    }

    /// Makes a segment larger by 60 to 110 %.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, segment: usize, hash: u64, filler: &P::Node) -> Option<Place> {
        let (empty, mut buckets) = (Bucket::empty(*filler), Vec::new());
        let old = &self.segments[segment].0;
        let len = old.len() + ((old.len() * (160 + segment / 2)) >> 8) + 1;
        self.bytes += (len - old.len()) * size_of_val(&empty);
        buckets
            .try_reserve_exact(len)
            .ok()
            .filter(|()| self.bytes <= self.limits.2)?;
        buckets.resize(len, empty);
        for bucket in mem::replace(&mut self.segments[segment].0, buckets) {
            for entry in (0..WIDTH).take_while(|entry| !bucket.is_free(*entry)) {
                let (node, cost) = (bucket.nodes[entry], bucket.costs[entry]);
                let (place, _) = self.find(self.hasher.hash_one(node), &node);
                self.bucket(place).put(place.2, node, cost, bucket.is_open(entry));
            }
        }
        for number in 0..self.block.len() {
            let (node, _) = self.block[number];
            self.block[number].1 = self.find(self.hasher.hash_one(node), &node).0;
        }
        Some(self.find(hash, filler).0)
    }

    #[inline]
    fn push(&mut self, rank: [P::Cost; 3], node: P::Node) -> Option<()> {
        let number = if PROMISES == 0 {
            let [f, g, _] = rank.map(|cost| cost.number().map_or(0, |cost| usize::try_from(cost).unwrap_or(0)));
            let number = f * COSTS + COSTS - 1 - g;
            (self.least, self.stacks[number].0) = (self.least.min(number), rank);
            number
        } else {
            let is_it = |(other, _): &Stack<_, P::Cost>| (0..3).all(|place| other[place].order(&rank[place]).is_eq());
            let known = self
                .recent
                .into_iter()
                .find(|number| self.stacks.get(*number).is_some_and(is_it));
            known.unwrap_or_else(|| self.number_of(rank))
        };
        let (_, nodes) = &mut self.stacks[number];
        if PROMISES >= 3 && nodes.len() == nodes.capacity() {
            self.bytes += nodes.len().max(4) * size_of::<P::Node>();
            nodes.try_reserve(1).ok().filter(|()| self.bytes <= self.limits.2)?;
        }
        nodes.push(node);
        Some(())
    }

    #[inline(never)]
    fn number_of(&mut self, rank: [P::Cost; 3]) -> usize {
        let found = self.stacks.binary_search_by(|(other, _)| {
            let order = |place: usize| rank[place].order(&other[place]);
            order(0).then(order(1).reverse()).then(order(2))
        });
        let number = found.unwrap_or_else(|place| {
            self.stacks.insert(place, (rank, self.spare.pop().unwrap_or_default()));
            place
        });
        self.recent = [number, self.recent[0]];
        number
    }

    /// The stack of the least rank.
    fn least(&mut self) -> Option<&mut Stack<P::Node, P::Cost>> {
        if PROMISES == 0 {
            self.least += self.stacks[self.least..]
                .iter()
                .position(|(_, nodes)| !nodes.is_empty())?;
            return self.stacks.get_mut(self.least);
        }
        while self.stacks.last()?.1.is_empty() {
            self.spare.extend(self.stacks.pop().map(|(_, nodes)| nodes));
        }
        self.stacks.last_mut()
    }
}
