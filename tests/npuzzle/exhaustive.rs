//! Searches against exhaustive solutions: boards of the 8-puzzle with three goals, and smaller boards with every goal.
//!
//! `cargo test` searches from some of the boards. `cargo test --profile thorough --test npuzzle -- --ignored` searches
//! from all of them, which takes minutes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::PART;
use crate::effort::{progress, share};
use crate::tiles::{all_lengths, board, board_of, eight_puzzle, permutations};
use astride::engine::Engine;
use astride::npuzzle::{
    Board, Hamming, LinearConflict, Manhattan, ManhattanPlusHamming, Maximum, Puzzle, TileHeuristic, Tiles, Tiles16,
    Zero,
};
use astride::search::Search;
use astride::{AStar, Bfs, Dijkstra, Graph, Heuristic, OneToAll, Problem, Status};
use astride_tiles::WalkingDistance;

/// A puzzle with another start, so that the tables of the heuristic are built only once.
struct From<'a, H> {
    start: Tiles16,
    puzzle: &'a Puzzle<Tiles16, H>,
}

impl<H> Graph for From<'_, H> {
    type Node = Tiles16;
    type Cost = u32;

    fn successors(&self, node: &Tiles16) -> impl Iterator<Item = (Tiles16, u32)> {
        self.puzzle.successors(node)
    }
}

impl<H> Problem for From<'_, H> {
    fn start(&self) -> Tiles16 {
        self.start
    }

    fn is_goal(&self, node: &Tiles16) -> bool {
        self.puzzle.is_goal(node)
    }
}

impl<H: TileHeuristic<Tiles16>> Heuristic for From<'_, H> {
    fn estimate(&self, node: &Tiles16) -> u32 {
        self.puzzle.estimate(node)
    }

    fn estimate_child(&self, parent: &Tiles16, parent_estimate: u32, child: &Tiles16) -> u32 {
        self.puzzle.estimate_child(parent, parent_estimate, child)
    }
}

/// Runs a search from each of the starts, reset in between, on all cores with a portion of the starts each, and passes
/// each search to `look`, together with the true length.
fn search_all<'a, H, E>(
    puzzle: &'a Puzzle<Tiles16, H>,
    starts: &[(Tiles16, u32)],
    search: impl Fn(From<'a, H>) -> Search<E> + Sync,
    look: impl Fn(&Search<E>, u32) + Sync,
) where
    H: TileHeuristic<Tiles16> + Sync,
    E: Engine<Problem = From<'a, H>>,
{
    const PORTION: usize = 64;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut search = search(From {
            start: puzzle.start(),
            puzzle,
        });
        loop {
            let first = next.fetch_add(PORTION, Ordering::Relaxed);
            let Some(rest) = starts.get(first..) else { break };
            progress("searches of 64 boards each");
            for (start, length) in rest.iter().take(PORTION) {
                search.reset(From { start: *start, puzzle });
                assert_eq!(search.run(), Status::Found, "{start:?}");
                look(&search, *length);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
}

/// Checks that every search finds a shortest path. Returns the total number of expansions.
fn check<'a, H, E>(
    puzzle: &'a Puzzle<Tiles16, H>,
    starts: &[(Tiles16, u32)],
    search: impl Fn(From<'a, H>) -> Search<E> + Sync,
) -> u64
where
    H: TileHeuristic<Tiles16> + Sync,
    E: Engine<Problem = From<'a, H>>,
{
    let expanded = AtomicU64::new(0);
    search_all(puzzle, starts, search, |search, length| {
        expanded.fetch_add(search.stats().expanded, Ordering::Relaxed);
        let (start, path) = (search.problem().start, search.path().unwrap());
        assert_eq!(path.cost, length, "{start:?}");
        assert_eq!(
            (path.nodes[0], path.nodes[path.edges()]),
            (start, puzzle.tiles(puzzle.goal_board()).unwrap())
        );
        assert_eq!(puzzle.moves(&path.nodes).unwrap().len(), length as usize);
    });
    expanded.into_inner()
}

/// Returns all boards that can reach the goal, packed, with their true lengths.
fn truth(goal: &str) -> Vec<(Tiles16, u32)> {
    let packed = |(tiles, length): ([u8; 9], u32)| (Tiles16::pack(&tiles).unwrap(), length);
    let truth: Vec<_> = eight_puzzle(goal).into_iter().map(packed).collect();
    assert_eq!(truth.len(), 181_440);
    truth
}

fn puzzle<H>(goal: &str, build: impl FnOnce(&Board) -> H) -> Puzzle<Tiles16, H> {
    Puzzle::new(&board(goal), &board(goal)).unwrap().with_heuristic(build)
}

fn walking(goal: &Board) -> WalkingDistance {
    WalkingDistance::new(goal).unwrap()
}

fn maximum(goal: &Board) -> Maximum<LinearConflict, WalkingDistance> {
    Maximum::new(LinearConflict::new(goal), walking(goal))
}

fn one_to_all(goal: &str, truth: &[(Tiles16, u32)]) {
    let puzzle = puzzle(goal, Zero::new);
    let mut search: Dijkstra<OneToAll<_>> = Dijkstra::one_to_all(&puzzle, puzzle.start());
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.stats().nodes, truth.len());
    for (node, length) in truth {
        assert_eq!(search.cost_to(node), Some(*length), "{node:?}");
    }
    for (node, length) in truth.iter().step_by(97) {
        let path = search.path_to(node).unwrap();
        assert_eq!((path.cost, path.nodes.last()), (*length, Some(node)));
        assert_eq!(puzzle.moves(&path.nodes).unwrap().len(), *length as usize);
    }
}

fn every_nth<T: Clone>(nth: usize, all: &[T]) -> Vec<T> {
    all.iter().step_by(nth).cloned().collect()
}

/// Searches from every `nth` board. Returns the total numbers of expansions of A*, with Manhattan distance and with
/// linear conflict.
fn every_nth_board(goal: &str, nth: usize) -> [u64; 2] {
    println!("towards {goal}, from every board of {nth}");
    let truth = truth(goal);
    one_to_all(goal, &truth);
    let starts = every_nth(nth, &truth);
    let expanded = [
        check(&puzzle(goal, Manhattan::new), &starts, AStar::new),
        check(&puzzle(goal, LinearConflict::new), &starts, AStar::new),
    ];

    // Some of these visit much of the graph each time, so a sample is enough.
    let lengths: HashMap<_, _> = truth.into_iter().collect();
    let sample: Vec<_> = (0..if nth == 1 { 300 } else { share(15).into() })
        .map(|seed| Tiles16::pack(Board::random(&board(goal), seed).cells()).unwrap())
        .map(|tiles| (tiles, lengths[&tiles]))
        .collect();
    check(&puzzle(goal, Hamming::new), &sample, AStar::new);
    check(&puzzle(goal, walking), &sample, AStar::new);
    check(&puzzle(goal, maximum), &sample, AStar::new);
    let zero = puzzle(goal, Zero::new);
    check(&zero, &sample, AStar::new);
    check(&zero, &sample, Dijkstra::new);
    check(&zero, &sample, Bfs::new);
    expanded
}

#[test]
fn boards_with_the_blank_last() {
    every_nth_board("123456780", PART);
}

#[test]
#[ignore = "every board: a minute"]
fn every_board_with_the_blank_last() {
    // The figures with which the documentation compares `ManhattanPlusHamming`.
    assert_eq!(every_nth_board("123456780", 1), [143_021_802, 72_458_525]);
}

#[test]
#[ignore = "every board: a minute"]
fn every_board_with_the_blank_first() {
    every_nth_board("012345678", 1);
}

#[test]
#[ignore = "every board: a minute"]
fn every_board_with_the_blank_in_the_centre() {
    every_nth_board("123804765", 1);
}

#[test]
fn boards_with_a_sum_that_guesses_too_much() {
    sum_that_guesses_too_much(1009);
}

/// The figures in the documentation of `ManhattanPlusHamming`: its costs and savings.
#[test]
#[ignore = "every board: half a minute"]
fn every_board_with_a_sum_that_guesses_too_much() {
    assert_eq!(sum_that_guesses_too_much(1), "0.57 0.74 790");
}

/// Searches from every `nth` board. Returns the mean excess, the share of shortest paths, and the mean number of
/// expansions.
fn sum_that_guesses_too_much(nth: usize) -> String {
    let goal = "123456780";
    let starts = every_nth(nth, &truth(goal));
    let [excess, worst, shortest, expanded] = [const { AtomicU64::new(0) }; 4];
    let puzzle = puzzle(goal, ManhattanPlusHamming::new);
    search_all(&puzzle, &starts, AStar::new, |search, length| {
        let found = search.path().unwrap().cost;
        assert!(found >= length && (found - length) % 2 == 0);
        excess.fetch_add((found - length).into(), Ordering::Relaxed);
        worst.fetch_max((found - length).into(), Ordering::Relaxed);
        shortest.fetch_add((found == length).into(), Ordering::Relaxed);
        expanded.fetch_add(search.stats().expanded, Ordering::Relaxed);
    });
    assert_eq!(worst.into_inner(), 4);
    // With the precision of the documentation, since the order of ties depends on the open list.
    let boards = f64::from(u32::try_from(starts.len()).unwrap());
    let mean = |total: AtomicU64| f64::from(u32::try_from(total.into_inner()).unwrap()) / boards;
    format!("{:.2} {:.2} {:.0}", mean(excess), mean(shortest), mean(expanded))
}

/// Searches from every board that can reach the goal, for every `nth` goal.
fn every_pair<const N: usize>(width: usize, nth: usize) {
    println!("boards of {N} cells in rows of {width} towards every goal of {nth}");
    for goal in permutations::<N>().into_iter().step_by(nth) {
        let truth: Vec<_> = all_lengths(goal, width)
            .into_iter()
            .map(|(tiles, length)| (Tiles16::pack(&tiles).unwrap(), length))
            .collect();
        assert_eq!(truth.len(), permutations::<N>().len() / 2);
        let goal = board_of(goal, width, N / width);
        let manhattan = Puzzle::new(&goal, &goal).unwrap();
        check(&manhattan, &truth, AStar::new);
        check(&manhattan, &truth, Bfs::new);
        let conflict = Puzzle::new(&goal, &goal).unwrap().with_heuristic(LinearConflict::new);
        check(&conflict, &truth, AStar::new);
        check(&conflict.clone().with_heuristic(walking), &truth, AStar::new);
        check(&conflict.with_heuristic(maximum), &truth, AStar::new);
    }
}

#[test]
fn small_boards_towards_goals() {
    every_pair::<4>(2, 1);
    every_pair::<6>(2, PART);
    every_pair::<6>(3, PART);
}

#[test]
#[ignore = "every board and goal: half a minute"]
fn every_small_board_towards_every_goal() {
    every_pair::<6>(2, 1);
    every_pair::<6>(3, 1);
}
