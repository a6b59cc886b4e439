//! The search over labels itself: problems without bounds, hashed places, broken contracts, observers.

use std::cell::RefCell;
use std::collections::BTreeSet;

use astride::search::Origin;
use astride::{Event, Graph, Heuristic, Problem, SearchError, Status};
use astride_labels::LabelSearch;
use astride_labels::Labels;
use proptest::prelude::*;

type Label = (u8, u32);

/// Two costs on a small graph, with estimates that may be wrong.
#[derive(Clone, Debug)]
struct Small {
    edges: Vec<(u8, u8, u32, u32)>,
    goal: u8,
    estimates: Vec<u32>,
    /// The least second cost to the goal, if labels are to be completed.
    least: Option<Vec<u32>>,
    is_indexed: bool,
}

impl Graph for Small {
    type Node = Label;
    type Cost = u32;

    fn successors(&self, &(place, used): &Label) -> impl Iterator<Item = (Label, u32)> {
        let edges = self.edges.iter().filter(move |edge| edge.0 == place);
        // `u32::MAX` stands for -1.
        edges.map(move |(_, to, cost, toll)| ((*to, used.wrapping_add(*toll)), *cost))
    }
}

impl Problem for Small {
    fn start(&self) -> Label {
        (0, 0)
    }

    fn is_goal(&self, label: &Label) -> bool {
        label.0 == self.goal
    }
}

impl Heuristic for Small {
    fn estimate(&self, label: &Label) -> u32 {
        self.estimates[usize::from(label.0)]
    }
}

impl Labels for Small {
    type Place = u8;
    type Rank = u32;

    fn place(&self, label: &Label) -> u8 {
        label.0
    }

    fn place_index(&self, label: &Label) -> Option<usize> {
        self.is_indexed.then_some(usize::from(label.0))
    }

    fn dominates(&self, one: &Label, other: &Label) -> bool {
        one.1 <= other.1
    }

    fn rank(&self, label: &Label) -> Option<u32> {
        Some(label.1)
    }

    fn completed(&self, label: &Label) -> Option<Label> {
        let least = self.least.as_ref()?[usize::from(label.0)];
        Some((self.goal, label.1.saturating_add(least)))
    }
}

const PLACES: u8 = 8;

/// The least value of one of the costs to the goal, by Bellman–Ford.
fn least(edges: &[(u8, u8, u32, u32)], goal: u8, cost: impl Fn(&(u8, u8, u32, u32)) -> u32) -> Vec<u32> {
    let mut least = vec![u32::MAX; usize::from(PLACES)];
    least[usize::from(goal)] = 0;
    for _ in 0..PLACES {
        for edge in edges {
            let through = least[usize::from(edge.1)].saturating_add(cost(edge));
            least[usize::from(edge.0)] = through.min(least[usize::from(edge.0)]);
        }
    }
    least
}

fn front(problem: &Small) -> Vec<(u32, u32)> {
    let mut search = LabelSearch::new(problem);
    let paths: Vec<_> = search.paths().collect::<Result<_, _>>().unwrap();
    assert_eq!(search.status(), Status::Exhausted);
    paths
        .iter()
        .map(|path| (path.cost, path.nodes.last().unwrap().1))
        .collect()
}

proptest! {
    /// Estimates and completion only save work, and it does not matter whether places are hashed.
    #[test]
    fn bounds_do_not_change_the_front(
        edges in prop::collection::vec((0..PLACES, 0..PLACES, 0..4_u32, 0..4_u32), 0..40),
        goal in 0..PLACES,
    ) {
        let plain = Small {
            estimates: vec![0; usize::from(PLACES)],
            least: None,
            is_indexed: false,
            edges,
            goal,
        };
        let expected = front(&plain);
        let estimates = least(&plain.edges, goal, |edge| edge.2);
        let least = Some(least(&plain.edges, goal, |edge| edge.3));
        for is_indexed in [false, true] {
            let informed = Small { estimates: estimates.clone(), is_indexed, ..plain.clone() };
            prop_assert_eq!(&front(&informed), &expected);
            let completed = Small { least: least.clone(), ..informed };
            prop_assert_eq!(&front(&completed), &expected);
            let expanded = |problem: &Small| {
                let mut search = LabelSearch::new(problem);
                let _ = search.paths().count();
                search.stats().expanded
            };
            prop_assert!(expanded(&completed) <= expanded(&plain));
        }
    }

    /// Whatever the estimates are, the search ends, and if it does not fail, all edges that it saw kept the contract.
    #[test]
    fn estimates_that_lie_end_as_failed(
        edges in prop::collection::vec((0..PLACES, 0..PLACES, 0..4_u32, 0..4_u32), 0..40),
        estimates in prop::collection::vec(0..6_u32, usize::from(PLACES)),
    ) {
        let problem = Small { goal: 1, estimates, least: None, is_indexed: true, edges };
        let expanded = RefCell::new(BTreeSet::new());
        let mut search = LabelSearch::new(&problem).on_event(|event| if let Event::Expanded(event) = event {
            expanded.borrow_mut().insert(event.node.0);
        });
        let failed = search.paths().any(|path| path.is_err());
        if failed {
            let is_meant = matches!(search.status(), Status::Failed(SearchError::InconsistentEstimate { .. }));
            prop_assert!(is_meant, "{:?}", search.status());
        } else {
            let estimate = |place: u8| problem.estimates[usize::from(place)];
            prop_assert!(search.path().is_none());
            let truth = Small { estimates: vec![0; usize::from(PLACES)], ..problem.clone() };
            prop_assert!(front(&truth).is_empty() || estimate(1) == 0);
            for (from, to, cost, _) in problem.edges.iter().filter(|edge| expanded.borrow().contains(&edge.0)) {
                // An edge to a place with better labels is not followed.
                let is_kept = estimate(*from) <= cost + estimate(*to);
                prop_assert!(is_kept || expanded.borrow().contains(to) || *to == 1);
            }
            prop_assert_eq!(front(&problem), front(&truth));
        }
    }

    /// Events, views and counts agree after each step.
    #[test]
    fn a_search_shows_what_it_does(
        edges in prop::collection::vec((0..PLACES, 0..PLACES, 0..4_u32, 0..4_u32), 0..40),
    ) {
        let problem = Small { goal: 1, estimates: vec![0; usize::from(PLACES)], least: None, is_indexed: true, edges };
        let (opened, expanded, found) = (RefCell::new(0), RefCell::new(None), RefCell::new(0));
        let closed = RefCell::new(Vec::<Label>::new());
        let mut search = LabelSearch::new(&problem).on_event(|event| match event {
            Event::Opened(event) => {
                *opened.borrow_mut() += 1;
                let (place, used) = *event.node;
                assert!(closed.borrow().iter().all(|closed| closed.0 != place || closed.1 > used), "not dominated");
            }
            Event::Expanded(event) => {
                *expanded.borrow_mut() = Some((*event.node, event.g));
                closed.borrow_mut().push(*event.node);
            }
            Event::Found(_) => *found.borrow_mut() += 1,
            _ => {}
        });
        let mut paths = 0;
        loop {
            let next = search.next_node();
            let before = search.stats();
            prop_assert_eq!(search.open_nodes().count(), before.open);
            let status = search.step();
            let stats = search.stats();
            prop_assert_eq!(search.open_nodes().count(), stats.open);
            prop_assert_eq!(search.open_nodes().count() + search.closed_nodes().count(), stats.nodes);
            match status {
                Status::Running => {
                    let next = next.map(|next| (next.node, next.g));
                    prop_assert_eq!(next, expanded.take());
                    prop_assert_eq!(stats.expanded, before.expanded + 1);
                }
                Status::Found => {
                    paths += 1;
                    let path = search.path().unwrap();
                    let end = *path.nodes.last().unwrap();
                    prop_assert_eq!(search.current(), Some(end));
                    prop_assert_eq!(search.cost_to(&end), Some(path.cost));
                    prop_assert_eq!(search.path_to(&end), Some(path));
                    prop_assert_eq!(search.seek_next(), Status::Running);
                }
                status => {
                    prop_assert_eq!(status, Status::Exhausted);
                    prop_assert_eq!(stats.open, 0);
                    break;
                }
            }
        }
        prop_assert_eq!(paths, *found.borrow());
        prop_assert_eq!(front(&problem).len(), paths);
        prop_assert!(search.stats().nodes <= *opened.borrow());
        prop_assert_eq!(search.step(), Status::Exhausted);
        prop_assert_eq!(search.seek_next(), Status::Exhausted);
    }
}

/// The start that is added last leads more cheaply to a place with a closed label.
#[test]
fn another_start_belongs_to_the_same_front() {
    let problem = Small {
        edges: vec![(0, 1, 5, 5), (2, 1, 1, 9), (0, 3, 2, 0), (4, 3, 1, 0), (3, 1, 2, 1)],
        goal: 1,
        estimates: vec![0; usize::from(PLACES)],
        least: None,
        is_indexed: true,
    };
    for steps in 0..4 {
        let mut search = LabelSearch::new(&problem);
        search.add_start((2, 0), 1);
        for _ in 0..steps {
            assert_eq!(search.step(), Status::Running);
        }
        search.add_start((4, 0), 0);
        let costs: Vec<u32> = search.paths().map(|path| path.unwrap().cost).collect();
        assert_eq!(costs, [2, 3], "{steps}");
    }
}

#[test]
fn a_reset_search_does_what_a_new_one_does() {
    let edges = (0..7)
        .flat_map(|place| [(place, place + 1, 1, 2), (place, place + 1, 2, 1)])
        .collect();
    let problem = Small {
        edges,
        goal: 7,
        estimates: vec![0; usize::from(PLACES)],
        least: None,
        is_indexed: true,
    };
    let mut search = LabelSearch::new(&problem).with_node_limit(10);
    assert_eq!(search.run(), Status::Failed(SearchError::NodeLimit { limit: 10 }));
    search.set_node_limit(1_000);
    for _ in 0..2 {
        search.reset(&problem);
        assert_eq!(search.paths().map(Result::unwrap).count(), 8);
    }
}

/// Two places, including the goal, with an estimate that may be invalid.
struct Guess(f64);

impl Graph for Guess {
    type Node = Label;
    type Cost = f64;

    fn successors(&self, _: &Label) -> impl Iterator<Item = (Label, f64)> {
        [((1, 0), 1.0)].into_iter()
    }
}

impl Problem for Guess {
    fn start(&self) -> Label {
        (0, 0)
    }

    fn is_goal(&self, label: &Label) -> bool {
        label.0 == 1
    }
}

impl Heuristic for Guess {
    fn estimate(&self, label: &Label) -> f64 {
        if label.0 == 1 { self.0 } else { 0.0 }
    }
}

impl Labels for Guess {
    type Place = u8;
    type Rank = u32;

    fn place(&self, label: &Label) -> u8 {
        label.0
    }

    fn dominates(&self, one: &Label, other: &Label) -> bool {
        one.1 <= other.1
    }

    fn rank(&self, label: &Label) -> Option<u32> {
        Some(label.1)
    }
}

#[test]
fn estimates_that_are_none_are_named() {
    assert_eq!(LabelSearch::new(Guess(0.0)).find_path().unwrap().unwrap().edges(), 1);
    // A dead end.
    assert_eq!(LabelSearch::new(Guess(f64::INFINITY)).run(), Status::Exhausted);
    for (estimate, text) in [(-1.0, "-1.0"), (f64::NAN, "NaN")] {
        let failure = SearchError::InvalidEstimate {
            estimate: text.into(),
            origin: Origin::Successor(0),
        };
        assert_eq!(LabelSearch::new(Guess(estimate)).run(), Status::Failed(failure));
    }
}

#[test]
fn each_breach_of_the_contract_is_named() {
    let new = |edges, estimates: [u32; 3], least: Option<[u32; 3]>| {
        let with_rest = |first: &[u32]| [first, &[0; 5]].concat();
        let problem = Small {
            edges,
            goal: 2,
            estimates: with_rest(&estimates),
            least: least.map(|least| with_rest(&least)),
            is_indexed: true,
        };
        let failure = LabelSearch::new(&problem)
            .paths()
            .find_map(Result::err)
            .map(|error| error.to_string());
        failure.unwrap_or_default()
    };
    let edges = || vec![(0, 1, 1, 2), (1, 2, 1, 2)];
    assert_eq!(new(edges(), [2, 1, 0], Some([4, 2, 0])), "");
    let text =
        "an estimate is not consistent, as this search requires: cost plus estimate falls from 3 to 2 along an edge";
    assert_eq!(new(edges(), [3, 1, 0], None), text);
    // The second cost is a toll that is wrongly subtracted.
    let falling = || vec![(0, 1, 1, 2), (1, 2, 1, u32::MAX)];
    let text = "a rank is not consistent, as this search requires: it falls from 2 to 1 along an edge, while cost plus \
                estimate stays the same";
    assert_eq!(new(falling(), [2, 1, 0], None), text);
    let text = "the completed label of successor 0 of the current node is better than that of the current node";
    assert_eq!(new(edges(), [2, 1, 0], Some([4, 1, 0])), text);
}
