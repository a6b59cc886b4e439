//! The time that a search saves because a grid leaves out successors and numbers the others itself:
//! `cargo bench -p astride-grid --bench successors [-- ROUNDS]`.
//!
//! Each search runs alternately with and without `Graph::visit_successors`, and the median time counts.

#[path = "../../../benches/support/random.rs"]
mod random;

use std::env;
use std::fmt::Debug;
use std::hint::black_box;
use std::time::Instant;

use astride::search::{BestFirst, Evaluation, Search};
use astride::traits::{Hints, NumericCost};
use astride::{AStar, Dijkstra, Graph, Heuristic, Problem, Status};
use astride_grid::hex::{HexLayout, HexMap, HexProblem};
use astride_grid::voxel::{Neighbourhood, Voxel, VoxelMap, VoxelProblem};
use astride_grid::{GridMap, GridProblem, Movement, Point};
use random::Random;

/// The problem with plain successors. Of the hooks, only the numbers of the nodes are forwarded.
struct Plain<P>(P);

impl<P: Graph> Graph for Plain<P> {
    type Node = P::Node;
    type Cost = P::Cost;

    fn successors(&self, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)> {
        self.0.successors(node)
    }

    fn index(&self, node: &P::Node) -> Option<usize> {
        self.0.index(node)
    }

    fn node_at(&self, index: usize) -> Option<P::Node> {
        self.0.node_at(index)
    }

    fn index_bound(&self) -> Option<usize> {
        self.0.index_bound()
    }
}

impl<P: Problem> Problem for Plain<P> {
    fn start(&self) -> P::Node {
        self.0.start()
    }

    fn is_goal(&self, node: &P::Node) -> bool {
        self.0.is_goal(node)
    }
}

impl<P: Heuristic> Heuristic for Plain<P> {
    fn estimate(&self, node: &P::Node) -> P::Cost {
        self.0.estimate(node)
    }

    fn estimate_hints(&self) -> Hints {
        self.0.estimate_hints()
    }
}

fn main() {
    let rounds = env::args()
        .skip(1)
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(21);
    println!("| world | search | expanded | generated, plain | by the hook | ns an expansion, plain | by the hook |");
    println!("|---|---|---:|---:|---:|---:|---:|");
    for walls in [0, 30] {
        let mut random = Random(1);
        let (start, goal) = (Point::new(20, 250), Point::new(490, 260));
        let map = GridMap::from_fn(512, 512, |point| {
            let is_wall = random.percent(walls) && point != start && point != goal;
            u8::from(!is_wall)
        })
        .expect("sides of 512");
        let squares = GridProblem::new(&map, start, goal, Movement::Eight).expect("two free cells");
        measure(&format!("512² squares, {walls} % walls"), squares, rounds);
        let layout = HexLayout::OddRows;
        let hexes = HexMap::new(map.clone(), layout);
        let hexes = HexProblem::new(&hexes, layout.hex(start), layout.hex(goal)).expect("two free cells");
        measure(&format!("512² hexagons, {walls} % walls"), hexes, rounds);
    }
    for walls in [0, 20] {
        let mut random = Random(1);
        let (start, goal) = (Voxel::new(3, 5, 8), Voxel::new(60, 50, 40));
        let map = VoxelMap::from_fn(64, 64, 64, |voxel| {
            !random.percent(walls) || voxel == start || voxel == goal
        });
        let map = map.expect("sides of 64");
        for neighbourhood in Neighbourhood::ALL {
            let voxels = VoxelProblem::new(&map, start, goal, neighbourhood).expect("two free voxels");
            measure(
                &format!("64³ voxels, {neighbourhood} neighbours, {walls} % walls"),
                voxels,
                rounds,
            );
        }
    }
}

fn measure<P>(name: &str, problem: P, rounds: usize)
where
    P: Heuristic<Node: Debug, Cost: NumericCost + PartialEq>,
{
    let (problem, plain) = (&problem, &Plain(&problem));
    row(name, "A*", AStar::new(problem), AStar::new(plain), rounds);
    let start = problem.start();
    let all = (
        Dijkstra::one_to_all(problem, start.clone()),
        Dijkstra::one_to_all(plain, start),
    );
    row(name, "Dijkstra, to all", all.0, all.1, rounds);
}

fn row<P, Q, V, U>(
    name: &str,
    method: &str,
    mut hook: Search<BestFirst<P, V>>,
    mut plain: Search<BestFirst<Q, U>>,
    rounds: usize,
) where
    P: Problem,
    Q: Problem<Node = P::Node, Cost = P::Cost>,
    V: Evaluation<P>,
    U: Evaluation<Q>,
{
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        hook.restart();
        plain.restart();
        let clock = Instant::now();
        assert_eq!(black_box(&mut plain).run(), Status::Found);
        times[0].push(clock.elapsed());
        let clock = Instant::now();
        assert_eq!(black_box(&mut hook).run(), Status::Found);
        times[1].push(clock.elapsed());
    }
    let (fewer, all) = (hook.stats(), plain.stats());
    let median = |mut times: Vec<std::time::Duration>| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64() * 1e9
    };
    let [plain, hook] = times.map(median);
    #[allow(clippy::cast_precision_loss, reason = "counts of expansions")]
    let (slow, fast) = (plain / all.expanded as f64, hook / fewer.expanded as f64);
    println!(
        "| {name} | {method} | {} | {} | {} | {slow:.1} | {fast:.1} |",
        fewer.expanded, all.generated, fewer.generated
    );
}
