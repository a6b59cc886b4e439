//! Pictures of boards: the one that is expanded, or the whole solution.

use super::Draw;
use super::canvas::{Canvas, GAP, INK, Image, TILE, TILE_IN_PLACE, TILE_LINE};
use crate::run::Run;
use crate::scene::PuzzleBoard;

/// The side of a cell.
const CELL: f64 = 40.0;
/// Boards beside each other in the picture of a solution.
const COLUMNS: usize = 8;

pub(super) struct BoardPicture<'a> {
    puzzle: &'a PuzzleBoard,
}

impl<'a> BoardPicture<'a> {
    pub(super) fn new(puzzle: &'a PuzzleBoard) -> Self {
        BoardPicture { puzzle }
    }

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn draw(&self, canvas: &mut Canvas, tiles: &[u8], [left, top]: [f64; 2]) {
        for (number, tile) in tiles.iter().enumerate() {
            let (x, y) = ((number % self.puzzle.width) as f64, (number / self.puzzle.width) as f64);
            let (x, y) = (left + x * CELL, top + y * CELL);
            let colour = match self.puzzle.goal.get(number) {
                _ if *tile == 0 => GAP,
                Some(wanted) if wanted == tile => TILE_IN_PLACE,
                _ => TILE,
            };
            if *tile > 0 {
                canvas.rectangle([x + 1.0, y + 1.0, CELL - 2.0, CELL - 2.0], TILE_LINE);
            }
            canvas.rectangle([x + 2.0, y + 2.0, CELL - 4.0, CELL - 4.0], colour);
            if *tile > 0 {
                canvas.number((*tile).into(), [x + CELL / 2.0, y + CELL / 2.0, CELL / 2.5], INK);
            }
        }
    }

    /// The board at the step that is shown.
    fn present(&self, run: &Run) -> Vec<u8> {
        let current = run.log().mark().current;
        current
            .and_then(|node| run.look().board(node))
            .unwrap_or_else(|| self.puzzle.tiles.clone())
    }

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn canvas(&self, boards: &[Vec<u8>]) -> Canvas {
        let (width, height) = (self.puzzle.width as f64 + 0.5, self.puzzle.height as f64 + 0.5);
        let columns = boards.len().clamp(1, COLUMNS);
        let rows = boards.len().div_ceil(columns);
        let mut canvas = Canvas::new(
            (width * columns as f64 + 0.5) * CELL,
            (height * rows as f64 + 0.5) * CELL,
        );
        for (number, tiles) in boards.iter().enumerate() {
            let (x, y) = ((number % columns) as f64, (number / columns) as f64);
            self.draw(
                &mut canvas,
                tiles,
                [(x * width + 0.5) * CELL, (y * height + 0.5) * CELL],
            );
        }
        canvas
    }
}

impl Draw for BoardPicture<'_> {
    fn svg(&self, run: &Run) -> String {
        let (_, _, outcome) = run.standing();
        let solution: Vec<_> = outcome.path.iter().filter_map(|node| run.look().board(*node)).collect();
        if solution.is_empty() {
            self.canvas(&[self.present(run)]).svg()
        } else {
            self.canvas(&solution).svg()
        }
    }

    fn image(&self, run: &Run, side: f64) -> Image {
        self.canvas(&[self.present(run)]).image(side)
    }
}
