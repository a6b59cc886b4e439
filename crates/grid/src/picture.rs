//! [`Drawing`] as a picture: SVG, or pixels for any encoder.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::{Drawing, Layer, Point};

pub(super) type Colour = [u8; 3];

const WALL: Colour = [0x33, 0x3a, 0x45];
const FREE: Colour = [0xff, 0xff, 0xff];
/// The colour of the most expensive terrain. Those of cheaper terrain lie between the colour of free ground and this
/// one.
const MOST_EXPENSIVE: Colour = [0x8a, 0x5a, 0x1a];
const CLOSED: Colour = [0xbb, 0xd7, 0xf2];
/// The colour of a closed cell drawn as a dot.
const CLOSED_DOT: Colour = [0x2f, 0x5f, 0xb3];
const OPEN: Colour = [0x4f, 0xb3, 0xbf];
const PATH: Colour = [0xd6, 0x27, 0x28];
const START: Colour = [0x2c, 0xa0, 0x2c];
const GOAL: Colour = [0x94, 0x1b, 0x80];

/// A picture of a [`Drawing`], made by [`Drawing::pixels`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// The width in pixels.
    pub width: usize,
    /// The height in pixels.
    pub height: usize,
    /// Red, green and blue of each pixel, row by row.
    pub rgb: Vec<u8>,
}

impl Drawing<'_> {
    /// Returns the drawing as an SVG image with a legend. Each cell is one unit wide. Paths are lines from point to
    /// point. Start, goal and [`dots`](Self::dots) are large enough to be seen on any map.
    ///
    /// ```
    /// # use astride_grid::{GridError, GridMap, Point};
    /// let map: GridMap = "..#\n...".parse()?;
    /// let svg = map.drawing().path([Point::new(0, 0), Point::new(1, 0), Point::new(2, 1)]).svg();
    /// assert!(svg.starts_with("<svg") && svg.contains(r#"points="0.5,0.5 1.5,0.5 2.5,1.5""#));
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn svg(&self) -> String {
        // Writing to a string does not fail.
        self.try_svg().unwrap_or_default()
    }

    fn try_svg(&self) -> Result<String, fmt::Error> {
        let (width, height) = (f64::from(self.map.width()), f64::from(self.map.height()));
        let mut body = String::new();
        writeln!(body, "{}", background(width, height, WALL))?;
        for (colour, shape) in self.runs() {
            write_shape(&mut body, colour, &shape)?;
        }
        self.write_marks(&mut body, width.max(height), |point| {
            [point.x, point.y].map(|place| f32::from(place) + 0.5)
        })?;
        svg_page(width, height, &body)
    }

    /// Writes the paths, the dots and the ends into a picture whose longer side is `side`. Each point is drawn at its
    /// `centre`.
    pub(super) fn write_marks(&self, svg: &mut String, side: f64, centre: impl Fn(Point) -> [f32; 2]) -> fmt::Result {
        let mark = (side / 150.0).max(0.8);
        for path in &self.paths {
            write!(
                svg,
                r#"<polyline fill="none" stroke="{}" stroke-width="{}" "#,
                hex(PATH),
                0.5 * mark
            )?;
            write!(svg, r#"stroke-linejoin="round" points=""#)?;
            for (number, point) in path.iter().enumerate() {
                let gap = if number == 0 { "" } else { " " };
                let [x, y] = centre(*point);
                write!(svg, "{gap}{x},{y}")?;
            }
            writeln!(svg, r#""/>"#)?;
        }
        for (point, colour, is_end) in self.circles() {
            let radius = if is_end { (side / 75.0).max(0.8) } else { 0.6 * mark };
            let [x, y] = centre(point);
            writeln!(
                svg,
                r#"<circle cx="{x}" cy="{y}" r="{}" fill="{}"/>"#,
                radius,
                hex(colour)
            )?;
        }
        Ok(())
    }

    /// Returns the drawing as pixels, `scale` (at least 1) per cell in each direction, for an encoder such as the crate
    /// `png`, or for use as a texture in a game. Paths are lines from point to point.
    ///
    /// ```
    /// # use astride_grid::{GridError, GridMap};
    /// let map: GridMap = "..#\n...".parse()?;
    /// let pixels = map.drawing().pixels(2);
    /// assert_eq!((pixels.width, pixels.height, pixels.rgb.len()), (6, 4, 6 * 4 * 3));
    /// assert_eq!(&pixels.rgb[..3], [255; 3]);
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn pixels(&self, scale: u8) -> Pixels {
        let scale = usize::from(scale.max(1));
        let (width, height) = (
            usize::from(self.map.width()) * scale,
            usize::from(self.map.height()) * scale,
        );
        let greatest = self.greatest_cost();
        let mut pixels = Pixels {
            width,
            height,
            rgb: Vec::with_capacity(width * height * 3),
        };
        for y in 0..self.map.height() {
            let row =
                (0..self.map.width()).flat_map(|x| core::iter::repeat_n(self.colour(Point { x, y }, greatest), scale));
            let row: Vec<u8> = row.flatten().collect();
            for _ in 0..scale {
                pixels.rgb.extend_from_slice(&row);
            }
        }
        let centre = |point: Point| [point.x, point.y].map(|place| usize::from(place) * scale + scale / 2);
        for path in &self.paths {
            for line in path.windows(2) {
                pixels.line(centre(line[0]), centre(line[1]), scale.div_ceil(2));
            }
        }
        let least = (width.max(height) / 150).max(3);
        for (point, colour, is_end) in self.circles() {
            let side = scale.max(if is_end { 2 * least } else { least });
            pixels.square(centre(point), side, colour);
        }
        pixels
    }

    pub(super) fn greatest_cost(&self) -> u8 {
        self.map.costs.iter().copied().max().unwrap_or(1)
    }

    /// The colour of a cell, without the path and the ends, which lie above it.
    pub(super) fn colour(&self, point: Point, greatest: u8) -> Colour {
        match (
            self.topmost(point, &[Layer::Open, Layer::Closed]),
            self.map.factor(point),
        ) {
            (_, 0) => WALL,
            (Some(Layer::Open), _) => OPEN,
            (Some(Layer::Closed), cost) => darker(CLOSED, cost, greatest),
            (_, cost) => darker(FREE, cost, greatest),
        }
    }

    /// For each colour except that of walls, the shape of its cells, in runs along the rows.
    fn runs(&self) -> BTreeMap<Colour, String> {
        let greatest = self.greatest_cost();
        let mut shapes = BTreeMap::<Colour, String>::new();
        for y in 0..self.map.height() {
            let row: Vec<Colour> = (0..self.map.width())
                .map(|x| self.colour(Point { x, y }, greatest))
                .collect();
            let mut x = 0;
            for run in row.chunk_by(|left, right| left == right) {
                if run[0] != WALL {
                    // Writing to a string does not fail.
                    let _ = write!(shapes.entry(run[0]).or_default(), "M{x} {y}h{0}v1h-{0}z", run.len());
                }
                x += run.len();
            }
        }
        shapes
    }

    /// The dots and then the ends, each with its colour and whether it is an end.
    fn circles(&self) -> impl Iterator<Item = (Point, Colour, bool)> {
        let dots = self.dots.iter().filter_map(|point| match self.layer(*point)? {
            Layer::Closed => Some((*point, CLOSED_DOT, false)),
            Layer::Open => Some((*point, OPEN, false)),
            Layer::Path => Some((*point, PATH, false)),
            Layer::Terrain | Layer::Start | Layer::Goal => None,
        });
        let ends = self.map.points().filter_map(|point| match self.layer(point)? {
            Layer::Start => Some((point, START, true)),
            Layer::Goal => Some((point, GOAL, true)),
            _ => None,
        });
        dots.chain(ends)
    }
}

/// Returns an SVG image of this size, with a legend below.
pub(super) fn svg_page(width: f64, height: f64, body: &str) -> Result<String, fmt::Error> {
    let side = width.max(height);
    let font = (width / 33.0).max(side / 60.0);
    let (full_width, full_height) = (width.max(33.0 * font), height + 2.0 * font);
    let scale = (1024.0 / side).max(1.0);
    let mut svg = String::new();
    write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width} {full_height}" "#
    )?;
    let (shown_width, shown_height) = (full_width * scale, full_height * scale);
    writeln!(
        svg,
        r#"width="{shown_width:.0}" height="{shown_height:.0}" style="max-width:100%;height:auto">"#
    )?;
    writeln!(svg, "{}", background(full_width, full_height, FREE))?;
    svg += body;
    let entries = [
        ("start", START),
        ("goal", GOAL),
        ("path", PATH),
        ("closed", CLOSED),
        ("open", OPEN),
        ("wall", WALL),
    ];
    let mut x = 0.5 * font;
    for (word, colour) in entries {
        let fill = hex(colour);
        let (y, base) = (height + 0.5 * font, height + 1.35 * font);
        writeln!(
            svg,
            r#"<rect x="{x}" y="{y}" width="{font}" height="{font}" fill="{fill}"/>"#
        )?;
        x += 1.4 * font;
        writeln!(
            svg,
            r#"<text x="{x}" y="{base}" font-family="sans-serif" font-size="{font}">{word}</text>"#
        )?;
        x += 4.0 * font;
    }
    writeln!(svg, "</svg>")?;
    Ok(svg)
}

fn background(width: f64, height: f64, colour: Colour) -> String {
    let fill = hex(colour);
    alloc::format!(r#"<rect width="{width}" height="{height}" fill="{fill}"/>"#)
}

/// Writes all cells of one colour.
pub(super) fn write_shape(svg: &mut String, colour: Colour, shape: &str) -> fmt::Result {
    writeln!(
        svg,
        r#"<path fill="{}" shape-rendering="crispEdges" d="{shape}"/>"#,
        hex(colour)
    )
}

impl Pixels {
    /// Draws a square around a pixel, clipped to the picture.
    fn square(&mut self, [x, y]: [usize; 2], side: usize, colour: Colour) {
        let (left, top) = (x.saturating_sub(side / 2), y.saturating_sub(side / 2));
        let (right, bottom) = ((left + side).min(self.width), (top + side).min(self.height));
        for y in top..bottom {
            for x in left..right {
                let at = (y * self.width + x) * 3;
                self.rgb[at..at + 3].copy_from_slice(&colour);
            }
        }
    }

    fn line(&mut self, from: [usize; 2], to: [usize; 2], side: usize) {
        let count = from[0].abs_diff(to[0]).max(from[1].abs_diff(to[1])).max(1);
        for step in 0..=count {
            let between = |axis: usize| (from[axis] * (count - step) + to[axis] * step) / count;
            self.square([between(0), between(1)], side, PATH);
        }
    }
}

/// Mixes the colour of ground that costs 1 with that of the most expensive terrain, in proportion to the cost.
fn darker(ground: Colour, cost: u8, greatest: u8) -> Colour {
    let (part, whole) = (u32::from(cost - 1), u32::from(greatest.max(2) - 1));
    core::array::from_fn(|channel| {
        let (from, to) = (u32::from(ground[channel]), u32::from(MOST_EXPENSIVE[channel]));
        u8::try_from((from * (whole - part) + to * part) / whole).unwrap_or(u8::MAX)
    })
}

fn hex([red, green, blue]: Colour) -> String {
    alloc::format!("#{red:02x}{green:02x}{blue:02x}")
}
