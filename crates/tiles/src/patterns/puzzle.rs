//! [`PatternPuzzle`]: a puzzle whose nodes store the numbers that pattern databases need for the next lookup.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::{PatternDatabases, PatternError};
use astride::npuzzle::{Board, Move, Puzzle, PuzzleError, TileHeuristic, Tiles, Tiles16, Zero};
use astride::traits::{Below, Hints, Reached, Subtree};
use astride::{Graph, Heuristic, Problem, ReverseGraph};

/// A puzzle with pattern databases. A\* is several times as fast with a `PatternPuzzle` as with a [`Puzzle`] that uses
/// the same estimate. IDA\* benefits only if it has an observer, a cycle check or a limit on expansions; otherwise, it
/// is equally fast with both puzzle types.
///
/// Its nodes, [`PatternNode`], store the number of each pattern's placement, both for the partition and for the
/// reflected one. A move changes one number of each partition by a few additions, whereas [`Puzzle`] has to recompute
/// the numbers of all placements.
///
/// `T` is the packed form of the boards, as for [`Puzzle`]. `D` holds the databases: `PatternDatabases`, or a
/// reference, an `Rc` or an `Arc` to them. `P` is the number of patterns that fit into a node; a partition may have
/// fewer patterns.
///
/// # Example
///
/// ```
/// use astride_tiles::patterns::{PatternDatabases, PatternPuzzle, StandardPartition};
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
}

/// A board, and the numbers of its patterns' placements. Nodes are equal if their boards are.
#[derive(Clone, Copy)]
pub struct PatternNode<T, const P: usize> {
    tiles: T,
    /// The value of each sum.
    totals: [u16; 2],
    /// For each sum and pattern, the position of its distance in the array of all distances.
    places: [[u32; P]; 2],
}

impl<D: Borrow<PatternDatabases>> PatternPuzzle<Tiles16, D> {
    /// Creates a puzzle with up to 16 cells and up to four patterns. Its goal is that of the databases.
    ///
    /// # Errors
    ///
    /// The errors of [`Puzzle::new`], as [`PatternError::Puzzle`], and
    /// [`TooManyPatterns`](PatternError::TooManyPatterns).
    ///
    /// # Complexity
    ///
    /// Quadratic in the number of cells.
    pub fn new(start: &Board, databases: D) -> Result<Self, PatternError> {
        Self::new_typed(start, databases)
    }
}

impl<T: Tiles, D: Borrow<PatternDatabases>, const P: usize> PatternPuzzle<T, D, P> {
    /// Creates a puzzle in the packed form `T`, with capacity for `P` patterns.
    ///
    /// # Errors
    ///
    /// The errors of [`new`](PatternPuzzle::new).
    ///
    /// ```
    /// use astride_tiles::patterns::{Partition, PatternDatabases, PatternPuzzle};
    /// use astride::npuzzle::{Board, Tiles25};
    /// use astride::{Heuristic, Problem};
    ///
    /// let goal = Board::blank_last("5x4".parse()?);
    /// let tiles: Vec<u8> = (1..20).collect();
    /// let databases = PatternDatabases::build(&Partition::new(&goal, tiles.chunks(3))?)?;
    /// let puzzle = PatternPuzzle::<Tiles25, _, 7>::new_typed(&Board::random(&goal, 7), &databases)?;
    /// assert!(puzzle.estimate(&puzzle.start()) > 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new_typed(start: &Board, databases: D) -> Result<Self, PatternError> {
        let own = databases.borrow();
        let goal = own.partition().goal();
        let puzzle = Puzzle::new_typed(start, goal)?.with_heuristic(Zero::new);
        let patterns = own.partition().patterns().len();
        if patterns > P {
            return Err(PatternError::TooManyPatterns { patterns, room: P });
        }
        let mut puzzle = Self {
            start: PatternNode {
                tiles: puzzle.start(),
                totals: [0; 2],
                places: [[0; P]; 2],
            },
            puzzle,
            databases,
        };
        puzzle.start = puzzle.looked_up(puzzle.start.tiles);
        Ok(puzzle)
    }

    /// The databases.
    pub fn databases(&self) -> &PatternDatabases {
        self.databases.borrow()
    }

    /// The board where paths begin.
    pub fn start_board(&self) -> &Board {
        self.puzzle.start_board()
    }

    /// The board where paths end.
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
    /// [`PuzzleError::ShapesDiffer`] if the shape of the board differs from that of this puzzle.
    pub fn node(&self, board: &Board) -> Result<PatternNode<T, P>, PuzzleError> {
        Ok(self.looked_up(self.puzzle.tiles(board)?))
    }

    /// The moves between the nodes of a path.
    ///
    /// # Errors
    ///
    /// [`PuzzleError::NotNeighbours`] with the position of the first node that is not one move away from the node
    /// before it.
    pub fn moves(&self, nodes: &[PatternNode<T, P>]) -> Result<Vec<Move>, PuzzleError> {
        let tiles: Vec<T> = nodes.iter().map(|node| node.tiles).collect();
        self.puzzle.moves(&tiles)
    }

    /// Computes the numbers of all placements.
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

    /// Returns the node after the tile in cell `from` has moved to the blank's cell. This is the move with number
    /// `exit`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "twice in an expansion, with a node in registers")]
    fn slide(&self, node: &PatternNode<T, P>, blank: usize, exit: usize, from: usize) -> PatternNode<T, P> {
        let databases = self.databases();
        let tile = usize::from(node.tiles.get(from)) & 31;
        let (mut totals, mut places) = (node.totals, node.places);
        for ((total, places), sum) in totals.iter_mut().zip(&mut places).zip(databases.slides().sums()) {
            let (pattern, growth) = sum.growth(tile, blank, exit, |cell| node.tiles.get(cell));
            let Some(place) = places.get(pattern).copied() else {
                continue;
            };
            let (before, after) = (
                databases.distance(place),
                databases.distance(place.wrapping_add(growth)),
            );
            *total = total.wrapping_add(after).wrapping_sub(before);
            // Adds a number to each place, most of them zero, because writing one place and then copying all would
            // stall the processor.
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

impl<T: Tiles, D: Borrow<PatternDatabases>, const P: usize> Graph for PatternPuzzle<T, D, P> {
    type Node = PatternNode<T, P>;
    type Cost = u32;

    #[inline]
    fn successors(&self, node: &PatternNode<T, P>) -> impl Iterator<Item = (PatternNode<T, P>, u32)> {
        let node = *node;
        let blank = node.tiles.blank();
        let exits = self.databases().slides().exits(blank);
        exits.map(move |(exit, from)| (self.slide(&node, blank, exit, from), 1))
    }

    /// Leaves out the move back to the parent.
    #[inline]
    fn visit_successors(
        &self,
        node: &Self::Node,
        reached: Reached<'_, Self::Node>,
        mut visit: impl FnMut(Self::Node, Option<usize>, u32),
    ) {
        let blank = node.tiles.blank();
        let back = reached.parent.map(|parent| parent.tiles.blank());
        let exits = self.databases().slides().exits(blank);
        let exits = exits.filter(|(_, from)| Some(*from) != back);
        exits.for_each(|(exit, from)| visit(self.slide(node, blank, exit, from), None, 1));
    }
}

/// Every move can be reversed.
impl<T: Tiles, D: Borrow<PatternDatabases>, const P: usize> ReverseGraph for PatternPuzzle<T, D, P> {}

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

    /// Returns the result of the check made when the tables were built: see [`PatternDatabases::is_consistent`].
    #[inline]
    fn estimate_hints(&self) -> Hints {
        Hints::NONE.with_consistency(TileHeuristic::<T>::consistency(self.databases()).unwrap_or_default())
    }

    #[inline]
    fn search_below(&self, subtree: Subtree<'_, Self::Node, u32>) -> Option<Below<Self::Node, u32>> {
        let Subtree { node, came_from, .. } = subtree;
        let subtree = subtree.map(&node.tiles, &came_from.tiles, |cost| cost);
        let below = self.databases().search_subtree(&subtree)?;
        Some(below.map(|tiles| self.looked_up(tiles), |cost| cost))
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
    /// The larger sum. (If there is only one, the other is zero.)
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

/// Shows the boards and the databases, without derived tables.
impl<T: Tiles, D: Borrow<PatternDatabases>, const P: usize> fmt::Debug for PatternPuzzle<T, D, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternPuzzle")
            .field("start", self.start_board())
            .field("goal", self.goal_board())
            .field("databases", self.databases())
            .finish_non_exhaustive()
    }
}
