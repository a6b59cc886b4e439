//! [`Link`]: ways between places that are not neighbours.

use alloc::vec::Vec;

use super::Mesh;
use super::build::index;
use crate::node::MAX_LINKS;
use crate::problem::locate_end;
use crate::{End, LinkError, Place, Point, Position};

/// A way from one place of a mesh to another, such as stairs, a jump, or a door.
///
/// A link leads in one direction: for the way back, add another one. See [`Mesh::add_link`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The place at which the link begins.
    pub from: Position,
    /// The place at which it ends.
    pub to: Position,
    /// Its cost, as the length of a path with the same cost.
    pub cost: f64,
    /// Whether paths may use it.
    pub is_open: bool,
}

impl Link {
    /// Whether the link costs less than the straight line between its ends, so that this line is no lower bound.
    pub(crate) fn is_shortcut(&self) -> bool {
        self.cost < self.from.point.distance(self.to.point)
    }
}

/// All links of a mesh, and what searches need to know about those that are open.
#[derive(Clone, Default)]
pub(crate) struct Links {
    pub(crate) list: Vec<Link>,
    /// By link, the polygons that contain its end.
    pub(crate) ends: Vec<Vec<u32>>,
    /// By link, the polygons that contain its beginning.
    begins: Vec<Vec<u32>>,
    /// The polygons in which open links begin, each with the link, in ascending order.
    places: Vec<(u32, u32)>,
    /// The first numbers of the dead ends in which open links begin, in ascending order: see [`Mesh::dead_ends`].
    dead_ends: Vec<u32>,
    /// The islands from which open links lead to others, and the others, in ascending order, for each of these links.
    bridges: Vec<(u32, u32)>,
}

impl Links {
    /// Whether there are no open links.
    #[inline]
    pub(crate) fn are_closed(&self) -> bool {
        self.places.is_empty()
    }

    /// The open links that begin in a polygon.
    pub(crate) fn in_polygon(&self, polygon: u32) -> impl Iterator<Item = (u32, Point)> {
        let begin = self.places.partition_point(|(place, _)| *place < polygon);
        let places = self.places[begin..].iter();
        let places = places.take_while(move |(place, _)| *place == polygon);
        places.map(|(_, link)| (*link, self.list[*link as usize].from.point))
    }

    /// Whether an open link begins in one of the dead ends with these numbers.
    pub(crate) fn begin_among(&self, numbers: &core::ops::Range<u32>) -> bool {
        let next = self.dead_ends.partition_point(|number| *number < numbers.start);
        self.dead_ends.get(next).is_some_and(|number| *number < numbers.end)
    }
}

/// The cost of a link is a number, and neither negative nor infinite.
pub(crate) fn check_cost(cost: f64) -> Result<(), LinkError> {
    if (0.0..f64::INFINITY).contains(&cost) {
        Ok(())
    } else {
        Err(LinkError::BadCost { cost })
    }
}

/// The number of the next link, if one more is possible.
pub(crate) fn check_count(count: usize) -> Result<u32, LinkError> {
    let number = u32::try_from(count).unwrap_or(u32::MAX);
    if number < MAX_LINKS {
        Ok(number)
    } else {
        Err(LinkError::TooMany { limit: MAX_LINKS })
    }
}

/// How an entry of a list in ascending order changes.
#[derive(Clone, Copy)]
enum Change {
    Insert,
    Remove,
    /// At the end: the list is sorted later.
    #[cfg(feature = "outline")]
    Append,
}

fn put<T: Ord>(list: &mut Vec<T>, entry: T, change: Change) {
    match change {
        Change::Insert => list.insert(list.partition_point(|other| *other < entry), entry),
        Change::Remove => {
            if let Ok(place) = list.binary_search(&entry) {
                list.remove(place);
            }
        }
        #[cfg(feature = "outline")]
        Change::Append => list.push(entry),
    }
}

impl Mesh {
    /// Adds a link: a way from one place to another with a cost of its own, such as stairs, a ladder, a jump, a
    /// teleporter, or a door that may be closed. Returns its number in [`links`](Self::links).
    ///
    /// A path that uses links is cheapest for the sum of the lengths on the mesh and the costs of the links. It may use
    /// several of them, one after another.
    ///
    /// As long as no open link costs less than the straight line between its ends, the straight line to a goal remains
    /// a lower bound, and searches are as fast as without links. For a shortcut, such as a teleporter, the bound is the
    /// smaller one of this line and of a way through a shortcut: that to the nearest place in the smallest rectangle
    /// around the beginnings of all shortcuts, and the cheapest remainder from the beginning of one of them. So paths
    /// are still cheapest, but searches expand more nodes.
    ///
    /// [Islands](Self::island) and [lines of sight](Self::line_of_sight) do not depend on links. A mesh that is written
    /// to a file has none. A `MeshWorld` has links of its own, which stay when its mesh changes.
    ///
    /// # Errors
    ///
    /// [`LinkError`] if an end is not on the mesh, or the cost is negative, infinite or not a number.
    ///
    /// # Complexity
    ///
    /// That of [`locate`](Self::locate), and O(links) to move memory.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_mesh::Mesh;
    ///
    /// // Two floors, with stairs from the lower to the upper one that take as long as a way of 5.
    /// let floor = [[0.0, 0.0], [8.0, 0.0], [8.0, 4.0], [0.0, 4.0]];
    /// let mut mesh = Mesh::new([floor, floor].concat(), [[0, 1, 2, 3], [4, 5, 6, 7]])?;
    /// let on = |mesh: &Mesh, floor: usize, x, y| mesh.locate_all([x, y]).nth(floor).unwrap();
    /// let (below, above) = (on(&mesh, 0, 7.0, 2.0), on(&mesh, 1, 4.0, 2.0));
    /// let stairs = mesh.add_link(below, above, 5.0)?;
    ///
    /// let (start, goal) = (on(&mesh, 0, 1.0, 2.0), on(&mesh, 1, 2.0, 2.0));
    /// let path = mesh.path(start, goal)?.expect("a way up the stairs");
    /// assert_eq!((path.length, &path.links[..]), (6.0 + 5.0 + 2.0, &[(1, stairs)][..]));
    /// assert!(mesh.path(goal, start)?.is_none(), "no way down");
    ///
    /// mesh.set_link_open(stairs, false);
    /// assert!(mesh.path(start, goal)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("off-mesh connection", "portal", "door", "jump", "ladder", "teleporter"))]
    pub fn add_link(&mut self, from: impl Place, to: impl Place, cost: f64) -> Result<u32, LinkError> {
        let from = locate_end(self, from, End::LinkFrom)?;
        let to = locate_end(self, to, End::LinkTo)?;
        check_cost(cost)?;
        let number = check_count(self.links.list.len())?;
        let is_open = true;
        let link = Link {
            from,
            to,
            cost,
            is_open,
        };
        self.push_link(link, Change::Insert);
        Ok(number)
    }

    /// Adds a link whose ends are on the mesh.
    fn push_link(&mut self, link: Link, change: Change) {
        let number = index(self.links.list.len());
        let (begins, ends) = (self.polygons_at(link.from), self.polygons_at(link.to));
        self.links.list.push(link);
        self.links.begins.push(begins);
        self.links.ends.push(ends);
        if link.is_open {
            self.index_link(number, change);
        }
    }

    /// Adds links whose ends are on the mesh. O(all links · log links), and that of locating them.
    #[cfg(feature = "outline")]
    pub(crate) fn push_links(&mut self, links: impl IntoIterator<Item = Link>) {
        for link in links {
            self.push_link(link, Change::Append);
        }
        self.links.places.sort_unstable();
        self.links.dead_ends.sort_unstable();
        self.links.bridges.sort_unstable();
    }

    /// Opens or closes a link, such as a door. Returns whether it was open before, or `None` if there is no such link.
    ///
    /// # Complexity
    ///
    /// O(links), to move memory.
    pub fn set_link_open(&mut self, link: u32, is_open: bool) -> Option<bool> {
        let known = self.links.list.get_mut(link as usize)?;
        let was_open = core::mem::replace(&mut known.is_open, is_open);
        if was_open != is_open {
            self.index_link(link, if is_open { Change::Insert } else { Change::Remove });
        }
        Some(was_open)
    }

    /// Returns all links, in the order in which they were added.
    pub fn links(&self) -> &[Link] {
        &self.links.list
    }

    /// Adds what searches need to know about a link that is opened, or removes it when the link is closed.
    fn index_link(&mut self, number: u32, change: Change) {
        let Link { from, to, .. } = self.links.list[number as usize];
        let islands = [from, to].map(|end| self.islands[end.polygon as usize]);
        let links = &mut self.links;
        for polygon in &links.begins[number as usize] {
            put(&mut links.places, (*polygon, number), change);
            let numbers = &self.dead_ends[*polygon as usize];
            if !numbers.is_empty() {
                put(&mut links.dead_ends, numbers.start, change);
            }
        }
        if islands[0] != islands[1] {
            put(&mut links.bridges, (islands[0], islands[1]), change);
        }
    }

    /// The islands that can be reached from one, across links, in the order of a breadth-first search.
    pub(crate) fn reachable_islands(&self, island: u32) -> Vec<u32> {
        let mut reached = alloc::vec![island];
        let bridges = &self.links.bridges;
        if bridges.is_empty() {
            return reached;
        }
        let mut is_known = alloc::vec![false; self.island_count as usize];
        is_known[island as usize] = true;
        let mut next = 0;
        while let Some(island) = reached.get(next).copied() {
            next += 1;
            let begin = bridges.partition_point(|(from, _)| *from < island);
            for (_, to) in bridges[begin..].iter().take_while(|(from, _)| *from == island) {
                if !core::mem::replace(&mut is_known[*to as usize], true) {
                    reached.push(*to);
                }
            }
        }
        reached
    }
}
