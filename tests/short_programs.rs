//! Programs that compile without annotations and warnings.

#![deny(warnings)]

use astride::graphs::CsrGraph;
use astride::{Budget, Dijkstra, Query, Stepper};

/// The status may be ignored, since the methods that follow report what was found.
#[test]
fn a_status_is_ignored() {
    let graph = CsrGraph::from_edges(2, [(0, 1, 5_u32)]).unwrap();
    let mut search = Dijkstra::new(Query::new(graph, 0, |node| *node == 1));
    search.step();
    search.run_for(Budget::new().expansions(1));
    search.run();
    assert_eq!(search.path().unwrap().cost, 5);

    fn drive(stepper: &mut dyn Stepper) {
        stepper.step();
        stepper.run();
    }
    drive(&mut search);
}
