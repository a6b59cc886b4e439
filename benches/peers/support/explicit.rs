//! A grid as the explicit graph that `petgraph` needs.

use astride::Graph;
use astride_grid::{GridCost, GridMap, GridProblem, Point};
use petgraph::csr::Csr;

/// The number that a cell has in the graph of [`of_grid`].
pub(crate) fn number(map: &GridMap, point: Point) -> u32 {
    u32::from(point.y) * u32::from(map.width()) + u32::from(point.x)
}

/// The cell with this number.
pub(crate) fn point(map: &GridMap, number: u32) -> Point {
    let coordinate = |number: u32| u16::try_from(number).expect("a cell of the map");
    let width = u32::from(map.width());
    Point::new(coordinate(number % width), coordinate(number / width))
}

/// All cells and steps, in `petgraph`'s compressed sparse rows.
pub(crate) fn of_grid<C: GridCost>(map: &GridMap, problem: &GridProblem<&GridMap, C>) -> Csr<(), C> {
    let mut edges: Vec<(u32, u32, C)> = Vec::new();
    for from in map.points().filter(|point| map.is_free(*point)) {
        let steps = problem.successors(&from);
        let row = edges.len();
        edges.extend(steps.map(|(to, cost)| (number(map, from), number(map, to), cost)));
        edges[row..].sort_by_key(|(_, to, _)| *to);
    }
    Csr::from_sorted_edges(&edges).expect("sorted edges")
}
