//! Events, counts and views of nodes agree after every step.

use std::collections::{BTreeMap, BTreeSet};

use astride::{Path, SearchNode, Status};

use crate::case::{Case, Subject};
use crate::log::Detail;
use crate::{Event, Log, Numbered, Place, Promise, Stored, Units};

/// A node and the side from which it was reached, with its state.
type Views<C> = BTreeMap<(Place, bool), SearchNode<Place, C>>;

/// Checks the views of all nodes against each other, and returns them.
fn check_views<C: Units>(case: &Case<'_, C>, search: &dyn Subject<C>) -> Views<C> {
    let (stats, open) = (search.stats(), search.open_nodes().collect::<Vec<_>>());
    let closed: Vec<_> = search.closed_nodes().collect();
    assert!(open.iter().all(|view| view.is_open), "an open node is closed: {open:?}");
    assert!(
        closed.iter().all(|view| !view.is_open),
        "a closed node is open: {closed:?}"
    );
    assert_eq!(open.len(), stats.open, "left: open nodes, right: their count");
    assert!(
        stats.max_open >= stats.open,
        "the largest number of open nodes: {stats:?}"
    );
    assert!(
        closed.len() <= stats.nodes,
        "{} closed nodes of {stats:?}",
        closed.len()
    );
    for view in &closed {
        assert!(search.known_node(&view.node).is_some(), "{view:?} is not known");
    }
    if case.laws.stored < Stored::Nodes {
        return Views::new();
    }
    assert_eq!(
        open.len() + closed.len(),
        stats.nodes,
        "left: open and closed nodes, right: stored ones"
    );
    let views: Views<C> = open
        .into_iter()
        .chain(closed)
        .map(|view| ((view.node, view.is_backward), view))
        .collect();
    assert_eq!(views.len(), stats.nodes, "a node is there twice: {views:?}");
    for number in 0..case.plan.nodes {
        let node = Place::numbered(number);
        let known = search.known_node(&node);
        let sides = [false, true].map(|is_backward| views.get(&(node, is_backward)));
        assert_eq!(
            known.is_some(),
            sides.iter().any(Option::is_some),
            "whether {node:?} is known"
        );
        if let Some(known) = known {
            assert_eq!(
                Some(&known),
                sides[usize::from(known.is_backward)],
                "left: the known node"
            );
        }
        if let Some(view) = sides[0].filter(|view| view.g.is_less(&C::INFINITY)) {
            assert_eq!(search.cost_to(&node), Some(view.g), "the cost to {node:?}");
        }
    }
    views
}

/// Checks that no node that was known before a step has another parent for the same cost.
fn compare<C: Units>(before: &Views<C>, after: &Views<C>) {
    for (node, old) in before {
        let new = after.get(node).unwrap_or_else(|| panic!("{old:?} is no longer stored"));
        let has_parent = new.g.is_less(&old.g) || new.parent == old.parent;
        assert!(has_parent, "{old:?} has another parent for the same cost: {new:?}");
    }
}

/// The number of closed nodes that have been opened again, according to the events.
#[derive(Default)]
struct Reopened {
    closed: BTreeSet<(Place, bool)>,
    count: u64,
}

impl Reopened {
    fn note<C>(&mut self, event: &Event<Place, C>, (_, _, is_backward): &Detail<Place, C>) {
        match event {
            Event::Expanded(node, _) | Event::Found(node, _) => {
                self.closed.insert((*node, *is_backward));
            }
            Event::Improved(node, ..) => self.count += u64::from(self.closed.remove(&(*node, *is_backward))),
            _ => {}
        }
    }
}

/// An event of a node: the node, its cost, and the rest.
type Report<'a, C> = (Place, C, &'a Detail<Place, C>);

/// Checks that the state of a node is what an event reported.
fn check_report<C: Units>(case: &Case<'_, C>, view: &SearchNode<Place, C>, (node, g, detail): Report<'_, C>) {
    let (parent, h, is_backward) = *detail;
    let has_parent = case.laws.stored == Stored::Nodes || parent == view.parent;
    assert!(
        has_parent && (node, g, h, is_backward) == (view.node, view.g, view.h, view.is_backward),
        "{view:?} is reported as {node:?} with the cost {g:?}, {detail:?}"
    );
}

/// Checks the last report of each node that has been opened or improved.
fn check_reports<C: Units>(case: &Case<'_, C>, reports: &[Report<'_, C>], views: &Views<C>) {
    if case.laws.forgets_nodes {
        return;
    }
    for (place, report) in reports.iter().enumerate() {
        let key = |(node, _, detail): &Report<'_, C>| (*node, detail.2);
        if reports[place + 1..].iter().all(|later| key(later) != key(report)) {
            let view = views.get(&key(report));
            check_report(
                case,
                view.unwrap_or_else(|| panic!("{report:?} is not stored")),
                *report,
            );
        }
    }
}

/// Checks that nothing is open before a search begins, which it does when it is asked for the next node. (If the start
/// is a goal, it may be done at once.)
fn check_beginning<C: Units>(case: &Case<'_, C>, search: &mut dyn Subject<C>) {
    let rounds = if case.plan.goals[case.plan.start] { 0 } else { 2 };
    for _ in 0..rounds {
        let known = (search.open_nodes().count(), search.closed_nodes().count());
        let stats = search.stats();
        assert_eq!(
            (known, stats.open, stats.generated),
            ((0, 0), 0, 0),
            "before the beginning"
        );
        let next = search.next_node();
        let open: Vec<_> = search.open_nodes().collect();
        assert_eq!(open.len(), search.stats().open, "at the beginning");
        assert!(
            next.is_none_or(|next| open.contains(&next)),
            "{next:?} comes first, of {open:?}"
        );
        let _ = search.run();
        search.reset(case.world());
    }
}

pub(crate) fn events_and_views_agree<C: Units>(case: &Case<'_, C>) {
    let (laws, log) = (case.laws, Log::default());
    let mut search = case.fresh(&log);
    check_beginning(case, search.as_mut());
    log.clear();
    search.restart();
    // The further starts are added late.
    let mut starts = case.plan.more_starts.iter();
    let (mut has_found, mut counted, mut reopened) = (false, 0, Reopened::default());
    let _ = search.next_node();
    let mut before = check_views(case, search.as_ref());
    let mut is_running = search.status().is_running();
    for step in 0_u64.. {
        if !is_running {
            break;
        }
        if case.seed.wrapping_add(step).is_multiple_of(3)
            && let Some((start, units)) = starts.next()
        {
            search.add_start(Place::numbered(*start), C::units(*units));
            before = check_views(case, search.as_ref());
            // Some searches begin again.
            reopened.closed = before
                .iter()
                .filter(|(_, view)| !view.is_open)
                .map(|(node, _)| *node)
                .collect();
            (reopened.count, counted) = (search.stats().reopened, log.events().len());
        }
        let (next, old, begin) = (search.next_node(), search.stats(), log.events().len());
        is_running = search.step().is_running();
        let (new, after) = (search.stats(), check_views(case, search.as_ref()));
        let (events, details) = (log.events(), log.details());
        for (event, detail) in events[counted..].iter().zip(&details[counted..]) {
            reopened.note(event, detail);
        }
        counted = events.len();
        let (mut expanded, mut reached) = (Vec::new(), Vec::new());
        for (event, detail) in events[begin..].iter().zip(&details[begin..]) {
            match event {
                Event::Expanded(node, g) => expanded.push((*node, *g, detail)),
                Event::Opened(node, _, g) | Event::Improved(node, _, _, g) => reached.push((*node, *g, detail)),
                Event::Found(..) => has_found = true,
                _ => {}
            }
        }
        let count = expanded.len() as u64;
        assert_eq!(count, new.expanded - old.expanded, "left: events of expansions");
        // A search that goes on after a goal may have chosen that goal.
        if let (Some(next), [first, ..], false) = (&next, &expanded[..], has_found) {
            assert_eq!(next.node, first.0, "left: the next node, right: the one expanded");
            if is_running && !laws.has_provisional_costs {
                check_report(case, next, *first);
            }
        }
        if let (&[(node, ..)], true, false) = (&expanded[..], is_running, has_found) {
            assert_eq!(search.current(), Some(node), "right: the node expanded last");
        }
        if laws.stored >= Stored::Nodes {
            check_reports(case, &reached, &after);
            let edges = |(node, _, detail): &Report<'_, C>| {
                let edges = if detail.2 {
                    &case.world.back_edges
                } else {
                    &case.world.edges
                };
                edges[node.number()].len()
            };
            let generated: usize = expanded.iter().map(edges).sum();
            assert_eq!(
                new.generated - old.generated,
                generated as u64,
                "right: edges of {expanded:?}"
            );
            if !laws.forgets_nodes {
                assert_eq!(reopened.count, new.reopened, "left: closed nodes that were improved");
            }
            if laws.stored == Stored::Parents && !laws.has_provisional_costs && !laws.forgets_nodes {
                compare(&before, &after);
            }
        }
        before = after;
    }
    check_end(case, &search.status(), &log.events());
    if let Some(path) = search.path() {
        check_found(case, &path, &log);
    }
}

/// Checks that the last goal that was reported is the end of the path.
fn check_found<C: Units>(case: &Case<'_, C>, path: &Path<Place, C>, log: &Log<Place, C>) {
    let (events, details) = (log.events(), log.details());
    let found = |(event, detail): (&Event<Place, C>, &Detail<Place, C>)| match event {
        Event::Found(node, g) => Some((*node, *g, detail.0)),
        _ => None,
    };
    let found = events.iter().zip(details.iter()).rev().find_map(found);
    let (node, g, parent) = found.expect("an event of the path that was found");
    assert_eq!(Some(&node), path.nodes.last(), "left: the goal that was reported");
    // A cheaper path to an inner node may have been found since.
    let is_exact = case.laws.promise == Promise::Cheapest && case.is_admissible();
    assert!(
        g == path.cost || !is_exact && path.cost.is_less(&g),
        "a goal at {g:?} is reported, and {path:?}"
    );
    let before = path.nodes.iter().nth_back(1);
    assert!(
        parent.is_none() || parent.as_ref() == before || case.laws.stored == Stored::Nodes,
        "the parent of {node:?} in {path:?}"
    );
}

/// Checks that the end is the last event, and the only one of its kind.
pub(crate) fn check_end<C: Units>(case: &Case<'_, C>, status: &Status, events: &[Event<Place, C>]) {
    let is_end = |event: &Event<Place, C>| match event {
        Event::Found(..) => !case.laws.is_anytime,
        event => matches!(event, Event::Exhausted | Event::Failed(_)),
    };
    let ends: Vec<_> = events.iter().enumerate().filter(|(_, event)| is_end(event)).collect();
    match (status, &ends[..]) {
        (Status::Found, []) if case.laws.is_anytime => {}
        (Status::Found, [(place, Event::Found(..))]) | (Status::Exhausted, [(place, Event::Exhausted)])
            if place + 1 == events.len() => {}
        (Status::Failed(error), [(place, Event::Failed(reported))]) if place + 1 == events.len() => {
            assert_eq!(error, reported);
        }
        _ => panic!("{status:?} ends with the events {ends:?} of {}", events.len()),
    }
}
