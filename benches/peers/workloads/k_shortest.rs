//! The k shortest simple paths, compared with `pathfinding`'s implementation of Yen's algorithm.

use astride::{FnGraph, KShortestPaths, Query};
use pathfinding::prelude::yen;

use crate::support::contest::{Contest, Target, timed};
use crate::support::road::RoadMap;

/// The number of paths.
const COUNT: usize = 100;

/// Uses a network that is small enough for the other crate, which runs a search for each node of each path.
pub(crate) fn run() {
    let RoadMap { graph, .. } = RoadMap::generate(40, 1);
    let queries = RoadMap::generate(40, 1).queries(3, 2);
    // All roads lead both ways.
    let both_ways = FnGraph::new(|node: &u32| graph.edges(*node).iter().copied()).both_ways();
    let as_floats = |costs: Vec<u32>| costs.into_iter().map(f64::from);
    Contest::new(format!("Roads, {COUNT} shortest simple paths"), queries.len(), 3)
        .ours("new", || {
            timed(|| {
                let all = queries.iter().flat_map(|(start, goal)| {
                    let mut search = KShortestPaths::new(Query::between(&both_ways, *start, *goal));
                    let paths = search.paths().take(COUNT);
                    as_floats(paths.map(|path| path.expect("no failure").cost).collect())
                });
                all.collect()
            })
        })
        .peer("pathfinding", Target::Faster(5.0), || {
            timed(|| {
                let all = queries.iter().flat_map(|(start, goal)| {
                    let successors = |node: &u32| graph.edges(*node).to_vec();
                    let paths = yen(start, successors, |node| node == goal, COUNT);
                    as_floats(paths.into_iter().map(|(_, cost)| cost).collect())
                });
                all.collect()
            })
        })
        .run();
}
