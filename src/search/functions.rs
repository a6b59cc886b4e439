//! A search in a single call: [`astar`] and its siblings, over closures.

use core::cell::RefCell;
use core::hash::Hash;

#[cfg(doc)]
use crate::Graph;
use crate::{AStar, Bfs, Cost, Dfs, Dijkstra, FnGraph, Greedy, Heuristic, IdDfs, IdaStar, Path, Query, SearchError};

/// Finds a cheapest path with [`AStar`] over closures.
///
/// This function is enough for occasional paths. Nodes are hashed. On maps with walls, [`AStar`] over a graph with
/// [`FnGraph::with_index`] takes 0.7 to 1.1 times as long as this function; with [`FnGraph::with_numbering`], or over
/// your own type with [`Graph::index`] and [`Graph::node_at`], it takes half as long. `AStar` can also be run step by
/// step and within a budget, and [keeps its memory](crate::search::Search::reset) for the next search, which saves a
/// fifth of the time of small ones.
///
/// # Arguments
///
/// The arguments are in the same order as in the crate `pathfinding`: the start, and closures that return a node's
/// successors with the costs of the edges to them, a node's estimate, and whether a node is a goal.
///
/// # Returns
///
/// The path, or `None` if no goal can be reached.
///
/// # Complexity
///
/// As for [`AStar`].
///
/// # Errors
///
/// [`SearchError`] if the search fails.
///
/// # Example
///
/// ```
/// let path = astride::astar(
///     &(1, 1),
///     |&(x, y)| {
///         [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
///             .map(|(dx, dy)| ((x + dx, y + dy), 1))
///     },
///     |&(x, y)| (4_i32.abs_diff(x) + 6_i32.abs_diff(y)) / 3,
///     |&node| node == (4, 6),
/// )?;
/// let path = path.expect("a knight can reach every square");
/// println!("{:?}", path.nodes); // prints: [(1, 1), (2, 3), (1, 5), (3, 4), (4, 6)]
/// assert_eq!(path.cost, 4);
/// # Ok::<(), astride::SearchError>(())
/// ```
///
/// For many paths, one search that is reset for each of them allocates its memory only once:
///
/// ```
/// use astride::{AStar, FnGraph, Query};
///
/// let knight = FnGraph::new(|&(x, y): &(i32, i32)| {
///     [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)].map(|(dx, dy)| ((x + dx, y + dy), 1))
/// });
/// let query = |goal: (i32, i32)| {
///     let estimate = move |&(x, y): &(i32, i32)| (goal.0.abs_diff(x) + goal.1.abs_diff(y)) / 3;
///     Query::new(&knight, (1, 1), move |node| *node == goal).with_heuristic(estimate)
/// };
/// let mut search = AStar::new(query((1, 1)));
/// let goals = [(4, 6), (8, 8), (2, 1)];
/// let mut costs = Vec::new();
/// for goal in goals {
///     search.reset(query(goal));
///     costs.push(search.find_path()?.map(|path| path.cost));
/// }
/// assert_eq!(costs, [Some(4), Some(6), Some(3)]);
/// # Ok::<(), astride::SearchError>(())
/// ```
pub fn astar<N, C, I>(
    start: &N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> C,
    success: impl FnMut(&N) -> bool,
) -> Result<Option<Path<N, C>>, SearchError>
where
    N: Clone + Eq + Hash,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
{
    AStar::new(query(start, successors, heuristic, success)).find_path()
}

/// Finds some path with [`Greedy`] best-first search over closures. The arguments are those of [`astar`].
///
/// Nodes are hashed; if they can be numbered, a search of a graph with [`FnGraph::with_numbering`] is twice as fast.
///
/// # Errors
///
/// [`SearchError`] if the search fails.
///
/// # Example
///
/// ```
/// let path = astride::greedy(&0, |n| [(n + 1, 1_u32), (n + 7, 9)], |n| 21_u32.abs_diff(*n), |n| *n == 21)?;
/// assert_eq!(path.unwrap().nodes, [0, 7, 14, 21]);
/// # Ok::<(), astride::SearchError>(())
/// ```
pub fn greedy<N, C, I>(
    start: &N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> C,
    success: impl FnMut(&N) -> bool,
) -> Result<Option<Path<N, C>>, SearchError>
where
    N: Clone + Eq + Hash,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
{
    Greedy::new(query(start, successors, heuristic, success)).find_path()
}

/// Finds a cheapest path with [`Dijkstra`]'s algorithm over closures. The arguments are those of [`astar`] without the
/// estimate.
///
/// Nodes are hashed; if they can be numbered, a search of a graph with [`FnGraph::with_numbering`] is twice as fast.
///
/// # Errors
///
/// [`SearchError`] if the search fails.
///
/// # Example
///
/// ```
/// let path = astride::dijkstra(&1, |n| [(n + 1, 3_u32), (n * 2, 4)], |n| *n == 9)?;
/// assert_eq!(path.unwrap().nodes, [1, 2, 4, 8, 9]);
/// # Ok::<(), astride::SearchError>(())
/// ```
pub fn dijkstra<N, C, I>(
    start: &N,
    successors: impl FnMut(&N) -> I,
    success: impl FnMut(&N) -> bool,
) -> Result<Option<Path<N, C>>, SearchError>
where
    N: Clone + Eq + Hash,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
{
    Dijkstra::new(query(start, successors, |_: &N| C::ZERO, success)).find_path()
}

/// Finds a path with the fewest edges, using [`Bfs`] over closures. Successors are given without costs, and the cost of
/// the path is the number of its edges.
///
/// Nodes are hashed; if they can be numbered, a search of a graph with [`FnGraph::with_numbering`] is twice as fast.
///
/// # Errors
///
/// [`SearchError`] if more than 2³⁰ − 1 nodes would be stored, or if memory is exhausted.
///
/// # Example
///
/// ```
/// let path = astride::bfs(&1, |n| [n + 1, n * 2], |n| *n == 9)?;
/// assert_eq!(path.unwrap().nodes, [1, 2, 4, 8, 9]);
/// # Ok::<(), astride::SearchError>(())
/// ```
pub fn bfs<N, I>(
    start: &N,
    mut successors: impl FnMut(&N) -> I,
    success: impl FnMut(&N) -> bool,
) -> Result<Option<Path<N, usize>>, SearchError>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = N>,
{
    let edges = |node: &N| successors(node).into_iter().map(|successor| (successor, 1));
    Bfs::new(query(start, edges, |_: &N| 0, success)).find_path()
}

/// Finds some path with [`Dfs`] over closures. The arguments are those of [`bfs`], and the cost of the path is the
/// number of its edges.
///
/// Nodes are hashed; if they can be numbered, a search of a graph with [`FnGraph::with_numbering`] is twice as fast.
///
/// # Errors
///
/// [`SearchError`] if more than 2³⁰ − 1 nodes would be stored, or if memory is exhausted.
///
/// # Example
///
/// ```
/// let path = astride::dfs(&1, |n| [n * 2, n * 2 + 1].into_iter().filter(|n| *n < 20), |n| *n == 9)?;
/// assert_eq!(path.unwrap().nodes, [1, 2, 4, 9]);
/// # Ok::<(), astride::SearchError>(())
/// ```
pub fn dfs<N, I>(
    start: &N,
    mut successors: impl FnMut(&N) -> I,
    success: impl FnMut(&N) -> bool,
) -> Result<Option<Path<N, usize>>, SearchError>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = N>,
{
    let edges = |node: &N| successors(node).into_iter().map(|successor| (successor, 1));
    Dfs::new(query(start, edges, |_: &N| 0, success)).find_path()
}

/// Finds a cheapest path with [`IdaStar`] over closures. The arguments are those of [`astar`].
///
/// Use it for puzzles and trees. On graphs where many paths lead to each node, such as grids, use [`astar`]. If no goal
/// can be reached, the search never ends, unless the reachable part of the graph is finite and has no cycles.
/// ([`IdaStar`] can check for cycles.)
///
/// # Errors
///
/// [`SearchError`] if the search fails.
///
/// # Example
///
/// ```
/// let path = astride::ida_star(&0, |n| [(n + 1, 1_u32), (n + 7, 5)], |n| 30_u32.abs_diff(*n) / 2, |n| *n == 30)?;
/// assert_eq!(path.unwrap().cost, 22);
/// # Ok::<(), astride::SearchError>(())
/// ```
pub fn ida_star<N, C, I>(
    start: &N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> C,
    success: impl FnMut(&N) -> bool,
) -> Result<Option<Path<N, C>>, SearchError>
where
    N: Clone + Eq + Hash,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
{
    IdaStar::new(query(start, successors, heuristic, success)).find_path()
}

/// Finds a path with the fewest edges, using [`IdDfs`] over closures. The arguments are those of [`bfs`], and the cost
/// of the path is the number of its edges.
///
/// Use it for trees. On graphs where many paths lead to each node, such as grids, use [`bfs`]. If no goal can be
/// reached, the search never ends, unless the reachable part of the graph is finite and has no cycles.
///
/// # Errors
///
/// [`SearchError`] if more than 2³⁰ − 1 nodes would be stored, or if memory is exhausted.
///
/// # Example
///
/// ```
/// let path = astride::id_dfs(&1, |n| [n + 1, n * 2], |n| *n == 9)?;
/// assert_eq!(path.unwrap().nodes, [1, 2, 4, 8, 9]);
/// # Ok::<(), astride::SearchError>(())
/// ```
pub fn id_dfs<N, I>(
    start: &N,
    mut successors: impl FnMut(&N) -> I,
    success: impl FnMut(&N) -> bool,
) -> Result<Option<Path<N, usize>>, SearchError>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = N>,
{
    let edges = |node: &N| successors(node).into_iter().map(|successor| (successor, 1));
    IdDfs::new(query(start, edges, |_: &N| 0, success)).find_path()
}

/// A problem made of closures that may mutate their captures, as in the crate `pathfinding`. The closures of a
/// [`Query`] may not.
fn query<N, C, I>(
    start: &N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> C,
    success: impl FnMut(&N) -> bool,
) -> impl Heuristic<Node = N, Cost = C>
where
    N: Clone + Eq + Hash,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
{
    // No borrow can fail: a search calls one closure at a time, and a closure cannot reach its search.
    let (successors, heuristic) = (RefCell::new(successors), RefCell::new(heuristic));
    let success = RefCell::new(success);
    let graph = FnGraph::new(move |node: &N| (successors.borrow_mut())(node));
    let query = Query::new(graph, start.clone(), move |node| (success.borrow_mut())(node));
    query.with_heuristic(move |node| (heuristic.borrow_mut())(node))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_finds_a_path_if_there_is_one() {
        // The goal 23 is three steps of 7 and two of 1 away. This path is both a cheapest one and one with the fewest
        // edges.
        let edges = |n: &u32| [(n + 1, 1_u32), (n + 7, 7)].into_iter().filter(|(next, _)| *next < 30);
        let next = |n: &u32| edges(n).map(|(next, _)| next);
        for goal in [23_u32, 30] {
            let (left, is_goal) = (|n: &u32| goal.saturating_sub(*n), |n: &u32| *n == goal);
            let cheapest = [
                astar(&0, edges, left, is_goal),
                dijkstra(&0, edges, is_goal),
                ida_star(&0, edges, left, is_goal),
            ];
            for path in cheapest {
                assert_eq!(path.unwrap().map(|path| path.cost), (goal < 30).then_some(goal));
            }
            for path in [bfs(&0, next, is_goal), id_dfs(&0, next, is_goal)] {
                assert_eq!(path.unwrap().map(|path| path.cost), (goal < 30).then_some(5));
            }
            let any = [
                greedy(&0, edges, left, is_goal).unwrap().map(|path| path.nodes),
                dfs(&0, next, is_goal).unwrap().map(|path| path.nodes),
            ];
            for nodes in any {
                assert_eq!(
                    nodes.and_then(|nodes| nodes.last().copied()),
                    (goal < 30).then_some(goal)
                );
            }
        }
    }
}
