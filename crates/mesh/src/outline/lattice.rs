//! [`Lattice`]: an outline in whole numbers.

use alloc::vec::Vec;

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;

use super::clip::{Frame, clip};
use super::inflate::doubled_area;
use super::{Contours, Outline, OutlineError, Ring, Whole};
use crate::Point;
use crate::mesh;

/// The width and the height in whole numbers are less than 2 to this power, so that inflated pieces stay inside of what
/// `i_overlay` allows, which is 2³⁰ in magnitude.
const SIZE_BITS: i32 = 29;

/// The largest coordinate in magnitude: half as much as in a mesh, since the points of the mesh are rounded.
pub(super) const MAX_COORDINATE: f64 = mesh::MAX_COORDINATE / 2.0;

/// The least binary exponent of the resolution, since the products of two smaller differences might underflow: see
/// [`Mesh`](crate::Mesh).
const LEAST_EXPONENT: i32 = -460;

/// The areas of an outline in whole numbers, and how obstacles become such. Converting these back to floats is exact,
/// since the resolution is a power of two, and no coordinate has more than 53 bits.
#[derive(Clone)]
pub(super) struct Lattice {
    exponent: i32,
    /// The origin, in units of the resolution.
    origin: Point,
    bounds: Bounds,
    pub(super) areas: Contours,
}

#[derive(Clone, Copy)]
struct Bounds {
    low: Point,
    high: Point,
}

impl Bounds {
    const NONE: Bounds = Bounds {
        low: Point::new(f64::INFINITY, f64::INFINITY),
        high: Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    fn of(points: &[Point]) -> Self {
        points.iter().fold(Bounds::NONE, |bounds, point| {
            bounds.with(Bounds {
                low: *point,
                high: *point,
            })
        })
    }

    fn with(self, other: Bounds) -> Self {
        Bounds {
            low: Point::new(self.low.x.min(other.low.x), self.low.y.min(other.low.y)),
            high: Point::new(self.high.x.max(other.high.x), self.high.y.max(other.high.y)),
        }
    }

    fn touches(&self, other: &Bounds) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    fn size(&self) -> Point {
        Point::new(self.high.x - self.low.x, self.high.y - self.low.y)
    }
}

impl Lattice {
    /// The lattice for the areas of an outline.
    pub(super) fn new(outline: &Outline) -> Result<Self, OutlineError> {
        let areas = outline.areas.iter().enumerate();
        let areas = areas.map(|(number, points)| (Ring::Area(number), points.as_slice()));
        let mut bounds = Bounds::NONE;
        for (ring, points) in areas.clone() {
            check(ring, points)?;
            bounds = bounds.with(Bounds::of(points));
        }
        let mut lattice = Lattice::around(bounds, &bounds);
        lattice.areas = lattice.contours(areas)?;
        Ok(lattice)
    }

    /// An empty lattice for areas with these bounds, and for all points within the others.
    fn around(bounds: Bounds, all: &Bounds) -> Self {
        let mut lattice = Lattice {
            exponent: exponent(all),
            origin: Point::default(),
            bounds,
            areas: Vec::new(),
        };
        if all.low.x <= all.high.x {
            lattice.origin = Point::new(
                lattice.units(all.low.x / 2.0 + all.high.x / 2.0),
                lattice.units(all.low.y / 2.0 + all.high.y / 2.0),
            );
        }
        lattice
    }

    pub(super) fn resolution(&self) -> f64 {
        libm::scalbn(1.0, self.exponent)
    }

    /// Whether an agent might fit into the bounding box of the areas.
    pub(super) fn may_hold(&self, radius: f64) -> bool {
        let size = self.bounds.size();
        2.0 * radius < size.x.min(size.y)
    }

    /// About how large the areas are together, in squares of the resolution. Where they overlap counts more than once,
    /// but no more than what is in their bounding box.
    pub(super) fn size(&self) -> f64 {
        let doubled: i128 = self.areas.iter().map(|contour| doubled_area(contour)).sum();
        let size = doubled as f64 / 2.0;
        let Some(Frame { low, high }) = Frame::of(&self.areas) else {
            return 0.0;
        };
        size.min(f64::from(high.x - low.x) * f64::from(high.y - low.y))
    }

    /// The curves around what an obstacle encloses. What is far outside of the areas is left out, so that it does not
    /// matter for the resolution.
    pub(super) fn obstacle(&self, number: usize, points: &[Point]) -> Result<Contours, OutlineError> {
        let ring = Ring::Obstacle(number);
        check(ring, points)?;
        let size = self.bounds.size();
        let margin = size.x.max(size.y) / 4.0;
        let (low, high) = (
            Point::new(self.bounds.low.x - margin, self.bounds.low.y - margin),
            Point::new(self.bounds.high.x + margin, self.bounds.high.y + margin),
        );
        let whole = Bounds::of(points);
        if !whole.touches(&self.bounds) {
            return Ok(Contours::new());
        }
        if whole.low.x >= low.x && whole.low.y >= low.y && whole.high.x <= high.x && whole.high.y <= high.y {
            return self.contours([(ring, points)]);
        }
        let part = |from: f64, to: f64, at: f64| ((at - from) / (to - from)).clamp(0.0, 1.0);
        let at_x = |x: f64| move |from: Point, to: Point| Point::new(x, from.towards(to, part(from.x, to.x, x)).y);
        let at_y = |y: f64| move |from: Point, to: Point| Point::new(from.towards(to, part(from.y, to.y, y)).x, y);
        let clipped = clip(points, |point| point.x >= low.x, at_x(low.x));
        let clipped = clip(&clipped, |point| point.x <= high.x, at_x(high.x));
        let clipped = clip(&clipped, |point| point.y >= low.y, at_y(low.y));
        let clipped = clip(&clipped, |point| point.y <= high.y, at_y(high.y));
        self.contours([(ring, &clipped[..])]).or_else(|_| {
            // It encloses nothing here, which is an error only if it encloses nothing as a whole.
            Lattice::around(self.bounds, &self.bounds.with(whole)).contours([(ring, points)])?;
            Ok(Contours::new())
        })
    }

    /// The nearest multiple of the resolution.
    fn units(&self, coordinate: f64) -> f64 {
        libm::rint(libm::scalbn(coordinate, -self.exponent))
    }

    /// Both coordinates of a point of the mesh.
    pub(super) fn point(&self, whole: Whole) -> Point {
        let coordinate = |whole: i32, origin: f64| libm::scalbn(f64::from(whole) + origin, self.exponent);
        Point::new(coordinate(whole.x, self.origin.x), coordinate(whole.y, self.origin.y))
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "all points are in the bounds from which the resolution was chosen"
    )]
    fn whole(&self, point: Point) -> Whole {
        Whole::new(
            (self.units(point.x) - self.origin.x) as i32,
            (self.units(point.y) - self.origin.y) as i32,
        )
    }

    /// The curves around what each ring encloses. Each ring by itself, since otherwise two rings, or loops of them,
    /// that are in opposite directions would cancel each other out.
    fn contours<'a>(&self, rings: impl IntoIterator<Item = (Ring, &'a [Point])>) -> Result<Contours, OutlineError> {
        let mut contours = Contours::new();
        let mut overlay = Overlay::new(16);
        for (ring, points) in rings {
            overlay.clear();
            let points = points.iter().map(|point| self.whole(*point));
            overlay.add_path_iter(points, ShapeType::Subject);
            let shapes = overlay.overlay(OverlayRule::Subject, FillRule::NonZero);
            if shapes.is_empty() {
                let resolution = self.resolution();
                return Err(OutlineError::NoArea { ring, resolution });
            }
            contours.extend(shapes.into_iter().flatten());
        }
        Ok(contours)
    }
}

fn check(ring: Ring, points: &[Point]) -> Result<(), OutlineError> {
    let is_bad = |coordinate: f64| !(-MAX_COORDINATE..=MAX_COORDINATE).contains(&coordinate);
    if let Some(number) = points.iter().position(|point| is_bad(point.x) || is_bad(point.y)) {
        let point = points[number];
        return Err(OutlineError::BadCoordinate { ring, number, point });
    }
    if points.len() < 3 {
        let points = points.len();
        return Err(OutlineError::TooFewPoints { ring, points });
    }
    Ok(())
}

/// The binary exponent of the resolution.
fn exponent(bounds: &Bounds) -> i32 {
    let size = bounds.size();
    let (_, size) = libm::frexp(size.x.max(size.y));
    let (low, high) = (bounds.low, bounds.high);
    let (_, largest) = libm::frexp(low.x.abs().max(low.y.abs()).max(high.x.abs()).max(high.y.abs()));
    LEAST_EXPONENT.max(size - SIZE_BITS).max(largest - 52)
}
