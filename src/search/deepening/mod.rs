//! Iterative deepening: IDA* and iterative deepening by edges, on one or several threads.

mod branch;
mod descent;
mod expansion;
mod id_dfs;
mod ida_star;
mod iterative_deepening;
#[cfg(feature = "rayon")]
mod parallel_ida_star;
mod threshold;

pub use id_dfs::IdDfs;
pub use ida_star::IdaStar;
pub use iterative_deepening::IterativeDeepening;
#[cfg(feature = "rayon")]
pub use parallel_ida_star::{ParallelDeepening, ParallelIdaStar};
pub use threshold::{Deepening, EdgeCount, Iteration};
