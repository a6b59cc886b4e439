//! Enumerations with several shares in one process: compared with a search in memory, and interrupted between any two
//! commits.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use astride::{FnGraph, Graph};
use astride_disk::share::{Share, Worker};
use astride_disk::{Error, Levels, Options};
use proptest::prelude::*;

#[path = "../../../tests/common/effort.rs"]
mod effort;

/// A folder that does not exist yet and is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Folder(env::temp_dir().join(format!("astride-share-{}-{count}", process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn graph_of(edges: &[(u64, u64)]) -> impl Graph<Node = u64, Cost = u32> + use<> {
    let mut lists: HashMap<u64, Vec<(u64, u32)>> = HashMap::new();
    for (from, to) in edges {
        lists.entry(*from).or_default().push((*to, 1));
    }
    FnGraph::new(move |node: &u64| lists.get(node).cloned().unwrap_or_default())
}

/// The nodes at each depth.
fn oracle(edges: &[(u64, u64)], starts: &[u64]) -> Vec<BTreeSet<u64>> {
    let mut levels = vec![starts.iter().copied().collect::<BTreeSet<_>>()];
    let mut known = levels[0].clone();
    loop {
        let last = &levels[levels.len() - 1];
        let next = edges
            .iter()
            .filter(|(from, to)| last.contains(from) && !known.contains(to));
        let next: BTreeSet<_> = next.map(|(_, to)| *to).collect();
        if next.is_empty() {
            return levels;
        }
        known.extend(&next);
        levels.push(next);
    }
}

/// Opens all shares.
fn open(
    graph: &impl Graph<Node = u64>,
    folder: &Path,
    shares: usize,
    threads: usize,
    options: &Options,
) -> Vec<Share<u64>> {
    let open = |share: usize| {
        let folder = folder.join(share.to_string());
        Share::open(graph, [0, 1], (share, shares), threads, folder, options.clone()).unwrap()
    };
    (0..shares).map(open).collect()
}

/// Enumerates the next level without committing it, and returns the number of its nodes.
fn level(graph: &impl Graph<Node = u64>, shares: &[Share<u64>], threads: usize) -> u64 {
    let count = shares.len();
    let places = || (0..count).flat_map(|share| (0..threads).map(move |thread| (share, thread)));
    let worker = |(share, thread): (usize, usize)| ((share, thread), shares[share].worker(thread));
    let mut workers: BTreeMap<_, _> = places().map(worker).collect();
    for place in places() {
        loop {
            let nodes = workers.get_mut(&place).unwrap().nodes(&shares[place.0], 7).unwrap();
            if nodes.is_empty() {
                break;
            }
            for (child, _) in nodes.iter().flat_map(|node| graph.successors(node)) {
                let owner = Share::owner(&child, count);
                let finer = Share::owner(&child, count * threads);
                assert_eq!(owner, finer / threads);
                let worker = workers.get_mut(&(owner, finer % threads)).unwrap();
                if child % 2 == 0 {
                    worker.push(&child).unwrap();
                } else {
                    let mut bytes = Vec::new();
                    Share::write(&child, &mut bytes);
                    worker.push_bytes(&bytes).unwrap();
                }
            }
        }
    }
    let flush = |((share, thread), worker): ((usize, usize), Worker<u64>)| {
        ((share, thread), worker.flush(&shares[share]).unwrap())
    };
    let merging: Vec<_> = workers.into_iter().map(flush).collect();
    let (mut nodes, mut back) = (0, 0);
    for ((share, _), mut worker) in merging {
        while !worker.merge(&shares[share]).unwrap() {}
        let found = worker.finish(&shares[share]).unwrap();
        nodes += found.nodes;
        back += found.back;
    }
    let there: Option<u64> = shares.iter().map(Share::edges_to_last).sum();
    assert!(there.is_none_or(|there| there == back));
    nodes
}

/// The nodes of all shares at a depth.
fn together(folder: &Path, shares: usize, depth: usize) -> Result<BTreeSet<u64>, Error> {
    let mut nodes = BTreeSet::new();
    for share in 0..shares {
        let levels = Levels::<u64>::open(folder.join(share.to_string()))?;
        for node in levels.nodes(depth)? {
            let node = node?;
            assert_eq!(Share::owner(&node, shares), share);
            assert!(nodes.insert(node));
        }
    }
    Ok(nodes)
}

proptest! {
    #![proptest_config(effort::cases(64))]

    /// An interruption is the number of a share, counted through all levels. The shares before it have committed the
    /// level; it and those after it have not.
    #[test]
    fn shares_have_the_levels_of_the_oracle_wherever_they_are_interrupted(
        edges in (2..50_u64).prop_flat_map(|nodes| prop::collection::vec((0..nodes, 0..nodes), 1..150)),
        kind in 0..3,
        shares in 1..4_usize,
        threads in 1..3_usize,
        interruptions in prop::collection::btree_set(0..30_usize, 0..8),
    ) {
        let mut edges = edges;
        if kind > 0 {
            let back: Vec<_> = edges.iter().map(|(from, to)| (*to, *from)).collect();
            edges.extend(back);
        }
        let options = Options::new().with_memory(1 << 15).with_buckets(3);
        let options = match kind {
            0 => options,
            1 => options.undirected(),
            _ => options.with_two_levels(),
        };
        let (graph, expected) = (graph_of(&edges), oracle(&edges, &[0, 1]));
        let folder = Folder::new();
        let mut all = open(&graph, &folder.0, shares, threads, &options);
        let mut place = 0;
        'levels: loop {
            let is_over = level(&graph, &all, threads) == 0;
            for share in 0..shares {
                place += 1;
                if interruptions.contains(&place) {
                    drop(all);
                    all = open(&graph, &folder.0, shares, threads, &options);
                    let least = all.iter().map(Share::commits).min().unwrap();
                    for share in all.iter_mut().filter(|share| share.commits() > least) {
                        share.go_back().unwrap();
                        prop_assert_eq!(share.commits(), least);
                    }
                    continue 'levels;
                }
                all[share].commit(is_over).unwrap();
            }
            place += 1;
            if interruptions.contains(&place) {
                drop(all);
                all = open(&graph, &folder.0, shares, threads, &options);
            } else {
                for share in &mut all {
                    share.forget().unwrap();
                }
            }
            if is_over {
                break;
            }
        }
        for (depth, nodes) in expected.iter().enumerate() {
            let counted: u64 = all.iter().map(|share| share.levels().counts().nth(depth).unwrap()).sum();
            prop_assert_eq!(counted, nodes.len() as u64);
            match together(&folder.0, shares, depth) {
                Ok(found) => prop_assert_eq!(&found, nodes),
                Err(Error::NotKept { depth: missing }) => {
                    prop_assert!(kind == 2 && missing == depth && depth + 2 < expected.len());
                }
                Err(error) => panic!("{error}"),
            }
        }
        for share in &all {
            prop_assert_eq!(share.levels().counts().len(), expected.len());
            prop_assert!(share.levels().is_complete());
        }
    }
}

#[test]
fn a_share_is_not_taken_for_another_one_or_for_a_whole() {
    let (graph, folder) = (graph_of(&[(0, 1), (1, 0)]), Folder::new());
    let path = folder.0.join("0");
    assert!(!Share::<u64>::exists(&path).unwrap());
    drop(open(&graph, &folder.0, 2, 1, &Options::new()));
    assert!(Share::<u64>::exists(&path).unwrap());
    for (share, name) in [((1, 2), ""), ((0, 3), ""), ((0, 2), "another")] {
        let options = Options::new().with_name(name);
        let error = Share::open(&graph, [0, 1], share, 1, &path, options).unwrap_err();
        assert!(
            matches!(
                error,
                Error::Settings {
                    setting: "the name of the graph",
                    ..
                }
            ),
            "{error}"
        );
    }
    let error = astride_disk::Enumerator::open(&graph, [0, 1], &path, Options::new()).unwrap_err();
    assert!(matches!(error, Error::Settings { .. }), "{error}");
    assert!(matches!(
        Share::open(&graph, [], (0, 1), 1, &path, Options::new()),
        Err(Error::NoStart)
    ));
}

#[test]
fn what_was_forgotten_cannot_be_restored() {
    let edges: Vec<_> = (0..9).flat_map(|node| [(node, node + 1), (node + 1, node)]).collect();
    let (graph, folder) = (graph_of(&edges), Folder::new());
    let mut shares = open(&graph, &folder.0, 1, 1, &Options::new().with_two_levels());
    assert!(matches!(shares[0].go_back(), Err(Error::NotKept { depth: 0 })));
    for _ in 0..3 {
        level(&graph, &shares, 1);
        shares[0].commit(false).unwrap();
        shares[0].forget().unwrap();
    }
    assert!(matches!(shares[0].go_back(), Err(Error::NotKept { depth: 1 })));
    assert_eq!(shares[0].commits(), 4);
}
