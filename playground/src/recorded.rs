//! [`Recorded`]: the recorded run of another program, shown instead of a search.

use std::collections::HashMap;
use std::rc::Rc;

use astride::{Stats, Status};
use serde::{Deserialize, Serialize};

use crate::driver::{Driver, Outcome};
use crate::limits;
use crate::record::{Event, NOBODY, Sink, State};

/// An event in a recorded run: its kind, its node, g, h, and the previous node on the path.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedEvent(
    pub RecordedKind,
    pub u32,
    pub Option<f64>,
    pub Option<f64>,
    pub Option<u32>,
);

/// The kinds of events in a recorded run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecordedKind {
    /// The node is opened, for the first time or again.
    Open,
    /// The node is expanded: a step begins.
    Expand,
    /// The node is closed.
    Close,
    /// The node belongs to the solution.
    Solution,
}

/// Checks that all nodes of a recorded run exist.
pub(crate) fn check(events: &[RecordedEvent], nodes: usize) -> Result<(), String> {
    let most = limits::RECORDED;
    if events.is_empty() || events.len() > most {
        let count = events.len();
        return Err(format!(
            "the recorded run has {count} events, but must have from 1 to {most}"
        ));
    }
    let is_missing = |node: &u32| *node as usize >= nodes;
    for (place, RecordedEvent(_, node, _, _, parent)) in events.iter().enumerate() {
        if let Some(node) = [*node].iter().chain(parent).find(|node| is_missing(node)) {
            return Err(format!(
                "event {place} of the recorded run is about the node {node}, which does not exist"
            ));
        }
    }
    Ok(())
}

/// A recorded run up to its current step.
pub(crate) struct Recorded {
    events: Rc<[RecordedEvent]>,
    at: usize,
    sink: Sink,
    stats: Stats,
    current: Option<u32>,
    /// The nodes that were opened or closed, each with its last known estimate and parent.
    met: HashMap<u32, (Option<f64>, Option<u32>)>,
    /// The last known g of nodes, and the nodes of the solution.
    g: Vec<f64>,
    solution: Vec<u32>,
}

impl Recorded {
    pub(crate) fn new(events: Rc<[RecordedEvent]>, sink: Sink) -> Self {
        Recorded {
            events,
            at: 0,
            sink,
            stats: Stats::default(),
            current: None,
            met: HashMap::new(),
            g: Vec::new(),
            solution: Vec::new(),
        }
    }

    fn apply(&mut self, RecordedEvent(kind, node, g, h, parent): RecordedEvent) {
        let state = match kind {
            RecordedKind::Solution => {
                self.solution.push(node);
                return self.learn(node, g);
            }
            RecordedKind::Open => State::Open,
            RecordedKind::Expand | RecordedKind::Close => State::Closed,
        };
        match kind {
            RecordedKind::Expand => {
                self.current = Some(node);
                self.stats.expanded += 1;
            }
            RecordedKind::Open => self.stats.generated += 1,
            _ => {}
        }
        self.learn(node, g);
        let known = self.met.entry(node).or_default();
        *known = (h.or(known.0), parent.or(known.1));
        let (h, parent) = *known;
        // The memory that a search needs for this many nodes, since the trace does not record that of the program.
        self.stats.nodes = self.met.len();
        self.sink.push(Event {
            node,
            state,
            g: self.g.get(node as usize).copied().unwrap_or(f64::NAN),
            h,
            parent: parent.unwrap_or(NOBODY),
        });
    }

    fn learn(&mut self, node: u32, g: Option<f64>) {
        if let Some(g) = g {
            let node = node as usize;
            if self.g.len() <= node {
                self.g.resize(node + 1, f64::NAN);
            }
            self.g[node] = g;
        }
    }
}

impl Driver for Recorded {
    /// Shows all events up to the next expansion.
    fn step(&mut self) {
        let mut has_expanded = false;
        while let Some(event) = self.events.get(self.at).copied() {
            if event.0 == RecordedKind::Expand && std::mem::replace(&mut has_expanded, true) {
                break;
            }
            self.apply(event);
            self.at += 1;
        }
    }

    fn rush(&mut self, steps: u64) {
        for _ in 0..steps {
            self.step();
        }
    }

    fn status(&self) -> Status {
        match (self.at < self.events.len(), self.solution.is_empty()) {
            (true, _) => Status::Running,
            (false, true) => Status::Exhausted,
            (false, false) => Status::Found,
        }
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn current(&self) -> Option<u32> {
        self.current
    }

    fn next(&mut self) -> Option<u32> {
        let rest = self.events.get(self.at..)?;
        let next = rest.iter().find(|event| event.0 == RecordedKind::Expand)?;
        Some(next.1)
    }

    fn outcome(&self) -> Outcome {
        if self.at < self.events.len() || self.solution.is_empty() {
            return Outcome::default();
        }
        let mut path = self.solution.clone();
        let g = |node: &u32| self.g.get(*node as usize).copied().unwrap_or(f64::NAN);
        // Some programs write the path starting at the goal.
        if let [first, .., last] = &*path
            && g(first) > g(last)
        {
            path.reverse();
        }
        Outcome {
            cost: path.last().map(g).filter(|cost| cost.is_finite()),
            length: Some(path.len() - 1),
            path,
            ..Outcome::default()
        }
    }

    fn node_bytes(&self) -> [usize; 2] {
        crate::driver::node_bytes::<u32, f64>()
    }
}
