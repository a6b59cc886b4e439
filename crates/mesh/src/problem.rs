//! [`MeshProblem`]: from one position on a mesh to the nearest of some goals.

use alloc::vec;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;

use astride::traits::NoSuchNode;
use astride::{Graph, Heuristic, Path, Problem};

use crate::geometry::{View, estimate_through, point_through};
use crate::mesh::{Mesh, NONE};
use crate::node::{FROM, MeshNode, NEAREST, NodeKind, START, link_of};
use crate::successors::Visit;
use crate::{End, EndError, Point, Position};

/// With more goals than this, the estimate is the distance to the smallest rectangle that contains them all.
const FEW_GOALS: usize = 8;

/// The problem of getting from one position on a mesh to a goal, or to the nearest of several goals, for
/// [`Polyanya`](crate::Polyanya).
///
/// Its graph is the one that Polyanya searches: a [node](MeshNode) is a root, that is, the start or a corner, together
/// with an interval that is visible from there, and its successors are the intervals behind it. An edge of the graph
/// costs the distance between the two roots. Every other search of `astride` also accepts the problem, but only
/// `Polyanya` recognizes that nodes with the same root compete.
///
/// `M` is a [`Mesh`] or a pointer to one, such as `&Mesh` or `Rc<Mesh>`.
///
/// # Example
///
/// ```
/// use astride_mesh::{Mesh, MeshProblem, Point};
/// use astride::{AStar, Status};
///
/// let corners = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0], [0.0, 1.0]];
/// let mesh = Mesh::new(corners, [vec![0, 1, 4, 7], vec![1, 2, 3, 4], vec![7, 4, 5, 6]])?;
/// let mut search = AStar::new(MeshProblem::new(&mesh, [0.5, 2.0], [2.0, 0.5])?);
/// assert_eq!(search.run(), Status::Found);
/// let path = search.problem().trace(&search.path().unwrap());
/// assert_eq!(path.points[1], Point::new(1.0, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct MeshProblem<M> {
    mesh: M,
    start: Position,
    /// The polygons that contain the start and are connected there.
    start_polygons: Vec<u32>,
    goals: Vec<Position>,
    /// Polygons with the reachable goals that they contain, in ascending order.
    places: Vec<(u32, u32)>,
    /// The first numbers of the dead ends with goals, in ascending order: see [`Mesh::dead_ends`].
    dead_ends: Vec<u32>,
    /// Two opposite corners of a rectangle that contains all reachable goals.
    bounds: [Point; 2],
    shortcuts: Option<Shortcuts>,
    seeks_goal: bool,
}

/// A lower bound of paths that use a shortcut: see [`Mesh::add_link`].
#[derive(Clone, Copy, Debug)]
struct Shortcuts {
    /// Two opposite corners of the smallest rectangle that contains the beginnings of all shortcuts.
    begins: [Point; 2],
    /// A lower bound of what remains at the beginning of a shortcut.
    rest: f64,
}

/// What [`MeshProblem`]'s constructors accept as an end: a point, or a [`Position`] where floors overlap.
///
/// It is implemented for [`Position`], [`Point`], `[f64; 2]` and `(f64, f64)`.
pub trait Place: Copy + sealed::Place {}

mod sealed {
    use crate::mesh::Mesh;
    use crate::{Point, Position};

    pub trait Place {
        fn point(&self) -> Point;

        /// The position, which may be outside its polygon, or `None` if the point is outside the mesh.
        fn position(&self, mesh: &Mesh) -> Option<Position>;
    }

    impl Place for Position {
        fn point(&self) -> Point {
            self.point
        }

        fn position(&self, _: &Mesh) -> Option<Position> {
            Some(*self)
        }
    }

    impl<P: Copy + Into<Point>> Place for P {
        fn point(&self) -> Point {
            (*self).into()
        }

        fn position(&self, mesh: &Mesh) -> Option<Position> {
            mesh.locate(*self)
        }
    }
}

impl<T: Copy + sealed::Place> Place for T {}

pub(crate) fn locate_end(mesh: &Mesh, place: impl Place, end: End) -> Result<Position, EndError> {
    let point = place.point();
    let position = place.position(mesh).ok_or(EndError::Outside { end, point })?;
    let (polygon, count) = (position.polygon, mesh.polygon_count());
    if polygon as usize >= count {
        return Err(EndError::NoSuchPolygon { end, polygon, count });
    }
    if !mesh.has(position) {
        return Err(EndError::NotInPolygon { end, point, polygon });
    }
    Ok(position)
}

impl<M: Borrow<Mesh>> MeshProblem<M> {
    /// Creates the problem of getting from a start to a goal. Each is a point, or a [`Position`] if floors overlap.
    ///
    /// A point on an edge belongs to both polygons, and one at a vertex to all polygons around it. Where polygons touch
    /// only in a vertex, a point there belongs to the polygon that [`Mesh::locate`] returns and to those that are
    /// connected to it around the vertex; use a `Position` to choose others.
    ///
    /// If no path leads to the goal, a search ends at once: see [`Polyanya`](crate::Polyanya).
    ///
    /// # Errors
    ///
    /// [`EndError`] if an end is not on the mesh; the start is checked first. To begin or end as near as possible, use
    /// [`Mesh::nearest`].
    ///
    /// # Complexity
    ///
    /// That of [`Mesh::locate`].
    pub fn new(mesh: M, start: impl Place, goal: impl Place) -> Result<Self, EndError> {
        Self::to_nearest(mesh, start, [goal])
    }

    /// Creates the problem of getting from a start to the nearest of several goals. A search can
    /// [continue](astride::search::Search::seek_next) to the next one.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new). If there are no goals, a search finds no path.
    ///
    /// # Complexity
    ///
    /// O(goals log goals), plus that of locating them.
    pub fn to_nearest<P: Place>(
        mesh: M,
        start: impl Place,
        goals: impl IntoIterator<Item = P>,
    ) -> Result<Self, EndError> {
        let on = mesh.borrow();
        let start = locate_end(on, start, End::Start)?;
        let mut located = Vec::new();
        for (number, goal) in goals.into_iter().enumerate() {
            located.push(locate_end(on, goal, End::Goal(number))?);
        }
        let limit = START as usize;
        if located.len() > limit {
            let count = located.len();
            return Err(EndError::TooManyGoals { count, limit });
        }
        let mut problem = MeshProblem {
            start,
            start_polygons: on.polygons_at(start),
            goals: located,
            places: Vec::new(),
            dead_ends: Vec::new(),
            bounds: [start.point; 2],
            shortcuts: None,
            seeks_goal: true,
            mesh,
        };
        problem.place_goals();
        Ok(problem)
    }

    /// Creates the problem of getting from a start to everywhere, without a goal: a search visits the whole island.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn to_all(mesh: M, start: impl Place) -> Result<Self, EndError> {
        let mut problem = Self::to_nearest(mesh, start, core::iter::empty::<Position>())?;
        problem.seeks_goal = false;
        Ok(problem)
    }

    /// Fills in what a search needs to know about the goals that can be reached.
    fn place_goals(&mut self) {
        let mesh = self.mesh.borrow();
        let islands = self.islands();
        let mut bounds: Option<[Point; 2]> = None;
        for (number, goal) in (0..).zip(&self.goals) {
            if !mesh
                .island(goal.polygon)
                .is_some_and(|island| islands.contains(&island))
            {
                continue;
            }
            for polygon in mesh.polygons_at(*goal) {
                self.places.push((polygon, number));
                let numbers = &mesh.dead_ends[polygon as usize];
                if !numbers.is_empty() {
                    self.dead_ends.push(numbers.start);
                }
            }
            bounds = Some(enlarged(bounds, goal.point));
        }
        self.places.sort_unstable();
        self.dead_ends.sort_unstable();
        self.bounds = bounds.unwrap_or(self.bounds);

        let shortcuts = mesh.links().iter().filter(|link| link.is_open && link.is_shortcut());
        let bound = shortcuts.fold(None, |bound: Option<Shortcuts>, link| {
            let rest = link.cost + self.estimate_line(link.to.point);
            Some(Shortcuts {
                begins: enlarged(bound.map(|bound| bound.begins), link.from.point),
                rest: bound.map_or(rest, |bound| bound.rest.min(rest)),
            })
        });
        self.shortcuts = bound;
    }

    /// The islands that can be reached.
    fn islands(&self) -> Vec<u32> {
        let mesh = self.mesh();
        let island = mesh.island(self.start.polygon);
        island.map_or(Vec::new(), |island| mesh.reachable_islands(island))
    }

    /// Returns the mesh.
    #[inline]
    pub fn mesh(&self) -> &Mesh {
        self.mesh.borrow()
    }

    /// Returns the position of the start.
    pub fn start_position(&self) -> Position {
        self.start
    }

    /// Returns the positions of the goals, in the given order.
    pub fn goals(&self) -> &[Position] {
        &self.goals
    }

    /// Returns whether a path leads to a goal, that is, whether a goal is on the [island](Mesh::island) of the start or
    /// on one to which open [links](Mesh::add_link) lead. O(1), since this is found out when a problem is created.
    pub fn is_reachable(&self) -> bool {
        !self.places.is_empty()
    }

    /// Whether a search has anything to look for.
    #[inline]
    pub(crate) fn is_possible(&self) -> bool {
        !self.places.is_empty() || !self.seeks_goal
    }

    #[inline]
    pub(crate) fn start_point(&self) -> Point {
        self.start.point
    }

    #[inline]
    pub(crate) fn start_polygons(&self) -> &[u32] {
        &self.start_polygons
    }

    /// The goals in a polygon, with their numbers.
    #[inline]
    pub(crate) fn goals_in(&self, polygon: u32) -> impl Iterator<Item = (u32, Point)> {
        let begin = match self.places[..] {
            [] => 0,
            [(place, _)] => usize::from(place != polygon),
            _ => self.places.partition_point(|(place, _)| *place < polygon),
        };
        let places = self.places[begin..].iter();
        let places = places.take_while(move |(place, _)| *place == polygon);
        places.map(|(_, goal)| (*goal, self.goals[*goal as usize].point))
    }

    /// Whether a goal or an open link is in the dead end that begins with the polygon of this edge.
    #[inline]
    pub(crate) fn has_goal_behind(&self, edge: u32) -> bool {
        if !self.seeks_goal {
            return true;
        }
        let mesh = self.mesh();
        let numbers = &mesh.dead_ends[mesh.edge(edge).polygon() as usize];
        let next = self.dead_ends.partition_point(|number| *number < numbers.start);
        self.dead_ends.get(next).is_some_and(|number| *number < numbers.end)
            || !mesh.links.are_closed() && mesh.links.begin_among(numbers)
    }

    /// An estimate of the length of the rest of a path from a root through an interval.
    #[inline]
    pub(crate) fn estimate_interval(&self, root: Point, view: &View) -> f64 {
        match &self.goals[..] {
            [goal] if self.shortcuts.is_none() => estimate_through(root, view, goal.point),
            _ => self.estimate_several(root, view),
        }
    }

    /// The same for several goals, or with shortcuts.
    fn estimate_several(&self, root: Point, view: &View) -> f64 {
        let goals = &self.goals;
        let line = if !self.seeks_goal || goals.len() > FEW_GOALS {
            self.estimate_line(root)
        } else {
            let goals = self.reachable_goals();
            let estimates = goals.map(|goal| estimate_through(root, view, goal));
            estimates.reduce(f64::min).unwrap_or(0.0)
        };
        self.with_shortcuts(root, line)
    }

    /// The smaller one of an estimate without shortcuts, and of one with them.
    #[inline]
    fn with_shortcuts(&self, point: Point, line: f64) -> f64 {
        match &self.shortcuts {
            None => line,
            Some(Shortcuts { begins, rest }) => line.min(distance_to(begins, point) + rest),
        }
    }

    /// An estimate of the length of the rest of a path from a point.
    #[inline]
    pub(crate) fn estimate_point(&self, point: Point) -> f64 {
        self.with_shortcuts(point, self.estimate_line(point))
    }

    /// An estimate that does not regard shortcuts.
    #[inline]
    fn estimate_line(&self, point: Point) -> f64 {
        match &self.goals[..] {
            [goal] => point.distance(goal.point),
            _ if !self.seeks_goal => 0.0,
            goals if goals.len() > FEW_GOALS => distance_to(&self.bounds, point),
            _ => {
                let distances = self.reachable_goals().map(|goal| point.distance(goal));
                distances.reduce(f64::min).unwrap_or(0.0)
            }
        }
    }

    fn reachable_goals(&self) -> impl Iterator<Item = Point> {
        self.places.iter().map(|(_, goal)| self.goals[*goal as usize].point)
    }

    /// The position nearest to a goal among those that can be reached, if none of the goals can.
    pub(crate) fn nearest_to_goals(&self) -> Option<Position> {
        let mesh = self.mesh();
        let islands = self.islands();
        let nearest = self.goals.iter().flat_map(|goal| {
            islands.iter().filter_map(move |island| {
                let position = mesh.nearest_on_island(*island, goal.point)?;
                Some((position.point.squared_distance(goal.point), position))
            })
        });
        Some(nearest.min_by(|one, other| one.0.total_cmp(&other.0))?.1)
    }

    /// Returns the point from which a node is visible: the start, the corner at which the path to the node turns last,
    /// or the end of the link that it uses last.
    pub fn root(&self, node: &MeshNode) -> Point {
        self.root_point(node.root)
    }

    /// Returns the left and the right end of the part of an edge that is visible from the [root](Self::root) of a node,
    /// as seen from there. At a start, the end of a link, a turn or a goal, both ends are that point. Ends that are no
    /// corners are rounded.
    pub fn interval(&self, node: &MeshNode) -> [Point; 2] {
        match node.kind() {
            NodeKind::Start | NodeKind::Link(_) | NodeKind::LeftTurn | NodeKind::RightTurn => [self.root(node); 2],
            NodeKind::Goal(goal) => [self.goal_point(goal); 2],
            NodeKind::Interval => {
                let mesh = self.mesh();
                let Some(left) = mesh.edges.get(node.edge as usize) else {
                    return [self.root(node); 2];
                };
                let right = mesh.edge(left.next);
                let end = |bound: u32, vertex: u32, point: Point| {
                    if bound == vertex {
                        point
                    } else {
                        self.end(node, bound, [left.point, right.point])
                    }
                };
                [
                    end(node.left, left.vertex, left.point),
                    end(node.right, right.vertex, right.point),
                ]
            }
        }
    }

    /// Returns the polygon that a node leads into: that behind its interval, that straight ahead at a turn, or that of
    /// the start, the goal or the end of the link. `None` for a node of another problem.
    pub fn polygon(&self, node: &MeshNode) -> Option<u32> {
        match node.kind() {
            NodeKind::Start => Some(self.start.polygon),
            NodeKind::Link(link) => Some(self.mesh().links().get(link as usize)?.to.polygon),
            NodeKind::Goal(Some(goal)) => Some(self.goals.get(goal as usize)?.polygon),
            NodeKind::Goal(None) => Some(self.nearest_to_goals()?.polygon),
            _ => Some(self.mesh().edges.get(node.edge as usize)?.polygon()),
        }
    }

    pub(crate) fn goal_point(&self, goal: Option<u32>) -> Point {
        let position = match goal {
            Some(goal) => self.goals.get(goal as usize).copied(),
            None => self.nearest_to_goals(),
        };
        position.unwrap_or(self.start).point
    }

    /// The point of an interval through which the estimate leads to the nearest goal.
    pub(crate) fn point_ahead(&self, node: &MeshNode) -> Point {
        let [left, right] = self.interval(node);
        let root = self.root(node);
        let through = |goal: Point| {
            let point = point_through(root, left, right, goal);
            (root.distance(point) + point.distance(goal), point)
        };
        let nearest = self.reachable_goals().map(through);
        nearest
            .min_by(|one, other| one.0.total_cmp(&other.0))
            .map_or(root, |(_, point)| point)
    }
}

/// The smallest rectangle that contains another one and a point, as two opposite corners.
fn enlarged(bounds: Option<[Point; 2]>, point: Point) -> [Point; 2] {
    let [low, high] = bounds.unwrap_or([point; 2]);
    [
        Point::new(low.x.min(point.x), low.y.min(point.y)),
        Point::new(high.x.max(point.x), high.y.max(point.y)),
    ]
}

/// The distance from a point to a rectangle.
fn distance_to([low, high]: &[Point; 2], point: Point) -> f64 {
    let near = Point::new(point.x.clamp(low.x, high.x), point.y.clamp(low.y, high.y));
    point.distance(near)
}

/// Collects successors for [`Graph::successors`].
struct Collected {
    root: Point,
    found: Vec<(MeshNode, f64)>,
}

impl Visit for Collected {
    fn interval(&mut self, node: MeshNode, _: &View) {
        self.found.push((node, 0.0));
    }

    fn turn(&mut self, node: MeshNode, corner: Point) {
        self.found.push((node, self.root.distance(corner)));
    }

    fn goal(&mut self, node: MeshNode, goal: Point) {
        self.found.push((node, self.root.distance(goal)));
    }

    fn link(&mut self, node: MeshNode, from: Point, cost: f64) {
        self.found.push((node, self.root.distance(from) + cost));
    }
}

impl<M: Borrow<Mesh>> Graph for MeshProblem<M> {
    type Node = MeshNode;
    type Cost = f64;

    fn successors(&self, node: &MeshNode) -> impl Iterator<Item = (MeshNode, f64)> {
        let mut collected = Collected {
            root: self.root(node),
            found: vec![],
        };
        if self.check_node(node).is_ok() {
            self.expand(node, &mut collected);
        }
        collected.found.into_iter()
    }

    /// Returns an error unless the node could be one of this problem.
    fn check_node(&self, node: &MeshNode) -> Result<(), NoSuchNode> {
        let mesh = self.mesh();
        let is_link = |root: u32| link_of(root).is_some_and(|link| (link as usize) < mesh.links().len());
        let is_root = |root: u32| root == START || root < mesh.corner_count || is_link(root);
        let has_edge = |edge: u32| (edge as usize) < mesh.edges.len();
        let is_bound = |bound: u32| {
            if bound & FROM == 0 {
                (bound as usize) < mesh.points.len()
            } else {
                bound != NONE && is_root(bound & !FROM)
            }
        };
        let exists = is_root(node.root)
            && match node.kind() {
                NodeKind::Start => *node == MeshNode::START,
                NodeKind::Link(link) => *node == MeshNode::link(link),
                NodeKind::Goal(goal) => goal.is_none_or(|goal| (goal as usize) < self.goals.len()),
                NodeKind::Interval => has_edge(node.edge) && is_bound(node.left) && is_bound(node.right),
                NodeKind::LeftTurn | NodeKind::RightTurn => {
                    let bound = if node.left == NONE { node.right } else { node.left };
                    has_edge(node.edge)
                        && mesh.edge(node.edge).vertex == node.root
                        && bound & FROM != 0
                        && is_bound(bound)
                }
            };
        NoSuchNode::unless(exists, format_args!("{node:?}"))
    }
}

impl<M: Borrow<Mesh>> Problem for MeshProblem<M> {
    fn start(&self) -> MeshNode {
        MeshNode::START
    }

    #[inline]
    fn is_goal(&self, node: &MeshNode) -> bool {
        node.goal_number().is_some_and(|goal| goal != NEAREST)
    }

    #[inline]
    fn seeks_goal(&self) -> bool {
        self.seeks_goal
    }
}

impl<M: Borrow<Mesh>> Heuristic for MeshProblem<M> {
    fn estimate(&self, node: &MeshNode) -> f64 {
        match node.kind() {
            NodeKind::Goal(_) => 0.0,
            NodeKind::Interval => {
                let [left, right] = self.interval(node);
                let mesh = self.mesh();
                let Some(edge) = mesh.edges.get(node.edge as usize) else {
                    return 0.0;
                };
                let edge = [edge.point, mesh.edge(edge.next).point];
                self.estimate_interval(self.root(node), &View { left, right, edge })
            }
            _ => self.estimate_point(self.root(node)),
        }
    }
}

impl<M: Borrow<Mesh>> MeshProblem<M> {
    /// Returns the points, the polygons and the length of a path of search nodes.
    ///
    /// A path that ends at an interval, such as a [best-effort
    /// path](astride::search::Search::best_effort_path) of a search that is still running, leads on to the point of the
    /// interval that is on the most promising way to a goal.
    pub fn trace(&self, path: &Path<MeshNode, f64>) -> crate::MeshPath {
        crate::trace::trace(self, &path.nodes)
    }
}

/// Prints the ends only.
impl<M> fmt::Debug for MeshProblem<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("MeshProblem")
            .field("start", &self.start)
            .field("goals", &self.goals)
            .finish_non_exhaustive()
    }
}
