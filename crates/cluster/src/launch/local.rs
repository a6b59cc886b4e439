//! Processes of this program on this machine.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, io};

use super::LaunchError;
use crate::Cluster;
use crate::seal::random;

/// The environment variables that identify a process. Only the user can read the environment of a process.
const PROCESS: &str = "ASTRIDE_CLUSTER_PROCESS";
const ADDRESSES: &str = "ASTRIDE_CLUSTER_ADDRESSES";
pub(super) const SECRET: &str = "ASTRIDE_CLUSTER_SECRET";

/// How long the processes may take to start.
const START: Duration = Duration::from_secs(20);

/// A process of a cluster on this machine.
#[derive(Clone, Debug)]
pub(super) struct Member {
    addresses: Vec<String>,
    process: usize,
    secret: String,
}

impl Member {
    /// The data from the process that has started this one, if there is one.
    pub(super) fn from_environment(lookup: &impl Fn(&str) -> Option<String>) -> Result<Option<Self>, LaunchError> {
        let Some(value) = lookup(PROCESS) else {
            return Ok(None);
        };
        let need = |variable| {
            let by = "a process of this program";
            lookup(variable).ok_or(LaunchError::Unset { variable, by })
        };
        let addresses: Vec<_> = need(ADDRESSES)?.split(',').map(String::from).collect();
        let process = value.parse().ok().filter(|process| *process < addresses.len());
        let process = process.ok_or_else(|| LaunchError::Variable {
            variable: PROCESS,
            value,
            reason: format!("not the number of one of {} processes", addresses.len()),
        })?;
        let secret = need(SECRET)?;
        Ok(Some(Self {
            addresses,
            process,
            secret,
        }))
    }

    pub(super) fn cluster(&self) -> Cluster {
        Cluster::processes(self.addresses.iter().map(String::as_str), self.process)
            .with_start_patience(START)
            .with_secret(&self.secret)
    }
}

/// The other processes. If this is dropped before they have ended by themselves, they are killed.
#[derive(Debug)]
pub(super) struct Children(Vec<Child>);

impl Children {
    /// Starts all processes except the first one, which is this one.
    pub(super) fn start(processes: usize) -> Result<(Self, Member), LaunchError> {
        let failed = |process| {
            move |error: io::Error| LaunchError::Start {
                process,
                reason: error.to_string(),
            }
        };
        let secret: [u8; 16] = random().map_err(|error| failed(0)(io::Error::other(error)))?;
        let member = Member {
            addresses: free_addresses(processes).map_err(failed(0))?,
            process: 0,
            secret: format!("{:032x}", u128::from_ne_bytes(secret)),
        };
        let program = env::current_exe().map_err(failed(0))?;
        let mut children = Self(Vec::new());
        for process in 1..processes {
            let mut command = Command::new(&program);
            command.args(env::args_os().skip(1));
            command.env(PROCESS, process.to_string());
            command.env(ADDRESSES, member.addresses.join(","));
            command.env(SECRET, &member.secret);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            children.0.push(command.spawn().map_err(failed(process))?);
        }
        Ok((children, member))
    }

    /// Waits until all have ended.
    pub(super) fn wait(mut self) {
        for mut child in self.0.drain(..) {
            let _ = child.wait();
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Addresses that only this machine can reach. The ports are free now, and most probably still free a moment later.
fn free_addresses(count: usize) -> io::Result<Vec<String>> {
    let listeners: io::Result<Vec<_>> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect();
    let addresses = |listener: &TcpListener| Ok(listener.local_addr()?.to_string());
    listeners?.iter().map(addresses).collect()
}
