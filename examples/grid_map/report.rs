//! What is printed: pictures, figures, JSON.

use std::fmt::Write;

use astride::Status;
use astride::grid::Point;
use indicatif::HumanCount;
use serde::Serialize;

use crate::cli::Args;
use crate::columns;
use crate::input::Question;
use crate::outcome::{Outcome, estimates};
use crate::picture::{Canvas, Picture, legend};
use crate::search::Amount;

/// Between two pictures beside each other.
const GAP: usize = 2;

/// The map with what each search has seen, side by side where they fit, and a legend.
pub(crate) fn pictures(text: &mut String, canvas: Canvas, question: &Question, outcomes: &[Outcome]) {
    let pictures: Vec<(String, Picture)> = outcomes
        .iter()
        .map(|outcome| (outcome.title.clone(), picture(canvas, question, outcome)))
        .collect();
    let width = pictures
        .iter()
        .map(|(_, picture)| picture.width())
        .max()
        .unwrap_or(1)
        .max(1);
    let beside = canvas.width.map_or(1, |columns| (columns + GAP) / (width + GAP)).max(1);
    for row_of_pictures in pictures.chunks(beside) {
        if outcomes.len() > 1 {
            let titles = row_of_pictures
                .iter()
                .map(|(title, _)| format!("{title:<width$.width$}"));
            let _ = writeln!(text, "{}", titles.collect::<Vec<_>>().join("  ").trim_end());
        }
        for y in 0..row_of_pictures[0].1.height() {
            for (place, (_, picture)) in row_of_pictures.iter().enumerate() {
                text.push_str(if place == 0 { "" } else { "  " });
                picture.write_row(text, y, canvas.in_colour);
            }
            text.push('\n');
        }
        text.push('\n');
    }
    for line in legend(canvas) {
        let _ = writeln!(text, "{line}");
    }
    if let Some((_, picture)) = pictures.first().filter(|(_, picture)| picture.scale() > 1) {
        let scale = picture.scale();
        let _ = writeln!(text, "Made to fit: a character is {scale} x {scale} cells.");
    }
    text.push('\n');
}

fn picture(canvas: Canvas, question: &Question, outcome: &Outcome) -> Picture {
    let drawing = question
        .map
        .drawing()
        .closed(&outcome.closed)
        .open(&outcome.open)
        .path(outcome.cells())
        .start(question.from)
        .goal(question.to);
    Picture::new(&question.map, &drawing, canvas.width, None)
}

/// The question in a line, and the figures: a list for one search, a table for several.
pub(crate) fn figures(text: &mut String, canvas: Canvas, question: &Question, outcomes: &[Outcome]) {
    let _ = writeln!(
        text,
        "{}, {} x {} cells: from {} to {}, movement {}, {}",
        question.name,
        question.map.width(),
        question.map.height(),
        question.from,
        question.to,
        question.movement,
        estimates(outcomes.iter().map(|outcome| outcome.estimate)),
    );
    let rows: Vec<[String; 9]> = outcomes.iter().map(row).collect();
    if let [row] = rows.as_slice() {
        columns::list(text, canvas, &HEADER, row);
    } else {
        columns::table(text, canvas, &HEADER, 2, &rows);
    }
    for outcome in outcomes {
        if let Status::Failed(error) = &outcome.status {
            let _ = writeln!(text, "{} failed: {error}", outcome.algorithm.name());
        }
    }
}

/// Which algorithms all does not mean on this map.
pub(crate) fn left_out(text: &mut String, args: &Args, question: &Question) {
    let wanted = args.algorithm.list().len();
    if args.algorithm.for_map(&question.map).len() < wanted {
        let names = args
            .algorithm
            .list()
            .iter()
            .filter(|algorithm| !algorithm.suits(&question.map));
        let names: Vec<_> = names.map(|algorithm| algorithm.name()).collect();
        let _ = writeln!(
            text,
            "Left out, since the terrain has different costs: {}",
            names.join(", ")
        );
    }
}

const HEADER: [&str; 9] = [
    "algorithm",
    "status",
    "cost",
    "steps",
    "expanded",
    "generated",
    "max open",
    "building",
    "seconds",
];

fn row(outcome: &Outcome) -> [String; 9] {
    let stats = &outcome.stats;
    let dash = || "-".to_string();
    [
        outcome.title.clone(),
        status(outcome).to_string(),
        outcome.cost.map_or_else(dash, |cost| in_steps(cost, outcome.unit)),
        outcome
            .cost
            .map_or_else(dash, |_| HumanCount(steps(outcome) as u64).to_string()),
        HumanCount(stats.expanded).to_string(),
        HumanCount(stats.generated).to_string(),
        HumanCount(stats.max_open as u64).to_string(),
        outcome
            .building
            .map_or_else(dash, |time| format!("{:.6}", time.as_secs_f64())),
        format!("{:.6}", stats.elapsed.as_secs_f64()),
    ]
}

/// In straight steps over plain ground: 63.46 says more than 62509.
fn in_steps(cost: Amount, unit: Amount) -> String {
    let steps = cost.as_f64() / unit.as_f64();
    match (cost, unit) {
        (_, Amount::Whole(1)) => steps.to_string(),
        _ => format!("{steps:.2}"),
    }
}

fn status(outcome: &Outcome) -> &'static str {
    match outcome.status {
        Status::Running => "running",
        Status::Found => "found",
        Status::Exhausted => "no path",
        Status::Failed(_) => "failed",
    }
}

/// Steps, or (theta) straight lines.
fn steps(outcome: &Outcome) -> usize {
    outcome.line.len().saturating_sub(1)
}

#[derive(Serialize)]
struct Record<'a> {
    map: &'a str,
    width: u16,
    height: u16,
    from: [u16; 2],
    to: [u16; 2],
    movement: String,
    algorithm: &'static str,
    estimate: Option<String>,
    weight: Option<f64>,
    status: &'static str,
    error: Option<String>,
    cost: Option<Amount>,
    unit: Amount,
    steps: Option<usize>,
    expanded: u64,
    generated: u64,
    reopened: u64,
    max_open: usize,
    nodes: usize,
    /// `null` where nothing had to be built.
    building_seconds: Option<f64>,
    seconds: f64,
    /// Cells one beside the other, or (theta) turns.
    path: Option<Vec<[u16; 2]>>,
}

/// An array with an object for each search.
pub(crate) fn json(question: &Question, outcomes: &[Outcome]) -> String {
    let pair = |point: Point| [point.x, point.y];
    let records: Vec<Record<'_>> = outcomes
        .iter()
        .map(|outcome| Record {
            map: &question.name,
            width: question.map.width(),
            height: question.map.height(),
            from: pair(question.from),
            to: pair(question.to),
            movement: question.movement.to_string(),
            algorithm: outcome.algorithm.name(),
            estimate: outcome.estimate.map(|estimate| estimate.to_string()),
            weight: outcome.weight,
            status: status(outcome),
            error: match &outcome.status {
                Status::Failed(error) => Some(error.to_string()),
                _ => None,
            },
            cost: outcome.cost,
            unit: outcome.unit,
            steps: outcome.cost.map(|_| steps(outcome)),
            expanded: outcome.stats.expanded,
            generated: outcome.stats.generated,
            reopened: outcome.stats.reopened,
            max_open: outcome.stats.max_open,
            nodes: outcome.stats.nodes,
            building_seconds: outcome.building.map(|time| time.as_secs_f64()),
            seconds: outcome.stats.elapsed.as_secs_f64(),
            path: outcome.cost.map(|_| outcome.line.iter().copied().map(pair).collect()),
        })
        .collect();
    let mut text = serde_json::to_string(&records).expect("numbers and strings, no map with other keys");
    text.push('\n');
    text
}
