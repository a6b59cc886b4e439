//! The actions on a path: random graphs with parallel labelled edges, against an oracle.

use astride::{
    AStar, Bfs, Budget, Dfs, Dijkstra, FnGraph, Greedy, IdaStar, Path, Pathfinder, Query, Status, Via, WeightedAStar,
};
use proptest::prelude::*;

/// From, to, cost. An edge's label is its place in the list.
type Edges = Vec<(u32, u32, u32)>;
type Node = Via<u32, usize>;
type Search<'a> = Box<dyn Pathfinder<Node = Node, Cost = u32> + 'a>;

fn graphs() -> impl Strategy<Value = (u32, Edges)> {
    // Few nodes, so that many edges are parallel.
    (2..9_u32).prop_flat_map(|nodes| {
        let edge = (0..nodes, 0..nodes, 1..20_u32);
        (Just(nodes), prop::collection::vec(edge, 0..40))
    })
}

/// The least cost from each node to the last one, where `cost` is what an edge counts. (Bellman and Ford.)
fn distances(nodes: u32, edges: &Edges, cost: fn(u32) -> u32) -> Vec<Option<u32>> {
    let mut distances = vec![None; nodes as usize];
    distances[nodes as usize - 1] = Some(0);
    for _ in 0..nodes {
        for (from, to, weight) in edges {
            if let Some(rest) = distances[*to as usize] {
                let sum: u32 = rest + cost(*weight);
                let known = &mut distances[*from as usize];
                *known = Some(known.map_or(sum, |known: u32| known.min(sum)));
            }
        }
    }
    distances
}

/// The sum of the edges that a path names, each of which leads from its node to the next one.
fn sum_of_actions(path: &Path<Node, u32>, edges: &Edges) -> u32 {
    assert_eq!(path.nodes[0].action, None);
    let pairs = path.nodes.windows(2);
    pairs
        .map(|pair| {
            let (from, to, cost) = edges[pair[1].action.expect("all but the start were reached by an edge")];
            assert_eq!((from, to), (pair[0].node, pair[1].node));
            cost
        })
        .sum()
}

proptest! {
    #[test]
    fn every_search_names_the_edges_of_its_path((nodes, edges) in graphs(), share in 0..=100_u32) {
        let graph = FnGraph::new(|from: &Node| {
            let labelled = edges.iter().enumerate().filter(|(_, edge)| edge.0 == from.node);
            labelled.map(|(label, (_, to, cost))| (Via::new(*to, label), *cost)).collect::<Vec<_>>()
        });
        let cheapest = distances(nodes, &edges, |cost| cost);
        let fewest = distances(nodes, &edges, |_| 1);
        // Admissible, but not always consistent: every other node is estimated at less.
        let estimate = |node: &Node| {
            let share = if node.node & 1 == 0 { share } else { share / 3 };
            cheapest[node.node as usize].map_or(0, |cost| cost * share / 100)
        };
        let query = || Query::new(&graph, Via::start(0), |node| node.node == nodes - 1).with_heuristic(estimate);
        let searches: [(&str, Search<'_>); 8] = [
            ("cheapest", Box::new(AStar::new(query()))),
            ("cheapest", Box::new(Dijkstra::new(query()))),
            ("cheapest", Box::new(IdaStar::new(query()))),
            ("fewest", Box::new(Bfs::new(query()))),
            ("any", Box::new(Dfs::new(query()))),
            ("any", Box::new(Dfs::new(query()).with_depth_limit(nodes))),
            ("any", Box::new(WeightedAStar::new(query(), 2.0).unwrap())),
            ("any", Box::new(Greedy::new(query()))),
        ];
        for (place, (promise, mut search)) in searches.into_iter().enumerate() {
            // Iterative deepening goes round in cycles for ever if there is no path.
            let status = search.run_for(Budget::new().expansions(200_000));
            prop_assert_eq!(status == Status::Found, cheapest[0].is_some(), "search {}", place);
            let Some(path) = search.path() else { continue };
            prop_assert_eq!(sum_of_actions(&path, &edges), path.cost, "search {}", place);
            match promise {
                "cheapest" => prop_assert_eq!(Some(path.cost), cheapest[0], "search {}", place),
                "fewest" => prop_assert_eq!(u32::try_from(path.edges()).ok(), fewest[0]),
                _ => {}
            }
        }
        // From one node to all: each path is one of its own.
        let mut all = Dijkstra::one_to_all(&graph, Via::start(0));
        prop_assert_eq!(all.run(), Status::Found);
        for node in 0..nodes {
            if let Some(path) = all.path_to(&Via::start(node)) {
                prop_assert_eq!(sum_of_actions(&path, &edges), path.cost);
            }
        }
    }
}
