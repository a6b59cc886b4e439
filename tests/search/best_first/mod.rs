//! Best-first searches. What A\*, Dijkstra's algorithm, greedy and breadth-first search have in common is tested by the
//! files about properties.

mod ara_star;
pub(crate) mod bounded_astar;
mod dijkstra;
mod engine;
mod nearest_goals;
mod optimal_paths;
mod repair;
mod ties;
mod weighted_astar;

#[expect(clippy::cast_precision_loss, reason = "the callers allow for it")]
fn is_within(factor: f64, [units, optimum]: [u64; 2]) -> bool {
    units as f64 <= factor * optimum as f64
}
