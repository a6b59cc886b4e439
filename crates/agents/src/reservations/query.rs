//! [`SafeIntervalQuery`]: the problem of one agent that has to avoid reservations.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::Deref;

use astride::{Graph, Heuristic, Path, Problem};

use super::footprint::{Cover, Footprint, crossings};
use super::table::{FOREVER, Free, Interval, Table};
use crate::distances::Distances;
use crate::places::{NONE, Places};
use crate::{AtEnd, Team};

/// A node of a [`SafeIntervalQuery`]: a place during a *safe interval*, in which the place is free without
/// interruption. Visits in the same interval are equal, whatever their time of arrival, which is
/// [baggage](https://docs.rs/astride/latest/astride/state_on_nodes/).
///
/// [`SafeIntervalQuery::node`] returns the place.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    interval: u32,
    place: u32,
    /// The end of the interval.
    last: u32,
    time: u32,
}

impl Visit {
    /// Returns the time of arrival.
    pub fn time(&self) -> u32 {
        self.time
    }
}

impl PartialEq for Visit {
    fn eq(&self, other: &Self) -> bool {
        self.interval == other.interval
    }
}

impl Eq for Visit {}

impl Hash for Visit {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.interval.hash(state);
    }
}

/// The problem of an agent that goes to its goal, waiting if necessary, and avoids all reservations. It is solved by
/// [`AStar`](astride::AStar) or any other search that follows edges forwards. Costs are times, so an agent on a
/// cheapest path arrives as early as possible.
///
/// It is created by [`Reservations::query`](crate::Reservations::query), or by
/// [`query_as`](crate::Reservations::query_as) for an agent that covers several nodes.
///
/// This is safe interval path planning (SIPP). There is one node for each place and each interval in which the place is
/// free, instead of one for each place and time. By waiting, an agent that arrives early in an interval can do
/// everything that it could after a later arrival, so only the earliest arrival is kept. Paths remain optimal even if a
/// move is impossible at certain times because another agent comes the other way. If an edge takes
/// [several moves](crate::Team::with_durations), both nodes must be free until the agent arrives.
///
/// The heuristic is the number of moves that the agent would need if it were alone and covered only one node, or a
/// lower bound on it for nodes that are much farther away than the start.
///
/// # Source
///
/// M. Phillips, M. Likhachev: *SIPP: Safe Interval Path Planning for Dynamic Environments* (ICRA 2011).
#[doc(alias("sipp", "safe interval path planning"))]
#[derive(Clone, Debug)]
pub struct SafeIntervalQuery<'r, N: Clone> {
    places: &'r Places<N>,
    inner: Avoiding<N, &'r Places<N>, &'r Table, &'r Footprint>,
}

/// The problem of an agent of a planner.
pub(crate) type SharedQuery<N> = Avoiding<N, Arc<Places<N>>, Arc<Table>, Arc<Footprint>>;

/// The problem behind a [`SafeIntervalQuery`], with pointers to its parts: references, or shared parts, so that a
/// search can be kept while it is paused.
#[derive(Clone, Debug)]
pub(crate) struct Avoiding<N, P, T, F> {
    places: P,
    table: T,
    /// Unless the agent covers only the place where it is, the times at which it can be at each place, which is when
    /// all that it covers is free. Otherwise, they are in the table.
    free: Option<Free>,
    footprint: Option<F>,
    start: Visit,
    goal: u32,
    end: AtEnd,
    distances: Arc<Distances>,
    node: PhantomData<fn() -> N>,
}

/// The start, the goal and the departure of an agent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trip {
    pub(crate) start: u32,
    pub(crate) time: u32,
    pub(crate) goal: u32,
    pub(crate) end: AtEnd,
}

impl Trip {
    /// That of an agent of a team.
    pub(crate) fn of<N>(team: &Team<N>, agent: usize) -> Self {
        Trip {
            start: team.starts[agent],
            time: 0,
            goal: team.goals[agent],
            end: team.end,
        }
    }
}

impl<'r, N: Clone> SafeIntervalQuery<'r, N> {
    /// Creates the problem from the distances to the goal, which have been [prepared](Distances::prepare). Returns
    /// `None` if the start is taken at the time of departure.
    pub(crate) fn new(
        places: &'r Places<N>,
        table: &'r Table,
        footprint: Option<&'r Footprint>,
        trip: Trip,
        distances: Arc<Distances>,
    ) -> Option<Self> {
        let inner = Avoiding::new(places, table, footprint, trip, distances)?;
        Some(SafeIntervalQuery { places, inner })
    }

    /// Returns the node of the team's graph at which a visit takes place.
    pub fn node(&self, visit: &Visit) -> &'r N {
        self.places.node(visit.place)
    }

    /// Returns the agent's nodes, one for each time from the departure on, as
    /// [`Reservations::reserve`](crate::Reservations::reserve) expects them. An agent that has to wait for a node waits
    /// at the node before it.
    pub fn route(&self, path: &Path<Visit, u32>) -> Vec<N> {
        places_of(path).map(|place| self.places.node(place).clone()).collect()
    }
}

impl<N, P, T, F> Avoiding<N, P, T, F>
where
    P: Deref<Target = Places<N>>,
    T: Deref<Target = Table>,
    F: Deref<Target = Footprint>,
{
    /// As for [`SafeIntervalQuery::new`].
    pub(crate) fn new(
        places: P,
        table: T,
        footprint: Option<F>,
        trip: Trip,
        distances: Arc<Distances>,
    ) -> Option<Self> {
        let cover = Cover::new(&places, footprint.as_deref());
        let free = (!cover.is_place()).then(|| {
            let numbers: Vec<u32> = (0..).take(places.len()).collect();
            table.free.common(numbers.iter().map(|place| cover.cells(place)))
        });
        let interval = free.as_ref().unwrap_or(&table.free).at(trip.start, trip.time)?;
        Some(Avoiding {
            start: Visit {
                interval: interval.id,
                place: trip.start,
                last: interval.last,
                time: trip.time,
            },
            distances,
            places,
            table,
            free,
            footprint,
            goal: trip.goal,
            end: trip.end,
            node: PhantomData,
        })
    }

    /// The times at which the agent can be at each place.
    #[inline]
    fn free(&self) -> &Free {
        self.free.as_ref().unwrap_or(&self.table.free)
    }

    /// The first time at which the agent can arrive if it moves from one place to another in a given interval.
    #[inline]
    fn arrival(&self, from: &Visit, to: u32, first: u32, last: u32) -> Option<u32> {
        let time = from.time.saturating_add(1).max(first);
        let leaves = from.last.saturating_add(u32::from(self.places.can_follow));
        let last = last.min(leaves).min(FOREVER - 1);
        // An agent that comes the other way leaves `to` and enters `from` in this move.
        let is_exchange = time == first && time > from.last;
        (time <= last && !(is_exchange && self.meets(from.place, to, time))).then_some(time)
    }

    /// The same if the step may take several moves, so that the agent is at both places until it arrives.
    #[inline(never)]
    fn timed_arrival(&self, from: &Visit, to: u32, first: u32, last: u32) -> Option<u32> {
        let moves = self.places.durations.of(from.place, to);
        if moves == 1 {
            return self.arrival(from, to, first, last);
        }
        let time = from.time.saturating_add(moves).max(first.saturating_add(moves - 1));
        let leaves = from.last.saturating_add(u32::from(self.places.can_follow));
        (time <= last.min(leaves).min(FOREVER - 1)).then_some(time)
    }

    fn cover(&self) -> Cover<'_> {
        Cover::new(&self.places, self.footprint.as_deref())
    }

    /// Whether an agent comes the other way.
    #[inline]
    fn meets(&self, from: u32, to: u32, time: u32) -> bool {
        let cover = self.cover();
        let (left, entered) = (cover.cells(&from), cover.cells(&to));
        let mut crossings = crossings(left, entered);
        crossings.any(|(left, entered)| self.table.has_move(entered, left, time))
    }
}

/// The places of a path, one for each time.
pub(crate) fn places_of(path: &Path<Visit, u32>) -> impl Iterator<Item = u32> {
    let next = path.nodes.iter().skip(1).map(Some).chain([None]);
    path.nodes.iter().zip(next).flat_map(|(visit, next)| {
        let stays = next.map_or(1, |next| next.time.saturating_sub(visit.time));
        core::iter::repeat_n(visit.place, stays as usize)
    })
}

impl<N, P, T, F> Graph for Avoiding<N, P, T, F>
where
    P: Deref<Target = Places<N>>,
    T: Deref<Target = Table>,
    F: Deref<Target = Footprint>,
{
    type Node = Visit;
    type Cost = u32;

    const FIXED_COSTS: bool = true;

    #[inline]
    fn successors(&self, visit: &Visit) -> impl Iterator<Item = (Visit, u32)> {
        let visit = *visit;
        let are_unit = self.places.durations.are_unit();
        let next = self.places.next(visit.place).iter();
        next.flat_map(move |place| {
            let intervals = self.free().from(*place, visit.time.saturating_add(1)).iter();
            let in_time = intervals.take_while(move |interval| interval.first <= visit.last.saturating_add(1));
            in_time.filter_map(move |interval| {
                let Interval { first, last, .. } = *interval;
                let time = if are_unit {
                    self.arrival(&visit, *place, first, last)?
                } else {
                    self.timed_arrival(&visit, *place, first, last)?
                };
                let next = Visit {
                    interval: interval.id,
                    place: *place,
                    last: interval.last,
                    time,
                };
                Some((next, time - visit.time))
            })
        })
    }

    #[inline]
    fn index(&self, visit: &Visit) -> Option<usize> {
        Some(visit.interval as usize)
    }

    fn index_bound(&self) -> Option<usize> {
        Some(self.free().id_bound() as usize)
    }
}

impl<N, P, T, F> Problem for Avoiding<N, P, T, F>
where
    P: Deref<Target = Places<N>>,
    T: Deref<Target = Table>,
    F: Deref<Target = Footprint>,
{
    fn start(&self) -> Visit {
        self.start
    }

    #[inline]
    fn is_goal(&self, visit: &Visit) -> bool {
        let last = self.cover().until(self.end.last(visit.time));
        visit.place == self.goal && last <= visit.last
    }
}

impl<N, P, T, F> Heuristic for Avoiding<N, P, T, F>
where
    P: Deref<Target = Places<N>>,
    T: Deref<Target = Table>,
    F: Deref<Target = Footprint>,
{
    #[inline]
    fn estimate(&self, visit: &Visit) -> u32 {
        let moves = self.distances.at_least(visit.place);
        if moves == NONE {
            return NONE;
        }
        // A larger estimate could make the sum with the cost too large.
        moves.min((FOREVER - 1).saturating_sub(visit.time))
    }
}

impl<N: Clone> Graph for SafeIntervalQuery<'_, N> {
    type Node = Visit;
    type Cost = u32;

    /// A visit contains its time, which is the cost of the path to it.
    const FIXED_COSTS: bool = true;

    #[inline]
    fn successors(&self, visit: &Visit) -> impl Iterator<Item = (Visit, u32)> {
        self.inner.successors(visit)
    }

    #[inline]
    fn index(&self, visit: &Visit) -> Option<usize> {
        self.inner.index(visit)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.inner.index_bound()
    }
}

impl<N: Clone> Problem for SafeIntervalQuery<'_, N> {
    fn start(&self) -> Visit {
        self.inner.start
    }

    #[inline]
    fn is_goal(&self, visit: &Visit) -> bool {
        self.inner.is_goal(visit)
    }
}

impl<N: Clone> Heuristic for SafeIntervalQuery<'_, N> {
    #[inline]
    fn estimate(&self, visit: &Visit) -> u32 {
        self.inner.estimate(visit)
    }
}
