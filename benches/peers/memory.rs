//! The memory for each stored node, compared with the crate `pathfinding`:
//! `cargo bench -p astride-peers --bench memory`.
//!
//! This is a separate program, since counting allocations would slow down the contests of `peers.rs`, some more than
//! others.

mod support {
    pub(crate) mod counting;
    #[expect(dead_code, reason = "24-puzzles and nodes are for IDA*")]
    #[path = "../../support/instances.rs"]
    pub(crate) mod instances;
}

use std::cell::RefCell;
use std::collections::HashSet;
use std::env;

use astride::engine::Engine;
use astride::npuzzle::Puzzle;
use astride::problem::Narrow;
use astride::search::CompactAStar;
use astride::search::Search;
use astride::{AStar, Graph, Heuristic, Problem, Status};

use support::counting::Counting;
use support::instances::numbered;

#[global_allocator]
static MEMORY: Counting = Counting::new();

fn main() {
    // `cargo bench` passes this argument, but `cargo test --benches` does not and should finish quickly.
    if !env::args().any(|argument| argument == "--bench") {
        println!("Run it by `cargo bench -p astride-peers --bench memory`.");
        return;
    }
    println!("### Memory for each node stored, 15-puzzle, A* with the Manhattan distance\n");
    println!("| | nodes | in use at the end, by its own account | most in use | a node | ÷ astride |");
    println!("|---|---:|---:|---:|---:|---:|");
    for instance in numbered([12, 28, 5, 2]) {
        let puzzle = instance.puzzle();
        let length = instance.length;
        let (peak, (nodes, bytes, edges)) = MEMORY.peak_of(|| by_astride(AStar::new(&puzzle)));
        assert_eq!(edges, Some(length));
        let own = per_node(peak, nodes);
        println!(
            "| Korf {}, astride | {nodes} | {:.1} B a node | {:.1} MB | {own:.1} B | 1.00 |",
            instance.number,
            per_node(bytes, nodes),
            per_node(peak, 1_000_000),
        );
        for (name, (peak, (nodes, bytes, edges))) in [
            (
                "costs of `u16`",
                MEMORY.peak_of(|| by_astride(AStar::new(Narrow::<_, u16>::new(&puzzle)))),
            ),
            (
                "compact, costs of `u8`",
                MEMORY.peak_of(|| by_astride(CompactAStar::new(Narrow::<_, u8>::new(&puzzle)))),
            ),
        ] {
            assert_eq!(edges, Some(length));
            println!(
                "| Korf {}, astride, {name} | {nodes} | {:.1} B a node | {:.1} MB | {:.1} B | {:.2} |",
                instance.number,
                per_node(bytes, nodes),
                per_node(peak, 1_000_000),
                per_node(peak, nodes),
                per_node(peak, nodes) / own,
            );
        }
        let (peak, edges) = MEMORY.peak_of(|| by_pathfinding(&puzzle, |_| {}));
        assert_eq!(edges, Some(length));
        // `pathfinding` does not report the number of stored nodes, so they are counted in a second, slower run of the
        // same search.
        let met = RefCell::new(HashSet::from([puzzle.start()]));
        let edges = by_pathfinding(&puzzle, |child| {
            met.borrow_mut().insert(*child);
        });
        assert_eq!(edges, Some(length));
        let nodes = met.borrow().len();
        let other = per_node(peak, nodes);
        println!(
            "| Korf {}, pathfinding | {nodes} | | {:.1} MB | {other:.1} B | {:.2} |",
            instance.number,
            per_node(peak, 1_000_000),
            other / own,
        );
    }
    println!();
}

#[expect(clippy::cast_precision_loss, reason = "some hundred million bytes")]
fn per_node(bytes: usize, nodes: usize) -> f64 {
    bytes as f64 / nodes as f64
}

/// Returns the number of stored nodes, their bytes according to `stats`, and the number of edges of the path.
fn by_astride<E: Engine>(mut search: Search<E>) -> (usize, usize, Option<usize>) {
    assert_ne!(search.run(), Status::Running);
    let stats = search.stats();
    (stats.nodes, stats.bytes, search.path().map(|path| path.edges()))
}

fn by_pathfinding(puzzle: &Puzzle, on_child: impl Fn(&<Puzzle as Graph>::Node)) -> Option<usize> {
    let found = pathfinding::prelude::astar(
        &puzzle.start(),
        |tiles| {
            puzzle
                .successors(tiles)
                .inspect(|(child, _)| on_child(child))
                .collect::<Vec<_>>()
        },
        |tiles| puzzle.estimate(tiles),
        |tiles| puzzle.is_goal(tiles),
    );
    found.map(|(path, _)| path.len() - 1)
}
