//! Best-first searches.

mod ara_star;
mod dijkstra;
mod optimal_paths;
mod repair;
