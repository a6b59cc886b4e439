//! IDA* with a table of visited nodes: the cost is the same, and there are never more expansions.

use std::hash::{Hash, Hasher};

use crate::common::effort::{cases, progress};
use crate::common::korf::instances;
use crate::common::plan::{ADMISSIBLE, plans};
use crate::common::world::{Index, World, add_starts};
use astride::npuzzle::{Board, Puzzle, Shape};
use astride::search::Iteration;
use astride::{AStar, Budget, FnGraph, Graph, Heuristic, IdaStar, Problem, Query, SearchError, Status};
use proptest::prelude::*;

/// One slot, a few slots, and more slots than nodes.
const SIZES: [usize; 4] = [24, 100, 1 << 10, 1 << 20];

/// Checks that a search does at most the work of one without a table, and that each of its thresholds is also a
/// threshold of that search.
fn check_iterations(with: &[Iteration<u32>], without: &[Iteration<u32>]) {
    for one in with {
        let same = without.iter().find(|other| other.threshold == one.threshold);
        let same = same.unwrap_or_else(|| panic!("no iteration up to {}", one.threshold));
        assert!(one.expanded <= same.expanded && one.generated <= same.generated);
    }
}

/// Searches in a single run, step by step, and in slices, with a table of each size, and checks that all three do the
/// same. Returns the total number of pruned nodes.
fn check<P: Heuristic<Node = N, Cost = u32>, N: Clone + PartialEq + std::fmt::Debug>(problem: &P, slice: u64) -> u64 {
    progress("searches with a table");
    let mut star = AStar::new(problem);
    let mut plain = IdaStar::new(problem);
    let status = star.run();
    assert_eq!(plain.run(), status);
    let cost = star.path().map(|path| path.cost);
    let mut left_out = 0;
    for size in SIZES {
        let mut search = IdaStar::new(problem).with_table(size);
        assert_eq!(
            (search.run(), search.path().map(|path| path.cost)),
            (status.clone(), cost)
        );
        check_iterations(search.iterations(), plain.iterations());
        left_out += search.iterations().iter().map(|one| one.left_out).sum::<u64>();
        let mut sliced = IdaStar::new(problem).with_table(size).on_event(|_| ());
        while sliced.run_for(Budget::new().expansions(slice)).is_running() {}
        assert_eq!(
            (sliced.path(), sliced.iterations()),
            (search.path(), search.iterations())
        );
        // Again in the same memory.
        search.restart();
        let before = search.stats().bytes;
        assert_eq!((search.run(), search.path()), (status.clone(), sliced.path()));
        assert_eq!(
            (search.iterations(), search.stats().bytes),
            (sliced.iterations(), before)
        );
    }
    left_out
}

fn boards(goal: &Board) -> Vec<Puzzle> {
    let cells = u8::try_from(goal.cells().len()).unwrap();
    let mut lists = vec![vec![]];
    for _ in 0..cells {
        let longer = |list: Vec<u8>| {
            let rest = (0..cells).filter(|tile| !list.contains(tile)).collect::<Vec<_>>();
            rest.into_iter().map(move |tile| [list.clone(), vec![tile]].concat())
        };
        lists = lists.into_iter().flat_map(longer).collect();
    }
    let boards = lists.iter().map(|tiles| Board::new(goal.shape(), tiles).unwrap());
    boards.filter_map(|board| Puzzle::new(&board, goal).ok()).collect()
}

#[test]
fn each_board_of_two_rows_of_three() {
    let boards = boards(&Board::blank_first(Shape::new(3, 2).unwrap()));
    assert_eq!(boards.len(), 360);
    let left_out: u64 = boards.iter().step_by(3).map(|board| check(board, 7)).sum();
    assert!(left_out > 1_000, "{left_out}");
}

#[test]
fn boards_of_three_rows() {
    let goal = "123456780".parse().unwrap();
    for start in ["867254301", "647850321", "704851632", "638541720", "120483765"] {
        check(&Puzzle::new(&start.parse().unwrap(), &goal).unwrap(), 1_000);
    }
    let puzzle = Puzzle::new(&"867254301".parse().unwrap(), &goal).unwrap();
    let (mut plain, mut search) = (IdaStar::new(&puzzle), IdaStar::new(&puzzle).with_table(1 << 20));
    assert_eq!((plain.run(), search.run()), (Status::Found, Status::Found));
    let (with, without) = (search.stats().expanded, plain.stats().expanded);
    assert!(4 * with < 3 * without, "{with}, {without}");
}

/// The table also works above the problem's own method for searching a subtree.
#[test]
fn a_board_of_four_rows() {
    let easiest = instances().min_by_key(|instance| instance.nodes).unwrap();
    let mut plain = IdaStar::new(&easiest.puzzle);
    let mut search = IdaStar::new(&easiest.puzzle).with_table(1 << 16);
    assert_eq!((plain.run(), search.run()), (Status::Found, Status::Found));
    assert_eq!(search.path(), plain.path());
    check_iterations(search.iterations(), plain.iterations());
    assert!(search.stats().generated < plain.stats().generated);
    let mut stepped = IdaStar::new(&easiest.puzzle).with_table(1 << 16).on_event(|_| ());
    assert_eq!(stepped.run(), Status::Found);
    assert_eq!(stepped.iterations(), search.iterations());
}

/// On a grid, nearly every node is reached on many paths.
#[test]
fn a_grid_whose_goal_is_walled_off() {
    const SIDE: u32 = 40;
    let grid = FnGraph::new(|&(x, y): &(u32, u32)| {
        let steps = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        let is_free = |&(x, y): &(u32, u32)| x < SIDE && y < SIDE && x + y != 2 * SIDE - 3;
        steps.into_iter().filter(is_free).map(|cell| (cell, 1_u32))
    });
    let corner = SIDE - 1;
    let query = Query::new(grid, (0, 0), |cell| *cell == (corner, corner));
    let query = query.with_heuristic(|(x, y)| 2 * corner - x - y);
    let mut search = IdaStar::new(query).with_table(1 << 17).with_cost_limit(2 * corner + 20);
    assert_eq!(search.run(), Status::Exhausted);
    let cells = u64::from(SIDE * SIDE);
    for iteration in search.iterations() {
        // A cell may be reached again at a lower cost.
        assert!(iteration.expanded < 16 * cells, "{iteration:?}");
    }
    assert!(search.iterations().last().unwrap().left_out > cells / 2);
}

#[test]
fn a_ring_that_costs_nothing_ends() {
    let ring = FnGraph::new(|n: &u32| [((n + 1) % 9, 0_u32), (*n, 0), ((n + 8) % 9, 0)]);
    for (goal, end) in [(5, Status::Found), (9, Status::Exhausted)] {
        let query = Query::new(&ring, 0, |n| *n == goal).with_heuristic(|_| 0);
        let mut search = IdaStar::new(query).with_table(1 << 14);
        assert_eq!(search.run(), end);
        assert!(search.stats().expanded <= 9);
    }
}

#[test]
fn the_next_node_is_the_one_that_is_expanded_next() {
    let goal: Board = "123456780".parse().unwrap();
    let puzzle = Puzzle::new(&"162537084".parse().unwrap(), &goal)
        .or_else(|_| Puzzle::new(&"162537048".parse().unwrap(), &goal))
        .unwrap();
    let mut search = IdaStar::new(&puzzle).with_table(1 << 16);
    for _ in 0..3_000 {
        let next = search.next_node().map(|next| next.node);
        let iterations = search.iterations().len();
        if search.step() != Status::Running {
            break;
        }
        if search.iterations().len() == iterations || next.is_some() {
            assert_eq!(search.current(), next);
        }
        assert_eq!(search.stats().open, search.open_nodes().count());
    }
    assert!(search.iterations().iter().any(|iteration| iteration.left_out > 0));
}

#[test]
fn its_memory_counts() {
    let goal: Board = "123456780".parse().unwrap();
    let puzzle = Puzzle::new(&"867254301".parse().unwrap(), &goal).unwrap();
    let mut search = IdaStar::new(&puzzle).with_table(1 << 16);
    assert!(search.stats().bytes < 1 << 12);
    assert_eq!(search.run(), Status::Found);
    assert!((1 << 16..3 << 15).contains(&search.stats().bytes));
    let limit = 1 << 16;
    let mut search = IdaStar::new(&puzzle).with_table(1 << 16).with_memory_limit(limit);
    assert_eq!(search.run(), Status::Failed(SearchError::MemoryLimit { limit }));
    search.set_memory_limit(usize::MAX);
    search.restart();
    assert_eq!(search.run(), Status::Found);
    let mut search = IdaStar::new(&puzzle).with_table(usize::MAX);
    assert!(matches!(search.run(), Status::Failed(SearchError::OutOfMemory { .. })));
    // Less than one slot means no table.
    let (mut plain, mut search) = (IdaStar::new(&puzzle), IdaStar::new(&puzzle).with_table(3));
    assert_eq!((search.run(), plain.run()), (Status::Found, Status::Found));
    assert_eq!(search.iterations(), plain.iterations());
}

/// A node of a world with the number of edges on the path to it, which determines its estimate.
#[derive(Clone, Debug)]
struct Loaded(usize, u32);

impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Loaded {}

impl Hash for Loaded {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

struct ExtraData(World<u32>);

impl Graph for ExtraData {
    type Node = Loaded;
    type Cost = u32;
    fn successors(&self, node: &Loaded) -> impl Iterator<Item = (Loaded, u32)> {
        let edges = node.1.wrapping_add(1);
        let successors: Vec<_> = self.0.successors(&node.0).collect();
        successors
            .into_iter()
            .map(move |(child, cost)| (Loaded(child, edges), cost))
    }
}

impl Problem for ExtraData {
    fn start(&self) -> Loaded {
        Loaded(self.0.start(), 0)
    }
    fn is_goal(&self, node: &Loaded) -> bool {
        self.0.is_goal(&node.0)
    }
}

impl Heuristic for ExtraData {
    fn estimate(&self, node: &Loaded) -> u32 {
        let whole = self.0.estimate(&node.0);
        if whole == u32::MAX || node.1.is_multiple_of(3) {
            whole
        } else {
            whole / (node.1 % 3)
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    /// With edges of zero cost, with inconsistent estimates, and with several starts.
    #[test]
    fn random_graphs(plan in plans(7, 9), guess: prop::sample::Index, slice in 1..9_u64, late in 0..40_u64) {
        let world = World::<u32>::new(&plan, *guess.get(&ADMISSIBLE), Index::Never);
        let optimum = plan.nearest_goal(&plan.far_from_starts()).map(|cost| u32::try_from(cost).unwrap());
        let mut plain = IdaStar::new(&world).with_cycle_check();
        add_starts(&mut plain, &plan);
        let status = plain.run();
        for size in SIZES {
            let mut search = IdaStar::new(&world).with_cycle_check().with_table(size);
            add_starts(&mut search, &plan);
            while search.run_for(Budget::new().expansions(slice)).is_running() {}
            prop_assert_eq!((search.status(), search.path().map(|path| path.cost)), (status.clone(), optimum));
            prop_assert!(search.stats().expanded <= plain.stats().expanded);
            check_iterations(search.iterations(), plain.iterations());
            // Starts that are added during the search.
            search.restart();
            let _ = search.run_for(Budget::new().expansions(late));
            if search.status().is_running() {
                add_starts(&mut search, &plan);
                prop_assert_eq!((search.run(), search.path().map(|path| path.cost)), (status.clone(), optimum));
            }
        }
    }

    #[test]
    fn equal_nodes_with_other_estimates(plan in plans(7, 9), guess: prop::sample::Index) {
        let plan = crate::common::plan::Plan { more_starts: Vec::new(), ..plan };
        let world = World::<u32>::new(&plan, *guess.get(&ADMISSIBLE), Index::Never);
        let optimum = plan.nearest_goal(&plan.far_from_starts()).map(|cost| u32::try_from(cost).unwrap());
        let problem = ExtraData(world);
        for size in SIZES {
            let mut search = IdaStar::new(&problem).with_cycle_check().with_table(size);
            prop_assert_ne!(search.run(), Status::Running);
            prop_assert_eq!(search.path().map(|path| path.cost), optimum);
        }
    }
}
