//! [`Instances`]: tables of instances, as papers have them. Each line has the tiles and what is known about the board.
//!
//! A line of numbers is an id, the tiles, and further columns. Comments before them may name these columns (`# Fields:
//! id, 16 tiles, Manhattan, optimal length, nodes`) and the goal (`# GOAL: 0 1 2 / 3 .. 5 / 6 7 8`).

use astride::npuzzle::{Board, Shape};

/// What the comments of a file have said so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instances {
    /// Which column after the tiles has the length, counted from 0.
    length_column: Option<usize>,
    /// The tiles of the goal.
    goal: Option<Vec<u8>>,
}

impl Instances {
    /// Takes notice of a comment.
    pub(crate) fn comment(&mut self, text: &str) {
        if let Some((_, goal)) = text.split_once("GOAL:") {
            self.goal = read_goal(goal);
        }
        let Some((_, fields)) = text.split_once("Fields:") else {
            return;
        };
        let after_tiles = fields.split(',').skip_while(|field| !field.contains("tiles")).skip(1);
        self.length_column = after_tiles.into_iter().position(|field| field.contains("length"));
    }

    /// The goal that the comments name, if it has this shape.
    pub(crate) fn goal(&self, shape: Shape) -> Option<Board> {
        Board::new(shape, self.goal.as_deref()?).ok()
    }

    /// Reads the tiles from a line, and the length of a shortest solution if the table has it. Without a shape, it is
    /// the largest square that there is.
    pub(crate) fn read(&self, line: &str, shape: Option<Shape>) -> Option<(Board, Option<usize>)> {
        let columns: Vec<_> = line.split_whitespace().skip(1).collect();
        let squares = (Shape::SHORTEST..=Shape::LONGEST)
            .rev()
            .filter_map(|side| Shape::new(side, side).ok());
        let shapes: Vec<_> = shape.map_or_else(|| squares.collect(), |shape| vec![shape]);
        let read = |shape: Shape| {
            let (tiles, further) = columns.split_at_checked(shape.cells())?;
            let optimum = self.length_column.and_then(|column| further.get(column)?.parse().ok());
            Some((Board::parse(&tiles.join(" "), shape).ok()?, optimum))
        };
        shapes.into_iter().find_map(read)
    }
}

/// Reads tiles, with slashes between the rows and `..` for those between two. What follows in brackets is a remark.
fn read_goal(text: &str) -> Option<Vec<u8>> {
    let text = text.split('(').next().unwrap_or_default().replace('/', " ");
    let (mut tiles, mut is_range) = (Vec::new(), false);
    for word in text.trim_end_matches(['.', ' ']).split_whitespace() {
        if word == ".." {
            is_range = true;
            continue;
        }
        let tile: u8 = word.parse().ok()?;
        if std::mem::take(&mut is_range) {
            tiles.extend(tiles.last()? + 1..tile);
        }
        tiles.push(tile);
    }
    Some(tiles)
}
