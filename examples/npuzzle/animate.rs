//! [`animate`]: a solution, move by move in the same place of the terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use astride::npuzzle::{Board, Move};
use crossterm::cursor::MoveUp;
use crossterm::execute;

use crate::drawing::{Picture, side_by_side};
use crate::error::Error;

/// How long a move takes, and all moves together at most.
const ONE_MOVE: Duration = Duration::from_millis(400);
const ALL_MOVES: Duration = Duration::from_secs(60);

/// Refuses to animate if there is no terminal.
pub(crate) fn require_terminal() -> Result<(), Error> {
    if io::stdout().is_terminal() {
        Ok(())
    } else {
        Err(Error::Terminal("--animate: standard output is not a terminal".into()))
    }
}

/// Shows the moves, from a board on.
pub(crate) fn animate(start: &Board, moves: &[Move]) -> Result<(), Error> {
    let time = ONE_MOVE.min(ALL_MOVES / u32::try_from(moves.len().max(1)).unwrap_or(u32::MAX));
    let mut board = start.clone();
    let mut lines = side_by_side(&[Picture::new("start", &board, None)], usize::MAX);
    for (number, step) in (1..).zip(moves) {
        anstream::println!("{}", lines.join("\n"));
        std::thread::sleep(time);
        let Ok(next) = board.apply(*step) else { break };
        // What was in the blank's new cell is the tile that moved.
        let picture = Picture::new(&format!("{number} {step}"), &next, board.tile(next.blank()));
        execute!(io::stdout(), MoveUp(u16::try_from(lines.len()).unwrap_or(u16::MAX)))?;
        lines = side_by_side(&[picture], usize::MAX);
        board = next;
    }
    anstream::println!("{}", lines.join("\n"));
    Ok(())
}
