//! Cheapest paths on threads and on processes, compared with those of `AStar`.

use std::error::Error as StdError;
use std::fmt::{Debug, Write};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::time::Instant;
use std::{env, fs};

use astride::npuzzle::{Board, Puzzle, Tiles16};
use astride::{AStar, Cost, Graph, Heuristic, Path, Problem, Status, Via};
use astride_cluster::{CheapestOptions, CheapestPath, Cluster, Error, Failure, Wire, cheapest};

#[path = "../../../crates/laws/src/random.rs"]
mod random;

use random::Random;

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

/// Costs of one type, made from small numbers.
trait Scale: Cost + Wire + Sync + PartialEq {
    /// The largest weight of an edge.
    const LARGEST: u64;
    fn of(number: u64) -> Self;
    fn is_near(self, other: Self) -> bool {
        self == other
    }
}

impl Scale for u8 {
    const LARGEST: u64 = 3;
    fn of(number: u64) -> Self {
        number.try_into().unwrap()
    }
}

impl Scale for u64 {
    const LARGEST: u64 = 50;
    fn of(number: u64) -> Self {
        number << 40
    }
}

impl Scale for f64 {
    const LARGEST: u64 = 50;
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn of(number: u64) -> Self {
        number as f64 * 0.1
    }
    fn is_near(self, other: Self) -> bool {
        (self - other).abs() < 1e-9
    }
}

/// A directed graph with weights, some zero and some infinite, in which node 0 is a start.
#[derive(Clone, Debug)]
struct World<C> {
    edges: Vec<Vec<(u32, C)>>,
    is_goal: Vec<bool>,
    estimates: Vec<C>,
    starts: Vec<(u32, C)>,
}

const NODES: u64 = 30;

impl<C: Scale> World<C> {
    fn random(seed: u64) -> Self {
        let random = &mut Random(seed);
        let node = |random: &mut Random| usize::try_from(random.below(NODES)).unwrap();
        let number = |node: usize| u32::try_from(node).unwrap();
        let mut edges = vec![Vec::new(); 30];
        for _ in 0..20 + random.below(80) {
            let (from, to) = (node(random), node(random));
            let weight = (random.below(10) > 0).then(|| random.below(C::LARGEST + 1));
            edges[from].push((to, weight));
        }
        let mut is_goal = vec![false; 30];
        for _ in 0..random.below(3) {
            is_goal[node(random)] = true;
        }
        // The true costs, computed with Bellman–Ford.
        let mut rest: Vec<Option<u64>> = is_goal.iter().map(|is_goal| is_goal.then_some(0)).collect();
        for _ in 0..NODES {
            for from in 0..30 {
                let ways = edges[from]
                    .iter()
                    .filter_map(|(to, weight)| Some(rest[*to]? + (*weight)?));
                rest[from] = ways.chain(rest[from]).min();
            }
        }
        // Estimates that are zero, exact, or anything in between.
        let kind = random.below(3);
        let estimates = rest.iter().map(|rest| match (kind, *rest) {
            (0, _) => C::ZERO,
            (1, Some(rest)) => C::of(rest),
            (_, Some(rest)) => C::of(random.below(rest + 1)),
            (_, None) if random.below(2) == 0 => C::ZERO,
            (_, None) => C::INFINITY,
        });
        let estimates = estimates.collect();
        let starts = (0..random.below(3)).map(|_| (number(node(random)), C::of(random.below(4))));
        let starts = starts.collect();
        let weigh = |(to, weight): &(usize, Option<u64>)| (number(*to), weight.map_or(C::INFINITY, C::of));
        Self {
            edges: edges.iter().map(|edges| edges.iter().map(weigh).collect()).collect(),
            is_goal,
            estimates,
            starts,
        }
    }
}

/// A node with the edge that led to it.
type Node = Via<u32, usize>;

impl<C: Cost> Graph for World<C> {
    type Node = Node;
    type Cost = C;

    fn successors(&self, node: &Node) -> impl Iterator<Item = (Node, C)> {
        let edges = self.edges[node.node as usize].iter().enumerate();
        edges.map(|(number, (to, cost))| (Via::new(*to, number), *cost))
    }
}

impl<C: Cost> Problem for World<C> {
    fn start(&self) -> Node {
        start(0)
    }

    fn is_goal(&self, node: &Node) -> bool {
        self.is_goal[node.node as usize]
    }
}

impl<C: Cost> Heuristic for World<C> {
    fn estimate(&self, node: &Node) -> C {
        self.estimates[node.node as usize]
    }
}

fn start(node: u32) -> Node {
    Via { node, action: None }
}

/// A puzzle. Every second board may have an estimate of zero, which is admissible, but not consistent.
#[derive(Clone)]
struct Tiles {
    puzzle: Puzzle,
    is_consistent: bool,
}

impl Graph for Tiles {
    type Node = Tiles16;
    type Cost = u32;

    fn successors(&self, tiles: &Tiles16) -> impl Iterator<Item = (Tiles16, u32)> {
        self.puzzle.successors(tiles)
    }
}

impl Problem for Tiles {
    fn start(&self) -> Tiles16 {
        self.puzzle.start()
    }

    fn is_goal(&self, tiles: &Tiles16) -> bool {
        self.puzzle.is_goal(tiles)
    }
}

impl Heuristic for Tiles {
    fn estimate(&self, tiles: &Tiles16) -> u32 {
        if self.is_consistent || hash(tiles).is_multiple_of(2) {
            self.puzzle.estimate(tiles)
        } else {
            0
        }
    }
}

/// A hash that is the same in every process.
fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// 30 boards of the 8-puzzle and 30 easy ones of the 15-puzzle.
fn puzzles() -> impl Iterator<Item = Tiles> {
    (0..60).map(|seed| {
        let goal = Board::blank_first(if seed < 30 { "3" } else { "4" }.parse().unwrap());
        let start = Board::random_walk(&goal, if seed < 30 { 50 } else { 32 }, seed);
        Tiles {
            puzzle: Puzzle::new(&start, &goal).unwrap(),
            is_consistent: seed % 2 == 0,
        }
    })
}

type Found<P> = CheapestPath<<P as Graph>::Node, <P as Graph>::Cost>;

/// Searches on each of the clusters, and compares with `AStar`.
fn compare<P>(
    problem: &P,
    starts: &[(P::Node, P::Cost)],
    clusters: &[Cluster],
    is_near: impl Fn(P::Cost, P::Cost) -> bool,
) -> Vec<Found<P>>
where
    P: Heuristic<Node: Wire + Sync + Debug, Cost: Wire + Sync> + Clone + Send + Sync + 'static,
{
    let mut search = AStar::new(problem);
    let mut options = CheapestOptions::new();
    for (node, cost) in starts {
        search.add_start(node.clone(), *cost);
        options = options.with_start(node.clone(), *cost);
    }
    let status = search.run();
    assert!(matches!(status, Status::Found | Status::Exhausted), "{status:?}");
    let expected = search.path().map(|path| path.cost);
    let search = |cluster: &Cluster| {
        let found = cheapest(cluster, problem.clone(), options.clone()).unwrap();
        let cost = found.path.as_ref().map(|path| path.cost);
        let is_same = match (cost, expected) {
            (Some(cost), Some(expected)) => is_near(cost, expected),
            (cost, expected) => cost.is_none() && expected.is_none(),
        };
        assert!(is_same, "{cost:?} instead of {expected:?}");
        if let Some(path) = &found.path {
            check(problem, starts, path);
        }
        found
    };
    clusters.iter().map(search).collect()
}

/// Checks a path by adding up its edges.
fn check<P: Problem<Node: Debug>>(problem: &P, starts: &[(P::Node, P::Cost)], path: &Path<P::Node, P::Cost>) {
    let (first, last) = (path.nodes.first().unwrap(), path.nodes.last().unwrap());
    assert!(problem.is_goal(last));
    let own = (problem.start(), P::Cost::ZERO);
    let starts = starts.iter().chain([&own]).filter(|(start, _)| start == first);
    let start = starts.map(|(_, cost)| *cost).min_by(P::Cost::order).expect("a start");
    let sum = path.nodes.windows(2).fold(start, |sum, pair| {
        let edges = problem.successors(&pair[0]).filter(|(node, _)| *node == pair[1]);
        let edge = edges.map(|(_, cost)| cost).min_by(P::Cost::order);
        sum.plus(edge.expect("an edge")).unwrap()
    });
    assert!(sum.order(&path.cost).is_eq(), "{sum:?} instead of {path:?}");
}

/// Compares on random graphs, and returns a summary of the results.
fn compare_graphs<C: Scale>(seeds: impl Iterator<Item = u64>, clusters: &[Cluster]) -> String {
    let mut all = String::new();
    for seed in seeds {
        let world = World::<C>::random(seed);
        let starts: Vec<_> = world.starts.iter().map(|(node, cost)| (start(*node), *cost)).collect();
        let found = compare(&world, &starts, clusters, C::is_near);
        for path in found.iter().filter_map(|found| found.path.as_ref()) {
            // Each node was reached by a cheapest edge from the one before it.
            for pair in path.nodes.windows(2) {
                let edges = &world.edges[pair[0].node as usize];
                let costs = edges
                    .iter()
                    .filter(|(to, _)| *to == pair[1].node)
                    .map(|(_, cost)| *cost);
                let cheapest = costs.min_by(C::order).unwrap();
                assert_eq!(
                    edges[pair[1].action.unwrap()],
                    (pair[1].node, cheapest),
                    "{seed}: {path:?}"
                );
            }
        }
        writeln!(all, "{seed}: {found:?}").unwrap();
    }
    all
}

/// Compares on 200 random graphs and 60 puzzles, or on each `step`th of them from number `first` on.
fn compare_all(clusters: &[Cluster], first: usize, step: usize) -> String {
    let seeds = |seeds: std::ops::Range<u64>| seeds.skip(first).step_by(step);
    let mut all = compare_graphs::<u8>(seeds(0..70), clusters);
    all += &compare_graphs::<u64>(seeds(70..140), clusters);
    all += &compare_graphs::<f64>(seeds(140..200), clusters);
    for tiles in puzzles().skip(first).step_by(step) {
        let found = compare(&tiles, &[], clusters, |cost, expected| cost == expected);
        writeln!(all, "{found:?}").unwrap();
    }
    all
}

#[test]
fn one_thread_finds_what_a_star_finds() {
    let all = compare_all(&[Cluster::threads(1)], 0, 1);
    // The cases include graphs without a path, and nodes that are reopened.
    assert!(all.contains("path: None") && all.contains("reopened: 2"));
}

// Several workers wait for each other at each layer, so these tests run only some of the cases.
#[test]
fn threads_find_what_a_star_finds() {
    compare_all(&[Cluster::threads(2)], 0, 13);
    compare_all(&[Cluster::threads(3)], 1, 13);
}

#[test]
fn processes_find_what_a_star_finds_and_all_find_the_same() {
    in_two_processes(13);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn threads_and_processes_find_in_all_cases_what_a_star_finds() {
    compare_all(&[Cluster::threads(2), Cluster::threads(3)], 0, 1);
    in_two_processes(1);
}

/// Compares each `step`th case.
fn in_two_processes(step: usize) {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let addresses = listeners.map(|listener| listener.local_addr().unwrap().to_string());
    let start = |process| {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "as_one_of_two_processes", "--ignored", "--nocapture"]);
        command.env(
            "ASTRIDE_CLUSTER_TEST_PROCESS",
            format!("{process} {step} {}", addresses.join(" ")),
        );
        command.stdout(Stdio::piped()).spawn().unwrap()
    };
    let outputs = [start(0), start(1)].map(|process| process.wait_with_output().unwrap());
    let results = outputs.map(|output| {
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{text}");
        text.lines().find(|line| line.starts_with("all: ")).unwrap().to_owned()
    });
    assert_eq!(results[0], results[1]);
}

#[test]
#[ignore = "started by another test"]
fn as_one_of_two_processes() {
    let Ok(text) = env::var("ASTRIDE_CLUSTER_TEST_PROCESS") else {
        return;
    };
    let [process, step, addresses @ ..] = &text.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{text}")
    };
    let cluster = Cluster::processes(addresses.iter().copied(), process.parse().unwrap());
    let clusters = [cluster];
    println!("\nall: {:016x}", hash(compare_all(&clusters, 2, step.parse().unwrap())));
    // Another estimate of the start is noticed.
    let world = World {
        edges: vec![vec![]],
        is_goal: vec![true],
        estimates: vec![process.parse::<u8>().unwrap()],
        starts: vec![],
    };
    let [cluster] = clusters.map(|cluster| cluster.with_start_patience(Duration::from_secs(2)));
    let error = cheapest(&cluster, world, CheapestOptions::new()).unwrap_err();
    assert!(
        matches!(&error, Error::Mismatch { setting, .. } if setting == "estimate of the start")
            || matches!(error, Error::Refused { .. }),
        "{error}"
    );
}

/// The error of a search of a graph with two nodes, on two threads.
fn error_of<C: Scale>(edge: C, estimate: C, options: CheapestOptions<Node, C>) -> Failure {
    let world = World {
        edges: vec![vec![(1, edge)], vec![]],
        is_goal: vec![false, false],
        estimates: vec![C::ZERO, estimate],
        starts: vec![],
    };
    match cheapest(&Cluster::threads(2), world, options) {
        Err(Error::Failed { failure, .. }) => failure,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_no_cost_is_an_error() {
    let text = |cost: f64| format!("{cost:?}");
    for cost in [-1.0, -1e-300, f64::NAN, f64::NEG_INFINITY] {
        let failure = Failure::Cost { cost: text(cost) };
        assert_eq!(error_of(cost, 0.0, CheapestOptions::new()), failure);
        assert_eq!(
            error_of(0.0, 0.0, CheapestOptions::new().with_start(start(1), cost)),
            failure
        );
        let failure = Failure::Estimate { estimate: text(cost) };
        assert_eq!(error_of(0.0, cost, CheapestOptions::new()), failure);
    }
    let overflow = |cost: &str, added: &str| Failure::Overflow {
        cost: cost.into(),
        added: added.into(),
    };
    assert_eq!(error_of(200_u8, 55, CheapestOptions::new()), overflow("200", "55"));
    assert_eq!(
        error_of(
            200_u8,
            0,
            CheapestOptions::new()
                .with_start(start(0), 0)
                .with_start(start(1), u8::MAX)
        ),
        Failure::Cost { cost: "255".into() }
    );
    assert_eq!(
        error_of(f64::MAX, f64::MAX, CheapestOptions::new()),
        overflow("1.7976931348623157e308", "1.7976931348623157e308")
    );
    assert_eq!(
        error_of(1_u8, 0, CheapestOptions::new().with_node_limit(0)),
        Failure::NodeLimit { nodes: 0 }
    );
}

/// In a ring whose farthest node is the goal, every other node is expanded once, by the worker that owns it. The start
/// also counts as generated.
#[test]
fn nodes_belong_to_one_worker_each() {
    let nodes = 200;
    let ring = |node: u32| vec![((node + 1) % nodes, 1.0), ((node + nodes - 1) % nodes, 1.0)];
    let world = World {
        edges: (0..nodes).map(ring).collect(),
        is_goal: (0..nodes).map(|node| node == nodes / 2).collect(),
        estimates: vec![0.0; 200],
        starts: vec![],
    };
    for threads in [1, 2, 3] {
        let found = cheapest(&Cluster::threads(threads), world.clone(), CheapestOptions::new()).unwrap();
        assert_eq!(
            (found.expanded, found.generated, found.nodes),
            (199, 399, 200),
            "{threads} threads"
        );
        assert_eq!(found.sent > 0, threads > 1, "{} of {threads} threads", found.sent);
        assert!(found.sent <= found.generated, "{}", found.sent);
        // A node takes at least a byte, and nearly empty tables take a few kilobytes.
        assert!((200..1_000_000).contains(&found.bytes), "{} bytes", found.bytes);
    }
}

/// The goal is found before any worker expands the other successors of the start.
#[test]
fn nodes_that_were_never_expanded_count_as_stored() {
    let star = |node: u32| (node == 0).then(|| (1..1000).map(|child| (child, if child == 1 { 1.0 } else { 5.0 })));
    let world = World {
        edges: (0..1000)
            .map(|node| star(node).into_iter().flatten().collect())
            .collect(),
        is_goal: (0..1000).map(|node| node == 1).collect(),
        estimates: vec![0.0; 1000],
        starts: vec![],
    };
    for threads in [1, 2, 3, 4] {
        let found = cheapest(&Cluster::threads(threads), world.clone(), CheapestOptions::new()).unwrap();
        assert_eq!(found.nodes, 1000, "{threads} threads");
    }
}

#[test]
fn minus_zero_is_zero_and_the_infinite_is_left_out() {
    let mut world = World {
        edges: vec![vec![(1, -0.0), (2, f64::INFINITY)], vec![(2, 7.5)], vec![(0, 0.0)]],
        is_goal: vec![false, false, true],
        estimates: vec![-0.0, 0.0, 0.0],
        starts: vec![],
    };
    let search = |world: &World<f64>| cheapest(&Cluster::threads(2), world.clone(), CheapestOptions::new()).unwrap();
    let found = search(&world);
    assert_eq!(found.path.map(|path| path.nodes), Some([0, 1, 2].map(start).to_vec()));
    assert_eq!((found.expanded, found.generated, found.nodes), (2, 4, 3));
    world.estimates[1] = f64::INFINITY;
    let found = search(&world);
    assert_eq!((found.path, found.nodes), (None, 1));
}

#[test]
fn a_panic_of_the_problem_is_an_error() {
    let world = World {
        edges: vec![vec![(1, 0.5)], vec![]],
        is_goal: vec![false, false],
        // There is no estimate for node 1.
        estimates: vec![0.0],
        starts: vec![],
    };
    let error = cheapest(&Cluster::threads(2), world, CheapestOptions::new()).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Failed {
                failure: Failure::Panicked { .. },
                ..
            }
        ),
        "{error}"
    );
}

/// Prints the figures of one instance: `KORF=79 WORKERS=2` runs number 79 of `ASTRIDE_DATA/korf100.txt` on two threads,
/// and `WORKERS=0` uses `AStar`.
#[test]
#[ignore = "measures, for a minute or more"]
fn korf() -> Result<(), Box<dyn StdError>> {
    let (Ok(data), Ok(number)) = (env::var("ASTRIDE_DATA"), env::var("KORF")) else {
        println!("skipped: ASTRIDE_DATA and KORF are not set");
        return Ok(());
    };
    let workers: usize = env::var("WORKERS").map_or(Ok(1), |workers| workers.parse())?;
    let text = fs::read_to_string(format!("{data}/korf100.txt"))?;
    let line = text
        .lines()
        .find(|line| line.split_whitespace().next() == Some(&number));
    let cells: Vec<u8> = line
        .ok_or("no such instance")?
        .split_whitespace()
        .skip(1)
        .take(16)
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    let goal = Board::blank_first("4".parse()?);
    let puzzle = Puzzle::new(&Board::new("4".parse()?, &cells)?, &goal)?;
    let time = Instant::now();
    let figures = if workers == 0 {
        let mut search = AStar::new(puzzle);
        assert_eq!(search.run(), Status::Found);
        let stats = search.stats();
        (
            search.path().map(|path| path.cost),
            stats.expanded,
            stats.nodes as u64,
            stats.bytes as u64,
            0,
        )
    } else {
        let found = cheapest(&Cluster::threads(workers), puzzle, CheapestOptions::new())?;
        (
            found.path.map(|path| path.cost),
            found.expanded,
            found.nodes,
            found.bytes,
            found.sent,
        )
    };
    let seconds = time.elapsed().as_secs_f64();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap_or_default();
    let (cost, expanded, nodes, bytes, sent) = figures;
    #[expect(clippy::cast_precision_loss, reason = "printed with two digits")]
    let per_node = bytes as f64 / nodes as f64;
    println!(
        "korf {number} workers {workers}: cost {cost:?} expanded {expanded} nodes {nodes} bytes/node {per_node:.2} sent {sent} {seconds:.2} s {resident}"
    );
    assert!(workers == 0 || per_node <= 24.0);
    Ok(())
}
