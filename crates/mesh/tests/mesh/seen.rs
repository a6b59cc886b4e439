//! What a search shows, for comparisons of two searches that should not differ.

use std::time::Duration;

use astride::{Observer, Path, SearchNode, Stats, Status};
use astride_mesh::{Mesh, MeshNode, Polyanya};

/// Everything that a search shows, except the bytes that it keeps after a reset, and what its observer has been told.
#[derive(Debug, PartialEq)]
pub(crate) struct Seen<T> {
    pub(crate) status: Status,
    pub(crate) path: Option<Path<MeshNode, f64>>,
    best: Option<Path<MeshNode, f64>>,
    pub(crate) stats: Stats,
    open: Vec<SearchNode<MeshNode, f64>>,
    closed: Vec<SearchNode<MeshNode, f64>>,
    pub(crate) events: T,
}

pub(crate) fn seen<W: Observer<MeshNode, f64>, T>(search: &Polyanya<&Mesh, W>, events: T) -> Seen<T> {
    let mut stats = search.stats();
    (stats.bytes, stats.elapsed) = (0, Duration::ZERO);
    Seen {
        status: search.status(),
        path: search.path(),
        best: search.best_effort_path(),
        stats,
        open: search.open_nodes().collect(),
        closed: search.closed_nodes().collect(),
        events,
    }
}
