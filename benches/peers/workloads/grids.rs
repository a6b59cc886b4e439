//! A* on 8-connected grid maps, in integers and in floats.

use astride::{AStar, Graph, Heuristic, Status};
use astride_grid::{GridCost, GridMap, GridProblem, Movement, Point};
use ordered_float::OrderedFloat;
use pathfinding::num_traits::Zero;
use petgraph::algo::Measure;

use crate::support::contest::{Contest, NO_PATH, Target, Timed, timed};
use crate::support::float_limit::FloatLimit;
use crate::support::grid_limit::GridLimit;
use crate::support::in_place::in_place;
use crate::support::maps::{Course, generated};
use crate::support::{explicit, movingai};

/// Generated maps.
pub(crate) fn run_generated() {
    run(&generated(512, 50), 5);
}

/// Game maps and other real maps, if they are available.
pub(crate) fn run_real() {
    run(&movingai::courses(200), 3);
}

fn run(courses: &[Course], rounds: usize) {
    for course in courses {
        let Course { name, map, queries } = course;
        let (mut same, mut all_eight) = (GridLimit::<true>::new(map), GridLimit::<false>::new(map));
        contest::<u32>(format!("Grid, integer costs, {name}"), course, rounds)
            .peer("by hand, same work", Target::Within(1.1), move || {
                solve_all(queries, |start, goal| cost_of(same.path(start, goal)))
            })
            .peer("by hand, all eight neighbours", Target::Within(1.2), move || {
                solve_all(queries, |start, goal| cost_of(all_eight.path(start, goal)))
            })
            .run();
    }
    for course in courses {
        let Course { name, map, queries } = course;
        let mut same = FloatLimit::<true>::new(map);
        contest::<f64>(format!("Grid, f64 costs, {name}"), course, rounds)
            .peer("by hand, same work", Target::Within(1.1), move || {
                solve_all(queries, |start, goal| same.cost(start, goal).unwrap_or(NO_PATH))
            })
            .run();
    }
}

fn cost_of(found: Option<(Vec<u32>, u32)>) -> f64 {
    found.map_or(NO_PATH, |(_, cost)| cost.into())
}

/// A type of costs that all three crates can use.
pub(super) trait CommonCost: GridCost + Measure + 'static {
    /// The cost type for `pathfinding`, which requires a total order.
    type Ordered: Zero + Ord + Copy;
    const PATHFINDING: f64;
    const PETGRAPH: Target;
    fn ordered(self) -> Self::Ordered;
    fn of_ordered(cost: Self::Ordered) -> Self;
    fn as_float(self) -> f64;
}

impl CommonCost for u32 {
    type Ordered = u32;
    const PATHFINDING: f64 = 4.0;
    const PETGRAPH: Target = Target::Faster(8.0);
    fn ordered(self) -> u32 {
        self
    }
    fn of_ordered(cost: u32) -> u32 {
        cost
    }
    fn as_float(self) -> f64 {
        self.into()
    }
}

impl CommonCost for f64 {
    type Ordered = OrderedFloat<f64>;
    const PATHFINDING: f64 = 2.5;
    const PETGRAPH: Target = Target::None;
    fn ordered(self) -> OrderedFloat<f64> {
        OrderedFloat(self)
    }
    fn of_ordered(cost: OrderedFloat<f64>) -> f64 {
        cost.0
    }
    fn as_float(self) -> f64 {
        self
    }
}

fn contest<C: CommonCost>(title: String, course: &Course, rounds: usize) -> Contest<'_> {
    let Course { map, queries, .. } = course;
    let (start, goal) = queries[0];
    let mut search = AStar::new(problem::<C>(map, start, goal));
    let graph = explicit::of_grid(map, &problem::<C>(map, start, goal));
    Contest::new(title, queries.len(), rounds)
        .ours("new", move || {
            solve_all(queries, |start, goal| {
                solve(&mut AStar::new(problem::<C>(map, start, goal)))
            })
        })
        .ours("reset", move || {
            solve_all(queries, |start, goal| {
                search.reset(problem(map, start, goal));
                solve(&mut search)
            })
        })
        .peer("pathfinding", Target::Faster(C::PATHFINDING), move || {
            solve_all(queries, |start, goal| {
                by_pathfinding(&problem::<C>(map, start, goal), start)
            })
        })
        .peer("petgraph, graph built before", C::PETGRAPH, move || {
            solve_all(queries, |start, goal| {
                let problem = problem::<C>(map, start, goal);
                let goal = explicit::number(map, goal);
                let found = petgraph::algo::astar(
                    &graph,
                    explicit::number(map, start),
                    |number| number == goal,
                    |edge| *edge.weight(),
                    |number| problem.estimate(&explicit::point(map, number)),
                );
                found.map_or(NO_PATH, |(cost, _)| cost.as_float())
            })
        })
}

pub(super) fn solve_all(queries: &[(Point, Point)], mut solve: impl FnMut(Point, Point) -> f64) -> Timed {
    timed(|| queries.iter().map(|(start, goal)| solve(*start, *goal)).collect())
}

fn problem<C: GridCost>(map: &GridMap, start: Point, goal: Point) -> GridProblem<&GridMap, C> {
    GridProblem::new_typed(map, start, goal, Movement::Eight).expect("two free cells")
}

fn solve<C: CommonCost>(search: &mut AStar<GridProblem<&GridMap, C>>) -> f64 {
    assert_ne!(search.run(), Status::Running);
    search.path().map_or(NO_PATH, |path| path.cost.as_float())
}

pub(super) fn by_pathfinding<C: CommonCost>(problem: &GridProblem<&GridMap, C>, start: Point) -> f64 {
    let goal = problem.goal();
    let found = pathfinding::prelude::astar(
        &start,
        |point| in_place::<8, _>(problem.successors(point).map(|(next, cost)| (next, cost.ordered()))),
        |point| problem.estimate(point).ordered(),
        |point| *point == goal,
    );
    found.map_or(NO_PATH, |(_, cost)| C::of_ordered(cost).as_float())
}
