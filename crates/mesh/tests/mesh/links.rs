//! Paths that use links, compared with those through a visibility graph with further edges.
#![allow(clippy::float_cmp, reason = "infinity stands for no path")]

use astride::{AStar, Status};
use astride_mesh::{End, EndError, LinkError, Mesh, MeshPath, MeshProblem, NodeKind, Point, Polyanya, Position};

use crate::effort::share;
use crate::random::{Random, ends};
use crate::visibility::{Plan, VisibilityGraph, Whole, mesh_of, position};
use crate::walks::check_rests;

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.max(other)
}

fn number(whole: usize) -> f64 {
    f64::from(u32::try_from(whole).unwrap())
}

/// Random links among some ends, as the numbers of their ends, the cost, and whether they are open.
fn random_links(random: &mut Random, positions: &[Position], kind: usize) -> Vec<(usize, usize, f64, bool)> {
    let count = 1 + random.below(8);
    let link = |_| {
        let (from, to) = (random.below(positions.len()), random.below(positions.len()));
        let distance = positions[from].point.distance(positions[to].point);
        let factor = match (kind, random.below(3)) {
            // No shortcuts.
            (0, _) | (1, 0) => 1.0 + number(random.below(4)) * 0.2,
            // At no cost.
            (2, 0) => 0.0,
            _ => number(random.below(10)) * 0.1,
        };
        (from, to, distance * factor, random.below(5) > 0)
    };
    (0..count).map(link).collect()
}

/// Checks that a path is what it claims to be.
fn check_path(mesh: &Mesh, path: &MeshPath, [start, goal]: [Position; 2]) {
    let points = &path.points;
    assert_eq!((points[0], points[points.len() - 1]), (start.point, goal.point));
    let mut sum = 0.0;
    for (place, ends) in points.windows(2).enumerate() {
        let link = path.links.iter().find(|(begin, _)| *begin == place);
        sum += match link {
            Some((_, number)) => {
                let link = mesh.links()[*number as usize];
                assert!(link.is_open && [link.from.point, link.to.point] == ends, "{path:?}");
                link.cost
            }
            None => ends[0].distance(ends[1]),
        };
    }
    assert!(is_close(sum, path.length), "{path:?}");
    let polygons = &path.polygons;
    assert!(mesh.contains(polygons[0], start.point), "{path:?}");
    assert!(mesh.contains(polygons[polygons.len() - 1], goal.point), "{path:?}");
    let mut links = path.links.iter().map(|(_, link)| mesh.links()[*link as usize]);
    for pair in polygons.windows(2) {
        let is_neighbour = mesh.neighbours(pair[0]).any(|neighbour| neighbour == Some(pair[1]));
        // Links within a polygon are skipped.
        let mut leads = |link| {
            let astride_mesh::Link { from, to, .. } = link;
            mesh.contains(pair[0], from.point) && mesh.contains(pair[1], to.point)
        };
        assert!(is_neighbour || links.any(&mut leads), "{path:?}, {mesh}");
    }
    assert!(mesh.is_open(path), "{path:?}");
    check_rests(mesh, path);
}

fn compare(plan: &Plan, ends: &[(usize, Whole)], scale: f64, random: &mut Random) -> u64 {
    let oracle = VisibilityGraph::new(plan);
    let mut mesh = mesh_of(plan, scale);
    let positions: Vec<Position> = ends.iter().map(|end| position(*end, scale)).collect();
    let kind = random.below(3);
    let links = random_links(random, &positions, kind);
    for (expected, (from, to, cost, is_open)) in (0..).zip(&links) {
        assert_eq!(mesh.add_link(positions[*from], positions[*to], *cost), Ok(expected));
        assert_eq!(mesh.set_link_open(expected, *is_open), Some(true));
    }
    // The shortest paths among the ends: those on the mesh, combined with links.
    let mut lengths: Vec<Vec<f64>> = ends
        .iter()
        .map(|end| {
            let lengths = oracle.lengths(*end, ends);
            let lengths = lengths
                .iter()
                .map(|length| length.map_or(f64::INFINITY, |length| length * scale));
            lengths.collect()
        })
        .collect();
    for (from, to, cost, _) in links.iter().filter(|link| link.3) {
        lengths[*from][*to] = lengths[*from][*to].min(*cost);
    }
    for middle in 0..ends.len() {
        for from in 0..ends.len() {
            for to in 0..ends.len() {
                lengths[from][to] = lengths[from][to].min(lengths[from][middle] + lengths[middle][to]);
            }
        }
    }
    let mut queries = 0;
    let mut search: Option<Polyanya<&Mesh>> = None;
    for (from, expected) in positions.iter().zip(&lengths) {
        for (to, expected) in positions.iter().zip(expected) {
            queries += 1;
            let text = || format!("{from:?} to {to:?}, {:?} on {plan:?}, scale {scale}", mesh.links());
            let problem = MeshProblem::new(&mesh, *from, *to).unwrap();
            let search = match &mut search {
                Some(search) => {
                    search.reset(problem);
                    search
                }
                None => search.insert(Polyanya::new(problem)),
            };
            let path = search.find_path().unwrap();
            let found = path.as_ref().map_or(f64::INFINITY, |path| path.cost);
            assert!(
                found == *expected || is_close(found, *expected) || found.max(*expected) <= 1e-12 * scale,
                "{found} instead of {expected}: {}",
                text()
            );
            assert_eq!(search.problem().is_reachable(), found < f64::INFINITY, "{}", text());
            if let Some(path) = path {
                let traced = search.problem().trace(&path);
                assert!(
                    is_close(traced.length, path.cost) || path.cost <= 1e-12 * scale,
                    "{}",
                    text()
                );
                check_path(&mesh, &traced, [*from, *to]);
                for node in &path.nodes {
                    if let NodeKind::Link(link) = node.kind() {
                        let end = mesh.links()[link as usize].to;
                        assert_eq!(search.problem().root(node), end.point);
                        assert_eq!(search.problem().polygon(node), Some(end.polygon));
                    }
                }
            } else {
                let nearest = search.best_effort_path().map(|path| search.problem().trace(&path));
                assert!(nearest.is_some_and(|path| mesh.is_open(&path)), "{}", text());
            }
            if random.below(4) == 0 {
                let mut other = AStar::new(search.problem().clone());
                let cost = other.find_path().unwrap().map_or(f64::INFINITY, |path| path.cost);
                assert!(
                    cost == found || is_close(cost, found) || cost.max(found) <= 1e-12 * scale,
                    "{cost} instead of {found} by A*: {}",
                    text()
                );
            }
        }
        // Several goals, the nearest first.
        let problem = MeshProblem::to_nearest(&mesh, *from, positions.clone()).unwrap();
        let mut search = Polyanya::new(problem);
        let found: Vec<f64> = search.paths().map(|path| path.unwrap().cost).collect();
        let mut expected: Vec<f64> = expected
            .iter()
            .copied()
            .filter(|length| *length < f64::INFINITY)
            .collect();
        expected.sort_by(f64::total_cmp);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert!(
                is_close(*found, *expected) || found.max(*expected) <= 1e-12 * scale,
                "{found} instead of {expected}, {:?} on {plan:?}",
                mesh.links()
            );
        }
    }
    queries
}

#[test]
fn paths_with_links_are_as_long_as_through_a_visibility_graph() {
    let mut queries = 0;
    for seed in 0..u64::from(share(1000)) {
        let random = &mut Random::new(seed + 7_000_000);
        let mut plan = if random.below(2) == 0 {
            let (side, points) = ([4, 12, 60][random.below(3)], 2 + random.below(16));
            let missing = [10, 25, 40][random.below(3)];
            Plan::triangles(random, side, points, missing)
        } else {
            let (columns, rows) = (1 + random.below(6), 1 + random.below(6));
            let missing = [10, 25, 40, 50][random.below(4)];
            Plan::random_rectangles(random, columns, rows, missing)
        };
        let rounds = [0, 30][random.below(2)];
        plan.merge_some(random, rounds);
        if plan.polygons.is_empty() {
            continue;
        }
        let count = 4 + random.below(6);
        let ends = ends(random, &plan, count);
        let scale = [1.0, 1.0 / 1024.0, 1_048_576.0][random.below(3)];
        queries += compare(&plan, &ends, scale, random);
    }
    eprintln!("{queries} queries with links");
}

/// Two rooms.
fn rooms() -> Mesh {
    let room = |x: f64| [[x, 0.0], [x + 4.0, 0.0], [x + 4.0, 4.0], [x, 4.0]];
    Mesh::new([room(0.0), room(10.0)].concat(), [[0, 1, 2, 3], [4, 5, 6, 7]]).unwrap()
}

#[test]
fn a_closed_link_closes_the_paths_that_use_it() {
    let mut mesh = rooms();
    let door = mesh.add_link([4.0, 2.0], [10.0, 2.0], 6.0).unwrap();
    let back = mesh.add_link([10.0, 2.0], [4.0, 2.0], 7.0).unwrap();
    let path = mesh.path([1.0, 2.0], [12.0, 2.0]).unwrap().unwrap();
    assert_eq!((path.length, &path.polygons[..]), (11.0, &[0, 1][..]));
    assert_eq!(
        path.points,
        [[1.0, 2.0], [4.0, 2.0], [10.0, 2.0], [12.0, 2.0]].map(Point::from)
    );
    let there_and_back = mesh.path([12.0, 2.0], [1.0, 2.0]).unwrap().unwrap();
    assert_eq!(
        (there_and_back.length, &there_and_back.links[..]),
        (12.0, &[(1, back)][..])
    );

    assert_eq!(mesh.set_link_open(door, false), Some(true));
    assert!(!mesh.is_open(&path) && mesh.is_open(&there_and_back));
    assert_eq!(mesh.open_part(&path), [[1.0, 2.0], [4.0, 2.0]].map(Point::from));
    let mut search = Polyanya::new(MeshProblem::new(&mesh, [1.0, 2.0], [12.0, 2.0]).unwrap());
    assert_eq!((search.run(), search.stats().expanded), (Status::Exhausted, 0));
    assert_eq!(mesh.set_link_open(door, true), Some(false));
    assert!(mesh.is_open(&path));
    assert_eq!(mesh.set_link_open(2, true), None);
}

/// After an update of a world, links are added to another mesh, and those whose ends are gone are left out.
#[test]
fn a_path_is_open_whatever_number_its_link_has() {
    let mut before = rooms();
    before.add_link([4.0, 2.0], [10.0, 2.0], 6.0).unwrap();
    let path = before.path([1.0, 2.0], [12.0, 2.0]).unwrap().unwrap();
    assert_eq!(path.links, [(1, 0)]);
    let mut mesh = rooms();
    assert!(!mesh.is_open(&path));
    let other = mesh.add_link([4.0, 2.0], [11.0, 2.0], 6.0).unwrap();
    assert!(!mesh.is_open(&path), "a link to another place");
    let same = mesh.add_link([4.0, 2.0], [10.0, 2.0], 6.0).unwrap();
    assert!(mesh.is_open(&path));
    mesh.set_link_open(same, false);
    assert!(!mesh.is_open(&path));
    mesh.set_link_open(same, true);
    mesh.set_link_open(other, false);
    assert!(mesh.is_open(&path));
}

/// A lift, from whose cabin links lead to two floors, in one point of the plan.
#[test]
fn a_link_to_another_floor_is_another_link() {
    let floor = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
    let mut mesh = Mesh::new([floor; 3].concat(), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]).unwrap();
    let cabin = |polygon: u32| Position::new(polygon, Point::new(2.0, 2.0));
    let first = mesh.add_link(cabin(0), cabin(1), 1.0).unwrap();
    let second = mesh.add_link(cabin(0), cabin(2), 1.0).unwrap();
    let path = mesh.path(
        Position::new(0, Point::new(1.0, 2.0)),
        Position::new(1, Point::new(3.0, 2.0)),
    );
    let path = path.unwrap().unwrap();
    assert!(mesh.is_open(&path));
    mesh.set_link_open(second, false);
    assert!(mesh.is_open(&path));
    mesh.set_link_open(second, true);
    mesh.set_link_open(first, false);
    assert!(!mesh.is_open(&path));
}

/// Many links one after another, each several times, and between corners of many polygons.
#[test]
fn a_long_chain_of_links_is_followed_in_little_time() {
    let corners = (0..100).map(|corner| [f64::from(corner % 10), f64::from(corner / 10)]);
    let polygons = (0..81).map(|square| square % 9 + square / 9 * 10);
    let polygons = polygons.map(|low| [low, low + 1, low + 11, low + 10]);
    let mut mesh = Mesh::new(corners, polygons).unwrap();
    let place = |number: u32| [f64::from(1 + number * 3 % 8), f64::from(1 + number * 5 % 8)];
    for number in 0..40 {
        for _ in 0..3 {
            mesh.add_link(place(number), place(number + 1), 0.0).unwrap();
        }
    }
    let path = mesh.path(place(0), place(7)).unwrap().unwrap();
    assert_eq!((path.links.len(), path.length), (7, 0.0));
    assert!(mesh.is_open(&path));
    // As if no link had the number that it had before.
    let mut other = path.clone();
    for (_, link) in &mut other.links {
        *link = 1000;
    }
    assert!(mesh.is_open(&other));
}

/// Opening and closing links in any order leaves what a mesh with the open ones alone has.
#[test]
fn closed_links_are_as_good_as_none() {
    for seed in 0..u64::from(share(200)) {
        let random = &mut Random::new(seed);
        let mut mesh = rooms();
        let coordinate = |random: &mut Random| [0.5, 1.0, 3.0, 4.0][random.below(4)];
        let count = 1 + random.below(12);
        for _ in 0..count {
            let [from, to] = [(); 2].map(|()| {
                let x = coordinate(random) + [0.0, 10.0][random.below(2)];
                [x, coordinate(random)]
            });
            let cost = coordinate(random);
            mesh.add_link(from, to, cost).unwrap();
        }
        for _ in 0..20 {
            let link = u32::try_from(random.below(count)).unwrap();
            let was_open = mesh.links()[link as usize].is_open;
            let is_open = random.below(2) == 0;
            assert_eq!(mesh.set_link_open(link, is_open), Some(was_open));
            let mut anew = rooms();
            for link in mesh.links().iter().filter(|link| link.is_open) {
                anew.add_link(link.from, link.to, link.cost).unwrap();
            }
            for goal in [[1.0, 2.0], [12.0, 2.0]] {
                let lengths = [&mesh, &anew].map(|mesh| mesh.path([2.0, 0.5], goal).unwrap().map(|path| path.length));
                assert_eq!(lengths[0], lengths[1], "seed {seed}: {:?}", mesh.links());
            }
        }
    }
}

#[test]
fn links_that_are_not_valid_are_errors() {
    let mut mesh = rooms();
    let outside = |end: End| {
        let point = Point::new(7.0, 2.0);
        Err(LinkError::End(EndError::Outside { end, point }))
    };
    assert_eq!(mesh.add_link([7.0, 2.0], [1.0, 1.0], 1.0), outside(End::LinkFrom));
    assert_eq!(mesh.add_link([1.0, 1.0], [7.0, 2.0], 1.0), outside(End::LinkTo));
    for cost in [-1.0, f64::INFINITY] {
        assert_eq!(
            mesh.add_link([1.0, 1.0], [2.0, 1.0], cost),
            Err(LinkError::BadCost { cost })
        );
    }
    assert!(mesh.add_link([1.0, 1.0], [2.0, 1.0], f64::NAN).is_err());
    assert!(mesh.links().is_empty());
}
