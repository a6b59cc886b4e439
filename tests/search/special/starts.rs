//! Starts that are added during a search.

use astride::search::Origin;
use astride::{SearchError, Status};
use astride_laws::Log;

use super::{Driven, Kind, ONE_TABLE, all, ring};
use crate::common::plan::{Guess, Plan};
use crate::common::world::{Index, World};

/// Whichever way the search has followed edges last.
#[test]
fn the_invalid_cost_of_a_start_is_not_taken_for_that_of_the_goal() {
    let (ends, log) = (ring(30), Log::default());
    for kind in all() {
        for steps in 0..4 {
            let mut search = Driven::new(kind, &ends, &log);
            for _ in 0..steps {
                assert_eq!(search.step(), Status::Running);
            }
            search.add_start(1, -3);
            let (cost, origin) = ("-3".into(), Origin::Start);
            let expected = Status::Failed(SearchError::NegativeCost { cost, origin });
            assert_eq!(search.status(), expected, "{kind:?} {steps}");
        }
    }
}

#[test]
fn of_a_start_that_comes_twice_the_lower_cost_counts() {
    let plan = Plan::of_edges([(0, 2, 9), (1, 2, 1)]);
    let (ends, log) = (
        World::<i32>::with_guesses(&plan, [Guess::Zero; 2], Index::Always),
        Log::default(),
    );
    // Searches for the fewest edges differ.
    for kind in all().filter(|kind| *kind != Kind::Bfs) {
        for costs in [[20, 1], [1, 20]] {
            let mut search = Driven::new(kind, &ends, &log);
            for cost in costs {
                search.add_start(1, cost);
            }
            assert_eq!(search.run(), Status::Found);
            assert_eq!(search.path().unwrap().cost, 2, "{kind:?} {costs:?}");
        }
    }
}

/// 2 is the goal, and it is known to come next.
#[test]
fn a_start_that_is_added_comes_before_a_more_expensive_goal() {
    let ends = World::<i32>::with_guesses(&Plan::of_edges([(0, 2, 5), (1, 2, 1)]), [Guess::Zero; 2], Index::Never);
    for kind in ONE_TABLE {
        let mut search = Driven::new(kind, &ends, &Log::default());
        assert!(search.step().is_running());
        assert_eq!(search.next_node().map(|next| next.node), Some(2));
        search.add_start(1, 0);
        assert_eq!(
            (search.run(), search.path().unwrap().cost),
            (Status::Found, 1),
            "{kind:?}"
        );
    }
}
