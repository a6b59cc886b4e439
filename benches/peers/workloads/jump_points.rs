//! Jump point search and jump tables compared with plain A* and `pathfinding`, on the same maps and queries.
//!
//! A query takes microseconds with jump points but milliseconds with the others, which displace data from the caches.
//! Each way of using jump points therefore runs twice in a row: cold, after the others, and warm, after itself.

use std::cell::RefCell;

use astride::{AStar, Heuristic, Status};
use astride_grid::{GridMap, GridProblem, JumpMap, JumpProblem, JumpTable, Movement, Point};

use super::grids::{by_pathfinding, solve_all};
use crate::support::contest::{Contest, NO_PATH, Target, Timed};
use crate::support::grid_limit::GridLimit;
use crate::support::jump_limit::JumpLimit;
use crate::support::maps::{Course, generated};
use crate::support::movingai;

/// Uses real maps if they are available, and otherwise generated ones.
pub(crate) fn run() {
    for course in &generated(512, 50) {
        contest(course, Target::None);
    }
    for course in &movingai::courses(200) {
        // Jumps are for open space with large walls, as on game maps.
        let is_game = !["maze", "random", "room"].iter().any(|kind| course.name.contains(kind));
        contest(course, if is_game { Target::Faster(50.0) } else { Target::None });
    }
}

fn contest(course: &Course, target: Target) {
    let Course { name, map, queries } = course;
    let jump_map = JumpMap::new(map.clone(), Movement::Eight).expect("memory for a map");
    let table = JumpTable::new(map.clone(), Movement::Eight).expect("memory for a table");
    let mut limit = GridLimit::<true>::new(map);
    let mut jump_limit = JumpLimit::new(map);
    let jps = RefCell::new(by_astar(queries, |start, goal| {
        JumpProblem::new(&jump_map, start, goal).expect("two free cells")
    }));
    let jps_plus = RefCell::new(by_astar(queries, |start, goal| {
        JumpProblem::new(&table, start, goal).expect("two free cells")
    }));
    let title = format!("Jump points (JPS cold · warm · JPS+ cold · warm), {name}");
    Contest::new(title, queries.len(), 5)
        .ours("JPS cold", || jps.borrow_mut()())
        .ours("JPS warm", || jps.borrow_mut()())
        .ours("JPS+ cold", || jps_plus.borrow_mut()())
        .ours("JPS+ warm", || jps_plus.borrow_mut()())
        .peer(
            "plain A*",
            Target::None,
            by_astar(queries, |start, goal| plain(map, start, goal)),
        )
        .peer("hand-written A*", Target::None, move || {
            solve_all(queries, |start, goal| {
                limit.path(start, goal).map_or(NO_PATH, |(_, cost)| cost.into())
            })
        })
        .peer("hand-written JPS+", Target::None, || {
            solve_all(queries, |start, goal| {
                jump_limit.path(start, goal).map_or(NO_PATH, |(_, cost)| cost.into())
            })
        })
        .peer("pathfinding A*", target, || {
            solve_all(queries, |start, goal| by_pathfinding(&plain(map, start, goal), start))
        })
        .run();
}

fn plain(map: &GridMap, start: Point, goal: Point) -> GridProblem<&GridMap> {
    GridProblem::new(map, start, goal, Movement::Eight).expect("two free cells")
}

/// Solves all queries with one search, reset from one to the next. The time includes getting the path, which consists
/// of jump points if these are used.
fn by_astar<'a, P: Heuristic<Cost = u32> + 'a>(
    queries: &'a [(Point, Point)],
    problem: impl Fn(Point, Point) -> P + 'a,
) -> impl FnMut() -> Timed + 'a {
    let (start, goal) = queries[0];
    let mut search = AStar::new(problem(start, goal));
    move || {
        solve_all(queries, |start, goal| {
            search.reset(problem(start, goal));
            assert_ne!(search.run(), Status::Running);
            search.path().map_or(NO_PATH, |path| path.cost.into())
        })
    }
}
