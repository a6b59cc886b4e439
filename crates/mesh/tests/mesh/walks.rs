//! What is left of a path while an agent walks along it.

use astride_mesh::{Mesh, MeshPath, Point, Position};

/// Checks the rests of a path, which is one of this mesh.
pub(crate) fn check_rests(mesh: &Mesh, path: &MeshPath) {
    let coordinates = path.points.iter().flat_map(|point| [point.x, point.y]);
    let error = 1e-12 * coordinates.fold(path.length, |largest, coordinate| largest.max(coordinate.abs()));
    for eighth in [-1.0, 0.0, 1.0, 3.0, 4.0, 7.0, 8.0, 9.0, f64::NAN] {
        let walked = path.length * eighth / 8.0;
        let rest = path.rest(walked);
        let walked = if eighth > 0.0 { walked.min(path.length) } else { 0.0 };
        assert!(
            (rest.length - (path.length - walked)).abs() <= error,
            "{walked}: {path:?} {rest:?}"
        );
        assert_eq!(rest.version, path.version);
        // The first point is where the agent is, and the others are those of the path.
        assert!(path.points.ends_with(&rest.points[1..]), "{walked}: {path:?}, {rest:?}");
        assert_eq!(rest.points.last(), path.points.last());
        assert!(path.polygons.ends_with(&rest.polygons), "{walked}: {path:?}, {rest:?}");
        let place = mesh.start_of(&rest).unwrap();
        assert!(mesh.contains(place.polygon, place.point) && place.polygon == rest.polygons[0]);
        let off = place.point.distance(rest.points[0]);
        assert!(off <= error, "{walked}: off by {off}, {path:?}, {rest:?}");
        let links = rest.links.iter().map(|(_, link)| *link);
        assert!(
            path.links
                .iter()
                .map(|(_, link)| *link)
                .collect::<Vec<_>>()
                .ends_with(&links.collect::<Vec<_>>())
        );
        for (begin, link) in &rest.links {
            let link = mesh.links()[*link as usize];
            assert_eq!([link.from.point, link.to.point], rest.points[*begin..begin + 2]);
        }
        // A link at the beginning may be used in part.
        if rest.links.first().is_none_or(|(begin, _)| *begin > 0) {
            let ends = rest.points.windows(2).enumerate();
            let lengths = ends.map(
                |(place, ends)| match rest.links.iter().find(|(begin, _)| *begin == place) {
                    Some((_, link)) => mesh.links()[*link as usize].cost,
                    None => ends[0].distance(ends[1]),
                },
            );
            let sum: f64 = lengths.sum();
            assert!((sum - rest.length).abs() <= error, "{walked}: {path:?}, {rest:?}");
        }
        assert!(mesh.is_open(&rest), "{walked}: {path:?}, {rest:?}");
        // Walking twice is walking once.
        let [twice, once] = [rest.rest(rest.length / 3.0), path.rest(walked + rest.length / 3.0)];
        assert!(
            (twice.length - once.length).abs() <= error,
            "{path:?}, {twice:?}, {once:?}"
        );
        // At the beginning of a link, rounding decides whether it is used already.
        if path.links.is_empty() {
            let apart = twice.points[0].distance(once.points[0]);
            assert!(apart <= error, "{path:?}, {twice:?}, {once:?}");
        }
    }
}

/// A ramp that winds twice around a square, with its height in units of four turns of it.
fn spiral() -> Mesh {
    let corners = [[0.3, 0.1], [7.7, -0.2], [8.1, 8.3], [-0.1, 7.9]];
    let inner = [[2.1, 2.2], [5.9, 2.3], [6.2, 6.1], [1.9, 5.8]];
    let sides = 0..9_u32;
    let vertices = sides
        .clone()
        .flat_map(|number| [corners, inner].map(|ring| ring[number as usize % 4]));
    let polygons = (0..8).map(|side| [2 * side, 2 * side + 2, 2 * side + 3, 2 * side + 1]);
    let mut mesh = Mesh::new(vertices, polygons).unwrap();
    mesh.set_heights(sides.flat_map(|number| [f64::from(number); 2]))
        .unwrap();
    mesh
}

#[test]
fn an_agent_stays_on_its_floor() {
    let mesh = spiral();
    let goal = Position::new(7, Point::new(1.0, 3.0));
    let start = Position::new(0, Point::new(2.5, 1.05));
    let path = mesh.path(start, goal).unwrap().unwrap();
    assert_eq!(path.points.len(), 9);
    let (mut height, mut outside) = (mesh.height(start).unwrap(), 0);
    let mut rest = path.clone();
    for step in 1..1000 {
        let walked = path.length * f64::from(step) / 1000.0;
        rest = rest.rest(path.length / 1000.0);
        assert!(rest.points[0].distance(path.rest(walked).points[0]) < 1e-12);
        assert!(mesh.is_open(&rest));
        outside += usize::from(!mesh.contains(rest.polygons[0], rest.points[0]));
        let place = mesh.start_of(&rest).unwrap();
        let now = mesh.height(place).unwrap();
        assert!(now >= height - 1e-9 && now < height + 0.1, "{now} after {height}");
        height = now;
        let left = mesh.path(place, goal).unwrap().unwrap().length;
        assert!((left - rest.length).abs() < 1e-9, "{left}, {rest:?}");
    }
    assert!(height > 7.2 && outside > 20, "{height}, {outside}");
}

/// A path along a wall that is much longer than the path, so that the ends of the wall decide how it is rounded.
#[test]
fn the_rest_of_a_path_along_a_long_wall_is_open() {
    let corners = [[-1e6, -3e5], [1e6, 3e5], [-1e6, 1e6]];
    let mesh = Mesh::new(corners, [[0, 1, 2]]).unwrap();
    let path = mesh.path([10.0, 3.0], [20.0, 6.0]).unwrap().unwrap();
    for step in 0..1000 {
        assert!(
            mesh.is_open(&path.rest(path.length * f64::from(step) / 1000.0)),
            "{step}"
        );
    }
}

#[test]
fn changed_fields_are_no_panic() {
    let mesh = spiral();
    let [start, goal] =
        [(0, [2.5, 1.05]), (7, [1.0, 3.0])].map(|(polygon, point)| Position::new(polygon, point.into()));
    let path = mesh.path(start, goal).unwrap().unwrap();
    for kept in [0, 1, 4] {
        let mut changed = path.clone();
        changed.points.truncate(kept);
        changed.polygons.truncate(kept);
        changed.length = f64::NAN;
        changed.links = vec![(kept, 7), (0, 3)];
        for walked in [0.0, 1.0, 7.5, 1e9, f64::INFINITY, f64::NAN] {
            let rest = changed.rest(walked);
            let _ = (mesh.open_part(&rest), mesh.start_of(&rest), rest.rest(walked));
        }
    }
}

#[test]
fn links_are_walked_along() {
    let room = |x: f64| [[x, 0.0], [x + 4.0, 0.0], [x + 4.0, 4.0], [x, 4.0]];
    let mut mesh = Mesh::new([room(0.0), room(10.0)].concat(), [[0, 1, 2, 3], [4, 5, 6, 7]]).unwrap();
    // A way within a room, for which it makes a detour, a door to the other room, and one that takes no time.
    mesh.add_link([2.0, 3.0], [3.5, 3.0], 0.25).unwrap();
    mesh.add_link([4.0, 3.0], [10.0, 3.0], 2.0).unwrap();
    mesh.add_link([11.0, 3.0], [13.0, 3.0], 0.0).unwrap();
    let path = mesh.path([1.0, 3.0], [13.5, 3.0]).unwrap().unwrap();
    check_rests(&mesh, &path);
    assert_eq!(
        (path.length, path.links.len()),
        (1.0 + 0.25 + 0.5 + 2.0 + 1.0 + 0.0 + 0.5, 3)
    );
    let at = |walked: f64| {
        let rest = path.rest(walked);
        (rest.points[0].x, rest.polygons[0], rest.links.len(), rest.length)
    };
    assert_eq!(at(0.5), (1.5, 0, 3, 4.75));
    assert_eq!(at(1.125), (2.0, 0, 3, 4.125), "half of a link");
    assert_eq!(at(1.25), (3.5, 0, 2, 4.0));
    assert_eq!(at(2.75), (4.0, 0, 2, 2.5), "half of a link");
    assert_eq!(at(4.0), (10.25, 1, 1, 1.25));
    assert_eq!(at(4.75), (13.0, 1, 0, 0.5), "a link without a cost");
    assert_eq!(path.rest(1.125).rest(0.125).points, path.rest(1.25).points);
}
