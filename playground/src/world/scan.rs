//! [`Scans`]: the cells that jump point search scans between one jump point and the next.

use std::collections::HashSet;
use std::rc::Rc;

use astride::traits::Reached;
use astride::{Graph, Path, Pathfinder};
use astride_grid::{GridMap, GridProblem, JumpPoints, JumpProblem, Point};

use super::any::{InSpot, Spot};
use super::grid::Cells;
use crate::driver::Manner;
use crate::record::{Event, NOBODY, Sink, State};

/// The maximum number of cells that are recorded for one expansion.
const MOST: usize = 20_000;

/// Records the cells that are scanned from each jump point, in the canonical order of steps that the search uses, up to
/// the next jump point or wall.
pub(crate) struct Scans<J> {
    pub(crate) steps: GridProblem<Rc<GridMap>>,
    pub(crate) jumps: JumpProblem<J>,
    pub(crate) cells: Cells,
    pub(crate) sink: Sink,
}

impl<J: JumpPoints> Scans<J> {
    fn scanned(&self, from: Point, parent: Option<Point>) -> HashSet<Point> {
        let mut ends = HashSet::new();
        let reached = Reached {
            index: self.jumps.index(&from),
            parent_index: parent.and_then(|parent| self.jumps.index(&parent)),
            parent: None,
            keeps_cheapest: true,
        };
        self.jumps.visit_successors(&from, reached, |to, _, _| {
            ends.insert(to);
        });
        let way = |from: Point, to: Point| {
            let nodes = vec![from, to];
            self.jumps.cells(&Path { nodes, cost: 0 })
        };
        // If the goal is in sight, nothing else is scanned.
        let goal = self.jumps.goal();
        if ends.len() == 1 && ends.contains(&goal) {
            return way(from, goal).into_iter().skip(1).collect();
        }
        let before = parent.and_then(|parent| way(parent, from).iter().rev().nth(1).copied());
        let mut scanned = HashSet::new();
        let mut stack = vec![(before, from)];
        while let Some((before, cell)) = stack.pop() {
            let reached = Reached {
                index: self.steps.index(&cell),
                parent_index: before.and_then(|before| self.steps.index(&before)),
                parent: None,
                keeps_cheapest: true,
            };
            self.steps.visit_successors(&cell, reached, |next, _, _| {
                if scanned.len() < MOST && scanned.insert(next) && !ends.contains(&next) {
                    stack.push((Some(cell), next));
                }
            });
        }
        scanned
    }
}

impl<S: Pathfinder<Node = Spot>, J: JumpPoints> Manner<S> for Scans<J> {
    fn step(&mut self, search: &mut S) {
        let _ = search.step();
        let Some(current) = search.current().filter(|_| search.status().is_running()) else {
            return;
        };
        let parent = search.known_node(&current).and_then(|known| known.parent);
        let scanned = Point::of(current).map(|current| self.scanned(current, parent.and_then(Point::of)));
        for cell in scanned.into_iter().flatten() {
            self.sink.push(Event {
                node: self.cells.cell(cell),
                state: State::Scanned,
                g: f64::NAN,
                h: None,
                parent: NOBODY,
            });
        }
    }
}
