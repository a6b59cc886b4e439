//! Code shared by two examples that enumerate boards: the value of `--size`.

use astride::npuzzle::{PuzzleError, Shape};

/// Reads a shape of up to 16 cells.
pub(crate) fn shape(text: &str) -> Result<Shape, String> {
    let shape: Shape = text.parse().map_err(|error: PuzzleError| error.to_string())?;
    if shape.cells() > 16 {
        return Err(format!("{} cells instead of up to 16", shape.cells()));
    }
    Ok(shape)
}
