//! Enumerations with the levels on disk, on threads and processes: compared with plain loops, paused, killed, limited
//! and damaged.
#![cfg(target_os = "linux")]

#[path = "../../../tests/common/program.rs"]
mod program;
#[path = "../../../crates/laws/src/random.rs"]
mod random;
#[path = "../examples/enumerate/worlds.rs"]
#[expect(dead_code, reason = "the example has names for them, too")]
mod worlds;

use std::collections::HashSet;
use std::net::TcpListener;
use std::ops::ControlFlow;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use astride::npuzzle::{Board, Puzzle, Tiles16};
use astride::{Budget, Cost, FnGraph, Graph, Problem};
use astride_cluster::disk::{Enumeration, Level, Levels, Options, Packed, enumerate};
use astride_cluster::{Cluster, Error, Failure};
use random::Random;
use worlds::{Row, Turns};

/// A folder that does not exist yet and is removed at the end. Each process has a subfolder.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("astride-cluster-disk-{}-{count}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Folder(folder)
    }

    fn of(&self, process: usize) -> PathBuf {
        self.0.join(process.to_string())
    }

    /// The file of a process with this name, or else the first one whose name begins with it.
    fn file(&self, process: usize, name: &str) -> PathBuf {
        let entries = fs::read_dir(self.of(process)).unwrap();
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let is_it = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().starts_with(name);
        files.into_iter().find(is_it).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The nodes of each level, found by a plain loop.
fn plain<G: Graph>(graph: &G, starts: &[G::Node]) -> Vec<HashSet<G::Node>> {
    let mut known: HashSet<_> = starts.iter().cloned().collect();
    let mut levels = vec![known.clone()];
    loop {
        let children = levels[levels.len() - 1].iter().flat_map(|node| graph.successors(node));
        let new = children.filter(|(child, cost)| cost.is_less(&G::Cost::INFINITY) && known.insert(child.clone()));
        let next: HashSet<_> = new.map(|(child, _)| child).collect();
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

fn counts<N>(levels: &[HashSet<N>]) -> Vec<u64> {
    levels.iter().map(|level| level.len() as u64).collect()
}

fn addresses(count: usize) -> Vec<String> {
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses = listeners
        .iter()
        .map(|listener| listener.local_addr().unwrap().to_string());
    addresses.collect()
}

fn go_on(_: Level) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A cluster whose processes are threads of this one.
#[derive(Clone, Copy)]
struct Plan {
    processes: usize,
    threads: usize,
    budget: Budget,
}

impl Plan {
    fn new(processes: usize, threads: usize) -> Self {
        let budget = Budget::new();
        Self {
            processes,
            threads,
            budget,
        }
    }

    /// The result of each process, with options that depend on the process.
    fn all<G: Graph<Node: Packed> + Clone + Send + Sync + 'static>(
        self,
        folder: &Folder,
        graph: &G,
        starts: &[G::Node],
        options: impl Fn(usize) -> Options,
        on_level: impl FnMut(Level) -> ControlFlow<()> + Clone + Send + 'static,
    ) -> Vec<Result<Enumeration, Error>> {
        let addresses = addresses(self.processes);
        let start = |process| {
            let cluster = Cluster::processes(addresses.clone(), process).with_threads(self.threads);
            // With a secret, all processes learn of wrong settings.
            let cluster = cluster.with_secret("nobody else knows it");
            let (graph, starts, options) = (graph.clone(), starts.to_vec(), options(process));
            let (folder, budget, on_level) = (folder.of(process), self.budget, on_level.clone());
            thread::spawn(move || enumerate(&cluster, graph, starts, folder, options, budget, on_level))
        };
        let all: Vec<_> = (0..self.processes).map(start).collect();
        all.into_iter().map(|process| process.join().unwrap()).collect()
    }

    /// The common result of all processes.
    fn run<G: Graph<Node: Packed> + Clone + Send + Sync + 'static>(
        self,
        folder: &Folder,
        graph: &G,
        starts: &[G::Node],
        options: &Options,
    ) -> Result<Enumeration, Error> {
        same(self.all(folder, graph, starts, |_| options.clone(), go_on))
    }
}

fn same(results: Vec<Result<Enumeration, Error>>) -> Result<Enumeration, Error> {
    let mut results = results.into_iter();
    let first = results.next().unwrap();
    results.for_each(|other| assert_eq!(other, first));
    first
}

fn failure(result: Result<Enumeration, Error>) -> Failure {
    match result {
        Err(Error::Failed { failure, .. }) => failure,
        other => panic!("not a failure of a worker: {other:?}"),
    }
}

fn options() -> Options {
    Options::new().with_memory(1 << 18).with_buckets(6)
}

fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// A random graph in which most edges are one-way, and some have infinite costs.
fn random_graph(nodes: u64, seed: u64) -> impl Graph<Node = u64, Cost = u32> + Clone + Send + Sync + 'static {
    FnGraph::new(move |node: &u64| {
        let node = *node;
        (0..mix(node ^ seed) % 5).map(move |edge| {
            let random = mix(mix(node * 64 + edge) ^ seed);
            (random % nodes, if random >> 60 == 0 { u32::MAX } else { 1 })
        })
    })
}

fn pancakes(count: u32) -> Row {
    Row::new(Turns::Pancakes, count).unwrap()
}

fn puzzle(size: &str) -> Puzzle {
    let goal = Board::blank_last(size.parse().unwrap());
    Puzzle::new(&goal, &goal).unwrap()
}

/// The numbers of processes and threads in the tests.
const CLUSTERS: [(usize, usize); 6] = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)];

#[test]
fn pancakes_have_the_histogram_of_a_plain_loop() {
    let row = pancakes(6);
    let levels = plain(&row, &[row.start()]);
    for (processes, threads) in CLUSTERS {
        let plan = Plan::new(processes, threads);
        for options in [options(), options().undirected(), options().with_two_levels()] {
            let folder = Folder::new();
            let all = plan.run(&folder, &row, &[row.start()], &options).unwrap();
            assert_eq!((&all.counts, all.is_complete), (&counts(&levels), true));
            assert_eq!(all.expanded, all.total());
            // The last two levels always exist, with each node in the folder of one process.
            for (depth, expected) in levels.iter().enumerate().skip(levels.len() - 2) {
                let mut nodes = HashSet::new();
                for process in 0..processes {
                    let own = Levels::<u64>::open(folder.of(process)).unwrap();
                    assert!(own.is_complete());
                    for node in own.nodes(depth).unwrap() {
                        assert!(nodes.insert(node.unwrap()));
                    }
                }
                assert_eq!(nodes, *expected);
            }
            // There is nothing left to do.
            let again = plan.run(&folder, &row, &[row.start()], &options).unwrap();
            assert_eq!((again.counts, again.expanded), (all.counts, 0));
        }
    }
}

#[test]
fn tiles_have_the_histogram_of_a_plain_loop() {
    let tiles = puzzle("3x2");
    let levels = counts(&plain(&tiles, &[tiles.start()]));
    for (processes, threads) in CLUSTERS {
        let folder = Folder::new();
        let all = Plan::new(processes, threads).run(&folder, &tiles, &[tiles.start()], &options().with_two_levels());
        assert_eq!(all.unwrap().counts, levels);
    }
}

#[test]
fn the_eight_puzzle_has_its_histogram() {
    let tiles = puzzle("3");
    let folder = Folder::new();
    let all = Plan::new(2, 2).run(&folder, &tiles, &[tiles.start()], &options().undirected());
    let all = all.unwrap();
    assert_eq!((all.total(), all.counts.len(), all.counts[31]), (181_440, 32, 2));
    let deepest = (0..2).flat_map(|process| {
        let levels = Levels::<Tiles16>::open(folder.of(process)).unwrap();
        levels.nodes(31).unwrap().map(Result::unwrap).collect::<Vec<_>>()
    });
    let mut deepest: Vec<_> = deepest.map(|board| tiles.board(&board).to_string()).collect();
    deepest.sort();
    assert_eq!(deepest, ["647850321", "867254301"]);
}

#[test]
fn random_directed_graphs_have_the_histogram_of_a_plain_loop() {
    for (seed, (processes, threads)) in (0..).zip(CLUSTERS) {
        let graph = random_graph(300 << seed, seed);
        let starts: Vec<_> = (0..=seed).map(|start| start * 3 % 7).collect();
        let folder = Folder::new();
        let all = Plan::new(processes, threads).run(&folder, &graph, &starts, &options());
        assert_eq!(all.unwrap().counts, counts(&plain(&graph, &starts)), "seed {seed}");
    }
}

/// More nodes than fit into memory, so that workers write successors several times, and enough for several rounds.
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
    let folder = Folder::new();
    let all = Plan::new(2, 1).run(&folder, &star, &[0], &options().with_memory(1 << 16));
    // Each level reads all levels before it, so the test ends here.
    assert_eq!(all.unwrap().counts, levels);
}

#[test]
fn budgets_and_the_callback_pause_between_levels_and_nothing_is_expanded_twice() {
    let row = pancakes(6);
    let levels = counts(&plain(&row, &[row.start()]));
    let (folder, start) = (Folder::new(), [row.start()]);
    let options = options().with_two_levels();
    let budgets = [
        (Budget::new().expansions(0), 1),
        (Budget::new().expansions(1), 2),
        (Budget::new().nodes(20), 3),
        (Budget::new().time(Duration::from_nanos(1)), 3),
        (Budget::new().expansions(21), 5),
    ];
    let mut expanded = 0;
    for (place, (budget, expected)) in budgets.into_iter().enumerate() {
        // The number of threads may change.
        let plan = Plan {
            budget,
            ..Plan::new(2, 1 + place % 2)
        };
        let some = plan.run(&folder, &row, &start, &options).unwrap();
        assert_eq!(
            (&some.counts[..], some.is_complete),
            (&levels[..expected], false),
            "{budget:?}"
        );
        expanded += some.expanded;
    }
    let seen = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&seen);
    let some = same(Plan::new(2, 1).all(
        &folder,
        &row,
        &start,
        |_| options.clone(),
        move |level| {
            told.lock().unwrap().push(level);
            if level.depth == 6 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    ));
    let some = some.unwrap();
    assert_eq!(some.counts, levels[..7]);
    let seen = seen.lock().unwrap();
    let total = |depth: usize| levels[..=depth].iter().sum::<u64>();
    let told: Vec<_> = seen
        .iter()
        .map(|level| (level.depth, level.nodes, level.total))
        .collect();
    assert_eq!(told, [(5, levels[5], total(5)), (6, levels[6], total(6))]);
    assert!(seen[0].disk > 0 && seen[0].written > 0 && seen[0].read > 0 && seen[0].sent > 0);
    assert_eq!(seen[1].expanded, some.expanded);
    let all = Plan::new(2, 1).run(&folder, &row, &start, &options).unwrap();
    assert_eq!((all.counts, all.is_complete), (levels.clone(), true));
    assert_eq!(expanded + some.expanded + all.expanded, levels.iter().sum::<u64>());
}

/// A folder with three levels of two processes.
fn paused() -> (Folder, Row) {
    let (folder, row) = (Folder::new(), pancakes(6));
    let plan = Plan {
        budget: Budget::new().expansions(30),
        ..Plan::new(2, 1)
    };
    let some = plan
        .run(&folder, &row, &[row.start()], &options().undirected())
        .unwrap();
    assert_eq!(some.counts.len(), 5);
    (folder, row)
}

/// Checks that two processes end with a failure, and that they continue after `heal`.
fn fails(spoil: impl Fn(&Folder), heal: impl Fn(&Folder), is_expected: impl Fn(&Failure) -> bool) {
    let (folder, row) = paused();
    let (plan, options) = (Plan::new(2, 1), options().undirected());
    spoil(&folder);
    let failure = failure(plan.run(&folder, &row, &[row.start()], &options));
    assert!(is_expected(&failure), "{failure:?}");
    heal(&folder);
    let all = plan.run(&folder, &row, &[row.start()], &options).unwrap();
    let levels = counts(&plain(&row, &[row.start()]));
    assert_eq!(all.expanded, levels[4..].iter().sum::<u64>());
    assert_eq!(all.counts, levels);
}

#[test]
fn exchanged_folders_are_those_of_another_run() {
    let exchange = |folder: &Folder| {
        let other = folder.0.join("other");
        fs::rename(folder.of(0), &other).unwrap();
        fs::rename(folder.of(1), folder.of(0)).unwrap();
        fs::rename(other, folder.of(1)).unwrap();
    };
    fails(exchange, exchange, |failure| {
        let Failure::OtherRun { found, expected, .. } = failure else {
            return false;
        };
        let names = ["share 0 of 2", "share 1 of 2"];
        (0..2).any(|one| found.contains(names[one]) && expected.contains(names[1 - one]))
    });
}

#[test]
fn a_missing_folder_is_named_and_not_made() {
    let hidden = |folder: &Folder| folder.0.join("hidden");
    let hide = |folder: &Folder| fs::rename(folder.of(1), hidden(folder)).unwrap();
    let show = |folder: &Folder| {
        assert!(!folder.of(1).exists());
        fs::rename(hidden(folder), folder.of(1)).unwrap();
    };
    fails(hide, show, |failure| {
        *failure
            == Failure::Folders {
                process: 1,
                levels: 0,
                other: 0,
                others: 5,
            }
    });
    // The same happens with an empty folder.
    let hide = |folder: &Folder| {
        hide(folder);
        fs::create_dir(folder.of(1)).unwrap();
    };
    let show = |folder: &Folder| {
        fs::remove_dir(folder.of(1)).unwrap();
        fs::rename(hidden(folder), folder.of(1)).unwrap();
    };
    fails(hide, show, |failure| {
        matches!(
            failure,
            Failure::Folders {
                levels: 0,
                others: 5,
                ..
            }
        )
    });
}

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// Simulates a kill between the writes of two processes' lists.
#[test]
fn a_process_that_is_one_level_ahead_goes_back_and_one_that_is_two_ahead_does_not() {
    let (folder, row) = paused();
    let levels = counts(&plain(&row, &[row.start()]));
    let options = options().undirected();
    let one_level = Plan {
        budget: Budget::new().expansions(1),
        ..Plan::new(2, 1)
    };
    let kept_in = |folder: &Folder| folder.0.join("kept");
    let kept = kept_in(&folder);
    for behind in [0, 1] {
        let depth = complete(&folder.0, 2);
        copy(&folder.of(behind), &kept);
        let next = one_level.run(&folder, &row, &[row.start()], &options).unwrap();
        assert_eq!(next.counts.len(), depth + 1);
        copy(&kept, &folder.of(behind));
        let again = one_level.run(&folder, &row, &[row.start()], &options).unwrap();
        assert_eq!(
            (again.expanded, &again.counts[..]),
            (levels[depth - 1], &levels[..=depth])
        );
    }
    copy(&folder.of(1), &kept);
    for _ in 0..2 {
        let all = one_level.run(&folder, &row, &[row.start()], &options);
        assert!(all.is_ok(), "{all:?}");
    }
    copy(&kept, &folder.of(1));
    let failed = failure(one_level.run(&folder, &row, &[row.start()], &options));
    let (process, other, more) = (1, 0, levels.len());
    let expected = Failure::Folders {
        process,
        levels: more - 1,
        other,
        others: more,
    };
    assert_eq!(failed, expected);

    // With two levels, a process that is ahead has forgotten a level that it would need, unless it was stopped before.
    let (folder, options) = (Folder::new(), options.with_two_levels());
    let run = |plan: Plan| plan.run(&folder, &row, &[row.start()], &options);
    let first = Plan {
        budget: Budget::new().expansions(30),
        ..one_level
    };
    assert_eq!(run(first).unwrap().counts.len(), 5);
    copy(&folder.of(0), &kept_in(&folder));
    assert_eq!(run(one_level).unwrap().counts.len(), 6);
    copy(&kept_in(&folder), &folder.of(0));
    assert_eq!(failure(run(one_level)), Failure::NotKept { depth: 3 });
}

#[test]
fn damaged_files_are_named() {
    for (name, place) in [
        ("level-000004", 40),
        ("level-000003", 10),
        ("levels", 30),
        ("level-000004", usize::MAX),
    ] {
        let change = |folder: &Folder| {
            let file = folder.file(1, name);
            let mut bytes = fs::read(&file).unwrap();
            match bytes.get_mut(place) {
                Some(byte) => *byte ^= 1,
                None => bytes.truncate(50),
            }
            fs::rename(&file, file.with_extension("kept")).unwrap();
            fs::write(&file, bytes).unwrap();
        };
        let restore = |folder: &Folder| {
            let kept = folder.file(1, name).with_extension("kept");
            let target = if name == "levels" {
                folder.of(1).join(name)
            } else {
                folder.file(1, name)
            };
            fs::rename(kept, target).unwrap();
        };
        fails(
            |folder| {
                // Work on a copy, since a folder is cleaned when it is opened.
                change(folder);
                let kept = folder.file(1, name).with_extension("kept");
                fs::rename(kept, folder.0.join("kept")).unwrap();
            },
            |folder| {
                fs::rename(folder.0.join("kept"), folder.file(1, name).with_extension("kept")).unwrap();
                restore(folder);
            },
            |failure| {
                let is_version = place == 10 && matches!(failure, Failure::Version { .. });
                is_version || matches!(failure, Failure::Damaged { text } if text.contains(name))
            },
        );
    }
}

#[test]
fn a_missing_list_and_a_locked_folder_are_named() {
    let kept = |folder: &Folder| folder.0.join("kept");
    fails(
        |folder| fs::rename(folder.file(0, "levels"), kept(folder)).unwrap(),
        |folder| fs::rename(kept(folder), folder.of(0).join("levels")).unwrap(),
        |failure| matches!(failure, Failure::NoManifest { path } if path.ends_with("0/levels")),
    );
    let holder = Mutex::new(None);
    let share = |folder: &Folder| {
        let row = pancakes(6);
        astride_disk::share::Share::open(&row, [row.start()], (1, 2), 1, folder.of(1), options().undirected()).unwrap()
    };
    fails(
        |folder| *holder.lock().unwrap() = Some(share(folder)),
        |_| *holder.lock().unwrap() = None,
        |failure| matches!(failure, Failure::Locked { path } if path.ends_with("1/lock")),
    );
}

#[test]
fn a_full_disk_is_an_error_of_all_processes_and_costs_the_level_alone() {
    let row = pancakes(6);
    let (folder, plan, options) = (Folder::new(), Plan::new(2, 1), options().undirected());
    let file = folder.of(1).join("level-000004.0");
    let target = file.clone();
    let exhaust = move |level: Level| {
        if level.depth == 3 {
            symlink("/dev/full", &target).unwrap();
        }
        ControlFlow::Continue(())
    };
    let all = plan.all(&folder, &row, &[row.start()], |_| options.clone(), exhaust);
    let failure = failure(same(all));
    assert!(matches!(failure, Failure::DiskFull { .. }), "{failure}");
    assert!(file.is_symlink());
    let all = plan.run(&folder, &row, &[row.start()], &options).unwrap();
    let levels = counts(&plain(&row, &[row.start()]));
    assert_eq!(all.expanded, levels[3..].iter().sum::<u64>());
    assert_eq!(all.counts, levels);
}

#[test]
fn the_limit_of_one_disk_can_be_raised() {
    let row = pancakes(6);
    let (folder, plan) = (Folder::new(), Plan::new(2, 1));
    let levels = counts(&plain(&row, &[row.start()]));
    let mut expanded = 0;
    for limit in [1000, 4000, 6000, u64::MAX] {
        let options = |process| {
            let limit = if process == 1 { limit } else { u64::MAX };
            options().undirected().with_disk(limit)
        };
        let before = Levels::<u64>::open(folder.of(1)).map_or(0, |levels| levels.counts().len());
        match same(plan.all(&folder, &row, &[row.start()], options, go_on)) {
            Ok(all) => {
                assert_eq!(all.expanded, levels[before - 1..].iter().sum::<u64>());
                assert_eq!(all.counts, levels);
                return assert!(expanded > 1, "{expanded}");
            }
            failed => {
                let failure = failure(failed);
                assert!(matches!(failure, Failure::DiskLimit { .. }), "{failure}");
                expanded += 1;
            }
        }
    }
    panic!("it does not come to the end");
}

#[test]
fn other_settings_are_named() {
    let (folder, row) = paused();
    let run = |plan: Plan, options: Options| failure(plan.run(&folder, &row, &[row.start()], &options));
    for (plan, options) in [
        (Plan::new(3, 1), options().undirected()),
        (Plan::new(1, 2), options().undirected()),
        (Plan::new(2, 1), options().with_two_levels()),
        (Plan::new(2, 1), options().undirected().with_buckets(7)),
        (Plan::new(2, 1), options().undirected().with_name("another")),
    ] {
        let failure = run(plan, options);
        assert!(matches!(failure, Failure::OtherRun { .. }), "{failure}");
    }
    let little = run(Plan::new(2, 1), options().undirected().with_memory(10));
    assert!(matches!(little, Failure::MemoryLimit { given: 10, .. }), "{little}");
    let other = pancakes(7);
    let failed = failure(Plan::new(2, 1).run(&folder, &other, &[other.start()], &options().undirected()));
    assert!(matches!(failed, Failure::OtherRun { .. }), "{failed}");
    let none = failure(Plan::new(2, 1).run(&folder, &row, &[], &options().undirected()));
    assert_eq!(none, Failure::NoStart);
    // Settings that differ between the two processes.
    let unlike = |process| {
        if process == 0 {
            options().undirected()
        } else {
            options()
        }
    };
    let Err(Error::Mismatch { setting, .. }) = same(Plan::new(2, 1).all(&folder, &row, &[row.start()], unlike, go_on))
    else {
        panic!("unlike settings are not noticed");
    };
    assert_eq!(setting, "options");
}

#[test]
fn a_directed_graph_is_noticed_and_a_panic_is_an_error() {
    let ring = FnGraph::new(|node: &u64| [((node + 1) % 10, 1_u32)]);
    for options in [options().undirected(), options().with_two_levels()] {
        let failed = failure(Plan::new(2, 1).run(&Folder::new(), &ring, &[3], &options));
        let (depth, there, back) = (0, 1, 0);
        assert_eq!(failed, Failure::OneWay { depth, there, back });
    }
    // The trap is beyond the nodes that are compared before the search.
    let trap = FnGraph::new(|node: &u64| {
        assert_ne!(*node, 5000, "a trap");
        (1..=5)
            .map(|factor| ((node * factor + 1) % 20_000, 1_u32))
            .collect::<Vec<_>>()
    });
    let failed = failure(Plan::new(2, 1).run(&Folder::new(), &trap, &[0], &options()));
    assert!(matches!(failed, Failure::Panicked { .. }), "{failed}");
}

#[test]
fn the_program_continues_where_it_was_stopped() {
    let folder = Folder::new();
    let path = folder.0.display().to_string();
    let printed = |args: &str| {
        let args = format!("--pancakes 6 --format csv {args}");
        program::stdout_of("enumerate", &args.split(' ').collect::<Vec<_>>(), "")
    };
    let plain = printed("--plain");
    for (depth, lines) in [(0, 2), (3, 5), (2, 5)] {
        let some = printed(&format!("--processes 2 --two-levels --folder {path} --depth {depth}"));
        assert!(plain.starts_with(&some) && some.lines().count() == lines, "{some}");
    }
    let some = printed(&format!("--processes 2 --two-levels --folder {path} --seconds 0"));
    assert_eq!(some.lines().count(), 5);
    let threads = "--processes 2 --threads 2 --two-levels --memory 10 --disk 1";
    assert_eq!(printed(&format!("{threads} --folder {path}")), plain);
    let other = ["--pancakes", "7", "--two-levels", "--processes", "2", "--folder", &path];
    let failed = program::run("enumerate", &other, "");
    assert_eq!(failed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&failed.stderr).contains("7 pancakes, share"));
    for (args, parts) in [
        ("--folder x --plain", &["--folder", "--plain"][..]),
        ("--folder x --deepest 3", &["--folder", "--deepest"]),
        ("--memory 10", &["--memory", "--folder"]),
    ] {
        program::assert_refused("enumerate", &args.split(' ').collect::<Vec<_>>(), "", parts);
    }
}

/// The variable that identifies a child: its number, the addresses of all, and the folder.
const PROCESS: &str = "ASTRIDE_CLUSTER_DISK_TEST";

/// The world of the tests that kill processes.
fn killed_world() -> Row {
    pancakes(7)
}

#[test]
#[ignore = "is started by the tests that kill it"]
fn process() {
    let Ok(text) = env::var(PROCESS) else { return };
    let mut parts = text.split(' ');
    let mut next = || parts.next().unwrap();
    let (process, threads, folder) = (next().parse().unwrap(), next().parse().unwrap(), PathBuf::from(next()));
    let cluster = Cluster::processes(next().split(','), process)
        .with_threads(threads)
        // The file of a test is large, and hashing it takes time.
        .with_program("this test")
        .with_start_patience(Duration::from_secs(3));
    let row = killed_world();
    let options = options().with_two_levels().with_memory(1 << 16);
    let told = folder.join("told");
    let folder = folder.join(process.to_string());
    let mut first = None;
    let result = enumerate(
        &cluster,
        row,
        [row.start()],
        &folder,
        options,
        Budget::new(),
        move |level| {
            // Record the first level after each start.
            if first.is_none() {
                first = Some(level.depth);
                fs::write(&told, format!("{} {}", level.depth, level.expanded)).unwrap();
            }
            ControlFlow::Continue(())
        },
    );
    let result = result.map(|all| (all.counts, all.expanded));
    let text = serde_json::to_string(&result).unwrap();
    fs::write(folder.with_extension("result"), text).unwrap();
    std::process::exit(0);
}

type Outcome = Result<(Vec<u64>, u64), Error>;

fn start(process: usize, threads: usize, addresses: &[String], folder: &Path) -> Child {
    let _ = fs::remove_file(folder.join(format!("{process}.result")));
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "process", "--ignored", "--nocapture"]);
    command.env(
        PROCESS,
        format!("{process} {threads} {} {}", folder.display(), addresses.join(",")),
    );
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn outcome(process: usize, folder: &Path) -> Option<Outcome> {
    let text = fs::read_to_string(folder.join(format!("{process}.result"))).ok()?;
    serde_json::from_str(&text).ok()
}

/// The number of levels that all processes have completed.
fn complete(folder: &Path, processes: usize) -> usize {
    let levels =
        |process: usize| Levels::<u64>::open(folder.join(process.to_string())).map_or(0, |own| own.counts().len());
    (0..processes).map(levels).min().unwrap()
}

#[test]
fn a_process_that_is_killed_costs_the_level_alone() {
    kill(4);
}

#[test]
#[ignore = "takes a minute"]
fn a_process_that_is_killed_at_many_moments_costs_the_level_alone() {
    kill(30);
}

/// Kills a process up to `most` times, and starts all processes again each time.
fn kill(most: u32) {
    let row = killed_world();
    let levels = counts(&plain(&row, &[row.start()]));
    let (mut random, mut kills) = (Random(u64::from(most)), 0);
    // The time that a run takes without being killed.
    let mut longest = 1500;
    let mut ahead = 0;
    while kills < most {
        let folder = Folder::new();
        fs::create_dir_all(&folder.0).unwrap();
        let (processes, threads) = [(2, 1), (3, 1), (2, 2)][kills as usize % 3];
        loop {
            let before = complete(&folder.0, processes);
            let unequal = (0..processes)
                .filter_map(|process| Levels::<u64>::open(folder.of(process)).ok())
                .any(|own| own.counts().len() > before);
            ahead += u32::from(unequal && before > 0);
            let _ = fs::remove_file(folder.0.join("told"));
            let addresses = addresses(processes);
            let begun = Instant::now();
            let mut children: Vec<_> = (0..processes)
                .map(|process| start(process, threads, &addresses, &folder.0))
                .collect();
            let victim = usize::try_from(random.next()).unwrap_or(0) % processes;
            let delay = Duration::from_millis(20 + random.next() % longest);
            let ended =
                |children: &mut Vec<Child>| children.iter_mut().all(|child| child.try_wait().unwrap().is_some());
            while kills < most && begun.elapsed() < delay && !ended(&mut children) {
                thread::sleep(Duration::from_millis(1));
            }
            // SIGKILL.
            let is_killed = kills < most && children[victim].try_wait().unwrap().is_none();
            if is_killed {
                children[victim].kill().unwrap();
            }
            for mut child in children {
                child.wait().unwrap();
            }
            // The first level after a restart is found by expanding only the last complete one.
            if let Ok(told) = fs::read_to_string(folder.0.join("told"))
                && before > 0
                && !told.is_empty()
            {
                assert_eq!(told, format!("{before} {}", levels[before - 1]));
            }
            let outcomes: Vec<_> = (0..processes)
                .filter(|process| !is_killed || *process != victim)
                .map(|process| outcome(process, &folder.0).expect("it returns"))
                .collect();
            if is_killed {
                kills += 1;
                for outcome in outcomes {
                    match outcome {
                        // The process was killed after everything had finished.
                        Ok((counts, _)) => assert_eq!(counts, levels),
                        Err(error) => assert!(
                            matches!(
                                error,
                                Error::Lost { .. } | Error::Silent { .. } | Error::Unreachable { .. }
                            ),
                            "{error}"
                        ),
                    }
                }
                continue;
            }
            longest = u64::try_from(begun.elapsed().as_millis()).unwrap().clamp(300, longest);
            for outcome in outcomes {
                let (counts, expanded) = outcome.unwrap();
                assert_eq!(counts, levels);
                let first = before.saturating_sub(1);
                let rest = levels[first..].iter().sum::<u64>();
                // All levels may be there without the mark that there are no more.
                assert!(
                    expanded == rest || before == levels.len() && expanded == 0,
                    "{expanded} of {rest}"
                );
            }
            break;
        }
    }
    println!("{kills} kills, after {ahead} of which a process was ahead of another one");
}
