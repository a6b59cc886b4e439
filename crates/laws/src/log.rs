//! [`Log`]: an observer that records every event, and can be read while the search owns it.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use astride::{NodeEvent, Observer, SearchError};

use crate::fuse::burn;

/// An event in a [`Log`], with its nodes and costs.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<N, C> {
    /// A node, its parent, and its cost.
    Opened(N, Option<N>, C),
    /// A node and its cost.
    Expanded(N, C),
    /// A node, its parent, its old cost, and its new cost.
    Improved(N, Option<N>, C, C),
    /// A goal and its cost.
    Found(N, C),
    /// Nothing is left to expand.
    Exhausted,
    /// The search has failed.
    Failed(SearchError),
}

/// Converts an event that a closure receives.
impl<N: Clone, C> From<astride::Event<'_, N, C>> for Event<N, C> {
    fn from(event: astride::Event<'_, N, C>) -> Self {
        use astride::Event as Of;
        match event {
            Of::Opened(event) => Event::Opened(event.node.clone(), event.parent.cloned(), event.g),
            Of::Expanded(event) => Event::Expanded(event.node.clone(), event.g),
            Of::Improved(event, old_g) => Event::Improved(event.node.clone(), event.parent.cloned(), old_g, event.g),
            Of::Found(event) => Event::Found(event.node.clone(), event.g),
            Of::Exhausted => Event::Exhausted,
            Of::Failed(error) => Event::Failed(error.clone()),
            other => unreachable!("{}", std::any::type_name_of_val(&other)),
        }
    }
}

/// The parent and the estimate of an event's node, and whether the search came to it from the goal.
pub(crate) type Detail<N, C> = (Option<N>, Option<C>, bool);

/// An observer that records every event. Clones write to the same log. Each call may [panic](crate::fuse).
#[derive(Clone, Debug)]
pub struct Log<N, C> {
    events: Rc<RefCell<Vec<Event<N, C>>>>,
    details: Rc<RefCell<Vec<Detail<N, C>>>>,
    is_silent: bool,
}

impl<N, C> Default for Log<N, C> {
    fn default() -> Self {
        Log {
            events: Rc::default(),
            details: Rc::default(),
            is_silent: false,
        }
    }
}

impl<N, C> Log<N, C> {
    /// Creates a log that states that it ignores all events, so that a search may use faster methods that report none.
    pub fn silent() -> Self {
        Log {
            is_silent: true,
            ..Log::default()
        }
    }

    /// Returns all events so far.
    pub fn events(&self) -> Ref<'_, Vec<Event<N, C>>> {
        self.events.borrow()
    }

    pub(crate) fn details(&self) -> Ref<'_, Vec<Detail<N, C>>> {
        self.details.borrow()
    }

    /// Returns the number of expansions.
    pub fn expansions(&self) -> u64 {
        let events = self.events();
        events
            .iter()
            .filter(|event| matches!(event, Event::Expanded(..)))
            .count() as u64
    }

    /// Removes all events.
    pub fn clear(&self) {
        self.events.borrow_mut().clear();
        self.details.borrow_mut().clear();
    }

    fn push(&self, event: Event<N, C>, detail: Detail<N, C>) {
        burn();
        self.events.borrow_mut().push(event);
        self.details.borrow_mut().push(detail);
    }
}

fn detail<N: Clone, C: Copy>(event: &NodeEvent<'_, N, C>) -> Detail<N, C> {
    (event.parent.cloned(), event.h, event.is_backward)
}

impl<N: Clone, C: Copy> Observer<N, C> for Log<N, C> {
    fn opened(&mut self, event: NodeEvent<'_, N, C>) {
        let detail = detail(&event);
        self.push(astride::Event::Opened(event).into(), detail);
    }

    fn expanded(&mut self, event: NodeEvent<'_, N, C>) {
        let detail = detail(&event);
        self.push(astride::Event::Expanded(event).into(), detail);
    }

    fn improved(&mut self, event: NodeEvent<'_, N, C>, old_g: C) {
        let detail = detail(&event);
        self.push(astride::Event::Improved(event, old_g).into(), detail);
    }

    fn found(&mut self, event: NodeEvent<'_, N, C>) {
        let detail = detail(&event);
        self.push(astride::Event::Found(event).into(), detail);
    }

    fn exhausted(&mut self) {
        self.push(Event::Exhausted, (None, None, false));
    }

    fn failed(&mut self, error: &SearchError) {
        self.push(Event::Failed(error.clone()), (None, None, false));
    }

    fn is_silent(&self) -> bool {
        self.is_silent
    }
}
