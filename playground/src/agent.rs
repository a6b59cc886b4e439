//! [`Agent`]: LSS-LRTA*, which moves while it searches.

use std::collections::HashSet;

use astride::search::{LssLrtaStar, NextMove};
use astride::{Cost, Heuristic, Path, SearchError, Stats, Status, Stepper};

use crate::driver::{Driver, Outcome, Wires};
use crate::record::{Event, NOBODY, State};

/// The maximum number of nodes whose estimates are learned.
const NODES: usize = 2_000_000;
/// The maximum number of nodes of its path that are reported while it is moving, since the path may become long.
const WAY: usize = 1_000;

/// An agent that looks ahead, moves and learns. A step is a look-ahead followed by a move. The open and closed nodes
/// are those of the last look-ahead.
pub(crate) struct Agent<P: Heuristic> {
    search: LssLrtaStar<P>,
    look_ahead: u32,
    wires: Wires<P::Node, P::Cost>,
    way: Vec<P::Node>,
    cost: P::Cost,
    status: Status,
    /// The nodes of the last look-ahead.
    seen: HashSet<u32>,
}

impl<P: Heuristic<Node: Copy>> Agent<P> {
    pub(crate) fn new(problem: P, look_ahead: u32, wires: Wires<P::Node, P::Cost>) -> Self {
        Agent {
            way: vec![problem.start()],
            search: LssLrtaStar::new(problem).with_node_limit(NODES),
            look_ahead,
            wires,
            cost: P::Cost::ZERO,
            status: Status::Running,
            seen: HashSet::new(),
        }
    }

    fn make_move(&mut self) -> Result<Status, SearchError> {
        let from = *self.search.position();
        match self.search.next_move(self.look_ahead.into())? {
            NextMove::Arrived => return Ok(Status::Found),
            NextMove::Unreachable => return Ok(Status::Exhausted),
            NextMove::To(to) => {
                let edges = self.search.problem().successors(&from).filter(|(node, _)| *node == to);
                let edge = edges.map(|(_, cost)| cost).min_by(P::Cost::order);
                self.cost = edge.and_then(|edge| self.cost.plus(edge)).unwrap_or(P::Cost::INFINITY);
                self.way.push(to);
            }
        }
        let is_there = self.search.problem().is_goal(self.search.position());
        Ok(if is_there { Status::Found } else { Status::Running })
    }

    /// Records the nodes of the look-ahead before this move.
    fn note_look_ahead(&mut self) {
        let search = self.search.look_ahead();
        let mut seen = HashSet::new();
        for view in search.closed_nodes().chain(search.open_nodes()) {
            let number = self.wires.codec.number(&view.node);
            seen.insert(number);
            self.wires.note(number, Some(view));
        }
        for gone in self.seen.difference(&seen) {
            self.wires.sink.push(Event {
                node: *gone,
                state: State::Unseen,
                g: 0.0,
                h: None,
                parent: NOBODY,
            });
        }
        self.seen = seen;
    }
}

impl<P: Heuristic<Node: Copy>> Driver for Agent<P> {
    fn step(&mut self) {
        if self.status != Status::Running {
            return;
        }
        let looks = self.search.plan().next().is_none();
        self.status = self.make_move().unwrap_or_else(Status::Failed);
        if looks && !self.wires.sink.is_deaf() {
            self.note_look_ahead();
        }
    }

    fn rush(&mut self, steps: u64) {
        (0..steps).for_each(|_| self.step());
    }

    fn node_bytes(&self) -> [usize; 2] {
        self.wires.node_bytes
    }

    fn status(&self) -> Status {
        self.status.clone()
    }

    fn stats(&self) -> Stats {
        self.search.stats()
    }

    fn current(&self) -> Option<u32> {
        self.wires.number(Some(*self.search.position()))
    }

    fn next(&mut self) -> Option<u32> {
        None
    }

    fn outcome(&self) -> Outcome {
        let moves = self.way.len() - 1;
        let plural = if moves == 1 { "" } else { "s" };
        let remark = Some(format!("The agent has made {moves} move{plural}."));
        let told = if self.status.is_running() { WAY } else { usize::MAX };
        let path = Path {
            nodes: self.way[self.way.len().saturating_sub(told)..].to_vec(),
            cost: self.cost,
        };
        Outcome {
            length: Some(moves),
            ..self.wires.outcome(&[path], remark)
        }
    }
}
