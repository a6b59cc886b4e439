//! Contraction hierarchies. `tools/differential/` compares their paths between all nodes with those of Bellman-Ford.

use std::fs;
use std::sync::atomic::AtomicBool;

use astride::graphs::CsrGraph;
use astride::{Budget, Graph, Query, ReverseGraph, SearchError, Status, Stepper};
use astride_roads::BinaryFileError;
use astride_roads::Hierarchy;
use astride_roads::HierarchySearch;
use astride_roads::{ContractionHierarchy, CustomizableHierarchy, HierarchyError, Order, Preparation, RankedHierarchy};
use proptest::prelude::*;

use super::csr::{Edge, adjacency, distances, pick, sum};
use super::scratch::{Scratch, forge};

/// Generates a number of nodes, and edges between them that cost less than `too_much`.
fn edge_lists(too_much: u32) -> impl Strategy<Value = (usize, Vec<Edge>)> {
    (1..40_u32).prop_flat_map(move |nodes| {
        let edge = (0..nodes, 0..nodes, 0..too_much);
        (Just(nodes as usize), prop::collection::vec(edge, 0..150))
    })
}

/// Adds one start before the first step and one after some steps, and checks the costs of all paths on the way.
fn check_starts(
    hierarchy: &impl Hierarchy<Node = u32, Cost = u32>,
    graph: &CsrGraph<u32>,
    edges: &[Edge],
    (starts, goal): ([(u32, u32); 3], u32),
    steps: usize,
) -> Result<(), TestCaseError> {
    let rows = adjacency(graph.node_count(), edges, true);
    let mut starts = starts.to_vec();
    starts[0].1 = 0;
    let mut search = HierarchySearch::new(Query::between(hierarchy, starts[0].0, goal));
    search.add_start(starts[1].0, starts[1].1);
    for _ in 0..steps {
        let _ = search.step();
    }
    if search.status() == Status::Running {
        search.add_start(starts[2].0, starts[2].1);
    } else {
        starts.pop();
    }
    loop {
        let status = search.step();
        let known = search.open_nodes().chain(search.closed_nodes());
        let known: Vec<_> = known.filter(|view| !view.is_backward).map(|view| view.node).collect();
        let paths = known.iter().filter_map(|node| search.path_to(node));
        for path in paths.chain(search.best_effort_path()).chain(search.path()) {
            let begins = starts.iter().filter(|(start, _)| *start == path.nodes[0]);
            let rest = sum(graph, &path);
            prop_assert!(
                begins.clone().any(|(_, cost)| cost + rest == path.cost),
                "{path:?} costs {rest}"
            );
        }
        if status != Status::Running {
            break;
        }
    }
    let from_starts = starts
        .iter()
        .filter_map(|(start, cost)| Some(distances(&rows, *start)[goal as usize]? + cost));
    prop_assert_eq!(search.path().map(|path| path.cost), from_starts.min());
    Ok(())
}

proptest! {
    #[test]
    fn edges_lead_up_and_ranks_are_an_order((nodes, edges) in edge_lists(100)) {
        let graph = CsrGraph::from_edges(nodes, edges).unwrap();
        let hierarchy = ContractionHierarchy::prepare(&graph).unwrap();
        let mut ranks: Vec<_> = graph.nodes().map(|node| hierarchy.rank(node).unwrap()).collect();
        let mut edges = 0;
        for node in graph.nodes() {
            for (higher, _) in hierarchy.successors(&node).chain(hierarchy.predecessors(&node)) {
                prop_assert!(hierarchy.rank(node) < hierarchy.rank(higher));
                edges += 1;
            }
        }
        prop_assert_eq!(edges, hierarchy.edge_count());
        ranks.sort_unstable();
        prop_assert!(ranks.into_iter().eq(graph.nodes()));
    }

    /// If a side knows a cheaper path to a node from a higher one, the node is closed without generating successors.
    #[test]
    fn nodes_that_are_overtaken_have_no_successors((nodes, edges) in edge_lists(100), ends: [prop::sample::Index; 2]) {
        let graph = CsrGraph::undirected(nodes, edges).unwrap();
        let hierarchy = ContractionHierarchy::prepare(&graph).unwrap();
        let [start, goal] = ends.map(|end| pick(end, nodes));
        let mut search = HierarchySearch::new(hierarchy.query(start, goal));
        while let Some(next) = search.next_node() {
            let known: Vec<_> = search.open_nodes().chain(search.closed_nodes()).collect();
            let cost_to = |node: u32| {
                let found = known.iter().find(|view| view.node == node && view.is_backward == next.is_backward);
                found.map(|view| view.g)
            };
            let mut edges = [
                hierarchy.successors(&next.node).collect::<Vec<_>>(),
                hierarchy.predecessors(&next.node).collect(),
            ];
            if next.is_backward {
                edges.swap(0, 1);
            }
            let [onward, from_above] = edges;
            let mut from_above = from_above.into_iter();
            let is_overtaken = from_above.any(|(node, edge)| cost_to(node).is_some_and(|cost| cost + edge < next.g));
            let before = search.stats().generated;
            let _ = search.step();
            let generated = search.stats().generated - before;
            prop_assert_eq!(generated, if is_overtaken { 0 } else { onward.len() as u64 });
        }
    }

    #[test]
    fn a_search_does_the_same_however_it_is_driven((nodes, edges) in edge_lists(100), ends: [prop::sample::Index; 2]) {
        let graph = CsrGraph::from_edges(nodes, edges.clone()).unwrap();
        let hierarchy = ContractionHierarchy::prepare(&graph).unwrap();
        let [start, goal] = ends.map(|end| pick(end, nodes));
        let mut whole = HierarchySearch::new(hierarchy.query(start, goal));
        let status = whole.run();

        let mut stepped = HierarchySearch::new(hierarchy.query(start, goal));
        let mut steps = 0;
        while stepped.step() == Status::Running {
            steps += 1;
            prop_assert_eq!(stepped.stats().expanded, steps);
            if let Some(so_far) = stepped.best_effort_path() {
                prop_assert_eq!(sum(&graph, &so_far), so_far.cost);
            }
        }
        let mut budgeted = HierarchySearch::new(hierarchy.query(start, goal));
        while budgeted.run_for(Budget::new().expansions(3)) == Status::Running {}
        let mut limited = HierarchySearch::new(hierarchy.query(start, goal)).with_node_limit(1);
        for limit in 2.. {
            match limited.run() {
                Status::Failed(SearchError::NodeLimit { .. }) => {
                    limited.set_node_limit(limit);
                    limited.restart();
                }
                _ => break,
            }
        }
        for search in [stepped, budgeted, limited] {
            prop_assert_eq!(search.status(), status.clone());
            prop_assert_eq!(search.path(), whole.path());
            prop_assert_eq!(search.stats().expanded, whole.stats().expanded);
        }
    }

    #[test]
    fn the_cheapest_start_wins(
        (nodes, edges) in edge_lists(100),
        starts: [(prop::sample::Index, u8); 3],
        goal: prop::sample::Index,
        steps in 0..12_usize,
    ) {
        let graph = CsrGraph::from_edges(nodes, edges.clone()).unwrap();
        let order = Order::by_distances(&graph).unwrap();
        let starts = starts.map(|(start, cost)| (pick(start, nodes), u32::from(cost)));
        let goal = pick(goal, nodes);
        check_starts(&ContractionHierarchy::prepare(&graph).unwrap(), &graph, &edges, (starts, goal), steps)?;
        check_starts(&CustomizableHierarchy::new(&graph, &order).unwrap(), &graph, &edges, (starts, goal), steps)?;
    }

    #[test]
    fn costs_near_overflow_fail_or_are_right(
        (nodes, edges) in edge_lists(256),
        scale in prop_oneof![Just(1), Just(8)],
    ) {
        let narrow = |(from, to, cost): &Edge| (*from, *to, u8::try_from(cost / scale).unwrap());
        let graph = CsrGraph::from_edges(nodes, edges.iter().map(narrow)).unwrap();
        // An edge that costs infinity does not exist.
        let finite = graph.iter().filter(|(_, _, cost)| *cost < u8::MAX);
        let edges: Vec<Edge> = finite.map(|(from, to, cost)| (from, to, cost.into())).collect();
        let rows = adjacency(nodes, &edges, true);
        let hierarchy = ContractionHierarchy::prepare(&graph).unwrap();
        let mut search = HierarchySearch::new(hierarchy.query(0, 0));
        for start in graph.nodes() {
            for (goal, expected) in (0..).zip(distances(&rows, start)) {
                search.reset(hierarchy.query(start, goal));
                check_near_overflow(search.run(), search.path().map(|path| path.cost), expected);
            }
        }
    }
}

/// A path is found if it fits, and is not reported as missing if it does not.
pub(crate) fn check_near_overflow(status: Status, cost: Option<u8>, expected: Option<u32>) {
    let fits = expected.is_some_and(|expected| expected < u8::MAX.into());
    assert_eq!(cost.map(u32::from), expected.filter(|_| fits));
    match status {
        Status::Found => assert!(fits),
        Status::Exhausted => assert_eq!(expected, None),
        Status::Failed(SearchError::CostOverflow { .. }) => assert!(!fits),
        status => panic!("{status}"),
    }
}

#[test]
fn what_cannot_be_prepared_is_refused() {
    let prepare = |edges: [(u32, u32, i8); 2]| ContractionHierarchy::prepare(&CsrGraph::from_edges(3, edges).unwrap());
    let error = prepare([(0, 1, 1), (2, 2, -3)]).unwrap_err();
    assert_eq!(error.to_string(), "the edge from 2 to 2 costs -3, which is below zero");
}

/// Whichever nodes are contracted first, a shortcut costs too much.
#[test]
fn shortcuts_that_cost_too_much_are_left_out() {
    let ring = (0..6_u32).map(|node| (node, (node + 1) % 6, 100_u8));
    let hierarchy = ContractionHierarchy::prepare(&CsrGraph::from_edges(6, ring).unwrap()).unwrap();
    let scratch = Scratch::with(&[]);
    hierarchy.save(&scratch.0).unwrap();
    assert_eq!(ContractionHierarchy::open(&scratch.0).unwrap(), hierarchy);
    for start in 0..6 {
        for edges in 0..6 {
            let mut search = HierarchySearch::new(hierarchy.query(start, (start + edges) % 6));
            let status = search.run();
            check_near_overflow(status, search.path().map(|path| path.cost), Some(100 * edges));
        }
    }
}

/// The sides climb beyond the node where they meet, and the sums there are too large.
#[test]
fn a_chain_whose_ends_just_fit() {
    let arcs = (0..11_u32).map(|node| (node, node + 1, 360_000_000_u32));
    let graph = CsrGraph::from_edges(14, arcs.chain([(11, 12, 360_000_000), (2, 13, u32::MAX - 1)])).unwrap();
    let order = Order::by_distances(&graph).unwrap();
    check_chain(&ContractionHierarchy::prepare(&graph).unwrap());
    check_chain(&CustomizableHierarchy::new(&graph, &order).unwrap());
}

fn check_chain(hierarchy: &impl RankedHierarchy<Cost = u32>) {
    assert_eq!(hierarchy.matrix([0], [11]).unwrap(), [[3_960_000_000]]);
    for start in 0..14 {
        for goal in 0..14 {
            let mut search = HierarchySearch::new(Query::between(hierarchy, start, goal));
            let status = search.run();
            let expected = match goal.checked_sub(start) {
                Some(0) => Some(0),
                Some(edges @ 1..12) if goal < 13 => Some(360_000_000 * edges),
                _ if (start, goal) == (2, 13) => Some(u32::MAX - 1),
                _ => None,
            };
            assert_eq!(
                search.path().map(|path| path.cost),
                expected,
                "from {start} to {goal}: {status}"
            );
            let is_too_much = (start, goal) == (0, 12) || goal == 13 && start < 2;
            assert!(
                !is_too_much || matches!(status, Status::Failed(SearchError::CostOverflow { .. })),
                "{status}"
            );
        }
    }
}

/// Node 3 is contracted before node 0. The path 4, 3, 2 costs 300, and the path 4, 3, 0, 2 only 201.
#[test]
fn a_shortcut_that_costs_too_much_is_left_out_if_another_path_does_not() {
    let edges = [
        (0, 2, 1),
        (0, 3, 200),
        (1, 0, 1),
        (2, 4, 1),
        (3, 0, 100),
        (3, 2, 200),
        (4, 3, 100_u8),
    ];
    let hierarchy = ContractionHierarchy::prepare(&CsrGraph::from_edges(5, edges).unwrap()).unwrap();
    assert!(hierarchy.rank(3) < hierarchy.rank(0));
    assert_eq!(hierarchy.one_to_all(4).unwrap(), [200, 255, 201, 100, 0]);
    let path = HierarchySearch::new(hierarchy.query(4, 2))
        .find_path()
        .unwrap()
        .unwrap();
    assert_eq!((path.nodes, path.cost), (vec![4, 3, 0, 2], 201));
}

#[test]
fn a_preparation_in_slices_makes_the_same_hierarchy() {
    let line = CsrGraph::undirected(500, (1..500).map(|node| (node / 3, node, u64::from(node)))).unwrap();
    let mut preparation = Preparation::new(&line).unwrap();
    assert_eq!(preparation.run_until(&AtomicBool::new(true)), Status::Running);
    let (mut slices, mut contracted) = (0, 0);
    while preparation.run_for(Budget::new().expansions(100)) == Status::Running {
        assert!(preparation.contracted() - contracted <= 100);
        (slices, contracted) = (slices + 1, preparation.contracted());
    }
    assert!(slices >= 10, "{slices}");
    assert_eq!((preparation.contracted(), preparation.step()), (500, Status::Found));
    assert!(preparation.finish().unwrap() == ContractionHierarchy::prepare(&line).unwrap());
}

#[test]
fn nodes_outside_are_refused() {
    let none = CsrGraph::<u32>::from_edges(0, []).unwrap();
    let two = CsrGraph::from_edges(2, [(0, 1, 5_u32)]).unwrap();
    for graph in [none, two] {
        let hierarchy = ContractionHierarchy::prepare(&graph).unwrap();
        for outside in [2, 1 << 31, (1 << 31) + 1, u32::MAX] {
            assert_eq!(hierarchy.rank(outside), None);
            assert_eq!(
                hierarchy
                    .successors(&outside)
                    .chain(hierarchy.predecessors(&outside))
                    .count(),
                0
            );
            for (start, goal) in [(0, outside), (outside, 0), (outside, outside)] {
                let mut search = HierarchySearch::new(hierarchy.query(start, goal));
                let is_missing = matches!(search.run(), Status::Failed(SearchError::NoSuchNode { .. }));
                assert!(is_missing, "{}", search.status());
            }
        }
    }
}

fn open(scratch: &Scratch) -> Result<ContractionHierarchy<u32>, HierarchyError> {
    ContractionHierarchy::open(&scratch.0)
}

fn file_error(bytes: &[u8]) -> BinaryFileError {
    match open(&Scratch::with(bytes)) {
        Err(HierarchyError::File(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// A cycle with a chord, so that there are shortcuts.
fn small() -> ContractionHierarchy<u32> {
    let circle = (0..9)
        .map(|node| (node, (node + 1) % 9, 10 + node))
        .chain([(0, 5, 300)]);
    ContractionHierarchy::prepare(&CsrGraph::undirected(9, circle).unwrap()).unwrap()
}

fn bytes_of(hierarchy: &ContractionHierarchy<u32>) -> Vec<u8> {
    let scratch = Scratch::new();
    hierarchy.save(&scratch.0).unwrap();
    fs::read(&scratch.0).unwrap()
}

proptest! {
    #[test]
    fn what_is_written_is_read((nodes, edges) in edge_lists(1000)) {
        let graph = CsrGraph::from_edges(nodes, edges).unwrap();
        let hierarchy = ContractionHierarchy::prepare(&graph).unwrap();
        let scratch = Scratch::new();
        hierarchy.save(&scratch.0).unwrap();
        hierarchy.save(&scratch.0).unwrap(); // over the first
        prop_assert_eq!(open(&scratch).unwrap(), hierarchy);
    }

    /// Whatever a file contains, the edges of a path found add up to its cost.
    #[test]
    fn a_forged_file_is_refused_or_consistent(
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![0..12_u32, any::<u32>()]), 1..3),
    ) {
        let mut bytes = bytes_of(&small());
        let words = (bytes.len() - 24 - 4) / 4;
        for (place, word) in changes {
            let start = 24 + 4 * place.index(words);
            bytes[start..start + 4].copy_from_slice(&word.to_le_bytes());
        }
        forge(&mut bytes);
        match open(&Scratch::with(&bytes)) {
            Err(HierarchyError::File(BinaryFileError::Damaged { .. }) | HierarchyError::CostTooLarge { .. }) => {}
            Err(error) => prop_assert!(false, "{}", error),
            Ok(hierarchy) => {
                let mut search = HierarchySearch::new(hierarchy.query(0, 0));
                for (start, goal) in (0..9).flat_map(|start| (0..9).map(move |goal| (start, goal))) {
                    search.reset(hierarchy.query(start, goal));
                    if search.run() == Status::Found {
                        let path = search.path().unwrap();
                        prop_assert_eq!((path.nodes[0], path.nodes[path.edges()]), (start, goal));
                    }
                }
            }
        }
    }
}

#[test]
fn no_byte_can_be_missing_or_wrong() {
    let bytes = bytes_of(&small());
    for length in 0..bytes.len() {
        let error = file_error(&bytes[..length]);
        let is_expected = match error {
            BinaryFileError::OtherContent { .. } => length < 8,
            BinaryFileError::WrongLength { found, expected, .. } => found == length as u64 && found < expected,
            _ => false,
        };
        assert!(is_expected, "{length} bytes: {error}");
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert!(matches!(file_error(&longer), BinaryFileError::WrongLength { .. }));
    for place in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[place] ^= 1 << (place % 8);
        let error = file_error(&wrong);
        let is_expected = match error {
            BinaryFileError::OtherContent { .. } => place < 8,
            BinaryFileError::Version { found, known, .. } => (8..12).contains(&place) && found != known,
            BinaryFileError::Damaged { .. } => place >= 12,
            _ => false,
        };
        assert!(is_expected, "byte {place}: {error}");
    }
}

#[test]
fn a_header_cannot_ask_for_memory() {
    let mut bytes = bytes_of(&small());
    bytes[12..20].fill(0xff);
    forge(&mut bytes);
    let error = file_error(&bytes);
    assert!(matches!(error, BinaryFileError::WrongLength { .. }), "{error}");
}

#[test]
fn ranks_that_are_taken_and_edges_that_lead_down_are_refused() {
    let bytes = bytes_of(&small());
    let node = |number: usize| 24 + 4 * number..28 + 4 * number;
    // After nine ranks and eighteen lengths.
    let first_edge = node(27);
    for (place, word, fault) in [
        (node(1), &bytes[node(0)], "node 1 has rank"),
        (first_edge, &[0; 4][..], "does not lead up"),
    ] {
        let mut forged = bytes.clone();
        forged[place].copy_from_slice(word);
        forge(&mut forged);
        let error = file_error(&forged);
        assert!(matches!(error, BinaryFileError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains(fault), "{error}");
    }
}

/// There are 40 nodes, and each edge is a shortcut via the node below its lower end. The highest shortcuts stand for
/// 2³⁸ edges.
#[test]
fn a_forged_file_cannot_make_a_path_without_end() {
    let nodes = 40_u32;
    let rows = || (0..nodes).flat_map(|low| [low, low]);
    let mut words = vec![2, nodes, nodes * (nodes - 1), 0];
    words.extend(0..nodes);
    words.extend(rows().map(|low| nodes - 1 - low));
    for low in rows() {
        words.extend((low + 1..nodes).flat_map(|high| [high, 0, 0, low.checked_sub(1).unwrap_or(u32::MAX)]));
    }
    words.push(0);
    let mut bytes = b"ASTRCHI\n".to_vec();
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    forge(&mut bytes);
    let hierarchy = open(&Scratch::with(&bytes)).unwrap();
    let mut search = HierarchySearch::new(hierarchy.query(38, 39));
    assert_eq!(search.run(), Status::Found);
    let path = search.path().unwrap();
    assert_eq!((path.nodes[0], path.nodes[path.edges()], path.cost), (38, 39, 0));
}

#[test]
fn files_that_do_not_fit_are_named() {
    let scratch = Scratch::with(&bytes_of(&small()));
    let error = ContractionHierarchy::<u8>::open(&scratch.0).unwrap_err();
    let HierarchyError::CostTooLarge { path, cost, .. } = &error else {
        panic!("{error}");
    };
    assert!(*path == scratch.0 && *cost >= 255, "{error}");
    assert_eq!(
        ContractionHierarchy::<u64>::open(&scratch.0).unwrap().edge_count(),
        small().edge_count()
    );

    let missing = Scratch::new();
    let error = open(&missing).unwrap_err();
    assert!(
        error.to_string().starts_with(&format!("{}: ", missing.0.display())),
        "{error}"
    );
    let nowhere = missing.0.join("folder/file");
    let error = small().save(nowhere).unwrap_err();
    assert!(
        matches!(error, HierarchyError::File(BinaryFileError::Io { .. })),
        "{error}"
    );
}
