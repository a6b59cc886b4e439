//! After a change to the graph, `withdraw` and `offer` repair the result of a one-to-all search.

use astride::{AStar, Dijkstra, FnGraph, Graph, Query, Status};

/// A road from house 0 to house `lengths.len()`.
struct Road {
    lengths: Vec<u32>,
    has_indices: bool,
    has_node_at: bool,
}

impl Graph for Road {
    type Node = usize;
    type Cost = u32;

    fn successors(&self, house: &usize) -> impl Iterator<Item = (usize, u32)> {
        self.lengths.get(*house).map(|length| (house + 1, *length)).into_iter()
    }

    fn index(&self, house: &usize) -> Option<usize> {
        self.has_indices.then_some(*house)
    }

    fn node_at(&self, index: usize) -> Option<usize> {
        self.has_node_at.then_some(index)
    }
}

#[test]
fn paths_that_have_become_more_expensive_are_replaced_wherever_nodes_are_stored() {
    for (has_indices, has_node_at) in [(false, false), (true, false), (true, true)] {
        // The offers may come in any order, and include edges from houses without a path.
        for offered in [[1, 2, 3], [3, 2, 1]] {
            let lengths = vec![1; 3];
            let road = Road {
                lengths,
                has_indices,
                has_node_at,
            };
            let mut search = Dijkstra::one_to_all(road, 0);
            assert_eq!(search.run(), Status::Found);
            search.repair().graph_mut().lengths[0] = 5;
            for house in offered {
                search.withdraw(&house);
                assert_eq!((search.cost_to(&house), search.path_to(&house)), (None, None));
            }
            for house in offered {
                let length = search.problem().graph().lengths[house - 1];
                search.offer(house, &(house - 1), length, 0);
            }
            assert_eq!(search.run(), Status::Found);
            assert_eq!(
                [1, 2, 3].map(|house| search.cost_to(&house)),
                [Some(5), Some(6), Some(7)]
            );
            assert_eq!(search.path_to(&3).unwrap().nodes, [0, 1, 2, 3]);
        }
    }
}

#[test]
fn an_offer_that_fails_shows_its_parent() {
    let line = FnGraph::new(|node: &u32| (*node < 4).then_some((node + 1, 1.0)));
    let estimate = |node: &u32| if *node == 9 { f64::NAN } else { 0.0 };
    for (node, edge, current) in [(7, 1.0, 4), (7, f64::INFINITY, 4), (7, -1.0, 2), (9, 1.0, 2)] {
        let mut search = AStar::new(Query::new(&line, 0, |node| *node == 4).with_heuristic(estimate));
        assert_eq!(search.run(), Status::Found);
        search.repair();
        search.offer(node, &2, edge, 0);
        assert_eq!(
            (search.current(), search.status().is_running()),
            (Some(current), current == 4)
        );
    }
}
