//! [`Reservations`]: which agents are where at which times, so that others can avoid them.

mod ejection;
mod error;
mod footprint;
mod lns;
mod occupancy;
mod prioritized;
mod query;
mod route;
mod table;

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::RangeInclusive;

pub(crate) use ejection::Ejection;
pub use error::ReservationError;
pub use footprint::Footprint;
pub use lns::Lns;
pub use prioritized::{Order, Prioritized, PrioritizedError, Retry};
pub use query::{SafeIntervalQuery, Visit};

use crate::distances::Distances;
use crate::places::NONE;
use crate::{AtEnd, Plan, Team};
use footprint::Cover;
use query::Trip;
use route::Route;
use table::{FOREVER, Need, Table};

/// A table of which nodes and moves are taken, and when.
///
/// Time is counted in moves, as in a [`Team`]. Times are numbers below 2³² − 1. A node is taken by the
/// [route](Self::reserve) of an agent, or [blocked](Self::block), for example by a closed door. No other agent can be
/// at a node while it is taken, and no agent can move along an edge while another comes the other way.
///
/// [`query`](Self::query) returns the problem of routing another agent around all reservations. Any search of `astride`
/// that follows edges forwards can solve this problem. [`Prioritized`] plans all agents of a team in this way, one
/// after another.
///
/// # Complexity
///
/// Creating the table takes O(nodes) time. Reserving a node at one time takes a binary search and an insertion into an
/// array of intervals. The array of a node that is already reserved at k other times contains at most k + 1 intervals.
///
/// # Example
///
/// An agent passes through a corridor with a bay while another comes the other way, and a door at the end is closed
/// from time 5 to time 9:
///
/// ```
/// use astride::AStar;
/// use astride_agents::{AtEnd, Reservations, Team};
/// use astride_grid::{GridMap, GridProblem, Movement, Point};
///
/// let map: GridMap = ".....\n@@.@@".parse()?;
/// let (left, right) = (Point::new(0, 0), Point::new(4, 0));
/// let team = Team::new(&GridProblem::new(&map, left, right, Movement::Four)?, [(left, right)])?;
///
/// let mut reservations = Reservations::new(&team);
/// reservations.block(&right, 5..=9)?;
/// let other: Vec<Point> = (0..5).rev().map(|x| Point::new(x, 0)).collect();
/// reservations.reserve(2, &other, AtEnd::Leaves)?;
///
/// let query = reservations.query(&left, 0, &right, AtEnd::Stays)?;
/// let path = AStar::new(&query).find_path()?.ok_or("no way")?;
/// assert_eq!(path.cost, 10);
/// assert!(query.route(&path).contains(&Point::new(2, 1)), "it makes way in the bay");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// D. Silver: *Cooperative Pathfinding* (AIIDE 2005). M. Phillips, M. Likhachev: *SIPP: Safe Interval Path Planning for
/// Dynamic Environments* (ICRA 2011).
#[doc(alias("reservation table", "dynamic obstacles", "doors"))]
#[derive(Clone, Debug)]
pub struct Reservations<N> {
    team: Team<N>,
    table: Table,
}

impl<N: Clone + Debug + Eq + Hash> Reservations<N> {
    /// Creates an empty table for the nodes of a team's graph: those that can be reached from the team's starts. The
    /// agents of the team are ignored.
    pub fn new<D>(team: &Team<N, D>) -> Self {
        Reservations {
            team: team.with_mark(),
            table: Table::new(team.places.len()),
        }
    }

    /// Blocks a node at all times of a range. `5..=u32::MAX` means from time 5 on. Times at which the node is already
    /// blocked stay blocked.
    ///
    /// # Errors
    ///
    /// `UnknownNode`, and `Taken` if an agent is at the node at one of these times.
    ///
    /// ```
    /// use astride_agents::{AtEnd, ReservationError, Reservations, Team};
    /// use astride_grid::{GridMap, GridProblem, Movement, Point};
    ///
    /// let map: GridMap = "...".parse()?;
    /// let (left, door, right) = (Point::new(0, 0), Point::new(1, 0), Point::new(2, 0));
    /// let team = Team::new(&GridProblem::new(&map, left, right, Movement::Four)?, [(left, right)])?;
    /// let mut reservations = Reservations::new(&team);
    ///
    /// // Closed for repairs, and, from a second list, for the night.
    /// reservations.block(&door, 5..=9)?;
    /// reservations.block(&door, 8..=20)?;
    /// assert!(reservations.reserve(14, &[left, door, right], AtEnd::Leaves).is_err());
    ///
    /// reservations.unblock(&door, 15..=u32::MAX)?;
    /// reservations.reserve(14, &[left, door, right], AtEnd::Leaves)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn block(&mut self, node: &N, times: RangeInclusive<u32>) -> Result<(), ReservationError> {
        let Some(need) = self.need(node, &times)? else {
            return Ok(());
        };
        let parts = self.table.not_blocked(need);
        for part in &parts {
            self.check_free(*part)?;
        }
        for part in parts {
            self.table.block(part);
        }
        Ok(())
    }

    /// Frees a node at all times of a range at which it is [blocked](Self::block), by whichever calls. Times at which
    /// the node is free stay free, and the routes of agents stay reserved.
    ///
    /// # Errors
    ///
    /// `UnknownNode`.
    pub fn unblock(&mut self, node: &N, times: RangeInclusive<u32>) -> Result<(), ReservationError> {
        if let Some(need) = self.need(node, &times)? {
            self.table.unblock(need);
        }
        Ok(())
    }

    /// Reserves the route of an agent that is at the first node at `time`, at the second node one move later, and so
    /// on. If a node is repeated, the agent waits there, or is on its way to the next node if that takes
    /// [several moves](Team::with_durations).
    ///
    /// # Errors
    ///
    /// `UnknownNode`, `NoEdge`, `TooFast`, `EmptyRoute` and `TooLate` if `route` is invalid; `Taken` and `Swap` if the
    /// route conflicts with a reservation. After an error, the table is unchanged. If all routes of a plan can be
    /// reserved one after another, the plan has no collisions, even for agents with [footprints](Footprint).
    pub fn reserve(&mut self, time: u32, route: &[N], end: AtEnd) -> Result<(), ReservationError> {
        self.reserve_route(None, time, route, end)
    }

    /// Like [`reserve`](Self::reserve), for an agent that covers several nodes.
    ///
    /// # Errors
    ///
    /// The errors of `reserve`, and `DoesNotFit`.
    pub fn reserve_as(
        &mut self,
        footprint: &Footprint,
        time: u32,
        route: &[N],
        end: AtEnd,
    ) -> Result<(), ReservationError> {
        self.reserve_route(Some(footprint), time, route, end)
    }

    /// Releases a route that was [reserved](Self::reserve) with the same arguments.
    ///
    /// # Errors
    ///
    /// `UnknownNode`, `NoEdge`, `TooFast`, `EmptyRoute` and `TooLate`, as for `reserve`; `NotTaken` and `NoSuchMove` if
    /// a part of the route is not reserved. After an error, the table is unchanged. The table does not record which
    /// agent made a reservation.
    pub fn release(&mut self, time: u32, route: &[N], end: AtEnd) -> Result<(), ReservationError> {
        self.release_route(None, time, route, end)
    }

    /// Like [`release`](Self::release), for an agent that covers several nodes.
    ///
    /// # Errors
    ///
    /// The errors of `release`, and `DoesNotFit`.
    pub fn release_as(
        &mut self,
        footprint: &Footprint,
        time: u32,
        route: &[N],
        end: AtEnd,
    ) -> Result<(), ReservationError> {
        self.release_route(Some(footprint), time, route, end)
    }

    /// Returns the problem of an agent that is at `start` at `time` and has to reach `goal` as early as possible
    /// without conflicting with any reservation.
    ///
    /// # Errors
    ///
    /// `UnknownNode`; `TooLate` if even an agent that is alone would arrive later than at the last possible time; and
    /// `Taken` if the start is taken at `time`.
    pub fn query(
        &self,
        start: &N,
        time: u32,
        goal: &N,
        end: AtEnd,
    ) -> Result<SafeIntervalQuery<'_, N>, ReservationError> {
        self.query_for(None, start, time, goal, end)
    }

    /// Like [`query`](Self::query), for an agent that covers several nodes.
    ///
    /// # Complexity
    ///
    /// O(nodes · size of the footprint) without reservations, and more with many of them: for each node, the times are
    /// computed at which all nodes that the agent covers there are free.
    ///
    /// # Errors
    ///
    /// The errors of `query`, and `DoesNotFit` for the start or the goal.
    pub fn query_as<'r>(
        &'r self,
        footprint: &'r Footprint,
        start: &N,
        time: u32,
        goal: &N,
        end: AtEnd,
    ) -> Result<SafeIntervalQuery<'r, N>, ReservationError> {
        self.query_for(Some(footprint), start, time, goal, end)
    }

    fn query_for<'r>(
        &'r self,
        footprint: Option<&'r Footprint>,
        start: &N,
        time: u32,
        goal: &N,
        end: AtEnd,
    ) -> Result<SafeIntervalQuery<'r, N>, ReservationError> {
        let (start, goal) = (self.place(footprint, start)?, self.place(footprint, goal)?);
        let from = time;
        let cover = Cover::new(&self.team.places, footprint);
        let needs = cover.cells(&start).iter().map(|cell| Need {
            cell: *cell,
            from,
            until: from,
        });
        for need in needs {
            self.check_free(need)?;
        }
        let trip = Trip { start, time, goal, end };
        let mut distances = Distances::new(&self.team.places, goal);
        let moves = distances.get(&self.team.places, start);
        let is_too_late = time.checked_add(moves).is_none_or(|arrival| arrival == FOREVER);
        if moves != NONE && is_too_late {
            let moves = moves as usize;
            return Err(ReservationError::TooLate { time, moves });
        }
        distances.prepare(&self.team.places, start);
        let distances = Arc::new(distances);
        let query = SafeIntervalQuery::new(&self.team.places, &self.table, footprint, trip, distances);
        query.ok_or_else(|| ReservationError::Taken {
            node: self.text(start),
            time,
        })
    }

    fn reserve_route(
        &mut self,
        footprint: Option<&Footprint>,
        time: u32,
        route: &[N],
        end: AtEnd,
    ) -> Result<(), ReservationError> {
        let places = self.check_route(footprint, time, route)?;
        let team = self.team.clone();
        let route = Route {
            places: &places,
            time,
            end,
            cover: Cover::new(&team.places, footprint),
        };
        for need in route.needs() {
            self.check_free(need)?;
        }
        for (from, to, time) in route.moves() {
            if self.table.has_move(to, from, time) {
                let (from, to) = (self.text(from), self.text(to));
                return Err(ReservationError::Swap { from, to, time });
            }
        }
        route.take(&mut self.table);
        Ok(())
    }

    fn release_route(
        &mut self,
        footprint: Option<&Footprint>,
        time: u32,
        route: &[N],
        end: AtEnd,
    ) -> Result<(), ReservationError> {
        let places = self.check_route(footprint, time, route)?;
        let team = self.team.clone();
        let route = Route {
            places: &places,
            time,
            end,
            cover: Cover::new(&team.places, footprint),
        };
        for need in route.needs() {
            self.check_reserved(need)?;
        }
        for (from, to, time) in route.moves() {
            if !self.table.has_move(from, to, time) {
                let (from, to) = (self.text(from), self.text(to));
                return Err(ReservationError::NoSuchMove { from, to, time });
            }
        }
        route.give(&mut self.table);
        Ok(())
    }

    /// The numbers of a route's places, if the route is valid.
    fn check_route(&self, footprint: Option<&Footprint>, time: u32, route: &[N]) -> Result<Vec<u32>, ReservationError> {
        let moves = route.len().checked_sub(1).ok_or(ReservationError::EmptyRoute)?;
        let last = u32::try_from(moves).ok().and_then(|moves| time.checked_add(moves));
        if last.is_none_or(|last| last == FOREVER) {
            return Err(ReservationError::TooLate { time, moves });
        }
        let places: Result<Vec<u32>, _> = route.iter().map(|node| self.place(footprint, node)).collect();
        let places = places?;
        let mut since = time;
        for (step, time) in places.windows(2).zip(time + 1..) {
            let text = || (self.text(step[0]), self.text(step[1]));
            if !self.team.places.has_step(step[0], step[1]) {
                let (from, to) = text();
                return Err(ReservationError::NoEdge { from, to, time });
            }
            if step[0] == step[1] {
                continue;
            }
            let passed = time - core::mem::replace(&mut since, time);
            let needed = self.team.places.durations.of(step[0], step[1]);
            if passed < needed {
                let (from, to) = text();
                return Err(ReservationError::TooFast {
                    from,
                    to,
                    time,
                    passed,
                    needed,
                });
            }
        }
        Ok(places)
    }

    /// The number of a place where the agent can be.
    fn place(&self, footprint: Option<&Footprint>, node: &N) -> Result<u32, ReservationError> {
        let place = self.team.places.number(node);
        let place = place.ok_or_else(|| ReservationError::UnknownNode {
            node: format!("{node:?}"),
        })?;
        let is_of_team = footprint.is_none_or(|footprint| footprint.place_count() == self.team.places.len());
        if !is_of_team || Cover::new(&self.team.places, footprint).cells(&place).is_empty() {
            return Err(ReservationError::DoesNotFit { node: self.text(place) });
        }
        Ok(place)
    }

    /// The need for a node during a range of times, or `None` if the range is empty.
    fn need(&self, node: &N, times: &RangeInclusive<u32>) -> Result<Option<Need>, ReservationError> {
        let need = Need {
            cell: self.team.places.spot(self.place(None, node)?),
            from: *times.start(),
            until: *times.end(),
        };
        Ok((!times.is_empty()).then_some(need))
    }

    fn check_free(&self, need: Need) -> Result<(), ReservationError> {
        self.table.first_taken(need).map_or(Ok(()), |time| {
            let node = self.text(need.cell);
            Err(ReservationError::Taken { node, time })
        })
    }

    /// Checks that an agent has the node at all times of a need.
    fn check_reserved(&self, need: Need) -> Result<(), ReservationError> {
        let blocked = self.table.blocked(need).next().map(|part| part.from);
        let time = blocked.into_iter().chain(self.table.first_free(need)).min();
        time.map_or(Ok(()), |time| {
            let node = self.text(need.cell);
            Err(ReservationError::NotTaken { node, time })
        })
    }

    fn text(&self, place: u32) -> String {
        format!("{:?}", self.team.places.node(place))
    }
}

/// The route of an agent of a team from time 0 on, as it is reserved.
fn route_of<'a, N>(team: &'a Team<N>, places: &'a [u32]) -> Route<'a> {
    Route {
        places,
        time: 0,
        end: team.end,
        cover: Cover::new(&team.places, None),
    }
}

/// The plan with these routes.
fn routes_to_plan<N: Clone>(team: &Team<N>, routes: &[Vec<u32>]) -> Plan<N> {
    Plan::from_routes(team, &routes.iter().map(Vec::as_slice))
}
