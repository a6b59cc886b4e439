//! [`Cluster`]: the processes and threads that take part in a search.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, AllocatorBuilder, Hooks, WorkerGuards, initialize_from};
use timely::worker::Worker;

use crate::abort::{Abort, RESERVE, check_memory};
use crate::control::Control;
use crate::data::{DataSocket, Link};
use crate::error::{Error, guard};
use crate::owner::fingerprint;
use crate::seal::Secret;
use crate::settings;

/// The workers of a search: threads of this process, or of several processes on one or more machines.
///
/// # Several processes
///
/// Each process listens only on its own address in the list, and connects to all processes before it in the list. A
/// search begins when the last process has been started, and [`with_start_patience`] sets how long the others wait for
/// it. Before the search begins, the processes compare their program files, their numbers of threads, their arguments,
/// and the first 4096 nodes of the graph with their edges (fewer if expanding them takes more than a second).
/// Differences beyond these nodes are not detected. [`Launch`](crate::Launch) creates a cluster from a command line or
/// the environment of a launcher.
///
/// A search ends in the same way in all processes. If a process is killed, ends early or cannot continue, all other
/// processes return the same [`Error`] within about two seconds. If a process merely falls silent, the others first
/// wait for the time set with [`with_patience`]. A worker that is running code of the graph stops only when that code
/// returns. After the search, none of its threads and connections remain in the process, and the cluster can be used
/// for another search.
///
/// The outcome differs between processes only in a few cases. A process that was [refused](Error::Refused), or whose
/// number is [not in the list](Error::NoAddress), returns a different error from the others. If process 0 [cannot
/// listen](Error::Listen), the others return [`Error::Unreachable`]. If process 0 ends at the very moment when a search
/// succeeds, some processes may return the result, and others an error.
///
/// # Safety of the network
///
/// **The traffic is plain text.** Anyone who can listen in can read the settings and the nodes. So use a trusted
/// network or tunnels, and addresses that can be reached only from this network.
///
/// A secret keeps strangers out (see [`with_secret`](Self::with_secret)). Without a secret, a caller can take part if
/// it knows all settings. A caller with different settings learns only that it is [refused](Error::Refused). Since such
/// a caller may be a process whose user has mistyped something, process 0 reports the difference as [`Error::Mismatch`]
/// if the right process has not called within the time set with [`with_start_patience`]. With a secret, all processes
/// immediately report which setting differs.
///
/// A secret does not prevent a stranger from occupying a port with many connections, which makes callers wait longer.
///
/// # Examples
///
/// ```
/// use astride_cluster::Cluster;
///
/// // Four threads of this process:
/// let alone = Cluster::threads(4);
/// // The first of two machines, with eight threads on each:
/// let hosts = ["10.0.0.1:4100", "10.0.0.2:4100"];
/// let both = Cluster::processes(hosts, 0).with_threads(8).with_secret("4ac0a6c8fd9e6f1b1f8c3d6b40b4a5f1");
/// ```
///
/// [`with_patience`]: Self::with_patience
/// [`with_start_patience`]: Self::with_start_patience
#[derive(Clone, Debug)]
pub struct Cluster {
    threads: usize,
    pub(crate) process: usize,
    pub(crate) addresses: Vec<String>,
    pub(crate) start_patience: Duration,
    pub(crate) patience: Duration,
    pub(crate) secret: Secret,
    program: Option<String>,
}

impl Cluster {
    /// Creates a cluster that consists only of this process, with the given number of worker threads (at least one).
    pub fn threads(threads: usize) -> Self {
        Self::processes([""], 0).with_threads(threads)
    }

    /// Creates a cluster with one process at each address (`host:port`). `process` is the number of this process,
    /// counted from 0.
    ///
    /// The list must contain the same processes in the same order everywhere, but the address of a process may be
    /// written differently. Each process has one worker thread unless [`with_threads`](Self::with_threads) sets another
    /// number.
    pub fn processes<A: Into<String>>(addresses: impl IntoIterator<Item = A>, process: usize) -> Self {
        Self {
            threads: 1,
            process,
            addresses: addresses.into_iter().map(Into::into).collect(),
            start_patience: Duration::from_secs(60),
            patience: Duration::from_secs(10),
            secret: Secret::default(),
            program: None,
        }
    }

    /// Sets the number of worker threads of each process (at least one). The number must be the same in all processes.
    pub fn with_threads(self, threads: usize) -> Self {
        let threads = threads.max(1);
        Self { threads, ..self }
    }

    /// Sets how long the other processes may take to start. The default is 60 s.
    pub fn with_start_patience(self, start_patience: Duration) -> Self {
        Self { start_patience, ..self }
    }

    /// Sets how long a process may be silent before the search fails with [`Error::Frozen`]. The default is 10 s, and
    /// the minimum is 0.1 s.
    ///
    /// A process is silent while it is stopped, while its machine is suspended, or while the network is disconnected. A
    /// process that is computing is not silent.
    pub fn with_patience(self, patience: Duration) -> Self {
        let patience = patience.max(Duration::from_millis(100));
        Self { patience, ..self }
    }

    /// Sets a secret that only the processes of the cluster know. The secret should contain at least 16 random bytes,
    /// for example from `openssl rand -hex 32`. By default, or if it is empty, there is no secret.
    ///
    /// With a secret, both the caller and the called process have to prove that they know it. All later messages have a
    /// tag that depends on the secret (HMAC-SHA-256). A stranger who does not know the secret therefore cannot take
    /// part, and messages that are changed or repeated in transit are detected and end the search with
    /// [`Error::Garbled`]. The traffic is not encrypted, so anyone who can listen in can read the nodes, and can also
    /// guess a short secret.
    pub fn with_secret(self, secret: impl AsRef<[u8]>) -> Self {
        let secret = Secret::new(secret.as_ref());
        Self { secret, ..self }
    }

    /// Sets a text that identifies the program, such as a version, and must be the same in all processes.
    ///
    /// By default, the text is a hash of the executable file, so all processes have to run the same build.
    pub fn with_program(self, program: impl Into<String>) -> Self {
        let program = Some(program.into());
        Self { program, ..self }
    }

    /// Returns the number of this process, counted from 0.
    pub fn process(&self) -> usize {
        self.process
    }

    /// Returns the number of processes.
    pub fn process_count(&self) -> usize {
        self.addresses.len()
    }

    /// Returns the number of threads of each process.
    pub fn thread_count(&self) -> usize {
        self.threads
    }

    /// The number of this process's first worker among the workers of all processes.
    fn first_worker(&self) -> usize {
        self.process.saturating_mul(self.threads)
    }

    /// Runs `work` in every worker of this process, and then runs the dataflows that it has built until they end.
    ///
    /// Every process must be started with the same `settings`, which are pairs of a name and a value. The call succeeds
    /// in all processes, or fails with the same error in all of them.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        settings: Vec<(&'static str, String)>,
        work: impl Fn(&mut Worker, &Abort) -> T + Send + Sync + 'static,
    ) -> Result<Vec<T>, Error> {
        let (process, addresses) = (self.process, self.addresses.len());
        if process >= addresses {
            return Err(Error::NoAddress { process, addresses });
        }
        // A single process has no other with which to compare.
        let all_settings = if addresses > 1 {
            self.settings(settings)
        } else {
            Vec::new()
        };
        let abort = Abort::new(self.first_worker(), self.threads);
        let mut control = Control::new(self, all_settings, &abort);
        let result = self.run_workers(&mut control, &abort, work);
        control.close();
        result
    }

    /// The settings that must be the same in all processes.
    fn settings(&self, settings: Vec<(&'static str, String)>) -> settings::Settings {
        // Nodes are hashed in their representation in memory.
        let byte_order = if cfg!(target_endian = "big") { "big" } else { "little" };
        let all_settings = [
            ("version of astride-cluster", env!("CARGO_PKG_VERSION").to_owned()),
            ("program", self.program.clone().unwrap_or_else(settings::program)),
            ("number of processes", self.addresses.len().to_string()),
            ("number of threads", self.threads.to_string()),
            ("platform", format!("{} bits, {byte_order} endian", usize::BITS)),
            ("hash of a fixed value", format!("{:x}", fingerprint())),
        ];
        let all_settings = all_settings.into_iter().chain(settings);
        all_settings.map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn run_workers<T: Send + 'static>(
        &self,
        control: &mut Control<'_>,
        abort: &Abort,
        work: impl Fn(&mut Worker, &Abort) -> T + Send + Sync + 'static,
    ) -> Result<Vec<T>, Error> {
        let links = control.connect()?;
        let workers = self.start_workers(&links, abort, work);
        if let Err(error) = &workers {
            abort.state().running = 0;
            abort.end(Some(error.clone()));
        }
        let outcome = control.finish();
        abort.end(None);
        links.iter().flatten().map(Arc::as_ref).for_each(Link::close);
        let results = guard(|| workers.map_or_else(|_| Vec::new(), WorkerGuards::join));
        outcome?;
        let results = results.map_err(|failure| Error::Failed {
            worker: self.first_worker(),
            failure,
        })?;
        Ok(results.into_iter().filter_map(|result| result.ok().flatten()).collect())
    }

    /// Starts the engine's threads.
    fn start_workers<T: Send + 'static>(
        &self,
        links: &[Option<Arc<Link>>],
        abort: &Abort,
        work: impl Fn(&mut Worker, &Abort) -> T + Send + Sync + 'static,
    ) -> Result<WorkerGuards<Option<T>>, Error> {
        let (process, processes) = (self.process, links.len());
        // The engine begins with a megabyte for each pair of threads that communicate.
        let megabytes = self
            .threads
            .saturating_mul(self.threads.saturating_add(processes))
            .saturating_add(processes);
        check_memory(megabytes.saturating_mul(1 << 20).saturating_add(RESERVE)).map_err(|failure| Error::Failed {
            worker: self.first_worker(),
            failure,
        })?;
        let hooks = Hooks::default();
        // Threads also exchange bytes, so that a worker can end before its peers.
        let local = ProcessBuilder::new_bytes_vector(self.threads, hooks.refill.clone(), None);
        let (builders, network): (Vec<_>, Box<dyn Any + Send>) = if processes == 1 {
            (local.into_iter().map(AllocatorBuilder::Process).collect(), Box::new(()))
        } else {
            let socket = |link: &Arc<Link>| DataSocket::new(Arc::clone(link), process, self.threads, abort.clone());
            let sockets = links.iter().map(|link| link.as_ref().map(socket)).collect();
            let started = initialize_networking_from_sockets(local, sockets, process, self.threads, hooks);
            let (remote, network) = started.map_err(|error| Error::System {
                process,
                reason: error.to_string(),
            })?;
            (
                remote.into_iter().map(AllocatorBuilder::Tcp).collect(),
                Box::new(network),
            )
        };
        let abort = abort.clone();
        let started = initialize_from(builders, network, move |allocator| run_worker(allocator, &abort, &work));
        started.map_err(|reason| Error::System { process, reason })
    }
}

/// The main function of a worker's thread.
fn run_worker<T>(allocator: Allocator, abort: &Abort, work: impl Fn(&mut Worker, &Abort) -> T) -> Option<T> {
    let abort = &abort.of(allocator.index());
    // Without a clock, the worker would never rest.
    let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
    let result = guard(|| {
        let result = work(&mut worker, abort);
        abort.drive(&mut worker).then_some(result)
    });
    // The worker must outlive a panic, since a worker that is dropped by a panic takes the others with it.
    let ended = guard(|| drop(worker)).and(result);
    let result = ended.unwrap_or_else(|failure| {
        abort.fail(failure);
        None
    });
    abort.leave();
    result
}
