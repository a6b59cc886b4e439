//! [`Recorder`], the observer of a run, and [`Event`], its record of a change.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use astride::{Cost, NodeEvent, Observer};

/// Stands for a missing node number.
pub(crate) const NOBODY: u32 = (1 << 29) - 1;

/// Converts the nodes and costs of a search into numbers.
pub(crate) trait Codec<N, C> {
    /// Returns the number of a node, [`NOBODY`] if it has none.
    fn number(&self, node: &N) -> u32;
    /// Returns the node with a number.
    fn node(&self, number: u32) -> Option<N>;
    /// Returns a cost as the page shows it.
    fn amount(&self, cost: C) -> f64;
}

/// The state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Unseen = 0,
    Open = 1,
    Closed = 2,
    BackwardOpen = 3,
    BackwardClosed = 4,
    /// Scanned between one jump point and the next, but not stored.
    Scanned = 5,
}

impl State {
    pub(crate) fn is_open(self) -> bool {
        matches!(self, State::Open | State::BackwardOpen)
    }

    pub(crate) fn on_side(self, is_backward: bool) -> State {
        match self {
            State::Open if is_backward => State::BackwardOpen,
            State::Closed if is_backward => State::BackwardClosed,
            state => state,
        }
    }
}

/// A new state of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub(crate) node: u32,
    pub(crate) state: State,
    pub(crate) g: f64,
    pub(crate) h: Option<f64>,
    /// [`NOBODY`] if there is none.
    pub(crate) parent: u32,
}

/// Passes the events of a search to its run.
#[derive(Clone, Debug)]
pub(crate) struct Sink(Option<Rc<RefCell<Vec<Event>>>>);

impl Default for Sink {
    fn default() -> Self {
        Sink(Some(Rc::default()))
    }
}

impl Sink {
    /// Creates a sink that takes no events, so that the search runs without an observer.
    pub(crate) fn deaf() -> Self {
        Sink(None)
    }

    pub(crate) fn is_deaf(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn push(&self, event: Event) {
        if let Some(events) = self.0.as_ref().filter(|_| event.node != NOBODY) {
            events.borrow_mut().push(event);
        }
    }

    /// Passes on the events recorded since the last call.
    pub(crate) fn drain(&self, receive: impl FnMut(Event)) {
        if let Some(events) = &self.0 {
            events.borrow_mut().drain(..).for_each(receive);
        }
    }
}

/// Records the events of a search as changes of numbered nodes.
pub(crate) struct Recorder<N, C> {
    pub(crate) codec: Rc<dyn Codec<N, C>>,
    pub(crate) sink: Sink,
    /// The least g of each number so far, if nodes share numbers; then only the cheapest of these nodes is recorded.
    pub(crate) least: Option<HashMap<u32, f64>>,
}

impl<N, C: Cost> Recorder<N, C> {
    fn note(&mut self, event: NodeEvent<'_, N, C>, state: State) {
        if self.sink.is_deaf() {
            return;
        }
        let (node, g) = (self.codec.number(event.node), self.codec.amount(event.g));
        if let Some(least) = &mut self.least {
            let least = least.entry(node).or_insert(f64::INFINITY);
            // An open node does not hide an earlier one that is as cheap.
            let is_shown = if state == State::Open { g < *least } else { g <= *least };
            if !is_shown {
                return;
            }
            *least = g;
        }
        self.sink.push(Event {
            node,
            state: state.on_side(event.is_backward),
            g,
            h: event.h.map(|h| self.codec.amount(h)),
            parent: event.parent.map_or(NOBODY, |parent| self.codec.number(parent)),
        });
    }
}

impl<N, C: Cost> Observer<N, C> for Recorder<N, C> {
    fn opened(&mut self, event: NodeEvent<'_, N, C>) {
        self.note(event, State::Open);
    }

    fn expanded(&mut self, event: NodeEvent<'_, N, C>) {
        self.note(event, State::Closed);
    }

    fn improved(&mut self, event: NodeEvent<'_, N, C>, _: C) {
        self.note(event, State::Open);
    }

    fn is_silent(&self) -> bool {
        self.sink.is_deaf()
    }
}
