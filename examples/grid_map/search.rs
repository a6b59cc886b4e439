//! A search on a map behind one face, whatever its nodes and its costs are: cells, arrivals, integers, floats.

use astride::grid::{
    AnyAngleProblem, CanonicalProblem, GridCost, GridError, GridMap, GridProblem, JumpPoints, JumpProblem, Movement,
    Point, cells_on_line,
};
use astride::search::{CostOf, Engine, PathOf, Search};
use astride::{Budget, Heuristic, Path, ScaledCost, Stats, Status};
use serde::Serialize;

/// A type that costs are counted in here.
pub(crate) trait Unit: GridCost + ScaledCost + 'static {
    fn amount(self) -> Amount;
}

impl Unit for u32 {
    fn amount(self) -> Amount {
        Amount::Whole(self)
    }
}

impl Unit for f64 {
    fn amount(self) -> Amount {
        Amount::Real(self)
    }
}

/// A cost of either type.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Amount {
    Whole(u32),
    Real(f64),
}

impl Amount {
    pub(crate) fn as_f64(self) -> f64 {
        match self {
            Self::Whole(whole) => whole.into(),
            Self::Real(real) => real,
        }
    }
}

/// A way on a map.
pub(crate) struct Way {
    /// Points with straight lines between them: neighbouring cells, or turns that see each other.
    pub(crate) line: Vec<Point>,
    /// Those of them that the search has stored.
    pub(crate) nodes: Vec<Point>,
    pub(crate) cost: Amount,
}

/// Every cell on the line through these points.
pub(crate) fn cells(line: &[Point]) -> impl Iterator<Item = Point> {
    let legs = line.windows(2).flat_map(|leg| cells_on_line(leg[0], leg[1]).skip(1));
    line.first().copied().into_iter().chain(legs)
}

/// A search that can begin anew with another question, whatever the types of its nodes and costs.
pub(crate) trait MapSearch {
    fn restart(&mut self, from: Point, to: Point) -> Result<(), GridError>;
    fn run(&mut self) -> Status;
    fn run_for(&mut self, budget: Budget) -> Status;
    fn status(&self) -> Status;
    fn stats(&self) -> Stats;
    fn current(&self) -> Option<Point>;
    /// The way to the goal, once it is found.
    fn way(&self) -> Option<Way>;
    /// The way to the cell that is nearest to the goal so far.
    fn best_effort_way(&self) -> Option<Way>;
    fn open(&self) -> Vec<Point>;
    fn closed(&self) -> Vec<Point>;
    /// What a straight step costs where the terrain costs 1.
    fn unit(&self) -> Amount;
}

/// A question on a map, as the library takes it.
pub(crate) trait OnMap: Heuristic<Node: Copy + Into<Point>, Cost: Unit> {
    /// Points with straight lines between them, along a path.
    fn line(&self, path: &Path<Self::Node, Self::Cost>) -> Vec<Point> {
        points(path)
    }

    fn movement(&self) -> Movement;
}

fn points<N: Copy + Into<Point>, C>(path: &Path<N, C>) -> Vec<Point> {
    path.nodes.iter().map(|node| (*node).into()).collect()
}

impl<C: Unit> OnMap for GridProblem<&GridMap, C> {
    fn movement(&self) -> Movement {
        self.movement()
    }
}

impl<C: Unit> OnMap for CanonicalProblem<&GridMap, C> {
    fn movement(&self) -> Movement {
        self.movement()
    }
}

impl<J: JumpPoints, C: Unit> OnMap for JumpProblem<J, C> {
    /// From one jump point to the next the way may turn.
    fn line(&self, path: &Path<Self::Node, C>) -> Vec<Point> {
        self.cells(path)
    }

    fn movement(&self) -> Movement {
        self.movement()
    }
}

impl OnMap for AnyAngleProblem<&GridMap> {
    fn movement(&self) -> Movement {
        self.movement()
    }
}

/// A search of the library, and what makes its problems.
pub(crate) struct Asking<E: Engine, F> {
    pub(crate) search: Search<E>,
    pub(crate) ask: F,
}

impl<E: Engine<Problem: OnMap>, F> Asking<E, F> {
    fn trace(&self, path: &PathOf<E>) -> Way {
        Way {
            line: self.search.problem().line(path),
            nodes: points(path),
            cost: path.cost.amount(),
        }
    }
}

impl<E: Engine<Problem: OnMap>, F: Fn(Point, Point) -> Result<E::Problem, GridError>> MapSearch for Asking<E, F> {
    fn restart(&mut self, from: Point, to: Point) -> Result<(), GridError> {
        let problem = (self.ask)(from, to)?;
        self.search.reset(problem);
        Ok(())
    }

    fn run(&mut self) -> Status {
        self.search.run()
    }

    fn run_for(&mut self, budget: Budget) -> Status {
        self.search.run_for(budget)
    }

    fn status(&self) -> Status {
        self.search.status()
    }

    fn stats(&self) -> Stats {
        self.search.stats()
    }

    fn current(&self) -> Option<Point> {
        self.search.current().map(|node| (*node).into())
    }

    fn way(&self) -> Option<Way> {
        self.search.path().map(|path| self.trace(&path))
    }

    fn best_effort_way(&self) -> Option<Way> {
        self.search.best_effort_path().map(|path| self.trace(&path))
    }

    fn open(&self) -> Vec<Point> {
        self.search.open_nodes().map(|open| (*open.node).into()).collect()
    }

    fn closed(&self) -> Vec<Point> {
        self.search.closed_nodes().map(|closed| (*closed.node).into()).collect()
    }

    fn unit(&self) -> Amount {
        CostOf::<E>::straight(self.search.problem().movement()).amount()
    }
}
