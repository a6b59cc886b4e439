//! [`ParetoProblem`]: labels with resources, over a graph with several costs.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use astride::open::ByCost;
use astride::traits::Labels;
use astride::{Cost, Graph, Heuristic, Problem};

use super::bounds::Least;
use crate::SeveralCosts;
use crate::costs::Edge;

/// A label of the search behind [`ParetoPaths`](crate::ParetoPaths): a place and the resources used on the way there.
#[derive(Clone, Copy, Debug)]
pub struct Label<C, const M: usize> {
    /// The position of the node in [`SeveralCosts::nodes`].
    pub place: u32,
    /// The resources used.
    pub resources: [C; M],
}

impl<C: Cost, const M: usize> PartialEq for Label<C, M> {
    fn eq(&self, other: &Self) -> bool {
        let mut both = self.resources.iter().zip(&other.resources);
        self.place == other.place && both.all(|(one, other)| one.order(other).is_eq())
    }
}

impl<C: Cost, const M: usize> Eq for Label<C, M> {}

impl<C: Cost, const M: usize> Hash for Label<C, M> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place.hash(state);
        for resource in self.resources {
            resource.number().hash(state);
        }
    }
}

/// The problem behind [`ParetoPaths`](crate::ParetoPaths): a graph with several costs, a start, goals and limits.
#[derive(Debug)]
pub struct ParetoProblem<'a, N, C: Cost, const M: usize> {
    pub(super) costs: &'a SeveralCosts<N, C, M>,
    pub(super) start: u32,
    /// The resources used at the start.
    pub(super) departure: [C; M],
    /// Sorted.
    pub(super) goals: Vec<u32>,
    /// Infinite if there is none.
    pub(super) limits: [C; M],
    /// Empty if there are none.
    pub(super) windows: Arc<[[Window<C>; M]]>,
    /// For each node.
    pub(super) least: Arc<[Least<C, M>]>,
}

/// The least and the greatest value that a resource may have at a node.
pub(super) type Window<C> = (C, C);

impl<N, C: Cost, const M: usize> ParetoProblem<'_, N, C, M> {
    fn least(&self, place: u32) -> Option<&Least<C, M>> {
        self.least.get(place as usize)
    }

    /// The resources used after arriving at a node with `resources`, including waiting. `None` if the node is closed,
    /// or if no goal can be reached from there within the limits.
    #[inline]
    pub(super) fn arrive(&self, place: u32, mut resources: [C; M]) -> Option<[C; M]> {
        if let Some(windows) = self.windows.get(place as usize) {
            for (resource, (from, until)) in resources.iter_mut().zip(windows) {
                if resource.is_less(from) {
                    *resource = *from;
                }
                if until.is_less(resource) {
                    return None;
                }
            }
        }
        let least = self.least(place)?;
        let mut all = resources.iter().zip(&least.resources).zip(&self.limits);
        let is_possible = all.all(|((resource, least), limit)| {
            let is_limited = limit.is_less(&C::INFINITY);
            !is_limited || resource.plus(*least).is_some_and(|sum| !limit.is_less(&sum))
        });
        (is_possible && least.cost.is_less(&C::INFINITY)).then_some(resources)
    }

    /// The resources used plus the least that remains to a goal, or `None` if a sum is too large for the type.
    #[inline]
    fn sums(&self, label: &Label<C, M>) -> Option<[C; M]> {
        let least = self.least(label.place)?;
        let mut sums = label.resources;
        for (sum, least) in sums.iter_mut().zip(&least.resources) {
            *sum = sum.plus(*least)?;
        }
        Some(sums)
    }
}

impl<N, C: Cost, const M: usize> Graph for ParetoProblem<'_, N, C, M> {
    type Node = Label<C, M>;
    type Cost = C;

    #[inline]
    fn successors(&self, label: &Label<C, M>) -> impl Iterator<Item = (Label<C, M>, C)> {
        let used = label.resources;
        let edges = self.costs.out.at(label.place).iter();
        edges.filter_map(move |edge: &Edge<C, M>| {
            let mut resources = used;
            for (resource, more) in resources.iter_mut().zip(&edge.resources) {
                // A sum that is too large for the type becomes infinite, so the search fails if there is no limit.
                *resource = resource.plus(*more).unwrap_or(C::INFINITY);
            }
            let resources = self.arrive(edge.node, resources)?;
            let label = Label {
                place: edge.node,
                resources,
            };
            Some((label, edge.cost))
        })
    }
}

impl<N, C: Cost, const M: usize> Problem for ParetoProblem<'_, N, C, M> {
    fn start(&self) -> Label<C, M> {
        Label {
            place: self.start,
            resources: self.departure,
        }
    }

    #[inline]
    fn is_goal(&self, label: &Label<C, M>) -> bool {
        match self.goals[..] {
            [goal] => label.place == goal,
            _ => self.goals.binary_search(&label.place).is_ok(),
        }
    }
}

impl<N, C: Cost, const M: usize> Heuristic for ParetoProblem<'_, N, C, M> {
    #[inline]
    fn estimate(&self, label: &Label<C, M>) -> C {
        self.least(label.place).map_or(C::INFINITY, |least| least.cost)
    }
}

impl<N, C: Cost, const M: usize> Labels for ParetoProblem<'_, N, C, M> {
    type Place = u32;
    type Rank = [ByCost<C>; M];

    #[inline]
    fn place(&self, label: &Label<C, M>) -> u32 {
        label.place
    }

    #[inline]
    fn place_index(&self, label: &Label<C, M>) -> Option<usize> {
        Some(label.place as usize)
    }

    #[inline]
    fn dominates(&self, one: &Label<C, M>, other: &Label<C, M>) -> bool {
        let mut both = one.resources.iter().zip(&other.resources);
        both.all(|(one, other)| !other.is_less(one))
    }

    #[inline]
    fn rank(&self, label: &Label<C, M>) -> Option<[ByCost<C>; M]> {
        Some(self.sums(label)?.map(ByCost))
    }

    #[inline]
    fn completed(&self, label: &Label<C, M>) -> Option<Label<C, M>> {
        let resources = self.sums(label)?;
        Some(Label {
            place: label.place,
            resources,
        })
    }
}
