//! Compares one-to-all costs, isochrones and matrices of both kinds of hierarchy with Bellman-Ford and Dijkstra's
//! algorithm.

use astride::graphs::CsrGraph;
use astride::{CostMatrix, Dijkstra, Query, Status};
use astride_roads::{ContractionHierarchy, CustomizableHierarchy, HierarchyError, Order, RankedHierarchy, dimacs};
use proptest::prelude::*;

use super::csr::{adjacency, distances, pick};
use super::customizable::{edge_lists, order, orders};
use super::road::{folder, unpack};

/// Compares everything that a hierarchy computes with the costs between all nodes.
fn check(hierarchy: &impl RankedHierarchy<Cost = u32>, expected: &[Vec<u32>], ends: &[Vec<u32>; 2]) {
    let nodes = 0..u32::try_from(expected.len()).unwrap();
    for node in nodes.clone() {
        let row = &expected[node as usize];
        assert_eq!(&hierarchy.one_to_all(node).unwrap(), row, "from {node}");
        let column: Vec<u32> = expected.iter().map(|row| row[node as usize]).collect();
        assert_eq!(hierarchy.all_to_one(node).unwrap(), column, "to {node}");
        for limit in [0, 5, 500, u32::MAX] {
            let near = nodes.clone().map(|other| (other, row[other as usize]));
            let near: Vec<_> = near.filter(|(_, cost)| *cost <= limit && *cost < u32::MAX).collect();
            assert_eq!(hierarchy.within(node, limit).unwrap(), near);
        }
    }
    let [sources, targets] = ends;
    let row = |source: &u32| {
        targets
            .iter()
            .map(|target| expected[*source as usize][*target as usize])
            .collect()
    };
    let rows: Vec<Vec<u32>> = sources.iter().map(row).collect();
    assert_eq!(hierarchy.matrix(sources, targets).unwrap(), rows);

    let outside = [u32::MAX, u32::try_from(expected.len()).unwrap()];
    for node in outside {
        assert!(hierarchy.one_to_all(node).unwrap().iter().all(|cost| *cost == u32::MAX));
        assert_eq!(hierarchy.within(node, 7).unwrap(), []);
    }
    assert_eq!(hierarchy.matrix(outside, [0]).unwrap(), [[u32::MAX]; 2]);
    assert_eq!(hierarchy.matrix([0], outside).unwrap(), [[u32::MAX; 2]]);
}

#[test]
fn a_limit_that_is_no_number_is_an_error() {
    let graph = CsrGraph::undirected(3, [(0, 1, 4.0), (1, 2, 3.0)]).unwrap();
    let customizable = CustomizableHierarchy::new(&graph, &Order::by_distances(&graph).unwrap()).unwrap();
    for limit in [f64::NAN, -f64::NAN, f64::NEG_INFINITY] {
        let text = format!("the limit is {limit:?}, but it must be finite or infinity");
        assert_eq!(customizable.within(0, limit).unwrap_err().to_string(), text);
    }
    for (limit, count) in [(f64::INFINITY, 3), (4.0, 2), (-1.0, 0)] {
        assert_eq!(customizable.within(0, limit).unwrap().len(), count);
    }
}

/// Both kinds of matrices take lists in any form, and return their costs in the same one.
#[test]
fn matrices_take_the_same_arguments() {
    let graph = CsrGraph::undirected(6, [(0, 1, 4_u32), (1, 2, 3), (2, 3, 5), (3, 4, 2)]).unwrap();
    let contracted = ContractionHierarchy::prepare(&graph).unwrap();
    let customizable = CustomizableHierarchy::new(&graph, &Order::by_distances(&graph).unwrap()).unwrap();
    macro_rules! check {
        ($sources:expr, $targets:expr, $rows:expr) => {
            let forward = CostMatrix::new(&graph, $sources, $targets).unwrap();
            let either_way = CostMatrix::either_way(&graph, $sources, $targets).unwrap();
            let rows: &[Vec<u32>] = &$rows;
            assert_eq!([forward.rows(), either_way.rows()], [rows, rows]);
            assert_eq!(contracted.matrix($sources, $targets).unwrap(), rows);
            assert_eq!(customizable.matrix($sources, $targets).unwrap(), rows);
        };
    }
    let (sources, targets) = (vec![0, 4, 0], vec![5, 2]);
    let rows = [vec![u32::MAX, 7], vec![u32::MAX, 7], vec![u32::MAX, 7]];
    check!(&sources, &targets, rows);
    check!(sources.clone(), &targets[..], rows);
    check!([0, 4, 0], &[5, 2], rows);
    check!([], &targets, []);
    check!(&sources, Vec::new(), [vec![], vec![], vec![]]);
}

proptest! {
    #[test]
    fn costs_are_those_of_cheapest_paths(
        ((nodes, edges), given) in edge_lists().prop_flat_map(|list| {
            let orders = orders(list.0);
            (Just(list), orders)
        }),
        ends: [Vec<prop::sample::Index>; 2],
    ) {
        let graph = CsrGraph::from_edges(nodes, edges.clone()).unwrap();
        let rows = adjacency(nodes, &edges, true);
        let row = |start| distances(&rows, start).into_iter().map(|cost| cost.unwrap_or(u32::MAX)).collect();
        let expected: Vec<Vec<u32>> = graph.nodes().map(row).collect();
        let ends = ends.map(|ends| ends.into_iter().take(9).map(|end| pick(end, nodes)).collect());
        check(&ContractionHierarchy::prepare(&graph).unwrap(), &expected, &ends);
        check(&CustomizableHierarchy::new(&graph, &order(&graph, given)).unwrap(), &expected, &ends);
    }

    #[test]
    fn paths_that_cost_too_much_are_errors((nodes, edges) in edge_lists(), scale in 1..9_u32) {
        let narrow = |(from, to, cost): &(u32, u32, u32)| (*from, *to, u8::try_from(cost * scale % 255).unwrap());
        let narrow: Vec<_> = edges.iter().map(narrow).collect();
        let graph = CsrGraph::from_edges(nodes, narrow.iter().copied()).unwrap();
        let edges: Vec<_> = narrow.iter().map(|(from, to, cost)| (*from, *to, u32::from(*cost))).collect();
        let rows = adjacency(nodes, &edges, true);
        let hierarchy = ContractionHierarchy::prepare(&graph).unwrap();
        for start in graph.nodes() {
            let exact = distances(&rows, start);
            let all: Vec<u32> = graph.nodes().collect();
            let too_much = |to: u32| exact[to as usize].is_some_and(|cost| cost >= 255);
            let expected: Vec<u8> = exact.iter().map(|cost| cost.map_or(255, |cost| u8::try_from(cost).unwrap_or(255))).collect();
            for result in [hierarchy.one_to_all(start), hierarchy.matrix([start], &all).map(|mut rows| rows.remove(0))] {
                match result {
                    Ok(costs) => {
                        prop_assert!(!all.iter().any(|to| too_much(*to)));
                        prop_assert_eq!(&costs, &expected);
                    }
                    Err(HierarchyError::PathOverflow { from, to }) => {
                        prop_assert_eq!(from, start);
                        prop_assert!(too_much(to));
                    }
                    Err(error) => prop_assert!(false, "{}", error),
                }
            }
            let near: Vec<(u32, u8)> = (0..).zip(expected.iter().copied()).filter(|(_, cost)| *cost <= 200).collect();
            prop_assert_eq!(hierarchy.within(start, 200).unwrap(), near);
        }
    }
}

/// The sum becomes too large while climbing from a target, not where a source meets it.
#[test]
fn a_path_that_costs_too_much_for_its_target_is_an_error() {
    let graph = CsrGraph::from_edges(3, [(1, 0, 153_u8), (2, 1, 102), (0, 2, 0)]).unwrap();
    let hierarchy = ContractionHierarchy::prepare(&graph).unwrap();
    let error = hierarchy.matrix([2], [0]).unwrap_err();
    let expected = "the cheapest path from 2 to 0 costs more than the cost type can hold";
    assert_eq!(error.to_string(), expected);
}

#[test]
#[ignore = "prepares New York twice, and searches it by Dijkstra's algorithm a hundred times"]
fn a_matrix_of_new_york_has_the_costs_of_dijkstra() {
    let Some(folder) = folder() else { return };
    let graph = dimacs::read_graph::<u32>(unpack(&folder.join("ny_time.gr.gz"))).unwrap();
    let nodes = u32::try_from(graph.node_count()).unwrap();
    let ends = |step: u32| (0..100).map(|end| end * step % nodes).collect::<Vec<_>>();
    let (sources, targets) = (ends(2_639), ends(104_729));
    let mut search = Dijkstra::one_to_all(&graph, 0);
    let mut expected = Vec::new();
    for source in &sources {
        search.reset(Query::to_all(&graph, *source));
        assert_eq!(search.run(), Status::Found);
        expected.push(
            targets
                .iter()
                .map(|target| search.cost_to(target).unwrap_or(u32::MAX))
                .collect::<Vec<_>>(),
        );
    }
    let contracted = ContractionHierarchy::prepare(&graph).unwrap();
    assert!(contracted.matrix(&sources, &targets).unwrap() == expected);
    let customizable = CustomizableHierarchy::new(&graph, &Order::by_distances(&graph).unwrap()).unwrap();
    assert!(customizable.matrix(&sources, &targets).unwrap() == expected);
    for (node, cost) in (0..).zip(customizable.one_to_all(sources[99]).unwrap()) {
        assert_eq!(Some(cost).filter(|cost| *cost < u32::MAX), search.cost_to(&node));
    }
}
