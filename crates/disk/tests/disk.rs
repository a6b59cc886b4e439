//! Enumerations on disk: compared with a search in memory, interrupted, limited and damaged.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::{env, fs, process};

use astride::npuzzle::{Board, Puzzle, Tiles16};
use astride::{Budget, FnGraph, Graph, Problem, Status, Stepper};
use astride_disk::{Encoded, Enumerator, Error, Fingerprints, Levels, Options, Packed};
use proptest::prelude::*;

#[path = "../../../tests/common/effort.rs"]
mod effort;

/// A folder that does not exist yet and is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Folder(env::temp_dir().join(format!("astride-disk-{}-{count}", process::id())))
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }

    fn bytes(&self) -> u64 {
        self.files().iter().map(|file| fs::metadata(file).unwrap().len()).sum()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn graph_of(edges: &[(u64, u64)]) -> impl Graph<Node = u64, Cost = u32> + Clone + Sync + use<> {
    let mut lists: HashMap<u64, Vec<(u64, u32)>> = HashMap::new();
    for (from, to) in edges {
        lists.entry(*from).or_default().push((*to, 1));
    }
    FnGraph::new(move |node: &u64| lists.get(node).cloned().unwrap_or_default())
}

/// The edges in both directions.
fn both_ways(edges: &[(u64, u64)]) -> Vec<(u64, u64)> {
    edges
        .iter()
        .flat_map(|(from, to)| [(*from, *to), (*to, *from)])
        .collect()
}

/// The nodes at each depth, sorted.
fn oracle(edges: &[(u64, u64)], starts: &[u64]) -> Vec<Vec<u64>> {
    let mut depths: HashMap<u64, usize> = starts.iter().map(|start| (*start, 0)).collect();
    let mut queue: VecDeque<u64> = depths.keys().copied().collect();
    let mut levels: Vec<Vec<u64>> = Vec::new();
    while let Some(node) = queue.pop_front() {
        let depth = depths[&node];
        levels.resize(levels.len().max(depth + 1), Vec::new());
        levels[depth].push(node);
        for (_, to) in edges.iter().filter(|(from, _)| *from == node) {
            if !depths.contains_key(to) {
                depths.insert(*to, depth + 1);
                queue.push_back(*to);
            }
        }
    }
    for level in &mut levels {
        level.sort_unstable();
    }
    levels
}

fn all_nodes(levels: &Levels<u64>) -> Vec<Vec<u64>> {
    let nodes = |depth| levels.nodes(depth).unwrap().collect::<Result<_, _>>().unwrap();
    (0..levels.counts().len()).map(nodes).collect()
}

/// The least memory with which a graph can be enumerated under these settings.
fn least_memory(options: &Options) -> usize {
    let folder = Folder::new();
    match Enumerator::open(graph_of(&[]), [0], &folder, options.clone().with_memory(1)) {
        Err(Error::MemoryLimit { given: 1, least }) => least,
        other => panic!("{other:?}"),
    }
}

/// Edges among so few nodes that most are reached repeatedly, including parallel edges and loops.
fn edges() -> impl Strategy<Value = Vec<(u64, u64)>> {
    (2..200_u64).prop_flat_map(|nodes| prop::collection::vec((0..nodes, 0..nodes), 1..2000))
}

/// Random numbers of buckets and threads, with a random multiple of the least memory.
fn settings() -> impl Strategy<Value = Options> {
    (1..12_u32, 1..4_usize, 1..4_usize).prop_map(|(buckets, threads, times)| {
        let options = Options::new().with_buckets(buckets).with_threads(threads);
        let least = least_memory(&options);
        options.with_memory(least * times)
    })
}

proptest! {
    #![proptest_config(effort::cases(256))]

    #[test]
    fn directed_graphs_have_the_levels_of_the_oracle(
        edges in edges(),
        starts in prop::collection::vec(0..3_u64, 1..3),
        options in settings(),
    ) {
        let folder = Folder::new();
        let levels = Enumerator::open(graph_of(&edges), starts.clone(), &folder, options).unwrap().finish().unwrap();
        prop_assert!(levels.is_complete());
        prop_assert_eq!(all_nodes(&levels), oracle(&edges, &starts));
        prop_assert_eq!(all_nodes(&Levels::open(&folder).unwrap()), oracle(&edges, &starts));
    }

    #[test]
    fn undirected_graphs_need_two_levels(edges in edges(), options in settings(), keeps: bool) {
        let edges = both_ways(&edges);
        let expected = oracle(&edges, &[0]);
        let folder = Folder::new();
        let options = if keeps { options.undirected() } else { options.with_two_levels() };
        let levels = Enumerator::open(graph_of(&edges), [0], &folder, options).unwrap().finish().unwrap();
        let counts: Vec<_> = levels.counts().collect();
        prop_assert_eq!(counts, expected.iter().map(|level| level.len() as u64).collect::<Vec<_>>());
        if keeps {
            prop_assert_eq!(all_nodes(&levels), expected);
        } else {
            for (depth, expected) in expected.iter().enumerate() {
                match levels.nodes(depth) {
                    Ok(nodes) => prop_assert_eq!(&nodes.collect::<Result<Vec<_>, _>>().unwrap(), expected),
                    Err(error) => {
                        let is_not_kept = matches!(error, Error::NotKept { depth: missing } if missing == depth);
                        prop_assert!(is_not_kept);
                    }
                }
            }
            prop_assert!(levels.nodes(expected.len() - 1).is_ok());
        }
    }

    #[test]
    fn traces_are_shortest_paths(edges in edges(), options in settings(), goal in 0..200_u64) {
        let folder = Folder::new();
        let graph = graph_of(&edges);
        let mut search = Enumerator::open(&graph, [0, 1], &folder, options).unwrap();
        search = search.with_invariant(move |node| *node != goal);
        let expected = oracle(&edges, &[0, 1]).iter().position(|level| level.contains(&goal));
        prop_assert_eq!(search.run() == Status::Found, expected.is_some());
        let levels = search.finish().unwrap();
        prop_assert_eq!(levels.violation(), expected.map(|_| goal));
        if let Some(depth) = expected {
            prop_assert_eq!(levels.counts().len(), depth + 1);
            let path = levels.trace(&graph, &goal).unwrap();
            prop_assert_eq!(path.len(), depth + 1);
            prop_assert!(path[0] <= 1 && path[depth] == goal);
            prop_assert!(path.windows(2).all(|step| edges.contains(&(step[0], step[1]))));
        } else {
            prop_assert!(matches!(levels.trace(&graph, &goal), Err(Error::Unknown)));
        }
    }

    #[test]
    fn pauses_change_nothing(edges in edges(), options in settings(), stops in prop::collection::vec(1..12_usize, 40)) {
        let folder = Folder::new();
        let graph = graph_of(&edges);
        for (steps, threads) in stops.into_iter().zip((1..4).cycle()) {
            let options = options.clone().with_memory(1 << 16).with_threads(threads);
            let mut search = Enumerator::open(&graph, [0], &folder, options).unwrap();
            for _ in 0..steps {
                let _ = search.step();
            }
        }
        let options = options.with_memory(1 << 16);
        let levels = Enumerator::open(&graph, [0], &folder, options).unwrap().finish().unwrap();
        prop_assert_eq!(all_nodes(&levels), oracle(&edges, &[0]));
    }
}

/// A node without a fixed size: a number with as many letters as its last digit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
struct Tagged {
    number: u64,
    tag: String,
}

impl Tagged {
    fn new(number: u64) -> Self {
        let letters = usize::try_from(number % 10).unwrap();
        let tag = "x".repeat(letters * letters);
        Self { number, tag }
    }
}

impl Encoded for Tagged {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(postcard::to_allocvec(self).unwrap());
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}

/// The same graph with nodes of this type.
fn tagged<G: Graph<Node = u64, Cost = u32>>(graph: G) -> impl Graph<Node = Tagged, Cost = u32> {
    FnGraph::new(move |node: &Tagged| {
        let edges = graph.successors(&node.number);
        edges
            .map(|(child, cost)| (Tagged::new(child), cost))
            .collect::<Vec<_>>()
    })
}

proptest! {
    #![proptest_config(effort::cases(256))]

    #[test]
    fn fingerprints_find_the_levels_of_the_oracle(
        edges in edges(),
        (buckets, threads, times) in (1..12_u32, 1..4_usize, 1..5_usize),
        kind in 0..3,
        forgets: bool,
        key: u128,
        long: bool,
        goal in 0..200_u64,
    ) {
        let edges = if kind == 0 { edges } else { both_ways(&edges) };
        let expected = oracle(&edges, &[0]);
        let mut options = Options::new().with_buckets(buckets).with_threads(threads);
        options = match kind {
            0 => options,
            1 => options.undirected(),
            _ => options.with_two_levels(),
        };
        options = if forgets { options.forget_nodes() } else { options };
        let graph = tagged(graph_of(&edges));
        if long {
            check_fingerprints(Fingerprints::of_16_bytes(key), &graph, options, &expected, times, goal)?;
        } else {
            check_fingerprints(Fingerprints::of_8_bytes(key), &graph, options, &expected, times, goal)?;
        }
    }
}

fn check_fingerprints<F>(
    coding: Fingerprints<F>,
    graph: &(impl Graph<Node = Tagged> + Sync),
    options: Options,
    expected: &[Vec<u64>],
    times: usize,
    goal: u64,
) -> Result<(), TestCaseError>
where
    Fingerprints<F>: astride_disk::Coding<Tagged>,
{
    let folder = Folder::new();
    let open = |options| Enumerator::open_with(coding.clone(), graph, [Tagged::new(0)], &folder, options);
    let least = match open(options.clone().with_memory(1)) {
        Err(Error::MemoryLimit { least, .. }) => least,
        other => panic!("{other:?}"),
    };
    let options = options.with_memory(least * times);
    // Interrupt the enumeration once.
    let mut search = open(options.clone()).unwrap();
    for _ in 0..5 {
        let _ = search.step();
    }
    drop(search);
    let levels = open(options.clone()).unwrap().finish().unwrap();
    prop_assert_eq!(levels.counts().collect::<Vec<_>>(), counts(expected));
    prop_assert!(levels.loss() < 1e-12);
    let read = Levels::<Tagged, _>::open_with(coding.clone(), &folder).unwrap();
    for (depth, expected) in expected.iter().enumerate() {
        if let Ok(nodes) = read.nodes(depth) {
            let mut nodes = nodes.collect::<Result<Vec<_>, _>>().unwrap();
            nodes.sort();
            prop_assert_eq!(
                nodes,
                expected.iter().map(|node| Tagged::new(*node)).collect::<Vec<_>>()
            );
        }
    }
    prop_assert!(read.nodes(expected.len() - 1).is_ok());

    // Trace a shortest path to the violation.
    let folder = Folder::new();
    let search = Enumerator::open_with(coding, graph, [Tagged::new(0)], &folder, options).unwrap();
    let levels = search.with_invariant(move |node| node.number != goal).finish().unwrap();
    let depth = expected.iter().position(|level| level.contains(&goal));
    prop_assert_eq!(levels.violation(), depth.map(|_| Tagged::new(goal)));
    if let Some(depth) = depth {
        match levels.trace(graph, &Tagged::new(goal)) {
            Ok(path) => {
                prop_assert_eq!(path.len(), depth + 1);
                let leads = |step: &[Tagged]| graph.successors(&step[0]).any(|(child, _)| child == step[1]);
                prop_assert!(path.windows(2).all(leads));
            }
            Err(error) => prop_assert!(matches!(error, Error::NotKept { .. }), "{}", error),
        }
    }
    Ok(())
}

#[test]
fn the_bound_of_a_loss_is_that_of_pairs() {
    let coding = Fingerprints::of_8_bytes(5);
    for (nodes, bound) in [(0, 0.0), (1_000_000, 2.7e-8), (1_000_000_000, 0.0271)] {
        assert!((coding.loss(nodes) - bound).abs() <= bound * 0.01, "{nodes}");
    }
    assert!((coding.loss(u64::MAX) - 1.0).abs() < f64::EPSILON);
    assert!(Fingerprints::of_16_bytes(5).loss(1_000_000_000_000) < 1e-14);
}

#[test]
fn a_folder_has_one_coding_and_one_key() {
    let folder = Folder::new();
    let graph = tagged(graph_of(&grid()));
    let starts = || [Tagged::new(0)];
    let coding = Fingerprints::of_8_bytes(5);
    drop(Enumerator::open_with(coding, &graph, starts(), &folder, Options::new()).unwrap());
    let refused = |error: Error, name: &str| {
        assert!(
            matches!(&error, Error::Settings { setting, .. } if *setting == name),
            "{error}"
        );
    };
    let other = Enumerator::open_with(Fingerprints::of_8_bytes(6), &graph, starts(), &folder, Options::new());
    refused(other.unwrap_err(), "the coding of the nodes");
    let other = Enumerator::open_with(Fingerprints::of_16_bytes(5), &graph, starts(), &folder, Options::new());
    refused(other.unwrap_err(), "the length of a key");
    refused(Levels::<u64>::open(&folder).unwrap_err(), "the coding of the nodes");
    let long = FnGraph::new(|text: &String| [(format!("{text}{text}"), 1_u32)]);
    let folder = Folder::new();
    let search = Enumerator::open_with(coding, &long, ["x".to_owned()], &folder, Options::new()).unwrap();
    assert!(matches!(
        search.finish(),
        Err(Error::NodeLength {
            bytes: 32_768,
            most: 32_000
        })
    ));
}

/// The numbers of boards at each depth from the goal 123456780.
const EIGHT_PUZZLE: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn the_eight_puzzle_has_its_histogram() {
    let goal = Board::blank_last("3".parse().unwrap());
    let puzzle = Puzzle::new(&goal, &goal).unwrap();
    for threads in [1, 2] {
        let folder = Folder::new();
        let options = Options::new()
            .undirected()
            .with_memory(1 << 16)
            .with_buckets(8)
            .with_threads(threads);
        let levels = Enumerator::open(&puzzle, [puzzle.start()], &folder, options)
            .unwrap()
            .finish()
            .unwrap();
        assert_eq!(levels.counts().collect::<Vec<_>>(), EIGHT_PUZZLE);
        let hardest: Vec<Tiles16> = levels.nodes(31).unwrap().collect::<Result<_, _>>().unwrap();
        let mut boards: Vec<_> = hardest.iter().map(|tiles| puzzle.board(tiles)).collect();
        boards.sort_by_key(|board| board.cells().to_vec());
        assert_eq!(boards, ["647850321", "867254301"].map(|text| text.parse().unwrap()));
        let path = levels.trace(&puzzle, &hardest[0]).unwrap();
        assert_eq!(path.len(), 32);
        assert!(puzzle.moves(&path).is_ok());
    }
}

/// A grid of 8 × 8 cells as an undirected graph.
fn grid() -> Vec<(u64, u64)> {
    let right = (0..64).filter(|cell| cell % 8 < 7).map(|cell| (cell, cell + 1));
    let down = (0..56).map(|cell| (cell, cell + 8));
    both_ways(&right.chain(down).collect::<Vec<_>>())
}

fn options() -> Options {
    Options::new().undirected().with_memory(1 << 12).with_buckets(3)
}

#[test]
fn a_directed_graph_is_noticed_with_two_levels() {
    let ring: Vec<_> = (0..10).map(|node| (node, (node + 1) % 10)).collect();
    for options in [options(), options().with_two_levels()] {
        let folder = Folder::new();
        let mut search = Enumerator::open(graph_of(&ring), [0], &folder, options).unwrap();
        assert!(matches!(search.run(), Status::Failed(_)));
        let error = search.next_level().unwrap_err();
        assert!(
            matches!(
                error,
                Error::OneWay {
                    depth: 0,
                    there: 1,
                    back: 0
                }
            ),
            "{error}"
        );
    }
}

#[test]
fn every_damaged_byte_is_noticed_or_harmless() {
    let folder = Folder::new();
    let (edges, graph) = (grid(), graph_of(&grid()));
    let expected = oracle(&edges, &[0]);
    let mut search = Enumerator::open(&graph, [0], &folder, options()).unwrap();
    while search.levels().counts().len() < 6 {
        let _ = search.step();
    }
    drop(search);
    let files: Vec<_> = folder
        .files()
        .into_iter()
        .map(|file| (fs::read(&file).unwrap(), file))
        .collect();
    let restore = || {
        for file in folder.files() {
            fs::remove_file(file).unwrap();
        }
        for (bytes, file) in &files {
            fs::write(file, bytes).unwrap();
        }
    };
    let (mut noticed, mut harmless) = (0, 0);
    for (bytes, file) in &files {
        for place in 0..bytes.len() {
            restore();
            let mut wrong = bytes.clone();
            wrong[place] ^= 1 << (place % 8);
            fs::write(file, &wrong).unwrap();
            let read = Levels::<u64>::open(&folder).and_then(|levels| {
                let nodes = |depth| levels.nodes(depth)?.collect::<Result<Vec<_>, _>>();
                (0..levels.counts().len()).map(nodes).collect::<Result<Vec<_>, _>>()
            });
            let name = file.to_string_lossy();
            match read {
                Ok(nodes) => assert_eq!(nodes, expected[..6], "{name} at {place}"),
                Err(error) => assert!(error.to_string().contains(&*name), "{error}"),
            }
            match Enumerator::open(&graph, [0], &folder, options()).and_then(Enumerator::finish) {
                Ok(levels) => {
                    harmless += 1;
                    assert_eq!(
                        levels.counts().collect::<Vec<_>>(),
                        counts(&expected),
                        "{name} at {place}"
                    );
                }
                Err(error) => {
                    noticed += 1;
                    assert!(error.to_string().contains(&*name), "{error}");
                    assert!(matches!(error, Error::File(_)), "{error}");
                }
            }
        }
        // Files that are truncated anywhere, or too long.
        for length in 0..=bytes.len() {
            restore();
            let mut wrong = bytes[..length].to_vec();
            wrong.resize(if length == bytes.len() { length + 1 } else { length }, 0);
            fs::write(file, &wrong).unwrap();
            let result = Enumerator::open(&graph, [0], &folder, options()).and_then(Enumerator::finish);
            let is_lock = file.ends_with("lock");
            assert!(is_lock || result.is_err(), "{} of {length} bytes", file.display());
        }
    }
    // Changes in old levels are harmless, since these are no longer read.
    assert!(noticed > harmless, "{noticed} noticed, {harmless} harmless");
    restore();
    let levels = Enumerator::open(&graph, [0], &folder, options())
        .and_then(Enumerator::finish)
        .unwrap();
    assert_eq!(levels.counts().collect::<Vec<_>>(), counts(&expected));
}

#[test]
fn every_damaged_byte_of_nodes_beside_fingerprints_is_noticed_or_harmless() {
    let folder = Folder::new();
    let edges = both_ways(&[(0, 1), (0, 7), (1, 2), (7, 2), (2, 3), (3, 9), (9, 4)]);
    let (graph, coding) = (tagged(graph_of(&edges)), Fingerprints::of_8_bytes(3));
    let options = || Options::new().undirected().with_memory(1 << 14).with_buckets(2);
    let open = || Enumerator::open_with(coding, &graph, [Tagged::new(0)], &folder, options());
    let expected = oracle(&edges, &[0]);
    let mut search = open().unwrap();
    while search.levels().counts().len() < 4 {
        let _ = search.step();
    }
    drop(search);
    let files = folder.files().into_iter();
    let files: Vec<_> = files.map(|file| (fs::read(&file).unwrap(), file)).collect();
    let restore = || {
        for file in folder.files() {
            fs::remove_file(file).unwrap();
        }
        for (bytes, file) in &files {
            fs::write(file, bytes).unwrap();
        }
    };
    let (mut noticed, mut harmless) = (0, 0);
    for (bytes, file) in files
        .iter()
        .filter(|(_, file)| file.to_string_lossy().contains("nodes-"))
    {
        let name = file.to_string_lossy();
        let flipped = (0..bytes.len()).map(|place| {
            let mut wrong = bytes.clone();
            wrong[place] ^= 1 << (place % 8);
            wrong
        });
        let cut = (0..bytes.len()).map(|length| bytes[..length].to_vec());
        for wrong in flipped.chain(cut) {
            restore();
            fs::write(file, &wrong).unwrap();
            let read = Levels::<Tagged, _>::open_with(coding, &folder).and_then(|levels| {
                let nodes = |depth| levels.nodes(depth)?.collect::<Result<Vec<_>, _>>();
                (0..levels.counts().len()).map(nodes).collect::<Result<Vec<_>, _>>()
            });
            assert!(read.is_err_and(|error| error.to_string().contains(&*name)), "{name}");
            // Only the nodes of the last level will be read again.
            match open().and_then(Enumerator::finish) {
                Ok(levels) => {
                    harmless += 1;
                    assert_eq!(levels.counts().collect::<Vec<_>>(), counts(&expected), "{name}");
                }
                Err(error) => {
                    noticed += 1;
                    assert!(
                        matches!(error, Error::File(_)) && error.to_string().contains(&*name),
                        "{error}"
                    );
                }
            }
        }
    }
    assert!(
        noticed > 500 && harmless > 100,
        "{noticed} noticed, {harmless} harmless"
    );
}

fn counts(levels: &[Vec<u64>]) -> Vec<u64> {
    levels.iter().map(|level| level.len() as u64).collect()
}

#[test]
fn damaged_successors_are_noticed() {
    let (edges, graph) = (grid(), graph_of(&grid()));
    let mut noticed = 0;
    for place in 0.. {
        let folder = Folder::new();
        let mut search = Enumerator::open(&graph, [0], &folder, options()).unwrap();
        let run = loop {
            assert!(search.step().is_running());
            let is_run = |file: &PathBuf| file.to_string_lossy().contains("run-");
            // The step that writes the file ends the expansion.
            let run = folder.files().into_iter().find(is_run);
            if let Some(run) = run.filter(|_| search.levels().counts().len() == 4) {
                break run;
            }
        };
        let mut bytes = fs::read(&run).unwrap();
        let Some(byte) = bytes.get_mut(place) else { break };
        *byte ^= 0x10;
        fs::write(&run, bytes).unwrap();
        match search.finish() {
            Ok(levels) => assert_eq!(all_nodes(&levels), oracle(&edges, &[0]), "byte {place}"),
            Err(error) => {
                noticed += 1;
                assert!(error.to_string().contains(&*run.to_string_lossy()), "{error}");
            }
        }
    }
    assert!(noticed > 100, "{noticed}");
}

#[test]
fn the_limit_of_the_disk_is_kept_and_can_be_raised() {
    let graph = graph_of(&grid());
    let folder = Folder::new();
    let mut failures = 0;
    for limit in (100..).step_by(97) {
        let mut search = match Enumerator::open(&graph, [0], &folder, options().with_disk(limit)) {
            Ok(search) => search,
            Err(error) => {
                assert!(matches!(error, Error::DiskLimit { .. }), "{error}");
                continue;
            }
        };
        while search.step().is_running() {
            assert!(folder.bytes() <= limit);
        }
        match search.finish() {
            Ok(levels) => {
                assert_eq!(levels.counts().collect::<Vec<_>>(), counts(&oracle(&grid(), &[0])));
                break;
            }
            Err(error) => assert!(matches!(error, Error::DiskLimit { .. }), "{error}"),
        }
        failures += 1;
    }
    assert!(failures > 10);
}

#[test]
fn the_least_memory_suffices_and_less_does_not() {
    for (threads, buckets) in [(1, 1), (1, 64), (3, 8), (7, 12), (16, 64)] {
        let options = Options::new().with_threads(threads).with_buckets(buckets);
        let begin = |bytes, is_whole| {
            let (graph, options) = (graph_of(&[]), options.clone().with_memory(bytes));
            if is_whole {
                Enumerator::in_memory(graph, [0], options).map(drop)
            } else {
                Enumerator::in_memory_with(Fingerprints::of_16_bytes(0), graph, [0], options).map(drop)
            }
        };
        for is_whole in [true, false] {
            let Err(Error::MemoryLimit { least, .. }) = begin(1, is_whole) else {
                panic!("a byte is enough");
            };
            begin(least, is_whole).unwrap();
            let error = begin(least - 1, is_whole).unwrap_err();
            assert!(
                matches!(error, Error::MemoryLimit { least: same, .. } if same == least),
                "{error}"
            );
        }
    }
}

#[test]
fn a_node_that_is_longer_than_those_before_it_takes_no_additional_memory() {
    // The room for encodings is nearly full when the long one comes.
    let star = FnGraph::new(|node: &Vec<u8>| {
        let leaves = if node.is_empty() { 10_000_u32 } else { 0 };
        (0..leaves).map(|leaf| {
            let length = if leaf == 4_580 { 20_000 } else { 96 };
            ([&leaf.to_le_bytes()[..], &vec![0; length]].concat(), 1_u32)
        })
    });
    let memory = 1 << 20;
    let options = Options::new().with_memory(memory);
    let mut search = Enumerator::in_memory_with(Fingerprints::of_8_bytes(0), star, [Vec::new()], options).unwrap();
    let mut most = 0;
    while search.step().is_running() {
        most = most.max(search.stats().bytes);
    }
    assert_eq!(search.finish().unwrap().total(), 10_001);
    assert!((memory / 2..memory).contains(&most), "{most} bytes");
}

#[test]
fn only_the_nodes_of_the_last_level_are_kept_if_nodes_are_forgotten() {
    for options in [options().undirected(), options().with_two_levels()] {
        let coding = Fingerprints::of_8_bytes(0);
        let options = options.with_memory(1 << 14).forget_nodes();
        let mut search = Enumerator::in_memory_with(coding, graph_of(&grid()), [0], options).unwrap();
        while let Some(level) = search.next_level().unwrap() {
            let kept = (0..=level.depth).filter(|depth| search.levels().nodes(*depth).is_ok());
            assert_eq!(kept.collect::<Vec<_>>(), [level.depth]);
        }
        assert_eq!(search.levels().total(), 64);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_is_opened_once_for_all_of_its_buckets() {
    let folder = Folder::new();
    let options = options().with_memory(1 << 20).with_buckets(300).with_threads(2);
    let levels = Enumerator::open(graph_of(&grid()), [0], &folder, options)
        .unwrap()
        .finish()
        .unwrap();
    let nodes = levels.nodes(7).unwrap();
    let links = fs::read_dir("/proc/self/fd")
        .unwrap()
        .filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
    assert_eq!(links.filter(|link| link.starts_with(&folder)).count(), 2);
    assert_eq!(nodes.collect::<Result<Vec<_>, _>>().unwrap(), oracle(&grid(), &[0])[7]);
}

#[test]
fn a_folder_belongs_to_one_enumeration() {
    let folder = Folder::new();
    let graph = graph_of(&grid());
    let search = Enumerator::open(&graph, [0], &folder, options()).unwrap();
    let second = Enumerator::open(&graph, [0], &folder, options()).unwrap_err();
    assert!(matches!(second, Error::Locked { .. }), "{second}");
    assert_eq!(Levels::<u64>::open(&folder).unwrap().total(), 1);
    drop(search);
    let refused = |setting: &str, error: Error| {
        let Error::Settings {
            path, setting: found, ..
        } = error
        else {
            panic!("{error}")
        };
        assert_eq!((path, found), (folder.0.join("levels"), setting));
    };
    let open = |options| Enumerator::open(&graph, [0], &folder, options).unwrap_err();
    refused("the number of buckets", open(options().with_buckets(4)));
    refused("the kind of the graph", open(options().with_two_levels()));
    refused("the name of the graph", open(options().with_name("another")));
    let hash = "the hash of the starts and their successors";
    refused(hash, Enumerator::open(&graph, [1], &folder, options()).unwrap_err());
    refused(
        hash,
        Enumerator::open(graph_of(&[(0, 1)]), [0], &folder, options()).unwrap_err(),
    );
    let narrow = FnGraph::new(|node: &u32| [(node + 1, 1_u32)]);
    refused(
        "the length of a key",
        Enumerator::open(narrow, [0], &folder, options()).unwrap_err(),
    );
    assert!(Levels::<u32>::open(&folder).is_err());
    // Memory, disk and threads may differ.
    let others = options().with_memory(1 << 20).with_disk(1 << 30).with_threads(2);
    let levels = Enumerator::open(&graph, [0], &folder, others)
        .unwrap()
        .finish()
        .unwrap();
    assert_eq!(levels.total(), 64);

    fs::remove_file(folder.0.join("levels")).unwrap();
    let missing = Enumerator::open(&graph, [0], &folder, options()).unwrap_err();
    assert!(matches!(missing, Error::NoManifest { .. }), "{missing}");
    assert!(folder.files().len() > 10, "nothing is removed");
}

#[test]
fn another_version_and_another_file_are_refused() {
    let folder = Folder::new();
    drop(Enumerator::open(graph_of(&grid()), [0], &folder, options()).unwrap());
    for name in ["levels", "level-000000.0"] {
        let path = folder.0.join(name);
        let bytes = fs::read(&path).unwrap();
        for (place, words) in [(8, "version 0"), (0, "does not contain")] {
            let mut wrong = bytes.clone();
            wrong[place] = 0;
            fs::write(&path, wrong).unwrap();
            let error = Enumerator::open(graph_of(&grid()), [0], &folder, options())
                .unwrap_err()
                .to_string();
            assert!(error.contains(words) && error.contains(name), "{error}");
        }
        fs::write(&path, bytes).unwrap();
    }
}

/// On a line, each level has one node, so that all but one bucket are empty.
#[test]
fn empty_buckets_take_no_bytes() {
    let next = |node: u64| [(node, node + 1), (node + 1, node)];
    let line = graph_of(&(0..400).flat_map(next).collect::<Vec<_>>());
    for options in [Options::new(), Options::new().undirected()] {
        let traffic = [1, 64, 4096].map(|buckets| {
            let mut search = Enumerator::in_memory(&line, [0], options.clone().with_buckets(buckets)).unwrap();
            let mut last = None;
            while let Some(level) = search.next_level().unwrap() {
                last = Some(level);
            }
            let last = last.unwrap();
            assert_eq!(last.total, 401);
            (last.disk, last.written, last.read)
        });
        let [one, ..] = traffic;
        for (disk, written, read) in traffic {
            assert_eq!(disk, one.0);
            // The two successors of a node may be in two buckets, each of which has a block and an entry in the table.
            for (traffic, one) in [(written, one.1), (read, one.2)] {
                assert!(traffic <= one + one / 10, "{traffic} bytes instead of {one}");
            }
        }
    }
}

#[test]
fn budgets_and_flags_pause() {
    let folder = Folder::new();
    let cube = FnGraph::new(|corner: &u32| {
        let corner = *corner;
        (0..17).map(move |side| (corner ^ 1 << side, 1_u32))
    });
    let mut search = Enumerator::open(cube, [0], &folder, Options::new().with_two_levels().with_threads(2)).unwrap();
    let mut pauses = 0;
    loop {
        let before = search.stats().expanded;
        if !search.run_for(Budget::new().expansions(1000)).is_running() {
            break;
        }
        pauses += 1;
        assert!((before + 1000..before + 1000 + 2 * 4096).contains(&search.stats().expanded));
        let stopped = AtomicBool::new(true);
        let stats = search.stats();
        assert_eq!(search.run_until(&stopped), Status::Running);
        assert_eq!(search.stats(), stats);
    }
    assert!(pauses > 10);
    assert_eq!(
        (search.levels().total(), search.stats().expanded, search.status()),
        (1 << 17, 1 << 17, Status::Found)
    );
    assert_eq!((search.step(), search.next_level().unwrap()), (Status::Found, None));
}

#[test]
fn a_panic_of_the_graph_is_an_error() {
    for threads in [1, 2] {
        let folder = Folder::new();
        let panics = AtomicBool::new(true);
        let edges = graph_of(&grid());
        let graph = FnGraph::new(|node: &u64| {
            assert!(*node != 27 || !panics.load(Ordering::Relaxed), "no such node");
            edges.successors(node).collect::<Vec<_>>()
        });
        let options = options().with_threads(threads);
        let error = Enumerator::open(&graph, [0], &folder, options.clone())
            .unwrap()
            .finish()
            .unwrap_err();
        assert!(
            matches!(&error, Error::Panicked { message } if message == "no such node"),
            "{error}"
        );
        panics.store(false, Ordering::Relaxed);
        assert_eq!(
            Enumerator::open(&graph, [0], &folder, options)
                .unwrap()
                .finish()
                .unwrap()
                .total(),
            64
        );
    }
}

#[test]
fn a_panic_of_a_node_is_an_error() {
    /// A number whose conversion from or to a key panics if it is this one.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct Trap(u64);

    impl Packed for Trap {
        type Key = u64;

        fn key(&self) -> u64 {
            assert_ne!(self.0, 66, "no such node");
            self.0
        }

        fn from_key(key: u64) -> Option<Self> {
            assert_ne!(key, 77, "no such node");
            Some(Self(key))
        }
    }

    let graph = FnGraph::new(|node: &Trap| [(Trap(node.0), 1_u32)]);
    let run = |start| {
        let search = Enumerator::in_memory(&graph, [Trap(start)], options())?;
        search.with_invariant(|_| true).finish().map(|levels| levels.total())
    };
    assert_eq!(run(1).unwrap(), 1);
    for start in [66, 77] {
        let error = run(start).unwrap_err();
        assert!(matches!(error, Error::Panicked { .. }), "{error}");
    }
}

#[test]
fn keys_of_every_kind_are_kept() {
    fn check<N: Packed + Eq + std::hash::Hash + std::fmt::Debug>(make: impl Fn(u64) -> N + Sync) {
        let folder = Folder::new();
        let make = &make;
        // All nodes are found in one level, each several times.
        let star =
            FnGraph::new(move |_: &N| (0..300_u64).map(move |leaf| (make(leaf % 100 * 0x0101_0101_0101), 1_u32)));
        let options = Options::new().with_memory(1 << 13).with_buckets(2);
        let levels = Enumerator::open(star, [make(u64::MAX)], &folder, options)
            .unwrap()
            .finish()
            .unwrap();
        let nodes: Vec<N> = levels.nodes(1).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!((nodes.len(), levels.total()), (100, 101));
        assert!(nodes.is_sorted_by_key(Packed::key));
        assert!((0..100).all(|leaf| nodes.contains(&make(leaf * 0x0101_0101_0101))));
        assert_eq!(levels.depth(&make(u64::MAX)).unwrap(), Some(0));
    }
    check(|number| number.to_le_bytes()[0]);
    check(|number| u32::try_from(number & 0xffff_ffff).unwrap());
    check(|number| number);
    check(|number| u128::from(number) << 60 | 7);
    check(u64::to_be_bytes);
    check(|number| {
        [number.to_be_bytes(); 5]
            .concat()
            .try_into()
            .map(|bytes: [u8; 40]| bytes)
            .unwrap()
    });
    check(Tiles16::from_bits);
}

#[test]
fn an_empty_path_is_named() {
    let error = Enumerator::open(graph_of(&[]), [0], "", Options::new())
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("\"\": "), "{error}");
    assert!(!Path::new("lock").exists(), "nothing is written to the current folder");
    let error = Levels::<u64>::open("").unwrap_err().to_string();
    assert!(error.starts_with("\"\": "), "{error}");
}
