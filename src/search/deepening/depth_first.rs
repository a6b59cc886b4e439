//! Depth-first search along a [`Branch`], below its threshold.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hash::Hash;

use super::Deepening;
use super::branch::{Branch, Entry};
use super::descent::{self, Leap};
use super::table::Table;
use crate::engine::{checked_key, path_cost, plain_sum};
use crate::error::Origin;
use crate::search::Guidance;
use crate::{Cost, Graph, NodeEvent, Observer, Problem, SearchError};

/// The reason why [`Branch::search`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// All allowed expansions have been made.
    Paused,
    /// A goal is at the end of the branch.
    Goal,
    /// No node is waiting.
    Done,
}

impl<N: Clone + Eq + Hash, C: Cost, V: Copy, K: Cost> Branch<N, C, V, K> {
    /// Continues until a goal is chosen for expansion, no node is waiting, or no expansions are left.
    ///
    /// If `may_leap` is set, it may search whole subtrees in one call, and make more expansions than are left.
    pub(super) fn search<P, D, W>(
        &mut self,
        problem: &P,
        deepening: &D,
        observer: &mut W,
        table: Option<&mut Table<N, C>>,
        expansions: &mut u64,
        may_leap: bool,
    ) -> Result<Halt, Box<SearchError>>
    where
        P: Problem<Node = N, Cost = C>,
        D: Deepening<P, Threshold = K, Guidance: Guidance<P, Estimate = V>>,
        W: Observer<N, C>,
    {
        let mut table = table;
        let mut may_leap = may_leap && !self.checks_cycles && observer.is_silent();
        while *expansions > 0 {
            if !self.choose()? {
                return Ok(Halt::Done);
            }
            if let Some(estimate) = D::Guidance::as_cost(self.chosen().estimate)
                && self.is_nearer(estimate, self.chosen().cost)
            {
                self.keep_nearest(estimate)?;
            }
            let chosen = self.chosen();
            let above = (!self.levels.is_empty()).then(|| &self.entries[self.came_from()].node);
            let event = event::<P, D::Guidance>(&chosen.node, above, chosen.cost, chosen.estimate);
            if problem.is_goal(&chosen.node) {
                observer.found(event);
                return Ok(Halt::Goal);
            }
            let mut looks_below = false;
            if let Some(table) = &mut table {
                let depth = self.levels.len();
                let is_worth = table.is_for_all() || self.has_grown(deepening, depth, chosen);
                if table.meet(depth, is_worth, &chosen.node, chosen.cost) {
                    self.counts.left_out += 1;
                    continue;
                }
                looks_below = table.looks_below();
            }
            observer.expanded(event);
            *expansions -= 1;
            self.counts.expanded += 1;
            if may_leap && !looks_below && *expansions >= descent::LEAST {
                if let Some(leap) = self.leap(problem, deepening, *expansions) {
                    let Leap { expanded, path } = leap;
                    let more = expanded.saturating_sub(1);
                    self.counts.expanded += more;
                    *expansions = expansions.saturating_sub(more);
                    if let Some(table) = &mut table {
                        table.count(more);
                    }
                    if let Some(path) = path {
                        self.follow(problem, deepening, path)?;
                    }
                    continue;
                }
                // From here, the search runs step by step to the failure.
                may_leap = false;
            }
            self.expand(problem, deepening, observer)?;
            self.counts.max_waiting = self.counts.max_waiting.max(self.counts.waiting);
        }
        Ok(Halt::Paused)
    }

    /// Whether a node was within the threshold two iterations ago, which means that the subtree below it is large.
    pub(super) fn has_grown<P, D>(&self, deepening: &D, depth: usize, entry: &Entry<N, C, V>) -> bool
    where
        P: Problem<Node = N, Cost = C>,
        D: Deepening<P, Threshold = K, Guidance: Guidance<P, Estimate = V>>,
    {
        let edges = u32::try_from(depth).unwrap_or(u32::MAX);
        let key = deepening.threshold_key(entry.cost, entry.estimate, edges);
        key.is_some_and(|key| !self.earlier[1].is_less(&key))
    }

    /// Repeats the expansions along the path of a leap, so that the branch leads to the last node of the path, which is
    /// waiting. These expansions have been counted.
    #[cold]
    fn follow<P, D>(&mut self, problem: &P, deepening: &D, path: Vec<(N, C)>) -> Result<(), Box<SearchError>>
    where
        P: Problem<Node = N, Cost = C>,
        D: Deepening<P, Threshold = K, Guidance: Guidance<P, Estimate = V>>,
    {
        self.expand(problem, deepening, &mut ())?;
        let mut path = path.into_iter().peekable();
        while let Some((node, cost)) = path.next() {
            // The successors before the next node have been searched.
            let successors = &self.entries[self.last.end..self.top];
            let is_it = |entry: &Entry<N, C, V>| entry.node == node && entry.cost.order(&cost).is_eq();
            let searched = successors.iter().position(is_it).unwrap_or_default();
            // If none has been searched, the branch still ends with their parent.
            if searched > 0 {
                self.descend(searched)?;
            }
            if path.peek().is_some() {
                self.choose()?;
                self.expand(problem, deepening, &mut ())?;
            }
        }
        self.counts.max_waiting = self.counts.max_waiting.max(self.counts.waiting);
        Ok(())
    }

    /// Adds the successors of the last node that are not cut off.
    #[inline]
    fn expand<P, D, W>(&mut self, problem: &P, deepening: &D, observer: &mut W) -> Result<(), Box<SearchError>>
    where
        P: Problem<Node = N, Cost = C>,
        D: Deepening<P, Threshold = K, Guidance: Guidance<P, Estimate = V>>,
        W: Observer<N, C>,
    {
        let chosen = self.chosen().clone();
        // The number of levels is below the limit of entries, which is below 2³¹.
        #[expect(clippy::cast_possible_truncation, reason = "as said")]
        let edges = (self.levels.len() + 1) as u32;
        let came_from = self.came_from();
        for (place, (child, edge)) in problem.successors(&chosen.node).enumerate() {
            if child == self.entries[came_from].node {
                continue;
            }
            self.counts.generated += 1;
            if self.checks_cycles && self.nodes().any(|entry| entry.node == child) {
                continue;
            }
            let estimate = D::Guidance::estimate_child(problem, &chosen.node, chosen.estimate, &child);
            let origin = || Origin::Successor(place);
            let (cost, key) = match sums(deepening, (chosen.cost, edge), estimate, edges, origin) {
                Ok(Some(sums)) => sums,
                Ok(None) => continue,
                Err(error) if error.is_overflow() => {
                    self.overflow.get_or_insert_with(|| (chosen.node.clone(), error));
                    continue;
                }
                Err(error) => return Err(error),
            };
            if self.threshold.is_less(&key) {
                self.cut_off(key);
                continue;
            }
            // A cycle that costs nothing leads nowhere else, and the branch could follow it forever.
            if is_free(deepening, (chosen.cost, edge), (cost, key), estimate)
                && self.run().any(|entry| entry.node == child)
            {
                continue;
            }
            observer.opened(event::<P, D::Guidance>(&child, Some(&chosen.node), cost, estimate));
            self.add(Entry {
                node: child,
                cost,
                estimate,
            })?;
        }
        Ok(())
    }
}

/// The event of a node, for an observer.
#[inline]
pub(super) fn event<'a, P: Problem, G: Guidance<P>>(
    node: &'a P::Node,
    parent: Option<&'a P::Node>,
    cost: P::Cost,
    estimate: G::Estimate,
) -> NodeEvent<'a, P::Node, P::Cost> {
    NodeEvent::new(node, parent, cost, G::as_cost(estimate))
}

/// A node's cost and key.
pub(super) type Sums<P, D> = (<P as Graph>::Cost, <D as Deepening<P>>::Threshold);

/// The cost and the key of an ordinary successor, to which the edge is not [free](is_free).
#[inline]
pub(super) fn plain_sums<P: Problem, D: Deepening<P>>(
    deepening: &D,
    (cost, edge): (P::Cost, P::Cost),
    estimate: <D::Guidance as Guidance<P>>::Estimate,
    edges: u32,
) -> Option<Sums<P, D>> {
    let is_below_zero = D::Guidance::as_cost(estimate).is_some_and(|estimate| estimate.is_less(&P::Cost::ZERO));
    if is_below_zero {
        return None;
    }
    let sum = plain_sum(cost, edge)?;
    let key = deepening.threshold_key(sum, estimate, edges)?;
    (!is_free(deepening, (cost, edge), (sum, key), estimate)).then_some((sum, key))
}

/// Whether a path does not come closer to the threshold by an edge, since the edge costs nothing, or nothing compared
/// with the cost of the path, and keys do not depend on the number of edges.
#[inline]
pub(super) fn is_free<P: Problem, D: Deepening<P>>(
    deepening: &D,
    (cost, edge): (P::Cost, P::Cost),
    (sum, key): Sums<P, D>,
    estimate: <D::Guidance as Guidance<P>>::Estimate,
) -> bool {
    let has_risen = P::Cost::ZERO.is_less(&edge) && (P::Cost::IS_EXACT || cost.is_less(&sum));
    let is_same = || {
        deepening
            .threshold_key(sum, estimate, 0)
            .is_some_and(|alone| alone.order(&key).is_eq())
    };
    !has_risen && is_same()
}

/// The cost and the key of a successor, or `None` if it need not be searched.
#[inline]
pub(super) fn sums<P: Problem, D: Deepening<P>>(
    deepening: &D,
    (cost, edge): (P::Cost, P::Cost),
    estimate: <D::Guidance as Guidance<P>>::Estimate,
    edges: u32,
    origin: impl Fn() -> Origin,
) -> Result<Option<Sums<P, D>>, Box<SearchError>> {
    let Some(cost) = path_cost(cost, edge, &origin)? else {
        return Ok(None);
    };
    let key = deepening.threshold_key(cost, estimate, edges);
    let key = checked_key(key, cost, D::Guidance::as_cost(estimate), origin)?;
    Ok(key.map(|key| (cost, key)))
}
