//! [`open_square`]: a square of cells without walls.

use astride::{FnGraph, Heuristic, Query};

/// Returns the problem of getting from a corner of 50×50 cells to the cell (19, 19), with the Manhattan distance.
pub(crate) fn open_square() -> impl Heuristic<Node = (i32, i32), Cost = u32> + Sync {
    let graph = FnGraph::new(|&(x, y): &(i32, i32)| {
        let cells = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        let inside = cells
            .into_iter()
            .filter(|(x, y)| (0..50).contains(x) && (0..50).contains(y));
        inside.map(|next| (next, 1_u32)).collect::<Vec<_>>()
    });
    let query = Query::new(graph, (0, 0), |cell| *cell == (19, 19));
    query.with_heuristic(|(x, y)| x.abs_diff(19) + y.abs_diff(19))
}
