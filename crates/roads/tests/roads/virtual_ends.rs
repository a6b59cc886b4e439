//! Several starts and goals with costs in hierarchies, compared with graphs that have two more nodes.

use astride::graphs::CsrGraph;
use astride::problem::{VirtualEnds, VirtualNode};
use astride::{Budget, SearchError, Status};
use astride_roads::{ContractionHierarchy, CustomizableHierarchy, Hierarchy, HierarchySearch, Order};
use proptest::prelude::*;

use super::csr::{Edge, adjacency, distances, pick, sum};

/// A trip by a hierarchy has the least cost, and its path and cost agree.
fn check_trip(
    hierarchy: &impl Hierarchy<Node = u32, Cost = u32>,
    graph: &CsrGraph<u32>,
    [starts, goals]: [&[(u32, u32)]; 2],
    direct: Option<u32>,
    expected: Option<u32>,
) -> Result<(), TestCaseError> {
    let trip = VirtualEnds::new(hierarchy, starts.iter().copied(), goals.iter().copied());
    let trip = trip.with_direct_cost(direct.unwrap_or(u32::MAX));
    let mut search = HierarchySearch::new(&trip);
    while search.run_for(Budget::new().expansions(1)) == Status::Running {
        // The path to each known node begins at the virtual start.
        let known: Vec<_> = search.open_nodes().chain(search.closed_nodes()).collect();
        for view in known.iter().filter(|view| !view.is_backward) {
            let path = search.path_to(&view.node).expect("a known node");
            prop_assert_eq!(&path.nodes[0], &VirtualNode::Start);
            prop_assert_eq!(path.nodes.last(), Some(&view.node));
        }
    }
    let found = search.path();
    prop_assert_eq!(found.as_ref().map(|path| path.cost), expected);
    let Some(found) = found else { return Ok(()) };
    prop_assert_eq!(
        (&found.nodes[0], found.nodes.last()),
        (&VirtualNode::Start, Some(&VirtualNode::Goal))
    );
    let Some(path) = trip.path(&found) else {
        prop_assert_eq!(direct, Some(found.cost));
        return Ok(());
    };
    let cost = |ends: &[(u32, u32)], node: u32| {
        let costs = ends.iter().filter(|(end, _)| *end == node).map(|(_, cost)| *cost);
        costs.min().expect("an end")
    };
    let ends = cost(starts, path.nodes[0]) + cost(goals, path.nodes[path.edges()]);
    prop_assert_eq!(sum(graph, &path) + ends, path.cost);
    Ok(())
}

proptest! {
    #[test]
    fn hierarchies_find_the_cheapest_of_several_starts_and_goals(
        (nodes, edges) in (1..30_u32).prop_flat_map(|nodes| {
            let edge = (0..nodes, 0..nodes, 0..50_u32);
            (Just(nodes), prop::collection::vec(edge, 0..90))
        }),
        starts in prop::collection::vec((any::<prop::sample::Index>(), 0..60_u32), 0..4),
        goals in prop::collection::vec((any::<prop::sample::Index>(), 0..60_u32), 0..12),
        direct in prop::option::of(0..200_u32),
    ) {
        let of_nodes = |ends: &[(prop::sample::Index, u32)]| -> Vec<(u32, u32)> {
            ends.iter().map(|(index, cost)| (pick(*index, nodes as usize), *cost)).collect()
        };
        let (starts, goals) = (of_nodes(&starts), of_nodes(&goals));
        let graph = CsrGraph::from_edges(nodes as usize, edges.clone()).unwrap();
        let [start, goal] = [nodes, nodes + 1];
        let mut by_hand: Vec<Edge> = edges;
        by_hand.extend(starts.iter().map(|(node, cost)| (start, *node, *cost)));
        by_hand.extend(goals.iter().map(|(node, cost)| (*node, goal, *cost)));
        by_hand.extend(direct.map(|cost| (start, goal, cost)));
        let expected = distances(&adjacency(nodes as usize + 2, &by_hand, true), start)[goal as usize];

        let contraction = ContractionHierarchy::prepare(&graph).unwrap();
        check_trip(&contraction, &graph, [&starts, &goals], direct, expected)?;
        let order = Order::by_distances(&graph).unwrap();
        let customizable = CustomizableHierarchy::new(&graph, &order).unwrap();
        check_trip(&customizable, &graph, [&starts, &goals], direct, expected)?;
    }
}

#[test]
fn ends_that_are_not_in_the_hierarchy_are_errors() {
    let line = CsrGraph::undirected(3, [(0, 1, 1_u32), (1, 2, 1)]).unwrap();
    let hierarchy = ContractionHierarchy::prepare(&line).unwrap();
    for (start, goal) in [(7, 1), (1, 7)] {
        let trip = VirtualEnds::new(&hierarchy, [(0, 0), (start, 0)], [(2, 0), (goal, 0)]);
        let status = HierarchySearch::new(&trip).run();
        assert!(
            matches!(status, Status::Failed(SearchError::NoSuchNode { .. })),
            "{status:?}"
        );
    }
}
