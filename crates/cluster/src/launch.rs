//! [`Launch`]: a cluster from the command line, a file of hosts, the environment of SLURM or MPI, or processes that it
//! starts itself.

mod environment;
mod hosts;
mod local;

use std::fs;
use std::path::Path;

use self::environment::{mpi, slurm};
use self::hosts::{address, parse, parse_list};
use self::local::{Children, Member, SECRET};
use crate::Cluster;

/// The way in which the processes of a cluster are started, as specified by the options of a command line.
///
/// | option | meaning |
/// |---|---|
/// | `--threads N` | the number of threads of each process; 1 by default |
/// | `--processes N` | runs N processes of this program on this machine; this process starts the others |
/// | `--hosts FILE` | the processes in a file with one `host` or `host:port` per line; text after a `#` is ignored |
/// | `--addresses LIST` | the processes as a list of `host:port`, separated by commas |
/// | `--me N` | the number of this process in the file or the list, counted from 0 |
/// | `--by slurm` | the processes that `srun` has started |
/// | `--by mpi` | the processes that `mpirun` or `mpiexec` has started, on this machine or, with `--hosts` or `--addresses`, on others |
/// | `--port N` | the port for hosts without one; 4100 by default. With `--by` and no list, further processes on a host use the next ports. |
/// | `--secret-file FILE` | a file with the [secret](Cluster::with_secret) |
///
/// Without `--secret-file`, the secret is the value of the environment variable `ASTRIDE_CLUSTER_SECRET`, if it is set.
/// If `--processes` starts the other processes, the secret is random instead, and `--secret-file` is an error.
///
/// # Examples
///
/// A program that runs one search on the workers that its user specifies:
///
/// ```no_run
/// use astride::FnGraph;
/// use astride_cluster::{EnumerateOptions, Launch, enumerate};
/// use std::ops::ControlFlow;
///
/// let (launch, _others) = Launch::from_args(std::env::args().skip(1))?;
/// let total = launch.run(|cluster| {
///     let cube = FnGraph::new(|corner: &u16| [1, 2, 4, 8].map(|side| (corner ^ side, 1_u32)));
///     let all = enumerate(cluster, cube, [0], EnumerateOptions::new(), |_| ControlFlow::Continue(()))?;
///     if cluster.process() == 0 {
///         println!("{} nodes", all.total());
///     }
///     Ok::<_, astride_cluster::Error>(())
/// })??;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Launch {
    given: Vec<&'static str>,
    threads: usize,
    processes: usize,
    hosts: Option<Vec<String>>,
    me: Option<usize>,
    by: Option<By>,
    port: u16,
    secret: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Slurm,
    Mpi,
}

/// The maximum number of processes that are started here, and of threads of each process.
const MOST: usize = 256;

/// Why a cluster cannot be created from the options or the environment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// The value of an option is invalid.
    #[error("invalid value '{}' for '{option}': {reason}", value.escape_debug())]
    Option {
        /// The option, with its hyphens.
        option: &'static str,
        /// Its value.
        value: String,
        /// The reason.
        reason: String,
    },
    /// An option has no value, is given twice, requires an option that is missing, or excludes or contradicts one that
    /// is given.
    #[error("the option '{option}' {reason}")]
    Usage {
        /// The option, with its hyphens.
        option: &'static str,
        /// The reason.
        reason: String,
    },
    /// A required environment variable is not set. If any of several variables would suffice, the error names the first
    /// of them.
    #[error("the environment variable {variable} is not set: was this started by {by}?")]
    Unset {
        /// The variable.
        variable: &'static str,
        /// The launcher that should have set the variable.
        by: &'static str,
    },
    /// The value of an environment variable is invalid.
    #[error("the environment variable {variable} is '{}': {reason}", value.escape_debug())]
    Variable {
        /// The variable.
        variable: &'static str,
        /// Its value.
        value: String,
        /// The reason.
        reason: String,
    },
    /// A file cannot be used.
    #[error("{name}: {reason}")]
    File {
        /// The file, with the number of the line if a line is wrong.
        name: String,
        /// The reason.
        reason: String,
    },
    /// A process cannot be started.
    #[error("cannot start process {process}: {reason}")]
    Start {
        /// The process.
        process: usize,
        /// The system's error message.
        reason: String,
    },
}

impl Default for Launch {
    fn default() -> Self {
        Self::new()
    }
}

impl Launch {
    /// The names of all options, without their leading hyphens. Each takes a value.
    pub const OPTIONS: [&str; 8] = [
        "threads",
        "processes",
        "hosts",
        "addresses",
        "me",
        "by",
        "port",
        "secret-file",
    ];

    /// Creates a launch of one process with one thread.
    pub const fn new() -> Self {
        Self {
            given: Vec::new(),
            threads: 1,
            processes: 1,
            hosts: None,
            me: None,
            by: None,
            port: 4100,
            secret: None,
        }
    }

    /// Parses the options of a launch (`--name value` or `--name=value`) from a command line, and returns the remaining
    /// arguments as well.
    ///
    /// # Errors
    ///
    /// A [`LaunchError`] that names the option or the file.
    pub fn from_args(args: impl IntoIterator<Item = String>) -> Result<(Self, Vec<String>), LaunchError> {
        let (mut launch, mut others, mut args) = (Self::new(), Vec::new(), args.into_iter());
        while let Some(arg) = args.next() {
            let name = arg.strip_prefix("--").unwrap_or_default();
            let (name, value) = name
                .split_once('=')
                .map_or((name, None), |(name, value)| (name, Some(value)));
            let Some(option) = option(name) else {
                others.push(arg);
                continue;
            };
            let value = value.map(String::from).or_else(|| args.next());
            let value = value.ok_or_else(|| usage(option, "has no value"))?;
            launch.set(name, &value)?;
        }
        Ok((launch, others))
    }

    /// Sets an option, for programs that parse their command line themselves. `name` has no leading hyphens. Returns
    /// `false` if `name` is not one of the [`OPTIONS`](Self::OPTIONS).
    ///
    /// # Errors
    ///
    /// A [`LaunchError`] if the value is invalid, a file cannot be read, or the option is given twice.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, LaunchError> {
        let Some(option) = option(name) else {
            return Ok(false);
        };
        if self.given.contains(&option) {
            return Err(usage(option, "is given twice"));
        }
        let invalid = |reason: String| LaunchError::Option {
            option,
            value: value.to_owned(),
            reason,
        };
        match name {
            "threads" => self.threads = count(value).map_err(invalid)?,
            "processes" => self.processes = count(value).map_err(invalid)?,
            "hosts" => self.hosts = Some(parse(value, &read(value)?)?),
            "addresses" => self.hosts = Some(parse_list(value).map_err(invalid)?),
            "me" => self.me = Some(value.parse().map_err(|_| invalid("not a number".to_owned()))?),
            "by" => {
                self.by = Some(match value {
                    "slurm" => By::Slurm,
                    "mpi" => By::Mpi,
                    _ => return Err(invalid("not one of slurm, mpi".to_owned())),
                });
            }
            "port" => match value.parse() {
                Ok(port @ 1..) => self.port = port,
                _ => return Err(invalid("not from 1 to 65535".to_owned())),
            },
            _ => self.secret = Some(secret(value)?),
        }
        self.given.push(option);
        Ok(true)
    }

    /// Returns whether an option has been set. `name` has no leading hyphens.
    pub fn is_given(&self, name: &str) -> bool {
        option(name).is_some_and(|option| self.given.contains(&option))
    }

    /// Checks the options as far as possible before anything is started.
    ///
    /// # Errors
    ///
    /// [`LaunchError::Usage`] if an option requires one that is missing, or excludes or contradicts one that is given.
    pub fn check(&self) -> Result<(), LaunchError> {
        let given = |name: &str| self.is_given(name);
        let conflict = |name, others: &[&str]| {
            let other = others.iter().find(|other| given(name) && given(other));
            other.map(|other| {
                usage(
                    option(name).unwrap_or_default(),
                    &format!("cannot be used with '--{other}'"),
                )
            })
        };
        let conflicts = conflict("hosts", &["addresses"]).or_else(|| conflict("by", &["me", "processes"]));
        if let Some(error) = conflicts {
            return Err(error);
        }
        for (name, met, required) in [
            ("me", self.hosts.is_some(), "'--hosts' or '--addresses'"),
            ("port", given("hosts") || given("by"), "'--hosts' or '--by'"),
            (
                "secret-file",
                self.hosts.is_some() || given("by"),
                "'--hosts', '--addresses' or '--by'",
            ),
        ] {
            if given(name) && !met {
                return Err(usage(option(name).unwrap_or_default(), &format!("requires {required}")));
            }
        }
        if let Some(hosts) = &self.hosts {
            if self.by.is_none() && self.me.is_none() {
                return Err(usage(
                    "--me",
                    "is missing: which of the addresses belongs to this process?",
                ));
            }
            if given("processes") && hosts.len() != self.processes {
                return Err(usage(
                    "--processes",
                    &format!("is not the number of addresses, {}", hosts.len()),
                ));
            }
        }
        if self.by == Some(By::Slurm) && self.hosts.is_some() {
            return Err(usage(
                "--by",
                "cannot be used with a list of hosts, since SLURM provides one",
            ));
        }
        Ok(())
    }

    /// Returns the cluster to which this process belongs, according to the options and the given environment, or `None`
    /// if this process has to start the others.
    ///
    /// `lookup` returns the value of an environment variable, as `|name| std::env::var(name).ok()` does.
    ///
    /// # Errors
    ///
    /// A [`LaunchError`] that names the option or the variable.
    pub fn cluster(&self, lookup: impl Fn(&str) -> Option<String>) -> Result<Option<Cluster>, LaunchError> {
        self.check()?;
        if self.processes > 1 && self.hosts.is_none() && self.by.is_none() {
            let member = Member::from_environment(&lookup)?;
            return Ok(member.map(|member| member.cluster().with_threads(self.threads)));
        }
        let with_ports = |hosts: &[String]| hosts.iter().map(|host| address(host, self.port)).collect::<Vec<_>>();
        let listed = self.hosts.as_deref().map(with_ports);
        let (addresses, me) = match (self.by, listed) {
            (Some(By::Slurm), _) => slurm(self.port, &lookup)?,
            (Some(By::Mpi), listed) => mpi(listed, self.port, &lookup)?,
            (None, Some(addresses)) => (addresses, self.me.unwrap_or(0)),
            (None, None) => return Ok(Some(Cluster::threads(self.threads))),
        };
        let cluster = Cluster::processes(addresses, me).with_threads(self.threads);
        let secret = self.secret.clone().or_else(|| lookup(SECRET).map(String::into_bytes));
        Ok(Some(cluster.with_secret(secret.unwrap_or_default())))
    }

    /// Runs `work` in this process of the cluster, and returns its result.
    ///
    /// With `--processes`, this method starts the same program with the same arguments as many times as needed, and
    /// waits until all these processes have ended. In each of these processes, the same call runs `work` as well.
    /// Everything that the started processes write to standard output or standard error is discarded, since their
    /// results and errors are the same as those of this process.
    ///
    /// # Errors
    ///
    /// A [`LaunchError`] if the options are invalid, the environment is incomplete, or a process cannot be started.
    pub fn run<T>(&self, work: impl FnOnce(&Cluster) -> T) -> Result<T, LaunchError> {
        if let Some(cluster) = self.cluster(|name| std::env::var(name).ok())? {
            return Ok(work(&cluster));
        }
        let (children, first) = Children::start(self.processes)?;
        let result = work(&first.cluster().with_threads(self.threads));
        children.wait();
        Ok(result)
    }
}

/// The option with its hyphens.
fn option(name: &str) -> Option<&'static str> {
    Some(match name {
        "threads" => "--threads",
        "processes" => "--processes",
        "hosts" => "--hosts",
        "addresses" => "--addresses",
        "me" => "--me",
        "by" => "--by",
        "port" => "--port",
        "secret-file" => "--secret-file",
        _ => return None,
    })
}

fn usage(option: &'static str, reason: &str) -> LaunchError {
    let reason = reason.to_owned();
    LaunchError::Usage { option, reason }
}

fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=MOST).contains(count));
    count.ok_or_else(|| format!("not from 1 to {MOST}"))
}

fn read(name: &str) -> Result<String, LaunchError> {
    fs::read_to_string(Path::new(name)).map_err(|error| LaunchError::File {
        name: name.to_owned(),
        reason: error.to_string(),
    })
}

/// The content of a file without the line ending.
fn secret(name: &str) -> Result<Vec<u8>, LaunchError> {
    let text = read(name)?;
    let secret = text.trim_end();
    if secret.is_empty() {
        let (name, reason) = (name.to_owned(), "the secret is empty".to_owned());
        return Err(LaunchError::File { name, reason });
    }
    Ok(secret.into())
}

#[cfg(test)]
mod tests;
