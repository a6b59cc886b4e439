//! Programs that each lack one trait: `tests/mistakes.rs` compiles them. A comment tells what the error says.

use astride::graphs::CsrGraph;
use astride::search::DisjointPaths;
use astride::{
    AStar, BidirectionalAStar, BidirectionalDijkstra, Cost, Dijkstra, FnGraph, Graph, Heuristic, IdaStar,
    KShortestPaths, Problem, Query, ReverseGraph, WeightedAStar,
};

struct Line;

impl Graph for Line {
    type Node = u32;
    type Cost = u32;
    fn successors(&self, n: &u32) -> impl Iterator<Item = (u32, u32)> {
        [(n + 1, 1)].into_iter()
    }
}

struct Walk;

impl Graph for Walk {
    type Node = u32;
    type Cost = u32;
    fn successors(&self, n: &u32) -> impl Iterator<Item = (u32, u32)> {
        Line.successors(n)
    }
}

impl Problem for Walk {
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, n: &u32) -> bool {
        *n == 5
    }
}

impl ReverseGraph for Walk {}

#[derive(Clone, Copy, Debug)]
struct Toll(u32);

impl Cost for Toll {
    const ZERO: Self = Toll(0);
    const INFINITY: Self = Toll(u32::MAX);
    fn plus(self, rhs: Self) -> Option<Self> {
        self.0.plus(rhs.0).map(Toll)
    }
    fn order(&self, rhs: &Self) -> std::cmp::Ordering {
        self.0.cmp(&rhs.0)
    }
}

struct Motorway;

impl Graph for Motorway {
    type Node = u32;
    type Cost = Toll;
    fn successors(&self, n: &u32) -> impl Iterator<Item = (u32, Toll)> {
        [(n + 1, Toll(1))].into_iter()
    }
}

impl Problem for Motorway {
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, n: &u32) -> bool {
        *n == 5
    }
}

impl Heuristic for Motorway {
    fn estimate(&self, _: &u32) -> Toll {
        Toll(0)
    }
}

pub fn mistakes(csr: &CsrGraph<u32>) {
    // not a `Heuristic`
    let mut search = AStar::new(Walk);
    println!("{:?} {:?}", search.run(), search.path().unwrap().nodes);

    // not a `Heuristic`
    let mut search = IdaStar::new(&Walk).with_node_limit(100);
    println!("{:?} {:?}", search.run(), search.path().unwrap().nodes);

    // this search needs a `Heuristic`
    let mut search = AStar::new(Query::new(FnGraph::new(|n: &u32| [(n + 1, 1)]), 0, |n| *n == 5));
    println!("{:?} {:?}", search.run(), search.path().unwrap().nodes);

    // not a `Problem`
    let mut search = Dijkstra::new(Line);
    println!("{:?} {:?}", search.run(), search.path().unwrap().nodes);

    // not a `KnownGoal`
    let mut search = BidirectionalDijkstra::new(Walk);
    println!("{:?} {:?}", search.run(), search.path().unwrap().nodes);

    // not a `ReverseGraph`
    let mut search = BidirectionalDijkstra::new(Query::between(Line, 0, 5));
    println!("{:?} {:?}", search.run(), search.path().unwrap().nodes);

    // not a `ReverseGraph`
    let mut search = KShortestPaths::new(Query::between(csr, 0, 2));
    println!("{:?} {:?}", search.run(), search.path().unwrap().nodes);

    // this search needs a `Heuristic`
    let both_ways = FnGraph::new(|n: &i32| [(n + 1, 1_u32)]).both_ways();
    let mut search = BidirectionalAStar::new(Query::between(both_ways, 0, 5).with_heuristic(|n| n.abs_diff(5)));
    println!("{:?} {:?}", search.run(), search.path().unwrap().nodes);

    // not a `NumericCost`
    let mut search = WeightedAStar::new(Motorway, 2.0).unwrap();
    println!("{:?} {:?}", search.run(), search.path().unwrap().nodes);

    // not a `NumericCost`
    let mut search = DisjointPaths::by_edges(Motorway);
    println!("{:?} {:?}", search.run(), search.path().unwrap().nodes);
}
