//! Worlds: their meshes after random changes, compared with meshes of the present outline.

use std::f64::consts::TAU;

use astride_mesh::{
    End, EndError, LinkError, Mesh, MeshPath, MeshWorld, ObstacleId, Outline, OutlineError, Point, Ring,
};
use proptest::prelude::*;

use crate::effort::{cases, share};
use crate::outline::{area_of, coordinate, square};
use crate::random::Random;

/// A number from 0 to 1.
fn part(random: &mut Random) -> f64 {
    f64::from(u32::try_from(random.below(1 << 31)).unwrap()) / f64::from(1_u32 << 31)
}

/// A ring in or around a square from 0 to 1: a polygon, a star that crosses itself, or a large ring, of which most is
/// outside.
fn ring(random: &mut Random, (side, shift): (f64, f64)) -> Vec<Point> {
    let (x, y) = (part(random) * 1.2 - 0.1, part(random) * 1.2 - 0.1);
    let (reach, begin) = (0.02 + 0.15 * part(random), part(random) * TAU);
    let (corners, step) = [(3, 1), (4, 1), (7, 1), (5, 2), (4, 1)][random.below(5)];
    let reach = if random.below(30) == 0 { reach * 1e9 } else { reach };
    let x = if reach > 1.0 { x + reach } else { x };
    (0..corners)
        .map(|corner| {
            let angle = begin + f64::from(corner * step) * TAU / f64::from(corners);
            let at = |coordinate: f64| coordinate * side + shift;
            Point::new(at(x + reach * angle.cos()), at(y + reach * angle.sin()))
        })
        .collect()
}

/// Adds, moves or removes a random obstacle.
fn change(world: &mut MeshWorld, random: &mut Random, make: &mut dyn FnMut(&mut Random) -> Vec<Point>) {
    let ids: Vec<ObstacleId> = world.obstacles().map(|(id, _)| id).collect();
    match random.below(3) {
        0 => {
            world.add_obstacle(make(random)).unwrap();
        }
        1 if !ids.is_empty() => {
            let moved = make(random);
            world.move_obstacle(ids[random.below(ids.len())], moved).unwrap();
        }
        _ if ids.is_empty() => {}
        _ => {
            let id = ids[random.below(ids.len())];
            let points: Vec<Point> = world.obstacles().find(|one| one.0 == id).unwrap().1.to_vec();
            assert_eq!(world.remove_obstacle(id), Some(points));
            assert_eq!(world.remove_obstacle(id), None);
        }
    }
}

/// Updates a world, and asserts that its mesh is that of the present outline, except for this error of coordinates.
fn check(world: &mut MeshWorld, random: &mut Random, (side, shift): (f64, f64), error: f64, text: &str) {
    let outline = world.outline();
    let radius = world.agent_radius();
    let expected = match Mesh::from_outline(&outline, radius) {
        Ok(mesh) => mesh,
        Err(OutlineError::Vanished { .. }) => {
            assert_eq!(world.update(), Err(OutlineError::Vanished { radius }), "{text}");
            return;
        }
        Err(error) => panic!("{text}: {error}"),
    };
    let version = world.mesh().version();
    let is_current = world.is_current();
    world.update().unwrap();
    assert_eq!(world.mesh().version(), version + u64::from(!is_current), "{text}");
    let mesh = world.mesh();
    // How a world came to its obstacles does not matter.
    let anew = MeshWorld::with_tile_side(&outline, radius, world.tile_side()).unwrap();
    assert_eq!(anew.mesh().to_string(), mesh.to_string(), "{text}");

    let (area, expected_area) = (area_of(mesh), area_of(&expected));
    let edges = 8 + outline.obstacles().flatten().count();
    let length = f64::from(u32::try_from(edges).unwrap()) * side;
    assert!(
        (area - expected_area).abs() <= length * error,
        "{text}: {area}, {expected_area}"
    );
    for _ in 0..12 {
        let [start, goal] = [(); 2].map(|()| Point::new(part(random) * side + shift, part(random) * side + shift));
        match (mesh.path(start, goal), expected.path(start, goal)) {
            (Ok(Some(path)), Ok(Some(other))) => {
                let turns = f64::from(u32::try_from(path.points.len() + other.points.len()).unwrap());
                // Where corners meet except for rounding, the segments around them depend on the rounding.
                let error = error + 0.02 * radius;
                assert!(
                    (path.length - other.length).abs() <= turns * error,
                    "{text}: {path:?}, {other:?}"
                );
                assert_eq!(path.version, mesh.version());
                assert!(mesh.is_open(&path), "{text}");
            }
            (Ok(None), Ok(None)) | (Err(_), Err(_)) => {}
            (path, other) => panic!("{text}: {path:?}, {other:?}"),
        }
    }
}

#[test]
fn a_mesh_follows_its_obstacles() {
    for seed in 0..share(60) {
        let random = &mut Random::new(u64::from(seed));
        let (side, shift) = [(1.0, 0.0), (1e-3, 0.0), (1e6, 0.0), (1.0, -1e8)][seed as usize % 4];
        let radius = [0.0, 0.004, 0.017][random.below(3)] * side;
        // The first area contains its hull, so that nothing vanishes.
        let area = |x: f64, y: f64, size: f64| square(x * side + shift, y * side + shift, size * side);
        let outline = Outline::new(area(0.0, 0.0, 1.0)).with_area(area(0.6, 0.7, 0.5));
        let count = random.below(24);
        let outline = (0..count).fold(outline, |outline, _| outline.with_obstacle(ring(random, (side, shift))));
        let tiles = (0.1 + part(random)) * side;
        let world = if random.below(2) == 0 {
            MeshWorld::new(&outline, radius)
        } else {
            MeshWorld::with_tile_side(&outline, radius, tiles)
        };
        let Ok(mut world) = world else { continue };
        for step in 0..10 {
            for _ in 0..random.below(4) {
                change(&mut world, random, &mut |random| ring(random, (side, shift)));
            }
            check(
                &mut world,
                random,
                (side, shift),
                1e-6 * side + 8.0 * f64::EPSILON * shift.abs(),
                &format!("seed {seed}, step {step}"),
            );
        }
    }
}

/// A world that grows has about the tiles of one that is made with all obstacles, so that a change takes as little
/// time.
#[test]
fn tiles_follow_the_number_of_obstacles() {
    let halls = Outline::new(square(0.0, 0.0, 128.0)).with_area(square(2000.0, 0.0, 2.0));
    let posts = (0..1024).map(|number| {
        square(
            f64::from(number % 32) * 4.0 + 1.0,
            f64::from(number / 32) * 4.0 + 1.0,
            1.0,
        )
    });
    let mut world = MeshWorld::new(&halls, 0.5).unwrap();
    let mut given = MeshWorld::with_tile_side(&halls, 0.5, 64.0).unwrap();
    let fits = |world: &mut MeshWorld| {
        world.update().unwrap();
        let anew = MeshWorld::with_tile_side(&world.outline(), 0.5, world.tile_side()).unwrap();
        assert_eq!(world.mesh().to_string(), anew.mesh().to_string());
        let (side, best) = (
            world.tile_side(),
            MeshWorld::new(&world.outline(), 0.5).unwrap().tile_side(),
        );
        assert!(side < 2.01 * best && best < 2.01 * side, "{side}, {best}");
        side
    };
    let ids: Vec<ObstacleId> = posts
        .map(|post| {
            let id = world.add_obstacle(post).unwrap();
            given.add_obstacle(post).unwrap();
            if id.to_string().ends_with("50") {
                fits(&mut world);
            }
            id
        })
        .collect();
    // The small hall, which is far away, makes little difference: 103 tiles of this size are as large as both halls.
    let side = fits(&mut world);
    assert!(side < 2.0 * 12.7, "{side}");
    for id in &ids[10..] {
        world.remove_obstacle(*id);
    }
    assert!(fits(&mut world) > 40.0);
    given.update().unwrap();
    assert!((given.tile_side() - 64.0).abs() < 1e-3);
}

/// A rectangle or a rhombus with whole coordinates. Where such rings cross each other and the sides of tiles, nothing
/// is rounded.
fn plain_ring(random: &mut Random) -> Vec<Point> {
    let mut whole = |end: usize| f64::from(u32::try_from(random.below(end)).unwrap());
    let (x, y) = (whole(25), whole(25));
    if whole(2) == 0.0 {
        let (width, height) = (1.0 + whole(5), 1.0 + whole(5));
        [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
            .map(Point::from)
            .to_vec()
    } else {
        let reach = 1.0 + whole(3);
        [[x, y - reach], [x + reach, y], [x, y + reach], [x - reach, y]]
            .map(Point::from)
            .to_vec()
    }
}

#[test]
fn paths_are_the_same_where_nothing_is_rounded() {
    for seed in 0..share(60) {
        let random = &mut Random::new(u64::from(seed));
        let count = random.below(40);
        let outline = (0..count).fold(Outline::new(square(0.0, 0.0, 24.0)), |outline, _| {
            outline.with_obstacle(plain_ring(random))
        });
        let tiles = 1.0 + 12.0 * part(random);
        let Ok(mut world) = MeshWorld::with_tile_side(&outline, 0.0, tiles) else {
            continue;
        };
        for step in 0..10 {
            change(&mut world, random, &mut plain_ring);
            check(
                &mut world,
                random,
                (24.0, 0.0),
                1e-13,
                &format!("seed {seed}, step {step}"),
            );
        }
    }
}

/// Whether a line leads through the inside of a convex ring, and whether it touches the ring.
fn meets(ring: &[Point], from: Point, to: Point) -> (bool, bool) {
    // The part of the line that is on the left of each edge, by clipping. All numbers are small and exact enough.
    let mut doubled_area = 0.0;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        doubled_area += a.x * b.y - a.y * b.x;
    }
    assert!(doubled_area > 0.0);
    let (mut begin, mut end) = (0.0_f64, 1.0_f64);
    let mut is_along = false;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let left = |point: Point| (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
        let (one, other) = (left(from), left(to));
        if one < 0.0 && other < 0.0 {
            return (false, false);
        }
        is_along |= one <= 0.0 && other <= 0.0;
        if one < 0.0 {
            begin = begin.max(one / (one - other));
        } else if other < 0.0 {
            end = end.min(one / (one - other));
        }
    }
    (end - begin > 1e-9 && !is_along, end - begin > -1e-9)
}

/// Whether a path leads through the inside of a convex ring, and whether it touches the ring.
fn path_meets(path: &MeshPath, ring: &[Point]) -> (bool, bool) {
    let found = path.points.windows(2).map(|ends| meets(ring, ends[0], ends[1]));
    found.fold((false, false), |all, one| (all.0 || one.0, all.1 || one.1))
}

#[test]
fn a_path_is_open_unless_an_obstacle_is_put_into_its_way() {
    let mut counts = [0; 2];
    for seed in 0..share(60).max(12) {
        let random = &mut Random::new(u64::from(seed));
        let outline = (0..20).fold(Outline::new(square(0.0, 0.0, 24.0)), |outline, _| {
            outline.with_obstacle(plain_ring(random))
        });
        let mut world = MeshWorld::with_tile_side(&outline, 0.0, 7.3).unwrap();
        for _ in 0..20 {
            let [start, goal] = [(); 2].map(|()| Point::new(part(random) * 24.0, part(random) * 24.0));
            let Ok(Some(path)) = world.mesh().path(start, goal) else {
                continue;
            };
            let ids: Vec<ObstacleId> = world.obstacles().map(|(id, _)| id).collect();
            let (id, moved) = (ids[random.below(ids.len())], plain_ring(random));
            world.move_obstacle(id, moved.iter().copied()).unwrap();
            world.update().unwrap();
            assert!(path.version < world.mesh().version());
            // The whole path, and what is left of it for an agent: an obstacle behind it does not matter.
            let rest = path.rest(part(random) * path.length);
            for path in [path, rest] {
                let (is_blocked, is_touched) = path_meets(&path, &moved);
                // If the obstacle only touches the path, it may close it together with others.
                if is_touched && !is_blocked {
                    continue;
                }
                assert_eq!(
                    world.mesh().is_open(&path),
                    !is_blocked,
                    "seed {seed}, {path:?}, {moved:?}"
                );
                let open = world.mesh().open_part(&path);
                let legs = path.points.windows(2);
                let is_free = |ends: &[Point]| !meets(&moved, ends[0], ends[1]).0;
                let expected = legs.take_while(|ends| is_free(ends)).count();
                // The obstacle may also close the beginning of a leg by touching it.
                assert!(
                    open.len() <= expected + 1 && path.points.starts_with(open),
                    "seed {seed}"
                );
                assert_eq!(open.len() == path.points.len(), world.mesh().is_open(&path));
                counts[usize::from(is_blocked)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 2), "{counts:?}");
}

/// Links of a world are those that can be added to its mesh, whatever has happened before.
#[test]
fn links_stay_when_obstacles_change() {
    let mut counts = [0; 3];
    for seed in 0..share(100).max(10) {
        let random = &mut Random::new(u64::from(seed));
        // Two halls, and a radius for which many ends of links are too near to an obstacle.
        let halls =
            Outline::new(square(0.0, 0.0, 12.0)).with_area([[12.5, 0.0], [24.0, 0.0], [24.0, 24.0], [12.5, 24.0]]);
        let mut world = MeshWorld::with_tile_side(&halls, 0.25, 5.0).unwrap();
        let mut given = Vec::new();
        for step in 0..12 {
            for _ in 0..random.below(3) {
                change(&mut world, random, &mut plain_ring);
            }
            match random.below(3) {
                0 => {
                    let [from, to] = [(); 2].map(|()| Point::new(24.0 * part(random), 24.0 * part(random)));
                    let cost = 10.0 * part(random);
                    let number = u32::try_from(given.len()).unwrap();
                    assert_eq!(world.add_link(from, to, cost), Ok(number));
                    given.push((from, to, cost, true));
                }
                1 if !given.is_empty() => {
                    let (number, is_open) = (random.below(given.len()), random.below(2) == 0);
                    let was_open = std::mem::replace(&mut given[number].3, is_open);
                    let number = u32::try_from(number).unwrap();
                    assert_eq!(world.set_link_open(number, is_open), Some(was_open));
                }
                _ => {}
            }
            let (is_current, version) = (world.is_current(), world.mesh().version());
            let before = world.mesh().clone();
            if world.update().is_err() {
                continue;
            }
            assert!(world.is_current());
            assert_eq!(world.mesh().version(), version + u64::from(!is_current));
            assert_eq!(before.version(), version);
            let mesh = world.mesh();
            let mut anew = Mesh::parse(mesh.to_string().as_bytes()).unwrap();
            assert_eq!(mesh.links().len(), given.len());
            for (link, (from, to, cost, is_open)) in mesh.links().iter().zip(&given) {
                let can_be_added = anew.locate(*from).is_some() && anew.locate(*to).is_some();
                assert_eq!(link.is_open, *is_open && can_be_added, "seed {seed}, step {step}");
                assert!(mesh.contains(link.from.polygon, link.from.point));
                assert!(mesh.contains(link.to.polygon, link.to.point));
                counts[usize::from(can_be_added)] += 1;
                if link.is_open {
                    assert_eq!((link.from.point, link.to.point, link.cost), (*from, *to, *cost));
                    anew.add_link(*from, *to, *cost).unwrap();
                }
            }
            for _ in 0..8 {
                let [start, goal] = [(); 2].map(|()| mesh.nearest([24.0 * part(random), 24.0 * part(random)]));
                let path = mesh.path(start, goal).unwrap();
                let other = anew.path(start.point, goal.point).unwrap();
                match (&path, other) {
                    (Some(path), Some(other)) => {
                        assert!((path.length - other.length).abs() < 1e-9, "seed {seed}, step {step}");
                        assert!(mesh.is_open(path));
                        counts[2] += path.links.len();
                    }
                    (None, None) => {}
                    (path, other) => panic!("seed {seed}, step {step}: {path:?}, {other:?}"),
                }
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
}

#[test]
fn links_that_are_no_links_are_errors() {
    let mut world = MeshWorld::new(&Outline::new(square(0.0, 0.0, 8.0)), 0.5).unwrap();
    let place = [4.0, 4.0];
    for cost in [-1.0, f64::INFINITY] {
        assert_eq!(world.add_link(place, place, cost), Err(LinkError::BadCost { cost }));
    }
    assert!(world.add_link(place, place, f64::NAN).is_err());
    for bad in [f64::NAN, f64::NEG_INFINITY, 1e101] {
        let error = world.add_link([bad, 4.0], place, 1.0).unwrap_err();
        assert!(
            matches!(error, LinkError::End(EndError::Outside { end: End::LinkFrom, .. })),
            "{error}"
        );
        let error = world.add_link(place, [4.0, bad], 1.0).unwrap_err();
        assert!(
            matches!(error, LinkError::End(EndError::Outside { end: End::LinkTo, .. })),
            "{error}"
        );
    }
    assert!(world.is_current() && world.set_link_open(0, true).is_none());
    // An end that is not on the mesh is no error, since it may be later.
    assert_eq!(world.add_link([-5.0, 4.0], place, 1.0), Ok(0));
    assert!(!world.is_current());
    world.update().unwrap();
    let [link] = world.mesh().links() else {
        panic!("one link")
    };
    assert_eq!((link.from.point, link.is_open), (Point::new(0.5, 4.0), false));
    assert_eq!(world.set_link_open(0, true), Some(true));
    assert!(world.is_current());
}

#[test]
fn errors_name_the_obstacle_and_change_nothing() {
    let mut world = MeshWorld::new(&Outline::new(square(0.0, 0.0, 8.0)), 0.5).unwrap();
    let id = world.add_obstacle(square(1.0, 1.0, 1.0)).unwrap();
    world.update().unwrap();
    let before = world.mesh().to_string();
    let ring = Ring::Obstacle(1);
    let error = world.add_obstacle([[0.0, 0.0], [1.0, 1.0]]).unwrap_err();
    assert_eq!(error, OutlineError::TooFewPoints { ring, points: 2 });
    let error = world.add_obstacle([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]).unwrap_err();
    assert!(matches!(error, OutlineError::NoArea { ring: found, .. } if found == ring));
    // Most of this one is far outside of the world.
    let error = world.add_obstacle([[0.0, 0.0], [50.0, 0.0], [90.0, 0.0]]).unwrap_err();
    assert!(matches!(error, OutlineError::NoArea { ring: found, .. } if found == ring));
    let error = world.move_obstacle(id, [[0.0, 0.0], [1.0, 1.0], [f64::NAN, 2.0]]);
    assert!(
        matches!(
            error,
            Err(OutlineError::BadCoordinate {
                ring: Ring::Obstacle(0),
                number: 2,
                ..
            })
        ),
        "{error:?}"
    );
    assert!(world.is_current());
    world.remove_obstacle(id);
    let error = world.move_obstacle(id, square(1.0, 1.0, 1.0));
    assert_eq!(error, Err(OutlineError::NoSuchObstacle { obstacle: id }));
    world.add_obstacle(square(1.0, 1.0, 1.0)).unwrap();
    world.update().unwrap();
    assert_eq!(world.mesh().to_string(), before);

    let bad = |side: f64| MeshWorld::with_tile_side(&Outline::new(square(0.0, 0.0, 8.0)), 0.0, side).map(|_| ());
    for side in [0.0, -1.0, f64::INFINITY] {
        assert_eq!(bad(side), Err(OutlineError::BadTileSide { side }));
    }
    assert!(bad(f64::NAN).is_err() && bad(f64::MIN_POSITIVE).is_ok() && bad(f64::MAX).is_ok());
}

#[test]
fn a_world_that_vanishes_keeps_its_mesh_and_comes_back() {
    let outline = Outline::new(square(0.0, 0.0, 8.0));
    let mut world = MeshWorld::with_tile_side(&outline, 0.5, 1.5).unwrap();
    let before = world.mesh().to_string();
    let everything = world.add_obstacle(square(-1.0, -1.0, 10.0)).unwrap();
    for _ in 0..2 {
        assert_eq!(world.update(), Err(OutlineError::Vanished { radius: 0.5 }));
        assert!(!world.is_current() && world.mesh().to_string() == before);
    }
    world.remove_obstacle(everything);
    world.update().unwrap();
    assert_eq!(world.mesh().to_string(), before);
    let full = outline.with_obstacle(square(-1.0, -1.0, 10.0));
    assert!(matches!(MeshWorld::new(&full, 0.5), Err(OutlineError::Vanished { .. })));
    assert!(matches!(
        MeshWorld::new(&Outline::default(), 0.5),
        Err(OutlineError::Vanished { .. })
    ));
}

#[test]
fn a_search_goes_on_with_the_old_mesh() {
    use astride::Status;
    use astride_mesh::{MeshProblem, Polyanya};
    let mut world = MeshWorld::new(&Outline::new(square(0.0, 0.0, 8.0)), 0.0).unwrap();
    let mut search = Polyanya::new(MeshProblem::new(world.mesh().clone(), [1.0, 4.0], [7.0, 4.0]).unwrap());
    world.add_obstacle(square(3.0, 1.0, 4.0)).unwrap();
    world.update().unwrap();
    assert_eq!(search.run(), Status::Found);
    let path = search.problem().trace(&search.path().unwrap());
    assert_eq!((path.length, path.version), (6.0, 1));
    assert!(!world.mesh().is_open(&path));
    assert_eq!(world.mesh().version(), 2);
}

/// Rings, most of which are valid.
fn rings(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Vec<(f64, f64)>>> {
    let small = || prop_oneof![(0..9_u8).prop_map(f64::from), -1.0..9.0];
    let ring = prop_oneof![
        9 => prop::collection::vec((small(), small()), 3..9),
        1 => prop::collection::vec((coordinate(), coordinate()), 2..9),
    ];
    prop::collection::vec(ring, count)
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn any_changes_make_a_mesh_or_an_error(
        areas in rings(0..3),
        obstacles in rings(0..8),
        changes in rings(0..8),
        radius in prop_oneof![9 => Just(0.0), 9 => 0.0..1.0, 1 => coordinate()],
        side in prop_oneof![9 => 0.5..8.0, 1 => coordinate()],
    ) {
        let outline = areas.into_iter().fold(Outline::new(square(0.0, 0.0, 8.0)), Outline::with_area);
        let outline = obstacles.into_iter().fold(outline, Outline::with_obstacle);
        let is_bug = |error: &OutlineError| matches!(error, OutlineError::Triangulation | OutlineError::Mesh(_));
        let mut world = match MeshWorld::with_tile_side(&outline, radius, side) {
            Ok(world) => world,
            Err(error) => {
                prop_assert!(!is_bug(&error), "{outline:?}");
                return Ok(());
            }
        };
        for (number, ring) in changes.into_iter().enumerate() {
            let ids: Vec<ObstacleId> = world.obstacles().map(|(id, _)| id).collect();
            let changed = match ids.get(number / 2) {
                Some(id) if number % 3 == 0 => {
                    prop_assert!(world.remove_obstacle(*id).is_some());
                    Ok(())
                }
                Some(id) if number % 3 == 1 => world.move_obstacle(*id, ring),
                _ => world.add_obstacle(ring).map(|_| ()),
            };
            if let Err(error) = changed {
                prop_assert!(!is_bug(&error));
                prop_assert_eq!(world.obstacles().map(|(id, _)| id).collect::<Vec<_>>(), ids);
            }
            let anew = MeshWorld::with_tile_side(&world.outline(), radius, world.tile_side());
            match (world.update(), anew) {
                (Ok(()), Ok(anew)) => {
                    prop_assert_eq!(world.mesh().to_string(), anew.mesh().to_string());
                    prop_assert!(area_of(world.mesh()) > 0.0);
                }
                (Err(error), Err(other)) => {
                    prop_assert_eq!(&error, &other);
                    prop_assert!(!is_bug(&error), "{:?}", world.outline());
                }
                (one, other) => prop_assert!(false, "{one:?}, {other:?}"),
            }
        }
    }
}
