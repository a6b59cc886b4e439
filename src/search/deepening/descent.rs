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
}

impl<N: Clone + Eq, C: Cost, V: Copy, K: Cost> Expansion<'_, N, C, V, K> {
    /// Searches below a node, which has `edges` above it: by the problem's own way if it has one, and otherwise by a
    /// [`Descent`].
    ///
    /// `None` if the search would end amid a path whose nodes have been counted: since it comes to a failure, or since
    /// the successors along the path are more than there is `room` for. Then nothing has been counted.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "all that a descent is made of")]
    pub(super) fn leap<P, D>(
        &mut self,
        problem: &P,
        deepening: &D,
        chosen: &Entry<N, C, V>,
        came_from: &N,
        (edges, expansions): (u32, u64),
        nearest: C,
        room: Option<usize>,
    ) -> Option<Leap<N, C>>
    where
        P: Problem<Node = N, Cost = C>,
        D: Deepening<P, Threshold = K, Guidance: Guidance<P, Estimate = V>>,
    {
        let Entry { node, cost, estimate } = chosen;
        let fits = |path: &[(N, C)]| room.is_none_or(|room| successors_along(problem, node, path) <= room);
        let nodes = (node, came_from);
        if let Some((below, beyond)) =
            deepening.search_below(problem, nodes, *cost, *estimate, self.threshold, expansions)
        {
            if !below.path.as_deref().is_none_or(fits) {
                return None;
            }
            self.generated += below.generated;
            self.cut_off(beyond);
            return Some(Leap {
                expanded: below.expanded,
                path: below.path,
            });
        }
        let mut descent = Descent {
            problem,
            deepening,
            threshold: self.threshold,
            beyond: self.beyond,
            left: expansions + 1,
            deepest: edges.saturating_add(const { levels::<N>() }),
            generated: 0,
            nearest,
            has_failed: false,
            path: Vec::new(),
        };
        let above = Level {
            node: came_from.clone(),
            edges,
        };
        let is_done = descent.expand(node.clone(), &above, *cost, *estimate);
        descent.path.pop();
        descent.path.reverse();
        if descent.has_failed || !(is_done || fits(&descent.path)) {
            return None;
        }
        self.generated += descent.generated;
        self.beyond = descent.beyond;
        Some(Leap {
            expanded: expansions + 1 - descent.left,
            path: (!is_done).then_some(descent.path),
        })
    }
}

/// The number of successors of a node and of those on a path from it, with the ways back.
#[cold]
fn successors_along<P: Problem>(problem: &P, node: &P::Node, path: &[(P::Node, P::Cost)]) -> usize {
    let nodes = [node].into_iter().chain(path.iter().map(|(node, _)| node));
    nodes.map(|node| problem.successors(node).count()).sum()
}

/// A descent below a node of a [`Branch`](super::branch::Branch).
///
/// It does the same as the branch, without an observer, a cycle check and limits. It stops at a goal, at a node with
/// the least estimate so far, and where it has to pause. Then the branch makes the expansions along the path again, to
/// have the nodes that wait beside it.
struct Descent<'a, P: Problem, D: Deepening<P>> {
    problem: &'a P,
    deepening: &'a D,
    threshold: D::Threshold,
    beyond: D::Threshold,
    /// Expansions that are left, and one more.
    left: u64,
    /// Levels below this one are not searched, since the stack is limited.
    deepest: u32,
    /// Without the successors of nodes on the path.
    generated: u64,
    /// The least estimate so far.
    nearest: P::Cost,
    /// At a successor that the branch will fail at.
    has_failed: bool,
    /// From the node where the descent stopped up to the root.
    path: Vec<(P::Node, P::Cost)>,
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

/// A node of a descent.
struct Level<N> {
    node: N,
    /// Edges from the start to its successors.
    edges: u32,
}

impl<P: Problem, D: Deepening<P>> Descent<'_, P, D> {
    /// Expands a node, and what is below. Returns whether everything was searched.
    // The node and its sums stay in registers. What all levels share is in memory, and what seldom happens is apart.
    fn expand(
        &mut self,
        node: P::Node,
        above: &Level<P::Node>,
        cost: P::Cost,
        estimate: <D::Guidance as Guidance<P>>::Estimate,
    ) -> bool {
        self.left -= 1;
        let edges = above.edges + 1;
        if self.left == 0 || edges > self.deepest {
            return self.stop(node, cost);
        }
        let is_nearest = D::Guidance::as_cost(estimate).is_some_and(|estimate| estimate.is_less(&self.nearest));
        if is_nearest || self.problem.is_goal(&node) {
            return self.stop(node, cost);
        }
        let problem = self.problem;
        let level = Level { node, edges };
        let mut successors = onward(problem, &level.node, &above.node);
        while let Some((child, edge)) = successors.next() {
            self.generated += 1;
            let child_estimate = D::Guidance::estimate_child(problem, &level.node, estimate, &child);
            let plain = match plain_sum(cost, edge) {
                Some(sum) => plain_key(self.deepening, sum, child_estimate, edges).map(|key| (sum, key)),
                None => None,
            };
            let is_done = match plain {
                Some((_, key)) if self.threshold.is_less(&key) => {
                    if key.is_less(&self.beyond) {
                        self.beyond = key;
                    }
                    true
                }
                Some((cost, _)) => self.expand(child, &level, cost, child_estimate),
                None => self.expand_rare(child, &level, (cost, edge), child_estimate),
            };
            if !is_done {
                return self.unwind(&level, &above.node, (cost, estimate), successors);
            }
        }
        true
    }

    /// Does what is to be done with a successor that is not an ordinary one.
    #[cold]
    #[inline(never)]
    fn expand_rare(
        &mut self,
        child: P::Node,
        above: &Level<P::Node>,
        costs: (P::Cost, P::Cost),
        estimate: <D::Guidance as Guidance<P>>::Estimate,
    ) -> bool {
        match sums(self.deepening, costs, estimate, above.edges, || Origin::Start) {
            Ok(Some((_, key))) if self.threshold.is_less(&key) => {
                if key.is_less(&self.beyond) {
                    self.beyond = key;
                }
                true
            }
            Ok(Some((cost, _))) => self.expand(child, above, cost, estimate),
            Ok(None) => true,
            Err(_) => {
                self.has_failed = true;
                false
            }
        }
    }

    /// Ends the path with a node that is not expanded.
    #[cold]
    #[inline(never)]
    fn stop(&mut self, node: P::Node, cost: P::Cost) -> bool {
        self.left += 1;
        self.path.push((node, cost));
        false
    }

    /// Adds a node to the path. Its successors, of which those of `rest` have not been generated, do not count. The
    /// branch will fail at a wrong one among them.
    #[cold]
    #[inline(never)]
    fn unwind(
        &mut self,
        Level { node, edges }: &Level<P::Node>,
        came_from: &P::Node,
        (cost, estimate): (P::Cost, <D::Guidance as Guidance<P>>::Estimate),
        rest: impl Iterator<Item = (P::Node, P::Cost)>,
    ) -> bool {
        let mut generated = onward(self.problem, node, came_from).count();
        for (child, edge) in rest {
            generated = generated.saturating_sub(1);
            let estimate = D::Guidance::estimate_child(self.problem, node, estimate, &child);
            self.has_failed |= sums(self.deepening, (cost, edge), estimate, *edges, || Origin::Start).is_err();
        }
        self.generated = self.generated.saturating_sub(generated as u64);
        self.path.push((node.clone(), cost));
        false
    }
}
