//! [`TurnProblem`]: a problem on a map in which turns have a cost.

mod arrival;

pub use arrival::Arrival;

use core::array;
use core::borrow::Borrow;
use core::fmt;

use crate::movement::{DIRECTIONS, FIRST_DIAGONAL};
use crate::problem::NARROW;
use crate::{GridCost, GridGoals, GridMap, GridProblem, Movement};
use astride::traits::{Hints, NoSuchNode, Reached};
use astride::{Cost, Graph, Heuristic, Problem, ReverseGraph};

/// A problem on a map in which turns have a cost, for paths with few bends, such as those of a robot, a pipe or a
/// corridor.
///
/// [`GridProblem::with_turn_cost`] creates such a problem, and so does [`GridGoals::with_turn_cost`] for several goals.
/// The nodes are cells, each with the cell from which it was entered ([`Arrival`]), since the cost of the next step
/// depends on both. A change of direction adds its cost to the cost of the step after it. The first step needs no turn
/// unless the start has a direction. To add a start with a direction, call `add_start(Arrival::new(at, from), cost)`.
///
/// A cell can be entered from several sides, so the goal is not a single node. The problem is therefore not a
/// [`KnownGoal`](astride::KnownGoal), and no bidirectional search accepts it. For costs that depend on the place of a
/// turn, or on whether it is to the left or to the right, use `Turns` of the crate `astride-labels`, which takes a
/// closure.
///
/// # Complexity
///
/// A search may expand a cell up to four times (eight with diagonal steps), once for each direction in which it is
/// entered. Each time, the search looks at all steps from the cell, since a cell entered in another direction is
/// another node. On game and city maps, A\* expands 4 to 11 times as many nodes as without turn costs. [`Graph::index`]
/// numbers the nodes, so that none is hashed. A search allocates an array with room for 5 or 9 nodes per cell, one of
/// them for a start: see [`Graph::index_bound`].
///
/// # Errors
///
/// If the cost of a turn is below zero or not a number, a search fails with
/// [`SearchError::NegativeCost`](astride::SearchError::NegativeCost) or
/// [`InvalidCost`](astride::SearchError::InvalidCost), which name that cost. If a step and a turn have valid costs
/// whose sum is too large for the type, the step is left out.
///
/// On a map of more than 119 million cells (214 million under [`Movement::Four`]), a node's number can be too large. A
/// search then fails with [`SearchError::IndexTooLarge`](astride::SearchError::IndexTooLarge).
///
/// # Example
///
/// ```
/// use astride::{AStar, Status};
/// use astride_grid::{GridError, GridProblem, Movement, TextMap};
///
/// let text: TextMap = "
///     S.##....
///     #.......
///     #..#.#..
///     ..##..G.
/// ".parse()?;
/// let (start, goal) = (text.start.unwrap(), text.goal.unwrap());
/// let problem = GridProblem::new(&text.map, start, goal, Movement::Four)?;
///
/// let mut search = AStar::new(problem.with_turn_cost(3));
/// assert_eq!(search.run(), Status::Found);
/// let path = search.path().unwrap();
/// assert_eq!(path.cost, 9 + 3 * 3);
///
/// let cells: Vec<_> = path.iter().map(|node| node.at).collect();
/// assert_eq!(text.map.drawing().path(&cells).to_string(), "\
/// **##....
/// #******.
/// #..#.#*.
/// ..##..*.
/// ");
/// # Ok::<(), GridError>(())
/// ```
#[doc(alias("turn penalty", "turn cost", "bends", "corners", "u-turn"))]
#[derive(Clone, Copy)]
pub struct TurnProblem<P: Graph> {
    problem: P,
    /// The cost of a turn, for each direction before it (the last entry is for none) and each direction after it.
    turns: [[P::Cost; DIRECTIONS.len()]; DIRECTIONS.len() + 1],
    /// The directions that may follow, as bits, for each direction before (the last entry is for none).
    onward: [u8; DIRECTIONS.len() + 1],
    /// The number of a node is that of its cell, shifted by this many bits, plus the direction in which it was entered.
    bits: u32,
    /// The numbers from this one on are those of starts.
    starts: usize,
    has_narrow_keys: bool,
}

impl<M: Borrow<GridMap>, C: GridCost> GridProblem<M, C> {
    /// Adds a cost for each change of direction, whatever the angle. See [`TurnProblem`].
    ///
    /// The cost of a turn has the same unit as the costs of steps: on terrain of cost 1, a straight step costs
    /// [`C::straight`](GridCost::straight), which is 1 under [`Movement::Four`] and, for `u32`, 985 under the other
    /// rules.
    pub fn with_turn_cost(self, cost: C) -> TurnProblem<Self> {
        TurnProblem::new(self, [cost; 4])
    }

    /// Adds a cost for each change of direction, depending on the angle: `costs` contains the costs of turns by 45, 90,
    /// 135 and 180 degrees. An entry of [`Cost::INFINITY`] forbids turns by that angle.
    ///
    /// ```
    /// use astride::AStar;
    /// use astride_grid::{GridError, GridMap, GridProblem, Movement, Point};
    ///
    /// // A ship that turns by 45 degrees at a time.
    /// let map = GridMap::new(16, 16)?;
    /// let problem = GridProblem::new(&map, Point::new(0, 0), Point::new(0, 9), Movement::Eight)?;
    /// let ship = problem.with_turn_costs([500, u32::MAX, u32::MAX, u32::MAX]);
    /// let path = AStar::new(ship).find_path().expect("no failure").expect("a path");
    /// assert_eq!(path.cost, 9 * 985);
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn with_turn_costs(self, costs: [C; 4]) -> TurnProblem<Self> {
        TurnProblem::new(self, costs)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> GridGoals<M, C> {
    /// Adds a cost for each change of direction: see [`GridProblem::with_turn_cost`].
    pub fn with_turn_cost(self, cost: C) -> TurnProblem<Self> {
        TurnProblem::new(self, [cost; 4])
    }

    /// Adds a cost for each change of direction, depending on the angle: see [`GridProblem::with_turn_costs`].
    pub fn with_turn_costs(self, costs: [C; 4]) -> TurnProblem<Self> {
        TurnProblem::new(self, costs)
    }
}

/// A problem whose nodes are the cells of a map: [`GridProblem`] or [`GridGoals`]. The trait is sealed.
pub trait OnCells: sealed::OnCells {}

mod sealed {
    use core::borrow::Borrow;

    use crate::{GridCost, GridMap, GridProblem, Point};
    use astride::Heuristic;

    pub trait OnCells: Heuristic<Node = Point, Cost: GridCost> {
        type Map: Borrow<GridMap>;

        fn cells(&self) -> &GridProblem<Self::Map, Self::Cost>;
    }
}

impl<M: Borrow<GridMap>, C: GridCost> OnCells for GridProblem<M, C> {}

impl<M: Borrow<GridMap>, C: GridCost> sealed::OnCells for GridProblem<M, C> {
    type Map = M;

    #[inline]
    fn cells(&self) -> &GridProblem<M, C> {
        self
    }
}

impl<M: Borrow<GridMap>, C: GridCost> OnCells for GridGoals<M, C> {}

impl<M: Borrow<GridMap>, C: GridCost> sealed::OnCells for GridGoals<M, C> {
    type Map = M;

    #[inline]
    fn cells(&self) -> &GridProblem<M, C> {
        self.to_first()
    }
}

impl<P: OnCells> TurnProblem<P> {
    /// `costs` are those of turns by 45, 90, 135 and 180 degrees.
    fn new(problem: P, costs: [P::Cost; 4]) -> Self {
        let cells = problem.cells();
        let turns = array::from_fn(|before| {
            array::from_fn(|after| match eighths(before, after) {
                0 => P::Cost::ZERO,
                angle => costs[angle - 1],
            })
        });
        let onward = turns.each_ref().map(|turns| {
            let allowed = |bits: u8, after: usize| bits | u8::from(!is_infinite(&turns[after])) << after;
            (0..DIRECTIONS.len()).fold(0, allowed)
        });
        let bits = if cells.movement() == Movement::Four { 2 } else { 3 };
        let starts = cells.map().index_bound() << bits;
        // The keys of the open nodes lie close together if those without turns do, and turns are not expensive.
        let is_narrow = |cost: &P::Cost| is_infinite(cost) || cost.number().is_some_and(|number| number < NARROW);
        let has_narrow_keys = problem.estimate_hints().prefers_last_in && costs.iter().all(is_narrow);
        TurnProblem {
            problem,
            turns,
            onward,
            bits,
            starts,
            has_narrow_keys,
        }
    }

    /// The underlying problem, without the turn costs.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// Consumes the problem and returns the underlying one, without the turn costs, for example to get back its map.
    pub fn into_problem(self) -> P {
        self.problem
    }

    /// The number of the cell, and the direction in which it was entered, or 8 at a start.
    #[inline]
    fn parts(&self, number: usize) -> (usize, usize) {
        match number.checked_sub(self.starts) {
            Some(cell) => (cell, DIRECTIONS.len()),
            None => (number >> self.bits, number & ((1 << self.bits) - 1)),
        }
    }

    /// Visits the steps that are allowed from a node, given its number if that is known, each with the node that it
    /// leads to, the number of that node, and the cost of the step including its turn.
    #[inline]
    fn visit_steps(&self, node: Arrival, number: Option<usize>, mut visit: impl FnMut(Arrival, usize, P::Cost)) {
        let cells = self.problem.cells();
        let (cell, arrival) = match number {
            Some(number) => self.parts(number),
            None => (
                cells.numbers.number(node.at),
                node.direction().unwrap_or(DIRECTIONS.len()),
            ),
        };
        let turns = &self.turns[arrival];
        cells.visit_all_steps(node.at, cell, self.onward[arrival], |direction, to, cell, step| {
            let cost = sum(step, turns[direction & 7]);
            visit(Arrival::new(to, node.at), cell << self.bits | direction, cost);
        });
    }
}

fn is_infinite<C: Cost>(cost: &C) -> bool {
    cost.order(&C::INFINITY).is_eq()
}

/// The number of eighths of a full turn by which two directions differ, which is 0 after a start without a direction.
fn eighths(before: usize, after: usize) -> usize {
    if before == DIRECTIONS.len() {
        return 0;
    }
    let place = |direction: usize| 2 * (direction & 3) + usize::from(direction >= FIRST_DIAGONAL);
    let clockwise = (place(after) + 8 - place(before)) & 7;
    clockwise.min(8 - clockwise)
}

/// The sum of a step and a turn. If the cost of the turn is negative or not a number, that cost is returned, so that
/// the error of the search names it.
#[inline]
fn sum<C: Cost>(step: C, turn: C) -> C {
    match step.plus(turn) {
        Some(sum) if !turn.is_less(&C::ZERO) => sum,
        _ => sum_of_any(turn),
    }
}

#[cold]
fn sum_of_any<C: Cost>(turn: C) -> C {
    // If the cost of the turn is valid, it is the sum that is too large for the type.
    match C::ZERO.plus(turn) {
        Some(plain) if !plain.is_less(&C::ZERO) => C::INFINITY,
        _ => turn,
    }
}

impl<P: OnCells> Graph for TurnProblem<P> {
    type Node = Arrival;
    type Cost = P::Cost;

    #[inline]
    fn successors(&self, node: &Arrival) -> impl Iterator<Item = (Arrival, P::Cost)> {
        let mut steps = [None; DIRECTIONS.len()];
        let mut count = 0;
        self.visit_steps(*node, None, |to, _, cost| {
            steps[count] = Some((to, cost));
            count += 1;
        });
        steps.into_iter().flatten()
    }

    #[inline]
    fn visit_successors(
        &self,
        node: &Arrival,
        reached: Reached<'_, Arrival>,
        mut visit: impl FnMut(Arrival, Option<usize>, P::Cost),
    ) {
        self.visit_steps(*node, reached.index, |to, number, cost| visit(to, Some(number), cost));
    }

    #[inline]
    fn index(&self, node: &Arrival) -> Option<usize> {
        let cells = self.problem.cells();
        if !cells.map().contains(node.at) {
            return None;
        }
        let cell = cells.numbers.number(node.at);
        if node.from.is_none() {
            return Some(self.starts + cell);
        }
        let direction = node.direction().filter(|direction| direction >> self.bits == 0)?;
        Some(cell << self.bits | direction)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<Arrival> {
        let (cell, direction) = self.parts(index);
        let at = self.problem.cells().numbers.point(cell);
        Some(if direction < DIRECTIONS.len() {
            Arrival::by(direction, at)
        } else {
            Arrival::start(at)
        })
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(self.starts + self.problem.cells().map().index_bound())
    }

    fn check_node(&self, node: &Arrival) -> Result<(), NoSuchNode> {
        self.problem.check_node(&node.at)
    }
}

impl<P: OnCells + ReverseGraph> ReverseGraph for TurnProblem<P> {
    fn predecessors(&self, node: &Arrival) -> impl Iterator<Item = (Arrival, P::Cost)> {
        let last = node.from.as_ref().zip(node.direction());
        last.into_iter().flat_map(move |(from, after)| {
            let step = self.problem.successors(from).find(|(to, _)| *to == node.at);
            step.into_iter().flat_map(move |(_, step)| {
                let before = self
                    .problem
                    .predecessors(from)
                    .map(move |(first, _)| Arrival::new(*from, first));
                let starts = [Arrival::start(*from)].into_iter();
                starts.chain(before).filter_map(move |parent| {
                    let before = parent.direction().unwrap_or(DIRECTIONS.len());
                    let is_allowed = self.onward[before] >> after & 1 == 1;
                    is_allowed.then(|| (parent, sum(step, self.turns[before][after])))
                })
            })
        })
    }
}

impl<P: OnCells> Problem for TurnProblem<P> {
    #[inline]
    fn start(&self) -> Arrival {
        Arrival::start(self.problem.start())
    }

    #[inline]
    fn is_goal(&self, node: &Arrival) -> bool {
        self.problem.is_goal(&node.at)
    }
}

impl<P: OnCells> Heuristic for TurnProblem<P> {
    #[inline]
    fn estimate(&self, node: &Arrival) -> P::Cost {
        self.problem.estimate(&node.at)
    }

    #[inline]
    fn estimate_hints(&self) -> Hints {
        self.problem.estimate_hints().preferring_last_in(self.has_narrow_keys)
    }
}

impl<P: Graph + fmt::Debug> fmt::Debug for TurnProblem<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("TurnProblem");
        fields.field("problem", &self.problem).finish_non_exhaustive()
    }
}
