//! [`HexProblem`]: from one hexagon of a map to another.

use core::borrow::{Borrow, BorrowMut};

use super::coordinates::{AROUND, SIDES, opposite};
use super::layout::ByShift;
use super::pruning::{CANONICAL, ONWARD, Pruning, UNKNOWN};
use super::{Hex, HexError, HexLayout, HexMap};
use crate::ends::between_cells;
use crate::numbers::Numbers;
use crate::problem::StepCosts;
use crate::{GridCost, GridMap, Movement};
use alloc::vec::Vec;
use astride::search::{Course, Replanning, Search};
use astride::traits::{Consistency, Hints, NoSuchNode, Reached};
use astride::{Graph, Heuristic, Observer, Problem, ReverseGraph};

/// The problem of getting from one hexagon of a map to another, a [`Problem`] with an admissible estimate.
///
/// `M` is a [`HexMap`] or a pointer to one, such as `&HexMap` or `Rc<HexMap>`. `C` is the type of the costs: see
/// [`GridCost`].
///
/// The cost of a step is the terrain cost of the hexagon that it enters. The estimate is [`Hex::distance`] times the
/// least terrain cost of the map. It is admissible, since a path has at least as many steps as the distance, and
/// consistent in both directions, since the distances of two neighbours from any hexagon differ by at most 1. The
/// estimate is exact on a map without walls and with one terrain cost.
///
/// Successors come in the order of [`Hex::neighbours`]. [`Graph::index`] numbers the cells, so searches need not hash
/// hexagons. An additional start that is in a wall is a dead end, and one off the map makes the search fail.
///
/// # Example
///
/// ```
/// use astride::{Graph, Heuristic};
/// use astride_grid::hex::{Hex, HexError, HexLayout, HexMap, HexProblem};
///
/// let map = HexMap::new("....\n.#2.\n....".parse()?, HexLayout::OddRows);
/// let problem = HexProblem::new(&map, Hex::new(0, 0), Hex::new(2, 2))?;
///
/// let successors: Vec<_> = problem.successors(&Hex::new(2, 0)).collect();
/// assert_eq!(successors, [(Hex::new(1, 0), 1), (Hex::new(2, 1), 2), (Hex::new(3, 0), 1)]);
/// assert_eq!(problem.estimate(&Hex::new(2, 0)), 2);
/// # Ok::<(), HexError>(())
/// ```
#[doc(alias("hexagonal grid", "hexagon"))]
#[derive(Clone, Copy)]
pub struct HexProblem<M, C = u32> {
    map: M,
    start: Hex,
    goal: Hex,
    /// The least cost of a step.
    least: C,
    steps: StepCosts<C>,
    layout: HexLayout,
    numbers: Numbers,
    /// The offsets from the index of a cell to those of its neighbours, added with wrapping.
    offsets: ByShift<[usize; SIDES]>,
    free: &'static ByShift<[u8; 256]>,
    /// The steps worth taking if the search keeps only cheapest paths.
    canonical: &'static Pruning,
    /// Whether paths may begin in a wall.
    leaves_wall: bool,
}

impl<M: Borrow<HexMap>> HexProblem<M> {
    /// The problem of getting from `start` to `goal`, with `u32` costs.
    ///
    /// # Arguments
    ///
    /// `map`: the map, or a pointer to it. `start` and `goal`: free cells of the map.
    ///
    /// # Errors
    ///
    /// [`HexError::EndOutside`] or [`HexError::EndInWall`] if an end is not a free cell; the start is checked first.
    ///
    /// # Complexity
    ///
    /// O(1).
    pub fn new(map: M, start: Hex, goal: Hex) -> Result<Self, HexError> {
        Self::new_typed(map, start, goal)
    }

    /// Like [`new`](HexProblem::new), but either end may be a wall: a unit leaves a wall by any step to a free hexagon,
    /// and near a goal in a wall, [`best_effort_path`](astride::search::Search::best_effort_path) leads to the
    /// reachable hexagon with the least estimate.
    ///
    /// # Errors
    ///
    /// [`HexError::EndOutside`] if an end is off the map; the start is checked first.
    #[doc(alias("blocked goal", "blocked start", "nearest reachable"))]
    pub fn new_lenient(map: M, start: Hex, goal: Hex) -> Result<Self, HexError> {
        Self::new_lenient_typed(map, start, goal)
    }
}

impl<M: Borrow<HexMap>, C: GridCost> HexProblem<M, C> {
    /// Like [`new`](HexProblem::new), for any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new`](HexProblem::new).
    pub fn new_typed(map: M, start: Hex, goal: Hex) -> Result<Self, HexError> {
        map.borrow().check_ends(start, goal, false)?;
        Ok(Self {
            leaves_wall: false,
            ..Self::new_lenient_typed(map, start, goal)?
        })
    }

    /// Like [`new_lenient`](HexProblem::new_lenient), for any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new_lenient`](HexProblem::new_lenient).
    pub fn new_lenient_typed(map: M, start: Hex, goal: Hex) -> Result<Self, HexError> {
        let hexes: &HexMap = map.borrow();
        hexes.check_ends(start, goal, true)?;
        let (cells, layout) = (hexes.cells(), hexes.layout());
        let steps = StepCosts::new(Movement::Four, cells);
        Ok(Self {
            least: least_step(cells),
            steps,
            layout,
            numbers: Numbers::new(cells.width(), cells.height()),
            offsets: layout.steps().map(|steps| steps.map(|step| cells.offset(step))),
            free: layout.free(),
            canonical: canonical(steps.is_uniform),
            leaves_wall: true,
            map,
            start,
            goal,
        })
    }

    /// Like [`HexMap::set_cost`], for a problem that owns its map. The estimate is updated as well.
    ///
    /// # Errors
    ///
    /// [`HexError::Outside`].
    pub fn set_cost(&mut self, hex: Hex, cost: u8) -> Result<(), HexError>
    where
        M: BorrowMut<HexMap>,
    {
        let map = self.map.borrow_mut();
        map.set_cost(hex, cost)?;
        self.steps = StepCosts::new(Movement::Four, map.cells());
        self.least = least_step(map.cells());
        self.canonical = canonical(self.steps.is_uniform);
        Ok(())
    }

    #[inline]
    fn measure(&self, from: Hex, to: Hex) -> C {
        self.least.times(from.distance(to))
    }

    /// The steps into a hexagon from those that `tables` keeps.
    #[inline]
    fn steps_into(&self, to: Hex, reached: Reached<'_, Hex>, tables: &Pruning) -> Steps<'_, C> {
        let terrain = self.map().cost(to).unwrap_or(0);
        let mut steps = self.steps_from(to, self.steps.into_cell(terrain), reached, tables);
        if terrain == 0 {
            steps.left = 0;
        }
        steps
    }

    /// The steps from a hexagon that `tables` keeps, given how the hexagon was reached.
    #[inline]
    fn steps_from(&self, from: Hex, costs: StepCosts<C>, reached: Reached<'_, Hex>, tables: &Pruning) -> Steps<'_, C> {
        let cells = self.map().cells();
        let number = reached.index.unwrap_or_else(|| self.number(from));
        let shift = usize::from(self.layout.is_shifted(from));
        let offsets = &self.offsets[shift];
        let arrival = reached.parent_index.map_or(UNKNOWN, |parent| {
            let back = parent.wrapping_sub(number);
            let back = offsets.iter().position(|offset| *offset == back);
            back.map_or(UNKNOWN, opposite)
        });
        let free = match cells.neighbours_of(number) {
            0 if self.leaves_wall && from == self.start => self.map().point(from).map_or(0, |point| cells.bits(point)),
            free => free,
        };
        let free = self.free[shift][usize::from(free)];
        let left = tables[arrival][usize::from(free) & ((1 << SIDES) - 1)];
        Steps {
            left,
            from,
            number,
            offsets,
            costs,
            cells,
        }
    }

    #[inline]
    fn number(&self, hex: Hex) -> usize {
        // All hexagons off the map share the number after the first row's last cell, which is a wall.
        let point = self.map().point(hex);
        point.map_or(self.map().cells().width().into(), |point| self.numbers.number(point))
    }

    #[inline]
    fn tables(&self, reached: Reached<'_, Hex>) -> &'static Pruning {
        if reached.keeps_cheapest {
            self.canonical
        } else {
            &ONWARD
        }
    }
}

fn least_step<C: GridCost>(cells: &GridMap) -> C {
    C::straight(Movement::Four).times(cells.least_cost().unwrap_or(1).into())
}

/// If terrain costs differ, the order of steps matters.
fn canonical(is_uniform: bool) -> &'static Pruning {
    if is_uniform { &CANONICAL } else { &ONWARD }
}

between_cells!(HexProblem, HexMap, Hex, GridCost, "hexagon");

impl<M: Borrow<HexMap>, C: GridCost> Graph for HexProblem<M, C> {
    type Node = Hex;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &Hex) -> impl Iterator<Item = (Hex, C)> {
        let steps = self.steps_from(*node, self.steps, Reached::default(), &ONWARD);
        steps.map(|(to, _, cost)| (to, cost))
    }

    /// Prefers reopening if all terrain costs are the same.
    #[inline]
    fn hints(&self) -> Hints {
        Hints::NONE.preferring_reopening(self.steps.is_uniform)
    }

    /// `y * (width + 1) + x` in offset coordinates.
    #[inline]
    fn index(&self, node: &Hex) -> Option<usize> {
        Some(self.number(*node))
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<Hex> {
        Some(self.layout.hex(self.numbers.point(index)))
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(self.map().cells().index_bound())
    }

    fn check_node(&self, node: &Hex) -> Result<(), NoSuchNode> {
        NoSuchNode::unless(self.map().contains(*node), node)
    }

    /// Leaves out the cells that the parent's expansion has reached: the parent, and the two cells that are adjacent to
    /// both the parent and this cell. If the search keeps only cheapest paths and all terrain costs are the same, one
    /// order of steps is enough: steps to the last three of [`Hex::neighbours`] before steps to the others, unless a
    /// wall is in the way.
    #[inline]
    fn visit_successors(&self, node: &Hex, reached: Reached<'_, Hex>, mut visit: impl FnMut(Hex, Option<usize>, C)) {
        let steps = self.steps_from(*node, self.steps, reached, self.tables(reached));
        steps.for_each(|(to, number, cost)| visit(to, Some(number), cost));
    }
}

impl<M: Borrow<HexMap>, C: GridCost> Heuristic for HexProblem<M, C> {
    #[inline]
    fn estimate(&self, node: &Hex) -> C {
        self.measure(*node, self.goal)
    }

    /// Prefers the node opened last if costs are integers and all terrain costs are the same.
    #[inline]
    fn estimate_hints(&self) -> Hints {
        let has_narrow_keys = self.steps.have_narrow_keys();
        Hints::NONE
            .with_consistency(Consistency::BothWays)
            .preferring_last_in(has_narrow_keys)
    }
}

impl<M: Borrow<HexMap>, C: GridCost> ReverseGraph for HexProblem<M, C> {
    #[inline]
    fn predecessors(&self, node: &Hex) -> impl Iterator<Item = (Hex, C)> {
        let steps = self.steps_into(*node, Reached::default(), &ONWARD);
        steps
            .map(|(from, _, cost)| (from, cost))
            .chain(self.step_from_wall(*node))
    }

    #[inline]
    fn visit_predecessors(&self, node: &Hex, reached: Reached<'_, Hex>, mut visit: impl FnMut(Hex, Option<usize>, C)) {
        let steps = self.steps_into(*node, reached, self.tables(reached));
        steps.for_each(|(from, number, cost)| visit(from, Some(number), cost));
        if let Some((start, cost)) = self.step_from_wall(*node) {
            visit(start, self.index(&start), cost);
        }
    }
}

/// The steps from one hexagon, each with the number of the cell that it enters. There is a bit for each step that is
/// left.
struct Steps<'a, C> {
    left: u8,
    from: Hex,
    number: usize,
    offsets: &'a [usize; SIDES],
    costs: StepCosts<C>,
    cells: &'a GridMap,
}

impl<C: GridCost> Iterator for Steps<'_, C> {
    type Item = (Hex, usize, C);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let direction = self.left.trailing_zeros() as usize;
        self.left &= self.left.checked_sub(1)?;
        // The set has no bits for other directions.
        let (step, offset) = (AROUND.get(direction)?, self.offsets.get(direction)?);
        let number = self.number.wrapping_add(*offset);
        let cost = if self.costs.is_uniform {
            self.costs.straight
        } else {
            let terrain = self.cells.costs.get(number).copied().unwrap_or(0);
            self.costs.straight.times(terrain.into())
        };
        Some((self.from.step(*step), number, cost))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left.count_ones() as usize;
        (left, Some(left))
    }
}

/// Changes to the map of a search that replans: an [`LpaStar`](astride::LpaStar) or a [`DStarLite`](astride::DStarLite)
/// over a [`HexProblem`] that owns its map.
///
/// ```
/// use astride::{DStarLite, Status};
/// use astride_grid::GridMap;
/// use astride_grid::hex::{ChangeHexes, Hex, HexError, HexLayout, HexMap, HexProblem};
///
/// let map = HexMap::new(GridMap::new(5, 1)?, HexLayout::OddRows);
/// let mut search = DStarLite::new(HexProblem::new(map, Hex::new(0, 0), Hex::new(4, 0))?);
/// assert_eq!(search.run(), Status::Found);
/// search.set_cost(Hex::new(2, 0), 0)?; // a wall
/// assert_eq!(search.run(), Status::Exhausted);
/// # Ok::<(), HexError>(())
/// ```
pub trait ChangeHexes {
    /// The type that holds the map: `M` in `HexProblem<M, C>`.
    type Map;

    /// Gives a hexagon of the map a terrain cost from 1 to 255, or makes it a wall if `cost` is 0. The search takes the
    /// change into account. A search that has found a path, or proved that there is none, can then be run again.
    ///
    /// # Errors
    ///
    /// [`HexError::Outside`]; the search is then unchanged.
    ///
    /// # Complexity
    ///
    /// O(1), or O(cells reached) if the least terrain cost of the map falls, since all estimates then fall as well.
    fn set_cost(&mut self, hex: Hex, cost: u8) -> Result<(), HexError>
    where
        Self::Map: BorrowMut<HexMap>;
}

impl<M, C, D, W> ChangeHexes for Search<Replanning<HexProblem<M, C>, D>, W>
where
    M: Borrow<HexMap>,
    C: GridCost,
    D: Course<HexProblem<M, C>>,
    W: Observer<Hex, C>,
{
    type Map = M;

    fn set_cost(&mut self, hex: Hex, cost: u8) -> Result<(), HexError>
    where
        M: BorrowMut<HexMap>,
    {
        let map = self.problem().map();
        map.point_inside(hex)?;
        let least = map.cells().least_cost();
        let neighbours = hex
            .neighbours()
            .into_iter()
            .filter(|neighbour| map.contains(*neighbour));
        let around: Vec<Hex> = neighbours.chain([hex]).collect();
        // All of these hexagons are on the map.
        let _ = self.change_nodes(around, |problem| problem.set_cost(hex, cost));
        if self.problem().map().cells().least_cost() < least {
            self.change_estimates(|_| ());
        }
        Ok(())
    }
}
