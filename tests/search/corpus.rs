//! Graphs with known optima, from a data file, for every optimal algorithm.

use std::collections::HashMap;

use crate::common::algorithm::Algorithm;
use crate::common::world::{INDEXES, Units, World};
use astride::Status;
use astride_laws::Log;

/// Returns the lines of a data file, without comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// Reads a graph of the data file and its optimum.
fn graph<C: Units>(block: &[&str]) -> (World<C>, Option<C>) {
    fn number<'a>(numbers: &mut HashMap<&'a str, usize>, name: &'a str) -> usize {
        let next = numbers.len();
        *numbers.entry(name).or_insert(next)
    }
    let units = |text: &str| C::units(text.parse().unwrap());
    let mut numbers = HashMap::new();
    let (mut edges, mut estimates, mut goals) = (Vec::new(), Vec::new(), Vec::new());
    let (mut start, mut optimum) = (0, None);
    for line in block {
        let fields: Vec<_> = line.split_whitespace().collect();
        match fields[..] {
            ["graph", _] => {}
            ["start", node] => start = number(&mut numbers, node),
            ["goal", ref nodes @ ..] => goals.extend(nodes.iter().map(|node| number(&mut numbers, node))),
            ["optimum", cost] => optimum = (cost != "none").then(|| units(cost)),
            [kind @ ("edge" | "both"), from, to, cost] => {
                let (from, to) = (number(&mut numbers, from), number(&mut numbers, to));
                edges.push((from, to, units(cost)));
                edges.extend((kind == "both").then(|| (to, from, units(cost))));
            }
            ["estimate", node, cost] => estimates.push((number(&mut numbers, node), units(cost))),
            _ => panic!("{line}"),
        }
    }
    let nodes = numbers.len();
    let mut world = World {
        edges: vec![Vec::new(); nodes],
        start,
        goals: (0..nodes).map(|node| goals.contains(&node)).collect(),
        estimates: vec![C::ZERO; nodes],
        ..World::default()
    };
    for (from, to, cost) in edges {
        world.edges[from].push((to, cost));
    }
    for (node, estimate) in estimates {
        world.estimates[node] = estimate;
    }
    (world, optimum)
}

fn check_graph<C: Units>(block: &[&str]) {
    let (world, optimum) = graph::<C>(block);
    let others = [
        Algorithm::Dijkstra,
        Algorithm::LeastEstimate,
        Algorithm::FirstIn,
        Algorithm::WeightOfOne,
        Algorithm::IdaStarChecked,
        Algorithm::AStar,
        Algorithm::AStarFirstIn,
        Algorithm::AStarLastIn,
        Algorithm::AStarAny,
    ];
    for algorithm in others {
        for index in INDEXES {
            let mut search = algorithm.search(World { index, ..world.clone() }, &Log::default());
            let found = search.run() == Status::Found;
            assert_eq!(found, optimum.is_some(), "{} {algorithm:?}", block[0]);
            assert_eq!(
                search.path().map(|path| path.cost),
                optimum,
                "{} {algorithm:?}",
                block[0]
            );
        }
    }
}

/// Checks all graphs with one cost type.
pub(crate) fn check_graphs<C: Units>() {
    let lines: Vec<_> = lines(include_str!("../../testdata/graphs.txt")).collect();
    let blocks = lines.split(|line| line.is_empty()).filter(|block| !block.is_empty());
    let mut count = 0;
    for block in blocks {
        check_graph::<C>(block);
        count += 1;
    }
    assert_eq!(count, 8);
}

#[test]
fn graphs() {
    check_graphs::<u32>();
    check_graphs::<f64>();
}

#[test]
fn greedy_and_breadth_first_take_the_road_through_fagaras() {
    let text = include_str!("../../testdata/graphs.txt");
    let lines: Vec<_> = lines(text).skip_while(|line| *line != "graph romania").collect();
    let (world, _) = graph::<u32>(lines.split(|line| line.is_empty()).next().unwrap());
    for algorithm in [Algorithm::Greedy, Algorithm::Bfs, Algorithm::IdDfsChecked] {
        let mut search = algorithm.search(world.clone(), &Log::default());
        assert_eq!(search.run(), Status::Found);
        let path = search.path().unwrap();
        assert_eq!((path.cost, path.edges()), (450, 3));
    }
}
