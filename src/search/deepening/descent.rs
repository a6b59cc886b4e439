//! [`Descent`]: depth-first search by recursion, whose nodes are in registers until it has to pause.

use alloc::vec::Vec;

use super::Deepening;
use super::expansion::{Entry, Expansion, onward, plain_key, sums};
use crate::error::Origin;
use crate::search::Guidance;
use crate::search::sums::plain_sum;
use crate::{Cost, Problem};

/// The most expansions of one descent: so many that the cost of a pause does not matter.
pub(super) const MOST: u64 = 1 << 14;

/// The least number of expansions that are worth a leap: the expansions along its path may be made twice.
pub(super) const LEAST: u64 = 1 << 6;

/// What a leap did: a search of everything below a node of a branch in one call.
pub(super) struct Leap<N, C> {
    /// Including the root.
    pub(super) expanded: u64,
    /// From the root, which is left out, to a goal or to the node to go on with.
    pub(super) path: Option<Vec<(N, C)>>,
    /// The least estimate, if it is less than the least one before. The node's cost, and the way to it, as `path`.
    pub(super) nearest: Option<(C, C, Vec<N>)>,
}

impl<N: Clone + Eq, C: Cost, V: Copy, K: Cost> Expansion<'_, N, C, V, K> {
    /// Searches below a node, which has `edges` above it: by the problem's own way if it has one, and otherwise by a
    /// [`Descent`].
    #[inline]
    pub(super) fn leap<P, D>(
        &mut self,
        problem: &P,
        deepening: &D,
        chosen: &Entry<N, C, V>,
        came_from: &N,
        (edges, expansions): (u32, u64),
        nearest: C,
    ) -> Leap<N, C>
    where
        P: Problem<Node = N, Cost = C>,
        D: Deepening<P, Threshold = K, Guidance: Guidance<P, Estimate = V>>,
    {
        let Entry { node, cost, estimate } = chosen;
        let nodes = (node, came_from);
        if let Some((below, beyond)) =
            deepening.search_below(problem, nodes, *cost, *estimate, self.threshold, expansions)
        {
            self.generated += below.generated;
            self.cut_off(beyond);
            return Leap {
                expanded: below.expanded,
                path: below.path,
                nearest: None,
            };
        }
        let mut descent = Descent {
            problem,
            deepening,
            threshold: self.threshold,
            beyond: self.beyond,
            left: expansions,
            deepest: edges.saturating_add(const { levels::<N>() }),
            generated: 0,
            nearest,
            nearest_path: None,
            path: Vec::new(),
        };
        let parent = Frame {
            node: came_from,
            parent: None,
        };
        let root = Frame {
            node,
            parent: Some(&parent),
        };
        let end = descent.expand(&root, *cost, *estimate, edges);
        self.generated += descent.generated;
        self.beyond = descent.beyond;
        descent.path.reverse();
        let least = descent.nearest;
        Leap {
            expanded: expansions - descent.left,
            path: (end != End::Done).then_some(descent.path),
            nearest: descent.nearest_path.map(|(cost, nodes)| (least, cost, nodes)),
        }
    }
}

/// A descent below a node of a [`Branch`](super::branch::Branch).
///
/// It does the same as the branch, without an observer, a cycle check and limits. When it pauses or comes to a goal,
/// the branch makes the expansions along the path again, to have the nodes that wait beside it.
struct Descent<'a, P: Problem, D: Deepening<P>> {
    problem: &'a P,
    deepening: &'a D,
    threshold: D::Threshold,
    beyond: D::Threshold,
    /// Expansions that are left.
    left: u64,
    /// Levels below this one are not searched, since the stack is limited.
    deepest: u32,
    /// Without the successors of nodes on the path.
    generated: u64,
    /// The least estimate so far.
    nearest: P::Cost,
    /// The node of this estimate, if it was met here: its cost, and the way to it from the root, which is left out.
    nearest_path: Option<(P::Cost, Vec<P::Node>)>,
    /// From a goal, or the node to go on with, up to the root, which is left out.
    path: Vec<(P::Node, P::Cost)>,
}

/// How a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Everything was searched.
    Done,
    /// A goal is at the end of the path.
    Goal,
    /// The search goes on with the node at the end of the path.
    Paused,
}

/// A node and those above it.
struct Frame<'a, N> {
    node: &'a N,
    parent: Option<&'a Frame<'a, N>>,
}

/// The most levels of a descent to nodes of this type. Each takes some four nodes of the stack.
const fn levels<N>() -> u32 {
    const STACK: usize = 1 << 15;
    let levels = STACK / (4 * size_of::<N>() + 256);
    #[expect(clippy::cast_possible_truncation, reason = "at most 128")]
    {
        levels as u32
    }
}

impl<P: Problem, D: Deepening<P>> Descent<'_, P, D> {
    /// Expands a node that has `edges` above it, and what is below.
    fn expand(
        &mut self,
        frame: &Frame<'_, P::Node>,
        cost: P::Cost,
        estimate: <D::Guidance as Guidance<P>>::Estimate,
        edges: u32,
    ) -> End {
        if self.left == 0 || edges >= self.deepest {
            return End::Paused;
        }
        self.left -= 1;
        let came_from = frame.parent.map_or(frame.node, |parent| parent.node);
        let mut generated = 0;
        for (child, edge) in onward(self.problem, frame.node, came_from) {
            let estimate = D::Guidance::estimate_child(self.problem, frame.node, estimate, &child);
            generated += 1;
            let plain = match plain_sum(cost, edge) {
                Some(sum) => plain_key(self.deepening, sum, estimate, edges + 1).map(|key| (sum, key)),
                None => None,
            };
            let (cost, key) = match plain {
                Some(sums) => sums,
                None => match self.rare_sums((cost, edge), estimate, edges + 1) {
                    Some(Some(sums)) => sums,
                    Some(None) => continue,
                    None => return End::Paused,
                },
            };
            if self.threshold.is_less(&key) {
                if key.is_less(&self.beyond) {
                    self.beyond = key;
                }
                continue;
            }
            let frame = Frame {
                node: &child,
                parent: Some(frame),
            };
            if let Some(estimate) = D::Guidance::as_cost(estimate)
                && estimate.is_less(&self.nearest)
            {
                self.keep(&frame, cost, estimate);
            }
            let end = if self.problem.is_goal(&child) {
                End::Goal
            } else {
                self.expand(&frame, cost, estimate, edges + 1)
            };
            if end != End::Done {
                self.path.push((child, cost));
                return end;
            }
        }
        self.generated += generated;
        End::Done
    }

    /// The cost and the key of a successor that is not an ordinary one. `Some(None)` if it is not to be searched.
    /// `None` if the search fails; the branch then fails in the same way.
    #[cold]
    #[inline(never)]
    #[expect(clippy::option_option, reason = "taken apart at once")]
    fn rare_sums(
        &mut self,
        (cost, edge): (P::Cost, P::Cost),
        estimate: <D::Guidance as Guidance<P>>::Estimate,
        edges: u32,
    ) -> Option<Option<(P::Cost, D::Threshold)>> {
        let sums = sums(self.deepening, (cost, edge), estimate, edges, || Origin::Start).ok();
        // Then the node has not been expanded.
        self.left += u64::from(sums.is_none());
        sums
    }

    #[cold]
    #[inline(never)]
    fn keep(&mut self, frame: &Frame<'_, P::Node>, cost: P::Cost, estimate: P::Cost) {
        let mut nodes = Vec::new();
        let mut frame = frame;
        while let Some(parent) = frame.parent.filter(|parent| parent.parent.is_some()) {
            nodes.push(frame.node.clone());
            frame = parent;
        }
        nodes.reverse();
        self.nearest = estimate;
        self.nearest_path = Some((cost, nodes));
    }
}
