//! [`enumerate`] compared with known numbers and a plain loop, on threads and on processes.

#[path = "../../../tests/common/program.rs"]
mod program;
#[path = "../examples/enumerate/worlds.rs"]
#[expect(dead_code, reason = "the example has names for them, too")]
mod worlds;

use std::collections::HashSet;
use std::env;
use std::hash::Hash;
use std::net::TcpListener;
use std::ops::ControlFlow;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use astride::npuzzle::{Board, Puzzle, Shape};
use astride::{FnGraph, Graph, Problem};
use astride_cluster::{Cluster, EnumerateOptions, Enumeration, Error, Failure, enumerate, enumerate_visiting};
use worlds::{Row, Turns};

/// The variable that identifies a process of a test: its number and the addresses of all, separated by commas.
const PROCESS: &str = "ASTRIDE_CLUSTER_TEST_PROCESS";

fn go_on(_: astride_cluster::Level) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The nodes of each level, found by a plain loop.
fn plain<G: Graph>(graph: &G, starts: &[G::Node]) -> Vec<HashSet<G::Node>> {
    let mut known: HashSet<_> = starts.iter().cloned().collect();
    let mut levels = vec![known.clone()];
    while let Some(level) = levels.last().filter(|level| !level.is_empty()) {
        let children = level.iter().flat_map(|node| graph.successors(node));
        let next = children
            .map(|(child, _)| child)
            .filter(|child| known.insert(child.clone()));
        let next = next.collect();
        levels.push(next);
    }
    levels.pop();
    levels
}

fn counts<N>(levels: &[HashSet<N>]) -> Vec<u64> {
    levels.iter().map(|level| level.len() as u64).collect()
}

fn set<N: Clone + Eq + Hash>(nodes: &[N]) -> HashSet<N> {
    let set: HashSet<_> = nodes.iter().cloned().collect();
    assert_eq!(set.len(), nodes.len(), "no node is returned twice");
    set
}

fn puzzle(size: &str) -> Puzzle {
    let goal = Board::blank_last(size.parse::<Shape>().unwrap());
    Puzzle::new(&goal, &goal).unwrap()
}

/// A random graph in which most edges are one-way.
fn random_graph(
    nodes: u64,
    degree: u64,
    seed: u64,
) -> impl Graph<Node = u64, Cost = u32> + Clone + Send + Sync + 'static {
    FnGraph::new(move |node: &u64| {
        let node = *node;
        (0..mix(node ^ seed) % (2 * degree + 1)).map(move |edge| {
            let random = mix(mix(node * 64 + edge) ^ seed);
            // Some edges have infinite costs, so they are ignored.
            (
                random % nodes,
                if random >> 60 == 0 {
                    u32::MAX
                } else {
                    u32::try_from(random >> 33).unwrap()
                },
            )
        })
    })
}

fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// Enumerates several worlds and compares the results with the expected ones. Every process of a cluster runs this.
fn check(cluster: &Cluster) {
    let options = EnumerateOptions::new();
    let tiles = puzzle("3");
    let all = enumerate(
        cluster,
        tiles.clone(),
        [tiles.start()],
        options.with_two_levels().with_deepest(9),
        go_on,
    )
    .unwrap();
    assert_eq!((all.total(), all.levels.len(), all.deepest.len()), (181_440, 32, 2));
    let mut deepest: Vec<_> = all.deepest.iter().map(|board| tiles.board(board).to_string()).collect();
    deepest.sort();
    assert_eq!(deepest, ["647850321", "867254301"]);

    let (pancakes, top_spin) = (
        Row::new(Turns::Pancakes, 7).unwrap(),
        Row::new(Turns::TopSpin, 7).unwrap(),
    );
    for row in [pancakes, top_spin] {
        let levels = plain(&row, &[row.start()]);
        for options in [options, options.with_two_levels()] {
            let all = enumerate(
                cluster,
                row,
                [row.start()],
                options.with_level(4, 100_000).with_deepest(100_000),
                go_on,
            )
            .unwrap();
            assert!(all.is_complete);
            assert_eq!(all.levels, counts(&levels));
            assert_eq!(set(&all.level), levels[4]);
            assert_eq!(set(&all.deepest), *levels.last().unwrap());
        }
    }

    for seed in 0..8 {
        let graph = random_graph(20 << seed, 2, seed);
        let starts: Vec<_> = (0..seed % 5).map(|start| start * 3 % 7).collect();
        let real = FnGraph::new(|node: &u64| {
            graph
                .successors(node)
                .filter(|(_, cost)| *cost != u32::MAX)
                .collect::<Vec<_>>()
        });
        let mut levels = plain(&real, &starts);
        let sampled = options.with_deepest(100_000).with_sample(5, seed);
        let all = enumerate(cluster, graph.clone(), starts.clone(), sampled, go_on).unwrap();
        assert_eq!(all.levels, counts(&levels), "seed {seed}");
        assert_eq!(set(&all.deepest), levels.last().cloned().unwrap_or_default());
        assert_eq!((all.samples.len(), all.violation), (levels.len(), None));
        for (level, sample) in levels.iter().zip(&all.samples) {
            assert_eq!(sample.len(), level.len().min(5));
            assert!(set(sample).is_subset(level));
        }
        assert_eq!(all.sample_all.len() as u64, all.levels.iter().sum::<u64>().min(5));
        assert!(all.sample_all.iter().all(|(depth, node)| levels[*depth].contains(node)));

        // Some nodes violate the invariant, so the first level with one of them is the last.
        let is_good = |node: &u64| node % 16 < 15;
        let depth = levels.iter().position(|level| !level.iter().all(is_good));
        let visit = move |_: usize, node: &u64| is_good(node);
        let all = enumerate_visiting(cluster, graph.clone(), starts, options, visit, go_on).unwrap();
        levels.truncate(depth.map_or(levels.len(), |depth| depth + 1));
        assert_eq!((all.levels, all.is_complete), (counts(&levels), depth.is_none()));
        assert_eq!(all.violation.is_some(), depth.is_some());
        assert!(
            all.violation
                .is_none_or(|node| !is_good(&node) && levels[depth.unwrap()].contains(&node))
        );
    }
}

#[test]
fn each_node_is_visited_once_with_its_depth() {
    for (threads, two_levels) in [(1, false), (2, true), (3, false)] {
        let row = Row::new(Turns::Pancakes, 6).unwrap();
        let options = EnumerateOptions::new();
        let options = if two_levels { options.with_two_levels() } else { options };
        let visits = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&visits);
        let visit = move |depth, node: &_| {
            seen.lock().unwrap().push((depth, *node));
            true
        };
        let cluster = Cluster::threads(threads);
        enumerate_visiting(&cluster, row, [row.start()], options, visit, go_on).unwrap();
        let visits = visits.lock().unwrap();
        let levels = plain(&row, &[row.start()]);
        assert_eq!(visits.len() as u64, counts(&levels).iter().sum::<u64>());
        for (depth, level) in levels.iter().enumerate() {
            let visited = visits.iter().filter(|(at, _)| *at == depth);
            assert_eq!(visited.map(|(_, node)| *node).collect::<HashSet<_>>(), *level);
        }
    }
}

#[test]
fn samples_and_violations_are_the_same_with_any_number_of_workers() {
    let row = Row::new(Turns::Pancakes, 7).unwrap();
    let found = |threads, seed| {
        let options = EnumerateOptions::new().with_sample(7, seed);
        let start = row.start();
        let visit = move |depth, node: &_| depth < 6 || *node == start;
        let all = enumerate_visiting(&Cluster::threads(threads), row, [start], options, visit, go_on).unwrap();
        (all.samples, all.sample_all, all.violation)
    };
    let first = found(1, 1);
    assert_eq!((first.0.len(), first.1.len(), first.2.is_some()), (7, 7, true));
    assert_eq!([found(2, 1), found(3, 1)], [first.clone(), first.clone()]);
    assert_ne!(found(1, 2).0, first.0);
}

#[test]
fn fewer_nodes_are_the_same_with_any_number_of_workers() {
    let row = Row::new(Turns::Pancakes, 6).unwrap();
    let few = |threads, at_most| {
        let options = EnumerateOptions::new().with_level(3, at_most).with_deepest(at_most);
        let all = enumerate(&Cluster::threads(threads), row, [row.start()], options, go_on).unwrap();
        (all.level, all.deepest)
    };
    let (level, deepest) = few(1, usize::MAX);
    for (threads, at_most) in [(1, 5), (2, 1), (3, 2), (3, 0)] {
        let first = (
            level[..at_most].to_vec(),
            deepest[..at_most.min(deepest.len())].to_vec(),
        );
        assert_eq!(few(threads, at_most), first);
    }
}

#[test]
fn one_thread() {
    check(&Cluster::threads(1));
}

#[test]
fn two_threads() {
    check(&Cluster::threads(2));
}

#[test]
fn three_threads() {
    check(&Cluster::threads(3));
}

#[test]
fn two_processes() {
    check_processes(2, 1);
}

#[test]
fn three_processes_of_two_threads() {
    check_processes(3, 2);
}

/// Runs the same checks in several processes, of which this one is the first.
fn check_processes(processes: usize, threads: usize) {
    let addresses = addresses(processes);
    let children: Vec<Child> = (1..processes)
        .map(|process| child(process, threads, &addresses))
        .collect();
    check(&Cluster::processes(addresses, 0).with_threads(threads));
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
}

fn addresses(count: usize) -> Vec<String> {
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    listeners
        .iter()
        .map(|listener| listener.local_addr().unwrap().to_string())
        .collect()
}

fn child(process: usize, threads: usize, addresses: &[String]) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "a_process", "--ignored", "--nocapture"]);
    command.env(PROCESS, format!("{process},{threads},{}", addresses.join(",")));
    command.stdout(Stdio::null()).spawn().unwrap()
}

#[test]
#[ignore = "is started by the tests of several processes"]
fn a_process() {
    let Ok(text) = env::var(PROCESS) else {
        return;
    };
    let mut parts = text.split(',');
    let mut number = || parts.next().unwrap().parse().unwrap();
    let (process, threads) = (number(), number());
    check(&Cluster::processes(parts.map(String::from), process).with_threads(threads));
}

#[test]
fn the_callback_sees_each_level_and_ends_the_enumeration() {
    let tiles = puzzle("3x2");
    let whole = counts(&plain(&tiles, &[tiles.start()]));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let levels = Arc::clone(&seen);
    let options = EnumerateOptions::new().with_deepest(1000);
    let all = enumerate(
        &Cluster::threads(2),
        tiles.clone(),
        [tiles.start()],
        options,
        move |level| {
            levels.lock().unwrap().push(level);
            if level.depth == 9 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    let all = all.unwrap();
    assert!(!all.is_complete);
    assert_eq!(all.levels, whole[..10]);
    assert_eq!(all.deepest.len() as u64, whole[9]);
    let seen = seen.lock().unwrap();
    assert!(seen.iter().map(|level| level.nodes).eq(whole[..10].iter().copied()));
    for (depth, level) in seen.iter().enumerate() {
        assert_eq!((level.depth, level.total), (depth, whole[..=depth].iter().sum()));
    }
    assert_eq!(
        seen.last().map(|level| (level.bytes, level.sent)),
        Some((all.bytes, all.sent))
    );
    assert!(all.sent > 0 && all.bytes >= 8 * all.total());
}

fn failure<N: std::fmt::Debug>(result: Result<Enumeration<N>, Error>) -> Failure {
    match result {
        Err(Error::Failed { failure, .. }) => failure,
        other => panic!("not a failure of a worker: {other:?}"),
    }
}

#[test]
fn a_limit_of_nodes_is_kept() {
    let tiles = puzzle("3x2");
    let enumerate =
        |options: EnumerateOptions| enumerate(&Cluster::threads(1), tiles.clone(), [tiles.start()], options, go_on);
    let options = EnumerateOptions::new();
    assert_eq!(enumerate(options.with_node_limit(360)).unwrap().total(), 360);
    assert_eq!(
        failure(enumerate(options.with_node_limit(359))),
        Failure::NodeLimit { nodes: 359 }
    );
    assert_eq!(
        failure(enumerate(options.with_node_limit(0))),
        Failure::NodeLimit { nodes: 0 }
    );
    let most = counts(&plain(&tiles, &[tiles.start()]));
    let most = most.windows(3).map(|levels| levels.iter().sum()).max().unwrap();
    assert_eq!(
        enumerate(options.with_two_levels().with_node_limit(most))
            .unwrap()
            .total(),
        360
    );
    assert_eq!(
        failure(enumerate(options.with_two_levels().with_node_limit(most - 1))),
        Failure::NodeLimit { nodes: most - 1 }
    );
}

#[test]
fn two_levels_refuse_edges_that_lead_one_way() {
    let ring = FnGraph::new(|node: &u64| [((node + 1) % 10, 1_u32)]);
    let options = EnumerateOptions::new();
    assert_eq!(
        enumerate(&Cluster::threads(2), ring.clone(), [3], options, go_on)
            .unwrap()
            .levels,
        [1; 10]
    );
    let (depth, there, back) = (0, 1, 0);
    let refused = enumerate(&Cluster::threads(2), ring, [3], options.with_two_levels(), go_on);
    assert_eq!(failure(refused), Failure::OneWay { depth, there, back });
    // Most random graphs are rejected, and the others are counted correctly.
    for seed in 0..20 {
        let graph = random_graph(300, 2, seed);
        let all = enumerate(&Cluster::threads(1), graph.clone(), [0], options, go_on).unwrap();
        match enumerate(&Cluster::threads(1), graph, [0], options.with_two_levels(), go_on) {
            Ok(two) => assert_eq!(two.levels, all.levels),
            refused => assert!(matches!(failure(refused), Failure::OneWay { .. }), "seed {seed}"),
        }
    }
}

#[test]
fn a_panic_is_an_error() {
    let (mut calls, cluster) = (0, Cluster::threads(2));
    let graph = |at: u64| {
        FnGraph::new(move |node: &u64| {
            assert_ne!(*node, at, "no successors of {at}");
            [(node + 1, 1_u32)]
        })
    };
    let options = EnumerateOptions::new();
    let text = "assertion `left != right` failed: no successors of 77\n  left: 77\n right: 77".to_owned();
    assert_eq!(
        failure(enumerate(&cluster, graph(77), [0], options, go_on)),
        Failure::Panicked { text }
    );
    let panicking = enumerate(&cluster, graph(u64::MAX), [0], options, move |_| {
        calls += 1;
        assert!(calls < 5, "enough");
        ControlFlow::Continue(())
    });
    assert_eq!(
        failure(panicking),
        Failure::Panicked {
            text: "enough".to_owned()
        }
    );
}

#[test]
fn a_panic_of_a_start_is_an_error() {
    #[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
    struct Trap;

    impl Hash for Trap {
        fn hash<H: std::hash::Hasher>(&self, _: &mut H) {
            panic!("no hash");
        }
    }

    let graph = FnGraph::new(|_: &Trap| [(Trap, 1_u32)]);
    let panicking = enumerate(&Cluster::threads(1), graph, [Trap], EnumerateOptions::new(), go_on);
    let Err(Error::Failed { failure, .. }) = panicking else {
        panic!("it has no hash");
    };
    let text = "no hash".to_owned();
    assert_eq!(failure, Failure::Panicked { text });
}

#[test]
fn the_program_prints_the_same_with_any_workers() {
    let printed = |args: &str| {
        let args: Vec<_> = args.split(' ').collect();
        program::stdout_of("enumerate", &args, "")
    };
    let plain = printed("--pancakes 6 --format csv --plain");
    assert!(plain.starts_with("depth,states\n0,1\n1,5\n2,20\n"));
    for workers in ["--threads 2", "--processes 2 --two-levels", "--processes 3 --threads 2"] {
        assert_eq!(
            printed(&format!("--pancakes 6 --format csv {workers}")),
            plain,
            "{workers}"
        );
    }
    let json = printed("--size 3x2 --processes 2 --deepest 3 --format json");
    assert!(
        json.starts_with("{\"world\":\"3x2 tiles\",\"processes\":2,\"threads\":1,\"complete\":true,\"states\":360,")
    );
    assert!(json.contains(",\"deepest\":[\""));
    assert!(printed("--top-spin 5 --depth 2 --deepest 1").contains("(not all)"));
}

#[test]
fn the_program_refuses_bad_input() {
    for (args, parts) in [
        ("--size 5", &["'5'", "'--size'", "up to 16"][..]),
        ("--top-spin -4", &["-4", "from 4 to 16"]),
        ("--pancakes 17", &["--pancakes", "from 4 to 16"]),
        ("--size 3 --top-spin 5", &["--top-spin", "--size"]),
        ("--plain --threads 2", &["--plain", "--threads"]),
        ("--processes 0", &["--processes", "from 1 to"]),
        ("--addresses localhost --me 0", &["--addresses", "localhost"]),
        ("--addresses a:1,b:2", &["--me"]),
        ("--me 1", &["--me", "--hosts"]),
        ("--addresses a:1,b:2 --me 0 --processes 3", &["--processes"]),
        ("--hosts /no/such/file --me 0", &["/no/such/file"]),
        ("--size", &["--size"]),
    ] {
        program::assert_refused("enumerate", &args.split(' ').collect::<Vec<_>>(), "", parts);
    }
    let failed = program::run(
        "enumerate",
        &["--size", "3", "--processes", "2", "--node-limit", "100"],
        "",
    );
    assert_eq!(failed.status.code(), Some(1));
    let message = String::from_utf8_lossy(&failed.stderr);
    assert!(message.contains("node limit reached: each worker may store at most 100 nodes"));
    program::assert_explained("enumerate", &["--hosts", "not encrypted"]);
    program::assert_survives_a_closed_pipe("enumerate", &["--size", "2"]);
}

/// A worker expands such a level in several rounds, between which it waits for the others.
#[test]
fn a_level_of_many_nodes() {
    let star = FnGraph::new(|node: &u64| {
        let node = *node;
        let children = if node == 0 {
            1..=140_000
        } else {
            node * 7 % 200_003..=node * 7 % 200_003
        };
        children.map(|child| (child, 1_u32))
    });
    let levels = counts(&plain(&star, &[0]));
    for threads in 1..=3 {
        let all = enumerate(
            &Cluster::threads(threads),
            star.clone(),
            [0],
            EnumerateOptions::new(),
            go_on,
        )
        .unwrap();
        assert_eq!(all.levels, levels);
    }
}

/// The resident memory of this process, in bytes.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
}

#[test]
#[ignore = "is started by `what_nodes_have_on_the_heap_is_counted`, since it measures the memory of the process"]
#[cfg(target_os = "linux")]
fn nodes_of_ten_bytes_on_the_heap() {
    let nodes = 400_000_u32;
    let line = FnGraph::new(move |node: &Vec<u8>| {
        let number = u32::from_le_bytes(node[..4].try_into().unwrap());
        let children = (1..=100)
            .map(move |step| number * 100 + step)
            .take_while(move |child| *child < nodes);
        children.map(|child| ([child.to_le_bytes().as_slice(), &[0; 6]].concat(), 1_u32))
    });
    let (before, largest) = (resident(), Arc::new(Mutex::new(0)));
    let seen = Arc::clone(&largest);
    let all = enumerate(
        &Cluster::threads(1),
        line,
        [vec![0; 10]],
        EnumerateOptions::new(),
        move |_| {
            *seen.lock().unwrap() = resident();
            ControlFlow::Continue(())
        },
    );
    let (all, taken) = (all.unwrap(), largest.lock().unwrap().saturating_sub(before));
    assert_eq!(all.total(), u64::from(nodes));
    assert!(
        taken * 3 / 4 < all.bytes && all.bytes < taken * 5 / 4,
        "{} bytes by account, {taken} resident",
        all.bytes
    );
}

#[test]
#[cfg(target_os = "linux")]
fn what_nodes_have_on_the_heap_is_counted() {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "nodes_of_ten_bytes_on_the_heap", "--ignored"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// This takes half a minute and 3.5 GB with optimisation.
#[test]
#[ignore = "239,500,800 boards"]
fn every_board_of_three_by_four_cells() {
    let tiles = puzzle("3x4");
    let options = EnumerateOptions::new().with_two_levels().with_deepest(100);
    let all = enumerate(&Cluster::threads(2), tiles.clone(), [tiles.start()], options, go_on).unwrap();
    assert_eq!(
        (all.total(), all.levels.len(), all.deepest.len()),
        (239_500_800, 54, 18)
    );
}
