//! [`MeshWorld`]: a mesh whose obstacles change.

mod links;
mod tile;
mod tiles;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::clip::Frame;
use super::inflate;
use super::lattice::Lattice;
use super::{Contours, Outline, OutlineError};
use crate::{Mesh, Point};
use links::WorldLink;
use tiles::Tiles;

/// With this number of points of obstacles in a tile, a change takes the least time: it rebuilds few tiles, which have
/// few sides.
const POINTS_PER_TILE: usize = 40;

/// The largest number of tiles in a row or column.
const LARGEST_COUNT: f64 = 256.0;

/// A mesh whose obstacles are added, moved and removed. A change rebuilds only its surroundings.
///
/// A world begins with an [`Outline`] and the radius of an agent, as [`Mesh::from_outline`] does. Changes of obstacles
/// are collected, and [`update`](Self::update) applies all of them to the mesh, for example once in each frame of a
/// game. The areas of the outline do not change. [Links](Self::add_link), such as doors, can be added, opened and
/// closed. For agents of several sizes, make a world for each.
///
/// The plan is cut into square *tiles*. An update makes the polygons of those tiles anew to which obstacles that have
/// changed are nearer than the radius, and joins them with the others. Moving one of 1,000 obstacles takes 6 % of the
/// instructions of making the mesh anew. On the other hand, sides of tiles cut polygons, so that searches on the mesh
/// take about a fifth longer. The size of tiles is chosen by the number of points of obstacles. When there are four
/// times as many as then, or a quarter, the next update chooses it again and makes all tiles anew.
///
/// The mesh depends only on the present obstacles and links, and not on the changes that led to them: a world that is
/// made anew from the present [`outline`](Self::outline), with tiles of the same size and the same links, has the same
/// mesh.
///
/// There are at most 256 tiles in a row or column, so areas that are more than a hundred times as far apart as they are
/// large had better be worlds of their own.
///
/// # Paths and changes
///
/// The mesh has a [version](Mesh::version), which each update increases, and a path has the version of the mesh on
/// which it was found. While the versions are equal, the path is shortest. Afterwards, [`Mesh::is_open`] returns
/// whether it is still possible. [`mesh`](Self::mesh) returns a shared pointer, so that a search can continue on the
/// old mesh after an update.
///
/// # Accuracy
///
/// As for [`Mesh::from_outline`]. Where slanting walls cross the sides of tiles, they may have bends of a few
/// resolutions.
///
/// # Example
///
/// ```
/// use astride_mesh::{MeshWorld, Outline};
///
/// // A hall with a wall, in which there is a door.
/// let hall = Outline::new([[0.0, 0.0], [40.0, 0.0], [40.0, 24.0], [0.0, 24.0]])
///     .with_obstacle([[19.5, 0.0], [20.5, 0.0], [20.5, 4.0], [19.5, 4.0]])
///     .with_obstacle([[19.5, 6.0], [20.5, 6.0], [20.5, 24.0], [19.5, 24.0]]);
/// let mut world = MeshWorld::new(&hall, 0.4)?;
/// let path = world.mesh().path([2.0, 12.0], [38.0, 12.0])?.expect("a way through the door");
///
/// // Somebody puts a crate into the door.
/// let crate_in_door = world.add_obstacle([[19.0, 4.5], [21.0, 4.5], [21.0, 5.5], [19.0, 5.5]])?;
/// world.update()?;
/// assert!(path.version < world.mesh().version() && !world.mesh().is_open(&path));
/// assert!(world.mesh().path([2.0, 12.0], [38.0, 12.0])?.is_none());
///
/// // And pushes it on.
/// world.move_obstacle(crate_in_door, [[24.0, 2.0], [26.0, 2.0], [26.0, 3.0], [24.0, 3.0]])?;
/// world.update()?;
/// assert!(world.mesh().is_open(&path));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("dynamic obstacles", "tile cache", "navmesh carving"))]
#[derive(Clone)]
pub struct MeshWorld {
    areas: Outline,
    /// The radius of the agent as given, and in units of the resolution.
    agent_radius: f64,
    radius: f64,
    lattice: Lattice,
    tiles: Tiles,
    /// Whether the caller has chosen the side of the tiles.
    has_given_side: bool,
    obstacles: BTreeMap<ObstacleId, Obstacle>,
    next: u64,
    /// The tiles that have to be made anew.
    changed: BTreeSet<usize>,
    links: Vec<WorldLink>,
    /// Whether the links of the mesh are no longer these.
    has_other_links: bool,
    mesh: Arc<Mesh>,
}

/// An obstacle of a [`MeshWorld`]. A world never uses the same number twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId(u64);

#[cfg(test)]
impl ObstacleId {
    pub(crate) fn new(number: u64) -> Self {
        ObstacleId(number)
    }
}

/// Writes the number.
impl fmt::Display for ObstacleId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[derive(Clone)]
struct Obstacle {
    /// As given.
    points: Vec<Point>,
    contours: Contours,
}

impl MeshWorld {
    /// Creates a world for a round agent. The size of the tiles is chosen by the number of obstacles, and again when
    /// that has changed much.
    ///
    /// # Errors
    ///
    /// As for [`Mesh::from_outline`].
    ///
    /// # Complexity
    ///
    /// That of [`Mesh::from_outline`], plus O(points of the areas) for each row of tiles.
    pub fn new(outline: &Outline, agent_radius: f64) -> Result<Self, OutlineError> {
        Self::create(outline, agent_radius, None)
    }

    /// Creates a world with tiles of a given side, which stays the same. Smaller tiles make updates faster, but there
    /// are more polygons in the mesh, so that searches take longer. [`new`](Self::new) chooses tiles with about forty
    /// points of obstacles, which is best if the obstacles that change are spread evenly.
    ///
    /// The side is increased if there would be more than 256 tiles in a row or column.
    ///
    /// # Errors
    ///
    /// As for [`Mesh::from_outline`], and [`OutlineError::BadTileSide`].
    pub fn with_tile_side(outline: &Outline, agent_radius: f64, side: f64) -> Result<Self, OutlineError> {
        if side > 0.0 && side < f64::INFINITY {
            Self::create(outline, agent_radius, Some(side))
        } else {
            Err(OutlineError::BadTileSide { side })
        }
    }

    fn create(outline: &Outline, agent_radius: f64, side: Option<f64>) -> Result<Self, OutlineError> {
        super::check_radius(agent_radius)?;
        let areas = outline
            .areas()
            .fold(Outline::default(), |areas, area| areas.with_area(area.iter().copied()));
        let lattice = Lattice::new(&areas)?;
        if !lattice.may_hold(agent_radius) {
            return Err(OutlineError::Vanished { radius: agent_radius });
        }
        let radius = agent_radius / lattice.resolution();
        let wanted = side.map_or(f64::INFINITY, |side| side / lattice.resolution());
        let mut world = MeshWorld {
            tiles: Tiles::new(&lattice.areas, possible_side(&lattice, wanted), inflate::reach(radius)),
            has_given_side: side.is_some(),
            areas,
            agent_radius,
            radius,
            lattice,
            obstacles: BTreeMap::new(),
            next: 0,
            changed: BTreeSet::new(),
            links: Vec::new(),
            has_other_links: false,
            mesh: Arc::new(Mesh::nowhere()),
        };
        for obstacle in outline.obstacles() {
            world.add_obstacle(obstacle.iter().copied())?;
        }
        if world.has_given_side {
            world.changed = (0..world.tiles.list.len()).collect();
        } else {
            let side = world.best_side();
            world.cut_into_tiles(side);
        }
        world.update()?;
        Ok(world)
    }

    /// Adds an obstacle, and returns what identifies it from then on. The obstacles of the outline with which the world
    /// began come first in [`obstacles`](Self::obstacles), in the same order. The mesh changes with the next
    /// [`update`](Self::update).
    ///
    /// # Errors
    ///
    /// [`OutlineError::BadCoordinate`], [`OutlineError::TooFewPoints`] or [`OutlineError::NoArea`], which name the
    /// obstacle by its number. Nothing has then been changed.
    ///
    /// # Complexity
    ///
    /// O(*n* log *n*) for *n* points, plus O(log tiles) for each tile that it touches.
    pub fn add_obstacle<P: Into<Point>>(
        &mut self,
        points: impl IntoIterator<Item = P>,
    ) -> Result<ObstacleId, OutlineError> {
        let id = ObstacleId(self.next);
        let obstacle = self.check(id, points)?;
        self.next += 1;
        self.put(id, obstacle);
        Ok(id)
    }

    /// Gives an obstacle another place or shape. The mesh changes with the next [`update`](Self::update).
    ///
    /// # Errors
    ///
    /// As for [`add_obstacle`](Self::add_obstacle), and [`OutlineError::NoSuchObstacle`]. Nothing has then been
    /// changed.
    ///
    /// # Complexity
    ///
    /// That of [`add_obstacle`](Self::add_obstacle).
    pub fn move_obstacle<P: Into<Point>>(
        &mut self,
        obstacle: ObstacleId,
        points: impl IntoIterator<Item = P>,
    ) -> Result<(), OutlineError> {
        if !self.obstacles.contains_key(&obstacle) {
            return Err(OutlineError::NoSuchObstacle { obstacle });
        }
        let moved = self.check(obstacle, points)?;
        self.remove_obstacle(obstacle);
        self.put(obstacle, moved);
        Ok(())
    }

    /// Removes an obstacle, and returns its points. `None` if there is no such obstacle. The mesh changes with the next
    /// [`update`](Self::update).
    ///
    /// # Complexity
    ///
    /// O(log tiles) for each tile that it touches.
    pub fn remove_obstacle(&mut self, obstacle: ObstacleId) -> Option<Vec<Point>> {
        let removed = self.obstacles.remove(&obstacle)?;
        for tile in self.tiles_around(&removed.contours) {
            self.tiles.list[tile].obstacles.remove(&obstacle);
            self.changed.insert(tile);
        }
        Some(removed.points)
    }

    fn check<P: Into<Point>>(
        &self,
        id: ObstacleId,
        points: impl IntoIterator<Item = P>,
    ) -> Result<Obstacle, OutlineError> {
        let points: Vec<Point> = points.into_iter().map(Into::into).collect();
        let number = usize::try_from(id.0).unwrap_or(usize::MAX);
        let contours = self.lattice.obstacle(number, &points)?;
        Ok(Obstacle { points, contours })
    }

    fn put(&mut self, id: ObstacleId, obstacle: Obstacle) {
        for tile in self.tiles_around(&obstacle.contours) {
            self.tiles.list[tile].obstacles.insert(id);
            self.changed.insert(tile);
        }
        self.obstacles.insert(id, obstacle);
    }

    fn tiles_around(&self, contours: &Contours) -> impl Iterator<Item = usize> + use<> {
        let frame = Frame::of(contours);
        frame.map(|frame| self.tiles.around(&frame)).into_iter().flatten()
    }

    /// Brings the mesh up to date with the obstacles and [links](Self::add_link). If anything has changed, the mesh has
    /// a new [version](Mesh::version) afterwards, and its polygons may have other numbers.
    ///
    /// # Errors
    ///
    /// [`OutlineError::Vanished`] if obstacles cover everything, or [`OutlineError::Mesh`] if the mesh would be too
    /// large. It then stays as it was, and the next update tries again.
    ///
    /// # Complexity
    ///
    /// That of [`Mesh::from_outline`] for the tiles that have changed, plus O(edges of the mesh), which takes a small
    /// part of the time of making the mesh anew. With other tiles, that of a world that is made anew. Spread over all
    /// points of obstacles that have been added or removed since the last time, this is O(1) tiles for each of them.
    pub fn update(&mut self) -> Result<(), OutlineError> {
        if self.changed.is_empty() {
            if self.has_other_links {
                self.update_links();
            }
            return Ok(());
        }
        self.fit_tiles();
        for number in &self.changed {
            let tile = &self.tiles.list[*number];
            let obstacles = tile.obstacles.iter().filter_map(|id| self.obstacles.get(id));
            let contours = obstacles.map(|obstacle| &obstacle.contours);
            let own = tile.build(contours, self.radius, self.tiles.margin, &self.lattice)?;
            self.tiles.list[*number].own = own;
        }
        self.tiles.join(&self.changed, &self.lattice);
        let radius = self.agent_radius;
        let mut mesh = self
            .tiles
            .mesh(&self.lattice)?
            .ok_or(OutlineError::Vanished { radius })?;
        mesh.version = self.mesh.version + 1;
        self.link(&mut mesh);
        self.mesh = Arc::new(mesh);
        self.changed.clear();
        self.has_other_links = false;
        Ok(())
    }

    /// Chooses other tiles if those that would be chosen for the present obstacles have less than half the side, or
    /// more than twice.
    fn fit_tiles(&mut self) {
        let (now, best) = (self.tiles.side(), self.best_side());
        if !self.has_given_side && (best < now / 2 || now < best / 2) {
            self.cut_into_tiles(best);
        }
    }

    /// Replaces the tiles by others, all of which have to be made anew.
    fn cut_into_tiles(&mut self, side: i32) {
        self.tiles = Tiles::new(&self.lattice.areas, side, self.tiles.margin);
        for (id, obstacle) in &self.obstacles {
            for tile in self.tiles_around(&obstacle.contours).collect::<Vec<_>>() {
                self.tiles.list[tile].obstacles.insert(*id);
            }
        }
        self.changed = (0..self.tiles.list.len()).collect();
    }

    /// The side of the tiles for the present obstacles, in units of the resolution.
    fn best_side(&self) -> i32 {
        let points = self.obstacles.values().map(|obstacle| obstacle.points.len());
        let count = 1 + points.sum::<usize>() / POINTS_PER_TILE;
        // Otherwise, most of what matters for a tile would be outside.
        let least = 2.0 * f64::from(self.tiles.margin);
        possible_side(&self.lattice, libm::sqrt(self.lattice.size() / count as f64).max(least))
    }

    /// Returns whether the mesh is that of the present obstacles and links, so that an [`update`](Self::update) would
    /// change nothing.
    pub fn is_current(&self) -> bool {
        self.changed.is_empty() && !self.has_other_links
    }

    /// Returns the mesh as of the last [`update`](Self::update).
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }

    /// Returns the radius of the agent.
    pub fn agent_radius(&self) -> f64 {
        self.agent_radius
    }

    /// Returns the obstacles, each with its points as given, in the order in which they were added.
    pub fn obstacles(&self) -> impl ExactSizeIterator<Item = (ObstacleId, &[Point])> {
        let obstacles = self.obstacles.iter();
        obstacles.map(|(id, obstacle)| (*id, obstacle.points.as_slice()))
    }

    /// Returns the areas and the present obstacles.
    pub fn outline(&self) -> Outline {
        self.obstacles().fold(self.areas.clone(), |outline, (_, points)| {
            outline.with_obstacle(points.iter().copied())
        })
    }

    /// Returns the side of the tiles.
    pub fn tile_side(&self) -> f64 {
        f64::from(self.tiles.side()) * self.lattice.resolution()
    }
}

/// The side of tiles that is nearest to the wanted one, both in units of the resolution.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the side is less than the size, which is a whole number of 32 bits"
)]
fn possible_side(lattice: &Lattice, wanted: f64) -> i32 {
    let Some(Frame { low, high }) = Frame::of(&lattice.areas) else {
        return 1;
    };
    let largest = f64::from((high.x - low.x).max(high.y - low.y));
    libm::ceil(wanted.max(largest / LARGEST_COUNT).clamp(1.0, largest)) as i32
}

/// Prints the counts only.
impl fmt::Debug for MeshWorld {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("MeshWorld")
            .field("agent_radius", &self.agent_radius)
            .field("obstacles", &self.obstacles.len())
            .field("links", &self.links.len())
            .field("tiles", &self.tiles.list.len())
            .field("mesh", &self.mesh)
            .finish_non_exhaustive()
    }
}
