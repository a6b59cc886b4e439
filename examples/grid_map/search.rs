//! [`MapSearch`]: a search on a map as a trait object, whatever the types of its nodes and costs.

use astride::engine::{CostOf, Engine, PathOf, ViewOf};
use astride::search::Search;
use astride::{Budget, Heuristic, Path, Stats, Status};
use astride_grid::{
    AnyAngleProblem, GridCost, GridError, GridMap, GridProblem, JumpPoints, JumpProblem, Movement, Point,
};

/// A path on a map.
pub(crate) struct Way {
    /// Points with straight lines between them: neighbouring cells, or turning points in sight of each other.
    pub(crate) line: Vec<Point>,
    /// The points that the search has stored.
    pub(crate) nodes: Vec<Point>,
    /// The cost in straight steps over plain ground.
    pub(crate) cost: f64,
}

/// A node that the search has met. Costs are in straight steps.
pub(crate) struct Seen {
    pub(crate) point: Point,
    pub(crate) g: f64,
    pub(crate) h: Option<f64>,
    pub(crate) f: Option<f64>,
}

/// A search that can be started again with another query.
pub(crate) trait MapSearch {
    fn restart(&mut self, from: Point, to: Point) -> Result<(), GridError>;
    /// Makes at most this many expansions.
    fn advance(&mut self, expansions: u64) -> Status;
    fn status(&self) -> Status;
    fn stats(&self) -> Stats;
    fn current(&self) -> Option<Seen>;
    fn open(&self) -> Vec<Seen>;
    fn closed(&self) -> Vec<Seen>;
    /// The path to the goal, once it is found.
    fn way(&self) -> Option<Way>;
    /// The path to the cell that is nearest to the goal so far.
    fn best_effort_way(&self) -> Option<Way>;
}

/// A problem on a map, in the form that the library accepts.
pub(crate) trait OnMap: Heuristic<Node: Copy + Into<Point>, Cost: GridCost> {
    /// The points of a path, with straight lines between them.
    fn line(&self, path: &Path<Self::Node, Self::Cost>) -> Vec<Point> {
        path.nodes.iter().map(|node| (*node).into()).collect()
    }
}

impl OnMap for GridProblem<&GridMap> {}
impl OnMap for AnyAngleProblem<&GridMap> {}

impl<J: JumpPoints> OnMap for JumpProblem<J> {
    /// The path may turn between one jump point and the next.
    fn line(&self, path: &Path<Self::Node, u32>) -> Vec<Point> {
        self.cells(path)
    }
}

/// A search of the library, and the closure that makes its problems.
pub(crate) struct Asking<E: Engine, F> {
    pub(crate) search: Search<E>,
    pub(crate) ask: F,
    pub(crate) movement: Movement,
}

impl<E: Engine<Problem: OnMap>, F> Asking<E, F> {
    fn in_steps(&self, cost: CostOf<E>) -> f64 {
        cost.in_cells(self.movement)
    }

    fn seen(&self, view: &ViewOf<E>) -> Seen {
        Seen {
            point: view.node.into(),
            g: self.in_steps(view.g),
            h: view.h.map(|estimate| self.in_steps(estimate)),
            f: view.f().map(|f| self.in_steps(f)),
        }
    }

    fn trace(&self, path: &PathOf<E>) -> Way {
        Way {
            line: self.search.problem().line(path),
            nodes: path.nodes.iter().map(|node| (*node).into()).collect(),
            cost: self.in_steps(path.cost),
        }
    }
}

impl<E: Engine<Problem: OnMap>, F: Fn(Point, Point) -> Result<E::Problem, GridError>> MapSearch for Asking<E, F> {
    fn restart(&mut self, from: Point, to: Point) -> Result<(), GridError> {
        self.search.reset((self.ask)(from, to)?);
        Ok(())
    }

    fn advance(&mut self, expansions: u64) -> Status {
        self.search.run_for(Budget::new().expansions(expansions))
    }

    fn status(&self) -> Status {
        self.search.status()
    }

    fn stats(&self) -> Stats {
        self.search.stats()
    }

    fn current(&self) -> Option<Seen> {
        let view = self.search.known_node(&self.search.current()?)?;
        Some(self.seen(&view))
    }

    fn open(&self) -> Vec<Seen> {
        self.search.open_nodes().map(|view| self.seen(&view)).collect()
    }

    fn closed(&self) -> Vec<Seen> {
        self.search.closed_nodes().map(|view| self.seen(&view)).collect()
    }

    fn way(&self) -> Option<Way> {
        self.search.path().map(|path| self.trace(&path))
    }

    fn best_effort_way(&self) -> Option<Way> {
        self.search.best_effort_path().map(|path| self.trace(&path))
    }
}
