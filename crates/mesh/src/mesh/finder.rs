//! [`Finder`]: the polygons that may contain a point.

use alloc::vec;
use alloc::vec::Vec;

use super::Mesh;
use super::build::index;
use crate::Point;

/// A grid of cells, each with the polygons whose bounding boxes overlap it.
#[derive(Clone, Default)]
pub(crate) struct Finder {
    /// The side of a cell.
    side: f64,
    pub(super) columns: Axis,
    pub(super) rows: Axis,
    /// By cell, row by row, where its polygons begin.
    first: Vec<u32>,
    polygons: Vec<u32>,
}

/// The largest number of cells that an average polygon may overlap.
const OVERLAP: usize = 4;

impl Finder {
    pub(crate) fn new(mesh: &Mesh) -> Self {
        let boxes: Vec<[Point; 2]> = (0..index(mesh.polygon_count()))
            .map(|polygon| rectangle(mesh.outline(polygon)))
            .collect();
        let x = covered(boxes.iter().map(|[low, high]| [low.x, high.x]).collect());
        let y = covered(boxes.iter().map(|[low, high]| [low.y, high.y]).collect());
        let [width, height] = [&x, &y].map(|runs| runs.iter().map(|[low, high]| high - low).sum::<f64>());
        // About two cells for each polygon, and fewer if the polygons are long and thin.
        let mut side = crate::point::sqrt(width * height / (2 * boxes.len()) as f64).max(width.max(height) / 65536.0);
        loop {
            let mut finder = Finder {
                side,
                columns: Axis::new(&x, side),
                rows: Axis::new(&y, side),
                ..Finder::default()
            };
            let cells: Vec<Cells> = boxes.iter().map(|bounds| finder.cells(*bounds)).collect();
            if cells.iter().map(Cells::count).sum::<usize>() <= OVERLAP * boxes.len() + 64 {
                finder.fill(|| cells.iter().copied());
                return finder;
            }
            side *= 1.5;
        }
    }

    /// A finder without polygons, of a grid with this many cells of this side.
    #[cfg(feature = "outline")]
    pub(crate) fn with_cells(low: Point, side: f64, columns: usize, rows: usize) -> Self {
        Finder {
            side,
            columns: Axis::of_one_run(low.x, side, columns),
            rows: Axis::of_one_run(low.y, side, rows),
            ..Finder::default()
        }
    }

    /// Fills the cells, given those of each polygon.
    pub(crate) fn fill<I: Iterator<Item = Cells>>(&mut self, polygons: impl Fn() -> I) {
        let columns = self.columns.count;
        let mut first = vec![0; columns * self.rows.count + 2];
        for cells in polygons() {
            cells.for_each(columns, |cell| first[cell + 2] += 1);
        }
        for cell in 1..first.len() {
            first[cell] += first[cell - 1];
        }
        let mut list = vec![0; first[first.len() - 1] as usize];
        for (polygon, cells) in (0..).zip(polygons()) {
            cells.for_each(columns, |cell| {
                list[first[cell + 1] as usize] = polygon;
                first[cell + 1] += 1;
            });
        }
        first.pop();
        (self.first, self.polygons) = (first, list);
    }

    /// The cells that a rectangle overlaps.
    pub(crate) fn cells(&self, [low, high]: [Point; 2]) -> Cells {
        Cells {
            low: [index(self.columns.cell(low.x)), index(self.rows.cell(low.y))],
            high: [index(self.columns.cell(high.x)), index(self.rows.cell(high.y))],
        }
    }

    /// A lower bound of the distance from a point to what is in the cells whose column or row differs by `ring` from that
    /// of the point, and neither by more. From ring 1 on, it grows with the ring.
    pub(super) fn distance_of_ring(&self, point: Point, column: usize, row: usize, ring: usize) -> f64 {
        let [x, y] = [(&self.columns, point.x, column), (&self.rows, point.y, row)].map(|(axis, at, cell)| {
            let ends = [
                cell.checked_sub(ring),
                Some(cell + ring).filter(|cell| *cell < axis.count),
            ];
            let distances = ends
                .into_iter()
                .flatten()
                .map(|cell| axis.distance(at, cell, self.side));
            distances.fold(f64::INFINITY, f64::min)
        });
        x.min(y)
    }

    /// A lower bound of the distance from a point to what is in a cell, squared.
    pub(super) fn squared_distance(&self, point: Point, column: usize, row: usize) -> f64 {
        let (x, y) = (
            self.columns.distance(point.x, column, self.side),
            self.rows.distance(point.y, row, self.side),
        );
        x * x + y * y
    }

    pub(super) fn polygons(&self, column: usize, row: usize) -> &[u32] {
        let cell = row * self.columns.count + column;
        &self.polygons[self.first[cell] as usize..self.first[cell + 1] as usize]
    }
}

/// The columns or the rows of a grid. Wide gaps without polygons have none, so that an island far away does not make
/// cells large.
#[derive(Clone, Debug, Default)]
pub(super) struct Axis {
    pub(super) count: usize,
    /// Cells per unit of length.
    scale: f64,
    /// The coordinates at which cells without gaps between them begin, and the numbers of the first ones.
    runs: Vec<(f64, usize)>,
}

impl Axis {
    #[cfg(feature = "outline")]
    fn of_one_run(low: f64, side: f64, count: usize) -> Self {
        Axis {
            count,
            scale: 1.0 / side,
            runs: vec![(low, 0)],
        }
    }

    /// The cells of this side that cover intervals in ascending order.
    fn new(intervals: &[[f64; 2]], side: f64) -> Self {
        let mut axis = Axis {
            scale: 1.0 / side,
            ..Axis::default()
        };
        for [low, high] in intervals {
            axis.runs.push((*low, axis.count));
            axis.count += axis.cells_in(high - low) + 1;
        }
        axis
    }

    /// The cell at a coordinate, or the last one before the gap where it is, or that at the nearer end.
    pub(super) fn cell(&self, at: f64) -> usize {
        let next = self.runs.partition_point(|(low, _)| *low <= at).max(1);
        let (low, first) = self.runs[next - 1];
        let end = self.runs.get(next).map_or(self.count, |(_, first)| *first);
        first.saturating_add(self.cells_in(at - low)).min(end - 1)
    }

    /// A lower bound of the distance from a coordinate to those in a cell, which are rounded.
    fn distance(&self, at: f64, cell: usize, side: f64) -> f64 {
        let run = self.runs.partition_point(|(_, first)| *first <= cell).max(1) - 1;
        let (low, first) = self.runs[run];
        let middle = low + ((cell - first) as f64 + 0.5) * side;
        ((at - middle).abs() - side).max(0.0)
    }

    /// The number of whole cells in a length. None in a negative one.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    fn cells_in(&self, length: f64) -> usize {
        (length * self.scale) as usize
    }
}

/// What intervals cover, in ascending order, and the gaps between them, without the widest: those that are wider than
/// an eighth of what the intervals cover, but not many more than the square root of the number of intervals.
fn covered(mut intervals: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    intervals.sort_unstable_by(|one, other| one[0].total_cmp(&other[0]));
    let all = joined(&intervals, |gap| gap <= 0.0);
    let mut gaps: Vec<f64> = all.windows(2).map(|pair| pair[1][0] - pair[0][1]).collect();
    gaps.sort_unstable_by(|one, other| other.total_cmp(one));
    let size: f64 = all.iter().map(|[low, high]| high - low).sum();
    let narrow = gaps.get(intervals.len().isqrt()).map_or(0.0, |gap| *gap);
    joined(&all, |gap| gap <= narrow.max(size / 8.0))
}

/// Joins intervals, given in ascending order, if `is_narrow` holds for the gap between them.
fn joined(intervals: &[[f64; 2]], is_narrow: impl Fn(f64) -> bool) -> Vec<[f64; 2]> {
    let mut joined: Vec<[f64; 2]> = Vec::new();
    for [low, high] in intervals {
        match joined.last_mut() {
            Some(last) if is_narrow(low - last[1]) => last[1] = last[1].max(*high),
            _ => joined.push([*low, *high]),
        }
    }
    joined
}

/// A rectangle of cells, by the column and row of the lowest and of the highest one.
#[derive(Clone, Copy)]
pub(crate) struct Cells {
    low: [u32; 2],
    high: [u32; 2],
}

impl Cells {
    fn count(&self) -> usize {
        let count = |place: usize| (self.high[place] - self.low[place]) as usize + 1;
        count(0) * count(1)
    }

    #[inline]
    fn for_each(&self, columns: usize, mut visit: impl FnMut(usize)) {
        for row in self.low[1]..=self.high[1] {
            let begin = row as usize * columns;
            for column in self.low[0]..=self.high[0] {
                visit(begin + column as usize);
            }
        }
    }
}

/// The smallest rectangle that contains these points.
pub(crate) fn rectangle(points: impl Iterator<Item = Point>) -> [Point; 2] {
    let boxes = points.map(|point| [point, point]);
    let joined = boxes.reduce(|[low, high], [other_low, other_high]| {
        [
            Point::new(low.x.min(other_low.x), low.y.min(other_low.y)),
            Point::new(high.x.max(other_high.x), high.y.max(other_high.y)),
        ]
    });
    joined.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A floor of 100 × 100 squares, and others far away, each with one.
    fn floor(others: &[[f64; 2]]) -> Mesh {
        let square = |[x, y]: [f64; 2]| [[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]];
        let tiles = (0..10_000).map(|tile| [f64::from(tile % 100), f64::from(tile / 100)]);
        let corners = tiles.chain(others.iter().copied()).flat_map(square);
        let count = 10_000 + index(others.len());
        Mesh::new(
            corners,
            (0..count).map(|tile| [4 * tile, 4 * tile + 1, 4 * tile + 2, 4 * tile + 3]),
        )
        .unwrap()
    }

    #[test]
    fn few_polygons_are_in_a_cell_wherever_other_islands_are() {
        for others in [
            &[][..],
            &[[1e9, 0.0]],
            &[[0.0, -1e9]],
            &[[1e9, 1e9], [-1e6, 3.0], [5e12, -5e12]],
            &[[150.0, 0.0], [300.0, 300.0], [-1000.0, 5000.0]],
            &[
                [1e6, 0.0],
                [2e6, 1.0],
                [3e6, 2.0],
                [4e6, 1e6],
                [5e6, 2e6],
                [6e6, 1e12],
                [7e6, 0.5],
                [8e6, 0.0],
                [9e6, 0.0],
            ],
        ] {
            let Finder {
                columns, rows, first, ..
            } = floor(others).finder;
            let most = first.windows(2).map(|pair| pair[1] - pair[0]).max();
            assert!(most <= Some(16), "{most:?}");
            assert!(columns.count * rows.count < 60_000, "{columns:?}, {rows:?}");
        }
    }

    #[test]
    fn wide_gaps_are_left_out() {
        assert_eq!(covered(Vec::new()), [[0.0; 2]; 0]);
        assert_eq!(
            covered(vec![[4.0, 5.0], [0.0, 3.0], [1.0, 2.0]]),
            [[0.0, 3.0], [4.0, 5.0]]
        );
        assert_eq!(covered(vec![[0.0, 8.0], [9.0, 17.0]]), [[0.0, 17.0]]);
        let axis = Axis::new(&[[0.0, 8.0], [100.0, 100.5]], 2.0);
        let cells = [-5.0, 0.0, 1.9, 2.0, 8.0, 50.0, 99.0, 100.0, 101.0, 1e300].map(|at| axis.cell(at));
        assert_eq!(cells, [0, 0, 0, 1, 4, 4, 4, 5, 5, 5]);
    }
}
