//! Dijkstra's algorithm from one cell of a grid of 1024 × 1024 to all others.

use astride::{Dijkstra, Graph, Status};
use astride_grid::{GridMap, GridProblem, Movement, Point};

use crate::support::contest::{Contest, Target, timed_then};
use crate::support::explicit;
use crate::support::in_place::in_place;
use crate::support::maps::generated;

pub(crate) fn run() {
    for course in generated(1024, 1) {
        if !["open", "25 % random"].contains(&course.name.as_str()) {
            continue;
        }
        let map = &course.map;
        let (start, _) = course.queries[0];
        let problem = GridProblem::new(map, start, start, Movement::Eight).expect("a free cell");
        let graph = explicit::of_grid(map, &problem);
        let mut kept = Dijkstra::one_to_all(&problem, start);
        // The number of cells that are reached, and the sum of their costs.
        let sum = |map: &GridMap, cost_to: &dyn Fn(Point) -> Option<u32>| {
            let costs: Vec<u32> = map.points().filter_map(cost_to).collect();
            let count = u32::try_from(costs.len()).expect("a million cells");
            vec![count.into(), costs.into_iter().map(f64::from).sum()]
        };
        let successors = |point: &Point| in_place::<8, _>(problem.successors(point));
        Contest::new(format!("Dijkstra, grid 1024², one to all, {}", course.name), 1, 5)
            .ours("new", || {
                timed_then(
                    || {
                        let mut search = Dijkstra::one_to_all(&problem, start);
                        assert_eq!(search.run(), Status::Found);
                        search
                    },
                    |search| sum(map, &|point| search.cost_to(&point)),
                )
            })
            .ours("reset", || {
                timed_then(
                    || {
                        kept.reset(astride::Query::to_all(&problem, start));
                        assert_eq!(kept.run(), Status::Found);
                        &kept
                    },
                    |search| sum(map, &|point| search.cost_to(&point)),
                )
            })
            .peer("pathfinding, dijkstra_all", Target::Faster(4.0), || {
                timed_then(
                    || pathfinding::prelude::dijkstra_all(&start, successors),
                    |found| {
                        let cost = |point| {
                            if point == start {
                                Some(0)
                            } else {
                                found.get(&point).map(|(_, cost)| *cost)
                            }
                        };
                        sum(map, &cost)
                    },
                )
            })
            .peer("petgraph", Target::Faster(4.0), || {
                timed_then(
                    || petgraph::algo::dijkstra(&graph, explicit::number(map, start), None, |edge| *edge.weight()),
                    |found| sum(map, &|point| found.get(&explicit::number(map, point)).copied()),
                )
            })
            .run();
    }
}
