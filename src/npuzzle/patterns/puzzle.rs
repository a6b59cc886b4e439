//! [`PatternPuzzle`]: a puzzle whose nodes carry what pattern databases need for the next look-up.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::database::View;
use super::table::Table;
use super::{PatternDatabases, PatternError};
use crate::npuzzle::subtree::{self, Onward};
use crate::npuzzle::{Board, Move, Puzzle, PuzzleError, Shape, Tiles, Tiles16, Zero};
use crate::{Below, Graph, Heuristic, Problem, Subtree};

/// A puzzle with pattern databases, several times as fast as [`Puzzle`] with the same estimate.
///
/// Its nodes, [`PatternNode`], carry the number of each pattern's placement as baggage. A move changes one number in
/// each sum, by a few additions (the documentation of the source file `ranking.rs` says why), where a look at the tiles
/// alone has to number all placements afresh.
///
/// `T` is the packed form of the boards as for [`Puzzle`], `D` what holds the databases: they themselves, a reference, an
/// `Rc`, an `Arc`. `P` is how many patterns a node has room for; fewer may be used.
///
/// # Example
///
/// ```
/// use astride::npuzzle::patterns::{PatternDatabases, PatternPuzzle, StandardPartition};
/// use astride::npuzzle::Board;
/// use astride::{AStar, Status};
///
/// let goal: Board = "123456780".parse()?;
/// let databases = PatternDatabases::build(&StandardPartition::FourFour.of(&goal)?)?;
/// let puzzle = PatternPuzzle::new(&"867254301".parse()?, &databases)?;
/// let mut search = AStar::new(&puzzle);
/// assert_eq!(search.run(), Status::Found);
/// let moves = puzzle.moves(&search.path().unwrap().nodes)?;
/// assert_eq!(moves.len(), 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PatternPuzzle<T: Tiles, D: Borrow<PatternDatabases>, const P: usize = 4> {
    puzzle: Puzzle<T, Zero>,
    databases: D,
    start: PatternNode<T, P>,
    /// One or two: that of the partition, that of the reflected one.
    sums: Vec<Sum>,
    /// For each orientation of a table and each cell of the blank, what the moves from there are in it.
    steps: Vec<[[Step; 4]; 32]>,
}

/// A board, and the numbers of its patterns' placements. Nodes are equal where their boards are.
#[derive(Clone, Copy)]
pub struct PatternNode<T, const P: usize> {
    tiles: T,
    /// For each sum, what it is.
    totals: [u16; 2],
    /// For each sum and pattern, where its distance is in the array of all distances.
    places: [[u32; P]; 2],
}

/// How the patterns of one partition are looked up.
#[derive(Clone)]
struct Sum {
    /// By tile.
    movers: [Mover; 32],
    /// What it adds to the number where a tile passes another one of its pattern. Zero for all others.
    passing: [[u32; 32]; 32],
}

/// How the placement's number changes when a tile moves.
#[derive(Clone, Copy, Default)]
struct Mover {
    pattern: u8,
    orientation: u8,
    weight: u32,
}

/// A move of a tile, as it is in a table's orientation.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The cell that the tile comes from.
    from: u8,
    /// By how much the tile's cell grows.
    difference: i8,
    /// The board's cells that the tile passes, so many of them.
    count: u8,
    passed: [u8; 6],
}

impl<D: Borrow<PatternDatabases>> PatternPuzzle<Tiles16, D> {
    /// A puzzle of up to 16 cells and four patterns, towards the goal of the databases.
    ///
    /// # Errors
    ///
    /// Those of [`Puzzle::new`], as [`PatternError::Puzzle`]; [`TooManyPatterns`](PatternError::TooManyPatterns).
    ///
    /// # Complexity
    ///
    /// Linear in the cells, up to a constant of some ten kilobytes of tables.
    pub fn new(start: &Board, databases: D) -> Result<Self, PatternError> {
        Self::packed(start, databases)
    }
}

impl<T: Tiles, D: Borrow<PatternDatabases>, const P: usize> PatternPuzzle<T, D, P> {
    /// A puzzle in any packed form, with room for any number of patterns.
    ///
    /// # Errors
    ///
    /// As [`new`](PatternPuzzle::new).
    ///
    /// ```
    /// use astride::npuzzle::patterns::{Partition, PatternDatabases, PatternPuzzle};
    /// use astride::npuzzle::{Board, Tiles25};
    /// use astride::{Heuristic, Problem};
    ///
    /// let goal = Board::blank_last("5x4".parse()?);
    /// let tiles: Vec<u8> = (1..20).collect();
    /// let databases = PatternDatabases::build(&Partition::new(&goal, tiles.chunks(3))?)?;
    /// let puzzle = PatternPuzzle::<Tiles25, _, 7>::packed(&Board::random(&goal, 7), &databases)?;
    /// assert!(puzzle.estimate(&puzzle.start()) > 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn packed(start: &Board, databases: D) -> Result<Self, PatternError> {
        let own = databases.borrow();
        let goal = own.partition().goal();
        let puzzle = Puzzle::packed(start, goal)?.with_heuristic(Zero::new);
        let patterns = own.partition().patterns().len();
        if patterns > P {
            return Err(PatternError::TooManyPatterns { patterns, room: P });
        }
        let mut orientations: Vec<[u8; 32]> = Vec::new();
        let sums = own
            .sums()
            .iter()
            .map(|views| Sum::new(views, own.tables(), &mut orientations))
            .collect();
        let steps = orientations.iter().map(|cells| steps(goal.shape(), cells)).collect();
        let mut puzzle = Self {
            start: PatternNode {
                tiles: puzzle.start(),
                totals: [0; 2],
                places: [[0; P]; 2],
            },
            puzzle,
            databases,
            sums,
            steps,
        };
        puzzle.start = puzzle.looked_up(puzzle.start.tiles);
        Ok(puzzle)
    }

    /// The databases.
    pub fn databases(&self) -> &PatternDatabases {
        self.databases.borrow()
    }

    /// The board to start from.
    pub fn start_board(&self) -> &Board {
        self.puzzle.start_board()
    }

    /// The board to get to.
    pub fn goal_board(&self) -> &Board {
        self.puzzle.goal_board()
    }

    /// The board of a node.
    pub fn board(&self, node: &PatternNode<T, P>) -> Board {
        self.puzzle.board(&node.tiles)
    }

    /// The node of a board.
    ///
    /// # Errors
    ///
    /// [`PuzzleError::ShapesDiffer`] where it is not one of this puzzle.
    pub fn node(&self, board: &Board) -> Result<PatternNode<T, P>, PuzzleError> {
        Ok(self.looked_up(self.puzzle.tiles(board)?))
    }

    /// The moves along the nodes of a path.
    ///
    /// # Errors
    ///
    /// [`PuzzleError::NotNeighbours`] names the first node that is not one move after the one before it.
    pub fn moves(&self, nodes: &[PatternNode<T, P>]) -> Result<Vec<Move>, PuzzleError> {
        let tiles: Vec<T> = nodes.iter().map(|node| node.tiles).collect();
        self.puzzle.moves(&tiles)
    }

    /// Numbers all placements afresh.
    fn looked_up(&self, tiles: T) -> PatternNode<T, P> {
        let databases = self.databases();
        let positions = databases.positions(tiles);
        let (mut totals, mut places) = ([0; 2], [[0; P]; 2]);
        for ((total, places), views) in totals.iter_mut().zip(&mut places).zip(databases.sums()) {
            for (place, view) in places.iter_mut().zip(views) {
                *place = databases.place(view, &positions);
                *total += databases.distance(*place);
            }
        }
        PatternNode { tiles, totals, places }
    }

    /// The moves of tiles into the blank's cell. In another orientation only what they are in the table differs.
    #[inline]
    fn exits(&self, blank: usize) -> impl Iterator<Item = (usize, usize)> {
        let steps = self.steps.first().map_or(&[][..], |steps| &steps[blank & 31]);
        let exits = steps.iter().take_while(|step| step.difference != 0).enumerate();
        exits.map(|(exit, step)| (exit, usize::from(step.from)))
    }

    /// The node after the tile in cell `from` has moved to the blank's cell: the one of the blank's moves with number `exit`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as for Onward::next")]
    fn slide(&self, node: &PatternNode<T, P>, blank: usize, exit: usize, from: usize) -> PatternNode<T, P> {
        let databases = self.databases();
        let tile = usize::from(node.tiles.get(from)) & 31;
        let (mut totals, mut places) = (node.totals, node.places);
        for ((total, places), sum) in totals.iter_mut().zip(&mut places).zip(&self.sums) {
            let mover = sum.movers[tile];
            let pattern = usize::from(mover.pattern);
            let (Some(steps), Some(place)) = (
                self.steps.get(usize::from(mover.orientation)),
                places.get(pattern).copied(),
            ) else {
                continue;
            };
            let step = &steps[blank & 31][exit & 3];
            let passing = &sum.passing[tile];
            let passed = step.passed.iter().take(usize::from(step.count));
            let growth = passed.fold(0_u32, |growth, cell| {
                let other = node.tiles.get(usize::from(*cell));
                growth.wrapping_add(passing[usize::from(other) & 31])
            });
            let difference = i32::from(step.difference);
            let growth = growth.wrapping_mul(difference.signum().cast_unsigned());
            let growth = growth.wrapping_add(mover.weight.wrapping_mul(difference.cast_unsigned()));
            let (before, after) = (
                databases.distance(place),
                databases.distance(place.wrapping_add(growth)),
            );
            *total = total.wrapping_add(after).wrapping_sub(before);
            // To each a number, most of them zero: to write one alone and then to copy all makes the processor wait.
            for (other, place) in places.iter_mut().enumerate() {
                *place = place.wrapping_add(if other == pattern { growth } else { 0 });
            }
        }
        PatternNode {
            tiles: node.tiles.slide(blank, from),
            totals,
            places,
        }
    }
}

impl Sum {
    fn new(views: &[View], tables: &[Table], orientations: &mut Vec<[u8; 32]>) -> Self {
        let mut sum = Self {
            movers: [Mover::default(); 32],
            passing: [[0; 32]; 32],
        };
        for (pattern, view) in views.iter().enumerate() {
            let orientation = orientations
                .iter()
                .position(|cells| *cells == view.cells)
                .unwrap_or_else(|| {
                    orientations.push(view.cells);
                    orientations.len() - 1
                });
            let weight = |place| tables.get(view.table).map_or(0, |table| table.ranking.weight(place));
            for (place, tile) in view.tiles.iter().enumerate() {
                sum.movers[usize::from(*tile) & 31] = Mover {
                    pattern: u8::try_from(pattern).unwrap_or(u8::MAX),
                    orientation: u8::try_from(orientation).unwrap_or(u8::MAX),
                    weight: weight(place),
                };
                for (other_place, other) in view.tiles.iter().enumerate().filter(|(other, _)| *other != place) {
                    let passing = tables
                        .get(view.table)
                        .map_or(0, |table| table.ranking.passing(place, other_place));
                    sum.passing[usize::from(*tile) & 31][usize::from(*other) & 31] = passing;
                }
            }
        }
        sum
    }
}

/// What each move is in a table's orientation: by the blank's cell before, and its neighbours in ascending order.
fn steps(shape: Shape, cells: &[u8; 32]) -> [[Step; 4]; 32] {
    let mut all = [[Step::default(); 4]; 32];
    for (blank, exits) in all.iter_mut().enumerate().take(shape.cells()) {
        for (step, from) in exits.iter_mut().zip(shape.neighbours(blank)) {
            let (before, after) = (cells[from & 31], cells[blank & 31]);
            step.from = u8::try_from(from).unwrap_or_default();
            step.difference = after.cast_signed().wrapping_sub(before.cast_signed());
            let between = |cell: &u8| (before.min(after) + 1..before.max(after)).contains(cell);
            let passed = (0..).zip(&cells[..shape.cells()]).filter(|(_, cell)| between(cell));
            for (place, (cell, _)) in step.passed.iter_mut().zip(passed) {
                *place = cell;
                step.count += 1;
            }
        }
    }
    all
}

impl<T: Tiles, D: Borrow<PatternDatabases>, const P: usize> Graph for PatternPuzzle<T, D, P> {
    type Node = PatternNode<T, P>;
    type Cost = u32;

    #[inline]
    fn successors(&self, node: &PatternNode<T, P>) -> impl Iterator<Item = (PatternNode<T, P>, u32)> {
        let node = *node;
        let blank = node.tiles.blank();
        self.exits(blank)
            .map(move |(exit, from)| (self.slide(&node, blank, exit, from), 1))
    }
}

impl<T: Tiles, D: Borrow<PatternDatabases>, const P: usize> Problem for PatternPuzzle<T, D, P> {
    #[inline]
    fn start(&self) -> PatternNode<T, P> {
        self.start
    }

    #[inline]
    fn is_goal(&self, node: &PatternNode<T, P>) -> bool {
        self.puzzle.is_goal(&node.tiles)
    }
}

impl<T: Tiles, D: Borrow<PatternDatabases>, const P: usize> Heuristic for PatternPuzzle<T, D, P> {
    #[inline]
    fn estimate(&self, node: &PatternNode<T, P>) -> u32 {
        node.estimate()
    }

    #[inline]
    fn search_below(&self, subtree: Subtree<'_, Self::Node, u32>) -> Option<Below<Self::Node, u32>> {
        subtree::search(self, &subtree)
    }
}

impl<T: Tiles, D: Borrow<PatternDatabases>, const P: usize> Onward for PatternPuzzle<T, D, P> {
    #[inline]
    fn onward(
        &self,
        node: &PatternNode<T, P>,
        _: u32,
        came_from: &PatternNode<T, P>,
    ) -> impl Iterator<Item = (PatternNode<T, P>, u32)> {
        let (node, blank, back) = (*node, node.tiles.blank(), came_from.tiles.blank());
        let onward = self.exits(blank).filter(move |(_, from)| *from != back);
        onward.map(move |(exit, from)| {
            let child = self.slide(&node, blank, exit, from);
            (child, child.estimate())
        })
    }
}

impl<T: PartialEq, const P: usize> PartialEq for PatternNode<T, P> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.tiles == other.tiles
    }
}

impl<T: Eq, const P: usize> Eq for PatternNode<T, P> {}

impl<T: Hash, const P: usize> Hash for PatternNode<T, P> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tiles.hash(state);
    }
}

impl<T: Tiles, const P: usize> PatternNode<T, P> {
    /// The larger sum. (Where there is but one, the other one is zero.)
    #[inline]
    fn estimate(&self) -> u32 {
        self.totals[0].max(self.totals[1]).into()
    }

    /// The packed board.
    #[inline]
    pub fn tiles(&self) -> T {
        self.tiles
    }
}

impl<T: fmt::Debug, const P: usize> fmt::Debug for PatternNode<T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PatternNode").field(&self.tiles).finish()
    }
}

/// The boards and the databases, without the tables that follow from them.
impl<T: Tiles, D: Borrow<PatternDatabases>, const P: usize> fmt::Debug for PatternPuzzle<T, D, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternPuzzle")
            .field("start", self.start_board())
            .field("goal", self.goal_board())
            .field("databases", self.databases())
            .finish_non_exhaustive()
    }
}
