//! A limit that is hit ends a search. With a sufficient limit, it ends as it would without one.

use astride::Status;
use proptest::prelude::*;

use crate::common::algorithm::{ALL, Algorithm};
use crate::common::any_search::Limit;
use crate::common::plan::{Guess, plans};
use crate::common::world::World;
use astride_laws::Log;

proptest! {
    #[test]
    fn a_limit_that_is_lowered_on_the_way_forgets_no_node(plan in plans(9, 30), index in 0..3_usize, steps in 0..9) {
        let index = crate::common::world::INDEXES[index];
        for algorithm in [Algorithm::AStarLastIn, Algorithm::Dijkstra] {
            let world = World::<u32>::new(&plan, Guess::Admissible, index);
            let mut search = algorithm.search(world, &Log::default());
            for _ in 0..steps {
                let _ = search.step();
            }
            let stored = search.stats().nodes;
            search.set_node_limit(1);
            prop_assert_ne!(search.run(), Status::Running);
            prop_assert!(search.stats().nodes >= stored);
            prop_assert_eq!(search.open_nodes().count() + search.closed_nodes().count(), search.stats().nodes);
        }
    }
}

/// A limit may be set below the memory already allocated. (Iterative deepening checks it when a branch grows.)
#[test]
fn no_node_is_expanded_while_more_memory_is_in_use_than_the_limit_allows() {
    for algorithm in ALL {
        let mut search = algorithm.search(World::row(&[1_u32; 9]), &Log::default());
        assert!(search.step().is_running());
        let before = search.stats();
        let limit = before.bytes - 1;
        search.set_memory_limit(limit);
        assert_eq!(search.step(), Limit::Bytes.failure(limit), "{algorithm:?}");
        assert_eq!(search.stats().expanded, before.expanded);
        search.set_memory_limit(usize::MAX);
        search.restart();
        assert_ne!(search.run(), Limit::Bytes.failure(limit));
    }
}

#[test]
fn a_limit_may_change_until_it_is_reached() {
    for algorithm in ALL {
        let make = || algorithm.search(World::row(&[1_u32; 9]), &Log::default());
        let mut search = make();
        search.set_node_limit(4);
        assert!(search.step().is_running(), "{algorithm:?}");
        search.set_node_limit(usize::MAX);
        search.set_memory_limit(1);
        search.set_memory_limit(usize::MAX);
        assert_eq!(search.run(), make().run(), "{algorithm:?}");
    }
}
