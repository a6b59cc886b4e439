//! An observer that records every event, and can be read while the search owns it.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use astride::{NodeEvent, Observer, SearchError};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event<N, C> {
    Opened(N, Option<N>, C),
    Expanded(N, C),
    Improved(N, Option<N>, C, C),
    Found(N, C),
    Exhausted,
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

/// Clones write to the same log.
#[derive(Clone, Debug)]
pub(crate) struct Log<N, C>(Rc<RefCell<Vec<Event<N, C>>>>);

impl<N, C> Default for Log<N, C> {
    fn default() -> Self {
        Log(Rc::default())
    }
}

impl<N, C> Log<N, C> {
    pub(crate) fn events(&self) -> Ref<'_, Vec<Event<N, C>>> {
        self.0.borrow()
    }

    /// Returns the number of expansions.
    pub(crate) fn expansions(&self) -> u64 {
        let events = self.events();
        events
            .iter()
            .filter(|event| matches!(event, Event::Expanded(..)))
            .count() as u64
    }

    pub(crate) fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    fn push(&self, event: Event<N, C>) {
        self.0.borrow_mut().push(event);
    }
}

impl<N: Clone, C> Observer<N, C> for Log<N, C> {
    fn opened(&mut self, event: NodeEvent<'_, N, C>) {
        self.push(astride::Event::Opened(event).into());
    }

    fn expanded(&mut self, event: NodeEvent<'_, N, C>) {
        self.push(astride::Event::Expanded(event).into());
    }

    fn improved(&mut self, event: NodeEvent<'_, N, C>, old_g: C) {
        self.push(astride::Event::Improved(event, old_g).into());
    }

    fn found(&mut self, event: NodeEvent<'_, N, C>) {
        self.push(astride::Event::Found(event).into());
    }

    fn exhausted(&mut self) {
        self.push(Event::Exhausted);
    }

    fn failed(&mut self, error: &SearchError) {
        self.push(Event::Failed(error.clone()));
    }
}
