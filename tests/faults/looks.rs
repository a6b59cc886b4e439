//! The events that every search reports to its observer agree with its views of nodes.

use std::any::type_name_of_val;
use std::cell::RefCell;

use astride::search::{Engine, Search};
use astride::{Event, NodeEvent, SearchNode};

use crate::hills::{Hills, Spot, Told, each_search};

/// Node, parent, g, h, and side.
type Look = (u16, Option<u16>, u64, Option<u64>, bool);

fn told(event: &NodeEvent<'_, Spot, u64>) -> Look {
    let parent = event.parent.map(|parent| parent.0);
    (event.node.0, parent, event.g, event.h, event.is_backward)
}

fn shown(view: &SearchNode<Spot, u64>) -> Look {
    let parent = view.parent.map(|parent| parent.0);
    (view.node.0, parent, view.g, view.h, view.is_backward)
}

fn check_events<E: Engine<Problem = Hills>>(name: &str, search: Search<E>) {
    // A line of sight is checked when its node is expanded, and it may turn out to be blocked.
    let is_lazy = name.contains("Lazy");
    // Two disjoint paths reach a node from two sides, and a branch on several paths. Several labels may be open at a
    // node.
    let knows_twice = ["disjoint", "deepening", "labels"]
        .iter()
        .any(|search| name.contains(search));
    let (expanded, found) = (RefCell::<Option<Look>>::default(), RefCell::<Option<Look>>::default());
    let reached = RefCell::<Vec<Look>>::default();
    let mut search = search.on_event(|event| match event {
        Event::Expanded(event) => *expanded.borrow_mut() = Some(told(&event)),
        Event::Opened(event) | Event::Improved(event, _) => reached.borrow_mut().push(told(&event)),
        Event::Found(event) => *found.borrow_mut() = Some(told(&event)),
        _ => {}
    });
    loop {
        let next = search.next_node();
        let (Some(next), true) = (next, search.step().is_running()) else {
            break;
        };
        if let Some(expanded) = expanded.take()
            && !is_lazy
            // Anytime search continues.
            && found.borrow().is_none()
        {
            assert_eq!(expanded, shown(&next), "{name}");
        }
        let reached: Vec<Look> = reached.take();
        for (place, look) in reached.iter().enumerate() {
            let is_last = reached[place + 1..]
                .iter()
                .all(|later| (later.0, later.4) != (look.0, look.4));
            if let Some(view) = search.known_node(&Spot(look.0))
                && !knows_twice
                && view.is_backward == look.4
                && is_last
            {
                let mut shown = shown(&view);
                if name.contains("compact") {
                    // It stores no parents, and there are two at this cost.
                    shown.1 = look.1;
                }
                assert_eq!(shown, *look, "{name}");
            }
        }
    }
    let path = search.path().unwrap();
    let (node, parent, g, ..) = found.take().unwrap();
    let last = path.nodes.iter().map(|spot| spot.0).next_back();
    assert_eq!((Some(node), g), (last, path.cost), "{name}");
    let before = path.nodes.iter().map(|spot| spot.0).nth_back(1);
    assert!(parent.is_none() || parent == before, "{name}");
}

#[test]
fn events_tell_what_the_search_shows() {
    for told in [Told::Hash, Told::Index, Told::IndexAlone] {
        macro_rules! check {
            ($side:literal, $make:expr) => {{
                let make = $make;
                let search = make(Hills {
                    side: $side.min(6),
                    told,
                    unit: 1,
                });
                check_events(type_name_of_val(&make), search);
            }};
        }
        each_search!(check!);
    }
}

/// Nothing is open before a search begins, which it does when it is asked for the next node.
fn check_start<E: Engine<Problem = Hills>>(name: &str, mut search: Search<E>) {
    for _ in 0..2 {
        assert_eq!(
            (search.open_nodes().count(), search.closed_nodes().count()),
            (0, 0),
            "{name}"
        );
        assert_eq!((search.stats().open, search.stats().generated), (0, 0), "{name}");
        let next = shown(&search.next_node().unwrap());
        let open: Vec<_> = search.open_nodes().map(|view| shown(&view)).collect();
        assert!(open.contains(&next) && open.len() == search.stats().open, "{name}");
        assert!(
            search.closed_nodes().next().is_none() && search.stats().expanded == 0,
            "{name}"
        );
        let _ = search.run();
        search.reset(*search.problem());
    }
}

#[test]
fn a_search_begins_when_it_is_asked_for_the_next_node() {
    macro_rules! check {
        ($side:literal, $make:expr) => {{
            let make = $make;
            let search = make(Hills {
                side: $side.min(6),
                told: Told::Hash,
                unit: 1,
            });
            check_start(type_name_of_val(&make), search);
        }};
    }
    each_search!(check!);
}
