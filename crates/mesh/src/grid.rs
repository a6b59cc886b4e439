//! Meshes of the free cells of a map.

use alloc::vec;
use alloc::vec::Vec;

use astride_grid::{GridMap, Point as Cell};

use crate::mesh::build::{self, Polygons};
use crate::{Mesh, MeshError, Point};

/// The mesh of a map, under construction.
struct Lattice<'a> {
    map: &'a GridMap,
    width: usize,
    height: usize,
    /// By cell, whether a rectangle covers it.
    is_covered: Vec<bool>,
    /// By corner of a cell, whether it is a corner of a rectangle, and then its number.
    vertices: Vec<Option<u32>>,
}

/// A rectangle of cells, by its lowest corner and the one behind its highest.
struct Rectangle {
    x: usize,
    y: usize,
    end_x: usize,
    end_y: usize,
}

impl Mesh {
    /// Creates a mesh of the free cells of a map. The cell in column *x* and row *y* becomes the square from (*x*, *y*)
    /// to (*x* + 1, *y* + 1), so its centre is at (*x* + ½, *y* + ½).
    ///
    /// Cells are merged greedily into rectangles: first along the row, then downwards. Two cells are connected on the
    /// mesh if and only if they are connected by steps in four directions; cells that only touch diagonally are not.
    /// Only walls matter: terrain costs of free cells are ignored.
    ///
    /// # Errors
    ///
    /// [`MeshError::Empty`] if no cell is free; [`MeshError::TooMany`] or [`MeshError::OutOfMemory`] if the map is too
    /// large.
    ///
    /// # Complexity
    ///
    /// O(cells).
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::GridMap;
    /// use astride_mesh::Mesh;
    ///
    /// let map: GridMap = "
    ///     ......
    ///     .####.
    ///     ......
    /// ".parse()?;
    /// let mesh = Mesh::from_grid(&map)?;
    /// assert_eq!(mesh.polygon_count(), 4);
    /// let path = mesh.path([2.5, 0.5], [2.5, 2.5])?.expect("a way around the wall");
    /// assert_eq!(path.length, 1.0 + 2.0 * 2.5_f64.sqrt());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "grid")))]
    pub fn from_grid(map: &GridMap) -> Result<Self, MeshError> {
        let (width, height) = (usize::from(map.width()), usize::from(map.height()));
        let mut lattice = Lattice {
            map,
            width,
            height,
            is_covered: vec![false; width * height],
            vertices: vec![None; (width + 1) * (height + 1)],
        };
        let rectangles = lattice.rectangles();
        let points = lattice.number_vertices();
        let mut polygons = Polygons::default();
        for rectangle in &rectangles {
            polygons.push(lattice.outline(rectangle));
        }
        build::build(points, polygons)
    }
}

impl Lattice<'_> {
    /// Whether a cell is free and not yet covered.
    fn is_left(&self, x: usize, y: usize) -> bool {
        let cell = u16::try_from(x).ok().zip(u16::try_from(y).ok());
        cell.is_some_and(|(x, y)| self.map.is_free(Cell { x, y })) && !self.is_covered[y * self.width + x]
    }

    /// Covers the free cells by rectangles.
    fn rectangles(&mut self) -> Vec<Rectangle> {
        let mut rectangles = Vec::new();
        for y in 0..self.height {
            for x in 0..self.width {
                if !self.is_left(x, y) {
                    continue;
                }
                let end_x = (x + 1..self.width).find(|x| !self.is_left(*x, y)).unwrap_or(self.width);
                let is_whole = |y: usize| (x..end_x).all(|x| self.is_left(x, y));
                let end_y = (y + 1..self.height).find(|y| !is_whole(*y)).unwrap_or(self.height);
                for y in y..end_y {
                    self.is_covered[y * self.width + x..y * self.width + end_x].fill(true);
                }
                for (x, y) in [(x, y), (end_x, y), (end_x, end_y), (x, end_y)] {
                    self.vertices[y * (self.width + 1) + x] = Some(0);
                }
                rectangles.push(Rectangle { x, y, end_x, end_y });
            }
        }
        rectangles
    }

    fn number_vertices(&mut self) -> Vec<Point> {
        let mut points = Vec::new();
        for (place, vertex) in self.vertices.iter_mut().enumerate() {
            if let Some(number) = vertex {
                *number = build::index(points.len());
                let (x, y) = (place % (self.width + 1), place / (self.width + 1));
                points.push(Point::new(x as f64, y as f64));
            }
        }
        points
    }

    /// All vertices on the boundary of a rectangle, since other rectangles may have corners there.
    fn outline(&self, rectangle: &Rectangle) -> impl Iterator<Item = u32> {
        let Rectangle { x, y, end_x, end_y } = *rectangle;
        let low = (x..end_x).map(move |x| (x, y));
        let right = (y..end_y).map(move |y| (end_x, y));
        let high = (x + 1..=end_x).rev().map(move |x| (x, end_y));
        let left = (y + 1..=end_y).rev().map(move |y| (x, y));
        let all = low.chain(right).chain(high).chain(left);
        all.filter_map(|(x, y)| self.vertices[y * (self.width + 1) + x])
    }
}
