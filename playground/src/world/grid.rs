//! [`Map`]: searches on a map.

use std::rc::Rc;

use astride::{AStar, Budget, DStarLite, Dijkstra, Graph, LpaStar, Path, Pathfinder, Stats, Status, Stepper};
use astride_grid::{
    AnyAngleProblem, Arrival, Direction, Estimate, FlowField, GridCost, GridError, GridGoals, GridMap, GridProblem,
    JumpMap, JumpPoints, JumpProblem, JumpTable, Movement, Point,
};
use astride_grid::{LazyThetaStar, ThetaStar};

use super::any::{AnyProblem, InSpot, Spot};
use super::guess::{Guess, Guessed, least_step};
use super::scan::Scans;
use super::turns::{Bends, ByCell};
use super::{Look, Made, distinct, several_goals};
use crate::catalogue::{self, Family};
use crate::choice::Choice;
use crate::driver::{Driver, Outcome, Wires};
use crate::limits;
use crate::manners::{Lazy, Replans};
use crate::record::{Codec, Sink};
use crate::scene::Grid;
use crate::searches::{cheapest_path, plain, special, with_both_estimates, with_estimate, with_goal};

/// A checked map with its start and goals.
pub(crate) struct Map {
    pub(crate) cells: Rc<GridMap>,
    pub(crate) movement: Movement,
    pub(crate) start: Point,
    pub(crate) goals: Vec<Point>,
}

/// Returns the terrain cost that a character stands for, 0 for a wall.
pub(crate) fn terrain(symbol: char) -> Option<u8> {
    match symbol {
        '#' => Some(0),
        '.' => Some(1),
        digit => digit
            .to_digit(10)
            .and_then(|digit| u8::try_from(digit).ok())
            .filter(|cost| *cost > 0),
    }
}

pub(crate) fn point([x, y]: [usize; 2]) -> Point {
    let side = |side: usize| u16::try_from(side).unwrap_or(u16::MAX);
    Point::new(side(x), side(y))
}

impl Map {
    /// Checks a map.
    pub(crate) fn new(grid: &Grid) -> Result<Self, String> {
        let map = Map::read(grid)?;
        let movement = Map::movement(grid)?;
        if grid.goals.len() > limits::ALL.goals {
            let (many, most) = (grid.goals.len(), limits::ALL.goals);
            return Err(format!("\"goals\": there are {many}, but at most {most} are allowed"));
        }
        let map = Map {
            cells: Rc::new(map),
            movement,
            start: point(grid.start),
            goals: distinct(grid.goals.iter().copied().map(point)),
        };
        // This checks the start and the goals.
        map.goals_problem(Estimate::Zero)?;
        Ok(map)
    }

    /// Returns the same map with another start and goal, given as numbers of cells.
    pub(crate) fn between(&self, start: Option<u32>, goal: Option<u32>) -> Result<Self, String> {
        let cells = Cells::of(&self.cells, self.movement);
        let point = |cell: u32| cells.point(cell).ok_or_else(|| format!("there is no cell {cell}"));
        let goals = goal.map(|goal| Ok::<_, String>(vec![point(goal)?]));
        let map = Map {
            cells: self.cells.clone(),
            movement: self.movement,
            start: start.map_or(Ok(self.start), point)?,
            goals: goals.unwrap_or_else(|| Ok(self.goals.clone()))?,
        };
        // This checks the start and the goals.
        map.goals_problem(Estimate::Zero)?;
        Ok(map)
    }

    /// Returns the movement rule.
    pub(crate) fn movement(grid: &Grid) -> Result<Movement, String> {
        let id = &grid.movement;
        catalogue::movement(id).ok_or_else(|| format!("\"movement\": there is no rule {id:?}"))
    }

    /// Reads the cells.
    pub(crate) fn read(grid: &Grid) -> Result<GridMap, String> {
        let most = limits::ALL.map_side;
        for (name, side) in [("width", grid.width), ("height", grid.height)] {
            if side == 0 || side > most {
                return Err(format!("{name:?} is {side}, but must be from 1 to {most}"));
            }
        }
        let mut costs = Vec::with_capacity(grid.width * grid.height);
        for (number, symbol) in grid.cells.chars().enumerate() {
            let (x, y) = (number % grid.width, number / grid.width);
            costs.push(terrain(symbol).ok_or_else(|| {
                format!("\"cells\": the cell {x},{y} is {symbol:?}, but must be '#' or a digit from 1 to 9")
            })?);
        }
        if costs.len() != grid.width * grid.height {
            let (found, wanted) = (costs.len(), grid.width * grid.height);
            return Err(format!(
                "\"cells\" has {found} characters, but must have {wanted}: one for each cell"
            ));
        }
        let width = grid.width;
        GridMap::from_fn(width, grid.height, |point| {
            costs[usize::from(point.y) * width + usize::from(point.x)]
        })
        .map_err(|error| error.to_string())
    }

    /// Returns how the estimate is derived from that of the problem.
    fn guess(&self, choice: &Choice) -> Guess {
        match choice.heuristic {
            "doubled" => Guess::Doubled,
            "manhattan" if choice.may_overestimate() => Guess::Manhattan(least_step(&self.cells, self.movement)),
            _ => Guess::Own,
        }
    }

    fn estimate(&self, choice: &Choice) -> Result<Estimate, String> {
        match choice.heuristic {
            "manhattan" if choice.may_overestimate() => Ok(Estimate::strongest(self.movement)),
            "" if choice.algorithm.family == Family::AnyAngle && self.movement.has_diagonals() => {
                Ok(Estimate::Euclidean)
            }
            "" => Ok(Estimate::strongest(self.movement)),
            id => catalogue::estimate(id, self.movement).ok_or_else(|| format!("there is no estimate {id:?}")),
        }
    }

    fn goals_problem(&self, estimate: Estimate) -> Result<GridGoals<Rc<GridMap>>, String> {
        GridGoals::new(
            self.cells.clone(),
            self.start,
            self.goals.iter().copied(),
            self.movement,
        )
        .and_then(|problem| problem.with_estimate(estimate))
        .map_err(|error| error.to_string())
    }

    fn only_goal(&self, choice: &Choice) -> Result<Point, String> {
        match *self.goals {
            [goal] => Ok(goal),
            _ => Err(several_goals(choice, self.goals.len())),
        }
    }

    /// Returns the description of the cells, and their number.
    pub(crate) fn look(&self) -> Result<(Rc<dyn Look>, usize), String> {
        let problem = self.goals_problem(Estimate::strongest(self.movement))?;
        let count = usize::from(self.cells.width()) * usize::from(self.cells.height());
        Ok((Rc::new(GridLook { problem }), count))
    }

    pub(crate) fn make(&self, choice: &Choice, sink: Sink) -> Result<Made, String> {
        let estimate = self.estimate(choice)?;
        let goals = self.goals_problem(estimate)?;
        let (look, _) = self.look()?;
        let mut prepared = 0;
        let driver = self.driver(choice, estimate, goals, sink, &mut prepared)?;
        Ok(Made { driver, look, prepared })
    }

    fn driver(
        &self,
        choice: &Choice,
        estimate: Estimate,
        goals: GridGoals<Rc<GridMap>>,
        sink: Sink,
        prepared: &mut usize,
    ) -> Result<Box<dyn Driver>, String> {
        let cells = Cells::of(&self.cells, self.movement);
        let wires = || Wires::of::<Point, u32>(Rc::new(cells), sink.clone());
        let guess = self.guess(choice);
        if choice.turn_cost() > 0 {
            return Ok(self.turning(choice, goals, sink));
        }
        let goals = AnyProblem::reversible(Guessed::new(goals, guess, &self.goals));
        if let Some(made) = with_estimate(choice, goals, self.goals.len(), wires()) {
            return made;
        }
        if choice.algorithm.id == "flow-field" {
            let field = FlowField::new(GridMap::clone(&self.cells), self.goals.iter().copied(), self.movement);
            return Ok(Box::new(Flow {
                field: field.map_err(|error| error.to_string())?,
                start: self.start,
                cells,
                wires: Wires::new(Rc::new(cells), sink.clone()),
            }));
        }
        let goal = self.only_goal(choice)?;
        let problem =
            GridProblem::new(self.cells.clone(), self.start, goal, self.movement).map_err(|error| error.to_string())?;
        let problem = problem.with_estimate(estimate).map_err(|error| error.to_string())?;
        let problem = AnyProblem::with_both_estimates(Guessed::new(problem, guess, &[goal]));
        if let Some(made) = with_goal(choice, problem.clone(), wires()) {
            return made;
        }
        if let Some(made) = with_both_estimates(choice, problem, wires()) {
            return made;
        }
        let own = || {
            let problem = GridProblem::new(GridMap::clone(&self.cells), self.start, goal, self.movement)
                .and_then(|problem| problem.with_estimate(estimate))
                .map_err(|error| error.to_string())?;
            Ok::<_, String>(Guessed::new(problem, guess, &[goal]))
        };
        let any_angle = || {
            AnyAngleProblem::new(self.cells.clone(), self.start, goal, self.movement).map_err(|error| match error {
                GridError::TerrainVaries { point, found, least } => {
                    let name = choice.algorithm.name;
                    format!(
                        "{name} needs a map on which all cells cost the same: the cell {point} costs {found}, and \
                         others {least}."
                    )
                }
                error => error.to_string(),
            })
        };
        let turning = || {
            let mut wires: Wires<Point, f64> = Wires::new(Rc::new(cells), sink.clone());
            wires.unfold = Some(Box::new(move |path: &Path<Point, f64>| cells.numbers(&path.nodes)));
            wires
        };
        Ok(match choice.algorithm.id {
            "jps" => {
                let jumps =
                    JumpMap::new(GridMap::clone(&self.cells), self.movement).map_err(|error| error.to_string())?;
                *prepared = jumps.bytes();
                let (search, scans, wires) = self.jumping(Rc::new(jumps), goal, choice, sink)?;
                special(search, scans, wires)
            }
            "jps-plus" => {
                let jumps =
                    JumpTable::new(GridMap::clone(&self.cells), self.movement).map_err(|error| error.to_string())?;
                *prepared = jumps.bytes();
                let (search, _, wires) = self.jumping(Rc::new(jumps), goal, choice, sink)?;
                plain(search, wires)
            }
            "theta-star" => plain(ThetaStar::new(any_angle()?), turning()),
            "lazy-theta-star" => special(LazyThetaStar::new(any_angle()?), Lazy, turning()),
            "lpa-star" => {
                let replans = Replans {
                    cells: cells.count(),
                    move_start: None,
                };
                special(LpaStar::new(own()?), replans, Wires::new(Rc::new(cells), sink.clone()))
            }
            "d-star-lite" => {
                let replans = Replans {
                    cells: cells.count(),
                    move_start: Some(DStarLite::move_start),
                };
                special(
                    DStarLite::new(own()?),
                    replans,
                    Wires::new(Rc::new(cells), sink.clone()),
                )
            }
            id => return Err(format!("there is no search {id:?} for maps")),
        })
    }

    /// Creates a search with a cost for turns.
    fn turning(&self, choice: &Choice, goals: GridGoals<Rc<GridMap>>, sink: Sink) -> Box<dyn Driver> {
        let cost = choice.turn_cost();
        let problem = goals.with_turn_cost(u32::straight(self.movement).saturating_mul(cost));
        let problem = AnyProblem::new(Guessed::new(problem, self.guess(choice), &self.goals));
        let mut wires = Wires::of::<Arrival, u32>(Rc::new(ByCell(Cells::of(&self.cells, self.movement))), sink);
        wires.shares_numbers = true;
        if choice.algorithm.id == "dijkstra" {
            special(Dijkstra::new(problem), Bends { cost }, wires)
        } else {
            special(
                AStar::new(problem).with_tie_breaking(choice.ties()),
                Bends { cost },
                wires,
            )
        }
    }

    #[expect(
        clippy::type_complexity,
        reason = "a search, its observer, and the sink of the events"
    )]
    fn jumping<J: JumpPoints + Clone + 'static>(
        &self,
        jumps: J,
        goal: Point,
        choice: &Choice,
        sink: Sink,
    ) -> Result<(AStar<AnyProblem>, Scans<J>, Wires<Spot, f64>), String> {
        let problem = JumpProblem::new(jumps, self.start, goal);
        let estimate = self.estimate(choice)?;
        let problem = problem
            .and_then(|problem| problem.with_estimate(estimate))
            .map_err(|error| error.to_string())?;
        let cells = Cells::of(&self.cells, self.movement);
        let scans = Scans {
            steps: GridProblem::new(self.cells.clone(), self.start, goal, self.movement)
                .map_err(|error| error.to_string())?,
            jumps: problem.clone(),
            cells,
            sink: sink.clone(),
        };
        let mut wires = Wires::of::<Point, u32>(Rc::new(cells), sink);
        let again = problem.clone();
        wires.unfold = Some(Box::new(move |path| {
            let nodes = path.nodes.iter().filter_map(|spot| Point::of(*spot)).collect();
            cells.numbers(&again.cells(&Path { nodes, cost: 0 }))
        }));
        let search = AStar::new(AnyProblem::new(Guessed::new(problem, self.guess(choice), &[goal])));
        Ok((search, scans, wires))
    }
}

/// Cells are numbered row by row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    width: u16,
    height: u16,
    movement: Movement,
}

impl Cells {
    fn of(map: &GridMap, movement: Movement) -> Self {
        Cells {
            width: map.width(),
            height: map.height(),
            movement,
        }
    }

    fn count(self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    pub(crate) fn cell(self, point: Point) -> u32 {
        u32::from(point.y) * u32::from(self.width) + u32::from(point.x)
    }

    fn numbers(self, points: &[Point]) -> Vec<u32> {
        points.iter().map(|point| self.cell(*point)).collect()
    }

    fn point(self, cell: u32) -> Option<Point> {
        let width = u32::from(self.width);
        let (x, y) = (u16::try_from(cell % width).ok()?, u16::try_from(cell / width).ok()?);
        (y < self.height).then_some(Point::new(x, y))
    }
}

impl<N: Copy + Into<Point> + From<Point>, C: GridCost> Codec<N, C> for Cells {
    fn number(&self, node: &N) -> u32 {
        self.cell((*node).into())
    }

    fn node(&self, number: u32) -> Option<N> {
        self.point(number).map(N::from)
    }

    fn amount(&self, cost: C) -> f64 {
        cost.in_cells(self.movement)
    }
}

/// The description of cells.
struct GridLook {
    problem: GridGoals<Rc<GridMap>>,
}

impl GridLook {
    fn cells(&self) -> Cells {
        Cells::of(self.problem.map(), self.problem.movement())
    }
}

impl Look for GridLook {
    fn successors(&self, node: u32) -> Vec<(u32, f64)> {
        let cells = self.cells();
        let Some(point) = cells.point(node).filter(|point| self.problem.map().is_free(*point)) else {
            return Vec::new();
        };
        let successors = self.problem.successors(&point);
        successors
            .map(|(to, cost)| (cells.cell(to), cost.in_cells(self.problem.movement())))
            .collect()
    }

    fn name(&self, node: u32) -> Option<String> {
        self.cells().point(node).map(|point| point.to_string())
    }

    fn unit(&self) -> f64 {
        u32::straight(self.problem.movement()).into()
    }

    fn cheapest_path(&self) -> Option<Vec<(u32, f64)>> {
        let problem = Guessed::new(self.problem.clone(), Guess::Own, &[]);
        let wires = Wires::of::<Point, u32>(Rc::new(self.cells()), Sink::deaf());
        cheapest_path(AnyProblem::reversible(problem), &wires, u64::MAX)
    }
}

/// A flow field. A step is an expansion of the search for it.
struct Flow {
    field: FlowField<GridMap>,
    start: Point,
    cells: Cells,
    wires: Wires<Point, u32>,
}

impl Driver for Flow {
    fn step(&mut self) {
        let _ = self.field.step();
        if let Some(current) = self.field.search().current() {
            let around = Direction::ALL.map(|direction| current.neighbour(direction));
            let around = around.into_iter().flatten().chain([current]);
            for point in around.filter(|point| self.field.map().contains(*point)) {
                self.wires
                    .note(self.cells.cell(point), self.field.search().known_node(&point));
            }
        }
    }

    fn rush(&mut self, steps: u64) {
        let _ = self.field.run_for(Budget::new().expansions(steps));
    }

    fn node_bytes(&self) -> [usize; 2] {
        self.wires.node_bytes
    }

    fn status(&self) -> Status {
        match self.field.status() {
            // The field is complete.
            Status::Found if self.field.cost(self.start).is_none() => Status::Exhausted,
            status => status,
        }
    }

    fn stats(&self) -> Stats {
        self.field.stats()
    }

    fn current(&self) -> Option<u32> {
        self.wires.number(self.field.search().current())
    }

    fn next(&mut self) -> Option<u32> {
        None
    }

    fn outcome(&self) -> Outcome {
        let path = self
            .field
            .path_from(self.start)
            .filter(|_| self.field.status() == Status::Found);
        let remark = match self.field.status() {
            Status::Found => Some(String::from("The field is complete: each cell has its next step.")),
            _ => None,
        };
        self.wires.outcome(&path.into_iter().collect::<Vec<_>>(), remark)
    }

    fn change(&mut self, cell: u32, cost: u8) -> Option<Result<(), String>> {
        let point = self.cells.point(cell)?;
        Some(self.field.set_cost(point, cost).map_err(|error| error.to_string()))
    }

    fn move_start(&mut self, node: u32) -> Option<Result<(), String>> {
        self.start = self.cells.point(node)?;
        Some(Ok(()))
    }

    fn look_at_all(&mut self) {
        for cell in 0..self.cells.count() {
            if let Some(point) = self.cells.point(cell) {
                self.wires.note(cell, self.field.search().known_node(&point));
            }
        }
    }
}
