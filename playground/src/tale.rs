//! The history of a run as readable events.

use crate::log::{Happening, Shown};
use crate::protocol::{EventKind, EventView, Number};
use crate::record::State;

/// The maximum number of events in a view.
const EVENTS: usize = 40;
/// The maximum number of changes that are read for these events.
const CHANGES: usize = 2_000;

impl Shown {
    /// g + h, or g alone in a search without estimates.
    pub(crate) fn f(&self) -> f64 {
        self.g + self.h.unwrap_or(0.0)
    }
}

/// Returns the kind of a change.
fn kind(before: &Shown, after: &Shown) -> EventKind {
    let is_met = !matches!(before.state, State::Unseen | State::Scanned);
    match after.state {
        State::Unseen => EventKind::Forgotten,
        State::Scanned => EventKind::Scanned,
        State::Closed | State::BackwardClosed if before.state == after.state => EventKind::Changed,
        // An expanded node had the same cost while it was open.
        State::Closed if before.state == State::Open && after.g < before.g => EventKind::Dropped,
        State::Closed | State::BackwardClosed => EventKind::Expanded,
        _ if !is_met => EventKind::Opened,
        _ if !before.state.is_open() => EventKind::Reopened,
        _ if after.g < before.g => EventKind::Improved,
        _ => EventKind::Changed,
    }
}

/// Returns the last events, newest first. Cells that were scanned in the same step form one event.
pub(crate) fn events(log: &crate::log::Log) -> Vec<EventView> {
    let mut events: Vec<EventView> = Vec::new();
    for Happening {
        step,
        node,
        before,
        after,
    } in log.tale(CHANGES)
    {
        let kind = kind(&before, &after);
        let last = events.last_mut().filter(|last| (last.kind, last.step) == (kind, step));
        if let Some(last) = last.filter(|last| last.kind == EventKind::Scanned) {
            last.count += 1;
            continue;
        }
        if events.len() == EVENTS {
            break;
        }
        let is_gone = kind == EventKind::Forgotten;
        let shown = if is_gone { before } else { after };
        let is_known = matches!(kind, EventKind::Improved | EventKind::Reopened | EventKind::Changed);
        events.push(EventView {
            step,
            kind,
            node: (kind != EventKind::Scanned).then_some(node),
            f: Number(shown.f()),
            g: Number(shown.g),
            h: shown.h.into(),
            before: Number(if is_known { before.g } else { f64::NAN }),
            parent: shown.parent,
            count: 1,
        });
    }
    events
}

/// Returns the event that ends a search.
pub(crate) fn end(step: u64, kind: EventKind, node: Option<u32>, cost: Option<f64>) -> EventView {
    EventView {
        step,
        kind,
        node,
        f: cost.into(),
        g: cost.into(),
        h: None.into(),
        before: None.into(),
        parent: None,
        count: 1,
    }
}
