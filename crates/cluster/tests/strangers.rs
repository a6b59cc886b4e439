//! Strangers who reach the ports of a cluster, or who stand between two processes: nothing that they send makes a
//! search end with a wrong result, a panic or excessive memory.
//!
//! The processes are threads of this one, with a proxy between them.

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use astride::FnGraph;
use astride_cluster::{Cluster, EnumerateOptions, Error, enumerate};

/// The number of nodes of a search that ends.
const RING: u64 = 300;

const PATIENCE: Duration = Duration::from_secs(2);

/// The time that a process may take in addition to its patience. An idle machine needs a tenth of it.
const GRACE: Duration = Duration::from_secs(10);

#[path = "../../../crates/laws/src/random.rs"]
mod random;

use random::Random;

impl Random {
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let length = self.below(most + 1);
        (0..length).map(|_| self.next().to_le_bytes()[0]).collect()
    }
}

/// Unused addresses of this machine.
fn addresses(count: usize) -> Vec<String> {
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses = listeners
        .iter()
        .map(|listener| listener.local_addr().unwrap().to_string());
    addresses.collect()
}

/// Starts process `me`, which counts a ring. Each level of the ring has two nodes.
fn start(addresses: &[String], me: usize, ring: u64, secret: &str) -> JoinHandle<Result<u64, Error>> {
    let cluster = Cluster::processes(addresses, me)
        .with_patience(PATIENCE)
        .with_start_patience(2 * PATIENCE)
        .with_secret(secret);
    thread::spawn(move || {
        let graph = FnGraph::new(move |node: &u64| [1, ring - 1].map(|step| ((node + step) % ring, 1_u32)));
        let all = enumerate(&cluster, graph, [0], EnumerateOptions::new(), |_| {
            ControlFlow::Continue(())
        })?;
        Ok(all.total())
    })
}

/// Waits for the end of a process, which must come in time.
fn end(process: JoinHandle<Result<u64, Error>>, limit: Duration) -> Result<u64, Error> {
    let deadline = Instant::now() + limit;
    while !process.is_finished() {
        assert!(Instant::now() < deadline, "it takes longer than {limit:?}");
        thread::sleep(Duration::from_millis(5));
    }
    process.join().expect("no panic")
}

/// A change that a proxy makes to the bytes in one direction of one of its connections.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// Changes one byte.
    Flip,
    /// Inserts bytes.
    Insert,
    /// Repeats the last bytes.
    Repeat,
    /// Drops bytes.
    Drop,
    /// Sends a frame of the engine outside the protocol, with a length that exceeds any memory.
    Frame,
    /// Closes the connection.
    HangUp,
}

const FAULTS: [Fault; 6] = [
    Fault::Flip,
    Fault::Insert,
    Fault::Repeat,
    Fault::Drop,
    Fault::Frame,
    Fault::HangUp,
];

/// A proxy between two processes.
struct Proxy {
    address: String,
    /// Whether nothing goes through any more, although no connection ends.
    is_stalled: Arc<AtomicBool>,
    is_closed: Arc<AtomicBool>,
}

impl Proxy {
    /// Forwards all bytes to `target`. The fault happens once, at the connection, direction and byte with the given
    /// numbers.
    fn before(target: String, fault: Option<(Fault, usize, usize, usize)>, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let [is_stalled, is_closed] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let (stalled, closed) = (Arc::clone(&is_stalled), Arc::clone(&is_closed));
        thread::spawn(move || {
            let number = AtomicUsize::new(0);
            for caller in listener.incoming().map_while(Result::ok) {
                if closed.load(Ordering::Relaxed) {
                    break;
                }
                // Without a target, the caller's connection is closed.
                let Ok(called) = TcpStream::connect(&target) else {
                    continue;
                };
                for socket in [&caller, &called] {
                    socket.set_nodelay(true).unwrap();
                }
                let number = number.fetch_add(1, Ordering::Relaxed);
                for direction in 0..2 {
                    let (from, to) = (caller.try_clone().unwrap(), called.try_clone().unwrap());
                    let (from, to) = if direction == 0 { (from, to) } else { (to, from) };
                    let here = fault.filter(|fault| (fault.1, fault.2) == (number, direction));
                    let here = here.map(|(fault, _, _, place)| (fault, place));
                    let stalled = Arc::clone(&stalled);
                    thread::spawn(move || pass(from, to, here, &stalled, Random(seed)));
                }
            }
        });
        Self {
            address,
            is_stalled,
            is_closed,
        }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.is_stalled.store(false, Ordering::Relaxed);
        let _ = TcpStream::connect(&self.address);
    }
}

fn pass(
    mut from: TcpStream,
    mut to: TcpStream,
    mut fault: Option<(Fault, usize)>,
    stalled: &AtomicBool,
    mut random: Random,
) {
    let (mut passed, mut bytes) = (0, vec![0; 4096]);
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        if stalled.load(Ordering::Relaxed) {
            continue;
        }
        let mut sent = bytes[..read].to_vec();
        if let Some((kind, place)) = fault
            && place < passed + read
        {
            fault = None;
            let place = place - passed;
            match kind {
                Fault::Flip => sent[place] ^= 1 << random.below(8),
                Fault::Insert => drop(sent.splice(place..place, random.bytes(100))),
                Fault::Repeat => sent.extend_from_within(..=place),
                Fault::Drop => drop(sent.drain(place..)),
                Fault::Frame => {
                    let length = [1 << 20, 1 << 40, 1 << 62, u64::MAX][random.below(4)];
                    let header = [1, 1, 0, 1, length, 0].map(u64::to_be_bytes).concat();
                    drop(sent.splice(place.., header));
                }
                Fault::HangUp => {
                    let _ = from.shutdown(Shutdown::Both);
                    break;
                }
            }
        }
        passed += read;
        if to.write_all(&sent).is_err() {
            break;
        }
    }
    // The other direction may continue. A process that is cut off does not see an end.
    if !stalled.load(Ordering::Relaxed) {
        let _ = to.shutdown(Shutdown::Write);
    }
}

/// The peak memory of this process in bytes.
fn peak() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? << 10)
}

#[test]
fn two_processes_that_lose_each_other_and_not_process_0_are_noticed_by_all() {
    let addresses = addresses(3);
    let proxy = Proxy::before(addresses[1].clone(), None, 0);
    let mut by_proxy = addresses.clone();
    by_proxy[1].clone_from(&proxy.address);
    // The search does not end.
    let ring = 1 << 40;
    let processes = [
        start(&addresses, 0, ring, ""),
        start(&addresses, 1, ring, ""),
        start(&by_proxy, 2, ring, ""),
    ];
    thread::sleep(2 * PATIENCE);
    assert!(
        processes.iter().all(|process| !process.is_finished()),
        "signs of life are enough"
    );
    proxy.is_stalled.store(true, Ordering::Relaxed);
    let errors = processes.map(|process| end(process, PATIENCE + GRACE).unwrap_err());
    assert_eq!(errors[0], errors[1]);
    assert_eq!(errors[0], errors[2]);
    assert!(
        matches!(
            errors[0],
            Error::Frozen {
                process: 1 | 2,
                patience: PATIENCE
            }
        ),
        "{}",
        errors[0]
    );
}

/// The strangers do not know the settings, so none is taken for a process, with or without a secret.
#[test]
fn strangers_at_the_port_change_nothing() {
    for secret in ["", "nobody else knows it"] {
        let addresses = addresses(2);
        let first = start(&addresses, 0, RING, secret);
        let is_over = Arc::new(AtomicBool::new(false));
        let strangers: Vec<_> = (0..4)
            .map(|seed| {
                let (target, is_over) = (addresses[0].clone(), Arc::clone(&is_over));
                thread::spawn(move || {
                    let (mut random, mut calls) = (Random(seed), 0);
                    while !is_over.load(Ordering::Relaxed) {
                        if let Ok(mut socket) = TcpStream::connect(&target) {
                            calls += 1;
                            bother(&mut socket, &mut random);
                        }
                        thread::sleep(Duration::from_millis(8));
                    }
                    calls
                })
            })
            .collect();
        thread::sleep(Duration::from_secs(1));
        let second = start(&addresses, 1, RING, secret);
        let results = [first, second].map(|process| end(process, 2 * PATIENCE + GRACE));
        is_over.store(true, Ordering::Relaxed);
        let calls: usize = strangers.into_iter().map(|stranger| stranger.join().unwrap()).sum();
        assert!(calls > 40, "{calls}");
        assert_eq!(results, [Ok(RING), Ok(RING)]);
    }
}

/// Sends something to a process: random bytes, a frame, or a greeting with all the right names but without a proof.
fn bother(socket: &mut TcpStream, random: &mut Random) {
    let _ = socket.set_read_timeout(Some(Duration::from_millis(100)));
    let mut challenge = vec![0; 4096];
    let read = if random.below(2) == 0 {
        socket.read(&mut challenge).unwrap_or(0)
    } else {
        0
    };
    let text = String::from_utf8_lossy(&challenge[..read]).into_owned();
    assert!(!text.contains("threads"), "it tells its settings: {text}");
    let nonce: Vec<u8> = serde_json::from_str::<serde_json::Value>(text.trim()).map_or_else(
        |_| random.bytes(16),
        |value| serde_json::from_value(value["Challenge"]["nonce"].clone()).unwrap(),
    );
    let proof: Vec<u8> = (0..32).map(|_| random.next().to_le_bytes()[0]).collect();
    let process = [1, 1, 7, usize::MAX][random.below(4)];
    let greeting = serde_json::json!({
        "from": process, "to": 0, "pass": null, "settings": [], "callers": nonce, "called": nonce,
    });
    let mut hello = serde_json::json!({ "Hello": { "greeting": greeting, "proof": proof } }).to_string();
    hello.push('\n');
    let mut hello = hello.into_bytes();
    let sent = match random.below(6) {
        0 => random.bytes(3000),
        1 => br#"{"Hello":{"process":7,"settings":[],"pass":null}}"#.iter().chain(b"\n").copied().collect(),
        2 => [1, 1, 0, 1, 1 << 40, 0].map(u64::to_be_bytes).concat(),
        3 => {
            let place = random.below(hello.len());
            hello[place] = random.next().to_le_bytes()[0];
            hello
        }
        4 => [vec![b'['; 60_000], vec![b'\n']].concat(),
        _ => hello,
    };
    let _ = socket.write_all(&sent);
    let mut reply = vec![0; 4096];
    let read = socket.read(&mut reply).unwrap_or(0);
    let reply = String::from_utf8_lossy(&reply[..read]);
    assert!(
        !reply.contains("Welcome") && !reply.contains("Mismatch") && !reply.contains("threads"),
        "{reply}"
    );
}

/// Tests every fault at many positions of the greetings, the reports and the nodes.
#[test]
fn faults_on_the_way_end_in_the_right_count_or_an_error() {
    let next = Arc::new(AtomicUsize::new(0));
    let workers: Vec<_> = (0..8)
        .map(|_| {
            let next = Arc::clone(&next);
            thread::spawn(move || {
                let mut counted = [0; 2];
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= 48 {
                        return counted;
                    }
                    let results = search_with_fault(seed);
                    for result in results {
                        counted[usize::from(result.is_err())] += 1;
                        match result {
                            Ok(total) => assert_eq!(total, RING, "seed {seed}"),
                            Err(Error::Failed { .. }) => panic!("seed {seed}: {result:?}"),
                            Err(_) => {}
                        }
                    }
                }
            })
        })
        .collect();
    let counted: Vec<_> = workers
        .into_iter()
        .map(|worker| worker.join().expect("no panic"))
        .collect();
    let [right, failed] = [0, 1].map(|place| counted.iter().map(|counts| counts[place]).sum::<usize>());
    assert!(right > 5 && failed > 5, "{right} right, {failed} failed");
    assert!(peak().is_none_or(|bytes| bytes < 1 << 30), "{:?} bytes", peak());
}

fn search_with_fault(seed: usize) -> [Result<u64, Error>; 2] {
    let mut random = Random(seed as u64);
    let (fault, connection, direction) = (FAULTS[seed % 6], seed / 6 % 2, seed / 12 % 2);
    // The first connection is for reports, and the second for nodes.
    let place = if random.below(2) == 0 {
        random.below(700)
    } else {
        random.below(4000)
    };
    let addresses = addresses(2);
    let proxy = Proxy::before(
        addresses[0].clone(),
        Some((fault, connection, direction, place)),
        seed as u64,
    );
    let mut by_proxy = addresses.clone();
    by_proxy[0].clone_from(&proxy.address);
    let secret = if (seed / 24).is_multiple_of(2) {
        ""
    } else {
        "nobody else knows it"
    };
    let processes = [start(&addresses, 0, RING, secret), start(&by_proxy, 1, RING, secret)];
    processes.map(|process| end(process, 4 * PATIENCE + GRACE))
}
