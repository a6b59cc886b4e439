//! User code that panics at each call in turn. A search has failed until it is reset, and anything else either fails or
//! continues as if nothing had happened.

use std::panic::{AssertUnwindSafe, catch_unwind};

use astride::search::{CostMatrixBuilder, LandmarkBuilder, LssLrtaStar, OptimalPaths};
use astride::search::{Engine, NextMove, Search};
use astride::{AStar, Graph, NearestGoals, Path, SearchError, Status, Stepper};

use crate::hills::{FUSE, Hills, Spot, Told, Watcher, each_search};

/// Makes `work` panic at call number `at`. Returns whether it did.
fn panics(at: u64, work: impl FnOnce()) -> bool {
    FUSE.set(at);
    let result = catch_unwind(AssertUnwindSafe(work));
    FUSE.set(0);
    result.is_err()
}

/// Tries every call at first, and later only some.
fn every_call(mut at: impl FnMut(u64) -> bool) {
    let mut call = 1;
    while at(call) {
        call += 1 + call / 64;
    }
    assert!(call > 20, "{call} calls were made");
}

fn plain(path: Option<Path<Spot, u64>>) -> Option<(Vec<u16>, u64)> {
    path.map(|path| (path.nodes.iter().map(|spot| spot.0).collect(), path.cost))
}

fn check<E>(name: &str, hills: Hills, make: impl Fn(Hills) -> Search<E, Watcher>)
where
    E: Engine<Problem = Hills>,
{
    let outcome = |search: &Search<E, Watcher>| (search.status(), plain(search.path()), search.stats().expanded);
    let mut search = make(hills);
    assert_eq!(search.run(), Status::Found);
    let expected = outcome(&search);
    every_call(|call| {
        search.reset(hills);
        let has_panicked = panics(call, || {
            assert_ne!(search.run(), Status::Running);
        });
        if has_panicked {
            let failed = Status::Failed(SearchError::Panicked);
            assert_eq!(
                (search.status(), search.run(), search.step()),
                (failed.clone(), failed.clone(), failed)
            );
            assert!(search.path().is_none() && search.next_node().is_none());
            // The results may be anything, but there must be no other panic.
            let _ = (
                search.best_effort_path(),
                search.current(),
                search.known_node(&Spot(3)),
                search.path_to(&Spot(3)),
            );
            let _ = (
                search.open_nodes().count(),
                search.closed_nodes().count(),
                search.stats(),
            );
            search.reset(hills);
            assert_eq!(search.run(), Status::Found);
        }
        assert_eq!(outcome(&search), expected, "{name}, call {call}");
        has_panicked
    });
    // A panic leaves the memory and the limits as they are.
    let bytes = search.stats().bytes;
    search.set_node_limit(2);
    for call in 1.. {
        search.reset(hills);
        let has_panicked = panics(call, || {
            let _ = search.run();
        });
        search.reset(hills);
        let status = search.run();
        assert_eq!(status, Status::Failed(SearchError::NodeLimit { limit: 2 }), "{name}");
        assert!(search.stats().bytes <= bytes, "{name}");
        if !has_panicked {
            break;
        }
    }
}

#[test]
fn a_search_that_panicked_has_failed_until_it_is_reset() {
    macro_rules! check_one {
        ($side:expr, $make:expr) => {
            for told in [Told::Hash, Told::Index, Told::IndexAlone] {
                let hills = Hills {
                    side: 4,
                    told,
                    unit: 1,
                };
                check(stringify!($make), hills, |hills| {
                    $make(hills).with_observer(Watcher)
                });
            }
        };
    }
    each_search!(check_one!);
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

const HILLS: [Hills; 2] = [
    Hills {
        side: 4,
        told: Told::Hash,
        unit: 1,
    },
    Hills {
        side: 4,
        told: Told::IndexAlone,
        unit: 1,
    },
];

#[test]
fn a_matrix_has_no_wrong_costs_after_a_panic() {
    for hills in HILLS {
        let look = |builder: CostMatrixBuilder<Hills>| {
            let matrix = builder.finish().unwrap();
            (0..9).map(|cell| matrix.cost(cell / 3, cell % 3)).collect()
        };
        let ends = || ([0, 5, 10].map(Spot).to_vec(), [15, 7, 0].map(Spot).to_vec());
        check_again(
            || CostMatrixBuilder::new(hills, ends().0, ends().1),
            CostMatrixBuilder::run,
            look,
        );
    }
}

#[test]
fn landmarks_have_no_wrong_estimates_after_a_panic() {
    for hills in HILLS {
        let look = |builder: LandmarkBuilder<Hills>| {
            let landmarks = builder.finish().unwrap();
            (0..256)
                .map(|pair| Some(landmarks.estimate(&Spot(pair / 16), &Spot(pair % 16))))
                .collect()
        };
        check_again(
            || LandmarkBuilder::farthest(hills, Spot(5), 3),
            LandmarkBuilder::run,
            look,
        );
    }
}

#[test]
fn no_goal_is_left_out_after_a_panic() {
    for hills in HILLS {
        let costs = |goals: &mut NearestGoals<Hills>| goals.map(|path| path.map(|path| path.cost)).collect();
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
    for hills in HILLS {
        every_call(|call| {
            let mut agent = LssLrtaStar::new(hills);
            let (mut position, mut has_panicked) = (Spot(0), false);
            FUSE.set(call);
            for moves in 0.. {
                match catch_unwind(AssertUnwindSafe(|| agent.next_move(3))) {
                    Err(_) => has_panicked = true,
                    Ok(Ok(NextMove::Arrived)) => break,
                    Ok(Ok(NextMove::To(next))) => {
                        let left = FUSE.replace(0);
                        let is_edge = hills.successors(&position).any(|(to, _)| to == next);
                        assert!(is_edge && moves < 200, "call {call}: from {position:?} to {next:?}");
                        position = next;
                        FUSE.set(left);
                    }
                    Ok(end) => panic!("call {call}: {end:?}"),
                }
            }
            FUSE.set(0);
            has_panicked
        });
    }
}

#[test]
fn all_paths_after_a_panic() {
    let hills = HILLS[0];
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
