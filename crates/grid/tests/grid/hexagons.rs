//! Grids of hexagons compared with their geometry: centres, distances, paths, changes, drawings.

use std::collections::BTreeMap;

use crate::rows::Rows;
use crate::visits::{Plain, same_costs, same_searches};
use astride::problem::Reversed;
use astride::traits::PairHeuristic;
use astride::{AStar, BidirectionalDijkstra, DStarLite, Dijkstra, Graph, Heuristic, SearchError, Status};
use astride_grid::hex::{ChangeHexes, Hex, HexError, HexLayout, HexMap, HexProblem};
use astride_grid::{End, GridError, GridMap, Point};
use proptest::prelude::*;

/// The centre of a cell, with opposite sides of a hexagon a unit apart, as in every textbook.
fn centre(layout: HexLayout, point: Point) -> (f64, f64) {
    let (along, line) = match layout {
        HexLayout::OddRows | HexLayout::EvenRows => (point.x, point.y),
        HexLayout::OddColumns | HexLayout::EvenColumns => (point.y, point.x),
    };
    let is_shifted = match layout {
        HexLayout::OddRows | HexLayout::OddColumns => line % 2 == 1,
        HexLayout::EvenRows | HexLayout::EvenColumns => line % 2 == 0,
    };
    let along = f64::from(along) + if is_shifted { 0.5 } else { 0.0 };
    (along, f64::from(line) * 0.75_f64.sqrt())
}

/// Whether two hexagons share a side.
fn are_neighbours(layout: HexLayout, one: Point, other: Point) -> bool {
    let (one, other) = (centre(layout, one), centre(layout, other));
    ((one.0 - other.0).hypot(one.1 - other.1) - 1.0).abs() < 1e-6
}

/// The costs of cheapest paths from a cell, computed by relaxing all pairs of neighbours until nothing changes.
fn costs_from(map: &HexMap, start: Point) -> BTreeMap<Point, u32> {
    let cells = map.cells();
    let mut costs = BTreeMap::from([(start, 0)]);
    loop {
        let before = costs.clone();
        for to in cells.points().filter(|point| cells.is_free(*point)) {
            let near = before
                .iter()
                .filter(|(from, _)| are_neighbours(map.layout(), **from, to));
            if let Some(least) = near.map(|(_, cost)| cost + u32::from(cells.cost(to).unwrap())).min() {
                let cost = costs.entry(to).or_insert(least);
                *cost = least.min(*cost);
            }
        }
        if costs == before {
            return costs;
        }
    }
}

fn free(map: &HexMap) -> Vec<Hex> {
    map.hexes().filter(|hex| map.is_free(*hex)).collect()
}

/// Checks that each path of A* from a cell has the cost that the oracle returns, and that no estimate is too large or
/// inconsistent.
fn check_from(map: &HexMap, start: Hex) {
    let costs = costs_from(map, map.point(start).unwrap());
    for goal in free(map) {
        let problem = HexProblem::new(map, start, goal).unwrap();
        let mut search = AStar::new(&problem);
        let _ = search.run();
        let expected = costs.get(&map.point(goal).unwrap()).copied();
        assert_eq!(
            search.path().map(|path| path.cost),
            expected,
            "{start} to {goal} on\n{map}"
        );
        if let Some(path) = search.path() {
            let mut sum = 0;
            for step in path.nodes.windows(2) {
                let [from, to] = [step[0], step[1]].map(|hex| map.point(hex).unwrap());
                assert!(are_neighbours(map.layout(), from, to));
                sum += u32::from(map.cost(step[1]).unwrap());
            }
            assert_eq!(sum, path.cost);
        }
        assert!(expected.is_none_or(|cost| problem.estimate(&start) <= cost));
        for (to, cost) in problem.successors(&start) {
            assert!(problem.estimate(&start).abs_diff(problem.estimate(&to)) <= cost);
        }
    }
}

fn map() -> impl Strategy<Value = HexMap> {
    let free = prop_oneof![Just(vec![1]), Just(vec![3]), Just(vec![1, 2, 9])];
    let layout = prop::sample::select(HexLayout::ALL.to_vec());
    (1..10_usize, 1..10_usize, free, 0..5_u8, layout).prop_flat_map(|(width, height, free, walls, layout)| {
        let cell = (0..10_u8, prop::sample::select(free));
        let cell = cell.prop_map(move |(number, cost)| if number < walls { 0 } else { cost });
        let cells = prop::collection::vec(cell, width * height);
        cells.prop_map(move |cells| HexMap::new(Rows::new(width, cells).map(), layout))
    })
}

/// A map and two of its free cells.
fn course() -> impl Strategy<Value = (HexMap, Hex, Hex)> {
    let index = any::<prop::sample::Index>;
    (map(), index(), index()).prop_filter_map("no free cell", |(map, start, goal)| {
        let free = free(&map);
        let [start, goal] = (!free.is_empty()).then(|| [start, goal].map(|index| *index.get(&free)))?;
        Some((map, start, goal))
    })
}

/// A map and two of its cells, either of which may be a wall.
fn any_course() -> impl Strategy<Value = (HexMap, Hex, Hex)> {
    let index = any::<prop::sample::Index>;
    (map(), index(), index()).prop_map(|(map, start, goal)| {
        let all: Vec<Hex> = map.hexes().collect();
        let [start, goal] = [start, goal].map(|index| *index.get(&all));
        (map, start, goal)
    })
}

#[test]
fn offset_coordinates_lead_back_to_the_same_hexagon() {
    for layout in HexLayout::ALL {
        let places = [0, 1, 2, 3, 4, 1000, 32_767, u16::MAX - 1, u16::MAX];
        for (x, y) in places.into_iter().flat_map(|x| places.map(|y| (x, y))) {
            let point = Point::new(x, y);
            assert_eq!(layout.point(layout.hex(point)), Some(point), "{layout}");
        }
        for hex in [
            (0, -1),
            (-1, 0),
            (i32::MIN, i32::MIN),
            (i32::MAX, i32::MAX),
            (i32::MIN, i32::MAX),
            (65_536, 0),
        ] {
            assert_eq!(layout.point(hex.into()), None, "{layout} {hex:?}");
        }
        assert_eq!(layout.to_string().parse(), Ok(layout));
    }
    assert_eq!(HexLayout::OddRows.hex(Point::new(0, 0)), Hex::new(0, 0));
    assert_eq!(HexLayout::OddColumns.hex(Point::new(0, 0)), Hex::new(0, 0));
}

#[test]
fn neighbours_share_a_side() {
    for layout in HexLayout::ALL {
        let map = HexMap::new(GridMap::new(7, 7).unwrap(), layout);
        for one in map.hexes() {
            for other in map.hexes() {
                let points = [one, other].map(|hex| map.point(hex).unwrap());
                let is_neighbour = one.neighbours().contains(&other);
                assert_eq!(
                    is_neighbour,
                    are_neighbours(layout, points[0], points[1]),
                    "{layout} {one} {other}"
                );
                assert_eq!(is_neighbour, one.distance(other) == 1);
            }
        }
    }
}

#[test]
fn distances_are_those_of_an_empty_map() {
    for (layout, size) in HexLayout::ALL
        .into_iter()
        .flat_map(|layout| [(layout, (9, 7)), (layout, (2, 8)), (layout, (8, 2))])
    {
        let map = HexMap::new(GridMap::new(size.0, size.1).unwrap(), layout);
        for start in map.hexes() {
            for (point, cost) in costs_from(&map, map.point(start).unwrap()) {
                assert_eq!(start.distance(layout.hex(point)), cost, "{layout}: {start} to {point}");
            }
        }
    }
    assert_eq!(
        Hex::new(i32::MIN, i32::MIN).distance(Hex::new(i32::MAX, i32::MAX)),
        u32::MAX
    );
}

/// Covers every map of 3 x 3 cells with or without walls, in every layout.
#[test]
fn every_small_map_is_searched_as_by_the_oracle() {
    for layout in HexLayout::ALL {
        for walls in 0..512_u32 {
            let is_wall = |point: Point| walls >> (point.y * 3 + point.x) & 1 == 1;
            let map = GridMap::from_fn(3, 3, |point| u8::from(!is_wall(point))).unwrap();
            let map = HexMap::new(map, layout);
            for start in free(&map) {
                check_from(&map, start);
            }
        }
    }
}

proptest! {
    #[test]
    fn paths_cost_what_the_oracle_says((map, start, _) in course()) {
        check_from(&map, start);
    }

    #[test]
    fn searches_find_the_same_with_fewer_successors((map, start, goal) in course()) {
        same_searches(&HexProblem::<_, u32>::new_typed(&map, start, goal).unwrap())?;
        same_searches(&HexProblem::<_, f64>::new_typed(&map, start, goal).unwrap())?;
        let problem = HexProblem::new(&map, start, goal).unwrap();
        same_costs(&problem, &start, map.hexes())?;
        same_costs(&Reversed::new(&problem), &start, map.hexes())?;
    }

    #[test]
    fn searches_against_the_steps_find_the_same((map, start, goal) in course()) {
        let problem = HexProblem::new(&map, start, goal).unwrap();
        let cost = costs_from(&map, map.point(start).unwrap()).get(&map.point(goal).unwrap()).copied();
        let mut search = BidirectionalDijkstra::new(&problem);
        let _ = search.run();
        prop_assert_eq!(search.path().map(|path| path.cost), cost);
        prop_assert!(cost.is_none_or(|cost| problem.estimate_between(&start, &goal) <= cost));
    }

    /// After each change, D* Lite finds a path as cheap as that of a new search.
    #[test]
    fn ends_may_be_walls((map, start, goal) in any_course()) {
        let problem = HexProblem::new_lenient(&map, start, goal).unwrap();
        let costs = costs_from(&map, map.point(start).unwrap());
        let expected = costs.get(&map.point(goal).unwrap()).copied();
        let mut search = AStar::new(&problem);
        prop_assert_eq!(search.run() == Status::Found, expected.is_some());
        prop_assert_eq!(search.path().map(|path| path.cost), expected);
        if expected.is_none() {
            let end = *search.best_effort_path().unwrap().nodes.last().unwrap();
            let least = costs.keys().map(|cell| problem.estimate(&map.layout().hex(*cell))).min().unwrap();
            prop_assert_eq!(problem.estimate(&end), least);
        }
        let backward = BidirectionalDijkstra::new(&problem).find_path().unwrap();
        prop_assert_eq!(backward.map(|path| path.cost), expected);
        let replanning = DStarLite::new(&problem).find_path().unwrap();
        prop_assert_eq!(replanning.map(|path| path.cost), expected);
        let outside = Hex::new(-1, 0);
        let refused = matches!(HexProblem::new_lenient(&map, start, outside), Err(HexError::EndOutside { .. }));
        prop_assert!(refused);
    }

    #[test]
    fn changes_are_repaired(
        (map, start, goal) in course(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8), 1..12),
    ) {
        let hexes: Vec<Hex> = map.hexes().collect();
        let mut search = DStarLite::new(HexProblem::new(map.clone(), start, goal).unwrap());
        let mut now = map;
        for (index, cost) in changes {
            let hex = *index.get(&hexes);
            if hex == start || hex == goal {
                continue;
            }
            let _ = search.run();
            search.set_cost(hex, cost).unwrap();
            now.set_cost(hex, cost).unwrap();
            let _ = search.run();
            let fresh = HexProblem::new(&now, start, goal).unwrap();
            let mut fresh = Dijkstra::new(Plain(&fresh));
            let _ = fresh.run();
            let costs = (search.path().map(|path| path.cost), fresh.path().map(|path| path.cost));
            prop_assert_eq!(costs.0, costs.1);
            prop_assert_eq!(search.problem().map(), &now);
        }
    }

    #[test]
    fn drawings_have_the_cells_of_the_map_in_their_order(map in map()) {
        let characters = |text: String| text.split_whitespace().collect::<String>();
        let drawn = map.to_string();
        if map.layout().shifts_rows() {
            prop_assert_eq!(characters(drawn), characters(map.cells().to_string()));
        } else {
            // Every second place of every second line has a cell.
            let lines: Vec<Vec<char>> = drawn.lines().map(|line| line.chars().collect()).collect();
            for point in map.cells().points() {
                let is_shifted = centre(map.layout(), point).0.fract() > 0.25;
                let line = 2 * usize::from(point.y) + usize::from(is_shifted);
                let text = map.cells().to_string();
                let symbol = text.lines().nth(point.y.into()).unwrap().chars().nth(point.x.into());
                prop_assert_eq!(lines[line].get(2 * usize::from(point.x)).copied(), symbol);
            }
        }
    }
}

/// On open ground, each hexagon is reached about once instead of from all six sides.
#[test]
fn on_open_ground_a_hexagon_is_generated_about_once() {
    for layout in HexLayout::ALL {
        let map = HexMap::new(GridMap::new(100, 100).unwrap(), layout);
        let start = layout.hex(Point::new(50, 50));
        let problem = HexProblem::new(&map, start, start).unwrap();
        let mut search = Dijkstra::one_to_all(&problem, start);
        assert_eq!(search.run(), Status::Found);
        assert!(search.stats().generated < 10_500, "{layout}: {:?}", search.stats());
    }
}

#[test]
fn bad_input_is_refused_with_its_place() {
    let mut map = HexMap::new("...\n.#.\n...".parse().unwrap(), HexLayout::OddRows);
    let (start, wall, outside) = (Hex::new(0, 0), Hex::new(1, 1), Hex::new(3, 0));
    let refused = |start, goal| HexProblem::new(&map, start, goal).unwrap_err();
    assert_eq!(
        refused(wall, outside),
        HexError::EndInWall {
            end: End::Start,
            hex: wall
        }
    );
    assert_eq!(
        refused(start, wall),
        HexError::EndInWall {
            end: End::Goal,
            hex: wall
        }
    );
    let (width, height) = (3, 3);
    for hex in [outside, Hex::new(-1, 0), Hex::new(0, -1), Hex::new(i32::MIN, i32::MAX)] {
        let end = End::Goal;
        assert_eq!(
            refused(start, hex),
            HexError::EndOutside {
                end,
                hex,
                width,
                height
            }
        );
    }
    let mut problem = HexProblem::new(map.clone(), start, start).unwrap();
    let mut search = DStarLite::new(problem.clone());
    let expected = Err(HexError::Outside {
        hex: outside,
        width,
        height,
    });
    assert_eq!(map.set_cost(outside, 1), expected);
    assert_eq!(map.set_wall(outside), expected);
    assert_eq!(map.set_free(outside), expected);
    assert_eq!(problem.set_cost(outside, 1), expected);
    assert_eq!(search.set_cost(outside, 1), expected);
    assert_eq!(
        (map.cost(outside), map.is_free(outside), map.point(outside)),
        (None, false, None)
    );

    assert!(matches!(
        GridMap::new(0, 3).map_err(HexError::from),
        Err(HexError::Map(GridError::BadSize { .. }))
    ));
    for text in ["", "1", "1,", "1;2", "1,2,3", "1.5,0", "2147483648,0"] {
        assert_eq!(text.parse::<Hex>(), Err(HexError::BadHex { text: text.to_string() }));
    }
    assert_eq!("-2147483648, 7".parse(), Ok(Hex::new(i32::MIN, 7)));
    assert!("odd".parse::<HexLayout>().is_err());
}

/// A start in a wall, which only `add_start` can add, leads nowhere. One off the map is an error.
#[test]
fn further_starts_that_are_no_free_cells_are_dead_ends() {
    for layout in HexLayout::ALL {
        let map = HexMap::new("..#\n##.".parse().unwrap(), layout);
        let [start, goal, wall] = [(0, 0), (2, 1), (2, 0)].map(|point| layout.hex(Point::from(point)));
        for further in [
            wall,
            Hex::new(-5, 9),
            Hex::new(i32::MIN, i32::MIN),
            Hex::new(9, -9),
            Hex::new(0, 70_000),
        ] {
            let mut search = AStar::new(HexProblem::new(&map, start, goal).unwrap());
            search.add_start(further, 0);
            let without = HexProblem::new(&map, start, goal).unwrap();
            let expected = AStar::new(without).find_path().unwrap();
            if further != wall {
                assert!(
                    matches!(search.find_path(), Err(SearchError::NoSuchNode { .. })),
                    "{further}"
                );
                continue;
            }
            assert_eq!(search.find_path().unwrap(), expected, "{layout} {further}");
        }
    }
}

#[cfg(feature = "pictures")]
#[test]
fn pictures_have_a_hexagon_for_each_cell() {
    for layout in HexLayout::ALL {
        let map = HexMap::new("..#\n.5.".parse().unwrap(), layout);
        let path = [Point::new(0, 0), Point::new(0, 1)].map(|point| layout.hex(point));
        let svg = map.drawing().closed(path).path(path).start(path[0]).goal(path[1]).svg();
        let drawn: usize = svg
            .lines()
            .filter(|line| line.contains("crispEdges"))
            .map(|line| line.matches('z').count())
            .sum();
        assert_eq!((drawn, svg.matches("<circle").count()), (6, 2), "{svg}");
        assert!(!svg.contains("NaN"));
    }
}
