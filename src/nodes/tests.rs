use super::*;
use crate::memory::Refusal;

/// A graph of numbers without edges. Its variants differ in which numbers have an index and which are made from it.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    Hashed,
    /// All except every tenth.
    MostlyIndexed,
    Indexed,
    /// Indices far apart.
    Sparse,
    /// Every tenth is not made from its index.
    MostlyMade,
    MadeFromIndex,
}

const ALL: [Numbers; 6] = [
    Numbers::Hashed,
    Numbers::MostlyIndexed,
    Numbers::Indexed,
    Numbers::Sparse,
    Numbers::MostlyMade,
    Numbers::MadeFromIndex,
];

impl Graph for Numbers {
    type Node = u32;
    type Cost = u32;

    fn successors(&self, _: &u32) -> impl Iterator<Item = (u32, u32)> {
        core::iter::empty()
    }

    fn index(&self, node: &u32) -> Option<usize> {
        let is_indexed = match self {
            Numbers::Hashed => false,
            Numbers::MostlyIndexed => !node.is_multiple_of(10),
            _ => true,
        };
        let distance = if *self == Numbers::Sparse { 1_000 } else { 1 };
        is_indexed.then_some(*node as usize * distance)
    }

    fn node_at(&self, index: usize) -> Option<u32> {
        let is_made = match self {
            Numbers::MostlyMade => !index.is_multiple_of(10),
            Numbers::MadeFromIndex => true,
            _ => false,
        };
        is_made.then_some(u32::try_from(index).ok()?)
    }
}

type Nodes = NodeTable<u32, u32, u64>;

fn limited(bytes: usize) -> Memory {
    let mut memory = Memory::default();
    memory.set_limit(bytes);
    memory
}

fn insert(table: &mut Nodes, graph: Numbers, node: u32, memory: &mut Memory) -> Option<u32> {
    let key = table.key(&graph, &node);
    table.insert(
        &graph,
        key,
        node,
        node + 1,
        Link::new(None, true),
        u64::from(node),
        memory,
        |_| (),
    )
}

/// Stores nodes in a table.
fn fill(table: &mut Nodes, graph: Numbers, count: u32, memory: &mut Memory) -> Option<()> {
    (0..count).try_for_each(|node| insert(table, graph, node, memory).map(|_| ()))
}

#[test]
fn a_reservation_keeps_a_memory_limit() {
    for graph in ALL {
        for bytes in [0, 100, 10_000, 1_000_000] {
            let (mut table, mut memory) = (Nodes::default(), limited(bytes));
            table.reserve(&graph, &1, 20_000, &mut memory);
            assert!(memory.bytes() <= bytes, "{} of {bytes}", memory.bytes());
        }
    }
}

#[test]
fn a_memory_limit_allows_exactly_what_is_allocated_at_any_time() {
    for graph in ALL {
        for count in [1, 64, 65, 500] {
            let mut memory = Memory::default();
            fill(&mut Nodes::default(), graph, count, &mut memory).unwrap();
            let most = memory.bytes();
            // While a hash table for few nodes grows, the old one exists as well.
            let is_hashed = matches!(graph, Numbers::Hashed | Numbers::MostlyIndexed);
            let enough = if is_hashed { 3 * most } else { most };
            for (bytes, refusal) in [(enough, None), (most - 1, Some(Refusal::MemoryLimit))] {
                let mut memory = limited(bytes);
                let filled = fill(&mut Nodes::default(), graph, count, &mut memory);
                assert_eq!((filled.is_none(), memory.refusal()), (refusal.is_some(), refusal));
                assert!(memory.bytes() <= bytes);
            }
        }
    }
}

#[test]
fn only_nodes_without_an_index_are_in_the_hash_table() {
    for graph in ALL {
        let (mut table, mut memory) = (Nodes::default(), Memory::default());
        fill(&mut table, graph, 3_000, &mut memory).unwrap();
        assert_eq!(memory.nodes(), 3_000);
        let hashed = (0..3_000).filter(|node| graph.index(node).is_none()).count();
        assert_eq!((table.hashed.len(), table.len()), (hashed, 3_000));
        assert!((0..3_000).all(|node| table.find(&graph, &node).and_then(|id| table.node(&graph, id)) == Some(node)));
        assert_eq!(table.ids().count(), 3_000);
    }
}

#[test]
fn a_few_nodes_far_apart_take_little_memory() {
    let (mut table, mut memory) = (Nodes::default(), Memory::default());
    insert(&mut table, Numbers::Sparse, 1_000_000, &mut memory).unwrap();
    let with_one = memory.bytes();
    for node in 0..1_000 {
        insert(&mut table, Numbers::Sparse, node * 700, &mut memory).unwrap();
    }
    let bytes = (memory.bytes() - with_one) / 1_000;
    assert!((512..800).contains(&bytes), "{bytes}");
    assert!(with_one < 1_000_000_000 / 7, "{with_one}");
}

#[test]
fn a_raised_cost_is_compared_with() {
    for graph in ALL {
        let (mut table, mut memory) = (Nodes::default(), Memory::default());
        let id = insert(&mut table, graph, 10, &mut memory).unwrap();
        let key = table.key(&graph, &10);
        for (cost, known, is_better) in [(11, 11, false), (20, 30, true), (20, 20, false)] {
            table.set_state(id, known, Link::new(None, true));
            let comparison = table.compare(key, &10, &cost, true);
            assert_eq!(
                matches!(comparison, Comparison::Better(better) if better == id),
                is_better
            );
        }
    }
}

#[test]
fn with_capacity_for_all_nodes_nothing_is_allocated_for_one_of_them() {
    for graph in [Numbers::Hashed, Numbers::Indexed, Numbers::MadeFromIndex] {
        for count in [0, 1, 100, 2_000] {
            let (mut table, mut memory) = (Nodes::default(), Memory::default());
            // Some nodes are stored already, and a request for less capacity than there is has no effect.
            fill(&mut table, graph, count / 10, &mut memory).unwrap();
            table.reserve(&graph, &0, count as usize, &mut memory);
            let bytes = memory.bytes();
            table.reserve(&graph, &0, count as usize / 2, &mut memory);
            fill_up(&mut table, graph, count, &mut memory);
            assert_eq!(memory.bytes(), bytes);
            assert_eq!(
                table.records.capacity() == 0,
                graph == Numbers::MadeFromIndex || count == 0
            );
        }
    }
}

fn fill_up(table: &mut Nodes, graph: Numbers, count: u32, memory: &mut Memory) {
    for node in 0..count {
        if table.find(&graph, &node).is_none() {
            insert(table, graph, node, memory).unwrap();
        }
    }
}

#[test]
fn slots_of_earlier_searches_are_not_seen_when_stamps_come_round_again() {
    for graph in [
        Numbers::Indexed,
        Numbers::Sparse,
        Numbers::MostlyMade,
        Numbers::MadeFromIndex,
    ] {
        let (mut table, mut memory) = (Nodes::default(), Memory::default());
        insert(&mut table, graph, 3, &mut memory).unwrap();
        table.stamp = u32::MAX - 1;
        for node in [5, 7, 9] {
            table.clear();
            assert!((0..10).all(|known| table.find(&graph, &known).is_none()));
            let id = insert(&mut table, graph, node, &mut memory).unwrap();
            assert_eq!(table.ids().collect::<Vec<_>>(), [id]);
            assert_eq!((table.len(), table.node(&graph, id)), (1, Some(node)));
        }
    }
}

#[test]
fn a_large_hash_table_grows_by_segments_and_a_small_one_moves() {
    let (mut table, mut memory) = (Nodes::default(), Memory::default());
    let record = size_of::<Record<u32, u32, u64>>();
    for node in 0..1_000_000 {
        let (bytes, records) = (memory.bytes(), table.records.capacity());
        insert(&mut table, Numbers::Hashed, node, &mut memory).unwrap();
        let records = table.records.capacity() - records;
        let bytes = memory.bytes().saturating_sub(bytes + records * record);
        // A segment takes 64 KB, and a list of its entries as much if the seed of the hasher is so bad that most of
        // them are in other buckets than those of their hashes.
        let most = if node <= 1 << 17 { 600_000 } else { 140_000 };
        assert!(bytes <= most && records <= 1 << 14, "{bytes} {records} at {node}");
    }
    let bytes = memory.bytes() / table.len();
    assert!((28..36).contains(&bytes), "{bytes}");
    assert!((1..100).all(|part| table.find(&Numbers::Hashed, &(part * 10_000)).is_some()));
    table.clear();
    assert_eq!(table.len(), 0);
    assert!((1..100).all(|part| table.find(&Numbers::Hashed, &(part * 10_000)).is_none()));
}

#[test]
fn shared_slots_tell_the_table_and_forget_earlier_searches_when_stamps_come_round_again() {
    let mut shared = Shared::new();
    shared.grow_for(9, Some(10), &mut Memory::default()).unwrap();
    shared.stamp = u32::MAX - 3;
    for (table, index) in [(0, 3), (1, 5), (0, 7), (1, 9)] {
        shared.clear();
        assert!((0..10).all(|index| shared.get(index).is_none()));
        shared.entry(index).unwrap().unwrap_err().set(table, 77);
        assert_eq!(shared.get(index), Some((table as usize, 77)));
        assert_eq!(shared.entry(index).unwrap().ok(), Some(table));
    }
    assert!(shared.get(10).is_none() && shared.has(10));
    assert!(shared.get(1_000).is_none() && shared.entry(1_000).is_none() && !shared.has(1_000));
}
