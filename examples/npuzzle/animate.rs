//! [`animate`]: a solution whose tiles slide.

use std::time::Duration;

use astride::npuzzle::{Board, Move};

use crate::drawing::digits;
use crate::error::Error;
use crate::screen::{Key, Screen};
use crate::style::{MOVED, QUIET, paint};

/// How long a move takes, and all moves together at most.
const ONE_MOVE: Duration = Duration::from_millis(400);
const ALL_MOVES: Duration = Duration::from_secs(60);
/// Moves that are faster than this do not slide, but jump.
const SLIDING_MOVE: Duration = Duration::from_millis(100);
/// Pictures that are faster than this are left out.
const ONE_PICTURE: Duration = Duration::from_millis(20);

/// Shows the moves, from a board on. `q` ends it early, the space bar makes it pause.
pub(crate) fn animate(start: &Board, moves: &[Move]) -> Result<(), Error> {
    let stage = Stage::fitting(start)?;
    let time = ONE_MOVE.min(ALL_MOVES / u32::try_from(moves.len().max(1)).unwrap_or(u32::MAX));
    let stride = usize::try_from(ONE_PICTURE.as_nanos() / time.as_nanos().max(1))
        .unwrap_or(usize::MAX)
        .max(1);

    let mut screen = Screen::open()?;
    let mut board = start.clone();
    screen.draw(&stage.picture(&board, None, &format!("{} moves to go", moves.len())))?;
    if is_over(&screen, ONE_MOVE * 2)? {
        return Ok(());
    }
    for (number, step) in (1..).zip(moves) {
        let Ok(next) = board.apply(*step) else { break };
        if number % stride == 0 || number == moves.len() {
            let caption = format!("move {number} of {}: {step}", moves.len());
            let pictures = if time < SLIDING_MOVE { 1 } else { stage.pictures(*step) };
            for picture in 1..=pictures {
                let slide = Slide {
                    to: board.blank(),
                    done: picture,
                    of: pictures,
                };
                screen.draw(&stage.picture(&next, Some(slide), &caption))?;
                if is_over(&screen, time.max(ONE_PICTURE) / 2 / pictures)? {
                    return Ok(());
                }
            }
            if is_over(&screen, time.max(ONE_PICTURE) / 2)? {
                return Ok(());
            }
        }
        board = next;
    }
    Ok(())
}

/// Waits. Answers whether somebody has seen enough.
fn is_over(screen: &Screen, time: Duration) -> Result<bool, Error> {
    let key = match screen.key_within(time)? {
        Some(Key::Character(' ')) => Some(screen.key()?),
        key => key,
    };
    Ok(key == Some(Key::Quit))
}

/// How large the board is on the screen.
#[derive(Clone, Copy)]
struct Stage {
    digits: usize,
    /// Columns and lines of a tile.
    columns: usize,
    lines: usize,
}

/// How far a tile has come on its way into cell `to`, in pictures.
#[derive(Clone, Copy)]
struct Slide {
    to: usize,
    done: u32,
    of: u32,
}

impl Stage {
    /// As large as fits on the terminal.
    fn fitting(board: &Board) -> Result<Self, Error> {
        let digits = digits(board);
        let stages = [(digits + 4, 3), (digits + 1, 1)].map(|(columns, lines)| Self { digits, columns, lines });
        for stage in stages {
            let (columns, lines) = stage.extent(board);
            if Screen::fits(columns, lines + 1)? {
                return Ok(stage);
            }
        }
        Err(Error::Terminal(format!(
            "--animate: the terminal is too small for a board of {}",
            board.shape()
        )))
    }

    /// Columns and lines of the whole board.
    fn extent(self, board: &Board) -> (usize, usize) {
        (
            board.shape().width() * self.columns + 2,
            board.shape().height() * self.lines + 2,
        )
    }

    /// How many pictures it takes for a tile to slide by a column or line at a time.
    fn pictures(self, step: Move) -> u32 {
        let way = match step {
            Move::Left | Move::Right => self.columns,
            Move::Up | Move::Down => self.lines,
        };
        u32::try_from(way).unwrap_or(1)
    }

    /// The left column and the upper line of a cell.
    fn corner(self, board: &Board, cell: usize) -> (usize, usize) {
        let shape = board.shape();
        (shape.column(cell) * self.columns + 1, shape.row(cell) * self.lines + 1)
    }

    /// The board, and perhaps one tile that is on its way. The blank is where that one came from.
    fn picture(self, board: &Board, slide: Option<Slide>, caption: &str) -> Vec<String> {
        let (columns, lines) = self.extent(board);
        let mut canvas = Canvas::framed(columns, lines);
        for (cell, tile) in board.cells().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            let here = self.corner(board, cell);
            match slide.filter(|slide| slide.to == cell) {
                Some(slide) => {
                    let from = self.corner(board, board.blank());
                    let corner = (slide.between(from.0, here.0), slide.between(from.1, here.1));
                    self.draw_tile(&mut canvas, corner, *tile, true);
                }
                None => self.draw_tile(&mut canvas, here, *tile, false),
            }
        }
        let mut picture = canvas.into_lines();
        picture.push(paint(QUIET, format_args!("{caption}  (space: pause, q: skip)")));
        picture
    }

    fn draw_tile(self, canvas: &mut Canvas, (column, line): (usize, usize), tile: u8, is_moving: bool) {
        let number = format!("{tile:>width$}", width = self.digits);
        if self.lines == 1 {
            canvas.write(column, line, &format!("{number} "), is_moving);
        } else {
            let edge = "─".repeat(self.columns - 2);
            canvas.write(column, line, &format!("┌{edge}┐"), is_moving);
            canvas.write(column, line + 1, &format!("│ {number} │"), is_moving);
            canvas.write(column, line + 2, &format!("└{edge}┘"), is_moving);
        }
    }
}

impl Slide {
    fn between(self, from: usize, to: usize) -> usize {
        let (done, of) = (self.done as usize, self.of.max(1) as usize);
        (from * of.saturating_sub(done) + to * done) / of
    }
}

/// Characters on a rectangle, each in colour or not.
struct Canvas {
    lines: Vec<Vec<(char, bool)>>,
}

impl Canvas {
    fn framed(columns: usize, lines: usize) -> Self {
        let mut canvas = Self {
            lines: vec![vec![(' ', false); columns]; lines],
        };
        let edge = "─".repeat(columns - 2);
        canvas.write(0, 0, &format!("╭{edge}╮"), false);
        for line in 1..lines - 1 {
            canvas.write(0, line, "│", false);
            canvas.write(columns - 1, line, "│", false);
        }
        canvas.write(0, lines - 1, &format!("╰{edge}╯"), false);
        canvas
    }

    fn write(&mut self, column: usize, line: usize, text: &str, is_coloured: bool) {
        let places = self.lines.iter_mut().skip(line).take(1).flatten().skip(column);
        for (place, character) in places.zip(text.chars()) {
            *place = (character, is_coloured);
        }
    }

    fn into_lines(self) -> Vec<String> {
        let line = |line: Vec<(char, bool)>| {
            let parts = line.chunk_by(|one, next| one.1 == next.1).map(|part| {
                let text: String = part.iter().map(|(character, _)| character).collect();
                match part.first() {
                    Some((_, true)) => paint(MOVED, text),
                    _ => text,
                }
            });
            parts.collect()
        };
        self.lines.into_iter().map(line).collect()
    }
}
