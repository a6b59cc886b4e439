//! [`Departing`]: a graph whose travel times depend on the departure time.

mod arriving;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use astride::problem::Exactly;
use astride::traits::{NoSuchNode, NumericCost, Reached};
use astride::{Cost, Graph, Query};

pub use arriving::{Arriving, Departure};

/// A graph whose travel times depend on the time at which an edge is entered, as with timetables, rush hours and roads
/// that close.
///
/// It wraps a graph and a *profile*, a function that returns the travel time along an edge for each departure time. The
/// travel time includes waiting: if a bus leaves at 8:10 and takes 20 minutes, the profile returns 30 minutes for a
/// departure at 8:00. A travel time of [`Cost::INFINITY`] means that nothing departs any more.
///
/// For one departure time, [`query`](Self::query) returns a problem with a start and a goal, and [`at`](Self::at)
/// returns a graph. Nodes are [`Stop`]s, and the cost of a path is the time that has passed since the departure. For an
/// arrival by a given time, [`arrive_by`](Self::arrive_by) returns a graph in which searches find the latest departure.
///
/// # First in, first out
///
/// A later departure along an edge may take less time, but must not arrive before an earlier departure does. Timetables
/// without overtaking, speeds that change at the same time for everyone on an edge, and waiting for an edge to open
/// have this property. A search then finds the earliest arrival, since arriving early at a node on the way is never a
/// disadvantage. Without this property, paths that are found are valid, but the search may miss an earlier arrival, or
/// even the only path.
///
/// A profile lacks the property if its travel time drops by more than the clock has advanced, or if it returns
/// `INFINITY` while an edge is closed, but a finite travel time once the edge is open. In these cases, include waiting:
/// return the time until the earliest arrival of this or any later departure. Searches do not check the property, but
/// [`check_fifo`](Self::check_fifo) does, for the nodes and departures that you pass to it.
///
/// # Turns
///
/// To add turn costs, wrap a [`Turns`](crate::Turns). The cost that the profile gets is then the sum of those of the
/// turn and the edge, and [`Turns::turn_cost`](crate::Turns::turn_cost) returns the part of the turn, after which the
/// edge is entered. (A `Turns` around a `Departing` does not compile, since the clock would not include the turns.)
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride::{Dijkstra, Query};
/// use astride_labels::{Departing, Stop, Turned, Turns};
///
/// let roads = CsrGraph::from_edges(3, [(0, 1, 5_u32), (1, 2, 5)])?;
/// let town = Turns::new(&roads, |from, at, to| if (*from, *at, *to) == (0, 1, 2) { 6 } else { 0 });
/// // The road from 1 to 2 is closed from 10 to 30, and those who arrive before 10 but turn until 11 have to wait.
/// let traffic = Departing::new(&town, |from, to, cost, departure| {
///     let entry = departure + town.turn_cost(from, &to.at);
///     let is_closed = (from.at, to.at) == (1, 2) && (10..30).contains(&entry);
///     if is_closed { cost + 30 - entry } else { cost }
/// });
///
/// let query = Query::new(traffic.at(0)?, Stop::new(Turned::start(0)), |stop| stop.place.at == 2);
/// assert_eq!(Dijkstra::new(query).find_path()?.expect("a way").cost, 35);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Arguments
///
/// [`new`](Self::new) takes a [`Graph`], or a reference to one, and the profile. The profile gets both nodes of an
/// edge, the cost of the edge in that graph, and the departure time, and returns the travel time. Clock times and
/// travel times have the cost type of the graph, and both are in the same unit. Edges with a cost of `INFINITY` in the
/// graph are missing at all times.
///
/// # Returns
///
/// [`Dijkstra`](astride::Dijkstra) and [`AStar`](astride::AStar) with an admissible estimate find the earliest arrival,
/// [`NearestGoals`](astride::NearestGoals) finds one goal after another, and
/// [`Dijkstra::one_to_all`](astride::Dijkstra#method.one_to_all) the earliest arrival everywhere, or the isochrone if
/// given a [cost limit](astride::search::Search::with_cost_limit). [`IdaStar`](astride::IdaStar),
/// [`WeightedAStar`](astride::WeightedAStar), [`CostMatrix`](astride::CostMatrix) and
/// [`KShortestPaths::forward`](astride::KShortestPaths#method.forward) can also be used.
///
/// [`DisjointPaths`](astride::search::DisjointPaths) cannot be used, since it needs edges that cost the same on all
/// paths. [`OptimalPaths`](astride::search::OptimalPaths) finds only paths that are as early as possible at every stop,
/// although a traveller who arrives later at a stop may still catch the same bus.
///
/// If no travel time along an edge is less than the cost of that edge in the graph, the least costs to the goal in the
/// graph are a consistent estimate. One search from the goal over [`Reversed`](astride::problem::Reversed) computes all
/// these costs, as in the example. Do not declare this consistency using `with_consistency`, which is for nodes whose
/// successors do not depend on the time.
///
/// # Complexity
///
/// One call to the profile for each successor that a search generates. A stop consists of a node and a time, and has
/// the [`index`](Graph::index) of that node.
///
/// # Errors
///
/// In these cases, a search ends with [`Status::Failed`](astride::Status::Failed) and a
/// [`SearchError`](astride::SearchError) that names the edge:
///
/// * `NegativeCost` and `InvalidCost` for a travel time that is below zero (an arrival before the departure) or not a
///   number, and for such a cost in the graph. `InvalidCost` also for a departure time that is not a number.
/// * `CostOverflow` if a path takes longer than the cost type can express, or if it continues after the last clock time
///   that the type can express. In the second case, the error contains the time that has passed and the departure time,
///   whose sum is too large.
///
/// # Example
///
/// Two roads lead from A to B: a motorway that is slow in the morning, and a road through C:
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride::problem::Reversed;
/// use astride::{AStar, Cost, Dijkstra, Status};
/// use astride_labels::Departing;
///
/// let [a, b, c] = [0, 1, 2];
/// let roads = CsrGraph::undirected(3, [(a, b, 20_u32), (a, c, 15), (c, b, 15)])?; // minutes
/// let traffic = Departing::new(&roads, |from, to, free, departure| {
///     if (*from, *to) != (a, b) {
///         return free;
///     }
///     // From seven o'clock there is a queue, which takes up to 25 minutes and is gone by ten.
///     free + departure.saturating_sub(7 * 60).min((10 * 60_u32).saturating_sub(departure)).min(25)
/// });
/// traffic.check_fifo([a, b, c], 0..24 * 60)?;
///
/// // Lower bounds: the travel times from every node to B without traffic.
/// let mut free = Dijkstra::one_to_all(Reversed::new(traffic.graph()), b);
/// assert_eq!(free.run(), Status::Found);
///
/// for (departure, minutes, way) in [(8 * 60, 30, vec![a, c, b]), (12 * 60, 20, vec![a, b])] {
///     let query = traffic.query(a, departure, b)?;
///     let query = query.with_heuristic(|stop| free.cost_to(&stop.place).unwrap_or(u32::INFINITY));
///     let path = AStar::new(query).find_path()?.ok_or("no road")?;
///     assert_eq!(path.cost, minutes);
///     assert_eq!(path.nodes.iter().map(|stop| stop.place).collect::<Vec<_>>(), way);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Dreyfus: An appraisal of some shortest-path algorithms. Operations Research 17(3), 1969. Orda, Rom: Shortest-path
/// and minimum-delay algorithms in networks with time-dependent edge-length. Journal of the ACM 37(3), 1990.
#[doc(alias(
    "timetable",
    "time-dependent",
    "traffic",
    "rush hour",
    "departure time",
    "schedule",
    "fifo"
))]
#[derive(Clone, Copy)]
pub struct Departing<G, F> {
    graph: G,
    profile: F,
}

impl<G: Graph, F: Fn(&G::Node, &G::Node, G::Cost, G::Cost) -> G::Cost> Departing<G, F> {
    /// Combines a graph, or a reference to one, with a profile.
    ///
    /// `profile(from, to, cost, departure)` returns the travel time, including waiting, along the edge that costs
    /// `cost` in the graph, or [`Cost::INFINITY`] if nothing departs any more.
    ///
    /// Does not compile if the costs of the graph [are fixed](Graph::FIXED_COSTS), as those of another departure or of
    /// jump points are.
    pub fn new(graph: G, profile: F) -> Self {
        const {
            assert!(
                !G::FIXED_COSTS,
                "`Departing` changes costs, but the edges of this graph are right only with their own costs"
            );
        }
        Departing { graph, profile }
    }

    /// Returns the wrapped graph.
    pub fn graph(&self) -> &G {
        &self.graph
    }

    /// Returns the graph for a departure at this time, for example for
    /// [`Dijkstra::one_to_all`](astride::Dijkstra#method.one_to_all) or [`CostMatrix`](astride::CostMatrix). A
    /// departure below zero is before the time that counts as zero.
    ///
    /// # Errors
    ///
    /// [`TimeError`] if the departure is infinite or not a number.
    ///
    /// # Example
    ///
    /// The stops that can be reached within 20 minutes on a tram that leaves each stop every 10 minutes:
    ///
    /// ```
    /// use astride::{Dijkstra, FnGraph, Status};
    /// use astride_labels::{Departing, Stop};
    ///
    /// let line = FnGraph::new(|stop: &u32| [(stop + 1, 4_u32)]);
    /// let tram = Departing::new(line, |_, _, ride, departure| departure.next_multiple_of(10) - departure + ride);
    /// for (departure, reached) in [(60, 2), (61, 1)] {
    ///     let mut search = Dijkstra::one_to_all(tram.at(departure)?, Stop::new(0)).with_cost_limit(20);
    ///     assert_eq!(search.run(), Status::Found);
    ///     assert_eq!(search.closed_nodes().map(|stop| stop.node.place).max(), Some(reached));
    /// }
    /// # Ok::<(), astride_labels::TimeError>(())
    /// ```
    pub fn at(&self, departure: G::Cost) -> Result<Journey<'_, G, F>, TimeError> {
        if G::Cost::ZERO.plus(departure).is_none() {
            return Err(TimeError {
                argument: "departure",
                value: format!("{departure:?}"),
                expected: "finite",
            });
        }
        Ok(Journey {
            traffic: self,
            departure,
        })
    }

    /// Returns the problem of reaching `goal` as early as possible after leaving `start` at `departure`.
    ///
    /// All queries have the same type, so a search can be [reset](astride::search::Search::reset) to the next query.
    /// For goals given by a closure, use `Query::new(departing.at(departure)?, Stop::new(start), |stop| …)`.
    ///
    /// # Errors
    ///
    /// [`TimeError`] if the departure is infinite or not a number.
    #[expect(clippy::type_complexity, reason = "an alias would hide that it is a `Query`")]
    pub fn query(
        &self,
        start: G::Node,
        departure: G::Cost,
        goal: G::Node,
    ) -> Result<Query<Journey<'_, G, F>, Exactly<Stop<G::Node, G::Cost>>>, TimeError> {
        Ok(Query::between(self.at(departure)?, Stop::new(start), Stop::new(goal)))
    }

    /// Checks that, on all edges from `nodes`, the later of any two `departures` does not arrive before the earlier
    /// one.
    ///
    /// The check proves the first-in, first-out property of these edges if `departures` contains all possible times.
    /// For piecewise linear profiles, the times at which each piece begins and ends are sufficient, and for timetables
    /// the time of each departure and the next possible time after it. With other times, the check only tests samples.
    /// Arrivals that differ only by rounding count as equal.
    ///
    /// # Complexity
    ///
    /// O(d log d) to sort d departures, and d calls to the profile for each edge.
    ///
    /// # Errors
    ///
    /// A [`FifoError`] for the first edge on which a later departure arrives earlier, or on which an arrival is
    /// invalid.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::FnGraph;
    /// use astride_labels::{Departing, FifoError};
    ///
    /// let road = FnGraph::new(|km: &u32| [(km + 1, 1_u32)]);
    /// let jam = Departing::new(&road, |_, _, _, departure| if departure < 9 { 5 } else { 1 });
    /// let error = jam.check_fifo([0], 0..24).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "from 0 to 1, the trip at 8 arrives at 13, and the later one at 9 arrives earlier, at 10"
    /// );
    ///
    /// // The queue dissolves, and nobody overtakes.
    /// let queue = Departing::new(&road, |_, _, _, departure| 13_u32.saturating_sub(departure).clamp(1, 5));
    /// assert_eq!(queue.check_fifo([0], 0..24), Ok(()));
    /// ```
    #[doc(alias("overtaking", "non-overtaking"))]
    pub fn check_fifo(
        &self,
        nodes: impl IntoIterator<Item = G::Node>,
        departures: impl IntoIterator<Item = G::Cost>,
    ) -> Result<(), FifoError<G::Node, G::Cost>>
    where
        G::Cost: NumericCost,
    {
        let mut departures: Vec<G::Cost> = departures.into_iter().collect();
        departures.sort_unstable_by(G::Cost::order);
        for from in nodes {
            for (to, cost) in self.graph.successors(&from) {
                self.check_edge(&from, &to, cost, &departures)?;
            }
        }
        Ok(())
    }

    /// Checks one edge. The departures are sorted.
    fn check_edge(
        &self,
        from: &G::Node,
        to: &G::Node,
        cost: G::Cost,
        departures: &[G::Cost],
    ) -> Result<(), FifoError<G::Node, G::Cost>>
    where
        G::Cost: NumericCost,
    {
        let mut before: Option<(G::Cost, G::Cost)> = None;
        for &departure in departures {
            let arrival = self.arrival(from, to, cost, departure)?;
            if let Some((earlier_departure, later_arrival)) = before
                && is_truly_less(arrival, later_arrival)
            {
                return Err(FifoError::Overtaken {
                    from: from.clone(),
                    to: to.clone(),
                    departures: [earlier_departure, departure],
                    arrivals: [later_arrival, arrival],
                });
            }
            before = Some((departure, arrival));
        }
        Ok(())
    }

    /// The time of arrival, which is infinite if nothing departs.
    fn arrival(
        &self,
        from: &G::Node,
        to: &G::Node,
        cost: G::Cost,
        departure: G::Cost,
    ) -> Result<G::Cost, FifoError<G::Node, G::Cost>> {
        let time = self.travel_time(from, to, cost, departure);
        if time.order(&G::Cost::INFINITY).is_eq() {
            return Ok(G::Cost::INFINITY);
        }
        departure
            .plus(time)
            .filter(|_| is_time(time))
            .ok_or_else(|| FifoError::NoArrival {
                from: from.clone(),
                to: to.clone(),
                departure,
                time,
            })
    }

    /// The travel time from the profile, or the cost of the edge itself if it is infinite or invalid.
    #[inline]
    fn travel_time(&self, from: &G::Node, to: &G::Node, cost: G::Cost, departure: G::Cost) -> G::Cost {
        if is_time(cost) {
            (self.profile)(from, to, cost, departure)
        } else {
            cost
        }
    }
}

/// Whether a time is finite and not below zero.
#[inline]
fn is_time<C: Cost>(time: C) -> bool {
    // A cost type may order minus zero below zero. Adding it to zero makes it plain zero.
    C::ZERO.plus(time).is_some_and(|time| !time.is_less(&C::ZERO))
}

/// Whether a time is earlier than another by more than rounding can explain.
fn is_truly_less<C: NumericCost>(time: C, other: C) -> bool {
    /// The number of additions that may round: that of the sum, and those in the profile.
    const ADDITIONS: usize = 4;
    // Below zero, the rounding is negative as well, so the second comparison is the stricter one.
    let [sum, other_sum] = [time, other].map(|time| time.plus(time.rounding(ADDITIONS)));
    sum.is_some_and(|sum| sum.is_less(&other)) && other_sum.is_none_or(|other| time.is_less(&other))
}

impl<G, F> fmt::Debug for Departing<G, F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Departing").finish_non_exhaustive()
    }
}

/// The graph of a [`Departing`] for one departure time, made by [`Departing::at`]. Its nodes are [`Stop`]s.
pub struct Journey<'a, G: Graph, F> {
    traffic: &'a Departing<G, F>,
    departure: G::Cost,
}

impl<G: Graph, F> Journey<'_, G, F> {
    /// Returns the time of departure.
    pub fn departure(&self) -> G::Cost {
        self.departure
    }

    /// Returns the clock time of arrival at a stop, or `None` if it is too large for the cost type.
    #[inline]
    pub fn time(&self, stop: &Stop<G::Node, G::Cost>) -> Option<G::Cost> {
        self.departure.plus(stop.elapsed)
    }
}

impl<G: Graph, F: Fn(&G::Node, &G::Node, G::Cost, G::Cost) -> G::Cost> Journey<'_, G, F> {
    /// The stop at the end of an edge, and the travel time to it.
    #[inline]
    fn ride(
        &self,
        stop: &Stop<G::Node, G::Cost>,
        clock: Option<G::Cost>,
        place: G::Node,
        cost: G::Cost,
    ) -> (Stop<G::Node, G::Cost>, G::Cost) {
        let time = match clock {
            Some(clock) => self.traffic.travel_time(&stop.place, &place, cost, clock),
            // The sum of the departure and the elapsed time is not finite. The search adds the same, and fails.
            None if is_time(cost) => self.departure,
            None => cost,
        };
        // If this sum is too large, so is the same one in the search.
        let elapsed = stop.elapsed.plus(time).unwrap_or(G::Cost::INFINITY);
        (Stop { place, elapsed }, time)
    }
}

impl<G: Graph, F: Fn(&G::Node, &G::Node, G::Cost, G::Cost) -> G::Cost> Graph for Journey<'_, G, F> {
    type Node = Stop<G::Node, G::Cost>;
    type Cost = G::Cost;

    /// A stop contains the time that has passed, which is the cost of the path to it.
    const FIXED_COSTS: bool = true;

    #[inline]
    fn successors(&self, stop: &Self::Node) -> impl Iterator<Item = (Self::Node, G::Cost)> {
        let clock = self.time(stop);
        let edges = self.traffic.graph.successors(&stop.place);
        edges.map(move |(place, cost)| self.ride(stop, clock, place, cost))
    }

    #[inline]
    fn visit_successors(
        &self,
        stop: &Self::Node,
        reached: Reached<'_, Self::Node>,
        mut visit: impl FnMut(Self::Node, Option<usize>, G::Cost),
    ) {
        let clock = self.time(stop);
        // The graph gets no parent, since an edge that it could leave out by its own costs may be the fastest at this
        // time.
        let reached = Reached {
            index: reached.index,
            ..Reached::default()
        };
        let edges = |place, index, cost| {
            let (stop, time) = self.ride(stop, clock, place, cost);
            visit(stop, index, time);
        };
        self.traffic.graph.visit_successors(&stop.place, reached, edges);
    }

    // No `node_at`: an index does not include the time.
    #[inline]
    fn index(&self, stop: &Self::Node) -> Option<usize> {
        self.traffic.graph.index(&stop.place)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.traffic.graph.index_bound()
    }

    fn check_node(&self, stop: &Self::Node) -> Result<(), NoSuchNode> {
        self.traffic.graph.check_node(&stop.place)
    }

    #[inline]
    fn prefetch(&self, stop: &Self::Node) {
        self.traffic.graph.prefetch(&stop.place);
    }
}

impl<G: Graph, F> Clone for Journey<'_, G, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Graph, F> Copy for Journey<'_, G, F> {}

impl<G: Graph, F> fmt::Debug for Journey<'_, G, F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Journey")
            .field("departure", &self.departure)
            .finish_non_exhaustive()
    }
}

/// A node of a [`Journey`]: a place, and the time that has passed between the departure and the arrival there.
///
/// `Eq` and `Hash` consider only the place. A search therefore stores each place once, with its earliest arrival. To
/// look up a place, for example with [`cost_to`](astride::search::Search::cost_to), pass `Stop::new(place)`.
///
/// The time is relative to the departure, so it equals the cost of the path to the stop. For the clock time, add the
/// departure time or call [`Journey::time`]. A further start, passed to
/// [`add_start`](astride::search::Search::add_start), must have an elapsed time equal to its cost.
#[derive(Clone, Copy, Debug)]
pub struct Stop<N, C> {
    /// The node of the graph.
    pub place: N,
    /// The time that has passed since the departure.
    pub elapsed: C,
}

impl<N, C: Cost> Stop<N, C> {
    /// A place with no time elapsed: a start, a goal, or a place to look up.
    pub const fn new(place: N) -> Self {
        let elapsed = C::ZERO;
        Stop { place, elapsed }
    }
}

impl<N: PartialEq, C> PartialEq for Stop<N, C> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl<N: Eq, C> Eq for Stop<N, C> {}

impl<N: Hash, C> Hash for Stop<N, C> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place.hash(state);
    }
}

/// A departure or a deadline that is not a valid time.
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride_labels::Departing;
///
/// let road = CsrGraph::undirected(2, [(0, 1, 5.0)])?;
/// let traffic = Departing::new(&road, |_, _, minutes, _| minutes);
/// let error = traffic.at(f64::NAN).unwrap_err();
/// assert_eq!(error.to_string(), "the departure is NaN, but it must be finite");
/// # Ok::<(), astride::graphs::CsrError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {argument} is {value}, but it must be {expected}")]
pub struct TimeError {
    /// The argument: the departure or the deadline.
    pub argument: &'static str,
    /// Its value, as text.
    pub value: String,
    /// The valid values.
    pub expected: &'static str,
}

/// A violation that [`Departing::check_fifo`] has found in a profile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FifoError<N, C> {
    /// A later departure arrives earlier.
    #[error(
        "from {from:?} to {to:?}, the trip at {:?} arrives at {:?}, \
         and the later one at {:?} arrives earlier, at {:?}",
        departures[0], arrivals[0], departures[1], arrivals[1]
    )]
    Overtaken {
        /// Where the edge begins.
        from: N,
        /// Where the edge ends.
        to: N,
        /// The earlier and the later departure.
        departures: [C; 2],
        /// The arrivals of both departures. [`Cost::INFINITY`] stands for no arrival.
        arrivals: [C; 2],
    },
    /// A travel time that is below zero or not a number, or an arrival that is invalid or too large for the cost type.
    #[error(
        "from {from:?} to {to:?}, the trip at {departure:?} takes {time:?}, \
         and the sum of the two is not a valid arrival time"
    )]
    NoArrival {
        /// Where the edge begins.
        from: N,
        /// Where the edge ends.
        to: N,
        /// The departure.
        departure: C,
        /// The travel time.
        time: C,
    },
}
