//! [`Walk`]: how a unit walks over blocks. [`WalkProblem`]: from one place where it can stand to another.

use core::borrow::Borrow;

use super::numbered::numbered_voxels;
use super::{Voxel, VoxelError, VoxelMap};
use crate::End;
use astride::traits::{Consistency, Hints, NoSuchNode};
use astride::{Graph, Heuristic, Problem};

/// How a unit walks over blocks: how tall it is, how high it jumps, and how far it drops.
///
/// Blocked voxels are blocks, and z leads upwards. A unit *stands* at a voxel if this and the voxels above it are free,
/// as many as the unit is tall, and the one below is blocked. Voxels off the map are blocked, so units can stand on the
/// lowest layer.
///
/// A step leads to one of the four columns beside the unit, to a voxel where it can stand:
///
/// * on the same level;
/// * up to [`up`](Self::with_up) voxels higher, if the unit has room to jump where it stands;
/// * up to [`down`](Self::with_down) voxels lower, if the unit can go ahead on its level and drops onto the first
///   block.
///
/// # Example
///
/// ```
/// use astride_grid::voxel::{Voxel, VoxelError, VoxelMap, Walk};
///
/// // A unit two voxels tall that climbs one block and drops three, as in many games.
/// let walk = Walk::new(2).with_up(1).with_down(3);
/// let map = VoxelMap::from_fn(3, 1, 8, |voxel| voxel.z >= [4, 1, 2][usize::from(voxel.x)])?;
/// let steps: Vec<Voxel> = walk.steps(&map, Voxel::new(1, 0, 1)).collect();
/// assert_eq!(steps, [Voxel::new(2, 0, 2)]);
/// let steps: Vec<Voxel> = walk.steps(&map, Voxel::new(0, 0, 4)).collect();
/// assert_eq!(steps, [Voxel::new(1, 0, 1)]);
/// # Ok::<(), VoxelError>(())
/// ```
#[doc(alias("jump height", "fall", "drop", "gravity", "step height", "Minecraft", "block game"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    height: u16,
    up: u16,
    down: u16,
}

impl Walk {
    /// The walk of a unit that is `height` voxels tall, or one voxel if this is 0. It neither jumps nor drops, unless
    /// that is set.
    pub const fn new(height: u16) -> Self {
        Walk {
            height: if height == 0 { 1 } else { height },
            up: 0,
            down: 0,
        }
    }

    /// Sets how many voxels higher a step may end.
    #[must_use]
    pub const fn with_up(self, up: u16) -> Self {
        Walk { up, ..self }
    }

    /// Sets how many voxels lower a step may end.
    #[must_use]
    pub const fn with_down(self, down: u16) -> Self {
        Walk { down, ..self }
    }

    /// Whether the unit can stand at a voxel.
    ///
    /// # Complexity
    ///
    /// O(height).
    pub fn stands(self, map: &VoxelMap, voxel: Voxel) -> bool {
        self.fits(map, voxel) && !is_free(map, voxel.offset(0, 0, -1))
    }

    /// Returns the highest voxel where the unit can stand at or below the given one in the same column, for example
    /// below a block that was clicked.
    ///
    /// # Complexity
    ///
    /// O(z · height).
    #[doc(alias("ground", "snap"))]
    pub fn floor(self, map: &VoxelMap, voxel: Voxel) -> Option<Voxel> {
        let mut below = (0..=voxel.z).rev().map(|z| Voxel { z, ..voxel });
        below.find(|voxel| self.stands(map, *voxel))
    }

    /// Returns the voxels to which one step leads from a voxel where the unit stands: for each column beside it, in the
    /// order +x, +y, −x, −y, those on higher levels, the lowest first, and then the one on the same level or below.
    ///
    /// # Complexity
    ///
    /// O(height · up + down).
    pub fn steps(self, map: &VoxelMap, from: Voxel) -> impl Iterator<Item = Voxel> {
        let lift = self.lift(map, from);
        let columns = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        columns.into_iter().flat_map(move |(dx, dy)| {
            let ups = (1..=lift).filter_map(move |up| from.offset(dx, dy, up.into()));
            let ups = ups.filter(move |to| self.stands(map, *to));
            ups.chain(from.offset(dx, dy, 0).and_then(|ahead| self.drop(map, ahead)))
        })
    }

    /// How far the unit can rise where it stands, at most as high as it jumps.
    fn lift(self, map: &VoxelMap, from: Voxel) -> u16 {
        let above = (0..self.up).take_while(|up| {
            let head = i32::from(self.height) + i32::from(*up);
            is_free(map, from.offset(0, 0, head))
        });
        u16::try_from(above.count()).unwrap_or(self.up)
    }

    /// Where a unit stands that has gone ahead to a voxel.
    fn drop(self, map: &VoxelMap, ahead: Voxel) -> Option<Voxel> {
        if !self.fits(map, ahead) {
            return None;
        }
        let down = (0..=self.down).find(|down| !is_free(map, ahead.offset(0, 0, -1 - i32::from(*down))))?;
        ahead.offset(0, 0, -i32::from(down))
    }

    /// Whether the unit has room at a voxel.
    fn fits(self, map: &VoxelMap, voxel: Voxel) -> bool {
        (0..self.height).all(|up| is_free(map, voxel.offset(0, 0, up.into())))
    }
}

fn is_free(map: &VoxelMap, voxel: Option<Voxel>) -> bool {
    voxel.is_some_and(|voxel| map.is_free(voxel))
}

/// The problem of [walking](Walk) from one voxel of a map to another, with an admissible and consistent estimate. Each
/// step costs 1, and more if [climbing](Self::with_climb_cost) or [dropping](Self::with_drop_cost) does.
///
/// `M` is a [`VoxelMap`] or a pointer to one. Voxels are numbered, so searches need not hash them. A unit that drops
/// may be unable to return, so there is no search from the goal.
///
/// # Example
///
/// ```
/// use astride::AStar;
/// use astride_grid::voxel::{Voxel, VoxelMap, Walk, WalkProblem};
///
/// // A pit, three deep, with a stair on the far side.
/// let heights = [3, 0, 0, 1, 2, 3];
/// let map = VoxelMap::from_fn(6, 1, 8, |voxel| voxel.z >= heights[usize::from(voxel.x)])?;
/// let (here, there) = (Voxel::new(0, 0, 3), Voxel::new(5, 0, 3));
/// let walk = Walk::new(2).with_up(1).with_down(3);
/// let path = AStar::new(WalkProblem::new(&map, here, there, walk)?).find_path()?.ok_or("no way")?;
/// assert_eq!(path.cost, 5);
/// // There is no way back up.
/// assert!(AStar::new(WalkProblem::new(&map, there, here, walk)?).find_path()?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WalkProblem<M> {
    map: M,
    start: Voxel,
    goal: Voxel,
    walk: Walk,
    climb_cost: u32,
    drop_cost: u32,
}

impl<M: Borrow<VoxelMap>> WalkProblem<M> {
    /// The problem of getting from `start` to `goal`.
    ///
    /// # Errors
    ///
    /// [`VoxelError::EndOutside`], [`VoxelError::EndBlocked`], or [`VoxelError::CannotStand`] if the unit cannot stand
    /// at an end; the start is checked first. [`Walk::floor`] finds a place below.
    ///
    /// # Complexity
    ///
    /// O(height of the unit).
    pub fn new(map: M, start: Voxel, goal: Voxel, walk: Walk) -> Result<Self, VoxelError> {
        let voxels: &VoxelMap = map.borrow();
        voxels.check_ends(start, goal, false)?;
        for (end, voxel) in [(End::Start, start), (End::Goal, goal)] {
            if !walk.stands(voxels, voxel) {
                return Err(VoxelError::CannotStand { end, voxel });
            }
        }
        Ok(WalkProblem {
            map,
            start,
            goal,
            walk,
            climb_cost: 0,
            drop_cost: 0,
        })
    }

    /// Sets the cost of each voxel by which a step leads upwards, in addition to that of the step. The default is 0.
    /// With [`u32::MAX`], which is infinity, the unit never climbs.
    #[must_use]
    pub fn with_climb_cost(self, climb_cost: u32) -> Self {
        WalkProblem { climb_cost, ..self }
    }

    /// Sets the cost of each voxel by which a step leads downwards, in addition to that of the step. The default is 0.
    /// With [`u32::MAX`], the unit never drops.
    #[must_use]
    pub fn with_drop_cost(self, drop_cost: u32) -> Self {
        WalkProblem { drop_cost, ..self }
    }

    /// The map.
    pub fn map(&self) -> &VoxelMap {
        self.map.borrow()
    }

    /// How the unit walks.
    pub fn walk(&self) -> Walk {
        self.walk
    }

    /// The cost of a way from one level to another, apart from its steps.
    fn level_cost(&self, from: u16, to: u16) -> u32 {
        let (up, down) = (to.saturating_sub(from), from.saturating_sub(to));
        let climb = self.climb_cost.saturating_mul(up.into());
        climb.saturating_add(self.drop_cost.saturating_mul(down.into()))
    }
}

impl<M: Borrow<VoxelMap>> Graph for WalkProblem<M> {
    type Node = Voxel;
    type Cost = u32;

    #[inline]
    fn successors(&self, node: &Voxel) -> impl Iterator<Item = (Voxel, u32)> {
        let from = *node;
        let cost = move |to: Voxel| self.level_cost(from.z, to.z).saturating_add(1);
        self.walk.steps(self.map(), from).map(move |to| (to, cost(to)))
    }

    numbered_voxels!();
}

impl<M: Borrow<VoxelMap>> Problem for WalkProblem<M> {
    fn start(&self) -> Voxel {
        self.start
    }

    #[inline]
    fn is_goal(&self, node: &Voxel) -> bool {
        *node == self.goal
    }
}

impl<M: Borrow<VoxelMap>> Heuristic for WalkProblem<M> {
    /// The number of steps that are needed for the distance in x and y, or for the difference in z if that is more, and
    /// the cost of the difference in z.
    #[inline]
    fn estimate(&self, node: &Voxel) -> u32 {
        let (from, to) = (*node, self.goal);
        let columns = u32::from(from.x.abs_diff(to.x)) + u32::from(from.y.abs_diff(to.y));
        let most = if to.z > from.z { self.walk.up } else { self.walk.down };
        let levels = u32::from(to.z.abs_diff(from.z)).div_ceil(u32::from(most).max(1));
        columns.max(levels).saturating_add(self.level_cost(from.z, to.z))
    }

    fn estimate_hints(&self) -> Hints {
        Hints::NONE.with_consistency(Consistency::Consistent)
    }
}
