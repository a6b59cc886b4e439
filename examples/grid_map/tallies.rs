//! What is printed of a file of scenarios: a table, CSV or JSON.

use std::fmt::Write;

use indicatif::HumanCount;
use serde::Serialize;

use crate::columns;
use crate::input::Question;
use crate::picture::Canvas;
use crate::scenarios::{Tally, size};

/// More of them are counted, and not listed.
const LISTED: usize = 10;

const HEADER: [&str; 10] = [
    "algorithm",
    "building, µs",
    "mean µs",
    "median µs",
    "99 % µs",
    "expanded, mean",
    "length/optimum",
    "longer",
    "at most",
    "mismatches",
];

/// A table with a line for each algorithm, and the mismatches below it.
pub(crate) fn table(
    text: &mut String,
    canvas: Canvas,
    question: &Question,
    scenarios: &str,
    estimates: &str,
    tallies: &[Tally],
) {
    let count = tallies.first().map_or(0, |tally| tally.scenarios);
    let _ = writeln!(
        text,
        "{}, {} cells: {} scenarios of {scenarios}, movement {}, {estimates}",
        question.name,
        size(&question.map),
        HumanCount(count as u64),
        question.movement,
    );
    let rows: Vec<[String; 10]> = tallies
        .iter()
        .map(|tally| {
            [
                tally.algorithm.clone(),
                tally
                    .building_micros
                    .map_or_else(|| "-".to_string(), |micros| format!("{micros:.0}")),
                format!("{:.1}", tally.mean_micros),
                format!("{:.1}", tally.median_micros),
                format!("{:.1}", tally.p99_micros),
                format!("{:.1}", tally.mean_expanded),
                format!("{:.4}", tally.length_ratio),
                HumanCount(tally.longer as u64).to_string(),
                format!("{:.4}", tally.greatest_ratio),
                HumanCount(tally.mismatches.len() as u64).to_string(),
            ]
        })
        .collect();
    columns::table(text, canvas, &HEADER, 1, &rows);
    for tally in tallies {
        for mismatch in tally.mismatches.iter().take(LISTED) {
            let [[x, y], [to_x, to_y]] = [mismatch.start, mismatch.goal];
            let _ = write!(
                text,
                "{}: scenario {} from {x},{y} to {to_x},{to_y}: optimum {}, ",
                tally.algorithm, mismatch.scenario, mismatch.optimum
            );
            let _ = match mismatch.length {
                Some(length) if mismatch.status == "found" => writeln!(text, "found {length:.8}"),
                Some(length) => writeln!(text, "{}: {length:.8}", mismatch.status),
                None => writeln!(text, "{}", mismatch.status),
            };
        }
        if tally.mismatches.len() > LISTED {
            let more = tally.mismatches.len() - LISTED;
            let _ = writeln!(text, "{}: and {more} more", tally.algorithm);
        }
    }
}

/// What a row says besides the tally.
#[derive(Serialize)]
struct Row<'a> {
    map: &'a str,
    file: &'a str,
    #[serde(flatten)]
    tally: &'a Tally,
}

/// A line of names, and one for each algorithm. The mismatches are counted.
pub(crate) fn csv(question: &Question, scenarios: &str, tallies: &[Tally]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "map",
        "file",
        "algorithm",
        "scenarios",
        "mean_micros",
        "median_micros",
        "p99_micros",
        "expanded",
        "mean_expanded",
        "length_ratio",
        "mismatches",
        "building_micros",
        "longer",
        "greatest_ratio",
    ])?;
    for tally in tallies {
        writer.write_record([
            question.name.clone(),
            scenarios.to_string(),
            tally.algorithm.clone(),
            tally.scenarios.to_string(),
            tally.mean_micros.to_string(),
            tally.median_micros.to_string(),
            tally.p99_micros.to_string(),
            tally.expanded.to_string(),
            tally.mean_expanded.to_string(),
            tally.length_ratio.to_string(),
            tally.mismatches.len().to_string(),
            tally
                .building_micros
                .map(|micros| micros.to_string())
                .unwrap_or_default(),
            tally.longer.to_string(),
            tally.greatest_ratio.to_string(),
        ])?;
    }
    writer.flush()?;
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// An array with an object for each algorithm. The mismatches are listed, all of them.
pub(crate) fn json(question: &Question, scenarios: &str, tallies: &[Tally]) -> String {
    let rows: Vec<Row<'_>> = tallies
        .iter()
        .map(|tally| Row {
            map: &question.name,
            file: scenarios,
            tally,
        })
        .collect();
    let mut text = serde_json::to_string(&rows).expect("numbers and strings, no map with other keys");
    text.push('\n');
    text
}
