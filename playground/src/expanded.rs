//! The nodes that a run has expanded, in order.

use crate::protocol::{Expanded, Expansion, Number};
use crate::run::Run;

/// The maximum number of nodes in one response.
const MOST: usize = 1000;

/// Returns the nodes expanded last, up to the current step, newest first.
pub(crate) fn expanded(run: &Run, count: usize) -> Expanded {
    let log = run.log();
    let expansions = log.expansions().take(count.min(MOST));
    let nodes = expansions.map(|(step, node)| {
        let known = log.get(node);
        Expansion {
            step,
            node,
            g: Number(known.g),
            h: known.h.into(),
            board: run.look().board(node),
        }
    });
    Expanded { nodes: nodes.collect() }
}
