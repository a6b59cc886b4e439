//! [`solve`]: a search that makes one expansion at a time, and prints what it sees.

use std::io::Write;

use astride::npuzzle::Tiles;
use astride::{SearchNode, Status};

use crate::cli::Show;
use crate::error::Error;
use crate::solve::{Driver, End, Report, Request, Search};
use crate::style::{QUIET, TITLE, paint};

/// More open boards than this are counted, and not listed.
const LISTED: usize = 10;

/// Runs a search one expansion at a time. Prints the board and the open boards, or a line, after each of them.
pub(crate) fn solve(request: &Request<'_>, show: Show) -> Result<Report, Error> {
    request.drive(&mut StepByStep { show })
}

struct StepByStep {
    show: Show,
}

impl Driver for StepByStep {
    fn drive<T: Tiles>(&mut self, search: &mut Search<'_, T>) -> Result<End, Error> {
        let mut out = anstream::stdout().lock();
        let cells = search.puzzle.start_board().to_string().len();
        let line = |found: &SearchNode<T, u32>| {
            let or_dash = |cost: Option<u32>| cost.map_or("-".into(), |cost| cost.to_string());
            let (board, h) = (search.puzzle.board(&found.node).to_string(), or_dash(found.estimate));
            format!("{board:<cells$} {:>4} {:>4} {h:>4}", or_dash(found.f()), found.cost)
        };
        if self.show == Show::Expanded {
            let header = format!("{:>8}  {:<cells$} {:>4} {:>4} {:>4}", "", "expanded", "f", "g", "h");
            writeln!(out, "{}", paint(QUIET, header))?;
        }
        loop {
            if search.is_out_of_time() {
                return Ok(End::OutOfTime);
            }
            let before = search.pathfinder.stats().expanded;
            let status = search.pathfinder.step();
            let number = search.pathfinder.stats().expanded;
            let current = search
                .pathfinder
                .current()
                .and_then(|node| search.pathfinder.find(&node));
            match &current {
                Some(found) if self.show == Show::Expanded && number > before => {
                    writeln!(out, "{number:>8}  {}", line(found))?;
                }
                Some(found) if self.show == Show::Steps => {
                    let title = format!("expansion {number}: {status}");
                    writeln!(
                        out,
                        "{}\n{}",
                        paint(TITLE, title),
                        search.puzzle.board(&found.node).drawing()
                    )?;
                    let mut open: Vec<_> = search.pathfinder.open_nodes().collect();
                    // By f, and among equals the greater g first: as A* takes them.
                    open.sort_by_key(|found| (found.f(), std::cmp::Reverse(found.cost)));
                    let header = format!("{:<cells$} {:>4} {:>4} {:>4}", "open", "f", "g", "h");
                    writeln!(out, "{}", paint(QUIET, header))?;
                    for found in open.iter().take(LISTED) {
                        writeln!(out, "{}", line(found))?;
                    }
                    if let Some(more) = open.len().checked_sub(LISTED).filter(|more| *more > 0) {
                        writeln!(out, "and {more} more")?;
                    }
                    writeln!(out)?;
                }
                _ => {}
            }
            if status != Status::Running {
                return Ok(End::Status(status));
            }
        }
    }
}
