//! [`Recorder`], the observer of a run, and [`Event`], what it notes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use astride::{Cost, Observer};

/// In place of the number of a node: there is none.
pub(crate) const NOBODY: u32 = (1 << 29) - 1;

/// How the nodes and costs of a search become numbers.
pub(crate) trait Codec<N, C> {
    /// Returns the number of a node, [`NOBODY`] if it has none.
    fn number(&self, node: &N) -> u32;
    /// Returns the node with a number.
    fn node(&self, number: u32) -> Option<N>;
    /// Returns a cost as the page shows it.
    fn amount(&self, cost: C) -> f64;
}

/// What becomes of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Unseen = 0,
    Open = 1,
    Closed = 2,
    BackwardOpen = 3,
    BackwardClosed = 4,
}

impl State {
    pub(crate) fn is_open(self) -> bool {
        matches!(self, State::Open | State::BackwardOpen)
    }

    pub(crate) fn is_backward(self) -> bool {
        matches!(self, State::BackwardOpen | State::BackwardClosed)
    }

    pub(crate) fn on_side(self, is_backward: bool) -> State {
        match self {
            State::Open if is_backward => State::BackwardOpen,
            State::Closed if is_backward => State::BackwardClosed,
            state => state,
        }
    }
}

/// A node has a new state. Without a parent it keeps the one that it has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub(crate) node: u32,
    pub(crate) state: State,
    pub(crate) g: f64,
    pub(crate) parent: Option<u32>,
}

/// Where a run gets the events of its search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sink(Rc<Buffer>);

#[derive(Debug, Default)]
struct Buffer {
    events: RefCell<Vec<Event>>,
    is_backward: Cell<bool>,
    /// Where the goal's side of a search begins, if it has one.
    goal: Cell<Option<u32>>,
}

impl Sink {
    pub(crate) fn push(&self, event: Event) {
        if event.node != NOBODY {
            self.0.events.borrow_mut().push(event);
        }
    }

    /// Passes on the events noted since the last call.
    pub(crate) fn drain(&self, receive: impl FnMut(Event)) {
        self.0.events.borrow_mut().drain(..).for_each(receive);
    }

    /// Says where the goal's side begins.
    pub(crate) fn set_goal(&self, goal: u32) {
        self.0.goal.set(Some(goal));
    }

    /// Says whether the next events are those of the goal's side.
    pub(crate) fn set_backward(&self, is_backward: bool) {
        self.0.is_backward.set(is_backward);
    }
}

/// Notes the events of a search as changes of numbered nodes.
pub(crate) struct Recorder<N, C> {
    pub(crate) codec: Rc<dyn Codec<N, C>>,
    pub(crate) sink: Sink,
}

/// What an event says of a node's parent.
enum Parent<'a, N> {
    Same,
    None,
    Node(&'a N),
}

impl<'a, N> From<Option<&'a N>> for Parent<'a, N> {
    fn from(parent: Option<&'a N>) -> Self {
        parent.map_or(Parent::None, Parent::Node)
    }
}

impl<N, C: Cost> Recorder<N, C> {
    fn note(&self, node: &N, state: State, g: C, parent: &Parent<'_, N>) {
        let (node, buffer) = (self.codec.number(node), &self.sink.0);
        let is_goal = matches!(parent, Parent::None) && buffer.goal.get() == Some(node);
        self.sink.push(Event {
            node,
            state: state.on_side(is_goal || buffer.is_backward.get()),
            g: self.codec.amount(g),
            parent: match parent {
                Parent::Same => None,
                Parent::None => Some(NOBODY),
                Parent::Node(parent) => Some(self.codec.number(parent)),
            },
        });
    }
}

impl<N, C: Cost> Observer<N, C> for Recorder<N, C> {
    fn opened(&mut self, node: &N, parent: Option<&N>, cost: C) {
        self.note(node, State::Open, cost, &Parent::from(parent));
    }

    fn expanded(&mut self, node: &N, cost: C) {
        self.note(node, State::Closed, cost, &Parent::Same);
    }

    fn improved(&mut self, node: &N, parent: Option<&N>, _: C, new_cost: C) {
        self.note(node, State::Open, new_cost, &Parent::from(parent));
    }
}
