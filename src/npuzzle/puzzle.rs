//! [`Puzzle`]: a start, a goal and a heuristic, as a problem to search.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::iter::from_fn;

use super::{Board, Goal, Manhattan, Move, PuzzleError, Shape, Slide, TileHeuristic, Tiles, Tiles16};
use crate::traits::{Below, Hints, Reached, Subtree};
use crate::{Graph, Heuristic, KnownGoal, Problem, ReverseGraph};

/// A start, a goal and a heuristic, as a problem to search.
///
/// Its nodes are the packed boards `T`. Its edges are the moves of the blank, at a cost of 1 each, in the order Up,
/// Left, Right, Down. [`new`](Self::new) makes a puzzle of up to 16 cells with [`Manhattan`], and
/// [`new_typed`](Self::new_typed) one of any size. [`with_heuristic`](Self::with_heuristic) changes the heuristic.
///
/// [`new`](Self::new) and [`new_typed`](Self::new_typed) refuse a puzzle that cannot be solved, so that no search
/// visits half of all boards in vain.
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, LinearConflict, Puzzle, Tiles25};
/// use astride::{Graph, Heuristic, Problem};
///
/// let puzzle = Puzzle::new(&"120483765".parse()?, &"123456780".parse()?)?.with_heuristic(LinearConflict::new);
/// let start = puzzle.start();
/// assert_eq!(puzzle.estimate(&start), 6);
/// let boards: Vec<_> = puzzle.successors(&start).map(|(tiles, _)| puzzle.board(&tiles).to_string()).collect();
/// assert_eq!(boards, ["102483765", "123480765"]);
///
/// let goal = Board::blank_last("5".parse()?);
/// let puzzle = Puzzle::<Tiles25>::new_typed(&Board::random(&goal, 1), &goal)?;
/// assert!(!puzzle.is_goal(&puzzle.start()));
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[doc(alias("15-puzzle", "8-puzzle", "n-puzzle", "sliding puzzle"))]
#[derive(Clone)]
pub struct Puzzle<T: Tiles = Tiles16, H = Manhattan> {
    start: Board,
    goal: Board,
    start_tiles: T,
    goal_tiles: T,
    /// For each cell of the blank, the cells to which it can move.
    targets: Box<[Targets]>,
    heuristic: H,
}

/// Up to four cells, each in 16 bits and counted from 1. A search shifts through them in a register until nothing is
/// left.
#[derive(Clone, Copy, Debug, Default)]
struct Targets(u64);

impl Targets {
    fn new(cells: impl DoubleEndedIterator<Item = usize>) -> Self {
        Self(cells.rev().fold(0, |later, cell| later << 16 | (cell as u64 + 1)))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lowest 16 bits are meant")]
    fn cells(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        from_fn(move || {
            let number = usize::from(rest as u16);
            rest >>= 16;
            number.checked_sub(1)
        })
    }
}

fn pack<T: Tiles>(board: &Board) -> Result<T, PuzzleError> {
    T::pack(board.cells()).ok_or(PuzzleError::TooManyCells {
        shape: board.shape(),
        capacity: T::CAPACITY,
    })
}

impl Puzzle {
    /// Creates a puzzle of up to 16 cells with the Manhattan heuristic.
    ///
    /// # Errors
    ///
    /// Returns [`ShapesDiffer`](PuzzleError::ShapesDiffer), [`Unsolvable`](PuzzleError::Unsolvable), or
    /// [`TooManyCells`](PuzzleError::TooManyCells). The last one means that the board is larger and needs
    /// [`new_typed`](Self::new_typed).
    ///
    /// # Complexity
    ///
    /// Quadratic in the number of cells, because of the heuristic's table.
    ///
    /// ```
    /// use astride::npuzzle::{Board, Puzzle, PuzzleError};
    ///
    /// let goal: Board = "123456780".parse()?;
    /// assert!(Puzzle::new(&"867254301".parse()?, &goal).is_ok());
    /// let error = Puzzle::new(&"213456780".parse()?, &goal).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "no moves lead from 2 1 3 / 4 5 6 / 7 8 _ to 1 2 3 / 4 5 6 / 7 8 _: \
    ///      the first belongs to the odd half of all boards, the second to the even half"
    /// );
    /// # Ok::<(), PuzzleError>(())
    /// ```
    pub fn new(start: &Board, goal: &Board) -> Result<Self, PuzzleError> {
        Self::new_typed(start, goal)
    }
}

impl<T: Tiles> Puzzle<T, Manhattan> {
    /// Creates a puzzle with the Manhattan heuristic, in the packed form `T`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Puzzle::new), where `T` determines how many cells are too many.
    ///
    /// ```
    /// use astride::npuzzle::{Board, Puzzle, TileBytes};
    ///
    /// let goal = Board::blank_first("10".parse()?);
    /// let puzzle = Puzzle::<TileBytes<100>>::new_typed(&Board::random_walk(&goal, 30, 1), &goal)?;
    /// assert_eq!(puzzle.shape().cells(), 100);
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn new_typed(start: &Board, goal: &Board) -> Result<Self, PuzzleError> {
        let puzzle = Self::even_if_unsolvable(start, goal)?;
        if start.is_solvable(goal)? {
            Ok(puzzle)
        } else {
            Err(PuzzleError::Unsolvable {
                start: start.clone(),
                goal: goal.clone(),
            })
        }
    }

    /// Creates a puzzle that may have no solution. To prove that there is no solution, a search must visit every board
    /// that the start can reach: 181,440 boards on the 8-puzzle, and more than ten trillion on the 15-puzzle.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new_typed`](Self::new_typed), except [`Unsolvable`](PuzzleError::Unsolvable).
    ///
    /// ```
    /// use astride::npuzzle::{Puzzle, Tiles16};
    ///
    /// let puzzle = Puzzle::<Tiles16>::even_if_unsolvable(&"2130".parse()?, &"1230".parse()?)?;
    /// assert_eq!(puzzle.start_board().to_string(), "2130");
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn even_if_unsolvable(start: &Board, goal: &Board) -> Result<Self, PuzzleError> {
        let shape = start.shape();
        if shape != goal.shape() {
            return Err(PuzzleError::ShapesDiffer {
                start: shape,
                goal: goal.shape(),
            });
        }
        Ok(Self {
            start_tiles: pack(start)?,
            goal_tiles: pack(goal)?,
            targets: (0..shape.cells())
                .map(|blank| Targets::new(shape.neighbours(blank)))
                .collect(),
            heuristic: Manhattan::new(goal),
            start: start.clone(),
            goal: goal.clone(),
        })
    }
}

impl<T: Tiles, H> Puzzle<T, H> {
    /// Replaces the heuristic with the one that `build` returns for the goal.
    ///
    /// ```
    /// use astride::npuzzle::{Board, Hamming, ManhattanPlusHamming, Puzzle, TileHeuristic, Tiles16};
    ///
    /// let (start, goal): (Board, Board) = ("120483765".parse()?, "123456780".parse()?);
    /// let hamming = Puzzle::new(&start, &goal)?.with_heuristic(Hamming::new);
    ///
    /// // Chosen at run time:
    /// let greedy = true;
    /// let chosen = Puzzle::new(&start, &goal)?.with_heuristic(|goal| -> Box<dyn TileHeuristic<Tiles16>> {
    ///     if greedy { Box::new(ManhattanPlusHamming::new(goal)) } else { Box::new(Hamming::new(goal)) }
    /// });
    /// assert_eq!(chosen.heuristic().consistency(), None); // not admissible
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn with_heuristic<H2>(self, build: impl FnOnce(&Board) -> H2) -> Puzzle<T, H2> {
        let Self {
            start,
            goal,
            start_tiles,
            goal_tiles,
            targets,
            heuristic: _,
        } = self;
        let heuristic = build(&goal);
        Puzzle {
            start,
            goal,
            start_tiles,
            goal_tiles,
            targets,
            heuristic,
        }
    }

    /// The heuristic.
    pub fn heuristic(&self) -> &H {
        &self.heuristic
    }

    /// The start board.
    pub fn start_board(&self) -> &Board {
        &self.start
    }

    /// The goal board.
    pub fn goal_board(&self) -> &Board {
        &self.goal
    }

    /// The shape of all boards of the puzzle.
    pub fn shape(&self) -> Shape {
        self.start.shape()
    }

    /// Returns the board of a node. (For a node of another puzzle, the result is meaningless.)
    ///
    /// ```
    /// use astride::npuzzle::{Board, Puzzle};
    ///
    /// let goal: Board = "123456780".parse()?;
    /// let puzzle = Puzzle::new(&goal, &goal)?;
    /// let board: Board = "123456708".parse()?;
    /// assert_eq!(puzzle.board(&puzzle.tiles(&board)?), board);
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn board(&self, tiles: &T) -> Board {
        Board::from_valid(
            self.shape(),
            (0..self.shape().cells()).map(|cell| tiles.get(cell)).collect(),
        )
    }

    /// Returns the node of a board.
    ///
    /// # Errors
    ///
    /// Returns [`PuzzleError::ShapesDiffer`] if the shape of the board differs from that of this puzzle.
    pub fn tiles(&self, board: &Board) -> Result<T, PuzzleError> {
        let (shape, own) = (board.shape(), self.shape());
        if shape != own {
            return Err(PuzzleError::ShapesDiffer {
                start: shape,
                goal: own,
            });
        }
        pack(board)
    }

    /// Returns the moves between the nodes of a path.
    ///
    /// # Errors
    ///
    /// Returns [`PuzzleError::NotNeighbours`], with the position of the first node that is not one move away from the
    /// node before it.
    ///
    /// # Complexity
    ///
    /// Linear in the length of the path.
    ///
    /// ```
    /// use astride::npuzzle::{Board, Move, Puzzle, PuzzleError};
    ///
    /// let goal: Board = "123456780".parse()?;
    /// let puzzle = Puzzle::new(&"123456078".parse()?, &goal)?;
    /// let boards: [Board; 3] = ["123456078".parse()?, "123456708".parse()?, "123456780".parse()?];
    /// let nodes = boards.iter().map(|board| puzzle.tiles(board)).collect::<Result<Vec<_>, _>>()?;
    /// let moves = puzzle.moves(&nodes)?;
    /// assert_eq!(moves, [Move::Right, Move::Right]);
    /// assert_eq!(puzzle.start_board().apply_all(moves)?, goal);
    ///
    /// let error = puzzle.moves(&[nodes[0], nodes[2]]).unwrap_err();
    /// assert_eq!(error, PuzzleError::NotNeighbours { position: 1 });
    /// # Ok::<(), PuzzleError>(())
    /// ```
    pub fn moves(&self, nodes: &[T]) -> Result<Vec<Move>, PuzzleError> {
        let shape = self.shape();
        let step = |(position, (parent, child)): (usize, (&T, &T))| {
            let (blank, target) = (parent.blank(), child.blank());
            let direction = shape
                .moves(blank)
                .find(|direction| shape.target(blank, *direction) == Some(target));
            let same = parent.slide(blank, target) == *child;
            direction
                .filter(|_| same)
                .ok_or(PuzzleError::NotNeighbours { position })
        };
        (1..).zip(nodes.iter().zip(nodes.iter().skip(1))).map(step).collect()
    }
}

impl<T: Tiles, H> Puzzle<T, H> {
    /// The cells to which the blank can move.
    #[inline]
    fn targets(&self, blank: usize) -> Targets {
        self.targets.get(blank).copied().unwrap_or_default()
    }
}

impl<T: Tiles, H> Graph for Puzzle<T, H> {
    type Node = T;
    type Cost = u32;

    #[inline]
    fn successors(&self, node: &T) -> impl Iterator<Item = (T, u32)> {
        let tiles = *node;
        let blank = tiles.blank();
        self.targets(blank)
            .cells()
            .map(move |from| (tiles.slide(blank, from), 1))
    }

    /// Leaves out the move back to the parent.
    #[inline]
    fn visit_successors(&self, node: &T, reached: Reached<'_, T>, mut visit: impl FnMut(T, Option<usize>, u32)) {
        let (tiles, blank) = (*node, node.blank());
        let back = reached.parent.map(|parent| parent.blank());
        let targets = self.targets(blank).cells().filter(|from| Some(*from) != back);
        targets.for_each(|from| visit(tiles.slide(blank, from), None, 1));
    }
}

impl<T: Tiles, H> Problem for Puzzle<T, H> {
    #[inline]
    fn start(&self) -> T {
        self.start_tiles
    }

    #[inline]
    fn is_goal(&self, node: &T) -> bool {
        *node == self.goal_tiles
    }
}

/// Every move can be undone.
impl<T: Tiles, H> ReverseGraph for Puzzle<T, H> {}

impl<T: Tiles, H> KnownGoal for Puzzle<T, H> {
    #[inline]
    fn goal(&self) -> T {
        self.goal_tiles
    }
}

impl<T: Tiles, H: TileHeuristic<T>> Heuristic for Puzzle<T, H> {
    #[inline]
    fn estimate(&self, node: &T) -> u32 {
        self.heuristic.estimate(*node)
    }

    #[inline]
    fn estimate_child(&self, parent: &T, parent_estimate: u32, child: &T) -> u32 {
        // The blank and the tile have exchanged places, so the two blanks determine the move.
        let (from, to) = (child.blank(), parent.blank());
        let slide = Slide {
            tile: child.get(to),
            from,
            to,
        };
        self.heuristic.estimate_slide(parent_estimate, *child, slide)
    }

    #[inline]
    fn estimate_hints(&self) -> Hints {
        Hints::NONE.with_consistency(self.heuristic.consistency().unwrap_or_default())
    }

    #[inline]
    fn search_below(&self, subtree: Subtree<'_, T, u32>) -> Option<Below<T, u32>> {
        let goal = Goal {
            board: &self.goal,
            tiles: self.goal_tiles,
        };
        self.heuristic.search_below(&goal, subtree)
    }
}

/// Writes the boards and the heuristic, without the tables derived from them.
impl<T: Tiles, H: fmt::Debug> fmt::Debug for Puzzle<T, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Puzzle");
        fields
            .field("start", &self.start)
            .field("goal", &self.goal)
            .field("heuristic", &self.heuristic);
        fields.finish_non_exhaustive()
    }
}
