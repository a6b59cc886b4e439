//! [`Numbers`]: the cells of a map as numbers, and back.

use super::Point;

/// How the cells of a map are numbered: row by row, `y * (width + 1) + x`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    width: u16,
    height: u16,
    /// 2⁴⁸ divided by the length of a row, rounded up.
    reciprocal: u64,
}

/// The number of a point. All points to the right of a row share the number after that of its last cell.
#[inline]
pub(super) fn number(width: u16, point: Point) -> usize {
    let width = u32::from(width);
    usize::from(point.y) * (width as usize + 1) + u32::from(point.x).min(width) as usize
}

impl Numbers {
    pub(super) fn new(width: u16, height: u16) -> Self {
        Self {
            width,
            height,
            reciprocal: (1 << 48) / (u64::from(width) + 1) + 1,
        }
    }

    /// The number of a point. All points below the map share the first number after those of the map.
    #[inline]
    pub(super) fn number(self, point: Point) -> usize {
        let below = Point { x: 0, y: self.height };
        number(self.width, if point.y < self.height { point } else { below })
    }

    /// The point with this number.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "both sides have 16 bits")]
    pub(super) fn point(self, number: usize) -> Point {
        // A division would take a tenth of the time of an expansion. The quotient is exact for every number of a map.
        let y = ((number as u64).wrapping_mul(self.reciprocal) >> 48) as usize;
        let x = number.wrapping_sub(y.wrapping_mul(usize::from(self.width) + 1));
        Point {
            x: x as u16,
            y: y as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_leads_back_to_its_point() {
        for width in (0..16).map(|power| 1 << power).chain([3, 999, u16::MAX - 1, u16::MAX]) {
            let numbers = Numbers::new(width, u16::MAX);
            for y in [0, 1, 2, 1000, u16::MAX - 1] {
                for x in [0, 1, width / 2, width - 1] {
                    let point = Point { x, y };
                    assert_eq!(numbers.point(numbers.number(point)), point, "{width}");
                }
            }
            let _ = numbers.point(usize::MAX);
        }
    }
}
