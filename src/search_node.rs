//! [`SearchNode`]: the state of a node in a search.

use crate::observer::f;
use crate::{Cost, NodeEvent};

/// The state of a node that a search has reached. `node` and `parent` are clones, since a search need not store the
/// nodes themselves.
///
/// ```
/// use astride::{AStar, FnGraph, Query, Status};
///
/// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
/// let mut search = AStar::new(Query::new(line, 0, |n| *n == 5).with_heuristic(|n| n.abs_diff(5)));
/// assert_eq!(search.step(), Status::Running);
/// for open in search.open_nodes() {
///     println!("{} from {:?}: g {}, h {:?}, f {:?}", open.node, open.parent, open.g, open.h, open.f());
/// }
/// let back = search.known_node(&-1).unwrap();
/// assert_eq!((back.g, back.h, back.f(), back.parent), (1, Some(6), Some(7), Some(0)));
/// assert!(back.is_open && !search.known_node(&0).unwrap().is_open);
/// assert_eq!(search.next_node().unwrap().node, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchNode<N, C> {
    /// The node.
    pub node: N,
    /// The cost of the stored path to the node.
    pub g: C,
    /// The estimate of the cost from the node to the goal, in searches that use one.
    pub h: Option<C>,
    /// The preceding node on the stored path. `None` for a start.
    pub parent: Option<N>,
    /// Whether the node is open, that is, waiting to be expanded. Otherwise it is closed.
    pub is_open: bool,
    /// Whether the node belongs to the goal's side of a bidirectional search. If so, `g` is the cost of the path from
    /// the node to the goal, `h` estimates the cost from the start to the node, and `parent` is the node after it on
    /// that path.
    pub is_backward: bool,
}

impl<N, C: Copy> SearchNode<N, C> {
    /// Creates a node that belongs to the start's side, for the author of an [`Engine`](crate::engine::Engine).
    pub fn new(node: N, g: C, h: Option<C>, parent: Option<N>, is_open: bool) -> Self {
        SearchNode {
            node,
            g,
            h,
            parent,
            is_open,
            is_backward: false,
        }
    }

    /// Returns the event that an observer receives for the node.
    pub fn event(&self) -> NodeEvent<'_, N, C> {
        NodeEvent {
            is_backward: self.is_backward,
            ..NodeEvent::new(&self.node, self.parent.as_ref(), self.g, self.h)
        }
    }
}

impl<N, C: Cost> SearchNode<N, C> {
    /// Returns `g + h`, or `g` in a search without estimates. `None` if the sum is not finite, in which case the node
    /// is a dead end or, in a search that replans, has no known path.
    pub fn f(&self) -> Option<C> {
        f(self.g, self.h)
    }
}
