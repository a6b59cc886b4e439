//! [`Arriving`]: the latest departures that arrive in time.

use alloc::format;
use core::fmt;
use core::hash::{Hash, Hasher};

use astride::problem::Exactly;
use astride::traits::{NoSuchNode, NumericCost, Reached};
use astride::{Cost, Graph, Query, ReverseGraph};

use super::{Departing, TimeError, is_time};

/// The graph of a [`Departing`] for one time of arrival, made by [`Departing::arrive_by`]. A search over it finds the
/// latest departure that still arrives in time.
///
/// The search runs backwards, from the goal to the start, so the nodes of a path are in reverse order, and an estimate
/// for [`AStar`](astride::AStar) is one of the travel time from the start. Nodes are [`Departure`]s, with the latest
/// time at which one may leave each place.
///
/// # Returns
///
/// The cost of a path is the time between the departure from the start and the deadline, including any waiting at the
/// goal. Departures before time zero are not considered, so the search is [`Exhausted`](astride::Status::Exhausted) if
/// only those arrive in time. To exclude departures before another time, such as the present, set a [cost
/// limit](astride::search::Search::with_cost_limit).
///
/// Travel times must have the [first-in, first-out](Departing#first-in-first-out) property. Otherwise, whoever departs
/// at the returned time still arrives by the deadline, but there may be a later departure that does so.
///
/// # Complexity
///
/// O(log t) calls to the profile for each edge that a search follows, for a deadline of t units (about 60 calls for
/// floats): since later departures arrive later, the latest one on each edge is found by bisection.
///
/// # Errors
///
/// Those of [`Departing`].
///
/// # Example
///
/// When must one leave home to be at work by nine o'clock? A bus leaves every 20 minutes, and the way on is slower
/// until half past eight.
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
/// let by_nine = traffic.arrive_by(9 * 60)?;
/// let path = Dijkstra::new(by_nine.query(home, work)).find_path()?.ok_or("too early")?;
/// let latest: Vec<_> = path.nodes.iter().rev().map(|departure| (departure.place, departure.time)).collect();
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
    ///
    /// # Errors
    ///
    /// [`TimeError`] if the deadline is below zero, infinite or not a number.
    pub fn arrive_by(&self, deadline: G::Cost) -> Result<Arriving<'_, G, F>, TimeError> {
        if !is_time(deadline) {
            return Err(TimeError {
                argument: "deadline",
                value: format!("{deadline:?}"),
                expected: "finite and not below zero",
            });
        }
        Ok(Arriving {
            traffic: self,
            deadline,
        })
    }
}

impl<G: ReverseGraph<Cost: NumericCost>, F: Fn(&G::Node, &G::Node, G::Cost, G::Cost) -> G::Cost> Arriving<'_, G, F> {
    /// Returns the problem of leaving `start` as late as possible and arriving at `goal` by the deadline. A search
    /// begins at `goal`.
    #[expect(clippy::type_complexity, reason = "an alias would hide that it is a `Query`")]
    pub fn query(&self, start: G::Node, goal: G::Node) -> Query<Self, Exactly<Departure<G::Node, G::Cost>>> {
        Query::between(*self, self.at(goal), self.at(start))
    }

    /// Returns a place with the deadline as its time: the goal, from which a search begins, or a place to look up, for
    /// example with [`cost_to`](astride::search::Search::cost_to).
    pub fn at(&self, place: G::Node) -> Departure<G::Node, G::Cost> {
        Departure {
            place,
            time: self.deadline,
        }
    }

    /// Returns the latest time by which an arrival is in time.
    pub fn deadline(&self) -> G::Cost {
        self.deadline
    }

    /// The latest departure from `place` along an edge to a later departure, and the time between the two.
    #[inline]
    fn ride(
        &self,
        next: &Departure<G::Node, G::Cost>,
        place: G::Node,
        cost: G::Cost,
    ) -> (Departure<G::Node, G::Cost>, G::Cost) {
        match self.latest(&place, next, cost) {
            Ok(time) => (Departure { place, time }, next.time.minus(time)),
            Err(cost) => (Departure { place, ..*next }, cost),
        }
    }

    /// The latest time of departure along an edge. If there is none, `Err` with infinity; if the profile returns an
    /// invalid time, `Err` with this time, so that the error of the search names it.
    fn latest(&self, from: &G::Node, next: &Departure<G::Node, G::Cost>, cost: G::Cost) -> Result<G::Cost, G::Cost> {
        for time in [cost, next.time] {
            if !is_time(time) {
                return Err(time);
            }
        }
        let is_in_time = |departure: G::Cost| {
            let time = self.traffic.travel_time(from, &next.place, cost, departure);
            if is_time(time) || time.order(&G::Cost::INFINITY).is_eq() {
                Ok(departure.plus(time).is_some_and(|arrival| !next.time.is_less(&arrival)))
            } else {
                Err(time)
            }
        };
        if is_in_time(next.time)? {
            return Ok(next.time);
        }
        if !is_in_time(G::Cost::ZERO)? {
            return Err(G::Cost::INFINITY);
        }
        // A departure at `early` arrives in time, and one at `late` does not.
        let (mut early, mut late) = (G::Cost::ZERO, next.time);
        // Floats below this precision count as zero, since they have a thousand halves.
        while next.time.rounding(1).is_less(&late) {
            let middle = early.plus(late.minus(early).divided(2.0));
            let Some(middle) = middle.filter(|middle| early.is_less(middle) && middle.is_less(&late)) else {
                break;
            };
            if is_in_time(middle)? {
                early = middle;
            } else {
                late = middle;
            }
        }
        Ok(early)
    }
}

impl<G: ReverseGraph<Cost: NumericCost>, F: Fn(&G::Node, &G::Node, G::Cost, G::Cost) -> G::Cost> Graph
    for Arriving<'_, G, F>
{
    type Node = Departure<G::Node, G::Cost>;
    type Cost = G::Cost;

    /// A departure contains its time, which the cost of the path determines.
    const FIXED_COSTS: bool = true;

    #[inline]
    fn successors(&self, node: &Self::Node) -> impl Iterator<Item = (Self::Node, G::Cost)> {
        let edges = self.traffic.graph.predecessors(&node.place);
        edges.map(|(place, cost)| self.ride(node, place, cost))
    }

    #[inline]
    fn visit_successors(
        &self,
        node: &Self::Node,
        reached: Reached<'_, Self::Node>,
        mut visit: impl FnMut(Self::Node, Option<usize>, G::Cost),
    ) {
        // As in `Journey`, no edge can be left out because of its cost in the graph.
        let reached = Reached {
            index: reached.index,
            ..Reached::default()
        };
        let edges = |place, index, cost| {
            let (departure, time) = self.ride(node, place, cost);
            visit(departure, index, time);
        };
        self.traffic.graph.visit_predecessors(&node.place, reached, edges);
    }

    // No `node_at`: an index does not include the time.
    #[inline]
    fn index(&self, node: &Self::Node) -> Option<usize> {
        self.traffic.graph.index(&node.place)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.traffic.graph.index_bound()
    }

    fn check_node(&self, node: &Self::Node) -> Result<(), NoSuchNode> {
        self.traffic.graph.check_node(&node.place)
    }

    #[inline]
    fn prefetch(&self, node: &Self::Node) {
        self.traffic.graph.prefetch_predecessors(&node.place);
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

/// A node of an [`Arriving`]: a place, and the latest time at which one may leave it to arrive in time.
///
/// `Eq` and `Hash` consider only the place. A search therefore stores each place once, with its latest departure.
#[derive(Clone, Copy, Debug)]
pub struct Departure<N, C> {
    /// The node of the graph.
    pub place: N,
    /// The clock time.
    pub time: C,
}

impl<N: PartialEq, C> PartialEq for Departure<N, C> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl<N: Eq, C> Eq for Departure<N, C> {}

impl<N: Hash, C> Hash for Departure<N, C> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place.hash(state);
    }
}
