//! Failures of real processes that are killed, frozen, starved, started with other settings, or run code that panics.
//!
//! A test starts this program again as its processes, which then only run [`process`].
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{env, fs, mem, thread};

use astride::Graph;
use astride_cluster::{Cluster, EnumerateOptions, Error, Failure, enumerate};

/// The patience of the tests with a silent process.
const PATIENCE: Duration = Duration::from_secs(2);

/// The time that a process may take to fail in addition to its patience. An idle machine needs a tenth of it.
const GRACE: Duration = Duration::from_secs(10);

/// The worlds of these tests, whose nodes are numbers.
#[derive(Clone, Copy, Debug)]
enum World {
    /// A line without an end.
    Line,
    /// A line with an end.
    Short,
    /// The same, with successors that take a while to compute.
    Slow,
    /// More nodes than fit into any memory.
    Tree,
    /// A line with a node whose successors panic.
    Trap(u64),
    /// A line of nodes that can be written but, from this node on, cannot be read.
    Unreadable(u64),
}

impl World {
    fn named(name: &str) -> Self {
        let number = || name.trim_matches(char::is_alphabetic).parse().expect("a number");
        match name.trim_matches(char::is_numeric) {
            "line" => Self::Line,
            "short" => Self::Short,
            "slow" => Self::Slow,
            "tree" => Self::Tree,
            "trap" => Self::Trap(number()),
            "unreadable" => Self::Unreadable(number()),
            name => panic!("there is no world {name}"),
        }
    }
}

/// A node of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node(u64, Option<u64>, Padding);

/// Makes nodes large, so that a few of them fill the memory.
type Padding = [u64; 32];

const PADDING: Padding = [0; 32];

impl serde::Serialize for Node {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.0, self.1).serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for Node {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (number, unreadable) = <(u64, Option<u64>) as serde::Deserialize>::deserialize(deserializer)?;
        if unreadable.is_some_and(|unreadable| number >= unreadable) {
            return Err(serde::de::Error::custom("an unreadable node"));
        }
        Ok(Self(number, unreadable, PADDING))
    }
}

impl Graph for World {
    type Node = Node;
    type Cost = u32;

    fn successors(&self, &Node(number, unreadable, _): &Node) -> impl Iterator<Item = (Node, u32)> {
        if let Self::Trap(trap) = self {
            assert_ne!(number, *trap, "the graph has a trap");
        }
        if let Self::Slow = self {
            thread::sleep(Duration::from_millis(50));
        }
        let next = match self {
            Self::Tree => {
                [1, 2, 3].map(|factor| Some(number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(factor)))
            }
            Self::Short | Self::Slow if number == 11 => [number.checked_sub(1), None, None],
            _ => [number.checked_sub(1), number.checked_add(1), None],
        };
        next.into_iter()
            .flatten()
            .map(move |next| (Node(next, unreadable, PADDING), 1))
    }
}

/// The numbers of threads, and of open files and connections, which are compared before and after a search.
fn open() -> [usize; 2] {
    ["/proc/self/task", "/proc/self/fd"].map(|folder| fs::read_dir(folder).expect("Linux").count())
}

/// The processor time of this process.
fn computed() -> Duration {
    let text = fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields = text.rsplit(')').next().into_iter().flat_map(str::split_whitespace);
    let ticks: u64 = fields
        .skip(11)
        .take(2)
        .map(|ticks| ticks.parse::<u64>().expect("a number"))
        .sum();
    Duration::from_millis(ticks * 10)
}

/// One process of a cluster, which runs its searches and prints their outcomes.
#[test]
#[ignore = "part of the other tests"]
fn process() {
    let variable = |name: &str| env::var(name).expect(name);
    let me = variable("ME").parse().expect("a number");
    let cluster = Cluster::processes(variable("ADDRESSES").split(','), me)
        .with_threads(variable("THREADS").parse().expect("a number"))
        .with_start_patience(Duration::from_millis(variable("START").parse().expect("a number")))
        .with_patience(PATIENCE)
        .with_secret(variable("SECRET"));
    println!();
    for world in variable("WORLDS").split(',') {
        let world = World::named(world);
        let start = match world {
            World::Unreadable(number) => Node(0, Some(number), PADDING),
            _ => Node(0, None, PADDING),
        };
        let (before, computed_before) = (open(), computed());
        let options = match variable("LIMIT").parse() {
            Ok(limit) => EnumerateOptions::new().with_node_limit(limit),
            Err(_) => EnumerateOptions::new(),
        };
        let result = enumerate(&cluster, world, vec![start], options, |level| {
            if level.depth == 3 {
                println!("DEPTH 3");
            }
            ControlFlow::Continue(())
        });
        if let World::Slow = world {
            let computed = computed().saturating_sub(computed_before);
            assert!(
                computed < Duration::from_millis(200),
                "workers that wait have computed for {computed:?}"
            );
        }
        let outcome = result.map(|enumeration| enumeration.levels.len());
        println!("RESULT {}", serde_json::to_string(&outcome).expect("memory"));
        // A joined thread may still be listed for a moment.
        let deadline = Instant::now() + Duration::from_secs(2);
        while open() != before && Instant::now() < deadline {
            thread::yield_now();
        }
        assert_eq!(open(), before, "something is left of the search");
    }
    println!("CLEAN");
    // Exit before the test program writes its own lines.
    std::process::exit(0);
}

/// The way in which processes are started.
#[derive(Clone, Debug)]
struct Plan {
    addresses: Vec<String>,
    threads: usize,
    worlds: &'static str,
    limit: Option<u64>,
    start: Duration,
    secret: &'static str,
    /// A shell command that runs before the process starts.
    shell: &'static str,
}

/// An unused address. The system does not assign ports of this range to connections that are opened in the meantime.
fn free_address() -> String {
    loop {
        let port = 10_000 + RandomState::new().build_hasher().finish() % 20_000;
        let address = format!("127.0.0.1:{port}");
        if TcpListener::bind(&address).is_ok() {
            return address;
        }
    }
}

impl Plan {
    fn new(processes: usize, worlds: &'static str) -> Self {
        Self {
            addresses: (0..processes).map(|_| free_address()).collect(),
            threads: 1,
            worlds,
            limit: None,
            start: Duration::from_secs(30),
            secret: "",
            shell: "",
        }
    }

    fn start(&self, me: usize) -> Process {
        let mut child = Command::new("sh")
            .args(["-c", &format!("{} exec \"$0\" \"$@\"", self.shell)])
            .arg(env::current_exe().expect("this program"))
            .args(["process", "--exact", "--ignored", "--nocapture", "--test-threads=1"])
            .env("ME", me.to_string())
            .env("ADDRESSES", self.addresses.join(","))
            .env("THREADS", self.threads.to_string())
            .env("WORLDS", self.worlds)
            .env("LIMIT", self.limit.map_or(String::new(), |limit| limit.to_string()))
            .env("SECRET", self.secret)
            .env("START", self.start.as_millis().to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        let [output, errors] = [(); 2].map(|()| Arc::new(Mutex::new(Vec::new())));
        let readers = vec![
            gather(child.stdout.take().expect("piped"), &output),
            gather(child.stderr.take().expect("piped"), &errors),
        ];
        Process {
            child,
            output,
            errors,
            readers,
        }
    }

    fn start_all(&self) -> Vec<Process> {
        (0..self.addresses.len()).map(|me| self.start(me)).collect()
    }
}

type Lines = Arc<Mutex<Vec<String>>>;

/// Collects the lines that a process writes until it ends.
fn gather(from: impl Read + Send + 'static, lines: &Lines) -> JoinHandle<()> {
    let lines = Arc::clone(lines);
    thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            lines.lock().expect("no panic").push(line);
        }
    })
}

type Outcome = Result<usize, Error>;

struct Process {
    child: Child,
    output: Lines,
    errors: Lines,
    /// The threads that collect the lines.
    readers: Vec<JoinHandle<()>>,
}

impl Process {
    /// Sends a signal once the search is under way.
    fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(status.expect("a system with `kill`").success());
    }

    fn wait_for_depth(&self) {
        let deadline = Instant::now() + Duration::from_secs(30);
        while !self
            .output
            .lock()
            .expect("no panic")
            .iter()
            .any(|line| line == "DEPTH 3")
        {
            assert!(
                Instant::now() < deadline,
                "the search does not begin: {:?}",
                self.errors.lock()
            );
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The outcomes of the searches, after the process has ended by itself. Only this file may have written lines.
    fn outcomes(mut self, limit: Duration) -> Vec<Outcome> {
        let deadline = Instant::now() + limit;
        while self.child.try_wait().expect("a child").is_none() {
            assert!(
                Instant::now() < deadline,
                "it takes longer than {limit:?}: {:?}",
                self.output.lock()
            );
            thread::sleep(Duration::from_millis(5));
        }
        for reader in mem::take(&mut self.readers) {
            reader.join().expect("no panic");
        }
        let (output, errors) = (
            self.output.lock().expect("no panic"),
            self.errors.lock().expect("no panic"),
        );
        let own = ["", "running 1 test", "DEPTH 3", "CLEAN"];
        let is_own = |line: &&String| own.contains(&line.as_str()) || line.starts_with("test ");
        let rest: Vec<_> = output.iter().filter(|line| !is_own(line)).collect();
        assert!(output.iter().any(|line| line == "CLEAN"), "{output:?} {errors:?}");
        // The engine writes nothing, except when a node cannot be read.
        let is_engine = |line: &String| line.contains("/timely");
        assert!(
            !errors.iter().any(is_engine) || format!("{errors:?}").contains("unreadable"),
            "{errors:?}"
        );
        let outcomes = rest
            .iter()
            .map(|line| line.strip_prefix("RESULT ").unwrap_or_else(|| panic!("{output:?}")));
        outcomes
            .map(|outcome| serde_json::from_str(outcome).expect("an outcome"))
            .collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The common outcome of all processes for each search.
fn outcomes(processes: Vec<Process>, limit: Duration) -> Vec<Outcome> {
    let deadline = Instant::now() + limit;
    let left = || deadline.saturating_duration_since(Instant::now());
    let mut all = processes.into_iter().map(|process| process.outcomes(left()));
    let first = all.next().expect("a process");
    all.for_each(|other| assert_eq!(other, first));
    first
}

/// The same for a single search that fails.
fn error(processes: Vec<Process>, limit: Duration) -> Error {
    let [outcome] = outcomes(processes, limit).try_into().expect("one search");
    outcome.expect_err("a failure")
}

#[test]
fn a_search_by_three_processes_succeeds_and_leaves_nothing_behind() {
    let plan = Plan {
        threads: 2,
        ..Plan::new(3, "short,short")
    };
    assert_eq!(outcomes(plan.start_all(), Duration::from_secs(30)), [Ok(12), Ok(12)]);
}

#[test]
fn a_worker_that_waits_for_another_one_rests() {
    let plan = Plan {
        threads: 2,
        ..Plan::new(1, "slow")
    };
    assert_eq!(outcomes(plan.start_all(), Duration::from_secs(30)), [Ok(12)]);
}

#[test]
fn a_killed_process_is_lost_to_all_others() {
    for killed in [0, 1] {
        let mut processes = Plan::new(3, "line").start_all();
        processes[0].wait_for_depth();
        processes.remove(killed).child.kill().expect("a child");
        assert_eq!(error(processes, GRACE), Error::Lost { process: killed });
    }
}

#[test]
fn a_frozen_process_is_missed_after_the_patience_and_learns_of_it_later() {
    for frozen in [0, 1] {
        let mut processes = Plan::new(3, "line").start_all();
        processes[0].wait_for_depth();
        let sleeper = processes.remove(frozen);
        sleeper.signal("-STOP");
        let expected = Error::Frozen {
            process: frozen,
            patience: PATIENCE,
        };
        assert_eq!(error(processes, PATIENCE + GRACE), expected);
        sleeper.signal("-CONT");
        assert_eq!(error(vec![sleeper], GRACE), expected);
    }
}

#[test]
fn a_panic_on_any_worker_ends_the_search_everywhere_and_the_next_search_succeeds() {
    let worlds = "trap10,trap11,trap12,trap13,short";
    let plan = Plan {
        threads: 2,
        ..Plan::new(2, worlds)
    };
    let mut outcomes = outcomes(plan.start_all(), Duration::from_secs(60));
    assert_eq!(outcomes.pop(), Some(Ok(12)));
    let workers: BTreeSet<_> = outcomes
        .into_iter()
        .map(|outcome| match outcome {
            Err(Error::Failed {
                worker,
                failure: Failure::Panicked { text },
            }) if text.contains("the graph has a trap") => worker,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(
        workers.len() > 1 && workers.iter().any(|worker| *worker > 1),
        "{workers:?}"
    );
}

#[test]
fn nodes_that_cannot_be_read_are_an_error_too() {
    let outcomes = outcomes(Plan::new(2, "unreadable10,short").start_all(), Duration::from_secs(30));
    let [Err(Error::Failed { failure, .. }), Ok(12)] = &outcomes[..] else {
        panic!("{outcomes:?}");
    };
    assert!(matches!(failure, Failure::Unreadable { .. }), "{failure}");
}

#[test]
fn memory_that_runs_out_is_an_error_of_all_processes() {
    let mut plan = Plan::new(2, "tree,short");
    let rich = plan.start(0);
    plan.shell = "ulimit -v 400000;";
    let outcomes = outcomes(vec![rich, plan.start(1)], Duration::from_secs(60));
    let [Err(Error::Failed { worker: 1, failure }), Ok(12)] = &outcomes[..] else {
        panic!("{outcomes:?}");
    };
    assert!(matches!(failure, Failure::OutOfMemory { .. }), "{failure}");
}

#[test]
fn more_threads_than_memory_can_hold_are_an_error() {
    for threads in [100_000_000, usize::MAX] {
        let cluster = Cluster::threads(threads);
        let start = [Node(0, None, PADDING)];
        let result = enumerate(&cluster, World::Short, start, EnumerateOptions::new(), |_| {
            ControlFlow::Break(())
        });
        let Err(Error::Failed { worker: 0, failure }) = result else {
            panic!("{threads} threads");
        };
        assert!(matches!(failure, Failure::OutOfMemory { .. }), "{failure}");
    }
}

#[test]
fn a_limit_of_nodes_is_an_error_of_all_processes() {
    let plan = Plan {
        limit: Some(10),
        threads: 2,
        ..Plan::new(2, "line")
    };
    let Error::Failed { failure, .. } = error(plan.start_all(), Duration::from_secs(30)) else {
        panic!("no failure of a worker");
    };
    assert_eq!(failure, Failure::NodeLimit { nodes: 10 });
}

#[test]
fn a_process_that_does_not_call_is_named_to_those_that_do() {
    let plan = Plan {
        start: PATIENCE,
        ..Plan::new(3, "line")
    };
    let expected = Error::Silent {
        process: 2,
        patience: PATIENCE,
    };
    assert_eq!(error(vec![plan.start(0), plan.start(1)], PATIENCE + GRACE), expected);
}

#[test]
fn an_address_without_a_process_is_named() {
    // Nothing listens at the address of process 1.
    let plan = Plan {
        start: PATIENCE,
        ..Plan::new(2, "line")
    };
    let Error::Unreachable {
        process: 0,
        address,
        patience: PATIENCE,
        reason,
    } = error(vec![plan.start(1)], PATIENCE + GRACE)
    else {
        panic!("it has not been called");
    };
    assert_eq!(address, plan.addresses[0]);
    assert!(reason.contains("refused"), "{reason}");
    // Process 2 has a wrong address for process 1, and the others learn of its failure. As long as it waits for the name
    // to be resolved, it is silent.
    let plan = Plan::new(3, "line");
    let mut wrong = plan.clone();
    wrong.addresses[1] = "nowhere.invalid:1".to_owned();
    let error = error(vec![plan.start(0), plan.start(1), wrong.start(2)], PATIENCE + GRACE);
    assert!(
        matches!(
            error,
            Error::Unreachable { process: 1, .. } | Error::Silent { process: 2, .. } | Error::Frozen { process: 2, .. }
        ),
        "{error}"
    );
}

#[test]
fn an_address_in_use_is_an_error_of_all_processes() {
    let plan = Plan::new(2, "line");
    let _listener = TcpListener::bind(&plan.addresses[1]).expect("it was free a moment ago");
    let Error::Listen { address, .. } = error(plan.start_all(), PATIENCE + GRACE) else {
        panic!("it is not noticed");
    };
    assert_eq!(address, plan.addresses[1]);
}

#[test]
fn different_settings_are_named_with_their_values() {
    let plan = Plan {
        secret: "nobody else knows it",
        ..Plan::new(3, "line")
    };
    let other = Plan {
        threads: 2,
        ..plan.clone()
    };
    let expected = Error::Mismatch {
        process: 2,
        setting: "number of threads".to_owned(),
        theirs: "2".to_owned(),
        ours: "1".to_owned(),
    };
    assert_eq!(
        error(vec![plan.start(0), other.start(2), plan.start(1)], PATIENCE + GRACE),
        expected
    );
    let other = Plan {
        limit: Some(7),
        ..plan.clone()
    };
    let Error::Mismatch {
        process: 1,
        theirs,
        ours,
        ..
    } = error(vec![plan.start(0), other.start(1), plan.start(2)], PATIENCE + GRACE)
    else {
        panic!("another limit is not noticed");
    };
    assert!(theirs.contains('7') && !ours.contains('7'), "{theirs} {ours}");
    let mut other = plan.clone();
    other.addresses.pop();
    let expected = Error::Mismatch {
        process: 1,
        setting: "number of processes".to_owned(),
        theirs: "2".to_owned(),
        ours: "3".to_owned(),
    };
    assert_eq!(
        error(vec![plan.start(0), plan.start(2), other.start(1)], PATIENCE + GRACE),
        expected
    );
    let mut processes = vec![plan.start(0), plan.start(1)];
    // Both listen on the same address. If they began at the same time, the one that cannot listen might call process 0
    // first and report this.
    thread::sleep(Duration::from_secs(1));
    processes.push(plan.start(1));
    assert_eq!(error(processes, PATIENCE + GRACE), Error::Twice { process: 1 });
    let addresses = 3;
    let process = 3;
    assert_eq!(
        error(vec![plan.start(process)], GRACE),
        Error::NoAddress { process, addresses }
    );
}

/// Without a secret, anybody could have called, so only the right process ends the wait for it.
#[test]
fn without_a_secret_a_wrong_setting_ends_the_process_that_has_it_and_is_named_by_the_others_later() {
    let plan = Plan {
        start: PATIENCE,
        ..Plan::new(3, "short")
    };
    let other = Plan {
        threads: 2,
        ..plan.clone()
    };
    let (first, second, third) = (plan.start(0), plan.start(1), other.start(2));
    assert_eq!(error(vec![third], GRACE), Error::Refused { process: 0 });
    let expected = Error::Mismatch {
        process: 2,
        setting: "number of threads".to_owned(),
        theirs: "2".to_owned(),
        ours: "1".to_owned(),
    };
    assert_eq!(error(vec![first, second], PATIENCE + GRACE), expected);
    // Within the patience, it can be started again with the right settings.
    let plan = Plan::new(2, "short");
    let other = Plan {
        threads: 2,
        ..plan.clone()
    };
    let first = plan.start(0);
    assert_eq!(error(vec![other.start(1)], GRACE), Error::Refused { process: 0 });
    assert_eq!(outcomes(vec![first, plan.start(1)], Duration::from_secs(30)), [Ok(12)]);
}

#[test]
fn another_secret_is_named() {
    let plan = Plan {
        start: PATIENCE,
        secret: "nobody else knows it",
        ..Plan::new(2, "short")
    };
    for secret in ["somebody else's", ""] {
        let other = Plan { secret, ..plan.clone() };
        let (first, second) = (plan.start(0), other.start(1));
        assert_eq!(error(vec![second], PATIENCE + GRACE), Error::Refused { process: 0 });
        assert_eq!(error(vec![first], PATIENCE + GRACE), Error::OtherSecret { process: 1 });
    }
    assert_eq!(outcomes(plan.start_all(), Duration::from_secs(30)), [Ok(12)]);
}

#[test]
fn unlike_graphs_of_one_type_are_named() {
    let plan = Plan {
        secret: "nobody else knows it",
        ..Plan::new(2, "short")
    };
    let other = Plan {
        worlds: "line",
        ..plan.clone()
    };
    let Error::Mismatch {
        process: 1,
        setting,
        theirs,
        ours,
    } = error(vec![plan.start(0), other.start(1)], PATIENCE + GRACE)
    else {
        panic!("another graph is not noticed");
    };
    assert!(
        setting.contains("graph") && theirs != ours,
        "{setting}: {theirs} {ours}"
    );
}

#[test]
fn connections_that_the_system_refuses_are_an_error_at_once() {
    for poor in [0, 1] {
        let plan = Plan::new(3, "short");
        // Three files are open, one socket listens, and one more is allowed.
        let limited = Plan {
            shell: "ulimit -n 5;",
            ..plan.clone()
        };
        let processes = (0..3).map(|me| if me == poor { limited.start(me) } else { plan.start(me) });
        let begun = Instant::now();
        let error = error(processes.collect(), GRACE);
        assert!(
            matches!(error, Error::System { process, .. } if process == poor),
            "{error}"
        );
        assert!(begun.elapsed() < plan.start / 2);
    }
}

#[test]
fn strangers_do_no_harm_and_no_other_address_is_listened_at() {
    let plan = Plan::new(2, "short");
    let first = plan.start(0);
    let deadline = Instant::now() + Duration::from_secs(30);
    let call = || loop {
        match TcpStream::connect(&plan.addresses[0]) {
            Ok(socket) => return socket,
            Err(error) => assert!(Instant::now() < deadline, "{error}"),
        }
        thread::sleep(Duration::from_millis(5));
    };
    let mut strangers: Vec<_> = (0..100).map(|_| call()).collect();
    // Some of them are dropped before they have sent everything.
    let _ = strangers[99].write_all(b"GET / HTTP/1.1\r\n\r\n");
    let _ = strangers[98].write_all(&vec![b'a'; 1 << 20]);
    let _ = strangers[97].write_all(b"\"Beat\"\n");
    let _ = strangers[96].write_all(b"\"Ready\"\n");
    let elsewhere = plan.addresses[0].replace("127.0.0.1", "127.0.0.2");
    assert!(TcpStream::connect(elsewhere).is_err(), "it listens at all addresses");
    assert_eq!(outcomes(vec![first, plan.start(1)], Duration::from_secs(30)), [Ok(12)]);
}
