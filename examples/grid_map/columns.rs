//! Tables and lists of figures.

use std::fmt::Write;

use crate::picture::{Canvas, QUIET, push_styled};

/// A label and a value a line.
pub(crate) fn list<const N: usize>(text: &mut String, canvas: Canvas, header: &[&str; N], row: &[String; N]) {
    let width = header.iter().map(|label| label.chars().count()).max().unwrap_or(0) + 2;
    for (label, value) in header.iter().zip(row) {
        text.push_str("  ");
        push_styled(text, &format!("{label:<width$}"), QUIET, canvas.in_colour);
        let _ = writeln!(text, "{value}");
    }
}

/// Columns, the first `words` of them words and the others numbers, or one list after the other where the terminal is too
/// narrow for them.
pub(crate) fn table<const N: usize>(
    text: &mut String,
    canvas: Canvas,
    header: &[&str; N],
    words: usize,
    rows: &[[String; N]],
) {
    let widths: [usize; N] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0).max(header[column].chars().count())
    });
    let width: usize = widths.iter().map(|width| width + 2).sum();
    if canvas.width.is_some_and(|columns| columns < width) {
        for row in rows {
            list(text, canvas, header, row);
            text.push('\n');
        }
        return;
    }
    let align = |(column, cell): (usize, &str)| {
        let width = widths[column];
        // Words to the left, numbers to the right.
        if column < words {
            format!("  {cell:<width$}")
        } else {
            format!("  {cell:>width$}")
        }
    };
    let labels: String = header.iter().copied().enumerate().map(align).collect();
    push_styled(text, &labels, QUIET, canvas.in_colour);
    text.push('\n');
    for row in rows {
        let line: String = row.iter().map(String::as_str).enumerate().map(align).collect();
        let _ = writeln!(text, "{line}");
    }
}
