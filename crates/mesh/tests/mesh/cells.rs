//! Meshes of the cells of grid maps.

use astride_grid::{Components, GridMap, Movement, Point as Cell};
use astride_mesh::{Mesh, MeshError, Point};
use proptest::prelude::*;

use crate::effort::cases;

proptest! {
    #![proptest_config(cases(256))]

    /// The cells of a map are connected on its mesh as by steps in four directions.
    #[test]
    fn a_mesh_connects_the_cells_of_a_map(
        width in 1..12_usize,
        height in 1..12_usize,
        walls in prop::collection::vec(0..3_u8, 144),
    ) {
        let cost = |point: Cell| walls[usize::from(point.y) * 12 + usize::from(point.x)].min(1);
        let map = GridMap::from_fn(width, height, cost).unwrap();
        let free: Vec<_> = map.points().filter(|point| map.is_free(*point)).collect();
        let mesh = match Mesh::from_grid(&map) {
            Ok(mesh) => mesh,
            Err(error) => {
                prop_assert_eq!(error, MeshError::Empty);
                prop_assert!(free.is_empty());
                return Ok(());
            }
        };
        let components = Components::new(&map, Movement::Four).unwrap();
        let centre = |point: Cell| Point::new(f64::from(point.x) + 0.5, f64::from(point.y) + 0.5);
        let mut area = 0.0;
        for polygon in 0..u32::try_from(mesh.polygon_count()).unwrap() {
            let corners: Vec<Point> = mesh.outline(polygon).collect();
            let next = corners.iter().cycle().skip(1);
            area += corners.iter().zip(next).map(|(from, to)| from.x * to.y - from.y * to.x).sum::<f64>() / 2.0;
        }
        prop_assert!((area - f64::from(map.free_cells())).abs() < 1e-9);
        for one in map.points() {
            let found: Vec<_> = mesh.locate_all(centre(one)).collect();
            prop_assert_eq!(found.len(), usize::from(map.is_free(one)));
        }
        for one in &free {
            for other in &free {
                let [from, to] = [*one, *other].map(|point| mesh.locate(centre(point)).unwrap());
                let is_connected = mesh.island(from.polygon) == mesh.island(to.polygon);
                prop_assert_eq!(is_connected, components.are_connected(&map, *one, *other).unwrap());
            }
        }
        if let [first, .., last] = free[..] {
            let path = mesh.path(centre(first), centre(last)).unwrap();
            prop_assert_eq!(path.is_some(), components.are_connected(&map, first, last).unwrap());
        }
    }
}
