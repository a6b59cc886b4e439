//! Boards drawn side by side, as many in a row as fit, and the few styles of the program.

use std::fmt::Display;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use astride::npuzzle::{Board, Move};
use console::{StyledObject, Term, style};

/// The number of blank columns between two boards.
const GAP: usize = 3;
/// If there are more boards than this, only the first ones are drawn.
const MOST_DRAWN: usize = 101;
const FIRST: usize = 30;
/// The duration of a move in an animation, and the longest total duration of all moves.
const ONE_MOVE: Duration = Duration::from_millis(400);
const ALL_MOVES: Duration = Duration::from_secs(60);

/// A heading. Like all styles, it is visible only in terminals, and not with `NO_COLOR`.
pub(crate) fn title<D: Display>(text: D) -> StyledObject<D> {
    style(text).bold()
}

/// Explanatory text.
pub(crate) fn quiet<D: Display>(text: D) -> StyledObject<D> {
    style(text).dim()
}

/// The number of columns of the terminal, if standard output is one.
pub(crate) fn terminal_width() -> Option<usize> {
    let term = Term::stdout();
    let (_, columns) = term.is_term().then(|| term.size_checked())??;
    (columns > 0).then_some(columns.into())
}

/// A board with a line above it: lines of equal width.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    width: usize,
    lines: Vec<String>,
}

impl Picture {
    /// Draws a board, with the tile that moved last in colour.
    pub(crate) fn new(label: &str, board: &Board, moved: Option<u8>) -> Self {
        let columns = board.shape().width();
        let digits = (board.cells().len() - 1).to_string().len();
        let inside = columns * (digits + 1) + 1;
        let width = (inside + 2).max(label.len());
        let pad = " ".repeat(width - inside - 2);
        let line = "─".repeat(inside);
        let draw = |tile: &u8| match tile {
            0 => format!(" {:digits$}", ""),
            _ if moved == Some(*tile) => format!(" {}", style(format!("{tile:>digits$}")).cyan().bold()),
            _ => format!(" {tile:>digits$}"),
        };
        let mut lines = vec![quiet(format!("{label:^width$}")).to_string(), format!("╭{line}╮{pad}")];
        for row in board.cells().chunks(columns) {
            lines.push(format!("│{} │{pad}", row.iter().map(draw).collect::<String>()));
        }
        lines.push(format!("╰{line}╯{pad}"));
        Self { width, lines }
    }
}

/// Prints pictures from left to right and from top to bottom, followed by an empty line.
pub(crate) fn draw(out: &mut impl Write, pictures: &[Picture], width: usize) -> io::Result<()> {
    for row in pictures.chunks(in_row(pictures, width)) {
        for line in 0..row[0].lines.len() {
            let parts: Vec<_> = row.iter().map(|picture| picture.lines[line].as_str()).collect();
            writeln!(out, "{}", parts.join(&" ".repeat(GAP)).trim_end())?;
        }
    }
    writeln!(out)
}

/// The number of pictures that fit side by side, at least one.
fn in_row(pictures: &[Picture], width: usize) -> usize {
    let widest = pictures.iter().map(|picture| picture.width).max().unwrap_or_default();
    ((width + GAP) / (widest + GAP)).max(1)
}

/// The boards of a solution.
fn pictures(start: &Board, moves: &[Move]) -> Vec<Picture> {
    let mut pictures = vec![Picture::new("start", start, None)];
    let mut board = start.clone();
    for (number, step) in (1..).zip(moves) {
        let Ok(next) = board.apply(*step) else { break };
        // The tile that moved is the one that was in the blank's new cell.
        pictures.push(Picture::new(
            &format!("{number} {step}"),
            &next,
            board.tile(next.blank()),
        ));
        board = next;
    }
    pictures
}

/// Draws all boards of a solution, or the first ones of a long one.
pub(crate) fn draw_solution(out: &mut impl Write, start: &Board, moves: &[Move], width: usize) -> io::Result<()> {
    let pictures = pictures(start, moves);
    let (drawn, left_out) = match pictures.len() {
        0..=MOST_DRAWN => (&pictures[..], &[][..]),
        _ => pictures.split_at(FIRST),
    };
    draw(out, drawn, width)?;
    if !left_out.is_empty() {
        writeln!(out, "{}\n", quiet(format!("… {} more boards …", left_out.len())))?;
    }
    Ok(())
}

/// Shows the moves one after another in the same place of the terminal.
pub(crate) fn animate(out: &mut impl Write, start: &Board, moves: &[Move]) -> io::Result<()> {
    let time = ONE_MOVE.min(ALL_MOVES / u32::try_from(moves.len().max(1)).unwrap_or(u32::MAX));
    for (number, Picture { lines, .. }) in pictures(start, moves).iter().enumerate() {
        if number > 0 {
            thread::sleep(time);
            // Moves back up by as many lines as the board has.
            write!(out, "\x1b[{}A", lines.len())?;
        }
        writeln!(out, "{}", lines.join("\n"))?;
        out.flush()?;
    }
    writeln!(out)
}
