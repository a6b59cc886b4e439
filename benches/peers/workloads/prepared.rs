//! Roads prepared for fast queries: contraction hierarchies.

use astride_roads::ContractionHierarchy;
use astride_roads::HierarchySearch;

use super::roads::{Course, cost_of, generated, new_york, rome, solve_all};
use crate::support::contest::{Contest, NO_PATH, Target, timed_then};

pub(crate) fn run() {
    let courses = [Some(generated("Roads", 500, 30)), rome(), new_york()];
    for course in courses.iter().flatten() {
        prepare(course);
        search(course);
    }
}

fn prepare(course: &Course) {
    let graph = &course.map.graph;
    let input = input(course);
    Contest::new(format!("{}, preparation", course.name), 1, 1)
        .ours("prepare", || {
            timed_then(
                || ContractionHierarchy::prepare(graph).expect("small costs"),
                |hierarchy| {
                    println!("{hierarchy:?}");
                    vec![]
                },
            )
        })
        .peer("fast_paths", Target::Faster(1.0), || {
            timed_then(
                || fast_paths::prepare(&input),
                |theirs| {
                    println!(
                        "fast_paths: {} edges",
                        theirs.get_num_out_edges() + theirs.get_num_in_edges()
                    );
                    vec![]
                },
            )
        })
        .run();
}

fn search(course: &Course) {
    let hierarchy = ContractionHierarchy::prepare(&course.map.graph).expect("small costs");
    let theirs = fast_paths::prepare(&input(course));
    let queries = course.map.queries(1000, 4);
    let mut search = HierarchySearch::new(hierarchy.query(0, 0));
    let mut calculator = fast_paths::create_calculator(&theirs);
    Contest::new(format!("{}, prepared beforehand", course.name), queries.len(), 21)
        .ours("reset", || {
            solve_all(&queries, |start, goal| {
                search.reset(hierarchy.query(start, goal));
                cost_of(&mut search)
            })
        })
        .peer("fast_paths", Target::Faster(1.0), || {
            solve_all(&queries, |start, goal| {
                let path = calculator.calc_path(&theirs, start as usize, goal as usize);
                path.map_or(NO_PATH, |path| {
                    u32::try_from(path.get_weight()).expect("a cost that fits").into()
                })
            })
        })
        .run();
}

pub(super) fn input(course: &Course) -> fast_paths::InputGraph {
    let mut input = fast_paths::InputGraph::new();
    for (from, to, weight) in course.map.graph.iter() {
        input.add_edge(from as usize, to as usize, weight as usize);
    }
    input.freeze();
    input
}
