//! The cost of stepping, of budgets and of observers: the same search driven in several ways.

use std::time::Duration;

use astride::{AStar, Budget, NodeEvent, Observer, Status};
use astride_grid::{GridMap, GridProblem, Movement, Point};

use crate::support::contest::{Contest, NO_PATH, Target, Timed, timed};
use crate::support::maps::{Course, generated};

type Search<'a, W = ()> = AStar<GridProblem<&'a GridMap>, W>;

pub(crate) fn run() {
    let Some(course) = generated(512, 50).into_iter().nth(1) else {
        return;
    };
    let Course { name, map, queries } = &course;
    let problem = |(start, goal)| GridProblem::new(map, start, goal, Movement::Eight).expect("two free cells");
    let search = || AStar::new(problem(queries[0]));
    let with = |drive: fn(&mut Search<'_>)| {
        let mut search = search();
        move || solve_all(queries, &mut search, problem, drive)
    };
    let mut observed_by_nothing = search().with_observer(Nothing);
    let mut counted = search().with_observer(Count::default());
    Contest::new(format!("Driving, grid, {name}"), queries.len(), 21)
        .ours(
            "run",
            with(|search| {
                assert_ne!(search.run(), Status::Running);
            }),
        )
        .peer(
            "step, one by one",
            Target::NoSlower(1.02),
            with(|search| while search.step().is_running() {}),
        )
        .peer(
            "run_for, no limit",
            Target::NoSlower(1.02),
            with(|search| {
                let _ = search.run_for(Budget::new());
            }),
        )
        .peer(
            "run_for, 100 expansions a call",
            Target::None,
            with(
                |search| {
                    while search.run_for(Budget::new().expansions(100)) == Status::Running {}
                },
            ),
        )
        .peer(
            "run_for, all limits set, none reached",
            Target::None,
            with(|search| {
                let budget = Budget::new()
                    .expansions(u64::MAX)
                    .nodes(usize::MAX)
                    .time(Duration::from_secs(3600));
                let _ = search.run_for(budget);
            }),
        )
        .peer("run, an observer that does nothing", Target::NoSlower(1.02), || {
            solve_all(queries, &mut observed_by_nothing, problem, |search| {
                assert_ne!(search.run(), Status::Running);
            })
        })
        .peer("run, an observer that counts", Target::None, || {
            solve_all(queries, &mut counted, problem, |search| {
                assert_ne!(search.run(), Status::Running);
            })
        })
        .run();
}

fn solve_all<'a, W: Observer<Point, u32>>(
    queries: &[(Point, Point)],
    search: &mut Search<'a, W>,
    problem: impl Fn((Point, Point)) -> GridProblem<&'a GridMap>,
    drive: impl Fn(&mut Search<'a, W>),
) -> Timed {
    timed(|| {
        let solve = |query: &(Point, Point)| {
            search.reset(problem(*query));
            drive(search);
            search.path().map_or(NO_PATH, |path| path.cost.into())
        };
        queries.iter().map(solve).collect()
    })
}

/// An observer that implements no method.
struct Nothing;

impl Observer<Point, u32> for Nothing {}

/// Counts the events.
#[derive(Default)]
struct Count {
    events: u64,
}

impl Observer<Point, u32> for Count {
    fn opened(&mut self, _: NodeEvent<'_, Point, u32>) {
        self.events += 1;
    }

    fn expanded(&mut self, _: NodeEvent<'_, Point, u32>) {
        self.events += 1;
    }

    fn improved(&mut self, _: NodeEvent<'_, Point, u32>, _: u32) {
        self.events += 1;
    }
}
