//! Once a search has allocated its memory, it allocates nothing after a reset. An agent's first move allocates little.
#![allow(unsafe_code, reason = "a counting global allocator needs unsafe code")]

#[path = "common/effort.rs"]
mod effort;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use astride::engine::Engine;
use astride::npuzzle::{Board, Puzzle};
use astride::open::TieBreaking;
use astride::search::Search;
use astride::search::{LssLrtaStar, NextMove};
use astride::traits::NumericCost;
use astride::{
    AStar, Bfs, Cost, Dfs, Dijkstra, Graph, Greedy, Heuristic, IdDfs, IdaStar, Observer, Problem, Status, WeightedAStar,
};
use astride_grid::{AnyAngleProblem, GridMap, GridProblem, JumpMap, JumpProblem, JumpTable, Movement, Point};
use astride_grid::{LazyThetaStar, ThetaStar};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, which counts the requests of each thread.
struct Counting;

fn count(bytes: usize) {
    // A thread that is ending no longer has counters, and nobody would read them.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
    let _ = BYTES.try_with(|count| count.set(count.get() + bytes));
}

// SAFETY: every call is forwarded unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's guarantees are those that `System` requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above; the memory came from `System`.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: as above.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the number of allocations of `run`, and its result.
fn counted<T>(run: impl FnOnce() -> T) -> (u64, T) {
    let before = ALLOCATIONS.get();
    let answer = run();
    (ALLOCATIONS.get() - before, answer)
}

/// A square of hills, 4-connected, with a path from corner to corner.
#[derive(Clone)]
struct Hills<C> {
    side: usize,
    is_indexed: bool,
    cost: fn(usize) -> C,
}

impl<C: Cost> Graph for Hills<C> {
    type Node = usize;
    type Cost = C;

    fn successors(&self, node: &usize) -> impl Iterator<Item = (usize, C)> {
        let (side, node, cost) = (self.side, *node, self.cost);
        let (x, y) = (node % side, node / side);
        let steps = [
            (x + 1 < side).then_some(node + 1),
            (y + 1 < side).then_some(node + side),
            (x > 0).then(|| node - 1),
            (y > 0).then(|| node - side),
        ];
        steps
            .into_iter()
            .flatten()
            .map(move |next| (next, cost((node * 7919 + next * 104_729) % 13 + 1)))
    }

    fn index(&self, node: &usize) -> Option<usize> {
        self.is_indexed.then_some(*node)
    }
}

impl<C: Cost> Problem for Hills<C> {
    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, node: &usize) -> bool {
        *node == self.side * self.side - 1
    }
}

impl<C: Cost> Heuristic for Hills<C> {
    fn estimate(&self, node: &usize) -> C {
        (self.cost)(2 * self.side - 2 - node % self.side - node / self.side)
    }
}

/// Runs a search, resets it, and runs it again, several times.
fn check<P: Problem + Clone, E: Engine<Problem = P>, W: Observer<P::Node, P::Cost>>(
    problem: &P,
    mut search: Search<E, W>,
) {
    let (first, status) = counted(|| search.run());
    assert_eq!(status, Status::Found);
    assert!(first > 0, "the allocator counts");
    let expanded = search.stats().expanded;
    assert!(expanded > 30);
    for round in 0..effort::share(3) {
        let again = problem.clone();
        let (of_run, status) = counted(|| {
            search.reset(again);
            search.run()
        });
        assert_eq!((status, search.stats().expanded), (Status::Found, expanded));
        assert_eq!(of_run, 0, "allocations in round {round}");
    }
}

fn check_all<P>(problem: &P)
where
    P: Heuristic<Cost: NumericCost> + Clone,
{
    let fresh = || problem.clone();
    for ties in [
        TieBreaking::LargerCost,
        TieBreaking::FirstIn,
        TieBreaking::LastIn,
        TieBreaking::Any,
    ] {
        check(problem, AStar::new(fresh()).with_tie_breaking(ties));
    }
    check(problem, WeightedAStar::new(fresh(), 1.5).unwrap());
    check(problem, Dijkstra::new(fresh()));
    check(problem, Greedy::new(fresh()));
    check(problem, Bfs::new(fresh()));
    check(problem, Dfs::new(fresh()));
}

#[test]
fn a_second_search_allocates_nothing() {
    for is_indexed in [false, true] {
        let side = 60;
        check_all(&Hills {
            side,
            is_indexed,
            cost: |cost| u32::try_from(cost).unwrap(),
        });
        check_all(&Hills {
            side,
            is_indexed,
            cost: |cost| f64::from(u32::try_from(cost).unwrap()),
        });
        // Costs that make the buckets give way to the heap.
        check_all(&Hills {
            side,
            is_indexed,
            cost: |cost| 100_000 * cost as u64,
        });
    }
    let map = GridMap::from_fn(60, 60, |point| {
        u8::from(!(point.x * 7 + point.y * 13).is_multiple_of(11))
    })
    .unwrap();
    let ends = [Point::new(1, 0), Point::new(59, 59)];
    let problem = AnyAngleProblem::new(&map, ends[0], ends[1], Movement::EightCuttingCorners).unwrap();
    check(&problem, ThetaStar::new(problem));
    check(&problem, LazyThetaStar::new(problem));

    let goal: Board = "123456780".parse().unwrap();
    let puzzle = Puzzle::new(&"647850321".parse().unwrap(), &goal).unwrap();
    check_all(&&puzzle);
    // Without an observer, the search leaps, with a few allocations for each leap.
    check(&&puzzle, IdaStar::new(&puzzle).on_event(|_| ()));
    check(&&puzzle, IdaStar::new(&puzzle).with_table(1 << 16).on_event(|_| ()));
    let mut search = IdaStar::new(&puzzle);
    for _ in 0..2 {
        assert_eq!(search.run(), Status::Found);
        search.reset(&puzzle);
    }
    let (allocations, status) = counted(|| search.run());
    assert_eq!(status, Status::Found);
    let expanded = search.stats().expanded;
    assert!(
        100 * allocations <= expanded,
        "{allocations} allocations for {expanded} expansions"
    );
    let near = Puzzle::new(&"120483765".parse().unwrap(), &goal).unwrap();
    check(&&near, IdDfs::new(&near).on_event(|_| ()));
    check(&&near, IdDfs::new(&near).with_cycle_check());
}

#[test]
fn a_second_search_by_jump_points_allocates_nothing() {
    // Walls of every length in every row but the outermost.
    let is_wall =
        |point: Point| point.y % 4 == 2 && (u32::from(point.x) * 7919 + u32::from(point.y) * 104_729) % 13 < 9;
    let map = GridMap::from_fn(120, 121, |point| u8::from(!is_wall(point))).unwrap();
    let (start, goal) = (Point::new(0, 0), Point::new(119, 120));
    let jump_map = JumpMap::new(map.clone(), Movement::Eight).unwrap();
    let table = JumpTable::try_from(jump_map.clone()).unwrap();
    let online = JumpProblem::new(&jump_map, start, goal).unwrap();
    check(&online, AStar::new(online));
    let offline = JumpProblem::new(&table, start, goal).unwrap();
    check(&offline, AStar::new(offline));
}

/// The allocations are proportional to the look-ahead, not to the map.
#[test]
fn the_first_move_of_an_agent_allocates_little_on_a_large_map() {
    let map = GridMap::from_fn(2000, 2000, |_| 1).unwrap();
    // The start is in one of the last rows, which have the largest indices.
    let (start, goal) = (Point::new(1990, 1980), Point::new(3, 5));
    let problem = GridProblem::new(&map, start, goal, Movement::Eight).unwrap();
    for look_ahead in [1, 10, 100] {
        let before = BYTES.get();
        let mut agent = LssLrtaStar::new(&problem);
        let next = agent.next_move(look_ahead as u64);
        let bytes = BYTES.get() - before;
        assert!(matches!(next, Ok(NextMove::To(_))));
        assert!(
            (1..40_000 + 2_000 * look_ahead).contains(&bytes),
            "{bytes} bytes for {look_ahead} expansions"
        );
    }
}
