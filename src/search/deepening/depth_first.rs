//! Depth-first search along a [`Branch`], below its threshold.

use alloc::boxed::Box;

use super::Deepening;
use super::branch::{BranchOf, Entry};
use super::descent::{self, Steps};
use super::keys::{is_free, sums};
use super::table::Table;
use crate::engine::is_nearer;
use crate::error::Origin;
use crate::search::Guidance;
use crate::{Cost, NodeEvent, Observer, Problem, SearchError};

/// The reason why [`search`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// All allowed expansions have been made.
    Paused,
    /// A goal is at the end of the branch.
    Goal,
    /// No node is waiting.
    Done,
}

/// Continues until a goal is chosen for expansion, no node is waiting, or no expansions are left.
///
/// If `may_leap` is set, it may search whole subtrees in one call, and make more expansions than are left.
pub(super) fn search<P: Problem, D: Deepening<P>, W: Observer<P::Node, P::Cost>>(
    branch: &mut BranchOf<P, D>,
    problem: &P,
    deepening: &D,
    observer: &mut W,
    mut table: Option<&mut Table<P::Node, P::Cost>>,
    expansions: &mut u64,
    may_leap: bool,
) -> Result<Halt, Box<SearchError>> {
    let mut may_leap = may_leap && !branch.checks_cycles && observer.is_silent();
    while *expansions > 0 {
        if !branch.choose()? {
            return Ok(Halt::Done);
        }
        if let Some(estimate) = D::Guidance::as_cost(branch.chosen().estimate)
            && is_nearer(
                (estimate, branch.chosen().cost),
                (branch.nearest.estimate, branch.nearest.cost),
            )
        {
            branch.keep_nearest(estimate)?;
        }
        let chosen = branch.chosen();
        let above = (!branch.levels.is_empty()).then(|| &branch.entries[branch.came_from()].node);
        let event = NodeEvent::new(&chosen.node, above, chosen.cost, D::Guidance::as_cost(chosen.estimate));
        if problem.is_goal(&chosen.node) {
            observer.found(event);
            return Ok(Halt::Goal);
        }
        let mut uses_table = false;
        if let Some(table) = &mut table {
            let depth = branch.levels.len();
            let is_worth = table.is_worth::<P, D>(deepening, &branch.cutoff, depth, chosen);
            if table.visit(depth, is_worth, &chosen.node, chosen.cost) {
                branch.counts.left_out += 1;
                continue;
            }
            uses_table = table.is_used_below();
        }
        observer.expanded(event);
        *expansions -= 1;
        branch.counts.expanded += 1;
        if may_leap && !uses_table && *expansions >= descent::LEAST {
            if let Some((expanded, path)) = descent::leap(branch, problem, deepening, *expansions) {
                let more = expanded.saturating_sub(1);
                branch.counts.expanded += more;
                *expansions = expansions.saturating_sub(more);
                if let Some(table) = &mut table {
                    table.count(more);
                }
                if let Some(path) = path {
                    follow(branch, problem, deepening, path)?;
                }
                continue;
            }
            // From here, the search runs step by step to the failure.
            may_leap = false;
        }
        expand(branch, problem, deepening, observer)?;
        branch.counts.max_waiting = branch.counts.max_waiting.max(branch.counts.waiting);
    }
    Ok(Halt::Paused)
}

/// Repeats the expansions along the path of a leap, so that the branch leads to the last node of the path, which is
/// waiting. These expansions have been counted.
#[cold]
fn follow<P: Problem, D: Deepening<P>>(
    branch: &mut BranchOf<P, D>,
    problem: &P,
    deepening: &D,
    path: Steps<P>,
) -> Result<(), Box<SearchError>> {
    expand(branch, problem, deepening, &mut ())?;
    let mut path = path.into_iter().peekable();
    while let Some((node, cost)) = path.next() {
        // The successors before the next node have been searched.
        let successors = &branch.entries[branch.last.end..branch.top];
        let is_it = |entry: &Entry<_, P::Cost, _>| entry.node == node && entry.cost.order(&cost).is_eq();
        let searched = successors.iter().position(is_it).unwrap_or_default();
        // If none has been searched, the branch still ends with their parent.
        if searched > 0 {
            branch.descend(searched)?;
        }
        if path.peek().is_some() {
            branch.choose()?;
            expand(branch, problem, deepening, &mut ())?;
        }
    }
    branch.counts.max_waiting = branch.counts.max_waiting.max(branch.counts.waiting);
    Ok(())
}

/// Adds the successors of the last node that are not cut off.
#[inline]
fn expand<P: Problem, D: Deepening<P>, W: Observer<P::Node, P::Cost>>(
    branch: &mut BranchOf<P, D>,
    problem: &P,
    deepening: &D,
    observer: &mut W,
) -> Result<(), Box<SearchError>> {
    let chosen = branch.chosen().clone();
    // The number of levels is below the limit of entries, which is below 2³¹.
    #[expect(clippy::cast_possible_truncation, reason = "as said")]
    let edges = (branch.levels.len() + 1) as u32;
    let came_from = branch.came_from();
    for (place, (child, edge)) in problem.successors(&chosen.node).enumerate() {
        if child == branch.entries[came_from].node {
            continue;
        }
        branch.counts.generated += 1;
        if branch.checks_cycles && branch.nodes().any(|entry| entry.node == child) {
            continue;
        }
        let estimate = D::Guidance::estimate_child(problem, &chosen.node, chosen.estimate, &child);
        let origin = || Origin::Successor(place);
        let (cost, key) = match sums(deepening, (chosen.cost, edge), estimate, edges, origin) {
            Ok(Some(sums)) => sums,
            Ok(None) => continue,
            Err(error) if error.is_overflow() => {
                branch.overflow.get_or_insert_with(|| (chosen.node.clone(), error));
                continue;
            }
            Err(error) => return Err(error),
        };
        // A cycle that costs nothing leads nowhere else, and the branch could follow it forever.
        if branch.cutoff.cuts_off(key)
            || is_free(deepening, (chosen.cost, edge), (cost, key), estimate)
                && branch.run().any(|entry| entry.node == child)
        {
            continue;
        }
        let h = D::Guidance::as_cost(estimate);
        observer.opened(NodeEvent::new(&child, Some(&chosen.node), cost, h));
        let node = child;
        branch.add(Entry { node, cost, estimate })?;
    }
    Ok(())
}
