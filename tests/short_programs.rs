//! Programs that compile without annotations and warnings. Most are only compiled.

#![deny(warnings)]
#![allow(dead_code, reason = "most programs are only compiled")]

use astride::graphs::CsrGraph;
use astride::search::{BidirectionalBfs, BoundedAStar, CompactAStar, DisjointPaths, Nbs};
use astride::traits::{PairHeuristic, ReverseHeuristic};
use astride::{
    AStar, AraStar, Bfs, BidirectionalAStar, BidirectionalDijkstra, Budget, DStarLite, Dfs, Dijkstra, Greedy,
    Heuristic, IdDfs, IdaStar, KShortestPaths, KnownGoal, LpaStar, Problem, Query, ReverseGraph, Status, Stepper,
    WeightedAStar,
};
use astride_grid::AnyAngle;
use astride_grid::{LazyThetaStar, ThetaStar};
use astride_labels::LabelSearch;
use astride_labels::Labels;
use astride_roads::Hierarchy;
use astride_roads::HierarchySearch;

/// A closure makes a search before the type of its problem is known, and calls a method on it.
macro_rules! inferred {
    ($($search:ident::$new:ident($($argument:expr)?)$(.$unwrap:ident)?: $($bound:ident),+;)*) => {
        $({
            fn calls<P: Problem<Node = u32, Cost = u32> $(+ $bound)+>(problem: P) {
                let drive = |problem| {
                    let mut search = $search::$new(problem $(, $argument)?)$(.$unwrap())?.with_node_limit(9);
                    search.run();
                    (search.stats().expanded, search.path().map_or(0, |path| path.nodes.len()))
                };
                let _: (u64, usize) = drive(problem);
            }
        })*
    };
}

fn a_method_is_called_before_the_problem_is_inferred() {
    inferred! {
        AStar::new(): Heuristic;
        AraStar::new(): Heuristic;
        Bfs::new(): Problem;
        BidirectionalAStar::new(): ReverseHeuristic, KnownGoal, ReverseGraph;
        BidirectionalBfs::new(): KnownGoal, ReverseGraph;
        BidirectionalDijkstra::new(): KnownGoal, ReverseGraph;
        BoundedAStar::new(1.5).unwrap: Heuristic;
        CompactAStar::new(): Heuristic, ReverseGraph;
        DStarLite::new(): PairHeuristic, KnownGoal, ReverseGraph;
        Dfs::new(): Problem;
        Dijkstra::new(): Problem;
        DisjointPaths::by_edges(): Problem;
        DisjointPaths::by_nodes(): Problem;
        Greedy::new(): Heuristic;
        HierarchySearch::new(): Hierarchy, KnownGoal;
        IdDfs::new(): Problem;
        IdaStar::new(): Heuristic;
        KShortestPaths::new(): KnownGoal, ReverseGraph;
        KShortestPaths::forward(): Problem;
        KShortestPaths::forward_with_estimates(): Heuristic;
        LabelSearch::new(): Labels;
        LazyThetaStar::new(): AnyAngle;
        LpaStar::new(): Heuristic, KnownGoal, ReverseGraph;
        Nbs::new(): ReverseHeuristic, KnownGoal, ReverseGraph;
        ThetaStar::new(): AnyAngle;
        WeightedAStar::new(2.0).unwrap: Heuristic;
    }
}

fn a_function_returns_a_search(graph: &CsrGraph<u32>) -> Dfs<impl Problem<Node = u32>> {
    fn limited<P: Problem>(problem: P) -> Dfs<P> {
        Dfs::new(problem).with_depth_limit(4)
    }
    limited(Query::new(graph, 0, |node| *node == 3))
}

fn a_query_is_passed_through_closures(graph: &CsrGraph<u32>) -> Vec<Status> {
    let query = |start| Query::new(graph, start, |node| *node == 3);
    let search = |query| Dfs::new(query).with_depth_limit(4);
    let estimated = |query: Query<_, _>| query.with_heuristic(|_| 0);
    let mut ends: Vec<Status> = (0..3).map(query).map(search).map(|mut search| search.run()).collect();
    let run = |query| AStar::new(query).run();
    ends.push(run(estimated(query(0))));
    ends
}

/// The status may be ignored, since the methods that follow report what was found.
#[test]
fn a_status_is_ignored() {
    fn drive(stepper: &mut dyn Stepper) {
        stepper.step();
        stepper.run();
    }
    let graph = CsrGraph::from_edges(2, [(0, 1, 5_u32)]).unwrap();
    let mut search = Dijkstra::new(Query::new(graph, 0, |node| *node == 1));
    search.step();
    search.run_for(Budget::new().expansions(1));
    search.run();
    assert_eq!(search.path().unwrap().cost, 5);
    drive(&mut search);
}
