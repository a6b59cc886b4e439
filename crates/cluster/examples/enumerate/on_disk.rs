//! The same search with the states on disk, so that it can be stopped and continued.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use astride::{Budget, Graph};
use astride_cluster::Cluster;
use astride_cluster::disk::{Level, Levels, Options, Packed, enumerate};

use crate::Error;
use crate::cli::{Cli, OnDisk};
use crate::output::{self, Report};

/// Counts all states as one process of a cluster, in a subfolder named by its number.
pub(crate) fn search<G>(cluster: &Cluster, cli: &Cli, disk: &OnDisk, graph: G, start: G::Node) -> Result<(), Error>
where
    G: Graph<Node: Packed> + Send + Sync + 'static,
{
    let begun = Instant::now();
    let options = Options::new().with_name(cli.world.name());
    let options = options.with_memory(disk.memory).with_disk(disk.disk);
    // All moves can be undone.
    let options = if cli.two_levels {
        options.with_two_levels()
    } else {
        options.undirected()
    };
    let (depth, shows_progress) = (cli.depth, cli.shows_progress || io::stderr().is_terminal());
    let folder = disk.folder.join(cluster.process().to_string());
    let mut budget = disk.time.map_or(Budget::new(), |time| Budget::new().time(time));
    // The callback ends the search only after a new level.
    let has = |depth| Levels::<G::Node>::open(&folder).is_ok_and(|levels| levels.counts().len() > depth);
    if depth.is_some_and(|depth| depth == 0 || has(depth)) {
        budget = budget.expansions(0);
    }
    let all = enumerate(cluster, graph, [start], folder, options, budget, move |level| {
        if shows_progress {
            show(level, begun);
        }
        if depth.is_some_and(|depth| level.depth >= depth) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    if cluster.process() != 0 {
        return Ok(());
    }
    let report = Report {
        is_complete: all.is_complete,
        workers: (cluster.process_count(), cluster.thread_count()),
        ..Report::new(all.counts, begun.elapsed())
    };
    output::write(cli, &report)
}

/// Prints a line about a complete level.
fn show(level: Level, begun: Instant) {
    let (seconds, depth, nodes) = (begun.elapsed().as_secs_f64(), level.depth, level.nodes);
    let [disk, written, read] = [level.disk, level.written, level.read].map(|bytes| bytes / 1_000_000);
    // If standard error is closed, nobody reads this line.
    let _ = writeln!(
        io::stderr(),
        "depth {depth}: {nodes} states; since the start {seconds:.1} s, {} states expanded, {written} MB written, \
         {read} MB read; {disk} MB on disk",
        level.expanded
    );
}
