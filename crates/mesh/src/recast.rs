//! Meshes of Recast.

use alloc::vec::Vec;

use crate::geometry::side;
use crate::mesh::build::{self, Polygons};
use crate::{Mesh, MeshError, Point};

/// The polygon mesh of Recast, as the crate `rerecast` serializes its `PolygonNavmesh` and the C++ library stores its
/// `rcPolyMesh`. [`Mesh::from_recast`] makes a mesh of it.
///
/// With the feature `serde`, it can be read from JSON and other formats. Other fields, such as flags, are ignored.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct RecastMesh {
    /// The vertices in cells: *x*, the height *y*, and *z*.
    pub vertices: Vec<[u16; 3]>,
    /// The corners of each polygon as numbers of vertices. Each polygon has as many entries as
    /// [`max_vertices_per_polygon`](Self::max_vertices_per_polygon), of which the last ones may be 65,535.
    pub polygons: Vec<u16>,
    /// For each entry of `polygons`, the neighbour across the edge that begins there. Numbers from 32,768 on stand for
    /// none.
    pub polygon_neighbors: Vec<u16>,
    /// The number of entries for each polygon.
    pub max_vertices_per_polygon: u16,
    /// The box in which the mesh lies.
    pub aabb: RecastBox,
    /// The width of a cell.
    pub cell_size: f32,
    /// The height of a cell.
    pub cell_height: f32,
}

/// The box around a [`RecastMesh`], in units of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct RecastBox {
    /// The corner with the lowest coordinates, which is where the first cell begins.
    pub min: [f32; 3],
    /// The opposite corner.
    pub max: [f32; 3],
}

/// Why a [`RecastMesh`] is not a mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecastError {
    /// The lists do not fit together.
    #[error("there are {polygons} entries for polygons with {per_polygon} entries each, and {neighbours} neighbours")]
    Length {
        /// The number of entries of all polygons.
        polygons: usize,
        /// The number of entries for each polygon.
        per_polygon: u16,
        /// The number of neighbours.
        neighbours: usize,
    },
    /// The polygons are no mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

/// The first number that stands for no vertex, and for no neighbour: numbers from here on mark sides of tiles.
const NO_VERTEX: u16 = u16::MAX;
const NO_NEIGHBOUR: u16 = 0x8000;

impl Mesh {
    /// Creates a mesh from the polygon mesh of Recast. A point of the mesh consists of the coordinates *x* and *z* of
    /// the world, and [`height`](Self::height) returns *y*. Polygons and vertices keep their numbers, except that
    /// polygons that are slightly concave are cut: see [`Mesh`].
    ///
    /// Recast rounds its contours to cells and simplifies them, so paths are shortest on this mesh, and not in the
    /// level from which it was made.
    ///
    /// # Errors
    ///
    /// [`RecastError`].
    ///
    /// # Complexity
    ///
    /// O(edges) on average.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_mesh::{Mesh, RecastBox, RecastMesh};
    ///
    /// // A floor, and a ramp up from it.
    /// let recast = RecastMesh {
    ///     vertices: vec![[0, 0, 0], [8, 0, 0], [8, 0, 4], [0, 0, 4], [16, 5, 0], [16, 5, 4]],
    ///     polygons: vec![0, 3, 2, 1, 1, 2, 5, 4],
    ///     polygon_neighbors: vec![65535, 65535, 1, 65535, 0, 65535, 65535, 65535],
    ///     max_vertices_per_polygon: 4,
    ///     aabb: RecastBox { min: [-4.0, 1.0, 0.0], max: [4.0, 2.0, 2.0] },
    ///     cell_size: 0.5,
    ///     cell_height: 0.2,
    /// };
    /// let mesh = Mesh::from_recast(&recast)?;
    /// let path = mesh.path([-3.0, 1.0], [4.0, 1.0])?.expect("a way up");
    /// assert_eq!(path.length, 7.0);
    /// let height = mesh.height(mesh.locate([2.0, 1.0]).unwrap()).unwrap();
    /// assert!((height - 1.5).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_recast(recast: &RecastMesh) -> Result<Self, RecastError> {
        let per_polygon = usize::from(recast.max_vertices_per_polygon);
        let (entries, neighbours) = (recast.polygons.len(), recast.polygon_neighbors.len());
        if per_polygon == 0 || entries % per_polygon != 0 || entries != neighbours {
            return Err(RecastError::Length {
                polygons: entries,
                per_polygon: recast.max_vertices_per_polygon,
                neighbours,
            });
        }
        let (low, width) = (recast.aabb.min.map(f64::from), f64::from(recast.cell_size));
        let in_world = |low: f64, cells: u16, size: f64| low + f64::from(cells) * size;
        let vertices: Vec<Point> = recast
            .vertices
            .iter()
            .map(|[x, _, z]| Point::new(in_world(low[0], *x, width), in_world(low[2], *z, width)))
            .collect();
        let height = f64::from(recast.cell_height);
        let heights: Vec<f64> = recast
            .vertices
            .iter()
            .map(|[_, y, _]| in_world(low[1], *y, height))
            .collect();

        let mut polygons = Polygons::default();
        let mut all_neighbours = Vec::with_capacity(entries);
        let entries = recast.polygons.chunks(per_polygon);
        for (corners, across) in entries.zip(recast.polygon_neighbors.chunks(per_polygon)) {
            let count = corners
                .iter()
                .position(|corner| *corner == NO_VERTEX)
                .unwrap_or(per_polygon);
            let mut corners: Vec<u32> = corners[..count].iter().map(|corner| u32::from(*corner)).collect();
            let neighbour = |neighbour: &u16| {
                if *neighbour < NO_NEIGHBOUR {
                    i64::from(*neighbour)
                } else {
                    -1
                }
            };
            let mut neighbours: Vec<i64> = across[..count].iter().map(neighbour).collect();
            if is_clockwise(&corners, &vertices) {
                // The edge that began at a corner now ends there.
                corners.reverse();
                neighbours.reverse();
                neighbours.rotate_left(1);
            }
            polygons.push(corners);
            all_neighbours.extend(neighbours);
        }
        polygons.neighbours = Some(all_neighbours);
        build::check_points(&vertices)?;
        let mut mesh = build::build(vertices, polygons)?;
        mesh.set_heights(heights)?;
        Ok(mesh)
    }
}

/// Whether the triangles from the first corner are clockwise together. Missing vertices are reported later.
fn is_clockwise(corners: &[u32], vertices: &[Point]) -> bool {
    let points: Option<Vec<Point>> = corners
        .iter()
        .map(|corner| vertices.get(*corner as usize).copied())
        .collect();
    let points = points.unwrap_or_default();
    let areas = points.windows(2).map(|ends| side(points[0], ends[0], ends[1]));
    areas.sum::<f64>() < 0.0
}
