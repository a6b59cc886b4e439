//! Boards drawn side by side, as many in a row as fit.

use astride::npuzzle::Board;

use crate::style::{MOVED, QUIET, paint};

/// Blank columns between two boards.
const GAP: usize = 3;

/// A board with a line above it: lines of equal width.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    width: usize,
    lines: Vec<String>,
}

impl Picture {
    /// Draws a board, with the tile that moved last in colour.
    pub(crate) fn new(label: &str, board: &Board, moved: Option<u8>) -> Self {
        let shape = board.shape();
        let digits = digits(board);
        let inside = shape.width() * (digits + 1) + 1;
        let width = (inside + 2).max(label.chars().count());
        let pad = " ".repeat(width - inside - 2);
        let line = "─".repeat(inside);

        let label_pad = width - label.chars().count();
        let (left, right) = (" ".repeat(label_pad / 2), " ".repeat(label_pad.div_ceil(2)));
        let mut lines = vec![
            format!("{left}{}{right}", paint(QUIET, label)),
            format!("╭{line}╮{pad}"),
        ];
        for row in board.cells().chunks(shape.width()) {
            let tiles: String = row.iter().map(|tile| draw_tile(*tile, digits, moved)).collect();
            lines.push(format!("│{tiles} │{pad}"));
        }
        lines.push(format!("╰{line}╯{pad}"));
        Self { width, lines }
    }
}

fn draw_tile(tile: u8, digits: usize, moved: Option<u8>) -> String {
    match tile {
        0 => format!(" {:digits$}", ""),
        _ if moved == Some(tile) => format!(" {}", paint(MOVED, format_args!("{tile:>digits$}"))),
        _ => format!(" {tile:>digits$}"),
    }
}

/// How many digits the largest tile has.
pub(crate) fn digits(board: &Board) -> usize {
    (board.cells().len() - 1).to_string().len()
}

/// How many pictures of this size fit side by side: one at least.
pub(crate) fn pictures_in_row(picture: &Picture, width: usize) -> usize {
    ((width + GAP) / (picture.width + GAP)).max(1)
}

/// The pictures, from left to right and then from top to bottom.
pub(crate) fn side_by_side(pictures: &[Picture], width: usize) -> Vec<String> {
    let Some(widest) = pictures.iter().max_by_key(|picture| picture.width) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for row in pictures.chunks(pictures_in_row(widest, width)) {
        let height = row.iter().map(|picture| picture.lines.len()).max().unwrap_or_default();
        for line in 0..height {
            let parts: Vec<_> = row
                .iter()
                .filter_map(|picture| picture.lines.get(line).map(String::as_str))
                .collect();
            lines.push(parts.join(&" ".repeat(GAP)).trim_end().to_string());
        }
    }
    lines
}
