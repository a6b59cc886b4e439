//! A map's drawing in colours, made to fit the terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal};

use anstyle::{AnsiColor, Color, Style};
use astride::grid::{Drawing, GridMap, Layer};

/// Where pictures are drawn: how wide it is, and whether it takes colours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Canvas {
    /// Columns, `None` where there is no limit.
    pub(crate) width: Option<usize>,
    pub(crate) in_colour: bool,
}

impl Canvas {
    pub(crate) fn of_stdout() -> Self {
        Self {
            width: terminal_size().map(|(width, _)| width),
            in_colour: crate::stdout_takes_colours(),
        }
    }
}

pub(crate) fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Columns and rows of the terminal, if standard output is one.
pub(crate) fn terminal_size() -> Option<(usize, usize)> {
    if !stdout_is_terminal() {
        return None;
    }
    let (width, height) = crossterm::terminal::size().ok()?;
    // Some terminals do not know, and say 0.
    (width > 0 && height > 0).then_some((width.into(), height.into()))
}

/// One character of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    layer: Layer,
    /// The map's own character.
    ground: char,
    /// The layer's, where it covers the ground.
    mark: char,
}

impl Cell {
    fn style(self) -> Style {
        match (self.layer, self.ground) {
            (Layer::Terrain, '#') => WALL,
            (Layer::Terrain, '.') => FREE,
            (Layer::Terrain, _) => TERRAIN,
            (layer, _) => layer_style(layer),
        }
    }

    /// In colours the background tells the layer, so that the ground can still be seen.
    fn symbol(self, in_colour: bool) -> char {
        match self.layer {
            Layer::Closed | Layer::Open | Layer::Path if in_colour => self.ground,
            _ => self.mark,
        }
    }
}

/// What explains the rest.
pub(crate) const QUIET: Style = Style::new().dimmed();
const WALL: Style = colours(Some(AnsiColor::BrightBlack), Some(AnsiColor::BrightBlack));
const FREE: Style = colours(Some(AnsiColor::BrightBlack), None);
const TERRAIN: Style = colours(Some(AnsiColor::Yellow), None);

/// `AnsiColor::on` as a constant.
const fn colours(symbol: Option<AnsiColor>, background: Option<AnsiColor>) -> Style {
    const fn colour(colour: Option<AnsiColor>) -> Option<Color> {
        match colour {
            Some(colour) => Some(Color::Ansi(colour)),
            None => None,
        }
    }
    Style::new().fg_color(colour(symbol)).bg_color(colour(background))
}

fn layer_style(layer: Layer) -> Style {
    match layer {
        Layer::Terrain => Style::new(),
        Layer::Closed => AnsiColor::BrightWhite.on(AnsiColor::Blue),
        Layer::Open => AnsiColor::Black.on(AnsiColor::Cyan),
        Layer::Path => AnsiColor::Black.on(AnsiColor::Yellow),
        Layer::Start => AnsiColor::Black.on(AnsiColor::BrightGreen).bold(),
        Layer::Goal => AnsiColor::BrightWhite.on(AnsiColor::Red).bold(),
    }
}

/// A drawing, perhaps made smaller.
pub(crate) struct Picture {
    rows: Vec<Vec<Cell>>,
    /// How many columns, and as many rows, of the map are one character.
    scale: usize,
}

impl Picture {
    /// In so few columns and rows.
    pub(crate) fn new(map: &GridMap, drawing: &Drawing<'_>, columns: Option<usize>, rows: Option<usize>) -> Self {
        let needed = |side: u16, room: Option<usize>| usize::from(side).div_ceil(room.unwrap_or(usize::MAX).max(1));
        let scale = needed(map.width(), columns).max(needed(map.height(), rows));
        let ground = map.drawing();
        let cells: Vec<Vec<Cell>> = drawing
            .rows()
            .zip(ground.rows())
            .map(|(marked, plain)| {
                let pairs = marked.zip(plain);
                pairs
                    .map(|((layer, mark), (_, ground))| Cell { layer, ground, mark })
                    .collect()
            })
            .collect();
        let rows = if scale == 1 { cells } else { shrink(&cells, scale) };
        Self { rows, scale }
    }

    pub(crate) fn scale(&self) -> usize {
        self.scale
    }

    pub(crate) fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    pub(crate) fn height(&self) -> usize {
        self.rows.len()
    }

    /// Appends a row, without a line feed.
    pub(crate) fn write_row(&self, text: &mut String, y: usize, in_colour: bool) {
        for run in self.rows[y].chunk_by(|left, right| left.style() == right.style()) {
            let symbols: String = run.iter().map(|cell| cell.symbol(in_colour)).collect();
            push_styled(text, &symbols, run[0].style(), in_colour);
        }
    }
}

/// Makes one character of each square of cells.
fn shrink(cells: &[Vec<Cell>], scale: usize) -> Vec<Vec<Cell>> {
    let shrink_row = |rows: &[Vec<Cell>]| {
        let squares = (0..rows[0].len()).step_by(scale).map(|x| {
            let square = rows.iter().flat_map(|row| &row[x..row.len().min(x + scale)]);
            merge(&square.copied().collect::<Vec<_>>())
        });
        squares.collect()
    };
    cells.chunks(scale).map(shrink_row).collect()
}

/// What is seen of a square of cells: the path before all, then walls if they are half of it, or else thin ones would not
/// be seen; then the uppermost layer, then the most frequent ground.
fn merge(square: &[Cell]) -> Cell {
    let frequency = |cell: &Cell| square.iter().filter(|other| other.ground == cell.ground).count();
    let upper = square.iter().max_by_key(|cell| cell.layer);
    let frequent = square.iter().max_by_key(|cell| frequency(cell));
    let wall = square
        .iter()
        .find(|cell| cell.ground == '#' && 2 * frequency(cell) >= square.len());
    let seen = upper
        .filter(|cell| cell.layer >= Layer::Path)
        .or(wall)
        .or(upper.filter(|cell| cell.layer > Layer::Terrain))
        .or(frequent);
    seen.copied().expect("squares are not empty")
}

/// What the characters and the colours mean, in lines of at most so many columns.
pub(crate) fn legend(canvas: Canvas) -> Vec<String> {
    let entries = [
        ("S", "start", layer_style(Layer::Start)),
        ("G", "goal", layer_style(Layer::Goal)),
        ("*", "path", layer_style(Layer::Path)),
        ("+", "closed", layer_style(Layer::Closed)),
        ("o", "open", layer_style(Layer::Open)),
        ("#", "wall", WALL),
        ("2-9", "terrain cost", TERRAIN),
    ];
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for (symbol, meaning, style) in entries {
        let width = symbol.len() + 1 + meaning.len();
        if used > 0 && canvas.width.is_some_and(|columns| used + 2 + width > columns) {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push_str("  ");
            used += 2;
        }
        push_styled(&mut line, symbol, style, canvas.in_colour);
        let _ = write!(line, " {meaning}");
        used += width;
    }
    lines.push(line);
    lines
}

/// Appends the text, in the style where there are colours.
pub(crate) fn push_styled(text: &mut String, symbols: &str, style: Style, in_colour: bool) {
    if in_colour {
        // Writing to a string does not fail.
        let _ = write!(text, "{style}{symbols}{style:#}");
    } else {
        text.push_str(symbols);
    }
}
