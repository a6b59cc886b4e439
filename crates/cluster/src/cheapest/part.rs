//! [`Part`]: the nodes of one worker.

use std::sync::Arc;

use astride::{Cost, Heuristic, Path};
use timely::dataflow::operators::Capability;
use timely::worker::Worker;

use super::key::Key;
use super::numbers::Numbers;
use super::open::Open;
use super::{Counts, Goal, Note, Reached, Reference, START};
use crate::Wire;
use crate::error::Failure;
use crate::heap;
use crate::known::Known;
use crate::owner::Owner;

/// The number of nodes that a worker expands before it looks for messages: few at the beginning, and later a thousandth
/// of the number already expanded. Expansions may be in vain while a deeper node is in transit to the worker.
const LEAST_AT_ONCE: u64 = 32;
const MOST_AT_ONCE: u64 = 1024;

/// The nodes of one worker.
pub(super) struct Part<P: Heuristic> {
    problem: Arc<P>,
    starts: Vec<(P::Node, P::Cost)>,
    pub(super) owner: Owner,
    pub(super) me: u64,
    pub(super) workers: u64,
    limit: u64,
    known: Known<P::Node>,
    /// The number of each node's cost, by place.
    costs: Numbers,
    /// Twice the reference of each node's parent, plus 1 if the node is closed, by place.
    parents: Numbers,
    pub(super) open: Open<P::Cost, Capability<Key>>,
    pub(super) counts: Counts,
}

impl<C: Copy> Open<C, Capability<Key>> {
    /// Moves the nodes of the first layer one hop further.
    pub(super) fn next_hop(&mut self) {
        if let Some(right) = self.right_mut() {
            let Key { layer, hops } = *right.time();
            right.downgrade(&Key { layer, hops: hops + 1 });
        }
    }
}

impl<P: Heuristic> Part<P> {
    pub(super) fn new(worker: &Worker, problem: Arc<P>, starts: Vec<(P::Node, P::Cost)>, limit: u64) -> Self
    where
        P::Node: Wire,
    {
        let owner = Owner::among(worker.peers());
        Self {
            problem,
            starts,
            owner,
            me: worker.index() as u64,
            workers: worker.peers() as u64,
            limit,
            known: Known::new(owner, heap::bytes),
            costs: Numbers::new(),
            parents: Numbers::new(),
            open: Open::new(),
            counts: Counts::default(),
        }
    }

    /// The reference to a node of this worker.
    fn reference(&self, place: u32) -> Reference {
        u64::from(place) * self.workers + self.me + 1
    }

    /// The worker and the place of a reference other than [`START`].
    pub(super) fn resolve(&self, node: Reference) -> (u64, u32) {
        let number = node - 1;
        #[expect(clippy::cast_possible_truncation, reason = "it was made from a place")]
        let place = (number / self.workers) as u32;
        (number % self.workers, place)
    }

    /// Opens the starts that belong to this worker.
    pub(super) fn open_starts(&mut self, right: impl Fn(u64) -> Capability<Key>) -> Result<(), Failure> {
        for (node, cost) in self.starts.clone() {
            let (owner, hash) = self.owner.of(&node);
            if owner != self.me {
                continue;
            }
            self.counts.generated += 1;
            let cost = sum(P::Cost::ZERO, cost, |cost| Failure::Cost { cost })?.ok_or_else(|| Failure::Cost {
                cost: format!("{cost:?}"),
            })?;
            let reached = Reached {
                node,
                cost,
                parent: START,
            };
            self.reach(hash, reached, 0, &right)?;
        }
        Ok(())
    }

    /// Opens a node unless it is already known at no higher cost. It goes into the layer of its key, or into the layer
    /// `least` if that is higher. `right` returns the right to send in a layer.
    #[inline]
    pub(super) fn reach(
        &mut self,
        hash: u64,
        reached: Reached<P::Node, P::Cost>,
        least: u64,
        right: impl FnOnce(u64) -> Capability<Key>,
    ) -> Result<(), Failure> {
        let Reached { node, cost, parent } = reached;
        let number = number(cost)?;
        let known = self.known.find(hash, &node);
        if known.is_some_and(|place| self.costs.get(place) <= number) {
            return Ok(());
        }
        let estimate = self.problem.estimate(&node);
        let Some(key) = sum(cost, estimate, |estimate| Failure::Estimate { estimate })? else {
            return Ok(());
        };
        let layer = self::number(key)?.max(least);
        let place = if let Some(place) = known {
            self.counts.reopened += self.parents.get(place) & 1;
            self.known.replace(place, node);
            self.costs.set(place, number)?;
            self.parents.set(place, parent << 1)?;
            place
        } else {
            if self.known.len() as u64 >= self.limit {
                return Err(Failure::NodeLimit { nodes: self.limit });
            }
            let place = self.known.add(hash, node)?;
            self.costs.push(number)?;
            self.parents.push(parent << 1)?;
            place
        };
        self.open.push(layer, || right(layer), (number, cost), place)
    }

    /// Expands some nodes of the first layer. Successors of other workers go to `send`.
    pub(super) fn expand(
        &mut self,
        right: &Capability<Key>,
        mut send: impl FnMut(Reached<P::Node, P::Cost>),
    ) -> Result<Layer<P::Cost>, Failure> {
        let problem = Arc::clone(&self.problem);
        let Key { layer, hops } = *right.time();
        for _ in 0..(self.counts.expanded / 1024).clamp(LEAST_AT_ONCE, MOST_AT_ONCE) {
            let Some((place, number, cost)) = self.open.pop(layer) else {
                return Ok(Layer::Empty);
            };
            let parent = self.parents.get(place);
            if parent & 1 == 1 || self.costs.get(place) != number {
                continue;
            }
            self.parents.set(place, parent | 1)?;
            let (node, reference) = (self.known.get(place).clone(), self.reference(place));
            // None of the remaining nodes leads to a goal for less than the layer.
            if problem.is_goal(&node) && number <= layer {
                return Ok(Layer::Goal(Goal { cost, place: reference }));
            }
            self.counts.expanded += 1;
            problem.successors(&node).try_for_each(|(child, edge)| {
                self.counts.generated += 1;
                let Some(cost) = sum(cost, edge, |cost| Failure::Cost { cost })? else {
                    return Ok(());
                };
                let (owner, hash) = self.owner.of(&child);
                let reached = Reached {
                    node: child,
                    cost,
                    parent: reference,
                };
                if owner != self.me {
                    self.counts.sent += 1;
                    send(reached);
                    return Ok(());
                }
                self.reach(hash, reached, layer, |next| {
                    let hops = if next == layer { hops } else { 0 };
                    right.delayed(&Key { layer: next, hops })
                })
            })?;
        }
        Ok(Layer::Open)
    }

    /// Brings the counts of memory up to date.
    pub(super) fn measure(&mut self) {
        let bytes = self.known.bytes() + self.costs.bytes() + self.parents.bytes() + self.open.bytes();
        self.counts.nodes = self.known.len() as u64;
        self.counts.bytes = self.counts.bytes.max(bytes as u64);
    }

    /// Follows a path to the start as far as it stays with this worker. Returns the next note and the worker that gets
    /// it, or `None` if all workers get it.
    pub(super) fn follow(
        &self,
        cost: P::Cost,
        mut nodes: Vec<P::Node>,
        mut next: Reference,
    ) -> (Option<u64>, Note<P::Node, P::Cost>) {
        while next != START {
            let (worker, place) = self.resolve(next);
            if worker != self.me {
                return (Some(worker), Note::Way { cost, nodes, next });
            }
            nodes.push(self.known.get(place).clone());
            next = self.parents.get(place) >> 1;
        }
        nodes.reverse();
        let cost = self.cost_along(&nodes).unwrap_or(cost);
        (None, Note::Path(Path { nodes, cost }))
    }

    /// The cost of a path, summed over its edges. The cost stored for the goal may be higher if sums are rounded.
    fn cost_along(&self, nodes: &[P::Node]) -> Option<P::Cost> {
        let start = self.starts.iter().filter(|(start, _)| nodes.first() == Some(start));
        let first = start.map(|(_, cost)| *cost).min_by(P::Cost::order)?;
        nodes.windows(2).try_fold(P::Cost::ZERO.plus(first)?, |sum, pair| {
            let [from, to] = pair else { return None };
            let edges = self.problem.successors(from).filter(|(child, _)| child == to);
            sum.plus(edges.map(|(_, edge)| edge).min_by(P::Cost::order)?)
        })
    }
}

/// The state of a worker's first layer after some expansions.
pub(super) enum Layer<C> {
    Open,
    Empty,
    Goal(Goal<C>),
}

/// The number of a cost.
#[inline]
fn number<C: Cost>(cost: C) -> Result<u64, Failure> {
    cost.number().ok_or_else(|| Failure::NoNumber {
        cost: format!("{cost:?}"),
    })
}

/// The sum, or `None` if `added` is infinite. `invalid` is the failure if `added` is negative or not a number.
#[inline]
fn sum<C: Cost>(cost: C, added: C, invalid: fn(String) -> Failure) -> Result<Option<C>, Failure> {
    match cost.plus(added) {
        Some(sum) if !added.is_less(&C::ZERO) => Ok(Some(sum)),
        sum => explain(cost, added, sum, invalid),
    }
}

#[cold]
fn explain<C: Cost>(cost: C, added: C, sum: Option<C>, invalid: fn(String) -> Failure) -> Result<Option<C>, Failure> {
    if added.order(&C::INFINITY).is_eq() {
        return Ok(None);
    }
    let text = format!("{added:?}");
    // The negative zero of a float is below zero in the total order, but not after it is added to zero.
    if C::ZERO.plus(added).is_none_or(|alone| alone.is_less(&C::ZERO)) {
        return Err(invalid(text));
    }
    sum.map(Some).ok_or_else(|| Failure::Overflow {
        cost: format!("{cost:?}"),
        added: text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_that_is_too_large_for_a_number_is_an_error() {
        assert_eq!(number(7_u128), Ok(7));
        let cost = (1_u128 << 64).to_string();
        assert_eq!(number(1_u128 << 64), Err(Failure::NoNumber { cost }));
    }
}
