//! [`step`]: a search that makes one expansion at a time and shows it.

use std::cmp::Reverse;
use std::io::{self, Write};

use astride::npuzzle::Tiles;
use astride::{Pathfinder, SearchNode, Status};

use crate::algorithm::AnyPuzzle;
use crate::cli::Show;
use crate::drawing::{quiet, title};

/// Beyond this number, open boards are counted but not listed.
const LISTED: usize = 10;

/// Makes one expansion. Prints the expanded board on one line, or draws it and lists the open boards.
pub(crate) fn step<T: Tiles>(
    puzzle: &AnyPuzzle<T>,
    search: &mut dyn Pathfinder<Node = T, Cost = u32>,
    show: Show,
) -> io::Result<Status> {
    let mut out = io::stdout().lock();
    let cells = puzzle.start_board().to_string().len();
    let or_dash = |cost: Option<u32>| cost.map_or("-".into(), |cost| cost.to_string());
    let line = |found: &SearchNode<T, u32>| {
        let (board, f, h) = (
            puzzle.board(&found.node).to_string(),
            or_dash(found.f()),
            or_dash(found.h),
        );
        format!("{board:<cells$} {f:>4} {:>4} {h:>4}", found.g)
    };
    let before = search.stats().expanded;
    if before == 0 && show == Show::Expanded {
        writeln!(
            out,
            "{}",
            quiet(format!(
                "{:>8}  {:<cells$} {:>4} {:>4} {:>4}",
                "", "expanded", "f", "g", "h"
            ))
        )?;
    }
    let status = search.step();
    let number = search.stats().expanded;
    let Some(current) = search.current().and_then(|node| search.known_node(&node)) else {
        return Ok(status);
    };
    if show == Show::Expanded {
        if number > before {
            writeln!(out, "{number:>8}  {}", line(&current))?;
        }
        return Ok(status);
    }
    writeln!(out, "{}", title(format!("expansion {number}: {status}")))?;
    writeln!(out, "{}", puzzle.board(&current.node).drawing())?;
    let mut open: Vec<_> = search.open_nodes().collect();
    // They are sorted by f, and among equals by g, the greater first, as A* takes them.
    open.sort_by_key(|found| (found.f(), Reverse(found.g)));
    writeln!(
        out,
        "{}",
        quiet(format!("{:<cells$} {:>4} {:>4} {:>4}", "open", "f", "g", "h"))
    )?;
    for found in open.iter().take(LISTED) {
        writeln!(out, "{}", line(found))?;
    }
    if open.len() > LISTED {
        writeln!(out, "and {} more", open.len() - LISTED)?;
    }
    writeln!(out)?;
    Ok(status)
}
