//! Lines of sight, cells on lines and taut paths compared with plain geometry, on every small map and on random large
//! ones.

use crate::rows::Rows;
use crate::sight::{Meeting, between, in_sight, meeting};
use astride::{AStar, Path, Status};
use astride_grid::{GridError, GridMap, GridProblem, Movement, Point, cells_on_line};
use proptest::prelude::*;

/// Checks all four rules in both directions against the oracle.
fn check(map: &GridMap, from: Point, to: Point) {
    for movement in Movement::ALL {
        let expected = in_sight(|cell| map.is_free(cell), from, to, movement);
        assert_eq!(
            map.line_of_sight(from, to, movement),
            expected,
            "{from} to {to} by {movement} on\n{map}"
        );
        assert_eq!(map.line_of_sight(to, from, movement), expected, "and back");
    }
}

fn check_every_map(width: u16, height: u16) {
    for walls in 0..1_u32 << (width * height) {
        let is_free = |point: Point| walls >> (point.y * width + point.x) & 1 == 0;
        let map = GridMap::from_fn(width.into(), height.into(), |point| u8::from(is_free(point))).unwrap();
        crate::effort::progress("maps with all their lines of sight");
        for from in map.points() {
            for to in map.points().filter(|to| from <= *to) {
                check(&map, from, to);
            }
        }
    }
}

#[test]
fn every_pair_of_cells_on_every_small_map() {
    for (width, height) in [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (2, 5), (5, 2)] {
        check_every_map(width, height);
    }
}

#[test]
#[ignore = "8,192 maps: some ten seconds"]
fn every_pair_of_cells_on_every_map_of_twelve_cells() {
    check_every_map(4, 3);
    check_every_map(3, 4);
}

/// Puts one wall anywhere around a long line, to check cell by cell what the line may touch.
#[test]
fn one_wall_beside_every_line() {
    for to in between(Point::new(0, 0), Point::new(13, 11)) {
        for wall in between(Point::new(0, 0), to) {
            let mut map = GridMap::new(14, 12).unwrap();
            map.set_wall(wall).unwrap();
            check(&map, Point::new(0, 0), to);
            check(&map, Point::new(to.x, 0), Point::new(0, to.y));
        }
    }
}

#[test]
fn the_longest_lines() {
    let (last, low) = (65_534, 4);
    let mut map = GridMap::new(65_535, 5).unwrap();
    let corners = [
        Point::new(0, 0),
        Point::new(last, low),
        Point::new(0, low),
        Point::new(last, 0),
    ];
    assert!(map.line_of_sight(corners[0], corners[1], Movement::Eight));
    assert!(map.line_of_sight(corners[2], corners[3], Movement::Eight));
    // The lines cross in the middle of the middle cell, and nowhere else.
    map.set_wall(Point::new(last / 2, low / 2)).unwrap();
    check(&map, corners[0], corners[1]);
    check(&map, corners[2], corners[3]);
    assert!(!map.line_of_sight(corners[2], corners[3], Movement::EightSqueezing));
    assert!(map.line_of_sight(corners[0], corners[3], Movement::Four));
    let tall = GridMap::new(3, 65_535).unwrap();
    assert!(tall.line_of_sight(Point::new(2, 0), Point::new(0, 65_534), Movement::Eight));
    let crossed = 2 + 65_534 - 2;
    assert_eq!(
        cells_on_line(Point::new(2, 0), Point::new(0, 65_534)).count(),
        crossed + 1,
        "two columns and rows are crossed in corners"
    );
}

#[test]
fn nothing_is_seen_from_a_wall_or_from_outside() {
    let map: GridMap = "..#\n...".parse().unwrap();
    let (free, wall) = (Point::new(0, 0), Point::new(2, 0));
    for movement in Movement::ALL {
        assert!(map.line_of_sight(free, free, movement));
        for other in [wall, Point::new(3, 0), Point::new(0, 2), Point::new(u16::MAX, u16::MAX)] {
            assert!(!map.line_of_sight(free, other, movement));
            assert!(!map.line_of_sight(other, free, movement));
            assert!(!map.line_of_sight(other, other, movement));
        }
    }
}

/// A map with walls here and there, few or many.
fn maps(side: usize) -> impl Strategy<Value = GridMap> {
    (1..side, 1..side, 2..60_u32).prop_flat_map(|(width, height, rarity)| {
        let cell = prop::bool::weighted(1.0 / f64::from(rarity));
        let cell = cell.prop_map(|is_wall| u8::from(!is_wall));
        prop::collection::vec(cell, width * height).prop_map(move |cells| Rows::new(width, cells).map())
    })
}

fn pick(map: &GridMap, index: prop::sample::Index) -> Point {
    let points: Vec<_> = map.points().collect();
    points[index.index(points.len())]
}

/// Checks that a path leads from cell to cell by steps that the movement rule allows.
fn check_steps(map: &GridMap, cells: &[Point], movement: Movement) {
    let problem = GridProblem::new(map, cells[0], cells[0], movement).unwrap();
    for pair in cells.windows(2) {
        let mut successors = astride::Graph::successors(&problem, &pair[0]);
        assert!(
            successors.any(|(to, _)| to == pair[1]),
            "{} to {} by {movement} on\n{map}",
            pair[0],
            pair[1]
        );
    }
}

fn length(path: &[Point]) -> f64 {
    let line = |pair: &[Point]| {
        let (dx, dy) = (pair[0].x.abs_diff(pair[1].x), pair[0].y.abs_diff(pair[1].y));
        f64::from(dx).hypot(f64::from(dy))
    };
    path.windows(2).map(line).sum::<f64>()
}

proptest! {
    #![proptest_config(crate::effort::cases(400))]

    #[test]
    fn random_pairs_on_random_maps(map in maps(60), picks: [[prop::sample::Index; 2]; 16]) {
        for [from, to] in picks {
            check(&map, pick(&map, from), pick(&map, to));
        }
    }

    #[test]
    fn cells_on_a_line_are_those_that_it_enters(from in (0..70_u16, 0..70_u16), to in (0..70_u16, 0..70_u16)) {
        let (from, to) = (Point::from(from), Point::from(to));
        let mut entered: Vec<_> = between(from, to).filter_map(|cell| match meeting(from, to, cell) {
            Meeting::Inside(place) => Some((place, cell)),
            _ => None,
        }).collect();
        entered.sort_by(|left, right| left.0.total_cmp(&right.0));
        let expected: Vec<_> = entered.into_iter().map(|(_, cell)| cell).collect();
        let line = cells_on_line(from, to);
        let (least, most) = line.size_hint();
        let cells: Vec<_> = line.collect();
        prop_assert!(least <= cells.len() && Some(cells.len()) <= most);
        prop_assert_eq!(&cells, &expected);
        let mut back: Vec<_> = cells_on_line(to, from).collect();
        back.reverse();
        prop_assert_eq!(cells, back);
    }

    #[test]
    fn where_there_is_sight_the_cells_are_a_path(map in maps(30), picks: [[prop::sample::Index; 2]; 8]) {
        for [from, to] in picks {
            let (from, to) = (pick(&map, from), pick(&map, to));
            for movement in Movement::ALL.into_iter().filter(|movement| map.line_of_sight(from, to, *movement)) {
                let cells: Vec<_> = cells_on_line(from, to).collect();
                check_steps(&map, &cells, movement);
            }
        }
    }

    #[test]
    fn taut_paths_are_shorter_and_cross_no_wall(map in maps(30), terrain in 1..=255_u8, picks: [[prop::sample::Index; 2]; 4]) {
        let map = GridMap::from_fn(map.width().into(), map.height().into(), |point| terrain * u8::from(map.is_free(point))).unwrap();
        for [from, to] in picks {
            let (from, to) = (pick(&map, from), pick(&map, to));
            for movement in Movement::ALL {
                let Ok(problem) = GridProblem::<_, f64>::new_typed(&map, from, to, movement) else { continue };
                let mut search = AStar::new(problem);
                if search.run() != Status::Found { continue; }
                let path = search.path().unwrap();
                let taut = map.pull_taut(&path.nodes, movement).unwrap();
                prop_assert_eq!((taut.nodes.first(), taut.nodes.last()), (Some(&from), Some(&to)));
                prop_assert!(taut.cost <= path.cost, "exactly: {} > {}", taut.cost, path.cost);
                prop_assert!((taut.cost - length(&taut.nodes) * f64::from(terrain)).abs() < 1e-4);
                for pair in taut.nodes.windows(2) {
                    prop_assert!(in_sight(|cell| map.is_free(cell), pair[0], pair[1], movement));
                    prop_assert!(pair[0] != pair[1]);
                }
                for turn in taut.nodes.windows(3) {
                    prop_assert!(!map.line_of_sight(turn[0], turn[2], movement), "{} is needless", turn[1]);
                }
                let again = map.pull_taut(&taut.nodes, movement).unwrap();
                prop_assert!(again.cost <= taut.cost);
                let mut back = path.nodes;
                back.reverse();
                prop_assert!(map.pull_taut(&back, movement).unwrap().cost <= path.cost);
            }
        }
    }
}

#[test]
fn what_cannot_be_pulled_taut_is_refused() {
    let map: GridMap = "...\n.#.\n...".parse().unwrap();
    let [from, to, side] = [(0, 0), (2, 2), (2, 0)].map(Point::from);
    let movement = Movement::Eight;
    let error = map.pull_taut(&[from, side, to, from], movement).unwrap_err();
    assert_eq!(
        error,
        GridError::NoLineOfSight {
            from: to,
            to: from,
            movement
        }
    );
    assert_eq!(error.to_string(), "no line of sight from 2,2 to 0,0 with movement 8");
    for alone in [Point::new(1, 1), Point::new(9, 9)] {
        let error = GridError::NoLineOfSight {
            from: alone,
            to: alone,
            movement,
        };
        assert_eq!(map.pull_taut(&[alone], movement), Err(error));
    }
    assert_eq!(
        map.pull_taut(&[], movement),
        Ok(Path {
            nodes: vec![],
            cost: 0.0
        })
    );
    assert_eq!(
        map.pull_taut(&[from; 3], movement),
        Ok(Path {
            nodes: vec![from],
            cost: 0.0
        })
    );

    let swamp: GridMap = ".3\n2.".parse().unwrap();
    let error = swamp.pull_taut(&[from], movement).unwrap_err();
    assert_eq!(
        error,
        GridError::TerrainVaries {
            point: Point::new(1, 0),
            found: 3,
            least: 1
        }
    );
    assert!(
        error
            .to_string()
            .starts_with("the cell 1,0 has terrain cost 3 and others have 1")
    );
}
