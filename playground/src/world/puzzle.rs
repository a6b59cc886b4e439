//! [`Boards`]: searches for the solution of a sliding-tile puzzle.

use std::rc::Rc;
use std::sync::Arc;

use astride::Graph;
use astride::npuzzle::{
    Board, Hamming, LinearConflict, Manhattan, ManhattanPlusHamming, Puzzle, Shape, TileHeuristic, Tiles25, Zero,
};
use astride_tiles::WalkingDistance;

use super::any::AnyProblem;
use super::numbers::Numbers;
use super::{Look, Made};
use crate::choice::Choice;
use crate::driver::Wires;
use crate::limits;
use crate::record::Sink;
use crate::scene::PuzzleBoard;
use crate::searches::{cheapest_path, with_estimate, with_goal};

/// The maximum number of expansions for finding a cheapest solution, with which others are compared.
const EXPANSIONS: u64 = 150_000;

/// One type for all sizes and heuristics, so that each search is compiled only once.
type AnyHeuristic = Box<dyn TileHeuristic<Tiles25> + Send + Sync>;
type AnyPuzzle = Arc<Puzzle<Tiles25, AnyHeuristic>>;

/// A checked start and goal.
pub(crate) struct Boards {
    start: Board,
    goal: Board,
    is_solvable: bool,
}

/// Reads a board.
pub(crate) fn board(width: usize, height: usize, tiles: &[u8]) -> Result<Board, String> {
    let most = limits::ALL.puzzle_side;
    for (name, side) in [("width", width), ("height", height)] {
        if !(2..=most).contains(&side) {
            return Err(format!("{name:?} is {side}, but must be from 2 to {most}"));
        }
    }
    let shape = Shape::new(width, height).map_err(|error| error.to_string())?;
    Board::new(shape, tiles).map_err(|error| error.to_string())
}

impl Boards {
    /// Checks a puzzle, which need not be solvable.
    pub(crate) fn new(puzzle: &PuzzleBoard) -> Result<Self, String> {
        let read = |name: &str, tiles: &[u8]| {
            board(puzzle.width, puzzle.height, tiles).map_err(|error| format!("{name:?}: {error}"))
        };
        let (start, goal) = (read("tiles", &puzzle.tiles)?, read("goal", &puzzle.goal)?);
        let is_solvable = start.is_solvable(&goal).map_err(|error| error.to_string())?;
        Ok(Boards {
            start,
            goal,
            is_solvable,
        })
    }

    pub(crate) fn notes(&self) -> Vec<String> {
        if self.is_solvable {
            return Vec::new();
        }
        let reachable: f64 = (3..=self.start.shape().cells())
            .map(|cell| f64::from(u8::try_from(cell).unwrap_or(25)))
            .product();
        vec![format!(
            "This board cannot be solved: no moves lead from it to the goal. To prove that, a search has to visit all \
             {reachable:.0} boards that can be reached."
        )]
    }

    pub(crate) fn make(&self, choice: &Choice, sink: &Sink) -> Result<Made, String> {
        let goal = &self.goal;
        let heuristic: AnyHeuristic = match choice.heuristic {
            "linear-conflict" => Box::new(LinearConflict::new(goal)),
            "manhattan" => Box::new(Manhattan::new(goal)),
            "walking-distance" if goal.shape().cells() > 16 => {
                return Err(String::from(
                    "Walking distance is for boards of up to 4×4 cells here. Choose another heuristic.",
                ));
            }
            "walking-distance" => Box::new(WalkingDistance::new(goal).map_err(|error| error.to_string())?),
            "hamming" => Box::new(Hamming::new(goal)),
            "manhattan-plus-hamming" => Box::new(ManhattanPlusHamming::new(goal)),
            _ => Box::new(Zero),
        };
        let puzzle = Puzzle::<Tiles25>::even_if_unsolvable(&self.start, goal).map_err(|error| error.to_string())?;
        let puzzle: AnyPuzzle = Arc::new(puzzle.with_heuristic(|_| heuristic));
        let numbers: Rc<Numbers<Tiles25>> = Rc::default();
        let look = Rc::new(BoardLook {
            start: self.start.clone(),
            goal: self.goal.clone(),
            puzzle: puzzle.clone(),
            numbers: numbers.clone(),
        });
        let wires = || Wires::of::<Tiles25, u32>(numbers.clone(), sink.clone());
        let puzzle = AnyProblem::between(puzzle);
        let made = with_estimate(choice, puzzle.clone(), 1, wires()).or_else(|| with_goal(choice, puzzle, wires()));
        let made = made.unwrap_or_else(|| Err(format!("there is no search {:?} for puzzles", choice.algorithm.id)));
        made.map(|driver| Made {
            driver,
            look,
            prepared: 0,
        })
    }
}

/// The description of boards.
struct BoardLook {
    start: Board,
    goal: Board,
    puzzle: AnyPuzzle,
    numbers: Rc<Numbers<Tiles25>>,
}

impl Look for BoardLook {
    fn successors(&self, node: u32) -> Vec<(u32, f64)> {
        let Some(tiles) = self.numbers.at(node) else {
            return Vec::new();
        };
        let successors = self.puzzle.successors(&tiles);
        successors
            .filter_map(|(next, cost)| Some((self.numbers.known(&next)?, cost.into())))
            .collect()
    }

    fn name(&self, node: u32) -> Option<String> {
        let tiles = self.numbers.at(node)?;
        Some(self.puzzle.board(&tiles).to_string())
    }

    fn cheapest_path(&self) -> Option<Vec<(u32, f64)>> {
        let puzzle = Puzzle::<Tiles25>::even_if_unsolvable(&self.start, &self.goal).ok()?;
        let heuristic: AnyHeuristic = Box::new(LinearConflict::new(&self.goal));
        let puzzle: AnyPuzzle = Arc::new(puzzle.with_heuristic(|_| heuristic));
        let wires = Wires::of::<Tiles25, u32>(self.numbers.clone(), Sink::deaf());
        cheapest_path(AnyProblem::between(puzzle), &wires, EXPANSIONS)
    }

    fn bytes(&self) -> usize {
        self.numbers.bytes()
    }

    fn has_moves(&self) -> bool {
        true
    }

    fn board(&self, node: u32) -> Option<Vec<u8>> {
        let tiles = self.numbers.at(node)?;
        Some(self.puzzle.board(&tiles).cells().to_vec())
    }
}
