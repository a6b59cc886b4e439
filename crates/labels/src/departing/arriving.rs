//! [`Arriving`]: the latest departures that arrive in time.

use core::fmt;

use astride::problem::Exactly;
use astride::traits::{NumericCost, Reached};
use astride::{Cost, Graph, Query, ReverseGraph};

use super::{Departing, Stop, is_time};

/// The graph of a [`Departing`] for one time of arrival, made by [`Departing::arrive_by`]. A search over it finds the
/// latest departure that still arrives in time.
///
/// The search runs backwards, from the goal to the start, so the nodes of a path are in reverse order, and an estimate
/// for [`AStar`](astride::AStar) is one of the travel time from the start. Nodes are [`Stop`]s, whose
/// [`elapsed`](Stop::elapsed) is the time between the latest departure there and the deadline.
///
/// # Returns
///
/// The cost of a path is the time between the departure from the start and the deadline, including any waiting at the
/// goal. [`time`](Self::time) returns the clock time of a departure. Departures before time zero are not considered, so
/// the search is [`Exhausted`](astride::Status::Exhausted) if only those arrive in time. To exclude departures before
/// another time, such as the present, set a [cost limit](astride::search::Search::with_cost_limit).
///
/// Travel times must have the [first-in, first-out](Departing#first-in-first-out) property. Otherwise, whoever departs
/// at the returned time still arrives by the deadline, but there may be a later departure that does so. With
/// [floats](astride::Cost::IS_EXACT), departures are rounded to at most that precision to which their type can express
/// the deadline.
///
/// # Complexity
///
/// O(log t) calls to the profile for each edge that a search follows, for a deadline of t units: since later departures
/// arrive later, the latest one on each edge is found by bisection.
///
/// # Errors
///
/// Those of [`Departing`], also for a deadline that is below zero or not a number.
///
/// # Example
///
/// When must one leave home to be at work by nine o'clock? A bus leaves every 20 minutes, and the way on is slower until
/// half past eight.
///
/// ```
/// use astride::Dijkstra;
/// use astride::graphs::CsrGraph;
/// use astride_labels::Departing;
///
/// let [home, station, work] = [0, 1, 2];
/// let ways = CsrGraph::undirected(3, [(home, station, 15_u32), (station, work, 10)])?; // minutes
/// let traffic = Departing::new(&ways, |from, to, minutes, departure| match (*from, *to) {
///     (0, 1) => departure.next_multiple_of(20) - departure + minutes,
///     (1, 2) => minutes + (8 * 60 + 30_u32).saturating_sub(departure).min(15),
///     _ => minutes,
/// });
/// traffic.check_fifo([home, station, work], 0..24 * 60)?;
///
/// let by_nine = traffic.arrive_by(9 * 60);
/// let path = Dijkstra::new(by_nine.query(home, work)).find_path()?.ok_or("too early")?;
/// let mut latest: Vec<_> = path.nodes.iter().map(|stop| (stop.place, by_nine.time(stop))).collect();
/// latest.reverse();
/// assert_eq!(latest, [(home, 8 * 60 + 20), (station, 8 * 60 + 50), (work, 9 * 60)]);
/// assert_eq!(9 * 60 - path.cost, 8 * 60 + 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("arrive by", "latest departure", "backward", "deadline"))]
pub struct Arriving<'a, G: Graph, F> {
    traffic: &'a Departing<G, F>,
    deadline: G::Cost,
}

impl<G: ReverseGraph<Cost: NumericCost>, F: Fn(&G::Node, &G::Node, G::Cost, G::Cost) -> G::Cost> Departing<G, F> {
    /// Returns the graph for an arrival at this time or earlier, in which searches find the latest departures.
    ///
    /// See [`Arriving`] for what such searches require and return.
    pub fn arrive_by(&self, deadline: G::Cost) -> Arriving<'_, G, F> {
        Arriving {
            traffic: self,
            deadline,
        }
    }
}

impl<G: ReverseGraph<Cost: NumericCost>, F: Fn(&G::Node, &G::Node, G::Cost, G::Cost) -> G::Cost> Arriving<'_, G, F> {
    /// Returns the problem of leaving `start` as late as possible and arriving at `goal` by the deadline. A search
    /// begins at `goal`.
    #[expect(clippy::type_complexity, reason = "an alias would hide that it is a `Query`")]
    pub fn query(&self, start: G::Node, goal: G::Node) -> Query<Self, Exactly<Stop<G::Node, G::Cost>>> {
        Query::between(*self, Stop::new(goal), Stop::new(start))
    }

    /// Returns the latest time by which an arrival is in time.
    pub fn deadline(&self) -> G::Cost {
        self.deadline
    }

    /// Returns the clock time of the latest departure from a stop.
    #[inline]
    pub fn time(&self, stop: &Stop<G::Node, G::Cost>) -> G::Cost {
        self.deadline.minus(stop.elapsed)
    }

    /// The stop at the beginning of an edge that ends at a stop, and the time between the departures of both.
    #[inline]
    fn ride(&self, stop: &Stop<G::Node, G::Cost>, place: G::Node, cost: G::Cost) -> (Stop<G::Node, G::Cost>, G::Cost) {
        let time = self.latest_departure(&place, stop, cost);
        let elapsed = stop.elapsed.plus(time).unwrap_or(G::Cost::INFINITY);
        (Stop { place, elapsed }, time)
    }

    /// The time between the latest departure along an edge and that from the stop at its end. If the profile returns an
    /// invalid time, this time, so that the error of the search names it.
    fn latest_departure(&self, from: &G::Node, stop: &Stop<G::Node, G::Cost>, cost: G::Cost) -> G::Cost {
        if !is_time(cost) || !is_time(self.deadline) {
            return if is_time(cost) { self.deadline } else { cost };
        }
        let end = self.time(stop);
        let arrival = |departure: G::Cost| {
            let time = self.traffic.travel_time(from, &stop.place, cost, departure);
            if is_time(time) || time.order(&G::Cost::INFINITY).is_eq() {
                Ok(departure.plus(time).is_some_and(|arrival| !end.is_less(&arrival)))
            } else {
                Err(time)
            }
        };
        let bisect = || {
            if arrival(end)? {
                return Ok(G::Cost::ZERO);
            }
            // A departure at `early` arrives in time, and one at `late` does not.
            let (mut early, mut late) = (G::Cost::ZERO, end);
            if !arrival(early)? {
                return Ok(G::Cost::INFINITY);
            }
            let precision = end.rounding(1);
            while precision.is_less(&late.minus(early)) {
                let middle = early.plus(late.minus(early).divided(2.0));
                let Some(middle) = middle.filter(|middle| early.is_less(middle) && middle.is_less(&late)) else {
                    break;
                };
                if arrival(middle)? {
                    early = middle;
                } else {
                    late = middle;
                }
            }
            Ok(end.minus(early))
        };
        bisect().unwrap_or_else(|invalid| invalid)
    }
}

impl<G: ReverseGraph<Cost: NumericCost>, F: Fn(&G::Node, &G::Node, G::Cost, G::Cost) -> G::Cost> Graph
    for Arriving<'_, G, F>
{
    type Node = Stop<G::Node, G::Cost>;
    type Cost = G::Cost;

    const FIXED_COSTS: bool = true;

    #[inline]
    fn successors(&self, stop: &Self::Node) -> impl Iterator<Item = (Self::Node, G::Cost)> {
        let edges = self.traffic.graph.predecessors(&stop.place);
        edges.map(|(place, cost)| self.ride(stop, place, cost))
    }

    #[inline]
    fn visit_successors(
        &self,
        stop: &Self::Node,
        reached: Reached<'_, Self::Node>,
        mut visit: impl FnMut(Self::Node, Option<usize>, G::Cost),
    ) {
        // As in `Journey`, no edge can be left out because of its cost in the graph.
        let reached = Reached {
            index: reached.index,
            ..Reached::default()
        };
        let edges = |place, index, cost| {
            let (stop, time) = self.ride(stop, place, cost);
            visit(stop, index, time);
        };
        self.traffic.graph.visit_predecessors(&stop.place, reached, edges);
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

    #[inline]
    fn prefetch(&self, stop: &Self::Node) {
        self.traffic.graph.prefetch_predecessors(&stop.place);
    }
}

impl<G: Graph, F> Clone for Arriving<'_, G, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Graph, F> Copy for Arriving<'_, G, F> {}

impl<G: Graph, F> fmt::Debug for Arriving<'_, G, F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Arriving")
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}
