//! The statements of problems about their estimates, edge by edge, and their use in searches.

use std::fmt::Debug;
use std::sync::Arc;

use astride::graphs::CsrGraph;
use astride::npuzzle::{
    Board, Hamming, LinearConflict, Manhattan, ManhattanPlusHamming, Maximum, Puzzle, TileHeuristic, Tiles, Tiles16,
    Zero,
};
use astride::problem::Narrow;
use astride::search::{BoundedAStar, BoundingFunction, Landmarks};
use astride::traits::{Consistency, Hints, NumericCost};
use astride::{AStar, Cost, FnGraph, Graph, Heuristic, Pathfinder, Problem, Query, Stats, Status, WeightedAStar};
use astride_grid::{
    AnyAngleProblem, Estimate, GridCost, GridGoals, GridMap, GridProblem, JumpMap, JumpProblem, JumpTable, Movement,
    Point,
};
use astride_tiles::WalkingDistance;
use astride_tiles::patterns::{Partition, PatternDatabases, PatternPuzzle};
use proptest::prelude::*;

use crate::best_first::bounded_astar::FUNCTIONS;
use crate::common::effort::{cases, progress, stride};
use crate::common::plan::{CONSISTENT, Guess, Plan, plans};
use crate::common::tiles::{board, board_of, eight_puzzle};
use crate::common::world::{Index, Units, World, check_ends};

const WEIGHTS: [f64; 8] = [1.0, 1.1, 1.25, 1.5, 2.0, 2.5, 10.0, 1000.5];

/// A world that makes a statement about its estimate, and keeps a list of nodes.
#[derive(Clone, Debug)]
struct Stated<P> {
    world: P,
    states: Consistency,
}

impl<P: Graph> Graph for Stated<P> {
    type Node = P::Node;
    type Cost = P::Cost;

    fn successors(&self, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)> {
        self.world.successors(node)
    }

    fn index(&self, node: &P::Node) -> Option<usize> {
        self.world.index(node)
    }

    fn node_at(&self, index: usize) -> Option<P::Node> {
        self.world.node_at(index)
    }
}

impl<P: Problem> Problem for Stated<P> {
    fn start(&self) -> P::Node {
        self.world.start()
    }

    fn is_goal(&self, node: &P::Node) -> bool {
        self.world.is_goal(node)
    }
}

impl<P: Heuristic> Heuristic for Stated<P> {
    fn estimate(&self, node: &P::Node) -> P::Cost {
        self.world.estimate(node)
    }

    fn estimate_hints(&self) -> Hints {
        Hints::NONE.with_consistency(self.states)
    }
}

/// Returns the strongest statement that holds for all edges from these nodes, if sums may be off by `rounding`.
fn least_consistency<P: Heuristic<Cost: NumericCost, Node: Debug>>(
    problem: &P,
    nodes: impl IntoIterator<Item = P::Node>,
    rounding: P::Cost,
) -> Consistency {
    let is_at_most = |estimate: P::Cost, further: Option<P::Cost>| {
        let estimate = if estimate.is_less(&P::Cost::INFINITY) {
            estimate.minus(rounding)
        } else {
            estimate
        };
        further.is_none_or(|further| !further.is_less(&estimate))
    };
    let mut holds = Consistency::BothWays;
    for node in nodes {
        progress("nodes whose edges are looked at");
        let here = problem.estimate(&node);
        if problem.is_goal(&node) && P::Cost::ZERO.is_less(&here) {
            return Consistency::Unknown;
        }
        for (next, cost) in problem.successors(&node) {
            let there = problem.estimate(&next);
            if !is_at_most(here, cost.plus(there)) {
                return Consistency::Unknown;
            }
            if there.order(&P::Cost::INFINITY).is_eq() && here.is_less(&P::Cost::INFINITY)
                || !is_at_most(there, cost.plus(here))
            {
                holds = Consistency::Consistent;
            }
        }
    }
    holds
}

/// Checks that a problem states `expected` and that this is true.
fn check_statement<P: Heuristic<Cost: NumericCost, Node: Debug>>(
    problem: &P,
    nodes: impl IntoIterator<Item = P::Node>,
    expected: Consistency,
) {
    assert_eq!(problem.estimate_hints().consistency, expected);
    let holds = least_consistency(problem, nodes, P::Cost::ZERO);
    assert!(holds >= expected, "stated {expected:?}, but only {holds:?} holds");
}

mod statements {
    use super::*;

    fn free_points(map: &GridMap) -> Vec<Point> {
        map.points().filter(|point| map.is_free(*point)).collect()
    }

    fn check_grid<C: GridCost + NumericCost>(map: &GridMap, goals: &[Point], movement: Movement) {
        let (start, goal, free) = (goals[0], goals[goals.len() - 1], free_points(map));
        for estimate in Estimate::ALL {
            if !estimate.is_admissible(movement) {
                continue;
            }
            let problem = GridProblem::<_, C>::new_typed(map, start, goal, movement).unwrap();
            let problem = problem.with_estimate(estimate).unwrap();
            check_statement(&problem, free.iter().copied(), Consistency::BothWays);
            let several = GridGoals::<_, C>::new_typed(map, start, goals.iter().copied(), movement).unwrap();
            let several = several.with_estimate(estimate).unwrap();
            check_statement(&several, free.iter().copied(), Consistency::BothWays);

            let jump_map = JumpMap::new(map.clone(), movement).unwrap();
            let table = JumpTable::try_from(jump_map.clone()).unwrap();
            let jumps = JumpProblem::<_, C>::new_typed(&jump_map, start, goal).unwrap();
            let looked_up = JumpProblem::<_, C>::new_typed(&table, start, goal).unwrap();
            for problem in [
                &jumps.with_estimate(estimate).unwrap() as &dyn States,
                &looked_up.with_estimate(estimate).unwrap(),
            ] {
                problem.check(&free, Consistency::BothWays);
            }
        }
        if map.is_uniform() {
            let lines = AnyAngleProblem::new(map, start, goal, movement).unwrap();
            check_statement(&lines, free, Consistency::BothWays);
        }
    }

    /// Jump problems have different types.
    trait States {
        fn check(&self, free: &[Point], expected: Consistency);
    }

    impl<J: astride_grid::JumpPoints, C: GridCost + NumericCost> States for JumpProblem<J, C> {
        fn check(&self, free: &[Point], expected: Consistency) {
            check_statement(self, free.iter().copied(), expected);
        }
    }

    proptest! {
        #![proptest_config(cases(150))]

        #[test]
        fn of_grids(
            (width, cells) in (1..9_usize, 1..9_usize).prop_flat_map(|(width, height)| {
                (Just(width), prop::collection::vec(prop::bool::weighted(0.75), width * height))
            }),
            terrain in prop::collection::vec(1..=255_u8, 1..4),
            is_uniform: bool,
            goals in prop::collection::vec(any::<prop::sample::Index>(), 1..12),
        ) {
            let terrain = if is_uniform { &terrain[..1] } else { &terrain };
            let cost = |place: usize| if cells[place] { terrain[place % terrain.len()] } else { 0 };
            let map = GridMap::from_fn(width, cells.len() / width, |point| {
                cost(usize::from(point.y) * width + usize::from(point.x))
            });
            let map = map.unwrap();
            let free = free_points(&map);
            prop_assume!(!free.is_empty());
            let goals: Vec<_> = goals.iter().map(|goal| *goal.get(&free)).collect();
            for movement in Movement::ALL {
                check_grid::<u32>(&map, &goals, movement);
                check_grid::<u64>(&map, &goals, movement);
                check_grid::<f32>(&map, &goals, movement);
                check_grid::<f64>(&map, &goals, movement);
            }
        }

        #[test]
        fn of_landmarks(plan in plans(9, 1_000), count in 0..5_usize, goal: prop::sample::Index) {
            let goal = goal.index(plan.nodes);
            check_landmarks::<u32>(&plan, count, goal);
            check_landmarks::<f64>(&plan, count, goal);
            check_landmarks::<u32>(&plan.clone().both_ways(), count, goal);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a few nodes")]
    fn check_landmarks<C: Units>(plan: &Plan, count: usize, goal: usize) {
        let edges = plan
            .edges
            .iter()
            .filter_map(|(from, to, units)| Some((*from as u32, *to as u32, C::units((*units)?))));
        let graph = CsrGraph::from_edges(plan.nodes, edges).unwrap().reversible().unwrap();
        let landmarks = Landmarks::farthest(&graph, plan.start as u32, count).unwrap();
        let query = landmarks.query(plan.start as u32, goal as u32);
        assert_eq!(query.estimate_hints().consistency, Consistency::Consistent);
        let rounding = C::units(1_000_000).rounding(8);
        let holds = least_consistency(&query, 0..plan.nodes as u32, rounding);
        assert!(holds >= Consistency::Consistent);
    }

    #[test]
    fn of_grids_whose_terrain_changes() {
        let map: GridMap = "333\n3#3\n333".parse().unwrap();
        let mut problem = GridProblem::new(map, Point::new(0, 0), Point::new(2, 2), Movement::Eight).unwrap();
        for (x, y, cost) in [(1, 0, 9), (0, 2, 1), (2, 1, 0), (1, 1, 2), (0, 2, 7)] {
            problem.set_cost(Point::new(x, y), cost).unwrap();
            check_statement(&problem, free_points(problem.map()), Consistency::BothWays);
        }
    }

    fn check_boards<H: TileHeuristic<Tiles16>>(goal: &Board, new: impl FnOnce(&Board) -> H, expected: Consistency) {
        let puzzle = Puzzle::new(goal, goal).unwrap().with_heuristic(new);
        let boards = eight_puzzle(&goal.to_string());
        let nodes = boards.iter().map(|(tiles, _)| Tiles16::pack(tiles).unwrap());
        let nodes = nodes.step_by(stride());
        check_statement(&puzzle, nodes.clone(), expected);
        if expected == Consistency::Unknown {
            assert_eq!(least_consistency(&puzzle, nodes, 0), expected);
        }
    }

    #[test]
    fn of_puzzles() {
        let goal = board("123456780");
        let walking = |goal: &Board| WalkingDistance::new(goal).unwrap();
        check_boards(&goal, Zero::new, Consistency::BothWays);
        check_boards(&goal, Hamming::new, Consistency::BothWays);
        check_boards(&goal, Manhattan::new, Consistency::BothWays);
        check_boards(&goal, LinearConflict::new, Consistency::BothWays);
        check_boards(&goal, walking, Consistency::BothWays);
        let larger = |goal: &Board| Maximum::new(LinearConflict::new(goal), walking(goal));
        check_boards(&goal, larger, Consistency::BothWays);
        check_boards(&goal, ManhattanPlusHamming::new, Consistency::Unknown);
    }

    #[test]
    fn of_pattern_databases() {
        let goal = board("123456780");
        let mut known = [0; 2];
        for patterns in [
            &[&[1, 2, 3, 4][..], &[5, 6, 7, 8]][..],
            &[&[1, 2, 3, 5, 6, 8], &[4, 7]],
            &[&[1], &[2], &[3], &[4], &[5], &[6], &[7], &[8]],
        ] {
            let partition = Partition::new(&goal, patterns.iter().copied()).unwrap();
            let databases = PatternDatabases::build(&partition).unwrap();
            known[usize::from(databases.is_consistent())] += 1;
            let expected = if databases.is_consistent() {
                Consistency::BothWays
            } else {
                Consistency::Unknown
            };
            let puzzle = PatternPuzzle::<Tiles16, _, 8>::new_typed(&goal, &databases).unwrap();
            let boards = eight_puzzle("123456780");
            let nodes = boards
                .iter()
                .map(|(tiles, _)| puzzle.node(&board_of(*tiles, 3, 3)).unwrap());
            check_statement(&puzzle, nodes, expected);
            let puzzle = Puzzle::new(&goal, &goal).unwrap().with_heuristic(|_| &databases);
            assert_eq!(puzzle.estimate_hints().consistency, expected);
        }
        assert_eq!(known, [2, 1]);
    }

    fn statement<P: Heuristic>(problem: P) -> Consistency {
        problem.estimate_hints().consistency
    }

    #[test]
    fn pass_through_what_wraps_a_problem() {
        let line = FnGraph::new(|n: &u32| [(n + 1, 1_u32)]);
        let query = || Query::new(&line, 0, |n| *n == 9).with_heuristic(|n| 9_u32.saturating_sub(*n));
        assert_eq!(query().estimate_hints().consistency, Consistency::Unknown);
        for states in [Consistency::Unknown, Consistency::Consistent, Consistency::BothWays] {
            let query = || query().with_consistency(states).with_reverse_heuristic(|n| *n);
            let all = [
                statement(query()),
                statement::<&_>(&query()),
                statement(Arc::new(query())),
                statement(Narrow::<_, u8>::new(query())),
            ];
            assert_eq!(all, [states; 4]);
        }
        assert!(Consistency::Unknown < Consistency::Consistent && Consistency::Consistent < Consistency::BothWays);
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand units")]
fn assert_within(factor: f64, units: Option<[u64; 2]>) {
    if let Some([units, optimum]) = units {
        assert!(units as f64 <= factor * optimum as f64, "{units} {optimum} {factor}");
    }
}

fn check_bound<C: Units>(plan: &Plan, weight: f64, guess: Guess, states: Consistency) {
    let index = [Index::Never, Index::AlwaysWithNodes][plan.nodes % 2];
    let world = || Stated {
        world: World::<C>::new(plan, guess, index),
        states,
    };
    let check_once = |expanded: u64, reopened: u64| {
        assert_eq!(reopened, 0);
        assert!(expanded <= plan.nodes as u64);
    };
    let mut search = WeightedAStar::new(world(), weight).unwrap();
    assert_within(weight, check_ends(plan, &mut search));
    if states >= Consistency::Consistent {
        check_once(search.stats().expanded, search.stats().reopened);
    }
    for function in FUNCTIONS {
        let mut search = BoundedAStar::new(world(), weight).unwrap().with_function(function);
        assert_within(weight, check_ends(plan, &mut search));
        let needed = match function {
            BoundingFunction::Xdp | BoundingFunction::Pwxd => Consistency::BothWays,
            BoundingFunction::Xup | BoundingFunction::Pwxu => Consistency::Consistent,
        };
        if states >= needed {
            check_once(search.stats().expanded, search.stats().reopened);
        }
    }
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn bounds_hold_with_what_is_stated(
        small in plans(25, 6),
        large in plans(12, 20_000),
        weight in prop::sample::select(&WEIGHTS[..]),
    ) {
        for plan in [small, large] {
            let symmetric = plan.clone().both_ways();
            for guess in CONSISTENT {
                check_bound::<u32>(&plan, weight, guess, Consistency::Consistent);
                check_bound::<f64>(&plan, weight, guess, Consistency::Consistent);
                check_bound::<u32>(&symmetric, weight, guess, Consistency::BothWays);
                check_bound::<f64>(&symmetric, weight, guess, Consistency::BothWays);
            }
            check_bound::<u32>(&plan, weight, Guess::Admissible, Consistency::Unknown);
            check_bound::<f64>(&plan, weight, Guess::Admissible, Consistency::Unknown);
        }
    }
}

/// The same, with the starts added one by one between the steps, so that a search cannot rely on the statement.
fn check_late_starts(plan: &Plan, weight: f64, guess: Guess) {
    let world = || Stated {
        world: World::<u32>::new(plan, guess, Index::Never),
        states: Consistency::BothWays,
    };
    let optimum = plan.nearest_goal(&plan.far_from_starts());
    let mut weighted = WeightedAStar::new(world(), weight).unwrap();
    let mut bounded = BoundedAStar::new(world(), weight).unwrap();
    for search in [
        &mut weighted as &mut dyn Pathfinder<Node = usize, Cost = u32>,
        &mut bounded,
    ] {
        let mut starts = plan.more_starts.iter();
        let mut is_complete = plan.more_starts.is_empty();
        while search.step().is_running() {
            if search.stats().expanded % 2 == 1
                && let Some((start, units)) = starts.next()
            {
                search.add_start(*start, u32::try_from(*units).unwrap());
                is_complete = starts.len() == 0;
            }
        }
        let units = search.path().and_then(|path| plan.cheapest_sum(&path.nodes));
        // The search may have ended earlier.
        if is_complete {
            assert_eq!(units.is_some(), optimum.is_some());
            assert_within(weight, units.zip(optimum).map(Into::into));
        }
    }
}

/// A path within the limit is found if there is one, even if it leads through a node that was closed on a detour.
fn check_limits(plan: &Plan, weight: f64, guess: Guess) {
    let alone = Plan {
        more_starts: Vec::new(),
        ..plan.clone()
    };
    let optimum = alone.nearest_goal(&alone.far_from_starts());
    for limit in optimum
        .into_iter()
        .flat_map(|optimum| [optimum.saturating_sub(1), optimum, optimum + 1])
    {
        let world = Stated {
            world: World::<u32>::new(&alone, guess, Index::Never),
            states: Consistency::BothWays,
        };
        let mut search = WeightedAStar::new(world, weight)
            .unwrap()
            .with_cost_limit(u32::try_from(limit).unwrap());
        let is_within = optimum.is_some_and(|optimum| optimum <= limit);
        assert_eq!(search.run() == Status::Found, is_within, "{limit}");
    }
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn a_late_start_or_a_limit_opens_closed_nodes_again(
        plan in plans(25, 6),
        weight in prop::sample::select(&WEIGHTS[..]),
    ) {
        let plan = plan.both_ways();
        for guess in CONSISTENT {
            check_late_starts(&plan, weight, guess);
            check_limits(&plan, weight, guess);
        }
    }

    #[test]
    fn bounds_hold_with_landmarks(plan in plans(25, 9), count in 1..4_usize, weight in prop::sample::select(&WEIGHTS[..])) {
        let edges = plan.edges.iter().filter_map(|(from, to, units)| {
            Some((u32::try_from(*from).ok()?, u32::try_from(*to).ok()?, u32::try_from((*units)?).ok()?))
        });
        let graph = CsrGraph::from_edges(plan.nodes, edges).unwrap().reversible().unwrap();
        let start = u32::try_from(plan.start).unwrap();
        let landmarks = Landmarks::farthest(&graph, start, count).unwrap();
        let far = &plan.all_pairs()[plan.start];
        let mut search = WeightedAStar::new(landmarks.query(start, 0), weight).unwrap();
        for (goal, optimum) in (0..).zip(far) {
            search.reset(landmarks.query(start, goal));
            prop_assert_eq!(search.run() == Status::Found, optimum.is_some());
            prop_assert_eq!(search.stats().reopened, 0);
            assert_within(weight, search.path().map(|path| path.cost.into()).zip(*optimum).map(Into::into));
        }
    }
}

#[test]
fn bounds_hold_on_puzzles() {
    let goal = board("123456780");
    let boards = eight_puzzle("123456780");
    for (tiles, length) in boards.iter().step_by(4_001 * stride()) {
        let puzzle = Puzzle::new(&board_of(*tiles, 3, 3), &goal).unwrap();
        for weight in WEIGHTS {
            for (cost, stats) in [
                found(WeightedAStar::new(&puzzle, weight).unwrap()),
                found(BoundedAStar::new(&puzzle, weight).unwrap()),
                found(
                    BoundedAStar::new(&puzzle, weight)
                        .unwrap()
                        .with_function(BoundingFunction::Xup),
                ),
            ] {
                assert!(f64::from(cost) <= weight * f64::from(*length), "{tiles:?} {weight}");
                assert_eq!(stats.reopened, 0);
            }
        }
    }
}

/// An explicit choice takes precedence over the statement; each problem is asked for its statement.
#[test]
fn reopening_can_be_chosen_and_follows_the_problem() {
    let map = rooms();
    let problem = GridProblem::new(&map, Point::new(0, 0), Point::new(88, 88), Movement::Eight).unwrap();
    let stating = |states| Stated { world: problem, states };
    let (unknown, both_ways) = (stating(Consistency::Unknown), stating(Consistency::BothWays));
    let weighted = || WeightedAStar::new(&unknown, 2.0).unwrap();
    let bounded = || BoundedAStar::new(&unknown, 2.0).unwrap();
    assert!(found(weighted()).1.reopened > 0 && found(bounded()).1.reopened > 0);
    assert_eq!(found(weighted().without_reopening()).1.reopened, 0);
    assert_eq!(found(bounded().without_reopening()).1.reopened, 0);
    let weighted = || WeightedAStar::new(&both_ways, 2.0).unwrap();
    let bounded = || BoundedAStar::new(&both_ways, 2.0).unwrap();
    assert_eq!((found(weighted()).1.reopened, found(bounded()).1.reopened), (0, 0));
    assert!(found(weighted().with_reopening()).1.reopened > 0 && found(bounded().with_reopening()).1.reopened > 0);
    assert_eq!(found(weighted().with_reopening().without_reopening()).1.reopened, 0);
    // Consistent in only one direction, which is enough for half of the functions.
    let one_way = stating(Consistency::Consistent);
    for function in FUNCTIONS {
        let (_, stats) = found(BoundedAStar::new(&one_way, 2.0).unwrap().with_function(function));
        assert_eq!(
            stats.reopened > 0,
            function.needs() == Consistency::BothWays,
            "{function:?}"
        );
    }

    let mut search = WeightedAStar::new(&unknown, 2.0).unwrap();
    for (problem, is_stated) in [(&unknown, false), (&both_ways, true), (&unknown, false)] {
        search.reset(problem);
        assert_eq!(search.run(), Status::Found);
        assert_eq!(search.stats().reopened == 0, is_stated);
    }
}

/// A path would be lost here if closed nodes stayed closed and steps were pruned by the direction of arrival.
#[test]
fn jump_points_lose_no_path_if_closed_nodes_stay_closed() {
    let map: GridMap = "
        .###############
        .##...###...####
        .##.#.....#.####
        .##.#######.####
        .##.#######.####
        .##.#######.####
        .##.#######..###
        .##.########.#.#
        ....#######....#
        ###########...#.
        ##########......
        ##########.#...#
        ##########...#.#
        ##############.#
        ##############.#
        ##############..
    "
    .parse()
    .unwrap();
    let jump_map = JumpMap::new(map, Movement::EightCuttingCorners).unwrap();
    let problem = JumpProblem::new(&jump_map, Point::new(0, 0), Point::new(15, 15)).unwrap();
    let search = || WeightedAStar::new(problem, 10.0).unwrap();
    assert_eq!(search().run(), Status::Found);
    assert_eq!(search().without_reopening().run(), Status::Found);
}

/// Twenty times, two steps lead on, and so does a detour of cost 3. If the estimate is rounded after it is multiplied,
/// both paths have the same key, the more expensive one comes first, and the costs add up to 1.4 times the least.
#[test]
fn a_bound_holds_to_the_unit_for_a_weight_that_is_not_whole() {
    let mut edges: Vec<Vec<(usize, u32)>> = Vec::new();
    let mut estimates = vec![10];
    for near in 0..20 {
        let here = 2 * near;
        edges.push(vec![(here + 1, 1), (here + 2, 3)]);
        edges.push(vec![(here + 2, 1)]);
        estimates.extend([10, 9]);
    }
    for left in (0..9).rev() {
        edges.push(vec![(edges.len() + 1, 1)]);
        estimates.push(left);
    }
    edges.push(Vec::new());
    let world = Stated {
        world: World {
            start: 0,
            goals: (1..=edges.len()).map(|node| node == edges.len()).collect(),
            edges,
            estimates,
            ..World::default()
        },
        states: Consistency::BothWays,
    };
    assert_eq!(
        least_consistency(&world, 0..world.world.edges.len(), 0),
        Consistency::BothWays
    );
    let (optimum, _) = found(AStar::new(&world));
    assert_eq!(optimum, 49);
    for weight in [1.01, 1.1, 1.25, 1.5, 1.9, 2.0] {
        let (cost, stats) = found(WeightedAStar::new(&world, weight).unwrap());
        assert!(f64::from(cost) <= weight * f64::from(optimum), "{weight}: {cost}");
        assert_eq!(stats.reopened, 0);
    }
}

fn found<P: Pathfinder<Cost = u32>>(mut search: P) -> (u32, Stats) {
    assert_eq!(search.run(), Status::Found);
    (search.path().unwrap().cost, search.stats())
}

/// Rooms of 8 by 8 cells, with a door in each wall.
fn rooms() -> GridMap {
    GridMap::from_fn(89, 89, |Point { x, y }| {
        let (column, row) = (x / 9, y / 9);
        u8::from(match (x % 9, y % 9) {
            (8, 8) => false,
            (8, y) => y == (column * 5 + row * 3) % 8,
            (x, 8) => x == (column * 3 + row * 7) % 8,
            _ => true,
        })
    })
    .unwrap()
}

#[test]
fn on_varying_terrain_no_cell_is_opened_again_and_fewer_are_expanded() {
    let mut map = rooms();
    map.set_cost(Point::new(44, 0), 2).unwrap();
    let (mut plain, mut weighted, mut bounded, mut reopened) = (0, 0, 0, 0);
    for (start, goal) in [
        ((0, 0), (88, 88)),
        ((0, 88), (88, 0)),
        ((40, 2), (45, 87)),
        ((3, 40), (87, 50)),
    ] {
        let problem = GridProblem::new(&map, start.into(), goal.into(), Movement::Eight).unwrap();
        let (optimum, stats) = found(AStar::new(&problem));
        plain += stats.expanded;
        let effort = |weight| {
            let (cost, stats) = found(WeightedAStar::new(&problem, weight).unwrap());
            let (bounded_cost, bounded_stats) = found(BoundedAStar::new(&problem, weight).unwrap());
            assert!(f64::from(cost.max(bounded_cost)) <= weight * f64::from(optimum));
            assert_eq!((stats.reopened, bounded_stats.reopened), (0, 0));
            [stats.expanded, bounded_stats.expanded]
        };
        for weight in [1.1, 1.5, 3.0] {
            effort(weight);
        }
        let expanded = effort(2.0);
        weighted += expanded[0];
        bounded += expanded[1];
        let (_, stats) = found(WeightedAStar::new(&problem, 2.0).unwrap().with_reopening());
        reopened += stats.reopened;
    }
    assert!(reopened > 0);
    assert!(weighted < plain / 2 && bounded < plain, "{plain} {weighted} {bounded}");
}
