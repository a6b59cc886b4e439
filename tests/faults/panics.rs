//! User code that panics at each call in turn. A type that runs searches either fails or continues as if nothing had
//! happened. (`tests/laws.rs` checks the searches themselves.)

use std::panic::{AssertUnwindSafe, catch_unwind};

use astride::search::{CostMatrixBuilder, LandmarkBuilder, LssLrtaStar, NextMove, OptimalPaths};
use astride::{AStar, NearestGoals, SearchError, Status, Stepper};
use astride_laws::fuse::panics;
use astride_laws::{Guess, Index, Numbered, Place, Plan};

type World = astride_laws::World<u64>;

/// Tries every call at first, and later only some.
fn every_call(mut at: impl FnMut(u64) -> bool) {
    let mut call = 1;
    while at(call) {
        call += 1 + call / 64;
    }
    assert!(call > 20, "{call} calls were made");
}

/// Creates and runs something that panics once, at each call in turn, and runs it again. It has then failed, or
/// continues as it would have without the panic.
fn check_again<S>(make: impl Fn() -> S, run: impl Fn(&mut S) -> Status, look: impl Fn(S) -> Vec<Option<u64>>) {
    let mut whole = make();
    assert_eq!(run(&mut whole), Status::Found);
    let expected = look(whole);
    every_call(|call| {
        let mut subject = make();
        let has_panicked = panics(call, || {
            let _ = run(&mut subject);
        });
        match run(&mut subject) {
            Status::Failed(error) => assert!(has_panicked && error == SearchError::Panicked),
            status => assert_eq!(
                (status, look(subject)),
                (Status::Found, expected.clone()),
                "call {call}"
            ),
        }
        has_panicked
    });
}

fn hills() -> [World; 2] {
    [Index::Never, Index::AlwaysWithNodes].map(|index| World::new(&Plan::hills(4, 1), Guess::Consistent(2), index))
}

fn places<const N: usize>(numbers: [usize; N]) -> Vec<Place> {
    numbers.map(Place::numbered).to_vec()
}

#[test]
fn a_matrix_has_no_wrong_costs_after_a_panic() {
    for hills in &hills() {
        let look = |builder: CostMatrixBuilder<&World>| {
            let matrix = builder.finish().unwrap();
            (0..9).map(|cell| matrix.cost(cell / 3, cell % 3)).collect()
        };
        let ends = || (places([0, 5, 10]), places([15, 7, 0]));
        check_again(
            || CostMatrixBuilder::new(hills, ends().0, ends().1),
            CostMatrixBuilder::run,
            look,
        );
    }
}

#[test]
fn landmarks_have_no_wrong_estimates_after_a_panic() {
    for hills in &hills() {
        let look = |builder: LandmarkBuilder<&World>| {
            let landmarks = builder.finish().unwrap();
            (0..256)
                .map(|pair| Some(landmarks.estimate(&Place::numbered(pair / 16), &Place::numbered(pair % 16))))
                .collect()
        };
        check_again(
            || LandmarkBuilder::farthest(hills, Place::numbered(5), 3),
            LandmarkBuilder::run,
            look,
        );
    }
}

#[test]
fn no_goal_is_left_out_after_a_panic() {
    for hills in &hills() {
        let costs = |goals: &mut NearestGoals<&World>| goals.map(|path| path.map(|path| path.cost)).collect();
        let expected: Result<Vec<_>, _> = costs(&mut NearestGoals::new(hills));
        every_call(|call| {
            let mut goals = NearestGoals::new(hills);
            let has_panicked = panics(call, || {
                let _ = goals.next();
            });
            match goals.next().transpose() {
                Err(error) => assert!(has_panicked && error == SearchError::Panicked),
                Ok(path) => {
                    let cost = path.map(|path| path.cost);
                    assert_eq!(cost, has_panicked.then(|| expected.as_ref().unwrap()[0]), "call {call}");
                }
            }
            has_panicked
        });
    }
}

/// An agent may continue after a panic. Each of its moves is along an edge, and it arrives.
#[test]
fn an_agent_goes_on_after_a_panic() {
    for hills in &hills() {
        every_call(|call| {
            let mut agent = LssLrtaStar::new(hills);
            let (mut position, mut has_panicked) = (0, false);
            let is_over = !panics(call, || {
                for moves in 0.. {
                    match catch_unwind(AssertUnwindSafe(|| agent.next_move(3))) {
                        Err(_) => has_panicked = true,
                        Ok(Ok(NextMove::Arrived)) => break,
                        Ok(Ok(NextMove::To(next))) => {
                            let is_edge = hills.edges[position].iter().any(|(to, _)| *to == next.number());
                            assert!(is_edge && moves < 200, "call {call}: from {position:?} to {next:?}");
                            position = next.number();
                        }
                        Ok(end) => panic!("call {call}: {end:?}"),
                    }
                }
            });
            assert!(is_over, "call {call}");
            has_panicked
        });
    }
}

#[test]
fn all_paths_after_a_panic() {
    let [hills, _] = &hills();
    let expected = OptimalPaths::of(&mut AStar::new(hills)).unwrap().count();
    every_call(|call| {
        let mut search = AStar::new(hills);
        let has_panicked = panics(call, || {
            let _ = OptimalPaths::of(&mut search);
        });
        match OptimalPaths::of(&mut search) {
            Ok(paths) => assert_eq!(paths.count(), expected, "call {call}"),
            Err(error) => assert!(has_panicked, "call {call}: {error}"),
        }
        has_panicked
    });
}
