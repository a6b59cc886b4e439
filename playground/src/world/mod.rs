//! The worlds and their searches.

pub(crate) mod any;
pub(crate) mod graph;
pub(crate) mod grid;
pub(crate) mod guess;
pub(crate) mod mesh;
mod numbers;
pub(crate) mod puzzle;
mod scan;
mod turns;
pub(crate) mod two_costs;

use std::rc::Rc;

use astride::{Stats, Status};

use crate::catalogue::Kind;
use crate::choice::Choice;
use crate::driver::{Driver, Outcome};
use crate::protocol::MeshView;
use crate::record::Sink;
use crate::recorded::{self, Recorded};
use crate::scene::World;

/// The description of a run's nodes that does not need the search.
pub(crate) trait Look {
    /// Returns the successors of a node and the costs of the edges.
    fn successors(&self, node: u32) -> Vec<(u32, f64)>;
    /// Returns the node in words, or `None` if there is none with that number.
    fn name(&self, node: u32) -> Option<String>;
    /// Returns the bytes of the table of node numbers.
    fn bytes(&self) -> usize {
        0
    }
    /// Returns the nodes of a cheapest path, each with the cost of the path to it; `None` if there is no path or
    /// finding one takes too long.
    fn cheapest_path(&self) -> Option<Vec<(u32, f64)>> {
        None
    }
    /// Returns whether edges are the moves of a puzzle, which all cost the same.
    fn has_moves(&self) -> bool {
        false
    }
    /// Returns the search's cost of what the page shows as a cost of 1.
    fn unit(&self) -> f64 {
        1.0
    }
    /// Returns the polygons of a mesh.
    fn mesh(&self) -> Option<&MeshView> {
        None
    }
    /// Returns what a node of a search on a mesh sees, as in [`View::shapes`](crate::View::shapes).
    fn shape(&self, node: u32) -> Option<[f32; 8]> {
        let _ = node;
        None
    }
    /// Returns the tiles of a board.
    fn board(&self, node: u32) -> Option<Vec<u8>> {
        let _ = node;
        None
    }
}

/// A search, and the description of its nodes.
pub(crate) struct Made {
    pub(crate) driver: Box<dyn Driver>,
    pub(crate) look: Rc<dyn Look>,
    /// The bytes of the tables that were computed before the search.
    pub(crate) prepared: usize,
}

/// Replaces a search that cannot begin: it has no nodes and has ended.
struct Nothing;

impl Made {
    pub(crate) fn nothing() -> Self {
        Made {
            driver: Box::new(Nothing),
            look: Rc::new(Nothing),
            prepared: 0,
        }
    }
}

impl Driver for Nothing {
    fn step(&mut self) {}
    fn rush(&mut self, _: u64) {}
    fn node_bytes(&self) -> [usize; 2] {
        [0; 2]
    }
    fn status(&self) -> Status {
        Status::Exhausted
    }
    fn stats(&self) -> Stats {
        Stats::default()
    }
    fn current(&self) -> Option<u32> {
        None
    }
    fn next(&mut self) -> Option<u32> {
        None
    }
    fn outcome(&self) -> Outcome {
        Outcome::default()
    }
}

impl Look for Nothing {
    fn successors(&self, _: u32) -> Vec<(u32, f64)> {
        Vec::new()
    }
    fn name(&self, _: u32) -> Option<String> {
        None
    }
}

/// The error of a search that needs exactly one goal.
fn several_goals(choice: &Choice, goals: usize) -> String {
    let name = choice.algorithm.name;
    format!("{name} needs exactly one goal, but there are {goals}. Remove the others, or choose another search.")
}

/// Returns the goals in the same order, each once.
fn distinct<T: PartialEq>(goals: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for goal in goals {
        if !distinct.contains(&goal) {
            distinct.push(goal);
        }
    }
    distinct
}

/// A checked world, ready to be searched.
pub(crate) enum Ground {
    Grid(grid::Map),
    Puzzle(puzzle::Boards),
    Graph(graph::Roads),
    Mesh(mesh::Plane),
}

impl Ground {
    /// Checks a world. The error names the problem and its place.
    pub(crate) fn new(world: &World) -> Result<Self, String> {
        match world {
            World::Grid(grid) => grid::Map::new(grid).map(Ground::Grid),
            World::Puzzle(puzzle) => puzzle::Boards::new(puzzle).map(Ground::Puzzle),
            World::Graph(graph) => graph::Roads::new(graph).map(Ground::Graph),
            World::Mesh(level) => mesh::Plane::new(level).map(Ground::Mesh),
        }
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Ground::Grid(_) => Kind::Grid,
            Ground::Puzzle(_) => Kind::Puzzle,
            Ground::Graph(_) => Kind::Graph,
            Ground::Mesh(_) => Kind::Mesh,
        }
    }

    /// Returns whether there are diagonal steps.
    pub(crate) fn has_diagonals(&self) -> bool {
        matches!(self, Ground::Grid(map) if map.movement.has_diagonals())
    }

    /// Creates a search whose events go into `sink`.
    pub(crate) fn make(&mut self, choice: &Choice, sink: Sink) -> Result<Made, String> {
        if choice.start.is_some() || choice.goal.is_some() {
            return self.between(choice.start, choice.goal)?.make_here(choice, sink);
        }
        self.make_here(choice, sink)
    }

    /// Returns the same world with another start and goal.
    pub(crate) fn between(&self, start: Option<u32>, goal: Option<u32>) -> Result<Self, String> {
        match self {
            Ground::Grid(map) => map.between(start, goal).map(Ground::Grid),
            Ground::Graph(roads) => roads.between(start, goal).map(Ground::Graph),
            Ground::Puzzle(_) => Err(String::from("A puzzle has no agents.")),
            Ground::Mesh(_) => Err(String::from("On a mesh, all searches have the same start and goals.")),
        }
    }

    fn make_here(&mut self, choice: &Choice, sink: Sink) -> Result<Made, String> {
        if let Some(events) = &choice.recording {
            let (look, nodes) = match self {
                Ground::Grid(map) => map.look(),
                Ground::Graph(roads) => Ok(roads.look()),
                Ground::Puzzle(_) => Err(String::from("A trace of a puzzle is shown as a graph.")),
                Ground::Mesh(_) => Err(String::from("A trace cannot be shown on a mesh.")),
            }?;
            recorded::check(events, nodes)?;
            return Ok(Made {
                driver: Box::new(Recorded::new(events.clone(), sink)),
                look,
                prepared: 0,
            });
        }
        match self {
            Ground::Grid(map) => map.make(choice, sink),
            Ground::Puzzle(boards) => boards.make(choice, &sink),
            Ground::Graph(roads) => roads.make(choice, sink),
            Ground::Mesh(plane) => plane.make(choice, &sink),
        }
    }

    /// Returns remarks to show to the user before a search, in whole sentences.
    pub(crate) fn notes(&self) -> Vec<String> {
        match self {
            Ground::Grid(_) | Ground::Graph(_) | Ground::Mesh(_) => Vec::new(),
            Ground::Puzzle(boards) => boards.notes(),
        }
    }
}
