//! The order of nodes with equal keys.

use astride::open::TieBreaking;
use astride::{AStar, Status};

use crate::common::world::World;

#[test]
fn of_nodes_with_equal_keys_the_first_or_the_last_one_comes_next() {
    let mut world = World::row(&[1_u32; 5]);
    world.edges[1..].fill(Vec::new());
    world.edges[0] = (1..=5).map(|node| (node, 1)).collect();
    for goal in 1..=5_u8 {
        world.goals = (0..6).map(|node| node == goal).collect();
        let expanded = |ties| {
            let mut search = AStar::new(&world).with_tie_breaking(ties);
            assert_eq!(search.run(), Status::Found);
            search.stats().expanded
        };
        let expected = [u64::from(goal), 6 - u64::from(goal)];
        assert_eq!([TieBreaking::FirstIn, TieBreaking::LastIn].map(expanded), expected);
    }
}
