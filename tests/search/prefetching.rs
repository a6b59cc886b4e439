//! Searches prefetch what their expansions read: predecessors where they follow edges backwards.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use astride::search::Nbs;
use astride::{
    BidirectionalAStar, BidirectionalDijkstra, DStarLite, Graph, KShortestPaths, LpaStar, Query, ReverseGraph, Status,
};

/// A one-way road that notes the direction of each hint to prefetch. One place may be closed.
#[derive(Default)]
struct Road {
    hints: RefCell<BTreeSet<(u32, bool)>>,
    closed: Cell<u32>,
}

impl Graph for Road {
    type Node = u32;
    type Cost = u32;

    fn successors(&self, place: &u32) -> impl Iterator<Item = (u32, u32)> {
        [(place + 1, 1)]
            .into_iter()
            .filter(|(next, _)| *next < 9 && *next != self.closed.get())
    }

    fn prefetch(&self, place: &u32) {
        self.hints.borrow_mut().insert((*place, false));
    }
}

impl ReverseGraph for Road {
    fn predecessors(&self, place: &u32) -> impl Iterator<Item = (u32, u32)> {
        let before = place.checked_sub(1).filter(|_| *place != self.closed.get());
        before.map(|before| (before, 1)).into_iter()
    }

    fn prefetch_predecessors(&self, place: &u32) {
        self.hints.borrow_mut().insert((*place, true));
    }
}

#[test]
fn the_side_of_the_goal_prefetches_predecessors() {
    macro_rules! check {
        ($($search:path),*) => {$(
            let road = Road::default();
            let query = Query::between(&road, 0, 8).with_heuristic(|_| 0).with_reverse_heuristic(|_| 0);
            let mut opened = BTreeSet::new();
            let mut search = $search(query).on_event(|event| {
                if let astride::Event::Opened(event) = event {
                    opened.insert((*event.node, event.is_backward));
                }
            });
            assert_eq!(search.run(), Status::Found);
            drop(search);
            let hints = road.hints.take();
            let name = stringify!($search);
            assert!(hints.is_subset(&opened), "{name}: {hints:?}");
            assert!(opened.iter().filter(|(_, is_backward)| *is_backward).all(|end| hints.contains(end)), "{name}");
        )*};
    }
    check!(
        BidirectionalDijkstra::new,
        BidirectionalAStar::new,
        Nbs::new,
        KShortestPaths::new
    );
}

#[test]
fn a_repair_prefetches_what_its_expansions_read() {
    macro_rules! check {
        ($search:ident, $is_backward:expr) => {
            let road = Road::default();
            let query = Query::between(&road, 0, 8)
                .with_heuristic(|_| 0)
                .with_heuristic_between(|_, _| 0);
            let mut search = $search::new(query);
            road.closed.set(4);
            assert_eq!(search.run(), Status::Exhausted);
            search.change_edges([(3, 4)], |_| road.closed.set(9)).unwrap();
            road.hints.take();
            assert_eq!(search.run(), Status::Found);
            let hints = road.hints.take();
            assert!(
                hints.len() > 2 && hints.iter().all(|hint| hint.1 == $is_backward),
                "{hints:?}"
            );
        };
    }
    check!(LpaStar, false);
    check!(DStarLite, true);
}
