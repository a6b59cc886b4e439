//! Pictures of maps, drawn by the library.

use astride_grid::{Drawing, Point};

use super::Draw;
use super::canvas::Image;
use crate::run::Run;
use crate::scene::Grid;
use crate::world::grid::Map;

pub(super) struct MapPicture {
    map: Map,
}

impl MapPicture {
    pub(super) fn new(grid: &Grid) -> Result<Self, String> {
        Ok(MapPicture { map: Map::new(grid)? })
    }

    fn point(&self, cell: u32) -> Point {
        let width = u32::from(self.map.cells.width());
        let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
        Point::new(side(cell % width), side(cell / width))
    }

    fn drawing(&self, run: &Run) -> Drawing<'_> {
        let log = run.log();
        let points = |is_open: bool| {
            let nodes = log.met().filter(move |node| log.get(*node).state.is_open() == is_open);
            nodes.map(|node| self.point(node))
        };
        let (_, _, outcome) = run.standing();
        let goals = self.map.goals.iter();
        let drawing = goals.fold(self.map.cells.drawing(), |drawing, goal| drawing.goal(*goal));
        let drawing = drawing.start(self.map.start).closed(points(false)).open(points(true));
        let paths = [&outcome.path].into_iter().chain(&outcome.more);
        let drawing = paths.fold(drawing, |drawing, path| {
            drawing.path(path.iter().map(|cell| self.point(*cell)))
        });
        if outcome.lines.is_empty() {
            drawing
        } else {
            drawing.dots(outcome.lines.iter().map(|cell| self.point(*cell)))
        }
    }
}

impl Draw for MapPicture {
    fn svg(&self, run: &Run) -> String {
        self.drawing(run).svg()
    }

    fn image(&self, run: &Run, side: f64) -> Image {
        let cells = self.map.cells.width().max(self.map.cells.height());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number")]
        let scale = (side / f64::from(cells)).clamp(1.0, 24.0) as u8;
        let pixels = self.drawing(run).pixels(scale);
        let length = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Image {
            width: length(pixels.width),
            height: length(pixels.height),
            rgb: pixels.rgb,
        }
    }
}
