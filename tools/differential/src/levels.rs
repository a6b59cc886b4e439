//! Levels whose obstacles change: the mesh of a world has to be that of the present obstacles.

use astride_mesh::{Mesh, MeshWorld, ObstacleId, Outline, OutlineError, Point};

use crate::Source;
use crate::meshes::check_any;

/// The coordinates of most points are from 0 to this.
const SIDE: u8 = 24;

/// A level, and some changes of its obstacles.
pub fn levels(source: &mut Source) {
    let side = f64::from(SIDE);
    let area = if source.once_in(4) {
        ring(source, false)
    } else {
        [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]
            .map(Point::from)
            .to_vec()
    };
    let mut outline = Outline::new(area);
    while outline.obstacles().len() < 12 && source.more(3) {
        outline = outline.with_obstacle(ring(source, true));
    }
    let radius = source.one_of(&[0.0, 0.0, 0.5, 1.3]);
    let tile = source.one_of(&[5.3, 7.0, 9.0, 30.0]);
    source.tell(|| format!("{outline:?}, radius {radius}, tiles of {tile}"));
    let mut world = match MeshWorld::with_tile_side(&outline, radius, tile) {
        Ok(world) => world,
        Err(error) => return check_error(&error),
    };
    check(&mut world);
    while source.more(3) {
        let ids: Vec<ObstacleId> = world.obstacles().map(|(id, _)| id).collect();
        let id = ids.get(source.below(ids.len() + 1)).copied();
        let changed = match id {
            None => {
                let ring = ring(source, true);
                source.tell(|| format!("add {ring:?}"));
                world.add_obstacle(ring).map(|_| ())
            }
            Some(id) if source.once_in(2) => {
                let ring = ring(source, true);
                source.tell(|| format!("move {id} to {ring:?}"));
                world.move_obstacle(id, ring)
            }
            Some(id) => {
                source.tell(|| format!("remove {id}"));
                assert!(world.remove_obstacle(id).is_some());
                Ok(())
            }
        };
        if let Err(error) = changed {
            check_error(&error);
            assert!(world.obstacles().map(|(id, _)| id).eq(ids));
        }
        check(&mut world);
    }
    check_any(world.mesh());
}

/// A ring, some of whose coordinates may be of any size.
fn ring(source: &mut Source, may_be_wild: bool) -> Vec<Point> {
    let count = source.one_of(&[3, 4, 4, 5, 8, 2]);
    let is_wild = may_be_wild && source.once_in(16);
    let mut coordinate = || {
        let whole = f64::from(source.byte() % (SIDE + 5)) - 2.0;
        match source.byte() % 8 {
            0 => whole + f64::from(source.byte()) / 256.0,
            1 => whole + f64::from(source.byte()) * 1e-7,
            2 if is_wild => whole * 10_f64.powi(i32::from(source.byte()) - 150),
            3 if is_wild => f64::from_bits((0..8).fold(0, |bits, _| bits << 8 | u64::from(source.byte()))),
            _ => whole,
        }
    };
    (0..count).map(|_| Point::new(coordinate(), coordinate())).collect()
}

fn check_error(error: &OutlineError) {
    assert!(
        !matches!(error, OutlineError::Triangulation | OutlineError::Mesh(_)) && !error.to_string().is_empty(),
        "{error}"
    );
}

/// Updates a world, and compares its mesh with that of another world and of the outline.
fn check(world: &mut MeshWorld) {
    let (outline, radius) = (world.outline(), world.agent_radius());
    let anew = MeshWorld::with_tile_side(&outline, radius, world.tile_side());
    if let Err(error) = world.update() {
        check_error(&error);
        assert_eq!(anew.map(|_| ()), Err(error));
        return;
    }
    let mesh = world.mesh();
    let anew = anew.expect("the world has been updated");
    assert_eq!(anew.mesh().to_string(), mesh.to_string());
    let is_small = |points: &[Point]| points.iter().all(|point| point.x.abs().max(point.y.abs()) < 100.0);
    if radius == 0.0 && outline.areas().chain(outline.obstacles()).all(is_small) {
        // With a radius, segments around corners that meet except for rounding may differ.
        let expected = Mesh::from_outline(&outline, radius).map_or(0.0, |mesh| area(&mesh));
        assert!(
            (area(mesh) - expected).abs() < 1e-3,
            "{} instead of {expected}",
            area(mesh)
        );
    }
    let middle = f64::from(SIDE) / 2.0;
    let (start, goal) = (mesh.nearest([0.0, 0.0]), mesh.nearest([middle, middle]));
    if let Some(path) = mesh.path(start, goal).expect("both are on the mesh") {
        assert!(mesh.is_open(&path) && path.version == mesh.version());
    }
}

fn area(mesh: &Mesh) -> f64 {
    let polygons = (0..).take(mesh.polygon_count()).map(|polygon| {
        let corners: Vec<Point> = mesh.outline(polygon).collect();
        let edges = corners.iter().zip(corners.iter().cycle().skip(1));
        edges.map(|(from, to)| from.x * to.y - from.y * to.x).sum::<f64>() / 2.0
    });
    polygons.sum()
}
