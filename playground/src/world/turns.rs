//! Searches on a map with a cost for turns: their nodes are cells with the direction of the last step.

use astride::search::{BestFirst, Evaluation};
use astride_grid::{Arrival, Point};

use super::any::{AnyProblem, InSpot};
use super::grid::Cells;
use crate::driver::Manner;
use crate::manners::Watched;
use crate::record::Codec;

/// Gives all nodes at a cell the number of the cell.
pub(super) struct ByCell(pub(super) Cells);

impl Codec<Arrival, u32> for ByCell {
    fn number(&self, node: &Arrival) -> u32 {
        self.0.cell(node.at)
    }

    fn node(&self, _: u32) -> Option<Arrival> {
        None
    }

    fn amount(&self, cost: u32) -> f64 {
        Codec::<Point, u32>::amount(&self.0, cost)
    }
}

/// Counts the bends of the path.
pub(super) struct Bends {
    /// The cost of a turn, in straight steps.
    pub(super) cost: u32,
}

/// Returns the number of nodes at which a path turns.
fn bends(path: &[Arrival]) -> u32 {
    let step = |from: Point, to: Point| {
        let offset = |from: u16, to: u16| i32::from(to) - i32::from(from);
        (offset(from.x, to.x), offset(from.y, to.y))
    };
    let turns = |[a, b, c]: [Point; 3]| step(a, b) != step(b, c);
    let points = |nodes: &[Arrival]| [nodes[0].at, nodes[1].at, nodes[2].at];
    path.windows(3).map(|nodes| u32::from(turns(points(nodes)))).sum()
}

impl<V: Evaluation<AnyProblem>> Manner<Watched<BestFirst<AnyProblem, V>>> for Bends {
    fn remark(&self, search: &Watched<BestFirst<AnyProblem, V>>) -> Option<String> {
        let path: Vec<Arrival> = search.path()?.nodes.into_iter().filter_map(Arrival::of).collect();
        let bends = bends(&path);
        let cost = u64::from(bends) * u64::from(self.cost);
        Some(match bends {
            0 => String::from("It has no bends."),
            1 => format!("Its 1 bend costs {cost} of that."),
            _ => format!("Its {bends} bends cost {cost} of that."),
        })
    }
}
