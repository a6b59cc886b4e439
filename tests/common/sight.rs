//! Lines of sight by plain geometry: each wall is a square, which the line meets at points given as fractions.

use astride_grid::{Movement, Point};

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn new(over: i64, under: i64) -> Self {
        Fraction(over * under.signum(), under.abs())
    }

    fn cmp(self, other: Self) -> std::cmp::Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn min(self, other: Self) -> Self {
        if self.cmp(other).is_le() { self } else { other }
    }

    fn max(self, other: Self) -> Self {
        if self.cmp(other).is_ge() { self } else { other }
    }
}

/// The meeting of a line and a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meeting {
    Apart,
    /// In one point of its border, at this fraction of the line.
    Touching(f64),
    /// The line enters the cell at this fraction.
    Inside(f64),
}

/// Intersects the line between two centres with the closed square of a cell, in half cells: centres are odd, borders
/// even.
pub(crate) fn meeting(from: Point, to: Point, cell: Point) -> Meeting {
    let centre = |value: u16| 2 * i64::from(value) + 1;
    let (mut enters, mut leaves) = (Fraction(0, 1), Fraction(1, 1));
    for (start, end, cell) in [(from.x, to.x, cell.x), (from.y, to.y, cell.y)] {
        let (start, end, low) = (centre(start), centre(end), 2 * i64::from(cell));
        if start == end {
            // Never on a border, since it is odd.
            if !(low..low + 2).contains(&start) {
                return Meeting::Apart;
            }
            continue;
        }
        let [one, other] = [low, low + 2].map(|edge| Fraction::new(edge - start, end - start));
        enters = enters.max(one.min(other));
        leaves = leaves.min(one.max(other));
    }
    #[expect(clippy::cast_precision_loss, reason = "only to tell points apart")]
    let place = enters.0 as f64 / enters.1 as f64;
    match enters.cmp(leaves) {
        std::cmp::Ordering::Less => Meeting::Inside(place),
        std::cmp::Ordering::Equal => Meeting::Touching(place),
        std::cmp::Ordering::Greater => Meeting::Apart,
    }
}

/// Returns every cell in the rectangle between two cells.
pub(crate) fn between(from: Point, to: Point) -> impl Iterator<Item = Point> {
    let columns = from.x.min(to.x)..=from.x.max(to.x);
    let rows = from.y.min(to.y)..=from.y.max(to.y);
    rows.flat_map(move |y| columns.clone().map(move |x| Point::new(x, y)))
}

/// Returns whether there is a line of sight, by the documented rule.
pub(crate) fn in_sight(is_free: impl Fn(Point) -> bool, from: Point, to: Point, movement: Movement) -> bool {
    if movement == Movement::Four && from.x != to.x && from.y != to.y {
        return false;
    }
    let mut touched = Vec::new();
    for wall in between(from, to).filter(|cell| !is_free(*cell)) {
        match meeting(from, to, wall) {
            Meeting::Apart => {}
            Meeting::Inside(_) => return false,
            Meeting::Touching(place) => touched.push(place),
        }
    }
    touched.sort_by(f64::total_cmp);
    match movement {
        Movement::Four | Movement::EightSqueezing => true,
        Movement::Eight => touched.is_empty(),
        Movement::EightCuttingCorners => touched.windows(2).all(|pair| (pair[1] - pair[0]).abs() > 1e-12),
    }
}
