//! Theta* and Lazy Theta* in all scenarios of a real map, compared with paths along the grid, as they are and pulled
//! taut.

use astride::{AStar, Graph, Path, Pathfinder, Problem, Status};
use astride_grid::AnyAngle;
use astride_grid::{AnyAngleProblem, GridMap, GridProblem, Movement, Point, cells_on_line};
use astride_grid::{LazyThetaStar, ThetaStar};

/// The length along lines, each of which has to be free, so that its cells are steps that the grid allows.
fn checked_length(problem: &AnyAngleProblem<&GridMap>, path: &Path<Point, f64>) -> f64 {
    assert_eq!(
        (path.nodes[0], path.nodes.last()),
        (problem.start(), Some(&problem.goal()))
    );
    for line in path.nodes.windows(2) {
        let cells: Vec<_> = cells_on_line(line[0], line[1]).collect();
        for pair in cells.windows(2) {
            assert!(problem.successors(&pair[0]).any(|(next, _)| next == pair[1]));
        }
    }
    let lines = path.nodes.windows(2).map(|line| problem.distance(&line[0], &line[1]));
    let length = lines.fold(0.0, |sum, line| sum + line);
    assert_eq!(length.to_bits(), path.cost.to_bits());
    length
}

/// How often, and by how much, paths were longer than those of A* pulled taut.
#[derive(Default)]
struct Longer {
    paths: u32,
    most: f64,
}

impl Longer {
    fn count(&mut self, length: f64, smooth: f64) {
        if length > smooth {
            self.paths += 1;
            self.most = self.most.max(length / smooth - 1.0);
        }
    }
}

#[test]
#[ignore = "every scenario of a map: some ten seconds"]
fn scenarios_of_a_map() {
    const MAP: &str = "arena2";
    let movement = Movement::Eight;
    let courses = crate::support::movingai::courses(usize::MAX).into_iter();
    for course in courses.filter(|course| course.name == MAP) {
        let map = &course.map;
        let (mut longer, mut longer_taut) = ([(); 2].map(|()| Longer::default()), [(); 2].map(|()| Longer::default()));
        let problem = |start, goal| AnyAngleProblem::new(map, start, goal, movement).unwrap();
        let (mut theta, mut lazy) = {
            let (start, goal) = course.queries[0];
            (
                ThetaStar::new(problem(start, goal)),
                LazyThetaStar::new(problem(start, goal)),
            )
        };
        for (start, goal) in &course.queries {
            let problem = problem(*start, *goal);
            let mut along_edges = AStar::new(GridProblem::<_, f64>::new_typed(map, *start, *goal, movement).unwrap());
            assert_eq!(along_edges.run(), Status::Found);
            let steps = along_edges.path().unwrap();
            let smooth = checked_length(&problem, &map.pull_taut(&steps.nodes, movement).unwrap());
            assert!(smooth <= steps.cost);
            theta.reset(problem);
            lazy.reset(problem);
            let searches: [&mut dyn Pathfinder<Node = Point, Cost = f64>; 2] = [&mut theta, &mut lazy];
            for (place, search) in searches.into_iter().enumerate() {
                assert_eq!(search.run(), Status::Found);
                let path = search.path().unwrap();
                let length = checked_length(&problem, &path);
                assert!(
                    length <= steps.cost,
                    "{start} to {goal}: longer than the octile optimum"
                );
                let taut = map.pull_taut(&path.nodes, movement).unwrap();
                assert!(checked_length(&problem, &taut) <= length);
                longer[place].count(length, smooth);
                longer_taut[place].count(taut.cost, smooth);
            }
        }
        println!(
            "{}, {} scenarios, longer than A*'s path pulled taut:",
            course.name,
            course.queries.len()
        );
        for (place, name) in ["Theta*", "Lazy Theta*"].into_iter().enumerate() {
            let (plain, taut) = (&longer[place], &longer_taut[place]);
            println!(
                "{name} {} by at most {:.2} %; pulled taut {} by at most {:.2} %",
                plain.paths,
                100.0 * plain.most,
                taut.paths,
                100.0 * taut.most
            );
            // This is not a theorem, but the documentation states it.
            assert!(plain.most < 0.05 && taut.most < 0.02);
            assert!(taut.paths as usize * 10 <= course.queries.len());
        }
    }
}
