//! [`LssLrtaStar`]: an agent that looks a few steps ahead, moves, and learns.

mod learning;

use alloc::vec::Vec;
use core::fmt;

pub use learning::Learned;
use learning::{Lesson, Seen};

#[cfg(doc)]
use crate::Graph;
use crate::memory::Memory;
use crate::nodes::{ById, NodeTable};
use crate::{AStar, Heuristic, SearchError, Stats, Status, Stepper};

/// Real-time search, LSS-LRTA\*: an agent that looks a few steps ahead, moves, and learns.
///
/// The agent moves before a whole path is known. It looks ahead with [`AStar`](crate::AStar) for a few expansions,
/// moves along the path to the best open node, and looks ahead again from there. After each look-ahead, the agent
/// raises the estimates of the expanded nodes, so that it does not stay in a dead end. All later moves and
/// [trials](Self::restart) use the learned estimates, and the trials converge to cheapest paths.
///
/// Use it if the agent has to move within microseconds, or sees its surroundings only as it moves. At first, its path
/// is rarely a cheapest one. If there is time for a whole search before the first move, [`AStar`](crate::AStar) finds a
/// cheapest path; if the graph is known and changes occasionally, [`DStarLite`](crate::DStarLite) repairs the path.
///
/// # Methods
///
/// | to | call |
/// |---|---|
/// | move | [`next_move`](Self::next_move) |
/// | look ahead in slices before a move | [`run_for`](Stepper::run_for) and the other methods of [`Stepper`] |
/// | inspect | [`position`](Self::position), [`plan`](Self::plan), [`estimate`](Self::estimate), [`look_ahead`](Self::look_ahead) |
/// | restart | [`restart`](Self::restart) at another node, [`reset`](Self::reset) with another problem |
/// | change the problem | [`problem_mut`](Self::problem_mut) |
/// | set limits | [`with_node_limit`](Self::with_node_limit) |
///
/// # Arguments
///
/// [`LssLrtaStar::new`] takes a [`Heuristic`], or a reference to one. The estimate must be admissible, edges must cost
/// more than zero, and there must be a way back from every node. Otherwise, the agent may wander forever.
///
/// # Returns
///
/// Each move is a [`NextMove`]. If there is a path to a goal, the agent reaches a goal. If there is no such path and
/// the graph is finite, the agent moves until it has seen all nodes that it can reach, and its next move is then
/// [`NextMove::Unreachable`].
///
/// If the estimate is consistent, learned estimates are also consistent and admissible; if it is only admissible,
/// learned estimates are admissible too. Learned estimates never fall.
///
/// # Complexity
///
/// With b edges at each node, a move with a look-ahead of k expansions takes O(k · b) lookups and estimates and O(k · b
/// · log(k · b)) time, or O(1) while the agent follows a plan. Memory is needed for the nodes of one look-ahead, and
/// for one estimate per node reached. Nodes are hashed even if they have an [`index`](Graph::index), since allocating
/// arrays for all nodes of a map takes longer than a look-ahead.
///
/// # Errors
///
/// [`SearchError`], as for [`AStar`](crate::AStar). After an error, the agent stays where it is.
///
/// # Example
///
/// A robot that sees walls only when it stands beside them:
///
/// ```
/// use astride::{Graph, Heuristic, Problem, SearchError};
/// use astride::search::{LssLrtaStar, NextMove};
/// use std::collections::HashSet;
///
/// struct Known { walls: HashSet<(i32, i32)> }
///
/// impl Graph for Known {
///     type Node = (i32, i32);
///     type Cost = u32;
///     fn successors(&self, &(x, y): &(i32, i32)) -> impl Iterator<Item = ((i32, i32), u32)> {
///         let beside = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)];
///         beside.into_iter().filter(|cell| !self.walls.contains(cell)).map(|cell| (cell, 1))
///     }
/// }
///
/// impl Problem for Known {
///     fn start(&self) -> (i32, i32) { (0, 0) }
///     fn is_goal(&self, cell: &(i32, i32)) -> bool { *cell == (9, 0) }
/// }
///
/// impl Heuristic for Known {
///     fn estimate(&self, &(x, y): &(i32, i32)) -> u32 { x.abs_diff(9) + y.abs_diff(0) }
/// }
///
/// let is_wall = |(x, y): (i32, i32)| x == 4 && y.abs() < 3;
/// let mut robot = LssLrtaStar::new(Known { walls: HashSet::new() });
/// loop {
///     let (x, y) = *robot.position();
///     for cell in [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)] {
///         if is_wall(cell) && !robot.problem().walls.contains(&cell) {
///             robot.problem_mut().walls.insert(cell);
///         }
///     }
///     match robot.next_move(10)? {
///         NextMove::To(cell) => println!("go to {cell:?}"),
///         NextMove::Arrived => break,
///         NextMove::Unreachable => unreachable!("there is a way around the wall"),
///     }
/// }
/// # Ok::<(), SearchError>(())
/// ```
///
/// # Source
///
/// Koenig, Sun: Comparing real-time and incremental heuristic search for real-time situated agents. Autonomous Agents
/// and Multi-Agent Systems 18(3), 2009.
#[doc(alias("lss-lrta*", "lrta*", "real-time", "real time"))]
#[derive(Clone)]
pub struct LssLrtaStar<P: Heuristic> {
    search: AStar<Learned<P>>,
    /// The planned moves, the next one last.
    plan: Vec<P::Node>,
    /// By id in the table of learned estimates, when each node was last seen.
    seen: ById<Seen>,
    /// Incremented with each change.
    epoch: u64,
    /// The number of nodes reached since the last change that have not been expanded.
    unexplored: usize,
    /// Whether a look-ahead from this position has begun.
    is_looking: bool,
    /// The nodes that this look-ahead has expanded.
    expanded: Vec<P::Node>,
    /// The counts of the earlier look-aheads.
    before: Stats,
    lesson: Lesson<P::Cost>,
}

/// The next move of the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NextMove<N> {
    /// The agent moves to this node, a successor of its position.
    To(N),
    /// The agent is at a goal.
    Arrived,
    /// It is proven that the agent cannot reach a goal.
    Unreachable,
}

impl<P: Heuristic> LssLrtaStar<P> {
    /// Creates an agent at the problem's start, without learned estimates.
    pub fn new(problem: P) -> Self {
        let position = problem.start();
        LssLrtaStar {
            search: AStar::new(Learned {
                problem,
                position,
                table: NodeTable::default(),
                memory: Memory::default(),
            }),
            plan: Vec::new(),
            seen: ById::default(),
            epoch: 1,
            unexplored: 0,
            is_looking: false,
            expanded: Vec::new(),
            before: Stats::default(),
            lesson: Lesson::new(),
        }
    }

    /// Sets the maximum number of nodes for which estimates are stored. A move that would exceed it fails with
    /// [`SearchError::NodeLimit`].
    pub fn with_node_limit(mut self, limit: usize) -> Self {
        self.search.problem.memory.set_node_limit(limit);
        self
    }

    /// Returns the problem.
    pub fn problem(&self) -> &P {
        &self.search.problem.problem
    }

    /// Returns a mutable reference to the problem, and drops the plan. Learned estimates are kept, so edges may only
    /// become more expensive or disappear. After any other change, [`reset`](Self::reset) the agent.
    pub fn problem_mut(&mut self) -> &mut P {
        self.forget_the_way();
        &mut self.search.problem.problem
    }

    /// Returns the agent's position.
    pub fn position(&self) -> &P::Node {
        &self.search.problem.position
    }

    /// Returns the planned moves, the next one first.
    pub fn plan(&self) -> impl Iterator<Item = &P::Node> {
        self.plan.iter().rev()
    }

    /// Returns the learned estimate of a node, or that of the problem if none has been learned.
    pub fn estimate(&self, node: &P::Node) -> P::Cost {
        self.search.problem.estimate(node)
    }

    /// Returns the last look-ahead.
    pub fn look_ahead(&self) -> &AStar<Learned<P>> {
        &self.search
    }

    /// Moves the agent to `position` for the next trial. Learned estimates are kept.
    pub fn restart(&mut self, position: P::Node) {
        self.search.problem.position = position;
        self.forget_the_way();
    }

    /// Moves the agent to the start of another problem. Drops the learned estimates, but keeps the memory.
    pub fn reset(&mut self, problem: P) {
        let start = problem.start();
        self.search.problem.problem = problem;
        self.search.problem.table.clear();
        self.search.problem.memory.restart();
        self.restart(start);
    }

    /// Moves the agent. At the end of its plan, the agent first looks ahead, making at most `expansions` expansions,
    /// but at least one. Expansions made by [`step`](Stepper::step), [`run_for`](Stepper::run_for) and similar methods
    /// since the last move count towards this number.
    ///
    /// # Errors
    ///
    /// [`SearchError`], as for [`AStar`](crate::AStar).
    pub fn next_move(&mut self, expansions: u64) -> Result<NextMove<P::Node>, SearchError> {
        if self.is_at_goal() {
            return Ok(NextMove::Arrived);
        }
        if self.plan.is_empty() {
            // After a failure, the agent looks ahead again.
            self.is_looking &= !matches!(self.search.status(), Status::Failed(_));
            while (!self.is_looking || self.search.stats().expanded < expansions) && self.step().is_running() {}
            self.conclude()?;
        }
        let Some(next) = self.plan.last().cloned() else {
            return Ok(NextMove::Unreachable);
        };
        self.search.problem.position = next.clone();
        self.plan.pop();
        Ok(NextMove::To(next))
    }

    /// Whether the position is a goal. If it is not in the graph, the look-ahead fails.
    fn is_at_goal(&self) -> bool {
        let (problem, position) = (self.problem(), self.position());
        problem.is_goal(position) && problem.check_node(position).is_ok()
    }

    fn forget_the_way(&mut self) {
        self.plan.clear();
        self.is_looking = false;
        // Nodes known to be explored may no longer be, or may not lead to this position.
        self.epoch += 1;
        self.unexplored = 0;
    }

    /// Ends the look-ahead, learns, and makes a plan if there may be a path to a goal.
    fn conclude(&mut self) -> Result<(), SearchError> {
        self.is_looking = false;
        let next = self.search.next_node();
        if next.is_none() {
            // Without an open node, the look-ahead ends: there is no path, or one was left out.
            self.search.step();
        }
        let status = self.search.status();
        if let Status::Failed(error) = status {
            return Err(error);
        }
        let path = match self.search.path() {
            Some(path) => Some(path),
            None => next.and_then(|next| self.search.path_to(&next.node)),
        };
        self.learn()?;
        if let Some(path) = path
            && (status == Status::Found || self.unexplored > 0)
        {
            self.plan.extend(path.nodes.into_iter().skip(1).rev());
        }
        Ok(())
    }
}

/// Runs a look-ahead from the agent's position without moving the agent.
///
/// The status is [`Found`](Status::Found) if the agent has a plan, is at a goal or has found a path to one, and
/// [`Exhausted`](Status::Exhausted) if the look-ahead has expanded all reachable nodes and none is a goal. While the
/// status is [`Running`](Status::Running), [`next_move`](LssLrtaStar::next_move) can be called at any time. After
/// [`NextMove::Unreachable`], the next step begins another look-ahead.
///
/// ```
/// use astride::search::{LssLrtaStar, NextMove};
/// use astride::{Budget, FnGraph, Query, SearchError, Status, Stepper};
///
/// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
/// let mut agent = LssLrtaStar::new(Query::new(&line, 0, |n| *n == 9).with_heuristic(|n| n.abs_diff(9)));
/// let slice = Budget::new().expansions(2);
/// while *agent.position() != 9 {
///     assert_ne!(agent.run_for(slice), Status::Exhausted); // in this frame, and perhaps in the next one
///     assert!(matches!(agent.next_move(0)?, NextMove::To(_)));
/// }
/// # Ok::<(), SearchError>(())
/// ```
impl<P: Heuristic> Stepper for LssLrtaStar<P> {
    /// Makes at most one expansion.
    fn step(&mut self) -> Status {
        if !self.is_looking && self.status().is_running() {
            self.before = self.stats();
            self.search.restart();
            self.expanded.clear();
            self.is_looking = true;
        }
        if self.is_looking && self.search.step().is_running() {
            self.expanded.extend(self.search.current());
        }
        self.status()
    }

    fn status(&self) -> Status {
        if self.is_looking {
            self.search.status()
        } else if self.plan.is_empty() && !self.is_at_goal() {
            Status::Running
        } else {
            Status::Found
        }
    }

    /// Returns the counts of all look-aheads together. The numbers of nodes and bytes are those of the last look-ahead.
    fn stats(&self) -> Stats {
        self.search.stats().after(&self.before)
    }
}

impl<P: Heuristic> fmt::Debug for LssLrtaStar<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("LssLrtaStar")
            .field("learned", &self.search.problem.table.len())
            .field("planned", &self.plan.len())
            .finish_non_exhaustive()
    }
}
