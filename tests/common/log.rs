//! An observer that writes down every event, and can be read while the search has it.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use astride::{Observer, SearchError};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event<N, C> {
    Opened(N, Option<N>, C),
    Expanded(N, C),
    Improved(N, Option<N>, C, C),
    Found(N, C),
    Exhausted,
    Failed(SearchError),
}

/// What a closure receives.
impl<N: Clone, C> From<astride::Event<'_, N, C>> for Event<N, C> {
    fn from(event: astride::Event<'_, N, C>) -> Self {
        use astride::Event as Of;
        match event {
            Of::Opened { node, parent, cost } => Event::Opened(node.clone(), parent.cloned(), cost),
            Of::Expanded { node, cost } => Event::Expanded(node.clone(), cost),
            Of::Improved {
                node,
                parent,
                old_cost,
                new_cost,
            } => Event::Improved(node.clone(), parent.cloned(), old_cost, new_cost),
            Of::Found { goal, cost } => Event::Found(goal.clone(), cost),
            Of::Exhausted => Event::Exhausted,
            Of::Failed { error } => Event::Failed(error.clone()),
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

    /// How many nodes have been expanded.
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
    fn opened(&mut self, node: &N, parent: Option<&N>, cost: C) {
        self.push(Event::Opened(node.clone(), parent.cloned(), cost));
    }

    fn expanded(&mut self, node: &N, cost: C) {
        self.push(Event::Expanded(node.clone(), cost));
    }

    fn improved(&mut self, node: &N, parent: Option<&N>, old_cost: C, new_cost: C) {
        self.push(Event::Improved(node.clone(), parent.cloned(), old_cost, new_cost));
    }

    fn found(&mut self, goal: &N, cost: C) {
        self.push(Event::Found(goal.clone(), cost));
    }

    fn exhausted(&mut self) {
        self.push(Event::Exhausted);
    }

    fn failed(&mut self, error: &SearchError) {
        self.push(Event::Failed(error.clone()));
    }
}
