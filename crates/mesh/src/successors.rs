//! The successors of a search node: what is visible through an interval, and around a corner.

use crate::geometry::{View, crossing, is_between, side};
use crate::mesh::{Edge, Mesh, NONE};
use crate::node::{FROM, MeshNode, NodeKind, link_of};
use crate::{MeshProblem, Point};
use core::borrow::Borrow;

/// Receives the successors of a node.
pub(crate) trait Visit {
    /// An interval with the same root, and what it looks like from there.
    fn interval(&mut self, node: MeshNode, view: &View);

    /// A turn at a corner that is visible from the root, and the corner.
    fn turn(&mut self, node: MeshNode, corner: Point);

    /// A goal that is visible from the root.
    fn goal(&mut self, node: MeshNode, goal: Point);

    /// The end of a link whose beginning is visible from the root, with the beginning and the cost of the link.
    fn link(&mut self, node: MeshNode, from: Point, cost: f64);
}

/// A ray, as the two points through which it leads.
#[derive(Clone, Copy)]
struct Ray(Point, Point);

impl Ray {
    /// The side on which a point lies: positive on the left.
    #[inline]
    fn side(self, point: Point) -> f64 {
        side(self.0, self.1, point)
    }
}

/// Visits the part of an edge between two ends, each a bound and its point, as an interval.
#[inline]
fn visit_edge(
    root: u32,
    [from, to]: [&Edge; 2],
    (left, left_end): (u32, Point),
    (right, right_end): (u32, Point),
    visit: &mut impl Visit,
) {
    let node = MeshNode {
        root,
        edge: from.twin,
        left,
        right,
    };
    let view = View {
        left: left_end,
        right: right_end,
        edge: [to.point, from.point],
    };
    visit.interval(node, &view);
}

/// Visits a whole edge.
#[inline]
fn visit_whole(root: u32, [from, to]: [&Edge; 2], visit: &mut impl Visit) {
    visit_edge(
        root,
        [from, to],
        (to.vertex, to.point),
        (from.vertex, from.point),
        visit,
    );
}

impl<M: Borrow<Mesh>> MeshProblem<M> {
    /// Visits the successors of a node.
    pub(crate) fn expand(&self, node: &MeshNode, visit: &mut impl Visit) {
        if !self.is_possible() {
            return;
        }
        match node.kind() {
            NodeKind::Interval => self.look_through(node, visit),
            NodeKind::RightTurn => self.turn_right(node, visit),
            NodeKind::LeftTurn => self.turn_left(node, visit),
            NodeKind::Start => self.look_around(node.root, self.start_point(), self.start_polygons(), visit),
            NodeKind::Link(link) => {
                let links = &self.mesh().links;
                if let (Some(link), Some(polygons)) = (links.list.get(link as usize), links.ends.get(link as usize)) {
                    self.look_around(node.root, link.to.point, polygons, visit);
                }
            }
            NodeKind::Goal(_) => {}
        }
    }

    /// The point of a root.
    #[inline]
    pub(crate) fn root_point(&self, root: u32) -> Point {
        match self.mesh().points.get(root as usize) {
            Some(point) => *point,
            None => self.end_of_link(root).unwrap_or(self.start_point()),
        }
    }

    #[cold]
    fn end_of_link(&self, root: u32) -> Option<Point> {
        let link = self.mesh().links().get(link_of(root)? as usize)?;
        Some(link.to.point)
    }

    /// The ray that bounds the view of a node.
    #[inline]
    fn ray(&self, bound: u32, root: Point) -> Ray {
        if bound & FROM == 0 {
            // Only a node of another mesh has no such vertex.
            Ray(root, self.mesh().points.get(bound as usize).copied().unwrap_or(root))
        } else {
            Ray(self.root_point(bound & !FROM), root)
        }
    }

    /// Whether a path may lead across an edge.
    #[inline]
    fn is_passable(&self, edge: &Edge) -> bool {
        edge.twin != NONE && (!edge.leads_to_dead_end() || self.has_goal_behind(edge.twin))
    }

    /// Visits the links that begin in a polygon, if `is_visible` holds.
    #[cold]
    fn visit_links(&self, polygon: u32, visit: &mut impl Visit, mut is_visible: impl FnMut(Point) -> bool) {
        let links = &self.mesh().links;
        for (link, point) in links.in_polygon(polygon) {
            if is_visible(point) {
                visit.link(MeshNode::link(link), point, links.list[link as usize].cost);
            }
        }
    }

    /// Visits the goals in a polygon, and the links that begin there, for which `is_visible` holds.
    #[inline]
    fn visit_goals(&self, root: u32, polygon: u32, visit: &mut impl Visit, is_visible: impl Fn(Point) -> bool) {
        for (goal, point) in self.goals_in(polygon) {
            if is_visible(point) {
                visit.goal(MeshNode::goal(root, goal), point);
            }
        }
        if !self.mesh().links.are_closed() {
            self.visit_links(polygon, visit, is_visible);
        }
    }

    /// Visits the links that begin in a polygon between two rays. Returns whether some begin on the right and on the
    /// left of that.
    #[cold]
    fn look_for_links(&self, polygon: u32, right_ray: Ray, left_ray: Ray, visit: &mut impl Visit) -> (bool, bool) {
        let (mut has_right, mut has_left) = (false, false);
        self.visit_links(polygon, visit, |point| {
            let (right, left) = (right_ray.side(point), left_ray.side(point));
            has_right |= right < 0.0;
            has_left |= left > 0.0;
            right >= 0.0 && left <= 0.0
        });
        (has_right, has_left)
    }

    /// The successors of an interval.
    #[inline]
    fn look_through(&self, node: &MeshNode, visit: &mut impl Visit) {
        let mesh = self.mesh();
        let MeshNode {
            root,
            edge: entry_number,
            left,
            right,
        } = *node;
        let entry = mesh.edge(entry_number);
        let first = mesh.edge(entry.next);
        let root_point = self.root_point(root);
        let (left_ray, right_ray) = (self.ray(left, root_point), self.ray(right, root_point));
        let (ends_left, ends_right) = (left == entry.vertex, right == first.vertex);
        let mut from_right = if ends_right { 0.0 } else { right_ray.side(first.point) };
        let mut from_left = left_ray.side(first.point);
        if from_left == 0.0 {
            return self.look_along(node, visit);
        }
        let (mut has_right, mut has_left) = (false, false);
        for (goal, point) in self.goals_in(entry.polygon()) {
            let (right, left) = (right_ray.side(point), left_ray.side(point));
            if right >= 0.0 && left <= 0.0 {
                visit.goal(MeshNode::goal(root, goal), point);
            }
            has_right |= right < 0.0;
            has_left |= left > 0.0;
        }
        if !mesh.links.are_closed() {
            let (is_right, is_left) = self.look_for_links(entry.polygon(), right_ray, left_ray, visit);
            has_right |= is_right;
            has_left |= is_left;
        }

        // Along the boundary from the right end of the entry to its left end. The right ray crosses it before the left
        // ray. What is beyond a ray can be reached only by a turn at that end.
        let mut number = entry.next;
        let mut from = first;
        while number != entry_number {
            let to = mesh.edge(from.next);
            let is_last = from.next == entry_number;
            let to_right = right_ray.side(to.point);
            let to_left = if is_last && ends_left {
                0.0
            } else {
                left_ray.side(to.point)
            };
            if self.is_passable(from) {
                if to_right > 0.0 && from_left < 0.0 {
                    let left = if to_left > 0.0 {
                        (left, crossing(from.point, to.point, from_left, to_left))
                    } else {
                        (to.vertex, to.point)
                    };
                    let right = if from_right < 0.0 {
                        (right, crossing(from.point, to.point, from_right, to_right))
                    } else {
                        (from.vertex, from.point)
                    };
                    visit_edge(root, [from, to], left, right, visit);
                }
                // An edge along a ray can be crossed after a turn at its nearer end.
                let is_along_right = from_right == 0.0 && to_right == 0.0;
                let is_along_left = from_left == 0.0 && to_left == 0.0;
                has_right |= from_right < 0.0 || to_right < 0.0 || is_along_right;
                has_left |= from_left > 0.0 || to_left > 0.0 || is_along_left;
                let is_beyond_right = is_along_right && number != entry.next && from.vertex < mesh.corner_count;
                let is_beyond_left = is_along_left && !is_last && to.vertex < mesh.corner_count;
                if is_beyond_right || is_beyond_left {
                    visit_whole(root, [from, to], visit);
                }
            }
            number = from.next;
            (from, from_right, from_left) = (to, to_right, to_left);
        }
        if ends_right && right < mesh.corner_count && has_right {
            visit.turn(MeshNode::turn(right, entry.next, root, false), first.point);
        }
        if ends_left && left < mesh.corner_count && has_left {
            visit.turn(MeshNode::turn(left, entry_number, root, true), entry.point);
        }
    }

    /// The successors of an interval that is seen edge-on, since it lies on one line with the root: a turn at its
    /// nearer end, and the goals that lie on the same line.
    #[cold]
    fn look_along(&self, node: &MeshNode, visit: &mut impl Visit) {
        let mesh = self.mesh();
        let MeshNode {
            root,
            edge,
            left,
            right,
        } = *node;
        let (entry, root_point) = (mesh.edge(edge), self.root_point(root));
        let first = mesh.edge(entry.next);
        let is_left = is_between(root_point, first.point, entry.point);
        let near = if is_left { entry.point } else { first.point };
        self.visit_goals(root, entry.polygon(), visit, |point| {
            side(root_point, near, point) == 0.0 && is_between(root_point, point, near)
        });
        let (corner, edge) = if is_left { (left, edge) } else { (right, entry.next) };
        if corner < mesh.corner_count {
            visit.turn(MeshNode::turn(corner, edge, root, is_left), near);
        }
    }

    /// The successors of a turn to the right: what is on the right of the ray in the polygon straight ahead, and then
    /// in the polygons around the corner, clockwise.
    fn turn_right(&self, node: &MeshNode, visit: &mut impl Visit) {
        let mesh = self.mesh();
        let MeshNode {
            root,
            edge: begin,
            left: bound,
            ..
        } = *node;
        let first = mesh.edge(begin);
        let ray = self.ray(bound, first.point);
        self.visit_goals(root, first.polygon(), visit, |goal| ray.side(goal) <= 0.0);
        let mut from = mesh.edge(first.next);
        let mut from_side = ray.side(from.point);
        let mut has_right = false;
        while from.next != begin {
            let to = mesh.edge(from.next);
            let to_side = ray.side(to.point);
            let is_right = from_side < 0.0;
            // Also an edge along the ray, to be crossed after a turn to the left. The whole polygon is then on the
            // right.
            let is_beyond = from_side == 0.0 && to_side == 0.0 && has_right;
            if !is_right && !is_beyond {
                break;
            }
            has_right = true;
            if self.is_passable(from) && (is_right || to.vertex < mesh.corner_count) {
                let left = if to_side > 0.0 {
                    (bound, crossing(from.point, to.point, from_side, to_side))
                } else {
                    (to.vertex, to.point)
                };
                visit_edge(root, [from, to], left, (from.vertex, from.point), visit);
            }
            (from, from_side) = (to, to_side);
        }
        let mut around = first;
        while self.is_passable(around) {
            let entry = around.twin;
            let next = mesh.edge(entry).next;
            if next == begin {
                break;
            }
            around = mesh.edge(next);
            self.visit_goals(root, around.polygon(), visit, |_| true);
            let mut from = mesh.edge(around.next);
            while from.next != next {
                let to = mesh.edge(from.next);
                if self.is_passable(from) {
                    visit_whole(root, [from, to], visit);
                }
                from = to;
            }
        }
    }

    /// The successors of a turn to the left: as to the right, but counterclockwise around the corner.
    fn turn_left(&self, node: &MeshNode, visit: &mut impl Visit) {
        let mesh = self.mesh();
        let MeshNode {
            root,
            edge: begin,
            right: bound,
            ..
        } = *node;
        let first = mesh.edge(begin);
        let ray = self.ray(bound, first.point);
        self.visit_goals(root, first.polygon(), visit, |goal| ray.side(goal) >= 0.0);
        let mut from = mesh.edge(first.next);
        let mut from_side = ray.side(from.point);
        let mut has_left = false;
        while from.next != begin {
            let to = mesh.edge(from.next);
            let to_side = ray.side(to.point);
            let is_beyond = from_side == 0.0 && to_side == 0.0 && !has_left && from.vertex < mesh.corner_count;
            has_left |= to_side > 0.0;
            if (to_side > 0.0 || is_beyond) && self.is_passable(from) {
                let right = if from_side < 0.0 {
                    (bound, crossing(from.point, to.point, from_side, to_side))
                } else {
                    (from.vertex, from.point)
                };
                visit_edge(root, [from, to], (to.vertex, to.point), right, visit);
            }
            (from, from_side) = (to, to_side);
        }
        // The edge of the last polygon that ends at the corner.
        let mut around = from;
        while self.is_passable(around) {
            let entry = around.twin;
            if entry == begin {
                break;
            }
            self.visit_goals(root, mesh.edge(entry).polygon(), visit, |_| true);
            let mut from = mesh.edge(mesh.edge(entry).next);
            while from.next != entry {
                let to = mesh.edge(from.next);
                if self.is_passable(from) {
                    visit_whole(root, [from, to], visit);
                }
                from = to;
            }
            around = from;
        }
    }

    /// The successors of the start or of the end of a link: all edges of the polygons that contain it, except those on
    /// which it lies.
    fn look_around(&self, root: u32, point: Point, polygons: &[u32], visit: &mut impl Visit) {
        let mesh = self.mesh();
        for polygon in polygons {
            self.visit_goals(root, *polygon, visit, |_| true);
            for number in mesh.edges_of(*polygon) {
                let edge = mesh.edge(number);
                if self.is_passable(edge) && !mesh.is_on_edge(number, point) {
                    visit_whole(root, [edge, mesh.edge(edge.next)], visit);
                }
            }
        }
    }
}

impl<M: Borrow<Mesh>> MeshProblem<M> {
    /// The point at which the ray of a bound crosses an edge, which it does.
    pub(crate) fn end(&self, node: &MeshNode, bound: u32, [from, to]: [Point; 2]) -> Point {
        let ray = self.ray(bound, self.root(node));
        let (from_side, to_side) = (ray.side(from), ray.side(to));
        if from_side == to_side {
            from
        } else {
            crossing(from, to, from_side, to_side)
        }
    }
}
