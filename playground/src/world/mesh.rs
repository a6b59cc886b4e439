//! [`Plane`]: searches for a way among walls, on a mesh of convex polygons.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;

use astride::{AStar, Graph, Heuristic, Path, Problem, Stats, Status};
use astride_mesh::{
    EndError, Mesh, MeshNode, MeshPath, MeshProblem, NodeKind, Outline, Point, Polyanya, PolyanyaEngine, Position,
};

use super::any::AnyProblem;
use super::numbers::Numbers;
use super::{Look, Made, several_goals};
use crate::choice::Choice;
use crate::driver::{Driver, Manner, Outcome, Wires};
use crate::limits::{self, SEARCH_BYTES};
use crate::manners::Watched;
use crate::protocol::{MeshView, Plan};
use crate::record::{Codec, Event, NOBODY, Sink, State};
use crate::run::short;
use crate::scene::{Level, Walker};
use crate::searches::{plain, special};

/// The coordinates that a corner may have.
pub(crate) const SIDES: RangeInclusive<f64> = -1e6..=1e6;

type Sight = MeshProblem<Rc<Mesh>>;

/// A checked level: its mesh, the start, and the goals.
pub(crate) struct Plane {
    mesh: Rc<Mesh>,
    start: Point,
    goals: Vec<Point>,
}

/// Checks the areas and walls of a level.
pub(crate) fn outline(level: &Level) -> Result<Outline, String> {
    let most = limits::ALL;
    for (name, rings, most) in [
        ("areas", &level.areas, most.mesh_walls),
        ("walls", &level.walls, most.mesh_walls),
    ] {
        if rings.len() > most {
            let count = rings.len();
            return Err(format!("{name:?}: there are {count}, but at most {most} are allowed"));
        }
    }
    let corners: usize = level.areas.iter().chain(&level.walls).map(Vec::len).sum();
    if corners > most.mesh_corners {
        return Err(format!(
            "\"areas\" and \"walls\" have {corners} corners, but may have at most {}",
            most.mesh_corners
        ));
    }
    for (name, rings) in [("areas", &level.areas), ("walls", &level.walls)] {
        for (number, ring) in rings.iter().enumerate() {
            if ring.iter().flatten().any(|side| !SIDES.contains(side)) {
                return Err(format!("{name:?}[{number}]: coordinates must be from -1e6 to 1e6"));
            }
        }
    }
    let areas = level.areas.iter();
    let outline = areas.fold(Outline::default(), |outline, area| {
        outline.with_area(area.iter().copied())
    });
    let walls = level.walls.iter();
    Ok(walls.fold(outline, |outline, wall| outline.with_obstacle(wall.iter().copied())))
}

/// Makes the mesh of a level.
pub(crate) fn mesh(level: &Level) -> Result<Mesh, String> {
    Mesh::from_outline(&outline(level)?, level.radius).map_err(|error| error.to_string())
}

fn is_place(place: [f64; 2]) -> bool {
    place.iter().all(|side| SIDES.contains(side))
}

impl Plane {
    /// Checks a level. Its ends may be in walls: then the searches cannot begin.
    pub(crate) fn new(level: &Level) -> Result<Self, String> {
        let (goals, most) = (level.goals.len(), limits::ALL.goals);
        if goals == 0 || goals > most {
            return Err(format!(
                "\"goals\": there are {goals}, but there must be from 1 to {most}"
            ));
        }
        if !level.goals.iter().chain([&level.start]).all(|place| is_place(*place)) {
            return Err(String::from(
                "the coordinates of the start and the goals must be from -1e6 to 1e6",
            ));
        }
        check_walkers(&level.units)?;
        Ok(Plane {
            mesh: Rc::new(mesh(level)?),
            start: level.start.into(),
            goals: level.goals.iter().copied().map(Point::from).collect(),
        })
    }

    fn problem(&self) -> Result<Sight, String> {
        let goals = self.goals.iter().copied();
        MeshProblem::to_nearest(self.mesh.clone(), self.start, goals).map_err(|error| match error {
            EndError::Outside { end, .. } => {
                let end = match (end, self.goals.len()) {
                    (astride_mesh::End::Start, _) => "The start",
                    (_, 1) => "The goal",
                    _ => "One of the goals",
                };
                format!("{end} is in a wall, too close to one, or outside all areas.")
            }
            error => error.to_string(),
        })
    }

    pub(crate) fn make(&self, choice: &Choice, sink: &Sink) -> Result<Made, String> {
        let problem = self.problem()?;
        match choice.algorithm.id {
            "polyanya" => Ok(self.polyanya(problem, sink)),
            _ => self.string_pulling(choice, problem, sink),
        }
    }

    fn polyanya(&self, problem: Sight, sink: &Sink) -> Made {
        let numbers: Rc<Numbers<MeshNode>> = Rc::default();
        let look = Rc::new(SightLook {
            view: self.view(),
            problem: problem.clone(),
            numbers: numbers.clone(),
        });
        let manner = Forgetful {
            numbers: numbers.clone(),
            sink: sink.clone(),
            open: HashSet::new(),
        };
        let wires = Wires::new(numbers.clone(), sink.clone());
        let driver = special(Polyanya::new(problem.clone()), manner, wires);
        let draw = move |path: &[u32]| {
            let nodes = path.iter().filter_map(|number| numbers.at(*number)).collect();
            Some(problem.trace(&Path { nodes, cost: 0.0 }))
        };
        Made {
            driver: Box::new(Drawn {
                driver,
                draw: Box::new(draw),
            }),
            look,
            prepared: 0,
        }
    }

    /// Creates a search with A* over the polygons, whose path is then straightened.
    fn string_pulling(&self, choice: &Choice, problem: Sight, sink: &Sink) -> Result<Made, String> {
        let (start, [goal]) = (problem.start_position(), problem.goals()) else {
            return Err(several_goals(choice, self.goals.len()));
        };
        let goal = *goal;
        let sides = Arc::new(Sides::new(&self.mesh, start, goal));
        let look = Rc::new(SidesLook {
            view: self.view(),
            problem,
            mesh: self.mesh.clone(),
        });
        let wires = Wires {
            shares_numbers: true,
            ..Wires::of::<u32, f64>(Rc::new(ByPolygon(sides.clone())), sink.clone())
        };
        let driver = plain(AStar::new(AnyProblem::new(sides.clone())), wires);
        let mesh = self.mesh.clone();
        let draw = move |path: &[u32]| pulled(&mesh, path, start, goal);
        Ok(Made {
            driver: Box::new(Drawn {
                driver,
                draw: Box::new(draw),
            }),
            look,
            prepared: 0,
        })
    }

    /// Returns the mesh as the page draws it.
    fn view(&self) -> Rc<MeshView> {
        let polygons = u32::try_from(self.mesh.polygon_count()).unwrap_or(u32::MAX);
        Rc::new(MeshView {
            points: self.mesh.vertices().iter().map(|point| pair(*point)).collect(),
            polygons: (0..polygons).map(|polygon| self.mesh.polygon(polygon)).collect(),
        })
    }
}

/// Returns a point with the precision of a picture.
#[expect(clippy::cast_possible_truncation, reason = "24 bits are enough for a picture")]
fn pair(point: Point) -> [f32; 2] {
    [point.x as f32, point.y as f32]
}

/// Finds a shortest path. The search has an observer, which ignores all events, so that it is compiled only once.
fn shortest(problem: Sight) -> Option<MeshPath> {
    let wires = Wires::new(Rc::new(Numbers::<MeshNode>::default()), Sink::deaf());
    let search = Polyanya::new(problem).with_observer(wires.recorder());
    let mut search = search.with_memory_limit(SEARCH_BYTES);
    let _ = search.run();
    let path = search.path()?;
    Some(search.problem().trace(&path))
}

/// Returns the shortest path within a sequence of polygons, by a search on a mesh that consists of these only.
fn pulled(mesh: &Mesh, path: &[u32], start: Position, goal: Position) -> Option<MeshPath> {
    let mut polygons: Vec<u32> = Vec::with_capacity(path.len());
    for polygon in path {
        if !polygons.contains(polygon) {
            polygons.push(*polygon);
        }
    }
    let place = |position: Position| {
        let polygon = polygons.iter().position(|polygon| *polygon == position.polygon)?;
        Some(Position::new(u32::try_from(polygon).ok()?, position.point))
    };
    let (start, goal) = (place(start)?, place(goal)?);
    let corners = polygons.iter().map(|polygon| mesh.polygon(*polygon));
    let passage = Mesh::new(mesh.vertices().iter().copied(), corners).ok()?;
    shortest(MeshProblem::to_nearest(Rc::new(passage), start, [goal]).ok()?)
}

/// Converts a path of nodes into one of points.
type Draw = Box<dyn Fn(&[u32]) -> Option<MeshPath>>;

/// A search whose path is drawn as a line through points.
struct Drawn {
    driver: Box<dyn Driver>,
    draw: Draw,
}

impl Driver for Drawn {
    fn step(&mut self) {
        self.driver.step();
    }

    fn rush(&mut self, steps: u64) {
        self.driver.rush(steps);
    }

    fn status(&self) -> Status {
        self.driver.status()
    }

    fn stats(&self) -> Stats {
        self.driver.stats()
    }

    fn current(&self) -> Option<u32> {
        self.driver.current()
    }

    fn next(&mut self) -> Option<u32> {
        self.driver.next()
    }

    fn outcome(&self) -> Outcome {
        let outcome = self.driver.outcome();
        let Some(path) = outcome.cost.and_then(|_| (self.draw)(&outcome.path)) else {
            return outcome;
        };
        Outcome {
            cost: Some(path.length),
            length: Some(path.points.len().saturating_sub(2)),
            points: path.points.into_iter().map(pair).collect(),
            ..outcome
        }
    }

    fn node_bytes(&self) -> [usize; 2] {
        self.driver.node_bytes()
    }
}

/// Records the nodes that Polyanya drops without an event, because their root has been reached on a shorter path.
struct Forgetful {
    numbers: Rc<Numbers<MeshNode>>,
    sink: Sink,
    open: HashSet<u32>,
}

type Watching = Watched<PolyanyaEngine<Rc<Mesh>>>;

impl Manner<Watching> for Forgetful {
    fn step(&mut self, search: &mut Watching) {
        let _ = search.step();
        if self.sink.is_deaf() {
            return;
        }
        let number = |node: &MeshNode| Codec::<MeshNode, f64>::number(&*self.numbers, node);
        let open: HashSet<u32> = search.open_nodes().map(|open| number(&open.node)).collect();
        let current = search.current().map(|node| number(&node));
        let mut gone: Vec<u32> = self.open.difference(&open).copied().collect();
        gone.retain(|node| Some(*node) != current);
        gone.sort_unstable();
        for node in gone {
            self.sink.push(Event {
                node,
                state: State::Unseen,
                g: 0.0,
                h: None,
                parent: NOBODY,
            });
        }
        self.open = open;
    }

    fn remark(&self, search: &Watching) -> Option<String> {
        // All goals are on other islands.
        let is_known = search.status() == Status::Exhausted && search.stats().expanded == 0;
        is_known
            .then(|| String::from("The mesh has no connection between the start and a goal, so nothing was expanded."))
    }
}

/// The description of the nodes of Polyanya.
struct SightLook {
    view: Rc<MeshView>,
    problem: Sight,
    numbers: Rc<Numbers<MeshNode>>,
}

impl Look for SightLook {
    fn successors(&self, node: u32) -> Vec<(u32, f64)> {
        let Some(node) = self.numbers.at(node) else {
            return Vec::new();
        };
        let successors = self.problem.successors(&node);
        successors
            .filter_map(|(next, cost)| Some((self.numbers.known(&next)?, cost)))
            .collect()
    }

    fn name(&self, node: u32) -> Option<String> {
        let node = self.numbers.at(node)?;
        let place = |point: Point| format!("({}, {})", short(point.x), short(point.y));
        let root = place(self.problem.root(&node));
        Some(match node.kind() {
            NodeKind::Start => String::from("start"),
            NodeKind::Goal(_) => format!("goal, seen from {root}"),
            NodeKind::LeftTurn | NodeKind::RightTurn => format!("turn at {root}"),
            NodeKind::Interval | NodeKind::Link(_) => {
                let [left, right] = self.problem.interval(&node).map(place);
                format!("view from {root} between {left} and {right}")
            }
        })
    }

    fn bytes(&self) -> usize {
        self.numbers.bytes()
    }

    fn mesh(&self) -> Option<&MeshView> {
        Some(&self.view)
    }

    fn shape(&self, node: u32) -> Option<[f32; 8]> {
        let node = self.numbers.at(node)?;
        let kind = match node.kind() {
            NodeKind::Start => 0.0,
            NodeKind::Interval | NodeKind::Link(_) => 1.0,
            NodeKind::LeftTurn | NodeKind::RightTurn => 2.0,
            NodeKind::Goal(_) => 3.0,
        };
        let root = pair(self.problem.root(&node));
        let [left, right] = self.problem.interval(&node).map(pair);
        let polygon = self.problem.polygon(&node);
        #[expect(clippy::cast_precision_loss, reason = "there are fewer polygons than 2²⁴")]
        let polygon = polygon.map_or(-1.0, |polygon| polygon as f32);
        Some([kind, root[0], root[1], left[0], left[1], right[0], right[1], polygon])
    }
}

/// The graph of most game engines: its nodes are the sides between polygons, each with its direction, at their
/// midpoints. The last two nodes are the start and the goal.
struct Sides {
    /// The number of the first side of each polygon.
    first: Vec<u32>,
    /// The polygon behind each side.
    behind: Vec<Option<u32>>,
    middles: Vec<Point>,
    start: Position,
    goal: Position,
}

impl Sides {
    fn new(mesh: &Mesh, start: Position, goal: Position) -> Self {
        let (mut first, mut behind, mut middles) = (vec![0], Vec::new(), Vec::new());
        for polygon in (0..).take(mesh.polygon_count()) {
            let corners: Vec<Point> = mesh.outline(polygon).collect();
            let next = corners.iter().cycle().skip(1);
            middles.extend(corners.iter().zip(next).map(|(from, to)| {
                let [x, y] = [[from.x, to.x], [from.y, to.y]].map(|[from, to]| f64::midpoint(from, to));
                Point::new(x, y)
            }));
            behind.extend(mesh.neighbours(polygon));
            first.push(u32::try_from(behind.len()).unwrap_or(u32::MAX));
        }
        Sides {
            first,
            behind,
            middles,
            start,
            goal,
        }
    }

    fn count(&self) -> u32 {
        self.first.last().copied().unwrap_or(0)
    }

    fn start_node(&self) -> u32 {
        self.count()
    }

    fn goal_node(&self) -> u32 {
        self.count() + 1
    }

    /// Returns where a node is, and the polygon that it leads into.
    fn place(&self, node: u32) -> Position {
        let side = node as usize;
        match (self.behind.get(side), self.middles.get(side)) {
            (Some(Some(polygon)), Some(middle)) => Position::new(*polygon, *middle),
            _ if node == self.goal_node() => self.goal,
            _ => self.start,
        }
    }
}

impl Graph for Sides {
    type Node = u32;
    type Cost = f64;

    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, f64)> {
        let here = self.place(*node);
        let polygon = here.polygon as usize;
        let sides = match (self.first.get(polygon), self.first.get(polygon + 1)) {
            (Some(first), Some(next)) if *node != self.goal_node() => *first..*next,
            _ => 0..0,
        };
        let goal = (here.polygon == self.goal.polygon && !sides.is_empty()).then(|| self.goal_node());
        let sides = sides.filter(|side| self.behind[*side as usize].is_some());
        sides
            .chain(goal)
            .map(move |next| (next, here.point.distance(self.place(next).point)))
    }

    fn index(&self, node: &u32) -> Option<usize> {
        Some(*node as usize)
    }

    fn index_bound(&self) -> Option<usize> {
        Some(self.goal_node() as usize + 1)
    }
}

impl Problem for Sides {
    fn start(&self) -> u32 {
        self.start_node()
    }

    fn is_goal(&self, node: &u32) -> bool {
        *node == self.goal_node()
    }
}

impl Heuristic for Sides {
    fn estimate(&self, node: &u32) -> f64 {
        self.place(*node).point.distance(self.goal.point)
    }
}

/// Gives each node the number of the polygon that it leads into.
struct ByPolygon(Arc<Sides>);

impl Codec<u32, f64> for ByPolygon {
    fn number(&self, node: &u32) -> u32 {
        self.0.place(*node).polygon
    }

    fn node(&self, _: u32) -> Option<u32> {
        None
    }

    fn amount(&self, cost: f64) -> f64 {
        cost
    }
}

/// The description of polygons.
struct SidesLook {
    view: Rc<MeshView>,
    mesh: Rc<Mesh>,
    problem: Sight,
}

impl Look for SidesLook {
    /// The cost depends on the side through which the polygon was entered.
    fn successors(&self, node: u32) -> Vec<(u32, f64)> {
        let neighbours = self.mesh.neighbours(node).flatten();
        neighbours.map(|neighbour| (neighbour, f64::NAN)).collect()
    }

    fn name(&self, node: u32) -> Option<String> {
        ((node as usize) < self.mesh.polygon_count()).then(|| format!("polygon {node}"))
    }

    fn cheapest_path(&self) -> Option<Vec<(u32, f64)>> {
        // Only its length can be compared: its nodes are not polygons.
        Some(vec![(NOBODY, shortest(self.problem.clone())?.length)])
    }

    fn mesh(&self) -> Option<&MeshView> {
        Some(&self.view)
    }
}

fn check_walkers(units: &[Walker]) -> Result<(), String> {
    let (count, most) = (units.len(), limits::ALL.units);
    if count > most {
        return Err(format!("\"units\": there are {count}, but at most {most} are allowed"));
    }
    match units
        .iter()
        .position(|unit| !is_place(unit.start) || !is_place(unit.goal))
    {
        Some(unit) => Err(format!("\"units\"[{unit}]: coordinates must be from -1e6 to 1e6")),
        None => Ok(()),
    }
}

/// Finds a shortest path for each unit of a level, or if there are none, from the start to the nearest goal. Ends in
/// walls are moved to the nearest places outside.
pub(crate) fn plan(level: &Level) -> Result<Plan, String> {
    let plane = Plane::new(level)?;
    let outside = |point: Point| {
        let inside = plane.mesh.locate(point);
        inside.unwrap_or_else(|| plane.mesh.nearest(point))
    };
    let way = |start: Point, goals: &[Point]| {
        let goals: Vec<Position> = goals.iter().map(|goal| outside(*goal)).collect();
        shortest(MeshProblem::to_nearest(plane.mesh.clone(), outside(start), goals).ok()?)
    };
    let found: Vec<Option<MeshPath>> = if level.units.is_empty() {
        vec![way(plane.start, &plane.goals)]
    } else {
        let units = level.units.iter();
        units.map(|unit| way(unit.start.into(), &[unit.goal.into()])).collect()
    };
    let length: f64 = found.iter().flatten().map(|path| path.length).sum();
    let is_stuck = |(number, path): (usize, &Option<MeshPath>)| path.is_none().then_some(number);
    let stuck: Vec<usize> = (1..).zip(&found).filter_map(is_stuck).collect();
    let words = match (found.len(), stuck.len()) {
        (1, 1) => String::from("No path leads to the goal, so the unit waits."),
        (1, _) => format!("The unit walks {}, on a shortest path.", short(length)),
        (count, 0) => format!(
            "Each of the {count} units walks on a shortest path: {} in total.",
            short(length)
        ),
        (count, waiting) if count == waiting => {
            String::from("No path leads to the goal of any unit, so all of them wait.")
        }
        (count, waiting) => format!(
            "{} of {count} units walk on shortest paths: {} in total. No path leads to the goals of the others, which \
             wait.",
            count - waiting,
            short(length)
        ),
    };
    let points = |path: MeshPath| path.points.into_iter().map(<[f64; 2]>::from).collect();
    Ok(Plan {
        ways: found.into_iter().map(|path| path.map(points)).collect(),
        stuck,
        words,
        ..Plan::default()
    })
}
