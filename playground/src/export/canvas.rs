//! [`Canvas`]: shapes that become an SVG file or pixels.

use std::fmt::Write;

/// Red, green and blue.
pub(super) type Colour = [u8; 3];

// The colours of the page. Colour-blind people can tell them apart.
pub(super) const PAPER: Colour = [255, 255, 255];
pub(super) const INK: Colour = [0x15, 0x20, 0x2b];
pub(super) const PALE: Colour = [0xc4, 0xcb, 0xd2];
pub(super) const OPEN: Colour = [0xe6, 0x9f, 0x00];
pub(super) const CLOSED: Colour = [0x7f, 0xbb, 0xe6];
pub(super) const BACKWARD_OPEN: Colour = [0xc8, 0x55, 0x3d];
pub(super) const BACKWARD_CLOSED: Colour = [0xcc, 0x98, 0xba];
pub(super) const PATH: Colour = [0xf7, 0xe0, 0x3c];
pub(super) const START: Colour = [0x00, 0x80, 0x5d];
pub(super) const GOAL: Colour = [0xc2, 0x41, 0x0c];
pub(super) const TILE: Colour = [0xff, 0xfd, 0xf7];
pub(super) const TILE_LINE: Colour = [0xd9, 0xdc, 0xdf];
pub(super) const TILE_IN_PLACE: Colour = [0xd5, 0xeb, 0xf9];
pub(super) const GAP: Colour = [0xe4, 0xe8, 0xec];

/// Pixels.
pub(super) struct Image {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Red, green and blue of each pixel, row by row.
    pub(super) rgb: Vec<u8>,
}

enum Shape {
    Rectangle([f64; 4]),
    Line([f64; 4], f64),
    Circle([f64; 3]),
    /// A number, its middle, and the height of its digits.
    Number(u32, [f64; 3]),
}

/// Shapes on top of each other.
pub(super) struct Canvas {
    width: f64,
    height: f64,
    shapes: Vec<(Shape, Colour)>,
}

impl Canvas {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Canvas {
            width,
            height,
            shapes: Vec::new(),
        }
    }

    /// Left, top, width and height.
    pub(super) fn rectangle(&mut self, place: [f64; 4], colour: Colour) {
        self.shapes.push((Shape::Rectangle(place), colour));
    }

    /// From and to, each with x and y.
    pub(super) fn line(&mut self, ends: [f64; 4], thickness: f64, colour: Colour) {
        self.shapes.push((Shape::Line(ends, thickness), colour));
    }

    /// The middle and the radius.
    pub(super) fn circle(&mut self, place: [f64; 3], colour: Colour) {
        self.shapes.push((Shape::Circle(place), colour));
    }

    pub(super) fn number(&mut self, number: u32, place: [f64; 3], colour: Colour) {
        self.shapes.push((Shape::Number(number, place), colour));
    }

    pub(super) fn svg(&self) -> String {
        let (width, height) = (self.width, self.height);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        );
        for (shape, [red, green, blue]) in &self.shapes {
            let colour = format!("#{red:02x}{green:02x}{blue:02x}");
            // Writing to a string does not fail.
            let _ = match shape {
                Shape::Rectangle([x, y, width, height]) => writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>"
                ),
                Shape::Line([x1, y1, x2, y2], thickness) => writeln!(
                    svg,
                    "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{colour}\" stroke-width=\"{thickness:.2}\" \
                     stroke-linecap=\"round\"/>"
                ),
                Shape::Circle([x, y, radius]) => {
                    writeln!(
                        svg,
                        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.2}\" fill=\"{colour}\"/>"
                    )
                }
                Shape::Number(number, [x, y, size]) => writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" font-family=\"sans-serif\" \
                     text-anchor=\"middle\" fill=\"{colour}\">{number}</text>",
                    y + size / 2.0,
                    size * 1.4
                ),
            };
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Returns the pixels, about so many on the longer side.
    pub(super) fn image(&self, side: f64) -> Image {
        let scale = side / self.width.max(self.height);
        let length = |length: f64| pixel(length * scale).max(1);
        let (width, height) = (length(self.width), length(self.height));
        let mut image = Image {
            width,
            height,
            rgb: PAPER.repeat(width as usize * height as usize),
        };
        for (shape, colour) in &self.shapes {
            match shape {
                Shape::Rectangle([x, y, width, height]) => {
                    let [x, y, width, height] = [x, y, width, height].map(|length| length * scale);
                    image.fill([x, y, x + width, y + height], *colour, |x1, y1| {
                        (x..x + width).contains(&x1) && (y..y + height).contains(&y1)
                    });
                }
                Shape::Line(ends, thickness) => {
                    let [x1, y1, x2, y2] = ends.map(|length| length * scale);
                    let radius = (thickness * scale / 2.0).max(0.6);
                    let (dx, dy) = (x2 - x1, y2 - y1);
                    let square = (dx * dx + dy * dy).max(1e-9);
                    let around = [
                        x1.min(x2) - radius,
                        y1.min(y2) - radius,
                        x1.max(x2) + radius,
                        y1.max(y2) + radius,
                    ];
                    image.fill(around, *colour, |x, y| {
                        let part = (((x - x1) * dx + (y - y1) * dy) / square).clamp(0.0, 1.0);
                        (x - x1 - part * dx).hypot(y - y1 - part * dy) <= radius
                    });
                }
                Shape::Circle(place) => {
                    let [x, y, radius] = place.map(|length| length * scale);
                    image.fill([x - radius, y - radius, x + radius, y + radius], *colour, |x1, y1| {
                        (x1 - x).hypot(y1 - y) <= radius
                    });
                }
                Shape::Number(number, place) => image.number(*number, place.map(|length| length * scale), *colour),
            }
        }
        image
    }
}

/// A length in pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` stops at the bounds"
)]
fn pixel(length: f64) -> u32 {
    length.round() as u32
}

/// Digits of 3 x 5 dots, a row in three bits, the topmost first.
const DIGITS: [u16; 10] = [
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_111_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_010_010_010,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
];

impl Image {
    /// Colours the pixels of a rectangle (left, top, right, bottom) whose middle is inside of a shape.
    fn fill(&mut self, around: [f64; 4], colour: Colour, is_inside: impl Fn(f64, f64) -> bool) {
        let [left, top, right, bottom] = around.map(|length| pixel(length.max(0.0)));
        for y in top..(bottom + 1).min(self.height) {
            for x in left..(right + 1).min(self.width) {
                if is_inside(f64::from(x) + 0.5, f64::from(y) + 0.5) {
                    let place = (y as usize * self.width as usize + x as usize) * 3;
                    self.rgb[place..place + 3].copy_from_slice(&colour);
                }
            }
        }
    }

    fn number(&mut self, number: u32, [x, y, size]: [f64; 3], colour: Colour) {
        let digits: Vec<usize> = number
            .to_string()
            .bytes()
            .map(|digit| usize::from(digit - b'0'))
            .collect();
        let dot = size / 5.0;
        let columns = u32::try_from(digits.len() * 4 - 1).unwrap_or(u32::MAX);
        let mut left = x - dot * f64::from(columns) / 2.0;
        for digit in digits {
            for place in 0..15_u32 {
                if DIGITS[digit] >> (14 - place) & 1 == 1 {
                    let x = left + f64::from(place % 3) * dot;
                    let y = y - size / 2.0 + f64::from(place / 3) * dot;
                    self.fill([x, y, x + dot, y + dot], colour, |x1, y1| {
                        (x..x + dot).contains(&x1) && (y..y + dot).contains(&y1)
                    });
                }
            }
            left += dot * 4.0;
        }
    }
}
