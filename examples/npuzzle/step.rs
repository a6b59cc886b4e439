//! [`solve`]: a search that makes one expansion a key press, and shows what it sees.

use std::time::Duration;

use astride::npuzzle::Tiles;
use astride::{Budget, Heuristic, Problem, Status};
use indicatif::HumanCount;

use crate::error::Error;
use crate::screen::{Key, Screen};
use crate::solve::{Driver, End, Report, Request, Search};
use crate::style::{QUIET, TITLE, paint};

/// Between two pictures of a search that runs on.
const SLICE: Duration = Duration::from_millis(50);

/// Runs a search at the pace of the key presses.
pub(crate) fn solve(request: &Request<'_>) -> Result<Report, Error> {
    request.drive(&mut KeyByKey)
}

struct KeyByKey;

impl Driver for KeyByKey {
    fn drive<T: Tiles>(&mut self, search: &mut Search<'_, T>) -> Result<End, Error> {
        let first = picture(search);
        let columns = first
            .iter()
            .map(|line| anstream::adapter::strip_str(line).to_string().chars().count())
            .max();
        if !Screen::fits(columns.unwrap_or_default(), first.len())? {
            return Err(Error::Terminal(format!(
                "--step: the terminal is too small for a board of {}",
                search.puzzle.shape()
            )));
        }
        let mut screen = Screen::open()?;
        screen.draw(&first)?;
        let mut runs_on = false;
        loop {
            let key = if runs_on {
                screen.key_within(Duration::ZERO)?
            } else {
                Some(screen.key()?)
            };
            match key {
                Some(Key::Quit) => return Ok(End::Stopped),
                Some(Key::Character('r')) => runs_on = true,
                Some(_) => runs_on = false,
                None => {}
            }
            let status = if runs_on {
                let Some(slice) = search.next_slice(SLICE) else {
                    return Ok(End::OutOfTime);
                };
                search.pathfinder.run_for(Budget::new().time(slice))
            } else {
                search.pathfinder.step()
            };
            screen.draw(&picture(search))?;
            if status != Status::Running {
                return Ok(End::Status(status));
            }
        }
    }
}

/// The board that was expanded last, and beside it what the search knows.
fn picture<T: Tiles>(search: &Search<'_, T>) -> Vec<String> {
    let (puzzle, pathfinder) = (search.puzzle, &search.pathfinder);
    let stats = pathfinder.stats();
    let current = pathfinder.current();
    let board = current.map_or_else(|| puzzle.start_board().clone(), |tiles| puzzle.board(tiles));

    // One walk over the closed nodes finds their number and the cost of the current one.
    let mut closed = 0_u64;
    let mut cost = pathfinder.path().map(|path| path.cost);
    for node in pathfinder.closed_nodes() {
        closed += 1;
        if Some(node.node) == current {
            cost = Some(node.cost);
        }
    }
    let cost = cost.unwrap_or_default();
    let estimate = search
        .algorithm
        .is_informed()
        .then(|| puzzle.estimate(&current.copied().unwrap_or_else(|| puzzle.start())));

    let mut facts = vec![fact("g", cost.into(), "moves from the start")];
    if let Some(estimate) = estimate {
        facts.push(fact(
            "h",
            estimate.into(),
            &format!("more at a guess ({})", puzzle.heuristic().name()),
        ));
        facts.push(fact("f", cost.saturating_add(estimate).into(), "g + h"));
    }
    facts.push(fact("open", stats.open as u64, "boards that wait"));
    facts.push(fact("closed", closed, "boards that are done"));

    let title = match (current, pathfinder.status()) {
        (None, _) => "the start: not yet expanded".to_string(),
        (_, Status::Found) => format!("after {} expansions: the goal", HumanCount(stats.expanded)),
        _ => format!("expansion {}", HumanCount(stats.expanded)),
    };
    let drawing = board.drawing().to_string();
    let width = drawing.lines().next().map_or(0, |line| line.chars().count());
    let height = drawing.lines().count().max(facts.len());
    let mut lines = vec![paint(TITLE, title)];
    for line in 0..height {
        let left = drawing.lines().nth(line).unwrap_or_default();
        let right = facts.get(line).map_or("", String::as_str);
        lines.push(format!("{left:<width$}   {right}"));
    }
    lines.push(paint(QUIET, "any key: one expansion   r: run on   q: quit"));
    lines
}

fn fact(name: &str, value: u64, meaning: &str) -> String {
    let value = HumanCount(value).to_string();
    format!("{name:<8}{value:>10}  {}", paint(QUIET, meaning))
}
