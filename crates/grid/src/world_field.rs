//! [`WorldField`]: a flow field that belongs to a world and follows moving goals and changes to the map.

use alloc::vec::Vec;
use core::fmt;

use super::{FlowField, GridError, GridMap, Movement, Point};
use astride::{Path, Status, Stepper};

/// A [`FlowField`] that belongs to a [`GridWorld`](super::GridWorld) and follows moving goals and changes to the
/// world's map.
///
/// The world computes its fields while it is [run](Stepper::run_for), with a budget for each frame. Units may follow a
/// field at any time:
///
/// - When a cell changes, steps that have become impossible are withdrawn at once: even before the world is run again,
///   [`next`](Self::next) never leads into a wall, or diagonally past one if the movement rule forbids that. If a path
///   is no longer known, `next` is `None` until the path is repaired. Only paths that the change affects are repaired.
/// - When [goals move](Self::set_goals), units follow the field to the former goals until the field to the new goals is
///   complete. If the goals move again meanwhile, the field being computed is completed first, so that units keep
///   moving even with a small budget. A field to new goals is computed from scratch.
/// - A goal in a wall is ignored until the cell is free.
///
/// # Complexity
///
/// Looking up a cost or a next cell takes O(1). Changing a cell also takes O(1); the field is repaired by later steps
/// of the world. A field takes about 15 bytes per cell, and twice as many once its goals have moved.
///
/// # Example
///
/// ```
/// use astride::{Budget, Status, Stepper};
/// use astride_grid::{GridError, GridMap, GridWorld, Movement, Point, UnitKind};
///
/// let mut world = GridWorld::<GridMap>::new(GridMap::new(12, 8)?, Movement::Eight)?;
/// let large = world.add_unit(UnitKind::new(2)?)?;
/// let player = Point::new(11, 7);
/// // A unit of 2 x 2 cells touches the player from four positions. One of them is on the map.
/// let around = world.units()[large].kind().positions_over(player);
/// let hunt = world.add_field(large, around)?;
///
/// let mut unit = Point::new(0, 0);
/// for frame in 0..100 {
///     if frame == 3 {
///         world.set_wall(Point::new(5, 4))?;
///     }
///     world.run_for(Budget::new().expansions(20)); // or `.time(Duration::from_millis(2))`
///     if let Some(next) = world.fields()[hunt].next(unit) {
///         unit = next;
///     }
/// }
/// assert_eq!(unit, Point::new(10, 6));
///
/// world.fields_mut()[hunt].set_goals([Point::new(0, 6)])?;
/// assert_eq!(world.run(), Status::Found);
/// assert_eq!(world.fields()[hunt].path_from(unit).unwrap().edges(), 10);
/// # Ok::<(), GridError>(())
/// ```
#[doc(alias("flow field", "moving goal", "moving target", "chase"))]
#[derive(Clone)]
pub struct WorldField {
    unit: usize,
    goals: Vec<Point>,
    /// The cost of each goal.
    costs: Vec<u32>,
    /// The field that units follow.
    shown: FlowField<GridMap>,
    /// Memory for the field to goals that have moved.
    other: Option<FlowField<GridMap>>,
    /// Whether the other field is being computed.
    is_pending: bool,
    /// Whether the goals have moved since the last field was begun.
    have_moved: bool,
}

impl WorldField {
    pub(super) fn new(
        unit: usize,
        map: &GridMap,
        priced: &[(Point, u32)],
        movement: Movement,
    ) -> Result<Self, GridError> {
        let (goals, costs): (Vec<_>, Vec<_>) = priced.iter().copied().unzip();
        map.check_ends(None, &goals, true)?;
        Ok(Self {
            unit,
            shown: FlowField::new_unchecked(map.clone(), priced, movement)?,
            goals,
            costs,
            other: None,
            is_pending: false,
            have_moved: false,
        })
    }

    /// The index of the field's kind of unit in [`GridWorld::units`](super::GridWorld::units).
    pub fn unit(&self) -> usize {
        self.unit
    }

    /// The goals that were set most recently.
    pub fn goals(&self) -> &[Point] {
        &self.goals
    }

    /// The cost of each of these goals, which is 0 unless it has a cost of its own.
    pub fn goal_costs(&self) -> &[u32] {
        &self.costs
    }

    /// Returns whether [`next`](Self::next) and [`cost`](Self::cost) are those of cheapest paths to the
    /// [`goals`](Self::goals) on the world's map as it is now.
    pub fn is_complete(&self) -> bool {
        self.status() == Status::Found
    }

    /// Moves the goals. Until the field to the new goals is complete, units follow the current field.
    ///
    /// # Errors
    ///
    /// [`GridError::NoGoal`] if there is no goal; [`GridError::EndOutside`] for the first goal off the map;
    /// [`GridError::OutOfMemory`]. The goals are then unchanged.
    ///
    /// # Complexity
    ///
    /// O(goals), and O(cells) the first time. The step of the world that begins the new field also takes O(cells).
    pub fn set_goals(&mut self, goals: impl IntoIterator<Item = Point>) -> Result<(), GridError> {
        self.set_goals_with_costs(goals.into_iter().map(|goal| (goal, 0)))
    }

    /// Like [`set_goals`](Self::set_goals), to goals with [costs of their own](FlowField::new_with_costs), for example
    /// to let units flee from a player.
    ///
    /// # Errors
    ///
    /// As for [`set_goals`](Self::set_goals).
    ///
    /// # Complexity
    ///
    /// As for [`set_goals`](Self::set_goals).
    pub fn set_goals_with_costs(&mut self, goals: impl IntoIterator<Item = (Point, u32)>) -> Result<(), GridError> {
        let priced: Vec<(Point, u32)> = goals.into_iter().collect();
        let (goals, costs): (Vec<_>, Vec<_>) = priced.iter().copied().unzip();
        if goals == self.goals && costs == self.costs {
            return Ok(());
        }
        self.shown.map().check_ends(None, &goals, true)?;
        if self.other.is_none() {
            let map = self.shown.map().clone();
            self.other = Some(FlowField::new_unchecked(map, &priced, self.shown.movement())?);
        }
        (self.goals, self.costs) = (goals, costs);
        self.have_moved = true;
        Ok(())
    }

    /// The next cell on the path from the point to a goal. `None` at a goal, or if no path is known. O(1).
    #[inline]
    pub fn next(&self, point: Point) -> Option<Point> {
        self.shown.next(point)
    }

    /// Like [`next`](Self::next), but also leads a unit out of a wall: see [`FlowField::next_lenient`]. O(1).
    #[inline]
    pub fn next_lenient(&self, point: Point) -> Option<Point> {
        self.shown.next_lenient(point)
    }

    /// The cost of the path from the point to a goal, including the cost of the goal if it has one; otherwise 0 for a
    /// goal. `None` if no path is known, and for points off the map or in walls. After a change, the cost may be
    /// outdated until the field is repaired. O(1).
    #[inline]
    pub fn cost(&self, point: Point) -> Option<u32> {
        self.shown.cost(point)
    }

    /// The path from the point to a goal, starting with the point itself. `None` if [`cost`](Self::cost) is `None`, or
    /// while the path is being repaired. O(length).
    pub fn path_from(&self, point: Point) -> Option<Path<Point, u32>> {
        self.shown.path_from(point)
    }

    /// The [`FlowField`] that units currently follow.
    pub fn flow_field(&self) -> &FlowField<GridMap> {
        &self.shown
    }

    /// Applies a change of a cell.
    pub(super) fn change(&mut self, point: Point, cost: u8) -> Result<(), GridError> {
        self.shown.map().check_inside(point)?;
        let shown = self.shown.set_cost_unchecked(point, cost);
        match &mut self.other {
            Some(other) if self.is_pending => other.set_cost_unchecked(point, cost).and(shown),
            _ => shown,
        }
    }

    /// Makes a step. Returns whether it completed a field.
    pub(super) fn advance(&mut self) -> bool {
        if self.shown.status().is_running() {
            return !self.shown.step().is_running();
        }
        let Some(other) = &mut self.other else { return true };
        if self.is_pending {
            self.is_pending = other.step().is_running();
            if !self.is_pending {
                core::mem::swap(&mut self.shown, other);
            }
            return !self.is_pending;
        }
        if self.have_moved {
            self.have_moved = false;
            // There is room, since the maps are of the same size.
            let priced: Vec<_> = self.goals.iter().copied().zip(self.costs.iter().copied()).collect();
            self.is_pending = other.reset_unchecked(self.shown.map().clone(), &priced).is_ok();
        }
        !self.is_pending
    }
}

/// A [`GridWorld`](super::GridWorld) completes its fields one after another. A field can also be stepped by itself, to
/// complete it before the others.
impl Stepper for WorldField {
    fn step(&mut self) -> Status {
        self.advance();
        self.status()
    }

    fn status(&self) -> Status {
        if self.is_pending || self.have_moved {
            return Status::Running;
        }
        self.shown.status()
    }
}

impl fmt::Debug for WorldField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorldField")
            .field("unit", &self.unit)
            .field("goals", &self.goals.len())
            .field("status", &self.status())
            .finish_non_exhaustive()
    }
}
