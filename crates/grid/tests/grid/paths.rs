//! The paths that searches of maps return, at the end and before it: their costs, and where they end.

use std::fmt::Debug;

use astride::engine::Engine;
use astride::search::{BidirectionalBfs, BoundedAStar, BoundingFunction, CompactAStar, Nbs, Search};
use astride::traits::{PairHeuristic, ReverseHeuristic};
use astride::{
    AStar, AraStar, Bfs, BidirectionalAStar, BidirectionalDijkstra, DStarLite, Dfs, Dijkstra, Graph, Greedy, Heuristic,
    KnownGoal, LpaStar, Path, Pathfinder, Problem, ReverseGraph, SearchNode, Status, WeightedAStar,
};
use astride_grid::AnyAngle;
use astride_grid::hex::{HexLayout, HexMap, HexProblem};
use astride_grid::voxel::{Neighbourhood, Voxel, VoxelMap, VoxelProblem};
use astride_grid::{AnyAngleProblem, GridProblem, JumpMap, JumpProblem, JumpTable, Movement, Point};
use astride_grid::{LazyThetaStar, ThetaStar};
use proptest::prelude::*;

use crate::visits::course;

type Named<'a, P> = (
    &'static str,
    Box<dyn Pathfinder<Node = <P as Graph>::Node, Cost = u32> + 'a>,
);

/// The searches in which a cheaper path to an expanded node can be found.
fn suboptimal<P: Heuristic<Cost = u32>>(problem: &P) -> Vec<Named<'_, P>> {
    let weighted = |weight| WeightedAStar::new(problem, weight).unwrap();
    let bounded = |function| BoundedAStar::new(problem, 2.0).unwrap().with_function(function);
    vec![
        ("weighted A*", Box::new(weighted(2.0))),
        ("weighted A* with a fraction", Box::new(weighted(1.5))),
        ("weighted A* with reopening", Box::new(weighted(3.0).with_reopening())),
        (
            "weighted A* without reopening",
            Box::new(weighted(2.0).without_reopening()),
        ),
        (
            "weighted A* with a limit",
            Box::new(weighted(5.0).with_cost_limit(8_000)),
        ),
        ("PWXD", Box::new(bounded(BoundingFunction::Pwxd))),
        ("PWXU", Box::new(bounded(BoundingFunction::Pwxu))),
        (
            "XDP with reopening",
            Box::new(bounded(BoundingFunction::Xdp).with_reopening()),
        ),
        (
            "XUP without reopening",
            Box::new(bounded(BoundingFunction::Xup).without_reopening()),
        ),
        ("ARA*", Box::new(AraStar::new(problem))),
        (
            "ARA* with many passes",
            Box::new(AraStar::new(problem).with_weights(5.0, 0.5).unwrap()),
        ),
    ]
}

/// The other searches of maps.
fn others<P>(problem: &P) -> Vec<Named<'_, P>>
where
    P: Heuristic<Cost = u32, Node: Copy> + KnownGoal + ReverseGraph + ReverseHeuristic + PairHeuristic,
{
    vec![
        ("A*", Box::new(AStar::new(problem))),
        ("greedy", Box::new(Greedy::new(problem))),
        ("compact A*", Box::new(CompactAStar::new(problem))),
        ("LPA*", Box::new(LpaStar::new(problem))),
        ("D* Lite", Box::new(DStarLite::new(problem))),
        ("NBS", Box::new(Nbs::new(problem))),
        ("bidirectional A*", Box::new(BidirectionalAStar::new(problem))),
        ("bidirectional Dijkstra", Box::new(BidirectionalDijkstra::new(problem))),
        ("bidirectional BFS", Box::new(BidirectionalBfs::new(problem))),
        ("Dijkstra", Box::new(Dijkstra::new(problem))),
        ("BFS", Box::new(Bfs::new(problem))),
        ("DFS", Box::new(Dfs::new(problem))),
        ("DFS with a limit", Box::new(Dfs::new(problem).with_depth_limit(8))),
    ]
}

/// Steps through a search, and checks that its best path so far ends at the node with the least estimate and, among
/// equal estimates, the least cost, of all nodes that it knows. If it has no estimates, `nearest_path` has to end
/// there.
fn check_nearest<'a, P, E>(mut search: Search<E>, has_estimates: bool) -> Result<(), TestCaseError>
where
    P: Heuristic<Cost = u32, Node: Debug> + 'a,
    E: Engine<Problem = &'a P>,
{
    let name = std::any::type_name::<E>();
    loop {
        let is_running = search.step().is_running();
        let known: Vec<_> = search.open_nodes().chain(search.closed_nodes()).collect();
        let known = known.iter().filter(|view| !view.is_backward && view.g < u32::MAX);
        let known = known.map(|view| (search.problem().estimate(&view.node), view.g));
        let end = |path: &Path<P::Node, u32>| search.problem().estimate(&path.nodes[path.edges()]);
        let best_effort = search.best_effort_path();
        // A path to the goal may be known on the goal's side only.
        let goal = best_effort
            .iter()
            .filter(|path| end(path) == 0)
            .map(|path| (0, path.cost));
        let least = known.chain(goal).min();
        let best_effort = best_effort.filter(|_| has_estimates);
        for path in [search.nearest_path()].into_iter().chain(best_effort.map(Some)) {
            let end = path.map(|path| (end(&path), path.cost));
            // The path may cost less than what is stored, and more in depth-first search, where nodes that have been
            // visited are still waiting.
            let is_right = match (end, least) {
                (Some((h, cost)), Some((least, g))) => h == least && (cost <= g || name.contains("DepthFirst")),
                (end, least) => end == least,
            };
            prop_assert!(is_right, "{}: {:?} instead of {:?}", name, end, least);
        }
        if !is_running {
            return Ok(());
        }
    }
}

/// The sum of the cheapest edges between consecutive nodes.
fn sum<P: Graph<Cost = u32>>(problem: &P, nodes: &[P::Node]) -> u32 {
    let edge = |pair: &[P::Node]| {
        let edges = problem.successors(&pair[0]).filter(|(next, _)| *next == pair[1]);
        edges.map(|(_, cost)| cost).min().expect("an edge")
    };
    nodes.windows(2).map(edge).sum()
}

/// Steps through the searches, and checks the cost of every path that they return on the way and at the end. Starts are
/// added before the first step and after some more.
fn check_sums<'a, P: Problem<Cost = u32, Node: Debug> + 'a>(
    problem: &P,
    more_starts: &[(P::Node, u32)],
    searches: impl IntoIterator<Item = Named<'a, P>>,
) -> Result<(), TestCaseError> {
    check_costs(problem, more_starts, searches, |path| sum(problem, &path.nodes))
}

/// The same, with the cost of a path from its first node as `cost_of` computes it.
fn check_costs<'a, P: Problem<Cost = u32, Node: Debug> + 'a>(
    problem: &P,
    more_starts: &[(P::Node, u32)],
    searches: impl IntoIterator<Item = Named<'a, P>>,
    cost_of: impl Fn(&Path<P::Node, u32>) -> u32,
) -> Result<(), TestCaseError> {
    for (name, mut search) in searches {
        let mut starts = vec![(problem.start(), 0)];
        let check = |path: Option<Path<P::Node, u32>>, starts: &[(P::Node, u32)]| {
            if let Some(path) = path {
                let rest = cost_of(&path);
                let mut begins = starts.iter().filter(|(start, _)| *start == path.nodes[0]);
                let is_right = begins.any(|(_, cost)| path.cost == cost + rest);
                prop_assert!(is_right, "{name}: {path:?} costs {rest}");
            }
            Ok(())
        };
        let mut waiting = more_starts.iter();
        let mut steps = 0_u32;
        loop {
            if steps.is_multiple_of(5)
                && let Some((start, cost)) = waiting.next().filter(|_| search.status().is_running())
            {
                search.add_start(start.clone(), *cost);
                starts.push((start.clone(), *cost));
            }
            let is_running = search.step().is_running();
            steps += 1;
            check(search.best_effort_path(), &starts)?;
            if steps.is_multiple_of(7) || !is_running {
                let known: Vec<SearchNode<P::Node, u32>> = search.open_nodes().chain(search.closed_nodes()).collect();
                for view in known {
                    check(search.path_to(&view.node), &starts)?;
                }
            }
            if !is_running {
                break;
            }
        }
        check(search.path(), &starts)?;
    }
    Ok(())
}

#[test]
fn a_path_through_a_reopened_node_costs_as_much_as_its_steps() {
    let map = ".....\n.#...\n.#...\n...#.\n..#..".parse().unwrap();
    let problem = GridProblem::new(&map, Point::new(0, 0), Point::new(3, 4), Movement::Four).unwrap();
    let mut search = WeightedAStar::new(&problem, 2.0).unwrap();
    let _ = search.run();
    let path = search.path().unwrap();
    assert_eq!((path.cost, sum(&problem, &path.nodes)), (9, 9));
}

#[test]
fn of_nodes_with_the_same_estimate_the_cheapest_is_the_best_effort() {
    let map = "9#.\n..#".parse().unwrap();
    let problem = GridProblem::new(&map, Point::new(0, 1), Point::new(2, 0), Movement::Four).unwrap();
    for (name, mut search) in suboptimal(&problem).into_iter().chain(others(&problem)) {
        // These do not use estimates, or end as soon as the goal's side cannot continue.
        if ["NBS", "bidirectional", "Dijkstra", "BFS", "DFS", "D* Lite"]
            .iter()
            .any(|kind| name.starts_with(kind))
        {
            continue;
        }
        assert_eq!(search.run(), Status::Exhausted);
        let path = search.best_effort_path().unwrap();
        assert_eq!(
            (path.cost, path.nodes),
            (1, vec![Point::new(0, 1), Point::new(1, 1)]),
            "{name}"
        );
    }
    let map = "....\n..@@\n..@.\n..@@".parse().unwrap();
    let problem = GridProblem::new(&map, Point::new(0, 2), Point::new(3, 2), Movement::Four).unwrap();
    let mut search = LpaStar::new(&problem);
    assert_eq!(search.run(), Status::Exhausted);
    assert_eq!(search.best_effort_path().unwrap().cost, 1);
}

proptest! {
    #![proptest_config(crate::effort::cases(2048))]

    #[test]
    fn every_path_costs_as_much_as_its_steps(
        (map, movement, start, goal) in course(),
        more in prop::collection::vec((any::<prop::sample::Index>(), 0..3000_u32), 0..3),
    ) {
        let problem = GridProblem::new(&map, start, goal, movement).unwrap();
        let free: Vec<Point> = map.points().filter(|point| map.is_free(*point)).collect();
        let more: Vec<_> = more.into_iter().map(|(index, cost)| (*index.get(&free), cost)).collect();
        check_sums(&problem, &more, suboptimal(&problem))?;
        check_sums(&problem, &more, others(&problem))?;
    }

    #[test]
    fn best_efforts_end_at_the_least_estimate_and_then_at_the_least_cost((map, movement, start, goal) in course()) {
        let problem = &GridProblem::new(&map, start, goal, movement).unwrap();
        let weighted = WeightedAStar::new(problem, 3.0).unwrap();
        check_nearest(AStar::new(problem), true)?;
        check_nearest(AStar::new(problem).with_cost_limit(4000), true)?;
        check_nearest(weighted.clone(), true)?;
        check_nearest(weighted.without_reopening(), true)?;
        check_nearest(BoundedAStar::new(problem, 2.0).unwrap(), true)?;
        check_nearest(AraStar::new(problem), true)?;
        check_nearest(Greedy::new(problem), true)?;
        check_nearest(CompactAStar::new(problem), true)?;
        check_nearest(LpaStar::new(problem), true)?;
        check_nearest(Nbs::new(problem), true)?;
        check_nearest(BidirectionalAStar::new(problem), true)?;
        check_nearest(BidirectionalDijkstra::new(problem), false)?;
        check_nearest(BidirectionalBfs::new(problem), false)?;
        check_nearest(DStarLite::new(problem), false)?;
        check_nearest(Dijkstra::new(problem), false)?;
        check_nearest(Bfs::new(problem), false)?;
        check_nearest(Dfs::new(problem), false)?;
    }

    #[test]
    fn any_angle_paths_cost_as_much_as_their_legs((map, movement, start, goal) in course()) {
        let Ok(problem) = AnyAngleProblem::new(&map, start, goal, movement) else {
            // Terrain costs differ.
            return Ok(());
        };
        let searches: [Box<dyn Pathfinder<Node = Point, Cost = f64>>; 2] =
            [Box::new(ThetaStar::new(&problem)), Box::new(LazyThetaStar::new(&problem))];
        for mut search in searches {
            let check = |path: Option<Path<Point, f64>>| {
                let Some(path) = path else { return Ok(()) };
                let leg = |leg: &[Point]| {
                    let edges = problem.successors(&leg[0]).filter(|(next, _)| *next == leg[1]);
                    let line = problem.line_of_sight(&leg[0], &leg[1]).then(|| problem.distance(&leg[0], &leg[1]));
                    edges.map(|(_, cost)| cost).chain(line).reduce(f64::min).expect("a clear leg")
                };
                let legs = path.nodes.windows(2).map(leg).fold(0.0, |sum, leg| sum + leg);
                prop_assert!(legs.total_cmp(&path.cost).is_eq(), "{:?} costs {}", path, legs);
                Ok(())
            };
            while search.step().is_running() {
                check(search.best_effort_path())?;
            }
            for view in search.open_nodes().chain(search.closed_nodes()) {
                check(search.path_to(&view.node))?;
            }
            check(search.path())?;
        }
    }

    #[test]
    fn so_does_every_path_over_jump_points((map, movement, start, goal) in course()) {
        // A best-effort path may end between two jump points, so its steps are counted cell by cell.
        let cells = GridProblem::new(&map, start, goal, movement).unwrap();
        let jumps = JumpMap::new(map.clone(), movement).unwrap();
        let problem = JumpProblem::new(&jumps, start, goal).unwrap();
        check_costs(&problem, &[], suboptimal(&problem), |path| sum(&cells, &problem.cells(path)))?;
        let jumps = JumpTable::new(map.clone(), movement).unwrap();
        let problem = JumpProblem::new(&jumps, start, goal).unwrap();
        check_costs(&problem, &[], suboptimal(&problem), |path| sum(&cells, &problem.cells(path)))?;
    }

    #[test]
    fn so_does_every_path_over_hexagons(
        (map, _, start, goal) in course(),
        layout in prop::sample::select(HexLayout::ALL.to_vec()),
    ) {
        let map = HexMap::new(map, layout);
        let [start, goal] = [start, goal].map(|point| layout.hex(point));
        let problem = HexProblem::new(&map, start, goal).unwrap();
        check_sums(&problem, &[], suboptimal(&problem))?;
    }

    #[test]
    fn so_does_every_path_over_voxels((map, _, start, goal) in course(), roof in any::<u64>()) {
        let floors = VoxelMap::from_fn(map.width().into(), map.height().into(), 2, |voxel| {
            let point = Point::new(voxel.x, voxel.y);
            let number = u32::from(voxel.x) * 7 + u32::from(voxel.y) * 13;
            map.is_free(point) && (voxel.z == 0 || roof >> (number % 64) & 1 == 0)
        }).unwrap();
        let [start, goal] = [start, goal].map(|point| Voxel::new(point.x, point.y, 0));
        for neighbourhood in [Neighbourhood::Six, Neighbourhood::TwentySix] {
            let problem = VoxelProblem::new(&floors, start, goal, neighbourhood).unwrap();
            check_sums(&problem, &[], suboptimal(&problem))?;
        }
    }
}
