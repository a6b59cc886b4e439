//! The processes of the search: those of the user, or more of this program on this machine.

use std::env;
use std::io;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use astride_cluster::Cluster;

use crate::Error;
use crate::cli::Cli;

/// The cluster, and the processes that have been started for it.
pub(crate) fn start(cli: &Cli) -> Result<(Cluster, Vec<Child>), Error> {
    if let Some(addresses) = &cli.addresses {
        let cluster = Cluster::processes(addresses.iter().map(String::as_str), cli.me);
        return Ok((cluster.with_threads(cli.threads), Vec::new()));
    }
    if cli.processes == 1 {
        return Ok((Cluster::threads(cli.threads), Vec::new()));
    }
    let failed = |source| Error::File {
        name: "cannot start a process".to_owned(),
        source,
    };
    let addresses = free_addresses(cli.processes).map_err(failed)?;
    let program = env::current_exe().map_err(failed)?;
    let mut children = Vec::new();
    for process in 1..cli.processes {
        let mut command = Command::new(&program);
        command.args(env::args_os().skip(1));
        command.args(["--addresses", &addresses.join(","), "--me", &process.to_string()]);
        // Errors are the same in all processes, and this one prints them.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        children.push(command.spawn().map_err(failed)?);
    }
    let cluster = Cluster::processes(addresses, 0).with_threads(cli.threads);
    Ok((cluster.with_start_patience(Duration::from_secs(20)), children))
}

/// Addresses that only this machine can reach. The ports are free now, and most probably a moment later, too.
fn free_addresses(count: usize) -> io::Result<Vec<String>> {
    let listeners: io::Result<Vec<_>> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect();
    listeners?
        .iter()
        .map(|listener| Ok(listener.local_addr()?.to_string()))
        .collect()
}
