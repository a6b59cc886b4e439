//! Making meshes: errors and texts.

use astride_mesh::{Mesh, MeshError, MeshFileError, Point};
use proptest::prelude::*;

use crate::effort::cases;
use crate::random::Random;
use crate::visibility::{Plan, mesh_of};

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];

fn error<C: IntoIterator<Item = u32>>(points: &[[f64; 2]], polygons: impl IntoIterator<Item = C>) -> MeshError {
    Mesh::new(points.iter().copied(), polygons).unwrap_err()
}

#[test]
fn what_is_not_a_mesh_is_an_error() {
    let none: [[u32; 3]; 0] = [];
    assert_eq!(error(&SQUARE, none), MeshError::Empty);
    assert_eq!(
        error(&SQUARE, [[0, 1]]),
        MeshError::TooFewCorners { polygon: 0, corners: 2 }
    );
    let missing = MeshError::NoSuchVertex {
        polygon: 1,
        vertex: 4,
        count: 4,
    };
    assert_eq!(error(&SQUARE, [[0, 1, 2], [0, 2, 4]]), missing);
    assert_eq!(error(&SQUARE, [[0, 2, 1]]), MeshError::Clockwise { polygon: 0 });
    for bad in [f64::NAN, f64::INFINITY, -1e101] {
        let points = [[0.0, 0.0], [2.0, bad], [2.0, 2.0]];
        assert!(
            matches!(error(&points, [[0, 1, 2]]), MeshError::BadCoordinate { vertex: 1, .. }),
            "{bad}"
        );
    }
    // The same corner twice in a row, a spike, a star, a dart, and a polygon without an area.
    let repeated = MeshError::RepeatedCorner {
        polygon: 0,
        point: Point::new(2.0, 0.0),
    };
    assert_eq!(error(&SQUARE, [vec![0, 1, 1, 2]]), repeated);
    let star: Vec<[f64; 2]> = (0..5_i32)
        .map(|point| f64::from(2 * point) * std::f64::consts::TAU / 5.0)
        .map(|angle| [angle.cos(), angle.sin()])
        .collect();
    assert!(matches!(
        error(&star, [[0, 1, 2, 3, 4]]),
        MeshError::NotConvex { polygon: 0, .. }
    ));
    let dart = [[0.0, 0.0], [2.0, 1.0], [0.0, 2.0], [1.0, 1.0]];
    let point = Point::new(1.0, 1.0);
    assert_eq!(error(&dart, [[0, 1, 2, 3]]), MeshError::NotConvex { polygon: 0, point });
    let spike = [[0.0, 0.0], [4.0, 0.0], [2.0, 0.0], [2.0, 2.0]];
    assert!(matches!(
        error(&spike, [[0, 1, 2, 3]]),
        MeshError::NotConvex { polygon: 0, .. }
    ));
    let flat = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]];
    assert!(matches!(
        error(&flat, [[0, 1, 2]]),
        MeshError::NotConvex { polygon: 0, .. }
    ));
    let shared = MeshError::SharedSide {
        first: 0,
        second: 1,
        from: 0,
        to: 1,
    };
    assert_eq!(error(&SQUARE, [[0, 1, 2], [0, 1, 3]]), shared);
    let points = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    let repeated = MeshError::RepeatedPoint {
        first: 0,
        second: 3,
        point: Point::new(0.0, 0.0),
    };
    assert_eq!(
        Mesh::from_triangles(points, [[0, 1, 2], [3, 4, 5]]).unwrap_err(),
        repeated
    );
}

#[test]
fn errors_in_files_have_their_place() {
    let cases = [
        (
            "",
            "line 1, column 1: found the end of the line where \"mesh\" was expected",
        ),
        (
            "mesh\n3\n",
            "line 2, column 1: the version is \"3\": a whole number from 1 to 2 is expected",
        ),
        (
            "mesh 2 3 1\n0 0 0\n1 x 0",
            "line 3, column 3: y is \"x\": a number is expected",
        ),
        (
            "mesh 2 3 1\n0 0 0\n1 0 0\n0 1",
            "line 4, column 4: the number of neighbours is missing",
        ),
        (
            "mesh 2 1 1 0 0 1 7",
            "line 1, column 18: a neighbour is \"7\": a whole number from -1 to 0 is expected",
        ),
        (
            "mesh 2 0 0",
            "line 3, column 1: there are no polygons: a mesh has at least one",
        ),
        (
            "mesh 2 3 1\n0 0 0\n1 0 0\nnan 1 0\n3 0 1 2 -1 -1 -1",
            "line 4, column 1: vertex 2 is at NaN,1: coordinates must be numbers between -1e100 and 1e100",
        ),
        (
            "mesh 2 3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 0 -1 -1",
            "line 5, column 1: polygon 0 has polygon 0 as its neighbour at the edge from vertex 2 to vertex 0, \
             which does not hold the other way round",
        ),
        (
            "mesh 2 3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 -1 -1 -1 5",
            "line 5, column 18: unexpected \"5\" after the end",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(
            Mesh::parse(text.as_bytes()).unwrap_err().to_string(),
            expected,
            "{text}"
        );
    }
    assert!(matches!(
        Mesh::open("no/such.mesh").unwrap_err(),
        MeshFileError::File(_)
    ));
}

#[test]
fn version_1_begins_with_the_neighbour_at_the_first_edge() {
    let vertices = "4 2\n0 0 0\n3 0 0\n3 3 0\n0 3 0\n";
    let one = format!("mesh 1 {vertices} 3 0 1 2 -1 -1 1 3 0 2 3 0 -1 -1");
    let two = format!("mesh 2 {vertices} 3 0 1 2 1 -1 -1 3 0 2 3 -1 0 -1");
    let [one, two] = [one, two].map(|text| Mesh::parse(text.as_bytes()).unwrap());
    assert_eq!(one.to_string(), two.to_string());
    // A wall between two triangles.
    let wall = format!("mesh 2 {vertices} 3 0 1 2 -1 -1 -1 3 0 2 3 -1 -1 -1");
    assert_eq!(Mesh::parse(wall.as_bytes()).unwrap().island_count(), 2);
}

proptest! {
    #![proptest_config(cases(256))]

    /// Any change to a text causes an error or a mesh, but no panic.
    #[test]
    fn a_damaged_text_causes_no_panic(
        seed in 0..1000_u64,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let plan = Plan::triangles(&mut Random::new(seed), 9, 6, 20);
        prop_assume!(!plan.polygons.is_empty());
        let mesh = mesh_of(&plan, 1.0);
        let mut text = mesh.to_string().into_bytes();
        prop_assert_eq!(Mesh::parse(&text).unwrap().to_string().into_bytes(), text.clone());
        for (place, byte) in changes {
            let place = place.index(text.len());
            text[place] = b"0123456789-. \ne"[usize::from(byte) % 15];
        }
        if let Ok(mesh) = Mesh::parse(&text) {
            let (from, to) = (mesh.nearest([0.0, 0.0]), mesh.nearest([9.0, 9.0]));
            let _ = mesh.path(from, to).unwrap();
        }
    }
}
