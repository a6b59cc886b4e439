//! Bidirectional breadth-first search with several starts.

use astride::Status;
use astride::search::BidirectionalBfs;

use crate::common::plan::{Guess, Plan};
use crate::common::world::{INDEXES, Index, World, add_starts};

/// All starts that are added before a level of the start's side is searched belong to that level.
#[test]
fn of_several_starts_each_has_a_path_of_the_fewest_edges() {
    let plan = Plan {
        more_starts: vec![(2, 0)],
        ..Plan::of_edges([(0, 1, 0), (1, 3, 0), (2, 3, 9)])
    };
    let ends = World::<u32>::with_guesses(&plan, [Guess::Zero; 2], Index::Never);
    let mut search = BidirectionalBfs::new(&ends);
    add_starts(&mut search, &plan);
    assert_eq!(
        (search.run(), search.path().unwrap().nodes),
        (Status::Found, vec![2, 3])
    );
}

/// A start that the goal's side has already reached is itself the meeting point.
#[test]
fn a_late_start_on_the_side_of_the_goal_has_its_path_at_once() {
    let plan = Plan::of_edges((1..21).flat_map(|node| [(node - 1, node, 2), (node, node - 1, 2)])).between(0, 20);
    for index in INDEXES {
        let ends = World::<u32>::with_guesses(&plan, [Guess::Zero; 2], index);
        let mut search = BidirectionalBfs::new(&ends);
        while search.known_node(&18).is_none() {
            assert_eq!(search.step(), Status::Running);
        }
        search.add_start(18, 5);
        assert_eq!(search.run(), Status::Found);
        let path = search.path().unwrap();
        assert_eq!((path.nodes, path.cost), (vec![18, 19, 20], 9), "{index:?}");
    }
}
