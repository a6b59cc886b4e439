//! [`AnyAngleVoxelProblem`]: from one voxel of a map to another, along straight lines wherever nothing blocks them.

use core::borrow::Borrow;

use super::cost::squared;
use super::{Neighbourhood, Voxel, VoxelError, VoxelMap, VoxelProblem};
use crate::AnyAngle;
use crate::cost::{root_down, root_up};
use crate::forward::forward;
use astride::traits::{Consistency, Hints, NoSuchNode};
use astride::{Graph, Heuristic, Problem, ReverseGraph};

/// The problem of getting from one voxel of a map to another along straight lines wherever nothing blocks them, for
/// [`ThetaStar`](crate::ThetaStar) and [`LazyThetaStar`](crate::LazyThetaStar).
///
/// A path leads from centre to centre, along [lines of sight](VoxelMap::line_of_sight). The cost of a path is its
/// Euclidean length in voxels, as `f64`. The estimate is the Euclidean one, or, under [`Neighbourhood::Six`], where
/// lines run only along the axes, the Manhattan one.
///
/// As with [`AnyAngleProblem`](crate::AnyAngleProblem), lengths are rounded up to a multiple of 2⁻²⁹ and estimates are
/// rounded down, so that sums are exact and the estimate is admissible and consistent, to the last bit. Theta\* finds
/// short paths, but not always the shortest.
///
/// `M` is a [`VoxelMap`] or a pointer to one, such as `&VoxelMap` or `Rc<VoxelMap>`.
///
/// # Example
///
/// ```
/// use astride::Status;
/// use astride_grid::LazyThetaStar;
/// use astride_grid::voxel::{AnyAngleVoxelProblem, Neighbourhood, Voxel, VoxelError, VoxelMap};
///
/// let map = VoxelMap::from_fn(9, 9, 9, |voxel| voxel.x != 4 || voxel.z == 8)?; // over the wall
/// let (start, goal) = (Voxel::new(0, 0, 0), Voxel::new(8, 3, 0));
/// let mut search = LazyThetaStar::new(AnyAngleVoxelProblem::new(&map, start, goal, Neighbourhood::TwentySix)?);
/// assert_eq!(search.run(), Status::Found);
/// let path = search.path().unwrap();
/// assert!(path.nodes.len() < 6);
/// assert!(path.cost < 19.4); // 21.4 along steps
/// # Ok::<(), VoxelError>(())
/// ```
#[doc(alias("theta*", "any angle", "any-angle", "3D"))]
#[derive(Clone, Copy, Debug)]
pub struct AnyAngleVoxelProblem<M> {
    problem: VoxelProblem<M, f64>,
}

impl<M: Borrow<VoxelMap>> AnyAngleVoxelProblem<M> {
    /// The problem of getting from `start` to `goal`.
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
        let problem = VoxelProblem::new_typed(map, start, goal, neighbourhood)?;
        Ok(Self { problem })
    }

    /// Like [`new`](Self::new), but either end may be blocked: see [`VoxelProblem::new_lenient`]. The first line from a
    /// blocked start is a single step.
    ///
    /// # Errors
    ///
    /// [`VoxelError::EndOutside`] if an end is off the map; the start is checked first.
    pub fn new_lenient(map: M, start: Voxel, goal: Voxel, neighbourhood: Neighbourhood) -> Result<Self, VoxelError> {
        let problem = VoxelProblem::new_lenient_typed(map, start, goal, neighbourhood)?;
        Ok(Self { problem })
    }

    forward!(self.problem =>
        /// The map.
        pub fn map(&self) -> &VoxelMap;
        /// The voxel where paths end. They begin at [`Problem::start`].
        pub fn goal(&self) -> Voxel;
        /// The allowed steps.
        pub fn neighbourhood(&self) -> Neighbourhood;
    );

    /// Consumes the problem and returns its map, for example to change it.
    pub fn into_map(self) -> M {
        self.problem.into_map()
    }
}

impl<M: Borrow<VoxelMap>> Graph for AnyAngleVoxelProblem<M> {
    type Node = Voxel;
    type Cost = f64;

    forward!(self.problem =>
        fn successors(&self, node: &Voxel) -> impl Iterator<Item = (Voxel, f64)>;
        fn index(&self, node: &Voxel) -> Option<usize>;
        fn index_bound(&self) -> Option<usize>;
        fn check_node(&self, node: &Voxel) -> Result<(), NoSuchNode>;
    );

    // There is no `node_at`, so that estimates are stored: any-angle search also uses those of closed voxels, and
    // computing one takes a square root.
}

impl<M: Borrow<VoxelMap>> ReverseGraph for AnyAngleVoxelProblem<M> {
    forward!(self.problem => fn predecessors(&self, node: &Voxel) -> impl Iterator<Item = (Voxel, f64)>;);
}

impl<M: Borrow<VoxelMap>> Problem for AnyAngleVoxelProblem<M> {
    forward!(self.problem =>
        fn start(&self) -> Voxel;
        fn is_goal(&self, node: &Voxel) -> bool;
    );
}

impl<M: Borrow<VoxelMap>> Heuristic for AnyAngleVoxelProblem<M> {
    #[inline]
    fn estimate(&self, node: &Voxel) -> f64 {
        if self.neighbourhood() == Neighbourhood::Six {
            return self.problem.estimate(node);
        }
        root_down(squared(*node, self.goal()))
    }

    #[inline]
    fn estimate_hints(&self) -> Hints {
        Hints::NONE.with_consistency(Consistency::BothWays)
    }
}

impl<M: Borrow<VoxelMap>> AnyAngle for AnyAngleVoxelProblem<M> {
    #[inline]
    fn distance(&self, from: &Voxel, to: &Voxel) -> f64 {
        root_up(squared(*from, *to))
    }

    #[inline]
    fn line_of_sight(&self, from: &Voxel, to: &Voxel) -> bool {
        // Looks from the far end, the new one, since obstacles are mostly closer to it.
        self.map().line_of_sight(*to, *from, self.neighbourhood())
    }
}
