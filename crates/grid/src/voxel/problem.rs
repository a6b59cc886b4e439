//! [`VoxelProblem`]: from one voxel of a map to another.

use core::borrow::{Borrow, BorrowMut};

use super::cost::distance;
use super::cube::{CENTRE, CORNERS, Cube, EDGES, FACES, STEPS, VOXELS, allowed, in_order, nearest, onward};
use super::numbered::numbered_voxels;
use super::{Neighbourhood, Voxel, VoxelCost, VoxelError, VoxelMap};
use crate::ends::between_cells;
use astride::traits::{Consistency, Hints, NoSuchNode, Reached};
use astride::{Graph, Heuristic, Problem, ReverseGraph};

/// The problem of getting from one voxel of a map to another, a [`Problem`] with an admissible estimate.
///
/// `M` is a [`VoxelMap`] or a pointer to one, such as `&VoxelMap` or `Rc<VoxelMap>`. `C` is the type of the costs: see
/// [`VoxelCost`].
///
/// The estimate is the cost that a cheapest path would have if nothing were blocked. It is therefore admissible and
/// consistent in both directions, and exact on a map without obstacles. In the formulas, s, e and c are the costs of
/// steps through faces, edges and corners, and x ≥ y ≥ z are the distances along the axes:
///
/// | neighbourhood | estimate |
/// |---|---|
/// | [`Six`](Neighbourhood::Six) | s (x + y + z) |
/// | [`Eighteen`](Neighbourhood::Eighteen) | e k + s (x + y + z − 2k), k = min(y + z, ⌊(x + y + z) / 2⌋) |
/// | [`TwentySix`](Neighbourhood::TwentySix) | s (x − y) + e (y − z) + c z |
///
/// Successors come in a fixed order: first those through faces (along x, y and z), then those through edges, then those
/// through corners. [`Graph::index`] numbers the voxels, so searches need not hash them. An additional start that is
/// blocked is a dead end, and one off the map makes the search fail.
///
/// # Example
///
/// ```
/// use astride::{Graph, Heuristic};
/// use astride_grid::voxel::{Neighbourhood, Voxel, VoxelError, VoxelMap, VoxelProblem};
///
/// let map = VoxelMap::new(9, 9, 9)?;
/// let (corner, goal) = (Voxel::new(0, 0, 0), Voxel::new(8, 5, 2));
/// let problem = VoxelProblem::new(&map, corner, goal, Neighbourhood::TwentySix)?;
/// assert_eq!(problem.successors(&corner).count(), 3 + 3 + 1);
/// assert_eq!(problem.estimate(&corner), 3 * 4109 + 3 * 5811 + 2 * 7117);
/// # Ok::<(), VoxelError>(())
/// ```
#[doc(alias("3D", "octile", "three dimensions"))]
#[derive(Clone, Copy)]
pub struct VoxelProblem<M, C = u32> {
    map: M,
    start: Voxel,
    goal: Voxel,
    neighbourhood: Neighbourhood,
    /// The costs of steps through faces, edges and corners.
    costs: [C; 3],
    /// The offsets from the number of a voxel to those of the voxels in the cube around it, added with wrapping.
    offsets: [usize; VOXELS],
    /// Whether paths may begin at a blocked voxel.
    leaves_wall: bool,
}

impl<M: Borrow<VoxelMap>> VoxelProblem<M> {
    /// The problem of getting from `start` to `goal`, with `u32` costs.
    ///
    /// # Arguments
    ///
    /// `map`: the map, or a pointer to it. `start` and `goal`: free voxels of the map. `neighbourhood`: the allowed
    /// steps.
    ///
    /// # Errors
    ///
    /// [`VoxelError::EndOutside`] or [`VoxelError::EndBlocked`] if an end is not a free voxel; the start is checked
    /// first.
    ///
    /// # Complexity
    ///
    /// O(1).
    pub fn new(map: M, start: Voxel, goal: Voxel, neighbourhood: Neighbourhood) -> Result<Self, VoxelError> {
        Self::new_typed(map, start, goal, neighbourhood)
    }

    /// Like [`new`](VoxelProblem::new), but either end may be blocked: a unit leaves a blocked voxel by any step that
    /// is allowed if that voxel alone counts as free, and near a blocked goal,
    /// [`best_effort_path`](astride::search::Search::best_effort_path) leads to the reachable voxel with the least
    /// estimate.
    ///
    /// # Errors
    ///
    /// [`VoxelError::EndOutside`] if an end is off the map; the start is checked first.
    #[doc(alias("blocked goal", "blocked start", "nearest reachable"))]
    pub fn new_lenient(map: M, start: Voxel, goal: Voxel, neighbourhood: Neighbourhood) -> Result<Self, VoxelError> {
        Self::new_lenient_typed(map, start, goal, neighbourhood)
    }
}

impl<M: Borrow<VoxelMap>, C: VoxelCost> VoxelProblem<M, C> {
    /// Like [`new`](VoxelProblem::new), for any [`VoxelCost`].
    ///
    /// # Errors
    ///
    /// As for [`new`](VoxelProblem::new).
    pub fn new_typed(map: M, start: Voxel, goal: Voxel, neighbourhood: Neighbourhood) -> Result<Self, VoxelError> {
        map.borrow().check_ends(start, goal, false)?;
        Ok(Self {
            leaves_wall: false,
            ..Self::new_lenient_typed(map, start, goal, neighbourhood)?
        })
    }

    /// Like [`new_lenient`](VoxelProblem::new_lenient), for any [`VoxelCost`].
    ///
    /// # Errors
    ///
    /// As for [`new_lenient`](VoxelProblem::new_lenient).
    pub fn new_lenient_typed(
        map: M,
        start: Voxel,
        goal: Voxel,
        neighbourhood: Neighbourhood,
    ) -> Result<Self, VoxelError> {
        let voxels: &VoxelMap = map.borrow();
        voxels.check_ends(start, goal, true)?;
        let far = [1, voxels.stride(), voxels.layer()];
        let offset = |step: [i8; 3]| {
            let parts = step.iter().zip(far);
            let part = |(along, far): (&i8, usize)| far.wrapping_mul(isize::from(*along).cast_unsigned());
            parts.map(part).fold(0, usize::wrapping_add)
        };
        Ok(Self {
            offsets: STEPS.map(offset),
            leaves_wall: true,
            map,
            start,
            goal,
            neighbourhood,
            costs: C::steps(neighbourhood),
        })
    }

    /// Returns the map so that it can be changed; its size has to stay the same. In a search that replans, change the
    /// map in a call to [`DStarLite::change_nodes`](astride::DStarLite), to which you pass each changed voxel and the
    /// 26 around it.
    pub fn map_mut(&mut self) -> &mut VoxelMap
    where
        M: BorrowMut<VoxelMap>,
    {
        self.map.borrow_mut()
    }

    /// The allowed steps.
    #[inline]
    pub fn neighbourhood(&self) -> Neighbourhood {
        self.neighbourhood
    }

    #[inline]
    fn measure(&self, from: Voxel, to: Voxel) -> C {
        distance(self.costs, self.neighbourhood, from, to)
    }

    #[inline]
    fn steps(&self, from: Voxel, number: usize, left: Cube) -> Steps<'_, C> {
        Steps {
            left,
            from,
            number,
            offsets: &self.offsets,
            costs: self.costs,
        }
    }

    /// The voxels around one, in which a start counts as free if paths may begin there.
    #[inline]
    fn cube(&self, voxel: Voxel, number: usize) -> Cube {
        let is_start = self.leaves_wall && voxel == self.start;
        self.map().cube(number) | Cube::from(is_start) << CENTRE
    }

    /// Whether no step leads to a voxel, although steps may lead from it.
    #[inline]
    fn is_blocked_start(&self, voxel: Voxel) -> bool {
        self.leaves_wall && voxel == self.start && !self.map().is_free(voxel)
    }

    /// The bit of the step that led from one voxel to another, or of the centre if that step is not known.
    #[inline]
    fn arrival(&self, parent: Option<usize>, number: usize) -> usize {
        let map = self.map();
        let (layer, stride) = (map.layer(), map.stride());
        let Some(parent) = parent else { return CENTRE };
        let mut far = number.wrapping_sub(parent).wrapping_add(map.lead());
        if far > 2 * map.lead() {
            return CENTRE;
        }
        let z = usize::from(far >= layer) + usize::from(far >= 2 * layer);
        far -= z * layer;
        let y = usize::from(far >= stride) + usize::from(far >= 2 * stride);
        far -= y * stride;
        if far > 2 || y > 2 || z > 2 {
            CENTRE
        } else {
            9 * z + 3 * y + far
        }
    }
}

between_cells!(VoxelProblem, VoxelMap, Voxel, VoxelCost, "voxel"; neighbourhood);

impl<M: Borrow<VoxelMap>, C: VoxelCost> Graph for VoxelProblem<M, C> {
    type Node = Voxel;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &Voxel) -> impl Iterator<Item = (Voxel, C)> {
        let number = self.map().index(*node);
        let steps = self.steps(*node, number, allowed(self.cube(*node, number), self.neighbourhood));
        steps.map(|(to, _, cost)| (to, cost))
    }

    #[inline]
    fn hints(&self) -> Hints {
        Hints::NONE.preferring_reopening(true)
    }

    numbered_voxels!();

    /// Leaves out the voxels that the parent's expansion has reached. If the search keeps only cheapest paths, one
    /// order of steps is enough: first through corners, then through edges, then through faces, unless a blocked voxel
    /// is in the way.
    #[inline]
    fn visit_successors(
        &self,
        node: &Voxel,
        reached: Reached<'_, Voxel>,
        mut visit: impl FnMut(Voxel, Option<usize>, C),
    ) {
        let number = reached.index.unwrap_or_else(|| self.map().index(*node));
        let arrival = self.arrival(reached.parent_index, number);
        let cube = self.cube(*node, number);
        let left = if reached.keeps_cheapest {
            in_order(cube, arrival, self.neighbourhood)
        } else {
            onward(cube, arrival, self.neighbourhood)
        };
        let steps = self.steps(*node, number, left);
        steps.for_each(|(to, number, cost)| visit(to, Some(number), cost));
    }
}

impl<M: Borrow<VoxelMap>, C: VoxelCost> Heuristic for VoxelProblem<M, C> {
    #[inline]
    fn estimate(&self, node: &Voxel) -> C {
        self.measure(*node, self.goal)
    }

    /// Prefers the node opened last if costs are integers: f then differs little among the open nodes, since a step
    /// raises it by at most twice its own cost.
    #[inline]
    fn estimate_hints(&self) -> Hints {
        let is_integer = C::steps(Neighbourhood::Six)[0].number() == Some(1);
        Hints::NONE
            .with_consistency(Consistency::BothWays)
            .preferring_last_in(is_integer)
    }
}

/// Every step between free voxels can be reversed at the same cost.
impl<M: Borrow<VoxelMap>, C: VoxelCost> ReverseGraph for VoxelProblem<M, C> {
    #[inline]
    fn predecessors(&self, node: &Voxel) -> impl Iterator<Item = (Voxel, C)> {
        let is_blocked = self.is_blocked_start(*node);
        let steps = self.successors(node).filter(move |_| !is_blocked);
        steps.chain(self.step_from_wall(*node))
    }

    #[inline]
    fn visit_predecessors(
        &self,
        node: &Voxel,
        reached: Reached<'_, Voxel>,
        mut visit: impl FnMut(Voxel, Option<usize>, C),
    ) {
        if !self.is_blocked_start(*node) {
            self.visit_successors(node, reached, &mut visit);
        }
        if let Some((start, cost)) = self.step_from_wall(*node) {
            visit(start, self.index(&start), cost);
        }
    }
}

/// The steps from one voxel through faces, edges and corners, each with the number of the voxel that it enters.
///
/// The steps that come first in the order of [`in_order`] are opened last, so that a search that expands the latest
/// node follows them first.
struct Steps<'a, C> {
    left: Cube,
    from: Voxel,
    number: usize,
    offsets: &'a [usize; VOXELS],
    costs: [C; 3],
}

impl<C: VoxelCost> Iterator for Steps<'_, C> {
    type Item = (Voxel, usize, C);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let [face, edge, corner] = self.costs;
        let kinds = [(FACES, face), (EDGES, edge), (CORNERS, corner)];
        let (kind, cost) = kinds.into_iter().find(|(kind, _)| self.left & kind != 0)?;
        let bit = nearest(self.left & kind);
        self.left &= !(1 << bit);
        let to = self.from.step(*STEPS.get(bit)?);
        Some((to, self.number.wrapping_add(*self.offsets.get(bit)?), cost))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left.count_ones() as usize;
        (left, Some(left))
    }
}
