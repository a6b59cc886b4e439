//! Searches of different types, chosen at run time.

use astride::{AStar, Budget, Dfs, FnGraph, Heuristic, Pathfinder, Query, Status};

/// A pathfinder is also a stepper.
#[test]
fn a_search_is_chosen_at_run_time() {
    fn by_steps<P: Heuristic<Node = i32, Cost = u32>>(problem: P, is_informed: bool) -> Option<u32> {
        let mut search: Box<dyn Pathfinder<Node = i32, Cost = u32> + '_> = if is_informed {
            Box::new(AStar::new(problem))
        } else {
            Box::new(Dfs::new(problem))
        };
        while search.run_for(Budget::new().expansions(2)) == Status::Running {}
        assert_eq!((search.status(), search.stats().expanded), (Status::Found, 5));
        search.path().map(|path| path.cost)
    }
    let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
    let query = Query::new(&line, 0, |n| *n == 5).with_heuristic(|n| n.abs_diff(5));
    assert_eq!(
        [true, false].map(|is_informed| by_steps(&query, is_informed)),
        [Some(5); 2]
    );
}
