//! [`MeshNode`]: the nodes of a search.

use crate::mesh::NONE;

/// A bit of a bound, which marks the line from another root to the root of the node.
pub(crate) const FROM: u32 = 1 << 31;

/// The root at the start of a problem.
pub(crate) const START: u32 = FROM - 2;

/// The root at the end of the first link. Those of the others follow. Vertices have lower numbers.
pub(crate) const LINK: u32 = 1 << 30;

/// The largest number of links.
pub(crate) const MAX_LINKS: u32 = START - LINK;

/// The left bound of a goal.
const GOAL: u32 = NONE - 1;

/// The goal that stands for the nearest position to goals that cannot be reached.
pub(crate) const NEAREST: u32 = NONE;

/// A node of a search on a mesh: a *root*, which is the start or a corner at which the path has turned last, and what
/// is visible from there. The end of a link is also a root.
///
/// There are several kinds, which [`kind`](Self::kind) tells apart. A node holds numbers only, and is meaningful
/// together with its [`MeshProblem`](crate::MeshProblem), whose methods return its [root](crate::MeshProblem::root),
/// its [interval](crate::MeshProblem::interval) and the [polygon](crate::MeshProblem::polygon) that it leads into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeshNode {
    /// A vertex of the mesh, [`START`], or a number from [`LINK`].
    pub(crate) root: u32,
    /// Of an interval, the edge through which its polygon is entered, as an edge of that polygon. Of a turn, the edge
    /// of the polygon straight ahead that begins at the root. Otherwise [`NONE`].
    pub(crate) edge: u32,
    /// The ray that bounds the view on the left: it leads from the root through this vertex or, with the bit [`FROM`],
    /// from this root through the root. [`NONE`] if the mesh itself is the bound.
    pub(crate) left: u32,
    /// The same on the right. Of a goal, its number.
    pub(crate) right: u32,
}

/// The kinds of [`MeshNode`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The start.
    Start,
    /// The part of an edge that is visible from the root.
    Interval,
    /// A corner at which the path turns to the left.
    LeftTurn,
    /// A corner at which the path turns to the right.
    RightTurn,
    /// The end of the link with this number, which the path has used.
    Link(u32),
    /// The goal with this number, or `None` for the nearest position to goals that cannot be reached.
    Goal(Option<u32>),
}

impl MeshNode {
    pub(crate) const START: Self = MeshNode {
        root: START,
        edge: NONE,
        left: NONE,
        right: NONE,
    };

    #[inline]
    pub(crate) fn goal(root: u32, goal: u32) -> Self {
        MeshNode {
            root,
            edge: NONE,
            left: GOAL,
            right: goal,
        }
    }

    /// The end of a link.
    #[inline]
    pub(crate) fn link(link: u32) -> Self {
        MeshNode {
            root: LINK + link,
            ..Self::START
        }
    }

    /// The turn at a corner, coming from another root.
    #[inline]
    pub(crate) fn turn(corner: u32, edge: u32, from: u32, is_left: bool) -> Self {
        let bound = FROM | from;
        let (left, right) = if is_left { (NONE, bound) } else { (bound, NONE) };
        MeshNode {
            root: corner,
            edge,
            left,
            right,
        }
    }

    /// Returns the kind of the node.
    #[inline]
    pub fn kind(&self) -> NodeKind {
        match *self {
            MeshNode {
                edge: NONE,
                left: GOAL,
                right,
                ..
            } => NodeKind::Goal((right != NEAREST).then_some(right)),
            MeshNode { edge: NONE, root, .. } => link_of(root).map_or(NodeKind::Start, NodeKind::Link),
            MeshNode { left: NONE, .. } => NodeKind::LeftTurn,
            MeshNode { right: NONE, .. } => NodeKind::RightTurn,
            _ => NodeKind::Interval,
        }
    }

    /// The number of the goal.
    #[inline]
    pub(crate) fn goal_number(&self) -> Option<u32> {
        (self.edge == NONE && self.left == GOAL).then_some(self.right)
    }
}

/// The link at whose end a root is.
#[inline]
pub(crate) fn link_of(root: u32) -> Option<u32> {
    (LINK..START).contains(&root).then(|| root - LINK)
}
