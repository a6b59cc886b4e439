//! Meshes of Recast, made from other meshes.

use astride_mesh::{Mesh, MeshError, Point, Position, RecastBox, RecastError, RecastMesh};

use crate::effort::share;
use crate::random::{Random, ends};
use crate::visibility::{Plan, mesh_of};

const NONE: u16 = u16::MAX;

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap()
}

/// What Recast would store for a plan with small coordinates, some of whose polygons are clockwise.
fn recast_of(plan: &Plan, heights: &[u16], random: &mut Random) -> RecastMesh {
    let largest = plan.polygons.iter().map(Vec::len).max().unwrap();
    let per_polygon = largest + random.below(3);
    let sides = plan.sides();
    let mut recast = RecastMesh {
        max_vertices_per_polygon: small(per_polygon),
        aabb: RecastBox {
            min: [0.0, 10.0, 0.0],
            max: [1000.0; 3],
        },
        cell_size: 0.25,
        cell_height: 0.5,
        ..RecastMesh::default()
    };
    let points = plan.points.iter().zip(heights);
    recast
        .vertices
        .extend(points.map(|((x, z), height)| [u16::try_from(*x).unwrap(), *height, u16::try_from(*z).unwrap()]));
    for corners in &plan.polygons {
        let mut corners = corners.clone();
        let begin = random.below(corners.len());
        corners.rotate_left(begin);
        if random.below(2) == 0 {
            corners.reverse();
        }
        let mut neighbours = Vec::new();
        for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            // One of the two directions is that of the polygon itself.
            let across = |from: u32, to: u32| sides.get(&(from, to)).filter(|other| !same(plan, **other, &corners));
            let neighbour = across(*to, *from).or(across(*from, *to));
            neighbours.push(neighbour.map_or([NONE, 0x8000][random.below(2)], |other| small(*other)));
        }
        recast
            .polygons
            .extend(corners.iter().map(|corner| small(*corner as usize)));
        recast.polygon_neighbors.extend(neighbours);
        let end = recast.polygons.len().next_multiple_of(per_polygon);
        recast.polygons.resize(end, NONE);
        recast.polygon_neighbors.resize(end, NONE);
    }
    recast
}

/// Whether a polygon of a plan has these corners.
fn same(plan: &Plan, polygon: usize, corners: &[u32]) -> bool {
    let sorted = |corners: &[u32]| {
        let mut corners = corners.to_vec();
        corners.sort_unstable();
        corners
    };
    sorted(&plan.polygons[polygon]) == sorted(corners)
}

#[test]
fn meshes_of_recast_have_the_same_paths_and_heights() {
    for seed in 0..u64::from(share(300)) {
        let random = &mut Random::new(seed + 9_000_000);
        let (side, points) = ([4, 12, 60][random.below(3)], 2 + random.below(16));
        let mut plan = Plan::triangles(random, side, points, 25);
        plan.merge_some(random, 20);
        if plan.polygons.is_empty() {
            continue;
        }
        let heights: Vec<u16> = plan.points.iter().map(|_| small(random.below(100))).collect();
        let recast = recast_of(&plan, &heights, random);
        let (mesh, expected) = (Mesh::from_recast(&recast).unwrap(), mesh_of(&plan, 0.25));
        assert_eq!(mesh.vertices(), expected.vertices());
        for polygon in (0..).take(expected.polygon_count()) {
            let (found, wanted) = (mesh.polygon(polygon), expected.polygon(polygon));
            let begin = found.iter().position(|corner| *corner == wanted[0]).unwrap();
            let rotated: Vec<u32> = found.iter().cycle().skip(begin).take(found.len()).copied().collect();
            assert_eq!(rotated, wanted);
        }
        let ends = ends(random, &plan, 6);
        for [start, goal] in ends.iter().flat_map(|start| ends.iter().map(move |goal| [start, goal])) {
            let [start, goal] = [start, goal].map(|end| crate::visibility::position(*end, 0.25));
            let lengths = [&mesh, &expected].map(|mesh| mesh.path(start, goal).unwrap().map(|path| path.length));
            match lengths {
                [Some(one), Some(other)] => assert!((one - other).abs() <= 1e-9 * other.max(1.0)),
                [one, other] => assert_eq!(one, other),
            }
        }
        // At corners, heights are those of vertices, and between two corners next to each other, they are linear.
        for polygon in (0..).take(mesh.polygon_count()) {
            let corners = mesh.polygon(polygon);
            let height = |vertex: u32| 10.0 + 0.5 * f64::from(heights[vertex as usize]);
            for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                let [one, other] = [from, to].map(|vertex| mesh.vertices()[*vertex as usize]);
                let found = mesh.height(Position::new(polygon, one)).unwrap();
                assert!((found - height(*from)).abs() < 1e-9);
                let middle = Point::new(f64::midpoint(one.x, other.x), f64::midpoint(one.y, other.y));
                let found = mesh.height(Position::new(polygon, middle)).unwrap();
                assert!(
                    (found - f64::midpoint(height(*from), height(*to))).abs() < 1e-9,
                    "{mesh}"
                );
            }
        }
    }
}

/// Heights on a plane, at any points.
#[test]
fn heights_on_a_plane_are_exact() {
    for seed in 0..u64::from(share(300)) {
        let random = &mut Random::new(seed + 9_500_000);
        let mut plan = Plan::random_rectangles(random, 4, 4, 25);
        plan.merge_some(random, 20);
        if plan.polygons.is_empty() {
            continue;
        }
        let mut mesh = mesh_of(&plan, 0.25);
        let plane = |point: &Point| 3.0 + 0.5 * point.x - 2.0 * point.y;
        assert_eq!(mesh.height(Position::new(0, mesh.vertices()[0])), None);
        let count = mesh.vertices().len();
        let vertices = count + 1;
        assert_eq!(
            mesh.set_heights(vec![0.0; vertices]),
            Err(MeshError::Heights {
                count: vertices,
                vertices: count
            })
        );
        let heights: Vec<f64> = mesh.vertices().iter().map(plane).collect();
        mesh.set_heights(heights).unwrap();
        for end in ends(random, &plan, 20) {
            let position = crate::visibility::position(end, 0.25);
            let found = mesh.height(position).unwrap();
            assert!((found - plane(&position.point)).abs() < 1e-9, "{position:?}: {found}");
        }
        assert_eq!(mesh.height(Position::new(0, Point::new(-1.0, 0.0))), None);
    }
}

#[test]
fn meshes_of_recast_that_are_not_valid_are_errors() {
    let good = RecastMesh {
        vertices: vec![[0, 0, 0], [4, 0, 0], [4, 0, 4]],
        polygons: vec![0, 1, 2],
        polygon_neighbors: vec![NONE; 3],
        max_vertices_per_polygon: 3,
        cell_size: 1.0,
        ..RecastMesh::default()
    };
    assert!(Mesh::from_recast(&good).is_ok());
    let error = |change: &dyn Fn(&mut RecastMesh)| {
        let mut bad = good.clone();
        change(&mut bad);
        Mesh::from_recast(&bad).unwrap_err()
    };
    for change in [
        |bad: &mut RecastMesh| bad.max_vertices_per_polygon = 0,
        |bad: &mut RecastMesh| bad.max_vertices_per_polygon = 2,
        |bad: &mut RecastMesh| bad.polygon_neighbors.push(0),
    ] {
        assert!(matches!(error(&change), RecastError::Length { .. }));
    }
    let bad = error(&|bad| bad.polygons[2] = 3);
    assert!(matches!(
        bad,
        RecastError::Mesh(MeshError::NoSuchVertex { vertex: 3, .. })
    ));
    let bad = error(&|bad| bad.polygon_neighbors[0] = 7);
    assert!(matches!(bad, RecastError::Mesh(MeshError::OneWay { neighbour: 7, .. })));
    let bad = error(&|bad| bad.polygons[0] = NONE);
    assert!(matches!(
        bad,
        RecastError::Mesh(MeshError::TooFewCorners { corners: 0, .. })
    ));
    for size in [f32::NAN, f32::INFINITY, 0.0] {
        assert!(matches!(error(&|bad| bad.cell_size = size), RecastError::Mesh(_)));
    }
    let empty = Mesh::from_recast(&RecastMesh {
        max_vertices_per_polygon: 6,
        ..RecastMesh::default()
    });
    assert_eq!(empty.map(|_| ()), Err(RecastError::Mesh(MeshError::Empty)));
}

/// As the crate `rerecast` serializes it.
#[cfg(feature = "serde")]
#[test]
fn meshes_of_recast_can_be_read_from_json() {
    let text = r#"{
        "vertices": [[0, 0, 0], [8, 0, 0], [8, 0, 4], [0, 0, 4]],
        "polygons": [0, 3, 2, 1, 65535, 65535],
        "polygon_neighbors": [65535, 65535, 65535, 65535, 65535, 65535],
        "flags": [1],
        "regions": [1],
        "areas": [63],
        "max_vertices_per_polygon": 6,
        "aabb": { "min": [-4.0, 1.0, 0.0], "max": [4.0, 2.0, 2.0] },
        "cell_size": 0.5,
        "cell_height": 0.2,
        "border_size": 0,
        "max_edge_error": 1.3
    }"#;
    let recast: RecastMesh = serde_json::from_str(text).unwrap();
    let mesh = Mesh::from_recast(&recast).unwrap();
    assert_eq!(mesh.vertices()[2], Point::new(0.0, 2.0));
    assert_eq!(
        mesh.locate([0.0, 1.0]).and_then(|position| mesh.height(position)),
        Some(1.0)
    );
    let error = serde_json::from_str::<RecastMesh>(&text.replace("65535]", "65536]")).unwrap_err();
    assert_eq!((error.line(), error.column()), (3, 45));
}
