//! Bidirectional A\* needs consistent estimates.

use astride::search::Nbs;
use astride::{BidirectionalAStar, FnGraph, Query, SearchError, Status};

#[test]
fn an_estimate_that_falls_too_fast_is_an_error() {
    let line = FnGraph::new(|node: &u32| [(node + 1, 1_u32), (node.saturating_sub(1), 1)]).both_ways();
    let query = Query::between(line, 50, 60)
        .with_heuristic(|node| if *node == 51 { 0 } else { 60_u32.abs_diff(*node) })
        .with_reverse_heuristic(|_| 0);
    let mut search = BidirectionalAStar::new(&query);
    let error = SearchError::InconsistentEstimate {
        before: "10".into(),
        after: "1".into(),
    };
    assert_eq!(search.run(), Status::Failed(error));
    let mut search = Nbs::new(&query);
    assert_eq!((search.run(), search.path().unwrap().cost), (Status::Found, 10));
}
