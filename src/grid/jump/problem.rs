//! [`JumpProblem`]: from one cell of a map to another, by jump points.

use alloc::vec::Vec;

use super::map::along;
use super::source::JumpPoints;
use super::successors::{Seen, Successors};
use crate::grid::estimate::Gauge;
use crate::grid::problem::{StepCosts, Steps, check_ends};
use crate::grid::pruning::{DOWN, LEFT, RIGHT, UP, between};
use crate::grid::{Arrival, Estimate, GridCost, GridError, GridMap, Movement, Point};
use crate::{Graph, Heuristic, Path, Problem};

/// From one cell of a map to another by jump points: the same cost as with [`GridProblem`](super::super::GridProblem), and
/// far fewer nodes.
#[derive(Clone, Copy, Debug)]
pub struct JumpProblem<J, C = u32> {
    jumps: J,
    start: Point,
    goal: Point,
    estimate: Estimate,
    gauge: Gauge<C>,
    steps: StepCosts<C>,
    /// Whether jumps will do: where terrain costs differ, every step has to be looked at.
    has_jumps: bool,
    /// How far one can come straight *to* the goal, by direction.
    approaches: [u16; 4],
}

impl<J: JumpPoints> JumpProblem<J> {
    /// The way from `start` to `goal`, counted in `u32`, with the strongest admissible estimate.
    pub fn new(jumps: J, start: Point, goal: Point) -> Result<Self, GridError> {
        Self::with_cost(jumps, start, goal)
    }
}

impl<J: JumpPoints, C: GridCost> JumpProblem<J, C> {
    /// As [`new`](JumpProblem::new), counted in any [`GridCost`].
    pub fn with_cost(jumps: J, start: Point, goal: Point) -> Result<Self, GridError> {
        let map = jumps.jump_map();
        check_ends(map.map(), start, goal)?;
        let movement = map.movement();
        let estimate = Estimate::strongest(movement);
        let steps = StepCosts::new(movement, map.map());
        let approaches = core::array::from_fn(|direction| map.run(goal, (direction + 2) & 3));
        Ok(Self {
            start,
            goal,
            estimate,
            gauge: Gauge::new(estimate, movement, map.map()),
            steps,
            has_jumps: steps.is_uniform && is_countable::<C>(map.map(), movement),
            approaches,
            jumps,
        })
    }

    /// The same question with another estimate.
    pub fn with_estimate(self, estimate: Estimate) -> Result<Self, GridError> {
        let movement = self.movement();
        if !estimate.is_admissible(movement) {
            return Err(GridError::Inadmissible { estimate, movement });
        }
        let gauge = Gauge::new(estimate, movement, self.map());
        Ok(Self {
            estimate,
            gauge,
            ..self
        })
    }

    /// The map.
    #[inline]
    pub fn map(&self) -> &GridMap {
        self.jumps.jump_map().map()
    }

    /// What the jump points are taken from.
    #[inline]
    pub fn jumps(&self) -> &J {
        &self.jumps
    }

    /// Gives back what the jump points are taken from, to change the map, for example.
    pub fn into_jumps(self) -> J {
        self.jumps
    }

    /// Where paths are to end. Where they begin is [`Problem::start`].
    #[inline]
    pub fn goal(&self) -> Point {
        self.goal
    }

    /// Which steps are allowed.
    #[inline]
    pub fn movement(&self) -> Movement {
        self.jumps.jump_map().movement()
    }

    /// Which estimate [`Heuristic::estimate`] makes.
    #[inline]
    pub fn kind_of_estimate(&self) -> Estimate {
        self.estimate
    }

    /// Every cell of a path of jump points, the start first.
    pub fn cells(&self, path: &Path<Arrival, C>) -> Vec<Point> {
        let mut cells = Vec::new();
        cells.extend(path.nodes.first().map(|node| node.point));
        for pair in path.nodes.windows(2) {
            let (from, to) = (pair[0].point, pair[1].point);
            let way = Way::between(from, to, self.movement());
            cells.extend((1..=way.swept).map(|steps| along(from, way.sweep, steps)));
            let corner = along(from, way.sweep, way.swept);
            cells.extend((1..=way.straight).map(|steps| along(corner, way.line, steps)));
        }
        cells
    }

    /// The goal and what it costs to go there, where it can be seen: by a sweep first and then straight, the way beginning
    /// with one of the steps `kept`.
    #[inline]
    fn goal_seen(&self, from: Point, kept: u8) -> Option<(Arrival, C)> {
        let way = Way::between(from, self.goal, self.movement());
        let first = if way.swept != 0 { way.sweep } else { way.line };
        if kept >> first & 1 == 0
            || way.straight > self.approaches[way.line & 3]
            || !self.jumps.sweeps(from, way.sweep, way.swept)
        {
            return None;
        }
        let sweep = if self.movement().has_diagonals() {
            self.steps.diagonal
        } else {
            self.steps.straight
        };
        let cost = sweep
            .times(way.swept.into())
            .plus(self.steps.straight.times(way.straight.into()));
        Some((self.goal.into(), cost))
    }
}

/// Whether the longest jump's cost is a number that `C` holds exactly.
fn is_countable<C: GridCost>(map: &GridMap, movement: Movement) -> bool {
    let side = u32::from(map.width().max(map.height()));
    let longest = C::straight(movement).plus(C::diagonal(movement)).times(side);
    let factor = map.least_cost().unwrap_or(1);
    longest.greatest_factor(factor) == factor
}

/// The canonical way between two cells, were there no walls: a sweep, then a straight line.
struct Way {
    sweep: usize,
    swept: u16,
    line: usize,
    straight: u16,
}

impl Way {
    #[inline]
    fn between(from: Point, to: Point, movement: Movement) -> Self {
        let (dx, dy) = (to.x.abs_diff(from.x), to.y.abs_diff(from.y));
        let horizontal = if to.x >= from.x { RIGHT } else { LEFT };
        let vertical = if to.y >= from.y { DOWN } else { UP };
        if !movement.has_diagonals() {
            return Self {
                sweep: horizontal,
                swept: dx,
                line: vertical,
                straight: dy,
            };
        }
        Self {
            sweep: between(horizontal, vertical),
            swept: dx.min(dy),
            line: if dx > dy { horizontal } else { vertical },
            straight: dx.abs_diff(dy),
        }
    }
}

impl<J: JumpPoints, C: GridCost> Graph for JumpProblem<J, C> {
    type Node = Arrival;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &Arrival) -> impl Iterator<Item = (Arrival, C)> {
        let map = self.jumps.jump_map();
        let kept = map.kept(node.point, node.number());
        if !self.has_jumps {
            return Successors::Steps(Steps::new(map.map(), self.steps, node.point, kept));
        }
        if let Some(goal) = self.goal_seen(node.point, kept) {
            return Successors::Goal(Some(goal));
        }
        let sweeps = map.movement().sweeps();
        Successors::Seen(Seen::new(
            &self.jumps,
            self.steps,
            node.point,
            kept & !sweeps,
            kept & sweeps,
        ))
    }

    /// `y * (width + 1) + x`, as for [`GridProblem`](crate::grid::GridProblem).
    #[inline]
    fn index(&self, node: &Arrival) -> Option<usize> {
        Some(self.map().index(node.point))
    }
}

impl<J: JumpPoints, C: GridCost> Problem for JumpProblem<J, C> {
    #[inline]
    fn start(&self) -> Arrival {
        self.start.into()
    }

    #[inline]
    fn is_goal(&self, node: &Arrival) -> bool {
        node.point == self.goal
    }
}

impl<J: JumpPoints, C: GridCost> Heuristic for JumpProblem<J, C> {
    #[inline]
    fn estimate(&self, node: &Arrival) -> C {
        self.gauge.measure(node.point, self.goal)
    }
}
