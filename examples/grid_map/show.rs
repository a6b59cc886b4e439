//! A search in the terminal: the map in colours, step by step, or frame by frame.

use std::io::{self, Write};
use std::time::Duration;
use std::{iter, thread};

use astride_grid::{Drawing, Layer, Point};
use console::{Style, Term};
use serde_json::{Value, json};

use crate::algorithm::Algorithm;
use crate::input::Question;
use crate::search::{MapSearch, Seen};

const LEGEND: &str = "S start  G goal  * path  + closed  o open  # wall  2-9 terrain cost";

/// The map with the cells that a search has met, and its path. Before the end, if `is_ahead`, this is the path to the
/// cell that is nearest to the goal so far.
pub(crate) fn drawing<'q>(
    question: &'q Question,
    algorithm: Algorithm,
    search: &dyn MapSearch,
    is_ahead: bool,
) -> Drawing<'q> {
    let points = |seen: Vec<Seen>| seen.into_iter().map(|seen| seen.point);
    let drawing = question.map.drawing().start(question.from).goal(question.to);
    let drawing = drawing.closed(points(search.closed())).open(points(search.open()));
    let drawing = if algorithm.is_jumping(&question.map) {
        drawing.dots(points(search.closed())).dots(points(search.open()))
    } else {
        drawing
    };
    let way = if is_ahead && search.status().is_running() {
        search.best_effort_way()
    } else {
        search.way()
    };
    match way {
        // The nodes are jump points, or turns at any angle.
        Some(way) if algorithm.is_jumping(&question.map) || is_straight(&way.line) => {
            drawing.path(way.line).dots(way.nodes)
        }
        Some(way) => drawing.path(way.line),
        None => drawing,
    }
}

/// Whether points on a line are further apart than a step.
fn is_straight(line: &[Point]) -> bool {
    line.windows(2)
        .any(|step| step[0].x.abs_diff(step[1].x).max(step[0].y.abs_diff(step[1].y)) > 1)
}

/// The numbers of columns and rows of the terminal, if standard output is one.
fn terminal_size() -> Option<(usize, usize)> {
    let term = Term::stdout();
    let (rows, columns) = term.is_term().then(|| term.size_checked())??;
    // Some terminals do not know their size and report 0.
    (rows > 0 && columns > 0).then_some((columns.into(), rows.into()))
}

/// The drawing in colours. Each character stands for as many cells as needed to fit into the columns and rows.
fn lines(drawing: &Drawing<'_>, columns: usize, rows: usize) -> Vec<String> {
    let line = |row: Vec<(Layer, char)>| {
        let runs = row.chunk_by(|left, right| style(*left) == style(*right));
        let styled = runs.map(|run| {
            let symbols: String = run.iter().map(|cell| cell.1).collect();
            style(run[0]).apply_to(symbols).to_string()
        });
        styled.collect()
    };
    drawing.rows_within(columns, rows).into_iter().map(line).collect()
}

fn style((layer, symbol): (Layer, char)) -> Style {
    let plain = Style::new();
    match (layer, symbol) {
        (Layer::Terrain, '#') => plain.black().bright().on_black().on_bright(),
        (Layer::Terrain, '.') => plain.dim(),
        (Layer::Terrain, _) => plain.yellow(),
        (Layer::Closed, _) => plain.white().bright().on_blue(),
        (Layer::Open, _) => plain.black().on_cyan(),
        (Layer::Path, _) => plain.black().on_yellow(),
        (Layer::Start, _) => plain.black().on_green().on_bright().bold(),
        (Layer::Goal, _) => plain.white().bright().on_red().bold(),
    }
}

/// Prints the maps, side by side if they fit, and a legend.
pub(crate) fn result(
    out: &mut dyn Write,
    question: &Question,
    outcomes: &[(Algorithm, Box<dyn MapSearch + '_>)],
) -> io::Result<()> {
    let columns = terminal_size().map_or(usize::MAX, |(columns, _)| columns);
    let width = usize::from(question.map.width()).min(columns);
    let beside = terminal_size()
        .map_or(1, |(columns, _)| (columns + 2) / (width + 2))
        .max(1);
    for group in outcomes.chunks(beside) {
        let pictures: Vec<Vec<String>> = group
            .iter()
            .map(|(algorithm, search)| lines(&drawing(question, *algorithm, &**search, false), columns, usize::MAX))
            .collect();
        if outcomes.len() > 1 {
            let titles = group
                .iter()
                .map(|(algorithm, _)| format!("{:<width$}", algorithm.name()));
            writeln!(out, "{}", titles.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        for y in 0..pictures[0].len() {
            let parts: Vec<_> = pictures.iter().map(|lines| lines[y].as_str()).collect();
            writeln!(out, "{}", parts.join("  "))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{LEGEND}")?;
    if width < usize::from(question.map.width()) {
        let scale = usize::from(question.map.width()).div_ceil(width);
        writeln!(out, "Scaled down: one character stands for {scale} x {scale} cells.")?;
    }
    writeln!(out)
}

/// Prints records as a table. A column has a name, a field of the records, and a number of decimals. The first column
/// contains words, and the others contain numbers.
pub(crate) fn table(out: &mut dyn Write, columns: &[(&str, &str, usize)], records: &[Value]) -> io::Result<()> {
    let cell = |value: &Value, decimals: usize| match value {
        Value::Null => "-".to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.len().to_string(),
        Value::Number(number) if number.is_f64() => format!("{:.decimals$}", number.as_f64().unwrap_or_default()),
        value => value.to_string(),
    };
    let header = columns.iter().map(|(name, ..)| name.to_string()).collect();
    let row = |record: &Value| {
        columns
            .iter()
            .map(|(_, field, decimals)| cell(&record[*field], *decimals))
            .collect()
    };
    let rows: Vec<Vec<String>> = iter::once(header).chain(records.iter().map(row)).collect();
    for row in &rows {
        for (column, cell) in row.iter().enumerate() {
            let width = rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
            match column {
                0 => write!(out, "  {cell:<width$}")?,
                _ => write!(out, "  {cell:>width$}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

const NUMBERS: [(&str, &str, usize); 3] = [("f", "f", 2), ("g", "g", 2), ("h", "h", 2)];

fn numbers(seen: &Seen) -> Value {
    json!({ "node": seen.point.to_string(), "f": seen.f, "g": seen.g, "h": seen.h })
}

/// Prints the map and the open nodes after each expansion.
pub(crate) fn steps(
    out: &mut dyn Write,
    question: &Question,
    algorithm: Algorithm,
    search: &mut dyn MapSearch,
) -> io::Result<()> {
    loop {
        let status = search.advance(1);
        let at = search
            .current()
            .map_or_else(String::new, |current| format!(" at {}", current.point));
        let (name, number) = (algorithm.name(), search.stats().expanded);
        writeln!(out, "{name}, expansion {number}{at}: {status}")?;
        for line in lines(&drawing(question, algorithm, search, false), usize::MAX, usize::MAX) {
            writeln!(out, "{line}")?;
        }
        let mut open = search.open();
        // They are sorted by f, and among equals by g, the greater first, as A* takes them.
        open.sort_by(|a, b| {
            let f = |seen: &Seen| seen.f.unwrap_or(f64::INFINITY);
            f(a).total_cmp(&f(b)).then(b.g.total_cmp(&a.g))
        });
        let [f, g, h] = NUMBERS;
        table(
            out,
            &[("open", "node", 0), f, g, h],
            &open.iter().map(numbers).collect::<Vec<_>>(),
        )?;
        writeln!(out)?;
        if !status.is_running() {
            return Ok(());
        }
    }
}

/// Lists the expanded nodes in order.
pub(crate) fn expanded(out: &mut dyn Write, algorithm: Algorithm, search: &mut dyn MapSearch) -> io::Result<()> {
    let mut rows = Vec::new();
    loop {
        let before = search.stats().expanded;
        let status = search.advance(1);
        if search.stats().expanded > before {
            rows.extend(search.current().as_ref().map(numbers));
        }
        if !status.is_running() {
            writeln!(out, "Expanded by {}:", algorithm.name())?;
            let [f, g, h] = NUMBERS;
            table(out, &[("node", "node", 0), f, g, h], &rows)?;
            return writeln!(out);
        }
    }
}

/// The time from one frame to the next.
const DELAY: Duration = Duration::from_millis(40);
/// An animation should not have many more frames than this.
const FRAMES: u64 = 200;

/// Shows a search at work until its end, if standard output is a terminal. The search makes this many expansions in
/// all.
pub(crate) fn animate(
    out: &mut dyn Write,
    question: &Question,
    algorithm: Algorithm,
    search: &mut dyn MapSearch,
    expansions: u64,
) -> io::Result<()> {
    let Some((columns, rows)) = terminal_size() else {
        return Ok(());
    };
    loop {
        let (name, stats) = (algorithm.name(), search.stats());
        let mut text = vec![
            format!("{name}: expanded {}, open {}", stats.expanded, stats.open),
            LEGEND.to_string(),
        ];
        for line in &mut text {
            *line = line.chars().take(columns).collect();
        }
        let picture = lines(
            &drawing(question, algorithm, search, true),
            columns,
            rows.saturating_sub(2),
        );
        text.splice(1..1, picture);
        // A frame is written from the upper left corner in a single call, so that no partial frame is seen. Nothing
        // else in the terminal is changed, so Ctrl-C leaves nothing to restore.
        write!(out, "\x1b[H\x1b[J{}", text.join("\n"))?;
        out.flush()?;
        if !search.status().is_running() {
            // The last frame is shown a little longer.
            thread::sleep(Duration::from_secs(1));
            return write!(out, "\x1b[H\x1b[J");
        }
        thread::sleep(DELAY);
        // The status is examined after the next frame.
        let _ = search.advance(expansions.div_ceil(FRAMES).max(1));
    }
}
