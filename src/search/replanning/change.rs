//! [`ChangeError`], and the methods with which the owner of a graph announces changes.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Course, Replanning};
use crate::engine::Context;
use crate::error::Origin;
use crate::search::Search;
use crate::traits::NoSuchNode;
use crate::{Graph, KnownGoal, Observer, ReverseGraph, SearchError, Status};

/// An error in the description of a change.
///
/// The change itself has been made, and everything else in the description has taken effect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// The edge exists neither before nor after the change.
    #[error("edge {place} of the change exists neither before nor after it")]
    NoSuchEdge {
        /// The position of the edge among the given edges, counted from 0.
        place: usize,
    },
    /// The graph does not have a node: see [`Graph::check_node`].
    #[error("position {place} of the change: there is no node {node}")]
    NoSuchNode {
        /// The position of the node among the given nodes, or of an edge with this node among the given edges, counted
        /// from 0.
        place: usize,
        /// The node, as text.
        node: String,
    },
}

impl<P, D, W> Search<Replanning<P, D>, W>
where
    P: KnownGoal + ReverseGraph,
    D: Course<P>,
    W: Observer<P::Node, P::Cost>,
{
    /// Changes edges of the graph, and repairs the search, or starts it again if that is faster. A search that has
    /// ended is then [`Running`](Status::Running) again, or immediately [`Failed`](Status::Failed), for example because
    /// of a negative cost.
    ///
    /// `edges` lists all edges that change, appear or disappear, as pairs of nodes. The closure `change` changes the
    /// graph, and its result is returned.
    ///
    /// Neither the start nor the goal may change. If an estimate may fall, also call
    /// [`change_estimates`](Self::change_estimates). A failed search stays failed unless the cause was an edge or an
    /// estimate.
    ///
    /// # Errors
    ///
    /// [`ChangeError`]. Even then, the change is made.
    ///
    /// # Complexity
    ///
    /// For each edge, O(successors of one end + neighbours of the other). The repair is made in later steps.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::search::ChangeError;
    /// use astride::{FnGraph, LpaStar, Query, Status};
    /// use std::cell::Cell;
    ///
    /// // From 0 to 2, at a cost of 7 on foot, or by the bridge through 1.
    /// let toll = Cell::new(1_u32);
    /// let ahead = |n: &u32| [vec![(1, 2), (2, 7)], vec![(2, toll.get())], vec![]][*n as usize].clone();
    /// let back = |n: &u32| [vec![], vec![(0, 2)], vec![(0, 7), (1, toll.get())]][*n as usize].clone();
    /// let query = Query::between(FnGraph::new(ahead).with_predecessors(back), 0, 2).with_heuristic(|_| 0);
    /// let mut search = LpaStar::new(query);
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.path().unwrap().nodes, [0, 1, 2]);
    ///
    /// search.change_edges([(1, 2)], |_| toll.set(9))?;
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.path().unwrap().nodes, [0, 2]);
    /// assert_eq!(search.change_edges([(2, 1)], |_| ()), Err(ChangeError::NoSuchEdge { place: 0 }));
    /// # Ok::<(), ChangeError>(())
    /// ```
    pub fn change_edges<R>(
        &mut self,
        edges: impl IntoIterator<Item = (P::Node, P::Node)>,
        change: impl FnOnce(&mut P) -> R,
    ) -> Result<R, ChangeError> {
        let edges: Vec<_> = edges.into_iter().collect();
        let ends = edges.iter().map(|(from, to)| if D::IS_BACKWARD { from } else { to });
        self.change(ends.cloned(), |problem| {
            let were: Vec<bool> = edges.iter().map(|edge| is_edge(problem, edge)).collect();
            let result = change(problem);
            let mut edges = edges.iter().zip(were).enumerate();
            let checked = edges.try_for_each(|(place, (edge, was))| {
                check(problem, place, &edge.0)?;
                check(problem, place, &edge.1)?;
                let is_one = was || is_edge(problem, edge);
                is_one.then_some(()).ok_or(ChangeError::NoSuchEdge { place })
            });
            (result, checked)
        })
    }

    /// Like [`change_edges`](Self::change_edges), for many edges at once. `nodes` lists both ends of each edge that
    /// changes. If a node becomes blocked, pass the node and its neighbours. On grid maps, use [`set_cost`].
    ///
    /// [`set_cost`]: https://docs.rs/astride-grid/latest/astride_grid/trait.ChangeCells.html
    ///
    /// # Errors
    ///
    /// [`ChangeError::NoSuchNode`]. Even then, the change is made.
    ///
    /// # Complexity
    ///
    /// For each node, O(neighbours).
    pub fn change_nodes<R>(
        &mut self,
        nodes: impl IntoIterator<Item = P::Node>,
        change: impl FnOnce(&mut P) -> R,
    ) -> Result<R, ChangeError> {
        let nodes: Vec<_> = nodes.into_iter().collect();
        self.change(nodes.iter().cloned(), |problem| {
            let result = change(problem);
            let mut nodes = nodes.iter().enumerate();
            let checked = nodes.try_for_each(|(place, node)| check(problem, place, node));
            (result, checked)
        })
    }

    /// Changes estimates of the problem. The call is needed only if an estimate may fall. The status changes as
    /// [`change_edges`](Self::change_edges) describes. O(stored nodes).
    pub fn change_estimates<R>(&mut self, change: impl FnOnce(&mut P) -> R) -> R {
        self.alter(change, Replanning::reestimate)
    }

    /// Changes edges at these nodes, and checks their description.
    fn change<R>(
        &mut self,
        nodes: impl Iterator<Item = P::Node>,
        change: impl FnOnce(&mut P) -> (R, Result<(), ChangeError>),
    ) -> Result<R, ChangeError> {
        let (result, checked) = self.alter(change, |engine, context| {
            let problem = context.problem;
            engine.revise(context, nodes.filter(|node| check(problem, 0, node).is_ok()));
        });
        checked.map(|()| result)
    }

    /// Changes the problem, lets the engine revise its data, and lets an ended search continue.
    pub(super) fn alter<R>(
        &mut self,
        change: impl FnOnce(&mut P) -> R,
        revise: impl FnOnce(&mut Replanning<P, D>, &mut Context<'_, P, W>),
    ) -> R {
        let has_panicked = self.progress.is_under_way;
        // Marks the search as panicked in case the change panics.
        self.progress.is_under_way = true;
        let result = change(&mut self.problem);
        if has_panicked {
            return result;
        }
        let can_continue = match &self.progress.status {
            Status::Failed(error) => is_about_an_edge(error),
            _ => true,
        };
        if can_continue {
            self.progress.status = Status::Running;
            let mut context = Context {
                problem: &self.problem,
                observer: &mut self.observer,
                progress: &mut self.progress,
            };
            self.engine.has_changed = true;
            revise(&mut self.engine, &mut context);
            self.settle();
        }
        self.progress.is_under_way = false;
        result
    }
}

/// Whether a change to the graph can fix this failure.
fn is_about_an_edge(error: &SearchError) -> bool {
    match error {
        SearchError::NegativeCost { origin, .. }
        | SearchError::InvalidCost { origin, .. }
        | SearchError::CostOverflow { origin, .. } => *origin != Origin::Start,
        SearchError::InvalidEstimate { .. } | SearchError::EstimateOverflow { .. } => true,
        _ => false,
    }
}

pub(super) fn check<G: Graph>(graph: &G, place: usize, node: &G::Node) -> Result<(), ChangeError> {
    let checked = graph.check_node(node);
    checked.map_err(|NoSuchNode { node }| ChangeError::NoSuchNode { place, node })
}

fn is_edge<G: Graph>(graph: &G, (from, to): &(G::Node, G::Node)) -> bool {
    check(graph, 0, from).is_ok() && graph.successors(from).any(|(next, _)| next == *to)
}
