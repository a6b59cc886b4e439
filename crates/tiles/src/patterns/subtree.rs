//! Depth-first search below a board with pattern databases, which makes and undoes moves.

use alloc::vec::Vec;

use super::PatternDatabases;
use astride::npuzzle::Tiles;
use astride::traits::{Below, Subtree};

/// The minimum number of expansions, which take many times as long as locating and ranking all tiles.
const LEAST: u64 = 1 << 10;

/// The maximum number of levels of a descent, since the stack is limited.
const LEVELS: u32 = 100;

impl PatternDatabases {
    /// Searches a subtree towards the goal of the databases: see
    /// [`Heuristic::search_below`](astride::Heuristic::search_below).
    pub(crate) fn search_subtree<T: Tiles>(&self, subtree: &Subtree<'_, T, u32>) -> Option<Below<T, u32>> {
        // This ensures that the sums below do not overflow.
        if subtree.threshold > u32::MAX / 2 {
            return None;
        }
        let root = *subtree.node;
        let mut descent = Descent::new(self, subtree);
        let left = descent.left;
        let totals = descent.totals();
        let is_done = !descent.expand(root.blank(), subtree.came_from.blank(), subtree.cost, totals);
        let mut tiles = root;
        let step = |(cost, cell): (u32, &usize)| {
            tiles = tiles.slide(tiles.blank(), *cell);
            (tiles, cost)
        };
        Some(Below {
            expanded: left - descent.left,
            generated: descent.generated,
            beyond: descent.beyond,
            path: (!is_done).then(|| (subtree.cost + 1..).zip(descent.path.iter().rev()).map(step).collect()),
        })
    }
}

/// A board in the middle of a depth-first search.
struct Descent<'a> {
    databases: &'a PatternDatabases,
    /// The tile in each cell.
    tiles: [u8; 32],
    /// For each sum and pattern, the position of its distance in the array of all distances.
    places: [[u32; 32]; 2],
    threshold: u32,
    /// The remaining number of expansions, and the cost from which no board is expanded.
    left: u64,
    deepest: u32,
    generated: u64,
    beyond: u32,
    /// The cells of the blank, upwards from the goal, or from the board at which to continue.
    path: Vec<usize>,
}

/// A move that may be made.
#[derive(Clone, Copy, Default)]
struct Slide {
    from: usize,
    /// For each sum, the pattern whose place changes, the new place, and the new sum.
    pattern: [usize; 2],
    place: [u32; 2],
    total: [u16; 2],
}

impl<'a> Descent<'a> {
    fn new<T: Tiles>(databases: &'a PatternDatabases, subtree: &Subtree<'_, T, u32>) -> Self {
        let root = *subtree.node;
        let mut tiles = [0; 32];
        for (cell, tile) in tiles.iter_mut().enumerate().take(databases.partition().shape().cells()) {
            *tile = root.get(cell);
        }
        let positions = databases.positions(root);
        let mut places = [[0; 32]; 2];
        for (places, views) in places.iter_mut().zip(databases.sums()) {
            for (place, view) in places.iter_mut().zip(views) {
                *place = databases.place(view, &positions);
            }
        }
        Self {
            databases,
            tiles,
            places,
            threshold: subtree.threshold,
            left: subtree.expansions.max(LEAST),
            deepest: subtree.cost.saturating_add(LEVELS),
            generated: 0,
            beyond: u32::MAX,
            path: Vec::new(),
        }
    }

    fn totals(&self) -> [u16; 2] {
        let mut totals = [0; 2];
        for ((total, places), views) in totals.iter_mut().zip(&self.places).zip(self.databases.sums()) {
            *total = places
                .iter()
                .take(views.len())
                .map(|place| self.databases.distance(*place))
                .sum();
        }
        totals
    }

    /// Expands the board and the boards below it. Returns whether there is a path: true once the goal has been found
    /// or no expansions are left.
    ///
    /// All successors are looked up before any is expanded, so that the processor waits for memory only once.
    fn expand(&mut self, blank: usize, back: usize, cost: u32, totals: [u16; 2]) -> bool {
        if self.left == 0 || cost >= self.deepest {
            return true;
        }
        self.left -= 1;
        let databases = self.databases;
        let mut slides = [Slide::default(); 4];
        let mut count = 0;
        for (exit, from) in databases.slides().exits(blank).filter(|(_, from)| *from != back) {
            let slide = &mut slides[count & 3];
            slide.from = from;
            let tile = usize::from(self.tiles[from & 31]);
            for (sum, slides) in databases.slides().sums().iter().enumerate().take(2) {
                let (pattern, growth) = slides.growth(tile, blank, exit, |cell| self.tiles[cell & 31]);
                let place = self.places[sum][pattern & 31];
                let (before, after) = (
                    databases.distance(place),
                    databases.distance(place.wrapping_add(growth)),
                );
                slide.pattern[sum] = pattern;
                slide.place[sum] = place.wrapping_add(growth);
                slide.total[sum] = totals[sum].wrapping_add(after).wrapping_sub(before);
            }
            count += 1;
        }
        let cost = cost + 1;
        for slide in slides.iter().take(count) {
            let estimate = slide.total[0].max(slide.total[1]);
            let key = cost + u32::from(estimate);
            if key > self.threshold {
                self.beyond = self.beyond.min(key);
                continue;
            }
            if self.descend(slide, blank, cost) {
                self.path.push(slide.from);
                return true;
            }
        }
        self.generated += count as u64;
        false
    }

    /// Makes a move, expands the board if it is not the goal, and undoes the move. Returns the same as
    /// [`expand`](Self::expand).
    fn descend(&mut self, slide: &Slide, blank: usize, cost: u32) -> bool {
        let mut before = [0; 2];
        for (sum, places) in self.places.iter_mut().enumerate() {
            before[sum] = core::mem::replace(&mut places[slide.pattern[sum] & 31], slide.place[sum]);
        }
        self.tiles.swap(blank & 31, slide.from & 31);
        // Another board has an estimate of zero only if a start was not a board of the puzzle.
        let is_end = slide.total == [0; 2] && self.is_goal() || self.expand(slide.from, blank, cost, slide.total);
        self.tiles.swap(blank & 31, slide.from & 31);
        for (sum, places) in self.places.iter_mut().enumerate() {
            places[slide.pattern[sum] & 31] = before[sum];
        }
        is_end
    }

    fn is_goal(&self) -> bool {
        self.tiles.starts_with(self.databases.partition().goal().cells())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::{Partition, PatternPuzzle};
    use alloc::vec;
    use astride::Heuristic;
    use astride::npuzzle::{Board, Puzzle, Tiles16};

    /// The weakest databases of the 8-puzzle.
    fn single_tiles() -> PatternDatabases {
        let goal: Board = "123456780".parse().unwrap();
        PatternDatabases::build(&Partition::new(&goal, (1..9).map(|tile| [tile])).unwrap()).unwrap()
    }

    /// The same search node by node, which pauses after `left` expansions. Returns whether it ends early.
    fn plain<P: Heuristic<Cost = u32>>(
        problem: &P,
        subtree: &Subtree<'_, P::Node, u32>,
        left: u64,
        path: &mut Vec<(P::Node, u32)>,
        below: &mut Below<P::Node, u32>,
    ) -> bool {
        if below.expanded == left {
            return true;
        }
        below.expanded += 1;
        let successors = problem.successors(subtree.node);
        let successors: Vec<_> = successors.filter(|(node, _)| node != subtree.came_from).collect();
        for (node, step) in &successors {
            let (cost, estimate) = (subtree.cost + step, problem.estimate(node));
            if cost + estimate > subtree.threshold {
                below.beyond = below.beyond.min(cost + estimate);
                continue;
            }
            path.push((node.clone(), cost));
            let came_from = subtree.node;
            let subtree = Subtree {
                node,
                cost,
                estimate,
                came_from,
                ..*subtree
            };
            if problem.is_goal(node) || plain(problem, &subtree, left, path, below) {
                return true;
            }
            path.pop();
        }
        below.generated += successors.len() as u64;
        false
    }

    /// Searches below a start with both methods, and returns the result and whether it is a pause.
    fn searched_alike<P>(problem: &P, cost: u32, slack: u32, expansions: u64) -> (Below<P::Node, u32>, bool)
    where
        P: Heuristic<Cost = u32>,
        P::Node: core::fmt::Debug,
    {
        let node = &problem.start();
        let came_from = &problem.successors(node).next().unwrap().0;
        let estimate = problem.estimate(node);
        let threshold = cost + estimate + slack;
        let subtree = Subtree {
            node,
            cost,
            estimate,
            came_from,
            threshold,
            expansions,
        };
        let found = problem.search_below(subtree.clone()).unwrap();
        let last = found.path.iter().flatten().last();
        let is_pause = found.path.is_some() && last.is_none_or(|(node, _)| !problem.is_goal(node));
        let (mut path, mut expected) = (
            vec![],
            Below {
                expanded: 0,
                generated: 0,
                beyond: u32::MAX,
                path: None,
            },
        );
        let left = if is_pause { found.expanded } else { u64::MAX };
        if plain(problem, &subtree, left, &mut path, &mut expected) {
            expected.path = Some(path);
        }
        assert_eq!(found, expected);
        (found, is_pause)
    }

    #[test]
    fn a_subtree_is_searched_as_step_by_step() {
        let weak = single_tiles();
        let goal = weak.partition().goal();
        let strong = Partition::new(goal, [[1, 2, 3, 4], [5, 6, 7, 8]]).unwrap();
        let strong = PatternDatabases::build(&strong).unwrap();
        let (mut pauses, mut goals, mut dead_ends) = (0, 0, 0);
        // Two of the furthest boards, 31 moves from the goal.
        for (start, slack, expansions) in [
            ("867254301", 0, 1),
            ("867254301", 8, 1),
            ("647850321", 8, 1500),
            ("867254301", 10, 2000),
            ("647850321", 10, 9_000),
        ] {
            let start = start.parse().unwrap();
            for databases in [weak.clone(), strong.clone(), strong.clone().without_reflection()] {
                let puzzle = Puzzle::new(&start, goal).unwrap().with_heuristic(|_| &databases);
                let (below, is_pause) = searched_alike(&puzzle, 7, slack, expansions);
                let puzzle = PatternPuzzle::<Tiles16, _, 8>::new_typed(&start, &databases).unwrap();
                assert_eq!(searched_alike(&puzzle, 7, slack, expansions).1, is_pause);
                // It continues until it must pause, or a little longer.
                assert!(!is_pause || below.expanded >= expansions);
                assert!(below.expanded <= expansions.max(LEAST));
                pauses += u32::from(is_pause);
                goals += u32::from(!is_pause && below.path.is_some());
                dead_ends += u32::from(below.path.is_none());
            }
        }
        assert!(pauses > 2 && goals > 2 && dead_ends > 2, "{pauses} {goals} {dead_ends}");
    }

    #[test]
    fn a_descent_ends_before_the_stack_does() {
        let databases = single_tiles();
        let start = Board::random(databases.partition().goal(), 1);
        let puzzle = PatternPuzzle::<Tiles16, _, 8>::new_typed(&start, &databases).unwrap();
        let (below, is_pause) = searched_alike(&puzzle, 0, 1_000_000, u64::MAX);
        assert!(is_pause && below.path.unwrap().len() <= LEVELS as usize);
    }

    #[test]
    fn no_board_and_no_cost_make_it_panic() {
        let databases = single_tiles();
        for bits in [u64::MAX, 0, 0x1234_5678_9abc_def1] {
            let node = &Tiles16::from_bits(bits);
            for (cost, threshold) in [(0, 9), (u32::MAX - 1, u32::MAX), (u32::MAX - 9, u32::MAX)] {
                let subtree = Subtree {
                    node,
                    cost,
                    estimate: 3,
                    came_from: node,
                    threshold,
                    expansions: 1,
                };
                let _ = databases.search_subtree(&subtree);
            }
        }
    }

    #[test]
    fn a_board_with_a_tile_that_does_not_exist_is_not_the_goal() {
        let databases = single_tiles();
        // No tile is misplaced.
        let node = &Tiles16::pack(&[9, 2, 3, 4, 5, 6, 7, 0, 8]).unwrap();
        let subtree = Subtree {
            node,
            cost: 0,
            estimate: 1,
            came_from: node,
            threshold: 1,
            expansions: 1,
        };
        assert_eq!(databases.search_subtree(&subtree).unwrap().path, None);
    }
}
