//! Links of a world, which stay when obstacles change.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::MeshWorld;
use crate::mesh::MAX_COORDINATE;
use crate::mesh::links::{check_cost, check_count};
use crate::{End, EndError, Link, LinkError, Mesh, Point};

/// A link as given.
#[derive(Clone, Copy)]
pub(super) struct WorldLink {
    from: Point,
    to: Point,
    cost: f64,
    is_open: bool,
}

impl MeshWorld {
    /// Adds a link from one point to another, as [`Mesh::add_link`] does, and returns its number in [`Mesh::links`].
    /// The mesh changes with the next [`update`](Self::update).
    ///
    /// Links stay when obstacles change, and keep their numbers. While the centre of the agent cannot be at one of the
    /// ends, because an obstacle is there or too near, the link is closed in the mesh, with the nearest positions as
    /// its ends. Ends had better be a few resolutions (see [`Mesh::from_outline`]) away from slanting walls, which are
    /// rounded anew.
    ///
    /// # Errors
    ///
    /// [`LinkError`] if the cost is negative, infinite or not a number, if there are too many links, or if a point
    /// cannot be on any mesh ([`EndError::Outside`]). Nothing has then been changed.
    ///
    /// # Complexity
    ///
    /// O(1). An update after changes of obstacles locates both ends of each link. One after changes of links alone takes
    /// O(links) for each that is opened or closed, and O(links · log links) for all that are added, and copies the mesh
    /// if the caller holds a pointer to it.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_mesh::{MeshWorld, Outline};
    ///
    /// // Two courtyards, with a gate in the wall between them.
    /// let yards = Outline::new([[0.0, 0.0], [10.0, 0.0], [10.0, 8.0], [0.0, 8.0]])
    ///     .with_area([[11.0, 0.0], [20.0, 0.0], [20.0, 8.0], [11.0, 8.0]]);
    /// let mut world = MeshWorld::new(&yards, 0.5)?;
    /// let gate = world.add_link([9.0, 4.0], [12.0, 4.0], 3.0)?;
    /// world.update()?;
    /// let path = world.mesh().path([2.0, 4.0], [18.0, 4.0])?.expect("a way through the gate");
    /// assert_eq!((path.length, &path.links[..]), (16.0, &[(1, gate)][..]));
    ///
    /// // A cart stops in front of the gate, and moves on.
    /// let cart = world.add_obstacle([[8.5, 3.0], [9.5, 3.0], [9.5, 5.0], [8.5, 5.0]])?;
    /// world.update()?;
    /// assert!(!world.mesh().is_open(&path));
    /// world.remove_obstacle(cart);
    /// world.update()?;
    /// assert!(world.mesh().is_open(&path));
    ///
    /// // Somebody shuts the gate.
    /// world.set_link_open(gate, false);
    /// world.update()?;
    /// assert!(world.mesh().path([2.0, 4.0], [18.0, 4.0])?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_link(&mut self, from: impl Into<Point>, to: impl Into<Point>, cost: f64) -> Result<u32, LinkError> {
        let (from, to) = (from.into(), to.into());
        for (end, point) in [(End::LinkFrom, from), (End::LinkTo, to)] {
            let can_be = |coordinate: f64| coordinate.abs() <= MAX_COORDINATE;
            if !can_be(point.x) || !can_be(point.y) {
                return Err(EndError::Outside { end, point }.into());
            }
        }
        check_cost(cost)?;
        let number = check_count(self.links.len())?;
        self.links.push(WorldLink {
            from,
            to,
            cost,
            is_open: true,
        });
        self.has_other_links = true;
        Ok(number)
    }

    /// Opens or closes a link, such as a door. Returns whether it was open before, or `None` if there is no such link.
    /// The mesh changes with the next [`update`](Self::update). A link is closed in any case while an obstacle is at
    /// one of its ends.
    pub fn set_link_open(&mut self, link: u32, is_open: bool) -> Option<bool> {
        let link = self.links.get_mut(link as usize)?;
        let was_open = core::mem::replace(&mut link.is_open, is_open);
        self.has_other_links |= was_open != is_open;
        Some(was_open)
    }

    /// Puts the links into a mesh without any.
    pub(super) fn link(&self, mesh: &mut Mesh) {
        let links: Vec<Link> = self.links.iter().map(|link| link.on(mesh)).collect();
        mesh.push_links(links);
    }

    /// Changes only links: opens or closes those that the mesh has, and adds the others.
    pub(super) fn update_links(&mut self) {
        let mesh = Arc::make_mut(&mut self.mesh);
        let count = mesh.links().len();
        for (number, link) in (0..).zip(&self.links[..count]) {
            let Some(known) = mesh.links().get(number as usize) else {
                break;
            };
            let is_present = [known.from.point, known.to.point] == [link.from, link.to];
            mesh.set_link_open(number, link.is_open && is_present);
        }
        let others: Vec<Link> = self.links[count..].iter().map(|link| link.on(mesh)).collect();
        mesh.push_links(others);
        mesh.version += 1;
        self.has_other_links = false;
    }
}

impl WorldLink {
    /// The link on a mesh, closed if one of its ends is not there.
    fn on(&self, mesh: &Mesh) -> Link {
        let places = [self.from, self.to].map(|end| mesh.locate(end));
        let is_open = self.is_open && places.iter().all(Option::is_some);
        Link {
            from: places[0].unwrap_or_else(|| mesh.nearest(self.from)),
            to: places[1].unwrap_or_else(|| mesh.nearest(self.to)),
            cost: self.cost,
            is_open,
        }
    }
}
