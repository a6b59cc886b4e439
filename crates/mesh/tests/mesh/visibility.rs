//! Meshes with whole coordinates, and shortest paths on them through a visibility graph. `tools/differential` uses
//! them as well.

use std::collections::{HashMap, HashSet};

use astride_mesh::{Mesh, Point, Position};

pub(crate) type Whole = (i64, i64);

/// Convex polygons with whole coordinates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) points: Vec<Whole>,
    pub(crate) polygons: Vec<Vec<u32>>,
}

/// Twice the area of a triangle.
pub(crate) fn area(a: Whole, b: Whole, c: Whole) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

impl Plan {
    pub(crate) fn at(&self, vertex: u32) -> Whole {
        self.points[vertex as usize]
    }

    pub(crate) fn contains(&self, polygon: usize, point: Whole) -> bool {
        let corners = &self.polygons[polygon];
        let next = corners.iter().cycle().skip(1);
        corners
            .iter()
            .zip(next)
            .all(|(from, to)| area(self.at(*from), self.at(*to), point) >= 0)
    }

    /// Whether a point is in a polygon, and not on its boundary.
    pub(crate) fn contains_inside(&self, polygon: usize, point: Whole) -> bool {
        let corners = &self.polygons[polygon];
        let next = corners.iter().cycle().skip(1);
        corners
            .iter()
            .zip(next)
            .all(|(from, to)| area(self.at(*from), self.at(*to), point) > 0)
    }

    /// The polygon at each directed edge.
    pub(crate) fn sides(&self) -> HashMap<(u32, u32), usize> {
        let mut sides = HashMap::new();
        for (number, corners) in self.polygons.iter().enumerate() {
            let next = corners.iter().cycle().skip(1);
            for (from, to) in corners.iter().zip(next) {
                assert_eq!(sides.insert((*from, *to), number), None, "two polygons at one side");
            }
        }
        sides
    }

    /// A square of two triangles.
    pub(crate) fn square(side: i64) -> Self {
        Plan {
            points: vec![(0, 0), (side, 0), (side, side), (0, side)],
            polygons: vec![vec![0, 1, 2], vec![0, 2, 3]],
        }
    }

    /// A grid of rectangles between these lines, of which some are missing.
    pub(crate) fn rectangles(xs: &[i64], ys: &[i64], mut is_missing: impl FnMut() -> bool) -> Self {
        let mut plan = Plan::default();
        for y in ys {
            plan.points.extend(xs.iter().map(|x| (*x, *y)));
        }
        let vertex = |x: usize, y: usize| u32::try_from(y * xs.len() + x).unwrap();
        for y in 1..ys.len() {
            for x in 1..xs.len() {
                if !is_missing() {
                    plan.polygons.push(vec![
                        vertex(x - 1, y - 1),
                        vertex(x, y - 1),
                        vertex(x, y),
                        vertex(x - 1, y),
                    ]);
                }
            }
        }
        plan
    }

    /// Splits the triangles that contain a point.
    pub(crate) fn insert(&mut self, point: Whole) {
        let vertex = u32::try_from(self.points.len()).unwrap();
        let (old, mut kept): (Vec<_>, Vec<_>) =
            (0..self.polygons.len()).partition(|polygon| self.contains(*polygon, point));
        let mut polygons: Vec<_> = kept.drain(..).map(|polygon| self.polygons[polygon].clone()).collect();
        for polygon in old {
            let corners = &self.polygons[polygon];
            for place in 0..3 {
                let (from, to) = (corners[place], corners[(place + 1) % 3]);
                if area(self.at(from), self.at(to), point) > 0 {
                    polygons.push(vec![from, to, vertex]);
                }
            }
        }
        self.points.push(point);
        self.polygons = polygons;
    }

    /// Replaces an edge by the other diagonal of its two triangles, if those are convex together.
    pub(crate) fn flip(&mut self, one: usize, place: usize) {
        let corner = |polygon: &Vec<u32>, place: usize| polygon[place % 3];
        let (from, to) = (
            corner(&self.polygons[one], place),
            corner(&self.polygons[one], place + 1),
        );
        let Some(other) = self.sides().get(&(to, from)).copied() else {
            return;
        };
        let apex = corner(&self.polygons[one], place + 2);
        let far = *self.polygons[other]
            .iter()
            .find(|vertex| **vertex != from && **vertex != to)
            .unwrap();
        let is_left = |a, b, c| area(self.at(a), self.at(b), self.at(c)) > 0;
        if is_left(far, to, apex) && is_left(apex, from, far) {
            self.polygons[one] = vec![far, to, apex];
            self.polygons[other] = vec![apex, from, far];
        }
    }

    /// Merges a polygon and its neighbour across an edge, if they are convex together. Corners in the middle of a side
    /// stay.
    pub(crate) fn merge(&mut self, one: usize, place: usize) {
        let corners = &self.polygons[one];
        let (from, to) = (corners[place], corners[(place + 1) % corners.len()]);
        let Some(other) = self.sides().get(&(to, from)).copied() else {
            return;
        };
        let after = |polygon: &Vec<u32>, vertex: u32| {
            let place = polygon.iter().position(|corner| *corner == vertex).unwrap();
            let mut rotated = polygon.clone();
            rotated.rotate_left(place);
            rotated
        };
        // From `to` around the one to `from`, and from `from` around the other to `to`.
        let mut merged = after(&self.polygons[one], to);
        let rest = after(&self.polygons[other], from);
        merged.extend(&rest[1..rest.len() - 1]);
        let count = merged.len();
        let mut is_simple = merged.clone();
        is_simple.sort_unstable();
        is_simple.dedup();
        let is_convex = (0..count).all(|place| {
            let corner = |place: usize| self.at(merged[place % count]);
            let (a, b, c) = (corner(place), corner(place + 1), corner(place + 2));
            let ahead = (b.0 - a.0) * (c.0 - b.0) + (b.1 - a.1) * (c.1 - b.1);
            area(a, b, c) > 0 || area(a, b, c) == 0 && ahead > 0
        });
        if is_convex && is_simple.len() == count {
            self.polygons[one] = merged;
            self.polygons.remove(other);
        }
    }
}

/// A point of a plan, multiplied by a factor.
pub(crate) fn scaled((x, y): Whole, scale: f64) -> Point {
    let float = |number: i64| f64::from(i32::try_from(number).unwrap()) * scale;
    Point::new(float(x), float(y))
}

pub(crate) fn position((polygon, point): (usize, Whole), scale: f64) -> Position {
    Position::new(u32::try_from(polygon).unwrap(), scaled(point, scale))
}

pub(crate) fn mesh_of(plan: &Plan, scale: f64) -> Mesh {
    let vertices = plan.points.iter().map(|point| scaled(*point, scale));
    Mesh::new(vertices, plan.polygons.iter().map(|corners| corners.iter().copied())).unwrap()
}

/// A visibility graph: its nodes are vertices, each with the polygons around it that are connected across edges at the
/// vertex.
pub(crate) struct VisibilityGraph {
    /// By polygon, its edges, each with the neighbour.
    edges: Vec<Vec<(Whole, Whole, Option<usize>)>>,
    nodes: Vec<(Whole, Vec<usize>)>,
    /// The lengths of the lines of sight.
    lines: Vec<Vec<Option<f64>>>,
}

fn distance(one: Whole, other: Whole) -> f64 {
    let squared = (one.0 - other.0).pow(2) + (one.1 - other.1).pow(2);
    f64::from(u32::try_from(squared).unwrap()).sqrt()
}

/// Whether two segments have a point in common.
fn touch(a: Whole, b: Whole, c: Whole, d: Whole) -> bool {
    let apart = |low: i64, high: i64, other_low: i64, other_high: i64| {
        low.max(high) < other_low.min(other_high) || other_low.max(other_high) < low.min(high)
    };
    let same = |one: i64, other: i64| one.signum() * other.signum() > 0;
    !apart(a.0, b.0, c.0, d.0)
        && !apart(a.1, b.1, c.1, d.1)
        && !same(area(a, b, c), area(a, b, d))
        && !same(area(c, d, a), area(c, d, b))
}

impl VisibilityGraph {
    pub(crate) fn new(plan: &Plan) -> Self {
        let sides = plan.sides();
        let edges = plan.polygons.iter().map(|corners| {
            let next = corners.iter().cycle().skip(1);
            let edges = corners.iter().zip(next);
            let edges = edges.map(|(from, to)| (plan.at(*from), plan.at(*to), sides.get(&(*to, *from)).copied()));
            edges.collect()
        });
        let mut graph = VisibilityGraph {
            edges: edges.collect(),
            nodes: Vec::new(),
            lines: Vec::new(),
        };
        let mut known: HashSet<(Whole, usize)> = HashSet::new();
        for (polygon, corners) in plan.polygons.iter().enumerate() {
            for corner in corners {
                let point = plan.at(*corner);
                if !known.contains(&(point, polygon)) {
                    let around = graph.polygons_at(polygon, point);
                    known.extend(around.iter().map(|polygon| (point, *polygon)));
                    graph.nodes.push((point, around));
                }
            }
        }
        graph.lines = graph.nodes.iter().map(|node| graph.visible(node)).collect();
        graph
    }

    /// The polygons that contain a point and are connected across edges that contain it.
    pub(crate) fn polygons_at(&self, polygon: usize, point: Whole) -> Vec<usize> {
        self.connected(&[polygon], |from, to| touch(from, to, point, point))
    }

    /// The polygons that are connected to these across edges for which `is_open` holds.
    fn connected(&self, polygons: &[usize], is_open: impl Fn(Whole, Whole) -> bool) -> Vec<usize> {
        let mut found = polygons.to_vec();
        let mut next = 0;
        while next < found.len() {
            for (from, to, neighbour) in &self.edges[found[next]] {
                if let Some(neighbour) = neighbour
                    && !found.contains(neighbour)
                    && is_open(*from, *to)
                {
                    found.push(*neighbour);
                }
            }
            next += 1;
        }
        found
    }

    pub(crate) fn line(&self, from: &(Whole, Vec<usize>), to: &(Whole, Vec<usize>)) -> Option<f64> {
        let touched = self.connected(&from.1, |one, other| touch(one, other, from.0, to.0));
        let sees = touched.iter().any(|polygon| to.1.contains(polygon));
        sees.then(|| distance(from.0, to.0))
    }

    fn visible(&self, from: &(Whole, Vec<usize>)) -> Vec<Option<f64>> {
        self.nodes.iter().map(|node| self.line(from, node)).collect()
    }

    /// The lengths of the shortest paths from the start to each goal, by Dijkstra's algorithm.
    pub(crate) fn lengths(&self, start: (usize, Whole), goals: &[(usize, Whole)]) -> Vec<Option<f64>> {
        let end = |(polygon, point): (usize, Whole)| (point, self.polygons_at(polygon, point));
        let start = end(start);
        let mut known = self.visible(&start);
        let mut is_done = vec![false; known.len()];
        loop {
            let open = (0..known.len()).filter(|node| !is_done[*node] && known[*node].is_some());
            let Some(node) = open.min_by(|one, other| known[*one].unwrap().total_cmp(&known[*other].unwrap())) else {
                break;
            };
            is_done[node] = true;
            for other in 0..known.len() {
                if let Some(line) = self.lines[node][other] {
                    let length = known[node].unwrap() + line;
                    if known[other].is_none_or(|known| length < known) {
                        known[other] = Some(length);
                    }
                }
            }
        }
        let to_goal = |goal: &(usize, Whole)| {
            let goal = end(*goal);
            let around = (0..known.len()).filter_map(|node| Some(known[node]? + self.line(&self.nodes[node], &goal)?));
            around.chain(self.line(&start, &goal)).min_by(f64::total_cmp)
        };
        goals.iter().map(to_goal).collect()
    }
}
