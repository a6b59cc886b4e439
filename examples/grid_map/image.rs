//! A picture in a file: the map, the closed and open cells, and the path, as SVG or PNG.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use astride::grid::{Layer, Point};
use svg::Document;
use svg::node::element::{Circle, Polyline, Rectangle};

use crate::input::Question;
use crate::outcome::Outcome;

type Colour = [u8; 3];

const WALL: Colour = [0x33, 0x3a, 0x45];
const FREE: Colour = [0xff, 0xff, 0xff];
/// The dearest terrain; cheaper ones are between free ground and this.
const DEAREST: Colour = [0x8a, 0x5a, 0x1a];
const CLOSED: Colour = [0xbb, 0xd7, 0xf2];
/// A closed cell that stands alone.
const SEEN: Colour = [0x2f, 0x5f, 0xb3];
const OPEN: Colour = [0x4f, 0xb3, 0xbf];
const PATH: Colour = [0xd6, 0x27, 0x28];
const START: Colour = [0x2c, 0xa0, 0x2c];
const GOAL: Colour = [0x94, 0x1b, 0x80];

/// The kinds of files, told apart by the name's ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Svg,
    Png,
}

impl Kind {
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            _ => None,
        }
    }
}

/// The colour of each cell, without the path, and what is drawn over them.
struct Cells<'a> {
    width: usize,
    rows: Vec<Vec<Colour>>,
    question: &'a Question,
    outcome: &'a Outcome,
}

impl<'a> Cells<'a> {
    fn new(question: &'a Question, outcome: &'a Outcome) -> Self {
        let drawing = question.map.drawing();
        // Few cells, far apart, are drawn as marks instead.
        let drawing = if outcome.algorithm.is_jumping(&question.map) {
            drawing
        } else {
            drawing.closed(&outcome.closed).open(&outcome.open)
        };
        let dearest = question.map.points().filter_map(|point| question.map.cost(point)).max();
        let rows = (0..question.map.height()).map(|y| {
            let colour = |x| {
                let point = Point::new(x, y);
                match (drawing.layer(point), question.map.cost(point)) {
                    (_, None | Some(0)) => WALL,
                    (Some(Layer::Open), _) => OPEN,
                    (Some(Layer::Closed), Some(cost)) => darker(CLOSED, cost, dearest),
                    (_, Some(cost)) => darker(FREE, cost, dearest),
                }
            };
            (0..question.map.width()).map(colour).collect()
        });
        Self {
            width: question.map.width().into(),
            rows: rows.collect(),
            question,
            outcome,
        }
    }

    /// What is marked under the path: what a search by jump points has seen, which would be lost among all the other cells.
    fn marks(&self) -> impl Iterator<Item = (Point, Colour)> {
        let outcome = self.outcome;
        let closed = outcome.closed.iter().map(|point| (*point, SEEN));
        let open = outcome.open.iter().map(|point| (*point, OPEN));
        closed
            .chain(open)
            .filter(|_| outcome.algorithm.is_jumping(&self.question.map))
    }

    /// Where the path has a node, if not in every cell.
    fn nodes(&self) -> &[Point] {
        let algorithm = self.outcome.algorithm;
        if algorithm.is_jumping(&self.question.map) || algorithm.is_any_angle() {
            &self.outcome.nodes
        } else {
            &[]
        }
    }

    /// The size of a mark in cells: to be seen on a large map, too.
    fn mark(&self) -> f64 {
        (f64::from(longer_side(self)) / 150.0).max(0.8)
    }

    /// The runs of one colour in a row: where each begins, and how long it is.
    fn runs(row: &[Colour]) -> impl Iterator<Item = (usize, usize, Colour)> {
        let mut at = 0;
        row.chunk_by(|left, right| left == right).map(move |run| {
            let begin = at;
            at += run.len();
            (begin, run.len(), run[0])
        })
    }
}

/// The colour of ground, where it costs 1, on its way to that of the dearest terrain.
fn darker(ground: Colour, cost: u8, dearest: Option<u8>) -> Colour {
    let (part, whole) = (u32::from(cost - 1), u32::from(dearest.unwrap_or(1).max(2) - 1));
    std::array::from_fn(|channel| {
        let (from, to) = (u32::from(ground[channel]), u32::from(DEAREST[channel]));
        let mixed = (from * (whole - part) + to * part) / whole;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    })
}

/// Draws what a search has seen into a file of the kind that its name says.
pub(crate) fn write(path: &Path, kind: Kind, question: &Question, outcome: &Outcome) -> io::Result<()> {
    let cells = Cells::new(question, outcome);
    let mut file = BufWriter::new(File::create(path)?);
    match kind {
        Kind::Svg => svg::write(&mut file, &drawing(&cells))?,
        Kind::Png => write_png(&mut file, &cells)?,
    }
    file.flush()
}

fn longer_side(cells: &Cells<'_>) -> u16 {
    cells.question.map.width().max(cells.question.map.height())
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A unit a cell: the rows in runs of one colour, on a ground of walls, and the path as a line.
fn drawing(cells: &Cells<'_>) -> Document {
    let (width, height) = (cells.width, cells.rows.len());
    let scale = (1024 / width.max(height)).max(1);
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width * scale)
        .set("height", height * scale)
        .set("shape-rendering", "crispEdges")
        .add(
            Rectangle::new()
                .set("width", width)
                .set("height", height)
                .set("fill", hex(WALL)),
        );
    for (y, row) in cells.rows.iter().enumerate() {
        for (x, length, colour) in Cells::runs(row).filter(|(.., colour)| *colour != WALL) {
            let run = Rectangle::new()
                .set("x", x)
                .set("y", y)
                .set("width", length)
                .set("height", 1);
            document = document.add(run.set("fill", hex(colour)));
        }
    }
    for (point, colour) in cells.marks() {
        document = document.add(dot(point, 0.6 * cells.mark(), colour));
    }
    if !cells.outcome.line.is_empty() {
        let points = cells.outcome.line.iter().map(|point| centre(*point));
        let points: Vec<String> = points.map(|(x, y)| format!("{x},{y}")).collect();
        let line = Polyline::new()
            .set("points", points.join(" "))
            .set("fill", "none")
            .set("stroke", hex(PATH))
            .set("stroke-width", 0.5 * cells.mark())
            .set("stroke-linejoin", "round")
            .set("shape-rendering", "auto");
        document = document.add(line);
    }
    for point in cells.nodes() {
        document = document.add(dot(*point, 0.7 * cells.mark(), PATH));
    }
    for (point, colour) in [(cells.question.from, START), (cells.question.to, GOAL)] {
        document = document.add(dot(point, cells.mark(), colour));
    }
    document
}

fn centre(point: Point) -> (f32, f32) {
    (f32::from(point.x) + 0.5, f32::from(point.y) + 0.5)
}

fn dot(point: Point, radius: f64, colour: Colour) -> Circle {
    let (x, y) = centre(point);
    Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", radius)
        .set("fill", hex(colour))
        .set("shape-rendering", "auto")
}

/// As many pixels a cell as fit into 1024, at least one.
fn write_png(file: &mut impl Write, cells: &Cells<'_>) -> io::Result<()> {
    let (width, height) = (cells.width, cells.rows.len());
    let scale = (1024 / width.max(height)).clamp(1, 16);
    let mut pixels = Pixels {
        width: width * scale,
        height: height * scale,
        scale,
        bytes: Vec::with_capacity(width * height * scale * scale * 3),
    };
    for row in &cells.rows {
        let line: Vec<u8> = row
            .iter()
            .flat_map(|colour| std::iter::repeat_n(*colour, scale))
            .flatten()
            .collect();
        for _ in 0..scale {
            pixels.bytes.extend_from_slice(&line);
        }
    }
    for (cell, colour) in cells.marks() {
        pixels.dot(cell, 7, colour);
    }
    for step in cells.outcome.line.windows(2) {
        pixels.line(step[0], step[1], PATH);
    }
    for cell in cells.nodes() {
        pixels.dot(*cell, 7, PATH);
    }
    for (cell, colour) in [(cells.question.from, START), (cells.question.to, GOAL)] {
        pixels.dot(cell, 9, colour);
    }

    let side = |side: usize| u32::try_from(side).map_err(io::Error::other);
    let mut encoder = png::Encoder::new(file, side(width * scale)?, side(height * scale)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(&pixels.bytes).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)
}

struct Pixels {
    width: usize,
    height: usize,
    scale: usize,
    bytes: Vec<u8>,
}

impl Pixels {
    /// A square around the pixel, as much of it as is in the picture.
    fn square(&mut self, (x, y): (usize, usize), side: usize, colour: Colour) {
        let (left, top) = (x.saturating_sub(side / 2), y.saturating_sub(side / 2));
        let (right, bottom) = ((left + side).min(self.width), (top + side).min(self.height));
        for y in top..bottom {
            let (begin, end) = (y * self.width + left, y * self.width + right);
            for pixel in self.bytes[begin * 3..end * 3].chunks_exact_mut(3) {
                pixel.copy_from_slice(&colour);
            }
        }
    }

    fn centre(&self, cell: Point) -> (usize, usize) {
        let place = |place: u16| usize::from(place) * self.scale + self.scale / 2;
        (place(cell.x), place(cell.y))
    }

    /// A cell, or so many pixels where that is more.
    fn dot(&mut self, cell: Point, least: usize, colour: Colour) {
        self.square(self.centre(cell), self.scale.max(least), colour);
    }

    /// A line from cell to cell, however far they are apart.
    fn line(&mut self, from: Point, to: Point, colour: Colour) {
        let (begin, end) = (self.centre(from), self.centre(to));
        let count = begin.0.abs_diff(end.0).max(begin.1.abs_diff(end.1)).max(1);
        // In proportion, so that nothing has a sign.
        let between = |from: usize, to: usize, step: usize| (from * (count - step) + to * step) / count;
        for step in 0..=count {
            let pixel = (between(begin.0, end.0, step), between(begin.1, end.1, step));
            self.square(pixel, self.scale.div_ceil(2), colour);
        }
    }
}
