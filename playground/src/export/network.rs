//! Pictures of graphs.

use super::Draw;
use super::canvas::{BACKWARD_CLOSED, BACKWARD_OPEN, CLOSED, Canvas, GOAL, INK, Image, OPEN, PALE, PATH, START};
use crate::record::State;
use crate::run::Run;
use crate::scene::Network;

/// The longer side of the drawing.
const SIDE: f64 = 1000.0;
/// The room around it.
const EDGE: f64 = 30.0;

pub(super) struct NetworkPicture<'a> {
    network: &'a Network,
    places: Vec<[f64; 2]>,
    size: [f64; 2],
}

impl<'a> NetworkPicture<'a> {
    pub(super) fn new(network: &'a Network) -> Self {
        let bounds = |side: usize| {
            let sides = network.nodes.iter().map(|node| node[side]);
            (
                sides.clone().fold(f64::INFINITY, f64::min),
                sides.fold(f64::NEG_INFINITY, f64::max),
            )
        };
        let [(left, right), (top, bottom)] = [bounds(0), bounds(1)];
        let scale = SIDE / (right - left).max(bottom - top).max(1e-9);
        // As on maps, y grows upwards.
        let place = |node: &[f64; 2]| [(node[0] - left) * scale + EDGE, (bottom - node[1]) * scale + EDGE];
        NetworkPicture {
            network,
            places: network.nodes.iter().map(place).collect(),
            size: [(right - left) * scale + 2.0 * EDGE, (bottom - top) * scale + 2.0 * EDGE],
        }
    }

    fn canvas(&self, run: &Run) -> Canvas {
        let [width, height] = self.size;
        let mut canvas = Canvas::new(width, height);
        let nodes = f64::from(u32::try_from(self.places.len()).unwrap_or(u32::MAX));
        let radius = (SIDE / nodes.sqrt() / 7.0).clamp(1.0, 12.0);
        let line = |canvas: &mut Canvas, from: u32, to: u32, thickness: f64, colour| {
            if let (Some(from), Some(to)) = (self.places.get(from as usize), self.places.get(to as usize)) {
                canvas.line([from[0], from[1], to[0], to[1]], thickness, colour);
            }
        };
        for (from, to, _) in &self.network.edges {
            line(&mut canvas, *from, *to, radius / 5.0, PALE);
        }
        for node in run.log().met() {
            if let Some(parent) = run.log().get(node).parent {
                line(&mut canvas, parent, node, radius / 3.0, INK);
            }
        }
        let (_, _, outcome) = run.standing();
        for (thickness, colour) in [(radius * 1.3, INK), (radius * 0.8, PATH)] {
            for path in [&outcome.path].into_iter().chain(&outcome.more) {
                for step in path.windows(2) {
                    line(&mut canvas, step[0], step[1], thickness, colour);
                }
            }
        }
        for (node, [x, y]) in (0..).zip(&self.places) {
            let (size, colour) = match run.log().get(node).state {
                _ if node == self.network.start => (1.5, START),
                _ if self.network.goals.contains(&node) => (1.5, GOAL),
                State::Unseen => (0.6, PALE),
                State::Open => (1.0, OPEN),
                State::BackwardOpen => (1.0, BACKWARD_OPEN),
                State::Closed => (1.0, CLOSED),
                State::BackwardClosed => (1.0, BACKWARD_CLOSED),
            };
            canvas.circle([*x, *y, radius * size], colour);
        }
        canvas
    }
}

impl Draw for NetworkPicture<'_> {
    fn svg(&self, run: &Run) -> String {
        self.canvas(run).svg()
    }

    fn image(&self, run: &Run, side: f64) -> Image {
        self.canvas(run).image(side)
    }
}
