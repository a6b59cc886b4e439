//! Maps that wrap around, one-way cells and thin walls, as on the page of recipes: all searches agree with Dijkstra's
//! algorithm over a list of edges that is made without a problem of this crate.

use std::collections::{HashMap, HashSet};

use astride::graphs::CsrGraph;
use astride::problem::{Filtered, Reversed};
use astride::{AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, FnGraph, IdaStar, KnownGoal, Query};
use astride_grid::{Direction, GridMap, GridProblem, Movement, Point};
use proptest::prelude::*;

/// The steps between free cells of a map by their definition, each with its cost.
fn steps(map: &GridMap, movement: Movement) -> Vec<(Point, Point, u32)> {
    let mut steps = Vec::new();
    for from in map.points().filter(|cell| map.is_free(*cell)) {
        for direction in Direction::ALL {
            let Some(to) = from.neighbour(direction).filter(|to| map.is_free(*to)) else {
                continue;
            };
            let beside = [Point::new(from.x, to.y), Point::new(to.x, from.y)];
            let free = beside.iter().filter(|cell| map.is_free(**cell)).count();
            let is_straight = from.x == to.x || from.y == to.y;
            let is_allowed = match movement {
                Movement::Four => is_straight,
                Movement::Eight => free == 2,
                Movement::EightCuttingCorners => free > 0,
                Movement::EightSqueezing => true,
            };
            let length = match (movement, is_straight) {
                (Movement::Four, _) => 1,
                (_, true) => 985,
                (_, false) => 1393,
            };
            if is_allowed {
                steps.push((from, to, length * u32::from(map.cost(to).unwrap())));
            }
        }
    }
    steps
}

/// The costs of the cheapest paths from a cell to all others, by the numbers of the cells.
fn costs(map: &GridMap, steps: &[(Point, Point, u32)], start: Point) -> Vec<Option<u32>> {
    let number = |cell: &Point| u32::from(cell.y) * u32::from(map.width()) + u32::from(cell.x);
    let edges = steps.iter().map(|(from, to, cost)| (number(from), number(to), *cost));
    let graph = CsrGraph::from_edges(map.points().count(), edges).unwrap();
    let mut search = Dijkstra::one_to_all(&graph, number(&start));
    search.run();
    map.points().map(|cell| search.cost_to(&number(&cell))).collect()
}

/// A small map, a movement rule, two free cells, and random numbers for the rest.
fn worlds() -> impl Strategy<Value = (GridMap, Movement, Point, Point, Vec<u8>)> {
    let sizes = (2_usize..8, 2_usize..8);
    let cells = sizes.prop_flat_map(|(width, height)| {
        let costs = proptest::collection::vec(prop_oneof![2 => Just(0_u8), 5 => Just(1), 1 => 2_u8..5], width * height);
        let rolls = proptest::collection::vec(any::<u8>(), width * height);
        (Just((width, height)), costs, rolls)
    });
    let ends = (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    (cells, ends, prop::sample::select(&Movement::ALL[..])).prop_filter_map(
        "no free cell",
        |(((width, height), costs, rolls), (start, goal), movement)| {
            let mut left = costs.into_iter();
            let map = GridMap::from_fn(width, height, |_| left.next().unwrap()).unwrap();
            let free: Vec<Point> = map.points().filter(|cell| map.is_free(*cell)).collect();
            (!free.is_empty()).then(|| {
                let (start, goal) = (*start.get(&free), *goal.get(&free));
                (map, movement, start, goal, rolls)
            })
        },
    )
}

/// All searches of a problem find the cost of the oracle.
fn check<P>(problem: &P, expected: Option<u32>)
where
    P: KnownGoal<Node = Point, Cost = u32> + astride::traits::ReverseHeuristic + astride::ReverseGraph + Clone,
{
    let cost =
        |path: Result<Option<astride::Path<Point, u32>>, astride::SearchError>| path.unwrap().map(|path| path.cost);
    assert_eq!(cost(AStar::new(problem).find_path()), expected);
    assert_eq!(cost(Dijkstra::new(problem).find_path()), expected);
    assert_eq!(cost(BidirectionalAStar::new(problem).find_path()), expected);
    assert_eq!(cost(BidirectionalDijkstra::new(problem).find_path()), expected);
    if expected.is_some() {
        assert_eq!(cost(IdaStar::new(problem).find_path()), expected);
    }
}

proptest! {
    #![proptest_config(crate::effort::cases(2000))]

    #[test]
    fn one_way_cells_and_thin_walls((map, movement, start, goal, rolls) in worlds()) {
        let directions = map.points().zip(&rolls).filter(|(_, roll)| **roll < 60);
        let belts: HashMap<Point, Direction> =
            directions.map(|(cell, roll)| (cell, Direction::ALL[usize::from(*roll % 8)])).collect();
        let walled = map.points().zip(&rolls).filter(|(_, roll)| **roll > 180);
        let walls: HashSet<(Point, Point)> = walled.flat_map(|(cell, roll)| {
            let other = cell.neighbour(Direction::STRAIGHT[usize::from(*roll % 4)]);
            other.into_iter().flat_map(move |other| [(cell, other), (other, cell)])
        }).collect();
        let keeps = |from: &Point, to: &Point| {
            let corners = [Point::new(from.x, to.y), Point::new(to.x, from.y)];
            let is_open = |from: &Point, to: &Point| !walls.contains(&(*from, *to));
            belts.get(from).is_none_or(|only| from.neighbour(*only) == Some(*to))
                && corners.iter().all(|corner| is_open(from, corner) && is_open(corner, to))
        };
        let left: Vec<_> = steps(&map, movement).into_iter().filter(|(from, to, _)| keeps(from, to)).collect();
        let expected = costs(&map, &left, start);
        let problem = GridProblem::new(&map, start, goal, movement).unwrap();
        let number = map.points().position(|cell| cell == goal).unwrap();
        check(&Filtered::new(&problem, &keeps), expected[number]);

        // A field: the costs to a cell along reversed edges.
        let filtered = Filtered::new(&problem, &keeps);
        let mut field = Dijkstra::one_to_all(Reversed::new(&filtered), goal);
        field.run();
        let backwards: Vec<_> = left.iter().map(|(from, to, cost)| (*to, *from, *cost)).collect();
        for (cell, expected) in map.points().zip(costs(&map, &backwards, goal)) {
            prop_assert_eq!(field.cost_to(&cell), expected, "from {}", cell);
        }
    }

    #[test]
    fn maps_that_wrap_around((map, _, start, goal, _) in worlds()) {
        let moved = |at: u16, by: i8, side: u16| {
            u16::try_from((i32::from(at) + i32::from(by)).rem_euclid(i32::from(side))).unwrap_or(0)
        };
        let step = |from: &Point, direction: Direction| {
            let (x, y) = direction.offset();
            let to = Point::new(moved(from.x, x, map.width()), moved(from.y, y, map.height()));
            let cost = u32::from(map.cost(to)?);
            (cost > 0).then_some((to, cost))
        };
        let torus = FnGraph::new(|from: &Point| {
            let steps = Direction::STRAIGHT.map(|direction| step(from, direction));
            steps.into_iter().flatten()
        });
        let around = |one: u16, other: u16, side: u16| one.abs_diff(other).min(side - one.abs_diff(other));
        let estimate = |at: &Point| {
            u32::from(around(at.x, goal.x, map.width()) + around(at.y, goal.y, map.height()))
        };
        let query = Query::new(torus, start, |at| *at == goal).with_heuristic(estimate);
        let found = AStar::new(query).find_path().unwrap().map(|path| path.cost);

        // The steps of the map, and those between opposite cells of the border.
        let mut edges = steps(&map, Movement::Four);
        let (width, height) = (map.width(), map.height());
        let mut join = |one: Point, other: Point| {
            for (from, to) in [(one, other), (other, one)] {
                if map.is_free(from) && map.is_free(to) {
                    edges.push((from, to, u32::from(map.cost(to).unwrap())));
                }
            }
        };
        (0..height).for_each(|y| join(Point::new(0, y), Point::new(width - 1, y)));
        (0..width).for_each(|x| join(Point::new(x, 0), Point::new(x, height - 1)));
        let number = map.points().position(|cell| cell == goal).unwrap();
        prop_assert_eq!(found, costs(&map, &edges, start)[number]);
    }
}
