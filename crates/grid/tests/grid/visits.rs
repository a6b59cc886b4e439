//! The successors that a grid leaves out of those that a search visits, compared with a graph of the same edges that
//! leaves out none.

use std::fmt::Debug;

use astride::problem::Reversed;
use astride::search::{BestFirst, Evaluation, Search};
use astride::traits::{Hints, NumericCost};
use astride::{AStar, Bfs, Dijkstra, Graph, Greedy, Heuristic, Path, Problem, Status, WeightedAStar};
use astride_grid::{GridCost, GridMap, GridProblem, Movement, Point};
use proptest::prelude::*;

use crate::rows::Rows;

/// The problem with plain successors. Of the hooks, only the index of a cell is forwarded.
pub(crate) struct Plain<'a, P>(pub(crate) &'a P);

impl<P: Graph> Graph for Plain<'_, P> {
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
}

impl<P: Problem> Problem for Plain<'_, P> {
    fn start(&self) -> P::Node {
        self.0.start()
    }

    fn is_goal(&self, node: &P::Node) -> bool {
        self.0.is_goal(node)
    }
}

impl<P: Heuristic> Heuristic for Plain<'_, P> {
    fn estimate(&self, node: &P::Node) -> P::Cost {
        self.0.estimate(node)
    }

    fn estimate_hints(&self) -> Hints {
        Hints::NONE.with_consistency(self.0.estimate_hints().consistency)
    }
}

fn map() -> impl Strategy<Value = GridMap> {
    let free = prop_oneof![Just(vec![1]), Just(vec![3]), Just(vec![1, 2, 9])];
    (1..14_usize, 1..14_usize, free, 0..5_u8).prop_flat_map(|(width, height, free, walls)| {
        let cell = (0..10_u8, prop::sample::select(free));
        let cell = cell.prop_map(move |(number, cost)| if number < walls { 0 } else { cost });
        prop::collection::vec(cell, width * height).prop_map(move |cells| Rows::new(width, cells).map())
    })
}

/// A map, a rule, and two of its free cells.
pub(crate) fn course() -> impl Strategy<Value = (GridMap, Movement, Point, Point)> {
    let movement = prop::sample::select(Movement::ALL.to_vec());
    (
        map(),
        movement,
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
    )
        .prop_filter_map("no free cell", |(map, movement, start, goal)| {
            let free: Vec<Point> = map.points().filter(|point| map.is_free(*point)).collect();
            let [start, goal] = (!free.is_empty()).then(|| [start, goal].map(|index| *index.get(&free)))?;
            Some((map, movement, start, goal))
        })
}

/// The path, and the numbers of expanded and generated nodes.
type Outcome<P> = (Option<Path<<P as Graph>::Node, <P as Graph>::Cost>>, u64, u64);

fn outcome<P: Problem, V: Evaluation<P>>(mut search: Search<BestFirst<P, V>>) -> Outcome<P> {
    assert!(matches!(search.run(), Status::Found | Status::Exhausted));
    (search.path(), search.stats().expanded, search.stats().generated)
}

fn same_searches_on_squares<C: GridCost + NumericCost + PartialEq>(
    (map, movement, start, goal): &(GridMap, Movement, Point, Point),
) -> Result<(), TestCaseError> {
    same_searches(&GridProblem::<_, C>::new_typed(map, *start, *goal, *movement).unwrap())
}

/// Checks that every search finds the same path with the hook as without it, or one of the same cost.
pub(crate) fn same_searches<P>(problem: &P) -> Result<(), TestCaseError>
where
    P: Heuristic<Node: Debug, Cost: NumericCost + PartialEq>,
{
    let plain = Plain(problem);
    // Searches that leave closed nodes closed do exactly the same.
    for ((path, expanded, generated), (plain_path, plain_expanded, plain_generated)) in [
        (outcome(Bfs::new(problem)), outcome(Bfs::new(&plain))),
        (outcome(Greedy::new(problem)), outcome(Greedy::new(&plain))),
        (
            outcome(WeightedAStar::new(problem, 1.5).unwrap().without_reopening()),
            outcome(WeightedAStar::new(&plain, 1.5).unwrap().without_reopening()),
        ),
    ] {
        prop_assert_eq!((path, expanded), (plain_path, plain_expanded));
        prop_assert!(generated <= plain_generated);
    }
    // Searches that open them again keep a cheapest path.
    let cost = |path: Option<Path<P::Node, P::Cost>>| path.map(|path| path.cost);
    let optimum = cost(outcome(Dijkstra::new(&plain)).0);
    prop_assert_eq!(cost(outcome(Dijkstra::new(problem)).0), optimum);
    prop_assert_eq!(cost(outcome(AStar::new(problem)).0), optimum);
    let weighted = cost(outcome(WeightedAStar::new(problem, 1.5).unwrap()).0).map(NumericCost::to_f64);
    let bound = optimum.map(|optimum| 1.5 * NumericCost::to_f64(optimum));
    prop_assert_eq!(weighted.is_some(), bound.is_some());
    prop_assert!(weighted <= bound, "{:?} {:?}", weighted, bound);
    Ok(())
}

/// Checks that searches from one cell to all others, along the edges or against them, find the same costs and expand
/// each cell once.
pub(crate) fn same_costs<G>(
    graph: &G,
    start: &G::Node,
    nodes: impl IntoIterator<Item = G::Node>,
) -> Result<(), TestCaseError>
where
    G: Graph<Node: Debug, Cost: Debug + PartialEq>,
{
    let mut searches = (
        Dijkstra::one_to_all(graph, start.clone()),
        Dijkstra::one_to_all(Plain(graph), start.clone()),
    );
    prop_assert_eq!((searches.0.run(), searches.1.run()), (Status::Found, Status::Found));
    for node in nodes {
        prop_assert_eq!(searches.0.cost_to(&node), searches.1.cost_to(&node), "{:?}", node);
    }
    let (stats, plain) = (searches.0.stats(), searches.1.stats());
    prop_assert_eq!((stats.expanded, stats.reopened), (plain.expanded, 0));
    prop_assert!(stats.generated <= plain.generated);
    Ok(())
}

proptest! {
    #[test]
    fn searches_find_the_same_with_fewer_successors(course in course()) {
        same_searches_on_squares::<u32>(&course)?;
        same_searches_on_squares::<f64>(&course)?;
    }

    #[test]
    fn costs_from_one_cell_are_the_same_with_fewer_successors(course in course()) {
        let (map, movement, start, goal) = &course;
        let problem = GridProblem::new(map, *start, *goal, *movement).unwrap();
        same_costs(&problem, start, map.points())?;
        let reversed = Reversed::new(&problem);
        same_costs(&reversed, start, map.points())?;
    }
}

/// On an empty map, each cell is reached about once instead of from all eight sides.
#[test]
fn on_open_ground_a_cell_is_generated_about_once() {
    let map = GridMap::new(100, 100).unwrap();
    let problem = GridProblem::new(&map, Point::new(3, 7), Point::new(96, 60), Movement::Eight).unwrap();
    let mut search = Dijkstra::one_to_all(&problem, Point::new(50, 50));
    assert_eq!(search.run(), Status::Found);
    assert!(search.stats().generated < 10_200, "{:?}", search.stats());
}
