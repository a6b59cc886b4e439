//! [`BidirectionalDijkstra`]: a cheapest path without an estimate, by bidirectional search.

use super::Bidirectional;
use super::method::{Method, sealed};
use crate::engine::{Progress, Side};
use crate::search::{CostOnly, Made, Search};
use crate::{Cost, KnownGoal, ReverseGraph};

/// Bidirectional Dijkstra's algorithm: a cheapest path without an estimate, usually with about half the expansions of
/// `Dijkstra` or fewer.
///
/// Use it instead of [`Dijkstra`](crate::Dijkstra) if the goal is known and edges can be followed backwards: on the
/// road networks of Rome and New York, it took two thirds as long as `Dijkstra`. With an estimate, such as one from
/// coordinates or [`Landmarks`](crate::search::Landmarks), [`AStar`](crate::AStar) is faster; for many queries on a
/// network that does not change, [`HierarchySearch`] is far faster.
///
/// It expands the open node with the least cost on the side with fewer open nodes, either forwards from a start or
/// backwards from the goal. It ends when the least costs of the open nodes on the two sides add up to at least the cost
/// of the best path found.
///
/// # Methods
///
/// [`HierarchySearch`]: https://docs.rs/astride-roads/latest/astride_roads/type.HierarchySearch.html
///
#[doc = include_str!("../methods.md")]
///
#[doc = include_str!("methods.md")]
///
/// # Arguments
///
/// [`BidirectionalDijkstra::new`](BidirectionalDijkstra#method.new) takes a [`KnownGoal`] that is a [`ReverseGraph`],
/// such as a problem made by [`Query::between`](crate::Query::between), or a reference to one. More starts can be
/// added, each with a cost. `is_goal` is called for the goal only.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a cheapest path; [`Status::Exhausted`](crate::Status::Exhausted) if the
/// goal cannot be reached, which is known as soon as one side has no open node.
///
/// # Complexity
///
/// O(n + m) lookups and open-list operations (O(1) each for integer costs close together, otherwise O(log n)) for the n
/// nodes that the two sides expand together, and their m edges; memory for the nodes reached. In a plane, n is about
/// half the number of nodes that [`Dijkstra`](crate::Dijkstra) expands; in a graph that branches everywhere, it is
/// about the square root of this number.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) if a cost is negative or not a number, if a sum is too large for the cost
/// type, if `is_goal` is false for the goal, if a limit is reached, or if memory is exhausted. A sum of the costs on
/// both sides that is too large is an error only if no other path is found.
///
/// # Example
///
/// ```
/// use astride::{BidirectionalDijkstra, FnGraph, Query, Status};
///
/// let graph = FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 2)]).with_predecessors(|n| {
///     let half = (n % 2 == 0).then_some((n / 2, 2));
///     n.checked_sub(1).map(|less| (less, 1)).into_iter().chain(half)
/// });
/// let mut search = BidirectionalDijkstra::new(Query::between(graph, 1, 100));
/// while search.step() == Status::Running {}
/// let path = search.path().unwrap();
/// assert_eq!(path.nodes, [1, 2, 3, 6, 12, 24, 25, 50, 100]);
/// println!("{:?} costs {}", path.nodes, path.cost); // prints: [1, 2, 3, 6, 12, 24, 25, 50, 100] costs 13
/// assert_eq!(path.cost, 13);
/// ```
///
/// # Source
///
/// Nicholson: Finding the shortest route between two points in a network. The Computer Journal 9(3), 1966.
#[doc(alias = "bidirectional search")]
pub type BidirectionalDijkstra<P, W = ()> = Search<Bidirectional<P, Radius>, W>;

impl<P: KnownGoal + ReverseGraph> BidirectionalDijkstra<P> {
    /// Creates a search.
    pub fn new(problem: P) -> BidirectionalDijkstra<Made<P, Self>> {
        Search::with_method(problem, Radius)
    }
}

/// The method of [`BidirectionalDijkstra`]: by cost, until the radii of both sides add up to the cost of the best path.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Radius;

impl sealed::Sealed for Radius {}

impl<P: KnownGoal + ReverseGraph> Method<P> for Radius {
    type Forward = CostOnly;
    type Backward = CostOnly;

    #[inline]
    fn choose(engine: &mut Bidirectional<P, Self>, _: &P, progress: &mut Progress) -> Option<Side> {
        let side = engine.sides.smaller();
        let frontier = match side {
            Side::Forward => &mut engine.forward,
            Side::Backward => &mut engine.backward,
        };
        let least = &mut engine.sides.least;
        let id = frontier.choose(&mut progress.memory)?;
        let cost = frontier.nodes.cost(id);
        least[side as usize] = cost;
        let bound = cost.plus(least[side.other() as usize]);
        (!engine.meetings.are_proven(bound)).then_some(side)
    }
}
