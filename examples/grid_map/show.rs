//! A search in the terminal: the map in colours, step by step, or frame by frame.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use astride::grid::{Drawing, Layer, Point};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{execute, queue};

use crate::Failure;
use crate::algorithm::Algorithm;
use crate::input::Question;
use crate::search::{MapSearch, Seen};

const LEGEND: &str = "S start  G goal  * path  + closed  o open  # wall  2-9 terrain cost";

/// The map with what a search has seen, and its path: before the end, if `is_ahead`, to the cell that is nearest to the
/// goal so far.
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
        // Jump points, or turns at any angle.
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

/// Columns and rows of the terminal, if standard output is one.
fn terminal_size() -> Option<(usize, usize)> {
    let (width, height) = io::stdout().is_terminal().then(terminal::size)?.ok()?;
    // Some terminals do not know, and say 0.
    (width > 0 && height > 0).then_some((width.into(), height.into()))
}

/// The drawing in colours, each character standing for as many cells as needed to fit into columns and rows.
fn lines(drawing: &Drawing<'_>, columns: usize, rows: usize) -> Vec<String> {
    let cells: Vec<Vec<(Layer, char)>> = drawing.rows().map(Iterator::collect).collect();
    let width = cells.first().map_or(0, Vec::len);
    let scale = width
        .div_ceil(columns.max(1))
        .max(cells.len().div_ceil(rows.max(1)))
        .max(1);
    let line = |band: &[Vec<(Layer, char)>]| {
        let squares = (0..width).step_by(scale).map(|x| {
            merge(
                &band
                    .iter()
                    .flat_map(|row| &row[x..width.min(x + scale)])
                    .copied()
                    .collect::<Vec<_>>(),
            )
        });
        let squares: Vec<_> = squares.collect();
        let runs = squares.chunk_by(|left, right| style(*left) == style(*right));
        let styled = runs.map(|run| {
            let (style, symbols) = (style(run[0]), run.iter().map(|cell| cell.1).collect::<String>());
            format!("{style}{symbols}{style:#}")
        });
        styled.collect::<String>()
    };
    cells.chunks(scale).map(line).collect()
}

/// What is seen of a square of cells: path and ends before all, then walls if they are half of it, since thin ones
/// would vanish otherwise, then the uppermost layer.
fn merge(square: &[(Layer, char)]) -> (Layer, char) {
    let upper = square
        .iter()
        .copied()
        .max_by_key(|cell| cell.0)
        .unwrap_or((Layer::Terrain, '#'));
    let walls = square.iter().filter(|cell| cell.1 == '#').count();
    if upper.0 < Layer::Path && 2 * walls >= square.len() {
        (Layer::Terrain, '#')
    } else {
        upper
    }
}

fn style((layer, symbol): (Layer, char)) -> Style {
    match (layer, symbol) {
        (Layer::Terrain, '#') => AnsiColor::BrightBlack.on(AnsiColor::BrightBlack),
        (Layer::Terrain, '.') => Style::new().dimmed(),
        (Layer::Terrain, _) => AnsiColor::Yellow.on_default(),
        (Layer::Closed, _) => AnsiColor::BrightWhite.on(AnsiColor::Blue),
        (Layer::Open, _) => AnsiColor::Black.on(AnsiColor::Cyan),
        (Layer::Path, _) => AnsiColor::Black.on(AnsiColor::Yellow),
        (Layer::Start, _) => AnsiColor::Black.on(AnsiColor::BrightGreen).bold(),
        (Layer::Goal, _) => AnsiColor::BrightWhite.on(AnsiColor::Red).bold(),
    }
}

/// The maps side by side where they fit, and a legend.
pub(crate) fn result(
    out: &mut dyn Write,
    question: &Question,
    outcomes: &[(Algorithm, Box<dyn MapSearch + '_>)],
) -> io::Result<()> {
    let columns = terminal_size().map_or(usize::MAX, |(columns, _)| columns);
    let width = usize::from(question.map.width()).min(columns);
    let beside = if columns == usize::MAX {
        1
    } else {
        ((columns + 2) / (width + 2)).max(1)
    };
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
            writeln!(
                out,
                "{}",
                pictures
                    .iter()
                    .map(|lines| lines[y].as_str())
                    .collect::<Vec<_>>()
                    .join("  ")
            )?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{LEGEND}")?;
    if width < usize::from(question.map.width()) {
        let scale = usize::from(question.map.width()).div_ceil(width);
        writeln!(out, "Made to fit: a character is {scale} x {scale} cells.")?;
    }
    writeln!(out)
}

/// The first column is words, the others are numbers.
pub(crate) fn table<const N: usize>(out: &mut dyn Write, header: &[&str; N], rows: &[[String; N]]) -> io::Result<()> {
    let header = header.map(str::to_string);
    let all = || std::iter::once(&header).chain(rows);
    let widths: [usize; N] =
        std::array::from_fn(|column| all().map(|row| row[column].chars().count()).max().unwrap_or(0));
    for row in all() {
        let cells = row
            .iter()
            .zip(widths)
            .enumerate()
            .map(|(column, (cell, width))| match column {
                0 => format!("  {cell:<width$}"),
                _ => format!("  {cell:>width$}"),
            });
        writeln!(out, "{}", cells.collect::<String>())?;
    }
    Ok(())
}

fn numbers(seen: &Seen) -> [String; 4] {
    let or_dash = |cost: Option<f64>| cost.map_or_else(|| "-".to_string(), |cost| format!("{cost:.2}"));
    [
        seen.point.to_string(),
        or_dash(seen.f),
        format!("{:.2}", seen.g),
        or_dash(seen.h),
    ]
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
        writeln!(
            out,
            "{}, expansion {}{at}: {status}",
            algorithm.name(),
            search.stats().expanded
        )?;
        for line in lines(&drawing(question, algorithm, search, false), usize::MAX, usize::MAX) {
            writeln!(out, "{line}")?;
        }
        let mut open = search.open();
        // By f, and among equals the greater g first: as A* takes them.
        open.sort_by(|a, b| {
            let f = |seen: &Seen| seen.f.unwrap_or(f64::INFINITY);
            f(a).total_cmp(&f(b)).then(b.g.total_cmp(&a.g))
        });
        table(
            out,
            &["open", "f", "g", "h"],
            &open.iter().map(numbers).collect::<Vec<_>>(),
        )?;
        writeln!(out)?;
        if !status.is_running() {
            return Ok(());
        }
    }
}

/// Lists the expanded nodes in their order.
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
            table(out, &["node", "f", "g", "h"], &rows)?;
            return writeln!(out);
        }
    }
}

/// From one frame to the next.
const DELAY: Duration = Duration::from_millis(40);
/// An animation should not have many more frames than this.
const FRAMES: u64 = 200;

/// Shows a search at work until its end, if standard output is a terminal. It makes this many expansions in all.
pub(crate) fn animate(
    question: &Question,
    algorithm: Algorithm,
    search: &mut dyn MapSearch,
    expansions: u64,
) -> Result<(), Failure> {
    // Without a keyboard there is no way to end it early: then it is better not shown.
    let Some(_screen) = terminal_size().and_then(|_| Screen::enter().ok()) else {
        return Ok(());
    };
    let mut is_paused = false;
    loop {
        frame(question, algorithm, search, is_paused)?;
        let is_over = !search.status().is_running();
        // The last frame is looked at a little longer.
        let key = key_within(
            if is_over { Duration::from_secs(1) } else { DELAY },
            is_paused && !is_over,
        )?;
        let count = match key {
            Some(Key::Interrupt) => return Err(Failure::Interrupted),
            Some(Key::Quit) => return Ok(()),
            _ if is_over => return Ok(()),
            Some(Key::Pause) => {
                is_paused = !is_paused;
                0
            }
            Some(Key::Step) => {
                is_paused = true;
                1
            }
            Some(Key::Other) => 0,
            None => expansions.div_ceil(FRAMES).max(1),
        };
        // The status is looked at after the next frame.
        let _ = search.advance(count);
    }
}

/// The terminal while it animates. It is restored whatever happens.
struct Screen;

impl Screen {
    fn enter() -> io::Result<Self> {
        // In raw mode Ctrl-C is a key like others, so that nothing ends the program past the drop below.
        terminal::enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // If the terminal is gone, there is nothing to restore.
        let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

enum Key {
    Pause,
    Step,
    Quit,
    Interrupt,
    Other,
}

/// Waits for a key until the next frame, in a pause for as long as it takes.
fn key_within(delay: Duration, is_paused: bool) -> io::Result<Option<Key>> {
    let begin = Instant::now();
    loop {
        if !is_paused && !event::poll(delay.saturating_sub(begin.elapsed()))? {
            return Ok(None);
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                return Ok(Some(match key.code {
                    KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Key::Interrupt,
                    KeyCode::Char('q') | KeyCode::Esc => Key::Quit,
                    KeyCode::Char(' ') => Key::Pause,
                    KeyCode::Char('s') => Key::Step,
                    _ => continue,
                }));
            }
            Event::Resize(..) => return Ok(Some(Key::Other)),
            _ => {}
        }
    }
}

fn frame(question: &Question, algorithm: Algorithm, search: &dyn MapSearch, is_paused: bool) -> io::Result<()> {
    let (columns, rows) = terminal_size().unwrap_or((80, 24));
    let stats = search.stats();
    let mut text = vec![format!(
        "{}: expanded {}, open {}",
        algorithm.name(),
        stats.expanded,
        stats.open
    )];
    let picture = lines(
        &drawing(question, algorithm, search, true),
        columns,
        rows.saturating_sub(3),
    );
    text.push(LEGEND.to_string());
    text.push(format!(
        "space {}, s: one expansion, q: result",
        if is_paused { "goes on" } else { "pauses" }
    ));
    for line in &mut text {
        *line = line.chars().take(columns).collect();
    }
    text.splice(1..1, picture);

    let in_colour = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    // In one piece, so that no half of a frame is seen.
    let mut frame = Vec::new();
    for (y, line) in (0..).zip(text.iter().take(rows)) {
        queue!(frame, MoveTo(0, y), Clear(ClearType::FromCursorDown))?;
        let plain = strip_str(line).to_string();
        frame.extend_from_slice(if in_colour { line.as_bytes() } else { plain.as_bytes() });
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(&frame)?;
    stdout.flush()
}
