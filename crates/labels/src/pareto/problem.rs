//! [`ParetoProblem`]: labels with resources, over a graph with several costs.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::sync::atomic::{AtomicBool, Ordering};

use crate::Labels;
use astride::open::ByCost;
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
    /// Whether a label was left out because a resource was too large for its type.
    pub(super) has_overflowed: AtomicBool,
    /// For each node.
    pub(super) least: Arc<[Least<C, M>]>,
}

/// The least and the greatest value that a resource may have at a node.
pub(super) type Window<C> = (C, C);

impl<N, C: Cost, const M: usize> ParetoProblem<'_, N, C, M> {
    fn least(&self, place: u32) -> Option<&Least<C, M>> {
        self.least.get(place as usize)
    }

    /// The resources used after arriving at a node, given those used before an edge and those of the edge, and
    /// including waiting.
    #[inline]
    pub(super) fn arrive(&self, place: u32, used: &[C; M], more: &[C; M]) -> Result<[C; M], Refused> {
        let windows = self.windows.get(place as usize);
        let least = self.least(place).filter(|least| least.cost.is_less(&C::INFINITY));
        let least = least.ok_or(Refused::Forbidden)?;
        let mut resources = *used;
        let mut too_large = None;
        for (number, resource) in resources.iter_mut().enumerate() {
            let window = windows.map(|windows| windows[number]);
            let Some(sum) = self.sum(number, *resource, more[number], window) else {
                if self.is_limited(number, window) {
                    return Err(Refused::Forbidden);
                }
                too_large = Some(Refused::TooLarge { resource: number });
                continue;
            };
            *resource = sum;
            if window.is_some_and(|(_, until)| until.is_less(&sum)) {
                return Err(Refused::Forbidden);
            }
            let whole = if self.costs.falls[number] {
                Some(sum)
            } else {
                sum.plus(least.resources[number])
            };
            match whole {
                Some(whole) if self.limits[number].is_less(&whole) => return Err(Refused::Forbidden),
                Some(_) => {}
                None if self.is_limited(number, None) => return Err(Refused::Forbidden),
                None => too_large = Some(Refused::TooLarge { resource: number }),
            }
        }
        too_large.map_or(Ok(resources), Err)
    }

    /// A resource after an edge, including waiting.
    #[inline]
    fn sum(&self, number: usize, used: C, more: C, window: Option<Window<C>>) -> Option<C> {
        let mut sum = used.plus(more)?;
        if self.costs.falls[number] && sum.is_less(&C::ZERO) {
            sum = C::ZERO;
        }
        match window {
            Some((from, _)) if sum.is_less(&from) => Some(from),
            _ => Some(sum),
        }
    }
    /// Whether a limit or a window forbids a resource that is too large for its type.
    fn is_limited(&self, number: usize, window: Option<Window<C>>) -> bool {
        let is_finite = |value: C| value.is_less(&C::INFINITY);
        is_finite(self.limits[number]) || window.is_some_and(|(_, until)| is_finite(until))
    }

    /// If a node cannot be entered only because a resource is too large for its type: the resource, how much of it is
    /// used there, unless this is already too large, and the least that remains to a goal.
    pub(super) fn too_large(&self, place: u32, used: &[C; M], more: &[C; M]) -> Option<(usize, Option<C>, C)> {
        let Err(Refused::TooLarge { resource }) = self.arrive(place, used, more) else {
            return None;
        };
        let window = self.windows.get(place as usize).map(|windows| windows[resource]);
        let sum = self.sum(resource, used[resource], more[resource], window);
        Some((resource, sum, self.least(place)?.resources[resource]))
    }

    /// Replaces the resources that fall with a lower bound of what is used at a goal, which is zero before the goal.
    #[cold]
    fn complete_falling(&self, label: &Label<C, M>, resources: &mut [C; M]) {
        let is_goal = self.is_goal(label);
        for (number, resource) in resources.iter_mut().enumerate() {
            if self.costs.falls[number] && !is_goal {
                *resource = C::ZERO;
            }
        }
    }

    pub(super) fn has_overflowed(&self) -> bool {
        self.has_overflowed.load(Ordering::Relaxed)
    }

    /// The resources used plus the least that remains to a goal, or the potential of those that fall.
    #[inline]
    fn sums(&self, label: &Label<C, M>) -> [C; M] {
        let mut sums = label.resources;
        if let Some(least) = self.least(label.place) {
            for (sum, least) in sums.iter_mut().zip(&least.resources) {
                *sum = sum.plus(*least).unwrap_or(C::INFINITY);
            }
        }
        sums
    }
}

/// Why a label is left out.
#[derive(Clone, Copy)]
pub(super) enum Refused {
    /// The node is closed, or no goal can be reached from it within the limits.
    Forbidden,
    /// A resource that nothing limits is too large for its type.
    TooLarge { resource: usize },
}

impl<N, C: Cost, const M: usize> Graph for ParetoProblem<'_, N, C, M> {
    type Node = Label<C, M>;
    type Cost = C;

    #[inline]
    fn successors(&self, label: &Label<C, M>) -> impl Iterator<Item = (Label<C, M>, C)> {
        let used = label.resources;
        let edges = self.costs.out.at(label.place).iter();
        edges.filter_map(move |edge: &Edge<C, M>| {
            let arrival = self.arrive(edge.node, &used, &edge.resources);
            if let Err(Refused::TooLarge { .. }) = arrival {
                self.has_overflowed.store(true, Ordering::Relaxed);
            }
            let resources = arrival.ok()?;
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
        Some(self.sums(label).map(ByCost))
    }

    #[inline]
    fn completed(&self, label: &Label<C, M>) -> Option<Label<C, M>> {
        let mut resources = self.sums(label);
        if self.costs.falls != [false; M] {
            self.complete_falling(label, &mut resources);
        }
        Some(Label {
            place: label.place,
            resources,
        })
    }
}
